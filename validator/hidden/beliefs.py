"""What a side can know about the other side's hidden things: the places where each can be."""

from __future__ import annotations

from generator.light import dataclass
from validator.hidden.whereabouts import Whereabouts


@dataclass(frozen=True, slots=True)
class Belief:
    """Where one hidden thing can be, as far as a side knows."""

    what: str
    """Its name for people: ``Graf Spee``."""
    map: str
    """The id of the map that the places are on."""
    places: Whereabouts
    """Hexes or boxes of that map; empty if it is on none of them. If `Whereabouts.refuted`, the
    statements in the game leave no place at all."""
    says: str = ""
    """Why it is on none, or another remark: ``left the map``."""

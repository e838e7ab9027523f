"""What a side may think of the others' hidden things: the places where each can be."""

from __future__ import annotations

from generator.light import dataclass
from validator.hidden.whereabouts import Whereabouts


@dataclass(frozen=True, slots=True)
class Belief:
    """Where one hidden thing can be, as far as a side knows."""

    what: str
    """What people call it: ``Graf Spee``."""
    map: str
    """The id of the map on which it is thought of."""
    places: Whereabouts
    """Hexes or boxes of that map; empty: on none of them. Where they are `refuted`, what was said
    leaves none."""
    says: str = ""
    """Why it is on none, or what else is worth telling: ``left the map``."""

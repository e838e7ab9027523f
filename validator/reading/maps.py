"""Which maps of a game everybody may see.

A save or log names its maps but does not say who may see them; the module does. Without it every
map but the main one counts as private, so that no reader sees more because the module is missing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from generator.counting import either
from generator.light import dataclass
from validator.table import MODULE, Table

_MAIN = "Main Map"
"""VASSAL's name for the map of a new module, which most builders keep."""
_OWN = re.compile(r"\b(?:hand|private|secret|hidden|plot|plan|screen)\b", re.IGNORECASE)
"""Words in the name of a map that may be private."""


@dataclass(frozen=True, slots=True)
class Maps:
    """The maps of one file."""

    private: Mapping[str, tuple[str, ...]]
    """Private maps, and the sides that may see them."""
    open: frozenset[str]
    """Maps that are known to be public."""
    unknown: tuple[str, ...] = ()
    """Maps with pieces, of which it is unknown who may see them."""

    def admits(self, name: str, side: str | None) -> bool:
        """Whether a side (None for everybody) may see a map; a place outside all maps is public."""
        if name in ("", MODULE):
            return True
        sides = self.private.get(name)
        return side in sides if sides is not None else name in self.open


def left_out(names: Sequence[str]) -> str:
    """A sentence about maps that are left out because it is unknown who may see them."""
    one = len(names) == 1
    return (
        f"What lies on {either(names, 'and')} is left out: who may see {'it' if one else 'them'} "
        "stands in the module (--module)."
    )


def maps_of(private: Mapping[str, tuple[str, ...]], known: Collection[str], start: Table) -> Maps:
    """The maps of a file with this first position; ``private`` maps belong to some sides, ``known``
    ones are in the module or the definition."""
    boards = [name for name, _ in start.boards.items()]
    named = list(dict.fromkeys([*boards, *_with_pieces(start)]))
    free = {name for name in known if name not in private}
    if not any(name in known for name in named):
        main = _main_of([name for name in named if name not in private], start)
        free.update(main)
    unknown = [name for name in _with_pieces(start) if name not in free and name not in private]
    return Maps(private, frozenset(free), tuple(dict.fromkeys(unknown)))


def _main_of(names: Collection[str], start: Table) -> list[str]:
    """The main map: the first one, since VASSAL writes maps in the module's order."""
    if _MAIN in names:
        return [_MAIN]
    sides = {player.side.casefold() for player in start.players.values() if player.side}
    return [
        name
        for name in names
        if not _OWN.search(name) and not any(side in name.casefold() for side in sides)
    ][:1]


def _with_pieces(start: Table) -> Iterator[str]:
    for piece in start.pieces.values():
        if piece.map:
            yield piece.map
    for deck in start.decks():
        if deck.map:
            yield deck.map

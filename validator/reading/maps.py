"""Which maps of a game everybody may see.

A save or log names its maps and does not say whose they are: that stands in the module. Where
nothing at hand tells of a map it is taken for somebody's own, but for the main one, so that no
reader sees more because the module is missing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from generator.counting import either
from generator.light import dataclass
from validator.table import MODULE, Table

_MAIN = "Main Map"
"""What VASSAL calls the map of a new module, and most builders leave it at that."""
_OWN = re.compile(r"\b(?:hand|private|secret|hidden|plot|plan|screen)\b", re.IGNORECASE)
"""A word in the name of a map that may be one side's own."""


@dataclass(frozen=True, slots=True)
class Maps:
    """The maps of one file."""

    private: Mapping[str, tuple[str, ...]]
    """Maps that only some sides may see, and which."""
    open: frozenset[str]
    """Maps that are known to be everybody's."""
    untold: tuple[str, ...] = ()
    """Maps with pieces on them of which nothing at hand says who may see them."""

    def admits(self, name: str, side: str | None) -> bool:
        """Whether a side, or everybody, may see a map; what lies outside all maps they may."""
        if name in ("", MODULE):
            return True
        sides = self.private.get(name)
        return side in sides if sides is not None else name in self.open


def left_out(names: Sequence[str]) -> str:
    """A sentence about maps of which nothing at hand says who may see them."""
    one = len(names) == 1
    return (
        f"What lies on {either(names, 'and')} is left out: who may see {'it' if one else 'them'} "
        "stands in the module (--module)."
    )


def maps_of(private: Mapping[str, tuple[str, ...]], known: Collection[str], start: Table) -> Maps:
    """The maps of a file that begins so: those ``private`` to some sides, and those that the module
    or the definition knows."""
    boards = [name for name, _ in start.boards.items()]
    named = list(dict.fromkeys([*boards, *_with_pieces(start)]))
    free = {name for name in known if name not in private}
    if not any(name in known for name in named):
        main = _main_of([name for name in named if name not in private], start)
        free.update(main)
    untold = [name for name in _with_pieces(start) if name not in free and name not in private]
    return Maps(private, frozenset(free), tuple(dict.fromkeys(untold)))


def _main_of(names: Collection[str], start: Table) -> list[str]:
    """The main map: VASSAL writes the maps in the module's order, and it comes first."""
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

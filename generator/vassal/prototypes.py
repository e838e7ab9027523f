"""Pieces as they come into play: the traits of their prototypes put in.

A module states a piece with its prototypes by name; a saved game states it with all their traits
written out. VASSAL does that in ``PieceCloner`` and ``UsePrototype``: a prototype's traits stand
where it is named, comments are left out, and a prototype with parameters has them filled into its
whole text (``PrototypeDefinition``, ``FormattedStringExpression``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generator.vassal import commands, sequences, traits
from generator.vassal.commands import AddPiece
from generator.vassal.traits import Trait

_USE = "prototype;"
_COMMENT = "cmt;"

Chain = tuple[Trait, ...]


class Prototypes:
    """The prototypes of a module, by name."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        """Name -> definition, as the buildFile states it."""
        self._known: dict[tuple[str, str | None], Chain] = {}

    def expanded(self, chain: Iterable[Trait]) -> Chain:
        """A piece's traits with its prototypes' put in.

        A prototype that does not exist, or that uses itself, adds nothing, as in VASSAL.
        """
        return self._expanded(chain, frozenset())

    def _expanded(self, chain: Iterable[Trait], above: frozenset[str]) -> Chain:
        found: list[Trait] = []
        for part in chain:
            if part.id == _USE:
                found += self._traits(part, above)
            elif part.id != _COMMENT:
                found.append(part)
        return tuple(found)

    def _traits(self, use: Trait, above: frozenset[str]) -> Chain:
        name = use.values[0] if use.values else ""
        parameters = use.values[1] if len(use.values) > 1 else None
        if name in above or name not in self._texts:
            return ()
        found = self._known.get((name, parameters))
        if found is None:
            text = self._texts[name]
            if parameters is not None:
                text = filled(text, _pairs(parameters))
            command = commands.decode(text)
            chain = (
                traits.read_piece(command.type, command.state)
                if isinstance(command, AddPiece)
                else ()
            )
            # The last is a BasicPiece that stands for the piece's own inner traits.
            found = self._expanded(chain[:-1], above | {name})
            if not above:
                self._known[name, parameters] = found
        return found


def filled(text: str, values: Mapping[str, str]) -> str:
    """A definition with its parameters filled in.

    ``$name$`` becomes the value; one that is not given loses its dollars, and so does a last
    dollar that stands alone (``FormattedStringExpression.evaluate``).
    """
    tokens = sequences.decode(text, "$")
    last = len(tokens) - 1
    return "".join(
        values.get(token, token) if at % 2 and at < last else token
        for at, token in enumerate(tokens)
    )


def _pairs(parameters: str) -> dict[str, str]:
    found = {}
    for item in sequences.decode(parameters, ","):
        name, *value = sequences.decode(item, "=")
        if value:
            found[name] = value[0]
    return found

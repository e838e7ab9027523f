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
_DEEPEST = 100
"""So many prototypes may use one another."""
_MOST_USES = 1_000
"""So many are put into one piece, those not counted that are known."""
_MOST_TRAITS = 10_000
_LONGEST = 1_000_000
"""Letters of a prototype with its parameters."""

Chain = tuple[Trait, ...]


class Prototypes:
    """The prototypes of a module, by name."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        """Name -> definition, as the buildFile states it."""
        self._known: dict[tuple[str, str | None], Chain] = {}
        """By name and parameters: those that come to the same wherever they are used."""
        self._rings: dict[tuple[str, str | None], Chain] = {}
        """Likewise those that use themselves, as they are where a piece uses them."""
        self._uses = 0

    def expanded(self, chain: Iterable[Trait]) -> Chain:
        """A piece's traits with its prototypes' put in.

        A prototype that does not exist, or that uses itself, adds nothing, as in VASSAL; nor does
        what goes beyond all measure.
        """
        self._uses = 0
        return self._expanded(chain, frozenset())[0]

    def _expanded(
        self, chain: Iterable[Trait], above: frozenset[str]
    ) -> tuple[Chain, frozenset[str]]:
        """The traits, and those of the prototypes above but for which there would be more."""
        found: list[Trait] = []
        missed: frozenset[str] = frozenset()
        for part in chain:
            if part.id == _USE:
                more, without = self._traits(part, above)
                missed |= without
                found += more[: _MOST_TRAITS - len(found)]
            elif part.id != _COMMENT:
                found.append(part)
        return tuple(found), missed

    def _traits(self, use: Trait, above: frozenset[str]) -> tuple[Chain, frozenset[str]]:
        name = use.values[0] if use.values else ""
        parameters = use.values[1] if len(use.values) > 1 else None
        if name in above or name not in self._texts:
            return (), above & {name}
        known = self._known.get((name, parameters))
        if known is None and not above:
            known = self._rings.get((name, parameters))
        if known is not None:
            return known, frozenset()
        self._uses += 1
        if self._uses > _MOST_USES or len(above) >= _DEEPEST:
            return (), above
        text = self._texts[name]
        if parameters is not None:
            text = filled(text, _pairs(parameters))
        command = commands.decode(text) if len(text) <= _LONGEST else None
        chain = (
            traits.read_piece(command.type, command.state) if isinstance(command, AddPiece) else ()
        )
        # The last is a BasicPiece that stands for the piece's own inner traits.
        found, missed = self._expanded(chain[:-1], above | {name})
        if not missed:
            self._known[name, parameters] = found
        elif not above:
            self._rings[name, parameters] = found
        return found, missed - {name}


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

"""Pieces with their prototypes put in, as they come into play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from generator.workbench.linting.survey import Piece, Survey

USES = "prototype;"


class Assembly:
    """Which definitions make up each piece."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self._closures: dict[str, frozenset[str]] = {}
        self._parts: dict[int, tuple[Piece, ...]] = {}

    @cached_property
    def whole(self) -> tuple[Piece, ...]:
        """The definitions that are pieces of their own, not prototypes."""
        return tuple(piece for piece in self.survey.pieces if not piece.is_prototype)

    def prototype(self, name: str) -> Piece | None:
        """The prototype of that name that VASSAL takes."""
        found = self.survey.prototypes.get(name)
        return found[-1] if found else None

    def uses(self, piece: Piece) -> Iterator[str]:
        """The prototypes a definition names itself, outermost first."""
        for trait in piece.chain:
            if trait.id == USES:
                yield trait.text("prototypeName")

    def closure(self, piece: Piece) -> frozenset[str]:
        """Every prototype in a definition, those within prototypes too."""
        found: set[str] = set()
        for name in self.uses(piece):
            found |= self._of_prototype(name)
        return frozenset(found)

    def _of_prototype(self, name: str) -> frozenset[str]:
        known = self._closures.get(name)
        if known is not None:
            return known
        found: set[str] = set()
        waiting = [name]
        while waiting:
            one = waiting.pop()
            if one in found:
                continue
            found.add(one)
            prototype = self.prototype(one)
            if prototype is not None:
                waiting.extend(self.uses(prototype))
        self._closures[name] = frozenset(found)
        return self._closures[name]

    def parts(self, piece: Piece) -> tuple[Piece, ...]:
        """The definition itself and every prototype in it."""
        known = self._parts.get(id(piece))
        if known is None:
            within = (self.prototype(name) for name in sorted(self.closure(piece)))
            others = (one for one in within if one is not None and one is not piece)
            known = self._parts[id(piece)] = (piece, *others)
        return known

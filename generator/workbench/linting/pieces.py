"""Pieces with their prototypes put in, as they come into play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from generator.vassal.traits import Trait
from generator.workbench.linting.survey import Piece, Survey

USES = "prototype;"

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A trait in the definition that holds it."""

    piece: Piece
    at: int

    @property
    def trait(self) -> Trait:
        """The trait itself."""
        return self.piece.chain[self.at]


class Assembly:
    """Which definitions make up each piece."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self._closures: dict[str, frozenset[str]] = {}

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

    def parts(self, piece: Piece) -> Iterator[Piece]:
        """The definition itself and every prototype in it."""
        yield piece
        for name in sorted(self.closure(piece)):
            prototype = self.prototype(name)
            if prototype is not None and prototype is not piece:
                yield prototype

    def users(self) -> Mapping[str, tuple[Piece, ...]]:
        """For each prototype the pieces it is in."""
        found: dict[str, list[Piece]] = {}
        for piece in self.whole:
            for name in self.closure(piece):
                found.setdefault(name, []).append(piece)
        return {name: tuple(pieces) for name, pieces in found.items()}

    def gathered(self, piece: Piece, of: Callable[[Piece], T]) -> Iterator[T]:
        """What each definition of a piece gives."""
        for part in self.parts(piece):
            yield of(part)

"""What a lint has to say: one finding a trouble, with every place where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from enum import StrEnum

from generator.light import dataclass
from generator.vassal import chains
from generator.vassal.documents import Element
from generator.vassal.traits import Trait
from generator.workbench.opened import path_of

SHOWN = 8
"""So many places of one finding are named; the others are counted."""


class Severity(StrEnum):
    """How much a finding matters, gravest first."""

    ERROR = "error"
    """VASSAL fails there, or visibly does not do what it should."""
    WARNING = "warning"
    """It hardly does what was meant."""
    INFO = "info"
    """Worth knowing."""

    @property
    def rank(self) -> int:
        """0 for the gravest."""
        return list(Severity).index(self)


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """Where something stands: a component, or a field of it, or of a trait of its piece."""

    element: Element
    trait: Trait | None = None
    at: int = -1
    """Number of the trait in its chain, from 0, outermost first."""
    field: str = ""
    """The attribute, or the trait's field."""
    column: int = -1
    """Character of the field, from 0; -1 for the whole field."""

    def within(self, field: str, column: int = -1) -> Spot:
        """A field of what stands here."""
        return Spot(self.element, self.trait, self.at, field, column)

    def place(self, member: str) -> Place:
        """The spot as it is shown to people."""
        return Place(
            member,
            self.element.line,
            path_of(self.element),
            chains.label(self.trait) if self.trait is not None else "",
            self.at,
            self.field,
            self.column + 1,
        )


@dataclass(frozen=True, slots=True)
class Place:
    """A place as it is shown to people."""

    member: str
    """The member of the archive, or the file of an unpacked module; empty: the module as such."""
    line: int = 0
    """From 1; 0 where none can be named."""
    path: str = ""
    """The component, with those it stands in."""
    trait: str = ""
    """The trait of the component's piece."""
    trait_number: int = -1
    """Its number in the chain, from 0, outermost first; -1 for none."""
    field: str = ""
    """The attribute, or the trait's field."""
    column: int = 0
    """Character of that field, from 1; 0: the whole field."""
    is_file: bool = False
    """Whether ``member`` is a file by itself, not a member of an archive."""
    line_column: int = 0
    """Character of the line, from 1; 0 where none is reported."""

    def __str__(self) -> str:
        inside = ", ".join(part for part in (self.trait, self.field) if part)
        if self.column:
            inside += f" at character {self.column}"
        where = f"{self.member}:{self.line}" if self.line else self.member
        if self.line_column:
            where += f":{self.line_column}"
        said = f"{self.path} ({inside})" if inside and self.path else self.path or inside
        return f"{where}: {said}" if said else where


@dataclass(frozen=True, slots=True)
class Finding:
    """One trouble."""

    code: str
    """As in `codes.CODES`; stable from release to release."""
    severity: Severity
    message: str
    """What is wrong, with the names it is about."""
    fix: str
    """What to do."""
    places: tuple[Place, ...] = ()
    """Where; the first `SHOWN` of them."""
    count: int = 1
    """At how many places."""
    size: int = field(default=0, compare=False)
    """Bytes that would be won."""
    details: tuple[str, ...] = ()
    """A line for each of several things that are reported as one finding."""

    @property
    def calls_for_attention(self) -> bool:
        """Whether one such finding makes the exit status 1."""
        return self.severity is not Severity.INFO


@dataclass(frozen=True, slots=True)
class Trouble:
    """A finding as a check states it, before its places are reported."""

    code: str
    message: str
    fix: str
    spots: Sequence[Spot | Place] = ()
    count: int = 0
    """0: as many as there are spots."""
    size: int = 0
    milder: bool = False
    """Whether it is one degree less grave than its code says."""
    details: tuple[str, ...] = ()
    """See `Finding.details`."""

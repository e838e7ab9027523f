"""Properties: read and never set, set and never read, set where VASSAL knows none of the name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from generator.workbench.linting import property_names
from generator.workbench.linting.findings import Spot, Trouble
from generator.workbench.linting.hints import Hints, plain
from generator.workbench.linting.property_names import GIVEN, is_asked_for, is_given, meant
from generator.workbench.linting.reading import ANY, fits, pattern_of, reads, shown
from generator.workbench.linting.survey import Owner, Survey, Use

_TEXTS = ("expr", "match", "lookup", "fmt", "property")
_SET_GLOBAL = "setprop;"
_HELD = ("mark;", "PROP;", "calcProp;")
"""Traits that are there to hold a property and nothing else."""
_GLOBAL = "VASSAL.build.module.properties.GlobalProperty"


class Names:
    """Every property of a module: who sets it, who reads it."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.set: dict[str, list[Use]] = {}
        """By name: what gives the property a value, or the property itself."""
        self.set_patterns: set[str] = set()
        """Names that are set and only partly known."""
        self.brought: set[str] = set()
        """Names that traits and components bring along."""
        self.read: dict[str, list[tuple[Use, int, bool]]] = {}
        """By name: the use, the column, whether it is surely a property's name."""
        self.read_patterns: set[str] = set()
        self._gather()

    def _gather(self) -> None:
        survey = self.survey
        for use in survey.all_uses():
            kind = use.part.kind
            if kind in ("def[property]", "sets[property]"):
                name = pattern_of(use.part)
                if ANY in name:
                    self.set_patterns.add(name)
                elif name:
                    self.set.setdefault(name, []).append(use)
            if kind in _TEXTS or kind.startswith(("fmt[", "sets[")):
                self._note_reads(use)
            if kind == "fmt[property]":
                name = pattern_of(use.part)
                self._note_read(name, use, 0, True)
        for owner in survey.owners:
            if owner.trait is not None:
                self.brought.update(property_names.brought_by_trait(owner.trait))
        for element in survey.elements(foreign=True):
            self.brought.update(property_names.brought_by_component(element))

    def _note_reads(self, use: Use) -> None:
        trait = use.owner.trait
        in_report = trait is not None and trait.id == "report;"
        for read in reads(use.part):
            self._note_read(meant(read.name, in_report), use, read.at, read.sure)

    def _note_read(self, name: str, use: Use, at: int, sure: bool) -> None:
        if ANY in name:
            self.read_patterns.add(name)
        elif name:
            self.read.setdefault(name, []).append((use, at, sure))

    @cached_property
    def known(self) -> frozenset[str]:
        """Every name that has a value somewhere."""
        return frozenset(self.set) | frozenset(self.brought)

    def is_set(self, name: str) -> bool:
        """Whether anything may give a property a value."""
        return (
            is_given(name)
            or name in self.known
            or any(fits(pattern, name) for pattern in self.set_patterns)
            or self.survey.in_code(name)
        )

    def is_read(self, name: str) -> bool:
        """Whether anything may ask for a property."""
        return (
            name in self.read
            or is_asked_for(name)
            or any(fits(pattern, name) for pattern in self.read_patterns)
            or self.survey.in_code(name)
        )


def check(survey: Survey) -> Iterator[Trouble]:
    """Every finding about properties."""
    names = Names(survey)
    if survey.knows_all:
        yield from _never_set(names)
        yield from _no_such_global(names)
    if survey.knows_all:
        yield from _never_read(names)


def _never_set(names: Names) -> Iterator[Trouble]:
    accepted = names.known | GIVEN
    spelt: dict[str, str] = {}
    for name in sorted(accepted):
        spelt.setdefault(plain(name), name)
    for name, uses in names.read.items():
        sure = [(use, at) for use, at, is_sure in uses if is_sure and not use.owner.is_foreign]
        if not sure or names.is_set(name):
            continue
        twin = spelt.get(plain(name)) or next(
            (other for other in sorted(accepted) if is_slip(name, other)), None
        )
        yield Trouble(
            "property.misspelt" if twin else "property.unset",
            f"the property {shown(name)!r} is read, and nothing gives it a value"
            + (f"; did you mean {twin!r}?" if twin else ""),
            "correct the name, or give the property a value by a trait or component",
            _spots(sure),
            sum(use.owner.count for use, _ in sure),
        )


def is_slip(name: str, other: str) -> bool:
    """Whether two names differ by one slip of the hand, in what is not a number."""
    if abs(len(name) - len(other)) > 1 or len(name) < 5:
        return False
    start = 0
    while start < min(len(name), len(other)) and name[start] == other[start]:
        start += 1
    one, two = name[start:], other[start:]
    if any(letter.isdigit() for letter in one[:1] + two[:1]):
        return False
    if len(one) == len(two):
        swapped = one[1:2] + one[:1] == two[:2]
        return one[1:] == two[1:] or (swapped and one[2:] == two[2:])
    longer, shorter = (one, two) if len(one) > len(two) else (two, one)
    # An s at the end makes another word of it.
    return longer[1:] == shorter and longer != "s"


def _spots(uses: list[tuple[Use, int]]) -> list[Spot]:
    return [spot for use, at in uses for spot in use.spots(at)]


def _never_read(names: Names) -> Iterator[Trouble]:
    if any(not pattern.strip(ANY) for pattern in names.read_patterns):
        return  # something reads a property whose name is not known at all: it may be any
    for name, uses in names.set.items():
        own = [use for use in uses if not use.owner.is_foreign and _is_for_reading(use)]
        if not own or is_given(name) or names.is_read(name):
            continue
        yield Trouble(
            "property.unread",
            f"the property {name!r} has a value, and nothing in the module reads it",
            "take it out, unless it is there for players or extensions",
            [spot for use in own for spot in use.spots()],
            sum(use.owner.count for use in own),
        )


def _is_for_reading(use: Use) -> bool:
    """Whether something that nothing reads has no other end: a label or a turn is seen."""
    trait = use.owner.trait
    if trait is not None:
        return trait.id in _HELD
    return use.owner.spots[0].element.tag == _GLOBAL


def _no_such_global(names: Names) -> Iterator[Trouble]:
    """Set Global Property traits whose property no component declares: VASSAL complains."""
    survey = names.survey
    declared = _declared(names)
    found: dict[str, list[Owner]] = {}
    for use in survey.uses("sets[property]", foreign=False):
        trait = use.owner.trait
        if trait is None or trait.id != _SET_GLOBAL or use.field != "key":
            continue
        name = pattern_of(use.part)
        known = any(fits(name, one) for one in declared) if ANY in name else name in declared
        if name and not known and not survey.in_code(name):
            found.setdefault(shown(name), []).append(use.owner)
    hints = Hints(declared)
    for name, owners in found.items():
        yield Trouble(
            "property.no-global",
            f"a global property {name!r} is set that no component declares" + hints.of(name),
            "add a Global Property of that name to the module, map or zone, or correct the name",
            [spot.within("key") for owner in owners for spot in owner.spots],
            sum(owner.count for owner in owners),
        )


def _declared(names: Names) -> frozenset[str]:
    """The names of global properties: of components, not of pieces."""
    found: set[str] = set()
    for name, uses in names.set.items():
        if any(use.owner.trait is None for use in uses):
            found.add(name)
    for element in names.survey.elements(foreign=True):
        found.update(property_names.brought_by_component(element))
    return frozenset(found)

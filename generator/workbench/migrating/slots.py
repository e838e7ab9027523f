"""What a module makes pieces from, by the number each piece remembers: slots, and traits that
place or replace (``VASSAL.build.GpIdChecker``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from generator.light import dataclass
from generator.vassal.chains import settled
from generator.vassal.documents import Element
from generator.vassal.prototypes import Chain, Prototypes
from generator.vassal.records import PieceDefinition, Step
from generator.vassal.traits import Trait
from generator.workbench.opened import Definition, OpenModule, name_of

_MAKERS = ("placemark;", "replace;")
_DEEPEST = 20
"""Markers whose own traits place markers: so many levels are looked into."""


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A definition that pieces in play were made from."""

    gpid: str
    name: str
    chain: Chain
    """Its traits with those of its prototypes, outermost first."""
    element: Element | None
    """The slot; ``None`` for one that stands in a trait."""

    @property
    def settled(self) -> tuple[tuple[str, ...], ...]:
        """What it says, whichever VASSAL wrote it: fields left out are as VASSAL takes them, the
        numbers of named keys do not count."""
        return tuple(_settled(part) for part in self.chain)


@dataclass(slots=True)
class Slots:
    """The definitions of a module."""

    by_gpid: dict[str, list[Source]] = field(default_factory=dict)
    by_element: dict[int, Source] = field(default_factory=dict)
    by_name: dict[str, list[Source]] = field(default_factory=dict)
    """One for each number that goes with the name."""

    def of(self, gpid: str, name: str = "") -> Source | None:
        """The definition of that number; of several the one with this name, else the first."""
        found = self.by_gpid.get(gpid, [])
        return next((one for one in found if one.name == name), found[0] if found else None)

    def only(self, name: str) -> Source | None:
        """The definition of that name, if there is one and no other."""
        found = self.by_name.get(name, []) if name else []
        return found[0] if len(found) == 1 else None

    def note(self, source: Source) -> None:
        """Take a definition in."""
        if source.element is not None:
            self.by_element[id(source.element)] = source
        if source.gpid:
            self.by_gpid.setdefault(source.gpid, []).append(source)
        named = self.by_name.setdefault(source.name, [])
        if source.element is not None or source.gpid not in {one.gpid for one in named}:
            named.append(source)


def slots_of(module: OpenModule) -> Slots:
    """Every definition of a module that a piece can come from."""
    prototypes = module.prototypes()
    found = Slots()
    for definition in module.definitions():
        chain = definition.chain
        if not chain:
            continue
        if not definition.is_prototype:
            gpid = definition.element.get("gpid")
            expanded = prototypes.expanded(chain) or chain
            found.note(Source(gpid, _called(expanded, definition), expanded, definition.element))
        for source in _made(chain, prototypes, module.root, 0):
            if source.gpid:
                found.note(source)
    return found


def _called(chain: Chain, definition: Definition) -> str:
    basic = chain[-1]
    return (basic.text("commonName") if basic.id == "piece;" else "") or definition.name


def _made(chain: Chain, prototypes: Prototypes, root: Element, depth: int) -> Iterator[Source]:
    """The pieces that traits of a chain make, with those that these make in turn."""
    for part in chain:
        if part.id not in _MAKERS or depth > _DEEPEST:
            continue
        inner = _inline(part)
        if inner:
            expanded = prototypes.expanded(inner) or inner
            basic = expanded[-1]
            name = basic.text("commonName") if basic.id == "piece;" else ""
            yield Source(part.text("gpId"), name, expanded, None)
            yield from _made(inner, prototypes, root, depth + 1)
            continue
        slot = _slot_of(part, root)
        if slot is not None and (chain := Definition(slot).chain):
            expanded = prototypes.expanded(chain) or chain
            yield Source(part.text("gpId"), _called(expanded, Definition(slot)), expanded, None)


def _inline(part: Trait) -> Chain:
    for name in ("markerText", "markerSpec"):
        found = part[name]
        if isinstance(found, PieceDefinition):
            return found.traits
    return ()


def _slot_of(part: Trait, root: Element) -> Element | None:
    """The slot that a trait names by the way to it (``ComponentPathBuilder``)."""
    way = part["markerSpec"]
    if not isinstance(way, tuple):
        return None
    here: Element | None = root
    for step in way:
        if here is None or not isinstance(step, Step):
            return None
        near = [child for child in here.children if child.tag == step.cls]
        here = next((child for child in near if name_of(child) == (step.name or "")), None)
    return here


def _settled(part: Trait) -> tuple[str, ...]:
    if part.form is None or part.verbatim is not None:
        return (settled(part.type), part.state if part.form is None else "")
    texts = [*part.values]
    for row in part.form.fields[len(texts) :]:
        if row.kind == "many":
            break
        texts.append(row.absent)
    while texts and not texts[-1]:
        texts.pop()
    said = (part.id, *(settled(text) for text in texts))
    # What a marker says is its definition, though it stands in the state.
    return (*said, part.state) if part.id == "mark;" else said


def gpid_in(state: str) -> str:
    """The number a Basic Piece's state remembers."""
    from generator.vassal import sequences

    tokens = sequences.decode(state, ";")
    return tokens[3] if len(tokens) > 3 else ""


def pairs_by_element(
    old: Slots, new: Slots, new_of: Mapping[Element, Element]
) -> dict[int, Source]:
    """For each old slot that the new module still has: the new one."""
    found = {}
    for source in old.by_element.values():
        assert source.element is not None
        partner = new_of.get(source.element)
        if partner is not None and id(partner) in new.by_element:
            found[id(source.element)] = new.by_element[id(partner)]
    return found

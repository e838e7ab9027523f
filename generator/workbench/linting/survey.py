"""What a module holds and names, gathered in one pass for all checks.

A big module has 38,000 pieces whose traits are mostly the same: each trait is taken apart once,
and keeps the places where it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import cached_property, lru_cache
from typing import Final

from generator.light import dataclass
from generator.vassal import commands, components, images, traits
from generator.vassal.commands import AddPiece
from generator.vassal.documents import Element
from generator.vassal.kinds import Part
from generator.vassal.traits import BASIC, Form, Trait
from generator.workbench.linting.findings import SHOWN, Spot
from generator.workbench.linting.switches import is_idle_in_component, is_idle_in_trait
from generator.workbench.opened import DEFINITIONS, PROTOTYPE, Definition, OpenModule

MODULE: Final = "VASSAL.build.module."
MAP: Final = MODULE + "Map"
MARKERS: Final = ("placemark;", "replace;")
"""Traits that hold the definition of another piece."""
_STATE_MATTERS: Final = ("label;", "mark;", "PROP;", "propertysheet;")
"""Traits whose state names or holds something: it is a part of what the trait says."""
_NESTED: Final = 8
"""Deepest nesting of pieces within Place Marker traits that is looked into."""


@dataclass(slots=True, eq=False)
class Owner:
    """A trait as it is written, or a component, with the places where it stands."""

    trait: Trait | None
    spots: list[Spot] = field(default_factory=list)
    """The first of them."""
    count: int = 0
    is_foreign: bool = False
    """Whether it stands in the module that an extension adds to, and nowhere in the extension."""

    def stands(self, spot: Spot) -> None:
        """Note another place."""
        self.count += 1
        if len(self.spots) < SHOWN:
            self.spots.append(spot)


@dataclass(frozen=True, slots=True, eq=False)
class Use:
    """One of the smallest texts of a trait or component that says something about others."""

    part: Part
    owner: Owner

    @property
    def text(self) -> str:
        """The text itself."""
        return self.part.text

    @property
    def field(self) -> str:
        """The attribute or field that it stands in."""
        return self.part.path[0]

    def spots(self, column: int = -1) -> list[Spot]:
        """Where it stands."""
        return [spot.within(self.field, column) for spot in self.owner.spots]


@dataclass(slots=True, eq=False)
class Piece:
    """A definition: of a piece, a card, a prototype, or one inside a Place Marker trait."""

    element: Element
    chain: tuple[Trait, ...]
    is_prototype: bool
    within: int = -1
    """For one inside a trait: that trait's number."""
    is_foreign: bool = False

    @property
    def name(self) -> str:
        """As in the palette; of a prototype, its name."""
        return Definition(self.element).name

    def spot(self, at: int = -1, field: str = "") -> Spot:
        """One of its traits as a place."""
        trait = self.chain[at] if at >= 0 else None
        return Spot(self.element, trait, self.within if self.within >= 0 else at, field)


class Survey:
    """A module or extension, and for an extension the module it adds to where it is given."""

    def __init__(self, module: OpenModule, base: OpenModule | None = None) -> None:
        self.module = module
        self.base = base
        self.owners: list[Owner] = []
        self.components: list[Owner] = []
        """One for each component; `Owner.spots` has one entry."""
        self.pieces: list[Piece] = []
        """Every definition, prototypes too, in document order."""
        self.broken: list[tuple[Element, str]] = []
        """Definitions that are none, and why."""
        self._traits: dict[tuple[str, str], Owner] = {}
        self._uses: dict[str, list[Use]] = {}
        self._sizes: dict[str, tuple[int, int] | None] = {}
        self._read(module, is_foreign=False)
        if base is not None:
            self._read(base, is_foreign=True)
        self._gather_traits()

    # --- What is asked of it ----------------------------------------------------------

    @property
    def knows_all(self) -> bool:
        """Whether what is not found here is nowhere: not so for an extension without its module."""
        return not self.module.is_extension or self.base is not None

    def uses(self, *kinds_wanted: str, foreign: bool = True) -> Iterator[Use]:
        """The texts of some kinds, such as ``image`` or ``def[deck]``."""
        for kind in kinds_wanted:
            for use in self._uses.get(kind, ()):
                if foreign or not use.owner.is_foreign:
                    yield use

    def all_uses(self) -> Iterator[Use]:
        """Every text that says something, the base module's too."""
        for found in self._uses.values():
            yield from found

    def by_text(
        self, *kinds_wanted: str, foreign: bool = False, blank: bool = False
    ) -> Mapping[str, list[Use]]:
        """The uses of some kinds by what they say, in the order they are met.

        What is nothing but blanks is left out unless asked for.
        """
        found: dict[str, list[Use]] = {}
        for use in self.uses(*kinds_wanted, foreign=foreign):
            if blank or use.text.strip():
                found.setdefault(use.text, []).append(use)
        return found

    def elements(self, *tags: str, foreign: bool = False) -> Iterator[Element]:
        """The components of some classes and of those that extend them, in document order.

        All of them when no class is named.
        """
        for owner in self.components:
            if owner.is_foreign and not foreign:
                continue
            element = owner.spots[0].element
            if not tags or is_a(element, *tags):
                yield element

    @cached_property
    def _own(self) -> frozenset[Element]:
        return frozenset(self.elements())

    def is_own(self, element: Element) -> bool:
        """Whether a component is the module's own, not its base's."""
        return element in self._own

    @cached_property
    def prototypes(self) -> Mapping[str, list[Piece]]:
        """Every prototype by its name; VASSAL takes the last of several."""
        found: dict[str, list[Piece]] = {}
        for piece in self.pieces:
            if piece.is_prototype:
                found.setdefault(piece.name, []).append(piece)
        return found

    @cached_property
    def members(self) -> frozenset[str]:
        """Every member of the archives."""
        names = set(self.module.members)
        if self.base is not None:
            names.update(self.base.members)
        return frozenset(names)

    @property
    def is_bare(self) -> bool:
        """Whether there is a buildFile and nothing beside it."""
        return len(self.module.members) < 2

    @cached_property
    def code(self) -> bytes:
        """The Java classes the module brings, one after the other."""
        held = [self.module.members, self.base.members if self.base is not None else {}]
        return b"\n".join(
            members[name] for members in held for name in members if name.endswith(".class")
        )

    @cached_property
    def brings_classes(self) -> bool:
        """Whether the module has Java classes of its own."""
        return any(name.endswith(".class") for name in self.members)

    def picture_size(self, member: str) -> tuple[int, int] | None:
        """Pixels of a picture in the archives; `None` where there is none, or none is reported."""
        if member not in self._sizes:
            held = next(
                (
                    module.members[member]
                    for module in (self.module, self.base)
                    if module is not None and member in module.members
                ),
                None,
            )
            self._sizes[member] = images.size(held) if held is not None else None
        return self._sizes[member]

    def in_code(self, text: str) -> bool:
        """Whether the module's own Java classes hold a text."""
        return bool(self.code) and bool(text) and text.encode() in self.code

    # --- Reading ----------------------------------------------------------------------

    def _read(self, module: OpenModule, is_foreign: bool) -> None:
        for element in module.root.iter():
            owner = Owner(None, [Spot(element)], 1, is_foreign)
            self.components.append(owner)
            self._note(component_parts(element), owner)
            if element.tag in DEFINITIONS:
                self._read_definition(element, is_foreign)

    def _read_definition(self, element: Element, is_foreign: bool) -> None:
        chain = Definition(element).chain
        why = ""
        if not chain and element.text:
            why = "its text is no piece"
        elif chain and chain[-1].id != BASIC and chain[-1].form is not None:
            why = "no Basic Piece is at its core; were TABs in its text made blanks?"
        if why and not is_foreign:
            self.broken.append((element, why))
        elif chain and not why:
            self._add(Piece(element, chain, element.tag == PROTOTYPE, -1, is_foreign), 0)

    def _add(self, piece: Piece, depth: int) -> None:
        """Note a definition and those inside its Place Marker traits."""
        self.pieces.append(piece)
        for at, trait in enumerate(piece.chain):
            if trait.id in MARKERS and depth < _NESTED:
                inner = nested(trait)
                if inner:
                    within = piece.within if piece.within >= 0 else at
                    made = Piece(piece.element, inner, False, within, piece.is_foreign)
                    self._add(made, depth + 1)

    def _gather_traits(self) -> None:
        """Note every trait with its places, those that come into play first."""
        for piece in sorted(self.pieces, key=self.is_idle):
            last = len(piece.chain) - 1
            for at, trait in enumerate(piece.chain):
                if piece.is_prototype and at == last:
                    continue  # a prototype's BasicPiece means nothing
                state = trait.state if trait.id in _STATE_MATTERS else ""
                key = (trait.type, state)
                owner = self._traits.get(key)
                if owner is None:
                    owner = Owner(trait, is_foreign=piece.is_foreign)
                    self._traits[key] = owner
                    self.owners.append(owner)
                if not piece.is_foreign and owner.is_foreign:
                    owner.is_foreign = False
                    owner.spots.clear()
                    owner.count = 0
                if piece.is_foreign is owner.is_foreign:
                    owner.stands(piece.spot(at))
        for owner in self.owners:
            if owner.trait is not None:
                self._note(trait_parts(owner.trait), owner)

    @cached_property
    def idle(self) -> frozenset[Element]:
        """The prototypes that no piece uses, nor any prototype that one does."""
        if not self.knows_all:
            return frozenset()
        used: set[str] = set()
        waiting = [piece for piece in self.pieces if not piece.is_prototype and piece.within < 0]
        while waiting:
            piece = waiting.pop()
            for trait in piece.chain:
                if trait.id == "prototype;" and trait.text("prototypeName") not in used:
                    used.add(trait.text("prototypeName"))
                    waiting += self.prototypes.get(trait.text("prototypeName"), ())
                elif trait.id in MARKERS and (inner := nested(trait)):
                    waiting.append(Piece(piece.element, inner, False))
        return frozenset(
            piece.element
            for name, pieces in self.prototypes.items()
            if name not in used
            for piece in pieces
        )

    def is_idle(self, piece: Piece) -> bool:
        """Whether a definition never comes into play."""
        return piece.element in self.idle

    def _note(self, parts: Iterable[Part], owner: Owner) -> None:
        for part in parts:
            self._uses.setdefault(part.kind, []).append(Use(part, owner))


def is_a(element: Element, *tags: str) -> bool:
    """Whether a component is of one of some classes, or extends one."""
    if element.tag in tags:
        return True
    known = components.table().get(element.tag)
    return known is not None and not known.ancestors.isdisjoint(tags)


def nested(trait: Trait) -> tuple[Trait, ...]:
    """The piece that a Place Marker or Replace trait holds; none where it names one."""
    text = trait.text("markerText")
    if not text.startswith("+/"):
        return ()
    found = commands.decode(text)
    return traits.read_piece(found.type, found.state) if isinstance(found, AddPiece) else ()


# --- Taking apart -----------------------------------------------------------------------

_SILENT: Final = frozenset(
    ("str", "int", "float", "bool", "color", "choice", "note", "char", "letters", "pieceid")
)
"""Kinds that say nothing about anything else."""


def trait_parts(trait: Trait) -> tuple[Part, ...]:
    """The smallest texts of a trait that say something about others."""
    return _trait_parts(trait.form, trait.values, trait.state) if trait.form is not None else ()


@lru_cache(maxsize=100_000)
def _trait_parts(form: Form, values: tuple[str, ...], state: str) -> tuple[Part, ...]:
    return tuple(
        part
        for part in Trait(form, values, state).parts()
        if part.kind not in _SILENT
        and part.text
        and part.path[0] != "markerText"
        and (form.id in _STATE_MATTERS or not part.path[0].startswith("state."))
        and not is_idle_in_trait(Trait(form, values), part)
    )


def component_parts(element: Element) -> Iterator[Part]:
    """The smallest texts of a component's attributes that say something about others."""
    for part in components.parts(element.tag, element.attributes):
        if part.kind not in _SILENT and part.text and not is_idle_in_component(element, part):
            yield part

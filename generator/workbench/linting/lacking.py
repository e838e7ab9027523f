"""Expressions that need a property of pieces that have not got it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from generator.counting import first_of
from generator.vassal import components, expressions, functions
from generator.vassal.documents import Element
from generator.vassal.expression_trees import Call, Literal, walk
from generator.vassal.expressions import ExpressionError
from generator.vassal.traits import Trait
from generator.workbench.linting import property_names
from generator.workbench.linting.demands import YES_OR_NO, Demand, demands
from generator.workbench.linting.findings import Trouble
from generator.workbench.linting.pieces import Assembly
from generator.workbench.linting.properties import Names
from generator.workbench.linting.reading import ANY, fits, pattern_of
from generator.workbench.linting.survey import Piece, Survey, Use, is_a
from generator.workbench.opened import DEFINITIONS

_OTHERS: Final = ("propertiesFilter", "propertyFilter", "clearMatchingFilter")
"""Conditions of traits that are asked of other pieces."""
_OF_PIECES: Final = (
    "filter",
    "include",
    "propertyFilter",
    "match",
    "counterReportFormat",
    "leafFormat",
    "sortFormat",
    "moveWithinFormat",
    "moveToFormat",
    "createFormat",
)
"""What components ask of pieces; all else they ask of the module."""
_HERE: Final = ("locCommand;",)
"""Its condition is asked of places, not of pieces."""
_OF_CARDS: Final = ("restrictExpression", "countExpressions", "selectDisplayProperty",
                    "selectSortProperty")  # fmt: skip
_DECK_COMMAND: Final = "VASSAL.build.module.map.DeckGlobalKeyCommand"
_TURN: Final = "VASSAL.build.module.turn.TurnGlobalHotkey"
_GLOBAL: Final = "VASSAL.build.module.properties.GlobalProperty"
_STACKS: Final = "every stack"
_INVENTORY: Final = "VASSAL.build.module.Inventory"
_HELD: Final = "PROP;"
_NAMED: Final = {"piece;": "commonName", "basicName;": "name"}
"""What gives a piece its name, and in which field."""


def check(survey: Survey) -> Iterator[Trouble]:
    """Every finding about properties that are needed and may be lacking."""
    if survey.knows_all:
        yield from _Search(survey).troubles()


class _Search:
    """The pieces of a module with the properties each of them has."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.assembly = Assembly(survey)
        self.names = Names(survey)
        self._of_definition: dict[int, Mapping[str, str | None]] = {}
        self._of_piece: dict[int, Mapping[str, str | None]] = {}

    def troubles(self) -> Iterator[Trouble]:
        """One for each text and each property that it needs."""
        found: dict[tuple[str, str], list[tuple[Use, Demand, Sequence[str]]]] = {}
        for use in self.survey.all_uses():
            if use.owner.is_foreign or not expressions.is_braced(use.text):
                continue
            for demand, asked in self._asked(use):
                if self._is_always_set(demand.name):
                    continue
                lacking = [one.name for one in asked if self._lacks(one, demand)]
                if _asks_stacks(use) and demand.is_reached(dict.fromkeys(demand.names, "")):
                    lacking.append(_STACKS)
                if lacking:
                    key = (use.text, demand.name)
                    found.setdefault(key, []).append((use, demand, lacking))
        for (_, name), rows in found.items():
            yield self._trouble(name, rows)

    def _trouble(self, name: str, rows: list[tuple[Use, Demand, Sequence[str]]]) -> Trouble:
        wanted = rows[0][1].wanted
        pieces = list(dict.fromkeys(name for _, _, lacking in rows for name in lacking))
        shown = first_of(pieces, 3)
        mend = f"{name} == true or {name} != true"
        if wanted != YES_OR_NO:
            mend = f'{name} != "" before it'
        return Trouble(
            "property.lacking",
            f"the property {name!r} must be {wanted} here, and is empty in {len(pieces)}"
            f" {'piece' if len(pieces) == 1 else 'pieces'}: {shown}",
            f"write {mend}, which VASSAL can read of an empty property too",
            [spot for use, demand, _ in rows for spot in use.spots(demand.at)],
            sum(use.owner.count for use, _, _ in rows),
        )

    # --- Who is asked ----------------------------------------------------------------

    def _asked(self, use: Use) -> Iterator[tuple[Demand, Sequence[Piece]]]:
        """The demands of a text with the pieces they are made of."""
        others = self.assembly.whole
        trait = use.owner.trait
        if trait is not None:
            elsewhere = use.field in _OTHERS and trait.id not in _HERE
            asked = others if elsewhere else self._carriers.get(id(use.owner), ())
        else:
            element = use.owner.spots[0].element
            asked = self._asked_by(element, use.field)
        if "$" not in use.text:  # what VASSAL puts for $...$ may mend or break it
            yield from ((one, asked) for one in demands(use.text))
            yield from ((one, others) for one in _in_conditions(use.text))

    def _asked_by(self, element: Element, field: str) -> Sequence[Piece]:
        if field in _OF_CARDS or is_a(element, _DECK_COMMAND):
            deck = element if field in _OF_CARDS else element.parent
            cards = frozenset(deck.iter(*DEFINITIONS)) if deck is not None else frozenset()
            return [one for one in self.assembly.whole if one.element in cards]
        if field in _OF_PIECES and not is_a(element, _TURN):
            return self.assembly.whole
        return ()

    @cached_property
    def _carriers(self) -> Mapping[int, Sequence[Piece]]:
        """The pieces that carry a trait, in a prototype or themselves; by its owner."""
        owners = {(one.trait.type, one.trait.state): one for one in self.survey.owners if one.trait}
        by_type = {one.trait.type: one for one in self.survey.owners if one.trait}
        found: dict[int, list[Piece]] = {}
        for piece in self.assembly.whole:
            held: set[int] = set()
            for part in self.assembly.parts(piece):
                for trait in part.chain:
                    owner = owners.get((trait.type, trait.state)) or by_type.get(trait.type)
                    held.add(id(owner))
            for number in held:
                found.setdefault(number, []).append(piece)
        return found

    # --- What a piece has ------------------------------------------------------------

    def _lacks(self, piece: Piece, demand: Demand) -> bool:
        held = self._properties(piece)
        if held.get(demand.name, "") != "":
            return False
        known = {name: self._known(name, held) for name in (*demand.names, demand.name)}
        return demand.is_reached(known)

    def _known(self, name: str, held: Mapping[str, str | None]) -> str | None:
        if name in held:
            return held[name]
        return None if self._is_always_set(name) else ""

    def _properties(self, piece: Piece) -> Mapping[str, str | None]:
        """What a piece begins with: the texts, `None` for one that is known only in play."""
        known = self._of_piece.get(id(piece))
        if known is None:
            known = {}
            for part in reversed(self.assembly.parts(piece)):
                known = {**known, **self._of_part(part)}
            self._of_piece[id(piece)] = known
        return known

    def _of_part(self, part: Piece) -> Mapping[str, str | None]:
        known = self._of_definition.get(id(part))
        if known is None:
            known = self._of_definition[id(part)] = {
                name: value for trait in reversed(part.chain) for name, value in _given_by(trait)
            }
        return known

    def _is_always_set(self, name: str) -> bool:
        """Whether a name has a value wherever it is asked for, or nobody can say."""
        if property_names.needs_trait(name):
            return False
        return (
            property_names.is_given(name)
            or name in self._global
            or name not in self.names.known  # told by another finding, or set in play only
            or any(fits(pattern, name) for pattern in self.names.set_patterns)
            or self.survey.in_code(name)
        )

    @cached_property
    def _global(self) -> frozenset[str]:
        """Properties of components, which are there for every piece; not those that begin empty."""
        found: set[str] = set()
        for name, uses in self.names.set.items():
            for use in uses:
                if use.owner.trait is None and not _begins_empty(use.owner.spots[0].element):
                    found.add(name)
        for element in self.survey.elements(foreign=True):
            found.update(property_names.brought_by_component(element))
        return frozenset(found)


def _asks_stacks(use: Use) -> bool:
    """Whether VASSAL asks its stacks as well, which have no property at all (``Inventory``)."""
    if use.owner.trait is not None or use.field != "include":
        return False
    return is_a(use.owner.spots[0].element, _INVENTORY)


def _begins_empty(element: Element) -> bool:
    known = components.table().get(_GLOBAL)
    default = known.attributes["initialValue"].default if known is not None else ""
    return element.tag == _GLOBAL and not element.get("initialValue", default)


def _given_by(trait: Trait) -> Iterator[tuple[str, str | None]]:
    """The properties of a piece that a trait holds, with what they begin with."""
    if trait.form is None:
        return
    if trait.id in _NAMED:
        yield "BasicName", trait.text(_NAMED[trait.id])
    for name in property_names.of_trait(trait.id):
        yield name, None
    for name in property_names.brought_by_trait(trait):
        yield name, None
    names = [pattern_of(part) for part in trait.parts() if part.kind == "def[property]"]
    values: list[str | None] = [None] * len(names)
    if trait.id == "mark;":
        told = list(trait.state_of("values"))
        values = [*told, *[""] * (len(names) - len(told))]
    elif trait.id == _HELD:
        values = [trait.state or ""]
    yield from (
        (name, value) for name, value in zip(names, values, strict=False) if ANY not in name
    )


def _in_conditions(text: str) -> Iterator[Demand]:
    """The demands of conditions that a text gives to functions such as ``Count``."""
    try:
        tree = expressions.parse(text)
    except ExpressionError:
        return
    for node in walk(tree):
        if not isinstance(node, Call) or node.name not in functions.FUNCTIONS:
            continue
        form = functions.form_for(node.name, len(node.arguments)) or ()
        for meanings, argument in zip(form, node.arguments, strict=False):
            said = (argument.string or "") if isinstance(argument, Literal) else ""
            if "match" in meanings and expressions.is_braced(said):
                for one in demands(said.replace('\\"', '"')):
                    yield Demand(one.name, argument.at, one.wanted, one.guards)

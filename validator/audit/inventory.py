"""The parts of a module that an audit needs: its dice, its pieces, and what can set properties.

They are read from the ``.vmod`` and its extensions; without these an audit finds less.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from generator.errors import BroadsideError
from generator.light import dataclass
from generator.vassal import commands, modules, sequences, traits
from generator.vassal.commands import AddPiece
from generator.vassal.modules import Module
from generator.vassal.prototypes import Prototypes
from generator.vassal.traits import Trait

if TYPE_CHECKING:
    from pathlib import Path

    from generator.vassal.component_trees import TreeElement

_SLOTS = ("VASSAL.build.widget.PieceSlot", "VASSAL.build.widget.CardSlot")
_PROTOTYPE = "VASSAL.build.module.PrototypeDefinition"
_SPECIAL = "VASSAL.build.module.SpecialDiceButton"
_RANDOM_TEXT = "VASSAL.build.module.RandomTextButton"
_DIE, _FACE = "VASSAL.build.module.SpecialDie", "VASSAL.build.module.SpecialDieFace"
_SORTING = "DeckSortKeyCommand"
_SETTERS = ("setprop;", "setpieceprop;")
_MARKER, _PROPERTY = "mark;", "PROP;"
_MARKERS = ("placemark;", "replace;")
_DEEPEST = 8
"""How deep definitions of pieces inside other pieces are read."""
_NAME_OF_ITS_OWN = re.compile(r"[${]")


class InventoryError(BroadsideError):
    """A file named as the module that is none, or is another game's."""


@dataclass(frozen=True, slots=True)
class Button:
    """A dice button of a module."""

    name: str
    count: int
    """The number of dice; 0 if the player is asked."""
    faces: tuple[str, ...]
    """The faces of each die, in order; empty if the player is asked."""
    symbols: bool = False
    """Whether faces are symbols, which results give by their number from 1."""
    each: bool = True
    """Whether the result shows every die, and not a total or only the best dice."""
    in_order: bool = True
    """Whether the dice are in the order of their fall."""

    def allows(self, dice: tuple[int, ...]) -> bool:
        """Whether the button can have thrown these dice."""
        if not self.faces or not self.each:
            return True
        if self.symbols:
            return all(1 <= die <= len(self.faces) for die in dice)
        return all(str(die) in self.faces for die in dice)


Make = tuple[tuple[str, str], ...]
"""The unchangeable parts of a piece: each trait's id, a marker's names and values, a property's
limits."""


def make_of(chain: Sequence[Trait], states: Sequence[str]) -> Make:
    """The `Make` of a piece with these traits in these states."""
    return tuple(
        (
            part.id,
            f"{part.text('keys')}: {state}"
            if part.id == _MARKER
            else f"{part.text('key')}: {part.text('constraints')}"
            if part.id == _PROPERTY
            else "",
        )
        for part, state in zip(chain, states, strict=False)
    )


@dataclass(frozen=True, slots=True)
class Inventory:
    """The parts of a module that an audit needs."""

    name: str
    version: str
    buttons: Mapping[str, Button]
    """Dice buttons by name."""
    makes: Mapping[tuple[str, str], frozenset[Make]]
    """By image and name: the makes of such pieces."""
    slots: frozenset[str]
    """The numbers (gpid) of the slots from which pieces are made."""
    set_by_something: frozenset[str]
    """Properties that some trait or button sets."""
    sets_anything: bool
    """Whether any property may be set, by a trait that names it in an expression or by a custom
    class."""
    sorts_decks: bool
    extensions: tuple[str, ...] = field(default=())

    def may_set(self, name: str) -> bool:
        """Whether anything in the module may set a property; in doubt, yes."""
        return self.sets_anything or name in self.set_by_something


def inventory(parts: Iterable[Module]) -> Inventory:
    """The inventory of a module (the first part) and its extensions."""
    opened = list(parts)
    roots = [part.root for part in opened]
    makes: dict[tuple[str, str], set[Make]] = {}
    slots: set[str] = set()
    named: set[str] = set()
    anything = any(_is_custom(element) for root in roots for element in root.iter())
    prototypes = Prototypes(
        {
            e.get("name") or "": (e.text or "").strip()
            for root in roots
            for e in root.iter(_PROTOTYPE)
        }
    )
    for chain, gpid in _chains(roots):
        basic = chain[-1]
        if basic.id == traits.BASIC:
            named_so = basic.text("imageName"), basic.text("commonName")
            whole = prototypes.expanded(chain)
            makes.setdefault(named_so, set()).add(make_of(whole, [part.state for part in whole]))
        slots.add(gpid)
        named.update(part.text("key") for part in chain if part.id in _SETTERS)
        slots.update(part.text("gpId") for part in chain if part.id in _MARKERS)
        anything = anything or any(part.form is None for part in chain)
    named.update(_set_by_components(roots))
    anything = anything or any(_NAME_OF_ITS_OWN.search(name) for name in named)
    return Inventory(
        opened[0].name,
        opened[0].version,
        {button.name: button for root in roots for button in _buttons(root)},
        {named_so: frozenset(made) for named_so, made in makes.items()},
        frozenset(slots - {""}),
        frozenset(named),
        anything,
        any(str(e.tag).endswith(_SORTING) for root in roots for e in root.iter()),
        tuple(part.name for part in opened[1:]),
    )


def read(paths: Iterable[Path]) -> list[Module]:
    """A module and its extensions.

    Raises `generator.vassal.modules.ModuleError` and other `BroadsideError`s that name the file.
    """
    found = [modules.read(path) for path in paths]
    if not found:
        raise InventoryError("no module was named")
    return found


# --- pieces -----------------------------------------------------------------------------


def _chains(roots: Iterable[TreeElement]) -> Iterator[tuple[tuple[Trait, ...], str]]:
    """The traits and slot number of every piece and prototype, with the pieces inside them."""
    for root in roots:
        for element in root.iter(*_SLOTS, _PROTOTYPE):
            yield from _inside(element.text or "", element.get("gpid") or "", 0)


def _inside(text: str, gpid: str, depth: int) -> Iterator[tuple[tuple[Trait, ...], str]]:
    command = commands.decode(text.strip())
    if not isinstance(command, AddPiece) or depth > _DEEPEST:
        return
    chain = traits.read_piece(command.type, command.state)
    yield chain, gpid
    for part in chain:
        if part.id in _MARKERS:
            yield from _inside(part.text("markerText"), part.text("gpId"), depth + 1)


# --- properties -------------------------------------------------------------------------


def _set_by_components(roots: Iterable[TreeElement]) -> Iterator[str]:
    for root in roots:
        for element in root.iter():
            kind = str(element.tag).rpartition(".")[2]
            if kind == "ChangePropertyButton" or kind.endswith("PropertiesOptionTab"):
                yield from _names(element.getparent())
            elif "ScenarioOption" in kind or "ScenarioProperty" in kind:
                yield from _names(element)


def _is_custom(element: TreeElement) -> bool:
    tag = str(element.tag)
    return "." in tag and not tag.startswith("VASSAL.")


def _names(element: TreeElement | None) -> Iterator[str]:
    if element is not None and element.get("name"):
        yield str(element.get("name"))


# --- dice -------------------------------------------------------------------------------


def _buttons(root: TreeElement) -> Iterator[Button]:
    for element in root.iter():
        name = str(element.get("name") or element.get("label") or "")
        if element.tag == _SPECIAL:
            sizes = {len(list(die.iter(_FACE))) for die in element.iter(_DIE)}
            same = tuple(str(at) for at in range(1, sizes.pop() + 1)) if len(sizes) == 1 else ()
            yield Button(name, sum(1 for _ in element.iter(_DIE)), same, symbols=True)
        elif element.tag == _RANDOM_TEXT:
            faces = tuple(sequences.decode(element.get("faces") or "", ","))
            changed = element.get("numeric") == "true" and _whole(element.get("plus"), 0) != 0
            yield Button(
                name,
                _count(element),
                () if changed else faces,
                each=_each(element),
                in_order=element.get("sortDice") != "true",
            )
        elif element.get("nSides") is not None and element.get("nDice") is not None:
            yield Button(
                name,
                _count(element),
                _numbered(element),
                each=_each(element),
                in_order=element.get("sortDice") != "true",
            )


def _count(element: TreeElement) -> int:
    asked = element.get("prompt") == "true" and element.get("lockDice") != "true"
    return 0 if asked else _whole(element.get("nDice"), 0)


def _numbered(element: TreeElement) -> tuple[str, ...]:
    if element.get("prompt") == "true" and element.get("lockSides") != "true":
        return ()
    plus = _whole(element.get("plus"), 0)
    return tuple(
        str(face + plus) for face in range(1, min(_whole(element.get("nSides"), 0), 1000) + 1)
    )


def _each(element: TreeElement) -> bool:
    """Whether the result shows each die; the total of one die does."""
    alone = _count(element) == 1 and _whole(element.get("addToTotal"), 0) == 0
    total = element.get("reportTotal") == "true" and not alone
    return not total and element.get("keepDice") != "true"


def _whole(text: str | None, otherwise: int) -> int:
    return int(text) if text is not None and re.fullmatch(r"-?\d{1,6}", text) else otherwise

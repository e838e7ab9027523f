"""What else of a module a definition can hold: sides, turns, dice, properties, charts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from generator.definition.measures import NAME
from generator.vassal import sequences
from generator.vassal.documents import Element
from generator.vassal.encodings import is_whole, whole
from generator.workbench.importing import grids, maps, starts
from generator.workbench.importing.carrying import Binding
from generator.workbench.importing.names import Taken, line, place_id, slug
from generator.workbench.importing.pictures import Pictures
from generator.workbench.importing.report import Report
from generator.workbench.opened import (
    CARD_SLOT,
    EXTENSION,
    PIECE_SLOT,
    PROTOTYPE,
    ROOTS,
    name_of,
    title_of,
)

_MODULE = "VASSAL.build.module."
_WIDGET = "VASSAL.build.widget."
_TURN = _MODULE + "turn."
ROSTER = _MODULE + "PlayerRoster"
DICE, SYMBOLIC = _MODULE + "DiceButton", _MODULE + "SpecialDiceButton"
_DIE, _DIE_FACE = _MODULE + "SpecialDie", _MODULE + "SpecialDieFace"
PROPERTY = _MODULE + "properties.GlobalProperty"
CHART = _WIDGET + "Chart"
TRACKER = _TURN + "TurnTracker"
_COLOURS = ("#3a5f8a", "#9a3b32", "#5d7a3a", "#8a6a2a", "#6a4a8a", "#3a7f7a", "#7a3a5d", "#55606f")

_HELD = {
    *ROOTS,
    EXTENSION,
    "VASSAL.build.module.ExtensionElement",
    _MODULE + "map.BoardPicker",
    _MODULE + "map.boardPicker.Board",
    grids.HEX,
    grids.SQUARE,
    grids.REGIONS,
    grids.ZONED,
    grids.REGION,
    grids.ZONE,
    grids.GRIDS + "mapgrid.HexGridNumbering",
    grids.GRIDS + "mapgrid.SquareGridNumbering",
    starts.STACK,
    starts.PILE,
    starts.SETUP,
    PIECE_SLOT,
    CARD_SLOT,
    _MODULE + "PieceWindow",
    _MODULE + "ChartWindow",
    *(
        _WIDGET + name
        for name in ("TabWidget", "ListWidget", "BoxWidget", "PanelWidget", "MapWidget")
    ),
    CHART,
    ROSTER,
    _MODULE + "PrototypesContainer",
    _MODULE + "properties.GlobalProperties",
    _MODULE + "Documentation",
}
"""Components whose content the definition holds, or that are reported by those who read them."""

_TOOLS = """
    BasicCommandEncoder BasicLogger Chatter ConnectionWindow EventLog GameRefresher GlobalOptions
    Inventory KeyNamer NotesWindow ServerConnection properties.GlobalTranslatableMessages
    map.CounterDetailViewer map.Flare map.ForwardToChatter map.ForwardToKeyBuffer map.GlobalMap
    map.HidePiecesButton map.HighlightLastMoved map.ImageSaver map.KeyBufferer map.LOS_Thread
    map.LayeredPieceCollection map.MapCenterer map.MenuDisplayer map.PieceMover map.Scroller
    map.SelectionHighlighters map.StackExpander map.StackMetrics map.TextSaver map.Zoomer
"""
_COMMON = {"VASSAL.i18n.Language", *(_MODULE + name for name in _TOOLS.split())}
"""Tools that nearly every module has; they are counted by their sort."""


def sides_of(
    root: Element, binding: Binding, report: Report
) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """What the module calls its sides -> their ids; the sides as ``game.yaml`` states them."""
    taken = Taken()
    ids: dict[str, str] = {}
    for roster in root.iter(ROSTER):
        for entry in roster.children:
            own = entry.text
            if entry.tag == "entry" and own and own not in ids:
                ids[own] = taken.new(place_id(own, "Side"), " ")
                binding.bind("sides", ids[own], side=own)
                if ids[own] != own:
                    report.change("sides that bear another name", f"{own} (now {ids[own]})")
    if not ids:
        report.change("a side was made up, for a game has one", "Player")
        ids["Player"] = "Player"
    written: list[dict[str, Any]] = [
        {"id": side, "colour": _COLOURS[at % len(_COLOURS)]} for at, side in enumerate(ids.values())
    ]
    return ids, written


def turns_of(
    root: Element, binding: Binding, report: Report
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """How turns are counted, and the steps the tracker stops at."""
    trackers = list(root.iter(TRACKER))
    for other in trackers[1:]:
        report.keep("turn trackers besides the first", other.get("name"))
    if not trackers:
        return {}, []
    (tracker,) = trackers[:1]
    binding.bind("turns", "turns", tracker, tracker=tracker.get("name"))
    levels = [part for part in tracker.children if part.tag.startswith(_TURN)]
    counters = [part for part in levels if part.tag == _TURN + "CounterTurnLevel"]
    turns: dict[str, Any] = {"name": line(tracker.get("name")) or "Turn"}
    if not counters:
        report.keep("turn trackers of another kind", tracker.get("name"))
        return turns, []
    first = counters[0]
    binding.bind("turns", "counter", first, property=first.get("property"))
    if first.get("start"):
        turns["first"] = whole(first.get("start"), 1)
    lists = list(first.iter(_TURN + "ListTurnLevel"))
    for part in tracker.iter():
        if part.tag.startswith(_TURN) and part not in (tracker, first, *lists[:1]):
            report.keep("levels of turn trackers", part.get("name"))
    names = sequences.decode(lists[0].get("list"), ",") if lists and lists[0].get("list") else []
    if names:
        binding.bind("turns", "steps", lists[0], property=lists[0].get("property"))
    taken = Taken()
    steps = [
        {
            "id": taken.new(slug(name, "step")),
            "number": str(number),
            "name": line(name) or "-",
            "tracked": True,
        }
        for number, name in enumerate(names, start=1)
    ]
    return turns, steps


def properties_of(
    root: Element, binding: Binding, report: Report
) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """The module's own numbers: what it calls them -> what the definition does; as written."""
    names: dict[str, str] = {}
    written = []
    for element in root.iter(PROPERTY):
        own = element.get("name")
        lowest, highest = whole(element.get("min"), 0), whole(element.get("max"), 100)
        initial = element.get("initialValue")
        at_module = element.parent is not None and element.parent.parent is root
        numeric = element.get("isNumeric") == "true" and is_whole(initial)
        known = re.fullmatch(NAME, own) and own not in ("Turn", "Step") and own not in names
        if not (at_module and numeric and known and lowest <= int(initial or 0) <= highest):
            report.keep("global properties that are no plain number", own)
            continue
        names[own] = own
        binding.bind("properties", own, element, property=own)
        row: dict[str, Any] = {"name": own, "initial": int(initial)}
        row |= {"least": lowest, "most": highest}
        if line(element.get("description")):
            row["text"] = line(element.get("description"))
        written.append(row)
        for child in element.children:
            report.keep("buttons that change a property", f"{own}: {name_of(child)}")
    return names, written


def dice_of(root: Element, binding: Binding, report: Report) -> list[dict[str, Any]]:
    """Dice buttons."""
    ids, names = Taken(), Taken()
    written = []
    for element in root.iter(DICE, SYMBOLIC):
        own = line(element.get("name")) or line(element.get("text")) or "Dice"
        count, faces = rolled(element)
        if not (1 <= count <= 100 and 2 <= faces <= 1000):
            if element.tag == DICE:
                report.keep("dice buttons of odd dice", own)
            continue
        row: dict[str, Any] = {"id": ids.new(slug(own, "dice")), "name": names.new(own, " ")}
        row |= {"count": count, "sides": faces}
        binding.bind("dice", row["id"], element, button=element.get("name"))
        if line(element.get("tooltip")):
            row["tooltip"] = line(element.get("tooltip"))
        if whole(element.get("plus")) or whole(element.get("addToTotal")):
            report.change("dice buttons that add a number to the roll", own)
        written.append(row)
    return written


def rolled(element: Element) -> tuple[int, int]:
    """How many dice a button rolls, and their sides; none for symbols that are not the numbers
    from 1 on, the same on each die."""
    if element.tag == DICE:
        return whole(element.get("nDice"), 2), whole(element.get("nSides"), 6)
    dice = [die for die in element.children if die.tag == _DIE]
    values = [
        sorted(whole(face.get("value")) for face in die.children if face.tag == _DIE_FACE)
        for die in dice
    ]
    faces = len(values[0]) if values else 0
    ordinary = all(one == list(range(1, faces + 1)) for one in values)
    return (len(dice), faces) if ordinary else (0, 0)


def charts_of(
    root: Element, pictures: Pictures, binding: Binding, report: Report
) -> list[dict[str, Any]]:
    """Charts that are pictures."""
    ids = Taken("sequence")
    written = []
    for element in root.iter(CHART):
        own = line(element.get("chartName")) or line(element.get("fileName"))
        file = pictures.file(element.get("fileName"))
        if file is None:
            report.keep("charts without a picture", own)
            continue
        chart = ids.new(slug(own, "chart"))
        binding.bind("charts", chart, element)
        written.append({"id": chart, "name": own or "Chart", "kind": "image", "image": file})
    return written


def tell_the_rest(root: Element, report: Report) -> None:
    """Every component that the definition has no words for."""
    told = {*_HELD, DICE, PROPERTY, TRACKER}
    for element in _components(root):
        if element.tag in told or maps.is_map(element):
            continue
        if element.tag == SYMBOLIC and all(rolled(element)):
            continue
        if element.tag.startswith((_TURN, _MODULE + "folder.")):
            continue
        if element.parent is not None and element.parent.tag in (PROPERTY, starts.PILE):
            if element.parent.tag == starts.PILE:
                report.keep(
                    "commands of decks", f"{element.parent.get('name')}: {name_of(element)}"
                )
            continue
        if element.tag == PROTOTYPE:
            report.keep("prototypes", name_of(element))
        elif element.tag in _COMMON:
            report.keep("tools of windows and of the module", title_of(element))
        else:
            report.keep(title_of(element), name_of(element))


def _components(root: Element) -> Iterator[Element]:
    return (element for element in root.iter() if "." in element.tag)

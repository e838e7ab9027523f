"""What a module holds, counted sort by sort, so that two can be compared at a glance."""

from __future__ import annotations

from collections import Counter

from generator.vassal.prototypes import Prototypes
from generator.workbench.opened import DEFINITIONS, OpenModule, name_of

_SORTS = {
    "map": ("Map", "PrivateMap", "PlayerHand", "WidgetMap"),
    "board": ("Board",),
    "grid": ("HexGrid", "SquareGrid", "RegionGrid", "ZonedGrid"),
    "grid's names": ("HexGridNumbering", "SquareGridNumbering"),
    "place": ("Region", "Zone"),
    "deck": ("DrawPile",),
    "at-start stack": ("SetupStack",),
    "set-up": ("PredefinedSetup",),
    "chart": ("Chart", "HtmlChart", "MapWidget"),
    "dice": ("DiceButton", "SpecialDiceButton", "InternetDiceButton", "SpecialDieFace"),
    "property": ("GlobalProperty", "ChangePropertyButton"),
    "turns": ("TurnTracker", "CounterTurnLevel", "ListTurnLevel", "TurnGlobalHotkey"),
    "help": ("HelpFile", "BrowserHelpFile", "BrowserPDFFile", "AboutScreen", "Tutorial"),
    "side": ("entry",),
}
_NOT_KEYS = ("piece;", "prototype;", "cmt;")


def counted(module: OpenModule) -> Counter[tuple[str, str]]:
    """(sort, what) -> how many: components by sort and name, all others by their class; pieces by
    number and name; every trait, and every key stroke, of every piece with its prototypes'."""
    found: Counter[tuple[str, str]] = Counter()
    sorts = {tag: sort for sort, tags in _SORTS.items() for tag in tags}
    for element in module.root.iter():
        short = element.tag.rpartition(".")[2]
        name = element.text if element.tag == "entry" else name_of(element)
        if element.tag not in DEFINITIONS:
            found[sorts.get(short, short), name] += 1
    prototypes = module.prototypes()
    for definition in module.definitions():
        sort = "prototype" if definition.is_prototype else "piece"
        gpid = definition.element.get("gpid")
        found[sort, f"{gpid} {definition.name}"] += 1
        found += _of_piece(f"{gpid} {definition.name}", definition.chain, prototypes)
    for member in module.members:
        found["member", member] += 1
    return found


def _of_piece(name: str, chain: tuple, prototypes: Prototypes) -> Counter[tuple[str, str]]:  # type: ignore[type-arg]
    found: Counter[tuple[str, str]] = Counter()
    for part in prototypes.expanded(chain):
        if part.id in _NOT_KEYS:
            continue
        found["trait", f"{name}: {part.id}"] += 1
        for one in part.parts():
            if one.kind == "key" and one.text:
                found["key", f"{name}: {part.id} {one.text}"] += 1
    return found


def differing(one: OpenModule, other: OpenModule) -> list[str]:
    """What the two have not the same number of, a line each."""
    left, right = counted(one), counted(other)
    return [
        f"{sort} {what}: {left[sort, what]} and {right[sort, what]}"
        for sort, what in sorted({*left, *right})
        if left[sort, what] != right[sort, what]
    ]

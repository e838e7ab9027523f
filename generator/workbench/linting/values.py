"""Attributes whose text is not a number, colour or choice, where VASSAL needs one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from generator.vassal import components
from generator.vassal.components import Attribute
from generator.vassal.documents import Element
from generator.workbench.linting.findings import Spot, Trouble
from generator.workbench.linting.survey import MODULE, Survey

_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,10}")
_FLOAT: Final = re.compile(r"\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?[fFdD]?\s*")
_COLOR: Final = re.compile(r"|null|0[xX][0-9a-fA-F]{1,8}|[0-9]{1,3}(,[0-9]{1,3}){2,3}")
_LENIENT: Final = frozenset(
    (
        ("GlobalOptions", "minMaxHeap"),
        ("BoardPicker", "slotWidth"),
        ("BoardPicker", "slotHeight"),
        ("BoardPicker", "slotScale"),
        ("BoardPicker", "maxColumns"),
        ("CounterDetailViewer", "showTerrainX"),
        ("CounterDetailViewer", "showTerrainY"),
        ("NumberScenarioProperty", "initialValue"),
        ("CardSlot", "width"),
        ("CardSlot", "height"),
        ("PieceSlot", "width"),
        ("PieceSlot", "height"),
    )
)
"""Numbers that may be anything: VASSAL does not read them, or does without."""
_PREFERENCES: Final = MODULE + "map.StackMetrics"
_TABLE_ONLY: Final = "ObliqueHexGridNumbering"
_WANTED: Final = {
    "int": ("a whole number", "VASSAL complains and leaves the component out"),
    "float": ("a number", "VASSAL complains and leaves the component out"),
    "color": ("a colour such as 255,0,0", "VASSAL complains and takes black"),
    "bool": ("true or false", "VASSAL takes it for false"),
    "choice": ("a choice", "VASSAL takes another"),
}


def check(survey: Survey) -> Iterator[Trouble]:
    """Every finding about values.

    What VASSAL 3.7.26 does about each was tried out: a component with a number that is none is not
    built at all (``Integer.valueOf``), a colour that is none becomes black.
    """
    found: dict[tuple[str, str, str], list[Element]] = {}
    for element in survey.elements():
        known = components.table().get(element.tag)
        if known is None or element.parent is None or element.tag.endswith(_TABLE_ONLY):
            continue
        for name, text in element.attributes.items():
            attribute = known.attributes.get(name)
            if attribute is None or not attribute.read or _is_value(attribute, text):
                continue
            if (element.tag.rpartition(".")[2], name) not in _LENIENT:
                found.setdefault((element.tag, name, text), []).append(element)
    for (tag, name, text), elements in found.items():
        known = components.table()[tag]
        attribute = known.attributes[name]
        wanted, effect = _WANTED[attribute.kind]
        if attribute.choices:
            wanted = f"one of {', '.join(attribute.choices)}"
        is_number = attribute.kind in ("int", "float") and tag != _PREFERENCES
        yield Trouble(
            "attribute.value",
            f"{name} of a {known.title} is {text!r}, not {wanted}: {effect}",
            f"make it {wanted}",
            [Spot(element, field=name) for element in elements],
            milder=not is_number,
        )


def _is_value(attribute: Attribute, text: str) -> bool:
    match attribute.kind:
        case "int":
            return bool(_INTEGER.fullmatch(text)) and -(1 << 31) <= int(text) < 1 << 31
        case "float":
            return _FLOAT.fullmatch(text) is not None
        case "color":
            levels = text.split(",") if "," in text else []
            return bool(_COLOR.fullmatch(text)) and all(int(level) < 256 for level in levels)
        case "bool":
            return text.lower() in ("true", "false", "")
        case "choice":
            return not text or not attribute.choices or text in attribute.choices
    return True

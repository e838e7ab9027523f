"""Colour spaces and shadings as they stand in a PDF's resources."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.printing.preflight.facts import Family, Paint, Space
from generator.printing.preflight.objects import entry, items, name, number, numbers

GRAY = Space("DeviceGray", "gray", 1)
RGB = Space("DeviceRGB", "rgb", 3)
CMYK = Space("DeviceCMYK", "cmyk", 4)
PATTERN = Space("Pattern", "pattern", 0)
UNKNOWN = Space("unknown", "other", 0)

BLACK = Paint(GRAY, (0.0,))
"""What a page begins with."""

_DEVICE = {
    "DeviceGray": GRAY,
    "G": GRAY,
    "DeviceRGB": RGB,
    "RGB": RGB,
    "DeviceCMYK": CMYK,
    "CMYK": CMYK,
    "Pattern": PATTERN,
}
_FAMILIES: dict[int, Family] = {1: "gray", 3: "rgb", 4: "cmyk"}
_PROCESS = frozenset(("Cyan", "Magenta", "Yellow", "Black", "None"))

DEEPEST = 8
"""So many colour spaces may stand in each other (a pattern of an indexed one of a spot colour)."""


def read_space(thing: Any, resources: Any = None, depth: int = 0) -> Space:
    """A colour space by its name or as an array; names are looked up in a page's resources."""
    if depth > DEEPEST:
        return UNKNOWN
    called = name(thing)
    if called:
        return _named(called, resources, depth)
    parts = items(thing)
    kind = name(parts[0]) if parts else ""
    if kind in _DEVICE:
        return _DEVICE[kind]
    detail = parts[1] if len(parts) > 1 else None
    match kind:
        case "ICCBased":
            count = int(number(entry(detail, "/N")))
            family = _FAMILIES.get(count, "other")
            label = {"gray": "grey", "other": "profile"}.get(family, family.upper())
            return Space(f"ICC {label}", family, count, managed=True)
        case "CalGray":
            return Space("CalGray", "gray", 1, managed=True)
        case "CalRGB":
            return Space("CalRGB", "rgb", 3, managed=True)
        case "Lab":
            return Space("Lab", "lab", 3, managed=True)
        case "Indexed" | "I":
            base = read_space(detail, resources, depth + 1)
            return Space(f"indexed {base.label}", base.family, 0, base.managed)
        case "Separation":
            return _inks((name(detail),))
        case "DeviceN":
            return _inks(tuple(name(one) for one in items(detail)))
    return UNKNOWN


def _named(called: str, resources: Any, depth: int) -> Space:
    held = entry(resources, "/ColorSpace")
    if called in _DEVICE:
        space = _DEVICE[called]
        # A page may say what its device colours look like.
        default = entry(held, "/Default" + space.label.removeprefix("Device"))
        if default is None or space is PATTERN:
            return space
        meant = read_space(default, None, depth + 1)
        return Space(space.label, space.family, space.components, meant.managed)
    found = entry(held, f"/{called}")
    return UNKNOWN if found is None else read_space(found, resources, depth + 1)


def _inks(names: tuple[str, ...]) -> Space:
    """A spot colour, or several; the inks of the press by name are no spot colours."""
    told = ", ".join(one or "?" for one in names)
    if names and _PROCESS.issuperset(names):
        return Space(f"inks {told}", "cmyk", 0)
    return Space(f"spot {told}", "spot", len(names))


def shaded(shading: Any, resources: Any) -> Iterator[Paint]:
    """The colours that a shading runs between, as far as its functions tell them."""
    space = read_space(entry(shading, "/ColorSpace"), resources)
    function = entry(shading, "/Function")
    found = list(_stops(function, 0)) if function is not None else []
    for values in found:
        if len(values) == space.components:
            yield Paint(space, values)
    if not found:
        yield Paint(space)


def _stops(function: Any, depth: int) -> Iterator[tuple[float, ...]]:
    if depth > DEEPEST:
        return
    for end in ("/C0", "/C1"):
        values = numbers(entry(function, end))
        if values:
            yield values
    for part in items(entry(function, "/Functions"))[:256]:
        yield from _stops(part, depth + 1)


def is_black(paint: Paint) -> bool:
    """Whether a colour of light (RGB) is black."""
    return paint.space.family == "rgb" and paint.values == (0.0, 0.0, 0.0)


def ink(paint: Paint) -> float:
    """How much ink a colour of the press takes, 0 to 4; 0 where that cannot be known."""
    if paint.space.family != "cmyk" or len(paint.values) != 4:
        return 0.0
    return sum(min(1.0, max(0.0, value)) for value in paint.values)


def inks(paint: Paint) -> int:
    """How many inks of the press a colour takes; 0 where that cannot be known."""
    if paint.space.family != "cmyk" or len(paint.values) != 4:
        return 0
    return sum(value > 0.005 for value in paint.values)

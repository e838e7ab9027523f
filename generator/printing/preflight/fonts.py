"""Fonts of a PDF: what they are called and whether they are in it."""

from __future__ import annotations

import re
from typing import Any

from generator.printing.preflight.facts import Font
from generator.printing.preflight.objects import entry, items, name

NAMELESS = Font("no font", "none", embedded=False, subset=False)
"""Writing before any font was chosen."""

_SUBSET = re.compile(r"[A-Z]{6}\+")
_KINDS = {
    "Type1": "Type 1",
    "MMType1": "Type 1 multiple master",
    "TrueType": "TrueType",
    "Type3": "Type 3",
    "CIDFontType0": "CID Type 1",
    "CIDFontType2": "CID TrueType",
}
_PROGRAMS = ("/FontFile", "/FontFile2", "/FontFile3")


def read_font(thing: Any) -> Font:
    """A font from its dictionary. A Type 3 font is drawn by the file itself: it is embedded."""
    kind, told = name(entry(thing, "/Subtype")), name(entry(thing, "/BaseFont"))
    held = thing
    if kind == "Type0":
        below = items(entry(thing, "/DescendantFonts"))
        held = below[0] if below else None
        kind = name(entry(held, "/Subtype"))
        told = name(entry(held, "/BaseFont")) or told
    descriptor = entry(held, "/FontDescriptor")
    program = next((one for key in _PROGRAMS if (one := entry(descriptor, key)) is not None), None)
    described = _KINDS.get(kind, kind or "unknown")
    if name(entry(program, "/Subtype")) == "OpenType":
        described += " (OpenType)"
    return Font(
        told.split("+", 1)[-1] or name(entry(thing, "/Name")) or "without a name",
        described,
        embedded=kind == "Type3" or program is not None,
        subset=kind == "Type3" or _SUBSET.match(told) is not None,
    )

"""The boxes of a page in millimetres, and the names of formats."""

from __future__ import annotations

from typing import Any

from generator.printing.preflight.facts import Sides
from generator.printing.preflight.objects import entry, items, number

MM = 25.4 / 72
"""Millimetres in a point."""

FORMATS = {
    "A0": (841, 1189),
    "A1": (594, 841),
    "A2": (420, 594),
    "A3": (297, 420),
    "A4": (210, 297),
    "A5": (148, 210),
    "A6": (105, 148),
    "A7": (74, 105),
    "B4": (250, 353),
    "B5": (176, 250),
    "SRA3": (320, 450),
    "SRA4": (225, 320),
    "Letter": (215.9, 279.4),
    "Legal": (215.9, 355.6),
    "Tabloid": (279.4, 431.8),
    "poker card": (63.5, 88.9),
    "bridge card": (57.15, 88.9),
    "tarot card": (70, 120),
    "mini card": (44, 63),
}
"""Short and long side, mm: ISO 216, ISO 217, ANSI Y14.1, and the usual cards of games."""

NEAR = 0.6
"""So far from a format a size still has its name, mm."""


def read_box(page: Any, key: str) -> Sides | None:
    """A box of a page (``/TrimBox``); None when there is none that has an area."""
    corners = items(entry(page, key))
    if len(corners) != 4:
        return None
    unit = MM * max(number(entry(page, "/UserUnit"), 1.0), 1e-6)
    a, b, c, d = (number(corner) * unit for corner in corners)
    box = (min(a, c), min(b, d), max(a, c), max(b, d))
    return box if box[2] > box[0] and box[3] > box[1] else None


def size(box: Sides) -> tuple[float, float]:
    """Width and height, mm."""
    return box[2] - box[0], box[3] - box[1]


def named(box: Sides) -> str:
    """The format a box has, ``A4 landscape``; empty for one without a name."""
    wide, high = size(box)
    short, long = sorted((wide, high))
    for name, (shorter, longer) in FORMATS.items():
        if abs(short - shorter) <= NEAR and abs(long - longer) <= NEAR:
            return f"{name} {'landscape' if wide > high else 'portrait'}"
    return ""


def within(inner: Sides, outer: Sides, slack: float = 0.05) -> bool:
    """Whether a box lies in another, to a twentieth of a millimetre."""
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )

"""Estimates the work of an SVG's filters: a few letters can keep a computer busy for hours."""

from __future__ import annotations

import re

MOST_WORK = 50_000_000
"""An SVG with more work than this (a few seconds) is not drawn."""
_PRIMITIVE = re.compile(
    r"""<(?:[\w.-]+:)?fe([A-Z][A-Za-z]+)((?:[^>"']|"[^"]*"|'[^']*')*)""",
)
_USE = re.compile(r"<(?:[\w.-]+:)?use\b")
_MOST_USES = 8
"""How many ``use`` elements are accepted: copies of copies multiply the work."""
_WORD = {"Turbulence": "numOctaves", "Morphology": "radius", "ConvolveMatrix": "order"}
"""The attribute that makes a kind of primitive slow."""
_SQUARED = {"Morphology", "ConvolveMatrix"}


def filter_work(svg: str, pixels: int, spared: float = 0.0) -> float:
    """About how many values are computed to draw ``pixels`` pixels; infinite if it cannot be
    estimated. Primitives that compute no more than ``spared`` values for a pixel do not count."""
    weights = (_weight(*found.groups()) for found in _PRIMITIVE.finditer(svg))
    each = sum(weight for weight in weights if weight > spared)
    if each and len(_USE.findall(svg)) > _MOST_USES:
        return float("inf")
    return each * pixels * max(1, svg.count("url("))


def _weight(kind: str, attributes: str) -> float:
    word = _WORD.get(kind)
    said = re.search(rf"""\b{word}\s*=\s*["']([^"']*)""", attributes) if word else None
    if said is None:
        return 1.0
    try:
        numbers = [abs(float(part)) for part in re.split(r"[\s,]+", said[1].strip())]
    except ValueError:
        return float("inf")
    most = max(1.0, *numbers)
    return most**2 if kind in _SQUARED else most

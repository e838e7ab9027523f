"""Pixels of a module as lengths of a definition.

At a hundred pixels an inch a pixel is 0.254 mm: every pixel has an exact length, and a counter of
50 pixels is half an inch wide, as most are.
"""

from __future__ import annotations

PPI = 100
MM_PER_PIXEL = 0.254


def length(pixels: float) -> str:
    """``50`` -> ``12.7mm``."""
    return f"{pixels * MM_PER_PIXEL:.6f}".rstrip("0").rstrip(".") + "mm"


def point(x: float, y: float) -> dict[str, str]:
    """A point as the definition states it."""
    return {"x": length(x), "y": length(y)}


def size(width: float, height: float) -> str:
    """``12.7mm``, or ``12.7mm x 19mm``."""
    wide, high = length(width), length(height)
    return wide if wide == high else f"{wide} x {high}"

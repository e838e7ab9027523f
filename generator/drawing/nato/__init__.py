"""Unit signs (``nato:infantry/division``) composed as symbols, each once."""

from __future__ import annotations

from generator.drawing.nato.composing import draw_unit_sign

__all__ = ["draw_unit_sign"]

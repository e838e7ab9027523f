"""Counters and cards: one picture, one name, at most three numbers, legible at half an inch.

What stands where is a layout, and a layout is data (`generator.definition.layouts`): the bundled
ones lie in ``art/layouts``, a game brings its own.
"""

from generator.drawing.counters.book import LayoutError, bundled_layouts, layout_called
from generator.drawing.counters.faces import (
    CounterError,
    counter_pictures,
    draw_face,
    face_picture,
)

__all__ = [
    "CounterError",
    "LayoutError",
    "bundled_layouts",
    "counter_pictures",
    "draw_face",
    "face_picture",
    "layout_called",
]

"""Charts and player aids: one table, one glance, in a window, on a card, or in print."""

from generator.drawing.charts.aids import aid_pictures, draw_aid
from generator.drawing.charts.drawn import (
    WIDTH,
    ChartError,
    chart_pictures,
    draw_chart,
    draw_page,
)

__all__ = [
    "WIDTH",
    "ChartError",
    "aid_pictures",
    "chart_pictures",
    "draw_aid",
    "draw_chart",
    "draw_page",
]

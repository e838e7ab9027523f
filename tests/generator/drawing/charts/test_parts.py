"""Call-outs of a land counter: every part is found, and no line runs through other writing."""

from __future__ import annotations

import pytest

from generator.definition.schema import Counter
from generator.drawing.charts.parts import Parts, parts_of, ways_out
from generator.drawing.counters import draw_face
from generator.drawing.themes import Theme

VALUES = {
    "attack": 4,
    "defence": 4,
    "movement": 4,
    "unit": "1",
    "formation": "9 Gds",
    "setup": "A3",
    "steps": 2,
}
"""With the same number thrice, so that words alone would not tell the factors apart."""


@pytest.fixture(scope="module")
def parts(theme: Theme) -> Parts:
    counter = Counter.model_validate(
        {
            "id": "unit",
            "values": VALUES,
            "faces": [{"id": "full", "layout": "land", "symbol": "nato:infantry/battalion"}],
        }
    )
    face = counter.faces[0]
    return parts_of(counter, face, draw_face(counter, face, theme).labels, ())


def test_every_part_is_found(parts: Parts) -> None:
    assert {"symbol", *VALUES} <= set(parts)
    width, height = parts.size
    assert parts["attack"][2] < parts["defence"][0] < parts["defence"][2] < parts["movement"][0]
    assert parts["unit"][2] < 0.25 * width < 0.75 * width < parts["formation"][0]
    assert parts["setup"][2] < 0.5 * width and parts["setup"][3] < 0.25 * height
    # What is read upwards stands higher than wide.
    left, top, right, foot = parts["formation"]
    assert foot - top > 2 * (right - left)


@pytest.mark.parametrize("part", ["symbol", *VALUES])
def test_the_way_out_crosses_no_writing(parts: Parts, part: str) -> None:
    way = ways_out(parts, part, 0.4)[0]
    (ax, ay), (bx, by) = way.start, way.end
    for left, top, right, foot in parts.written:
        assert not (
            min(ax, bx) < right and left < max(ax, bx) and min(ay, by) < foot and top < max(ay, by)
        )


def test_parts_are_left_by_the_side_they_are_on(parts: Parts) -> None:
    exits = {part: ways_out(parts, part, 0.4)[0].exit for part in ("unit", "attack", "movement")}
    assert exits == {"unit": "left", "attack": "left", "movement": "right"}
    assert ways_out(parts, "formation", 0.4)[0].exit == "right"

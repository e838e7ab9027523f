"""Layouts nobody would write: they are drawn, or refused in words."""

# ruff: noqa: E501 (a kind of item a block)
from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.definition.layouts import Layout
from generator.definition.schema import Counter, Face
from generator.drawing.counters import draw_face
from generator.drawing.counters.shapes import CORNERS
from generator.drawing.themes import Theme
from generator.errors import BroadsideError

SMALL = st.floats(-5, 20)
BOX = st.tuples(SMALL, SMALL, st.floats(0.01, 30), st.floats(0.01, 30)).map(list)
TONE = st.sampled_from(
    ["fill", "ink", "shade", "accent", "band", "signal", "#123456", "{colour}", ""]
)
LETTERS = st.characters(exclude_categories=("Cc", "Cs", "Cn"))
"""The reader refuses texts with others."""

TEXT = st.one_of(
    st.sampled_from(["{title}", "{x} {name}", "{n}", ""]), st.text(LETTERS, max_size=30)
)
SYMBOL = st.sampled_from(["{symbol}", "die", "", "nato:infantry", "{nothing}"])

ITEMS = st.one_of(
    st.fixed_dictionaries(
        {"draw": st.just("box"), "box": BOX, "fill": TONE, "stroke": TONE, "opacity": st.floats(0, 1),
         "form": st.sampled_from(["rect", "rounded", "ellipse", "hex"]), "radius": st.floats(0, 50)}
    ),
    st.fixed_dictionaries(
        {"draw": st.just("band"), "box": BOX, "fill": TONE, "line": TONE, "cracked": st.booleans(),
         "crest": st.sampled_from(["straight", "waves"])}
    ),
    st.fixed_dictionaries({"draw": st.just("outline"), "inset": st.floats(0, 50), "stroke": TONE}),
    st.fixed_dictionaries(
        {"draw": st.just("text"), "box": BOX, "text": TEXT, "size": st.floats(0.01, 200),
         "wrap": st.booleans(), "turned": st.sampled_from([0, 90, 180, 270]), "colour": TONE,
         "align": st.sampled_from(["start", "middle", "end"]), "capitals": st.booleans(),
         "stand": st.sampled_from(["top", "middle", "foot"]), "tracking": st.floats(-0.05, 1)}
    ),
    st.fixed_dictionaries(
        {"draw": st.just("symbol"), "box": BOX, "symbol": SYMBOL, "waterline": st.booleans(),
         "turned": st.floats(-360, 360), "ground": TONE}
    ),
    st.fixed_dictionaries(
        {"draw": st.just("rule"), "line": st.tuples(SMALL, SMALL, SMALL, SMALL).map(list),
         "stroke": TONE, "dash": st.lists(st.floats(0, 5), max_size=4)}
    ),
    st.fixed_dictionaries(
        {"draw": st.just("factors"), "box": BOX, "size": st.floats(0.1, 50),
         "factors": st.lists(st.fixed_dictionaries({"value": TEXT, "icon": SYMBOL}), min_size=1, max_size=4)}
    ),
    st.fixed_dictionaries(
        {"draw": st.just("corner"), "reach": st.floats(0, 50), "inset": st.floats(0, 50), "fill": TONE,
         "corner": st.sampled_from(["top_left", "top_right", "bottom_left", "bottom_right"]),
         "mark": st.sampled_from(["triangle", "dot", "square", "none"]), "text": TEXT}
    ),
    st.fixed_dictionaries(
        {"draw": st.just("stripes"), "box": BOX, "fills": st.lists(TONE, min_size=1, max_size=3),
         "width": st.floats(0.1, 200), "gap": st.floats(0, 50), "count": st.integers(0, 200),
         "direction": st.sampled_from(["across", "down", "rising", "falling"])}
    ),
    st.fixed_dictionaries(
        {"draw": st.just("texture"), "box": BOX, "scale": st.floats(0.2, 50), "seed": TEXT,
         "texture": st.sampled_from(["hatch", "dots", "waves", "grain", "camouflage"])}
    ),
    st.fixed_dictionaries(
        {"draw": st.just("pips"), "box": BOX, "count": st.sampled_from(["3", "0", "-1", "{n}", "1e99", "nan"]),
         "mark": st.sampled_from(["dot", "square", "bar", "star"]), "filled": TEXT}
    ),
)  # fmt: skip


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    st.lists(ITEMS, min_size=1, max_size=4),
    st.sampled_from([*CORNERS, "round"]),
    st.tuples(st.floats(0.2, 60), st.floats(0.2, 60)),
    st.tuples(st.floats(0.2, 100), st.floats(0.2, 100)),
    st.sampled_from([0.0, 2.0]),
)
def test_any_layout_is_drawn_or_refused_in_words(
    theme: Theme,
    items: list[dict[str, Any]],
    shape: str,
    size: tuple[float, float],
    nominal: tuple[float, float],
    bleed: float,
) -> None:
    plain = {"id": "wild", "items": items, "nominal": f"{nominal[0]:.3f}mm x {nominal[1]:.3f}mm"}
    layout = Layout.model_validate(plain)
    face = Face(layout="wild", title="Ärger & <Spaß>", symbol="biplane")
    counter = Counter.model_construct(
        id="x", name="X", faces=(face,), size=size, shape=shape, values={"colour": "#aa8844"}
    )
    try:
        sheet = draw_face(counter, face, theme, layouts=(layout,), bleed=bleed)
        svg = sheet.picture("wild").svg
    except BroadsideError:
        return
    assert "nan" not in svg.replace("nano", "") and "inf" not in svg.replace("infantry", "")
    ElementTree.fromstring(svg)

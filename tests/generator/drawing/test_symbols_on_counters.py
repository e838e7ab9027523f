"""Symbols on counters: off the names, frames of one size, strokes whole to their ends."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from generator.definition.layouts import Layout
from generator.definition.schema import Counter, Face
from generator.drawing.counters import draw_face, face_picture
from generator.drawing.counters.shapes import Outline
from generator.drawing.counters.surfaces import _stripe_paths
from generator.drawing.nato.signs import SIGNS
from generator.drawing.nato.standing import GEAR
from generator.drawing.sheet import Sheet
from generator.drawing.symbols import load_symbol
from generator.drawing.themes import Theme, load_theme
from generator.starting.gallery import shown_games

MOVED = sorted(branch for branch, parts in SIGNS.items() if set(parts) & GEAR.keys())
HALF = (12.7, 12.7)
Box = tuple[float, float, float, float]


def _counter(face: Face, size: tuple[float, float] = HALF) -> Counter:
    return Counter.model_construct(id="x", name="X", faces=(face,), size=size, shape="square")


@pytest.fixture
def placed(monkeypatch: pytest.MonkeyPatch) -> list[Box]:
    """Left, top, right and foot of every symbol as it comes to stand."""
    found: list[Box] = []
    plain = Sheet.symbol

    def noted(
        sheet: Sheet, name: str, x: float, y: float, width: float, height: float, *rest: Any,
        **more: Any,
    ) -> tuple[float, float]:  # fmt: skip
        wide, high = plain(sheet, name, x, y, width, height, *rest, **more)
        left = x + (width - wide) / 2
        top = y + height - high if more.get("align") == "foot" else y + (height - high) / 2
        found.append((left, top, left + wide, top + high))
        return wide, high

    monkeypatch.setattr(Sheet, "symbol", noted)
    return found


@pytest.mark.slow
def test_no_mast_touches_the_name_of_its_ship(placed: list[Box], tmp_path: Path) -> None:
    touching = []
    for shown in shown_games(tmp_path):
        theme = load_theme(shown.game.theme, shown.art)
        for counter in shown.game.counters:
            for face in counter.faces:
                placed.clear()
                sheet = draw_face(counter, face, theme, shown.art, layouts=shown.game.layouts)
                titles = [label for label in sheet.labels if label.wanted == face.title]
                for label in titles:
                    xs, ys = zip(*label.corners, strict=True)
                    touching += [
                        f"{shown.game.id}: {counter.id}, {face.id}"
                        for left, top, right, foot in placed
                        if left < max(xs) and min(xs) < right and top < max(ys) + 0.1
                        and foot > min(ys)
                    ]  # fmt: skip
    assert touching == []


@pytest.mark.parametrize("layout", ["ship", "naval", "air", "generic", "marker"])
@pytest.mark.parametrize("size", [HALF, (15.9, 15.9), (25.4, 12.7)])
def test_the_highest_mast_stays_under_a_name_with_tails(
    layout: str, size: tuple[float, float], placed: list[Box], theme: Theme
) -> None:
    face = Face(layout=layout, title="Jägypq", symbol="submarine_midget", background="british")
    for symbol in ("pocket_battleship", "schooner", "lighthouse", "biplane"):
        placed.clear()
        sheet = draw_face(_counter(face, size), face.model_copy(update={"symbol": symbol}), theme)
        (title,) = (label for label in sheet.labels if label.text == "Jägypq")
        assert max(y for _, y in title.corners) + 0.1 < placed[0][1]


def _frame(sheet: Sheet) -> tuple[float, float, float]:
    """Where the middle of a sign's frame is, and its scale."""
    found = re.search(r"translate\(([-\d.]+) ([-\d.]+)\) scale\(([\d.]+)\)", sheet.picture("x").svg)
    assert found is not None
    left, top, scale = map(float, found.groups())
    return left, top, scale


@pytest.mark.parametrize("more", [{}, {"size_mark": "II"}, {"title": "Guards"}])
@pytest.mark.parametrize("size", ["", "/battalion", "/text:KG", "/division/reinforced"])
def test_frames_keep_their_size_and_place_whatever_hangs_below(
    more: dict[str, str], size: str, theme: Theme
) -> None:
    def frame(sign: str) -> tuple[float, float, float]:
        values = {key: word for key, word in more.items() if key != "title"}
        face = Face.model_validate(
            {"layout": "land", "title": more.get("title", ""), "symbol": sign, "values": values,
             "background": "german"}
        )  # fmt: skip
        sheet = draw_face(_counter(face), face, theme)
        left, top, scale = _frame(sheet)
        symbol = load_symbol(sign)
        assert symbol.body is not None
        x, y, wide, high = symbol.body
        return left + (x + wide / 2) * scale, top + (y + high) * scale, scale

    plain = frame(f"nato:infantry{size}")
    for sign in (*MOVED, "infantry+motorised"):
        for mark in ("", "/staff"):
            assert frame(f"nato:{sign}{size}{mark}") == pytest.approx(plain, abs=0.02), sign


def test_a_size_over_the_frame_does_not_shrink_it(theme: Theme) -> None:
    scales = []
    for sign in ("nato:armour", "nato:armour/battalion", "nato:armour/text:KG",
                 "nato:armour/battalion/task_force", "nato:motorised/brigade"):  # fmt: skip
        face = Face(layout="land", symbol=sign, background="german")
        scales.append(_frame(draw_face(_counter(face), face, theme))[2])
    assert max(scales) - min(scales) < 0.01 * max(scales)


def test_letters_in_a_sign_are_held_to_the_floor(theme: Theme) -> None:
    face = Face(layout="land", symbol="nato:armour/text:KG", background="german")
    assert draw_face(_counter(face), face, theme).notes == []
    (note,) = draw_face(_counter(face, (9.0, 9.0)), face, theme).notes
    assert note.startswith("the letters 'KG' in the sign 'nato:armour/text:KG' are 4.")


@pytest.mark.parametrize("inches", [0.5, 0.6])
@pytest.mark.parametrize("sign", ["nato:partisan", "nato:armour/battalion", "nato:motorised"])
@pytest.mark.parametrize("layout", ["land", "number", "generic", "air", "marker", "ship"])
def test_a_sign_keeps_off_the_name_over_it(
    layout: str, sign: str, inches: float, theme: Theme
) -> None:
    face = Face(layout=layout, title="Gyp Ambush", symbol=sign, background="german")
    assert draw_face(_counter(face, (25.4 * inches, 25.4 * inches)), face, theme).notes == []


@pytest.mark.parametrize(
    ("layout", "words", "told"),
    [
        ("marker", {"text": "+1"}, ["the layout 'marker' does not show text; of ours, "]),
        ("plain", {"left": "CV"}, ["the layout 'plain' does not show left; of ours, "]),
        ("text", {"text": "+1"}, []),
        ("marker", {"title": "Fog", "centre": "+1"}, []),
        ("plain", {"title": "it is only called so"}, []),
    ],
)
def test_words_that_a_layout_does_not_show_are_told(
    layout: str, words: dict[str, str], told: list[str], theme: Theme
) -> None:
    face = Face(layout=layout, background="german", **words)
    notes = face_picture(_counter(face), face, theme).warnings
    assert len(notes) == len(told)
    assert all(note.startswith(start) for note, start in zip(notes, told, strict=True))


def test_a_name_that_runs_into_a_sign_is_told(theme: Theme) -> None:
    """In a layout of somebody's own, whose boxes overlap."""
    layout = Layout.model_validate(
        {
            "id": "own",
            "items": [
                {"draw": "symbol", "box": [2.6, 2.0, 7.4, 5.0]},
                {"draw": "text", "text": "{title}", "box": [0.7, 0.8, 11.3, 1.4], "size": 1.9},
            ],
        }
    )
    face = Face(layout="own", title="Ambush", symbol="nato:partisan", background="german")
    sheet = draw_face(_counter(face), face, theme, layouts=(layout,))
    assert sheet.notes == ["'Ambush' runs into the sign 'nato:partisan'"]


@pytest.mark.parametrize("rising", [True, False])
@pytest.mark.parametrize("bleed", [0.0, 1.5])
@pytest.mark.parametrize("box", [(0.0, 3.0, 12.7, 8.0), (1.0, 2.0, 11.0, 9.0), (4.0, 1.0, 8.0, 11)])
def test_a_diagonal_is_as_broad_at_its_ends_as_in_its_middle(
    box: Box, bleed: float, rising: bool
) -> None:
    from shapely.geometry import LineString, Polygon
    from shapely.geometry import box as square

    outline = Outline(12.7, 12.7, "square", 0.0)
    left, top, right, foot = box
    wide_box = (left - bleed * (left == 0), top, right + bleed * (right == 12.7), foot)
    direction = "rising" if rising else "falling"
    ((data, _),) = _stripe_paths(box, wide_box, direction, 1.1, 1.0, 1, 1, outline, bleed)
    stripe = Polygon([tuple(map(float, point.split())) for point in data.strip("MZ").split("L")])
    assert square(*box).buffer(0.01).contains(stripe.intersection(square(0, 0, 12.7, 12.7)))
    upright = right - left > foot - top
    lengths = []
    for share in (0.01, 0.5, 0.99):
        x, y = left + (right - left) * share, top + (foot - top) * share
        cut = ((x, -20), (x, 40)) if upright else ((-20, y), (40, y))
        lengths.append(stripe.intersection(LineString(cut)).length)
    assert lengths == pytest.approx([lengths[1]] * 3, rel=0.01)
    assert lengths[0] > 1.1

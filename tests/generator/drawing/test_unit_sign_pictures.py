"""Unit signs as they are drawn: within their measures, clean, and each unlike the others."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from generator.definition.unit_signs import (
    AFFILIATIONS,
    BRANCHES,
    MARKS,
    MOST_BRANCHES,
    SIZES,
    UnitSignError,
)
from generator.drawing.icons import draw_icon
from generator.drawing.names import icon_picture
from generator.drawing.nato.charges import CHARGES
from generator.drawing.nato.fields import FIELDS
from generator.drawing.nato.frames import FRAMES
from generator.drawing.nato.lettering import write
from generator.drawing.nato.pen import Pen
from generator.drawing.nato.signs import SIGNS
from generator.drawing.nato.standing import BASES, GEAR
from generator.drawing.symbols import CLASSES, Symbol, load_symbol
from generator.drawing.themes import Theme
from tests.generator.drawing.rasters import rasterised, unlike

names = st.builds(
    lambda branches, words: "/".join(["nato:" + "+".join(branches), *words]),
    st.lists(st.sampled_from(list(BRANCHES)), min_size=1, max_size=MOST_BRANCHES, unique=True),
    st.builds(
        lambda size, affiliation, marks: [size, affiliation, *sorted(marks)],
        st.sampled_from([*SIZES, "text:KG", "text:WXYZ5"]),
        st.sampled_from(list(AFFILIATIONS)),
        st.sets(st.sampled_from(list(MARKS))),
    ),
)

_COMMAND = re.compile(r"([MLHVAZ])([^MLHVAZ]*)")
_ENDS = {"M": 2, "L": 2, "H": 1, "V": 1, "A": 7}


def _corners(symbol: Symbol) -> list[tuple[float, float]]:
    """Where every line and arc of a symbol ends."""
    found = []
    for _, data in symbol.parts:
        x = y = 0.0
        for command, words in _COMMAND.findall(data):
            values = [float(word) for word in words.split()]
            if command != "Z":
                assert values and len(values) % _ENDS[command] == 0
            for start in range(0, len(values), _ENDS.get(command, 1)):
                ends = values[start : start + _ENDS[command]]
                x = ends[-2] if command in "MLA" else ends[0] if command == "H" else x
                y = ends[-1] if command in "MLA" else ends[0] if command == "V" else y
                found.append((x, y))
    return found


def test_every_branch_and_letter_has_its_drawing() -> None:
    assert SIGNS.keys() == BRANCHES.keys()
    drawn = {*FIELDS, *CHARGES, *BASES, *GEAR, "crest"}
    assert drawn == {part for parts in SIGNS.values() for part in parts}


def test_every_letter_of_a_sign_has_strokes_of_its_own() -> None:
    drawn = set()
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-+/":
        pen = Pen(-50, -50)
        write(pen, letter, 0, 0, 10, 1)
        drawn.add(pen.parts())
    assert len(drawn) == 39  # the letter O and the nought are one
    assert () not in drawn


def test_a_friendly_frame_is_half_again_as_wide_as_high() -> None:
    symbol = load_symbol("nato:infantry")
    assert (symbol.width, symbol.height) == (96, 64)
    assert {round(frame.reach[0]) for frame in FRAMES.values()} == {48, 50, 36, 47}


@given(names)
def test_every_combination_stays_inside_its_picture(name: str) -> None:
    symbol = load_symbol(name)
    assert {tone for tone, _ in symbol.parts} <= set(CLASSES)
    for x, y in _corners(symbol):
        assert -0.01 <= x <= symbol.width + 0.01 and -0.01 <= y <= symbol.height + 0.01
    assert sum(len(data) for _, data in symbol.parts) < 12_000


@given(names)
def test_a_size_and_marks_leave_the_frames_measure_alone(name: str) -> None:
    plain = load_symbol("/".join([name.split("/")[0], name.split("/")[2]]))
    assert load_symbol(name).width >= plain.width
    assert load_symbol(name).height >= plain.height


def test_a_sign_is_drawn_once() -> None:
    assert load_symbol("nato:armour/division") is load_symbol("nato:armour/division")


def test_a_reversed_sign_keeps_its_frame_and_size_in_ink() -> None:
    plain, guards = (load_symbol(f"nato:infantry/division{mark}") for mark in ("", "/reversed"))
    assert plain.parts[0][0] == "gap" and guards.parts[0][0] == "ink"
    assert plain.parts[-1] == guards.parts[-1]


@pytest.fixture(scope="module")
def pictures() -> dict[str, Image.Image]:
    """Every branch, size and frame in grey, 64 pixels square."""
    signs = [
        *(f"nato:{branch}" for branch in BRANCHES),
        *(f"nato:infantry/{word}" for word in (*SIZES, *MARKS) if word != "reduced"),
        *(f"nato:infantry/{word}" for word in AFFILIATIONS if word != "friend"),
    ]
    return rasterised(signs, border=1)


@pytest.mark.slow
def test_no_two_signs_look_alike_at_64_pixels(pictures: dict[str, Image.Image]) -> None:
    seen = pictures.items()
    alike = [(a, b) for (a, one), (b, other) in combinations(seen, 2) if unlike(one, other) < 0.02]
    assert alike == []


def test_reinforced_and_reduced_differ_by_one_stroke() -> None:
    more, less = (load_symbol(f"nato:armour/{word}").parts for word in ("reinforced", "reduced"))
    assert more[:-1] == less[:-1]
    assert more[-1][1].count("M") == less[-1][1].count("M") + 1


def test_a_sign_may_stand_on_a_button(theme: Theme) -> None:
    name = icon_picture("nato:armour+engineer/battalion")
    assert name == "icon-nato-armour_engineer-battalion"
    assert "path" in draw_icon("nato:armour+engineer/battalion", None, theme).picture(name).svg
    with pytest.raises(UnitSignError):
        draw_icon("nato:nothing", None, theme)

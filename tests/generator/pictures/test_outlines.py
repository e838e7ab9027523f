"""Writing drawn as outlines looks as the renderer's own writing does."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from generator.drawing.picture import Picture
from generator.drawing.sheet import Sheet
from generator.drawing.themes import load_theme
from generator.drawing.typefaces import FACES
from generator.pictures import batch
from generator.pictures.outlines import outlined

NEAR = 90
"""Of 255, so much a pixel on the edge of a letter may differ: shapes are rounded otherwise."""


def _sheet() -> Sheet:
    return Sheet(60, 12, load_theme("admiralty"))


def _drawn(picture: Picture) -> Image.Image:
    found: list[bytes] = []
    batch.compile_pngs([picture], 200, lambda _, png: found.append(png))
    page = Image.new("RGBA", picture.pixels(200), "white")
    return Image.alpha_composite(page, Image.open(io.BytesIO(found[0])).convert("RGBA"))


def _apart(picture: Picture, monkeypatch: pytest.MonkeyPatch) -> int:
    """The most that a pixel differs between outlines and writing."""
    ours = _drawn(picture)
    with monkeypatch.context() as writing:
        writing.setattr(batch, "outlined", lambda svg: svg)
        theirs = _drawn(picture)
    difference = ImageChops.difference(ours, theirs).convert("L")
    assert ours.getextrema()[0][0] < 128  # something is written at all
    return int(difference.getextrema()[1])  # type: ignore[arg-type]


@pytest.mark.parametrize("role", ["title", "sea", "port", "id", "counter_name", "counter_factor"])
@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_a_line_stands_where_it_stood(
    role: str, anchor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = _sheet()
    sheet.text(30, 8, "AVATAR To We. 4-6", role, 4.5, anchor=anchor)  # type: ignore[arg-type]
    assert "<text" not in outlined(sheet.svg())
    assert _apart(sheet.picture("line"), monkeypatch) < NEAR


@pytest.mark.parametrize(
    "more",
    [
        {"room": 20.0},
        {"room": 9.0, "anchor": "middle"},
        {"tracking": 0.3, "anchor": "middle"},
        {"angle": 20.0, "anchor": "end"},
        {"halo": 0.5, "on": "sea"},
        {"stretch": 0.8},
    ],
    ids=lambda more: "-".join(more),
)
def test_fitted_spaced_turned_and_haloed_lines_too(
    more: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = _sheet()
    sheet.text(30, 8, "Offshore & fjord", "counter_name", 4.0, **more)  # type: ignore[arg-type]
    assert "<text" not in outlined(sheet.svg())
    assert _apart(sheet.picture("line"), monkeypatch) < NEAR


def test_letters_with_marks_are_shaped() -> None:
    sheet = _sheet()
    sheet.text(2, 8, "Köln Kraków a\u0301", "title", 4.0)
    assert "<text" not in outlined(sheet.svg())


@pytest.mark.parametrize("words", ["漢字", "two  spaces", " ahead"])
def test_what_we_cannot_set_stays_writing(words: str) -> None:
    sheet = _sheet()
    sheet.text(2, 8, words, "title", 4.0)
    assert outlined(sheet.svg()) == sheet.svg()


def test_writing_along_a_curve_and_of_strangers_stays_writing() -> None:
    sheet = _sheet()
    corner = ((0.0, 0.0),) * 4
    sheet.text_along("sea", "M0 9Q30 0 60 9", "South Sea", "sea", 4, corner)  # type: ignore[arg-type]
    assert outlined(sheet.svg()) == sheet.svg()
    strange = '<text font-family="Arial" font-size="3" x="1" y="2">Hello</text>'
    assert outlined(strange) == strange
    styled = '<text style="fill:red" font-size="3" x="1" y="2">Hello</text>'
    assert outlined(styled) == styled


def test_every_typeface_has_outlines() -> None:
    for cut in FACES.values():
        slant = ' font-style="italic"' if cut.italic else ""
        line = (
            f'<text font-family="\'{cut.family}\'" font-weight="{cut.weight}"{slant}'
            ' font-size="3" x="1" y="2" fill="#000000">Ag</text>'
        )
        assert outlined(line).startswith("<path ")

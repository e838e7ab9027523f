"""Counters that are finished pictures, on paper: nothing of them is cut off."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from generator.definition.schema import Counter, Face
from generator.drawing.counters import face_picture
from generator.drawing.themes import Theme, load_theme
from generator.pictures.vectors import compile_pdfs
from tests.generator.printing.conftest import Pixels

SIDE, BLEED, BORDER = 20.0, 1.5, 2.0
"""A counter, its bleed, and the blue border of its picture, mm."""

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" width="20" height="20">'
    '<rect width="20" height="20" fill="#00f"/>'
    '<rect x="2" y="2" width="16" height="16" fill="#fff"/></svg>'
)


@pytest.fixture(scope="module")
def theme() -> Theme:
    return load_theme("atlas")


@pytest.fixture
def art(tmp_path: Path) -> Path:
    images = tmp_path / "images"
    images.mkdir(parents=True)
    framed = Image.new("RGB", (200, 200), "blue")
    ImageDraw.Draw(framed).rectangle((20, 20, 179, 179), fill="white")
    framed.save(images / "framed.png")
    (images / "framed.svg").write_text(SVG, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("image", ["framed.png", "framed.svg"])
def test_a_picture_keeps_its_size_and_its_border_runs_over_the_bleed(
    image: str, art: Path, theme: Theme, look: Callable[[bytes, float], list[Pixels]]
) -> None:
    face = Face(id="front", image=image)
    counter = Counter.model_construct(
        id="x", name="X", faces=(face,), size=(SIDE, SIDE), shape="square"
    )
    picture = face_picture(counter, face, theme, (art,), bleed=BLEED)
    (page,) = look(compile_pdfs([picture])[0].pdf, 254.0)  # ten dots a millimetre
    middle = page[page.shape[0] // 2, :, 0] < 128  # blue has no red, white has
    length = (SIDE + 2 * BLEED) * 10
    assert page.shape[0] == page.shape[1] == pytest.approx(length, abs=1)
    wide = (BLEED + BORDER) * 10
    assert middle[:5].all() and middle[-5:].all()
    assert middle.argmin() == pytest.approx(wide, abs=1.5)
    assert middle[::-1].argmin() == pytest.approx(wide, abs=1.5)


def test_one_picture_in_two_sizes_does_not_share_its_edges(art: Path, theme: Theme) -> None:
    """Both may stand in one page."""
    face = Face(id="front", image="framed.png")
    ids = set()
    for side in (SIDE, 2 * SIDE):
        counter = Counter.model_construct(
            id="x", name="X", faces=(face,), size=(side, side), shape="square"
        )
        picture = face_picture(counter, face, theme, (art,), bleed=BLEED)
        ids.update(re.findall(r'id="(finished-[^"]*)"', picture.svg))
    assert len(ids) == 2

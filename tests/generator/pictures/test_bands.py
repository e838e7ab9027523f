"""Very large pictures come out in bands; nobody sees where the bands meet."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from generator.drawing.picture import Picture
from generator.drawing.sheet import Sheet
from generator.drawing.themes import load_theme
from generator.pictures import bands, batch
from generator.pictures.rendering import RenderingError, render


@pytest.fixture(scope="module")
def drawing() -> Picture:
    """Lines at every slope, dashes, curves and letters: whatever a seam could break."""
    sheet = Sheet(61.7, 47.3, load_theme("admiralty"))
    sheet.rect(0, 0, 61.7, 47.3, fill="sea")
    for k in range(12):
        sheet.line(0, 4.0 * k, 61.7, 47.3 - 3.1 * k, stroke="frame", stroke_width=0.3)
        sheet.circle(5 * k, 4 * k, 3, fill="land", stroke="coast", stroke_width=0.22)
        sheet.text(3 + 4 * k, 3.7 * k, "Tristan da Cunha", "port", 2.2, angle=13 * k, halo=0.4)
    dashes = "1.3 0.7"
    sheet.line(0, 23, 61.7, 23.9, stroke="quiet", stroke_width=0.3, stroke_dasharray=dashes)
    return sheet.picture("seams")


def _pixels(png: bytes) -> Image.Image:
    with Image.open(io.BytesIO(png)) as opened:
        return opened.convert("RGB")


def _most(apart: Image.Image) -> int:
    return max(shade for shade, count in enumerate(apart.histogram()) if count)


def _drawn(picture: Picture, dpi: float, most: int, monkeypatch: pytest.MonkeyPatch) -> bytes:
    monkeypatch.setattr(bands, "BAND_PIXELS", most)
    monkeypatch.setattr(batch, "BAND_PIXELS", most)
    monkeypatch.setattr(batch, "joined", lambda one, dpi, draw: bands.joined(one, dpi, draw, most))
    found: list[bytes] = []
    batch.compile_pngs([picture], dpi, lambda _, png: found.append(png))
    return found[0]


@pytest.mark.parametrize("dpi", [150, 183])
def test_a_picture_in_bands_is_the_picture_in_one(
    drawing: Picture, dpi: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = _pixels(_drawn(drawing, dpi, 10_000_000, monkeypatch))
    joined = _pixels(_drawn(drawing, dpi, 20_000, monkeypatch))
    assert whole.size == joined.size == drawing.pixels(dpi)
    apart = ImageChops.difference(whole, joined).convert("L")
    # Rounding in the renderer shades a pixel here and there a little otherwise, anywhere.
    assert _most(apart) < 40
    assert sum(apart.histogram()[6:]) < 0.005 * whole.width * whole.height


def test_rows_where_bands_meet_differ_no_more_than_others(
    drawing: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = _pixels(_drawn(drawing, 150, 10_000_000, monkeypatch))
    joined = _pixels(_drawn(drawing, 150, 20_000, monkeypatch))
    wide, high = whole.size
    for band in list(bands.bands_of(wide, high, 20_000))[1:]:
        rows = (0, band.top - 2, wide, band.top + 2)
        apart = ImageChops.difference(whole.crop(rows), joined.crop(rows)).convert("L")
        assert _most(apart) < 40
        assert sum(apart.histogram()[6:]) < 0.02 * wide


def test_writing_is_shaped_once_for_all_bands(
    drawing: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    shaped = []

    def outlined(svg: str) -> str:
        shaped.append(svg)
        return svg

    monkeypatch.setattr(batch, "outlined", outlined)
    _drawn(drawing, 150, 20_000, monkeypatch)
    assert shaped == [drawing.svg]


def test_bands_are_the_same_bytes_every_time(
    drawing: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = _drawn(drawing, 150, 20_000, monkeypatch)
    assert one == _drawn(drawing, 150, 20_000, monkeypatch)


@given(st.integers(1, 40_000), st.integers(1, 40_000), st.integers(1_000, 40_000_000))
def test_bands_cover_every_row_once(wide: int, high: int, most: int) -> None:
    if wide * high > 4000 * most:
        return
    found = list(bands.bands_of(wide, high, most))
    assert [band.top for band in found[1:]] == [band.below for band in found[:-1]]
    assert found[0].top == found[0].first == 0 and found[-1].below == found[-1].last == high
    for band in found:
        assert 0 <= band.first <= band.top < band.below <= band.last <= high
        assert (band.below - band.top - 1) * wide <= most


def test_a_transparent_picture_stays_transparent(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = Sheet(20, 20, load_theme("admiralty"))
    sheet.circle(10, 10, 6, fill="signal")
    picture = sheet.picture("round")
    with Image.open(io.BytesIO(_drawn(picture, 100, 1_000, monkeypatch))) as opened:
        assert opened.mode == "RGBA"
        assert opened.getpixel((0, 0)) == (0, 0, 0, 0)
        assert opened.getpixel((39, 39)) == (163, 35, 27, 255)


def test_a_refused_band_names_its_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "BAND_PIXELS", 1_000)
    broken = Picture("torn", '<svg width="20mm" height="20mm"><path d="', 20, 20)
    with pytest.raises(RenderingError, match="'torn' cannot be rendered"):
        render([broken], 100)

"""The measure of `likeness` sees what a person sees, and nothing else."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from generator.definition.pieces import Counter, Face
from generator.drawing.counters import draw_face
from generator.drawing.themes import load_theme
from generator.pictures.rendering import render

from .likeness import difference

DPI = 150


def drawn(dpi: float = DPI, **words: object) -> Image.Image:
    """A ship's counter, its words replaced."""
    said = {"layout": "ship", "title": "Exeter", "symbol": "cruiser_two_funnels", "left": "CA"}
    face = Face.model_validate({**said, "right": "2", "background": "british", **words})
    counter = Counter(id="one", name="One", faces=(face,))
    picture = draw_face(counter, face, load_theme("admiralty")).picture("one")
    with Image.open(io.BytesIO(render([picture], dpi)["one"])) as opened:
        return opened.convert("RGBA")


@pytest.fixture(scope="module")
def counter() -> Image.Image:
    return drawn()


def shifted(image: Image.Image, x: float, y: float) -> Image.Image:
    return image.transform(
        image.size, Image.Transform.AFFINE, (1, 0, -x, 0, 1, -y), Image.Resampling.BILINEAR
    )


@pytest.mark.parametrize(
    "words",
    [
        {"symbol": ""},
        {"symbol": "cruiser_three_funnels"},
        {"right": "3"},
        {"right": ""},
        {"title": "Exeten"},
        {"left": ""},
        {"background": "supply"},
        {"background": "german"},
        {"damaged": True},
    ],
    ids=str,
)
def test_what_has_changed_on_a_counter_is_seen(
    counter: Image.Image, words: dict[str, object]
) -> None:
    assert difference(counter, drawn(**words)).seen


def test_words_a_millimetre_away_are_seen(counter: Image.Image) -> None:
    box = (4, 4, 71, 17)
    words, moved = counter.crop(box), counter.copy()
    ground = counter.getpixel((6, 20))
    moved.paste(ground, box)
    moved.paste(words, (box[0], box[1] + round(DPI / 25.4)))
    found = difference(counter, moved)
    assert found.seen and found.at[1] < 24


@pytest.mark.parametrize("channel", [0, 1, 2])
def test_another_tone_of_the_whole_is_seen(counter: Image.Image, channel: int) -> None:
    bands = list(counter.split())
    bands[channel] = bands[channel].point(lambda value: min(255, value + 14))
    assert difference(counter, Image.merge("RGBA", bands)).seen


def test_a_speck_is_seen(counter: Image.Image) -> None:
    specked = counter.copy()
    specked.paste((250, 250, 240, 255), (30, 60, 34, 64))
    assert difference(counter, specked).seen


def test_another_size_is_seen(counter: Image.Image) -> None:
    assert difference(counter, counter.resize((counter.width + 3, counter.height))).seen


def test_a_picture_is_like_itself(counter: Image.Image) -> None:
    found = difference(counter, counter)
    assert (found.spot, found.tint) == (0, 0)


@pytest.mark.parametrize("way", [(0.5, 0), (0, 0.5), (-0.5, 0.5), (0.5, 0.5)], ids=str)
def test_half_a_pixel_is_not_seen(counter: Image.Image, way: tuple[float, float]) -> None:
    flat = Image.new("RGBA", (counter.width + 8, counter.height + 8), (200, 200, 200, 255))
    flat.alpha_composite(counter, (4, 4))
    assert not difference(flat, shifted(flat, *way)).seen


def test_other_smoothing_of_edges_is_not_seen(counter: Image.Image) -> None:
    finer = drawn(DPI * 4).resize(counter.size, Image.Resampling.BOX)
    assert not difference(counter, finer).seen
    softer = drawn(DPI * 2).resize(counter.size, Image.Resampling.LANCZOS)
    assert not difference(counter, softer).seen


def test_a_little_noise_is_not_seen(counter: Image.Image) -> None:
    noise = Image.effect_noise(counter.size, 6).convert("RGB")
    noisy = ImageChops.add(counter.convert("RGB"), noise, 1, -128)
    assert not difference(counter.convert("RGB"), noisy).seen

"""A game of counters of every kind and shape: drawn without a fault, and out over its edges."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from generator.definition.reader import load_game
from generator.definition.schema import Counter, Face, Game
from generator.drawing.checks import alike_sides
from generator.drawing.counters import counter_pictures
from generator.drawing.picture import Picture
from generator.drawing.themes import Theme, load_theme
from generator.pictures.gallery import game_pictures
from generator.pictures.rendering import render

FOLDER = Path(__file__).with_name("parade")
ART = (FOLDER / "art",)
DPI = 254
"""Ten pixels a millimetre."""

BLEED = 2.0


@pytest.fixture(scope="module")
def parade() -> Game:
    return load_game(FOLDER)


@pytest.fixture(scope="module")
def steppe() -> Theme:
    return load_theme("steppe", ART)


def _drawn(game: Game, theme: Theme, bleed: float = 0.0) -> dict[str, Picture]:
    return {
        one.name: one
        for counter in game.counters
        for one in counter_pictures(counter, theme, ART, layouts=game.layouts, bleed=bleed)
    }


def test_every_counter_is_drawn_without_a_warning(parade: Game, steppe: Theme) -> None:
    shapes = {counter.shape for counter in parade.counters}
    assert shapes == {"square", "rectangle", "long", "round", "hex", "hex_pointy", "card"}
    assert [(n, p.warnings) for n, p in _drawn(parade, steppe).items() if p.warnings] == []
    assert list(alike_sides(parade, steppe)) == []


def test_they_are_the_pictures_of_the_game(parade: Game, steppe: Theme) -> None:
    assert _drawn(parade, steppe).keys() <= {one.name for one in game_pictures(parade, ART)}


def test_a_reduced_side_has_the_factors_of_its_own(parade: Game, steppe: Theme) -> None:
    drawn = _drawn(parade, steppe)
    for face, factors in (("full", "9-7-8"), ("reduced", "5-7-8")):
        words = re.findall(r"<text[^>]*>([^<]*)</text>", drawn[f"counter-gd-{face}"].svg)
        assert factors in words


def _image(picture: Picture) -> Image.Image:
    (png,) = render([picture], DPI).values()
    return Image.open(BytesIO(png)).convert("RGBA")


@pytest.mark.parametrize(
    "name",
    ["gd-full", "dr-reduced", "tiger-front", "rifles-front", "tirpitz-hit", "ambush-front"],
)
def test_a_bleed_runs_out_and_leaves_the_rest_where_it_is(
    parade: Game, steppe: Theme, name: str
) -> None:
    plain = _drawn(parade, steppe)[f"counter-{name}"]
    bled = _drawn(parade, steppe, BLEED)[f"counter-{name}"]
    assert bled.width_mm == pytest.approx(plain.width_mm + 2 * BLEED)
    assert bled.height_mm == pytest.approx(plain.height_mm + 2 * BLEED)
    one, other = _image(plain), _image(bled)
    edge, inner = round(BLEED * 10), 40
    cut = other.crop((edge, edge, edge + one.width, edge + one.height))
    # The middle of the counter, clear of every shape's edge.
    box = (inner, inner, one.width - inner, one.height - inner)
    difference = ImageChops.difference(one.crop(box), cut.crop(box)).convert("L")
    assert sum(difference.histogram()[40:]) < 0.002 * difference.width * difference.height
    middle = other.width // 2
    assert other.getpixel((middle, 2))[3] == 255  # type: ignore[index]
    assert other.getpixel((middle, other.height - 3))[3] == 255  # type: ignore[index]


def test_colour_reaches_the_corners_of_a_squares_bleed(parade: Game, steppe: Theme) -> None:
    image = _image(_drawn(parade, steppe, BLEED)["counter-gd-full"])
    width, height = image.size
    for x, y in ((0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)):
        assert image.getpixel((x, y))[3] == 255  # type: ignore[index]


SCRIPT = """
import sys
sys.path.insert(0, {root!r})
from tests.generator.drawing import test_parade as here
print(here._hash(here.load_game(here.FOLDER), here.load_theme("steppe", here.ART)))
"""


def _hash(game: Game, theme: Theme) -> str:
    """Of a few counters with textures."""
    few = tuple(game.counter(name) for name in ("he_111", "rifles", "cossacks"))
    drawn = _drawn(game.model_copy(update={"counters": few}), theme)
    return sha256("".join(one.svg for one in drawn.values()).encode()).hexdigest()


@pytest.mark.slow
def test_another_process_draws_the_same_bytes(parade: Game, steppe: Theme) -> None:
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    found = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(root=str(Path(__file__).parents[3]))],
        env=os.environ | {"PYTHONHASHSEED": seed},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert found.strip() == _hash(parade, steppe)


def test_backs_of_one_look_are_one_picture_whatever_the_counter(steppe: Theme) -> None:
    back = Face(id="back", layout="card_back", symbol="emblem_german", background="axis")
    cards = [
        Counter(id=name, name=name, shape="card", faces=(Face(),), back=back)
        for name in ("one", "other")
    ]
    one, other = (list(counter_pictures(card, steppe, ART))[1] for card in cards)
    assert one.svg == other.svg


def test_writing_over_a_texture_can_be_read(steppe: Theme, parade: Game) -> None:
    items = [
        {"draw": "texture", "texture": "camouflage", "box": [0, 0, 12.7, 12.7],
         "fills": ["#101010", "#f0f0f0"], "opacity": 1.0},
        {"draw": "text", "text": "{title}", "box": [1, 4, 10, 3], "size": 3},
    ]  # fmt: skip
    layout = type(parade.layouts[0]).model_validate({"id": "wild", "items": items})
    face = Face(layout="wild", title="Ardennes", background="neutral")
    counter = Counter(id="x", name="X", faces=(face,))
    (picture,) = counter_pictures(counter, steppe, layouts=(layout,))
    assert picture.warnings == () and 'paint-order="stroke"' in picture.svg


def test_writing_takes_a_colour_that_can_be_read_on_its_strip(steppe: Theme, parade: Game) -> None:
    items = [
        {"draw": "box", "box": [0, 6, 12.7, 6.7], "fill": "#101010"},
        {"draw": "text", "text": "{title}", "box": [1, 8, 10, 3], "size": 3},
        {"draw": "text", "text": "{left}", "box": [1, 2, 10, 3], "size": 3, "colour": "#f0ead8"},
    ]
    layout = type(parade.layouts[0]).model_validate({"id": "strip", "items": items})
    face = Face(layout="strip", title="Kursk", left="pale", background="neutral")
    (picture,) = counter_pictures(
        Counter(id="x", name="X", faces=(face,)), steppe, layouts=(layout,)
    )
    (warning,) = picture.warnings
    assert "'pale' has a contrast of" in warning


def test_a_paragraph_too_long_for_its_box_is_told(steppe: Theme) -> None:
    face = Face(layout="text", title="Orders", text="Attack at once. " * 20, background="axis")
    (picture,) = counter_pictures(Counter(id="x", name="X", faces=(face,)), steppe)
    assert any("out of its box" in warning for warning in picture.warnings)


@pytest.mark.parametrize(("count", "told"), [("many", "is not a number"), ("99", "the most is 40")])
def test_a_number_of_pips_that_cannot_be_is_told(
    steppe: Theme, parade: Game, count: str, told: str
) -> None:
    item = {"draw": "pips", "box": [1, 1, 10, 2], "count": "{steps}"}
    layout = type(parade.layouts[0]).model_validate({"id": "pips", "items": [item]})
    counter = Counter(id="x", name="X", faces=(Face(layout="pips"),), values={"steps": count})
    (picture,) = counter_pictures(counter, steppe, layouts=(layout,))
    assert any(told in warning for warning in picture.warnings)

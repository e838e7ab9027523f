"""What the rendered pictures show, held by their pixels: sizes, mean colours, legible writing.

Not hashes of PNGs: a new release of the renderer may move a shade by one and nobody would see it.
"""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageStat

from generator.definition.reader import load_game
from generator.definition.schema import Game
from generator.drawing.colours import channels, contrast, lightness
from generator.drawing.maps import draw_map
from generator.drawing.picture import Picture
from generator.drawing.sheet import Sheet
from generator.drawing.themes import load_theme
from generator.geography.layout import layout_of
from generator.pictures.gallery import game_pictures
from generator.pictures.rendering import render

DPI = 150


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("graf_spee")


@pytest.fixture(scope="module")
def pictures(game: Game) -> dict[str, Picture]:
    return {one.name: one for one in game_pictures(game)}


@pytest.fixture(scope="module")
def images(pictures: dict[str, Picture]) -> dict[str, Image.Image]:
    pngs = render(pictures.values(), DPI)
    return {name: Image.open(io.BytesIO(png)).convert("RGBA") for name, png in pngs.items()}


def _mean(image: Image.Image) -> str:
    r, g, b = (round(value) for value in ImageStat.Stat(image.convert("RGB")).mean)
    return f"#{r:02x}{g:02x}{b:02x}"


def test_every_picture_has_the_size_it_says(
    pictures: dict[str, Picture], images: dict[str, Image.Image]
) -> None:
    for name, picture in pictures.items():
        assert images[name].size == picture.pixels(DPI), name


def test_the_boards_are_as_large_as_their_layouts(
    game: Game, images: dict[str, Image.Image]
) -> None:
    for map_ in game.maps:
        width, height = layout_of(map_).size()
        image = images[f"map-{map_.id}"]
        assert abs(image.width - width) <= 1 and abs(image.height - height) <= 1


def test_no_picture_of_the_game_has_a_warning(pictures: dict[str, Picture]) -> None:
    assert {name: one.warnings for name, one in pictures.items() if one.warnings} == {}


def test_no_picture_of_the_variant_has_a_warning() -> None:
    drawn = game_pictures(load_game("graf_spee", ("spread",)))
    assert {one.name: one.warnings for one in drawn if one.warnings} == {}


def test_the_sides_are_told_apart_in_a_grey_print(images: dict[str, Image.Image]) -> None:
    german = lightness(_mean(images["counter-graf_spee-normal"]))
    british = lightness(_mean(images["counter-exeter-front"]))
    assert german - british > 25


def test_no_two_different_pieces_look_the_same(images: dict[str, Image.Image]) -> None:
    ships = ("renown", "ark_royal", "hermes", "exeter", "cumberland", "sussex", "dummy_1")
    bands = {name: images[f"counter-{name}-front"].crop((4, 18, 71, 54)) for name in ships}
    names = list(bands)
    for index, one in enumerate(names):
        for other in names[index + 1 :]:
            differing = sum(
                a != b
                for a, b in zip(
                    bands[one].convert("L").point(lambda v: v // 128).tobytes(),
                    bands[other].convert("L").point(lambda v: v // 128).tobytes(),
                    strict=True,
                )
            )
            assert differing > 25, (one, other)


def test_corners_of_counters_are_cut_round(images: dict[str, Image.Image]) -> None:
    for name, image in images.items():
        if name.startswith("counter-"):
            pixel = image.getpixel((0, 0))
            assert isinstance(pixel, tuple) and pixel[3] < 40, name
            middle = image.getpixel((image.width // 2, image.height // 2))
            assert isinstance(middle, tuple) and middle[3] == 255, name


def test_the_sea_is_sea_and_the_land_is_land(game: Game, images: dict[str, Image.Image]) -> None:
    theme = load_theme(game.theme)
    board = images["map-south_atlantic"].convert("RGB")

    def far(x_mm: float, y_mm: float, colour: str) -> int:
        pixel = board.getpixel((int(x_mm / 25.4 * DPI), int(y_mm / 25.4 * DPI)))
        assert isinstance(pixel, tuple)
        return max(abs(a - b) for a, b in zip(pixel, channels(theme.colour(colour)), strict=True))

    places = layout_of(game.map("south_atlantic")).places
    assert far(places["D3"].x + 3, places["D3"].y + 5, "sea") < 8
    assert far(385.0, 100.0, "land") < 14  # Angola


@pytest.mark.parametrize("map_id", ["south_atlantic", "voyage_log"])
def test_labels_stand_on_the_ground_they_claim(
    map_id: str, game: Game, images: dict[str, Image.Image]
) -> None:
    """The contrast checks trust what the drawing says lies under a label: here the pixels do."""
    sheet = draw_map(game, game.map(map_id), load_theme(game.theme))
    board = images[f"map-{map_id}"].convert("RGB")
    wrong = []
    for label in sheet.labels:
        xs, ys = [x for x, _ in label.corners], [y for _, y in label.corners]
        box = tuple(round(v / 25.4 * DPI) for v in (min(xs), min(ys), max(xs), max(ys)))
        patch = board.crop(box)
        counts = patch.getcolors(patch.width * patch.height + 1) or []
        ink = channels(label.colour)
        common = max(
            (count, colour)
            for count, colour in counts
            if isinstance(colour, tuple)
            and max(abs(a - b) for a, b in zip(colour, ink, strict=True)) > 24
        )[1]
        assert isinstance(common, tuple)
        ground = f"#{common[0]:02x}{common[1]:02x}{common[2]:02x}"
        if contrast(label.colour, ground) < 4.2:
            wrong.append((label.text, label.ground, ground))
    assert wrong == []


def test_measured_widths_are_those_the_renderer_sets(game: Game) -> None:
    """Text fitting is only as good as its measures: held against the renderer's own ink."""
    theme = load_theme(game.theme)
    for role, words, tracking, room in (
        ("counter_name", "Shropshire", 0.0, None),
        ("counter_name", "Shropshire", 0.0, 40.0),
        ("title", "SOUTH ATLANTIC", 0.14, None),
        ("title", "SOUTH ATLANTIC", 0.14, 90.0),
        ("note", "Trevanion, Doric Star", 0.0, 60.0),
        ("number", "0123456789", 0.0, 38.0),
    ):
        sheet = Sheet(130, 12, theme)
        line = sheet.text(5, 9, words, role, 8.0, tracking=tracking, room=room)
        image = Image.open(io.BytesIO(render([sheet.picture("t")], 300)["t"])).convert("RGBA")
        left, _, right, _ = image.getbbox() or (0, 0, 0, 0)
        ink = (right - left) / 300 * 25.4
        # Ink is the advance less the side bearings and kerning, never more.
        assert line.width * 0.93 < ink < line.width + 0.3, (role, tracking, room, ink, line.width)

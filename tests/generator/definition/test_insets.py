"""Maps set into maps: boards side by side in one window, and parts enlarged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from generator.drawing.checks import findings
from generator.drawing.maps import draw_map
from generator.drawing.themes import load_theme
from generator.geography.layout import layout_of
from generator.packaging.scene import scene_of

if TYPE_CHECKING:
    from tests.generator.definition.conftest import Folder

BOARD = """\
  - id: {id}
    name: {name}
    window: false
    width: 90mm
    height: 70mm
    style: plain
    background: paper
    grid:
      kind: hex
      zone: Land
      size: 8mm
      origin: {{x: 12mm, y: 12mm}}
      extent: [5, 4]
      numbering: {{kind: offset, horizontal_first: {first}}}
"""
FRONT = """\
  - id: front
    name: Front
    width: 180mm
    height: 160mm
    style: plain
    background: paper
    insets:
      - {id: left, of: west, x: 0mm, y: 0mm, width: 90mm, height: 70mm, frame: false}
      - {id: right, of: east, x: 90mm, y: 0mm, width: 90mm, height: 70mm, frame: false}
      - {id: close, name: Close, of: far, x: 10mm, y: 80mm, width: 90mm, height: 70mm,
         shows: {x: 0mm, y: 0mm, width: 45mm, height: 35mm}}
"""


@pytest.fixture
def front(tiny: Folder) -> Folder:
    maps = (tiny.path / "map.yaml").read_text("utf-8")
    maps += BOARD.format(id="west", name="West", first=1)
    maps += BOARD.format(id="east", name="East", first=6)
    maps += BOARD.format(id="far", name="Far", first=21)
    tiny.write("map.yaml", maps + FRONT)
    return tiny


def test_boards_side_by_side_are_one_window_with_all_their_hexes(front: Folder) -> None:
    game = front.load()
    assert [one.id for one in game.maps] == ["field", "front"]
    layout = layout_of(game.map("front"))
    assert layout.places["0101"].x == 12 and layout.places["0601"].x == 90 + 12
    hexes = [place for place in layout.places.values() if place.kind == "hex"]
    assert len(hexes) == 20 + 20 + 6  # of the third only those that are shown
    assert {"Land", "Land right", "Land close"} == set(layout.zones)


def test_a_part_enlarged_carries_its_places_along(front: Folder) -> None:
    layout = layout_of(front.load().map("front"))
    place = layout.places["2101"]
    assert (place.x, place.y) == (10 + 2 * 12, 80 + 2 * 12)
    assert max(x for x, _ in place.outline) == pytest.approx(place.x + 2 * 8)
    assert place.zone == "Land close"


def test_insets_come_through_the_cache_as_they_were_read(front: Folder) -> None:
    assert front.load().maps == front.load().maps


def test_what_is_set_in_is_drawn_once_with_its_ids(front: Folder) -> None:
    game = front.load()
    sheet = draw_map(game, game.map("front"), load_theme("admiralty"))
    assert list(findings(sheet)) == []
    words = [label.text for label in sheet.labels]
    for name in ("0101", "0601", "2101", "Close"):
        assert words.count(name) == 1
    (far,) = [label for label in sheet.labels if label.text == "2101"]
    (near,) = [label for label in sheet.labels if label.text == "0101"]
    assert far.size == pytest.approx(2 * near.size)


def test_a_counter_may_start_on_a_board_that_is_set_in(front: Folder) -> None:
    front.change("scenarios/one.yaml", "map: field, at: 0203", "map: front, at: 0902")
    game = front.load()
    start = scene_of(game).starts["one"]["t1"]
    place = layout_of(game.map("front")).places["0902"]
    assert (start.x, start.y) == (place.x, place.y)


def test_the_places_of_two_boards_may_be_told_apart_by_a_prefix(front: Folder) -> None:
    maps = (front.path / "map.yaml").read_text("utf-8")
    front.write("map.yaml", maps.replace("horizontal_first: 6", "horizontal_first: 1"))
    assert any("two places of one board are named '0101'" in line for line in front.broken())
    front.change("map.yaml", "{id: right, of: east,", "{id: right, prefix: E-, of: east,")
    layout = layout_of(front.load().map("front"))
    assert {"0101", "E-0101"} <= set(layout.places)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("of: west,", "of: wset,", "no map 'wset'"),
        ("of: west,", "of: front,", "an inset of its own map needs shows: (a part)"),
        ("{id: left, of: west,", "{id: left,", "an inset of its own map needs shows: (a part)"),
        ("of: west,", "of: field,", "the map 'field' has decks"),
        ("frame: false}\n      - {id: right", "frame: 3}\n      - {id: right", "not 3"),
    ],
)
def test_what_cannot_be_set_in_is_told_where_it_stands(
    front: Folder, old: str, new: str, words: str
) -> None:
    front.change("map.yaml", old, new)
    lines = front.broken()
    assert any(words in line and line.startswith("map.yaml:") for line in lines), lines


def test_nothing_is_placed_on_a_map_without_a_window(front: Folder) -> None:
    front.change("scenarios/one.yaml", "map: field, at: 0203", "map: west, at: 0101")
    assert any("has no window; name the map that shows it" in line for line in front.broken())


def test_a_game_needs_a_window(front: Folder) -> None:
    maps = (front.path / "map.yaml").read_text("utf-8")
    maps = maps.replace("    name: Field\n", "    name: Field\n    window: false\n")
    front.write(
        "map.yaml", maps.replace("    name: Front\n", "    name: Front\n    window: false\n")
    )
    assert any("no map has a window" in line for line in front.broken())


def test_a_part_of_a_map_enlarged_on_itself_adds_no_places(tiny: Folder) -> None:
    inset = """\
    insets:
      - {id: near, name: Near, x: 110mm, y: 60mm, width: 80mm, height: 80mm,
         shows: {x: 10mm, y: 10mm, width: 40mm, height: 40mm}}
"""
    tiny.change("map.yaml", "    height: 10in\n", "    height: 10in\n" + inset)
    game = tiny.load()
    places = layout_of(game.map("field")).places
    assert len([one for one in places.values() if one.kind == "hex"]) == 12
    sheet = draw_map(game, game.map("field"), load_theme("admiralty"))
    sizes = sorted(label.size for label in sheet.labels if label.text == "0101")
    assert sizes[1] == pytest.approx(2 * sizes[0])


@pytest.mark.parametrize(
    ("point", "words"),
    [
        ("{x: 3mm}", "a point needs x: and y:, or lon: and lat:, or at: (a place)"),
        ("{x: 3mm, y: 3mm, at: 0101}", "a point needs x: and y:"),
        ("{at: 0909}", "place '0909' does not exist on the map 'field'"),
        ("{lon: 10, lat: 95}", "90"),
    ],
)
def test_the_points_of_a_line_are_checked(tiny: Folder, point: str, words: str) -> None:
    line = f"    lines:\n      - {{id: ice, style: ice_edge, points: [{{at: 0101}}, {point}]}}\n"
    tiny.change("map.yaml", "    height: 10in\n", "    height: 10in\n" + line)
    assert any(words in found for found in tiny.broken())


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("towns: [{name: Ulm, size: hamlet, at: 0101}]", "accepted: village, town, city, capital"),
        ("towns: [{name: Ulm, at: 0999}]", "place '0999' does not exist"),
        ("labels: [{text: Elbe, style: rive, at: 0101}]", "did you mean 'river'"),
        ("labels: [{text: Elbe, style: river, at: '9901'}]", "place '9901' does not exist"),
        (
            "lines: [{id: a, style: ice, points: [{at: 0101}, {at: 0102}]}]",
            "accepted: ice_edge, arctic_line",
        ),
        ("lines: [{id: a, style: route, points: [{at: 0101}]}]", "at least 2"),
    ],
)
def test_names_and_towns_are_checked(tiny: Folder, part: str, words: str) -> None:
    tiny.change("map.yaml", "    height: 10in\n", f"    height: 10in\n    {part}\n")
    lines = tiny.broken()
    assert any(words in line for line in lines), lines

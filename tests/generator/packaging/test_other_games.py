"""A small game of squares and cards, without a sequence of play: nothing is made for one game."""

# ruff: noqa: E501 (the definition below has long lines)

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree

from generator.definition.reader import load_game
from generator.definition.schema import Game
from generator.packaging.scene import scene_of
from generator.packaging.vassal.module import members
from generator.pictures.gallery import GalleryError, game_pictures

FILES = {
    "game.yaml": """\
id: hill
name: Hill & Ravine
version: "0.1"
theme: admiralty
credits: {design: Nobody, edition: test, notice: None}
sides:
  - {id: "Blue, Army", colour: "#2244aa"}
  - {id: Red, colour: "#aa3322"}
turns: {name: Day, first: 3, track: Days, marker: day}
""",
    "map.yaml": """\
maps:
  - id: hill
    name: Hill 60
    width: 200mm
    height: 200mm
    style: plain
    background: land
    grid: {kind: square, zone: Field, cell: [20mm, 20mm], origin: {x: 20mm, y: 20mm}, extent: [6, 4]}
    tracks:
      - {id: Days, prefix: D, first: 3, last: 9, x: 10mm, y: 150mm, width: 150mm, height: 20mm, marker: day}
  - {id: plan, name: Plan, width: 90mm, height: 90mm, private_to: "Blue, Army", style: plain}
""",
    "counters.yaml": """\
counters:
  - {id: inf, name: Infantry, side: "Blue, Army", mask: {access: ["Blue, Army"]}, faces: [{id: a}]}
  - {id: spy, name: Spy, mask: {access: [Red]}, faces: [{id: a}]}
  - {id: day, name: Day, faces: [{id: a}]}
""",
    "actions.yaml": "actions:\n  - {id: win, keyword: WIN, name: Win}\n",
    "scenarios/one.yaml": """\
id: one
name: One
first_turn: 4
placements: [{pieces: [inf], map: hill, at: "0101"}, {pieces: [day], map: hill, at: D 4}]
""",
}

Make = Callable[..., Game]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """The small game, with texts replaced: ``make(("counters.yaml", old, new))``."""

    def made(*changes: tuple[str, str, str]) -> Game:
        files = dict(FILES)
        for name, old, new in changes:
            assert files[name].count(old) == 1
            files[name] = files[name].replace(old, new)
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text, "utf-8")
        return load_game(tmp_path)

    return made


def build_of(game: Game, ppi: int | None = None) -> etree._Element:
    scene = scene_of(game, ppi)
    written = members(scene, {scene.image(name): b"" for name in scene.pictures()})
    return etree.fromstring(written["buildFile.xml"])


def test_every_picture_a_package_wants_is_drawn(make: Make) -> None:
    game = make()
    drawn = {picture.name for picture in game_pictures(game)}
    assert set(scene_of(game).pictures()) <= drawn
    assert "counter-spy-back" in drawn, "a masked piece of no side has a back too"
    assert "chart-sequence" not in drawn, "there is no sequence of play"


def test_a_turn_of_another_name_is_declared_all_the_same(make: Make) -> None:
    build = build_of(make())
    (counter,) = build.iter("{*}VASSAL.build.module.turn.CounterTurnLevel")
    assert (counter.get("name"), counter.get("property")) == ("Day", "Turn")
    (button,) = build.iter("{*}VASSAL.build.module.DoActionButton")
    assert "$Turn$" in str(button.get("reportFormat"))
    slot = next(one for one in build.iter() if one.get("entryName") == "Day")
    assert '"D " + (Turn < 3 ? 3 : Turn > 9 ? 9 : Turn)' in str(slot.text)


def test_a_game_without_steps_counts_turns_only(make: Make) -> None:
    build = build_of(make())
    assert not list(build.iter("{*}VASSAL.build.module.turn.ListTurnLevel"))
    (tracker,) = build.iter("{*}VASSAL.build.module.turn.TurnTracker")
    assert tracker.get("turnFormat") == "Day $level1$"


def test_a_range_is_counted_in_squares_and_not_at_all_without_a_grid(make: Make) -> None:
    build = build_of(make())
    (thread,) = build.iter("{*}VASSAL.build.module.map.LOS_Thread")
    assert thread.get("scale") == "0", "by the grid"
    (squares,) = build.iter("{*}VASSAL.build.module.map.boardPicker.board.SquareGrid")
    assert squares.get("range") == "Manhattan"
    grid = "    grid: {kind: square, zone: Field, cell: [20mm, 20mm], origin: {x: 20mm, y: 20mm}, extent: [6, 4]}\n"
    slot = ("scenarios/one.yaml", '{pieces: [inf], map: hill, at: "0101"}, ', "")
    build = build_of(make(("map.yaml", grid, ""), slot))
    assert not list(build.iter("{*}VASSAL.build.module.map.LOS_Thread"))


def test_a_side_with_a_comma_in_its_name_keeps_its_private_map(make: Make) -> None:
    (window,) = build_of(make()).iter("{*}VASSAL.build.module.PrivateMap")
    assert window.get("side") == "Blue\\, Army"


def test_two_pictures_of_one_name_are_an_error(make: Make) -> None:
    game = make(
        ("counters.yaml", "faces: [{id: a}]}\n  - {id: spy", "faces: [{id: back}]}\n  - {id: spy")
    )
    with pytest.raises(GalleryError, match="two pictures are named 'counter-inf-back'"):
        game_pictures(game)


def test_a_backs_colour_is_its_sides(make: Make) -> None:
    backs = {one.name: one.svg for one in game_pictures(make())}
    assert "#2244aa" in backs["counter-inf-back"] and "#2244aa" not in backs["counter-spy-back"]


def test_what_is_seen_keeps_its_size_at_another_resolution(make: Make) -> None:
    usual, fine = build_of(make()), build_of(make(), 300)

    def seen(build: etree._Element, tag: str, attribute: str) -> float:
        return float(str(next(build.iter("{*}VASSAL.build.module.map." + tag)).get(attribute)))

    assert seen(usual, "GlobalMap", "scale") == pytest.approx(2 * seen(fine, "GlobalMap", "scale"))
    assert seen(fine, "StackMetrics", "exSepX") == 2 * seen(usual, "StackMetrics", "exSepX")
    assert seen(usual, "Zoomer", "zoomStart") < seen(fine, "Zoomer", "zoomStart")

"""The sight ruler shows what the rules ask: the same function, hex by hex."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from generator.definition.reader import load_game
from generator.definition.schema import Game
from generator.definition.sighting import Sighting, sight_of
from generator.geography.grid import DIRECTIONS, HexGrid
from generator.geography.layout import grid_of
from generator.geography.sight import angle
from generator.packaging.ruler import (
    FRONT,
    LETTERS,
    NOTHING,
    PERHAPS,
    REAR,
    SEEN,
    SIDE,
    hex_grid,
    numbering,
    ruler_of,
)
from generator.packaging.scene import scene_of
from generator.packaging.vassal.module import module_root
from generator.packaging.vassal.pieces import chain
from generator.starting import begin
from generator.vassal.commands import AddPiece, decode
from generator.vassal.traits import read_piece
from tests.all_kinds_of_grids import MAPS

STEPS = r"\(\((Current[XY]) \* 100 - (-?\d+)\) / (\d+)\)"
HERE = re.compile(rf"\? {STEPS} \* (\d+) \+ {STEPS} \+ 1 : 0")


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("red_flags")


def test_the_ruler_is_the_rules_sight_on_all_pairs(game: Game) -> None:
    ruler, sight, grid = ruler_of(game), sight_of(game), hex_grid(game)
    everywhere = frozenset(grid.cells)
    wrong = [
        (one, other)
        for one, other in product(grid.cells, repeat=2)
        if ruler.shows(one, other)
        != (
            NOTHING
            if not sight.clear(one, other)
            else SEEN
            if sight.clear(one, other, everywhere)
            else PERHAPS
        )
    ]
    assert wrong == []
    assert {ruler.shows("0605", other) for other in grid.cells} == {NOTHING, SEEN, PERHAPS}


@pytest.mark.slow
def test_the_ruler_is_the_rules_arcs_within_sight(game: Game) -> None:
    ruler, sight, grid = ruler_of(game), sight_of(game), hex_grid(game)
    front, rear = (int(str(game.values("sight").value(one))) for one in ("front", "rear"))
    ways = list(enumerate(DIRECTIONS[grid.orientation], 1))
    for one, other in product(grid.cells, repeat=2):
        seen = sight.clear(one, other)
        for number, way in ways:
            off = angle(grid, one, way, other)
            arc = FRONT if off <= front else REAR if off >= rear else SIDE
            assert ruler.shows(one, other, number) == (arc if seen else NOTHING), (one, other, way)


@pytest.mark.slow
def test_the_marks_of_the_module_hold_the_ruler(game: Game) -> None:
    ruler, scene = ruler_of(game), scene_of(game)
    known = LETTERS[: len(ruler.shown[0])]
    layout = scene.maps[0].layout
    found = {}
    for one in module_root(scene).walk():
        name = one.attributes.get("name", "").removeprefix("Sight of ")
        if one.tag.endswith("PrototypeDefinition") and name in ruler.rows:
            added = decode(one.text)
            assert isinstance(added, AddPiece)
            layer, _ = read_piece(added.type, added.state)
            found[name] = layer
    assert found.keys() == ruler.rows.keys()
    for name, layer in found.items():
        shown, letters, row = re.findall(r'"(\w+)"', layer["propertyName"])
        assert (shown, letters, row) == ("".join(ruler.shown), known, ruler.rows[name])
        assert (layer["xOff"], layer["yOff"]) == layout.pixels(name)
        tints = [image.removesuffix(".png").rpartition("-")[2] for image in layer["imageNames"]]
        assert tints == ["", "seen", "perhaps", "front", "side", "rear"]


def looked_from(game: Game, map_: str, at: tuple[int, int]) -> int:
    """The number that a counter's key works out where it lies."""
    scene = scene_of(game)
    piece = next(one for one in scene.pieces if one.kind in (game.sight or _NONE).kinds)
    (looks,) = [
        one
        for one in chain(scene, piece).traits
        if one.id == "setprop;" and one["key"] == "SightFrom"
    ]
    said = looks["keyCommands"][0].change.value
    assert f'CurrentMap == "{scene.map(map_).name}"' in said
    found = HERE.search(said)
    assert found is not None, said
    line, start, step, places, place, low, apart = found.groups()
    where = dict(zip(("CurrentX", "CurrentY"), at, strict=True))
    number = (where[line] * 100 - int(start)) // int(step) * int(places)
    return number + (where[place] * 100 - int(low)) // int(apart) + 1


_NONE = Sighting.model_construct(map="", kinds=())


def test_a_counter_knows_the_number_of_its_hex(game: Game) -> None:
    layout = scene_of(game).maps[0].layout
    numbers = numbering(hex_grid(game)).numbers
    for name in ("0101", "0112", "0201", "0605", "1006", "1107", "1801", "1812"):
        assert looked_from(game, "Novaya Balka", layout.pixels(name)) == numbers[name]


@pytest.mark.parametrize("map_", ["Rows", "Scan", "The Tisna Line"])
def test_grids_of_other_kinds_are_numbered_as_well(map_: str, tmp_path: Path) -> None:
    begin(tmp_path / "all", "hex-and-counter")
    with (tmp_path / "all" / "map.yaml").open("a", encoding="utf-8") as file:
        file.write(MAPS)
    game = load_game(tmp_path / "all")
    board = game.map(map_)
    kind = next(one.kind for one in game.counters if one.side)
    said = Sighting.model_construct(
        map=board.id, kinds=(kind,), level=1, eye=0, piece=0, upright="upright", front=60,
        rear=150, key="ALT+S", arcs_key="ALT+A",
    )  # fmt: skip
    game = game.model_copy(update={"sight": said})
    grid = grid_of(board)
    assert isinstance(grid, HexGrid)
    layout = scene_of(game).map(board.name).layout
    numbers = numbering(grid).numbers
    assert len(set(numbers.values())) == len(grid.cells) and min(numbers.values()) > 0
    corners = sorted(grid.cells, key=numbers.__getitem__)
    for name in (*corners[:3], *corners[len(corners) // 2 :][:3], *corners[-3:]):
        assert looked_from(game, board.name, layout.pixels(name)) == numbers[name], name

from __future__ import annotations

import ast
import re
import sys
from dataclasses import replace
from math import hypot
from pathlib import Path
from xml.etree import ElementTree

import pytest

from generator.definition.schema import Feature, Game, Port
from generator.drawing import kept
from generator.drawing.checks import findings, overlapping
from generator.drawing.kept import board_picture
from generator.drawing.maps import MapError, draw_map, map_pictured
from generator.drawing.maps.board import Board
from generator.drawing.maps.cells import chord, id_corner, sides_of
from generator.drawing.maps.furniture import north
from generator.drawing.rereading import forget_art
from generator.drawing.sheet import Point, Sheet
from generator.drawing.themes import Theme
from generator.geography.areas import inside
from generator.geography.grid import HexGrid
from generator.geography.layout import adjacency_of, grid_of, layout_of
from generator.geography.projections import placed
from tests.sampling import one_in


@pytest.fixture(scope="module")
def sea(game: Game, theme: Theme) -> Sheet:
    return draw_map(game, game.map("south_atlantic"), theme)


@pytest.fixture(scope="module")
def log(game: Game, theme: Theme) -> Sheet:
    return draw_map(game, game.map("voyage_log"), theme)


def test_nothing_on_the_boards_collides_or_is_unreadable(sea: Sheet, log: Sheet) -> None:
    assert list(findings(sea)) == []
    assert list(findings(log)) == []


def test_every_hex_carries_its_id_in_the_same_corner(game: Game, sea: Sheet) -> None:
    layout = layout_of(game.map("south_atlantic"))
    hexes = [place for place in layout.places.values() if place.kind == "hex"]
    assert len(hexes) == 26
    shifts = set()
    for place in hexes:
        (label,) = [one for one in sea.labels if one.text == place.id]
        x, y = label.corners[3]
        shifts.add((round(x - place.x, 3), round(y - place.y, 3)))
        assert all(inside(cx, cy, place.outline) for cx, cy in label.corners)
    assert len(shifts) == 1


@pytest.mark.parametrize("along", one_in(3, [0.0, 0.5, 1.0]))
def test_an_id_moves_aside_where_a_port_lies_on_it(
    game: Game, theme: Theme, sea: Sheet, along: float
) -> None:
    map_ = game.map("south_atlantic")
    chart, layout = placed(map_), layout_of(map_)
    hexes = [place for place in layout.places.values() if place.kind == "hex"][::3]
    dots = {}
    for place in hexes:
        (label,) = [one for one in sea.labels if one.text == place.id]
        (left, top), _, (right, foot), _ = label.corners
        dots[place.id] = (left + along * (right - left), (top + foot) / 2)
    ports = []
    for name, spot in dots.items():
        lon, lat = chart.to_globe(*spot)
        ports.append(Port(name=f"Port {name}", lon=lon, lat=lat, label="E"))
    sheet = draw_map(game, map_.model_copy(update={"ports": tuple(ports)}), theme)
    assert not [note for note in sheet.notes if "lies on the id" in note]
    for place in hexes:
        (label,) = [one for one in sheet.labels if one.text == place.id]
        (left, top), _, (right, foot), _ = label.corners
        assert all(inside(x, y, place.outline) for x, y in label.corners)
        for x, y in dots.values():
            across, down = x - min(max(x, left), right), y - min(max(y, top), foot)
            assert hypot(across, down) > 1.02  # the port's ring


def test_ids_stay_clear_of_a_counter_in_the_middle(game: Game) -> None:
    for place in layout_of(game.map("south_atlantic")).places.values():
        if place.kind == "hex":
            (_, y), _, _ = id_corner(place)
            assert y < place.y - 6.35


def test_port_names_keep_off_the_grids_lines_and_out_of_the_exits(game: Game, sea: Sheet) -> None:
    map_ = game.map("south_atlantic")
    ports = {port.name for port in map_.ports}
    grid = grid_of(map_)
    assert isinstance(grid, HexGrid)
    layout = layout_of(map_)
    sides = sides_of([place for place in layout.places.values() if place.kind == "hex"])
    exits = [
        grid.edge(name, towards)
        for feature in map_.features
        if feature.draw == "edge"
        for name in feature.hexes
        for towards in feature.edges
    ]
    names = [label for label in sea.labels if label.text in ports]

    def crossing(lines: list[tuple[Point, Point]]) -> list[str]:
        return [n.text for n in names if any(overlapping(n.corners, one, 0.0) for one in lines)]

    assert crossing(exits) == []
    # Two ports on the Plate share one corner of a hex: that is as many as may cross.
    assert len(crossing(sides)) <= 2


def test_ports_stand_where_longitude_and_latitude_say(game: Game, sea: Sheet, theme: Theme) -> None:
    board = Board(game, game.map("south_atlantic"), Sheet(1, 1, theme))
    assert board.chart is not None
    for port in board.map.ports:
        x, y = board.chart.to_board(port.lon, port.lat)
        (label,) = [one for one in sea.labels if one.text == port.name]
        nearest = min(
            ((cx - x) ** 2 + (cy - y) ** 2) ** 0.5
            for cx, cy in (
                *label.corners,
                ((label.corners[0][0] + label.corners[1][0]) / 2, label.corners[2][1]),
                ((label.corners[0][0] + label.corners[1][0]) / 2, label.corners[0][1]),
            )
        )
        assert nearest < 4.5, port.name


def test_hexes_tile_without_gap_or_overlap(game: Game) -> None:
    layout = layout_of(game.map("south_atlantic"))
    cells = [place for place in layout.places.values() if place.kind == "hex"]
    near = adjacency_of(game.map("south_atlantic"))
    # Each side between two hexes is shared: drawn once, by the one line of both.
    shared = sum(len(near.neighbours(place.id)) for place in cells) // 2
    assert len(sides_of(cells)) == 6 * len(cells) - shared


def test_the_sea_name_is_one_line_along_a_path_behind_the_grid(sea: Sheet) -> None:
    svg = sea.svg()
    root = ElementTree.fromstring(svg)
    paths = [along.text for along in root.iter("{http://www.w3.org/2000/svg}textPath")]
    assert paths.count("South Atlantic Ocean") == 1
    assert svg.index(">South Atlantic Ocean<") < svg.index(">A1<")


@pytest.mark.slow
def test_exits_and_troopships_are_drawn_where_the_definition_says(game: Game, theme: Theme) -> None:
    map_ = game.map("south_atlantic")
    plain = map_.model_copy(update={"features": ()})
    without = draw_map(game, plain, theme).svg()
    with_them = draw_map(game, map_, theme).svg()
    red = theme.colour("exit")
    arrows = rf'<path d="[^"]*" fill="{red}" />'
    shown = sum(len(one.hexes) * len(one.edges) for one in map_.features if one.draw == "edge")
    # In the legend once each, on the board once a side; a signal's compass needle has both.
    legend = sum(one.draw == "edge" for one in map_.features)
    assert len(re.findall(arrows, with_them)) - len(re.findall(arrows, without)) == shown + legend
    for words in ("Streonshalh", "Africa Shell"):
        assert words in with_them and words not in without


def test_boxes_tracks_and_cups_are_named_on_the_board(game: Game, sea: Sheet) -> None:
    map_ = game.map("south_atlantic")
    words = {label.wanted for label in sea.labels}
    wanted = [box.name or box.id for box in map_.boxes]
    wanted += [track.name or track.id for track in map_.tracks]
    wanted += [deck.name or deck.id for deck in map_.decks]
    assert set(wanted) <= words
    assert {str(n) for n in range(31)} <= words


def test_the_log_shows_the_same_hexes_and_a_place_to_write(log: Sheet) -> None:
    words = {label.wanted for label in log.labels}
    assert {"A1", "B6", "E4", "Turn", "Hex", "Refuel", "Holding", "SECRET"} <= words


def test_north_on_the_chart_is_where_the_hexes_put_it(game: Game, theme: Theme) -> None:
    board = Board(game, game.map("south_atlantic"), Sheet(1, 1, theme))
    from math import degrees

    assert degrees(north(board, 200, 150)) == pytest.approx(18.7, abs=0.3)


def test_a_chord_measures_a_hex(game: Game) -> None:
    map_ = game.map("south_atlantic")
    assert map_.grid is not None and map_.grid.kind == "hex"
    place = layout_of(map_).places["C3"]
    assert chord(place, place.y + 1e-6) == pytest.approx(2 * map_.grid.size, abs=0.01)
    assert chord(place, place.y + 2 * map_.grid.size) == 0.0


def test_a_name_that_finds_no_room_becomes_a_warning(game: Game, theme: Theme) -> None:
    map_ = game.map("south_atlantic")
    (brazil,) = [one for one in map_.labels if one.text == "Brazil"]
    box = next(one for one in map_.boxes if one.id == "Out of the Game")
    middle = {"x": box.x + box.width / 2, "y": box.y + box.height / 2, "size": 2.0}
    label = brazil.model_copy(update={"text": "BRAZIL", **middle})
    crowded = map_.model_copy(update={"labels": (*map_.labels, label)})
    picture = map_pictured(game, crowded, theme)
    assert "no free place was found for the name 'BRAZIL'" in picture.warnings


def test_two_ports_side_by_side_keep_their_names_apart(game: Game, theme: Theme) -> None:
    map_ = game.map("south_atlantic")
    twins = tuple(
        Port(name=name, lat=-30.0 - 0.4 * n, lon=-10.0, label="E")
        for n, name in enumerate(("Firsthaven", "Secondhaven", "Thirdhaven"))
    )
    sheet = draw_map(game, map_.model_copy(update={"ports": twins, "labels": ()}), theme)
    assert list(findings(sheet)) == []


def test_a_symbol_that_is_not_there_names_the_map(game: Game, theme: Theme) -> None:
    map_ = game.map("south_atlantic")
    feature = Feature(id="x", hexes=("C3",), draw="symbol", symbol="trooship")
    with pytest.raises(MapError, match=r"map 'south_atlantic'.*'troopship'"):
        map_pictured(game, map_.model_copy(update={"features": (feature,)}), theme)


def test_a_board_is_kept_until_something_on_it_changes(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    map_ = game.map("voyage_log")
    first = board_picture(game, map_)
    monkeypatch.setattr(
        "generator.drawing.maps.map_pictured", lambda *_: pytest.fail("drawn again")
    )
    other_rules = game.model_copy(update={"charts": (), "aids": (), "definition_hash": "other"})
    assert board_picture(other_rules, map_) == first


def test_a_kept_board_is_drawn_again_with_other_typefaces(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    map_ = game.map("voyage_log")
    first = board_picture(game, map_)
    again = replace(first, name="again")
    monkeypatch.setattr("generator.drawing.kept.fingerprint", lambda: "other typefaces")
    monkeypatch.setattr("generator.drawing.maps.map_pictured", lambda *_: again)
    forget_art()
    try:
        assert board_picture(game, map_) == again
    finally:
        forget_art()


def test_every_package_that_draws_makes_kept_boards_stale() -> None:
    rooms = Path(kept.__file__).parent, Path(kept.__file__).parents[1] / "geography"
    named = {
        name.partition(".")[0].lower()
        for room in rooms
        for path in room.rglob("*.py")
        for one in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in _imported(one)
    }
    ours = {name.lower() for name in sys.stdlib_module_names} | {"generator"}
    assert named - ours == set(kept.DRAWN_WITH)


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [one.name for one in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else []


def test_a_changed_board_is_drawn_again(game: Game) -> None:
    map_ = game.map("voyage_log")
    changed = map_.model_copy(update={"background": "sea"})
    assert board_picture(game, changed).svg != board_picture(game, map_).svg


def test_drawing_the_board_twice_gives_the_same_bytes(game: Game, theme: Theme, sea: Sheet) -> None:
    assert draw_map(game, game.map("south_atlantic"), theme).svg() == sea.svg()


def test_no_id_in_a_drawing_is_used_twice(sea: Sheet) -> None:
    ids = re.findall(r'\bid="([^"]+)"', sea.svg())
    assert len(ids) == len(set(ids))
    for used in re.findall(r"url\(#([^)]+)\)", sea.svg()):
        assert used in ids

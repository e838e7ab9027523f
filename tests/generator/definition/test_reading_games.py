"""What the reader makes of a correct definition: templates, CSV, overlays, copies, the cache."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from generator.definition import DefinitionError, load_game
from generator.definition.information import about, bundled_games, json_schema
from generator.definition.measures import millimetres
from generator.definition.schema import Game, HexGrid
from generator.definition.yaml_nodes import parse
from generator.geography.layout import layout_of
from generator.places import cache_folder

if TYPE_CHECKING:
    from tests.generator.definition.conftest import Folder


@pytest.mark.parametrize(
    ("text", "length"),
    [("13mm", 13), ("0.5in", 12.7), ("2 cm", 20), ("72pt", 25.4), (".5IN", 12.7)],
)
def test_lengths_become_millimetres(text: str, length: float) -> None:
    assert millimetres(text) == pytest.approx(length)


def test_a_hex_id_with_a_leading_zero_needs_no_quotes() -> None:
    node, _ = parse("a: 0304\nb: 304\nc: 0\nd: -1.5\ne: yes\nf: true\ng: 1e3\nh: ~", "x")
    assert node.plain() == {
        "a": "0304", "b": 304, "c": 0, "d": -1.5, "e": "yes", "f": True, "g": 1000.0, "h": None,
    }  # fmt: skip


def test_merge_keys_and_aliases_are_understood() -> None:
    node, troubles = parse("a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}\nc: *a\n", "x")
    assert not troubles
    assert node.plain() == {"a": {"x": 1, "y": 2}, "b": {"x": 1, "y": 3}, "c": {"x": 1, "y": 2}}


def test_templates_counts_and_chart_values_are_worked_in(tiny: Folder) -> None:
    game = tiny.load()
    tank = game.counter("t2")
    assert (tank.name, tank.side, tank.kind, tank.family, tank.instance) == (
        "Tank 2",
        "Red",
        "AFV",
        "t{n}",
        2,
    )
    assert tank.values == {"strength": 4}
    assert (tank.face("front").title, tank.face("front").right) == ("Tank 2", "4")
    assert game.counter("flag").size == (12.7, 12.7)


def test_rows_of_a_csv_are_counters(tiny: Folder) -> None:
    tiny.change("counters.yaml", "templates:", "csv: [more.csv]\ntemplates:")
    tiny.write(
        "more.csv",
        "id,name,template,values.crew,roles[]\nt9,Ace,tank,5,leader; scout\n\nt8,Übung,tank,,\n",
    )
    game = tiny.load()
    ace = game.counter("t9")
    assert ace.values == {"strength": 4, "crew": 5} and ace.roles == ("leader", "scout")
    assert game.counter("t8").name == "Übung"


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("id,nmae\nt9,Ace\n", "more.csv:1:2: unknown key 'nmae'"),
        ("id,name,template\nt9,Ace,tnak\n", "more.csv:2:3: no template 'tnak'"),
        ("id,name,id\n", "more.csv:1:3: the heading 'id' occurs twice"),
        ("id,name\nt9,Ace,extra\n", "more.csv:2:3: 3 cells under 2 headings"),
        ('id,name\nt9,"Ace\n', "more.csv:2:1: no valid CSV"),
        ("id,name,template\nt1,Ace,tank\n", "more.csv:2:1: the counter 't1' occurs twice"),
        ("id;name\nt9;Ace\n", "more.csv:1:1: cells are separated by commas"),
        (f"id,{'.'.join('a' * 2000)}\nt9,1\n", "more.csv:1:2: nested deeper than 40 levels"),
        (
            "id,name,template,count" + "".join(f"\n{x}{{n}},Ace,tank,5000" for x in "abcdefghijk"),
            "more.csv:11:1: more than 50000",
        ),
        (
            "id,name,template\nt9,A\x07ce,tank\n",
            "more.csv:2:2: the text holds the control character",
        ),
        ("id,name,size\nt9,Ace,12\n", "more.csv:2:3: a length needs a unit"),
    ],
)
def test_mistakes_in_a_csv_have_row_and_cell(tiny: Folder, rows: str, said: str) -> None:
    tiny.change("counters.yaml", "templates:", "csv: [more.csv]\ntemplates:")
    tiny.write("more.csv", rows)
    assert any(line.startswith(said) for line in tiny.broken()), tiny.broken()


def test_a_csv_outside_the_folder_is_not_read(tiny: Folder) -> None:
    tiny.write("../secret.csv", "id,name\nx,X\n")
    tiny.change("counters.yaml", "templates:", "csv: [../secret.csv]\ntemplates:")
    assert tiny.broken()[0].startswith("counters.yaml:1:7: no file '../secret.csv' beside it")


OVERLAY = """\
overlay: {id: mine, name: My data}
map:
  maps:
    - id: field
      features:
        - {id: home, hexes: ["0303"]}
        - {id: new, hexes: ["0401"]}
      boxes:
        - {id: Dead, remove: true}
        - {id: Sunk, x: 150mm, y: 10mm, width: 40mm, height: 40mm}
      decks: [{id: Cup, box: Sunk}]
charts:
  charts:
    - id: units
      rows: [{id: AFV, cells: {strength: 5}}]
"""


def test_an_overlay_replaces_adds_and_removes(tiny: Folder) -> None:
    tiny.change("map.yaml", ", leads_to: Dead", "")
    path = tiny.write("mine.yaml", OVERLAY)
    plain, laid = tiny.load(), tiny.load(path)
    assert laid.map("field").feature("home").hexes == ("0303",)
    assert laid.map("field").feature("new").hexes == ("0401",)
    assert [box.id for box in laid.map("field").boxes] == ["Sunk"]
    assert laid.map("field").decks[0].x == 165.0
    assert laid.counter("t1").values == {"strength": 5}
    assert plain.counter("t1").values == {"strength": 4}
    assert plain.definition_hash != laid.definition_hash
    assert [mark.id for mark in laid.overlays] == ["mine"] and len(laid.overlays[0].sha256) == 64


def test_a_mistake_in_an_overlay_is_placed_in_the_overlay(tiny: Folder) -> None:
    path = tiny.write(
        "mine.yaml", "overlay: {id: mine}\nmap:\n  maps:\n    - {id: field, width: 9}\n"
    )
    assert tiny.broken(path) == ["mine.yaml:4:26: a length needs a unit: write 9mm or 9in"]


def test_an_overlay_needs_its_mark(tiny: Folder) -> None:
    path = tiny.write("mine.yaml", "mpa: {}\n")
    troubles = tiny.broken(path)
    assert any(
        "mine.yaml:1:1: unknown key 'mpa'" in line and "did you mean 'map'" in line
        for line in troubles
    )
    assert any("'overlay' is missing" in line for line in troubles)


def test_an_unknown_overlay_is_told(tiny: Folder) -> None:
    with pytest.raises(DefinitionError, match="no such overlay file"):
        tiny.load("nowhere.yaml")


COPY = """\
  - id: second
    name: Second
    width: 100mm
    height: 100mm
    grid: {kind: copy, of: field, zone: Small, size: 5mm, origin: {x: 10mm, y: 10mm}}
"""


def test_a_copied_grid_has_the_same_hexes_at_its_own_size(tiny: Folder) -> None:
    text = (tiny.path / "map.yaml").read_text("utf-8")
    tiny.write("map.yaml", text + COPY)
    game = tiny.load()
    grid = game.map("second").grid
    assert isinstance(grid, HexGrid) and grid.zone == "Small" and grid.size == 5
    first, second = layout_of(game.map("field")), layout_of(game.map("second"))
    hexes = {name for name, place in first.places.items() if place.kind == "hex"}
    assert set(second.places) == hexes
    assert game.map("second").feature("home").hexes == ("0101", "0102")


def test_a_copy_of_nothing_is_told(tiny: Folder) -> None:
    text = (tiny.path / "map.yaml").read_text("utf-8")
    tiny.write("map.yaml", text + COPY.replace("of: field", "of: filed"))
    assert any("no map 'filed' with a grid of its own" in line for line in tiny.broken())


def test_the_game_is_frozen(tiny: Folder) -> None:
    game = tiny.load()
    with pytest.raises(ValueError, match="frozen"):
        game.name = "Other"  # type: ignore[misc]


def test_comments_and_blanks_do_not_change_the_hash_but_data_do(tiny: Folder) -> None:
    before = tiny.load().definition_hash
    text = (tiny.path / "charts.yaml").read_text("utf-8")
    tiny.write("charts.yaml", "# a remark\n\n" + text)
    assert tiny.load().definition_hash == before
    tiny.change("charts.yaml", "[1, 4]", "[1, 3]")
    tiny.change("charts.yaml", "[5, 6]", "[4, 6]")
    assert tiny.load().definition_hash != before


def test_the_second_loading_parses_no_yaml(tiny: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    from generator.definition import building

    first = tiny.load()

    def never(*_: object) -> str:
        raise AssertionError("the cache was not used")

    monkeypatch.setattr(building, "build_game", never)
    assert tiny.load() == first


def test_a_damaged_cache_entry_is_rebuilt(
    tiny: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROADSIDE_CACHE", str(tmp_path / "cache"))
    first = tiny.load()
    for entry in (cache_folder() / "definitions").glob("*/*"):
        data = bytearray(entry.read_bytes())
        data[len(data) // 2] ^= 1
        entry.write_bytes(data)
    assert tiny.load() == first


def test_a_cache_that_cannot_be_written_is_no_trouble(
    tiny: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", "utf-8")
    monkeypatch.setenv("BROADSIDE_CACHE", str(blocked))
    assert tiny.load().id == "tiny"


def test_a_definition_from_the_cache_is_the_same(tiny: Folder) -> None:
    game = tiny.load()
    again = Game.model_validate_json(game.model_dump_json(exclude_unset=True))
    assert again == game


def test_a_table_is_read_by_roll_and_by_row(tiny: Folder) -> None:
    game = tiny.load()
    assert [game.table("fire").lookup(roll) for roll in range(1, 7)] == [0, 0, 0, 0, 1, 1]
    with pytest.raises(KeyError):
        game.table("fire").lookup(7)
    assert game.table("units").value("AFV", "strength") == 4
    with pytest.raises(KeyError):
        game.values("units")


def test_what_is_ours_is_listed_with_its_reason(tiny: Folder) -> None:
    told = about(tiny.load())
    assert told.to_json()["provenance"] == [
        {"what": "chart fire: rows hits", "status": "reconstructed", "why": "", "decision": "D-1"}
    ]
    assert told.counts["hex"] == 12 and told.counts["counter"] == 4
    assert any("D-1" in line for line in told.lines())


def test_bundled_games_are_listed() -> None:
    assert {
        "id": "graf_spee",
        "name": "Pursuit of the Graf Spee",
        "version": "1.0",
    } in bundled_games().to_json()


def test_the_json_schema_knows_every_file_and_refuses_unknown_keys() -> None:
    schema = json_schema()
    for name in (
        "GameFile",
        "MapFile",
        "CountersFile",
        "ChartsFile",
        "ActionsFile",
        "Scenario",
        "Overlay",
    ):
        definition = schema["$defs"][name]
        assert definition["additionalProperties"] is False
        assert {"$ref": f"#/$defs/{name}"} in schema["anyOf"]
    assert schema["$defs"]["HexGrid"]["properties"]["size"]["pattern"].endswith(
        r"(mm|cm|in|pt)\s*$"
    )


def test_what_a_game_holds_is_told_in_the_singular_where_there_is_one() -> None:
    told = about(load_game("graf_spee"))
    (holds,) = (line for line in told.lines() if line.startswith("Holds: "))
    counts = told.to_json()["counts"]
    assert counts["dice buttons"] > 1 and f", {counts['dice buttons']} dice buttons, " in holds
    assert counts["set-ups"] == 1 and ", 1 set-up, " in holds
    assert counts["hexes"] > 1 and f", {counts['hexes']:,} hexes, " in holds

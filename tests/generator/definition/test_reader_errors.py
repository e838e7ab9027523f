"""Errors of a definition: file, line, column, what is accepted, the nearest word."""
# ruff: noqa: E501 (the table below reads better with a case a line)

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import pytest

from generator.definition import DefinitionError, load_game

if TYPE_CHECKING:
    from tests.generator.definition.conftest import Folder

Said = Callable[[str, str, str], str]


def test_the_small_game_is_correct(tiny: Folder) -> None:
    game = tiny.load()
    assert [counter.id for counter in game.counters] == ["t1", "t2", "t3", "flag"]


@pytest.mark.parametrize(
    ("file", "old", "new", "place", "words"),
    [
        ("game.yaml", "name: Tiny", "nmae: Tiny", "game.yaml:2:1", ["unknown key 'nmae'", "did you mean 'name'"]),
        ("map.yaml", "zone: Field", "zone: Field\n      colour: red", "map.yaml:9:7", ["unknown key 'colour'", "accepted: ", "orientation"]),
        ("map.yaml", "size: 10mm", "size: 10km", "map.yaml:10:13", ["unknown unit 'km'", "mm, cm, in, pt"]),
        ("map.yaml", "size: 10mm", "size: 10", "map.yaml:10:13", ["needs a unit", "10mm"]),
        ("map.yaml", "size: 10mm", "size: -3mm", "map.yaml:10:13", ["greater than 0"]),
        ("map.yaml", "size: 10mm", "size: big", "map.yaml:10:13", ["a number and a unit"]),
        ("map.yaml", "orientation: flat", "orientation: flatt", "map.yaml:9:20", ["'flatt' is not accepted", "flat, pointy", "did you mean 'flat'"]),
        ("map.yaml", "kind: hex", "kind: hexes", "map.yaml:7:7", ["'hexes' is not accepted", "square", "did you mean 'hex'"]),
        ("map.yaml", "      kind: hex\n", "", "map.yaml:7:7", ["'kind' is missing"]),
        ("map.yaml", "extent: [4, 3]", "extent: [4, three]", "map.yaml:13:19", ["a whole number is expected, not 'three'"]),
        ("map.yaml", "box: Dead", "box: Daed", "map.yaml:17:24", ["no box 'Daed'", "accepted: Dead", "did you mean 'Dead'"]),
        ("map.yaml", "property: Score}", "property: Scores}", "map.yaml:20:", ["no property 'Scores'", "did you mean 'Score'"]),
        ("map.yaml", 'hexes: [0101, "0102"]', "hexes: [0101, 0199]", "map.yaml:22:", ["'0199' does not exist on the map 'field'"]),
        ("map.yaml", "width: 150mm, height: 15mm", "width: 191mm, height: 15mm", "map.yaml:19:9", ["'Points' reaches beyond the board of 200 x 254 mm"]),
        ("map.yaml", "x: 165mm", "x: 5mm", "map.yaml:2:5", ["deck 'Cup' lies in no box"]),
        ("scenarios/one.yaml", "at: 0203", "at: 0209", "scenarios/one.yaml:5:40", ["place '0209' does not exist on the map 'field'"]),
        ("scenarios/one.yaml", "at: Cup", "at: Cub", "scenarios/one.yaml:6:", ["did you mean 'Cup'"]),
        ("scenarios/one.yaml", "pieces: [flag]", "pieces: [flga]", "scenarios/one.yaml:7:15", ["no counter 'flga'", "did you mean 'flag'"]),
        ("scenarios/one.yaml", "[t1, t2], map: field", "[t1, t2], map: feild", "scenarios/one.yaml:5:29", ["no map 'feild'"]),
        ("scenarios/one.yaml", "at: Cup}", "at: Cup, face: frnt}", "scenarios/one.yaml:6:", ["no face of 't3' 'frnt'", "did you mean 'front'"]),
        ("scenarios/one.yaml", "first_step: move", "first_step: moev", "scenarios/one.yaml:3:13", ["no step 'moev'"]),
        ("game.yaml", "gap: Who begins, ruling: Red}", "gap: Who, ruling: Red}\n  - {id: D-1, gap: What, ruling: Blue}", "game.yaml:19:10", ["'D-1' stands twice", "game.yaml line 18"]),
        ("game.yaml", "side: Red", "side: Rde", "game.yaml:15:11", ["no side 'Rde'", "did you mean 'Red'"]),
        ("game.yaml", "actions: [done]", "actions: [dnoe]", "game.yaml:16:15", ["no action 'dnoe'"]),
        ("game.yaml", 'version: "1"', "version: 1", "game.yaml:3:10", ["text (put a number in quotes) is expected, not 1"]),
        ("game.yaml", 'colour: "#aa0000"', 'colour: "#aa00"', "game.yaml:7:23", ["a colour is a name of the theme or #rrggbb"]),
        ("game.yaml", "id: tiny", "id: tiny\nid: tiny", "game.yaml:2:1", ["'id' stands twice"]),
        ("counters.yaml", "template: tank", "template: tnak", "counters.yaml:4:46", ["no template 'tnak'"]),
        ("counters.yaml", "- {id: flag,", "- {id: t2, name: Two}\n  - {id: flag,", "counters.yaml:6:5", ["the counter 't2' stands twice"]),
        ("counters.yaml", 'title: "{name}"', 'title: "{nmae}"', "counters.yaml:4:5", ["names {nmae}", "did you mean 'name'"]),
        ("counters.yaml", "row: AFV", "row: AVF", "counters.yaml:4:5", ["the chart 'units' has no row 'AVF'"]),
        ("counters.yaml", "- {id: flag,", "- {id: flag, count: 2,", "counters.yaml:6:5", ["count: 2 needs {n} in the id 'flag'"]),
        ("counters.yaml", "size: 0.5in", "size: 1in x 2in x 3in", "counters.yaml:6:", ["one length (a square) or two"]),
        ("charts.yaml", "decision: D-1", "decision: D-9", "charts.yaml:14:", ["no decision 'D-9'"]),
        ("charts.yaml", ", decision: D-1", "", "charts.yaml:14:", ["reconstructed data need a reason"]),
        ("actions.yaml", "dice: fire", "dice: fyre", "actions.yaml:2:", ["no dice button 'fyre'", "did you mean 'fire'"]),
        ("actions.yaml", "score: {Score: 1}", "score: {Scor: 1}", "actions.yaml:2:", ["no property 'Scor'"]),
        ("actions.yaml", "steps: [move]", "steps: [mvoe]", "actions.yaml:2:", ["no step 'mvoe'"]),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_place(
    said: Said, file: str, old: str, new: str, place: str, words: list[str]
) -> None:
    trouble = said(file, old, new)
    assert trouble.startswith(place), trouble
    for word in words:
        assert word in trouble, trouble


def test_all_mistakes_of_all_files_are_told_at_once(tiny: Folder) -> None:
    tiny.change("game.yaml", "name: Tiny", "nmae: Tiny")
    tiny.change("game.yaml", "side: Red", "side: Rde")
    tiny.change("map.yaml", "size: 10mm", "size: 10km")
    tiny.change("counters.yaml", "size: 0.5in", "size: 5")
    tiny.change("actions.yaml", "dice: fire", "dice: fyre")
    troubles = tiny.broken()
    assert len(troubles) == 5
    assert sum(line.startswith("game.yaml") for line in troubles) == 2
    for file in ("map.yaml", "counters.yaml", "actions.yaml"):
        assert sum(line.startswith(file) for line in troubles) == 1


def test_the_error_knows_its_first_place(tiny: Folder) -> None:
    tiny.change("game.yaml", "side: Red", "side: Rde")
    with pytest.raises(DefinitionError) as caught:
        tiny.load()
    assert (caught.value.file, caught.value.line, caught.value.column) == ("game.yaml", 15, 11)
    assert len(caught.value.troubles) == 1


def test_a_missing_file_is_named(tiny: Folder) -> None:
    (tiny.path / "counters.yaml").unlink()
    assert any(line == "counters.yaml: this file is missing" for line in tiny.broken())


def test_an_unknown_game_names_the_nearest() -> None:
    with pytest.raises(DefinitionError, match=r"graf_spe: no game .* did you mean 'graf_spee'"):
        load_game("graf_spe")


def test_a_folder_without_a_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DefinitionError, match=r"holds no game\.yaml"):
        load_game(tmp_path)


def test_an_area_map_must_touch_both_ways(tiny: Folder) -> None:
    text = """\
maps:
  - id: field
    name: Field
    width: 200mm
    height: 200mm
    grid:
      kind: areas
      zone: Field
      areas:
        - {id: A, centre: {x: 1mm, y: 1mm}, adjacent: [B]}
        - {id: B, centre: {x: 9mm, y: 9mm}}
"""
    tiny.write("map.yaml", text)
    tiny.write(
        "scenarios/one.yaml",
        "id: one\nname: One\nplacements: [{pieces: [t1], map: field, at: B}]\n",
    )
    (trouble,) = tiny.broken()
    assert trouble.startswith("map.yaml:7:7") and "'A' touches 'B', but not the other" in trouble


HOSTILE = {
    "bomb": "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
    + "".join(f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 10)}]\n" for n in range(12)),
    "depth": "[" * 100_000,
    "block depth": "".join(" " * n + f"k{n}:\n" for n in range(300)),
    "self": "a: &a [*a]",
    "no anchor": "a: *nothing",
    "tag": "!!python/object/apply:os.system ['echo broken']",
    "custom tag": "a: !boom 1\nid: x",
    "latin": "name: Köln".encode("latin-1"),
    "binary": bytes(range(256)),
    "nul": "a: \x00",
    "huge": "a: " + "x" * (2 << 20),
    "two documents": "a: 1\n---\nb: 2\n",
    "unclosed": "a: [1, 2",
    "tab": "a:\n\t- b",
    "list as key": "? [a, b]\n: c",
    "big number": "name: " + "9" * 5000,
    "long merge": "a: &a {b: 1}\n<<: [*a, 5]\n",
    "empty": "",
    "a list": "- a\n- b\n",
    "a word": "hello",
    "surrogate": b"name: \xed\xa0\x80",
    "directive": "%YAML 9.9\n---\na: 1",
    "many keys": "".join(f"k{n}: 1\n" for n in range(20_000)),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_yaml_ends_in_an_error_and_not_in_a_hang(tiny: Folder, name: str) -> None:
    tiny.write("charts.yaml", HOSTILE[name])
    if name == "empty":
        assert any("units" in line for line in tiny.broken())
        return
    start = perf_counter()
    troubles = tiny.broken()
    assert perf_counter() - start < 20
    assert any(line.startswith("charts.yaml") for line in troubles), troubles[:3]
    assert all(len(line) < 5000 for line in troubles[:50])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("extent: [4, 3]", "extent: [1000000000, 1000000000]"),
        ("extent: [4, 3]", "extent: [500, 500]"),
        ("extent: [4, 3]", "extent: [4, 3]\n      rows: {'01': [[1, 9999999999]]}"),
        ("extent: [4, 3]", "extent: [4, 3]\n      rows: {'01': [" + "[1, 9999], " * 99 + "]}"),
        ("last: 9", "last: 999999999"),
        ("width: 200mm", "width: 99999999mm"),
        ("width: 200mm", "width: " + "9" * 400 + "mm"),
    ],
)
def test_absurd_sizes_are_refused_at_once(tiny: Folder, old: str, new: str) -> None:
    tiny.change("map.yaml", old, new)
    start = perf_counter()
    assert all(line.startswith(("map.yaml", "scenarios")) for line in tiny.broken())
    assert perf_counter() - start < 5


def test_not_utf8_is_told_with_its_place(tiny: Folder) -> None:
    tiny.write("charts.yaml", b"# fine\nname: K\xf6ln\n")
    assert tiny.broken()[0] == "charts.yaml:2:8: not UTF-8 text; save the file as UTF-8"


def test_a_byte_order_mark_is_no_trouble(tiny: Folder) -> None:
    text = (tiny.path / "charts.yaml").read_text("utf-8")
    tiny.write("charts.yaml", b"\xef\xbb\xbf" + text.encode())
    assert tiny.load().table("fire").lookup(6) == 1

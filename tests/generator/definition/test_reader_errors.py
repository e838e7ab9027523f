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


@pytest.mark.parametrize(
    ("name", "words"),
    [("x.vmod", "a module, and no game's folder: broadside inspect tells what is in it, broadside import makes"),
     ("x.vsav", "a file, and no game's folder: broadside inspect tells what is in it")],
)  # fmt: skip
def test_a_file_is_told_from_a_folder(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / name).write_bytes(b"PK")
    with pytest.raises(DefinitionError) as told:
        load_game(tmp_path / name)
    assert words in str(told.value)


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
        ("map.yaml", "size: 10mm", "size: 12,5mm", "map.yaml:10:13", ["write 12.5mm"]),
        ("map.yaml", "width: 200mm", "width: -420mm", "map.yaml:4:12", ["greater than 0", "-420mm"]),
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
        ("map.yaml", "height: 10in", "height: 10in\n    image: field.png", "map.yaml:6:12", ["no image 'field.png' in art/images, where none is"]),
        ("counters.yaml", "kind: AFV,", "kind: AFV, mask: true,", "counters.yaml:2:44", ["a mapping (key: value) is expected, not true"]),
        ("map.yaml", "x: 165mm", "x: 5mm", "map.yaml:17:9", ["deck 'Cup' lies in no box"]),
        ("scenarios/one.yaml", "at: 0203", "at: 0209", "scenarios/one.yaml:5:40", ["place '0209' does not exist on the map 'field'"]),
        ("game.yaml", "sequence:", "turns: {first: 3, last: 2}\nsequence:", "game.yaml:11:25", ["the last turn, 2, is before the first, 3"]),
        ("map.yaml", "y: 30mm}", "y: 30mm, kinds: [flag]}", "scenarios/one.yaml:6:", ["the deck 'Cup' is for the kinds flag, and 't3' is of the kind 'AFV'"]),
        ("scenarios/one.yaml", "at: Cup", "at: Cub", "scenarios/one.yaml:6:", ["did you mean 'Cup'"]),
        ("scenarios/one.yaml", "pieces: [flag]", "pieces: [flga]", "scenarios/one.yaml:7:15", ["no counter 'flga'", "did you mean 'flag'"]),
        ("scenarios/one.yaml", "[t1, t2], map: field", "[t1, t2], map: feild", "scenarios/one.yaml:5:29", ["no map 'feild'"]),
        ("scenarios/one.yaml", "at: Cup}", "at: Cup, face: frnt}", "scenarios/one.yaml:6:", ["no face of 't3' 'frnt'", "did you mean 'front'"]),
        ("scenarios/one.yaml", "first_step: move", "first_step: moev", "scenarios/one.yaml:3:13", ["no tracked step 'moev'", "accepted: move"]),
        ("game.yaml", "gap: Who begins, ruling: Red}", "gap: Who, ruling: Red}\n  - {id: D-1, gap: What, ruling: Blue}", "game.yaml:20:10", ["'D-1' occurs twice", "game.yaml line 19"]),
        ("game.yaml", "side: Red", "side: Rde", "game.yaml:15:11", ["no side 'Rde'", "did you mean 'Red'"]),
        ("game.yaml", "actions: [done]", "actions: [dnoe]", "game.yaml:16:15", ["no action 'dnoe'"]),
        ("game.yaml", 'version: "1"', "version: 1", "game.yaml:3:10", ["text (put a number in quotes) is expected, not 1"]),
        ("game.yaml", 'colour: "#aa0000"', 'colour: "#aa00"', "game.yaml:7:23", ["a colour is a name of the theme or #rrggbb"]),
        ("game.yaml", "id: tiny", "id: tiny\nid: tiny", "game.yaml:2:1", ["'id' occurs twice"]),
        ("actions.yaml", "name: Done,", 'name: Done, heard: "{detail} to {detail}",', "actions.yaml:2:", ["heard: holds {detail} once"]),
        ("counters.yaml", "template: tank", "template: tnak", "counters.yaml:4:46", ["no template 'tnak'"]),
        ("counters.yaml", "- {id: flag,", "- {id: t2, name: Two, template: tank}\n  - {id: flag,", "counters.yaml:6:5", ["the counter 't2' occurs twice"]),
        ("counters.yaml", 'title: "{name}"', 'title: "{nmae}"', "counters.yaml:5:33", ["names {nmae}", "did you mean 'name'"]),
        ("counters.yaml", "row: AFV", "row: AVF", "counters.yaml:4:5", ["the chart 'units' has no row 'AVF'"]),
        ("counters.yaml", "- {id: flag,", "- {id: flag, count: 2,", "counters.yaml:6:5", ["count: 2 needs {n} in the id 'flag'"]),
        ("counters.yaml", "size: 0.5in", "size: 1in x 2in x 3in", "counters.yaml:6:", ["one length (a square) or two"]),
        ("charts.yaml", "decision: D-1", "decision: D-9", "charts.yaml:14:", ["no decision 'D-9'"]),
        ("charts.yaml", ", decision: D-1", "", "charts.yaml:14:", ["reconstructed data need a reason"]),
        ("actions.yaml", "dice: fire", "dice: fyre", "actions.yaml:2:", ["no dice button 'fyre'", "did you mean 'fire'"]),
        ("actions.yaml", "score: {Score: 1}", "score: {Scor: 1}", "actions.yaml:2:", ["no property 'Scor'"]),
        ("game.yaml", "theme: admiralty", "theme: admirality", "game.yaml:4:8", ["no theme 'admirality'", "did you mean 'admiralty'"]),
        ("game.yaml", "colour: british", "colour: britsh", "game.yaml:8:24", ["no ground 'britsh'", "did you mean 'british'"]),
        ("game.yaml", "colour: british", "colour: british, emblem: emblem_britsh", "game.yaml:8:41", ["no symbol 'emblem_britsh'", "did you mean 'emblem_british'"]),
        ("game.yaml", "id: tiny", "id: ../tiny", "game.yaml:1:5", ["part of a file's name"]),
        ("game.yaml", 'version: "1"', 'version: "1/2"', "game.yaml:3:10", ["part of a file's name"]),
        ("game.yaml", "name: Score}", "name: Score, initial: 7, most: 6}", "game.yaml:10:5", ["begins at 7", "most: 6"]),
        ("map.yaml", 'hexes: [0101, "0102"]', "draw: edge, edges: [E], hexes: [0101]", "map.yaml:22:", ["a flat hex has no side 'E'", "accepted: N, NE"]),
        ("map.yaml", "id: Cup", "id: Dead", "map.yaml:17:9", ["two places of one board are named 'Dead'"]),
        ("map.yaml", "id: field\n    name: Field", "id: field\n    background: see\n    name: Field", "map.yaml:3:17", ["no colour 'see'", "did you mean 'sea'"]),
        ("counters.yaml", "size: 0.5in", "size: 0mm", "counters.yaml:6:", ["greater than or equal to 0.2"]),
        ("counters.yaml", "size: 0.5in", "size: 9999mm", "counters.yaml:6:", ["less than or equal to 3000"]),
        ("counters.yaml", "[{id: front}]", "[]", "counters.yaml:6:5", ["the counter 'flag' has no faces"]),
        ("counters.yaml", "[{id: front}]", "[{id: front, symbol: tankr}]", "counters.yaml:7:34", ["no symbol 'tankr'", "did you mean 'tanker'"]),
        ("counters.yaml", "[{id: front}]", "[{id: front, background: gren}]", "counters.yaml:7:38", ["no ground 'gren'", "grounds of the theme: british, damage, german, neutral, supply;"]),
        ("counters.yaml", "[{id: front}]", "[{id: front}], mask: {access: []}", "counters.yaml:7:43", ["at least 1 entry"]),
        ("counters.yaml", "[{id: front}]", '[{id: front, title: "a\\u0001b"}]', "counters.yaml:7:33", ["control character U+0001"]),
        ("counters.yaml", "name: Flag", "name: Fl\0ag", "counters.yaml:6:24", ["the character U+0000; take it out"]),
        ("counters.yaml", "name: Flag", 'name: "Fl\\tag"', "counters.yaml:6:22", ["one line, without tabs"]),
        ("map.yaml", "name: Field", "name: Field/Wood", "map.yaml:3:11", ["part of a file's name"]),
        ("charts.yaml", "rolls: [5, 6]", "rolls: [4, 6]", "charts.yaml:14:17", ["overlap", "ends at 4"]),
        ("charts.yaml", "rolls: [5, 6]", "rolls: [6, 6]", "charts.yaml:14:17", ["leave a gap", "ends at 4"]),
        ("charts.yaml", "{strength: 4}", "{strenght: 4, strength: 4}", "charts.yaml:6:", ["no column 'strenght'", "did you mean 'strength'"]),
        ("charts.yaml", "dice: 1d6", "dice: d6", "charts.yaml:10:11", ["dice are written 2d6"]),
        ("scenarios/one.yaml", "pieces: [flag]", "pieces: [flag, t1]", "scenarios/one.yaml:7:21", ["'t1' is placed twice", "line 5"]),
        ("actions.yaml", "dice: fire,", "key: CRTL+R, dice: fire,", "actions.yaml:2:", ["unknown modifier 'CRTL'", "did you mean 'CTRL'"]),
        ("actions.yaml", "dice: fire,", "icon: rade, dice: fire,", "actions.yaml:2:", ["no symbol 'rade'", "did you mean 'raid'"]),
        ("actions.yaml", "dice: fire,", "on: piece, pieces: [t1], flips_to: bakc,", "actions.yaml:2:", ["'t1' has no face 'bakc'", "accepted: front"]),
        ("actions.yaml", "dice: fire,", "flips_to: front,", "actions.yaml:2:", ["needs on: piece"]),
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


def test_an_action_that_ends_a_step_belongs_to_a_tracked_one(tiny: Folder) -> None:
    tiny.change("actions.yaml", "dice: fire,", "tracker: next_step,")
    assert tiny.load().action("done").tracker == "next_step"
    tiny.change("game.yaml", "    actions: [done]\n", "")
    tiny.change("actions.yaml", ", steps: [move]", "")
    (trouble,) = tiny.broken()
    assert trouble.startswith("actions.yaml:2:")
    assert "no tracked step of the sequence holds the action 'done'" in trouble


def test_a_turn_without_tracked_steps_cannot_be_ended_by_a_button(tiny: Folder) -> None:
    tiny.change("game.yaml", "    tracked: true\n", "")
    tiny.change("scenarios/one.yaml", "first_step: move\n", "")
    assert tiny.load().tracked_steps() == ()
    tiny.change("actions.yaml", "dice: fire,", "tracker: next_turn,")
    (trouble,) = tiny.broken()
    assert "no step of the sequence is tracked: true" in trouble


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("back: {id: back, symbol: camel}", "counters.yaml:4:31"),
        ('back: {id: back, symbol: "{beast}"}, values: {beast: camel}', "counters.yaml:4:59"),
    ],
)
def test_a_symbol_of_a_template_is_told_once_for_all_its_rows(
    tiny: Folder, said: str, place: str
) -> None:
    template = f"templates:\n  - {{id: beast, kind: tank, faces: [{{id: front}}],\n     {said}}}\n"
    tiny.change("counters.yaml", "templates:\n", template)
    tiny.change("counters.yaml", "templates:", "rows: [more.csv]\ntemplates:")
    tiny.write("more.csv", "id,name,template\n" + "".join(f"b{n},B,beast\n" for n in range(10)))
    (trouble,) = tiny.broken()
    assert trouble.startswith(f"{place}: no symbol 'camel'")


def test_a_symbol_filled_in_from_a_value_is_told_in_its_cell(tiny: Folder) -> None:
    tiny.change("counters.yaml", "templates:", "csv: [more.csv]\ntemplates:")
    tiny.change("counters.yaml", "faces: [{}]", 'faces: [{symbol: "{figure}"}]')
    tiny.write(
        "more.csv", "id,name,template,values.figure\nt9,Ace,tank,tanker\nt8,Ire,tank,tankr\n"
    )
    (trouble,) = tiny.broken()
    assert trouble.startswith("more.csv:3:4: no symbol 'tankr'")


def test_a_games_own_art_is_known(tiny: Folder) -> None:
    tiny.change("counters.yaml", "[{id: front}]", "[{id: front, symbol: panzer}]")
    tiny.write("art/symbols/panzer.svg", "<svg/>")
    assert tiny.load().counter("flag").faces[0].symbol == "panzer"


@pytest.mark.parametrize("text", ["", "- a\n", "hello"])
def test_a_game_file_that_says_nothing_is_the_only_trouble(tiny: Folder, text: str) -> None:
    tiny.write("game.yaml", text)
    assert all(line.startswith("game.yaml:1:1: ") for line in tiny.broken())


@pytest.mark.parametrize("text", ["", "# templates:\n# - {id: tank}\n", "templates: []\n"])
def test_counters_that_say_nothing_are_missed_where_they_are_placed(
    tiny: Folder, text: str
) -> None:
    tiny.write("counters.yaml", text)
    assert tiny.broken()[0] == "scenarios/one.yaml:5:15: no counter 't1'; none is defined"


def test_a_csv_that_is_missing_is_the_only_trouble(tiny: Folder) -> None:
    tiny.change("counters.yaml", "templates:", "csv: [more.csv]\ntemplates:")
    tiny.change("scenarios/one.yaml", "pieces: [flag]", "pieces: [flag, ace]")
    (trouble,) = tiny.broken()
    assert trouble.startswith("counters.yaml:1:7: no file 'more.csv' beside it")


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("id,name,template\nt9,Ä,tank\n".encode("cp1252"), "more.csv:2:4: not UTF-8 text"),
        ("id,name,template\nt9,Ä,tank\n".encode("utf-16"), "more.csv:1:1: not UTF-8 text"),
        (b"", "more.csv:1:1: no rows"),
        (b"id,name,template\n", "more.csv:1:1: no rows"),
        (b"id,name,template\nt9,A,tank\nt9,B,tank\n", "more.csv:3:1: the id 't9' occurs twice"),
        (
            b'id,name,template\nt9,"A,tank\nt8,B,tank\n',
            'more.csv:2:1: no valid CSV: a " that opens',
        ),
        (b"ident,name\nt9,A\nt8,B\n", "more.csv:1:1: no heading 'id'; every counter has one"),
        (b"id,name,template\nt1,A,tank\n", "more.csv:2:1: the counter 't1' occurs twice"),
    ],
)
def test_what_is_wrong_with_rows_is_told_and_not_the_counters_that_lack_for_it(
    tiny: Folder, rows: bytes, told: str
) -> None:
    tiny.change("counters.yaml", "templates:", "csv: [more.csv]\ntemplates:")
    tiny.change("scenarios/one.yaml", "pieces: [flag]", "pieces: [flag, ace]")
    tiny.write("more.csv", rows)
    (trouble,) = tiny.broken()
    assert trouble.startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a: b\n\tc: d\n", "2:1: not valid YAML: a tab; indent with spaces, not tabs"),
        ('a: "b\nc: d\n', '1:4: not valid YAML: the " that stands here is not closed'),
        ("a: [1,\n  2\n", "1:4: not valid YAML: the [ that stands here is not closed"),
        ("x: [\n", "1:4: not valid YAML: the [ that stands here is not closed"),
        ("a: {\n", "1:4: not valid YAML: the { that stands here is not closed"),
        ("- [", "1:3: not valid YAML: the [ that stands here is not closed"),
        ("a: [b, {c: [1], d: 2\n\n", "1:8: not valid YAML: the { that stands here is not closed"),
        ("- {id: a name: b}\n", "1:14: not valid YAML: is a comma missing before 'name'?"),
        ('a: {b: "x" c: 1}\n', "1:12: not valid YAML: is a comma missing before 'c'?"),
        ("- {id: a, b: c\n- {id: d}\n", "2:3: not valid YAML: is a comma missing? Or what opens in line 1 is not closed with '}'"),
        ("a: b: c\n", "1:5: not valid YAML: a second ':'; put a text that holds ': ' in quotes"),
        ("a: b\nname:Border Raid\nc: d\n", "2:6: not valid YAML: a blank is missing after 'name:'"),
        ("- a: b\n  name:Border Raid\n  c: d\n", "2:8: not valid YAML: a blank is missing after 'name:'"),
        ("a: b\nsee http://x.org for\nc: d\n", "2:1: not valid YAML: no 'key: value'"),
        ("a: b\nhttp://x.org\nc: d\n", "2:1: not valid YAML: no 'key: value'"),
        ("a: b\n  name\nwords alone\nc: d\n", "3:1: not valid YAML: no 'key: value'"),
        ("a: @b\n", "1:4: not valid YAML: a text cannot begin with '@'; put it in quotes"),
    ],
)  # fmt: skip
def test_what_is_no_yaml_is_told_in_words(tiny: Folder, text: str, told: str) -> None:
    tiny.write("charts.yaml", text)
    assert any(line.startswith(f"charts.yaml:{told}") for line in tiny.broken()), tiny.broken()


def test_a_long_list_of_what_is_accepted_is_cut(tiny: Folder) -> None:
    tiny.change("counters.yaml", "[{id: front}]", "[{id: front, symbol: tankr}]")
    (trouble,) = tiny.broken()
    assert trouble.startswith(
        "counters.yaml:7:34: no symbol 'tankr'; did you mean 'tanker'? accept"
    )
    assert trouble.endswith(" more") and len(trouble) < 300


def _with_rows(tiny: Folder, head: str, *rows: str) -> None:
    tiny.change("counters.yaml", "templates:", "csv: [more.csv]\ntemplates:")
    tiny.write("more.csv", "\n".join((head, *rows)) + "\n")


def test_a_wrong_heading_is_told_once_where_it_stands(tiny: Folder) -> None:
    head = "id,name,template,faces[],words.fornt.title"
    tiny.change("counters.yaml", "faces: [{}]}", "faces: [{id: front}]}")
    _with_rows(tiny, head, "a,A,tank,,X", "b,B,tank,,Y")
    (trouble,) = tiny.broken()
    assert trouble.startswith("more.csv:1:5: words: no face 'fornt'")


def test_a_mistake_in_a_template_is_told_once_in_the_template(tiny: Folder) -> None:
    tiny.change("counters.yaml", "faces: [{}]}", 'faces: [{title: "{crwe}"}]}')
    _with_rows(tiny, "id,name,template", "a,A,tank", "b,B,tank")
    (trouble,) = tiny.broken()
    assert trouble.startswith("counters.yaml:3:")
    assert "the text names {crwe}" in trouble


def test_a_value_that_only_some_rows_lack_is_told_in_those_rows(tiny: Folder) -> None:
    tiny.change("counters.yaml", "faces: [{}]}", 'faces: [{title: "{crew}"}]}')
    _with_rows(tiny, "id,name,template,values.crew", "a,A,tank,4", "b,B,tank,", "c,C,tank,")
    assert [line[:13] for line in tiny.broken()] == ["more.csv:3:1:", "more.csv:4:1:"]


def test_templates_in_a_circle_are_told_once(tiny: Folder) -> None:
    tiny.change(
        "counters.yaml",
        "- {id: tank, side",
        "- {id: car, template: tank}\n  - {id: tank, template: car, side",
    )
    _with_rows(tiny, "id,name,template", "a,A,tank", "b,B,car")
    (trouble,) = tiny.broken()
    assert trouble == "counters.yaml:4:26: the template 'tank' starts from itself"


@pytest.mark.parametrize(
    ("text", "word"),
    [("{name", "name"), ("{name {id}", "name"), ("Of {icon:anchor: on", "icon:anchor")],
)
def test_a_brace_that_is_not_closed_is_told_where_it_stands(
    tiny: Folder, text: str, word: str
) -> None:
    tiny.change("counters.yaml", 'title: "{name}"', f'title: "{text}"')
    (trouble,) = tiny.broken()
    assert trouble.startswith("counters.yaml:5:33: the brace before ")
    assert trouble.endswith(f"is not closed; write {{{word}}}")


def test_a_property_can_be_computed_with(tiny: Folder) -> None:
    tiny.change("game.yaml", "name: Score}", "name: Red Score}")
    assert any(
        line.startswith("game.yaml:10:12: 'Red Score' is not accepted: it holds letters without")
        for line in tiny.broken()
    )


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("game.yaml", "sequence:", "turns: {last: false}\nsequence:", "false"),
        ("game.yaml", "sequence:", "turns: {first: true, last: 0}\nsequence:", "true"),
        ("game.yaml", "name: Score}", "name: Score, initial: true, most: 0}", "true"),
        ("counters.yaml", "count: 3", "count: true", "true"),
        ("map.yaml", "last: 9", "last: true", "true"),
    ],
)
def test_true_and_false_are_no_numbers(
    tiny: Folder, file: str, old: str, new: str, told: str
) -> None:
    tiny.change(file, old, new)
    assert f"a whole number is expected, not {told}" in "\n".join(tiny.broken())


def test_the_names_of_the_turn_tracker_are_taken(tiny: Folder) -> None:
    tiny.change("game.yaml", "name: Score}", "name: Score}\n  - {name: Turn}")
    (trouble,) = tiny.broken()
    assert trouble.startswith("game.yaml:11:12: 'Turn' is what the turn tracker counts")


def test_only_one_set_up_is_the_default(tiny: Folder) -> None:
    tiny.change("scenarios/one.yaml", "name: One", "name: One\ndefault: true")
    tiny.write("scenarios/two.yaml", "id: two\nname: Two\ndefault: true\nplacements: []\n")
    (trouble,) = tiny.broken()
    assert trouble.startswith("scenarios/two.yaml:3:10: only one set-up is the default")


def test_a_mistake_on_a_copied_map_is_told_once(tiny: Folder) -> None:
    copy = """\
  - id: log
    name: Log
    width: 200mm
    height: 200mm
    grid: {kind: copy, of: field, zone: Log, size: 5mm, origin: {x: 20mm, y: 20mm}}
"""
    tiny.write("map.yaml", (tiny.path / "map.yaml").read_text("utf-8") + copy)
    tiny.change("map.yaml", "hexes: [0101, ", "hexes: [0199, ")
    tiny.change("map.yaml", ", leads_to: Dead", "")
    (trouble,) = tiny.broken()
    assert "'0199' does not exist on the map 'field'" in trouble


GEOGRAPHY = """\
    geography:
      control:
        - {{x: 0mm, y: 0mm, lon: 0, lat: {0}}}
        - {{x: {1}, y: 0mm, lon: 10, lat: {0}}}
"""


def test_control_points_that_show_more_than_the_world_are_refused(tiny: Folder) -> None:
    text = (tiny.path / "map.yaml").read_text("utf-8")
    tiny.write("map.yaml", text + GEOGRAPHY.format(50, "100mm"))
    assert tiny.load().maps[0].geography is not None
    tiny.write("map.yaml", text + GEOGRAPHY.format(50, "0.001mm"))
    (trouble,) = tiny.broken()
    assert trouble.startswith("map.yaml:24:7: by these control points the board reaches")


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

"""Rules for a module that others built: they judge the logs of the original module."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from broadside import main
from generator.definition.binding import Binding, binding_of
from generator.definition.reader import load_game
from validator.audit import audit
from validator.audit.result import AuditResult
from validator.starting.others import OldLog, write_old_module

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "rules-of-your-own.md"
TEMPLATE = ROOT.parent / "shared" / "corpus" / "vassal" / "hex-n-counters-template.vmod"
ENGINE = TEMPLATE.with_name("hex-n-counters-engine.vlog")


def run(*words: object) -> str:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.output


def with_rules(folder: Path) -> Path:
    """The page's files in an imported folder."""
    block = re.compile(r"^```(?:yaml|python|text) mine/(\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
    for name, text in block.findall(PAGE.read_text("utf-8")):
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A module of the tests' own, imported, with rules; the module lies beside the folder."""
    write_old_module(tmp_path / "old.vmod")
    run("import", tmp_path / "old.vmod", tmp_path / "mine")
    return with_rules(tmp_path / "mine")


def judged(folder: Path, play: Callable[[OldLog], OldLog]) -> AuditResult:
    log = OldLog(folder.parent / "old.vmod").put("111", "Tiger", "0101").put("112", "Scout", "0404")
    return audit([play(log).write(folder.parent / "game.vlog")], game=folder)


def told(result: AuditResult) -> list[tuple[str, str, int]]:
    grave = [one for one in result.findings if one.severity.value != "note"]
    return [(one.code, one.severity.value, one.step) for one in grave]


def binding(folder: Path) -> Binding:
    found = binding_of(load_game(folder), folder)
    assert found is not None
    return found


def fair(log: OldLog) -> OldLog:
    log.move("111", "0103").report("* Tiger opens fire *").roll(4).end_turn()
    return log.move("112", "0402").move("111", "0303").end_turn().move("112", "0404")


def test_a_fair_game_is_clean(old: Path) -> None:
    assert told(judged(old, fair)) == []


def test_a_piece_that_goes_too_far_is_found_by_its_slot(old: Path) -> None:
    result = judged(old, lambda log: fair(log).move("111", "0903").end_turn())
    assert told(result) == [("1", "violation", 9)]
    (found,) = [one for one in result.findings if one.code == "1"]
    assert found.did.startswith("Tiger moved") and found.side == "Axis"


def test_a_line_of_the_module_is_the_action_that_names_it(old: Path) -> None:
    def play(log: OldLog) -> OldLog:
        return fair(log).report("* Scout opens fire *").end_turn().move("111", "0302").end_turn()

    assert told(judged(old, play)) == [("2", "missing", 10)]


def test_of_pieces_from_one_slot_each_has_its_own_key(old: Path) -> None:
    def play(log: OldLog) -> OldLog:
        log.put("113", "Tiger", "0105")
        return log.move("113", "0705").end_turn().move("111", "0102").end_turn()

    (found,) = [one for one in judged(old, play).findings if one.code == "1"]
    assert (found.step, found.severity.value) == (1, "violation")


def test_what_the_rules_need_and_the_module_has_not_is_named_once(old: Path) -> None:
    text = (old / "actions.yaml").read_text("utf-8")
    (old / "actions.yaml").write_text(text.replace(', heard: "* {detail} opens fire *"', ""))
    result = judged(old, lambda log: fair(log).move("111", "0903").end_turn())
    (found,) = [one for one in result.findings if one.code == "log.unbound"]
    assert "actions 'fires'" in found.did
    assert told(result) == [("log.unbound", "unverifiable", 0)]


def test_rules_for_a_map_that_is_not_there_judge_nothing(old: Path) -> None:
    """What is needed is asked before the rules look anything up."""
    rules = (old / "rules.py").read_text("utf-8")
    (old / "rules.py").write_text(rules.replace('"main_map"', '"mainmap"'), "utf-8")
    result = judged(old, lambda log: fair(log).move("111", "0903").end_turn())
    assert told(result) == [("log.unbound", "unverifiable", 0)]
    (found,) = [one for one in result.findings if one.code == "log.unbound"]
    assert "maps 'mainmap' (accepted: main_map; did you mean 'main_map'?)" in found.did


def test_info_lists_what_is_bound_and_what_is_not(old: Path) -> None:
    assert "2 of 2 counters, 1 of 1 dice, 1 of 1 actions are found" in run("info", old)
    with (old / "actions.yaml").open("a", encoding="utf-8") as file:
        file.write('  - {id: big, name: "Big die", count: 1, sides: 20}\n')
    told = run("info", old)
    assert "1 of 2 dice" in told and "not found: dice big" in told
    assert json.loads(run("info", old, "--json"))["unbound"] == {"dice": ["big"]}


def test_an_action_that_the_module_says_gets_no_button(old: Path, tmp_path: Path) -> None:
    run("build", old, "-o", tmp_path / "built")
    (built,) = (tmp_path / "built").glob("*.vmod")
    run("unpack", built, tmp_path / "text")
    assert not any("FIRES" in one.read_text() for one in (tmp_path / "text").rglob("*.xml"))


def test_a_piece_is_known_by_its_slot_a_marker_or_its_name(old: Path) -> None:
    words = binding(old)
    assert words.counters("17", "whatever", ()) == ("tiger",)
    assert words.counters("", "whatever", ("x", "scout")) == ("scout",)
    assert words.counters("", "Scout", ()) == ("scout",)
    assert words.counters("99", "Nobody", ("x",)) == ()


def test_maps_and_counters_of_other_names_are_still_found(old: Path) -> None:
    for name, was, now in (
        ("map.yaml", "name: Main Map", "name: The Field"),
        ("counters.csv", "tiger,Tiger", "tiger,King Tiger"),
        ("game.yaml", "name: Old Game", "name: New Game"),
    ):
        text = (old / name).read_text("utf-8")
        assert was in text
        (old / name).write_text(text.replace(was, now), "utf-8")
    result = judged(old, lambda log: fair(log).move("111", "0903").end_turn())
    assert told(result) == [("1", "violation", 9)]
    assert "King Tiger" in next(one.did for one in result.findings if one.code == "1")


def test_a_log_of_the_module_built_again_is_judged_by_the_same_rules(
    old: Path, tmp_path: Path
) -> None:
    """Its actions that the original has not have buttons, and so are seen."""
    text = (old / "actions.yaml").read_text("utf-8")
    (old / "actions.yaml").write_text(text.replace(', heard: "* {detail} opens fire *"', ""))
    run("build", old, "-o", tmp_path / "built")
    (built,) = (tmp_path / "built").glob("*.vmod")
    log = OldLog(built).put("111", "Tiger", "0101").put("112", "Scout", "0404")
    log.move("111", "0903").report("* !Axis declares FIRES Tiger").end_turn().move("112", "0402")
    result = audit([log.write(tmp_path / "game.vlog")], game=old)
    assert told(result) == [("1", "violation", 1), ("2", "missing", 3)]


def test_a_game_of_it_is_played_where_a_set_up_says_what_stands_where(
    old: Path, tmp_path: Path
) -> None:
    done = CliRunner().invoke(main, ["play", str(old), "-o", str(tmp_path / "x.vlog")])
    assert done.exit_code == 2 and "scenarios/ that says what stands where" in done.output
    (old / "scenarios" / "field.yaml").write_text(
        "id: field\nname: Field\nplacements:\n"
        '  - {pieces: [tiger], map: main_map, at: "0101"}\n'
        '  - {pieces: [scout], map: main_map, at: "0404"}\n'
    )
    again = tmp_path / "again.vlog"
    words = run("play", old, "--seed", 3, "-o", again)
    assert "over (3)" in words and "Both sides played at random" in words
    assert told(audit([again], game=old)) == []
    done = CliRunner().invoke(
        main, ["play", str(old), "--players", "purposeful", "-o", str(tmp_path / "x.vlog")]
    )
    assert done.exit_code == 2
    assert "no 'purposeful' players (players= in its rules.py names them)" in done.output


@pytest.mark.shared
@pytest.mark.skipif(not ENGINE.is_file(), reason="the reference files are not here")
def test_a_log_that_vassal_wrote_on_a_free_template(tmp_path: Path) -> None:
    run("import", TEMPLATE, tmp_path / "mine")
    folder = with_rules(tmp_path / "mine")
    rules = (
        (folder / "rules.py")
        .read_text("utf-8")
        .replace("FAR, LAST, DIE = 3,", "FAR, LAST, DIE = 5,")
    )
    (folder / "rules.py").write_text(rules, "utf-8")
    with (folder / "actions.yaml").open("a", encoding="utf-8") as file:
        file.write('  - {id: "2d6", name: "2d6", count: 2, sides: 6}\n')
    result = audit([ENGINE], game=folder)
    found = [one for one in result.findings if one.code == "1"]
    # The ten hexes of step 67 are put right in the same turn, in step 84.
    assert [(one.step, one.severity.value) for one in found] == [
        (77, "violation"),
        (170, "violation"),
    ]
    assert all(one.did.endswith("moved 6 hexes") for one in found)

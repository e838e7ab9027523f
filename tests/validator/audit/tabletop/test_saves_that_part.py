"""Several saves of one game: earlier ones, rewinds, forks; files that do not belong together."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.errors import BroadsideError
from tests.validator.audit.tabletop.sittings import BRITISH, GERMAN, Begin, Desk, Sitting
from validator.audit import audit
from validator.audit.findings import Severity

SUPPLY = "piece/supply_1"


def begun(sit: Begin) -> Sitting:
    """A move and a throw; this far all goes on from."""
    return sit().move(GERMAN, SUPPLY, 1000, -10000).roll(BRITISH, 3)


def test_autosaves_of_one_game_stand_in_its_last_save(sit: Begin, desk: Desk) -> None:
    early, later = begun(sit), begun(sit).move(GERMAN, SUPPLY, 2000, -10000)
    last = later.copy().move(GERMAN, SUPPLY, 3000, -10000)
    result = desk.audit(later, last, early)
    assert result.recorded is not None
    assert result.recorded.entries == len(last.entries)
    found = desk.one(later, last, early)
    assert (found.code, found.severity) == ("tts.held", Severity.NOTE)
    assert found.did == "2.json holds all that stands in 1.json, 3.json."


def test_a_save_that_was_copied_is_one_save(sit: Begin, desk: Desk) -> None:
    assert desk.codes(begun(sit), begun(sit)) == ["tts.held"]


def test_a_throw_taken_back_by_a_rewind_is_suspicious(sit: Begin, desk: Desk) -> None:
    """The autosave before the rewind has the throw that was lost."""
    lost = begun(sit).move(BRITISH, "piece/taken_1", 0, 0).roll(GERMAN, 1, 1, 2)
    kept = begun(sit).load().roll(GERMAN, 6, 6, 5)
    found = {one.code: one for one in desk.findings(lost, kept)}
    fork = found["tts.fork"]
    assert (fork.severity, fork.entry) == (Severity.SUSPICIOUS, 7)
    assert "alike up to entry 6" in fork.did
    assert "1 roll" in fork.did
    assert "1, 1, 2" in fork.did
    assert "2.json" in fork.did


def test_a_move_taken_back_by_a_rewind_is_a_note(sit: Begin, desk: Desk) -> None:
    lost = begun(sit).move(GERMAN, SUPPLY, 2000, -10000)
    kept = begun(sit).load().move(GERMAN, SUPPLY, 3000, -10000)
    found = {one.code: one.severity for one in desk.findings(lost, kept)}
    assert found == {"tts.fork": Severity.NOTE, "tts.load": Severity.NOTE}


def test_the_order_of_the_files_is_no_matter(sit: Begin, desk: Desk) -> None:
    lost = begun(sit).roll(GERMAN, 1, 1, 2)
    kept = begun(sit).load().roll(GERMAN, 6, 6, 5)
    one = [
        found.did.replace("1.json", "A").replace("2.json", "B")
        for found in desk.findings(lost, kept)
    ]
    other = [
        found.did.replace("1.json", "B").replace("2.json", "A")
        for found in desk.findings(kept, lost)
    ]
    assert one == other


def test_a_fork_is_told_once_however_many_autosaves_lie_on_it(sit: Begin, desk: Desk) -> None:
    lost = begun(sit).roll(GERMAN, 1, 1, 2)
    longer = lost.copy().move(GERMAN, SUPPLY, 3000, -10000)
    kept = begun(sit).load().roll(GERMAN, 6, 6, 5)
    codes = desk.codes(lost, longer, kept)
    assert codes.count("tts.fork") == 1


def test_two_logs_that_part_without_a_load_are_not_both_honest(sit: Begin, desk: Desk) -> None:
    honest = begun(sit).move(GERMAN, SUPPLY, 2000, -10000)
    forged = honest.copy().edit(6, d=[["die/6/1", 6]]).lie("die/6/1", 6).forged()
    found = next(one for one in desk.findings(honest, forged) if one.code == "tts.fork")
    assert (found.severity, found.entry) == (Severity.SUSPICIOUS, 6)
    assert "no load parts them" in found.did


def test_an_earlier_save_that_was_changed_is_told(sit: Begin, desk: Desk) -> None:
    early = begun(sit).edit(6, d=[["die/6/1", 6]])
    later = begun(sit).move(GERMAN, SUPPLY, 2000, -10000)
    found = [one for one in desk.findings(early, later) if one.code == "tts.chain"]
    assert [one.did[:20] for one in found] == ["1.json was changed: "]


def test_a_head_told_before_a_rewind_is_on_the_lost_branch(sit: Begin, desk: Desk) -> None:
    lost = begun(sit).roll(GERMAN, 1, 1, 2)
    kept = begun(sit).load().roll(GERMAN, 6, 6, 5)
    head = lost.entries[-1]["h"]
    alone = next(one for one in desk.findings(kept, heads=[head]) if one.code == "tts.head")
    assert alone.severity is Severity.SUSPICIOUS
    both = next(one for one in desk.findings(lost, kept, heads=[head]) if one.code == "tts.head")
    assert "was announced at entry 7 of 1.json" in both.did


def test_two_games_of_one_set_up_are_two_games(sit: Begin, desk: Desk) -> None:
    one, other = begun(sit), begun(sit)
    for entry in other.entries:
        entry["t"] += 86_400
    found = desk.one(one, other.forged())
    assert (found.code, found.severity) == ("tts.other", Severity.NOTE)
    assert "no entry in common" in found.did


def test_builds_that_nobody_played_are_one_note(sit: Begin, desk: Desk) -> None:
    """Another set-up of the game, or the same of another day, often lies in the same folder."""

    def built(version: str, *, opened: bool = False) -> Sitting:
        sitting = sit()
        before = json.loads(sitting.header)["version"]
        sitting.header = sitting.header.replace(f'"version":"{before}"', f'"version":"{version}"')
        if not opened:
            sitting.entries = []
        return sitting.forged()

    one = begun(sit)
    found = desk.one(one, built("0.0.1"), built("0.0.2", opened=True))
    assert (found.code, found.severity) == ("tts.other", Severity.NOTE)
    assert "were not played yet" in found.did and "another game" not in found.did
    gone_on = built("0.0.1", opened=True).move(GERMAN, SUPPLY, 1000, -10000)
    for entry in gone_on.entries:
        entry["t"] -= 86_400
    other = desk.one(one, gone_on.forged())
    assert other.code == "tts.other" and "another game" in other.did


# --- folders and files ----------------------------------------------------------------------


def test_a_folder_of_saves_is_one_game(sit: Begin, tmp_path: Path) -> None:
    begun(sit).write(tmp_path / "TS_AutoSave.json")
    begun(sit).move(GERMAN, SUPPLY, 2000, -10000).write(tmp_path / "TS_Save_1.json")
    (tmp_path / "SaveFileInfos.json").write_text("[]", "utf-8")
    (tmp_path / "notes.txt").write_text("hello", "utf-8")
    result = audit([tmp_path])
    assert [one.code for one in result.findings if one.code.startswith("tts")] == [
        "tts.held",
        "tts.limits",
    ]


def test_files_of_both_programs_are_told_apart(
    sit: Begin, ours: Callable[[], Any], tmp_path: Path
) -> None:
    save = begun(sit).write(tmp_path / "game.json")
    log: Path = ours().save(tmp_path / "game.vlog")
    for paths in ([save, log], [log, save], [tmp_path]):
        with pytest.raises(BroadsideError, match=r"Tabletop Simulator.*one of VASSAL"):
            audit(paths)
    with pytest.raises(BroadsideError, match="no heads"):
        audit([log], heads=["0123456789abcdef"])


def test_a_save_without_a_recorder_is_told(fresh: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text(json.dumps({**fresh, "LuaScriptState": ""}), "utf-8")
    with pytest.raises(BroadsideError, match="without Broadside's recorder"):
        audit([path])

"""A log that somebody changed, cut, lengthened or forged, and the script and header beside it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from generator.errors import BroadsideError
from tests.validator.audit.tabletop.sittings import BRITISH, GERMAN, Begin, Desk, Sitting
from validator.audit.findings import Severity

SUPPLY = "piece/supply_1"


def some(sit: Begin) -> Sitting:
    """A few acts, a throw among them."""
    sitting = sit().move(GERMAN, SUPPLY, 1000, -10000).roll(BRITISH, 3)
    return sitting.move(GERMAN, SUPPLY, 3000, -10000).head().move(GERMAN, SUPPLY, 2000, -9000)


def test_the_log_of_these_tests_is_whole(sit: Begin, desk: Desk) -> None:
    assert desk.codes(some(sit)) == []


def test_an_entry_that_was_changed_is_found_where_it_stands(sit: Begin, desk: Desk) -> None:
    found = desk.one(some(sit).edit(6, d=[["die/6/1", 6]]).lie("die/6/1", 6))
    assert (found.code, found.severity, found.entry) == ("tts.chain", Severity.SUSPICIOUS, 6)


def test_an_entry_that_was_cut_out_breaks_the_chain_at_the_next(sit: Begin, desk: Desk) -> None:
    found = {one.code: one for one in desk.findings(some(sit).without(6))}
    assert set(found) == {"tts.chain", "tts.damaged"}
    assert found["tts.chain"].entry == 7
    assert "entry 7 stands where entry 6 should" in found["tts.damaged"].did


def test_an_entry_that_was_put_in_breaks_the_chain(sit: Begin, desk: Desk) -> None:
    sitting = some(sit)
    sitting.entries.insert(6, {**sitting.entries[5]})
    found = {one.code: one for one in desk.findings(sitting)}
    assert found["tts.chain"].entry == 6
    assert "stands where entry 7 should" in found["tts.damaged"].did


def test_a_log_cut_off_at_its_end_does_not_have_its_head(sit: Begin, desk: Desk) -> None:
    sitting = some(sit)
    lines = sitting.text.split("\n")
    sitting.save["LuaScriptState"] = "\n".join([*lines[:-2], lines[-1]])
    path = desk.folder / "cut.json"
    path.write_text(json.dumps(sitting.save), "utf-8")
    from validator.audit import audit

    codes = [one.code for one in audit([path]).findings]
    assert "tts.chain" in codes
    assert "tts.damaged" in codes


def test_a_forged_log_has_other_heads_than_it_tells(sit: Begin, desk: Desk) -> None:
    sitting = some(sit).edit(6, d=[["die/6/1", 6]]).lie("die/6/1", 6).forged()
    found = desk.one(sitting)
    assert (found.code, found.entry) == ("tts.chain", 9)
    assert "was announced in the chat" in found.did


def test_a_forger_who_writes_the_heads_anew_is_found_by_one_that_was_noted(
    sit: Begin, desk: Desk
) -> None:
    honest = some(sit)
    noted = honest.entries[7]["h"]
    forged = honest.copy().edit(6, d=[["die/6/1", 6]]).lie("die/6/1", 6).forged()
    forged.edit(9, x=forged.entries[7]["h"]).forged()
    assert desk.codes(forged) == []
    found = desk.one(forged, heads=[noted])
    assert (found.code, found.severity, found.entry) == ("tts.head", Severity.SUSPICIOUS, 0)


@pytest.mark.parametrize("length", [8, 16])
def test_a_head_that_was_noted_vouches_for_all_before_it(
    length: int, sit: Begin, desk: Desk
) -> None:
    sitting = some(sit)
    found = desk.one(sitting, heads=[sitting.entries[7]["h"][:length].upper()])
    assert (found.code, found.severity, found.entry) == ("tts.head", Severity.NOTE, 8)


def test_a_whole_head_is_held_against_the_last_entry(sit: Begin, desk: Desk) -> None:
    sitting = some(sit)
    head = json.loads(sitting.text.split("\n")[-1])["head"]
    assert desk.one(sitting, heads=[head]).severity is Severity.NOTE
    wrong = head[:16] + "0" * 48
    assert desk.one(sitting, heads=[wrong]).severity is Severity.SUSPICIOUS


@pytest.mark.parametrize("wrong", ["", "1234567", "not a head", "0" * 65])
def test_what_is_no_head_is_told(wrong: str, sit: Begin, desk: Desk) -> None:
    with pytest.raises(BroadsideError, match="no head"):
        desk.audit(some(sit), heads=[wrong])


def test_a_line_that_is_no_entry_is_told_with_its_place(sit: Begin, desk: Desk) -> None:
    sitting = some(sit)
    sitting.act("drap", GERMAN, p=SUPPLY)
    (found,) = desk.findings(sitting)
    assert (found.code, found.severity) == ("tts.damaged", Severity.SUSPICIOUS)
    assert "drop" in found.did


def test_a_log_begun_anew_in_play_is_suspicious(fresh: dict[str, Any], desk: Desk) -> None:
    sitting = Sitting(fresh).act("load", "", s=1, k="new").act("seat", GERMAN, s="colour")
    codes = desk.codes(sitting.move(GERMAN, SUPPLY, 1000, -10000))
    assert codes == ["tts.chain", "tts.setup"]


def test_sessions_follow_on_each_other(sit: Begin, desk: Desk) -> None:
    assert desk.codes(some(sit).load()) == ["tts.load"]
    skipped = some(sit).act("load", "", s=5, k="load")
    assert sorted(desk.codes(skipped)) == ["tts.chain", "tts.load"]


# --- beside the log -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("-- code\n", "-- code\nfunction onPlayerTurn() end\n"),
        ("-- data", "-- data\nlocal cheat = getObjects -- data"),
    ],
)
def test_another_script_than_the_recorder_is_suspicious(
    old: str, new: str, sit: Begin, desk: Desk
) -> None:
    sitting = some(sit)
    assert old in sitting.save["LuaScript"]
    sitting.save["LuaScript"] = sitting.save["LuaScript"].replace(old, new, 1)
    found = desk.one(sitting)
    assert (found.code, found.severity, found.entry) == ("tts.script", Severity.SUSPICIOUS, 0)


def test_a_recorder_whose_knowledge_of_the_game_was_changed_is_suspicious(
    sit: Begin, desk: Desk
) -> None:
    sitting = some(sit)
    before = sitting.save["LuaScript"]
    sitting.save["LuaScript"] = before.replace("sides = 6", "sides = 1", 1)
    assert sitting.save["LuaScript"] != before
    assert "knows of the game" in desk.one(sitting).did


def test_a_recorder_with_the_line_ends_of_windows_is_the_recorder(sit: Begin, desk: Desk) -> None:
    sitting = some(sit)
    sitting.save["LuaScript"] = sitting.save["LuaScript"].replace("\n", "\r\n")
    assert desk.codes(sitting) == []


def test_a_save_without_a_script_is_suspicious(sit: Begin, desk: Desk) -> None:
    sitting = some(sit)
    sitting.save["LuaScript"] = ""
    assert desk.codes(sitting) == ["tts.script"]


def test_a_script_on_a_piece_is_suspicious(sit: Begin, desk: Desk) -> None:
    sitting = some(sit)
    sitting.object(SUPPLY)["LuaScript"] = "function onLoad() self.setPosition({0, 2, 0}) end"
    found = desk.one(sitting, reveal=True)
    assert (found.code, found.severity) == ("tts.script", Severity.SUSPICIOUS)


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('"White":"German","Blue":"British"', '"White":"British","Blue":"German"', "seats"),
        ('"x":0,"z":0', '"x":500,"z":0', "boards"),
        ('"start":"', '"start":"0', "start"),
    ],
)
def test_a_header_that_was_changed_is_suspicious(
    old: str, new: str, named: str, sit: Begin, desk: Desk
) -> None:
    sitting = some(sit)
    assert old in sitting.header
    sitting.header = sitting.header.replace(old, new, 1)
    found = {one.code: one for one in desk.findings(sitting.forged())}
    assert named in found["tts.header"].did
    assert found["tts.header"].severity is Severity.SUSPICIOUS


def test_a_header_that_the_script_does_not_carry_is_suspicious(sit: Begin, desk: Desk) -> None:
    sitting = some(sit)
    sitting.header = sitting.header.replace('"version":"', '"version":"9')
    sitting.forged().edit(9, x=sitting.entries[7]["h"]).forged()
    found = {one.code: one for one in desk.findings(sitting)}
    assert found["tts.header"].severity is Severity.SUSPICIOUS
    assert "the script in the save was built with" in found["tts.header"].did


def test_another_definition_in_the_header_alone_is_suspicious(sit: Begin, desk: Desk) -> None:
    """A save that was built from another definition has it in its script too."""
    sitting = some(sit)
    at = sitting.header.index('"definition":"') + len('"definition":"')
    before = sitting.header
    sitting.header = before[:at] + "0" * 64 + before[at + 64 :]
    sitting.forged().edit(9, x=sitting.entries[7]["h"]).forged()
    assert sorted(desk.codes(sitting)) == ["log.definition", "tts.header"]
    script = sitting.save["LuaScript"]
    sitting.save["LuaScript"] = script.replace(before[at : at + 64], "0" * 64)
    found = desk.one(sitting)
    assert found.code == "log.definition"
    assert found.did.startswith("The table was built from another definition (000000000000)")


def test_a_save_built_with_other_assumptions_is_not_held_against_ours(
    sit: Begin, desk: Desk
) -> None:
    sitting = some(sit)
    at = sitting.header.index('"calibration":"') + len('"calibration":"')
    before = sitting.header
    sitting.header = before[:at] + "0" * 16 + before[at + 16 :]
    script = sitting.save["LuaScript"]
    sitting.save["LuaScript"] = script.replace(before[at : at + 16], "0" * 16)
    sitting.forged().edit(9, x=sitting.entries[7]["h"]).forged()
    assert desk.codes(sitting) == ["tts.setup"]

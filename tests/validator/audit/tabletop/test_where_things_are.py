"""Things that are elsewhere, or otherwise, than the log left them: in it, and at its end."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from tests.validator.audit.tabletop.sittings import BRITISH, GERMAN, Begin, Desk, Sitting
from validator.audit.findings import Severity

EXETER, CONVOY, MARKER = "piece/exeter", "piece/taken_1", "piece/score"
CUP, OTHER_CUP = "deck/Atlantic Cup", "deck/Indian Cup"
ALL: dict[str, Any] = {"reveal": True}


@pytest.fixture
def at_sea(sit: Begin) -> Begin:
    """Exeter was drawn and lies face up on the board, a marker beside it."""

    def begin() -> Sitting:
        sitting = sit().draw(BRITISH, EXETER, CUP, 1000, 1000).flip(BRITISH, EXETER, 0)
        return sitting.move(GERMAN, MARKER, -3000, 2000)

    return begin


def test_the_table_of_these_tests_agrees_with_its_log(at_sea: Begin, desk: Desk) -> None:
    assert desk.codes(at_sea()) == []


# --- in the file ----------------------------------------------------------------------------


def test_a_piece_that_was_moved_in_the_file_is_named(at_sea: Begin, desk: Desk) -> None:
    found = desk.one(at_sea().put(EXETER, 3000, 1000))
    assert (found.code, found.severity) == ("tts.state", Severity.SUSPICIOUS)
    assert found.did.startswith("Exeter lies in ")
    assert "entry 6 left it in " in found.did
    assert found.pieces == ("Exeter",)
    assert found.entry == 9
    assert found.entries == (7,)


def test_a_piece_nobody_ever_touched_is_held_against_the_set_up(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea()
    x, _, z = sitting.at(CONVOY)
    found = desk.one(sitting.put(CONVOY, x + 3000, z))
    assert "the set-up left it" in found.did


@pytest.mark.parametrize("pushed", [(0, 400), (450, 450), (-499, 0)])
def test_a_piece_that_was_knocked_a_little_is_no_offence(
    pushed: tuple[int, int], at_sea: Begin, desk: Desk
) -> None:
    sitting = at_sea().put(EXETER, 1000 + pushed[0], 1000 + pushed[1])
    assert desk.codes(sitting) == []


def test_a_piece_turned_over_in_the_file_is_named(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea()
    sitting.object(EXETER)["Transform"]["rotZ"] = 180.0
    found = desk.one(sitting, **ALL)
    assert found.code == "tts.state"
    assert found.did.startswith("Exeter lies face down; entry 7 left it otherwise")


def test_a_piece_that_is_gone_from_the_file_is_missing(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea()
    sitting.save["ObjectStates"].remove(sitting.object(EXETER))
    found = desk.one(sitting)
    assert found.did.startswith("Exeter is missing; entry 6 left it in ")


def test_a_piece_that_is_there_twice_is_a_twin(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea()
    sitting.save["ObjectStates"].append(copy.deepcopy(sitting.object(EXETER)))
    found = desk.one(sitting)
    assert (found.code, found.severity) == ("table.twin", Severity.SUSPICIOUS)


def test_an_object_that_no_entry_brought_in_is_told(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea()
    added = copy.deepcopy(sitting.object(EXETER)) | {"Memo": "", "GUID": "abc123"}
    sitting.save["ObjectStates"].append(added)
    found = desk.one(sitting)
    assert (found.code, found.severity) == ("tts.state", Severity.SUSPICIOUS)
    assert "no entry brought it in" in found.did


def test_a_piece_taken_out_of_the_cup_in_the_file_is_told(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea()
    bag = sitting.object(CUP)
    ship = bag["ContainedObjects"].pop()
    sitting.save["ObjectStates"].append(ship)
    found = desk.one(sitting, **ALL)
    assert found.code == "tts.state"
    assert "the set-up left it in Atlantic Cup" in found.did


def test_a_piece_put_into_another_cup_in_the_file_is_told(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea()
    ship = sitting.object(CUP)["ContainedObjects"].pop()
    sitting.object(OTHER_CUP).setdefault("ContainedObjects", []).append(ship)
    found = desk.one(sitting, **ALL)
    assert "lies in Indian Cup" in found.did


def test_a_board_that_was_moved_is_told(at_sea: Begin, desk: Desk) -> None:
    found = desk.one(at_sea().put("board/south_atlantic", 2000, 0))
    assert found.did == "The board South Atlantic was moved."


def test_charts_and_boards_in_many_tiles_are_no_additions(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea()
    board = sitting.object("board/south_atlantic")
    width = next(one["w"] for one in _header(sitting)["boards"] if one["id"] == "south_atlantic")
    for number, way in enumerate((-1, 1)):
        tile = copy.deepcopy(board) | {"Memo": f"board/south_atlantic/0-{number}", "GUID": ""}
        tile["Transform"]["posX"] += way * width / 4000
        sitting.save["ObjectStates"].append(tile)
    sitting.save["ObjectStates"].remove(board)
    chart = copy.deepcopy(board) | {"Memo": "chart/1", "GUID": "c0ffee"}
    sitting.save["ObjectStates"].append(chart)
    assert desk.codes(sitting) == []


def test_a_hidden_zone_that_is_gone_is_told(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea()
    sitting.save["ObjectStates"].remove(sitting.object("hidden/voyage_log"))
    assert desk.codes(sitting, **ALL) == ["tts.state"]


def test_a_hidden_zone_given_to_the_other_side_is_told(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea()
    sitting.object("hidden/voyage_log")["FogColor"] = "Blue"
    found = desk.one(sitting)
    assert (found.code, found.severity) == ("tts.state", Severity.SUSPICIOUS)
    assert "White" in found.did
    assert "Blue" in found.did


def test_a_hidden_zone_that_shows_what_it_hid_is_told(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea()
    sitting.object("hidden/voyage_log")["FogReverseHiding"] = True
    assert "does not hide what it hid" in desk.one(sitting, **ALL).did


def test_a_hidden_zone_that_was_made_smaller_is_told(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea()
    sitting.object("hidden/voyage_log")["Transform"]["scaleX"] /= 2
    assert "another size" in desk.one(sitting, **ALL).did


def test_a_die_with_other_values_on_its_faces_is_told(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea()
    for row in sitting.object("die/6/2")["RotationValues"]:
        row["Value"] = 6
    found = desk.one(sitting)
    assert (found.code, found.severity) == ("tts.state", Severity.SUSPICIOUS)
    assert "other values on its faces" in found.did


def test_a_die_whose_rotations_the_game_spelled_anew_is_as_it_was(
    at_sea: Begin, desk: Desk
) -> None:
    sitting = at_sea()
    rows = sitting.object("die/6/2")["RotationValues"]
    for row in rows:
        row["Rotation"] = {axis: value + 360 for axis, value in row["Rotation"].items()}
    rows.reverse()
    assert desk.codes(sitting) == []


def test_a_piece_that_lost_a_state_is_told(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea()
    sitting.object(CONVOY)["States"] = {"2": {}}
    assert "has 2 states and was built with 1" in desk.one(sitting).did


def test_a_table_that_was_swept_is_told_in_one_finding_more(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea()
    sitting.save["ObjectStates"] = []
    found = desk.findings(sitting, **ALL)
    assert len(found) == 25
    (rest,) = [one for one in found if "things more are not as the log leaves them" in one.did]
    assert rest.details


def test_a_note_that_somebody_threw_away_is_no_matter(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea()
    notes = [one for one in sitting.objects() if one["Memo"].startswith("note/")]
    assert notes
    sitting.save["ObjectStates"].remove(notes[0])
    assert desk.codes(sitting) == []


# --- in the log -----------------------------------------------------------------------------


def test_a_piece_taken_up_elsewhere_than_it_was_left_is_told(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea().put(EXETER, 3000, 1000).move(BRITISH, EXETER, 5000, 1000)
    found = desk.one(sitting)
    assert (found.code, found.severity, found.entry) == ("tts.moved", Severity.SUSPICIOUS, 10)
    assert found.side == "British"


def test_a_piece_taken_up_beside_where_it_was_left_is_not_told(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea().put(EXETER, 1300, 1000).move(BRITISH, EXETER, 5000, 1000)
    assert desk.codes(sitting) == []


def _settled(sitting: Sitting, memo: str, x: int, z: int, **changes: Any) -> Sitting:
    sitting.put(memo, x, z)
    row = {"p": memo, "o": [x, 1060, z], "r": 180, "d": 0, "s": 1, **changes}
    return sitting.act("settle", "", **row)


def test_a_piece_found_far_from_where_it_lay_was_moved_by_no_hand(
    at_sea: Begin, desk: Desk
) -> None:
    found = desk.one(_settled(at_sea(), EXETER, 4000, 1000))
    assert (found.code, found.severity, found.entry) == ("tts.moved", Severity.SUSPICIOUS, 10)
    assert found.player is None


def test_a_piece_that_slid_is_a_note(at_sea: Begin, desk: Desk) -> None:
    found = desk.one(_settled(at_sea(), EXETER, 1900, 1000))
    assert (found.code, found.severity) == ("tts.moved", Severity.NOTE)


def test_a_piece_that_was_tipped_over_is_a_note(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea()
    sitting.object(EXETER)["Transform"]["rotZ"] = 180.0
    found = desk.one(_settled(sitting, EXETER, 1100, 1000, d=1), **ALL)
    assert (found.code, found.severity) == ("tts.moved", Severity.NOTE)


def test_what_lay_on_a_piece_goes_along_with_it(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea().move(GERMAN, MARKER, 1100, 1100)
    sitting.move(BRITISH, EXETER, 6000, 3000)
    assert desk.codes(_settled(sitting, MARKER, 6100, 3100)) == []
    elsewhere = at_sea().move(GERMAN, MARKER, 1100, 1100).move(BRITISH, EXETER, 6000, 3000)
    assert desk.codes(_settled(elsewhere, MARKER, 6100, -3100)) == ["tts.moved"]


def test_a_piece_written_down_while_it_fell_may_come_to_rest_elsewhere(
    at_sea: Begin, desk: Desk
) -> None:
    sitting = at_sea()
    sitting.entries.pop()
    sitting.act("drop", GERMAN, p=MARKER, f=[0, 1060, 0], o=[-3000, 3000, 2000], r=180, d=0, s=1)
    assert desk.codes(_settled(sitting, MARKER, -1000, 2000)) == []


def test_a_face_that_nobody_switched_to_is_told(at_sea: Begin, desk: Desk) -> None:
    found = desk.findings(_settled(at_sea(), EXETER, 1000, 1000, s=2), **ALL)[0]
    assert (found.code, found.severity) == ("tts.moved", Severity.SUSPICIOUS)
    assert "showed face 1 and was found with face 2" in found.did


def test_what_was_not_in_a_cup_cannot_come_out_of_it(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea().act("leave", "", p=EXETER, i=OTHER_CUP, o=[6654, 1300, -3051], d=1)
    found = desk.one(sitting.move(BRITISH, EXETER, 1000, 1000), **ALL)
    assert (found.code, found.severity, found.entry) == ("tts.drawn", Severity.SUSPICIOUS, 10)


def test_a_score_goes_on_from_what_it_was(sit: Begin, desk: Desk) -> None:
    sitting = sit().act("property", GERMAN, k="GermanScore", f=0, v=2)
    assert desk.codes(sitting) == []
    sitting.act("property", GERMAN, k="GermanScore", f=5, v=6)
    found = desk.one(sitting)
    assert (found.code, found.severity, found.entry) == ("tts.account", Severity.SUSPICIOUS, 5)


def test_a_score_changes_as_buttons_change_it(sit: Begin, desk: Desk) -> None:
    """A point more or less by a click, two for a raid, and never beyond its bounds."""
    for old, new in ((0, 1), (1, 0), (0, 2)):
        sitting = sit()
        if old:
            sitting.act("property", GERMAN, k="GermanScore", f=0, v=old)
        assert desk.codes(sitting.act("property", GERMAN, k="GermanScore", f=old, v=new)) == []
    found = desk.one(sit().act("property", GERMAN, k="GermanScore", f=0, v=7))
    assert (found.code, found.severity, found.entry) == (
        "table.property",
        Severity.SUSPICIOUS,
        4,
    )


def test_the_score_that_the_next_load_takes_up_is_that_of_the_entries(
    sit: Begin, desk: Desk
) -> None:
    sitting = sit().act("property", GERMAN, k="GermanScore", f=0, v=2)
    sitting.last = {"session": 1, "turn": [1, 0], "properties": {"GermanScore": 2}}
    assert desk.codes(sitting) == []
    sitting.last = {"session": 1, "turn": [1, 0], "properties": {"GermanScore": 9}}
    assert desk.codes(sitting) == ["tts.account"]
    sitting.last = {"session": 1, "turn": [3, 0], "properties": {"GermanScore": 2}}
    assert desk.codes(sitting) == ["tts.account"]


def _header(sitting: Sitting) -> Any:
    return json.loads(sitting.header)


def test_a_deck_that_formed_of_cards_may_be_turned_before_it_is_moved(
    at_sea: Begin, desk: Desk
) -> None:
    sitting = at_sea()
    inside = [copy.deepcopy(sitting.object(MARKER)), copy.deepcopy(sitting.object(CONVOY))]
    for memo in (MARKER, CONVOY):
        sitting.act("enter", GERMAN, p=memo, i="~dec001", o=[4000, 1060, 4000])
        sitting.save["ObjectStates"].remove(sitting.object(memo))
    sitting.act("rotate", GERMAN, p="~dec001", r=90)
    where = {"posX": 4.0, "posY": 1.06, "posZ": 4.0, "rotY": 90.0}
    sitting.save["ObjectStates"].append(
        {"GUID": "dec001", "Name": "Deck", "Memo": "", "Transform": where}
        | {"ContainedObjects": inside}
    )
    assert [one for one in desk.codes(sitting, **ALL) if one.startswith("tts.state")] == []


def test_the_last_card_of_a_deck_lies_where_the_deck_lay(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea().act("enter", GERMAN, p=MARKER, i="~dec001", o=[4000, 1060, 4000])
    assert desk.codes(_settled(sitting, MARKER, 4000, 4000), **ALL) == []
    in_a_cup = at_sea().act("enter", GERMAN, p=MARKER, i=CUP, o=[4000, 1060, 4000])
    assert "tts.drawn" in desk.codes(_settled(in_a_cup, MARKER, 4000, 4000), **ALL)


def test_the_cards_of_a_deck_that_was_laid_on_another_are_in_that_one(
    at_sea: Begin, desk: Desk
) -> None:
    sitting = at_sea().act("enter", GERMAN, p=MARKER, i="~dec001", o=[4000, 1060, 4000])
    sitting.act("enter", GERMAN, p="~dec001", i="~dec002", o=[-6000, 1060, 2000])
    sitting.act("leave", GERMAN, p=MARKER, i="~dec002", o=[-6000, 1060, 2000], d=0)
    assert desk.codes(sitting.move(GERMAN, MARKER, 0, 0), **ALL) == []
    other = sitting.copy().act("enter", GERMAN, p=MARKER, i="~dec002", o=[-6000, 1060, 2000])
    other.act("leave", GERMAN, p=MARKER, i="~dec003", o=[4000, 1060, 4000], d=0)
    assert "tts.drawn" in desk.codes(other.move(GERMAN, MARKER, 0, 0), **ALL)


def test_what_never_left_its_cup_is_in_nobodys_hand(sit: Begin, desk: Desk) -> None:
    def drawn() -> Sitting:
        return sit().draw(BRITISH, EXETER, CUP, 1000, 1000)

    told = [row["a"] for row in drawn().entries]
    cut = drawn().without(told.index("leave") + 1).forged()
    found = desk.findings(cut, **ALL)
    assert [one.code for one in found][:1] == ["tts.drawn"]
    assert "no entry took it out" in found[0].did
    assert desk.codes(drawn(), **ALL) == []


def test_what_was_taken_out_of_a_cup_without_an_entry_is_told(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea().put_in(BRITISH, EXETER, CUP).draw(BRITISH, EXETER, CUP, 3000, 1000)
    assert desk.codes(sitting.copy(), **ALL) == []
    number = next(e["n"] for e in reversed(sitting.entries) if e["a"] == "leave")
    found = desk.one(sitting.without(number).forged(), **ALL)
    assert (found.code, found.severity, found.entry) == (
        "tts.drawn",
        Severity.SUSPICIOUS,
        number,
    )


def test_a_pick_may_be_told_before_the_cup_is_left(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea().put_in(BRITISH, EXETER, CUP).draw(BRITISH, EXETER, CUP, 3000, 1000)
    left, pick = sitting.entries[-3:-1]
    sitting.entries[-3:-1] = [pick, left]
    assert desk.codes(sitting.forged(), **ALL) == []


def test_what_lies_but_was_never_put_down_is_told(at_sea: Begin, desk: Desk) -> None:
    found = desk.one(at_sea().pick(BRITISH, EXETER).put(EXETER, 3000, 1000), **ALL)
    assert found.code == "tts.state"
    held = at_sea().pick(BRITISH, EXETER).put(EXETER, 3000, 1000)
    held.object(EXETER)["Transform"]["posY"] = 3.0
    assert desk.codes(held, **ALL) == []


def test_two_picks_running_say_where_the_piece_went(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea().move(BRITISH, EXETER, 5000, 1000).move(BRITISH, EXETER, 8000, 1000)
    number = sitting.entries[-3]["n"]
    assert sitting.entries[-3]["a"] == "drop"
    found = desk.one(sitting.without(number).forged(), **ALL)
    assert (found.code, found.entry) == ("tts.moved", number)


def test_a_piece_held_when_the_game_was_saved_falls_where_it_hung(
    at_sea: Begin, desk: Desk
) -> None:
    sitting = at_sea().pick(BRITISH, EXETER).load().put(EXETER, 5000, 1000)
    assert desk.codes(sitting.move(BRITISH, EXETER, 8000, 1000), **ALL) == ["tts.load"]

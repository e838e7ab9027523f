"""Dice thrown again, set or left otherwise; looks, hands and seats where they have no business."""

from __future__ import annotations

from typing import Any

import pytest

from tests.validator.audit.tabletop.sittings import BRITISH, GERMAN, REFEREE, Begin, Desk, Sitting
from validator.audit.findings import Severity

EXETER, SUPPLY, CUP = "piece/exeter", "piece/supply_1", "deck/Atlantic Cup"
ALL: dict[str, Any] = {"reveal": True}


@pytest.fixture
def at_sea(sit: Begin) -> Begin:
    """Exeter was drawn and lies face down on the board."""
    return lambda: sit().draw(BRITISH, EXETER, CUP, 1000, 1000)


# --- dice -----------------------------------------------------------------------------------


def test_dice_of_a_button_thrown_again_by_hand_are_suspicious(sit: Begin, desk: Desk) -> None:
    sitting = sit().roll(GERMAN, 1, 2, 1, button="graf_spee_fires")
    found = desk.one(sitting.roll(GERMAN, 6, 6, 5))
    assert (found.code, found.severity, found.entry) == (
        "dice.repeated",
        Severity.SUSPICIOUS,
        5,
    )
    assert "had fallen on 1, 2, 1" in found.did
    assert found.entries == (4,)


@pytest.mark.parametrize("word", ["declare", "drop", "button", "other hand", "other dice"])
def test_dice_thrown_again_for_something_else_are_not(word: str, sit: Begin, desk: Desk) -> None:
    sitting = sit().roll(GERMAN, 1, 2, 1, button="graf_spee_fires")
    if word == "declare":
        sitting.act("declare", GERMAN, k="raid", x="", p="")
    elif word == "drop":
        sitting.move(GERMAN, SUPPLY, 1000, -10000)
    button = "graf_spee_fires" if word == "button" else ""
    faces = (4, 4) if word == "other dice" else (4, 4, 4)
    sitting.roll(BRITISH if word == "other hand" else GERMAN, *faces, button=button)
    assert desk.codes(sitting) == []


def test_dice_thrown_by_hand_until_they_please_are_told(sit: Begin, desk: Desk) -> None:
    found = desk.one(sit().roll(GERMAN, 1).roll(GERMAN, 2).roll(GERMAN, 6))
    assert (found.code, found.severity, found.entry) == ("dice.repeated", Severity.NOTE, 5)
    assert "2 times" in found.did


def test_a_face_that_the_die_does_not_have_is_impossible(sit: Begin, desk: Desk) -> None:
    sitting = sit().act("roll", GERMAN, k="", d=[["die/6/1", 7]])
    assert "dice.impossible" in desk.codes(sitting)
    drawn = sit().act("roll", GERMAN, k="sinking", d=[["random/6/1", 0]])
    assert "dice.impossible" in desk.codes(drawn)


def test_more_dice_than_the_button_throws_are_impossible(sit: Begin, desk: Desk) -> None:
    assert desk.codes(sit().roll(GERMAN, 3, 4, button="sinking")) == ["dice.impossible"]


def test_a_die_that_shows_another_face_than_it_fell_on_is_told(sit: Begin, desk: Desk) -> None:
    found = desk.one(sit().roll(GERMAN, 2).lie("die/6/1", 5))
    assert (found.code, found.severity) == ("dice.changed", Severity.SUSPICIOUS)
    assert "shows 5 in the save; entry 4 says that it fell on 2" in found.did


def test_a_die_beside_which_something_was_put_down_may_be_knocked_over(
    sit: Begin, desk: Desk
) -> None:
    sitting = sit().roll(GERMAN, 2)
    x, _, z = sitting.at("die/6/1")
    found = desk.one(sitting.move(GERMAN, SUPPLY, x + 800, z).lie("die/6/1", 5))
    assert (found.code, found.severity) == ("dice.changed", Severity.NOTE)


def test_a_die_turned_over_by_hand_is_a_note(sit: Begin, desk: Desk) -> None:
    sitting = sit().roll(GERMAN, 2).act("flip", GERMAN, p="die/6/1", d=1).lie("die/6/1", 5)
    found = desk.one(sitting)
    assert (found.code, found.severity, found.entry) == ("dice.set", Severity.NOTE, 5)


# --- looks ----------------------------------------------------------------------------------


def test_a_look_at_the_others_face_down_piece_is_suspicious(at_sea: Begin, desk: Desk) -> None:
    found = desk.one(at_sea().act("peek", GERMAN, p=EXETER))
    assert (found.code, found.severity, found.entry) == ("secret.peek", Severity.SUSPICIOUS, 7)
    assert (found.player, found.side) == ("Gerda P1", "German")
    assert "Exeter" not in str(found.to_json())


@pytest.mark.parametrize("colour", [BRITISH, REFEREE, "", "Grey"])
def test_a_look_by_who_may_or_who_is_not_known_is_none(
    colour: str, at_sea: Begin, desk: Desk
) -> None:
    sitting = at_sea().act("peek", colour, w="Somebody", p=EXETER)
    assert "secret.peek" not in desk.codes(sitting, **ALL)


def test_a_look_at_an_open_piece_is_none(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea().flip(BRITISH, EXETER, 0).act("peek", GERMAN, p=EXETER)
    assert desk.codes(sitting) == []


def test_a_search_of_the_others_cup_is_suspicious_of_ones_own_a_note(
    sit: Begin, desk: Desk
) -> None:
    theirs = sit().act("search", GERMAN, i=CUP, s="start").act("search", GERMAN, i=CUP, s="end")
    found = desk.one(theirs)
    assert (found.code, found.severity, found.entry) == ("secret.search", Severity.SUSPICIOUS, 4)
    own = sit().act("search", BRITISH, i=CUP, s="start").act("search", BRITISH, i=CUP, s="end")
    assert desk.one(own).severity is Severity.NOTE


def test_a_piece_chosen_out_of_a_cup_was_not_drawn(sit: Begin, desk: Desk) -> None:
    sitting = sit().act("search", BRITISH, i=CUP, s="start").draw(BRITISH, EXETER, CUP, 0, 0)
    assert desk.codes(sitting, **ALL) == ["secret.search", "secret.chosen"]
    after = sit().act("search", BRITISH, i=CUP, s="start").act("search", BRITISH, i=CUP, s="end")
    assert desk.codes(after.draw(BRITISH, EXETER, CUP, 0, 0), **ALL) == ["secret.search"]


def test_a_draw_from_the_others_cup_is_a_note(sit: Begin, desk: Desk) -> None:
    sitting = sit().act("leave", GERMAN, p=EXETER, i=CUP, o=[709, 1300, 4350], d=1)
    found = next(one for one in desk.findings(sitting) if one.code == "deck.access")
    assert (found.severity, found.entry) == (Severity.NOTE, 4)
    own = sit().act("leave", BRITISH, p=EXETER, i=CUP, o=[709, 1300, 4350], d=1)
    assert "deck.access" not in desk.codes(own)


def test_a_hand_that_draws_from_the_others_cup_is_suspicious(sit: Begin, desk: Desk) -> None:
    """The game does not say who took it out; who has it in the hand then does."""
    theirs = sit().draw(GERMAN, EXETER, CUP, 1000, 1000)
    found = next(one for one in desk.findings(theirs) if one.code == "deck.access")
    assert (found.severity, found.entry, found.entries) == (Severity.SUSPICIOUS, 5, (4,))
    assert (found.player, found.side) == ("Gerda P1", "German")
    assert "Exeter" not in str(found.to_json())


@pytest.mark.parametrize("colour", [BRITISH, REFEREE])
def test_a_draw_by_who_may_is_none(colour: str, sit: Begin, desk: Desk) -> None:
    sitting = sit().draw(colour, EXETER, CUP, 1000, 1000)
    assert "deck.access" not in desk.codes(sitting, **ALL)


def test_who_takes_up_later_what_came_out_did_not_draw_it(sit: Begin, desk: Desk) -> None:
    """A card may have been dealt, or fallen out."""
    sitting = sit().draw(GERMAN, EXETER, CUP, 1000, 1000)
    for entry in sitting.entries[4:]:
        entry["t"] += 60
    assert "deck.access" not in desk.codes(sitting.forged(), **ALL)


def test_what_is_drawn_and_laid_face_up_by_the_other_side_is_unmasked(
    sit: Begin, desk: Desk
) -> None:
    def drawn(colour: str) -> Sitting:
        sitting = sit().draw(colour, EXETER, CUP, 1000, 1000)
        sitting.object(EXETER)["Transform"]["rotZ"] = 0.0
        sitting.entries[-1]["d"] = 0
        return sitting.forged()

    found = next(one for one in desk.findings(drawn(GERMAN)) if one.code == "table.unmasked")
    assert (found.severity, found.entry) == (Severity.SUSPICIOUS, 6)
    assert "table.unmasked" not in desk.codes(drawn(BRITISH), **ALL)
    left_down = sit().draw(GERMAN, EXETER, CUP, 1000, 1000)
    assert "table.unmasked" not in desk.codes(left_down, **ALL)


def test_the_others_piece_put_into_a_cup_is_told_as_moved(sit: Begin, desk: Desk) -> None:
    def put(colour: str) -> Sitting:
        sitting = sit().draw(BRITISH, EXETER, CUP, 1000, 1000).put_in(colour, EXETER, CUP)
        return sitting.without(7).forged()

    assert desk.codes(put(GERMAN), **ALL)[:1] == ["table.hand"]
    assert "table.hand" not in desk.codes(put(BRITISH), **ALL)


# --- hands ----------------------------------------------------------------------------------


def test_the_others_face_down_piece_turned_up_is_suspicious(at_sea: Begin, desk: Desk) -> None:
    found = desk.findings(at_sea().flip(GERMAN, EXETER, 0), **ALL)[0]
    assert (found.code, found.severity, found.entry) == (
        "table.unmasked",
        Severity.SUSPICIOUS,
        7,
    )


def test_a_hand_on_the_others_private_board_is_suspicious(sit: Begin, desk: Desk) -> None:
    sitting = sit().move(BRITISH, SUPPLY, 1000, -10000)
    found = desk.findings(sitting, **ALL)[0]
    assert (found.code, found.severity, found.entry) == (
        "secret.hidden",
        Severity.SUSPICIOUS,
        4,
    )
    assert desk.codes(sit().move(GERMAN, SUPPLY, 1000, -10000), **ALL) == []


def test_the_edge_of_a_public_board_is_public_also_beside_a_private_one(
    sit: Begin, desk: Desk
) -> None:
    """Between the two lies a unit."""
    sitting = sit().move(GERMAN, "piece/taken_1", 0, -5800).move(BRITISH, "piece/taken_1", 0, 0)
    assert desk.codes(sitting, **ALL) == []
    beside = sit().move(GERMAN, "piece/taken_1", 0, -6100).move(BRITISH, "piece/taken_1", 0, 0)
    assert desk.codes(beside, **ALL) == ["secret.hidden"]


def test_a_hand_in_the_others_hand_is_suspicious(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea().act("hand", BRITISH, p=EXETER, s="in", i="hand/British")
    found = desk.findings(sitting.move(GERMAN, EXETER, 2000, 2000), **ALL)[0]
    assert (found.code, found.severity) == ("secret.hand", Severity.SUSPICIOUS)


def test_an_open_piece_moved_by_the_other_side_is_a_note(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea().flip(BRITISH, EXETER, 0).move(GERMAN, EXETER, 2000, 2000)
    found = desk.one(sitting)
    assert (found.code, found.severity) == ("table.hand", Severity.NOTE)
    assert found.did == "Pieces of British were moved by German: Exeter."


# --- things that come and go ----------------------------------------------------------------


def test_a_piece_that_was_copied_is_suspicious(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea().flip(BRITISH, EXETER, 0)
    sitting.act("copy", BRITISH, p=EXETER)
    assert desk.codes(sitting) == []
    sitting.act("paste", BRITISH, p=EXETER)
    sitting.act("spawn", "", p=EXETER, g="abcdef", q="Custom_Tile", o=[2000, 1300, 2000])
    found = desk.one(sitting)
    assert (found.code, found.severity, found.entry) == ("table.cloned", Severity.SUSPICIOUS, 9)


def test_a_piece_that_comes_a_second_time_is_a_twin(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea().flip(BRITISH, EXETER, 0)
    sitting.act("spawn", "", p=EXETER, g="abcdef", q="Custom_Tile", o=[2000, 1300, 2000])
    assert desk.codes(sitting) == ["table.twin"]


def test_what_came_out_of_a_deck_may_be_told_of_once_more(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea().flip(BRITISH, EXETER, 0)
    sitting.act("enter", BRITISH, p=EXETER, i="~dec001", o=[1000, 1060, 1000])
    sitting.act("leave", "", p=EXETER, i="~dec001", o=[1000, 1060, 1000], d=0)
    sitting.act("spawn", "", p=EXETER, g="abcdef", q="Card", o=[1000, 1060, 1000])
    assert desk.codes(sitting) == []


def test_a_piece_that_was_deleted_is_suspicious(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea().flip(BRITISH, EXETER, 0).act("delete", BRITISH, p=EXETER)
    sitting.act("destroy", BRITISH, p=EXETER, o=[1000, 1060, 1000])
    sitting.save["ObjectStates"].remove(sitting.object(EXETER))
    found = desk.one(sitting)
    assert (found.code, found.severity, found.entry) == ("table.deleted", Severity.SUSPICIOUS, 8)


def test_a_piece_that_vanished_by_no_hand_is_suspicious(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea().flip(BRITISH, EXETER, 0)
    sitting.act("destroy", "", p=EXETER, o=[1000, 1060, 1000])
    sitting.save["ObjectStates"].remove(sitting.object(EXETER))
    assert desk.codes(sitting) == ["table.deleted"]


@pytest.mark.parametrize("deleted", [True, False])
def test_a_deck_that_is_gone_takes_its_cards_along(
    deleted: bool, at_sea: Begin, desk: Desk
) -> None:
    sitting = at_sea().flip(BRITISH, EXETER, 0)
    for memo in (EXETER, "piece/taken_1"):
        sitting.act("enter", GERMAN, p=memo, i="~dec001", o=[4000, 1060, 4000])
        sitting.save["ObjectStates"].remove(sitting.object(memo))
    if deleted:
        sitting.act("delete", GERMAN, p="~dec001")
    sitting.act("destroy", GERMAN, p="~dec001", o=[4000, 1060, 4000])
    found = desk.one(sitting, **ALL)
    assert (found.code, found.severity, found.entry) == ("table.deleted", Severity.SUSPICIOUS, 10)
    assert sorted(found.pieces) == ["Convoy taken 1", "Exeter"]


def test_a_piece_the_game_does_not_have_is_suspicious(sit: Begin, desk: Desk) -> None:
    sitting = sit().act("spawn", "", p="piece/hood", g="abcdef", q="Custom_Tile", o=[0, 1300, 0])
    codes = desk.codes(sitting)
    assert "table.foreign" in codes


def test_what_people_bring_along_is_a_note(sit: Begin, desk: Desk) -> None:
    sitting = sit()
    for guid, kind in (("aaaaaa", "Notecard"), ("bbbbbb", "Chess_Pawn")):
        name = f"~{guid}"
        sitting.act("spawn", "", p=name, g=guid, q=kind, o=[0, 1300, 0])
        sitting.save["ObjectStates"].append(
            {"GUID": guid, "Name": kind, "Transform": {"posX": 0, "posY": 1, "posZ": 0}}
            | {"Memo": ""}
        )
    found = [one for one in desk.findings(sitting) if one.code != "tts.unknown"]
    assert [(one.code, one.severity) for one in found] == [("table.created", Severity.NOTE)]
    assert "Notecard, Chess_Pawn" in found[0].did


# --- seats ----------------------------------------------------------------------------------


def _busy(sitting: Sitting) -> Sitting:
    return sitting.act("chat", GERMAN, x="hello").act("chat", BRITISH, x="hello")


def test_who_sits_down_on_the_other_side_has_seen_its_secrets(sit: Begin, desk: Desk) -> None:
    sitting = _busy(sit()).act("seat", BRITISH, w="Gerda", s="colour")
    found = {one.code: one for one in desk.findings(sitting)}
    assert found["log.side"].severity is Severity.SUSPICIOUS
    assert found["log.side"].entry == 6
    assert found["tts.seat"].severity is Severity.NOTE


def test_the_seat_the_game_gave_somebody_first_is_not_the_own(sit: Begin, desk: Desk) -> None:
    sitting = sit().act("seat", BRITISH, w="Nora", s="connect")
    sitting.act("seat", GERMAN, w="Nora", s="colour")
    _busy(sitting).act("chat", GERMAN, w="Nora", x="hi")
    assert "log.side" not in desk.codes(sitting)


def test_the_referees_chair_is_a_note_and_the_way_back_suspicious(sit: Begin, desk: Desk) -> None:
    away = _busy(sit()).act("seat", REFEREE, w="Gerda", s="colour")
    assert [(one.code, one.severity) for one in desk.findings(away)] == [
        ("log.side", Severity.NOTE)
    ]
    back = away.copy().act("seat", GERMAN, s="colour")
    assert Severity.SUSPICIOUS in [one.severity for one in desk.findings(back)]


def test_who_plays_alone_plays_both_sides(sit: Begin, desk: Desk) -> None:
    sitting = sit()
    sitting.entries[2]["w"] = "Gerda"
    sitting.forged().act("chat", GERMAN, x="hello").act("chat", BRITISH, w="Gerda", x="hello")
    found = desk.one(sitting)
    assert (found.code, found.severity) == ("log.side", Severity.NOTE)
    assert "plays alone" in found.did


def test_another_person_on_a_seat_is_a_note(sit: Begin, desk: Desk) -> None:
    sitting = _busy(sit()).act("chat", GERMAN, w="Greta", x="I play on for Gerda")
    found = desk.one(sitting)
    assert (found.code, found.severity, found.entry) == ("tts.seat", Severity.NOTE, 6)


def test_a_clock_that_goes_back_is_a_note(sit: Begin, desk: Desk) -> None:
    sitting = _busy(sit())
    t = sitting.entries[-1]["t"]
    assert desk.codes(sitting.copy().act("chat", GERMAN, x="late", t=t - 30)) == []
    found = desk.one(sitting.act("chat", GERMAN, x="late", t=t - 3600))
    assert (found.code, found.severity) == ("tts.clock", Severity.NOTE)


def test_a_paste_that_does_not_say_of_what_is_told_by_what_comes(at_sea: Begin, desk: Desk) -> None:
    sitting = at_sea().flip(BRITISH, EXETER, 0).act("paste", GERMAN, p="")
    sitting.act("spawn", "", p=EXETER, g="abcdef", q="Custom_Tile", o=[2000, 1300, 2000])
    found = desk.one(sitting)
    assert (found.code, found.entry, found.side) == ("table.cloned", 8, "German")


def test_who_moves_pieces_from_a_seat_without_a_side_is_told(sit: Begin, desk: Desk) -> None:
    """As who moves pieces of a log of VASSAL without having joined."""
    sitting = sit()
    sitting.act("pick", "Green", w="Stella", p="piece/taken_1", f=sitting.at("piece/taken_1"))
    found = desk.one(sitting.act("chat", "Green", w="Stella", x="hello"), **ALL)
    assert (found.code, found.severity, found.entry) == ("log.stranger", Severity.NOTE, 4)
    assert "Stella" in found.did and "Green" in found.did


@pytest.mark.parametrize("colour", [GERMAN, BRITISH, REFEREE])
def test_who_sits_at_a_sides_seat_is_no_stranger(colour: str, sit: Begin, desk: Desk) -> None:
    sitting = sit().move(colour, "piece/taken_1", 0, 0)
    assert "log.stranger" not in desk.codes(sitting, **ALL)
    talk = sit().act("chat", "Green", w="Stella", x="hello").roll(GERMAN, 1)
    assert desk.codes(talk, **ALL) == []

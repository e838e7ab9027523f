"""Offences that an independent reader planted, and slips that he expected to be let pass."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from validator.audit import audit
from validator.audit.findings import Severity
from validator.audit.played import PlayedGame

pytestmark = pytest.mark.slow  # one of a kind is tried by default elsewhere

Codes = Callable[..., list[str]]
LOG, ATLANTIC = "Voyage Log", "Atlantic Cup"

both_views = pytest.mark.parametrize("reveal", [False, True])


def begun(log: Any, start: str = "B2") -> Any:
    """The set-up is made: plot, supply ships in B3, D3 and C5."""
    log.move("plot", start, LOG)
    for number, place in enumerate(("B3", "D3", "C5"), 1):
        log.move(f"supply_{number}", place, LOG)
    return log.start()


def met(log: Any, *pieces: str, declared: bool) -> Any:
    """In turn 1 the ship goes to A2, where pieces come upon it and are shown."""
    begun(log).move("plot", "A2", LOG)
    if declared:
        log.declare("COURSE LOGGED", "German")
    for piece in pieces:
        log.move(piece, "A2")
    if declared:
        log.declare("END OF MOVEMENT", "British").declare("CONTACT", "German")
    return log.move("graf_spee", "A2").show(*pieces)


def score(log: Any, points: int) -> Any:
    return log.move("score", f"Score {points}")


def next_turn(log: Any, number: int) -> Any:
    return log.move("turn", f"Turn {number}")


# --- The plot and the Royal Navy, by hand ------------------------------------------------


def test_a_plot_moved_again_after_the_royal_navy(log: Any, codes: Codes) -> None:
    """It may be the next course already, whose marker was late; then another one follows it."""
    begun(log).move("plot", "B4", LOG).move("exeter", "A2").move("plot", "B3", LOG)
    next_turn(log, 2).move("plot", "B1", LOG)
    for piece in ("sussex", "cumberland", "renown"):
        log.move(piece, "A2")
    assert codes(next_turn(log, 3), reveal=True) == ["GS-4(2)b"]


def test_a_plot_moved_last_may_be_the_next_course(log: Any, codes: Codes) -> None:
    begun(log).move("plot", "B4", LOG).move("exeter", "A2").move("plot", "B3", LOG)
    assert codes(next_turn(log, 2), reveal=True) == []
    assert codes(log) == []


def test_a_plot_moved_on_across_the_marker_may_be_one_course(log: Any, codes: Codes) -> None:
    """The German began to write his next course before the marker was moved."""
    begun(log).move("plot", "B4", LOG).move("exeter", "A2").move("plot", "B3", LOG)
    next_turn(log, 2).move("plot", "B2", LOG).move("sussex", "A2")
    assert codes(next_turn(log, 3), reveal=True) == []


def test_a_plot_moved_first_after_the_royal_navy(log: Any, codes: Codes) -> None:
    begun(log).move("exeter", "A2").move("plot", "B4", LOG)
    next_turn(log, 2).move("plot", "D5", LOG)
    for piece in ("sussex", "cumberland", "renown"):
        log.move(piece, "A2")
    assert codes(next_turn(log, 3), reveal=True) == ["GS-4(2)b"]


def test_a_plot_corrected_before_the_royal_navy(log: Any, codes: Codes) -> None:
    begun(log).move("plot", "E4", LOG).move("plot", "B4", LOG).move("exeter", "A2")
    assert codes(next_turn(log, 2), reveal=True) == []


def test_a_plot_touched_and_put_back(log: Any, codes: Codes) -> None:
    begun(log).move("plot", "B4", LOG).move("exeter", "A2")
    log.move("plot", "B3", LOG).move("plot", "B4", LOG)
    assert codes(next_turn(log, 2), reveal=True) == []


def test_a_course_for_the_next_turn_before_the_marker_moves(log: Any, codes: Codes) -> None:
    begun(log).move("plot", "B4", LOG).move("exeter", "A2").move("plot", "B3", LOG)
    next_turn(log, 2).move("sussex", "A2")
    assert codes(next_turn(log, 3), reveal=True) == []


# --- Combat --------------------------------------------------------------------------------


@both_views
def test_fire_divided_between_two_cruisers(log: Any, codes: Codes, reveal: bool) -> None:
    met(log, "exeter", "sussex", declared=True)
    log.roll("Graf Spee fires", 5, 6, 1)
    log.roll("Cruiser fires", 1, 2, by="secret-two").roll("Cruiser fires", 1, 2, by="secret-two")
    log.move("exeter", ATLANTIC).move("sussex", ATLANTIC).score_button(1).score_button(2)
    log.move("graf_spee", "Holding", LOG).end_of_turn(1)
    assert codes(log, reveal=reveal) == ["GS-6(2)h"]


@both_views
def test_two_cruisers_of_one_combat_damaged_by_hand(log: Any, codes: Codes, reveal: bool) -> None:
    met(log, "exeter", "sussex", declared=False)
    log.move("exeter", ATLANTIC).move("sussex", ATLANTIC)
    score(log, 2).move("graf_spee", "Holding", LOG)
    assert codes(next_turn(log, 2), reveal=reveal) == ["GS-6(2)h"]


@both_views
def test_three_points_for_a_sunk_cruiser_by_hand(log: Any, codes: Codes, reveal: bool) -> None:
    met(log, "exeter", declared=False).move("exeter", "Out of the Game")
    score(log, 3).move("graf_spee", "Holding", LOG)
    assert codes(next_turn(log, 2), reveal=reveal) == ["GS-8(2)c"]


@both_views
def test_a_pursuer_that_was_hit_by_hand(log: Any, codes: Codes, reveal: bool) -> None:
    met(log, "exeter", declared=False).move("pursuit", "A2").move("exeter", ATLANTIC)
    score(log, 1).move("graf_spee", "Holding", LOG)
    assert codes(next_turn(log, 2), reveal=reveal) == ["GS-6(6)a"]


@both_views
def test_a_pursuit_marker_put_away_early(log: Any, codes: Codes, reveal: bool) -> None:
    met(log, "exeter", declared=False).move("pursuit", "A2").mask("exeter")
    log.move("graf_spee", "Holding", LOG)
    next_turn(log, 2).move("pursuit", "Markers")
    log.move("plot", "B4", LOG).move("graf_spee", "B4").move("exeter", "A3")
    log.move("graf_spee", "Holding", LOG)
    assert codes(next_turn(log, 3), reveal=reveal) == []


# --- Contact and search ----------------------------------------------------------------------


@both_views
def test_a_carrier_that_searches_face_down(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log).declare("COURSE LOGGED", "German").move("hermes", "A2")
    log.declare("END OF MOVEMENT", "British").declare("NO CONTACT", "German")
    log.declare("AIR SEARCH", "British", "by Hermes").move("search_1", "A3")
    log.declare("NOT FOUND", "German").move("search_1", "Markers").end_of_turn(1)
    assert codes(log, reveal=reveal) == ["GS-5(6)b"]


@both_views
def test_no_contact_clicked_by_a_slip(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log).move("plot", "A2", LOG).declare("COURSE LOGGED", "German").move("exeter", "A2")
    log.declare("END OF MOVEMENT", "British").declare("NO CONTACT", "German")
    log.say("secret-one", "sorry").declare("CONTACT", "German")
    log.move("graf_spee", "A2").show("exeter")
    log.roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by="secret-two")
    log.mask("exeter").move("graf_spee", "Holding", LOG).end_of_turn(1)
    assert codes(log, reveal=reveal) == []


def test_more_moves_bought_after_the_fourth_piece_was_settled(log: Any, codes: Codes) -> None:
    begun(log).declare("COURSE LOGGED", "German")
    log.move("exeter", "A1").move("sussex", "A1").move("hermes", "A1").move("dummy_1", "A1")
    log.declare("END OF MOVEMENT", "British").extra_moves(3, turn=1, score=1)
    log.declare("NO CONTACT", "German").end_of_turn(1)
    assert "GS-5(3)a" in codes(log)


def test_more_moves_bought_before_anything_settles_the_fourth(log: Any, codes: Codes) -> None:
    begun(log).declare("COURSE LOGGED", "German")
    log.move("exeter", "A1").move("sussex", "A1").move("hermes", "A1").move("dummy_1", "A1")
    log.extra_moves(3, turn=1, score=1).declare("END OF MOVEMENT", "British")
    log.declare("NO CONTACT", "German").end_of_turn(1)
    assert codes(log) == []


# --- One offence, one finding ------------------------------------------------------------------


@both_views
def test_two_hits_that_only_damage_the_ship(log: Any, codes: Codes, reveal: bool) -> None:
    met(log, "exeter", declared=True).roll("Graf Spee fires", 1, 1, 1)
    log.roll("Cruiser fires", 6, 6, by="secret-two").flip("graf_spee", 2).mask("exeter")
    log.move("graf_spee", "Holding", LOG).end_of_turn(1)
    log.move("plot", "B2", LOG).declare("COURSE LOGGED", "German", turn=2)
    assert codes(log, reveal=reveal) == ["GS-6(2)g"]


@both_views
def test_a_carrier_that_attacked_is_fired_at(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log, "A3").declare("COURSE LOGGED", "German").move("hermes", "A2")
    log.declare("END OF MOVEMENT", "British").declare("NO CONTACT", "German").show("hermes")
    log.move("search_1", "A3").declare("AIR SEARCH", "British", "by Hermes")
    log.declare("FOUND", "German").move("graf_spee", "A3")
    log.roll("Air attack", 1, 2, 3, by="secret-two").roll("Graf Spee fires", 5, 6, 1)
    log.move("hermes", "Out of the Game").score_button(6).move("search_1", "Markers")
    log.move("graf_spee", "Holding", LOG).end_of_turn(1)
    assert codes(log, reveal=reveal) == ["GS-6(1)"]


@both_views
def test_a_cruiser_that_searches(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log, "B5").declare("COURSE LOGGED", "German").move("exeter", "A2")
    log.declare("END OF MOVEMENT", "British").declare("NO CONTACT", "German").show("exeter")
    log.declare("AIR SEARCH", "British", "by Exeter").move("search_1", "A3")
    log.declare("NOT FOUND", "German").mask("exeter").move("search_1", "Markers")
    assert codes(log.end_of_turn(1), reveal=reveal) == ["GS-5(6)a"]


def test_a_supply_ship_moved_in_play(log: Any, codes: Codes) -> None:
    begun(log).declare("COURSE LOGGED", "German").move("exeter", "A2")
    log.move("supply_2", "D2", LOG)
    log.declare("END OF MOVEMENT", "British").declare("NO CONTACT", "German").end_of_turn(1)
    assert codes(log, reveal=True) == ["GS-2(4)c"]


@both_views
def test_more_moves_bought_after_an_open_course_by_hand(
    log: Any, codes: Codes, reveal: bool
) -> None:
    met(log, "exeter", declared=False).move("pursuit", "A2").mask("exeter")
    log.move("graf_spee", "Holding", LOG)
    next_turn(log, 2).move("plot", "B4", LOG).move("graf_spee", "B4").move("pursuit", "Markers")
    score(log, 1).move("exeter", "A3").move("graf_spee", "Holding", LOG)
    assert codes(next_turn(log, 3), reveal=reveal) == []


@both_views
def test_a_carrier_searches_where_the_ship_openly_stands_by_hand(
    log: Any, codes: Codes, reveal: bool
) -> None:
    """Nobody needs to answer; the attack hits by dice that nobody sees."""
    met(log, "exeter", declared=False).move("pursuit", "A2").mask("exeter")
    log.move("graf_spee", "Holding", LOG)
    next_turn(log, 2).move("plot", "B4", LOG).move("graf_spee", "B4").move("pursuit", "Markers")
    log.move("hermes", "B3").show("hermes").move("search_1", "B4").flip("graf_spee", 2)
    log.mask("hermes").move("search_1", "Markers").move("graf_spee", "Holding", LOG)
    score(log, 1)
    assert codes(next_turn(log, 3), reveal=reveal) == []


@both_views
def test_a_raid_where_the_ship_stayed_openly_is_paid_in_two_parts_by_hand(
    log: Any, codes: Codes, reveal: bool
) -> None:
    """Neither the raid nor its die leaves a sign, and the ship is taken off between the parts."""
    begun(log).move("plot", "B3", LOG).move("hermes", "A2")
    next_turn(log, 2)
    score(log, 1)
    log.show("hermes").move("search_1", "B3")
    log.move("graf_spee", "B3").mask("hermes").move("search_1", "Markers")
    next_turn(log, 3)
    score(log, 2)
    log.move("graf_spee", "Holding", LOG)
    score(log, 3)
    assert codes(next_turn(log, 4), reveal=reveal) == []


# --- A game whose reading is on trial ----------------------------------------------------


@pytest.mark.slow
def test_what_is_found_on_trial_accuses_nobody(
    log: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told, with its case and step, but as unverifiable."""
    begun(log).move("plot", "B4", LOG).move("exeter", "A2").move("plot", "B3", LOG)
    next_turn(log, 2).move("plot", "B1", LOG)
    for piece in ("sussex", "cumberland", "renown"):
        log.move(piece, "A2")
    path = next_turn(log, 3).save(tmp_path / "game.vlog")
    told = {one.code: one.step for one in audit([path], reveal=True).findings}
    monkeypatch.setattr(PlayedGame, "on_trial", True)
    result = audit([path], reveal=True)
    doubtful = {
        one.code: one.step for one in result.findings if one.severity is Severity.UNVERIFIABLE
    }
    assert doubtful == {"GS-4(2)b": told["GS-4(2)b"], "log.trial": 0}
    assert not result.has_findings
    assert "accuse nobody" in result.headline()
    assert audit([path], reveal=True, explain=1).explained is not None
    assert audit([path], reveal=True, trial=True).has_findings


def test_dice_are_not_missed_where_another_reading_needs_none(log: Any, audited: Any) -> None:
    """The German scuttles in the middle of a combat, before the British have fired: the ship was
    not sunk by dice that nobody saw, or it may not have been."""
    met(log, "renown", declared=True).roll("Graf Spee fires", 6, 2, 6)
    log.move("graf_spee", "Out of the Game")
    log.declare("SCUTTLE", "German", turn=1).roll("Scuttling", 1)
    log.move("renown", "Out of the Game")
    found = audited.findings(log, reveal=True)
    assert [one for one in found if one.side == "British" and one.severity == "missing"] == []

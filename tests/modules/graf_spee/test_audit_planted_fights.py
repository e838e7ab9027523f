"""Offences in combats, raids and escapes, in logs written command by command; what is expected was
worked out from the rule text.

Hexes (section 4.3 of the digest): A1 touches A2, B1, B2; A2 touches A1, A3, B2, B3; C2 touches B1,
B2, C1, C3, D2, D3. Troopships: A3, A4, C2, B6.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.modules.graf_spee.turns import (
    LOG,
    begun,
    close,
    contact,
    course,
    over,
    quiet,
    tidy,
    with_cruisers,
)

Codes = Callable[..., list[str]]
GERMAN, BRITISH = "secret-one", "secret-two"


# --- 6 Combat --------------------------------------------------------------------------


def fighting(log: Any, *pieces: str) -> Any:
    """Turn 1: the raider in A2 is met by some pieces."""
    begun(log, "B2")
    course(log, 1, "A2")
    for piece in pieces:
        log.move(piece, "A2")
    return contact(log, 1, "A2", *pieces)


def test_the_raider_fires_at_the_carrier_beside_a_cruiser(log: Any, codes: Codes) -> None:
    fighting(log, "exeter", "ark_royal")
    log.roll("Graf Spee fires", 5, 1, 1).roll("Cruiser fires", 1, 1, by=BRITISH)
    log.move("ark_royal", "Atlantic Cup").score_button(1)
    tidy(log, 1, "exeter")
    assert codes(log) == ["GS-6(2)i"]


@pytest.mark.slow
def test_a_hit_cruiser_stays_on_the_map(log: Any, codes: Codes) -> None:
    fighting(log, "exeter")
    log.roll("Graf Spee fires", 5, 1, 1).roll("Cruiser fires", 1, 1, by=BRITISH)
    log.score_button(1)
    tidy(log, 1, "exeter")
    assert codes(log) == ["GS-6(5)b"]


def test_two_hits_that_only_damage(log: Any, codes: Codes) -> None:
    fighting(log, "exeter")
    log.roll("Graf Spee fires", 5, 6, 1).roll("Cruiser fires", 1, 1, by=BRITISH)
    log.move("exeter", "Atlantic Cup").score_button(1)
    log.move("graf_spee", "Holding", LOG).end_of_turn(1)
    assert codes(log) == ["GS-6(2)g", "GS-8(2)c"]


@pytest.mark.slow
def test_a_cruiser_returned_without_a_hit(log: Any, codes: Codes) -> None:
    fighting(log, "exeter")
    log.roll("Graf Spee fires", 4, 4, 1).roll("Cruiser fires", 1, 1, by=BRITISH)
    log.move("exeter", "Atlantic Cup").score_button(1)
    log.move("graf_spee", "Holding", LOG).end_of_turn(1)
    assert codes(log)[0] == "GS-6(2)b"


def test_a_hit_on_the_raider_that_is_not_marked(log: Any, codes: Codes) -> None:
    fighting(log, "exeter")
    log.roll("Graf Spee fires", 4, 4, 1).roll("Cruiser fires", 6, 1, by=BRITISH)
    log.mask("exeter").end_of_turn(1)
    assert codes(log) == ["GS-6(2)f"]
    assert codes(log, reveal=True) == ["GS-6(2)f"]


@pytest.mark.slow
def test_a_cruiser_that_does_not_fire(log: Any, codes: Codes) -> None:
    fighting(log, "exeter", "sussex")
    log.roll("Graf Spee fires", 4, 4, 1).roll("Cruiser fires", 1, 1, by=BRITISH)
    tidy(log, 1, "exeter", "sussex")
    assert codes(log) == ["GS-6(2)a"]


def test_a_cruiser_that_fires_until_it_hits(log: Any, codes: Codes) -> None:
    fighting(log, "exeter")
    log.roll("Graf Spee fires", 4, 4, 1).roll("Cruiser fires", 1, 1, by=BRITISH)
    log.roll("Cruiser fires", 6, 1, by=BRITISH)
    log.flip("graf_spee", 2)
    tidy(log, 1, "exeter")
    assert codes(log) == ["GS-6(2)a"]


@pytest.mark.slow
def test_a_roll_undone_and_made_again(log: Any, codes: Codes) -> None:
    fighting(log, "exeter")
    log.roll("Graf Spee fires", 4, 4, 1).undo()
    log.roll("Graf Spee fires", 5, 4, 1).roll("Cruiser fires", 1, 1, by=BRITISH)
    log.move("exeter", "Atlantic Cup").score_button(1)
    log.move("graf_spee", "Holding", LOG).end_of_turn(1)
    assert codes(log) == ["dice.undone"]


def test_a_pursuit_by_a_cruiser_that_was_hit(log: Any, codes: Codes) -> None:
    fighting(log, "exeter")
    log.roll("Graf Spee fires", 5, 1, 1).roll("Cruiser fires", 1, 1, by=BRITISH)
    log.score_button(1).declare("PURSUIT", "British", "by Exeter", turn=1)
    log.mask("exeter").move("exeter", "Atlantic Cup")
    log.move("graf_spee", "Holding", LOG).end_of_turn(1)
    assert "GS-6(6)a" in codes(log)


@pytest.mark.slow
def test_a_pursued_raider_that_moves_in_secret(log: Any, codes: Codes) -> None:
    fighting(log, "exeter")
    log.roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 1, by=BRITISH)
    log.declare("PURSUIT", "British", "by Exeter", turn=1)
    tidy(log, 1, "exeter")
    assert codes(log) == []
    quiet(log, 2, "B2")
    assert codes(log) == ["GS-6(6)b"]


def test_an_open_course_that_nobody_asked_for(log: Any, codes: Codes) -> None:
    begun(log, "B2")
    log.move("plot", "C2", LOG).move("graf_spee", "C2")
    log.declare("OPEN COURSE", "German", turn=1)
    close(log, 1)
    assert codes(log) == ["GS-4(2)a"]


# --- 7, 8 Raids, points, the end -------------------------------------------------------


def raiding(log: Any, place: str, start: str = "B2") -> Any:
    """Turn 1: nobody is near, the raider shows itself and raids."""
    begun(log, start)
    course(log, 1, place if place != start else None)
    log.declare("END OF MOVEMENT", "British", turn=1)
    log.declare("NO CONTACT", "German", turn=1)
    return log.declare("RAID", "German", turn=1).move("graf_spee", place)


@pytest.mark.slow
def test_a_raid_on_a_hex_that_ends_in_one(log: Any, codes: Codes) -> None:
    raiding(log, "C1").roll("Commerce raid", 5).score_button(2)
    assert codes(over(log, 1)) == ["GS-7(2)"]


def test_a_raid_after_contact(log: Any, codes: Codes) -> None:
    fighting(log, "exeter")
    log.roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 1, by=BRITISH)
    log.declare("RAID", "German", turn=1).roll("Commerce raid", 2)
    tidy(log, 1, "exeter")
    assert codes(log) == ["GS-7(1)"]


@pytest.mark.slow
def test_a_troopship_taken_twice(log: Any, codes: Codes) -> None:
    raiding(log, "A3").score_button(2)
    over(log, 1)
    course(log, 2)
    log.declare("END OF MOVEMENT", "British", turn=2)
    log.declare("NO CONTACT", "German", turn=2)
    log.declare("RAID", "German", turn=2).move("graf_spee", "A3").score_button(4)
    over(log, 2)
    assert set(codes(log)) == {"GS-7(6)"}


def test_points_for_a_die_that_missed(log: Any, codes: Codes) -> None:
    raiding(log, "B3").roll("Commerce raid", 3).score_button(2)
    assert codes(over(log, 1)) == ["GS-7(5)"]


@pytest.mark.slow
def test_no_points_for_a_die_that_hit(log: Any, codes: Codes) -> None:
    raiding(log, "B3").roll("Commerce raid", 4)
    assert codes(over(log, 1)) == ["GS-7(5)"]


def test_three_points_for_a_troopship(log: Any, codes: Codes) -> None:
    raiding(log, "A3").score_button(3)
    assert codes(over(log, 1)) == ["GS-7(4)"]


@pytest.mark.slow
def test_a_raid_without_its_die(log: Any, codes: Codes) -> None:
    raiding(log, "A3").score_button(2)
    over(log, 1)
    course(log, 2, "B3")
    log.extra_moves(4, turn=2, score=3)
    log.declare("END OF MOVEMENT", "British", turn=2)
    log.declare("NO CONTACT", "German", turn=2)
    log.declare("RAID", "German", turn=2).move("graf_spee", "B3")
    assert codes(over(log, 2)) == ["GS-7(5)"]


def test_a_raid_rolled_until_it_pays(log: Any, codes: Codes) -> None:
    raiding(log, "B3").roll("Commerce raid", 1).roll("Commerce raid", 6).score_button(2)
    assert codes(over(log, 1)) == ["GS-7(5)"]


@pytest.mark.slow
def test_points_out_of_nothing(log: Any, codes: Codes) -> None:
    begun(log)
    course(log, 1)
    log.score_button(2)
    assert codes(close(log, 1)) == ["GS-8(2)a"]


def test_extra_moves_without_the_point(log: Any, codes: Codes) -> None:
    begun(log)
    course(log, 1)
    log.declare("EXTRA MOVES", "British", turn=1).roll("Extra moves", 4, by=BRITISH)
    log.move("exeter", "A2")
    assert codes(close(log, 1)) == ["GS-5(3)a"]


@pytest.mark.slow
def test_scuttled_outside_e1(log: Any, codes: Codes) -> None:
    begun(log, "B2")
    course(log, 1, "C2")
    log.declare("SCUTTLE", "German", turn=1).roll("Scuttling", 3)
    log.move("graf_spee", "Out of the Game").score_button(-2)
    assert codes(log, reveal=True) == ["GS-8(3)d"]


def test_play_after_the_escape(log: Any, codes: Codes) -> None:
    begun(log, "A2")
    log.declare("ESCAPE", "German", turn=1).move("graf_spee", "Atlantic Ocean")
    assert codes(log) == []
    log.move("exeter", "A2").move("sussex", "A1")
    assert codes(log) == ["GS-8(1)b"]


@pytest.mark.slow
def test_an_escape_through_a_hex_that_is_no_exit(log: Any, codes: Codes) -> None:
    begun(log, "B4").move("plot", "A4", LOG)
    log.declare("ESCAPE", "German", turn=1).move("graf_spee", "Atlantic Ocean")
    assert codes(log, reveal=True) == ["GS-8(1)b"]


def test_an_escape_through_an_exit(log: Any, codes: Codes) -> None:
    begun(log, "B2").move("plot", "A2", LOG)
    log.declare("ESCAPE", "German", turn=1).move("graf_spee", "Atlantic Ocean")
    assert codes(log, reveal=True) == []


@pytest.mark.parametrize("refuelled", [True, False])
@pytest.mark.slow
def test_an_escape_that_costs_a_hex_too_many(log: Any, codes: Codes, refuelled: bool) -> None:
    begun(log, "B3")
    quiet(log, 1, "B3").move("plot", "A1", LOG)
    if refuelled:
        log.flip("supply_1", 2)
    log.declare("ESCAPE", "German", turn=2).move("graf_spee", "Atlantic Ocean")
    assert codes(log, reveal=True) == ([] if refuelled else ["DG-6"])


def test_an_escape_from_where_no_exit_is(log: Any, codes: Codes) -> None:
    begun(log, "B4")
    quiet(log, 1, "D4")
    log.declare("ESCAPE", "German", turn=2).move("graf_spee", "Atlantic Ocean")
    assert codes(log, reveal=True) == ["GS-4(1)a"]


@pytest.mark.parametrize("goes_on", [True, False])
@pytest.mark.slow
def test_points_for_nothing_are_held_against_what_had_been_earned_when_they_were_shown(
    log: Any, codes: Codes, goes_on: bool
) -> None:
    with_cruisers(log)
    course(log, 2, "C3")
    log.extra_moves(4, turn=2, score=1).score_button(6)
    if goes_on:
        raiding_on(log, "C3")
    assert codes(log) == ["GS-5(3)a"]


def raiding_on(log: Any, place: str) -> None:
    """The turn goes on to a raid whose die misses, and ends."""
    log.declare("END OF MOVEMENT", "British", turn=2).declare("NO CONTACT", "German", turn=2)
    log.declare("RAID", "German", turn=2).move("graf_spee", place).roll("Commerce raid", 1)
    tidy(log, 2)

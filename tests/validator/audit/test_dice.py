"""Dice: taken back, impossible, set by hand; and how even they fell, which is never held against
anybody."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.definition.schema import Game
from generator.vassal.commands import Chat
from tests.modules.graf_spee.log_builder import BRITISH
from tests.validator.audit.conftest import Desk
from validator.audit import audit, dice, fairness
from validator.audit.findings import Finding, Severity
from validator.reading import reader
from validator.reading.views import view

Begin = Callable[[], Any]
FIRES = "Graf Spee fires"


def _dice(game: Game, desk: Desk, log: Any) -> list[Finding]:
    """What the audit of dice alone says: rolls out of place are the rules' business."""
    read = view(reader.read_file(desk.file(log)))
    return list(dice.findings(game, read, 0))


# --- taken back -----------------------------------------------------------------------


def test_a_roll_taken_back_is_suspicious(foreign: Begin, desk: Desk) -> None:
    log = foreign().roll(FIRES, 1, 2, 2).undo()
    (found,) = desk.general(log)
    assert (found.code, found.severity, found.step) == ("dice.undone", Severity.SUSPICIOUS, 2)
    assert "1,2,2" in found.did
    assert found.related == (1,)


def test_a_roll_taken_back_and_made_again_tells_both_results(foreign: Begin, desk: Desk) -> None:
    log = foreign().roll(FIRES, 1, 2, 2).undo().say(BRITISH, "oops").roll(FIRES, 6, 6, 5)
    (found,) = desk.general(log)
    assert "rolled again (6,6,5)" in found.did
    assert found.related == (1, 4)


def test_until_it_pleases_each_taking_back_is_a_finding(foreign: Begin, desk: Desk) -> None:
    log = foreign()
    for roll in ((1, 2, 2), (1, 1, 4), (2, 2, 3)):
        log.roll(FIRES, *roll).undo()
    log.roll(FIRES, 6, 6, 6)
    found = desk.general(log)
    assert [one.code for one in found] == ["dice.undone"] * 3
    assert [one.step for one in found] == [2, 4, 6]


def test_a_move_taken_back_after_a_roll_is_no_matter_of_dice(foreign: Begin, desk: Desk) -> None:
    log = foreign().roll(FIRES, 1, 2, 2).move("exeter", "B2", by=BRITISH).undo(by=BRITISH)
    assert desk.codes(log) == []


def test_rolling_twice_is_no_finding_where_no_rules_are_known(foreign: Begin, desk: Desk) -> None:
    assert desk.codes(foreign().roll(FIRES, 1, 2, 2).roll(FIRES, 6, 6, 6)) == []


@pytest.mark.parametrize(("name", "count"), [("42-undo-roll", 1), ("41-undo-move", 0)])
def test_vassals_own_logs_of_taking_back(name: str, count: int, shared: Path) -> None:
    result = audit([shared / "vassal" / "reference" / "logs" / f"{name}.vlog"])
    assert [one.code for one in result.findings].count("dice.undone") == count
    assert result.has_findings is bool(count)


# --- told and not made -----------------------------------------------------------------


@pytest.mark.parametrize("told", ["1,2,2", "6,6,6"], ids=["again", "other"])
def test_a_roll_that_only_the_chat_tells_of_was_not_made(
    told: str, ours: Begin, desk: Desk
) -> None:
    """VASSAL writes down every roll, also one that shows the same as the roll before it."""
    log = ours().roll(FIRES, 1, 2, 2)
    honest = [one for one in desk.general(log) if one.code == "dice.altered"]
    log.step(Chat(f"*** {FIRES} = {told} ** &lt;Ann&gt;"))
    (found,) = [one for one in desk.general(log) if one.code == "dice.altered"]
    assert (honest, found.severity, found.step) == ([], Severity.SUSPICIOUS, 2)
    assert f"{FIRES} ({told}) that was not made" in found.did


def test_a_roll_that_shows_the_same_again_is_honest(ours: Begin, desk: Desk) -> None:
    log = ours().roll(FIRES, 1, 2, 2).roll(FIRES, 1, 2, 2)
    assert "dice.altered" not in desk.codes(log)


# --- impossible and altered -----------------------------------------------------------


@pytest.mark.parametrize(
    ("button", "roll"),
    [
        (FIRES, (1, 7, 2)),
        (FIRES, (0, 1, 2)),
        (FIRES, (1, 2)),
        (FIRES, (1, 2, 3, 4)),
        ("Commerce raid", (6, 6)),
        ("Commerce raid", (-1,)),
    ],
)
def test_faces_and_counts_that_the_button_has_not_are_impossible(
    button: str, roll: Sequence[int], game: Game, ours: Begin, desk: Desk
) -> None:
    (found,) = _dice(game, desk, ours().roll(button, *roll))
    assert (found.code, found.severity) == ("dice.impossible", Severity.SUSPICIOUS)
    assert found.legal


@pytest.mark.parametrize(
    ("button", "roll"),
    [(FIRES, (1, 6, 2)), ("Commerce raid", (6,)), ("Battleship fires", (6,) * 9)],
)
def test_faces_and_counts_that_it_has_are_possible(
    button: str, roll: Sequence[int], game: Game, ours: Begin, desk: Desk
) -> None:
    assert _dice(game, desk, ours().roll(button, *roll)) == []


def test_an_impossible_die_reaches_the_report(ours: Begin, desk: Desk) -> None:
    """By its own code, or by that of a rule case which says it better."""
    result = desk.audit(ours().roll("Commerce raid", 9))
    assert {one.step for one in result.findings if one.severity.calls_for_attention} >= {1}


def test_a_chat_that_says_another_result_is_altered(game: Game, ours: Begin, desk: Desk) -> None:
    log = ours()
    chat, *properties = log.rolled(FIRES, (1, 2, 2), BRITISH)
    log.step(Chat(chat.text.replace("1,2,2", "6,2,2")), *properties)
    (found,) = _dice(game, desk, log)
    assert found.code == "dice.altered"
    assert "6,2,2" in found.did and "1,2,2" in found.did


def test_a_chat_that_says_the_total_is_not(foreign: Begin, desk: Desk) -> None:
    log = foreign()
    chat, *properties = log.rolled(FIRES, (1, 2, 2), BRITISH)
    log.step(Chat(chat.text.replace("1,2,2", "5")), *properties)
    assert desk.codes(log) == []


def test_a_result_set_with_no_roll_is_altered(ours: Begin, game: Game, desk: Desk) -> None:
    log = ours().roll(FIRES, 1, 2, 2)
    log.property_by_hand(f"{FIRES}_result", "6,6,6")
    (found,) = _dice(game, desk, log)
    assert (found.code, found.step) == ("dice.altered", 2)


def test_a_property_that_is_no_result_may_be_set(ours: Begin, game: Game, desk: Desk) -> None:
    assert _dice(game, desk, ours().property_by_hand("GermanScore", "3")) == []


# --- the spread -----------------------------------------------------------------------


def test_dice_that_fall_unevenly_are_a_note_and_nothing_more(foreign: Begin, desk: Desk) -> None:
    log = foreign()
    for _ in range(40):
        log.roll(FIRES, 6, 6, 6)
    result = desk.audit(log)
    found, *others = [one for one in result.findings if one.code == "dice.spread"]
    assert {one.severity for one in (found, *others)} == {Severity.NOTE}
    assert "120 dice of 6 sides, 6.00 on average" in found.did
    assert "comes up about once in" in found.did
    assert not result.has_findings


def test_dice_that_fall_evenly_are_nothing_unusual(foreign: Begin, desk: Desk) -> None:
    log = foreign()
    for _ in range(10):
        log.roll(FIRES, 1, 2, 3).roll(FIRES, 4, 5, 6)
    assert desk.general(log) == []
    told = desk.audit(log).fairness
    assert told is not None and told.to_json()["faces"] == {"6": [10, 10, 10, 10, 10, 10]}


def test_few_dice_say_nothing(foreign: Begin, desk: Desk) -> None:
    log = foreign()
    for _ in range(fairness.FEWEST_DICE // 3 - 1):
        log.roll(FIRES, 6, 6, 6)
    assert desk.codes(log) == []


@pytest.mark.parametrize(
    ("freedom", "five_percent", "one_percent"),
    [
        (1, 3.8415, 6.6349),
        (2, 5.9915, 9.2103),
        (3, 7.8147, 11.3449),
        (5, 11.0705, 15.0863),
        (10, 18.3070, 23.2093),
        (30, 43.7730, 50.8922),
    ],
)
def test_the_chance_of_a_spread_is_that_of_the_chi_square_tables(
    freedom: int, five_percent: float, one_percent: float
) -> None:
    assert fairness.chi_square_tail(five_percent, freedom) == pytest.approx(0.05, abs=1e-5)
    assert fairness.chi_square_tail(one_percent, freedom) == pytest.approx(0.01, abs=1e-5)
    assert fairness.chi_square_tail(0, freedom) == 1


@given(st.lists(st.integers(1, 6), min_size=1, max_size=200))
def test_any_dice_have_a_chance_that_can_be_told(rolled: list[int]) -> None:
    chance = fairness.spread(rolled, 6)
    assert 0 <= chance <= 1
    assert fairness.in_words(chance)

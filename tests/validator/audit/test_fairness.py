"""How even dice fell: sides that are known or not, the three questions, many questions at once."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validator.audit.dice import Roll
from validator.audit.fairness import Answer, corrected, judge, likely_sides, pairs, runs
from validator.audit.inventory import Button


def _rolls(
    button: str, dice: Sequence[Sequence[int]], player: str = "Ann", result: str = ""
) -> list[Roll]:
    return [
        Roll(at, button, tuple(one), result or ",".join(map(str, one)), player, "", "", None)
        for at, one in enumerate(dice, 1)
    ]


def _fair(count: int, sides: int, seed: int = 1) -> list[tuple[int]]:
    chance = random.Random(seed)
    return [(chance.randint(1, sides),) for _ in range(count)]


# --- which dice are judged --------------------------------------------------------------


@pytest.mark.parametrize(
    ("button", "sides"), [("2d10", 10), ("Attack (d8)", 8), ("1W20", 20), ("1D6+2", 6)]
)
def test_a_buttons_name_tells_its_sides(button: str, sides: int) -> None:
    found = judge(_rolls(button, _fair(200, sides)), {})
    assert list(found.faces) == [sides]


@pytest.mark.parametrize("button", ["Attack", "d", "modified", "2d6 or d10"])
def test_other_names_do_not(button: str) -> None:
    assert judge(_rolls(button, _fair(40, 6)), {}).unjudged == (button,)


def test_many_dice_tell_their_sides_themselves() -> None:
    assert list(judge(_rolls("Attack", _fair(200, 6)), {}).faces) == [6]
    assert likely_sides([1, 2, 3, 4, 5, 6] * 10) == 6
    assert likely_sides([1, 2, 3, 4, 5, 6] * 7) == 0, "dice of eight sides may fall so"
    assert likely_sides([1, 2, 3, 4, 5] * 20) == 0, "no die has five sides"
    assert likely_sides([0, 1, 2, 3, 4, 5, 6] * 10) == 0


def test_ten_sided_dice_may_begin_at_nought() -> None:
    rolls = _rolls("1d10", [(die - 1,) for (die,) in _fair(200, 10)])
    assert list(judge(rolls, {}).faces) == [10]


def test_dice_with_something_added_are_not_judged_as_others() -> None:
    rolls = _rolls("Attack", [(die + 2,) for (die,) in _fair(200, 6)])
    assert judge(rolls, {}).unjudged == ("Attack",)
    assert likely_sides([3, 4, 5, 6, 7, 8] * 30) == 0


def test_what_the_files_say_of_a_button_is_believed() -> None:
    rolls = _rolls("Attack", _fair(200, 6))
    assert judge(rolls, {}, {"Attack"}).unjudged == ("Attack",)
    assert judge(rolls, {}, {"Retreat"}).unjudged == ()


def test_the_module_knows_better_than_the_name() -> None:
    faces = tuple(str(face) for face in range(1, 9))
    found = judge(_rolls("d6", _fair(200, 8)), {"d6": Button("d6", 1, faces)})
    assert list(found.faces) == [8]


def test_totals_are_not_judged() -> None:
    button = Button("2d6", 2, tuple("123456"), each=False)
    rolls = _rolls(
        "2d6", [(a + b,) for (a,), (b,) in zip(_fair(90, 6), _fair(90, 6, 2), strict=True)]
    )
    assert judge(rolls, {"2d6": button}).unjudged == ("2d6",)


def test_texts_drawn_at_random_are_judged_by_the_module() -> None:
    words = ("hit", "miss", "smoke", "retreat", "rally", "panic")
    results = [words[die - 1] for (die,) in _fair(120, 6)]
    rolls = [
        Roll(at, "Combat", (), text, "Ann", "", "", None) for at, text in enumerate(results, 1)
    ]
    assert judge(rolls, {"Combat": Button("Combat", 1, words)}).faces[6]
    assert judge(rolls, {}).unjudged == ("Combat",)


def test_few_dice_say_nothing() -> None:
    assert judge(_rolls("d6", _fair(29, 6)), {}).answers == ()
    assert judge(_rolls("d20", _fair(99, 20)), {}).answers == ()
    assert judge(_rolls("d20", _fair(100, 20)), {}).answers != ()


def test_sorted_dice_are_not_asked_for_their_order() -> None:
    chance = random.Random(3)
    dice = [tuple(sorted(chance.randint(1, 6) for _ in range(3))) for _ in range(40)]
    asked = {answer.question for answer in judge(_rolls("3d6", dice), {}).answers}
    assert asked == {"faces"}


def test_every_button_and_player_is_asked_by_itself() -> None:
    rolls = _rolls("d6", _fair(60, 6)) + _rolls("2d6", _fair(60, 6, 2), "Ben")
    asked = {answer.of for answer in judge(rolls, {}).answers}
    assert asked == {"all", "button d6", "button 2d6", "player Ann", "player Ben"}


# --- the questions ----------------------------------------------------------------------


def test_fair_dice_are_nothing_unusual() -> None:
    """A thousand games of fair dice: hardly more than one in a hundred is called unusual."""
    unusual = sum(
        any(
            answer.corrected < 0.01
            for answer in judge(_rolls("d6", _fair(60, 6, seed)), {}).answers
        )
        for seed in range(1000)
    )
    assert unusual <= 20


@pytest.mark.parametrize(
    ("dice", "question"),
    [
        ([6] * 20 + [1, 2, 3, 4, 5, 6] * 5, "faces"),
        ([1, 6] * 30, "runs"),
        ([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6] * 5, "pairs"),
    ],
)
def test_each_question_finds_its_own(dice: list[int], question: str) -> None:
    found = judge(_rolls("d6", [(die,) for die in dice]), {})
    assert any(one.question == question and one.corrected < 0.01 for one in found.answers)
    notes = [finding.did for finding in found.findings()]
    assert any("comes up about once in" in note for note in notes)


def test_the_chance_of_runs_is_near_the_exact_one() -> None:
    """Held against counting: ten high and ten low dice in so few turns."""
    few, total = 6, comb(20, 10)
    ways = sum(
        2 * comb(9, turns // 2 - 1) ** 2
        if turns % 2 == 0
        else 2 * comb(9, turns // 2 - 1) * comb(9, turns // 2)
        for turns in range(2, few + 1)
    )
    dice = [6, 6, 6, 6, 1, 1, 1, 6, 6, 6, 1, 1, 1, 1, 6, 6, 6, 1, 1, 1]
    assert runs(dice, 6) == pytest.approx(2 * ways / total, rel=0.35)


@given(st.lists(st.integers(1, 6), min_size=2, max_size=120))
def test_any_dice_have_chances(dice: list[int]) -> None:
    assert 0 <= runs(dice, 6) <= 1
    assert 0 <= pairs(dice, 6) <= 1


# --- many questions ---------------------------------------------------------------------


def test_chances_are_corrected_as_holm_does() -> None:
    chances = [0.01, 0.04, 0.03, 0.005]
    answers = [Answer("faces", "all", 6, 60, chance) for chance in chances]
    assert [one.corrected for one in corrected(answers)] == pytest.approx([0.03, 0.06, 0.06, 0.02])


@given(st.lists(st.floats(0, 1), max_size=12))
def test_a_corrected_chance_is_never_smaller(chances: list[float]) -> None:
    answers = [Answer("faces", "all", 6, 60, chance) for chance in chances]
    found = list(corrected(answers))
    assert all(one.chance <= one.corrected <= 1 for one in found)

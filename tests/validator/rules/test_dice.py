"""Dice are walked or drawn, never listed."""

from __future__ import annotations

import random
from itertools import islice, product

import pytest

from validator.rules.dice import Dice, in_any_order, throws


def test_all_results_come_in_order():
    assert list(Dice(2)) == list(product(range(1, 7), repeat=2))


def test_nine_dice_have_ten_million_results_and_take_no_room():
    nine = Dice(9)
    assert len(nine) == 6**9
    assert nine[0] == (1,) * 9
    assert nine[len(nine) - 1] == (6,) * 9


def test_a_slice_is_a_list_of_results():
    assert Dice(1)[1:3] == [(2,), (3,)]


def test_there_is_no_result_beyond_the_last():
    with pytest.raises(IndexError):
        Dice(1)[6]


@pytest.mark.parametrize("wrong", [(1,), (1, 7), (0, 1), (1, 2, 3), [1, 2], (1, True), None])
def test_only_results_are_in_it(wrong):
    assert wrong not in Dice(2)
    assert (6, 1) in Dice(2)


def test_a_long_domain_is_sampled():
    drawn = list(in_any_order(Dice(9), random.Random(1)))
    assert 0 < len(drawn) < 1000
    assert all(result in Dice(9) for result in drawn)


def test_a_short_domain_is_shuffled_whole():
    assert sorted(in_any_order(range(20), random.Random(1))) == list(range(20))


def test_without_a_seed_the_order_stays():
    assert list(islice(in_any_order(Dice(9), None), 2)) == [(1,) * 9, (1,) * 8 + (2,)]


def test_throws_hold_dice_that_can_be_thrown_and_some_that_cannot():
    tried = throws(5)
    for number in range(1, 6):
        assert any(throw in Dice(number) for throw in tried)
    assert any(len(throw) == 6 for throw in tried)
    assert any(0 in throw or 7 in throw for throw in tried)


def test_a_set_is_walked_in_the_same_order_in_every_process():
    values = {f"hex {number}" for number in range(40)} | {None}
    assert list(in_any_order(values, None)) == sorted(values, key=repr)
    again = list(in_any_order(frozenset(values), random.Random(1)))
    assert again == list(in_any_order(sorted(values, key=repr), random.Random(1)))

"""Dice that nobody sees are guessed by what the log shows afterwards."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from modules.red_flags import morale
from modules.red_flags import state as st
from modules.red_flags.desk import shows_loss
from modules.red_flags.heard import level
from validator.explaining import facts as seen
from validator.rules.scenes import Seen
from validator.rules.states import Pending

STEP = Seen(7, side="German")
CARD = seen.Drawn(STEP, "group", "g1", "Activation", None)
WITHDRAWS = seen.Declared(STEP, "withdraws", "GI1 in C5", None)
AGAIN = seen.Declared(STEP, "morale", "GI1 in C5", None)
OTHER = seen.Declared(STEP, "withdraws", "GI2 in C5", None)


def turned(face: str) -> seen.Fact:
    return seen.Turned(STEP, "men", "GI1", level("men", face))


@pytest.mark.parametrize(
    ("facts", "rallies"),
    [
        ([CARD], True),
        ([CARD, OTHER], True),
        ([turned("fresh"), CARD, WITHDRAWS], True),
        ([CARD, WITHDRAWS], False),
        ([CARD, AGAIN], False),
        ([turned("broken")], False),
        ([seen.Faced(STEP, "men", "GI1", level("men", "broken"))], True),
    ],
)
def test_a_unit_that_withdraws_or_throws_again_later_did_not_rally(bench, facts, rallies):
    owed = Pending(st.MORALE, "German", "RF-11.3", "GI1", to=st.SECOND_DIE)
    state = bench.field(group="G1", GI1="C5", GI2="C6").owing(owed)
    tables = bench.rules.tables
    context = SimpleNamespace(tables=tables, facts=facts, at=0, from_here=facts[:1])
    die, *_ = morale._unseen(context, state, {"unit": "GI1"})
    assert (morale.told(tables, st.SECOND_DIE, die) == morale.RALLIED) == rallies


def test_a_counter_that_is_rotated_shows_no_other_face():
    destroyed = level("gun", "destroyed")
    assert shows_loss(seen.Turned(STEP, "gun", "GP1", destroyed))
    assert not shows_loss(seen.Faced(STEP, "gun", "GP1", destroyed))

"""What is told of an explanation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.validator.explaining.toy import Log, rules_of
from validator.explaining import prices
from validator.explaining.telling import explain


def test_a_turn_in_which_no_act_is_blamed_blames_nobody(tmp_path: Path) -> None:
    """What was wrong in it is not certain any more, though something was."""
    log = Log().say("walked").move("2").move("3").roll(4).end(1)
    told = explain(rules_of(tmp_path), log.scene())
    guilty = [one for one in told.entries if one.faults]
    turn = str(guilty[0].before.turn)
    doubts = {("turn", turn): prices.MARGIN}
    assert not replace(told, doubts=doubts).stands(guilty[0])


def test_where_a_side_broke_something_in_any_case_the_first_act_stands_for_it(
    tmp_path: Path,
) -> None:
    """Another explanation blames the same side for another act of that turn; but not if it blames
    the other side."""
    log = Log().say("walked").move("2").move("3").roll(4).end(1)
    told = explain(rules_of(tmp_path), log.scene())
    guilty = [one for one in told.entries if one.faults]
    turn = str(guilty[0].before.turn)
    by = guilty[0].verb.by or guilty[0].fact.seen.side
    in_any_case = {("turn", turn): prices.MARGIN, ("side", by, turn): prices.MARGIN}
    assert replace(told, doubts=in_any_case).stands(guilty[0])
    assert [replace(told, doubts=in_any_case).stands(one) for one in guilty[1:]] in ([], [False])
    of_the_other = {("turn", turn): prices.MARGIN, ("side", "nobody", turn): prices.MARGIN}
    assert not replace(told, doubts=of_the_other).stands(guilty[0])

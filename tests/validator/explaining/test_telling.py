"""What is told of an explanation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.validator.explaining.toy import Log, rules_of
from validator.explaining import prices
from validator.explaining.nodes import accused_by
from validator.explaining.telling import acts_of, explain


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
    of_either = dict.fromkeys(accused_by(guilty[0]), prices.MARGIN / 2) | of_the_other
    assert not replace(told, doubts=of_either).stands(guilty[0])


def test_where_either_side_may_have_broken_the_same_case_nobody_is_named(tmp_path: Path) -> None:
    log = Log().say("walked").move("2").move("3").roll(4).end(1)
    told = explain(rules_of(tmp_path), log.scene())
    guilty = next(one for one in told.entries if one.faults)
    for doubted, nobodys in (({"side", "turns", "step"}, True), ({"step"}, False), (set(), False)):
        doubts = {key: prices.MARGIN for key in accused_by(guilty) if key[0] not in doubted}
        acts = acts_of(replace(told, doubts=doubts))
        assert [one.nobodys for one in acts if one.only != frozenset()] == [
            one.verb is guilty.verb and nobodys for one in told.entries
        ]


def test_a_reading_that_breaks_a_rule_in_another_turn_is_not_called_innocent(
    tmp_path: Path,
) -> None:
    log = Log().say("walked").move("2").move("3").roll(4).end(1)
    told = explain(rules_of(tmp_path), log.scene())
    guilty = next(one for one in told.entries if one.faults)
    fact = guilty.fact
    turn = guilty.before.turn
    later = guilty.before.changed(turn=turn + 1)
    slip = replace(guilty, verb=None, fact=fact, faults=())
    honest, other = (slip,), (slip, replace(guilty, before=later))
    for rival, says in (
        (honest, "or nobody broke a rule: "),
        (other, f"or it is {guilty.faults[0][0].id} in turn {turn + 1} that was broken: "),
        ((guilty,), "or nobody broke a rule in this turn: "),
    ):
        rivals = (told.rivals[0], (told.rivals[0][0] + 1, rival))
        doubted = replace(told, doubts={}, rivals=rivals)
        remarks = [act.remark for act in acts_of(doubted) if act.remark]
        assert [one.did.partition("; ")[2].startswith(says) for one in remarks] == [True]


def test_a_case_that_is_in_doubt_with_another_is_not_told_again(tmp_path: Path) -> None:
    """One mistake is one finding, in its turn."""
    log = Log().say("walked").move("2").move("3").roll(4).end(1)
    told = explain(rules_of(tmp_path), log.scene())
    guilty = next(one for one in told.entries if one.faults)
    case, said = guilty.faults[0]
    both = replace(guilty, faults=((case, said), (replace(case, id="T-9"), said)))
    again = replace(guilty, faults=((replace(case, id="T-9"), said),))
    later = replace(again, before=again.before.changed(turn=again.before.turn + 1))
    doubted = replace(told, doubts={}, entries=(both, again, later), rivals=told.rivals[:1])
    assert [act.remark.code for act in acts_of(doubted) if act.remark] == [case.id, "T-9"]

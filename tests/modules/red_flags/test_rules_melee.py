"""Close combat and morale (RF-10, RF-11). ``c01`` and so on are the vectors of the digest."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from modules.red_flags import desk
from modules.red_flags.encounter import dice_in
from modules.red_flags.encounter import met as enemies_meet
from modules.red_flags.state import GERMAN, RECHECKS
from modules.red_flags.verbs import (
    Casualty,
    EndTurn,
    Engage,
    Melee,
    Morale,
    Move,
    TurnCard,
    Withdraw,
)
from validator.explaining.facts import Moved
from validator.rules.scenes import Seen
from validator.rules.states import Pending

CASES = dict(zip(RECHECKS, ("RF-11.7", "RF-11.8", "RF-11.9"), strict=True))


def met(bench, **units):
    """A close combat in 0605."""
    return enemies_meet(bench.rules.tables, bench.field("S1", **units), "0605", "RF-10.1")


def shaken(bench, throw, unit="GI3", **others):
    """A unit that throws for its morale."""
    case_id = CASES.get(throw, "RF-11.1" if throw == "first" else "RF-11.3")
    told = {"at": "0605", "stage": throw if throw in RECHECKS else ""}
    state = bench.field("G1", **{unit: told, **others})
    return state.owing(Pending("morale", GERMAN, case_id, unit, to=throw))


def beaten(bench, points=1, foe="0505", case_id="RF-10.8", **words):
    state = bench.field("G1", GI3="0605", **words)
    return state.owing(Pending("withdraw", GERMAN, case_id, "GI3", points, foe))


# --- Rounds


def fought(bench, state, *thrown):
    """The units throw, one after the other."""
    return bench.after(state, *(Melee(unit, dice) for unit, dice in thrown))


def test_a_tank_loses_only_in_name(bench):  # c01
    state = met(bench, GI3="0605", ST1="0605 SE")
    after = fought(bench, state, ("GI3", (4, 2, 6, 1)), ("ST1", (5, 3, 3, 2)))
    assert [one.piece for one in after.pending] == ["GI3", "ST1", "ST1"]
    wounded = bench.after(after, Casualty("GI3", "rifle", 6, False))
    bench.breaks("RF-10.7", wounded, Withdraw("GI3", ("0705",)))
    bench.close("RF-10.7", wounded, Withdraw("ST1", ("0505",)))


@pytest.mark.parametrize(("leaves", "hits"), [("ST1", 2), ("GT1", 0), ("", 1)])
def test_dice_of_a_tank_that_nobody_sees_send_back_who_leaves(bench, leaves, hits):
    """Nobody throws for hits on tanks: how a round on the desk ended, the table shows."""
    state = fought(bench, met(bench, GT1="0605 SE", ST1="0605 SE"), ("ST1", (6, 1, 2, 3)))
    step = Seen(1, None, None)
    moved = [Moved(step, "vehicle", leaves, "0605", "0505")] if leaves else []
    context = SimpleNamespace(tables=bench.rules.tables, from_here=moved)
    likely, *_ = desk.melee(context, state, {"unit": "GT1"})
    assert likely == (*(6,) * hits, *(1,) * (4 - hits))


def test_a_tie_is_fought_again(bench):  # c02
    state = met(bench, GI3="0605", ST1="0605 SE")
    tie = fought(bench, state, ("GI3", (4, 4, 1, 1)), ("ST1", (5, 5, 3, 2)))
    again = bench.after(tie, *(Casualty("GI3", "rifle", 6, False),) * 2)
    bench.breaks("RF-10.9", again, TurnCard("S2", "club"))
    bench.breaks("RF-10.9", again, Withdraw("ST1", ("0505",)))
    bench.close("RF-10.9", again, Melee("ST1", (1,) * 4))


def test_a_tank_keeps_its_four_dice(bench):  # c03, and the trap of 10.6
    state = met(bench, GI3="0605", ST1="0605 SE")
    tie = fought(bench, state, ("GI3", (4, 1, 1, 1)), ("ST1", (5, 1, 3, 2)))
    second = bench.after(tie, Casualty("GI3", "rifle", 6, False))
    bench.breaks("RF-10.6", second, Melee("ST1", (1, 1, 1)))
    bench.close("RF-10.6", second, Melee("ST1", (1,) * 4))


def test_a_die_a_man_and_four_a_tank(bench):
    state = met(bench, GI3="0605", ST1="0605 SE", GI1="0604")
    tables = bench.rules.tables
    assert [dice_in(tables, state, state.unit(one)) for one in ("GI3", "ST1")] == [4, 4]
    bench.breaks("RF-10.2", state, Melee("GI3", (1,) * 3))
    bench.breaks("RF-10.3", state, Melee("ST1", (1,) * 3))
    bench.close("RF-10.2", state, Melee("GI3", (1,) * 4))
    bench.close("RF-10.3", state, Melee("ST1", (1,) * 4))


def test_close_combat_follows_when_enemies_meet(bench):
    state = met(bench, GI3="0605", SI1="0605")
    bench.breaks("RF-10.1", state, TurnCard("S2", "club"))
    bench.breaks("RF-10.1", bench.field("S1", GI3="0605"), Melee("GI3", (1,) * 4))
    bench.close("RF-10.1", state, Melee("GI3", (1,) * 4))


def test_men_who_are_hit_throw(bench):
    state = met(bench, GI3="0605", SI1="0605")
    state = fought(bench, state, ("GI3", (1,) * 4), ("SI1", (6, *(1,) * 5)))
    assert [one.piece for one in state.pending] == ["GI3", "GI3", "GI3"]
    bench.breaks("RF-10.5", state, Withdraw("GI3", ("0705",)))
    thrown = bench.after(state, Casualty("GI3", "rifle", 6, False))
    bench.close("RF-10.5", thrown, Withdraw("GI3", ("0705",)))


def test_a_truck_without_anybody_is_taken(bench):
    assert met(bench, GH1="0605 NW", SI1="0605").unit("GH1").gone
    guarded = met(bench, GH1="0605 NW", GI3="0605", SI1="0605")
    bench.breaks("RFD-38", guarded, Melee("GH1", (1,)))
    bench.close("RFD-38", guarded, Melee("GI3", (1,) * 4))
    both = met(bench, GH1="0605 NW", SM1="0605 SE")
    assert both.unit("SM1").gone and not both.unit("GH1").gone


def test_men_aboard_fight(bench):
    state = met(bench, GH1="0605 NW", GI4="in GH1", SI1="0605")
    assert {one.piece for one in state.pending} == {"GI4", "SI1"}
    bench.close("RF-10.2", state, Melee("GI4", (1,) * 4))


def test_the_fight_is_over_when_one_side_is_gone(bench):
    state = met(bench, GC1="0605", SC1="0605")
    tie = fought(bench, state, ("GC1", (6,)), ("SC1", (6,)))
    over = bench.after(tie, Casualty("GC1", "commander", 1, True))
    assert [one.what for one in over.pending] == ["casualty"]


def test_a_gun_whose_last_man_falls_in_a_tied_round_is_taken(bench):
    crew = {"at": "0605 NW", "men": ("crew",)}
    state = met(bench, GP1=crew, SI1="0605")
    tie = fought(bench, state, ("GP1", (6,)), ("SI1", (6, *(1,) * 5)))
    fallen = bench.after(tie, Casualty("GP1", "crew", 1, True))
    assert fallen.unit("GP1").gone
    over = bench.after(fallen, Casualty("SI1", "rifle", 6, False))
    assert not over.pending and not over.again


def test_a_gun_whose_last_man_falls_among_friends_throws_no_more(bench):
    crew = {"at": "0605 NW", "men": ("crew",)}
    state = met(bench, GP1=crew, GT1="0605 NW", SI1="0605")
    rounds = (("GP1", (6,)), ("GT1", (1,) * 4), ("SI1", (6, *(1,) * 5)))
    tie = fought(bench, state, *rounds)
    fallen = bench.after(tie, Casualty("GP1", "crew", 1, True))
    assert not fallen.unit("GP1").gone
    owed = [one.piece for one in fallen.pending if one.what == "melee"]
    assert owed == ["GT1", "SI1"]


def test_a_gun_that_has_lost_is_taken_when_its_last_man_falls(bench):
    crew = {"at": "0605 NW", "men": ("crew",)}
    state = met(bench, GP1=crew, SI1="0605")
    lost = fought(bench, state, ("GP1", (1,)), ("SI1", (6, *(1,) * 5)))
    fallen = bench.after(lost, Casualty("GP1", "crew", 1, True))
    assert fallen.unit("GP1").gone and not fallen.pending


# --- Going back


def test_the_loser_goes_back_one_hex(bench):
    state = beaten(bench)
    bench.breaks("RF-10.8", state, Withdraw("GI3", ("0705", "0805")))
    bench.breaks("RF-10.8", state, TurnCard("S1", "club"))
    bench.breaks("RF-10.8", bench.field("G1", GI3="0605"), Withdraw("GI3", ("0705",)))
    bench.close("RF-10.8", state, Withdraw("GI3", ("0706",)))


def test_the_loser_goes_away_from_the_winner(bench):
    state = beaten(bench)
    bench.breaks("RFD-36", state, Withdraw("GI3", ("0604",)))
    bench.breaks("RF-10.8", state, Withdraw("GI3", ()))
    bench.close("RFD-36", state, Withdraw("GI3", ("0706",)))


def test_who_cannot_go_back_is_destroyed(bench):
    around = {"SI1": "0705", "SI2": "0706", "SI3": "0606"}
    state = beaten(bench, **around)
    state = state.change("GI3", at="0605")
    ways = [one for one in ("0705", "0706") if one]
    bench.breaks("RFD-36", state, Withdraw("GI3", (ways[0],)))
    assert bench.after(state, Withdraw("GI3", ())).unit("GI3").gone


def test_broken_units_go_back_as_far_as_they_were_told(bench):
    one = beaten(bench, 1, "", "RF-11.7")
    bench.breaks("RF-11.5", one, Withdraw("GI3", ("0705", "0805")))
    bench.close("RF-11.5", one, Withdraw("GI3", ("0705",)))
    two = beaten(bench, 2, "", "RF-11.7")
    bench.breaks("RF-11.6", two, Withdraw("GI3", ("0705",)))
    bench.close("RF-11.6", two, Withdraw("GI3", ("0706", "0806")))


def test_mines_are_thrown_for_on_the_way_back_on_a_red_card(bench):
    state = beaten(bench, mines=frozenset({"0706"}), suit="heart")
    back = bench.after(state, Withdraw("GI3", ("0706",)))
    assert [one.what for one in back.pending] == ["mines"]


# --- Morale


def test_three_and_more_fight_on(bench):  # c04
    state = shaken(bench, "first")
    bench.close("RF-11.2", state, Morale("GI3", 3, "unaffected"))
    bench.breaks("RF-11.2", state, Morale("GI3", 3, "second"))
    early = bench.rules.apply(state, Morale("GI3", 3, "withdraw_1"))
    assert early.unit("GI3").stage == "recheck_1"


def test_one_and_two_throw_again(bench):  # c06
    state = shaken(bench, "first")
    bench.breaks("RF-11.3", state, Morale("GI3", 1, "unaffected"))
    bench.close("RF-11.3", state, Morale("GI3", 1, "second"))
    second = bench.after(state, Morale("GI3", 1, "second"))
    bench.breaks("RF-11.3", second, TurnCard("S1", "club"))
    broken = bench.after(second, Morale("GI3", 4, "withdraw_1")).unit("GI3")
    assert (broken.retreat, broken.stage) == (1, "recheck_1")


def test_the_commander_steadies(bench):  # c05
    state = shaken(bench, "first", GC1="0605")
    bench.close("RF-1.21", state, Morale("GI3", 2, "unaffected"))
    bench.breaks("RF-1.21", state, Morale("GI3", 2, "second"))


def test_the_second_die(bench):
    state = shaken(bench, "second")
    bench.breaks("RF-11.4", state, Morale("GI3", 5, "withdraw_1"))
    bench.close("RF-11.4", state, Morale("GI3", 5, "rallied"))
    bench.breaks("RF-11.5", state, Morale("GI3", 3, "withdraw_2"))
    bench.breaks("RF-11.6", state, Morale("GI3", 2, "withdraw_1"))
    bench.close("RF-11.6", state, Morale("GI3", 2, "withdraw_2"))


def test_the_first_re_check(bench):  # c07
    state = shaken(bench, "recheck_1")
    bench.breaks("RF-11.7", state, Morale("GI3", 3, "rallied"))
    bench.close("RF-11.7", state, Morale("GI3", 3, "withdraw_2"))
    later = bench.after(state, Morale("GI3", 3, "withdraw_2")).unit("GI3")
    assert (later.retreat, later.stage) == (2, "recheck_2")
    bench.breaks("RF-11.7", state, TurnCard("S1", "club"))


def test_the_second_re_check(bench):  # c08
    state = shaken(bench, "recheck_2")
    bench.close("RF-11.8", state, Morale("GI3", 5, "rallied"))
    bench.breaks("RF-11.8", state, Morale("GI3", 4, "rallied"))
    bench.breaks("RF-11.8", state, TurnCard("S1", "club"))


def test_the_third_re_check(bench):  # c09, c10
    state = shaken(bench, "recheck_3")
    bench.breaks("RF-11.9", state, Morale("GI3", 5, "rallied"))
    bench.close("RF-11.9", state, Morale("GI3", 5, "removed"))
    assert bench.after(state, Morale("GI3", 5, "removed")).unit("GI3").gone
    bench.legal(shaken(bench, "recheck_3", GC1="0605"), Morale("GI3", 5, "rallied"))
    bench.breaks("RF-11.9", state, TurnCard("S1", "club"))


def test_nobody_throws_who_was_not_beaten(bench):
    idle = bench.field("G1", GI3="0605")
    bench.breaks("RF-11.1", idle, Morale("GI3", 3, "unaffected"))
    assert bench.rules.apply(idle, Morale("GI3", 1, "second")) == idle  # nor does it ask for more
    state = shaken(bench, "first")
    bench.breaks("RF-11.1", state, TurnCard("S1", "club"))
    bench.breaks("RF-11.1", state, Morale("GI3", 7, "unaffected"))
    bench.close("RF-11.1", state, Morale("GI3", 3, "unaffected"))


def test_a_broken_unit_goes_back_before_it_throws(bench):
    state = shaken(bench, "recheck_1").owing(Pending("withdraw", GERMAN, "RF-11.7", "GI3", 1))
    bench.breaks("RFD-37", state, Morale("GI3", 4, "rallied"))
    bench.close(
        "RFD-37", bench.after(state, Withdraw("GI3", ("0705",))), Morale("GI3", 4, "rallied")
    )


def test_a_broken_unit_does_nothing_else(bench):
    state = shaken(bench, "recheck_1", GI1="0604", SI1="0505")
    bench.breaks("RFD-37", state, Move("GI3", ("0704",), ""))
    bench.legal(state, Move("GI1", ("0704",), ""))
    rallied = bench.after(state, Morale("GI3", 4, "rallied"))
    bench.breaks("RF-11.4", rallied, Engage("GI3", "0505", "SI1"))
    bench.close("RF-11.4", rallied, Engage("GI1", "0505", "SI1"))


def test_what_a_broken_unit_owes_comes_with_its_card(bench):
    told = {"at": "0605", "stage": "recheck_2", "retreat": 2, "broken": 1}
    state = bench.field("S1", GI3=told, turn=2)
    owed = bench.after(state, TurnCard("G1", "club")).pending
    assert [(one.what, one.points, one.to) for one in owed] == [
        ("withdraw", 2, ""),
        ("morale", 0, "recheck_2"),
    ]


def test_a_turn_does_not_end_with_a_throw_left(bench):
    everybody = frozenset(bench.rules.tables.groups)
    state = shaken(bench, "recheck_1").changed(carded=everybody)
    bench.breaks("RF-11.7", state, EndTurn())


def test_units_that_enter_together_fight_together(bench):
    state = bench.field("S1", SI1="0605", SC1="0605", GI1="0606")
    first = bench.after(state, Move("SI1", ("0606",), ""))
    bench.legal(first, Move("SC1", ("0606",), ""))
    both = bench.after(first, Move("SC1", ("0606",), ""))
    assert sorted(one.piece for one in both.pending) == ["GI1", "SC1", "SI1"]
    begun = bench.after(both, Melee("SI1", (1,) * 6))
    bench.breaks("RF-10.1", begun, Move("SI2", ("0606",), ""))


def test_by_hand_a_unit_that_is_turned_to_broken_goes_back_when_its_group_acts(bench):
    """No dice are seen: that it broke is all that is known."""
    state = bench.field("S3", GI4="1105", by_hand=True)
    known = {"unit": "GI4", "die": 1, "_back": True}  # what a turned counter shows
    context = SimpleNamespace(tables=bench.rules.tables)
    outcome = next(iter(Morale.guesses["outcome"](context, state, known)))
    broken = bench.after(state, Morale("GI4", 1, outcome)).changed(group="G2")
    bench.close("RF-10.8", broken, Withdraw("GI4", ("1204", "1304")))

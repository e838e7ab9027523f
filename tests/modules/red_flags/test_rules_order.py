"""Cards, whose group acts, what comes first, how the battle ends (RF-2, RF-3)."""

from __future__ import annotations

from modules.red_flags.state import FOUGHT
from modules.red_flags.verbs import EndTurn, Engage, Fire, Move, Shuffle, TurnCard
from validator.rules.cases import NOTE


def begun(bench):
    return bench.after(bench.rules.start(), Shuffle())


def last_turn(bench, **units):
    everybody = frozenset(bench.rules.tables.groups)
    return bench.after(bench.field("S1", turn=12, carded=everybody, **units), EndTurn())


def test_the_pack_is_shuffled_before_a_card_is_turned(bench):
    bench.breaks("RF-3.1", bench.rules.start(), TurnCard("S1", "club"))
    bench.close("RF-3.1", begun(bench), TurnCard("S1", "club"))


def test_the_cards_are_gathered_once_a_turn(bench):
    bench.breaks("RF-3.5", begun(bench), Shuffle())
    bench.close("RF-3.5", bench.rules.start(), Shuffle())
    bench.breaks("RF-3.4", bench.field("S1"), Shuffle())


def test_a_group_has_one_card_a_turn(bench):
    state = bench.after(begun(bench), TurnCard("S1", "club"))
    bench.breaks("RF-3.4", state, TurnCard("S1", "heart"))
    bench.breaks("RF-3.4", state, TurnCard("S9", "heart"))
    bench.close("RF-3.4", state, TurnCard("G1", "heart"))


def test_a_turn_without_a_card_is_a_button_clicked_twice(bench):
    (_, said), *_ = bench.rules.faults(begun(bench), EndTurn())
    assert said.severity == NOTE


def test_a_turn_ends_when_all_cards_are_turned(bench):
    bench.breaks("RF-3.4", bench.field("S1"), EndTurn())
    everybody = frozenset(bench.rules.tables.groups)
    ended = bench.after(bench.field("S1", carded=everybody), EndTurn())
    assert (ended.turn, ended.step, ended.carded) == (2, "cards", frozenset())


def test_a_suit_is_one_of_four(bench):
    bench.breaks("RFD-1", begun(bench), TurnCard("S1", "stars"))
    bench.close("RFD-1", begun(bench), TurnCard("S1", "spade"))


def test_only_the_group_of_the_card_acts(bench):  # q01
    state = bench.field("S1", ST1="0206 SE", SI1="0305")
    bench.breaks("RF-3.2", state, Move("ST1", ("0306",), "SE"))
    bench.breaks("RF-3.2", state, Move("nobody", ("0306",), "SE"))
    bench.close("RF-3.2", state, Move("SI1", ("0405",), ""))


def test_a_group_does_not_act_after_the_next_card(bench):
    state = bench.field("S1", SI1="0305", SI4="0509")
    later = bench.after(state, TurnCard("S2", "club"))
    bench.breaks("RF-3.3", later, Move("SI1", ("0405",), ""))
    bench.close("RF-3.3", later, Move("SI4", ("0508",), ""))


def test_nobody_acts_before_a_card_is_turned(bench):
    bench.breaks("RF-3.3", begun(bench), Move("SI1", ("0405",), ""))


def test_answers_fight_on_and_then_act(bench):
    """Engaged twice on other cards, and still free to move and fight on its own."""
    units = {"GI1": "0605 NW dug", "SI4": "0505", "SI1": "0504", "SI5": "0604"}
    state = bench.field("S2", **units)
    shot = bench.after(state, Engage("SI4", "0605", "GI1"))
    shot = bench.after(shot, Fire("GI1", ("lmg",), (1, 1)), TurnCard("S1", "heart"))
    shot = bench.after(shot, Engage("SI1", "0605", "GI1"), Fire("GI1", ("lmg",), (1, 1)))
    own = bench.after(shot, TurnCard("G1", "heart"))
    bench.legal(own, Engage("GI1", "0505", "SI4"))
    bench.legal(own, Move("GI1", ("0606",), "NW"))


def test_fight_move_fight_is_one_too_many(bench):
    state = bench.field(ST1={"at": "0505 SE", "acts": (FOUGHT, "moved")}, GI3="0605")
    bench.breaks("RF-2.6", state, Engage("ST1", "0605", "GI3"))


def test_the_red_army_wins_with_the_bridge_and_two_hexes_of_the_village(bench):
    held = {"SI1": "1006", "SI2": "1105", "SI3": "1106"}
    assert last_turn(bench, **held).outcome.winner == "Soviet"
    assert last_turn(bench, **held, GI1="1106").outcome.winner == "German"
    assert last_turn(bench, SI1="1006", SI2="1105").outcome.winner == "German"
    broken = {**held, "SI1": {"at": "1006", "stage": "recheck_1"}}
    assert last_turn(bench, **broken).outcome.winner == "German"


def test_the_battle_goes_on_until_turn_twelve(bench):
    everybody = frozenset(bench.rules.tables.groups)
    assert bench.after(bench.field("S1", turn=11, carded=everybody), EndTurn()).outcome is None

"""Dice that nobody sees are guessed by what the log shows afterwards."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from modules.red_flags import air, desk, effects, morale, movement, tasks
from modules.red_flags import state as st
from modules.red_flags.desk import after_engaging, shows_loss
from modules.red_flags.effects import Casualty
from modules.red_flags.heard import level, played_by
from modules.red_flags.melee import Withdraw
from validator.explaining import facts as seen
from validator.explaining.acts import Acts
from validator.explaining.candidates import CHOICES, Candidates
from validator.explaining.context import Context
from validator.explaining.nodes import Node
from validator.explaining.signs import ways_seen
from validator.rules.scenes import Declaration, Roll, Scene, Seen
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


@pytest.mark.parametrize(("facts", "again"), [([CARD], False), ([AGAIN, CARD], True)])
def test_a_unit_that_throws_twice_for_its_morale_was_affected_by_the_first_die(bench, facts, again):
    owed = Pending(st.MORALE, "German", "RF-11.1", "GI1", to=st.FIRST_DIE)
    state = bench.field(group="G1", GI1="C5").owing(owed)
    tables = bench.rules.tables
    context = SimpleNamespace(tables=tables, facts=facts, at=0, from_here=facts)
    dice = morale._unseen(context, state, {"unit": "GI1"})
    outcomes = [morale.told(tables, st.FIRST_DIE, die) for die in dice]
    assert sorted(outcomes) == sorted((morale.AFFECTED, morale.UNAFFECTED))
    assert (outcomes[0] == morale.AFFECTED) == again


@pytest.mark.parametrize(("unit", "plays"), [("GI1", True), ("GP1", False), ("", False)])
def test_a_unit_that_nobody_names_plays_no_role(bench, unit, plays):
    verb = SimpleNamespace(unit=unit)
    assert played_by("men").holds(bench.rules.tables, None, verb) == plays


def test_a_counter_that_is_rotated_shows_no_other_face():
    destroyed = level("gun", "destroyed")
    assert shows_loss(seen.Turned(STEP, "gun", "GP1", destroyed))
    assert not shows_loss(seen.Faced(STEP, "gun", "GP1", destroyed))


@pytest.mark.parametrize(("whose", "dice"), [("SI2", set()), ("GI1", {3})])
def test_a_die_from_the_menu_of_another_unit_is_not_for_the_man_whose_marker_is_laid(
    bench, whose, dice
):
    """The unit is only guessed: the marker does not name it."""
    owed = Pending(st.CASUALTY, "German", "RF-7.1", "GI1")
    state = bench.field(group="S1", GI1="0906", SI2="0806").owing(owed)
    click = Seen(
        2, rolls=(Roll("casualty", (3,)),), declarations=(Declaration("hit_smg", f"{whose} in C5"),)
    )
    marker = seen.Moved(Seen(1, side="German"), "fallen", "fallen_rifle_1", "Markers", "0906")
    facts = [
        marker,
        seen.Declared(click, "hit_smg", f"{whose} in C5", None),
        seen.Rolled(click, "casualty", (3,)),
    ]
    scene = Scene({}, (marker.seen, click), sees_all=True)
    context = Context(bench.rules, bench.rules.tables, scene, facts, {})
    read = Candidates(context).read(Node(state, 0), 0, marker)
    thrown = (one.verb for one in read if isinstance(one.verb, Casualty))
    assert {one.die for one in thrown if one.unit == "GI1"} == dice


@pytest.mark.parametrize(("called_off", "worker"), [(False, "SI1"), (True, "SI2")])
def test_who_says_by_mistake_that_it_cleared_a_wire_did_not(bench, called_off, worker):
    """If another unit says so next."""
    state = bench.field("S1", SI1="0606", SI2="0606", wire=frozenset(("0605",)))
    says = [
        Seen(number, side="Soviet", calls_off=called_off and number == 3) for number in range(1, 5)
    ]
    wire = seen.Moved(says[0], "wire", "wire_1", "0605", "Markers")
    facts = [
        wire,
        seen.Declared(says[1], "clear_wire", "SI1 in 0606", None),
        seen.Declared(says[3], "clear_wire", "SI2 in 0606", None),
    ]
    scene = Scene({}, tuple(says), sees_all=True)
    context = Context(bench.rules, bench.rules.tables, scene, facts, {})
    read = Candidates(context).read(Node(state, 0), 0, wire)
    assert {one.verb.unit for one in read if one.claims} == {worker}


@pytest.mark.parametrize(("hit", "fires"), [((), "SI1"), (("hit_rifle",), "")])
def test_who_fires_when_the_target_was_hit_and_is_named_again_did_not_hit_it(bench, hit, fires):
    facts = [
        *(seen.Declared(STEP, one, "GI1 in C5", None) for one in hit),
        seen.Declared(STEP, "engaged", "GI1 in C5", None),
        seen.Declared(STEP, "fires_hmg", "1 SI1 in C3 at GI1", None),
    ]
    context = SimpleNamespace(tables=bench.rules.tables, ahead=facts)
    assert after_engaging(context, "GI1") == (fires, set())


def test_who_may_have_come_by_road_did(bench):
    """Then more hexes of the road are left to it."""
    state = bench.field(group="G1", GC1="1106")
    path, *others = movement._ways(bench.rules.tables, state, {"unit": "GC1", "_to": "1306"})
    assert path == ("1206", "1306")
    assert ("1205", "1306") in others


def test_who_is_dragged_back_to_where_it_stood_did_not_move(bench):
    tables, state = bench.rules.tables, bench.field(group="G1", GI1="C5")
    paths = [*movement._ways(tables, state, {"unit": "GI1", "_to": "C5"})]
    assert paths[0] == () and all(path[-1:] in ((), ("C5",)) for path in paths)
    assert () not in [*movement._ways(tables, state, {"unit": "GI1", "_to": "C6"})]


def test_who_moves_later_on_the_card_is_not_likely_to_have_worked(bench):
    state = bench.field("S1", SI1="0606", SI2="0505")
    moves = seen.Moved(STEP, "men", "SI1", "0606", "0706")
    known = {"task": "lay_wire", "hex": "0605"}
    for ahead, likely in ((), ["SI1", "SI2"]), ([moves], ["SI2", "SI1"]):
        context = SimpleNamespace(tables=bench.rules.tables, ahead=ahead, later=ahead)
        assert tasks._workers(context, state, known) == likely


@pytest.mark.parametrize(("named", "struck"), [(False, "SI1"), (True, "ST1")])
def test_the_line_of_a_fighter_may_name_an_earlier_target(bench, named, struck):
    """Men stand beside a tank, the target of the card before."""
    state = bench.field("G5", GX2="0808 N", SI1="0806", ST1="0806 N")
    before = [seen.Declared(STEP, "engaged", "ST1 in 0806", None)] if named else []
    context = SimpleNamespace(tables=bench.rules.tables, facts=[CARD], at=0, from_here=[CARD])
    context.behind = before
    found = air._strafed_units(context, state, {"unit": "GX2", "_at": "ST1"})
    assert next(iter(found)) == struck


def test_a_marker_that_follows_may_be_for_a_man_of_another_unit(bench):
    """Who threw a 6 fights on, though it is laid before anybody else throws."""
    owed = Pending(st.CASUALTY, "Soviet", "RF-7.1", "SI1")
    state = bench.field("G1", SI1="0806", GI2="0806").owing(owed)
    click = Seen(
        1, rolls=(Roll("casualty", (6,)),), declarations=(Declaration("hit_smg", "SI1 in 0806"),)
    )
    marker = seen.Moved(Seen(2, side="German"), "fallen", "fallen_rifle_1", "Markers", "0806")
    said = seen.Declared(click, "hit_smg", "SI1 in 0806", None)
    facts = [said, seen.Rolled(click, "casualty", (6,)), marker]
    context = Context(
        bench.rules, bench.rules.tables, Scene({}, (click, marker.seen), sees_all=True), facts, {}
    )
    read = Candidates(context).read(Node(state, 0), 0, said)
    assert {one.verb.fell for one in read if isinstance(one.verb, Casualty)} == {True, False}


def test_a_marker_in_another_hex_is_of_another_man(bench):
    """It is no sign of the man who falls, neither at once nor later."""
    owed = Pending(st.CASUALTY, "Soviet", "RF-7.1", "SI1")
    state = bench.field("G1", SI1="0806", GI2="1105").owing(owed)
    said = (Declaration("hit_smg", "SI1 in 0806"),)
    click = Seen(1, rolls=(Roll("casualty", (1,)),), declarations=said)
    laid = Seen(2, side="Soviet")
    word = seen.Declared(click, "hit_smg", "SI1 in 0806", None)
    here, there = (
        seen.Moved(laid, "fallen", "fallen_rifle_1", "Markers", place) for place in ("0806", "1105")
    )
    scene, thrown = Scene({}, (click, laid), sees_all=True), seen.Rolled(click, "casualty", (1,))
    for marker in (here, there):
        context = Context(bench.rules, bench.rules.tables, scene, [word, thrown, marker], {})
        candidates, node = Candidates(context), Node(state, 0)
        read = candidates.read(node, 0, word)
        assert any(2 in one.claims for one in read) == (marker is here)
    acts = Acts(context, candidates)
    acts.remember(node, next(one for one in read if one.verb.fell), word, 1)
    assert acts.absorbed(node, here) is not None
    assert acts.absorbed(node, there) is None


def test_a_counter_turned_to_its_broken_face_before_the_throw_shows_the_outcome(bench):
    """Unless it is turned back before the next card, or was turned for an earlier throw."""
    state = bench.field(group="G1", GI1="C5").owing(
        Pending(st.MORALE, "German", "RF-11.1", "GI1", to=st.FIRST_DIE)
    )
    now = seen.Declared(Seen(8, side="German"), "morale", "GI1 in C5", None)

    def outcome(*behind: seen.Fact, left: str = "broken") -> str:
        context = SimpleNamespace(
            tables=bench.rules.tables,
            facts=[now],
            at=0,
            behind=behind,
            settled={},
            face=lambda unit, table: left,
        )
        (told,) = morale._meant(context, state, {"unit": "GI1", "die": 6})
        return told

    assert outcome(turned("broken")) == "withdraw_1"
    assert outcome() == outcome(turned("broken"), left="fresh") == morale.UNAFFECTED
    assert outcome(AGAIN, turned("broken")) == morale.UNAFFECTED


def test_a_word_of_withdrawing_is_no_mere_announcement():
    """Who presses it for a unit that then only moves did something."""
    assert not any(sign.leads for way in ways_seen(Withdraw) for sign in way.signs)


def test_the_last_man_of_a_unit_that_acts_on_later_did_not_fall(bench):
    state = bench.field("G1", SI1={"at": "0806", "men": ("smg",), "support": ""})
    click = seen.Declared(Seen(9, side="Soviet"), "first_fire", "SI1 in 0806", None)
    card = seen.Drawn(STEP, "group_card", "card_S1", "Activation", None)

    def falls(*later: seen.Fact) -> list[bool]:
        facts = [seen.Rolled(STEP, "casualty", (1,)), *later]
        context = Context(bench.rules, bench.rules.tables, Scene({}, ()), facts, {})
        return [*effects._falls(context, state, {"unit": "SI1", "die": 1})]

    assert falls() == falls(click, card) == [True, False]
    assert falls(card, click) == [False]


@pytest.mark.parametrize(("arm", "spared"), [("rifle", False), ("inf_at", False), ("smg", True)])
def test_who_falls_is_none_of_those_who_all_fire_later(bench, arm, spared):
    """Who has an anti-tank weapon fires his rifle with the others."""
    men = ("rifle", "rifle", "inf_at", "smg")
    state = bench.field("G1", SI1={"at": "0806", "men": men})
    shot = seen.Declared(Seen(9, side="Soviet"), "fires_rifles_3", "3 SI1 in 0806 at GI1", None)
    context = SimpleNamespace(
        tables=bench.rules.tables,
        facts=[shot],
        at=0,
        alike=lambda kind, action: [0] if action == "fires_rifles_3" else [],
    )
    assert desk.may_be_spared(context, state.unit("SI1"), arm) == spared


def test_a_gun_turned_to_its_wreck_before_dice_that_nobody_sees_was_destroyed(bench):
    owed = Pending(st.MATERIAL, "Soviet", "RF-8.2", "SP1")
    state = bench.field("G1", SP1="0507").owing(owed)
    tables = bench.rules.tables
    wreck = seen.Turned(STEP, "gun", "SP1", level("gun", "destroyed"))
    man = seen.Rolled(
        Seen(9, declarations=(Declaration("hit_crew", "SP1 in 0507"),)), "casualty", (2,)
    )

    def outcome(behind: tuple[seen.Fact, ...], *ahead: seen.Fact) -> str:
        context = SimpleNamespace(
            tables=tables,
            behind=behind,
            from_here=ahead,
            settled={},
            face=lambda unit, table: "destroyed",
        )
        dice = next(iter(effects._on_vehicles(context, state, {"unit": "SP1"})))
        return effects.outcome_of(tables, "SP1", sum(dice))

    assert outcome((wreck,)) == outcome((), wreck) == st.BOTH
    assert outcome((), man, man) == st.CREW_HIT
    assert outcome(()) == outcome((seen.Rolled(STEP, st.MATERIAL, (6, 6)), wreck)) == st.NOTHING


@pytest.mark.parametrize(
    ("thrown", "likely"), [((), [1, 5]), ((("GI1", 4),), [1, 4]), ((("GI1", 1),), [1])]
)
def test_who_throws_for_the_first_shot_may_throw_as_much_as_the_other(bench, thrown, likely):
    """Then both throw again."""
    state = bench.field(group="G1", GI1="C5", SI1="C6")
    state = state.changed(combat=state.combat.changed(thrown=thrown))
    dice = seen.Rolled(STEP, "first_fire", (5,))
    shot = Seen(8, side="German", rolls=(Roll("fire_4", (1, 2, 3, 4)),))
    fires = seen.Declared(shot, "fires_hmg", "1 GI1 in C5 at SI1", None)
    context = SimpleNamespace(tables=bench.rules.tables, from_here=[dice, fires])
    assert desk.first(context, state, {"unit": "SI1"}) == likely


def test_dice_that_nobody_sees_may_have_any_effect_on_a_vehicle(bench):
    """If no guess had it, whoever stands there later would be told that there is no room."""
    state = bench.field(group="S6", SR2="C5")
    state = state.owing(Pending(st.MATERIAL, "Soviet", "RF-8.2", "SR2"))
    context = SimpleNamespace(
        tables=bench.rules.tables, facts=[], at=0, from_here=[], ahead=[], behind=[], later=[]
    )
    known = {"unit": "SR2"}
    guesses = list(effects._on_vehicles(context, state, known))[:CHOICES]
    effect = [effects.outcome_of(context.tables, "SR2", sum(dice)) for dice in guesses]
    assert effect[0] == st.NOTHING
    assert st.DESTROYED in effect
    assert len(set(effect)) == len(effect)

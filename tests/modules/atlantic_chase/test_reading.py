"""How logs of this game are read, besides the signs of its verbs: what is asked of a state and of
the facts around it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from modules.atlantic_chase import board
from modules.atlantic_chase import state as st
from modules.atlantic_chase.aim import attacked
from modules.atlantic_chase.attack import rolled
from modules.atlantic_chase.board import firers
from modules.atlantic_chase.desk import LOW, STRUCK, apart, no_group_came
from modules.atlantic_chase.heard import earns_soon, lapsing
from modules.atlantic_chase.interruption import CHANGE, SLIP, VIE_FOR_IT
from modules.atlantic_chase.markers import TakeOver
from modules.atlantic_chase.reading import _settled, mute
from modules.atlantic_chase.setup import under_way
from modules.atlantic_chase.state import BAD, DAMAGE, HIT, LAPSE, LEADER, MANEUVER
from modules.atlantic_chase.verbs import (
    AirStrike,
    Decline,
    Interrupt,
    MoveLeader,
    NavalSearch,
    Split,
)
from tests.modules.atlantic_chase.battle import GF, GN, fighting
from tests.modules.atlantic_chase.conftest import Bench
from validator.audit.observing import dictionary_of
from validator.explaining.candidates import Candidates
from validator.explaining.context import Context
from validator.explaining.facts import Declared, Fact, Lined, Moved, Rolled, Turned, TurnShown
from validator.explaining.nodes import Node, back
from validator.explaining.search import Search
from validator.rules.engine import GameRules
from validator.rules.scenes import Change, Scene, Seen, Token
from validator.rules.states import THIS_TURN, Pending


def test_a_log_that_begins_in_the_midst_is_read_from_the_table(
    atlantic_chase_rules: GameRules,
) -> None:
    tables, start = atlantic_chase_rules.tables, atlantic_chase_rules.start()

    def token(piece: str, place: str, level: int = 1) -> tuple[str, Token]:
        return piece, Token(piece, piece, None, piece, "", place, level=level)

    placed = tables.game.scenario().placements
    table = dict(token(piece, one.at or "") for one in placed for piece in one.pieces)
    assert under_way(tables, start, table) == start
    table |= (
        token("g1_station", "G1 Pieces"),
        token("g1_segment_2", "2712"),
        token("g1_segment_1", "2612", 2),
        token("g1_segment_3", "2611"),
        token("g2_station", "2509", 2),
        token("gneisenau", "G1", 2),
        token("changes", "Change 3"),
        token("initiative", "Initiative 1"),
    )
    state = under_way(tables, start, table)
    assert set(state.force("G1").line) == {"2712", "2612", "2611"}
    assert state.force("G1").intel == {"2612"}
    assert state.force("G2").contact == {"2509"}
    assert (state.active, state.turn, state.ship("gneisenau").hits) == ("British", 3, 1)
    assert THIS_TURN in state.doubt


@pytest.mark.parametrize(
    ("moved", "place", "left"),
    [
        ("b4_segment_1", "B4 Pieces", {"b4_station"}),
        ("b4_station", "B4 Pieces", {"b4_station", "b4_segment_1", "b4_segment_2"}),
        ("b4_segment_2", "1614", {"b4_station", "b4_segment_1", "b4_segment_2"}),
    ],
)
def test_sticks_that_a_station_has_replaced_are_no_line_when_a_log_begins(
    moved: str, place: str, left: set[str]
) -> None:
    """They are taken off next; of a line that is being drawn the Station is."""
    table = {
        piece: Token(piece, piece, None, piece, "", place)
        for piece, place in (
            ("b4_station", "1412"), ("b4_segment_1", "1513"), ("b4_segment_2", "1612"),
        )
    }  # fmt: skip
    goes = Change(table[moved], replace(table[moved], place=place))
    assert set(_settled(Scene(table, (Seen(1, changes=(goes,)),)))) == left


def test_a_station_goes_aside_whose_line_was_drawn_before_the_log_began(
    atlantic_chase_rules: GameRules,
) -> None:
    rules = atlantic_chase_rules
    state = rules.start()
    context = Context(rules, rules.tables, Scene({}, ()), (), {})
    aside = Moved(Seen(1, side="German"), "station", "g2_station", "Bergen", "G2 Pieces")
    assert not mute(context, state, aside)
    drawn = state.with_force(state.force("G2").changed(station="", line=("2509", "2508")))
    assert mute(context, drawn, aside)


def test_a_ship_that_is_out_of_play_neither_fights_nor_is_lost(
    atlantic_chase_rules: GameRules,
) -> None:
    rules = atlantic_chase_rules
    context = Context(rules, rules.tables, Scene({}, ()), (), {})
    harbour = "German Harbour"
    for start, end, nothing in (
        ("G1", "German Sunk", True),
        ("German Near", "British Near", True),
        (harbour, "British Near", False),
        (harbour, "German Sunk", False),
    ):
        moved = Moved(Seen(1), "ship", "dd_german_9", start, end)
        assert mute(context, rules.start(), moved) is nothing


def test_whose_die_is_thrown_is_named_where_nobody_knows_who_waits_for_one(
    atlantic_chase_rules: GameRules,
) -> None:
    """A log begins while several task forces perform their Time Lapses."""
    rules, seen = atlantic_chase_rules, Seen(1)
    facts = (Declared(seen, "lapses", "B2", None), Rolled(seen, "time_lapse", (6,)))
    context = Context(rules, rules.tables, Scene({}, ()), facts, {})
    context.take(1)
    for doubt, found in ((frozenset[str](), []), (frozenset({THIS_TURN}), ["B2"])):
        assert lapsing(context, rules.start().changed(doubt=doubt), {}) == found


def test_who_was_active_when_the_log_began_is_told_by_the_marker(
    atlantic_chase_rules: GameRules,
) -> None:
    """It may have had to be moved by then."""
    rules, moved = atlantic_chase_rules, TakeOver("British")
    start = rules.start()
    assert [case.id for case, _ in rules.faults(start, moved)] == ["AC-26.1"]
    unknown = start.changed(doubt=frozenset({THIS_TURN}))
    assert not rules.faults(unknown, moved)
    assert rules.apply(unknown, moved).active == "British"


def test_a_group_that_stayed_away_is_told_by_the_weather_behind_it() -> None:
    """Its dice fell on the desk; those of the Time Lapse are seen. So is what the other player's
    check tells: he has become the Active player."""
    state = SimpleNamespace(active="German")
    off = Lined(Seen(3), "segment", "b2_segment_1", "B2", (), ("1609",))
    lapse = (Rolled(Seen(1), "time_lapse", (2,)), Declared(Seen(2), "lapses", "B2", None), off)
    checks = Declared(Seen(4), "weather_check", "", None)
    assert no_group_came(SimpleNamespace(from_here=(*lapse, checks)), state) == {"dice": LOW}
    assert no_group_came(SimpleNamespace(from_here=(checks,)), state) is None
    acts = Rolled(Seen(4), "action", (3, 4))
    assert no_group_came(SimpleNamespace(from_here=(*lapse, acts)), state) is None
    other = replace(checks, seen=Seen(4, side="British"))
    assert no_group_came(SimpleNamespace(from_here=(other,)), state) == {"dice": LOW}


def test_a_target_that_nobody_named_is_told_by_the_ship_that_is_hit(bench: Bench) -> None:
    """Two task forces lie in the hex, and their lines share another."""
    line = "2509-2409"
    state = bench.sea(B1=line, B3=line)
    seen = Seen(1, side="German")
    facts = (
        Declared(seen, "air_strike", "German aircraft from 2509", None),
        Declared(Seen(2), "coordinates", "G2 in 2509", None),
        Rolled(Seen(3), "action", (4, 2)),
        Moved(Seen(4), "ship", "kent", "B3", "British Sunk"),
        Rolled(Seen(5), "vie_active", (1,)),
        Moved(Seen(6), "ship", "southampton", "B1", "British Sunk"),
    )
    context = Context(bench.rules, bench.rules.tables, Scene({}, ()), facts, {})
    context.take(0)
    assert attacked(context, state, {"launch": "2509"})[:2] == [("B3", "2509"), ("B1", "2509")]


def test_a_target_that_nobody_named_is_told_by_what_the_dice_ask_for(bench: Bench) -> None:
    """They bring Contact, and no marker is laid: there was one already where the target is."""
    state = bench.sea(active="British", G1={"at": "2511-2410-2409", "contact": "2410"})
    facts = (
        Declared(Seen(1), "air_strike", "British aircraft from 2411", None),
        Rolled(Seen(2), "action", (4, 3)),
        Rolled(Seen(3), "vie_active", (1,)),
        Lined(Seen(4), "segment", "g1_segment_1", "G1", (), ("2511",)),
    )
    context = Context(bench.rules, bench.rules.tables, Scene({}, ()), facts, {})
    context.take(0)
    known = {"force": "Methil", "launch": "2411"}
    assert attacked(context, state, known, rolled)[0] == ("G1", "2410")
    assert attacked(context, state, known)[0] != ("G1", "2410")


@pytest.mark.parametrize("rolls", [1, 2])
def test_a_target_that_nobody_named_is_told_by_a_marker_that_is_laid_late(
    bench: Bench, rolls: int
) -> None:
    """In a hex far down its line, when the turn is over; though the dice are clicked twice."""
    line = "2511-2410-2411-2412-2312-2311-2310-2309"
    state = bench.sea(active="British", G1={"at": line, "contact": "2410"})
    facts = (
        Declared(Seen(1), "air_strike", "British aircraft from 2411", None),
        *[Rolled(Seen(2), "action", (4, 3))] * rolls,
        Rolled(Seen(3), "vie_active", (1,)),
        TurnShown(Seen(4), "", 2, None),
        TurnShown(Seen(5), "", 3, None),
        Turned(Seen(6), "segment", "g1_segment_6", 3, 1, "2311"),
    )
    context = Context(bench.rules, bench.rules.tables, Scene({}, ()), facts, {})
    context.take(0)
    known = {"force": "Methil", "launch": "2411"}
    assert attacked(context, state, known, rolled)[0] == ("G1", "2311")


def test_a_target_that_nobody_named_is_one_that_the_aircraft_of_both_sides_reach(
    bench: Bench,
) -> None:
    state = bench.sea(active="British", G1="2511-2410-2411-2412-2312-2311-2310-2309")
    facts = (
        Declared(Seen(1), "air_strike", "British aircraft from 2411", None),
        Declared(Seen(2), "supports", "German aircraft from 2309", None),
        Rolled(Seen(3), "action", (4, 3)),
    )
    context = Context(bench.rules, bench.rules.tables, Scene({}, ()), facts, {})
    context.take(0)
    found = attacked(context, state, {"force": "Methil", "launch": "2411"}, rolled)
    near = [hex_id for _, hex_id in found if bench.rules.tables.flight("2309", hex_id) is not None]
    assert 0 < len(near) < len(found)
    assert [hex_id for _, hex_id in found][: len(near)] == near


def test_a_target_named_before_its_attack_is_not_that_of_the_attack_before(bench: Bench) -> None:
    """The first attack was declared without its target."""
    state = bench.sea(active="British", G1="2511-2410-2409")
    said = "British aircraft from 2411"
    marker = Token("launch", "launch", None, "launch", "", "2411")
    steps = [Seen(number, changes=(Change(marker, marker),)) for number in range(1, 8)]
    facts = (
        Declared(steps[0], "air_strike", said, None),
        Rolled(steps[1], "action", (1, 1)),
        Rolled(steps[2], "vie_active", (6,)),
        Rolled(steps[3], "vie_inactive", (1,)),
        Declared(steps[4], "target", "G1 in 2409", None),
        Declared(steps[5], "air_strike", said, None),
        Rolled(steps[6], "action", (1, 1)),
    )
    scene = Scene({}, tuple(steps))
    best = Search(Context(bench.rules, bench.rules.tables, scene, facts, {}), state).run()
    last = next(one.verb for one in back(best.tail) if isinstance(one.verb, AirStrike))
    assert last.hex == "2409"


def test_what_is_declared_is_asked_for_no_other_attack(bench: Bench) -> None:
    state = bench.sea(active="British", G1="2511-2410-2409", B2="2309-2308")
    said = Declared(Seen(1), "air_strike", "British aircraft from 2411", None)
    facts = (said, Rolled(Seen(2), "action", (1, 1)))
    context = Context(bench.rules, bench.rules.tables, Scene({}, ()), facts, {})
    context.take(0)
    engage = {"force": "B2", "target": "G1", "hex": "2409"}
    assert rolled(context, state, engage, iter(facts)) is None
    assert rolled(context, state, {**engage, "force": "Methil", "launch": "2411"}, iter(facts))


@pytest.mark.parametrize(
    ("intel", "follows", "results"),
    [
        ("1513", Declared(Seen(2), "slip_signals", "", None), {SLIP}),
        ("1513", Moved(Seen(2), "station", "g1_station", "G1 Pieces", "1513"), {SLIP}),
        ("1513", Moved(Seen(2), "evasive", "b2_em", "B2 Pieces", "B2"), {SLIP}),
        ("1513 1514", Moved(Seen(2), "marker", "initiative", "", ""), {CHANGE}),
        ("1513", Rolled(Seen(2), "vie_active", (3,)), {VIE_FOR_IT}),
        ("1513 1514", Rolled(Seen(2), "vie_active", (3,)), {VIE_FOR_IT}),
        ("1513", Rolled(Seen(2), "action", (3, 4)), {"0", "-1", "-2"}),
    ],
)
def test_an_interruption_that_nobody_sees_is_told_by_what_follows(
    bench: Bench, intel: str, follows: Fact, results: set[str]
) -> None:
    told = {"G1": {"at": "1512-1513-1514-1515", "intel": intel}, "B2": "1512-1511"}
    state = bench.after(bench.sea(**told), NavalSearch("G1", "B2", "1512"))
    context = Context(bench.rules, bench.rules.tables, Scene({}, ()), (follows,), {})
    context.take(0)
    guesses = [*Interrupt.guesses["dice"](context, state, {})]
    markers = len(intel.split())
    assert {bench.rules.tables.interruption(sum(one), markers) for one in guesses} == results


def test_a_line_of_which_the_die_takes_all_comes_before_one_that_goes_later(bench: Bench) -> None:
    state = bench.sea(active="British", B1="2311-2310", B2="1512-1513-1613-1612", weather=BAD)
    state = state.owing(*(Pending(LAPSE, "British", "AC-19.1", one) for one in ("B1", "B2")))
    facts = (
        Rolled(Seen(1), "time_lapse", (3,)),
        Lined(Seen(2), "segment", "b1_segment_1", "B1", (), ("2311", "2310")),
        Lined(Seen(3), "segment", "b2_segment_1", "B2", (), ("1512", "1513", "1613")),
    )
    context = Context(bench.rules, bench.rules.tables, Scene({}, ()), facts, {})
    context.take(0)
    assert lapsing(context, state, {"die": 3}) == ["B1", "B2"]


@pytest.mark.parametrize("die", [1, 3])
def test_whose_die_is_thrown_is_told_by_how_many_sticks_go(bench: Bench, die: int) -> None:
    state = bench.sea(active="British", B1="2311-2310-2309", B2="1512-1513-1613-1612", weather=BAD)
    state = state.owing(*(Pending(LAPSE, "British", "AC-19.1", one) for one in ("B1", "B2")))
    facts = (
        Rolled(Seen(1), "time_lapse", (die,)),
        Lined(Seen(2), "segment", "b1_segment_1", "B1", (), ("2311",)),
        Lined(Seen(3), "segment", "b2_segment_1", "B2", (), ("1512", "1513", "1613")),
    )
    context = Context(bench.rules, bench.rules.tables, Scene({}, ()), facts, {})
    context.take(0)
    assert lapsing(context, state, {"die": die})[0] == {1: "B1", 3: "B2"}[die]


def test_a_ship_that_is_lost_was_hit_or_damaged_whichever_the_dice_ask_for() -> None:
    hit, damage = (Pending(what, "German", "AC-52.1", "B3") for what in (HIT, DAMAGE))
    for owed in ([hit], [damage]):
        assert apart(owed, {STRUCK}) == 0
    assert apart([], {STRUCK}) == apart([hit], set()) == 1


def test_a_leader_goes_to_another_ship_without_a_sign_if_there_is_one(bench: Bench) -> None:
    for ships, to in (("gneisenau leipzig", "leipzig"), ("gneisenau", None)):
        state = bench.sea(G1={"at": "2509", "ships": ships}, leaders={"lutjens": "gneisenau"})
        state = state.owing(Pending(LEADER, "German", "AC-50.7", "lutjens"))
        known = MoveLeader.silent(SimpleNamespace(), state)
        assert known == ({"leader": "lutjens", "to": to} if to else None)


def test_of_ships_that_change_their_task_force_some_may_part_and_the_last_join(
    bench: Bench,
) -> None:
    state = bench.sea(active="British", B1="2310")
    facts = (
        Moved(Seen(1), "station", "b6_station", "B6 Pieces", "2310"),
        Moved(Seen(2), "ship", "southampton", "B1", "B6"),
        Moved(Seen(3), "ship", "liverpool", "B1", "B6"),
        Moved(Seen(4), "station", "b1_station", "2310", "B1 Pieces"),
    )
    context = Context(bench.rules, bench.rules.tables, Scene({}, ()), facts, {})
    context.take(0)
    read = Candidates(context).read(Node(state, 0), 0, facts[0])
    assert Split("B1", "B6", ("southampton",), "2310") in [one.verb for one in read]


def test_smoke_that_is_dragged_with_its_ship_is_still_made(bench: Bench) -> None:
    """Wherever the marker comes to lie; alone it is taken off."""
    state = fighting(bench, step=MANEUVER, zones={"gneisenau": GF})
    state = state.fought(smoke=frozenset({"gneisenau"}))
    ship, smoke = (Token(one, one, None, one, "", GF) for one in ("gneisenau", "smoke_1"))
    off = Change(smoke, replace(smoke, place="offboard"))
    with_ship = (Change(ship, replace(ship, place=GN)), off)
    for changes, nothing in ((with_ship, True), ((off,), False)):
        scene = Seen(1, side="German", changes=changes)
        context = Context(bench.rules, bench.rules.tables, Scene({}, ()), (), {})
        moved = Moved(scene, "smoke", "smoke_1", GF, "offboard")
        assert mute(context, state, moved) is nothing


def test_who_is_named_for_a_later_shot_of_the_round_is_not_the_first_to_have_fired(
    bench: Bench,
) -> None:
    state = fighting(bench, G1={"at": "1512", "ships": "gneisenau scheer"})
    first, second = [one for one in state.battle.zones if one != "glasgow"]
    named = f"{bench.rules.tables.ships[first].name} in {GF}"
    moved = Moved(Seen(2), "ship", second, GF, GN)
    for between, told in (((), [second, first]), ((moved,), [first, second])):
        facts = (
            Rolled(Seen(1, side="German"), "gunnery", (1, 2)),
            *between,
            Declared(Seen(3, side="German"), "fires", named, None),
        )
        context = Context(bench.rules, bench.rules.tables, Scene({}, ()), facts, {})
        assert [*firers(context, state, {})][:2] == told


def test_a_line_tells_an_action_by_its_own_words_and_not_by_any_word_of_a_button(
    bench: Bench,
) -> None:
    told = dictionary_of(bench.rules.game).told
    assert told("<Player> - I decline") == told("<Player> - DECLINES") == ("declines",)
    assert not told("<Player> - I will use the yellow dice")
    assert not told("<Player> - attack Bismarck next time?")
    assert not told("<Player> - I won't decline this time")
    assert not told("<Player> - I won’t decline this time")
    assert told("<Player> - I never roll well, I decline") == ("declines",)


@pytest.mark.parametrize("side", ["German", "British"])
def test_only_the_inactive_player_declines_in_the_chat(bench: Bench, side: str) -> None:
    facts = (Moved(Seen(2), "station", "b1_station", "2311", "B1 Pieces"),)
    scene = Scene({}, (Seen(1, side=side, tells=("declines",)), facts[0].seen))
    context = Context(bench.rules, bench.rules.tables, scene, facts, {})
    context.take(0)
    said = Decline.silent(context, bench.sea(active="British"))
    assert said == ({"force": ""} if side == "German" else None)


@pytest.mark.parametrize("side", st.OTHER)
def test_who_throws_to_break_away_may_do_it_for_the_other_side(side: str) -> None:
    context = SimpleNamespace(at=0, facts=[Rolled(Seen(1, side=side), "break_away", (5, 2))])
    for leaving in ((), (st.OTHER[side],), st.OTHER):
        state = SimpleNamespace(battle=SimpleNamespace(leaving=frozenset(leaving)))
        assert board.either_side(context, state, {}) == [side, st.OTHER[side]]
    state = SimpleNamespace(battle=SimpleNamespace(leaving=frozenset([side])))
    assert board.either_side(context, state, {}) == [side]


@pytest.mark.parametrize(
    ("turns", "by_hand", "earned"),
    [(0, True, True), (1, True, False), (1, False, True), (2, False, False)],
)
def test_evasive_maneuvers_are_of_a_slip_at_the_latest_when_the_next_turn_begins(
    turns: int, by_hand: bool, earned: bool
) -> None:
    marker = Moved(Seen(9), "evasive", "b1_evasive", "Markers", "B1")
    shown = [TurnShown(Seen(8), "turn", 2, None)] * turns
    context = SimpleNamespace(from_here=[*shown, marker], unseen_dice=by_hand)
    assert earns_soon(context, "B1") is earned

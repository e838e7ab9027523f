"""How logs of this game are read, besides the signs of its verbs: what is asked of a state and of
the facts around it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from modules.atlantic_chase.aim import attacked
from modules.atlantic_chase.attack import rolled
from modules.atlantic_chase.desk import LOW, no_group_came
from modules.atlantic_chase.heard import lapsing
from modules.atlantic_chase.markers import TakeOver
from modules.atlantic_chase.reading import _settled, mute
from modules.atlantic_chase.setup import under_way
from modules.atlantic_chase.state import MANEUVER
from modules.atlantic_chase.verbs import Split
from tests.modules.atlantic_chase.battle import GF, GN, fighting
from tests.modules.atlantic_chase.conftest import Bench
from validator.audit.observing import dictionary_of
from validator.explaining.candidates import Candidates
from validator.explaining.context import Context
from validator.explaining.facts import Declared, Lined, Moved, Rolled, Turned, TurnShown
from validator.explaining.nodes import Node
from validator.rules.engine import GameRules
from validator.rules.scenes import Change, Scene, Seen, Token
from validator.rules.states import THIS_TURN


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


def test_a_target_that_nobody_named_is_told_by_a_marker_that_is_laid_late(bench: Bench) -> None:
    """In a hex far down its line, when the turn is over."""
    state = bench.sea(active="British", G1="2511-2410-2411-2412-2312-2311-2310-2309")
    facts = (
        Declared(Seen(1), "air_strike", "British aircraft from 2411", None),
        Rolled(Seen(2), "action", (4, 3)),
        Rolled(Seen(3), "vie_active", (1,)),
        TurnShown(Seen(4), "", 2, None),
        TurnShown(Seen(5), "", 3, None),
        Turned(Seen(6), "segment", "g1_segment_6", 3, 1, "2311"),
    )
    context = Context(bench.rules, bench.rules.tables, Scene({}, ()), facts, {})
    context.take(0)
    known = {"force": "Methil", "launch": "2411"}
    assert attacked(context, state, known, rolled)[0] == ("G1", "2311")


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


def test_a_line_tells_an_action_by_its_own_words_and_not_by_any_word_of_a_button(
    bench: Bench,
) -> None:
    told = dictionary_of(bench.rules.game).told
    assert told("<Player> - I decline") == told("<Player> - DECLINES") == ("declines",)
    assert not told("<Player> - I will use the yellow dice")
    assert not told("<Player> - attack Bismarck next time?")

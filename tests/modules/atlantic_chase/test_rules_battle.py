"""Battle (pp. 11, 49, 52, 54-62)."""

from __future__ import annotations

from dataclasses import replace

from modules.atlantic_chase.ships import hit
from modules.atlantic_chase.state import BAD, BRITISH, GERMAN, LEAVE, MANEUVER, OUT
from modules.atlantic_chase.verbs import (
    BreakAway,
    Cover,
    Decline,
    Disperse,
    EndBattle,
    EndSmoke,
    EndStep,
    Fight,
    Fire,
    Locate,
    MakeSmoke,
    Maneuver,
    MarkContact,
    MoveLeader,
    NavalSearch,
    NextRound,
    PassTurn,
    ReturnShip,
    RollAction,
    SetUp,
    Show,
    SlipAway,
    SufferHits,
    TakeOff,
    TimeLapse,
    Vie,
    WishToLeave,
)
from tests.modules.atlantic_chase.battle import BF, BN, CLOSE, GF, GN, SHORT, engaged, fighting
from validator.rules.engine import GameRules

# --- The beginning ---------------------------------------------------------------------


def test_a_battle_comes_from_a_result(bench):
    state = engaged(bench)
    bench.breaks("AC-55.1", bench.sea(G1="1512"), Fight(True))
    bench.close("AC-55.1", state, Fight(True))
    bench.breaks("AC-31.10", state, Fight(False))
    bench.close("AC-31.10", state, Fight(True))
    assert bench.breaks("AC-31.10", state, Vie("", 3, 3)).severity == "missing"


def test_the_engage_table_is_read_as_it_stands(bench):
    miss = engaged(bench, 6)
    bench.breaks("AC-31.7", miss, Fight(True))
    bench.breaks("AC-31.7", miss, MarkContact("B2", "1512"))
    bench.close("AC-31.7", engaged(bench), Fight(True))


def test_who_closes_in_faster_fights(bench):
    state = engaged(bench, 7, B2={"at": "1512", "ships": "victorious"})
    assert state.throw.results == ("CLOSING_IN",)
    bench.breaks("AC-50.1", state, Fight(False))
    bench.close("AC-50.1", state, Fight(True))


def test_ships_of_both_task_forces_begin_in_far(bench):
    state = bench.after(engaged(bench), Fight(True))
    for case in ("AC-49.2", "AC-55.3"):
        bench.breaks(case, state, SetUp("gneisenau", GN))
        bench.breaks(case, state, SetUp("glasgow", GF))
        bench.close(case, state, SetUp("gneisenau", GF))
    half = bench.after(state, SetUp("gneisenau", GF))
    bench.breaks("AC-55.2", half, EndStep())
    bench.close("AC-55.2", bench.after(half, SetUp("glasgow", BF)), EndStep())


def test_nobody_else_fights(bench):
    state = bench.after(engaged(bench, G2="1512"), Fight(True))
    for case in ("AC-55.2", "AC-49.3", "AC-31.11", "AC-47.8"):
        bench.breaks(case, state, SetUp("scheer", GF))
        bench.close(case, state, SetUp("gneisenau", GF))


def test_shore_batteries_have_their_own_scenario(bench):
    state = bench.after(engaged(bench), Fight(True))
    bench.breaks("AC-11.16", state, SetUp("battery_german", GF))
    bench.close("AC-11.16", state, SetUp("gneisenau", GF))


def test_a_faster_surprise_puts_the_enemy_where_it_likes(bench):
    state = engaged(bench, 10, B2={"at": "1512", "ships": "victorious"})
    assert state.throw.results == ("SURPRISE",)
    begun = bench.after(state, Fight(True))
    assert begun.battle.ambush
    for case in ("AC-55.4", "AC-54.7"):
        bench.close(case, begun, SetUp("victorious", BN))
        bench.breaks(case, begun, SetUp("victorious", CLOSE))
        bench.breaks(case, begun, SetUp("gneisenau", GN))
    bench.breaks("AC-54.7", state, Vie("", 3, 3))
    equal = bench.after(engaged(bench, 10), Fight(True))
    assert not equal.battle.ambush
    bench.breaks("AC-55.5", equal, SetUp("glasgow", BN))
    bench.close("AC-55.5", equal, SetUp("glasgow", BF))


def test_no_smoke_at_the_set_up_of_a_surprise(bench):
    slow = {"at": "1512", "ships": "victorious"}
    state = bench.after(engaged(bench, 10, B2=slow), Fight(True), SetUp("gneisenau", GF))
    assert bench.breaks("AC-55.4", state, MakeSmoke("gneisenau")).severity == "violation"
    equal = bench.after(engaged(bench, 10), Fight(True), SetUp("gneisenau", GF))
    assert bench.breaks("AC-55.4", equal, MakeSmoke("gneisenau")).severity == "interpretation"
    plain = bench.after(engaged(bench), Fight(True), SetUp("gneisenau", GF))
    bench.close("AC-55.4", plain, MakeSmoke("gneisenau"))


def test_rounds_by_weather(bench):
    assert bench.after(engaged(bench), Fight(True)).battle.rounds == 3
    assert bench.after(engaged(bench, weather=BAD), Fight(True)).battle.rounds == 2


def skirmish(bench, ships):
    """A search by G1 that found B2, with ships that may be slower."""
    told = {"G1": "1512", "B2": {"at": "1512-1511", "ships": ships, "contact": "1512"}}
    state = bench.after(bench.sea(**told), NavalSearch("G1", "B2", "1512"))
    return bench.after(state, RollAction((6, 6)), Locate("B2", "1512"))


def test_a_skirmish_is_offered_to_the_faster(bench):
    state = skirmish(bench, "victorious")
    bench.legal(state, Fight(False))
    fought = bench.after(state, Fight(True))
    assert (fought.battle.rounds, [one.what for one in fought.pending]) == (1, ["vie"])
    bench.breaks("AC-54.3", state, Decline())
    let_go = bench.after(state, Fight(False))
    bench.close("AC-54.3", let_go, Decline("B2"))
    assert [one.what for one in let_go.pending] == ["seize"]  # Contact is there already


def test_not_faster_a_skirmish_is_contact(bench):
    told = {"G1": "1512-1612-1512", "B2": "1512-1511"}
    told = {"G1": "1512", "B2": "1512-1511", "G2": {"at": "1512", "ships": "scheer"}}
    from modules.atlantic_chase.verbs import Coordinate

    state = bench.after(bench.sea(**told), NavalSearch("G1", "B2", "1512"), Coordinate("G2"))
    state = bench.after(state, RollAction((6, 6)), Locate("B2", "1512"))
    assert [one.what for one in state.pending] == ["contact", "seize"]
    done = bench.after(state, Decline("B2"))
    bench.breaks("AC-54.4", done, PassTurn())
    bench.close("AC-54.4", bench.after(done, MarkContact("B2", "1512")), PassTurn())


def test_a_skirmish_ends_a_search_with_a_vie(bench):
    state = _ended(bench, bench.after(skirmish(bench, "victorious"), Fight(True)))
    for case in ("AC-33.10", "AC-62.4"):
        bench.breaks(case, state, PassTurn())
    bench.breaks("AC-26.11", state, Decline("B2"))
    done = bench.after(state, Vie("", 6, 1), Show("tally", "1"))
    for case in ("AC-33.10", "AC-62.4"):
        bench.close(case, done, PassTurn())


def _ended(bench, state):
    """The Battle is fought without a shot; ships and markers are put right."""
    for force, zone in (("G1", GF), ("B2", BF)):
        for ship in state.ships_of(force):
            state = bench.after(state, SetUp(ship.id, zone))
    while state.battle:
        ends = (verb for one in bench.rules.due(state) for verb in one.verbs if verb in ENDS)
        state = bench.after(state, next(ends)())
    return _home(bench, state)


ENDS = (EndBattle, NextRound, EndStep)


def _home(bench, state):
    for one in state.pending:
        if one.what == "return":
            state = bench.after(state, ReturnShip(one.piece, one.to))
        elif one.what == "contact":
            state = bench.after(state, MarkContact(one.piece, one.to))
        elif one.what == "locate":
            state = bench.after(state, Locate(one.piece, one.to))
    return state


# --- Maneuver and Smoke ----------------------------------------------------------------


def test_ships_move_one_zone_once(bench):
    state = fighting(bench, MANEUVER)
    bench.breaks("AC-60.3", state, Maneuver("gneisenau", CLOSE))
    bench.breaks(
        "AC-60.3", bench.after(state, Maneuver("gneisenau", GN)), Maneuver("gneisenau", GF)
    )
    bench.close("AC-60.3", state, Maneuver("glasgow", BN))
    far = fighting(bench, MANEUVER, zones={"gneisenau": CLOSE})
    assert bench.breaks("AC-60.3", far, Maneuver("gneisenau", BN)).severity == "interpretation"


def test_the_slowest_move_first_and_the_inactive_player_among_equals(bench):
    slow = {"at": "1512", "ships": "victorious glasgow"}
    state = fighting(bench, MANEUVER, B2=slow)
    swift = bench.after(state, Maneuver("glasgow", BN))
    for case in ("AC-60.1", "AC-60.2"):
        bench.breaks(case, swift, Maneuver("victorious", BN))
        bench.close(case, bench.after(state, Maneuver("victorious", BN)), Maneuver("glasgow", BN))
    first = bench.after(fighting(bench, MANEUVER), Maneuver("gneisenau", GN))
    bench.breaks("AC-60.1", first, Maneuver("glasgow", BN))


def test_undamaged_warships_make_smoke_when_they_move(bench):
    told = {"at": "1512", "ships": "glasgow convoy_1"}
    state = fighting(bench, MANEUVER, B2=told)
    bench.breaks("AC-11.3", state, MakeSmoke("convoy_1"))
    bench.close("AC-11.3", state, MakeSmoke("glasgow"))
    hurt = state.with_ship(state.ship("glasgow").changed(damaged=True))
    bench.breaks("AC-60.5", hurt, MakeSmoke("glasgow"))
    bench.close("AC-60.5", state, MakeSmoke("glasgow"))
    bench.breaks("AC-60.6", fighting(bench), MakeSmoke("glasgow"))
    bench.close("AC-60.6", state, MakeSmoke("glasgow"))


def test_smoke_covers_two_others_in_the_zone(bench):
    ships = "glasgow devonshire kent convoy_1"
    state = fighting(bench, MANEUVER, B2={"at": "1512", "ships": ships}, zones={"kent": BN})
    smoke = bench.after(state, MakeSmoke("glasgow"))
    bench.breaks("AC-60.7", state, Cover("devonshire", "glasgow"))
    bench.breaks("AC-60.7", smoke, Cover("kent", "glasgow"))
    two_covered = bench.after(smoke, Cover("devonshire", "glasgow"), Cover("convoy_1", "glasgow"))
    kent = two_covered.changed(
        battle=two_covered.battle.changed(zones={**two_covered.battle.zones, "kent": BF})
    )
    bench.breaks("AC-60.7", kent, Cover("kent", "glasgow"))
    bench.close("AC-60.7", smoke, Cover("convoy_1", "glasgow"))
    assert bench.after(two_covered, EndSmoke("glasgow")).battle.covered == {}


def test_smoke_covers_no_shore_battery(bench):
    """It is no ship, so its menu has no entry for that."""
    state = fighting(bench, MANEUVER, zones={"battery_german": GF})
    smoke = bench.after(state, MakeSmoke("gneisenau"))
    bench.breaks("AC-60.7", smoke, Cover("battery_german", "gneisenau"))


# --- Break Away and the end ------------------------------------------------------------


def leaving(bench, **words):
    return fighting(bench, LEAVE, **words)


def test_when_both_wish_it_the_battle_is_over(bench):
    state = bench.after(leaving(bench), WishToLeave(GERMAN), WishToLeave(BRITISH))
    bench.legal(state, EndBattle())
    bench.breaks("AC-62.1", state, BreakAway(GERMAN, (6, 6)))
    bench.close(
        "AC-62.1", bench.after(leaving(bench), WishToLeave(GERMAN)), BreakAway(GERMAN, (6, 6))
    )


def test_nine_breaks_away(bench):  # TV29
    slow = {"at": "1512", "ships": "convoy_1"}
    state = bench.after(leaving(bench, B2=slow, zones={"gneisenau": GN}), WishToLeave(BRITISH))
    rolled = bench.after(state, BreakAway(BRITISH, (5, 5)))
    assert rolled.battle.test.total == 10
    for case in ("AC-61.2",):
        bench.close(case, rolled, EndBattle())
        bench.breaks(case, bench.after(state, BreakAway(BRITISH, (1, 1))), EndBattle())
        bench.breaks(case, leaving(bench), BreakAway(GERMAN, (6, 6)))
    failed = bench.after(state, BreakAway(BRITISH, (1, 1)))
    bench.breaks("AC-61.2", failed, BreakAway(BRITISH, (6, 6)))


def test_who_forgets_a_modifier_of_break_away_is_told(bench):
    slow = {"at": "1512", "ships": "convoy_1"}
    state = bench.after(leaving(bench, B2=slow), WishToLeave(BRITISH), BreakAway(BRITISH, (3, 4)))
    assert state.battle.test.total == 8
    bench.breaks("AC-61.4", state, EndBattle())
    near = bench.after(
        leaving(bench, zones=SHORT), WishToLeave(BRITISH), BreakAway(BRITISH, (4, 5))
    )
    assert near.battle.test.total == 8
    for case in ("AC-61.5", "AC-11.20"):
        bench.breaks(case, near, EndBattle())
    won = bench.after(leaving(bench), WishToLeave(BRITISH), BreakAway(BRITISH, (3, 4)))
    assert won.battle.test.total == 9
    for case in ("AC-61.3", "AC-61.4", "AC-61.5", "AC-11.20"):
        bench.close(case, won, EndBattle())
    bench.breaks("AC-61.3", won, EndStep())
    bench.breaks("AC-61.2", won, EndStep())


def test_evasive_maneuvers_let_one_ship_go(bench):
    told = {"at": "1512", "ships": "glasgow devonshire", "evasive": True}
    state = bench.after(leaving(bench, B2=told), WishToLeave(BRITISH))
    failed = bench.after(state, BreakAway(BRITISH, (1, 1)))
    bench.breaks("AC-61.7", state, SlipAway("glasgow"))
    bench.close("AC-61.7", failed, SlipAway("glasgow"))
    gone = bench.after(failed, SlipAway("glasgow"))
    assert "glasgow" not in gone.battle.zones
    bench.breaks("AC-24.12", gone, SlipAway("devonshire"))
    bench.close("AC-24.12", failed, SlipAway("devonshire"))
    near = bench.after(leaving(bench, B2=told, zones={"glasgow": BN}), WishToLeave(BRITISH))
    bench.breaks("AC-61.7", bench.after(near, BreakAway(BRITISH, (1, 1))), SlipAway("glasgow"))


def test_a_battle_ends_after_its_last_round(bench):
    state = fighting(bench)
    for case in ("AC-55.6", "AC-62.1", "AC-49.5"):
        bench.breaks(case, state, EndBattle())
    last = leaving(bench)
    last = last.changed(battle=last.battle.changed(round=3))
    for case in ("AC-55.6", "AC-49.5"):
        bench.close(case, last, EndBattle())
    bench.breaks("AC-55.6", last, NextRound())
    bench.breaks("AC-62.1", last, NextRound())
    bench.legal(state, NextRound())
    bench.breaks("AC-56.1", last, EndStep())
    bench.breaks("AC-62.1", last, PassTurn())
    left = bench.after(last, WishToLeave(GERMAN), WishToLeave(BRITISH))
    bench.breaks("AC-62.1", left, Fire("gneisenau", "glasgow", (3, 3, 3)))


def test_afterwards_both_are_stations_with_contact(bench):  # TV35
    state = engaged(bench, 9, G1="1512-1513", B2={"at": "1512", "ships": "victorious"})
    state = bench.after(
        state, Fight(True), SetUp("gneisenau", GF), SetUp("victorious", BF), EndStep()
    )
    battle = state.battle.changed(step=LEAVE, round=3)
    over = bench.after(state.changed(battle=battle), EndBattle())
    told = [(one.what, one.piece) for one in over.pending]
    assert told == [
        ("vie", ""),
        ("return", "gneisenau"),
        ("return", "victorious"),
        ("locate", "G1"),
        ("contact", "G1"),
        ("contact", "B2"),
    ]
    for case in ("AC-49.6", "AC-31.12", "AC-62.3"):
        bench.breaks(case, over, Vie("", 6, 1))
        bench.close(case, _home(bench, over), Vie("", 6, 1))
    for case in ("AC-55.9", "AC-62.2"):  # the Battle Board may be cleared behind the Vie
        assert case not in bench.cases(over, Vie("", 6, 1))
        bench.breaks(case, over, PassTurn())
    for case in ("AC-55.9", "AC-62.2", "AC-61.6"):
        bench.breaks(case, over, ReturnShip("gneisenau", "G2"))
        bench.close(case, over, ReturnShip("gneisenau", "G1"))
    bench.breaks("AC-19.1", _home(bench, over), TimeLapse("G1", (), "1512"))


def test_a_ship_that_goes_back_during_the_battle_slips_away_without_leave(bench):
    state = fighting(bench)
    for case in ("AC-55.9", "AC-61.7"):
        bench.breaks(case, state, ReturnShip("gneisenau", "G1"))


def test_a_battle_is_fought_before_anything_else(bench):
    state = fighting(bench)
    bench.breaks("AC-13.1", state, PassTurn())
    bench.breaks("AC-13.1", state, Vie("", 3, 3))
    done = _ended(bench, bench.after(engaged(bench), Fight(True)))
    bench.close("AC-13.1", done, Vie("", 3, 3))


def test_evasive_maneuvers_may_end_with_the_battle(bench):
    rules = bench.rules
    tables = replace(rules.tables, scenario={**rules.tables.scenario, "optional_em": True})
    made = GameRules(rules.game, rules.module, rules.folder, off=rules.off, tables=tables)
    other = type(bench)(made, bench.held, bench.closed)
    told = {"at": "1512", "ships": "glasgow", "evasive": True}
    ended = _ended(other, other.after(engaged(other, B2=told), Fight(True)))
    voted = other.after(ended, Vie("", 6, 1), Show("tally", "1"))
    other.breaks("AC-62.8", voted, PassTurn())
    gone = other.after(voted, TakeOff("evasive", "B2", ""))
    other.close("AC-62.8", gone, PassTurn())


# --- Leaders and Convoys ---------------------------------------------------------------


def test_a_leader_leaves_a_ship_that_is_damaged(bench):
    ships = {"at": "1512", "ships": "gneisenau scharnhorst"}
    state = bench.sea(G1=ships, leaders={"lutjens": "gneisenau"})
    hurt = hit(bench.rules.tables, state, "gneisenau", 2)
    assert [(one.what, one.piece) for one in hurt.pending] == [("leader", "lutjens")]
    for case in ("AC-50.7", "AC-58.3"):
        bench.breaks(case, hurt, MoveLeader("lutjens", OUT))
        bench.close(case, hurt, MoveLeader("lutjens", "scharnhorst"))
        bench.breaks(case, hurt, PassTurn())
    alone = bench.sea(G1="1512", leaders={"lutjens": "gneisenau"})
    assert hit(bench.rules.tables, alone, "gneisenau", 2).pending == ()
    sunk = hit(bench.rules.tables, alone, "gneisenau", 9)
    bench.legal(sunk, MoveLeader("lutjens", OUT))


def test_a_convoy_disperses_once_in_its_owners_time(bench):
    state = bench.sea(BRITISH, B4="1512", G1="1510")
    bench.breaks("AC-11.5", state, Disperse("convoy_1", False))
    bench.close("AC-11.5", state, Disperse("convoy_1"))
    again = bench.after(state, Disperse("convoy_1"))
    bench.breaks("AC-11.5", again, Disperse("convoy_1"))
    bench.breaks("AC-11.4", state.changed(active=GERMAN), Disperse("convoy_1"))
    bench.close("AC-11.4", state, Disperse("convoy_1"))
    fight = fighting(bench, MANEUVER, B2={"at": "1512", "ships": "convoy_1"})
    bench.close("AC-11.4", fight, Disperse("convoy_1"))


def test_only_survivors_get_contact(bench):
    state = fighting(bench, zones=SHORT)
    hurt = state.with_ship(state.ship("glasgow").changed(damaged=True))
    shot = bench.after(hurt, Fire("gneisenau", "glasgow", (5, 5)), EndStep())
    over = bench.after(shot, SufferHits("glasgow", 2), EndBattle())
    told = [(one.what, one.piece) for one in over.pending]
    assert told == [
        ("vie", ""),
        ("marker", "points_german"),
        ("withdraw", "B2"),
        ("return", "gneisenau"),
        ("contact", "G1"),
    ]

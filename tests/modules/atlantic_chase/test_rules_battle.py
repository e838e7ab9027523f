"""Battle (pp. 11, 49, 52, 54-62)."""

from __future__ import annotations

from dataclasses import replace

from modules.atlantic_chase.fire import gunnery_modifiers, kept, range_between
from modules.atlantic_chase.maneuver import break_modifiers
from modules.atlantic_chase.ships import hit
from modules.atlantic_chase.state import (
    BAD,
    BRITISH,
    GERMAN,
    GUNNERY,
    LEAVE,
    MANEUVER,
    OUT,
    TORPEDOES,
)
from modules.atlantic_chase.verbs import (
    BreakAway,
    Cover,
    Decline,
    Disperse,
    EndBattle,
    EndSmoke,
    EndStep,
    Engage,
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
    Torpedo,
    Vie,
    WishToLeave,
)
from validator.rules.engine import GameRules

GF, GN, CLOSE, BN, BF = "German Far", "German Near", "Close", "British Near", "British Far"


def two(number):
    return (number // 2, number - number // 2)


def engaged(bench, dice=8, **words):
    """G1 has engaged B2 in 1512, and the dice were thrown: with 8 a Battle, with 10 a Surprise."""
    told = {"G1": "1512", "B2": {"at": "1512", "ships": "glasgow"}, **words}
    state = bench.after(bench.sea(**told), Engage("G1", "B2", "1512"))
    return bench.after(state, RollAction(two(dice)))


def fighting(bench, step=GUNNERY, *, zones=None, **words):
    """The first round of a Battle, all ships in Far but those of ``zones``."""
    state = bench.after(engaged(bench, **words), Fight(True))
    for force, zone in (("G1", GF), ("B2", BF)):
        for ship in state.ships_of(force):
            state = bench.after(state, SetUp(ship.id, zone))
    state = bench.after(state, EndStep())
    battle = state.battle
    return state.changed(battle=battle.changed(step=step, zones={**battle.zones, **(zones or {})}))


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


# --- Gunnery ---------------------------------------------------------------------------


def test_ranges_are_steps_between_zones(bench):
    for ship, target, far in (
        (GF, BF, "extreme"),
        (GF, BN, "long"),
        (GN, BN, "short"),
        (GF, CLOSE, "short"),
        (CLOSE, BN, "point_blank"),
        (CLOSE, CLOSE, "point_blank"),
    ):
        state = fighting(bench, zones={"gneisenau": ship, "glasgow": target})
        assert range_between(bench.rules.tables, state.battle, "gneisenau", "glasgow") == far


def test_which_dice_count(bench):  # TV42, TV43
    assert kept((6, 2, 3), "low") == 5
    assert kept((6, 2, 3), "high") == 9
    assert kept((6, 2), "both") == 8


def shot(bench, ship, target, dice, **words):
    state = fighting(bench, **words)
    number = bench.rules.tables.gun_dice[
        range_between(bench.rules.tables, state.battle, ship, target)
    ][0]
    faces = two(dice) if number == 2 else (*two(dice), 1 if dice > 6 else 6)
    return bench.after(state, Fire(ship, target, faces))


SHORT = {"gneisenau": GN, "glasgow": BN}


def smoking(bench, *ships, **words):
    state = fighting(bench, **words)
    return state.changed(battle=state.battle.changed(smoke=frozenset(ships)))


def test_glasgow_misses_out_of_her_smoke(bench):  # TV27
    state = smoking(bench, "glasgow", zones=SHORT)
    told = dict(gunnery_modifiers(bench.rules.tables, state, Fire("glasgow", "gneisenau", (3, 3))))
    assert told == {("AC-57.4", "AC-56.5"): 1, ("AC-57.4",): 0, ("AC-58.5", "AC-60.8"): -1}
    fired = bench.after(state, Fire("glasgow", "gneisenau", (3, 3)), EndStep())
    assert [one.what for one in fired.pending] == ["vie"]


def test_gneisenau_damages_glasgow(bench):  # TV28
    state = bench.after(
        smoking(bench, "glasgow", zones=SHORT), Fire("gneisenau", "glasgow", (5, 5)), EndStep()
    )
    assert [(one.what, one.piece, one.points) for one in state.pending][1:] == [
        ("hits", "glasgow", 1)
    ]
    hurt = bench.after(state, SufferHits("glasgow", 1))
    assert hurt.ship("glasgow").damaged
    assert hurt.ship("glasgow").hits == 0


def test_what_is_left_over_counts_on_the_damaged_side(bench):  # TV44
    tables, state = bench.rules.tables, bench.sea(G1="1512")
    scharnhorst = hit(tables, state, "gneisenau", 3).ship("gneisenau")
    assert (scharnhorst.damaged, scharnhorst.hits) == (True, 1)
    assert hit(tables, state, "gneisenau", 4).ship("gneisenau").at == OUT


def test_so_many_dice_by_range(bench):
    far = fighting(bench)
    bench.breaks("AC-57.2", far, Fire("gneisenau", "glasgow", (3, 3)))
    bench.close("AC-57.2", far, Fire("gneisenau", "glasgow", (3, 3, 3)))
    near = fighting(bench, zones=SHORT)
    bench.breaks("AC-57.2", near, Fire("gneisenau", "glasgow", (3, 3, 3)))


def test_each_ship_fires_once_at_an_enemy(bench):
    state = fighting(bench, B2={"at": "1512", "ships": "glasgow devonshire"}, zones=SHORT)
    fired = bench.after(state, Fire("gneisenau", "glasgow", (3, 3)))
    bench.breaks("AC-55.7", fired, Fire("gneisenau", "devonshire", (3, 3, 3)[:2]))
    bench.close("AC-55.7", state, Fire("gneisenau", "glasgow", (3, 3)))
    bench.breaks("AC-57.1", state, Fire("glasgow", "devonshire", (3, 3)))
    bench.breaks("AC-57.1", state, Fire("scheer", "glasgow", (3, 3)))
    bench.close("AC-57.1", state, Fire("glasgow", "gneisenau", (3, 3)))
    bench.legal(state, EndStep())


def test_ships_without_guns_do_not_fire(bench):
    state = fighting(bench, B2={"at": "1512", "ships": "victorious glasgow"})
    bench.breaks("AC-56.4", state, Fire("victorious", "gneisenau", (3, 3, 3)))
    bench.close("AC-56.4", state, Fire("glasgow", "gneisenau", (3, 3, 3)))


def test_everything_has_its_step(bench):
    gunnery, moving = fighting(bench), fighting(bench, MANEUVER)
    bench.breaks("AC-56.1", moving, Fire("gneisenau", "glasgow", (3, 3, 3)))
    bench.close("AC-56.1", gunnery, Fire("gneisenau", "glasgow", (3, 3, 3)))
    bench.breaks("AC-56.1", gunnery, Maneuver("gneisenau", GN))
    close = fighting(bench, zones={"gneisenau": CLOSE, "glasgow": CLOSE})
    bench.breaks("AC-49.4", close, Torpedo("gneisenau", "glasgow", (3, 3)))
    fired = fighting(bench, TORPEDOES, zones={"gneisenau": CLOSE, "glasgow": CLOSE})
    bench.close("AC-49.4", fired, Torpedo("gneisenau", "glasgow", (3, 3)))


def test_hits_are_what_the_dice_say_when_all_have_fired(bench):
    fired = bench.after(fighting(bench, zones=SHORT), Fire("gneisenau", "glasgow", (3, 3)))
    bench.breaks("AC-57.5", fired, SufferHits("glasgow", 1))
    after = bench.after(fired, EndStep())
    bench.close("AC-57.5", after, SufferHits("glasgow", 1))
    bench.breaks("AC-57.3", after, SufferHits("glasgow", 2))
    bench.breaks("AC-57.3", after, SufferHits("gneisenau", 1))
    bench.close("AC-57.3", after, SufferHits("glasgow", 1))
    bench.breaks("AC-57.3", after, Torpedo("glasgow", "gneisenau", (3, 3)))
    assert "AC-57.3" not in bench.cases(after, Torpedo("gneisenau", "glasgow", (3, 3)))
    bench.breaks("AC-57.3", last_step(after), NextRound())
    bench.close("AC-57.3", last_step(bench.after(after, SufferHits("glasgow", 1))), NextRound())


def last_step(state):
    """The same in the last step of the round: before the next, all Hits are marked."""
    return state.changed(battle=state.battle.changed(step=LEAVE))


def test_who_forgets_the_gun_value_or_the_smoke_is_told(bench):
    fired = bench.after(
        fighting(bench, zones=SHORT), Fire("gneisenau", "glasgow", (5, 5)), EndStep()
    )
    told = {"at": "1512", "ships": "sheffield glasgow"}
    lost = bench.after(
        fighting(bench, zones=SHORT, B2=told), Fire("gneisenau", "glasgow", (5, 5)), EndStep()
    )
    for case in ("AC-57.4", "AC-56.5"):
        bench.breaks(case, last_step(bench.after(lost, SufferHits("glasgow", 1))), NextRound())
        bench.close(case, last_step(bench.after(lost, SufferHits("glasgow", 2))), NextRound())
        bench.close(case, fired, SufferHits("glasgow", 2))
    smoke = bench.after(
        smoking(bench, "glasgow", zones=SHORT), Fire("gneisenau", "glasgow", (5, 5)), EndStep()
    )
    for case in ("AC-58.5", "AC-60.8"):
        bench.breaks(case, smoke, SufferHits("glasgow", 2))
        bench.close(case, smoke, SufferHits("glasgow", 1))


def test_a_faster_surprise_fires_first(bench):
    told = {"at": "1512", "ships": "victorious galatea"}
    state = engaged(bench, 10, B2=told, G1={"at": "1512", "ships": "gneisenau scharnhorst"})
    state = bench.after(
        state,
        Fight(True),
        *(SetUp(one, GF) for one in ("gneisenau", "scharnhorst")),
        *(SetUp(one, BN) for one in ("victorious", "galatea")),
        EndStep(),
    )
    fired = bench.after(state, Fire("gneisenau", "galatea", (6, 5)))
    assert [one.what for one in fired.pending] == ["vie", "hits"]
    hurt = bench.after(fired, SufferHits("galatea", 2))
    assert hurt.ship("galatea").at == OUT
    other = bench.after(state, Fire("galatea", "gneisenau", (1, 2)))
    for case in ("AC-54.8", "AC-57.6"):
        bench.breaks(case, other, Fire("scharnhorst", "galatea", (1, 2)))
        bench.close(case, state, Fire("scharnhorst", "galatea", (1, 2)))


def test_a_dispersed_convoy_suffers_one_hit_from_each(bench):  # TV30
    told = {"at": "1512", "ships": "convoy_1"}
    zones = {"gneisenau": CLOSE, "scharnhorst": CLOSE, "convoy_1": BN}
    ships = {"at": "1512", "ships": "gneisenau scharnhorst"}
    both = (Fire("gneisenau", "convoy_1", (6, 6, 6)), Fire("scharnhorst", "convoy_1", (6, 6, 6)))
    plain = bench.after(fighting(bench, G1=ships, B2=told, zones=zones), *both, EndStep())
    assert plain.pending[-1].points == 4
    state = fighting(bench, G1=ships, B2=told, zones=zones)
    state = state.with_ship(state.ship("convoy_1").changed(dispersed=True))
    fired = bench.after(state, *both, EndStep())
    assert fired.pending[-1].points == 2
    bench.breaks("AC-11.7", fired, SufferHits("convoy_1", 4))
    bench.close("AC-11.7", fired, SufferHits("convoy_1", 2))
    assert bench.after(fired, SufferHits("convoy_1", 2)).points == {GERMAN: 2}


# --- Torpedoes -------------------------------------------------------------------------


def closed(bench, **words):
    zones = {"gneisenau": CLOSE, "glasgow": CLOSE, **words.pop("zones", {})}
    return fighting(bench, TORPEDOES, zones=zones, **words)


def test_torpedoes_are_fired_from_close_once(bench):
    state = closed(bench)
    good = Torpedo("gneisenau", "glasgow", (3, 3))
    bench.breaks("AC-59.5", closed(bench, zones={"gneisenau": GN}), good)
    bench.breaks("AC-59.6", closed(bench, zones={"glasgow": BF}), good)
    bench.breaks("AC-59.2", bench.after(state, good), good)
    bench.breaks("AC-59.7", state, Torpedo("gneisenau", "glasgow", (3, 3, 3)))
    smoke = state.changed(battle=state.battle.changed(smoke=frozenset({"gneisenau"})))
    bench.breaks("AC-59.4", smoke, good)
    hurt = state.with_ship(state.ship("gneisenau").changed(damaged=True))
    bench.breaks("AC-59.1", hurt, good)
    for number in (1, 2, 4, 5, 6, 7):
        bench.close(f"AC-59.{number}", state, good)


def test_eleven_is_two_hits_when_all_have_fired(bench):
    state = bench.after(closed(bench), Torpedo("gneisenau", "glasgow", (5, 6)))
    bench.breaks("AC-59.8", state, SufferHits("glasgow", 2))
    after = bench.after(state, EndStep())
    bench.breaks("AC-59.7", last_step(bench.after(after, SufferHits("glasgow", 1))), NextRound())
    bench.breaks("AC-59.7", after, SufferHits("glasgow", 3))
    for case in ("AC-59.7", "AC-59.8"):
        bench.close(case, after, SufferHits("glasgow", 2))
    assert bench.after(after, SufferHits("glasgow", 2)).ship("glasgow").at == OUT


def test_a_shore_battery_is_no_target_and_stays(bench):
    state = closed(bench, zones={"battery_german": GF})
    gunnery = state.changed(battle=state.battle.changed(step=GUNNERY))
    bench.breaks("AC-11.18", gunnery, Fire("glasgow", "battery_german", (3, 3)))
    bench.close("AC-11.18", gunnery, Fire("glasgow", "gneisenau", (3, 3, 3)))
    moving = state.changed(battle=state.battle.changed(step=MANEUVER))
    bench.breaks("AC-11.19", moving, Maneuver("battery_german", GN))
    bench.close("AC-11.19", moving, Maneuver("gneisenau", GN))
    leaving = state.changed(battle=state.battle.changed(step=LEAVE))
    told = dict(break_modifiers(bench.rules.tables, leaving, leaving.battle, BRITISH))
    assert told["AC-61.5", "AC-11.20"] == -1  # the Gneisenau is in Close


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

"""Gunnery and torpedoes (pp. 57-59)."""

from __future__ import annotations

from modules.atlantic_chase.fire import gunnery_modifiers, kept
from modules.atlantic_chase.maneuver import break_modifiers
from modules.atlantic_chase.ships import hit
from modules.atlantic_chase.state import BRITISH, GERMAN, GUNNERY, LEAVE, MANEUVER, OUT, TORPEDOES
from modules.atlantic_chase.verbs import (
    EndStep,
    Fight,
    Fire,
    Maneuver,
    NextRound,
    SetUp,
    SufferHits,
    Torpedo,
)
from modules.atlantic_chase.zones import range_between
from tests.modules.atlantic_chase.battle import BF, BN, CLOSE, GF, GN, SHORT, engaged, fighting, two

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

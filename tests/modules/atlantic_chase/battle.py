"""Battles begun, for the tests of what is done in them."""

from __future__ import annotations

from modules.atlantic_chase.state import GUNNERY
from modules.atlantic_chase.verbs import EndStep, Engage, Fight, RollAction, SetUp

GF, GN, CLOSE, BN, BF = "German Far", "German Near", "Close", "British Near", "British Far"
SHORT = {"gneisenau": GN, "glasgow": BN}


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

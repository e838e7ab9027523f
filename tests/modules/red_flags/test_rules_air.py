"""Aircraft, gliders, paratroops (RF-4.13, RF-5.13 to RF-5.15, RF-17, RF-18). ``g01`` and so on are
the vectors of the digest."""

from __future__ import annotations

from modules.red_flags.air import fan, flights, soon_or_short
from modules.red_flags.state import MOVED
from modules.red_flags.verbs import (
    Bomb,
    Casualty,
    Debus,
    Drop,
    Engage,
    Fire,
    Fly,
    Melee,
    Move,
    Release,
    RollFirst,
    Strafe,
    TurnCard,
)


def way(bench, start, steps):
    """The hexes of a flight."""
    path, here = [], start
    for step in steps.split():
        here = bench.rules.tables.beside(here, step)
        path.append(here)
    return tuple(path)


def fly(bench, unit, start, steps):
    return Fly(unit, way(bench, start, steps), steps.split()[-1])


def air(bench, **units):
    return bench.field("S7", **units)


# --- Courses


def test_one_engine_turns_after_two_hexes(bench):  # m23, m24
    state = air(bench, SX1="0808 N")
    bench.close("RF-4.13", state, fly(bench, "SX1", "0808", "N N NE NE NE"))
    bench.breaks("RF-4.13", state, fly(bench, "SX1", "0808", "N NE NE"))


def test_two_engines_turn_after_three(bench):  # m25, m26
    state = air(bench, SX3="0808 N")
    bench.breaks("RF-4.13", state, fly(bench, "SX3", "0808", "N N NE NE"))
    bench.legal(state, fly(bench, "SX3", "0808", "N N N NW NW NW"))


def test_a_turn_is_sixty_degrees(bench):  # m27
    state = air(bench, SX1="0808 N")
    bench.breaks("RF-4.13", state, fly(bench, "SX1", "0808", "N N SE"))


def test_straight_hexes_count_over_turns(bench):
    state = air(bench, SX1={"at": "0808 N", "straight": 2})
    bench.legal(state, fly(bench, "SX1", "0808", "NE NE"))


def test_who_has_flown_straight_may_turn_now_or_later(bench):
    state = air(bench, SX1={"at": "0808 N", "straight": 2})
    found = set(flights(bench.rules.tables, state.unit("SX1")))
    assert way(bench, "0808", "NE NE NE") in found
    assert way(bench, "0808", "N N NE") in found


def test_all_ways_to_a_hex_are_found_with_more_than_one_turn(bench):
    state = air(bench, SX1={"at": "0808 N", "straight": 2})
    twice = way(bench, "0808", "NE NE N N NW")
    assert twice in set(flights(bench.rules.tables, state.unit("SX1"), twice[-1]))
    bench.legal(state, Fly("SX1", twice, "NW"))
    assert twice not in set(flights(bench.rules.tables, state.unit("SX1")))


def test_so_many_hexes_and_turns(bench):
    state = air(bench, SX1="0812 N", SX2={"at": "0712 N", "passes": 6})
    bench.breaks("RF-4.22", state, fly(bench, "SX1", "0812", "N N N N N N N"))
    bench.close("RF-4.22", state, fly(bench, "SX1", "0812", "N N N N N N"))
    bench.breaks("RF-4.22", state, fly(bench, "SX2", "0712", "N N"))
    bench.legal(state, Fly("SX2", (), ""))


def test_aircraft_come_in_at_their_own_edge(bench):
    state = air(bench, SX1="off")
    bench.breaks("RFD-23", state, Fly("SX1", ("1806", "1706"), "NW"))
    bench.breaks("RFD-23", state, Fly("SX1", (), "SE"))
    bench.breaks("RFD-23", state, Fly("SX1", ("0106", "0306"), "SE"))
    bench.close("RFD-23", state, Fly("SX1", ("0106", "0206"), "SE"))


def test_aircraft_do_not_hover(bench):
    state = air(bench, SX1="0808 N")
    bench.breaks("RFD-23", state, TurnCard("S1", "club"))
    flown = bench.after(state, fly(bench, "SX1", "0808", "N"))
    bench.close("RFD-23", flown, TurnCard("S1", "club"))


def test_who_flies_is_in_the_air(bench):
    state = air(bench, SX1="0808 N", SQ1="0606", SX2="off")
    bench.breaks("RF-1.17", state, Move("SX1", ("0807",), "N"))
    bench.breaks("RF-1.17", state, Fly("SQ1", ("0605",), "N"))
    bench.close("RF-1.17", state, Move("SQ1", ("0605",), ""))
    bench.breaks("RF-1.12", state, Bomb("SX2", 1, "0807", (1,) * 4))
    bench.breaks("RF-1.12", state, Move("SQ2", ("0807",), ""))
    bench.close("RF-1.12", state, Move("SQ1", ("0605",), ""))


# --- Bombs and guns


def test_a_dive_bomber_hits_the_hex_ahead(bench):  # g01, trap 8
    state = bench.field("G5", GX1="0808 N")
    assert fan(bench.rules.tables, "0808", "N", 1) == "0807"
    bench.close("RF-5.13", state, Bomb("GX1", 0, "0807", (1,) * 4))
    bench.breaks("RF-5.13", state, Bomb("GX1", 3, "0907", (1,) * 4))


def test_a_fighter_strafes_two_ahead(bench):  # g02
    state = bench.field("G5", GX2="0808 N", SI1="0806", SI2="0807", ST1="0806 N", GX3="0808 N")
    bench.close("RF-5.15", state, Strafe("GX2", "0806", "SI1", (1,) * 4))
    bench.breaks("RF-5.15", state, Strafe("GX2", "0807", "SI2", (1,) * 4))
    bench.breaks("RF-5.15", state, Strafe("GX3", "0806", "SI1", (1,) * 4))
    bench.breaks("RF-5.10", state, Strafe("GX2", "0806", "ST1", (1,) * 4))
    bench.breaks("RF-5.19", state, Strafe("GX2", "0806", "SI1", (1,) * 3))


def test_a_die_says_where_other_bombs_fall(bench):  # g03, g04
    assert fan(bench.rules.tables, "0808", "N", 5) == "0706"
    assert fan(bench.rules.tables, "1407", "SW", 6) == "1108"
    state = air(bench, SX1="0808 N")
    bench.close("RF-5.14", state, Bomb("SX1", 5, "0706", (1,) * 4))
    bench.breaks("RF-5.14", state, Bomb("SX1", 4, "0706", (1,) * 4))
    bench.breaks("RF-5.14", state, Bomb("SX1", 0, "0807", (1,) * 4))


def test_a_bomber_throws_six_dice(bench):  # d18
    state = air(bench, SX4="0808 N", SX2="0708 N")
    bench.close("RF-5.23", state, Bomb("SX4", 1, "0807", (1,) * 6))
    bench.breaks("RF-5.23", state, Bomb("SX4", 1, "0807", (1,) * 4))
    bench.breaks("RF-5.23", state, Bomb("SX2", 1, "0707", (1,) * 4))


def test_a_load_falls_once(bench):
    state = bench.field("G5", GX1={"at": "0808 N", "loads": 0})
    bench.breaks("RFD-24", state, Bomb("GX1", 0, "0807", (1,) * 4))
    bench.close("RFD-24", bench.field("G5", GX1="0808 N"), Bomb("GX1", 0, "0807", (1,) * 4))


def test_bombs_hit_tanks_from_above_and_all_in_the_hex(bench):
    state = bench.field("G5", GX1="0808 N", ST1="0807 N", SI1="0807")
    hit = bench.after(state, Bomb("GX1", 0, "0807", (5, 1, 1, 1)))
    assert {(one.piece, one.to) for one in hit.pending} == {("ST1", "top"), ("SI1", "")}


# --- Gliders


def test_a_glider_lands_where_the_die_says(bench):
    state = air(bench, SX3="0808 N", SG1="in SX3")
    bench.close("RF-17.3", state, Release("SG1", 4, "0806"))
    bench.breaks("RF-17.3", state, Release("SG1", 3, "0806"))
    bench.breaks("RF-17.3", state, Release("SG1", 7, ""))


def test_a_glider_is_released_from_its_tug(bench):
    state = air(bench, SX3="off", SG1="in SX3", SX1="0808 N")
    bench.breaks("RF-17.2", state, Release("SG1", 1, "0807"))
    bench.breaks("RF-17.2", state, Release("SX1", 1, "0807"))
    towed = air(bench, SX3="0808 N", SG1="in SX3")
    bench.close("RF-17.2", towed, Release("SG1", 1, "0807"))


def landed(bench, **others):
    state = air(bench, SX3="0808 N", SG1="in SX3", SQ1="in SG1", **others)
    return bench.after(state, Release("SG1", 4, "0806"))


def test_nobody_leaves_a_glider_when_it_lands(bench):
    down = landed(bench)
    bench.breaks("RF-17.4", down, Debus("SQ1"))
    aloft = air(bench, SX3="0808 N", SQ1="in SX3")
    bench.breaks("RF-17.4", aloft, Debus("SQ1"))
    bench.close("RF-17.4", down.changed(turn=2), Debus("SQ1"))


def test_nobody_in_a_glider_defends_himself(bench):  # the trap of 17.5
    met = landed(bench, GI3="0806")
    assert [one.what for one in met.pending] == ["melee"]
    assert [one.piece for one in met.pending] == ["GI3"]
    bench.breaks("RF-17.5", met, Melee("SQ1", (1,) * 4))
    bench.close("RF-17.5", met, Melee("GI3", (1,) * 4))
    lost = bench.after(met, Melee("GI3", (1,) * 4))
    assert ("withdraw", "SG1") in [(one.what, one.piece) for one in lost.pending]
    bench.breaks("RFD-42", met, TurnCard("S1", "club"))


def test_close_combat_at_once_where_one_lands(bench):
    state = air(bench, SX3="0808 N", SQ1="in SX3", GI3="0806")
    dropped = bench.after(state, Drop("SQ1", (4,) * 4, "0806"))
    bench.breaks("RFD-42", dropped, Fly("SX3", ("0807",), "N"))
    bench.close("RFD-42", state, Fly("SX3", ("0807",), "N"))


def test_who_has_landed_opens_no_fire(bench):
    state = air(bench, SQ1={"at": "0806", "landed": 1}, GI3="0805")
    bench.breaks("RF-17.5", state, Engage("SQ1", "0805", "GI3"))
    helpless = bench.field("G1", SQ1={"at": "0806", "helpless": 1}, GI3="0805")
    aimed = bench.after(helpless, Engage("GI3", "0806", "SQ1"))
    bench.breaks("RF-17.5", aimed, Fire("SQ1", ("smg",), (1,) * 6))


def test_paratroops_answer_fire_when_they_land(bench):
    state = bench.field("G1", SQ1={"at": "0806", "landed": 1}, GI3="0805")
    aimed = bench.after(
        state, Engage("GI3", "0806", "SQ1"), RollFirst("GI3", 1), RollFirst("SQ1", 6)
    )
    bench.legal(aimed, Fire("SQ1", ("smg",), (1,) * 6))


def test_two_gliders_in_a_hex_shake_all_aboard(bench):  # q06
    down = landed(bench, SG2="in SX3", SQ2="in SG2")
    both = bench.after(down, Release("SG2", 4, "0806"))
    assert {one.piece for one in both.pending} == {"SQ1", "SQ2"}
    bench.breaks("RF-17.6", both, TurnCard("S1", "club"))
    thrown = both
    for one in ("SQ1", "SQ2"):
        for _ in range(4):
            thrown = bench.after(thrown, Casualty(one, thrown.unit(one).men[0], 6, False))
    bench.close("RF-17.6", thrown, fly(bench, "SX3", "0808", "N"))


# --- Paratroops


def test_they_jump_before_the_aircraft_moves(bench):  # q05
    state = air(bench, SX3={"at": "0808 N", "steps": 1, "acts": (MOVED,)}, SQ1="in SX3")
    bench.breaks("RF-18.2", state, Drop("SQ1", (1,) * 4, "0807"))
    before = air(bench, SX3="0808 N", SQ1="in SX3")
    bench.close("RF-18.2", before, Drop("SQ1", (1,) * 4, "0807"))


def test_paratroops_jump_out_of_transports(bench):
    state = air(bench, SX3="off", SQ1="in SX3", SQ2="0606")
    bench.breaks("RF-18.1", state, Drop("SQ1", (1,) * 4, "0807"))
    bench.breaks("RF-18.1", state, Drop("SQ2", (1,) * 4, "0807"))
    over = air(bench, SX3="0808 N", SQ1="in SX3")
    bench.close("RF-18.1", over, Drop("SQ1", (1,) * 4, "0807"))


def test_each_paratrooper_throws(bench):
    state = air(bench, SX3="0808 N", SQ1="in SX3")
    bench.breaks("RF-18.3", state, Drop("SQ1", (1,) * 3, "0807"))
    bench.breaks("RF-18.3", state, Drop("SQ1", (1,) * 4, "0806"))
    bench.breaks("RF-18.3", state, Drop("SQ1", (1, 1, 1, 9), "0807"))
    bench.close("RF-18.3", state, Drop("SQ1", (1, 4, 1, 1), "0806"))


def test_who_has_landed_does_not_move(bench):
    state = bench.after(air(bench, SX3="0808 N", SQ1="in SX3"), Drop("SQ1", (1,) * 4, "0807"))
    bench.breaks("RF-18.4", state, Move("SQ1", ("0806",), ""))
    bench.close("RF-18.4", state.changed(turn=2), Move("SQ1", ("0806",), ""))


def test_a_flight_nobody_saw_was_one_that_turns_soon_or_a_short_one():
    """What it flies next shows which: the two are tried before any other."""
    found = {
        (soon, late, length, "N"): tuple(f"{length}{at}" for at in range(length))
        for soon, late, length in ((1, 0, 7), (1, 0, 8), (1, 1, 6), (2, 0, 5), (2, 1, 5))
    }
    assert [len(path) for path in soon_or_short(found)] == [7, 5, 6, 8, 5]
    assert [*soon_or_short({})] == []

"""Repair, CAP, aircraft, the air return, floatplanes (UV-5.2, 5.3, 5.6, 5.7, 21.3). ``t21`` and so
on are the vectors of the digest."""

from __future__ import annotations

from modules.uboat_variant import state as st
from modules.uboat_variant.verbs import (
    AirAttack,
    AirCombat,
    AirDetect,
    Bomb,
    EndGame,
    EndTurn,
    Ferry,
    FightBack,
    Flip,
    FlyAsw,
    NextPhase,
    OnTrack,
    Passes,
    Patrol,
    PlaceCap,
    Rebase,
    Remove,
    Repair,
    ReturnHome,
)

BV, Z, BOAT = "BV-222", "Z-511", "BARBARIGO"
AXIS_TURN = {"last": "Allied"}


def air(bench, at=None, air=None, **words):
    """The air movement; the Allied side is to act."""
    return bench.turn(st.AIR, words.pop("turn", 5), at, air, **words)


# --- Repair and CAP


def test_what_is_damaged_is_repaired_in_its_phase(bench):
    state = bench.turn(st.REPAIR, places={"norfolk": 1})
    bench.close("UV-5.2.1", state, Repair("norfolk", 4, True))
    bench.breaks("UV-5.2.1", state, Repair("boston", 4, True))
    bench.breaks("UV-5.2.1", state.changed(step=st.AIR), Repair("norfolk", 4, True))
    bench.breaks("UVX-12.5.4", state, Repair("norfolk", 6, True))
    bench.close("UVX-12.5.4", state, Repair("norfolk", 6, False))
    tried = bench.after(state, Repair("norfolk", 6, False))
    bench.breaks("UVX-12.5.4", tried, Repair("norfolk", 4, True))
    assert bench.after(state, Repair("norfolk", 4, True)).places["norfolk"] == 0


def test_fighters_fly_cap_at_home(bench):
    state = bench.turn(st.REPAIR, air={"P40-1": "base", "PBY-1": "base", "F4F-1": "base flown"})
    bench.close("UV-5.2.2", state, PlaceCap("P40-1", "CA"))
    bench.breaks("UV-5.2.2", state, PlaceCap("PBY-1", "CA"))
    bench.breaks("UV-5.2.2", state, PlaceCap("F4F-1", "CA"))
    bench.breaks("UV-5.2.2", state.changed(step=st.AIR), PlaceCap("P40-1", "CA"))
    bench.breaks("UVX-12.1", state, PlaceCap("P40-1", "DB"))
    bench.close("UVX-12.1", state, PlaceCap("P40-1", "CA"))


# --- Alternation, and what each side may do


def test_aircraft_alternate_the_us_first(bench):
    state = air(bench, air={"PBY-1": "base", "PBY-2": "base", "HE177-1": "base"})
    bench.close("UV-5.3.1", state, Patrol("PBY-1", "CA"))
    moved = bench.after(state, Patrol("PBY-1", "CA"))
    bench.breaks("UV-5.3.1", moved, Patrol("PBY-2", "DM"))
    passed = bench.after(moved, Passes("Axis"))
    bench.legal(passed, Patrol("PBY-2", "DM"))
    bench.breaks("UV-5.3.1", moved, Passes("Allied"))


def test_a_patrol_stays_in_its_zone_unflown(bench):
    state = air(bench, air={"PBY-1": "base"})
    bench.close("UV-5.3.2", state, Patrol("PBY-1", "CA"))
    bench.breaks("UV-5.3.2", state, Patrol("PBY-1", "Langley"))
    out = bench.after(state, Patrol("PBY-1", "CA"))
    assert out.plane("PBY-1").at == "CA"
    assert not out.plane("PBY-1").flown
    bench.breaks("UVX-12.1", state, Patrol("PBY-1", "DT"))
    bench.close("UVX-12.1", state, Patrol("PBY-1", "DD"))


def test_an_attack_on_boats_on_the_surface(bench):
    at = {"U-66": "CA surfaced", "U-109": "CA submerged", "U-123": "CB surfaced"}
    state = air(bench, at, {"PBY-1": "base"})
    bench.close("UV-5.3.3", state, FlyAsw("PBY-1", "CA", "U-66"))
    bench.breaks("UV-5.3.3", state, FlyAsw("PBY-1", "CA", "U-109"))
    bench.breaks("UV-5.3.3", state, FlyAsw("PBY-1", "CA", "U-123"))
    out = bench.after(state, FlyAsw("PBY-1", "CA", "U-66"))
    bench.breaks("UV-5.3.3", out, NextPhase())
    assert bench.after(out, Flip("PBY-1")).plane("PBY-1").flown
    bench.legal(out, AirDetect("PBY-1", "U-66", 5, True))
    bench.breaks("UV-5.3.3", state, AirDetect("PBY-1", "U-66", 5, True))
    found = bench.after(out, AirDetect("PBY-1", "U-66", 5, True))
    bench.legal(found, AirAttack("PBY-1", "U-66", 3, 9))
    bench.breaks("UV-5.3.3", out, AirAttack("PBY-1", "U-66", 3, 9))


def test_what_is_thrown_from_the_air(bench):
    out = air(
        bench, {"U-66": "CA surfaced"}, {"PBY-1": "CA"}, hunted=frozenset({("PBY-1", "U-66")})
    )
    bench.breaks("UVX-8.4", out, AirDetect("PBY-1", "U-66", 6, True))
    bench.close("UVX-8.4", out, AirDetect("PBY-1", "U-66", 6, False))
    found = out.changed(spotted=frozenset({("PBY-1", "U-66")}))
    bench.breaks("UVX-9.4.3", found, AirAttack("PBY-1", "U-66", 3, 8))
    bench.close("UVX-9.4.3", found, AirAttack("PBY-1", "U-66", 2, 0))
    bench.breaks("UVX-9.4.3", found, AirAttack("PBY-1", "U-66", 9, 11))


def test_air_combat_flips_the_fighters_of_the_other(bench):
    planes = {"P40-1": "base", "ME109-1": "CE cap", "ME109-2": "CE cap", "B24-1": "base"}
    state = air(bench, air=planes)
    fought = AirCombat("B24-1", "CE", "ME109-1", 2, True)
    bench.close("UV-5.3.4", state, fought)
    bench.breaks("UV-5.3.4", state, AirCombat("B24-1", "CE", "P40-1", 2, True))
    after = bench.after(state, fought, FightBack("ME109-1", 9, False))
    assert {(one.what, one.piece) for one in after.pending} == {
        (st.LOSS, "ME109-1"),
        (st.FLIP, "ME109-2"),
    }
    bench.breaks("UV-5.3.4", bench.after(after, Remove("ME109-1")), NextPhase())
    german = air(bench, air={"P40-1": "CA cap", "ME264-1": "base"}, **AXIS_TURN)
    bench.close("UV-5.3.7", german, AirCombat("ME264-1", "CA", "P40-1", 9, False))
    bench.breaks("UV-5.3.7", german, AirCombat("ME264-1", "DD", "P40-1", 9, False))
    replied = bench.after(
        german, AirCombat("ME264-1", "CA", "P40-1", 9, False), FightBack("P40-1", 9, False)
    )
    bench.breaks("UV-5.3.7", replied, NextPhase())


def test_who_is_shot_down(bench):
    state = air(bench, air={"B24-1": "base", "ME109-1": "CE cap"})
    bench.breaks("UVX-9.4", state, AirCombat("B24-1", "CE", "ME109-1", 3, True))
    bench.close("UVX-9.4", state, AirCombat("B24-1", "CE", "ME109-1", 3, False))
    bench.breaks("UVX-9.4", state, FightBack("ME109-1", 3, True))
    bench.breaks("UVX-9.4", state, Remove("ME109-1"))


def test_bombers_bomb_and_are_flown(bench):
    state = air(bench, air={"B24-1": "base", "PBY-1": "base"})
    bombed = Bomb("B24-1", "CE", "lajes_terceira", "", 3, 3, True)
    bench.close("UV-5.3.5", state, bombed)
    bench.breaks("UV-5.3.5", state, Bomb("PBY-1", "CA", "lajes_terceira", "", 0, 3, False))
    bench.breaks("UV-5.3.5", state, Bomb("B24-1", "CE", "norfolk", "", 3, 3, True))
    bench.breaks("UV-5.3.5", bench.after(state, bombed), NextPhase())
    assert bench.after(state, bombed).places["lajes_terceira"] == 1
    german = air(bench, {"convoy_1": "CB n20"}, {"ME264-1": "base", "ME109-1": "base"}, **AXIS_TURN)
    bench.close("UV-5.3.8", german, Bomb("ME264-1", "CB", "convoy_1", "", 2, 3, False))
    bench.breaks("UV-5.3.8", german, Bomb("ME264-1", "CB", "norfolk", "", 2, 3, False))
    bench.breaks("UV-5.3.8", german, Bomb("ME109-1", "CD", "convoy_1", "", 0, 3, False))
    hit = bench.after(german, Bomb("ME264-1", "CA", "norfolk", "", 2, 3, False))
    bench.breaks("UV-5.3.8", hit, NextPhase())
    bench.breaks("UVX-12.5", german, Bomb("ME264-1", "CA", "norfolk", "", 2, 3, True))
    bench.close("UVX-12.5", german, Bomb("ME264-1", "CA", "norfolk", "", 2, 2, True))
    bench.breaks("UVX-12.5", german, Bomb("ME264-1", "CA", "norfolk", "", 4, 2, True))


def test_only_the_us_rebases_and_does_nothing_else(bench):
    state = air(bench, air={"PBY-1": "base", "ME109-1": "base"})
    bench.close("UV-5.3.6", state, Rebase("PBY-1", "Langley"))
    bench.breaks("UV-5.3.6", state, Rebase("PBY-1", "Lajes Terceira"))
    moved = bench.after(state, Rebase("PBY-1", "Langley"))
    assert moved.plane("PBY-1").base == "Langley"
    bench.breaks("UV-5.3.6", moved, NextPhase())
    bench.breaks("UVX-12.1", state, Rebase("PBY-1", "Waller Trinidad"))
    german = state.changed(**AXIS_TURN)
    bench.breaks("UV-5.3.9", german, Rebase("ME109-1", "Santa Maria"))
    bench.close("UV-5.3.9", state, Rebase("PBY-1", "Langley"))
    allied = moved.changed(passed=frozenset({"Axis"}))
    bench.breaks("UV-5.3.12", allied, Patrol("PBY-1", "CA"))
    bench.close("UV-5.3.12", state, Patrol("PBY-1", "CA"))
    bench.close("UV-5.3.9", german.changed(last=""), Rebase("PBY-1", "Langley"))


def test_germans_neither_patrol_nor_hunt_boats(bench):
    state = air(bench, air={"ME264-1": "base", "PBY-1": "base"}, **AXIS_TURN)
    bench.breaks("UV-5.3.10", state, Patrol("ME264-1", "CB"))
    bench.close("UV-5.3.10", state.changed(last=""), Patrol("PBY-1", "CB"))


def test_one_action_a_turn(bench):
    planes = {"PBY-1": "CA did:Patrol", "PBY-2": "base flown", "PBY-3": "base"}
    state = air(bench, air=planes)
    bench.breaks("UV-5.3.11", state, Patrol("PBY-1", "CA"))
    bench.breaks("UV-5.3.11", state, Patrol("PBY-2", "DM"))
    bench.close("UV-5.3.11", state, Patrol("PBY-3", "DD"))
    bench.breaks("UV-5.1.3", air(bench, air={"HE177-1": "base track6"}, **AXIS_TURN), BOMB_HE)


BOMB_HE = Bomb("HE177-1", "CB", "convoy_1", "", 2, 3, False)


# --- 5.6


def test_unflown_aircraft_search_in_the_second_movement(bench):
    at = {"U-66": "CA surfaced", "U-109": "CA submerged"}
    planes = {"PBY-1": "CA", "PBY-2": "CA flown", "PBY-3": "DD", "HUD-1": "CA searched"}
    state = bench.turn(st.SECOND, at=at, air=planes)
    search = AirDetect("PBY-1", "U-66", 5, True)
    bench.close("UV-5.6.2", state, search)
    bench.breaks("UV-5.6.2", state, AirDetect("PBY-1", "U-109", 5, True))
    bench.breaks("UV-5.6.2", state, AirDetect("PBY-2", "U-66", 5, True))
    bench.breaks("UV-5.6.2", state, AirDetect("PBY-3", "U-66", 5, True))
    bench.breaks("UV-5.6.2", state, AirDetect("HUD-1", "U-66", 5, True))
    bench.breaks("UV-5.6.2", state, AirAttack("PBY-1", "U-66", 3, 9))
    found = bench.after(state, search)
    bench.legal(found, AirAttack("PBY-1", "U-66", 3, 9))
    attacked = bench.after(found, AirAttack("PBY-1", "U-66", 2, 0))
    bench.breaks("UV-5.6.2", attacked, NextPhase())


# --- 5.7


def home(bench, air, at=None, turn=5):
    """The second movement is over, and the air return begins."""
    return bench.after(bench.turn(st.SECOND, turn, at, air), NextPhase())


def test_everybody_returns_to_a_base_in_range(bench):
    state = home(bench, {"PBY-1": "CA", "P40-1": "CA cap", "PBY-2": "base"})
    assert {one.piece for one in state.pending} == {"PBY-1", "P40-1"}
    bench.close("UV-5.7.1", state, ReturnHome("PBY-1", "Langley"))
    bench.breaks("UV-5.7.1", state, ReturnHome("P40-1", "Waller Trinidad"))
    bench.breaks("UV-5.7.1", state, ReturnHome("PBY-1", "Santa Maria"))
    bench.breaks("UV-5.7.1", state, ReturnHome("PBY-2", "Langley"))
    bench.breaks("UV-5.7.1", state, EndTurn())


def test_flown_bombers_go_two_turns_ahead(bench):  # t59
    state = home(bench, {"HE177-1": "CB flown", "ME109-1": "CE cap"})
    bench.close("UV-5.7.2", state, OnTrack("HE177-1", 7))
    bench.breaks("UV-5.7.2", state, OnTrack("HE177-1", 6))
    bench.breaks("UV-5.7.2", state, OnTrack("ME109-1", 7))
    bench.breaks("UV-5.7.2", state, EndTurn())
    away = bench.after(state, OnTrack("HE177-1", 7), ReturnHome("ME109-1", "Lajes Terceira"))
    assert away.plane("HE177-1").track == 7
    sixth = bench.after(away, EndTurn())
    assert not sixth.pending
    assert [
        one.piece for one in bench.forced(sixth.changed(step=st.RETURN), EndTurn()).pending
    ] == ["HE177-1"]


def test_the_marker_stops_on_the_last_turn(bench):  # t60
    last = bench.turn(st.RETURN, 20)
    bench.breaks("UV-5.7.3", last, EndTurn())
    bench.close("UV-5.7.3", last, EndGame())
    bench.breaks("UV-5.7.3", bench.turn(st.RETURN, 19), EndGame())
    bench.close("UV-5.7.3", bench.turn(st.RETURN, 19), EndTurn())
    assert bench.after(last.changed(tons=400_000), EndGame()).outcome.winner == "Axis"
    assert bench.after(last.changed(tons=300_000), EndGame()).outcome.winner == st.NOBODY


# --- Floatplanes


def bomb(support="U-123", zone="CA", factor=2, plane=BV):
    return Bomb(plane, zone, "norfolk", support, factor, 9, False)


def floats(bench, boat="CB surfaced", plane=BV, name="U-123", **words):
    """A floatplane off the map and a boat; the Axis side is to act."""
    at = {name: boat, **words.pop("at", {})}
    return air(bench, at, {plane: "base"}, **AXIS_TURN, **words)


def test_the_bv_222_needs_a_boat(bench):  # t21 to t23, trap 6
    bench.close("UV-21.3.1b", floats(bench), bomb())
    for boat in ("CC surfaced", "CB submerged", "CB surfaced detected", "CB surfaced d1"):
        bench.breaks("UV-21.3.1b", floats(bench, boat), bomb())
    bench.close("UV-21.3.1c", floats(bench, "CA surfaced"), bomb(factor=4))
    bench.breaks("UV-21.3.1c", floats(bench, "CA surfaced"), bomb(factor=2))
    bench.breaks("UV-21.3.1c", floats(bench), bomb(factor=4))
    bench.breaks("UVD-18", floats(bench), bomb(""))
    bench.close("UVD-18", floats(bench), bomb())
    both = floats(bench, at={BOAT: "CA surfaced"})
    bench.breaks("UV-21.3.1g", both, bomb(BOAT, factor=4))
    bench.close("UV-21.3.1g", both, bomb())
    other = air(bench, {"U-123": "CB surfaced"}, {"ME264-1": "base"}, **AXIS_TURN)
    bench.breaks("UVD-22", other, bomb(plane="ME264-1"))
    bench.close("UVD-22", other, bomb("", plane="ME264-1"))


def test_floatplanes_fly_in_two_scenarios_and_only_bomb(bench):  # t28
    bench.close("UV-21.3.a", floats(bench), bomb())
    fight = floats(bench)
    bench.breaks("UV-21.3.e", fight, AirCombat(BV, "CA", "P40-1", 9, False))
    bench.close("UV-21.3.e", fight, bomb())
    bench.agreed(scenario="17.3")
    bench.breaks("UV-21.3.a", floats(bench), bomb())


def test_the_z_511_needs_the_barbarigo(bench):  # trap 7
    state = floats(bench, plane=Z, name=BOAT, role=st.CONVENTIONAL)
    attack = bomb(BOAT, plane=Z)
    bench.close("UV-21.3.2b", state, attack)
    bench.close("UV-21.3.c", state, attack)
    bench.close("UV-21.3.d", state, attack)
    for boat in ("CC surfaced", "CB submerged", "CB surfaced detected", "CB surfaced d1"):
        wrong = floats(bench, boat, plane=Z, name=BOAT, role=st.CONVENTIONAL)
        bench.breaks("UV-21.3.2b", wrong, attack)
    bench.breaks("UV-21.3.2b", floats(bench, plane=Z, at={BOAT: "CA"}), bomb(plane=Z))
    near = floats(bench, "CA surfaced", plane=Z, name=BOAT)
    bench.close("UV-21.3.2c", near, bomb(BOAT, factor=4, plane=Z))
    bench.breaks("UV-21.3.2c", near, bomb(BOAT, factor=2, plane=Z))
    bench.breaks("UV-21.3.c", floats(bench, "europe", plane=Z, name=BOAT), attack)
    bench.breaks("UV-21.3.d", floats(bench, plane=Z, name=BOAT, role=st.FERRY), attack)


def flown(bench, plane, boat, words):
    """A floatplane that has bombed with a boat, at the air return."""
    name = "U-123" if plane == BV else BOAT
    planes = {plane: f"CA flown did:Bomb by:{name} {words}"}
    return home(bench, planes, {name: boat})


def test_who_cannot_refuel_is_lost(bench):  # t24, t25, legal traps 3 and 4
    for plane, case_id, quiet, track in (
        (BV, "UV-21.3.1d", "UV-21.3.1e", "UV-21.3.1f"),
        (Z, "UV-21.3.2d", "UV-21.3.2e", "UV-21.3.2f"),
    ):
        for boat in ("CB submerged", "CB surfaced d1", "CB surfaced gone"):
            state = flown(bench, plane, boat, "fit0")
            bench.breaks(case_id, state, EndTurn())
            bench.breaks(case_id, state, OnTrack(plane, 7))
            bench.close(case_id, state, Remove(plane))
            assert bench.after(state, Remove(plane)).plane(plane).gone
        safe = flown(bench, plane, "CB surfaced detected", "fit0")
        bench.breaks(quiet, safe, Remove(plane))
        bench.close(quiet, flown(bench, plane, "CB submerged", "fit0"), Remove(plane))
        bench.close(track, safe, OnTrack(plane, 7))
        bench.breaks(track, safe, OnTrack(plane, 6))
        bench.breaks(track, safe, EndTurn())


def test_a_floatplane_rearms_for_a_turn(bench):  # t26, t27
    sixth = air(bench, {"U-123": "CB surfaced"}, {BV: "base track7"}, turn=6, **AXIS_TURN)
    bench.breaks("UV-21.3.1f", sixth, bomb())
    bench.legal(floats(bench, turn=7), bomb())
    z = air(bench, {BOAT: "CB surfaced"}, {Z: "base track7"}, turn=6, **AXIS_TURN)
    bench.breaks("UV-21.3.2f", z, bomb(BOAT, plane=Z))


def test_floatplanes_have_no_base_on_the_map(bench):
    for plane, case_id in ((BV, "UV-21.3.1a"), (Z, "UV-21.3.2a")):
        state = bench.turn(st.RETURN, air={plane: "CA flown", "PBY-1": "CA"})
        bench.breaks(case_id, state, ReturnHome(plane, "Lajes Terceira"))
        due = bench.owing(state, st.HOME, "PBY-1", side="Allied", case="UV-5.7.1")
        bench.close(case_id, due, ReturnHome("PBY-1", "Langley"))


def test_the_z_511_carries_frogmen_once(bench):  # trap 8
    state = floats(bench, "CA surfaced", plane=Z, name=BOAT, role=st.CONVENTIONAL)
    bench.close("UV-21.3.2g", state, Ferry(Z, "boston", BOAT))
    bench.close("UV-21.3.2h", state, Ferry(Z, "boston", BOAT))
    bench.breaks("UV-21.3.2h", floats(bench, plane=Z, name=BOAT), Ferry(Z, "boston", BOAT))
    bench.breaks("UV-21.3.2g", state, Ferry(Z, "halifax", BOAT))
    again = state.changed(strikes={Z: st.Strike("boston", 3, "", (), "FM-1")})
    bench.breaks("UV-21.3.2g", again, Ferry(Z, "new_york", BOAT))
    wrong = floats(bench, "CA surfaced detected", plane=Z, name=BOAT)
    bench.breaks("UV-21.3.2b", wrong, Ferry(Z, "boston", BOAT))
    bench.breaks("UV-21.3.e", bench.after(state, Ferry(Z, "boston", BOAT)), NextPhase())


def test_who_does_not_attack_is_not_flipped(bench):
    state = air(bench, air={"PBY-1": "CA"})
    bench.breaks("UV-5.5.9", state, Flip("PBY-1"))
    due = bench.owing(state, st.FLIP, "PBY-1", side="Allied", case="UV-5.3.3")
    bench.close("UV-5.5.9", due, Flip("PBY-1"))


def test_a_lost_floatplane_is_not_put_on_the_track(bench):
    state = flown(bench, BV, "CB submerged", "fit0")
    assert "UV-21.3.1d" in bench.cases(state, OnTrack(BV, 7))

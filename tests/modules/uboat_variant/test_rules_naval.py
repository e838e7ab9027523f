"""Phases, variants, the naval movement, the second movement (UV-21.0, 5.0, 5.4, 5.6)."""

from __future__ import annotations

from modules.uboat_variant import state as st
from modules.uboat_variant.verbs import (
    Arrive,
    Bombard,
    ChangeDepth,
    EndTurn,
    Enter,
    ExitMap,
    NavalMove,
    NextPhase,
    OpenContact,
    Passes,
    Patrol,
    Refuel,
    SecondMove,
    TryEntry,
)

U66, COW = "U-66", "MILCH-COW"
AXIS_TURN = {"last": "Allied"}


def axis(bench, at, **words):
    """The Axis side is to move."""
    return bench.turn(at=at, **AXIS_TURN, **words)


def go(unit, to, fuel=None, depth=st.SURFACED, along=()):
    """A move; of a boat on the surface for a point of fuel if nothing else is said."""
    boat = unit.startswith(("U-", "M", "B", "NA"))
    return NavalMove(unit, depth if boat else "", to, int(boat) if fuel is None else fuel, along)


# --- Variants, phases


def test_only_what_was_agreed_on(bench):
    bench.close("UV-21.0.1", bench.turn(st.EVENTS, 4, {"NA-1": "europe"}), TryEntry("NA-1", 3))
    bench.agreed(variants=frozenset({"21.2", "21.3", "21.4", "21.5"}))
    bench.breaks("UV-21.0.1", bench.turn(st.EVENTS, 4, {"NA-1": "europe"}), TryEntry("NA-1", 3))
    bench.breaks("UV-21.0.1", axis(bench, {"NA-1": "BD"}), go("NA-1", "BC"))
    bench.agreed(variants=frozenset({"21.1"}))
    state = bench.turn(st.EVENTS, 2, {"CAN-DD-1": "reserve"})
    bench.breaks("UV-21.0.1", state, Enter("CAN-DD-1", "BB"))


def test_phases_run_in_their_order(bench):
    state = bench.turn(st.NAVAL, at={U66: "CA surfaced"}, air={"PBY-1": "base"})
    bench.breaks("UV-5.0.1", state, Patrol("PBY-1", "CA"))
    bench.close("UV-5.0.1", state.changed(step=st.AIR), Patrol("PBY-1", "CA"))
    bench.breaks("UV-5.0.1", state, EndTurn())
    bench.breaks("UV-5.0.1", state.changed(step=st.RETURN), NextPhase())
    bench.breaks("UV-5.0.1", state.changed(step=st.SECOND), go(U66, "CB"))


# --- Alternation


def test_ships_alternate_the_us_first(bench):
    at = {U66: "CB surfaced", "US-DD-1": "CA", "US-DD-2": "DB"}
    state = bench.turn(at=at)
    bench.close("UV-5.4.1", state, go("US-DD-1", "DC"))
    bench.breaks("UV-5.4.1", state, go(U66, "CC"))
    moved = bench.after(state, go("US-DD-1", "DC"))
    bench.breaks("UV-5.4.1", moved, go("US-DD-2", "DA"))
    alone = bench.after(moved, Passes("Axis"))
    bench.legal(alone, go("US-DD-2", "DA"))
    bench.breaks("UV-5.4.1", moved, Passes("Allied"))
    playing = moved.changed(contact=st.Contact("CA"))
    bench.breaks("UVD-32", playing, Passes("Axis"))
    bench.breaks("UV-5.4.1", alone.changed(step=st.EVENTS), Passes("Allied"))
    bench.breaks("UV-5.4.1", bench.turn(at={U66: "BD surfaced"}), ExitMap(U66, st.SURFACED, 1))
    bench.breaks("UV-5.4.1", bench.turn(at={"US-DD-1": "reserve"}), go("US-DD-1", "CA"))
    bench.breaks("UV-5.4.1", axis(bench, {U66: "europe"}), ExitMap(U66, st.SURFACED, 1))


def test_a_convoy_takes_its_stack_along(bench):
    state = bench.turn(at={"convoy_1": "CA n20", "US-DD-1": "CA", "US-DD-2": "DB"})
    bench.close("UV-5.4.1", state, go("convoy_1", "CB", along=("US-DD-1",)))
    bench.breaks("UV-5.4.1", state, go("convoy_1", "CB", along=("US-DD-2",)))
    bench.breaks("UV-5.4.1", state, go("US-DD-1", "CB", along=("convoy_1",)))
    sailed = bench.after(state, go("convoy_1", "CB", along=("US-DD-1",)))
    assert sailed.unit("US-DD-1").at == "CB"
    assert sailed.unit("US-DD-1").stack == "convoy_1"
    bench.breaks("UV-5.4.5", sailed.changed(last="Axis"), go("US-DD-1", "CA"))


def test_each_unit_moves_once(bench):
    state = axis(bench, {U66: "CA surfaced moved", "U-109": "CA surfaced"})
    bench.breaks("UV-5.4.5", state, go(U66, "CB"))
    bench.close("UV-5.4.5", state, go("U-109", "CB"))
    gone = axis(bench, {U66: "BD surfaced moved"})
    bench.breaks("UV-5.4.5", gone, ExitMap(U66, st.SURFACED, 1))


# --- Depth and fuel


def test_depth_is_fixed_at_the_start_of_a_move(bench):
    state = axis(bench, {U66: "CA", "US-DD-1": "DB"})
    bench.close("UV-5.4.2", state, go(U66, "CB", depth=st.SUBMERGED))
    bench.breaks("UV-5.4.2", state, go(U66, "CB", depth=""))
    moved = bench.after(state, go(U66, "CB", depth=st.SUBMERGED))
    assert moved.unit(U66).depth == st.SUBMERGED
    bench.breaks("UV-5.4.2", moved, ChangeDepth(U66, st.SURFACED))
    wrong = NavalMove("US-DD-1", st.SURFACED, "CA", 0, ())
    bench.breaks("UV-5.4.2", state.changed(last=""), wrong)
    bench.breaks("UV-5.4.2", axis(bench, {U66: "BD"}), ExitMap(U66, "", 1))


def test_fuel_is_recorded(bench):
    state = axis(bench, {U66: "CA surfaced f2", "U-109": "BD surfaced f0"})
    bench.close("UV-5.4.3", state, go(U66, "CB"))
    bench.breaks("UV-5.4.3", state, go(U66, "CB", 0))
    assert bench.after(state, go(U66, "CB")).unit(U66).fuel == 1
    bench.breaks("UVX-11", state, go(U66, "CB", 2))
    bench.close("UVX-11", state, go(U66, "DD", 2))
    bench.breaks("UV-21.0.2", axis(bench, {U66: "CA surfaced f1"}), go(U66, "DD", 2))
    bench.close("UV-21.0.2", state, go(U66, "DD", 2))
    bench.breaks("UV-21.0.2", state, ExitMap("U-109", st.SURFACED, 1))
    bench.breaks("UV-5.4.3", state, ExitMap("U-109", st.SURFACED, 0))
    bench.breaks("UV-5.4.3", bench.turn(at={"US-DD-1": "CA"}), go("US-DD-1", "CB", 1))


def test_how_far_units_move(bench):
    state = axis(bench, {U66: "CA surfaced"})
    bench.close("UVX-7", state, go(U66, "DD", 2))
    bench.breaks("UVX-7", state, go(U66, "DD", 2, st.SUBMERGED))
    bench.breaks("UVX-7", state, go(U66, "CD", 3))


def test_refuelling_in_the_area_of_the_milch_cow(bench):
    at = {U66: "CD surfaced f5", COW: "CD surfaced n40", "U-109": "CC surfaced f5"}
    state = axis(bench, at)
    bench.close("UV-5.4.4", state, Refuel(U66, COW, 5))
    bench.breaks("UV-5.4.4", state, Refuel("U-109", COW, 5))
    bench.breaks("UV-5.4.4", state, Refuel(U66, "U-109", 5))
    bench.breaks("UV-5.4.4", state, Refuel(COW, COW, 5))
    full = bench.after(state, Refuel(U66, COW, 5), Refuel(U66, COW, 5))
    assert (full.unit(U66).fuel, full.unit(COW).cargo) == (15, 30)
    bench.breaks("UVX-11", full, Refuel(U66, COW, 1))
    bench.breaks("UVX-11", state, Refuel(U66, COW, 6))
    bench.breaks("UVX-11", axis(bench, {**at, U66: "CD submerged f5"}), Refuel(U66, COW, 5))
    bench.breaks("UV-21.0.2", axis(bench, {**at, COW: "CD surfaced n2"}), Refuel(U66, COW, 5))


# --- Leaving, arriving, shores


def test_where_boats_leave_the_map(bench):
    state = axis(bench, {U66: "BD surfaced", "BARBARIGO": "DH surfaced", "U-109": "CA surfaced"})
    bench.close("UVX-E", state, ExitMap(U66, st.SURFACED, 1))
    bench.close("UVX-E", state, ExitMap("BARBARIGO", st.SURFACED, 1))
    bench.breaks("UVX-E", state, ExitMap("U-109", st.SURFACED, 1))
    bench.breaks("UVX-11", state, ExitMap(U66, st.SURFACED, 2))


def test_a_convoy_arrives_at_its_end(bench):
    state = bench.turn(at={"convoy_1": "CA n20 to:CA", "convoy_2": "CB n20 to:CA"})
    bench.legal(state, Arrive("convoy_1"))
    bench.breaks("UVX-10.1", state, Arrive("convoy_2"))


def test_shores_are_bombarded_after_the_grids(bench):
    state = bench.turn(at={"US-DD-1": "CE", "US-DD-2": "CA"})
    shot = Bombard("US-DD-1", "santa_maria", 3, True)
    bench.close("UV-5.5T.11", state, shot)
    bench.breaks("UV-5.5T.11", state.changed(contact=st.Contact("CE", st.TSL)), shot)
    bench.breaks("UV-5.5T.11", bench.owing(state, st.CONTACT, "CE", case="UV-5.5.1"), shot)
    assert bench.after(state, shot).places["santa_maria"] == 1
    bench.close("UVX-12.7", state, shot)
    bench.breaks("UVX-12.7", state, Bombard("US-DD-1", "santa_maria", 4, True))
    bench.breaks("UVX-12.7", state, Bombard("US-DD-2", "santa_maria", 3, True))
    bench.breaks("UVX-12.7", bench.after(state, shot), shot)
    boats = bench.turn(at={"US-DD-1": "CE", U66: "CE surfaced"})
    bench.breaks("UVX-12.7", boats, shot)


# --- The grids interrupt


def test_opponents_in_a_zone_open_its_grids(bench):
    state = axis(bench, {U66: "CA surfaced", "US-DD-1": "CB", "U-109": "CC surfaced"})
    met = bench.after(state, go(U66, "CB"))
    bench.breaks("UV-5.5.1", met, go("U-109", "CD"))
    bench.close("UV-5.5.1", met, OpenContact("CB"))
    bench.breaks("UV-5.5.1", state, OpenContact("CA"))
    bench.breaks("UV-5.5.2", met, OpenContact("CA"))
    bench.close("UV-5.5.2", met, OpenContact("CB"))
    played = bench.after(met, OpenContact("CB"))
    for other in (
        go("U-109", "CD"),
        ExitMap("U-109", st.SURFACED, 1),
        Refuel("U-109", "MILCH-COW", 1),
    ):
        bench.breaks("UV-5.5.1", played, other)
    bench.breaks("UV-5.5.1", played, Arrive("convoy_1"))


def test_and_again_whenever_they_meet(bench):
    state = axis(bench, {U66: "CA surfaced", "US-DD-1": "CB"}, met=frozenset({"CB"}))
    met = bench.after(state, go(U66, "CB"))
    bench.breaks("UV-5.5.17", met, Passes("Allied"))
    bench.close("UV-5.5.17", met, OpenContact("CB"))


# --- The second movement


def test_only_boats_on_the_surface_move_again(bench):  # t57
    at = {U66: "CA surfaced moved", "U-109": "CA submerged", "US-DD-1": "CB"}
    state = bench.turn(st.SECOND, at=at)
    bench.close("UV-5.6.1", state, SecondMove(U66, "DC", 1))
    bench.breaks("UV-5.6.1", state, SecondMove("U-109", "DC", 1))
    bench.breaks("UV-5.6.1", state, SecondMove("US-DD-1", "DC", 0))
    moved = bench.after(state, SecondMove(U66, "DC", 1))
    bench.breaks("UV-5.4.5", moved, SecondMove(U66, "CA", 1))
    bench.breaks("UVX-7", state, SecondMove(U66, "CD", 3))
    bench.breaks("UVX-11", state, SecondMove(U66, "DC", 2))
    bench.breaks("UV-5.4.3", state, SecondMove(U66, "DC", 0))
    crippled = bench.turn(st.SECOND, at={U66: "CA surfaced d3"})
    bench.breaks("UV-21.5.3d", crippled, SecondMove(U66, "DD", 2))


def test_no_grids_follow_it(bench):  # t58
    state = bench.turn(st.SECOND, at={U66: "CA surfaced", "US-DD-1": "CB"})
    moved = bench.after(state, SecondMove(U66, "CB", 1))
    assert not moved.pending
    bench.breaks("UV-5.6.3", moved, OpenContact("CB"))
    first = bench.after(axis(bench, {U66: "CA surfaced", "US-DD-1": "CB"}), go(U66, "CB"))
    bench.close("UV-5.6.3", first, OpenContact("CB"))


# --- The map


def test_the_map_of_great_squares(bench):  # t61, t62
    tables = bench.rules.tables
    assert "CE" not in tables.neighbours["BE"]
    known = {"BE-CE": 2, "CE-CA": 4, "CE-CB": 3, "CE-DD": 3, "BD-CA": 4, "BE-CA": 5, "DH-CA": 6}
    known |= {"DH-DM": 7, "DT-ED": 6, "DT-EC": 7, "BD-BB": 2, "BD-CD": 1}
    for pair, far in known.items():
        assert tables.areas_between(*pair.split("-")) == far, pair


def test_an_act_about_no_unit_has_nothing_to_choose(bench):
    """A declaration may name nobody, and then the log is asked what it may mean."""
    state = bench.turn(at={U66: "CA surfaced"})
    for kind, name in ((NavalMove, "unit"), (SecondMove, "boat")):
        assert not [*bench.rules.completions(state, kind, {name: ""}, legal=False)]

"""The role of the Barbarigo and its frogmen (UV-21.2.1, 21.3.2i). ``t13`` and so on are the vectors
of the digest."""

from __future__ import annotations

from modules.uboat_variant import state as st
from modules.uboat_variant.state import Strike
from modules.uboat_variant.verbs import (
    DrawMarker,
    Enter,
    Ferry,
    FillContainer,
    FixRole,
    FrogmanAttack,
    NavalMove,
    NextPhase,
    OpenContact,
    Remove,
    ShowRole,
    Tonnage,
    Torpedo,
)

BOAT, Z = "BARBARIGO", "Z-511"
FOUR = ("FM-1", "FM-3", "FM-4", "FM-5")
ALL = ("FM-1", "FM-2", "FM-3", "FM-4", "FM-5")


def off_new_york(bench, boat="CA surfaced", **words):
    """The Barbarigo off New York with frogmen aboard, in the naval movement."""
    at = {BOAT: boat, **words.pop("at", {})}
    return bench.turn(at=at, role=words.pop("role", st.FERRY), **words)


def declared(bench, boat="CA surfaced", markers=FOUR, **words):
    """An attack on New York is declared, and its container filled."""
    state = bench.after(off_new_york(bench, boat, **words), FrogmanAttack("new_york", 1))
    chooser = state.strikes["1"].chooser
    return bench.after(state, ShowRole(st.FERRY), FillContainer("1", chooser, markers))


def over(state):
    """Both sides have done with the naval movement."""
    return state.changed(passed=frozenset(st.OTHER))


# --- The role


def test_the_role_is_fixed_when_it_enters(bench):
    waits = bench.turn(st.EVENTS, 9, {BOAT: "europe"}, due_turn=9)
    entered = bench.after(waits, Enter(BOAT, "DH"))
    bench.close("UV-21.2.c", entered, FixRole(st.FERRY))
    bench.breaks("UV-21.2.c", entered, NextPhase())
    bench.breaks("UV-21.2.c", entered, FixRole("spy"))
    bench.breaks("UVD-7", waits, FixRole(st.FERRY))
    bench.close("UVD-7", entered, FixRole(st.FERRY))
    fixed = bench.after(entered, FixRole(st.FERRY))
    bench.breaks("UV-21.2.c", fixed, FixRole(st.CONVENTIONAL))
    assert bench.after(entered, FixRole(None)).role == st.HIDDEN


def test_what_is_shown_is_what_was_fixed(bench):
    state = off_new_york(bench)
    bench.legal(state, ShowRole(st.FERRY))
    bench.breaks("UV-21.2.c", state, ShowRole(st.CONVENTIONAL))
    unseen = off_new_york(bench, role=st.HIDDEN)
    bench.legal(unseen, ShowRole(st.CONVENTIONAL))
    once = bench.after(unseen, ShowRole(st.CONVENTIONAL))
    bench.breaks("UV-21.2.c", once, ShowRole(st.FERRY))
    bench.breaks("UV-21.2.c", off_new_york(bench, role=""), ShowRole(st.FERRY))


def test_a_role_that_came_out_is_shown(bench):
    state = bench.after(off_new_york(bench), FrogmanAttack("new_york", 1))
    filled = bench.after(state, FillContainer("1", "Axis", FOUR))
    bench.breaks("UVD-7", filled, NextPhase())


def test_with_frogmen_there_are_no_torpedoes(bench):  # trap 3
    at = {BOAT: "CA surfaced sq:3-3 t16", "convoy_3": "CA n20 sq:3-3 detected"}
    ferry = bench.grid(st.TSL, at=at, active=BOAT, role=st.FERRY)
    salvo = Torpedo(BOAT, "convoy_3", 2, 3, 0)
    bench.breaks("UV-21.2.1a", ferry, salvo)
    bench.close("UV-21.2.1a", ferry.changed(role=st.CONVENTIONAL), salvo)


# --- Declaring


def test_where_an_attack_is_declared(bench):  # t17
    attack = FrogmanAttack("new_york", 1)
    state = off_new_york(bench)
    for case_id in ("UV-21.2.1b", "UV-21.2.1c", "UV-21.2.1e", "UVD-16"):
        bench.close(case_id, state, attack)
    bench.breaks("UV-21.2.1b", off_new_york(bench, "BB surfaced"), FrogmanAttack("halifax", 1))
    bench.breaks("UV-21.2.1c", off_new_york(bench, "CA submerged"), attack)
    bench.breaks("UV-21.2.1e", state, FrogmanAttack("miami", 1))
    havana = off_new_york(bench, "DM surfaced")
    assert bench.breaks("UVD-16", havana, FrogmanAttack("havana", 1)).severity == "interpretation"


def test_only_a_ferry_attacks(bench):
    attack = FrogmanAttack("new_york", 1)
    bench.breaks("UV-21.2.e", off_new_york(bench, role=st.CONVENTIONAL), attack)
    bench.close("UV-21.2.e", off_new_york(bench), attack)


def test_before_the_grids_of_the_turn(bench):  # t18, trap 4
    played = off_new_york(bench, met=frozenset({"CA"}))
    bench.breaks("UV-21.2.1f", played, FrogmanAttack("new_york", 1))
    bench.close("UV-21.2.1f", off_new_york(bench), FrogmanAttack("new_york", 1))
    met = bench.owing(off_new_york(bench, at={"US-DD-1": "CA"}), st.CONTACT, "CA", case="UV-5.5.1")
    bench.legal(met, FrogmanAttack("new_york", 1))
    late = bench.after(off_new_york(bench), FrogmanAttack("new_york", 1), ShowRole(st.FERRY))
    opened = late.changed(contact=st.Contact("CA"))
    bench.breaks("UV-21.2.1f", opened, FillContainer("1", "Axis", FOUR))


def test_two_attacks_and_their_count(bench):
    one = bench.after(off_new_york(bench), FrogmanAttack("new_york", 1))
    filled = bench.after(one, ShowRole(st.FERRY), FillContainer("1", "Axis", FOUR))
    bench.close("UV-21.2.1d", filled, FrogmanAttack("boston", 2))
    bench.close("UV-21.2.1n", filled, FrogmanAttack("boston", 2))
    bench.breaks("UV-21.2.1n", filled, FrogmanAttack("boston", 1))
    two = bench.after(filled, FrogmanAttack("boston", 2), FillContainer("2", "Axis", FOUR))
    bench.breaks("UV-21.2.1d", two, FrogmanAttack("newport", 3))


# --- Containers


def test_four_of_the_five(bench):  # t14, t15
    state = bench.after(off_new_york(bench), FrogmanAttack("new_york", 1), ShowRole(st.FERRY))
    bench.close("UV-21.2.1g", state, FillContainer("1", "Axis", FOUR))
    bench.breaks("UV-21.2.1g", state, FillContainer("1", "Axis", ALL))
    bench.breaks("UV-21.2.1g", state, FillContainer("1", "Axis", ("FM-1", "FM-1", "FM-2", "FM-3")))
    bench.breaks("UV-21.2.1g", state, FillContainer("2", "Axis", FOUR))
    bench.breaks("UV-21.2.1g", state, NextPhase())
    bench.legal(state, FillContainer("1", "Axis", None))


def test_who_chooses_them(bench):  # t13, UVD-12
    seen = bench.after(off_new_york(bench, "CA surfaced detected"), FrogmanAttack("new_york", 1))
    bench.breaks("UV-21.2.1h", seen, FillContainer("1", "Axis", FOUR))
    bench.close("UV-21.2.1h", seen, FillContainer("1", "Allied", FOUR))
    unseen = bench.after(off_new_york(bench), FrogmanAttack("new_york", 1))
    bench.breaks("UV-21.2.1i", unseen, FillContainer("1", "Allied", FOUR))
    bench.close("UV-21.2.1i", unseen, FillContainer("1", "Axis", FOUR))
    later = unseen.change(BOAT, detected=True)
    bench.legal(later, FillContainer("1", "Axis", FOUR))


# --- Drawing


def test_after_the_grids_a_marker_of_the_container(bench):  # legal trap 2
    state = declared(bench)
    bench.breaks("UV-21.2.1j", state, DrawMarker("1", "FM-1"))
    done = over(state)
    bench.close("UV-21.2.1j", done, DrawMarker("1", "FM-1"))
    bench.breaks("UV-21.2.1j", done, DrawMarker("1", "FM-2"))
    bench.breaks("UV-21.2.1j", done, NextPhase())
    bench.breaks("UV-21.2.1j", over(off_new_york(bench)), DrawMarker("1", "FM-1"))
    dived = done.change(BOAT, depth=st.SUBMERGED)
    bench.legal(dived, DrawMarker("1", "FM-1"))
    bench.legal(over(declared(bench, markers=None)), DrawMarker("1", "FM-2"))


def test_a_lost_boat_strikes_no_more(bench):  # t19, trap 5
    one = {"1": Strike("new_york", 3, "Axis", FOUR, "FM-1"), "2": Strike("boston", 3, "Axis", FOUR)}
    state = off_new_york(bench, strikes=one)
    due = bench.owing(state, st.LOSS, BOAT, side="Axis", case="UV-21.5.1a")
    lost = bench.after(due, Remove(BOAT))
    assert lost.strikes["2"].failed
    bench.breaks("UV-21.2.1k", over(lost), DrawMarker("2", "FM-3"))
    bench.breaks("UV-21.2.1k", lost, FrogmanAttack("boston", 2))
    bench.close("UV-21.2.1k", over(declared(bench)), DrawMarker("1", "FM-3"))


def test_tonnage_only_where_the_marker_says_so(bench):
    drawn = bench.after(over(declared(bench)), DrawMarker("1", "FM-5"))
    bench.close("UV-21.2.1l", drawn, Tonnage("new_york", 6, 6000))
    bench.breaks("UV-21.2.1l", drawn, NextPhase())
    first = bench.after(drawn, Tonnage("new_york", 6, 6000))
    both = bench.after(first, Tonnage("new_york", 4, 4000))
    assert (both.tons, both.sunk) == (10_000, 2)
    bench.breaks("UV-21.2.1l", both, Tonnage("new_york", 4, 4000))
    nothing = bench.after(over(declared(bench)), DrawMarker("1", "FM-1"))
    bench.breaks("UV-21.2.1l", nothing, Tonnage("new_york", 6, 6000))
    bench.breaks("UVX-T", drawn, Tonnage("new_york", 6, 5000))
    bench.breaks("UVX-T", drawn, Tonnage("new_york", 6, 500))
    bench.close("UVX-T", drawn, Tonnage("new_york", 6, 6000))


def test_after_two_attacks_it_is_gone(bench):  # t20, UVD-14, UVD-15
    strikes = {
        "1": Strike("new_york", 3, "Axis", FOUR, "FM-1"),
        "2": Strike("boston", 3, "Axis", FOUR),
    }
    state = bench.owing(
        over(off_new_york(bench, strikes=strikes)), st.STRIKE, "2", case="UV-21.2.1j", side="Axis"
    )
    drawn = bench.after(state, DrawMarker("2", "FM-3"))
    bench.breaks("UV-21.2.1m", drawn, NextPhase())
    bench.close("UV-21.2.1m", drawn, Remove(BOAT))
    gone = bench.after(drawn, Remove(BOAT))
    assert gone.unit(BOAT).gone
    bench.breaks("UV-21.2.1m", gone.changed(passed=frozenset()), NavalMove(BOAT, "", "CB", 0, ()))
    once = {"1": Strike("new_york", 3, "Axis", FOUR, "FM-1")}
    bench.breaks("UV-21.2.1m", off_new_york(bench, strikes=once), Remove(BOAT))
    bench.breaks("UV-21.2.1m", gone.changed(passed=frozenset()), FrogmanAttack("boston", 3))


# --- The Z-511


def test_the_z_511_draws_one_of_five_at_once(bench):  # t16
    state = bench.turn(
        st.AIR,
        at={BOAT: "CA surfaced"},
        air={Z: "base"},
        role=st.CONVENTIONAL,
        shown=st.CONVENTIONAL,
        last="Allied",
    )
    flown = bench.after(state, Ferry(Z, "boston", BOAT))
    bench.close("UV-21.3.2i", flown, DrawMarker(Z, "FM-2"))
    bench.breaks("UV-21.3.2i", flown, DrawMarker(Z, "FM-9"))
    bench.breaks("UV-21.3.2i", flown, NextPhase())
    bench.breaks("UV-21.3.2i", state, DrawMarker(Z, "FM-2"))
    drawn = bench.after(flown, DrawMarker(Z, "FM-4"))
    bench.breaks("UV-21.3.2i", drawn, NextPhase())
    assert not drawn.unit(BOAT).gone
    bench.breaks("UV-21.3.2j", bench.after(flown, DrawMarker(Z, "FM-1")), Remove(BOAT))
    due = bench.owing(bench.after(flown, DrawMarker(Z, "FM-1")), st.LOSS, BOAT, side="Axis")
    bench.close("UV-21.3.2j", due, Remove(BOAT))


def test_a_declared_attack_may_come_while_opponents_wait(bench):
    met = bench.owing(off_new_york(bench, at={"US-DD-1": "CA"}), st.CONTACT, "CA", case="UV-5.5.1")
    attacked = bench.after(met, FrogmanAttack("new_york", 1), ShowRole(st.FERRY))
    bench.breaks("UV-21.2.1g", attacked, OpenContact("CA"))
    assert any(FillContainer in one.verbs for one in bench.rules.due(attacked))
    filled = bench.after(attacked, FillContainer("1", "Axis", FOUR))
    bench.legal(filled, OpenContact("CA"))

"""Who enters, the start of a turn (UV-21.1, 21.2, 21.4, 5.1). ``t01`` and so on are the vectors of
the digest, ``traps`` its lists of illegal and legal moves."""

from __future__ import annotations

from modules.uboat_variant import state as st
from modules.uboat_variant.verbs import (
    DetermineConvoy,
    Enter,
    NextPhase,
    RandomEvent,
    RollBarbarigo,
    TakeBack,
    TryEntry,
)

BOAT = "BARBARIGO"


def waiting(bench, turn=4, **words):
    """The six boats, the Barbarigo and the Canadians wait."""
    boats = dict.fromkeys(("NA-1", "NA-2", "NA-3", "NA-4", BOAT), "europe")
    ships = dict.fromkeys(("CAN-DD-1", "CAN-CUT-1", "CAN-CUT-2", "CAN-CUT-3"), "reserve")
    at = {**boats, **ships, **words.pop("at", {})}
    return bench.turn(st.EVENTS, turn, at, **words)


# --- North Atlantic boats


def test_a_lower_roll_enters_undetected(bench):  # t01, t06, t07
    state = bench.after(waiting(bench), TryEntry("NA-1", 3))
    bench.close("UV-21.1.4", state, Enter("NA-1", "BD"))
    bench.close("UV-21.1.5", state, Enter("NA-1", "BE"))
    entered = bench.after(state, Enter("NA-1", "BD"))
    assert entered.unit("NA-1").at == "BD"
    assert not entered.unit("NA-1").detected
    assert entered.unit("NA-1").depth == ""
    second = bench.after(waiting(bench, 2), TryEntry("NA-1", 1), Enter("NA-1", "BE"))
    assert second.first_entry == 2
    ninth = bench.after(waiting(bench, 9), TryEntry("NA-1", 8), Enter("NA-1", "BE"))
    assert ninth.unit("NA-1").at == "BE"
    bench.breaks("UV-21.1.4", state, Enter("NA-1", "BB"))
    bench.breaks("UV-21.1.4", waiting(bench), Enter("NA-1", "BD"))
    bench.breaks("UV-21.1.5", state, Enter("NA-1", "BD", True))


def test_a_higher_roll_tries_again(bench):  # t02, legal trap 1
    state = bench.after(waiting(bench), TryEntry("NA-4", 7))
    bench.breaks("UV-21.1.6", state, Enter("NA-4", "BD"))
    lower = bench.after(waiting(bench), TryEntry("NA-4", 2))
    bench.close("UV-21.1.6", lower, Enter("NA-4", "BD"))
    again = state.changed(turn=5, rolls={})
    bench.legal(again, TryEntry("NA-4", 2))
    bench.legal(bench.after(again, TryEntry("NA-4", 2)), Enter("NA-4", "BE"))


def test_a_ten_never_enters(bench):  # t03, trap 1
    state = bench.after(waiting(bench, 5), TryEntry("NA-2", 10))
    bench.breaks("UV-21.1.7", state, Enter("NA-2", "BD"))
    later = state.changed(turn=6, rolls={})
    bench.breaks("UV-21.1.7", later, TryEntry("NA-2", 2))
    bench.close("UV-21.1.7", waiting(bench, 5), TryEntry("NA-3", 10))


def test_the_number_of_the_turn_itself(bench):  # t04
    state = bench.after(waiting(bench), TryEntry("NA-1", 4))
    assert bench.breaks("UV-21.1.8", state, Enter("NA-1", "BD")).severity == "interpretation"
    below = bench.after(waiting(bench), TryEntry("NA-1", 3))
    bench.close("UV-21.1.8", below, Enter("NA-1", "BD"))
    bench.legal(state.changed(turn=5, rolls={}), TryEntry("NA-1", 1))


def test_from_the_second_turn_to_the_ninth(bench):  # t05, t08, t09, trap 2
    bench.breaks("UV-21.1.2", waiting(bench, 1), TryEntry("NA-1", 1))
    bench.breaks("UV-21.1.2", waiting(bench, 1), Enter("NA-1", "BD"))
    bench.close("UV-21.1.2", waiting(bench, 2), TryEntry("NA-1", 1))
    bench.breaks("UV-21.1.9", waiting(bench, 10), TryEntry("NA-3", 3))
    bench.breaks("UV-21.1.9", waiting(bench, 10, rolls={"NA-3": 3}), Enter("NA-3", "BE"))
    bench.close("UV-21.1.9", waiting(bench, 9), TryEntry("NA-3", 9))


def test_one_die_a_turn_for_each_of_the_six(bench):
    state = bench.after(waiting(bench), TryEntry("NA-1", 7))
    bench.breaks("UV-21.1.3", state, TryEntry("NA-1", 2))
    bench.close("UV-21.1.3", state, TryEntry("NA-2", 2))
    bench.breaks("UV-21.1.1", state, TryEntry("U-66", 2))
    bench.close("UV-21.1.1", state, TryEntry("NA-3", 2))
    inside = waiting(bench, at={"NA-1": "BD in3"}, rolls={"NA-1": 2})
    bench.breaks("UV-21.1.1", inside, Enter("NA-1", "BE"))
    bench.breaks("UV-21.1.1", inside, TryEntry("NA-1", 2))
    bench.breaks("UV-21.1.1", waiting(bench, at={"U-66": "europe"}), Enter("U-66", "BE"))


def test_units_enter_in_their_step(bench):
    bench.breaks("UV-5.1.2", waiting(bench).changed(step=st.AIR), TryEntry("NA-1", 2))
    bench.close("UV-5.1.2", waiting(bench), TryEntry("NA-1", 2))


def test_steps_run_in_their_order(bench):
    bench.breaks("UV-5.1.6", waiting(bench, part=st.CONVOY_STEP), TryEntry("NA-1", 2))
    bench.close("UV-5.1.6", waiting(bench, part=st.ENTRY_STEP), TryEntry("NA-1", 2))


# --- The Barbarigo


def test_a_die_and_one(bench):  # t10, t11
    state = waiting(bench, 1, due_turn=0)
    assert bench.after(state, RollBarbarigo(8, 9)).due_turn == 9
    assert bench.after(state, RollBarbarigo(10, 11)).due_turn == 11
    bench.breaks("UV-21.2.a", state, RollBarbarigo(8, 8))
    bench.close("UV-21.2.a", state, RollBarbarigo(8, 9))
    bench.breaks("UV-21.2.a", bench.after(state, RollBarbarigo(8, 9)), RollBarbarigo(2, 3))


def test_it_enters_on_its_turn(bench):  # t12
    state = waiting(bench, 9, due_turn=9)
    bench.close("UV-21.2.b", state, Enter(BOAT, "DH"))
    bench.breaks("UV-21.2.b", state, Enter(BOAT, "BD"))
    bench.breaks("UV-21.2.b", waiting(bench, 8, due_turn=9), Enter(BOAT, "DH"))
    bench.breaks("UV-21.2.b", waiting(bench, 8, due_turn=0), Enter(BOAT, "DH"))
    late = bench.breaks("UVD-8", waiting(bench, 10, due_turn=9), Enter(BOAT, "DT"))
    assert late.severity == "interpretation"
    bench.close("UVD-8", state, Enter(BOAT, "DT"))


def test_who_enters_is_not_detected(bench):
    state = waiting(bench, 9, due_turn=9)
    bench.breaks("UVD-42", state, Enter(BOAT, "DH", True))
    bench.close("UVD-42", state, Enter(BOAT, "DH"))


def test_beyond_the_last_turn_it_never_comes(bench):
    bench.agreed(last_turn=8)
    bench.breaks("UV-21.2.f", waiting(bench, 8, due_turn=9), Enter(BOAT, "DH"))
    bench.close("UV-21.2.f", waiting(bench, 8, due_turn=8), Enter(BOAT, "DH"))


# --- Canadians


def test_after_a_north_atlantic_boat(bench):  # t29, t30
    bench.agreed(scenario="17.3")
    state = waiting(bench, 4, first_entry=4)
    bench.breaks("UV-21.4.b", state, Enter("CAN-DD-1", "BB"))
    later = state.changed(turn=5)
    bench.close("UV-21.4.b", later, Enter("CAN-DD-1", "BB"))
    split = bench.after(
        later,
        Enter("CAN-DD-1", "BB"),
        Enter("CAN-CUT-1", "BB"),
        Enter("CAN-CUT-2", "BC"),
        Enter("CAN-CUT-3", "BD"),
    )
    assert split.unit("CAN-CUT-3").at == "BD"


def test_in_two_scenarios_on_turn_two(bench):
    bench.close("UV-21.4.c", waiting(bench, 2), Enter("CAN-DD-1", "BB"))
    bench.breaks("UV-21.4.c", waiting(bench, 1), Enter("CAN-DD-1", "BB"))
    bench.breaks("UVD-25", waiting(bench, 3), Enter("CAN-DD-1", "BB"))
    bench.close("UVD-25", waiting(bench, 2), Enter("CAN-DD-1", "BB"))


def test_where_and_who(bench):  # t31
    bench.breaks("UV-21.4.d", waiting(bench, 2), Enter("CAN-CUT-1", "BA"))
    bench.close("UV-21.4.d", waiting(bench, 2), Enter("CAN-CUT-1", "BC"))
    inside = waiting(bench, 2, at={"CAN-CUT-1": "BB in2"})
    bench.breaks("UV-21.4.a", inside, Enter("CAN-CUT-1", "BB"))
    bench.breaks("UV-21.4.a", inside, Enter("US-DD-1", "BB"))
    bench.close("UV-21.4.a", inside, Enter("CAN-CUT-2", "BB"))


# --- Random event, bombers, convoys


def test_one_random_event(bench):
    first = waiting(bench, 1, event=False)
    bench.close("UV-5.1.1", first, RandomEvent(4))
    bench.breaks("UV-5.1.1", bench.after(first, RandomEvent(4)), RandomEvent(5))
    bench.breaks("UV-5.1.1", waiting(bench, 2, event=False), RandomEvent(4))


def test_bombers_come_back(bench):
    state = bench.turn(st.EVENTS, 5, air={"HE177-1": "base track5", "ME264-1": "base track6"})
    due = bench.owing(state, st.BACK, "HE177-1", side="Axis", case="UV-5.1.3")
    bench.close("UV-5.1.3", due, TakeBack("HE177-1"))
    assert bench.after(due, TakeBack("HE177-1")).plane("HE177-1").track == 0
    bench.breaks("UV-5.1.3", due, TakeBack("ME264-1"))
    bench.breaks("UV-5.1.3", due, NextPhase())
    # That the phase was over is one breach; it does not forbid to put it right.
    bench.close("UV-5.1.3", bench.rules.apply(due, NextPhase()), TakeBack("HE177-1"))


CONVOY = DetermineConvoy("convoy_4", (5, 6, 3), "DM", "CA", True, 20)


def test_convoys_only_for_free_markers(bench):  # t54
    free = bench.turn(st.EVENTS, at={"convoy_4": "pool", "convoy_1": "BB"})
    bench.close("UV-5.1.4", free, CONVOY)
    sailing = bench.turn(st.EVENTS, at={"convoy_4": "BC", "convoy_1": "BB"})
    bench.breaks("UV-5.1.4", sailing, CONVOY)
    ten = bench.turn(st.EVENTS, at={f"convoy_{n}": "BB" for n in range(1, 11)})
    bench.breaks("UV-5.1.5", ten, CONVOY)
    bench.close("UV-5.1.5", free, CONVOY)
    bench.breaks("UV-5.0.1", free.changed(step=st.AIR), CONVOY)


def test_what_three_dice_say_of_a_convoy(bench):
    free = bench.turn(st.EVENTS, at={"convoy_4": "pool"})
    bench.close("UVX-10.1", free, CONVOY)
    slow = DetermineConvoy("convoy_4", (5, 6, 3), "DM", "CA", False, 20)
    bench.breaks("UVX-10.1", free, slow)
    assert bench.after(free, CONVOY).unit("convoy_4").cargo == 20
    bench.breaks("UVX-10.1", free.changed(determined=True), CONVOY)
    bench.breaks("UVX-10.1", free, DetermineConvoy("convoy_4", (5,), "DM", "CA", True, 20))


# --- Boats that were repaired


def test_a_repaired_boat_returns_two_turns_later(bench):
    state = waiting(bench, 8, at={"U-66": "europe due8"})
    bench.close("UV-21.5.3j", state, Enter("U-66", "BD"))
    bench.breaks("UV-21.5.3j", state.changed(turn=7), Enter("U-66", "BD"))
    bench.breaks("UVD-29", state, Enter("U-66", "CA"))
    bench.close("UVD-29", state, Enter("U-66", "BE"))
    gone = waiting(bench, 8, at={"U-66": "europe gone"})
    bench.breaks("UV-21.5.3k", gone, Enter("U-66", "BD"))
    bench.close("UV-21.5.3k", state, Enter("U-66", "BD"))

"""Section 4, the damaged and the pursued ship, and leaving the map."""

from __future__ import annotations

from modules.graf_spee.state import COMBAT, VOYAGE_LOG
from modules.graf_spee.verbs import AirSearch, Answer, Escape, LogCourse, OpenCourse, Raid, ShowShip
from validator.hidden.whereabouts import Whereabouts

ATLANTIC, INDIAN = "Atlantic Ocean", "Indian Ocean"


def test_the_ship_does_not_move_three_hexes(bench):
    state = bench.position(VOYAGE_LOG, ship="A3")
    assert "3 hexes from A3" in bench.breaks("GS-4(1)a", state, LogCourse("C2", False)).did
    bench.close("GS-4(1)a", bench.position(VOYAGE_LOG, ship="A1"), LogCourse("C2", False))


def test_the_ship_may_stay(bench):
    bench.close("GS-4(1)a", bench.position(VOYAGE_LOG, ship="A3"), LogCourse("A3", False))


def test_what_would_have_been_legal_is_named(bench):
    state = bench.position(VOYAGE_LOG, ship="A1")
    legal = bench.breaks("GS-4(1)a", state, LogCourse("E4", False)).legal
    named = legal.replace(" or ", ", ").split(", ")
    assert sorted(named) == [
        "A1",
        "A2",
        "A3",
        "B1",
        "B2",
        "B3",
        "C1",
        "C2",
        "C3",
    ]


def test_the_ship_does_not_go_ashore(bench):
    state = bench.position(VOYAGE_LOG, ship="A1")
    for place in ("A0", "B0", "Z5"):
        bench.breaks("GS-4(1)b", state, LogCourse(place, False))
    bench.close("GS-4(1)b", state, LogCourse("B1", False))


def test_the_ship_is_not_shown_without_a_cause(bench):
    bench.breaks("GS-4(2)a", bench.position(COMBAT, ship="C3"), ShowShip("C3"))
    met = bench.position(COMBAT, ship="C3", at={"exeter": "C3"})
    bench.close("GS-4(2)a", met, ShowShip("C3"))
    bench.breaks("GS-4(2)a", bench.after(met, ShowShip("C3")), ShowShip("C3"))


def test_a_ship_that_is_not_pursued_does_not_move_openly(bench):
    bench.breaks("GS-4(2)a", bench.position(VOYAGE_LOG), OpenCourse("C4", False))
    bench.close("GS-4(2)a", bench.position(VOYAGE_LOG, pursued=True), OpenCourse("C4", False))


def test_refuelling_needs_a_supply_ship_where_the_move_starts(bench):
    state = bench.position(VOYAGE_LOG, ship="B2")
    bench.breaks("GS-4(3)a", state, LogCourse("B4", True))
    at_supply = bench.position(VOYAGE_LOG, ship="B3")
    bench.close("GS-4(3)a", at_supply, LogCourse("B6", True))
    bench.breaks("GS-4(3)a", at_supply, LogCourse("E1", True))


def test_a_damaged_ship_that_refuels_does_not_move_three(bench):
    state = bench.position(VOYAGE_LOG, ship="B3", damaged=True, hits=1)
    bench.breaks("GS-4(3)b", state, LogCourse("B6", True))
    bench.close("GS-4(3)b", state, LogCourse("B5", True))


def test_refuelling_is_written_down(bench):
    state = bench.position(VOYAGE_LOG, ship="B3")
    assert bench.breaks("GS-4(3)c", state, LogCourse("B6", False))
    assert bench.cases(state, LogCourse("B6", False)) == ["GS-4(3)c"]
    bench.close("GS-4(3)c", state, LogCourse("B5", False))


def test_a_supply_ship_works_once(bench):
    state = bench.position(VOYAGE_LOG, ship="B3", used=("supply_1",))
    bench.breaks("GS-4(3)d", state, LogCourse("B4", True))
    fresh = bench.position(VOYAGE_LOG, ship="B3", used=("supply_2",))
    bench.close("GS-4(3)d", fresh, LogCourse("B4", True))


def test_a_supply_ship_is_used_up_by_refuelling_and_by_nothing_else(bench):
    state = bench.position(VOYAGE_LOG, ship="B3")
    assert bench.after(state, LogCourse("B4", True)).supplies["supply_1"].used
    assert not bench.after(state, LogCourse("B4", False)).supplies["supply_1"].used


def test_there_is_no_fourth_supply_ship_to_refuel_from(bench):
    state = bench.position(VOYAGE_LOG, ship="A3", used=("supply_1", "supply_2", "supply_3"))
    assert bench.cases(state, LogCourse("A4", True)) == ["GS-2(4)a"]


def test_a_damaged_ship_does_not_move_two_hexes(bench):
    state = bench.position(VOYAGE_LOG, ship="B2", damaged=True, hits=1)
    assert bench.cases(state, LogCourse("B4", False)) == ["GS-6(4)b"]
    bench.breaks("GS-6(4)b", state, LogCourse("B4", False))
    bench.close("GS-6(4)b", state, LogCourse("B3", False))


def test_a_ship_that_was_hit_and_not_marked_still_moves_one_hex(bench):
    state = bench.position(VOYAGE_LOG, ship="B2", hits=1)
    bench.breaks("GS-6(4)b", state, LogCourse("B4", False))


def test_a_pursued_ship_does_not_move_in_secret(bench):
    state = bench.position(VOYAGE_LOG, pursued=True)
    assert bench.breaks("GS-6(6)b", state, LogCourse("C4", False)).severity == "missing"
    bench.close("GS-6(6)b", bench.position(VOYAGE_LOG), LogCourse("C4", False))


def test_the_ship_leaves_for_the_atlantic_from_a1_to_a3(bench):
    bench.breaks("GS-8(1)b", bench.position(VOYAGE_LOG, ship="A4"), Escape(ATLANTIC, "A4", False))
    bench.breaks("GS-8(1)b", bench.position(VOYAGE_LOG, ship="A3"), Escape("Markers", "A3", False))
    for place in ("A1", "A2", "A3"):
        state = bench.position(VOYAGE_LOG, ship=place)
        bench.close("GS-8(1)b", state, Escape(ATLANTIC, place, False))


def test_the_ship_leaves_for_the_indian_ocean_from_b6(bench):
    bench.breaks("GS-8(1)c", bench.position(VOYAGE_LOG, ship="B6"), Escape(INDIAN, "A5", False))
    bench.breaks("GS-8(1)c", bench.position(VOYAGE_LOG, ship="C6"), Escape(INDIAN, "C6", False))
    bench.close("GS-8(1)c", bench.position(VOYAGE_LOG, ship="B6"), Escape(INDIAN, "B6", False))


def test_leaving_the_map_costs_a_hex(bench):
    two_away = bench.position(VOYAGE_LOG, ship="C2")
    breach = bench.breaks("DG-6", two_away, Escape(ATLANTIC, "A1", False))
    assert breach.severity == "interpretation"
    one_away = bench.position(VOYAGE_LOG, ship="B2")
    bench.close("DG-6", one_away, Escape(ATLANTIC, "A2", False))


def test_a_refuelled_ship_leaves_from_two_hexes_away(bench):
    state = bench.position(VOYAGE_LOG, ship="C3", supplies={"supply_1": "C3"})
    bench.close("DG-6", state, Escape(ATLANTIC, "A2", True))


def test_the_exit_is_worked_out_when_only_the_ocean_was_shown(bench):
    bench.legal(bench.position(VOYAGE_LOG, ship="B2"), Escape(ATLANTIC, None, False))
    far = bench.position(VOYAGE_LOG, ship="D4")
    assert bench.cases(far, Escape(ATLANTIC, None, False)) == ["GS-4(1)a"]


# --- What only a reveal can show ---------------------------------------------------------


def test_a_ship_is_not_shown_where_it_cannot_have_come(bench):
    state = bench.unseen(VOYAGE_LOG, ship=Whereabouts.at("A1"))
    state = bench.forced(state, LogCourse(None))
    searching = state.changed(step=COMBAT, contact="none")
    bench.breaks("GS-4(1)a", searching, Raid("E4"))
    bench.close("GS-4(1)a", searching, Raid("C2"))


def test_a_supply_ship_nobody_knows_may_have_helped(bench):
    state = bench.forced(bench.unseen(VOYAGE_LOG, ship=Whereabouts.at("A1")), LogCourse(None))
    assert state.ship["B4"] == 1
    bench.legal(state.changed(step=COMBAT, contact="none"), Raid("B4"))


def test_no_more_than_three_refuels_are_believed(bench):
    state = bench.unseen(VOYAGE_LOG, ship=Whereabouts.at("A1", 3))
    state = bench.forced(state, LogCourse(None))
    searching = state.changed(step=COMBAT, contact="none")
    bench.breaks("GS-4(1)a", searching, Raid("B4"))


def test_a_damaged_ship_is_not_shown_where_it_cannot_have_come(bench):
    state = bench.unseen(VOYAGE_LOG, ship=Whereabouts.at("A1", 3), damaged=True, hits=1)
    state = bench.forced(state, LogCourse(None)).changed(step=COMBAT, contact="none")
    bench.breaks("GS-6(4)b", state, Raid("C3"))
    bench.close("GS-6(4)b", state, Raid("B2"))


def test_a_ship_is_not_found_where_it_cannot_have_come(bench):
    state = bench.unseen(VOYAGE_LOG, ship=Whereabouts.at("A1", 3))
    state = bench.forced(state, LogCourse(None)).changed(step=COMBAT, contact="none")
    searched = bench.forced(state, AirSearch("piece 1", "E4"))
    bench.breaks("GS-4(1)a", searched, Answer(True))
    near = bench.forced(state, AirSearch("piece 1", "B2"))
    bench.close("GS-4(1)a", near, Answer(True))
    hurt = searched.changed(damaged=True)
    bench.breaks("GS-6(4)b", hurt, Answer(True))

"""OSL and TSL (UV-5.5)."""

from __future__ import annotations

from modules.uboat_variant import state as st
from modules.uboat_variant.verbs import (
    AirAttack,
    AswAttack,
    ChangeDepth,
    CloseOsl,
    CloseTsl,
    Deploy,
    Detect,
    DoneMoving,
    FirstMover,
    Flip,
    GoBack,
    GridMove,
    Gunfire,
    HuffDuff,
    NextPhase,
    OpenContact,
    SecondRoll,
    ToBox,
    Torpedo,
)

U66, DD, CONVOY = "U-66", "US-DD-1", "convoy_1"


def pair(level, boat="surfaced", ship="", **words):
    """A boat at 3,3 and a destroyer at 3,4 (or in the same square)."""
    mark = "," if level == st.OSL else "-"
    box = "" if level == st.OSL else " box:A"
    here = words.pop("here", f"3{mark}4")
    return {
        U66: f"CA {boat} sq:3{mark}3{box}",
        DD: f"CA {ship} sq:{here}{box}",
        **words.pop("at", {}),
    }


def osl(bench, boat="surfaced", ship="", at=None, **words):
    return bench.grid(st.OSL, at={**pair(st.OSL, boat, ship), **(at or {})}, **words)


def tsl(bench, boat="surfaced", ship="", at=None, here="3-4", **words):
    return bench.grid(st.TSL, at={**pair(st.TSL, boat, ship, here=here), **(at or {})}, **words)


def move(unit, to, depth=""):
    return GridMove(unit, depth, False, to)


# --- Deployment


def waiting(bench, level=st.OSL, boat="", **words):
    at = {U66: f"CA {boat} box:A", DD: "CA box:A", CONVOY: "CA n20 box:A", "US-DD-2": "CA box:A"}
    at["US-DD-2"] += f" with:{CONVOY}"
    return bench.grid(level, st.DEPLOYING, at=at, **words)


def test_two_dice_for_each_unit_or_stack(bench):
    for level, case_id, mark in ((st.OSL, "UV-5.5.3", ","), (st.TSL, "UV-5.5T.1", "-")):
        state = waiting(bench, level)
        right = Deploy(DD, (5, 7), f"5{mark}7", "")
        bench.close(case_id, state, right)
        bench.breaks(case_id, state, Deploy(DD, (5, 7), f"7{mark}5", ""))
        bench.breaks(case_id, state, Deploy("US-DD-2", (5, 7), f"5{mark}7", ""))
        bench.breaks(case_id, bench.after(state, right), right)
        bench.breaks(case_id, state, Deploy(DD, (5,), f"5{mark}5", ""))
        stack = bench.after(state, Deploy(CONVOY, (10, 1), f"10{mark}1", ""))
        assert stack.unit("US-DD-2").square == f"10{mark}1"


def test_depth_on_the_grid(bench):
    for level, told, same, mark in (
        (st.OSL, "UV-5.5.4", "UV-5.5.5", ","),
        (st.TSL, "UV-5.5T.2", "UV-5.5T.3", "-"),
    ):
        square = f"5{mark}7"
        state = waiting(bench, level)
        bench.close(told, state, Deploy(U66, (5, 7), square, st.SUBMERGED))
        bench.breaks(told, state, Deploy(U66, (5, 7), square, ""))
        deep = waiting(bench, level, st.SUBMERGED)
        bench.close(same, deep, Deploy(U66, (5, 7), square, st.SUBMERGED))
        bench.breaks(same, deep, Deploy(U66, (5, 7), square, st.SURFACED))
    hurt = waiting(bench, boat="d3")
    bench.breaks("UV-21.5.3b", hurt, Deploy(U66, (5, 7), "5,7", st.SUBMERGED))


# --- Huff-Duff

PLANES = {"PBY-1": "CA", "PBY-3": "CA", "PBY-2": "DM", "B18-1": "CA flown"}


def test_unflown_huff_duff_in_the_zone(bench):  # trap: flown
    at = {U66: "CA surfaced sq:3,3", "U-109": "CA submerged sq:4,4", DD: "CA sq:9,9"}
    state = bench.grid(st.OSL, st.LISTENING, at=at, air=PLANES)
    bench.close("UV-5.5.6", state, HuffDuff("PBY-1", U66, 4, True))
    bench.breaks("UV-5.5.6", state, HuffDuff("PBY-3", U66, 4, True))
    bench.breaks("UV-5.5.6", state, HuffDuff("PBY-2", U66, 4, True))
    bench.breaks("UV-5.5.6", state, HuffDuff("B18-1", U66, 4, True))
    bench.breaks("UV-5.5.6", state, HuffDuff("PBY-1", "U-109", 4, True))
    bench.breaks("UV-5.5.6", state, HuffDuff("PBY-1", DD, 4, True))
    bench.breaks("UV-5.5.6", state.here(stage=st.MOVING), HuffDuff("PBY-1", U66, 4, True))
    bench.breaks("UVX-8.3", state, HuffDuff("PBY-1", U66, 5, True))
    bench.close("UVX-8.3", state, HuffDuff("PBY-1", U66, 5, False))
    heard = bench.after(state, HuffDuff("PBY-1", U66, 5, False))
    bench.breaks("UVD-37", heard, HuffDuff("PBY-1", U66, 4, True))
    bench.close("UVD-37", state, HuffDuff("PBY-1", U66, 4, True))


def test_who_finds_may_attack_and_is_flown_then(bench):  # t55, t56
    at = {U66: "CA surfaced sq:3,3", DD: "CA sq:9,9"}
    state = bench.grid(st.OSL, st.LISTENING, at=at, air=PLANES)
    bench.breaks("UV-5.5.7", state, AirAttack("PBY-1", U66, 2, 0))
    found = bench.after(state, HuffDuff("PBY-1", U66, 4, True))
    bench.close("UV-5.5.7", found, AirAttack("PBY-1", U66, 2, 0))
    bench.breaks("UV-5.5.9", found, Flip("PBY-1"))
    assert not found.plane("PBY-1").flown
    attacked = bench.after(found, AirAttack("PBY-1", U66, 2, 0))
    bench.close("UV-5.5.9", attacked, Flip("PBY-1"))
    assert bench.after(attacked, Flip("PBY-1")).plane("PBY-1").flown
    over = attacked.changed(contact=st.NO_CONTACT, passed=frozenset(st.OTHER))
    bench.breaks("UV-5.5.8", over, NextPhase())
    bench.close("UV-5.5.8", over.without("PBY-1"), NextPhase())


def test_the_same_on_the_tsl_grid(bench):
    at = {U66: "CA surfaced sq:3-3 box:A", DD: "CA sq:9-9 box:A", "U-109": "CA surfaced"}
    state = bench.grid(st.TSL, st.LISTENING, at=at, air=PLANES)
    bench.close("UV-5.5T.4", state, HuffDuff("PBY-1", U66, 4, True))
    bench.breaks("UV-5.5T.4", state, HuffDuff("PBY-3", U66, 4, True))
    bench.breaks("UV-5.5T.4", state, HuffDuff("PBY-1", "U-109", 4, True))
    bench.breaks("UV-5.5T.4", state, AirAttack("PBY-1", U66, 2, 0))
    bench.breaks("UV-5.5T.4", state, Flip("PBY-1"))
    found = bench.after(state, HuffDuff("PBY-1", U66, 4, True), AirAttack("PBY-1", U66, 2, 0))
    over = found.changed(contact=st.NO_CONTACT, passed=frozenset(st.OTHER))
    bench.breaks("UV-5.5T.4", over, NextPhase())


# --- Rounds


def test_dice_say_who_moves_first(bench):
    for make, case_id in ((osl, "UV-5.5.10"), (tsl, "UV-5.5T.5")):
        fresh = make(bench, stage=st.LISTENING)
        bench.close(case_id, fresh, FirstMover("Axis", 4))
        to = "3,5" if make is osl else "3-5"
        bench.breaks(case_id, fresh, move(DD, to))
        bench.breaks(case_id, make(bench), FirstMover("Axis", 4))
        one = bench.after(fresh, FirstMover("Axis", 4))
        bench.breaks(case_id, one, FirstMover("Axis", 5))
        thrown = bench.after(one, FirstMover("Allied", 3))
        assert thrown.contact.first == "Axis"
        assert bench.after(one, FirstMover("Allied", 4)).contact.first == ""
    bench.breaks("UV-5.5.10", bench.turn(), FirstMover("Axis", 4))
    bench.breaks("UV-5.5.10", osl(bench, stage=st.LISTENING), FirstMover("Swiss", 4))
    bench.breaks("UV-5.5.10", osl(bench, stage=st.LISTENING), Detect(DD, U66, 5, True))


def test_units_alternate_on_a_grid(bench):
    at = {"US-DD-2": "CA sq:8,8", CONVOY: "CA sq:1,1", "US-DD-3": f"CA sq:1,1 with:{CONVOY}"}
    state = osl(bench, at=at)
    bench.close("UV-5.5.11", state, move(DD, "4,5"))
    bench.breaks("UV-5.5.11", state, move(U66, "4,4", st.SURFACED))
    moved = bench.after(state, move(DD, "4,5"))
    bench.breaks("UV-5.5.11", moved, move("US-DD-2", "7,7"))
    passed = bench.after(moved, DoneMoving("Axis"))
    bench.legal(passed, move("US-DD-2", "7,7"))
    bench.breaks("UV-5.5.11", passed, move(DD, "5,5"))
    bench.breaks("UV-5.5.11", state, move("US-DD-3", "2,2"))
    bench.breaks("UVD-32", passed, DoneMoving("Axis"))
    bench.close("UVD-32", moved, DoneMoving("Axis"))
    stack = bench.after(state, move(CONVOY, "2,2"))
    assert stack.unit("US-DD-3").square == "2,2"
    alone = tsl(bench)
    bench.breaks("UV-5.5T.5", alone, move(U66, "4-4", st.SURFACED))
    bench.close("UV-5.5T.5", alone, move(DD, "4-5"))


def test_depth_changes_at_the_start_of_a_move(bench):  # trap: at its end
    for make, case_id, mark in ((osl, "UV-5.5.12", ","), (tsl, "UV-5.5T.6", "-")):
        state = make(bench, first="Axis")
        bench.close(case_id, state, move(U66, f"3{mark}2", st.SUBMERGED))
        moved = bench.after(state, move(U66, f"2{mark}2", st.SURFACED))
        bench.breaks(case_id, moved, ChangeDepth(U66, st.SUBMERGED))
        bench.breaks(case_id, state, move(U66, f"3{mark}2", ""))


def test_searching_takes_the_place_of_a_move_or_follows_it(bench):  # trap: before it
    for make, case_id, mark in ((osl, "UV-5.5.13", ","), (tsl, "UV-5.5T.7", "-")):
        state = make(bench)
        look = Detect(DD, U66, 6, True)
        bench.close(case_id, state, look)
        looked = bench.after(state, look)
        assert looked.unit(U66).detected
        bench.breaks(case_id, looked, move(DD, f"4{mark}4"))
        bench.breaks(case_id, looked, look)
        turn = "UV-5.5.11" if make is osl else "UV-5.5T.5"
        bench.close(turn, looked, move(U66, f"2{mark}2", st.SURFACED))
        bench.breaks(turn, state, move(U66, f"2{mark}2", st.SURFACED))
        moved = bench.after(state, move(DD, f"4{mark}4"))
        bench.close(case_id, moved, look)
        bench.breaks(case_id, state, Detect(DD, "US-DD-2", 6, True))
    bench.breaks("UVX-8.1", osl(bench), Detect(DD, U66, 7, True))
    bench.close("UVX-8.1", osl(bench), Detect(DD, U66, 7, False))
    far = osl(bench, at={DD: "CA sq:9,9"})
    bench.breaks("UVX-8.1", far, Detect(DD, U66, 1, True))
    bench.breaks("UV-5.5.11", osl(bench), Detect(U66, DD, 5, True))


def test_how_far_units_move_on_a_grid(bench):
    state = osl(bench, first="Axis")
    bench.close("UVX-7", state, move(U66, "6,6", st.SURFACED))
    bench.breaks("UVX-7", state, move(U66, "7,7", st.SURFACED))
    bench.breaks("UVX-7", state, move(U66, "5,5", st.SUBMERGED))
    bench.close("UVX-7", state, GridMove(U66, st.SURFACED, True, ""))
    bench.breaks("UVX-7", state, GridMove(U66, st.SUBMERGED, True, ""))
    crippled = osl(bench, "surfaced d3", first="Axis")
    bench.breaks("UV-21.5.3d", crippled, move(U66, "5,5", st.SURFACED))
    bench.breaks("UV-21.5.3b", crippled, move(U66, "4,4", st.SUBMERGED))
    bench.legal(crippled, move(U66, "4,4", st.SURFACED))


# --- Boxes, and the end


def test_opponents_in_a_square_go_to_a_box(bench):
    state = osl(bench)
    met = bench.after(state, move(DD, "3,3"))
    bench.breaks("UV-5.5.14", met, DoneMoving("Axis"))
    bench.close("UV-5.5.14", met, ToBox(DD, "A"))
    bench.breaks("UV-5.5.14", met, ToBox(DD, "B"))
    bench.breaks("UV-5.5.14", state, ToBox(DD, "A"))
    boxed = bench.after(met, ToBox(DD, "A"), ToBox(U66, "A"))
    assert boxed.contact.boxes == ("A",)
    bench.close("UV-5.5.15", boxed, CloseOsl())


def test_rounds_until_no_opponents_are_left(bench):
    bench.breaks("UV-5.5.15", osl(bench), CloseOsl())
    bench.breaks("UV-5.5.15", osl(bench), NextPhase())
    alone = bench.grid(st.OSL, at={DD: "CA sq:3,3"}, acted=frozenset({DD}))
    bench.breaks("UV-5.5.15", alone, FirstMover("Axis", 3))
    bench.close("UV-5.5.15", alone, CloseOsl())
    bench.breaks("UV-5.5T.9", tsl(bench), CloseTsl())
    bench.breaks("UV-5.5T.9", tsl(bench), NextPhase())
    last = bench.grid(st.TSL, at={DD: "CA sq:3-3 box:A"}, acted=frozenset({DD}))
    bench.breaks("UV-5.5T.9", last, FirstMover("Axis", 3))
    bench.close("UV-5.5T.9", last, CloseTsl())
    bench.breaks("UV-5.5.15", bench.turn(), CloseOsl())
    bench.breaks("UV-5.5.15", osl(bench, first="Axis"), GridMove(U66, st.SURFACED, True, "3,2"))
    bench.breaks("UV-5.5.15", waiting(bench), CloseOsl())


def test_the_others_go_back_to_the_zone(bench):
    alone = bench.grid(st.OSL, at={DD: "CA sq:3,3"}, acted=frozenset({DD}))
    closed = bench.after(alone, CloseOsl())
    bench.close("UV-5.5.16", closed, GoBack(DD, "CA"))
    bench.breaks("UV-5.5.16", closed, GoBack(DD, "CB"))
    bench.breaks("UV-5.5.16", alone, GoBack(DD, "CA"))
    bench.breaks("UV-5.5.16", closed, DoneMoving("Axis"))
    assert not bench.after(closed, GoBack(DD, "CA")).contact
    last = bench.grid(st.TSL, at={DD: "CA sq:3-3 box:A"}, acted=frozenset({DD}))
    done = bench.after(last, CloseTsl())
    bench.close("UV-5.5T.10", done, GoBack(DD, "CA"))
    bench.breaks("UV-5.5T.10", done, GoBack(DD, "CB"))
    bench.breaks("UV-5.5T.10", done, DoneMoving("Axis"))


def test_boxes_are_played_by_their_letters(bench):  # UVD-35
    at = {U66: "CA surfaced box:B", DD: "CA box:B", "U-109": "CA surfaced box:A"}
    at |= {"US-DD-2": "CA box:A"}
    state = bench.grid(st.OSL, at=at, boxes=("A", "B"))
    first = bench.after(state, CloseOsl())
    assert (first.contact.level, first.contact.box, first.contact.stage) == (
        st.TSL,
        "A",
        st.DEPLOYING,
    )


# --- Combat


def test_combat_needs_one_square_and_a_detected_target(bench):
    state = tsl(bench, "surfaced detected", here="3-3", active=DD, last="Allied")
    fire = AswAttack(DD, U66, 2, 9)
    bench.close("UV-5.5T.8", state, fire)
    bench.breaks("UV-5.5T.8", tsl(bench, here="3-3", active=DD), fire)
    bench.breaks("UV-5.5T.8", tsl(bench, "surfaced detected", active=DD), fire)
    bench.breaks("UV-5.5T.8", tsl(bench, "surfaced detected", here="3-3"), fire)
    bench.breaks("UV-5.5T.8", osl(bench, "surfaced detected", active=DD), fire)
    deep = tsl(bench, "submerged detected", here="3-3", active=DD)
    bench.breaks("UV-5.5T.8", deep, Gunfire(DD, U66, 8, True))
    bench.legal(deep, fire)
    bench.breaks("UVD-40", bench.after(state, AswAttack(DD, U66, 1, 0)), fire)
    bench.close("UVD-40", state, fire)
    bench.breaks("UVX-9.2", state, AswAttack(DD, U66, 2, 8))
    bench.close("UVX-9.2", state, AswAttack(DD, U66, 1, 0))
    bench.breaks("UVX-9.2", state, AswAttack(DD, U66, 2, 12))
    bench.breaks("UVX-9.3", state, Gunfire(DD, U66, 4, True))
    bench.close("UVX-9.3", state, Gunfire(DD, U66, 5, True))


def test_a_hit_asks_for_the_second_die(bench):
    state = tsl(bench, "surfaced detected", here="3-3", active=DD)
    hit = bench.after(state, AswAttack(DD, U66, 2, 9))
    bench.breaks("UV-21.5.1a", hit, DoneMoving("Allied"))
    bench.legal(hit, SecondRoll(U66, 10, True, 0, 0))
    gun = bench.after(state, Gunfire(DD, U66, 5, True))
    bench.breaks("UV-21.5.2a", gun, DoneMoving("Allied"))
    bench.legal(gun, SecondRoll(U66, 3, False, 1, 1))


def test_torpedoes(bench):
    at = {CONVOY: "CA n20 sq:3-3 box:A detected"}
    state = tsl(bench, "surfaced t4", at=at, here="9-9", active=U66, last="Axis")
    bench.close("UV-5.5T.8", state, Torpedo(U66, CONVOY, 4, 2, 1))
    bench.close("UVX-9.1", state, Torpedo(U66, CONVOY, 4, 2, 1))
    bench.breaks("UVX-9.1", state, Torpedo(U66, CONVOY, 4, 2, 2))
    bench.breaks("UVX-9.1", state, Torpedo(U66, CONVOY, 0, 2, 0))
    short = tsl(bench, "surfaced t3", at=at, here="9-9", active=U66)
    bench.breaks("UV-21.0.2", short, Torpedo(U66, CONVOY, 4, 2, 1))
    fired = bench.after(state, Torpedo(U66, CONVOY, 4, 2, 1))
    assert fired.unit(U66).torpedoes == 0
    bench.breaks("UVX-T", fired, DoneMoving("Axis"))
    bench.breaks("UVD-40", state.here(fired=frozenset({U66})), Torpedo(U66, CONVOY, 1, 2, 0))
    escorted = tsl(bench, "surfaced t4", at=at, here="3-3", active=U66)
    bench.legal(escorted, Torpedo(U66, CONVOY, 4, 2, 0))
    single = tsl(bench, "surfaced t4", "detected", here="3-3", active=U66)
    bench.breaks("UVX-9.1", single, Torpedo(U66, DD, 4, 10, 2))
    bench.breaks("UV-5.5T.8", state, Torpedo(U66, DD, 1, 1, 0))


def test_the_contact_marker_and_the_first_grid(bench):
    state = bench.turn(at={U66: "CB surfaced", DD: "CB"})
    due = bench.owing(state, st.CONTACT, "CB", case="UV-5.5.1")
    opened = bench.after(due, OpenContact("CB"))
    assert opened.contact == st.Contact("CB")

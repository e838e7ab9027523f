"""Sections 2 and 3: the set-up and the order of play."""

from __future__ import annotations

from modules.graf_spee.state import COMBAT, ROYAL_NAVY, VOYAGE_LOG, Supply
from modules.graf_spee.verbs import (
    AirSearch,
    ChooseStart,
    Draw,
    EndMovement,
    EndTurn,
    Fire,
    LogCourse,
    MovePiece,
    NoContact,
    OpenCourse,
    PlaceSupply,
    Pursue,
    Raid,
    RollExtra,
    RollRaid,
    Split,
)
from validator.hidden.whereabouts import NOWHERE, Whereabouts

ATLANTIC, INDIAN = "Atlantic Ocean", "Indian Ocean"


def test_an_eleventh_piece_is_one_too_many(bench):
    start = bench.rules.start()
    more = start.pieces["exeter"].changed(id="ajax")
    crowded = start.with_piece(more)
    bench.breaks("GS-2(a)", crowded, Split(0, ()))
    bench.close("GS-2(a)", start, Split(0, ()))


def test_the_royal_navy_has_nine_pieces(bench):
    start = bench.rules.start()
    fewer = start.changed(pieces={k: v for k, v in start.pieces.items() if k != "exeter"})
    assert "8 pieces" in bench.breaks("GS-2(5)a", fewer, Split(0, ())).did
    bench.close("GS-2(5)a", start, Split(9, tuple(start.pieces)))


def test_two_of_the_nine_are_dummies(bench):
    start = bench.rules.start()
    ship = start.pieces["dummy_1"].changed(kind="CA")
    bench.breaks("GS-2(5)a", start.with_piece(ship), Split(0, ()))


def test_a_piece_from_nowhere_does_not_move(bench):
    bench.breaks("GS-2(5)a", bench.position(), MovePiece("ajax", "A1"))


def test_there_is_no_submarine(bench):
    state = bench.position(ROYAL_NAVY)
    bench.breaks("GS-2(5)a", state, Draw(ATLANTIC, "exeter", "SS"))


def test_a_turn_needs_a_written_course(bench):
    state = bench.position(VOYAGE_LOG)
    assert bench.breaks("GS-2(1)", state, EndTurn()).severity == "missing"
    quiet = bench.after(state, LogCourse("C3", False), EndMovement(), NoContact())
    bench.close("GS-2(1)", quiet, EndTurn())


def test_no_die_shows_seven(bench):
    state = bench.position()
    bench.breaks("GS-2(2)", state, RollExtra(7))
    bench.breaks("GS-2(2)", bench.contact("exeter"), Fire("graf_spee", "exeter", (6, 0, 1)))
    bench.close("GS-2(2)", state, RollExtra(6))


def test_a_die_nobody_saw_is_believed(bench):
    bench.close("GS-2(2)", bench.position(), RollExtra(None))


def test_the_start_is_in_row_a_or_b(bench):
    start = bench.rules.start()
    for place in ("B6", "C1", "E4"):
        bench.breaks("GS-2(3)a", start, ChooseStart(place))
    for place in ("A1", "A5", "B1", "B5"):
        bench.close("GS-2(3)a", start, ChooseStart(place))


def test_the_start_is_written_once(bench):
    start = bench.rules.start()
    bench.breaks("GS-2(3)b", bench.after(start, ChooseStart("A3")), ChooseStart("A4"))
    bench.close("GS-2(3)b", start, ChooseStart("A4"))


def test_play_does_not_begin_before_the_start_is_written(bench):
    start = bench.rules.start()
    breach = bench.breaks("GS-2(3)b", start, Draw(ATLANTIC, "exeter"))
    assert breach.severity == "missing"
    bench.breaks("GS-2(3)b", start, LogCourse("A3", False))


def test_supply_ships_wait_in_three_different_sea_hexes(bench):
    state = bench.after(bench.rules.start(), PlaceSupply("supply_1", "C3"))
    bench.breaks("GS-2(4)a", state, PlaceSupply("supply_2", "C3"))
    bench.breaks("GS-2(4)a", state, PlaceSupply("supply_2", "A6"))
    bench.close("GS-2(4)a", state, PlaceSupply("supply_2", "C1"))


def test_there_are_three_supply_ships_and_not_four(bench):
    bench.breaks("GS-2(4)a", bench.rules.start(), PlaceSupply("supply_4", "C3"))


def test_supply_ships_are_written_at_the_beginning(bench):
    late = bench.position(VOYAGE_LOG, supplies={"supply_1": "C3", "supply_2": "B3"})
    bench.breaks("GS-2(4)b", late, PlaceSupply("supply_3", "D3"))
    bench.close("GS-2(4)b", bench.rules.start(), PlaceSupply("supply_3", "D3"))


def test_play_does_not_begin_before_the_supply_ships_are_written(bench):
    state = bench.after(bench.rules.start(), ChooseStart("A3"), Split(0, ()))
    assert bench.breaks("GS-2(4)b", state, LogCourse("A3", False)).severity == "missing"


def test_a_supply_ship_does_not_move(bench):
    state = bench.after(bench.rules.start(), PlaceSupply("supply_1", "C3"))
    bench.breaks("GS-2(4)c", state, PlaceSupply("supply_1", "C4"))
    bench.close("GS-2(4)c", state, PlaceSupply("supply_2", "C4"))


def test_the_pieces_are_divided_once_and_face_down(bench):
    start = bench.rules.start()
    bench.breaks("GS-2(5)b", bench.after(start, Split(0, ())), Split(1, ("exeter",)))
    face_up = start.with_piece(start.pieces["renown"].changed(face_up=True))
    bench.breaks("GS-2(5)b", face_up, Split(0, ()))
    on_the_map = start.with_piece(start.pieces["renown"].changed(at="A1"))
    bench.breaks("GS-2(5)b", on_the_map, Split(0, ()))
    bench.close("GS-2(5)b", start, Split(1, ("exeter",)))


def test_pieces_on_the_map_stay_there_when_all_are_divided_again(bench):
    divided = bench.after(bench.rules.start(), Split(0, ()))
    on_the_map = divided.with_piece(divided.pieces["renown"].changed(at="A1"))
    again = bench.rules.apply(on_the_map, Split(2, ("renown", "exeter")))
    assert (again.pieces["renown"].at, again.pieces["exeter"].at) == ("A1", INDIAN)


def test_play_does_not_begin_before_the_pieces_are_divided(bench):
    state = bench.rules.start().changed(
        placed=True,
        ship=Whereabouts.at("A3"),
        supplies={f"supply_{n}": Supply() for n in (1, 2, 3)},
    )
    assert bench.breaks("GS-2(5)b", state, LogCourse("A3", False)).severity == "missing"


def test_any_division_of_nine_is_free(bench):
    start = bench.rules.start()
    bench.breaks("GS-2(5)c", start, Split(10, tuple(start.pieces)))
    bench.breaks("GS-2(5)c", start, Split(2, ("exeter",)))
    for number in range(10):
        bench.close("GS-2(5)c", start, Split(number, tuple(start.pieces)[:number]))


def test_faces_are_not_seen_while_the_pieces_are_divided(bench):
    start = bench.rules.start()
    bench.breaks("GS-10(Q1)", start, Split(1, ("exeter",), blind=False))
    bench.close("GS-10(Q1)", start, Split(1, ("exeter",), blind=True))


# --- Order of play ---------------------------------------------------------------------


def test_the_ship_does_not_move_after_the_royal_navy(bench):
    state = bench.position(ROYAL_NAVY, at={"exeter": "A1"})
    moved = bench.after(state, MovePiece("exeter", "A2"))
    bench.breaks("GS-3(1)", moved, LogCourse("C4", False))
    bench.breaks("GS-3(1)", bench.position(COMBAT), LogCourse("C4", False))
    bench.close("GS-3(1)", bench.position(VOYAGE_LOG), LogCourse("C4", False))


def test_the_royal_navy_does_not_move_before_the_ship(bench):
    early = bench.position(VOYAGE_LOG, at={"exeter": "A1"})
    bench.breaks("GS-3(2)", early, MovePiece("exeter", "A2"))
    bench.breaks("GS-3(2)", early, Draw(ATLANTIC, "renown"))
    written = bench.after(early, LogCourse("C4", False))
    bench.close("GS-3(2)", written, MovePiece("exeter", "A2"))


def test_nothing_moves_once_searching_has_begun(bench):
    late = bench.searching(at={"exeter": "A1"})
    bench.breaks("GS-3(3)", late, MovePiece("exeter", "A2"))
    bench.breaks("GS-3(3)", late, RollExtra(3))
    moving = bench.position(ROYAL_NAVY, at={"exeter": "A1"})
    bench.close("GS-3(3)", moving, MovePiece("exeter", "A2"))


def test_no_search_combat_or_raid_before_movement_is_over(bench):
    moving = bench.position(ROYAL_NAVY, at={"hermes": "B3"}, up=("hermes",))
    for verb in (NoContact(), AirSearch("hermes", "C3"), Raid("C3"), RollRaid(5)):
        bench.breaks("GS-3(3)", moving, verb)
    bench.close("GS-3(3)", bench.after(moving, EndMovement()), NoContact())


def test_contact_is_settled_before_carriers_raids_and_pursuit(bench):
    state = bench.position(COMBAT, at={"hermes": "B4"}, up=("hermes",))
    for verb in (AirSearch("hermes", "C4"), Raid("C3"), Pursue("exeter")):
        bench.breaks("GS-3(3)", state, verb)
    quiet = bench.after(state, NoContact())
    bench.close("GS-3(3)", quiet, AirSearch("hermes", "C4"))
    bench.breaks("GS-3(3)", quiet, NoContact())


def test_carriers_do_not_search_after_the_raid(bench):
    state = bench.searching(at={"hermes": "B4"}, up=("hermes",))
    bench.breaks("GS-3(3)", bench.after(state, Raid("C3")), AirSearch("hermes", "C4"))


def test_the_third_step_is_not_left_out(bench):
    assert bench.breaks("GS-3(3)", bench.position(), EndTurn()).severity == "missing"


def test_one_hex_is_written_for_a_turn(bench):
    written = bench.after(bench.position(VOYAGE_LOG), LogCourse("C4", False))
    bench.breaks("GS-4(2)b", written, LogCourse("C2", False))
    bench.close("GS-4(2)b", bench.position(VOYAGE_LOG), LogCourse("C2", False))


def test_a_pursued_ship_moves_before_the_royal_navy(bench):
    pursued = bench.position(VOYAGE_LOG, at={"exeter": "A1"}, pursued=True)
    bench.breaks("GS-6(6)c", pursued, MovePiece("exeter", "A2"))
    shown = bench.after(pursued, OpenCourse("C4", False))
    bench.close("GS-6(6)c", shown, MovePiece("exeter", "A2"))


def test_the_set_up_may_be_made_in_any_order(bench):
    state = bench.after(
        bench.rules.start(),
        Split(2, ("exeter", "dummy_1")),
        PlaceSupply("supply_3", "C5"),
        PlaceSupply("supply_1", "B3"),
        ChooseStart("A4"),
        PlaceSupply("supply_2", "D3"),
    )
    assert (state.step, state.turn) == (VOYAGE_LOG, 1)
    assert state.pieces["exeter"].at == INDIAN
    assert state.pieces["renown"].at == ATLANTIC


def test_the_ship_may_have_sailed_before_the_set_up_is_seen_to_be_over(bench):
    """Start, supply ships and first course are all written unseen."""
    rules = bench.rules
    (belief,) = rules.module.beliefs(rules.tables, rules.start_unseen(), None)
    assert {"B2", "B5", "C6", "D2"} <= set(belief.places)


def test_a_ship_that_is_scuttled_or_sunk_is_nowhere(bench):
    """Whether it sank in the combat or was scuttled can be read in two ways: in both it is gone."""
    rules = bench.rules
    at_sea = bench.position(VOYAGE_LOG)
    for gone in (
        at_sea.changed(scuttled=True),
        at_sea.changed(loss_rolled=True),
        at_sea.changed(hits=rules.tables.sunk_at),
    ):
        (belief,) = rules.module.beliefs(rules.tables, gone, None)
        assert (belief.places, belief.says) == (NOWHERE, "out of the game")

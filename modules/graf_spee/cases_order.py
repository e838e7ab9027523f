"""Sections 2 and 3: the set-up and the order of play (GS-2, GS-3)."""

from __future__ import annotations

from generator.counting import counted
from validator.rules.cases import Broken, Fault, Verdict, Verdicts, left_out, resting
from validator.rules.dice import hold_six_faces

from . import state as st
from . import verbs as v
from .book import book, case, cases
from .facts import navy_acted
from .state import State
from .tables import Tables

Course = v.LogCourse | v.OpenCourse | v.Escape
"""Acts of step 1."""
Moving = v.RollExtra | v.Draw | v.Enter | v.MovePiece | v.EndMovement
NavyAct = Moving | v.PutBack
"""Acts of step 2."""
Search = v.NoContact | v.ShowShip | v.AirSearch | v.Answer
StepThree = Search | v.Fire | v.AirAttack | v.Raid | v.RollRaid | v.Pursue
"""Acts of step 3; pieces that were hit may be removed later."""


# --- GS-2 Set-up -----------------------------------------------------------------------

hold_six_faces(book, "GS-2(2)", v.VERBS)


@cases("GS-2(a)", "GS-2(5)a")
def nine_pieces_and_two_of_them_dummies(tables: Tables, state: State, split: v.Split) -> Verdicts:
    if state.split:
        return  # most of them are at sea
    navy = sum(state.cups.values()) if state.cups else len(state.pieces)
    printed = len(tables.units)
    if navy != printed:
        yield "GS-2(a)", f"{counted(navy + 1, 'piece')} stand in the game"
        yield "GS-2(5)a", f"the Royal Navy has {counted(navy, 'piece')}"
        return
    dummies = sum(piece.kind == "dummy" for piece in state.pieces.values())
    if not state.cups and dummies != tables.kinds["dummy"].count:
        yield "GS-2(5)a", f"{dummies} of the pieces are dummies"


book.one_of("GS-2(3)a", v.ChooseStart, "hex", "start_hexes", "the ship starts in {0}")


@case("GS-2(3)b")
def the_start_is_written_once(tables: Tables, state: State, choose: v.ChooseStart) -> Fault:
    return f"the start is written again in turn {state.turn}" if state.placed else None


@cases("GS-2(3)b", "GS-2(4)b", "GS-2(5)b")
def nothing_precedes_the_set_up(tables: Tables, state: State, act: Course | NavyAct) -> Verdicts:
    if state.step != st.SET_UP:
        return
    if not state.placed:
        yield "GS-2(3)b", left_out("play began before the start hex was written", by=st.GERMAN)
    lacking = len(tables.supplies) - len(state.supplies)
    if lacking > 0:
        ships = counted(lacking, "supply ship")
        yield "GS-2(4)b", left_out(f"play began with {ships} not written", by=st.GERMAN)
    if not state.split:
        yield "GS-2(5)b", left_out("play began before the pieces were divided")


@case("GS-2(4)a", reads=("supply", "hex"))
def three_different_sea_hexes(tables: Tables, state: State, place: v.PlaceSupply) -> Fault:
    if place.supply not in tables.supplies:
        return f"{place.supply} is a supply ship more than {len(tables.supplies)}"
    if place.hex is None:
        return None
    if not tables.on_map(place.hex):
        return f"a supply ship waits in {place.hex}, which is no sea hex"
    others = {other.hex for name, other in state.supplies.items() if name != place.supply}
    return f"two supply ships wait in {place.hex}" if place.hex in others else None


@cases("GS-2(4)b", "GS-2(4)c", reads=("supply",))
def supply_ships_are_written_once(tables: Tables, state: State, place: v.PlaceSupply) -> Verdict:
    if place.supply in state.supplies:
        return "GS-2(4)c", f"{place.supply} is placed a second time"
    if state.step != st.SET_UP:
        return "GS-2(4)b", f"a supply ship is placed in turn {state.turn}"
    return None


@case("GS-2(5)b")
def the_pieces_are_divided_face_down_once(tables: Tables, state: State, split: v.Split) -> Fault:
    if state.split or state.step != st.SET_UP:
        return "the pieces are divided a second time"
    astray = [p.id for p in state.pieces.values() if p.at not in tables.entries or p.face_up]
    return f"{', '.join(astray)} not face down in a box" if astray else None


@case("GS-2(5)c", reads=("indian",))
def any_two_numbers_that_make_nine(tables: Tables, state: State, split: v.Split) -> Fault:
    most = len(tables.units)
    if not 0 <= split.indian <= most:
        return Broken("no such number of pieces goes to the Indian box", f"0 to {most} pieces")
    return None


@case("GS-2(5)c", reads=("indian", "pieces"))
def as_many_as_were_announced(tables: Tables, state: State, split: v.Split) -> Fault:
    if split.pieces is None:
        return None
    put = set(split.pieces)
    if len(put) != split.indian:
        return f"{split.indian} were announced and {len(put)} put there"
    if not state.cups and put - state.pieces.keys():
        return "a piece that is not in the game is put there"
    return None


@case("GS-10(Q1)", reads=("blind",))
def the_split_is_made_without_looking(tables: Tables, state: State, split: v.Split) -> Fault:
    return None if split.blind else "faces were seen while the pieces were divided"


# --- GS-3 Sequence of play -------------------------------------------------------------


@cases("GS-3(1)", "GS-4(2)b")
def the_course_is_written_first_and_once(tables: Tables, state: State, course: Course) -> Verdict:
    if state.step == st.COMBAT or (state.step == st.ROYAL_NAVY and navy_acted(state)):
        return "GS-3(1)", "the ship's move came after the Royal Navy had moved"
    if state.step == st.ROYAL_NAVY:
        return "GS-4(2)b", f"a second move of the ship was written in turn {state.turn}"
    return None


@cases("GS-3(2)", resting("pursued", "GS-6(6)c"), "GS-3(3)")
def the_royal_navy_moves_second(tables: Tables, state: State, act: NavyAct) -> Verdicts:
    if state.step in (st.SET_UP, st.VOYAGE_LOG):
        yield "GS-3(2)", "the Royal Navy acted before the ship's move was written"
    if state.step == st.VOYAGE_LOG and state.pursued:
        yield "GS-6(6)c", "the Royal Navy acted before the pursued ship had shown its move"
    if state.step == st.COMBAT:
        yield "GS-3(3)", "the Royal Navy moved after searches, combat or raiding had begun"


@case("GS-3(3)")
def searches_combat_and_raid_come_third(tables: Tables, state: State, act: StepThree) -> Fault:
    if state.step in (st.SET_UP, st.VOYAGE_LOG, st.ROYAL_NAVY):
        return "a search, combat, raid or pursuit came before British movement was over"
    if state.step != st.COMBAT:
        return None
    if isinstance(act, v.AirSearch | v.Raid | v.Pursue) and not state.contact:
        return "it came before the search for contact"
    if isinstance(act, v.NoContact) and state.contact:
        return "contact had been settled this turn"
    if isinstance(act, v.AirSearch) and state.raid is not None:
        return "a carrier searched after the raid"
    return None


@cases("GS-2(1)", "GS-3(3)")
def no_step_is_left_out(tables: Tables, state: State, end: v.EndTurn) -> Verdict:
    if state.step == st.VOYAGE_LOG:
        return "GS-2(1)", left_out(f"no course was written in turn {state.turn}")
    if state.step in (st.SET_UP, st.ROYAL_NAVY):
        return "GS-3(3)", left_out("the turn closed without its third step")
    return None

"""Sections 2 and 3: the set-up and the order of play (GS-2, GS-3)."""

from __future__ import annotations

from generator.counting import counted
from validator.rules.cases import MISSING, Broken, Fault

from . import verbs as v
from .book import case
from .facts import navy_acted
from .state import COMBAT, ROYAL_NAVY, SET_UP, VOYAGE_LOG, State
from .tables import Tables

Course = v.LogCourse | v.OpenCourse | v.Escape
"""Acts of step 1."""
NavyAct = v.RollExtra | v.Draw | v.PutBack | v.Enter | v.MovePiece | v.EndMovement
"""Acts of step 2."""
StepThree = (
    v.NoContact
    | v.ShowShip
    | v.AirSearch
    | v.Answer
    | v.Fire
    | v.AirAttack
    | v.Raid
    | v.RollRaid
    | v.Pursue
)
"""Acts of step 3; taking off what was hit may be caught up later."""


# --- GS-2 Set-up -----------------------------------------------------------------------


@case("GS-2(a)")
def ten_pieces_in_all(tables: Tables, state: State, split: v.Split) -> Fault:
    total = _navy(state) + 1
    if total != len(tables.units) + 1:
        return f"{counted(total, 'piece')} stand in the game"
    return None


@case("GS-2(1)")
def a_course_is_written_each_turn(tables: Tables, state: State, end: v.EndTurn) -> Fault:
    if state.step == VOYAGE_LOG:
        return Broken(f"no course was written in turn {state.turn}", severity=MISSING)
    return None


@case("GS-2(2)", reads=("die", "dice"))
def dice_have_six_faces(
    tables: Tables,
    state: State,
    roll: v.RollExtra | v.RollRaid | v.RollScuttling | v.RollSinking | v.Fire | v.AirAttack,
) -> Fault:
    thrown = roll.dice if isinstance(roll, v.Fire | v.AirAttack) else roll.die
    faces = thrown if isinstance(thrown, tuple) else () if thrown is None else (thrown,)
    if any(face not in range(1, 7) for face in faces):
        return Broken(f"a die shows {', '.join(map(str, faces))}", "1 to 6")
    return None


@case("GS-2(3)a", reads=("hex",))
def the_start_is_in_row_a_or_b(tables: Tables, state: State, choose: v.ChooseStart) -> Fault:
    if choose.hex is not None and choose.hex not in tables.start_hexes:
        return f"the ship starts in {choose.hex}"
    return None


@case("GS-2(3)b")
def the_start_is_written_once_at_the_beginning(
    tables: Tables, state: State, choose: v.ChooseStart
) -> Fault:
    if state.placed:
        return f"the start is written again in turn {state.turn}"
    return None


@case("GS-2(3)b")
def nothing_happens_before_the_start_is_written(
    tables: Tables, state: State, act: Course | NavyAct
) -> Fault:
    if state.step == SET_UP and not state.placed:
        return Broken("play began before the start hex was written", severity=MISSING)
    return None


@case("GS-2(4)a", reads=("supply", "hex"))
def three_different_sea_hexes(tables: Tables, state: State, place: v.PlaceSupply) -> Fault:
    if place.supply not in tables.supplies:
        return f"{place.supply} is a supply ship more than {len(tables.supplies)}"
    if place.hex is None:
        return None
    if not tables.on_map(place.hex):
        return f"a supply ship waits in {place.hex}, which is no sea hex"
    for name, other in state.supplies.items():
        if name != place.supply and other.hex == place.hex:
            return f"two supply ships wait in {place.hex}"
    return None


@case("GS-2(4)b", reads=("supply",))
def supply_ships_are_written_at_the_beginning(
    tables: Tables, state: State, place: v.PlaceSupply
) -> Fault:
    if state.step != SET_UP and place.supply not in state.supplies:
        return f"a supply ship is placed in turn {state.turn}"
    return None


@case("GS-2(4)b")
def nothing_happens_before_the_supply_ships_are_written(
    tables: Tables, state: State, act: Course | NavyAct
) -> Fault:
    lacking = len(tables.supplies) - len(state.supplies)
    if state.step == SET_UP and lacking > 0:
        ships = counted(lacking, "supply ship")
        return Broken(f"play began with {ships} not written", severity=MISSING)
    return None


@case("GS-2(4)c", reads=("supply",))
def supply_ships_never_move(tables: Tables, state: State, place: v.PlaceSupply) -> Fault:
    if place.supply in state.supplies:
        return f"{place.supply} is placed a second time"
    return None


@case("GS-2(5)a")
def nine_pieces_and_two_of_them_dummies(tables: Tables, state: State, split: v.Split) -> Fault:
    if _navy(state) != len(tables.units):
        return f"the Royal Navy has {counted(_navy(state), 'piece')}"
    dummies = sum(piece.kind == "dummy" for piece in state.pieces.values())
    if not state.cups and dummies != tables.kinds["dummy"].count:
        return f"{dummies} of the pieces are dummies"
    return None


@case("GS-2(5)a", reads=("piece",))
def no_piece_comes_from_nowhere(
    tables: Tables, state: State, act: v.Enter | v.MovePiece | v.PutBack
) -> Fault:
    if act.piece not in state.pieces:
        return f"{act.piece} is not one of the pieces in play"
    return None


@case("GS-2(5)b")
def the_pieces_are_divided_face_down_between_the_boxes(
    tables: Tables, state: State, split: v.Split
) -> Fault:
    if state.split or state.step != SET_UP:
        return "the pieces are divided a second time"
    astray = [p.id for p in state.pieces.values() if p.at not in tables.entries or p.face_up]
    if astray:
        return f"{', '.join(astray)} not face down in a box"
    return None


@case("GS-2(5)b")
def nothing_happens_before_the_pieces_are_divided(
    tables: Tables, state: State, act: Course | NavyAct
) -> Fault:
    if state.step == SET_UP and not state.split:
        return Broken("play began before the pieces were divided", severity=MISSING)
    return None


@case("GS-2(5)c", reads=("indian",))
def any_two_numbers_that_make_nine(tables: Tables, state: State, split: v.Split) -> Fault:
    if not 0 <= split.indian <= len(tables.units):
        most = len(tables.units)
        return Broken("no such number of pieces goes to the Indian box", f"0 to {most} pieces")
    return None


@case("GS-2(5)c", reads=("indian", "pieces"))
def as_many_as_were_announced(tables: Tables, state: State, split: v.Split) -> Fault:
    if split.pieces is not None and len(set(split.pieces)) != split.indian:
        return f"{split.indian} were announced and {len(set(split.pieces))} put there"
    if split.pieces is not None and not state.cups and set(split.pieces) - state.pieces.keys():
        return "a piece that is not in the game is put there"
    return None


@case("GS-10(Q1)", reads=("blind",))
def the_split_is_made_without_looking(tables: Tables, state: State, split: v.Split) -> Fault:
    if not split.blind:
        return "faces were seen while the pieces were divided"
    return None


def _navy(state: State) -> int:
    return sum(state.cups.values()) if state.cups else len(state.pieces)


# --- GS-3 Sequence of play -------------------------------------------------------------


@case("GS-3(1)")
def the_course_is_written_first(tables: Tables, state: State, course: Course) -> Fault:
    if state.step == COMBAT or (state.step == ROYAL_NAVY and navy_acted(state)):
        return "the ship's move came after the Royal Navy had moved"
    return None


@case("GS-4(2)b")
def one_hex_is_written_for_each_turn(tables: Tables, state: State, course: Course) -> Fault:
    if state.step == ROYAL_NAVY and not navy_acted(state):
        return f"a second move of the ship was written in turn {state.turn}"
    return None


@case("GS-3(2)")
def the_royal_navy_moves_second(tables: Tables, state: State, act: NavyAct) -> Fault:
    if state.step in (SET_UP, VOYAGE_LOG):
        return "the Royal Navy acted before the ship's move was written"
    return None


@case("GS-6(6)c", rests_on=("pursued",))
def the_royal_navy_waits_for_the_open_course(tables: Tables, state: State, act: NavyAct) -> Fault:
    if state.step == VOYAGE_LOG and state.pursued:
        return "the Royal Navy acted before the pursued ship had shown its move"
    return None


@case("GS-3(3)")
def no_navy_move_once_step_three_has_begun(tables: Tables, state: State, act: NavyAct) -> Fault:
    if state.step == COMBAT:
        return "the Royal Navy moved after searches, combat or raiding had begun"
    return None


@case("GS-3(3)")
def searches_combat_and_raid_come_third(tables: Tables, state: State, act: StepThree) -> Fault:
    if state.step in (SET_UP, VOYAGE_LOG, ROYAL_NAVY):
        return "a search, combat, raid or pursuit came before British movement was over"
    return None


@case("GS-3(3)")
def contact_is_searched_for_first(
    tables: Tables, state: State, act: v.AirSearch | v.Raid | v.Pursue
) -> Fault:
    if state.step == COMBAT and not state.contact:
        return "it came before the search for contact"
    return None


@case("GS-3(3)")
def contact_is_searched_for_once(tables: Tables, state: State, act: v.NoContact) -> Fault:
    if state.step == COMBAT and state.contact:
        return "contact had been settled this turn"
    return None


@case("GS-3(3)")
def the_raid_comes_last(tables: Tables, state: State, search: v.AirSearch) -> Fault:
    if state.step == COMBAT and state.raid is not None:
        return "a carrier searched after the raid"
    return None


@case("GS-3(3)")
def step_three_is_not_left_out(tables: Tables, state: State, end: v.EndTurn) -> Fault:
    if state.step in (SET_UP, ROYAL_NAVY):
        return Broken("the turn closed without its third step", severity=MISSING)
    return None

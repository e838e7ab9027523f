"""The moves of the Graf Spee (section 4, with 6(4)b, 6(6)b and leaving the map, GS-8(1)b, c); the
Royal Navy's pieces and moves (section 5(1) to 5(4)), and the census of section 9."""

from __future__ import annotations

from generator.counting import counted
from validator.rules.cases import Broken, Fault, Verdict, Verdicts, left_out, resting
from validator.rules.states import ALONE

from . import facts
from . import state as st
from . import verbs as v
from .book import book, case, cases
from .cases_order import Course
from .cases_search import ShipShown, stated_place
from .facts import Way, owed
from .state import State
from .tables import FAR, Tables

READS = ("ocean", "hex", "refuel")
TOO_FAR = (resting("ship", "GS-4(1)a"), resting(("ship", "damaged"), "GS-6(4)b"))
SUPPLIED = resting("supplies", "GS-4(3)a", "GS-4(3)c", "GS-4(3)d", "GS-2(4)a")


def _way(tables: Tables, state: State, course: Course) -> Way | None:
    """The way of a course with a known end; leaving starts from an exit hex."""
    if isinstance(course, v.Escape):
        ends = tables.exits.get(course.ocean, ()) if course.hex is None else (course.hex,)
    elif course.hex is None:
        return None
    else:
        ends = (course.hex,)
    return facts.way_to(tables, state, ends, course.refuel)


def _from_to(way: Way, course: Course) -> str:
    """The start and the end of a move of the ship, in words."""
    end = "off the map" if isinstance(course, v.Escape) else f"to {course.hex}"
    if way.hexes == FAR:
        return f"from {way.start} {end}, and no way leads there"
    return f"{counted(way.hexes, 'hex')} from {way.start} {end}"


@cases(*TOO_FAR, resting(("supplies", "damaged"), "GS-4(3)b"), SUPPLIED, reads=READS)
def the_ship_moves_as_fuel_lets_it(tables: Tables, state: State, course: Course) -> Verdict:
    """The Graf Spee moves two hexes, or one if damaged; one more from a fresh supply ship, if
    refuelling is written down."""
    way = _way(tables, state, course)
    if way is None:
        return None
    hurt = facts.damaged(tables, state)
    who = "the damaged ship" if hurt else "the ship"
    too_far = way.allowed < way.hexes < FAR
    if way.refuel is True and way.supply == facts.NO_SUPPLY:
        used = sum(supply.used for supply in state.supplies.values())
        if used >= len(tables.supplies):
            return "GS-2(4)a", f"the ship refuelled from a fourth supply ship, in {way.start}"
        return "GS-4(3)a", f"the ship refuelled in {way.start}, where no supply ship waits"
    if way.refuel is True and way.supply == facts.SPENT:
        return "GS-4(3)d", f"the ship refuelled again from the supply ship in {way.start}"
    if not too_far:
        return None
    if way.refuel is True:
        if hurt:
            return "GS-4(3)b", f"the damaged ship refuelled and moved {_from_to(way, course)}"
        return "GS-4(3)a", f"the refuelled ship moved {_from_to(way, course)}"
    unflagged = way.refuel is False and way.supply == facts.FRESH
    if unflagged and way.hexes <= way.allowance + way.bonus:
        return "GS-4(3)c", f"the ship moved {_from_to(way, course)}, and no refuelling was written"
    return "GS-6(4)b" if hurt else "GS-4(1)a", f"{who} moved {_from_to(way, course)}"


@cases(*TOO_FAR, reads=("hex", "found"))
def a_ship_shown_can_have_come_there(tables: Tables, state: State, act: ShipShown) -> Verdict:
    place = stated_place(state, act)
    why = "" if place is None else facts.why_not_there(tables, state, place)
    if why not in ("GS-4(1)a", "GS-6(4)b"):
        return None
    did = f"the ship was shown in {place}, where it cannot be"
    return why, Broken(did, state.ship.in_words())


Written = v.LogCourse | v.OpenCourse


@case("GS-4(1)b", reads=("hex",))
def the_ship_stays_at_sea(tables: Tables, state: State, course: Written) -> Fault:
    if course.hex is None or not state.ship:
        return None
    if not tables.on_map(course.hex):
        return f"the ship moved to {course.hex}, which is no sea hex"
    if all(tables.hexes_between(start, course.hex) == FAR for start in state.ship):
        return f"the ship moved to {course.hex}, to which no way leads by sea"
    return None


@cases(resting("pieces", "GS-4(2)a"), "GS-5(5)a", reads=("hex",))
def the_ship_is_not_shown_without_a_cause(
    tables: Tables, state: State, show: v.ShowShip
) -> Verdict:
    if state.step != st.COMBAT or (not state.contact and state.pieces_at(show.hex)):
        return None
    if state.contact == "none":
        return "GS-5(5)a", "shown for contact after it had been denied"
    if state.contact == "shown":
        return "GS-4(2)a", f"the ship was shown a second time, in {show.hex}"
    return "GS-4(2)a", f"the ship was shown in {show.hex}, where no British piece is"


@cases("GS-4(2)a", "GS-6(6)b", rests_on=("pursued",))
def only_a_pursued_ship_moves_openly(tables: Tables, state: State, course: Written) -> Verdict:
    openly = isinstance(course, v.OpenCourse)
    if openly and state.step in (st.SET_UP, st.VOYAGE_LOG) and not state.pursued:
        return "GS-4(2)a", "the ship moved openly though no cruiser pursues it"
    if not openly and state.step == st.VOYAGE_LOG and state.pursued:
        return "GS-6(6)b", left_out("the ship was pursued and moved in secret")
    return None


@cases("GS-8(1)b", "GS-8(1)c", reads=("ocean", "hex"))
def the_ship_leaves_from_an_exit(tables: Tables, state: State, escape: v.Escape) -> Verdict:
    if escape.ocean not in tables.exits:
        return "GS-8(1)b", f"the ship left the map into {escape.ocean}"
    if escape.hex in (None, *tables.exits[escape.ocean]):
        return None
    case_id = "GS-8(1)c" if escape.ocean == st.INDIAN else "GS-8(1)b"
    return case_id, f"the ship left the map from {escape.hex}"


@case("DG-6", reads=READS, rests_on=("ship",))
def leaving_the_map_costs_a_hex(tables: Tables, state: State, escape: v.Escape) -> Fault:
    way = _way(tables, state, escape)
    if way is not None and way.hexes <= way.allowed < way.hexes + tables.exit_cost:
        return f"the ship moved {_from_to(way, escape)}"
    return None


@case("GS-5(1)a", reads=("piece", "kind"))
def pieces_stay_face_down(tables: Tables, state: State, reveal: v.RevealPiece) -> Fault:
    if state.outcome is not None or owed(state, st.REVEAL, reveal.piece):
        return None
    piece = state.piece(reveal.piece)
    if not tables.on_map(piece.at):
        return f"{reveal.piece} was shown and is not on the map"
    if piece.face_up:
        return f"{reveal.piece} was face up already"
    if piece.fought == state.turn > 0:
        return None  # all have seen it this turn
    quiet = state.contact == "none" and not state.discovered and state.raid is None
    may_search = quiet and piece.id not in dict(state.searches) and state.step == st.COMBAT
    if reveal.kind == "CV" and may_search:
        return None
    return f"{reveal.piece} was shown as {reveal.kind} without a cause"


# --- GS-5(2), (3) How many pieces ------------------------------------------------------


@cases("GS-5(2)a", "GS-5(3)a", resting("extra_die", "GS-5(3)b"))
def pieces_move_as_are_paid(tables: Tables, state: State, act: v.MovePiece | v.Draw) -> Verdicts:
    moved, allowed = facts.pieces_moved(state), facts.pieces_allowed(tables, state)
    piece = state.pieces.get(getattr(act, "piece", ""))
    again = piece is not None and piece.moved is not None
    if moved < allowed or again:
        return  # a piece that moves again does not count as another piece
    did = f"piece number {moved + 1} of turn {state.turn} moved"
    if state.extra:
        yield "GS-5(3)b", Broken(did, counted(allowed, "piece"))
    else:
        yield "GS-5(2)a", did
        yield "GS-5(3)a", Broken(f"{did} unpaid", "a point to the German and the die first")


@case("DG-13")
def more_moves_are_bought_once_a_turn(tables: Tables, state: State, roll: v.RollExtra) -> Fault:
    return f"bought a second time in turn {state.turn}" if state.extra else None


@case("GS-5(2)b", reads=("piece",), rests_on=(ALONE,))
def no_piece_moves_twice(tables: Tables, state: State, move: v.MovePiece) -> Fault:
    piece = state.piece(move.piece)
    if piece.moved is not None and tables.on_map(piece.at):
        return f"{piece.id} moved a second time in turn {state.turn}"
    return None


# --- GS-5(2) Drawing from a box --------------------------------------------------------


@case("GS-5(2)c", reads=("ocean",))
def pieces_are_drawn_from_a_box(tables: Tables, state: State, drawing: v.Draw) -> Fault:
    if drawing.ocean not in tables.entries:
        return f"drawn from {drawing.ocean}"
    waiting = sum(piece.at == drawing.ocean for piece in state.pieces.values())
    if not (state.cups.get(drawing.ocean, 0) if state.cups else waiting):
        return f"drawn from {drawing.ocean}, where no piece is left"
    return None


@case("GS-5(2)c", reads=("ocean", "piece", "blind"))
def the_draw_is_blind(tables: Tables, state: State, drawing: v.Draw) -> Fault:
    unknown = drawing.piece not in state.pieces
    if not (unknown if state.cups else state.piece(drawing.piece).at == drawing.ocean):
        return f"{drawing.piece} was drawn, which is not in {drawing.ocean}"
    return None if drawing.blind else f"{drawing.piece} was picked from {drawing.ocean}"


@cases("GS-2(5)a", "GS-5(2)c", reads=("piece",))
def pieces_come_on_by_a_draw(
    tables: Tables, state: State, act: v.Enter | v.MovePiece | v.PutBack
) -> Verdict:
    piece = state.pieces.get(act.piece)
    if piece is None:
        return "GS-2(5)a", f"{act.piece} is not one of the pieces in play"
    wrong = isinstance(act, v.Enter) and piece.at != st.DRAWN
    wrong |= isinstance(act, v.MovePiece) and piece.at in (*tables.entries, st.DRAWN)
    did = f"{piece.id} was taken from {piece.at} without a draw"
    return ("GS-5(2)c", did) if wrong else None


@case("GS-5(2)d", reads=("piece",))
def a_drawn_piece_does_not_go_back(tables: Tables, state: State, back: v.PutBack) -> Fault:
    return f"{back.piece} was drawn and put back"


NOT_PLACED = "{0} was drawn and not put on the map"
book.left_open("GS-5(2)d", v.EndMovement | v.EndTurn, st.PLACE, NOT_PLACED)


# --- GS-5(4) How far -------------------------------------------------------------------


@cases("GS-5(4)a", "GS-5(4)b", reads=("piece", "to"), rests_on=(ALONE,))
def pieces_move_up_to_their_speed(tables: Tables, state: State, move: v.MovePiece) -> Verdict:
    piece = state.piece(move.piece)
    if not tables.on_map(piece.at) or not tables.on_map(move.to):
        return None
    hexes = tables.hexes_between(piece.at, move.to)
    if hexes <= _speed(tables, piece):
        return None
    case_id, who = _by_kind(piece)
    return case_id, f"{who} moved {counted(hexes, 'hex')}, from {piece.at} to {move.to}"


@cases("GS-5(4)a", "GS-5(4)b", "DG-1", reads=("piece", "hex"))
def coming_on_costs_hexes_as_moving_does(tables: Tables, state: State, entry: v.Enter) -> Verdict:
    """The hexes after the entry hex count, whatever entering costs."""
    piece = state.piece(entry.piece)
    if piece.at not in (st.DRAWN, *tables.entries):
        return None
    box = (piece.box if piece.at == st.DRAWN else piece.at) or st.ATLANTIC
    far = tables.entry_distance.get(box, {}).get(entry.hex, FAR)
    speed = _speed(tables, piece)
    if far == FAR:
        return "DG-1", f"{piece.id} came on in {entry.hex}, which is no hex of the map"
    if far > speed + 1:
        case_id, who = _by_kind(piece)
        further = counted(far - 1, "hex")
        return case_id, f"{who} came on and moved {further} further, to {entry.hex}"
    if far == speed + 1:
        away = counted(far, "hex")
        return "DG-1", f"{piece.id} came on from {box} in {entry.hex}, {away} away"
    return None


@cases("GS-5(4)b", "DG-1", reads=("piece", "kind"))
def the_battleship_was_slow(tables: Tables, state: State, reveal: v.Showing) -> Verdicts:
    piece, most = state.piece(reveal.piece), tables.kinds["BB"].move
    if piece.kind is not None or reveal.kind != "BB":
        return
    if piece.furthest > most:
        far = f"{piece.id} moved {counted(piece.furthest, 'hex')} in turn {piece.furthest_turn}"
        legal = f"{counted(most, 'hex')} in each turn"
        yield "GS-5(4)b", Broken(f"{far} and is the battleship", legal)
    if piece.entered > most:
        yield "DG-1", f"{piece.id} moved on as it came on and is the battleship"


def _by_kind(piece: st.Piece) -> tuple[str, str]:
    """The case that limits a piece's move, and the piece's name for a report."""
    return ("GS-5(4)b", "the battleship") if piece.kind == "BB" else ("GS-5(4)a", piece.id)


def _speed(tables: Tables, piece: st.Piece) -> int:
    """Hexes a turn; an unknown piece is judged as a fast one until it is shown."""
    known = tables.kind_of(piece)
    return tables.fastest if known is None else known.move


@cases("DG-11", "GS-5(1)a", "GS-5(5)d", "GS-6(5)a", reads=("piece", "to"))
def pieces_stay_on_the_map_or_out_of_the_game(
    tables: Tables, state: State, move: v.MovePiece
) -> Verdicts:
    piece = state.piece(move.piece)
    if move.to in (*tables.entries, *tables.cups, st.OUT):
        yield "DG-11", f"{move.piece} moved to {move.to}"
    elif not tables.on_map(move.to):
        where = move.to or "where no hex is"
        yield "GS-5(1)a", Broken(f"{move.piece} was moved to {where}", "a hex of the map")
    if piece.at == st.OUT and piece.kind == "dummy":
        yield "GS-5(5)d", f"{piece.id} moved, a dummy that had left the game"
    elif piece.at == st.OUT:
        yield "GS-6(5)a", f"{piece.id} moved, which had been sunk"


# --- GS-9 How many of each kind --------------------------------------------------------

Shown = v.Showing | v.Draw
CENSUS = {"BB": "GS-9(2)", "CV": "GS-9(3)", "CA": "GS-9(4)", "dummy": "GS-9(5)"}
"""Section 9 has the same rule for every kind, each as its own case."""


@cases(*CENSUS.values(), reads=("piece", "kind", "unit"), rests_on=("pieces",))
def as_many_of_a_kind_as_the_list_says(tables: Tables, state: State, shown: Shown) -> Verdict:
    kind = shown.kind
    if kind not in CENSUS:
        return None
    before = state.piece(shown.piece).kind
    others = [other for other in state.pieces.values() if other.id != shown.piece]
    from_the_heap = False
    if isinstance(shown, v.Draw):
        from_the_heap = shown.ocean == st.ATLANTIC
        if not state.cups and before not in (None, kind):
            return CENSUS[kind], f"{shown.piece} was drawn as {kind} and is {before}"
    elif twins := [other.id for other in others if shown.unit and other.unit == shown.unit]:
        return CENSUS[kind], f"{shown.piece} is shown as {shown.unit}, and so was {twins[0]}"
    total = 1 + sum(other.kind == kind for other in others)
    total += _surely_in_the_box(state, kind, from_the_heap)
    if total > tables.kinds[kind].count:
        return CENSUS[kind], f"{shown.piece} is the {total}. {kind} of {tables.kinds[kind].count}"
    return None


def _surely_in_the_box(state: State, kind: str, drawing: bool) -> int:
    """Pieces of a kind that went back into the Atlantic box and cannot have been drawn since.

    One is being drawn from it just now when ``drawing``.
    """
    back = sorted(at for returned, at in state.returns if returned == kind)
    drawn = state.drawn_from.get(st.ATLANTIC, 0) + drawing
    return max((len(back) - n - (drawn - at) for n, at in enumerate(back)), default=0)


book.one_of("GS-2(5)a", Shown, "kind", "kinds", "{0} is no kind of Royal Navy piece")

"""The Royal Navy's pieces and moves: section 5(1) to 5(4), and the census of section 9."""

from __future__ import annotations

from collections.abc import Callable

from generator.counting import counted
from validator.rules.cases import INTERPRETATION, MISSING, Broken, Fault

from . import verbs as v
from .book import case
from .facts import fired_at_beside, owed, pieces_allowed, pieces_moved, was_fired_at
from .state import ATLANTIC, COMBAT, DRAWN, OUT, PLACE, REVEAL, Piece, State
from .tables import FAR, Tables

# --- GS-5(1) Face down -----------------------------------------------------------------


@case("GS-5(1)a", reads=("piece", "kind"))
def pieces_stay_face_down(tables: Tables, state: State, reveal: v.RevealPiece) -> Fault:
    if state.outcome is not None or owed(state, REVEAL, reveal.piece):
        return None
    piece = state.pieces.get(reveal.piece)
    if piece is None or not tables.on_map(piece.at):
        return f"{reveal.piece} was shown and is not on the map"
    if piece.face_up:
        return f"{reveal.piece} was face up already"
    if piece.fought == state.turn > 0:
        return None  # all have seen it this turn
    if reveal.kind == "CV" and _may_search(state, reveal.piece):
        return None
    return f"{reveal.piece} was shown as {reveal.kind} without a cause"


def _may_search(state: State, piece_id: str) -> bool:
    done = any(searcher == piece_id for searcher, _ in state.searches)
    quiet = state.contact == "none" and not state.discovered and state.raid is None
    return state.step == COMBAT and quiet and not done


# --- GS-5(2), (3) How many pieces ------------------------------------------------------


@case("GS-5(2)a")
def three_pieces_move(tables: Tables, state: State, act: v.MovePiece | v.Draw) -> Fault:
    if not state.extra and pieces_moved(state) >= pieces_allowed(tables, state):
        return f"piece number {pieces_moved(state) + 1} of turn {state.turn} moved"
    return None


@case("GS-5(3)a")
def more_pieces_cost_a_point_and_a_die(
    tables: Tables, state: State, act: v.MovePiece | v.Draw
) -> Fault:
    if not state.extra and pieces_moved(state) >= pieces_allowed(tables, state):
        return Broken(
            f"piece number {pieces_moved(state) + 1} of turn {state.turn} moved unpaid",
            "a point to the German and the die first",
        )
    return None


@case("GS-5(3)b", rests_on=("extra_die",))
def the_die_is_added_to_the_three(tables: Tables, state: State, act: v.MovePiece | v.Draw) -> Fault:
    if state.extra and pieces_moved(state) >= pieces_allowed(tables, state):
        return Broken(
            f"piece number {pieces_moved(state) + 1} of turn {state.turn} moved",
            counted(pieces_allowed(tables, state), "piece"),
        )
    return None


@case("DG-13", severity=INTERPRETATION)
def more_moves_are_bought_once_a_turn(tables: Tables, state: State, roll: v.RollExtra) -> Fault:
    if state.extra:
        return f"bought a second time in turn {state.turn}"
    return None


@case("GS-5(2)b", reads=("piece",))
def no_piece_moves_twice(tables: Tables, state: State, move: v.MovePiece) -> Fault:
    piece = state.pieces.get(move.piece)
    if piece is not None and piece.moved is not None and tables.on_map(piece.at):
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
    piece = state.pieces.get(drawing.piece)
    in_the_box = piece is None if state.cups else piece is not None and piece.at == drawing.ocean
    if not in_the_box:
        return f"{drawing.piece} was drawn, which is not in {drawing.ocean}"
    if not drawing.blind:
        return f"{drawing.piece} was picked from {drawing.ocean}"
    return None


@case("GS-5(2)c", reads=("piece",))
def pieces_come_on_only_by_a_draw(
    tables: Tables, state: State, act: v.Enter | v.MovePiece
) -> Fault:
    piece = state.pieces.get(act.piece)
    if piece is None:
        return None
    if isinstance(act, v.Enter):
        drawn = piece.at == DRAWN
    else:
        drawn = piece.at not in tables.entries and piece.at != DRAWN
    return None if drawn else f"{piece.id} was taken from {piece.at} without a draw"


@case("GS-5(2)d", reads=("piece",))
def a_drawn_piece_does_not_go_back(tables: Tables, state: State, back: v.PutBack) -> Fault:
    return f"{back.piece} was drawn and put back"


@case("GS-5(2)d", severity=MISSING)
def a_drawn_piece_is_put_on_the_map(
    tables: Tables, state: State, end: v.EndMovement | v.EndTurn
) -> Fault:
    waiting = owed(state, PLACE)
    return f"{waiting.piece} was drawn and not put on the map" if waiting else None


# --- GS-5(4) How far -------------------------------------------------------------------


@case("GS-5(4)a", reads=("piece", "to"))
def pieces_move_up_to_two_hexes(tables: Tables, state: State, move: v.MovePiece) -> Fault:
    piece = _on_map(tables, state, move.piece)
    if piece is None or piece.kind == "BB" or not tables.on_map(move.to):
        return None
    hexes = tables.hexes_between(piece.at, move.to)
    if hexes > _speed(tables, piece):
        return f"{piece.id} moved {counted(hexes, 'hex')}, from {piece.at} to {move.to}"
    return None


@case("GS-5(4)a", reads=("piece", "hex"))
def coming_on_is_no_way_to_move_further(tables: Tables, state: State, entry: v.Enter) -> Fault:
    """However little coming on may cost, the hexes after the entry hex count."""
    piece = state.pieces.get(entry.piece)
    if piece is None or piece.kind == "BB" or piece.at != DRAWN:
        return None
    far = _entry(tables, piece, entry.hex)
    if _speed(tables, piece) + 1 < far < FAR:
        return f"{piece.id} came on and moved {counted(far - 1, 'hex')} further, to {entry.hex}"
    return None


@case("GS-5(4)b", reads=("piece", "to"))
def the_battleship_moves_one_hex(tables: Tables, state: State, move: v.MovePiece) -> Fault:
    piece = _on_map(tables, state, move.piece)
    if piece is None or piece.kind != "BB" or not tables.on_map(move.to):
        return None
    hexes = tables.hexes_between(piece.at, move.to)
    if hexes > _speed(tables, piece):
        return f"the battleship moved {counted(hexes, 'hex')}, from {piece.at} to {move.to}"
    return None


@case("GS-5(4)b", reads=("piece", "hex"))
def the_battleship_comes_on_and_moves_no_further(
    tables: Tables, state: State, entry: v.Enter
) -> Fault:
    piece = state.pieces.get(entry.piece)
    if piece is None or piece.kind != "BB" or piece.at != DRAWN:
        return None
    far = _entry(tables, piece, entry.hex)
    if _speed(tables, piece) + 1 < far < FAR:
        return f"the battleship came on and moved {counted(far - 1, 'hex')} further, to {entry.hex}"
    return None


@case("GS-5(4)b", reads=("piece", "kind"))
def a_piece_shown_as_the_battleship_never_moved_two(
    tables: Tables, state: State, reveal: v.RevealPiece | v.Look
) -> Fault:
    piece = state.pieces.get(reveal.piece)
    if piece is None or piece.kind is not None or reveal.kind != "BB":
        return None
    if piece.furthest > tables.kinds["BB"].move:
        return Broken(
            f"{piece.id} moved {counted(piece.furthest, 'hex')} in turn {piece.furthest_turn}"
            " and is the battleship",
            f"{counted(tables.kinds['BB'].move, 'hex')} in each turn",
        )
    return None


@case("DG-1", reads=("piece", "hex"), severity=INTERPRETATION)
def coming_on_costs_a_hex(tables: Tables, state: State, entry: v.Enter) -> Fault:
    piece = state.pieces.get(entry.piece)
    if piece is None or piece.at != DRAWN:
        return None
    far, speed = _entry(tables, piece, entry.hex), _speed(tables, piece)
    if far == FAR:
        return f"{piece.id} came on in {entry.hex}, which is no hex of the map"
    if far == speed + 1:
        return f"{piece.id} came on from {piece.box} in {entry.hex}, {counted(far, 'hex')} away"
    return None


@case("DG-1", reads=("piece", "kind"), severity=INTERPRETATION)
def a_piece_shown_as_the_battleship_stopped_where_it_came_on(
    tables: Tables, state: State, reveal: v.RevealPiece | v.Look
) -> Fault:
    piece = state.pieces.get(reveal.piece)
    if piece is None or piece.kind is not None or reveal.kind != "BB":
        return None
    if piece.entered > tables.kinds["BB"].move:
        return f"{piece.id} moved on as it came on and is the battleship"
    return None


@case("DG-11", reads=("piece", "to"), severity=INTERPRETATION)
def pieces_stay_on_the_map(tables: Tables, state: State, move: v.MovePiece) -> Fault:
    if move.to in (*tables.entries, *tables.cups, OUT):
        return f"{move.piece} moved to {move.to}"
    return None


@case("GS-5(1)a", reads=("piece", "to"))
def pieces_stand_on_hexes(tables: Tables, state: State, move: v.MovePiece) -> Fault:
    if tables.on_map(move.to) or move.to in (*tables.entries, *tables.cups, OUT):
        return None
    where = move.to or "where no hex is"
    return Broken(f"{move.piece} was moved to {where}", "a hex of the map")


@case("DG-11", reads=("piece",), severity=INTERPRETATION)
def only_a_damaged_piece_goes_to_a_box(tables: Tables, state: State, going: v.ReturnPiece) -> Fault:
    divided = fired_at_beside(tables, state, going.piece)
    if not divided and not was_fired_at(state, going.piece):
        return f"{going.piece} went to a box and nobody had fired at it"
    return None


@case("GS-6(5)a", reads=("piece",))
def what_is_out_of_the_game_stays_out(tables: Tables, state: State, move: v.MovePiece) -> Fault:
    piece = state.pieces.get(move.piece)
    if piece is not None and piece.at == OUT and piece.kind != "dummy":
        return f"{piece.id} moved, which had been sunk"
    return None


@case("GS-5(5)d", reads=("piece",))
def a_removed_dummy_stays_out(tables: Tables, state: State, move: v.MovePiece) -> Fault:
    piece = state.pieces.get(move.piece)
    if piece is not None and piece.at == OUT and piece.kind == "dummy":
        return f"{piece.id} moved, a dummy that had left the game"
    return None


def _on_map(tables: Tables, state: State, piece_id: str) -> Piece | None:
    piece = state.pieces.get(piece_id)
    return piece if piece is not None and tables.on_map(piece.at) else None


def _speed(tables: Tables, piece: Piece) -> int:
    """Hexes a turn; an unknown piece is judged as a fast one until it is shown."""
    known = tables.kinds.get(piece.kind or "")
    return max(kind.move for kind in tables.kinds.values()) if known is None else known.move


def _entry(tables: Tables, piece: Piece, hex_id: str) -> int:
    return tables.entry_distance.get(piece.box or ATLANTIC, {}).get(hex_id, FAR)


# --- GS-9 How many of each kind --------------------------------------------------------


def census(
    tables: Tables, state: State, shown: v.RevealPiece | v.Look | v.Draw, kind: str
) -> Fault:
    """Whether a piece that is told to be of a kind can be: one fault for every kind."""
    if shown.kind != kind:
        return None
    piece = state.pieces.get(shown.piece)
    before = piece.kind if piece is not None else None
    if isinstance(shown, v.Draw) and not state.cups and before not in (None, kind):
        return f"{shown.piece} was drawn as {kind} and is {before}"
    if isinstance(shown, v.RevealPiece | v.Look) and shown.unit is not None:
        for other in state.pieces.values():
            if other.unit == shown.unit and other.id != shown.piece:
                return f"{shown.piece} is shown as {shown.unit}, and so was {other.id}"
    others = sum(o.kind == kind for o in state.pieces.values() if o.id != shown.piece)
    drawing = isinstance(shown, v.Draw) and shown.ocean == ATLANTIC
    total = others + _surely_in_the_box(state, kind, drawing) + 1
    if total > tables.kinds[kind].count:
        return f"{shown.piece} is the {total}. {kind} of {tables.kinds[kind].count}"
    return None


def _surely_in_the_box(state: State, kind: str, drawing: bool) -> int:
    """Pieces of a kind that went back into the Atlantic box and cannot have been drawn since.

    One is being drawn from it just now when ``drawing``.
    """
    back = sorted(at for returned, at in state.returns if returned == kind)
    drawn = state.drawn_from.get(ATLANTIC, 0) + drawing
    return max((len(back) - n - (drawn - at) for n, at in enumerate(back)), default=0)


def _hold_census(kind: str, case_id: str) -> Callable[..., Fault]:
    """Section 9 says the same of every kind; each has its own case."""

    @case(case_id, reads=("piece", "kind", "unit"), rests_on=("pieces",))
    def as_many_as_the_list_says(
        tables: Tables, state: State, shown: v.RevealPiece | v.Look | v.Draw
    ) -> Fault:
        return census(tables, state, shown, kind)

    return as_many_as_the_list_says


ONE_BATTLESHIP = _hold_census("BB", "GS-9(2)")
TWO_CARRIERS = _hold_census("CV", "GS-9(3)")
FOUR_CRUISERS = _hold_census("CA", "GS-9(4)")
TWO_DUMMIES = _hold_census("dummy", "GS-9(5)")


@case("GS-2(5)a", reads=("kind",))
def there_is_no_other_kind(
    tables: Tables, state: State, shown: v.RevealPiece | v.Look | v.Draw
) -> Fault:
    if shown.kind is not None and shown.kind not in tables.kinds:
        return f"{shown.kind} is no kind of Royal Navy piece"
    return None

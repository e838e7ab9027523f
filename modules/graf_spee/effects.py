"""The effects of the verbs on the state, legal or not."""

from __future__ import annotations

from validator.hidden.whereabouts import NOWHERE, Whereabouts
from validator.rules.points import having_booked
from validator.rules.states import Outcome, Pending

from . import facts
from . import state as st
from . import verbs as v
from .book import does, effect
from .facts import owed
from .state import State
from .tables import FAR, Kind, Tables

# --- Set-up ----------------------------------------------------------------------------


@effect
def choose_start(tables: Tables, state: State, choose: v.ChooseStart) -> State:
    places = tables.start_hexes if choose.hex is None else {choose.hex}
    return _begun(tables, state.changed(placed=True, ship=Whereabouts.among(places)))


@effect
def place_supply(tables: Tables, state: State, place: v.PlaceSupply) -> State:
    supplies = {**state.supplies, place.supply: st.Supply(place.hex)}
    return _begun(tables, state.changed(supplies=supplies))


@effect
def split(tables: Tables, state: State, division: v.Split) -> State:
    new = state.changed(split=True)
    if state.cups:
        total, indian = sum(state.cups.values()), state.cups[st.INDIAN] + division.indian
        new.cups = {st.ATLANTIC: total - indian, st.INDIAN: indian}
    elif division.pieces is not None:
        back = st.ATLANTIC if state.split else st.INDIAN  # dividing again puts some back
        to = {st.ATLANTIC: st.INDIAN, st.INDIAN: back}
        pieces = (state.pieces[one] for one in division.pieces if one in state.pieces)
        put = {one.id: one.changed(at=to[one.at]) for one in pieces if one.at in to}
        new.pieces = {**state.pieces, **put}
    return _begun(tables, new)


def _begun(tables: Tables, state: State) -> State:
    """The state when turn 1 begins, if the set-up is complete."""
    ready = state.placed and state.split and len(state.supplies) >= len(tables.supplies)
    if ready and state.step == st.SET_UP:
        return state.changed(step=st.VOYAGE_LOG, turn=1)
    return state


# --- Step 1 ----------------------------------------------------------------------------


@effect
def log_course(tables: Tables, state: State, course: v.LogCourse) -> State:
    if course.hex is not None:
        return _course_written(_sailed(tables, state, course.hex, course.refuel))
    ship = facts.reach(tables, state, course.refuel)
    return _course_written(state.changed(ship=ship, course_known=False))


@effect
def open_course(tables: Tables, state: State, course: v.OpenCourse) -> State:
    new = _sailed(tables, state, course.hex, course.refuel)
    return _course_written(new.changed(shown=course.hex))


@effect
def escape(tables: Tables, state: State, way: v.Escape) -> State:
    case = "GS-8(1)c" if way.ocean == st.INDIAN else "GS-8(1)b"
    return _judged(tables, state.changed(ship=NOWHERE, shown=None), case)


def _course_written(state: State) -> State:
    if state.step in (st.SET_UP, st.VOYAGE_LOG):
        state.step = st.ROYAL_NAVY
        state.turn = max(state.turn, 1)
    return state


def _sailed(tables: Tables, state: State, end: str, refuel: bool | None) -> State:
    """The state with the ship on a known hex; whether it had to refuel is inferred if not
    declared."""
    new = state.changed(course_known=True)
    way = facts.way_to(tables, state, (end,), refuel)
    if way is None:
        return new.changed(ship=Whereabouts.at(end))
    refuels = state.ship[way.start]
    fuelled = refuel if refuel is not None else (way.refuelled and way.hexes > way.allowance)
    new.ship = Whereabouts.at(end, refuels + 1 if fuelled else refuels)
    if fuelled and len(state.ship) == 1:
        new.supplies = _emptied(state.supplies, way.start)
    return new


def _emptied(supplies: dict[str, st.Supply], hex_id: str) -> dict[str, st.Supply]:
    """The supply ships after the one on a hex has given its fuel; one whose place is unknown may be
    that one."""
    for place in (hex_id, None):
        for name, supply in supplies.items():
            if supply.hex == place and not supply.used:
                return {**supplies, name: st.Supply(hex_id, True)}
    return supplies


# --- Step 2 ----------------------------------------------------------------------------


@effect
def roll_extra(tables: Tables, state: State, roll: v.RollExtra) -> State:
    return _earned(state.changed(extra=True, extra_die=roll.die), "GS-5(3)a", tables.extra_price)


@effect
def draw(tables: Tables, state: State, drawing: v.Draw) -> State:
    known = state.pieces.get(drawing.piece)
    piece = st.Piece(drawing.piece, st.DRAWN, drawing.kind, moved=0, box=drawing.ocean)
    piece.drawn, piece.returned = state.draws + 1, state.piece(drawing.piece).returned
    if known is not None and not state.cups:
        piece.kind, piece.unit = known.kind, known.unit
    owing = state.owing(Pending(st.PLACE, st.BRITISH, "GS-5(2)d", piece.id))
    new = owing.with_piece(piece)
    new.draws = state.draws + 1
    drawn = state.drawn_from.get(drawing.ocean, 0) + 1
    new.drawn_from = {**state.drawn_from, drawing.ocean: drawn}
    if left := state.cups.get(drawing.ocean):
        new.cups = {**state.cups, drawing.ocean: left - 1}
    return new


@effect
def put_back(tables: Tables, state: State, putting: v.PutBack) -> State:
    new = state.done(st.PLACE, putting.piece)
    if state.cups:
        new.cups = {**state.cups, putting.ocean: state.cups.get(putting.ocean, 0) + 1}
        new.pieces = {name: one for name, one in state.pieces.items() if name != putting.piece}
        return new
    piece = state.pieces.get(putting.piece, st.Piece(putting.piece, st.DRAWN))
    return new.with_piece(piece.changed(at=putting.ocean))


@effect
def enter(tables: Tables, state: State, entry: v.Enter) -> State:
    piece = state.pieces.get(entry.piece, st.Piece(entry.piece, st.DRAWN))
    far = tables.entry_distance.get(piece.box, {}).get(entry.hex, FAR)
    new = state.with_piece(piece.changed(at=entry.hex, moved=far, entered=far))
    return new.done(st.PLACE, piece.id)


@effect
def move_piece(tables: Tables, state: State, move: v.MovePiece) -> State:
    piece = state.pieces.get(move.piece, st.Piece(move.piece, move.to))
    hexes = tables.hexes_between(piece.at, move.to)
    moved = piece.changed(at=move.to, moved=(piece.moved or 0) + hexes)
    if hexes > piece.furthest:
        moved.furthest, moved.furthest_turn = hexes, state.turn
    return state.with_piece(moved)


does(v.EndMovement, lambda t, state, end: state.changed(step=st.COMBAT, turn=max(state.turn, 1)))


# --- Step 3: searches ------------------------------------------------------------------


does(
    v.NoContact,
    lambda t, state, act: _not_at(state.changed(contact="none"), facts.occupied(t, state)),
)


@effect
def show_ship(tables: Tables, state: State, show: v.ShowShip) -> State:
    new = _ship_at(state, show.hex)
    new.contact, new.discovered = "shown", "contact"
    for piece in state.pieces_at(show.hex):
        if piece.face_up and piece.kind is not None:
            new = _met(tables, new, piece)
        else:
            new = new.owing(Pending(st.REVEAL, st.BRITISH, "GS-5(5)b", piece.id))
    return new


@effect
def reveal_piece(tables: Tables, state: State, reveal: v.RevealPiece) -> State:
    piece = _seen(_piece(state, reveal.piece), reveal).changed(face_up=True)
    new = state.with_piece(piece)
    met = owed(state, st.REVEAL, piece.id)
    return _met(tables, new.done(st.REVEAL, piece.id), piece) if met else new


@effect
def look(tables: Tables, state: State, looking: v.Look) -> State:
    before = state.pieces.get(looking.piece)
    return state if before is None else state.with_piece(_seen(before, looking))


def _seen(piece: st.Piece, act: v.Showing) -> st.Piece:
    return piece.changed(kind=act.kind, unit=act.unit or piece.unit)


def _piece(state: State, piece_id: str) -> st.Piece:
    """A piece; an unknown one came from outside the game."""
    return state.pieces.get(piece_id, st.Piece(piece_id, st.OUT))


def _met(tables: Tables, state: State, piece: st.Piece) -> State:
    """The state after a piece is shown in the ship's hex: a dummy must go, a ship fights."""
    kind = tables.kind_of(piece)
    if kind is None or not kind.strength:
        if piece.has_to_go:
            return state  # it was asked for when it met her first
        new = state.with_piece(piece.changed(has_to_go=True))
        return new.owing(Pending(st.DUMMY, st.BRITISH, "GS-5(5)d", piece.id))
    new = state.with_piece(piece.changed(fought=state.turn))
    if not (owed(state, st.FIRE, st.SHIP) or facts.has_fired(state, st.SHIP)):
        new = new.owing(Pending(st.FIRE, st.GERMAN, "GS-6(2)a", st.SHIP))
    if kind.fires:
        new = new.owing(Pending(st.FIRE, st.BRITISH, "GS-6(2)a", piece.id))
    return new


@effect
def remove_dummy(tables: Tables, state: State, removal: v.RemoveDummy) -> State:
    gone = _piece(state, removal.piece).changed(at=st.OUT)
    return state.with_piece(gone).done(st.DUMMY, removal.piece).done(st.PLACE, removal.piece)


@effect
def air_search(tables: Tables, state: State, search: v.AirSearch) -> State:
    new = state.owing(Pending(st.ANSWER, st.GERMAN, "GS-5(6)d", search.cv))
    return new.changed(searches=(*state.searches, (search.cv, search.hex)))


@effect
def answer(tables: Tables, state: State, reply: v.Answer) -> State:
    new = state.done(st.ANSWER)
    if not state.searches:
        return new
    searched = state.searches[-1][1]
    if not reply.found:
        return _not_at(new, {searched})
    return _ship_at(new, searched).changed(discovered="air")


def _ship_at(state: State, hex_id: str) -> State:
    """The state after the ship was shown on a hex: everybody knows where it is."""
    return state.changed(ship=state.ship.shown(hex_id), shown=hex_id, course_known=True)


def _not_at(state: State, hexes: set[str]) -> State:
    """The state with the ship in none of these hexes; if no other is possible, some statement was
    false."""
    return state.changed(ship=state.ship.said_not_in(hexes))


# --- Step 3: combat --------------------------------------------------------------------


@effect
def fire(tables: Tables, state: State, shooting: v.Fire) -> State:
    new = state.done(st.FIRE, shooting.shooter)
    if shooting.target == st.SHIP:
        return _ship_hit(tables, new, shooting.shooter, shooting.dice)
    if shooting.also is not None:
        divided = (shooting.target, shooting.also)
        shots = (st.Shot(shooting.shooter, target, None, None) for target in divided)
        return new.changed(shots=(*state.shots, *shots))
    kind = tables.kind_of(state.piece(shooting.target))
    hits = None
    if shooting.dice is not None and kind is not None:
        hits = facts.hits_in(shooting.dice, kind.hit_on)
    new.shots = (*state.shots, st.Shot(shooting.shooter, shooting.target, shooting.dice, hits))
    if hits is None or kind is None or hits < tables.damaged_at:
        return new
    sunk = hits >= tables.sunk_at
    what, case = (st.SINK, "GS-6(5)a") if sunk else (st.RETURN, "GS-6(5)b")
    return _hit(new.owing(Pending(what, st.BRITISH, case, shooting.target)), kind, sunk=sunk)


does(v.AirAttack, lambda t, state, attack: _ship_hit(t, state, attack.cv, attack.dice))


def _ship_hit(tables: Tables, state: State, shooter: str, dice: tuple[int, ...] | None) -> State:
    hits = None if dice is None else facts.hits_in(dice, tables.ship_hit_on)
    new = state.changed(shots=(*state.shots, st.Shot(shooter, st.SHIP, dice, hits)))
    new.hits = state.hits + (hits or 0)
    if hits and new.hits >= tables.sunk_at:
        new = new.done(st.DAMAGE)
        if not owed(new, st.ROLL_SINKING):
            new = new.owing(Pending(st.ROLL_SINKING, st.GERMAN, "GS-8(3)a"))
    elif hits and not state.damaged:
        new = new.owing(Pending(st.DAMAGE, st.GERMAN, "GS-6(2)f"))
    return new


@effect
def damage_ship(tables: Tables, state: State, mark: v.DamageShip) -> State:
    hits = max(state.hits, tables.damaged_at)
    return state.done(st.DAMAGE).changed(damaged=True, hits=hits)


@effect
def sink_piece(tables: Tables, state: State, sinking: v.SinkPiece) -> State:
    return _lost_to_fire(tables, state, _piece(state, sinking.piece), st.OUT, st.SINK)


@effect
def return_piece(tables: Tables, state: State, going: v.ReturnPiece) -> State:
    piece = _piece(state, going.piece)
    piece = piece.changed(returned=piece.returned + 1)
    return _lost_to_fire(tables, state, piece, going.ocean, st.RETURN)


def _lost_to_fire(tables: Tables, state: State, piece: st.Piece, to: str, due: str) -> State:
    """The state after a piece that was hit leaves the map, rightly or not; its points are due, if
    they were not before."""
    new = state.with_piece(piece.changed(at=to)).done(st.PLACE, piece.id)
    new = new.done(st.SINK, piece.id).done(st.RETURN, piece.id)
    kind, paid = tables.kind_of(piece), _paid(tables, state, piece.id, due)
    return _hit(new, kind, sunk=due == st.SINK, what=paid) if kind is not None and paid else new


def _hit(state: State, kind: Kind, *, sunk: bool, what: str = st.POINTS) -> State:
    """The state with the points for a ship due; a carrier has its own number for sinking, the
    others pay their strength."""
    if not sunk:
        return _earned(state, "GS-8(2)b", kind.points_damaged, what)
    case = "GS-8(2)c" if kind.points_sunk == kind.strength else "GS-8(2)d"
    return _earned(state, case, kind.points_sunk, what)


def _paid(tables: Tables, state: State, piece: str, due: str) -> str:
    """Whether the points for a piece that leaves are due with it, if nobody saw the dice; they may
    also be booked if it was missed and leaves for another reason."""
    target = facts.fired_at_beside(tables, state, piece) or piece
    shots = [shot for shot in state.shots if shot.target == target]
    if shots and all(shot.hits is None for shot in shots):
        return st.POINTS
    return st.MAYBE if facts.was_fired_at(state, piece) and not owed(state, due, piece) else ""


def _earned(state: State, case: str, points: int, what: str = st.POINTS) -> State:
    """Note points that must now be booked; 0 is noted too, to name the case of a wrong booking."""
    new = state.owing(Pending(what, st.GERMAN, case, points=points)) if points else state
    return new.changed(scored=case)


# --- Step 3: raid, pursuit, close ------------------------------------------------------


@effect
def raid(tables: Tables, state: State, raiding: v.Raid) -> State:
    place = raiding.hex or state.ship.in_words()
    new = state if raiding.hex is None else _ship_at(state, raiding.hex)
    new = new.changed(raid=place)
    if place in tables.icons and place not in state.taken:
        new.taken = state.taken | {place}
        return _earned(new, "GS-7(4)", tables.icon_points)
    case = "GS-7(6)" if place in state.taken else "GS-7(5)"
    return new.owing(Pending(st.ROLL_RAID, st.GERMAN, case)).changed(scored=case)


@effect
def roll_raid(tables: Tables, state: State, roll: v.RollRaid) -> State:
    due = owed(state, st.ROLL_RAID)
    case = due.case if due is not None else "GS-7(5)"
    new = state.done(st.ROLL_RAID).changed(raid_rolled=True)
    if roll.die is None:
        return _earned(new, case, max(tables.raid.values()), st.MAYBE)
    return _earned(new, case, tables.raid.get(roll.die, 0))


does(v.Pursue, lambda t, state, act: state.changed(pursuers=(*state.pursuers, act.piece)))


@effect
def hide_piece(tables: Tables, state: State, hiding: v.HidePiece) -> State:
    piece = state.pieces.get(hiding.piece)
    return state if piece is None else state.with_piece(piece.changed(face_up=False))


does(v.HideShip, lambda tables, state, hiding: state.changed(shown=None, stood=state.shown))


@effect
def end_turn(tables: Tables, state: State, end: v.EndTurn) -> State:
    kept = (p for p in state.late if p.what == st.POINTS)
    late = (*kept, *(p for p in state.pending if p.what in (st.POINTS, st.MAYBE)))
    seen = facts.is_log_seen(state)
    doubt = state.doubt - {st.THIS_TURN, st.LATE}
    if facts.hits_on(state, st.SHIP) is None and not state.damaged:
        doubt |= {st.LATE if seen else "hits"}  # it may be turned late, or where nobody sees it
    new = state.begun(
        st.TURN,
        step=st.OVER if state.step == st.OVER else st.VOYAGE_LOG,
        turn=state.turn + 1,
        pursued=bool(state.pursuers),
        pending=(),
        late=late,
        hits=min(state.hits, tables.sunk_at - 1),  # a ship that plays on is not sunk
        doubt=doubt,
    )
    pieces = state.pieces.values()
    new.pieces = {one.id: one.changed(moved=None, left_up=one.face_up) for one in pieces}
    if state.cups:
        _mixed_in(new)
    return new


def _mixed_in(state: State) -> None:
    """Forget which pieces are in a box: they cannot be told from the others there."""
    for piece in [piece for piece in state.pieces.values() if piece.at in state.cups]:
        state.cups = {**state.cups, piece.at: state.cups[piece.at] + 1}
        state.pieces = {name: one for name, one in state.pieces.items() if name != piece.id}
        if piece.kind is not None:
            state.returns = (*state.returns, (piece.kind, state.drawn_from.get(piece.at, 0)))


# --- Any time --------------------------------------------------------------------------


@effect
def change_score(tables: Tables, state: State, change: v.ChangeScore) -> State:
    new = having_booked(state, change.delta).changed(score=state.score + change.delta)
    if new.score >= tables.win_at_once:
        return new.changed(step=st.OVER, outcome=Outcome(st.GERMAN, "GS-8(1)e", new.score))
    lost = any(p.what in (st.POINTS, st.MAYBE) and p.points < 0 for p in new.pending)
    if state.loss_rolled and change.delta < 0 and not lost:
        return _judged(tables, new, "GS-8(1)a")
    return new


@effect
def scuttle(tables: Tables, state: State, scuttling: v.Scuttle) -> State:
    end = min(tables.scuttling)
    lasting = (st.POINTS, st.MAYBE, st.SINK, st.RETURN, st.DAMAGE)
    kept = (p for p in state.pending if p.what in lasting)
    roll = Pending(st.ROLL_SCUTTLING, st.GERMAN, "GS-8(3)c")
    return state.changed(scuttled=True, ship=Whereabouts.at(end), pending=(*kept, roll))


@effect
def roll_loss(tables: Tables, state: State, roll: v.RollScuttling | v.RollSinking) -> State:
    what, losses, case = st.ROLL_SINKING, tables.loss_sunk, "GS-8(3)a"
    if isinstance(roll, v.RollScuttling):
        what, losses, case = st.ROLL_SCUTTLING, tables.loss_scuttled, "GS-8(3)c"
    new = state.done(what).changed(loss_rolled=True)
    if roll.die is None:
        return _earned(new, case, -max(losses.values()), st.MAYBE)
    return _earned(new, case, -losses.get(roll.die, 0))


def _judged(tables: Tables, state: State, case: str) -> State:
    """GS-8(1)d: at the end, enough points win for the German, else the Royal Navy wins."""
    winner = st.GERMAN if state.score >= tables.win_at_end else st.BRITISH
    return state.changed(step=st.OVER, outcome=Outcome(winner, case, state.score))

"""Contact and carrier searches: section 5(5), 5(6), and clarifications 2 and 5."""

from __future__ import annotations

from validator.rules.cases import MISSING, Broken, Fault, Verdict, Verdicts, left_out

from . import state as st
from . import verbs as v
from .book import book, case, cases
from .facts import occupied, owed, why_not_there, written_in
from .state import State
from .tables import Tables

# --- GS-5(5) Contact -------------------------------------------------------------------


@case("GS-5(5)a", severity=MISSING, rests_on=("ship", "pieces"))
def a_ship_beside_a_piece_is_shown(tables: Tables, state: State, silence: v.NoContact) -> Fault:
    if state.ship and state.ship.keys() <= occupied(tables, state):
        return f"the ship stayed hidden with a British piece in its hex ({state.ship.in_words()})"
    return None


@case("GS-5(5)a", reads=("hex",), rests_on=("ship",))
def the_ship_is_shown_where_it_is(tables: Tables, state: State, show: v.ShowShip) -> Fault:
    if why_not_there(tables, state, show.hex) in ("written", "GS-5(5)a"):
        return f"the ship was shown in {show.hex} and {written_in(state)}"
    return None


@case("GS-5(5)a", reads=("hex", "found"), severity=MISSING, rests_on=("ship", "pieces"))
def a_ship_met_earlier_had_to_show(tables: Tables, state: State, act: v.Raid | v.Answer) -> Fault:
    place = stated_place(state, act)
    if place is None or why_not_there(tables, state, place) != "GS-5(5)a":
        return None
    return f"a British piece was in its hex {place} and the ship was not shown"


ShipShown = v.ShowShip | v.Raid | v.Answer


def stated_place(state: State, act: ShipShown) -> str | None:
    """The hex where an act states the ship to be; ``None`` if it states none."""
    if isinstance(act, v.Answer):
        return state.searches[-1][1] if act.found and state.searches else None
    return act.hex


NOT_REMOVED = "{0}, a dummy that met the ship, was not removed"
book.left_open("GS-5(5)d", v.EndTurn, st.DUMMY, NOT_REMOVED)
LEFT_OUT = ("GS-5(5)a", "GS-5(5)c", "GS-10(Q5)")


@cases(*LEFT_OUT, severity=MISSING)
def what_contact_demands_is_done(tables: Tables, state: State, end: v.EndTurn) -> Verdicts:
    if state.step == st.COMBAT and not state.contact:
        yield "GS-5(5)a", "nobody said whether a British piece was in the ship's hex"
    if owed(state, st.FIRE) and not state.shots:
        yield "GS-5(5)c", "ships met and nobody fired"
    shown = [
        p.id
        for p in state.pieces.values()
        if p.face_up
        and tables.on_map(p.at)
        and not (p.left_up and p.fought < state.turn)  # it was forgotten once
        and not owed(state, st.DUMMY, p.id)
    ]
    if shown:
        yield "GS-10(Q5)", left_out(f"{', '.join(shown)} stayed face up", by=st.BRITISH)


HIDDEN = "{0} was in the ship's hex and was not shown"
book.left_open("GS-5(5)b", v.Fire | v.EndTurn, st.REVEAL, HIDDEN)


@cases("GS-5(5)b", "GS-5(6)b", reads=("piece", "kind", "unit"), rests_on=("pieces",))
def shown_as_what_it_was(tables: Tables, state: State, reveal: v.Showing) -> Verdict:
    met = owed(state, st.REVEAL, reveal.piece) or state.outcome is not None
    if met and isinstance(reveal, v.Look):
        return None
    case_id = "GS-5(5)b" if met else "GS-5(6)b"
    piece = state.piece(reveal.piece)
    if piece.kind not in (None, reveal.kind):
        did = f"{piece.id} is shown as {reveal.kind} and is {piece.kind}"
        return case_id, Broken(did, str(piece.kind))
    if None not in (piece.unit, reveal.unit) and piece.unit != reveal.unit:
        return case_id, Broken(f"{piece.id} is shown as {reveal.unit}", str(piece.unit))
    return None


book.asked_for("GS-5(5)d", v.RemoveDummy, "{0} was removed and is no dummy that met the ship")


@case("GS-5(5)d", reads=("shooter", "target"))
def a_dummy_does_not_fight(tables: Tables, state: State, fire: v.Fire) -> Fault:
    for name in (fire.shooter, fire.target):
        if state.piece(name).kind == "dummy":
            return f"{name}, a dummy, took part in combat"
    return None


# --- GS-5(6) Carrier search ------------------------------------------------------------


@cases("GS-5(6)a", "DG-10")
def carriers_seek_a_hidden_ship(tables: Tables, state: State, search: v.AirSearch) -> Verdicts:
    if state.contact == "shown":
        yield "GS-5(6)a", "a carrier searched after contact had discovered the ship"
    if state.discovered == "air":
        yield "DG-10", "a second carrier searched after the first had found the ship"


@cases("GS-5(6)a", "GS-5(6)b", "GS-5(6)c", "GS-10(Q2)", reads=("cv",))
def a_carrier_shown_searches_once(tables: Tables, state: State, search: v.AirSearch) -> Verdicts:
    piece = state.piece(search.cv)
    if not piece.id or piece.kind not in (None, "CV"):
        yield "GS-5(6)a", f"{search.cv}, which is no carrier, searched"
    elif not piece.face_up:
        yield "GS-5(6)b", f"{search.cv} searched face down"
    for searcher, place in state.searches:
        if searcher == search.cv:
            yield "GS-5(6)c", f"{search.cv} searched {place} and then another hex"
            yield "GS-10(Q2)", f"{search.cv} searched more than one of its neighbours"
            return


@case("GS-5(6)c", reads=("cv", "hex"))
def an_adjacent_hex_is_searched(tables: Tables, state: State, search: v.AirSearch) -> Fault:
    piece = state.piece(search.cv)
    if piece.id and tables.hexes_between(piece.at, search.hex) != tables.search_range:
        return f"{search.cv} in {piece.at} searched {search.hex}"
    return None


book.asked_for("GS-5(6)d", v.Answer, "an answer was given and no carrier had searched")


@case("GS-5(6)d", reads=("found",), rests_on=("ship",))
def the_answer_is_true(tables: Tables, state: State, reply: v.Answer) -> Fault:
    if not owed(state, st.ANSWER) or not state.searches or not state.ship:
        return None
    searched = state.searches[-1][1]
    if reply.found and why_not_there(tables, state, searched) in ("written", "GS-5(6)d"):
        return f"the ship was found in {searched} and {written_in(state)}"
    if not reply.found and state.ship.keys() == {searched}:
        return f"the ship was in {searched} and the answer was no"
    return None


ASKED = v.AirSearch | v.AirAttack | v.Raid | v.Pursue | v.EndTurn
book.left_open("GS-5(6)d", ASKED, st.ANSWER, "the search by {0} was not answered")


@case("GS-10(Q5)", reads=("piece",))
def pieces_stay_face_up_until_done(tables: Tables, state: State, hiding: v.HidePiece) -> Fault:
    if not state.piece(hiding.piece).face_up:
        return f"{hiding.piece} was not face up"
    if owed(state, st.FIRE, hiding.piece) or owed(state, st.DUMMY, hiding.piece):
        return f"{hiding.piece} was turned down before it had done its part"
    if owed(state, st.ANSWER, hiding.piece):
        return f"{hiding.piece} was turned down before its search was answered"
    return None

"""Contact and carrier searches: section 5(5), 5(6), and clarifications 2 and 5."""

from __future__ import annotations

from validator.rules.cases import INTERPRETATION, MISSING, Broken, Fault

from . import verbs as v
from .book import case
from .facts import known_places, occupied, owed, why_not_there, written_in
from .state import ANSWER, COMBAT, DUMMY, FIRE, REVEAL, State
from .tables import Tables

# --- GS-5(5) Contact -------------------------------------------------------------------


@case("GS-5(5)a", severity=MISSING, rests_on=("ship", "pieces"))
def the_ship_is_shown_when_a_piece_is_in_its_hex(
    tables: Tables, state: State, silence: v.NoContact
) -> Fault:
    if state.ship and state.ship.keys() <= occupied(tables, state):
        return f"the ship stayed hidden with a British piece in its hex ({known_places(state)})"
    return None


@case("GS-5(5)a", reads=("hex",), rests_on=("ship",))
def the_ship_is_shown_where_it_is(tables: Tables, state: State, show: v.ShowShip) -> Fault:
    if why_not_there(tables, state, show.hex) in ("written", "GS-5(5)a"):
        return f"the ship was shown in {show.hex} and {written_in(state)}"
    return None


@case("GS-5(5)a")
def a_contact_denied_is_not_found_later(tables: Tables, state: State, show: v.ShowShip) -> Fault:
    if state.step == COMBAT and state.contact == "none":
        return "shown for contact after it had been denied"
    return None


@case("GS-5(5)a", reads=("hex",), severity=MISSING, rests_on=("ship", "pieces"))
def a_raider_found_beside_a_piece_had_to_show(tables: Tables, state: State, raid: v.Raid) -> Fault:
    return _hidden_among(tables, state, raid.hex)


@case("GS-5(5)a", reads=("found",), severity=MISSING, rests_on=("ship", "pieces"))
def a_ship_found_beside_a_piece_had_to_show(tables: Tables, state: State, reply: v.Answer) -> Fault:
    place = state.searches[-1][1] if reply.found and state.searches else None
    return _hidden_among(tables, state, place)


def _hidden_among(tables: Tables, state: State, place: str | None) -> Fault:
    if place is None or why_not_there(tables, state, place) != "GS-5(5)a":
        return None
    return f"a British piece was in its hex {place} and the ship was not shown"


@case("GS-5(5)a", severity=MISSING)
def contact_is_settled_each_turn(tables: Tables, state: State, end: v.EndTurn) -> Fault:
    if state.step == COMBAT and not state.contact:
        return "nobody said whether a British piece was in the ship's hex"
    return None


@case("GS-5(5)b", severity=MISSING)
def the_pieces_in_the_hex_are_shown(tables: Tables, state: State, act: v.Fire | v.EndTurn) -> Fault:
    hidden = owed(state, REVEAL)
    return f"{hidden.piece} was in the ship's hex and was not shown" if hidden else None


@case("GS-5(5)b", reads=("piece", "kind", "unit"), rests_on=("pieces",))
def a_piece_shown_is_what_it_was(tables: Tables, state: State, reveal: v.RevealPiece) -> Fault:
    if owed(state, REVEAL, reveal.piece) or state.outcome is not None:
        return _other_than_known(state, reveal)
    return None


@case("GS-5(5)c", severity=MISSING)
def combat_follows_contact(tables: Tables, state: State, end: v.EndTurn) -> Fault:
    if owed(state, FIRE) and not state.shots:
        return "ships met and nobody fired"
    return None


@case("GS-5(5)d", severity=MISSING)
def a_dummy_leaves_the_game(tables: Tables, state: State, end: v.EndTurn) -> Fault:
    dummy = owed(state, DUMMY)
    return f"{dummy.piece}, a dummy that met the ship, was not removed" if dummy else None


@case("GS-5(5)d", reads=("piece",))
def only_a_dummy_that_met_the_ship_leaves(
    tables: Tables, state: State, removal: v.RemoveDummy
) -> Fault:
    if not owed(state, DUMMY, removal.piece):
        return f"{removal.piece} was removed and is no dummy that met the ship"
    return None


@case("GS-5(5)d", reads=("shooter", "target"))
def a_dummy_does_not_fight(tables: Tables, state: State, fire: v.Fire) -> Fault:
    for name in (fire.shooter, fire.target):
        piece = state.pieces.get(name)
        if piece is not None and piece.kind == "dummy":
            return f"{name}, a dummy, took part in combat"
    return None


# --- GS-5(6) Carrier search ------------------------------------------------------------


@case("GS-5(6)a")
def carriers_search_when_there_was_no_contact(
    tables: Tables, state: State, search: v.AirSearch
) -> Fault:
    if state.contact == "shown":
        return "a carrier searched after contact had discovered the ship"
    return None


@case("GS-5(6)a", reads=("cv",))
def only_a_carrier_searches(tables: Tables, state: State, search: v.AirSearch) -> Fault:
    piece = state.pieces.get(search.cv)
    if piece is None or piece.kind not in (None, "CV"):
        return f"{search.cv}, which is no carrier, searched"
    return None


@case("DG-10", severity=INTERPRETATION)
def no_search_once_the_ship_is_found(tables: Tables, state: State, search: v.AirSearch) -> Fault:
    if state.discovered == "air":
        return "a second carrier searched after the first had found the ship"
    return None


@case("GS-5(6)b", reads=("cv",))
def the_carrier_is_face_up(tables: Tables, state: State, search: v.AirSearch) -> Fault:
    piece = state.pieces.get(search.cv)
    if piece is not None and piece.kind in (None, "CV") and not piece.face_up:
        return f"{search.cv} searched face down"
    return None


@case("GS-5(6)b", reads=("piece", "kind", "unit"), rests_on=("pieces",))
def a_carrier_shown_is_what_it_was(
    tables: Tables, state: State, reveal: v.RevealPiece | v.Look
) -> Fault:
    if not owed(state, REVEAL, reveal.piece) and state.outcome is None:
        return _other_than_known(state, reveal)
    return None


def _other_than_known(state: State, reveal: v.RevealPiece | v.Look) -> Fault:
    piece = state.pieces.get(reveal.piece)
    if piece is not None and piece.kind not in (None, reveal.kind):
        return Broken(f"{piece.id} is shown as {reveal.kind} and is {piece.kind}", str(piece.kind))
    if piece is not None and None not in (piece.unit, reveal.unit) and piece.unit != reveal.unit:
        return Broken(f"{piece.id} is shown as {reveal.unit}", str(piece.unit))
    return None


@case("GS-5(6)c", reads=("cv", "hex"))
def an_adjacent_hex_is_searched(tables: Tables, state: State, search: v.AirSearch) -> Fault:
    piece = state.pieces.get(search.cv)
    if piece is None:
        return None
    hexes = tables.hexes_between(piece.at, search.hex)
    if hexes != tables.search_range:
        return f"{search.cv} in {piece.at} searched {search.hex}"
    return None


@case("GS-5(6)c", reads=("cv",))
def one_hex_is_searched(tables: Tables, state: State, search: v.AirSearch) -> Fault:
    earlier = [place for searcher, place in state.searches if searcher == search.cv]
    if earlier:
        return f"{search.cv} searched {earlier[0]} and then another hex"
    return None


@case("GS-10(Q2)", reads=("cv",))
def not_all_six_neighbours(tables: Tables, state: State, search: v.AirSearch) -> Fault:
    earlier = [place for searcher, place in state.searches if searcher == search.cv]
    if earlier:
        return f"{search.cv} searched more than one of its neighbours"
    return None


@case("GS-5(6)d")
def only_a_search_is_answered(tables: Tables, state: State, reply: v.Answer) -> Fault:
    if not owed(state, ANSWER):
        return "an answer was given and no carrier had searched"
    return None


@case("GS-5(6)d", reads=("found",), rests_on=("ship",))
def the_answer_is_true(tables: Tables, state: State, reply: v.Answer) -> Fault:
    if not owed(state, ANSWER) or not state.searches or not state.ship:
        return None
    searched = state.searches[-1][1]
    if reply.found and why_not_there(tables, state, searched) in ("written", "GS-5(6)d"):
        return f"the ship was found in {searched} and {written_in(state)}"
    if not reply.found and state.ship.keys() == {searched}:
        return f"the ship was in {searched} and the answer was no"
    return None


@case("GS-5(6)d", severity=MISSING)
def a_search_is_answered(
    tables: Tables, state: State, act: v.AirSearch | v.AirAttack | v.Raid | v.Pursue | v.EndTurn
) -> Fault:
    asked = owed(state, ANSWER)
    return f"the search by {asked.piece} was not answered" if asked else None


@case("GS-5(6)d", reads=("hex",), rests_on=("ship",))
def a_raider_was_not_where_a_search_was_answered_no(
    tables: Tables, state: State, raid: v.Raid
) -> Fault:
    if raid.hex is not None and why_not_there(tables, state, raid.hex) == "GS-5(6)d":
        return f"the ship raided in {raid.hex}, where a search this turn was answered with no"
    return None


# --- GS-10(Q5) Face down again ---------------------------------------------------------


@case("GS-10(Q5)", severity=MISSING)
def all_pieces_go_face_down_when_the_turn_closes(
    tables: Tables, state: State, end: v.EndTurn
) -> Fault:
    shown = [p.id for p in state.pieces.values() if p.face_up and tables.on_map(p.at)]
    return f"{', '.join(shown)} stayed face up" if shown else None


@case("GS-10(Q5)", reads=("piece",))
def a_piece_stays_face_up_until_it_is_done(
    tables: Tables, state: State, hiding: v.HidePiece
) -> Fault:
    piece = state.pieces.get(hiding.piece)
    if piece is None or not piece.face_up:
        return f"{hiding.piece} was not face up"
    if owed(state, FIRE, hiding.piece) or owed(state, DUMMY, hiding.piece):
        return f"{hiding.piece} was turned down before it had done its part"
    if owed(state, ANSWER, hiding.piece):
        return f"{hiding.piece} was turned down before its search was answered"
    return None

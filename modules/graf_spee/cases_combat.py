"""Combat and pursuit: section 6, with clarifications 3 and 6."""

from __future__ import annotations

from generator.counting import counted
from validator.rules.cases import MISSING, Broken, Fault, Verdict, Verdicts, left_out, resting
from validator.rules.dice import hold_number

from . import facts
from . import state as st
from . import verbs as v
from .book import book, case, cases
from .cases_order import Course, Moving, Search
from .facts import engaged, fired_at_beside, has_fired, hits_in, hits_on, owed, was_fired_at
from .state import State
from .tables import Kind, Tables

Loss = v.SinkPiece | v.ReturnPiece
"""What happens to a piece that was hit."""

# --- GS-6(1), 6(3) Who fights ----------------------------------------------------------


@case("GS-6(1)", reads=("shooter", "target"))
def combat_is_between_ships_that_met(tables: Tables, state: State, fire: v.Fire) -> Fault:
    if state.step != st.COMBAT:
        return None
    if state.discovered != "contact":
        return f"{fire.shooter} fired and there was no contact"
    if st.SHIP not in (fire.shooter, fire.target) or fire.shooter == fire.target:
        return f"{fire.shooter} fired at {fire.target}"
    other = fire.target if fire.shooter == st.SHIP else fire.shooter
    piece = state.pieces.get(other)
    if piece is None:
        return f"{other} is not one of the pieces in play"
    if piece.kind != "dummy" and not engaged(tables, state, piece):
        return f"{other} was not shown in the ship's hex"
    return None


@cases("GS-6(3)a", "GS-6(2)e", reads=("cv",))
def who_found_the_ship_attacks_once(tables: Tables, state: State, attack: v.AirAttack) -> Verdicts:
    finder = state.searches[-1][0] if state.discovered == "air" and state.searches else None
    if attack.cv != finder and state.step == st.COMBAT:
        yield "GS-6(3)a", f"{attack.cv} attacked and its search had not found the ship"
    if has_fired(state, attack.cv):
        yield "GS-6(2)e", f"{attack.cv} attacked a second time in turn {state.turn}"


# --- GS-6(2) Dice and targets ----------------------------------------------------------


@case("GS-6(2)a", reads=("shooter", "target", "dice"))
def a_die_for_each_point_of_strength(tables: Tables, state: State, fire: v.Fire) -> Fault:
    strength = tables.ship_strength
    if fire.shooter != st.SHIP:
        kind = _kind(tables, state, fire.shooter)
        if kind is None or not kind.fires:
            return None
        strength = kind.strength
    if fire.dice is not None and len(fire.dice) != strength:
        return Broken(f"{fire.shooter} fired with {len(fire.dice)} dice", f"{strength} dice")
    return None


@cases("GS-6(3)b", "GS-6(2)a", "GS-6(2)h", "GS-6(2)i", reads=("shooter", "target"))
def each_fires_once_and_the_ship_at_one(tables: Tables, state: State, fire: v.Fire) -> Verdicts:
    """Each ship fires once, and the Graf Spee at one ship; at a carrier only if there is no other
    target, and a carrier does not reply."""
    shooter, target = fire.shooter, fire.target
    if _is_carrier(_kind(tables, state, shooter)):
        yield "GS-6(3)b", f"{shooter}, a carrier in the ship's hex, fired"
    again = was_fired_at(state, target) or shooter != st.SHIP
    if again and has_fired(state, shooter):
        yield "GS-6(2)a", f"{shooter} fired a second time in turn {state.turn}"
    if shooter != st.SHIP:
        return
    before = [shot.target for shot in state.shots if shot.shooter == st.SHIP]
    if others := [one for one in before if one != target]:
        yield "GS-6(2)h", f"the ship fired at {others[0]} and at {target}"
    if not _is_carrier(_kind(tables, state, target)):
        return
    met = [piece for piece in state.pieces.values() if engaged(tables, state, piece)]
    if firing := [piece.id for piece in met if tables.kinds[piece.kind or ""].fires]:
        yield "GS-6(2)i", Broken(f"the ship fired at {target}, a carrier", ", ".join(firing))


@cases("GS-6(2)b", "GS-6(2)c", reads=("piece",))
def pieces_are_hit_as_the_chart_says(tables: Tables, state: State, effect: Loss) -> Verdict:
    kind, hits = _kind(tables, state, effect.piece), hits_on(state, effect.piece)
    if kind is None or hits is None or not was_fired_at(state, effect.piece):
        return None
    dice = ", ".join(map(str, _faces_at(state, effect.piece)))
    if kind.id != "BB":
        return None if hits else ("GS-6(2)b", f"{effect.piece} was not hit by {dice}")
    needed = tables.sunk_at if isinstance(effect, v.SinkPiece) else tables.damaged_at
    if hits < needed <= _hits_at(tables, state, effect.piece, "CA"):
        return "GS-6(2)c", f"the battleship took {counted(hits, 'hit')} from {dice}"
    return None if hits else ("GS-6(2)c", f"the battleship was not hit by {dice}")


NO_HIT = "the ship is treated as hit and no die showed a hit"


@cases(resting(("hits", st.LATE), "GS-6(2)d"), "GS-6(2)f", resting("damaged", "GS-6(4)c"))
def the_ship_is_damaged_once_by_a_six(tables: Tables, state: State, mark: v.DamageShip) -> Verdicts:
    hits = hits_on(state, st.SHIP)
    if hits is not None and not state.hits:
        yield "GS-6(2)d", NO_HIT
    if state.damaged:
        yield "GS-6(2)f", "the ship was marked damaged a second time"
        if was_fired_at(state, st.SHIP) and hits != 0:
            yield "GS-6(4)c", "a damaged ship was hit again and marked damaged once more"


@cases(resting("hits", "GS-6(2)d", "GS-8(3)a"), resting("damaged", "GS-6(2)g"), "DG-8")
def the_loss_is_rolled_for_a_ship_sunk_by_two_hits(
    tables: Tables, state: State, roll: v.RollSinking
) -> Verdicts:
    afloat = state.step != st.COMBAT
    if not afloat and hits_on(state, st.SHIP) is not None:
        if not state.hits:
            yield "GS-6(2)d", NO_HIT
        elif state.hits < tables.sunk_at:
            yield "GS-6(2)g", f"the ship was lost after {state.hits} hit"
    if owed(state, st.FIRE):
        yield "DG-8", "the loss was rolled before all had fired"
    if state.loss_rolled:
        yield "GS-8(3)a", "the die for the loss was rolled again"
    elif afloat:
        yield "GS-8(3)a", "the die for the loss was rolled and the ship is afloat"


hold_number(book, "GS-6(2)e", v.AirAttack, "air_dice")


@cases(resting("pieces", "GS-10(Q3)"), "GS-6(2)f", "GS-6(5)a", reads=("piece",))
def only_a_sunk_piece_is_removed(tables: Tables, state: State, sinking: v.SinkPiece) -> Verdicts:
    name, piece = sinking.piece, state.piece(sinking.piece)
    fives_counted = piece.kind == "BB" and _hits_at(tables, state, name, "CA") >= tables.sunk_at
    if piece.id and hits_on(state, name) == 1:
        if piece.returned:
            yield "GS-10(Q3)", f"{name} was removed after one hit, as if still damaged from before"
        elif not fives_counted:  # GS-6(2)c
            yield "GS-6(2)f", f"{name} was removed after one hit"
    in_play = piece.at not in ("", st.OUT) and was_fired_at(state, name)
    if not in_play and not fired_at_beside(tables, state, name):
        yield "GS-6(5)a", f"{name} was removed and had not been sunk"


@case("GS-6(2)h", reads=("target", "also"))
def dice_nobody_saw_are_not_divided_either(tables: Tables, state: State, fire: v.Fire) -> Fault:
    divided = f"fire was divided between {fire.target} and {fire.also}"
    return None if fire.also is None else divided


@cases("GS-6(2)h", "GS-6(6)a", reads=("piece",))
def losses_are_of_one_piece_that_does_not_pursue(
    tables: Tables, state: State, effect: Loss
) -> Verdicts:
    """A pursuing cruiser must not have been hit. If nobody sees the dice, the piece's loss shows
    that it was hit."""
    if first := fired_at_beside(tables, state, effect.piece):
        yield "GS-6(2)h", f"the ship's fire at {first} took off {effect.piece} too"
    if effect.piece in state.pursuers and hits_on(state, effect.piece) is None:
        yield "GS-6(6)a", f"{effect.piece} pursues and was hit"


# --- GS-6(4), 6(5) Damage --------------------------------------------------------------


PlayingOn = Course | Moving | Search | v.Raid | v.Pursue


@case("GS-6(4)a", rests_on=("hits",))
def the_game_ends_when_the_ship_sinks(tables: Tables, state: State, act: PlayingOn) -> Fault:
    if state.hits >= tables.sunk_at and state.outcome is None:
        return "play went on after the ship had sunk"
    return None


book.left_open("GS-6(2)f", v.EndTurn, st.DAMAGE, "the ship was hit and not marked damaged")
book.left_open("GS-6(5)a", v.EndTurn, st.SINK, "{0} was sunk and not removed")
book.left_open("GS-6(5)b", v.EndTurn, st.RETURN, "{0} was damaged and stayed on the map")
LEFT_OUT = ("GS-6(2)a", "GS-6(2)g", "GS-6(4)c", "GS-8(3)a")


@cases(*LEFT_OUT, resting("damaged", "GS-6(4)c"), severity=MISSING)
def what_combat_demands_is_done(tables: Tables, state: State, end: v.EndTurn) -> Verdicts:
    silent = [pending.piece for pending in state.pending if pending.what == st.FIRE]
    if silent and state.shots:
        yield "GS-6(2)a", f"{', '.join(silent)} did not fire"
    if not owed(state, st.ROLL_SINKING):
        return
    if not state.damaged:
        yield "GS-8(3)a", "the ship was sunk and its loss was not rolled"
    elif (hits_on(state, st.SHIP) or 0) >= tables.sunk_at:
        did = "the ship took two hits and was only marked damaged"
        yield "GS-6(2)g", left_out(did, by=st.GERMAN)
    else:
        yield "GS-6(4)c", left_out("a damaged ship was hit again and did not sink", by=st.GERMAN)


@cases("GS-6(2)g", "GS-6(5)b", "DG-11", reads=("piece", "ocean"))
def damaged_pieces_go_to_the_atlantic(
    tables: Tables, state: State, going: v.ReturnPiece
) -> Verdicts:
    piece, hits = going.piece, hits_on(state, going.piece)
    if hits is not None and hits >= tables.sunk_at:
        yield "GS-6(2)g", f"{piece} was put in a box after {counted(hits, 'hit')}"
    if going.ocean != st.ATLANTIC:
        yield "GS-6(5)b", f"{piece} went to {going.ocean}"
    elif not tables.on_map(state.piece(piece).at):
        yield "GS-6(5)b", f"{piece} went to {going.ocean} and was not on the map"
    if not (fired_at_beside(tables, state, piece) or was_fired_at(state, piece)):
        yield "DG-11", f"{piece} went to a box and nobody had fired at it"


@cases("GS-6(6)a", "GS-10(Q6)", reads=("piece",))
def undamaged_cruisers_may_pursue(tables: Tables, state: State, pursuit: v.Pursue) -> Verdicts:
    kind, piece = _kind(tables, state, pursuit.piece), state.piece(pursuit.piece)
    before = 0 < piece.fought < state.turn
    if before:
        turns = f"pursues in turn {state.turn} and fought in turn {piece.fought}"
        yield "GS-10(Q6)", f"{pursuit.piece} {turns}"
    wrong = ""
    if kind is None or not kind.pursues:
        wrong = f"{pursuit.piece}, which is no cruiser, pursues"
    elif not engaged(tables, state, piece):
        wrong = "" if piece.fought else f"{pursuit.piece} pursues and did not fight"
    elif hits_on(state, pursuit.piece) or not tables.on_map(piece.at):
        wrong = f"{pursuit.piece} pursues and was hit"
    elif facts.combat_open(state):
        wrong = f"{pursuit.piece} pursues before the combat is over"
    elif pursuit.piece in state.pursuers:
        wrong = f"{pursuit.piece} pursues already"
    if wrong and state.step == st.COMBAT:
        yield "GS-6(6)a", wrong


# --- Looking at the dice ---------------------------------------------------------------


def _kind(tables: Tables, state: State, piece_id: str) -> Kind | None:
    return tables.kind_of(state.piece(piece_id))


def _is_carrier(kind: Kind | None) -> bool:
    return kind is not None and kind.strength > 0 and not kind.fires


def _hits_at(tables: Tables, state: State, target: str, kind: str) -> int:
    """The number of hits if the target were of another kind."""
    return hits_in(_faces_at(state, target), tables.kinds[kind].hit_on)


def _faces_at(state: State, target: str) -> list[int]:
    return [die for s in state.shots if s.target == target and s.dice for die in s.dice]

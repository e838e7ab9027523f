"""Combat and pursuit: section 6, with clarifications 3 and 6."""

from __future__ import annotations

from generator.counting import counted
from validator.rules.cases import INTERPRETATION, MISSING, Broken, Fault

from . import state as st
from . import verbs as v
from .book import case
from .facts import (
    combat_open,
    engaged,
    fired_at_beside,
    has_fired,
    hits_in,
    hits_on,
    owed,
    ship_may_be_hit,
    was_fired_at,
)
from .state import State
from .tables import Kind, Tables

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


@case("GS-6(3)a", reads=("cv",))
def a_carrier_attacks_what_its_own_search_found(
    tables: Tables, state: State, attack: v.AirAttack
) -> Fault:
    if state.step != st.COMBAT:
        return None
    finder = state.searches[-1][0] if state.discovered == "air" and state.searches else None
    if attack.cv != finder:
        return f"{attack.cv} attacked and its search had not found the ship"
    return None


@case("GS-6(3)b", reads=("shooter",))
def a_carrier_in_the_hex_does_not_reply(tables: Tables, state: State, fire: v.Fire) -> Fault:
    kind = _kind(tables, state, fire.shooter)
    if kind is not None and kind.strength and not kind.fires:
        return f"{fire.shooter}, a carrier in the ship's hex, fired"
    return None


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


@case("GS-6(2)a", reads=("shooter", "target"))
def dice_are_rolled_once(tables: Tables, state: State, fire: v.Fire) -> Fault:
    if not has_fired(state, fire.shooter):
        return None
    if fire.shooter == st.SHIP and not was_fired_at(state, fire.target):
        return None  # another target: GS-6(2)h
    return f"{fire.shooter} fired a second time in turn {state.turn}"


@case("GS-6(2)a", severity=MISSING)
def both_sides_roll(tables: Tables, state: State, end: v.EndTurn) -> Fault:
    silent = [pending.piece for pending in state.pending if pending.what == st.FIRE]
    return f"{', '.join(silent)} did not fire" if silent and state.shots else None


@case("DG-8", severity=INTERPRETATION)
def all_fire_before_the_ship_is_lost(tables: Tables, state: State, roll: v.RollSinking) -> Fault:
    return "the loss was rolled before all had fired" if owed(state, st.FIRE) else None


@case("GS-6(2)b", reads=("piece",))
def others_are_hit_on_five_and_six(
    tables: Tables, state: State, effect: v.SinkPiece | v.ReturnPiece
) -> Fault:
    kind = _kind(tables, state, effect.piece)
    if kind is not None and kind.id != "BB" and _missed(state, effect.piece):
        return f"{effect.piece} was not hit by {_dice_at(state, effect.piece)}"
    return None


@case("GS-6(2)c", reads=("piece",))
def the_battleship_is_hit_on_six(
    tables: Tables, state: State, effect: v.SinkPiece | v.ReturnPiece
) -> Fault:
    kind = _kind(tables, state, effect.piece)
    if kind is None or kind.id != "BB" or not was_fired_at(state, effect.piece):
        return None
    hits = hits_on(state, effect.piece)
    needed = tables.sunk_at if isinstance(effect, v.SinkPiece) else tables.damaged_at
    if hits is not None and hits < needed <= _hits_at(tables, state, effect.piece, "CA"):
        return f"the battleship took {counted(hits, 'hit')} from {_dice_at(state, effect.piece)}"
    if hits == 0:
        return f"the battleship was not hit by {_dice_at(state, effect.piece)}"
    return None


@case("GS-6(2)d", rests_on=("hits",))
def the_ship_is_hit_on_six(
    tables: Tables, state: State, effect: v.DamageShip | v.RollSinking
) -> Fault:
    if state.hits or ship_may_be_hit(state) or state.step != st.COMBAT:
        return None
    return "the ship is treated as hit and no die showed a hit"


@case("GS-6(2)e", reads=("cv", "dice"))
def an_air_attack_has_three_dice(tables: Tables, state: State, attack: v.AirAttack) -> Fault:
    if attack.dice is not None and len(attack.dice) != tables.air_dice:
        return Broken(
            f"{attack.cv} attacked with {len(attack.dice)} dice", f"{tables.air_dice} dice"
        )
    return None


@case("GS-6(2)e", reads=("cv",))
def an_air_attack_is_made_once(tables: Tables, state: State, attack: v.AirAttack) -> Fault:
    if has_fired(state, attack.cv):
        return f"{attack.cv} attacked a second time in turn {state.turn}"
    return None


@case("GS-6(2)f", reads=("piece",))
def one_hit_damages(tables: Tables, state: State, sinking: v.SinkPiece) -> Fault:
    piece = state.pieces.get(sinking.piece)
    if piece is None or piece.returned or hits_on(state, sinking.piece) != 1:
        return None
    if piece.kind == "BB" and _hits_at(tables, state, piece.id, "CA") >= tables.sunk_at:
        return None  # fives were counted: GS-6(2)c
    return f"{sinking.piece} was removed after one hit"


@case("GS-10(Q3)", reads=("piece",), rests_on=("pieces",))
def a_piece_that_was_damaged_comes_back_as_new(
    tables: Tables, state: State, sinking: v.SinkPiece
) -> Fault:
    piece = state.pieces.get(sinking.piece)
    if piece is not None and piece.returned and hits_on(state, sinking.piece) == 1:
        return f"{sinking.piece} was removed after one hit, as if still damaged from before"
    return None


@case("GS-6(2)f", severity=MISSING)
def a_ship_that_is_hit_is_marked_damaged(tables: Tables, state: State, end: v.EndTurn) -> Fault:
    return "the ship was hit and not marked damaged" if owed(state, st.DAMAGE) else None


@case("GS-6(2)f")
def the_ship_is_damaged_once(tables: Tables, state: State, mark: v.DamageShip) -> Fault:
    return "the ship was marked damaged a second time" if state.damaged else None


@case("GS-6(2)g", reads=("piece",))
def two_hits_sink(tables: Tables, state: State, going: v.ReturnPiece) -> Fault:
    hits = hits_on(state, going.piece)
    if was_fired_at(state, going.piece) and hits is not None and hits >= tables.sunk_at:
        return f"{going.piece} was put in a box after {counted(hits, 'hit')}"
    return None


@case("GS-6(2)g", rests_on=("damaged",))
def the_ship_sinks_with_its_second_hit(tables: Tables, state: State, roll: v.RollSinking) -> Fault:
    if state.step != st.COMBAT or ship_may_be_hit(state) or not state.hits:
        return None
    if state.hits < tables.sunk_at:
        return f"the ship was lost after {state.hits} hit"
    return None


@case("GS-6(2)g", severity=MISSING)
def two_hits_do_not_only_damage(tables: Tables, state: State, end: v.EndTurn) -> Fault:
    if state.damaged and owed(state, st.ROLL_SINKING) and _sunk_at_once(tables, state):
        return "the ship took two hits and was only marked damaged"
    return None


def _sunk_at_once(tables: Tables, state: State) -> bool:
    """Whether the hits of this turn alone sink the ship."""
    return (hits_on(state, st.SHIP) or 0) >= tables.sunk_at


@case("GS-6(2)h", reads=("target", "also"))
def dice_nobody_saw_are_not_divided_either(tables: Tables, state: State, fire: v.Fire) -> Fault:
    if fire.also is not None:
        return f"fire was divided between {fire.target} and {fire.also}"
    return None


@case("GS-6(2)h", reads=("shooter", "target"))
def the_ship_fires_at_one_piece(tables: Tables, state: State, fire: v.Fire) -> Fault:
    if fire.shooter != st.SHIP:
        return None
    others = [s.target for s in state.shots if s.shooter == st.SHIP and s.target != fire.target]
    return f"the ship fired at {others[0]} and at {fire.target}" if others else None


@case("GS-6(2)h", reads=("piece",))
def losses_are_of_one_piece(
    tables: Tables, state: State, effect: v.SinkPiece | v.ReturnPiece
) -> Fault:
    divided = [s.target for s in state.shots if s.shooter == st.SHIP and s.hits is None]
    for other in divided if effect.piece in divided else ():
        if other != effect.piece and not tables.on_map(state.pieces[other].at):
            return f"the ship fired at {other} and at {effect.piece}"
    first = fired_at_beside(tables, state, effect.piece)
    return f"the ship's fire at {first} took off {effect.piece} too" if first else None


@case("GS-6(2)i", reads=("shooter", "target"))
def not_at_a_carrier_while_another_ship_is_there(
    tables: Tables, state: State, fire: v.Fire
) -> Fault:
    kind = _kind(tables, state, fire.target)
    if fire.shooter != st.SHIP or kind is None or kind.fires or not kind.strength:
        return None
    others = [
        piece.id
        for piece in state.pieces.values()
        if engaged(tables, state, piece) and tables.kinds[piece.kind or ""].fires
    ]
    if others:
        return Broken(f"the ship fired at {fire.target}, a carrier", ", ".join(others))
    return None


# --- GS-6(4), 6(5) Damage --------------------------------------------------------------


@case("GS-6(4)a", rests_on=("hits",))
def the_game_ends_when_the_ship_sinks(
    tables: Tables,
    state: State,
    act: v.LogCourse
    | v.OpenCourse
    | v.Escape
    | v.RollExtra
    | v.Draw
    | v.Enter
    | v.MovePiece
    | v.EndMovement
    | v.NoContact
    | v.ShowShip
    | v.AirSearch
    | v.Answer
    | v.Raid
    | v.Pursue,
) -> Fault:
    if state.hits >= tables.sunk_at and state.outcome is None:
        return "play went on after the ship had sunk"
    return None


@case("GS-6(4)c", rests_on=("damaged",))
def one_more_hit_sinks_a_damaged_ship(
    tables: Tables, state: State, mark: v.DamageShip | v.EndTurn
) -> Fault:
    if isinstance(mark, v.EndTurn):
        if state.damaged and owed(state, st.ROLL_SINKING) and not _sunk_at_once(tables, state):
            return Broken("a damaged ship was hit again and did not sink", severity=MISSING)
        return None
    if state.damaged and was_fired_at(state, st.SHIP) and hits_on(state, st.SHIP) != 0:
        return "a damaged ship was hit again and marked damaged once more"
    return None


@case("GS-6(5)a", severity=MISSING)
def a_sunk_piece_is_removed(tables: Tables, state: State, end: v.EndTurn) -> Fault:
    left = owed(state, st.SINK)
    return f"{left.piece} was sunk and not removed" if left else None


@case("GS-6(5)a", reads=("piece",))
def only_a_piece_that_was_sunk_is_removed(
    tables: Tables, state: State, sinking: v.SinkPiece
) -> Fault:
    piece = state.pieces.get(sinking.piece)
    if fired_at_beside(tables, state, sinking.piece):
        return None
    if piece is None or piece.at == st.OUT or not was_fired_at(state, sinking.piece):
        return f"{sinking.piece} was removed and had not been sunk"
    return None


@case("GS-6(5)b", severity=MISSING)
def a_damaged_piece_leaves_the_map(tables: Tables, state: State, end: v.EndTurn) -> Fault:
    left = owed(state, st.RETURN)
    return f"{left.piece} was damaged and stayed on the map" if left else None


@case("GS-6(5)b", reads=("piece", "ocean"))
def a_damaged_piece_goes_to_the_atlantic(
    tables: Tables, state: State, going: v.ReturnPiece
) -> Fault:
    if going.ocean != st.ATLANTIC:
        return f"{going.piece} went to {going.ocean}"
    piece = state.pieces.get(going.piece)
    if piece is None or not tables.on_map(piece.at):
        return f"{going.piece} went to {going.ocean} and was not on the map"
    return None


# --- GS-6(6) Pursuit -------------------------------------------------------------------


@case("GS-6(6)a", reads=("piece",))
def an_undamaged_cruiser_that_fought_may_pursue(
    tables: Tables, state: State, pursuit: v.Pursue
) -> Fault:
    if state.step != st.COMBAT:
        return None
    kind = _kind(tables, state, pursuit.piece)
    piece = state.pieces.get(pursuit.piece)
    if kind is None or piece is None or not kind.pursues:
        return f"{pursuit.piece}, which is no cruiser, pursues"
    if not engaged(tables, state, piece):
        # A combat of an earlier turn is GS-10(Q6).
        return None if piece.fought else f"{pursuit.piece} pursues and did not fight"
    if hits_on(state, pursuit.piece) or not tables.on_map(piece.at):
        return f"{pursuit.piece} pursues and was hit"
    if combat_open(state):
        return f"{pursuit.piece} pursues before the combat is over"
    if pursuit.piece in state.pursuers:
        return f"{pursuit.piece} pursues already"
    return None


@case("GS-6(6)a", reads=("piece",))
def a_pursuer_was_not_hit(
    tables: Tables, state: State, effect: v.SinkPiece | v.ReturnPiece
) -> Fault:
    """Where nobody sees the dice, what happens to it shows that it was hit."""
    if effect.piece in state.pursuers and hits_on(state, effect.piece) is None:
        return f"{effect.piece} pursues and was hit"
    return None


@case("GS-10(Q6)", reads=("piece",))
def pursuit_needs_combat_in_this_very_turn(
    tables: Tables, state: State, pursuit: v.Pursue
) -> Fault:
    piece = state.pieces.get(pursuit.piece)
    if piece is not None and 0 < piece.fought < state.turn:
        return f"{pursuit.piece} pursues in turn {state.turn} and fought in turn {piece.fought}"
    return None


# --- Looking at the dice ---------------------------------------------------------------


def _kind(tables: Tables, state: State, piece_id: str) -> Kind | None:
    piece = state.pieces.get(piece_id)
    return tables.kinds.get(piece.kind or "") if piece is not None else None


def _missed(state: State, target: str) -> bool:
    return was_fired_at(state, target) and hits_on(state, target) == 0


def _hits_at(tables: Tables, state: State, target: str, kind: str) -> int:
    """Hits there would have been if the target were of another kind."""
    dice = [die for s in state.shots if s.target == target and s.dice for die in s.dice]
    return hits_in(dice, tables.kinds[kind].hit_on)


def _dice_at(state: State, target: str) -> str:
    return ", ".join(
        str(die) for s in state.shots if s.target == target and s.dice for die in s.dice
    )

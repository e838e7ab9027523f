"""What players of this game do at the table besides the signs of its verbs."""

from __future__ import annotations

from typing import Any

from validator.rules.staging import Besides, Habits, Occasions

from . import state as st
from . import verbs as v

before = Occasions[Besides]()


def _names(hands: Any, one: Any, piece: str, action: str = "target") -> None:
    """Name a unit, port or base before something is done to it."""
    if hands.hands_only or piece not in hands.counters:
        return
    kind = hands.counters[piece].kind
    named = "target_place" if kind in ("port", "airbase") and action == "target" else action
    entry = hands.stage.game.action(named).name
    if hands.stage.offers(piece, entry):
        # A boat or ship answers to its own side alone: that names it when the other says so.
        owner = hands.tables.side_of(piece) or hands.side_of(one)
        hands.stage.choose(owner, piece, entry)


@before
def an_enemy(hands: Any, verb: v.AirCombat | v.Torpedo | v.Detect, one: Any) -> None:
    _names(hands, one, verb.target)


@before
def a_boat(hands: Any, verb: v.AirDetect | v.AirAttack | v.HuffDuff, one: Any) -> None:
    _names(hands, one, verb.boat)


@before
def a_boat_at_sea(hands: Any, verb: v.AswAttack | v.Gunfire, one: Any) -> None:
    _names(hands, one, verb.boat)


@before
def a_place(hands: Any, verb: v.Bomb, one: Any) -> None:
    _names(hands, one, verb.target)
    if verb.support:
        _names(hands, one, verb.support, "supports")


@before
def a_port(hands: Any, verb: v.FrogmanAttack | v.Ferry, one: Any) -> None:
    _names(hands, one, verb.port)


@before
def where_all_see_it(hands: Any, verb: v.ShowRole, one: Any) -> None:
    """Lay the role marker into the box of all: nobody else sees a marker on the desk."""
    piece = f"role_{verb.role}"
    if piece in hands.counters and hands.stage.where(piece) != st.ROLE_BOX:
        hands.stage.drag(st.AXIS, [piece], "roster", st.ROLE_BOX)


@before
def a_base(hands: Any, verb: v.Bombard, one: Any) -> None:
    _names(hands, one, verb.base)


def _put_in(hands: Any, number: str, markers: Any, chooser: str) -> None:
    """Put markers into a container; those that the Allied player chooses are handed over first."""
    chosen = [f"frogman_{number}_{one.removeprefix('FM-')}" for one in markers]
    if chooser == st.ALLIED:
        pieces = [f"frogman_{number}_{one}" for one in range(1, 6)]
        for piece in pieces:
            hands.stage.choose(st.AXIS, piece, "Turn over")
        hands.stage.drag(st.AXIS, pieces, "allied_desk", f"Allied Choice {number}")
    for piece in chosen:
        hands.stage.drag(chooser or st.AXIS, [piece], "roster", f"Container {number}")


@before
def four_go_in(hands: Any, verb: v.FillContainer, one: Any) -> None:
    if verb.markers and hands.stage.where(f"frogman_{verb.attack}_1") not in hands.decks:
        _put_in(hands, verb.attack, verb.markers, verb.chooser)


@before
def all_five_go_in(hands: Any, verb: v.DrawMarker, one: Any) -> None:
    if verb.attack == st.Z_511:
        left = {1, 2, 3, 4, 5}
        lie = [n for n in left if hands.stage.where(f"frogman_1_{n}") not in hands.decks]
        _put_in(hands, "1", [f"FM-{n}" for n in lie], st.AXIS)


after = Occasions[Besides]()


@after
def made_ready(hands: Any, verb: v.EndTurn, one: Any) -> None:
    """Turn aircraft to ready, and boats to their undetected face."""
    if hands.hands_only:
        return
    for piece in (*hands.with_role("plane"), *hands.with_role("ship")):
        face = hands.stage.face(piece)
        ready = face - 2 if face > 2 else 0 if piece in hands.tables.planes else face
        if face != ready:
            faces = [known.id for known in hands.counters[piece].faces]
            hands.show_face(hands.tables.side_of(piece), piece, faces[ready])


@after
def its_stack_follows(hands: Any, verb: v.NavalMove | v.Deploy | v.GridMove, one: Any) -> None:
    """After a convoy is dragged, drag the ships that sail along."""
    convoy, place = verb.unit, hands.stage.where(verb.unit)
    sails = {other.id for other in one.before.stacked(convoy)} - {convoy}
    others = verb.along if isinstance(verb, v.NavalMove) else sorted(sails)
    for piece in others:
        if hands.stage.where(piece) != place:
            hands.stage.drag(hands.side_of(one), [piece], hands.stage.map_of(convoy), place)


HABITS = Habits(before=before, after=after)

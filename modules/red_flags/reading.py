"""How logs of this game are read, besides the signs of its verbs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from validator.explaining import facts as seen
from validator.explaining.facts import TURN_MARKER
from validator.explaining.prices import MARKER, SLIP
from validator.explaining.reading import Reading, from_the_start, plain_words

from . import state as st
from .cards import EndTurn
from .heard import AWAY, FACES, GROUND, HANDLING, LAID, here, tag
from .state import State
from .tables import Tables

if TYPE_CHECKING:
    from generator.definition.schema import Game

KINDS = ("group_card", "pack_card", "fallen", "site", "bridge", *LAID)
MARKERS = {"turn": TURN_MARKER, "target": "target"}


def words(game: Game, tables: Tables) -> seen.Words:
    """Units by the faces of their counters; cards and markers by their kinds."""
    faces = {rows: role for role, rows in FACES.items()}
    roles = {
        one.id: MARKERS.get(one.id)
        or faces.get(tuple(face.id for face in one.faces))
        or (one.kind if one.kind in KINDS else "")
        for one in game.counters
    }
    return replace(
        plain_words(game, tables),
        role=lambda token: str(roles.get(token.unit or "", "")),
        decks=frozenset(("Activation", "Pack")),
        opening=frozenset(("group_card",)),
        handling=HANDLING,
        pools=frozenset(("Markers", "Sites")),
        returning=frozenset(FACES),
        faced=frozenset((*GROUND, "plane", "glider")),
        alternate=False,
        roles=frozenset(filter(None, roles.values())),
    )


def start(context: Any) -> State:
    """The set-up; the packs lie shuffled in it."""
    begun: State = from_the_start(context)
    step = st.CARD if begun.step == st.SHUFFLE else begun.step
    return begun.changed(step=step, by_hand=context.unseen_dice)


def mute(context: Any, state: State, fact: seen.Fact) -> bool:
    """What a counter shows besides: who is spent, what is carried along, where the lost lie."""
    t: Tables = context.tables
    match fact:
        case seen.Faced(piece=piece):
            unit = state.unit(piece)
            stands = t.has_facing(piece) or unit.dug_in or t.units[piece].kind == "recon"
            return unit.gone or not stands
        case seen.Turned(key=role, level=level, before=before):
            faces = FACES.get(role, ())
            told = ("aboard", "limbered", "wreck", "destroyed", "down")
            if state.by_hand and faces[level - 1 : level] == ("broken",):
                return False
            shows = any(faces[one - 1] in told for one in (level, before) if one <= len(faces))
            return state.unit(fact.piece).gone or not shows
        case seen.Moved(key=role, piece=piece, before=start, after=end) if role in FACES:
            unit = state.unit(piece)
            if unit.gone:
                return bool(AWAY(t, state, end))
            carried = bool(unit.inside) and _goes_along(context, state, unit.inside, end)
            return carried or (not t.on_map(start) and not t.on_map(end))
        case seen.Moved(key="mines", before=start, after=end):
            return _lies(state.mines, start, end)
        case seen.Moved(key="wire", before=start, after=end):
            return _lies(state.wire, start, end)
        case seen.Declared(key="engaged", detail=detail):
            combat = state.combat  # met by a look ahead, it is named when it is met
            looked = bool(combat) and t.units[combat.firer].kind == "recon" and not combat.fired
            return looked and tag(t, state, detail) == combat.target
        case seen.Declared(key="group_done"):
            return True
        case seen.Moved(key="site", after=end):
            return state.by_hand or not t.on_map(end)
        case seen.Moved(key="fallen"):
            return state.by_hand
        case seen.TurnShown(turn=turn):
            return turn == state.turn and fact.phase is not None and not _is_new(state)
    return False


def _is_new(state: State) -> bool:
    return state.step == st.SHUFFLE


def _goes_along(context: Any, state: State, carrier: str, end: str) -> bool:
    """Whether what carries a unit is there, or goes there with the same drag or the next."""
    if here(state, carrier) == end:
        return True
    return any(
        isinstance(one, seen.Moved) and one.piece == carrier and one.after == end
        for one in context.near
    )


def _lies(lying: frozenset[str], start: str, end: str) -> bool:
    """Whether a marker is laid where work was finished, or taken off where it was cleared."""
    return end in lying or (bool(start) and start not in lying and end == "Markers")


def as_shown(context: Any, state: State) -> dict[str, frozenset[str]]:
    """Where mines and wire lie when a turn ends, whoever laid them."""
    lying: dict[str, set[str]] = {"mines": set(), "wire": set()}
    for token in context.table.values():
        if not token.face_down and context.tables.on_map(token.place):
            lying.get(context.words.role(token), set()).add(token.place)
    shown = {kind: frozenset(hexes) for kind, hexes in lying.items()}
    return {kind: hexes for kind, hexes in shown.items() if hexes != getattr(state, kind)}


READING = Reading(
    on_trial=True,
    ends_turn=EndTurn,
    words=words,
    start=start,
    mute=mute,
    as_shown=as_shown,
    noise={
        **dict.fromkeys(("fallen", "target", "site", "bridge"), MARKER),
        **{f"{role} turned": SLIP for role in FACES},
    },
)

"""How logs of this game are read, besides the signs of its verbs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from validator.explaining import facts as seen
from validator.explaining.facts import TURN_MARKER
from validator.explaining.prices import MARKER, NAMED_WORD
from validator.explaining.reading import Reading, from_the_start, plain_words
from validator.rules.states import THIS_TURN

from . import state as st
from .air import is_strafed
from .cards import EndTurn
from .desk import shows_loss
from .heard import AWAY, FACES, GROUND, HANDLING, LAID, OFF, WRECKS, face, here, is_turned, tag
from .state import State, Unit
from .tables import Tables

if TYPE_CHECKING:
    from generator.definition.schema import Game

KINDS = ("group_card", "pack_card", "fallen", "site", "bridge", *LAID)
MARKERS = ("target", TURN_MARKER)


def words(game: Game, tables: Tables) -> seen.Words:
    """The facts of this game: units named by the faces of their counters, cards and markers by
    their kinds."""
    faces = {rows: role for role, rows in FACES.items()}
    roles = {
        one.id: next((name for name in (one.id, *one.roles) if name in MARKERS), "")
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
        lost=frozenset(OFF),
        returning=frozenset(FACES),
        faced=frozenset((*GROUND, "plane", "glider")),
        alternate=False,
        roles=frozenset(filter(None, roles.values())),
    )


def start(context: Any) -> State:
    """The state at the start of the log: the set-up with shuffled packs, or a battle under way from
    the table."""
    begun: State = from_the_start(context).changed(step=st.CARD, by_hand=context.unseen_dice)
    return begun if _is_set_up(context, begun) else _under_way(context, begun)


def _is_set_up(context: Any, begun: State) -> bool:
    """Whether all units are where the battle begins."""
    units = [one for one in begun.units.values() if one.at]
    stand = all(context.place(one.id) == one.at for one in units)
    return stand and not [*_turned_cards(context)] and _turn(context) == begun.turn


def _turn(context: Any) -> int:
    return seen.cell_number(context.place("turn")) or 1


def _turned_cards(context: Any) -> Iterator[str]:
    """The groups whose cards are face up."""
    for token in context.table.values():
        if token.place == "Active Group" and token.unit is not None:
            yield token.unit.removeprefix("card_")


def _under_way(context: Any, begun: State) -> State:
    """The state of a battle under way. No table shows losses, moves made or pending things, so all
    findings in such a log are in doubt."""
    t: Tables = context.tables
    carded = frozenset(_turned_cards(context))
    units = {name: _as_it_stands(context, unit) for name, unit in begun.units.items()}
    handled = (fact.about for fact in context.facts if isinstance(fact, seen.Moved | seen.Faced))
    acting = (t.units[one].group for one in handled if one in t.units)
    bridge = context.face("bridge", context.table)
    here = frozenset((t.bridge,))
    return begun.changed(
        turn=_turn(context),
        step=st.ACTIVATION if carded else st.CARD,
        group=next((one for one in acting if one in carded), ""),
        carded=carded,
        units=units,
        pontoons=_lying(context, "pontoon"),
        prepared=here if bridge == "prepared" else frozenset(),
        blown=here if bridge == "blown" else frozenset(),
        doubt=frozenset((THIS_TURN,)),
        **as_shown(context, begun),
    )


def _as_it_stands(context: Any, unit: Unit) -> Unit:
    """A unit as its counter shows it."""
    t: Tables = context.tables
    place, face = context.place(unit.id), context.face(unit.id, context.table)
    aboard = face == "aboard"
    carriers = (
        one
        for one in context.table
        if one in t.units
        and one != unit.id
        and context.place(one) == place
        and t.units[one].kind in ("transport", "aircraft", "glider")
    )
    return unit.changed(
        at=place if t.on_map(place) and not aboard else "",
        inside=next(carriers, "") if aboard else "",
        gone=place.endswith("Losses") or face in ("wreck", "destroyed", "down"),
        dug_in=face == "dug_in",
        limbered=face == "limbered",
        facing=context.facing(unit.id, context.table) or unit.facing,
        stage=st.RECHECKS[0] if face == "broken" else "",
    )


def mute(context: Any, state: State, fact: seen.Fact) -> bool:
    """Whether a fact means nothing by itself: a spent unit is marked, a carried one moves along, a
    lost one is put away."""
    t: Tables = context.tables
    match fact:
        case seen.Faced(piece=piece):
            unit = state.unit(piece)
            return unit.gone or not (t.has_facing(piece) or unit.dug_in)
        case seen.Turned(key=role, level=level, before=before):
            return not _tells(state, state.unit(fact.piece), face(role, before), face(role, level))
        case seen.Moved(key=role, piece=piece, before=start, after=end) if role in FACES:
            unit = state.unit(piece)
            if unit.gone:
                return bool(AWAY(t, state, end))
            carried = bool(unit.inside) and _goes_along(context, state, unit.inside, end)
            carried = carried and not _gets_out(context, piece)
            return carried or (not t.on_map(start) and not t.on_map(end))
        case seen.Moved(key="mines", before=start, after=end):
            return _lies(state.mines, start, end)
        case seen.Moved(key="wire", before=start, after=end):
            return _lies(state.wire, start, end)
        case seen.Declared(key="engaged", detail=detail):
            named = tag(t, state, detail) or ""
            if not _is_thrown_at(context, named) or is_strafed(t, state, state.unit(named).at):
                return True
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


def _is_thrown_at(context: Any, named: str | None) -> bool:
    """Whether any dice fall, somebody spots for the guns, or the target is put away, before another
    is named or a card is turned: a target at which nobody fires was only thought of."""
    for fact in context.ahead:
        if isinstance(fact, seen.Rolled) or (fact.about == named and shows_loss(fact)):
            return True
        if isinstance(fact, seen.Declared) and fact.key == "spots":
            return True  # the shot may have fallen on the desk
        if isinstance(fact, seen.TurnShown) or fact.key == "engaged":
            return False
    return False


def _tells(state: State, unit: Unit, left: str, now: str) -> bool:
    """Whether the turn of a counter from one face to another shows something new."""
    known = {"aboard": bool(unit.inside), "limbered": unit.limbered}
    if unit.gone or ("crew" in unit.men and not unit.vehicles):
        return False  # a gun that is destroyed is neither limbered nor unlimbered
    if now == "broken":
        return state.by_hand
    if now in known:
        return not known[now]
    return known.get(left, left in WRECKS or now in WRECKS)


def _is_new(state: State) -> bool:
    return state.step == st.SHUFFLE


def _goes_along(context: Any, state: State, carrier: str, end: str) -> bool:
    """Whether a unit's carrier is there, or moves there in this act."""
    if here(state, carrier) == end:
        return True
    return any(
        isinstance(one, seen.Moved)
        and one.piece == carrier
        and end in (one.after, *(leg.after for leg in one.legs))
        for one in context.from_here
    )


def _gets_out(context: Any, piece: str) -> bool:
    """Whether the counter of a carried unit is turned from its side Aboard in this act."""
    return any(
        is_turned(one) and one.piece == piece and face(one.key, one.before) == "aboard"
        for one in context.from_here
    )


def _lies(lying: frozenset[str], start: str, end: str) -> bool:
    """Whether a marker is placed where work was finished, or removed where it was cleared."""
    return end in lying or (bool(start) and start not in lying and end == "Markers")


def as_shown(context: Any, state: State) -> dict[str, frozenset[str]]:
    """The hexes with mines and wire at the end of a turn, whoever placed them."""
    shown = {kind: _lying(context, kind) for kind in ("mines", "wire")}
    return {kind: hexes for kind, hexes in shown.items() if hexes != getattr(state, kind)}


def _lying(context: Any, kind: str) -> frozenset[str]:
    """The hexes with visible markers of a kind."""
    lying = (one for one in context.table.values() if context.words.role(one) == kind)
    return frozenset(
        one.place for one in lying if not one.face_down and context.tables.on_map(one.place)
    )


READING = Reading(
    ends_turn=EndTurn,
    words=words,
    start=start,
    mute=mute,
    as_shown=as_shown,
    noise={
        **dict.fromkeys(("fallen", "target", "site", "bridge"), MARKER),
        **{f"{role} turned": NAMED_WORD for role in GROUND},
    },
)

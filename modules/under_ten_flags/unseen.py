"""Guesses about plots, morale and searches from the table, when the log shows no sign of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from validator.explaining import facts as seen
from validator.explaining.context import next_of
from validator.rules.scenes import Token

from . import state as st
from .facts import mark_on, may_escort, morale_level, owed
from .places import COLUMN, DISPLAYS, FATIGUE, RAIDERS_PLOT, WAITING, row_of
from .state import State
from .tables import BLACK

_FREE_LEVEL = 1
"""The face of a cruiser that has the modifier."""

# --- Escorts ------------------------------------------------------------------------------


def left_at_sea(context: Any, state: State) -> Mapping[str, Any] | None:
    """The escort whose counter, on the map since it searched, does not go back to its convoy."""
    for fact in seen.moves((*context.behind, *context.from_here), "cruiser"):
        at_sea = context.tables.on_map(fact.before) and not context.tables.on_map(fact.after)
        escorts = may_escort(state, state.cruiser(fact.piece))
        if at_sea and escorts and not row_of(fact.after)[0]:
            return {"ca": fact.piece}
    return None


# --- Plots --------------------------------------------------------------------------------


def plot_hexes(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str | None]:
    """The hex of Atlantis' plot, if this reader may know it."""
    return (context.hex_of(RAIDERS_PLOT) if context.sees(st.GERMAN) else None,)


def columns(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[int | None]:
    """The column that was filled, if its counter moves on in this activation. If the counter fell
    behind earlier, it is enough that it moves on by one, or that a button moved it, which always
    moves it right."""
    if not context.sees(st.GERMAN):
        return (None,)
    before = seen.cell_number(context.place(COLUMN, context.opened)) or 0
    after = seen.cell_number(context.place(COLUMN, context.settled))
    if after is None or after == before:
        return (None,)
    near = (*context.behind, *context.from_here)
    by_hand = any(one.about == COLUMN and not one.seen.declarations for one in near)
    wrong = by_hand and after not in (before + 1, state.column + 1)
    return (after if wrong else state.column + 1,)


def plotted_unseen(context: Any, state: Any) -> Mapping[str, Any] | None:
    """An entry without a sign: the plot stays where it is, or the reader may not know it."""
    return {"hex": next(iter(plot_hexes(context, state, {}))), "column": None}


def rested_unseen(context: Any, state: State) -> Mapping[str, Any] | None:
    """A rest shows by morale that rises, or that does not fall in a grey column. If a U-boat may
    have raised it, a plot is assumed, which says less about where Atlantis is."""
    tables = context.tables
    boats = [one for one in tables.uboats if mark_on(state, one) != st.CROSSED]
    by_boat = boats and context.unseen_dice and not context.sees(st.GERMAN)
    sure = "column" not in state.doubt
    lost = tables.morale_lost if sure and tables.grey(state.column + 1) else 0
    return {} if _rise(context, state, lost) > (tables.uboat_gain if by_boat else 0) else None


def _rise(context: Any, state: State, lost: int = 0, *, by_boat: bool = False) -> int:
    """How much better morale is when the next card is turned than all known acts make it;
    ``by_boat``: as far as a U-boat may have raised it."""
    levels = context.tables.morale
    place = _put_down_late(context, state, by_boat) or context.place(FATIGUE, context.settled)
    worse = min(morale_level(context.tables, state) + lost, len(levels) - 1)
    return worse - levels.index(place) if place in levels else 0


def _put_down_late(context: Any, state: State, by_boat: bool) -> str:
    """The box to which the morale marker is lowered behind the next card, if that makes no German
    active: nothing lowers morale there, so it was forgotten before. Empty if none. A marker that is
    raised counts only for readers to whom nothing else shows what raised it: no dice a U-boat, and
    neither dice nor the plot a rest."""
    hidden = context.unseen_dice and (by_boat or not context.sees(st.GERMAN))
    facts, tables = context.facts, context.tables
    opening, activation = _next_activation(context, state)
    card = facts[opening] if opening < len(facts) else None
    if not isinstance(card, seen.Drawn) or tables.cards.get(card.unit) == BLACK:
        return ""
    for step in seen.moves(activation, FATIGUE):
        if step.after in tables.morale:
            worse = step.before in tables.morale[: tables.morale.index(step.after)]
            return step.after if worse or hidden else ""
    return ""


def _next_activation(context: Any, state: State) -> tuple[int, Sequence[seen.Fact]]:
    """The index of the card that begins the next activation, and the facts after it. If the side
    may not be active once more, cards on which nothing is done are skipped ones."""
    facts, opening = context.facts, context.at - 1
    skips = state.streak[1] >= context.tables.in_a_row
    while opening < len(facts):
        opening = next_of(context.openings, opening, len(facts))
        activation = facts[opening + 1 : next_of(context.openings, opening, len(facts))]
        if not skips or any(one.key != "card" for one in activation):
            return opening, activation
    return opening, ()


# --- U-boats and morale -------------------------------------------------------------------


def uboats(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The box that was used: one that is marked then, else one that can still be used."""
    names = context.tables.uboats
    left = [one for one in names if mark_on(state, one) != st.CROSSED]
    return dict.fromkeys([*_marked(context), *left, *names])


def uboat_unseen(context: Any, state: State) -> Mapping[str, Any] | None:
    """A U-boat whose die nobody sees shows by morale that rises, or by a box that is marked. Before
    a check that is seen, morale only rises if its marker is moved up."""
    rises = _rise(context, state, by_boat=True) > 0 and "column" not in state.doubt
    here = context.facts[context.at]
    if isinstance(here, seen.Rolled) and here.key == "morale_check":
        rises = rises and _is_put_up(context)
    if not (rises or _marked(context)):
        return None
    return {"box": next(iter(uboats(context, state, {})), None), "die": None}


def _is_put_up(context: Any) -> bool:
    """Whether the morale marker goes to a better box in this activation."""
    levels = context.tables.morale
    return any(
        one.before in levels and one.after in levels[: levels.index(one.before)]
        for one in seen.moves(context.from_here, FATIGUE)
    )


def _marked(context: Any) -> list[str]:
    """The boxes of U-boats that are marked in this activation."""
    turned = (fact.piece for fact in context.from_here if isinstance(fact, seen.Turned))
    boxes = (piece.removeprefix("mark_") for piece in turned)
    return [box for box in boxes if box in context.tables.uboats]


def check_unseen(context: Any, state: State) -> Mapping[str, Any] | None:
    """A check whose dice nobody sees, unless a U-boat must come before it."""
    waits = not state.supplied and _rise(context, state, by_boat=True) > 0
    return {"dice": None} if context.unseen_dice and not waits else None


# --- Searches -----------------------------------------------------------------------------


def _put_down_behind_its_die(context: Any, button: str, *keys: str) -> tuple[tuple[str, str], ...]:
    """Vessels, with the hexes on which their counters are placed later in the activation, if nobody
    sees this die: it may have been rolled before."""
    return tuple(_next_on_map(context, keys)) if context.is_unthrown(button) else ()


def raiders_search_unseen(context: Any, state: State) -> Mapping[str, Any] | None:
    """A search of Atlantis without a sign so far."""
    later = _put_down_behind_its_die(context, "atlantis_search", st.ATLANTIS)
    return {"hex": later[0][1], "die": None} if later else None


def cruisers_search_unseen(context: Any, state: State) -> Mapping[str, Any] | None:
    """A search of a cruiser without a sign so far."""
    later = _put_down_behind_its_die(context, "cruiser_search", *context.tables.cruisers)
    return {"ca": later[0][0], "hex": later[0][1], "die": None} if later else None


def reaction_unseen(context: Any, state: State) -> Mapping[str, Any] | None:
    """A reaction of a cruiser without a sign so far."""
    later = _put_down_behind_its_die(context, "reaction", *context.tables.cruisers)
    return {"ca": later[0][0], "die": None} if later else None


def _next_on_map(context: Any, keys: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Combat vessels that are placed on a hex later in the activation."""
    for fact in seen.moves(context.ahead, *keys):
        if context.tables.on_map(fact.after):
            yield fact.piece, fact.after


def raiders_hexes(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The hex that Atlantis searches: where its counter is or will be placed, or where it must
    be."""
    place = context.place(st.ATLANTIS)
    if context.tables.on_map(place):
        return (place,)
    later = [there for _, there in _next_on_map(context, (st.ATLANTIS,))]
    ships = {one.at for one in state.voyages.values()}
    likely = [there for there in state.atlantis if there in ships]
    return [*later[:1], *likely] or list(state.atlantis)[:1]


def ships_searched_for(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The set for whose ship Atlantis searches: one whose ship is placed on a display or lost, else
    any in the hex."""
    here = [m for m, one in state.voyages.items() if one.at == known.get("hex")]
    laid = []
    for fact in seen.moves(context.ahead, "cargo", "marker"):
        if fact.key == "cargo" and fact.after in DISPLAYS:
            laid.append(row_of(fact.before)[0])
        elif fact.key == "marker" and WAITING.owner(fact.after) == fact.piece:
            laid.append(fact.piece)
    sure = [m for m in laid if m in here]
    if sure:
        return sure[:1]
    return here or [one.id for one in state.voyages.values() if context.tables.on_map(one.at)]


def raiders_modifier(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The box of the disguise counter, unless its disguise was lost there; or the box where it is
    placed later, for a die that nobody saw, or too late."""
    places = (context.place(st.DISGUISE), *_laid_later(context, st.DISGUISE))
    if not isinstance(context.facts[context.at], seen.Rolled):
        lay = (step.after for step in seen.moves(context.behind, st.DISGUISE))
        places = (*places, *(place for place in lay if place in state.laid_on))
    return dict.fromkeys(_helped_from(context, state, place) for place in places)


def _laid_later(context: Any, counter: str) -> Iterator[str]:
    """The boxes where a counter is placed later in the activation."""
    later = seen.moves(context.ahead, counter)
    return (step.after for step in later if step.after not in (st.HELD, st.OUT))


def _helped_from(context: Any, state: State, place: str) -> str:
    """The modifier of Atlantis' die when the disguise counter is in a place."""
    left = place == context.place(st.DISGUISE, context.opened)
    if place == st.ATLANTIS_AIRCRAFT:
        return "" if left and st.AIRCRAFT in state.planes_lost else st.AIRCRAFT
    if place == st.BRITISH_AIRCRAFT:
        return "" if left else st.WALRUS  # the other side's plane
    word = place.lower()
    if word not in context.tables.disguises:
        return ""
    return "" if left and mark_on(state, word) == st.CROSSED else word


def cruisers_modifier(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The Walrus if it is in its box, or the cruiser's free face, or the Walrus if it is placed
    later."""
    lies, later = context.place(st.WALRUS), _laid_later(context, st.WALRUS)
    now = _cruiser_helped_by(context, state, known["ca"], lies)
    return dict.fromkeys((now, *(st.WALRUS for box in later if box == st.BRITISH_AIRCRAFT)))


def _cruiser_helped_by(context: Any, state: State, ca: str, lies: str) -> str:
    """The modifier of a cruiser's die when the Walrus is in a place."""
    if lies == st.BRITISH_AIRCRAFT:
        return st.WALRUS
    if lies == st.ATLANTIS_AIRCRAFT:
        return st.AIRCRAFT  # the other side's plane
    if lies.lower() in context.tables.disguises:
        return lies.lower()  # its disguise
    token = context.table.get(ca)
    for change in context.facts[context.at].seen.changes:
        if change.after is not None and change.after.key == ca:
            token = change.after
    if token is None or not context.tables.on_map(token.place):
        cruiser = state.cruisers.get(ca)
        if cruiser is not None and cruiser.at.place in state.voyages:
            return ""
        token = next(_put_on_map(context, ca), token)
    return st.FREE_FACE if token is None or token.level == _FREE_LEVEL else ""


def searching_cruisers(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The cruiser that searches: one that came on the map for it, or that is named."""
    cruisers = context.tables.cruisers
    on_map = [ca for ca in cruisers if context.tables.on_map(context.place(ca))]
    used = {*state.searched, state.hunt.reactor if state.hunt is not None else ""}
    fresh = [ca for ca in reversed(on_map) if ca not in used and ca not in state.cvm]
    later = [ca for ca, _ in _next_on_map(context, cruisers)]
    escorts = [ca for ca in cruisers if state.cruisers[ca].at.place in state.voyages]
    found = list(dict.fromkeys([*fresh, *later, *on_map, *escorts, *cruisers]))
    return found[: 1 if fresh else 2]


def _put_on_map(context: Any, ca: str) -> Iterator[Token]:
    """A cruiser's counter where it comes on the map in this activation, for its die or after it."""
    changes = (change.after for fact in context.from_here for change in fact.seen.changes)
    return (
        after
        for after in changes
        if after is not None and after.key == ca and context.tables.on_map(after.place)
    )


def cruisers_hexes(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The hex that a cruiser searches: where its counter is or will be placed, else where it is
    known to be; empty if nobody can know it."""
    ca = known["ca"]
    place = context.place(ca)
    if context.tables.on_map(place):
        return (place,)
    later = [there for _, there in _next_on_map(context, (ca,))]
    at = state.cruisers[ca].at.place
    known_hex = state.voyages[at].at if at in state.voyages else at
    return [*later[:1], *([known_hex] if known_hex else [])] or [""]


def sighted(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The ship that makes the counter-search."""
    if state.raiders_hunt is not None:
        return (state.raiders_hunt.target,)
    lying = [m for m, one in state.voyages.items() if one.box == st.BRITISH_SIGHTING]
    return (*lying, context.tables.markers[0])[:1]


def under_fire(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The target of the gun range die."""
    due = owed(state, st.GUN)
    if due is not None:
        return (due.piece,)
    lying = [m for m, one in state.voyages.items() if one.box == st.GUNS]
    if state.cvm.get(st.ATLANTIS) == st.GUNS or (not lying and state.phase == st.BRITISH_PHASE):
        return (st.ATLANTIS,)
    return (*lying, *sighted(context, state, known))[:1]


def countered_unseen(context: Any, state: State) -> Mapping[str, Any] | None:
    """The counter-search of Atlantis, if no die is seen."""
    return {"die": None} if context.is_unthrown("atlantis_counter") else None

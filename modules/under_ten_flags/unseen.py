"""What the table shows of plots, morale and searches where no sign does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from validator.explaining import facts as seen
from validator.explaining.context import next_of
from validator.rules.scenes import Token

from . import state as st
from .facts import mark_on, morale_level, owed
from .places import COLUMN, DISPLAYS, FATIGUE, RAIDERS_PLOT, WAITING, row_of
from .state import State
from .tables import RED

_FREE_LEVEL = 1
"""The face of a cruiser that bears the modifier."""

# --- Plots --------------------------------------------------------------------------------


def plot_hexes(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str | None]:
    """Where Atlantis' plot lies now, or nothing that this reader may know."""
    return (context.hex_of(RAIDERS_PLOT) if context.sees(st.GERMAN) else None,)


def columns(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[int | None]:
    """The column that was filled, if its counter goes on in this activation; where it was
    forgotten earlier and stayed behind, it is enough that it goes on by one, or that a button moved
    it, which cannot do otherwise."""
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
    """An entry of which nothing is seen: the plot stays, or nobody may know."""
    return {"hex": next(iter(plot_hexes(context, state, {}))), "column": None}


def rested_unseen(context: Any, state: State) -> Mapping[str, Any] | None:
    """A rest shows by the morale that rises, or that does not fall in a grey column.

    Where a U-boat may have done it unseen, a plot says less of where Atlantis is.
    """
    tables = context.tables
    boats = [one for one in tables.uboats if mark_on(state, one) != st.CROSSED]
    by_boat = boats and context.unseen_dice and not context.sees(st.GERMAN)
    sure = "column" not in state.doubt
    lost = tables.morale_lost if sure and tables.grey(state.column + 1) else 0
    return {} if _rise(context, state, lost) > (tables.uboat_gain if by_boat else 0) else None


def _rise(context: Any, state: State, lost: int = 0) -> int:
    """By how much morale is better when the next card is turned than all that is told of makes
    it."""
    levels = context.tables.morale
    place = _put_down_late(context) or context.place(FATIGUE, context.settled)
    worse = min(morale_level(context.tables, state) + lost, len(levels) - 1)
    return worse - levels.index(place) if place in levels else 0


def _put_down_late(context: Any) -> str:
    """Where the marker of morale is put down in the British activation that follows, in which
    nothing weighs on morale: it was forgotten; empty: nowhere. Put up it counts for readers to
    whom nothing else shows a rest or a U-boat: no dice and no plot."""
    hidden = context.unseen_dice and not context.sees(st.GERMAN)
    facts, tables = context.facts, context.tables
    opening = next_of(context.openings, context.at - 1, len(facts))
    card = facts[opening] if opening < len(facts) else None
    if not isinstance(card, seen.Drawn) or tables.cards.get(card.unit) != RED:
        return ""
    activation = facts[opening + 1 : next_of(context.openings, opening, len(facts))]
    for step in seen.moves(activation, FATIGUE):
        if step.after in tables.morale:
            worse = step.before in tables.morale[: tables.morale.index(step.after)]
            return step.after if worse or hidden else ""
    return ""


# --- U-boats and morale -------------------------------------------------------------------


def uboats(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """Which box was used: the one that is marked then, or can still be used."""
    names = context.tables.uboats
    left = [one for one in names if mark_on(state, one) != st.CROSSED]
    return dict.fromkeys([*_marked(context), *left, *names])


def uboat_unseen(context: Any, state: State) -> Mapping[str, Any] | None:
    """A U-boat whose die nobody sees shows by the morale that rises or a box that is marked; before
    a check that is seen, a marker that was never put down for it is no rise."""
    rises = _rise(context, state) > 0 and "column" not in state.doubt
    here = context.facts[context.at]
    if isinstance(here, seen.Rolled) and here.key == "morale_check":
        rises = rises and _is_put_up(context)
    if not (rises or _marked(context)):
        return None
    return {"box": next(iter(uboats(context, state, {})), None), "die": None}


def _is_put_up(context: Any) -> bool:
    """Whether the marker of morale goes to a better box in this activation."""
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
    """A check whose dice nobody sees; a U-boat comes before it."""
    waits = not state.supplied and _rise(context, state) > 0
    return {"dice": None} if context.unseen_dice and not waits else None


# --- Searches -----------------------------------------------------------------------------


def _put_down_behind_its_die(context: Any, button: str, *keys: str) -> tuple[tuple[str, str], ...]:
    """Vessels, and the hexes where their counters are put later in an activation in which nobody
    sees this die: it may have been thrown before."""
    return tuple(_next_on_map(context, keys)) if context.is_unthrown(button) else ()


def raiders_search_unseen(context: Any, state: State) -> Mapping[str, Any] | None:
    """A search of Atlantis of which nothing is seen yet."""
    later = _put_down_behind_its_die(context, "atlantis_search", st.ATLANTIS)
    return {"hex": later[0][1], "die": None} if later else None


def cruisers_search_unseen(context: Any, state: State) -> Mapping[str, Any] | None:
    """The search of a cruiser of which nothing is seen yet."""
    later = _put_down_behind_its_die(context, "cruiser_search", *context.tables.cruisers)
    return {"ca": later[0][0], "hex": later[0][1], "die": None} if later else None


def reaction_unseen(context: Any, state: State) -> Mapping[str, Any] | None:
    """The reaction of a cruiser of which nothing is seen yet."""
    later = _put_down_behind_its_die(context, "reaction", *context.tables.cruisers)
    return {"ca": later[0][0], "die": None} if later else None


def _next_on_map(context: Any, keys: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Combat vessels that are put on a hex later in the activation."""
    for fact in seen.moves(context.ahead, *keys):
        if context.tables.on_map(fact.after):
            yield fact.piece, fact.after


def raiders_hexes(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The hex that Atlantis searches: where its counter lies or is put, or where it must be."""
    place = context.place(st.ATLANTIS)
    if context.tables.on_map(place):
        return (place,)
    later = [there for _, there in _next_on_map(context, (st.ATLANTIS,))]
    ships = {one.at for one in state.voyages.values()}
    likely = [there for there in state.atlantis if there in ships]
    return [*later[:1], *likely] or list(state.atlantis)[:1]


def ships_searched_for(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """For whose ship Atlantis searches: one that is laid on a display or lost, else any there."""
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
    """The box on which the disguise counter lies; one that was lost there helps no more. Or that on
    which it is laid later, for a die that nobody saw, or too late."""
    places = (context.place(st.DISGUISE), *_laid_later(context, st.DISGUISE))
    if not isinstance(context.facts[context.at], seen.Rolled):
        lay = (step.after for step in seen.moves(context.behind, st.DISGUISE))
        places = (*places, *(place for place in lay if place in state.laid_on))
    return dict.fromkeys(_helped_from(context, state, place) for place in places)


def _laid_later(context: Any, counter: str) -> Iterator[str]:
    """The boxes on which a counter is laid later in the activation."""
    later = seen.moves(context.ahead, counter)
    return (step.after for step in later if step.after not in (st.HELD, st.OUT))


def _helped_from(context: Any, state: State, place: str) -> str:
    """The modifier of Atlantis' die while the disguise counter lies in a place."""
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
    """The Walrus on its box, or the free face of the cruiser; or the Walrus that is laid later."""
    lies, later = context.place(st.WALRUS), _laid_later(context, st.WALRUS)
    now = _cruiser_helped_by(context, state, known["ca"], lies)
    return dict.fromkeys((now, *(st.WALRUS for box in later if box == st.BRITISH_AIRCRAFT)))


def _cruiser_helped_by(context: Any, state: State, ca: str, lies: str) -> str:
    """The modifier of a cruiser's die while the Walrus lies in a place."""
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
    """Which cruiser searches: one that came on the map for it, or that is named."""
    cruisers = context.tables.cruisers
    on_map = [ca for ca in cruisers if context.tables.on_map(context.place(ca))]
    used = {*state.searched, state.hunt.reactor if state.hunt is not None else ""}
    fresh = [ca for ca in reversed(on_map) if ca not in used and ca not in state.cvm]
    later = [ca for ca, _ in _next_on_map(context, cruisers)]
    escorts = [ca for ca in cruisers if state.cruisers[ca].at.place in state.voyages]
    found = list(dict.fromkeys([*fresh, *later, *on_map, *escorts, *cruisers]))
    return found[: 1 if fresh else 2]


def _put_on_map(context: Any, ca: str) -> Iterator[Token]:
    """How a cruiser lies on the map where it comes there in this activation, for its die or behind
    it."""
    changes = (change.after for fact in context.from_here for change in fact.seen.changes)
    return (
        after
        for after in changes
        if after is not None and after.key == ca and context.tables.on_map(after.place)
    )


def cruisers_hexes(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The hex a cruiser searches: where its counter lies or is put, else where it is known."""
    ca = known["ca"]
    place = context.place(ca)
    if context.tables.on_map(place):
        return (place,)
    later = [there for _, there in _next_on_map(context, (ca,))]
    at = state.cruisers[ca].at.place
    known_hex = state.voyages[at].at if at in state.voyages else at
    return [*later[:1], *([known_hex] if known_hex else [])] or [context.tables.entry]


def sighted(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The ship whose counter-search it is."""
    if state.raiders_hunt is not None:
        return (state.raiders_hunt.target,)
    lying = [m for m, one in state.voyages.items() if one.box == st.BRITISH_SIGHTING]
    return (*lying, context.tables.markers[0])[:1]


def under_fire(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """For whom the gun range die is thrown."""
    due = owed(state, st.GUN)
    if due is not None:
        return (due.piece,)
    lying = [m for m, one in state.voyages.items() if one.box == st.GUNS]
    if state.cvm.get(st.ATLANTIS) == st.GUNS or (not lying and state.phase == st.BRITISH_PHASE):
        return (st.ATLANTIS,)
    return (*lying, *sighted(context, state, known))[:1]


def countered_unseen(context: Any, state: State) -> Mapping[str, Any] | None:
    """The counter-search of Atlantis, of which no die is seen."""
    return {"die": None} if context.is_unthrown("atlantis_counter") else None

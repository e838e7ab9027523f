"""How logs of this game are read, besides the signs of its verbs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any

from validator.explaining import facts as seen
from validator.explaining.prices import MARKER, PIECE
from validator.explaining.reading import Reading
from validator.hidden.whereabouts import Whereabouts
from validator.rules.states import THIS_TURN
from validator.rules.verbs import Verb

from . import places as at
from . import state as st
from .facts import bookable, owed
from .flow import start_unseen
from .state import State
from .tables import BLACK, CARD_KINDS, JOKER_CARD, RED, Tables
from .verbs import ChangePoints, DrawCard, EndActivation, EndTurn

POINTS = "Points"
MOST_POINTS = 99
"""The most that the two markers can show."""
_PRIVATE = frozenset(("raiders_plot", "cruisers_plot", "column"))
_MASKED = frozenset(("port", "cargo"))
_FLEETING = frozenset(("port", "cargo", "cruiser", "raider", "help"))


def words(game: Any, tables: Tables) -> seen.Words:
    helps = {*map(tables.box_of, tables.disguises), st.ATLANTIS_AIRCRAFT, st.BRITISH_AIRCRAFT}

    def sort(place: str) -> str:
        ships = at.SHIP if at.SHIPS.owner(place) else place
        return "hex" if tables.on_map(place) else "help" if place in helps else ships

    return seen.Words(
        seen.roles_of(game),
        frozenset((at.ACTIVATION_DECK, at.CRUISER_DECK, at.PORT_CUP, at.SHIP_CUP)),
        POINTS,
        _PRIVATE,
        _FLEETING,
        sort,
        _MASKED,
        pools=frozenset({st.HELD}),
        worth={"vp_tens": 10, "vp_units": 1},
        opening=frozenset((CARD_KINDS[0],)),
        entries_by_turn=False,
    )


# --- The beginning ------------------------------------------------------------------------


def start(context: Any) -> State:
    seen = filter(context.sees, st.SIDES)
    fresh = _is_fresh(context)
    state = start_unseen(context.tables, *seen) if fresh else _under_way(context)
    return state.changed(doubt=state.doubt | {st.CHECK_DICE}) if context.unseen_dice else state


def _is_fresh(context: Any) -> bool:
    """Whether no card was turned before the log begins: the set-up is in the log, or on its first
    table."""
    scene, tables = context.scene, context.tables
    full = scene.decks.get(at.ACTIVATION_DECK, 0) >= len(tables.cards)
    waiting = any(at.WAITING.owner(context.place(marker)) for marker in tables.markers)
    return full and _turn(context) <= 1 and not waiting and not context.points.first["marker"]


def _turn(context: Any) -> int:
    return seen.cell_number(context.place("game_turn")) or 1


def _under_way(context: Any) -> State:
    """The state of a game under way, from the table; what the table does not show is in doubt."""
    tables, scene = context.tables, context.scene
    discarded = [t.unit for t in scene.start.values() if t.place.endswith("Discards")]
    drawn = frozenset(card for card in discarded if card in tables.cards)
    cruiser_cards = frozenset(card for card in discarded if card in tables.cruiser_cards)
    reds = sum(tables.cruiser_cards[card] == RED for card in cruiser_cards)
    colours = {tables.cards[card] for card in drawn}
    column = seen.cell_number(context.place(at.COLUMN)) or scene.properties.get("GermanColumn") or 0
    morale = context.place(at.FATIGUE)
    doubt = {THIS_TURN, "planes_lost", "start", "streak", "activated", "column"}
    where = _atlantis(context)
    return State(
        sees=frozenset(filter(context.sees, st.SIDES)),
        phase=st.CARDS,
        turn=_turn(context),
        drawn=drawn,
        activated={
            side: int(colour in colours) for side, colour in ((st.BRITISH, RED), (st.GERMAN, BLACK))
        },
        cruiser_cards=cruiser_cards,
        reds=reds,
        voyages={marker: _voyage(context, marker) for marker in tables.markers},
        cruisers={ca: _cruiser(context, ca, reds) for ca in tables.cruisers},
        gone=dict(_gone(context)),
        atlantis=where,
        stood=where,
        column=column,
        morale=morale if morale in tables.morale else tables.morale[0],
        boxes={box: _mark(context, box) for box in (*tables.disguises, *tables.uboats)},
        planes_lost=frozenset({st.WALRUS}) if context.place(st.WALRUS) == st.OUT else frozenset(),
        committed={
            piece: place
            for piece in (st.DISGUISE, st.WALRUS)
            if (place := context.place(piece)) not in (st.HELD, st.OUT, seen.NOWHERE)
        },
        points=scene.properties.get(POINTS, 0) or context.points.first["marker"],
        doubt=frozenset(doubt),
    )


def _voyage(context: Any, marker: str) -> st.Voyage:
    tables, table = context.tables, context.scene.start
    place = context.place(marker)
    lying = [t for t in table.values() if at.WAITING.owner(t.place) == marker]
    if tables.on_map(place):
        rows: Mapping[str, str | None] = at.lies_in_rows(tables, table, marker)
        where, has_ship = place, True
    elif at.WAITING.owner(place):
        shown = [t.unit for t in lying if t.unit in tables.ports]
        ships = [t for t in lying if t.unit in tables.ships or t.name == "Cargo vessel"]
        rows = {at.SHIP: ships[0].unit if ships else None}
        rows = {**rows, at.DESTINATION: shown[-1] if shown else None}
        where, has_ship = st.WAITING, bool(ships)
    else:
        return st.Voyage(marker, st.FREE)

    def among(box: str, every: Iterable[str]) -> frozenset[str]:
        unit = rows.get(box)
        return frozenset(every if unit is None else (unit,))

    left = tables.ships.keys() - dict(_gone(context))
    return st.Voyage(
        marker,
        where,
        origin=among(at.ORIGIN, tables.ports),
        destination=among(at.DESTINATION, tables.ports),
        ship=among(at.SHIP, left) if has_ship else frozenset(),
        arrow=context.facing(marker, table),
        face=context.face(marker, table),
    )


def _cruiser(context: Any, ca: str, reds: int) -> st.Cruiser:
    tables = context.tables
    convoys = filter(context.hex_of, tables.markers)
    where = anywhere = Whereabouts.among((*sorted(tables.neighbours), *convoys))
    known = at.row_of(context.place(ca))[0] or context.hex_of(f"plot_{ca}")
    if known and context.sees(st.BRITISH):
        where = Whereabouts.at(known)
    active = {0: False, len(tables.cruisers): True}.get(reds)
    return st.Cruiser(ca, where, active, idle=where, start=anywhere)


def _atlantis(context: Any) -> Whereabouts:
    place = context.hex_of(at.RAIDERS_PLOT) if context.sees(st.GERMAN) else None
    return Whereabouts.among((place,) if place else sorted(context.tables.neighbours))


def _gone(context: Any) -> Iterator[tuple[str, str]]:
    for token in context.scene.start.values():
        if token.unit in context.tables.ships and token.place in (st.PRIZES, st.OUT):
            yield token.unit, token.place


def _mark(context: Any, box: str) -> str:
    token = context.scene.start.get(f"mark_{box}")
    level = token.level if token is not None else 1
    return at.MARKS[level - 1] if 0 < level <= len(at.MARKS) else st.CROSSED


# --- What means nothing by itself ---------------------------------------------------------


def mute(context: Any, state: State, fact: seen.Fact) -> bool:
    tables: Tables = context.tables
    match fact:
        case seen.Declared(key="done_german" | "done_british" | "cruisers_plotted"):
            return True
        case seen.PutIn(key="card", unit=unit):
            return unit != JOKER_CARD or not owed(state, st.JOKER)
        case seen.PutIn(piece=piece):
            return at.drawn_now(context, piece)
        case seen.TurnShown(turn=turn):
            return turn == state.turn
        case seen.Moved(key="port" | "cargo", piece=piece, before=before, after=after) if (
            at.of_another_set(context, piece, before, after)
        ):
            return state.phase == st.SET_UP
        case seen.Moved(key="port"):
            return not at.WAITING.owner(fact.before) or not at.row_of(fact.after)[0]
        case seen.Moved(key="cargo", before=before, after=after):
            return bool(at.WAITING.owner(after)) or not (
                before in at.DISPLAYS or after in at.DISPLAYS
            )
        case seen.Shown(key="cargo", place=place, piece=piece):
            if fact.look and not owed(state, st.SHOW, at.ship_at(tables, state, place) or ""):
                return True  # looking at an own ship shows it to nobody
            goal = context.place(piece, context.settled)
            leaves = at.WAITING.owner(goal) and goal != place
            return bool(leaves) or _is_known(tables, state, fact)
        case seen.Moved(key="raider" | "cruiser", piece=piece, after=after) if (
            tables.on_map(after) and state.cvm.get(piece) == after
        ):
            return True  # it has already searched there
        case seen.Moved(key="raiders_plot", after=after):
            return not tables.on_map(after) or _is_stopped(state, after)
        case seen.Moved(key="cruisers_plot", piece=piece, after=after):
            return not tables.on_map(after) or _follows(context, state, piece, after)
        case seen.Moved(key="cruiser", piece=piece, before=before, after=after):
            return _lies_as_known(context, state, piece, before, after)
        case seen.Moved(key="column"):
            return bool(fact.seen.declarations)  # the button moved it
        case seen.Moved(key="fatigue", after=after):
            return after == state.morale
    return False


def _is_stopped(state: State, place: str) -> bool:
    """Whether a plot returns to where Atlantis is after a check that cancelled its move, or to
    where it was, if nobody saw the dice."""
    unseen = state.checked and state.check_dice is None
    back = state.atlantis.place == place or (unseen and state.stood.place == place)
    return state.phase == st.GERMAN_PHASE and back


def _is_known(tables: Tables, state: State, fact: seen.Shown) -> bool:
    """Whether everybody knows the ship, or it has left the map: it may be shown together with its
    set, a ghost also later."""
    voyage = state.voyage(at.ship_shown(tables, state, fact.place) or "")
    if at.WAITING.owner(fact.place):
        ship = tables.ships.get(fact.unit or "")
        ghost = ship is not None and ship.ghost
        return ghost or voyage.at != st.WAITING or voyage.waits == state.serial
    return not voyage.id or (voyage.known and fact.unit in voyage.ship)


def _follows(context: Any, state: State, piece: str, place: str) -> bool:
    """Whether an escort's plot moves with its convoy, perhaps before the convoy itself."""
    convoy = state.cruiser(piece.removeprefix("plot_")).at.place or ""
    return place in (state.voyage(convoy).at, context.place(convoy, context.settled))


def _lies_as_known(context: Any, state: State, piece: str, before: str, after: str) -> bool:
    """Whether a cruiser's counter returns to the ship that it escorts, or leaves one that is
    gone."""
    tables: Tables = context.tables
    if tables.on_map(before) or tables.on_map(after) or state.phase == st.SET_UP:
        return False
    convoy = state.cruiser(piece).at.place
    row, left = at.row_of(after)[0], at.row_of(before)[0]
    if row:
        return row == convoy
    gone = bool(at.WAITING.owner(context.place(left, context.settled)))
    return not left or convoy not in state.voyages or gone or _is_cut_off(context, left)


def _is_cut_off(context: Any, left: str) -> bool:
    """Whether the log ends while a set is carried away: after this nothing is handled but the
    pieces of its row."""
    carried = {one.about for one in context.later if _row_before(one) == left}
    return all(one.about in carried for one in context.later)


def _row_before(fact: seen.Fact) -> str:
    """The set from whose row a piece is moved; empty for anything else."""
    return at.row_of(fact.before)[0] if isinstance(fact, seen.Moved) else ""


def as_shown(context: Any, state: State) -> Mapping[str, Any]:
    """The fields of the state in which the table differs from it: the table is right."""
    tables: Tables = context.tables
    if state.phase == st.SET_UP:
        return {}
    shown: dict[str, Any] = {}
    moved = {}
    for marker, voyage in state.voyages.items():
        place = context.place(marker)
        where = st.WAITING if at.WAITING.owner(place) else voyage.at
        where = place if tables.on_map(place) else where
        if where != voyage.at:
            moved[marker] = voyage.changed(at=where)
    if moved:
        shown["voyages"] = {**state.voyages, **moved}
    morale = context.place(at.FATIGUE)
    if morale in tables.morale and morale != state.morale:
        shown["morale"] = morale
    if lies := dict(_lie(context, state)):
        shown["lies"] = lies
    plot = lies.get(st.ATLANTIS)
    if plot is not None and plot != state.atlantis.place:
        shown["atlantis"] = Whereabouts.at(plot)
    return shown


def _lie(context: Any, state: State) -> Iterator[tuple[str, str]]:
    """The hexes of plots now: that of Atlantis, and those of cruisers whose plots were with their
    convoys."""
    before = context.opened
    if state.phase == st.GERMAN_PHASE and context.sees(st.GERMAN):
        home = state.atlantis.place if state.plot == st.CANCELLED else None
        if lies := _lies(context, at.RAIDERS_PLOT, home):
            yield st.ATLANTIS, lies
    if state.phase != st.BRITISH_PHASE or not context.sees(st.BRITISH):
        return
    for ca, cruiser in state.cruisers.items():
        convoy, plot = cruiser.at.place or "", f"plot_{ca}"
        lay, lies = context.hex_of(plot, before), _lies(context, plot, context.place(convoy))
        if lay and lies and convoy in state.voyages and lay == context.place(convoy, before):
            yield ca, lies


def _lies(context: Any, plot: str, home: str | None) -> str | None:
    """The hex of a plot; it may return as long as nobody moves a piece that all see."""
    own = ("card", *_PRIVATE)
    late = takewhile(lambda one: one.key in own or not context.is_piece(one), context.later)
    comes = ((one.legs or (one,))[0].after for one in late if one.about == plot)
    found: str | None = home if home in comes else context.hex_of(plot)
    return found


def over(state: State, verb: Verb) -> Verb | None:
    """The end of the activation, if this card or end of turn closes it."""
    under_way = state.phase in (st.BRITISH_PHASE, st.GERMAN_PHASE)
    return EndActivation() if under_way and isinstance(verb, DrawCard | EndTurn) else None


READING = Reading(
    words=words,
    start=start,
    ends_turn=EndActivation,
    bookable=bookable,
    change_points=ChangePoints,
    track=lambda game: (0, MOST_POINTS),
    mute=mute,
    as_shown=as_shown,
    over=over,
    noise={
        **dict.fromkeys(("help", "column"), MARKER),
        **dict.fromkeys((f"help to {st.OUT}", "fatigue", "mark"), PIECE),
    },
)

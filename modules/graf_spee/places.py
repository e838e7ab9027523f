"""Converts places, texts and pieces in a log to the values of this game's verbs."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Any

from validator.explaining import facts as seen
from validator.explaining.context import next_of, shows_turn
from validator.explaining.parts import words_of

from .facts import SPENT, engaged, hits_in, owed, pieces_moved, way_to
from .state import ANSWER, FIRE, OUT, SHIP, Piece, State
from .tables import FAR, Tables

_HEX = re.compile(r"[A-Z]\d")


def a_hex_if_pursued(tables: Tables, state: State, place: str) -> str | None:
    """A hex, if the ship is pursued or may be: only then it moves openly."""
    return place if tables.on_map(place) and (state.pursued or "pursued" in state.doubt) else None


def hex_of_a_piece(tables: Tables, state: State, place: str) -> str | None:
    """A hex with a British piece: without a declaration, a ship shown on another hex is shown for a
    raid."""
    return place if tables.on_map(place) and state.pieces_at(place) else None


def sea_or_land(tables: Tables, state: State, place: str) -> str | None:
    """Whether a place is a hex, or off the map, but no box of the game."""
    boxes = {OUT, *tables.cups, *tables.entries}
    return None if place in boxes else place


def box_of(tables: Tables, state: State, place: str) -> str | None:
    return tables.cups.get(place, place if place in tables.entries else None)


def out_of_play(tables: Tables, state: State, place: str) -> bool:
    """Whether a place is the box for removed pieces, or beside the map while the ship is shown."""
    return place == OUT or (place == seen.NOWHERE and state.shown is not None)


def box_or_beside(tables: Tables, state: State, place: str) -> str | None:
    """As `box_of`; a piece put beside the map while the ship is shown goes to the first box."""
    beside = place == seen.NOWHERE and state.shown is not None
    return tables.first_box if beside else box_of(tables, state, place)


def maybe_dummy(tables: Tables, state: State, key: str) -> str | None:
    return key if state.piece(key).kind in (None, "dummy") else None


def no_dummy(tables: Tables, state: State, key: str) -> str | None:
    return None if state.piece(key).kind == "dummy" else key


def given_up(tables: Tables, state: State, place: str) -> bool:
    """Whether the ship leaves the game, other than because a carrier found it and waits for an
    answer."""
    return place == OUT and not any(one.what == ANSWER for one in state.pending)


def searched(tables: Tables, state: State, place: str) -> bool:
    return bool(state.searches) and place == state.searches[-1][1]


def named_as(field: str) -> Callable[[Tables, State, str], Mapping[str, Any]]:
    """The piece that a declaration names (``by Ark Royal``), if it is known which one it is."""

    def turned(tables: Tables, state: State, detail: str) -> Mapping[str, Any]:
        unit = tables.named.get(detail.removeprefix("by ").strip())
        known = [p.id for p in state.pieces.values() if unit is not None and p.unit == unit]
        return {field: known[0]} if known else {}

    return turned


def hex_in_text(tables: Tables, state: State, text: str | None) -> str | None:
    said = (word.upper() for word in words_of(text))
    return next((word for word in said if _HEX.fullmatch(word)), None)


def start_in_text(tables: Tables, state: State, text: str | None) -> Mapping[str, Any]:
    """The place in an entry on paper, ``start: B3``; unknown until it is revealed."""
    return {"hex": hex_in_text(tables, state, text)}


def course_in_text(tables: Tables, state: State, text: str | None) -> Mapping[str, Any]:
    """The course in an entry on paper, ``B3 refuel``; unknown until it is revealed."""
    where = hex_in_text(tables, state, text)
    return {"hex": where, "refuel": "refuel" in words_of(text) if where is not None else None}


# --- what players mean -----------------------------------------------------------------------


def supply_used(tables: Tables, state: State, verb: Any) -> str | None:
    """The supply ship that refuels: one in the ship's hex, a fresh one if there is one."""
    fresh = [name for name, supply in state.supplies.items() if not supply.used]
    here = [name for name in fresh if state.supplies[name].hex in state.ship]
    return next(iter((*here, *fresh)), None)


def of_piece(tables: Tables, state: State, verb: Any) -> str | None:
    """The place of the piece that a verb names."""
    return state.pieces[verb.piece].at if verb.piece in state.pieces else None


# --- what the table shows where no sign does ----------------------------------------------


def plotted(context: Any, state: Any) -> Mapping[str, Any] | None:
    return {"hex": context.hex_of("plot")}


def plotted_start(context: Any, state: Any) -> Mapping[str, Any] | None:
    """The plot's hex when the log began; None if the log shows it being laid."""
    place = context.hex_of("plot", context.scene.start)
    if place is not None:
        keys = [one.key for one in context.facts if one.key in ("plot", "course_logged", "navy")]
        sailed = is_divided(context) or keys[:1] in ([], ["navy"])  # the log shows no course
        return {"hex": None if sailed and place not in context.tables.start_hexes else place}
    return None if _is_laid(context, "plot") else {"hex": None}


def is_divided(context: Any) -> bool:
    """Whether pieces were in the other box when the log began."""
    tables = context.tables
    boxes = (tables.cups.get(deck) for deck, number in context.scene.decks.items() if number)
    return any(box not in (None, tables.first_box) for box in boxes)


def _is_laid(context: Any, piece: str) -> bool:
    """Whether the log shows that a piece of the voyage log is put on the map."""
    return any(context.tables.on_map(one.after) for one in context.moves.get(piece, ()))


def plot_hexes(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    return [place for place in (context.hex_of("plot"),) if place]


def not_refuelled(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[bool]:
    """Whether the ship refuelled: not if no supply ship was turned, except that it may have done so
    again from a used one."""
    if "plot" not in context.table:
        return ()
    tables, end = context.tables, known.get("hex")
    beyond = tables.exit_cost if "ocean" in known else 0
    ends = tables.exits.get(known.get("ocean"), ()) if end is None else (end,)
    way = way_to(tables, state, ends, True) if ends else None
    if way is None or not way.allowance - beyond < way.hexes < FAR:
        return (False,)
    return (way.supply == SPENT or _turned_late(context, state, way.start),)


def _turned_late(context: Any, state: State, start: str) -> bool:
    """Whether the supply ship at the start of the move is turned before the turn is over."""
    turned = (f for f in _this_turn(context) if isinstance(f, seen.Turned) and f.level > 1)
    late = {fact.piece for fact in turned}
    return any(name in late and supply.hex == start for name, supply in state.supplies.items())


def extra_paid(context: Any, state: State) -> Mapping[str, Any] | None:
    """Infer a payment for more moves. In a log without dice, a marked price shows it, or a fourth
    piece with some points, or the completed turn itself. In a log with other dice, a price marked
    while the Royal Navy moves means that the die was rolled on the desk."""
    tables = context.tables
    if not context.unseen_dice:
        return {} if state.score + tables.extra_price in _marked_while_moving(context) else None
    shown = {fact.points for fact in _this_turn(context) if isinstance(fact, seen.Points)}
    if pieces_moved(state) >= tables.pieces_a_turn:
        return {} if any(points > state.score for points in shown) else None
    return {} if state.score + tables.extra_price in shown else None


def _marked_while_moving(context: Any) -> Iterator[int]:
    """Yield the points that are marked before anything but British pieces is touched."""
    for fact in context.facts[context.at :]:
        if isinstance(fact, seen.Points):
            yield fact.points
        elif fact.key != "navy":
            return


def _this_turn(context: Any) -> Sequence[seen.Fact]:
    """The facts of the current turn, and the first one of the next."""
    facts: Sequence[seen.Fact] = context.facts
    begun = max((n for n in context.overs if n < context.at), default=0)
    return facts[begun : next_of(context.overs, context.at, len(facts)) + 4]


def supply_laid_out(context: Any, state: State) -> Mapping[str, Any] | None:
    """The next supply ship with its hex; if one is placed, all that are left are placed."""
    laid = any(_is_laid(context, supply) for supply in context.tables.supplies)
    for supply in context.tables.supplies:
        place = context.hex_of(supply)
        hidden = supply not in context.table or not laid
        if supply not in state.supplies and (place or hidden):
            return {"supply": supply, "hex": place}
    return None


def divided(context: Any, state: Any) -> Mapping[str, Any] | None:
    """The pieces in each box now, if the log does not show that they are divided later."""
    tables = context.tables
    if _is_divided_later(context):
        return None
    others = {deck for deck, box in tables.cups.items() if box != tables.first_box}
    if context.scene.sees_all:
        pieces = tuple(token.key for token in context.table.values() if token.place in others)
        return {"indian": len(pieces), "pieces": pieces, "blind": True}
    count = sum(number for deck, number in context.scene.decks.items() if deck in others)
    divided_before = sum(n for box, n in state.cups.items() if box != tables.first_box)
    return {"indian": count - divided_before, "pieces": None, "blind": True}


def _is_divided_later(context: Any) -> bool:
    """Whether a piece moves from box to box before any is drawn."""
    over, cups = (seen.Drawn, seen.TurnShown), context.tables.cups.keys()
    undrawn = takewhile(lambda one: not isinstance(one, over), context.facts[context.at :])
    return any({one.before, one.after} <= cups for one in undrawn if isinstance(one, seen.Moved))


def _ship_stands(context: Any) -> str | None:
    token = context.table.get(SHIP)
    if token is None or token.map != context.tables.sea or not context.tables.on_map(token.place):
        return None
    return str(token.place)


def ship_hexes(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    return [place for place in (_ship_stands(context), context.hex_of("plot")) if place]


def standing_hexes(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    return [place for place in (_ship_stands(context) or state.stood,) if place]


def standing_ship(context: Any, state: Any) -> Mapping[str, Any] | None:
    return {"hex": place} if (place := _ship_stands(context)) else None


def left_standing(context: Any, state: State) -> Mapping[str, Any] | None:
    """In a log by hand, a ship that is still where it was last shown may raid there again without a
    visible sign; it may have been removed before its points were marked."""
    if not context.unseen_dice or (_ship_stands(context) or state.stood) is None:
        return None
    return {} if _most_marked(context) >= context.tables.icon_points else None


def _most_marked(context: Any) -> int:
    """The most points that are marked for one act: just before, now, or the next time; what is
    marked twice in one turn may be one gain in parts."""
    marked = sorted(context.points.totals.items())
    shown = [context.points.at_first, *(points for _, points in marked)]
    changes = [after - before for before, after in pairwise(shown)]
    now = bisect_left(marked, (context.at,))
    most = max(changes[max(now - 1, 0) : now + 1], default=0)
    for first in range(max(now - 1, 0), min(now + 1, len(marked) - 1)):
        (begun, _), (ended, _) = marked[first : first + 2]
        between = context.facts[begun:ended]
        if min(changes[first : first + 2]) > 0 and not any(
            isinstance(fact, seen.TurnShown) for fact in between
        ):
            most = max(most, sum(changes[first : first + 2]))
    return most


def not_found(context: Any, state: Any) -> Mapping[str, Any] | None:
    """The answer of a search without one is no, unless the ship openly stands where it searches, or
    the table shows that the ship was lost by it."""
    stands = _ship_stands(context)
    if stands is not None and searched(context.tables, state, stands):
        return {"found": True}
    lost = any(one.after == OUT for one in context.moves.get("ship", ()))
    return {} if context.unseen_dice and lost else {"found": False}


def staying_ship(context: Any, state: State) -> Mapping[str, Any] | None:
    """In a log by hand, a pursued ship may openly stay on the hex where it was last shown."""
    return standing_ship(context, state) if context.unseen_dice else None


def pursued_in_words(context: Any, state: Any) -> Mapping[str, Any] | None:
    """In a log by hand, a pursuit may be spoken only: the ship is shown when the next turn begins,
    and then the British move."""
    if not context.unseen_dice:
        return None
    shown, turn, at_sea = False, state.turn, context.tables.on_map
    for fact in context.from_here:
        if isinstance(fact, seen.TurnShown):
            turn = fact.turn
        if turn > state.turn + 1:
            break
        if turn == state.turn:
            continue
        if fact.key == "navy":
            return {} if shown else None
        shown |= fact.key == "ship" and isinstance(fact, seen.Moved) and at_sea(fact.after)
    return None


def next_course(context: Any, state: Any) -> Mapping[str, Any] | None:
    """If the end of a turn is not marked, the next course ends it: either nobody ever marks it, or
    the next turn shown is later than the following one."""
    follows = {fact.key for fact in context.facts[context.at : context.at + 1]}
    if not follows & {"plot", "course_logged"}:
        return None
    marked = (one.turn for one in context.later if isinstance(one, seen.TurnShown))
    left_out = next((turn for turn in marked if turn > state.turn), 0) > state.turn + 1
    return {} if left_out or not context.overs else None


def out_of_sight(context: Any, state: Any) -> Mapping[str, Any] | None:
    """The damage of the ship, whose counter may be turned on the voyage log, unseen."""
    return None if "plot" in context.table or _ship_stands(context) else {}


def carriers(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The pieces that may be the carrier: first face-up carriers, then other face-up pieces, then
    face-down pieces."""
    near = context.tables.neighbours.get(known.get("hex"), ())

    def likely(piece: Piece) -> tuple[bool, bool]:
        return not piece.face_up, piece.kind != "CV" if piece.face_up else piece.at not in near

    may_be = (p for p in state.pieces.values() if p.kind in (None, "CV"))
    down = [p for p in may_be if context.tables.on_map(p.at) and not p.face_up]
    up = [p for p in state.pieces.values() if p.face_up]
    return [p.id for p in sorted((*up, *down), key=likely)]


def attackers(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    found = [cv for cv, *_ in state.searches[-1:]]
    return dict.fromkeys([*found, *(p.id for p in state.pieces.values() if p.kind == "CV")])


def shooters(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    kind = known.get("_kind")
    if kind is None:
        return ()
    waiting = [p.piece for p in state.pending if p.what == FIRE and p.piece != SHIP]
    here = [p for p in state.pieces.values() if p.at == state.shown]
    return dict.fromkeys(
        [
            *(w for w in waiting if state.pieces[w].kind == kind),
            *(p.id for p in here if p.kind == kind),
            *(p.id for p in here if p.face_up),
            *(p.id for p in state.pieces.values() if p.kind == kind and not here),
        ]
    )


def targets(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    if known.get("shooter") != SHIP:
        return (SHIP,)
    tables = context.tables
    met = [p for p in state.pieces.values() if engaged(tables, state, p)]
    gone, dice = _gone(context), known.get("dice")

    def likely(piece: Piece) -> tuple[bool, bool, bool]:
        """The sort key: pieces first whose loss fits these dice, then those that leave at all."""
        kind = tables.kind_of(piece)
        lost = piece.id in gone
        fits = dice is None or kind is None or (hits_in(dice, kind.hit_on) > 0) == lost
        return not fits, not lost, bool(owed(state, FIRE, piece.id))

    met.sort(key=likely)
    other = [p.id for p in state.pieces.values() if p not in met and (p.face_up or p.id in gone)]
    return [*(p.id for p in met), *other]


def both_lost(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str | None]:
    """Another piece of the combat, if both were removed later."""
    target, gone = known.get("target"), _gone(context)
    others: list[str | None] = [None]
    if known.get("shooter") == SHIP and target in gone:
        met = [p.id for p in state.pieces.values() if engaged(context.tables, state, p)]
        others += [piece for piece in met if target in met and piece in gone and piece != target]
    return others


def _gone(context: Any) -> set[str]:
    """The pieces that are removed before the turn ends."""
    found: set[str] = set()
    for fact in takewhile(lambda one: not shows_turn(one), context.near):
        if isinstance(fact, seen.PutIn | seen.Moved):
            goal = fact.deck if isinstance(fact, seen.PutIn) else fact.after
            found |= set() if context.tables.on_map(goal) else {fact.piece}
    return found


def pursuers(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    fought = sorted(state.pieces.values(), key=lambda p: -p.fought)
    return [p.id for p in fought if known.get("_hex") in (None, p.at)]

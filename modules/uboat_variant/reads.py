"""Signs of this game's verbs: functions for their parts, and signs that several verbs share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any

from validator.explaining import facts as seen
from validator.explaining import signs as sign
from validator.hidden.ways import FAR
from validator.rules.states import THIS_TURN, owed

from . import state as st
from .state import State

if TYPE_CHECKING:
    from .tables import Tables

SHIP, PLANE, PLACE = "ship", "plane", "place"
"""Roles of pieces in facts."""

# --- Places


def an_area(t: Tables, state: State, place: str) -> str | None:
    """An area of the map."""
    return place if place in t.neighbours else None


def off_the_map(t: Tables, state: State, place: str) -> bool:
    """Whether a place is a box beside the map, from which units enter."""
    return place in (st.EUROPE, st.RESERVE, st.POOL) or a_turn(t, state, place)


def a_turn(t: Tables, state: State, place: str) -> bool:
    """Whether a place is a cell of the turn track."""
    return place.startswith("Turn ")


def turn_of(t: Tables, state: State, place: str) -> int | None:
    """The turn of a cell of the turn track."""
    number = place.removeprefix("Turn ")
    return int(number) if place != number and number.isdecimal() else None


def a_base(t: Tables, state: State, place: str) -> bool:
    """Whether a place is a base of aircraft, on the map or off it."""
    return place in t.base_areas or place == st.OFF_MAP


def not_a_base(t: Tables, state: State, place: str) -> bool:
    """Whether a place is an area or a CAP box."""
    return not a_base(t, state, place)


def a_base_named(t: Tables, state: State, place: str) -> str | None:
    """The airbase of a box."""
    return place if place in t.base_areas else None


def a_cap_box(t: Tables, state: State, place: str) -> str | None:
    """The area of a CAP box."""
    area = place.removeprefix("CAP ")
    return area if area != place else None


def a_square(t: Tables, state: State, place: str) -> str | None:
    """A square of a grid."""
    return place if place in t.squares else None


def no_square(t: Tables, state: State, place: str) -> bool:
    """Whether a place is not on a grid."""
    return place not in t.squares


def in_the_zone(t: Tables, state: State, verb: Any) -> str:
    """The area whose grids are being played."""
    return state.contact.zone


def box_of(t: Tables, state: State, verb: Any) -> str:
    """The TSL box of a letter."""
    return f"TSL Box {verb.letter}"


def a_box(t: Tables, state: State, place: str) -> str | None:
    """The letter of a TSL box."""
    letter = place.removeprefix("TSL Box ")
    return letter if letter != place else None


def europe(t: Tables, state: State, place: str) -> bool:
    return place == st.EUROPE


def the_pool(t: Tables, state: State, place: str) -> bool:
    return place == st.POOL


def lost(t: Tables, state: State, place: str) -> bool:
    return place in st.LOST.values()


# --- Faces and texts

DEPTHS = {2: st.SURFACED, 3: st.SUBMERGED, 4: st.SURFACED, 5: st.SUBMERGED}


def depth_of(t: Tables, state: State, level: int) -> str | None:
    """The depth that a boat's face shows."""
    return DEPTHS.get(level)


def face_shown(t: Tables, state: State, verb: Any) -> int | None:
    """The face of a boat after a verb: its depth, and whether it is detected; other ships have
    none for it, nor a boat whose depth is not told."""
    boat = state.unit(str(getattr(verb, "unit", "") or getattr(verb, "boat", "")))
    face = {st.SURFACED: 2, st.SUBMERGED: 3}.get(verb.depth)
    if face is None or not t.is_boat(boat.id):
        return None
    found = boat.detected and getattr(verb, "to", boat.at) in (boat.at, "", *t.squares)
    return face + 2 if found else face


def face_found(t: Tables, state: State, verb: Any) -> int:
    """The face of a boat that is found."""
    boat = state.unit(str(getattr(verb, "target", "") or getattr(verb, "boat", "")))
    return 5 if boat.depth == st.SUBMERGED else 4


def less_damage(t: Tables, state: State, level: int) -> bool:
    return level < 4


def _detected(t: Tables, state: State, level: int) -> bool:
    return level > 3


def role_of(t: Tables, state: State, piece: Any) -> str | None:
    """The role that a role marker stands for."""
    word = str(piece or "").removeprefix("role_")
    return word if word in st.ROLES else None


def a_role(t: Tables, state: State, text: str) -> str | None:
    return next((role for role in st.ROLES if role in text.lower()), None)


def role_in_text(t: Tables, state: State, text: str | None) -> Mapping[str, Any]:
    """The role in an entry on paper; unknown until it is revealed."""
    return {"role": a_role(t, state, text) if text is not None else None}


def marker_of(t: Tables, state: State, piece: Any) -> str | None:
    """``frogman_1_4`` is FM-4."""
    found = re.fullmatch(r"frogman_\d_(\d)", str(piece or ""))
    return f"FM-{found[1]}" if found else None


_PARTS = re.compile(r"(?:^|\s)(at|for|with|to|by|in|from) ")
_FACE = re.compile(r" \([^)]*\)$")
_PLACES = ("in", "from")


def named(*fields: str, at_places: bool = False) -> sign.Field:
    """The pieces that a declaration names, in this order; the places in it do not count. Nor does
    a target that it cannot mean: one of its own side, a port or airbase if the act is not
    ``at_places``, or, for a unit on a grid, one that is not there. Such a target may
    have been named for an act before, and none since."""
    aim = "target" if "target" in fields else "boat"

    def turned(t: Tables, state: State, detail: str) -> Mapping[str, Any]:
        known = pieces_named(t, detail)
        found = {name: piece for name, piece in zip(fields, known, strict=False) if piece}
        acting = [piece for name, piece in found.items() if name != aim]
        if aim in found and acting and not _is_meant(t, state, acting, found[aim], at_places):
            del found[aim]
        return found

    return sign.field("", turned)


def _is_meant(t: Tables, state: State, acting: Sequence[str], target: str, at_places: bool) -> bool:
    """Whether these pieces can mean this target."""
    side = t.side_of(target)
    if not side:
        return at_places
    if all(t.side_of(piece) == side for piece in acting):
        return False
    on_grid = not at_places and any(state.unit(piece).square for piece in acting)
    return not on_grid or bool(state.unit(target).square)


def pieces_named(t: Tables, detail: str) -> list[str]:
    """The pieces that a declaration names; empty for words that name none."""
    return [t.named.get(name, "") for name in _names_in(detail)]


@lru_cache(maxsize=4096)
def _names_in(detail: str) -> tuple[str, ...]:
    words = ["", *_PARTS.split(detail.lstrip("0123456789 "))]
    told = (name for word, name in zip(words[::2], words[1::2], strict=True) if word not in _PLACES)
    return tuple(_FACE.sub("", name.strip()) for name in told)


the_zone = sign.meant(in_the_zone, lambda t, state, place: place == state.contact.zone)
"""The place for a unit that leaves a grid."""


def area_in_words(t: Tables, state: State, detail: str) -> str | None:
    """The area that the line of the Contact marker names."""
    return next((word for word in detail.split() if word in t.neighbours), None)


# --- Dice


def entry_turn(t: Tables, state: State, dice: tuple[int | None, ...]) -> Mapping[str, Any] | None:
    """The die for the Barbarigo, and the turn that it means."""
    die = dice[0] if dice else None
    return {"die": die, "turn": die + t.barbarigo_plus} if die is not None else None


def first_by(allied: int | None, axis: int | None) -> str:
    """The side that moves first by the dice of both sides; empty for a tie."""
    if allied is None or axis is None:
        return st.ANYBODY
    return st.ALLIED if allied > axis else st.AXIS if axis > allied else ""


# --- What is not shown


BEHIND = 12
"""A boat may be turned for a move this many facts before it."""


def depths(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """Guesses for the depth of a boat: the one to which its counter is turned right after it moved
    (dice may have been clicked in between), or was turned for this move; else the one it shows, or
    had; then the others, to which it may be turned late."""
    t: Tables = context.tables
    unit = str(known.get("unit") or known.get("boat") or "")
    if not t.is_boat(unit):
        return ("",)
    own = context.facts[context.at]
    after = (
        one
        for one in context.facts[context.at + 1 : context.at + 1 + BEHIND]
        if one.seen is not own.seen and not context.is_called_off(one)
    )
    turned = next(after, None)
    if isinstance(turned, seen.Turned) and turned.piece == unit:
        on = takewhile(lambda one: isinstance(one, seen.Rolled) or one.about == unit, after)
        faces = (turned, *(one for one in on if isinstance(one, seen.Turned)))
        return dict.fromkeys(DEPTHS.get(one.level, st.SURFACED) for one in faces)
    had = state.unit(unit).depth
    for fact in islice(context.behind, BEHIND):
        if fact.about == unit and isinstance(fact, seen.Moved):
            break
        if fact.about == unit and isinstance(fact, seen.Turned) and fact.level in DEPTHS:
            if DEPTHS[fact.level] == had:
                break  # for its last move, after which it was turned
            return (DEPTHS[fact.level],)
    token = context.table.get(unit)
    shown = DEPTHS.get(token.level) if token is not None else None
    now = shown or had or st.SURFACED
    return dict.fromkeys((now, st.SURFACED, st.SUBMERGED))


def fuel_spent(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[int]:
    """The fuel of a move, if the roster is kept correctly."""
    t: Tables = context.tables
    unit = str(known.get("unit") or known.get("boat") or "")
    if not t.is_boat(unit):
        return (0,)
    if "to" not in known:
        return (t.exit_cost * t.per_area,)
    far = t.areas_between(state.unit(unit).at, str(known["to"]))
    return (far * t.per_area if far < FAR else 0,)


def boats_in_zone(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The boats that may be the target of an aircraft's flight; first the one for which it searches
    next."""
    t, plane = context.tables, str(known.get("plane"))
    searches = (
        pieces_named(t, one.detail)
        for one in takewhile(lambda one: not isinstance(one, seen.TurnShown), context.later)
        if isinstance(one, seen.Declared) and one.key == "air_search"
    )
    sought = next((named[1:] for named in searches if plane in named), [])
    boats = [one.id for one in state.in_zone(str(known.get("zone"))) if t.is_boat(one.id)]
    return sorted(boats, key=lambda boat: boat not in sought)


def not_seen(context: Any, state: State) -> Mapping[str, Any] | None:
    """Dice rolled outside the log, or, in the turn in which the log begins, before it began."""
    return None if THIS_TURN in state.doubt else {"die": None}


def who_comes(context: Any, state: State) -> Mapping[str, Any] | None:
    """The boat that enters the map although the log shows no die for it."""
    fact = context.facts[context.at]
    comes = isinstance(fact, seen.Moved) and off_the_map(context.tables, state, fact.before)
    return {"boat": fact.piece, "die": None} if comes else None


def where_contact_lies(context: Any, state: State) -> Mapping[str, Any] | None:
    """The zone of the Contact marker, which need not be placed again if it is there already; if it
    lies elsewhere, units that are put on the grid show that contact was only told."""
    due, fact = owed(state, st.CONTACT), context.facts[context.at]
    square = isinstance(fact, seen.Moved) and fact.after in context.tables.squares
    if due is not None and (square or fact.key in ("deploys", "location")):
        return {"zone": due.piece}
    return {"zone": context.place("contact")}


def whose_turn(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The side that passes if nobody declares it."""
    from .flow import side_to_act

    side = side_to_act(context.tables, state)
    return (st.ALLIED, st.AXIS) if side == st.ANYBODY else (side,)


def sailing_along(
    context: Any, state: State, known: Mapping[str, Any]
) -> Iterable[tuple[str, ...]]:
    """The ships that sail with a convoy: those that are dragged with it, perhaps also those dragged
    after it."""
    t: Tables = context.tables
    if not t.is_convoy(str(known.get("unit"))):
        return ((),)
    own = context.facts[context.at]
    with_it = tuple(one.piece for one in dragged_along(t, context, own))
    after = []
    for fact in context.facts[context.at + 1 : context.at + 1 + MOST_ALONG]:
        if fact.seen is own.seen:
            continue
        if not goes_like(t, fact, own) or fact.seen.side != own.seen.side:
            break
        after.append(fact.piece)
    return dict.fromkeys((with_it, tuple(dict.fromkeys((*with_it, *after)))))


MOST_ALONG = 6
"""Other ships may be dragged after a convoy within this many facts."""


def goes_like(t: Tables, fact: Any, other: Any) -> bool:
    """Whether a warship moves the same way as a convoy, or as its last drags."""
    if not isinstance(fact, seen.Moved) or not isinstance(other, seen.Moved):
        return False
    begun = [{one.before, *(leg.before for leg in one.legs)} for one in (fact, other)]
    same = fact.after == other.after and not begun[0].isdisjoint(begun[1])
    return same and t.is_warship(fact.piece) and t.is_convoy(other.piece)


def dragged_along(t: Tables, context: Any, fact: Any) -> list[Any]:
    """The warships that are dragged in one gesture with a convoy."""
    near = context.facts[max(context.at - MOST_ALONG, 0) : context.at + 1 + MOST_ALONG]
    return [one for one in near if one.seen is fact.seen and goes_like(t, one, fact)]


# --- Signs that several verbs share


def a_boat(t: Tables, state: State, piece: Any) -> str | None:
    """A boat, not another ship."""
    return str(piece) if t.is_boat(str(piece)) else None


def who_moves_again(t: Tables, state: State, piece: Any) -> str | None:
    """A boat, but not in 5.4 before its own move: there that is what it makes."""
    boat = a_boat(t, state, piece)
    waits = boat is not None and state.step == st.NAVAL and not state.unit(boat).moved
    return None if waits else boat


def an_axis_bomber(t: Tables, state: State, piece: Any) -> str | None:
    """An Axis bomber: it flies out only to bomb, even if its die is rolled elsewhere."""
    kind = t.planes.get(str(piece))
    return kind.id if kind is not None and kind.side == st.AXIS and kind.is_bomber else None


def ship_moved(field: Any, *, start: Any = None, to: Any = None) -> sign.Sign:
    """A naval unit moved."""
    return sign.moved(SHIP, piece=field, start=start, to=to)


def depth_turned(field: str) -> sign.Optional:
    """A boat is turned to its depth before it goes."""
    part = sign.field("depth", depth_of, face_shown)
    return sign.announced(sign.turned(SHIP, piece=field, level=part))


MOST_HITS = 3
"""A port or airbase has no more faces of damage."""


def place_hit(field: str) -> sign.Signs:
    """A port or airbase is turned to one more step of damage, if it was hit."""

    def face(t: Tables, state: State, verb: Any) -> int | None:
        hits = state.places.get(getattr(verb, field), 0)
        return hits + 2 if hits < MOST_HITS else None

    worse = sign.meant(face, _worse)
    return sign.any_of(
        sign.all_of(sign.turned(PLACE, piece=field, level=worse), sign.fixed(hit=True)),
        sign.unseen(),
    )


def who_may_fight(t: Tables, state: State, piece: Any) -> str | None:
    """An aircraft, if one of the other side is in the air."""
    foe = st.OTHER.get(t.side_of(str(piece)))
    flies = any(
        t.side_of(one.id) == foe for one in state.planes.values() if one.at and not one.gone
    )
    return str(piece) if flies else None


def place_repaired() -> sign.Signs:
    """A port or airbase is turned to one less step of damage."""
    fewer = sign.meant(lambda t, state, verb: state.places.get(verb.place) or None, less_damage)
    return sign.all_of(sign.turned(PLACE, piece="place", level=fewer), sign.fixed(repaired=True))


def _worse(t: Tables, state: State, level: int) -> bool:
    return level > 1


def plane_moved(field: Any, *, start: Any = None, to: Any = None) -> sign.Sign:
    """An air unit moved."""
    return sign.moved(PLANE, piece=field, start=start, to=to)


def removed(role: str) -> sign.Sign:
    """A unit was put with the losses of its side."""
    own = sign.meant(lambda t, state, verb: st.LOST.get(t.side_of(verb.unit)), lost)
    return sign.moved(role, piece="unit", to=own)


def flight(action: str) -> sign.Signs:
    """An Allied aircraft flies to a zone and declares its mission, or tells it elsewhere."""
    return sign.all_of(
        sign.optional(sign.declared(action, detail=named("plane"))),
        plane_moved(sign.field("plane", an_allied), start=a_base, to=sign.field("zone", an_area)),
    )


def an_allied(t: Tables, state: State, piece: str) -> str | None:
    """The piece, if it is an Allied one."""
    return piece if t.side_of(piece) == st.ALLIED else None


def die_and_words(button: str, action: str, *fields: str, at_places: bool = False) -> sign.Signs:
    """A die that is rolled by a declaration, which names who rolls it, and at whom or what."""
    detail = named(*fields, at_places=at_places)
    return sign.some_of(sign.die(button), sign.declared(action, detail=detail))


def search(action: str, by: str, target: str, button: str, order: int = 1) -> sign.Signs:
    """A search: a declaration and a die, and the face of a boat that is found."""
    return sign.any_of(
        sign.all_of(
            die_and_words(button, action, *(by, target)[::order]),
            sign.any_of(
                sign.all_of(
                    sign.turned(SHIP, piece=target, level=sign.meant(face_found, _detected)),
                    sign.fixed(found=True),
                ),
                sign.unseen(),
            ),
        ),
        sign.unseen(),
    )


def attack(button: str, action: str, by: str) -> sign.Signs:
    """An attack on a boat: a declaration and a die, which may be rolled elsewhere."""
    return sign.any_of(die_and_words(button, action, by, "boat"), sign.unseen())


def salvo() -> sign.Signs:
    """A boat fires torpedoes."""
    return sign.any_of(
        *(
            sign.all_of(
                die_and_words("torpedo", f"torpedoes_{number}", "boat", "target"),
                sign.fixed(torpedoes=number),
            )
            for number in range(1, 5)
        ),
        sign.unseen(),
    )

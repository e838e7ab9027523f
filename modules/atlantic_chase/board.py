"""What a log says of ships on the Battle Board, for the signs of the verbs of a Battle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from validator.explaining import facts as seen
from validator.explaining import signs as sign

from . import state as st
from .owing import owed
from .ships import never_damaged
from .tables import CONVOY, Tables
from .zones import gun_value, range_between, side_of

NEAR_BY = 40
"""So many facts ahead Hits are looked for that a shot has scored."""


def in_zone(t: Tables, state: Any, place: str) -> str | None:
    """A zone of the Battle Board."""
    return place if place in st.ZONES else None


def off_board(t: Tables, state: Any, place: str) -> bool:
    return place not in st.ZONES


def called(t: Tables, state: Any, detail: str) -> str | None:
    """The ship that is named with its zone: ``Gneisenau (1 Hit) in German Far``."""
    name, _, zone = detail.partition(" in ")
    named = [one for one, kind in t.ships.items() if kind.name == name.partition(" (")[0]]
    here = [one for one in named if state.battle.zones.get(one) == zone]
    there = [one for one in named if one in state.battle.zones]
    return next(iter((*here, *there, *named)), None)


def called_there(t: Tables, state: Any, detail: str) -> dict[str, str] | None:
    """As `called`, with the zone: a marker of that ship lies there, too."""
    ship, zone = called(t, state, detail), detail.partition(" in ")[2]
    here = {"_zone": zone} if zone in st.ZONES else {}
    return {"ship": ship, **here} if ship is not None else None


def said(action: str, name: str = "ship") -> sign.Sign:
    """An entry in the menu of the ship in a field of the verb."""
    named = sign.field("", called_there) if name == "ship" else sign.field(name, called)
    return sign.declared(action, detail=named)


Able = Callable[[Tables, Any, str], bool]
"""(tables, state, ship): whether a marker may be laid on it, or lies there."""


def own_zone(t: Tables, state: Any, verb: Any) -> str | None:
    """The zone of the ship of a verb."""
    zone: str | None = state.battle.zones.get(verb.ship)
    return zone


def laid(role: str, able: Able, has: Able) -> sign.Sign:
    """A marker is laid into the zone of the ship of the verb; where all who may have one have it,
    it is one marker too many."""

    def zone(t: Tables, state: Any, place: str) -> str | None:
        there = [one for one, zone in state.battle.zones.items() if zone == place]
        some = any(able(t, state, one) for one in there)
        return place if there and (some or not any(has(t, state, one) for one in there)) else None

    return sign.moved(role, start=off_board, to=sign.field("_zone", zone, own_zone))


def taken_off(role: str) -> sign.Sign:
    """A marker comes out of it."""
    aside = sign.meant(lambda t, state, verb: "Battle Markers", off_board)
    return sign.moved(role, start=sign.field("_zone", in_zone, own_zone), to=aside)


def in_the_zone(able: Able) -> Callable[..., Iterator[str]]:
    """The ships that may be meant by a marker, by the zone in which it is laid."""

    def ships(context: Any, state: Any, known: Mapping[str, Any]) -> Iterator[str]:
        for ship, zone in state.battle.zones.items():
            if zone == known.get("_zone", zone) and able(context.tables, state, ship):
                yield ship

    return ships


def smokers(context: Any, state: Any, known: Mapping[str, Any]) -> Iterable[str]:
    """Whose Smoke may cover a ship: that in its zone first."""
    zones = state.battle.zones
    return sorted(
        state.battle.smoke, key=lambda one: (zones.get(one) != zones.get(known["ship"]), one)
    )


def smoking_in(state: Any, zone: str) -> bool:
    """Whether a ship in a zone makes Smoke."""
    return any(state.battle.zones.get(one) == zone for one in state.battle.smoke)


def torpedoing(able: Able) -> Callable[..., Iterable[str]]:
    """Who may have fired torpedoes: who was named, or is marked."""
    marked_ones = in_the_zone(able)

    def ships(context: Any, state: Any, known: Mapping[str, Any]) -> Iterable[str]:
        told = _told(context, state, "torpedoes")
        return [told] if told is not None else marked_ones(context, state, known)

    return ships


def whose_hand(context: Any) -> str | None:
    """The side of who did what is in hand."""
    found: str | None = context.facts[context.at].seen.side if context.facts else None
    return found


def own_side(context: Any, state: Any, known: Mapping[str, Any]) -> list[str]:
    """The side that speaks or throws."""
    side = whose_hand(context)
    return [side] if side in st.OTHER else [*st.OTHER]


def either_side(context: Any, state: Any, known: Mapping[str, Any]) -> list[str]:
    """The side that throws; or the other one, for which it throws, unless only the first wishes to
    leave."""
    own = own_side(context, state, known)
    return own if state.battle.leaving == {*own} else list(dict.fromkeys((*own, *st.OTHER)))


def is_fought(context: Any, state: Any) -> Mapping[str, Any] | None:
    """Whether ships are set up next; what brings no Battle by itself is let pass otherwise."""
    for fact in context.from_here:
        if isinstance(fact, seen.Moved) and fact.after in st.ZONES:
            return {"wanted": True}
        if isinstance(fact, seen.Rolled | seen.Declared | seen.TurnShown):
            break
    due = owed(state, st.FIGHT)
    return {"wanted": False} if due is not None and due.case == "AC-54.4" else None


# --- Hits ----------------------------------------------------------------------------------


def level(t: Tables, ship: st.Ship) -> int:
    """The face of a ship with these Hits, counted from 1."""
    return 1 + ship.hits + (t.ships[ship.id].front.defence if ship.damaged else 0)


def turned_by(t: Tables, fact: seen.Turned) -> int:
    """The Hits by which a ship was turned; none of a Convoy, which has no face for them."""
    kind = t.ships.get(fact.piece)
    return fact.level - fact.before if kind is not None and kind.kind != CONVOY else 0


def not_fighting(t: Tables, state: Any, ship: str) -> str | None:
    """A ship on the map: on the Battle Board, or where a Battle is all that is played, only its
    enemies hit it."""
    return None if ship in state.battle.zones or t.scenario.get("battle") else ship


def faced(t: Tables, state: Any, verb: Any) -> int:
    """The face of a ship that has suffered what a verb says."""
    ship = state.ship(verb.ship)
    return level(t, ship) + verb.hits if verb.ship in t.ships else 0


def has_faces(t: Tables, state: Any, ship: str) -> str | None:
    """A ship that has faces for Hits: every one but a Convoy."""
    return ship if ship in t.ships and t.ships[ship].kind != CONVOY else None


def under_fire(t: Tables, state: Any, ship: str) -> str | None:
    """A ship on the Battle Board, or that has still to suffer its Hits."""
    return ship if ship in state.battle.zones or owed(state, st.HITS, ship) else None


turned = sign.turned(
    "ship",
    piece=sign.field(
        "ship", lambda t, state, ship: has_faces(t, state, under_fire(t, state, ship) or "")
    ),
    before=sign.field("_before"),
    level=sign.field("_level", None, faced),
)
"""A ship shows more Hits."""


def to_sink(t: Tables, ship: st.Ship) -> int:
    """The Hits that a ship can still take, and the one that sinks it."""
    kind = t.ships[ship.id]
    if never_damaged(t, ship.id):
        return int(t.dd_hits) - ship.hits
    left = kind.damaged.defence - ship.hits
    return int(left if ship.damaged else left + kind.front.defence)


def is_sunk(t: Tables, state: Any, place: str) -> bool:
    """The boxes for ships that are lost."""
    return place.endswith(" Sunk")


def grave(t: Tables, state: Any, verb: Any) -> str | None:
    """The box to which a ship goes that sinks."""
    if not has_faces(t, state, verb.ship) or verb.hits < to_sink(t, state.ship(verb.ship)):
        return None
    return f"{t.ships[verb.ship].side} Sunk"


def without_face(context: Any, state: Any) -> Mapping[str, Any] | None:
    """The Hits of a Convoy: nothing shows them."""
    for due in state.pending:
        if due.what == st.HITS and not has_faces(context.tables, state, due.piece):
            return {"ship": due.piece, "hits": due.points}
    return None


def faces_turned(context: Any, state: Any, known: Mapping[str, Any]) -> Iterator[int]:
    """The faces by which a ship's counter was turned for a Hit; 1 if it shows none."""
    yield known["_level"] - known["_before"] if "_level" in known else 1


def hits_shown(context: Any, state: Any, known: Mapping[str, Any]) -> Iterator[int]:
    """The Hits of a ship by how its counter was turned, or that it was taken away."""
    if "_level" in known:
        yield known["_level"] - known["_before"]
        return
    due = owed(state, st.HITS, known["ship"])
    least = to_sink(context.tables, state.ship(known["ship"]))
    yield max(least, due.points if due is not None else 0)


def _ahead(context: Any, state: Any) -> dict[str, int]:
    """The Hits that ships on the board show soon, before any of them moves on."""
    t = context.tables
    found: dict[str, int] = {}
    for fact in islice(context.from_here, NEAR_BY):
        match fact:
            case seen.Turned(piece=ship) if ship in state.battle.zones:
                found[ship] = found.get(ship, 0) + turned_by(t, fact)
            case seen.Moved(piece=ship, after=place) if ship in state.battle.zones:
                if not is_sunk(t, state, place):
                    break
                found[ship] = to_sink(t, state.ship(ship))
            case seen.Moved(piece="round"):
                break
    return found


def open_hits(context: Any, state: Any) -> dict[str, int]:
    """The Hits that ships show soon and no shot has scored."""
    scored: dict[str, int] = {}
    for shot in state.battle.shots:
        scored[shot.target] = scored.get(shot.target, 0) + shot.hits
    for due in state.pending:
        if due.what == st.HITS:
            scored[due.piece] = scored.get(due.piece, 0) + due.points
    return {
        ship: hits - scored.get(ship, 0)
        for ship, hits in _ahead(context, state).items()
        if hits > scored.get(ship, 0)
    }


def reaching(t: Tables, state: Any, target: str) -> Iterator[str]:
    """The ships that have not fired yet in this step and whose guns reach a target."""
    battle, own = state.battle, side_of(t, target)
    for ship in battle.zones:
        far = range_between(t, battle, ship, target)
        able = gun_value(t, state, ship, far) is not None
        if able and ship not in battle.acted and side_of(t, ship) != own:
            yield ship


def shot_unseen(context: Any, state: Any) -> Mapping[str, Any] | None:
    """A shot of which nothing is seen but what it scores, and its name perhaps: its dice fell on
    the desk, or were told in the chat."""
    for target in open_hits(context, state):
        if any(reaching(context.tables, state, target)):
            return {"target": target}
    return None


def unseen_by_hand(context: Any, state: Any) -> Mapping[str, Any] | None:
    """Torpedoes in a log of which no dice are seen at all."""
    found = open_hits(context, state) if context.unseen_dice else {}
    return {"target": next(iter(found))} if found else None


_SHOTS = frozenset(("fires", "torpedoes", "fired_at"))
_GO_ON = frozenset(("ship", "round"))
"""Roles of pieces whose move shows that the shots before it are over."""


def _told(context: Any, state: Any, *actions: str) -> str | None:
    """The ship that was named last, since dice were thrown, a ship moved, a round began, or a shot
    was named of which none are seen: one of another hand, or of a ship or target where one is named
    behind it. What was called off at once names nobody."""
    kinds: set[bool] = set()
    hands: set[str | None] = set()
    for fact in context.behind:
        if isinstance(fact, seen.Rolled) or (isinstance(fact, seen.Moved) and fact.key in _GO_ON):
            break
        named = isinstance(fact, seen.Declared) and fact.key in _SHOTS
        if named and not context.is_called_off(fact):
            kind, hand = fact.key == "fired_at", fact.seen.side
            if kind in kinds or hands - {hand}:
                break
            if fact.key in actions:
                return called(context.tables, state, fact.detail)
            kinds.add(kind)
            hands.add(hand)
    return None


def firers(context: Any, state: Any, known: Mapping[str, Any]) -> Iterable[str]:
    """Who may have fired: who was named, or of the hand that throws, and has not fired yet, nor is
    named for a later shot of the round."""
    told = _told(context, state, "fires", "torpedoes")
    if told is not None:
        return [told]
    t, side, acted = context.tables, whose_hand(context), state.battle.acted
    later = _named_later(context, state)
    zones = state.battle.zones
    return sorted(zones, key=lambda one: (one in acted, t.side_of(one) != side, one in later))


def _named_later(context: Any, state: Any) -> set[str | None]:
    """The ships that are named to fire before a ship moves, or a round begins."""
    found = set[str | None]()
    for fact in context.ahead:
        if isinstance(fact, seen.Moved) and fact.key in _GO_ON:
            break
        if isinstance(fact, seen.Declared) and fact.key == "fires":
            found.add(called(context.tables, state, fact.detail))
    return found


def targets(context: Any, state: Any, known: Mapping[str, Any]) -> Iterable[str]:
    """Who may be fired at: who was named, or those first that show Hits soon."""
    told = _told(context, state, "fired_at")
    if told is not None:
        return [told]
    side = context.tables.side_of(known.get("ship", ""))
    zones = state.battle.zones
    enemies = [one for one in zones if context.tables.side_of(one) != side]
    return sorted(enemies, key=lambda one: one not in open_hits(context, state))

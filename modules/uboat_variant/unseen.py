"""What a log does not show of a verb, and what it may be then: results of dice above all.

Where the table is not known (its policy is ``declared``) whatever came of the dice is taken from
what follows; where it is, what it says comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any

from validator.explaining import facts as seen
from validator.rules.states import owed

from . import state as st
from .reads import marker_of, pieces_named
from .state import State

if TYPE_CHECKING:
    from .tables import Tables

Known = Mapping[str, Any]
SOON = 12
"""So many facts behind dice show what came of them."""


def no_or_yes(context: Any, state: State, known: Known) -> Iterable[bool]:
    """Nothing shows it: it likely did not happen."""
    return (False, True)


def found(context: Any, state: State, known: Known) -> Iterable[bool]:
    """Whether something was found: a boat was that is turned to show it, between the dice before
    and those after; one that shows it from before may have been, ships have no other face."""
    t: Tables = context.tables
    target = str(known.get("target") or known.get("boat") or "")
    if _is_turned_now(context, target):
        return (True,)
    token = context.table.get(target)
    shown = token is not None and token.level in DETECTED
    likely = not t.is_boat(target) or state.unit(target).detected or shown
    return (likely, not likely)


def _is_turned_now(context: Any, boat: str) -> bool:
    own = context.facts[context.at].seen
    later = (one for one in context.later if one.seen is not own)
    return any(
        isinstance(one, seen.Turned) and one.piece == boat and one.before not in DETECTED
        for row in (context.behind, later)
        for one in islice(takewhile(lambda one: not isinstance(one, seen.Rolled), row), SOON)
        if isinstance(one, seen.Turned) and one.level in DETECTED
    )


DETECTED = (4, 5)
"""The faces of a boat that is detected."""


def lost(context: Any, state: State, known: Known) -> Iterable[bool]:
    """Whether the boat is put with the losses soon."""
    gone = _is_lost(context, known.get("boat"))
    return (gone, not gone)


def shot_down(context: Any, state: State, known: Known) -> Iterable[bool]:
    """Whether the aircraft that is fired at is put with the losses soon."""
    replies = (one.to for one in state.pending if one.what == st.REPLY)
    gone = _is_lost(context, known.get("target") or next(replies, ""))
    return (gone, not gone)


def _is_lost(context: Any, piece: str | None) -> bool:
    return any(
        isinstance(one, seen.Moved) and one.piece == piece and one.after in LOSSES
        for one in context.facts[context.at : context.at + SOON]
    )


LOSSES = frozenset(st.LOST.values())


def number(chart: str, kind: Callable[[Any, State, Known], str]) -> Any:
    """The number that an attack finds on the ASW table; ``None``: a hit, and nobody says which."""

    def numbers(context: Any, state: State, known: Known) -> Iterable[int | None]:
        t: Tables = context.tables
        if chart in t.declared or known.get("die") is None:
            return (None, 0) if _second_die_follows(context) else (0, None)
        return (t.asw_number(known["die"], kind(t, state, known)),)

    return numbers


def _second_die_follows(context: Any) -> bool:
    """Whether the next dice are the second die for a boat that was hit."""
    later = (one for one in context.later if isinstance(one, seen.Rolled))
    thrown = context.facts[context.at]
    own = (one for one in later if one.seen is not thrown.seen)
    return any(one.key == "asw_second" for one in islice(own, 1))


def hit_boats(context: Any, state: State, known: Known) -> Iterable[str]:
    """The boats for which a second die is owed."""
    return [one.piece for one in state.pending if one.what == st.SECOND_DIE] or [""]


def sunk(context: Any, state: State, known: Known) -> Iterable[bool]:
    """Whether the second die sinks a boat: as it says, or as is seen."""
    right = _second_die(context, state, known)
    return lost(context, state, known) if right is None else (right < 0, right >= 0)


def points(context: Any, state: State, known: Known) -> Iterable[int | None]:
    """The points that the second die gives: as it says, or as the roster shows, else nobody said
    them."""
    right = _second_die(context, state, known)
    if right is not None or known.get("sunk"):
        return (max(right or 0, 0),)
    return (_on_the_roster(context, state, str(known["boat"])) or None,)


def total(context: Any, state: State, known: Known) -> Iterable[int]:
    """All points of a boat after the second die."""
    before = state.unit(str(known["boat"])).damage
    return (before if known.get("sunk") else min(before + (known.get("points") or 0), 5),)


def _second_die(context: Any, state: State, known: Known) -> int | None:
    """What the second die says; ``None``: nobody can tell."""
    due = owed(state, st.SECOND_DIE, known.get("boat"))
    if due is None or due.points == st.UNKNOWN or known.get("die") is None:
        return None
    right = context.tables.second_die(
        due.piece, known["die"], asw=due.to == st.ASW, number=due.points
    )[1]
    return right if "21.5" in context.tables.variants else min(right, 0)


def _on_the_roster(context: Any, state: State, boat: str) -> int:
    """How many points the roster counts more soon than the boat has now."""
    if not context.tables.is_boat(boat):
        return 0
    name = f"{context.rules.game.counter(boat).values.get('tag')}Damage"
    steps = (one.seen for one in context.facts[context.at : context.at + SOON])
    shown = [one.properties[name] for one in steps if name in one.properties]
    return min(max(shown[-1] - state.unit(boat).damage, 0), 2) if shown else 0


def hits(context: Any, state: State, known: Known) -> Iterable[int]:
    """The ships that torpedoes hit: so many tonnage dice follow."""
    follow = 0
    own = context.facts[context.at].seen
    for fact in context.facts[context.at + 1 : context.at + SOON]:
        if fact.seen is own:
            continue
        if isinstance(fact, seen.Rolled) and fact.key == "tonnage":
            follow += 1
        elif not isinstance(fact, seen.Points):
            break
    return dict.fromkeys((follow, 0, 1, 2, 3))


def tons(context: Any, state: State, known: Known) -> Iterable[int | None]:
    """The tons of a ship: as the die says, if it is seen."""
    return (known.get("die") and context.tables.per_pip * known["die"],)


# --- Convoys

CONVOYS = "convoy_determination"


def goal(context: Any, state: State, known: Known) -> Iterable[str]:
    """Where a convoy's route ends, by its dice; empty: nobody can tell."""
    right = _convoy(context.tables, known)
    return ("" if right is None else right.goal,)


def fast(context: Any, state: State, known: Known) -> Iterable[bool]:
    """Whether a convoy is a fast one, by its dice; it may be where nobody can tell."""
    right = _convoy(context.tables, known)
    return (right is None or right.fast,)


def ships(context: Any, state: State, known: Known) -> Iterable[int]:
    """The ships of a convoy, by its dice; all it can have where nobody can tell."""
    right = _convoy(context.tables, known)
    return (MOST_SHIPS if right is None else right.ships,)


MOST_SHIPS = 50


def _convoy(t: Tables, known: Known) -> Any:
    """What the dice say of a convoy; ``None``: their table is not known, or not in it."""
    dice = known.get("dice") or ()
    told = CONVOYS not in t.declared and len(dice) == 3 and all(die in t.routes for die in dice)
    return t.convoy(dice) if told else None


# --- Searches and attacks of which neither words nor dice are seen, but what came of them

ATTACKS = {
    "asw_from_air": ("plane", "boat"),
    "asw_attack": ("by_unit", "boat"),
    "fires": ("by_unit", "boat"),
    **{f"torpedoes_{number}": ("boat", "target") for number in range(1, 5)},
}


def _attack_seen(context: Any, *actions: str) -> tuple[str, str]:
    """Who attacks whom by the words in hand; empty: nobody does by words of these actions."""
    fact = context.facts[context.at]
    said = isinstance(fact, seen.Declared) and fact.key in (actions or ATTACKS)
    names = pieces_named(context.tables, fact.detail) if said else []
    return (names[0], names[1]) if len(names) == 2 else ("", "")


def _shows_detected(context: Any, boat: str) -> bool:
    token = context.table.get(boat)
    return token is not None and token.level in DETECTED


def found_at_sea(context: Any, state: State) -> Known | None:
    """A unit that is attacked was found before; a boat shows it."""
    _, target = _attack_seen(context, *(one for one in ATTACKS if one != "asw_from_air"))
    if not target or state.unit(target).detected:
        return None
    if context.tables.is_boat(target) and not _shows_detected(context, target):
        return None
    return {"target": target, "die": None, "found": True}


def found_by_aircraft(context: Any, state: State) -> Known | None:
    """An aircraft that attacks a boat has found it before, which the boat shows."""
    plane, boat = _attack_seen(context, "asw_from_air")
    found = state.contact.found if state.contact else state.spotted
    if not plane or (plane, boat) in found or not _shows_detected(context, boat):
        return None
    return {"plane": plane, "boat": boat, "die": None, "found": True}


def attacked_from_the_air(context: Any, state: State) -> Known | None:
    """An aircraft that is turned to Flown has attacked; so has one, if a second die is thrown."""
    fact = context.facts[context.at]
    if isinstance(fact, seen.Turned) and fact.key == "plane" and fact.level == FLOWN:
        owes = owed(state, st.FLIP, fact.piece)
        return None if owes else {"plane": fact.piece, "die": None}
    return {"die": None, "number": None} if _is_second(context, state, "asw_second") else None


FLOWN = 2
"""The face of an aircraft that is Flown."""


def hit_by_depth_charges(context: Any, state: State) -> Known | None:
    """A warship has hit a boat for which a second die is thrown."""
    return {"die": None, "number": None} if _is_second(context, state, "asw_second") else None


def hit_by_guns(context: Any, state: State) -> Known | None:
    """A ship has hit a boat for which a second die is thrown."""
    return {"die": None, "hit": True} if _is_second(context, state, "surface_second") else None


def _is_second(context: Any, state: State, button: str) -> bool:
    """Whether a second die is thrown that nothing seen calls for, or a boat is lost by one that
    is not seen."""
    fact = context.facts[context.at]
    lost = isinstance(fact, seen.Moved) and fact.key == "ship" and fact.after in LOSSES
    lost = lost and context.tables.is_boat(fact.piece) and not owed(state, st.LOSS, fact.piece)
    thrown = isinstance(fact, seen.Rolled) and fact.key == button
    return (thrown or lost) and not owed(state, st.SECOND_DIE)


def hit_by_torpedoes(context: Any, state: State) -> Known | None:
    """A boat has hit as many ships as tonnage is thrown for, though nothing seen calls for it."""
    fact = context.facts[context.at]
    if not isinstance(fact, seen.Rolled) or fact.key != "tonnage" or owed(state, st.TONNAGE):
        return None
    return {"die": None, "hits": 1 + next(iter(hits(context, state, {})))}


# --- What is fixed in secret


def role_kept_elsewhere(context: Any, state: State) -> Known | None:
    """The role of the Barbarigo may be kept where this log, or its reader, sees nothing of it; not
    where the log shows that it was fixed another time."""
    shows = any(one.key == "role" or one.key == "role_fixed" for one in context.facts)
    return None if shows and context.sees(st.AXIS) else {}


def put_in(context: Any, state: State, known: Known) -> Iterable[tuple[str, ...] | None]:
    """The markers that were put into a container, if the reader knows them all; a log that ends
    with one of them does not show what else goes in."""
    last = context.facts[-1]
    if isinstance(last, seen.PutIn) and last.piece in known.get("_pieces", ()):
        return (None,)
    markers = [marker_of(context.tables, state, piece) for piece in known.get("_pieces", ())]
    names = [one for one in markers if one is not None]
    return (tuple(sorted(names)) if names and len(names) == len(markers) else None,)


def who_chose(context: Any, state: State, known: Known) -> Iterable[str]:
    """Who chose the markers: the Allied player if he put them in, or they came from his desk; the
    Axis if it put them in from its own."""
    strike = state.strikes.get(str(known.get("attack")))
    pieces = known.get("_pieces", ())
    put = (one for one in context.facts if isinstance(one, seen.PutIn) and one.piece in pieces)
    for fact in put:
        if fact.seen.side == st.ALLIED or fact.before.startswith("Allied Choice"):
            return (st.ALLIED,)
        if fact.before.startswith("Axis Choice"):
            return (st.AXIS,)
    return (strike.chooser if strike is not None else "",)

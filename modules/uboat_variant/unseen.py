"""Guesses for what a log does not show of a verb, above all the results of dice.

If a table is unknown (its policy is ``declared``), the result is inferred from what follows; if it
is known, the table comes first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice, takewhile
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from validator.explaining import facts as seen
from validator.rules.scenes import Seen
from validator.rules.states import owed

from . import state as st
from .reads import marker_of, pieces_named
from .state import State

if TYPE_CHECKING:
    from .tables import Tables

Known = Mapping[str, Any]
SOON = 12
"""The result of dice shows within this many facts."""


SECOND_DICE = ("asw_second", "surface_second")


def hit(context: Any, state: State, known: Known) -> Iterable[bool]:
    """Whether guns hit: no sign shows it, but after a hit a second die is thrown."""
    follows = _next_roll(context) in SECOND_DICE
    return (follows, not follows)


def found(context: Any, state: State, known: Known) -> Iterable[bool]:
    """Whether something was found: a boat was if it is turned to show so, between the last dice and
    the next, or if the aircraft attacks it; one that already shows it may have been, if it was not
    only left so, and if the aircraft may attack it. Ships have no face for it. Dice of which nobody
    says for whom they are found nobody."""
    t: Tables = context.tables
    target = str(known.get("target") or known.get("boat") or "")
    if not target:
        return (False, True)
    if _is_turned_now(context, target):
        return (True,)
    plane = str(known.get("plane") or "")
    if plane and not _may_attack(context, plane):
        return (False, True)
    attacks = _attacks_to_come(context).get(plane) == target
    shown = _shows_detected(context, target) and not _is_left_so(context, target)
    likely = not t.is_boat(target) or state.unit(target).detected or shown or attacks
    return (likely, not likely)


def _may_attack(context: Any, plane: str) -> bool:
    """Whether an aircraft says that it attacks, or is turned to Flown, before the phase is over."""
    for one in takewhile(lambda one: one.key != "phase_done", context.later):
        if isinstance(one, seen.Turned) and (one.piece, one.level) == (plane, FLOWN):
            return True
        said = isinstance(one, seen.Declared) and one.key == "asw_from_air"
        if said and plane in pieces_named(context.tables, one.detail):
            return True
    return False


def _is_left_so(context: Any, boat: str) -> bool:
    """Whether a boat was only left with the face of a detected one from another area: it is turned
    to the other before anybody attacks it."""
    for one in context.later:
        if isinstance(one, seen.Turned) and one.piece == boat:
            return one.level not in DETECTED
        said = isinstance(one, seen.Declared) and one.key in ATTACKS
        if said and boat in pieces_named(context.tables, one.detail):
            return False
    return False


def _is_turned_now(context: Any, boat: str) -> bool:
    """Whether a boat is turned to a detected one near this search, and not for the next one."""
    own = context.facts[context.at].seen
    later = [one for one in islice(context.later, SOON) if one.seen is not own]
    follows = next((one for one in later if isinstance(one, seen.Rolled)), None)
    again = follows is not None and any(
        isinstance(one, seen.Declared) and boat in pieces_named(context.tables, one.detail)
        for one in later
        if one.seen is follows.seen
    )
    return any(
        isinstance(one, seen.Turned)
        and one.piece == boat
        and one.before not in DETECTED
        and one.level in DETECTED
        for row in (islice(context.behind, SOON), () if again else later)
        for one in takewhile(lambda one: not isinstance(one, seen.Rolled), row)
    )


DETECTED = (4, 5)
"""The faces of a boat that is detected."""


def lost(context: Any, state: State, known: Known) -> Iterable[bool]:
    """Whether the boat is soon put with the losses."""
    gone = _is_lost(context, known.get("boat"))
    return (gone, not gone)


def shot_down(context: Any, state: State, known: Known) -> Iterable[bool]:
    """Whether the aircraft under fire is soon put with the losses."""
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
    """The number of an attack on the ASW table; ``None`` for a hit whose number nobody declares."""

    def numbers(context: Any, state: State, known: Known) -> Iterable[int | None]:
        t: Tables = context.tables
        if chart in t.declared or known.get("die") is None:
            return (None, 0) if _second_die_follows(context) else (0, None)
        return (t.asw_number(known["die"], kind(t, state, known)),)

    return numbers


def _second_die_follows(context: Any) -> bool:
    """Whether the next dice are the second die for a boat that was hit."""
    return _next_roll(context) == "asw_second"


def _next_roll(context: Any) -> str:
    """The button of the next dice that are rolled by another click; empty if none are."""
    own = context.facts[context.at].seen
    later = (one for one in context.later if isinstance(one, seen.Rolled))
    return next((one.key for one in later if one.seen is not own), "")


def hit_boats(context: Any, state: State, known: Known) -> Iterable[str]:
    """The boats for which a second die is owed."""
    return [one.piece for one in state.pending if one.what == st.SECOND_DIE] or [""]


def sunk(context: Any, state: State, known: Known) -> Iterable[bool]:
    """Whether the second die sinks a boat: by the table, or as the log shows."""
    right = _second_die(context, state, known)
    return lost(context, state, known) if right is None else (right < 0, right >= 0)


def points(context: Any, state: State, known: Known) -> Iterable[int | None]:
    """The points of the second die: by the table, or as the roster shows; else nobody declared
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
    """The result of the second die; ``None`` if unknown."""
    due = owed(state, st.SECOND_DIE, known.get("boat"))
    if due is None or due.points == st.UNKNOWN or known.get("die") is None:
        return None
    right: int = context.tables.second_die(
        due.piece, known["die"], asw=due.to == st.ASW, number=due.points
    )[1]
    return right if "21.5" in context.tables.variants else min(right, 0)


def _on_the_roster(context: Any, state: State, boat: str) -> int:
    """How many more points the roster soon shows than the boat has now."""
    if not context.tables.is_boat(boat):
        return 0
    name = f"{context.rules.game.counter(boat).values.get('tag')}Damage"
    steps = (one.seen for one in context.facts[context.at : context.at + SOON])
    shown = [one.properties[name] for one in steps if name in one.properties]
    return min(max(shown[-1] - state.unit(boat).damage, 0), 2) if shown else 0


def hits(context: Any, state: State, known: Known) -> Iterable[int]:
    """The number of ships that torpedoes hit: that of the tonnage dice that follow."""
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
    """The tons of a ship: by the die, if it is seen."""
    return (known.get("die") and context.tables.per_pip * known["die"],)


def bombed(context: Any, state: State, known: Known) -> Iterable[bool]:
    """Whether a bomb or shell hit, if nothing is turned at once: a convoy was, if the die for a
    ship follows; a port or base was, if it is repaired later and nothing else has hit it."""
    target = str(known.get("target") or known.get("base") or "")
    hit = context.tables.is_convoy(target) and _next_roll(context) == "tonnage"
    if target in context.tables.places and not state.places.get(target):
        hit = _is_next_repaired(context, target)
    return (hit, not hit)


def _is_next_repaired(context: Any, place: str) -> bool:
    """Whether a place is repaired before it is turned to damage or attacked again."""
    own = context.facts[context.at].seen
    for fact in context.later:
        if isinstance(fact, seen.Turned) and fact.piece == place:
            return fact.level < fact.before
        said = isinstance(fact, seen.Declared) and fact.key in NAMING_A_PLACE
        if said and fact.seen is not own and place in pieces_named(context.tables, fact.detail):
            return bool(fact.key == "repairs")
    return False


NAMING_A_PLACE = ("repairs", "bombs", "floatplane_bombs", "bombards")
"""Actions that say that a port or an airbase is repaired, or attacked."""


SEARCHES = ("air_search", "huff_duff")
"""Actions by which an aircraft searches for a boat."""


def who_searches(context: Any, state: State, known: Known) -> Iterable[str]:
    """The aircraft that may search; first the one that later attacks the boat that is the target
    now, then those that attack nobody, then others, and last those that another search names."""
    t: Tables = context.tables
    able = [name for name in state.planes if _boats_for(t, state, name)]
    phase = takewhile(lambda one: one.key not in CLOSING, context.later)
    said = (one for one in phase if isinstance(one, seen.Declared) and one.key in SEARCHES)
    named = {next(iter(pieces_named(t, one.detail)), "") for one in said}
    attack, target = _attacks_to_come(context), _last_target(context)

    def likely(name: str) -> tuple[bool, bool, bool]:
        return name in named, not target or attack.get(name) != target, name in attack

    return sorted(able, key=likely)


def _attacks_to_come(context: Any) -> dict[str, str]:
    """The aircraft that are turned to Flown in this phase after a die for an attack, each with the
    target named before."""
    found, thrown = {}, False
    for one in takewhile(lambda one: one.key not in CLOSING, context.later):
        if isinstance(one, seen.Rolled):
            thrown = one.key == "asw" or (thrown and one.key == "asw_second")
        elif isinstance(one, seen.Turned) and one.level == FLOWN and one.key == "plane" and thrown:
            found[one.piece] = _target_before(context, one.seen.step)
            thrown = False
    return found


def _last_target(context: Any) -> str:
    return _target_before(context, context.facts[context.at].seen.step)


def _target_before(context: Any, step: int) -> str:
    """The unit that was last named as the target before a step; empty if that is long ago."""
    return _target_in(context, _steps_before(context, step))


def _target_in(context: Any, steps: Iterable[Seen]) -> str:
    """The first unit that one of these steps names as the target; empty if none does."""
    said = (said for one in steps for said in one.declarations)
    detail = next((one.detail for one in said if one.action == "target"), "")
    return next(iter(pieces_named(context.tables, detail)), "")


def _steps_before(context: Any, step: int) -> Iterable[Seen]:
    """The last steps before one, the latest first."""
    steps: Sequence[Seen] = context.scene.steps
    at = bisect_left(steps, step, key=attrgetter("step"))
    return reversed(steps[max(0, at - SOON) : at])


def whom_it_meant(context: Any, state: State, known: Known) -> Iterable[str]:
    """The target of a search on a grid whose declaration names none that is there: the one that was
    named since the last dice, else any opponent on the grid."""
    step = context.facts[context.at].seen.step
    since = takewhile(lambda one: not one.rolls, _steps_before(context, step))
    fresh = _target_in(context, since)
    if fresh:
        return (fresh,)
    side = context.tables.side_of(str(known.get("by_unit")))
    there = (one.id for one in state.units.values() if one.square)
    return [one for one in there if context.tables.side_of(one) != side]


CLOSING = ("phase_done", "first_mover_axis", "first_mover_allied", "turn_ends")
"""Declarations after which nobody searches from the air any more."""


def boats_searched(context: Any, state: State, known: Known) -> Iterable[str]:
    """The boats for which an aircraft may search; first the target that was named last."""
    boats = _boats_for(context.tables, state, str(known.get("plane")))
    target = _last_target(context)
    return sorted(boats, key=lambda boat: boat != target)


def _boats_for(t: Tables, state: State, name: str) -> list[str]:
    """The boats on the surface for which an aircraft may search now."""
    plane, contact = state.plane(name), state.contact
    if state.step == st.AIR:
        return sorted(boat for one, boat in state.hunted if one == name)
    listens = contact and not plane.cap and plane.at == contact.zone and name not in contact.heard
    spent = plane.flown or plane.gone or t.side_of(name) != st.ALLIED
    if spent or not plane.at or not (listens if contact else not plane.searched):
        return []
    if contact and not t.planes[name].huff_duff:
        return []
    here = (one for one in state.in_zone(plane.at) if t.is_boat(one.id))
    return [one.id for one in here if one.depth == st.SURFACED]


def who_attacks(context: Any, state: State, known: Known) -> Iterable[str]:
    """The aircraft that found boats; first the one that is turned to Flown next."""
    pairs = _found(state)
    planes = sorted({plane for plane, boat in pairs if known.get("boat") in (None, boat)})
    turned = (
        one.piece
        for one in islice(context.later, SOON)
        if isinstance(one, seen.Turned) and one.level == FLOWN and one.piece in planes
    )
    return dict.fromkeys((*islice(turned, 1), *planes))


def boat_found_by(context: Any, state: State, known: Known) -> Iterable[str]:
    """The boats that an aircraft found; first the target that was named last."""
    boats = sorted(boat for plane, boat in _found(state) if plane == known.get("plane"))
    target = _last_target(context)
    return sorted(boats, key=lambda boat: boat != target)


def _found(state: State) -> Iterable[tuple[str, str]]:
    """The aircraft that may attack now, each with the boat that it found."""
    return state.contact.found if state.contact else state.spotted


# --- Convoys

CONVOYS = "convoy_determination"


def goal(context: Any, state: State, known: Known) -> Iterable[str]:
    """The end of a convoy's route by its dice; empty if unknown."""
    right = _convoy(context.tables, known)
    return ("" if right is None else right.goal,)


def fast(context: Any, state: State, known: Known) -> Iterable[bool]:
    """Whether a convoy is fast by its dice; if unknown, it may be."""
    right = _convoy(context.tables, known)
    return (right is None or right.fast,)


def ships(context: Any, state: State, known: Known) -> Iterable[int]:
    """The ships of a convoy by its dice; if unknown, the most that it can have."""
    right = _convoy(context.tables, known)
    return (MOST_SHIPS if right is None else right.ships,)


MOST_SHIPS = 50


def _convoy(t: Tables, known: Known) -> Any:
    """The result of the dice for a convoy; ``None`` if their table is unknown or has no such
    row."""
    return t.convoy(known.get("dice")) if CONVOYS not in t.declared else None


# --- Searches and attacks of which neither words nor dice are seen, but what came of them

ATTACKS = {
    "asw_from_air": ("plane", "boat"),
    "asw_attack": ("by_unit", "boat"),
    "fires": ("by_unit", "boat"),
    **{f"torpedoes_{number}": ("boat", "target") for number in range(1, 5)},
}


def _attack_seen(context: Any, *actions: str) -> tuple[str, str]:
    """The attacker and the target in the current declaration; empty if it is none of these
    actions."""
    fact = context.facts[context.at]
    said = isinstance(fact, seen.Declared) and fact.key in (actions or ATTACKS)
    names = pieces_named(context.tables, fact.detail) if said else []
    return (names[0], names[1]) if len(names) == 2 else ("", "")


def _shows_detected(context: Any, boat: str) -> bool:
    token = context.table.get(boat)
    return token is not None and token.level in DETECTED


def found_at_sea(context: Any, state: State) -> Known | None:
    """A search before an attack: a unit that is attacked was found before; a boat shows it."""
    _, target = _attack_seen(context, *(one for one in ATTACKS if one != "asw_from_air"))
    if not target or state.unit(target).detected:
        return None
    if context.tables.is_boat(target) and not _shows_detected(context, target):
        return None
    return {"target": target, "die": None, "found": True}


def found_by_aircraft(context: Any, state: State) -> Known | None:
    """A search from the air before an attack: the aircraft has found the boat, which the boat
    shows."""
    plane, boat = _attack_seen(context, "asw_from_air")
    if not plane or (plane, boat) in _found(state) or not _shows_detected(context, boat):
        return None
    return {"plane": plane, "boat": boat, "die": None, "found": True}


def attacked_from_the_air(context: Any, state: State) -> Known | None:
    """An attack from the air: by an aircraft that is turned to Flown, or if a second die is
    rolled."""
    fact = context.facts[context.at]
    if isinstance(fact, seen.Turned) and fact.key == "plane" and fact.level == FLOWN:
        owes = owed(state, st.FLIP, fact.piece)
        return None if owes else {"plane": fact.piece, "die": None}
    return {"die": None, "number": None} if _is_second(context, state, "asw_second") else None


FLOWN = 2
"""The face of an aircraft that is Flown."""


def hit_by_depth_charges(context: Any, state: State) -> Known | None:
    """An attack by a warship on a boat for which a second die is rolled."""
    return {"die": None, "number": None} if _is_second(context, state, "asw_second") else None


def hit_by_guns(context: Any, state: State) -> Known | None:
    """Gunfire at a boat for which a second die is rolled."""
    return {"die": None, "hit": True} if _is_second(context, state, "surface_second") else None


def _is_second(context: Any, state: State, button: str) -> bool:
    """Whether a second die is rolled although no visible hit calls for it, or a boat is lost by one
    that is not seen."""
    fact = context.facts[context.at]
    lost = isinstance(fact, seen.Moved) and fact.key == "ship" and fact.after in LOSSES
    lost = lost and context.tables.is_boat(fact.piece) and not owed(state, st.LOSS, fact.piece)
    thrown = isinstance(fact, seen.Rolled) and fact.key == button
    return (thrown or lost) and not owed(state, st.SECOND_DIE)


def hit_by_torpedoes(context: Any, state: State) -> Known | None:
    """A torpedo attack with as many hits as there are tonnage dice, if no visible attack calls for
    them."""
    fact = context.facts[context.at]
    if not isinstance(fact, seen.Rolled) or fact.key != "tonnage" or owed(state, st.TONNAGE):
        return None
    return {"die": None, "hits": 1 + next(iter(hits(context, state, {})))}


# --- What is fixed in secret


def role_kept_elsewhere(context: Any, state: State) -> Known | None:
    """The choice of the Barbarigo's role, which may be kept outside this log or this reader's view;
    not if the log shows it at another time."""
    shows = any(one.key == "role" or one.key == "role_fixed" for one in context.facts)
    return None if shows and context.sees(st.AXIS) else {}


def put_in(context: Any, state: State, known: Known) -> Iterable[tuple[str, ...] | None]:
    """The markers that were put into a container, if the reader knows them all. A log that ends
    with one of them does not show the others."""
    last = context.facts[-1]
    if isinstance(last, seen.PutIn) and last.piece in known.get("_pieces", ()):
        return (None,)
    markers = [marker_of(context.tables, state, piece) for piece in known.get("_pieces", ())]
    names = [one for one in markers if one is not None]
    return (tuple(sorted(names)) if names and len(names) == len(markers) else None,)


def who_chose(context: Any, state: State, known: Known) -> Iterable[str]:
    """The side that chose the markers: the Allied player if he put them in, or if they came from
    his desk; the Axis if they came from its own."""
    strike = state.strikes.get(str(known.get("attack")))
    pieces = known.get("_pieces", ())
    put = (one for one in context.facts if isinstance(one, seen.PutIn) and one.piece in pieces)
    for fact in put:
        if fact.seen.side == st.ALLIED or fact.before.startswith("Allied Choice"):
            return (st.ALLIED,)
        if fact.before.startswith("Axis Choice"):
            return (st.AXIS,)
    return (strike.chooser if strike is not None else "",)

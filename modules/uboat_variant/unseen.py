"""What a log does not show of a verb, and what it may be then: results of dice above all.

Where the table is not known (its policy is ``declared``) whatever came of the dice is taken from
what follows; where it is, what it says comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from validator.explaining import facts as seen
from validator.rules.states import owed

from . import state as st
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
    """Whether something was found whose counter is not turned next: a boat that shows it was, just
    now or before; ships have no other face."""
    t: Tables = context.tables
    target = str(known.get("target") or known.get("boat") or "")
    token = context.table.get(target)
    shown = token is not None and token.level in DETECTED
    likely = not t.is_boat(target) or state.unit(target).detected or shown
    return (likely, not likely)


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
    from .combat import points_of

    due = owed(state, st.SECOND_DIE, known.get("boat"))
    if due is None or due.points == st.UNKNOWN or known.get("die") is None:
        return None
    right = points_of(context.tables, due.piece, known["die"], due)[1]
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


def tons(context: Any, state: State, known: Known) -> Iterable[int]:
    """The tons of a ship: as the die says."""
    return (context.tables.per_pip * (known.get("die") or 1),)


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
    from .entering import convoy_of

    dice = known.get("dice") or ()
    told = CONVOYS not in t.declared and len(dice) == 3 and all(die in t.routes for die in dice)
    return convoy_of(t, dice) if told else None


# --- What is fixed in secret


def role_kept_elsewhere(context: Any, state: State) -> Known | None:
    """The role of the Barbarigo may be kept where this log, or its reader, sees nothing of it; not
    where the log shows that it was fixed another time."""
    shows = any(one.key == "role" or one.key == "role_fixed" for one in context.facts)
    return None if shows and context.sees(st.AXIS) else {}


def put_in(context: Any, state: State, known: Known) -> Iterable[tuple[str, ...] | None]:
    """The markers that were put into a container, if the reader knows them all."""
    from .reads import marker_of

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

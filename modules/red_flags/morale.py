"""Morale (RF-11): a roll when beaten, and more on later turns, until a unit rallies or is
removed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from validator.explaining import facts as seen
from validator.explaining import signs as sign
from validator.rules.cases import Broken, Fault, Verdicts, always
from validator.rules.states import Pending, owed
from validator.rules.verbs import CHANCE, Verb, guessed

from . import desk, heard
from . import state as st
from .activation import is_bound
from .book import asked_for, case, cases, effect, offer
from .encounter import gone
from .land import commander_in
from .state import State
from .tables import Tables

UNAFFECTED, AFFECTED, RALLIED, COLLAPSES = "unaffected", "second", "rallied", "removed"
BACK = {"withdraw_1": 1, "withdraw_2": 2}
OUTCOMES = (UNAFFECTED, AFFECTED, RALLIED, *BACK, COLLAPSES)


MAY_BREAK = tuple(role for role in heard.GROUND if heard.level(role, "broken"))
"""Roles with a face for broken units."""


def _shown_broken(role: str) -> sign.Sign:
    """The counter alone, in a log without dice."""
    up = heard.level(role, "broken")

    def back(t: Tables, state: State, now: int) -> bool | None:
        return True if now == up and state.by_hand else None

    def played(t: Tables, state: State, verb: Any) -> int:
        return up if verb.outcome in BACK else 0

    return sign.turned(role, piece="unit", level=sign.field("_back", back, played))


class Morale(Verb, steps=("shaken",), settles=(st.MORALE, "unit")):
    """A unit rolls for its morale."""

    unit: str = guessed(desk.waiting(st.MORALE))
    die: int = guessed(
        lambda context, state, known: _unseen(context, state, known), metadata=CHANCE
    )
    outcome: str = guessed(lambda context, state, known: _meant(context, state, known))

    signs = sign.any_of(
        *(
            sign.all_of(
                heard.clicked_die("morale", "morale"),
                sign.optional(
                    heard.shows(role, "broken", "_back", lambda state, verb: verb.outcome in BACK)
                ),
                sign.maybe_declared("breaks"),
                sign.maybe_declared("rallied"),
            )
            for role in MAY_BREAK
        ),
        heard.clicked_die("morale", "morale"),
        desk.unsaid("morale", st.MORALE, "die"),
        *map(_shown_broken, MAY_BREAK),
        sign.unseen(),
    )


def _unseen(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[int]:
    """Guesses for a die that nobody sees, one for each outcome: first one that leads to what its
    counter shows next, or to another throw."""
    t, unit = context.tables, known["unit"]
    if state.by_hand:
        return (1,)
    due = owed(state, st.MORALE, unit)
    throw, more = due.to if due is not None else st.FIRST_DIE, adds(t, state, unit)
    wanted: tuple[str, ...] = (UNAFFECTED, RALLIED)
    first = throw == st.FIRST_DIE
    for fact in context.from_here if first else context.facts[context.at :]:
        if (fact.key == "morale" or not first) and _goes_back(t, fact, unit):
            wanted = (AFFECTED, *(() if first else BACK))
            break
        if fact.about != unit:
            continue
        if heard.is_turned(fact):
            if heard.is_face(fact.key, "broken")(t, state, fact.level):
                wanted = (AFFECTED, *BACK)
                break
            if not first:
                break
        if isinstance(fact, seen.Moved) and heard.LOST(t, state, fact.after):
            wanted = (AFFECTED, COLLAPSES)
            break
    dice = {told(t, throw, die + more): die for die in range(6, 0, -1)}
    return [dice[one] for one in sorted(dice, key=lambda one: one not in wanted)]


def _goes_back(t: Tables, fact: seen.Fact, unit: str) -> bool:
    """Whether a unit is said to withdraw, or to throw for its morale once more: it has not
    rallied."""
    if not isinstance(fact, seen.Declared) or fact.key not in ("withdraws", "morale"):
        return False
    return heard.tag(t, None, fact.detail) == unit


def _meant(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The outcome: that of the chart for the die; but broken if the counter is turned to show it,
    which is all that a log without dice shows."""
    t: Tables = context.tables
    if state.by_hand:
        return [*BACK]
    due = owed(state, st.MORALE, known["unit"])
    throw = due.to if due is not None else st.FIRST_DIE
    right = told(t, throw, known["die"] + adds(t, state, known["unit"]))
    told_so = right in (AFFECTED, *BACK)
    shown = "_back" in known or _is_marked(context, known["unit"])
    return [next(iter(BACK))] if shown and not told_so else [right]


def _is_marked(context: Any, unit: str) -> bool:
    """Whether a counter was turned to its broken face just before this throw, and is left so."""
    now = context.facts[context.at].seen

    def thrown(fact: seen.Fact) -> bool:
        before = fact.key == "morale" and fact.seen is not now
        return before and _goes_back(context.tables, fact, unit)

    return desk.is_left_turned(context, unit, ("broken",), thrown)


def case_of(throw: str, outcome: str) -> str:
    """The case for an outcome of a roll."""
    if throw == st.FIRST_DIE:
        return "RF-11.2" if outcome == UNAFFECTED else "RF-11.3"
    if throw == st.SECOND_DIE:
        return {RALLIED: "RF-11.4", "withdraw_1": "RF-11.5"}.get(outcome, "RF-11.6")
    return dict(zip(st.RECHECKS, ("RF-11.7", "RF-11.8", "RF-11.9"), strict=True))[throw]


def told(t: Tables, throw: str, total: int) -> str:
    """The result of the chart for a roll; totals beyond its rows count as the first or the last."""
    return t.morale[throw][min(max(total, 1), 6)]


def adds(t: Tables, state: State, unit_id: str) -> int:
    """The modifier of a Commander in its hex (RF-1.21, RF-11.10)."""
    unit = state.unit(unit_id)
    return t.commander_morale if commander_in(t, state, unit.at, unit) else 0


@cases(*(f"RF-11.{number}" for number in range(2, 10)), "RF-1.21", reads=("unit", "die", "outcome"))
def what_a_throw_means(t: Tables, state: State, act: Morale) -> Verdicts:
    due = owed(state, st.MORALE, act.unit)
    if due is None:
        return
    more = adds(t, state, act.unit)
    right = told(t, due.to, act.die + more)
    if act.outcome == right:
        return
    broken = Broken(f"{act.unit} threw {act.die} for its morale: {act.outcome}", right)
    if more and act.outcome == told(t, due.to, act.die):
        yield "RF-1.21", broken
    else:
        yield case_of(due.to, right), broken


@case("RFD-37", reads=("unit",))
def first_back_then_the_throw(t: Tables, state: State, act: Morale) -> Fault:
    back = owed(state, st.WITHDRAW, act.unit)
    return f"{act.unit} threw for its morale before it withdrew" if back else None


asked_for(
    "RF-11.1",
    Morale,
    "{0} threw for its morale, and did not have to",
    lambda state, unit: not is_bound(state, unit),  # else it may have hoped for better
)


@effect
def morale(t: Tables, state: State, act: Morale) -> State:
    due = owed(state, st.MORALE, act.unit)
    if due is None and not (state.by_hand or state.doubt):
        return state  # nobody asked for it: nothing comes of it
    throw = due.to if due is not None else st.SECOND_DIE if state.by_hand else st.FIRST_DIE
    new, unit = state.done(st.MORALE, act.unit), state.unit(act.unit)
    if act.outcome == AFFECTED:
        more = Pending(st.MORALE, t.side_of(act.unit), "RF-11.3", act.unit, to=st.SECOND_DIE)
        return new.owing(more)
    if act.outcome == COLLAPSES:
        return gone(t, new, act.unit)
    if act.outcome in BACK:
        rechecks = (*st.RECHECKS, st.RECHECKS[-1])
        later = rechecks[rechecks.index(throw) + 1] if throw in rechecks else rechecks[0]
        back = BACK[act.outcome]
        return new.with_unit(unit.changed(stage=later, retreat=back, broken=state.turn))
    bound = state.turn if act.outcome == RALLIED else unit.broken
    return new.with_unit(unit.changed(stage="", retreat=0, broken=bound))


offer(Morale, outcome=always(*OUTCOMES))

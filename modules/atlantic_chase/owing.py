"""What is pending after an act, and in which order it is done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from validator.rules.states import Pending
from validator.rules.states import owed as is_pending

from . import state as st
from .state import State

OWED: Mapping[str, tuple[int, str]] = {
    st.SLIP: (1, "nothing was done with the Slip"),
    st.ROLL: (2, "the dice of the action were not thrown"),
    st.CUT: (3, "the line of {piece} was not cut"),
    st.LOCATE: (3, "{piece} did not become a Station in {at}"),
    st.HIT: (3, "no ship of {piece} was hit"),
    st.DAMAGE: (3, "no ship of {piece} was damaged"),
    st.FIGHT: (3, "it was not said whether there is a Battle"),
    st.HITS: (3, "{piece} did not suffer its Hits"),
    st.RETURN: (3, "{piece} did not go back to its task force"),
    st.DEPLOY: (3, "{piece} did not enter"),
    st.LEADER: (3, "{piece} did not leave his ship"),
    st.LAPSE: (4, "{piece} performed no Time Lapse"),
    st.ONE_LAPSE: (4, "no task force performed a Time Lapse"),
    st.SEIZE: (5, "nobody was asked to seize the Initiative"),
    st.VIE: (5, "nobody vied for the Initiative"),
    st.WEATHER: (6, "the weather was not checked"),
    st.WITHDRAW: (7, "{piece} has completed and is still there"),
    st.INTEL: (7, "{piece} has no Intel marker in {at}"),
    st.CONTACT: (7, "{piece} has no Contact marker in {at}"),
    st.EVASIVE: (7, "{piece} has no Evasive Maneuvers marker"),
    st.LOSE: (7, "{piece} keeps its markers in {at}"),
    st.MARKER: (7, "the {piece} marker does not show {at}"),
    st.SPEND: (7, "{piece} has attacked and is still there"),
}
"""By pending thing: its place in the order in which an action is finished (AC-26.15), and the
message while it is not done."""
AFTER = {what: place for what, (place, _) in OWED.items()}
MARKERS, NEXT_ACTION = 7, 8
MARKED_LATER = (st.HITS, st.LEADER)
"""What may be marked later in a round of Battle."""
ALIKE: Mapping[str, tuple[str, ...]] = {
    "AC-43.8": ("AC-21.1",),
    "AC-41.8": ("AC-21.2",),
    "AC-32.1": ("AC-47.9",),
    "AC-51.5": ("AC-24.1",),
    "AC-53.10": ("AC-24.2",),
    "AC-33.10": ("AC-62.4",),
    "AC-49.6": ("AC-31.12", "AC-62.3"),
    "AC-55.9": ("AC-62.2",),
    "AC-50.5": ("AC-11.1", "AC-58.4"),
    st.LEADER: ("AC-50.7", "AC-58.3"),
    st.LAPSE: ("AC-19.1", "AC-19.10"),
    st.VIE: ("AC-26.3",),
    st.WEATHER: ("AC-25.7", "AC-26.15"),
}
"""Cases with the same requirement on another page, by the case or by the pending thing."""


UNSEEN = (
    *(st.LOCATE, st.CONTACT, st.LOSE, st.EVASIVE, st.LAPSE),
    *(st.HITS, st.DEPLOY, st.LEADER, st.WITHDRAW),
)
"""Visible things that unseen dice and declarations may have required."""


def owed(
    state: State, what: str, piece: str | None = None, to: str | None = None
) -> Pending | None:
    """The pending thing of a kind; in a log by hand, also what unseen dice or declarations may have
    required."""
    due = is_pending(state, what, piece, to)
    if due is None and state.by_hand and what in UNSEEN:
        return Pending(what, "", "", piece or "", to=to or "")
    return due


def is_marked(state: State, force: str) -> bool:
    """Whether a task force is known to have an Evasive Maneuvers marker; by hand nothing tells of
    one that took over the counters of another with a marker."""
    return state.force(force).evasive and not state.by_hand


def cases_of(state: State, pending: Pending) -> tuple[str, ...]:
    """The cases that require a pending thing."""
    alike = (*ALIKE.get(pending.case, ()), *ALIKE.get(pending.what, ()))
    if pending.what == st.LAPSE and state.throw is not None and state.throw.lapse:
        alike = (state.throw.lapse, *alike)
    return tuple(dict.fromkeys((pending.case, *alike)))


def told(pending: Pending) -> str:
    """The message about a pending thing that is not done."""
    return OWED[pending.what][1].format(piece=pending.piece, at=pending.to)


def place_of(pending: Pending) -> int:
    """Its place in the order; a Vie because of an Interruption comes before the roll."""
    interrupted = pending.what == st.VIE and pending.case == "AC-54.9"
    return AFTER[st.SLIP] if interrupted else AFTER.get(pending.what, NEXT_ACTION)


def open_before(state: State, place: int) -> Iterator[Pending]:
    """The pending things that come before this place in the order."""
    return (one for one in state.pending if place_of(one) < place)


def handed_over(state: State, case: str = "AC-25.7") -> State:
    """The state after Initiative changes hands: the Tally is 0, and the new Active player checks
    the weather."""
    side = st.OTHER[state.active]
    new = state.changed(active=side, tally=0, changes=state.changes + 1)
    if state.attack:  # an Interruption made an end of it (AC-22.7)
        new = cancelled(new)
    new = shown(new, "tally", "0", "AC-26.6", str(state.tally))
    return new.owing(Pending(st.WEATHER, side, case))


def cancelled(state: State, heard: tuple[str, ...] = ()) -> State:
    """The state after a declared action is cancelled; ``heard`` as in `state.Throw`."""
    kind = state.attack.kind
    told = st.Throw(kind, "", 0, (), 0, (), (), True, cancelled=True, heard=heard) if kind else None
    pending = tuple(one for one in state.pending if one.what != st.ROLL)
    return state.changed(attack=st.NO_ATTACK, throw=told, pending=pending)


def kept(state: State, case: str) -> State:
    """The state after the Active player keeps Initiative: the Tally rises by one."""
    return shown(state.changed(tally=state.tally + 1), "tally", str(state.tally + 1), case)


def new_action(state: State) -> State:
    """The state when a new action begins: earlier decisions about who may act are over, and dice
    that were left out are no longer due."""
    new = state.done(st.MAY_LAPSE).done(st.SEIZE).done(st.VIE)
    return new.changed(test=None, throw=None, attack=st.NO_ATTACK, passed=frozenset())


POINTS = {st.GERMAN: "points_german", st.BRITISH: "points_british"}
"""The markers of the points."""


def earned(state: State, side: str, worth: int, case: str) -> State:
    """The state after a side earned points, which its marker must show."""
    if not worth or side not in POINTS:
        return state
    points = state.points.get(side, 0) + worth
    new = state.changed(points={**state.points, side: points})
    return shown(new, POINTS[side], str(points), case)


def shown(state: State, marker: str, value: str, case: str, before: str = "") -> State:
    """The state with a marker of a track that must show another value."""
    if value == before:
        return state
    others = tuple(one for one in state.pending if one.what != st.MARKER or one.piece != marker)
    return state.changed(pending=(*others, Pending(st.MARKER, "", case, marker, to=value)))

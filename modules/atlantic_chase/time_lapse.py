"""Time Lapse (pp. 19-20): the place of a task force becomes better known, so its line gets shorter.

Its owner removes segments from the ends: as many as the table says for the speed of its slowest
ship, or, in Bad Weather, as a die shows. Segments with Intel stay, unless the Intel Limit is
invoked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.cases import INTERPRETATION, Broken, Fault, Verdict, Verdicts, alike, left_out
from validator.rules.states import Pending
from validator.rules.verbs import CHANCE, Verb, guessed

from . import desk, heard
from . import state as st
from .book import case, cases, effect, offer
from .forces import intel, lapses_in, speed, touching
from .lines import Line, along, cuts, gap, is_run, orders, removable
from .owing import owed
from .state import State, TaskForce
from .tables import Tables


class RollTimeLapse(Verb):
    """The die of a task force that performs its Time Lapse in Bad Weather."""

    force: str = guessed(heard.lapsing)
    die: int = guessed(desk.lapse, metadata=CHANCE)

    signs = sign.any_of(
        sign.all_of(
            sign.die("time_lapse"), sign.announced(sign.declared("lapses", detail=heard.FORCE))
        ),
        sign.unseen(),
    )
    silent = part.assumed()


class TimeLapse(Verb, steps=("time_lapse",), settles=(st.LAPSE, "force")):
    """Segments are removed: ``left`` is the rest of the line; if nothing is left, ``station`` is
    the hex of the task force."""

    force: str
    left: tuple[str, ...] = guessed(heard.lines)
    station: str = ""

    _said = (
        sign.declared("lapses", detail=heard.FORCE),
        sign.declared("intel_limit", detail=heard.FORCE),
    )
    signs = sign.any_of(
        sign.all_of(heard.located("force", *_said, place="station"), sign.fixed(left=())),
        sign.all_of(heard.line_drawn("left"), *map(sign.optional, _said)),
        sign.unseen(),
    )
    silent = heard.nothing_to_take


# --- How many segments go ----------------------------------------------------------------


def called(t: Tables, state: State, force: str) -> Pending | None:
    """The pending thing that requires the Time Lapse of a task force, or allows it; ``None`` if
    nothing does."""
    due = owed(state, st.LAPSE, force)
    if due is not None or force not in state.forces:
        return due
    for one in state.pending:
        if one.what not in (st.ONE_LAPSE, st.MAY_LAPSE) or t.side_of(force) != one.side:
            continue
        if one.to in state.force(force).line if one.to else state.force(force).in_play:
            return one
    return None


def numbers(t: Tables, state: State, force: TaskForce) -> tuple[int, ...]:
    """The allowed numbers of segments to remove: by the die that was rolled, or by the table."""
    due = called(t, state, force.id)
    if due is not None and due.points:
        return (due.points,)
    if st.GOOD in lapses_in(t, state, force):
        return (t.lapse_good[speed(t, state, force.id)],)
    return ()


def gone(force: TaskForce, left: Line) -> Line:
    """The segments that a Time Lapse removed."""
    return tuple(one for one in force.line if one not in left)


def launch_of(state: State, force: str) -> str:
    """The Launch Point of a task force in the action that is being finished; empty if none."""
    due = owed(state, st.LAPSE, force)
    return due.to if due is not None else ""


# --- The die -----------------------------------------------------------------------------


@cases("AC-19.8", "AC-19.1", reads=("force",))
def a_die_is_thrown_in_bad_weather(t: Tables, state: State, roll: RollTimeLapse) -> Verdict:
    due = called(t, state, roll.force)
    if due is None:
        return "AC-19.1", f"a die was thrown for {roll.force}, which performs no Time Lapse"
    force = state.force(roll.force)
    if due.points:
        return "AC-19.8", f"a second die was thrown for {force.id}"
    if st.BAD not in lapses_in(t, state, force):
        return "AC-19.8", f"a die was thrown for {force.id}, which is in Good Weather"
    return None


@cases("AC-19.8", "AC-20.2", reads=("force",))
def in_bad_weather_a_die_says_how_many(t: Tables, state: State, lapse: TimeLapse) -> Verdict:
    force = state.force(lapse.force)
    if not (force.line and called(t, state, force.id)) or numbers(t, state, force) or state.by_hand:
        return None
    words = left_out(f"no die was thrown for the Time Lapse of {force.id}")
    return ("AC-20.2" if state.weather == st.GOOD else "AC-19.8"), words


# --- What is taken off ---------------------------------------------------------------------


@cases("AC-19.1", "AC-39.6", reads=("force",))
def a_time_lapse_is_called_for(t: Tables, state: State, lapse: TimeLapse) -> Verdict:
    if called(t, state, lapse.force):
        return None
    may = owed(state, st.MAY_LAPSE)
    if may is not None:
        return "AC-39.6", f"{lapse.force} has no segment in {may.to}"
    return "AC-19.1", f"{lapse.force} performed a Time Lapse that nothing called for"


@case("AC-16.2", reads=("force", "left"))
def segments_go_from_the_ends(t: Tables, state: State, lapse: TimeLapse) -> Fault:
    force = state.force(lapse.force)
    if is_run(lapse.left, force.line) or is_run_otherwise(t, force, lapse.left):
        return None
    return f"what is left of {force.id} is no unbroken line of its segments"


def is_run_otherwise(t: Tables, force: TaskForce, left: Line) -> bool:
    """Whether the sticks on the table can have another order, of which ``left`` is a run
    (DA-33)."""
    if force.id not in t.forces or gap(left, touching(t, force.id)) is not None:
        return False
    if is_run(left[::-1], force.line):
        return False  # what stays is told in the order in which it lay
    return any(orders(force.line, left, touching(t, force.id)))


@cases("AC-20.5", "AC-19.5", "AC-20.7", "AC-20.4", "AC-20.8", reads=("force", "left"))
def the_intel_limit_binds_who_loses_intel(t: Tables, state: State, lapse: TimeLapse) -> Verdicts:
    force = state.force(lapse.force)
    taken = gone(force, lapse.left)
    carried = [one for one in taken if one in force.intel]
    limit = t.intel_limit[speed(t, state, force.id)]
    if state.by_hand:
        return  # several in a row are seen as one
    if len(carried) > 1:
        yield "AC-20.5", f"{force.id} lost {len(carried)} Intel markers in one Time Lapse"
    elif carried and len(taken) > limit:
        words = Broken(
            f"{force.id} lost {len(taken)} segments, one of them with Intel",
            f"{limit} with the Intel Limit",
        )
        die = owed(state, st.LAPSE, force.id)
        yield "AC-19.5", words
        yield ("AC-20.8" if die is not None and die.points else "AC-20.4"), words
        if carried[0] not in (force.line[0], force.line[-1]) and limit == 1:
            yield "AC-20.7", f"Intel inside the line of {force.id} cannot be reached"


@cases("AC-19.2", "AC-19.8", "AC-19.3", "AC-20.6", "AC-19.6", "AC-20.4", reads=("force", "left"))
def exactly_so_many_segments_go(t: Tables, state: State, lapse: TimeLapse) -> Verdicts:
    force = state.force(lapse.force)
    allowed = numbers(t, state, force)
    told = is_run(lapse.left, force.line) or not intel(force)
    if not (force.line and allowed and told) or state.by_hand:
        return
    taken, number = gone(force, lapse.left), allowed[0]
    known, last = intel(force), launch_of(state, force.id)
    exact = min(number, removable(force.line, known, last))
    due = owed(state, st.LAPSE, force.id)
    thrown = due is not None and due.points
    pace = f"the die shows {number}" if thrown else speed(t, state, force.id).replace("_", " ")
    words = f"{force.id} ({pace}) lost {len(taken)} segments"
    if any(one in known for one in taken):
        limit = min(number, t.intel_limit[speed(t, state, force.id)])
        if len(taken) > number:
            yield "AC-19.3", Broken(words, str(limit))
        elif len(taken) < _most_behind_intel(force, limit, last):
            yield "AC-20.4", Broken(words, severity=INTERPRETATION)
    elif len(taken) > number:
        yield from alike(Broken(words, str(exact)), "AC-19.3", "AC-19.8" if thrown else "AC-19.2")
    elif len(taken) < exact:
        limit = t.intel_limit[speed(t, state, force.id)]
        if known and len(taken) == limit:
            yield "AC-20.6", Broken(words + " and no Intel marker", str(exact))
        else:
            other = "AC-19.6" if exact < number else "AC-19.8" if thrown else "AC-19.2"
            yield from alike(Broken(words, str(exact)), "AC-19.3", other)


def _most_behind_intel(force: TaskForce, limit: int, last: str) -> int:
    """The most segments that can be removed together with one Intel marker."""
    known = intel(force)
    return max(
        (
            len(taken)
            for left, taken in cuts(force.line, limit)
            if sum(one in known for one in taken) == 1 and not (last in taken and left)
        ),
        default=0,
    )


@cases("AC-27.19", "AC-45.10", reads=("force", "left", "station"))
def the_launch_point_goes_last(t: Tables, state: State, lapse: TimeLapse) -> Verdicts:
    force, launch = state.force(lapse.force), launch_of(state, lapse.force)
    if not launch or launch not in force.line:
        return
    words = ""
    if lapse.left and launch not in lapse.left:
        words = f"the segment of {force.id} in its Launch Point {launch} went before others"
    elif not lapse.left and lapse.station not in ("", launch):
        words = f"{force.id} launched from {launch} and was found in {lapse.station}"
    if words:
        yield from alike(words, "AC-27.19", "AC-45.10")


# --- The Station that is found -------------------------------------------------------------


@cases(
    *("AC-14.4", "AC-19.7", "AC-14.5", "AC-14.1", "AC-7.3", "AC-19.9"),
    reads=("force", "left", "station"),
)
def who_has_no_segment_left_becomes_a_station(
    t: Tables, state: State, lapse: TimeLapse
) -> Verdicts:
    force = state.force(lapse.force)
    if not force.line and (lapse.left or lapse.station):
        yield "AC-19.9", f"{force.id} is a Station and loses nothing"
    elif lapse.left and lapse.station:
        words = f"{force.id} has segments and a Station in {lapse.station}"
        yield from alike(words, "AC-14.1", "AC-7.3")
    elif force.line and not lapse.left and not lapse.station:
        neither = left_out(f"{force.id} has neither segments nor a Station")
        yield from alike(neither, "AC-14.4", "AC-19.7")
    elif force.line and lapse.station and lapse.station not in gone(force, lapse.left):
        yield "AC-14.5", f"{force.id} was found in {lapse.station}, where it had no segment"


@effect
def roll_time_lapse(t: Tables, state: State, roll: RollTimeLapse) -> State:
    due = called(t, state, roll.force)
    if due is None:
        return state
    thrown = replace(due, what=st.LAPSE, piece=roll.force, points=roll.die)
    return state.changed(pending=tuple(thrown if one is due else one for one in state.pending))


@effect
def time_lapse(t: Tables, state: State, lapse: TimeLapse) -> State:
    force, due = state.force(lapse.force), called(t, state, lapse.force)
    new = state.changed(pending=tuple(one for one in state.pending if one is not due))
    if not force.line:
        return new
    station = "" if lapse.left else lapse.station or force.line[0]
    return new.with_force(force.changed(line=along(lapse.left, force.line), station=station))


# --- Where legal ones are looked for ---------------------------------------------------------


def _due(t: Tables, state: State, made: Any) -> Iterable[str]:
    return [one for one in state.forces if called(t, state, one)]


def _left(t: Tables, state: State, made: Any) -> Iterable[Line]:
    force = state.force(made.force)
    most = max(numbers(t, state, force), default=0)
    return dict.fromkeys(left for left, _ in cuts(force.line, most))


def _stations(t: Tables, state: State, made: Any) -> Iterable[str]:
    return ("", *state.force(made.force).line)


offer(RollTimeLapse, force=_due)
offer(TimeLapse, force=_due, left=_left, station=_stations)

"""Trajectory (pp. 14-16, 43): a Station becomes a line on the sea, or a line is lengthened. The
Active player keeps Initiative; he may draw as many lines of any length as he likes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from generator.light import dataclass
from validator.explaining import signs as sign
from validator.rules.cases import Verdict, Verdicts, alike
from validator.rules.states import Pending
from validator.rules.verbs import Verb, guessed

from . import heard
from . import state as st
from .book import cases, effect, offer
from .forces import in_box, touching, trigger
from .lines import Line, added, along, gap
from .owing import new_action
from .ports import exits
from .state import State, TaskForce
from .tables import Tables


class Plot(Verb, steps=("declare",)):
    """A Trajectory is drawn: ``line`` has the hexes of all its segments from end to end."""

    force: str
    line: tuple[str, ...] = guessed(heard.lines)

    signs = sign.all_of(
        heard.line_drawn("line"),
        sign.announced(heard.put_beside("force")),
        sign.optional(sign.declared("trajectory", detail=heard.FORCE)),
    )


def _grown(state: State, plot: Plot) -> tuple[Line, Line] | None:
    """The new hexes before and after the old ones, whose order may differ (DA-33)."""
    old = state.force(plot.force).line
    again = tuple(one for one in plot.line if one in old)
    return added(plot.line, again if len(again) == len(old) else old)


def first_hexes(t: Tables, force: TaskForce) -> tuple[str, ...]:
    """The hexes for a Station's first segment: its own, or those of its port."""
    if not in_box(t, force):
        return (force.station,)
    return tuple(hex_id for one in exits(t, force) for hex_id in one.hexes)


@cases("AC-7.4", "AC-43.1", reads=("force",))
def a_line_is_that_of_a_task_force_in_play(t: Tables, state: State, plot: Plot) -> Verdict:
    if state.force(plot.force).in_play:
        return None
    if any(state.ships_of(plot.force)) or plot.force in t.forces:
        return "AC-43.1", f"{plot.force} has no Station on the map"
    return "AC-7.4", f"{plot.force} is not in play"


@cases("AC-4.2", "AC-43.12", "AC-8.2", "AC-15.4", reads=("force", "line"))
def segments_lie_in_hexes_of_the_sea(t: Tables, state: State, plot: Plot) -> Verdicts:
    for one in plot.line:
        if one in t.box_ports:
            yield from alike(f"a segment lies in the Port Box of {one}", "AC-8.2", "AC-15.4")
        elif not t.on_map(one):
            yield from alike(f"{one} is out of play", "AC-4.2", "AC-43.12")


@cases("AC-15.1", "AC-43.5", "AC-2.1", "AC-15.2", reads=("force", "line"))
def a_line_has_up_to_fifteen_hexes_each_once(t: Tables, state: State, plot: Plot) -> Verdicts:
    number = len(plot.line)
    if not 1 <= number <= t.segments:
        words = f"the Trajectory of {plot.force} has {number} segments"
        yield from alike(words, "AC-15.1", "AC-43.5", "AC-2.1")
    twice = next((one for one in plot.line if plot.line.count(one) > 1), None)
    if twice is not None:
        words = f"{plot.force} has two segments in {twice}"
        yield from alike(words, "AC-15.2", "AC-43.5")


@cases("AC-4.9", "AC-4.8", "AC-15.5", "AC-43.6", reads=("force", "line"))
def a_line_runs_from_hex_to_adjacent_hex(t: Tables, state: State, plot: Plot) -> Verdicts:
    two = gap(plot.line, touching(t, plot.force)) if plot.force in t.forces else None
    if two is None:
        return
    here, there = two
    words = f"the line of {plot.force} runs from {here} to {there}"
    if t.touch(st.GERMAN, here, there):
        yield from alike(words + " through the canal", "AC-4.8", "AC-43.6")
    elif t.air.get(here, {}).get(there) == 1:
        yield from alike(words + " over land", "AC-4.9", "AC-43.6")
    else:
        yield from alike(words, "AC-15.5", "AC-43.6")


@cases("AC-43.1", "AC-43.2", "AC-9.4", reads=("force", "line"))
def a_line_begins_where_the_station_stands(t: Tables, state: State, plot: Plot) -> Verdict:
    force = state.force(plot.force)
    if not force.station or not set(first_hexes(t, force)).isdisjoint(plot.line):
        return None
    if not in_box(t, force):
        return "AC-43.1", f"{force.id} stood in {force.station}, where its line has no segment"
    ports = t.boxed(force.station, t.side_of(force.id))
    if any(hex_id in plot.line for one in ports for hex_id in one.hexes):
        return "AC-9.4", f"{force.id} came in at {force.port} and left by another port"
    return "AC-43.2", f"the line of {force.id} has no segment at {force.station}"


@cases("AC-16.1", "AC-43.4", reads=("force", "line"))
def a_line_grows_at_its_ends(t: Tables, state: State, plot: Plot) -> Verdicts:
    if state.force(plot.force).line and _grown(state, plot) is None:
        words = f"the line of {plot.force} was not lengthened at its ends"
        yield from alike(words, "AC-16.1", "AC-43.4")


@effect
def plotted(t: Tables, state: State, plot: Plot) -> State:
    force = state.force(plot.force)
    line = along(plot.line, force.line)
    new = new_action(state).with_force(force.changed(id=plot.force, station="", line=line, port=""))
    side = t.side_of(plot.force) or state.active
    laid = [one for one in line if one not in force.line and one not in force.intel]
    return new.owing(
        *(
            Pending(st.INTEL, side, "AC-43.8", plot.force, to=one)
            for one in laid
            if trigger(t, state, one, side)
        )
    )


# --- Where legal lines are looked for ----------------------------------------------------


@dataclass(frozen=True, eq=False)
class Lines(Sequence[Line]):
    """The lines that a task force may have after a Trajectory action. They are too many to list, so
    each is drawn at random when it is asked for; iterating yields those one segment longer."""

    starts: tuple[Line, ...]
    near: Any
    most: int

    def __len__(self) -> int:
        return 100_000 if self.starts else 0

    def __contains__(self, line: object) -> bool:
        if not isinstance(line, tuple) or not 0 < len(set(line)) == len(line) <= self.most:
            return False
        near = all(there in self.near.get(here, ()) for here, there in pairwise(line))
        return near and any(added(line, start) is not None for start in self.starts)

    def __iter__(self) -> Iterator[Line]:
        for start in self.starts:
            if len(start) == 1:
                yield start
            for there in sorted(self.near.get(start[-1], ())):
                yield (*start, there)
            if len(start) > 1:
                for there in sorted(self.near.get(start[0], ())):
                    yield (there, *start)

    def __getitem__(self, index: Any) -> Any:
        chance = random.Random(index)
        line = chance.choice(self.starts)
        for _ in range(chance.randrange(1, self.most)):
            if len(line) == self.most:
                break
            end = chance.random() < 0.2
            free = [
                one for one in self.near.get(line[0] if end else line[-1], ()) if one not in line
            ]
            if free:
                there = chance.choice(sorted(free))
                line = (there, *line) if end else (*line, there)
        return line


def _lines(t: Tables, state: State, made: Any) -> Lines:
    force = state.force(made.force)
    starts = (force.line,) if force.line else tuple((one,) for one in first_hexes(t, force))
    side = t.forces.get(made.force, state.active)
    return Lines(starts, t.near[side], t.segments)


offer(Plot, line=_lines)

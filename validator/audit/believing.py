"""Where hidden things of the other side could be, step by step, as a side could know it then.

The log is read with that side's knowledge; texts that were sealed and opened only later are left
out. So the sets are those that a careful player could have kept.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from generator.light import dataclass
from validator.audit import chain
from validator.audit.logs import AuditError, GameLog, files_in, joined
from validator.audit.observing import observe
from validator.audit.referee import heard
from validator.audit.result import LogFile
from validator.explaining.nodes import Entry, back
from validator.hidden.beliefs import Belief
from validator.reading.views import view
from validator.rules.engine import GameRules
from validator.rules.scenes import Act, Sealed
from validator.rules.verbs import spelled

if TYPE_CHECKING:
    from validator.audit.played import PlayedGame

Seals = Mapping[int, tuple[Sealed, ...]]


LATEST = 3
"""How many of the acts that narrowed a set are named if it has become empty."""


@dataclass(frozen=True, slots=True)
class Statement:
    """An act that showed others where a thing is, or is not."""

    step: int
    why: str
    """In a few words: ``no contact``."""
    side: str
    """The side that had to say so; empty if unknown."""
    player: str
    """Who did it in the log; empty if unknown."""

    def __str__(self) -> str:
        who = f", {self.side}" if self.side else ""
        by = f" ({self.player})" if self.player else ""
        return f"{self.why} in step {self.step}{who}{by}"

    def to_json(self) -> dict[str, object]:
        """The act as plain values for JSON."""
        return {"step": self.step, "act": self.why, "side": self.side, "player": self.player}


@dataclass(frozen=True, slots=True)
class Thought:
    """What was known about one hidden thing from a step on."""

    step: int
    """Counted through all files; 0 is the start."""
    moment: str
    """The moment of the game: ``turn 3``."""
    why: str
    """The act that changed it, in a few words: ``no contact``; empty at the start."""
    places: tuple[str, ...]
    says: str = ""
    """The reason if there is no place."""
    truth: str | None = None
    """Its true place, if everything is revealed."""
    doubted: tuple[Statement, ...] = ()
    """If no place is left, some statement was false: the possible ones, latest first."""

    @property
    def holds(self) -> bool:
        """Whether the true place, if known, is among the places."""
        return self.truth is None or self.truth in self.places

    def to_json(self) -> dict[str, object]:
        """The thought as plain values for JSON."""
        made: dict[str, object] = {
            "step": self.step,
            "moment": self.moment,
            "why": self.why,
            "size": len(self.places),
            "places": list(self.places),
        }
        if self.says:
            made["says"] = self.says
        if self.doubted:
            made["doubted"] = [one.to_json() for one in self.doubted]
        if self.truth is not None:
            made["truth"] = self.truth
        return made


@dataclass(frozen=True, slots=True)
class Quarry:
    """One hidden thing and all that was known about its place."""

    what: str
    map: str
    """The map's id in the definition."""
    thoughts: tuple[Thought, ...]
    """One for each change of the set or of the moment, in order."""

    def at(self, step: int) -> Thought | None:
        """What was known after a step."""
        return next((one for one in reversed(self.thoughts) if one.step <= step), None)

    def to_json(self) -> dict[str, object]:
        """The thing as plain values for JSON."""
        thoughts = [thought.to_json() for thought in self.thoughts]
        return {"what": self.what, "map": self.map, "thoughts": thoughts}


def quarries(read: PlayedGame) -> tuple[Quarry, ...]:
    """What could be known about each hidden thing of the others.

    If everything is revealed: the public knowledge, with the truth beside it. Empty for logs that
    are not checked against the rules, or that these cannot explain to the end. Raises `AuditError`
    if the game has no rules or hides no positions.
    """
    rules, logs, files = _rules(read), read.logs, read.files
    scenes = [scene for scene, *_ in read.scenes()]
    if scenes and not any(map(read.is_held, scenes)):
        return ()
    seals = read.seals.by_step
    revealed = bool(logs) and logs[0].view.reveal
    own = logs if not revealed else _seen_by_all(logs)
    own_files = files if not revealed else files_in(own)
    numbers = _numbers(own, own_files, logs, files)
    closed = {
        at: tuple(replace(one, text=None) for one in seals[number])
        for at, number in numbers.items()
        if number in seals
    }
    side = own[0].view.side if own else None
    rows = _rows(read, rules, own, own_files, closed, side)
    found = _gathered([replace(row, step=numbers[row.step]) for row in rows], believed=True)
    if revealed:
        true = _gathered(_rows(read, rules, logs, files, seals, None))
        return tuple(with_truth(one, other) for one, other in zip(found, true, strict=False))
    return found


def _rules(read: PlayedGame) -> GameRules:
    rules = read.rules
    if rules is None:
        known = read.game.name if read.game is not None else "this module"
        raise AuditError(
            f"--belief: no rules are known for {known}, so nobody can say what its "
            "players may think; name the game with --game"
        )
    if rules.module.beliefs is None:
        raise AuditError(f"--belief: the rules of {rules.game.name} hide no positions")
    return rules


def _seen_by_all(logs: Sequence[GameLog]) -> list[GameLog]:
    return joined([replace(log, view=view(log.reading)) for log in logs])


def _numbers(
    own: Sequence[GameLog],
    own_files: Sequence[LogFile],
    logs: Sequence[GameLog],
    files: Sequence[LogFile],
) -> dict[int, int]:
    """The number of each public step, and its number in the report."""
    found = {0: 0}
    for log, file, other, shown in zip(own, own_files, logs, files, strict=True):
        for step in log.view.steps:
            at = other.view.number_of(log.view.file_step(step.number))
            found[file.first_step + step.number] = shown.first_step + at
    return found


@dataclass(frozen=True, slots=True)
class _Row:
    step: int
    moment: str
    why: str
    beliefs: Sequence[Belief]
    side: str = ""
    player: str = ""


def _rows(
    read: PlayedGame,
    rules: GameRules,
    logs: Sequence[GameLog],
    files: Sequence[LogFile],
    seals: Seals,
    side: str | None,
) -> list[_Row]:
    """The knowledge after each act, in the order of the log; nothing if the rules cannot explain
    the log to its end."""
    found: list[_Row] = []
    for first, last in chain.unbroken(logs):
        views = [log.view for log in logs[first:last]]
        step = files[first].first_step
        scene = observe(rules.game, views, step, seals, rules.binding)
        explanation = read.explanation(scene)
        if explanation.gave_up is not None:
            return []
        referee = heard(rules, scene, explanation)
        found.append(_row(rules, referee.begun, side, step, ""))
        if not any(one.steps for one in views):
            continue
        players = {seen.step: seen.player for seen in scene.steps}
        trail = referee.trail
        others = [_states(step, entries) for entries in referee.others]
        detoured = _detoured(step, referee.detours)
        acts = [act for act, _ in trail]
        done = steps_done(step, [(act.step, act.is_timely) for act in acts])
        later = put_off(acts, done)
        for number, (act, state) in enumerate(trail):
            row = _row(rules, state, side, done[number], _why(act))
            seen = [trail[at][1] for at in later[number]]
            row = replace(row, beliefs=_with(rules, row, side, seen))
            row = replace(row, beliefs=_with_others(rules, row, side, others))
            if not any(one.places.refuted for one in row.beliefs):
                row = replace(row, beliefs=_with(rules, row, side, detoured.get(row.step, ())))
            owed = act.verb.by if act.verb is not None else ""
            player = players.get(act.step) or ""
            found.append(replace(row, side=owed or act.side or "", player=player))
            step = done[number]
    return found


def put_off(acts: Sequence[Act], done: Sequence[int]) -> list[list[int]]:
    """For each act, those read after it that may have been done before the next one: the log shows
    them by then, and they count only later. With each of them, what nothing shows after it.
    ``done``: the steps of `steps_done`."""
    late = [at for at, act in enumerate(acts) if act.late and act.verb is not None and act.step]
    ends = {at: _until_shown(acts, at + 1) for at in late}
    found, until = [], math.inf
    for number in range(len(acts) - 1, -1, -1):
        if number + 1 < len(acts) and done[number + 1] > done[number]:
            until = done[number + 1]
        some = [at for at in late if at > number and acts[at].step < until]
        found.append([one for at in some for one in range(at, ends[at])])
    return found[::-1]


def _until_shown(acts: Sequence[Act], at: int) -> int:
    """The index of the first act from here on that the log shows."""
    while at < len(acts) and not acts[at].step:
        at += 1
    return at


def _row(rules: GameRules, state: Any, side: str | None, step: int, why: str) -> _Row:
    module, tables = rules.module, rules.tables
    assert module.beliefs is not None
    moment = module.moment(tables, state) if module.moment is not None else ""
    return _Row(step, moment, why, module.beliefs(tables, state, side))


def _states(first: int, entries: Sequence[Entry]) -> list[tuple[int, Any]]:
    """The state after each entry of another explanation, with its step."""
    steps = (one.fact.seen.step if one.fact is not None else 0 for one in entries)
    timely = (one.verb is not None and not one.held for one in entries)
    done = steps_done(first, [*zip(steps, timely, strict=True)])
    return [(at, one.after) for at, one in zip(done, entries, strict=True)]


def _detoured(first: int, detours: Sequence[Sequence[Entry]]) -> Mapping[int, Sequence[Any]]:
    """By step, the states after it of explanations that went another way there."""
    found: dict[int, list[Any]] = {}
    walked = {id(one) for way in detours for one in way}
    for way in detours:
        before = way[0].earlier
        left = (one.fact.seen.step for one in back(before) if one.fact is not None)
        begun = next(left, first)
        states = _states(begun, way)
        if before is not None and id(before) in walked:
            states = [(begun, before.after), *states]
        for (at, state), (until, _) in pairwise(states):
            for step in range(at, until):
                found.setdefault(step, []).append(state)
    return found


def _with_others(
    rules: GameRules, row: _Row, side: str | None, others: Sequence[Sequence[tuple[int, Any]]]
) -> Sequence[Belief]:
    """The beliefs, with the places of all other explanations that fit equally well added."""
    done = ((states, bisect_right(states, row.step, key=itemgetter(0))) for states in others)
    return _with(rules, row, side, [states[at - 1][1] for states, at in done if at])


def _with(rules: GameRules, row: _Row, side: str | None, states: Sequence[Any]) -> Sequence[Belief]:
    """The beliefs, with the places added where things can be in these states of the game."""
    found = [*row.beliefs]
    for state in states:
        beliefs = _row(rules, state, side, row.step, "").beliefs
        for number, (one, other) in enumerate(zip(found, beliefs, strict=True)):
            if one.places.refuted == other.places.refuted:
                found[number] = replace(one, places=one.places.joined(other.places))
            elif one.places.refuted:
                found[number] = other
    return found


def steps_done(first: int, acts: Sequence[tuple[int, bool]]) -> list[int]:
    """The step by which each act was done, in non-decreasing order, from the step that shows it and
    whether it was done by then.

    A reading may put an act after one that comes later in the log: then both count as done by the
    earlier step, unless what was seen there meant nothing or counted only later. An act that
    nothing in the log shows counts as done with the one before it.
    """
    latest: list[float] = []
    bound = math.inf
    for step, timely in reversed(acts):
        bound = min(bound, step or bound) if timely else bound
        latest.append(bound)
    found: list[int] = []
    now = first
    for (step, _), most in zip(acts, reversed(latest), strict=True):
        now = int(max(first, min(max(now, step), most)))
        found.append(now)
    return found


def _why(act: Act) -> str:
    """The verb in plain words: ``NoContact`` is ``no contact``."""
    if act.verb is None:
        return ""
    return spelled(type(act.verb))


def _gathered(rows: Sequence[_Row], *, believed: bool = False) -> tuple[Quarry, ...]:
    """The hidden things with their thoughts; for several acts in one step only the last one.

    With ``believed`` a contradiction leaves no place; else the last possible places stay.
    """
    if not rows:
        return ()
    found = []
    for number, first in enumerate(rows[0].beliefs):
        thoughts: list[Thought] = []
        said: list[Statement] = []
        before = first
        for row in rows:
            one = row.beliefs[number]
            if _narrows(before, one):
                said.insert(0, Statement(row.step, row.why, row.side, row.player))
            before = one
            refuted = believed and one.places.refuted
            places = () if refuted else tuple(sorted(one.places))
            doubted = tuple(said[:LATEST]) if refuted else ()
            says = "some statement was false" if refuted else one.says
            now = Thought(row.step, row.moment, row.why, places, says, doubted=doubted)
            last = thoughts[-1] if thoughts else None
            if last is not None and _same(last, now):
                continue
            if last is not None and last.step == now.step:
                thoughts.pop()
                now = now if thoughts else replace(now, why="")
                if thoughts and _same(thoughts[-1], now):
                    continue
            thoughts.append(now)
        found.append(Quarry(first.what, first.map, tuple(thoughts)))
    return tuple(found)


def _narrows(before: Belief, now: Belief) -> bool:
    """Whether an act excluded places, or contradicted all that were left."""
    if now.places.refuted:
        return not before.places.refuted or len(now.places) < len(before.places)
    return 0 < len(now.places) < len(before.places)


def _same(one: Thought, other: Thought) -> bool:
    compared = [(each.moment, each.places, each.says, each.doubted) for each in (one, other)]
    return compared[0] == compared[1]


def with_truth(quarry: Quarry, true: Quarry) -> Quarry:
    """The thoughts with the true place added, as far as the log shows it."""
    steps = sorted({one.step for one in (*quarry.thoughts, *true.thoughts)})
    thoughts: list[Thought] = []
    for step in steps:
        known, real = quarry.at(step), true.at(step)
        if known is None:
            continue
        truth = real.places[0] if real is not None and len(real.places) == 1 else None
        if real is not None and not known.places and known.says == real.says:
            truth = None  # both know why it has no place; another reading still has it on the map
        now = replace(known, step=step, truth=truth)
        if not thoughts or replace(thoughts[-1], step=step, why=now.why) != now:
            thoughts.append(now)
    return replace(quarry, thoughts=tuple(thoughts))

"""Where the hidden things of the others could be, step by step, as a side could know it then.

The log is read with the eyes of that side; what was sealed and shown only later is
kept from it. So the sets are those that a careful player could have kept himself.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from generator.light import dataclass
from validator.audit import chain
from validator.audit.logs import AuditError, GameLog, files_in, joined
from validator.audit.observing import observe
from validator.audit.referee import heard
from validator.audit.result import LogFile
from validator.explaining.nodes import Entry
from validator.hidden.beliefs import Belief
from validator.reading.views import view
from validator.rules.engine import GameRules
from validator.rules.scenes import Act, Sealed
from validator.rules.verbs import spelled

if TYPE_CHECKING:
    from validator.audit.played import PlayedGame

Seals = Mapping[int, tuple[Sealed, ...]]


LATEST = 3
"""So many of the acts that narrowed a set are named where it has become empty."""


@dataclass(frozen=True, slots=True)
class Statement:
    """An act that told others where a thing is not, or is."""

    step: int
    why: str
    """In a few words: ``no contact``."""
    side: str
    """Whose it was to say so; empty where nothing tells."""
    player: str
    """Who did it in the log; empty where nothing tells."""

    def __str__(self) -> str:
        who = f", {self.side}" if self.side else ""
        by = f" ({self.player})" if self.player else ""
        return f"{self.why} in step {self.step}{who}{by}"

    def to_json(self) -> dict[str, object]:
        """The act as the command line prints it."""
        return {"step": self.step, "act": self.why, "side": self.side, "player": self.player}


@dataclass(frozen=True, slots=True)
class Thought:
    """What was known of one hidden thing from a step on."""

    step: int
    """Counted through all files; 0 is the start."""
    moment: str
    """The time of the game: ``turn 3``."""
    why: str
    """The act that changed it, in a few words: ``no contact``; empty at the start."""
    places: tuple[str, ...]
    says: str = ""
    """Why there is no place, if there is none."""
    truth: str | None = None
    """Where it was, once everything is revealed."""
    doubted: tuple[Statement, ...] = ()
    """Where no place is left because some statement was false: those it can have been, the latest
    first."""

    @property
    def holds(self) -> bool:
        """Whether the truth, where it is reported, is among the places."""
        return self.truth is None or self.truth in self.places

    def to_json(self) -> dict[str, object]:
        """The thought as the command line prints it."""
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
    """One hidden thing and all that was known of its place."""

    what: str
    map: str
    """The map's id in the definition."""
    thoughts: tuple[Thought, ...]
    """Each time the set or the moment changed, in order."""

    def at(self, step: int) -> Thought | None:
        """What was known after a step."""
        return next((one for one in reversed(self.thoughts) if one.step <= step), None)

    def to_json(self) -> dict[str, object]:
        """The thing as the command line prints it."""
        thoughts = [thought.to_json() for thought in self.thoughts]
        return {"what": self.what, "map": self.map, "thoughts": thoughts}


def quarries(read: PlayedGame) -> tuple[Quarry, ...]:
    """What could be known of each hidden thing of the others.

    Where the logs are seen with everything revealed, what everybody could know, and the truth
    beside it; none of a log that is not held to the rules. Raises `AuditError` when the game has
    no rules or hides no positions.
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
    rows = list(_rows(read, rules, own, own_files, closed, side))
    found = _gathered([replace(row, step=numbers[row.step]) for row in rows], believed=True)
    if revealed:
        true = _gathered(list(_rows(read, rules, logs, files, seals, None)))
        return tuple(_with_truth(one, other) for one, other in zip(found, true, strict=False))
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
    """By the number of a step as everybody counts it: its number in the report."""
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
) -> Iterator[_Row]:
    """What is thought after each act, in the order of the log."""
    for first, last in chain.unbroken(logs):
        views = [log.view for log in logs[first:last]]
        step = files[first].first_step
        scene = observe(rules.game, views, step, seals, rules.binding)
        referee = heard(rules, scene, read.explanation(scene))
        yield _row(rules, referee.begun, side, step, "")
        if not any(one.steps for one in views):
            continue
        players = {seen.step: seen.player for seen in scene.steps}
        trail = referee.trail
        others = [_states(step, entries) for entries in referee.others]
        for at, (act, state) in zip(
            _steps(step, [act.step for act, _ in trail]), trail, strict=True
        ):
            row = _row(rules, state, side, at, _why(act))
            row = replace(row, beliefs=_with_others(rules, row, side, others))
            owed = act.verb.by if act.verb is not None else ""
            yield replace(row, side=owed or act.side or "", player=players.get(act.step) or "")
            step = at


def _row(rules: GameRules, state: Any, side: str | None, step: int, why: str) -> _Row:
    module, tables = rules.module, rules.tables
    assert module.beliefs is not None
    moment = module.moment(tables, state) if module.moment is not None else ""
    return _Row(step, moment, why, module.beliefs(tables, state, side))


def _states(first: int, entries: Sequence[Entry]) -> list[tuple[int, Any]]:
    """The state after each entry of another explanation, with its step."""
    steps = [entry.fact.seen.step if entry.fact is not None else 0 for entry in entries]
    return [(at, one.after) for at, one in zip(_steps(first, steps), entries, strict=True)]


def _with_others(
    rules: GameRules, row: _Row, side: str | None, others: Sequence[Sequence[tuple[int, Any]]]
) -> Sequence[Belief]:
    """What is thought by all explanations that fit as well: a place of any of them may be it."""
    found = [*row.beliefs]
    for states in others:
        done = bisect_right(states, row.step, key=itemgetter(0))
        if not done:
            continue
        beliefs = _row(rules, states[done - 1][1], side, row.step, "").beliefs
        for number, (one, other) in enumerate(zip(found, beliefs, strict=True)):
            if one.places.refuted == other.places.refuted:
                found[number] = replace(one, places=one.places.joined(other.places))
            elif one.places.refuted:
                found[number] = other
    return found


def _steps(first: int, steps: Sequence[int]) -> list[int]:
    """When each act was done, never going back.

    A reading may put an act after one that stands later in the log: then both were done by the
    earlier step. An act that nothing in the log shows was done when the one before it was.
    """
    latest: list[float] = []
    bound = math.inf
    for step in reversed(steps):
        bound = min(bound, step or bound)
        latest.append(bound)
    found: list[int] = []
    now = first
    for step, most in zip(steps, reversed(latest), strict=True):
        now = int(max(first, min(max(now, step), most)))
        found.append(now)
    return found


def _why(act: Act) -> str:
    """The verb in plain words: ``NoContact`` is ``no contact``."""
    if act.verb is None:
        return ""
    return spelled(type(act.verb))


def _gathered(rows: Sequence[_Row], *, believed: bool = False) -> tuple[Quarry, ...]:
    """Thing by thing; of several acts in one step, what is known when it is done.

    ``believed``: where what was said leaves no place, there is none; else the last that were left.
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
    """Whether an act took places away, or would have taken all of them."""
    if now.places.refuted:
        return not before.places.refuted or len(now.places) < len(before.places)
    return 0 < len(now.places) < len(before.places)


def _same(one: Thought, other: Thought) -> bool:
    told = [(each.moment, each.places, each.says, each.doubted) for each in (one, other)]
    return told[0] == told[1]


def _with_truth(quarry: Quarry, true: Quarry) -> Quarry:
    """The places with the true one beside them, where the log holds it."""
    steps = sorted({one.step for one in (*quarry.thoughts, *true.thoughts)})
    thoughts: list[Thought] = []
    for step in steps:
        known, real = quarry.at(step), true.at(step)
        if known is None:
            continue
        truth = real.places[0] if real is not None and len(real.places) == 1 else None
        now = replace(known, step=step, truth=truth)
        if not thoughts or replace(thoughts[-1], step=step, why=now.why) != now:
            thoughts.append(now)
    return replace(quarry, thoughts=tuple(thoughts))

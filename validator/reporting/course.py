"""The course of a game: its turns, story, score, dice and result."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from generator.counting import capitalised
from generator.light import dataclass
from validator.audit.moments import marks
from validator.reading import events as ev
from validator.reading.views import View

if TYPE_CHECKING:
    from validator.audit.played import PlayedGame
    from validator.audit.result import AuditResult
    from validator.narrating import Chapter

_SCORES = ("score", "points")
"""Names of a state's fields for points: a number, or one for each side."""
_FEWEST = 3
"""A number that changes less often is not shown as a curve."""
_MOST_CURVES = 4
_COUNTS = re.compile(r"score|points|victory|morale|\bvps?\b|\bdrm\b", re.IGNORECASE)
"""Names of properties that keep a score."""
_MOST_FACES = 20


@dataclass(frozen=True, slots=True)
class Curve:
    """A number that changes in the game."""

    name: str
    points: tuple[tuple[int, int], ...]
    """Pairs of step and value; a value holds until the next."""


@dataclass(frozen=True, slots=True)
class Dice:
    """All dice of one kind."""

    name: str
    """The button."""
    faces: tuple[int, ...]
    thrown: Mapping[str, Counter[int]]
    """How often each face came up, by player."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ended by its rules."""

    winner: str
    """The name of the side; empty if nobody won."""
    says: str
    """The rule that ended it."""
    score: int


@dataclass(frozen=True, slots=True)
class Course:
    """What the summary and the time line show."""

    turns: tuple[tuple[int, str], ...]
    """The first step of each turn, and the turn's name."""
    story: tuple[Chapter, ...]
    curves: tuple[Curve, ...]
    dice: tuple[Dice, ...]
    ending: Ending | None


def course_of(result: AuditResult, read: PlayedGame | None = None) -> Course:
    """The course of an audited game; story and ending need the game as ``read``."""
    turns = [(step, capitalised(words)) for step, words in _turns(result)]
    return Course(
        tuple(turns),
        _story(read) if read is not None else (),
        tuple(_curves(result, read)),
        tuple(_dice(result)),
        _ending(read) if read is not None else None,
    )


def _story(read: PlayedGame) -> tuple[Chapter, ...]:
    """The chapters of the game's story."""
    from validator.narrating import narrated

    return narrated(read).chapters


def _turns(result: AuditResult) -> Iterator[tuple[int, str]]:
    """The first step of each turn or phase, and its name."""
    last = ""
    for step, words in marks(result.game, result.views, result.files):
        if words != last:
            yield step, words
        last = words


def _curves(result: AuditResult, read: PlayedGame | None) -> Iterator[Curve]:
    """The score by the rules; without rules, the numbers that the module counts."""
    if read is not None and read.reads is not None and not read.on_trial:
        found = list(_by_rules(read))
        if found:
            yield from found
            return
    rows: dict[str, list[tuple[int, int]]] = {}
    for view, file in zip(result.views, result.files, strict=True):
        for event in view.events():
            if isinstance(event, ev.PropertyChanged) and _whole(event.new):
                name = event.name if event.container == "Module" else event.container
                rows.setdefault(name, []).append((file.first_step + event.step, int(event.new)))
    often = sorted(rows, key=lambda name: (not _COUNTS.search(name), -len(rows[name])))
    for name in often[:_MOST_CURVES]:
        # In a known game, other numbers (torpedoes left, fuel) are no score.
        if _COUNTS.search(name) or (result.game is None and len(rows[name]) >= _FEWEST):
            yield Curve(name, tuple(rows[name]))


def _by_rules(read: PlayedGame) -> Iterator[Curve]:
    rows: dict[str, list[tuple[int, int]]] = {}
    step = 0
    for scene in (one for one, *_ in read.scenes() if read.is_held(one)):
        explanation = read.explanation(scene)
        for name, value in _scores(explanation.start):
            rows.setdefault(name, []).append((step, value))
        for entry in explanation.entries:
            if entry.fact is not None:
                step = entry.fact.seen.step
            for name, value in _scores(entry.after):
                kept = rows.setdefault(name, [(0, 0)])
                if kept[-1][1] != value:
                    kept.append((step, value))
    for name, points in rows.items():
        if any(one[1] != other[1] for one, other in pairwise(points)):
            yield Curve(name, tuple(points))


def _scores(state: Any) -> Iterator[tuple[str, int]]:
    for name in _SCORES:
        value = getattr(state, name, None)
        if isinstance(value, int) and not isinstance(value, bool):
            yield name, value
        elif isinstance(value, Mapping):
            yield from (
                (f"{name}: {key}", one)
                for key, one in value.items()
                if isinstance(key, str) and isinstance(one, int)
            )


def _ending(read: PlayedGame) -> Ending | None:
    outcome = read.outcome()
    if outcome is None or read.rules is None:
        return None
    names = {side.id: side.name for side in read.rules.game.sides}
    winner = names.get(outcome.winner, outcome.winner or "")
    return Ending(winner, read.rules.says(outcome.case), outcome.score)


def _dice(result: AuditResult) -> Iterator[Dice]:
    """How often each face came up, by player, with dice of the same size counted together."""
    thrown: dict[str, dict[str, Counter[int]]] = {}
    for roll in result.rolls:
        by = thrown.setdefault(roll.button, {}).setdefault(roll.player or roll.side, Counter())
        by.update(roll.dice)
    sizes = {one.name: one.sides for one in result.game.dice} if result.game is not None else {}
    merged: dict[str, tuple[int, dict[str, Counter[int]]]] = {}
    for button, players in thrown.items():
        most = max((max(counts, default=0) for counts in players.values()), default=0)
        size = sizes.get(button) or (6 if 0 < most <= 6 else 10 if most <= 10 else most)
        if size > _MOST_FACES or most > size or not most:
            continue
        _, kept = merged.setdefault(f"Dice of {size} sides", (size, {}))
        for player, counts in players.items():
            kept.setdefault(player, Counter()).update(counts)
    for name, (size, players) in merged.items():
        low = min((min(counts) for counts in players.values()), default=1)
        yield Dice(name, tuple(range(min(1, low), size + 1)), players)


def _whole(text: str) -> bool:
    return re.fullmatch(r"-?\d{1,6}", text) is not None


def bands(turns: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """The turns without phases: ``Turn 3, Royal Navy`` and ``Turn 3, German`` become one."""
    found: list[tuple[int, str]] = []
    for step, words in turns:
        name = words.partition(",")[0].strip()
        if not found or found[-1][1] != name:
            found.append((step, name))
    return found


def view_names(views: Sequence[View]) -> list[str]:
    """The modules and versions that the files name."""
    return list(
        dict.fromkeys(f"{one.module} {one.module_version}".strip() for one in views if one.module)
    )

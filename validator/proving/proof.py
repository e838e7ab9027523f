"""Run the proof of a game over many seeds and processes, and print its table."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from generator.counting import counted
from generator.light import dataclass
from generator.vassal import modules
from validator.playing.processes import HERE, Over
from validator.proving.habits import HABITS as ALL_HABITS
from validator.proving.habits import OF_WHOLE_GAMES
from validator.proving.subject import Subject
from validator.proving.tally import Tally, added_up
from validator.proving.trying import CLEAN, ERRORS, HABITS, OFFENCES, PARTS, Effort, Trial
from validator.rules.engine import GameRules

HELD_OUT = 1_000_000
"""Seeds from this number on are never used to tune the reading of logs."""


@dataclass(frozen=True, slots=True)
class Task:
    """A seed, and the parts to try with it."""

    seed: int
    parts: tuple[str, ...]
    effort: Effort
    keep: Path | None = None


def prove(
    game: Any,
    folder: Path,
    module: Path,
    seeds: Sequence[int],
    *,
    parts: Sequence[str] = PARTS,
    effort: Effort | None = None,
    over: Over = HERE,
    keep: Path | None = None,
    report: Callable[[int, int, str], None] = lambda done, total, doing: None,
) -> Iterator[tuple[int, Tally]]:
    """Try each seed, and yield it with its counts, in the order of the seeds.

    ``folder`` is the game's, ``module`` the file built from it. Logs with faults are kept in
    ``keep``.
    """
    tasks = [Task(seed, tuple(parts), effort or Effort(), keep) for seed in seeds]
    report(0, len(tasks), "")
    work = over(_Tried(module.read_bytes()), game, folder, tasks)
    for done, (task, (tally, _)) in enumerate(zip(tasks, work, strict=True), 1):
        report(done, len(tasks), f"seed {task.seed}")
        yield task.seed, tally


@dataclass(frozen=True, slots=True)
class _Tried:
    """Does a task; it carries the game's module, since it may run on another machine."""

    module: bytes

    def __call__(self, rules: GameRules, task: Task) -> Tally:
        with tempfile.TemporaryDirectory(prefix="proof-") as folder:
            path = Path(folder) / "game.vmod"
            path.write_bytes(self.module)
            subject = Subject(rules, modules.read(path), Path(folder))
            return Trial(subject, task.seed, task.effort, task.keep).run(task.parts)


# --- the table -----------------------------------------------------------------------------


def proof_lines(rules: GameRules, tallies: Sequence[tuple[int, Tally]]) -> Iterator[str]:
    """The table for people: first the seeds used for tuning, then those held out."""
    for title, seeds, chosen in _apart(tallies):
        whole = added_up(chosen)
        yield f"{rules.game.name}: {counted(seeds, 'game')}{title}"
        yield ""
        if whole.rows(CLEAN):
            yield from _clean(whole)
        if whole.rows(HABITS):
            yield from _habits(whole)
        if whole.rows(OFFENCES):
            yield from _offences(rules, whole)


def _apart(tallies: Sequence[tuple[int, Tally]]) -> Iterator[tuple[str, int, list[Tally]]]:
    """Title, number of games and tallies: of the seeds used for tuning, and of those held out."""
    for title, held in (("", False), (" held out", True)):
        chosen = [(seed, tally) for seed, tally in tallies if (seed >= HELD_OUT) == held]
        if chosen:
            yield title, len({seed for seed, _ in chosen}), [tally for _, tally in chosen]


def _clean(whole: Tally) -> Iterator[str]:
    names, widths = ("logs", "accused", "belief", ERRORS), (8, 9, 8, 8)
    yield f"{'Clean play':<28}" + "".join(f"{n:>{w}}" for n, w in zip(names, widths, strict=True))
    for row in whole.rows(CLEAN):
        numbers = [whole.of(CLEAN, row, name) for name in names]
        yield f"  {row:<26}" + "".join(f"{n:>{w}}" for n, w in zip(numbers, widths, strict=True))
    yield ""


def _habits(whole: Tally) -> Iterator[str]:
    names = ("places", "logs", "accused", "suspected", "loud", "belief", ERRORS)
    widths = (8, 7, 9, 11, 6, 8, 8)
    known = {one.id: one.says for one in (*ALL_HABITS.values(), *OF_WHOLE_GAMES)}
    titles = {row: f"{row}: {known[row.partition(', ')[0]]}" for row in whole.rows(HABITS)}
    wide = max(map(len, titles.values()))
    heads = "".join(f"{n:>{w}}" for n, w in zip(names, widths, strict=True))
    yield f"{'Habits':<{wide + 2}}{heads}"
    for row, title in titles.items():
        numbers = [whole.of(HABITS, row, name) for name in names]
        counts = "".join(f"{n:>{w}}" for n, w in zip(numbers, widths, strict=True))
        yield f"  {title:<{wide}}{counts}"
    yield ""


def _offences(rules: GameRules, whole: Tally) -> Iterator[str]:
    names = (
        "planted", "right", "other", "missed", "extra", "public", "public right", "unseen", ERRORS,
    )  # fmt: skip
    widths = (9, 7, 7, 8, 7, 8, 14, 8, 8)
    yield f"{'Offences':<14}" + "".join(f"{n:>{w}}" for n, w in zip(names, widths, strict=True))
    untried = []
    for row in sorted(rules.exercise):
        numbers = [whole.of(OFFENCES, row, name) for name in names]
        why = "" if numbers[0] else whole.reason(row)
        if not any(numbers) and not why:
            untried.append(row)
            continue
        line = f"  {row:<12}" + "".join(f"{n:>{w}}" for n, w in zip(numbers, widths, strict=True))
        yield f"{line}  {why}".rstrip()
    sums = [whole.sum(OFFENCES, name) for name in names]
    yield f"  {'all':<12}" + "".join(f"{n:>{w}}" for n, w in zip(sums, widths, strict=True))
    if sums[0]:
        yield f"  right in {sums[1] / sums[0]:.1%} of those planted"
    out_of_turn = [row for row in untried if whole.of(OFFENCES, row, "broken")]
    unreached = [row for row in untried if row not in out_of_turn]
    if out_of_turn:
        yield f"  were not tried, as each game is given a few cases: {', '.join(out_of_turn)}"
    if unreached:
        yield f"  in no state of these games could be broken: {', '.join(unreached)}"
    yield ""


def proof_json(rules: GameRules, tallies: Sequence[tuple[int, Tally]]) -> dict[str, Any]:
    """All counts and faults for JSON output."""
    made: dict[str, Any] = {"game": rules.game.id, "definition": rules.game.definition_hash}
    made["cases"] = sorted(rules.exercise)
    for title, games, chosen in _apart(tallies):
        made["held_out" if title else "tuned"] = {"games": games, **added_up(chosen).to_json()}
    return made


__all__ = ["HELD_OUT", "Task", "proof_json", "proof_lines", "prove"]

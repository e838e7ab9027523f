"""An audit's result as plain lines for the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from generator.counting import and_more, counted, plural, sentence
from validator.audit.findings import Finding
from validator.audit.result import AuditResult, LogFile

from .shading import belief_lines

_SHOWN = 12
"""How many pieces and steps are listed at most; the JSON has all of them."""


UNJUDGED = "What could not be judged, and why"
"""The heading of that section."""


def text_lines(result: AuditResult) -> Iterator[str]:
    """The headline, the findings in the order of the log, what could not be judged, beliefs, rolls,
    private windows, and the figures."""
    yield result.headline()
    for finding in result.findings:
        yield ""
        yield from _finding(finding, result.files)
    if result.unjudged:
        yield ""
        yield UNJUDGED
        yield from (one.in_words() for one in result.unjudged)
    yield from belief_lines(result)
    if result.rolls:
        yield ""
        yield from _rolls(result)
    if result.windows:
        yield ""
        yield "Private windows"
        yield from (f"  {window.in_words()}" for window in result.windows)
    if result.steps:
        yield ""
        figures = (f"{figure:g} {name}" for name, figure in result.per_thousand().items())
        recorded = result.recorded
        entries = f"{counted(recorded.entries, 'entry')}, " if recorded is not None else ""
        length = f"{entries}{counted(result.steps, 'step')}"
        yield f"{length}; findings per 1,000 steps: {', '.join(figures)}"


def explained_lines(result: AuditResult) -> Iterator[str]:
    """The reading of the log around the step in question, and the findings there."""
    if result.explained is None:
        return
    yield from result.explained.lines()
    near = result.near(result.explained)
    numbers = result.explained.numbering
    first, last = map(numbers.of, result.explained.stretch)
    yield ""
    yield f"Findings of {plural(numbers.noun)} {first} to {last}: {len(near) or 'none'}"
    for finding in near:
        yield ""
        yield from _finding(finding, result.files)


def _rolls(result: AuditResult) -> Iterator[str]:
    """How often each button was rolled, and by whom. The JSON has all rolls."""
    yield f"{counted(len(result.rolls), 'roll')} (--json lists them)"
    for button, count in Counter(roll.button for roll in result.rolls).most_common():
        mine = (roll for roll in result.rolls if roll.button == button)
        by = Counter(roll.player or "unknown" for roll in mine)
        players = ", ".join(f"{player} {times}" for player, times in by.most_common())
        judged = result.fairness is None or button not in result.fairness.unjudged
        why = "" if judged else "  (not judged: sides unknown)"
        yield f"  {button:<24} {count:>5}  {players}{why}"


def _finding(finding: Finding, files: Sequence[LogFile]) -> Iterator[str]:
    who = ", ".join(word for word in (finding.side, finding.player) if word)
    where = finding.where
    if finding.entry is None:
        where += _in_file(finding.step, files)
    if finding.moment:
        where += f", {finding.moment}"
    yield f"{finding.severity:<14} {finding.code:<12} {where}  {who}".rstrip()
    yield f"  {finding.says}"
    if finding.also:
        yield f"  also:  {and_more(finding.also, _SHOWN)}"
    if finding.did:
        yield f"  done:  {sentence(finding.did, (file.name for file in files))}"
    if finding.legal:
        yield f"  legal: {finding.legal}"
    if finding.pieces:
        yield f"  pieces: {and_more(finding.pieces, _SHOWN)}"
    if finding.entries:
        yield f"  see also {_numbers(finding.entries, 'entry')}"
    elif finding.related:
        yield f"  see also {_numbers(finding.related, 'step')}"


def _in_file(step: int, files: Sequence[LogFile]) -> str:
    """If there are several files, the file of a step and its number there."""
    if len(files) < 2 or not step:
        return ""
    file = next((f for f in files if f.first_step < step <= f.first_step + f.steps), None)
    return f" ({file.name}, step {step - file.first_step})" if file is not None else ""


def _numbers(numbers: Sequence[int], noun: str) -> str:
    """``step 4``; ``steps 4, 7``."""
    word = noun if len(numbers) == 1 else plural(noun)
    return f"{word} {and_more(map(str, numbers), _SHOWN)}"

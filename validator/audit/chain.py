"""Checks of consecutive files: each must begin as the one before it ended."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from generator.counting import counted, first_of
from validator.audit.codes import found
from validator.audit.findings import Finding
from validator.audit.logs import GameLog, fingerprint, follows
from validator.audit.result import LogFile
from validator.audit.turns import count_in
from validator.reading import events as ev
from validator.reading.comparing import (
    BOOKKEEPING,
    cards_in,
    known_pieces,
    of_one_game,
    steps_in_common,
)
from validator.reading.views import Scene, Seen, View, view
from validator.table import unwritten

_NAMED = 6
"""How many differences are named at most."""
_APART = ("chain.module", "chain.other")
_TYPE = "of another type"
_MANY = 10
"""At least this many pieces of another type mean another version of the module."""
_MOST = 0.5
"""At least this share of the table must be of another type, too."""
_HOUR = 3_600_000
_SEARCHED = 500
"""How many steps back a file is searched for the table with which the next one begins."""
_EXTENSION = re.compile(rb"(?:^|\x1b)EXT\t([^\x1b\t]*)(?:\t([^\x1b]*))?")


def unbroken(logs: Sequence[GameLog]) -> Iterator[tuple[int, int]]:
    """Runs of files in which each continues the one before it, as (first, last + 1)."""
    first = 0
    for at in range(1, len(logs)):
        if not follows(logs[at - 1], logs[at]):
            yield first, at
            first = at
    if logs:
        yield first, len(logs)


def held_in_others(logs: Sequence[GameLog]) -> dict[int, int]:
    """Logs that a longer log wholly contains, and the number of that log: VASSAL writes such a log
    when an old one is continued (*Fast forward and append*)."""
    found_here: dict[int, int] = {}
    for at, log in enumerate(logs):
        for other, longer in enumerate(logs):
            if other == at or other in found_here or not _begin_alike(log, longer):
                continue
            if _holds(longer, log, twin=other < at):
                found_here[at] = other
                break
    return found_here


def _holds(longer: GameLog, log: GameLog, *, twin: bool) -> bool:
    """Whether a log begins with all steps of another; of two equal logs only the first does."""
    steps = len(log.view.steps)
    more = len(longer.view.steps) - steps
    longer_or_first = more > 0 or (more == 0 and twin)
    return bool(steps) and longer_or_first and steps_in_common(log.view, longer.view) == steps


def left_out(log: GameLog, whole: GameLog) -> Finding:
    """The note about a log that a longer one contains."""
    if log.save.sha256 and log.save.sha256 == whole.save.sha256:
        did = f"{_name(log)} is the same as {_name(whole)}: it is read once."
        return found("chain.twice", 0, did)
    number = len(log.view.steps)
    its = f"all its {counted(number, 'step')}" if number > 1 else "its only step"
    did = f"{_name(log)} is left out: {_name(whole)} begins with {its}."
    return found("chain.longer", 0, did)


def given_twice(path: Path) -> Finding:
    """The note about a file that was named twice."""
    return found("chain.twice", 0, f"{path.name} is given twice: it is read once.")


def findings(logs: Sequence[GameLog], files: Sequence[LogFile]) -> Iterator[Finding]:
    """Findings about files that do not continue one another, and about games played anew.

    A position may recur in play, above all for somebody who sees only part of it: a file that
    continues the one before it does not count as played anew.
    """
    if len(logs) < 2:
        return
    starts: dict[tuple[str, str], int] = {}
    for at, log in enumerate(logs):
        start = (log.reading.module, log.begins)
        first = starts.setdefault(start, at) if log.reading.steps else at
        if at:
            before = logs[at - 1]
            if not follows(before, log):
                if first != at:
                    yield _again(logs[first], log, files[first], files[at])
                else:
                    gap = list(_gap(before, log, files[at - 1 : at + 1]))
                    yield from gap
                    if any(one.code in _APART for one in gap):
                        continue
            else:
                yield from _unlike(before.view, log.view, files[at - 1 : at + 1])
            yield from _beside(before, log, files[at - 1 : at + 1])


def _again(earlier: GameLog, later: GameLog, one: LogFile, other: LogFile) -> Finding:
    views = [view(log.reading, log.view.side, reveal=log.view.reveal) for log in (earlier, later)]
    same = steps_in_common(*views)
    did = f"{one.name} and {other.name} begin from the same position"
    if same:
        did += f" and are the same for {same} steps"
    did += ": one of them was played again"
    did += "." if same else ", or they are two games (name the files of one)."
    shown = [
        [event for event in seen.steps[same].events if isinstance(event, ev.Rolled)]
        for seen in views
        if same < len(seen.steps)
    ]
    if len(shown) == 2 and all(shown):
        dice = [f"{rolls[0].button} shows {rolls[0].result}" for rolls in shown]
        did += f" The next step of {one.name}: {dice[0]}; of {other.name}: {dice[1]}."
    return found("chain.again", other.first_step, did, related=[one.first_step + same + 1])


def _begin_alike(one: GameLog, other: GameLog) -> bool:
    return (one.reading.module, one.begins) == (other.reading.module, other.begins)


# --- gaps -------------------------------------------------------------------------------


def _gap(before_it: GameLog, log: GameLog, files: Sequence[LogFile]) -> Iterator[Finding]:
    ended, begun = before_it.view, log.view
    step = files[1].first_step
    names = (files[0].name, files[1].name)
    if ended.module != begun.module:
        did = f"{names[0]} was played with {ended.module!r}, {names[1]} with {begun.module!r}."
        yield found("chain.module", step, did)
        return
    before, after = ended.scene(), begun.scene(0)
    if not of_one_game(before, after):
        did = f"{names[0]} and {names[1]} have few pieces in common."
        yield found("chain.other", step, did)
        return
    at = _last_step_like(ended, log.begins)
    yield from _gap_findings(list(_differences(before, after)), after, files, at)


def _last_step_like(ended: View, begins: str) -> int | None:
    """The last step after which the table was as a later file begins; None if there is none among
    the last `_SEARCHED`."""
    last = len(ended.steps) - 1
    steps = range(last, max(last - _SEARCHED, 0), -1)
    return next((at for at in steps if fingerprint(ended.scene(at)) == begins), None)


def _unlike(ended: View, begun: View, files: Sequence[LogFile]) -> Iterator[Finding]:
    """Differences that the digest of a table ignores: a piece's traits, a deck's order."""
    before, after = ended.scene(), begun.scene(0)
    differences = list(_differences(before, after))
    if differences:
        yield from _gap_findings(differences, after, files)


def _gap_findings(
    differences: list[_Difference],
    after: Scene,
    files: Sequence[LogFile],
    begins_at: int | None = None,
) -> Iterator[Finding]:
    """The findings for a gap, or for another version of the module if most pieces changed type.

    ``begins_at`` is the step of the first file after which the table was as the second begins.
    """
    step = files[1].first_step
    updated = [one.words for one in differences if one.kind == _TYPE]
    if len(updated) >= max(_MANY, _MOST * len(after.pieces)):
        differences = [one for one in differences if one.kind != _TYPE]
        did = (
            f"{len(updated)} pieces are of another type in {files[1].name}: the module was updated."
        )
        yield found("chain.version", step, did, details=updated)
        if not differences:
            return
    named = [one.words for one in differences]
    listed = first_of(named, _NAMED, "; ")
    kinds = Counter(one.kind for one in differences)
    sums = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    lead = f" ({sums})" if len(named) > 1 else ""
    did = f"{files[1].name} does not begin where {files[0].name} ended"
    did += f"{lead}: {listed}." if named else ": other counters lie face down, or elsewhere."
    legal = "the same table, or the file in between"
    if begins_at is not None:
        left = files[0].steps - begins_at
        did += f" It begins as {files[0].name} stood after its step {begins_at}: "
        did += f"{counted(left, 'later step')} left out."
        legal = f"the table at the end of {files[0].name}"
    yield found(
        "chain.gap",
        step,
        did,
        pieces=dict.fromkeys(one.piece for one in differences),
        legal=legal,
        details=named,
    )


class _Difference(NamedTuple):
    """One difference of two tables."""

    kind: str
    """The word under which it is counted."""
    words: str
    piece: str = ""
    """The name of the piece, if it is about one."""


def _differences(ended: Scene, begun: Scene) -> Iterator[_Difference]:
    """The differences of two scenes; face-down pieces are only counted."""
    old, new = known_pieces(ended), known_pieces(begun)
    for ident in sorted(old.keys() | new.keys()):
        before, after = old.get(ident), new.get(ident)
        if before is None and after is not None:
            yield _Difference("come", f"{after.name} is on the table", after.name)
        elif after is None and before is not None:
            yield _Difference("gone", f"{before.name} is gone", before.name)
        elif before is not None and after is not None:
            yield from (_Difference(*row, after.name) for row in _of_one(before, after))
    for name in sorted(ended.properties.keys() & begun.properties.keys()):
        if ended.properties[name] != begun.properties[name]:
            words = f"{name} was {ended.properties[name]} and is {begun.properties[name]}"
            yield _Difference("property", words)
    piles = {deck.id: deck for deck in ended.decks}
    for deck in begun.decks:
        pile = piles.get(deck.id, deck)
        if deck.count != pile.count:
            yield _Difference("deck", f"{deck.name} held {pile.count} and holds {deck.count}")
        elif not deck.shuffles and cards_in(begun, deck) != cards_in(ended, pile):
            yield _Difference("deck", f"{deck.name} lies in another order")


def _of_one(before: Seen, after: Seen) -> Iterator[tuple[str, str]]:
    """The differences of one piece (place, name, traits), each with its word for counting."""
    spots = [(one.place.map, one.place.x, one.place.y) for one in (before, after)]
    if spots[0] != spots[1] or before.place.deck != after.place.deck:
        yield "moved", f"{after.name} went from {before.place} to {after.place}"
    elif before.name != after.name or before.masked != after.masked:
        yield "changed", f"{before.name} has become {after.name}"
    elif before.piece is not None and after.piece is not None:
        if before.piece.model.type != after.piece.model.type:
            yield _TYPE, f"{after.name} is of another type"
            return
        titles = [
            part.form.title if part.form is not None else part.id
            for at, part in enumerate(after.piece.model.traits)
            if part.id not in BOOKKEEPING
            and unwritten.lasting(part, before.piece.state(at))
            != unwritten.lasting(part, after.piece.state(at))
        ]
        if titles:
            yield "changed", f"{after.name} has another {', '.join(dict.fromkeys(titles))}"


# --- beside the table -------------------------------------------------------------------


def _beside(before: GameLog, log: GameLog, files: Sequence[LogFile]) -> Iterator[Finding]:
    """Findings about two consecutive files besides their pieces: versions, extensions, dates,
    turns."""
    step = files[1].first_step
    names = (files[0].name, files[1].name)
    versions = (before.reading.module_version, log.reading.module_version)
    if all(versions) and versions[0] != versions[1]:
        did = f"Version {versions[0]} in {names[0]}, version {versions[1]} in {names[1]}."
        yield found("chain.version", step, did)
    programs = (before.reading.vassal_version, log.reading.vassal_version)
    if all(programs) and programs[0] != programs[1]:
        did = f"VASSAL {programs[0]} wrote {names[0]}, VASSAL {programs[1]} wrote {names[1]}."
        yield found("chain.version", step, did)
    old, new = extensions(before), extensions(log)
    if old != new:
        came = ", ".join(sorted(new - old))
        went = ", ".join(sorted(old - new))
        did = "; ".join([f"{came} came"] * bool(came) + [f"{went} went"] * bool(went))
        yield found("log.extension", step, f"Between {names[0]} and {names[1]}: {did}.")
    dates = (before.saved, log.saved)
    if dates[0] is not None and dates[1] is not None and dates[1] < dates[0] - _HOUR:
        did = f"{names[0]} was saved on {day(dates[0])}, {names[1]} on {day(dates[1])}."
        yield found("chain.date", step, did)
    yield from _turns(before.view, log.view, files)


def _turns(ended: View, begun: View, files: Sequence[LogFile]) -> Iterator[Finding]:
    old, new = ended.scene().turns, begun.scene(0).turns
    for tracker in sorted(old.keys() & new.keys()):
        if old[tracker] == new[tracker]:
            continue
        numbers = (count_in(old[tracker]), count_in(new[tracker]))
        numbers_in_words = f" from {numbers[0]} to {numbers[1]}" if None not in numbers else ""
        did = (
            f"The turn tracker went{numbers_in_words} between {files[0].name} and {files[1].name}."
        )
        yield found("log.turn", files[1].first_step, did)


def extensions(log: GameLog) -> set[str]:
    """Name and version of every extension in a position."""
    return {
        " ".join(part.decode("utf-8", "replace") for part in row if part)
        for row in _EXTENSION.findall(log.save.text)
    }


def day(milliseconds: int) -> str:
    """A time in milliseconds since 1970 as text, in UTC."""
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return f"{milliseconds} ms after 1970"


def _name(log: GameLog) -> str:
    return log.save.name.replace("\\", "/").rpartition("/")[2]

"""Seals in the chat of any game: what was promised by a hash, held against what was shown.

Everything rests on lines that everybody at the table has read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING

from generator.light import dataclass
from validator.audit.codes import found
from validator.audit.findings import Finding
from validator.hidden.seals import Label, Reveal, Seal, Unreadable, digest_of, read_line
from validator.reading import events as ev
from validator.reading.players import plain
from validator.rules.bridging import Sealed

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from validator.audit.logs import GameLog
    from validator.audit.result import LogFile

_HASHES = 8
"""So many hashes under one label are remembered."""
_NAMED = 12
"""So many labels are named in a line; all of them stand in the details."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the chat that speaks of seals."""

    step: int
    who: ev.Who | None
    author: str
    """The same for all lines of one player."""
    says: Seal | Reveal | Unreadable
    undone: bool


@dataclass(slots=True)
class _Promise:
    """What one player has posted under one label."""

    line: _Line
    seal: Seal
    shown: dict[str, int] = field(default_factory=dict)
    """Each text it was revealed with, and the step."""
    text: str | None = None
    """What was sealed, once it is shown."""


@dataclass(frozen=True, slots=True)
class Seals:
    """All seals of a game."""

    findings: tuple[Finding, ...] = ()
    by_step: Mapping[int, tuple[Sealed, ...]] = field(default_factory=dict)
    """What was sealed in each step, for the game's bridge."""


def seals_of(game: Game | None, logs: Sequence[GameLog], files: Sequence[LogFile]) -> Seals:
    """Read the chat of all files of a game, in order."""
    lines = list(_lines(logs, files))
    if not lines:
        return Seals()
    court = _Court(_games(game, logs), _sides(game, logs))
    findings = [finding for line in lines for finding in court.hear(line)]
    findings += court.close()
    by_step: dict[int, tuple[Sealed, ...]] = {}
    for promise in court.promises.values():
        if not promise.line.undone:
            label = promise.seal.label
            one = Sealed(label.name, label.number, promise.text)
            by_step[promise.line.step] = (*by_step.get(promise.line.step, ()), one)
    redact = logs[0].reading.roster.redact
    return Seals(tuple(_clean(one, redact) for one in findings), by_step)


def _lines(logs: Sequence[GameLog], files: Sequence[LogFile]) -> Iterator[_Line]:
    """The chat itself, before passwords are covered: a hash is of every letter."""
    for log, file in zip(logs, files, strict=True):
        for step in log.reading.steps:
            for event in step.events:
                if not isinstance(event, ev.Said) or not event.speaker:
                    continue
                says = read_line(plain(event.text.partition("> - ")[2]))
                if says is not None:
                    who = event.player
                    author = who.mark if who is not None and who.mark else event.speaker
                    at = log.view.number_of(step.number)
                    undone = at in log.view.undone
                    yield _Line(file.first_step + at, who, author, says, undone)


def _games(game: Game | None, logs: Sequence[GameLog]) -> list[str]:
    """What a hash may call the game."""
    names = [game.id, game.name] if game is not None else []
    return list(dict.fromkeys([*names, *(log.reading.module for log in logs)]))


def _sides(game: Game | None, logs: Sequence[GameLog]) -> list[str]:
    """What a hash may call the side, where nobody knows which side the author has."""
    names = [side.id for side in game.sides] if game is not None else []
    for log in logs:
        names += [player.side for player in log.reading.start.players.values()]
    return list(dict.fromkeys(name for name in names if name))


class _Court:
    """Hears line after line."""

    def __init__(self, games: Sequence[str], sides: Sequence[str]) -> None:
        self.promises: dict[tuple[str, Label], _Promise] = {}
        self._digests: dict[tuple[str, Label], list[str]] = {}
        """The hashes that a player posted under a label."""
        self._by_label: dict[Label, list[_Promise]] = {}
        self._games = games
        self._all_sides = sides

    def hear(self, line: _Line) -> Iterator[Finding]:
        """What is to be said of a line."""
        if isinstance(line.says, Unreadable):
            yield found(
                "seal.unreadable",
                line.step,
                f"{line.says.line!r} can be read by nobody.",
                who=line.who,
                legal=line.says.why,
            )
            return
        if line.undone:
            yield found(
                "seal.undone",
                line.step,
                f"{_kind(line.says)} {line.says.label} was posted and taken back.",
                who=line.who,
            )
        if isinstance(line.says, Seal):
            yield from self._sealed(line, line.says)
        else:
            yield from self._shown(line, line.says)

    def _sealed(self, line: _Line, seal: Seal) -> Iterator[Finding]:
        key = (line.author, seal.label)
        earlier = self._digests.setdefault(key, [])
        if earlier and seal.digest not in earlier:
            first = self.promises[key].line.step
            yield found(
                "seal.again",
                line.step,
                f"{seal.label} was sealed in step {first}, and now with another hash.",
                who=line.who,
                legal="the next number, for what is written next",
                related=(first,),
            )
        if seal.digest not in earlier and len(earlier) < _HASHES:
            earlier.append(seal.digest)
        if key not in self.promises:
            self.promises[key] = _Promise(line, seal)
            self._by_label.setdefault(seal.label, []).append(self.promises[key])

    def _shown(self, line: _Line, reveal: Reveal) -> Iterator[Finding]:
        promise = self._promise(line, reveal.label)
        if promise is None:
            yield found(
                "seal.unsealed",
                line.step,
                f"{reveal.label} was revealed; no seal of that label was posted before.",
                who=line.who,
            )
            return
        sealed = promise.line.step
        other = next(iter(promise.shown), reveal.text)
        promise.shown.setdefault(reveal.text, line.step)
        if other != reveal.text:
            yield found(
                "seal.changed",
                line.step,
                f"{reveal.label} was revealed as {reveal.text!r}, and before as {other!r}.",
                who=line.who,
                related=(sealed, promise.shown[other]),
            )
        verdict = self._fits(promise, reveal)
        if verdict:
            promise.text = reveal.text
        elif verdict is None:
            yield found(
                "seal.chain",
                line.step,
                f"{reveal.label} holds the hash of {promise.seal.after}, which was never posted.",
                who=line.who,
                legal=f"post the seal of {promise.seal.after}; then {reveal.label} can be held "
                "against it",
                related=(sealed,),
            )
        elif other == reveal.text:
            yield found(
                "seal.false",
                line.step,
                f"{reveal.label} was revealed as {reveal.text!r}; that is not what was sealed in "
                f"step {sealed}.",
                who=line.who,
                legal="the text and salt that were sealed, letter by letter",
                related=(sealed,),
            )

    def _promise(self, line: _Line, label: Label) -> _Promise | None:
        """The author's own seal; else the only one of that label (he posts under two names)."""
        own = self.promises.get((line.author, label))
        if own is not None:
            return own
        others = self._by_label.get(label, ())
        return others[0] if len(others) == 1 else None

    def _fits(self, promise: _Promise, reveal: Reveal) -> bool | None:
        """Whether a text is what was sealed; ``None`` when the seal before it is not known."""
        author, after = promise.line.author, promise.seal.after
        before = self._digests.get((author, after), []) if after is not None else [""]
        who = promise.line.who
        sides = [who.side] if who is not None and who.side in self._all_sides else self._all_sides
        for game in self._games:
            for side in sides:
                for digest in before:
                    made = digest_of(game, side, reveal.label, digest, reveal.text, reveal.salt)
                    if made == promise.seal.digest:
                        return True
        return False if before else None

    def close(self) -> Iterator[Finding]:
        """What is to be said of all seals at the end."""
        closed = [one for one in self.promises.values() if not one.shown]
        kept = [one for one in self.promises.values() if one.text is not None]
        if kept:
            did = f"{_labels(kept)}: what was revealed is what was sealed."
            yield found("seal.kept", 0, did, details=_details(kept))
        if closed:
            did = f"{_labels(closed)}: sealed, and not revealed in these files."
            legal = "once the game is over: broadside seal --reveal"
            yield found("seal.closed", 0, did, legal=legal, details=_details(closed))


def _kind(says: Seal | Reveal) -> str:
    return "The seal of" if isinstance(says, Seal) else "The revealed"


def _labels(promises: Sequence[_Promise]) -> str:
    names = [str(one.seal.label) for one in promises]
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _details(promises: Iterable[_Promise]) -> list[str]:
    rows = []
    for one in promises:
        who = one.line.who
        by = f" by {who.side or who}" if who is not None else ""
        text = f": {one.text}" if one.text is not None else ""
        rows.append(f"{one.seal.label}, sealed in step {one.line.step}{by}{text}")
    return rows


def _clean(finding: Finding, redact: Callable[[str], str]) -> Finding:
    """A finding without the passwords that a line of the chat may hold."""
    return replace(
        finding,
        did=redact(finding.did),
        legal=redact(finding.legal),
        details=tuple(map(redact, finding.details)),
    )

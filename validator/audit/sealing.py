"""Checks seals in the chat of any game: hashes posted earlier against the texts revealed later.

All of this uses lines that everybody at the table could read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING

from generator.counting import and_more
from generator.light import dataclass
from validator.audit.codes import found
from validator.audit.findings import Finding
from validator.audit.logs import follows
from validator.hidden.seals import Label, Reveal, Seal, Unreadable, digest_of, read_line
from validator.reading import events as ev
from validator.reading.players import plain
from validator.rules.scenes import Sealed

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from validator.audit.logs import GameLog
    from validator.audit.result import LogFile

_HASHES = 8
"""How many hashes are kept for one label."""
_NAMED = 12
"""How many labels a line names at most; the details have all of them."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A chat line with a seal or a reveal."""

    step: int
    who: ev.Who | None
    author: str
    """The same for all lines of one player."""
    says: Seal | Reveal | Unreadable
    undone: bool
    file: int
    """The number of the file, from 0."""


@dataclass(slots=True)
class _Promise:
    """A seal that one player posted under one label."""

    line: _Line
    seal: Seal
    shown: dict[str, int] = field(default_factory=dict)
    """The texts with which it was revealed, and the steps."""
    text: str | None = None
    """The sealed text, once it is revealed."""
    opened_by: ev.Who | None = None
    """The player of another side who revealed it, if one did."""
    played_anew: bool = False
    """Whether a later file plays its file anew: then it is void."""


@dataclass(frozen=True, slots=True)
class Seals:
    """All seals of a game."""

    findings: tuple[Finding, ...] = ()
    by_step: Mapping[int, tuple[Sealed, ...]] = field(default_factory=dict)
    """What was sealed in each step, for the reading of the game's log."""


def seals_of(game: Game | None, logs: Sequence[GameLog], files: Sequence[LogFile]) -> Seals:
    """The seals in the chat of all files of a game."""
    lines = list(_lines(logs, files))
    if not lines:
        return Seals()
    checker = _Checker(_games(game, logs), _sides(game, logs), _abandoned(logs))
    findings = [finding for line in lines for finding in checker.check(line)]
    findings += checker.close()
    by_step: dict[int, tuple[Sealed, ...]] = {}
    for promise in checker.posted:
        if not promise.line.undone:
            label = promise.seal.label
            one = Sealed(label.name, label.number, promise.text)
            by_step[promise.line.step] = (*by_step.get(promise.line.step, ()), one)
    redact = logs[0].reading.roster.redact
    return Seals(tuple(_clean(one, redact) for one in findings), by_step)


def _lines(logs: Sequence[GameLog], files: Sequence[LogFile]) -> Iterator[_Line]:
    """The lines about seals, with passwords not yet covered, since a hash covers every letter."""
    for number, (log, file) in enumerate(zip(logs, files, strict=True)):
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
                    yield _Line(file.first_step + at, who, author, says, undone, number)


def _abandoned(logs: Sequence[GameLog]) -> dict[int, frozenset[int]]:
    """By file: the earlier files that it plays anew, or that are of another game.

    Their seals are void from there on.
    """
    found: dict[int, frozenset[int]] = {}
    gone: set[int] = set()
    for at, log in enumerate(logs):
        if at and not follows(logs[at - 1], log):
            same = [n for n in range(at) if logs[n].begins == log.begins and n not in gone]
            gone.update(range(same[0], at) if same else ())
            gone.update(n for n in range(at) if logs[n].reading.module != log.reading.module)
        found[at] = frozenset(gone)
    return found


def _games(game: Game | None, logs: Sequence[GameLog]) -> list[str]:
    """Names that a hash may use for the game."""
    names = [game.id, game.name] if game is not None else []
    return list(dict.fromkeys([*names, *(log.reading.module for log in logs)]))


def _sides(game: Game | None, logs: Sequence[GameLog]) -> list[str]:
    """Names that a hash may use for the side, if the author's side is unknown."""
    names = [side.id for side in game.sides] if game is not None else []
    for log in logs:
        names += [player.side for player in log.reading.start.players.values()]
    return list(dict.fromkeys(name for name in names if name))


class _Checker:
    """Checks the lines one after the other."""

    def __init__(
        self,
        games: Sequence[str],
        sides: Sequence[str],
        abandoned: Mapping[int, frozenset[int]],
    ) -> None:
        self.posted: list[_Promise] = []
        """Every seal that was posted, in order."""
        self._promises: dict[tuple[str, Label], _Promise] = {}
        self._digests: dict[tuple[str, Label], list[str]] = {}
        """The hashes that a player posted under a label."""
        self._by_label: dict[Label, list[_Promise]] = {}
        self._early: dict[tuple[str, Label], _Line] = {}
        """Lines that revealed a label before it was sealed."""
        self._salts: dict[tuple[str, str], tuple[_Line, Reveal]] = {}
        """By author and salt: the first line that revealed it."""
        self._games = games
        self._all_sides = sides
        self._abandoned = abandoned
        self._file = 0

    def check(self, line: _Line) -> Iterator[Finding]:
        """The findings about a line."""
        if line.file != self._file:
            self._begin_file(line.file)
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

    def _begin_file(self, file: int) -> None:
        """Begin another file: seals of files that are played anew are void."""
        gone = self._abandoned[file]
        self._file = file
        for key in [key for key, one in self._promises.items() if one.line.file in gone]:
            promise = self._promises.pop(key)
            promise.played_anew = True
            self._by_label[key[1]].remove(promise)
            del self._digests[key]
        for key in [key for key, line in self._early.items() if line.file in gone]:
            del self._early[key]
        for salt in [salt for salt, (line, _) in self._salts.items() if line.file in gone]:
            del self._salts[salt]

    def _sealed(self, line: _Line, seal: Seal) -> Iterator[Finding]:
        key = (line.author, seal.label)
        earlier = self._digests.setdefault(key, [])
        if earlier and seal.digest not in earlier:
            first = self._promises[key].line.step
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
        if key not in self._promises:
            yield from self._late(line, seal)
            promise = _Promise(line, seal)
            self._promises[key] = promise
            self._by_label.setdefault(seal.label, []).append(promise)
            self.posted.append(promise)

    def _late(self, line: _Line, seal: Seal) -> Iterator[Finding]:
        """A seal of a text that was revealed before, or of an entry before an already sealed
        one."""
        shown = self._early.get((line.author, seal.label))
        if shown is not None:
            yield found(
                "seal.late",
                line.step,
                f"{seal.label} was sealed after it had been revealed in step {shown.step}: the "
                "seal promises nothing.",
                who=line.who,
                legal="the seal first, the text when it may be known",
                related=(shown.step,),
            )
            return
        number = seal.label.number
        later = [
            one
            for one in self.posted
            if one.line.author == line.author
            and self._promises.get((line.author, one.seal.label)) is one
            and one.seal.label.name == seal.label.name
            and (one.seal.label.number or 0) > (number or 0)
        ]
        if number is not None and later:
            first = min(later, key=lambda one: one.line.step)
            yield found(
                "seal.late",
                line.step,
                f"{seal.label} was sealed after {first.seal.label}, which was sealed in step "
                f"{first.line.step}.",
                who=line.who,
                legal="seals in the order of their numbers",
                related=(first.line.step,),
            )

    def _shown(self, line: _Line, reveal: Reveal) -> Iterator[Finding]:
        promise = self._promise(line, reveal.label)
        if promise is None:
            self._early.setdefault((line.author, reveal.label), line)
            yield found(
                "seal.unsealed",
                line.step,
                f"{reveal.label} was revealed; no seal of that label was posted before.",
                who=line.who,
            )
            return
        verdict = self._fits(promise, reveal)
        if _sides_differ(promise.line.who, line.who):
            # A line that a player posts for the other is held against neither of them.
            yield _by_the_other(promise, line, reveal, fits=bool(verdict))
            if not verdict:
                return
            promise.opened_by = line.who
        yield from self._compared(promise, line, reveal, verdict)

    def _compared(
        self, promise: _Promise, line: _Line, reveal: Reveal, verdict: bool | None
    ) -> Iterator[Finding]:
        """What was revealed, held against what was sealed (``verdict``: as `_fits`), and against
        what was revealed before."""
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
        if verdict:
            promise.text = reveal.text
            yield from self._salted(promise, line, reveal)
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

    def _salted(self, promise: _Promise, line: _Line, reveal: Reveal) -> Iterator[Finding]:
        """Two seals of one player with the same salt: whoever learns it from the first can try all
        likely texts on the second."""
        key = (promise.line.author, reveal.salt)
        earlier, first = self._salts.setdefault(key, (line, reveal))
        if first.label != reveal.label:
            yield found(
                "seal.salt",
                line.step,
                f"{reveal.label} and {first.label} were sealed with one salt.",
                who=promise.line.who,
                legal="a salt of its own for each seal, as broadside seal makes it",
                related=tuple(dict.fromkeys((promise.line.step, earlier.step))),
            )

    def _promise(self, line: _Line, label: Label) -> _Promise | None:
        """The author's seal; else the only one with that label (an author may post under two
        names)."""
        own = self._promises.get((line.author, label))
        if own is not None:
            return own
        others = self._by_label.get(label, ())
        return others[0] if len(others) == 1 else None

    def _fits(self, promise: _Promise, reveal: Reveal) -> bool | None:
        """Whether a text fits the seal; None if the seal before it is unknown."""
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
        """The findings about all seals at the end."""
        closed = [one for one in self.posted if not (one.shown or one.played_anew)]
        kept = [one for one in self.posted if one.text is not None]
        if kept:
            did = f"{_labels(kept)}: what was revealed is what was sealed."
            yield found("seal.kept", 0, did, details=_details(kept))
        if closed:
            did = f"{_labels(closed)}: sealed, and not revealed in these files."
            legal = "once the game is over: broadside seal --reveal"
            yield found("seal.closed", 0, did, legal=legal, details=_details(closed))


def _by_the_other(promise: _Promise, line: _Line, reveal: Reveal, *, fits: bool) -> Finding:
    """The finding about a seal that another side opened than had posted it."""
    owner, sealed = _side(promise.line.who), promise.line.step
    return found(
        "seal.other",
        line.step,
        f"{reveal.label}, sealed by {owner} in step {sealed}, was revealed by "
        f"{_side(line.who)}{'' if fits else ' with a text that does not fit'}.",
        who=line.who,
        legal=f"the line that opens it, posted by {owner}",
        related=(sealed,),
    )


def _sides_differ(one: ev.Who | None, other: ev.Who | None) -> bool:
    """Whether two lines are of players of different sides, as far as the log shows."""
    return (
        one is not None
        and other is not None
        and one.plays
        and other.plays
        and (one.side != other.side)
    )


def _side(who: ev.Who | None) -> str:
    return who.side or str(who) if who is not None else "somebody"


def _kind(says: Seal | Reveal) -> str:
    return "The seal of" if isinstance(says, Seal) else "The revealed"


def _labels(promises: Sequence[_Promise]) -> str:
    return and_more((str(one.seal.label) for one in promises), _NAMED)


def _details(promises: Iterable[_Promise]) -> list[str]:
    rows = []
    for one in promises:
        who = one.line.who
        by = f" by {who.side or who}" if who is not None else ""
        text = f": {one.text}" if one.text is not None else ""
        opened = f", opened by {_side(one.opened_by)}" if one.opened_by is not None else ""
        rows.append(f"{one.seal.label}, sealed in step {one.line.step}{by}{opened}{text}")
    return rows


def _clean(finding: Finding, redact: Callable[[str], str]) -> Finding:
    """A finding without passwords."""
    return replace(
        finding,
        did=redact(finding.did),
        legal=redact(finding.legal),
        details=tuple(map(redact, finding.details)),
    )

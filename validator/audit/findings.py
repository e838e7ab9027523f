"""What an audit has to say: one finding a thing, with its case, its step, what would be legal.

A finding cites a stable code: the case id of a game (``GS-5(4)a``) or a general code
(``table.deleted``, ``dice.undone``, ``chain.gap``, ``log.side``). Findings never judge: people do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import StrEnum

from generator.light import dataclass


class Severity(StrEnum):
    """How a finding is meant, gravest first."""

    VIOLATION = "violation"
    """A printed case was broken."""
    MISSING = "missing"
    """Something the rules demand was left out."""
    SUSPICIOUS = "suspicious"
    """A general audit saw what honest play does not leave behind; never from chance alone."""
    INTERPRETATION = "interpretation"
    """A decision of ours was broken where the printed text is silent."""
    UNVERIFIABLE = "unverifiable"
    """Needs what the log does not hold."""
    NOTE = "note"
    """Worth knowing, nothing more."""

    @property
    def rank(self) -> int:
        """0 for the gravest."""
        return _RANKS[self]

    @property
    def calls_for_attention(self) -> bool:
        """Whether one such finding makes the exit status 1."""
        return self in (Severity.VIOLATION, Severity.MISSING, Severity.SUSPICIOUS)


_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing an audit has to say."""

    severity: Severity
    code: str
    """The case id, or a general code."""
    step: int
    """The step it is seen at, from 1, counted through all logs of the game; 0 = the first save."""
    says: str
    """The rule, or the expectation, in our words."""
    did: str
    """What was done."""
    legal: str = ""
    """What would have been legal; empty where nothing can be named."""
    player: str | None = None
    """Who did it, as a name and short mark; None where the log does not tell."""
    side: str | None = None
    pieces: tuple[str, ...] = ()
    """The names of the pieces concerned, as the reader of the report may know them."""
    related: tuple[int, ...] = ()
    """Other steps that belong to it: an earlier half, or later findings that rest on this one."""
    details: tuple[str, ...] = ()
    """All of what ``did`` counts, one line each."""
    entry: int | None = None
    """Of a game recorded in Tabletop Simulator: the recorder's entry it is seen at, from 1; 0 = the
    set-up. None for a log of VASSAL."""
    entries: tuple[int, ...] = ()
    """Other entries that belong to it."""
    moment: str = ""
    """The time of the game: ``turn 3, Royal Navy``; empty where nothing tells."""
    also: tuple[str, ...] = ()
    """Other cases that were broken by the same, in the same words."""

    @property
    def cases(self) -> tuple[str, ...]:
        """All cases that it cites, or its general code."""
        return (self.code, *self.also)

    def to_json(self) -> dict[str, object]:
        """The finding as the command line prints it; details only where it has any."""
        made: dict[str, object] = {
            "severity": self.severity.value,
            "code": self.code,
            "step": self.step,
            "player": self.player,
            "side": self.side,
            "pieces": list(self.pieces),
            "says": self.says,
            "did": self.did,
            "legal": self.legal,
        }
        if self.moment:
            made["moment"] = self.moment
        if self.also:
            made["also"] = list(self.also)
        if self.related:
            made["related"] = list(self.related)
        if self.entry is not None:
            made["entry"] = self.entry
        if self.entries:
            made["entries"] = list(self.entries)
        if self.details:
            made["details"] = list(self.details)
        return made

    def __str__(self) -> str:
        """One line: severity, code, step or entry, what was done."""
        return f"{self.severity.value} {self.code} {self.where}: {self.did}"

    @property
    def where(self) -> str:
        """``step 31``; of a game recorded in Tabletop Simulator ``entry 812``."""
        return f"step {self.step}" if self.entry is None else f"entry {self.entry}"


class Ledger:
    """The findings of one audit, in the making."""

    def __init__(self) -> None:
        self._findings: list[Finding] = []
        self._joined: dict[int, dict[int, None]] = {}
        """By the number of an entry: the related steps it has got since."""
        self._also: dict[int, dict[str, None]] = {}
        """By the number of an entry: the other cases it cites."""

    def report(self, finding: Finding) -> int:
        """Enter a finding; the number of its entry."""
        self._findings.append(finding)
        return len(self._findings) - 1

    def join(self, entry: int, step: int) -> None:
        """Add a step to a finding entered before: the same mistake shows there again."""
        if step != self._findings[entry].step:
            self._joined.setdefault(entry, {})[step] = None

    def cite(self, entry: int, case: str) -> None:
        """Add a case to a finding entered before: it was broken by the same."""
        if case == self._findings[entry].code:
            return
        self._also.setdefault(entry, {})[case] = None

    def __iter__(self) -> Iterator[Finding]:
        for entry, finding in enumerate(self._findings):
            joined, also = self._joined.get(entry, {}), self._also.get(entry, {})
            if joined or also:
                related = dict.fromkeys((*finding.related, *joined))
                finding = replace(finding, related=tuple(related), also=(*finding.also, *also))
            yield finding

    def __len__(self) -> int:
        return len(self._findings)


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """As a report shows them: by step, then the gravest first; the same finding only once.

    What is said of the whole game and calls for no attention comes last.
    """
    kept: dict[Finding, None] = dict.fromkeys(findings)

    def place(one: Finding) -> tuple[bool, int, int, int, str, str]:
        first = one.step == 0 and not one.entry
        general = first and not one.severity.calls_for_attention
        return (general, one.step, one.entry or 0, one.severity.rank, one.code, one.did)

    return sorted(kept, key=place)


def summary(findings: Iterable[Finding]) -> dict[str, int]:
    """How many findings of each severity, gravest first, zeros included."""
    counted = Counter(one.severity for one in findings)
    return {severity.value: counted[severity] for severity in Severity}


def exit_status(findings: Iterable[Finding]) -> int:
    """1 when something was broken, left out or looks wrong; 0 otherwise."""
    return int(any(one.severity.calls_for_attention for one in findings))

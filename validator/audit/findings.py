"""The findings of an audit, each with its code, step, and what would have been legal.

A finding cites a stable code: the case id of a game (``GS-5(4)a``) or a general code
(``table.deleted``, ``dice.undone``, ``chain.gap``, ``log.side``). Findings do not judge: people do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import StrEnum

from generator.light import dataclass


class Severity(StrEnum):
    """How serious a finding is, most serious first."""

    VIOLATION = "violation"
    """A printed case was broken."""
    MISSING = "missing"
    """Something the rules demand was left out."""
    SUSPICIOUS = "suspicious"
    """Something that honest play does not leave in a log; never because of chance alone."""
    INTERPRETATION = "interpretation"
    """A ruling of ours was broken, where the printed text is silent."""
    UNVERIFIABLE = "unverifiable"
    """It cannot be settled from the log."""
    NOTE = "note"
    """Only worth knowing."""

    @property
    def rank(self) -> int:
        """0 for the most serious."""
        return _RANKS[self]

    @property
    def calls_for_attention(self) -> bool:
        """Whether one such finding makes the exit status 1."""
        return self in (Severity.VIOLATION, Severity.MISSING, Severity.SUSPICIOUS)


_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of an audit."""

    severity: Severity
    code: str
    """The case id, or a general code."""
    step: int
    """The step that shows it, from 1, counted through all logs of the game; 0 for the first save
    or the whole game."""
    says: str
    """The rule, or the expectation, in our words."""
    did: str
    """What was done."""
    legal: str = ""
    """What would have been legal; empty if nothing can be named."""
    player: str | None = None
    """Who did it, as name and mark; None if the log does not show it."""
    side: str | None = None
    pieces: tuple[str, ...] = ()
    """The names of the pieces concerned, as the reader may know them."""
    related: tuple[int, ...] = ()
    """Other steps that belong to it, such as an earlier half or later results of it."""
    details: tuple[str, ...] = ()
    """One line for each thing that ``did`` counts."""
    entry: int | None = None
    """For a game recorded in Tabletop Simulator, the recorder's entry that shows it, from 1; 0 for
    the set-up. None for a log of VASSAL."""
    entries: tuple[int, ...] = ()
    """Other entries that belong to it."""
    moment: str = ""
    """The moment of the game: ``turn 3, Royal Navy``; empty if unknown."""
    also: tuple[str, ...] = ()
    """Other cases that the same act broke."""

    @property
    def cases(self) -> tuple[str, ...]:
        """All cases that it cites, or its general code."""
        return (self.code, *self.also)

    def to_json(self) -> dict[str, object]:
        """The finding as plain values for JSON; empty optional parts are left out."""
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
        """``step 31``, or ``entry 812`` for a game recorded in Tabletop Simulator."""
        return f"step {self.step}" if self.entry is None else f"entry {self.entry}"


class Ledger:
    """The findings of an audit while it is made."""

    def __init__(self) -> None:
        self._findings: list[Finding] = []
        self._joined: dict[int, dict[int, None]] = {}
        """Related steps added later, by the number of the finding."""
        self._also: dict[int, dict[str, None]] = {}
        """Other cases added later, by the number of the finding."""

    def report(self, finding: Finding) -> int:
        """Add a finding and return its number."""
        self._findings.append(finding)
        return len(self._findings) - 1

    def join(self, entry: int, step: int) -> None:
        """Add a step to a finding: the same mistake shows there again."""
        if step != self._findings[entry].step:
            self._joined.setdefault(entry, {})[step] = None

    def cite(self, entry: int, case: str) -> None:
        """Add a case to a finding: the same act broke it."""
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
    """The findings sorted by step, then by severity, each once.

    Notes about the whole game come last.
    """
    kept: dict[Finding, None] = dict.fromkeys(findings)

    def place(one: Finding) -> tuple[bool, int, int, int, str, str]:
        first = one.step == 0 and not one.entry
        general = first and not one.severity.calls_for_attention
        return (general, one.step, one.entry or 0, one.severity.rank, one.code, one.did)

    return sorted(kept, key=place)


def summary(findings: Iterable[Finding]) -> dict[str, int]:
    """The number of findings of each severity, zeros included."""
    counted = Counter(one.severity for one in findings)
    return {severity.value: counted[severity] for severity in Severity}


def exit_status(findings: Iterable[Finding]) -> int:
    """1 if any finding calls for attention, else 0."""
    return int(any(one.severity.calls_for_attention for one in findings))

"""The counts and faults of a proof."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any

from generator.light import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """A wrong result of an audit, or an error."""

    part: str
    """``clean``, ``habits`` or ``offences``."""
    row: str
    """The row of the table: the view, habit or case."""
    what: str
    """The column of the table in which it is counted: ``accused``, ``missed``."""
    seed: int
    game: str
    """The game, and how it was played."""
    message: str
    """What was done, and what the audit reported."""

    def line(self) -> str:
        """The fault in one line."""
        return f"{self.part} {self.row} {self.what} ({self.game}): {self.message}"

    def file_name(self, number: int) -> str:
        """The name of a file for its log; ``number`` counts the logs with such a fault.

        >>> Fault("offences", "GS-5(4)a", "public missed", 7, "", "").file_name(1)
        'offences-GS-5-4-a-public-missed-7-1.vlog'
        """
        words = f"{self.part} {self.row} {self.what} {self.seed} {number}"
        return "-".join(re.findall(r"[\w.]+", words)) + ".vlog"

    def to_json(self) -> dict[str, Any]:
        """The fault as plain values."""
        names = ("part", "row", "what", "seed", "game", "message")
        return {name: getattr(self, name) for name in names}


@dataclass
class Tally:
    """Counts by part, row and column."""

    counts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(case, reason why an offence cannot be seen) to its count."""

    def count(self, part: str, row: str, column: str, times: int = 1) -> None:
        """Add to a count."""
        self.counts[part, row, column] += times

    def fault(self, fault: Fault) -> None:
        """Add a fault, and count it."""
        self.count(fault.part, fault.row, fault.what)
        self.faults.append(fault)

    def add(self, other: Tally) -> None:
        """Add the counts and faults of another tally."""
        self.counts.update(other.counts)
        self.faults += other.faults
        self.reasons.update(other.reasons)

    def rows(self, part: str) -> list[str]:
        """The names of the rows of a part, sorted."""
        return sorted({row for of, row, _ in self.counts if of == part})

    def of(self, part: str, row: str, column: str) -> int:
        """A count of the table."""
        return self.counts[part, row, column]

    def sum(self, part: str, column: str) -> int:
        """The sum of a column of a part."""
        return sum(n for (of, _, name), n in self.counts.items() if (of, name) == (part, column))

    def reason(self, case: str) -> str:
        """The most frequent reason why offences against a case cannot be seen; empty if there is
        none."""
        found = [(n, why) for (of, why), n in self.reasons.items() if of == case]
        return max(found)[1] if found else ""

    @property
    def accused(self) -> int:
        """How often an innocent side was accused, or a belief excluded the true place."""
        return (
            self.sum("clean", "accused")
            + self.sum("habits", "accused")
            + self.sum("clean", "belief")
            + self.sum("habits", "belief")
        )

    @property
    def failed(self) -> int:
        """How often an error in our code occurred."""
        return sum(n for (_, _, name), n in self.counts.items() if name == "errors")

    def to_json(self) -> dict[str, Any]:
        """The tally as plain values; `from_json` reads them again."""
        return {
            "counts": [[*key, n] for key, n in sorted(self.counts.items())],
            "faults": [fault.to_json() for fault in self.faults],
            "reasons": [[*key, n] for key, n in sorted(self.reasons.items())],
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Tally:
        """Read the values that `to_json` wrote."""
        return Tally(
            Counter({(part, row, name): n for part, row, name, n in data["counts"]}),
            [Fault(**fault) for fault in data["faults"]],
            Counter({(case, why): n for case, why, n in data["reasons"]}),
        )


def added_up(tallies: Iterable[Tally]) -> Tally:
    """The sum of several tallies."""
    whole = Tally()
    for one in tallies:
        whole.add(one)
    return whole


__all__ = ["Fault", "Tally", "added_up"]

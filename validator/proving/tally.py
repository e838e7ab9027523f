"""What a proof counts, and what went wrong in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any

from generator.light import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is not as it should be."""

    part: str
    """``clean``, ``habits`` or ``offences``."""
    row: str
    """The view, the habit, or the case."""
    what: str
    """The column of the table that it is counted in: ``accused``, ``missed``."""
    seed: int
    game: str
    """Which game, and how it was played."""
    told: str
    """What was done, and what the audit said."""

    def line(self) -> str:
        """In one line."""
        return f"{self.part} {self.row} {self.what} ({self.game}): {self.told}"

    def to_json(self) -> dict[str, Any]:
        """The same for programs."""
        names = ("part", "row", "what", "seed", "game", "told")
        return {name: getattr(self, name) for name in names}


@dataclass
class Tally:
    """Counts by part, row and column."""

    counts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Why an offence cannot be seen, by case."""

    def count(self, part: str, row: str, column: str, times: int = 1) -> None:
        """So many more."""
        self.counts[part, row, column] += times

    def fault(self, fault: Fault) -> None:
        """Something went wrong; it is counted too."""
        self.count(fault.part, fault.row, fault.what)
        self.faults.append(fault)

    def add(self, other: Tally) -> None:
        """What another tally counted."""
        self.counts.update(other.counts)
        self.faults += other.faults
        self.reasons.update(other.reasons)

    def rows(self, part: str) -> list[str]:
        """The rows of a part, in the order of their names."""
        return sorted({row for of, row, _ in self.counts if of == part})

    def of(self, part: str, row: str, column: str) -> int:
        """A number of the table."""
        return self.counts[part, row, column]

    def sum(self, part: str, column: str) -> int:
        """A column of a part, added up."""
        return sum(n for (of, _, name), n in self.counts.items() if (of, name) == (part, column))

    def reason(self, case: str) -> str:
        """The reason most often given why offences against a case cannot be seen."""
        found = [(n, why) for (of, why), n in self.reasons.items() if of == case]
        return max(found)[1] if found else ""

    @property
    def accused(self) -> int:
        """How often somebody was accused who did nothing wrong, or a belief lost the truth."""
        return (
            self.sum("clean", "accused")
            + self.sum("habits", "accused")
            + self.sum("clean", "belief")
            + self.sum("habits", "belief")
        )

    @property
    def failed(self) -> int:
        """How often something failed by a fault of ours."""
        return sum(n for (_, _, name), n in self.counts.items() if name == "errors")

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values; `from_json` reads them again."""
        return {
            "counts": [[*key, n] for key, n in sorted(self.counts.items())],
            "faults": [fault.to_json() for fault in self.faults],
            "reasons": [[*key, n] for key, n in sorted(self.reasons.items())],
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Tally:
        """What `to_json` wrote."""
        return Tally(
            Counter({(part, row, name): n for part, row, name, n in data["counts"]}),
            [Fault(**fault) for fault in data["faults"]],
            Counter({(case, why): n for case, why, n in data["reasons"]}),
        )


def added_up(tallies: Iterable[Tally]) -> Tally:
    """Several tallies as one."""
    whole = Tally()
    for one in tallies:
        whole.add(one)
    return whole


__all__ = ["Fault", "Tally", "added_up"]

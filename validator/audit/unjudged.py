"""What an audit could not judge and why: unknown tables, and things that a log does not contain.

If the policy of a chart is ``declared`` (`validator.rules.policies`), its results are accepted and
counted, and the report names the rule case that would have checked them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from generator.counting import counted
from generator.light import dataclass
from validator.audit.findings import Finding, Severity

if TYPE_CHECKING:
    from validator.rules.engine import GameRules
    from validator.rules.scenes import Act


@dataclass(frozen=True, slots=True)
class Unjudged:
    """One kind of thing that was not judged."""

    code: str
    """The case that would have judged it, or the code of the findings."""
    what: str
    why: str
    steps: tuple[int, ...]
    """The step of each time."""
    chart: str = ""
    """The unknown table, if that is the reason."""

    def is_reported_by(self, finding: Finding) -> bool:
        """Whether a finding only says that results of this table were accepted as declared."""
        first = (self.code, self.steps[0])
        unsure = finding.severity is Severity.UNVERIFIABLE
        return bool(self.chart) and unsure and (finding.code, finding.step) == first

    @property
    def count(self) -> int:
        """How often it happened."""
        return len(self.steps)

    def in_words(self) -> str:
        """One line."""
        return f"{self.count:>4}  {self.code:<12} {self.what}: {self.why}"

    def to_json(self) -> dict[str, object]:
        """The same as plain values for JSON."""
        return {
            "code": self.code,
            "what": self.what,
            "why": self.why,
            "count": self.count,
            "steps": list(self.steps),
        }


def declared(rules: GameRules, acts: Iterable[Act]) -> list[Unjudged]:
    """Results of tables that were accepted as the players declared them, table by table."""
    found: dict[tuple[str, str], list[int]] = {}
    known: dict[type, tuple[tuple[str, str], ...]] = {}
    for act in acts:
        if act.verb is None:
            continue
        kind = type(act.verb)
        if kind not in known:
            known[kind] = tuple(rules.declared(kind).items())
        for row in known[kind]:
            found.setdefault(row, []).append(act.step)
    return [
        Unjudged(case, rules.game.chart(chart).name, _WHY.format(chart), tuple(steps), chart)
        for (chart, case), steps in found.items()
    ]


_WHY = (
    "the rules at hand lack this table, so results stand as declared (--policy {0}=reconstructed "
    "holds them to the table of this definition, an overlay to your own)"
)


def as_findings(unjudged: Iterable[Unjudged]) -> Iterator[Finding]:
    """An unverifiable finding for each table, with the steps in which it was used."""
    for one in unjudged:
        steps = tuple(dict.fromkeys(one.steps))
        yield Finding(
            Severity.UNVERIFIABLE,
            one.code,
            steps[0],
            f"{one.what}: {one.why}.",
            f"{counted(one.count, 'result')} taken as declared",
            related=steps[1:],
        )


def not_held(findings: Sequence[Finding], known: Sequence[Unjudged]) -> tuple[Unjudged, ...]:
    """All that was not judged: tables first, then other unverifiable findings by their code.
    Empty if no table is unknown: then the findings say it all."""
    if not known:
        return ()
    tables = {one.code for one in known}
    others: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.severity is Severity.UNVERIFIABLE and finding.code not in tables:
            others.setdefault(finding.code, []).append(finding)
    rows = (
        Unjudged(
            code,
            rows[0].says,
            "the log does not hold what it takes",
            tuple(step for one in rows for step in (one.step, *one.related)),
        )
        for code, rows in others.items()
    )
    return (*known, *rows)

"""The result of an audit: the findings, and the files, views and figures that go with them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.light import dataclass
from validator.audit.findings import Finding, Severity, exit_status, summary
from validator.reading.maps import left_out

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from validator.audit.believing import Quarry
    from validator.audit.commitments import Window
    from validator.audit.dice import Roll
    from validator.audit.fairness import Fairness
    from validator.audit.showing import Around
    from validator.audit.unjudged import Unjudged
    from validator.reading.views import View


@dataclass(frozen=True, slots=True)
class LogFile:
    """One audited file."""

    name: str
    first_step: int
    """How many steps the files before it have."""
    steps: int


@dataclass(frozen=True, slots=True)
class RecordedLog:
    """The log of a game played in Tabletop Simulator."""

    entries: int
    head: str
    """The hash of its last entry, which covers the whole log: 64 hexadecimal digits."""

    def to_json(self) -> dict[str, object]:
        """The log as plain values for JSON."""
        return {"entries": self.entries, "head": self.head}


@dataclass(frozen=True, slots=True)
class AuditResult:
    """The result of an audit."""

    findings: Sequence[Finding]
    files: Sequence[LogFile]
    views: Sequence[View]
    """The files as the report's reader may know them, in order."""
    game: Game | None
    """None if the game is unknown; then only the audits that need no rules were made."""
    log_sha256: str
    """The digest of the file; for several files, of their digests strung together."""
    players: Sequence[str]
    """Names and marks of all who took part, with their sides."""
    side: str | None
    reveal: bool
    tool_version: str
    folder: Path | None = None
    """The game's folder, whose art the pictures may use; None without a game."""
    rolls: Sequence[Roll] = ()
    """Every roll of the game, in order."""
    fairness: Fairness | None = None
    """The tests of how even the dice were."""
    beliefs: Sequence[Quarry] | None = None
    """Where the others' hidden things could be; None if not asked for."""
    windows: Sequence[Window] = ()
    """The private windows with entries in the logs."""
    recorded: RecordedLog | None = None
    """For a game played in Tabletop Simulator; None for logs of VASSAL."""
    explained: Around | None = None
    """The reading of the log around a step, if asked for."""
    unjudged: Sequence[Unjudged] = ()
    """What could not be judged and why, for a game with unknown tables."""

    @property
    def game_name(self) -> str:
        """The name of the game, or of the module if the game is unknown."""
        if self.game is not None:
            return self.game.name
        return next((view.module for view in self.views if view.module), "unknown game")

    @property
    def definition(self) -> str:
        """The hash of the definition that was used; empty without one."""
        return self.game.definition_hash if self.game is not None else ""

    @property
    def steps(self) -> int:
        """The number of steps of all files."""
        return sum(one.steps for one in self.files)

    @property
    def has_findings(self) -> bool:
        """Whether any finding calls for attention."""
        return bool(exit_status(self.findings))

    def summary(self) -> dict[str, int]:
        """The number of findings of each severity."""
        return summary(self.findings)

    def headline(self) -> str:
        """One line: ``Findings: 2 violations, 1 missing.`` or ``Clean.``

        A log that was not judged by rules is never called clean."""
        counts_in_words = ", ".join(words for _, words in self.counted())
        why = next((said for code, said in _NOT_HELD.items() if code in self._codes), "")
        counts = f" ({counts_in_words})." if counts_in_words else "."
        if not self.by_rules:
            found = f": {counts_in_words}." if self.has_findings else f" nothing wrong{counts}"
            return f"{why}; the general audits find{found}"
        if self.has_findings:
            return f"Findings: {counts_in_words}."
        if any(finding.severity is Severity.INTERPRETATION for finding in self.findings):
            return f"No printed rule is broken ({counts_in_words})."
        return f"Clean{counts}"

    def counted(self) -> list[tuple[str, str]]:
        """Each severity with findings, and their number in words."""
        return [
            (severity, f"{count} {severity}{'s' if count > 1 and severity in _COUNTED else ''}")
            for severity, count in self.summary().items()
            if count
        ]

    @property
    def by_rules(self) -> bool:
        """Whether the log was judged by the game's own rules, and their findings count."""
        return self._codes.isdisjoint(_NOT_HELD)

    @property
    def _codes(self) -> set[str]:
        return {finding.code for finding in self.findings}

    def per_thousand(self) -> dict[str, float]:
        """Findings of each severity per 1,000 steps; in an honest game, the false alarms."""
        return {
            severity: round(1000 * count / self.steps, 2) if self.steps else float(count)
            for severity, count in self.summary().items()
        }

    def view_says(self) -> str:
        """Whose knowledge the audit used, in a sentence."""
        if self.reveal:
            return "Everything the files hold was used (--reveal)."
        if self.side is not None:
            return f"Only what the {self.side} side may know was used." + self._left_out()
        return "Only what everybody at the table may know was used." + self._left_out()

    def _left_out(self) -> str:
        """A sentence about the maps left out because the module is not at hand."""
        names = dict.fromkeys(name for view in self.views for name in view.unknown_maps)
        return f" {left_out(list(names))}" if names else ""

    def near(self, around: Around) -> list[Finding]:
        """The findings of the steps that were explained."""
        first, last = around.stretch
        return [
            one
            for one in self.findings
            if any(first <= step <= last for step in (one.step, *one.related))
        ]

    def where(self, step: int) -> tuple[str, int]:
        """The file that holds a step, and the step's number in it."""
        for one in reversed(self.files):
            if step > one.first_step:
                return one.name, step - one.first_step
        return (self.files[0].name if self.files else "", step)

    def to_json(self) -> dict[str, object]:
        """The result as printed by ``--json``."""
        log: dict[str, object] = {
            "sha256": self.log_sha256,
            "steps": self.steps,
            "players": list(self.players),
        }
        if self.recorded is not None:
            log |= self.recorded.to_json()
        if self.windows:
            log["windows"] = [one.to_json() for one in self.windows]
        made: dict[str, object] = {
            "tool": "broadside",
            "version": self.tool_version,
            "game": self.game.id if self.game is not None else None,
            "definition": self.definition or None,
            "log": log,
            "summary": self.summary(),
            "findings": [finding.to_json() for finding in self.findings],
            "figures": {"steps": self.steps, "per_1000_steps": self.per_thousand()},
            "rolls": [roll.to_json() for roll in self.rolls],
            "dice": self.fairness.to_json() if self.fairness is not None else None,
        }
        if self.unjudged:
            made["unjudged"] = [one.to_json() for one in self.unjudged]
        if self.beliefs is not None:
            made["beliefs"] = [one.to_json() for one in self.beliefs]
        if self.explained is not None:
            made["explained"] = self.explained.to_json()
        return made


ON_TRIAL = "log.trial"
"""Code of the finding that the reading of the game's logs is not proven yet."""
NO_RULES = "log.rules"
"""Code of the finding that no rules are known."""
WITHOUT_DICE = "log.dice"
"""Code of the finding that no file shows dice or declarations, which the rules need."""
UNEXPLAINED = "log.unexplained"
"""Code of the finding that the log fits no game by these rules."""
_NOT_HELD = {
    UNEXPLAINED: "The log fits no game by these rules and is not judged by them",
    WITHOUT_DICE: "The log shows no dice and is not held to the rules",
    ON_TRIAL: "The rules are on trial and accuse nobody",
    NO_RULES: "No rules of this game are known",
}
"""By code: why a log without findings cannot be called clean."""

_COUNTED = (Severity.VIOLATION.value, Severity.INTERPRETATION.value, Severity.NOTE.value)

"""Acts at the table that several tests of Red Flags begin with, and how a script is audited."""

from __future__ import annotations

from pathlib import Path

from validator.audit import audit
from validator.audit.findings import Severity
from validator.audit.result import AuditResult
from validator.playing.scripted import play_script
from validator.proving.subject import above_note
from validator.rules.engine import GameRules

RIFLEMEN = "Soviet presses Next card: card_S1, hearts_2\n"
GRENADIERS = "German presses Next card: card_G1, clubs_2\n"
NEXT = "Soviet presses Next card: card_S4, hearts_4\n"
OTHERS = ("S3, spades_5", "G1, spades_6", "G2, clubs_7", "G3, clubs_8", "G4, clubs_9")
"""The other cards of a turn of the small battle."""
AT_THE_VILLAGE = (
    "Soviet picks Is the target of GI1\nSoviet picks Heavy machine-gun (4d6) of SI1: 5 3 4 2\n"
)
OTHER_CARDS = (
    *("G1, clubs_3", "G2, clubs_4", "G3, clubs_5", "G4, clubs_6", "G5, clubs_7", "S1, hearts_3"),
    *("S2, hearts_4", "S3, hearts_5", "S4, hearts_6", "S5, hearts_7", "S6, hearts_8"),
)
FLOWN = (
    "Soviet presses Next card: card_S7, spades_2\nSoviet drags SX1 to 0603\n"
    + "".join(f"Soviet presses Next card: card_{cards}\n" for cards in OTHER_CARDS)
    + "Soviet presses Turn ends\nSoviet presses New turn\n"
    + "Soviet presses Next card: card_S7, spades_2\n"
    + (ON := "Soviet drags SX1 to 0804\n")
)
"""Of the large battle: an aircraft flies for two turns."""


def cited(rules: GameRules, module: Path, folder: Path, script: str) -> list[str]:
    """The cases that an audit cites for the acts of a script, notes left out."""
    return [code for code, _ in graded(rules, module, folder, script)]


def graded(rules: GameRules, module: Path, folder: Path, script: str) -> list[tuple[str, Severity]]:
    """As `cited`, with their severities."""
    return [(one.code, one.severity) for one in above_note(audited(rules, module, folder, script))]


def audited(rules: GameRules, module: Path, folder: Path, script: str) -> AuditResult:
    """What an audit finds in the log of a script that is played."""
    told, log = folder / "script.txt", folder / "game.vlog"
    told.write_text(script, "utf-8")
    play_script(rules.game, rules.folder, module, told, log)
    return audit([log])

"""What a game's bridge and the audit say to each other.

A bridge turns what happened on the table into verbs of the game. It hands them to a `Referee`, who
checks each against the cases, enters what is broken, and goes on from the state that follows. Where
the table can be read in several ways the bridge offers all of them, and the referee takes the one
that breaks least.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from validator.rules.engine import GameRules
from validator.rules.verbs import Verb


@dataclass(frozen=True, slots=True)
class Act:
    """A verb as it was read from a log."""

    verb: Verb
    step: int
    """The step of the log that shows it; 0 = the starting save."""
    player: str | None = None
    """Who did it; ``None`` where the log does not tell."""
    side: str | None = None
    pieces: tuple[str, ...] = ()
    """What the pieces concerned are called in a report."""
    steps: tuple[int, ...] = ()
    """Other steps that belong to it."""
    told: str = ""
    """What was done, in words that replace the rule's own; for a breach the table explains."""
    only: str = ""
    """Judge by this case alone; empty: by all."""


Reading = Sequence[Act]
"""One way to read a stretch of the log: the acts in order."""


class Referee(Protocol):
    """The audit's side of the table."""

    rules: GameRules
    state: Any
    """The game's state after the last act taken."""

    def take(self, *acts: Act) -> None:
        """Check the acts in order, report what they break, and apply them."""

    def choose(self, readings: Sequence[Reading]) -> int:
        """Take the reading with the fewest breaches; of equals the first. Which one it was."""

    def cost(self, reading: Reading) -> int:
        """How much a reading breaks: 0 when it is legal. Nothing is reported or applied."""

    def after(self, reading: Reading) -> Any:
        """The state that would follow. Nothing is reported or applied."""

    def report(
        self,
        severity: str,
        code: str,
        act: Act,
        did: str,
        *,
        legal: str = "",
        says: str = "",
        rests_on: Iterable[str] = (),
    ) -> None:
        """Enter a finding that no verb expresses; ``says`` defaults to the case's own words."""

    def doubt(self, *names: str) -> None:
        """These fields of the state can no longer be vouched for."""

    def trust(self, *names: str) -> None:
        """These fields are known again."""

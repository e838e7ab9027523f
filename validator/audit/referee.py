"""The audit's side of the table: checks what a bridge reads, enters findings, goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from validator.audit.findings import Finding, Ledger, Severity
from validator.audit.observing import names_in
from validator.rules.bridging import Act, Bridge, Reading, Scene
from validator.rules.cases import Breach
from validator.rules.engine import GameRules
from validator.rules.states import THIS_TURN

_BREACH = 10
"""What a breach weighs, whatever its severity: the readings of a stretch differ in how many."""
_DOUBTFUL = 1
"""What a breach weighs that rests on doubted memory alone."""


class RulesReferee:
    """A `validator.rules.bridging.Referee` over a ledger of findings.

    ``names`` says what a report calls a piece of the rules.
    """

    def __init__(
        self, rules: GameRules, state: Any, ledger: Ledger, names: Mapping[str, str]
    ) -> None:
        self.rules = rules
        self.state = state
        self.ledger = ledger
        self._names = names
        words = "|".join(re.escape(key) for key in sorted(names, key=len, reverse=True))
        self._pattern = re.compile(rf"\b(?:{words})\b") if words else None
        self.trail: list[tuple[Act, Any]] = []
        """Every act that was taken, with the state after it."""
        self._told: dict[tuple[object, ...], int] = {}
        """What was told, and the number of its entry."""

    def take(self, reading: Reading) -> None:
        """Check the acts in order, report what they break, and apply them."""
        for act in reading:
            state = self._assume(self.state, act)
            for breach in self._breaches(state, act):
                self._enter(state, act, breach)
            self.state = state if act.verb is None else self.rules.apply(state, act.verb)
            self.trail.append((act, self.state))

    def choose(self, readings: Sequence[Reading]) -> int:
        """Take the reading that breaks least; of equals the first. Which one it was."""
        costs = [self.cost(reading) for reading in readings]
        best = min(range(len(readings)), key=costs.__getitem__)
        self.take(readings[best])
        return best

    def cost(self, reading: Reading) -> int:
        """How much a reading breaks; 0: nothing. Nothing is reported or applied."""
        state, total = self.state, 0
        for act in reading:
            state = self._assume(state, act)
            for breach in self._breaches(state, act):
                rests = self._rests_on(act, breach)
                doubted = rests and all(map(self.ledger.doubted, rests))
                total += _DOUBTFUL if doubted else _weight(breach)
            if act.verb is not None:
                state = self.rules.apply(state, act.verb)
        return total

    def trust(self, *names: str) -> None:
        """These are known again: what was in doubt about them is settled."""
        self.ledger.trust(*names)

    def _assume(self, state: Any, act: Act) -> Any:
        return state.changed(**act.assumed) if act.assumed else state

    def _breaches(self, state: Any, act: Act) -> Iterator[Breach]:
        if act.remark is not None:
            said = act.remark
            says = said.says or self.rules.says(said.code)
            yield Breach(said.code, said.severity, says, said.did, said.legal)
        if act.verb is None:
            return
        for breach in self.rules.check(state, act.verb):
            if act.only is None or breach.case in act.only:
                yield breach

    def _rests_on(self, act: Act, breach: Breach) -> tuple[str, ...]:
        return act.leans.get(breach.case) or breach.rests_on

    def _enter(self, state: Any, act: Act, breach: Breach) -> None:
        severity = Severity(breach.severity)
        graver = severity.rank < Severity.UNVERIFIABLE.rank
        if graver and state.doubt.intersection((*breach.rests_on, THIS_TURN)):
            # What this judgement needs was never seen: the log begins in the middle.
            severity = Severity.UNVERIFIABLE
        finding = Finding(
            severity,
            breach.case,
            act.step,
            breach.says,
            self._named(breach.did),
            self._named(breach.legal),
            act.player,
            act.side,
            tuple(self._names.get(key, key) for key in act.pieces),
            act.steps,
        )
        # The same thing again in the same turn is one finding.
        key = (breach.case, breach.did, state.turn)
        earlier = self._told.get(key)
        if earlier is not None:
            self.ledger.join(earlier, act.step)
            return
        self._told[key] = self.ledger.report(
            finding, rests_on=self._rests_on(act, breach), doubts=act.doubts
        )

    def _named(self, text: str) -> str:
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: self._names[found.group(0)], text)


def heard(rules: GameRules, bridge: Bridge, scene: Scene) -> RulesReferee:
    """The referee before whom a game's bridge has read a scene from its start to its end."""
    names = names_in(scene, rules.game)
    referee = RulesReferee(rules, bridge.start(rules, scene), Ledger(), names)
    bridge.read(scene, referee)
    return referee


def _weight(breach: Breach) -> int:
    silent = (Severity.UNVERIFIABLE, Severity.NOTE)
    return 0 if breach.severity in silent else _BREACH

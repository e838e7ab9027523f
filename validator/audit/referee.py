"""The audit's side of the table: checks what was read of a log, enters findings, goes on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from validator.audit.codes import CODES
from validator.audit.findings import Finding, Ledger, Severity
from validator.audit.observing import names_in
from validator.explaining.nodes import Entry
from validator.explaining.telling import Explanation, acts_of, explain
from validator.rules.cases import MISSING, Breach, Broken
from validator.rules.engine import Fault, GameRules
from validator.rules.loading import load_rules
from validator.rules.scenes import Act, Scene
from validator.rules.sequence import Due
from validator.rules.states import is_in_doubt
from validator.rules.verbs import Verb

if TYPE_CHECKING:
    from pathlib import Path

    from generator.definition.schema import Game


class RulesReferee:
    """Holds what was read of a log against the cases, act by act, and enters what breaks them.

    ``names`` says what a report calls a piece of the rules.
    """

    def __init__(
        self, rules: GameRules, state: Any, ledger: Ledger, names: Mapping[str, str]
    ) -> None:
        self.rules = rules
        self.begun = self.state = state
        self.ledger = ledger
        self._names = names
        words = "|".join(re.escape(key) for key in sorted(names, key=len, reverse=True))
        self._pattern = re.compile(rf"\b(?:{words})\b") if words else None
        self.trail: list[tuple[Act, Any]] = []
        """Every act that was taken, with the state after it."""
        self.others: tuple[tuple[Entry, ...], ...] = ()
        """Explanations of the same log that fit nearly as well."""
        self._told: dict[tuple[object, ...], int] = {}
        """What was reported, and the number of its entry."""

    def take(self, act: Act) -> None:
        """Check an act, report what it breaks, and apply it."""
        before = self.state.changed(**act.assumed) if act.assumed else self.state
        faults: Sequence[Fault] = ()
        if act.verb is not None:
            faults = self.rules.faults(before, act.verb)
            if act.only is not None and faults:
                faults = [fault for fault in faults if fault[0].id in act.only]
        self._enter_all(before, act, faults)
        self.state = before if act.verb is None else self.rules.apply(before, act.verb)
        self.trail.append((act, self.state))

    def _enter_all(self, before: Any, act: Act, faults: Sequence[Fault]) -> None:
        if act.remark is not None:
            said = act.remark
            general = CODES.get(said.code)
            says = said.says or (general.says if general else self.rules.says(said.code))
            self._enter(before, act, Breach(said.code, said.severity, says, said.did, said.legal))
        own = [one for _, one in faults if isinstance(one, Broken) and one.severity != MISSING]
        by = next((one.by for one in own if one.by), "")
        for case, fault in faults:
            told = fault.did if isinstance(fault, Broken) else fault
            if not self._is_told(before, act, case.id, told):
                assert act.verb is not None
                breach = self.rules.explained(before, act.verb, case, fault)
                if breach.severity != MISSING:  # whose act it was, one case says for all
                    breach = replace(breach, by=breach.by or by)
                self._enter(before, act, breach)

    def _is_told(self, state: Any, act: Act, case: str, did: str) -> bool:
        """The same thing again in the same turn is one finding."""
        earlier = self._told.get((case, did, state.turn))
        if earlier is not None:
            self.ledger.join(earlier, act.step)
        return earlier is not None

    def _enter(self, state: Any, act: Act, breach: Breach) -> None:
        if self._is_told(state, act, breach.case, breach.did):
            return
        severity = Severity(breach.severity)
        graver = severity.rank < Severity.UNVERIFIABLE.rank
        if graver and is_in_doubt(state.doubt, breach.rests_on):
            # What this judgement needs was never seen: the log begins in the middle.
            severity = Severity.UNVERIFIABLE
        side = self._owed_by(state, act, breach)
        did = self._named(breach.did)
        if act.player is not None and None not in (act.side, side) and act.side != side:
            missing = breach.severity == MISSING
            how = "went on without it" if missing else f"did it for the {side} side"
            did = f"{did} ({act.player} {how})"
        finding = Finding(
            severity,
            breach.case,
            act.step,
            breach.says,
            did,
            self._named(breach.legal),
            act.player,
            side,
            moment=self.rules.moment(state),
        )
        self._told[breach.case, breach.did, state.turn] = self.ledger.report(finding)

    def _owed_by(self, state: Any, act: Act, breach: Breach) -> str | None:
        """The side that owed what was left out, or whose act it was: never whoever clicked, where
        the rules tell more."""
        if act.verb is None:
            return act.side
        if breach.by:
            return breach.by
        dues = self.rules.due(state)
        if breach.severity == MISSING:
            asked = {one.side for one in dues if one.side and one.case == breach.case}
            owed = asked or {one.side or "" for one in dues if one.mandatory}
            return (owed.pop() if len(owed) == 1 else act.verb.by) or None
        if act.verb.by:
            return act.verb.by
        able = {one.side for one in dues if one.side and _fits(one, act.verb)}
        return able.pop() if len(able) == 1 else act.side

    def _named(self, text: str) -> str:
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: self._names[found.group(0)], text)


def _fits(due: Due, verb: Verb) -> bool:
    """Whether a verb does what is due, for the piece that owes it."""
    named = not due.field or not due.piece or getattr(verb, due.field, due.piece) == due.piece
    return type(verb) in due.verbs and named


def rules_for_logs(game: Game | None, folder: Path | None) -> GameRules | None:
    """The rules of a game, where they say how its logs are read."""
    if game is None or folder is None or not (folder / "rules.py").is_file():
        return None
    rules = load_rules(game, folder)
    return rules if rules.module.reading is not None else None


def heard(rules: GameRules, scene: Scene, explanation: Explanation | None = None) -> RulesReferee:
    """The referee before whom a scene has been read from its start to its end; by its cheapest
    ``explanation``, where that is known."""
    explanation = explanation or explain(rules, scene)
    referee = RulesReferee(rules, explanation.start, Ledger(), names_in(scene, rules.game))
    referee.others = explanation.others()
    for act in acts_of(explanation):
        referee.take(act)
    return referee

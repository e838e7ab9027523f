"""The referee: checks the acts that were read from a log and enters findings."""

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
from validator.rules.cases import EITHER, MISSING, Breach, Broken
from validator.rules.engine import Fault, GameRules
from validator.rules.loading import load_rules
from validator.rules.scenes import Act, Scene
from validator.rules.sequence import able
from validator.rules.states import Pending, is_in_doubt
from validator.rules.verbs import Verb, field_names

if TYPE_CHECKING:
    from pathlib import Path

    from generator.definition.schema import Game


class RulesReferee:
    """Checks acts against the cases one by one, and enters a finding for each breach.

    ``names`` are the pieces' names in reports, by the keys that the rules use.
    """

    def __init__(
        self, rules: GameRules, state: Any, ledger: Ledger, names: Mapping[str, str]
    ) -> None:
        self.rules = rules
        self.begun = self.state = state
        self.ledger = ledger
        self._names = names
        self._sides = {one.id: one.side for one in rules.game.counters if one.side is not None}
        words = "|".join(re.escape(key) for key in sorted(names, key=len, reverse=True))
        self._pattern = re.compile(rf"\b(?:{words})\b") if words else None
        self.trail: list[tuple[Act, Any]] = []
        """Every act, with the state after it."""
        self.others: tuple[tuple[Entry, ...], ...] = ()
        """Other explanations of the log that fit nearly as well."""
        self.detours: tuple[tuple[Entry, ...], ...] = ()
        """Where others, about as cheap, went another way before they were dropped."""
        self._reported: dict[tuple[object, ...], int] = {}
        """Numbers of findings by case, words and turn."""
        self._of_act: dict[tuple[str, Severity], int] = {}
        """Numbers of the present act's findings, by words and severity."""
        self._owed: dict[tuple[Pending, str], int] = {}
        """Numbers of findings about tasks that are still pending, by task and words."""

    def take(self, act: Act, *, last: bool = False) -> None:
        """Check an act, report what it breaks, and apply it. What the last act of a log lacks may
        come in the next one."""
        before = self.state.changed(**act.assumed) if act.assumed else self.state
        faults: Sequence[Fault] = ()
        if act.verb is not None:
            faults = self.rules.faults(before, act.verb)
            if act.only is not None and faults:
                faults = [fault for fault in faults if fault[0].id in act.only]
            if last and faults and self._may_go_on(before, act.verb):
                faults = [fault for fault in faults if not _is_left_out(fault)]
        self._enter_all(before, act, faults)
        self.state = before if act.verb is None else self.rules.apply(before, act.verb)
        self.trail.append((act, self.state))

    def _may_go_on(self, state: Any, verb: Verb) -> bool:
        """Whether more signs can make a verb legal: those of the fields that nothing shows yet."""
        values = ((name, getattr(verb, name)) for name in field_names(type(verb)))
        shown = {name: value for name, value in values if value not in ("", (), None)}
        return any(self.rules.completions(state, type(verb), shown))

    def _enter_all(self, before: Any, act: Act, faults: Sequence[Fault]) -> None:
        self._of_act.clear()
        left = self._owed.items()
        self._owed = {key: entry for key, entry in left if key[0] in before.pending}
        if act.remark is not None:
            said = act.remark
            general = CODES.get(said.code)
            says = said.says or (general.says if general else self.rules.says(said.code))
            if not self._was_reported(before, act, said.code, said.did):
                breach = Breach(said.code, said.severity, says, said.did, said.legal)
                self._enter(before, act, breach)
        own = [one for _, one in faults if isinstance(one, Broken) and one.severity != MISSING]
        by = next((one.by for one in own if one.by), "")
        for case, fault in faults:
            did = fault.did if isinstance(fault, Broken) else fault
            of = fault.of if isinstance(fault, Broken) else None
            if of is not None and (of, did) in self._owed:
                self.ledger.join(self._owed[of, did], act.step)
                self.ledger.cite(self._owed[of, did], case.id)
                continue
            if self._was_reported(before, act, case.id, did):
                continue
            assert act.verb is not None
            breach = self.rules.explained(before, act.verb, case, fault)
            if breach.severity != MISSING:  # one case may name the side at fault for all
                breach = replace(breach, by=breach.by or by)
            entry = self._enter(before, act, breach)
            if of is not None:
                self._owed[of, did] = entry

    def _was_reported(self, state: Any, act: Act, case: str, did: str) -> bool:
        """Whether the same was reported in the same turn; then the step is added to that
        finding."""
        earlier = self._reported.get((case, did, state.turn))
        if earlier is not None:
            self.ledger.join(earlier, act.step)
        return earlier is not None

    def _enter(self, state: Any, act: Act, breach: Breach) -> int:
        """Enter a finding, or add the case to a finding of the same act with the same words;
        returns its number."""
        severity = Severity(breach.severity)
        graver = severity.rank < Severity.UNVERIFIABLE.rank
        if graver and is_in_doubt(state.doubt, breach.rests_on):
            # The log begins in mid-game and never showed what this judgement rests on.
            severity = Severity.UNVERIFIABLE
        entry = self._of_act.get((breach.did, severity))
        if entry is None:
            entry = self.ledger.report(self._finding(state, act, breach, severity))
            self._of_act[breach.did, severity] = entry
        else:
            self.ledger.cite(entry, breach.case)
        self._reported[breach.case, breach.did, state.turn] = entry
        return entry

    def _finding(self, state: Any, act: Act, breach: Breach, severity: Severity) -> Finding:
        side = self._owed_by(state, act, breach) if not act.nobodys else None
        player = act.player if breach.by != EITHER and not act.nobodys else None
        did = self._named(breach.did)
        if act.player is not None and None not in (act.side, side) and act.side != side:
            missing = breach.severity == MISSING
            how = "went on without it" if missing else f"did it for the {side} side"
            did = f"{did} ({act.player} {how})"
        return Finding(
            severity,
            breach.case,
            act.step,
            breach.says,
            did,
            self._named(breach.legal),
            player,
            side,
            moment=self.rules.moment(state),
        )

    def _owed_by(self, state: Any, act: Act, breach: Breach) -> str | None:
        """The side at fault by the rules; only if they do not say, the side of whoever clicked."""
        if act.verb is None:
            return act.side
        if breach.by:
            return breach.by if breach.by != EITHER else None
        dues = self.rules.due(state)
        if breach.severity == MISSING:
            asked = {one.side for one in dues if one.side and one.case == breach.case}
            owed = asked or {one.side or "" for one in dues if one.mandatory}
            return (owed.pop() if len(owed) == 1 else act.verb.by) or None
        if act.verb.by:
            return act.verb.by
        sides = able(dues, act.verb)
        if len(sides) != 1 or self._sides_of(act.verb) == {act.side}:
            return act.side  # who moves their own counters does it for nobody else
        return sides.pop()

    def _sides_of(self, verb: Verb) -> set[str]:
        """The sides of the counters that a verb names."""
        named = (getattr(verb, name) for name in field_names(type(verb)))
        keys = (key for one in named for key in (one if isinstance(one, tuple) else (one,)))
        return {self._sides[key] for key in keys if isinstance(key, str) and key in self._sides}

    def _named(self, text: str) -> str:
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: self._names[found.group(0)], text)


def rules_for_logs(game: Game | None, folder: Path | None) -> GameRules | None:
    """The rules of a game if they can read its logs; else None."""
    if game is None or folder is None or not (folder / "rules.py").is_file():
        return None
    rules = load_rules(game, folder)
    return rules if rules.module.reading is not None else None


def heard(rules: GameRules, scene: Scene, explanation: Explanation | None = None) -> RulesReferee:
    """A referee that has checked all acts of a scene, by its best ``explanation`` if given."""
    explanation = explanation or explain(rules, scene)
    referee = RulesReferee(rules, explanation.start, Ledger(), names_in(scene, rules.game))
    referee.others, referee.detours = explanation.others(), explanation.detours
    acts = list(acts_of(explanation))
    told = [number for number, act in enumerate(acts) if act.verb is not None]
    for number, act in enumerate(acts):
        referee.take(act, last=number in told[-1:])
    return referee


def _is_left_out(fault: Fault) -> bool:
    return isinstance(fault[1], Broken) and fault[1].severity == MISSING

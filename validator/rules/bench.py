"""A test bench for the cases of a game's rules.

A test of a case is a function that takes only the bench. So it can be run a second time with the
case switched off, and must fail then.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

from generator.light import dataclass
from validator.rules.cases import Breach
from validator.rules.engine import GameRules
from validator.rules.verbs import Verb


@dataclass
class Bench:
    """The rules, with the assertions that tests of cases use.

    ``held`` and ``closed`` collect the cases that a test breaks and comes close to breaking; a
    test of the tests reads them.
    """

    rules: GameRules
    held: list[str] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)

    def after(self, state: Any, *verbs: Verb) -> Any:
        """The state after legal verbs."""
        for verb in verbs:
            state = self.rules.play(state, verb)
        return state

    def forced(self, state: Any, *verbs: Verb) -> Any:
        """The state after verbs, legal or not."""
        for verb in verbs:
            state = self.rules.apply(state, verb)
        return state

    def cases(self, state: Any, verb: Verb) -> list[str]:
        """The ids of the cases a verb breaks."""
        return [breach.case for breach in self.rules.check(state, verb)]

    def breaks(self, case_id: str, state: Any, verb: Verb) -> Breach:
        """Assert that the verb breaks this case; the breach as the engine reports it."""
        self.held.append(case_id)
        for breach in self.rules.check(state, verb):
            if breach.case == case_id:
                assert breach.says
                assert breach.did
                return breach
        raise AssertionError(f"{verb} does not break {case_id}: {self.cases(state, verb)}")

    def close(self, case_id: str, state: Any, verb: Verb) -> None:
        """Assert that this case judges the verb, and the verb is legal."""
        self.closed.append(case_id)
        count = self.rules.exercise[case_id]
        before = count.asked
        assert self.cases(state, verb) == []
        assert count.asked > before or case_id in self.rules.off, f"{case_id} does not judge it"

    def legal(self, state: Any, verb: Verb) -> None:
        """Assert that the verb breaks no case."""
        assert self.cases(state, verb) == []

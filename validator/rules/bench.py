"""A bench on which the cases of a game are tried: for the tests of its rules.

A test that holds a case is a function of the bench alone. Then it can be run once more with the
case switched off, and must fail.
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
    """The rules with a few words to hold cases.

    ``held`` and ``closed`` collect which cases a test breaks and which it comes close to: the
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
        """The verb breaks this case; what the engine says of it."""
        self.held.append(case_id)
        for breach in self.rules.check(state, verb):
            if breach.case == case_id:
                assert breach.says
                assert breach.did
                return breach
        raise AssertionError(f"{verb} does not break {case_id}: {self.cases(state, verb)}")

    def close(self, case_id: str, state: Any, verb: Verb) -> None:
        """The verb comes close to breaking this case, which looks at it, and is legal."""
        self.closed.append(case_id)
        count = self.rules.exercise[case_id]
        before = count.asked
        assert self.cases(state, verb) == []
        assert count.asked > before or case_id in self.rules.off, f"{case_id} does not judge it"

    def legal(self, state: Any, verb: Verb) -> None:
        """The verb breaks nothing."""
        assert self.cases(state, verb) == []

"""What acts cost: whose dice they are."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from modules.atlantic_chase.fire import Fire
from validator.explaining import prices
from validator.explaining.acts import Acts
from validator.explaining.facts import Declared, Fact, Rolled
from validator.rules.cases import EITHER, MISSING, Broken
from validator.rules.scenes import Seen
from validator.rules.sequence import Due

SHOT = Fire(ship="convoy_1", target="devonshire", dice=(2, 3))
GERMAN, BRITISH = (Rolled(Seen(1, side=side), "gunnery", (2, 3)) for side in ("German", "British"))
SAID = Declared(Seen(1, side="German"), "fires", "", None)


@pytest.mark.parametrize(
    ("fact", "did", "other"),
    [
        (GERMAN, "fired at a friend", True),  # the convoy is British
        (BRITISH, "fired at a friend", False),
        (SAID, "fired at a friend", False),
        (GERMAN, Broken("fired too early", by="German"), False),
        (GERMAN, Broken("fired too early", by="British"), True),
        (GERMAN, Broken("moved first", by=EITHER), False),
        (GERMAN, Broken("did not suffer", severity=MISSING), False),
    ],
)
def test_a_breach_by_dice_that_the_other_side_threw(
    fact: Fact, did: str | Broken, other: bool
) -> None:
    fires = Due("British", (Fire,), False, piece="convoy_1", field="ship")
    own = Due("German", (Fire,), False, piece="scheer", field="ship")
    acts: Any = SimpleNamespace(due=lambda state: (fires, own))
    faults: Any = [(SimpleNamespace(id="R-1", severity="violation"), did)]
    assert Acts._is_of_another(acts, None, SHOT, fact, faults) is other


def test_however_many_cases_forbid_an_act_it_is_one_act() -> None:
    further = [prices.of_further_cases(cases) for cases in (0, 1, 2, 5, 9)]
    assert further == [0.0, 0.0, prices.FURTHER_CASE, prices.MOST_FURTHER, prices.MOST_FURTHER]

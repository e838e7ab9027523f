"""Offences on a table: each is found with its case at its step, and nothing else with it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.modules.under_ten_flags import offences_of_fights, offences_under_way
from tests.modules.under_ten_flags.offences_planted import Offence
from tests.modules.under_ten_flags.table import Voyages
from tests.sampling import one_in
from validator.audit.findings import Finding

OFFENCES = [*offences_under_way.OFFENCES, *offences_of_fights.OFFENCES]
REVEALED: dict[str, Any] = {"reveal": True}
PUBLIC: dict[str, Any] = {"reveal": False}


def _played(one: Offence, by_hand: bool) -> tuple[Voyages, int]:
    table = Voyages(by_hand=by_hand)
    return table, one.script(table)


def _told(found: list[Finding]) -> list[tuple[str, int, str]]:
    return [(one.code, one.step, one.did) for one in found]


def _is_found(one: Offence, found: list[Finding], step: int) -> None:
    cited = [f for f in found if f.code == one.cites]
    assert cited, _told(found)
    assert any(step in (f.step, *f.related) for f in cited), (step, _told(found))
    others = {f.code for f in found} - {one.cites} - one.besides
    assert not others, _told(found)


@pytest.mark.parametrize("one", one_in(12, OFFENCES), ids=lambda one: one.name)
def test_an_offence_is_found_by_all_who_can_see_it(one: Offence) -> None:
    table, step = _played(one, by_hand=False)
    _is_found(one, table.findings(**REVEALED), step)
    if one.public:
        _is_found(one, table.findings(**PUBLIC), table.counted_by(step))
    else:
        assert not table.findings(**PUBLIC)


# --- by hand -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "one", one_in(4, (o for o in OFFENCES if o.by_hand)), ids=lambda one: one.name
)
def test_an_offence_by_hand_is_found_when_all_is_revealed(one: Offence) -> None:
    """At its step, or at the next, where only that shows what it was."""
    table, step = _played(one, by_hand=True)
    found = table.findings(**REVEALED)
    cited = [f for f in found if f.code == one.cites]
    assert any({step, step + 1} & {f.step, *f.related} for f in cited), _told(found)
    assert {f.code for f in found} <= {one.cites} | one.besides, _told(found)

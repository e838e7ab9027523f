"""Honest play by careless hands: scripts of what people do, and that nobody is accused for it."""

from __future__ import annotations

from collections.abc import Callable

from tests.modules.under_ten_flags.table import Voyages
from tests.modules.under_ten_flags.test_audit_legal import VIEWS
from validator.audit.findings import Severity

Script = Callable[[Voyages], None]


class Habits(dict[Script, Severity]):
    """Scripts, each with what an audit may say of it at most."""

    def __call__(self, gravest: Severity = Severity.UNVERIFIABLE) -> Callable[[Script], Script]:
        """Add a script."""

        def register(script: Script) -> Script:
            self[script] = gravest
            return script

        return register


def accuses_nobody(script: Script, gravest: Severity) -> None:
    """Nobody is accused, in any view, and at most one thing is told."""
    table = Voyages()
    script(table)
    for view in VIEWS:
        found = table.findings(**view)
        grave = [one for one in found if one.severity.rank < gravest.rank]
        assert not grave, (view, [(one.code, one.step, one.did) for one in grave])
        assert len(found) <= 1, (view, [(one.code, one.step, one.did) for one in found])

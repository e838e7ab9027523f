"""The logs of the reference module, written by VASSAL, one act each: what every act deserves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sampling import one_in
from tests.validator.audit.conftest import QUIET
from validator.audit import audit

NOTES = {
    "01-create-from-palette": {"table.created"},
    "08-delete": {"table.deleted"},
    "09-clone": {"table.cloned"},
    "38-place-marker": {"table.created"},
    "39-replace": {"table.replaced"},
    "45-change-side": {"log.side"},
    "60-move-a-piece-masked-by-the-opponent": {"secret.moved"},
    "random-seed-1": {"table.cloned", "table.created", "table.deleted", "table.replaced"},
}
"""Acts that are worth knowing; there may be a rule against them, or none."""
SUSPICIOUS = {
    "42-undo-roll": {"dice.undone"},
    "43-undo-draw": {"undo.learnt"},
    "random-seed-1": {"dice.undone", "table.hand", "undo.learnt"},
}
"""Acts that honest play does not explain; in the last log a program moved pieces as no hand can."""


def test_no_log_is_forgotten(shared: Path) -> None:
    names = {one.stem for one in (shared / "vassal" / "reference" / "logs").glob("*.vlog")}
    assert names >= NOTES.keys() | SUSPICIOUS.keys()
    assert len(names) == 65


@pytest.mark.parametrize("eyes", one_in(3, ["public", "revealed", "with the module"]))
def test_every_act_gets_what_it_deserves(eyes: str, shared: Path) -> None:
    """All other acts (moves, masks, peeks refused, shuffles, talk, notes, turns) get nothing."""
    folder = shared / "vassal" / "reference"
    module = folder / "reference.vmod" if eyes == "with the module" else None
    for file in sorted((folder / "logs").glob("*.vlog")):
        result = audit([file], reveal=eyes == "revealed", module=module)
        graver = {one.code for one in result.findings if one.severity.calls_for_attention}
        others = {one.code for one in result.findings} - graver - {*QUIET}
        assert graver == SUSPICIOUS.get(file.stem, set()), file.stem
        assert others == NOTES.get(file.stem, set()), file.stem

"""Questions about the marks on disguise and U-boat boxes, that the cases of both ask."""

from __future__ import annotations

from validator.rules.cases import Broken, Fault

from .facts import owed
from .hunting import mark_on
from .state import BOX, CROSSED, MAYBE_WORN, SLASHED, State
from .verbs import MarkBox


def crossed_by(state: State, box: str, otherwise: str) -> str:
    """The case by which a box was crossed out, also where the mark is still to be made."""
    for pending in state.pending:
        if pending.what == BOX and pending.piece == f"{box}={CROSSED}":
            return pending.case
    return state.crossed_by.get(box) or otherwise


def wrong_mark(state: State, mark: MarkBox, case_id: str, stands_for: str) -> Fault:
    """A mark that was not to be made, where this case is the one that it breaks: that of the mark
    that was to be made instead, or else the one that such a mark stands for."""
    if owed(state, BOX, f"{mark.box}={mark.state}"):
        return None
    if owed(state, MAYBE_WORN, mark.box) and mark.state in (SLASHED, CROSSED):
        return None
    due = (p.case for p in state.pending if p.what == BOX and p.piece.startswith(f"{mark.box}="))
    if next(due, stands_for) != case_id:
        return None
    return Broken(f"the {mark.box} box was marked {mark.state}", mark_on(state, mark.box))

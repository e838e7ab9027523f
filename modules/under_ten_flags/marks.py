"""Questions about the marks on disguise and U-boat boxes, that the cases of both ask."""

from __future__ import annotations

from validator.rules.cases import Broken, Verdict

from . import state as st
from .facts import owed
from .hunting import mark_on
from .state import State
from .verbs import MarkBox


def crossed_by(state: State, box: str, otherwise: str) -> str:
    """The case by which a box was crossed out, also where the mark is still to be made."""
    for pending in state.pending:
        if pending.what == st.BOX and pending.piece == f"{box}={st.CROSSED}":
            return pending.case
    return state.crossed_by.get(box) or otherwise


def wrong_mark(state: State, mark: MarkBox, stands_for: str) -> Verdict:
    """A mark that was not to be made, with the case that it breaks: that of the mark that was to
    be made instead, or else the one that such a mark stands for."""
    if owed(state, st.BOX, f"{mark.box}={mark.state}"):
        return None
    if owed(state, st.MAYBE_WORN, mark.box) and mark.state in (st.SLASHED, st.CROSSED):
        return None
    boxes = (p for p in state.pending if p.what == st.BOX)
    due = (p.case for p in boxes if p.piece.startswith(f"{mark.box}="))
    did = f"the {mark.box} box was marked {mark.state}"
    return next(due, stands_for), Broken(did, mark_on(state, mark.box))

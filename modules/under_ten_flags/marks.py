"""Questions about morale, its check, and the marks on boxes, that several cases ask."""

from __future__ import annotations

from validator.rules.cases import Broken, Verdict

from . import state as st
from .facts import morale_level, owed
from .hunting import mark_on
from .state import State
from .tables import Tables
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


def level_now(tables: Tables, state: State) -> str:
    """The level of morale that counts for a check: every step that is owed has been made."""
    return tables.morale[min(max(morale_level(tables, state), 0), len(tables.morale) - 1)]


def passes(tables: Tables, state: State, dice: tuple[int, ...]) -> bool:
    """Whether a check succeeds (UTF-9.1d, 9.1f)."""
    modifier = tables.morale_modifier[level_now(tables, state)]
    return sum(dice) + modifier <= tables.morale_pass


def why_cancelled(tables: Tables, state: State, hex_id: str) -> str:
    """The case by which a move to a hex was cancelled in this activation; empty: it was not."""
    if state.plot != st.CANCELLED or hex_id in state.atlantis:
        return ""
    if all(tables.hexes_between(here, hex_id) > tables.hexes_a_card for here in state.atlantis):
        return ""
    failed_by_modifier = sum(state.check_dice or ()) <= tables.morale_pass
    return "UTF-9.1f" if failed_by_modifier else "UTF-9.1e"

"""Questions about morale, its check and the U-boats, that several cases ask."""

from __future__ import annotations

from .facts import morale_level
from .state import CANCELLED, State
from .tables import Tables


def level_now(tables: Tables, state: State) -> str:
    """The level of morale that counts for a check: every step that is owed has been made."""
    return tables.morale[min(max(morale_level(tables, state), 0), len(tables.morale) - 1)]


def passes(tables: Tables, state: State, dice: tuple[int, ...]) -> bool:
    """Whether a check succeeds (UTF-9.1d, 9.1f)."""
    modifier = tables.morale_modifier[level_now(tables, state)]
    return sum(dice) + modifier <= tables.morale_pass


def why_cancelled(tables: Tables, state: State, hex_id: str) -> str:
    """The case by which a move to a hex was cancelled in this activation; empty: it was not."""
    if state.plot != CANCELLED or hex_id in state.atlantis:
        return ""
    if all(tables.hexes_between(here, hex_id) > tables.hexes_a_card for here in state.atlantis):
        return ""
    failed_by_modifier = sum(state.check_dice or ()) <= tables.morale_pass
    return "UTF-9.1f" if failed_by_modifier else "UTF-9.1e"

"""The rules of Atlantic Chase, a file for each page.

=========================  =======================================================
AC-3, 13, 25               ``order.py``: who acts, what is finished first
AC-8, 9                    ``ports.py``: Port Boxes
AC-14 to 16, 43            ``trajectory.py``; ``lines.py``: lines of hexes
AC-17, 18, 45 to 47        ``attack.py``: what four actions share
AC-19, 20                  ``time_lapse.py``
AC-21, 23, 24              ``markers.py``: Intel, Contact, Evasive Maneuvers
AC-25, 26                  ``initiative.py``: Seize, Vie, the weather
AC-27, 31, 33, 41          ``air_strike.py``, ``engage.py``, ``naval_search.py``,
                           ``stealth.py``
AC-29, 35, 39              ``completion.py``, ``passing.py``, ``signals.py``
=========================  =======================================================

``state.py`` holds what is remembered, ``owing.py`` what is owed, ``forces.py`` what is asked of
task forces, ``flow.py`` who acts next, ``tables.py`` the definition as it is looked up.

Not every action of the game has its verbs yet: until then the steps and buttons of the definition
are not held against them.
"""

from __future__ import annotations

from typing import Any

from validator.rules.dice import hold_six_faces
from validator.rules.engine import GameModule
from validator.rules.loading import gather
from validator.rules.sequence import Due

from . import flow
from .book import book
from .state import State
from .tables import tables_of
from .verbs import VERBS

hold_six_faces(book, "AC-2.2", VERBS)
gather(__package__, "order")


def _due(tables: Any, state: Any) -> tuple[Due, ...]:
    return tuple(flow.due(tables, state)) if state.outcome is None else ()


MODULE = GameModule(
    book=book, verbs=VERBS, state=State, tables=tables_of, start=flow.start, due=_due
)

"""The rules of Atlantic Chase, a file for each page.

=========================  =======================================================
AC-3, 13, 25               ``order.py``: who acts, what is finished first
AC-8, 9                    ``ports.py``: Port Boxes
AC-14 to 16, 43            ``trajectory.py``; ``lines.py``: lines of hexes
AC-19, 20                  ``time_lapse.py``
AC-21, 23, 24              ``markers.py``: Intel, Contact, Evasive Maneuvers
AC-25, 26                  ``initiative.py``: Seize, Vie, the weather
AC-29                      ``completion.py``
AC-35                      ``passing.py``
AC-39                      ``signals.py``
=========================  =======================================================

``state.py`` holds what is remembered, ``owing.py`` what is owed, ``forces.py`` what is asked of
task forces, ``flow.py`` who acts next, ``tables.py`` the definition as it is looked up.
"""

from __future__ import annotations

from validator.rules.dice import hold_six_faces
from validator.rules.loading import assembled

from .book import book
from .verbs import VERBS

hold_six_faces(book, "AC-2.2", VERBS)

MODULE = assembled(__package__, "order")

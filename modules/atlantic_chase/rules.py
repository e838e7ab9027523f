"""The rules of Atlantic Chase, a file for each page.

=========================  =======================================================
AC-3, 13, 25               ``order.py``: who acts, what is finished first
AC-8, 9                    ``ports.py``: Port Boxes
AC-14 to 16, 43            ``trajectory.py``; ``lines.py``: lines of hexes
AC-17, 18, 45 to 47        ``attack.py``: what four actions share
AC-19, 20                  ``time_lapse.py``
AC-21, 23, 24              ``markers.py``: Intel, Contact, Evasive Maneuvers
AC-22, 54                  ``interruption.py``: Interruption and Slip
AC-25, 26                  ``initiative.py``: Seize, Vie, the weather
AC-27, 31, 33, 41          ``air_strike.py``, ``engage.py``, ``naval_search.py``,
                           ``stealth.py``
AC-29, 35, 37, 39          ``completion.py``, ``passing.py``, ``reorganize.py``,
                           ``signals.py``
AC-49 to 54                ``results.py``: what the tables bring; ``ships.py``
AC-55, 56, 62              ``battle.py``: how a Battle begins and ends
AC-57 to 59                ``fire.py``: gunnery and torpedoes
AC-60, 61                  ``maneuver.py``: Maneuver, Smoke, Break Away
AC-10, 11, 12, 63          ``leaders.py``, ``advanced.py``
=========================  =======================================================

``state.py`` holds what is remembered, ``owing.py`` what is owed, ``forces.py`` what is asked of
task forces, ``flow.py`` who acts next, ``tables.py`` the definition as it is looked up,
``setup.py`` how a scenario begins and ``ending.py`` how it ends.
"""

from __future__ import annotations

from validator.rules.dice import hold_six_faces
from validator.rules.loading import assembled

from .book import book
from .verbs import VERBS

hold_six_faces(book, "AC-2.2", VERBS)

MODULE = assembled(__package__, "order")

"""The rules of Under Ten Flags.

From the case number to the function:

============================  ==================================================================
UTF-1 to 5, 7 to 9            ``cases_order.py``: components, set-up, cards, activations, their
                              steps, turns, and what searches, combat and morale make necessary
UTF-2.1, 4.1.1, 4.1.2, 4.1.4, ``cases_sets.py``: sets drawn, sailing, waiting, brought back,
4.1.3, 4.2.1, 5.2 to 5.4, 6   the routes of the cargo ships, secret plots, escorts
UTF-7                         ``cases_search.py``: searches, reactions, aircraft and disguises
UTF-8                         ``cases_combat.py``: the gun range, prizes, points
UTF-9                         ``cases_morale.py``: fatigue, checks, U-boats
============================  ==================================================================
"""

from __future__ import annotations

from validator.rules.loading import assembled

MODULE = assembled(
    __package__,
    *("cases_order", "cases_sets", "cases_search", "cases_combat", "cases_morale"),
    *("domains", "effects", "effects_search"),
)

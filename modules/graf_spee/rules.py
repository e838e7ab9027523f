"""The rules of Pursuit of the Graf Spee.

From the case number to the function:

=========================  =======================================================
GS-2, GS-3, GS-10(Q1)      ``cases_order.py``: set-up, order of play
GS-4, GS-6(4)b, GS-6(6)b,  ``cases_moves.py``: the ship's way, leaving the map; the
GS-8(1)b, c, 5(1) to 5(4), Royal Navy's moves, the census
GS-9
GS-5(5), 5(6),             ``cases_search.py``: contact, carrier search
GS-10(Q2), (Q5)
GS-6, GS-10(Q3), (Q6)      ``cases_combat.py``: combat, damage, pursuit
GS-7, GS-8                 ``cases_raid.py``: raiding, points, the end
=========================  =======================================================
"""

from __future__ import annotations

from validator.rules.loading import assembled

MODULE = assembled(
    __package__,
    *("cases_order", "cases_moves", "cases_search", "cases_combat"),
    *("cases_raid", "domains", "effects"),
)

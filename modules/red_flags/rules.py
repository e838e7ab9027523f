"""The rules of Red Flags and Iron Crosses, a file for each part of the rule book.

==================  ============================================================
RF-2, 3             ``order.py``, ``cards.py``, ``activation.py``
RF-4                ``movement.py``; aircraft: ``air.py``
RF-5                ``fire.py``; bombs and strafing: ``air.py``
RF-6 to 9, 14       ``effects.py``
RF-10, 11           ``melee.py``, ``morale.py``
RF-12, 15           ``tasks.py``
RF-13               ``recon.py``
RF-17, 18           ``landing.py``
==================  ============================================================

``land.py`` holds what is asked of the ground, ``state.py`` what is remembered, ``tables.py`` the
definition as it is looked up, ``flow.py`` who acts next, ``setup.py`` how a battle begins and
``ending.py`` how it ends.
"""

from __future__ import annotations

from validator.rules.loading import assembled

MODULE = assembled(__package__, "order", "ending")

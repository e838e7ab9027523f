"""The rules of the U-boat variant, a file for each part of the article.

==================  ============================================================
UV-21.0, 5.0        ``order.py``: variants, phases, alternation, what is owed
UV-21.1, 2, 4, 5.1  ``entering.py``: who enters; bombers, convoys
UV-21.2.1           ``frogmen.py``: the role of the Barbarigo, its attacks
UV-21.3             ``floatplanes.py``
UV-21.5             ``combat.py``: searching from the air, attacks, damage
UV-5.2, 5.3, 5.7    ``air.py``, ``returning.py``
UV-5.4, 5.6         ``naval.py``
UV-5.5              ``grids.py``, ``boxes.py``: OSL and TSL
==================  ============================================================

``state.py`` holds what is remembered, ``tables.py`` the definition as it is looked up, ``flow.py``
whose turn it is, ``reads.py`` and ``reading.py`` how logs are read.
"""

from __future__ import annotations

from validator.rules.loading import assembled

MODULE = assembled(__package__, "floatplanes", "order", "domains")

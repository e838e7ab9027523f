"""What the players of Atlantic Chase can do: each verb is in the file of its page.

A verb is one small act at the table, but a Trajectory is drawn, or shortened, in one. Task forces
have the names on the displays (``G1``, ``B4``); ships, leaders and Stealth forces the ids of their
counters, hexes their numbers, Port Boxes their names.
"""

# ruff: noqa: F403 (what the files of the pages hold is said there, and not a second time here)

from __future__ import annotations

from validator.rules.verbs import verbs_of

from .advanced import *
from .air_strike import *
from .attack import *
from .battle import *
from .completion import *
from .ending import *
from .engage import *
from .fire import *
from .initiative import *
from .interruption import *
from .leaders import *
from .maneuver import *
from .markers import *
from .naval_search import *
from .passing import *
from .ports import *
from .reorganize import *
from .results import *
from .signals import *
from .stealth import *
from .time_lapse import *
from .trajectory import *

VERBS = verbs_of(__name__)
"""Every verb of the game."""

"""What the players of the U-boat variant can do: each verb is in the file of its page."""

# ruff: noqa: F403

from __future__ import annotations

from validator.rules.verbs import verbs_of

from .air import *
from .boxes import *
from .combat import *
from .entering import *
from .frogmen import *
from .grids import *
from .naval import *
from .order import NextPhase as NextPhase
from .returning import *

VERBS = verbs_of(__name__)
"""Every verb of the game."""

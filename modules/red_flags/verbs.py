"""What the players of Red Flags can do: each verb is in the file of its page."""

# ruff: noqa: F403

from __future__ import annotations

from validator.rules.verbs import verbs_of

from .air import *
from .cards import *
from .effects import *
from .fire import *
from .landing import *
from .melee import *
from .morale import *
from .movement import *
from .recon import *
from .tasks import *

VERBS = verbs_of(__name__)
"""Every verb of the game."""

"""What the players of Atlantic Chase can do: each verb stands in the file of its page.

A verb is as small as a hand's gesture, but a Trajectory is drawn, or grows shorter, in one. Task
forces go by what the displays call them (``G1``, ``B4``), ships, leaders and Stealth forces by the
ids of their counters, hexes by their numbers, Port Boxes by their names.
"""

from __future__ import annotations

from . import completion, initiative, markers, passing, ports, signals, time_lapse, trajectory
from .completion import Complete as Complete
from .completion import Withdraw as Withdraw
from .initiative import CheckWeather as CheckWeather
from .initiative import Decline as Decline
from .initiative import Seize as Seize
from .initiative import Vie as Vie
from .markers import MarkContact as MarkContact
from .markers import MarkEvasive as MarkEvasive
from .markers import MarkIntel as MarkIntel
from .markers import Show as Show
from .markers import TakeOff as TakeOff
from .passing import AllPass as AllPass
from .passing import PassTurn as PassTurn
from .ports import EnterPort as EnterPort
from .ports import LeavePort as LeavePort
from .signals import Signal as Signal
from .time_lapse import RollTimeLapse as RollTimeLapse
from .time_lapse import TimeLapse as TimeLapse
from .trajectory import Plot as Plot

VERBS = (
    *ports.VERBS,
    *trajectory.VERBS,
    *markers.VERBS,
    *time_lapse.VERBS,
    *initiative.VERBS,
    *passing.VERBS,
    *completion.VERBS,
    *signals.VERBS,
)
"""Every verb of the game."""

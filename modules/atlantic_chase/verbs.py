"""What the players of Atlantic Chase can do: each verb stands in the file of its page.

A verb is as small as a hand's gesture, but a Trajectory is drawn, or grows shorter, in one. Task
forces go by what the displays call them (``G1``, ``B4``), ships, leaders and Stealth forces by the
ids of their counters, hexes by their numbers, Port Boxes by their names.
"""

from __future__ import annotations

from validator.rules.verbs import Verb

from . import (
    advanced,
    air_strike,
    attack,
    battle,
    completion,
    ending,
    engage,
    fire,
    initiative,
    interruption,
    leaders,
    maneuver,
    markers,
    naval_search,
    passing,
    ports,
    reorganize,
    results,
    signals,
    stealth,
    time_lapse,
    trajectory,
)
from .advanced import Pursue as Pursue
from .advanced import Snafu as Snafu
from .advanced import TakeAttitude as TakeAttitude
from .air_strike import AirStrike as AirStrike
from .attack import Coordinate as Coordinate
from .attack import Declared as Declared
from .attack import Evade as Evade
from .attack import RollAction as RollAction
from .attack import Support as Support
from .battle import EndBattle as EndBattle
from .battle import EndStep as EndStep
from .battle import Fight as Fight
from .battle import NextRound as NextRound
from .battle import ReturnShip as ReturnShip
from .battle import SetUp as SetUp
from .completion import Complete as Complete
from .completion import Withdraw as Withdraw
from .ending import EndAction as EndAction
from .ending import EndGame as EndGame
from .engage import Engage as Engage
from .fire import Fire as Fire
from .fire import SufferHits as SufferHits
from .fire import Torpedo as Torpedo
from .initiative import CheckWeather as CheckWeather
from .initiative import Decline as Decline
from .initiative import Seize as Seize
from .initiative import Vie as Vie
from .interruption import Interrupt as Interrupt
from .interruption import RollSlip as RollSlip
from .interruption import SlipByEvading as SlipByEvading
from .interruption import SlipBySignals as SlipBySignals
from .leaders import Disperse as Disperse
from .leaders import MoveLeader as MoveLeader
from .leaders import UseLeader as UseLeader
from .maneuver import BreakAway as BreakAway
from .maneuver import Cover as Cover
from .maneuver import EndSmoke as EndSmoke
from .maneuver import MakeSmoke as MakeSmoke
from .maneuver import Maneuver as Maneuver
from .maneuver import SlipAway as SlipAway
from .maneuver import WishToLeave as WishToLeave
from .markers import MarkContact as MarkContact
from .markers import MarkEvasive as MarkEvasive
from .markers import MarkIntel as MarkIntel
from .markers import Show as Show
from .markers import TakeOff as TakeOff
from .markers import TakeOver as TakeOver
from .naval_search import NavalSearch as NavalSearch
from .passing import AllPass as AllPass
from .passing import PassTurn as PassTurn
from .ports import EnterPort as EnterPort
from .ports import LeavePort as LeavePort
from .reorganize import Deploy as Deploy
from .reorganize import Merge as Merge
from .reorganize import Reinforce as Reinforce
from .reorganize import Split as Split
from .results import Cut as Cut
from .results import Damage as Damage
from .results import Hit as Hit
from .results import Locate as Locate
from .signals import Signal as Signal
from .stealth import Recon as Recon
from .stealth import StealthAttack as StealthAttack
from .time_lapse import RollTimeLapse as RollTimeLapse
from .time_lapse import TimeLapse as TimeLapse
from .trajectory import Plot as Plot

VERBS: tuple[type[Verb], ...] = (
    *ports.VERBS,
    *trajectory.VERBS,
    *markers.VERBS,
    *time_lapse.VERBS,
    *initiative.VERBS,
    *passing.VERBS,
    *completion.VERBS,
    *signals.VERBS,
    *attack.VERBS,
    *air_strike.VERBS,
    *engage.VERBS,
    *naval_search.VERBS,
    *stealth.VERBS,
    *interruption.VERBS,
    *results.VERBS,
    *battle.VERBS,
    *fire.VERBS,
    *maneuver.VERBS,
    *reorganize.VERBS,
    *leaders.VERBS,
    *ending.VERBS,
    *advanced.VERBS,
)
"""Every verb of the game."""

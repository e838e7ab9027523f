"""The state of a battle: the units, who is aboard, and what they have done this turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from typing import Any

from generator.light import dataclass
from validator.rules.states import Pending, StateOfPlay, Value, lasting

GERMAN = "German"
SOVIET = "Soviet"
OTHER = {GERMAN: SOVIET, SOVIET: GERMAN}

TURN = "turn"
"""The lifetime of fields that are reset every turn (`validator.rules.states.lasting`)."""

# Steps of the sequence of play, by the ids of game.yaml.
SHUFFLE = "cards"
CARD = "card"
ACTIVATION = "activations"

# What can be pending. ``Pending.piece`` is the unit it is about, ``points`` how many dice or hexes.
FIRST = "first"
"""A unit must roll for the first shot (`RollFirst`)."""
CASUALTY = "casualty"
"""A figure of a unit may fall (`Casualty`); ``to``: nothing."""
MATERIAL = "material"
"""A gun or vehicle may be destroyed (`MaterialHit`); ``to``: the quarter it is hit from."""
AIR = "air"
"""An aircraft may fall (`AirHit`)."""
MINES = "mines"
"""A unit must roll for the mines of a hex (`MineRoll`); ``to``: the hex."""
MELEE = "melee"
"""A unit must roll for a round of close combat (`Melee`); ``to``: the hex."""
WITHDRAW = "withdraw"
"""A unit must withdraw ``points`` hexes (`Withdraw`); ``to``: the hex of the winner."""
MORALE = "morale"
"""A unit must roll for its morale (`Morale`); ``to``: which roll."""

ORDER = (FIRST, CASUALTY, MATERIAL, AIR, MINES, MELEE, WITHDRAW, MORALE)
"""Pending things, in the order in which they are done."""

# The throws for morale, in their order (RF-11).
FIRST_DIE, SECOND_DIE = "first", "second"
RECHECKS = ("recheck_1", "recheck_2", "recheck_3")

# What a move leads over.
UPHILL, ROUGH, OFF_ROAD, MINED = "uphill", "rough", "off the road", "mined"

# What a unit did in its activation, in this order.
MOVED, FOUGHT = "moved", "fought"

# What hits do to guns and vehicles (RF-8.6 to RF-8.12) and to aircraft (RF-9).
NOTHING = "nothing"
DESTROYED, CREW_HIT, BOTH = "destroyed", "crew hit", "destroyed and crew hit"
DOWN, DRIVEN_OFF = "shot down", "driven off"

# Quarters from which one is hit (RF-8.3 to RF-8.5).
FRONT, SIDE, REAR, TOP, BELOW = "front", "side", "rear", "top", "underneath"


@dataclass(slots=True)
class Unit(Value):
    """A unit: a counter with the men, guns and vehicles that are left of it."""

    id: str
    at: str = ""
    """A hex; empty if it is not on the map."""
    inside: str = ""
    """The vehicle, aircraft or glider that carries it."""
    men: tuple[str, ...] = ()
    """The weapons of its living figures: ``smg``, ``rifle``, ``lmg``, ``inf_at``; for a gun
    ``crew``."""
    support: str = ""
    """Its support weapon, with the man who carries it."""
    vehicles: int = 0
    """Guns, vehicles or aircraft that still work."""
    charges: int = 0
    """Demolition charges left."""
    shots: int = 0
    """Shots of its flamethrower left."""
    dug_in: bool = False
    facing: str = ""
    limbered: bool = False
    gone: bool = False
    """Destroyed, collapsed or flown home."""
    held_by_wire: bool = False
    stage: str = ""
    """If its morale is broken: the roll that it makes next (`RECHECKS`)."""
    retreat: int = 0
    """The hexes that it withdraws at the start of its next activation."""
    broken: int = 0
    """The last turn in which it may only withdraw."""
    landed: int = 0
    """The turn in which it came down from the air."""

    helpless: int = 0
    """The turn in which a glider brought it down: it cannot defend itself."""

    # What aircraft do.
    straight: int = 0
    """Hexes flown since the last change of course."""
    passes: int = 0
    """Turns flown over the field."""
    loads: int = 0
    """Bomb loads left."""

    # What it did this turn.
    steps: int = lasting(TURN, 0)
    """Hexes moved."""
    led: bool = lasting(TURN, False)
    """A Commander was in its hex when it began to move."""
    way: frozenset[str] = lasting(TURN, frozenset())
    """The terrain of its moves (`UPHILL`, `ROUGH`, `OFF_ROAD`, `MINED`)."""
    acts: tuple[str, ...] = lasting(TURN, ())
    """`MOVED` and `FOUGHT`, in their order."""
    stays: bool = lasting(TURN, False)
    """Troops got in or out, or a gun is limbered: it does not move this turn."""
    worked: bool = lasting(TURN, False)
    """Its men worked at a task, or tried to blow a bridge."""
    spotted: str = lasting(TURN, "")
    """Of an observer: the hex on which he directed fire."""

    @property
    def on_foot(self) -> bool:
        """On the map by itself, not carried."""
        return bool(self.at) and not self.gone and not self.inside

    @property
    def figures(self) -> int:
        """The living men, including the one with the support weapon."""
        return len(self.men) + bool(self.support)


NO_UNIT = Unit("", gone=True)
"""Stands for a unit that is not in the game."""


@dataclass(slots=True)
class Combat(Value):
    """A combat: the firer, the target, and the order of fire."""

    firer: str
    hex: str
    """The hex that is shot at."""
    target: str
    """The unit that is engaged; empty if none is named (a shelled hex)."""
    spotter: str = ""
    """The unit that sees the target for guns that do not."""
    first: str = ""
    """The unit that may fire first; empty if not decided yet."""
    cause: str = ""
    """The case by which it fires first: dice, a dug-in unit, a reconnaissance unit."""
    thrown: tuple[tuple[str, int], ...] = ()
    """The rolls for the first shot, by unit."""
    fired: frozenset[tuple[str, str]] = frozenset()
    """Units and the arms they have fired in this exchange; `COMMANDER`: his die as well."""
    shooting: str = ""
    """The unit that fired last."""

    def __bool__(self) -> bool:
        return bool(self.firer)


NO_COMBAT = Combat("", "", "")


@dataclass(slots=True)
class State(StateOfPlay):
    """Everything the rules remember."""

    turn: int = 1
    step: str = SHUFFLE
    by_hand: bool = False
    """The log shows no dice: none are required, and losses only show by counters."""
    group: str = ""
    """The group whose card is face up."""
    suit: str = ""
    """The suit that came with it."""
    carded: frozenset[str] = frozenset()
    """Groups that have had their card this turn."""
    skipped: int = 0
    """Turns that the marker shows, but in which no card was turned."""
    units: dict[str, Unit] = field(default_factory=dict)
    combat: Combat = field(default_factory=lambda: NO_COMBAT)
    mines: frozenset[str] = frozenset()
    wire: frozenset[str] = frozenset()
    pontoons: frozenset[str] = frozenset()
    prepared: frozenset[str] = frozenset()
    """Bridges ready to be blown."""
    blown: frozenset[str] = frozenset()
    work: dict[tuple[str, str], int] = field(default_factory=dict)
    """By task and hex: the man-turns done so far."""
    tried: frozenset[str] = lasting(TURN, frozenset())
    """Bridges that somebody tried to blow this turn."""
    landings: tuple[str, ...] = lasting(TURN, ())
    """Hexes in which gliders landed this turn."""
    scored: dict[tuple[str, str], int] = field(default_factory=dict)
    """By hex and side: the hits of the current round of close combat."""
    again: frozenset[str] = frozenset()
    """Hexes in which a round of close combat was fought without a winner."""
    won: frozenset[str] = frozenset()
    """The units that won the last close combat of this activation."""

    def unit(self, unit_id: str) -> Unit:
        """A unit, or `NO_UNIT`."""
        return self.units.get(unit_id, NO_UNIT)

    def at(self, hex_id: str) -> Iterator[Unit]:
        """The units in a hex, without those that are carried."""
        return (one for one in self.units.values() if one.at == hex_id and one.on_foot)

    def aboard(self, carrier: str) -> Iterator[Unit]:
        """The units that another carries."""
        return (one for one in self.units.values() if one.inside == carrier and not one.gone)

    def owing(self, *more: Pending) -> State:
        """A copy in which more is pending; in a log by hand nothing is."""
        return self if self.by_hand else StateOfPlay.owing(self, *more)

    def owing_each(self, number: int, due: Pending) -> State:
        """A copy in which the same thing is owed this many times, to be done one by one."""
        return self.owing(*(replace(due) for _ in range(number)))

    def lost(self, unit_id: str) -> State:
        """A copy in which a unit, and all that it carries, is out of the battle."""
        new = self
        for one in (*self.aboard(unit_id), self.unit(unit_id)):
            new = new.change(one.id, gone=True, stage="", retreat=0).without(one.id)
        return new

    def with_unit(self, unit: Unit) -> State:
        """A copy with one unit replaced; an unknown one is ignored."""
        return self.with_entry("units", unit)

    def change(self, unit_id: str, **changes: Any) -> State:
        """A copy with these changes to a unit."""
        return self.with_unit(self.unit(unit_id).changed(**changes))

"""The state of a battle: where the units are, who is in them, what they have done this turn."""

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
"""What lasts for a turn (`validator.rules.states.lasting`)."""

# Steps of the sequence of play, by the ids of game.yaml.
SHUFFLE = "cards"
CARD = "card"
ACTIVATION = "activations"

# What can be pending. ``Pending.piece`` is the unit it is about, ``points`` how many dice or hexes.
FIRST = "first"
"""A unit throws for the first shot (`RollFirst`)."""
CASUALTY = "casualty"
"""A figure of a unit may fall (`Casualty`); ``to``: nothing."""
MATERIAL = "material"
"""A gun or vehicle may be destroyed (`MaterialHit`); ``to``: the quarter it is hit from."""
AIR = "air"
"""An aircraft may fall (`AirHit`)."""
MINES = "mines"
"""A unit throws for the mines of a hex (`MineRoll`); ``to``: the hex."""
MELEE = "melee"
"""A unit throws for a round of close combat (`Melee`); ``to``: the hex."""
WITHDRAW = "withdraw"
"""A unit goes back ``points`` hexes (`Withdraw`); ``to``: the hex of the winner."""
MORALE = "morale"
"""A unit throws for its morale (`Morale`); ``to``: which of the throws."""

ORDER = (FIRST, CASUALTY, MATERIAL, AIR, MINES, MELEE, WITHDRAW, MORALE)
"""What is owed, in the order in which it is done."""

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
    """A unit on the table: a counter with the men, guns and vehicles that are left of it."""

    id: str
    at: str = ""
    """A hex; empty: it is not on the map."""
    inside: str = ""
    """The vehicle, aircraft or glider that carries it."""
    men: tuple[str, ...] = ()
    """What its living figures carry: ``smg``, ``rifle``, ``lmg``, ``inf_at``; of a gun ``crew``."""
    support: str = ""
    """Its support weapon with the man who serves it."""
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
    """Its morale is broken: the throw that it makes next (`RECHECKS`)."""
    retreat: int = 0
    """Hexes that it goes back at the start of its next activation."""
    broken: int = 0
    """The last turn in which it does nothing but withdraw."""
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
    """What its moves led over (`UPHILL`, `ROUGH`, `OFF_ROAD`, `MINED`)."""
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
        """Living men, him with the support weapon included."""
        return len(self.men) + bool(self.support)


NO_UNIT = Unit("", gone=True)
"""What is known of a unit that is none of the game's."""


@dataclass(slots=True)
class Combat(Value):
    """A unit has engaged another: who shoots at whom, and in which order."""

    firer: str
    hex: str
    """The hex that is shot at."""
    target: str
    """The unit that is engaged; empty: none is named (a shelled hex)."""
    spotter: str = ""
    """Who sees the target for guns that do not."""
    first: str = ""
    """The unit that may fire first; empty: not decided yet."""
    cause: str = ""
    """The case by which it does: dice, a dug-in unit, a reconnaissance unit."""
    thrown: tuple[tuple[str, int], ...] = ()
    """Who threw what for the first shot."""
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
    """No dice are seen: nobody is asked for any, and who is lost is only seen to go."""
    group: str = ""
    """The group whose card lies open."""
    suit: str = ""
    """The suit that came with it."""
    carded: frozenset[str] = frozenset()
    """Groups that have had their card this turn."""
    units: dict[str, Unit] = field(default_factory=dict)
    combat: Combat = field(default_factory=lambda: NO_COMBAT)
    mines: frozenset[str] = frozenset()
    wire: frozenset[str] = frozenset()
    pontoons: frozenset[str] = frozenset()
    prepared: frozenset[str] = frozenset()
    """Bridges ready to be blown."""
    blown: frozenset[str] = frozenset()
    work: dict[tuple[str, str], int] = field(default_factory=dict)
    """By task and hex: man-turns done so far."""
    tried: frozenset[str] = lasting(TURN, frozenset())
    """Bridges that somebody tried to blow this turn."""
    landings: tuple[str, ...] = lasting(TURN, ())
    """Hexes in which gliders landed this turn."""
    scored: dict[tuple[str, str], int] = field(default_factory=dict)
    """By hex and side: hits of the round of close combat that is thrown for."""
    again: frozenset[str] = frozenset()
    """Hexes in which a round of close combat was fought and none has won."""
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
        """A copy in which more is pending; by hand nobody knows what is."""
        return self if self.by_hand else StateOfPlay.owing(self, *more)

    def owing_each(self, number: int, due: Pending) -> State:
        """A copy in which the same is owed so many times, to be done one by one."""
        return self.owing(*(replace(due) for _ in range(number)))

    def without(self, unit_id: str, what: str = "") -> State:
        """A copy in which nothing (of a kind) is owed for a unit."""
        left = (one for one in self.pending if one.piece != unit_id or (what and one.what != what))
        return self.changed(pending=tuple(left))

    def lost(self, unit_id: str) -> State:
        """A copy in which a unit is out of the battle, with all that it carries."""
        new = self
        for one in (*self.aboard(unit_id), self.unit(unit_id)):
            new = new.change(one.id, gone=True, stage="", retreat=0).without(one.id)
        return new

    def with_unit(self, unit: Unit) -> State:
        """A copy with one unit replaced; what is none of the game's is left out."""
        if unit.id not in self.units:
            return self
        return self.changed(units={**self.units, unit.id: unit})

    def change(self, unit_id: str, **changes: Any) -> State:
        """A copy in which a unit has changed."""
        return self.with_unit(self.unit(unit_id).changed(**changes))

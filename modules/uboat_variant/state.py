"""The state of a campaign: where the units are, what they have spent and suffered, what goes on.

What one side keeps secret, the role of the Barbarigo and what lies in a container, is there once
it is known to whoever the state is for (`HIDDEN`: it is fixed, and he does not know it).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any

from generator.light import dataclass
from validator.rules.states import Pending, StateOfPlay, Value, lasting

AXIS = "Axis"
ALLIED = "Allied"
OTHER = {AXIS: ALLIED, ALLIED: AXIS}
NOBODY = "Nobody"
"""Who wins a drawn game (UVX-V)."""
BARBARIGO = "BARBARIGO"
BV_222 = "BV-222"
Z_511 = "Z-511"

TURN = "turn"
"""What lasts for a turn (`validator.rules.states.lasting`)."""

BEFORE = "before"
"""In what a case rests on: what was thrown, fixed or spent in turns that the log does not hold."""

# The phases, by the ids of game.yaml, in their order.
EVENTS = "start_of_turn"
REPAIR = "repair_phase"
AIR = "air_movement"
NAVAL = "naval_movement"
SECOND = "second_movement"
RETURN = "air_return"
PHASES = (EVENTS, REPAIR, AIR, NAVAL, SECOND, RETURN)

# The steps of the first phase, in their order.
EVENT_STEP, ENTRY_STEP, BOMBERS_STEP, CONVOY_STEP = range(4)

SURFACED = "surfaced"
SUBMERGED = "submerged"

# Where units are that are in no area.
EUROPE = "Europe"
RESERVE = "Allied Reserve"
POOL = "Convoy Pool"
LOST = {AXIS: "Axis Losses", ALLIED: "Allied Losses"}
OFF_MAP = "Off-map Air"
ROLE_BOX = "Barbarigo's Role"
"""Where a role marker lies for all to see, face down until it is shown."""

CONVENTIONAL, FERRY = ROLES = ("conventional", "ferry")
HIDDEN = "hidden"
"""A role, or markers, that are fixed and not shown."""

# The grids, and what goes on there.
OSL, TSL = "osl", "tsl"
DEPLOYING, LISTENING, MOVING, CLOSED = "deploy", "huff_duff", "round", "closed"
SHORE = "shore"
"""The grids of a zone are played; ships may fire at the shore."""

# What can be pending. ``Pending.piece`` is the unit it is about.
CONTACT = "contact"
"""Opponents met in the zone ``piece``: their OSL is opened (`OpenContact`)."""
BOX = "box"
"""A unit shares its square of the OSL grid with opponents: it goes to the box ``to`` (`ToBox`)."""
GO_BACK = "go_back"
"""A grid is over: a unit goes back to the zone ``to`` (`GoBack`)."""
UNKNOWN = -1
"""A number T that nobody said, of a table that is not known."""
SECOND_DIE = "second"
"""A boat was hit: a second die (`SecondRoll`); ``points`` is the number T, ``to`` which table."""
RISE = "rise"
"""A boat must surface (`ChangeDepth`)."""
CHECK = "check"
"""A boat of Sunk factor 4 has 4 points (`Check`)."""
LOSS = "loss"
"""A unit leaves the game (`Remove`)."""
TONNAGE = "tonnage"
"""A ship was hit: its tonnage is thrown (`Tonnage`)."""
REPLY = "reply"
"""An aircraft that was attacked throws back at the one in ``to`` (`FightBack`)."""
FLIP = "flip"
"""An aircraft is turned to Flown (`Flip`)."""
REPAIRS = "repairs"
"""A damaged boat left the map (`ExitRepair`)."""
ROLE = "role"
"""The role of the Barbarigo is fixed (`FixRole`)."""
SHOW = "show"
"""Its role has come out, and is shown (`ShowRole`)."""
FILL = "fill"
"""Markers go into the container of attack ``piece`` (`FillContainer`)."""
STRIKE = "strike"
"""A marker is drawn for attack ``piece`` (`DrawMarker`)."""
BACK = "back"
"""A bomber comes back from the turn track (`TakeBack`)."""
TRACK = "track"
"""A flown bomber goes on the turn track (`OnTrack`)."""
HOME = "home"
"""An aircraft returns to a base (`ReturnHome`)."""
LATER = frozenset({FLIP, ROLE, SHOW, FILL, STRIKE, BACK, HOME, TRACK})
"""What need not be done before anything else, only before its phase ends."""

ASW, SURFACE = "asw", "surface"
"""Which table a second die is read by."""


@dataclass(slots=True)
class Unit(Value):
    """A boat, a warship or a convoy."""

    id: str
    at: str = ""
    """An area, or a box beside the map."""
    gone: bool = False
    """Out of the game."""
    depth: str = ""
    """Of a boat: `SURFACED`, `SUBMERGED`; empty: not declared."""
    detected: bool = False
    damage: int = 0
    hurt: bool = False
    """It was hit by a second die of which nobody said the points: it may have more than that."""
    fuel: int = 0
    torpedoes: int = 0
    cargo: int = 0
    """Of a Milch Cow: fuel to give away; of a convoy: ships left."""
    fast: bool = False
    goal: str = ""
    """Of a convoy: the area where its route ends."""
    entered: int = 0
    """The turn in which it entered; 0: from the start, or not yet."""
    due: int = 0
    """The turn in which a repaired boat may return."""
    square: str = ""
    """Its square of the grid that is played; empty: on none."""
    box: str = ""
    """The letter of its TSL box."""
    stack: str = lasting(TURN, "")
    """The convoy with which it sails this turn."""
    moved: bool = lasting(TURN, False)
    again: bool = lasting(TURN, False)
    """Moved in 5.6."""
    fuelled: int = lasting(TURN, 0)
    """Fuel taken from a Milch Cow this turn."""
    shelled: bool = lasting(TURN, False)
    """It has bombarded a shore."""


@dataclass(slots=True)
class Plane(Value):
    """An air unit."""

    id: str
    base: str = ""
    """Its airbase; `OFF_MAP` for a floatplane."""
    at: str = ""
    """The zone where it is; empty: at its base, or on the turn track."""
    cap: bool = False
    flown: bool = False
    gone: bool = False
    track: int = 0
    """The turn for which it lies on the turn track; 0: it does not."""
    support: str = lasting(TURN, "")
    """The boat that supports it."""
    fit: int = lasting(TURN, 0)
    """The damage of that boat when it was launched."""
    acted: str = lasting(TURN, "")
    """What it did this turn: the name of the verb."""
    searched: bool = lasting(TURN, False)
    """It has searched in 5.6."""


NO_UNIT = Unit("", gone=True)
NO_PLANE = Plane("", gone=True)


@dataclass(slots=True)
class Strike(Value):
    """A frogman attack."""

    port: str
    turn: int
    chooser: str
    """The side that chooses the markers; empty: all five (the Z-511)."""
    markers: tuple[str, ...] | None = ()
    """In the container; empty: not filled; ``None``: nobody has seen."""
    drawn: str = ""
    failed: bool = False
    """The boat was lost before."""


@dataclass(slots=True)
class Contact(Value):
    """The grids of a zone, while they are played."""

    zone: str
    level: str = OSL
    """`OSL`, `TSL`, or `SHORE` when both are over."""
    stage: str = DEPLOYING
    box: str = ""
    """The box that is played on the TSL grid."""
    boxes: tuple[str, ...] = ()
    """Letters of the boxes that wait."""
    round: int = 0
    thrown: tuple[tuple[str, int], ...] = ()
    """Sides that have thrown for the first mover, and their dice."""
    first: str = ""
    """Who moves first in this round; empty: it is not thrown for."""
    last: str = ""
    passed: frozenset[str] = frozenset()
    acted: frozenset[str] = frozenset()
    """Units that have moved, or searched instead, in this round."""
    active: str = ""
    """The unit that acted last."""
    looked: frozenset[str] = frozenset()
    """Units that have searched in this round."""
    fired: frozenset[str] = frozenset()
    """Units that have attacked since somebody moved."""
    heard: frozenset[str] = frozenset()
    """Aircraft that have used their Huff-Duff here."""
    found: frozenset[tuple[str, str]] = frozenset()
    """Aircraft and the boats they may attack."""

    def __bool__(self) -> bool:
        return bool(self.zone)


NO_CONTACT = Contact("", "")


@dataclass(slots=True)
class State(StateOfPlay):
    """Everything the rules remember."""

    step: str = EVENTS
    part: int = lasting(TURN, 0)
    """How far the first phase has come."""
    units: dict[str, Unit] = field(default_factory=dict)
    planes: dict[str, Plane] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    """Damage of ports and airbases."""
    event: bool = False
    """The random event has been thrown."""
    rolls: dict[str, int] = field(default_factory=dict)
    """What was thrown this turn for boats to enter."""
    never: frozenset[str] = frozenset()
    """Boats that threw a ten."""
    due_turn: int = 0
    """When the Barbarigo enters; 0: not thrown."""
    first_entry: int = 0
    """The turn in which the first North Atlantic boat entered."""
    role: str = ""
    """What the Barbarigo was fixed to be: one of `ROLES`, `HIDDEN`, or nothing."""
    shown: str = ""
    """The role that was shown."""
    strikes: dict[str, Strike] = field(default_factory=dict)
    """Frogman attacks: ``1``, ``2``, and ``Z-511``."""
    determined: bool = lasting(TURN, False)
    """A convoy was determined."""
    repaired: frozenset[str] = lasting(TURN, frozenset())
    """Places for which repair was thrown."""
    last: str = ""
    """Who acted last in a phase of alternation."""
    passed: frozenset[str] = frozenset()
    """Who has done with it."""
    met: frozenset[str] = lasting(TURN, frozenset())
    """Zones in which grids were opened this turn."""
    moving: str = lasting(TURN, "")
    """The unit that moved last on the map."""
    contact: Contact = field(default_factory=lambda: NO_CONTACT)
    hunted: frozenset[tuple[str, str]] = lasting(TURN, frozenset())
    """Aircraft and boats that they look for, in 5.3 and 5.6."""
    spotted: frozenset[tuple[str, str]] = lasting(TURN, frozenset())
    """Aircraft and boats that they have found and may attack."""
    tons: int = 0
    sunk: int = 0
    """Ships that were sunk or crippled."""

    def unit(self, unit_id: str) -> Unit:
        """A naval unit, or `NO_UNIT`."""
        return self.units.get(unit_id, NO_UNIT)

    def plane(self, plane_id: str) -> Plane:
        """An air unit, or `NO_PLANE`."""
        return self.planes.get(plane_id, NO_PLANE)

    def in_zone(self, zone: str) -> Iterator[Unit]:
        """The naval units in an area."""
        return (one for one in self.units.values() if one.at == zone and not one.gone)

    def stacked(self, unit_id: str) -> Iterator[Unit]:
        """A unit and those that sail with it."""
        return (
            one
            for one in self.units.values()
            if unit_id in (one.id, one.stack) and not one.gone and one.id
        )

    def change(self, unit_id: str, **changes: Any) -> State:
        """A copy in which a naval unit has changed; what is none of the game's is left out."""
        if unit_id not in self.units:
            return self
        return self.changed(units={**self.units, unit_id: self.units[unit_id].changed(**changes)})

    def fly(self, plane_id: str, **changes: Any) -> State:
        """A copy in which an air unit has changed."""
        if plane_id not in self.planes:
            return self
        return self.changed(
            planes={**self.planes, plane_id: self.planes[plane_id].changed(**changes)}
        )

    def here(self, **changes: Any) -> State:
        """A copy in which the grids that are played have changed."""
        return self.changed(contact=self.contact.changed(**changes)) if self.contact else self

    def without(self, piece: str, *whats: str) -> State:
        """A copy in which nothing (of some kinds) is owed for a piece."""
        left = (p for p in self.pending if p.piece != piece or (whats and p.what not in whats))
        return self.changed(pending=tuple(left))

    def owing_once(self, *more: Pending) -> State:
        """A copy in which more is owed, but nothing twice."""
        known = {(one.what, one.piece) for one in self.pending}
        return self.owing(*(one for one in more if (one.what, one.piece) not in known))

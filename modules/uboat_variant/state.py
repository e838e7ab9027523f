"""The state of a campaign: where the units are, what they have spent and suffered, and what is
going on.

A secret of one side (the role of the Barbarigo, the markers in a container) is in the state if its
reader knows it; `HIDDEN` means that it is chosen and the reader does not know it.
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
"""The winner of a drawn game (UVX-V)."""
BARBARIGO = "BARBARIGO"
BV_222 = "BV-222"
Z_511 = "Z-511"

TURN = "turn"
"""The lifetime of fields that are reset every turn (`validator.rules.states.lasting`)."""

BEFORE = "before"
"""In ``rests_on`` of a case: what was rolled, chosen or spent in turns that the log does not
contain."""

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

ANYBODY = "anybody"
"""The first mover of a round if nobody knows the dice."""

SURFACED = "surfaced"
SUBMERGED = "submerged"

# Where units are that are in no area.
EUROPE = "Europe"
RESERVE = "Allied Reserve"
POOL = "Convoy Pool"
LOST = {AXIS: "Axis Losses", ALLIED: "Allied Losses"}
OFF_MAP = "Off-map Air"
ROLE_BOX = "Barbarigo's Role"
"""The open box of a role marker, face down until it is shown."""

CONVENTIONAL, FERRY = ROLES = ("conventional", "ferry")
HIDDEN = "hidden"
"""A role, or markers, that are chosen and not shown."""

# The grids, and what goes on there.
OSL, TSL = "osl", "tsl"
DEPLOYING, LISTENING, MOVING, CLOSED = "deploy", "huff_duff", "round", "closed"
SHORE = "shore"
"""The grids of a zone are over; ships may fire at the shore."""

# What can be pending. ``Pending.piece`` is the unit it is about.
CONTACT = "contact"
"""Opponents met in the zone ``piece``: their OSL is opened (`OpenContact`)."""
BOX = "box"
"""A unit shares its square of the OSL grid with opponents: it goes to the box ``to`` (`ToBox`)."""
GO_BACK = "go_back"
"""A grid is over: a unit goes back to the zone ``to`` (`GoBack`)."""
UNKNOWN = -1
"""A number T that nobody declared, of an unknown table; or a turn that nobody noted."""
UNSEEN = 0
"""A die that nobody saw: it may have shown anything."""
SECOND_DIE = "second"
"""A boat was hit: a second die (`SecondRoll`); ``points`` is the number T, ``to`` which table."""
RISE = "rise"
"""A boat must surface (`ChangeDepth`)."""
CHECK = "check"
"""A boat of Sunk factor 4 has 4 points (`Check`)."""
LOSS = "loss"
"""A unit leaves the game (`Remove`)."""
TONNAGE = "tonnage"
"""A ship was hit: its tonnage is rolled (`Tonnage`)."""
REPLY = "reply"
"""An aircraft that was attacked rolls back at the one in ``to`` (`FightBack`)."""
FLIP = "flip"
"""An aircraft is turned to Flown (`Flip`)."""
REPAIRS = "repairs"
"""A damaged boat left the map (`ExitRepair`)."""
ROLE = "role"
"""The role of the Barbarigo must be chosen (`FixRole`)."""
SHOW = "show"
"""Its role is known, and must be shown (`ShowRole`)."""
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
"""Things that may wait until their phase ends."""

ASW, SURFACE = "asw", "surface"
"""The table for a second die."""


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
    """It was hit by a second die whose points nobody declared, or before the log begins: it may
    have more damage than shown, a convoy fewer ships."""
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
    """Its square of the grid that is being played; empty if none."""
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
    """The turn of its place on the turn track; 0 if it is not there."""
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
    """The grids of a zone while they are being played."""

    zone: str
    level: str = OSL
    """`OSL`, `TSL`, or `SHORE` when both are over."""
    stage: str = DEPLOYING
    box: str = ""
    """The box that is being played on the TSL grid."""
    boxes: tuple[str, ...] = ()
    """Letters of the boxes that wait."""
    round: int = 0
    thrown: tuple[tuple[str, int | None], ...] = ()
    """The sides that have rolled for the first move, and their dice."""
    first: str = ""
    """The side that moves first in this round; empty if it is not rolled yet."""
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
    """The random event has been rolled."""
    rolls: dict[str, int] = field(default_factory=dict)
    """The dice of this turn for boats to enter; `UNSEEN` if nobody saw it."""
    never: frozenset[str] = frozenset()
    """Boats that rolled a ten."""
    due_turn: int = 0
    """The turn in which the Barbarigo enters; 0 if not rolled, `UNKNOWN` if nobody saw the die."""
    first_entry: int = 0
    """The turn in which the first North Atlantic boat entered."""
    role: str = ""
    """The role of the Barbarigo: one of `ROLES`, `HIDDEN`, or empty."""
    shown: str = ""
    """The role that was shown."""
    strikes: dict[str, Strike] = field(default_factory=dict)
    """Frogman attacks: ``1``, ``2``, and ``Z-511``."""
    determined: bool = lasting(TURN, False)
    """A convoy was determined."""
    repaired: frozenset[str] = lasting(TURN, frozenset())
    """Places for which repair was rolled."""
    last: str = ""
    """The side that acted last in a phase in which the sides alternate."""
    passed: frozenset[str] = frozenset()
    """The sides that have finished the phase."""
    met: frozenset[str] = lasting(TURN, frozenset())
    """Zones in which grids were opened this turn."""
    moving: str = lasting(TURN, "")
    """The unit that moved last on the map."""
    contact: Contact = field(default_factory=lambda: NO_CONTACT)
    hunted: frozenset[tuple[str, str]] = lasting(TURN, frozenset())
    """Aircraft and the boats that they search for, in 5.3 and 5.6."""
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
        """A copy with these changes to a naval unit; unknown units are ignored."""
        return self.with_entry("units", self.unit(unit_id).changed(**changes))

    def fly(self, plane_id: str, **changes: Any) -> State:
        """A copy with these changes to an air unit; unknown units are ignored."""
        return self.with_entry("planes", self.plane(plane_id).changed(**changes))

    def hit(self, place: str, points: int = 1) -> State:
        """A copy in which a port or airbase has more damage, or less; it is 0 to 3."""
        damage = min(max(self.places.get(place, 0) + points, 0), 3)
        return self.changed(places={**self.places, place: damage})

    def here(self, **changes: Any) -> State:
        """A copy with these changes to the grids that are being played."""
        return self.changed(contact=self.contact.changed(**changes)) if self.contact else self

    def owing_once(self, *more: Pending) -> State:
        """A copy in which more is owed, but nothing twice."""
        known = {(one.what, one.piece) for one in self.pending}
        return self.owing(*(one for one in more if (one.what, one.piece) not in known))

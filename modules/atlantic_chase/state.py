"""The state of a game of Atlantic Chase.

Everything on the table is open (AC-5.7): the truth and what everybody knows are one state. Where
in its Trajectory a task force is nobody knows, not even its owner; the line is all there is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any

from generator.light import dataclass
from validator.rules.states import Pending, StateOfPlay, Value

GERMAN = "German"
BRITISH = "British"
OTHER = {GERMAN: BRITISH, BRITISH: GERMAN}

GOOD = "good"
BAD = "bad"

UBOX = "U-Boat Box"
OUT = "Out of Play"
ASIDE = "aside"
"""Where leaders lie who are attached to no ship."""

# Top steps of the sequence of play.
ACTION = "action"
BATTLE = "battle"

# Steps of a round of Battle, by the ids of game.yaml, and the set-up before them.
SET_UP = "set_up"
GUNNERY = "gunnery"
TORPEDOES = "torpedoes"
MANEUVER = "maneuver"
LEAVE = "leave"
ROUND = (GUNNERY, TORPEDOES, MANEUVER, LEAVE)
CLOSE = "Close"
ZONES = ("German Far", "German Near", CLOSE, "British Near", "British Far")
"""The zones of the Battle Board in their line (AC-56.2)."""

SMOKE = "smoke"
"""In doubt: who makes Smoke, and whom it covers."""

# What can be pending (`owing.OWED`). ``Pending.piece`` is the task force it is about, ``to`` the
# hex, ``points`` the die of a Time Lapse that was thrown, or how many Hits.
SLIP = "slip"
ROLL = "roll"
CUT = "cut"
LOCATE = "locate"
HIT = "hit"
DAMAGE = "damage"
FIGHT = "fight"
DEPLOY = "deploy"
LEADER = "leader"
HITS = "hits"
RETURN = "return"
INTEL = "intel"
CONTACT = "contact"
LOSE = "lose"
EVASIVE = "evasive"
LAPSE = "lapse"
ONE_LAPSE = "one_lapse"
MAY_LAPSE = "may_lapse"
SEIZE = "seize"
VIE = "vie"
WEATHER = "weather"
MARKER = "marker"
WITHDRAW = "withdraw"
SPEND = "spend"


@dataclass(slots=True)
class TaskForce(Value):
    """A task force: a Station in a hex or a Port Box, or a Trajectory."""

    id: str
    station: str = ""
    """A hex or a Port Box; empty: it is a Trajectory, or not in play."""
    line: tuple[str, ...] = ()
    """The hexes of its segments from one end to the other."""
    intel: frozenset[str] = frozenset()
    """The hexes in which its segments carry an Intel marker."""
    contact: frozenset[str] = frozenset()
    """The hexes in which its Station or segments carry a Contact marker."""
    evasive: bool = False
    """It has an Evasive Maneuvers marker."""
    port: str = ""
    """In a Port Box: the port by which it came in; empty: it began there."""

    @property
    def in_play(self) -> bool:
        return bool(self.station or self.line)

    @property
    def places(self) -> tuple[str, ...]:
        """Where its pieces are: its Station's hex or box, or the hexes of its Trajectory."""
        return self.line or ((self.station,) if self.station else ())

    def __len__(self) -> int:
        """Segments; a Station counts 0 (AC-17.4)."""
        return len(self.line)

    def __bool__(self) -> bool:
        return True


NO_FORCE = TaskForce("")
"""What is known of a task force that is not in the game."""


@dataclass(slots=True)
class Ship(Value):
    """A ship marker: the box it lies in, and what it has suffered."""

    id: str
    at: str
    """A task force, a reinforcement group, or `OUT`; in Battle still its task force."""
    hits: int = 0
    damaged: bool = False
    dispersed: bool = False
    """Of a Convoy: its other side is up."""
    began: frozenset[str] = frozenset()
    """The ports in which it was when the scenario began."""
    lost_with: str = ""
    """The task force with which it was lost."""
    fired_torpedoes: bool = False
    """It has a No Torpedo marker."""


NO_SHIP = Ship("", OUT)


Modifiers = tuple[tuple[tuple[str, ...], int], ...]
"""What is added to dice: the cases that say so, and how much."""


@dataclass(frozen=True, slots=True)
class Test:
    """The last roll for the Initiative: it changes hands at ``needs`` or more."""

    cases: tuple[str, ...]
    dice: int
    modifiers: Modifiers
    needs: int

    @property
    def total(self) -> int:
        return self.dice + sum(value for _, value in self.modifiers)

    @property
    def passed(self) -> bool:
        """Whether Initiative changed hands."""
        return self.total >= self.needs

    def turned_by(self) -> Iterator[str]:
        """The cases of the modifiers without which it would have gone the other way."""
        for cases, value in self.modifiers:
            if (self.total - value >= self.needs) != self.passed:
                yield from cases


@dataclass(frozen=True, slots=True)
class Page:
    """Where the page of an attack says what all four attacks share; its table."""

    table: str
    """``air_strike``, ``engage``, ``naval_search``, ``stealth_attack``."""
    roll: str
    interrupt: str
    lapse: str
    over: str
    """How the Initiative is tested afterwards."""
    convoy: str = ""
    """No Convoy in the Active TF, which is in the hex."""
    box: str = ""
    """No Active TF in a Port Box."""
    there: str = ""
    """The target is in the hex."""


@dataclass(slots=True)
class Attack(Value):
    """An Air Strike, Engage, Naval Search or Stealth Attack that was declared, and whom both
    players named for it."""

    page: Page
    force: str
    """The Active TF, or the airbase or Stealth force in its stead."""
    target: str
    hex: str
    named: dict[str, Named] = field(default_factory=dict)
    """By side: who coordinates and who gives Air Support."""
    evaded: bool = False
    """The target spent its Evasive Maneuvers."""
    alert: int = 0
    """What an Interruption takes off the dice."""
    checked: bool = False
    """The check for Interruption was made."""

    @property
    def kind(self) -> str:
        """The table it is rolled on."""
        return self.page.table

    def __bool__(self) -> bool:
        return bool(self.kind)


@dataclass(frozen=True, slots=True)
class Named:
    """Whom one player named in an attack; empty: nobody."""

    coordinator: str = ""
    support: str = ""
    launch: str = ""
    """The Launch Point of the Air Support."""


NOBODY = Named()


@dataclass(frozen=True, slots=True)
class Throw:
    """The last roll on the table of an action."""

    table: str
    case: str
    """The case that says so."""
    dice: int
    modifiers: Modifiers
    total: int
    """The Trajectory Total."""
    other_totals: tuple[tuple[tuple[str, ...], int], ...]
    """What it would be if a rule about it was forgotten, by the cases of that rule."""
    results: tuple[str, ...]
    printed: bool
    """Whether the rule book gives the cell of the table."""
    target: str = ""
    lapse: str = ""
    """The case that calls for the Time Lapses afterwards."""
    wrongly: Modifiers = ()
    """What may have been added by mistake, by the cases that forbid it."""
    cancelled: bool = False
    """An Interruption made an end of the action before it was rolled."""
    heard: tuple[str, ...] = ()
    """The task forces of which a Slip may make a Station: who acted and who coordinated."""

    @property
    def modified(self) -> int:
        return self.dice + sum(value for _, value in self.modifiers)


@dataclass(frozen=True, slots=True)
class Shot:
    """A gunnery or torpedo attack of this step."""

    ship: str
    target: str
    case: str
    """The case that says how many Hits it scores."""
    dice: int
    modifiers: Modifiers
    hits: int


@dataclass(slots=True)
class Battle(Value):
    """A Battle (pp. 55-62)."""

    hex: str
    force: str
    """The Active TF."""
    target: str
    result: str
    """The result that led to it."""
    ambush: bool
    """A Surprise by the faster task force: its ships fire first."""
    rounds: int
    """How many there are."""
    round: int = 0
    """0 while the ships are set up."""
    step: str = SET_UP
    zones: dict[str, str] = field(default_factory=dict)
    """Where the ships are on the Battle Board."""
    smoke: frozenset[str] = frozenset()
    """Ships that make Smoke."""
    covered: dict[str, str] = field(default_factory=dict)
    """Ships in the Smoke of others, and whose."""
    acted: tuple[str, ...] = ()
    """Ships that have fired or moved in this step."""
    shots: tuple[Shot, ...] = ()
    attitudes: dict[str, str] = field(default_factory=dict)
    """Of ships, with the Advanced Battle Rules."""
    leaving: frozenset[str] = frozenset()
    """Sides that wish to break away in this round."""
    tried: frozenset[str] = frozenset()
    """Sides whose attempt has failed in this round."""
    test: Test | None = None
    """The last roll to break away."""
    over: str = ""
    """The case by which it has ended; empty: it goes on."""

    def __bool__(self) -> bool:
        return bool(self.hex)


NO_ATTACK = Attack(Page("", "", "", "", ""), "", "", "")
NO_BATTLE = Battle("", "", "", "", False, 0, step="")
"""What is under way where nothing is."""


@dataclass(slots=True)
class State(StateOfPlay):
    """Everything the rules remember."""

    turn: int = 0
    """How often the Initiative marker has gone over, as the turn tracker counts it."""
    step: str = ACTION
    active: str = GERMAN
    marked: str = GERMAN
    """Who is Active by the Initiative marker."""
    weather: str = GOOD
    """What the weather marker shows."""
    tally: int = 0
    """The Initiative Failure Tally."""
    changes: int = 0
    """How often Initiative has changed hands."""
    attack: Attack = field(default_factory=lambda: NO_ATTACK)
    """The attack that was declared and is not rolled yet."""
    battle: Battle = field(default_factory=lambda: NO_BATTLE)
    shots: tuple[Shot, ...] = ()
    """The gunnery or torpedo attacks of which ships are suffering the Hits."""
    throw: Throw | None = None
    """The roll of the action that is being finished."""
    test: Test | None = None
    """The roll for the Initiative since the last action; ``None``: there was none."""
    passed: frozenset[str] = frozenset()
    """Task forces that became Stations by the pass with which the last turn ended."""
    forces: dict[str, TaskForce] = field(default_factory=dict)
    ships: dict[str, Ship] = field(default_factory=dict)
    stealth: dict[str, str] = field(default_factory=dict)
    """Where the Stealth forces are: a hex, `UBOX` or `OUT`."""
    leaders: dict[str, str] = field(default_factory=dict)
    """Where the leaders are: a ship, a Stealth force, `ASIDE` or `OUT`."""
    uses: dict[str, int] = field(default_factory=dict)
    """How often a leader's benefit has been used."""
    groups: dict[str, str] = field(default_factory=dict)
    """Reinforcement groups not yet in play, and the port each waits in."""
    points: dict[str, int] = field(default_factory=dict)
    """Victory points by side."""
    booked: dict[str, int] = field(default_factory=dict)
    """What the markers show of them."""
    by_hand: bool = False
    """Of a log that shows no dice and no words: what they may have brought is taken as it comes."""

    def owing(self, *more: Pending) -> State:
        """A copy in which more is pending; by hand only what every hand can show."""
        told = (one for one in more if not self.by_hand or one.what == INTEL)
        return self.changed(pending=(*self.pending, *told))

    @property
    def inactive(self) -> str:
        return OTHER[self.active]

    def force(self, force_id: str) -> TaskForce:
        """A task force, or `NO_FORCE`."""
        return self.forces.get(force_id, NO_FORCE)

    def ship(self, ship_id: str) -> Ship:
        """A ship, or `NO_SHIP`."""
        return self.ships.get(ship_id, NO_SHIP)

    def ships_of(self, force_id: str) -> Iterator[Ship]:
        """The ships of a task force."""
        return (one for one in self.ships.values() if one.at == force_id)

    def fought(self, **changes: Any) -> State:
        """A copy in which something has happened in the Battle."""
        return self.changed(battle=self.battle.changed(**changes))

    def with_force(self, force: TaskForce) -> State:
        """A copy with one task force replaced; what is none of the game's is left out."""
        if force.id not in self.forces:
            return self
        owed = tuple(one for one in self.pending if not _is_moot(one, force))
        if self.by_hand:  # markers are faces of the pieces: they go with them
            stays = bool(force.line) == bool(self.forces[force.id].line)
            contact = force.contact.intersection(force.places) if stays else frozenset()
            force = force.changed(intel=force.intel.intersection(force.line), contact=contact)
        return self.changed(forces={**self.forces, force.id: force}, pending=owed)

    def with_ship(self, ship: Ship) -> State:
        """A copy with one ship replaced; what is none of the game's is left out."""
        if ship.id not in self.ships:
            return self
        return self.changed(ships={**self.ships, ship.id: ship})


def _is_moot(due: Pending, force: TaskForce) -> bool:
    """Whether a marker is owed to a piece that is gone."""
    laid = due.what in (INTEL, CONTACT, LOSE) and due.piece == force.id
    return laid and due.to not in ("", *force.places)

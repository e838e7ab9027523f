"""The state of a game of Atlantic Chase. Everything on the table is open (AC-5.7), so the truth and
what everybody knows are one state. Where in its Trajectory a task force is, even its owner does not
know; there is only the line."""

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
"""The place of leaders who are with no ship."""

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
"""The zones of the Battle Board in their order (AC-56.2)."""

SMOKE = "smoke"
"""In doubt: which ships make Smoke, and which it covers."""

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
    """A hex or a Port Box; empty if it is a Trajectory, or not in play."""
    line: tuple[str, ...] = ()
    """The hexes of its segments from one end to the other."""
    intel: frozenset[str] = frozenset()
    """The hexes in which its segments carry an Intel marker."""
    contact: frozenset[str] = frozenset()
    """The hexes in which its Station or segments carry a Contact marker."""
    evasive: bool = False
    """It has an Evasive Maneuvers marker."""
    port: str = ""
    """In a Port Box: the port by which it entered; empty if it began there."""

    @property
    def in_play(self) -> bool:
        return bool(self.station or self.line)

    @property
    def places(self) -> tuple[str, ...]:
        """The places of its pieces: its Station's hex or box, or the hexes of its Trajectory."""
        return self.line or ((self.station,) if self.station else ())

    def __len__(self) -> int:
        """The number of its segments; 0 for a Station (AC-17.4)."""
        return len(self.line)

    def __bool__(self) -> bool:
        return True


NO_FORCE = TaskForce("")
"""Stands for a task force that is not in the game."""


@dataclass(slots=True)
class Ship(Value):
    """A ship marker: its box, and its damage."""

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
"""Modifiers of dice: the cases of each, and its value."""


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
        """The cases of the modifiers without which the result would have been the other one."""
        for cases, value in self.modifiers:
            if (self.total - value >= self.needs) != self.passed:
                yield from cases


@dataclass(frozen=True, slots=True)
class Page:
    """The cases on the page of an attack for rules that all four attacks share, and its table."""

    table: str
    """``air_strike``, ``engage``, ``naval_search``, ``stealth_attack``."""
    roll: str
    interrupt: str
    lapse: str
    over: str
    """The case about the test of the Initiative afterwards."""
    convoy: str = ""
    """The case that the Active TF has no Convoy and is in the hex."""
    box: str = ""
    """The case that no Active TF is in a Port Box."""
    there: str = ""
    """The case that the target is in the hex."""


@dataclass(slots=True)
class Attack(Value):
    """An Air Strike, Engage, Naval Search or Stealth Attack that was declared, with the forces that
    both players named for it."""

    page: Page
    force: str
    """The Active TF, or the airbase or Stealth force that acts instead."""
    target: str
    hex: str
    named: dict[str, Named] = field(default_factory=dict)
    """By side: the forces that coordinate and that give Air Support."""
    evaded: bool = False
    """The target spent its Evasive Maneuvers."""
    alert: int = 0
    """What an Interruption subtracts from the dice."""
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
    """The forces that one player named in an attack; empty if none."""

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
    """Its value if a rule about it was forgotten, by the cases of that rule."""
    results: tuple[str, ...]
    printed: bool
    """Whether the rule book has the cell of the table."""
    target: str = ""
    lapse: str = ""
    """The case that requires the Time Lapses afterwards."""
    wrongly: Modifiers = ()
    """Modifiers that may have been added by mistake, with the cases that forbid them."""
    cancelled: bool = False
    """An Interruption ended the action before its roll."""
    heard: tuple[str, ...] = ()
    """The task forces that a Slip may turn into a Station: the one that acted and those that
    coordinated."""

    @property
    def modified(self) -> int:
        return self.dice + sum(value for _, value in self.modifiers)


@dataclass(frozen=True, slots=True)
class Shot:
    """A gunnery or torpedo attack of this step."""

    ship: str
    target: str
    case: str
    """The case for the number of Hits that it scores."""
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
    """The number of rounds."""
    round: int = 0
    """0 while the ships are set up."""
    step: str = SET_UP
    zones: dict[str, str] = field(default_factory=dict)
    """Where the ships are on the Battle Board."""
    smoke: frozenset[str] = frozenset()
    """Ships that make Smoke."""
    covered: dict[str, str] = field(default_factory=dict)
    """By ship in the Smoke of another: the ship that makes it."""
    acted: tuple[str, ...] = ()
    """Ships that have fired in this step."""
    moved: tuple[str, ...] = ()
    """Ships that have moved in this round, in their order."""
    shots: tuple[Shot, ...] = ()
    attitudes: dict[str, str] = field(default_factory=dict)
    """Attitudes of ships, with the Advanced Battle Rules."""
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
"""Stands for a Battle when there is none."""


@dataclass(slots=True)
class State(StateOfPlay):
    """Everything the rules remember."""

    turn: int = 0
    """How often the Initiative marker has changed sides, as the turn tracker counts it."""
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
    """The gunnery or torpedo attacks whose Hits ships are suffering."""
    throw: Throw | None = None
    """The roll of the action that is being finished."""
    test: Test | None = None
    """The roll for the Initiative since the last action; ``None`` if there was none."""
    passed: frozenset[str] = frozenset()
    """Task forces that became Stations by the pass with which the last turn ended."""
    forces: dict[str, TaskForce] = field(default_factory=dict)
    ships: dict[str, Ship] = field(default_factory=dict)
    stealth: dict[str, str] = field(default_factory=dict)
    """The places of the Stealth forces: a hex, `UBOX` or `OUT`."""
    leaders: dict[str, str] = field(default_factory=dict)
    """The places of the leaders: a ship, a Stealth force, `ASIDE` or `OUT`."""
    uses: dict[str, int] = field(default_factory=dict)
    """How often a leader's benefit has been used."""
    groups: dict[str, str] = field(default_factory=dict)
    """Reinforcement groups not yet in play, and the port each waits in."""
    points: dict[str, int] = field(default_factory=dict)
    """Victory points by side."""
    booked: dict[str, int] = field(default_factory=dict)
    """The points that the markers show."""
    by_hand: bool = False
    """Whether the log shows neither dice nor declarations: any results of them are accepted."""

    def owing(self, *more: Pending) -> State:
        """A copy in which more is pending; in a log by hand only visible things."""
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
        """A copy with these changes to the Battle."""
        return self.changed(battle=self.battle.changed(**changes))

    def with_force(self, force: TaskForce) -> State:
        """A copy with one task force replaced; an unknown one is ignored."""
        if force.id not in self.forces:
            return self
        owed = tuple(one for one in self.pending if not _is_moot(one, force))
        if self.by_hand:  # markers are faces of the pieces: they go with them
            stays = bool(force.line) == bool(self.forces[force.id].line)
            contact = force.contact.intersection(force.places) if stays else frozenset()
            force = force.changed(intel=force.intel.intersection(force.line), contact=contact)
        return self.changed(forces={**self.forces, force.id: force}, pending=owed)

    def with_ship(self, ship: Ship) -> State:
        """A copy with one ship replaced; an unknown one is ignored."""
        return self.with_entry("ships", ship)


def _is_moot(due: Pending, force: TaskForce) -> bool:
    """Whether a marker is owed to a piece that is gone; a Station carries no Intel (AC-21.5)."""
    places = force.line if due.what == INTEL else force.places
    laid = due.what in (INTEL, CONTACT, LOSE) and due.piece == force.id
    return laid and due.to not in ("", *places)

"""The purposeful players: the captain of Atlantis and the Admiralty in London.

Neither looks at the other's secrets. The captain knows his own plots and marks, the Admiralty its
cargoes and cruisers. Both follow the visible play on a public state of their own, in which a cargo
ship may have any port that its moves so far allow, and a hunter may be in any hex that is possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from generator.light import dataclass
from validator.hidden.whereabouts import Whereabouts
from validator.rules.players import Player
from validator.rules.verbs import Verb

from . import state as st
from . import verbs as v
from .facts import hex_of, owed, sailing
from .hunting import level_now, mark_on, next_disguise
from .state import State
from .tables import FAR, Tables

HASTE = 0.85
"""The factor on a prize for each further activation until it is met."""
RISK = 1.5
"""What a possible meeting with a cruiser takes from the value of a hex: it seldom finds the raider,
but then ends the game."""
ALERT = 0.3
"""The danger of a cruiser one hex away, relative to one in the hex."""
QUIET = 0.2
"""The value of the busiest hex when no ship is near."""
WEARY = 0.25
"""The value of a level of morale in a quiet activation."""
RICH = 4.0
"""For a ship worth this many points, use the aeroplane or a disguise in the search."""
SPARED = 2
"""How many disguises are kept in case a cruiser finds the raider."""
SCENT = 0.7
"""The factor on the value of a hex where the raider may be, for every hex of distance."""
HUNT = 10.0
"""The value for a cruiser of being where the raider must be."""
PRECIOUS = 5.0
"""A ship worth this many points is escorted, rather than hunting the raider."""
SURE = 0.03
"""The least chance of success at which a cruiser shows itself by a search."""
SENSIBLE = 0.1
"""The value of required acts that need no thought."""

Way = tuple[tuple[str, int, int], ...]
"""The hexes of all shortest ways to a port: (hex, activations until a ship is there, hexes that
are as far), the nearest first."""


@lru_cache(maxsize=8192)
def way_ahead(tables: Tables, here: str, goal: str) -> Way:
    """The shortest ways from a hex to a port."""
    straight = tables.straight(here, goal)
    wide = Counter(straight.values())
    return tuple((there, far, wide[far]) for there, far in straight.items())


@lru_cache(maxsize=8)
def traffic(tables: Tables) -> Mapping[str, float]:
    """The traffic through each hex: the bonus of every pair of ports, along their ways."""
    found = dict.fromkeys(tables.neighbours, 0.0)
    for start in tables.ports.values():
        for end in tables.ports.values():
            bonus = abs(start.group - end.group) + 1
            for there, _, wide in way_ahead(tables, start.hex, end.hex):
                found[there] += bonus / wide
    most = max(found.values(), default=1.0) or 1.0
    return {there: worth / most for there, worth in found.items()}


@dataclass(frozen=True, slots=True)
class Prey:
    """A cargo ship as everybody knows it."""

    at: str
    points: float
    """Its average value in points, over the cargoes and ports that it may have."""
    ways: tuple[Way, ...]
    """The ways to the ports that it may be going to."""


class RaiderPlayer(Player):
    """Goes where the arrows lead, searches, rests before grey columns, avoids cruisers."""

    tables: Tables

    def seated(self) -> None:
        self._looked_at: State | None = None
        self._prey: dict[str, Prey] = {}
        self._danger: dict[str, float] = {}

    def worth(self, state: State, decision: Verb) -> float:
        match decision:
            case v.ChooseStart(hex=str(place)):
                far = self.tables.hexes_between(place, self.tables.entry)
                return 3 * traffic(self.tables)[place] - 2 / (1 + far)
            case v.PlotAtlantis(hex=str(place)):
                return self._plotted(state, place)
            case v.Rest():
                weary = self.tables.morale.index(level_now(self.tables, state))
                grey = self.tables.grey(state.column + 1)
                return self._berth(self._here(state)) + WEARY * (weary + grey)
            case v.UseUBoat(box=box):
                return self._supplied(state, box)
            case v.AtlantisSearch(acvm=name, modifier=modifier):
                return 1 + self._prize(name) + bool(modifier)
            case v.AtlantisCounter(modifier=modifier):
                return 1.0 + bool(modifier)
            case v.PlaceOnDisplay(piece=piece, box=box) if piece == st.DISGUISE:
                return self._laid_out(state, box)
            case v.ChangePoints(delta=points):
                return float(abs(points))
        return SENSIBLE

    @staticmethod
    def _here(state: State) -> str:
        return state.atlantis.place or ""

    def _plotted(self, state: State, place: str) -> float:
        """The value of a plot; a move in a grey column may be cancelled, and then Atlantis
        stays."""
        here = self._here(state)
        if place == here or not self.tables.grey(state.column + 1):
            return self._berth(place)
        weary = len(self.tables.morale) - 1 - self.tables.morale.index(state.morale)
        sure = 1 - 1 / (4 + 4 * weary)
        return sure * self._berth(place) + (1 - sure) * self._berth(here)

    def _look_round(self) -> None:
        """Work out what everybody knows of cargo ships and cruisers, once for each state."""
        seen: State = self.seen
        if seen is self._looked_at:
            return
        self._looked_at = seen
        self._prey = {one.id: self._seen_as(one) for one in sailing(self.tables, seen)}
        self._danger = {}
        for cruiser in seen.cruisers.values():
            hexes = {hex_of(seen, place) for place in cruiser.at}
            for place in hexes if cruiser.active is not False else ():
                share = RISK / len(hexes)
                self._danger[place] = self._danger.get(place, 0.0) + share
                for beside in self.tables.neighbours.get(place, ()):
                    self._danger[beside] = self._danger.get(beside, 0.0) + ALERT * share

    def _seen_as(self, voyage: st.Voyage) -> Prey:
        goals = (self.tables.ports[port].hex for port in sorted(voyage.destination))
        ways = tuple(way_ahead(self.tables, voyage.at, goal) for goal in goals)
        return Prey(voyage.at, self._points(voyage), ways)

    def _points(self, voyage: st.Voyage) -> float:
        ships = [self.tables.ships[ship] for ship in voyage.ship]
        if all(ship.ghost for ship in ships):
            return 0.0
        cargo = sum(0 if ship.ghost else ship.stars + ship.bonus for ship in ships) / len(ships)
        groups = [
            abs(self.tables.ports[one].group - self.tables.ports[other].group) + 1
            for one in voyage.origin
            for other in voyage.destination
        ]
        return cargo + sum(groups) / max(1, len(groups))

    def _berth(self, place: str) -> float:
        """The value of being in a hex: the prizes that can be met, less the danger."""
        self._look_round()
        near = self.tables.distance.get(place, {})
        best = max((one.points * _meeting(near, one) for one in self._prey.values()), default=0.0)
        quiet = QUIET * traffic(self.tables).get(place, 0.0)
        return best + quiet - self._danger.get(place, 0.0)

    def _prize(self, acvm: str) -> float:
        """The average value of a ship in points."""
        self._look_round()
        prey = self._prey.get(acvm)
        return 0.0 if prey is None else prey.points

    def _supplied(self, state: State, box: str) -> float:
        """The value of a U-boat: it is for a crew that must pass a check, or whose morale is at its
        lowest."""
        weary = self.tables.morale.index(level_now(self.tables, state))
        needed = weary >= 1 if owed(state, st.CHECK) else weary == len(self.tables.morale) - 1
        if not needed:
            return -1.0
        return 1.0 + (mark_on(state, box) != st.INTACT)

    def _laid_out(self, state: State, box: str) -> float:
        """The value of placing a counter: the aeroplane before a disguise, and disguises only if
        much is at stake."""
        plane = box == st.ATLANTIS_AIRCRAFT and st.AIRCRAFT not in state.planes_lost
        disguise = next_disguise(self.tables, state)
        of_use = plane or (disguise is not None and box == self.tables.box_of(disguise))
        if not of_use or state.committed.get(st.DISGUISE) == box:
            return -1.0
        if owed(state, st.ATLANTIS_COUNTER):
            return 3.0 + plane
        here = self._here(state)
        self._look_round()
        prizes = (prey.points for prey in self._prey.values() if prey.at == here)
        if max(prizes, default=0.0) < RICH:
            return -1.0
        fresh = sum(mark_on(state, one) == st.INTACT for one in self.tables.disguises)
        return 3.0 if plane else 2.0 if fresh > SPARED else -1.0


def _meeting(near: Mapping[str, int], prey: Prey) -> float:
    """How likely, and how soon, a ship is met; ``near`` gives the distance of hexes."""
    total = 0.0
    for way in prey.ways:
        for there, when, wide in way:
            if near.get(there, FAR) <= when:
                total += HASTE**when / wide**0.5
                break
    return total / max(1, len(prey.ways))


class Admiralty(Player):
    """Sails around the raider, and hunts it with the cruisers."""

    tables: Tables

    def seated(self) -> None:
        self._scented: Whereabouts | None = None
        self._scents: dict[str, float] = {}

    def worth(self, state: State, decision: Verb) -> float:
        match decision:
            case v.PlaceCruiser(escorts=convoy):
                return 1.0 + self._cargo(state, convoy) if convoy else 0.5 * self.rng.random()
            case v.MoveACVM(hex=place):
                return -HUNT * self._scent(place)
            case v.PlotCruiser(ca=name, hex=str(place)):
                return 0.3 + HUNT * self._scent(place) + self._cover(state, place)
            case v.JoinEscort(acvm=name):
                return self._escort(state, name)
            case v.LeaveEscort(ca=name):
                return self._leave(state, state.cruisers[name])
            case v.CruiserSearch(hex=place, modifier=modifier):
                chance = float(self.seen.atlantis.chance(place))
                return 20 * (chance - SURE) + 0.3 * bool(modifier)
            case v.React(modifier=modifier):
                return 3.0 + bool(modifier)
            case v.PlaceOnDisplay(piece=piece, box=box) if piece == st.WALRUS:
                return self._laid_out(state, box)
            case v.RollRecycle():
                return 1.0
            case v.ChangePoints(delta=points):
                return float(abs(points))
        return SENSIBLE

    def _scent(self, place: str) -> float:
        """How near a hex is to where the raider can be; 1 if it must be there."""
        possible: Whereabouts = self.seen.atlantis
        if possible is not self._scented:
            self._scented, self._scents = possible, {}
        if len(possible) > len(self.tables.neighbours) / 2:
            return 0.0  # it can be anywhere: there is nothing to go after
        if place not in self._scents:
            near = self.tables.distance.get(place, {})
            total = sum(SCENT ** near.get(there, FAR) for there in possible)
            self._scents[place] = total / max(1, len(possible))
        return self._scents[place]

    def _cover(self, state: State, place: str) -> float:
        """The value of a hex for a cruiser with nothing to hunt: it stays near the cargoes."""
        near = self.tables.distance.get(place, {})
        return sum(
            0.2 * self._cargo(state, one.id) * SCENT ** near.get(one.at, FAR)
            for one in sailing(self.tables, state)
        )

    def _cargo(self, state: State, acvm: str) -> float:
        """The points that the ship of a set would give the German; the Admiralty knows them."""
        voyage = state.voyages[acvm]
        ships = [self.tables.ships[ship] for ship in voyage.ship]
        if not ships or ships[0].ghost:
            return 0.0
        groups = [self.tables.ports[od].group for od in (*voyage.origin, *voyage.destination)]
        return ships[0].stars + ships[0].bonus + max(groups) - min(groups) + 1.0

    def _escort(self, state: State, acvm: str) -> float:
        """The value of escorting: only worth it for a rich ship with the raider near."""
        share = self._cargo(state, acvm) / PRECIOUS
        return HUNT * share * self._scent(state.voyages[acvm].at) - 1.0

    def _leave(self, state: State, cruiser: st.Cruiser) -> float:
        """The value of leaving a convoy: only if the raider shows itself elsewhere."""
        if len(self.seen.atlantis) > len(self.tables.neighbours) / 4:
            return -1.0
        place = hex_of(state, cruiser.at.place or "")
        return 0.5 - self._scent(place)

    def _laid_out(self, state: State, box: str) -> float:
        """The value of placing the Walrus: for a cruiser without its free face up, an escort that
        reacts."""
        if box == st.HELD or state.hunt is None or state.hunt.by != st.ATLANTIS:
            return -1.0
        escorts = any(one.at.place in state.voyages for one in state.cruisers.values())
        return 1.0 if escorts else -1.0


PLAYERS = {"purposeful": {st.GERMAN: RaiderPlayer, st.BRITISH: Admiralty}}
"""Styles of play of this game, and who plays each side; ``random`` is everybody's."""

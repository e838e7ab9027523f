"""A commander who wants to win: raiders and Convoys go home, and enemies in reach are attacked.

He values a position by the points that are booked, and by those that each task force will bring to
port, less for each Time Lapse until then. The value of an act is what it changes in the position;
that of an attack is the average over the cells of its table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush

from validator.rules.players import Player
from validator.rules.sequence import Due
from validator.rules.verbs import Verb

from . import state as st
from . import verbs as v
from .attack import intel_markers, modifiers, totals
from .completion import BOUND_FOR, brings
from .fire import gunnery_modifiers
from .forces import faster, forces_of, hexes, intel, side_up, speed, trigger
from .lines import Line, halves, runs
from .results import BATTLES, HITS, PACE, SKIRMISH
from .state import Attack, Ship, State, TaskForce
from .tables import CONVOY, Tables
from .trajectory import first_hexes
from .zones import fleet

PATIENCE = 0.8
"""The factor for each further Time Lapse on the points that a task force will bring."""
GIVEN_AWAY = 4
"""A hex that reveals a line counts as this many hexes more."""
FAR_AWAY = 99
HANDED_OVER = 0.25
"""The value of having the Initiative; most actions risk half of it."""
IDLE = -9.0
"""The value of acts that are done only if nothing else is possible."""
IN_REACH = 0.15
"""The value of crossing an enemy that carries points, for each of these."""
TWO_DICE = {total: (6 - abs(7 - total)) / 36 for total in range(2, 13)}


class Commander(Player):
    """Either side."""

    tables: Tables

    def seated(self) -> None:
        self._enemy = st.OTHER[self.side]
        self._goals = {
            side: tuple(
                hex_id
                for one in self.tables.ports.values()
                if one.name in ports
                for hex_id in one.hexes
            )
            for side, ports in BOUND_FOR.items()
        }
        self._home = {
            side: _ways(self.tables, side, one, _known(self.tables, side))
            for side, one in self._goals.items()
        }

    def choose(self, state: State, asked: Due, dues: Sequence[Due]) -> Verb | None:
        """Between two actions, compare everything that he may do at once."""
        if asked.step != "declare" or state.attack:
            return super().choose(state, asked, dues)
        verbs = tuple(verb for due in dues for verb in due.verbs if verb not in LEFT_ALONE)
        return self._best(state, replace(asked, verbs=verbs), float("-inf"))

    def answers(self, state: State, due: Due) -> Iterator[Verb]:
        """Yield the legal acts; but lines are drawn to their full length at once, and boats go
        where enemies may be."""
        others = tuple(verb for verb in due.verbs if verb not in (v.Plot, v.Recon))
        yield from super().answers(state, replace(due, verbs=others))
        thought: list[Verb] = [*self._plots(state)] if v.Plot in due.verbs else []
        if v.Recon in due.verbs:
            thought += self._scouting(state)
        yield from (one for one in thought if not self.rules.faults(state, one))

    # --- What a position is worth ----------------------------------------------------------

    def _position(self, state: State) -> float:
        return self._fortune(state, self.side) - self._fortune(state, self._enemy)

    def _fortune(self, state: State, side: str) -> float:
        """The points of a side that are booked, and those to come."""
        forces = forces_of(self.tables, state, side)
        return state.points.get(side, 0) + sum(self._prospect(state, one) for one in forces)

    def _prospect(self, state: State, force: TaskForce) -> float:
        """The points that a task force will bring to port."""
        t, side = self.tables, self.tables.forces[force.id]
        cargo = sum(brings(t, one, BOUND_FOR[side]) for one in state.ships_of(force.id))
        if not cargo:
            return 0.0
        ends = (force.line[0], force.line[-1]) if force.line else first_hexes(t, force)
        away = min(self._home[side].get(one, FAR_AWAY) for one in ends)
        number = max(1, len(force)) + (GIVEN_AWAY - 1) * len(intel(force)) + away - t.completion
        lapses = max(0, number) / t.lapse_good[speed(t, state, force.id)]
        return float(cargo * PATIENCE ** (lapses + (0.5 if away or intel(force) else 0.0)))

    def _lies_across(self, state: State, force: TaskForce) -> float:
        """The value of a task force being able to search or engage where it is."""
        places = set(hexes(self.tables, force))
        return IN_REACH * sum(
            self._prospect(state, one)
            for one in forces_of(self.tables, state, self._enemy)
            if not places.isdisjoint(hexes(self.tables, one))
        )

    # --- What an act is worth --------------------------------------------------------------

    def worth(self, state: State, decision: Verb) -> float:
        match decision:
            case v.Plot(force=name):
                gain = self._gain(state, decision) + self._crosses(state, decision)
                return gain if gain > HANDED_OVER / 2 else IDLE
            case v.Complete(force=name):
                return self._gain(state, v.Withdraw(name)) + HANDED_OVER
            case v.Signal() | v.SlipBySignals() | v.Cut() | v.Locate() | v.TimeLapse():
                return self._gain(state, decision) - HANDED_OVER / 2
            case v.PassTurn(force=name):
                return self._shortened(state, (name,)) - HANDED_OVER
            case v.AllPass():
                return self._shortened(state, state.forces) - HANDED_OVER
            case v.Declared():
                after = self.rules.apply(state, decision)
                return self._odds(after) - HANDED_OVER / 2
            case v.Coordinate() | v.Support() | v.Evade():
                return self._odds(self.rules.apply(state, decision)) - self._odds(state)
            case v.Recon(hex=here):
                return self._scouted(state, here) - HANDED_OVER / 2
            case v.UseLeader():
                return 3.0
            case v.Seize(spent=force) | v.Vie(spent=force):
                return 1.0 if force else 0.5
            case v.Decline(force=force):
                return 0.2 if force else 0.0
        return self._fought(state, decision)

    def _gain(self, state: State, decision: Verb) -> float:
        return self._position(self.rules.apply(state, decision)) - self._position(state)

    def _crosses(self, state: State, plot: v.Plot) -> float:
        after = self.rules.apply(state, plot).force(plot.force)
        return self._lies_across(state, after) - self._lies_across(state, state.force(plot.force))

    def _shortened(self, state: State, names: Sequence[str] | dict[str, TaskForce]) -> float:
        """The value of the Time Lapses of these lines."""
        worth = 0.0
        for force in map(state.force, names):
            if force.line and self.tables.forces[force.id] == self.side:
                pace = self.tables.lapse_good[speed(self.tables, state, force.id)]
                ends = force.line[pace:] or force.line[-1:], force.line[:-pace] or force.line[:1]
                left = (self._prospect(state, force.changed(line=one)) for one in ends)
                worth += max(0.0, max(left) - self._prospect(state, force))
        return worth

    def _scouted(self, state: State, here: str) -> float:
        """What Intel markers in a hex cost the enemy."""
        forces = [*forces_of(self.tables, state, self._enemy)]
        marked = (one for one in forces if here in one.line and here not in one.intel)
        return sum(
            self._prospect(state, one)
            - self._prospect(state, one.changed(intel=one.intel | {here}))
            for one in marked
        )

    # --- Lines and boats ---------------------------------------------------------------------

    def _plots(self, state: State) -> Iterator[v.Plot]:
        """Lines of his task forces: home, and across the enemy's."""
        t = self.tables
        preys = [one for one in forces_of(t, state, self._enemy) if self._prospect(state, one)]
        sought = [hex_id for one in preys for hex_id in hexes(t, one)]
        known = {one for one in t.near[self.side] if trigger(t, state, one, self.side)}
        for force in forces_of(t, state, self.side):
            carries = any(brings(t, one, BOUND_FOR[self.side]) for one in state.ships_of(force.id))
            wanted = self._goals[self.side] if carries else sought
            if not wanted or (carries and set(wanted) & set(force.line)):
                continue
            away = _ways(t, self.side, wanted, known)
            ends = (force.line, force.line[::-1]) if force.line else _starts(t, force)
            for line in ends:
                longer = _led(t, self.side, line, away)
                if len(longer) > len(force.line):
                    yield v.Plot(force.id, longer)

    def _scouting(self, state: State) -> Iterator[v.Recon]:
        lines = (one.line for one in forces_of(self.tables, state, self._enemy))
        places = sorted({hex_id for line in lines for hex_id in line})
        for boat, (_, side) in self.tables.stealth.items():
            if side == self.side:
                yield from (v.Recon(boat, one) for one in places)

    # --- Attacks ---------------------------------------------------------------------------

    def _odds(self, state: State) -> float:
        """The average value of the declared attack for this side."""
        attack = state.attack
        total, _ = totals(state, attack)
        added = sum(value for _, value in modifiers(self.tables, state, attack))
        mean = 0.0
        for dice, chance in TWO_DICE.items():
            results, _ = self.tables.cell(attack.kind, dice + added, total)
            mean += chance * sum(self._brings(state, attack, one) for one in results)
        mean *= 0.5 ** intel_markers(state, attack)
        return mean if state.active == self.side else -mean

    def _brings(self, state: State, attack: Attack, result: str) -> float:
        """The value of a result for the attacker."""
        t, target = self.tables, state.force(attack.target)
        if result in HITS or result == "DAMAGE":
            pace = PACE.get(HITS.get(result, ""), ())
            if pace and speed(t, state, target.id) not in pace:
                return 0.0
            preys = (self._prey(state, one) for one in state.ships_of(target.id))
            return max(preys, default=0.0) * (2 if result == "DAMAGE" else 1)
        fights = result in ("CLOSING_IN", SKIRMISH) and faster(t, state, attack.force, target.id)
        if fights or result in BATTLES:
            return max(0.0, self._battle(state, attack.force, target.id))
        found: list[Line] = []
        if result == "SIGHTED":
            found = [()]
        elif result == "SHADOW" and len(target) > t.shadow:
            found = [*runs(target.line, t.shadow, attack.hex)]
        elif result == "EARLY_OR_LATE" and attack.hex in target.line:
            found = [one for one in halves(target.line, attack.hex) if one]
        now = self._prospect(state, target)
        left = (target.changed(line=one, station="" if one else attack.hex) for one in found)
        return max((now - self._prospect(state, one) for one in left), default=0.1)

    def _prey(self, state: State, ship: Ship) -> float:
        """The value of a Hit on a ship."""
        kind = self.tables.ships[ship.id]
        if kind.kind == CONVOY:
            return float(self.tables.convoy_hit)
        bears = kind.front.defence * (1 if ship.damaged else 2) - ship.hits
        return self.tables.sunk_points.get(kind.kind, 1) / max(1, bears)

    def _battle(self, state: State, force: str, target: str) -> float:
        """The value of a Battle with a task force for another."""
        own, other = self._power(state, force), self._power(state, target)
        won = sum(self._prey(state, one) for one in state.ships_of(target))
        lost = sum(self._prey(state, one) for one in state.ships_of(force))
        return (2 * own * won - 2 * other * lost) / (own + other + 1)

    def _power(self, state: State, force: str) -> float:
        return sum(_power(self.tables, one) for one in state.ships_of(force))

    # --- Battle ----------------------------------------------------------------------------

    def _fought(self, state: State, decision: Verb) -> float:
        t, battle = self.tables, state.battle
        match decision:
            case v.Fire(target=name) | v.Torpedo(target=name):
                return 0.1 + self._prey(state, state.ship(name)) * _hits(t, state, decision)
            case v.Hit(ship=name) | v.Damage(ship=name):
                return self._prey(state, state.ship(name))
            case v.Fight(wanted=wanted) if state.throw is not None:
                due = next(one for one in state.pending if one.what == st.FIGHT)
                return wanted * self._battle(state, due.piece, state.throw.target)
            case v.Maneuver(ship=name, zone=zone):
                order = st.ZONES if self.side == st.GERMAN else st.ZONES[::-1]
                nearer = order.index(zone) > order.index(battle.zones[name])
                return 0.5 if nearer is self._stronger(state) else IDLE
            case v.WishToLeave() | v.MakeSmoke() | v.SlipAway():
                return IDLE if self._stronger(state) else 0.5
            case v.EndSmoke() | v.Cover() | v.Pursue() | v.TakeAttitude() | v.Snafu():
                return IDLE
        return 0.1

    def _stronger(self, state: State) -> bool:
        t, battle = self.tables, state.battle
        power = {
            side: sum(_power(t, state.ship(one)) for one in fleet(t, battle, side))
            for side in st.OTHER
        }
        return power[self.side] >= power[self._enemy]


LEFT_ALONE = (v.Split, v.Merge, v.EnterPort, v.LeavePort, v.Disperse)
"""Acts that he does not use between two actions."""


def _power(t: Tables, ship: Ship) -> float:
    side = side_up(t, ship)
    return 0.0 if side.near is None else max(0.5, (side.near + 2) * (side.defence or 1))


def _hits(t: Tables, state: State, fire: v.Fire | v.Torpedo) -> float:
    """The average Hits of a shot."""
    if isinstance(fire, v.Torpedo):
        needs = t.torpedo_needs
        return t.torpedo_hits * sum(one for total, one in TWO_DICE.items() if total >= needs)
    added = sum(value for _, value in gunnery_modifiers(t, state, fire))
    return sum(chance * t.gun_hits(total + added) for total, chance in TWO_DICE.items())


def _starts(t: Tables, force: TaskForce) -> Iterator[Line]:
    return ((one,) for one in first_hexes(t, force))


def _known(t: Tables, side: str) -> set[str]:
    """The hexes that always reveal lines of a side."""
    enemy = st.OTHER[side]
    return {one for one in t.near[side] if t.ports_of(one, enemy) or t.bases_of(one, enemy)}


def _ways(t: Tables, side: str, wanted: Iterable[str], known: set[str]) -> dict[str, int]:
    """The distance of each hex from the nearest wanted one, around hexes that reveal lines."""
    away: dict[str, int] = {}
    heap = [(0, one) for one in wanted]
    while heap:
        far, here = heappop(heap)
        if here not in away:
            away[here] = far
            for there in t.near[side].get(here, ()):
                heappush(heap, (far + (GIVEN_AWAY if here in known else 1), there))
    return away


def _led(t: Tables, side: str, line: Line, away: dict[str, int]) -> Line:
    """A line lengthened after its last hex towards a wanted one, as far as the sticks allow."""
    while away.get(line[-1], 0) and len(line) < t.segments:
        free = [one for one in t.near[side].get(line[-1], ()) if one not in line and one in away]
        there = min(free, key=lambda one: (away[one], one), default="")
        if not there or away[there] >= away[line[-1]]:
            break
        line = (*line, there)
    return line


PLAYERS = {"purposeful": {st.GERMAN: Commander, st.BRITISH: Commander}}

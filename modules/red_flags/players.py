"""A commander who wants to win: the Red Army attacks the bridge and the village, the Wehrmacht
holds them.

A unit that sees an enemy fires at him first; one that may win hand to hand attacks. Neither side
lays mines or wire, nor blows the bridge; sappers build a pontoon if it is gone, and units held by
wire clear it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from validator.rules.players import Player
from validator.rules.sequence import Due
from validator.rules.verbs import Verb

from . import state as st
from . import verbs as v
from .air import courses, fan, flights
from .arms import dice_of, hit_on, spotters, target_class, usable
from .effects import adds_for, outcome_of
from .encounter import dice_in, fighters
from .flow import ACTS
from .land import enemies_in, friends_in, hex_of, in_cover, is_open_water, quarter, sees
from .movement import ways_of
from .state import GERMAN, OTHER, SOVIET, State, Unit
from .tables import AIRCRAFT, PERSONNEL, Tables
from .tasks import PONTOON, REMOVE_WIRE

FAR = 99
LATE = 9
"""From this turn on the bridge is guarded, and risky attacks are made."""
TANK, GUN, MAN = 6.0, 4.0, 1.0
"""The value of destroying one."""
NEAR_VILLAGE = 1.5
"""The factor on the value of enemies near the bridge."""
TRIED = 6
"""The number of paths that are tried, the best first, until one is legal."""


class Commander(Player):
    """Either side."""

    tables: Tables

    def seated(self) -> None:
        self._enemy = OTHER[self.side]

    def choose(self, state: State, asked: Due, dues: Sequence[Due]) -> Verb | None:
        """The acts of a group are compared at once; pending things by themselves."""
        if asked.mandatory or asked.verbs[0] not in ACTS:
            return super()._best(state, asked, float("-inf"))
        return self._act(state) if asked.verbs[0] is ACTS[0] else None

    def worth(self, state: State, decision: Verb) -> float:
        match decision:
            case v.HoldFire():
                return -1.0
            case v.Fire(unit=name, arms=arms):
                return float(dice_of(self.tables, state, state.unit(name), arms))
            case v.Casualty(arm=arm):
                return {"rifle": 3.0, "smg": 2.0, "rider": 2.0}.get(arm, 1.0)
            case v.Withdraw(path=path):
                return float(bool(path))
            case v.Fly(unit=name, path=path):
                return self._flown(state, state.unit(name), path, decision.facing)
        return 0.0

    # --- What the units of a group do ------------------------------------------------------

    def _act(self, state: State) -> Verb | None:
        t = self.tables
        if t.sides.get(state.group) != self.side:
            return None
        for name in t.groups[state.group]:
            unit = state.unit(name)
            if unit.gone or unit.stage or unit.broken >= state.turn or unit.worked:
                continue
            plan = next(self._plans(state, unit), None)
            if plan is not None:
                return plan
        return None

    def _legal(self, state: State, verbs: Iterable[Verb]) -> Iterator[Verb]:
        return (one for one in verbs if not self.rules.faults(state, one))

    def _plans(self, state: State, unit: Unit) -> Iterator[Verb]:
        """Yield what a unit may do next, the best first."""
        t = self.tables
        if t.units[unit.id].target == AIRCRAFT:
            yield from self._in_the_air(state, unit)
            return
        if unit.inside:
            yield from self._legal(state, self._aboard(state, unit))
            return
        if not unit.at:
            return
        fought = st.FOUGHT in unit.acts
        if not fought:
            yield from self._legal(state, self._shots(state, unit))
        if st.MOVED not in unit.acts or (fought and unit.acts[0] == st.FOUGHT):
            yield from self._legal(state, self._work(state, unit))
            if not unit.steps:
                yield from self._legal(state, self._moves(state, unit))

    def _shots(self, state: State, unit: Unit) -> Iterator[Verb]:
        """Yield the possible engagements of a unit, the most valuable first."""
        t = self.tables
        found = []
        for foe in state.units.values():
            if not foe.on_foot or t.side_of(foe.id) != self._enemy:
                continue
            worth = self._harm(state, unit, foe)
            if worth > 0:
                found.append((worth, foe))
        for _, foe in sorted(found, key=lambda one: -one[0])[:TRIED]:
            spotter = ""
            if not sees(t, state, unit, foe.at):
                spotter = next(spotters(t, state, unit.id, foe.at), "")
                if not spotter:
                    continue
            yield v.Engage(unit.id, foe.at, foe.id, spotter)

    def _harm(self, state: State, unit: Unit, foe: Unit) -> float:
        """The expected value of its fire at another unit."""
        t = self.tables
        arms = tuple(usable(t, state, unit, foe.id, foe.at))
        dice = dice_of(t, state, unit, arms)
        hits = dice * (7 - hit_on(t, unit)) / 6
        if not hits or t.units[foe.id].target == AIRCRAFT:
            return hits
        if target_class(t, state, foe.id) == PERSONNEL:
            needs = t.survive_cover if in_cover(t, foe, foe.at) else t.survive_open
            worth = MAN * (needs - 1 - t.quality_adds(foe.id)) / 6
        else:
            adds = adds_for(t, foe.id, quarter(t, foe, unit.at))
            totals = (one + other + adds for one in range(1, 7) for other in range(1, 7))
            down = sum(outcome_of(t, foe.id, one) in (st.DESTROYED, st.BOTH) for one in totals)
            worth = (TANK if t.is_afv(foe.id) else GUN) * down / 36
        near = NEAR_VILLAGE if t.distance(foe.at, t.bridge) <= 2 else 1.0
        return hits * worth * near

    def _work(self, state: State, unit: Unit) -> Iterator[Verb]:
        """Work at wire that holds the unit, and at a bridge that is gone."""
        t = self.tables
        if unit.acts:
            return
        if unit.held_by_wire:
            yield v.Work(unit.id, REMOVE_WIRE, unit.at, unit.figures)
        if self.side == SOVIET and t.bridge in state.blown and t.bridge not in state.pontoons:
            yield v.Work(unit.id, PONTOON, t.bridge, unit.figures)

    def _aboard(self, state: State, unit: Unit) -> Iterator[Verb]:
        """Let carried units get out near the enemy."""
        carrier = state.unit(unit.inside)
        if t_is_near(self.tables, hex_of(state, unit), self._goals(state), 3) and carrier.at:
            yield v.Debus(unit.id)

    def _moves(self, state: State, unit: Unit) -> Iterator[Verb]:
        """Moves nearer to the goals, or into close combat; then turns towards the enemy."""
        t = self.tables
        far = self._away(state, unit)
        here = far.get(unit.at, FAR)
        kind = t.units[unit.id].kind
        if unit.dug_in or kind in ("observer", "artillery") or unit.limbered:
            return
        rows = []
        for path in ways_of(t, state, unit):
            if not path:
                continue
            gain = float(here - far.get(path[-1], FAR)) + self._hand_to_hand(state, unit, path[-1])
            if gain > 0:
                rows.append((gain, path))
        for _, path in sorted(rows, key=lambda one: -one[0])[:TRIED]:
            yield v.Move(unit.id, path, self._towards(unit, path[-1]))

    def _hand_to_hand(self, state: State, unit: Unit, hex_id: str) -> float:
        """The value of close combat in a hex."""
        t = self.tables
        if not enemies_in(t, state, hex_id, self.side):
            return 0.0
        ours = dice_in(t, state, unit) + sum(
            dice_in(t, state, one) for one in fighters(t, state, hex_id, self.side)
        )
        theirs = sum(dice_in(t, state, one) for one in fighters(t, state, hex_id, self._enemy))
        bold = 0.6 if state.turn >= LATE else 1.0
        return 3.0 if ours and ours >= theirs * bold else -FAR

    def _towards(self, unit: Unit, hex_id: str) -> str:
        """The facing there: towards the enemy's side."""
        if not self.tables.has_facing(unit.id):
            return ""
        return "SE" if self.side == SOVIET else "NW"

    # --- Where they go ---------------------------------------------------------------------

    def _goals(self, state: State) -> tuple[str, ...]:
        t = self.tables
        return (t.goal,) if t.goal else (*t.village, t.bridge)

    def _away(self, state: State, unit: Unit) -> Mapping[str, int]:
        """By hex: the distance to where this unit is wanted."""
        t = self.tables
        wanted = [
            one
            for one in self._goals(state)
            if one != t.bridge
            if not any(other.id != unit.id for other in friends_in(t, state, one, self.side))
        ]
        if self.side == GERMAN:
            lost = [one for one in self._goals(state) if enemies_in(t, state, one, GERMAN)]
            wanted = lost or ([] if unit.at in self._goals(state) else wanted)
        guard = self._guard(state)
        if (
            self.side == SOVIET
            and not t.goal
            and (unit.id == guard or (not wanted and guard is None))
        ):
            wanted = [t.bridge]
        return self._ways(state, tuple(wanted), t.is_afv(unit.id)) if wanted else {}

    def _guard(self, state: State) -> str | None:
        """The unit that guards the bridge near the end of the battle."""
        t = self.tables
        if state.turn < LATE or t.goal:
            return None
        ours = [
            one
            for one in state.units.values()
            if one.on_foot and not one.stage and t.side_of(one.id) == self.side
            if t.is_ground(one) and t.units[one.id].kind not in ("artillery", "observer")
        ]
        return min(ours, key=lambda one: t.distance(one.at, t.bridge)).id if ours else None

    def _ways(self, state: State, goals: tuple[str, ...], afv: bool) -> Mapping[str, int]:
        """By hex: the distance to the nearest goal; mines and wire count as more."""
        key = goals, afv, state.mines, state.wire, state.blown, state.pontoons
        if key not in self._known:
            self._known[key] = self._distances(state, goals, afv)
        return self._known[key]

    @cached_property
    def _known(self) -> dict[object, Mapping[str, int]]:
        return {}

    def _distances(self, state: State, goals: Iterable[str], afv: bool) -> Mapping[str, int]:
        t = self.tables
        found = dict.fromkeys(goals, 0)
        ring = [*found]
        while ring:
            wider = []
            for here in ring:
                toll = 1 + 4 * (here in state.mines) + 2 * (here in state.wire and not afv)
                for there in t.near[here]:
                    nearer = found.get(there, FAR) > found[here] + toll
                    if nearer and not is_open_water(t, state, there):
                        found[there] = found[here] + toll
                        wider.append(there)
            ring = wider
        return found

    # --- In the air ------------------------------------------------------------------------

    def _in_the_air(self, state: State, unit: Unit) -> Iterator[Verb]:
        """An aircraft attacks from where it is, or flies to where it can."""
        t = self.tables
        if unit.at:
            for rider in state.aboard(unit.id):
                if not unit.steps and any(
                    t_is_near(t, fan(t, unit.at, unit.facing, one), self._goals(state), 2)
                    for one in range(1, 7)
                ):
                    yield from self.rules.answers(state, _due(v.Drop, rider.id))
            if st.FOUGHT not in unit.acts and self._under(state, unit, unit.at, unit.facing) > 0:
                for kind in (v.Bomb, v.Strafe):
                    yield from self.rules.answers(state, _due(kind, unit.id))
        if not unit.steps:
            rows = sorted(
                (
                    (self._flown(state, unit, path, facing), path, facing)
                    for path, facing in self._courses(unit)
                ),
                key=lambda one: -one[0],
            )
            best = (v.Fly(unit.id, path, way) for worth, path, way in rows[:TRIED] if worth > 0)
            yield from self._legal(state, best)

    def _courses(self, unit: Unit) -> Iterator[tuple[tuple[str, ...], str]]:
        """The ends of its flights, facing as it flew."""
        t = self.tables
        for path in flights(t, unit):
            if path:
                flown = courses(t, unit.at or path[0], path if unit.at else path[1:])
                yield path, (flown[-1] if flown else t.inwards[self.side])

    def _flown(self, state: State, unit: Unit, path: tuple[str, ...], facing: str) -> float:
        if not path:
            return -1.0
        near = min(self.tables.distance(path[-1], one) for one in self._goals(state))
        return self._under(state, unit, path[-1], facing) + 0.5 - near / 20

    def _under(self, state: State, unit: Unit, at: str, facing: str) -> float:
        """The value of what its bombs or guns would hit from a hex."""
        t = self.tables
        row = t.units[unit.id].row
        if row == "fighter":
            numbers: Iterable[int] = (t.strafe_hex,)
        elif unit.loads:
            numbers = (t.dive_hex,) if row in t.dives else range(1, 7)
        else:
            return 0.0
        hexes = [fan(t, at, facing, one) for one in numbers]
        worth = 0.0
        for one in hexes:
            theirs = len(enemies_in(t, state, one, self.side)) if one else 0
            ours = len(friends_in(t, state, one, self.side)) if one else 0
            worth += theirs - 2 * ours
        return worth / len(hexes)


def t_is_near(t: Tables, hex_id: str, goals: Iterable[str], far: int) -> bool:
    """Whether a hex is at most this far from one of the goals."""
    return any(t.distance(hex_id, one) <= far for one in goals)


def _due(kind: type[Verb], unit: str) -> Due:
    """A unit does something of a kind."""
    return Due(None, (kind,), False, "", "", unit, "unit")


PLAYERS = {"purposeful": {SOVIET: Commander, GERMAN: Commander}}

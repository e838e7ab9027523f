"""Candidate values for the verbs' fields, from which the cases remove the illegal ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from validator.rules.cases import Choices, always, every
from validator.rules.dice import Dice
from validator.rules.verbs import field_names

from . import state as st
from . import verbs as v
from .book import book, offer
from .combat import is_out, ships_left
from .floatplanes import factor_of
from .grids import may_act
from .naval import fuel_to_take, spent_for, unit_of
from .state import ALLIED, AXIS, BARBARIGO, State
from .tables import FLOATPLANE, Tables

yes_or_no = always(True, False)
numbers = always(*range(11))
sides = always(ALLIED, AXIS)


def _those(holds: Callable[[Tables, State, st.Unit], Any]) -> Choices:
    """The naval units for which a test is true."""
    return lambda t, state, made: [u.id for u in state.units.values() if holds(t, state, u)]


def _at_sea(t: Tables, state: State, unit: st.Unit) -> bool:
    return unit.at in t.neighbours and not unit.gone


def _in_zone(name: str) -> Choices:
    """Boats in the zone that a field of the verb names."""
    return lambda t, state, made: [
        one.id for one in state.in_zone(getattr(made, name)) if t.is_boat(one.id)
    ]


def _in_square(of: str) -> Choices:
    """Opponents in the square of the unit in a field of the verb."""

    def found(t: Tables, state: State, made: Any) -> Iterable[str]:
        one = state.unit(getattr(made, of))
        side = t.side_of(one.id)
        here = [other for other in state.units.values() if one.square == other.square != ""]
        return [other.id for other in here if t.side_of(other.id) != side]

    return found


def _by_plane(pairs: Callable[[State], frozenset[tuple[str, str]]]) -> tuple[Choices, Choices]:
    """The aircraft of some pairs, and their boats."""
    return (
        lambda t, state, made: dict.fromkeys(plane for plane, _ in sorted(pairs(state))),
        lambda t, state, made: [
            boat for plane, boat in sorted(pairs(state)) if plane == made.plane
        ],
    )


def _spotted(state: State) -> frozenset[tuple[str, str]]:
    return state.contact.found if state.contact else state.spotted


def _hunted(state: State) -> frozenset[tuple[str, str]]:
    if state.step == st.AIR:
        return state.hunted
    free = (one for one in state.planes.values() if one.at and not (one.flown or one.searched))
    return frozenset((p.id, u.id) for p in free for u in state.in_zone(p.at) if u.depth)


def _planes(t: Tables, state: State, made: Any) -> Iterable[str]:
    free = (p for p in state.planes.values() if not (p.gone or p.track or p.acted or p.flown))
    return [one.id for one in free]


def _zones(t: Tables, state: State, made: Any) -> Iterable[str]:
    kind, home = t.planes.get(made.plane), t.base_areas.get(state.plane(made.plane).base)
    return t.neighbours if kind is None or home is None else t.within(home, kind.range)


def _targets(t: Tables, state: State, made: Any) -> Iterable[str]:
    ashore = [one.id for one in t.places.values() if one.area == made.zone]
    return [*ashore, *(one.id for one in state.in_zone(made.zone) if t.is_convoy(one.id))]


def _supports(t: Tables, state: State, made: Any) -> Iterable[str]:
    kind = t.planes.get(made.plane)
    return t.of_side(AXIS) if kind is not None and kind.kind == FLOATPLANE else ("",)


def _factors(t: Tables, state: State, made: Any) -> Iterable[int]:
    kind = t.planes.get(made.plane)
    return (factor_of(t, state, kind, made.zone, made.support) if kind is not None else 0,)


def _depths(t: Tables, state: State, made: Any) -> Iterable[str]:
    unit = state.unit(unit_of(made))
    if isinstance(made, v.Deploy) and unit.depth:
        return (unit.depth,)
    return (st.SURFACED, st.SUBMERGED) if t.is_boat(unit.id) else ("",)


def _in_reach(t: Tables, state: State, made: Any) -> Iterable[str]:
    unit = state.unit(unit_of(made))
    if not unit.id:
        return ()
    return t.within(unit.at, t.allowance(unit, getattr(made, "depth", st.SURFACED)))


def _squares(t: Tables, state: State, made: Any) -> Iterable[str]:
    unit = state.unit(made.unit)
    if made.exits or not unit.square:
        return ("",) if made.exits else ()
    most = t.allowance(unit, made.depth, grid=True)
    return t.reach[unit.square, min(most, 1) if unit.damage >= 3 else most]


def _fuel(t: Tables, state: State, made: Any) -> Iterable[int]:
    unit = state.unit(unit_of(made))
    if not t.is_boat(unit.id):
        return (0,)
    areas = t.exit_cost if isinstance(made, v.ExitMap) else t.areas_between(unit.at, made.to)
    return (spent_for(t, areas),)


def _along(t: Tables, state: State, made: Any) -> Iterable[tuple[str, ...]]:
    zone = state.unit(made.unit).at if t.is_convoy(made.unit) else ""
    near = [one.id for one in state.in_zone(zone) if t.is_warship(one.id) and not one.moved][:3]
    return [those for number in range(len(near) + 1) for those in combinations(near, number)]


def _takes(t: Tables, state: State, made: Any) -> Iterable[int]:
    most = fuel_to_take(t, state.unit(made.boat), state.unit(made.cow))
    return [fuel for fuel in (5, 1) if fuel <= most]


def _of_convoy(name: str, free: Iterable[Any]) -> Choices:
    """The result of three dice for a convoy, or any values that players may declare."""

    def values(t: Tables, state: State, made: Any) -> Iterable[Any]:
        route = t.convoy(made.dice)
        return free if route is None else dict.fromkeys((getattr(route, name), *free))

    return values


def _draws(t: Tables, state: State, made: Any) -> Iterable[str]:
    strike = state.strikes.get(made.attack)
    return (strike.markers if strike is not None else None) or tuple(t.strikes_hit)


def _total(t: Tables, state: State, made: Any) -> Iterable[int]:
    before = state.unit(made.boat).damage
    return (before if made.sunk else min(before + (made.points or 0), 5),)


def _active(boats: bool) -> Choices:
    """Units in the square where a unit has just ended its move."""

    def holds(t: Tables, state: State, unit: st.Unit) -> bool:
        at = state.unit(state.contact.active).square
        return bool(at) and unit.square == at and t.is_boat(unit.id) == boats

    return _those(holds)


boats, planes = (lambda t, s, m: t.of_side(AXIS)), every("planes")
spotting, spotted = _by_plane(_spotted)
hunting, hunted = _by_plane(_hunted)
book.offer_all(
    **dict.fromkeys(("found", "hit", "repaired", "down", "destroyed", "sunk"), yes_or_no),
    **dict.fromkeys(("fast", "exits"), yes_or_no),
    die=always(*range(1, 11)),
    role=always(*st.ROLES),
    side=sides,
    plane=_planes,
    boat=boats,
    zone=_zones,
    depth=_depths,
    fuel=_fuel,
    to=_in_reach,
)
book.offer_owed(v.VERBS)
offer(
    v.Remove,
    unit=lambda t, s, m: dict.fromkeys(
        (
            *(p.piece for p in s.pending if p.what == st.LOSS),
            *(u.id for u in s.units.values() if is_out(t, s, u.id)),
        )
    ),
)
offer(v.TryEntry, boat=lambda t, s, m: [o.id for o in t.ships.values() if o.north_atlantic])
offer(v.RollBarbarigo, turn=lambda t, s, m: (m.die and m.die + t.barbarigo_plus,))
offer(
    v.Enter,
    unit=_those(lambda t, s, u: u.at in (st.EUROPE, st.RESERVE) and not u.gone),
    area=lambda t, s, m: dict.fromkeys((*t.boat_areas, *t.barbarigo_areas, *t.canadian_areas)),
    detected=always(False),
)
offer(
    v.DetermineConvoy,
    convoy=_those(lambda t, s, u: t.is_convoy(u.id)),
    dice=always(*Dice(3, 10)),
    area=_of_convoy("start", ("CA", "DM")),
    goal=_of_convoy("goal", ("CA", "BB")),
    ships=_of_convoy("ships", (10, 20)),
)
offer(v.Repair, place=lambda t, s, m: [*s.places])
offer(v.PlaceCap, area=lambda t, s, m: (t.base_areas.get(s.plane(m.plane).base, ""),))
offer(v.FlyAsw, boat=_in_zone("zone"))
offer(v.AirCombat, target=lambda t, s, m: [p.id for p in s.planes.values() if p.at == m.zone])
offer(v.Bomb, target=_targets, support=_supports, factor=_factors)
offer(v.Rebase, base=every("base_areas"))
offer(v.Ferry, plane=always(st.Z_511), port=every("places"), support=always(BARBARIGO))
offer(v.OnTrack, turn=lambda t, s, m: (s.turn + t.track_turns,))
offer(v.ReturnHome, base=lambda t, s, m: t.bases.get(t.side_of(m.plane), ()))
offer(v.AirDetect, plane=hunting, boat=hunted)
offer(v.AirAttack, plane=spotting, boat=spotted, number=numbers)
offer(v.AswAttack, by_unit=_active(False), boat=_in_square("by_unit"), number=numbers)
offer(v.Gunfire, by_unit=_active(False), boat=_in_square("by_unit"))
offer(
    v.Torpedo,
    boat=_active(True),
    target=_in_square("boat"),
    torpedoes=lambda t, s, m: range(t.least_salvo, t.most_salvo + 1),
    hits=lambda t, s, m: range(min(ships_left(t, s.unit(m.target)), 3) + 1),
)
offer(v.SecondRoll, points=lambda t, s, m: (0,) if m.sunk else (0, 1, 2), total=_total)
offer(v.ChangeDepth, depth=always(st.SURFACED, st.SUBMERGED))
offer(v.Tonnage, tons=lambda t, s, m: [pips * t.per_pip for pips in range(1, 11)])
offer(v.NavalMove, unit=_those(lambda t, s, u: _at_sea(t, s, u) and not u.moved), along=_along)
offer(
    v.ExitRepair,
    added=lambda t, s, m: (
        (0, t.more_at_four)
        if s.unit(m.boat).hurt
        else (t.more_at_four * (s.unit(m.boat).damage == 4),)
    ),
)
offer(v.Refuel, cow=_those(lambda t, s, u: u.cargo and t.is_boat(u.id)), fuel=_takes)
offer(v.Arrive, convoy=_those(lambda t, s, u: t.is_convoy(u.id) and _at_sea(t, s, u)))
offer(
    v.Bombard,
    unit=_those(lambda t, s, u: t.is_warship(u.id) and _at_sea(t, s, u)),
    base=lambda t, s, m: [one.id for one in t.places.values() if one.side == AXIS],
)
offer(v.FrogmanAttack, port=lambda t, s, m: [p.id for p in t.places.values() if p.american])
offer(v.FrogmanAttack, number=lambda t, s, m: (len(s.strikes.keys() - {st.Z_511}) + 1,))
offer(
    v.FillContainer,
    chooser=lambda t, s, m: (s.strikes[m.attack].chooser,) if m.attack in s.strikes else (),
    markers=lambda t, s, m: [*combinations(t.strikes_hit, t.in_container)],
)
offer(v.DrawMarker, marker=_draws)
offer(
    v.Deploy,
    unit=_those(lambda t, s, u: u.at == s.contact.zone and not u.square and not u.stack),
    dice=always(*Dice(2, 10)),
    square=lambda t, s, m: (t.called.get(s.contact.level, {}).get(m.dice, ""),),
)
offer(v.HuffDuff, plane=planes, boat=lambda t, s, m: _in_zone("at")(t, s, s.plane(m.plane)))
offer(v.GridMove, unit=_those(lambda t, s, u: may_act(s, u)), to=_squares)
offer(
    v.Detect,
    by_unit=_those(lambda t, s, u: u.square),
    target=lambda t, s, m: [u.id for u in s.units.values() if _is_foe(t, m.by_unit, u)],
)
offer(v.ToBox, letter=lambda t, s, m: [p.to for p in s.pending if p.piece == m.unit])
offer(v.GoBack, zone=lambda t, s, m: (s.contact.zone,))


def _is_foe(t: Tables, by: str, unit: st.Unit) -> bool:
    return bool(unit.square) and t.side_of(by) != t.side_of(unit.id)


def fuzz_values(t: Tables) -> Mapping[str, Sequence[Any]]:
    """Values for the fuzzer: legal ones and nonsense, by field."""
    units = (*t.ships, "nobody", "")
    by_name: dict[str, Sequence[Any]] = {
        **dict.fromkeys(("unit", "by_unit", "boat", "cow", "convoy", "support"), units),
        **dict.fromkeys(("plane",), (*t.planes, "nobody")),
        **dict.fromkeys(("target",), (*units, *t.planes, *t.places)),
        **dict.fromkeys(("place", "port"), (*t.places, "atlantis")),
        **dict.fromkeys(("area", "zone", "goal", "to"), (*t.neighbours, *t.squares, st.EUROPE, "")),
        **dict.fromkeys(("base",), (*t.base_areas, *t.places, "")),
        **dict.fromkeys(("die", "added", "torpedoes", "hits", "points", "total"), range(12)),
        **dict.fromkeys(("number", "turn", "fuel", "factor", "ships"), range(-1, 22)),
        **dict.fromkeys(("side", "chooser"), (ALLIED, AXIS, "Swiss")),
        **dict.fromkeys(("attack",), ("1", "2", "3", st.Z_511)),
        "dice": ((1, 1), (10, 3), (3,), (5, 6, 3), (0, 11)),
        "square": (*t.squares, ""),
        "depth": (st.SURFACED, st.SUBMERGED, ""),
        "role": (*st.ROLES, "spy"),
        "marker": (*t.strikes_hit, "FM-9"),
        "markers": (tuple(t.strikes_hit), tuple(t.strikes_hit)[:4], ()),
        "letter": ("A", "B", "Z", ""),
        "along": ((), ("US-DD-1",), ("U-66", "nobody")),
        "tons": (1000, 5000, 10000, 0),
    }
    names = {name for verb in v.VERBS for name in field_names(verb)}
    return {**dict.fromkeys(names, (True, False)), **by_name}

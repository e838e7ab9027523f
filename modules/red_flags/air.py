"""Aircraft (RF-4.13, RF-4.22, RF-5.13 to RF-5.15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from generator.light import dataclass
from validator.explaining import facts as seen
from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.cases import Broken, Fault, Verdict, left_out
from validator.rules.dice import Dice
from validator.rules.verbs import CHANCE, Verb, guessed

from . import desk, heard
from . import state as st
from .activation import acted, hits
from .arms import target_class
from .book import case, cases, effect, offer
from .encounter import gone
from .fire import enemies_of, suffered
from .movement import ways
from .state import State, Unit
from .tables import PERSONNEL, Tables

FIGHTER = "fighter"


class Fly(Verb, steps=("moves",)):
    """An aircraft flies along hexes; without hexes it leaves the map."""

    unit: str
    path: tuple[str, ...] = guessed(lambda context, state, known: _flown_to(context, state, known))
    facing: str = guessed(lambda context, state, known: (_looks_then(context, known["unit"]),))
    """Its facing at the end; it may turn there for its next flight."""

    signs = sign.any_of(
        *(
            sign.all_of(
                sign.moved(role, piece="unit", to=heard.TO),
                sign.optional(sign.faced(role, piece="unit", way=heard.FACING)),
            )
            for role in ("plane", "glider")
        ),
        sign.all_of(
            sign.moved(
                "plane", piece="unit", start=part.a_hex, to=sign.meant(heard.airfield, heard.AWAY)
            ),
            sign.fixed(path=(), facing=""),
        ),
    )


def _flown_to(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[Any]:
    """The paths by which an aircraft can have reached a hex, first those after which it may turn
    soonest, or fly farther."""
    known = {**known, "facing": known.get("facing") or _looks_then(context, known["unit"])}

    def ways(t: Tables, state: State, known: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
        unit, end = state.unit(known["unit"]), known["_to"]
        needs = between_turns(t, unit.id)
        found: dict[tuple[int, int, int, str], tuple[str, ...]] = {}
        for path in flights(t, unit, end):
            course, flown = _course_after(t, unit, path, "")
            _, straight = _course_after(t, unit, path, known["facing"])
            soon, late = max(needs - straight, 0), max(needs - flown, 0)
            found.setdefault((soon, late, len(path), course), path)
        yield from soon_or_short(found)
        yield (*heard.along(t, unit.at, end, 12), (end,))[0]

    return heard.legal_first(lambda: Fly, "path", ways)(context, state, known)


def _looks_then(context: Any, unit: str) -> str:
    """The facing of an aircraft after a flight: that at the next card, if nothing shows that it
    turns later; it may have turned away and back."""
    later = any(isinstance(one, seen.Faced) and one.piece == unit for one in context.ahead)
    return context.facing(unit, context.table if later else context.settled) or ""


def _hexes_bombed(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The hex by the die; if a required die is not seen, the hex of the unit that rolls next for a
    hit."""
    t, unit = context.tables, state.unit(known["unit"])
    if not known["where"] and t.units[unit.id].row not in t.dives:
        ahead = [fan(t, unit.at, unit.facing, number) for number in range(1, 7)]
        struck = (one.id for hex_id in ahead for one in state.at(hex_id))
        hit = next((one for one in struck if desk.hits_next(context, one)), "")
        return [state.unit(hit).at or ahead[0]]
    return [fan(t, unit.at, unit.facing, known["where"] or t.dive_hex)]


def _strafed_units(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """Of the units that can be strafed, the one that rolls next for a hit, or that the declaration
    names. If it was not named on this card, it is an earlier target: any of them, men first."""
    t, unit, named = context.tables, state.unit(known["unit"]), known["_at"]
    right = fan(t, unit.at, unit.facing, t.strafe_hex)
    there = [one.id for one in state.at(right) if t.side_of(one.id) != t.side_of(unit.id)]
    hit = (one for one in there if desk.hits_next(context, one))
    likely = next(hit, named)
    if likely not in there:
        return there or [likely]
    if likely != named or _was_named(context, state, named):
        return [likely]
    there.sort(key=lambda one: (target_class(t, state, one) != PERSONNEL, one != named))
    return there


def _was_named(context: Any, state: State, target: str) -> bool:
    """Whether a unit was named as the target on this card."""
    return any(
        fact.key == "engaged" and heard.tag(context.tables, state, fact.detail) == target
        for fact in context.behind
        if isinstance(fact, seen.Declared)
    )


def _strafed_hex(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    return [heard.here(state, next(iter(_strafed_units(context, state, known)), ""))]


def _attacked(t: Tables, state: State, detail: str) -> dict[str, str] | None:
    """The aircraft and its target in a declaration: ``SX2 in 0806 at GI2``."""
    name = heard.tag(t, state, detail)
    return {"unit": name, "_at": heard.aimed_at(detail)} if name is not None else None


def _its_hex(t: Tables, state: State, detail: str) -> str | None:
    """The hex of a named target."""
    found = heard.target(t, state, detail)
    return found["hex"] if found is not None else None


def _from_above(context: Any, state: State) -> Iterator[tuple[Unit, Unit]]:
    """The aircraft of the active group, each with the unit that rolls next for a hit."""
    t, fact = context.tables, context.facts[context.at]
    name = heard.tag(t, state, fact.detail) if isinstance(fact, seen.Declared) else None
    if name is None:
        return
    for one in t.groups.get(state.group, ()):
        unit = state.unit(one)
        if unit.on_foot and not t.is_ground(unit):
            yield unit, state.unit(name)


def _bombed_unseen(context: Any, state: State) -> Mapping[str, Any] | None:
    """Bombs whose dice are not seen: they fell where a unit rolls for a hit."""
    t = context.tables
    for unit, hit in _from_above(context, state):
        numbers = (0,) if t.units[unit.id].row in t.dives else range(1, 7)
        for number in numbers if unit.loads and hit.on_foot else ():
            if fan(t, unit.at, unit.facing, number or t.dive_hex) == hit.at:
                return {"unit": unit.id, "where": number, "hex": hit.at}
    return None


def _strafed_unseen(context: Any, state: State) -> Mapping[str, Any] | None:
    """As `_bombed_unseen`, for a fighter that strafes."""
    t = context.tables
    for unit, hit in _from_above(context, state):
        if hit.on_foot and fan(t, unit.at, unit.facing, t.strafe_hex) == hit.at:
            return {"unit": unit.id, "hex": hit.at, "target": hit.id}
    return None


def _dice_unseen(context: Any, state: State, known: Mapping[str, Any]) -> list[tuple[int, ...]]:
    """Guesses for dice that nobody sees: with as many hits as are rolled for next."""
    t, units = context.tables, [one.id for one in state.at(known["hex"])]
    number = t.weapons["strafing"].dice if "target" in known else _load(t, known["unit"])
    return desk.so_many_hits(context, state, number, *units)


def _bombs(number: int, *more: Any) -> sign.AllOf:
    return sign.all_of(
        heard.clicked(f"bombs_{number}", f"fire_{number}", number),
        *more,
        sign.announced(sign.declared("engaged", detail=sign.field("hex", _its_hex))),
    )


_BY_DIE = sign.played_if(lambda t, state, verb: verb.where > 0)
_AIMED = sign.rolled(
    "fan", dice=sign.field("where", lambda t, state, dice: dice[0] if len(dice) == 1 else None)
)


class Bomb(Verb, steps=("fire",)):
    """An aircraft drops its load: a dive-bomber straight ahead, others where a die says."""

    unit: str
    where: int = field(metadata=CHANCE)
    """The number of a hex in the diagram; 0 if no die is rolled for it."""
    hex: str = guessed(_hexes_bombed)
    dice: tuple[int, ...] = guessed(_dice_unseen, metadata=CHANCE)

    signs = sign.any_of(
        *(_bombs(number, _AIMED, sign.optional(heard.said("aims")), _BY_DIE) for number in (4, 6)),
        *(_bombs(number, sign.fixed(where=0)) for number in (4, 6)),
        sign.unseen(),
    )
    silent = _bombed_unseen


class Strafe(Verb, steps=("fire",)):
    """A fighter shoots at a unit two hexes ahead."""

    unit: str
    hex: str = guessed(lambda context, state, known: _strafed_hex(context, state, known))
    target: str = guessed(_strafed_units)
    dice: tuple[int, ...] = guessed(_dice_unseen, metadata=CHANCE)

    signs = sign.any_of(
        sign.all_of(
            sign.declared("strafes", detail=sign.field("", _attacked)),
            sign.rolled("fire_4", dice="dice"),
            heard.engaged("target"),
        ),
        sign.unseen(),
    )
    silent = _strafed_unseen


def is_strafed(t: Tables, state: State, hex_id: str) -> bool:
    """Whether a fighter of the active group may strafe a hex: a target named there may be its."""
    units = (state.unit(one) for one in t.groups.get(state.group, ()))
    return any(
        one.on_foot
        and t.kind_of(one.id).row == FIGHTER
        and fan(t, one.at, one.facing, t.strafe_hex) == hex_id
        for one in units
    )


# --- Courses


def courses(t: Tables, start: str, path: Sequence[str]) -> list[str]:
    """The direction of each step; empty if two hexes do not touch."""
    return [t.towards(a, b) or "" for a, b in zip((start, *path), path, strict=False)]


def turned(t: Tables, one: str, other: str) -> int:
    """The change of course in sixths of a circle, 0 to 3."""
    ways = t.facings
    off = abs(ways.index(one) - ways.index(other))
    return min(off, len(ways) - off)


def between_turns(t: Tables, unit_id: str) -> int:
    """The number of hexes that an aircraft must fly straight before it may turn."""
    return t.straight_single if t.units[unit_id].engines == 1 else t.straight_multi


@cases("RF-4.13", "RFD-23", reads=("unit", "path", "facing"))
def aircraft_turn_slowly(t: Tables, state: State, act: Fly) -> Verdict:
    unit = state.unit(act.unit)
    if not act.path or t.is_ground(unit):
        return None
    if not all(map(t.on_map, act.path)) or act.facing not in t.facings:
        return "RFD-23", f"{act.unit} flew off the map, or to no side"
    flown = courses(t, unit.at, act.path) if unit.at else courses(t, act.path[0], act.path[1:])
    if "" in flown:
        return "RFD-23", f"{act.unit} flew from hex to hex where they do not touch"
    if not unit.at and act.path[0] not in t.entry[t.side_of(act.unit)]:
        return "RFD-23", f"{act.unit} came in at {act.path[0]}, not at its own edge"
    course, straight = unit.facing, unit.straight
    if not unit.at:
        course, straight = (flown[0] if flown else act.facing), 1
    for step in (*flown, act.facing):
        if step != course and course and step:
            if turned(t, course, step) > 1:
                return "RF-4.13", f"{act.unit} turned by more than 60 degrees"
            needs = between_turns(t, act.unit)
            if straight < needs:
                return "RF-4.13", Broken(
                    f"{act.unit} turned after {straight} hexes", f"after {needs}"
                )
            straight = 0
        course, straight = step, straight + 1
    return None


@cases("RF-4.22", "RFD-23", reads=("unit", "path"))
def aircraft_fly_so_far_and_so_often(t: Tables, state: State, act: Fly) -> Verdict:
    unit, kind = state.unit(act.unit), t.kind_of(act.unit)
    if kind.row not in t.aircraft:
        return None
    hexes, turns = t.aircraft[kind.row]
    if not act.path:
        return None if unit.at else ("RFD-23", f"{act.unit} was not over the field")
    if len(act.path) + unit.steps > hexes:
        return "RF-4.22", Broken(f"{act.unit} flew {len(act.path) + unit.steps} hexes", f"{hexes}")
    if unit.passes >= turns and not unit.steps:
        return "RF-4.22", Broken(f"{act.unit} stayed for turn {unit.passes + 1}", f"{turns} turns")
    return None


@effect
def fly(t: Tables, state: State, act: Fly) -> State:
    unit = state.unit(act.unit)
    if not act.path:
        return gone(t, state, act.unit)
    if not all(map(t.on_map, act.path)) or not unit.id:
        return state
    facing, straight = _course_after(t, unit, act.path, act.facing)
    passes = unit.passes + (not unit.steps)
    return state.with_unit(
        acted(unit, st.MOVED).changed(
            at=act.path[-1],
            facing=facing,
            straight=straight,
            passes=passes,
            steps=unit.steps + len(act.path),
        )
    )


def _course_after(t: Tables, unit: Unit, path: Sequence[str], facing: str) -> tuple[str, int]:
    """The course of an aircraft after a path, and how many hexes it has flown straight on it."""
    flown = courses(t, unit.at or path[0], path if unit.at else path[1:])
    course, straight = (unit.facing, unit.straight) if unit.at else (facing, 1)
    for step in flown:
        course, straight = (step or course), (straight + 1 if step == course else 1)
    if facing in t.facings and facing != course:
        return facing, 0
    return course, straight


# --- Bombs and guns


def fan(t: Tables, at: str, facing: str, number: int) -> str:
    """The hex with this number in the diagram ahead of a hex (3.13); empty if it is off the map."""
    here, ways = at, t.facings
    if facing not in ways:
        return ""
    for step in t.diagram.get(number, ()):
        way = (ways.index(facing) + {"f": 0, "r": 1, "l": -1}[step]) % len(ways)
        here = t.beside(here, ways[way])
        if not here:
            return ""
    return here


@cases("RF-5.13", "RF-5.14", reads=("unit", "where", "hex"))
def where_bombs_fall(t: Tables, state: State, act: Bomb) -> Verdict:
    unit = state.unit(act.unit)
    if not unit.at or not unit.facing:
        return None
    dives = t.kind_of(act.unit).row in t.dives
    number = t.dive_hex if dives else act.where
    right = fan(t, unit.at, unit.facing, number)
    ahead = (fan(t, unit.at, unit.facing, one) for one in range(1, 7))
    if not dives and not act.where and act.hex in ahead:
        return "RF-5.14", left_out(f"no die is seen for where the bombs of {act.unit} fall")
    if act.hex == right and act.where in ((0,) if dives else range(1, 7)):
        return None
    case_id = "RF-5.13" if dives else "RF-5.14"
    return case_id, Broken(f"{act.unit} bombed {act.hex or 'no hex'}", right or "off the map")


@cases("RF-5.23", "RFD-24", reads=("unit",))
def it_has_bombs(t: Tables, state: State, act: Bomb) -> Verdict:
    if not _load(t, act.unit):
        return "RF-5.23", f"{act.unit} carries no bombs"
    if not state.unit(act.unit).loads:
        return "RFD-24", f"{act.unit} has dropped its bombs"
    return None


@case("RF-5.23", reads=("unit", "dice"))
def what_a_load_throws(t: Tables, state: State, act: Bomb) -> Fault:
    dice = _load(t, act.unit)
    if dice and len(act.dice) != dice:
        return Broken(f"{len(act.dice)} dice were thrown", f"{dice} dice")
    return None


def _load(t: Tables, unit_id: str) -> int:
    """The dice of a load of bombs; 0: it carries none."""
    return t.bombs.get(t.kind_of(unit_id).row, 0)


@case("RF-5.15", reads=("unit",))
def only_fighters_strafe(t: Tables, state: State, act: Strafe) -> Fault:
    return None if t.kind_of(act.unit).row == FIGHTER else f"{act.unit} does not strafe"


@cases("RF-5.15", "RF-5.10", reads=("unit", "hex", "target"))
def a_fighter_strafes_two_ahead(t: Tables, state: State, act: Strafe) -> Verdict:
    unit = state.unit(act.unit)
    right = fan(t, unit.at, unit.facing, t.strafe_hex)
    target = state.unit(act.target)
    if not right or act.hex != right or not target.on_foot or target.at != act.hex:
        return "RF-5.15", Broken(f"{act.unit} strafed {act.hex or 'no hex'}", right or "nothing")
    if target_class(t, state, act.target) != PERSONNEL:
        return "RF-5.10", f"{act.unit} strafed {act.target}, which only heavier weapons harm"
    return None


@case("RF-5.19", reads=("dice",))
def what_a_fighter_throws(t: Tables, state: State, act: Strafe) -> Fault:
    dice = t.weapons["strafing"].dice
    if len(act.dice) != dice:
        return Broken(f"{len(act.dice)} dice were thrown", f"{dice} dice")
    return None


@effect
def bomb(t: Tables, state: State, act: Bomb) -> State:
    unit = state.unit(act.unit)
    new = state.with_unit(acted(unit, st.FOUGHT).changed(loads=max(unit.loads - 1, 0)))
    struck = hits(act.dice, t.hits_air)
    for one in [*state.at(act.hex)] if struck else []:
        if t.is_ground(one):
            new = suffered(t, new, one.id, struck, st.TOP)
    return new


@effect
def strafe(t: Tables, state: State, act: Strafe) -> State:
    new = state.with_unit(acted(state.unit(act.unit), st.FOUGHT))
    struck = hits(act.dice, t.hits_air)
    return suffered(t, new, act.target, struck, st.TOP) if struck else new


# --- Where legal ones are looked for


@dataclass(frozen=True, slots=True)
class _Flight:
    """An aircraft on its way."""

    at: str
    course: str
    straight: int
    """Hexes flown on this course, as far as they count."""
    turns: int
    """How many times it may still turn."""


def soon_or_short(
    found: Mapping[tuple[int, int, int, str], tuple[str, ...]],
) -> Iterator[tuple[str, ...]]:
    """The paths, by (flights before a turn, how soon else, hexes, course): first the one after
    which it turns soonest, then the shortest, which leaves most hexes for its next flight, then
    those between them, and the others."""
    order = sorted(found)
    short: list[tuple[int, int, int, str]] = []
    for one in order:
        if not short or len(found[one]) < len(found[short[-1]]):
            short.append(one)
    ends = (*short[:1], *short[-1:])
    yield from (found[one] for one in dict.fromkeys((*ends, *short, *order)))


def flights(t: Tables, unit: Unit, end: str = "") -> Iterator[tuple[str, ...]]:
    """Yield the flights of an aircraft: straight ahead, with one turn on the way, and off the map.
    With an ``end``: all ways there that differ in their hexes, their course or how straight they
    were."""
    kind = t.kind_of(unit.id)
    if kind.row not in t.aircraft:
        return
    most = t.aircraft[kind.row][0] - unit.steps
    turns = most if end else 1
    if unit.at:
        begun = {_Flight(unit.at, unit.facing, unit.straight, turns): ()}
        yield from _ahead(t, begun, most, between_turns(t, unit.id), end)
        if not end:
            yield ()
        return
    side = t.side_of(unit.id)
    for one in t.entry[side]:
        courses = t.facings if end else (t.inwards[side],)
        entered = {_Flight(one, course, 1, turns): (one,) for course in courses}
        yield from _ahead(t, entered, most, between_turns(t, unit.id), end)


def _ahead(
    t: Tables, begun: Mapping[_Flight, tuple[str, ...]], most: int, needs: int, end: str
) -> Iterator[tuple[str, ...]]:
    known = dict(begun)
    ring = list(begun)
    while ring:
        wider = []
        for one in ring:
            path = known[one]
            if path and end in ("", one.at):
                yield path
            for there in _next_hexes(t, one, needs) if len(path) < most else ():
                near = not end or t.distance(there.at, end) < most - len(path)
                if near and there not in known:
                    known[there] = (*path, there.at)
                    wider.append(there)
        ring = wider


def _next_hexes(t: Tables, flight: _Flight, needs: int) -> Iterator[_Flight]:
    """The flights one hex on: straight ahead, or to a side if it may turn."""
    ways = t.facings
    for turn in (0, 1, -1) if flight.course in ways else ():
        if turn and (flight.straight < needs or not flight.turns):
            continue
        course = ways[(ways.index(flight.course) + turn) % len(ways)]
        there = t.beside(flight.at, course)
        if there:
            straight = 1 if turn else min(flight.straight + 1, needs)
            yield _Flight(there, course, straight, flight.turns - bool(turn))


def _ways_out(t: Tables, state: State, made: Any) -> Iterable[str]:
    """The facing at the end of the flight; none for an aircraft that leaves."""
    return (*t.facings, "") if not made.path else t.facings


def _numbers(t: Tables, state: State, made: Any) -> Iterable[int]:
    return (0,) if t.kind_of(made.unit).row in t.dives else range(1, 7)


def _bombed(t: Tables, state: State, made: Any) -> Iterable[str]:
    unit = state.unit(made.unit)
    return [fan(t, unit.at, unit.facing, made.where or t.dive_hex)]


def _strafed(t: Tables, state: State, made: Any) -> Iterable[str]:
    unit = state.unit(made.unit)
    found = fan(t, unit.at, unit.facing, t.strafe_hex)
    return [found] if found else []


offer(
    Fly,
    path=lambda t, state, made: ways(t, flights(t, state.unit(made.unit))),
    facing=_ways_out,
)
offer(
    Bomb,
    where=_numbers,
    hex=_bombed,
    dice=lambda t, state, made: Dice(_load(t, made.unit)),
)
offer(
    Strafe,
    hex=_strafed,
    target=enemies_of,
    dice=lambda t, state, made: Dice(t.weapons["strafing"].dice),
)

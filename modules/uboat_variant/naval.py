"""The naval movement over the areas (5.4), the second movement (5.6), leaving the map."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from validator.explaining import signs as sign
from validator.hidden.ways import FAR
from validator.rules.cases import Broken, Fault, Verdict
from validator.rules.states import Pending, owed
from validator.rules.verbs import CHANCE, Verb, guessed, said

from . import reads, unseen
from . import state as st
from .book import case, cases, does, effect
from .state import ALLIED, AXIS, BARBARIGO, State, Unit
from .tables import Tables


class NavalMove(Verb, steps=("naval_step",)):
    """A unit, or a convoy with the ships that sail ``along``, moves to an area, or stays; ``depth``
    is chosen at the start of a boat's move, ``fuel`` is what its roster loses."""

    unit: str
    depth: str = guessed(reads.depths)
    to: str
    fuel: int = guessed(reads.fuel_spent)
    along: tuple[str, ...] = guessed(reads.sailing_along)

    signs = sign.all_of(
        reads.ship_moved("unit", start=reads.an_area, to=sign.field("to", reads.an_area)),
        reads.depth_turned("unit"),
    )


class SecondMove(Verb, by=AXIS, steps=("second_move",)):
    """A boat on the surface moves once more (5.6)."""

    boat: str
    to: str
    fuel: int = guessed(reads.fuel_spent)

    signs = sign.all_of(
        reads.ship_moved(
            sign.field("boat", reads.who_moves_again),
            start=reads.an_area,
            to=sign.field("to", reads.an_area),
        ),
    )


class ExitMap(Verb, by=AXIS, steps=("naval_step",)):
    """A boat leaves the map."""

    boat: str
    depth: str = guessed(reads.depths)
    fuel: int = guessed(reads.fuel_spent)

    signs = reads.ship_moved(sign.field("boat", reads.a_boat), start=reads.an_area, to=reads.europe)


class ExitRepair(Verb, by=AXIS, settles=(st.REPAIRS, "boat")):
    """A damaged boat that left the map rolls for its repair; ``added`` is added to the die."""

    boat: str
    die: int | None = field(metadata=CHANCE)
    added: int
    repaired: bool = field(metadata=said("repaired", "out of the game"))

    signs = sign.any_of(reads.die_and_words("exit_repair", "exit_repair", "boat"), sign.unseen())
    silent = reads.not_seen


class Refuel(Verb, by=AXIS, steps=("naval_step",)):
    """A boat takes fuel from the Milch Cow."""

    boat: str
    cow: str
    fuel: int

    signs = sign.any_of(
        *(
            sign.all_of(
                sign.declared(f"refuels_{fuel}", detail=reads.named("boat")),
                sign.fixed(cow="MILCH-COW", fuel=fuel),
            )
            for fuel in (1, 5)
        )
    )


class Arrive(Verb, by=ALLIED, steps=("naval_step",)):
    """A convoy comes to the end of its route and leaves the map."""

    convoy: str

    signs = reads.ship_moved("convoy", start=reads.an_area, to=reads.the_pool)


class Bombard(Verb, by=ALLIED, steps=("shore_bombardment_step",)):
    """A ship bombards an airbase of the Azores (12.7)."""

    unit: str
    base: str
    die: int = field(metadata=CHANCE)
    hit: bool = guessed(unseen.bombed, metadata=said("a hit", "a miss"))

    signs = sign.all_of(
        reads.die_and_words("shore_bombardment", "bombards", "unit", "base"),
        reads.place_hit("base"),
    )


class Passes(Verb, steps=("naval_step", "air_step")):
    """A side has finished a phase."""

    side: str = guessed(reads.whose_turn)

    signs = sign.any_of(
        sign.all_of(sign.declared("passes_axis"), sign.fixed(side=AXIS)),
        sign.all_of(sign.declared("passes_allied"), sign.fixed(side=ALLIED)),
        sign.unseen(),
    )


Sailing = NavalMove | ExitMap
Burning = NavalMove | SecondMove
Moving = NavalMove | SecondMove | ExitMap

# --- Who moves, and how often


def unit_of(act: Any) -> str:
    """The unit that a verb moves."""
    return str(act.boat if isinstance(act, SecondMove | ExitMap) else act.unit)


@cases("UV-5.4.1", reads=("unit", "along"))
def a_stack_moves_as_one(t: Tables, state: State, act: NavalMove) -> Verdict:
    if act.unit not in t.ships or state.unit(act.unit).gone:
        return "UV-5.4.1", f"{act.unit or 'nobody'} is no naval unit in play"
    unit = state.unit(act.unit)
    if unit.at not in t.neighbours:
        return "UV-5.4.1", f"{act.unit} is not on the map"
    if not act.along:
        return None
    if not t.is_convoy(act.unit):
        return "UV-5.4.1", f"{act.unit} took others along, and is no convoy"
    for one in act.along:
        other = state.unit(one)
        if not t.is_warship(one) or other.at != unit.at or other.moved or other.stack:
            return "UV-5.4.1", f"{one} cannot sail with {act.unit}"
    return None


@case("UV-5.4.5", reads=("unit", "boat"))
def each_moves_once(t: Tables, state: State, act: Sailing) -> Fault:
    unit = unit_of(act)
    return f"{unit} moved a second time" if state.unit(unit).moved else None


@cases("UV-5.6.1", "UV-5.4.5", reads=("boat",))
def who_moves_again(t: Tables, state: State, act: SecondMove) -> Verdict:
    boat = state.unit(act.boat)
    if not t.is_boat(act.boat) or boat.gone or boat.at not in t.neighbours:
        return "UV-5.6.1", f"{act.boat or 'nobody'} is no boat on the map"
    if boat.depth != st.SURFACED:
        return "UV-5.6.1", f"{act.boat} moved again, and was not on the surface"
    return ("UV-5.4.5", f"{act.boat} moved twice in 5.6") if boat.again else None


@case("UV-5.4.1", reads=("boat",))
def only_boats_on_the_map_leave_it(t: Tables, state: State, act: ExitMap) -> Fault:
    boat = state.unit(act.boat)
    if t.is_boat(act.boat) and not boat.gone and boat.at in t.neighbours:
        return None
    return f"{act.boat or 'nobody'} is no boat on the map"


# --- Depth


@cases("UV-21.5.3b", "UV-5.4.2", reads=("unit", "boat", "depth"))
def a_boat_fixes_its_depth(t: Tables, state: State, act: Sailing) -> Verdict:
    unit, depth = unit_of(act), act.depth
    if not t.is_boat(unit):
        return ("UV-5.4.2", f"{unit} is no boat, and has a depth") if depth else None
    if depth == st.SUBMERGED and state.unit(unit).damage >= 3:
        return "UV-21.5.3b", f"{unit} has {state.unit(unit).damage} points and submerged"
    if depth not in (st.SURFACED, st.SUBMERGED):
        return "UV-5.4.2", f"{unit} moved, and its depth was not told"
    return None


# --- How far


def spent_for(t: Tables, areas: int) -> int:
    """Fuel for so many areas (UVX-11)."""
    return areas * t.per_area


@case("UV-21.5.3d", reads=("unit", "boat", "to"))
def the_crippled_move_one(t: Tables, state: State, act: Burning) -> Fault:
    unit = state.unit(unit_of(act))
    far = t.areas_between(unit.at, act.to)
    if not t.is_boat(unit.id) or unit.damage < 3 or far <= 1:
        return None
    return Broken(f"{unit.id} has {unit.damage} points and moved {far} areas", "1 area")


@case("UVX-7", reads=("unit", "boat", "depth", "to"), table="movement")
def how_far_units_move(t: Tables, state: State, act: Burning) -> Fault:
    unit = state.unit(unit_of(act))
    if unit.id not in t.ships or unit.at not in t.neighbours:
        return None
    far = t.areas_between(unit.at, act.to)
    most = t.allowance(unit, act.depth if isinstance(act, NavalMove) else st.SURFACED)
    if far <= most:
        return None
    where = f"{far} areas" if far < FAR else f"to {act.to or 'no area'}, where no way leads"
    return Broken(f"{unit.id} moved {where}", f"at most {most}")


@case("UVX-7", reads=("unit", "boat", "to"))
def a_move_goes_somewhere(t: Tables, state: State, act: Burning) -> Fault:
    unit = unit_of(act)
    return f"{unit} stayed where it was" if act.to == state.unit(unit).at else None


@cases("UV-21.0.2", "UV-5.4.3", reads=("unit", "boat", "to", "fuel"), rests_on=(st.BEFORE,))
def fuel_is_recorded(t: Tables, state: State, act: Moving) -> Verdict:
    unit = unit_of(act)
    boat = state.unit(unit)
    if boat.at not in t.neighbours:
        return None
    if not t.is_boat(unit):
        return ("UV-5.4.3", f"{unit} is no boat, and spent fuel") if act.fuel else None
    if act.fuel > boat.fuel:
        return "UV-21.0.2", f"{unit} spent {act.fuel} fuel and had {boat.fuel}"
    moved = isinstance(act, ExitMap) or (act.to != boat.at and act.to in t.neighbours)
    if moved and act.fuel < 1:
        return "UV-5.4.3", f"{unit} moved, and no fuel was recorded"
    return None


@case("UVX-11", reads=("unit", "boat", "to", "fuel"), table="fuel")
def a_point_for_each_area(t: Tables, state: State, act: Moving) -> Fault:
    unit = unit_of(act)
    far = t.exit_cost if isinstance(act, ExitMap) else t.areas_between(state.unit(unit).at, act.to)
    if not t.is_boat(unit) or far == FAR or act.fuel == spent_for(t, far):
        return None
    return Broken(f"{unit} moved {far} areas for {act.fuel} fuel", f"{spent_for(t, far)}")


@effect
def naval_move(t: Tables, state: State, act: NavalMove) -> State:
    unit = state.unit(act.unit)
    if not unit.id or unit.gone:
        return state
    new = _moved(t, state, act.unit, act.to, act.fuel).change(act.unit, moved=True)
    if t.is_boat(act.unit) and act.depth:
        new = new.change(act.unit, depth=act.depth)
    for one in act.along:
        if one in new.units and act.to in t.neighbours:
            new = new.change(one, at=act.to, moved=True, stack=act.unit)
    side = t.side_of(act.unit)
    new = new.changed(last=side, moving=act.unit)
    return _met(t, new, act.to)


def _moved(t: Tables, state: State, unit_id: str, to: str, fuel: int) -> State:
    unit = state.unit(unit_id)
    if to not in t.neighbours:
        return state
    detected = unit.detected and to == unit.at  # UVD-42
    left = max(unit.fuel - max(fuel, 0), 0)
    return state.change(unit_id, at=to, detected=detected, fuel=left)


def _met(t: Tables, state: State, zone: str) -> State:
    """Opponents in one zone: their grids are opened at once (UV-5.5.1)."""
    sides = {t.side_of(one.id) for one in state.in_zone(zone)}
    if len(sides) < 2 or zone not in t.neighbours:
        return state
    case_id = "UV-5.5.17" if zone in state.met else "UV-5.5.1"
    return state.owing_once(Pending(st.CONTACT, "", case_id, zone))


@effect
def second_move(t: Tables, state: State, act: SecondMove) -> State:
    return _moved(t, state, act.boat, act.to, act.fuel).change(act.boat, again=True)


# --- Leaving the map


@case("UVX-E", reads=("boat",), table="map_exit")
def where_boats_leave(t: Tables, state: State, act: ExitMap) -> Fault:
    boat = state.unit(act.boat)
    doors = t.italian_exits if act.boat == BARBARIGO else t.german_exits
    if not t.is_boat(act.boat) or boat.at in doors:
        return None
    return Broken(f"{act.boat} left from {boat.at or 'no area'}", ", ".join(sorted(doors)))


@effect
def exit_map(t: Tables, state: State, act: ExitMap) -> State:
    boat = state.unit(act.boat)
    if not t.is_boat(act.boat):
        return state
    left = max(boat.fuel - max(act.fuel, 0), 0)
    new = state.change(act.boat, at=st.EUROPE, moved=True, fuel=left, detected=False, depth="")
    new = new.changed(last=AXIS)
    if boat.damage:
        new = new.owing_once(Pending(st.REPAIRS, AXIS, "UV-21.5.3h", act.boat))
    return new


@cases("UV-21.5.3l", "UV-21.5.3h", reads=("boat",))
def who_throws_for_repair(t: Tables, state: State, act: ExitRepair) -> Verdict:
    if owed(state, st.REPAIRS, act.boat):
        return None
    boat = state.unit(act.boat)
    if boat.at == st.EUROPE and boat.hurt:
        return None
    if boat.at == st.EUROPE and not boat.damage:
        return "UV-21.5.3l", f"{act.boat} is not damaged, and threw for repair"
    return "UV-21.5.3h", f"{act.boat or 'nobody'} threw for repair, and did not just leave the map"


@case("UV-21.5.3i", reads=("boat", "added"))
def one_more_for_four_points(t: Tables, state: State, act: ExitRepair) -> Fault:
    boat = state.unit(act.boat)
    right = t.more_at_four if boat.damage == 4 else 0
    return None if act.added == right or boat.hurt else Broken(f"{act.added} was added", f"{right}")


@cases("UV-21.5.3j", "UV-21.5.3k", reads=("boat", "die", "added", "repaired"))
def what_the_repair_die_says(t: Tables, state: State, act: ExitRepair) -> Verdict:
    ship = t.ships.get(act.boat)
    if ship is None or act.die is None:
        return None
    if act.repaired == (act.die + act.added <= ship.msf):
        return None
    case_id = "UV-21.5.3k" if act.repaired else "UV-21.5.3j"
    told = f"{act.die} + {act.added} was thrown for {act.boat}"
    return case_id, Broken(told, f"repaired up to {ship.msf}")


@effect
def exit_repair(t: Tables, state: State, act: ExitRepair) -> State:
    new = state.done(st.REPAIRS, act.boat)
    if act.repaired:
        return new.change(act.boat, damage=0, hurt=False, due=state.turn + t.repaired_turns)
    return new.change(act.boat, gone=True)


# --- Fuel from the Milch Cow


@cases("UV-5.4.4", reads=("boat", "cow"))
def in_the_area_of_a_milch_cow(t: Tables, state: State, act: Refuel) -> Verdict:
    boat, cow, ship = state.unit(act.boat), state.unit(act.cow), t.ships.get(act.cow)
    if ship is None or ship.kind != "milch_cow" or cow.gone:
        return "UV-5.4.4", f"{act.cow or 'nobody'} is no Milch Cow in play"
    if not t.is_boat(act.boat) or act.boat == act.cow or boat.gone:
        return "UV-5.4.4", f"{act.boat or 'nobody'} is no boat that takes fuel"
    if boat.at != cow.at or boat.at not in t.neighbours:
        return "UV-5.4.4", f"{act.boat} took fuel in {boat.at}, and {act.cow} is in {cow.at}"
    return None


@case("UVX-11", reads=("boat", "cow", "fuel"), table="fuel", rests_on=(st.BEFORE,))
def how_much_fuel(t: Tables, state: State, act: Refuel) -> Fault:
    boat, cow = state.unit(act.boat), state.unit(act.cow)
    if boat.depth != st.SURFACED or cow.depth != st.SURFACED:
        return f"{act.boat} and {act.cow} were not both on the surface"
    most = fuel_to_take(t, boat, cow)
    if 0 < act.fuel <= most:
        return None
    return Broken(f"{act.boat} took {act.fuel} fuel", f"1 to {most}")


def fuel_to_take(t: Tables, boat: Unit, cow: Unit) -> int:
    room = t.ships[boat.id].fuel - boat.fuel if boat.id in t.ships else 0
    return max(min(t.milch_cow_per_turn - boat.fuelled, cow.cargo, room), 0)


@case("UVX-11", reads=("fuel",))
def rosters_count_by_ones_and_fives(t: Tables, state: State, act: Refuel) -> Fault:
    return None if act.fuel in (1, 5) else Broken(f"{act.fuel} fuel was noted at once", "1 or 5")


@case("UV-21.0.2", reads=("cow", "fuel"), rests_on=(st.BEFORE,))
def no_more_than_it_carries(t: Tables, state: State, act: Refuel) -> Fault:
    cow = state.unit(act.cow)
    if act.fuel <= cow.cargo:
        return None
    return f"{act.fuel} fuel was taken from {act.cow}, which had {cow.cargo}"


@effect
def refuel(t: Tables, state: State, act: Refuel) -> State:
    boat, cow = state.unit(act.boat), state.unit(act.cow)
    new = state.change(act.boat, fuel=boat.fuel + act.fuel, fuelled=boat.fuelled + act.fuel)
    return new.change(act.cow, cargo=max(cow.cargo - act.fuel, 0))


# --- Convoys that arrive, shores that are bombarded


@case("UVX-10.1", reads=("convoy",), rests_on=(st.BEFORE,))
def a_convoy_arrives_at_its_end(t: Tables, state: State, act: Arrive) -> Fault:
    convoy = state.unit(act.convoy)
    if t.is_convoy(act.convoy) and convoy.at in t.neighbours and convoy.goal in ("", convoy.at):
        return None
    return f"{act.convoy or 'nobody'} is not at the end of a route"


@effect
def arrive(t: Tables, state: State, act: Arrive) -> State:
    new = state.change(act.convoy, at=st.POOL, detected=False, goal="", cargo=0)
    for one in [*state.stacked(act.convoy)]:
        new = new.change(one.id, stack="")
    return new


@case("UV-5.5T.11", reads=())
def bombardment_comes_last(t: Tables, state: State, act: Bombard) -> Fault:
    open_grids = state.contact and state.contact.level != st.SHORE
    if state.step == st.NAVAL and not open_grids and not owed(state, st.CONTACT):
        return None
    return "a shore was bombarded before the grids of the zone were over"


@case("UVX-12.7", reads=("unit", "base", "die", "hit"), table="shore_bombardment")
def what_ships_hit_ashore(t: Tables, state: State, act: Bombard) -> Fault:
    ship = t.ships.get(act.unit)
    most = t.shore_factors.get(ship.kind, 0) if ship is not None else 0
    return None if act.hit == (act.die <= most) else Broken(f"{act.die} was thrown", f"1 to {most}")


@case("UVX-12.7", reads=("unit", "base"))
def who_bombards_what(t: Tables, state: State, act: Bombard) -> Fault:
    unit, base = state.unit(act.unit), t.places.get(act.base)
    if not t.is_warship(act.unit) or unit.gone or unit.shelled:
        return f"{act.unit or 'nobody'} cannot bombard a shore, or has this turn"
    if base is None or not base.is_base or base.side != AXIS or base.area != unit.at:
        return f"{act.unit} bombarded {act.base or 'nothing'}"
    if any(t.is_boat(one.id) for one in state.in_zone(unit.at)):
        return f"{act.unit} bombarded a shore with boats in the zone"
    return None


@effect
def bombard(t: Tables, state: State, act: Bombard) -> State:
    new = state.change(act.unit, shelled=True)
    return new.hit(act.base) if act.hit and act.base in t.places else new


# --- Passing


does(Passes, lambda t, state, act: state.changed(passed=state.passed | {act.side}, last=act.side))

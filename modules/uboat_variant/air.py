"""Repair and CAP (5.2), the air movement (5.3), the air return (5.7)."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from validator.explaining import signs as sign
from validator.rules.cases import Broken, Fault, Verdict
from validator.rules.states import Pending, owed
from validator.rules.verbs import CHANCE, Verb, guessed, said

from . import reads, unseen
from . import state as st
from .book import book, case, cases, does, effect, misread
from .state import ALLIED, AXIS, BV_222, Z_511, State
from .tables import FIGHTER, FLOATPLANE, Tables


class Repair(Verb, steps=("repairs_step",)):
    """A die is rolled to repair a port or an airbase by one step."""

    place: str
    die: int | None = field(metadata=CHANCE)
    repaired: bool = field(metadata=said("repaired", "not repaired"))
    signs = sign.any_of(
        sign.all_of(
            reads.die_and_words("repair", "repairs", "place"),
            sign.any_of(reads.place_repaired(), sign.fixed(repaired=False)),
        ),
        sign.all_of(sign.optional(sign.die("repair")), reads.place_repaired()),
    )


class PlaceCap(Verb, steps=("cap_step",)):
    """A fighter flies CAP over an area."""

    plane: str
    area: str
    signs = sign.all_of(
        sign.optional(sign.declared("cap", detail=reads.named("plane"))),
        reads.plane_moved("plane", start=reads.a_base, to=sign.field("area", reads.a_cap_box)),
    )


class Patrol(Verb, by=ALLIED, steps=("air_step",)):
    """An aircraft flies to a zone and patrols there."""

    plane: str
    zone: str
    signs = reads.flight("patrols")


class FlyAsw(Verb, by=ALLIED, steps=("air_step",)):
    """An aircraft flies to a zone to attack a boat there."""

    plane: str
    zone: str
    boat: str = guessed(reads.boats_in_zone)
    signs = reads.plane_moved("plane", start=reads.a_base, to=sign.field("zone", reads.an_area))


class AirCombat(Verb, steps=("air_step",)):
    """An aircraft attacks another in the air and rolls its die."""

    plane: str
    zone: str
    target: str
    die: int | None = field(metadata=CHANCE)
    down: bool = guessed(
        unseen.shot_down, metadata=said("the target was lost", "the target was not lost")
    )
    signs = sign.any_of(
        sign.all_of(
            reads.die_and_words("air_combat", "air_combat", "plane", "target"),
            sign.optional(
                reads.plane_moved("plane", start=reads.a_base, to=sign.field("zone", reads.an_area))
            ),
        ),
        sign.all_of(
            sign.optional(sign.die("air_combat")),
            reads.plane_moved(
                sign.field("plane", reads.who_may_fight),
                start=reads.a_base,
                to=sign.field("zone", reads.an_area),
            ),
        ),
    )


class FightBack(Verb, settles=(st.REPLY, "plane")):
    """An aircraft that was attacked rolls its die, lost or not."""

    plane: str
    die: int | None = field(metadata=CHANCE)
    down: bool = guessed(
        unseen.shot_down, metadata=said("the attacker was lost", "the attacker was not lost")
    )
    signs = sign.any_of(sign.die("air_combat"), sign.unseen())
    silent = reads.not_seen


class Bomb(Verb, steps=("air_step",)):
    """A bomber attacks a port, an airbase or a convoy; ``factor`` is the bomb factor used."""

    plane: str
    zone: str
    target: str
    support: str
    """The boat that supports a floatplane; empty for others."""
    factor: int
    die: int | None = field(metadata=CHANCE)
    hit: bool = guessed(unseen.bombed, metadata=said("a hit", "a miss"))
    signs = sign.any_of(
        sign.all_of(
            sign.any_of(
                sign.all_of(
                    reads.die_and_words("bomb", "bombs", "plane", "target", at_places=True),
                    sign.fixed(support=""),
                ),
                sign.all_of(
                    reads.die_and_words(
                        "bomb", "floatplane_bombs", "plane", "target", "support", at_places=True
                    ),
                    sign.optional(sign.declared("supports", detail=reads.named("support"))),
                ),
            ),
            reads.plane_moved("plane", start=reads.a_base, to=sign.field("zone", reads.an_area)),
            reads.place_hit("target"),
        ),
        sign.all_of(
            reads.plane_moved(
                sign.field("plane", reads.an_axis_bomber),
                start=reads.a_base,
                to=sign.field("zone", reads.an_area),
            ),
            sign.optional(sign.die("bomb")),
            sign.optional(sign.declared("supports", detail=reads.named("support"))),
            reads.place_hit("target"),
        ),
    )


class Rebase(Verb, steps=("air_step",)):
    """An aircraft flies to another base, and does nothing else."""

    plane: str
    base: str
    signs = sign.all_of(
        sign.optional(sign.declared("rebases", detail=reads.named("plane"))),
        reads.plane_moved("plane", start=reads.a_base, to=sign.field("base", reads.a_base_named)),
    )


class Ferry(Verb, by=AXIS, steps=("air_step",)):
    """The Z-511 carries frogmen to attack a port."""

    plane: str
    port: str
    support: str
    signs = sign.all_of(
        sign.declared("ferries", detail=reads.named("plane", "port", "support")),
        sign.optional(sign.declared("supports", detail=reads.named("support"))),
    )


class Flip(Verb, settles=(st.FLIP, "plane")):
    """An aircraft is turned to its Flown side."""

    plane: str
    signs = sign.all_of(sign.turned("plane", piece="plane", level=2), sign.maybe_declared("flown"))


Flying = Patrol | FlyAsw | AirCombat | Bomb | Rebase | Ferry
Zoned = Patrol | FlyAsw | AirCombat | Bomb

# --- Repair and CAP


@cases("UV-5.2.1", reads=("place",), rests_on=(st.BEFORE,))
def only_what_is_damaged_and_in_its_phase(t: Tables, state: State, act: Repair) -> Verdict:
    if state.step != st.REPAIR:
        return "UV-5.2.1", "repair was thrown for in another phase"
    if not state.places.get(act.place):
        return "UV-5.2.1", f"repair was thrown for {act.place or 'nothing'}, which is not damaged"
    return None


@case("UVX-12.5.4", reads=("place", "die", "repaired"), table="repair")
def what_repairs(t: Tables, state: State, act: Repair) -> Fault:
    return misread(act.die, act.repaired, act.place, "repaired", t.repair)


@case("UVX-12.5.4", reads=("place",), table="repair")
def one_die_for_a_place(t: Tables, state: State, act: Repair) -> Fault:
    if act.place in state.repaired:
        return f"a second die was thrown for {act.place} this turn"
    return None


@cases("UV-5.2.2", reads=("plane",))
def only_fighters_fly_cap(t: Tables, state: State, act: PlaceCap) -> Verdict:
    kind, plane = t.planes.get(act.plane), state.plane(act.plane)
    if kind is None or kind.kind != FIGHTER or plane.gone:
        return "UV-5.2.2", f"{act.plane or 'nobody'} is no fighter"
    if plane.flown or plane.at or plane.track:
        return "UV-5.2.2", f"{act.plane} was not at its base, or has flown"
    if state.step != st.REPAIR:
        return "UV-5.2.2", f"{act.plane} went on CAP in another phase"
    return None


@case("UVX-12.1", reads=("plane", "area"), table="cap_and_range")
def cap_is_flown_at_home(t: Tables, state: State, act: PlaceCap) -> Fault:
    home = t.base_areas.get(state.plane(act.plane).base)
    if home is None or act.area == home:
        return None
    return Broken(f"{act.plane} flew CAP over {act.area}", home)


@effect
def repair(t: Tables, state: State, act: Repair) -> State:
    return state.hit(act.place, -act.repaired).changed(repaired=state.repaired | {act.place})


does(PlaceCap, lambda t, state, act: state.fly(act.plane, cap=True, at=act.area))


# --- Who flies


@cases("UV-21.3.1f", "UV-21.3.2f", "UV-5.1.3", "UV-5.3.12", "UV-5.3.11", reads=("plane",))
def one_action_a_turn(t: Tables, state: State, act: Flying) -> Verdict:
    plane = state.plane(act.plane)
    if act.plane not in t.planes or plane.gone:
        return "UV-5.3.11", f"{act.plane or 'nobody'} is not in the game"
    if plane.track:
        case_id = {BV_222: "UV-21.3.1f", Z_511: "UV-21.3.2f"}.get(act.plane, "UV-5.1.3")
        return case_id, f"{act.plane} acted while it lay on the turn track for turn {plane.track}"
    if plane.acted == "Rebase":
        return "UV-5.3.12", f"{act.plane} had changed its base this turn"
    if plane.acted or plane.flown or plane.cap:
        return "UV-5.3.11", f"{act.plane} had acted, or flew CAP, or was Flown"
    return None


@cases("UV-5.3.9", "UV-21.3.e", "UV-5.3.10", reads=("plane",))
def what_each_side_may_do(t: Tables, state: State, act: Flying) -> Verdict:
    kind = t.planes.get(act.plane)
    if kind is None or kind.side != AXIS:
        return None
    if isinstance(act, Rebase):
        return "UV-5.3.9", f"{act.plane} changed its base"
    if kind.kind == FLOATPLANE and not isinstance(act, Bomb | Ferry):
        return "UV-21.3.e", f"{act.plane} is a bomber, and did something else"
    if isinstance(act, Patrol | FlyAsw):
        return "UV-5.3.10", f"{act.plane} flew a patrol, or against boats"
    return None


@cases("UV-5.3.5", "UV-5.3.8", reads=("plane",))
def only_bombers_bomb(t: Tables, state: State, act: Bomb) -> Verdict:
    kind = t.planes.get(act.plane)
    if kind is None or kind.bomb:
        return None
    return ("UV-5.3.8" if kind.side == AXIS else "UV-5.3.5"), f"{act.plane} carries no bombs"


@case("UVX-12.1", reads=("plane", "zone"), table="cap_and_range")
def how_far_aircraft_fly(t: Tables, state: State, act: Zoned) -> Fault:
    kind, home = t.planes.get(act.plane), t.base_areas.get(state.plane(act.plane).base)
    if kind is None or home is None or act.zone not in t.neighbours:
        return None
    far = t.areas_between(home, act.zone)
    if far <= kind.range:
        return None
    return Broken(f"{act.plane} flew {far} areas to {act.zone}", f"{kind.range} areas")


@case("UVX-12.1", reads=("plane", "base"), table="cap_and_range")
def how_far_is_the_new_base(t: Tables, state: State, act: Rebase) -> Fault:
    kind, here = t.planes.get(act.plane), t.base_areas.get(state.plane(act.plane).base)
    there = t.base_areas.get(act.base)
    if kind is None or here is None or there is None:
        return None
    far = t.areas_between(here, there)
    return (
        Broken(f"{act.plane} flew {far} areas", f"{kind.range} areas") if far > kind.range else None
    )


@case("UV-5.3.6", reads=("plane", "base"))
def it_is_a_base_of_its_side(t: Tables, state: State, act: Rebase) -> Fault:
    plane = state.plane(act.plane)
    if act.base in bases_of(t, t.side_of(act.plane)) and act.base != plane.base:
        return None
    return f"{act.plane} flew to {act.base or 'nowhere'}, which is no other base of its side"


def bases_of(t: Tables, side: str) -> tuple[str, ...]:
    return t.bases.get(side, ())


@case("UV-5.3.2", reads=("zone",))
def a_patrol_is_flown_over_the_sea(t: Tables, state: State, act: Patrol) -> Fault:
    return None if act.zone in t.neighbours else f"{act.plane} patrols in {act.zone or 'no zone'}"


@case("UV-5.3.3", reads=("zone", "boat"))
def the_boat_is_there_and_surfaced(t: Tables, state: State, act: FlyAsw) -> Fault:
    boat = state.unit(act.boat)
    if t.is_boat(act.boat) and boat.at == act.zone and not boat.gone and boat.depth == st.SURFACED:
        return None
    return f"{act.boat or 'no boat'} was not on the surface in {act.zone}"


@cases("UV-5.3.4", "UV-5.3.7", reads=("plane", "zone", "target"))
def the_enemy_is_in_the_air_there(t: Tables, state: State, act: AirCombat) -> Verdict:
    side, target = t.side_of(act.plane), state.plane(act.target)
    foe = t.side_of(act.target)
    if foe and foe != side and target.at == act.zone and not target.gone:
        return None
    case_id = "UV-5.3.7" if side == AXIS else "UV-5.3.4"
    return case_id, f"{act.target or 'nobody'} is no enemy in the air over {act.zone}"


@case("UVX-9.4", reads=("plane", "die", "down"), table="air_combat")
def who_is_shot_down(t: Tables, state: State, act: AirCombat | FightBack) -> Fault:
    kind = t.planes.get(act.plane)
    most = kind.air_combat if kind is not None else 0
    return misread(act.die, act.down, act.plane, "a hit", most)


book.asked_for("UVX-9.4", FightBack, "{0} threw in an air combat, and was not attacked")


does(Patrol, lambda t, state, act: _gone_out(t, state, act, act.zone))


@effect
def fly_asw(t: Tables, state: State, act: FlyAsw) -> State:
    new = _gone_out(t, state, act, act.zone).changed(hunted=state.hunted | {(act.plane, act.boat)})
    return _flown(t, new, act.plane, "UV-5.3.3")


@effect
def air_combat(t: Tables, state: State, act: AirCombat) -> State:
    new = _gone_out(t, state, act, act.zone)
    side = t.side_of(act.plane)
    case_id = "UV-5.3.7" if side == AXIS else "UV-5.3.4"
    if act.target not in new.planes:
        return new
    foe = t.side_of(act.target)
    new = new.owing(Pending(st.REPLY, foe, case_id, act.target, to=act.plane))
    if act.down:
        new = new.owing_once(Pending(st.LOSS, foe, case_id, act.target))
    for one in new.planes.values():
        kind = t.planes[one.id]
        fights = kind.kind == FIGHTER and kind.side != side and one.at == act.zone
        if fights and not (one.id == act.target and act.down):
            new = _flown(t, new, one.id, case_id)
    return new


@effect
def fight_back(t: Tables, state: State, act: FightBack) -> State:
    due = owed(state, st.REPLY, act.plane)
    new = state.done(st.REPLY, act.plane)
    if due is None or not act.down:
        return new
    return new.owing_once(Pending(st.LOSS, t.side_of(due.to), due.case, due.to))


@effect
def rebase(t: Tables, state: State, act: Rebase) -> State:
    new = _acted(t, state, act)
    if act.base in t.base_areas:
        new = new.fly(act.plane, base=act.base)
    return _flown(t, new, act.plane, "UV-5.3.6")


def _acted(t: Tables, state: State, act: Any) -> State:
    """The state after an aircraft has acted: it is the other side's turn."""
    new = state.fly(act.plane, acted=type(act).__name__)
    return new.changed(last=t.side_of(act.plane) or state.last)


def _gone_out(t: Tables, state: State, act: Any, zone: str) -> State:
    return _acted(t, state, act).fly(act.plane, at=zone)


def _flown(t: Tables, state: State, plane: str, case_id: str) -> State:
    """The state with an aircraft to be turned to Flown."""
    if state.plane(plane).flown or plane not in state.planes:
        return state
    return state.owing_once(Pending(st.FLIP, t.side_of(plane), case_id, plane))


# --- Bombing


@case("UV-5.3.5", reads=("plane", "zone", "target"))
def what_the_allies_bomb(t: Tables, state: State, act: Bomb) -> Fault:
    place = t.places.get(act.target)
    if t.side_of(act.plane) != ALLIED:
        return None
    if place is not None and place.side == AXIS and place.area == act.zone:
        return None
    return f"{act.plane} bombed {act.target or 'nothing'} in {act.zone}"


@case("UV-5.3.8", reads=("plane", "zone", "target"))
def what_the_axis_bombs(t: Tables, state: State, act: Bomb) -> Fault:
    place, ship = t.places.get(act.target), state.unit(act.target)
    if t.side_of(act.plane) != AXIS:
        return None
    if place is not None and place.side == ALLIED and place.area == act.zone:
        return None
    if t.is_convoy(act.target) and ship.at == act.zone and not ship.gone:
        return None
    return f"{act.plane} bombed {act.target or 'nothing'} in {act.zone}"


@case("UVX-12.5", reads=("factor", "die", "hit"), table="bombing")
def what_bombs_hit(t: Tables, state: State, act: Bomb) -> Fault:
    return misread(act.die, act.hit, act.plane, "a hit", act.factor)


@effect
def bomb(t: Tables, state: State, act: Bomb) -> State:
    new = _gone_out(t, state, act, act.zone)
    boat = state.unit(act.support)
    new = new.fly(act.plane, support=act.support, fit=boat.damage)
    case_id = "UV-5.3.8" if t.side_of(act.plane) == AXIS else "UV-5.3.5"
    new = _flown(t, new, act.plane, case_id)
    if not act.hit:
        return new
    if act.target in t.places:
        return new.hit(act.target)
    if act.target in state.units:
        new = new.owing(Pending(st.TONNAGE, AXIS, case_id, act.target))
    return new


# --- Flown and unflown


@cases("UV-5.5T.4", "UV-5.5.9", reads=("plane",))
def who_does_not_attack_stays_unflown(t: Tables, state: State, act: Flip) -> Verdict:
    if owed(state, st.FLIP, act.plane):
        return None
    case_id = "UV-5.5T.4" if state.contact.level == st.TSL and state.contact else "UV-5.5.9"
    return case_id, f"{act.plane} was turned to Flown, and has not attacked"


does(Flip, lambda t, state, act: state.done(st.FLIP, act.plane).fly(act.plane, flown=True))

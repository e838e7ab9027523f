"""Searches from the air, attacks of all kinds, and the effects of hits (8.3, 8.4, 9, 21.5)."""

from __future__ import annotations

from dataclasses import field

from validator.explaining import signs as sign
from validator.rules.cases import Broken, Fault, Verdict
from validator.rules.states import Pending, owed
from validator.rules.verbs import CHANCE, Verb, guessed, said

from . import reads, unseen
from . import state as st
from .book import book, case, cases, effect, misread
from .state import ALLIED, AXIS, BARBARIGO, State, Unit
from .tables import Tables


class AirDetect(Verb, by=ALLIED, steps=("air_search_step",)):
    """An aircraft searches for a boat on the surface in its zone (8.4)."""

    plane: str = guessed(unseen.who_searches)
    boat: str = guessed(unseen.boats_searched)
    die: int | None = field(metadata=CHANCE)
    found: bool = guessed(unseen.found, metadata=said("found", "not found"))
    signs = reads.search("air_search", "plane", "boat", "air_detection")
    silent = unseen.found_by_aircraft


class AirAttack(Verb, by=ALLIED, steps=("air_search_step",)):
    """An aircraft attacks a boat: the first die; ``number`` is T, 0 a miss (9.4.3)."""

    plane: str = guessed(unseen.who_attacks)
    boat: str = guessed(unseen.boat_found_by)
    die: int | None = field(metadata=CHANCE)
    number: int | None = guessed(
        unseen.number("air_asw", lambda t, state, known: "aircraft"), metadata=CHANCE
    )
    signs = reads.attack("asw", "asw_from_air", "plane")
    silent = unseen.attacked_from_the_air


class AswAttack(Verb, by=ALLIED, steps=("tsl_round",)):
    """A warship attacks a boat: the first die; ``number`` is T, 0 a miss (9)."""

    by_unit: str
    boat: str
    die: int | None = field(metadata=CHANCE)
    number: int | None = guessed(
        unseen.number("asw", lambda t, state, known: t.kind_of(known.get("by_unit"))),
        metadata=CHANCE,
    )
    signs = reads.attack("asw", "asw_attack", "by_unit")
    silent = unseen.hit_by_depth_charges


class Gunfire(Verb, by=ALLIED, steps=("tsl_round",)):
    """A ship fires at a boat on the surface: the first die (9)."""

    by_unit: str
    boat: str
    die: int | None = field(metadata=CHANCE)
    hit: bool = guessed(unseen.hit, metadata=said("a hit", "a miss"))
    signs = reads.attack("surface", "fires", "by_unit")
    silent = unseen.hit_by_guns


class Torpedo(Verb, by=AXIS, steps=("tsl_round",)):
    """A boat fires torpedoes at a ship or convoy; ``hits`` are ships (9)."""

    boat: str
    target: str
    torpedoes: int
    die: int | None = field(metadata=CHANCE)
    hits: int = guessed(unseen.hits, metadata=CHANCE)
    signs = reads.salvo()
    silent = unseen.hit_by_torpedoes


class SecondRoll(Verb, settles=(st.SECOND_DIE, "boat")):
    """The second die for a boat that was hit: it is sunk, or gets points, which add up."""

    boat: str = guessed(unseen.hit_boats)
    die: int | None = field(metadata=CHANCE)
    sunk: bool = guessed(unseen.sunk, metadata=said("sunk", "not sunk"))
    points: int | None = guessed(unseen.points)
    """``None`` if nobody declared them."""
    total: int = guessed(unseen.total)
    signs = sign.any_of(sign.die("asw_second"), sign.die("surface_second"), sign.unseen())
    silent = reads.not_seen


class ChangeDepth(Verb, by=AXIS, settles=(st.RISE, "boat")):
    """A boat changes its depth by itself: only one that must surface may (21.5.3)."""

    boat: str
    depth: str
    signs = sign.turned("ship", piece="boat", level=sign.field("depth", reads.depth_of))


class Check(Verb, by=AXIS, settles=(st.CHECK, "boat")):
    """A boat of Sunk factor 4 with 4 points rolls a die; if it is odd, the boat is destroyed."""

    boat: str
    die: int | None = field(metadata=CHANCE)
    destroyed: bool = guessed(unseen.lost, metadata=said("destroyed", "it stays"))
    signs = sign.any_of(reads.die_and_words("sunk_factor_check", "checks", "boat"), sign.unseen())
    silent = reads.not_seen


class Tonnage(Verb, settles=(st.TONNAGE, "target")):
    """The tons of a ship that was sunk or crippled."""

    target: str
    die: int | None = field(metadata=CHANCE)
    tons: int | None = guessed(unseen.tons, metadata=CHANCE)
    signs = sign.any_of(sign.die("tonnage"), sign.unseen())
    silent = reads.not_seen


class Remove(Verb, steps=("floatplanes_step",), settles=(st.LOSS, "unit")):
    """A unit is taken out of the game."""

    unit: str
    signs = sign.any_of(reads.removed("ship"), reads.removed("plane"))


Firing = AswAttack | Gunfire

# --- Searching from the air


@cases("UV-5.6.2", "UV-5.3.3", reads=("plane", "boat"))
def who_searches_for_whom(t: Tables, state: State, act: AirDetect) -> Verdict:
    plane, boat = state.plane(act.plane), state.unit(act.boat)
    if state.step == st.AIR:
        if (act.plane, act.boat) in state.hunted and not boat.gone:
            return None
        return "UV-5.3.3", f"{act.plane} searched for {act.boat}, and did not fly out for that"
    if state.step != st.SECOND or plane.flown or plane.gone or t.side_of(act.plane) != ALLIED:
        return "UV-5.6.2", f"{act.plane or 'nobody'} searched, and was not unflown in 5.6"
    if plane.searched:
        return "UV-5.6.2", f"{act.plane} searched a second time"
    if not t.is_boat(act.boat) or not plane.at or boat.at != plane.at or boat.gone:
        return "UV-5.6.2", f"{act.boat or 'no boat'} is not in the zone of {act.plane}"
    if boat.depth != st.SURFACED:
        return "UV-5.6.2", f"{act.boat} was not on the surface"
    return None


@case("UVX-8.4", reads=("plane", "boat", "die", "found"), table="air_detection")
def what_finds_from_the_air(t: Tables, state: State, act: AirDetect) -> Fault:
    kind = t.planes.get(act.plane)
    most = t.air_detection.get(kind.kind, 0) if kind is not None else 0
    return misread(act.die, act.found, act.plane, "found", most)


@effect
def air_detect(t: Tables, state: State, act: AirDetect) -> State:
    new = state.changed(hunted=state.hunted - {(act.plane, act.boat)})
    new = new.fly(act.plane, searched=state.step == st.SECOND)
    if not act.found:
        return new
    new = new.changed(spotted=state.spotted | {(act.plane, act.boat)})
    return new.change(act.boat, detected=True)


# --- Attacks


@cases("UV-5.5.7", "UV-5.5T.4", "UV-5.6.2", "UV-5.3.3", reads=("plane", "boat"))
def only_who_found_attacks(t: Tables, state: State, act: AirAttack) -> Verdict:
    boat, contact = state.unit(act.boat), state.contact
    found = contact.found if contact else state.spotted
    fit = boat.depth == st.SURFACED and not boat.gone
    if (act.plane, act.boat) in found and fit:
        return None
    words = f"{act.plane} attacked {act.boat}" + ("" if fit else ", which was not on the surface")
    if contact:
        return ("UV-5.5T.4" if contact.level == st.TSL else "UV-5.5.7"), words
    return ("UV-5.3.3" if state.step == st.AIR else "UV-5.6.2"), words


@case("UVX-9.4.3", reads=("plane", "die", "number"), table="air_asw")
def what_aircraft_find_on_the_table(t: Tables, state: State, act: AirAttack) -> Fault:
    return _number_of(t, act.die, "aircraft", act.number)


def _number_of(t: Tables, die: int | None, kind: str, number: int | None) -> Fault:
    right = number if die is None else t.asw_number(die, kind)
    if number in (right, None):
        return None
    return Broken(f"{die} was thrown, and {number or 'a miss'} was read", str(right or "a miss"))


@cases("UVX-9.2", "UVX-9.4.3", reads=("number",))
def numbers_are_those_of_dice(t: Tables, state: State, act: AirAttack | AswAttack) -> Verdict:
    if act.number is None or 0 <= act.number <= 10:
        return None
    case_id = "UVX-9.4.3" if isinstance(act, AirAttack) else "UVX-9.2"
    return case_id, f"the ASW table gave {act.number}: it is compared with a D10"


@case("UVX-9.2", reads=("by_unit", "die", "number"), table="asw")
def what_warships_find_on_the_table(t: Tables, state: State, act: AswAttack) -> Fault:
    ship = t.ships.get(act.by_unit)
    return None if ship is None else _number_of(t, act.die, ship.kind, act.number)


@case("UVX-9.3", reads=("by_unit", "die", "hit"), table="surface_combat")
def what_guns_hit(t: Tables, state: State, act: Gunfire) -> Fault:
    ship = t.ships.get(act.by_unit)
    needs = t.gun_hit - t.gun_factors.get(ship.kind if ship is not None else "", 0)
    if act.die is None or act.hit == (act.die >= needs):
        return None
    return Broken(f"{act.die} was thrown for {act.by_unit}", f"a hit from {needs}")


@case("UV-5.5T.8", reads=("by_unit", "boat"))
def where_ships_attack(t: Tables, state: State, act: Firing) -> Fault:
    wrong = _cannot_fight(t, state, act.by_unit, act.boat)
    if not wrong and not t.is_boat(act.boat):
        wrong = "it is no boat"
    if not wrong and isinstance(act, Gunfire) and state.unit(act.boat).depth != st.SURFACED:
        wrong = "it is not on the surface"
    return f"{act.by_unit or 'nobody'} attacked {act.boat or 'nothing'}: {wrong}" if wrong else None


def _cannot_fight(t: Tables, state: State, by: str, target: str) -> str:
    """Why a unit cannot attack another on the TSL grid; empty if it can."""
    contact, one, other = state.contact, state.unit(by), state.unit(target)
    if contact.level != st.TSL or contact.stage != st.MOVING:
        return "no TSL round is played"
    if not one.square or one.square != other.square or t.side_of(by) == t.side_of(target):
        return "they are no opponents in one square"
    if state.unit(contact.active).square != one.square:
        return "no unit has just ended its move there"
    return "" if other.detected else "it is not detected"


@case("UVD-40", reads=("by_unit",))
def one_attack_after_a_move(t: Tables, state: State, act: Firing) -> Fault:
    return f"{act.by_unit} attacked twice" if act.by_unit in state.contact.fired else None


@cases("UV-21.2.1a", "UV-5.5T.8", "UV-21.0.2", reads=("boat", "target", "torpedoes"))
def where_boats_attack(t: Tables, state: State, act: Torpedo) -> Verdict:
    boat = state.unit(act.boat)
    if act.boat == BARBARIGO and st.FERRY in (state.role, state.shown):
        return "UV-21.2.1a", "the Barbarigo fired torpedoes, and carries frogmen"
    wrong = _cannot_fight(t, state, act.boat, act.target)
    if not wrong and not t.is_boat(act.boat):
        wrong = "it is no boat"
    if wrong:
        return "UV-5.5T.8", f"{act.boat or 'nobody'} attacked {act.target or 'nothing'}: {wrong}"
    if act.torpedoes > boat.torpedoes:
        return "UV-21.0.2", f"{act.boat} fired {act.torpedoes} torpedoes and had {boat.torpedoes}"
    return None


@cases("UVD-40", "UVX-9.1", reads=("boat", "torpedoes"))
def one_salvo(t: Tables, state: State, act: Torpedo) -> Verdict:
    if act.boat in state.contact.fired:
        return "UVD-40", f"{act.boat} attacked twice"
    if not t.least_salvo <= act.torpedoes <= t.most_salvo:
        return "UVX-9.1", f"{act.boat} fired {act.torpedoes} torpedoes at once"
    return None


def ships_hit(t: Tables, state: State, act: Torpedo) -> int:
    """The hits by the torpedo table (UVX-9.1); if the die is not seen, those declared."""
    if act.die is None:
        return act.hits
    target = state.unit(act.target)
    escorts = sum(
        t.is_warship(one.id) and one.id != act.target
        for one in state.units.values()
        if one.square and one.square == target.square and not one.gone
    )
    total = act.die + act.torpedoes - escorts
    return min(t.torpedo_hits.get(total, 0), ships_left(t, target))


def ships_left(t: Tables, target: Unit) -> int:
    return target.cargo if t.is_convoy(target.id) else 1


@case("UVX-9.1", reads=("boat", "target", "torpedoes", "die", "hits"), table="torpedo")
def what_torpedoes_hit(t: Tables, state: State, act: Torpedo) -> Fault:
    right = ships_hit(t, state, act)
    if act.hits == right:
        return None
    return Broken(f"{act.die} was thrown, and {act.hits} ships were hit", f"{right}")


@case("UVX-9.1", reads=("target", "hits"))
def no_more_than_there_are(t: Tables, state: State, act: Torpedo) -> Fault:
    left = ships_left(t, state.unit(act.target))
    return f"{act.hits} ships were hit, of {left}" if not 0 <= act.hits <= left else None


@effect
def air_attack(t: Tables, state: State, act: AirAttack) -> State:
    pair = (act.plane, act.boat)
    new = state.changed(spotted=state.spotted - {pair})
    new = new.here(found=state.contact.found - {pair})
    if not state.plane(act.plane).flown and act.plane in state.planes:
        level = state.contact.level if state.contact else ""
        case_id = {st.OSL: "UV-5.5.8", st.TSL: "UV-5.5T.4"}.get(level, "UV-5.6.2")
        if state.step == st.AIR:
            case_id = "UV-5.3.3"
        new = new.owing_once(Pending(st.FLIP, ALLIED, case_id, act.plane))
    return new if act.number == 0 else _second(new, act.boat, act.number, st.ASW)


@effect
def asw_attack(t: Tables, state: State, act: AswAttack) -> State:
    new = state.here(fired=state.contact.fired | {act.by_unit})
    return new if act.number == 0 else _second(new, act.boat, act.number, st.ASW)


@effect
def gunfire(t: Tables, state: State, act: Gunfire) -> State:
    new = state.here(fired=state.contact.fired | {act.by_unit})
    return _second(new, act.boat, 0, st.SURFACE) if act.hit else new


def _second(state: State, boat: str, number: int | None, table: str) -> State:
    known = st.UNKNOWN if number is None else number
    return state.owing(Pending(st.SECOND_DIE, ALLIED, SECOND_DUE[table], boat, known, table))


SECOND_DUE = {st.ASW: "UV-21.5.1a", st.SURFACE: "UV-21.5.2a"}


@effect
def torpedo(t: Tables, state: State, act: Torpedo) -> State:
    boat = state.unit(act.boat)
    new = state.here(fired=state.contact.fired | {act.boat})
    new = new.change(act.boat, torpedoes=max(boat.torpedoes - act.torpedoes, 0))
    due = [Pending(st.TONNAGE, AXIS, "UVX-T", act.target) for _ in range(max(act.hits, 0))]
    if act.boat == BARBARIGO and not state.shown:
        due.append(Pending(st.SHOW, AXIS, "UVD-7", BARBARIGO))
    return new.owing(*due)


# --- The second die (21.5.1, 21.5.2)


RESULTS = (
    *("UV-21.5.1a", "UV-21.5.1b", "UV-21.5.1c", "UV-21.5.1d", "UV-21.5.1e", "UV-21.5.1f"),
    *("UV-21.5.2a", "UV-21.5.2b", "UV-21.5.2c", "UV-21.5.2d", "UV-21.5.2e"),
)


@cases(*RESULTS, reads=("boat", "die", "sunk", "points"))
def what_the_second_die_says(t: Tables, state: State, act: SecondRoll) -> Verdict:
    due = owed(state, st.SECOND_DIE, act.boat)
    if due is None or act.die is None or act.boat not in t.ships or due.points == st.UNKNOWN:
        return None
    case_id, right = t.second_die(act.boat, act.die, asw=due.to == st.ASW, number=due.points)
    if "21.5" not in t.variants:
        right = min(right, 0)
        case_id = SECOND_DUE[due.to]
        if act.points:
            return None  # UV-21.5.a
    if act.sunk == (right < 0) and act.points in (max(right, 0), None):
        return None
    given = "sunk" if act.sunk else f"{act.points} points"
    legal = "sunk" if right < 0 else f"{right} points"
    severity = "interpretation" if case_id in ("UV-21.5.1f", "UV-21.5.2e") else ""
    told = f"{act.die} was thrown for {act.boat}" + (f" against {due.points}" if due.points else "")
    return case_id, Broken(f"{told}: {given}", legal, severity)


book.asked_for("UV-21.5.1a", SecondRoll, "a second die was thrown for {0}, which was not hit")


@case("UV-21.5.a", reads=("boat", "points", "total"))
def damage_only_if_it_is_used(t: Tables, state: State, act: SecondRoll) -> Fault:
    if "21.5" in t.variants or not act.points:
        return None
    return f"{act.boat} was given {act.points} points, and damage is not recorded"


@case("UV-21.5.b", reads=("boat", "sunk", "points", "total"))
def boxes_are_crossed_off_upward(t: Tables, state: State, act: SecondRoll) -> Fault:
    before = state.unit(act.boat).damage
    right = before if act.sunk else min(before + (act.points or 0), 5)
    if act.total == right:
        return None
    return Broken(f"{act.boat} had {before}, took {act.points} and has {act.total}", f"{right}")


@effect
def second_roll(t: Tables, state: State, act: SecondRoll) -> State:
    due = owed(state, st.SECOND_DIE, act.boat)
    new = state.done(st.SECOND_DIE, act.boat)
    if act.boat not in t.ships:
        return new
    if act.sunk:
        return sunk(new, act.boat, SECOND_DUE[due.to if due is not None else st.ASW])
    before = state.unit(act.boat).damage
    total = min(before + (act.points or 0), 5)
    new = new.change(act.boat, damage=total, hurt=state.unit(act.boat).hurt or act.points is None)
    if total == 5:
        return sunk(new, act.boat, "UV-21.5.3g")
    if total >= 3 and state.unit(act.boat).depth == st.SUBMERGED:
        new = new.owing_once(Pending(st.RISE, AXIS, "UV-21.5.3c", act.boat))
    if total == 4 and before < 4 and t.ships[act.boat].sf == 4:
        new = new.owing_once(Pending(st.CHECK, AXIS, "UV-21.5.3e", act.boat))
    return new


def sunk(state: State, boat: str, case_id: str) -> State:
    """The state after a boat is lost: it leaves the game, and nothing else is owed for it."""
    return state.without(boat).owing(Pending(st.LOSS, AXIS, case_id, boat))


# --- What damage does (21.5.3)


@cases("UV-21.5.3b", "UV-21.5.3c", "UV-5.5T.6", "UV-5.5.12", "UV-5.4.2", reads=("boat", "depth"))
def depth_changes_at_the_start_of_a_move(t: Tables, state: State, act: ChangeDepth) -> Verdict:
    boat = state.unit(act.boat)
    if owed(state, st.RISE, act.boat):
        if act.depth == st.SURFACED:
            return None
        return "UV-21.5.3c", f"{act.boat} has {boat.damage} points and did not surface"
    if act.depth == st.SUBMERGED and boat.damage >= 3:
        return "UV-21.5.3b", f"{act.boat} has {boat.damage} points and submerged"
    if boat.hurt and act.depth == st.SURFACED:
        return None  # it may have to
    told = f"{act.boat or 'nobody'} changed its depth, and not at the start of its move"
    level = state.contact.level if state.contact else ""
    return {st.OSL: "UV-5.5.12", st.TSL: "UV-5.5T.6"}.get(level, "UV-5.4.2"), told


@effect
def change_depth(t: Tables, state: State, act: ChangeDepth) -> State:
    new = state.done(st.RISE, act.boat) if act.depth == st.SURFACED else state
    return new.change(act.boat, depth=act.depth) if t.is_boat(act.boat) else new


@cases("UV-21.5.3f", "UV-21.5.3e", reads=("boat",))
def who_throws_at_four_points(t: Tables, state: State, act: Check) -> Verdict:
    if owed(state, st.CHECK, act.boat):
        return None
    ship = t.ships.get(act.boat)
    if ship is not None and ship.sf != 4:
        return "UV-21.5.3f", f"{act.boat} has Sunk factor {ship.sf}, and threw at 4 points"
    if state.unit(act.boat).hurt:
        return None
    return "UV-21.5.3e", f"{act.boat or 'nobody'} threw, and did not just come to 4 points"


@case("UV-21.5.3e", reads=("boat", "die", "destroyed"))
def odd_is_destroyed(t: Tables, state: State, act: Check) -> Fault:
    if act.die is None or act.destroyed == bool(act.die % 2):
        return None
    return Broken(f"{act.die} was thrown for {act.boat}", "odd: destroyed; even: it stays")


@effect
def check(t: Tables, state: State, act: Check) -> State:
    new = state.done(st.CHECK, act.boat)
    return sunk(new, act.boat, "UV-21.5.3e") if act.destroyed and act.boat in t.ships else new


# --- Tonnage, and who leaves the game


@case("UV-21.2.1l", reads=("target",))
def tonnage_is_asked_for(t: Tables, state: State, act: Tonnage) -> Fault:
    if owed(state, st.TONNAGE, act.target):
        return None
    return f"tonnage was thrown for {act.target or 'nothing'}, and no ship was hit there"


@case("UVX-T", reads=("tons",))
def tons_are_those_of_a_die(t: Tables, state: State, act: Tonnage) -> Fault:
    if act.tons is None:
        return None
    fit = act.tons % t.per_pip == 0 and t.per_pip <= act.tons <= 10 * t.per_pip
    return None if fit else f"{act.tons} tons were noted"


@case("UVX-T", reads=("die", "tons"), table="tonnage")
def tons_of_the_die(t: Tables, state: State, act: Tonnage) -> Fault:
    right = act.die and act.die * t.per_pip
    return None if act.tons == right else Broken(f"{act.die} gave {act.tons} tons", f"{right}")


@effect
def tonnage(t: Tables, state: State, act: Tonnage) -> State:
    due = owed(state, st.TONNAGE, act.target)
    new = state.done(st.TONNAGE, act.target)
    if due is None:
        return new
    new = new.changed(tons=state.tons + (act.tons or 0), sunk=state.sunk + 1)
    target = state.unit(act.target)
    if act.target not in state.units:
        return new
    left = target.cargo - 1 if t.is_convoy(act.target) else 0
    new = new.change(act.target, cargo=max(left, 0))
    if left > 0:
        return new
    new = new.without(act.target, st.TONNAGE)
    return new.owing_once(Pending(st.LOSS, ALLIED, "UVX-T", act.target))


@cases("UV-21.2.1m", "UV-21.3.2j", "UV-21.5.3g", "UVX-T", "UVX-9.4", reads=("unit",))
def who_leaves_the_game(t: Tables, state: State, act: Remove) -> Verdict:
    if owed(state, st.LOSS, act.unit) or state.unit(act.unit).hurt:
        return None
    if is_out(t, state, act.unit):
        return None
    if act.unit in t.planes:
        floats = t.planes[act.unit].kind == "floatplane" and state.plane(act.unit).support
        return None if floats else ("UVX-9.4", f"{act.unit} was removed, and not shot down")
    told = f"{act.unit or 'nobody'} was removed, and not lost"
    if act.unit == BARBARIGO and st.Z_511 in state.strikes:
        return "UV-21.3.2j", f"{told}: the attack of the Z-511 is none of its own two"
    if act.unit == BARBARIGO and state.strikes:
        return "UV-21.2.1m", f"{told}: only after its second attack it leaves"
    return ("UV-21.5.3g" if t.is_boat(act.unit) else "UVX-T"), told


def is_out(t: Tables, state: State, unit: str) -> bool:
    """Whether a boat off the map plays no more: it threw a ten, was not repaired, or can never
    enter (UV-21.1.9, UV-21.2.f)."""
    boat, ship = state.unit(unit), t.ships.get(unit)
    if ship is None or boat.at != st.EUROPE:
        return False
    if boat.gone or unit in state.never:
        return True
    if unit == BARBARIGO:
        return state.due_turn > t.last_turn
    return ship.north_atlantic and not boat.entered and state.turn >= t.last_try


@effect
def remove(t: Tables, state: State, act: Remove) -> State:
    new = state.without(act.unit)
    if act.unit in t.planes:
        return new.fly(act.unit, gone=True, at="", track=0, cap=False)
    if act.unit not in state.units:
        return new
    new = new.change(act.unit, gone=True, at="", square="", box="")
    if t.is_convoy(act.unit):
        for one in [*state.stacked(act.unit)]:
            new = new.change(one.id, stack="")
    if act.unit == BARBARIGO:
        new = _attacks_fail(new)
    return new


def _attacks_fail(state: State) -> State:
    """Frogman attacks that are not drawn yet fail with the boat (UV-21.2.1k, UVD-11)."""
    strikes = {
        name: one if one.drawn or name == st.Z_511 else one.changed(failed=True)
        for name, one in state.strikes.items()
    }
    left = (
        one
        for one in state.pending
        if not (one.what in (st.STRIKE, st.FILL) and one.piece != st.Z_511)
    )
    return state.changed(strikes=strikes, pending=tuple(left))

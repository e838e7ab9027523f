"""Firing (RF-5): targets, who fires first, weapons, and how many dice hit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any

from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.cases import NOTE, Broken, Fault, Verdict
from validator.rules.states import Pending, owed
from validator.rules.verbs import CHANCE, Verb, guessed

from . import desk, heard
from . import state as st
from .activation import Some, acted, hits
from .arms import (
    AT_AIRCRAFT,
    CHARGE,
    COMMANDER,
    FIRED,
    RIFLED,
    Arms,
    Throws,
    arms_of,
    dice_for,
    dice_of,
    foe_of,
    hit_on,
    is_at_its_tow,
    is_led,
    is_to_add,
    may_answer,
    may_hit,
    men_for,
    numbers_for,
    range_between,
    reach,
    reach_of,
    scatters,
    shooters,
    spotters,
    target_class,
    usable,
)
from .book import case, cases, effect, offer
from .land import hex_of, is_enfiladed, quarter, sees
from .state import Combat, State
from .tables import AIRCRAFT, Tables


def _engaging(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """Guesses for the unit that engages: the one that fires next, and those with it in its hex;
    else first one that the target hits, then those that may engage it and do not fire later."""
    t, (firing, struck) = context.tables, desk.after_engaging(context, known["target"])
    ours = [one for one in t.groups.get(state.group, ()) if state.unit(one).on_foot]
    hexes = {heard.here(state, one) for one in struck}
    there = [one for one in ours if state.unit(one).at in hexes]
    if firing:
        there.sort(key=lambda one: (one != firing, one not in struck))
        return dict.fromkeys((*there, firing))
    later = {heard.tag(t, state, f.detail) for f in heard.followed(context) if desk.is_shot(f)}

    def unlikely(one: str) -> tuple[bool, int, bool, bool]:
        seen_by = next(iter(_spotting(context, state, {**known, "unit": one})))
        act = Engage(one, known["hex"], known["target"], seen_by)
        faults = len(context.rulings.faults(state, act))
        return one not in struck, faults, one not in there, one in later

    return sorted(ours, key=unlikely) or [""]


def _spotting(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """Guesses for the spotter: none for a unit that sees the target; else any unit that may."""
    t, unit = context.tables, state.unit(known["unit"])
    if sees(t, state, unit, known["hex"]):
        return [""]
    return [*spotters(t, state, known["unit"], known["hex"]), ""]


def _engaged_at_once(context: Any, state: State) -> Mapping[str, Any] | None:
    """A unit that fires without declaring its target: it fires at the units that are hit or fire
    back next, at the one that its line names, or at any that it may."""
    t, unit = context.tables, desk.firing(context)
    if not unit:
        return None
    named = heard.aimed_at(context.facts[context.at].detail)
    foes = [one for one in t.units if t.side_of(one) == st.OTHER[t.side_of(unit)]]
    for target in dict.fromkeys((*desk.struck_next(context), named, *foes)):
        if target not in foes or not state.unit(target).on_foot:
            continue
        known = {"unit": unit, "target": target, "hex": state.unit(target).at}
        spotter = next(iter(_spotting(context, state, known)), "")
        if not context.rulings.faults(state, Engage(**known, spotter=spotter)):
            return known
    if named not in foes:
        return None
    return {"unit": unit, "target": named, "hex": hex_of(state, state.unit(named))}


class Engage(Verb, steps=("engage",)):
    """A unit declares its target, the hex, and the spotter."""

    unit: str = guessed(_engaging)
    hex: str
    target: str
    spotter: str = guessed(_spotting, default="")

    _named = sign.declared("engaged", detail=sign.field("", heard.target))
    signs = sign.any_of(
        sign.all_of(_named, heard.said("spots", "spotter")),
        sign.all_of(sign.played_if(lambda t, state, verb: not verb.spotter), _named),
        sign.unseen(),
    )
    silent = _engaged_at_once


class RollFirst(Verb, steps=("engage",), settles=(st.FIRST, "unit")):
    """The firer or the target rolls for the first shot."""

    unit: str = guessed(desk.waiting(st.FIRST))
    die: int = guessed(desk.first, metadata=CHANCE)

    signs = sign.any_of(
        heard.clicked_die("first_fire", "first_fire"),
        desk.unsaid("first_fire", st.FIRST, "die"),
        sign.unseen(),
    )


def _who_is_first(context: Any, state: State) -> Mapping[str, Any] | None:
    return {"unit": state.combat.first} if state.combat.first else None


class HoldFire(Verb, steps=("fire",)):
    """The unit that may fire first lets the other fire."""

    unit: str

    signs = sign.unseen()
    silent = _who_is_first


def _with_commander(t: Tables, state: State, verb: Any) -> bool:
    """Whether one of the dice is that of the Commander."""
    return len(verb.dice) > dice_of(t, state, state.unit(verb.unit), verb.arms)


def _his_die(t: Tables, state: State, verb: Any) -> tuple[int, ...]:
    return tuple(verb.dice[-1:]) if _with_commander(t, state, verb) else ()


def _arms_dice(number: int, led: bool) -> sign.Field:
    """The dice of the weapons, if there are this many, with or without the Commander's die."""

    def thrown(t: Tables, state: State, verb: Any) -> tuple[int, ...]:
        dice = verb.dice[:-1] if led else verb.dice
        return tuple(dice) if len(dice) == number else ()

    return sign.field("_dice", part.so_many(number), thrown)


def _at_whom(action: str) -> sign.PlayedIf:
    """Whether flak uses this menu entry: one is for targets on the ground, one for aircraft."""

    def holds(t: Tables, state: State, verb: Any) -> bool:
        if not action.startswith("flak"):
            return True
        foe, _ = foe_of(state, verb.unit)
        return (target_class(t, state, foe) == AIRCRAFT) == (action in AT_AIRCRAFT)

    return sign.played_if(holds)


def _firer(t: Tables, state: State, detail: str) -> str | None:
    """The unit that has engaged, as named by the one that fires back."""
    name = heard.tag(t, state, detail)
    return name if name is not None and name == state.combat.firer else None


def _fired_back_at(t: Tables, state: State, verb: Any) -> str:
    return state.combat.firer if verb.unit == state.combat.target else ""


_LED = heard.said("one_more"), sign.rolled("commander", dice=sign.field("_more", None, _his_die))
"""The Commander adds a die."""


_SCATTERED = sign.rolled(
    "scatter",
    dice=sign.field(
        "scatter",
        lambda t, state, dice: next(iter(dice), None) if t.night else None,
        lambda t, state, verb: (verb.scatter,) if verb.scatter and t.night else (),
    ),
)
"""The die for the scatter of shells at night."""


def _fires(action: str, arms: Arms, number: int, led: bool) -> sign.AllOf:
    """A menu entry that fires weapons."""
    foe = sign.field("_foe", _firer, _fired_back_at)
    return sign.all_of(
        heard.said(action),
        sign.rolled(f"fire_{number}", dice=_arms_dice(number, led)),
        *(_LED if led else ()),
        sign.optional(_SCATTERED),
        sign.announced(sign.declared("engaged", detail=foe)),
        _at_whom(action),
        sign.fixed(**({"arms": arms} if arms else {})),
    )


class Fire(Verb, steps=("fire",)):
    """A unit fires some of its weapons at its target, or fires back."""

    unit: str = guessed(
        lambda context, state, known: desk.whose(context, filter(None, shooters(state)))
    )
    arms: Arms = guessed(desk.arms_fired)
    """Weapons in the order of their chart; none: the Commander throws his die after them."""
    dice: tuple[int, ...] = guessed(desk.dice_fired, metadata=CHANCE)
    scatter: int = field(default=0, metadata=CHANCE)
    """At night: the direction in which a gun's shells scatter (RF-16.4); 0 if they do not."""

    signs = sign.any_of(
        *(_fires(name, *fired, led) for name, fired in FIRED.items() for led in (True, False)),
        *(
            sign.rolled(f"fire_{number}", dice=desk.dice_of_either(number))
            for number in sorted({number for _, number in FIRED.values()})
        ),
        sign.unseen(),
    )


# --- Engaging


@case("RF-5.1", reads=("unit", "hex", "target"))
def a_hex_with_its_target_is_named(t: Tables, state: State, act: Engage) -> Fault:
    if not t.on_map(act.hex):
        return f"{act.unit} shot at {act.hex or 'no hex'}"
    target = state.unit(act.target)
    if not target.on_foot or target.at != act.hex:
        return f"{act.target or 'nobody'} was not in {act.hex}"
    if t.side_of(act.target) == t.side_of(act.unit):
        return f"{act.target} is on the side of {act.unit}"
    return None


@cases("RF-5.18", "RF-5.9", "RF-5.11", "RF-5.22", reads=("unit", "hex", "target"))
def something_reaches_it(t: Tables, state: State, act: Engage) -> Verdict:
    unit = state.unit(act.unit)
    if not t.on_map(act.hex) or not unit.at or usable(t, state, unit, act.target, act.hex):
        return None
    far = range_between(t, state, unit, act.hex)
    within = [arm for arm in arms_of(t, unit) if reach(t, arm) >= far]
    if target_class(t, state, act.target) == AIRCRAFT:
        if any(t.weapons[arm].air_range for arm in arms_of(t, unit)):
            return "RF-5.22", f"{act.target} is {far} hexes away from {act.unit}"
        return "RF-5.11", f"{act.unit} has no weapon against aircraft"
    if within:
        return "RF-5.9", f"{act.unit} has nothing to fire at {act.target} at {far} hexes"
    return "RF-5.18", f"nothing of {act.unit} reaches {act.hex}, {far} hexes away"


@cases("RF-2.7", "RF-2.10", "RF-1.18", reads=("unit", "hex", "target", "spotter"))
def the_target_is_seen(t: Tables, state: State, act: Engage) -> Verdict:
    unit, spotter = state.unit(act.unit), state.unit(act.spotter)
    arms = usable(t, state, unit, act.target, act.hex)
    if not arms or (not act.spotter and sees(t, state, unit, act.hex)):
        return None
    if not any(t.weapons[arm].indirect for arm in arms):
        return "RF-2.7", f"{act.unit} fired without sight of {act.hex} of its own"
    if not act.spotter:
        return "RF-2.10", f"{act.unit} does not see {act.hex}, and nobody sees it for the gun"
    kind = t.kind_of(spotter.id)
    if not kind.spots or kind.side != t.side_of(act.unit):
        return "RF-2.10", f"{act.spotter} is no observer and no reconnaissance unit of that side"
    if not sees(t, state, spotter, act.hex):
        return "RF-2.10", f"{act.spotter} does not see {act.hex}"
    if kind.kind == "observer" and spotter.spotted not in ("", act.hex):
        return "RF-1.18", f"{act.spotter} had directed fire on {spotter.spotted} this turn"
    return None


@cases("RF-17.5", "RF-4.10", reads=("unit",))
def it_can_fight(t: Tables, state: State, act: Engage) -> Verdict:
    unit = state.unit(act.unit)
    if is_at_its_tow(t, unit):
        return "RF-4.10", f"{act.unit} fired in the turn in which it was limbered or unlimbered"
    if unit.landed == state.turn:
        return "RF-17.5", f"{act.unit} opened fire in the turn in which it landed"
    return None


# --- Who fires first


def decided_first(t: Tables, state: State) -> tuple[str, str]:
    """The unit that fires first without dice, and the case; empty if dice decide (RFD-3)."""
    firer, target = (state.unit(one) for one in shooters(state))
    if firer.dug_in != target.dug_in:
        return (firer if firer.dug_in else target).id, "RF-5.5"
    scouts = [one.id for one in (firer, target) if t.units[one.id].kind == "recon"]
    if len(scouts) == 1 and not firer.dug_in:
        return (target.id if scouts[0] == firer.id else firer.id), "RF-5.6"
    return "", ""


@cases("RF-5.5", "RF-5.6", "RF-5.7", "RF-5.3", "RF-17.5", "RF-6.1", reads=("unit",))
def in_their_order(t: Tables, state: State, act: Fire) -> Verdict:
    combat = state.combat
    if act.unit not in shooters(state) or not act.unit:
        return "RF-5.3", f"{act.unit} fired, but was not engaged"
    first = combat.first
    if owed(state, st.FIRST) and not first:
        return "RF-5.3", f"{act.unit} fired before the dice for the first shot"
    if act.unit == combat.target:
        if combat.target and is_enfiladed(
            t, state.unit(act.unit), hex_of(state, state.unit(combat.firer))
        ):
            return "RF-5.7", f"{act.unit} was enfiladed and fired back"
        if state.unit(act.unit).helpless == state.turn:
            return "RF-17.5", f"{act.unit} fired back in the turn in which its glider landed"
    has_fired = {one for one, _ in combat.fired}
    if first and act.unit != first and first not in has_fired:
        return combat.cause or "RF-5.3", f"{act.unit} fired before {first}"
    if combat.shooting and combat.shooting != act.unit and act.unit in has_fired:
        return "RF-6.1", f"{act.unit} fired again after {combat.shooting} had fired"
    return None


@cases("RF-2.7", "RF-2.10", "RF-4.10", reads=("unit", "arms"))
def who_answers_sees(t: Tables, state: State, act: Fire) -> Verdict:
    combat, unit = state.combat, state.unit(act.unit)
    if act.unit != combat.target or not act.unit:
        return None
    if is_at_its_tow(t, unit):
        return "RF-4.10", f"{act.unit} fired in the turn in which it was limbered or unlimbered"
    there = hex_of(state, state.unit(combat.firer))
    if sees(t, state, unit, there):
        return None
    if not all(arm in t.weapons and t.weapons[arm].indirect for arm in act.arms):
        return "RF-2.7", f"{act.unit} fired back without sight of {there or 'its enemy'}"
    if next(spotters(t, state, act.unit, there), ""):
        return None
    return "RF-2.10", f"{act.unit} fired back, and nobody saw {there or 'its enemy'} for it"


@case("RF-5.3", reads=("unit",))
def who_fires_first_may_hold(t: Tables, state: State, act: HoldFire) -> Fault:
    has_fired = any(one == act.unit for one, _ in state.combat.fired)
    if state.combat.first == act.unit and act.unit and not has_fired:
        return None
    return f"{act.unit} was not to fire first"


@cases(
    *("RF-5.10", "RF-5.11", "RF-5.18", "RF-5.20", "RF-5.21", "RF-16.3", "RF-5.22"),
    reads=("unit", "arms"),
)
def arms_fit_the_target(t: Tables, state: State, act: Fire) -> Verdict:
    unit = state.unit(act.unit)
    foe, hex_id = foe_of(state, act.unit)
    target, far = target_class(t, state, foe), range_between(t, state, unit, hex_id)
    have = arms_of(t, unit)
    for arm in act.arms:
        if arm not in t.weapons:
            return "RF-5.18", f"{arm} is no weapon"
        if arm == "flamethrower" and unit.support == arm and not unit.shots:
            return "RF-5.21", f"{act.unit} fired its flamethrower for the fifth time"
        if arm == CHARGE and unit.charges < act.arms.count(CHARGE):
            return "RF-5.20", f"{act.unit} has not so many demolition charges left"
        if arm not in have:
            return "RF-5.18", f"{act.unit} has no {arm} that can fire"
        if not may_hit(t, arm, target):
            case_id = "RF-5.11" if target == AIRCRAFT else "RF-5.10"
            return case_id, f"the {arm} of {act.unit} was fired at {foe}"
        most = reach_of(t, arm, target)
        if foe and far > most:
            case_id = "RF-5.22" if target == AIRCRAFT else "RF-5.18"
            if t.night and far <= t.weapons[arm].range:
                case_id = "RF-16.3"
            return case_id, Broken(f"{hex_id} is {far} hexes away", f"at most {most} for {arm}")
    return None


@case("RFD-8", reads=("unit", "arms"))
def each_arm_once(t: Tables, state: State, act: Fire) -> Fault:
    fired = [arm for one, arm in state.combat.fired if one == act.unit]
    named = [arm for arm in act.arms if arm != CHARGE]
    again = [arm for arm in act.arms if arm in fired or named.count(arm) > 1]
    again += [arm for arm in act.arms if arm == "inf_at" and RIFLED in fired]
    if again:
        return f"the {again[0]} of {act.unit} was fired twice in one exchange"
    led = is_to_add(t, state, state.unit(act.unit))
    return None if act.arms or led else f"{act.unit} fired nothing"


@case("RF-16.4", reads=("unit", "arms", "scatter"))
def shells_scatter_at_night(t: Tables, state: State, act: Fire) -> Fault:
    right = scatters(t, act.arms)
    if act.scatter in right:
        return None
    did = f"{act.scatter or 'no die'} was thrown for where the shells of {act.unit} fall"
    return Broken(did, "1 to 6") if len(right) > 1 else Broken(did, "none", severity=NOTE)


@cases("RF-5.19", "RF-1.20", reads=("unit", "arms", "dice"))
def so_many_dice(t: Tables, state: State, act: Fire) -> Verdict:
    number, numbers = len(act.dice), numbers_for(t, state, act.unit, act.arms)
    if number in numbers:
        return None
    unit, asked = state.unit(act.unit), dice_for(t, state, act.unit, act.arms)
    his = number == max(numbers, default=0) + t.commander_dice and not is_led(t, state, unit)
    by_man = any(t.weapons[arm].dice == 1 for arm in act.arms if arm in t.weapons)
    again = (act.unit, COMMANDER) in state.combat.fired
    case_id = "RF-1.20" if his and (again or not by_man) else "RF-5.19"
    return case_id, Broken(f"{act.unit} threw {number} dice", f"{asked} dice")


# --- What is done


@effect
def engage(t: Tables, state: State, act: Engage) -> State:
    unit = state.unit(act.unit)
    new = state.with_unit(acted(unit, st.FOUGHT))
    if act.spotter in new.units and t.units[act.spotter].kind == "observer":
        new = new.change(act.spotter, spotted=act.hex)
    new = new.changed(combat=Combat(act.unit, act.hex, act.target, act.spotter))
    return engaged(t, new, "RF-5.3")


def engaged(t: Tables, state: State, case_id: str) -> State:
    """The state after a combat has begun, with the first firer, or the dice for it, by a case."""
    combat = state.combat
    if combat.target not in state.units or not may_answer(t, state):
        return state.changed(combat=combat.changed(first=combat.firer, cause="RF-5.3"))
    first, cause = decided_first(t, state)
    if first:
        return state.changed(combat=combat.changed(first=first, cause=cause))
    return first_dice(t, state, case_id)


def first_dice(t: Tables, state: State, case_id: str) -> State:
    """The state in which both must roll for the first shot."""
    both = shooters(state)
    dues = (Pending(st.FIRST, t.side_of(one), case_id, one) for one in both)
    return state.changed(combat=state.combat.changed(thrown=())).owing(*dues)


@case("RF-5.3", reads=("unit",))
def who_has_to_throws_once(t: Tables, state: State, act: RollFirst) -> Fault:
    if state.by_hand or owed(state, st.FIRST, act.unit):
        return None
    idle = not state.combat.thrown and not owed(state, st.FIRST)  # it decides nothing
    did = f"{act.unit} threw for the first shot, and was not to"
    return Broken(did, severity=NOTE) if idle else did


@effect
def roll_first(t: Tables, state: State, act: RollFirst) -> State:
    if not owed(state, st.FIRST, act.unit):
        return state
    new, thrown = state.done(st.FIRST, act.unit), (*state.combat.thrown, (act.unit, act.die))
    new = new.changed(combat=new.combat.changed(thrown=thrown))
    if owed(new, st.FIRST) or len(thrown) < 2:
        return new
    (one, his), (other, its) = thrown[-2:]
    if his == its:
        return first_dice(t, new, "RF-5.3")  # both throw again (RFD-2)
    first = one if his > its else other
    return new.changed(combat=new.combat.changed(first=first, cause="RF-5.3"))


@effect
def hold_fire(t: Tables, state: State, act: HoldFire) -> State:
    other = next((one for one in shooters(state) if one != act.unit), "")
    return state.changed(combat=state.combat.changed(first=other, cause="RF-5.3"))


@effect
def fire(t: Tables, state: State, act: Fire) -> State:
    unit = state.unit(act.unit)
    foe, hex_id = foe_of(state, act.unit)
    number = hits(act.dice, hit_on(t, unit))
    new = state.changed(
        combat=state.combat.changed(
            fired=state.combat.fired | {(act.unit, one) for one in _fired(t, state, act)},
            shooting=act.unit,
        )
    )
    if "flamethrower" in act.arms:
        new = new.change(act.unit, shots=max(unit.shots - 1, 0))
    if laid := act.arms.count(CHARGE):
        new = new.change(act.unit, charges=max(unit.charges - laid, 0))
    if not number:
        return new
    arms = act.arms or [arm for one, arm in state.combat.fired if one == act.unit]
    weapons = [t.weapons[arm] for arm in arms if arm in t.weapons]
    way = t.scatter.get(act.scatter, "") if act.scatter in scatters(t, act.arms) else ""
    if way:
        hex_id = t.beside(hex_id, way)
    struck = [foe] if foe and not way else []
    if any(one.artillery for one in weapons) and target_class(t, state, foe) != AIRCRAFT:
        struck = [one.id for one in state.at(hex_id) if t.is_ground(one)]  # RF-2.5
    here = hex_of(state, unit)
    for one in struck:
        from_above = any(weapon.indirect for weapon in weapons)
        new = suffered(
            t, new, one, number, st.TOP if from_above else quarter(t, state.unit(one), here)
        )
    return new


def _fired(t: Tables, state: State, act: Fire) -> Iterator[str]:
    """The weapons that cannot be fired again in this exchange (RFD-8, RF-1.20)."""
    yield from act.arms
    unit = state.unit(act.unit)
    thrown, have = len(act.dice or ()), men_for(t, state, unit)
    if thrown > dice_of(t, state, unit, act.arms):
        yield COMMANDER
    if act.arms == ("rifle",) and thrown > have.get("rifle", 0) - have.get("inf_at", 0):
        yield RIFLED


def suffered(t: Tables, state: State, unit_id: str, hits: int, side: str) -> State:
    """The state after a unit is hit this often: its men, its gun or vehicles, or the aircraft must
    roll."""
    unit, owner = state.unit(unit_id), t.side_of(unit_id)
    if not owner or unit.gone:
        return state
    match target_class(t, state, unit_id):
        case "aircraft":
            return state.owing_each(hits, Pending(st.AIR, owner, "RF-9.1", unit_id))
        case "materiel":
            due = Pending(st.MATERIAL, owner, "RF-8.2", unit_id, to=side)
            return state.owing_each(hits, due)
    waiting = sum(one.what == st.CASUALTY and one.piece == unit_id for one in state.pending)
    room = unit.figures - waiting  # surplus hits are lost (RFD-25)
    due = Pending(st.CASUALTY, owner, "RF-7.1", unit_id)
    return state.owing_each(min(hits, max(room, 0)), due)


# --- Where legal ones are looked for


def _hexes(t: Tables, state: State, made: Any) -> Iterable[str]:
    """Hexes with enemies."""
    side = t.side_of(made.unit)
    if not side:
        return []
    return dict.fromkeys(
        one.at
        for one in state.units.values()
        if one.on_foot and t.side_of(one.id) == st.OTHER[side]
    )


def enemies_of(t: Tables, state: State, made: Any) -> Iterable[str]:
    """The enemies in the hex that is named."""
    side = t.side_of(made.unit)
    return [one.id for one in state.at(made.hex) if t.side_of(one.id) != side]


def _spotters(t: Tables, state: State, made: Any) -> Iterable[str]:
    yield ""
    arms = usable(t, state, state.unit(made.unit), made.target, made.hex)
    if any(t.weapons[arm].indirect for arm in arms):
        yield from spotters(t, state, made.unit, made.hex)


def _arms(t: Tables, state: State, made: Any) -> Iterable[Arms]:
    """Weapons in one volley or several; each that is in range by itself, and charges in any
    number."""
    foe, hex_id = foe_of(state, made.unit)
    unit = state.unit(made.unit)
    have, arms = men_for(t, state, unit), usable(t, state, unit, foe, hex_id)
    fresh = [arm for arm in arms if have[arm] and (made.unit, arm) not in state.combat.fired]
    each = ((arm,) * men for arm in fresh for men in range(1, (arm == CHARGE) * unit.charges + 2))
    few = [one for one in each if one[0] != CHARGE or len(one) <= unit.charges]
    return Some(few, lambda one: isinstance(one, tuple) and {*one} <= t.weapons.keys())


def _dice(t: Tables, state: State, made: Any) -> Iterable[tuple[int, ...]]:
    number = dice_for(t, state, made.unit, made.arms)
    return Throws(number, numbers_for(t, state, made.unit, made.arms))


offer(Engage, hex=_hexes, target=enemies_of, spotter=_spotters)
offer(HoldFire, unit=lambda t, state, made: filter(None, shooters(state)))
offer(
    Fire,
    unit=lambda t, state, made: filter(None, shooters(state)),
    arms=_arms,
    dice=_dice,
    scatter=lambda t, state, made: scatters(t, made.arms),
)

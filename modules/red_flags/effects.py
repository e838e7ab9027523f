"""The effects of hits: on men (RF-7), guns and vehicles (RF-8), aircraft (RF-9); and mines
(RF-14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from validator.explaining import facts as seen
from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.cases import Broken, Fault, Verdict, Verdicts, always
from validator.rules.dice import dice_of
from validator.rules.states import Pending, owed
from validator.rules.verbs import CHANCE, Verb, guessed, said

from . import desk, heard
from . import state as st
from .activation import hits
from .arms import HIT_MEN
from .book import asked_for, case, cases, effect, offer
from .encounter import gone, thinned
from .fire import suffered
from .land import hex_of, in_cover
from .state import State, Unit
from .tables import MATERIEL, Tables

ALIKE = ("crew", "rider", "cavalry", "commander", "observer")
"""Men whose weapon the menu does not name."""


def _man(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """Guesses for the man who is hit: the one with the support weapon, or one of several equal
    ones; if no menu names him, the one for whom a marker is placed, or one who does not fight on,
    or any, but first those whom the shots that follow can do without."""
    unit = state.unit(known["unit"])
    if "_support" not in known:
        fell = (one for one in desk.fallen(context, state, unit.id) if one in unit.men)
        all_men = dict.fromkeys((*unit.men, *filter(None, (unit.support,))))
        idle = sorted(all_men, key=lambda arm: desk.fights_on(context, unit.id, arm))
        likely = dict.fromkeys((*fell, *idle))
        return sorted(likely, key=lambda arm: not desk.may_be_spared(context, unit, arm))
    return [unit.support] if known["_support"] else [*unit.men[:1], ""][:1]


def _dies(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[int]:
    """Guesses for a die that nobody sees: one by which the man falls if a marker is placed for him
    or his unit is put away, and another."""
    unit = state.unit(known["unit"])
    falls = desk.is_seen_lost(context, unit.id)
    falls = falls or any(True for _ in desk.fallen(context, state, unit.id))
    lives = {survives(context.tables, state, unit, die): die for die in (1, 6)}
    return [lives[one] for one in (not falls, falls) if one in lives]


def _falls(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[bool]:
    """Whether the man falls if no marker shows it: by the die, but a man who should have fallen may
    fight on; he does if he is the last one and his unit acts later."""
    unit = state.unit(known["unit"])
    if survives(context.tables, state, unit, known["die"]):
        return [False]
    last = unit.figures == 1 and not unit.vehicles
    return [False] if last and desk.acts_later(context, unit.id) else [True, False]


def _is_meant(action: str) -> sign.PlayedIf:
    """Whether the owner uses this menu entry for the man who is hit."""

    def holds(t: Tables, state: State, verb: Any) -> bool:
        if action == "hit_heavy":
            return bool(verb.arm == state.unit(verb.unit).support)
        return HIT_MEN[action] == verb.arm or (not HIT_MEN[action] and verb.arm in ALIKE)

    return sign.played_if(holds)


_LAID = sign.moved(
    "fallen",
    start=sign.field(
        "fell",
        lambda t, state, place: True if place == "Markers" else None,
        lambda t, state, verb: "Markers" if verb.fell else "",
    ),
    to=sign.field("_at", part.a_hex, lambda t, state, verb: heard.here(state, verb.unit)),
)
"""The Fallen marker of a man, in the hex of his unit."""
_MARKED = (sign.optional(_LAID),), ()
"""A Fallen marker is placed if he falls; one that is seen then may be for another man who rolls
later."""


def _hit(action: str, arm: str, laid: tuple[sign.Optional, ...]) -> sign.AllOf:
    """A man is hit."""
    return sign.all_of(
        sign.declared(action, detail=sign.field("", heard.standing)),
        sign.die("casualty"),
        *laid,
        sign.fixed(**({"arm": arm} if arm else {"_support": action == "hit_heavy"})),
        _is_meant(action),
    )


class Casualty(Verb, steps=("effects",), settles=(st.CASUALTY, "unit")):
    """A figure that was hit: wounded, and it fights on, or it falls."""

    unit: str = guessed(desk.waiting(st.CASUALTY))
    arm: str = guessed(_man)
    """The weapon of the figure; its owner chooses it (RFD-25)."""
    die: int = guessed(_dies, metadata=CHANCE)
    fell: bool = guessed(_falls, metadata=said("it fell", "it fights on"))

    signs = sign.any_of(
        *(_hit(action, arm, laid) for laid in _MARKED for action, arm in HIT_MEN.items()),
        *(sign.all_of(desk.unsaid("casualty", st.CASUALTY, "die"), *laid) for laid in _MARKED),
        sign.unseen(),
    )


HIT_QUARTERS = {f"hit_{one}": one for one in (st.FRONT, st.SIDE, st.REAR, st.TOP)}
HIT_QUARTERS["hit_below"] = st.BELOW
WRECKED = {"vehicle": "wreck", "cars": "wreck", "gun": "destroyed"}
"""By role: the face of a destroyed counter."""


def _on_vehicles(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[tuple[int, int]]:
    """Guesses for dice that nobody sees: with the effect that the counter of the gun or vehicle
    shows, just before or next."""
    t, unit = context.tables, known["unit"]
    due = owed(state, st.MATERIAL, unit)
    if due is None or target_row(t, unit) is None:
        return []
    lost = desk.is_seen_lost(context, unit) or desk.is_left_turned(
        context, unit, heard.WRECKS, _is_material
    )
    lost = lost and not _more(state, due)
    crew = lost or desk.hits_next(context, unit) > sum(one == due for one in state.pending)
    wanted = (st.DESTROYED, st.BOTH) if lost else (st.CREW_HIT,) if crew else (st.NOTHING,)
    more = adds_for(t, unit, due.to)
    return desk.of_two(lambda total: outcome_of(t, unit, total + more), *wanted)


def _is_material(fact: seen.Fact) -> bool:
    return isinstance(fact, seen.Rolled) and fact.key == st.MATERIAL


def _in_the_air(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[tuple[int, int]]:
    """As `_on_vehicles`, for an aircraft: shot down, flown home, or neither."""
    t, unit = context.tables, known["unit"]
    if t.units[unit].armour not in AIR_CASES:
        return []
    moved = (one for one in context.from_here if isinstance(one, seen.Moved) and one.piece == unit)
    home = any(heard.AWAY(t, state, one.after) for one in moved)
    wanted = st.DOWN if desk.is_seen_lost(context, unit) else st.DRIVEN_OFF if home else st.NOTHING
    return desk.of_two(lambda total: falls(t, unit, total), wanted)


def _more(state: State, due: Pending | None) -> bool:
    """Whether more of the same is owed for a unit, which may be the cause of what its counter
    shows."""
    return due is not None and sum(one == due for one in state.pending) > 1


def _what_it_did(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The result: that of the table for the dice; but destruction if the counter is turned to show
    it, and perhaps none if it is not."""
    t, unit = context.tables, known["unit"]
    due = owed(state, st.MATERIAL, unit)
    if target_row(t, unit) is None:
        return [st.NOTHING]
    adds = adds_for(t, unit, due.to) if due is not None else 0
    right = outcome_of(t, unit, sum(known["dice"]) + adds)
    if "_wreck" in known and right not in (st.DESTROYED, st.BOTH) and not _more(state, due):
        return [st.DESTROYED]
    stands = right in (st.DESTROYED, st.BOTH) and "_wreck" not in known
    return [right, st.NOTHING] if stands else [right]


def _from(action: str) -> sign.PlayedIf:
    """Whether the owner of an AFV uses this menu entry for the quarter it is hit from."""

    def holds(t: Tables, state: State, verb: Any) -> bool:
        due = owed(state, st.MATERIAL, verb.unit)
        return action not in HIT_QUARTERS or due is None or due.to == HIT_QUARTERS[action]

    return sign.played_if(holds)


def _is_gone(state: State, verb: Any) -> bool:
    """Whether all guns or vehicles of the unit are destroyed."""
    return verb.outcome in (st.DESTROYED, st.BOTH) and state.unit(verb.unit).vehicles == 1


def _hit_hard(action: str, role: str) -> sign.AllOf:
    said = {"gun": "destroyed", "vehicle": "wrecked"}
    return sign.all_of(
        heard.clicked(action, "material", 2),
        sign.optional(heard.shows(role, WRECKED[role], "_wreck", _is_gone)),
        *(sign.maybe_declared(said[one]) for one in (role,) if one in said),
        _from(action),
    )


class MaterialHit(Verb, steps=("effects",), settles=(st.MATERIAL, "unit")):
    """A gun or vehicle that was hit."""

    unit: str = guessed(desk.waiting(st.MATERIAL))
    dice: tuple[int, ...] = guessed(_on_vehicles, metadata=CHANCE)
    outcome: str = guessed(_what_it_did)

    signs = sign.any_of(
        *(_hit_hard(action, "vehicle") for action in HIT_QUARTERS),
        _hit_hard("hit_machine", "gun"),
        _hit_hard("hit_machine", "vehicle"),
        _hit_hard("hit_recon", "cars"),
        desk.unsaid("material", st.MATERIAL),
        sign.unseen(),
    )


def _what_became(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The result: that of the table for the dice; but shot down if the counter is turned to show
    it."""
    t, unit = context.tables, known["unit"]
    armour = t.units[unit].armour
    right = falls(t, unit, sum(known["dice"])) if armour in AIR_CASES else st.NOTHING
    if known.get("_down") and not _more(state, owed(state, st.AIR, unit)):
        return [st.DOWN]
    return [known.get("outcome", right)]


class AirHit(Verb, steps=("effects",), settles=(st.AIR, "unit")):
    """An aircraft that was hit."""

    unit: str = guessed(desk.waiting(st.AIR))
    dice: tuple[int, ...] = guessed(_in_the_air, metadata=CHANCE)
    outcome: str = guessed(_what_became)

    _down = heard.shows("plane", "down", "_down", lambda state, verb: verb.outcome == st.DOWN)
    signs = sign.any_of(
        sign.all_of(
            heard.clicked("hit_aircraft", "air_effects", 2),
            heard.said("driven_off"),
            sign.fixed(outcome=st.DRIVEN_OFF),
        ),
        sign.all_of(
            heard.clicked("hit_aircraft", "air_effects", 2),
            sign.optional(_down),
            sign.maybe_declared("shot_down"),
        ),
        desk.unsaid("air_effects", st.AIR),
        sign.unseen(),
    )


class MineRoll(Verb, steps=("effects",), settles=(st.MINES, "unit")):
    """A unit that entered or left a mined hex rolls for the mines."""

    unit: str = guessed(desk.waiting(st.MINES))
    dice: tuple[int, ...] = guessed(desk.on_mines, metadata=CHANCE)

    signs = sign.any_of(
        heard.clicked("mined", "mines", 4), desk.unsaid("mines", st.MINES), sign.unseen()
    )


class Lose(Verb):
    """A unit is removed, or turned to its destroyed face, and nothing else explains it."""

    unit: str

    signs = sign.any_of(
        *heard.moved(
            "unit", heard.FACES, start=part.a_hex, to=sign.meant(heard.losses, heard.AWAY)
        ),
        *(heard.turned(role, face) for role, face in WRECKED.items()),
        heard.turned("plane", "down"),
    )


@case("RF-6.1", reads=("unit",))
def who_goes_was_destroyed(t: Tables, state: State, act: Lose) -> Fault:
    if state.by_hand:
        return None
    return f"{act.unit} was taken off, and nothing had destroyed it"


@effect
def lose(t: Tables, state: State, act: Lose) -> State:
    unit = state.unit(act.unit)
    new = _left_standing(t, state, unit) if t.is_ground(unit) else state
    return gone(t, new, act.unit)


def _left_standing(t: Tables, state: State, unit: Unit) -> State:
    """The state with the survivors of a wreck in its hex (RFD-26)."""
    new = state
    for one in [*state.aboard(unit.id)]:
        new = new.with_unit(one.changed(inside="", at=unit.at))
    return new


# --- Men


def survives(t: Tables, state: State, unit: Unit, die: int) -> bool:
    """Whether a figure is only wounded (RF-7.2 to RF-7.4)."""
    needs = t.survive_cover if _covered(t, state, unit) else t.survive_open
    return die + t.quality_adds(unit.id) >= needs


def _covered(t: Tables, state: State, unit: Unit) -> bool:
    return in_cover(t, unit, hex_of(state, unit))


@cases("RF-7.2", "RF-7.3", "RF-7.4", "RF-7.5", reads=("unit", "die", "fell"))
def who_falls(t: Tables, state: State, act: Casualty) -> Verdict:
    unit = state.unit(act.unit)
    lives = survives(t, state, unit, act.die)
    if lives != act.fell or not (state.by_hand or owed(state, st.CASUALTY, act.unit)):
        return None
    adds, covered = t.quality_adds(act.unit), _covered(t, state, unit)
    did = (
        f"a {act.die} was thrown for {act.unit}, and the figure {'fell' if act.fell else 'stayed'}"
    )
    plain = act.die >= (t.survive_cover if covered else t.survive_open)
    if adds and plain != lives:
        return "RF-7.2", f"{did}: its quality adds {adds:+d}"
    if not lives:
        return "RF-7.5", did
    return ("RF-7.4" if covered else "RF-7.3"), did


@case("RFD-25", reads=("unit", "arm"))
def a_living_figure_is_hit(t: Tables, state: State, act: Casualty) -> Fault:
    unit = state.unit(act.unit)
    if act.arm in unit.men or (unit.support and act.arm == unit.support):
        return None
    return f"{act.unit} has no man with {act.arm or 'nothing'}"


@effect
def casualty(t: Tables, state: State, act: Casualty) -> State:
    new = state.done(st.CASUALTY, act.unit)
    unit = new.unit(act.unit)
    if not act.fell:
        return new
    if act.arm == unit.support:
        unit = unit.changed(support="")
    elif act.arm in unit.men:
        at = unit.men.index(act.arm)
        unit = unit.changed(men=(*unit.men[:at], *unit.men[at + 1 :]))
    unit = unit.changed(charges=min(unit.charges, len(unit.men)))
    new = new.with_unit(unit)
    if unit.figures:
        return new
    new = new.without(act.unit, st.CASUALTY)  # surplus hits are lost (RFD-25)
    if not unit.vehicles:
        return gone(t, new, act.unit)
    return thinned(t, new, hex_of(new, unit))


# --- Guns and vehicles


def outcome_of(t: Tables, unit_id: str, total: int) -> str:
    """The effect of a modified roll on a gun or vehicle (RF-8.6 to RF-8.12)."""
    return t.materiel[t.units[unit_id].armour][min(max(total, 2), 12)]


def adds_for(t: Tables, unit_id: str, side: str) -> int:
    """The modifier for the quarter from which a tank is hit (RF-8.3 to RF-8.5)."""
    return t.quarters.get(side, 0) if t.units[unit_id].armour in TANKS else 0


TANKS = ("light_tank", "medium_tank", "heavy_tank")
QUARTER_CASES = {
    st.SIDE: "RF-8.3",
    st.REAR: "RF-8.4",
    st.TOP: "RF-8.4",
    st.BELOW: "RF-8.5",
}
ROW_CASES = {
    "artillery": "RF-8.6",
    "at_aa_gun": "RF-8.6",
    "soft_vehicle": "RF-8.7",
    "half_track": "RF-8.8",
    "armoured_car": "RF-8.9",
    "light_tank": "RF-8.10",
    "medium_tank": "RF-8.11",
    "heavy_tank": "RF-8.12",
}


@cases(
    *dict.fromkeys(QUARTER_CASES.values()),
    *dict.fromkeys(ROW_CASES.values()),
    reads=("unit", "dice", "outcome"),
)
def what_a_hit_does(t: Tables, state: State, act: MaterialHit) -> Verdicts:
    due = owed(state, st.MATERIAL, act.unit)
    if due is None or target_row(t, act.unit) is None or len(act.dice) != 2:
        return
    adds = adds_for(t, act.unit, due.to)
    right = outcome_of(t, act.unit, sum(act.dice) + adds)
    if act.outcome == right:
        return
    did = f"{sum(act.dice)} was thrown for {act.unit}: {act.outcome or 'nothing was said'}"
    broken = Broken(did, f"{right} ({adds:+d} for the {due.to})" if adds else right)
    if adds and act.outcome == outcome_of(t, act.unit, sum(act.dice)):
        yield QUARTER_CASES[due.to], broken
    else:
        yield ROW_CASES[t.units[act.unit].armour], broken


def target_row(t: Tables, unit_id: str) -> str | None:
    """The row of the chart of effects on guns and vehicles; ``None`` if it has none."""
    kind = t.kind_of(unit_id)
    return kind.armour or None if kind.target == MATERIEL else None


@effect
def material_hit(t: Tables, state: State, act: MaterialHit) -> State:
    new = state.done(st.MATERIAL, act.unit)
    unit = new.unit(act.unit)
    if act.outcome in (st.DESTROYED, st.BOTH):
        unit = unit.changed(vehicles=max(unit.vehicles - 1, 0))
        new = new.with_unit(unit)
    if act.outcome in (st.CREW_HIT, st.BOTH):
        new = _men_hit(t, new, unit)
    if unit.vehicles:
        return new
    new = new.without(act.unit, st.MATERIAL)
    new = _left_standing(t, new, unit)
    return new if unit.figures else gone(t, new, act.unit)


def _men_hit(t: Tables, state: State, unit: Unit) -> State:
    """Every man of the crew, or aboard, must roll for himself (RF-8.13, RFD-26)."""
    new = state
    for one in (unit, *state.aboard(unit.id)):
        if one.figures:
            due = Pending(st.CASUALTY, t.side_of(one.id), "RF-8.13", one.id)
            new = new.owing_each(one.figures, due)
    return new


# --- Aircraft

AIR_CASES = {
    "recon": "RF-9.2",
    "fighter_ga": "RF-9.3",
    "dive_light": "RF-9.4",
    "heavy_transport": "RF-9.5",
}


def falls(t: Tables, unit_id: str, total: int) -> str:
    """The effect of a roll on an aircraft (RF-9.2 to RF-9.5)."""
    return t.air_effects[t.units[unit_id].armour][min(max(total, 2), 12)]


@cases(*AIR_CASES.values(), reads=("unit", "dice", "outcome"))
def what_a_hit_in_the_air_does(t: Tables, state: State, act: AirHit) -> Verdict:
    kind = t.kind_of(act.unit)
    if kind.armour not in AIR_CASES or len(act.dice) != 2:
        return None
    right = falls(t, act.unit, sum(act.dice))
    if act.outcome == right:
        return None
    did = f"{sum(act.dice)} was thrown for {act.unit}: {act.outcome or 'nothing was said'}"
    return AIR_CASES[kind.armour], Broken(did, right)


@effect
def air_hit(t: Tables, state: State, act: AirHit) -> State:
    new = state.done(st.AIR, act.unit)
    return gone(t, new, act.unit) if act.outcome in (st.DOWN, st.DRIVEN_OFF) else new


# --- Dice that are asked for


@cases("RF-8.2", "RF-9.1", reads=("unit", "dice"))
def two_dice_a_hit(t: Tables, state: State, act: MaterialHit | AirHit) -> Verdicts:
    if len(act.dice) != 2:
        case_id = "RF-8.2" if isinstance(act, MaterialHit) else "RF-9.1"
        yield case_id, Broken(f"{len(act.dice)} dice were thrown for {act.unit}", "2 dice")


@case("RF-5.24", reads=("unit", "dice"))
def four_dice_for_mines(t: Tables, state: State, act: MineRoll) -> Fault:
    number = t.mine_dice
    if len(act.dice) != number:
        return Broken(f"{len(act.dice)} dice were thrown for the mines", f"{number} dice")
    return None


for _verb, _case, _did in (
    (Casualty, "RF-7.1", "{0} threw for a figure that was not hit"),
    (MaterialHit, "RF-8.2", "{0} threw for a hit that it did not suffer"),
    (AirHit, "RF-9.1", "{0} threw for a hit that it did not suffer"),
    (MineRoll, "RF-14.4", "{0} threw for mines that it did not enter or leave"),
):
    asked_for(_case, _verb, _did)


@effect
def mine_roll(t: Tables, state: State, act: MineRoll) -> State:
    new = state.done(st.MINES, act.unit)
    struck = hits(act.dice, t.hits_mines)
    return suffered(t, new, act.unit, struck, st.BELOW) if struck else new


# --- Where legal ones are looked for


def _arms(t: Tables, state: State, made: Any) -> Iterable[str]:
    unit = state.unit(made.unit)
    return dict.fromkeys((*unit.men, *((unit.support,) if unit.support else ())))


offer(Casualty, arm=_arms, fell=always(True, False))
offer(MaterialHit, outcome=always(st.NOTHING, st.CREW_HIT, st.DESTROYED, st.BOTH))
offer(AirHit, outcome=always(st.NOTHING, st.DRIVEN_OFF, st.DOWN))
offer(MineRoll, dice=dice_of("mine_dice"))

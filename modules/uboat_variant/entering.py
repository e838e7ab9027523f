"""The start of a turn (5.1): random event, entering units (21.1, 21.2, 21.4), bombers, convoys."""

from __future__ import annotations

from dataclasses import field

from validator.explaining import signs as sign
from validator.rules.cases import INTERPRETATION, Broken, Fault, Verdict
from validator.rules.dice import hold_number
from validator.rules.states import Pending, owed
from validator.rules.verbs import CHANCE, Verb, guessed

from . import reads, unseen
from . import state as st
from .book import book, case, cases, does, effect
from .state import ALLIED, AXIS, BARBARIGO, State
from .tables import Tables


class RandomEvent(Verb, steps=("random_event_step",)):
    """The random event of the game is rolled, once."""

    die: int = field(metadata=CHANCE)
    signs = sign.some_of(sign.die("random_event"), sign.declared("random_event"))


class TryEntry(Verb, by=AXIS, steps=("reinforcements",)):
    """A die is rolled for a North Atlantic boat to enter."""

    boat: str
    die: int | None = field(metadata=CHANCE)
    signs = sign.any_of(reads.die_and_words("entry", "tries_to_enter", "boat"), sign.unseen())
    silent = reads.who_comes


class RollBarbarigo(Verb, by=AXIS, steps=("reinforcements",)):
    """A die is rolled for the turn in which the Barbarigo enters, which is noted as ``turn``."""

    die: int | None = field(metadata=CHANCE)
    turn: int | None = field(metadata=CHANCE)
    signs = sign.any_of(
        sign.all_of(
            sign.optional(sign.declared("barbarigo_entry")),
            sign.rolled("barbarigo_entry", dice=sign.field("", reads.entry_turn)),
        ),
        sign.unseen(),
    )
    silent = reads.not_seen


class Enter(Verb, steps=("reinforcements",)):
    """A boat or a Canadian ship comes on the map."""

    unit: str
    area: str
    detected: bool = False
    signs = sign.all_of(
        sign.optional(sign.declared("enters", detail=reads.named("unit"))),
        reads.ship_moved("unit", start=reads.off_the_map, to=sign.field("area", reads.an_area)),
    )


class TakeBack(Verb, by=AXIS, steps=("bombers_return",), settles=(st.BACK, "plane")):
    """A bomber comes back from the turn track."""

    plane: str
    signs = reads.plane_moved("plane", start=reads.a_turn, to=reads.a_base)


_SAILS = reads.ship_moved("convoy", start=reads.off_the_map, to=sign.field("area", reads.an_area))


class DetermineConvoy(Verb, by=ALLIED, steps=("convoys_step",)):
    """Three dice determine the route, speed and size of a convoy; ``route`` is the area where it is
    placed (empty: no convoy)."""

    convoy: str
    dice: tuple[int, ...] | None = field(metadata=CHANCE)
    area: str
    goal: str = guessed(unseen.goal)
    fast: bool = guessed(unseen.fast)
    ships: int = guessed(unseen.ships)
    signs = sign.any_of(
        sign.all_of(
            sign.optional(sign.declared("convoy_determination")),
            sign.rolled("convoy", dice="dice"),
            sign.any_of(_SAILS, sign.fixed(area="")),
        ),
        sign.all_of(
            _SAILS,
            sign.optional(sign.declared("convoy_determination")),
            sign.optional(sign.rolled("convoy", dice="dice")),
        ),
    )


Reinforcing = TryEntry | RollBarbarigo | Enter

# --- The random event


@case("UV-5.1.1", reads=(), rests_on=(st.BEFORE,))
def once_at_the_start(t: Tables, state: State, act: RandomEvent) -> Fault:
    if state.turn == 1 and state.step == st.EVENTS and not state.event:
        return None
    return f"a random event was thrown {'again' if state.event else f'on turn {state.turn}'}"


does(RandomEvent, lambda t, state, act: _come_to(state, st.EVENT_STEP).changed(event=True))


def _come_to(state: State, part: int) -> State:
    return state if state.part >= part else state.changed(part=part)


# --- Who enters


@case("UV-5.1.2", reads=())
def reinforcements_come_in_their_step(t: Tables, state: State, act: Reinforcing) -> Fault:
    return None if state.step == st.EVENTS else "a unit entered, or a die was thrown for it, later"


PARTS = {RandomEvent: 0, TryEntry: 1, RollBarbarigo: 1, Enter: 1, TakeBack: 2, DetermineConvoy: 3}


@case("UV-5.1.6", reads=())
def the_steps_have_an_order(
    t: Tables, state: State, act: Reinforcing | RandomEvent | TakeBack
) -> Fault:
    if state.step == st.EVENTS and state.part > PARTS[type(act)]:
        return "a later step of the phase had begun"
    return None


@cases(
    *("UV-21.1.1", "UV-21.1.7", "UV-21.1.2", "UV-21.1.9", "UV-21.1.3"),
    reads=("boat",),
    rests_on=(st.BEFORE,),
)
def who_may_throw(t: Tables, state: State, act: TryEntry) -> Verdict:
    ship, boat = t.ships.get(act.boat), state.unit(act.boat)
    if ship is None or not ship.north_atlantic:
        return "UV-21.1.1", f"{act.boat} is none of the six North Atlantic boats"
    if boat.entered or boat.gone:
        return "UV-21.1.1", f"{act.boat} has entered already, or is not in the game"
    if act.boat in state.never:
        return "UV-21.1.7", f"{act.boat} threw a ten earlier and never enters"
    if state.turn < t.first_turn:
        return "UV-21.1.2", f"a die was thrown for {act.boat} on turn {state.turn}"
    if state.turn > t.last_try:
        return "UV-21.1.9", f"a die was thrown for {act.boat} on turn {state.turn}"
    if act.boat in state.rolls:
        return "UV-21.1.3", f"a second die was thrown for {act.boat} this turn"
    return None


@cases(
    *("UV-21.1.1", "UV-21.1.7", "UV-21.1.2", "UV-21.1.9", "UV-21.1.4"),
    *("UV-21.1.6", "UV-21.1.8", "UV-21.1.5"),
    reads=("unit", "area", "detected"),
    rests_on=(st.BEFORE,),
)
def a_boat_enters_by_its_die(t: Tables, state: State, act: Enter) -> Verdict:
    ship, boat = t.ships.get(act.unit), state.unit(act.unit)
    if ship is None or not ship.north_atlantic:
        return None
    if boat.due or boat.damage:  # repaired (21.5.3)
        return None
    thrown = state.rolls.get(act.unit)
    if boat.entered:
        return "UV-21.1.1", f"{act.unit} entered a second time"
    if act.unit in state.never:
        return "UV-21.1.7", f"{act.unit} threw a ten, and entered"
    if state.turn < t.first_turn:
        return "UV-21.1.2", f"{act.unit} entered on turn {state.turn}"
    if state.turn > t.last_try:
        return "UV-21.1.9", f"{act.unit} entered on turn {state.turn}"
    if thrown is None:
        return "UV-21.1.4", f"{act.unit} entered without a die"
    if thrown > state.turn:
        return "UV-21.1.6", f"{act.unit} threw {thrown} on turn {state.turn}, and entered"
    if thrown == state.turn:
        did = f"{act.unit} threw just the number of the turn, and entered"
        return "UV-21.1.8", Broken(did, severity=INTERPRETATION)
    if act.area not in t.boat_areas:
        return "UV-21.1.4", Broken(f"{act.unit} entered in {act.area}", " or ".join(t.boat_areas))
    if act.detected:
        return "UV-21.1.5", f"{act.unit} entered detected"
    return None


@cases("UV-21.2.a", reads=("die", "turn"), rests_on=(st.BEFORE,))
def one_die_and_one_more(t: Tables, state: State, act: RollBarbarigo) -> Verdict:
    if state.due_turn:
        return "UV-21.2.a", "a second die was thrown for the Barbarigo"
    if act.die is None:
        return None
    right = act.die + t.barbarigo_plus
    if act.turn != right:
        return "UV-21.2.a", Broken(f"{act.die} was thrown, and turn {act.turn} noted", f"{right}")
    return None


@cases("UV-21.2.f", "UV-21.2.b", "UVD-8", reads=("unit", "area"), rests_on=(st.BEFORE,))
def the_barbarigo_enters_on_its_turn(t: Tables, state: State, act: Enter) -> Verdict:
    if act.unit != BARBARIGO or state.unit(BARBARIGO).due:
        return None
    due = state.due_turn
    if due > t.last_turn:
        return "UV-21.2.f", f"the Barbarigo was due on turn {due}, after the last one"
    if not due or state.turn < due or state.unit(BARBARIGO).entered:
        words = f"due on turn {due}" if due else "no die was thrown for it"
        return "UV-21.2.b", f"the Barbarigo entered on turn {state.turn}: {words}"
    if act.area not in t.barbarigo_areas:
        return "UV-21.2.b", Broken(
            f"the Barbarigo entered in {act.area}", " or ".join(t.barbarigo_areas)
        )
    if state.turn > due != st.UNKNOWN:
        return "UVD-8", f"the Barbarigo entered on turn {state.turn}, due on turn {due}"
    return None


@cases(
    "UV-21.4.a",
    "UV-21.4.d",
    "UV-21.4.b",
    "UV-21.4.c",
    "UVD-25",
    reads=("unit", "area"),
    rests_on=(st.BEFORE,),
)
def when_canadians_enter(t: Tables, state: State, act: Enter) -> Verdict:
    ship = t.ships.get(act.unit)
    if ship is None or t.is_boat(act.unit):
        return None
    if not ship.is_canadian or state.unit(act.unit).entered:
        return "UV-21.4.a", f"{act.unit} is no Canadian ship that waits to enter"
    if act.area not in t.canadian_areas:
        return "UV-21.4.d", Broken(f"{act.unit} entered in {act.area}", "BB, BC or BD")
    first = state.first_entry
    if "21.1" in t.variants and first and first < state.turn:
        return None
    if first == state.turn or not _floatplane_scenario(t):
        return "UV-21.4.b", f"{act.unit} entered, and no North Atlantic boat on an earlier turn"
    if state.turn < t.canadian_turn:
        return "UV-21.4.c", f"{act.unit} entered on turn {state.turn}"
    if state.turn > t.canadian_turn:
        return "UVD-25", f"{act.unit} entered on turn {state.turn}, not on turn two"
    return None


def _floatplane_scenario(t: Tables) -> bool:
    return t.scenario in t.floatplane_scenarios


@cases("UV-21.5.3j", "UV-21.5.3k", "UVD-29", reads=("unit", "area"), rests_on=(st.BEFORE,))
def a_repaired_boat_returns(t: Tables, state: State, act: Enter) -> Verdict:
    boat = state.unit(act.unit)
    if not t.is_boat(act.unit) or not (boat.due or boat.gone):
        return None
    if boat.gone:
        return "UV-21.5.3k", f"{act.unit} is out of the game, and entered"
    if state.turn != boat.due:
        return "UV-21.5.3j", Broken(
            f"{act.unit} came back on turn {state.turn}", f"turn {boat.due}"
        )
    right = t.barbarigo_areas if act.unit == BARBARIGO else t.boat_areas
    if act.area not in right:
        return "UVD-29", Broken(f"{act.unit} came back in {act.area}", " or ".join(right))
    return None


@case("UV-21.1.1", reads=("unit",), rests_on=(st.BEFORE,))
def no_other_boat_enters(t: Tables, state: State, act: Enter) -> Fault:
    ship, boat = t.ships.get(act.unit), state.unit(act.unit)
    if ship is None:
        return f"{act.unit or 'nobody'} is none of the boats that enter"
    if ship.is_boat and not ship.north_atlantic and act.unit != BARBARIGO and not boat.due:
        return None if boat.gone else f"{act.unit} is none of the boats that enter"
    return None


@case("UVD-42", reads=("unit", "detected"))
def who_enters_is_not_detected(t: Tables, state: State, act: Enter) -> Fault:
    ship = t.ships.get(act.unit)
    if not act.detected or ship is None or ship.north_atlantic:
        return None
    return f"{act.unit} entered detected"


@effect
def try_entry(t: Tables, state: State, act: TryEntry) -> State:
    new = _come_to(state, st.ENTRY_STEP)
    never = state.never | {act.boat} if act.die == 10 else state.never
    return new.changed(rolls={**state.rolls, act.boat: act.die or st.UNSEEN}, never=never)


@effect
def roll_barbarigo(t: Tables, state: State, act: RollBarbarigo) -> State:
    due = st.UNKNOWN if act.die is None else act.die + t.barbarigo_plus
    return _come_to(state, st.ENTRY_STEP).changed(due_turn=due)


@effect
def enter(t: Tables, state: State, act: Enter) -> State:
    ship = t.ships.get(act.unit)
    if ship is None or act.area not in t.neighbours:
        return state
    new = _come_to(state, st.ENTRY_STEP).change(
        act.unit,
        at=act.area,
        gone=False,
        due=0,
        detected=act.detected,
        depth="",
        entered=state.turn,
    )
    if ship.north_atlantic and not new.first_entry:
        new = new.changed(first_entry=state.turn)
    if act.unit == BARBARIGO and not new.role:
        new = new.owing_once(Pending(st.ROLE, AXIS, "UV-21.2.c", BARBARIGO))
    return new


# --- Bombers that come back


@cases("UV-21.3.1f", "UV-21.3.2f", "UV-5.1.3", reads=("plane",))
def a_bomber_comes_back_on_its_turn(t: Tables, state: State, act: TakeBack) -> Verdict:
    """If it comes back in a later phase of that turn, the end of the phase was the breach."""
    plane = state.plane(act.plane)
    if owed(state, st.BACK, act.plane) or plane.track == state.turn:
        return None
    said = f"due on turn {plane.track}" if plane.track else "it is not on the turn track"
    case_id = {st.BV_222: "UV-21.3.1f", st.Z_511: "UV-21.3.2f"}.get(act.plane, "UV-5.1.3")
    return case_id, f"{act.plane} was taken back on turn {state.turn}: {said}"


@effect
def take_back(t: Tables, state: State, act: TakeBack) -> State:
    new = _come_to(state, st.BOMBERS_STEP).done(st.BACK, act.plane)
    return new.fly(act.plane, track=0, at="", flown=False)


# --- Convoys


@cases("UV-5.1.5", "UV-5.1.4", reads=("convoy",))
def a_marker_is_free(t: Tables, state: State, act: DetermineConvoy) -> Verdict:
    sailing = sum(1 for one in state.units.values() if t.is_convoy(one.id) and _sails(one))
    if sailing >= t.most_convoys:
        return "UV-5.1.5", f"a convoy was determined with {sailing} in play"
    if not t.is_convoy(act.convoy) or state.unit(act.convoy).at != st.POOL:
        return "UV-5.1.4", f"{act.convoy or 'no marker'} is not free"
    return None


def _sails(convoy: st.Unit) -> bool:
    return not convoy.gone and convoy.at not in ("", st.POOL)


@case("UV-5.0.1", reads=())
def convoys_are_determined_at_the_start(t: Tables, state: State, act: DetermineConvoy) -> Fault:
    return None if state.step == st.EVENTS else "a convoy was determined later in the turn"


@case(
    "UVX-10.1",
    reads=("convoy", "dice", "area", "goal", "fast", "ships"),
    table="convoy_determination",
)
def what_the_dice_say(t: Tables, state: State, act: DetermineConvoy) -> Fault:
    right = t.convoy(act.dice)
    if right is None:
        return None
    if (act.area, act.goal, act.fast, act.ships) == (
        right.start,
        right.goal,
        right.fast,
        right.ships,
    ):
        return None
    words = f"{right.ships} ships from {right.start}" if right.start else "no convoy"
    return Broken(
        f"{act.dice} was thrown, and {act.ships} ships put in {act.area or 'no area'}", words
    )


@case("UVX-10.1", reads=(), table="convoy_determination")
def one_convoy_a_turn(t: Tables, state: State, act: DetermineConvoy) -> Fault:
    return "a second convoy was determined this turn" if state.determined else None


hold_number(book, "UVX-10.1", DetermineConvoy, 3)


@effect
def determine_convoy(t: Tables, state: State, act: DetermineConvoy) -> State:
    new = _come_to(state, st.CONVOY_STEP).changed(determined=True)
    if act.area not in t.neighbours:
        return new
    return new.change(
        act.convoy,
        at=act.area,
        goal=act.goal,
        fast=act.fast,
        cargo=act.ships,
        gone=False,
        hurt=False,
        detected=False,
        moved=False,
    )

"""The grids that interrupt the naval movement (5.5): OSL, its TSL boxes, and back to the zone."""

from __future__ import annotations

from dataclasses import field

from validator.explaining import signs as sign
from validator.hidden.ways import FAR
from validator.rules.cases import Broken, Fault, Verdict
from validator.rules.states import Pending, owed
from validator.rules.verbs import CHANCE, Verb, guessed, said

from . import reads, unseen
from . import state as st
from .book import case, cases, effect, misread
from .state import ALLIED, DEPLOYING, LISTENING, MOVING, OSL, TSL, State, Unit
from .tables import BOXES, Tables


class OpenContact(Verb, steps=("osl_contact",), settles=(st.CONTACT, "zone")):
    """The Contact marker is put in a zone, and its OSL grid is played."""

    zone: str
    signs = sign.any_of(
        sign.all_of(
            sign.moved("contact", to=sign.field("zone", reads.an_area)),
            sign.maybe_declared("contact_here"),
        ),
        sign.declared("contact_here", detail=sign.field("zone", reads.area_in_words)),
        sign.unseen(),
    )
    silent = reads.where_contact_lies


class Deploy(Verb, steps=("osl_deploy", "tsl_deploy")):
    """Two dice determine the square of a unit, or of a convoy with its stack."""

    unit: str
    dice: tuple[int, ...] | None = field(metadata=CHANCE)
    square: str
    depth: str = guessed(reads.depths)
    signs = sign.all_of(
        sign.any_of(
            sign.some_of(
                sign.rolled("location", dice="dice"),
                sign.declared("deploys", detail=reads.named("unit")),
            ),
            sign.optional(sign.rolled("location", dice="dice")),
        ),
        reads.depth_turned("unit"),
        reads.ship_moved("unit", start=reads.no_square, to=sign.field("square", reads.a_square)),
    )


class HuffDuff(Verb, by=ALLIED, steps=("osl_huff_duff", "tsl_huff_duff")):
    """An aircraft listens for a boat on the surface (8.3)."""

    plane: str = guessed(unseen.who_searches)
    boat: str = guessed(unseen.boats_searched)
    die: int | None = field(metadata=CHANCE)
    found: bool = guessed(unseen.found, metadata=said("found", "not found"))
    signs = reads.search("huff_duff", "plane", "boat", "huff_duff")
    silent = unseen.found_by_aircraft


class FirstMover(Verb, steps=("osl_round", "tsl_round")):
    """A side rolls for the first move in a round; the higher die wins, ties are rolled again
    (UVD-33)."""

    side: str
    die: int | None = field(metadata=CHANCE)
    signs = sign.any_of(
        *(
            sign.all_of(
                reads.die_and_words("first_mover", f"first_mover_{side.lower()}"),
                sign.fixed(side=side),
            )
            for side in (st.ALLIED, st.AXIS)
        ),
        sign.unseen(),
    )
    silent = reads.not_seen


class GridMove(Verb, steps=("osl_round", "tsl_round")):
    """A unit moves over a grid, or ``exits`` it; a boat may change its depth at the start."""

    unit: str
    depth: str = guessed(reads.depths)
    exits: bool = field(metadata=said("off the grid", "on the grid"))
    to: str
    signs = sign.all_of(
        reads.depth_turned("unit"),
        sign.any_of(
            sign.all_of(
                reads.ship_moved("unit", start=reads.a_square, to=sign.field("to", reads.a_square)),
                sign.fixed(exits=False),
            ),
            sign.all_of(
                reads.ship_moved("unit", start=reads.a_square, to=reads.the_zone),
                sign.fixed(exits=True, to=""),
            ),
        ),
    )


class DoneMoving(Verb, steps=("osl_round", "tsl_round")):
    """A side has finished a round; nobody declares this."""

    side: str = guessed(reads.whose_turn)
    signs = sign.unseen()


class Detect(Verb, steps=("osl_round", "tsl_round")):
    """A unit searches for an opponent, after its move or instead of it (8.1)."""

    by_unit: str
    target: str = guessed(unseen.whom_it_meant)
    die: int | None = field(metadata=CHANCE)
    found: bool = guessed(unseen.found, metadata=said("found", "not found"))
    signs = reads.search("detects", "by_unit", "target", "detection", -1)
    silent = unseen.found_at_sea


# --- The zone


@cases("UV-5.6.3", "UV-5.5.2", "UV-5.5.1", reads=("zone",))
def grids_are_opened_where_opponents_met(t: Tables, state: State, act: OpenContact) -> Verdict:
    due = owed(state, st.CONTACT)
    if due is not None and due.piece == act.zone:
        return None
    if state.step == st.SECOND:
        return "UV-5.6.3", f"the grids of {act.zone} were opened in 5.6"
    if due is not None:
        return "UV-5.5.2", Broken(f"the Contact marker was put in {act.zone}", due.piece)
    return "UV-5.5.1", f"the grids of {act.zone or 'no zone'} were opened, and nobody met there"


@effect
def open_contact(t: Tables, state: State, act: OpenContact) -> State:
    new = state.done(st.CONTACT)
    if act.zone not in t.neighbours:
        return new
    return new.changed(contact=st.Contact(act.zone), met=state.met | {act.zone})


def taking_part(t: Tables, state: State) -> list[Unit]:
    """The units on the grid: those of the zone, or of a box."""
    contact = state.contact
    here = [*state.in_zone(contact.zone)] if contact else []
    return [one for one in here if contact.level != TSL or one.box == contact.box]


def waiting(t: Tables, state: State) -> list[Unit]:
    """The units that are not on the grid yet, each stack once."""
    return [one for one in taking_part(t, state) if not one.square and not one.stack]


def opponents_left(t: Tables, state: State) -> bool:
    """Whether both sides are still on the grid."""
    return len({t.side_of(one.id) for one in state.units.values() if one.square}) > 1


# --- Deployment


def of_level(state: State, osl: str, tsl: str) -> str:
    return tsl if state.contact.level == TSL else osl


@cases("UV-5.5.3", "UV-5.5T.1", reads=("unit", "dice", "square"))
def two_dice_name_the_square(t: Tables, state: State, act: Deploy) -> Verdict:
    case_id = of_level(state, "UV-5.5.3", "UV-5.5T.1")
    if state.contact.stage != DEPLOYING or act.unit not in {one.id for one in waiting(t, state)}:
        return case_id, f"{act.unit or 'nobody'} was put on the grid, and does not wait for that"
    if act.dice is None and act.square in t.squares:
        return None
    if act.dice is None or len(act.dice) != 2:
        return case_id, Broken(f"{len(act.dice or ())} dice were thrown for {act.unit}", "2 dice")
    right = t.called[state.contact.level].get(act.dice, "")
    if act.square == right:
        return None
    return case_id, Broken(f"{act.unit} was put on {act.square or 'no square'}", right)


@cases("UV-5.5.4", "UV-5.5T.2", "UV-5.5.5", "UV-5.5T.3", reads=("unit", "depth"))
def depth_on_the_grid(t: Tables, state: State, act: Deploy) -> Verdict:
    boat = state.unit(act.unit)
    if not t.is_boat(act.unit):
        words = f"{act.unit} is no boat, and has a depth"
        return (of_level(state, "UV-5.5.4", "UV-5.5T.2"), words) if act.depth else None
    if act.depth not in (st.SURFACED, st.SUBMERGED):
        return of_level(state, "UV-5.5.4", "UV-5.5T.2"), f"the depth of {act.unit} was not told"
    if boat.depth and act.depth != boat.depth:
        case_id = of_level(state, "UV-5.5.5", "UV-5.5T.3")
        return case_id, Broken(f"{act.unit} was put on the grid {act.depth}", boat.depth)
    return None


@case("UV-21.5.3b", reads=("unit", "depth"))
def the_crippled_stay_up(t: Tables, state: State, act: Deploy) -> Fault:
    boat = state.unit(act.unit)
    if boat.damage < 3 or act.depth != st.SUBMERGED:
        return None
    return f"{act.unit} has {boat.damage} points and was put on the grid submerged"


@effect
def deploy(t: Tables, state: State, act: Deploy) -> State:
    new = state
    if act.square in t.squares and act.unit in state.units:
        for one in [*state.stacked(act.unit)]:
            new = new.change(one.id, square=act.square)
    if act.depth and t.is_boat(act.unit):
        new = new.change(act.unit, depth=act.depth)
    if new.contact.stage == DEPLOYING and not waiting(t, new):
        new = new.here(stage=LISTENING)
    return new


# --- Huff-Duff


@cases("UV-5.5.6", "UV-5.5T.4", "UVD-37", reads=("plane", "boat"))
def who_listens(t: Tables, state: State, act: HuffDuff) -> Verdict:
    kind, plane, boat = t.planes.get(act.plane), state.plane(act.plane), state.unit(act.boat)
    contact = state.contact
    case_id = of_level(state, "UV-5.5.6", "UV-5.5T.4")
    if contact.stage not in (DEPLOYING, LISTENING) or not contact:
        return case_id, f"{act.plane or 'nobody'} listened, and not before a first round"
    if kind is None or not kind.huff_duff or plane.gone:
        return case_id, f"{act.plane or 'nobody'} has no Huff-Duff"
    if plane.flown or owed(state, st.FLIP, act.plane):
        return case_id, f"{act.plane} listened, and was Flown"
    if plane.at != contact.zone or plane.cap:
        return case_id, f"{act.plane} is not in {contact.zone}"
    if boat not in taking_part(t, state) or not t.is_boat(act.boat):
        return case_id, f"{act.boat or 'nothing'} is no boat on the grid"
    if boat.depth != st.SURFACED:
        return case_id, f"{act.boat} was not on the surface"
    if act.plane in contact.heard:
        return "UVD-37", f"{act.plane} listened a second time"
    return None


@case("UVX-8.3", reads=("die", "found"), table="huff_duff")
def what_huff_duff_finds(t: Tables, state: State, act: HuffDuff) -> Fault:
    return misread(act.die, act.found, act.plane, "found", t.huff_duff)


@effect
def huff_duff(t: Tables, state: State, act: HuffDuff) -> State:
    contact = state.contact
    found = contact.found | {(act.plane, act.boat)} if act.found else contact.found
    new = state.here(heard=contact.heard | {act.plane}, found=found)
    return new.change(act.boat, detected=True) if act.found else new


# --- Rounds


@cases("UV-5.5.10", "UV-5.5T.5", "UV-5.5.15", "UV-5.5T.9", reads=("side",))
def who_moves_first_is_thrown_for(t: Tables, state: State, act: FirstMover) -> Verdict:
    contact = state.contact
    case_id = of_level(state, "UV-5.5.10", "UV-5.5T.5")
    if not contact or contact.level == st.SHORE or contact.stage == DEPLOYING:
        return case_id, "dice were thrown for a first mover, and no round begins"
    if contact.first and not round_is_over(t, state):
        return case_id, "dice were thrown for a first mover in the middle of a round"
    if not opponents_left(t, state):
        return of_level(state, "UV-5.5.15", "UV-5.5T.9"), "a round began without opponents"
    if act.side in dict(contact.thrown) or act.side not in st.OTHER:
        return case_id, f"the {act.side} side threw a second time for the first mover"
    return None


@effect
def first_mover(t: Tables, state: State, act: FirstMover) -> State:
    thrown = (*state.contact.thrown, (act.side, act.die))
    dice = dict(thrown)
    if not dice.keys() >= st.OTHER.keys():
        return state.here(stage=MOVING, first="", thrown=thrown)
    first = reads.first_by(dice[st.ALLIED], dice[st.AXIS])
    return state.here(
        stage=MOVING,
        round=state.contact.round + 1,
        first=first,
        thrown=(),
        last="",
        passed=frozenset(),
        acted=frozenset(),
        active="",
        looked=frozenset(),
        fired=frozenset(),
    )


def may_act(state: State, unit: Unit) -> bool:
    """Whether a unit has not moved or searched in this round; a stack moves with its convoy."""
    return bool(unit.square) and not unit.stack and unit.id not in state.contact.acted


def mover(t: Tables, state: State) -> str:
    """The side whose turn it is in a round: they alternate until both are done."""
    contact = state.contact
    here = (one for one in state.units.values() if one.square)
    able = {t.side_of(one.id) for one in here if may_act(state, one)}
    able -= contact.passed
    wanted = st.OTHER.get(contact.last, contact.first)
    if wanted == st.ANYBODY and len(able) > 1:
        return wanted
    return wanted if wanted in able else next(iter(able), "")


@case("UVD-32", reads=("side",))
def who_has_done(t: Tables, state: State, act: DoneMoving) -> Fault:
    playing = state.contact.stage == MOVING and state.contact.first
    if playing and act.side and mover(t, state) in (act.side, st.ANYBODY):
        return None
    return f"the {act.side} side had done with a round, and it was not its turn"


@effect
def done_moving(t: Tables, state: State, act: DoneMoving) -> State:
    return state.here(passed=state.contact.passed | {act.side}, active="")


def round_is_over(t: Tables, state: State) -> bool:
    """Whether both sides have finished."""
    return bool(state.contact.first) and not mover(t, state)


@cases("UV-5.5.11", "UV-5.5T.5", "UV-5.5.10", reads=("unit",))
def grid_moves_alternate(t: Tables, state: State, act: GridMove) -> Verdict:
    return _in_turn(t, state, act.unit)


def _in_turn(t: Tables, state: State, unit_id: str) -> Verdict:
    contact, unit = state.contact, state.unit(unit_id)
    if not contact or contact.stage != MOVING or not contact.first:
        told = f"{unit_id or 'nobody'} acted on a grid before dice were thrown for a first mover"
        return of_level(state, "UV-5.5.10", "UV-5.5T.5"), told
    own, side, told = t.side_of(unit_id), mover(t, state), ""
    if not unit.square:
        told = f"{unit_id or 'nobody'} is not on the grid"
    elif unit.stack:
        told = f"{unit_id} moved without the stack of {unit.stack}"
    elif unit_id in contact.acted:
        told = f"{unit_id} acted a second time in a round"
    elif side not in (own, st.ANYBODY):
        told = f"{unit_id} acted, and it was the turn of the {side or 'next round'} side"
    case_id = of_level(state, "UV-5.5.11", "UV-5.5T.5")
    return (case_id, Broken(told, by=own)) if told else None


@cases("UV-5.5.13", "UV-5.5T.7", reads=("unit",))
def who_searched_moves_no_more(t: Tables, state: State, act: GridMove) -> Verdict:
    if act.unit not in state.contact.looked:
        return None
    return of_level(state, "UV-5.5.13", "UV-5.5T.7"), f"{act.unit} searched before it moved"


@cases("UV-5.5.13", "UV-5.5T.7", "UV-5.5.11", "UV-5.5T.5", "UV-5.5.10", reads=("by_unit",))
def when_units_search(t: Tables, state: State, act: Detect) -> Verdict:
    contact, unit = state.contact, state.unit(act.by_unit)
    if not contact or contact.stage != MOVING or not contact.first:
        return _in_turn(t, state, act.by_unit)
    case_id = of_level(state, "UV-5.5.13", "UV-5.5T.7")
    if act.by_unit in contact.looked:
        return case_id, f"{act.by_unit} searched a second time in a round"
    if _is_active(state, act.by_unit):
        return None if unit.square else (case_id, f"{act.by_unit} searched from off the grid")
    return _in_turn(t, state, act.by_unit)


def _is_active(state: State, unit_id: str) -> bool:
    """Whether a unit is the one that acts now, or in its stack."""
    active = state.contact.active
    return bool(active) and unit_id in (active, *(one.id for one in state.stacked(active)))


@cases("UV-5.5.13", "UV-5.5T.7", reads=("by_unit", "target"))
def whom_units_search(t: Tables, state: State, act: Detect) -> Verdict:
    one, other = state.unit(act.by_unit), state.unit(act.target)
    foes = t.side_of(act.by_unit) != t.side_of(act.target)
    if other.square and foes and one.id and other.id:
        return None
    told = f"{act.by_unit or 'nobody'} searched for {act.target or 'nobody'}, no opponent there"
    return of_level(state, "UV-5.5.13", "UV-5.5T.7"), told


@case("UVX-8.1", reads=("by_unit", "target"), table="naval_detection")
def how_far_units_search(t: Tables, state: State, act: Detect) -> Fault:
    far = t.squares_between(state.unit(act.by_unit).square, state.unit(act.target).square)
    if far <= t.max_range:
        return None
    return Broken(f"{act.by_unit} searched {far} squares away", f"{t.max_range}")


@case("UVX-8.1", reads=("by_unit", "target", "die", "found"), table="naval_detection")
def what_units_find(t: Tables, state: State, act: Detect) -> Fault:
    one, other = state.unit(act.by_unit), state.unit(act.target)
    far = t.squares_between(one.square, other.square)
    return misread(act.die, act.found, act.by_unit, "found", rating(t, one, other, far))


def rating(t: Tables, one: Unit, other: Unit, far: int) -> int:
    """The highest die with which a search succeeds (UVX-8.1)."""
    kind = "uboat" if t.is_boat(one.id) else t.ships[one.id].kind if one.id in t.ships else ""
    most = t.naval_detection.get(kind, 0) + (t.same_square if far == 0 else t.adjacent_square)
    if t.is_boat(other.id) and other.depth == st.SURFACED:
        most += t.target_surfaced
    return most + (t.target_convoy if t.is_convoy(other.id) else 0)


@cases("UV-21.5.3b", "UV-21.5.3d", reads=("unit", "depth", "exits", "to"))
def the_crippled_on_a_grid(t: Tables, state: State, act: GridMove) -> Verdict:
    boat = state.unit(act.unit)
    if not t.is_boat(act.unit) or boat.damage < 3:
        return None
    if act.depth == st.SUBMERGED:
        return "UV-21.5.3b", f"{act.unit} has {boat.damage} points and submerged"
    far = _squares(t, boat, act)
    if far > 1 and far < FAR:
        return "UV-21.5.3d", Broken(
            f"{act.unit} has {boat.damage} points and moved {far} squares", "1"
        )
    return None


def _squares(t: Tables, unit: Unit, act: GridMove) -> int:
    return (
        t.to_the_edge(unit.square) + t.exit_cost
        if act.exits
        else t.squares_between(unit.square, act.to)
    )


@case("UVX-7", reads=("unit", "depth", "exits", "to"), table="movement")
def how_far_on_a_grid(t: Tables, state: State, act: GridMove) -> Fault:
    unit = state.unit(act.unit)
    if act.unit not in t.ships or not unit.square:
        return None
    far, most = _squares(t, unit, act), t.allowance(unit, act.depth, grid=True)
    if far <= most:
        return None
    where = f"{far} squares" if far < FAR else f"to {act.to or 'no square'}"
    return Broken(f"{act.unit} moved {where}", f"at most {most}")


@case("UVX-7", reads=("unit", "exits", "to"))
def a_grid_move_goes_somewhere(t: Tables, state: State, act: GridMove) -> Fault:
    stays = not act.exits and act.to == state.unit(act.unit).square
    return f"{act.unit} stayed where it was" if stays else None


@cases("UV-5.5.12", "UV-5.5T.6", reads=("unit", "depth"))
def only_boats_have_a_depth(t: Tables, state: State, act: GridMove) -> Verdict:
    right = (st.SURFACED, st.SUBMERGED) if t.is_boat(act.unit) else ("",)
    if act.depth in right:
        return None
    case_id = of_level(state, "UV-5.5.12", "UV-5.5T.6")
    return case_id, f"{act.unit or 'nobody'} moved at the depth {act.depth or 'not told'!r}"


@cases("UV-5.5.15", "UV-5.5T.9", reads=("exits", "to"))
def who_leaves_is_on_no_square(t: Tables, state: State, act: GridMove) -> Verdict:
    if not (act.exits and act.to):
        return None
    told = f"{act.unit} left the grid, and was put on {act.to}"
    return of_level(state, "UV-5.5.15", "UV-5.5T.9"), told


@effect
def grid_move(t: Tables, state: State, act: GridMove) -> State:
    if act.unit not in state.units or not state.contact:
        return state
    new = state
    if t.is_boat(act.unit) and act.depth:
        new = new.change(act.unit, depth=act.depth)
    to = "" if act.exits else act.to
    if act.exits or to in t.squares:
        for one in [*new.stacked(act.unit)]:
            new = new.change(one.id, square=to)
    return _met(t, _acted(t, new, act.unit), to)


def _acted(t: Tables, state: State, unit_id: str) -> State:
    return state.here(
        acted=state.contact.acted | {unit_id},
        last=t.side_of(unit_id),
        active=unit_id,
        fired=frozenset(),
    )


def _met(t: Tables, state: State, at: str) -> State:
    """Pending: opponents in one square of the OSL grid go to a box (UV-5.5.14)."""
    if state.contact.level != OSL or not at:
        return state
    here = [one for one in state.units.values() if one.square == at]
    boxes = state.contact.boxes
    if len({t.side_of(one.id) for one in here}) < 2 or len(boxes) >= len(BOXES):
        return state
    letter = BOXES[len(boxes)]
    due = (Pending(st.BOX, t.side_of(one.id), "UV-5.5.14", one.id, to=letter) for one in here)
    return state.here(boxes=(*boxes, letter)).owing_once(*due)


@effect
def detect(t: Tables, state: State, act: Detect) -> State:
    if act.by_unit not in state.units or not state.contact:
        return state
    new, contact = state, state.contact
    if not _is_active(state, act.by_unit):
        new = _acted(t, state, act.by_unit)
        new = _met(t, new, state.unit(act.by_unit).square)
    new = new.here(looked=contact.looked | {act.by_unit})
    return new.change(act.target, detected=True) if act.found else new

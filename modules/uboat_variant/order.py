"""Whose turn it is, what must be done first, which variants are used (21.0, 5.0)."""

from __future__ import annotations

from typing import Any

from validator.explaining import signs as sign
from validator.rules.cases import Broken, Fault, Verdict, Verdicts, left_out
from validator.rules.states import Pending
from validator.rules.verbs import Verb

from . import state as st
from .air import Bomb, Ferry, Flip, Flying
from .book import case, cases, effect
from .combat import ChangeDepth
from .entering import Enter, RollBarbarigo, TryEntry
from .frogmen import FillContainer, FixRole, FrogmanAttack, ShowRole
from .grids import OpenContact
from .naval import Arrive, ExitMap, Moving, NavalMove, Passes, Refuel
from .returning import EndGame, EndTurn, OnTrack, ReturnHome, going_home
from .state import ALLIED, State
from .tables import Tables


class NextPhase(Verb):
    """A phase is over, and the next begins."""

    signs = sign.any_of(sign.some_of(sign.declared("phase_done"), sign.next_step()), sign.unseen())


Closing = NextPhase | EndTurn | EndGame
AtSea = NavalMove | ExitMap | Refuel | Arrive
InItsPhase = Flying | Moving | Refuel | Arrive | OnTrack | ReturnHome | EndTurn | EndGame


@case("UV-5.0.1", reads=())
def phases_have_an_order(t: Tables, state: State, act: InItsPhase) -> Fault:
    (right,) = t.sequence.phases_of(type(act))
    if state.step == right:
        return None
    names = {step.id: step.name for step in t.game.sequence}
    return Broken(f"it was done in {names.get(state.step, state.step)}", names.get(right, right))


@case("UV-5.0.1", reads=())
def the_last_phase_ends_the_turn(t: Tables, state: State, act: NextPhase) -> Fault:
    return "the phase was closed that ends the turn" if state.step == st.RETURN else None


# --- Alternation


def mover(state: State) -> str:
    """The side that acts now in a phase in which both alternate: the Allied player first; a side
    that has passed stays out (UVD-32). Empty: both have passed."""
    wanted = st.OTHER.get(state.last, ALLIED)
    if wanted in state.passed:
        wanted = st.OTHER[wanted]
    return "" if wanted in state.passed else wanted


@case("UV-5.3.1", reads=("plane",))
def aircraft_alternate(t: Tables, state: State, act: Flying) -> Fault:
    return _out_of_turn(t, state, act.plane, st.AIR, "acted")


@case("UV-5.4.1", reads=("unit",))
def ships_alternate(t: Tables, state: State, act: NavalMove) -> Fault:
    return _out_of_turn(t, state, act.unit, st.NAVAL, "moved")


@case("UV-5.4.1", reads=("boat",))
def leaving_is_a_move(t: Tables, state: State, act: ExitMap) -> Fault:
    return _out_of_turn(t, state, act.boat, st.NAVAL, "left the map")


def _out_of_turn(t: Tables, state: State, piece: str, step: str, did: str) -> Fault:
    """Whether a side acts that is not to act now: it is to blame, not the side that is."""
    side = t.side_of(piece)
    if not side or state.step != step or side == mover(state):
        return None
    return Broken(f"{piece} {did}, and it was the turn of {mover(state) or 'nobody'}", by=side)


@case("UV-5.5.1", reads=("unit", "boat", "convoy"))
def grids_interrupt_the_map(t: Tables, state: State, act: AtSea) -> Fault:
    if not state.contact or state.contact.level == st.SHORE:
        return None
    piece = getattr(act, "unit", "") or getattr(act, "boat", "") or getattr(act, "convoy", "")
    return f"{piece} acted on the map while the grids of {state.contact.zone} were played"


@cases("UV-5.3.1", "UV-5.4.1", "UVD-32", reads=("side",))
def who_passes(t: Tables, state: State, act: Passes) -> Verdict:
    if state.contact and state.contact.level != st.SHORE:
        return "UVD-32", "a side passed while grids were played"
    case_id = "UV-5.3.1" if state.step == st.AIR else "UV-5.4.1"
    if state.step not in (st.AIR, st.NAVAL):
        return case_id, "a side passed in a phase in which nobody alternates"
    if act.side != mover(state):
        told = f"the {act.side} side passed, and it was the turn of {mover(state)}"
        return case_id, Broken(told, by=act.side)
    return None


# --- What is owed

OWED: dict[str, str] = {
    st.CONTACT: "opponents met in {0}, and its grids were not opened",
    st.BOX: "{0} shares its square with opponents, and did not go to a box",
    st.GO_BACK: "{0} did not go back to its zone",
    st.SECOND_DIE: "the second die for {0} was not thrown",
    st.RISE: "{0} must surface, and did not",
    st.CHECK: "{0} has 4 points, and did not throw",
    st.LOSS: "{0} is lost, and was not removed",
    st.TONNAGE: "the tonnage of a ship of {0} was not thrown",
    st.REPLY: "{0} was attacked in the air, and did not throw",
    st.FLIP: "{0} was not turned to Flown",
    st.REPAIRS: "{0} left the map damaged, and did not throw for repair",
    st.ROLE: "the role of {0} was not fixed",
    st.SHOW: "the role of {0} came out, and was not shown",
    st.FILL: "no markers went into the container of attack {0}",
    st.STRIKE: "no marker was drawn for attack {0}",
    st.BACK: "{0} was not taken back from the turn track",
    st.TRACK: "{0} did not go on the turn track",
    st.HOME: "{0} did not return to a base",
}
DEMANDED = (
    *("UV-5.5.1", "UV-5.5.17", "UV-5.5.14", "UV-21.5.1a", "UV-21.5.2a", "UV-21.5.3c"),
    *("UV-21.5.3e", "UV-21.5.3g", "UV-21.5.1a", "UV-5.3.3", "UV-5.3.4", "UV-5.3.5", "UV-5.3.6"),
    *("UV-5.3.7", "UV-5.3.8", "UV-5.5.8", "UV-5.5T.4", "UV-5.6.2", "UV-21.3.e", "UVX-T"),
    *("UV-21.5.3h", "UV-21.2.c", "UVD-7", "UV-21.2.1g", "UV-21.2.1j", "UV-21.3.2i", "UV-5.1.3"),
    *("UV-5.7.2", "UV-21.3.1f", "UV-21.3.2f", "UV-5.7.1", "UV-21.3.1d", "UV-21.3.2d"),
    *("UV-21.2.1m", "UV-21.2.1l", "UV-5.5.16", "UV-5.5T.10"),
)
OVER = (st.FILL, st.STRIKE, st.BACK, st.CONTACT)
"""What is done no more when its phase is over."""
FREE = (ShowRole, FixRole, Flip, ChangeDepth)
"""What may be done while something else is owed."""


@cases(*dict.fromkeys(DEMANDED), reads=())
def what_is_owed_comes_first(t: Tables, state: State, act: Verb) -> Verdicts:
    if not state.pending or isinstance(act, FREE):
        return
    closing = isinstance(act, Closing)
    if isinstance(act, OpenContact):  # even if contact was made before the attack was declared
        for one in state.pending:
            if one.what == st.FILL:
                yield one.case, left_out(OWED[one.what].format(one.piece), by=one.side)
    settles = st.LOSS if isinstance(act, OnTrack) else type(act).settles[0]
    for pending in state.pending:
        if pending.what == settles:
            if pending.what not in st.LATER:
                return
            continue
        if pending.what in st.LATER and not (closing and is_due(t, state, pending)):
            continue
        if pending.what == st.CONTACT and isinstance(act, FrogmanAttack | FillContainer):
            continue
        yield pending.case, left_out(OWED[pending.what].format(pending.piece), by=pending.side)


def is_due(t: Tables, state: State, pending: Pending) -> bool:
    """Whether the phase that ends now is the last in which something may be done."""
    return {
        st.STRIKE: state.step == (st.AIR if pending.piece == st.Z_511 else st.NAVAL),
        st.FILL: state.step == st.NAVAL,
        st.BACK: state.step == st.EVENTS,
        st.TRACK: state.step == st.RETURN and state.turn + t.track_turns <= t.last_turn,
        st.HOME: state.step == st.RETURN,
    }.get(pending.what, True)


@cases("UV-5.5.15", "UV-5.5T.9", reads=())
def no_phase_ends_while_grids_are_played(t: Tables, state: State, act: NextPhase) -> Verdict:
    contact = state.contact
    if contact and contact.level != st.SHORE:
        case_id = "UV-5.5T.9" if contact.level == st.TSL else "UV-5.5.15"
        return case_id, f"the phase was closed while the grids of {contact.zone} are played"
    return None


@effect
def next_phase(t: Tables, state: State, act: NextPhase) -> State:
    at = st.PHASES.index(state.step) if state.step in st.PHASES else 0
    step = st.PHASES[min(at + 1, len(st.PHASES) - 1)]
    kept = tuple(one for one in state.pending if one.what not in OVER or not is_due(t, state, one))
    new = state.changed(
        step=step,
        last="",
        passed=frozenset(),
        contact=st.NO_CONTACT,
        hunted=frozenset(),
        spotted=frozenset(),
        pending=kept,
    )
    return going_home(t, new) if step == st.RETURN else new


# --- Variants


def variant_of(t: Tables, act: Any) -> str:
    """The section of the article that a verb needs; empty: none."""
    match act:
        case TryEntry():
            return "21.1"
        case RollBarbarigo() | FixRole() | ShowRole() | FrogmanAttack() | FillContainer():
            return "21.2"
        case Ferry():
            return "21.3"
        case Enter(unit=unit) | NavalMove(unit=unit):
            ship = t.ships.get(unit)
            if ship is None:
                return ""
            if ship.north_atlantic:
                return "21.1"
            return "21.2" if ship.nation == "Italian" else "21.4" if ship.is_canadian else ""
        case Bomb(plane=plane):
            kind = t.planes.get(plane)
            return "21.3" if kind is not None and kind.kind == "floatplane" else ""
    return ""


OfTheBarbarigo = RollBarbarigo | FixRole | ShowRole | FrogmanAttack | FillContainer
Variant = TryEntry | OfTheBarbarigo | Ferry | Enter | NavalMove | Bomb


@case("UV-21.0.1", reads=("unit", "plane"))
def only_what_was_agreed(t: Tables, state: State, act: Variant) -> Fault:
    needs = variant_of(t, act)
    return f"variant {needs} is not used" if needs and needs not in t.variants else None

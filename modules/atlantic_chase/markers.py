"""Markers: Intel (p. 21), Contact (p. 23), Evasive Maneuvers (p. 24), and those of the tracks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from validator.explaining import signs as sign
from validator.rules.cases import Fault, Verdict, Verdicts, alike, always
from validator.rules.states import THIS_TURN
from validator.rules.verbs import Verb, guessed

from . import heard
from . import state as st
from .book import case, cases, effect, offer
from .forces import strays, trigger
from .heard import moves_marker
from .owing import POINTS, is_marked, owed, shown
from .state import State
from .tables import Tables


def gone_along(context: Any, state: State) -> Mapping[str, Any] | None:
    """A marker that left with its piece, of which it is a face."""
    names = ("marker", "force", "hex")
    return next((dict(zip(names, one, strict=True)) for one in strays(context.tables, state)), None)


class MarkIntel(Verb, settles=(st.INTEL, "force")):
    """A segment gets an Intel marker."""

    force: str
    hex: str

    signs = sign.any_of(heard.turned("segment", 1, 2), heard.turned("segment", 3, 4))


class MarkContact(Verb, settles=(st.CONTACT, "force")):
    """A Station or a segment gets a Contact marker."""

    force: str
    hex: str

    signs = sign.any_of(
        heard.turned("segment", 1, 3), heard.turned("segment", 2, 4), heard.turned("station", 1, 2)
    )


class MarkEvasive(Verb, settles=(st.EVASIVE, "force")):
    """A task force gets an Evasive Maneuvers marker, beside it on the display."""

    force: str

    signs = heard.evasive("force", earned=True)


class TakeOff(Verb, settles=(st.LOSE, "force")):
    """A marker is removed: ``intel`` or ``contact`` from a hex, ``evasive`` from a display."""

    marker: str
    force: str
    hex: str

    _intel, _contact = sign.fixed(marker=st.INTEL), sign.fixed(marker=st.CONTACT)
    signs = sign.any_of(
        sign.all_of(heard.turned("segment", 2, 1), _intel),
        sign.all_of(heard.turned("segment", 4, 3), _intel),
        sign.all_of(heard.turned("segment", 3, 1), _contact),
        sign.all_of(heard.turned("segment", 4, 2), _contact),
        sign.all_of(heard.turned("station", 2, 1), _contact),
        sign.all_of(heard.evasive("force", earned=False), sign.fixed(marker=st.EVASIVE, hex="")),
        sign.unseen(),
    )
    silent = gone_along


def tally_at_nought(context: Any, state: State) -> Mapping[str, Any] | None:
    """The tally at 0, set by the click with which Initiative changes hands."""
    due = owed(state, st.MARKER, "tally")
    return {"marker": "tally", "value": "0"} if due is not None and due.to == "0" else None


def _to(action: str, side: str) -> sign.AllOf:
    """Initiative goes to a side by its button, which also moves the tracker on."""
    return sign.all_of(
        sign.declared(action), sign.optional(sign.next_turn()), sign.fixed(side=side)
    )


WEATHERS = {"Weather 0": st.GOOD, "Weather 1": st.BAD}
SIDES = {"Initiative 0": st.GERMAN, "Initiative 1": st.BRITISH}
"""The meanings of cells of the tracks."""


class Show(Verb, settles=(st.MARKER, "marker")):
    """A marker of a track is moved: ``weather``, ``tally`` or one of the points."""

    marker: str
    value: str

    _tally = heard.moves("tally", lambda t, state, at: heard.cell("Tally", at), "value")
    _weather = heard.moves("weather", lambda t, state, at: WEATHERS.get(at), "value")
    signs = sign.any_of(
        moves_marker("good_weather", "weather", st.GOOD),
        moves_marker("bad_weather", "weather", st.BAD),
        sign.all_of(
            sign.declared("keeps"),
            sign.fixed(marker="tally"),
            sign.played_if(lambda t, state, verb: verb.value == str(state.tally) != "0"),
        ),
        sign.all_of(_tally, sign.fixed(marker="tally")),
        sign.all_of(_weather, sign.fixed(marker="weather")),
        sign.moved(
            "points", piece="marker", to=sign.field("value", heard.points, heard.points_cell)
        ),
        sign.all_of(sign.unseen(), sign.fixed(marker="tally", value="0")),
    )
    silent = tally_at_nought


class TakeOver(Verb):
    """The Initiative marker moves to a side, and the tally to 0."""

    side: str = guessed(lambda context, state, known: [st.OTHER[state.marked]])

    _marker = heard.moves("initiative", lambda t, state, at: SIDES.get(at), "side")
    signs = sign.any_of(
        _to("changes_to_german", st.GERMAN),
        _to("changes_to_british", st.BRITISH),
        sign.all_of(_marker, sign.optional(sign.next_turn())),
        sign.all_of(sign.next_turn(), sign.played_if(lambda t, state, verb: False)),
        sign.unseen(),
    )
    silent = heard.late_by_hand


# --- Intel (p. 21) ---------------------------------------------------------------------


@cases("AC-21.5", "AC-21.4", "AC-21.3", "AC-21.6", "AC-21.1", reads=("force", "hex"))
def intel_is_for_a_segment_that_was_just_laid_beside_an_enemy(
    t: Tables, state: State, mark: MarkIntel
) -> Verdict:
    force = state.force(mark.force)
    if mark.hex not in force.line:
        return "AC-21.5", f"{force.id} has no segment in {mark.hex}"
    if mark.hex in force.intel:
        return "AC-21.4", f"the segment of {force.id} in {mark.hex} has an Intel marker"
    if owed(state, st.INTEL, mark.force, mark.hex):
        return None
    side = t.side_of(force.id)
    if found := trigger(t, state, mark.hex, side):
        return "AC-21.6", f"{found} came to {mark.hex} after {force.id} was there"
    enemies = [
        one.id for one in state.forces.values() if mark.hex in one.line and t.forces[one.id] != side
    ]
    if enemies:
        return "AC-21.3", f"only segments of {enemies[0]} are in {mark.hex}"
    return "AC-21.1", f"nothing in {mark.hex} gives {force.id} away"


@effect
def mark_intel(t: Tables, state: State, mark: MarkIntel) -> State:
    force = state.force(mark.force)
    new = state.done(st.INTEL, force.id, mark.hex)
    return new.with_force(force.changed(intel=force.intel | {mark.hex}))


# --- Contact (p. 23) -------------------------------------------------------------------


@cases("AC-23.3", "AC-23.2", "AC-23.1", reads=("force", "hex"))
def contact_comes_from_a_result(t: Tables, state: State, mark: MarkContact) -> Verdict:
    force = state.force(mark.force)
    if mark.hex in force.contact:
        return "AC-23.3", f"{force.id} has a Contact marker in {mark.hex}"
    if owed(state, st.CONTACT, force.id, mark.hex):
        return None
    if due := owed(state, st.CONTACT, force.id):
        return "AC-23.2", f"the Contact with {force.id} was made in {due.to}, not in {mark.hex}"
    return "AC-23.1", f"no result gave Contact with {force.id}"


@effect
def mark_contact(t: Tables, state: State, mark: MarkContact) -> State:
    force = state.force(mark.force)
    new = state.done(st.CONTACT, force.id, mark.hex)
    return new.with_force(force.changed(contact=force.contact | {mark.hex}))


# --- Evasive Maneuvers (p. 24) ---------------------------------------------------------


@cases("AC-24.6", "AC-24.1", reads=("force",))
def evasive_maneuvers_are_earned(t: Tables, state: State, mark: MarkEvasive) -> Verdict:
    if is_marked(state, mark.force):
        return "AC-24.6", f"{mark.force} has an Evasive Maneuvers marker"
    if owed(state, st.EVASIVE, mark.force) is None:
        return "AC-24.1", f"nothing gave {mark.force} Evasive Maneuvers"
    return None


@effect
def mark_evasive(t: Tables, state: State, mark: MarkEvasive) -> State:
    new = state.done(st.EVASIVE, mark.force)
    return new.with_force(new.force(mark.force).changed(evasive=True))


MARKERS = (st.INTEL, st.CONTACT, st.EVASIVE)
STAYS = (*("AC-21.8", "AC-23.4", "AC-23.5", "AC-23.6", "AC-24.7", "AC-43.3", "AC-46.4"),)
"""The cases about how long a marker stays."""

# --- Off again -------------------------------------------------------------------------


@cases(*STAYS, reads=("marker", "force", "hex"))
def a_marker_stays_as_long_as_what_it_lies_on(t: Tables, state: State, off: TakeOff) -> Verdicts:
    if (off.marker, off.force, off.hex) in strays(t, state):
        return
    lies = off.marker in MARKERS and off.hex in _lying(t, state, off)
    if lies and owed(state, st.LOSE, off.force, off.hex):
        return
    where = f" in {off.hex}" if off.hex else ""
    words = f"the {off.marker} marker of {off.force}{where} was taken off for nothing"
    if off.marker == st.CONTACT:
        yield from alike(words, "AC-23.4", "AC-23.5", "AC-46.4", "AC-43.3")
        if state.throw is not None and "LOSE_CONTACT" in state.throw.results:
            yield "AC-23.6", words
    else:
        yield ("AC-21.8" if off.marker == st.INTEL else "AC-24.7"), words


@effect
def take_off(t: Tables, state: State, off: TakeOff) -> State:
    force = state.force(off.force)
    new = state.done(st.LOSE, force.id, off.hex)
    if off.marker == st.EVASIVE:
        return new.with_force(force.changed(evasive=False))
    if off.marker == st.INTEL:
        return new.with_force(force.changed(intel=force.intel - {off.hex}))
    return new.with_force(force.changed(contact=force.contact - {off.hex}))


# --- The tracks ------------------------------------------------------------------------


@cases(
    *("AC-25.8", "AC-25.9", "AC-26.4", "AC-26.6", "AC-26.9", "AC-11.2", "AC-29.8", "AC-50.4"),
    reads=("marker", "value"),
)
def a_track_shows_what_play_has_come_to(t: Tables, state: State, show: Show) -> Verdict:
    if show.value in _shown_by(state, show.marker) or state.by_hand:
        return None
    due = owed(state, st.MARKER, show.marker)
    words = f"the {show.marker} marker was moved to {show.value}"
    if show.marker == "weather":
        return ("AC-25.8" if state.weather == st.GOOD else "AC-25.9"), words
    unearned = "AC-11.2" if show.marker in POINTS.values() else "AC-26.4"
    return (due.case if due is not None else unearned), words


@case("AC-26.1", reads=("side",))
def initiative_goes_to_who_is_active(t: Tables, state: State, over: TakeOver) -> Fault:
    known = over.side == state.active
    moves = over.side != state.marked or state.turn < state.changes  # or it was not moved before
    if moves and (known or state.by_hand or THIS_TURN in state.doubt):
        return None
    return f"the Initiative marker was moved to {over.side}"


def _shown_by(state: State, marker: str) -> list[str]:
    """The values to which a marker may be moved: those that are owed; points may be booked one by
    one."""
    due = owed(state, st.MARKER, marker)
    if due is None or marker not in POINTS.values():
        return [due.to] if due is not None else []
    before, after = state.booked.get(_side(marker), 0), int(due.to)
    way = range(after, before, -1 if after > before else 1)
    return [str(one) for one in way]


def _side(marker: str) -> str:
    return next(side for side, one in POINTS.items() if one == marker)


@effect
def show(t: Tables, state: State, act: Show) -> State:
    new = state.done(st.MARKER, act.marker)
    if act.marker == "weather" and act.value in (st.GOOD, st.BAD):
        return new.changed(weather=act.value)
    if act.marker == "tally" and act.value.isdecimal():
        return new.changed(tally=int(act.value))
    if act.marker in POINTS.values() and act.value.isdecimal():
        side = _side(act.marker)
        points, booked = state.points.get(side, 0), {**state.booked, side: int(act.value)}
        return shown(new.changed(booked=booked), act.marker, str(points), "AC-11.2", act.value)
    return new


@effect
def take_over(t: Tables, state: State, act: TakeOver) -> State:
    unseen = THIS_TURN in state.doubt and act.side != state.active
    doubt = state.doubt if unseen else state.doubt - {THIS_TURN}
    new = state.changed(marked=act.side, turn=state.turn + 1, doubt=doubt)
    if act.side in st.OTHER and (state.by_hand or act.side != state.active):
        new = new.without("tally")  # it is 0 with that
        return new.changed(active=act.side, tally=0, changes=state.changes + 1)
    return new


def _owed(what: str) -> Any:
    """The hexes in which a task force is owed a marker."""

    def hexes(t: Tables, state: State, made: Any) -> Iterable[str]:
        return [one.to for one in state.pending if (one.what, one.piece) == (what, made.force)]

    return hexes


offer(MarkIntel, hex=_owed(st.INTEL))
offer(MarkContact, hex=_owed(st.CONTACT))


def _lying(t: Tables, state: State, made: Any) -> Iterable[str]:
    force = state.force(made.force)
    lying = {st.INTEL: force.intel, st.CONTACT: force.contact}
    return sorted(lying.get(made.marker, ("",)))


offer(TakeOff, marker=always(*MARKERS), force=lambda t, state, made: state.forces, hex=_lying)
offer(Show, value=lambda t, state, made: _shown_by(state, made.marker))
offer(TakeOver, side=lambda t, state, made: [state.active] if state.marked != state.active else [])

"""The state when a log begins in the middle of a campaign, from the table.

What the table does not show is in doubt: the current turn, and what was rolled, chosen or spent
before (`state.BEFORE`). The first declarations of the log show the phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, takewhile
from typing import Any

from validator.explaining import facts as seen
from validator.explaining.facts import cell_number
from validator.explaining.reading import from_the_start
from validator.rules.states import THIS_TURN, Pending

from . import state as st
from .reads import DEPTHS
from .state import AXIS, BARBARIGO, Plane, State, Unit
from .tables import Tables
from .unseen import DETECTED, MOST_SHIPS


def start(context: Any) -> State:
    """The state at the set-up, or of a campaign under way."""
    begun: State = from_the_start(context)
    t: Tables = context.tables
    turn = _turn(context) or begun.turn
    units = {name: _unit(context, begun.units[name], begun) for name in begun.units}
    planes = {name: _plane(context, begun.planes[name]) for name in begun.planes}
    if turn == begun.turn and (units, planes) == (begun.units, begun.planes):
        return begun
    # Not every log keeps the rosters, and no ship's face shows that it is detected: it may be; a
    # convoy may be a fast one of which nobody turned the counter.
    units = {
        name: one.changed(
            hurt=t.is_boat(name) or t.is_convoy(name),
            detected=one.detected if t.is_boat(name) else not one.gone,
            fast=t.is_convoy(name),
        )
        for name, one in units.items()
    }
    entered = any(
        t.ships[name].north_atlantic and one.at != st.EUROPE for name, one in units.items()
    )
    barbarigo = units[BARBARIGO]
    made = int(context.scene.properties.get("BarbarigoFrogmen", 0))
    drawn = {one for one in MARKERS if _is_drawn(context, one)}
    chooser = st.ALLIED if barbarigo.detected else AXIS
    strikes = {
        one: st.Strike("", turn, chooser, None, "?" if one in drawn else "", barbarigo.gone)
        for one in MARKERS[:made]
    }
    tons = int(context.scene.properties.get("Tonnage", 0))
    return begun.changed(
        turn=turn,
        step=_phase(context, turn),
        units=units,
        planes=planes,
        places={name: level - 1 for name in t.places if (level := _level(context, name)) > 1},
        event=True,
        due_turn=begun.due_turn or turn,
        first_entry=1 if entered else 0,
        role=st.HIDDEN if barbarigo.gone or barbarigo.at != st.EUROPE else "",
        strikes=strikes,
        contact=_contact(context),
        tons=tons * 1000,
        sunk=int(context.scene.properties.get("ShipsSunk", 0)),
        pending=(*_bombers_due(planes, turn), *_strikes_due(context, strikes)),
        doubt=frozenset({THIS_TURN, st.BEFORE}),
    )


FAST = 2
"""The face of a fast convoy."""
MARKERS = ("1", "2")
"""The attacks, each with its own five markers."""


def _is_drawn(context: Any, attack: str) -> bool:
    """Whether a marker of an attack is with those that were drawn."""
    places = (context.place(f"frogman_{attack}_{number}") for number in range(1, 6))
    return "Drawn Markers" in places


def _bombers_due(planes: Mapping[str, Plane], turn: int) -> Iterator[Pending]:
    """The bombers that return from the turn track in this turn."""
    for one in planes.values():
        if one.track == turn:
            yield Pending(st.BACK, AXIS, "UV-5.1.3", one.id)


def _strikes_due(context: Any, strikes: Mapping[str, st.Strike]) -> Iterator[Pending]:
    """Pending: attacks for which no marker is drawn yet, or for which none are chosen before the
    log shows it."""
    said = {fact.key for fact in context.facts if isinstance(fact, seen.Declared)}
    for name, one in strikes.items():
        if f"container_{name}" in said:
            yield Pending(st.FILL, one.chooser, "UV-21.2.1g", name)
        if not (one.drawn or one.failed):
            yield Pending(st.STRIKE, AXIS, "UV-21.2.1j", name)


def _turn(context: Any) -> int:
    return cell_number(context.place("turn")) or 0


def _phase(context: Any, turn: int) -> str:
    """The phase in which a log begins: that of its first declaration, or the one that ends the
    turn, without phases that were closed before."""
    phases, closed = _phases(context.rules.game), 0
    for fact in context.facts:
        said = fact.key if isinstance(fact, seen.Declared) else ""
        closed += said == OVER
        ended = isinstance(fact, seen.TurnShown) and fact.turn > turn
        last = st.RETURN if ended else phases.get(said)
        if last is not None:
            return st.PHASES[max(st.PHASES.index(last) - closed, 0)]
    return st.PHASES[0]


OVER = "phase_done"
"""The declaration that a phase is over."""


def _phases(game: Any) -> dict[str, str]:
    """By action that is declared in only one phase: that phase."""
    found: dict[str, set[str]] = {}
    for phase in game.sequence:
        for action in _actions(phase):
            found.setdefault(action, set()).add(phase.id)
    return {action: min(where) for action, where in found.items() if len(where) == 1}


def _actions(step: Any) -> Iterator[str]:
    """The actions declared in a step of the sequence and its parts."""
    yield from step.actions
    for one in step.steps:
        yield from _actions(one)


def _level(context: Any, piece: str) -> int:
    token = context.scene.start.get(piece)
    return token.level if token is not None else 1


def _unit(context: Any, unit: Unit, begun: State) -> Unit:
    """A boat, ship or convoy as the table shows it."""
    t: Tables = context.tables
    place, level = context.place(unit.id), _level(context, unit.id)
    if unit.gone or place in st.LOST.values():
        return unit.changed(gone=True)
    on_grid = place in t.squares or place.startswith("TSL Box ")
    at = context.place("contact") if on_grid else place
    tag = context.rules.game.counter(unit.id).values.get("tag", "")

    def roster(name: str, otherwise: int) -> int:
        return int(context.scene.properties.get(f"{tag}{name}", otherwise))

    boat = t.is_boat(unit.id)
    # A convoy at sea of which nobody noted the ships may have all that one can have.
    unknown = MOST_SHIPS if t.is_convoy(unit.id) and at in t.neighbours else unit.cargo
    return unit.changed(
        at=at,
        square=place if place in t.squares else "",
        box=place.removeprefix("TSL Box ") if on_grid and place not in t.squares else "",
        depth=DEPTHS.get(level, "") if boat else "",
        detected=boat and level in DETECTED and not _is_left_detected(context, unit.id),
        damage=roster("Damage", 0) if boat else 0,
        fuel=roster("Fuel", unit.fuel),
        torpedoes=roster("Torpedoes", unit.torpedoes),
        cargo=roster("Cargo" if boat else "Ships", unit.cargo) or unknown,
        fast=t.is_convoy(unit.id) and level == FAST,
        entered=int(at in t.neighbours and begun.unit(unit.id).at not in t.neighbours),
    )


def _is_left_detected(context: Any, boat: str) -> bool:
    """Whether a boat was only left with the face of a detected one: it is turned to the other in
    the turn in which the log begins."""
    turn = takewhile(lambda one: not isinstance(one, seen.TurnShown), context.facts)
    faces = (one for one in turn if isinstance(one, seen.Turned) and one.piece == boat)
    return any(one.level in DEPTHS and one.level not in DETECTED for one in islice(faces, 1))


def _plane(context: Any, plane: Plane) -> Plane:
    """An air unit as the table shows it."""
    t: Tables = context.tables
    place, flown = context.place(plane.id), _level(context, plane.id) == 2
    if plane.gone or place in st.LOST.values():
        return plane.changed(gone=True)
    if place in t.base_areas:
        return plane.changed(base=place, flown=flown)
    if place.startswith("Turn "):
        return plane.changed(track=cell_number(place) or 0)
    cap = place.startswith("CAP ")
    at = place.removeprefix("CAP ")
    return plane.changed(at=at if at in t.neighbours else "", cap=cap, flown=flown)


def _contact(context: Any) -> st.Contact:
    """The grids that are being played."""
    t: Tables = context.tables
    there = [context.place(name) for name in t.ships]
    squares = [place for place in there if place in t.squares]
    letters = {place.removeprefix("TSL Box ") for place in there if place.startswith("TSL Box ")}
    zone = context.place("contact")
    if not (squares or letters) or zone not in t.neighbours:
        return st.NO_CONTACT
    tsl = any(place in t.called[st.TSL].values() for place in squares)
    level, boxes = st.TSL if tsl else st.OSL, tuple(sorted(letters))
    if _is_deploying(context):
        stage = st.DEPLOYING if zone in there else st.LISTENING
        return st.Contact(zone, level, stage, boxes=boxes)
    return st.Contact(zone, level, st.MOVING, boxes=boxes, first=st.ANYBODY, round=1)


def _is_deploying(context: Any) -> bool:
    """Whether units are being placed on the grid when the log begins: a square is rolled before
    anybody moves on the grid, rolls other dice, or closes it."""
    squares = context.tables.squares
    rolled = (
        isinstance(one, seen.Rolled) and one.key == "location"
        for one in context.facts
        if isinstance(one, seen.Rolled)
        or (isinstance(one, seen.Moved) and one.before in squares)
        or one.key in ("osl_closed", "tsl_closed")
    )
    return next(rolled, False)

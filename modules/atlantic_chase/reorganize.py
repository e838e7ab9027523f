"""Reorganize (pp. 37-38): Stations split and merge, and reinforcements enter. The Active player may
do this as often as he likes and keeps Initiative, until an attempt to bring in a reinforcement
group fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from itertools import combinations
from typing import Any

from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.cases import Broken, Fault, Verdict, Verdicts, alike, every, left_out
from validator.rules.states import Pending
from validator.rules.verbs import CHANCE, Verb, guessed

from . import desk, heard
from . import state as st
from .book import case, cases, effect, offer
from .forces import forces_of, unused
from .owing import handed_over, new_action, owed
from .passing import lines_of
from .ports import own_forces
from .state import State, TaskForce
from .tables import Tables


def _whose(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The task force that the ships leave, wherever their counters are."""
    berths = dict.fromkeys(state.ship(one).at for one in known.get("ships", ()))
    return [one for one in berths if one in context.tables.forces]


def _with_it(marker: str, shown: sign.Sign) -> sign.AnyOf:
    """A marker that goes with the new task force, or stays with the old one."""
    return sign.any_of(
        sign.all_of(
            shown,
            sign.fixed(**{marker: True}),
            sign.played_if(lambda t, state, verb: getattr(verb, marker)),
        ),
        sign.unseen(),
    )


class Split(Verb, steps=("declare",)):
    """Ships of a Station form a new task force ``at`` a place; its markers may go with them."""

    force: str = guessed(_whose)
    new: str
    ships: tuple[str, ...]
    at: str
    contact: bool = False
    evasive: bool = False

    _contact = sign.turned("station", piece=sign.field("new", heard.owner), before=1, level=2)
    signs = sign.all_of(
        sign.each_moved("ship", "ships", to=sign.field("new", part.known("forces"))),
        heard.station("new", to=sign.field("at", heard.berth)),
        _with_it("contact", _contact),
        _with_it("evasive", heard.evasive("new", earned=True)),
    )


class Merge(Verb, steps=("declare",)):
    """All ships of a Station join another in the same place."""

    force: str
    into: str

    signs = sign.all_of(
        sign.optional(sign.declared("reorganize")),
        heard.put_beside("force"),
        sign.optional(
            sign.moved(
                "ship",
                piece=sign.field("force", heard.berth_of),
                to=sign.field("into", part.known("forces")),
            )
        ),
    )


class Reinforce(Verb, steps=("declare",)):
    """Two dice are rolled for a reinforcement group."""

    group: str
    dice: tuple[int, ...] = field(metadata=CHANCE)

    signs = sign.any_of(sign.rolled("reinforcement", dice="dice"), sign.unseen())
    silent = desk.no_group_came


class Deploy(Verb, settles=(st.DEPLOY, "group")):
    """Its ships enter as ``force``: a new task force in its port, or a Station that is there."""

    group: str
    force: str

    _off = sign.moved("group", piece="group", to=sign.meant(lambda t, s, v: st.OUT, part.no_hex))
    _ships = sign.moved(
        "ship",
        piece=sign.meant(lambda t, s, v: next((one.id for one in s.ships_of(v.group)), None)),
        to=sign.field("force", part.known("forces")),
    )
    signs = sign.any_of(
        sign.all_of(
            _off,
            heard.station(
                "force",
                start=heard.beside,
                to=sign.meant(
                    lambda t, s, v: s.groups.get(v.group),
                    lambda t, s, at: not heard.beside(t, s, at),
                ),
            ),
            sign.optional(_ships),
        ),
        sign.all_of(_off, _ships),
    )


# --- Splitting and merging -----------------------------------------------------------------


@cases("AC-37.18", "AC-3.3", reads=("force",))
def own_task_forces_are_reorganized(t: Tables, state: State, act: Split | Merge) -> Verdicts:
    side = t.side_of(act.force)
    if side != state.active:
        words = f"{act.force} was reorganized while {state.active} was the Active player"
        yield from alike(Broken(words, by=side), "AC-37.18", "AC-3.3")


@cases("AC-37.2", "AC-7.6", reads=("force",))
def only_stations_split(t: Tables, state: State, act: Split) -> Verdicts:
    if not state.force(act.force).station:
        yield from alike(f"{act.force} is no Station", "AC-37.2", "AC-7.6")


@cases("AC-37.5", reads=("force", "new"))
def a_new_task_force_was_unused(t: Tables, state: State, act: Split) -> Verdicts:
    if act.new not in unused(t, state, t.side_of(act.force)):
        yield "AC-37.5", f"{act.new} is no task force of that side that was free"


@case("AC-37.3", reads=("force", "ships"))
def both_have_ships(t: Tables, state: State, act: Split) -> Fault:
    own = [one.id for one in state.ships_of(act.force)]
    if not act.ships or any(one not in own for one in act.ships):
        return f"{' and '.join(act.ships) or 'no ship'} left {act.force}"
    return f"no ship stayed with {act.force}" if len(act.ships) >= len(own) else None


@case("AC-37.4", reads=("force", "at"))
def it_stands_where_the_old_one_stands(t: Tables, state: State, act: Split) -> Fault:
    return f"{act.new} was put in {act.at}" if act.at not in state.force(act.force).places else None


@cases("AC-37.6", "AC-37.7", reads=("force", "contact", "evasive"))
def markers_go_with_one_of_the_two(t: Tables, state: State, act: Split) -> Verdicts:
    force = state.force(act.force)
    if act.contact and force.station not in force.contact:
        yield "AC-37.6", f"{act.new} got a Contact marker that {force.id} had not"
    if act.evasive and not force.evasive:
        yield "AC-37.7", f"{act.new} got Evasive Maneuvers that {force.id} had not"


@cases("AC-37.8", "AC-7.6", reads=("force", "into"))
def two_stations_in_one_place_merge(t: Tables, state: State, act: Merge) -> Verdicts:
    one, other = state.force(act.force), state.force(act.into)
    if not one.station or not other.station:
        yield from alike(f"{act.force} and {act.into} are not both Stations", "AC-37.8", "AC-7.6")
    elif act.force == act.into or t.side_of(act.force) != t.side_of(act.into):
        yield "AC-37.8", f"{act.force} merged with {act.into}"
    elif one.station != other.station or len({one.port, other.port} - {""}) > 1:
        yield "AC-37.8", f"{act.force} and {act.into} are not in one place"


@effect
def split(t: Tables, state: State, act: Split) -> State:
    force = state.force(act.force)
    here = frozenset({force.station}) & force.contact
    kept = force.changed(
        contact=force.contact - here if act.contact else force.contact,
        evasive=force.evasive and not act.evasive,
    )
    made = TaskForce(
        act.new,
        act.at,
        contact=here if act.contact else frozenset(),
        evasive=act.evasive,
        port=force.port,
    )
    return _joined(new_action(state).with_force(kept).with_force(made), act.ships, act.new)


@effect
def merge(t: Tables, state: State, act: Merge) -> State:
    force, into = state.force(act.force), state.force(act.into)
    ships = [one.id for one in state.ships_of(act.force)]
    both = into.changed(
        contact=into.contact | (force.contact & {force.station}),
        evasive=into.evasive or force.evasive,
    )
    empty = TaskForce(act.force)
    return _joined(new_action(state).with_force(both).with_force(empty), ships, act.into)


def _joined(state: State, ships: Iterable[str], force: str) -> State:
    ships = set(ships)
    moved = {
        one.id: one.changed(at=force) if one.id in ships else one for one in state.ships.values()
    }
    return state.changed(ships=moved)


# --- Reinforcements ------------------------------------------------------------------------


def berths(t: Tables, state: State, group: str) -> Iterator[str]:
    """The task forces as which a group may enter: the Stations in its port, and those not in
    use."""
    box, side = state.groups.get(group, ""), t.side_of(group)
    hexes = [hex_id for one in t.boxed(box, side) for hex_id in one.hexes]
    for force in forces_of(t, state, side):
        if force.station == box or force.station in hexes:
            yield force.id
    yield from unused(t, state, side)


@cases("AC-37.18", "AC-3.3", "AC-37.12", reads=("group",))
def a_group_that_waits_is_rolled_for(t: Tables, state: State, act: Reinforce) -> Verdicts:
    side = t.side_of(act.group)
    if side != state.active:
        words = f"{act.group} is not the Active player's"
        yield from alike(Broken(words, by=side), "AC-37.18", "AC-3.3")
    elif act.group not in state.groups:
        yield "AC-37.12", f"{act.group} does not wait in a port"
    elif not any(berths(t, state, act.group)):
        yield "AC-37.12", f"there is no task force that {act.group} could enter as"


@cases("AC-37.13", "AC-37.14", "AC-37.15", reads=("group", "force"))
def a_group_enters_in_its_port(t: Tables, state: State, act: Deploy) -> Verdict:
    if owed(state, st.DEPLOY, act.group) is None:
        return "AC-37.13", left_out(f"{act.group} entered, and no dice said so")
    if state.force(act.force).line:
        return "AC-37.15", f"{act.force} is a Trajectory"
    if act.force not in berths(t, state, act.group):
        return "AC-37.14", f"{act.group} entered as {act.force}"
    return None


@effect
def reinforce(t: Tables, state: State, act: Reinforce) -> State:
    new = new_action(state)
    if sum(act.dice) >= t.reinforcement_needs:
        return new.owing(Pending(st.DEPLOY, state.active, "AC-37.14", act.group))
    if any(lines_of(t, state, state.active)):
        new = new.owing(Pending(st.ONE_LAPSE, state.active, "AC-37.16"))
    return handed_over(new, "AC-37.16")


@effect
def deploy(t: Tables, state: State, act: Deploy) -> State:
    new = state.done(st.DEPLOY, act.group)
    box = state.groups.get(act.group, "")
    new.groups = {one: at for one, at in state.groups.items() if one != act.group}
    if not new.force(act.force).in_play:
        new = new.with_force(TaskForce(act.force, box))
    return _joined(new, [one.id for one in state.ships_of(act.group)], act.force)


# --- Where legal ones are looked for -------------------------------------------------------


def _stations(t: Tables, state: State, made: Any) -> Iterable[str]:
    return [one for one in own_forces(t, state, made) if state.force(one).station]


def _parts(t: Tables, state: State, made: Any) -> Iterable[tuple[str, ...]]:
    ships = [one.id for one in state.ships_of(made.force)]
    return [part for number in range(1, len(ships)) for part in combinations(ships, number)]


offer(
    Split,
    force=_stations,
    new=lambda t, state, made: unused(t, state, state.active),
    ships=_parts,
    at=lambda t, state, made: (state.force(made.force).station,),
)
offer(Merge, force=_stations, into=_stations)
offer(Reinforce, group=lambda t, state, made: state.groups)
offer(Deploy, force=every("forces"))

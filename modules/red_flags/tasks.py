"""Work that takes turns (RF-12, RF-15): mines, wire, pontoons, bridges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any

from validator.explaining import facts as seen
from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.cases import Broken, Fault, Verdict, always, every
from validator.rules.verbs import CHANCE, Verb, guessed, said

from . import heard
from . import state as st
from .activation import Some, acted
from .book import case, cases, effect, offer
from .land import is_black
from .state import State, Unit
from .tables import Tables

LAY_MINES, CLEAR_MINES = "lay_mines", "clear_mines"
PONTOON, PREPARE = "pontoon_hex", "prepare_bridge"
LAY_WIRE, REMOVE_WIRE = "lay_wire", "remove_wire"
CASES = {
    LAY_MINES: "RF-12.6",
    CLEAR_MINES: "RF-12.7",
    PONTOON: "RF-12.8",
    PREPARE: "RF-12.9",
    LAY_WIRE: "RF-15.2",
    REMOVE_WIRE: "RF-15.3",
}
MAKES = {LAY_MINES: "mines", LAY_WIRE: "wire", PONTOON: "pontoons", PREPARE: "prepared"}
CLEARS = {CLEAR_MINES: "mines", REMOVE_WIRE: "wire"}
"""By task: the field of the state for what is there before or after it."""
MARKERS = {LAY_MINES: "mines", LAY_WIRE: "wire", PONTOON: "pontoon", **CLEARS}
"""By task: the marker that is placed, or removed."""
CARGO = {LAY_MINES: "mines", PONTOON: "pontoon"}
"""The cargo that must be on a motor transport (RFD-31)."""


WORKS = {
    "works": LAY_WIRE,
    "clear_wire": REMOVE_WIRE,
    "lay_mines": LAY_MINES,
    "clear_mines": CLEAR_MINES,
    "pontoon": PONTOON,
    "prepare": PREPARE,
}
"""By entry of a menu: the task."""


def _is_done(t: Tables, state: State, task: str, hex_id: str, figures: int) -> bool:
    """Whether a task is finished after this many more men have worked."""
    return state.work.get((task, hex_id), 0) + figures >= t.tasks[task].man_turns


def _men_at(state: State, act: Any) -> int:
    """The men who work: all of the unit if nobody says how many."""
    return state.unit(act.unit).figures if act.figures is None else int(act.figures)


def _if_done(t: Tables, state: State, verb: Any) -> str:
    """The hex of a task that is finished now."""
    return verb.hex if _is_done(t, state, verb.task, verb.hex, _men_at(state, verb)) else ""


def _if_begun(t: Tables, state: State, verb: Any) -> str:
    """The hex of a task that is begun now, and not finished."""
    begun = (verb.task, verb.hex) in state.work
    return "" if begun or _if_done(t, state, verb) else verb.hex


_SITE = sign.moved("site", start=part.among("Sites"), to=sign.field("hex", part.a_hex, _if_begun))
"""The marker of a site is placed where a task is begun."""


def _marker(task: str) -> sign.Sign:
    """The marker that is placed when a task is finished, or removed; it also shows the work by
    itself."""
    there, beside = sign.field("hex", part.a_hex, _if_done), part.among("Markers")
    ends = (there, beside) if task in CLEARS else (beside, there)
    return sign.moved(MARKERS[task], start=ends[0], to=ends[1])


def _workers(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """Guesses for the workers: units of the group beside the hex, first those with men that do
    nothing else on this card, engineers before others; if a unit declares it later, none yet, or
    one that declares nothing."""
    t, hex_id = context.tables, known.get("hex", "")
    ours = [one for one in t.groups.get(state.group, ()) if near(t, state.unit(one), hex_id)]
    say_so = {*_who_say_so(context, state, known["task"])}.intersection(ours)
    busy = {*_who_do_more(context, state)}.intersection(ours)

    def unlikely(one: str) -> tuple[bool, bool, bool]:
        return not state.unit(one).figures, one in busy, t.units[one].kind != "engineer"

    silent = sorted((one for one in ours if one not in say_so), key=unlikely)
    return ["", *silent] if say_so else silent or [""]


def _who_say_so(context: Any, state: State, task: str) -> Iterator[str | None]:
    """The units that declare later, on this card or the next, that they work at a task."""
    cards = 0
    for fact in context.later:
        cards += fact.key == "group_card" and isinstance(fact, seen.Drawn)
        if cards > 1 or isinstance(fact, seen.TurnShown):
            return
        if isinstance(fact, seen.Declared) and WORKS.get(fact.key) == task:
            yield heard.tag(context.tables, state, fact.detail)


def _who_do_more(context: Any, state: State) -> Iterator[str | None]:
    """The units that move, or do anything but work, later on this card."""
    for fact in context.ahead:
        if isinstance(fact, seen.Declared) and fact.key not in WORKS:
            yield heard.tag(context.tables, state, fact.detail)
        elif isinstance(fact, seen.Moved) and fact.key in heard.GROUND:
            yield fact.piece


class Work(Verb, steps=("work",)):
    """Men of a unit work at a task for this turn."""

    unit: str = guessed(_workers)
    task: str
    hex: str = guessed(lambda context, state, known: _sites(context, state, known))
    figures: int | None = guessed(lambda context, state, known: (None,))
    """``None``: all men of the unit; no log says how many."""

    signs = sign.any_of(
        *(
            sign.all_of(sign.fixed(task=task), heard.said(action), *site, *result)
            for action, task in WORKS.items()
            for site in ((_SITE,), ())
            for result in ((sign.optional(_marker(task)),) if task in MARKERS else (), ())
        ),
        *(sign.all_of(sign.fixed(task=task), _marker(task)) for task in MARKERS if task != PONTOON),
    )


class BlowBridge(Verb, steps=("work",)):
    """Engineers try to blow a bridge that was prepared."""

    unit: str
    hex: str = guessed(lambda context, state, known: [*sorted(state.prepared), ""][:1])
    dice: tuple[int, ...] = field(metadata=CHANCE)
    blown: bool = guessed(
        lambda context, state, known: (sum(known["dice"]) >= context.tables.blow_needs,),
        metadata=said("it was blown", "it stands"),
    )

    signs = heard.clicked("demolish", "demolition", 2)


def _sites(context: Any, state: State, known: Mapping[str, Any]) -> Iterator[str]:
    """Guesses for the hex of a task: where its site is, where it was begun, where its men are and
    beside them; last, where its marker would be placed when finished."""
    t, unit = context.tables, state.unit(known["unit"])
    task = known["task"]
    marked = {token.place for key, token in context.table.items() if key.startswith("site_")}
    near_by = [*_hexes_near(t, unit)]
    yield from sorted(
        (one for one in near_by if _is_to_do(t, state, task, one)),
        key=lambda one: (
            _is_done(t, state, task, one, unit.figures),
            one not in marked,
            (task, one) not in state.work,
        ),
    )
    yield unit.at


def _hexes_near(t: Tables, unit: Unit) -> Iterable[str]:
    """The hex of a unit, and those beside it."""
    return (unit.at, *t.near.get(unit.at, ())) if unit.at else ()


def near(t: Tables, unit: Unit, hex_id: str) -> bool:
    """Whether a hex is that of a unit, or beside it."""
    return bool(unit.at) and (hex_id == unit.at or hex_id in t.near.get(unit.at, ()))


def has_cargo(t: Tables, state: State, unit: Unit, cargo: str) -> bool:
    """Whether a loaded motor transport of its side is in the hex of a unit, or beside it."""
    return any(
        kind.cargo == cargo and kind.side == t.side_of(unit.id) and _is_here(t, state, name, unit)
        for name, kind in ((one, t.units[one]) for one in state.units)
    )


def _is_here(t: Tables, state: State, name: str, unit: Unit) -> bool:
    truck = state.unit(name)
    return truck.on_foot and bool(truck.vehicles) and near(t, unit, truck.at)


@cases("RF-12.4", "RF-15.2", "RF-15.3", reads=("unit", "task"))
def who_can_work(t: Tables, state: State, act: Work) -> Verdict:
    if act.task not in t.tasks:
        return "RF-12.4", f"{act.task or 'nothing'} is no task"
    if t.kind_of(act.unit).kind not in t.tasks[act.task].who:
        case_id = CASES[act.task] if act.task in (LAY_WIRE, REMOVE_WIRE) else "RF-12.4"
        return case_id, f"{act.unit} has no men for this work"
    return None


@case("RF-4.5", reads=("unit", "task"))
def wire_is_cleared_on_a_black_card(t: Tables, state: State, act: Work) -> Fault:
    if act.task == REMOVE_WIRE and not is_black(t, state):
        return f"{act.unit} cleared wire on a card of {state.suit or 'no suit'}"
    return None


@case("RF-12.5", reads=("unit", "task"))
def what_it_needs_is_there(t: Tables, state: State, act: Work) -> Fault:
    cargo = CARGO.get(act.task)
    if cargo is None or has_cargo(t, state, state.unit(act.unit), cargo):
        return None
    return f"no transport with {cargo} stands by {act.unit}"


@cases(*CASES.values(), reads=("unit", "task", "hex"))
def there_is_something_to_do(t: Tables, state: State, act: Work) -> Verdict:
    if act.task not in CASES:
        return None
    case_id, ground = CASES[act.task], t.ground.get(act.hex)
    if ground is None or not near(t, state.unit(act.unit), act.hex):
        return case_id, f"{act.unit} is not at {act.hex or 'any hex'}"
    if _is_to_do(t, state, act.task, act.hex):
        return None
    return case_id, f"there is nothing of that to do in {act.hex}"


def _is_to_do(t: Tables, state: State, task: str, hex_id: str) -> bool:
    """Whether a hex has such work to do."""
    if task in CLEARS:
        return hex_id in getattr(state, CLEARS[task])
    ground = t.ground[hex_id]
    fits = {PONTOON: ground.river, PREPARE: ground.bridge and hex_id not in state.blown}
    return fits.get(task, True) and hex_id not in getattr(state, MAKES[task])


@case("RFD-9", reads=("unit", "figures"))
def so_many_men_work(t: Tables, state: State, act: Work) -> Fault:
    figures, men = state.unit(act.unit).figures, _men_at(state, act)
    if 1 <= men <= figures:
        return None
    return Broken(f"{men} men of {act.unit} worked", f"at most {figures}")


@case("RF-12.10", reads=("unit", "hex", "dice", "blown"))
def more_than_four_blows_it(t: Tables, state: State, act: BlowBridge) -> Fault:
    if len(act.dice) != 2:
        return Broken(f"{len(act.dice)} dice were thrown", "2 dice")
    right = sum(act.dice) >= t.blow_needs
    if act.blown == right:
        return None
    return f"{sum(act.dice)} was thrown, and the bridge {'fell' if act.blown else 'stood'}"


@cases("RF-12.9", "RF-12.11", "RF-12.4", reads=("unit", "hex"))
def a_prepared_bridge_is_blown_once_a_turn(t: Tables, state: State, act: BlowBridge) -> Verdict:
    if t.kind_of(act.unit).kind != "engineer":
        return "RF-12.4", f"{act.unit} is no engineer unit"
    if act.hex not in state.prepared:
        return "RF-12.9", f"the bridge in {act.hex or 'no hex'} was not prepared"
    if act.hex in state.tried:
        return "RF-12.11", f"somebody tried to blow {act.hex} already this turn"
    return None


@effect
def work(t: Tables, state: State, act: Work) -> State:
    unit = state.unit(act.unit)
    key = (act.task, act.hex)
    done = state.work.get(key, 0) + max(_men_at(state, act), 0)
    new = state.with_unit(unit.changed(worked=True))
    task = t.tasks.get(act.task)
    if task is None or (done < task.man_turns and not state.by_hand):
        return new.changed(work={**state.work, key: done})
    new = new.changed(work={one: much for one, much in state.work.items() if one != key})
    here = frozenset((act.hex,))
    if name := MAKES.get(act.task):
        return new.changed(**{name: getattr(state, name) | here})
    if act.task == CLEAR_MINES:
        return new.changed(mines=state.mines - here)
    freed = {
        name: one.changed(held_by_wire=False) if one.at == act.hex else one
        for name, one in new.units.items()
    }
    return new.changed(wire=state.wire - here, units=freed)


@effect
def blow_bridge(t: Tables, state: State, act: BlowBridge) -> State:
    unit = acted(state.unit(act.unit), st.FOUGHT)
    here = frozenset((act.hex,))
    new = state.with_unit(unit.changed(worked=True)).changed(tried=state.tried | here)
    if act.blown:
        return new.changed(blown=state.blown | here, prepared=state.prepared - here)
    return new


def _hexes(t: Tables, state: State, made: Any) -> Iterable[str]:
    return _hexes_near(t, state.unit(made.unit))


offer(
    Work,
    task=every("tasks"),
    hex=_hexes,
    figures=lambda t, state, made: Some(
        (state.unit(made.unit).figures,), range(1, state.unit(made.unit).figures + 1).__contains__
    ),
)
offer(
    BlowBridge,
    hex=lambda t, state, made: sorted(state.prepared),
    blown=always(True, False),
)

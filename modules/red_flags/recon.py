"""Reconnaissance (RF-13): the hexes that a unit looks into, and the enemies that it meets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from itertools import product
from typing import Any

from validator.explaining import facts as seen
from validator.explaining import signs as sign
from validator.rules.cases import Broken, Fault, Verdict, every
from validator.rules.verbs import CHANCE, Verb, guessed

from . import desk, heard
from . import state as st
from .activation import acted
from .air import fan
from .book import case, cases, effect, offer
from .fire import engaged
from .land import enemies_in, hex_of
from .state import Combat, State
from .tables import Tables


def _looked_unseen(context: Any, state: State) -> Mapping[str, Any] | None:
    """A look whose die no menu rolls: one that meets, or is by, the unit that fires or throws for
    the first shot now; or, if its side tells a die in the chat, any, first by the unit that is
    handled next."""
    t, fact = context.tables, context.facts[context.at] if context.facts else None
    if fact is None:
        return None
    said = isinstance(fact, seen.Declared) and (desk.is_shot(fact) or fact.key == "first_fire")
    shooter = heard.tag(t, state, fact.detail) if said else None
    told = context.dice_told_before(fact)
    if not (shooter or told):
        return None
    ours = [one for one in t.groups.get(state.group, ()) if t.kind_of(one).scouts]
    for unit in sorted(ours, key=lambda one: one != fact.about):
        own = [die for one in told if one.side == t.side_of(unit) for die in one.told_dice]
        ways = dict.fromkeys((heard.looks(context, unit), state.unit(unit).facing, *t.facings))
        for die, facing in product(own or (range(1, 7) if shooter else ()), ways):
            hexes = looked_into(t, state, unit, facing, die)
            if shooter not in (None, unit, met(t, state, unit, hexes)):
                continue
            if not context.rulings.faults(state, Recon(unit, facing, die, hexes)):
                return {"unit": unit, "facing": facing, "die": die}
    return None


class Recon(Verb, steps=("engage",)):
    """A reconnaissance unit looks ahead: into as many hexes of the diagram as its die shows."""

    unit: str
    facing: str = guessed(lambda context, state, known: (heard.looks(context, known["unit"]),))
    die: int = field(metadata=CHANCE)
    hexes: tuple[str, ...] = guessed(lambda context, state, known: _seen(context, state, known))

    signs = sign.any_of(
        *(
            sign.all_of(
                heard.clicked_die(action, "reconnaissance"),
                sign.announced(sign.faced(role, piece="unit", way=heard.FACING)),
                heard.played_by(role),
            )
            for action, role in (
                *(("looks", one) for one in ("men", "riders", "cars", "vehicle")),
                ("looks_from_air", "plane"),
            )
        ),
        sign.unseen(),
    )
    silent = _looked_unseen


def _seen(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[tuple[str, ...]]:
    unit, facing, die = known["unit"], known["facing"], known["die"]
    return [looked_into(context.tables, state, unit, facing, die)]


def looked_into(t: Tables, state: State, unit_id: str, facing: str, die: int) -> tuple[str, ...]:
    """The hexes of the diagram with numbers up to the score; an aircraft adds to it (RF-13.1,
    13.2)."""
    unit = state.unit(unit_id)
    score = die + (0 if t.is_ground(unit) else t.recon_air_adds)
    here = hex_of(state, unit)
    numbers = range(1, min(score, max(t.diagram)) + 1)
    return tuple(hex_id for number in numbers if (hex_id := fan(t, here, facing, number)))


def met(t: Tables, state: State, unit: str, hexes: Iterable[str]) -> str:
    """The first enemy of a unit in hexes that it looks into; empty if there is none."""
    side = t.side_of(unit)
    enemies = (one.id for there in hexes for one in enemies_in(t, state, there, side))
    return next(enemies, "")


@case("RF-13.4", reads=("unit",))
def only_scouts_look(t: Tables, state: State, act: Recon) -> Fault:
    return None if t.kind_of(act.unit).scouts else f"{act.unit} is no reconnaissance unit"


@case("RF-13.1", reads=("unit", "facing"))
def it_looks_ahead(t: Tables, state: State, act: Recon) -> Fault:
    unit = state.unit(act.unit)
    ways = t.facings if t.is_ground(unit) else (unit.facing,)
    if act.facing in ways:
        return None
    return Broken(f"{act.unit} looked to {act.facing or 'nowhere'}", ", ".join(ways))


@cases("RF-13.1", "RF-13.2", reads=("unit", "facing", "die", "hexes"))
def so_many_hexes(t: Tables, state: State, act: Recon) -> Verdict:
    right = looked_into(t, state, act.unit, act.facing, act.die)
    if act.hexes == right:
        return None
    case_id = "RF-13.1" if t.is_ground(state.unit(act.unit)) else "RF-13.2"
    return case_id, Broken(
        f"{act.unit} threw {act.die} and looked into {len(act.hexes)} hexes", ", ".join(right)
    )


@effect
def recon(t: Tables, state: State, act: Recon) -> State:
    unit = state.unit(act.unit)
    looks = act.facing if act.facing in t.facings else unit.facing
    new = state.with_unit(acted(unit, st.FOUGHT).changed(facing=looks))
    target = met(t, state, act.unit, act.hexes)
    if not target or not t.is_ground(unit):
        return new
    there = hex_of(state, state.unit(target))  # looking into its hex engages it (RF-13.3)
    return engaged(t, new.changed(combat=Combat(act.unit, there, target)), "RF-13.3")


def _hexes(t: Tables, state: State, made: Any) -> Iterable[tuple[str, ...]]:
    return [looked_into(t, state, made.unit, made.facing, made.die)]


offer(Recon, facing=every("facings"), hexes=_hexes)

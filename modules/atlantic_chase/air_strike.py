"""Air Strike (pp. 27-28): an airbase or a carrier attacks an enemy up to two hexes away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from validator.rules.cases import Fault, Verdict, Verdicts, alike

from . import state as st
from .attack import Declared, bases
from .book import case, cases, offer
from .forces import has_carrier, hexes, in_box
from .heard import attack, attack_unsaid, source_and_launch
from .ports import own_forces
from .state import Named, Page, State
from .tables import Tables


class AirStrike(Declared, steps=("declare",)):
    """Aircraft from ``launch`` attack an enemy, Station or Trajectory, in ``hex``."""

    launch: str

    page: ClassVar[Page] = Page(
        "air_strike", "AC-27.17", "AC-27.16", "AC-27.18", "AC-27.20", "AC-27.3", "AC-27.4"
    )
    signs = attack("air_strike", source_and_launch)
    silent = attack_unsaid

    def own(self) -> Named:
        return Named("", self.force, self.launch)


@case("AC-27.1", reads=())
def aircraft_fly_in_good_weather(t: Tables, state: State, act: AirStrike) -> Fault:
    return "an Air Strike was declared in Bad Weather" if state.weather == st.BAD else None


@cases("AC-27.2", "AC-62.7", reads=("force",))
def airbases_and_carriers_strike(t: Tables, state: State, act: AirStrike) -> Verdict:
    if act.force in t.airbases:
        return None
    if not has_carrier(t, state, act.force):
        return "AC-27.2", f"{act.force} is no airbase and has no undamaged carrier"
    force = state.force(act.force)
    if t.scenario.get("optional_cv") and len(force) > t.completion:
        return "AC-62.7", f"{act.force} struck with {len(force)} segments"
    return None


@cases("AC-27.8", "AC-27.12", "AC-8.8", "AC-27.7", reads=("target",))
def an_enemy_task_force_is_struck(t: Tables, state: State, act: AirStrike) -> Verdicts:
    target = state.force(act.target)
    if act.target not in state.forces:
        yield "AC-27.8", f"{act.target} is no task force"
    elif in_box(t, target):
        yield from alike(f"{act.target} is in a Port Box", "AC-27.12", "AC-8.8")
    elif t.side_of(act.target) != state.inactive or not target.in_play:
        yield "AC-27.7", f"{act.target} is no enemy"


@cases("AC-27.10", "AC-27.7", reads=("target", "hex"))
def it_is_struck_where_it_is(t: Tables, state: State, act: AirStrike) -> Verdicts:
    if act.hex in t.arctic:
        yield "AC-27.10", f"{act.hex} lies on the Arctic Line"
    if act.hex not in hexes(t, state.force(act.target)):
        yield "AC-27.7", f"{act.target} is not in {act.hex}"


@cases("AC-27.5", "AC-27.6", "AC-27.9", reads=("force", "hex", "launch"))
def the_launch_point_is_near(t: Tables, state: State, act: AirStrike) -> Verdicts:
    if act.launch not in bases(t, state, act.force):
        yield "AC-27.5", f"{act.force} has nothing in {act.launch} to launch from"
    if act.launch in t.arctic:
        yield "AC-27.6", f"{act.launch} lies on the Arctic Line"
    if t.flight(act.launch, act.hex) is None:
        yield "AC-27.9", f"{act.hex} is more than {t.air_range} hexes from {act.launch}"


def _sources(t: Tables, state: State, made: Any) -> Iterable[str]:
    own = (one for one, base in t.airbases.items() if base.side == state.active)
    carriers = own_forces(t, state, made)
    return (*own, *(one for one in carriers if has_carrier(t, state, one)))


offer(AirStrike, force=_sources)

"""Reactive searching by the cruisers: 7.2.1 and 7.2.2, with DU-15 and DU-16."""

from __future__ import annotations

from validator.rules.cases import Fault, Verdicts

from . import verbs as v
from .book import case, cases
from .facts import may_sail_alone
from .hunting import may_escort_in, may_sail_free_in, only_escorts_in
from .state import ATLANTIS, FREE_FACE, Hunt, State
from .tables import Tables

REACTING = ("UTF-7.2.2c", "UTF-7.2.1b", "UTF-7.2.1c", "UTF-7.2.1a", "UTF-7.2.2a")


def _searched_by_atlantis(state: State) -> Hunt | None:
    """The search of Atlantis that is being settled, if there is one."""
    hunt = state.hunt
    return hunt if hunt is not None and hunt.by == ATLANTIS else None


@cases(
    *REACTING,
    reads=("ca",),
    rests_on=dict.fromkeys(("UTF-7.2.1a", "UTF-7.2.2a"), ("cruisers",)),
)
def one_cruiser_there_reacts_once(tables: Tables, state: State, reaction: v.React) -> Verdicts:
    hunt, who = _searched_by_atlantis(state), reaction.ca
    if hunt is None:
        yield "UTF-7.2.2c", f"{who} reacted and Atlantis had not searched"
        return
    if hunt.reactor:
        yield "UTF-7.2.1c", f"{who} reacted after {hunt.reactor}"
    elif hunt.counters:
        yield "UTF-7.2.1b", f"{who} reacted after {', '.join(hunt.counters)} had counter-searched"
    cruiser = state.cruisers.get(who)
    if cruiser is None or may_escort_in(state, cruiser, hunt.hex):
        return
    if not may_sail_free_in(cruiser, hunt.hex):
        case_id = "UTF-7.2.2a" if may_sail_alone(state, cruiser) else "UTF-7.2.1a"
        yield case_id, f"{who} reacted to a search of {hunt.hex} and is not there"


@case("DU-16", reads=("ca", "modifier"), rests_on=("cruisers",))
def a_free_cruiser_reacts_when_active(tables: Tables, state: State, reaction: v.React) -> Fault:
    cruiser = state.cruisers.get(reaction.ca)
    hunt = _searched_by_atlantis(state)
    if cruiser is None or hunt is None or cruiser.active is not False:
        return None
    as_escort = reaction.modifier != FREE_FACE and may_escort_in(state, cruiser, hunt.hex)
    if may_sail_free_in(cruiser, hunt.hex) and not as_escort:
        return f"{reaction.ca} reacted and has not been activated"
    return None


@case("UTF-7.2.1d", reads=("ca", "modifier"), rests_on=("cruisers",))
def escorts_react_without_free_faces(tables: Tables, state: State, reaction: v.React) -> Fault:
    hunt = _searched_by_atlantis(state)
    if reaction.modifier != FREE_FACE or hunt is None:
        return None
    if only_escorts_in(state, reaction.ca, hunt.hex):
        return f"{reaction.ca}, an escort, reacted with the -1 of its other face"
    return None

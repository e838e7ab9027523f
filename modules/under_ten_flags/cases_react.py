"""Reactive searching by the cruisers: 7.2.1 and 7.2.2, with DU-15 and DU-16."""

from __future__ import annotations

from validator.rules.cases import INTERPRETATION, Fault

from .book import case
from .facts import may_sail_alone
from .hunting import may_escort_in, may_sail_free_in
from .state import ATLANTIS, FREE_FACE, Cruiser, Hunt, State
from .tables import Tables
from .verbs import React


def _searched_by_atlantis(state: State) -> Hunt | None:
    """The search of Atlantis that is being settled, if there is one."""
    hunt = state.hunt
    return hunt if hunt is not None and hunt.by == ATLANTIS else None


@case("UTF-7.2.2c", reads=("ca",))
def atlantis_searches_first(tables: Tables, state: State, reaction: React) -> Fault:
    if _searched_by_atlantis(state) is None:
        return f"{reaction.ca} reacted and Atlantis had not searched"
    return None


@case("UTF-7.2.1a", reads=("ca",), rests_on=("cruisers",))
def an_escort_reacts_in_the_hex_that_was_searched(
    tables: Tables, state: State, reaction: React
) -> Fault:
    cruiser = state.cruisers.get(reaction.ca)
    if cruiser is None or may_sail_alone(state, cruiser):
        return None
    return _not_there(state, cruiser)


@case("UTF-7.2.2a", reads=("ca",), rests_on=("cruisers",))
def a_free_cruiser_reacts_in_the_hex_that_was_searched(
    tables: Tables, state: State, reaction: React
) -> Fault:
    cruiser = state.cruisers.get(reaction.ca)
    if cruiser is None or not may_sail_alone(state, cruiser):
        return None
    return _not_there(state, cruiser)


def _not_there(state: State, cruiser: Cruiser) -> Fault:
    hunt = _searched_by_atlantis(state)
    if hunt is None or may_escort_in(state, cruiser, hunt.hex):
        return None
    if may_sail_free_in(cruiser, hunt.hex):
        return None
    return f"{cruiser.id} reacted to a search of {hunt.hex} and is not there"


@case("DU-16", reads=("ca", "modifier"), severity=INTERPRETATION, rests_on=("cruisers",))
def a_free_cruiser_reacts_when_it_is_active(tables: Tables, state: State, reaction: React) -> Fault:
    cruiser = state.cruisers.get(reaction.ca)
    hunt = _searched_by_atlantis(state)
    if cruiser is None or hunt is None or cruiser.active is not False:
        return None
    as_escort = reaction.modifier != FREE_FACE and may_escort_in(state, cruiser, hunt.hex)
    if may_sail_free_in(cruiser, hunt.hex) and not as_escort:
        return f"{reaction.ca} reacted and has not been activated"
    return None


@case("UTF-7.2.1b", reads=("ca",))
def the_reaction_comes_before_the_counter_search(
    tables: Tables, state: State, reaction: React
) -> Fault:
    hunt = _searched_by_atlantis(state)
    if hunt is not None and hunt.counters and not hunt.reactor:
        return f"{reaction.ca} reacted after {', '.join(hunt.counters)} had counter-searched"
    return None


@case("UTF-7.2.1c", reads=("ca",))
def one_cruiser_reacts_once(tables: Tables, state: State, reaction: React) -> Fault:
    hunt = _searched_by_atlantis(state)
    if hunt is not None and hunt.reactor:
        return f"{reaction.ca} reacted after {hunt.reactor}"
    return None


@case("UTF-7.2.1d", reads=("ca", "modifier"), rests_on=("cruisers",))
def an_escort_reacts_without_its_free_face(tables: Tables, state: State, reaction: React) -> Fault:
    cruiser = state.cruisers.get(reaction.ca)
    hunt = _searched_by_atlantis(state)
    if reaction.modifier != FREE_FACE or cruiser is None or hunt is None:
        return None
    if may_escort_in(state, cruiser, hunt.hex) and not may_sail_free_in(cruiser, hunt.hex):
        return f"{reaction.ca}, an escort, reacted with the -1 of its other face"
    return None

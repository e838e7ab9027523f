"""The cases that an offence also breaks if its gestures are read otherwise.

A finding that cites one of them is right: it judges the same gestures.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import fields, replace
from itertools import product

from validator.explaining.signs import is_rolled
from validator.proving.moves import as_one, moved_before, ways_to_the_end
from validator.proving.offences import about_the_same, cases_of, twins
from validator.proving.people import People
from validator.proving.planting import Plant, done, told_all
from validator.proving.slips import broken_without, first_broken
from validator.proving.unsaid import broken_unsaid, is_owed, legal_unsaid
from validator.rules.verbs import chance_fields, field_names


def also_broken(plant: Plant, cited: Container[str]) -> set[str]:
    """The cited cases that are broken if the same gestures are read otherwise: as other verbs,
    with buttons or by hand; along another way; as one move instead of two; as another act before
    the offence; after invisible verbs, perhaps with the breach after it; or as a slip, with the
    breach after it."""
    behind = (*_broken_with_it(plant), *broken_unsaid(plant))
    for unsaid, rest in legal_unsaid(plant):
        behind = (*behind, *first_broken(plant, *unsaid, plant.one.verb, behind=rest))
    behind = (*behind, *_broken_by_the_sum(plant), *_broken_before_a_word(plant))
    ways = (cases_of(plant.rules, plant.state, verb) for verb in ways_to_the_end(plant))
    behind = (*behind, *(case for cases in ways for case in cases), *_broken_behind_dice(plant))
    broken = (*broken_without(plant), *behind, *_broken_alike(plant, cited))
    found = {case for case in broken if case in cited}
    if (earlier := moved_before(plant)) is not None:
        for verb in as_one(plant, earlier):
            both = cases_of(plant.rules, plant.before[earlier].before, verb)
            found |= {case for case in both if case in cited}
    own: set[str] | None = None
    handled = {name for row in plant.own for name in (*row.pieces, row.goal)}
    for verb in twins(plant.rules, plant.one, plant.state, handled):
        cases = {case for case in cases_of(plant.rules, plant.state, verb) if case in cited}
        if cases <= found:
            continue
        own = (plant.signs(plant.one.verb) or set()) if own is None else own
        for by_hand, barely in product({plant.changed.by_hand, True}, (False, True)):
            signs = plant.signs(verb, by_hand, barely=barely)
            if signs and signs <= own:
                found |= cases
    return found | {case for case in _broken_first(plant, cited) if case not in found}


def _broken_by_the_sum(plant: Plant) -> Sequence[str]:
    """The cases broken by points as one change with those booked just before."""
    change = plant.rules.module.reading.change_points
    verbs = [plant.one.verb, *(row.verb for row in plant.before[-1:])]
    if len(verbs) < 2 or any(type(verb) is not type(change(1)) for verb in verbs):
        return ()
    (name,) = field_names(type(verbs[0]))
    both = change(sum(getattr(verb, name) for verb in verbs))
    return cases_of(plant.rules, plant.before[-1].before, both)


def _broken_before_a_word(plant: Plant) -> Sequence[str]:
    """The cases broken before the last verb if that was only said: the end of an act, which what
    follows takes back."""
    said = plant.changed.of_verb(plant.one.at - 1) if plant.before else []
    if not done(said) or not all(map(People(plant).says, done(said))):
        return ()
    return cases_of(plant.rules, plant.before[-1].before, plant.one.verb)


def _broken_behind_dice(plant: Plant) -> Iterator[str]:
    """The cases broken by the offence after dice that were owed and are rolled just after it."""
    state = plant.state
    for row in plant.rest:
        if not (is_rolled(type(row.verb)) and is_owed(plant.state, row.verb)):
            return
        state = plant.rules.apply(state, row.verb)
        yield from cases_of(plant.rules, state, plant.one.verb)


def _broken_first(plant: Plant, cited: Container[str]) -> Iterator[str]:
    """The cited cases that are broken by another act about the same thing, which the same gestures
    show before the offence and after which the offence breaks less: a piece that enters must have
    been drawn."""
    rules, state, one = plant.rules, plant.state, plant.one
    own = set(told_all(plant.own))
    for verb in about_the_same(rules, one, state):
        cases = [case for case in cases_of(rules, state, verb) if case in cited]
        after = rules.apply(state, verb)
        if not cases or set(one.cases) <= set(cases_of(rules, after, one.verb)):
            continue
        first, then = replace(plant.offence, verb=verb), replace(plant.offence, before=after)
        other = plant.with_instead(first, then, through=one.at + 1)
        if other is None:
            continue
        both = [*other.of_verb(one.at), *other.of_verb(one.at + 1)]
        if set(told_all(both)) == own:
            yield from cases
            return


def _broken_with_it(plant: Plant) -> Iterator[str]:
    """The cases broken by the verb that an offence closes (the end of a turn, if it begins the
    next), and by the verb done too late after it."""
    reading = plant.rules.module.reading
    over = reading.over(plant.state, plant.one.verb)
    if over is None and any(map(People(plant).begins, plant.own)):
        over = reading.ends_turn()
    if over is not None:
        yield from cases_of(plant.rules, plant.state, over)
    for late in plant.late:
        yield from cases_of(plant.rules, late.before, late.verb)


def _broken_alike(plant: Plant, cited: Container[str]) -> Iterator[str]:
    """The cited cases that are broken by the same verb with another value in one field (or
    nothing drawn, or unknown), or first after that, if the table shows the same except for
    markers, and for what may be left out."""
    verb, own, people = plant.one.verb, {*told_all(plant.own)}, People(plant)
    bare = {*told_all([row for row in plant.own if not people.remembers(row)])} or own
    unknown = {one.name for one in fields(verb) if one.default is None}
    for name in field_names(type(verb)):
        drawn = name in chance_fields(type(verb)) and isinstance(getattr(verb, name), str)
        nothing = [*([""] if drawn else ()), *([None] if name in unknown else ())]
        for value in (*plant.rules.fuzz_values(type(verb), name), *nothing):
            other = replace(verb, **{name: value})
            if not plant.subject.has_all_of(other, plant.game):
                continue
            broken = (
                *cases_of(plant.rules, plant.state, other),
                *first_broken(plant, other),
            )
            cases = [case for case in broken if case in cited]
            if cases and (shown := plant.shown(other)) is not None:
                unmarked = [row for row in shown if not people.remembers(row)]
                same = {*told_all(unmarked)} in (own, bare) or {*told_all(shown)} == own
                if same or own == plant.signs(other, barely=True):
                    yield from cases
                    break


__all__ = ["also_broken"]

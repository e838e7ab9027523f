"""Verbs that are due but need not be visible in a log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import islice, takewhile, zip_longest
from typing import Any

from validator.explaining.signs import is_rolled, shown_by, ways_seen
from validator.playing.selfplay import Played
from validator.proving.gestures import Gesture
from validator.proving.offences import alternatives, cases_of, unthrown
from validator.proving.people import People
from validator.proving.planting import Plant, done, told_all
from validator.rules.states import owed
from validator.rules.verbs import Verb, chance_fields, counting_fields, field_names

_LEGAL, _DUE = 40, 8
"""Of the first `_LEGAL` legal verbs of each due kind, the `_DUE` verbs most similar to the offence
are considered as done unseen."""

_CHAIN = 6
"""At most this many invisible verbs are assumed in a row."""
_STATES = 200
"""No more of them are assumed once they have led to so many states."""


def is_owed(state: Any, verb: Verb) -> bool:
    """Whether a verb settles something that is owed."""
    what, name = type(verb).settles
    return bool(what) and bool(owed(state, what, getattr(verb, name) if name else None))


def is_legal_unsaid(
    plant: Plant,
    state: Any,
    verbs: Iterable[Verb],
    *,
    ends_turn: bool = True,
    also: Collection[Verb] = (),
) -> bool:
    """Whether these verbs are legal one after the other, perhaps with invisible due verbs before
    them: with the end of a turn (``ends_turn``), and with certain others (``also``)."""
    never = () if ends_turn else (plant.rules.module.reading.ends_turn,)
    for verb in verbs:
        ways = _behind_what_goes_unsaid(plant, state, never, also)
        legal = (one for one in ways if not cases_of(plant.rules, one, verb))
        found = next(legal, None)
        if found is None:
            return False
        state = plant.rules.apply(found, verb)
    return True


def _behind_what_goes_unsaid(
    plant: Plant, state: Any, never: tuple[type[Verb], ...], also: Collection[Verb]
) -> Iterator[Any]:
    """Yield a state, and those after invisible due verbs, of which some kinds are ``never`` played
    (``also``: certain others, if they are legal): those after the fewest first."""
    reached, ways = [state], [state]
    for assumed in range(_CHAIN + 1):
        yield from ways
        if assumed == _CHAIN or len(reached) > _STATES:
            return
        wider = []
        for way in ways:
            unsaid = [verb for verb in _due(plant, way) if _goes_without_saying(verb)]
            others = (verb for verb in also if not cases_of(plant.rules, way, verb))
            for verb in dict.fromkeys((*unsaid, *others)):
                new = plant.rules.apply(way, verb)
                if type(verb) not in never and new not in reached:
                    reached.append(new)
                    wider.append(new)
        ways = wider


def is_legal_uncounted(plant: Plant, state: Any, verbs: Iterable[Verb]) -> bool:
    """Whether these verbs are legal one after the other, perhaps with other numbers where no sign
    shows any: how many men of a unit work."""
    for verb in verbs:
        if cases_of(plant.rules, state, verb):
            free = _unshown_numbers(type(verb))
            known = {name: getattr(verb, name) for name in field_names(type(verb))}
            known = {name: value for name, value in known.items() if name not in free}
            others = plant.rules.completions(state, type(verb), known) if free else ()
            other = next(iter(others), None)
            if other is None:
                return False
            verb = other
        state = plant.rules.apply(state, verb)
    return True


def _unshown_numbers(kind: type[Verb]) -> list[str]:
    """The fields of a verb with numbers that are only guessed: no sign shows them."""
    ways = ways_seen(kind)
    shown = {name for way in ways for sign in way.signs for name in shown_by(sign)}
    shown |= {name for way in ways for name, _ in way.fixed} | {*chance_fields(kind)}
    numbers = (one.name for one in fields(kind) if one.type in ("int", "int | None"))
    return [name for name in numbers if name in kind.guesses and name not in shown]


def unsaid_elsewhere(plant: Plant) -> str:
    """The reason that an offence and what can be seen after it, as far as the game was played on,
    are legal if what nobody needs to see was done at other times, or not at all; that includes what
    was done a few verbs before it. With buttons, no turn ends invisibly. Empty if they are not."""
    legal = is_legal_elsewhere(plant, plant.one.verb)
    return "what goes without saying may have been done at another time" if legal else ""


def is_legal_elsewhere(plant: Plant, *instead: Verb) -> bool:
    """As `unsaid_elsewhere`, with other verbs, or none, in place of the offence."""
    by_hand = plant.changed.by_hand
    for first in dict.fromkeys((plant.one.at, _first_unseen(plant))):
        seen: list[Verb] = []
        unseen: list[Verb] = []
        for at in range(first, plant.one.at):
            (unseen if _is_unseen(plant, at) else seen).append(plant.before[at].verb)
        seen.extend(instead)
        for at, row in enumerate(plant.rest):
            (unseen if leaves_nothing(plant, at) else seen).append(row.verb)
        state = plant.before[first].before if first < plant.one.at else plant.state
        also = dict.fromkeys(unseen)
        if is_legal_unsaid(plant, state, seen, ends_turn=by_hand, also=also):
            return True
    return False


def _first_unseen(plant: Plant) -> int:
    """The index of the first of the last few verbs before an offence that nobody needs to see; that
    of the offence if there is none."""
    last = range(max(plant.one.at - _CHAIN, 0), plant.one.at)
    return next((at for at in last if _is_unseen(plant, at)), plant.one.at)


def _is_unseen(plant: Plant, at: int) -> bool:
    """Whether a verb before an offence, by its index, left no gesture, and need not leave any."""
    kind = type(plant.before[at].verb)
    return may_be_silent(kind) and not done(plant.changed.of_verb(at))


def _goes_without_saying(verb: Verb) -> bool:
    """Whether a verb need not be visible and leaves nothing open: it has no fields, or a silent way
    to play it fixes them."""
    told = {(name, getattr(verb, name)) for name in field_names(type(verb))}
    return any(way.is_silent and told <= {*way.fixed} for way in ways_seen(type(verb)))


def _to_their_ends(gestures: Sequence[Gesture]) -> list[Gesture]:
    """The gestures without drags that the next one takes further: a piece may be laid anywhere on
    its way."""
    return [
        one
        for one, then in zip_longest(gestures, gestures[1:])
        if one.name != "drag" or then is None or (then.name, then.pieces) != ("drag", one.pieces)
    ]


def done_unseen(plant: Plant) -> str:
    """The reason that an invisible verb before it makes it legal, or another verb of its kind with
    the same gestures; empty if none does."""
    people = People(plant)
    for verbs in dict.fromkeys(waited_for(plant)):
        state, first = plant.state, []
        for verb in verbs:
            side = verb.by or plant.offence.side
            first.append(replace(plant.offence, side=side, verb=verb, before=state))
            state = plant.rules.apply(state, verb)
        for own in (plant.one.verb, *_others_unseen(plant, verbs, state)):
            done, behind = (*verbs, own), [row.verb for row in plant.rest]
            ways = (behind, *(_behind(plant, verbs, late) for late in (False, True)))
            if not any(_goes_on(plant, plant.state, (*done, *way)) for way in ways):
                continue
            last = replace(plant.offence, verb=own, before=state)
            if why := _shown_unseen(plant, people, first, last):
                return why
    return ""


def _others_unseen(plant: Plant, verbs: Sequence[Verb], state: Any) -> Iterator[Verb]:
    """Legal verbs of the kind of the offence after verbs that nobody needs to see."""
    if all(may_be_silent(type(verb)) or _is_never_shown(plant, type(verb)) for verb in verbs):
        yield from alternatives(plant.rules, plant.one, state)


def _shown_unseen(plant: Plant, people: People, first: Sequence[Played], last: Played) -> str:
    """The reason that the gestures of an offence are those of verbs that need no gesture, and of
    the legal verb after them; empty if they are not."""
    other = plant.with_instead(*first, last, through=plant.one.at + len(first))
    if other is None:
        return ""
    at, words = plant.one.at + len(first), ", ".join(row.verb.in_words() for row in first)
    shown = [
        row
        for n, one in enumerate(first, plant.one.at)
        for row in other.of_verb(n)
        if not _is_never_shown(plant, type(one.verb))
        and not (may_be_silent(type(one.verb)) and people.remembers(row))
    ]
    same = last.verb == plant.one.verb or told_all(other.of_verb(at)) == told_all(plant.own)
    if same and all(people.skips(row) for row in shown):
        return f"what it waits for may be done unseen, or go without saying ({words})"
    both = [*shown, *(row for row in other.of_verb(at) if row not in shown)]
    if sorted(told_all(_to_their_ends(both))) == sorted(told_all(_to_their_ends(plant.own))):
        return f"the table shows the same when it is legal ({words} first)"
    return ""


def _goes_on(plant: Plant, state: Any, verbs: Sequence[Verb]) -> bool:
    """Whether these verbs are legal, perhaps without their running numbers."""
    for verb in verbs:
        if cases_of(plant.rules, state, verb):
            verb = replace(verb, **dict.fromkeys(counting_fields(type(verb))))
            if cases_of(plant.rules, state, verb):
                return False
        state = plant.rules.apply(state, verb)
    return True


def waited_for(plant: Plant) -> Iterator[tuple[Verb, ...]]:
    """Legal verbs that may have been done just before an offence: the verb that was left out, or
    another one like it; later verbs that leave no gesture; and one or two due verbs, followed by
    due verbs that need not be visible."""
    rules, one = plant.rules, plant.one
    if one.how in ("left out", "late"):
        missed = plant.game.played[one.at].verb
        yield (missed,)
        for verb in alternatives(rules, replace(one, verb=missed), plant.state):
            yield (verb,)
    unseen = [row.verb for at, row in enumerate(plant.rest) if leaves_nothing(plant, at)]
    yield from ((verb,) for verb in unseen)
    yield from ((plant.rest[at].verb,) for at in _only_said(plant))
    through = next((n for n in range(len(plant.rest)) if not leaves_nothing(plant, n)), 0)
    if through > 1:
        yield tuple(unseen[:through])
    yield from _and_unsaid(plant, ())
    for verb in _due(plant, plant.state):
        yield from _and_unsaid(plant, (verb,))
        for then in _due(plant, rules.apply(plant.state, verb)):
            yield verb, then


def _and_unsaid(plant: Plant, verbs: tuple[Verb, ...]) -> Iterator[tuple[Verb, ...]]:
    """These verbs alone, and followed by mandatory verbs that need not be visible; with buttons,
    a turn never ends invisibly."""
    state = plant.state
    for verb in verbs:
        state = plant.rules.apply(state, verb)
    if verbs:
        yield verbs
    while len(verbs) < _CHAIN:
        musts = _due(plant, state, must=True)
        unsaid = next((one for one in musts if may_be_silent(type(one))), None)
        ends = type(unsaid) is plant.rules.module.reading.ends_turn
        if unsaid is None or (ends and not plant.changed.by_hand):
            return
        verbs, state = (*verbs, unsaid), plant.rules.apply(state, unsaid)
        yield verbs


def broken_unsaid(plant: Plant) -> Iterator[str]:
    """The cases that an offence breaks after invisible mandatory verbs; or without the invisible
    verbs just before it, which may be done later as well."""
    for at in range(plant.one.at - 1, max(plant.one.at - 1 - _CHAIN, -1), -1):
        row = plant.before[at]
        if done(plant.changed.of_verb(at)) or not may_be_silent(type(row.verb)):
            break
        yield from cases_of(plant.rules, row.before, plant.one.verb)
    for state in behind_unsaid(plant):
        yield from cases_of(plant.rules, state, plant.one.verb)


def behind_unsaid(plant: Plant) -> Iterator[Any]:
    """The states in which an offence may be after mandatory verbs that need not be visible."""
    for verbs in _and_unsaid(plant, ()):
        state = plant.state
        for verb in verbs:
            state = plant.rules.apply(state, verb)
        yield state


def legal_unsaid(plant: Plant) -> Iterator[tuple[Sequence[Verb], Sequence[Verb]]]:
    """The mandatory verbs that need not be visible behind which an offence is legal, each time with
    the verbs that then follow it."""
    for verbs in _and_unsaid(plant, ()):
        if plant.is_legal(plant.state, (*verbs, plant.one.verb)):
            yield verbs, _behind(plant, verbs, late=False)


def may_be_silent(kind: type[Verb]) -> bool:
    """Whether a verb need not be visible at all."""
    return any(way.is_silent for way in ways_seen(kind))


def _is_never_shown(plant: Plant, kind: type[Verb]) -> bool:
    """Whether verbs of a kind need no sign (by hand, or in secret) and have none in this game."""
    if not (kind.secret or plant.changed.by_hand):
        return False
    played = enumerate(plant.planted.played)
    return any(not way.signs for way in ways_seen(kind)) and not any(
        done(plant.changed.of_verb(n)) for n, row in played if type(row.verb) is kind
    )


def _due(plant: Plant, state: Any, must: bool = False) -> Iterator[Verb]:
    """Some legal verbs of each due kind (``must``: only mandatory ones), first those about the
    same things as the offence, and of these the ones that change least."""
    one, rules = plant.one.verb, plant.rules
    values = (getattr(one, name) for name in field_names(type(one)))
    named = {value for value in values if isinstance(value, str)} - {""}

    def far(verb: Verb) -> tuple[int, int]:
        about = sum(getattr(verb, name) in named for name in field_names(type(verb)))
        after = rules.apply(state, verb)
        changed = (getattr(state, row.name) != getattr(after, row.name) for row in fields(state))
        return -about, sum(changed)

    for due in rules.due(state):
        if must and not due.mandatory:
            continue
        found = list(islice(rules.legal_actions(state, due.verbs), _LEGAL))
        yield from sorted(found, key=far)[:_DUE]


def _behind(plant: Plant, verbs: Sequence[Verb], late: bool) -> list[Verb]:
    """The verbs after an offence without those done before it unseen, which are only declared
    again (``late``: declared only then)."""
    said = _only_said(plant) if late else []
    rest = [
        (row.verb, not at or at in said or leaves_nothing(plant, at))
        for at, row in enumerate(plant.rest)
    ]
    for verb in verbs:
        if (verb, True) in rest:
            rest.remove((verb, True))
    return [verb for verb, _ in rest]


def _only_said(plant: Plant) -> list[int]:
    """The indices, after an offence, of verbs that are only declared before the turn ends: they
    may have been done before, and declared a little later."""
    people, ends = People(plant), plant.rules.module.reading.ends_turn
    under_way = takewhile(lambda row: not isinstance(row[1].verb, ends), enumerate(plant.rest))
    return [
        at
        for at, _ in under_way
        if (own := plant.changed.of_verb(plant.one.at + 1 + at))
        and all(people.says(row) for row in own)
    ]


def leaves_nothing(plant: Plant, at: int) -> bool:
    """Whether no gesture shows a verb after an offence; ``at`` is its index there."""
    return not done(plant.changed.of_verb(plant.one.at + 1 + at))


def behind_dice(plant: Plant) -> Iterator[Any]:
    """For a log by hand, which shows no dice: the states after the due rolls, one after
    another."""
    state, rules = plant.state, plant.rules
    for _ in range(_CHAIN if plant.changed.by_hand else 0):
        due = (kind for one in rules.due(state) if one.mandatory for kind in one.verbs)
        kinds = tuple(kind for kind in due if is_rolled(kind))
        thrown = next(iter(rules.legal_actions(state, kinds)), None) if kinds else None
        if thrown is None:
            return
        state = rules.apply(*unthrown(state, thrown, chance_fields(type(thrown))))
        yield state


def dice_elsewhere(plant: Plant) -> str:
    """The reason that optional dice, perhaps rolled on the desk, make it legal; empty if none do.

    They may have been rolled just before the offence, before the last verb, or before the end of a
    turn was declared.
    """
    rules, ends = plant.rules, plant.rules.module.reading.ends_turn
    ways = [(plant.state, [plant.one.verb])]
    for last in plant.before[-1:]:
        verbs = [last.verb, plant.one.verb]
        ways.append((last.before, verbs[::-1] if isinstance(last.verb, ends) else verbs))
    for state, verbs in ways:
        for due in (one for one in rules.due(state) if not one.mandatory):
            kinds = tuple(kind for kind in due.verbs if is_rolled(kind))
            for verb in islice(rules.legal_actions(state, kinds), _LEGAL) if kinds else ():
                behind = rules.apply(state, verb)
                if plant.is_legal(behind, verbs) or _looks_legal(plant, behind, verbs):
                    words = verb.in_words()
                    return f"dice that nobody had to throw may have fallen on the desk ({words})"
    return ""


def _looks_legal(plant: Plant, state: Any, verbs: Sequence[Verb]) -> bool:
    """Whether acts are legal, perhaps after invisible due verbs, if the last one, the offence, is
    another of its kind with the same signs."""
    for verb in verbs[:-1]:
        if not is_legal_unsaid(plant, state, [verb]):
            return False
        state = plant.rules.apply(state, verb)
    own = plant.signs(plant.one.verb)
    return bool(own) and any(
        plant.signs(verb) == own for verb in alternatives(plant.rules, plant.one, state)
    )


__all__ = [
    "behind_dice",
    "behind_unsaid",
    "broken_unsaid",
    "dice_elsewhere",
    "done_unseen",
    "is_legal_elsewhere",
    "is_legal_uncounted",
    "is_legal_unsaid",
    "leaves_nothing",
    "legal_unsaid",
    "may_be_silent",
    "unsaid_elsewhere",
    "waited_for",
]

"""Why a log may not show an offence.

A reason excuses an audit that misses an offence only if an honest game would leave the same log, or
a legal act looks the same. If the reason is that the offence may have meant nothing, the verbs
after it must be legal without it; otherwise the log shows that it counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from validator.explaining.signs import is_rolled
from validator.proving.gestures import Gesture
from validator.proving.moves import moved_on
from validator.proving.offences import (
    about_the_same,
    alternatives,
    as_seen,
    cases_of,
    others,
    with_the_same,
    without_unseen_dice,
)
from validator.proving.people import People
from validator.proving.planting import SHOWS_NOTHING, Plant, done, told_all
from validator.proving.slips import (
    against_a_word,
    clicked_twice,
    cut_off,
    not_over,
    of_another,
    only_noted,
    points_put_right,
    put_back,
    slip,
    turned_again,
    turned_for_nothing,
    wrong_button,
)
from validator.proving.subject import Game
from validator.proving.unsaid import (
    behind_dice,
    dice_elsewhere,
    done_unseen,
    is_legal_uncounted,
    is_legal_unsaid,
    is_owed,
    unsaid_elsewhere,
    waited_for,
)
from validator.rules.verbs import Verb

_MARKED_LATE = 3
"""At most so many acts, with the offence, come before the turn marker that is moved late."""
_CHANGED_PLACES = 3
"""How many moves after an offence may have been made before it."""


def why_unseen(plant: Plant, missed: bool) -> str:
    """Why nobody can see an offence; empty if it can be seen. ``missed``: the audit found
    nothing, rather than something else."""
    reasons = (*REASONS, *SLIPS) if missed else REASONS
    return next((why for reason in reasons if (why := reason(plant))), "")


# --- what is left out, or done late ---------------------------------------------


def _tidied_late(plant: Plant) -> str:
    """The verb done late is only tidying, or a move of the same kind and side, or any drag of the
    same side, and the rest is legal if it had been done in time."""
    one = plant.one
    if one.how != "late":
        return ""
    people = People(plant)
    late = plant.changed.of_verb(one.at + 1)
    missed = plant.game.played[one.at]
    in_time = (missed.verb, one.verb, *(row.verb for row in plant.rest[1:]))
    if not late or not is_legal_unsaid(plant, missed.before, in_time):
        return ""
    if all(people.tidies(row) for row in late):
        return "only tidying is late, as honest people do it"
    if all(people.says(row) for row in plant.own):
        if _closed_by_the_next(plant):
            return "only a word came too early: what it closes is over when the next begins"
        if missed.side == one.side:
            return "only a word came too early: its player said it a moment before the act"
    if one.verb.secret and missed.side != one.side:
        return "what is written in secret waits for no other side"
    alike = type(missed.verb) is type(one.verb) and missed.side == one.side
    if alike and all(row.name == "drag" for row in (*late, *plant.own)):
        return "two moves of one player are dragged in the other order"
    dragged = (row.name == "drag" or people.turns(row) for row in late)
    if missed.side == one.side and all(dragged):
        return "a player dragged a moment later what he had moved before"
    return ""


def _tidied_later(plant: Plant) -> str:
    """Markers are laid or moved later in the turn, or in the next, and all is legal as if they had
    been in time."""
    people, ends = People(plant), plant.rules.module.reading.ends_turn
    before, taken, ended = list[Verb](), set[int](), 0
    for at, row in enumerate(plant.rest):
        own = done(plant.changed.of_verb(plant.one.at + 1 + at))
        ended += isinstance(row.verb, ends)
        if ended > 1:
            break
        marks = (people.tidies(one) or people.remembers(one) or people.sets(one) for one in own)
        if own and all(marks) and plant.is_legal(plant.state, (*before, row.verb)):
            before.append(row.verb)
            taken.add(at)
            behind = (one.verb for n, one in enumerate(plant.rest) if n not in taken)
            if plant.is_legal(plant.state, (*before, plant.one.verb, *behind)):
                return "only tidying is late, as honest people do it"
    return ""


def _of_next_turn(plant: Plant) -> str:
    """By hand, the turn ends soon after it, and all is legal if it ended just before, whatever is
    written in secret first."""
    rest, ends = plant.rest, plant.rules.module.reading.ends_turn
    at = next((n for n, row in enumerate(rest) if isinstance(row.verb, ends)), len(rest))
    if not plant.changed.by_hand or at + 1 >= len(rest):
        return ""
    shown = {n for n in range(at) if done(plant.changed.of_verb(plant.one.at + 1 + n))}
    if len(shown) >= _MARKED_LATE:
        return ""
    quiet = (row.verb for n, row in enumerate(rest[:at]) if n not in shown)
    acts = (rest[n].verb for n in sorted(shown))
    secret = [row.verb for row in takewhile(lambda row: row.verb.secret, rest[at + 1 :])]
    behind = (row.verb for row in rest[at + 1 + len(secret) :])
    order = (*quiet, rest[at].verb, *secret, plant.one.verb, *acts, *behind)
    if plant.is_legal(plant.state, order):
        return "by hand, the turn marker may be late: it is legal as an act of the next turn"
    return ""


def _dragged_before_others(plant: Plant) -> str:
    """Moves of the same side follow, of the same kind or owed since before the offence, and all is
    legal if they had been made first: two units change places, or a piece is put where it belongs a
    moment later. In between the other side may throw what it owed by then, and the same side do
    something without dice."""
    one, before, moved, turns = plant.one, list[Verb](), False, People(plant).turns
    others: list[Verb] = []
    for at, row in enumerate(plant.rest[:_CHANGED_PLACES]):
        shown = done(plant.changed.of_verb(one.at + 1 + at))
        if row.side == one.side:
            drags = all(gesture.name == "drag" or turns(gesture) for gesture in shown)
            alike = type(row.verb) is type(one.verb) or is_owed(plant.state, row.verb)
            if not (alike and drags):
                if any(gesture.throws for gesture in shown):
                    break
                others.append(row.verb)
                continue
            moved = True
        elif not (is_rolled(type(row.verb)) and is_owed(plant.state, row.verb)):
            break
        before.append(row.verb)
        behind = (*others, *(row.verb for row in plant.rest[at + 1 :]))
        if moved and plant.is_legal(plant.state, (*before, one.verb, *behind)):
            return "two moves of one player are dragged in the other order"
    return ""


def _thrown_late(plant: Plant) -> str:
    """Dice that the other side owes are rolled just after the offence, and all is legal if they had
    been rolled before it, perhaps as a verb with the same gestures: the order of two players'
    clicks proves nothing. So it is with any dice if either side may do what came too early."""
    one, state, thrown = plant.one, plant.state, list[Verb]()
    for row in plant.rest:
        musts = (due for due in plant.rules.due(state) if due.mandatory)
        own = [due for due in musts if due.side in (None, row.side)]
        owed = any(type(row.verb) in due.verbs for due in own) and is_rolled(type(row.verb))
        if not owed:
            break
        thrown.append(row.verb)
        state = plant.rules.apply(state, row.verb)
        if row.side == one.side and not _is_anybodys(plant, state):
            break
        if _is_legal_behind(plant, thrown):
            return "the other side threw a moment later what it owed"
    return ""


def _done_later(plant: Plant) -> str:
    """Dice that were owed are rolled a few acts later, or another side does then what else it owed,
    and all is legal as if it had been done in time. If the offence has no dice, so may its own
    side, and all that is owed by then may follow."""
    free = not any(gesture.throws for gesture in plant.own)
    state, done_by_then, others = plant.state, list[Verb](), list[Verb]()
    for at, row in enumerate(plant.rest):
        if at >= _CHANGED_PLACES and (others or not free):
            break
        rolled, owes = is_rolled(type(row.verb)), is_owed(state, row.verb)
        if (rolled and (owes or _must(plant, state, row.verb))) or (
            owes and (free or row.side != plant.one.side)
        ):
            done_by_then.append(row.verb)
            state = plant.rules.apply(state, row.verb)
            behind = (*others, *(one.verb for one in plant.rest[at + 1 :]))
            if plant.is_legal(plant.state, (*done_by_then, plant.one.verb, *behind)):
                return "what was owed was done a moment later"
        else:
            others.append(row.verb)
    return ""


def _must(plant: Plant, state: Any, verb: Verb) -> bool:
    """Whether such a verb has to be done next."""
    return any(due.mandatory and type(verb) in due.verbs for due in plant.rules.due(state))


def _is_anybodys(plant: Plant, state: Any) -> bool:
    """Whether either side may play the offence in a state."""
    dues = (due for due in plant.rules.due(state) if type(plant.one.verb) in due.verbs)
    return any(due.side is None for due in dues)


def _owed_in_another_order(plant: Plant) -> str:
    """What a side owes already is done just before something else that it owes, and all is legal in
    the other order, perhaps as a legal verb with the same gestures."""
    one, state, before = plant.one, plant.state, list[Verb]()
    for row in plant.rest[:_CHANGED_PLACES] if is_owed(state, one.verb) else ():
        own = [due for due in plant.rules.due(state) if due.mandatory and due.side == one.side]
        if row.side != one.side or not any(type(row.verb) in due.verbs for due in own):
            break
        before.append(row.verb)
        state = plant.rules.apply(state, row.verb)
        if _is_legal_behind(plant, before):
            return "one player did what he owed in another order"
    return ""


def _is_legal_behind(plant: Plant, before: Sequence[Verb]) -> bool:
    """Whether the offence, or another verb of its kind with the same gestures, is legal behind the
    verbs that follow it."""
    state = plant.state
    for verb in before:
        state = plant.rules.apply(state, verb)
    behind = [row.verb for row in plant.rest[len(before) :]]
    for verb in (plant.one.verb, *alternatives(plant.rules, plant.one, state)):
        if not plant.is_legal(plant.state, (*before, verb, *behind)):
            continue
        if verb == plant.one.verb:
            return True
        shown = plant.shown(verb)
        if shown is not None and told_all(shown) == told_all(plant.own):
            return True
    return False


def _closed_by_the_next(plant: Plant) -> bool:
    """Whether the part that was declared over is closed anyway by the verb after it."""
    over = plant.rules.module.reading.over
    state = plant.rules.apply(plant.state, plant.game.played[plant.one.at].verb)
    return any(over(state, row.verb) == plant.one.verb for row in plant.rest[1:2])


def _shown_with_others(plant: Plant) -> str:
    """The same gestures, perhaps in another order, show legal acts about the same thing before it
    and soon after it, with which it is legal, too."""
    own = set(told_all(plant.own))
    for first, last, between in _with_others(plant):
        behind = [one.verb for one in plant.rest[:between]]
        verbs = [first, plant.one.verb, *behind, *last]
        rows, state = [], plant.state
        for verb in verbs:
            rows.append(replace(plant.offence, verb=verb, before=state))
            state = plant.rules.apply(state, verb)
        at = plant.one.at
        other = plant.with_instead(*rows, through=at + len(verbs) - 1, further=between)
        if other is None:
            continue
        places = {at, at + 1, *([at + len(verbs) - 1] if last else [])}
        every = [one for one in other.gestures if not places.isdisjoint(range(one.verb, one.until))]
        if set(told_all(every)) == own:
            return f"the table shows the same with {first.in_words()} before it"
    return ""


def _with_others(plant: Plant) -> Iterator[tuple[Verb, tuple[Verb, ...], int]]:
    """Legal verbs about the same thing that make the offence legal: one before it, and perhaps one
    soon after it, with the number of verbs in between."""
    rules, one = plant.rules, plant.one
    rest = [row.verb for row in plant.rest]
    for first in with_the_same(rules, one, plant.state):
        state = rules.apply(plant.state, first)
        if cases_of(rules, state, one.verb):
            continue
        state = rules.apply(state, one.verb)
        if plant.is_legal(state, rest):
            yield first, (), 0
        for between in range(min(_CHANGED_PLACES, len(rest))):
            for last in with_the_same(rules, one, state):
                if plant.is_legal(state, (last, *rest[between:])):
                    yield first, (last,), between
            if cases_of(rules, state, rest[between]):
                break
            state = rules.apply(state, rest[between])


def _said_too_early(plant: Plant) -> str:
    """The end of something was declared too early: the offence is legal before that declaration,
    and a later verb closes it anyway, or its player declared it just before."""
    said = done(plant.changed.of_verb(plant.one.at - 1)) if plant.before else []
    if not said or not all(map(People(plant).says, said)):
        return ""
    if _is_legal_in_time(plant):
        return "only a word came too early: what it closes is over when the next begins"
    last, rest = plant.before[-1], [row.verb for row in plant.rest]
    own = {row.side for row in said} == {row.side for row in plant.own}
    if own and plant.is_legal(last.before, (plant.one.verb, last.verb, *rest)):
        return "only a word came too early: its player said it a moment before the act"
    return ""


def _said_before_the_act(plant: Plant) -> str:
    """Only a word, and what it waits for is shown just after it, by the gestures of the verbs that
    follow: its player clicked a moment too early."""
    people, at, own = People(plant), plant.one.at, done(plant.own)
    if not own or not all(map(people.skips, own)):
        return ""
    rest = [row.verb for row in plant.rest]
    ends = range(1, min(_CHANGED_PLACES, len(rest)) + 1)
    moved = {end: _moved_by(people, plant.changed, range(at, at + end + 1)) for end in ends}
    for verbs in dict.fromkeys(waited_for(plant)):
        if len(verbs) > 1 or not plant.is_legal(plant.state, (*verbs, plant.one.verb)):
            continue
        state = plant.rules.apply(plant.state, verbs[0])
        side = verbs[0].by or plant.offence.side
        first = replace(plant.offence, side=side, verb=verbs[0])
        last = replace(plant.offence, before=state)
        barely = plant.signs(verbs[0], barely=True)
        for end, shown in moved.items():
            for instead in (0, end):  # so many of the verbs behind it were that act
                if not shown or not plant.is_legal(state, (plant.one.verb, *rest[instead:])):
                    continue
                through = at + 1 + end - instead
                other = plant.with_instead(first, last, through=through, further=instead)
                if other is None:
                    continue
                same = shown == _moved_by(people, other, range(at, through + 1))
                if same or (instead and {*shown} == barely):
                    return f"only a word came too early: just after it comes {verbs[0].in_words()}"
    return ""


def _moved_by(people: People, game: Game, places: Iterable[int]) -> Counter[str]:
    """The gestures of verbs, in words, without those that only declare or remember something."""
    every = (row for place in places for row in done(game.of_verb(place)))
    moved = (row for row in every if not (people.skips(row) or people.remembers(row)))
    return Counter(row.in_words() for row in moved)


def _is_legal_in_time(plant: Plant) -> bool:
    """Whether the offence and the verbs that belong to it are legal before the last verb, and that
    verb is legal just before the one that closes it anyway."""
    last = plant.before[-1]
    verbs, state = [plant.one.verb, *(row.verb for row in plant.rest)], last.before
    over = plant.rules.module.reading.over
    for at, verb in enumerate(verbs):
        if at and over(state, verb) == last.verb:
            return is_legal_unsaid(plant, state, (last.verb, *verbs[at:]))
        if cases_of(plant.rules, state, verb):
            return False
        state = plant.rules.apply(state, verb)
    return False


# --- what the table does not show ---------------------------------------------


def _nothing_shown(plant: Plant) -> str:
    """No gesture shows it, or only gestures that also show other verbs."""
    if plant.signs(plant.one.verb) == set() or _is_shared(plant):
        return SHOWS_NOTHING
    return ""


def _is_shared(plant: Plant) -> bool:
    """Whether an offence adds no gesture to those of the verbs around it."""
    at, own = plant.one.at, plant.own
    if all(row.verb == at and row.until == at + 1 for row in own):
        return not done(own)
    through = max(row.until for row in own) - at - 1
    if not plant.is_legal(plant.state, (row.verb for row in plant.rest[:through])):
        return False  # the verbs done with it would not be legal without it
    first, last = min(row.verb for row in own), max(row.until for row in own) - 1
    other = plant.with_instead(through=last)
    if other is None:
        return False
    around = [row for row in other.gestures if first <= row.verb < last]
    moved = [row for row in own if not row.start == row.end != ""]
    return not Counter(_shown_at_last(moved)) - Counter(_shown_at_last(around))


def _shown_at_last(gestures: Sequence[Gesture]) -> Iterator[tuple[Any, ...]]:
    """The visible parts of gestures; of all drags of a piece only where it lies in the end."""
    dragged: dict[str, tuple[Any, ...]] = {}
    for one in done(gestures):
        if one.name == "drag":
            dragged |= dict.fromkeys(one.pieces, (one.side, *one.args[1:]))
        else:
            yield one.name, one.side, frozenset(one.pieces), *map(str, one.args)
    yield from dragged.items()


def _dice_unseen(plant: Plant) -> str:
    """It breaks something only because of dice that nobody saw."""
    if cases_of(plant.rules, *as_seen(_as_seen(plant), plant.one.verb, plant.own)):
        return ""
    return "only dice tell that it breaks anything, and the log shows none"


def _as_seen(plant: Plant) -> Any:
    """The state before the offence without the dice that the log does not show."""
    return without_unseen_dice(plant.rules, plant.planted, plant.one, plant.changed)


# --- what looks like something legal ---------------------------------------------


def _looks_legal(plant: Plant) -> str:
    """A legal verb has the same gestures: in the same state, after the points that are booked
    next, or, in a log by hand, after due dice."""
    own, state, people = told_all(plant.own), _as_seen(plant), People(plant)
    counts = type(plant.rules.module.reading.change_points(1))
    booked = state
    for row in takewhile(lambda row: type(row.verb) is counts, plant.rest):
        booked = plant.rules.apply(booked, row.verb)
    alike = about_the_same(plant.rules, plant.one, state)
    bare = told_all([row for row in plant.own if not people.remembers(row)]) or own
    for verb in (
        *alternatives(plant.rules, plant.one, state),
        *others(plant.rules, plant.one, state),
        *(verb for verb in alike if not cases_of(plant.rules, state, verb)),
        *(others(plant.rules, plant.one, booked) if booked is not state else ()),
        *(verb for behind in behind_dice(plant) for verb in others(plant.rules, plant.one, behind)),
    ):
        shown = plant.shown(verb)
        if shown is None:
            continue
        unsaid = [row for row in shown if not people.says(row)]
        if told_all(shown) == own or (unsaid and told_all(unsaid) == own):
            return f"the table shows the same when it is legal ({verb.in_words()})"
        unmarked = told_all([row for row in shown if not people.remembers(row)])
        behind = [row.verb for row in plant.rest]
        if unmarked in (own, bare) and is_legal_uncounted(plant, state, (verb, *behind)):
            return f"only a marker is laid for nothing, or forgotten ({verb.in_words()})"
    return ""


def _shown_barely(plant: Plant) -> str:
    """A legal verb of the same kind has the same gestures without those that may be left out: what
    a player does not show is told."""
    own, rest = plant.signs(plant.one.verb), [row.verb for row in plant.rest]
    for verb in alternatives(plant.rules, plant.one, _as_seen(plant)) if own else ():
        same = plant.signs(verb, barely=True) == own
        if same and plant.is_legal(plant.state, (verb, *rest)):
            return f"the table shows the same when it is legal ({verb.in_words()})"
    return ""


Reason = Callable[[Plant], str]
"""Returns why an offence cannot be seen, in words; empty if this reason does not apply."""
REASONS: Sequence[Reason] = (
    _tidied_late,
    _thrown_late,
    _dragged_before_others,
    _owed_in_another_order,
    _said_too_early,
    clicked_twice,
    _nothing_shown,
    moved_on,
    _shown_with_others,
    done_unseen,
    _said_before_the_act,
    _dice_unseen,
    _looks_legal,
    _shown_barely,
)
"""Reasons that apply whatever the audit found."""
SLIPS: Sequence[Reason] = (
    slip,
    unsaid_elsewhere,
    _tidied_later,
    _of_next_turn,
    _done_later,
    wrong_button,
    points_put_right,
    against_a_word,
    only_noted,
    of_another,
    put_back,
    turned_again,
    turned_for_nothing,
    cut_off,
    not_over,
    dice_elsewhere,
)
"""Reasons that apply only if the audit found nothing."""


__all__ = ["REASONS", "SLIPS", "why_unseen"]

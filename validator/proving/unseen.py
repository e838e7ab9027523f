"""What no log can show of an offence.

A reason excuses an audit that does not see one only where an honest game would leave the same log,
or a legal act looks the same. Where a reason says that the offence was none, what was played behind
it must be legal without it: else the log shows that it counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import dropwhile, islice
from random import Random
from typing import Any

from generator.light import dataclass
from validator.explaining.facts import POINTS_MARKER, TURN_MARKER, Words
from validator.explaining.prices import MARKER
from validator.explaining.signs import ways_seen
from validator.proving.gestures import Gesture
from validator.proving.habits import Sitting
from validator.proving.offences import (
    alternatives,
    cases_of,
    others,
    twins,
    unless_rolled,
    without_unseen_dice,
)
from validator.proving.planting import Plant, done, told_all
from validator.rules.scenes import Token
from validator.rules.verbs import Verb, counting_fields, field_names

_SETTLING = ("press", "roll", "click_turn")
"""Gestures after which nothing is put right any more."""
_LEGAL, _DUE = 40, 8
"""Of so many legal verbs of each kind that is due, so many that name most of what an offence names
may have been done unseen."""

_UNSAID = 2
"""So many verbs may go without saying before another one."""


def why_unseen(plant: Plant, missed: bool) -> str:
    """Why nobody can see an offence, as an audit finds something else, or nothing (``missed``);
    empty if it can be seen."""
    reasons = (*REASONS, *SLIPS) if missed else REASONS
    return next((why for reason in reasons if (why := reason(plant))), "")


# --- what is left out, or done late ---------------------------------------------


def _tidied_late(plant: Plant) -> str:
    """What is done late is only tidying, or a move of the same kind and side, and all the rest is
    legal as if it had been done in time."""
    one = plant.one
    if one.how != "late":
        return ""
    people = _People(plant)
    late = plant.changed.of_verb(one.at + 1)
    missed = plant.game.played[one.at]
    in_time = (missed.verb, one.verb, *(row.verb for row in plant.rest[1:]))
    if not late or not _is_legal_unsaid(plant, missed.before, in_time):
        return ""
    if all(people.tidies(row) for row in late):
        return "only tidying is late, as honest people do it"
    if all(people.says(row) for row in plant.own) and _closed_by_the_next(plant):
        return "only a word came too early: what it closes is over when the next begins"
    if one.verb.secret and missed.side != one.side:
        return "what is written in secret waits for no other side"
    alike = type(missed.verb) is type(one.verb) and missed.side == one.side
    if alike and all(row.name == "drag" for row in (*late, *plant.own)):
        return "two moves of one player are dragged in the other order"
    return ""


def _is_legal_unsaid(plant: Plant, state: Any, verbs: Iterable[Verb]) -> bool:
    """Whether these verbs break nothing one after the other, or not behind what is due and may go
    without saying."""
    for verb in verbs:
        for _ in range(_UNSAID):
            if not cases_of(plant.rules, state, verb):
                break
            unsaid = next((one for one in _due(plant, state) if _goes_without_saying(one)), None)
            state = plant.rules.apply(state, unsaid) if unsaid is not None else state
        if cases_of(plant.rules, state, verb):
            return False
        state = plant.rules.apply(state, verb)
    return True


def _goes_without_saying(verb: Verb) -> bool:
    """Whether a verb that leaves nothing to choose need not be seen."""
    return not field_names(type(verb)) and any(way.is_silent for way in ways_seen(type(verb)))


def _closed_by_the_next(plant: Plant) -> bool:
    """Whether what was said to be over is closed only by what begins behind it."""
    over = plant.rules.module.reading.over
    state = plant.rules.apply(plant.state, plant.game.played[plant.one.at].verb)
    return any(over(state, row.verb) == plant.one.verb for row in plant.rest[1:2])


def _done_unseen(plant: Plant) -> str:
    """What leaves nothing on the table, or may go without saying, makes it legal."""
    people = _People(plant)
    for verbs in dict.fromkeys(_waited_for(plant)):
        state, first = plant.state, []
        for verb in verbs:
            side = verb.by or plant.offence.side
            first.append(replace(plant.offence, side=side, verb=verb, before=state))
            state = plant.rules.apply(state, verb)
        if not _goes_on(plant, plant.state, (*verbs, plant.one.verb, *_behind(plant, verbs))):
            continue
        other = plant.with_instead(*first, replace(plant.offence, before=state))
        if other is None:
            continue
        at, told = plant.one.at + len(verbs), ", ".join(verb.told() for verb in verbs)
        shown = [row for n in range(plant.one.at, at) for row in other.of_verb(n)]
        if all(people.skips(row) for row in shown):
            return f"what it waits for may be done unseen, or go without saying ({told})"
        both = [*shown, *(row for row in other.of_verb(at) if row not in shown)]
        if sorted(told_all(both)) == sorted(told_all(plant.own)):
            return f"the table shows the same when it is legal ({told} first)"
    return ""


def _goes_on(plant: Plant, state: Any, verbs: Sequence[Verb]) -> bool:
    """Whether these verbs are legal, or would be if their running numbers were not seen."""
    for verb in verbs:
        if cases_of(plant.rules, state, verb):
            verb = replace(verb, **dict.fromkeys(counting_fields(type(verb))))
            if cases_of(plant.rules, state, verb):
                return False
        state = plant.rules.apply(state, verb)
    return True


def _waited_for(plant: Plant) -> Iterator[tuple[Verb, ...]]:
    """Legal verbs that can have been done just before an offence: what was left out as it was, or
    in another way; what is done later and leaves nothing; and what is due, one or two."""
    rules, one = plant.rules, plant.one
    if one.how in ("left out", "late"):
        missed = plant.game.played[one.at].verb
        yield (missed,)
        for verb in alternatives(rules, replace(one, verb=missed), plant.state):
            yield (verb,)
    unseen = [row.verb for at, row in enumerate(plant.rest) if _leaves_nothing(plant, at)]
    yield from ((verb,) for verb in unseen)
    through = next((n for n in range(len(plant.rest)) if not _leaves_nothing(plant, n)), 0)
    if through > 1:
        yield tuple(unseen[:through])
    for verb in _due(plant, plant.state):
        yield (verb,)
        for then in _due(plant, rules.apply(plant.state, verb)):
            yield verb, then


def _due(plant: Plant, state: Any) -> Iterator[Verb]:
    """Some legal verbs of each kind that is due, those first that are about the same things as the
    offence."""
    one = plant.one.verb
    named = {getattr(one, name) for name in field_names(type(one))} - {None, ""}
    for due in plant.rules.due(state):
        found = list(islice(plant.rules.legal_actions(state, due.verbs), _LEGAL))
        found.sort(
            key=lambda verb: -sum(getattr(verb, n) in named for n in field_names(type(verb)))
        )
        yield from found[:_DUE]


def _behind(plant: Plant, verbs: Sequence[Verb]) -> list[Verb]:
    """What is played behind an offence; what was done before it unseen is only said again."""
    rest = [(row.verb, not at or _leaves_nothing(plant, at)) for at, row in enumerate(plant.rest)]
    for verb in verbs:
        if (verb, True) in rest:
            rest.remove((verb, True))
    return [verb for verb, _ in rest]


def _leaves_nothing(plant: Plant, at: int) -> bool:
    """Whether no gesture shows a verb played behind an offence, by its place there."""
    return not done(plant.changed.of_verb(plant.one.at + 1 + at))


# --- what the table does not show ---------------------------------------------


def _nothing_shown(plant: Plant) -> str:
    """No gesture shows it, or none besides those of the verbs about it."""
    if plant.signs(plant.one.verb) == set() or _is_shared(plant):
        return "the table shows nothing of it"
    return ""


def _is_shared(plant: Plant) -> bool:
    """Whether an offence adds no gesture to those of the verbs about it."""
    at, own = plant.one.at, plant.own
    if all(row.verb == at and row.until == at + 1 for row in own):
        return not done(own)
    through = max(row.until for row in own) - at - 1
    if not plant.is_legal(plant.state, (row.verb for row in plant.rest[:through])):
        return False  # what is done with it could not be done without it
    other = plant.with_instead()
    if other is None:
        return False
    more = Counter(map(_shown, plant.changed.gestures)) - Counter(map(_shown, other.gestures))
    return all(row.start == row.end != "" or _shown(row) not in more for row in done(own))


def _shown(gesture: Gesture) -> tuple[Any, ...]:
    """What a gesture shows, whichever way a hand makes it."""
    rest = gesture.args[1:] if gesture.name == "drag" else gesture.args
    return gesture.name, gesture.side, frozenset(gesture.pieces), *map(str, rest)


def _dice_unseen(plant: Plant) -> str:
    """It breaks something only by dice that nobody saw."""
    if cases_of(plant.rules, _as_seen(plant), unless_rolled(plant.one.verb, plant.own)):
        return ""
    return "only dice tell that it breaks anything, and the log shows none"


def _as_seen(plant: Plant) -> Any:
    """The state of an offence without the dice that the log does not show."""
    return without_unseen_dice(plant.rules, plant.planted, plant.one, plant.changed)


# --- what looks like something legal ---------------------------------------------


def _put_right(plant: Plant) -> str:
    """It is a legal move together with the one before, of the same piece."""
    if (earlier := _moved_before(plant)) is None:
        return ""
    state, verb = plant.before[earlier].before, _as_one(plant, earlier)
    between = [row.verb for row in plant.before[earlier + 1 :]]
    if plant.is_legal(state, (verb, *between)) or plant.is_legal(state, (*between, verb)):
        return "before anything settled it, a piece was moved on and may have been"
    return ""


def _as_one(plant: Plant, earlier: int) -> Verb:
    """The one move that an offence and an earlier one are: that one, to where the piece came."""
    first, last = plant.before[earlier].verb, plant.one.verb
    if type(first) is type(last):
        return last
    return replace(
        first, **{field_names(type(first))[-1]: getattr(last, field_names(type(last))[-1])}
    )


def _moved_before(plant: Plant) -> int | None:
    """The number of a move of the same piece that an offence may put right, so that the two are
    one; ``None`` if there is none, or something settled it."""
    verb, moved, again = plant.one.verb, _moved(plant.own), told_all(plant.own)
    tidies = _People(plant).tidies
    if len(field_names(type(verb))) < 2 or not moved:
        return None
    for at in range(plant.one.at - 1, -1, -1):
        gestures, earlier = plant.changed.of_verb(at), plant.before[at].verb
        same = type(earlier) is type(verb) and moved <= _moved(gestures)
        alike = same or _is_alike(earlier, verb)
        settling = _SETTLING if alike else (*_SETTLING, "choose", "put_away")
        if alike:  # what was done before its own drag settled what was before that
            gestures = [*dropwhile(lambda one: one.name != "drag", gestures)]
        if any(one.name in settling and one.told() not in again for one in gestures):
            return None
        other = (earlier.by or plant.before[at].side) != (verb.by or plant.offence.side)
        if other and not all(map(tidies, done(gestures))):
            return None
        if alike:
            return at if moved <= _moved(gestures) else None
    return None


def _is_alike(one: Verb, other: Verb) -> bool:
    """Whether both do the same with the same thing, or put the same piece somewhere."""
    (first, *rest), (own, *more) = field_names(type(one)) or ("",), field_names(type(other))
    if type(one) is not type(other) and (len(rest), len(more), first) != (1, 1, own):
        return False
    return bool(getattr(one, first, "") == getattr(other, own))


def _moved(gestures: Sequence[Gesture]) -> set[str]:
    """The counters that are dragged."""
    return {piece for one in gestures if one.name == "drag" for piece in one.pieces}


def _looks_legal(plant: Plant) -> str:
    """Another verb, which is legal there, is played with the same gestures."""
    own, state, people = told_all(plant.own), _as_seen(plant), _People(plant)
    for verb in (
        *alternatives(plant.rules, plant.one, state),
        *others(plant.rules, plant.one, state),
    ):
        shown = plant.shown(verb)
        if shown is None:
            continue
        unsaid = [row for row in shown if not people.says(row)]
        if told_all(shown) == own or (unsaid and told_all(unsaid) == own):
            return f"the table shows the same when it is legal ({verb.told()})"
    return ""


def also_broken(plant: Plant, cited: Container[str]) -> set[str]:
    """Those of the cases cited that are broken by other verbs whose signs the same gestures are,
    by the one move that two may be, or first behind an offence that is taken for a slip."""
    broken = (*_broken_without(plant), *_broken_with_it(plant), *_broken_alike(plant, cited))
    found = {case for case in broken if case in cited}
    if (earlier := _moved_before(plant)) is not None:
        as_one = cases_of(plant.rules, plant.before[earlier].before, _as_one(plant, earlier))
        found |= {case for case in as_one if case in cited}
    own = None
    for verb in twins(plant.rules, plant.one, plant.state):
        cases = {case for case in cases_of(plant.rules, plant.state, verb) if case in cited}
        if cases <= found:
            continue
        own = (plant.signs(plant.one.verb) or set()) if own is None else own
        signs = plant.signs(verb)
        if signs and signs <= own:
            found |= cases
    return found


def _broken_with_it(plant: Plant) -> Iterator[str]:
    """What is broken by what an offence closes, and by what is done too late behind it."""
    over = plant.rules.module.reading.over(plant.state, plant.one.verb)
    if over is not None:
        yield from cases_of(plant.rules, plant.state, over)
    for late in plant.late:
        yield from cases_of(plant.rules, late.before, late.verb)


def _broken_alike(plant: Plant, cited: Container[str]) -> Iterator[str]:
    """Those of the cases cited that are broken by the same verb with another value in one field,
    where the table shows the same of it."""
    verb, own = plant.one.verb, told_all(plant.own)
    for name in field_names(type(verb)):
        for value in plant.rules.fuzz_values(type(verb), name):
            other = replace(verb, **{name: value})
            cases = [case for case in cases_of(plant.rules, plant.state, other) if case in cited]
            if cases and (shown := plant.shown(other)) is not None and told_all(shown) == own:
                yield from cases
                break


# --- slips ---------------------------------------------


def _clicked_twice(plant: Plant) -> str:
    """A button that only says something says it twice."""
    earlier = plant.changed.of_verb(plant.one.at - 1) if plant.one.at else []
    told = told_all(plant.own)
    if told and told == told_all(earlier) and all(_People(plant).says(row) for row in plant.own):
        return "a button clicked twice is a slip"
    return ""


def _slip(plant: Plant) -> str:
    """Clicks and markers on which nothing rests."""
    if not _is_slip(plant, plant.one.at) or not _counts_for_nothing(plant):
        return ""
    if all(map(_People(plant).remembers, plant.own)):
        return "a marker that nothing follows is a player's own memory"
    return "a click that nothing follows is a slip"


def _is_slip(plant: Plant, at: int) -> bool:
    """Whether a verb is shown by nothing but clicks and markers that may mean nothing."""
    people, own = _People(plant), plant.changed.of_verb(at)
    return bool(own) and all(people.slips(row) or people.remembers(row) for row in own)


def _put_back(plant: Plant) -> str:
    """A piece was dragged away and back before anything else was done."""
    own, back = plant.own, plant.changed.of_verb(plant.one.at + 1)
    if not back or {row.name for row in (*own, *back)} - {"drag", "put_away"}:
        return ""
    if len(_pieces([*own, *back])) > 1 or back[-1].goal != own[0].start:
        return ""
    rest = (row.verb for row in plant.rest[1:])
    return "a piece was put back at once" if plant.is_legal(plant.state, rest) else ""


def _pieces(gestures: Sequence[Gesture]) -> set[str]:
    return {piece for one in gestures for piece in one.pieces}


def _broken_without(plant: Plant) -> tuple[str, ...]:
    """The first cases broken behind a click or a marker, if that is taken for a slip."""
    if not _is_slip(plant, plant.one.at):
        return ()
    state = plant.state
    for row in plant.rest:
        if cases := cases_of(plant.rules, state, row.verb):
            return cases
        state = plant.rules.apply(state, row.verb)
    return ()


def _counts_for_nothing(plant: Plant) -> bool:
    """Whether all that is played behind an offence is legal without it, without the same slip made
    again at once, or with something in its place that may go without saying."""
    kind, again = type(plant.one.verb), 0
    for row in plant.rest:
        if type(row.verb) is not kind or not _is_slip(plant, plant.one.at + 1 + again):
            break
        again += 1
    behind = [row.verb for row in plant.rest]
    if any(_is_legal_unsaid(plant, plant.state, behind[number:]) for number in range(again + 1)):
        return True
    people = _People(plant)
    waited = dict.fromkeys(_waited_for(plant))
    for verb in (verbs[0] for verbs in waited if len(verbs) == 1):
        if plant.is_legal(plant.state, (verb, *behind)):
            shown = plant.shown(verb)
            if shown is not None and all(map(people.says, shown)):
                return True
    return False


Reason = Callable[[Plant], str]
"""Why an offence cannot be seen, in words; empty: this is not why."""
REASONS: Sequence[Reason] = (
    _tidied_late,
    _clicked_twice,
    _nothing_shown,
    _put_right,
    _done_unseen,
    _dice_unseen,
    _looks_legal,
)
"""Whatever an audit says of it."""
SLIPS: Sequence[Reason] = (_slip, _put_back)
"""Where an audit says nothing of it."""


@dataclass(frozen=True)
class _People:
    """What the players of a game do besides playing it."""

    plant: Plant

    @cached_property
    def _sitting(self) -> Sitting:
        return Sitting(self.plant.subject, self.plant.changed, Random(0))

    @cached_property
    def _counting(self) -> frozenset[str]:
        """Markers that count the points or the turns."""
        return frozenset(
            one.id
            for one in self.plant.subject.game.counters
            if not {POINTS_MARKER, TURN_MARKER}.isdisjoint(one.roles)
        )

    @cached_property
    def _idle_dice(self) -> frozenset[str]:
        return frozenset(one.name for one in self._sitting.idle_dice)

    @cached_property
    def _words(self) -> Words:
        rules = self.plant.rules
        words: Words = rules.module.reading.words(rules.game, rules.tables)
        return words

    @cached_property
    def _idle_words(self) -> frozenset[str]:
        """Buttons that say something and at most count on, but no points."""
        return frozenset(
            action.name
            for action in self.plant.subject.game.actions
            if action.score
            and self._words.points not in action.score
            and not (action.dice or action.sets or action.draw or action.reshuffles)
        )

    @cached_property
    def _buttons(self) -> frozenset[str]:
        """The game's own buttons; one of VASSAL, such as that which clears the trails, says less
        than a word."""
        actions = self.plant.subject.game.actions
        return self._sitting.scores.union(action.name for action in actions)

    def says(self, one: Gesture) -> bool:
        """Whether a gesture only says something."""
        if one.name == "press":
            own = one.args[0] in self._buttons
            return not own or one.args[0] in {*self._sitting.words_only, *self._idle_words}
        if one.name == "choose":
            return one.args[1] in self._sitting.keys_that_say
        return one.name == "say"

    def skips(self, one: Gesture) -> bool:
        """Whether it only says something, or sets the turn tracker besides."""
        if one.name == "press":
            return one.args[0] in self._sitting.clicks_only or self.says(one)
        return one.name == "click_turn" or self.says(one)

    def slips(self, one: Gesture) -> bool:
        """Whether it is a click that may be a slip."""
        return self.skips(one) or (one.name == "roll" and one.args[0] in self._idle_dice)

    def tidies(self, one: Gesture) -> bool:
        """Whether it tidies: a piece is put away, a marker moved, points or turns counted."""
        if self.skips(one):
            return True
        if one.goal in self._sitting.decks:
            return False  # what goes back into a cup is played
        return one.name == "put_away" or self._sitting.is_chore(one)

    def remembers(self, one: Gesture) -> bool:
        """Whether it moves a marker that counts nothing."""
        if one.name == "say":
            return True
        if one.name not in ("drag", "put_away") or not self._counting.isdisjoint(one.pieces):
            return False
        return self._sitting.is_chore(one) or all(
            self._costs(piece, one.goal) == MARKER for piece in one.pieces
        )

    def _costs(self, piece: str, goal: str) -> float | None:
        """What a game's reading says of a piece that is moved for no reason."""
        noise: Mapping[str, float] = self.plant.rules.module.reading.noise
        counter = self.plant.subject.game.counter(piece)
        role = self._words.role(Token(piece, piece, counter.kind, counter.name, "", ""))
        return noise.get(f"{role} to {goal}", noise.get(role))


__all__ = ["REASONS", "SLIPS", "also_broken", "why_unseen"]

"""Offences: what the rules refuse in a true state of a game is played all the same.

A candidate is a verb that breaks a case where it stands: one of the game with another value in a
field, any verb at the wrong time, one done twice, one left out, one done too late. The game goes on
behind it by self-play, for a turn or two, and then the log ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from generator.light import dataclass
from validator.explaining.signs import ways_seen
from validator.playing.fuzzing import mutated
from validator.playing.selfplay import Played, Record, gone_on
from validator.rules.cases import NOTE, Broken
from validator.rules.engine import GameRules
from validator.rules.verbs import Verb, chance_fields, field_names

GOES_ON = 60
"""So many verbs at most are played behind an offence."""
MOMENTS = 2
"""So many times of the game (turns) are begun behind it at most."""
LOOKED_AT = 120
"""So many states of a game are looked at, and behind its end."""
FEW = 6
"""So many candidates that say most about a case are enough."""
SOUGHT = 12_000
"""So many verbs are tried to break the cases of which fewer were found."""
NEAR = 8
"""So many of them differ in one field from a verb that is legal, or can be made, in that state."""
MUTANTS = 14
ANYHOW = 6
"""Verbs that are tried in a state: mutants of the one that was played, and any."""
ALIKE = 4
"""So many legal verbs are held against one that was missed."""
DOMAIN = 200
"""So many of what a verb can be are made to choose from."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A verb that breaks cases where it stands in a game."""

    how: str
    """``another value``, ``any time``, ``sought``, ``twice``, ``left out``, ``late``."""
    verb: Verb
    side: str
    """Whose offence it is."""
    at: int
    """Its number among the verbs."""
    cases: tuple[str, ...]
    """What the engine says it breaks, the first case first."""

    def in_words(self) -> str:
        """In one line."""
        return f"{self.how}: {self.verb.in_words()}"


def offences(
    rules: GameRules,
    record: Record,
    rng: Random,
    is_there: Callable[[Verb], bool] = lambda verb: True,
) -> dict[str, list[Candidate]]:
    """By case: verbs that break it somewhere in this game, those that say most about it first;
    ``is_there``: whether the table has what a verb names."""
    by_case: dict[str, list[Candidate]] = {}

    def enter(candidate: Candidate) -> None:
        for case in candidate.cases:
            by_case.setdefault(case, []).append(candidate)

    for candidate in _candidates(rules, record, rng):
        if is_there(candidate.verb):
            enter(candidate)
    rare = {
        case: FEW - alone
        for case in rules.exercise
        if (alone := sum(one.cases[0] == case for one in by_case.get(case, ()))) < FEW
    }
    for candidate in _sought(rules, record, rare, rng, is_there):
        enter(candidate)
    for case, found in by_case.items():
        rng.shuffle(found)
        # One case broken alone says most about it.
        found.sort(key=lambda one: (one.cases[0] != case, len(one.cases)))
    return dict(sorted(by_case.items()))


@dataclass(frozen=True, slots=True)
class Planted:
    """A game with one offence in it."""

    played: tuple[Played, ...]
    public: tuple[str, ...]
    """The cases that everybody can see broken, by the rules."""


def standing(record: Record, at: int) -> Played:
    """A verb of a game in its state; behind the last one, that one in the state that it left."""
    if at < len(record.played):
        return record.played[at]
    return replace(record.played[-1], before=record.final)


def _sought(
    rules: GameRules,
    record: Record,
    rare: dict[str, int],
    rng: Random,
    is_there: Callable[[Verb], bool],
) -> Iterator[Candidate]:
    """Verbs that break cases of which too few were found: in all states of the game, near what is
    legal there and near what is not."""
    judged = {case.id: case.verbs for case in rules.module.book.entries if case.id in rare}
    whose = {type(one.verb): one.side for one in record.played}
    left = SOUGHT
    for at in rng.sample(range(len(record.played) + 1), len(record.played) + 1):
        one = standing(record, at)
        kinds = dict.fromkeys(
            kind
            for case, verbs in judged.items()
            if rare[case] > 0
            for kind in rules.module.verbs
            if issubclass(kind, verbs)
        )
        for kind in kinds:
            for verb in _near(rules, one.before, kind, rng):
                left -= 1
                if not is_there(verb):
                    continue
                cases = cases_of(rules, one.before, verb)
                if not any(rare.get(case, 0) > 0 for case in cases):
                    continue
                rare[cases[0]] = rare.get(cases[0], 0) - 1
                side = _whose(rules, verb) or whose.get(kind, one.side)
                yield Candidate("sought", verb, side, at, cases)
        if left <= 0 or not kinds:
            return


def _whose(rules: GameRules, verb: Verb) -> str:
    """Whose verb it is, or of which side the first counter that it names; empty: nobody's."""
    sides = {one.id: one.side for one in rules.game.counters}
    named = (getattr(verb, name) for name in field_names(type(verb)))
    owners = (sides[one] for one in named if isinstance(one, str) and sides.get(one))
    return verb.by or next(owners, None) or ""


def _near(rules: GameRules, state: Any, kind: type[Verb], rng: Random) -> Iterator[Verb]:
    """Verbs of a kind as they could be made in a state, and with another value in one field."""
    some = list(islice(rules.completions(state, kind, {}, legal=False), DOMAIN))
    made = rng.sample(some, min(NEAR // 2, len(some)))
    made += islice(rules.legal_actions(state, (kind,), rng=rng), 1)
    yield from made
    names = field_names(kind)
    for verb in made if names else ():
        for _ in range(NEAR // 2):
            name = rng.choice(names)
            value = rng.choice(rules.fuzz_values(kind, name))
            yield replace(verb, **{name: value})


def _candidates(rules: GameRules, record: Record, rng: Random) -> Iterator[Candidate]:
    played = record.played
    chosen = [*range(len(played))]
    if len(played) > LOOKED_AT:
        chosen = sorted(rng.sample(chosen, LOOKED_AT))
    whose = {type(one.verb): one.side for one in played}
    for at in (*chosen, len(played)):
        one = standing(record, at)
        for how, verb in _tried(rules, one, rng):
            cases = cases_of(rules, one.before, verb)
            if cases:
                side = one.side if type(verb) is type(one.verb) else whose.get(type(verb), "")
                yield Candidate(how, verb, _whose(rules, verb) or side or one.side, at, cases)
        if at + 1 >= len(played):
            continue
        after = played[at + 1]
        cases = cases_of(rules, after.before, one.verb)
        if cases:
            yield Candidate("twice", one.verb, one.side, at + 1, cases)
        cases = cases_of(rules, one.before, after.verb)
        if cases:
            owed = [due.case for due in rules.due(one.before) if due.mandatory and due.case]
            named = tuple(dict.fromkeys((*cases, *owed)))
            yield Candidate("left out", after.verb, after.side, at, named)
            yield Candidate("late", after.verb, after.side, at, named)


def _tried(rules: GameRules, one: Played, rng: Random) -> Iterator[tuple[str, Verb]]:
    for _ in range(MUTANTS):
        verb = mutated(rules, one.verb, rng)
        yield ("another value" if type(verb) is type(one.verb) else "any time"), verb
    kind = rng.choice(rules.module.verbs)
    some = list(islice(rules.completions(one.before, kind, {}, legal=False), DOMAIN))
    for verb in rng.sample(some, min(ANYHOW, len(some))):
        yield "any time", verb


def cases_of(rules: GameRules, state: Any, verb: Verb) -> tuple[str, ...]:
    """The cases that a verb breaks, each once; what is worth no more than a note is no offence."""
    grave = (
        case.id
        for case, said in rules.faults(state, verb)
        if not isinstance(said, Broken) or said.severity != NOTE
    )
    return tuple(dict.fromkeys(grave))


def planted(rules: GameRules, record: Record, one: Candidate) -> Planted:
    """The game with a candidate in it, gone on with for a while."""
    before = record.played[: one.at]
    state = standing(record, one.at).before
    middle = [Played(one.side, one.verb, state)]
    if one.how == "late":
        middle.append(replace(record.played[one.at], before=rules.apply(state, one.verb)))
    last = middle[-1]
    behind = rules.apply(last.before, last.verb)
    rest = _until(rules, behind, gone_on(rules, behind, f"{record.seed}/{one.at}", GOES_ON))
    return Planted((*before, *middle, *rest), _seen(rules, before, middle[0]))


def without_unseen_dice(rules: GameRules, game: Planted, one: Candidate, seen: Any) -> Any:
    """The state in which an offence is done, when dice that the table did not show (``seen``: how
    the game was played out) are not known."""
    state = game.played[0].before
    for at, earlier in enumerate(game.played[: one.at]):
        state = rules.apply(*as_seen(state, earlier.verb, seen.of_verb(at)))
    return state


def as_seen(state: Any, verb: Verb, gestures: Iterable[Any]) -> tuple[Any, Verb]:
    """A state and a verb as they are known if no gesture threw the verb's dice."""
    dice = _dice_of(verb)
    if not dice or any(one.throws for one in gestures):
        return state, verb
    return unthrown(state, verb, dice)


def unthrown(state: Any, verb: Verb, dice: Iterable[str]) -> tuple[Any, Verb]:
    """A state and a verb of which nobody saw the dice, in these fields: without them; or in a state
    that says so (``by_hand``), in which what is done next tells them."""
    if hasattr(state, "by_hand"):
        return state.changed(by_hand=True), verb
    return state, replace(verb, **dict.fromkeys(dice))


def _dice_of(verb: Verb) -> dict[str, Any]:
    """The fields of a verb that dice fill."""
    found = {}
    for name in chance_fields(type(verb)):
        value = getattr(verb, name)
        faces = value if isinstance(value, tuple) else (value,)
        if faces and all(isinstance(face, int) and not isinstance(face, bool) for face in faces):
            found[name] = value
    return found


def alternatives(rules: GameRules, one: Candidate, state: Any, most: int = ALIKE) -> Iterator[Verb]:
    """Legal verbs of the same kind with the same dice, those first that differ in one field."""
    kind = type(one.verb)
    values = {name: getattr(one.verb, name) for name in field_names(kind)}
    dice = _dice_of(one.verb)
    for name in (name for name in values if name not in dice):
        others = {other: value for other, value in values.items() if other != name}
        yield from islice(_ending_alike(rules.completions(state, kind, others), name, one), most)
        yield from islice(rules.completions(state, kind, {name: values[name], **dice}), most)
    yield from islice(rules.completions(state, kind, dice), most)


def to_the_same_end(rules: GameRules, one: Candidate, state: Any) -> Iterator[Verb]:
    """Legal verbs that differ from one only in the way by which they come to the same end."""
    kind, dice = type(one.verb), _dice_of(one.verb)
    values = {name: getattr(one.verb, name) for name in field_names(kind)}
    for name, value in values.items():
        if isinstance(value, tuple) and value and name not in dice:
            rest = {other: values[other] for other in values if other != name}
            yield from _ending_alike(rules.completions(state, kind, rest), name, one)


def _ending_alike(verbs: Iterable[Verb], name: str, one: Candidate) -> Iterator[Verb]:
    """Those of some verbs that differ in one field; where that is a way, those that end alike."""
    value = getattr(one.verb, name)
    if not isinstance(value, tuple):
        return iter(verbs)
    return (verb for verb in islice(verbs, DOMAIN) if getattr(verb, name)[-1:] == value[-1:])


def others(rules: GameRules, one: Candidate, state: Any) -> Iterator[Verb]:
    """A legal verb of each other kind: it may look like an offence."""
    for kind in rules.module.verbs:
        if kind is not type(one.verb):
            yield from islice(rules.legal_actions(state, (kind,)), 1)


def twins(rules: GameRules, one: Candidate, state: Any) -> Iterator[Verb]:
    """Verbs that may look like an offence: with another value in a field, and those of other kinds
    about the same things, or seen by the same."""
    values = {name: getattr(one.verb, name) for name in field_names(type(one.verb))}
    for name in values:
        rest = {other: value for other, value in values.items() if other != name}
        near = rules.completions(state, type(one.verb), rest, legal=False)
        yield from (verb for verb in islice(near, DOMAIN) if verb != one.verb)
    named = {value for value in values.values() if isinstance(value, str) and value}
    own = _signs_of(type(one.verb))
    for kind in rules.module.verbs:
        if kind is type(one.verb):
            continue
        same = {name: values[name] for name in field_names(kind) if name in values}
        known = same or not own.isdisjoint(_signs_of(kind))
        found = islice(rules.completions(state, kind, same, legal=False), DOMAIN) if known else ()
        alike = (
            verb
            for verb in found
            if all(
                not isinstance(value := getattr(verb, name), str) or not value or value in named
                for name in field_names(kind)
            )
        )
        yield from islice(alike, ALIKE)


def _signs_of(kind: type[Verb]) -> set[tuple[type, str]]:
    """What a verb is seen by: what kind of fact, and of which piece, button or action."""
    return {(sign.kind, sign.key) for way in ways_seen(kind) for sign in way.signs if sign.key}


def about_the_same(rules: GameRules, one: Candidate, state: Any) -> Iterator[Verb]:
    """Verbs of other kinds that name a thing in the same field as an offence, legal or not."""
    values = {name: getattr(one.verb, name) for name in field_names(type(one.verb))}
    for kind in rules.module.verbs:
        for name in field_names(kind):
            if kind is not type(one.verb) and isinstance(values.get(name), str):
                same = rules.completions(state, kind, {name: values[name]}, legal=False)
                yield from islice(same, ALIKE)


def _until(rules: GameRules, state: Any, going: Iterable[Played]) -> Iterator[Played]:
    """What is played until so many new times of the game have begun."""
    moment = rules.module.moment
    if moment is None:
        yield from going
        return
    last, begun = moment(rules.tables, state), 0
    for one in going:
        now = moment(rules.tables, one.before)
        begun += now != last
        last = now
        if begun > MOMENTS:
            return
        yield one


def _seen(rules: GameRules, before: Sequence[Played], one: Played) -> tuple[str, ...]:
    """The cases that everybody can see broken."""
    seen = rules.start_unseen()
    for earlier in before:
        for verb in rules.seen_by_all(earlier.before, earlier.verb):
            seen = rules.apply(seen, verb)
    cases: dict[str, None] = {}
    for verb in rules.seen_by_all(one.before, one.verb):
        cases.update(dict.fromkeys(cases_of(rules, seen, verb)))
        seen = rules.apply(seen, verb)
    return tuple(cases)


__all__ = [
    "Candidate",
    "Planted",
    "about_the_same",
    "alternatives",
    "as_seen",
    "cases_of",
    "offences",
    "others",
    "planted",
    "to_the_same_end",
    "twins",
    "unthrown",
    "without_unseen_dice",
]

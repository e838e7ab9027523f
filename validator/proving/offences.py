"""Offences: play a verb that the rules forbid in the state of a game.

A candidate is a verb that breaks a case at its place: a verb of the game with another value in one
field, any verb at the wrong time, or one done twice, left out, or done too late. After it the game
continues by self-play for a turn or two, and then the log ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import MISSING, fields, replace
from itertools import islice, product
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
"""How many verbs are played after an offence at most."""
MOMENTS = 2
"""How many moments of the game (turns) may begin after it at most."""
LOOKED_AT = 120
"""How many states of a game are searched for candidates, besides its last state."""
FEW = 6
"""How many candidates whose first broken case is the wanted one are enough for a case."""
SOUGHT = 12_000
"""How many verbs are tried to break the cases with fewer candidates."""
NEAR = 8
"""How many verbs near a possible verb of a state are tried."""
MUTANTS = 14
"""How many mutations of the played verb are tried in a state."""
ANYHOW = 6
"""How many other verbs are tried in a state."""
EARLY = 300
"""Of equally clear candidates, those in the first so many verbs come first, then those in the next
so many: the log ends soon after an offence, and a short one is audited sooner."""
ALIKE = 4
"""How many legal verbs are compared with an offence that was not found."""
DOMAIN = 200
"""How many completions of a verb are generated to choose from."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A verb that breaks cases at its place in a game."""

    how: str
    """``another value``, ``any time``, ``sought``, ``twice``, ``left out``, ``late``."""
    verb: Verb
    side: str
    """The side that commits the offence."""
    at: int
    """Its index among the verbs."""
    cases: tuple[str, ...]
    """The cases that it breaks according to the rules, in their order."""

    def in_words(self) -> str:
        """The candidate in one line."""
        return f"{self.how}: {self.verb.in_words()}"


def offences(
    rules: GameRules,
    record: Record,
    rng: Random,
    is_there: Callable[[Verb], bool] = lambda verb: True,
) -> dict[str, list[Candidate]]:
    """Case to the verbs that break it somewhere in this game, the clearest first; ``is_there``
    tells whether the table has everything that a verb names."""
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
        # A verb that breaks only this case is clearest.
        found.sort(key=lambda one: (one.cases[0] != case, len(one.cases), one.at // EARLY))
    return dict(sorted(by_case.items()))


@dataclass(frozen=True, slots=True)
class Planted:
    """A game with one offence in it."""

    played: tuple[Played, ...]
    public: tuple[str, ...]
    """The cases whose breach everybody can see, according to the rules."""


def standing(record: Record, at: int) -> Played:
    """A verb of a game in its state; after the last one, the last verb in the final state."""
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
    """Search all states of the game for verbs that break the cases in ``rare``, which maps a case
    to the number still wanted."""
    judged = {case.id: case.verbs for case in rules.module.book.entries if case.id in rare}
    whose = _Whose(rules, record.played)
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
                yield Candidate("sought", verb, whose.of(verb) or one.side, at, cases)
        if left <= 0 or not kinds:
            return


class _Whose:
    """Whose a verb is, by what was played in a game."""

    def __init__(self, rules: GameRules, played: Sequence[Played]) -> None:
        self._counters = {one.id: one.side for one in rules.game.counters if one.side}
        self._kinds = {type(one.verb): one.side for one in played}
        sides: dict[tuple[str, str], Counter[str]] = {}
        for one in played:
            if thing := _thing(one.verb):
                sides.setdefault(thing, Counter())[one.side] += 1
        self._things = {thing: most.most_common(1)[0][0] for thing, most in sides.items()}

    def named(self, verb: Verb) -> str:
        """The side of a verb, or of the first counter that it names; empty if there is none."""
        values = (getattr(verb, name) for name in field_names(type(verb)))
        owners = (self._counters.get(one) for one in values if isinstance(one, str))
        return verb.by or next((one for one in owners if one), "")

    def of(self, verb: Verb) -> str:
        """As `named`, or else the side that most often played something with the same thing, or
        the one that played a verb of the same kind."""
        thing = _thing(verb)
        known = self._things.get(thing) if thing is not None else None
        return self.named(verb) or known or self._kinds.get(type(verb), "")


def _thing(verb: Verb) -> tuple[str, str] | None:
    """What a verb is about: its first field, if that is a name."""
    name = next(iter(field_names(type(verb))), "")
    value = getattr(verb, name) if name else None
    return (name, value) if isinstance(value, str) and value else None


def _near(rules: GameRules, state: Any, kind: type[Verb], rng: Random) -> Iterator[Verb]:
    """Possible verbs of a kind in a state, and the same with another value in one field."""
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
    whose = _Whose(rules, played)
    for at in (*chosen, len(played)):
        one = standing(record, at)
        for how, verb in _tried(rules, one, rng):
            cases = cases_of(rules, one.before, verb)
            if cases:
                alike = type(verb) is type(one.verb)
                side = whose.named(verb) if alike else whose.of(verb)
                yield Candidate(how, verb, side or one.side, at, cases)
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
    """The cases that a verb breaks, without those that are only worth a note."""
    grave = (
        case.id
        for case, said in rules.faults(state, verb)
        if not isinstance(said, Broken) or said.severity != NOTE
    )
    return tuple(dict.fromkeys(grave))


def planted(rules: GameRules, record: Record, one: Candidate) -> Planted:
    """The game with a candidate in it, continued for a while."""
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
    """The state before an offence, without the dice that the table did not show; ``seen`` is the
    game as it was played out."""
    state = game.played[0].before
    for at, earlier in enumerate(game.played[: one.at]):
        state = rules.apply(*as_seen(state, earlier.verb, seen.of_verb(at)))
    return state


def as_seen(state: Any, verb: Verb, gestures: Iterable[Any]) -> tuple[Any, Verb]:
    """A state and a verb, without the verb's dice if no gesture rolled them."""
    dice = _dice_of(verb)
    if not dice or any(one.throws for one in gestures):
        return state, verb
    return unthrown(state, verb, dice)


def unthrown(state: Any, verb: Verb, dice: Iterable[str]) -> tuple[Any, Verb]:
    """A state and a verb whose dice (the fields ``dice``) nobody saw: the fields are emptied, or
    the state is marked ``by_hand``, if it has that field."""
    if hasattr(state, "by_hand"):
        return state.changed(by_hand=True), verb
    return state, replace(verb, **dict.fromkeys(dice))


def _dice_of(verb: Verb) -> dict[str, Any]:
    """The fields of a verb with results of dice."""
    found = {}
    for name in chance_fields(type(verb)):
        value = getattr(verb, name)
        faces = value if isinstance(value, tuple) else (value,)
        if faces and all(isinstance(face, int) and not isinstance(face, bool) for face in faces):
            found[name] = value
    return found


def alternatives(rules: GameRules, one: Candidate, state: Any, most: int = ALIKE) -> Iterator[Verb]:
    """Legal verbs of the same kind with the same dice, first those that differ in one field."""
    kind = type(one.verb)
    values = {name: getattr(one.verb, name) for name in field_names(kind)}
    dice = _dice_of(one.verb)
    for name in (name for name in values if name not in dice):
        others = {other: value for other, value in values.items() if other != name}
        yield from islice(_ending_alike(rules.completions(state, kind, others), name, one), most)
        yield from islice(rules.completions(state, kind, {name: values[name], **dice}), most)
    yield from islice(rules.completions(state, kind, dice), most)


def unguessed(verb: Verb) -> Verb:
    """A verb without the fields that are guessed, which no gesture shows."""
    kind = type(verb)
    defaults = {one.name: one.default for one in fields(kind) if one.default is not MISSING}
    return replace(verb, **{name: defaults[name] for name in kind.guesses if name in defaults})


def to_the_same_end(rules: GameRules, one: Candidate, state: Any) -> Iterator[Verb]:
    """Legal verbs that differ only in the way by which they reach the same end."""
    kind, dice = type(one.verb), _dice_of(one.verb)
    values = {name: getattr(one.verb, name) for name in field_names(kind)}
    for name, value in values.items():
        if isinstance(value, tuple) and value and name not in dice:
            rest = {other: values[other] for other in values if other != name}
            yield from _ending_alike(rules.completions(state, kind, rest), name, one)


def _ending_alike(verbs: Iterable[Verb], name: str, one: Candidate) -> Iterator[Verb]:
    """Of verbs that differ in one field: if that is a way, only those with the same end."""
    value = getattr(one.verb, name)
    if not isinstance(value, tuple):
        return iter(verbs)
    return (verb for verb in islice(verbs, DOMAIN) if getattr(verb, name)[-1:] == value[-1:])


def others(rules: GameRules, one: Candidate, state: Any) -> Iterator[Verb]:
    """One legal verb of each other kind, which may look like the offence."""
    for kind in rules.module.verbs:
        if kind is not type(one.verb):
            yield from islice(rules.legal_actions(state, (kind,)), 1)


def with_the_same(rules: GameRules, one: Candidate, state: Any) -> Iterator[Verb]:
    """Legal verbs of other kinds that name a thing which the offence names, in any field."""
    things = _named(one.verb)
    for kind in rules.module.verbs:
        if kind is not type(one.verb) and field_names(kind):
            legal = islice(rules.legal_actions(state, (kind,)), DOMAIN)
            yield from (verb for verb in legal if not things.isdisjoint(_named(verb)))


def _named(verb: Verb) -> set[str]:
    values = (getattr(verb, name) for name in field_names(type(verb)))
    return {value for value in values if isinstance(value, str) and value}


def twins(
    rules: GameRules, one: Candidate, state: Any, handled: Iterable[str] = ()
) -> Iterator[Verb]:
    """Verbs that may look like an offence: the same with another value in a field, and verbs of
    other kinds about the same things or with the same signs. ``handled``: what the gestures of the
    offence name."""
    values = {name: getattr(one.verb, name) for name in field_names(type(one.verb))}
    for name in values:
        rest = {other: value for other, value in values.items() if other != name}
        near = rules.completions(state, type(one.verb), rest, legal=False)
        yield from (verb for verb in islice(near, DOMAIN) if verb != one.verb)
    named = {*_named(one.verb), *handled} - {""}
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
        if not own.isdisjoint(_signs_of(kind)):
            yield from _about(rules, one, kind, named)


def _about(rules: GameRules, one: Candidate, kind: type[Verb], named: set[str]) -> Iterator[Verb]:
    """Verbs of a kind about named things, with the rows of places of an offence, if that tells all
    about them."""
    rows = {row.type: getattr(one.verb, row.name) for row in fields(one.verb)}
    rows = {type_: row for type_, row in rows.items() if isinstance(row, tuple)}
    names = {row.name: row.type for row in fields(kind) if row.name in field_names(kind)}
    chosen = [
        sorted(named.intersection(rules.fuzz_values(kind, name)))
        if type_ == "str"
        else [row for of, row in rows.items() if of == type_]
        for name, type_ in names.items()
    ]
    for some in islice(product(*chosen), ALIKE**3 if names else 0):
        yield kind(**dict(zip(names, some, strict=True)))


def _signs_of(kind: type[Verb]) -> set[tuple[type, str]]:
    """The signs of a verb: kind of fact, with the role, button or action."""
    return {(sign.kind, sign.key) for way in ways_seen(kind) for sign in way.signs if sign.key}


def about_the_same(rules: GameRules, one: Candidate, state: Any) -> Iterator[Verb]:
    """Verbs of other kinds, legal or not, that name the same thing in the same field; or the same
    things in all fields, but with another name for the first."""
    values = {name: getattr(one.verb, name) for name in field_names(type(one.verb))}
    things = {name: value for name, value in values.items() if isinstance(value, str) and value}
    for kind in rules.module.verbs:
        names = field_names(kind)
        if kind is type(one.verb) or not names:
            continue
        for name in names:
            if name in things:
                same = rules.completions(state, kind, {name: things[name]}, legal=False)
                yield from islice(same, ALIKE)
        thing, rest = next(iter(values.values()), None), things.keys() & names[1:]
        if names[0] not in values and isinstance(thing, str) and rest:
            fixed = {names[0]: thing, **{name: things[name] for name in rest}}
            yield from islice(rules.completions(state, kind, fixed, legal=False), ALIKE)


def _until(rules: GameRules, state: Any, going: Iterable[Played]) -> Iterator[Played]:
    """Stop a game when more than `MOMENTS` moments of the game have begun."""
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
    """The cases whose breach everybody can see."""
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
    "unguessed",
    "unthrown",
    "without_unseen_dice",
]

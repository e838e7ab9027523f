"""One fuzzer for all games: looks for crashes, dead ends, endless games and disagreement.

Disagreement is a legal action that does not pass ``check``, a verb that passes ``check`` and
that ``legal_actions`` would never come to, or a legal game that looks like a breach to
somebody who sees only what everybody sees.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from generator.light import dataclass
from validator.playing.selfplay import (
    DeadEndError,
    EndlessGameError,
    Played,
    PlayError,
    Record,
    play_game,
    told_styles,
)
from validator.rules.engine import GameRules
from validator.rules.plain import from_plain, to_plain, verb_from_plain, verb_to_plain
from validator.rules.verbs import Verb, field_names

SAMPLED = 4
"""Of so many states one is looked at closely."""
MUTATED = 6
"""Mutations tried in a state that is looked at."""
EXHAUSTED = 400
"""Of so many states one has its small domains tried out whole."""
SMALL = 4_000
"""Verbs a domain may hold to be tried out whole."""


@dataclass(frozen=True)
class Failure:
    """What the fuzzer found, with the game up to there."""

    what: str
    """``crash``, ``dead end``, ``endless game`` or ``disagreement``."""
    told: str
    record: Record
    verb: Verb | None = None
    """The verb on which the engine disagrees with itself in the record's last state."""

    def write(self, folder: Path) -> Path:
        """Put it into a file that ``replay`` plays again."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.record.game}-{self.record.style}-{self.record.seed}.json"
        plain = {
            "what": self.what,
            "told": self.told,
            "verb": None if self.verb is None else verb_to_plain(self.verb),
            **self.record.to_plain(),
            "state": to_plain(self.record.final),
        }
        path.write_text(json.dumps(plain, indent=1), "utf-8")
        return path


def fuzz_game(rules: GameRules, seed: int, style: str | Mapping[str, str]) -> Failure | None:
    """Play one game and look closely at some of its states; ``style`` as for `play_game`."""
    try:
        record = play_game(rules, seed, style)
    except DeadEndError as trouble:
        return Failure("dead end", str(trouble), trouble.record)
    except EndlessGameError as trouble:
        return Failure("endless game", str(trouble), trouble.record)
    except PlayError:
        raise
    except Exception as trouble:
        nothing = Record(rules.game.id, seed, told_styles(style), (), rules.start(), None)
        return Failure("crash", f"{type(trouble).__name__}: {trouble}", nothing)
    rng = random.Random(f"{seed}/fuzz")
    return _first(_looked_at(rules, record, rng)) or _first(_seen_by_all(rules, record, rng))


def _first(failures: Iterator[Failure]) -> Failure | None:
    return next(failures, None)


def _looked_at(rules: GameRules, record: Record, rng: random.Random) -> Iterator[Failure]:
    """Every verb of the game passes ``check``; in some states many others are tried.

    The last state is looked at too, with the verb that led to it.
    """
    last = replace(record.played[-1], before=record.final)
    for index, played in enumerate((*record.played, last)):
        over = index == len(record.played)

        def failed(told: str, verb: Verb, index: int = index, over: bool = over) -> Failure:
            upto = replace(
                record,
                played=record.played[:index],
                final=record.final if over else record.played[index].before,
                outcome=None,
            )
            return Failure("disagreement", told, upto, verb)

        try:
            breaches = rules.check(played.before, played.verb)
            if breaches and not over:
                yield failed(f"played, but breaks {breaches[0].case}", played.verb)
            if over or not rng.randrange(SAMPLED):
                for told, verb in _disagreements(rules, played, rng):
                    yield failed(told, verb)
            if not rng.randrange(EXHAUSTED):
                for told, verb in exhaust(rules, played.before):
                    yield failed(told, verb)
        except Exception as trouble:
            yield replace(failed(f"{type(trouble).__name__}: {trouble}", played.verb), what="crash")


def _disagreements(
    rules: GameRules, played: Played, rng: random.Random
) -> Iterator[tuple[str, Verb]]:
    state = played.before
    tried = [played.verb]  # in the last state it may be illegal; its mutants are tried all the same
    for verb_type in rng.sample(rules.module.verbs, 3):
        legal = next(rules.legal_actions(state, (verb_type,), rng=rng), None)
        if legal is not None:
            tried.append(legal)
            if rules.check(state, legal):
                yield f"offered, but breaks {rules.check(state, legal)[0].case}", legal
    for _ in range(MUTATED):
        mutant = mutated(rules, rng.choice(tried), rng)
        if not rules.check(state, mutant) and not rules.offers(state, mutant):
            yield "passes check, but is not offered", mutant
        rules.apply(state, mutant)  # a forced verb must not crash, whatever it is


def mutated(rules: GameRules, verb: Verb, rng: random.Random) -> Verb:
    """Another verb of any type, or the same one with another value in one field."""
    if not field_names(type(verb)) or not rng.randrange(3):
        verb_type = rng.choice(rules.module.verbs)
        return verb_type(
            *(rng.choice(rules.fuzz_values(verb_type, name)) for name in field_names(verb_type))
        )
    name = rng.choice(field_names(type(verb)))
    value = rng.choice(rules.fuzz_values(type(verb), name))
    return replace(verb, **{name: value})


def exhaust(rules: GameRules, state: Any) -> Iterator[tuple[str, Verb]]:
    """Try every value in every verb whose domain is small; check and offers must agree."""
    for verb_type in rules.module.verbs:
        pools = [rules.fuzz_values(verb_type, name) for name in field_names(verb_type)]
        if prod(map(len, pools)) > SMALL:
            continue
        for values in product(*pools):
            verb = verb_type(*values)
            if bool(rules.faults(state, verb)) == rules.offers(state, verb):
                yield "check and legal_actions do not agree", verb


def _seen_by_all(rules: GameRules, record: Record, rng: random.Random) -> Iterator[Failure]:
    """A legal game is no breach to anybody, and nobody thinks the truth impossible.

    Nonsense does not crash what is only half known either.
    """
    seen = rules.start_unseen()
    states = [*(played.before for played in record.played[1:]), record.final]
    for index, played in enumerate(record.played):
        upto = replace(record, played=record.played[: index + 1])
        for verb in rules.seen_by_all(played.before, played.verb):
            breaches = rules.check(seen, verb)
            if breaches:
                told = f"legal, but to all others it breaks {breaches[0].case}"
                yield Failure("disagreement", told, upto, verb)
            seen = rules.apply(seen, verb)
        if not rules.module.consistent(states[index], seen):
            told = "what everybody knows excludes the truth"
            yield Failure("disagreement", told, upto, played.verb)
        if not rng.randrange(SAMPLED):
            mutant = mutated(rules, played.verb, rng)
            try:
                rules.check(seen, mutant)
                rules.apply(seen, mutant)
            except Exception as trouble:
                told = f"to all others: {type(trouble).__name__}: {trouble}"
                yield Failure("crash", told, upto, mutant)


def replay(rules: GameRules, path: Path) -> str:
    """Play a failure's file again and say what happens at its end."""
    plain = json.loads(path.read_text("utf-8"))
    state = rules.start()
    for row in plain["verbs"]:
        verb = verb_from_plain(
            {key: value for key, value in row.items() if key != "side"}, rules.module.verbs
        )
        state = rules.apply(state, verb)
    same = state == from_plain(rules.module.state, plain["state"])
    told = [f"{plain['what']}: {plain['told']}", f"state {'as' if same else 'not as'} recorded"]
    if plain["verb"] is not None:
        verb = verb_from_plain(plain["verb"], rules.module.verbs)
        cases = [breach.case for breach in rules.check(state, verb)]
        told.append(f"{verb.in_words()}: breaks {cases}, offered: {rules.offers(state, verb)}")
    return "\n".join(told)

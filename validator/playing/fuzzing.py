"""A fuzzer for all games: it looks for crashes, dead ends, endless games and disagreements.

A disagreement is a legal action that fails ``check``, a verb that passes ``check`` but is never
offered by ``legal_actions``, or a legal game that looks like a breach to somebody who sees only
what everybody sees.
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
    styles_in_words,
)
from validator.rules.engine import GameRules
from validator.rules.plain import from_plain, to_plain, verb_from_plain, verb_to_plain
from validator.rules.verbs import Verb, field_names

SAMPLED = 4
"""One of this many states is examined closely."""
MUTATED = 6
"""Mutations tried in a state that is examined."""
EXHAUSTED = 400
"""In one of this many states every verb with a small domain is tried with all values."""
SMALL = 4_000
"""The largest domain, in verbs, that is tried completely."""


@dataclass(frozen=True)
class Failure:
    """A fault that the fuzzer found, with the game up to that point."""

    what: str
    """``crash``, ``dead end``, ``endless game`` or ``disagreement``."""
    message: str
    record: Record
    verb: Verb | None = None
    """The verb on which the engine disagrees with itself in the record's last state."""

    def write(self, folder: Path) -> Path:
        """Write a file that `replay` can play again. Returns its path."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.record.game}-{self.record.style}-{self.record.seed}.json"
        plain = {
            "what": self.what,
            "message": self.message,
            "verb": None if self.verb is None else verb_to_plain(self.verb),
            **self.record.to_plain(),
            "state": to_plain(self.record.final),
        }
        path.write_text(json.dumps(plain, indent=1), "utf-8")
        return path


def fuzz_game(rules: GameRules, seed: int, style: str | Mapping[str, str]) -> Failure | None:
    """Play one game and examine some of its states; ``style`` as for `play_game`. Returns the
    first fault, or None."""
    try:
        record = play_game(rules, seed, style)
    except DeadEndError as trouble:
        return Failure("dead end", str(trouble), trouble.record)
    except EndlessGameError as trouble:
        return Failure("endless game", str(trouble), trouble.record)
    except PlayError:
        raise
    except Exception as trouble:
        nothing = Record(rules.game.id, seed, styles_in_words(style), (), rules.start(), None)
        return Failure("crash", f"{type(trouble).__name__}: {trouble}", nothing)
    rng = random.Random(f"{seed}/fuzz")
    return _first(_examined(rules, record, rng)) or _first(_seen_by_all(rules, record, rng))


def _first(failures: Iterator[Failure]) -> Failure | None:
    return next(failures, None)


def _examined(rules: GameRules, record: Record, rng: random.Random) -> Iterator[Failure]:
    """Check every verb of the game, and in some states many others.

    The last state is examined too, with the verb that led to it.
    """
    last = replace(record.played[-1], before=record.final)
    for index, played in enumerate((*record.played, last)):
        over = index == len(record.played)

        def failed(message: str, verb: Verb, index: int = index, over: bool = over) -> Failure:
            upto = replace(
                record,
                played=record.played[:index],
                final=record.final if over else record.played[index].before,
                outcome=None,
            )
            return Failure("disagreement", message, upto, verb)

        try:
            breaches = rules.check(played.before, played.verb)
            if breaches and not over:
                yield failed(f"played, but breaks {breaches[0].case}", played.verb)
            if over or not rng.randrange(SAMPLED):
                for message, verb in _disagreements(rules, played, rng):
                    yield failed(message, verb)
            if not rng.randrange(EXHAUSTED):
                for message, verb in exhaust(rules, played.before):
                    yield failed(message, verb)
        except Exception as trouble:
            yield replace(failed(f"{type(trouble).__name__}: {trouble}", played.verb), what="crash")


def _disagreements(
    rules: GameRules, played: Played, rng: random.Random
) -> Iterator[tuple[str, Verb]]:
    state = played.before
    tried = [played.verb]  # it may be illegal in the last state, but its mutants are still tried
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
        rules.apply(state, mutant)  # applying any verb must not crash


def mutated(rules: GameRules, verb: Verb, rng: random.Random) -> Verb:
    """A random verb of any type, or the same verb with another value in one field."""
    if not field_names(type(verb)) or not rng.randrange(3):
        verb_type = rng.choice(rules.module.verbs)
        return verb_type(
            *(rng.choice(rules.fuzz_values(verb_type, name)) for name in field_names(verb_type))
        )
    name = rng.choice(field_names(type(verb)))
    value = rng.choice(rules.fuzz_values(type(verb), name))
    return replace(verb, **{name: value})


def exhaust(rules: GameRules, state: Any) -> Iterator[tuple[str, Verb]]:
    """Try all values of every verb with a small domain, and yield those on which `faults` and
    `offers` disagree."""
    for verb_type in rules.module.verbs:
        pools = [rules.fuzz_values(verb_type, name) for name in field_names(verb_type)]
        if prod(map(len, pools)) > SMALL:
            continue
        for values in product(*pools):
            verb = verb_type(*values)
            if bool(rules.faults(state, verb)) == rules.offers(state, verb):
                yield "check and legal_actions do not agree", verb


def _seen_by_all(rules: GameRules, record: Record, rng: random.Random) -> Iterator[Failure]:
    """Check a legal game from the view of somebody who sees only what everybody sees.

    It must show no breach, what is known must not exclude the true state, and random verbs must
    not crash.
    """
    seen = rules.start_unseen()
    states = [*(played.before for played in record.played[1:]), record.final]
    for index, played in enumerate(record.played):
        upto = replace(record, played=record.played[: index + 1])
        for verb in rules.seen_by_all(played.before, played.verb):
            breaches = rules.check(seen, verb)
            if breaches:
                message = f"legal, but to all others it breaks {breaches[0].case}"
                yield Failure("disagreement", message, upto, verb)
            seen = rules.apply(seen, verb)
        if not rules.module.consistent(states[index], seen):
            message = "what everybody knows excludes the truth"
            yield Failure("disagreement", message, upto, played.verb)
        if not rng.randrange(SAMPLED):
            mutant = mutated(rules, played.verb, rng)
            try:
                rules.check(seen, mutant)
                rules.apply(seen, mutant)
            except Exception as trouble:
                message = f"to all others: {type(trouble).__name__}: {trouble}"
                yield Failure("crash", message, upto, mutant)


def replay(rules: GameRules, path: Path) -> str:
    """Play the file of a `Failure` again, and describe what happens at its end."""
    plain = json.loads(path.read_text("utf-8"))
    state = rules.start()
    for row in plain["verbs"]:
        verb = verb_from_plain(
            {key: value for key, value in row.items() if key != "side"}, rules.module.verbs
        )
        state = rules.apply(state, verb)
    same = state == from_plain(rules.module.state, plain["state"])
    lines = [f"{plain['what']}: {plain['message']}", f"state {'as' if same else 'not as'} recorded"]
    if plain["verb"] is not None:
        verb = verb_from_plain(plain["verb"], rules.module.verbs)
        cases = [breach.case for breach in rules.check(state, verb)]
        lines.append(f"{verb.in_words()}: breaks {cases}, offered: {rules.offers(state, verb)}")
    return "\n".join(lines)

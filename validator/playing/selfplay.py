"""Play a whole game through the rules engine; the same seed gives the same game."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from generator.counting import either
from generator.errors import BroadsideError
from generator.light import dataclass
from validator.rules.engine import GameRules
from validator.rules.plain import verb_to_plain
from validator.rules.players import Onlooker, RandomPlayer, Seat
from validator.rules.sequence import Due
from validator.rules.states import Outcome
from validator.rules.verbs import Verb, field_names, spelled
from validator.rules.where import name_of_function, place_of_function

LONGEST = 20_000
"""Verbs after which a game counts as endless."""
RANDOM, PURPOSEFUL = "random", "purposeful"
"""Styles of play: every game has random players; purposeful players try to win."""


@dataclass(frozen=True, slots=True)
class Played:
    """One verb of a game: the side that played it, and the state before it."""

    side: str
    verb: Verb
    before: Any


@dataclass(frozen=True, slots=True)
class Record:
    """A game that was played."""

    game: str
    seed: int
    style: str
    played: tuple[Played, ...]
    final: Any
    """The state after the last verb."""
    outcome: Outcome | None

    def to_plain(self) -> dict[str, Any]:
        """The record for JSON: what is needed to play it again verb by verb."""
        return {
            "game": self.game,
            "seed": self.seed,
            "style": self.style,
            "verbs": [{"side": one.side, **verb_to_plain(one.verb)} for one in self.played],
            "outcome": None if self.outcome is None else self.outcome.winner,
        }


class PlayError(BroadsideError):
    """A game failed; ``record`` is the game up to that point."""

    def __init__(self, what: str, record: Record) -> None:
        super().__init__(f"{what} after {len(record.played)} verbs (seed {record.seed})")
        self.what = what
        self.record = record

    def __reduce__(self) -> tuple[type[PlayError], tuple[str, Record]]:
        """Pickle it, to pass it from a worker process to the main process."""
        return type(self), (self.what, self.record)


class DeadEndError(PlayError):
    """Something must be done, but no legal verb does it."""


class EndlessGameError(PlayError):
    """The game does not end."""


def play_game(
    rules: GameRules,
    seed: int,
    style: str | Mapping[str, str] = "purposeful",
    *,
    longest: int = LONGEST,
) -> Record:
    """Play one game from the set-up to its end.

    ``style`` is ``random``, or a style of the game's players (``purposeful``), or a style for each
    side. The dice and draws and each player use separate random generators, all seeded by
    ``seed``. Raises DeadEndError or EndlessGameError, which are faults of the rules or players.
    """
    sides = sides_of(rules)
    styles = dict.fromkeys(sides, style) if isinstance(style, str) else dict(style)
    onlooker = Onlooker(rules)
    players = {
        side: seat(rules, side, styles[side], random.Random(f"{seed}/{side}"), onlooker)
        for side in sides
    }
    dice = random.Random(f"{seed}/dice")
    state = rules.start()
    played: list[Played] = []

    def record() -> Record:
        words = styles_in_words(styles)
        return Record(rules.game.id, seed, words, tuple(played), state, rules.outcome(state))

    while rules.outcome(state) is None:
        if len(played) >= longest:
            raise EndlessGameError("the game does not end (no verb sets an outcome)", record())
        found = _next(rules, state, players, sides)
        if found is None:
            raise DeadEndError(_why_not(rules, state), record())
        side, decision = found
        try:
            verb = rules.resolve(state, decision, dice)
        except StopIteration:
            why = _refused_by(rules, rules.legal_actions(state, given=decision))
            raise DeadEndError(
                f"no dice settle a {type(decision).__name__}{why}", record()
            ) from None
        played.append(Played(side, verb, state))
        onlooker.hear(state, verb)
        state = rules.apply(state, verb)
    return record()


def gone_on(rules: GameRules, state: Any, seed: str, most: int) -> Iterator[Played]:
    """Continue a game at random from any state, for at most ``most`` verbs.

    From a state that the rules would not allow, nothing legal may be possible. Then a mandatory
    verb without any choice is played anyway, as people would go on; otherwise the game stops.
    """
    sides = sides_of(rules)
    onlooker = Onlooker(rules)
    players = {
        side: seat(rules, side, RANDOM, random.Random(f"{seed}/{side}"), onlooker) for side in sides
    }
    dice = random.Random(f"{seed}/dice")
    for _ in range(most):
        if rules.outcome(state) is not None:
            return
        found = _next(rules, state, players, sides) or _forced(rules, state, sides)
        if found is None:
            return
        side, decision = found
        verb = next(rules.legal_actions(state, rng=dice, given=decision), None)
        if verb is None and field_names(type(decision)):
            return
        verb = verb or decision
        yield Played(side, verb, state)
        state = rules.apply(state, verb)


def sides_of(rules: GameRules) -> list[str]:
    """The sides that play (a referee does not), in the order of the definition."""
    return [side.id for side in rules.game.sides if side.role == "player"]


def styles_of(rules: GameRules) -> tuple[str, ...]:
    """All styles of play of the game."""
    return (RANDOM, *rules.module.players)


def pairings(rules: GameRules) -> list[dict[str, str]]:
    """Every combination of styles, as side to style; all random first."""
    sides = sides_of(rules)
    return [
        dict(zip(sides, styles, strict=True))
        for styles in product(styles_of(rules), repeat=len(sides))
    ]


def styles_in_words(style: str | Mapping[str, str]) -> str:
    """One word for the styles of a game: ``random``, ``purposeful-random``."""
    words = [style] if isinstance(style, str) else list(style.values())
    return words[0] if len(set(words)) == 1 else "-".join(words)


def seat(rules: GameRules, side: str, style: str, rng: random.Random, onlooker: Onlooker) -> Seat:
    """A player of a style. Raises KeyError if the game does not have the style."""
    maker = RandomPlayer if style == RANDOM else rules.module.players[style][side]
    player: Seat = maker(rules, side, rng, onlooker)
    return player


def _next(
    rules: GameRules, state: Any, players: Mapping[str, Seat], sides: list[str]
) -> tuple[str, Verb] | None:
    """The first decision of the sides that are asked in turn; None if all pass, or if somebody
    cannot do a mandatory thing."""
    dues = rules.due(state)
    for asked in dues:
        side = asked.side or sides[0]
        own = [due for due in dues if _of(due, side)]
        decision = players[side].choose(state, asked, own)
        if decision is not None:
            return side, decision
        if asked.mandatory:
            return None
    return None


def _forced(rules: GameRules, state: Any, sides: Sequence[str]) -> tuple[str, Verb] | None:
    """The mandatory verb and its side, if there is one only and it has no fields; else None."""
    must = [one for one in rules.due(state) if one.mandatory]
    kinds = {kind for one in must for kind in one.verbs}
    if len(kinds) != 1 or any(map(field_names, kinds)):
        return None
    return must[0].side or sides[0], kinds.pop()()


def _why_not(rules: GameRules, state: Any) -> str:
    """Why nobody can do anything, as a message for the author of the rules."""
    dues = rules.due(state)
    if not dues:
        return "nothing is due, and the game has no outcome"
    must = next((one for one in dues if one.mandatory), None)
    if must is None:
        words = either([*dict.fromkeys(spelled(verb) for one in dues for verb in one.verbs)])
        return f"all pass: {words} is due, and nothing of it is mandatory"
    words = either([*dict.fromkeys(map(spelled, must.verbs))])
    whose = f" by the {must.side} side" if must.side else ""
    case = f" ({must.case})" if must.case else ""
    why = _refused_by(rules, rules.answers(state, must))
    return f"nothing legal does what must be done: {words}{whose}{case}{why}"


def _refused_by(rules: GameRules, search: Iterable[Verb]) -> str:
    """The cases that left a search for legal verbs without any, and their functions."""
    before = {case_id: count.refused for case_id, count in rules.exercise.items()}
    for _ in search:
        return ""
    refused = [one for one, count in rules.exercise.items() if count.refused > before[one]]
    rows = (one for one in rules.module.book.entries if one.id in refused)
    named = dict.fromkeys(
        f"case {one.id}, {name_of_function(one.judge)} ({place_of_function(one.judge)})"
        for one in rows
    )
    return f"; refused by {', '.join(named)}" if named else "; book.offer offers nothing for it"


def _of(due: Due, side: str) -> bool:
    return due.side in (None, side)

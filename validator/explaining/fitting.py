"""Checks that the names in the signs of verbs, and in a reading, exist in the verbs and the
definition."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from validator.explaining import facts as seen
from validator.explaining.signs import Field, Meant, OneOf, Sign, patterns_of
from validator.rules.engine import GameRules
from validator.rules.fitting import named
from validator.rules.hints import unknown
from validator.rules.verbs import Verb, field_names
from validator.rules.where import place_of

if TYPE_CHECKING:
    from validator.explaining.reading import Reading

_WITHOUT_A_PIECE = (seen.Declared, seen.Rolled, seen.Sealed, seen.TurnShown, seen.Points)


def misfits(reading: Reading, rules: GameRules) -> Iterator[str]:
    """Yield a line for each wrong name: file and line of the verb, the name, and the accepted
    names."""
    game = rules.game
    words = reading.words(game, rules.tables)
    if reading.ends_turn not in rules.module.verbs:
        name = reading.ends_turn.__name__
        yield f"{place_of(reading.ends_turn)}: {name} ends a turn, but is none of MODULE's verbs"
    known = _Known(game, words)
    for verb in rules.module.verbs:
        where = place_of(verb)
        found = (line for pattern in patterns_of(verb.signs) for line in known.of(verb, pattern))
        for line in dict.fromkeys(found):
            yield f"{where}: {verb.__name__} {line}"
    here = named(rules)
    if words.roles is not None:
        roles = [one.removesuffix(" turned").partition(" to ")[0] for one in reading.noise]
        yield from unknown(roles, words.roles, f"{here}: noise names no counter's kind or role:")
    actions = [one.id for one in game.actions]
    deliberate = sorted(reading.deliberate)
    yield from unknown(deliberate, actions, f"{here}: deliberate names no action:")


class _Known:
    """The names that signs may use."""

    def __init__(self, game: Any, words: seen.Words) -> None:
        self.actions = [one.id for one in game.actions]
        self.dice = [one.id for one in game.dice]
        self.decks = [deck.id for one in game.maps for deck in one.decks]
        self.closed = words.decks
        self.roles = words.roles

    def of(self, verb: type[Verb], pattern: Any) -> Iterator[str]:
        """The wrong names in one pattern of a verb."""
        fields = field_names(verb)
        for sign in pattern.signs:
            yield from self._key(sign)
            names = [*_fields(sign), *([sign.repeated] if sign.repeated else [])]
            for part, wanted in sign.parts:
                if part == "deck" and isinstance(wanted, OneOf):
                    yield from self._decks(wanted.values)
            yield from _unknown_fields(names, fields)
        yield from _unknown_fields((name for name, _ in pattern.fixed), fields)

    def _decks(self, names: Collection[str]) -> Iterator[str]:
        yield from unknown(names, self.decks, "is seen by a deck that is none:")
        for name in names:
            if name in self.decks and name not in self.closed:
                yield (
                    f"is seen by cards drawn from, or put back into, {name!r}; everybody sees the "
                    "cards there, so a card that goes there or comes from there is moved(...)"
                )

    def _key(self, sign: Sign) -> Iterator[str]:
        if sign.kind is seen.Declared:
            yield from unknown([sign.key], self.actions, "is declared by an action that is none:")
        elif sign.kind is seen.Rolled:
            yield from unknown([sign.key], self.dice, "is rolled by dice that are none:")
        elif sign.kind not in _WITHOUT_A_PIECE and self.roles is not None:
            yield from unknown(
                [sign.key], self.roles, "is seen by a piece of a kind or role that is none:"
            )


def _fields(sign: Sign) -> Iterator[str]:
    """The fields of the verb that a sign names."""
    for _, wanted in sign.parts:
        if isinstance(wanted, str):
            yield wanted
        elif isinstance(wanted, Field):
            yield wanted.name
        elif isinstance(wanted, Meant) and isinstance(wanted.of, str):
            yield wanted.of


def _unknown_fields(names: Iterable[str], fields: Collection[str]) -> Iterator[str]:
    """Messages for names that are no fields; names that begin with ``_`` are only for guesses."""
    told = (name for name in names if name and not name.startswith("_"))
    for line in unknown(told, fields, "has no field"):
        is_near = "did you mean" in line
        yield line if is_near else f"{line} (a value that is no field is written one_of(...))"

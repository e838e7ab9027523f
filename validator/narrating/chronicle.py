"""A log's verbs as paragraphs, each verb in the game's own sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from validator.explaining.facts import Moved
from validator.explaining.nodes import Entry
from validator.explaining.telling import Explanation
from validator.narrating.clauses import COUNTED, Clause, Said, add, sentences
from validator.narrating.sentences import (
    COUNT,
    Group,
    Named,
    Part,
    Sentence,
    TellingError,
    Wording,
)
from validator.narrating.words import Names, listed, number, thrown
from validator.rules.engine import GameRules
from validator.rules.scenes import Scene
from validator.rules.states import Outcome
from validator.rules.verbs import Verb, field_names, spelled

_PLAIN = ("piece", "unit", "ship", "force")
"""Fields that are given without their names, if a verb has no sentence of its own."""
_BEFORE = {"to": "to", "hex": "in", "at": "in", "start": "from", "target": "at"}
"""The prepositions of other fields there."""
_OBJECTS = ("hex",)
"""Of these, fields that are not known to be a place or the object of a verb that states nothing
else: ``targets (hex 0406)``."""
_VERBS = frozenset((
    "activate", "add", "advance", "answer", "ask", "assault", "attack", "block", "bombard",
    "bring", "build", "buy", "call", "cancel", "capture", "change", "choose", "command",
    "commit", "cross", "damage", "declare", "defend", "deploy", "discard", "draw", "drop", "end",
    "enter", "exit", "fight", "fire", "gain", "hide", "join", "land", "launch", "leave", "load",
    "log", "lose", "make", "mark", "move", "name", "offer", "open", "pass", "pay", "pick",
    "place", "plan", "play", "plot", "pursue", "push", "put", "raid", "rally", "react", "refit",
    "remove", "repair", "retreat", "return", "reveal", "roll", "score", "search", "see", "send",
    "set", "shoot", "show", "sink", "spend", "split", "stay", "stop", "supply", "take", "trade",
    "turn", "use", "win", "withdraw",
))  # fmt: skip
"""First words by which a verb of several words says what somebody does."""


class Teller:
    """Writes a game's verbs as sentences; ``wording`` are its ``told.yaml``, ``scene`` is the
    log."""

    def __init__(self, rules: GameRules, wording: Wording, scene: Scene) -> None:
        self.rules = rules
        self._wording = wording
        self.names = Names(scene, rules.game, wording.called)
        self._sides = {side.id: side.name for side in rules.game.sides}
        self._counters = {one.id for one in rules.game.counters}
        self._again = dict(wording.sides.values())
        self._words = {**self._places(), **wording.words}

    def _places(self) -> Mapping[str, str]:
        """The names of hexes, from a table of the definition."""
        if self._wording.places is None:
            return {}
        chart, hexes, names = self._wording.places
        try:
            table = self.rules.game.table(chart)
            return {
                str(table.value(row.id, hexes)): str(table.value(row.id, names))
                for row in table.rows
            }
        except KeyError as trouble:
            raise TellingError(
                f"{self._wording.file}: places: no {trouble} in the charts"
            ) from trouble

    def chapters(
        self, explanation: Explanation, outcome: Outcome | None = None
    ) -> Iterator[tuple[str, list[list[Said]]]]:
        """The heading and the paragraphs of each turn, as sentences; the ``outcome`` comes last."""
        heading: str | None = None
        paragraphs: list[list[Clause]] = []
        opens = False
        for entry in explanation.entries:
            verb = entry.verb
            if verb is None:
                continue
            if entry.fact is not None:
                self.names.upto(entry.fact.seen.step)
            new = self.heading(entry.before)
            if new != heading:
                if any(paragraphs):
                    yield heading or "", list(map(sentences, filter(None, paragraphs)))
                heading, paragraphs = new, [[]]
            opens = opens or type(verb).__name__ in self._wording.paragraphs
            clause = self.clause(entry)
            if clause is not None:
                step = entry.fact.seen.step if entry.fact is not None else 0
                clause = replace(clause, step=step)
                _add(paragraphs, clause, opens)
                opens = False
        if outcome is not None:
            paragraphs.append(list(self._ending(outcome)))
        if any(paragraphs):
            yield heading or "", list(map(sentences, filter(None, paragraphs)))

    def heading(self, state: Any) -> str:
        """The heading of a turn: that of ``told.yaml``, else its number and the text in its cell of
        the turn track."""
        turns, turn = self.rules.game.turns, state.turn
        if turns is not None and turn < turns.first:
            return "Set-up"
        said = self._wording.heading
        if said is not None:

            def word(part: Named) -> str | None:
                return self.word(self._walked(state, part.path, None), part.form or "number")

            return self._filled(said.predicate, word) or f"Turn {turn}"
        if turns is None:
            return f"Turn {turn}"
        tracks = (track for one in self.rules.game.maps for track in one.tracks)
        cells = [t.cells[turn] for t in tracks if t.marker == turns.marker and turn in t.cells]
        return ": ".join([f"{turns.name} {turn}", *cells[:1]])

    def clause(self, entry: Entry) -> Clause | None:
        """The clause for a verb; None if the story leaves it out."""
        assert entry.verb is not None
        name = type(entry.verb).__name__
        sentences = self._wording.verbs.get(name)
        if sentences is None:
            if type(entry.verb) is self.rules.module.reading.ends_turn:
                return None  # the next heading shows it
            subject, again = self._called(self._side(entry))
            words = _by_default(self, entry, subject, are_many(subject, again))
            self.names.sentence_made(used=True)
            return Clause(subject or "somebody", again, name, words)
        for one in sentences:
            made = self._made(one, entry, name)
            self.names.sentence_made(used=made is not None)
            if made is not None:
                return made
        return None

    def _made(self, said: Sentence, entry: Entry, name: str) -> Clause | None:
        def value(path: tuple[str, ...]) -> Any:
            return self._value(entry, path)

        if not all(_holds(value(path), wanted) for path, wanted in said.when.items()):
            return None

        def word(part: Named) -> str | None:
            return self.word(value(part.path), part.form, _is_dice(entry.verb, part.path))

        subject, again = self._called(self._side(entry))
        if said.subject:
            found = self._filled(said.subject, word)
            if found is None:
                return None
            subject, again = found, self._again.get(found, found)
        before, items, behind = _split(said.predicate)
        texts = [self._filled(parts, word) for parts in (before, items, behind)]
        if None in texts:
            return None
        head, item, tail = (text or "" for text in texts)
        many = self._many(said.many, word) if said.many is not None else None
        return Clause(subject, again, name, head, (item,) if item else (), tail, many=many)

    def _many(self, said: Sentence, word: Any) -> tuple[str, str] | None:
        """Subject and predicate for the same done several times; None if a field is not known."""

        def counted(part: Named) -> str | None:
            return COUNTED if part.path == (COUNT,) else word(part)

        subject, predicate = (self._filled(p, counted) for p in (said.subject, said.predicate))
        return None if subject is None or predicate is None else (subject, predicate)

    def _ending(self, outcome: Outcome) -> Iterator[Clause]:
        """The rule by which the game ended, and who won."""
        yield Clause("", "", "", self.rules.says(outcome.case).rstrip("."))
        values = {"winner": outcome.winner, "score": outcome.score}

        def word(part: Named) -> str | None:
            return self.word(values[part.path[0]], part.form)

        for said in self._wording.end:
            if all(_holds(values[path[0]], wanted) for path, wanted in said.when.items()):
                subject, predicate = (self._filled(p, word) for p in (said.subject, said.predicate))
                if subject is not None and predicate is not None:
                    yield Clause(subject, subject, "", predicate)
                    return
        winner, again = self._called(outcome.winner)
        yield Clause(winner, again, "", "win" if are_many(winner, again) else "wins")

    def is_counter(self, value: Any) -> bool:
        """Whether a value of a verb's field is a counter, or a piece that lay face down."""
        return isinstance(value, str) and (value in self._counters or value.startswith("piece "))

    def _side(self, entry: Entry) -> str:
        """The side that acts: the verb's own side, the one seen to act, or the only one that
        could."""
        assert entry.verb is not None
        seen = entry.fact.seen.side if entry.fact is not None else None
        if entry.verb.by or seen:
            return entry.verb.by or seen or ""
        dues = self.rules.due(entry.before)
        able = {one.side for one in dues if one.side and type(entry.verb) in one.verbs}
        return able.pop() or "" if len(able) == 1 else ""

    def _called(self, side: str) -> tuple[str, str]:
        """A side's name at the first mention, and in the next sentences."""
        if side in self._wording.sides:
            return self._wording.sides[side]
        name = self._sides.get(side, side)
        name = name if not name or name.lower().startswith("the ") else f"the {name}"
        return name, name if is_plural(name) else "it"

    def _value(self, entry: Entry, path: tuple[str, ...]) -> Any:
        first, verb = path[0], entry.verb
        if first == "side":
            return self._side(entry)
        if first == "from":
            return entry.fact.before if isinstance(entry.fact, Moved) else None
        if first in ("before", "after"):
            return self._walked(getattr(entry, first), path[1:], verb)
        return self._walked(verb, path, verb)

    def _walked(self, value: Any, path: Sequence[str], verb: Verb | None) -> Any:
        """The value at a path such as ``before.pieces.piece.kind``: a name that is a field of the
        verb (``piece``) stands for that field's value, ``last`` for the last of several."""
        for name in path:
            if value is None:
                return None
            if isinstance(value, tuple):
                value = value[-1] if value and name == "last" else None
            elif isinstance(value, Mapping):
                value = value.get(getattr(verb, name, name))
            elif hasattr(value, name):
                value = getattr(value, name)
            else:
                lacks = f"{type(value).__name__} has no {name!r}"
                raise TellingError(f"{self._wording.file}: {'.'.join(path)}: {lacks}")
        return _sole(value)

    def _filled(self, parts: Sequence[Part], word: Any) -> str | None:
        """A sentence with its fields filled in; None if one is not known."""
        texts = []
        for part in parts:
            if isinstance(part, str):
                texts.append(part)
                continue
            if isinstance(part, Group):
                inner = self._filled(part.parts, word)
                if inner is None and part.kind == "[":
                    return None
                texts.append(inner or "")
                continue
            text = word(part)
            if text is None:
                return None
            texts.append(text)
        return "".join(texts)

    def word(self, value: Any, form: str = "", dice: bool = False) -> str | None:
        """A value in words; None if it is not known."""
        if value is None or value == "" or value == () or isinstance(value, bool):
            return None
        if isinstance(value, int):
            return _in_words(value, form, dice)
        if isinstance(value, tuple | list | frozenset):
            row = sorted(value) if isinstance(value, frozenset) else list(value)
            if form == "count":
                return number(len(row))
            if form in ("first", "last"):
                return self.word(row[0 if form == "first" else -1])
            if all(isinstance(one, int) for one in row):
                return thrown(row)
            return listed(self.word(one) or "" for one in row)
        text = str(value)
        if text in self._words:
            return self._words[text]
        return self._called(text)[0] if text in self._sides else self.names.called(text)


def _in_words(value: int, form: str, dice: bool) -> str:
    if form == "number":
        return str(value)
    if form == "s":
        return "s" if abs(value) != 1 else ""
    if form == "size":
        return number(abs(value))
    return thrown((value,)) if dice else number(value)


def _sole(value: Any) -> Any:
    """The only value of a set of possible ones, None if there are several; other values as they
    are."""
    if isinstance(value, frozenset):
        return next(iter(value)) if len(value) == 1 else None
    return value


def _is_dice(verb: Verb | None, path: Sequence[str]) -> bool:
    """Whether chance decides a field of a verb."""
    rows = fields(verb) if verb is not None and len(path) == 1 else ()
    return any(one.name == path[0] and one.metadata.get("chance") for one in rows)


def _holds(value: Any, wanted: Any) -> bool:
    """Whether a value meets a condition of ``when``: equal, one of a list, ``some``, ``none``,
    ``<0`` or ``>0``; several values also by their number."""
    if isinstance(wanted, list) and not isinstance(value, tuple):
        return any(_holds(value, one) for one in wanted)
    if wanted == "some":
        return value not in (None, "", (), False)
    if wanted == "none":
        return value in (None, "", (), False)
    if wanted in ("<0", ">0"):
        return isinstance(value, int) and (value < 0 if wanted == "<0" else value > 0)
    if isinstance(value, tuple):
        return len(value) == wanted if isinstance(wanted, int) else list(value) == wanted
    return bool(value == wanted)


def _split(
    parts: Sequence[Part],
) -> tuple[Sequence[Part], Sequence[Part], Sequence[Part]]:
    """The parts of a sentence before, in and after its repeated group."""
    for at, part in enumerate(parts):
        if isinstance(part, Group) and part.kind == "[":
            return parts[:at], part.parts, parts[at + 1 :]
    return parts, (), ()


def are_many(name: str, again: str) -> bool:
    """Whether a verb after a name is that of several: as the word that stands for it later says,
    else by the name."""
    if again.lower() in ("it", "he", "she", "they"):
        return again.lower() == "they"
    return is_plural(name)


def is_plural(name: str) -> bool:
    """Whether the name of a side is one of several people, as well as that can be seen.

    >>> is_plural("the Tribes"), is_plural("the Legion"), is_plural("the Swiss")
    (True, False, False)
    """
    return name.endswith("s") and not name.endswith(("ss", "us"))


def _by_default(teller: Teller, entry: Entry, subject: str, plural: bool) -> str:
    """A verb without a sentence of its own: ``moves Tiger to 0304``, ``ends the player turn``;
    ``plural``: its subject is several people."""
    assert entry.verb is not None
    kind = type(entry.verb)
    first, *rest = spelled(kind).split()
    if first == "end" and rest:
        rest = ["the", *rest]
    does = [first if plural else _third(first), *rest]
    if rest and first not in _VERBS:
        does = ["have" if plural else "has", first, *rest]
    stated: list[str] = []
    others: list[str] = []
    dice: list[str] = []
    for name in field_names(kind):
        value = _sole(getattr(entry.verb, name))
        by_chance = _is_dice(entry.verb, (name,))
        word = teller.word(value, "", by_chance)
        known = (subject, *stated, *(one.partition(" (")[0] for one in stated))
        if word is None or word in known:
            continue
        if by_chance and not isinstance(value, str):
            dice.append(word)
        elif name in _PLAIN or name in rest[-1:]:
            stated.append(word)
            does = does[:-1] if name in does[1:] else does
        elif name in _BEFORE and (stated or name not in _OBJECTS):
            stated.append(f"{_BEFORE[name]} {word}")
        elif not stated and teller.is_counter(value):
            stated.append(word)
        else:
            others.append(f"{name.replace('_', ' ')} {word}")
    more = f" ({', '.join(others)})" if others else ""
    return " ".join([*does, *stated]) + more + (f": {listed(dice)}" if dice else "")


def _third(verb: str) -> str:
    """The third person of a verb.

    >>> _third("pass"), _third("play"), _third("try")
    ('passes', 'plays', 'tries')
    """
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


def _add(paragraphs: list[list[Clause]], new: Clause, opens: bool) -> None:
    """Add a clause to the last paragraph, or to a new one if it ``opens`` one and is not just one
    more item of the sentence before it."""
    clauses = paragraphs[-1]
    last = clauses[-1] if clauses else None
    if opens and last is not None and not (len(clauses) == 1 and last.subject == new.subject):
        paragraphs.append([new])
    elif opens and last is not None and len(last.items) + len(new.items) > 2:
        clauses.append(new)
    else:
        add(clauses, new)

"""Explanations as a table: what was seen, what it is read as, and the price of that with its
reason.

Only the steps around one step are shown, by the numbers that findings name: of a game recorded in
Tabletop Simulator these are the recorder's entries. The cheapest (best) explanation comes first; of
the others only what they read differently, what they accuse anybody of, and how much dearer they
are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from generator.counting import first_of, plural
from generator.light import dataclass
from validator.explaining import prices
from validator.explaining.facts import (
    Came,
    Declared,
    Drawn,
    Fact,
    Hidden,
    Moved,
    Points,
    PutIn,
    Rolled,
    Sealed,
    Shown,
    Turned,
    TurnShown,
    Went,
)
from validator.explaining.nodes import Entry
from validator.explaining.telling import Explanation, explain
from validator.rules.cases import Broken
from validator.rules.engine import GameRules
from validator.rules.scenes import Scene
from validator.rules.verbs import Verb, field_names, spelled, value_in_words

RIVALS = 3
"""How many explanations are shown at most."""
AROUND = 4
"""How many steps are shown before and after the step in question."""
_IDENTIFIER = re.compile(r"[a-z]+(?:_[a-z0-9]+)+")
_ELSEWHERE = 6
"""How many steps of further differences are named at most."""


@dataclass(frozen=True, slots=True)
class Numbering:
    """The numbers by which findings name the steps of a game."""

    numbers: Sequence[int]
    """The number of each step, the first step's first."""
    last: int
    """The last number that the files have."""
    noun: str = "step"
    """``step``, or ``entry`` for a game recorded in Tabletop Simulator."""

    def of(self, step: int) -> int:
        """The number of a step; 0 for the beginning, and the last number after the end."""
        return self.numbers[min(step, len(self.numbers)) - 1] if step > 0 else 0

    def steps(self, number: int) -> list[int]:
        """The steps with a number; if it is no step's last entry, the step that follows."""
        found = [step for step, one in enumerate(self.numbers, 1) if one == number]
        later = (step for step, one in enumerate(self.numbers, 1) if one > number)
        return found or [*islice(later, 1)]

    def named(self, steps: Iterable[int]) -> str:
        """``step 31``; ``entries 31, 33 and 7 more``."""
        numbers = [*dict.fromkeys(map(self.of, steps))]
        noun = self.noun if len(numbers) == 1 else plural(self.noun)
        return f"{noun} {first_of(map(str, numbers), _ELSEWHERE)}"

    def to_json(self, step: int | None) -> dict[str, int | None]:
        """A step as plain values for JSON, with its entry if the game has any."""
        if self.noun == "step":
            return {"step": step}
        return {"step": step, self.noun: step and self.of(step)}


@dataclass(frozen=True, slots=True)
class _Row:
    """One entry of an explanation."""

    price: float
    step: int
    shown: bool
    """Whether anything in the log shows it."""
    seen: str
    read: str
    why: str

    def cells(self, numbering: Numbering) -> tuple[str, ...]:
        """The row as text."""
        at = str(numbering.of(self.step)) if self.shown else "-"
        return f"{self.price:.1f}", at, self.seen, self.read, self.why

    def to_json(self, numbering: Numbering) -> dict[str, object]:
        """The row as plain values for JSON; ``step`` is None if nothing in the log shows it."""
        at = numbering.to_json(self.step if self.shown else None)
        read = {"seen": self.seen, "read": self.read, "why": self.why}
        return {"price": round(self.price, 2), **at, **read}

    @property
    def meaning(self) -> tuple[int, str, str]:
        """The row without its price: equal readings have equal meanings."""
        return self.step, self.seen, self.read


@dataclass(frozen=True, slots=True)
class Rival:
    """An explanation as shown: the cheapest, or one that reads something differently."""

    dearer: float
    """How much dearer it is than the cheapest."""
    accuses: str
    rows: tuple[_Row, ...]
    """Its rows near the step; for a dearer one only those that differ."""
    elsewhere: str = ""
    """Where else it differs from the cheapest, in words."""

    def to_json(self, numbering: Numbering) -> dict[str, object]:
        """The explanation as plain values for JSON."""
        rows = [row.to_json(numbering) for row in self.rows]
        price: dict[str, object] = {"dearer": round(self.dearer, 2), "accuses": self.accuses}
        return price | {"reads": rows} | ({"elsewhere": self.elsewhere} if self.elsewhere else {})


@dataclass(frozen=True, slots=True)
class Around:
    """The reading of a log around a step."""

    step: int
    price: float
    """The price of the cheapest explanation, for the whole log."""
    rivals: tuple[Rival, ...]
    """The cheapest first."""
    verdicts: tuple[str, ...]
    """Whether each accusation stands, in sentences."""
    numbering: Numbering

    @property
    def stretch(self) -> tuple[int, int]:
        """The first and the last step that are shown."""
        return max(1, self.step - AROUND), self.step + AROUND

    def lines(self) -> Iterator[str]:
        """The reading as lines of text."""
        yield f"How {self.numbering.named([self.step])} is read (the lower the price, the likelier)"
        for number, one in enumerate(self.rivals, 1):
            cost = f"price {self.price:.1f}" if number == 1 else f"{one.dearer:.1f} dearer"
            yield ""
            yield f"Explanation {number}, {cost}: {one.accuses}"
            if one.rows:
                yield from _table(one.rows, self.numbering)
            if one.elsewhere:
                yield f"  {one.elsewhere}"
        yield ""
        yield from self.verdicts

    def to_json(self) -> dict[str, object]:
        """The reading as plain values for JSON."""
        return {
            **self.numbering.to_json(self.step),
            "price": round(self.price, 2),
            "explanations": [one.to_json(self.numbering) for one in self.rivals],
            "verdicts": list(self.verdicts),
        }


def around(
    rules: GameRules,
    scene: Scene,
    found: Explanation,
    step: int,
    names: Mapping[str, str],
    numbering: Numbering,
) -> Around:
    """The best explanations of a scene around a step, with their prices.

    ``found`` is how the audit explains the scene. ``numbering`` says how the report numbers the
    steps. ``names`` are the pieces' names in reports. The explanations are those of a wider search
    than the audit's, which finds more of them, unless it takes too long or accuses of something
    else.
    """
    wider = explain(rules, scene, narrow=False)
    if wider.gave_up is None and _broken(wider) == _broken(found):
        found = wider
    words = Words(rules, names, _called(scene))
    least, cheapest = found.rivals[0]
    best = _rows(words, cheapest)
    near = tuple(row for row in best if abs(row.step - step) <= AROUND)
    nothing = "" if near else f"nothing of the game happens within {AROUND} steps of it"
    rivals = [Rival(0.0, _accused(cheapest, numbering), near, nothing)]
    accusing = [
        one
        for one in found.entries
        if one.faults and one.fact and abs(one.fact.seen.step - step) <= AROUND
    ]
    for price, entries in _worth_showing(found, accusing):
        other = _otherwise(_rows(words, entries), best, step, numbering)
        rival = Rival(price - least, _accused(entries, numbering), *other)
        if all(
            (one.accuses, *_content(one)) != (rival.accuses, *_content(rival)) for one in rivals
        ):
            rivals.append(rival)
        if len(rivals) == RIVALS:
            break
    rivals.sort(key=lambda one: one.dearer)
    verdicts = tuple(_verdicts(found, words, accusing, rivals, numbering))
    return Around(step, least, tuple(rivals), verdicts, numbering)


def _broken(found: Explanation) -> list[tuple[Fact | None, list[str]]]:
    """The facts at which the cheapest explanation breaks cases that stand, and these cases."""
    broken = (one for one in found.entries if one.faults and found.stands(one))
    return [(one.fact, [case.id for case, _ in one.faults]) for one in broken]


def _content(rival: Rival) -> tuple[object, ...]:
    return (tuple(row.meaning for row in rival.rows), rival.elsewhere)


def _worth_showing(
    found: Explanation, accusing: Sequence[Entry]
) -> Iterator[tuple[float, tuple[Entry, ...]]]:
    """The dearer explanations; those that put an accusation in doubt come first."""
    for entry in accusing:
        hardest = found.hardest(entry)
        for price, entries in found.rivals[1:]:
            if not any(hardest in found.accused_of(one) for one in entries):
                yield price, entries
                break
    yield from found.rivals[1:]


def _otherwise(
    rows: Sequence[_Row], best: Sequence[_Row], step: int, numbering: Numbering
) -> tuple[tuple[_Row, ...], str]:
    """The differences of a dearer explanation from the cheapest: near the step, and elsewhere."""
    known = {row.meaning for row in best}
    other = [row for row in rows if row.meaning not in known]
    near = tuple(row for row in other if abs(row.step - step) <= AROUND)
    away = list(dict.fromkeys(row.step for row in other if abs(row.step - step) > AROUND))
    if away:
        where = "it also differs" if near else "here it reads the same; it differs"
        at = "the beginning" if away == [0] else numbering.named(away)
        return near, f"{where} at {at}"
    if near:
        return near, ""
    mine = {row.meaning for row in rows}
    left = list(dict.fromkeys(row.step for row in best if row.meaning not in mine))
    at = f" at {numbering.named(left[:1])}" if left else ""
    return near, f"the same acts, but one fewer{at}" if left else "the same acts in another order"


def _verdicts(
    found: Explanation,
    words: Words,
    accusing: Sequence[Entry],
    rivals: Sequence[Rival],
    numbering: Numbering,
) -> Iterator[str]:
    """Whether each accusation of the cheapest explanation near the step stands."""
    if found.gave_up is not None:
        since = numbering.named([found.gave_up])
        yield f"No explanation fits from {since} on: nothing is judged."
        return
    for entry in accusing:
        shown_at = numbering.named([entry.fact.seen.step]) if entry.fact else ""
        where = shown_at or "an act that nothing shows"
        what = f"{words.broken(entry)} ({where})"
        dearer = found.doubt(entry)
        shown = [n for n, one in enumerate(rivals, 1) if n > 1 and abs(one.dearer - dearer) < 0.05]
        which = f"explanation {shown[0]}" if shown else "it comes to the same table as another"
        if not found.stands(entry):
            yield (
                f"Does not stand: {what}. Without this breach the log costs {dearer:.1f} more "
                f"({which}); below {prices.MARGIN:.1f} more is doubt."
            )
        elif dearer == float("inf"):
            yield f"Stands: {what}. Every explanation holds it."
        else:
            yield (
                f"Stands: {what}. Without this breach the log costs {dearer:.1f} more ({which}); "
                f"from {prices.MARGIN:.1f} more on there is no doubt."
            )
    if not accusing:
        yield "The cheapest explanation accuses nobody of anything here."


def _accused(entries: Sequence[Entry], numbering: Numbering) -> str:
    """The accusations of an explanation, in one line."""
    rows = [
        f"{case.id} in {numbering.named([one.fact.seen.step])}" if one.fact else case.id
        for one in entries
        for case, _ in one.faults
    ]
    return f"breaks {', '.join(dict.fromkeys(rows))}" if rows else "innocent"


def _rows(words: Words, entries: Sequence[Entry]) -> list[_Row]:
    rows, at = [], 0
    for entry in entries:
        fact = entry.fact
        at = fact.seen.step if fact is not None else at
        seen = words.seen(fact) if fact is not None else "nothing"
        read = words.read(entry.verb) if entry.verb is not None else "means nothing"
        rows.append(_Row(entry.price, at, fact is not None, seen, read, words.why(entry)))
    return rows


def _table(rows: Sequence[_Row], numbering: Numbering) -> Iterator[str]:
    heads = ("price", numbering.noun, "seen", "read as", "why this price")
    cells = [heads, *(row.cells(numbering) for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(4)]
    for row in cells:
        a, b, c, d = (
            f"{text:>{width}}" if column < 2 else f"{text:<{width}}"
            for column, (text, width) in enumerate(zip(row[:4], widths, strict=True))
        )
        yield f"  {a}  {b}  {c}  {d}  {row[4]}".rstrip()


@dataclass(frozen=True)
class Words:
    """Puts facts and verbs into a report's words."""

    rules: GameRules
    names: Mapping[str, str]
    """The pieces' names in reports, by key."""
    called: Mapping[str, str]
    """The text on each piece and marker, by key."""

    def seen(self, fact: Fact) -> str:
        """A fact in a few words: ``Exeter goes from B3 to B4``."""
        words = self._of_piece(fact) or self._of_no_piece(fact)
        return f"{words} ({fact.seen.side})" if fact.seen.side else words

    def _of_piece(self, fact: Fact) -> str:
        piece = self.piece(fact.about) if fact.about else ""
        match fact:
            case Moved():
                return f"{piece} goes from {_at(fact.before)} to {_at(fact.after)}"
            case Drawn():
                return f"{piece} comes out of {fact.deck}"
            case PutIn():
                return f"{piece} goes into {fact.deck}"
            case Turned():
                return f"{piece} is turned to face {fact.level}"
            case Shown():
                return f"{piece} is turned up" + (" and down again" if fact.look else "")
            case Hidden():
                return f"{piece} is turned down"
            case Came():
                return f"{piece} appears in {_at(fact.after)}"
            case Went():
                return f"{piece} is gone from {_at(fact.before)}"
        return ""

    def _of_no_piece(self, fact: Fact) -> str:
        game = self.rules.game
        match fact:
            case Points():
                return f"the {fact.key} shows {fact.points} points"
            case TurnShown():
                return f"the turn is shown as {fact.turn}"
            case Rolled():
                name = game.dice_button(fact.key).name if game is not None else fact.key
                return f"{name}: {' '.join(map(str, fact.dice))}"
            case Declared():
                line = game.action(fact.key).keyword if game is not None else fact.key
                return f"{line} {fact.detail}".strip()
            case Sealed():
                number = "" if fact.turn is None else f".{fact.turn}"
                return f"SEAL {fact.key}{number}"
        return type(fact).__name__

    def read(self, verb: Any) -> str:
        """A verb in a few words: ``move piece: Exeter, to B4``."""
        kind = type(verb)
        fields: list[str] = []
        for name in field_names(kind):
            words = self._value(kind, name, getattr(verb, name))
            if words and not any(words.lower() in one.lower() for one in fields):
                plain = name in ("piece", "dice") or isinstance(getattr(verb, name), bool)
                fields.append(words if plain else f"{name.replace('_', ' ')} {words}")
        return f"{spelled(kind)}: {', '.join(fields)}" if fields else spelled(kind)

    def _value(self, kind: type[Verb], name: str, value: Any) -> str:
        """A field's value in words, with the names of counters for their ids; empty if nothing."""
        if isinstance(value, tuple | list | frozenset):
            words = value_in_words(kind, name, [self._word(one) for one in value]) if value else ""
        else:
            words = value_in_words(kind, name, self._word(value))
        return self.named(words)

    def _word(self, value: Any) -> Any:
        if not isinstance(value, str) or value in self.names:
            return value  # `named` knows it
        found = self._counters.get(value, value)
        return found.replace("_", " ") if _IDENTIFIER.fullmatch(found) else found

    @cached_property
    def _counters(self) -> dict[str, str]:
        """The names of all counters of the game, by id."""
        counters = self.rules.game.counters if self.rules.game is not None else ()
        return {one.id: one.name for one in counters}

    def broken(self, entry: Entry) -> str:
        """The cases that an entry breaks, and how."""
        return "; ".join(
            f"{case.id} {self.named(said.did if isinstance(said, Broken) else said)}"
            for case, said in entry.faults
        )

    def why(self, entry: Entry) -> str:
        """The reason of an entry's price, in a few words."""
        if entry.faults:
            return f"breaks {self.broken(entry)}"
        if entry.verb is None:
            return _noise(entry)
        if entry.fact is None:
            if not entry.price:
                return "must have been done, in secret or as the table shows"
            usual = entry.price >= prices.ASSUMED_UNUSUALLY
            return "assumed" + (", though this log shows it elsewhere" if usual else "")
        if entry.held:
            return "done at another time than it was seen"
        if entry.price >= prices.OTHER_TURN:
            return "the line names another turn"
        return "its sign"

    def piece(self, key: str) -> str:
        """A piece's name in reports."""
        return self.names.get(key) or self.called.get(key) or key

    def named(self, text: str) -> str:
        """A text in which the keys of pieces are replaced by their names in reports."""
        if not self.names:
            return text
        keys = sorted(self.names, key=len, reverse=True)
        pattern = rf"\b(?:{'|'.join(map(re.escape, keys))})\b"
        return re.sub(pattern, lambda found: self.names[found.group(0)], text)


def _called(scene: Scene) -> dict[str, str]:
    """The text on each piece and marker, as seen last."""
    found = {token.key: token.name for token in scene.start.values()}
    for seen in scene.steps:
        found.update({change.token.key: change.token.name for change in seen.changes})
    return found


def _noise(entry: Entry) -> str:
    """Why a fact may mean nothing."""
    match entry.fact:
        case Rolled():
            owed = entry.price >= prices.OWED_DIE
            return "dice that were owed, rolled for nothing" if owed else "dice rolled for nothing"
        case Declared():
            slip = entry.price <= prices.SLIP
            return "a slip, corrected or clicked by the other side" if slip else "said for nothing"
        case Shown(look=True) | Hidden(look=True):
            return "a look"
        case TurnShown():
            ahead = entry.price >= prices.TRACKER_AHEAD
            return "shown though no turn ended" if ahead else "one click too many on the tracker"
    cheap = entry.price <= prices.MARKER
    return "a marker, moved as a reminder" if cheap else "handled for no reason"


def _at(place: str) -> str:
    return place or "off the map"

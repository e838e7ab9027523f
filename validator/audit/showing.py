"""Explanations as a table for people: what was seen, what it is read as, what that costs and why.

They are reported around one step. The cheapest stands first; of each other one only what it reads
otherwise, what it accuses anybody of, and how much dearer it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

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
from validator.rules.verbs import field_names, spelled, value_in_words

RIVALS = 3
"""So many explanations are reported."""
AROUND = 4
"""So many steps before and after the one that is asked for."""
_HEADS = ("price", "step", "seen", "read as", "why this price")
_ELSEWHERE = 6
"""So many steps are named at which explanations differ elsewhere."""


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

    @property
    def cells(self) -> tuple[str, ...]:
        at = str(self.step) if self.shown else "-"
        return f"{self.price:.1f}", at, self.seen, self.read, self.why

    def to_json(self) -> dict[str, object]:
        """The same for programs; ``step`` is ``None`` where nothing shows it."""
        at = self.step if self.shown else None
        price = round(self.price, 2)
        return {"price": price, "step": at, "seen": self.seen, "read": self.read, "why": self.why}

    @property
    def meaning(self) -> tuple[int, str, str]:
        """What tells two readings apart, whatever they cost."""
        return self.step, self.seen, self.read


@dataclass(frozen=True, slots=True)
class Rival:
    """An explanation as it is reported: the cheapest, or one that reads something otherwise."""

    dearer: float
    """Than the cheapest."""
    accuses: str
    rows: tuple[_Row, ...]
    """What it says near the step; of a dearer one only what it reads otherwise."""
    elsewhere: str = ""
    """Where else it differs from the cheapest."""

    def to_json(self) -> dict[str, object]:
        """The same for programs."""
        rows = [row.to_json() for row in self.rows]
        told: dict[str, object] = {"dearer": round(self.dearer, 2), "accuses": self.accuses}
        return told | {"reads": rows} | ({"elsewhere": self.elsewhere} if self.elsewhere else {})


@dataclass(frozen=True, slots=True)
class Around:
    """How a log reads around a step."""

    step: int
    price: float
    """Of the cheapest explanation, for the whole log."""
    rivals: tuple[Rival, ...]
    """The cheapest first."""
    verdicts: tuple[str, ...]
    """What becomes of each accusation, in a sentence."""

    @property
    def stretch(self) -> tuple[int, int]:
        """The first and the last step that are reported."""
        return max(1, self.step - AROUND), self.step + AROUND

    def lines(self) -> Iterator[str]:
        """The same for people."""
        yield f"How step {self.step} is read (the lower the price, the likelier)"
        for number, one in enumerate(self.rivals, 1):
            cost = f"price {self.price:.1f}" if number == 1 else f"{one.dearer:.1f} dearer"
            yield ""
            yield f"Explanation {number}, {cost}: {one.accuses}"
            if one.rows:
                yield from _table(one.rows)
            if one.elsewhere:
                yield f"  {one.elsewhere}"
        yield ""
        yield from self.verdicts

    def to_json(self) -> dict[str, object]:
        """The same for programs."""
        return {
            "step": self.step,
            "price": round(self.price, 2),
            "explanations": [one.to_json() for one in self.rivals],
            "verdicts": list(self.verdicts),
        }


def around(
    rules: GameRules, scene: Scene, step: int, names: Mapping[str, str] | None = None
) -> Around:
    """The cheapest explanations of a scene around a step, with their prices.

    ``names`` says what a report calls a piece.
    """
    found = explain(rules, scene, narrow=False)
    if found.gave_up is not None:  # too long to look widely all the way: as the audit looks
        found = explain(rules, scene)
    words = Words(rules, names or {}, _called(scene))
    least, cheapest = found.rivals[0]
    best = _rows(words, cheapest)
    near = tuple(row for row in best if abs(row.step - step) <= AROUND)
    nothing = "" if near else f"nothing of the game happens within {AROUND} steps of it"
    told = [Rival(0.0, _accused(cheapest), near, nothing)]
    accusing = [
        one
        for one in found.entries
        if one.faults and one.fact and abs(one.fact.seen.step - step) <= AROUND
    ]
    for price, entries in _worth_telling(found, accusing):
        other = _otherwise(_rows(words, entries), best, step)
        rival = Rival(price - least, _accused(entries), *other)
        if all((one.accuses, *_told(one)) != (rival.accuses, *_told(rival)) for one in told):
            told.append(rival)
        if len(told) == RIVALS:
            break
    told.sort(key=lambda one: one.dearer)
    verdicts = tuple(_verdicts(found, words, accusing, told))
    return Around(step, least, tuple(told), verdicts)


def _told(rival: Rival) -> tuple[object, ...]:
    return (tuple(row.meaning for row in rival.rows), rival.elsewhere)


def _worth_telling(
    found: Explanation, accusing: Sequence[Entry]
) -> Iterator[tuple[float, tuple[Entry, ...]]]:
    """The dearer explanations: those first on which a doubt of the cheapest rests."""
    for entry in accusing:
        hardest = found.hardest(entry)
        for price, entries in found.rivals[1:]:
            if not any(hardest in found.accused_of(one) for one in entries):
                yield price, entries
                break
    yield from found.rivals[1:]


def _otherwise(
    rows: Sequence[_Row], best: Sequence[_Row], step: int
) -> tuple[tuple[_Row, ...], str]:
    """What a dearer explanation reads otherwise than the cheapest: near the step, and elsewhere."""
    known = {row.meaning for row in best}
    other = [row for row in rows if row.meaning not in known]
    near = tuple(row for row in other if abs(row.step - step) <= AROUND)
    away = list(dict.fromkeys(row.step for row in other if abs(row.step - step) > AROUND))
    if away:
        named = ", ".join(map(str, away[:_ELSEWHERE])) + (", ..." if len(away) > _ELSEWHERE else "")
        where = "it also differs" if near else "here it reads the same; it differs"
        return near, f"{where} at step{'s' if len(away) > 1 else ''} {named}"
    if near:
        return near, ""
    mine = {row.meaning for row in rows}
    left = list(dict.fromkeys(row.step for row in best if row.meaning not in mine))
    at = f" at step {left[0]}" if left else ""
    return near, f"the same acts, but one fewer{at}" if left else "the same acts in another order"


def _verdicts(
    found: Explanation, words: Words, accusing: Sequence[Entry], told: Sequence[Rival]
) -> Iterator[str]:
    """What becomes of each accusation of the cheapest explanation near the step."""
    if found.gave_up is not None:
        yield f"No explanation fits from step {found.gave_up} on: nothing is judged."
        return
    for entry in accusing:
        where = f"step {entry.fact.seen.step}" if entry.fact else "an act that nothing shows"
        what = f"{words.broken(entry)} ({where})"
        dearer = found.doubt(entry)
        shown = [n for n, one in enumerate(told, 1) if n > 1 and abs(one.dearer - dearer) < 0.05]
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


def _accused(entries: Sequence[Entry]) -> str:
    """What an explanation accuses anybody of, in one line."""
    rows = [
        f"{case.id} in step {one.fact.seen.step}" if one.fact else case.id
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


def _table(rows: Sequence[_Row]) -> Iterator[str]:
    cells = [_HEADS, *(row.cells for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(4)]
    for row in cells:
        a, b, c, d = (
            f"{text:>{width}}" if column < 2 else f"{text:<{width}}"
            for column, (text, width) in enumerate(zip(row[:4], widths, strict=True))
        )
        yield f"  {a}  {b}  {c}  {d}  {row[4]}".rstrip()


@dataclass(frozen=True)
class Words:
    """How facts and verbs are reported: pieces, dice and declarations as a report calls them."""

    rules: GameRules
    names: Mapping[str, str]
    """Of pieces, also in sentences."""
    called: Mapping[str, str]
    """What stands on each piece and marker."""

    def seen(self, fact: Fact) -> str:
        """A fact in a few words: ``Exeter goes from B3 to B4``."""
        told = self._of_piece(fact) or self._of_no_piece(fact)
        return f"{told} ({fact.seen.side})" if fact.seen.side else told

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
        told: list[str] = []
        for name in field_names(kind):
            value = value_in_words(kind, name, getattr(verb, name))
            words = self.named(value)
            if words and not any(words.lower() in one.lower() for one in told):
                plain = name in ("piece", "dice") or isinstance(getattr(verb, name), bool)
                told.append(words if plain else f"{name.replace('_', ' ')} {words}")
        return f"{spelled(kind)}: {', '.join(told)}" if told else spelled(kind)

    def broken(self, entry: Entry) -> str:
        """The cases that an entry breaks, with what was done."""
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
            return "taken for granted" + (", though this log shows it elsewhere" if usual else "")
        if entry.held:
            return "done at another time than it was seen"
        if entry.price >= prices.OTHER_TURN:
            return "the line names another turn"
        return "its sign"

    def piece(self, key: str) -> str:
        """What a report calls a piece."""
        return self.names.get(key) or self.called.get(key) or key

    def named(self, text: str) -> str:
        """A text with the pieces in it named as a report names them."""
        if not self.names:
            return text
        keys = sorted(self.names, key=len, reverse=True)
        pattern = rf"\b(?:{'|'.join(map(re.escape, keys))})\b"
        return re.sub(pattern, lambda found: self.names[found.group(0)], text)


def _called(scene: Scene) -> dict[str, str]:
    """What is read on each piece and marker, as it was seen last."""
    found = {token.key: token.name for token in scene.start.values()}
    for seen in scene.steps:
        found.update({change.token.key: change.token.name for change in seen.changes})
    return found


def _noise(entry: Entry) -> str:
    """Why something that was seen may mean nothing."""
    match entry.fact:
        case Rolled():
            owed = entry.price >= prices.OWED_DIE
            return "dice that were owed, thrown for nothing" if owed else "dice thrown for nothing"
        case Declared():
            slip = entry.price <= prices.SLIP
            return "a slip, put right or clicked by the other" if slip else "said for nothing"
        case Shown(look=True) | Hidden(look=True):
            return "a look"
        case TurnShown():
            ahead = entry.price >= prices.TRACKER_AHEAD
            return "shown though no turn ended" if ahead else "a click of the tracker too many"
    cheap = entry.price <= prices.MARKER
    return "a marker, moved for memory" if cheap else "handled for no reason"


def _at(place: str) -> str:
    return place or "off the map"

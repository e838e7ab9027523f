"""Explanations as a table for people: what was seen, what it is read as, what that costs and why.

They are told around one step. The cheapest stands first; of each other one only what it reads
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
from validator.rules.verbs import field_names, spelled, told_value

RIVALS = 3
"""So many explanations are told of."""
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

    @property
    def meaning(self) -> tuple[int, str, str]:
        """What tells two readings apart, whatever they cost."""
        return self.step, self.seen, self.read


def lines_around(
    rules: GameRules, scene: Scene, step: int, names: Mapping[str, str] | None = None
) -> Iterator[str]:
    """The cheapest explanations of a scene around a step, with their prices, for people.

    ``names`` says what a report calls a piece.
    """
    found = explain(rules, scene, narrow=False)
    words = Words(rules, names or {}, _called(scene))
    least, cheapest = found.rivals[0]
    best = _rows(words, cheapest)
    yield f"How step {step} is read (the lower the price, the likelier)"
    yield ""
    yield f"Explanation 1, price {least:.1f}: {_accused(cheapest)}"
    near = [row for row in best if abs(row.step - step) <= AROUND]
    if near:
        yield from _table(near)
    else:
        yield f"  nothing of the game happens within {AROUND} steps of it"
    told: list[list[str]] = []
    for price, entries in found.rivals[1:]:
        other = [_accused(entries), *_otherwise(_rows(words, entries), best, step)]
        if other in told or len(told) + 1 == RIVALS:
            continue  # it differs in nothing that is told
        told.append(other)
        yield ""
        yield f"Explanation {len(told) + 1}, {price - least:.1f} dearer: {other[0]}"
        yield from other[1:]
    yield ""
    yield from _verdicts(found, words, step)


def _otherwise(rows: Sequence[_Row], best: Sequence[_Row], step: int) -> Iterator[str]:
    """What a dearer explanation reads otherwise than the cheapest, near the step in full."""
    known = {row.meaning for row in best}
    other = [row for row in rows if row.meaning not in known]
    near = [row for row in other if abs(row.step - step) <= AROUND]
    if near:
        yield from _table(near)
    away = list(dict.fromkeys(row.step for row in other if abs(row.step - step) > AROUND))
    if away:
        named = ", ".join(map(str, away[:_ELSEWHERE])) + (", ..." if len(away) > _ELSEWHERE else "")
        where = "it also differs" if near else "here it reads the same; it differs"
        yield f"  {where} at step{'s' if len(away) > 1 else ''} {named}"
    elif not near:
        mine = {row.meaning for row in rows}
        left = list(dict.fromkeys(row.step for row in best if row.meaning not in mine))
        at = f" at step {left[0]}" if left else ""
        yield f"  the same acts, but one fewer{at}" if left else "  the same acts in another order"


def _verdicts(found: Explanation, words: Words, step: int) -> Iterator[str]:
    """What becomes of each accusation of the cheapest explanation."""
    if found.gave_up is not None:
        yield f"No explanation fits from step {found.gave_up} on: nothing is judged."
        return
    accusing = [one for one in found.entries if one.faults]
    near = [one for one in accusing if one.fact and abs(one.fact.seen.step - step) <= AROUND]
    for entry in near:
        where = f"step {entry.fact.seen.step}" if entry.fact else "an act that nothing shows"
        what = f"{words.broken(entry)} ({where})"
        dearer = found.doubt(entry)
        if found.stands(entry):
            least = "none" if dearer == float("inf") else f"one, and it costs {dearer:.1f} more"
            yield f"Stands: {what}. Explanations without it: {least}."
        else:
            yield (
                f"Does not stand: {what}. An innocent explanation costs only {dearer:.1f} more "
                f"(below {prices.MARGIN:.1f} is doubt)."
            )
    if not near:
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
    """How facts and verbs are told: pieces, dice and declarations as a report calls them."""

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
            value = told_value(kind, name, getattr(verb, name))
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

"""Remarks on an explanation besides the cases that it breaks: dice that nothing asked for or that
nobody saw, pieces handled for no reason, and points that two things on the table show
differently."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from generator.counting import and_more
from validator.explaining import prices
from validator.explaining.context import Context
from validator.explaining.facts import (
    Drawn,
    Fact,
    Lined,
    Moved,
    Points,
    PutIn,
    Rolled,
    busy,
    called_off,
)
from validator.explaining.nodes import Entry
from validator.explaining.signs import is_rolled
from validator.rules.cases import MISSING
from validator.rules.engine import GameRules
from validator.rules.scenes import Remark, Seen
from validator.rules.verbs import Verb, spelled

NAMED = 3
"""So many pieces are named in one remark."""


def remarks(
    context: Context, entries: Sequence[Entry], near: Sequence[Sequence[Entry]]
) -> dict[int, Remark]:
    """By the index of an entry: the remark on it. ``near``: the explanations that are nearly as
    cheap."""
    scene, ends_turn = context.scene, context.reader.ends_turn
    return {
        **dict(_points_apart(context, entries)),
        **dict(handled_in_vain(context, entries)),
        **dict(_thrown_elsewhere(context.rules, entries, near)),
        **dict(remarks_on_stray_dice(ends_turn, entries, called_off(scene), busy(scene))),
    }


def remarks_on_stray_dice(
    ends_turn: type[Verb],
    entries: Sequence[Entry],
    off: Container[int] = (),
    steps: Sequence[int] = (),
) -> Iterator[tuple[int, Remark]]:
    """Remarks on rolls that mean nothing: suspicious if the same dice counted in the same turn or
    with the next click, as by a double click or by a player hoping for better. So are dice of the
    very same entry of a counter's menu, unless they are owed: who owes many may miscount them.

    ``off``: steps that were called off; ``steps``: steps in which somebody did something, if not
    all.
    """
    counted: set[tuple[str, str | None]] = set()
    before, ended = counted, 0
    acts = {one.fact.seen.step: one for one in entries if one.verb is not None and one.fact}
    for number, entry in enumerate(entries):
        if type(entry.verb) is ends_turn and entry.fact is not None:
            before, counted, ended = counted, set(), entry.fact.seen.step
        if not isinstance(entry.fact, Rolled):
            continue
        dice = (entry.fact.key, entry.fact.seen.side)
        if entry.verb is not None:
            counted.add(dice)
        elif entry.fact.seen.step in off:
            did = "dice were rolled and called off at once"
            yield number, Remark("note", "dice.undeclared", did)
        elif not entry.price:  # two ships may fire one after the other
            did = "dice were rolled, and nothing says for which of several acts"
            yield number, Remark("note", "dice.undeclared", did)
        elif dice in (counted if entry.fact.seen.step > ended else before) or (
            _is_of_the_same_entry(acts, entry.fact.seen)
        ):
            did = "the same dice were rolled again after a roll that counted; this roll is ignored"
            yield number, Remark("suspicious", "dice.repeated", did)
        elif (again := _thrown_at_once(entries, number, off, steps)) is not None:
            did = "the same dice had been rolled just before; that roll is ignored"
            yield again, Remark("suspicious", "dice.repeated", did)
        else:
            did = "dice were rolled that nothing called for"
            yield number, Remark("note", "dice.undeclared", did)


def _thrown_at_once(
    entries: Sequence[Entry], number: int, off: Container[int], steps: Sequence[int]
) -> int | None:
    """The index of the entry whose dice are rolled with the very next click, by the same button and
    side, and count; ``None`` if there is none, or one of the two rolls was called off."""
    first = entries[number].fact
    if first is None:
        return None
    after = first.seen.step + 1
    following = next((step for step in steps if step >= after), after)
    if first.seen.step in off or following in off:
        return None
    for later, entry in enumerate(entries[number + 1 :], number + 1):
        shown = entry.fact
        if shown is None or entry.verb is None:
            continue
        seen, rolls = shown.seen, {roll.button for roll in shown.seen.rolls}
        again = first.key in rolls and (seen.step, seen.side) == (following, first.seen.side)
        return later if again and not _names_another(seen, first.seen) else None
    return None


def _is_of_the_same_entry(acts: Mapping[int, Entry], click: Seen) -> bool:
    """Whether the last act before a click, of those by their steps, was seen by the same entry of
    the same counter's menu, and was not owed."""
    last = acts.get(max((step for step in acts if step < click.step), default=0))
    if last is None or last.fact is None or last.verb is None or last.verb.settles[0]:
        return False
    first = last.fact.seen
    same = (first.side, first.declarations) == (click.side, click.declarations)
    return same and bool(click.declarations) and all(one.detail for one in click.declarations)


def _names_another(click: Seen, then: Seen) -> bool:
    """Whether two clicks declare different things, whatever numbers they count."""
    both = click.declarations and then.declarations
    return bool(both) and _said(click) != _said(then)


def _said(click: Seen) -> list[str]:
    """The words of what a click declares, without numbers."""
    words = (word for one in click.declarations for word in (one.action, *one.detail.split()))
    return [word for word in words if not word.isdigit()]


def _thrown_elsewhere(
    rules: GameRules, entries: Sequence[Entry], near: Sequence[Sequence[Entry]]
) -> Iterator[tuple[int, Remark]]:
    """Remarks on rolls that are missing in a log which shows others: made on the desk, or reported
    in the chat. They cite the case that asked for the roll, if any; once for each kind and turn.

    ``near``: the explanations that are nearly as cheap. If one of them needs no such roll, it is
    in doubt whether it is missing.
    """
    told: dict[tuple[int, str], tuple[int, str, list[str]]] = {}
    for number, entry in enumerate(entries):
        kind = _unseen_roll(entry)
        if kind is None:
            continue
        asked = [
            one
            for one in rules.due(entry.before)
            if kind in one.verbs
            and one.mandatory
            and one.case
            and (not one.field or getattr(entry.verb, one.field) == one.piece)
        ]
        key = entry.before.turn, spelled(kind)
        known = told.setdefault(key, (number, asked[0].case if asked else "", []))
        known[2].extend(one.piece for one in asked[:1] if one.piece)
    for (turn, verb), (number, case, pieces) in told.items():
        kind = _unseen_roll(entries[number])
        needed = all(
            any(one.before.turn == turn and _unseen_roll(one) is kind for one in others)
            for others in near
        )
        whose = f" of {' and '.join(dict.fromkeys(pieces))}" if pieces else ""
        did = f"no dice are seen for {verb!r}{whose}: they were rolled outside the log"
        if case and not needed:
            did += ", or none were due: the log can be read either way"
        severity = (MISSING if needed else "unverifiable") if case else "note"
        yield number, Remark(severity, case or "dice.elsewhere", did)


def _unseen_roll(entry: Entry) -> type[Verb] | None:
    """The kind of verb whose dice the log does not show, though it shows others; else ``None``."""
    if entry.verb is None or entry.fact is not None or entry.price < prices.DESK_DIE_AGAIN:
        return None
    kind = type(entry.verb)
    return kind if is_rolled(kind) else None


def handled_in_vain(context: Context, entries: Sequence[Entry]) -> Iterator[tuple[int, Remark]]:
    """Remarks on pieces whose handling could be a sign of an act, and which no act explains: one
    for each side and turn."""
    found: dict[tuple[int, str | None], tuple[int, list[str]]] = {}
    for number, entry in enumerate(entries):
        fact = entry.fact
        if entry.verb is not None or fact is None or entry.price < prices.PIECE:
            continue
        if context.is_piece(fact):
            key = entry.before.turn, fact.seen.side
            found.setdefault(key, (number, []))[1].append(_left(fact))
    for number, left in found.values():
        did = f"no act of the rules explains {and_more(left, NAMED)}"
        yield number, Remark("note", "table.unexplained", did)


def _left(fact: Fact) -> str:
    """A piece, and where it was left."""
    piece = fact.about
    match fact:
        case Lined(row=row, laid=laid, taken=taken):
            where = f"laid in {and_more(laid, NAMED)}" if laid else f"off {and_more(taken, NAMED)}"
            return f"pieces of {row} {where}"
        case Drawn(deck=deck):
            return f"{piece} out of {deck}"
        case PutIn(deck=deck):
            return f"{piece} in {deck}"
        case Moved(after=after):
            return f"{piece} in {after}" if after else f"{piece} off the map"
    return piece


def _points_apart(context: Context, entries: Sequence[Entry]) -> Iterator[tuple[int, Remark]]:
    """Remarks on ends of turns at which the points window and its marker begin to differ."""
    if context.points.by != "window":
        return
    reading, shown = context.reader, context.points.first
    low, high = reading.track(context.rules.game)
    shows = context.points.totals
    total, marker, known, at = shown["window"], shown["marker"], 0, 0
    for number, entry in enumerate(entries):
        if type(entry.verb) is not reading.ends_turn or entry.fact is None:
            continue
        while at < len(context.facts) and context.facts[at].seen.step <= entry.fact.seen.step:
            fact = context.facts[at]
            total = shows.get(at, total)
            if isinstance(fact, Points) and fact.key == "marker":
                marker = fact.points
            at += 1
        apart = max(low, min(high, total)) - marker
        if apart and apart != known:
            did = f"the points window shows {total}, its marker {marker}"
            yield number, Remark("suspicious", "table.score", did)
        known = apart

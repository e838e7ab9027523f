"""An explanation told: its acts, and what of its breaches stands beyond reasonable doubt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from generator.light import dataclass
from validator.explaining import prices
from validator.explaining.facts import Points, Rolled, facts_of
from validator.explaining.netting import netted
from validator.explaining.search import Context, Entry, Node, Search, accusations
from validator.rules.bridging import Act, Remark, Scene
from validator.rules.engine import GameRules

RIVALS = 3
"""So many explanations are told of."""
AROUND = 4
"""So many steps before and after the one that is asked for."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The cheapest explanation of a log."""

    start: Any
    entries: tuple[Entry, ...]
    doubts: dict[tuple[str, ...], float]
    """By accusation: how much dearer the cheapest explanation is that does not make it."""
    rivals: tuple[tuple[float, tuple[Entry, ...]], ...]
    """The cheapest explanations with their prices, this one first."""
    gave_up: int | None
    """The step at which no explanation fitted any more; ``None``: all is explained."""
    points_apart: dict[int, Remark]
    """By number of the entry that ends a turn: the window of the points and its marker differ."""

    def stands(self, entry: Entry) -> bool:
        """Whether what an entry accuses of is beyond reasonable doubt."""
        if self.gave_up is not None:
            return False
        keys = accusations(entry.faults, entry.fact, entry.before)
        return any(self.doubts.get(key, 0.0) >= prices.MARGIN for key in keys)


def _context(rules: GameRules, scene: Scene) -> Context:
    words = rules.module.reading.words(rules.game, rules.tables)
    shown = facts_of(scene, words)
    facts = netted(shown, words.private, words.opening, alternate=words.alternate)
    return Context(rules, rules.tables, scene, facts, dict(scene.start))


def explain(rules: GameRules, scene: Scene) -> Explanation:
    """The cheapest explanation of a scene by the verbs of a game."""
    reading = rules.module.reading
    context = _context(rules, scene)
    start = reading.start(context)
    shown = reading.points(context)
    search = Search(context, start, shown[reading.points_shown_by(context)])
    best = search.run()
    doubts = _doubts(best, search.beam)
    entries = tuple(_told(best))
    apart = dict(_points_apart(reading, context, entries, shown))
    rivals = tuple((node.price, tuple(_told(node))) for node in search.beam[:RIVALS])
    gave_up = search.gave_up.seen.step if search.gave_up is not None else None
    return Explanation(start, entries, doubts, rivals, gave_up, apart)


def lines_around(rules: GameRules, scene: Scene, step: int) -> Iterator[str]:
    """The cheapest explanations of a scene around a step, with their prices, for people."""
    for number, (price, entries) in enumerate(explain(rules, scene).rivals, 1):
        yield f"Explanation {number}, price {price:.1f}:"
        at = 0
        for entry in entries:
            at = entry.fact.seen.step if entry.fact is not None else at
            if abs(at - step) > AROUND:
                continue
            seen = f"step {at}" if entry.fact is not None else "assumed"
            did = entry.verb.told() if entry.verb is not None else "means nothing"
            broken = ", ".join(case.id for case, _ in entry.faults)
            what = f" ({type(entry.fact).__name__} {entry.fact.key})" if entry.fact else ""
            ends = f", breaks {broken}" if broken else ""
            yield f"  {entry.price:5.1f}  {seen}: {did}{what}{ends}"


def _told(node: Node) -> list[Entry]:
    found = []
    entry = node.tail
    while entry is not None:
        found.append(entry)
        entry = entry.earlier
    return found[::-1]


def _doubts(best: Node, beam: Sequence[Node]) -> dict[tuple[str, ...], float]:
    found = {}
    for key, price in best.extra.items():
        least = price
        for other in beam:
            least = min(least, other.price - best.price + other.extra.get(key, 0.0))
        found[key] = least
    return found


def acts_of(explanation: Explanation) -> Iterator[Act]:
    """The explanation as acts for the referee: only what stands is judged."""
    known = explanation.start
    for number, entry in enumerate(explanation.entries):
        shown = _differences(known, entry.before)
        known = entry.after
        seen = entry.fact.seen if entry.fact is not None else None
        step = seen.step if seen is not None else 0
        player = seen.player if seen is not None else None
        side = seen.side if seen is not None else None
        if entry.verb is None:
            if isinstance(entry.fact, Rolled) and explanation.gave_up is None:
                remark = Remark(
                    "note", "dice.undeclared", "dice were thrown that nothing called for"
                )
                yield Act(None, step, player, side, remark=remark, assumed=shown)
            elif shown:
                yield Act(None, step, player, side, assumed=shown)
            continue
        yield Act(
            entry.verb,
            step,
            player,
            side,
            only=_judged(explanation, number),
            assumed=shown,
            remark=explanation.points_apart.get(number) if explanation.gave_up is None else None,
        )
    if explanation.gave_up is not None:
        step = explanation.gave_up
        did = f"up to step {step} the log fits no game by these rules; it is not judged"
        yield Act(None, step, remark=Remark("unverifiable", "log.unexplained", did))


def _judged(explanation: Explanation, number: int) -> frozenset[str] | None:
    """The cases by which an entry is judged; ``None``: all, as there is no doubt."""
    entry = explanation.entries[number]
    if not entry.faults or entry.verb is None:
        return None
    if not explanation.stands(entry):
        return frozenset()
    led = {
        case.id
        for case, _ in entry.faults
        if any(
            _led_to(entry, later, entry.verb.leads_to.get(case.id, {}))
            and explanation.stands(later)
            for later in explanation.entries[number + 1 :]
        )
    }
    return frozenset(case.id for case, _ in entry.faults) - led if led else None


def _led_to(entry: Entry, later: Entry, verbs: Mapping[str, str]) -> bool:
    """Whether a later breach of the same turn is what the entry's verb was done for."""
    field = verbs.get(type(later.verb).__name__)
    return (
        field is not None
        and bool(later.faults)
        and later.before.turn == entry.before.turn
        and getattr(later.verb, field) == getattr(entry.verb, "piece", None)
    )


def _points_apart(
    reading: Any, context: Context, entries: Sequence[Entry], shown: Mapping[str, int]
) -> Iterator[tuple[int, Remark]]:
    """Ends of turns at which the window of the points and its marker differ in a new way."""
    if reading.points_shown_by(context) != "window":
        return
    low, high = reading.track(context.rules.game)
    points, known, at = dict(shown), 0, 0
    for number, entry in enumerate(entries):
        if type(entry.verb) is not reading.ends_turn or entry.fact is None:
            continue
        while at < len(context.facts) and context.facts[at].seen.step <= entry.fact.seen.step:
            fact = context.facts[at]
            if isinstance(fact, Points):
                points[fact.key] = fact.points
            at += 1
        apart = max(low, min(high, points["window"])) - points["marker"]
        if apart and apart != known:
            did = f"the points window shows {points['window']}, its marker {points['marker']}"
            yield number, Remark("suspicious", "table.score", did)
        known = apart


def _differences(known: Any, shown: Any) -> dict[str, Any]:
    """What the table shows otherwise than it was known: fields of the state."""
    if known is shown:
        return {}
    return {
        one.name: getattr(shown, one.name)
        for one in fields(shown)
        if getattr(known, one.name) != getattr(shown, one.name)
    }

"""Turns the cheapest explanation into acts for the referee, and decides which of its breaches are
beyond reasonable doubt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from typing import Any

from generator.light import dataclass
from validator.explaining import prices
from validator.explaining.context import Context
from validator.explaining.facts import (
    Declared,
    Fact,
    Points,
    Rolled,
    Shown,
    TurnShown,
    called_off,
    facts_of,
    resumed,
    shown_turn,
)
from validator.explaining.netting import netted
from validator.explaining.nodes import Accusation, Entry, Node, accused_by, back, detours
from validator.explaining.remarks import remarks
from validator.explaining.search import Search
from validator.explaining.settling import SETTLING
from validator.rules.cases import MISSING, VIOLATION, Broken
from validator.rules.engine import Fault, GameRules
from validator.rules.scenes import Act, Remark, Scene
from validator.rules.verbs import spelled

SPANS = {"side": 1, "turns": 2}
"""By the kind of accusation of a side in a span of turns: the length of the span in turns."""
NEAR = 6
"""An innocent explanation of a doubted act is compared with it this many steps around."""


@dataclass(frozen=True)
class Explanation:
    """The cheapest explanation of a log."""

    start: Any
    entries: tuple[Entry, ...]
    doubts: dict[Accusation, float]
    """By accusation: how much more the cheapest explanation without it costs."""
    rivals: tuple[tuple[float, tuple[Entry, ...]], ...]
    """All explanations that reached the end, with their prices, this one first."""
    gave_up: int | None
    """The step at which the search gave up; ``None`` if everything is explained."""
    remarks: dict[int, Remark]
    """By index of an entry: a remark besides the cases that it breaks."""
    detours: tuple[tuple[Entry, ...], ...] = ()
    """If the game has beliefs: where other explanations, about as cheap, went another way before
    they were dropped."""
    agreed: tuple[range, ...] = ()
    """Steps in which the players may have agreed on what they do: from the yes of one side to what
    the other called off, until the turn ended."""

    def stands(self, entry: Entry) -> bool:
        """Whether the accusation of an entry is beyond reasonable doubt.

        If it is certain that a side broke something in a turn, or in one of two successive turns,
        but not with which act, the first such act is accused.
        """
        if self.gave_up is not None or not entry.faults or self.is_agreed(entry):
            return False
        if self._stands_alone(entry):
            return True
        return any(self._is_first_of(entry, key) for key in accused_by(entry) if key[0] in SPANS)

    def names(self, entry: Entry) -> bool:
        """Whether it is certain that the side of an entry broke something in its span of turns;
        another explanation may find the same case broken by another side."""
        return any(self._is_certain(key) for key in accused_by(entry) if key[0] in ("step", *SPANS))

    def is_agreed(self, entry: Entry) -> bool:
        """Whether both players may have agreed on an act."""
        fact = entry.fact
        return fact is not None and any(fact.seen.step in steps for steps in self.agreed)

    def _is_first_of(self, entry: Entry, key: Accusation) -> bool:
        """Whether it is certain that a side broke something in a span of turns, but not by which
        act, and this entry is the first such act."""
        if not self._is_certain(key):
            return False
        turns = range(int(key[2]), int(key[2]) + SPANS[key[0]])
        wrong = [one for one in self.entries if one.faults and one.before.turn in turns]
        if any(self._stands_alone(one) for one in wrong):
            return False
        return next(one for one in wrong if key in accused_by(one)) is entry

    @cached_property
    def laid_open(self) -> int:
        """The index of the entry from which nobody plays any more: the log ends with at least two
        pieces turned up that nothing asked for, and nothing is declared, rolled or counted after
        that."""
        first, shown = len(self.entries), set()
        for number, entry in reversed(list(enumerate(self.entries))):
            if isinstance(entry.fact, SETTLING):
                break
            first = number
            if entry.faults and isinstance(entry.fact, Shown):
                shown.add(entry.fact.piece)
        return first if len(shown) > 1 else len(self.entries)

    def others(self) -> tuple[tuple[Entry, ...], ...]:
        """Other explanations that are nearly as cheap."""
        return tuple(
            entries
            for price, entries in self.rivals[1:]
            if price < self.rivals[0][0] + prices.MARGIN
        )

    def doubt(self, entry: Entry) -> float:
        """How much more the cheapest explanation without this accusation costs; if the entry is
        accused for its span of turns, without any accusation in that span."""
        alone = max(self.doubts.get(key, 0.0) for key in self.accused_of(entry))
        if alone < prices.MARGIN and self.stands(entry):
            spans = (key for key in accused_by(entry) if key[0] in SPANS)
            return max(self.doubts.get(key, 0.0) for key in spans)
        return alone

    def hardest(self, entry: Entry) -> Accusation:
        """The accusation of an entry that is the most expensive to avoid."""
        return max(sorted(self.accused_of(entry)), key=lambda key: self.doubts.get(key, 0.0))

    def accused_of(self, entry: Entry) -> frozenset[Accusation]:
        """The accusations of an entry by case and by step."""
        return frozenset(_own(entry))

    def _stands_alone(self, entry: Entry) -> bool:
        return any(map(self._is_certain, _own(entry)))

    def _is_certain(self, key: Accusation) -> bool:
        return self.doubts.get(key, 0.0) >= prices.MARGIN


def _own(entry: Entry) -> list[Accusation]:
    """The accusations of an entry by case and by step."""
    return [key for key in accused_by(entry) if key[0] in ("case", "step")]


def explain(rules: GameRules, scene: Scene, *, narrow: bool = True) -> Explanation:
    """Return the cheapest explanation of a scene by the verbs of a game.

    ``narrow``: search widely only around high prices.
    """
    reading = rules.module.reading
    words = reading.words(rules.game, rules.tables)
    markers = {role for role, price in reading.noise.items() if price == prices.MARKER}
    turn = shown_turn(scene, words)
    again = resumed(scene)
    facts = netted(facts_of(scene, words), words, markers, turn, called_off(scene), again)
    context = Context(rules, rules.tables, scene, facts, dict(scene.start))
    start = rules.begun("the start of a log", reading.start, context)
    search = Search(context, start, narrow)
    best = search.run()
    doubts = _doubts(best, search.beam)
    entries = tuple(_told(best))
    rivals = tuple((node.price, tuple(_told(node))) for node in search.beam)
    near = [others for price, others in rivals if price < best.price + prices.MARGIN]
    gave_up = search.gave_up.seen.step if search.gave_up is not None else None
    cheap = (node for node in search.beam if node.price < best.price + prices.MARGIN)
    ways = tuple(map(tuple, detours(cheap, (one for others in near for one in others))))
    told = remarks(context, entries, near)
    return Explanation(start, entries, doubts, rivals, gave_up, told, ways, context.agreed)


def _told(node: Node) -> list[Entry]:
    return [*back(node.tail)][::-1]


def _doubts(best: Node, beam: Sequence[Node]) -> dict[Accusation, float]:
    found = {}
    for key, price in best.extra.items():
        least = price
        for other in beam:
            least = min(least, other.price - best.price + other.extra.get(key, 0.0))
        found[key] = least
    return found


def acts_of(explanation: Explanation) -> Iterator[Act]:
    """Yield the acts of the explanation for the referee; only breaches that stand are judged."""
    known = explanation.start
    doubted: set[tuple[str, int]] = set()
    for number, entry in enumerate(explanation.entries):
        shown = _differences(known, entry.before)
        known = entry.after
        seen = entry.fact.seen if entry.fact is not None else None
        step = seen.step if seen is not None else 0
        if seen is None and (entry.faults or number in explanation.remarks):
            step = _known_by(explanation, number)
        player = seen.player if seen is not None else None
        side = seen.side if seen is not None else None
        if _is_closed_by_the_next(explanation, number):
            player = side = None  # who begins the next act did nothing to this one
        remark = explanation.remarks.get(number) if explanation.gave_up is None else None
        if entry.verb is None:
            if remark is not None or shown:
                yield Act(None, step, player, side, remark=remark, assumed=shown)
            continue
        yield Act(
            entry.verb,
            step,
            player,
            side,
            only=_judged(explanation, number),
            assumed=shown,
            remark=remark,
            late=entry.held,
            nobodys=bool(entry.faults) and not explanation.names(entry),
        )
        told = _doubted(explanation, entry) if number < explanation.laid_open else None
        about = "" if told is None or explanation.is_agreed(entry) else told.code
        if told is not None and (about, entry.before.turn) not in doubted:
            broken = (about, *(case.id for case, _ in entry.faults))
            doubted.update((case, entry.before.turn) for case in broken)
            yield Act(None, step, player, entry.verb.by or side, remark=told)
    if explanation.gave_up is not None:
        step = explanation.gave_up
        did = f"up to step {step} the log fits no game by these rules, so it is not judged"
        yield Act(None, step, remark=Remark("unverifiable", "log.unexplained", did))


def _known_by(explanation: Explanation, number: int) -> int:
    """The step at which an act without a sign was done at the latest: that of the next fact; 0 if
    none follows."""
    later = (one.fact for one in explanation.entries[number:] if one.fact is not None)
    return next((fact.seen.step for fact in later), 0)


def _is_closed_by_the_next(explanation: Explanation, number: int) -> bool:
    """Whether the fact of the next verb also ended this verb."""
    rows = explanation.entries[number : number + 2]
    return len(rows) > 1 and rows[0].fact is not None and rows[0].fact is rows[1].fact


def _doubted(explanation: Explanation, entry: Entry) -> Remark | None:
    """The remark on a breach that an innocent explanation, nearly as cheap, puts in doubt: nobody
    is accused, and the remark gives the innocent reading."""
    if explanation.gave_up is not None or entry.price < prices.SAME_AGAIN:
        return None  # nothing, or what rests on memory alone
    grave = [row for row in entry.faults if _severity(row) in (VIOLATION, MISSING)]
    if not grave or explanation.stands(entry):
        return None
    case, said = grave[0]
    did = said.did if isinstance(said, Broken) else said
    if explanation.is_agreed(entry):
        return Remark("unverifiable", case.id, f"{did}; the players may have agreed on it")
    other = _other_breach(explanation, entry) or _innocent(explanation, entry)
    return Remark("unverifiable", case.id, f"{did}; {other}")


def _other_breach(explanation: Explanation, entry: Entry) -> str:
    """The other breach, in an explanation that is nearly as cheap, if it is certain that something
    was wrong in that turn; else empty."""
    turn = ("turn", str(entry.before.turn))
    if explanation.doubts.get(turn, 0.0) < prices.MARGIN:
        return ""
    hardest = explanation.hardest(entry)
    for entries in explanation.others():
        wrong = [one for one in entries if one.faults and one.before.turn == entry.before.turn]
        if not any(hardest in explanation.accused_of(one) for one in wrong):
            cases = dict.fromkeys(case.id for one in wrong for case, _ in one.faults)
            return f"or it is {', '.join(cases)} that was broken: the log can be read either way"
    return "or something else was broken in this turn: the log can be read either way"


def _severity(fault: Fault) -> str:
    case, said = fault
    return (isinstance(said, Broken) and said.severity) or case.severity


def _innocent(explanation: Explanation, entry: Entry) -> str:
    """The innocent reading: how the cheapest explanation without a breach in that turn differs."""
    entries, reads = _read_otherwise(explanation, entry)
    if not entries:
        return f"or nobody broke a rule in this turn: {reads}"
    known, instead = (dict.fromkeys(_broken_in(row)) for row in (explanation.entries, entries))
    others = [f"{case} in turn {turn}" for case, turn in instead if (case, turn) not in known]
    if others:
        return f"or it is {', '.join(others)} that was broken: {reads}"
    return f"or nobody broke a rule: {reads}"


def _broken_in(entries: Sequence[Entry]) -> Iterator[tuple[str, int]]:
    """The cases that are broken, each with its turn."""
    return ((case.id, one.before.turn) for one in entries for case, _ in one.faults)


def _read_otherwise(explanation: Explanation, entry: Entry) -> tuple[Sequence[Entry], str]:
    """The cheapest explanation without a breach in that turn, and a text of how it differs; no
    entries if it only has another order."""
    known = {(one.verb, id(one.fact)) for one in explanation.entries}
    at = entry.fact.seen.step if entry.fact is not None else 0
    for _, entries in explanation.rivals[1:]:
        if any(one.faults and one.before.turn == entry.before.turn for one in entries):
            continue
        other = [
            one
            for one in entries
            if (one.verb, id(one.fact)) not in known
            and (one.fact is None or abs(one.fact.seen.step - at) <= NEAR)
            and one.before.turn == entry.before.turn
        ]
        if other:
            return entries, " and ".join(dict.fromkeys(map(_reads, other[:2])))
    return (), "the same acts in another order fit the log nearly as well"


def _reads(entry: Entry) -> str:
    """How an explanation reads a fact, in words for players."""
    fact = entry.fact
    if entry.verb is None:
        assert fact is not None
        return f"{_slip(fact)} (step {fact.seen.step})"
    act = spelled(type(entry.verb))
    if fact is None:
        return f"{act!r} was done where the log does not show it"
    when = ", done at another time" if entry.held else ""
    return f"what step {fact.seen.step} shows was {act!r}{when}"


def _slip(fact: Fact) -> str:
    """What a fact is that means nothing, in words for players."""
    match fact:
        case Rolled():
            return "the dice were rolled for nothing"
        case Declared():
            return "what was declared was a slip"
        case TurnShown():
            return "the turn was clicked too far"
        case Points():
            return "the points were clicked by mistake"
    return "the piece was only handled, and meant nothing" if fact.about else "it was a slip"


def _judged(explanation: Explanation, number: int) -> frozenset[str] | None:
    """The cases by which an entry is judged; ``None`` for all, if there is no doubt."""
    entry = explanation.entries[number]
    if not entry.faults or entry.verb is None:
        return None
    if not explanation.stands(entry) or explanation.laid_open <= number:
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
    """Whether the entry's verb was done for a later breach of the same turn."""
    field = verbs.get(type(later.verb).__name__)
    return (
        field is not None
        and bool(later.faults)
        and later.before.turn == entry.before.turn
        and getattr(later.verb, field) == getattr(entry.verb, "piece", None)
    )


def _differences(known: Any, shown: Any) -> dict[str, Any]:
    """The fields of the state in which the table differs from the state known before."""
    if known is shown:
        return {}
    return {
        one.name: getattr(shown, one.name)
        for one in fields(shown)
        if getattr(known, one.name) != getattr(shown, one.name)
    }

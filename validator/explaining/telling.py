"""An explanation told: its acts, and what of its breaches stands beyond reasonable doubt."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from typing import Any

from generator.light import dataclass
from validator.explaining import prices
from validator.explaining.context import Context, totals
from validator.explaining.facts import (
    Declared,
    Fact,
    Points,
    Rolled,
    Shown,
    TurnShown,
    busy,
    called_off,
    facts_of,
    shown_turn,
)
from validator.explaining.netting import SETTLING, netted
from validator.explaining.nodes import Accusation, Entry, Node, accusations, back
from validator.explaining.search import Search
from validator.explaining.signs import is_rolled
from validator.rules.cases import MISSING, VIOLATION, Broken
from validator.rules.engine import Fault, GameRules
from validator.rules.scenes import Act, Remark, Scene
from validator.rules.verbs import Verb, spelled

SPANS = {"side": 1, "turns": 2}
"""By what a side is accused of in a span of play: so many turns that lasts."""
NEAR = 6
"""So far from a doubted act an innocent explanation is looked at for what it reads otherwise."""


@dataclass(frozen=True)
class Explanation:
    """The cheapest explanation of a log."""

    start: Any
    entries: tuple[Entry, ...]
    doubts: dict[Accusation, float]
    """By accusation: how much dearer the cheapest explanation is that does not make it."""
    rivals: tuple[tuple[float, tuple[Entry, ...]], ...]
    """All explanations that were followed to the end, with their prices, this one first."""
    gave_up: int | None
    """The step at which no explanation fitted any more; ``None``: all is explained."""
    remarks: dict[int, Remark]
    """By number of an entry: what is told of it beside its cases."""
    agreed: tuple[range, ...] = ()
    """The steps from where one side said yes to what the other called off, until the turn ended:
    what they do then they may have agreed on."""

    def stands(self, entry: Entry) -> bool:
        """Whether what an entry accuses of is beyond reasonable doubt.

        Where it is certain that a side broke something in a turn, or in one of two that follow on
        each other, and no single act is, the first one stands for it.
        """
        if self.gave_up is not None or not entry.faults or self.is_agreed(entry):
            return False
        if self._stands_alone(entry):
            return True
        return any(self._is_first_of(entry, key) for key in _accused(entry) if key[0] in SPANS)

    def is_agreed(self, entry: Entry) -> bool:
        """Whether an act may be what both players agreed on."""
        fact = entry.fact
        return fact is not None and any(fact.seen.step in steps for steps in self.agreed)

    def _is_first_of(self, entry: Entry, key: Accusation) -> bool:
        """Whether it is certain that a side broke something in a span of play, no single act is,
        and an entry is the first of those."""
        if not self._is_certain(key):
            return False
        turns = range(int(key[2]), int(key[2]) + SPANS[key[0]])
        wrong = [one for one in self.entries if one.faults and one.before.turn in turns]
        if any(self._stands_alone(one) for one in wrong):
            return False
        return next(one for one in wrong if key in _accused(one)) is entry

    @cached_property
    def laid_open(self) -> int:
        """The entry from which on nobody plays any more: a log ends with pieces turned up that
        nothing asked for, two at least, and nothing is said, thrown or counted from there on."""
        first, shown = len(self.entries), set()
        for number, entry in reversed(list(enumerate(self.entries))):
            if isinstance(entry.fact, SETTLING):
                break
            first = number
            if entry.faults and isinstance(entry.fact, Shown):
                shown.add(entry.fact.piece)
        return first if len(shown) > 1 else len(self.entries)

    def others(self) -> tuple[tuple[Entry, ...], ...]:
        """Explanations that cannot be told from the cheapest: nearly as cheap."""
        return tuple(
            entries
            for price, entries in self.rivals[1:]
            if price < self.rivals[0][0] + prices.MARGIN
        )

    def doubt(self, entry: Entry) -> float:
        """How much dearer the cheapest explanation is that accuses nobody of this; where it stands
        for its turn, or for two, of anything in them."""
        alone = max(self.doubts.get(key, 0.0) for key in self.accused_of(entry))
        if alone < prices.MARGIN and self.stands(entry):
            spans = (key for key in _accused(entry) if key[0] in SPANS)
            return max(self.doubts.get(key, 0.0) for key in spans)
        return alone

    def hardest(self, entry: Entry) -> Accusation:
        """Of what an entry accuses of, what is hardest to read otherwise."""
        return max(sorted(self.accused_of(entry)), key=lambda key: self.doubts.get(key, 0.0))

    def accused_of(self, entry: Entry) -> frozenset[Accusation]:
        """What an entry accuses of, besides that something was wrong in its turn."""
        return frozenset(_own(entry))

    def _stands_alone(self, entry: Entry) -> bool:
        return any(map(self._is_certain, _own(entry)))

    def _is_certain(self, key: Accusation) -> bool:
        return self.doubts.get(key, 0.0) >= prices.MARGIN


def _own(entry: Entry) -> list[Accusation]:
    """What an entry accuses of by itself: of a case, in a step."""
    return [key for key in _accused(entry) if key[0] in ("case", "step")]


def _accused(entry: Entry) -> list[Accusation]:
    if not entry.faults:
        return []
    return accusations(entry.faults, entry.verb, entry.fact, entry.before)


def explain(rules: GameRules, scene: Scene, *, narrow: bool = True) -> Explanation:
    """The cheapest explanation of a scene by the verbs of a game.

    ``narrow``: look widely only around what costs something dear.
    """
    reading = rules.module.reading
    words = reading.words(rules.game, rules.tables)
    markers = {role for role, price in reading.noise.items() if price == prices.MARKER}
    turn = shown_turn(scene, words)
    facts = netted(facts_of(scene, words), words, markers, turn, called_off(scene))
    context = Context(rules, rules.tables, scene, facts, dict(scene.start))
    start = reading.start(context)
    shown = reading.points(context)
    search = Search(context, start, narrow)
    best = search.run()
    doubts = _doubts(best, search.beam)
    entries = tuple(_told(best))
    remarks = {
        **dict(_points_apart(reading, context, entries, shown)),
        **dict(_thrown_elsewhere(rules, entries)),
        **dict(called_for_by_nothing(reading.ends_turn, entries, called_off(scene), busy(scene))),
    }
    rivals = tuple((node.price, tuple(_told(node))) for node in search.beam)
    gave_up = search.gave_up.seen.step if search.gave_up is not None else None
    agreed = tuple(_agreed(context))
    return Explanation(start, entries, doubts, rivals, gave_up, remarks, agreed)


def _agreed(context: Context) -> Iterator[range]:
    """From each yes to what was called off until a turn, or an act that a card opens, is over."""
    over = [context.facts[at].seen.step for at in context.overs]
    steps = context.scene.steps
    for one in steps:
        if one.agrees:
            end = next((step for step in over if step > one.step), steps[-1].step)
            yield range(one.step, end + 1)


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
    """The explanation as acts for the referee: only what stands is judged."""
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
        )
        told = _doubted(explanation, entry) if number < explanation.laid_open else None
        about = "" if told is None or explanation.is_agreed(entry) else told.code
        if told is not None and (about, entry.before.turn) not in doubted:
            broken = (about, *(case.id for case, _ in entry.faults))
            doubted.update((case, entry.before.turn) for case in broken)
            yield Act(None, step, player, entry.verb.by or side, remark=told)
    if explanation.gave_up is not None:
        step = explanation.gave_up
        did = f"up to step {step} the log fits no game by these rules; it is not judged"
        yield Act(None, step, remark=Remark("unverifiable", "log.unexplained", did))


def called_for_by_nothing(
    ends_turn: type[Verb],
    entries: Sequence[Entry],
    off: Container[int] = (),
    steps: Sequence[int] = (),
) -> Iterator[tuple[int, Remark]]:
    """What is told of dice that mean nothing: where the same had counted since the last turn ended,
    or do so with the next click, a button was clicked twice, or somebody hoped for better. ``off``:
    steps that were called off; ``steps``: those in which somebody did something, if not in all."""
    counted: set[tuple[str, str | None]] = set()
    before, ended = counted, 0
    for number, entry in enumerate(entries):
        if type(entry.verb) is ends_turn and entry.fact is not None:
            before, counted, ended = counted, set(), entry.fact.seen.step
        if not isinstance(entry.fact, Rolled):
            continue
        dice = (entry.fact.key, entry.fact.seen.side)
        if entry.verb is not None:
            counted.add(dice)
        elif dice in (counted if entry.fact.seen.step > ended else before):
            did = "the same dice were thrown again when they had counted; this throw is left out"
            yield number, Remark("suspicious", "dice.repeated", did)
        elif (again := _thrown_at_once(entries, number, off, steps)) is not None:
            did = "the same dice had been thrown just before; that throw is left out"
            yield again, Remark("suspicious", "dice.repeated", did)
        else:
            did = "dice were thrown that nothing called for"
            yield number, Remark("note", "dice.undeclared", did)


def _thrown_at_once(
    entries: Sequence[Entry], number: int, off: Container[int], steps: Sequence[int]
) -> int | None:
    """The entry whose dice are thrown with the very next click after dice that mean nothing, by the
    same button and hand, and count; ``None``: none, or one of the two throws was called off."""
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
        return later if again else None
    return None


def _known_by(explanation: Explanation, number: int) -> int:
    """The step by which an act that left no sign was done: that of the next act with one; 0 where
    none follows."""
    later = (one.fact for one in explanation.entries[number:] if one.fact is not None)
    return next((fact.seen.step for fact in later), 0)


def _is_closed_by_the_next(explanation: Explanation, number: int) -> bool:
    """Whether a verb is over because of what the next shows."""
    rows = explanation.entries[number : number + 2]
    return len(rows) > 1 and rows[0].fact is not None and rows[0].fact is rows[1].fact


def _doubted(explanation: Explanation, entry: Entry) -> Remark | None:
    """What is told of an act that breaks a case, where an innocent explanation is nearly as cheap:
    nobody is accused, and the innocent reading is named."""
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
    """What else was broken, by an explanation that is nearly as cheap, where it is certain that
    something was wrong in that turn."""
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
    """What the cheapest explanation reads otherwise that breaks nothing in that turn: that nobody
    broke a rule, or what was broken in another turn instead."""
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
    """The cheapest explanation that breaks nothing in that turn, and what it reads otherwise; none
    where it comes to the same as another."""
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
    """What an explanation makes of a thing, in words for players."""
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
    """What a fact is that means nothing."""
    match fact:
        case Rolled():
            return "the dice were thrown for nothing"
        case Declared():
            return "what was declared was a slip"
        case TurnShown():
            return "the turn was clicked too far"
        case Points():
            return "the points were clicked by mistake"
    return "the piece was only handled, or put where it fell" if fact.about else "it was a slip"


def _judged(explanation: Explanation, number: int) -> frozenset[str] | None:
    """The cases by which an entry is judged; ``None``: all, as there is no doubt."""
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
    """Whether a later breach of the same turn is what the entry's verb was done for."""
    field = verbs.get(type(later.verb).__name__)
    return (
        field is not None
        and bool(later.faults)
        and later.before.turn == entry.before.turn
        and getattr(later.verb, field) == getattr(entry.verb, "piece", None)
    )


def _thrown_elsewhere(rules: GameRules, entries: Sequence[Entry]) -> Iterator[tuple[int, Remark]]:
    """Dice that a log which shows others does not show: on the desk, or told in the chat; the case
    that asked for them is cited, if one did. Of one kind in a turn it is told once."""
    told: dict[tuple[int, str], tuple[int, str, list[str]]] = {}
    for number, entry in enumerate(entries):
        if entry.verb is None or entry.fact is not None or entry.price < prices.DESK_DIE_AGAIN:
            continue
        kind = type(entry.verb)
        if not is_rolled(kind):
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
    for (_, verb), (number, case, pieces) in told.items():
        whose = f" of {' and '.join(dict.fromkeys(pieces))}" if pieces else ""
        did = f"no dice are seen for {verb!r}{whose}: they fell where no log shows them"
        yield number, Remark(MISSING if case else "note", case or "dice.elsewhere", did)


def _points_apart(
    reading: Any, context: Context, entries: Sequence[Entry], shown: Mapping[str, int]
) -> Iterator[tuple[int, Remark]]:
    """Ends of turns at which the window of the points and its marker differ in a new way."""
    if reading.points_shown_by(context) != "window":
        return
    low, high = reading.track(context.rules.game)
    shows = totals(context.facts, shown, "window")
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


def _differences(known: Any, shown: Any) -> dict[str, Any]:
    """What the table shows otherwise than it was known: fields of the state."""
    if known is shown:
        return {}
    return {
        one.name: getattr(shown, one.name)
        for one in fields(shown)
        if getattr(known, one.name) != getattr(shown, one.name)
    }

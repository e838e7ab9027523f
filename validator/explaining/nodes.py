"""Nodes of the search: explanations of the facts so far, their prices and their accusations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from heapq import heappop, heappush
from itertools import count, islice, takewhile
from typing import Any

from generator.light import dataclass
from validator.explaining import prices
from validator.explaining.facts import Declared, Fact, Rolled, TurnShown
from validator.explaining.signs import Sign
from validator.rules.cases import MISSING, Broken
from validator.rules.engine import Fault
from validator.rules.states import Pending
from validator.rules.verbs import Verb

LATELY = 10
"""So many steps of a log are recent."""
Accusation = tuple[str, ...]
"""What an explanation accuses somebody of: a case in a turn, something in a step or turn, or a side
of something in a turn."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One statement of an explanation; ``earlier`` links to the statement before it."""

    earlier: Entry | None = field(repr=False)
    verb: Verb | None
    """``None``: ``fact`` is noise."""
    fact: Fact | None
    """The fact that shows it; ``None`` if none does."""
    before: Any
    faults: Sequence[Fault]
    price: float
    """The price of this entry alone."""
    after: Any
    held: bool = False
    """It was done at another time than the fact was seen."""
    reads: int = field(init=False, repr=False)
    """A hash that is equal for explanations that read the same facts as the same verbs. They differ
    at most in guesses: fields that no fact shows."""

    def __post_init__(self) -> None:
        act = type(self.verb) if self.fact is not None else self.verb
        cases = tuple(case.id for case, _ in self.faults)
        earlier = self.earlier.reads if self.earlier is not None else 0
        object.__setattr__(self, "reads", hash((earlier, act, id(self.fact), cases)))


@dataclass(frozen=True, slots=True)
class Told:
    """A verb of the explanation that may still have further signs in the log."""

    verb: Verb
    missing: tuple[Sign, ...]
    turn: int
    step: int
    """The step of the log in which it was read."""
    shown: Mapping[str, Any]
    """What the signs showed that it had then; a further one agrees with them."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """An explanation that is not followed further though it costs about as little as the one that
    is: it reached the same state, or there was no room for it."""

    tail: Entry | None
    dearer: float = 0.0
    """How much more it costs than the one that is followed."""
    dropped: Dropped | None = field(default=None, repr=False)
    """The last one that was dropped for this one."""
    earlier: Dropped | None = field(default=None, repr=False)
    """The one that was dropped before it for the one that is followed."""
    chain: int = field(init=False, repr=False)
    """The length of the longest chain of those that were dropped before it."""

    def __post_init__(self) -> None:
        before = (one.chain for one in (self.dropped, self.earlier) if one is not None)
        object.__setattr__(self, "chain", 1 + max(before, default=0))


class Node:
    """An explanation of the facts so far."""

    def __init__(self, state: Any, track: int) -> None:
        self.state = state
        self.price = 0.0
        self.idle = 0.0
        """The part of the price for clicks that mean nothing."""
        self.extra: dict[Accusation, float] = {}
        """By accusation: how much more the cheapest explanation costs that does not make it; 0 if
        absent."""
        self.claimed: frozenset[int] = frozenset()
        """Later facts that are already used as signs of earlier verbs."""
        self.held: tuple[tuple[int, float], ...] = ()
        """Postponed facts, each with its price as noise if its time never comes."""
        self.stuck: frozenset[int] = frozenset()
        """Postponed facts that another act has settled: a verb after that act did not cause
        them."""
        self.left_out = False
        """Whether something was left out in this turn, or when the last one ended: it may yet be
        done late."""
        self.lacking: frozenset[Pending] = frozenset()
        """What was left out and is still owed; its price has been paid."""
        self.told: tuple[Told, ...] = ()
        """Verbs of this turn, and the one that ended the last turn, that may have further signs."""
        self.wallet = 0
        """Points that are shown but not yet earned."""
        self.paid: Fact | None = None
        """The fact that showed the first of these points."""
        self.track = track
        self.dear: int | None = None
        """The first step with a high price since the search last looked for one."""
        self.tail: Entry | None = None
        self.dropped: Dropped | None = None
        """The last explanation that was dropped for it; ``None``: nobody asks for them."""

    def pay(self, price: float, step: int) -> None:
        """Add a price for something seen in this step."""
        self.price += price
        if price >= prices.DEAR:
            self.dear = step if self.dear is None else min(self.dear, step)

    def lacks(self, left_out: Iterable[Pending | None]) -> None:
        """Record what an act leaves out, as long as it is owed."""
        some = self.lacking.union(one for one in left_out if one is not None)
        if some:
            self.lacking = some.intersection(self.state.pending)

    def tells(self, fact: Fact) -> bool:
        """Whether its last statement is about this fact."""
        return self.tail is not None and self.tail.fact is fact

    @property
    def breaks(self) -> bool:
        """Whether its last act breaks a rule."""
        return self.tail is not None and bool(self.tail.faults)

    def copy(self) -> Node:
        new = Node.__new__(Node)
        new.__dict__.update(self.__dict__)
        return new

    def before(self, entry: Entry) -> Node:
        """A copy that stands before one of its entries; only the state and the entries go back."""
        new = self.copy()
        new.state, new.tail = entry.before, entry.earlier
        return new

    def use_up(self, at: int, claims: Collection[int]) -> None:
        """Use up the other signs of a verb that is read at a fact: postponed facts are no longer
        postponed, later facts are claimed."""
        if claims:
            self.held = tuple(one for one in self.held if one[0] not in claims)
            self.claimed = self.claimed.union(place for place in claims if place > at)


def back(entry: Entry | None) -> Iterator[Entry]:
    """Yield an entry and all before it, the latest first."""
    while entry is not None:
        yield entry
        entry = entry.earlier


def with_later(entries: Iterable[Entry]) -> Iterator[tuple[Entry, Sequence[Entry]]]:
    """Yield these entries (the latest first), each with those before it in a list that grows: the
    entries after it."""
    later: list[Entry] = []
    for one in entries:
        yield one, later
        later.append(one)


def of_turn(entry: Entry | None, ends_turn: type[Verb]) -> Iterator[Entry]:
    """As `back`, but only to the end of the previous turn."""
    return takewhile(lambda one: type(one.verb) is not ends_turn, back(entry))


def detours(found: Iterable[Node], told: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Yield where explanations that were dropped for the found ones went another way than the
    entries ``told``, or than a way yielded before: the entries after the last one in common."""
    known = {id(one) for one in told}
    least: dict[int, float] = {}
    order = count()
    ahead: list[tuple[int, int, Dropped]] = []

    def follow(one: Dropped | None, dearer: float) -> None:
        if one is None or dearer >= least.get(id(one), prices.ASSUMED):
            return
        if id(one) not in least:
            heappush(ahead, (-one.chain, next(order), one))
        least[id(one)] = dearer

    for node in found:
        follow(node.dropped, 0.0)
    while ahead:  # all that lead to one come before it
        one = heappop(ahead)[-1]
        dearer = least[id(one)]
        follow(one.earlier, dearer)
        dearer += one.dearer
        if dearer >= prices.ASSUMED:
            continue
        follow(one.dropped, dearer)
        way = [*takewhile(lambda entry: id(entry) not in known, back(one.tail))][::-1]
        known.update(map(id, way))
        if way:
            yield way


def told_of(fact: Fact, found: Iterable[Node]) -> list[Entry]:
    """The last entries of those explanations whose last entry is about this fact."""
    return [one.tail for one in found if one.tail is not None and one.tail.fact is fact]


def means_nothing(node: Node, fact: Fact, price: float) -> None:
    """Read a fact as noise, at this price."""
    node.pay(price, fact.seen.step)
    if isinstance(fact, Rolled | Declared | TurnShown):
        node.idle += price
    node.tail = Entry(node.tail, None, fact, node.state, (), price, node.state)


def pruned(
    nodes: list[Node], facts: Sequence[Fact], width: prices.Width = prices.WIDE
) -> list[Node]:
    """Return the cheapest explanations, with those that reach the same state merged, and some that
    leave the accusations of the best one in doubt. The one that is cheapest if nothing postponed
    finds its time is kept, too: many variants of a cheap promise do not crowd it out. Nor do, in a
    wide search, many variants of what came before crowd out another way to read the last fact; nor,
    in the widest one, the first few of each way to read what was seen lately."""
    nodes.sort(key=lambda node: _likely(node, facts))
    room = _Room(width, nodes[0], min(nodes, key=lambda node: _likely(node, facts, 1.0)))
    waiting: list[Node] = []
    since = _recent_step(nodes) if width.lately else 0
    buckets: dict[object, list[Node]] = {}
    shares: Counter[object] = Counter()
    for node in nodes:
        if room.kept and node.price > room.kept[0].price + width.given_up:
            continue
        row = buckets.setdefault(_rough_state(node), [])
        same = next((one for one in row if one.state == node.state), None)
        if same is not None:
            _merge(same, node)
            continue
        lately = _read_lately(node, facts, since) if width.lately else None
        shares[lately] += 1
        if width.lately and shares[lately] > width.lately:
            waiting.append(node)
            row.append(node)
        elif room.take(node):
            row.append(node)
    for node in waiting:
        room.take(node)
    doubted = [*_leaving_doubt(room.kept, room.rivals)]
    for node in room.rivals:
        if node not in doubted:
            _drop(node, room.kept[0])
    return [*room.kept, *doubted]


class _Room:
    """The explanations that are followed, as many as a width has room for."""

    def __init__(self, width: prices.Width, best: Node, surest: Node) -> None:
        self.kept: list[Node] = []
        self.rivals: list[Node] = []
        """Those without room that cost about as little as the best one."""
        self._width = width
        self._best = best
        self._surest = surest
        self._alike: Counter[object] = Counter()
        self._ways: set[object] = set()

    def take(self, node: Node) -> bool:
        """Follow an explanation if there is room for it; return whether there is."""
        width, alike = self._width, self._alike
        reads = node.held, node.claimed, node.tail.reads if node.tail is not None else 0
        room = alike[node.held] < width.alike and alike[reads] < width.guesses
        way = _way_read(node)
        close = node.price < self._best.price + prices.BREACH
        other = close and width is not prices.NARROW and way not in self._ways
        if (len(self.kept) < width.most and room) or other or node is self._surest:
            self._ways.add(way)
            alike.update((node.held, reads))
            self.kept.append(node)
            return True
        if node.price < self.kept[0].price + prices.MARGIN:
            self.rivals.append(node)
        return False


def _rough_state(node: Node) -> object:
    """What explanations with equal states and equal debts have in common, quick to compare."""
    state = node.state
    return (
        node.claimed,
        node.held,
        node.stuck and node.stuck.intersection(place for place, _ in node.held),
        node.wallet,
        node.left_out,
        state.turn,
        state.step,
        state.pending,
    )


def _recent_step(nodes: Iterable[Node]) -> int:
    """The step from which on facts are recent: a few before the last one that was read."""
    last = (node.tail.fact for node in nodes if node.tail is not None)
    return max((fact.seen.step for fact in last if fact is not None), default=0) - LATELY


def _read_lately(node: Node, facts: Sequence[Fact], since: int) -> object:
    """How the facts since a step were read, or postponed. Explanations that agree in it differ only
    in what they make of older facts, or in guesses."""
    read = []
    for entry in islice(back(node.tail), 2 * LATELY):
        step = entry.fact.seen.step if entry.fact is not None else since
        if step >= since:
            read.append((step, type(entry.verb), tuple(case.id for case, _ in entry.faults)))
    held = (place for place, _ in node.held if facts[place].seen.step >= since)
    return (*read, *held, node.claimed)


def _way_read(node: Node) -> object:
    """How the last fact that means anything was read, and with which later facts."""
    last = node.tail
    cases = tuple(case.id for case, _ in last.faults) if last is not None else ()
    return last and (id(last.fact), type(last.verb), cases, node.claimed)


def _leaving_doubt(kept: Sequence[Node], rivals: Iterable[Node]) -> Iterator[Node]:
    """Some rivals that leave an accusation of the best explanation in doubt. Without them a narrow
    beam may hold only explanations that make the same accusation."""
    best = kept[0]
    accused = [key for key, least in best.extra.items() if least >= prices.MARGIN]

    def doubted(one: Node) -> list[Accusation]:
        most = prices.MARGIN - (one.price - best.price)
        return [key for key in accused if one.extra.get(key, 0.0) < most]

    left = Counter(key for one in kept for key in doubted(one)) if accused else Counter()
    for rival in rivals if accused else ():
        keys = doubted(rival)
        if any(left[key] < prices.NARROW.most for key in keys):
            left.update(keys)
            yield rival


def _likely(node: Node, facts: Sequence[Fact], put_off: float = prices.PUT_OFF) -> float:
    """The price of an explanation, with part of the price of what it has postponed."""
    worst: dict[int, float] = {}
    for place, price in node.held:
        step = facts[place].seen.step
        worst[step] = max(price, worst.get(step, 0.0))
    unearned = prices.BREACH if node.wallet else 0.0
    return node.price + put_off * (sum(worst.values()) + unearned)


def _merge(kept: Node, other: Node) -> None:
    """Merge an explanation into another with the same state: for each accusation keep the price of
    the cheapest one without it."""
    _drop(other, kept)
    if not kept.extra:
        return
    dearer = other.price - kept.price
    kept.extra = {
        key: least
        for key, price in kept.extra.items()
        if (least := min(price, dearer + other.extra.get(key, 0.0))) > 0
    }


def _drop(node: Node, followed: Node) -> None:
    """Record that an explanation is dropped for another one, if they cost about the same."""
    if followed.dropped is None or node.tail is followed.tail:
        return
    dearer = node.price - followed.price
    if dearer < prices.ASSUMED:
        followed.dropped = Dropped(node.tail, dearer, node.dropped, followed.dropped)


def accusations(
    faults: Iterable[Fault], verb: Verb | None, fact: Fact | None, before: Any
) -> list[Accusation]:
    """The accusations in these faults: by case and turn, by step, by turn, by side and turn, and by
    side and two successive turns (``turns``, with the first of them)."""
    turn = str(before.turn)
    keys: list[Accusation] = [("turn", turn)]
    acting = (verb is not None and verb.by) or (fact is not None and fact.seen.side) or ""
    for case, said in faults:
        keys.append(("case", case.id, turn))
        side = (isinstance(said, Broken) and said.by) or acting
        keys += [("side", side, turn), ("turns", side, turn), ("turns", side, str(before.turn - 1))]
    if fact is not None:
        keys.append(("step", str(fact.seen.step)))
    return keys


def accused_by(entry: Entry) -> list[Accusation]:
    """The accusations of an entry; none if it breaks nothing."""
    if not entry.faults:
        return []
    return accusations(entry.faults, entry.verb, entry.fact, entry.before)


def is_too_early(faults: Iterable[Fault]) -> bool:
    """Whether one of these faults says that an act came before something that was owed."""
    return any(
        ((isinstance(said, Broken) and said.severity) or case.severity) == MISSING
        for case, said in faults
    )


def without_gain(found: Sequence[Node], fact: Fact, before: float, ends_turn: type[Verb]) -> None:
    """Raise the price of a breach that assumed silent verbs would have avoided: leaving them out
    must not be cheaper. The end of a turn is compared with what it owes after them."""
    rows = []
    ends = False
    for node in found:
        for entry in told_of(fact, [node]):
            cases = {case.id for case, _ in entry.faults}
            rows.append((node, cases, node.price - entry.price - before))
            ends = type(entry.verb) is ends_turn
    for node, cases, silent in rows:
        cured = (
            other
            for _, left, other in rows
            if silent < other < prices.SAID_LATER - 1
            and (left < cases or (ends and cases.isdisjoint(left)))
        )
        if cases and (most := max(cured, default=0.0)):
            node.price += most - silent + prices.OUT_OF_ORDER


def entry_of(node: Node, fact: Fact) -> Entry | None:
    """The entry of an explanation about a fact; ``None`` if it has none."""
    return next((one for one in back(node.tail) if one.fact is fact), None)


def is_legal(fact: Fact, found: Sequence[Node]) -> bool:
    """Whether a fact can be of an act that breaks nothing."""
    return any(one.verb is not None and not one.faults for one in told_of(fact, found))

"""The cheapest explanation of a log, among those the rules engine can tell.

Facts are explained one by one. A fact can be a sign of a verb not yet told, a late sign of one told
already, the first sign of a verb whose other signs follow; it can be held until its time comes; or
it is noise. Before a verb, silent ones that are due may be taken for granted. Every step has a
price (`validator.explaining.prices`); explanations that lead to the same state are merged, and each
keeps for every accusation the price of the cheapest history without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import inf
from typing import Any

from validator.explaining import facts as seen
from validator.explaining import prices
from validator.explaining.candidates import CHOICES, Candidate, Candidates
from validator.explaining.context import NAMING, Context, lay, totals, turn_named
from validator.explaining.facts import Fact
from validator.explaining.netting import opens
from validator.explaining.nodes import Entry, Node, Told, accusations, pruned, without_gain
from validator.explaining.noise import Noise
from validator.explaining.signs import Pattern
from validator.rules.cases import Broken
from validator.rules.engine import Fault
from validator.rules.states import is_in_doubt
from validator.rules.verbs import Verb, field_names

EARNING = 5
"""So many silent verbs may have earned points that are shown, at most."""
CHAIN = 9
"""So many silent verbs are taken for granted before one fact, at most."""


class Search:
    """The search through one log."""

    def __init__(self, context: Context, start: Any, width: prices.Width = prices.WIDE) -> None:
        self.width = width
        self.context = context
        self.rules = context.rules
        self.reader = context.reader
        self.tables = context.tables
        self.facts = context.facts
        self.candidates = Candidates(context)
        self._ways = self.candidates.ways
        self.noise = Noise(context, self.candidates)
        words = self.reader.words(context.rules.game, self.tables)
        self._alternate = words.alternate
        shown, by = self.reader.points(context), self.reader.points_shown_by(context)
        self._totals = totals(context.facts, shown, by)
        self.beam = [Node(start, shown[by])]
        self._fleeting = words.fleeting
        self.gave_up: Fact | None = None
        """Where the search ended because nothing fitted; ``None``: all is explained."""
        self._tried = 0
        self._judged: dict[tuple[int, Verb], tuple[Any, Sequence[Fault], Any]] = {}
        self._lines = _lines(self._ways, self.facts)
        self._usual = _usually_declared(self._ways, self.facts)

    def run(self) -> Node:
        """Explain all facts; the cheapest explanation, points counted that nobody earned."""
        self.context.opened = dict(self.context.table)
        steps = iter(self.context.scene.steps)
        following = next(steps, None)
        for at, fact in enumerate(self.facts):
            self._at = self.context.at = at
            while following is not None and following.step < fact.seen.step:
                lay(self.context.table, following)
                following = next(steps, None)
            found: list[Node] = []
            for node in self.beam:
                found += self._step(node, at, fact)
            self.beam = pruned(found, self.facts, self.width)
            if self._is_hopeless(at + 1):
                self.gave_up = fact
                break
            self._judged.clear()
            self.candidates.forget()
            if opens(fact, self.context.opening):
                self.context.opened = dict(self.context.table)
            if following is not None and following.step == fact.seen.step:
                lay(self.context.table, following)
                following = next(steps, None)
        self.beam = pruned([self._finished(node) for node in self.beam], self.facts, self.width)
        return self.beam[0]

    def _is_hopeless(self, facts: int) -> bool:
        """Whether no explanation fits this log, or none is found in reasonable time."""
        tried = self._tried > prices.JUDGEMENTS + prices.JUDGEMENTS_A_FACT * facts
        least = min(node.price for node in self.beam)
        return tried or least > prices.NONSENSE + prices.NONSENSE_A_FACT * facts

    # --- one fact -----------------------------------------------------------------------

    def _step(self, node: Node, at: int, fact: Fact) -> list[Node]:
        if at in node.claimed:
            new = node.copy()
            new.claimed = node.claimed - {at}
            return [new]
        if isinstance(fact, seen.Points):
            return self._points(node, at, fact)
        if (type(fact), fact.key) not in self.candidates.index and (
            type(fact),
            "",
        ) not in self.candidates.index:
            return [node]  # no verb is ever seen by it
        mute = self.reader.mute
        if (
            self._is_known(node.state, fact)
            if mute is None
            else mute(self.context, node.state, fact)
        ):
            return [node]
        late = self._absorbed(node, fact)
        if late is not None:
            return [late]
        if self._announces(node, at, fact):
            return [node]
        direct = self._direct(node, at, fact)
        least = min((one.price for one in direct), default=inf) - node.price
        early = isinstance(fact, seen.Drawn) and fact.key in self._fleeting
        found = direct
        if least >= prices.ASSUMED:
            assumed = self._assuming(node, at, fact)
            without_gain([*direct, *assumed], fact, node.price, self.reader.ends_turn)
            found = [*self._divided(node, at, fact), *direct, *assumed]
        elif not early:
            return [*direct, *self._noise(node, at, fact, direct)]
        noise = self._noise(node, at, fact, found)
        found = [*found, *noise]
        if opens(fact, self.context.opening):
            return found  # what opens an act is told when it is seen
        worst = min((one.price for one in noise), default=inf) - node.price
        if any(self.facts[place].seen is fact.seen for place, _ in node.held):
            self.context.keep()
            new = node.copy()  # what one gesture does is put off together
            new.held = (*node.held, (at, worst))
            return [*found, new]
        acts = len({self.facts[place].seen.step for place, _ in node.held})
        if acts >= prices.MOST_HELD:
            return found
        self.context.keep()
        new = node.copy()
        new.price += prices.HELD * (1 + acts)
        new.held = (*node.held, (at, worst))
        return [*found, new]

    def _is_known(self, state: Any, fact: Fact) -> bool:
        """Whether the turn marker or the tracker shows the turn and the step that it is, or a piece
        comes or goes outside all places."""
        if isinstance(fact, seen.Came):
            return fact.after == seen.NOWHERE
        if isinstance(fact, seen.Went):
            return fact.before == seen.NOWHERE
        if not isinstance(fact, seen.TurnShown) or fact.turn != state.turn:
            return False
        return fact.phase is None or self.context.tracked[fact.phase : fact.phase + 1] == [
            state.step
        ]

    def _direct(self, node: Node, at: int, fact: Fact) -> list[Node]:
        """The fact (or a part of it) as the sign of a verb that is played now."""
        found = []
        for reading in self.candidates.read(node, at, fact):
            price = prices.TOLD + prices.GUESSED * reading.rank + self._turn_price(node, fact)
            price += prices.APART * self._is_apart(at, reading.claims)
            price += prices.OTHER_TURN * self._is_behind(node, fact)
            price += prices.CARRIED * self._is_shown_before(node, at, fact)
            new = self._played(node, reading.verb, fact, price)
            self._stick(new, at, self._by(reading.verb, fact))
            self._claim(new, at, reading.claims)
            self._remember(new, reading, fact, node.state.turn)
            found.append(new)
        return found

    def _is_shown_before(self, node: Node, at: int, fact: Fact) -> bool:
        """Whether a piece is moved that was turned up just before, which is put off: it had been
        turned up."""
        return isinstance(fact, seen.Moved) and any(
            place < at
            and isinstance(one := self.facts[place], seen.Shown)
            and one.piece == fact.piece
            and self.context.is_piece(fact)
            for place, _ in node.held
        )

    def _is_behind(self, node: Node, fact: Fact) -> bool:
        """Whether a piece was moved or drawn after the turn was closed, which is put off."""
        handled = isinstance(fact, seen.Moved | seen.Drawn) and self.context.is_piece(fact)
        return handled and any(
            isinstance(one := self.facts[place], seen.TurnShown) and one.phase is None
            for place, _ in node.held
        )

    def _is_apart(self, at: int, claims: Sequence[int]) -> bool:
        """Whether another side did something between the signs of one verb."""
        sides = {self.facts[one].seen.side for one in range(at, max((*claims, at)) + 1)}
        return len(sides - {None}) > 1

    def _announces(self, node: Node, at: int, fact: Fact) -> bool:
        """Whether a fact only announces a verb that is seen soon."""
        for _, way, number in self.candidates.signs_like(fact):
            sign = way.signs[number]
            bound = sign.binds(self.tables, node.state, fact, {}) if sign.leads else None
            if bound is None:
                continue
            needed = (s for s, must in zip(way.signs, way.required, strict=True) if must)
            if all(self.candidates.ahead(node, at, one, bound) is not None for one in needed):
                return True
        return False

    def _remember(self, node: Node, reading: Candidate, fact: Fact, turn: int) -> None:
        if type(reading.verb) is self.reader.ends_turn:
            node.told = ()
        if reading.missing:
            told = Told(reading.verb, reading.missing, turn, fact.seen.step)
            node.told = (*node.told, told)

    def _claim(self, node: Node, at: int, claims: Sequence[int]) -> None:
        """Other signs of a verb that is told now: held ones are used up, later ones marked."""
        if claims:
            node.held = tuple(one for one in node.held if one[0] not in claims)
            node.claimed = node.claimed.union(place for place in claims if place > at)

    def _by(self, verb: Verb, fact: Fact | None) -> str:
        """Who acts; where the sides move in turn and either may play a verb, whose hand did it."""
        if verb.by or fact is None or not self._alternate:
            return verb.by
        return fact.seen.side or ""

    def _stick(self, node: Node, at: int, by: str) -> None:
        """A side acts: what pieces the other side had moved by then was moved before, and when it
        speaks, it goes by what lies in its own private window."""
        if not by or not node.held:
            return
        speaks = isinstance(self.facts[at], seen.Declared)
        node.stuck = node.stuck.union(
            place
            for place, _ in node.held
            if place < at
            and (
                speaks and self.context.is_private(self.facts[place])
                if self.facts[place].seen.side == by
                else self.context.is_done(place)
            )
        )

    def _turn_price(self, node: Node, fact: Fact) -> float:
        named = turn_named(fact)
        return prices.OTHER_TURN if named is not None and named != node.state.turn else 0.0

    def _absorbed(self, node: Node, fact: Fact) -> Node | None:
        """The fact as a late sign of a verb told already."""
        for number, told in enumerate(node.told):
            if told.turn != node.state.turn and told.step != fact.seen.step:
                continue
            begun = node.state.turn if told.step == fact.seen.step else told.turn
            if turn_named(fact) not in (None, told.turn, begun):
                continue  # what is said with the act that begins a turn may name that turn
            known = _values(told.verb)
            for sign in told.missing:
                if type(fact) is not sign.kind or sign.key not in ("", fact.key):
                    continue
                bound = sign.binds(self.tables, node.state, fact, known)
                if bound is None:
                    continue
                new = node.copy()
                left = tuple(one for one in told.missing if one is not sign)
                rows = [*node.told]
                rows[number] = replace(told, missing=left)
                new.told = tuple(rows)
                if told.step != fact.seen.step:
                    new.price += prices.LATE_SIGN
                return new
        return None

    def _assuming(self, node: Node, at: int, fact: Fact) -> list[Node]:
        """The fact read directly after silent verbs that are due."""
        found: list[Node] = []
        free: list[Node] = []
        for ways in self._in_silence(node, CHAIN, lambda verb: not free or verb.evident):
            for way in ways:
                late = self._absorbed(way, fact)
                if at in way.claimed:  # it completed a held sign whose time had come
                    way.claimed -= {at}
                    late = way
                for one in [late] if late is not None else self._direct(way, at, fact):
                    found.append(one)
                    if one.price - way.price < prices.ASSUMED:
                        free.append(one)
        return found

    def _in_silence(
        self, node: Node, most: int, taken: Callable[[Verb], bool] = lambda verb: True
    ) -> Iterator[list[Node]]:
        """The explanation after one silent verb that is due, after two, and so on."""
        ways = [node]
        reached: list[Any] = [node.state]
        for _ in range(most):
            wider: list[Node] = []
            for way in ways:
                for verb, price in self._silent(way):
                    if not taken(verb):
                        continue
                    new = self._played(way, verb, None, price)
                    if new.state not in reached:
                        reached.append(new.state)
                        wider.append(new)
            if not wider:
                return
            yield wider
            ways = sorted(wider, key=lambda way: way.price)[: self.width.most]

    def _divided(self, node: Node, at: int, fact: Fact) -> list[Node]:
        """A netted move as several: the piece went, something else was done, it went on."""
        found: list[Node] = []
        if not isinstance(fact, seen.Moved):
            return found
        for cut in range(1, len(fact.legs)):
            last, following = fact.legs[cut - 1], fact.legs[cut]
            between = self._done_between(last, following)
            first = replace(fact, after=last.after, legs=(), seen=last.seen)
            rest = fact.legs[cut:]
            second = replace(fact, before=following.before, legs=rest if len(rest) > 1 else ())
            for one in (*self._direct(node, at, first), *self._assuming(node, at, first)):
                ways = [*self._direct(one, at, second), *self._assuming(one, at, second)]
                for two in (*ways, *self._divided(one, at, second)):
                    two.price += -2 * prices.TOLD if between else prices.DRAWN_OUT
                    found.append(two)
        return found

    def _done_between(self, first: Fact, second: Fact) -> bool:
        """Whether other facts stand between two drags of a piece."""
        return any(first.seen.step < one.seen.step < second.seen.step for one in self.facts)

    def _silence(self, kind: type[Verb], state: Any) -> float:
        """What it costs to take a verb for granted."""
        scene = self.context.scene
        if self.candidates.is_rolled(kind):
            return prices.TOLD if self.context.unseen_dice else prices.DESK_DIE
        if self._said_later(kind, state.turn):
            return prices.SAID_LATER
        if kind.secret and not scene.sees_all and scene.side != kind.by:
            return 0.0
        return prices.ASSUMED_UNUSUALLY if kind in self._usual else prices.ASSUMED

    def _tells(self, kind: type[Verb], fact: Fact) -> bool:
        """Whether a fact is a sign of a verb as things stand."""
        return any(
            verb is kind
            and way.signs[number].binds(self.tables, self.beam[0].state, fact, {}) is not None
            for verb, way, number in self.candidates.signs_like(fact)
        )

    def _said_later(self, kind: type[Verb], turn: int) -> bool:
        """Whether the verb is declared later, by a line that names this turn."""
        here = self.facts[self._at]
        if opens(here, self.context.opening):
            return False
        for fact in (here, *self.context.ahead):
            if isinstance(fact, seen.Sealed) and fact.turn is None and self._tells(kind, fact):
                return True
        places = (place for place in self._lines.get((kind, turn), ()) if place >= self._at)
        place = next(places, None)
        return place is not None and not any(
            opens(one, self.context.opening) for one in self.facts[self._at + 1 : place]
        )

    def _silent(self, node: Node) -> Iterator[tuple[Verb, float]]:
        """Verbs that are due and may be played unseen, with what each costs."""
        state = node.state
        for due in self.rules.due(state):
            for kind in due.verbs:
                if not any(way.is_silent for way in self._ways[kind]):
                    continue
                fixed = kind.silent(self.context, state)
                if fixed is None or fixed.get(due.field, due.piece) != due.piece:
                    continue
                if due.field:
                    fixed = {**fixed, due.field: due.piece}
                if _is_shown(kind, fixed):
                    yield kind(**fixed), 0.0  # the table shows it, legal or not
                    continue
                price = self._silence(kind, state)
                guessed = islice(
                    self.candidates.filled(state, kind, dict(fixed)), CHOICES * CHOICES
                )
                legal = (verb for verb in guessed if not self._judge(state, verb)[1])
                for rank, verb in enumerate(islice(legal, 2)):
                    yield verb, price + prices.GUESSED * rank

    # --- playing a verb -------------------------------------------------------------------

    def _played(
        self,
        node: Node,
        verb: Verb,
        fact: Fact | None,
        price: float,
        *,
        held: bool = False,
    ) -> Node:
        """The explanation that goes on with this verb, whatever it breaks."""
        over = self.reader.over(node.state, verb)
        if over is not None:
            node = self._played(node, over, fact, 0.0)
        ends = type(verb) is self.reader.ends_turn
        if ends:
            node = self._closed(self._booked_late(node, verb, fact), fact)
        before, faults, after = self._judge(node.state, verb)
        broken = self._price_of(node, faults)
        new = node.copy()
        new.state = after
        new.price += price + broken
        if broken >= prices.SAME_AGAIN:
            self._accuse(new, faults, fact, before)
        new.tail = Entry(node.tail, verb, fact, before, faults, price + broken, after, held)
        if ends:
            new.told = ()
        told = self._at if fact is None else self._at - 1
        self._settle(new, self._by(verb, fact), ends, told)
        if ends and new.held:
            self._dropped(new, fact.seen.step if fact is not None else 0)
        return new

    def _judge(self, state: Any, verb: Verb) -> tuple[Any, Sequence[Fault], Any]:
        key = (id(state), verb)
        known = self._judged.get(key)
        if known is None:
            self._tried += 1
            faults = self.rules.faults(state, verb)
            known = self._judged[key] = (state, faults, self.rules.apply(state, verb))
        return known

    def _price_of(self, node: Node, faults: Sequence[Fault]) -> float:
        """An act is priced, not its cases."""
        if not faults:
            return 0.0
        known = node.extra
        total, gravest = 0.0, 0.0
        for case, said in faults:
            severity = (isinstance(said, Broken) and said.severity) or case.severity
            if severity in ("unverifiable", "note") or is_in_doubt(node.state.doubt, case.rests_on):
                price = prices.DOUBTED
            elif ("case", case.id, str(node.state.turn)) in known:
                price = prices.SAME_AGAIN
            else:
                price = prices.BREACH
            gravest = max(gravest, price)
            total += prices.FURTHER_CASE
        return gravest + total - prices.FURTHER_CASE

    def _accuse(self, node: Node, faults: Sequence[Fault], fact: Fact | None, before: Any) -> None:
        extra = dict(node.extra)
        for key in accusations(faults, fact, before):
            extra[key] = inf
        node.extra = extra

    # --- points, held facts, the end of a turn ----------------------------------------------

    def _points(self, node: Node, at: int, fact: seen.Points) -> list[Node]:
        """Points are shown: booked where they are earned, or by a silent verb that earns them."""
        if at not in self._totals:
            return [node]
        new = node.copy()
        new.wallet += self._totals[at] - node.track
        new.track = self._totals[at]
        self._book(new, fact)
        if not new.wallet:
            return [new]
        for ways in self._in_silence(new, EARNING):
            earned = [way for way in ways if not way.wallet]
            if earned:
                return [new, *earned]
        booked = new.copy()  # for nothing, as it stands when they are shown
        self._change_points(booked, booked.wallet, fact)
        return [new, booked]

    def _book(self, node: Node, fact: Fact | None) -> None:
        """Book what is earned and shown."""
        if not node.wallet:
            return
        up, down = self.reader.bookable(node.state)
        change = min(node.wallet, up) if node.wallet > 0 else max(node.wallet, -down)
        if change:
            self._change_points(node, change, fact)

    def _change_points(self, node: Node, change: int, fact: Fact | None) -> None:
        verb = self.reader.change_points(change)
        before, faults, after = self._judge(node.state, verb)
        broken = self._price_of(node, faults)
        node.price += broken
        if broken >= prices.SAME_AGAIN:
            self._accuse(node, faults, fact, before)
        node.tail = Entry(node.tail, verb, fact, before, faults, broken, after)
        node.state = after
        node.wallet -= change

    def _settle(self, node: Node, by: str, ended: bool, told: int) -> None:
        """Book points; take up facts whose time has come."""
        self._book(node, None)
        only = None
        if ended and node.held:
            only = {kind for due in self.rules.due(node.state) for kind in due.verbs}
        again = bool(node.held)
        while again:
            again = False
            for place, _ in node.held:
                fact = self.facts[place]
                other = place in node.stuck or by not in ("", fact.seen.side)
                gone_by = self._alternate and place in node.stuck
                if (gone_by or (not ended and other)) and self.context.is_done(place):
                    continue  # what was moved or thrown was so when the other side acted
                late = self._absorbed(node, fact)
                if late is not None:
                    node.told = late.told
                    node.held = tuple(one for one in node.held if one[0] != place)
                    again = True
                    break
                for reading in self.candidates.read(node, place, fact):
                    before, faults, after = self._judge(node.state, reading.verb)
                    later = any(claim > told for claim in reading.claims)
                    if only is not None and type(reading.verb) not in only:
                        continue  # it came before the turn ended, and is no act that comes early
                    if faults or later or self._turn_price(node, fact):
                        continue
                    if type(reading.verb) is self.reader.ends_turn and node.wallet:
                        continue
                    if place in node.stuck and self.context.is_private(fact):
                        node.price += prices.CARRIED
                    used = {place, *reading.claims}
                    node.held = tuple(one for one in node.held if one[0] not in used)
                    node.claimed |= used & {self._at}
                    node.tail = Entry(
                        node.tail, reading.verb, fact, before, faults, 0.0, after, True
                    )
                    node.state = after
                    self._stick(node, place, self._by(reading.verb, fact))
                    self._remember(node, reading, fact, before.turn)
                    self._book(node, fact)
                    again = True
                    break
                if again:
                    break

    def _booked_late(self, node: Node, ends: Verb, fact: Fact | None) -> Node:
        """Points that were owed and are booked by the click that follows the end of a turn."""
        if fact is None or node.wallet or not any(self.reader.bookable(node.state)):
            return node
        if not self._judge(node.state, ends)[1]:
            return node
        later = self._at + 1
        while later < len(self.facts) and later not in self._totals:
            row = self.facts[later]
            if row.seen.step > fact.seen.step and not isinstance(row, seen.Points):
                return node
            later += 1
        if later >= len(self.facts):
            return node
        new = node.copy()
        new.wallet = self._totals[later] - node.track
        new.track = self._totals[later]
        new.price += prices.HELD
        self._book(new, self.facts[later])
        return node if new.wallet or self._judge(new.state, ends)[1] else new

    def _closed(self, node: Node, fact: Fact | None) -> Node:
        """A turn ends: points that nobody earned are booked as they are shown."""
        shown = self.reader.as_shown(self.context, node.state)
        if not node.wallet and not shown:
            return node
        new = node.copy()
        if shown:
            new.state = node.state.changed(**shown)
        if new.wallet:
            places = [place for place in self._totals if place <= self._at]
            new.price += prices.OUT_OF_ORDER  # they were for nothing when they were shown
            self._change_points(new, new.wallet, self.facts[max(places)] if places else fact)
        return new

    def _dropped(self, node: Node, until: int) -> None:
        """Signs whose time has not come by the end of their turn mean nothing, at their price."""
        for place, worst in node.held:
            if self.facts[place].seen.step <= until:
                fact = self.facts[place]
                node.price += worst
                node.tail = Entry(node.tail, None, fact, node.state, (), worst, node.state)
        node.held = tuple(one for one in node.held if self.facts[one[0]].seen.step > until)

    def _finished(self, node: Node) -> Node:
        """The log is over: what was put off and never explained has its price, and points that
        nobody earned were for nothing; where no dice are seen, what earns them may follow."""
        new = node.copy()
        last = new.tail
        while last is not None and last.verb is None:
            last = last.earlier
        begun = last is not None and type(last.verb) is self.reader.ends_turn
        if new.wallet and (begun or not self.context.unseen_dice):
            new.price += prices.OUT_OF_ORDER
            self._change_points(new, new.wallet, self.facts[max(self._totals)])
        self._dropped(new, self.facts[-1].seen.step if self.facts else 0)
        return new

    def _noise(self, node: Node, at: int, fact: Fact, found: Sequence[Node]) -> list[Node]:
        """The fact as something that means nothing; ``found``: what it may mean."""
        least = min((one.price for one in found), default=inf) - node.price
        price = self.noise.price(node, at, fact, least, found)
        if price - least > self.width.given_up:
            return []
        new = node.copy()
        new.price += price
        new.tail = Entry(node.tail, None, fact, node.state, (), price, node.state)
        return [new]


def _is_shown(kind: type[Verb], known: Mapping[str, Any]) -> bool:
    """Whether the table shows every field of a verb that no sign shows."""
    names = field_names(kind)
    return bool(names) and all(known.get(name) is not None for name in names)


def _values(verb: Verb) -> dict[str, Any]:
    return {name: getattr(verb, name) for name in field_names(type(verb))}


def _lines(
    ways: Mapping[type[Verb], Sequence[Pattern]], facts: Sequence[Fact]
) -> dict[tuple[type[Verb], int], list[int]]:
    """Where a log declares a verb by a line that names a turn."""
    speaks: dict[str, list[type[Verb]]] = {}
    for verb, patterns in ways.items():
        for key in {s.key for p in patterns for s in p.signs if s.kind in NAMING}:
            speaks.setdefault(key, []).append(verb)
    found: dict[tuple[type[Verb], int], list[int]] = {}
    for at, fact in enumerate(facts):
        turn = turn_named(fact)
        if turn is not None:
            for verb in speaks.get(fact.key, ()):
                found.setdefault((verb, turn), []).append(at)
    return found


def _usually_declared(
    ways: Mapping[type[Verb], Sequence[Pattern]], facts: Sequence[Fact]
) -> set[type[Verb]]:
    """Verbs whose declaration this log shows more than once."""
    counts: dict[str, int] = {}
    for fact in facts:
        if isinstance(fact, seen.Declared):
            counts[fact.key] = counts.get(fact.key, 0) + 1
    return {
        verb
        for verb, patterns in ways.items()
        if any(
            s.kind is seen.Declared and counts.get(s.key, 0) > 2 for p in patterns for s in p.signs
        )
    }

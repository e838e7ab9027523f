"""The cheapest explanation of a log, among those the rules engine can tell.

Facts are explained one by one. A fact can be a sign of a verb not yet told, a late sign of one told
already, the first sign of a verb whose other signs follow; it can be held until its time comes; or
it is noise. Before a verb, silent ones that are due may be taken for granted. Every step has a
price (`validator.explaining.prices`); explanations that lead to the same state are merged, and each
keeps for every accusation the price of the cheapest history without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, field, fields, replace
from functools import cached_property
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, Any

from generator.light import dataclass
from validator.explaining import facts as seen
from validator.explaining import prices
from validator.explaining.facts import Fact
from validator.explaining.netting import opens
from validator.explaining.signs import Field, Pattern, Sign, patterns_of
from validator.rules.bridging import Scene, Seen, Token
from validator.rules.cases import Broken
from validator.rules.engine import Fault, GameRules
from validator.rules.states import THIS_TURN
from validator.rules.verbs import Verb, field_names

if TYPE_CHECKING:
    from validator.explaining.reading import Reading

_NAMING = (seen.Declared, seen.Sealed)
_HANDLED = (seen.Moved, seen.Drawn, seen.PutIn)

AHEAD = 40
"""So many facts ahead the other signs of a verb are looked for."""
CHOICES = 4
"""So many values of what the facts do not show are tried."""
EARNING = 5
"""So many silent verbs may have earned points that are shown, at most."""
CHAIN = 9
"""So many silent verbs are taken for granted before one fact, at most."""

Accusation = tuple[str, ...]
"""What a reading accuses somebody of: a case in a turn, a step, a turn."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing an explanation says, after all that came ``earlier``."""

    earlier: Entry | None = field(repr=False)
    verb: Verb | None
    """``None``: ``fact`` is noise."""
    fact: Fact | None
    """What shows it; ``None``: nothing does."""
    before: Any
    faults: Sequence[Fault]
    price: float
    """Of this entry alone."""
    after: Any
    held: bool = False
    """It was seen at another time than it was done."""


@dataclass(frozen=True, slots=True)
class Told:
    """A verb that was told and may still show other signs."""

    verb: Verb
    missing: tuple[Sign, ...]
    turn: int
    step: int
    """Of the log, in which it was told."""


class Node:
    """An explanation of the facts so far."""

    __slots__ = (
        "claimed",
        "extra",
        "held",
        "price",
        "state",
        "stuck",
        "tail",
        "told",
        "track",
        "wallet",
    )

    def __init__(self, state: Any, track: int) -> None:
        self.state = state
        self.price = 0.0
        self.extra: dict[Accusation, float] = {}
        """How much dearer the cheapest history is that does not accuse so; 0 where it is absent."""
        self.claimed: frozenset[int] = frozenset()
        """Facts to come that are signs of verbs told already."""
        self.held: tuple[tuple[int, float], ...] = ()
        """Facts put off, and what each costs if its time never comes."""
        self.stuck: frozenset[int] = frozenset()
        """Those among them on which the other side has acted: they were done before that."""
        self.told: tuple[Told, ...] = ()
        """Verbs of this turn, and the one that ended the last, with signs still to be seen."""
        self.wallet = 0
        """Points shown and not yet earned."""
        self.track = track
        self.tail: Entry | None = None

    def copy(self) -> Node:
        new = Node.__new__(Node)
        for name in Node.__slots__:
            setattr(new, name, getattr(self, name))
        return new


@dataclass
class Context:
    """What the readings of one log have in common; ``table`` is the table at the fact in hand."""

    rules: GameRules
    tables: Any
    scene: Scene
    facts: Sequence[Fact]
    table: dict[str, Token]
    at: int = 0
    """The fact in hand, by its number."""
    opened: Mapping[str, Token] = field(default_factory=dict)
    """The table as it lay when the last card opened an act, or when the log began."""

    @property
    def ahead(self) -> Iterator[Fact]:
        """The facts after the one in hand, up to the next card that opens a new act."""
        if self.facts and opens(self.facts[self.at], self.opening):
            return
        for fact in islice(self.facts, self.at + 1, None):
            if opens(fact, self.opening):
                return
            yield fact

    @property
    def behind(self) -> Iterator[Fact]:
        """The facts before the one in hand, back to the last card that opened an act."""
        for at in range(self.at - 1, -1, -1):
            if opens(self.facts[at], self.opening):
                return
            yield self.facts[at]

    @property
    def settled(self) -> Mapping[str, Token]:
        """The table as it lies when the next card opens a new act, or at the end."""
        opening = bool(self.facts) and opens(self.facts[self.at], self.opening)
        least = self.step if opening else self.step + 1
        step = next((one for one in self._openings if one >= least), None)
        return self._settled[step]

    @property
    def step(self) -> int:
        """The step of the fact in hand."""
        return self.facts[self.at].seen.step if self.facts else 0

    @cached_property
    def opening(self) -> frozenset[str]:
        """Roles of cards that open a new act."""
        words = self.rules.module.reading.words(self.rules.game, self.tables)
        return frozenset(words.opening)

    @cached_property
    def _openings(self) -> list[int]:
        return [fact.seen.step for fact in self.facts if opens(fact, self.opening)]

    @cached_property
    def _settled(self) -> dict[int | None, dict[str, Token]]:
        """By the step of the card that is turned then: the table before it."""
        found: dict[int | None, dict[str, Token]] = {}
        table, openings = dict(self.scene.start), set(self._openings)
        for seen_step in self.scene.steps:
            if seen_step.step in openings:
                found[seen_step.step] = dict(table)
            _lay(table, seen_step)
        found[None] = table
        return found

    @property
    def near(self) -> Sequence[Fact]:
        """The fact in hand and the next ones."""
        return self.facts[self.at : self.at + AHEAD]

    @cached_property
    def unseen_dice(self) -> bool:
        """Dice fall beside the computer: the log shows no button pressed, or says so."""
        pressed = (seen.Rolled, seen.Declared)
        return self.scene.unseen_dice or not any(isinstance(f, pressed) for f in self.facts)


@dataclass(frozen=True, slots=True)
class _Reading:
    """A verb with its fields, the fact it begins with, what else it claims."""

    verb: Verb
    claims: tuple[int, ...]
    missing: tuple[Sign, ...]
    rank: int
    """How many others were thought of before, for what the facts do not show."""


class Search:
    """The search through one log."""

    def __init__(self, context: Context, start: Any) -> None:
        shown_by = context.rules.module.reading.points_shown_by(context)
        self.context = context
        self.rules = context.rules
        self.reader: Reading = context.rules.module.reading
        self.tables = context.tables
        self.facts = context.facts
        words = self.reader.words(context.rules.game, self.tables)
        self.private, self._fleeting = words.private, words.fleeting
        game = context.rules.game
        self._tracked = [step.id for step in game.tracked_steps()] if game is not None else []
        self.beam = [Node(start, self.reader.points(context)[shown_by])]
        self.gave_up: Fact | None = None
        """Where the search ended because nothing fitted; ``None``: all is explained."""
        self._tried = 0
        self._totals = totals(context.facts, self.reader.points(context), shown_by)
        self._ways = {verb: patterns_of(verb.signs) for verb in self.rules.module.verbs}
        self._index = _indexed(self._ways)
        self._judged: dict[tuple[int, Verb], tuple[Any, Sequence[Fault], Any]] = {}
        self._readings: dict[tuple[object, ...], tuple[Any, list[_Reading]]] = {}
        self._lines = _lines(self._ways, self.facts)
        self._usual = _usually_declared(self._ways, self.facts)
        self._optional = {
            verb: {
                f.name
                for f in fields(verb)  # type: ignore[arg-type]
                if "None" in str(f.type)
            }
            for verb in self.rules.module.verbs
        }
        self._defaults = {
            verb: {f.name: f.default for f in fields(verb) if f.default is not MISSING}  # type: ignore[arg-type]
            for verb in self.rules.module.verbs
        }

    def run(self) -> Node:
        """Explain all facts; the cheapest explanation."""
        self.context.opened = dict(self.context.table)
        steps = iter(self.context.scene.steps)
        following = next(steps, None)
        for at, fact in enumerate(self.facts):
            self._at = self.context.at = at
            while following is not None and following.step < fact.seen.step:
                _lay(self.context.table, following)
                following = next(steps, None)
            found: list[Node] = []
            for node in self.beam:
                found += self._step(node, at, fact)
            self.beam = self._pruned(found)
            if self._is_hopeless(at + 1):
                self.gave_up = fact
                break
            self._judged.clear()
            self._readings.clear()
            if opens(fact, self.context.opening):
                self.context.opened = dict(self.context.table)
            if following is not None and following.step == fact.seen.step:
                _lay(self.context.table, following)
                following = next(steps, None)
        self.beam = self._pruned([self._finished(node) for node in self.beam])
        return min(self.beam, key=lambda node: node.price)

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
        if (type(fact), fact.key) not in self._index and (type(fact), "") not in self._index:
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
        if least < prices.ASSUMED and not early:
            return [*direct, *self._noise(node, at, fact, direct)]
        assumed = self._assuming(node, at, fact)
        _without_gain([*direct, *assumed], fact, node.price)
        found = [*self._divided(node, at, fact), *direct, *assumed]
        noise = self._noise(node, at, fact, found)
        found += noise
        if opens(fact, self.context.opening):
            return found  # what opens an act is told when it is seen
        worst = min((one.price for one in noise), default=inf) - node.price
        if any(self.facts[place].seen is fact.seen for place, _ in node.held):
            new = node.copy()  # what one gesture does is put off together
            new.held = (*node.held, (at, worst))
            return [*found, new]
        acts = len({self.facts[place].seen.step for place, _ in node.held})
        if acts >= prices.MOST_HELD:
            return found
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
        return fact.phase is None or self._tracked[fact.phase : fact.phase + 1] == [state.step]

    def _direct(self, node: Node, at: int, fact: Fact) -> list[Node]:
        """The fact (or a part of it) as the sign of a verb that is played now."""
        found = []
        for reading in self._read(node, at, fact):
            price = prices.TOLD + prices.GUESSED * reading.rank + self._turn_price(node, fact)
            price += prices.APART * self._is_apart(at, reading.claims)
            new = self._played(node, reading.verb, fact, price)
            self._stick(new, at, reading.verb.by)
            self._claim(new, at, reading.claims)
            self._remember(new, reading, fact, node.state.turn)
            found.append(new)
        return found

    def _is_apart(self, at: int, claims: Sequence[int]) -> bool:
        """Whether another side did something between the signs of one verb."""
        sides = {self.facts[one].seen.side for one in range(at, max((*claims, at)) + 1)}
        return len(sides - {None}) > 1

    def _announces(self, node: Node, at: int, fact: Fact) -> bool:
        """Whether a fact only announces a verb that is seen soon."""
        for _, way, number in self._signs_like(fact):
            sign = way.signs[number]
            bound = sign.binds(self.tables, node.state, fact, {}) if sign.leads else None
            if bound is None:
                continue
            needed = (s for s, must in zip(way.signs, way.required, strict=True) if must)
            if all(self._ahead(node, at, one, bound) is not None for one in needed):
                return True
        return False

    def _remember(self, node: Node, reading: _Reading, fact: Fact, turn: int) -> None:
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
                speaks and self._is_private(self.facts[place])
                if self.facts[place].seen.side == by
                else self._is_piece(self.facts[place])
            )
        )

    def _is_private(self, fact: Fact) -> bool:
        within = isinstance(fact, seen.Moved) and fact.before and fact.after
        return bool(within) and fact.key in self.private

    def _turn_price(self, node: Node, fact: Fact) -> float:
        named = _turn_named(fact)
        return prices.OTHER_TURN if named is not None and named != node.state.turn else 0.0

    def _absorbed(self, node: Node, fact: Fact) -> Node | None:
        """The fact as a late sign of a verb told already."""
        for number, told in enumerate(node.told):
            if told.turn != node.state.turn and told.step != fact.seen.step:
                continue
            if _turn_named(fact) not in (None, told.turn):
                continue
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
            ways = sorted(wider, key=lambda way: way.price)[: prices.BEAM]

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
                    two.price += -prices.TOLD if between else prices.DRAWN_OUT
                    found.append(two)
        return found

    def _done_between(self, first: Fact, second: Fact) -> bool:
        """Whether other facts stand between two drags of a piece."""
        return any(first.seen.step < one.seen.step < second.seen.step for one in self.facts)

    def _silence(self, kind: type[Verb], state: Any) -> float:
        """What it costs to take a verb for granted."""
        scene = self.context.scene
        if self.context.unseen_dice and all(
            sign.kind is seen.Rolled for way in self._ways[kind] for sign in way.signs
        ):
            return prices.TOLD
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
            for verb, way, number in self._signs_like(fact)
        )

    def _said_later(self, kind: type[Verb], turn: int) -> bool:
        """Whether the verb is declared later, by a line that names this turn."""
        here = self.facts[self._at : self._at + 1]
        for fact in (*here, *self.context.ahead):
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
                if fixed is None:
                    continue
                if due.field:
                    fixed = {**fixed, due.field: due.piece}
                if _is_shown(kind, fixed):
                    yield kind(**fixed), 0.0  # the table shows it, legal or not
                    continue
                price = self._silence(kind, state)
                guessed = islice(self._filled(state, kind, dict(fixed)), CHOICES * CHOICES)
                legal = (verb for verb in guessed if not self._judge(state, verb)[1])
                for rank, verb in enumerate(islice(legal, 2)):
                    yield verb, price + prices.GUESSED * rank

    # --- readings of a fact ---------------------------------------------------------------

    def _read(self, node: Node, at: int, fact: Fact) -> list[_Reading]:
        part = (fact.before, fact.after) if isinstance(fact, seen.Moved) else None
        key = (id(node.state), at, part, node.claimed, node.held)
        kept = self._readings.get(key)
        if kept is not None:
            return kept[1]
        found: dict[Verb, _Reading] = {}
        for kind, way, number in self._signs_like(fact):
            if way.signs[number].leads:
                continue
            bound = way.signs[number].binds(self.tables, node.state, fact, {})
            if bound is None:
                continue
            for reading in self._completed(node, at, kind, way, number, bound):
                earlier = found.get(reading.verb)
                if earlier is None or len(reading.claims) > len(earlier.claims):
                    found[reading.verb] = reading
        rows = list(found.values())
        self._readings[key] = (node.state, rows)
        return rows

    def _completed(
        self,
        node: Node,
        at: int,
        kind: type[Verb],
        way: Pattern,
        number: int,
        bound: dict[str, Any],
    ) -> Iterator[_Reading]:
        """The verbs that a fact begins, their other signs looked for among the facts ahead."""
        state = node.state
        sign = way.signs[number]
        claims: tuple[int, ...] = ()
        missing = []
        bound = {**dict(way.fixed), **bound}
        if sign.repeated:
            gathered, claims = self._gathered(node, at, sign)
            bound = {**bound, sign.repeated: gathered}
        for other, needed in zip(way.signs, way.required, strict=True):
            if other is sign or other.leads:
                continue
            unbound = needed or any(name not in bound for name in _binds(other))
            place = self._ahead(node, at, other, bound) if unbound else None
            if place is None:
                if needed:
                    return
                missing.append(other)
                continue
            more = other.binds(self.tables, state, self.facts[place], bound)
            bound = {**bound, **(more or {})}
            claims = (*claims, place)
        for rank, verb in enumerate(self._filled(state, kind, bound)):
            yield _Reading(verb, claims, tuple(missing), rank)

    def _ahead(self, node: Node, at: int, sign: Sign, bound: Mapping[str, Any]) -> int | None:
        """The next fact that is this sign, before the turn is over."""
        last = min(len(self.facts), at + AHEAD)
        private = sign.key in self.private
        for place in (*(one for one, _ in node.held if one != at), *range(at + 1, last)):
            fact = self.facts[place]
            if private and place > at and fact.key not in self.private and self._is_piece(fact):
                return None  # what is written after the other side has moved is written anew
            over = isinstance(fact, seen.TurnShown) and fact.phase is None
            if place > at and (over or opens(fact, self.context.opening)):
                return None
            if not isinstance(fact, sign.kind) or sign.key not in ("", fact.key):
                continue
            if place in node.claimed:
                continue
            if sign.binds(self.tables, node.state, fact, bound) is not None:
                return int(place)
        return None

    def _gathered(self, node: Node, at: int, sign: Sign) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """The pieces of facts like this one, as far as nothing else comes between."""
        pieces, claims = [self.facts[at].about], []
        for place in range(at + 1, len(self.facts)):
            fact = self.facts[place]
            if type(fact) is not sign.kind or fact.key != sign.key:
                break
            if sign.binds(self.tables, node.state, fact, {}) is None:
                break
            pieces.append(fact.about)
            claims.append(place)
        return tuple(dict.fromkeys(pieces)), tuple(claims)

    def _filled(self, state: Any, kind: type[Verb], bound: dict[str, Any]) -> Iterator[Verb]:
        """Verbs with the fields that the facts do not show: guessed, unknown, or legal."""
        names = field_names(kind)
        values = dict(bound)
        for name in names:
            if name in values:
                continue
            guess = kind.guesses.get(name)
            if guess is not None:
                guessed = [*islice(guess(self.context, state, values), CHOICES)]
                if guessed:
                    for value in guessed:
                        yield from self._filled(state, kind, {**values, name: value})
                    return
            if name in self._optional[kind]:
                values[name] = None
            elif name in self._defaults[kind]:
                values[name] = self._defaults[kind][name]
        if all(name in values for name in names):
            yield kind(**{name: values[name] for name in names})
            return
        legal = [*islice(self._legal(state, kind, values), CHOICES)]
        if legal:
            yield from legal
        else:
            yield from islice(self._any(state, kind, values), CHOICES)

    def _legal(self, state: Any, kind: type[Verb], fixed: Mapping[str, Any]) -> Iterator[Verb]:
        """Legal verbs with these fields; what may stay unknown stays so."""
        unknown = {n: None for n in self._optional[kind] if n not in fixed}
        return self.rules.completions(state, kind, {**unknown, **fixed})

    def _any(self, state: Any, kind: type[Verb], fixed: Mapping[str, Any]) -> Iterator[Verb]:
        """Verbs with these fields, legal or not, the others out of the choices for them."""
        return self.rules.completions(state, kind, fixed, legal=False)

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
            node = self._closed(node, fact)
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
        self._settle(new, verb.by, ends)
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
            if severity in ("unverifiable", "note") or node.state.doubt.intersection(
                (*case.rests_on, THIS_TURN)
            ):
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
        for ways in self._in_silence(new, EARNING if new.wallet else 0):
            earned = [way for way in ways if not way.wallet]
            if earned:
                return [new, *earned]
        return [new]

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

    def _is_piece(self, fact: Fact) -> bool:
        """Whether a piece of the game was handled, not a marker or something in private."""
        return isinstance(fact, _HANDLED) and fact.key not in self.reader.noise

    def _settle(self, node: Node, by: str, ended: bool = False) -> None:
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
                if not ended and other and self._is_piece(fact):
                    continue  # what was moved had been moved when the other side acted
                late = self._absorbed(node, fact)
                if late is not None:
                    node.told = late.told
                    node.held = tuple(one for one in node.held if one[0] != place)
                    again = True
                    break
                for reading in self._read(node, place, fact):
                    before, faults, after = self._judge(node.state, reading.verb)
                    later = any(claim > self._at for claim in reading.claims)
                    if only is not None and type(reading.verb) not in only:
                        continue  # it came before the turn ended, and is no act that comes early
                    if faults or later or self._turn_price(node, fact):
                        continue
                    if type(reading.verb) is self.reader.ends_turn and node.wallet:
                        continue
                    if place in node.stuck and self._is_private(fact):
                        node.price += prices.CARRIED
                    used = {place, *reading.claims}
                    node.held = tuple(one for one in node.held if one[0] not in used)
                    node.tail = Entry(
                        node.tail, reading.verb, fact, before, faults, 0.0, after, True
                    )
                    node.state = after
                    self._stick(node, place, reading.verb.by)
                    self._remember(node, reading, fact, before.turn)
                    self._book(node, fact)
                    again = True
                    break
                if again:
                    break

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
        were shown when a turn had just begun were for nothing."""
        new = node.copy()
        last = new.tail
        while last is not None and last.verb is None:
            last = last.earlier
        if new.wallet and last is not None and type(last.verb) is self.reader.ends_turn:
            self._change_points(new, new.wallet, self.facts[-1])
        self._dropped(new, self.facts[-1].seen.step if self.facts else 0)
        return new

    # --- noise ------------------------------------------------------------------------------

    def _noise(self, node: Node, at: int, fact: Fact, found: Sequence[Node]) -> list[Node]:
        """The fact as something that means nothing; ``found``: what it may mean."""
        least = min((one.price for one in found), default=inf) - node.price
        price = self._noise_price(node, at, fact, least, found)
        if price - least > prices.GIVEN_UP:
            return []
        new = node.copy()
        new.price += price
        new.tail = Entry(node.tail, None, fact, node.state, (), price, node.state)
        return [new]

    def _noise_price(
        self, node: Node, at: int, fact: Fact, least: float, found: Sequence[Node]
    ) -> float:
        fits = least < prices.BREACH / 2
        match fact:
            case seen.Rolled():
                return prices.OWED_DIE if self._is_due(fact, found) else prices.STRAY_DIE
            case seen.Declared():
                return self._slip(at, fact, fits)
            case seen.Moved() if self._is_private(fact) and self._put_back(node, at, fact):
                return prices.MARKER
            case seen.Moved() if self._goes_on(at, fact):
                return prices.DRAWN_OUT
            case seen.Moved() | seen.Drawn() | seen.PutIn():
                price = self.reader.noise.get(fact.key, prices.PIECE)
                if price == prices.MARKER and self._is_due(fact, found):
                    return prices.PIECE
                return price
            case seen.Shown(look=True) | seen.Hidden(look=True):
                return prices.LEFT_UP if found and isinstance(fact, seen.Shown) else prices.LOOK
            case seen.Shown():
                return prices.LEFT_UP
            case seen.Hidden():
                return prices.TURNED_DOWN
            case seen.Turned():
                return self.reader.noise.get(fact.key, prices.TURNED)
            case seen.TurnShown():
                if fact.turn <= max(node.state.turn, 1):
                    return prices.TRACKER
                return prices.WRONG_TURN if fact.phase is None else prices.TRACKER_AHEAD
            case seen.Sealed():
                return self._paper(at, fact)
        return prices.PIECE

    def _is_due(self, fact: Fact, found: Sequence[Node]) -> bool:
        """Whether a fact may be the sign of something that is due when it is seen."""
        for node in found:
            entry = node.tail
            while entry is not None and entry.fact is not fact:
                entry = entry.earlier
            if entry is None or entry.verb is None:
                continue
            if any(type(entry.verb) in due.verbs for due in self.rules.due(entry.before)):
                return True
        return False

    def _goes_on(self, at: int, fact: seen.Moved) -> bool:
        """Whether the piece lay on the table and was put away before anybody did another thing."""
        other = self.facts[at + 1] if at + 1 < len(self.facts) else None
        return (
            isinstance(other, seen.Moved)
            and other.piece == fact.piece
            and seen.NOWHERE == other.after != fact.before
        )

    def _put_back(self, node: Node, at: int, fact: seen.Moved) -> bool:
        """Whether a piece was moved for a moment only: out here, or back again."""
        for other in self.facts[at + 1 : at + AHEAD]:
            if isinstance(other, seen.TurnShown) and other.phase is None:
                break
            if isinstance(other, seen.Moved) and other.piece == fact.piece:
                if (other.before, other.after) == (fact.after, fact.before):
                    return True
                break
        entry = node.tail
        while entry is not None and type(entry.verb) is not self.reader.ends_turn:
            out = entry.fact
            if isinstance(out, seen.Moved) and out.piece == fact.piece:
                back = (out.before, out.after) == (fact.after, fact.before)
                return back and entry.verb is None
            entry = entry.earlier
        return False

    def _paper(self, at: int, fact: seen.Sealed) -> float:
        """A line of paper that means nothing: another side's, or one sealed before."""
        owners = {kind.by for kind, _, _ in self._signs_like(fact)}
        earlier = ((one.key, one.number) for one in self.facts[:at] if isinstance(one, seen.Sealed))
        if fact.seen.side not in (None, *owners) or (fact.key, fact.number) in earlier:
            return prices.SEAL
        return prices.OWN_WORD

    def _signs_like(self, fact: Fact) -> Iterator[tuple[type[Verb], Pattern, int]]:
        for key in dict.fromkeys((fact.key, "")):
            yield from self._index.get((type(fact), key), ())

    def _slip(self, at: int, fact: seen.Declared, fits: bool) -> float:
        """A declaration that means nothing: who clicked it, and whether it was put right."""
        owners = {
            kind.by
            for kind, way, number in self._index.get((seen.Declared, fact.key), ())
            if kind.by
        }
        if owners and fact.seen.side is not None and fact.seen.side not in owners:
            return prices.SLIP
        follows = self.facts[at + 1] if at + 1 < len(self.facts) else None
        if isinstance(follows, seen.Declared) and follows.seen.side == fact.seen.side:
            return prices.SLIP
        if fits:
            return prices.OWN_WORD
        return prices.NAMED_WORD if fact.detail else prices.SLIP + prices.STRAY_DIE

    # --- the beam -----------------------------------------------------------------------------

    def _pruned(self, nodes: list[Node]) -> list[Node]:
        """The cheapest explanations, those that come to the same merged into one."""
        nodes.sort(key=self._likely)
        alike: dict[object, int] = {}
        kept: list[Node] = []
        buckets: dict[object, list[Node]] = {}
        for node in nodes:
            if kept and node.price > kept[0].price + prices.GIVEN_UP:
                continue
            state = node.state
            key = (
                node.claimed,
                node.held,
                node.stuck,
                node.wallet,
                state.turn,
                state.step,
                state.pending,
            )
            row = buckets.setdefault(key, [])
            same = next((one for one in row if one.state == state), None)
            if same is not None:
                _merge(same, node)
                continue
            waiting = alike.get(node.held, 0)
            if len(kept) < prices.BEAM and waiting < prices.ALIKE:
                alike[node.held] = waiting + 1
                row.append(node)
                kept.append(node)
        return kept

    def _likely(self, node: Node) -> float:
        """What an explanation will have cost when what it put off is counted in part."""
        worst: dict[int, float] = {}
        for place, price in node.held:
            step = self.facts[place].seen.step
            worst[step] = max(price, worst.get(step, 0.0))
        unearned = prices.BREACH if node.wallet else 0.0
        return node.price + prices.PUT_OFF * (sum(worst.values()) + unearned)


def _lay(table: dict[str, Token], step: Seen) -> None:
    """Change the table as a step does."""
    for change in step.changes:
        if change.after is not None:
            table[change.after.key] = change.after
        elif change.before is not None:
            table.pop(change.before.key, None)


def _without_gain(found: Sequence[Node], fact: Fact, before: float) -> None:
    """No breach becomes cheaper because silent verbs that cure it are not taken for granted."""
    rows = []
    for node in found:
        entry = node.tail
        if entry is not None and entry.fact is fact:
            cases = {case.id for case, _ in entry.faults}
            rows.append((node, cases, node.price - entry.price - before))
    for node, cases, silent in rows:
        cured = (
            other
            for _, left, other in rows
            if silent < other < prices.SAID_LATER - prices.TOLD and cases.isdisjoint(left)
        )
        if cases and (most := max(cured, default=0.0)):
            node.price += most - silent + prices.OUT_OF_ORDER


def totals(facts: Sequence[Fact], shown: Mapping[str, int], by: str) -> dict[int, int]:
    """By number of a fact: the points it shows.

    Points that are clicked one after the other are booked at once. Where the window counts, a
    marker that is moved by hand alone counts on from there.
    """
    total, marker = shown[by], shown["marker"]
    windows = {f.seen.step for f in facts if isinstance(f, seen.Points) and f.key == "window"}
    found: dict[int, int] = {}
    for at, fact in enumerate(facts):
        if not isinstance(fact, seen.Points):
            continue
        if fact.key == by:
            total = fact.points
        elif fact.key == "marker" and fact.seen.step not in windows:
            total += fact.points - marker
        marker = fact.points if fact.key == "marker" else marker
        if isinstance(facts[at - 1], seen.Points):
            found.pop(at - 1, None)
        found[at] = total
    return found


def accusations(faults: Iterable[Fault], fact: Fact | None, before: Any) -> list[Accusation]:
    """What faults accuse somebody of: by case and turn, by step, by turn."""
    turn = str(before.turn)
    keys: list[Accusation] = [("case", case.id, turn) for case, _ in faults]
    keys.append(("turn", turn))
    if fact is not None:
        keys.append(("step", str(fact.seen.step)))
    return keys


def _merge(kept: Node, other: Node) -> None:
    """Two explanations come to the same: of each accusation the cheapest history without it."""
    if not kept.extra:
        return
    dearer = other.price - kept.price
    kept.extra = {
        key: least
        for key, price in kept.extra.items()
        if (least := min(price, dearer + other.extra.get(key, 0.0))) > 0
    }


def _is_shown(kind: type[Verb], known: Mapping[str, Any]) -> bool:
    """Whether the table shows every field of a verb that no sign shows."""
    names = field_names(kind)
    return bool(names) and all(known.get(name) is not None for name in names)


def _values(verb: Verb) -> dict[str, Any]:
    return {name: getattr(verb, name) for name in field_names(type(verb))}


def _binds(sign: Sign) -> list[str]:
    """The fields of the verb that a sign shows."""
    parts = (w.name if isinstance(w, Field) else w for _, w in sign.parts)
    return [name for name in parts if isinstance(name, str)]


def _indexed(
    ways: Mapping[type[Verb], Sequence[Pattern]],
) -> dict[tuple[type[Fact], str], list[tuple[type[Verb], Pattern, int]]]:
    found: dict[tuple[type[Fact], str], list[tuple[type[Verb], Pattern, int]]] = {}
    for verb, patterns in ways.items():
        for way in patterns:
            for number, sign in enumerate(way.signs):
                found.setdefault((sign.kind, sign.key), []).append((verb, way, number))
    return found


def _lines(
    ways: Mapping[type[Verb], Sequence[Pattern]], facts: Sequence[Fact]
) -> dict[tuple[type[Verb], int], list[int]]:
    """Where a log declares a verb by a line that names a turn."""
    speaks: dict[str, list[type[Verb]]] = {}
    for verb, patterns in ways.items():
        for key in {s.key for p in patterns for s in p.signs if s.kind in _NAMING}:
            speaks.setdefault(key, []).append(verb)
    found: dict[tuple[type[Verb], int], list[int]] = {}
    for at, fact in enumerate(facts):
        turn = _turn_named(fact)
        if turn is not None:
            for verb in speaks.get(fact.key, ()):
                found.setdefault((verb, turn), []).append(at)
    return found


def _turn_named(fact: Fact) -> int | None:
    """The turn that a line names."""
    return fact.turn if isinstance(fact, _NAMING) else None


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

"""Candidates for a fact: the verbs of which it may be a sign, with values for all their fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import islice
from typing import Any

from generator.light import dataclass
from validator.explaining import facts as seen
from validator.explaining.context import AHEAD, Context, between, next_of
from validator.explaining.facts import Fact
from validator.explaining.nodes import Node
from validator.explaining.settling import marked_soon
from validator.explaining.signs import Pattern, Place, Sign, index_of
from validator.rules.verbs import Verb, field_names

CHOICES = 4
"""At most this many values are tried for a field that no fact shows."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A verb that a fact may show.

    ``claims`` are the indices of its other signs, ``missing`` the signs that were not found.
    """

    verb: Verb
    claims: tuple[int, ...]
    missing: tuple[Sign, ...]
    rank: int
    """How many likelier values were tried before, for fields that no fact shows."""
    shown: Mapping[str, Any]
    """What its signs show."""


@dataclass(slots=True)
class _Signs:
    """The signs of a verb that were found, and what they show."""

    bound: dict[str, Any]
    facts: list[Fact]
    claims: list[int] = field(default_factory=list)
    missing: list[Sign] = field(default_factory=list)
    announced: list[Sign] = field(default_factory=list)
    """Those that announce the verb, and were seen before it."""
    pieces: tuple[str, ...] = ()
    """The pieces of a sign that may be seen several times."""
    are_past: bool = False
    """Whether a sign that may lack comes only after other dice, or what others declare."""


@dataclass(slots=True)
class _Known:
    """What was found at one fact, since explanations that differ elsewhere ask for the same. Each
    answer keeps its state, so that the ``id`` of the state stays unique."""

    read: dict[tuple[object, ...], tuple[Any, list[Candidate]]] = field(default_factory=dict)
    rows: dict[tuple[int, int, type[Fact], str], Sequence[int]] = field(default_factory=dict)
    whole: dict[tuple[object, ...], list[Place]] = field(default_factory=dict)
    filled: dict[tuple[object, ...], tuple[Any, list[Verb]]] = field(default_factory=dict)
    shown: dict[tuple[int, int], tuple[Any, set[type[Verb]]]] = field(default_factory=dict)


class Candidates:
    """Finds the verbs that the facts of one log show."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._then = context
        """The context at the fact that is being read."""
        self.rules = context.rules
        self.tables = context.tables
        self.facts = context.facts
        self.index = index_of(self.rules.module.verbs)
        actions = getattr(self.rules.game, "actions", ())
        self._throws = {one.id: one.dice for one in actions if one.dice}
        """By action: the dice button that its click rolls."""
        self._known = _Known()

    def forget(self) -> None:
        """Clear the cache: the search goes on to another fact."""
        self._known = _Known()

    def read(self, node: Node, at: int, fact: Fact) -> list[Candidate]:
        part: object = (fact.before, fact.after) if isinstance(fact, seen.Moved) else None
        part = (fact.laid, fact.taken) if isinstance(fact, seen.Lined) else part
        part = (fact.before, fact.level) if isinstance(fact, seen.Turned) else part
        key = (id(node.state), at, part, node.claimed, node.held, node.held and node.stuck)
        kept = self._known.read.get(key)
        if kept is not None:
            return kept[1]
        self._then = self.context.back_at(at)
        found: dict[tuple[Verb, tuple[int, ...]], Candidate] = {}
        for kind, way, number in self._found_whole(node, at, fact):
            bound = way.signs[number].binds(self.tables, node.state, fact, {})
            if bound is None:
                continue
            for reading in self._completed(node, at, (kind, way, number), bound):
                parted = reading.claims if self._is_parted(at, reading.claims) else ()
                earlier = found.get((reading.verb, parted))
                if earlier is None or len(reading.claims) > len(earlier.claims):
                    found[reading.verb, parted] = reading
        self._then = self.context
        rows = list(found.values())
        self._known.read[key] = (node.state, rows)
        return rows

    def _is_past(self, at: int, shown: int, way: Pattern) -> bool:
        """Whether a sign comes only after other dice, or after another side has declared
        something: it may belong to another act."""
        said, side = self.context.alike(seen.Declared, ""), self.facts[at].seen.side
        others = (self.facts[place].seen.side for place in between(said, at, shown))
        return self.context.is_past_dice(at, shown, way) or any(
            one not in (None, side) for one in others
        )

    def _found_whole(self, node: Node, at: int, fact: Fact) -> list[Place]:
        """The verbs of which a fact may be a sign and all other required signs may be found."""
        key = (at, self.context.at, tuple(place for place, _ in node.held))
        found = self._known.whole.get(key)
        if found is None:
            held = {(type(one), one.key) for one in (self.facts[place] for place, _ in node.held)}
            held |= {(kind, "") for kind, _ in held}
            found = self._known.whole[key] = [
                (kind, way, number)
                for kind, way, number in self.index.like(fact)
                if not way.signs[number].leads
                and all(
                    (other.kind, other.key) in held or self._alike_ahead(at, other)
                    for other, needed, _ in self.index.others[id(way), number]
                    if needed and not other.leads
                )
            ]
        return found

    def shown_by(self, state: Any, at: int) -> set[type[Verb]]:
        """The verbs that a fact shows in this state, besides those that it only announces."""
        known = self._known.shown.get((id(state), at))
        if known is None:
            fact = self.facts[at]
            kinds = {
                kind
                for kind, way, number in self.index.like(fact)
                if not way.signs[number].leads
                and way.signs[number].binds(self.tables, state, fact, {}) is not None
            }
            known = self._known.shown[id(state), at] = (state, kinds)
        return known[1]

    def _is_parted(self, at: int, claims: Sequence[int]) -> bool:
        """Whether something else was declared between the signs of a verb: then they may belong to
        different acts."""
        said = self.context.alike(seen.Declared, "")
        return any(place not in claims for place in between(said, at, max(claims, default=at)))

    def _completed(
        self,
        node: Node,
        at: int,
        like: Place,
        bound: dict[str, Any],
        over_dice: bool = False,
        most: int | None = None,
    ) -> Iterator[Candidate]:
        """Yield the verbs that this fact may show, after searching for their other signs ahead:
        first without signs that may lack and come only after other dice, or what others declare,
        then the other verbs that these show, too (``over_dice``: only those). If a verb of several
        pieces breaks a rule, also with fewer of them (``most``): the rest may be moved for another
        act."""
        state, kind = node.state, like[0]
        signs = self._signs(node, at, like, bound, over_dice, most)
        if signs is None:
            return
        thrown = [place for place in signs.claims if isinstance(self.facts[place], seen.Rolled)]
        verbs = self._all_filled(state, kind, signs.bound)
        for rank, verb in enumerate(verbs):
            asked = field_names(kind) if thrown or signs.announced else ()
            known = {name: getattr(verb, name) for name in asked}
            if not any(self.is_for_another(state, kind, place, known) for place in thrown):
                guessed = signs.announced if known.keys() - signs.bound.keys() else ()
                others = (one for one in guessed if not self._is_announced(node, one, known))
                yield Candidate(
                    verb, tuple(signs.claims), (*signs.missing, *others), rank, signs.bound
                )
        if over_dice:
            return
        if signs.are_past:
            further = self._completed(node, at, like, bound, True, most)
            yield from (one for one in further if one.verb not in verbs)
        broken = (self.context.rulings.faults(state, one) for one in verbs)
        if len(signs.pieces) > 1 and all(broken):
            yield from self._completed(node, at, like, bound, False, len(signs.pieces) - 1)

    def _signs(
        self,
        node: Node,
        at: int,
        like: Place,
        bound: dict[str, Any],
        over_dice: bool,
        most: int | None,
    ) -> _Signs | None:
        """The signs of a verb, with the one that this fact is; ``None`` if one lacks that it
        requires. The other arguments are those of `_completed`."""
        kind, way, number = like
        signs = _Signs({**dict(way.fixed), **bound}, [self.facts[at]])
        if way.signs[number].repeated:
            self._gather(signs, node, at, way.signs[number], most)
        for other, needed, fields in self.index.others[id(way), number]:
            if other.leads:
                announced = self._is_announced(node, other, signs.bound)
                (signs.announced if announced else signs.missing).append(other)
                continue
            unbound = needed or not fields <= signs.bound.keys()
            shown = self._next(node, at, kind, other, signs) if unbound else None
            past = shown is not None and not needed and self._is_past(at, shown, way)
            signs.are_past |= past
            if shown is None or (past and not over_dice):
                if needed:
                    return None
                signs.missing.append(other)
                continue
            fact = self.facts[shown]
            signs.bound.update(other.binds(self.tables, node.state, fact, signs.bound) or {})
            signs.claims.append(shown)
            signs.facts.append(fact)
            if other.repeated and other.repeated not in signs.bound:
                self._gather(signs, node, shown, other, most)
        return signs

    def _next(self, node: Node, at: int, kind: type[Verb], sign: Sign, signs: _Signs) -> int | None:
        """The index of the next fact that is this sign, of the same click and for the same piece as
        the signs found so far."""
        shown = self.ahead(node, at, sign, signs.bound)
        if shown is not None and (
            self._is_of_another_click(self.facts[shown], signs.facts)
            or self.is_for_another(node.state, kind, shown, signs.bound)
        ):
            return self._beside(node, signs.facts, sign, signs.bound)
        return shown

    def _is_of_another_click(self, fact: Fact, shows: Sequence[Fact]) -> bool:
        """Whether a roll and a declaration come from two different clicks, although the
        declaration's own click rolls such dice. A roll without such a declaration may belong to
        any."""
        return any(
            isinstance(said, seen.Declared)
            and isinstance(roll, seen.Rolled)
            and said.seen is not roll.seen
            and self._throws.get(said.key) == roll.key
            and (
                any(one.button == roll.key for one in said.seen.rolls)
                or any(self._throws.get(one.action) == roll.key for one in roll.seen.declarations)
            )
            for other in shows
            for said, roll in ((other, fact), (fact, other))
        )

    def is_for_another(
        self, state: Any, kind: type[Verb], shown: int, bound: Mapping[str, Any]
    ) -> bool:
        """Whether the declaration that rolled these dice names another piece than the verb does."""
        roll = self.facts[shown]
        for said in self.facts[max(shown - 1, 0) : shown + 2]:
            thrown = isinstance(said, seen.Declared) and said.seen is roll.seen
            if not thrown or self._throws.get(said.key) != roll.key:
                continue
            own = self.index.words[kind].get(said.key, ())
            if own and all(one.binds(self.tables, state, said, bound) is None for one in own):
                return True
        return False

    def _beside(
        self, node: Node, shows: Sequence[Fact], sign: Sign, bound: Mapping[str, Any]
    ) -> int | None:
        """The index of a fact of the same click that is this sign, and not yet read as anything
        else; ``None`` if there is none."""
        held = {place for place, _ in node.held}
        clicked = sorted({place for one in shows for place in self.context.of_click(one)})
        for place in clicked:
            fact = self.facts[place]
            if type(fact) is not sign.kind or sign.key not in ("", fact.key):
                continue
            free = place not in node.claimed and (place >= self.context.at or place in held)
            own = free and not self._is_of_another_click(fact, shows)
            if own and sign.binds(self.tables, node.state, fact, bound) is not None:
                return place
        return None

    def _is_announced(self, node: Node, sign: Sign, bound: Mapping[str, Any]) -> bool:
        """Whether the announcing sign of a verb was seen before it; otherwise it may come late.
        What was called off, and a move of a piece that was moved again since, announce nothing."""
        until = self._then.at
        since = max(self._then.begun, until - AHEAD)
        for place in reversed(between(self._then.alike(sign.kind, sign.key), since - 1, until)):
            fact = self.facts[place]
            if self.context.is_called_off(fact) or self._is_moved_again(fact, place, until):
                continue
            if sign.binds(self.tables, node.state, fact, bound) is not None:
                return True
        return False

    def _is_moved_again(self, fact: Fact, place: int, until: int) -> bool:
        """Whether a fact is a move of a piece that was moved again before another fact."""
        if not isinstance(fact, seen.Moved):
            return False
        moves = between(self.context.alike(seen.Moved, ""), place, until)
        later = (self.facts[at] for at in moves)
        return any(one.about == fact.about and not self.context.is_called_off(one) for one in later)

    def ahead(self, node: Node, at: int, sign: Sign, bound: Mapping[str, Any]) -> int | None:
        """The index of the next fact that is this sign before the turn is over, or of a postponed
        one; ``None`` if there is none. Pieces that were already there when another side acted do
        not count."""
        for place in self._still_held(node, at) if node.held else ():
            if place > at and next_of(self._ends(sign), place - 1, -1) == place:
                return None
            like = type(self.facts[place]) is sign.kind and sign.key in ("", self.facts[place].key)
            if like and self._is_free(node, place, sign, bound):
                return place
        for place in self._alike_ahead(at, sign):
            if self._is_free(node, place, sign, bound):
                return self._meant(node, place, sign, bound)
        return None

    def _meant(self, node: Node, place: int, sign: Sign, bound: Mapping[str, Any]) -> int:
        """The index of a fact that is this sign; if its side calls a word off at once, that of its
        next word, if it is the sign, too: the first was a slip."""
        fact = self.facts[place]
        if sign.kind is not seen.Declared or not self.context.is_called_off(fact):
            return place
        said = between(self.context.alike(seen.Declared, ""), place, len(self.facts))
        again = next((one for one in said if self.facts[one].seen is not fact.seen), place)
        own = self.facts[again].seen.side == fact.seen.side
        return again if own and self._is_free(node, again, sign, bound) else place

    def _is_free(self, node: Node, place: int, sign: Sign, bound: Mapping[str, Any]) -> bool:
        """Whether a fact is this sign, and not yet used as one. A piece that was dragged back to
        where it lay is none."""
        fact = self.facts[place]
        if place in node.claimed or (isinstance(fact, seen.Moved) and fact.before == fact.after):
            return False
        return sign.binds(self.tables, node.state, fact, bound) is not None

    def _still_held(self, node: Node, at: int) -> Iterator[int]:
        """The postponed facts, besides one, that an act of another side has not settled."""
        for place, _ in node.held:
            if place != at and not (place in node.stuck and self.context.is_done(place)):
                yield place

    def _alike_ahead(self, at: int, sign: Sign) -> Sequence[int]:
        """The indices of the facts that may be this sign, up to the end of the turn."""
        context = self.context
        key = (at, context.at, sign.kind, sign.key)
        found = self._known.rows.get(key)
        if found is None:
            last = min(at + AHEAD, self._end_after(at, sign))
            # Dice that fell before a postponed word is read were read as something else.
            first = max(at, context.at - 1) if sign.kind is seen.Rolled else at
            found = self._known.rows[key] = between(context.alike(sign.kind, sign.key), first, last)
        return found

    def _end_after(self, at: int, sign: Sign) -> int:
        """The index of the fact at which the act of a fact is over at the latest. If the turn
        marker was moved late, this is not where its own turn begins."""
        ends = self._ends(sign)
        end = next_of(ends, at, len(self.facts))
        if at < end == self.context.at and any(marked_soon(self.facts, at)):
            return next_of(ends, end, len(self.facts))
        return end

    def _ends(self, sign: Sign) -> Sequence[int]:
        """The facts after which a new act begins; an entry in private after the other side has
        moved is a new one."""
        context = self.context
        return context.handled if sign.key in context.private else context.overs

    def _gather(self, signs: _Signs, node: Node, at: int, sign: Sign, most: int | None) -> None:
        """Add the pieces (at most so many) of successive facts that are the same sign. They end
        when the same player handles another piece; clicks, and acts of the other side, may come
        between."""
        first = self.facts[at]
        pieces = [first.about]
        for place in range(at + 1, len(self.facts)):
            fact = self.facts[place]
            if most is not None and len(set(pieces)) >= most:
                break
            alike = type(fact) is sign.kind and fact.key == sign.key
            if alike and sign.binds(self.tables, node.state, fact, signs.bound) is not None:
                pieces.append(fact.about)
                signs.claims.append(place)
            elif isinstance(fact, seen.TurnShown) or (
                not isinstance(fact, seen.Declared | seen.Rolled)
                and fact.seen.side in (None, first.seen.side)
            ):
                break
        signs.pieces = signs.bound[sign.repeated] = tuple(dict.fromkeys(pieces))

    def _all_filled(self, state: Any, kind: type[Verb], bound: dict[str, Any]) -> list[Verb]:
        """As `filled`, all of them."""
        key = (id(state), self._then.at, kind, frozenset(bound.items()))
        found = self._known.filled.get(key)
        if found is None:
            found = self._known.filled[key] = (state, [*self.filled(state, kind, bound)])
        return found[1]

    def legal(
        self, state: Any, kind: type[Verb], fixed: Mapping[str, Any], most: int, tried: int
    ) -> list[Verb]:
        """The first legal verbs with these fields, at most so many, of those that were tried."""
        key = (id(state), kind, frozenset(fixed.items()), most, tried)
        found = self._known.filled.get(key)
        if found is None:
            verbs = islice(self.filled(state, kind, dict(fixed)), tried)
            able = (verb for verb in verbs if not self.context.rulings.faults(state, verb))
            found = self._known.filled[key] = (state, [*islice(able, most)])
        return found[1]

    def filled(self, state: Any, kind: type[Verb], bound: dict[str, Any]) -> Iterator[Verb]:
        """Yield verbs of a kind with the fields that no fact shows filled in: by guesses, as
        unknown, or with legal values."""
        names = field_names(kind)
        values = dict(bound)
        for name in names:
            if name in values:
                continue
            guess = kind.guesses.get(name)
            if guess is not None:
                guessed = [*islice(guess(self._then, state, values), CHOICES)]
                if guessed:
                    for value in guessed:
                        yield from self.filled(state, kind, {**values, name: value})
                    return
            if name in self.index.optional[kind]:
                values[name] = None
            elif name in self.index.defaults[kind]:
                values[name] = self.index.defaults[kind][name]
        if all(name in values for name in names):
            yield kind(**{name: values[name] for name in names})
            return
        legal = [*islice(self._legal(state, kind, values), CHOICES)]
        if legal:
            yield from legal
        else:
            yield from islice(self._any(state, kind, values), CHOICES)

    def _legal(self, state: Any, kind: type[Verb], fixed: Mapping[str, Any]) -> Iterator[Verb]:
        """Legal verbs with these fields; optional fields stay unknown."""
        unknown = {n: None for n in self.index.optional[kind] if n not in fixed}
        return self.rules.completions(state, kind, {**unknown, **fixed})

    def _any(self, state: Any, kind: type[Verb], fixed: Mapping[str, Any]) -> Iterator[Verb]:
        """Verbs with these fields, legal or not, with any offered values for the others."""
        return self.rules.completions(state, kind, fixed, legal=False)

"""Candidates for a fact: the verbs of which it may be a sign, with values for all their fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from generator.light import dataclass
from validator.explaining import facts as seen
from validator.explaining.context import AHEAD, Context, between, next_of
from validator.explaining.facts import Fact
from validator.explaining.nodes import Node
from validator.explaining.signs import Pattern, Sign, index_of
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
        self._known: dict[tuple[object, ...], tuple[Any, list[Candidate]]] = {}

    def forget(self) -> None:
        """Clear the cache: the search goes on to another fact."""
        self._known.clear()

    def read(self, node: Node, at: int, fact: Fact) -> list[Candidate]:
        part: object = (fact.before, fact.after) if isinstance(fact, seen.Moved) else None
        part = (fact.laid, fact.taken) if isinstance(fact, seen.Lined) else part
        part = (fact.before, fact.level) if isinstance(fact, seen.Turned) else part
        key = (id(node.state), at, part, node.claimed, node.held)
        kept = self._known.get(key)
        if kept is not None:
            return kept[1]
        self._then = self.context.back_at(at)
        found: dict[tuple[Verb, tuple[int, ...]], Candidate] = {}
        for kind, way, number in self.index.like(fact):
            if way.signs[number].leads:
                continue
            bound = way.signs[number].binds(self.tables, node.state, fact, {})
            if bound is None:
                continue
            for reading in self._completed(node, at, kind, way, number, bound):
                parted = reading.claims if self._is_parted(at, reading.claims) else ()
                earlier = found.get((reading.verb, parted))
                if earlier is None or len(reading.claims) > len(earlier.claims):
                    found[reading.verb, parted] = reading
        self._then = self.context
        rows = list(found.values())
        self._known[key] = (node.state, rows)
        return rows

    def _is_past(self, at: int, shown: int, way: Pattern) -> bool:
        """Whether a sign comes only after other dice, or after another side has declared
        something: it may belong to another act."""
        said, side = self.context.alike(seen.Declared, ""), self.facts[at].seen.side
        others = (self.facts[place].seen.side for place in between(said, at, shown))
        return self.context.is_past_dice(at, shown, way) or any(
            one not in (None, side) for one in others
        )

    def _is_parted(self, at: int, claims: Sequence[int]) -> bool:
        """Whether something else was declared between the signs of a verb: then they may belong to
        different acts."""
        said = self.context.alike(seen.Declared, "")
        return any(place not in claims for place in between(said, at, max(claims, default=at)))

    def _completed(
        self,
        node: Node,
        at: int,
        kind: type[Verb],
        way: Pattern,
        number: int,
        bound: dict[str, Any],
        over_dice: bool = False,
        most: int | None = None,
    ) -> Iterator[Candidate]:
        """Yield the verbs that this fact may show, after searching for their other signs ahead:
        first without signs that may lack and come only after other dice, or what others declare,
        then the other verbs that these show, too (``over_dice``: only those). If a verb of several
        pieces breaks a rule, also with fewer of them (``most``): the rest may be moved for another
        act."""
        state, start, skipped = node.state, bound, False
        sign = way.signs[number]
        claims: tuple[int, ...] = ()
        missing = []
        bound = {**dict(way.fixed), **bound}
        shows = [self.facts[at]]
        gathered: tuple[str, ...] = ()
        if sign.repeated:
            gathered, claims = self._gathered(node, at, sign, bound, most)
            bound = {**bound, sign.repeated: gathered}
        for other, needed, fields in self.index.others[id(way), number]:
            if other.leads:
                if not self._is_announced(node, other, bound):
                    missing.append(other)
                continue
            unbound = needed or not fields <= bound.keys()
            shown = self.ahead(node, at, other, bound) if unbound else None
            if shown is not None and (
                self._is_of_another_click(self.facts[shown], shows)
                or self.is_for_another(state, kind, shown, bound)
            ):
                shown = self._beside(node, shows, other, bound)
            past = shown is not None and not needed and self._is_past(at, shown, way)
            skipped |= past
            if shown is None or (past and not over_dice):
                if needed:
                    return
                missing.append(other)
                continue
            more = other.binds(self.tables, state, self.facts[shown], bound)
            bound = {**bound, **(more or {})}
            claims = (*claims, shown)
            shows.append(self.facts[shown])
            if other.repeated and other.repeated not in bound:
                gathered, along = self._gathered(node, shown, other, bound, most)
                bound, claims = {**bound, other.repeated: gathered}, (*claims, *along)
        thrown = [place for place in claims if isinstance(self.facts[place], seen.Rolled)]
        verbs = [*self.filled(state, kind, bound)]
        for rank, verb in enumerate(verbs):
            known = {name: getattr(verb, name) for name in field_names(kind)} if thrown else {}
            if not any(self.is_for_another(state, kind, place, known) for place in thrown):
                yield Candidate(verb, claims, tuple(missing), rank, bound)
        if skipped and not over_dice:
            further = self._completed(node, at, kind, way, number, start, True, most)
            yield from (one for one in further if one.verb not in verbs)
        broken = (self.context.rulings.faults(state, one) for one in verbs)
        if len(gathered) > 1 and not over_dice and all(broken):
            fewer = len(gathered) - 1
            yield from self._completed(node, at, kind, way, number, start, False, fewer)

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
        """The index of a fact of the same click that is this sign; ``None`` if there is none."""
        clicked = sorted({place for one in shows for place in self.context.of_click(one)})
        for place in clicked:
            fact = self.facts[place]
            if type(fact) is not sign.kind or sign.key not in ("", fact.key):
                continue
            own = place not in node.claimed and not self._is_of_another_click(fact, shows)
            if own and sign.binds(self.tables, node.state, fact, bound) is not None:
                return place
        return None

    def _is_announced(self, node: Node, sign: Sign, bound: Mapping[str, Any]) -> bool:
        """Whether the announcing sign of a verb was seen before it; otherwise it may come late. A
        move of a piece that was moved again since announces nothing."""
        moved = set()
        for fact in islice(self._then.behind, AHEAD):
            if isinstance(fact, seen.Moved) and fact.piece in moved:
                continue
            like = type(fact) is sign.kind and sign.key in ("", fact.key)
            if like and sign.binds(self.tables, node.state, fact, bound) is not None:
                return True
            if isinstance(fact, seen.Moved):
                moved.add(fact.piece)
        return False

    def ahead(self, node: Node, at: int, sign: Sign, bound: Mapping[str, Any]) -> int | None:
        """The index of the next fact that is this sign before the turn is over, or of a postponed
        one; ``None`` if there is none. Pieces that were already there when another side acted do
        not count."""
        context = self.context
        # An entry in private after the other side has moved is a new one.
        ends = context.handled if sign.key in context.private else context.overs
        alike = context.alike(sign.kind, sign.key)
        last = min(at + AHEAD, next_of(ends, at, len(self.facts)))
        lay = {one for one in node.stuck if context.is_done(one)}
        held = (one for one, _ in node.held if one != at and one not in lay)
        # Dice that fell before a postponed word is read were read as something else.
        first = max(at, context.at - 1) if sign.kind is seen.Rolled else at
        for place in (*held, *between(alike, first, last)):
            if place > at and next_of(ends, place - 1, -1) == place:
                return None
            fact = self.facts[place]
            if type(fact) is not sign.kind or sign.key not in ("", fact.key):
                continue
            if place in node.claimed:
                continue
            if sign.binds(self.tables, node.state, fact, bound) is not None:
                return place
        return None

    def _gathered(
        self, node: Node, at: int, sign: Sign, bound: Mapping[str, Any], most: int | None
    ) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """The pieces (at most so many) of successive facts that are the same sign, and the indices
        of these facts. They end when the same player handles another piece; clicks, and acts of the
        other side, may come between."""
        first = self.facts[at]
        pieces, claims = [first.about], []
        for place in range(at + 1, len(self.facts)):
            fact = self.facts[place]
            if most is not None and len(set(pieces)) >= most:
                break
            alike = type(fact) is sign.kind and fact.key == sign.key
            if alike and sign.binds(self.tables, node.state, fact, bound) is not None:
                pieces.append(fact.about)
                claims.append(place)
            elif isinstance(fact, seen.TurnShown) or (
                not isinstance(fact, seen.Declared | seen.Rolled)
                and fact.seen.side in (None, first.seen.side)
            ):
                break
        return tuple(dict.fromkeys(pieces)), tuple(claims)

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

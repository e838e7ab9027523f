"""The signs of a verb: what a log shows when it is played. They are used to read logs and to write
them.

A verb of a game declares its signs under ``signs``::

    class Raid(Verb):
        hex: str | None
        signs = any_of(
            all_of(moved("ship", to=field("hex", a_hex)), optional(declared("raid"))),
            declared("raid"),
        )

A part of a sign is the name of a field (the part becomes its value), a `field` (the part is
converted to the value first), a test ``(tables, state, value) -> bool``, or the value itself (for a
word: `one_of`). If a log may show anything, but players do one thing, the part is `meant`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, replace
from functools import cache
from itertools import product
from typing import Any

from generator.light import dataclass
from validator.explaining import facts as seen
from validator.rules.scenes import Seen
from validator.rules.verbs import Verb

Turned = Callable[[Any, Any, Any], Any]
"""(tables, state, part of a fact) -> the field's value; ``None`` if the part does not fit."""
_IDENTITY = frozenset({"kind", "unit"})
"""Parts that are ``None`` if the reader does not know the piece: there is nothing to convert."""


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a fact that becomes a field of the verb."""

    name: str
    turned: Turned | None = None
    played: Turned | None = None


def field(name: str, turned: Turned | None = None, played: Turned | None = None) -> Field:
    """The part becomes the field ``name``, converted by ``turned``; if that returns ``None``, the
    part does not fit. The kind or unit of a piece that the reader does not know never fits.

    When a game is played, a part is searched that ``turned`` converts to the field. If too many
    would fit, ``played`` of (tables, state, verb) returns the part to use.
    """
    return Field(name, turned, played)


@dataclass(frozen=True, slots=True)
class Meant:
    """A part that tells nothing about the verb in a log; when the verb is played, ``of`` gives
    it."""

    of: str | Callable[[Any, Any, Any], Any] | None
    """A field of the verb, or (tables, state, verb) -> the part; ``None``: players never make this
    sign."""
    fits: Turned | None = None

    def value(self, tables: Any, state: Any, verb: Any) -> Any:
        """The part when the verb is played; ``None`` if the sign is not made."""
        if self.of is None or isinstance(self.of, str):
            return getattr(verb, self.of) if self.of else None
        return self.of(tables, state, verb)


def meant(of: str | Callable[[Any, Any, Any], Any] | None, fits: Turned | None = None) -> Meant:
    """In a log the part is anything that ``fits`` (anything at all without it); when played it is
    ``of``, a field's name or a function of (tables, state, verb)."""
    return Meant(of, fits)


@dataclass(frozen=True, slots=True)
class OneOf:
    """A part that must be one of these values, and tells nothing about the verb."""

    values: tuple[Any, ...]


def one_of(*values: Any) -> OneOf:
    """The part must be one of these values, such as names of decks."""
    return OneOf(values)


@dataclass(frozen=True, slots=True)
class Sign:
    """One fact that shows a verb."""

    kind: type[seen.Fact]
    key: str
    """The role of the piece, the button of the dice, the action declared; empty: any."""
    parts: tuple[tuple[str, Any], ...] = ()
    """Names of fields of the fact, each with what it must be or what it becomes."""
    repeated: str = ""
    """The field that collects the pieces of all such facts in a row; empty if the sign is one
    fact."""
    leads: bool = False
    """It only announces the verb, which is read at its required sign or later."""

    def binds(
        self, tables: Any, state: Any, fact: seen.Fact, known: Mapping[str, Any]
    ) -> dict[str, Any] | None:
        """The verb's fields that a fact shows, in agreement with those ``known``; ``None`` if the
        fact is not this sign."""
        found: dict[str, Any] = {}
        for name, wanted in self.parts:
            value = getattr(fact, name)
            if isinstance(wanted, str):
                bound, into = value, wanted
            elif isinstance(wanted, Field):
                if value is None and name in _IDENTITY:
                    return None
                bound = value if wanted.turned is None else wanted.turned(tables, state, value)
                into = wanted.name
                if bound is None:
                    return None
                if not into:
                    if any(known.get(n, v) != v for n, v in bound.items()):
                        return None
                    found.update(bound)
                    continue
            elif callable(wanted):
                if not wanted(tables, state, value):
                    return None
                continue
            elif isinstance(wanted, Meant):
                if wanted.fits is not None and not wanted.fits(tables, state, value):
                    return None
                continue
            elif value not in wanted.values if isinstance(wanted, OneOf) else value != wanted:
                return None
            else:
                continue
            if known.get(into, bound) != bound or found.get(into, bound) != bound:
                return None
            found[into] = bound
        return found


@dataclass(frozen=True, slots=True)
class Optional:
    """A sign that may be missing."""

    signs: Signs


@dataclass(frozen=True, slots=True)
class AllOf:
    """Signs that belong together, in any order."""

    signs: tuple[Signs, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Alternatives: several ways in which a verb is seen."""

    signs: tuple[Signs, ...]


@dataclass(frozen=True, slots=True)
class Fixed:
    """Fields with fixed values when the verb is seen in this way."""

    values: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class PlayedIf:
    """When players show the verb in this way."""

    holds: Callable[[Any, Any, Any], bool]


Signs = Sign | Optional | AllOf | AnyOf | Fixed | PlayedIf


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way in which a verb is seen: its signs, and which of them are required."""

    signs: tuple[Sign, ...]
    required: tuple[bool, ...]
    fixed: tuple[tuple[str, Any], ...] = ()
    played_if: tuple[Callable[[Any, Any, Any], bool], ...] = ()

    @property
    def is_silent(self) -> bool:
        """Whether none of its signs is required."""
        return not any(self.required)


def all_of(*signs: Signs) -> AllOf:
    """Signs that belong together, in any order."""
    return AllOf(signs)


def any_of(*signs: Signs) -> AnyOf:
    """Several ways in which the same verb is seen, the one with most signs first."""
    return AnyOf(signs)


def some_of(first: Signs, second: Signs) -> AnyOf:
    """Two signs, of which either may be missing."""
    return any_of(all_of(first, optional(second)), all_of(second, optional(first)))


def worded(action: str, *, alone: Signs, said: Signs) -> AnyOf:
    """A sign that may stand alone, or a declared action that may come with another sign."""
    word = declared(action)
    return any_of(all_of(alone, optional(word)), all_of(word, optional(said)))


def optional(*signs: Signs) -> Optional:
    """Signs that may be missing."""
    return Optional(signs[0] if len(signs) == 1 else AllOf(signs))


def announced(*signs: Sign) -> Optional:
    """Optional signs that announce the verb; it is played at its other signs."""
    return optional(*(replace(one, leads=True) for one in signs))


def unseen() -> AllOf:
    """No sign: the verb is never seen."""
    return AllOf(())


@cache
def ways_seen(kind: type[Verb]) -> tuple[Pattern, ...]:
    """The patterns in which a verb is seen."""
    return patterns_of(kind.signs)


def patterns_of(signs: Signs | None) -> tuple[Pattern, ...]:
    """The patterns of these signs, with all alternatives written out."""
    if signs is None:
        return ()
    found = []
    for rows in _ways(signs, True):
        parts = [(sign, needed) for sign, needed in rows if isinstance(sign, Sign)]
        values = [one for sign, _ in rows if isinstance(sign, Fixed) for one in sign.values]
        when = tuple(sign.holds for sign, _ in rows if isinstance(sign, PlayedIf))
        found.append(
            Pattern(
                tuple(sign for sign, _ in parts),
                tuple(needed for _, needed in parts),
                tuple(values),
                when,
            )
        )
    return tuple(found)


@cache
def is_rolled(kind: type[Verb]) -> bool:
    """Whether a verb is a roll: all its signs, or all its required signs, are dice or declarations
    that roll them. Announcing signs do not count."""
    ways = ways_seen(kind)
    every = {sign.kind for way in ways for sign in way.signs if not sign.leads}
    needed = (
        {
            sign.kind
            for sign, must in zip(way.signs, way.required, strict=True)
            if must and not sign.leads
        }
        for way in ways
    )
    dice = {seen.Rolled, seen.Declared}
    return any(seen.Rolled in kinds and kinds <= dice for kinds in (every, *needed))


@cache
def has_dice(kind: type[Verb]) -> bool:
    """Whether dice are a sign of a verb."""
    return any(sign.kind is seen.Rolled for way in ways_seen(kind) for sign in way.signs)


Place = tuple[type[Verb], Pattern, int]
"""A verb, one of its patterns, and the index of a sign in it."""


class SignIndex:
    """An index of a game's verbs by their signs."""

    def __init__(self, verbs: Iterable[type[Verb]]) -> None:
        self.ways = {verb: ways_seen(verb) for verb in verbs}
        self.optional = {
            verb: {one.name for one in fields(verb) if "None" in str(one.type)}
            for verb in self.ways
        }
        """By verb: its optional fields."""
        self.defaults = {
            verb: {one.name: one.default for one in fields(verb) if one.default is not MISSING}
            for verb in self.ways
        }
        self._places: dict[tuple[type[seen.Fact], str], list[Place]] = {}
        for verb, patterns in self.ways.items():
            for way in patterns:
                for number, sign in enumerate(way.signs):
                    row = self._places.setdefault((sign.kind, sign.key), [])
                    row.append((verb, way, number))
        self._like: dict[tuple[type[seen.Fact], str], list[Place]] = {}
        self.words = {verb: _words_of(patterns) for verb, patterns in self.ways.items()}
        """By verb: the declarations among its signs, by action, without repetitions."""
        self.others = {
            (id(way), number): _others(way, number)
            for patterns in self.ways.values()
            for way in patterns
            for number in range(len(way.signs))
        }
        """By the id of a pattern and the index of a sign: the other signs of the pattern, each with
        whether it is required, and the fields that it shows."""

    def like(self, fact: seen.Fact) -> list[Place]:
        """The verbs of which such a fact may be a sign, with the pattern and the index of the
        sign."""
        key = (type(fact), fact.key)
        known = self._like.get(key)
        if known is None:
            anyhow = self._places.get((type(fact), ""), []) if fact.key else []
            known = self._like[key] = [*self._places.get(key, []), *anyhow]
        return known

    def kinds(self, fact: seen.Fact) -> set[type[Verb]]:
        """The verbs of which such a fact may be a sign."""
        return {verb for verb, _, _ in self.like(fact)}


def _words_of(patterns: Iterable[Pattern]) -> dict[str, list[Sign]]:
    found: dict[str, list[Sign]] = {}
    for one in (one for way in patterns for one in way.signs if one.kind is seen.Declared):
        row = found.setdefault(one.key, [])
        if one not in row:
            row.append(one)
    return found


def _others(way: Pattern, number: int) -> list[tuple[Sign, bool, frozenset[str]]]:
    rows = enumerate(zip(way.signs, way.required, strict=True))
    return [(s, must, shown_by(s)) for at, (s, must) in rows if at != number]


def shown_by(sign: Sign) -> frozenset[str]:
    """The names of the fields that a sign shows."""
    parts = (part.name if isinstance(part, Field) else part for _, part in sign.parts)
    return frozenset(name for name in parts if isinstance(name, str))


@cache
def index_of(verbs: tuple[type[Verb], ...]) -> SignIndex:
    """The index of these verbs, cached."""
    return SignIndex(verbs)


def actions_of(verbs: Iterable[type[Verb]]) -> dict[str, tuple[type[Verb], ...]]:
    """By action: the verbs that have its declaration as a sign."""
    found: dict[str, tuple[type[Verb], ...]] = {}
    for verb in verbs:
        told = (
            sign.key for one in ways_seen(verb) for sign in one.signs if sign.kind is seen.Declared
        )
        for action in dict.fromkeys(told):
            found[action] = (*found.get(action, ()), verb)
    return found


def fixed(**values: Any) -> Fixed:
    """Fields with fixed values when the verb is seen in this way; names that begin with ``_`` are
    only for guesses."""
    return Fixed(tuple(values.items()))


def played_if(holds: Callable[[Any, Any, Any], bool]) -> PlayedIf:
    """Players show the verb in this way only if ``holds`` of (tables, state, verb); a log may
    always show it in this way."""
    return PlayedIf(holds)


def _ways(
    signs: Signs, required: bool
) -> Iterator[tuple[tuple[Sign | Fixed | PlayedIf, bool], ...]]:
    match signs:
        case Sign() | Fixed() | PlayedIf():
            yield ((signs, required),)
        case Optional(inner):
            yield from _ways(inner, False)
        case AnyOf(rows):
            for row in rows:
                yield from _ways(row, required)
        case AllOf(rows):
            for parts in product(*(tuple(_ways(row, required)) for row in rows)):
                yield tuple(one for part in parts for one in part)


# --- the words ------------------------------------------------------------------------------


def _sign(kind: type[seen.Fact], key: str, /, **parts: Any) -> Sign:
    return Sign(kind, key, tuple((n, v) for n, v in parts.items() if v is not None))


def moved(role: str, *, piece: Any = None, start: Any = None, to: Any = None) -> Sign:
    """A piece of this role moved."""
    return _sign(seen.Moved, role, piece=piece, before=start, after=to)


def each_moved(role: str, into: str, *, start: Any = None, to: Any = None) -> Sign:
    """Pieces of this role moved one after the other; the field ``into`` collects them."""
    made = moved(role, start=start, to=to)
    return Sign(made.kind, made.key, made.parts, into)


def drawn(
    role: str, *, deck: Any = None, piece: Any = None, kind: Any = None, unit: Any = None
) -> Sign:
    """A piece came out of a cup or deck."""
    return _sign(seen.Drawn, role, deck=deck, piece=piece, kind=kind, unit=unit)


def each_put_in(role: str, into: str, *, deck: Any = None) -> Sign:
    """Pieces went into a cup or deck one after the other; the field ``into`` collects them."""
    made = put_back(role, deck=deck and one_of(deck))
    return Sign(made.kind, made.key, made.parts, into)


def put_back(
    role: str, *, piece: Any = None, start: Any = None, deck: Any = None, unit: Any = None
) -> Sign:
    """A piece went into a cup or deck."""
    return _sign(seen.PutIn, role, piece=piece, before=start, deck=deck, unit=unit)


def turned(
    role: str, *, piece: Any = None, level: Any = None, before: Any = None, place: Any = None
) -> Sign:
    """A piece was turned to another of its faces, counted from 1, where it lies."""
    return _sign(seen.Turned, role, piece=piece, level=level, before=before, place=place)


def faced(role: str, *, piece: Any = None, way: Any = None) -> Sign:
    """A piece was rotated where it lies; ``way`` is its new facing, counted from 1."""
    return _sign(seen.Faced, role, piece=piece, level=way)


def lined(role: str, *, row: Any = None, laid: Any = None, taken: Any = None) -> Sign:
    """A row of pieces was lengthened, cut or parted."""
    return _sign(seen.Lined, role, row=row, laid=laid, taken=taken)


def shown(
    role: str, *, piece: Any = None, kind: Any = None, unit: Any = None, place: Any = None
) -> Sign:
    """A piece was turned face up."""
    return _sign(seen.Shown, role, piece=piece, kind=kind, unit=unit, place=place)


def looked_at(role: str, *, piece: Any = None, kind: Any = None, unit: Any = None) -> Sign:
    """A piece was turned face up and down again at once."""
    return _sign(seen.Shown, role, piece=piece, kind=kind, unit=unit, look=True)


def hidden(role: str, *, piece: Any = None) -> Sign:
    """A piece was turned face down."""
    return _sign(seen.Hidden, role, piece=piece)


def declared(action: str, *, detail: Any = None) -> Sign:
    """An action was declared by its button or key."""
    return _sign(seen.Declared, action, detail=detail)


def maybe_declared(action: str) -> Optional:
    """An action that may be declared by its button or key."""
    return optional(declared(action))


def rolled(button: str, *, dice: Any = None, by: Turned | None = None) -> Sign:
    """Dice were rolled by their button. ``by`` of (tables, state, side) says whose roll it must be;
    with it, no player makes this sign when a game is played."""

    def is_theirs(tables: Any, state: Any, step: Seen) -> bool:
        return bool(by and by(tables, state, step.side))

    return _sign(seen.Rolled, button, dice=dice, seen=by and meant(None, is_theirs))


def die(button: str) -> Sign:
    """One die was rolled by its button, for the verb's field ``die``."""
    return rolled(button, dice=field("die", lambda tables, state, dice: next(iter(dice), None)))


def turn_shown(turn: Any = None, *, phase: Any = None) -> Sign:
    """The turn tracker or the turn marker was set."""
    return _sign(seen.TurnShown, "", turn=turn, phase=phase)


def next_turn() -> Sign:
    """The turn tracker or the turn marker was set to a later turn."""
    return turn_shown(lambda tables, state, turn: turn > state.turn)


def marked_turn() -> Sign:
    """The turn marker was set to a later turn, as only hands do it; not the tracker."""
    return turn_shown(
        lambda tables, state, turn: turn > state.turn,
        phase=lambda tables, state, phase: phase is None,
    )


def next_step() -> Sign:
    """The turn tracker was set to another step of the same turn."""
    return turn_shown(
        lambda tables, state, turn: turn == state.turn,
        phase=lambda tables, state, phase: phase is not None,
    )


def sealed(name: str = "", *, named: Any = None, text: Any = None, number: Any = None) -> Sign:
    """An entry kept on paper was sealed in the chat; ``text`` is its text, once revealed."""
    return _sign(seen.Sealed, name, key=named, text=text, number=number)

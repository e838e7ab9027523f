"""What a verb leaves on the table: its signs, said once and read in both directions.

A verb of a game declares under ``signs`` what is seen of it when it is played::

    class Raid(Verb):
        hex: str | None
        signs = any_of(
            all_of(moved("ship", to=field("hex", a_hex)), optional(declared("raid"))),
            declared("raid"),
        )

A part of a sign is the name of a field (the part becomes its value), a `field` (the part is
turned into the value first), a test ``(tables, state, value) -> bool``, or the value itself (a word
as `one_of`). Where a log may show anything and players do one thing, the part is what is `meant`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, replace
from functools import cache
from itertools import product
from typing import Any

from generator.light import dataclass
from validator.explaining import facts as seen
from validator.rules.verbs import Verb

Turned = Callable[[Any, Any, Any], Any]
"""(tables, state, part of a fact) -> the field's value, ``None`` where it can be none."""


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a fact that becomes a field of the verb."""

    name: str
    turned: Turned | None = None
    played: Turned | None = None


def field(name: str, turned: Turned | None = None, played: Turned | None = None) -> Field:
    """The part becomes the field ``name``, as ``turned`` gives it; it does not fit if that is
    ``None``.

    Players look for a part that turns into the field; where too many would, ``played`` of (tables,
    state, verb) is the one they take.
    """
    return Field(name, turned, played)


@dataclass(frozen=True, slots=True)
class Meant:
    """A part that tells nothing of the verb in a log; players make it what ``of`` says."""

    of: str | Callable[[Any, Any, Any], Any] | None
    """A field of the verb, or (tables, state, verb) -> the part; ``None``: nobody does it."""
    fits: Turned | None = None

    def value(self, tables: Any, state: Any, verb: Any) -> Any:
        """The part when the verb is played; ``None``: the sign is not made."""
        if self.of is None or isinstance(self.of, str):
            return getattr(verb, self.of) if self.of else None
        return self.of(tables, state, verb)


def meant(of: str | Callable[[Any, Any, Any], Any] | None, fits: Turned | None = None) -> Meant:
    """A log may show whatever ``fits``, anything without it; played, it is what ``of`` says, a
    field's name or a function of (tables, state, verb)."""
    return Meant(of, fits)


@dataclass(frozen=True, slots=True)
class OneOf:
    """A part that is one of some values, and tells nothing of the verb."""

    values: tuple[Any, ...]


def one_of(*values: Any) -> OneOf:
    """The part is one of these values: the name of a deck."""
    return OneOf(values)


@dataclass(frozen=True, slots=True)
class Sign:
    """One thing that a log shows of a verb."""

    kind: type[seen.Fact]
    key: str
    """The role of the piece, the button of the dice, the action declared; empty: any."""
    parts: tuple[tuple[str, Any], ...] = ()
    """Names of the fact's own fields, and what each must be or becomes."""
    repeated: str = ""
    """The field that gathers the pieces of all such facts in a row; empty: one fact."""
    leads: bool = False
    """It only announces the verb, which is read where its required sign stands, or after it."""

    def binds(
        self, tables: Any, state: Any, fact: seen.Fact, known: Mapping[str, Any]
    ) -> dict[str, Any] | None:
        """The verb's fields that a fact shows, besides those ``known``; ``None``: no such sign."""
        found: dict[str, Any] = {}
        for name, wanted in self.parts:
            value = getattr(fact, name)
            if isinstance(wanted, str):
                bound, into = value, wanted
            elif isinstance(wanted, Field):
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
    """Signs that belong together, in whatever order."""

    signs: tuple[Signs, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Several ways in which the same verb is seen."""

    signs: tuple[Signs, ...]


@dataclass(frozen=True, slots=True)
class Fixed:
    """Fields that are known when the verb is seen in this way."""

    values: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class PlayedIf:
    """When players let the verb be seen in this way."""

    holds: Callable[[Any, Any, Any], bool]


Signs = Sign | Optional | AllOf | AnyOf | Fixed | PlayedIf


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way in which a verb is seen: its signs, and which of them must not be missing."""

    signs: tuple[Sign, ...]
    required: tuple[bool, ...]
    fixed: tuple[tuple[str, Any], ...] = ()
    played_if: tuple[Callable[[Any, Any, Any], bool], ...] = ()

    @property
    def is_silent(self) -> bool:
        """Whether nothing of it needs to be seen."""
        return not any(self.required)


def all_of(*signs: Signs) -> AllOf:
    """Signs that belong together, in whatever order."""
    return AllOf(signs)


def any_of(*signs: Signs) -> AnyOf:
    """Several ways in which the same verb is seen, the fullest first."""
    return AnyOf(signs)


def some_of(first: Signs, second: Signs) -> AnyOf:
    """Two signs of which one may be missing."""
    return any_of(all_of(first, optional(second)), all_of(second, optional(first)))


def worded(action: str, *, alone: Signs, said: Signs) -> AnyOf:
    """A sign that stands for itself, or an action that is declared and what may be seen then."""
    word = declared(action)
    return any_of(all_of(alone, optional(word)), all_of(word, optional(said)))


def optional(*signs: Signs) -> Optional:
    """Signs that may be missing."""
    return Optional(signs[0] if len(signs) == 1 else AllOf(signs))


def announced(*signs: Sign) -> Optional:
    """Signs that announce the verb and may be missing; it is done where the others stand."""
    return optional(*(replace(one, leads=True) for one in signs))


def unseen() -> AllOf:
    """Nothing shows it."""
    return AllOf(())


@cache
def ways_seen(kind: type[Verb]) -> tuple[Pattern, ...]:
    """The ways in which a verb is seen."""
    return patterns_of(kind.signs)


def patterns_of(signs: Signs | None) -> tuple[Pattern, ...]:
    """The ways in which a verb is seen, written out."""
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


def is_rolled(kind: type[Verb]) -> bool:
    """Whether nothing shows a verb but dice, or a word that throws them, or nothing else need show
    it; what only announces it does not."""
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


Place = tuple[type[Verb], Pattern, int]
"""A verb, a way in which it is seen, the number of one of its signs."""


class SignIndex:
    """The verbs of a game by their signs."""

    def __init__(self, verbs: Iterable[type[Verb]]) -> None:
        self.ways = {verb: ways_seen(verb) for verb in verbs}
        self.optional = {
            verb: {one.name for one in fields(verb) if "None" in str(one.type)}
            for verb in self.ways
        }
        """The fields of each verb that may stay unknown."""
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
        """Of each verb: the declarations that are its signs, by what they declare, each once."""
        self.others = {
            (id(way), number): _others(way, number)
            for patterns in self.ways.values()
            for way in patterns
            for number in range(len(way.signs))
        }
        """By a way and the number of a sign: the other signs by which the verb is read then,
        whether each must not be missing, and the fields that it shows."""

    def like(self, fact: seen.Fact) -> list[Place]:
        """Verbs of which such a fact may be a sign, in which way, and which of its signs."""
        key = (type(fact), fact.key)
        known = self._like.get(key)
        if known is None:
            anyhow = self._places.get((type(fact), ""), []) if fact.key else []
            known = self._like[key] = [*self._places.get(key, []), *anyhow]
        return known


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
    """The fields of the verb that a sign shows."""
    parts = (part.name if isinstance(part, Field) else part for _, part in sign.parts)
    return frozenset(name for name in parts if isinstance(name, str))


@cache
def index_of(verbs: tuple[type[Verb], ...]) -> SignIndex:
    """The verbs of a game by their signs, made once."""
    return SignIndex(verbs)


def actions_of(verbs: Iterable[type[Verb]]) -> dict[str, tuple[type[Verb], ...]]:
    """The actions that are declared, and the verbs of which that is a sign."""
    found: dict[str, tuple[type[Verb], ...]] = {}
    for verb in verbs:
        told = (
            sign.key for one in ways_seen(verb) for sign in one.signs if sign.kind is seen.Declared
        )
        for action in dict.fromkeys(told):
            found[action] = (*found.get(action, ()), verb)
    return found


def fixed(**values: Any) -> Fixed:
    """Fields that are known when the verb is seen in this way; a name that begins with ``_`` is
    only for the guesses."""
    return Fixed(tuple(values.items()))


def played_if(holds: Callable[[Any, Any, Any], bool]) -> PlayedIf:
    """Players let the verb be seen so when ``holds`` of (tables, state, verb); a log may show it
    so at any time."""
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
    """A piece of a role went from a place to another."""
    return _sign(seen.Moved, role, piece=piece, before=start, after=to)


def each_moved(role: str, into: str, *, start: Any = None, to: Any = None) -> Sign:
    """Pieces of a role went, one after the other; the field ``into`` gathers them."""
    made = moved(role, start=start, to=to)
    return Sign(made.kind, made.key, made.parts, into)


def came(role: str, *, piece: Any = None, to: Any = None, kind: Any = None) -> Sign:
    """A piece appeared that lay in no box or deck before, such as one out of the palette."""
    return _sign(seen.Came, role, piece=piece, after=to, kind=kind)


def went(role: str, *, piece: Any = None, start: Any = None) -> Sign:
    """A piece disappeared into no box or deck."""
    return _sign(seen.Went, role, piece=piece, before=start)


def drawn(
    role: str, *, deck: Any = None, piece: Any = None, kind: Any = None, unit: Any = None
) -> Sign:
    """A piece came out of a cup or deck."""
    return _sign(seen.Drawn, role, deck=deck, piece=piece, kind=kind, unit=unit)


def each_put_in(role: str, into: str, *, deck: Any = None) -> Sign:
    """Pieces went into a cup or deck, one after the other; the field ``into`` gathers them."""
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
    """A piece was turned where it lies, to look another way, counted from 1."""
    return _sign(seen.Faced, role, piece=piece, level=way)


def lined(role: str, *, row: Any = None, laid: Any = None, taken: Any = None) -> Sign:
    """The pieces of a row lie otherwise: it was lengthened, cut or parted."""
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
    """An action that may be declared by its button or key, and need not be."""
    return optional(declared(action))


def rolled(button: str, *, dice: Any = None) -> Sign:
    """Dice were thrown by their button."""
    return _sign(seen.Rolled, button, dice=dice)


def die(button: str) -> Sign:
    """One die was thrown by its button: the verb's field ``die``."""
    return rolled(button, dice=field("die", lambda tables, state, dice: next(iter(dice), None)))


def turn_shown(turn: Any = None, *, phase: Any = None) -> Sign:
    """The turn tracker or the turn marker was set."""
    return _sign(seen.TurnShown, "", turn=turn, phase=phase)


def next_turn() -> Sign:
    """The turn tracker or the turn marker was set to a later turn."""
    return turn_shown(lambda tables, state, turn: turn > state.turn)


def marked_turn() -> Sign:
    """The turn marker was set to a later turn, not the tracker; only hands do so."""
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
    """An entry kept on paper was sealed in the chat; ``text`` is what it says, once shown."""
    return _sign(seen.Sealed, name, key=named, text=text, number=number)

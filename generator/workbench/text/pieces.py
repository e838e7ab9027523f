"""A piece's definition as a list of traits, each with its fields by name.

The traits stand in the order of VASSAL's editor, the Basic Piece first; fields that are as in a
trait newly made are left out. Under ``state`` stands what differs from a fresh trait's state.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from generator.errors import nearest
from generator.light import dataclass
from generator.vassal import sequences, traits
from generator.vassal.traits import BASIC, DECK, STACK, Field, Form, Trait
from generator.workbench.text import writing
from generator.workbench.text.naming import trait_ids, trait_words
from generator.workbench.text.reading import Fields, Items, Node, Text, Told
from generator.workbench.text.spelling import (
    FIELDS,
    VERBATIM,
    Numbers,
    Source,
    refuse_others,
    spelt,
    unspelt,
    verbatim,
    whole,
)
from generator.workbench.text.writing import Flow, Value

TRAITS: Final = "traits"
BARE: Final = "bare"
"""Marks a prototype without the Basic Piece that VASSAL writes at the end of each."""
CUSTOM: Final = "custom"
"""Before a trait of a module's own classes, as it stands."""
ID: Final = "piece id"
_TRAIT, _STATE, _MORE = "trait", "state", "more"
_FIRST = (_TRAIT, CUSTOM, VERBATIM)
Place = Mapping[str, str]
"""Fields of a state that go without saying, since what holds the piece says them."""
NOWHERE: Final[Place] = {}
PLACED: Final = (BASIC, STACK, DECK)
"""What has a place on a map."""
_PIECES = ("piece", "slot")
"""Kinds of fields that may hold a whole piece, or the way to one."""
_BEGIN = "+/"
_REMEMBERED = 50_000
"""So many traits are remembered by their lines."""
_COUNTED = re.compile(r"(.*\S) \((\d{1,3}) fields?\)")
_END_OF_PROTOTYPE = ("piece;;;;", "null;0;0;;0")


@dataclass(frozen=True, slots=True)
class _Row:
    """A field, and its text in a trait newly made; None where it is not written then."""

    field: Field
    fresh: str | None


@dataclass(frozen=True, slots=True)
class _Rows:
    """The fields of a trait's type or of its state."""

    rows: tuple[_Row, ...]
    full: int
    """How many are written in a trait newly made."""

    @property
    def names(self) -> list[str]:
        return [row.field.name for row in self.rows]


# --- Definitions ----------------------------------------------------------------------------


def spell_definition(
    text: str, numbers: Numbers, *, place: Place = NOWHERE, is_prototype: bool = False
) -> dict[str, Value] | None:
    """The traits of ``+/id/type/state``, and what else it says; None for a text that is none."""
    parts = definition_parts(text)
    if parts is None:
        return None
    ident, chain, is_bare = listed(parts, is_prototype)
    made: dict[str, Value] = {} if ident == "null" else {ID: ident}
    if is_bare:
        made[BARE] = "true"
    made[TRAITS] = [spell_trait(kind, state, numbers, place) for kind, state in chain]
    return made


def listed(
    parts: tuple[str, tuple[str, ...], tuple[str, ...]], is_prototype: bool
) -> tuple[str, list[tuple[str, str]], bool]:
    """Id and traits in the order they are listed, without the end every prototype has, and
    whether a prototype lacks it."""
    ident, types, states = parts
    chain = list(zip(reversed(types), reversed(states), strict=True))
    is_bare = is_prototype and not types[-1].startswith(BASIC)
    if is_prototype and chain[0] == _END_OF_PROTOTYPE:
        del chain[0]
    return ident, chain, is_bare


def definition_parts(text: str) -> tuple[str, tuple[str, ...], tuple[str, ...]] | None:
    """Id, types and states, outermost first; None where they would not give the text back."""
    if not text.startswith(_BEGIN):
        return None
    tokens = sequences.decode(text[len(_BEGIN) :], "/")
    if len(tokens) != 3 or _BEGIN + sequences.encode(tokens, "/") != text:
        return None
    ident, kind, state = tokens
    types, states = traits.unnest(kind), traits.unnest(state)
    if len(types) != len(states) or traits.nest(types) != kind or traits.nest(states) != state:
        return None
    return ident, types, states


def read_definition(
    node: Fields, source: Source, *, place: Place = NOWHERE, is_prototype: bool = False
) -> str:
    """The text of a definition that stands in a mapping, under ``traits``."""
    ident = source.text(node.values.get(ID), ID) or "null"
    kind, state = read_chain(node, source, place=place, is_prototype=is_prototype)
    return _BEGIN + sequences.encode([ident, kind, state], "/")


def read_chain(
    node: Fields, source: Source, *, place: Place = NOWHERE, is_prototype: bool = False
) -> tuple[str, str]:
    """Type and state of the piece whose traits stand in a mapping."""
    listed = node.values.get(TRAITS)
    items = listed.items if isinstance(listed, Items) else []
    if isinstance(listed, Fields) or (isinstance(listed, Text) and listed.value):
        source.wrong(listed, "traits are a list: '- trait: ...'")
    chain = [_read_item(item, source, place) for item in items]
    if is_prototype and (not chain or not chain[0][0].startswith(BASIC)):
        bare = node.values.get(BARE)
        if bare is None or unspelt("bool", bare, source) != "true":
            chain.insert(0, _END_OF_PROTOTYPE)
    if not chain:
        return "", ""
    types, states = zip(*reversed(chain), strict=True)
    return traits.nest(types), traits.nest(states)


DEFINITION_KEYS: Final = (TRAITS, BARE, ID)


# --- Traits ---------------------------------------------------------------------------------


def spell_trait(
    kind: str, state: str, numbers: Numbers, place: Place = NOWHERE
) -> dict[str, Value]:
    """One trait, of its part of the type and of the state."""
    found = traits.read_trait(kind, state)
    form = found.form
    plain = tuple([str(value) for value in found.values])
    if form is None or found.verbatim is not None or Trait(form, plain).type != kind:
        word = CUSTOM if form is None else VERBATIM
        made: dict[str, Value] = {word: kind}
        return {**made, _STATE: state} if state else made
    rows = _type_rows(form.id)
    said, count, expected = _spell_rows(rows, plain, numbers)
    word = trait_words()[form.id]
    if count != expected:
        word += f" ({count} field{'s' if count != 1 else ''})"
    made = {_TRAIT: word, **said}
    if form.id in PLACED or state != form.fresh_state:
        differs = spell_state(form.id, state, numbers, place)
        if differs != {}:
            made[_STATE] = differs
    return made


def spell_state(ident: str, state: str, numbers: Numbers, place: Place = NOWHERE) -> Value:
    """What of a state differs from a fresh trait's, or from a piece that stands there."""
    form = traits.forms()[ident]
    tokens = [str(token) for token in Trait(form, (), state).state_tokens()]
    if form.state_layout == "none" or _join(form.state_layout, tokens) != state:
        return state or verbatim("")
    fresh = place if ident in PLACED else {}
    made, count, expected = _spell_rows(_state_rows(ident), tokens, numbers, fresh)
    if count != expected:
        made[FIELDS] = str(count)
    return Flow(made) if all(_is_short(value) for value in made.values()) else made


def _is_short(value: Value) -> bool:
    if isinstance(value, str):
        return "\n" not in value and value[:1] != "{"
    if isinstance(value, Mapping):
        return all(_is_short(part) for part in value.values())
    return len(value) < 5 and all(isinstance(item, str) and _is_short(item) for item in value)


def _read_item(node: Node, source: Source, place: Place) -> tuple[str, str]:
    """A trait that may have been read before in the same words."""
    if isinstance(node, Told):
        return node.said
    troubles, numbered = len(source.troubles), source.numbered
    said = read_trait(node, source, place)
    if (
        isinstance(node, Fields)
        and node.block
        and (troubles, numbered) == (len(source.troubles), source.numbered)
        and not said[0].startswith(PLACED)
        and len(source.known) < _REMEMBERED
    ):
        source.known[node.block] = said
    return said


def read_trait(node: Node, source: Source, place: Place = NOWHERE) -> tuple[str, str]:
    """The type and the state of a trait that stands in a list."""
    if isinstance(node, Text) and node.value:
        made = Fields(node.line, node.column)
        made.values[_TRAIT], made.lines[_TRAIT] = node, node.line
        node = made
    word = next((word for word in _FIRST if isinstance(node, Fields) and word in node.values), "")
    if not isinstance(node, Fields) or not word:
        source.wrong(node, "a trait begins with its name: '- trait: Layer'")
        return "", ""
    state = node.values.get(_STATE)
    if word != _TRAIT:
        refuse_others(node, (word, _STATE), source)
        return source.text(node.values[word], word), source.text(state, _STATE)
    form, count = _form_named(node.values[_TRAIT], source)
    if form is None:
        return "", ""
    rows = _type_rows(form.id)
    refuse_others(node, (*rows.names, _TRAIT, _STATE, _MORE), source)
    values = _read_rows(rows, node, source, count)
    kind = Trait(form, tuple(values)).type
    if state is None and form.id not in PLACED:
        return kind, form.fresh_state
    return kind, read_state(form.id, state, source, place)


def _form_named(node: Node, source: Source) -> tuple[Form | None, int | None]:
    """The trait a word names, and how many fields it is to have, where that is said."""
    word = source.text(node, "a trait's name")
    match = _COUNTED.fullmatch(word)
    count = None
    if match is not None and word not in trait_ids():
        word, count = match[1], int(match[2])
    ident = trait_ids().get(word)
    if ident is None:
        known = [*trait_words().values(), *(form.cls for form in traits.forms().values())]
        source.wrong(node, f"unknown trait {word!r}{nearest(word, known)}")
        return None, None
    return traits.forms()[ident], count


def read_state(ident: str, node: Node | None, source: Source, place: Place = NOWHERE) -> str:
    """The state that a mapping or a text says; None for a fresh one."""
    form = traits.forms()[ident]
    if isinstance(node, Text):
        return node.value
    if isinstance(node, Items):
        return source.wrong(node, "a state is a mapping of its fields, or a text as it stands")
    said = node if isinstance(node, Fields) else Fields(0, 0)
    if VERBATIM in said.values:
        return unspelt("str", said, source)
    rows = _state_rows(ident)
    refuse_others(said, (*rows.names, _MORE, FIELDS), source)
    count = whole(said.values[FIELDS], source, 0) if FIELDS in said.values else None
    fresh = place if form.id in PLACED else {}
    return _join(form.state_layout, _read_rows(rows, said, source, count, fresh))


# --- Rows of fields ---------------------------------------------------------------------------


def _spell_rows(
    rows: _Rows, tokens: Sequence[str], numbers: Numbers, fresh: Mapping[str, str] = {}
) -> tuple[dict[str, Value], int, int]:
    """The fields that say something, how many are written, and how many one would expect."""
    made: dict[str, Value] = {}
    count = last = end = 0
    places = traits.places(tuple([row.field for row in rows.rows]), tokens)
    for at, (field, place) in enumerate(places):
        mine = tokens[place]
        end = max(end, place.start + len(mine))
        if field.kind == "many":
            if mine:
                made[field.name] = _spell_many(field, mine, numbers)
                if field.count and field.name in made:
                    size = len(mine) // len(field.items)
                    if tokens[rows.names.index(field.count)] == str(size):
                        made.pop(field.count, None)
        elif mine:
            count = at + 1
            usual = fresh.get(field.name, rows.rows[at].fresh)
            if mine[0] != usual:
                last = count
                made[field.name] = _spell_field(field.kind, mine[0], numbers)
    if end < len(tokens):
        made[_MORE] = list(tokens[end:])
    return made, count, max(rows.full, last)


def _spell_field(kind: str, text: str, numbers: Numbers) -> Value:
    if kind in _PIECES:
        if text.startswith(_BEGIN):
            return spell_definition(text, numbers) or verbatim(text)
        return text
    return spelt(kind, text, numbers)


def _spell_many(field: Field, tokens: Sequence[str], numbers: Numbers) -> Value:
    size = len(field.items)
    if size == 1:
        return [spelt(field.items[0], token, numbers) for token in tokens]
    groups = [tokens[at : at + size] for at in range(0, len(tokens), size)]
    names = {group[0] for group in groups}
    if field.name == "props" and len(names) == len(groups) and len(tokens) % 2 == 0:
        return {name: spelt(field.items[1], said, numbers) for name, said in groups}
    return [
        tuple(spelt(kind, part, numbers) for kind, part in zip(field.items, group, strict=False))
        for group in groups
    ]


def _read_rows(
    rows: _Rows,
    node: Fields,
    source: Source,
    count: int | None,
    fresh: Mapping[str, str] = {},
) -> list[str]:
    """The tokens of the fields a mapping names, and of those it leaves out."""
    said = node.values
    named = [at for at, row in enumerate(rows.rows) if row.field.name in said]
    single = [at for at in named if rows.rows[at].field.kind != "many"]
    counted = [
        rows.names.index(rows.rows[at].field.count) for at in named if rows.rows[at].field.count
    ]
    size = max([rows.full if count is None else count, *(at + 1 for at in single + counted)])
    tokens: list[str] = []
    sizes: dict[str, int] = {}
    slots: dict[str, int] = {}
    for at, row in enumerate(rows.rows):
        field = row.field
        found = said.get(field.name)
        if field.kind == "many":
            if found is not None:
                many = _read_many(field, found, source)
                sizes[field.count] = len(many) // len(field.items)
                tokens += many
        elif at < size:
            slots[field.name] = len(tokens)
            if found is None:
                tokens.append(fresh.get(field.name, row.fresh or ""))
            elif field.kind in _PIECES:
                tokens.append(_read_piece(found, source))
            else:
                tokens.append(unspelt(field.kind, found, source))
    for name, number in sizes.items():
        if name and name not in said and name in slots:
            tokens[slots[name]] = str(number)
    more = said.get(_MORE)
    if isinstance(more, Items):
        tokens += [source.text(item, _MORE) for item in more.items]
    return tokens


def _read_piece(node: Node, source: Source) -> str:
    if isinstance(node, Fields) and VERBATIM not in node.values:
        refuse_others(node, DEFINITION_KEYS, source)
        return read_definition(node, source)
    return unspelt("str", node, source)


def _read_many(field: Field, node: Node, source: Source) -> list[str]:
    kinds = field.items
    if isinstance(node, Fields) and len(kinds) == 2:
        return [
            part
            for name, value in node.values.items()
            for part in (name, unspelt(kinds[1], value, source))
        ]
    if not isinstance(node, Items):
        source.wrong(node, f"{field.name} is a list")
        return []
    tokens: list[str] = []
    for item in node.items:
        group = item.items if isinstance(item, Items) else [item]
        if len(group) > len(kinds):
            source.wrong(item, f"{field.name}: groups of {len(kinds)} are wanted")
        tokens += [unspelt(kind, part, source) for kind, part in zip(kinds, group, strict=False)]
    return tokens


@cache
def _type_rows(ident: str) -> _Rows:
    form = traits.forms()[ident]
    return _rows_of(
        [
            _Row(field, None if field.optional or field.kind == "many" else field.fresh)
            for field in form.fields
        ]
    )


@cache
def _state_rows(ident: str) -> _Rows:
    form = traits.forms()[ident]
    fresh = Trait(form, (), form.fresh_state).state_tokens()
    rows = []
    for field, place in traits.places(form.state_fields, fresh):
        mine = fresh[place] if field.kind != "many" else []
        rows.append(_Row(field, mine[0] if mine else None))
    return _rows_of(rows)


def _rows_of(rows: list[_Row]) -> _Rows:
    full = max((at + 1 for at, row in enumerate(rows) if row.fresh is not None), default=0)
    return _Rows(tuple(rows), full)


def _join(layout: str, tokens: Sequence[str]) -> str:
    return sequences.encode(tokens, ";") if layout == ";" else ";".join(tokens)


@lru_cache(maxsize=1 << 15)
def trait_lines(
    kind: str, state: str, pad: str, is_inline: bool = False
) -> tuple[tuple[str, ...], tuple[tuple[str, int], ...]]:
    """A trait as the lines of an item of a list, with the numbers of its named commands."""
    numbers = Numbers(is_inline)
    lines: list[str] = []
    writing.put_item(lines, pad, spell_trait(kind, state, numbers))
    return tuple(lines), tuple(numbers.seen)

"""Piece traits, declared in ``traits.table`` and read and written by one codec.

A piece is a chain of traits around a BasicPiece. VASSAL writes the chain twice: the *type* says
what the piece is, the *state* what has become of it, each nested by TAB in the same way, the
outermost trait first (``VASSAL.counters.Decorator``).

    >>> chain = [trait("mark;", keys=("UnitId",), state={"values": ("exeter",)}),
    ...          trait("piece;", imageName="exeter.png", commonName="Exeter")]
    >>> piece_type(chain).replace("\\t", "|")
    'mark;UnitId|piece;;;exeter.png;Exeter'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from generator.errors import BroadsideError, nearest
from generator.light import dataclass
from generator.vassal import encodings, sequences, tables
from generator.vassal.encodings import Part

STACK = "stack"
DECK = "deck;"
BASIC = "piece;"
FURNITURE = "Furniture"
"""What the first trait of a mark says that belongs to the board: nobody selects or moves it, and
no game is read by it."""
_FURNITURE = f"immob;ngZ;V;R;{FURNITURE}\t"
_LEVELS = 1000
"""Levels of odd nesting that are told apart; what is below stays one text."""
_DIGITS = 10
"""No field counts so many tokens that their number has so many digits."""


class TraitError(BroadsideError):
    """A trait or a field of one that VASSAL does not know."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a trait's type or state."""

    name: str
    kind: str
    """See `generator.vassal.encodings`; ``many`` for a field of several tokens."""
    fresh: str
    """Its text in a trait newly made in the editor."""
    absent: str
    """What VASSAL assumes when the text is too short to hold it."""
    optional: bool
    """Whether it is left out of a trait newly made."""
    meaning: str
    choices: tuple[str, ...] = ()
    """For ``choice``: what the editor offers; for ``prefix``: what follows it in properties."""
    items: tuple[str, ...] = ()
    """For ``many``: the kinds of the tokens, in groups of as many."""
    count: str = ""
    """For ``many``: the field that says how many groups there are; empty: all that are left."""


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """How one kind of trait is written."""

    id: str
    """What its type begins with, up to the first semicolon."""
    cls: str
    """Class in ``VASSAL.counters``."""
    title: str
    """What the editor calls it."""
    layout: str
    """``;`` sequence, ``raw``, ``split``, ``tail`` or ``none``."""
    fields: tuple[Field, ...]
    state_layout: str
    state_fields: tuple[Field, ...]
    fresh_state: str

    def index(self, name: str) -> int:
        """Position of a field of the type. Raises `TraitError` naming the nearest one."""
        return _index(self.fields, name, self.id)


@dataclass(frozen=True, slots=True)
class Trait:
    """One trait of a piece: its fields as encoded texts, and its state."""

    form: Form | None
    """`None` for a trait of a custom module."""
    values: tuple[str, ...]
    """The fields' texts in order: as many as were written."""
    state: str = ""
    """The trait's part of the piece's state, as it stands."""
    verbatim: str | None = None
    """The whole type, where the fields alone would not give it back."""

    @property
    def id(self) -> str:
        """What the type begins with, such as ``emb2;``."""
        if self.form is not None:
            return self.form.id
        text = self.verbatim or ""
        return text[: text.find(";") + 1] or text

    @property
    def type(self) -> str:
        """The trait's part of the piece's type."""
        if self.verbatim is not None or self.form is None:
            return self.verbatim or ""
        return self.form.id.rstrip("1") + _join(self.form.layout, self.values)

    def text(self, name: str) -> str:
        """A field's encoded text. Raises `TraitError` for a name that is no field."""
        form = self._known(name)
        at = _place(form.fields, name, form.id, self.values).start
        return self.values[at] if at < len(self.values) else form.fields[form.index(name)].absent

    def __getitem__(self, name: str) -> Any:
        """A field's value. Raises `TraitError` for a name that is no field."""
        form = self._known(name)
        return _value(form.fields, name, form.id, self.values)

    def state_of(self, name: str) -> Any:
        """A value of the state. Raises `TraitError` for a name that is none."""
        form = self._known(name)
        return _value(form.state_fields, name, form.id, self.state_tokens())

    def state_tokens(self) -> list[str]:
        """The texts the state is made of."""
        if self.form is None:
            return [self.state]
        if not self.state and self.form.state_layout == ";":
            return []
        return _cut(self.form.state_layout, self.state, len(self.form.state_fields))

    def fields(self) -> dict[str, Any]:
        """The values of all fields that are written, by name; more tokens than there are fields
        under ``*``. `from_fields` makes the same trait of them.
        """
        return _values(self.form.fields, self.values) if self.form is not None else {}

    def state_fields(self) -> dict[str, Any]:
        """The values of the state, likewise."""
        if self.form is None or self.form.state_layout == "none":
            return {}
        return _values(self.form.state_fields, self.state_tokens())

    def changed(self, **changes: Any) -> Trait:
        """The trait with some fields changed, by name. Raises `TraitError`."""
        if self.form is None:
            raise TraitError(f"trait {self.id!r} is not known and cannot be changed by field")
        values = _changed(self.form.fields, self.form.id, list(self.values), changes)
        return Trait(self.form, tuple(values), self.state)

    def with_state(self, state: str | Mapping[str, Any]) -> Trait:
        """The trait in another state: the text itself, or values by name."""
        if not isinstance(state, str):
            if self.form is None:
                raise TraitError(f"trait {self.id!r} is not known, nor its state")
            tokens = _changed(self.form.state_fields, self.form.id, self.state_tokens(), state)
            state = _join(self.form.state_layout, tokens)
        return Trait(self.form, self.values, state, self.verbatim)

    def parts(self, path: tuple[str, ...] = ()) -> Iterator[Part]:
        """The smallest texts of its type and state, each with its kind; see `kinds.parts`.

        The first word of a path is the field's name, ``state.`` before it for the state's.
        """
        if self.form is None:
            return
        for name, kind, text in _tokens(self.form.fields, self.values):
            yield from encodings.parts(kind, text, (*path, name))
        if self.form.state_layout != "none":
            for name, kind, text in _tokens(self.form.state_fields, self.state_tokens()):
                yield from encodings.parts(kind, text, (*path, f"state.{name}"))

    def rewritten(self, change: Callable[[Part], str], path: tuple[str, ...] = ()) -> Trait:
        """The trait with some of its smallest texts changed; itself when none is."""
        if self.form is None:
            return self
        rewrite = encodings.rewritten
        values = [
            rewrite(kind, text, change, (*path, name))
            for name, kind, text in _tokens(self.form.fields, self.values)
        ]
        state = self.state
        if self.form.state_layout != "none":
            old = self.state_tokens()
            new = [
                rewrite(kind, text, change, (*path, f"state.{name}"))
                for name, kind, text in _tokens(self.form.state_fields, old)
            ]
            state = _join(self.form.state_layout, new) if new != old else state
        if state == self.state and values == [*self.values]:
            return self
        return Trait(self.form, tuple(values), state)

    def _known(self, name: str) -> Form:
        if self.form is None:
            raise TraitError(f"trait {self.id!r} is not known, nor its field {name!r}")
        return self.form


def is_furniture(piece_type: str) -> bool:
    """Whether a piece of this type belongs to the board, such as a mark of the sight ruler."""
    return piece_type.startswith(_FURNITURE)


def trait(kind: str, /, *, state: str | Mapping[str, Any] | None = None, **values: Any) -> Trait:
    """A trait by its id, with fields by the names of ``traits.table``.

    Fields not named are as in a trait newly made in VASSAL's editor, and so is the state.
    Values are of the field's kind (`generator.vassal.encodings`), or texts already encoded.
    Raises `TraitError` for an unknown trait or field, `EncodingError` for a value that does
    not fit.
    """
    try:
        asked = _frozen((kind, state, values))
    except TypeError:
        return _new(kind, state, values)
    made = _MADE.get(asked)
    if made is None:
        made = _new(kind, state, values)
        if len(_MADE) < MOST_MADE:
            _MADE[asked] = made
    return made


MOST_MADE = 20_000
"""So many traits are kept for who asks for the same again, as the pieces of a module do."""
_MADE: dict[Any, Trait] = {}


def _frozen(value: Any) -> Any:
    """A value as a key that tells it from all others: 1 is not true, and no list a tuple. TypeError
    for what is not made of texts and numbers."""
    if isinstance(value, str) or value is None:
        return value
    if isinstance(value, bool | int | float):
        return type(value), value
    if isinstance(value, Mapping):
        return type(value), *((name, _frozen(one)) for name, one in value.items())
    if isinstance(value, list | tuple):
        return type(value), *map(_frozen, value)
    raise TypeError(value)


def _new(kind: str, state: str | Mapping[str, Any] | None, values: Mapping[str, Any]) -> Trait:
    form = _form_of(kind)
    fresh = tuple(
        field.fresh for field in form.fields if field.kind != "many" and not field.optional
    )
    made = Trait(form, fresh, form.fresh_state).changed(**values)
    return made if state is None else made.with_state(state)


def from_fields(
    kind: str, fields: Mapping[str, Any], state: Mapping[str, Any] | None = None
) -> Trait:
    """A trait of nothing but the values of its fields, as `Trait.fields` gives them.

    Raises `TraitError` for an unknown trait, `EncodingError` for a value that does not fit.
    """
    form = _form_of(kind)
    values = tuple(_texts(form.fields, fields))
    return Trait(form, values, _join(form.state_layout, _texts(form.state_fields, state or {})))


def read_trait(text: str, state: str = "") -> Trait:
    """One trait from its own part of a type and of a state."""
    form, values, verbatim = _read(text)
    return Trait(form, values, state, verbatim)


def read_piece(piece_type_text: str, state: str) -> tuple[Trait, ...]:
    """The traits of a piece, outermost first. A state too short leaves the inner ones empty."""
    types = unnest(piece_type_text)
    states = unnest(state)
    return tuple(
        read_trait(text, states[at] if at < len(states) else "") for at, text in enumerate(types)
    )


def piece_type(chain: Iterable[Trait]) -> str:
    """A piece's type, from its traits outermost first."""
    return nest([part.type for part in chain])


def piece_state(chain: Iterable[Trait]) -> str:
    """A piece's state, from its traits outermost first."""
    return nest([part.state for part in chain])


def nest(parts: Sequence[str]) -> str:
    """Texts nested by TAB: each level holds its own and all that is inside it."""
    if not any(part.startswith(("'", "\\")) or "\t" in part for part in parts):
        pieces = []
        for depth, part in enumerate(parts):
            if depth:
                pieces.append("\\" * (depth - 1) + "\t")
            pieces.append(part)
        # A level whose own text is empty begins with the TAB, so no level begins with a
        # backslash and none is quoted.
        return "".join(pieces)
    text = parts[-1]
    for part in reversed(parts[:-1]):
        text = sequences.encode([part, text], "\t")
    return text


@lru_cache(maxsize=4096)
def unnest(text: str) -> tuple[str, ...]:
    """The texts of each level, outermost first: the reverse of `nest`."""
    parts = text.split("\t")
    if len(parts) == 1:
        return (sequences.unquote(text),)
    found = []
    last = len(parts) - 1
    for depth, part in enumerate(parts):
        if depth == last:
            found.append(part)
        elif part.endswith("\\" * depth):
            bare = part[: len(part) - depth] if depth else part
            if bare.endswith("\\"):
                return _unnest_slowly(text)
            found.append(bare)
        else:
            return _unnest_slowly(text)
    if any(part.startswith(("'", "\\")) for part in found):
        return _unnest_slowly(text)
    return tuple(found)


def _unnest_slowly(text: str) -> tuple[str, ...]:
    found = []
    while True:
        tokens = sequences.decode(text, "\t")
        found.append(tokens[0])
        if len(tokens) < 2:
            return tuple(found)
        text = tokens[1]
        if len(found) == _LEVELS:
            return (*found, text)


def basic_state(
    map_name: str | None = None,
    x: int = 0,
    y: int = 0,
    gpid: str = "",
    properties: Mapping[str, str] | None = None,
) -> str:
    """A BasicPiece's state: where it stands, its slot in the palette, what VASSAL keeps on it."""
    pairs = [part for pair in (properties or {}).items() for part in pair]
    place = [map_name or "null", str(x), str(y), gpid, str(len(pairs) // 2)]
    return sequences.encode(place + pairs, ";")


def stack_state(map_name: str, x: int, y: int, members: Iterable[str], layer: int = -1) -> str:
    """A stack's state: where it stands, its members from the bottom up, its visual layer."""
    return sequences.encode([map_name, str(x), str(y), *members, f"@@{layer}"], ";")


def deck_state(map_name: str, x: int, y: int, face_down: bool, members: Sequence[str]) -> str:
    """A deck's state: where it stands, whether face down, its cards from the bottom up."""
    place = [map_name, str(x), str(y), "true" if face_down else "false"]
    if members:
        place.append(sequences.encode(members, ","))
    return sequences.encode(place, ";")


@cache
def forms() -> Mapping[str, Form]:
    """Every trait VASSAL knows, by id; ``rotate;1`` is the freely rotating form."""
    found = (_form(lines) for lines in tables.blocks("traits.table"))
    return {form.id: form for form in found}


def _form_of(kind: str) -> Form:
    form = forms().get(kind) or forms().get(kind + ";")
    if form is None:
        raise TraitError(f"unknown trait {kind!r}{nearest(kind, forms())}")
    return form


# --- The table --------------------------------------------------------------------------------


def _form(lines: list[str]) -> Form:
    head, _, title = lines[0].partition(" | ")
    ident, cls, layout, state_layout = head.split()
    rows: list[Field] = []
    state_rows: list[Field] = []
    current = rows
    fresh_state = ""
    for line in lines[1:]:
        if line.startswith("  --"):
            current, fresh_state = state_rows, line[5:]
        else:
            current.append(_field(tables.row(line.strip())))
    return Form(
        ident, cls, title, layout, tuple(rows), state_layout, tuple(state_rows), fresh_state
    )


def _field(row: tables.Row) -> Field:
    fresh, tilde, absent = row.default.partition("~")
    fresh = fresh.rstrip() if tilde else fresh
    optional = fresh == "-"
    fresh = "" if optional else fresh
    absent = absent if tilde else fresh
    kinds, star, count = row.kind.partition("*")
    if star:
        items = tuple(kinds.split(","))
        return Field(row.name, "many", "", "", True, row.meaning, (), items, count)
    return Field(row.name, row.kind, fresh, absent, optional, row.meaning, row.choices)


def _index(rows: tuple[Field, ...], name: str, ident: str) -> int:
    for at, field in enumerate(rows):
        if field.name == name:
            return at
    names = [field.name for field in rows]
    raise TraitError(f"trait {ident!r} has no field {name!r}{nearest(name, names)}")


# --- Fields and their tokens --------------------------------------------------------------------


def places(rows: tuple[Field, ...], tokens: Sequence[str]) -> Iterator[tuple[Field, slice]]:
    """Which tokens each field has, whether they are there or not."""
    begin = 0
    for at, field in enumerate(rows):
        end = begin + 1
        if field.kind == "many":
            end = len(tokens)
            if field.count:
                said = tokens[_index(rows, field.count, "")] if begin <= end else ""
                size = int(said) if said.isdecimal() and len(said) < _DIGITS else 0
                end = min(end, begin + size * len(field.items))
            elif at + 1 < len(rows) and end > begin:
                # Only a stack: the last token is the layer where it looks like one.
                end -= not isinstance(encodings.read(rows[at + 1].kind, tokens[-1]), str)
        yield field, slice(begin, end)
        begin = end


def _place(rows: tuple[Field, ...], name: str, ident: str, tokens: Sequence[str]) -> slice:
    at = _index(rows, name, ident)
    if not any(field.kind == "many" for field in rows[: at + 1]):
        return slice(at, at + 1)
    return next(place for field, place in places(rows, tokens) if field.name == name)


def _tokens(rows: tuple[Field, ...], tokens: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Name, kind and text of every token."""
    end = 0
    for field, place in places(rows, tokens):
        for at, token in enumerate(tokens[place]):
            if field.kind == "many":
                group, item = divmod(at, len(field.items))
                name = f"{field.name}.{group}" + (f".{item}" if len(field.items) > 1 else "")
                yield name, field.items[item], token
            else:
                yield field.name, field.kind, token
        end = max(end, min(place.stop, len(tokens)))
    for at, token in enumerate(tokens[end:]):
        yield f"*.{at}", "str", token


def _value(rows: tuple[Field, ...], name: str, ident: str, tokens: Sequence[str]) -> Any:
    field = rows[_index(rows, name, ident)]
    mine = tokens[_place(rows, name, ident, tokens)]
    if field.kind == "many":
        return _groups(field, mine)
    return encodings.read(field.kind, mine[0] if mine else field.absent)


def _groups(field: Field, tokens: Sequence[str]) -> tuple[Any, ...]:
    size = len(field.items)
    values = [encodings.read(field.items[at % size], token) for at, token in enumerate(tokens)]
    if size == 1:
        return tuple(values)
    return tuple(tuple(values[at : at + size]) for at in range(0, len(values), size))


def _values(rows: tuple[Field, ...], tokens: Sequence[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    end = 0
    for field, place in places(rows, tokens):
        mine = tokens[place]
        end = max(end, place.start + len(mine))
        if field.kind == "many":
            if place.start <= len(tokens):
                found[field.name] = _groups(field, mine)
        elif mine:
            found[field.name] = encodings.read(field.kind, mine[0])
    if end < len(tokens):
        found["*"] = tuple(tokens[end:])
    return found


def _texts(rows: tuple[Field, ...], values: Mapping[str, Any]) -> list[str]:
    """The tokens of some values, in the order of the fields."""
    found: list[str] = []
    for field in rows:
        if field.name in values:
            found += _field_texts(field, values[field.name])
    return [*found, *values.get("*", ())]


def _field_texts(field: Field, value: Any) -> list[str]:
    if field.kind != "many":
        return [encodings.write(field.kind, value)]
    groups = [(item,) for item in value] if len(field.items) == 1 else value
    return [
        encodings.write(kind, item)
        for group in groups
        for kind, item in zip(field.items, group, strict=False)
    ]


def _changed(
    rows: tuple[Field, ...], ident: str, tokens: list[str], changes: Mapping[str, Any]
) -> list[str]:
    """The tokens with some fields set; a number that counts a group follows it."""
    for name, value in changes.items():
        field = rows[_index(rows, name, ident)]
        new = _field_texts(field, value)
        place = _place(rows, name, ident, tokens)
        # Nearly always the tokens before it are all there.
        for row, other in [*places(rows, tokens)] if len(tokens) < place.start else ():
            if len(tokens) <= other.start < place.start and row.kind != "many":
                tokens.append(row.absent)
        tokens[place] = new
        if field.count and field.count not in changes:
            tokens[_index(rows, field.count, ident)] = str(len(value))
    return tokens


# --- Texts --------------------------------------------------------------------------------------


@lru_cache(maxsize=20_000)
def _read(text: str) -> tuple[Form | None, tuple[str, ...], str | None]:
    ident = text[: text.find(";") + 1] or text
    if text == "rotate;1" or text.startswith("rotate;1;"):
        ident = "rotate;1"
    form = forms().get(ident)
    if form is None:
        return None, (), text
    start = len(ident.rstrip("1"))
    values = tuple(_cut(form.layout, text[start:], len(form.fields)))
    if text[:start] + _join(form.layout, values) == text:
        return form, values, None
    return form, values, text


def _cut(layout: str, body: str, size: int) -> list[str]:
    if layout == ";":
        return sequences.tokens(body, ";")
    if layout == "raw":
        return [body]
    if layout == "split":
        return body.split(";", size - 1)
    if layout == "tail":
        _, rest = sequences.head(body, ";")
        if rest is None:
            return sequences.tokens(body, ";")
        return [*sequences.tokens(body[: -len(rest) - 1], ";"), rest]
    return [] if not body else [body]


def _join(layout: str, values: Sequence[str]) -> str:
    if layout == ";":
        return sequences.encode(values, ";")
    if layout == "tail":
        values = [sequences.escape(value, ";") for value in values[:1]] + [*values[1:]]
    return ";".join(values)

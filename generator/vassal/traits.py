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

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from generator.errors import BroadsideError, nearest
from generator.vassal import encodings, sequences

STACK = "stack"
DECK = "deck;"
BASIC = "piece;"


class TraitError(BroadsideError):
    """A trait or a field of one that VASSAL does not know."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a trait."""

    name: str
    kind: str
    """See `generator.vassal.encodings`; ``many`` takes all tokens that are left."""
    fresh: str
    """Its text in a trait newly made in the editor."""
    absent: str
    """What VASSAL assumes when the text is too short to hold it."""
    optional: bool
    """Whether VASSAL leaves it out when it is empty."""
    meaning: str


@dataclass(frozen=True, slots=True)
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
        """Position of a field. Raises `TraitError` naming the nearest one."""
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
        if self.form is None:
            raise TraitError(f"trait {self.id!r} is not known, nor its field {name!r}")
        at = self.form.index(name)
        return self.values[at] if at < len(self.values) else self.form.fields[at].absent

    def __getitem__(self, name: str) -> Any:
        """A field's value. Raises `TraitError` for a name that is no field."""
        if self.form is None:
            raise TraitError(f"trait {self.id!r} is not known, nor its field {name!r}")
        at = self.form.index(name)
        field = self.form.fields[at]
        if field.kind == "many":
            return self.values[at:]
        return encodings.read(field.kind, self.text(name))

    def state_of(self, name: str) -> Any:
        """A value of the state. Raises `TraitError` for a name that is none."""
        if self.form is None:
            raise TraitError(f"trait {self.id!r} is not known, nor its state {name!r}")
        at = _index(self.form.state_fields, name, self.id)
        field = self.form.state_fields[at]
        tokens = _cut(self.form.state_layout, self.state, len(self.form.state_fields))
        if field.kind == "many":
            return tuple(tokens[at:])
        return encodings.read(field.kind, tokens[at]) if at < len(tokens) else field.absent

    def changed(self, **changes: Any) -> Trait:
        """The trait with some fields changed, by name. Raises `TraitError`."""
        if self.form is None:
            raise TraitError(f"trait {self.id!r} is not known and cannot be changed by field")
        values = list(self.values)
        for name, value in changes.items():
            at = self.form.index(name)
            while len(values) <= at:
                values.append(self.form.fields[len(values)].absent)
            if self.form.fields[at].kind == "many":
                values[at:] = value
            else:
                values[at] = encodings.write(self.form.fields[at].kind, value)
        return Trait(self.form, tuple(values), self.state)

    def with_state(self, state: str | Mapping[str, Any]) -> Trait:
        """The trait in another state: the text itself, or values by name."""
        if not isinstance(state, str):
            if self.form is None:
                raise TraitError(f"trait {self.id!r} is not known, nor its state")
            state = _state(self.form, self.state, state)
        return Trait(self.form, self.values, state, self.verbatim)


def trait(kind: str, /, *, state: str | Mapping[str, Any] | None = None, **values: Any) -> Trait:
    """A trait by its id, with fields by the names of ``traits.table``.

    Fields not named are as in a trait newly made in VASSAL's editor, and so is the state.
    Values are of the field's kind (`generator.vassal.encodings`), or texts already encoded.
    Raises `TraitError` for an unknown trait or field, `EncodingError` for a value that does
    not fit.
    """
    form = forms().get(kind) or forms().get(kind + ";")
    if form is None:
        raise TraitError(f"unknown trait {kind!r}{nearest(kind, forms())}")
    fresh = tuple(
        field.fresh for field in form.fields if field.kind != "many" and not field.optional
    )
    made = Trait(form, fresh, form.fresh_state).changed(**values)
    return made if state is None else made.with_state(state)


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
    found: dict[str, Form] = {}
    table = Path(__file__).with_name("traits.table").read_text(encoding="utf-8")
    for block in table.split("\n\n"):
        lines = [line for line in block.split("\n") if line and not line.startswith("#")]
        if lines:
            form = _form(lines)
            found[form.id] = form
    return found


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
            continue
        declared, _, meaning = line.strip().partition(" | ")
        name, kind, *rest = declared.split(" ", 2)
        fresh, _, absent = (rest[0] if rest else "").partition("~")
        fresh = fresh.rstrip() if absent else fresh
        optional = fresh == "-"
        fresh = "" if optional else fresh
        current.append(Field(name, kind, fresh, absent or fresh, optional, meaning))
    return Form(
        ident, cls, title, layout, tuple(rows), state_layout, tuple(state_rows), fresh_state
    )


def _index(rows: tuple[Field, ...], name: str, ident: str) -> int:
    for at, field in enumerate(rows):
        if field.name == name:
            return at
    names = [field.name for field in rows]
    raise TraitError(f"trait {ident!r} has no field {name!r}{nearest(name, names)}")


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
        return sequences.decode(body, ";")
    if layout == "raw":
        return [body]
    if layout == "split":
        return body.split(";", size - 1)
    if layout == "tail":
        first, rest = sequences.head(body, ";")
        return [first] if rest is None else [first, rest]
    return [] if not body else [body]


def _join(layout: str, values: Sequence[str]) -> str:
    if layout == ";":
        return sequences.encode(values, ";")
    return ";".join(values)


def _state(form: Form, old: str, changes: Mapping[str, Any]) -> str:
    tokens = _cut(form.state_layout, old, len(form.state_fields))
    for name, value in changes.items():
        at = _index(form.state_fields, name, form.id)
        field = form.state_fields[at]
        tokens += [row.fresh for row in form.state_fields[len(tokens) : at]]
        if field.kind == "many":
            tokens[at:] = value
        else:
            tokens[at : at + 1] = [encodings.write(field.kind, value)]
    return _join(form.state_layout, tokens)

"""How the text of one field is read, written and taken apart, by its kind.

A kind is a word, or a word around another kind::

    int            a whole number
    int?           the same, or nothing
    list[image]    names of images, in a sequence by commas
    fmt[map]       a message format that yields the name of a map
    def[deck]      the text that gives a deck its name (``deck`` alone: one that refers to it)
    sets[property] names a property whose value is changed

What a text refers to is part of its kind, down to the last level: `parts` names every smallest
text of a field with its kind, so that whoever looks for images, prototypes or properties need not
know where they may stand; `rewritten` changes some of them and leaves all else as it is.

`read` turns a text into a value and `write` turns it back. A text that its kind would not give
back the same stays a `str`, at the smallest level: nothing is ever lost.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, NamedTuple, TypeVar, get_type_hints

from generator.errors import BroadsideError, nearest
from generator.light import dataclass
from generator.vassal import sequences


class EncodingError(BroadsideError):
    """A value that a field of that kind cannot hold."""


class Part(NamedTuple):
    """One of the smallest texts of a field."""

    path: tuple[str, ...]
    """Where in the field: field names of records, positions in lists. Empty: the whole field."""
    kind: str
    text: str
    fits: bool = True
    """Whether the text is as its kind says."""

    @property
    def role(self) -> str:
        """What is done with the thing named: ``def``, ``sets``, ``fmt``, or empty for a use."""
        return self.kind.partition("[")[0] if "[" in self.kind else ""

    @property
    def thing(self) -> str:
        """What the text names, without its role: ``map`` for ``fmt[map]``."""
        return self.kind.partition("[")[2].rstrip("]") or self.kind


Change = Callable[[Part], str]
"""What one of the smallest texts is to be instead."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A kind that is made of nothing smaller."""

    read: Callable[[str], Any]
    """The value of a text. Raises `ValueError` or `TypeError` for a text that is none."""
    write: Callable[[Any], str]


class Whole(ABC):
    """A kind that is made of smaller ones."""

    __slots__ = ()

    @abstractmethod
    def read(self, text: str) -> Any:
        """The value of a text. Raises `ValueError` for a text that is none."""

    @abstractmethod
    def write(self, value: Any) -> str:
        """The text of a value."""

    @abstractmethod
    def parts(self, text: str, path: tuple[str, ...]) -> Iterator[Part]:
        """The smallest texts of a text. Raises `ValueError`."""

    @abstractmethod
    def rewritten(self, text: str, change: Change, path: tuple[str, ...]) -> str:
        """The text with its smallest texts changed. Raises `ValueError`."""


class Joined(Whole):
    """A kind whose texts are some others joined."""

    __slots__ = ()

    @abstractmethod
    def split(self, text: str) -> list[tuple[str, str, str]]:
        """Name, kind and text of each part. Raises `ValueError` for a text that is none."""

    @abstractmethod
    def join(self, texts: Sequence[str]) -> str:
        """The text made of such parts."""

    @abstractmethod
    def made(self, values: list[Any]) -> Any:
        """The value, of the values of its parts."""

    @abstractmethod
    def taken(self, value: Any) -> list[tuple[str, Any]]:
        """Kind and value of each part of a value."""

    def read(self, text: str) -> Any:
        return self.made([read(kind, part) for _, kind, part in self.split(text)])

    def write(self, value: Any) -> str:
        return self.join([write(kind, part) for kind, part in self.taken(value)])

    def parts(self, text: str, path: tuple[str, ...]) -> Iterator[Part]:
        for name, kind, part in self.split(text):
            yield from parts(kind, part, (*path, name) if name else path)

    def rewritten(self, text: str, change: Change, path: tuple[str, ...]) -> str:
        found = self.split(text)
        new = [
            rewritten(kind, part, change, (*path, name) if name else path)
            for name, kind, part in found
        ]
        return text if new == [part for _, _, part in found] else self.join(new)


@dataclass(frozen=True, slots=True)
class Listed(Joined):
    """Any number of texts of one kind, in a sequence. Its value is a tuple."""

    item: str
    delimiter: str = ","

    def split(self, text: str) -> list[tuple[str, str, str]]:
        if not text:
            return []
        found = sequences.tokens(text, self.delimiter)
        return [(str(at), self.item, token) for at, token in enumerate(found)]

    def join(self, texts: Sequence[str]) -> str:
        return sequences.encode(texts, self.delimiter)

    def made(self, values: list[Any]) -> tuple[Any, ...]:
        return tuple(values)

    def taken(self, value: Sequence[Any]) -> list[tuple[str, Any]]:
        if isinstance(value, str):
            raise TypeError(value)
        return [(self.item, item) for item in value]


class Row(NamedTuple):
    """One field of a record."""

    name: str
    kind: str
    meaning: str
    required: bool
    """Whether it is always written; the others may be missing at the end."""
    many: bool
    """Whether it takes all tokens that are left."""


@dataclass(frozen=True, slots=True)
class Record(Joined):
    """Some fields in a sequence. Its value is an instance of the class that declares them."""

    type: type
    delimiter: str

    @property
    def rows(self) -> tuple[Row, ...]:
        """Its fields in order."""
        return _rows(self.type)

    def split(self, text: str) -> list[tuple[str, str, str]]:
        tokens = sequences.tokens(text, self.delimiter)
        found: list[tuple[str, str, str]] = []
        for row, token in zip(self.rows, tokens, strict=False):
            if row.many:
                rest = tokens[len(found) :]
                found += [(f"{row.name}.{at}", row.kind, part) for at, part in enumerate(rest)]
            else:
                found.append((row.name, row.kind, token))
        if len(found) < len(tokens) or len(found) < sum(row.required for row in self.rows):
            raise ValueError(text)
        return found

    def join(self, texts: Sequence[str]) -> str:
        return sequences.encode(texts, self.delimiter)

    def made(self, values: list[Any]) -> Any:
        last = len(self.rows) - 1
        if self.rows[last].many:
            values[last:] = [tuple(values[last:])]
        values += [None] * (last + 1 - len(values))
        return self.type(*values)

    def taken(self, value: Any) -> list[tuple[str, Any]]:
        found: list[tuple[str, Any]] = []
        needed = 0
        for row in self.rows:
            part = getattr(value, row.name)
            found += [(row.kind, item) for item in part] if row.many else [(row.kind, part)]
            if row.required or row.many or part is not None:
                needed = len(found)
        return found[:needed]


@dataclass(frozen=True, slots=True)
class Variant(Joined):
    """One of several kinds, told apart by the text; the values by their class."""

    of_text: Callable[[str], str]
    """The kind of a text. Raises `ValueError` when it is none of them."""
    kinds: tuple[tuple[type, str], ...]

    def split(self, text: str) -> list[tuple[str, str, str]]:
        return [("", self.of_text(text), text)]

    def join(self, texts: Sequence[str]) -> str:
        return texts[0]

    def made(self, values: list[Any]) -> Any:
        if isinstance(values[0], str):
            raise ValueError(values[0])
        return values[0]

    def taken(self, value: Any) -> list[tuple[str, Any]]:
        for cls, kind in self.kinds:
            if isinstance(value, cls):
                return [(kind, value)]
        raise TypeError(value)


@dataclass(frozen=True, slots=True)
class Maybe(Whole):
    """A kind, or an empty text. Its value is then `None`."""

    kind: Whole

    def read(self, text: str) -> Any:
        return self.kind.read(text) if text else None

    def write(self, value: Any) -> str:
        return "" if value is None else self.kind.write(value)

    def parts(self, text: str, path: tuple[str, ...]) -> Iterator[Part]:
        return self.kind.parts(text, path) if text else iter(())

    def rewritten(self, text: str, change: Change, path: tuple[str, ...]) -> str:
        return self.kind.rewritten(text, change, path) if text else text


Codec = Leaf | Whole

TEXT = Leaf(str, str)
"""For texts that are taken as they are."""

_WRAPPED = re.compile(r"(\w+)\[(.+)\]|(\w+)\?")
_codecs: dict[str, Codec] = {}

_C = TypeVar("_C", bound=type)


def declare(kind: str, codec: Codec) -> None:
    """Add a kind."""
    _codecs[kind] = codec


def texts(*kinds: str) -> None:
    """Add kinds whose values are their texts."""
    for kind in kinds:
        declare(kind, TEXT)


def record(kind: str, delimiter: str) -> Callable[[_C], _C]:
    """Add the kind of record that a class declares by annotations of (kind, meaning).

    ``kind*`` takes all tokens that are left; ``kind~`` need not be there, nor any after it, and is
    `None` then.
    """

    def add(cls: _C) -> _C:
        declare(kind, Record(cls, delimiter))
        return cls

    return add


@cache
def _rows(cls: type) -> tuple[Row, ...]:
    hints = get_type_hints(cls, include_extras=True)
    found = []
    for field in fields(cls):
        kind, meaning = hints[field.name].__metadata__
        end = kind[-1]
        found.append(Row(field.name, kind.rstrip("*~"), meaning, end not in "*~", end == "*"))
    return tuple(found)


def known() -> frozenset[str]:
    """Every kind that is a single word."""
    _declare_all()
    return frozenset(_codecs)


@cache
def _declare_all() -> None:
    """The rarer kinds are declared when one is asked for that is not known yet."""
    for module in ("encodings", "records", "image_layouts"):
        import_module(f"generator.vassal.{module}")


@cache
def codec(kind: str) -> Codec:
    """The codec of a kind. Raises `EncodingError` for a kind that is none."""
    if kind not in _codecs:
        _declare_all()
    found = _codecs.get(kind)
    if found is not None:
        return found
    match = _WRAPPED.fullmatch(kind)
    if match is None:
        raise EncodingError(f"unknown kind of field {kind!r}{nearest(kind, _codecs)}")
    wrapper, inner, optional = match.groups()
    if wrapper == "list":
        codec(inner)
        return Listed(inner)
    if wrapper in ("fmt", "def", "sets"):
        codec(inner)
        return TEXT
    if optional is None:
        raise EncodingError(f"unknown kind of field {kind!r}{nearest(wrapper, _codecs)}")
    own = codec(optional)
    if isinstance(own, Leaf):
        return Leaf(
            lambda text: own.read(text) if text else None,
            lambda value: "" if value is None else own.write(value),
        )
    return Maybe(own)


def read(kind: str, text: str) -> Any:
    """The value of a field's text, or the text itself where the kind does not fit it."""
    return text if type(text) is sequences.Written else _read(kind, text)


@lru_cache(maxsize=20_000)
def _read(kind: str, text: str) -> Any:
    own = codec(kind)
    if own is TEXT:
        return text
    try:
        value = own.read(text)
        if own.write(value) == text:
            return value
    except (ValueError, TypeError):
        pass
    return text


def write(kind: str, value: Any) -> str:
    """A field's text for a value; a `str` is taken as encoded already.

    Raises `EncodingError` when the kind cannot hold the value.
    """
    if isinstance(value, str):
        return value
    own = codec(kind)
    try:
        return own.write(value)
    except (AttributeError, TypeError, ValueError):
        raise EncodingError(f"{value!r} is not a value of kind {kind}") from None


def parts(kind: str, text: str, path: tuple[str, ...] = ()) -> Iterator[Part]:
    """The smallest texts a field's text is made of, each with its own kind."""
    own = codec(kind)
    if isinstance(own, Leaf):
        fits = own is TEXT or not isinstance(read(kind, text), str)
        yield Part(path, kind, text, fits)
        return
    try:
        yield from own.parts(text, path)
    except ValueError:
        yield Part(path, kind, text, False)


def rewritten(kind: str, text: str, change: Change, path: tuple[str, ...] = ()) -> str:
    """The text with its smallest texts changed, all else as it stands."""
    own = codec(kind)
    if isinstance(own, Leaf):
        return change(Part(path, kind, text))
    try:
        return own.rewritten(text, change, path)
    except ValueError:
        return change(Part(path, kind, text, False))

"""The kinds of fields commands have, and the one codec that reads and writes them.

A command is declared in `generator.vassal.commands` by a frozen dataclass under `declared`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from sys import intern
from typing import Annotated, Any, ClassVar, TypeVar, get_type_hints

from generator.light import dataclass
from generator.vassal import sequences

Text = Annotated[str, "text"]
Secret = Annotated[str, "secret"]
"""A text that is, or holds, a player's password."""
Name = Annotated[str | None, "name"]
"""A name or an id; the word ``null`` in the file is `None`."""
Int = Annotated[int, "int"]
Flag = Annotated[bool, "flag"]
"""``true`` or ``false``."""
Lines = Annotated[str, "lines"]
"""A text of several lines; the file has ``|`` for each line end."""
Note = Annotated[str, "note"]
"""The same, as all text that is left."""
Type = Annotated[str, "type"]
"""A piece's type: see `generator.vassal.traits`."""
State = Annotated[str, "state"]
"""A piece's state, likewise."""
Many = Annotated[tuple[str, ...], "many"]
"""All tokens that are left."""
Rest = Annotated[str, "rest"]
"""All text that is left, as it stands."""


class Command:
    """A command; see the subclasses."""

    __slots__ = ()
    prefix: ClassVar[str] = ""
    delimiter: ClassVar[str] = "\t"


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a command."""

    name: str
    kind: str
    """``text``, ``secret``, ``name``, ``int``, ``flag``, ``lines``, ``note``, ``type``, ``state``,
    ``many`` or ``rest``."""
    meaning: str
    required: bool


@dataclass(frozen=True, slots=True)
class Form:
    """How one kind of command is written."""

    type: type[Command]
    prefix: str
    delimiter: str
    fields: tuple[Field, ...]


FORMS: list[Form] = []
"""Every kind of command that is known by its prefix."""

_C = TypeVar("_C", bound=type[Command])


def declared(prefix: str, delimiter: str = "\t") -> Callable[[_C], _C]:
    """Add a frozen dataclass to `FORMS`; its annotations are (kind, meaning)."""

    def add(cls: _C) -> _C:
        cls.prefix, cls.delimiter = prefix, delimiter
        hints = get_type_hints(cls, include_extras=True)
        rows = []
        for field in fields(cls):  # type: ignore[arg-type]
            kind, meaning = hints[field.name].__metadata__
            rows.append(Field(field.name, kind, meaning, field.default is MISSING))
        FORMS.append(Form(cls, prefix, delimiter, tuple(rows)))
        return cls

    return add


_Reader = Callable[[str], Any]


def _flag(token: str) -> bool:
    if token == "true":
        return True
    if token == "false":
        return False
    raise ValueError(token)


def whole(token: str) -> int:
    """A whole number written as VASSAL writes it. Raises `ValueError`."""
    number = int(token)
    if str(number) != token:
        raise ValueError(token)
    return number


def _lines_in(token: str) -> str:
    lines = "\n".join(sequences.decode(token, "|")) if token else ""
    if _lines_out(lines) == token and type(token) is not sequences.Written:
        return lines
    return sequences.Written.token(lines, sequences.escape(token, "\t"))


def _note_in(text: str) -> str:
    lines = _lines_in(text)
    return sequences.Written.token(lines, text) if type(lines) is sequences.Written else lines


def _note_out(value: str) -> str:
    return value.as_written if type(value) is sequences.Written else _lines_out(value)


def _lines_out(value: str) -> str:
    return sequences.encode(value.split("\n"), "|") if value else ""


_READ: dict[str, _Reader] = {"int": whole, "flag": _flag, "lines": _lines_in}
_WRITE: dict[str, Callable[[Any], str]] = {
    "name": lambda value: "null" if value is None else value,
    "int": str,
    "flag": lambda value: "true" if value else "false",
    "lines": lambda value: value if type(value) is sequences.Written else _lines_out(value),
}


_ABSENT = sequences.Written.token("", "")
"""A text at the end that is not written at all; an empty one to whoever reads it."""


class Codec:
    """Reads and writes one form."""

    __slots__ = (
        "_absent",
        "_delimiter",
        "_fields",
        "_many",
        "_most",
        "_names",
        "_needed",
        "_others",
        "_rest",
        "_start",
        "_type",
        "form",
    )

    def __init__(self, form: Form) -> None:
        self.form = form
        self._type: type[Command] = form.type
        self._start = len(form.prefix)
        self._delimiter = form.delimiter
        last = form.fields[-1].kind if form.fields else ""
        self._rest = last if last in ("rest", "note") else ""
        self._many = last == "many"
        self._fields = form.fields[:-1] if self._many else form.fields
        kinds = [field.kind for field in self._fields]
        self._names = [at for at, kind in enumerate(kinds) if kind == "name"]
        self._others = [(at, _READ[kind]) for at, kind in enumerate(kinds) if kind in _READ]
        self._needed = sum(field.required for field in self._fields)
        self._most = len(self._fields)
        # What a field is where it is not written: as its class says, an empty text a marked one.
        defaults = [field.default for field in fields(form.type)]  # type: ignore[arg-type]
        self._absent = [_ABSENT if value == "" else value for value in defaults]

    def read(self, text: str) -> Command | None:
        """The command of a text that begins with the prefix; `None` when it does not fit."""
        body = text[self._start :]
        if self._rest:
            return self._type(_note_in(body) if self._rest == "note" else body)  # type: ignore[call-arg]
        values: list[Any] = sequences.tokens(body, self._delimiter)
        count = len(values)
        if count < self._needed:
            return None
        if self._many:
            most = self._most
            values[most:] = [tuple(values[most:])]
        elif count > self._most:
            return None
        for at in self._names:
            if at < count:
                # The same few ids and maps come again and again: one text in memory for each.
                name = values[at]
                if type(name) is str:
                    values[at] = None if name == "null" else intern(name)
        try:
            for at, read in self._others:
                if at < count:
                    values[at] = read(values[at])
        except ValueError:
            return None
        if count < self._most:
            values += self._absent[count:]
        return self._type(*values)

    def write(self, command: Command) -> str:
        """The text of a command of this form."""
        form = self.form
        if self._rest:
            value: str = getattr(command, form.fields[0].name)
            return form.prefix + (_note_out(value) if self._rest == "note" else value)
        tokens = []
        for field in self._fields:
            value = getattr(command, field.name)
            if value is _ABSENT or (value is None and not field.required):
                break
            write = _WRITE.get(field.kind)
            tokens.append(write(value) if write is not None else value)
        if self._many:
            tokens.extend(getattr(command, form.fields[-1].name))
        return form.prefix + sequences.encode(tokens, form.delimiter)

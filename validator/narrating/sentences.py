"""``told.yaml``: the sentences in which a report tells the verbs of a game.

A sentence says what its subject does, with the verb's fields in braces: ``sinks {piece} in {hex}``.
The subject is the side that acts, or the text before a bar: ``{piece} | sinks``. A part in
``<...>`` is left out if a field in it is not known; a part in ``[...]`` is repeated when the same
is done several times.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from generator.errors import BroadsideError, nearest
from generator.light import dataclass
from generator.plain_yaml import PlainYamlError, line_of, plain_yaml
from validator.rules.verbs import Verb, field_names

FILE = "told.yaml"
_KEYS = ("heading", "sides", "words", "called", "places", "paragraphs", "verbs", "end")
_PLACES = ("chart", "hex", "name")
OWN = ("side", "from", "before", "after")
"""Names that any sentence may use: the side that acts, the place a piece came from, the states."""
OF_THE_END = ("winner", "score")
COUNT = "count"
"""How often something was done: a name that a sentence about several may use."""
_MARKS = re.compile(r"(\{[^{}]*\}|[\[\]<>])")
_CLOSES = {"<": ">", "[": "]"}
FORMS = ("count", "first", "last", "number", "s", "size")
"""Forms of a field: the number of values, the first, the last, digits, an ``s`` unless it is one,
the absolute value."""


class TellingError(BroadsideError):
    """``told.yaml`` cannot be read, or does not fit the game's verbs."""


@dataclass(frozen=True, slots=True)
class Named:
    """A field in a sentence: the names of its path (``before.points``), and its form."""

    path: tuple[str, ...]
    form: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """A part in brackets: ``<`` may be left out, ``[`` is repeated."""

    kind: str
    parts: tuple[Part, ...]


Part = str | Named | Group


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence for a verb; of several the first whose fields are all known is used."""

    subject: tuple[Part, ...]
    """Empty for the side that acts."""
    predicate: tuple[Part, ...]
    when: Mapping[tuple[str, ...], Any] = field(default_factory=dict)
    many: Sentence | None = None
    """The sentence for the same done several times in a row."""


@dataclass(frozen=True, slots=True)
class Wording:
    """The contents of ``told.yaml``; every part is optional."""

    file: str = FILE
    heading: Sentence | None = None
    sides: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Each side's name at the first mention, and in the next sentences."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Values of fields in words."""
    called: Mapping[str, str] = field(default_factory=dict)
    """By kind of counter: the value that serves as its name."""
    places: tuple[str, str, str] | None = None
    """A table of the definition, and its columns of hexes and of their names."""
    paragraphs: frozenset[str] = frozenset()
    """Verbs that begin a new paragraph."""
    verbs: Mapping[str, tuple[Sentence, ...]] = field(default_factory=dict)
    """Sentences by name of verb; an empty tuple leaves the verb out of the story."""
    end: tuple[Sentence, ...] = ()


def read_wording(folder: Path, verbs: Sequence[type[Verb]]) -> Wording:
    """The sentences of a game folder, checked against its verbs; none if it has no ``told.yaml``.

    Raises TellingError.
    """
    path = folder / FILE
    if not path.is_file():
        return Wording()
    try:
        said = plain_yaml(path)
    except PlainYamlError as trouble:
        raise TellingError(f"{path}: cannot be read: {trouble}") from trouble
    return _wording(_mapping(said or {}, str(path)), str(path), verbs)


def _wording(said: Mapping[str, Any], file: str, verbs: Sequence[type[Verb]]) -> Wording:
    _accept(said, _KEYS, file)
    known = {verb.__name__: verb for verb in verbs}
    rows = _mapping(said.get("verbs") or {}, f"{file}: verbs")
    paragraphs = said.get("paragraphs") or ()
    for name in (*rows, *paragraphs):
        _accept([name], known, file)
    sides = _mapping(said.get("sides") or {}, f"{file}: sides")
    called = _mapping(said.get("called") or {}, f"{file}: called")
    places = _mapping(said.get("places") or {}, f"{file}: places")
    _accept(places, _PLACES, f"{file}: places")
    if places and len(places) < len(_PLACES):
        raise _wrong(f"{file}: places", f"{', '.join(_PLACES)} are expected")
    heading = said.get("heading")
    return Wording(
        file,
        _sentence(heading, f"{file}: heading", None) if heading else None,
        {side: _called(words, f"{file}: sides: {side}") for side, words in sides.items()},
        {str(key): str(word) for key, word in _mapping(said.get("words") or {}, file).items()},
        {str(kind): str(value) for kind, value in called.items()},
        (str(places["chart"]), str(places["hex"]), str(places["name"])) if places else None,
        frozenset(paragraphs),
        {
            name: tuple(_sentences(row, f"{file}: {name}", (*field_names(known[name]), *OWN)))
            for name, row in rows.items()
        },
        tuple(_sentences(said.get("end"), f"{file}: end", OF_THE_END)),
    )


def _called(words: Any, where: str) -> tuple[str, str]:
    """``the raider``, or ``[the raider, she]``."""
    row = [words] if isinstance(words, str) else words
    if not isinstance(row, list) or not row or len(row) > 2:
        raise _wrong(where, "a name is expected, or a name and what it is called again")
    return str(row[0]), str(row[-1])


def _sentences(row: Any, where: str, names: Sequence[str]) -> Iterator[Sentence]:
    for one in row if isinstance(row, list) else [row] if row else []:
        yield _sentence(one, where, names)


def _sentence(row: Any, where: str, names: Sequence[str] | None) -> Sentence:
    """A sentence of the file. ``names`` are the fields that it may use; None for any path in the
    state."""
    said = {"says": row} if isinstance(row, str) else _mapping(row, where)
    _accept(said, ("says", "when", "many"), where)
    when = {
        tuple(str(name).split(".")): value
        for name, value in _mapping(said.get("when") or {}, where).items()
    }
    many = said.get("many")
    subject, bar, predicate = str(said.get("says") or "").rpartition("|")
    made = Sentence(
        parts_of(subject.strip(), where) if bar else (),
        parts_of(predicate.strip(), where),
        when,
        _sentence(str(many), where, None if names is None else (*names, COUNT)) if many else None,
    )
    if names is not None:
        used = (one.path[0] for one in named_in((*made.subject, *made.predicate)))
        _accept([*used, *(path[0] for path in when)], names, where)
    return made


def parts_of(text: str, where: str = "") -> tuple[Part, ...]:
    """The parts of a sentence. Raises TellingError for unbalanced brackets."""
    words = [word for word in _MARKS.split(text) if word]
    parts = tuple(_parts(words, "", where))
    if words:
        raise _wrong(where, f"{text!r}: {words[0]!r} closes nothing")
    return parts


def _parts(words: list[str], closes: str, where: str) -> Iterator[Part]:
    while words and words[0] not in _CLOSES.values():
        word = words.pop(0)
        if word in _CLOSES:
            yield Group(word, tuple(_parts(words, _CLOSES[word], where)))
        elif word.startswith("{"):
            name, _, form = word[1:-1].partition(":")
            _accept([form] if form else [], FORMS, f"{where}: {word}")
            yield Named(tuple(name.split(".")), form)
        else:
            yield word
    if closes and (not words or words.pop(0) != closes):
        raise _wrong(where, f"{closes!r} is missing")


def named_in(parts: Sequence[Part]) -> Iterator[Named]:
    """The fields in a sentence."""
    for part in parts:
        if isinstance(part, Named):
            yield part
        elif isinstance(part, Group):
            yield from named_in(part.parts)


def _wrong(where: str, words: str, *name: str) -> TellingError:
    """The error for something in the file: ``where`` is the file and the keys that lead there,
    ``name`` a wrong word in it."""
    file, *steps = where.split(": ")
    line = line_of(Path(file), *steps, *name) or line_of(Path(file), *name) if file else 0
    return TellingError(": ".join([f"{file}:{line}" if line else file, *steps, words]))


def _mapping(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(where, "names and what is said of them are expected")
    return value


def _accept(names: Any, accepted: Any, where: str) -> None:
    for name in names:
        if name not in accepted:
            known = ", ".join(map(str, accepted))
            near = nearest(str(name), accepted)
            raise _wrong(where, f"{name!r} is not known; accepted: {known}{near}", str(name))

"""The values of fields as people write them, by their kind (`generator.vassal.kinds`).

A list is a list, a record a mapping, a key stands in words, a colour as ``[255, 0, 0]``; all
other kinds are texts. What the words would not give back is ``{verbatim: ...}``, at the smallest
level: for files that VASSAL wrote there is hardly any.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import MISSING, field, fields
from functools import cache

from generator.definition.troubles import Trouble, choice
from generator.errors import nearest
from generator.light import dataclass
from generator.vassal import key_words, kinds
from generator.vassal.encodings import NAMED
from generator.vassal.kinds import Listed, Record
from generator.workbench.text.reading import Fields, Items, Known, Node, Text
from generator.workbench.text.writing import Flow, Value

VERBATIM = "verbatim"
FIELDS = "fields"
"""How many fields stand in the file, where VASSAL would write another number today."""

_AS_TEXT = frozenset(("componentpath", "polygon", "stacklayer", "outlinepath"))
"""Kinds that read best the way VASSAL writes them."""
_FIT = {
    "int": (re.compile(r"-?[0-9]{1,18}"), "a whole number"),
    "float": (re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:E-?[0-9]+)?"), "a number"),
    "bool": (re.compile("true|false"), "true or false"),
}
_CHANGES = {"P": "set", "I": "add", "R": "ask", "E": "pick"}
_LETTERS = {word: letter for letter, word in _CHANGES.items()}


@dataclass(slots=True)
class Numbers:
    """The numbers VASSAL gave to named commands: without meaning, and other in every session."""

    is_inline: bool = False
    """Whether they stand in the text, where they are not the first number."""
    seen: list[tuple[str, int]] = field(default_factory=list)
    """Each named command in the order of the text, with its number."""


@dataclass(slots=True)
class Source:
    """A file that is being read: where its mistakes go, and its numbers of named commands."""

    file: str
    troubles: list[Trouble]
    number_of: Callable[[str], int] = lambda name: NAMED
    """The number of the next use of a named command."""
    known: Known = field(default_factory=dict)
    """What traits have been found to say, by their lines."""
    numbered: int = 0
    """How many named commands were met."""

    def wrong(self, node: Node, message: str) -> str:
        """Note a mistake; gives an empty text to go on with."""
        self.troubles.append(Trouble(self.file, node.line, node.column, message))
        return ""

    def text(self, node: Node | None, what: str) -> str:
        """The text of a node that should be one."""
        if isinstance(node, Text):
            return node.value
        if node is not None:
            self.wrong(node, f"{what} is a text, not a {_shape_of(node)}")
        return ""


def spelt(kind: str, text: str, numbers: Numbers) -> Value:
    """A field's text as it is written in a text file."""
    return _shape(kind).spell(text, numbers)


def unspelt(kind: str, node: Node, source: Source) -> str:
    """The field's text for what stands in a text file."""
    if isinstance(node, Fields) and VERBATIM in node.values:
        refuse_others(node, (VERBATIM,), source)
        return source.text(node.values[VERBATIM], VERBATIM)
    return _shape(kind).read(node, source)


def verbatim(text: str) -> Value:
    """A text as it stands in the file, where words would not give it back."""
    return Flow({VERBATIM: text})


# --- One shape a kind -----------------------------------------------------------------------


class _Plain:
    """A text, as it is."""

    def spell(self, text: str, numbers: Numbers) -> Value:
        return text

    def read(self, node: Node, source: Source) -> str:
        if isinstance(node, Text):
            return node.value
        return source.wrong(node, f"a text is wanted here, not a {_shape_of(node)}")


class _Fitting(_Plain):
    """A number or a switch."""

    def __init__(self, kind: str) -> None:
        self._form, self._wanted = _FIT[kind]

    def spell(self, text: str, numbers: Numbers) -> Value:
        return text if not text or self._form.fullmatch(text) else verbatim(text)

    def read(self, node: Node, source: Source) -> str:
        text = super().read(node, source)
        if text and not self._form.fullmatch(text):
            hint = nearest(text, ("true", "false")) if "true" in self._wanted else ""
            return source.wrong(node, f"{text!r} is not {self._wanted}{hint}")
        return text


class _Key(_Plain):
    def spell(self, text: str, numbers: Numbers) -> Value:
        words, number = key_words.in_words(text)
        if number and words is not None:
            if not numbers.is_inline:
                numbers.seen.append((words[6:], number))
            elif number != NAMED:
                return text
        return verbatim(text) if words is None else words

    def read(self, node: Node, source: Source) -> str:
        words = super().read(node, source)
        try:
            text, name = key_words.from_words(words)
        except ValueError as trouble:
            return source.wrong(node, str(trouble))
        if not name:
            return text
        source.numbered += 1
        return f"{source.number_of(name)},0,{name}"


class _Color(_Plain):
    _written = re.compile(r"(?:0|[1-9][0-9]{0,2})(?:,(?:0|[1-9][0-9]{0,2})){2,3}")
    _hex = re.compile("#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})")

    def spell(self, text: str, numbers: Numbers) -> Value:
        if not text:
            return text
        return tuple(text.split(",")) if self._fits(text) else verbatim(text)

    def read(self, node: Node, source: Source) -> str:
        if isinstance(node, Items):
            text = ",".join(source.text(item, "a part of a colour") for item in node.items)
        else:
            text = super().read(node, source)
            if self._hex.fullmatch(text):
                text = ",".join(str(part) for part in bytes.fromhex(text[1:]))
        if text and not self._fits(text):
            return source.wrong(
                node, f"[{text}] is not a colour; write [red, green, blue], each 0 to 255"
            )
        return text

    def _fits(self, text: str) -> bool:
        return bool(self._written.fullmatch(text)) and all(
            int(part) < 256 for part in text.split(",")
        )


class _List(_Plain):
    def __init__(self, kind: str, own: Listed) -> None:
        self._kind, self._own = kind, own

    def spell(self, text: str, numbers: Numbers) -> Value:
        parts = _split(self._own, text)
        if parts is None:
            return verbatim(text)
        return [spelt(kind, part, numbers) for _, kind, part in parts]

    def read(self, node: Node, source: Source) -> str:
        if isinstance(node, Text) and node.value:
            return source.wrong(node, f"a list is wanted here: [{node.value}]")
        if isinstance(node, Fields):
            return source.wrong(node, "a list is wanted here, not a mapping")
        items = node.items if isinstance(node, Items) else []
        return self._own.join([unspelt(self._own.item, item, source) for item in items])


class _Pairs(_List):
    """Names and values: a mapping, unless a name occurs twice."""

    def spell(self, text: str, numbers: Numbers) -> Value:
        parts = _split(self._own, text)
        pairs = [_split(kinds.codec(kind), part) for _, kind, part in parts or ()]
        if parts is None or None in pairs:
            return verbatim(text)
        made = {pair[0][2]: pair[1][2] for pair in pairs if pair is not None}
        if len(made) < len(pairs):
            return verbatim(text)
        return dict(made)

    def read(self, node: Node, source: Source) -> str:
        if isinstance(node, Text) and not node.value:
            return ""
        if not isinstance(node, Fields):
            return source.wrong(node, "names and values are wanted here: {name: value}")
        own = kinds.codec(self._own.item)
        assert isinstance(own, kinds.Joined)
        return self._own.join(
            [own.join([name, source.text(value, name)]) for name, value in node.values.items()]
        )


@dataclass(frozen=True, slots=True)
class _Row:
    name: str
    kind: str
    fresh: str | None
    """Its text where nothing is said; none: the record ends before it."""
    many: bool


class _Mapping(_Plain):
    """A record: its fields by name, those left out that are as VASSAL's editor makes them."""

    def __init__(self, kind: str, own: Record) -> None:
        self._kind, self._own = kind, own
        defaults = {one.name: one.default for one in fields(own.type)}
        self._rows = tuple(
            _Row(row.name, row.kind, _fresh(row, defaults[row.name]), row.many) for row in own.rows
        )
        self._full = sum(row.fresh is not None for row in self._rows)
        self._line = all(default is not MISSING for default in defaults.values())

    def spell(self, text: str, numbers: Numbers) -> Value:
        parts = _split(self._own, text)
        if parts is None:
            return verbatim(text)
        made: dict[str, Value] = Flow() if self._line else {}
        last = 0
        for at, row in enumerate(self._rows):
            if row.many:
                made[row.name] = [spelt(row.kind, part, numbers) for *_, part in parts[at:]]
                break
            if at < len(parts) and parts[at][2] != row.fresh:
                made[row.name] = spelt(row.kind, parts[at][2], numbers)
                last = at + 1
        else:
            if len(parts) != max(self._full, last):
                made[FIELDS] = str(len(parts))
        return made

    def read(self, node: Node, source: Source) -> str:
        if not isinstance(node, Fields):
            names = ", ".join(row.name for row in self._rows)
            return source.wrong(node, f"a mapping is wanted here, of {names}")
        refuse_others(node, [*(row.name for row in self._rows), FIELDS], source)
        texts: list[str] = []
        size = whole(node.values.get(FIELDS), source, self._full)
        named = [at for at, row in enumerate(self._rows) if row.name in node.values]
        size = max(size, named[-1] + 1 if named else 0)
        for row in self._rows[:size]:
            found = node.values.get(row.name)
            if row.many:
                items = found.items if isinstance(found, Items) else []
                texts += [unspelt(row.kind, item, source) for item in items]
            else:
                texts.append(row.fresh or "" if found is None else unspelt(row.kind, found, source))
        return self._own.join(texts)


class _Change(_Plain):
    """What a command does to a property: ``set``, ``add``, ``ask`` or ``pick``."""

    _wanted = "say what it does: set, add, ask or pick"

    def spell(self, text: str, numbers: Numbers) -> Value:
        parts = _split(kinds.codec("change"), text)
        word = _CHANGES.get(parts[0][2]) if parts else None
        if not parts or word is None or len(parts) != (3 if word == "pick" else 2):
            return verbatim(text)
        made: dict[str, Value] = {word: parts[1][2]}
        if word == "pick":
            made["choices"] = spelt(parts[2][1], parts[2][2], numbers)
        return made

    def read(self, node: Node, source: Source) -> str:
        if not isinstance(node, Fields):
            return source.wrong(node, self._wanted)
        words = [word for word in _LETTERS if word in node.values]
        if len(words) != 1:
            before = len(source.troubles)
            refuse_others(node, [*_LETTERS, "choices"], source)
            return source.wrong(node, self._wanted) if len(source.troubles) == before else ""
        (word,) = words
        refuse_others(node, [word, "choices"] if word == "pick" else [word], source)
        own = kinds.codec("change")
        assert isinstance(own, Record)
        texts = [_LETTERS[word], source.text(node.values[word], word)]
        if word == "pick":
            listed = node.values.get("choices")
            texts.append(unspelt(own.rows[2].kind, listed, source) if listed is not None else "")
        return own.join(texts)


class _Command(_Plain):
    """A menu entry that changes a property: its change stands beside its name and key."""

    def spell(self, text: str, numbers: Numbers) -> Value:
        parts = _split(kinds.codec("keycommand"), text)
        if parts is None:
            return verbatim(text)
        made: dict[str, Value] = {
            name: spelt(kind, part, numbers) for name, kind, part in parts[:2]
        }
        change = spelt("change", parts[2][2], numbers)
        if isinstance(change, dict) and not isinstance(change, Flow):
            return {**made, **change}
        return {**made, "change": change}

    def read(self, node: Node, source: Source) -> str:
        if not isinstance(node, Fields):
            return source.wrong(node, "a mapping is wanted here: menu, key, and what it does")
        own = kinds.codec("keycommand")
        assert isinstance(own, Record)
        change = node.values.get("change")
        rest = Fields(node.line, node.column)
        texts = []
        for name, found in node.values.items():
            if name not in ("menu", "key", "change"):
                rest.values[name], rest.lines[name] = found, node.lines[name]
        for row in own.rows[:2]:
            part = node.values.get(row.name)
            texts.append("" if part is None else unspelt(row.kind, part, source))
        if change is not None:
            refuse_others(rest, (), source)
        return own.join([*texts, unspelt("change", rest if change is None else change, source)])


class _Access(_Plain):
    """Who may: ``player``, ``side``, or a list of sides."""

    def spell(self, text: str, numbers: Numbers) -> Value:
        parts = _split(kinds.codec("access"), text)
        if parts is None:
            return verbatim(text)
        kind = parts[0][2]
        return kind if kind != "sides" else [part for *_, part in parts[1:]]

    def read(self, node: Node, source: Source) -> str:
        own = kinds.codec("access")
        assert isinstance(own, kinds.Joined)
        if isinstance(node, Items):
            return own.join(["sides", *(source.text(item, "a side") for item in node.items)])
        text = super().read(node, source)
        if text not in ("player", "side"):
            return source.wrong(node, f"{text!r}: write player, side, or a list of sides")
        return own.join([text])


_PLAIN = _Plain()
_SPECIAL: dict[str, Callable[[], _Plain]] = {
    "key": _Key,
    "color": _Color,
    "change": _Change,
    "keycommand": _Command,
    "access": _Access,
}


@cache
def _shape(kind: str) -> _Plain:
    """How a kind is written."""
    kind = kind.removesuffix("?")
    if kind in _SPECIAL:
        return _SPECIAL[kind]()
    if kind in _FIT:
        return _Fitting(kind)
    own = kinds.codec(kind)
    if kind in _AS_TEXT:
        return _PLAIN
    if isinstance(own, Listed):
        pairs = own.item in ("pair", "param")
        return _Pairs(kind, own) if pairs else _List(kind, own)
    if isinstance(own, Record):
        return _Mapping(kind, own)
    return _PLAIN


def _split(own: kinds.Codec, text: str) -> list[tuple[str, str, str]] | None:
    """The parts of a text; none where they would not give it back."""
    assert isinstance(own, kinds.Joined)
    try:
        parts = own.split(text)
    except ValueError:
        return None
    parts = [(name, kind, str(part)) for name, kind, part in parts]
    return parts if own.join([part for *_, part in parts]) == text else None


def _fresh(row: kinds.Row, default: object) -> str | None:
    if default is None or row.many:
        return None
    return "" if default is MISSING else kinds.write(row.kind, default)


def whole(node: Node | None, source: Source, otherwise: int) -> int:
    if node is None:
        return otherwise
    text = source.text(node, FIELDS)
    if not text.isdecimal() or len(text) > 4:
        source.wrong(node, f"{text!r} is not a number of fields")
        return otherwise
    return int(text)


def refuse_others(node: Fields, names: Iterable[str], source: Source) -> None:
    """Note every key of a mapping that is none of the names."""
    accepted = list(names)
    for name in node.values:
        if name not in accepted:
            place = Text(node.lines[name], node.column, name, True)
            source.wrong(place, f"unknown field {name!r}{choice(name, accepted)}")


def _shape_of(node: Node) -> str:
    return "list" if isinstance(node, Items) else "mapping"

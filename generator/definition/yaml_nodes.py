"""YAML read safely into nodes that know where they stand.

The text is read event by event: no tag makes an object, nesting is bounded, and aliases are
counted at their full size, so hostile text ends in a Trouble and not in a hang. Plain words follow
YAML 1.2 (only true, false and null are special) with one kindness: a number with a leading zero
stays text, so the hex id 0304 needs no quotes.

libyaml, the parser in C, gives the events ten times as fast as ruamel.yaml. It follows YAML 1.1, so
ruamel.yaml reads what the two understand differently, and any text that libyaml refuses: then it
is ruamel.yaml that says what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.definition.troubles import Trouble
from generator.files import a_file
from generator.light import dataclass

if TYPE_CHECKING:
    from ruamel.yaml.error import MarkedYAMLError, StreamMark

MAX_BYTES = 1 << 20
MAX_DEPTH = 40
MAX_NODES = 200_000

_INT = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_FLOAT = re.compile(
    r"[-+]?(\.[0-9]{1,30}|(0|[1-9][0-9]{0,30})(\.[0-9]{0,30})?)([eE][-+]?[0-9]{1,3})?"
)
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_READ_DIFFERENTLY = re.compile(
    r"[\t\x80-\x9f\u2028\u2029\ufeff]|(?<![^\s\[{,])(?:[&*][\w-]*[^\w\s,\]}*-]|!\S*[:,])"
)
"""Tabs, rare line breaks and signs, and other signs in the name of an anchor or tag."""
_LINE_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
"""Where ruamel.yaml begins a line."""
_WORDS: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True,
    "false": False, "False": False, "FALSE": False,
}  # fmt: skip


class NotYaml(Exception):  # noqa: N818
    """The text cannot be read; carries the Trouble."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(str(trouble))
        self.trouble = trouble


@dataclass(slots=True)
class Node:
    """A value and where it begins (line and column from 1)."""

    file: str
    line: int
    column: int

    def trouble(self, message: str) -> Trouble:
        """A Trouble at this place."""
        return Trouble(self.file, self.line, self.column, message)

    def plain(self) -> Any:
        """The value as Python data."""
        raise NotImplementedError

    def size(self) -> int:
        """How many nodes it holds, aliases counted in full."""
        return 1


@dataclass(slots=True)
class ScalarNode(Node):
    """A text, number, truth value or nothing."""

    value: str | int | float | bool | None

    def plain(self) -> Any:
        return self.value


@dataclass(slots=True)
class SequenceNode(Node):
    """A list."""

    items: list[Node] = field(default_factory=list)
    total: int = 1

    def plain(self) -> Any:
        return [item.plain() for item in self.items]

    def size(self) -> int:
        return self.total


@dataclass(slots=True)
class MappingNode(Node):
    """Keys and values; ``keys`` holds the place of each key."""

    values: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Node] = field(default_factory=dict)
    total: int = 1

    def plain(self) -> Any:
        return {key: value.plain() for key, value in self.values.items()}

    def size(self) -> int:
        return self.total

    def text(self, key: str) -> str:
        """The scalar under a key as text; empty when there is none."""
        value = self.values.get(key)
        return str(value.value) if isinstance(value, ScalarNode) and value.value is not None else ""


def resolve(text: str) -> str | int | float | bool | None:
    """What an unquoted word means."""
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


def unprintable(text: str) -> str:
    """What is wrong with a text that no XML file could hold; empty when nothing is."""
    found = _UNPRINTABLE.search(text)
    if found is None:
        return ""
    return f"the text holds the control character U+{ord(found[0]):04X}; take it out"


def read_text(path: Path, shown: str) -> str:
    """The text of a file. Raises NotYaml when it is too large or no UTF-8."""
    if a_file(path).stat().st_size > MAX_BYTES:
        raise NotYaml(Trouble(shown, 0, 0, f"larger than {MAX_BYTES // 1024} KiB"))
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as trouble:
        line = data.count(b"\n", 0, trouble.start) + 1
        column = trouble.start - (data.rfind(b"\n", 0, trouble.start) + 1) + 1
        raise NotYaml(
            Trouble(shown, line, column, "not UTF-8 text; save the file as UTF-8")
        ) from None


def parse(text: str, shown: str) -> tuple[Node, list[Trouble]]:
    """The document in a text, with troubles that do not stop the reading (double keys, tags).

    Raises NotYaml when it is no YAML, too deep or too large.
    """
    return _read_quickly(text, shown) or _Builder(shown).build(text)


def _read_quickly(text: str, shown: str) -> tuple[Node, list[Trouble]] | None:
    """The document as libyaml reads it; None if it is not installed, or if ruamel.yaml must say
    what the text means, or what is wrong with it."""
    if _READ_DIFFERENTLY.search(text):
        return None
    try:
        import yaml
        from yaml.cyaml import CParser
    except ImportError:  # in a browser, and where no compiled package can be installed
        return None
    parser, builder = CParser(text), _Builder(shown)
    try:
        while (event := parser.get_event()) is not None:
            builder.take(event)
    except (yaml.YAMLError, ValueError, NotYaml):
        return None
    finally:
        parser.dispose()
    return builder.document()


@dataclass(slots=True)
class _Open:
    """A list or mapping that is being filled, with the key that waits for its value."""

    node: SequenceNode | MappingNode
    anchor: str | None
    key: ScalarNode | None = None


class _Builder:
    def __init__(self, shown: str) -> None:
        self.shown = shown
        self.troubles: list[Trouble] = []
        self.anchors: dict[str, Node] = {}
        self.stack: list[_Open] = []
        self.nodes = 0
        self.root: Node | None = None

    def build(self, text: str) -> tuple[Node, list[Trouble]]:
        from ruamel.yaml import YAML
        from ruamel.yaml.error import MarkedYAMLError, YAMLError
        from ruamel.yaml.reader import ReaderError

        try:
            for event in YAML(typ="safe", pure=True).parse(text):
                self.take(event)
        except MarkedYAMLError as trouble:
            raise NotYaml(_unread(trouble, text, self.shown)) from None
        except ReaderError as trouble:
            before = text[: trouble.position]
            at = (before.count("\n") + 1, len(before) - before.rfind("\n"))
            words = f"not valid YAML: the character U+{trouble.character:04X}; take it out"
            raise NotYaml(Trouble(self.shown, *at, words)) from None
        except (YAMLError, ValueError) as trouble:
            words = " ".join(str(trouble).split())[:200]
            raise NotYaml(Trouble(self.shown, 0, 0, f"not valid YAML: {words}")) from None
        return self.document()

    def document(self) -> tuple[Node, list[Trouble]]:
        """What was built from all events, with troubles."""
        return self.root or MappingNode(self.shown, 1, 1), self.troubles

    def _stop(self, node: Node, message: str) -> NotYaml:
        return NotYaml(node.trouble(message))

    def take(self, event: Any) -> None:
        """Take the next event of the text."""
        kind = type(event).__name__
        mark = event.start_mark
        at = (self.shown, mark.line + 1, mark.column + 1) if mark else (self.shown, 0, 0)
        if kind == "ScalarEvent":
            self._put(self._scalar(event, at), event.anchor)
        elif kind in ("MappingStartEvent", "SequenceStartEvent"):
            self._tag(event, at)
            opened = MappingNode(*at) if kind == "MappingStartEvent" else SequenceNode(*at)
            if len(self.stack) >= MAX_DEPTH:
                raise self._stop(opened, f"nested deeper than {MAX_DEPTH} levels")
            if self._is_key():
                raise self._stop(opened, "a key must be a single word or text")
            self.stack.append(_Open(opened, event.anchor))
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            done = self.stack.pop()
            if isinstance(done.node, MappingNode):
                self._merge(done.node)
            self._put(done.node, done.anchor)
        elif kind == "AliasEvent":
            found = self.anchors.get(event.anchor)
            if found is None:
                raise self._stop(
                    Node(*at), f"the alias *{event.anchor} names nothing that ended before it"
                )
            self._put(found, None)
        elif kind == "DocumentStartEvent" and self.root is not None:
            raise self._stop(Node(*at), "more than one document in a file")

    def _is_key(self) -> bool:
        top = self.stack[-1] if self.stack else None
        return top is not None and isinstance(top.node, MappingNode) and top.key is None

    def _tag(self, event: Any, at: tuple[str, int, int]) -> str | None:
        tag = str(event.tag) if getattr(event, "tag", None) else None
        if tag in (None, "!", "tag:yaml.org,2002:str"):
            return tag
        if tag not in ("tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"):
            self.troubles.append(Trouble(*at, f"the tag {tag!r} is not used here"))
        return tag

    def _scalar(self, event: Any, at: tuple[str, int, int]) -> ScalarNode:
        tag = self._tag(event, at)
        plain = event.style in (None, "") and tag is None
        bad = unprintable(str(event.value))
        if bad:
            self.troubles.append(Trouble(*at, bad))
        return ScalarNode(*at, resolve(event.value) if plain else str(event.value))

    def _put(self, node: Node, anchor: str | None) -> None:
        if anchor:
            self.anchors[anchor] = node
        if not self.stack:
            self.root = node
            return
        top = self.stack[-1]
        if isinstance(top.node, SequenceNode):
            top.node.items.append(node)
        elif top.key is None:
            if not isinstance(node, ScalarNode):
                raise self._stop(node, "a key must be a single word or text")
            top.key = node
            return
        else:
            self._pair(top.node, top.key, node)
            top.key = None
        top.node.total += node.size()
        if top.node.total > MAX_NODES:
            raise self._stop(node, f"more than {MAX_NODES} values, aliases counted in full")

    def _pair(self, mapping: MappingNode, key: ScalarNode, value: Node) -> None:
        name = _key_text(key.value)
        if name in mapping.values:
            before = mapping.keys[name].line
            self.troubles.append(key.trouble(f"the key {name!r} occurs twice (also line {before})"))
            return
        mapping.values[name] = value
        mapping.keys[name] = key

    def _merge(self, mapping: MappingNode) -> None:
        merged = mapping.values.pop("<<", None)
        if merged is None:
            return
        del mapping.keys["<<"]
        sources = merged.items if isinstance(merged, SequenceNode) else [merged]
        for source in sources:
            if not isinstance(source, MappingNode):
                self.troubles.append(merged.trouble("<< takes a mapping or a list of mappings"))
                continue
            for key, value in source.values.items():
                if key not in mapping.values:
                    mapping.values[key] = value
                    mapping.keys[key] = source.keys[key]


_JOINED = re.compile(r"[^\s:]+:(?=\S)(?!//)")
"""A key and its colon with no blank behind it; no address of the web."""

_UNJOINED = re.compile(r"expected ',' or '([\]}])'")


def _unread(trouble: MarkedYAMLError, text: str, shown: str) -> Trouble:
    """Why a text is no YAML, in words for somebody who writes it by hand."""
    mark = trouble.problem_mark or trouble.context_mark
    begun = trouble.context_mark or mark
    problem = trouble.problem or trouble.context or "cannot be read"
    if mark is None:
        return Trouble(shown, 0, 0, f"not valid YAML: {problem}")
    at = (shown, mark.line + 1, mark.column + 1)
    lines = _LINE_BREAK.split(text)
    line = lines[mark.line] if mark.line < len(lines) else ""
    if not _opens(lines, begun):
        begun = _last_opened(text) or begun
    if "'\\t'" in problem:
        return Trouble(*at, "not valid YAML: a tab; indent with spaces, not tabs")
    if "stream end" in problem or "end of stream" in problem or "document separator" in problem:
        opened = _opens(lines, begun) or "last bracket or quotation mark"
        words = f"not valid YAML: the {opened} that stands here is not closed"
        return Trouble(shown, begun.line + 1, begun.column + 1, words)
    unjoined = _UNJOINED.search(problem)
    if unjoined:
        word = _word_before(line, mark.column)
        asked = f"is a comma missing before {word!r}?" if word else "is a comma missing?"
        opened = f"what opens in line {begun.line + 1}" if begun.line != mark.line else "it"
        words = f"not valid YAML: {asked} Or {opened} is not closed with {unjoined[1]!r}"
        return Trouble(*at, words)
    if "mapping values are not allowed" in problem:
        words = "a second ':'; put a text that holds ': ' in quotes, or correct the indentation"
        return Trouble(*at, f"not valid YAML: {words}")
    if "could not find expected ':'" in problem:
        first = lines[begun.line] if begun.line < len(lines) else ""
        joined = _JOINED.match(first, begun.column)
        words = f"a blank is missing after {joined[0]!r}" if joined else "no 'key: value'"
        column = joined.end() if joined else begun.column
        return Trouble(shown, begun.line + 1, column + 1, f"not valid YAML: {words}")
    if "cannot start any token" in problem:
        words = (
            f"a text cannot begin with {line[mark.column : mark.column + 1]!r}; put it in quotes"
        )
        return Trouble(*at, f"not valid YAML: {words}")
    if "expected <block end>" in problem:
        problem = "this fits no line above: correct its indentation"
        if "start>" not in (trouble.problem or ""):
            problem = "nothing can follow the end of a quoted text or of a list in brackets"
    return Trouble(*at, f"not valid YAML: {problem}")


def _opens(lines: Sequence[str], mark: StreamMark) -> str:
    """The bracket or quotation mark at a mark; empty if none stands there."""
    at = lines[mark.line][mark.column : mark.column + 1] if mark.line < len(lines) else ""
    return at if at and at in "[{\"'" else ""


def _last_opened(text: str) -> StreamMark | None:
    """Where the last bracket opens that the text does not close."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError
    from ruamel.yaml.tokens import (
        FlowMappingEndToken,
        FlowMappingStartToken,
        FlowSequenceEndToken,
        FlowSequenceStartToken,
    )

    opened: list[StreamMark] = []
    with suppress(MarkedYAMLError):
        for token in YAML(typ="safe", pure=True).scan(text):
            if isinstance(token, FlowMappingStartToken | FlowSequenceStartToken):
                opened.append(token.start_mark)
            elif opened and isinstance(token, FlowMappingEndToken | FlowSequenceEndToken):
                opened.pop()
    return opened[-1] if opened else None


def _word_before(line: str, column: int) -> str:
    """The key whose colon stands in a column, or the word that begins there."""
    if line[column : column + 1] == ":":
        found = re.search(r"[^\s,:{}\[\]]+$", line[:column])
    else:
        found = re.match(r"[^\s,:{}\[\]]+", line[column:])
    return found[0] if found else ""


def _key_text(value: str | int | float | bool | None) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def step_into(node: Node, loc: Sequence[str | int]) -> tuple[Node, Node | None]:
    """The node a pydantic location leads to, and the key it stands under.

    Parts that name no key (the tags of unions) are passed over.
    """
    here: Node = node
    key: Node | None = None
    listed = False
    for part in loc:
        if listed and isinstance(here, MappingNode) and here.text("draw") == part:
            # ``draw: box`` has a key ``box`` besides: behind an item's number stands the tag.
            listed = False
            continue
        listed = isinstance(part, int)
        if isinstance(here, MappingNode) and str(part) in here.values:
            key = here.keys[str(part)]
            here = here.values[str(part)]
        elif isinstance(here, SequenceNode) and isinstance(part, int) and part < len(here.items):
            here = here.items[part]
            key = None
    return here, key


def matching(node: Node, pattern: Sequence[str]) -> Iterator[Node]:
    """The nodes a pattern names: keys, ``*`` (each item or value), ``**`` (any depth),
    ``@`` (each key of a mapping, as a node)."""
    if not pattern:
        yield node
        return
    head, rest = pattern[0], pattern[1:]
    if head == "@":
        if isinstance(node, MappingNode):
            for name, key in node.keys.items():
                yield ScalarNode(key.file, key.line, key.column, name)
        return
    if head == "**":
        yield from matching(node, rest)
    if isinstance(node, SequenceNode):
        if head in ("*", "**"):
            for item in node.items:
                yield from matching(item, rest if head == "*" else pattern)
    elif isinstance(node, MappingNode):
        if head in ("*", "**"):
            for value in node.values.values():
                yield from matching(value, rest if head == "*" else pattern)
        elif head in node.values:
            yield from matching(node.values[head], rest)

"""YAML as it is written here, read quickly; any other YAML by a full reader, to the same nodes.

A module of tens of thousands of pieces is millions of lines, for which a full YAML reader takes
minutes (ruamel.yaml: 11,000 lines a second; this one: 165,000; the bare events of one in C, which
would be another dependency: 250,000). `read` therefore takes the plain part of YAML that `writing`
writes line by line (with comments, blank lines and keys in any order), and turns to
``ruamel.yaml`` for a file that holds anything else: folded texts, lists over several lines, or a
mistake, whose place it then names. Words stay as they stand: what ``007`` or ``yes`` means is for
the field to say.
"""

from __future__ import annotations

import re
from typing import Any

from generator.definition.troubles import Trouble

MAX_DEPTH = 200
"""Deepest nesting of lists and mappings."""

_KEY = re.compile(
    r"""([^\W\d][\w.()-]*(?: [\w.()-]+)*|'(?:[^']|'')*'|"(?:[^"\\]|\\.)*"):(?: +|$)"""
)
_SINGLE = re.compile(r"'((?:[^']|'')*)'(?= *(?: #|$))")
_DOUBLE = re.compile(r'"((?:[^"\\]|\\.)*)"(?= *(?: #|$))')
_WORD = re.compile(
    r"[^\s\-?:,\[\]{}#&*!|>'\"%@`](?:[^\s:#]|:(?=\S)|(?<=\S)#| +(?=[^\s#]))*(?= *(?: #|$))"
)
_NUMBER = re.compile(r"-[0-9.]+(?= *(?: #|$))")
_HEADER = re.compile(r"\|([1-9]?)([+-]?) *(?: #.*)?$")
_FLOW = re.compile(
    r"""(?:(?P<mark>[\[\]{},])|(?P<single>'(?:[^']|'')*')|(?P<double>"(?:[^"\\]|\\.)*")"""
    r"""|(?P<word>-?(?:[^\s\-?:,\[\]{}#&*!|>'"%@`](?:[^\s:,\[\]{}#]|:(?=[^\s,\[\]{}])|(?<=\S)\#"""
    r"""|\ +(?=[^\s:,\[\]{}#]))*)))(?P<colon>\ *:(?=[\ \[\]{},]))?""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))")
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "\\": "\\", '"': '"', "/": "/", " ": " "}
_NOT_YAML = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff\ud800-\udfff\t\r\x85\u2028\u2029\ufeff]"
)


class Node:
    """A value and where it begins (line and column from 1)."""

    __slots__ = ("column", "line")

    def __init__(self, line: int = 0, column: int = 0) -> None:
        self.line, self.column = line, column


class Text(Node):
    """A word, number or text; nothing at all is an empty one."""

    __slots__ = ("plain", "value")

    def __init__(self, line: int, column: int, value: str, plain: bool) -> None:
        self.line, self.column = line, column
        self.value = value
        self.plain = plain
        """Whether it stands without quotes."""


class Items(Node):
    """A list."""

    __slots__ = ("items",)

    def __init__(self, line: int, column: int) -> None:
        self.line, self.column = line, column
        self.items: list[Node] = []


class Fields(Node):
    """A mapping."""

    __slots__ = ("block", "lines", "values")

    def __init__(self, line: int, column: int) -> None:
        self.line, self.column = line, column
        self.values: dict[str, Node] = {}
        self.lines: dict[str, int] = {}
        """The line of each key."""
        self.block = ""
        """Its lines, where what they say may be remembered: see `Known`."""


Known = dict[str, tuple[str, str]]
"""What lines have been found to say, for the items of a list that repeats itself all over: the
traits of pieces."""


class Told(Node):
    """An item whose lines are known."""

    __slots__ = ("said",)

    def __init__(self, line: int, column: int, said: tuple[str, str]) -> None:
        self.line, self.column = line, column
        self.said = said


class NotText(Exception):  # noqa: N818
    """The file is no YAML; carries the Trouble."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(str(trouble))
        self.trouble = trouble


class _Other(Exception):  # noqa: N818
    """Something that is not read here, though it may be YAML."""


def read(text: str, shown: str, repeated: str = "", known: Known | None = None) -> Node:
    """The value a file holds. Raises `NotText`, naming ``shown``, line and column.

    The items of lists under the key ``repeated`` are `Told` where they are ``known``.
    """
    try:
        return _Lines(text, repeated, known or {}).document()
    except (_Other, RecursionError):
        return _read_fully(text, shown)


class _Lines:
    """One pass over the lines of a file; ``at`` is the line that is read next."""

    __slots__ = ("at", "depth", "end", "known", "lines", "repeated")

    def __init__(self, text: str, repeated: str, known: Known) -> None:
        self.repeated = repeated
        self.known = known
        if "\r" in text:
            text = text.replace("\r\n", "\n")
        if _NOT_YAML.search(text):
            raise _Other
        self.lines = text.split("\n")
        self.end = len(self.lines)
        self.at = 0
        self.depth = 0

    def document(self) -> Node:
        indent = self._next()
        if indent < 0:
            return Fields(1, 1)
        if indent > 0 or self.lines[self.at][:3] in ("---", "...", "%YA"):
            raise _Other
        found = self._block(0)
        if self._next() >= 0:
            raise _Other
        return found

    def _next(self) -> int:
        """Go to the next line that holds something; its indent, or -1 at the end."""
        lines, at, end = self.lines, self.at, self.end
        while at < end:
            line = lines[at]
            bare = line.lstrip(" ")
            if bare and bare[0] != "#":
                self.at = at
                return len(line) - len(bare)
            at += 1
        self.at = at
        return -1

    def _block(self, indent: int) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise _Other
        line = self.lines[self.at]
        if line.startswith("- ", indent) or line[indent:] == "-":
            found: Node = self._items(indent)
        else:
            found = self._fields(indent)
        self.depth -= 1
        return found

    def _fields(self, indent: int) -> Fields:
        lines = self.lines
        found = Fields(self.at + 1, indent + 1)
        values, places = found.values, found.lines
        here = indent
        while here == indent:
            at = self.at
            line = lines[at]
            match = _KEY.match(line, indent)
            if match is None:
                if line.startswith("- ", indent) or line[indent:] == "-":
                    break
                raise _Other
            key = match[1]
            if key[0] in "'\"":
                key = _unquoted(key)
            if key in values:
                raise _Other
            places[key] = at + 1
            start = match.end()
            if start == len(line) or line[start] == "#":
                self.at = at + 1
                here = self._next()
                if here >= indent and lines[self.at][here : here + 2] in ("- ", "-"):
                    again = key == self.repeated
                    values[key] = self._repeated(here) if again else self._list(here)
                    here = self._next()
                elif here > indent:
                    values[key] = self._block(here)
                    here = self._next()
                else:
                    values[key] = Text(at + 1, match.end(1) + 2, "", True)
                continue
            values[key], here = self._inline(line, at, start, indent)
        if here > indent:
            raise _Other
        return found

    def _list(self, indent: int) -> Items:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise _Other
        found = self._items(indent)
        self.depth -= 1
        return found

    def _repeated(self, indent: int) -> Items:
        """A list of items that may be known."""
        lines, known = self.lines, self.known
        found = Items(self.at + 1, indent + 1)
        dash, deeper = " " * indent + "- ", " " * (indent + 1)
        while self.at < self.end and lines[self.at].startswith(dash):
            at = end = self.at
            end += 1
            while end < self.end and (lines[end].startswith(deeper) or not lines[end]):
                end += 1
            block = "\n".join(lines[at:end])
            said = known.get(block)
            if said is not None:
                found.items.append(Told(at + 1, indent + 1, said))
                self.at = end
            else:
                node = self._items(indent, 1).items[0]
                if isinstance(node, Fields) and self.at <= end:
                    node.block = block
                found.items.append(node)
            if self._next() > indent:
                raise _Other
        return found

    def _items(self, indent: int, most: int = 0) -> Items:
        """The items of a list; no more than ``most`` of them, where that is said."""
        lines = self.lines
        found = Items(self.at + 1, indent + 1)
        here = indent
        while here == indent:
            at = self.at
            line = lines[at]
            if not line.startswith("- ", indent):
                if line[indent:] != "-":
                    break
                start = len(line)
            else:
                start = indent + 2
                while line.startswith(" ", start):
                    start += 1
            if start == len(line) or line[start] == "#":
                self.at = at + 1
                here = self._next()
                if here > indent:
                    found.items.append(self._block(here))
                    here = self._next()
                else:
                    found.items.append(Text(at + 1, indent + 2, "", True))
            elif line.startswith("- ", start) or _KEY.match(line, start):
                lines[at] = " " * start + line[start:]
                found.items.append(self._block(start))
                here = self._next()
            else:
                node, here = self._inline(line, at, start, indent)
                found.items.append(node)
            if len(found.items) == most:
                break
        if here > indent:
            raise _Other
        return found

    def _inline(self, line: str, at: int, start: int, indent: int) -> tuple[Node, int]:
        """A value that begins on the line of its key or dash, and the indent of what follows."""
        first = line[start]
        if first == "|":
            return self._literal(line, at, start, indent)
        self.at = at + 1
        if first in "[{":
            node = _in_line(line, at + 1, start)
        elif first == "'":
            match = _SINGLE.match(line, start)
            if match is None:
                raise _Other
            node = Text(at + 1, start + 1, match[1].replace("''", "'"), False)
        elif first == '"':
            match = _DOUBLE.match(line, start)
            if match is None:
                raise _Other
            node = Text(at + 1, start + 1, _unescaped(match[1]), False)
        else:
            match = _WORD.match(line, start) or _NUMBER.match(line, start)
            if match is None:
                raise _Other
            node = Text(at + 1, start + 1, match[0], True)
        here = self._next()
        if here > indent:
            raise _Other
        return node, here

    def _literal(self, line: str, at: int, start: int, indent: int) -> tuple[Node, int]:
        header = _HEADER.match(line, start)
        if header is None:
            raise _Other
        lines, end = self.lines, self.end
        at += 1
        number, first = at, at
        if header[1]:
            margin = indent + int(header[1])
        else:
            while first < end and not lines[first].strip(" "):
                first += 1
            if first == end:
                raise _Other
            margin = len(lines[first]) - len(lines[first].lstrip(" "))
            if margin <= indent or any(len(blank) > margin for blank in lines[at:first]):
                raise _Other
        pad = " " * margin
        body: list[str] = []
        while at < end:
            row = lines[at]
            if row.startswith(pad):
                body.append(row[margin:])
            elif not row.strip(" "):
                body.append("")
            else:
                break
            at += 1
        if at == end and body and lines[-1] == "":
            body.pop()  # What follows the last line end is no line.
        self.at = at
        here = self._next()
        # A line that stands between is a comment only where nothing deeper follows it.
        if here > indent:
            raise _Other
        return Text(number, start + 1, _chomped(body, header[2]), False), here


def _chomped(body: list[str], how: str) -> str:
    if how == "+":
        return "\n".join(body) + "\n" if body else ""
    while body and not body[-1]:
        body.pop()
    return "\n".join(body) + ("\n" if body and not how else "")


def _in_line(line: str, number: int, start: int) -> Node:
    """A list or mapping in brackets that ends on its line."""
    stack: list[tuple[Items | Fields, str | None]] = []
    waiting = True  # for a value, after a bracket or a comma
    at = start
    while True:
        while line.startswith(" ", at):
            at += 1
        match = _FLOW.match(line, at)
        if match is None:
            raise _Other
        column = at + 1
        at = match.end()
        mark = match["mark"]
        closed: Node | None = None
        if mark is None:
            raw = match["word"]
            value = raw if raw is not None else _unquoted(match["single"] or match["double"])
            if not waiting:
                raise _Other
            if match["colon"]:
                if not stack or not isinstance(stack[-1][0], Fields) or stack[-1][1] is not None:
                    raise _Other
                stack[-1] = (stack[-1][0], value)
                continue
            closed = Text(number, column, value, raw is not None)
        elif match["colon"]:
            raise _Other
        elif mark in "[{":
            if not waiting or len(stack) >= MAX_DEPTH:
                raise _Other
            opened = Items(number, column) if mark == "[" else Fields(number, column)
            stack.append((opened, None))
            continue
        elif mark == ",":
            if waiting:
                raise _Other
            waiting = True
            continue
        else:
            node, key = stack.pop()
            if isinstance(node, Items) != (mark == "]") or key is not None:
                raise _Other
            if waiting and (node.items if isinstance(node, Items) else node.values):
                raise _Other  # A comma at the end: YAML, but not as it is written here.
            closed = node
        waiting = False
        if not stack:
            rest = line[at:]
            if (rest.strip(" ") and not rest.lstrip(" ").startswith("#")) or rest[:1] == "#":
                raise _Other
            return closed
        holder, key = stack[-1]
        if isinstance(holder, Items):
            holder.items.append(closed)
        elif key is None or key in holder.values:
            raise _Other
        else:
            holder.values[key] = closed
            holder.lines[key] = number
            stack[-1] = (holder, None)


def _unquoted(quoted: str) -> str:
    body = quoted[1:-1]
    return body.replace("''", "'") if quoted[0] == "'" else _unescaped(body)


def _unescaped(body: str) -> str:
    return _ESCAPE.sub(_letter, body) if "\\" in body else body


def _letter(found: re.Match[str]) -> str:
    digits = found[1] or found[2]
    if digits:
        return chr(int(digits, 16))
    if found[3] not in _LETTERS:
        raise _Other
    return _LETTERS[found[3]]


def _read_fully(text: str, shown: str) -> Node:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    built = _Built(shown)
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            built.take(event)
    except MarkedYAMLError as trouble:
        mark = trouble.problem_mark or trouble.context_mark
        words = trouble.problem or trouble.context or "cannot be read"
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        raise NotText(Trouble(shown, line, column, f"not valid YAML: {words}")) from None
    except (YAMLError, ValueError) as trouble:
        words = " ".join(str(trouble).split())[:200]
        raise NotText(Trouble(shown, 0, 0, f"not valid YAML: {words}")) from None
    return built.root or Fields(1, 1)


class _Built:
    """Nodes from the events of a full YAML reader."""

    def __init__(self, shown: str) -> None:
        self.root: Node | None = None
        self._shown = shown
        self._stack: list[tuple[Items | Fields, Text | None]] = []

    def take(self, event: Any) -> None:
        kind = type(event).__name__
        mark = event.start_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        if getattr(event, "anchor", None) is not None:
            raise self._not(line, column, "anchors and aliases are not read here; write it out")
        tag = getattr(event, "tag", None)
        if tag is not None and kind != "DocumentStartEvent":
            raise self._not(line, column, f"the tag {str(tag)!r} is not used here")
        if kind == "ScalarEvent":
            self._put(Text(line, column, str(event.value), event.style in (None, "")))
        elif kind in ("MappingStartEvent", "SequenceStartEvent"):
            made = Fields(line, column) if kind[0] == "M" else Items(line, column)
            if len(self._stack) >= MAX_DEPTH:
                raise self._not(line, column, f"nested deeper than {MAX_DEPTH} levels")
            self._stack.append((made, None))
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            self._put(self._stack.pop()[0])
        elif kind == "DocumentStartEvent" and self.root is not None:
            raise self._not(line, column, "more than one document in a file")

    def _put(self, node: Node) -> None:
        if not self._stack:
            self.root = node
            return
        holder, key = self._stack[-1]
        if isinstance(holder, Items):
            holder.items.append(node)
        elif key is None:
            if not isinstance(node, Text):
                raise self._not(node.line, node.column, "a key must be a word or text")
            if node.value in holder.values:
                before = holder.lines[node.value]
                words = f"the key {node.value!r} occurs twice (also line {before})"
                raise self._not(node.line, node.column, words)
            self._stack[-1] = (holder, node)
        else:
            holder.values[key.value] = node
            holder.lines[key.value] = key.line
            self._stack[-1] = (holder, None)

    def _not(self, line: int, column: int, words: str) -> NotText:
        return NotText(Trouble(self._shown, line, column, words))

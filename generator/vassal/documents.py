"""A buildFile as a tree that can be changed and written back with every other byte as it was.

`generator.vassal.modules` reads a component tree to look at; this one is for editing. Each element
keeps its tags and the text between them as they were found: quotes, entities, line ends, comments,
the order of attributes. What is not touched is written as it stood; what is added is written as
VASSAL writes it (``GameModule.buildString``: four blanks a level, attributes by name).
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final
from xml.parsers import expat
from xml.sax.saxutils import unescape

from generator.errors import BroadsideError

INDENT: Final = "    "
DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
MAX_DEPTH: Final = 500
"""Deepest nesting of components that is read; VASSAL's own modules stay below twenty."""

_MARKUP = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!DOCTYPE(?:[^\[>]|\[.*?\])*>"
    r"""|</[^>]*>|<(?:[^"'>]|"[^"]*"|'[^']*')*>""",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""(\s+)([^\s=]+)(\s*=\s*)("[^"]*"|'[^']*')""")
_NAME = re.compile(r"</?\s*([^\s/>]+)")
_HIDDEN = re.compile(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>", re.DOTALL)
_CHARACTER = re.compile(r"&#(x[0-9a-fA-F]+|[0-9]+);")
_ENCODING = re.compile(rb"""<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_NAMED = {"&quot;": '"', "&apos;": "'"}
_SUPPLEMENTARY = re.compile("[\U00010000-\U0010ffff]")
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


class DocumentError(BroadsideError):
    """A buildFile that is no well-formed XML, or a change that XML cannot hold."""


class Element:
    """One component (or other element) of a buildFile.

    ``tag`` is the class's full name; ``content`` mixes elements with raw XML text.
    """

    __slots__ = ("_attributes", "_head", "_tail", "content", "line", "parent", "tag")

    def __init__(self, head: str, line: int = 0) -> None:
        named = _NAME.match(head)
        assert named is not None
        self.tag = named[1]
        self.line = line
        """Where it begins in the file read, from 1; 0 for one that was made."""
        self.parent: Element | None = None
        self.content: list[Element | str] = []
        """What stands between the tags: elements, and raw XML (escaped text, comments)."""
        self._head = head
        self._tail = ""
        self._attributes: dict[str, str] | None = None

    def __repr__(self) -> str:
        return f"<Element {self.tag} line {self.line}>"

    @property
    def head(self) -> str:
        """The opening tag as it stands."""
        return self._head

    @property
    def tail(self) -> str:
        """The closing tag as it stands; empty for an element that is one tag."""
        return self._tail

    # --- Attributes -------------------------------------------------------------------

    @property
    def attributes(self) -> Mapping[str, str]:
        """The attributes' values in their order, entities resolved."""
        if self._attributes is None:
            self._attributes = {
                found[2]: _value(found[4][1:-1]) for found in _ATTRIBUTE.finditer(self._head)
            }
        return MappingProxyType(self._attributes)

    def get(self, name: str, default: str = "") -> str:
        """An attribute's value."""
        return self.attributes.get(name, default)

    def set(self, name: str, value: str) -> None:
        """Give an attribute a value; a new one goes where VASSAL would put it, by name.

        Raises `DocumentError` for characters that XML cannot hold.
        """
        if self.attributes.get(name) == value:
            return
        written = f'"{escaped_value(value)}"'
        before = None
        for found in _ATTRIBUTE.finditer(self._head):
            if found[2] == name:
                self._head = self._head[: found.start(4)] + written + self._head[found.end(4) :]
                break
            if before is None and found[2] > name:
                before = found.start()
        else:
            at = len(self._head.rstrip("/>").rstrip()) if before is None else before
            self._head = f"{self._head[:at]} {name}={written}{self._head[at:]}"
        self._attributes = None

    def unset(self, name: str) -> None:
        """Take an attribute away, if it is there."""
        for found in _ATTRIBUTE.finditer(self._head):
            if found[2] == name:
                self._head = self._head[: found.start()] + self._head[found.end() :]
                self._attributes = None
                return

    # --- Text -------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The text as VASSAL reads it (``Builder.getText``): trimmed, CDATA left out."""
        raw = "".join(part for part in self.content if isinstance(part, str))
        return _resolved(_HIDDEN.sub("", raw) if "<" in raw else raw).strip()

    def set_text(self, text: str) -> None:
        """Replace the text; blanks around it, comments and elements stay. Raises as `set`."""
        if text == self.text:
            return
        written = escaped_text(text)
        self._open()
        for at, part in enumerate(self.content):
            if isinstance(part, str) and part[:1] != "<" and (core := part.strip()):
                self.content[at] = part.replace(core, written)
                written = ""
        if written:
            self.content.insert(0, written)

    # --- Children ---------------------------------------------------------------------

    @property
    def children(self) -> list[Element]:
        """The elements directly inside."""
        return [part for part in self.content if isinstance(part, Element)]

    def iter(self, *tags: str) -> Iterator[Element]:
        """This element and all inside it, in document order; of the tags named, if any."""
        stack = [self]
        while stack:
            element = stack.pop()
            if not tags or element.tag in tags:
                yield element
            stack.extend(part for part in reversed(element.content) if isinstance(part, Element))

    @property
    def depth(self) -> int:
        """How many elements enclose it."""
        count, above = 0, self.parent
        while above is not None:
            count, above = count + 1, above.parent
        return count

    def insert(self, at: int, child: Element) -> None:
        """Put an element before the ``at``-th child, on a line of its own."""
        children = self.children
        self._open()
        child.parent = self
        margin = "\n" + INDENT * (self.depth + 1)
        if at < len(children):
            place = self.content.index(children[at])
            self.content[place:place] = [child, margin]
            return
        tail: list[Element | str] = [margin, child]
        last = self.content[-1] if self.content else ""
        if isinstance(last, str) and last.strip(" \t\r\n") == "" and self.content:
            self.content[-1:] = [*tail, last]
        else:
            self.content += [*tail, "\n" + INDENT * self.depth]

    def append(self, child: Element) -> None:
        """Put an element after the last child."""
        self.insert(len(self.children), child)

    def remove(self, child: Element) -> None:
        """Take a child out with the blanks before it. Raises `ValueError` when it is none."""
        at = self.content.index(child)
        before = self.content[at - 1] if at else None
        if isinstance(before, str):
            self.content[at - 1] = before.rstrip(" \t\r\n")
        del self.content[at]
        child.parent = None
        if not any(isinstance(part, Element) or part.strip() for part in self.content):
            self.content = []

    def copy(self) -> Element:
        """An element like this, with all inside it, standing nowhere."""
        made = Element(self._head, self.line)
        made._tail = self._tail
        for part in self.content:
            if isinstance(part, Element):
                part = part.copy()
                part.parent = made
            made.content.append(part)
        return made

    def raw(self) -> str:
        """The element and all inside it as XML."""
        parts: list[str] = []
        self._write(parts)
        return "".join(parts)

    def _open(self) -> None:
        """Make an empty tag one that can hold something."""
        if not self._tail:
            self._head = self._head[: self._head.rindex("/")].rstrip() + ">"
            self._tail = f"</{self.tag}>"

    def _write(self, parts: list[str]) -> None:
        parts.append(self._head)
        for part in self.content:
            if isinstance(part, Element):
                part._write(parts)
            else:
                parts.append(part)
        parts.append(self._tail)


class Document:
    """A whole buildFile: what precedes the root, the root, what follows it."""

    __slots__ = ("after", "before", "encoding", "mark", "root")

    def __init__(
        self,
        root: Element,
        before: str = DECLARATION + "\n",
        after: str = "\n",
        encoding: str = "utf-8",
        mark: bytes = b"",
    ) -> None:
        self.root = root
        self.before = before
        """What stands before the root, the declaration first."""
        self.after = after
        self.encoding = encoding
        self.mark = mark
        """The byte order mark the file began with."""

    def to_bytes(self) -> bytes:
        """The file. A document not changed since it was read gives the very same bytes."""
        text = self.before + self.root.raw() + self.after
        return self.mark + text.encode(self.encoding, "xmlcharrefreplace")


def make(tag: str, attributes: Mapping[str, str] | None = None, text: str = "") -> Element:
    """A new element, its attributes by name as VASSAL writes them.

    Raises `DocumentError` for characters that XML cannot hold.
    """
    pairs = sorted((attributes or {}).items())
    head = "".join(f' {name}="{escaped_value(value)}"' for name, value in pairs)
    element = Element(f"<{tag}{head}/>")
    if text:
        element.set_text(text)
    return element


def parse(data: bytes, where: str) -> Document:
    """A buildFile's bytes as a tree.

    Entities and anything outside the file are refused. Raises `DocumentError` naming ``where``,
    line and column.
    """
    _check(data, where)
    text, encoding, mark = decoded(data, where)
    root: Element | None = None
    above: list[Element] = []
    before, at, line = "", 0, 1
    for found in _MARKUP.finditer(text):
        between = text[at : found.start()]
        line += between.count("\n")
        raw = found[0]
        if above:
            if between:
                above[-1].content.append(between)
            if raw[1] in "!?":
                above[-1].content.append(raw)
            elif raw[1] == "/":
                above.pop()._tail = raw
            else:
                _opened(raw, line, above)
        elif raw[1] not in "!?/" and root is None:
            before = text[: found.start()]
            root = Element(raw, line)
            if not raw.endswith("/>"):
                above.append(root)
        at = found.end()
        line += raw.count("\n")
        if root is not None and not above:
            break
    if root is None or above:
        raise DocumentError(f"{where}: no XML: no element is found")
    return Document(root, before, text[at:], encoding, mark)


def _opened(raw: str, line: int, above: list[Element]) -> None:
    child = Element(raw, line)
    child.parent = above[-1]
    above[-1].content.append(child)
    if not raw.endswith("/>"):
        above.append(child)


def escaped_text(text: str) -> str:
    """Text as it stands between tags. Raises `DocumentError`.

    Letters of the supplementary planes are written by number, as Java's XML writer does.
    """
    _refuse_unwritable(text)
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if not text.isascii():
        text = _SUPPLEMENTARY.sub(lambda found: f"&#{ord(found[0])};", text)
    return text.replace("\r", "&#13;")


def escaped_value(value: str) -> str:
    """A value as it stands between double quotes. Raises `DocumentError`."""
    text = escaped_text(value).replace('"', "&quot;")
    return text.replace("\n", "&#10;").replace("\t", "&#9;")


def _refuse_unwritable(text: str) -> None:
    found = _UNWRITABLE.search(text)
    if found is not None:
        raise DocumentError(f"XML cannot hold the character U+{ord(found[0]):04X} of {text[:40]!r}")


def _value(raw: str) -> str:
    if "\n" in raw or "\t" in raw or "\r" in raw:
        raw = raw.replace("\r\n", " ").translate({10: 32, 9: 32, 13: 32})
    return _resolved(raw)


def _resolved(raw: str) -> str:
    if "\r" in raw:
        raw = raw.replace("\r\n", "\n").replace("\r", "\n")
    if "&" not in raw:
        return raw
    raw = _CHARACTER.sub(_character, raw)
    return unescape(raw, _NAMED)


def _character(found: re.Match[str]) -> str:
    digits = found[1]
    letter = chr(int(digits[1:], 16) if digits[0] == "x" else int(digits))
    # An ampersand by its number must not begin another entity.
    return "&amp;" if letter == "&" else letter


def _check(data: bytes, where: str) -> None:
    """Whether it is well-formed, without entities and not nested absurdly."""
    parser = expat.ParserCreate()
    depth = 0

    def start(*_: object) -> None:
        nonlocal depth
        depth += 1
        if depth > MAX_DEPTH:
            line = parser.CurrentLineNumber
            raise DocumentError(f"{where}: line {line}: nested more than {MAX_DEPTH} deep")

    def end(*_: object) -> None:
        nonlocal depth
        depth -= 1

    def refuse(*_: object) -> None:
        line = parser.CurrentLineNumber
        raise DocumentError(f"{where}: line {line}: XML entities are refused")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as trouble:
        says = expat.errors.messages[trouble.code]
        raise DocumentError(
            f"{where}: line {trouble.lineno}, column {trouble.offset + 1}: {says}"
        ) from None
    except (LookupError, ValueError) as trouble:  # an encoding that Python has not, or cannot use
        raise DocumentError(f"{where}: line 1: {trouble}") from None


def decoded(data: bytes, where: str) -> tuple[str, str, bytes]:
    """The text of an XML document, its encoding, and the byte order mark it began with.

    Raises `DocumentError`, which begins with ``where``.
    """
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding), encoding, mark
    declared = _ENCODING.match(data)
    encoding = declared[1].decode("ascii") if declared else "utf-8"
    try:
        return data.decode(encoding), encoding, b""
    except (LookupError, UnicodeDecodeError):
        raise DocumentError(f"{where}: its text is not {encoding}") from None

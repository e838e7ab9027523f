"""How a buildFile is laid out as XML, apart from what it says: once for the whole file.

VASSAL indents by four blanks and begins every file alike; what differs is noted in the archive's
own text file, so that the same bytes can be written again.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

from generator.light import dataclass
from generator.vassal.documents import DECLARATION, INDENT, Document, escaped_text, escaped_value
from generator.workbench.text.reading import Fields, Node
from generator.workbench.text.spelling import Source, refuse_others
from generator.workbench.text.writing import Value

XML: Final = "xml"
_NEWLINES = {"lf": "\n", "crlf": "\r\n"}
_INDENT = re.compile(r"(\r?\n)([ \t]*)")


@dataclass(frozen=True, slots=True)
class Style:
    """Declaration, indent and line ends of a document."""

    declaration: str = DECLARATION + "\n"
    """What stands before the root, comments included; its line ends as ``\\n``."""
    after: str = "\n"
    indent: str | None = INDENT
    """For each level; none: everything stands in one line."""
    newline: str = "\n"
    has_pairs: bool = False
    """Whether what is empty has two tags."""
    encoding: str = "utf-8"
    mark: bytes = b""

    def margin(self, depth: int) -> str:
        """What stands before an element that so many enclose."""
        return "" if self.indent is None else self.newline + self.indent * depth

    def text(self, text: str) -> str:
        """Text as it stands between tags. Raises `DocumentError`."""
        escaped = escaped_text(text)
        return escaped if self.newline == "\n" else escaped.replace("\n", self.newline)

    def head(self, tag: str, attributes: dict[str, str], is_closed: bool) -> str:
        """An opening tag as VASSAL writes it, or an empty element. Raises `DocumentError`."""
        pairs = [f' {name}="{escaped_value(value)}"' for name, value in attributes.items()]
        end = ">" if not is_closed else f"></{tag}>" if self.has_pairs else "/>"
        return f"<{tag}{''.join(pairs)}{end}"

    def document(self, root: str) -> bytes:
        """The file of a root with all inside it."""
        whole = self._ended(self.declaration) + root + self._ended(self.after)
        return self.mark + whole.encode(self.encoding, "xmlcharrefreplace")

    def _ended(self, text: str) -> str:
        # A text with line ends of its own holds them as they are.
        return text if "\r" in text else text.replace("\n", self.newline)

    def spell(self) -> dict[str, Value]:
        """What is not as VASSAL writes it."""
        usual = Style()
        made: dict[str, Value] = {}
        if self.declaration != usual.declaration:
            made["before"] = self.declaration
        if self.indent is None:
            made["indent"] = "none"
        elif self.indent != usual.indent:
            made["indent"] = "tab" if self.indent == "\t" else str(len(self.indent))
        if self.newline != usual.newline:
            made["lines"] = next(word for word, end in _NEWLINES.items() if end == self.newline)
        if self.has_pairs:
            made["empty"] = "pairs"
        if self.after != usual.after:
            made["after"] = self.after
        if self.encoding != usual.encoding:
            made["encoding"] = self.encoding
        if self.mark:
            made["mark"] = "true"
        return made


def style_of(document: Document) -> Style:
    """How a document is laid out, as its first lines show."""
    root = document.root
    first = root.content[0] if root.content else ""
    newline = "\r\n" if "\r\n" in document.before + document.after else "\n"
    indent: str | None = INDENT
    if isinstance(first, str):
        match = _INDENT.fullmatch(first)
        if match is not None:
            newline, indent = match.groups()
            if set(indent) != {" "} and indent not in ("", "\t"):
                indent = INDENT
    elif root.children:
        indent = None
    around = (document.before, document.after)
    if "\r" in "".join(around).replace("\r\n", "") or any(
        text.count("\n") != text.count(newline) for text in around
    ):
        newline = "\n"  # Line ends of both kinds: what is not "\n" is noted where it stands.
    before, after = (text.replace(newline, "\n") for text in around)
    encoding = document.encoding
    if codecs.lookup(encoding) == codecs.lookup("utf-8"):
        encoding = "utf-8"
    empty = next((element for element in root.iter() if not element.content), root)
    return Style(
        before,
        after,
        indent,
        newline,
        not empty.content and bool(empty.tail),
        encoding,
        document.mark,
    )


def read_style(node: Node | None, source: Source) -> Style:
    """The style a text file notes. Mistakes go to the source."""
    usual = Style()
    if not isinstance(node, Fields):
        if node is not None:
            source.wrong(node, "xml is a mapping")
        return usual
    known = ("before", "indent", "lines", "empty", "after", "encoding", "mark")
    refuse_others(node, known, source)
    said = {name: source.text(value, name) for name, value in node.values.items()}
    indent = said.get("indent", "4")
    newline = said.get("lines", "lf")
    encoding = said.get("encoding", usual.encoding)
    if newline not in _NEWLINES:
        source.wrong(node.values["lines"], f"{newline!r}: write lf or crlf")
    if indent not in ("none", "tab") and not (indent.isdecimal() and int(indent) <= 16):
        source.wrong(node.values["indent"], f"{indent!r}: write a number of blanks, tab or none")
        indent = "4"
    try:
        "".encode(encoding)
    except LookupError:
        source.wrong(node.values["encoding"], f"unknown encoding {encoding!r}")
        encoding = usual.encoding
    marks = {"utf-8": b"\xef\xbb\xbf", "utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
    return Style(
        said.get("before", usual.declaration),
        said.get("after", usual.after),
        None if indent == "none" else "\t" if indent == "tab" else " " * int(indent),
        _NEWLINES.get(newline, "\n"),
        said.get("empty") == "pairs",
        encoding,
        marks.get(encoding, b"") if said.get("mark") == "true" else b"",
    )

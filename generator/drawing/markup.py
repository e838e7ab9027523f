"""SVG written out quickly: a game of three thousand counters has a hundred thousand elements.

svgwrite builds the documents; elements that are drawn by the thousand are made here, and the whole
is written by one function of our own, byte for byte as svgwrite would.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree

from svgwrite.etree import CDATA_TAG, CDATA_TPL

_SVG = "{http://www.w3.org/2000/svg}"
_PREFIXES = {
    "{http://www.w3.org/1999/xlink}": "xlink",
    "{http://www.w3.org/XML/1998/namespace}": "xml",
}
_SPECIAL = re.compile(r"[&<>\"\r\n\t]")
_NAMED = {
    "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;",
    "\r": "&#13;", "\n": "&#10;", "\t": "&#09;",
}  # fmt: skip
_IN_TEXT = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


class Plain:
    """An element with attributes and words, for svgwrite's groups to hold."""

    __slots__ = ("element",)

    def __init__(self, tag: str, attributes: Mapping[str, object], words: str = "") -> None:
        named = [
            (key.replace("_", "-"), str(value)) for key, value in attributes.items() if value != ""
        ]
        self.element = ElementTree.Element(tag, dict(sorted(named)))
        if words:
            self.element.text = words

    def get_xml(self) -> ElementTree.Element:
        """What svgwrite asks of every element."""
        return self.element


class Inlaid:
    """A whole SVG document as an element of another, in its place there (``x``, ``width`` ...)."""

    __slots__ = ("_place", "_svg")

    def __init__(self, svg: str, place: Mapping[str, str]) -> None:
        self._svg, self._place = svg, place

    def get_xml(self) -> ElementTree.Element:
        """What svgwrite asks of every element."""
        root = ElementTree.fromstring(self._svg)
        for element in root.iter():
            element.tag = element.tag.removeprefix(_SVG)
            for key in [key for key in element.attrib if key.startswith("{")]:
                space, _, name = key.partition("}")
                element.set(f"{_PREFIXES[space + '}']}:{name}", element.attrib.pop(key))
        for key in ("baseProfile", "version"):
            root.attrib.pop(key, None)
        root.attrib.update(self._place)
        return root


class Kept(ElementTree.Element):
    """An element that thousands of drawings share: its markup is written once."""

    markup: str = ""


def kept(element: ElementTree.Element) -> Kept:
    """An element with its markup."""
    found = Kept("g")
    found.append(element)
    found.markup = markup_of(element)
    return found


def markup_of(element: ElementTree.Element) -> str:
    """An element with all it holds, as text."""
    parts: list[str] = []
    _write(element, parts)
    return "".join(parts)


def _write(element: ElementTree.Element, parts: list[str]) -> None:
    if isinstance(element, Kept):
        parts.append(element.markup)
        return
    tag = element.tag
    if tag == CDATA_TAG:
        parts.append(CDATA_TPL % element.text)
        return
    parts.append(f"<{tag}")
    for key, value in element.items():
        if _SPECIAL.search(value):
            value = _SPECIAL.sub(lambda found: _NAMED[found[0]], value)
        parts.append(f' {key}="{value}"')
    words = element.text
    if not words and not len(element):
        parts.append(" />")
        return
    parts.append(">")
    if words:
        if _SPECIAL.search(words):
            for sign, name in _IN_TEXT.items():
                words = words.replace(sign, name)
        parts.append(words)
    for part in element:
        _write(part, parts)
        if part.tail:
            parts.append(part.tail)
    parts.append(f"</{tag}>")

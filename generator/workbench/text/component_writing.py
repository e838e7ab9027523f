"""Components as text: one mapping each, what they hold under ``holds``.

Attributes stand by name, as VASSAL sorts them, the one that names the component first. What
VASSAL 3.7 does not know stands under ``more``. Where the buildFile is not written as VASSAL
writes it, ``written`` keeps the few characters that differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from functools import cache
from typing import Final

from generator.light import dataclass
from generator.vassal import components, traits
from generator.vassal.components import Component
from generator.vassal.documents import Element
from generator.workbench.opened import (
    CARD_SLOT,
    DEFINITIONS,
    PIECE_SLOT,
    PROTOTYPE,
    WorkbenchError,
)
from generator.workbench.text import layout, pieces, writing
from generator.workbench.text.disk_names import Names
from generator.workbench.text.layout import Home
from generator.workbench.text.naming import component_words, element_words
from generator.workbench.text.spelling import Numbers, spelt
from generator.workbench.text.writing import STEP, Value
from generator.workbench.text.xml_style import Style

COMPONENT: Final = "component"
ELEMENT: Final = "element"
"""Before the tag of an element that is none of VASSAL's own."""
NAMED: Final = {
    "piece": (PIECE_SLOT, "entryName"),
    "card": (CARD_SLOT, "entryName"),
    "prototype": (PROTOTYPE, "name"),
}
"""Words that say what a component is and its name at once: class, and attribute of the name."""
IN: Final = "in"
"""Before the path of the file in which a component stands."""
HOLDS: Final = "holds"
CONTENT: Final = "content"
MORE: Final = "more"
ORDER: Final = "order"
WRITTEN: Final = "written"
XML: Final = "xml"
STRUCTURE: Final = frozenset(
    (
        *(COMPONENT, ELEMENT, *NAMED, IN, HOLDS, CONTENT, MORE, ORDER, WRITTEN, XML),
        *pieces.DEFINITION_KEYS,
    )
)
"""Keys that are no attributes; an attribute of such a name has ``_`` after it."""
_NAMES = ("mapName", "entryName", "name", "title", "chartName", "text", "description", "fileName")
_BLANK = " \t\r\n"


@dataclass(slots=True)
class Sheet:
    """A text file being written."""

    lines: list[str] = field(default_factory=list)
    numbers: Numbers = field(default_factory=Numbers)

    def text(self) -> str:
        """The whole file."""
        return "\n".join(self.lines) + "\n"


MAX_DEPTH: Final = 90
"""Deepest nesting of components that is written; VASSAL's own modules stay below twenty."""


class ComponentWriter:
    """A component tree on its way into text files.

    Raises `WorkbenchError` for one nested deeper than `MAX_DEPTH`.
    """

    def __init__(self, style: Style) -> None:
        self.sheets: dict[str, Sheet] = {}
        """Every file by its path, in the order it was begun."""
        self._style = style
        self._names = Names()

    def write(self, root: Element) -> None:
        """Write the root, and all it holds, into its files."""
        name = self._names.take(layout.root_file(root))
        sheet = self.sheets[name] = Sheet()
        self._put(sheet, "", root, Home(), 0, writing.put_mapping)

    def _put(
        self,
        sheet: Sheet,
        pad: str,
        element: Element,
        home: Home,
        depth: int,
        put: Callable[[list[str], str, dict[str, Value]], None],
    ) -> None:
        """An element, as an item of a list or as a whole file."""
        if depth > MAX_DEPTH:
            raise WorkbenchError(f"line {element.line}: nested more than {MAX_DEPTH} deep")
        children = element.children
        raw = "" if children else "".join([part for part in element.content if type(part) is str])
        is_closed = not element.content
        made = self._attributes(element, sheet.numbers)
        written: dict[str, Value] = {}
        self._compare_tags(element, is_closed, written)
        text = element.text if raw else ""
        definition = None
        if text and "<" not in raw:
            self._compare_text(raw, text, written)
            if element.tag in DEFINITIONS:
                definition = text
            else:
                made[element.tag if element.tag in made else CONTENT] = text
        if written:
            made[WRITTEN] = written
        put(sheet.lines, pad, made)
        inner = pad + STEP if put is writing.put_item else pad
        if definition is not None:
            self._put_definition(sheet, inner, element, definition)
        elif "<" in raw or (raw and not text):
            sheet.lines.append(f"{inner}{HOLDS}:")
            writing.put_item(sheet.lines, inner, {XML: raw})
        elif children:
            self._put_children(sheet, inner, element, home, depth)

    def _put_children(
        self, sheet: Sheet, pad: str, element: Element, home: Home, depth: int
    ) -> None:
        sheet.lines.append(f"{pad}{HOLDS}:")
        inner = layout.inside(element, home)
        between, after = self._style.margin(depth + 1), self._style.margin(depth)
        for gap, child in _gaps(element):
            if gap != (after if child is None else between):
                writing.put_item(sheet.lines, pad, {XML: gap})
            if child is None:
                continue
            place = layout.own_file(child, inner)
            if place is None:
                self._put(sheet, pad, child, inner, depth + 1, writing.put_item)
                continue
            kind, stem = place
            path = self._names.take(f"{stem}.yaml")
            writing.put_item(sheet.lines, pad, {IN: path})
            own = self.sheets[path] = Sheet()
            folder = path.removesuffix(".yaml")
            self._put(own, "", child, Home(kind, folder), depth + 1, writing.put_mapping)

    def _attributes(self, element: Element, numbers: Numbers) -> dict[str, Value]:
        """What the element is and is called, then its attributes by name."""
        values = dict(element.attributes)
        made, naming = _first_key(element.tag, values)
        known = components.table().get(element.tag)
        kinds = kinds_of(known)
        names = sorted(values, key=java_order)
        is_usual = list(values) == names
        if naming:
            names.remove(naming)
            if made.keys().isdisjoint(NAMED):
                names.insert(0, naming)
        more: dict[str, Value] = {}
        for name in names:
            kind = kinds.get(name) or kinds.get("*")
            value = values[name] if kind is None else spelt(kind, values[name], numbers)
            if kind is None and known is not None:
                more[name] = value
            else:
                made[f"{name}_" if name.rstrip("_") in STRUCTURE else name] = value
        if more:
            made[MORE] = more
        if not is_usual:
            made[ORDER] = list(values)
        return made

    def _compare_tags(self, element: Element, is_closed: bool, written: dict[str, Value]) -> None:
        """Note tags that are not as VASSAL writes them."""
        tags = element.head + element.tail if is_closed else element.head
        if tags != self._style.head(element.tag, dict(element.attributes), is_closed):
            written["start"] = tags
        if not is_closed and element.tail != f"</{element.tag}>":
            written["end"] = element.tail

    def _compare_text(self, raw: str, text: str, written: dict[str, Value]) -> None:
        """Note a text that is not as VASSAL writes it: blanks around it, other entities."""
        bare = raw.strip(_BLANK)
        start = raw.find(bare)
        if start:
            written["before"] = raw[:start]
        if start + len(bare) < len(raw):
            written["after"] = raw[start + len(bare) :]
        if bare != self._style.text(text):
            written["text"] = bare

    def _put_definition(self, sheet: Sheet, pad: str, element: Element, text: str) -> None:
        is_prototype = element.tag == PROTOTYPE
        place = {"gpId": element.get("gpid")}
        parts = pieces.definition_parts(text)
        if parts is None:
            writing.put_mapping(sheet.lines, pad, {CONTENT: text})
            return
        ident, chain, is_bare = pieces.listed(parts, is_prototype)
        head: dict[str, Value] = {} if ident == "null" else {pieces.ID: ident}
        if is_bare:
            head[pieces.BARE] = "true"
        writing.put_mapping(sheet.lines, pad, head)
        if not chain:
            writing.put_mapping(sheet.lines, pad, {pieces.TRAITS: []})
            return
        sheet.lines.append(f"{pad}{pieces.TRAITS}:")
        for kind, state in chain:
            if kind.startswith(traits.BASIC):
                value = pieces.spell_trait(kind, state, sheet.numbers, place)
                writing.put_item(sheet.lines, pad, value)
            else:
                lines, seen = pieces.trait_lines(kind, state, pad)
                sheet.lines += lines
                sheet.numbers.seen += seen


def _first_key(tag: str, values: Mapping[str, str]) -> tuple[dict[str, Value], str]:
    """The key that says what an element is, and the attribute that names it, if there is one."""
    for word, (cls, naming) in NAMED.items():
        if tag == cls and naming in values:
            return {word: values[naming]}, naming
    naming = next((name for name in _NAMES if values.get(name)), "")
    if tag in components.table():
        return {COMPONENT: component_words()[tag]}, naming
    if tag in element_words():
        return {tag: ""}, naming
    return {ELEMENT: tag}, naming


def _gaps(element: Element) -> Iterator[tuple[str, Element | None]]:
    """What stands before each child, and after the last (with None)."""
    gap = ""
    for part in element.content:
        if isinstance(part, Element):
            yield gap, part
            gap = ""
        else:
            gap += part
    yield gap, None


@cache
def _kinds_by_class(tag: str) -> dict[str, str]:
    return {name: attribute.kind for name, attribute in components.table()[tag].attributes.items()}


def kinds_of(known: Component | None) -> dict[str, str]:
    return {} if known is None else _kinds_by_class(known.cls)


def java_order(name: str) -> bytes:
    """Java sorts by UTF-16."""
    return name.encode("utf-16-be", "surrogatepass")

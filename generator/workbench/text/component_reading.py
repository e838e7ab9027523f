"""Components from text files to XML: the reverse of `component_writing`.

Keys may stand in any order; an attribute left out is not written, and VASSAL takes its own value
for it. Every mistake is noted with file, line and column, and reading goes on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from generator.errors import nearest
from generator.light import dataclass
from generator.vassal import components, documents
from generator.vassal.documents import DocumentError
from generator.workbench.opened import DEFINITIONS, PROTOTYPE
from generator.workbench.text import pieces
from generator.workbench.text.component_writing import (
    COMPONENT,
    CONTENT,
    ELEMENT,
    HOLDS,
    IN,
    MAX_DEPTH,
    MORE,
    NAMED,
    ORDER,
    STRUCTURE,
    WRITTEN,
    XML,
    java_order,
    kinds_of,
)
from generator.workbench.text.naming import component_classes, component_words, element_words
from generator.workbench.text.reading import Fields, Items, Node, Text
from generator.workbench.text.spelling import Source, unspelt
from generator.workbench.text.xml_style import Style

_TAG = re.compile(r"[^\W\d][\w.:-]*")
_NOTES = ("start", "end", "before", "after", "text")


OpenFile = Callable[[str, Source, Node], Iterator[tuple[Node, Source]]]
"""Gives what stands in a file that is referred to, and its source; nothing where that cannot be,
which it notes in the source of the reference."""


@dataclass(frozen=True, slots=True)
class _Named:
    """What the first key of a component says."""

    tag: str
    key: str
    """The key; empty where there is none."""
    name: tuple[str, str] | None = None
    """The attribute that names it, where the key says it at once."""


class ComponentReader:
    """Text files on their way into a component tree."""

    def __init__(self, style: Style, open_file: OpenFile) -> None:
        self._style = style
        self._open = open_file
        self._depth = 0
        self.is_noted = False
        """Whether any raw XML was taken over, so that the whole is to be checked."""
        self.placed: list[tuple[str, Fields]] = []
        """The file and the mapping of every component, in the order of the XML."""

    def read(self, node: Node, source: Source) -> str:
        """The XML of a component and of all it holds."""
        parts: list[str] = []
        self._component(node, source, parts)
        return "".join(parts)

    def _component(self, node: Node, source: Source, parts: list[str]) -> None:
        if not isinstance(node, Fields):
            source.wrong(node, "a component is a mapping that begins with 'component: ...'")
            return
        named = self._named(node, source)
        attributes = self._attributes(node, named, source)
        notes = self._notes(node, source)
        holds = node.values.get(HOLDS)
        items = holds.items if isinstance(holds, Items) else []
        if holds is not None and not isinstance(holds, Items) and not _is_empty(holds):
            source.wrong(holds, f"{HOLDS} is a list")
        try:
            text = self._text(node, named, notes, attributes, source)
            is_closed = not text and not items
            head = self._style.head(named.tag, attributes, is_closed)
        except DocumentError as trouble:
            source.wrong(node, str(trouble))
            return
        start = notes.get("start")
        if start is not None and _says(start, named.tag, attributes, is_closed):
            head = start
            self.is_noted = True
        self.placed.append((source.file, node))
        parts.append(head)
        parts.append(text)
        if items:
            self._content(items, source, parts)
        if not is_closed:
            end = notes.get("end", "")
            fits = re.fullmatch(rf"</{re.escape(named.tag)}\s*>", end)
            parts.append(end if fits else f"</{named.tag}>")

    # --- What it is -----------------------------------------------------------------------

    def _named(self, node: Fields, source: Source) -> _Named:
        values = node.values
        if COMPONENT in values:
            word = source.text(values[COMPONENT], COMPONENT)
            cls = component_classes().get(word)
            if cls is None:
                hint = nearest(word, [*component_words().values(), *component_classes()])
                words = f"unknown component {word!r}{hint}; a class of the module's own is "
                source.wrong(values[COMPONENT], f"{words}'{ELEMENT}: package.Class'")
            return _Named(cls or "unknown", COMPONENT)
        if ELEMENT in values:
            tag = source.text(values[ELEMENT], ELEMENT)
            if not _TAG.fullmatch(tag):
                source.wrong(values[ELEMENT], f"{tag!r} is not the name of a class or element")
                tag = "unknown"
            return _Named(tag, ELEMENT)
        for word, (cls, naming) in NAMED.items():
            if word in values:
                return _Named(cls, word, (naming, source.text(values[word], word)))
        word = next((word for word in element_words() if word in values), "")
        if not word:
            first = next(iter(values), "")
            hint = nearest(first, [COMPONENT, *NAMED, *element_words()])
            source.wrong(node, f"what is it? It should begin with 'component: ...'{hint}")
        return _Named(word or "unknown", word)

    def _attributes(self, node: Fields, named: _Named, source: Source) -> dict[str, str]:
        known = components.table().get(named.tag)
        kinds = kinds_of(known)
        made = dict([named.name]) if named.name is not None else {}
        for key, value in node.values.items():
            if key == named.key or key in STRUCTURE:
                continue
            name = key[:-1] if key[-1:] == "_" and key.rstrip("_") in STRUCTURE else key
            kind = kinds.get(name) or kinds.get("*")
            if kind is not None:
                made[name] = unspelt(kind, value, source)
            elif known is None:
                made[name] = source.text(value, name)
            else:
                place = Text(node.lines[key], node.column, key, True)
                accepted = [*kinds, HOLDS, CONTENT]
                source.wrong(
                    place,
                    f"{known.title} has no attribute {name!r}{nearest(name, accepted)}; "
                    f"what VASSAL 3.7 does not know stands under '{MORE}:'",
                )
        more = node.values.get(MORE)
        if isinstance(more, Fields):
            made |= {name: source.text(value, name) for name, value in more.values.items()}
        elif more is not None:
            source.wrong(more, f"{MORE} is a mapping of attributes")
        for name in made:
            if not _TAG.fullmatch(name):
                source.wrong(node, f"{name!r} is not the name of an attribute")
        return self._ordered(made, node.values.get(ORDER), source)

    def _ordered(
        self, attributes: dict[str, str], order: Node | None, source: Source
    ) -> dict[str, str]:
        """The attributes as VASSAL sorts them, or in the order noted."""
        noted: list[str] = []
        if isinstance(order, Items):
            noted = [source.text(item, "an attribute's name") for item in order.items]
        elif order is not None:
            source.wrong(order, f"{ORDER} is a list of attributes")
        names = [name for name in dict.fromkeys(noted) if name in attributes]
        names += sorted(attributes.keys() - set(names), key=java_order)
        return {name: attributes[name] for name in names}

    # --- What is in it --------------------------------------------------------------------

    def _text(
        self,
        node: Fields,
        named: _Named,
        notes: Mapping[str, str],
        attributes: Mapping[str, str],
        source: Source,
    ) -> str:
        """Its text as XML. Raises `DocumentError`."""
        definition = named.tag in DEFINITIONS and pieces.TRAITS in node.values
        if definition:
            text = pieces.read_definition(
                node,
                source,
                place={"gpId": attributes.get("gpid", "")},
                is_prototype=named.tag == PROTOTYPE,
            )
        elif CONTENT in node.values:
            text = source.text(node.values[CONTENT], CONTENT)
        elif named.key == named.tag:
            text = source.text(node.values[named.key], named.key)
        else:
            for key in pieces.DEFINITION_KEYS:
                if key in node.values:
                    source.wrong(node.values[key], f"{key!r} belongs to pieces and prototypes")
            return ""
        raw = notes.get("text")
        if raw is None or _resolved(raw) != text:
            raw = self._style.text(text)
        else:
            self.is_noted = True
        return notes.get("before", "") + raw + notes.get("after", "") if text else ""

    def _content(self, items: list[Node], source: Source, parts: list[str]) -> None:
        """The items between the tags, each on a line of its own unless noted."""
        self._depth += 1
        margin = self._style.margin(self._depth)
        gap: str | None = None
        has_children = False
        for item in items:
            if isinstance(item, Fields) and XML in item.values and len(item.values) == 1:
                gap = (gap or "") + source.text(item.values[XML], XML)
                self.is_noted = True
                continue
            parts.append(margin if gap is None else gap)
            gap, has_children = None, True
            for own, place in self._opened(item, source):
                self._component(own, place, parts)
        self._depth -= 1
        if gap is not None:
            parts.append(gap)
        elif has_children:
            parts.append(self._style.margin(self._depth))

    def _opened(self, item: Node, source: Source) -> Iterator[tuple[Node, Source]]:
        """The component an item is, or the one in the file it names."""
        if not isinstance(item, Fields) or IN not in item.values or _is_component(item):
            if self._depth > MAX_DEPTH:
                source.wrong(item, f"nested more than {MAX_DEPTH} deep")
            else:
                yield item, source
            return
        for key in item.values:
            if key != IN:
                place = Text(item.lines[key], item.column, key, True)
                source.wrong(place, f"{key!r}: beside '{IN}:' nothing else is said")
        yield from self._open(source.text(item.values[IN], IN), source, item)

    def _notes(self, node: Fields, source: Source) -> dict[str, str]:
        found = node.values.get(WRITTEN)
        if found is None:
            return {}
        if not isinstance(found, Fields):
            source.wrong(found, f"{WRITTEN} is a mapping of {', '.join(_NOTES)}")
            return {}
        made = {}
        for name, value in found.values.items():
            if name in _NOTES:
                made[name] = source.text(value, name)
            else:
                source.wrong(value, f"unknown note {name!r}{nearest(name, _NOTES)}")
        for name in ("before", "after"):
            if made.get(name, "").strip(" \t\r\n"):
                source.wrong(found, f"{name}: only blanks may stand around a text")
                del made[name]
        return made


def _is_component(node: Fields) -> bool:
    return any(key in node.values for key in (COMPONENT, ELEMENT, *NAMED))


def _is_empty(node: Node) -> bool:
    return isinstance(node, Text) and not node.value


def _says(start: str, tag: str, attributes: Mapping[str, str], is_closed: bool) -> bool:
    """Whether a tag noted still says what the text beside it says; else it is out of date."""
    whole = start if is_closed else f"{start}</{tag}>"
    try:
        element = documents.parse(whole.encode(), "tag").root
    except DocumentError:
        return False
    return (
        element.raw() == whole
        and not element.content
        and element.tag == tag
        and dict(element.attributes) == attributes
    )


def _resolved(raw: str) -> str | None:
    """What a text in XML says; None where it is none."""
    try:
        root = documents.parse(f"<a>{raw}</a>".encode(), "text").root
    except DocumentError:
        return None
    return root.text if not root.children else None

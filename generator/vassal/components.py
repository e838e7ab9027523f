"""The components a module is built of, declared in ``components.table``, and checks against it.

`table` gives every class with its attributes, their kinds, defaults and meanings; `parts` every
smallest text of one element with its kind: which images, properties, keys it names, and where.

    >>> table()["VASSAL.build.widget.Chart"].attributes["fileName"].kind
    'image'
    >>> [part.text for part in parts("VASSAL.build.widget.Chart", {"fileName": "a.png"})]
    ['a.png']

VASSAL ignores an attribute it does not know without a word, and a class it does not know with a
dialog; `problems` finds both, and children where VASSAL's editor would put none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from generator.errors import nearest
from generator.light import dataclass
from generator.vassal import encodings, tables
from generator.vassal.encodings import Part

if TYPE_CHECKING:
    from generator.vassal.component_trees import TreeElement

_SHORT = {"P:": "VASSAL.build.module.", "W:": "VASSAL.build.widget."}


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute of a component, or the text of an element."""

    name: str
    kind: str
    """As in `generator.vassal.encodings`."""
    choices: tuple[str, ...]
    """For ``choice``: what the editor offers; for ``prefix``: what follows it in properties."""
    default: str
    """What a component newly made has."""
    meaning: str = ""
    written: bool = True
    """Whether VASSAL 3.7 writes it; else it is of an older version."""
    read: bool = True
    """Whether VASSAL 3.7 reads it."""

    def value(self, text: str) -> Any:
        """The attribute's value; see `encodings.read`."""
        return encodings.read(self.kind, text)


@dataclass(frozen=True, slots=True)
class Component:
    """A class that may stand in a buildFile."""

    cls: str
    title: str
    attributes: Mapping[str, Attribute]
    """By name; ``*`` stands for any."""
    children: frozenset[str]
    """Classes it may hold."""
    parents: frozenset[str]
    """Classes it may stand in, besides those that list it among their children."""
    ancestors: frozenset[str]
    """Classes it extends."""
    words: Mapping[str, Attribute]
    """Child elements that are no class, such as ``entry``, and what their text is."""
    options: Mapping[str, Attribute]
    """For the child elements ``option``: what the text is, by the option's name."""
    text: Attribute | None
    """What its own text is."""

    def attribute(self, name: str) -> Attribute | None:
        """The attribute of that name, if there is such a one."""
        return self.attributes.get(name) or self.attributes.get("*")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a buildFile that VASSAL would pass over in silence."""

    path: str
    """The elements from the root, by short class name and name attribute."""
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


@cache
def table() -> Mapping[str, Component]:
    """Every class VASSAL can build, from 2.7 to 3.8, by full name."""
    groups: dict[str, list[str]] = {}
    found: dict[str, Component] = {}
    for lines in tables.blocks("components.table"):
        if lines[0].startswith("@"):
            groups[lines[0].partition(" | ")[0]] = lines[1:]
        else:
            component = _component(lines, groups)
            found[component.cls] = component
    return found


def parts(cls: str, attributes: Mapping[str, str], text: str = "") -> Iterator[Part]:
    """The smallest texts of an element's attributes and of its own text, each with its kind.

    The first word of a path is the attribute, or ``text``. Of a class or an attribute that is not
    known there is nothing to tell.
    """
    for attribute, said in _told(cls, attributes, text):
        yield from encodings.parts(attribute.kind, said, (attribute.name,))


def rewritten(
    cls: str, attributes: Mapping[str, str], text: str, change: Callable[[Part], str]
) -> tuple[dict[str, str], str]:
    """The attributes and the text of an element with some of their smallest texts changed."""
    new = dict(attributes)
    for attribute, said in _told(cls, attributes, text):
        changed = encodings.rewritten(attribute.kind, said, change, (attribute.name,))
        if attribute.name == "text" and attribute.name not in attributes:
            text = changed
        else:
            new[attribute.name] = changed
    return new, text


def _told(cls: str, attributes: Mapping[str, str], text: str) -> Iterator[tuple[Attribute, str]]:
    known = table().get(cls)
    if known is None:
        return
    for name, said in attributes.items():
        attribute = known.attributes.get(name)
        if attribute is not None:
            yield attribute, said
    if known.text is not None and text:
        yield known.text, text


def problems(root: TreeElement) -> Iterator[Problem]:
    """What in a component tree VASSAL 3.7 does not know: classes, attributes, children."""
    yield from _check(root, None, "")


def _check(element: TreeElement, parent: Component | None, above: str) -> Iterator[Problem]:
    tag = element.tag
    if not isinstance(tag, str):  # a comment
        return
    name = next(
        (element.get(key) for key in ("name", "mapName", "entryName", "title") if element.get(key)),
        "",
    )
    path = f"{above}/{tag.rsplit('.', 1)[-1]}" + (f"[{name}]" if name else "")
    if "." not in tag:
        if parent is not None and tag not in parent.words:
            hint = nearest(tag, parent.words)
            yield Problem(path, f"{parent.title} holds no element {tag!r}{hint}")
        return
    known = table().get(tag)
    if known is None:
        yield Problem(path, f"unknown class {tag!r}{nearest(tag, table())}")
        return
    if parent is not None and not _may_hold(parent, known):
        yield Problem(path, f"a {known.title} does not stand in a {parent.title}")
    for attribute in element.attrib:
        declared = known.attribute(str(attribute))
        if declared is None:
            hint = nearest(str(attribute), known.attributes)
            yield Problem(path, f"{known.title} has no attribute {attribute!r}{hint}")
        elif not declared.read:
            yield Problem(path, f"{known.title} has no attribute {attribute!r} any more")
    for child in element:
        yield from _check(child, known, path)


def _may_hold(parent: Component, child: Component) -> bool:
    holders = {parent.cls} | parent.ancestors
    beings = {child.cls} | child.ancestors
    if holders & child.parents or beings & parent.children:
        return True
    return any(
        beings & holder.children for holder in (table().get(cls) for cls in holders) if holder
    )


def _full(name: str) -> str:
    return _SHORT[name[:2]] + name[2:] if name[:2] in _SHORT else name


def _component(lines: list[str], groups: Mapping[str, list[str]]) -> Component:
    cls, _, title = lines[0].partition(" | ")
    sets: dict[str, set[str]] = {">": set(), "<": set(), "=": set()}
    words: dict[str, Attribute] = {}
    attributes: dict[str, Attribute] = {}
    text = None
    written = read = True
    for line in _with_groups(lines[1:], groups):
        sign, _, rest = line.partition(" ")
        if sign == "--":
            written, read = False, rest == "read"
        elif sign in sets:
            sets[sign].update(_full(name) for name in rest.split(" "))
        elif sign == "+":
            word = _attribute(rest, written=True, read=True)
            words[word.name] = word
        elif sign == "text" and rest.startswith("piece "):
            text = _attribute(line, written=True, read=True)
        else:
            attribute = _attribute(line, written=written, read=read)
            attributes[attribute.name] = attribute
    options = {name: word for name, word in words.items() if name.startswith("option:")}
    return Component(
        cls,
        title,
        attributes,
        frozenset(sets[">"]),
        frozenset(sets["<"]),
        frozenset(sets["="]),
        {name: word for name, word in words.items() if name not in options},
        {name.removeprefix("option:"): word for name, word in options.items()},
        text,
    )


def _with_groups(lines: list[str], groups: Mapping[str, list[str]]) -> Iterator[str]:
    for line in lines:
        if line.startswith("  @"):
            yield from (row[2:] for row in groups[line[2:]])
        else:
            yield line[2:]


def _attribute(line: str, *, written: bool, read: bool) -> Attribute:
    row = tables.row(line)
    return Attribute(
        row.name, row.kind, row.choices, row.default, row.meaning, written=written, read=read
    )

"""The components a module is built of, declared in ``components.table``, and checks against it.

VASSAL ignores an attribute it does not know without a word, and a class it does not know with a
dialog; `problems` finds both, and children where VASSAL's editor would put none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from generator.errors import nearest

if TYPE_CHECKING:
    from lxml.etree import _Element

_SHORT = {"P:": "VASSAL.build.module.", "W:": "VASSAL.build.widget."}
_ESCAPES = re.compile(r"\\([ns\\])")
_LETTERS = {"n": "\n", "s": " ", "\\": "\\"}
_ROW = re.compile(r"(\S+) ([a-z]+)(?:\{([^}]*)\})? ?(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute of a component."""

    name: str
    kind: str
    """As in `generator.vassal.encodings`, or ``file`` or ``choice``."""
    choices: tuple[str, ...]
    """For ``choice``: what VASSAL's editor offers."""
    default: str


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
    words: frozenset[str]
    """Child elements that are no class, such as ``entry``."""
    has_text: bool
    """Whether its text is a piece definition."""


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
    """Every class VASSAL 3.7 can build, by full name."""
    text = Path(__file__).with_name("components.table").read_text(encoding="utf-8")
    found: dict[str, Component] = {}
    for block in text.split("\n\n"):
        lines = [line for line in block.split("\n") if line and not line.startswith("#")]
        if lines:
            component = _component(lines)
            found[component.cls] = component
    return found


def problems(root: _Element) -> Iterator[Problem]:
    """What in a component tree VASSAL 3.7 does not know: classes, attributes, children."""
    yield from _check(root, None, "")


def _check(element: _Element, parent: Component | None, above: str) -> Iterator[Problem]:
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
        if str(attribute) not in known.attributes and "*" not in known.attributes:
            hint = nearest(str(attribute), known.attributes)
            yield Problem(path, f"{known.title} has no attribute {attribute!r}{hint}")
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


def _component(lines: list[str]) -> Component:
    cls, _, title = lines[0].partition(" | ")
    attributes: dict[str, Attribute] = {}
    sets: dict[str, set[str]] = {">": set(), "<": set(), "=": set(), "+": set()}
    has_text = False
    for line in lines[1:]:
        row = line[2:]
        if row == "text":
            has_text = True
        elif row[0] in sets and row[1] == " ":
            sets[row[0]].update(_full(name) for name in row[2:].split(" "))
        else:
            match = _ROW.fullmatch(row)
            assert match is not None, row
            name, kind, choices, default = match.groups()
            offered = tuple(choices.split("|")) if choices else ()
            default = _ESCAPES.sub(lambda found: _LETTERS[found.group(1)], default)
            attributes[name] = Attribute(name, kind, offered, default)
    return Component(
        cls,
        title,
        attributes,
        frozenset(sets[">"]),
        frozenset(sets["<"]),
        frozenset(sets["="]),
        frozenset(sets["+"]),
        has_text,
    )

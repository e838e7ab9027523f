"""A component of a VASSAL build file, and the build file's text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from generator.light import dataclass

BUILD = "VASSAL.build."
MODULE = BUILD + "module."
WIDGET = BUILD + "widget."
MAP = MODULE + "map."
BOARD = MAP + "boardPicker.board."
PROPERTIES = MODULE + "properties."

_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_ATTRIBUTE = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\t": "&#9;"}
)


@dataclass(slots=True)
class Component:
    """One element of ``buildFile.xml``: a class of VASSAL's, its attributes, its children.

    ``tag`` is the class name (or ``option``, ``entry``, ``setup``, which are no classes);
    ``text`` is the element's content, which VASSAL allows only where there are no children.
    """

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    children: list[Component] = field(default_factory=list)
    text: str = ""

    def add(self, *children: Component) -> Component:
        """Append children and return self."""
        self.children.extend(children)
        return self

    def walk(self) -> Iterable[Component]:
        """This component and everything below it, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()


def component(tag: str, text: str = "", /, **attributes: str | int | float | bool) -> Component:
    """A component whose attributes are written as VASSAL writes them (``true``, ``3``).

    A trailing underscore is dropped from a name, so that Python's keywords can be attributes.
    """
    return Component(
        tag, {name.rstrip("_"): _written(value) for name, value in attributes.items()}, [], text
    )


def _written(value: str | int | float | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def build_file(root: Component) -> str:
    """The text of ``buildFile.xml``: attributes in alphabetical order, four spaces a level."""
    lines = ['<?xml version="1.0" encoding="UTF-8" standalone="no"?>']
    _write(root, "", lines)
    return "\n".join(lines) + "\n"


def _write(item: Component, indent: str, lines: list[str]) -> None:
    attributes = "".join(
        f' {name}="{value.translate(_IN_ATTRIBUTE)}"'
        for name, value in sorted(item.attributes.items())
    )
    if item.text:
        content = item.text.translate(_IN_TEXT)
        lines.append(f"{indent}<{item.tag}{attributes}>{content}</{item.tag}>")
    elif item.children:
        lines.append(f"{indent}<{item.tag}{attributes}>")
        for child in item.children:
            _write(child, indent + "    ", lines)
        lines.append(f"{indent}</{item.tag}>")
    else:
        lines.append(f"{indent}<{item.tag}{attributes}/>")

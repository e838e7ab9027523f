"""A buildFile's component tree to look at, read by the standard library alone.

For the tree that is changed and written back see `generator.vassal.documents`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast
from xml.etree import ElementTree
from xml.parsers import expat

from generator.errors import BroadsideError

MAX_DEPTH = 256
"""Deepest nesting that is read; VASSAL's own modules stay below twenty."""


class TreeError(BroadsideError):
    """Bytes that are no well-formed XML, or declare entities."""


class TreeElement(ElementTree.Element):
    """One element: ``tag`` is the class of the component it stands for."""

    parent: TreeElement | None = None

    if TYPE_CHECKING:

        def __iter__(self) -> Iterator[TreeElement]: ...
        def find(self, path: str, namespaces: Any = None) -> TreeElement | None: ...
        def findall(self, path: str, namespaces: Any = None) -> list[TreeElement]: ...  # type: ignore[override]
        def iterfind(self, path: str, namespaces: Any = None) -> Iterator[TreeElement]: ...  # type: ignore[override]

    def getparent(self) -> TreeElement | None:
        """The element it stands in; None for the root."""
        return self.parent

    def iter(self, *tags: str) -> Iterator[TreeElement]:  # type: ignore[override]
        """This element and all below it in the file's order; of these tags, if any."""
        found: Iterator[Any] = super().iter(tags[0] if len(tags) == 1 else None)
        return (one for one in found if one.tag in tags) if len(tags) > 1 else found


def component_tree(data: bytes) -> TreeElement:
    """The tree of a buildFile's bytes.

    Raises `TreeError` with line and column: not well-formed, nested too deeply, or with entities
    of its own, which could grow without end or name files of the reader's machine.
    """
    _hold_prolog(data)
    parser = ElementTree.XMLParser(target=ElementTree.TreeBuilder(element_factory=TreeElement))
    try:
        parser.feed(data)
        root = cast(TreeElement, parser.close())
    except ElementTree.ParseError as trouble:
        line, column = trouble.position
        says = str(trouble).partition(": line ")[0]
        raise TreeError(f"line {line}, column {column + 1}: {says}") from None
    _join(root)
    return root


def _hold_prolog(data: bytes) -> None:
    """Look at what stands before the root: the only place where entities can be declared."""
    parser = expat.ParserCreate()

    def entity(*_: object) -> None:
        raise TreeError(f"line {parser.CurrentLineNumber}: XML entities are refused")

    def root(*_: object) -> None:
        raise _RootReachedError

    parser.EntityDeclHandler = entity
    parser.StartElementHandler = root
    try:
        parser.Parse(data, True)
    except _RootReachedError:
        return
    except expat.ExpatError as trouble:
        says = expat.errors.messages[trouble.code]
        where = f"line {trouble.lineno}, column {trouble.offset + 1}"
        raise TreeError(f"{where}: {says}") from None
    except (ValueError, LookupError) as trouble:
        raise TreeError(f"line 1, column 1: {trouble}") from None


class _RootReachedError(Exception):
    """The prolog is over."""


def _join(root: TreeElement) -> None:
    """Tell each element its parent. Raises `TreeError` where they are nested too deeply."""
    level: list[TreeElement] = [root]
    for _ in range(MAX_DEPTH):
        below: list[TreeElement] = []
        for parent in level:
            for child in parent:
                child.parent = parent
            below += parent
        if not below:
            return
        level = below
    raise TreeError(f"line 1: components are nested more than {MAX_DEPTH} deep")

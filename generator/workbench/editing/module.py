"""A module to be changed: its pieces, prototypes, components and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from generator.errors import nearest
from generator.files import a_file
from generator.vassal import components, encodings
from generator.vassal.documents import Element
from generator.vassal.encodings import Part
from generator.workbench.editing.pieces import Piece, Prototype, trait_id
from generator.workbench.editing.saved import rewritten_saves
from generator.workbench.opened import (
    DEFINITIONS,
    Definition,
    OpenModule,
    WorkbenchError,
    name_of,
    path_of,
    title_of,
)
from generator.workbench.text.naming import short_name

_IMAGES = "images/"
_LEFT_OUT = ("gif", "png", "svg")
"""Endings of pictures that may be left out where one is named (``DataArchive``)."""
_LARGEST = 1 << 28
"""Bytes of a picture that is read."""

Rewriting = Callable[[Part], str]


class EditedModule:
    """A module or extension in the hand of a script."""

    def __init__(self, opened: OpenModule, folder: Path) -> None:
        self.opened = opened
        """Everything else of it: its tree and its members."""
        self.folder = folder
        """Where files that are named lie, unless by a whole path."""
        self.notes: list[str] = []
        """What the user should know of what was done."""

    @property
    def tree(self) -> Element:
        """The component that holds all others, for what is not offered here."""
        return self.opened.root

    def pieces(
        self,
        name: str = "*",
        *,
        trait: str | None = None,
        prototype: str | None = None,
        gpid: str | None = None,
        path: str = "*",
        where: Callable[[Piece], object] | None = None,
    ) -> list[Piece]:
        """The pieces and cards that fit all that is said; ``*`` stands for anything.

        ``prototype`` is one they use, ``path`` where they stand, ``where`` a test of one's own.
        """
        ident = trait_id(trait) if trait is not None else None
        return [
            piece
            for piece in self._pieces()
            if fnmatchcase(piece.name, name)
            and (gpid is None or piece.gpid == gpid)
            and (path == "*" or fnmatchcase(piece.path, path))
            and (ident is None or any(part.id == ident for part in piece.chain))
            and (prototype is None or piece.uses(prototype))
            and (where is None or where(piece))
        ]

    @property
    def prototypes(self) -> Prototypes:
        """The prototypes, by name."""
        return Prototypes(self)

    @property
    def images(self) -> Images:
        """The pictures, by name."""
        return Images(self)

    def components(
        self,
        kind: str = "*",
        name: str = "*",
        *,
        path: str = "*",
        where: Callable[[Component], object] | None = None,
    ) -> list[Component]:
        """The components of a kind: by VASSAL's name for it (``Dice Button``) or its class."""
        return [
            component
            for component in map(Component, self.tree.iter())
            if component.is_kind(kind)
            and fnmatchcase(component.name, name)
            and (path == "*" or fnmatchcase(component.path, path))
            and (where is None or where(component))
        ]

    def rewrite(self, change: Rewriting) -> None:
        """Change the smallest texts of all traits and attributes (see `Trait.rewritten`)."""
        for element in self.tree.iter():
            if element.tag in DEFINITIONS:
                piece = Piece(self, Definition(element))
                piece.rewrite(change)
            known = components.table().get(element.tag)
            if known is None:
                continue
            for name, value in dict(element.attributes).items():
                row = known.attributes.get(name) or known.attributes.get("*")
                if row is not None and value:
                    kind = row.kind
                    element.set(name, encodings.rewritten(kind, value, change, (name,)))

    def parts(self) -> Iterator[tuple[Element, Part]]:
        """Every smallest text of all traits and attributes, with the component it stands in."""
        for element in self.tree.iter():
            if element.tag in DEFINITIONS:
                for part in Definition(element).chain:
                    for text in part.parts():
                        yield element, text
            known = components.table().get(element.tag)
            for name, value in element.attributes.items():
                row = known.attributes.get(name) if known is not None else None
                if row is not None and value:
                    for text in encodings.parts(row.kind, value, (name,)):
                        yield element, text

    def file(self, path: str | Path) -> bytes:
        """The bytes of a file beside the script. Raises `WorkbenchError`."""
        found = self.folder / path
        try:
            if a_file(found).stat().st_size > _LARGEST:
                raise WorkbenchError(f"{found}: larger than {_LARGEST >> 20} MiB")
            return found.read_bytes()
        except OSError as trouble:
            raise WorkbenchError(f"{found}: cannot be read ({trouble.strerror})") from None

    def _pieces(self) -> Iterator[Piece]:
        for definition in self.opened.definitions():
            if not definition.is_prototype and definition.command is not None:
                yield Piece(self, definition)


class Prototypes:
    """The prototypes of a module, by name."""

    def __init__(self, module: EditedModule) -> None:
        self._module = module

    def __iter__(self) -> Iterator[Prototype]:
        for definition in self._module.opened.definitions():
            if definition.is_prototype:
                yield Prototype(self._module, definition)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        return any(one.name == name for one in self)

    def __getitem__(self, name: str) -> Prototype:
        """The prototype of that name. Raises `WorkbenchError` naming the nearest."""
        found = {one.name: one for one in self}
        if name not in found:
            raise WorkbenchError(f"no prototype {name!r}{nearest(name, found)}")
        return found[name]


class Component:
    """Any component: its attributes as they stand in the buildFile."""

    def __init__(self, element: Element) -> None:
        self.element = element

    def __repr__(self) -> str:
        return f"<Component {self.path}>"

    @property
    def name(self) -> str:
        """Its name, title or text; empty when it has none."""
        return name_of(self.element)

    @property
    def path(self) -> str:
        """Where it stands: ``Map [Main] / Zoom capability``."""
        return path_of(self.element)

    def is_kind(self, kind: str) -> bool:
        """Whether it is of a kind: ``Dice Button``, ``DiceButton``, or the whole class.

        A class's name is that of the class, though VASSAL's editor may call another one so
        (``Map`` is the name of a chart's map there).
        """
        tag = self.element.tag
        if kind in _class_names():
            return kind == short_name(tag)
        return any(
            fnmatchcase(word, kind) for word in (tag, short_name(tag), title_of(self.element))
        )

    def __getitem__(self, attribute: str) -> str:
        """An attribute's text. Raises `WorkbenchError` for one its class does not have."""
        self._check(attribute)
        return self.element.get(attribute)

    def __setitem__(self, attribute: str, value: Any) -> None:
        """Give an attribute a value: a text as it stands in the file, or one of its kind."""
        self._check(attribute)
        known = components.table().get(self.element.tag)
        row = known.attributes.get(attribute) if known is not None else None
        if isinstance(value, bool):
            value = "true" if value else "false"
        if not isinstance(value, str):
            value = encodings.write(row.kind, value) if row is not None else str(value)
        self.element.set(attribute, value)

    def remove(self) -> None:
        """Take it out, with all it holds. Raises `WorkbenchError` for the module itself."""
        if self.element.parent is None:
            raise WorkbenchError("the module itself cannot be removed")
        self.element.parent.remove(self.element)

    def _check(self, attribute: str) -> None:
        known = components.table().get(self.element.tag)
        if known is None or attribute in self.element.attributes or "*" in known.attributes:
            return
        if attribute not in known.attributes:
            raise WorkbenchError(
                f"{self.path}: a {known.title} has no attribute {attribute!r}"
                f"{nearest(attribute, known.attributes)}"
            )


@cache
def _class_names() -> frozenset[str]:
    return frozenset(map(short_name, components.table()))


class Images:
    """The pictures of a module, by the names its components use."""

    def __init__(self, module: EditedModule) -> None:
        self._module = module
        self._members = module.opened.members

    def __iter__(self) -> Iterator[str]:
        return (name.removeprefix(_IMAGES) for name in self._members if name.startswith(_IMAGES))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        return f"{_IMAGES}{name}" in self._members

    def __getitem__(self, name: str) -> bytes:
        """A picture's bytes. Raises `WorkbenchError` naming the nearest."""
        self._need(name)
        return self._members[_IMAGES + name]

    def replace(self, name: str, by: str | Path | bytes) -> None:
        """Put another picture in the place of one: a file's, or these bytes."""
        self._need(name)
        self._members[_IMAGES + name] = by if isinstance(by, bytes) else self._module.file(by)

    def add(self, name: str, picture: str | Path | bytes) -> None:
        """Add a picture. Raises `WorkbenchError` when one has that name."""
        self._refuse(name)
        data = picture if isinstance(picture, bytes) else self._module.file(picture)
        self._members[_IMAGES + name] = data

    def remove(self, name: str) -> None:
        """Take a picture out, whoever may still use it."""
        self._need(name)
        del self._members[_IMAGES + name]

    def rename(self, name: str, to: str) -> None:
        """Give a picture another name, in every trait and component that shows it.

        Saved games in the module follow. Where a text of another kind (HTML, an expression)
        holds the name, it stays, and a note says so.
        """
        self._need(name)
        self._refuse(to)

        called = {name}
        stem, _, ending = name.rpartition(".")
        if ending in _LEFT_OUT and stem not in self:
            called.add(stem)

        def renamed(part: Part) -> str:
            return to if part.thing == "image" and part.text in called else part.text

        self._module.rewrite(renamed)
        # The member keeps its place in the archive.
        renewed = {
            (_IMAGES + to if member == _IMAGES + name else member): data
            for member, data in self._members.items()
        }
        self._members.clear()
        self._members.update(rewritten_saves(renewed, renamed))
        for element, part in self._module.parts():
            if name in part.text and part.thing != "image":
                self._module.notes.append(
                    f"{path_of(element)}: a text still says {name!r}: {part.text[:80]}"
                )

    def _need(self, name: str) -> None:
        if name not in self:
            raise WorkbenchError(f"no picture {name!r} in the module{nearest(name, self)}")

    def _refuse(self, name: str) -> None:
        if name in self:
            raise WorkbenchError(f"a picture {name!r} is in the module already")
        parts = name.replace("\\", "/").split("/")
        if not name or ".." in parts or name.startswith("/") or name[1:2] == ":":
            raise WorkbenchError(f"{name!r} cannot be the name of a picture")

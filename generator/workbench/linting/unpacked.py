"""A module that lies unpacked in a folder: packed in memory, its places told in its text files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from generator.vassal import documents
from generator.vassal.documents import Element
from generator.workbench.linting.findings import Place, Spot
from generator.workbench.opened import Definition, OpenModule, WorkbenchError
from generator.workbench.text import archive_text, layout, module_text, pieces
from generator.workbench.text.archive_text import Texts
from generator.workbench.text.folder import Folder
from generator.workbench.text.reading import Fields, Items


class Unpacked:
    """The module of a folder, and where in the folder each component stands.

    Raises `PackError` for texts that make no module, or another `BroadsideError`.
    """

    def __init__(self, folder: Path) -> None:
        texts = Texts(Folder(folder), layout.FOLDERS)
        said = archive_text.read_archive(texts)
        placed: list[tuple[str, Fields]] = []
        made, listed = module_text.read_texts(texts, said, placed)
        build_file = next((name for name in made if name.startswith("buildFile")), None)
        if build_file is None:
            raise WorkbenchError(
                f"{folder}: holds no module or extension, and only these are linted"
            )
        members = {
            member.name: texts.folder.read(member.file) if member.file else made[member.name]
            for member in listed
            if member.file or member.name in made
        }
        document = documents.parse(made[build_file], f"{folder}: {build_file}")
        self.module = OpenModule(folder, document, build_file, members)
        self._files = {member.name: member.file for member in listed if member.file}
        elements = list(document.root.iter())
        self._placed: dict[Element, tuple[str, Fields]] = (
            dict(zip(elements, placed, strict=True)) if len(elements) == len(placed) else {}
        )

    def tell(self, spot: Spot | Place) -> Place:
        """A place in the folder's files."""
        if isinstance(spot, Place):
            return self._tell_member(spot)
        told = spot.place(self.module.build_file)
        found = self._placed.get(spot.element)
        if found is None:
            return told
        file, node = found
        line = self._line_of_trait(spot, node) if spot.at >= 0 else node.lines.get(spot.field)
        path = (self.module.path / file).as_posix()
        return replace(told, member=path, line=line or node.line, is_file=True)

    def _tell_member(self, place: Place) -> Place:
        file = self._files.get(place.member)
        if file is None:
            return place
        return replace(place, member=(self.module.path / file).as_posix(), is_file=True)

    def _line_of_trait(self, spot: Spot, node: Fields) -> int | None:
        listed = node.values.get(pieces.TRAITS)
        if not isinstance(listed, Items):
            return None
        # The text lists the innermost first, and leaves out a prototype's Basic Piece.
        size = len(Definition(spot.element).chain)
        at = size - 1 - spot.at - (size - len(listed.items))
        if not 0 <= at < len(listed.items):
            return None
        item = listed.items[at]
        inner = item.lines.get(spot.field) if isinstance(item, Fields) else None
        return inner or item.line

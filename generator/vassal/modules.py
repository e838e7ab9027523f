"""Modules (``.vmod``) and extensions (``.vmdx``) as VASSAL reads them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from generator.errors import BroadsideError
from generator.light import dataclass
from generator.vassal import file_kinds, metadata
from generator.vassal.archive import LIMITS, Archive, Limits
from generator.vassal.metadata import Metadata

if TYPE_CHECKING:
    from generator.vassal.component_trees import TreeElement

BUILD_FILES = ("buildFile.xml", "buildFile")
MAP = "VASSAL.build.module.Map"
PRIVATE_MAP = "VASSAL.build.module.PrivateMap"
EXTENSION = "VASSAL.build.module.ModuleExtension"
PLAYER_HAND = "VASSAL.build.module.PlayerHand"
_MAPS = (MAP, PRIVATE_MAP, PLAYER_HAND)


class ModuleError(BroadsideError):
    """A file that is no module, or whose buildFile cannot be read."""


@dataclass(frozen=True, slots=True)
class Module:
    """A module's component tree and where it came from."""

    root: TreeElement
    """The ``VASSAL.build.GameModule`` element (or ``BasicModule``, or an extension's root)."""
    metadata: Metadata
    """Empty when the archive has none."""
    build_file: str
    """Name of the member the tree was read from."""
    path: Path | None = None

    @property
    def name(self) -> str:
        """The game's name."""
        return str(self.root.get("name", ""))

    @property
    def version(self) -> str:
        """The module's own version."""
        return str(self.root.get("version", ""))

    def maps(self) -> Iterator[TreeElement]:
        """Every map, private map and player hand, folders looked into."""
        return self.root.iter(*_MAPS)

    def sides(self) -> tuple[str, ...]:
        """The sides a player may take, in the module's order."""
        return tuple(
            (entry.text or "").strip()
            for roster in self.root.iter("VASSAL.build.module.PlayerRoster")
            for entry in roster
            if (entry.text or "").strip()
        )

    def private_maps(self) -> dict[str, tuple[str, ...]]:
        """For each map not open to all: the sides that may see it.

        A private map marked visible to all is none of them, nor is one without owners.
        """
        found: dict[str, tuple[str, ...]] = {}
        for element in self.root.iter(PRIVATE_MAP, PLAYER_HAND):
            sides = tuple(part for part in (element.get("side") or "").split(",") if part)
            if element.get("visible") != "true":
                found[map_name(element)] = sides
        return found


def map_name(element: TreeElement) -> str:
    """What commands call a map (``Map.getIdentifier``): its name, else its id."""
    return str(element.get("mapName") or element.get("id") or "")


def read(path: Path, limits: Limits = LIMITS) -> Module:
    """A module or extension.

    Raises `ModuleError`, `ArchiveError` or `MetadataError`, each naming the file.
    """
    with Archive(path, limits, wanted=file_kinds.MODULE) as archive:
        build_file = next((name for name in BUILD_FILES if name in archive), None)
        if build_file is None:
            raise ModuleError(f"{path}: {file_kinds.held(archive)}, not {file_kinds.MODULE}")
        data = archive.read(build_file)
        found = Metadata()
        for member in ("moduledata", "extensiondata"):
            if member in archive:
                found = metadata.read(archive.read(member), f"{path}: {member}")
    return Module(parse(data, f"{path}: {build_file}"), found, build_file, path)


def parse(data: bytes, where: str) -> TreeElement:
    """The component tree of a buildFile's bytes.

    Entities and anything outside the file are refused. Raises `ModuleError` with line and
    column.
    """
    from generator.vassal.component_trees import TreeError, component_tree

    try:
        return component_tree(data)
    except TreeError as trouble:
        raise ModuleError(f"{where}: {trouble}") from None

"""A module or extension opened for work: its component tree, its pieces, its other members."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from dataclasses import field, replace
from pathlib import Path

from generator.files import replace_file
from generator.light import dataclass
from generator.vassal import archive, commands, components, documents, file_kinds, patching, traits
from generator.vassal.archive import LIMITS, Archive, Limits, MembersOnDemand
from generator.vassal.commands import AddPiece
from generator.vassal.documents import Document, Element
from generator.vassal.modules import BUILD_FILES
from generator.vassal.modules import EXTENSION as EXTENSION
from generator.vassal.prototypes import Prototypes
from generator.vassal.traits import Trait
from generator.workbench.trouble import WorkbenchError as WorkbenchError

ROOTS = ("VASSAL.build.GameModule", "VASSAL.launch.BasicModule", EXTENSION)
PIECE_SLOT = "VASSAL.build.widget.PieceSlot"
CARD_SLOT = "VASSAL.build.widget.CardSlot"
PROTOTYPE = "VASSAL.build.module.PrototypeDefinition"
DEFINITIONS = (PIECE_SLOT, CARD_SLOT, PROTOTYPE)
"""The components whose text is a piece definition."""
_NAMES = ("mapName", "entryName", "name", "title", "chartName", "text", "description", "fileName")


@dataclass(slots=True)
class OpenModule:
    """A module or extension with its members. Change it, then `write` it."""

    path: Path
    document: Document
    build_file: str
    """Name of the member the tree was read from."""
    members: MutableMapping[str, bytes] = field(repr=False)
    """Every member in the archive's order; the buildFile's entry is the one that was read."""

    @property
    def root(self) -> Element:
        """The component that holds all others."""
        return self.document.root

    @property
    def is_extension(self) -> bool:
        """Whether it adds to a module instead of being one."""
        return self.root.tag == EXTENSION

    @property
    def name(self) -> str:
        """What the file says the game is called; its stem when it says nothing."""
        return self.root.get("name") or self.root.get("module") or self.path.stem

    def definitions(self) -> Iterator[Definition]:
        """Every piece, card and prototype, in document order."""
        for element in self.root.iter(*DEFINITIONS):
            yield Definition(element)

    def prototypes(self) -> Prototypes:
        """What its pieces may be made with; of two with one name VASSAL takes the last."""
        return Prototypes({o.name: o.element.text for o in self.definitions() if o.is_prototype})

    def to_members(self) -> dict[str, bytes]:
        """The members with the tree as it is now."""
        return {**self.members, self.build_file: self.document.to_bytes()}

    def write(self, out: Path) -> None:
        """Write the archive, whole or not at all; what did not change in the one it was read from
        stays as it was packed. Raises `FileError`."""
        if zipfile.is_zipfile(self.path):
            replace_file(out, rewritten(self.path, self.to_members()))
        else:
            archive.write(out, self.to_members())


@dataclass(slots=True, eq=False)
class Definition:
    """A piece, card or prototype as a component holds it (``+/null/TYPE/STATE``)."""

    element: Element

    @property
    def command(self) -> AddPiece | None:
        """The text as a command; ``None`` where it is none (an empty slot)."""
        found = commands.decode(self.element.text)
        return found if isinstance(found, AddPiece) else None

    @property
    def chain(self) -> tuple[Trait, ...]:
        """The traits, outermost first; none for an empty slot. A prototype's last is a
        BasicPiece without meaning."""
        command = self.command
        return traits.read_piece(command.type, command.state) if command is not None else ()

    @property
    def name(self) -> str:
        """The entry's name in the palette, or the prototype's."""
        return self.element.get("entryName") or self.element.get("name")

    @property
    def is_prototype(self) -> bool:
        """Whether other pieces use it by name."""
        return self.element.tag == PROTOTYPE

    def set_chain(self, chain: tuple[Trait, ...]) -> None:
        """Replace the traits. Raises `DocumentError` for characters that XML cannot hold."""
        before = self.command
        made = AddPiece(
            before.id if before is not None else None,
            traits.piece_type(chain),
            traits.piece_state(chain),
        )
        self.element.set_text(commands.encode(made))


def open_module(path: Path, limits: Limits = LIMITS, wanted: str = file_kinds.MODULE) -> OpenModule:
    """A module or extension for work.

    ``wanted`` is what the caller takes, in words. Raises `WorkbenchError` when it is neither,
    `ArchiveError` or `DocumentError`, naming the file.
    """
    with looked_into(path, limits, wanted) as module:
        return replace(module, members=dict(module.members))


@contextmanager
def looked_into(
    path: Path, limits: Limits = LIMITS, wanted: str = file_kinds.MODULE
) -> Iterator[OpenModule]:
    """As `open_module`, but a member is unpacked each time it is asked for, while the file is
    open: for work that looks at most of a large module once.
    """
    with Archive(path, limits, wanted=wanted) as opened:
        build_file = next((name for name in BUILD_FILES if name in opened), None)
        if build_file is None:
            raise WorkbenchError(f"{path}: {file_kinds.held(opened)}, not {wanted}")
        data = opened.read(build_file)
        document = documents.parse(data, f"{path}: {build_file}")
        yield OpenModule(path, document, build_file, MembersOnDemand(opened))


def rewritten(path: Path, members: Mapping[str, bytes]) -> Iterator[bytes]:
    """The bytes of an archive that is to hold these members now: entries of folders, dates and
    the packing of what did not change stay. Raises `ArchiveError`."""
    changes: dict[str, bytes | None] = dict(members)
    with Archive(path) as before:
        for name in before:
            if name not in members:
                changes[name] = None
            elif before.read(name) == members[name]:
                del changes[name]
    return patching.changed(path, changes)


def name_of(element: Element) -> str:
    """What builders call a component: its name, its title, its text; empty when it has none."""
    given = element.attributes
    return next((given[key] for key in _NAMES if given.get(key)), "")


def title_of(element: Element) -> str:
    """The component's kind as VASSAL's editor calls it, or its short class name."""
    known = components.table().get(element.tag)
    return known.title if known is not None else element.tag.rpartition(".")[2]


def path_of(element: Element) -> str:
    """Where a component stands: ``Map [Main Map] / Prototypes / ...``, the root left out."""
    parts: list[str] = []
    here: Element | None = element
    while here is not None and (here.parent is not None or not parts):
        name = name_of(here)
        parts.append(f"{title_of(here)} [{name}]" if name else title_of(here))
        here = here.parent
    return " / ".join(reversed(parts))

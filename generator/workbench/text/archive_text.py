"""``archive.yaml``: what is in an archive besides components or commands, and in which order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Final

from generator.definition.troubles import Trouble
from generator.errors import BroadsideError, nearest
from generator.light import dataclass
from generator.vassal.archive import Archive, Entry
from generator.workbench.opened import WorkbenchError
from generator.workbench.text import members, metadata_text, reading, writing
from generator.workbench.text.folder import ARCHIVE, Drawer, Folder
from generator.workbench.text.key_numbers import KeyNumbers
from generator.workbench.text.members import Member, Shelf
from generator.workbench.text.pieces import TRAITS
from generator.workbench.text.reading import Fields, Known, Node, NotText, Text
from generator.workbench.text.spelling import Source
from generator.workbench.text.writing import Value

VERSION: Final = "1"
"""Of the text format. It changes when the same text would make another file."""
FORMAT: Final = "broadside"
KIND: Final = "kind"
MEMBERS: Final = "members"
_HEADER = """\
# Unpacked by 'broadside unpack'; 'broadside pack' makes the {kind} of it again. Here stands what is
# in the archive besides what begins in {root}.
"""


class PackError(BroadsideError):
    """Text that makes no file: every trouble found, a line each."""

    SHOWN = 50

    def __init__(self, troubles: list[Trouble]) -> None:
        self.troubles = tuple(dict.fromkeys(sorted(troubles)))
        lines = [str(trouble) for trouble in self.troubles[: self.SHOWN]]
        if len(self.troubles) > self.SHOWN:
            lines.append(f"and {len(self.troubles) - self.SHOWN} more")
        super().__init__("\n".join(lines))


# --- Writing ----------------------------------------------------------------------------------


def shelve(
    archive: Archive, made_of_text: Entry | None, said: dict[str, Value]
) -> dict[str, Entry]:
    """Find a file for every member but the one that becomes text, and list them all in order.

    Gives the entry of the archive for each file; what is listed is added to ``said``.
    """
    shelf = Shelf()
    last = {entry.name: entry for entry in archive.entries}
    listed: list[Member] = []
    files: dict[str, Entry] = {}
    for entry in archive.entries:
        counts = last[entry.name] is entry
        if entry is made_of_text or (entry.is_folder and not entry.size):
            listed.append(Member(entry.name))
            continue
        if counts and entry.name in metadata_text.MEMBERS:
            texts = metadata_text.spell(archive.read(entry.name))
            if texts is not None:
                said[entry.name] = texts
                listed.append(Member(entry.name))
                continue
        member = shelf.place(entry.name)
        files[member.file] = entry
        listed.append(member)
    said[MEMBERS] = members.spell(listed)
    return files


def text_of(kind: str, root: str, said: dict[str, Value]) -> bytes:
    """The file itself."""
    header = _HEADER.format(kind=kind, root=root)
    lines = writing.lines_of({FORMAT: VERSION, KIND: kind, **said})
    return (header + "\n".join(lines) + "\n").encode()


def first_difference(made: bytes, wanted: bytes) -> int:
    """Where two texts begin to differ."""
    pairs = enumerate(zip(made, wanted, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(made), len(wanted)))


# --- Reading ----------------------------------------------------------------------------------


@dataclass(slots=True)
class Texts:
    """The text files of a folder as they are read, with all that is wrong in them."""

    folder: Folder | Drawer
    folders: tuple[str, ...]
    """Where the files that others refer to may lie."""
    troubles: list[Trouble] = field(default_factory=list)
    read: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Each file that was read, and where it was asked for."""
    numbers: KeyNumbers = field(default_factory=KeyNumbers)
    _known: Known = field(default_factory=dict)

    def source(self, name: str) -> Source:
        """Where the mistakes of a file go."""
        return Source(name, self.troubles, self.numbers.of(name), self._known)

    def node(self, name: str) -> Node | None:
        """What a file holds; None, noted, when it cannot be read.

        Raises `WorkbenchError` for a path that is none of the folder's.
        """
        data = b""
        try:
            data = self.folder.read(name)
            return reading.read(data.decode("utf-8-sig"), name, TRAITS, self._known)
        except UnicodeDecodeError as trouble:
            line = data.count(b"\n", 0, trouble.start) + 1
            self.troubles.append(Trouble(name, line, 1, "not UTF-8 text; save the file as UTF-8"))
        except NotText as trouble:
            self.troubles.append(trouble.trouble)
        except OSError as trouble:
            self.troubles.append(Trouble(name, 0, 0, f"cannot be read ({trouble.strerror})"))
        return None

    def opened(self, name: str, source: Source, asked: Node) -> Iterator[tuple[Node, Source]]:
        """What stands in a file that another refers to, with its source; nothing, noted, where
        that cannot be."""
        if name in self.read:
            file, line = self.read[name]
            source.wrong(asked, f"{name!r} stands here already ({file}, line {line})")
            return
        self.read[name] = (source.file, asked.line)
        try:
            is_there = self.folder.has(name)
        except WorkbenchError as trouble:
            source.wrong(asked, str(trouble))
            return
        if not is_there:
            there = list(self.folder.files(*self.folders))
            source.wrong(asked, f"there is no file {name!r}{nearest(name, there)}")
            return
        node = self.node(name)
        if node is not None:
            yield node, self.source(name)

    def refuse_unused(self) -> None:
        """Note the text files that no other file holds: they were to be part of it."""
        for file in self.folder.files(*self.folders):
            if file.endswith((".yaml", ".yml")) and file not in self.read:
                words = f"no other file holds it: add '- in: {file}' where it goes"
                self.troubles.append(Trouble(file, 0, 0, words))


def read_archive(texts: Texts) -> Fields:
    """What the archive's own file says. Raises `WorkbenchError` for a folder that is none of ours,
    `PackError` when it cannot be read.
    """
    path = texts.folder.path
    if not path.is_dir():
        raise WorkbenchError(f"{path}: {'is no' if path.exists() else 'no such'} folder")
    if not texts.folder.has(ARCHIVE):
        raise WorkbenchError(
            f"{path}: a folder without {ARCHIVE}; name a file, or a folder that 'broadside unpack' "
            "made"
        )
    node = texts.node(ARCHIVE)
    if node is None:
        raise PackError(texts.troubles)
    source = texts.source(ARCHIVE)
    if not isinstance(node, Fields):
        source.wrong(node, "a mapping is wanted here")
        raise PackError(texts.troubles)
    version = source.text(node.values.get(FORMAT), FORMAT)
    if version != VERSION:
        place = node.values.get(FORMAT, node)
        source.wrong(place, f"text format {version!r} is not known here; {VERSION!r} is")
        raise PackError(texts.troubles)
    return node


def made_metadata(said: Fields, source: Source) -> dict[str, bytes]:
    """The small members that stand in the archive's own file."""
    return {
        name: metadata_text.read(said.values[name], source)
        for name in metadata_text.MEMBERS
        if name in said.values
    }


def listed_members(
    texts: Texts, said: Fields, source: Source, made: set[str], spare: str = ""
) -> list[Member]:
    """All members in their order; files that are not listed come last.

    ``made``: the members that are made of text; ``spare``: a file that is none.
    """
    listed = members.read(said.values.get(MEMBERS), frozenset(made), source)
    known = {member.name for member in listed}
    listed = [Member(name) for name in sorted(made - known)] + listed
    for member in listed:
        if member.file and not _is_there(texts, member.file):
            place = Text(member.line, 3, member.name, True)
            words = "bring it back, or take this line out too"
            source.wrong(place, f"the file {member.file!r} is not there; {words}")
    taken = {spare, *(member.file for member in listed if member.file)}
    return listed + [
        Member(members.usual_member(file), file)
        for file in texts.folder.files(*members.FOLDERS)
        if file not in taken
    ]


def _is_there(texts: Texts, file: str) -> bool:
    try:
        return texts.folder.has(file)
    except WorkbenchError:
        return False

"""What a comparison or merge may be given: a module, an extension, a folder that one was unpacked
into, or a bare buildFile.

Many builders keep a module in git as the files of its archive: then the buildFile is what changes.
Files are told by what they begin with, never by their names: git hands over nameless copies.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from generator.files import a_file
from generator.vassal import archive, documents, file_kinds, images, saves
from generator.vassal.archive import Archive
from generator.vassal.documents import Document, Element
from generator.vassal.modules import BUILD_FILES
from generator.workbench import opened
from generator.workbench.opened import ROOTS, OpenModule, WorkbenchError, open_module

DATA = ("moduledata", "extensiondata")
"""Members that say what the launcher shows."""
_MARKUP = (b"<", b"\xef\xbb\xbf<", b"\xff\xfe<", b"\xfe\xff\0<")


def open_source(path: Path, wanted: str = file_kinds.MODULE) -> OpenModule:
    """A module, an extension, a folder of ``broadside unpack``, or a buildFile by itself (then its
    only member).

    ``wanted`` is what the caller takes, in words. Raises `WorkbenchError` for anything else,
    `ArchiveError`, `DocumentError` or, for the texts of a folder, `PackError`.
    """
    if path.is_dir():
        from generator.workbench.linting.unpacked import Unpacked

        return Unpacked(path).module
    if is_build_file(path):
        document = documents.parse(path.read_bytes(), str(path))
        if document.root.tag not in ROOTS:
            raise WorkbenchError(
                f"{path}: no buildFile: it begins with {document.root.tag!r},"
                f" not with one of {', '.join(ROOTS)}"
            )
        name = path.name if path.name in BUILD_FILES else BUILD_FILES[0]
        return OpenModule(path, document, name, {name: document.to_bytes()})
    return open_module(path, wanted=wanted)


@contextmanager
def looked_into(path: Path) -> Iterator[OpenModule]:
    """As `open_source`; the members of an archive are unpacked only when asked for."""
    if path.is_dir() or is_build_file(path):
        yield open_source(path)
    else:
        with opened.looked_into(path) as module:
            yield module


def nothing_like(module: OpenModule) -> OpenModule:
    """A module or extension with nothing in it: what there was before this one."""
    root = Element(f"<{module.root.tag}/>")
    return OpenModule(module.path, Document(root), module.build_file, {module.build_file: b""})


def text_of(path: Path) -> Iterator[str]:
    """A module, extension or buildFile as lines of text, and a line for each other member.

    Raises as `open_source`.
    """
    from generator.workbench.text.module_text import write_texts

    module = open_source(path)
    written = {module.build_file, *DATA}
    members = {name: data for name, data in module.members.items() if name in written}
    with Archive(archive.pack(members), name=str(path)) as packed:
        _, texts, _ = write_texts(packed, str(path))
    for name in sorted(texts):
        yield f"=== {name}"
        yield from texts[name].decode("utf-8").splitlines()
    yield "=== members"
    for name, data in sorted(module.members.items()):
        if name not in written:
            yield f"{name}  {picture_size(data)}  sha256 {hashlib.sha256(data).hexdigest()}"


def is_build_file(path: Path) -> bool:
    """Whether a file is XML and no archive."""
    return not path.is_dir() and _head(path).lstrip(b" \t\r\n").startswith(_MARKUP)


def is_save(path: Path) -> bool:
    """Whether a file is a saved game or log, as VASSAL tells it: by its member, or its head.

    Raises `ArchiveError` when it is a damaged archive.
    """
    if path.is_dir():
        return False
    if _head(path).startswith(saves.HEADS):
        return True
    if not zipfile.is_zipfile(path):
        return False
    with Archive(path) as held:
        return saves.MEMBER in held


def _head(path: Path) -> bytes:
    try:
        with a_file(path).open("rb") as stream:
            return stream.read(16)
    except FileNotFoundError:
        raise WorkbenchError(f"{path}: no such file") from None
    except OSError as trouble:
        raise WorkbenchError(f"{path}: cannot be read ({trouble.strerror})") from None


def picture_size(data: bytes | None) -> str:
    """``75x75, 2,100 bytes``; empty where there is nothing."""
    if data is None:
        return ""
    size = images.size(data)
    told = f"{len(data):,} bytes"
    return f"{size[0]}x{size[1]}, {told}" if size is not None else told

"""``broadside pack``: the file of VASSAL that a folder of text says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from generator.vassal import archive
from generator.workbench.text import archive_text, module_text
from generator.workbench.text.archive_text import Texts
from generator.workbench.text.folder import Folder
from generator.workbench.text.members import Member


def pack(folder: Path, out: Path) -> int:
    """Pack a folder that `unpacking.unpack` made; the number of members.

    The file is written whole or not at all, the same bytes for the same folder. Raises
    `archive_text.PackError` with all that is wrong in the texts, or another `BroadsideError`.
    """
    texts = Texts(Folder(folder))
    said = archive_text.read_archive(texts)
    made, listed = module_text.read_texts(texts, said)
    archive.write(out, _pairs(texts, made, listed))
    return len(listed)


def _pairs(
    texts: Texts, made: Mapping[str, bytes], listed: Sequence[Member]
) -> Iterator[tuple[str, bytes]]:
    for member in listed:
        data = texts.folder.read(member.file) if member.file else made.get(member.name, b"")
        yield member.name, data

"""Saves and logs: their commands as text files, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from generator.vassal import obfuscation
from generator.vassal.archive import Archive, Entry, Limits
from generator.vassal.obfuscation import ObfuscationError, Veil
from generator.vassal.saves import MEMBER, Save, reveiled
from generator.vassal.trees import NestingError
from generator.workbench.opened import WorkbenchError
from generator.workbench.text import archive_text, metadata_text, save_reading, veil_text
from generator.workbench.text.archive_text import FORMAT, KIND, MEMBERS, PackError, Texts
from generator.workbench.text.folder import ARCHIVE, Folder
from generator.workbench.text.members import Member
from generator.workbench.text.reading import Fields, Node
from generator.workbench.text.save_writing import FOLDERS, GAME, write_texts
from generator.workbench.text.spelling import Source, refuse_others
from generator.workbench.text.veil_text import VEIL
from generator.workbench.text.writing import Value

BARE: Final = "bare"
"""Marks a saved game that is in no zip."""
KEPT: Final = "kept"
"""Names the file of a saved game that was packed in a way that cannot be repeated."""
_KEPT_FILE = "files/savedGame as it was"
_CHUNK = 1 << 20
_CHECKED = 32 << 20
"""Texts of so many bytes are read again, to see that they come back as they were."""


def write_game(
    archive: Archive | None, path: Path, limits: Limits, folder: Folder
) -> tuple[str, dict[str, Entry]]:
    """Write the text files of a save or log; what it is, and the entry for each other file.

    Raises `BroadsideError` naming the file.
    """

    def put(name: str, data: bytes) -> None:
        folder.put(name, data)

    said: dict[str, Value] = {}
    files: dict[str, Entry] = {}
    if archive is None:
        text, veil = _unveiled(_pieces(path), path, limits)
        if not veil.exact:
            raise WorkbenchError(f"{path}: a packed saved game in no zip cannot be written again")
        said = {VEIL: veil_text.spell(veil), BARE: "true"}
    else:
        # VASSAL reads the first of several members of that name.
        entry = min(
            (one for one in archive.entries if one.name == MEMBER), key=lambda one: one.offset
        )
        text, veil = _unveiled(archive.pieces_of(entry), path, limits)
        said = {VEIL: veil_text.spell(veil)}
        files = archive_text.shelve(archive, entry, said)
        if not veil.exact:
            files[_KEPT_FILE] = entry
            said[KEPT] = _KEPT_FILE
    try:
        kind = write_texts(text, put)
    except NestingError as trouble:
        raise NestingError(f"{path}: {trouble}") from None
    if len(text) <= _CHECKED:
        _check_way_back(path, text, folder)
    put(ARCHIVE, archive_text.text_of(kind, GAME, said))
    return kind, files


def read_game(
    texts: Texts, said: Fields, header: str | None
) -> tuple[dict[str, Iterable[bytes]], list[Member]] | Iterator[bytes]:
    """The members made of text, and all members in order; for a file in no zip, its bytes.

    ``header`` hides the text in another way than before. The saved game is made while it is
    asked for; when that has come to its end, `PackError` is raised with all that is wrong.
    """
    source = texts.source(ARCHIVE)
    known = (FORMAT, KIND, VEIL, BARE, KEPT, MEMBERS, *metadata_text.MEMBERS)
    refuse_others(said, known, source)
    how = veil_text.read(said.values.get(VEIL), source)
    kept = source.text(said.values.get(KEPT), KEPT)
    if header is not None:
        how, kept = reveiled(Save(b"", how), header).veil, ""
    game = _game(texts, source, said, how, kept)
    if source.text(said.values.get(BARE), BARE) == "true":
        return game
    metadata = archive_text.made_metadata(said, source)
    listed = archive_text.listed_members(texts, said, source, {MEMBER, *metadata}, kept)
    made: dict[str, Iterable[bytes]] = {name: (data,) for name, data in metadata.items()}
    return {**made, MEMBER: game}, listed


def _game(texts: Texts, source: Source, asked: Node, how: Veil, kept: str) -> Iterator[bytes]:
    text = save_reading.read_texts(texts, source, asked)
    if kept and texts.folder.has(kept):
        whole = b"".join(text)
        before = texts.folder.read(kept)
        same = obfuscation.unveil(before)[0] == whole
        yield before if same else obfuscation.veil(whole, how)
    else:
        yield from obfuscation.veiled(_gathered(text), how)
    texts.refuse_unused()
    if texts.troubles:
        raise PackError(texts.troubles)


def _check_way_back(path: Path, text: bytes, folder: Folder) -> None:
    """Raises `WorkbenchError` where the texts would not give the saved game back: our defect."""
    texts = Texts(folder, FOLDERS)
    made = b"".join(save_reading.read_texts(texts, texts.source(ARCHIVE), Node()))
    if texts.troubles:
        raise WorkbenchError(f"{path}: its text would not be read again: {texts.troubles[0]}")
    if made != text:
        number = text.count(b"\x1b", 0, archive_text.first_difference(made, text)) + 1
        raise WorkbenchError(f"{path}: command {number:,} would not come back as it is")


def _gathered(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Pieces put together to some of a size that is handled quickly."""
    waiting: list[bytes] = []
    size = 0
    for piece in pieces:
        waiting.append(piece)
        size += len(piece)
        if size > _CHUNK:
            yield b"".join(waiting)
            waiting, size = [], 0
    yield b"".join(waiting)


def _unveiled(pieces: Iterable[bytes], path: Path, limits: Limits) -> tuple[bytes, Veil]:
    try:
        return obfuscation.unveil(pieces, limit=limits.unpacked)
    except ObfuscationError as trouble:
        raise ObfuscationError(f"{path}: {trouble}") from None


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(_CHUNK):
            yield piece

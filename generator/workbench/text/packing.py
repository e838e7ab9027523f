"""``broadside pack``: the file of VASSAL that a folder of text says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from generator.errors import nearest
from generator.files import replace_file
from generator.vassal import archive
from generator.workbench.opened import WorkbenchError
from generator.workbench.text import archive_text, game_text, layout, module_text, save_writing
from generator.workbench.text.archive_text import KIND, PackError, Texts
from generator.workbench.text.folder import ARCHIVE, Folder
from generator.workbench.text.members import Member
from generator.workbench.text.reading import Fields

ENDINGS = {
    "module": (".vmod",),
    "extension": (".vmdx",),
    "save": (".vsav", ".vlog"),
    "log": (".vlog", ".vsav"),
}
"""How files of each kind are called."""


def kind_of(folder: Path) -> str:
    """What a folder was unpacked from. Raises `WorkbenchError` or `archive_text.PackError`."""
    texts = Texts(Folder(folder), ())
    return _kind(texts, archive_text.read_archive(texts))


def pack(folder: Path, out: Path, *, header: str | None = None) -> None:
    """Pack a folder that `unpacking.unpack` made.

    The file is written whole or not at all, the same bytes for the same folder. ``header`` hides
    the text of a save or log in another way: see `generator.vassal.saves.reveiled`. Raises
    `archive_text.PackError` with all that is wrong in the texts, or another `BroadsideError`.
    """
    texts = Texts(Folder(folder), layout.FOLDERS)
    said = archive_text.read_archive(texts)
    kind = _kind(texts, said)
    if kind in ("save", "log"):
        texts.folders = save_writing.FOLDERS
        game = game_text.read_game(texts, said, header)
        if isinstance(game, Iterator):
            replace_file(out, game)
        else:
            archive.write(out, _pairs(texts, *game))
        return
    if header is not None:
        raise WorkbenchError(f"{folder}: holds a {kind}; only a save or log has a header")
    made, listed = module_text.read_texts(texts, said)
    archive.write(out, _pairs(texts, made, listed))


def _kind(texts: Texts, said: Fields) -> str:
    source = texts.source(ARCHIVE)
    kind = source.text(said.values.get(KIND), KIND)
    if kind not in ENDINGS:
        words = f"unknown kind {kind!r}{nearest(kind, ENDINGS)}; accepted: {', '.join(ENDINGS)}"
        source.wrong(said.values.get(KIND, said), words)
        raise PackError(texts.troubles)
    return kind


def _pairs(
    texts: Texts, made: Mapping[str, bytes | Iterable[bytes]], listed: Sequence[Member]
) -> Iterator[tuple[str, bytes | Iterable[bytes]]]:
    for member in listed:
        data = texts.folder.read(member.file) if member.file else made.get(member.name, b"")
        yield member.name, data

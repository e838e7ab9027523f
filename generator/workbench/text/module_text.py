"""Modules and extensions: the component tree as text files, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from generator.definition.troubles import Trouble
from generator.vassal import documents, file_kinds
from generator.vassal.archive import Archive, Entry
from generator.vassal.documents import DocumentError
from generator.vassal.modules import BUILD_FILES
from generator.workbench.opened import EXTENSION, WorkbenchError
from generator.workbench.text import archive_text, key_numbers, layout, metadata_text
from generator.workbench.text.archive_text import FORMAT, KIND, MEMBERS, PackError, Texts
from generator.workbench.text.component_reading import ComponentReader
from generator.workbench.text.component_writing import ComponentWriter
from generator.workbench.text.folder import ARCHIVE, Drawer
from generator.workbench.text.key_numbers import KeyNumbers
from generator.workbench.text.members import Member
from generator.workbench.text.reading import Fields
from generator.workbench.text.spelling import refuse_others
from generator.workbench.text.writing import Value
from generator.workbench.text.xml_style import XML, read_style, style_of

BUILD_FILE: Final = "build file"


def write_texts(archive: Archive, name: str) -> tuple[str, dict[str, bytes], dict[str, Entry]]:
    """What it is, its text files, and the entry of the archive for each other file.

    Raises `BroadsideError` naming ``name``.
    """
    build_file = next((member for member in BUILD_FILES if member in archive), None)
    if build_file is None:
        raise WorkbenchError(f"{name}: {file_kinds.held(archive)}, not {file_kinds.EITHER}")
    data = archive.read(build_file)
    document = documents.parse(data, f"{name}: {build_file}")
    style = style_of(document)
    writer = ComponentWriter(style)
    try:
        writer.write(document.root)
    except WorkbenchError as trouble:
        raise WorkbenchError(f"{name}: {build_file}: {trouble}") from None
    texts = {path: sheet.text().encode() for path, sheet in writer.sheets.items()}
    numbers = key_numbers.spell({path: sheet.numbers.seen for path, sheet in writer.sheets.items()})
    if numbers:
        texts[key_numbers.FILE] = numbers.encode()
    said: dict[str, Value] = {}
    if build_file != BUILD_FILES[0]:
        said[BUILD_FILE] = build_file
    if noted := style.spell():
        said[XML] = noted
    entry = [one for one in archive.entries if one.name == build_file][-1]
    files = archive_text.shelve(archive, entry, said)
    kind = "extension" if document.root.tag == EXTENSION else "module"
    texts[ARCHIVE] = archive_text.text_of(kind, next(iter(writer.sheets)), said)
    _check_way_back(name, build_file, data, texts)
    return kind, texts, files


def read_texts(
    texts: Texts, said: Fields, placed: list[tuple[str, Fields]] | None = None
) -> tuple[dict[str, bytes], list[Member]]:
    """The members made of the text, and all members in their order.

    ``placed`` gets the file and the mapping of every component, in the order of the XML. Raises
    `PackError` with all that is wrong.
    """
    source = texts.source(ARCHIVE)
    known = (FORMAT, KIND, BUILD_FILE, XML, MEMBERS, *metadata_text.MEMBERS)
    refuse_others(said, known, source)
    build_file, xml = _document(texts, said, placed)
    texts.refuse_unused()
    made = archive_text.made_metadata(said, source)
    listed = archive_text.listed_members(texts, said, source, {build_file, *made})
    if texts.troubles:
        raise PackError(texts.troubles)
    return {**made, build_file: xml}, listed


def _document(
    texts: Texts, said: Fields, placed: list[tuple[str, Fields]] | None = None
) -> tuple[str, bytes]:
    """The name and the bytes of the buildFile; troubles are noted.

    ``placed`` gets the file and the mapping of every component, in the order of the XML.
    """
    source = texts.source(ARCHIVE)
    build_file = source.text(said.values.get(BUILD_FILE), BUILD_FILE) or BUILD_FILES[0]
    if texts.folder.has(key_numbers.FILE):
        node = texts.node(key_numbers.FILE)
        if node is not None:
            texts.numbers = KeyNumbers(node, texts.source(key_numbers.FILE))
    style = read_style(said.values.get(XML), source)
    reader = ComponentReader(style, texts.opened)
    is_extension = source.text(said.values.get(KIND), KIND) == "extension"
    root = layout.EXTENSION_FILE if is_extension else layout.MODULE
    xml = "".join(reader.read(node, own) for node, own in texts.opened(root, source, said))
    if placed is not None:
        placed += reader.placed
    if texts.troubles:
        return build_file, b""
    data = style.document(xml)
    if reader.is_noted:
        try:
            documents.parse(data, build_file)
        except DocumentError as trouble:
            words = f"with the XML noted in the texts it would be broken: {trouble}"
            texts.troubles.append(Trouble(ARCHIVE, 0, 0, words))
    return build_file, data


def _check_way_back(name: str, build_file: str, data: bytes, texts: Mapping[str, bytes]) -> None:
    """Raises `WorkbenchError` where the texts would not give the buildFile back: our defect."""
    back = Texts(Drawer(texts), layout.FOLDERS)
    _, made = _document(back, archive_text.read_archive(back))
    if back.troubles:
        raise WorkbenchError(f"{name}: its text would not be read again: {back.troubles[0]}")
    if made != data:
        line = data.count(b"\n", 0, archive_text.first_difference(made, data)) + 1
        raise WorkbenchError(f"{name}: {build_file}: line {line} would not come back as it is")

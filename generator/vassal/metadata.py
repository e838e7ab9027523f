"""The small XML files beside the main one: ``moduledata``, ``savedata``, ``extensiondata``.

Source: ``VASSAL.build.module.metadata.AbstractMetaData`` and its subclasses.
"""

from __future__ import annotations

from xml.parsers import expat

from generator.errors import BroadsideError
from generator.light import dataclass

_LIMIT = 1 << 20


class MetadataError(BroadsideError):
    """Metadata that is no XML, or XML that asks for more than it should."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """What the launcher shows of a module, extension or save. Absent elements are empty."""

    name: str = ""
    """Name of the module; empty in saves."""
    version: str = ""
    """Version of the module (in saves: of the module it was played with)."""
    vassal_version: str = ""
    """Version of VASSAL that wrote the file."""
    date_saved: str = ""
    """Milliseconds since 1970, as text."""
    description: str = ""
    extra1: str = ""
    extra2: str = ""


_ELEMENTS = {
    "version": "version",
    "extra1": "extra1",
    "extra2": "extra2",
    "VassalVersion": "vassal_version",
    "dateSaved": "date_saved",
    "description": "description",
    "name": "name",
}


def read(data: bytes, member: str) -> Metadata:
    """The metadata in a member's bytes. Raises `MetadataError` naming the member and line."""
    if len(data) > _LIMIT:
        raise MetadataError(f"{member}: {len(data):,} bytes are more than the limit of {_LIMIT:,}")
    found: dict[str, str] = {}
    path: list[str] = []
    pieces: list[str] = []
    parser = expat.ParserCreate()

    def start(tag: str, attributes: dict[str, str]) -> None:
        path.append("" if "lang" in attributes else tag)
        pieces.clear()

    def end(_: str) -> None:
        tag = path.pop()
        if len(path) == 1 and tag in _ELEMENTS:
            found.setdefault(_ELEMENTS[tag], "".join(pieces))
        pieces.clear()

    def refuse(*_: object) -> None:
        raise MetadataError(f"{member}: line {parser.CurrentLineNumber}: XML entities are refused")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = pieces.append
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as trouble:
        raise MetadataError(f"{member}: not readable as XML ({trouble})") from None
    return Metadata(**found)


def write(data: Metadata, *, universal: bool | None = None) -> bytes:
    """The metadata as VASSAL writes it; empty elements are left out, except the versions.

    ``universal`` is what an extension says: whether it fits any module.
    """
    lines = ['<?xml version="1.0" encoding="UTF-8" standalone="no"?>', '<data version="1">']
    for tag, field in _ELEMENTS.items():
        value = getattr(data, field)
        if value or tag in ("version", "VassalVersion"):
            lines.append(f"  <{tag}>{_escape(value)}</{tag}>")
    if universal is not None:
        lines.append(f"  <universal>{'true' if universal else 'false'}</universal>")
    lines.append("</data>")
    return ("\n".join(lines) + "\n").encode()


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

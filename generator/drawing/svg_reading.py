"""Reads an SVG that others made, before the renderer does: some would crash it, or never end."""

from __future__ import annotations

import re
from base64 import b64decode
from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import field
from urllib.parse import unquote_to_bytes
from xml.parsers import expat

from generator.drawing.svg_filters import MOST_WORK, filter_work
from generator.errors import BroadsideError
from generator.light import dataclass
from generator.vassal.documents import DocumentError, decoded

MOST_DEEP = 500
"""Deepest nesting: the renderer has been seen to crash at a thousand."""

MOST_DRAWN = 1_000_000
"""Most elements, each counted as often as a ``<use>`` repeats it: the renderer draws nothing at all
of an SVG with more."""

_MOST_INSIDE = 3
"""So many SVGs may stand each inside the other, as pictures."""

_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")
_PIXELS = {"image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp"}
"""Kinds of links that are never drawn as SVGs; nearly any other may be."""
_SKIPPED = str.maketrans("", "", "\t\n\r")
"""What the renderer skips in a link."""


class OwnSvgError(BroadsideError):
    """An SVG that is no well-formed XML, or asks too much of the renderer."""


def svg_text(data: bytes, pixels: int, spared: float = 0.0) -> str:
    """An SVG as text without its XML declaration, whatever encoding that declares.

    Raises `OwnSvgError`, with the line where there is one, for an SVG that is broken, nested too
    deeply, or has filters that take too long on so many pixels; ``spared``: see `filter_work`.
    """
    text, inside = _read(data, 0)
    if filter_work("\n".join((text, *inside)), pixels, spared) > MOST_WORK:
        raise OwnSvgError("its filters take too long")
    return text


def in_utf8(data: bytes) -> bytes:
    """An SVG in UTF-8, which is all that the renderer reads. Raises `OwnSvgError`."""
    text, encoding, _ = _decoded(data)
    return data if encoding.lower() in ("utf-8", "utf8") else _undeclared(text).encode("utf-8")


def _read(data: bytes, level: int) -> tuple[str, list[str]]:
    """The text of an SVG, and those of the SVGs that it shows as pictures."""
    text = _undeclared(_decoded(data)[0])
    inside: list[str] = []
    for link in _links(text):
        shown = _shown(link)
        if shown is None:
            continue
        if level == _MOST_INSIDE:
            raise OwnSvgError(f"more than {_MOST_INSIDE} SVGs each inside the other")
        inner, deeper = _read(shown, level + 1)
        inside += [inner, *deeper]
    return text, inside


def _decoded(data: bytes) -> tuple[str, str, bytes]:
    try:
        return decoded(data, "")
    except (DocumentError, UnicodeDecodeError):
        # A stray letter of another encoding, in a note or a name, spoils no picture.
        return data.decode("utf-8", "replace"), "", b""


def _undeclared(text: str) -> str:
    """The text without its declaration; each line keeps its number."""
    return _DECLARATION.sub(lambda found: "\n" * found[0].count("\n"), text, count=1)


_Key = str | int
"""An id, which several elements may have, or the number of one element that has an id."""


@dataclass(slots=True)
class _Part:
    """An element with all below it that has no id: how many they are, and what else is drawn there,
    once for each time: the number of an element, or the ids of which a ``<use>`` draws one."""

    ids: list[str]
    count: int = 1
    shows: list[tuple[_Key, ...]] = field(default_factory=list)


def _links(text: str) -> Iterator[str]:
    """All that the elements of an SVG refer to."""
    parser = expat.ParserCreate("utf-8")
    links: list[str] = []
    open_: list[_Part] = [_Part([])]
    named: dict[_Key, list[_Part]] = {}

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(open_) > MOST_DEEP:
            line = parser.CurrentLineNumber
            raise OwnSvgError(f"line {line}: nested more than {MOST_DEEP} deep")
        called = [value for key, value in attributes.items() if key.endswith("href")]
        links.extend(called)
        part = _Part([value for key, value in attributes.items() if key.split(":")[-1] == "id"])
        if tag.rpartition(":")[2] == "use":
            part.shows.append(tuple(map(_named, called)))
        open_.append(part)

    def end(_: str) -> None:
        part = open_.pop()
        if part.ids:
            number = len(named)
            named[number] = [part]
            for name in part.ids:
                named.setdefault(name, []).append(part)
            open_[-1].shows.append((number,))
        else:
            open_[-1].count += part.count
            open_[-1].shows += part.shows

    parser.StartElementHandler, parser.EndElementHandler = start, end
    try:
        parser.Parse(text.encode("utf-8", "surrogatepass"), True)
    except expat.ExpatError as trouble:
        says = expat.errors.messages[trouble.code]
        raise OwnSvgError(f"line {trouble.lineno}: {says}") from None
    if _drawn(open_[0], named, {}, 0)[0] > MOST_DRAWN:
        raise OwnSvgError(f"its <use> elements repeat more than {MOST_DRAWN:,} others")
    yield from links


def _named(link: str) -> str:
    """The id that a link names, as the renderer reads it: other spaces than these are of the id."""
    return link.lstrip(" \t\r\n").removeprefix("#").partition(" ")[0]


def _drawn(
    part: _Part, named: dict[_Key, list[_Part]], known: dict[_Key, tuple[int, int]], above: int
) -> tuple[int, int]:
    """How many elements the renderer makes of one with all that it shows, and how deep they lead;
    so many parts are ``above``. Of several links, or elements of one id, the worst counts: which
    the renderer takes is its own affair."""
    total, deep = part.count, 0
    for keys in part.shows:
        most = 0
        for key in keys:
            if key not in known:
                known[key] = 0, 0  # what shows itself is not drawn
                for one in named.get(key, ()) if above < MOST_DEEP else ():
                    known[key] = _worse(known[key], _drawn(one, named, known, above + 1))
            count, below = known[key]
            most, deep = max(most, count), max(deep, below + 1)
        total += most
    if above + deep >= MOST_DEEP:
        raise OwnSvgError(f"its <use> elements lead more than {MOST_DEEP} deep")
    return total, deep


def _worse(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return max(one[0], other[0]), max(one[1], other[1])


def _shown(link: str) -> bytes | None:
    """The SVG that a link holds; None for one that holds another kind of picture, or none."""
    scheme, _, address = link.translate(_SKIPPED).partition(":")
    head, _, content = address.partition(",")
    kind, *more = (part.strip().lower() for part in head.split(";"))
    if scheme.strip().lower() != "data" or kind in _PIXELS:
        return None
    if more and more[-1] == "base64":
        try:
            rest = b64decode(unquote_to_bytes(content.partition("#")[0]) + b"==")
        except ValueError:
            return None
    else:
        rest = unquote_to_bytes(content)
    if rest.startswith(b"\x1f\x8b"):
        raise OwnSvgError("an SVG inside it is compressed")
    return rest if rest.removeprefix(BOM_UTF8).lstrip().startswith(b"<") else None

"""The veil VASSAL lays over a saved game (``VASSAL.tools.io.ObfuscatingOutputStream``).

Every byte is XORed with one key byte. What differs is the header and how the bytes are written:

=========  ===================================================================
``!VCSK``  two hex digits of the key, then two hex digits a byte (2.x to 3.7)
``VOBS``   the key byte, then the bytes as they are (3.8)
``!VOBS``  as ``VOBS``, in tools
``!VCSZ``  the key byte, then the XORed bytes of compressed text (tools, branches)
``!VOXZ``  as ``!VCSZ``
XZ         XZ-compressed text without a key
none       the text itself
=========  ===================================================================
"""

from __future__ import annotations

import io
import lzma
import zlib
from binascii import unhexlify
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import chain
from typing import Any

from generator.errors import BroadsideError
from generator.light import dataclass

HEX_HEADER = b"!VCSK"
RAW_HEADER = b"VOBS"
_RAW_HEADERS = (RAW_HEADER, b"!VOBS")
_XZ_HEADERS = (b"!VCSZ", b"!VOXZ")
XZ_MAGIC = b"\xfd7zXZ\x00"
_ZLIB_MAGIC = (b"\x78\x01", b"\x78\x9c", b"\x78\xda")
_HIDINGS = ("bare", "raw", "hex raw", "hex hex")
"""How compressed text is hidden: not at all; after a key byte; after two hex digits of the key, as
bytes or as hex digits."""
_LONGEST_HEADER = 7
_CHUNK = 1 << 18
"""What fits the processor's cache is decoded faster than all at once, and needs no second copy of
a text of several hundred megabytes."""
_BLANKS = b"\r\n \t\0"
_LONGEST_TAIL = 1 << 16
DEFAULT_LIMIT = 1 << 30
"""Most bytes of text a payload may hold unless the caller allows more."""


class ObfuscationError(BroadsideError):
    """A saved game whose bytes cannot be unveiled."""


@dataclass(frozen=True, slots=True)
class Veil:
    """How a payload was hidden, so that it can be hidden in the same way again."""

    header: bytes = HEX_HEADER
    """``!VCSK``, ``VOBS``, ...; empty for plain text; XZ's magic for bare XZ."""

    key: int = 0x2A
    """The byte every byte is XORed with (0-255)."""

    upper: bool = False
    """Whether the hex digits of the bytes are upper case."""

    key_text: bytes = b""
    """The key's two hex digits as found, when they differ in case from the rest."""

    tail: bytes = b""
    """What follows the last digit: a line end."""

    packing: str = ""
    """Of compressed text ``xz`` or ``zlib``, and how it was hidden, such as ``zlib hex hex``."""

    exact: bool = True
    """Whether `veil` gives back the very bytes; not so for compressed data, nor for digits in
    both cases."""


PLAIN = Veil(header=b"", key=0)


@cache
def _table(key: int) -> bytes:
    return bytes(byte ^ key for byte in range(256))


def unveil(data: bytes | Iterable[bytes], *, limit: int = DEFAULT_LIMIT) -> tuple[bytes, Veil]:
    """The text of a saved game as UTF-8 bytes, and the veil it was under.

    ``data`` may come in pieces: then no more than the text itself is held in memory.

    Raises `ObfuscationError` for a key or a digit that is not hex, for broken XZ data, and for
    more than ``limit`` bytes of text.
    """
    held = io.BytesIO()
    pieces = unveiling(data, limit=limit)
    while True:
        try:
            held.write(next(pieces))
        except StopIteration as end:
            return held.getvalue(), end.value


def unveiling(
    data: bytes | Iterable[bytes], *, limit: int = DEFAULT_LIMIT
) -> Generator[bytes, None, Veil]:
    """As `unveil`, the text some bytes at a time; only what is compressed comes whole.

    What the generator returns is the veil.
    """
    pieces = _cut((data,) if isinstance(data, bytes) else data)
    head = b""
    while len(head) < _LONGEST_HEADER and (piece := next(pieces, b"")):
        head += piece
    if head.startswith(HEX_HEADER):
        start = len(HEX_HEADER) + 2
        key = head[len(HEX_HEADER) : start]
        return (yield from _from_hex(key, chain((head[start:],), pieces), limit))
    for header in _RAW_HEADERS:
        if head.startswith(header):
            if len(head) == len(header):
                raise ObfuscationError(f"saved game: nothing follows the header {header.decode()}")
            key_byte = head[len(header)]
            rest = chain((head[len(header) + 1 :],), pieces)
            yield from _limited((piece.translate(_table(key_byte)) for piece in rest), limit)
            return Veil(header, key_byte)
    found = _limited(chain((head,), pieces), limit)
    packed = next((one for one in (*_XZ_HEADERS, XZ_MAGIC) if head.startswith(one)), None)
    if packed is None:
        yield from found
        return PLAIN
    whole = b"".join(found)
    if packed == XZ_MAGIC:
        yield _expand(whole, limit)
        return Veil(XZ_MAGIC, 0, exact=False)
    text, how = _from_packed(whole, packed, limit)
    yield text
    return how


def veil(text: bytes, how: Veil = Veil()) -> bytes:
    """A saved game's bytes for this text: the reverse of `unveil`."""
    made = io.BytesIO()
    made.writelines(veiled((text,), how))
    return made.getvalue()


def veiled(pieces: Iterable[bytes], how: Veil = Veil()) -> Iterator[bytes]:
    """As `veil`, for a text that comes in pieces."""
    table = _table(how.key if how.header != XZ_MAGIC else 0)
    if how.header == HEX_HEADER:
        yield HEX_HEADER + (how.key_text or (b"%02X" if how.upper else b"%02x") % how.key)
        for piece in _cut(pieces):
            digits = piece.translate(table).hex()
            yield (digits.upper() if how.upper else digits).encode("ascii")
        yield how.tail
    elif how.header in _RAW_HEADERS:
        yield how.header + bytes((how.key,))
        for piece in _cut(pieces):
            yield piece.translate(table)
    elif how.header in (*_XZ_HEADERS, XZ_MAGIC):
        packer = zlib.compressobj() if how.packing.startswith("zlib") else lzma.LZMACompressor()
        packed = chain((packer.compress(piece) for piece in pieces), _flushed(packer))
        yield from _hidden(packed, how)
    elif how.header:
        accepted = "!VCSK, VOBS, !VOBS, !VCSZ, !VOXZ or none"
        raise ObfuscationError(f"unknown header {how.header!r}; accepted: {accepted}")
    else:
        yield from pieces


def _limited(pieces: Iterable[bytes], limit: int) -> Iterator[bytes]:
    size = 0
    for piece in pieces:
        size += len(piece)
        _check(size, limit)
        yield piece


def _cut(pieces: Iterable[bytes]) -> Iterator[bytes]:
    for piece in pieces:
        if len(piece) <= _CHUNK:
            yield piece
        else:
            for at in range(0, len(piece), _CHUNK):
                yield piece[at : at + _CHUNK]


def _check(size: int, limit: int) -> None:
    if size > limit:
        raise ObfuscationError(
            f"saved game: the text is longer than the limit of {limit:,} bytes; "
            "--max-size raises it"
        )


def _from_hex(key_text: bytes, pieces: Iterable[bytes], limit: int) -> Generator[bytes, None, Veil]:
    try:
        key = bytes.fromhex(key_text.decode("ascii"))[0]
    except (ValueError, IndexError):
        shown = key_text.decode("ascii", "replace")
        raise ObfuscationError(
            f"saved game: the key after !VCSK is {shown!r}, not two hex digits"
        ) from None
    table = _table(key)
    small = capital = False
    at, size = len(HEX_HEADER) + 2, 0
    waiting = b""
    for piece in pieces:
        # An odd digit waits for its other half, blanks for what shows that they are the last.
        both = waiting + piece if waiting else piece
        last = len(both.rstrip(_BLANKS)) & ~1
        digits, waiting = both[:last], both[last:]
        if len(waiting) > _LONGEST_TAIL:
            _bytes_of(waiting, at + last)
        size += last >> 1
        _check(size, limit)
        yield _bytes_of(digits, at).translate(table)
        at += last
        small = small or any(letter in digits for letter in b"abcdef")
        capital = capital or any(letter in digits for letter in b"ABCDEF")
    if waiting.strip(_BLANKS):
        raise ObfuscationError(
            f"saved game: truncated, a hex digit is missing after byte {at + 1:,} of the entry"
        )
    upper = capital and not small
    written = (b"%02X" if upper else b"%02x") % key
    kept = b"" if key_text == written else key_text
    return Veil(HEX_HEADER, key, upper, kept, waiting, exact=not (small and capital))


def _bytes_of(digits: bytes, at: int) -> bytes:
    try:
        return unhexlify(digits)
    except ValueError:
        for place, digit in enumerate(digits, at):
            if digit not in b"0123456789abcdefABCDEF":
                raise ObfuscationError(
                    f"saved game: byte {place:,} of the entry is {chr(digit)!r}, not a hex digit"
                ) from None
        raise


def _flushed(packer: Any) -> Iterator[bytes]:
    yield packer.flush()


def _hidden(packed: Iterable[bytes], how: Veil) -> Iterator[bytes]:
    """Compressed text as it was hidden before."""
    hiding = how.packing.partition(" ")[2]
    if how.header == XZ_MAGIC or hiding == "bare":
        yield b"" if how.header == XZ_MAGIC else how.header
        yield from packed
        return
    yield how.header + (b"%02x" % how.key if hiding.startswith("hex") else bytes((how.key,)))
    for piece in packed:
        covered = piece.translate(_table(how.key))
        yield covered.hex().encode("ascii") if hiding == "hex hex" else covered


def _from_packed(data: bytes, header: bytes, limit: int) -> tuple[bytes, Veil]:
    """No published tool fixes what follows these headers, so the packed data is looked for."""
    body = data[len(header) :]
    for hiding in _HIDINGS:
        with suppress(ValueError, IndexError):
            key, packed = _uncovered(body, hiding)
            if packed.startswith(XZ_MAGIC):
                how = Veil(header, key, packing=f"xz {hiding}", exact=False)
                return _expand(packed, limit), how
            if packed[:2] in _ZLIB_MAGIC:
                how = Veil(header, key, packing=f"zlib {hiding}", exact=False)
                return _inflate(packed, limit), how
    raise ObfuscationError(f"saved game: no compressed data after the header {header.decode()}")


def _uncovered(body: bytes, hiding: str) -> tuple[int, bytes]:
    """The key and the compressed data, if they were hidden in this way."""
    if hiding == "bare":
        return 0, body
    if hiding == "raw":
        return body[0], body[1:].translate(_table(body[0]))
    key, covered = int(body[:2], 16), body[2:]
    if hiding == "hex hex":
        covered = bytes.fromhex(covered.decode("ascii"))
    return key, covered.translate(_table(key))


def _expand(data: bytes, limit: int) -> bytes:
    decompressor = lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=1 << 28)
    try:
        text = decompressor.decompress(data, max_length=limit + 1)
    except lzma.LZMAError as trouble:
        raise ObfuscationError(f"saved game: damaged XZ data ({trouble})") from None
    _check(len(text), limit)
    if not decompressor.eof:
        raise ObfuscationError("saved game: truncated XZ data")
    return text


def _inflate(data: bytes, limit: int) -> bytes:
    decompressor = zlib.decompressobj()
    try:
        text = decompressor.decompress(data, limit + 1)
    except zlib.error as trouble:
        raise ObfuscationError(f"saved game: damaged zlib data ({trouble})") from None
    _check(len(text), limit)
    if not decompressor.eof:
        raise ObfuscationError("saved game: truncated zlib data")
    return text

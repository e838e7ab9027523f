"""How large a picture is, told from its first bytes: PNG, GIF, JPEG and SVG."""

from __future__ import annotations

import re
from zlib import crc32

_PIXELS = {b"\x89PNG": "image/png", b"GIF8": "image/gif", b"\xff\xd8": "image/jpeg"}
_SVG = "image/svg+xml"
_SVG_ROOT = re.compile(rb"<(?:[\w.-]+:)?svg\b")
_SVG_SIDE = r"""<(?:[\w.-]+:)?svg\b[^<>]*?\s%s\s*=\s*["']\s*([0-9.]+)(?:px)?\s*["']"""
_SVG_HEAD = 1 << 16
"""Where an SVG must begin: long comments and entities may stand before."""
_UTF16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_PNG = b"\x89PNG\r\n\x1a\n"
_VITAL = (b"IHDR", b"PLTE", b"IDAT", b"IEND")
_SVG_BOX = re.compile(rb"""<(?:[\w.-]+:)?svg\b[^<>]*?\sviewBox\s*=\s*["']([^"']+)["']""", re.DOTALL)


def size(data: bytes) -> tuple[int, int] | None:
    """(width, height) in pixels, or `None` when the format is not one of the four."""
    if data.startswith(_PNG) and len(data) >= 24:
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    if data.startswith(b"\xff\xd8"):
        return _jpeg(data)
    if is_svg(data):
        return _svg(_svg_head(data))
    return None


def media_type(data: bytes) -> str:
    """The media type of a picture; empty when the format is not one of the four."""
    for head, kind in _PIXELS.items():
        if data.startswith(head):
            return kind
    return _SVG if _SVG_ROOT.search(_svg_head(data)) else ""


def is_svg(data: bytes) -> bool:
    """Whether a picture is an SVG, rather than pixels."""
    return media_type(data) == _SVG


def _svg_head(data: bytes) -> bytes:
    encoding = _UTF16.get(data[:2])
    head = data[:_SVG_HEAD]
    return head if encoding is None else head.decode(encoding, "ignore").encode()


def is_damaged(data: bytes) -> bool:
    """Whether a PNG was cut short, or bytes of it were changed; other formats do not tell."""
    at = len(_PNG)
    while data.startswith(_PNG) and at + 12 <= len(data):
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        kind = data[at + 4 : at + 8]
        if kind in _VITAL and crc32(data[at + 4 : end - 4]) != int.from_bytes(
            data[end - 4 : end], "big"
        ):
            return True
        if kind == b"IEND":
            return False
        at = end
    return data.startswith(_PNG)


def _jpeg(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF or 0xD0 <= marker <= 0xD9 or marker == 0x01:
            at += 1 if marker == 0xFF else 2
            continue
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height = int.from_bytes(data[at + 5 : at + 7], "big")
            return int.from_bytes(data[at + 7 : at + 9], "big"), height
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _svg(head: bytes) -> tuple[int, int] | None:
    sides = [
        re.search((_SVG_SIDE % side).encode(), head, re.DOTALL) for side in ("width", "height")
    ]
    if sides[0] is not None and sides[1] is not None:
        return _pixels(sides[0].group(1), sides[1].group(1))
    box = _SVG_BOX.search(head)
    numbers = box.group(1).replace(b",", b" ").split() if box is not None else []
    return _pixels(numbers[2], numbers[3]) if len(numbers) == 4 else None


def _pixels(width: bytes, height: bytes) -> tuple[int, int] | None:
    try:
        return round(float(width)), round(float(height))
    except (ValueError, OverflowError):  # no number, or an infinite one
        return None

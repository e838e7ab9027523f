"""What kind of file somebody gave where another was wanted, in words.

Who names the wrong file is told what it is and what is accepted: a picture, a page that a browser
saved in place of a download, a module where a log was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress

GAME = "a log or save of VASSAL (.vlog, .vsav)"
MODULE = "a module or extension of VASSAL (.vmod, .vmdx)"
EITHER = "a module, extension, log or save of VASSAL (.vmod, .vmdx, .vlog, .vsav)"
"""What is wanted, and how the names of such files end."""
HEAD = 512
"""So many bytes tell the kind of a file."""

_SIGNATURES = (
    (rb"\x89PNG", "a picture (PNG)"),
    (rb"\xff\xd8\xff", "a picture (JPEG)"),
    (rb"GIF8", "a picture (GIF)"),
    (rb"RIFF....WEBP", "a picture (WebP)"),
    (rb"BM....\0\0\0\0", "a picture (BMP)"),
    (rb"%PDF", "a PDF"),
    (rb"7z\xbc\xaf\x27\x1c|Rar!|\x1f\x8b|BZh", "packed by another program than zip"),
    (rb"\s*(?i:<!doctype html|<html)", "a web page"),
)
_MEMBERS = (
    ("savedGame", "a log or save of VASSAL"),
    ("extensiondata", "an extension of VASSAL"),
    ("buildFile.xml", "a module of VASSAL"),
    ("buildFile", "a module of VASSAL"),
)

_ENDINGS = (".vmod", ".vmdx", ".vlog", ".vsav")


def kind_of(head: bytes) -> str:
    """What a file is that is no zip, by its first bytes; empty where they do not tell."""
    if not head:
        return "an empty file"
    for signature, told in _SIGNATURES:
        if re.match(signature, head, re.DOTALL):
            return told
    for cut in range(4):  # the last letter may be cut in two
        with suppress(UnicodeDecodeError):
            text = head[: len(head) - cut].decode("utf-8")
            return "a text file" if all(one.isprintable() or one.isspace() for one in text) else ""
    return ""


def held(members: Iterable[str]) -> str:
    """What a zip file is, by its members."""
    names = list(members)
    for name, told in _MEMBERS:
        if name in names:
            return told
    packed = next((name for name in names if name.lower().endswith(_ENDINGS)), None)
    return f"a zip file with {packed!r} in it (unpack it)" if packed else "another kind of zip file"

"""Seals: a player commits to a secret text by posting its hash in the chat, and reveals it later.

Two lines of the chat, which any player can type or paste::

    SEAL plot.7 <SHA-256> after plot.6
    REVEAL plot.7 B3 <salt>

The hash is over six lines in UTF-8, without a newline at the end: the game, the side and the label
in lower case, the hash of the seal before this one (empty for the first), the text, the salt. Since
each seal includes the one before it, none can be inserted, removed or reordered later. Without the
salt, one could find the text by trying every hex of the map.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from textwrap import shorten

from generator.errors import BroadsideError, nearest
from generator.light import dataclass

SALT_BYTES = 16
"""Length of a new salt: 128 bits."""
LONGEST = 500
"""Characters that a sealed text may have: it must fit into one line of the chat."""

_LABEL = re.compile(r"(?P<name>[a-z][a-z0-9_-]{0,39})(?:\.(?P<number>[0-9]{1,4}))?")
_HASH = re.compile(r"[0-9a-fA-F]{64}")
_SALT = re.compile(r"[0-9a-fA-F]{32,128}")
_MEANT = re.compile(r"[0-9a-fA-F]{20}|(?:^|\s)[A-Za-z][\w-]*\.\d+(?:\s|$)")
"""A line that begins with SEAL or REVEAL and matches this was meant as a seal."""


class SealError(BroadsideError):
    """A text cannot be sealed, or a file of seals cannot be used."""


@dataclass(frozen=True, slots=True)
class Label:
    """The label of a seal: a name, and usually the number of the entry."""

    name: str
    """``plot``, ``start``, ``devonshire``."""
    number: int | None = None

    def __str__(self) -> str:
        return self.name if self.number is None else f"{self.name}.{self.number}"


@dataclass(frozen=True, slots=True)
class Seal:
    """A line that commits to a text."""

    label: Label
    digest: str
    """64 hexadecimal digits."""
    after: Label | None = None
    """The seal before it, whose hash is included in its own."""

    def __str__(self) -> str:
        behind = f" after {self.after}" if self.after is not None else ""
        return f"SEAL {self.label} {self.digest}{behind}"


@dataclass(frozen=True, slots=True)
class Reveal:
    """A line that reveals a sealed text."""

    label: Label
    text: str
    salt: str

    def __str__(self) -> str:
        return f"REVEAL {self.label} {self.text} {self.salt}"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A line that was meant as a seal or a reveal, but is not valid."""

    line: str
    why: str


def label_of(words: str, name: str = "plot") -> Label:
    """Parse a label as people write it: ``7`` (means ``name.7``), ``plot.7``, ``Devonshire 7``,
    ``start``.

    Raises `SealError`.
    """
    joined = ".".join(words.lower().split())
    found = _LABEL.fullmatch(f"{name.lower()}.{joined}" if joined.isdecimal() else joined)
    if found is None:
        raise SealError(
            f"{shorten(words, 60, placeholder='...')!r} is no label; accepted are a number (7),"
            " a name (start) or both (plot.7)"
        )
    number = found["number"]
    return Label(found["name"], int(number) if number is not None else None)


def plain_text(text: str) -> str:
    """A text in the form that is hashed: single spaces, Unicode NFC.

    Raises `SealError` if it is empty or too long.
    """
    plain = unicodedata.normalize("NFC", " ".join(text.split()))
    if not plain:
        raise SealError("nothing stands behind the label: there is nothing to seal")
    if len(plain) > LONGEST:
        raise SealError(f"a sealed text has at most {LONGEST} letters, this one {len(plain):,}")
    return plain


def new_salt() -> str:
    """A new random salt of 128 bits, in hexadecimal."""
    return secrets.token_hex(SALT_BYTES)


def digest_of(game: str, side: str, label: Label, before: str, text: str, salt: str) -> str:
    """The hash of a seal; ``before`` is the hash of the seal before it, or empty.

    >>> digest_of("graf_spee", "German", Label("plot", 1), "", "B3", "00" * 16)[:16]
    'b447d14ea0c81958'
    """
    lines = (game.lower(), side.lower(), str(label), before.lower(), text, salt.lower())
    return hashlib.sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()


def read_line(line: str) -> Seal | Reveal | Unreadable | None:
    """Parse a line typed in the chat; ``None`` if it is not about seals."""
    words = line.split()
    if len(words) < 2 or words[0] not in ("SEAL", "REVEAL"):
        return None
    try:
        return _seal(words) if words[0] == "SEAL" else _reveal(words)
    except SealError as trouble:
        meant = _MEANT.search(" ".join(words[1:]))
        return Unreadable(" ".join(words)[:LONGEST], str(trouble)) if meant else None


def _seal(words: list[str]) -> Seal:
    label = label_of(words[1])
    if len(words) not in (3, 5) or _HASH.fullmatch(words[2]) is None:
        raise SealError("a seal is SEAL, its label, 64 hexadecimal digits (and: after LABEL)")
    if len(words) == 3:
        return Seal(label, words[2].lower())
    if words[3].lower() != "after":
        raise SealError(f"'after' is expected, not {words[3]!r}{nearest(words[3], ['after'])}")
    return Seal(label, words[2].lower(), label_of(words[4]))


def _reveal(words: list[str]) -> Reveal:
    label = label_of(words[1])
    if len(words) < 4 or _SALT.fullmatch(words[-1]) is None:
        raise SealError("a reveal is REVEAL, its label, the text, and the salt of 32 digits")
    return Reveal(label, plain_text(" ".join(words[2:-1])), words[-1].lower())

"""A player's plots: written in a text file, sealed line by line, kept with their salts.

A plot file has one entry a line, its label before the colon; ``#`` begins a comment::

    start: A3
    1: B3
    2: C4 refuel

The file of seals beside it holds the sealed texts with their salts. It is for its owner alone:
whoever has it can open the seals. Entries are only ever added to it.
"""

from __future__ import annotations

import contextlib
import hmac
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from textwrap import shorten
from typing import Any

from generator.errors import nearest
from generator.files import a_file, replace_file
from generator.light import dataclass
from validator.hidden.seals import (
    Label,
    Reveal,
    Seal,
    SealError,
    digest_of,
    label_of,
    new_salt,
    plain_text,
)

FORM = "broadside seals 1"
"""The ``form`` that a file of seals states; a later form would have a higher number."""
_MOST_BYTES = 4_000_000
_SHOWN = 60
"""So much of a line that is no entry is shown."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a plot file."""

    label: Label
    text: str
    line: int = 0
    """Its line number, from 1; 0 if it is not from a file."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A sealed entry with everything that is needed to reveal it."""

    entry: Entry
    salt: str
    digest: str
    after: Label | None

    def seal(self) -> Seal:
        """The line to post when it is sealed."""
        return Seal(self.entry.label, self.digest, self.after)

    def reveal(self) -> Reveal:
        """The line to post when it is revealed."""
        return Reveal(self.entry.label, self.entry.text, self.salt)


@dataclass(frozen=True, slots=True)
class SealBook:
    """Everything one side has sealed in one game, in order."""

    game: str
    side: str
    kept: tuple[Kept, ...] = ()

    def find(self, label: Label) -> Kept | None:
        """The sealed entry with a label; None if there is none."""
        return next((one for one in self.kept if one.entry.label == label), None)

    def with_sealed(self, entries: Iterable[Entry]) -> SealBook:
        """The book with the entries that were not sealed yet sealed too.

        Raises `SealError` if an entry was sealed before with another text.
        """
        book = self
        for entry in entries:
            earlier = book.find(entry.label)
            if earlier is None:
                book = replace(book, kept=(*book.kept, book._sealed(entry)))
            elif earlier.entry.text != entry.text:
                where = f"line {entry.line}: " if entry.line else ""
                raise SealError(
                    f"{where}{entry.label} was sealed as {earlier.entry.text!r} and cannot be"
                    f" changed to {entry.text!r}"
                )
        return book

    def _sealed(self, entry: Entry) -> Kept:
        last = self.kept[-1] if self.kept else None
        salt = new_salt()
        before = last.digest if last is not None else ""
        digest = digest_of(self.game, self.side, entry.label, before, entry.text, salt)
        return Kept(entry, salt, digest, last.entry.label if last is not None else None)


def entry_of(line: str, name: str) -> Entry:
    """Parse ``7: B3``; ``name`` is the label's name if only a number stands there.

    Raises `SealError`.
    """
    words, colon, text = line.partition(":")
    if not colon:
        told = shorten(line, _SHOWN, placeholder="...")
        raise SealError(f"{told!r}: a label, a colon and the text are expected (7: B3)")
    return Entry(label_of(words, name), plain_text(text))


def read_plots(path: Path, name: str) -> list[Entry]:
    """The entries of a plot file. Raises `SealError`, which names the faulty line."""
    entries: dict[Label, Entry] = {}
    for number, line in enumerate(_text(path).splitlines(), 1):
        written = line.partition("#")[0].strip()
        if not written:
            continue
        try:
            entry = replace(entry_of(written, name), line=number)
        except SealError as trouble:
            raise SealError(f"{path}: line {number}: {trouble}") from None
        if entry.label in entries:
            first = entries[entry.label].line
            raise SealError(f"{path}: line {number}: {entry.label} stands in line {first} already")
        entries[entry.label] = entry
    if not entries:
        raise SealError(f"{path}: no entry; a line is a label, a colon and the text (7: B3)")
    return list(entries.values())


# --- the file of seals --------------------------------------------------------------------


def read_book(path: Path) -> SealBook:
    """Read a file of seals. Raises `SealError` if it is damaged or not such a file."""
    try:
        held = json.loads(_text(path))
    except (ValueError, RecursionError) as trouble:
        raise SealError(f"{path}: no file of seals ({trouble})") from None
    if not isinstance(held, dict) or held.get("form") != FORM:
        form = str(held.get("form", "")) if isinstance(held, dict) else ""
        raise SealError(f"{path}: no file of seals of this form ({FORM!r}){nearest(form, [FORM])}")
    try:
        book = SealBook(_word(held["game"]), _word(held["side"]), tuple(_rows(held["seals"])))
    except (KeyError, TypeError, SealError) as trouble:
        raise SealError(f"{path}: damaged: {trouble}") from None
    before = ""
    for one in book.kept:
        entry = one.entry
        digest = digest_of(book.game, book.side, entry.label, before, entry.text, one.salt)
        if not hmac.compare_digest(digest, one.digest):
            raise SealError(f"{path}: damaged: the text of {entry.label} is not what was sealed")
        before = one.digest
    return book


def _rows(rows: Any) -> Iterator[Kept]:
    if not isinstance(rows, list):
        raise TypeError("'seals' must be a list")
    last: Label | None = None
    for row in rows:
        label = label_of(_word(row["label"]))
        yield Kept(
            Entry(label, plain_text(_word(row["text"]))),
            _word(row["salt"]),
            _word(row["hash"]),
            last,
        )
        last = label


def _word(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"text is expected, not {value!r:.40}")
    return value


def write_book(path: Path, book: SealBook) -> None:
    """Write a file of seals atomically, readable by its owner alone. Raises `FileError`."""
    rows = [
        {
            "label": str(one.entry.label),
            "text": one.entry.text,
            "salt": one.salt,
            "hash": one.digest,
        }
        for one in book.kept
    ]
    held = {"form": FORM, "game": book.game, "side": book.side, "seals": rows}
    replace_file(path, (json.dumps(held, ensure_ascii=False, indent=1) + "\n").encode("utf-8"))
    with contextlib.suppress(OSError):  # some file systems have no permissions
        path.chmod(0o600)


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise SealError(f"{path}: more than {_MOST_BYTES:,} bytes")
        return a_file(path).read_bytes().decode("utf-8-sig")
    except OSError as trouble:
        raise SealError(f"{path}: cannot be read ({trouble.strerror})") from None
    except UnicodeDecodeError:
        raise SealError(f"{path}: no text in UTF-8") from None

"""Numbers in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_SIBILANTS = ("s", "x", "z", "ch", "sh")
_FILE = re.compile(r"[^\s:;,]+\.\w")


def counted(count: int, noun: str) -> str:
    """A number with its noun: ``1 conflict``, ``2 conflicts``, ``0 hexes``, ``3 entries``. ``noun``
    is in the singular; of several words the last one changes."""
    return f"{count:,} {noun if count == 1 else plural(noun)}"


def bytes_in_words(size: int) -> str:
    """A size in words: ``12 kB``, ``3.1 MB``."""
    return f"{size / 1e6:.1f} MB" if size >= 1e5 else f"{-(-size // 1000)} kB"


def either(words: Sequence[str], last: str = "or") -> str:
    """Words joined with commas and a last word: ``A1``, ``A1 or A2``, ``A1, A2 or A3``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def first_of(words: Iterable[str], most: int, apart: str = ", ") -> str:
    """The first words, with dots for any others: ``A1, A2, ...``."""
    listed = list(words)
    return apart.join([*listed[:most], *(["..."] if len(listed) > most else [])])


def and_more(words: Iterable[str], most: int, apart: str = ", ") -> str:
    """The first words, and how many there are besides: ``A1, A2 and 3 more``."""
    listed = list(words)
    rest = len(listed) - most
    last = " " if apart == ", " else apart
    return apart.join(listed[:most]) + (f"{last}and {rest:,} more" if rest > 0 else "")


def sentence(text: str, names: Iterable[str] = ()) -> str:
    """A few words as a sentence: a capital at the beginning, a full stop at the end.

    A file's name at the beginning stays as it is: one of ``names``, or a word with an ending.
    """
    is_name = _FILE.match(text) is not None or any(text.startswith(f"{name} ") for name in names)
    made = text if is_name else capitalised(text)
    return made if made.endswith((".", "!", "?", ":")) or not made else made + "."


def capitalised(words: str) -> str:
    """The words with a capital letter at the beginning, otherwise unchanged."""
    return words[:1].upper() + words[1:]


def plural(noun: str) -> str:
    """The plural of a noun: ``conflicts``, ``hexes``, ``entries``, ``days``."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(_SIBILANTS) else "s")

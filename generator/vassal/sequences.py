"""VASSAL's way of putting several texts into one (``VASSAL.tools.SequenceEncoder``).

Tokens are joined by a delimiter. A delimiter inside a token is escaped by a backslash; a
backslash itself is not. A token that begins with a backslash, or that begins and ends with a
single quote, is wrapped in single quotes.

    >>> encode(["A", encode(["B", "C"], ",")], ",")
    'A,B\\\\,C'
    >>> decode("A,B\\\\,C", ",")
    ['A', 'B,C']
"""

from __future__ import annotations

from collections.abc import Iterable


def escape(token: str, delimiter: str) -> str:
    """One token as it stands between delimiters."""
    if not token:
        return ""
    escaped = token.replace(delimiter, "\\" + delimiter)
    if token[0] == "\\" or (token[0] == "'" and token[-1] == "'"):
        return f"'{escaped}'"
    return escaped


def unquote(token: str) -> str:
    """The token without the single quotes that enclose it, if they do."""
    if len(token) > 1 and token[0] == "'" and token[-1] == "'":
        return token[1:-1]
    return token


def encode(tokens: Iterable[str], delimiter: str) -> str:
    """The tokens as one text. No token at all gives the empty text.

    A token that ends in a backslash and is not the last does not survive: its backslash
    escapes the delimiter that follows, in VASSAL as here.
    """
    return delimiter.join([escape(token, delimiter) for token in tokens])


def decode(text: str, delimiter: str) -> list[str]:
    """The tokens of a text; always at least one.

    A delimiter after a backslash belongs to its token, and the backslash is dropped. A text
    that ends in a delimiter has an empty last token.
    """
    parts = text.split(delimiter)
    if "\\" in text:
        parts = _rejoin(parts, delimiter)
    if "'" in text:
        return [unquote(part) for part in parts]
    return parts


def head(text: str, delimiter: str) -> tuple[str, str | None]:
    """The first token, and the still encoded rest (``None`` when there is no more)."""
    start = 0
    while True:
        end = text.find(delimiter, start)
        if end < 0:
            first, rest = text, None
            break
        if end == 0 or text[end - 1] != "\\":
            first, rest = text[:end], text[end + 1 :]
            break
        start = end + 1
    return unquote(first.replace("\\" + delimiter, delimiter)), rest


def _rejoin(parts: list[str], delimiter: str) -> list[str]:
    joined: list[str] = []
    pending: list[str] = []
    last = len(parts) - 1
    for index, part in enumerate(parts):
        if index < last and part.endswith("\\"):
            pending.append(part[:-1])
            pending.append(delimiter)
        elif pending:
            pending.append(part)
            joined.append("".join(pending))
            pending = []
        else:
            joined.append(part)
    return joined

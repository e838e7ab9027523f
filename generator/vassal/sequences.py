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


class Written(str):
    """A token that stands in its file in another way than VASSAL would write it.

    It is the token like any other text; put back between the same delimiters it stands as before.
    """

    __slots__ = ("as_written",)
    as_written: str

    @classmethod
    def token(cls, token: str, as_written: str) -> Written:
        """The token, and how it stands between its delimiters."""
        made = cls(token)
        made.as_written = as_written
        return made


def escape(token: str, delimiter: str) -> str:
    """One token as it stands between delimiters."""
    if type(token) is Written:
        return token.as_written
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


def tokens(text: str, delimiter: str) -> list[str]:
    """The tokens of a text, such that `encode` gives the very same text back.

    Tokens quoted without need, or not quoted in spite of it, are `Written`.
    """
    parts = text.split(delimiter)
    quoted = "'" in text
    if not quoted and "\\" not in text:
        return parts
    for part in parts:
        if part and (part[-1] == "\\" or part[0] in "\\'"):
            break
    else:
        return parts
    if not quoted:
        parts = _rejoin(parts, delimiter)
        for part in parts:
            if part[:1] == "\\":
                break
        else:
            return parts
    exact: list[str] = []
    for part in _raw(text, delimiter):
        token = unquote(part.replace("\\" + delimiter, delimiter))
        exact.append(token if escape(token, delimiter) == part else Written.token(token, part))
    return exact


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


def _raw(text: str, delimiter: str) -> list[str]:
    """The tokens as they stand, escapes and quotes left in."""
    found: list[str] = []
    begun = ""
    for part in text.split(delimiter):
        part = begun + part
        if part.endswith("\\"):
            begun = part + delimiter
        else:
            begun = ""
            found.append(part)
    return [*found, begun[:-1]] if begun else found


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

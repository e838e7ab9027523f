"""The operators of a content stream, one by one; whatever stands there, in linear time.

Our own reader, because the whole of a kit is read in a fraction of a second: operands stay text
until somebody asks for them, and most nobody does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_JUNK = rb"[^\x00\t\n\f\r %A-Za-z0-9'\"+\-./(<>\[\]]++|>(?!>)"
_SPACE = rb"(?:[\x00\t\n\f\r ]++|%[^\r\n]*+|" + _JUNK + rb")*+"
STRING = rb"\((?:[^\\()]++|\\.|\((?:[^\\()]++|\\.|\((?:[^\\()]++|\\.)*+\))*+\))*+\)"
"""Text in parentheses, with such within it two deep."""

_OPERAND = (
    rb"(?:[-+.0-9]++|/[^\x00\t\n\f\r ()<>\[\]{}/%]*+|" + STRING + rb"|<<|>>|<[^>]*+>|[\[\]]"
    rb"|(?:true|false|null)(?![A-Za-z0-9*]))"
)
_OPERATOR = rb"[A-Za-z'\"][A-Za-z0-9*]*+"

_INSTRUCTION = re.compile(
    _SPACE + rb"((?:" + _OPERAND + _SPACE + rb")*+)(" + _OPERATOR + rb")?", re.DOTALL
)
"""Nothing in it gives back what it took, so no input makes it slow."""

_END_OF_IMAGE = re.compile(rb"[\x00\t\n\f\r ]EI(?![^\x00\t\n\f\r /\[(<])")

_NUMBER = re.compile(rb"[-+]?(?:\d+\.?\d*|\.\d+)")

_PARENTHESIS = re.compile(rb"\\.|[()]", re.DOTALL)

MOST_OPERANDS = 4096
"""So much of the operands before an operator is looked at, bytes: the last of them."""

MOST_TEXT = 100_000
"""A text with parentheses deep in each other is no longer, bytes; readers take a third."""

INLINE_IMAGE = b"EI"
"""The operator an inline image is told by; its operands are those of its dictionary."""


def operators(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Each operator and the text of its operands. What is not a PDF is passed over."""
    at, end, match = 0, len(data), _INSTRUCTION.match
    while at < end:
        found = match(data, at)
        assert found is not None
        operator = found[2]
        at = found.end()
        if operator is None:
            at = _passed(data, at)
            continue
        first, last = found.span(1)
        operands = data[max(first, last - MOST_OPERANDS) : last]
        if operator == b"ID":
            closing = _END_OF_IMAGE.search(data, at)
            at = closing.end() if closing else end
            operator = INLINE_IMAGE
        yield operator, operands


def _passed(data: bytes, at: int) -> int:
    """Where to go on after what is neither operand nor operator.

    Text with parentheses deep in each other ends where they close. What does not close, in
    parentheses or in angles, hides the rest.
    """
    if data[at : at + 1] == b"<":
        return len(data)
    if data[at : at + 1] != b"(":
        return at + 1
    depth = 0
    for found in _PARENTHESIS.finditer(data, at, at + MOST_TEXT):
        depth += {b"(": 1, b")": -1}.get(found[0], 0)
        if not depth:
            return found.end()
    return len(data)


def read_numbers(operands: bytes) -> list[float]:
    """The numbers among operands, in order."""
    try:
        return [float(part) for part in operands.split()]
    except ValueError:
        return [float(part) for part in _NUMBER.findall(operands)]


_NAME = re.compile(rb"/([^\x00\t\n\f\r ()<>\[\]{}/%]*+)")


def read_names(operands: bytes) -> list[str]:
    """The names among operands without their slashes, #-codes resolved as pikepdf has them."""
    return [
        re.sub(rb"#([0-9A-Fa-f]{2})", lambda c: bytes([int(c[1], 16)]), one).decode(
            "utf-8", "replace"
        )
        for one in _NAME.findall(operands)
    ]

"""Expressions of VASSAL as trees: what they are made of, their text, and the way through them.

`expressions` reads them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from typing import Final, TypeAlias

from generator.light import dataclass

ESCAPED: Final = r"\\(?:[ntbrf\\'\"]|[0-3][0-7][0-7]|[0-7][0-7]?|u+[0-9a-fA-F]{4})"
"""What a backslash may begin in a text."""
_ESCAPE = re.compile(ESCAPED)
_SWALLOWED = re.compile(
    r"""(\"{3}.*?\"{3}|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')| (?=[\xc0-\xff])""", re.DOTALL
)
"""A text, or a blank before a letter that would be lost behind it."""
_LETTERS = {"n": "\n", "t": "\t", "b": "\b", "r": "\r", "f": "\f"}


@dataclass(frozen=True, slots=True)
class Literal:
    """A text, number, ``true``, ``false``, ``null`` or ``void``."""

    text: str
    """As it is written, quotes and all."""
    at: int = field(default=0, compare=False)

    @property
    def string(self) -> str | None:
        """The text a string or character stands for; `None` for other literals."""
        if self.text.startswith('"""'):
            return self.text[3:-3]
        if self.text[0] not in "\"'":
            return None
        return _ESCAPE.sub(_unescaped, self.text[1:-1])


@dataclass(frozen=True, slots=True)
class Name:
    """A property, or a class such as ``Math`` or ``java.util.List``."""

    text: str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A function, or a method of what the name before the last dot stands for."""

    name: str
    arguments: tuple[Node, ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Unary:
    """``-a``, ``+a``, ``!a``, ``~a``, ``++a``, ``--a``."""

    operator: str
    operand: Node
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Postfix:
    """``a++``, ``a--``."""

    operator: str
    operand: Node
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Binary:
    """Two operands; ``at`` is the operator's place. ``instanceof`` has a `Name` on its right."""

    operator: str
    left: Node
    right: Node
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Conditional:
    """``test ? yes : no``."""

    test: Node
    yes: Node
    no: Node
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Assignment:
    """``a = b`` and its kin: BeanShell has them, VASSAL's editor refuses them."""

    operator: str
    target: Node
    value: Node
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Cast:
    """``(int) a``."""

    type: str
    operand: Node
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Member:
    """``of.name``, or with arguments ``of.name(...)``, where ``of`` is more than a name."""

    of: Node
    name: str
    arguments: tuple[Node, ...] | None
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Index:
    """``of[index]``."""

    of: Node
    index: Node
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class New:
    """``new java.util.Date(...)``; of type ``int[]`` with an array's sizes as arguments."""

    type: str
    arguments: tuple[Node, ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Sequence:
    """Several statements: the first is the value, as VASSAL puts the text after ``value =``."""

    parts: tuple[Node, ...]
    at: int = field(default=0, compare=False)


Node: TypeAlias = (
    Literal
    | Name
    | Call
    | Unary
    | Postfix
    | Binary
    | Conditional
    | Assignment
    | Cast
    | Member
    | Index
    | New
    | Sequence
)

PRECEDENCE: Final = {
    **dict.fromkeys(("||", "@or"), 1),
    **dict.fromkeys(("&&", "@and"), 2),
    **dict.fromkeys(("|", "@bitwise_or"), 3),
    "^": 4,
    **dict.fromkeys(("&", "@bitwise_and"), 5),
    **dict.fromkeys(("==", "!=", "=~", "!~"), 6),
    "instanceof": 7,
    **dict.fromkeys(("<", ">", "<=", ">=", "@lt", "@gt", "@lteq", "@gteq"), 8),
    **dict.fromkeys(("<<", ">>", ">>>", "@left_shift", "@right_shift", "@right_unsigned_shift"), 9),
    **dict.fromkeys(("+", "-"), 10),
    **dict.fromkeys(("*", "/", "%"), 11),
}
"""How tightly each operator of two operands binds, loosest first."""
_UNARY, _PRIMARY = 12, 14
PRIMITIVES: Final = frozenset(
    ("boolean", "char", "byte", "short", "int", "long", "float", "double")
)


# --- Writing ----------------------------------------------------------------------------


def write(node: Node) -> str:
    """An expression's text, with no more parentheses than it needs.

    Behind a blank BeanShell takes À to ÿ for blanks too, so there a comment parts words.
    """
    return _SWALLOWED.sub(lambda found: found[1] or "/**/", _text_of(node)[0])


def _written(node: Node, least: float) -> str:
    text, binds = _text_of(node)
    return f"({text})" if binds < least else text


def _text_of(node: Node) -> tuple[str, float]:
    """The text, and how tightly its outermost operator binds."""
    match node:
        case Literal(text) | Name(text):
            return text, _PRIMARY
        case Call(name, arguments):
            return f"{name}({_listed(arguments)})", _PRIMARY
        case New(kind, sizes) if kind.endswith("[]"):
            dimensions = "".join(f"[{write(size)}]" for size in sizes)
            return f"new {kind.rstrip('[]')}{dimensions}", _PRIMARY
        case New(kind, arguments):
            return f"new {kind}({_listed(arguments)})", _PRIMARY
        case Member(of, name, arguments):
            called = "" if arguments is None else f"({_listed(arguments)})"
            return f"{_inside(of)}.{name}{called}", _PRIMARY
        case Index(of, index):
            return f"{_written(of, _PRIMARY)}[{write(index)}]", _PRIMARY
        case Postfix(sign, operand):
            return f"{_written(operand, _PRIMARY)}{sign}", _UNARY + 1
        case Unary(sign, operand):
            least = _PRIMARY if sign in ("++", "--") else _UNARY
            inner = _written(operand, least)
            between = " " if inner[:1] in "+-" and sign[-1] in "+-" else ""
            return f"{sign}{between}{inner}", _UNARY
        case Cast(kind, operand):
            inner = _written(operand, _UNARY)
            if kind.rstrip("[]") not in PRIMITIVES and inner[:1] in "+-":
                inner = f"({inner})"
            return f"({kind}) {inner}", _UNARY
        case Binary(sign, left, right):
            bound = PRECEDENCE[sign]
            before = bound + 1 if sign == "instanceof" else bound
            return f"{_written(left, before)} {sign} {_written(right, bound + 1)}", bound
        case Conditional(test, yes, no):
            return f"{_written(test, 1)} ? {write(yes)} : {_written(no, 0.5)}", 0.5
        case Assignment(sign, target, value):
            return f"{_written(target, _PRIMARY)} {sign} {write(value)}", 0
        case Sequence(parts):
            return "; ".join(write(part) for part in parts), -1


def _inside(node: Node) -> str:
    """What stands before a dot: a name alone would run into the name after it."""
    text = _written(node, _PRIMARY)
    return f"({text})" if isinstance(node, Name) or text[:1].isdigit() else text


def _listed(nodes: tuple[Node, ...]) -> str:
    return ", ".join(write(node) for node in nodes)


# --- Going through a tree ---------------------------------------------------------------


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it, outermost first, left to right."""
    stack = [node]
    while stack:
        found = stack.pop()
        yield found
        stack.extend(reversed(below(found)))


def below(node: Node) -> tuple[Node, ...]:
    """The nodes directly below."""
    match node:
        case Call(_, arguments) | New(_, arguments):
            return arguments
        case Member(of, _, arguments):
            return (of, *(arguments or ()))
        case Index(of, index):
            return (of, index)
        case Unary(_, operand) | Postfix(_, operand) | Cast(_, operand):
            return (operand,)
        case Binary("instanceof", left, _):
            return (left,)
        case Binary(_, left, right):
            return (left, right)
        case Conditional(test, yes, no):
            return (test, yes, no)
        case Assignment(_, target, value):
            return (target, value)
        case Sequence(parts):
            return parts
        case Literal() | Name():
            return ()


def _unescaped(found: re.Match[str]) -> str:
    letters = found[0][1:]
    if letters[0] == "u":
        return chr(int(letters.lstrip("u"), 16))
    if letters[0].isdigit():
        return chr(int(letters, 8))
    return _LETTERS.get(letters, letters)

"""What an expression asks of a property that may be empty: yes or no, or a number.

An empty property is the text ``""``. BeanShell compares it with anything, but fails where it
needs true or false (``!Moved``, ``Moved && ...``, ``Moved ? ... : ...``) or a number
(``-Strength``). What stands before such a place and keeps VASSAL from coming to it is its guard.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from generator.light import dataclass
from generator.vassal import expressions
from generator.vassal.expression_trees import (
    PRIMITIVES,
    Binary,
    Call,
    Cast,
    Conditional,
    Literal,
    Name,
    Node,
    Postfix,
    Unary,
    below,
    walk,
)
from generator.vassal.expressions import ExpressionError

YES_OR_NO: Final = "true or false"
NUMBER: Final = "a number"
_NUMERIC: Final = ("Math.", "Integer.parse", "Double.parse", "Float.parse", "Long.parse")
_ALL: Final = ("&&", "@and")
_ANY: Final = ("||", "@or")
_BITWISE: Final = ("&", "|", "^", "@bitwise_and", "@bitwise_or")

Guard = tuple[Node, bool]
"""A condition that is looked at first, and what it must be for the place to be reached."""


@dataclass(frozen=True, slots=True)
class Demand:
    """One place of an expression that an empty property breaks."""

    name: str
    """The property."""
    at: int
    """Character of the text, from 0."""
    wanted: str
    """`YES_OR_NO` or `NUMBER`."""
    guards: tuple[Guard, ...]

    def is_reached(self, known: Mapping[str, str | None]) -> bool:
        """Whether VASSAL may come there for a piece, by what is known of its properties: a text,
        empty where it has none, `None` for what is known only in play."""
        return all(_value(node, known) in (None, wanted) for node, wanted in self.guards)

    @property
    def names(self) -> frozenset[str]:
        """The properties its guards read."""
        nodes = (node for guard, _ in self.guards for node in walk(guard))
        return frozenset(node.text.strip("$") for node in nodes if isinstance(node, Name))


@lru_cache(maxsize=20_000)
def demands(text: str) -> tuple[Demand, ...]:
    """The demands of an expression in braces; none of one that cannot be read."""
    try:
        return tuple(_of(expressions.parse(text), ()))
    except ExpressionError:
        return ()


def _of(node: Node, guards: tuple[Guard, ...]) -> Iterator[Demand]:
    match node:
        case Binary(operator, left, right) if operator in _ALL or operator in _ANY:
            yield from _asked(left, guards, YES_OR_NO)
            yield from _asked(right, (*guards, (left, operator in _ALL)), YES_OR_NO)
        case Binary(operator, left, right) if operator in _BITWISE:
            yield from _asked(left, guards, YES_OR_NO)
            yield from _asked(right, guards, YES_OR_NO)
        case Unary("!", operand):
            yield from _asked(operand, guards, YES_OR_NO)
        case Unary(_, operand) | Postfix(_, operand):
            yield from _asked(operand, guards, NUMBER)
        case Cast(kind, operand) if kind in PRIMITIVES:
            yield from _asked(operand, guards, YES_OR_NO if kind == "boolean" else NUMBER)
        case Conditional(test, yes, no):
            yield from _asked(test, guards, YES_OR_NO)
            yield from _of(yes, (*guards, (test, True)))
            yield from _of(no, (*guards, (test, False)))
        case Call("If", (test, *others)):
            yield from _asked(test, guards, YES_OR_NO)
            for other in others:
                yield from _of(other, guards)
        case Call(name, arguments) if name.startswith(_NUMERIC):
            for argument in arguments:
                yield from _asked(argument, guards, NUMBER)
        case _:
            for inner in below(node):
                yield from _of(inner, guards)


def _asked(node: Node, guards: tuple[Guard, ...], wanted: str) -> Iterator[Demand]:
    if isinstance(node, Name) and "." not in node.text:
        yield Demand(node.text.strip("$"), node.at, wanted, guards)
    else:
        yield from _of(node, guards)


def _value(node: Node, known: Mapping[str, str | None]) -> bool | None:
    """What a condition is, as far as it is known."""
    match node:
        case Unary("!", operand):
            held = _value(operand, known)
            return None if held is None else not held
        case Binary(operator, left, right) if operator in _ALL or operator in _ANY:
            is_any = operator in _ANY
            both = (_value(left, known), _value(right, known))
            if is_any in both:
                return is_any
            return None if None in both else not is_any
        case Binary("==" | "!=" as operator, left, right):
            one, other = _text(left, known), _text(right, known)
            return None if one is None or other is None else (one == other) is (operator == "==")
        case Name() | Literal():
            said = _text(node, known)
            return {"true": True, "false": False}.get(said) if said is not None else None
    return None


def _text(node: Node, known: Mapping[str, str | None]) -> str | None:
    match node:
        case Literal(text):
            return node.string if node.string is not None else text
        case Name(text) if "." not in text:
            return known.get(text.strip("$"))
    return None

"""What an expression comes to: BeanShell as VASSAL reckons it, on the values of properties.

A property's text counts as a truth value, a whole number or a broken one where it reads as one,
else as a text (``BeanShellExpression.wrap``). What cannot be reckoned is refused, never guessed.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from generator.errors import BroadsideError
from generator.vassal import sequences
from generator.vassal.expression_trees import (
    Binary,
    Call,
    Cast,
    Conditional,
    Literal,
    Member,
    Name,
    Node,
    Sequence,
    Unary,
)
from generator.vassal.expressions import ExpressionError, is_braced, parse
from generator.vassal.matching import MOST_WORK, matching_work

Value: TypeAlias = bool | int | float | str
Lookup: TypeAlias = Callable[[str], "str | None"]
"""The text of a property; None where there is none of that name."""
Function: TypeAlias = Callable[[str, tuple[Value, ...]], "Value | None"]
"""A function by its name and arguments; None where it cannot be reckoned."""

_WHOLE: Final = re.compile(r"[+-]?\d{1,10}")
_BROKEN: Final = re.compile(r"[+-]?(?:\d{1,15}\.\d{0,15}|\.\d{1,15})(?:[eE][+-]?\d{1,3})?")
_LONGEST: Final = 10_000
_LARGEST: Final = 1 << 31
_COMPARED: Final[dict[str, Callable[[float, float], bool]]] = {
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
}
_WORDS: Final = {
    "@gt": ">",
    "@lt": "<",
    "@gteq": ">=",
    "@lteq": "<=",
    "@and": "&&",
    "@or": "||",
    "@bitwise_and": "&",
    "@bitwise_or": "|",
}
_MATH: Final[dict[str, Callable[..., float]]] = {
    "abs": abs,
    "max": max,
    "min": min,
    "floor": lambda x: float(math.floor(x)),
    "ceil": lambda x: float(math.ceil(x)),
    "round": lambda x: math.floor(x + 0.5),
    "sqrt": math.sqrt,
    "pow": math.pow,
}


class EvaluationError(BroadsideError):
    """An expression that cannot be reckoned with what is known."""


def formatted(text: str, lookup: Lookup, function: Function | None = None) -> str:
    """A text as VASSAL shows it: an expression in braces reckoned, or ``$name$`` filled in, an
    unknown one with nothing.

    Raises `EvaluationError`.
    """
    if is_braced(text):
        return spoken(evaluate(text, lookup, function))
    return "".join(_filled(text, lookup))[:_LONGEST]


def _filled(text: str, lookup: Lookup) -> Iterator[str]:
    """Its parts (``FormattedStringExpression.evaluate``): of an unknown name, and of a last dollar
    that stands alone, nothing."""
    tokens = sequences.decode(text, "$")
    for at, token in enumerate(tokens):
        named = at % 2 and at < len(tokens) - 1
        found = lookup(token) if named and token else token
        yield (found or "")[:_LONGEST]


def evaluate(text: str, lookup: Lookup, function: Function | None = None) -> Value:
    """What an expression comes to. Raises `EvaluationError`."""
    try:
        return _Reckoning(lookup, function).value(parse(text))
    except ExpressionError as trouble:
        raise EvaluationError(str(trouble)) from None
    except (
        ArithmeticError, ValueError, TypeError, LookupError, RecursionError, MemoryError, re.error
    ) as trouble:  # fmt: skip
        raise EvaluationError(f"{text[:80]}: {trouble}") from None


def wrapped(text: str | None) -> Value:
    """What a property's text counts as."""
    if text is None:
        return ""
    if text in ("true", "false"):
        return text == "true"
    if _WHOLE.fullmatch(text) and abs(int(text)) < _LARGEST:
        return int(text)
    return float(text) if _BROKEN.fullmatch(text) else text


def spoken(value: Value) -> str:
    """A value as text, as Java writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and math.isfinite(value) and value == int(value):
        return f"{value:.1f}"
    return str(value)


class _Reckoning:
    def __init__(self, lookup: Lookup, function: Function | None) -> None:
        self._lookup = lookup
        self._function = function

    def value(self, node: Node) -> Value:
        match node:
            case Literal():
                return _literal(node)
            case Name(text):
                return wrapped(self._lookup(text))
            case Unary(sign, operand):
                return self._unary(sign, self.value(operand))
            case Binary(sign, left, right):
                return self._binary(_WORDS.get(sign, sign), left, right)
            case Conditional(test, yes, no):
                return self.value(yes if self._truth(test) else no)
            case Call(name, arguments):
                return self._call(name, arguments)
            case Member(of, name, arguments) if arguments is not None:
                return _method(self.value(of), name, tuple(map(self.value, arguments)))
            case Cast(kind, operand):
                return _cast(kind, self.value(operand))
            case Sequence(parts):
                return self.value(parts[0])
        raise EvaluationError(f"{type(node).__name__.lower()} is not reckoned")

    def _truth(self, node: Node) -> bool:
        return _true(self.value(node))

    def _unary(self, sign: str, value: Value) -> Value:
        if sign == "!":
            return not _true(value)
        if isinstance(value, bool | str):
            raise EvaluationError(f"{sign} before {spoken(value)!r}")
        if sign == "-":
            return -value
        if sign == "+":
            return value
        raise EvaluationError(f"{sign} is not reckoned")

    def _binary(self, sign: str, left: Node, right: Node) -> Value:
        if sign in ("&&", "&"):
            return self._truth(left) and self._truth(right)
        if sign in ("||", "|"):
            return self._truth(left) or self._truth(right)
        one, other = self.value(left), self.value(right)
        if sign in ("==", "!="):
            return _same(one, other) == (sign == "==")
        if sign in ("=~", "!~"):
            return _matches(spoken(one), spoken(other)) == (sign == "=~")
        if sign == "+" and (isinstance(one, str) or isinstance(other, str)):
            return (spoken(one) + spoken(other))[:_LONGEST]
        if sign in _COMPARED:
            return _COMPARED[sign](_number(one), _number(other))
        return _arithmetic(sign, _number(one), _number(other))

    def _call(self, name: str, arguments: tuple[Node, ...]) -> Value:
        owner, _, method = name.rpartition(".")
        if name == "If" and len(arguments) == 3:
            return self.value(arguments[1] if self._truth(arguments[0]) else arguments[2])
        given = tuple(map(self.value, arguments))
        if name == "GetProperty" and len(given) == 1:
            return wrapped(self._lookup(spoken(given[0])))
        if owner == "Math" and method in _MATH:
            return _MATH[method](*map(_number, given))
        if owner in ("Integer", "java.lang.Integer") and method in ("parseInt", "valueOf"):
            return int(spoken(given[0]))
        if owner in ("String", "java.lang.String") and method == "valueOf":
            return spoken(given[0])
        if owner:
            return _method(spoken(wrapped(self._lookup(owner))), method, given)
        found_by = self._function(name, given) if self._function is not None else None
        if found_by is None:
            raise EvaluationError(f"the function {name} is not reckoned")
        return found_by


def _matches(text: str, pattern: str) -> bool:
    """Whether a regular expression takes a whole text. One that may take for ever is refused."""
    if matching_work(pattern, len(text)) > MOST_WORK:
        raise EvaluationError(f"the regular expression {pattern[:60]!r} may take for ever")
    return re.fullmatch(pattern, text) is not None


def _literal(node: Literal) -> Value:
    text = node.string
    if text is not None:
        return text
    match node.text:
        case "true" | "false":
            return node.text == "true"
        case "null" | "void":
            return ""
    bare = node.text.rstrip("lLfFdD") if not node.text.lower().startswith("0x") else node.text
    if re.fullmatch(r"\d+", bare) and bare == node.text.rstrip("lL"):
        return int(bare, 8) if len(bare) > 1 and bare[0] == "0" else int(bare)
    return int(bare, 16) if bare.lower().startswith("0x") else float(bare)


def _true(value: Value) -> bool:
    return value is True or value == "true"


def _number(value: Value) -> float | int:
    if isinstance(value, bool):
        raise EvaluationError(f"{spoken(value)} is not a number")
    if isinstance(value, str):
        made = wrapped(value)
        if value == "":
            return 0
        if isinstance(made, str | bool):
            raise EvaluationError(f"{value!r} is not a number")
        return made
    return value


def _same(one: Value, other: Value) -> bool:
    numbers = (int, float)
    if isinstance(one, bool) or isinstance(other, bool):
        return spoken(one) == spoken(other)
    if isinstance(one, numbers) and isinstance(other, numbers):
        return one == other
    return spoken(one) == spoken(other)


def _arithmetic(sign: str, one: float | int, other: float | int) -> Value:
    whole = isinstance(one, int) and isinstance(other, int)
    found: float | int
    match sign:
        case "+":
            found = one + other
        case "-":
            found = one - other
        case "*":
            found = one * other
        case "/":
            found = int(one / other) if whole else one / other
        case "%":
            found = int(math.fmod(one, other)) if whole else math.fmod(one, other)
        case _:
            raise EvaluationError(f"{sign} is not reckoned")
    if isinstance(found, int):
        return (found + _LARGEST) % (2 * _LARGEST) - _LARGEST
    return found


def _cast(kind: str, value: Value) -> Value:
    if kind in ("int", "long", "Integer"):
        return int(_number(value))
    if kind in ("double", "float"):
        return float(_number(value))
    if kind == "String":
        return spoken(value)
    raise EvaluationError(f"({kind}) is not reckoned")


def _method(of: Value, name: str, given: tuple[Value, ...]) -> Value:
    text = spoken(of)
    words = [spoken(one) for one in given]
    match name, words:
        case "length", []:
            return len(text)
        case "isEmpty", []:
            return not text
        case "isBlank", []:
            return not text.strip()
        case "trim" | "strip", []:
            return text.strip()
        case "toString", []:
            return text
        case "toLowerCase", []:
            return text.lower()
        case "toUpperCase", []:
            return text.upper()
        case "equals", [other]:
            return text == other
        case "equalsIgnoreCase", [other]:
            return text.casefold() == other.casefold()
        case "contains", [other]:
            return other in text
        case "startsWith", [other]:
            return text.startswith(other)
        case "endsWith", [other]:
            return text.endswith(other)
        case "indexOf", [other]:
            return text.find(other)
        case "lastIndexOf", [other]:
            return text.rfind(other)
        case "compareTo", [other]:
            return (text > other) - (text < other)
        case "matches", [pattern]:
            return _matches(text, pattern)
        case "replace", [old, new]:
            return text.replace(old, new)[:_LONGEST]
        case "substring", [start]:
            return text[int(start) :]
        case "substring", [start, end]:
            return text[int(start) : int(end)]
    raise EvaluationError(f"the method {name} is not reckoned")

"""Evaluate a module's report formats and BeanShell expressions.

Report formats (``$name$``) follow ``VASSAL.script.expression.FormattedStringExpression``. Of
BeanShell this implements what buttons, filters and names of places need: numbers, strings,
properties by name, ``+ - * / %``, comparisons, ``&& || !``, ``? :`` and some functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from generator.errors import BroadsideError
from generator.vassal import sequences

Property = Callable[[str], str | None]
"""Property name -> its value, or ``None`` if there is none."""

Value = str | int | bool

Function = Callable[[str, list[Value]], Value]
"""Function name and arguments -> its value."""


class ExpressionError(BroadsideError):
    """An expression of a module needs a feature that is not implemented here."""


def _unknown(name: str, _: list[Value]) -> Value:
    raise ExpressionError(f"the function {name!r} is not understood")


def filled(format_: str, property_: Property, function: Function = _unknown) -> str:
    """A report format with each ``$name$`` replaced, by nothing if there is no such property.

    A text in braces is evaluated as an expression.
    """
    if format_.startswith("{") and format_.endswith("}"):
        return written(evaluate(format_, property_, function))
    tokens = sequences.decode(format_, "$")
    parts = []
    last = len(tokens) - 1
    for at, token in enumerate(tokens):
        if at % 2 == 0 or at == last:
            parts.append(token)
        else:
            parts.append(property_(token) or "")
    return "".join(parts)


def written(value: Value) -> str:
    """A value as text, as VASSAL writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def holds(expression: str, property_: Property) -> bool:
    """Whether an expression is true; an empty one counts as true."""
    return not expression or evaluate(expression, property_) is True


def evaluate(expression: str, property_: Property, function: Function = _unknown) -> Value:
    """The value of an expression; the braces around it are optional.

    Raises `ExpressionError` for anything that is not implemented.
    """
    text = expression[1:-1] if expression.startswith("{") else expression
    return _Reader(text, property_, function).whole()


_TOKEN = re.compile(
    r"""\s*(?:(?P<number>\d+)|"(?P<text>(?:[^"\\]|\\.)*)"|(?P<name>[A-Za-z_]\w*(?:\.\w+)?)"""
    r"""|(?P<sign>&&|\|\||==|!=|<=|>=|[-+*/%<>!?:(),]))"""
)


@lru_cache(maxsize=4096)
def _tokens(text: str) -> tuple[tuple[str, str], ...]:
    return (*_cut(text), ("end", ""))


def _cut(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    text = text.rstrip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise ExpressionError(f"expression {text!r}: {text[at:]!r} is not understood")
        at = found.end()
        kind = found.lastgroup or ""
        yield kind, found.group(kind)


_ESCAPED = re.compile(r"\\(.)")

_LEVELS: tuple[tuple[str, ...], ...] = (
    ("||",),
    ("&&",),
    ("==", "!="),
    ("<", "<=", ">", ">="),
    ("+", "-"),
    ("*", "/", "%"),
)


class _Reader:
    """Parses and evaluates at once; always evaluates both operands."""

    def __init__(self, text: str, property_: Property, function: Function) -> None:
        self._text = text
        self._property = property_
        self._function = function
        self._tokens = _tokens(text)
        self._at = 0

    def whole(self) -> Value:
        value = self._choice()
        if self._tokens[self._at][0] != "end":
            raise self._trouble()
        return value

    def _trouble(self) -> ExpressionError:
        return ExpressionError(
            f"expression {self._text!r}: {self._tokens[self._at][1]!r} was not expected"
        )

    def _took(self, *signs: str) -> str | None:
        kind, text = self._tokens[self._at]
        if kind == "sign" and text in signs:
            self._at += 1
            return text
        return None

    def _choice(self) -> Value:
        condition = self._level(0)
        if not self._took("?"):
            return condition
        yes = self._choice()
        if not self._took(":"):
            raise self._trouble()
        no = self._choice()
        return yes if condition is True else no

    def _level(self, depth: int) -> Value:
        if depth == len(_LEVELS):
            return self._single()
        value = self._level(depth + 1)
        while sign := self._took(*_LEVELS[depth]):
            value = self._joined(sign, value, self._level(depth + 1))
        return value

    def _single(self) -> Value:
        if self._took("!"):
            return self._single() is not True
        if self._took("-"):
            return -self._number(self._single())
        if self._took("("):
            value = self._choice()
            if not self._took(")"):
                raise self._trouble()
            return value
        kind, text = self._tokens[self._at]
        self._at += 1
        if kind == "number":
            return int(text)
        if kind == "text":
            return _ESCAPED.sub(r"\1", text)
        if kind == "name" and "." in text and self._took("("):
            return self._method(*text.split("."))
        if kind == "name" and self._took("("):
            return self._function(text, self._arguments())
        if kind == "name":
            return _typed(text if text in ("true", "false") else self._property(text) or "")
        self._at -= 1
        raise self._trouble()

    def _method(self, owner: str, name: str) -> Value:
        """A Java method: ``substring`` of a property, or ``Integer.parseInt``."""
        given = self._arguments()
        if (owner, name) == ("Integer", "parseInt") and len(given) == 1:
            return int(written(given[0]))
        if name == "substring" and len(given) == 1:
            return (self._property(owner) or "")[self._number(given[0]) :]
        raise ExpressionError(f"expression {self._text!r}: {owner}.{name} is not understood")

    def _arguments(self) -> list[Value]:
        given: list[Value] = []
        while not self._took(")"):
            if given and not self._took(","):
                raise self._trouble()
            given.append(self._choice())
        return given

    def _number(self, value: Value) -> int:
        if isinstance(value, (bool, str)):
            raise ExpressionError(f"expression {self._text!r}: {value!r} is not a number")
        return value

    def _joined(self, sign: str, left: Value, right: Value) -> Value:
        if sign == "||":
            return left is True or right is True
        if sign == "&&":
            return left is True and right is True
        if sign in ("==", "!="):
            return (written(left) == written(right)) is (sign == "==")
        if sign == "+" and (isinstance(left, str) or isinstance(right, str)):
            return written(left) + written(right)
        a, b = self._number(left), self._number(right)
        if sign in ("/", "%") and b == 0:
            raise ExpressionError(f"expression {self._text!r}: division by 0")
        # Java's division rounds towards zero; the remainder has the sign of the dividend.
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1) if b else 0
        results: dict[str, Callable[[], Value]] = {
            "<": lambda: a < b,
            "<=": lambda: a <= b,
            ">": lambda: a > b,
            ">=": lambda: a >= b,
            "+": lambda: a + b,
            "-": lambda: a - b,
            "*": lambda: a * b,
            "/": lambda: quotient,
            "%": lambda: a - b * quotient,
        }
        return results[sign]()


def _typed(text: str) -> Value:
    """The value of a property in BeanShell: a number or a boolean if it looks like one."""
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    return text


__all__ = [
    "ExpressionError",
    "Function",
    "Property",
    "Value",
    "evaluate",
    "filled",
    "holds",
    "written",
]

"""Formulas: a number worked out from properties, such as ``max(0, Own + Target - Less)``.

What may stand in one: whole numbers, names of properties, ``+ - *``, ``max`` and ``min`` of two or
more, and ``A if B > C else D``.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import reduce

LONGEST = 600
"""So many characters a formula has at most."""

_SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
_COMPARED = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
_CHOICES = {"max": ">", "min": "<"}


def checked(formula: str) -> str:
    """The formula as it stands; ValueError where something in it is not understood."""
    if formula:
        in_vassal(formula)
    return formula


def names_in(formula: str) -> list[str]:
    """The properties it is worked out from, each once."""
    nodes = ast.walk(_parsed(formula))
    found = [node.id for node in nodes if isinstance(node, ast.Name) and node.id not in _CHOICES]
    return list(dict.fromkeys(found))


def in_vassal(formula: str) -> str:
    """The formula in VASSAL's language.

    >>> in_vassal("max(0, Own - 2) if Side == 1 else Own")
    '((Side == 1) ? ((0 > (Own - 2)) ? 0 : (Own - 2)) : Own)'
    """
    return _written(_parsed(formula).body)


def _parsed(formula: str) -> ast.Expression:
    if len(formula) > LONGEST:
        raise ValueError(f"a formula has at most {LONGEST} characters")
    try:
        return ast.parse(formula.strip(), mode="eval")
    except (SyntaxError, RecursionError, MemoryError):
        raise ValueError(f"{formula!r} is no formula, such as max(0, Own + Target)") from None


def _written(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            return str(number)
        case ast.Name(id=name) if name not in _CHOICES:
            return name
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return f"(0 - {_written(inner)})"
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _SIGNS:
            return f"({_written(left)} {_SIGNS[type(sign)]} {_written(right)})"
        case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in _COMPARED:
            return f"({_written(left)} {_COMPARED[type(sign)]} {_written(right)})"
        case ast.IfExp(test=ast.Compare() as test, body=then, orelse=other):
            return f"({_written(test)} ? {_written(then)} : {_written(other)})"
        case ast.Call(func=ast.Name(id=name), args=[_, _, *_] as given, keywords=[]) if (
            name in _CHOICES
        ):
            return reduce(_chooser(_CHOICES[name]), map(_written, given))
    raise ValueError(f"{ast.unparse(node)!r} is not understood in a formula")


def _chooser(sign: str) -> Callable[[str, str], str]:
    def choose(one: str, other: str) -> str:
        return f"(({one} {sign} {other}) ? {one} : {other})"

    return choose

"""Formulas: a number worked out from properties, such as ``max(0, Own + Target - Less)``.

What may stand in one: whole numbers, names of properties, ``+ - *``, ``max`` and ``min`` of two or
more, ``A if B > C else D``, and ``distance(sea, A, B)``: how many cells of the map ``sea`` lie
between the places that two properties note.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import reduce

from generator.light import dataclass

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
_DISTANCE = "distance"
NOTED = 10000
"""A place is noted as so many times its x, and its y, in pixels."""


def checked(formula: str) -> str:
    """The formula as it stands; ValueError where something in it is not understood."""
    if formula:
        in_vassal(formula)
    return formula


def names_in(formula: str) -> list[str]:
    """The properties it is worked out from, each once."""
    nodes = ast.walk(_parsed(formula))
    names = [node.id for node in nodes if isinstance(node, ast.Name)]
    other = {*_CHOICES, _DISTANCE, *maps_in(formula)}
    return list(dict.fromkeys(name for name in names if name not in other))


def maps_in(formula: str) -> list[str]:
    """The maps on which it measures."""
    calls = (node for node in ast.walk(_parsed(formula)) if isinstance(node, ast.Call))
    return [ast.unparse(node.args[0]) for node in calls if ast.unparse(node.func) == _DISTANCE]


def in_vassal(formula: str, maps: Mapping[str, str] = {}, known: Mapping[str, str] = {}) -> str:
    """The formula in VASSAL's language; ``maps`` are the titles of maps by their ids, ``known``
    formulas in that language by the name of their property.

    >>> in_vassal("max(0, Own - 2) if Side == 1 else Own")
    '((Side == 1) ? ((0 > (Own - 2)) ? 0 : (Own - 2)) : Own)'
    """
    return _Writing(maps, known).written(_parsed(formula).body)


def _parsed(formula: str) -> ast.Expression:
    if len(formula) > LONGEST:
        raise ValueError(f"a formula has at most {LONGEST} characters")
    try:
        return ast.parse(formula.strip(), mode="eval")
    except (SyntaxError, RecursionError, MemoryError):
        raise ValueError(f"{formula!r} is not a formula, such as max(0, Own + Target)") from None


@dataclass(frozen=True, slots=True)
class _Writing:
    maps: Mapping[str, str]
    known: Mapping[str, str]

    def written(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=int(number)) if not isinstance(number, bool):
                return str(number)
            case ast.Name(id=name) if name not in _CHOICES:
                return self.known.get(name, name)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return f"(0 - {self.written(inner)})"
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _SIGNS:
                return f"({self.written(left)} {_SIGNS[type(sign)]} {self.written(right)})"
            case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in _COMPARED:
                return f"({self.written(left)} {_COMPARED[type(sign)]} {self.written(right)})"
            case ast.IfExp(test=ast.Compare() as test, body=then, orelse=other):
                parts = self.written(test), self.written(then), self.written(other)
                return "({} ? {} : {})".format(*parts)
            case ast.Call(func=ast.Name(id=name), args=[_, _, *_] as given, keywords=[]) if (
                name in _CHOICES
            ):
                return reduce(_chooser(_CHOICES[name]), map(self.written, given))
            case ast.Call(
                func=ast.Name(id="distance"),
                args=[ast.Name(id=map_), ast.Name(id=one), ast.Name(id=other)],
                keywords=[],
            ):
                points = ", ".join(f"{end} / {NOTED}, {end} % {NOTED}" for end in (one, other))
                return f'Range({points}, "{self.maps.get(map_, map_)}")'
        raise ValueError(f"{ast.unparse(node)!r} is not understood in a formula")


def _chooser(sign: str) -> Callable[[str, str], str]:
    def choose(one: str, other: str) -> str:
        return f"(({one} {sign} {other}) ? {one} : {other})"

    return choose

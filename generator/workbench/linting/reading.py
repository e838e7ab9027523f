"""Which properties a text reads: an expression, a condition, a message format.

A name may be built while the game runs (``GetProperty("Supply_" + Side)``): what is not known of it
is `ANY`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from generator.vassal import expressions, formats, functions, match_texts
from generator.vassal.expression_trees import Binary, Call, Literal, Name, Node, walk
from generator.vassal.expressions import ExpressionError
from generator.vassal.kinds import Part

ANY: Final = "\0"
"""Stands in a name for what is known only while the game is played."""

_CLASSES = """
    Boolean Byte Character Double Float Integer Long Math Number Object Short String StringBuilder
    System Thread Arrays Collections Date List ArrayList HashMap Map Random Calendar
"""
JAVA_CLASSES: Final = frozenset(_CLASSES.split())
"""Classes whose methods an expression may call by their short name."""


class Read(NamedTuple):
    """One property that is read."""

    name: str
    at: int
    """Where in the text, from 0."""
    sure: bool = True
    """Whether it is surely taken for a property's name."""


def reads(part: Part) -> tuple[Read, ...]:
    """The properties a field's text reads."""
    return _reads(part.kind, part.text)


@lru_cache(maxsize=50_000)
def _reads(kind: str, text: str) -> tuple[Read, ...]:
    if not text.strip():
        return ()
    if kind == "property":
        return (Read(text, 0),)
    if expressions.is_braced(text):
        return tuple(in_expression(text))
    if kind == "expr":
        found = tuple(in_expression(text)) if _is_bare_expression(text) else ()
        return found or tuple(in_format(text))
    if kind == "match":
        return tuple(in_match(text))
    if kind == "lookup":
        bare = text.strip()
        return (Read(bare.strip("$"), text.index(bare)),)
    if kind == "fmt" or kind.startswith(("fmt[", "sets[")):
        return tuple(in_format(text))
    return ()


def pattern_of(part: Part) -> str:
    """The name that a text yields, `ANY` for what is known only in play."""
    text = part.text
    if expressions.is_braced(text):
        try:
            return _built(expressions.parse(text))
        except ExpressionError:
            return ANY
    if part.kind.startswith(("fmt", "sets")) and "$" in text:
        return "".join(ANY if piece.is_property else piece.text for piece in formats.read(text))
    return text


def shown(pattern: str) -> str:
    """A name or pattern as people read it."""
    return pattern.replace(ANY, "...")


def fits(pattern: str, name: str) -> bool:
    """Whether a name may be what a pattern with `ANY` stands for."""
    if ANY not in pattern:
        return pattern == name
    return _compiled(pattern).fullmatch(name) is not None


@lru_cache(maxsize=5_000)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in pattern.split(ANY)), re.DOTALL)


def in_format(text: str) -> Iterator[Read]:
    """The properties a message format shows."""
    for part in formats.properties(text):
        yield Read(part.text, part.at)


def in_match(text: str) -> Iterator[Read]:
    """The properties an older condition compares, and those put into it."""
    yield from in_format(text)
    for group in match_texts.read(text):
        for condition in group:
            if condition.comparison and condition.name:
                parts = formats.read(condition.name)
                name = "".join(ANY if part.is_property else part.text for part in parts)
                yield Read(name, condition.at)


def in_expression(text: str) -> Iterator[Read]:
    """The properties an expression reads; none where it cannot be read itself."""
    try:
        tree = expressions.parse(text)
    except ExpressionError:
        return
    yield from _in_tree(tree)


def _in_tree(tree: Node) -> Iterator[Read]:
    for node in walk(tree):
        match node:
            case Name(text, at):
                if "." not in text:
                    yield Read(_undollared(text), at)
            case Call(name, arguments, at):
                yield from _of_call(name, arguments, at)
            case Literal(_, at) if (said := node.string) and "$" in said:
                for part in formats.properties(said):
                    yield Read(part.text, at, sure=False)


def _of_call(name: str, arguments: tuple[Node, ...], at: int) -> Iterator[Read]:
    if "." in name:
        owner = name.partition(".")[0]
        if owner not in JAVA_CLASSES and owner not in ("java", "javax", "VASSAL", "bsh"):
            yield Read(_undollared(owner), at)
        return
    form = functions.form_for(name, len(arguments)) if name in functions.FUNCTIONS else None
    if form is None:
        return
    for meanings, argument in zip(form, arguments, strict=True):
        if "property" in meanings:
            said = _built(argument)
            if said and not said.lstrip().startswith("{"):
                yield Read(said, argument.at, sure=meanings == ("property",))
        if "match" in meanings:
            yield from _of_condition(argument)


def _of_condition(argument: Node) -> Iterator[Read]:
    """What a condition given as a text reads, the texts put into it being unknown."""
    said = _built(argument)
    if not expressions.is_braced(said):
        return
    # What is not known stands where a value does, within quotes or without.
    for read in in_expression(said.replace(ANY, "0").replace('\\"', '"')):
        yield Read(read.name, argument.at, sure=False)


def _built(node: Node) -> str:
    """The text an expression yields, as far as it stands there."""
    match node:
        case Literal():
            said = node.string
            if said is None:
                return node.text
            parts = formats.read(said)
            return "".join(ANY if part.is_property else part.text for part in parts)
        case Binary("+", left, right):
            return _built(left) + _built(right)
        case _:
            return ANY


def _undollared(name: str) -> str:
    return name[1:-1] if len(name) > 2 and name[0] == name[-1] == "$" else name


def _is_bare_expression(text: str) -> bool:
    """Whether a text without braces, where VASSAL takes it for an expression, can be read so."""
    try:
        expressions.parse(text)
    except ExpressionError:
        return False
    return True

"""Texts that VASSAL reads otherwise than meant, or not at all: expressions, conditions, formats."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from generator.errors import nearest
from generator.vassal import expressions, formats, functions, match_texts
from generator.vassal.expression_trees import Assignment, Binary, Call, Literal, Name, Node, walk
from generator.vassal.expressions import ExpressionError
from generator.workbench.linting.findings import Trouble
from generator.workbench.linting.reading import ANY, JAVA_CLASSES
from generator.workbench.linting.survey import Survey, Use

_KINDS: Final = ("expr", "match", "lookup", "fmt")
_FILTERS: Final = ("propertiesFilter", "filter", "propertyFilter", "clearMatchingFilter")
"""Conditions into which VASSAL puts ``$...$`` before it reads them."""


class Fault(NamedTuple):
    """What is wrong in one text."""

    code: str
    message: str
    fix: str
    at: int


def check(survey: Survey) -> Iterator[Trouble]:
    """Every finding about texts that are read in play."""
    found: dict[tuple[str, Fault], list[Use]] = {}
    for use in survey.all_uses():
        kind = use.part.kind
        if use.owner.is_foreign or not use.text.strip():
            continue
        if kind not in _KINDS and not kind.startswith(("fmt[", "sets[")):
            continue
        for fault in faults(kind, use.text, use.field in _FILTERS):
            found.setdefault((use.text, fault), []).append(use)
    for (text, fault), uses in found.items():
        yield Trouble(
            fault.code,
            f"{fault.message}: {_around(text, fault.at)}",
            fault.fix,
            [spot for use in uses for spot in use.spots(fault.at)],
            sum(use.owner.count for use in uses),
        )


def _around(text: str, at: int) -> str:
    """The text, or the part of a long one around a place."""
    if len(text) <= 90:
        return text
    start = max(0, at - 40)
    end = start + 80
    return f"{'...' if start else ''}{text[start:end]}{'...' if end < len(text) else ''}"


@lru_cache(maxsize=50_000)
def faults(kind: str, text: str, is_filter: bool) -> tuple[Fault, ...]:
    """What is wrong in a field's text of some kind."""
    if expressions.is_braced(text):
        return tuple(_in_expression(text, is_condition=kind == "match", is_filter=is_filter))
    if kind == "match":
        return tuple(_in_match(text))
    if kind == "fmt" or kind.startswith(("fmt[", "sets[")):
        return tuple(_in_format(text))
    return ()


def _in_format(text: str) -> Iterator[Fault]:
    at = formats.loose_dollar(text)
    if at is None:
        return
    after = text[at + 1 : at + 2]
    if after.isdigit() or not (after.isalpha() or after == "_"):
        return
    yield Fault(
        "format.dollar",
        "a $ without its partner: the name after it is shown as it stands",
        "put a $ on each side of the property's name",
        at,
    )


def _in_match(text: str) -> Iterator[Fault]:
    for trouble in match_texts.troubles(text):
        lax = trouble.message.startswith(("no comparison", "the quotes"))
        yield Fault(
            "match.loose" if lax else "match.broken",
            trouble.message,
            "write property = value, joined by && and ||, or a BeanShell expression in braces",
            trouble.at,
        )


# --- Expressions ------------------------------------------------------------------------


def _in_expression(text: str, *, is_condition: bool, is_filter: bool) -> Iterator[Fault]:
    bare = text.strip()[1:-1].strip()
    if not bare:
        return
    if is_filter and "$" in bare:
        # What VASSAL puts for $...$ is not known: it may mend or break what stands around it.
        shown = formats.read(text)
        text = "".join(
            _placeholder(part.text, len(part.text) + 2) if part.is_property else part.text
            for part in shown
        )
    try:
        tree = expressions.parse(text)
    except ExpressionError as trouble:
        yield Fault("expression.syntax", str(trouble), "correct the expression", trouble.at)
        return
    for at, name in expressions.lost_letters(text):
        yield Fault(
            "expression.letter",
            f"BeanShell takes {name[0]} behind a blank for a blank too, so of {name} it reads "
            + (f"{name[1:]} only" if name[1:] else "nothing"),
            f'write GetProperty("{name}"), or name the property without that letter',
            at,
        )
    bound = {node.text for node in walk(tree) if isinstance(node, Name)}
    for node in walk(tree):
        yield from _of_node(node, bound, is_condition, is_filter)


def _placeholder(name: str, size: int) -> str:
    """A name as long as the ``$...$`` it stands for."""
    return "x" * size if name else ""


def _of_node(node: Node, bound: set[str], is_condition: bool, is_filter: bool) -> Iterator[Fault]:
    match node:
        case Assignment(sign, _, _, at):
            yield Fault(
                "expression.assignment",
                f"{sign} gives a value and compares nothing",
                "compare with ==",
                at,
            )
        case Call(name, arguments, at) if "." not in name:
            yield from _of_function(name, len(arguments), at)
            yield from _of_conditions(name, arguments)
        case Call(name, _, at):
            yield from _of_method(name, at, bound)
        case Binary("=~" | "!~", _, Literal() as pattern):
            message = match_texts.broken_pattern(pattern.string or "")
            if message and "$" not in (pattern.string or ""):
                yield Fault(
                    "expression.pattern",
                    f"no regular expression: {message}",
                    "correct the pattern",
                    pattern.at,
                )
        case Literal(_, at) if not is_filter and is_condition:
            said = node.string
            if said and formats.properties(said) and said.count("$") == 2 and said[0] == said[-1]:
                yield Fault(
                    "expression.dollar",
                    f'"{said}" stays as it is here: VASSAL puts no property into a text',
                    f"write {said.strip('$')} without quotes",
                    at,
                )


def _of_function(name: str, count: int, at: int) -> Iterator[Fault]:
    known = functions.FUNCTIONS
    if name not in known:
        yield Fault(
            "expression.function",
            f"VASSAL has no function {name}(){nearest(name, known)}",
            "use one of VASSAL's functions",
            at,
        )
    elif functions.form_for(name, count) is None:
        counts = functions.counts(name)
        wanted = " or ".join(str(one) for one in counts)
        yield Fault(
            "expression.arguments",
            f"{name}() takes {wanted} argument{'s' if counts != (1,) else ''}, not {count}",
            "give it what it takes",
            at,
        )


def _of_method(name: str, at: int, bound: set[str]) -> Iterator[Fault]:
    parts = name.split(".")
    if len(parts) != 2 or parts[0] in JAVA_CLASSES or parts[0] in bound:
        return
    if parts[1] not in functions.STRING_METHODS:
        yield Fault(
            "expression.method",
            f"VASSAL lets no method {parts[1]}() follow a property"
            f"{nearest(parts[1], functions.STRING_METHODS)}",
            f'write GetString("{parts[0]}").{parts[1]}(...), or use another method',
            at,
        )


def _of_conditions(name: str, arguments: tuple[Node, ...]) -> Iterator[Fault]:
    """Conditions given to a function as texts are expressions of their own."""
    form = functions.form_for(name, len(arguments)) if name in functions.FUNCTIONS else None
    for meanings, argument in zip(form or (), arguments, strict=False):
        if "match" not in meanings or not isinstance(argument, Literal):
            continue
        said = argument.string or ""
        if not expressions.is_braced(said) or "$" in said or ANY in said:
            continue
        # VASSAL takes a quote for a quote even where two backslashes stood before it.
        for fault in faults("match", said.replace('\\"', '"'), is_filter=True):
            yield Fault(
                fault.code, f"in the condition given to {name}(): {fault.message}", fault.fix,
                argument.at,
            )  # fmt: skip

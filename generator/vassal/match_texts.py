"""VASSAL's older conditions on a piece's properties: ``Type = Infantry && Strength >= 3``.

There is no grammar. VASSAL cuts the text at ``||``, each part at ``&&``, and each of these at the
first comparison of a fixed list that occurs in it (``VASSAL.counters.PropertiesPieceFilter``).
What does not fit is not refused: parentheses become part of a name, a second ``=`` swallows the
value, a part without a comparison lets every piece through. `troubles` says where a text does not
say what its writer meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from generator.light import dataclass

COMPARISONS: Final = ("!=", "<=", ">=", ">", "<", "=~", "=", "!~")
"""In the order in which VASSAL looks for them, wherever in the text they stand."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One comparison."""

    name: str
    """Of the property; the whole text where no comparison was found."""
    comparison: str
    """Empty: every piece fits."""
    value: str
    at: int
    """The first character of the name."""
    value_at: int
    lost: str = ""
    """What stands after the value and is not looked at."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A place where VASSAL reads something else than was meant."""

    message: str
    at: int


def read(text: str) -> tuple[tuple[Condition, ...], ...]:
    """The conditions as VASSAL takes them: any of the outer, all of the inner ones must hold."""
    lead = len(text) - len(text.lstrip())
    text = text.strip()
    outer = _cut(text, "||", lead)
    if len(outer) == 1:
        outer = [(text, lead)]
    found = []
    for part, at in outer:
        inner = _cut(part, "&&", at)
        if len(inner) == 1:
            inner = [(part, at)]
        found.append(tuple(_condition(one, start) for one, start in inner))
    return tuple(found)


def _cut(text: str, sign: str, at: int) -> list[tuple[str, int]]:
    """The parts with their places, empty ones at the end left out, as Java's ``split`` does."""
    found = []
    for part in text.split(sign):
        found.append((part, at))
        at += len(part) + len(sign)
    while found and not found[-1][0]:
        found.pop()
    return found


def _condition(text: str, at: int) -> Condition:
    for sign in COMPARISONS:
        if sign not in text:
            continue
        parts = _cut(text, sign, at)
        if not parts:
            break
        name, value, value_at = parts[0][0], "", at + len(text)
        if len(parts) > 1:
            value, value_at = parts[1]
        lost = text[value_at - at + len(value) + len(sign) :] if len(parts) > 2 else ""
        start = at + len(name) - len(name.lstrip())
        lead = len(value) - len(value.lstrip())
        return Condition(name.strip(), sign, value.strip(), start, value_at + lead, lost)
    start = at + len(text) - len(text.lstrip())
    return Condition(text.strip(), "", "", start, start)


def troubles(text: str) -> Iterator[Trouble]:
    """What in a condition does not do what it says. Nothing for a blank text."""
    bare = text.strip()
    if not bare:
        return
    if bare[0] == "{" or bare[-1] == "}":
        yield Trouble("a BeanShell expression needs a brace at each end", text.index(bare))
        return
    for sign in ("||", "&&"):
        if bare.endswith(sign):
            yield Trouble(f"nothing follows {sign}", text.rindex(sign))
            return
    for group in read(text):
        for condition in group:
            yield from _of_condition(condition)


def _of_condition(condition: Condition) -> Iterator[Trouble]:
    name, sign, value = condition.name, condition.comparison, condition.value
    if not sign:
        if "$" not in name:
            yield Trouble("no comparison: this part lets every piece through", condition.at)
        return
    if not name:
        yield Trouble(f"no property stands before {sign}", condition.at)
    elif name[0] in "(!" and "(" in name:
        yield Trouble("parentheses are taken for a part of the property's name", condition.at)
    elif found := re.search(r"[=~]", name):
        yield Trouble(
            f"VASSAL cuts at {sign} first: the property is taken to be {name!r}",
            condition.at + found.start(),
        )
    if condition.lost:
        said = f"{sign}{sign}" if not value else f"a second {sign}"
        meant = f"; write {sign}" if not value else ""
        yield Trouble(f"{said}: what follows it is not looked at{meant}", condition.value_at)
    elif sign in ("=~", "!~"):
        message = broken_pattern(value)
        if message and "$" not in value:
            yield Trouble(f"no regular expression: {message}", condition.value_at)
    elif len(value) > 1 and value[0] == value[-1] == '"':
        yield Trouble("the quotes are taken for a part of the value", condition.value_at)


def broken_pattern(pattern: str) -> str:
    """Why Java refuses a regular expression; empty when it takes it, or may."""
    depth, in_class, at = 0, False, 0
    repeatable = False
    while at < len(pattern):
        letter = pattern[at]
        at += 1
        if letter == "\\":
            if at == len(pattern):
                return "it ends in a backslash"
            if pattern[at] == "Q":
                end = pattern.find("\\E", at)
                at = len(pattern) if end < 0 else end + 2
            else:
                at += 1
            repeatable = True
        elif in_class:
            in_class = letter != "]"
            repeatable = True
        elif letter == "[":
            in_class = True
            at += pattern[at : at + 1] == "^"
            at += pattern[at : at + 1] == "]"
        elif letter == "(":
            depth += 1
            found = re.match(r"\?(?:[:=!>]|<[=!]|<[A-Za-z0-9]+>|[a-zA-Z-]*[:)])", pattern[at:])
            if found is not None:
                at += found.end() - found[0].endswith(")")
            repeatable = False
        elif letter == ")":
            depth -= 1
            if depth < 0:
                return "a ) without its ("
            repeatable = True
        elif letter in "*+?":
            if not repeatable:
                return f"nothing stands before {letter}"
            at += pattern[at : at + 1] in ("?", "+") and bool(pattern[at : at + 1])
            repeatable = False
        elif letter == "|":
            repeatable = False
        else:
            repeatable = True
    if in_class:
        return "a [ without its ]"
    return "a ( without its )" if depth else ""

"""The properties of a piece as far as the viewer knows it; layers and labels depend on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isfinite

from generator.vassal import sequences
from generator.vassal.encodings import is_whole
from generator.vassal.evaluation import (
    EvaluationError,
    Function,
    Lookup,
    Value,
    evaluate,
    formatted,
    spoken,
)
from generator.vassal.expressions import is_braced
from generator.vassal.traits import BASIC, Trait
from validator.table.pieces import level_of

Clean = Callable[[str], str]
"""A function that removes passwords from a text."""
_DEEPEST = 12
"""How deep calculated properties may refer to one another."""


class Values:
    """The properties of a piece: its own first, then those of its surroundings."""

    def __init__(
        self,
        traits: Sequence[Trait],
        around: Lookup,
        function: Function | None = None,
        clean: Clean = str,
    ) -> None:
        self.clean = clean
        self._traits, self._around, self._counting = traits, around, function
        self.counts = False
        """Whether a function that counts other pieces was called."""
        self.asked: dict[str, str | None] = {}
        """The surrounding properties that were read, and their values."""
        self._own: dict[str, str] | None = None
        self._computed: dict[str, str] = {}
        self._depth = 0

    def get(self, name: str) -> str | None:
        """The text of a property; None if there is none of that name.

        Raises `EvaluationError` if it is calculated and its expression is faulty.
        """
        if self._own is None:
            self._own = {}
            for key, value in _named(self._traits):
                self._own.setdefault(key, value)
        found = self._own.get(name)
        if found is None:
            found = self.asked.setdefault(name, self._around(name))
            return self.clean(found) if found is not None else None
        found = self.clean(found)
        if found.startswith(_CALCULATED):
            if name not in self._computed:
                self._computed[name] = self._calculated(found.removeprefix(_CALCULATED))
            return self._computed[name]
        return found

    def _calculated(self, expression: str) -> str:
        self._depth += 1
        try:
            if self._depth > _DEEPEST:
                raise EvaluationError("calculated properties that ask one another without end")
            return self.text(expression)
        finally:
            self._depth -= 1

    def text(self, text: str) -> str:
        """A text with properties filled in, or the value of an expression. Raises as `get`."""
        return formatted(text, self.get, self._function)

    def _function(self, name: str, given: tuple[Value, ...]) -> Value | None:
        self.counts = True
        return self._counting(name, given) if self._counting is not None else None

    def looked_up(self, text: str) -> str | None:
        """The value of a field that holds a property's name or an expression. Raises as `get`."""
        if not is_braced(text):
            return self.get(text.strip())
        value: Value = evaluate(text, self.get, self._function)
        return spoken(value)


_CALCULATED = "\x00"
"""Marks the text of a property as an expression."""


def _named(traits: Sequence[Trait]) -> Iterator[tuple[str, str]]:
    for one in traits:
        yield from _of_trait(one)


def _of_trait(one: Trait) -> Iterator[tuple[str, str]]:
    match one.id:
        case "mark;":
            keys = sequences.decode(one.text("keys"), ",") if one.text("keys") else []
            values = [*sequences.decode(one.state, ","), *([""] * len(keys))]
            yield from zip(keys, values, strict=False)
        case "PROP;":
            yield one.text("key"), one.state
        case "calcProp;":
            yield one.text("name"), _CALCULATED + one.text("expression")
        case "locmsg;":
            yield one.text("key"), one.text("message")
        case "label;":
            yield one.text("propertyName"), one.state
        case "emb2;":
            yield from _of_layer(one)
        case "rotate;" | "rotate;1":
            yield from _of_turn(one)
        case "markmoved;":
            yield "Moved", "true" if one.state == "true" else "false"
        case "hide;":
            yield "Invisible", "false" if one.state in ("", "null") else "true"
        case "basicName;":
            yield "BasicName", one.text("name")
        case _ if one.id == BASIC:
            yield from _of_basic(one)


def _of_layer(one: Trait) -> Iterator[tuple[str, str]]:
    name = one.text("name")
    if not name:
        return
    level = level_of(one.state)
    yield f"{name}_Level", str(abs(level))
    yield f"{name}_Active", "true" if level > 0 else "false"
    for word, field in (("Image", "imageNames"), ("Name", "levelNames")):
        texts = sequences.decode(one.text(field), ",") if one.text(field) else []
        yield f"{name}_{word}", texts[level - 1] if 0 < level <= len(texts) else ""


def _of_turn(one: Trait) -> Iterator[tuple[str, str]]:
    name, (facings, angle) = one.text("name"), turn(one)
    if not name:
        return
    if facings > 1:
        yield f"{name}_Facing", str(int(angle) + 1)
        yield f"{name}_Degrees", str(int(angle) * 360 // facings)
    else:
        yield f"{name}_Degrees", str(int(-angle))


def turn(one: Trait) -> tuple[int, float]:
    """The number of facings of a rotation trait and its facing from 0; for free rotation (1
    facing) its degrees counter-clockwise."""
    text = one.text("nFacings")
    facings = int(text) if is_whole(text) else 1
    try:
        angle = float(one.state or 0)
    except ValueError:
        angle = 0.0
    return max(1, facings), angle if isfinite(angle) else 0.0


def _of_basic(one: Trait) -> Iterator[tuple[str, str]]:
    yield "BasicName", one.text("commonName")
    tokens = sequences.decode(one.state, ";")
    pairs = tokens[5:]
    yield from zip(pairs[::2], pairs[1::2], strict=False)

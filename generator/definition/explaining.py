"""Pydantic's errors in words for people: what is wrong, what is accepted, the nearest word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from types import UnionType
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from generator.definition.measures import COLOUR, DICE, FILE_ID, ID, IMAGE, LINE, NAME
from generator.definition.model import Model
from generator.definition.troubles import Trouble, choice
from generator.definition.yaml_nodes import MappingNode, Node, ScalarNode, step_into
from generator.errors import nearest

_PATTERNS = {
    COLOUR: "a colour is a name of the theme or #rrggbb",
    ID: 'an id does not begin or end with a space and holds no " and no \\',
    FILE_ID: "it becomes part of a file's name, so it begins with no dot and holds none of "
    '/ \\ : * ? " < > |',
    NAME: "it holds letters without accents, digits and _, and begins with no digit",
    IMAGE: "a picture is a file of art/images, such as board.png",
    LINE: "it is one line, without tabs",
    DICE: "dice are written 2d6",
}
_WANTED = {
    "string_type": "text (put a number in quotes)",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "a mapping (key: value)",
    "mapping_type": "a mapping (key: value)",
    "model_type": "a mapping (key: value)",
    "model_attributes_type": "a mapping (key: value)",
}


def troubles_of(error: ValidationError, node: Node, model: type[BaseModel]) -> list[Trouble]:
    """Every error of a validation, at its place in the file."""
    found = []
    errors = error.errors(include_url=False)
    for one in errors:
        loc = one["loc"]
        if one["type"] == "too_short" and any(
            other["loc"][: len(loc)] == loc and other is not one for other in errors
        ):
            continue  # Its items are there; they are what is wrong.
        if one["type"] == "missing" and _misspelt(one, errors):
            continue
        value, key = step_into(node, loc)
        place = key if one["type"] == "extra_forbidden" and key is not None else value
        if one["type"] == "union_tag_not_found" and isinstance(value, MappingNode):
            wanted = _discriminator(one)
            slip = get_close_matches(wanted, list(value.keys), n=1, cutoff=0.6)
            if slip:
                words = f"unknown key {slip[0]!r}; did you mean {wanted!r}?"
                found.append(value.keys[slip[0]].trouble(words))
                continue
        if isinstance(value, ScalarNode) and isinstance(one["input"], float):
            one["input"] = value.value  # a length as it was written
        found.append(place.trouble(_words(one, loc, model)))
    return found


def _misspelt(missing: Mapping[str, Any], errors: Sequence[Mapping[str, Any]]) -> bool:
    """Whether an unknown key beside it is near the missing one (and so tells the same)."""
    *parent, key = missing["loc"]
    return any(
        other["type"] == "extra_forbidden"
        and list(other["loc"][:-1]) == parent
        and nearest(str(other["loc"][-1]), [str(key)])
        for other in errors
    )


def _discriminator(error: Mapping[str, Any]) -> str:
    """The key that says of which kind a mapping is."""
    return str(error["ctx"]["discriminator"]).strip("'")


def _words(error: Mapping[str, Any], loc: Sequence[str | int], model: type[BaseModel]) -> str:
    kind, context = error["type"], error.get("ctx", {})
    last = str(loc[-1]) if loc else ""
    if kind == "extra_forbidden":
        accepted = list(_model_at(model, loc[:-1]).model_fields)
        return f"unknown key {last!r}{choice(last, accepted)}"
    if kind == "missing":
        return f"the key {last!r} is missing"
    if kind in ("literal_error", "union_tag_invalid"):
        expected = str(context.get("expected") or context.get("expected_tags"))
        accepted = [word.strip(" '\"") for word in expected.replace(" or ", ", ").split(",")]
        found = str(context.get("tag") or error["input"])
        return f"{_shown(found)} is not accepted here{choice(found, accepted)}"
    if kind == "union_tag_not_found":
        return f"the key {_discriminator(error)!r} is missing"
    if kind == "string_pattern_mismatch":
        rule = _PATTERNS.get(context["pattern"], f"it must fit {context['pattern']}")
        return f"{_shown(error['input'])} is not accepted: {rule}"
    if kind == "too_short":
        least = context["min_length"]
        return f"at least {least} {'entry is' if least == 1 else 'entries are'} expected here"
    if kind == "value_error":
        return str(context["error"])
    if kind in _WANTED:
        return f"{_WANTED[kind]} is expected, not {_shown(error['input'])}"
    words = str(error["msg"])
    return f"{words[:1].lower()}{words[1:]}, not {_shown(error['input'])}"


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    text = repr(value)
    if isinstance(value, bool):
        text = text.lower()
    return text if len(text) <= 60 else text[:57] + "..."


def _model_at(model: type[BaseModel], loc: Sequence[str | int]) -> type[BaseModel]:
    """The model whose keys stand at a location."""
    here: list[Any] = [model]
    for part in loc:
        inner = list(_inside(here, part))
        here = inner or here
    return next((one for one in here if _is_model(one)), model)


def _inside(annotations: Iterable[Any], part: str | int) -> Iterable[Any]:
    listed = list(annotations)
    tagged = [one for one in listed if _is_model(one) and _tag(one) == part]
    if len(listed) > 1 and tagged:
        yield from tagged
        return
    for annotation in listed:
        if _is_model(annotation):
            if part in annotation.model_fields:
                yield from _choices(annotation.model_fields[str(part)].annotation)
            elif _tag(annotation) == part:
                yield annotation
        elif get_origin(annotation) is tuple and isinstance(part, int):
            yield from _choices(get_args(annotation)[0])
        elif get_origin(annotation) is not None and get_origin(annotation) is not tuple:
            yield from _choices(get_args(annotation)[-1])


def _choices(annotation: Any) -> Iterable[Any]:
    """A union's members, an Annotated's type."""
    if get_origin(annotation) in (Union, UnionType):
        for one in get_args(annotation):
            yield from _choices(one)
    elif hasattr(annotation, "__metadata__"):
        yield from _choices(annotation.__origin__)
    else:
        yield annotation


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, (BaseModel, Model))


def _tag(model: type[BaseModel]) -> str | None:
    kind = model.model_fields.get("kind") or model.model_fields.get("draw")
    words = get_args(kind.annotation) if kind is not None else ()
    return words[0] if words else None

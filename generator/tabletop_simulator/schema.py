"""Whether a save is one the game can read, and says what it means: our own schema of saves.

Two forms of one schema:

* the tolerant one, for saves of all kinds: whatever the game's own reader takes passes. Old saves
  lack keys, and keys nobody knows are no fault;
* the strict one, for what we write: every key is there, known, and in the game's order.

Besides the shapes (`shapes`) both hold what belongs together (`coherence`): names of objects,
CardIDs and their sheets, decks and their cards, numbers of states, seats, rotation values. Use::

    for fault in faults(json.load(file)):
        print(fault.where, fault.message)    # ObjectStates[3].Transform.posX  'east'; accepted: ...

    check(save.as_json())                    # raises SchemaError for what we may not write
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin

from generator.errors import BroadsideError, nearest
from generator.tabletop_simulator import coherence, kinds
from generator.tabletop_simulator.faults import Fault, short
from generator.tabletop_simulator.positions import JsonPath


class SchemaError(BroadsideError):
    """A save that is not as we write them."""


def faults(data: Any, *, strict: bool = False) -> list[Fault]:
    """Every fault of a save read as plain values, the shapes' first. The order is that of the file.

    ``data`` may be anything that JSON can hold.
    """
    found = list(_misshapen(data))
    if isinstance(data, dict):
        if strict:
            found += _keys(data)
        found += coherence.faults(data, strict=strict)
    return found


def check(data: Any) -> None:
    """Hold what we write to the strict form. Raises `SchemaError` with what is accepted."""
    found = faults(data, strict=True)
    if found:
        more = f" (and {len(found) - 1} faults more)" if len(found) > 1 else ""
        raise SchemaError(f"{found[0].where}: {found[0].message}{more}")


def json_schema() -> dict[str, Any]:
    """The tolerant form as JSON Schema (draft 2020-12), for editors and other tools.

    What belongs together across keys is not in it.
    """
    from generator.tabletop_simulator.shapes import SaveState

    made = SaveState.model_json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A save of Tabletop Simulator",
        **{key: value for key, value in made.items() if key != "title"},
    }


# --- Shapes -----------------------------------------------------------------------------

_NO_NUMBER: Final = ("NaN", "Infinity", "-Infinity")
"""What the game writes, as texts, for numbers that are none; it reads them as well."""
_ACCEPTED: Final = {
    "float_type": "a number",
    "finite_number": "a number",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing_size": "a whole number",
    "string_type": "a text",
    "bool_type": "true or false",
    "model_type": "an object {...}",
    "model_attributes_type": "an object {...}",
    "dict_type": "an object {...}",
    "list_type": "a list [...]",
}


def _misshapen(data: Any) -> Iterator[Fault]:
    from pydantic import ValidationError

    from generator.tabletop_simulator.shapes import SaveState

    try:
        SaveState.model_validate(data)
    except ValidationError as trouble:
        errors = trouble.errors(include_url=False)
    else:
        return
    told = set()
    for error in errors:
        path = _real(error["loc"], data)
        if path in told or (error["type"] == "float_type" and error["input"] in _NO_NUMBER):
            continue
        told.add(path)
        yield Fault(
            path,
            "save.shape",
            _said(error),
            "write there what is accepted",
            _may_be_converted(error),
        )


def _real(location: tuple[str | int, ...], data: Any) -> JsonPath:
    """A location without what pydantic adds to it: the branch of a union, a key's own trouble."""
    path: list[str | int] = []
    at = data
    for part in location:
        if isinstance(at, dict) and isinstance(part, str):
            if part not in at and part == "[key]":
                break
            path.append(part)
            at = at.get(part)
        elif isinstance(at, list) and isinstance(part, int) and part < len(at):
            path.append(part)
            at = at[part]
        else:
            break
    return tuple(path)


def _said(error: Any) -> str:
    kind, context = error["type"], error.get("ctx", {})
    shown = short(error["input"])
    if kind == "missing":
        return "is lacking; a save has it"
    if kind == "greater_than_equal":
        return f"{shown}; accepted: whole numbers from {context['ge']} up"
    if kind == "less_than_equal":
        return f"{shown}; accepted: whole numbers up to {context['le']}"
    if kind == "string_pattern_mismatch":
        return f"the key {shown}; accepted: keys that are whole numbers"
    if kind == "too_long":
        return f"{shown}; accepted: {context['max_length']} entries at most"
    return f"{shown}; accepted: {_ACCEPTED.get(kind, error['msg'].lower())}"


def _may_be_converted(error: Any) -> bool:
    """Whether the game's reader makes one of the other: a text of a number, a truth value of 1."""
    kind, value = error["type"], error["input"]
    if kind == "string_type":
        return isinstance(value, bool | int | float)
    if kind == "bool_type":
        return value in (0, 1) and not isinstance(value, str)
    if kind in ("float_type", "int_type") and isinstance(value, str):
        try:
            float(value) if kind == "float_type" else int(value)
        except ValueError:
            return False
        return True
    return False


# --- Keys, for what we write ------------------------------------------------------------


@cache
def _inner(model: Any) -> dict[str, tuple[Any, bool]]:
    """By key: the shape of what stands there, and whether it is a map of such shapes."""
    return {
        key: (shape, is_map)
        for key, field in model.model_fields.items()
        for shape, is_map in _shapes_in(field.annotation, False)
    }


def _shapes_in(annotation: Any, is_map: bool) -> Iterator[tuple[Any, bool]]:
    from generator.tabletop_simulator.shapes import Shape

    origin = get_origin(annotation)
    if isinstance(annotation, type) and origin is None and issubclass(annotation, Shape):
        yield annotation, is_map
    elif origin in (list, dict, Union, UnionType):
        for one in get_args(annotation):
            yield from _shapes_in(one, is_map or origin is dict)


def _keys(data: dict[str, Any]) -> list[Fault]:
    """Keys that are lacking, unknown, empty, or in another order than the game's."""
    found = [
        fault for path, model, value in _shaped(data) for fault in _keys_of(path, model, value)
    ]
    return sorted(found, key=lambda fault: [str(part) for part in fault.path])


def misspelt_keys(data: dict[str, Any]) -> Iterator[tuple[JsonPath, str]]:
    """Every key unknown to the game that is nearly one the same object lacks: where, which one."""
    asked: dict[Any, coherence.Words] = {}
    for path, model, value in _shaped(data):
        known = model.model_fields
        for key in value:
            if key not in known:
                words = asked.setdefault(model, coherence.Words(list(known)))
                near = words.slip(key)
                # The game reads keys whatever their capitals.
                if near is not None and near not in value and near.lower() != key.lower():
                    yield (*path, key), near


def _shaped(data: dict[str, Any]) -> Iterator[tuple[JsonPath, Any, dict[str, Any]]]:
    """Every object of JSON in a save that has a shape: its path, its shape, itself."""
    from generator.tabletop_simulator.shapes import SaveState

    waiting: list[tuple[JsonPath, Any, Any]] = [((), SaveState, data)]
    while waiting:
        path, model, value = waiting.pop()
        if isinstance(value, list):
            waiting += [((*path, at), model, one) for at, one in enumerate(value)]
        elif isinstance(value, dict):
            yield path, model, value
            for key, (shape, is_map) in _inner(model).items():
                inside = value.get(key)
                if is_map and isinstance(inside, dict):
                    waiting += [((*path, key, name), shape, one) for name, one in inside.items()]
                elif inside is not None:
                    waiting.append(((*path, key), shape, inside))


def _keys_of(path: JsonPath, model: Any, value: dict[str, Any]) -> Iterator[Fault]:
    from generator.tabletop_simulator.shapes import ObjectState

    known = list(model.model_fields)
    if model is ObjectState:
        name = str(value.get("Name"))
        needed: Any = kinds.written(name)
        accepted: Any = kinds.allowed(name)
    else:
        needed = [key for key in known if key not in model.MAY_LACK]
        accepted = known
    for key in needed:
        if key not in value:
            yield Fault((*path, key), "save.key", "is lacking; it is written always")
    for key, inside in value.items():
        if key not in accepted:
            why = "has no place in an object of that name" if key in known else "is unknown"
            yield Fault((*path, key), "save.key", f"{why}{nearest(key, accepted)}")
        elif inside is None:
            yield Fault((*path, key), "save.key", "null; accepted: a value, or no such key")
    mine = [key for key in value if key in known]
    if mine != sorted(mine, key=known.index):
        yield Fault(path, "save.key", "its keys are not in the game's order")

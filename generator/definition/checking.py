"""Pydantic's models of the schema's classes: what checks a file that was read.

Each class of the schema (see ``model``) gets one model, made when it is first asked for. What a
model reads becomes an instance of the schema's class, not of the model.
"""

from __future__ import annotations

import typing
from collections.abc import Callable
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pydantic
from pydantic import BaseModel, ConfigDict
from pydantic_core import PydanticKnownError

from generator.definition import model as light
from generator.definition.model import Model


class Checked(BaseModel):
    """The model every other starts from."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: type[BaseModel], handler: Callable[[Any], Any]
    ) -> Any:
        """As pydantic's, but what is read becomes an instance of the schema's class."""
        schema = handler(source)
        inner = schema
        while inner["type"] != "model":
            inner = inner["schema"]
        inner["cls"] = _LIGHT[cls]
        return schema


_LIGHT: dict[type[BaseModel], type[Model]] = {Checked: Model}


@cache
def checked(model: type[Model]) -> type[BaseModel]:
    """Pydantic's model of a class of the schema."""
    if model is Model:
        return Checked
    made = _made(model)
    _LIGHT[made] = model
    return made


def models_made() -> tuple[type[Model], ...]:
    """The classes of the schema whose models were made so far."""
    return tuple(_LIGHT.values())


def complete(model: type[Model]) -> type[BaseModel]:
    """The same, with what it validates by worked out."""
    made = checked(model)
    made.model_rebuild()
    return made


def _made(model: type[Model]) -> type[BaseModel]:
    own = vars(model)
    written: dict[str, Any] = vars(model)["own_fields"]
    hints = typing.get_type_hints(model, include_extras=True)
    names = own.get("__annotations__", {})
    space: dict[str, Any] = {
        "__module__": model.__module__,
        "__qualname__": model.__qualname__,
        "__doc__": model.__doc__,
        "__annotations__": {name: _translated(hints[name]) for name in names},
    }
    space |= {name: _real(written[name]) for name in names if written[name] is not _REQUIRED}
    for name, value in own.items():
        mode = getattr(value, "checks_model", None)
        if mode is not None:
            space[name] = pydantic.model_validator(mode=mode)(value)  # type: ignore[no-untyped-call]
    bases = tuple(checked(base) for base in model.__bases__ if issubclass(base, Model))
    made: type[BaseModel] = type(BaseModel)(model.__name__, bases, space)  # type: ignore[misc]
    return made


_REQUIRED: Any = vars(light)["REQUIRED"]
_MARK: Any = vars(light)["Mark"]


def _real(mark: Any) -> Any:
    """A check that was noted down, as pydantic's own; anything else as it is."""
    if not isinstance(mark, _MARK):
        return mark
    return getattr(pydantic, mark.name)(*mark.args, **mark.kwargs)


def _refusing_truth(number: Any, trouble: Any) -> Any:
    """A kind of number without true and false, which pydantic takes for 1 and 0."""

    def check(value: object) -> object:
        if isinstance(value, bool):
            raise PydanticKnownError(trouble)
        return value

    return Annotated[number, pydantic.BeforeValidator(check)]


_NUMBERS = {int: _refusing_truth(int, "int_type"), float: _refusing_truth(float, "float_type")}


def _translated(annotation: Any) -> Any:
    """An annotation with pydantic's checks in the place of notes."""
    if annotation in (int, float):
        return _NUMBERS[annotation]
    origin = get_origin(annotation)
    if origin is None or origin is Literal:
        return annotation
    if origin is Annotated:
        held, *marks = get_args(annotation)
        return Annotated[(_translated(held), *(_real(mark) for mark in marks))]
    parts = tuple(_translated(part) for part in get_args(annotation))
    if origin is UnionType:
        return Union[parts]  # noqa: UP007
    return origin[parts]

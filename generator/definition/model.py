"""The light side of the schema: frozen data that a cached game is made of without pydantic.

A game that was checked once is kept on disk, and an audit only takes it from there. So the
schema's classes are plain ones, quick to make; the checks that stand in them (``Field``,
``BeforeValidator`` and so on, named and written as pydantic's) are only noted down. The first
time that something is read from a file, ``checking`` makes pydantic's models of these classes.

To a type checker ``Model`` is pydantic's ``BaseModel``, with its methods and its errors.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Self

__all__ = [
    "AfterValidator",
    "BeforeValidator",
    "Field",
    "Model",
    "StringConstraints",
    "ValidationInfo",
    "WithJsonSchema",
    "model_validator",
]

if TYPE_CHECKING:
    from pydantic import (
        AfterValidator,
        BaseModel,
        BeforeValidator,
        ConfigDict,
        Field,
        StringConstraints,
        ValidationInfo,
        WithJsonSchema,
        model_validator,
    )

    class Model(BaseModel):
        """Frozen data; an unknown key is an error."""

        model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

else:

    class Mark:
        """A check as it was written: the name pydantic has for it, and what it was given."""

        __slots__ = ("args", "kwargs", "name")

        def __init__(self, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
            self.name = name
            self.args = args
            self.kwargs = kwargs

    def _marker(name: str) -> Callable[..., Mark]:
        def noted(*args: Any, **kwargs: Any) -> Mark:
            return Mark(name, args, kwargs)

        return noted

    AfterValidator = _marker("AfterValidator")
    BeforeValidator = _marker("BeforeValidator")
    Field = _marker("Field")
    StringConstraints = _marker("StringConstraints")
    WithJsonSchema = _marker("WithJsonSchema")
    ValidationInfo = Any  # a name in annotations

    def model_validator(*, mode: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Marks the check of a whole thing."""

        def marked(check: Callable[..., Any]) -> Callable[..., Any]:
            check.checks_model = mode
            return check

        return marked

    def _made_of(model: type[Model], name: str) -> Any:
        """An attribute of pydantic's model for this class."""
        from generator.definition.checking import complete

        return getattr(complete(model), name)

    class _Kind(type):
        @property
        def model_fields(cls) -> Mapping[str, Any]:
            """Pydantic's description of each field."""
            from generator.definition.checking import checked

            return checked(cls).model_fields

    class Model(metaclass=_Kind):
        """Frozen data; an unknown key is an error."""

        # What pydantic's core sets in the things it makes.
        __slots__ = (
            "__dict__",
            "__pydantic_extra__",
            "__pydantic_fields_set__",
            "__pydantic_private__",
        )
        model_config: Mapping[str, Any] = {"extra": "forbid", "frozen": True}
        own_fields: Mapping[str, Any] = {}
        """Name -> what was written behind ``=``, or `REQUIRED`."""
        own_checks: tuple[str, ...] = ()

        def __init_subclass__(cls) -> None:
            held = cls.__dict__
            fields = dict(cls.own_fields)
            for name in held.get("__annotations__", ()):
                fields[name] = held.get(name, REQUIRED)
                if name in held:
                    delattr(cls, name)
            cls.own_fields = fields
            checks = [name for name, value in held.items() if hasattr(value, "checks_model")]
            cls.own_checks = (*cls.own_checks, *checks)

        def __init__(self, **data: Any) -> None:
            if data or any(value is REQUIRED for value in type(self).own_fields.values()):
                _made_of(type(self), "__pydantic_validator__").validate_python(
                    data, self_instance=self
                )
                return
            _fill(self, _defaults(type(self)), set())
            for name in self.own_checks:
                getattr(self, name)()

        @classmethod
        def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
            from generator.definition.checking import checked

            return handler.generate_schema(checked(cls))

        @classmethod
        def model_validate(cls, obj: Any) -> Self:
            """Of plain data. Raises pydantic's ValidationError."""
            return _made_of(cls, "__pydantic_validator__").validate_python(obj)

        @classmethod
        def model_validate_json(cls, data: str | bytes) -> Self:
            """Of JSON. Raises pydantic's ValidationError."""
            return _made_of(cls, "__pydantic_validator__").validate_json(data)

        @classmethod
        def model_construct(cls, **values: Any) -> Self:
            """Of values that are known to be sound: nothing is checked."""
            made = cls.__new__(cls)
            own = cls.own_fields
            _fill(made, _defaults(cls, values), {name for name in values if name in own})
            return made

        def model_copy(self, *, update: Mapping[str, Any] | None = None) -> Self:
            """The same with other values, which are not checked."""
            made = type(self).__new__(type(self))
            said = self.model_fields_set | (update or {}).keys()
            _fill(made, {**self.__dict__, **(update or {})}, said)
            return made

        def model_dump(
            self,
            *,
            mode: str = "python",
            exclude_unset: bool = False,
            exclude_defaults: bool = False,
        ) -> dict[str, Any]:
            """As plain data; with ``mode="json"`` of lists and keys of text alone."""
            return _plain(self, mode == "json", exclude_unset, exclude_defaults)

        def model_dump_json(self, *, exclude_unset: bool = False) -> str:
            """As JSON in one line."""
            plain = _plain(self, True, exclude_unset)
            return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))

        @property
        def model_fields_set(self) -> set[str]:
            """The fields that were said, not left to their default."""
            return self.__pydantic_fields_set__

        def __iter__(self) -> Iterator[tuple[str, Any]]:
            yield from self.__dict__.items()

        def __eq__(self, other: object) -> bool:
            if type(self) is not type(other):
                return NotImplemented
            return self.__dict__ == other.__dict__

        def __hash__(self) -> int:
            return hash((type(self), *self.__dict__.values()))

        def __repr__(self) -> str:
            said = ", ".join(f"{name}={value!r}" for name, value in self)
            return f"{type(self).__name__}({said})"

        def __setattr__(self, name: str, value: object) -> None:
            raise ValueError(f"a {type(self).__name__} is frozen: {name!r} cannot be set")

        def __delattr__(self, name: str) -> None:
            raise ValueError(f"a {type(self).__name__} is frozen: {name!r} cannot be deleted")

        def __getstate__(self) -> tuple[dict[str, Any], set[str]]:
            return self.__dict__, self.__pydantic_fields_set__

        def __setstate__(self, state: tuple[dict[str, Any], set[str]]) -> None:
            _fill(self, *state)

    REQUIRED: Any = object()

    def _plain(value: Any, as_json: bool, said_only: bool, no_defaults: bool = False) -> Any:
        if isinstance(value, Model):
            fields, said = value.__dict__, value.model_fields_set
            usual = _defaults(type(value)) if no_defaults else {}
            return {
                name: _plain(held, as_json, said_only, no_defaults)
                for name, held in fields.items()
                if (not said_only or name in said) and not (name in usual and usual[name] == held)
            }
        if isinstance(value, Mapping):
            return {
                str(key) if as_json else key: _plain(held, as_json, said_only, no_defaults)
                for key, held in value.items()
            }
        if isinstance(value, (tuple, list)):
            parts = [_plain(held, as_json, said_only, no_defaults) for held in value]
            return parts if as_json or isinstance(value, list) else tuple(parts)
        return value

    def _fill(thing: Model, values: dict[str, Any], said: set[str]) -> None:
        put = object.__setattr__
        put(thing, "__dict__", values)
        put(thing, "__pydantic_fields_set__", said)
        put(thing, "__pydantic_extra__", None)
        put(thing, "__pydantic_private__", None)

    def _defaults(model: type[Model], values: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """A value for every field, in their order: the one given, or the default it has."""
        given = values or {}
        filled = {}
        for name, written in model.own_fields.items():
            if name in given:
                filled[name] = given[name]
            elif not isinstance(written, Mark):
                if written is not REQUIRED:
                    filled[name] = written
            elif "default_factory" in written.kwargs:
                filled[name] = written.kwargs["default_factory"]()
            elif "default" in written.kwargs:
                filled[name] = written.kwargs["default"]
        return filled

"""Dataclasses that write their methods when they are first used.

Python writes and compiles five or six methods for every dataclass when its module is imported; a
command that imports hundreds of them and uses a few dozen pays for all. `dataclass` of this module
writes a method when it is called for the first time. In all other respects the result is a
dataclass: `fields`, `replace`, `asdict` and subclasses work as usual.

A frozen class with slots sets its fields directly, which takes half the time of Python's own.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError
from reprlib import recursive_repr
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(
        cls: type | None = None,
        *,
        frozen: bool = False,
        slots: bool = False,
        eq: bool = True,
        repr: bool = True,  # noqa: A002
        order: bool = False,
        kw_only: bool = False,
    ) -> Any:
        """As ``dataclasses.dataclass``; its rarer options are Python's own work."""

        def made(kind: type) -> type:
            if order or kw_only:
                return dataclasses.dataclass(
                    frozen=frozen, slots=slots, eq=eq, repr=repr, order=order, kw_only=kw_only
                )(kind)
            return _made(kind, frozen, slots, eq, repr)

        return made if cls is None else made(cls)


_OWN = dataclasses._FIELD  # type: ignore[attr-defined]


def _made(kind: type, frozen: bool, slots: bool, eq: bool, shown: bool) -> type:
    fields: dict[str, Field[Any]] = {}
    for base in kind.__mro__[-1:0:-1]:
        fields.update(getattr(base, "__dataclass_fields__", {}))
    own = _own_fields(kind)
    fields.update(own)
    for name, field in own.items():
        if slots or field.default is MISSING:
            if name in kind.__dict__:
                delattr(kind, name)
        else:
            setattr(kind, name, field.default)
    if slots:
        kind = _slotted(kind, own)
    given = tuple(field for field in fields.values() if field.init)
    _refuse_disorder(kind, given)
    holds = kind.__dict__
    space: dict[str, Any] = {
        "__dataclass_fields__": fields,
        # Python asks the class it starts from whether it is frozen.
        "__dataclass_params__": SimpleNamespace(
            init=True, repr=shown, eq=eq, order=False, unsafe_hash=False, frozen=frozen
        ),
        "__init__": _late(kind, "__init__", _initial),
        "__match_args__": tuple(field.name for field in given),
    }
    if shown:
        space["__repr__"] = _repr
    if eq:
        space["__eq__"] = _late(kind, "__eq__", _equal)
    if frozen:
        space |= {"__setattr__": _refuse_to_set(kind), "__delattr__": _refuse_to_delete(kind)}
        if slots:
            space |= {"__getstate__": _state, "__setstate__": _set_state}
    for name, value in space.items():
        if name not in holds or name.startswith("__dataclass"):
            setattr(kind, name, value)
    # A class that says __eq__ itself has its __hash__ set to None by Python.
    says_hash = holds.get("__hash__") is not None
    if eq and not says_hash:
        kind.__hash__ = _late(kind, "__hash__", _hashed) if frozen else None  # type: ignore
    return kind


def _own_fields(kind: type) -> dict[str, Field[Any]]:
    found = {}
    for name, annotation in inspect.get_annotations(kind).items():
        if str(annotation).partition("[")[0].endswith("ClassVar"):
            continue
        default = kind.__dict__.get(name, MISSING)
        field: Field[Any] = dataclasses.field(default=default)
        if isinstance(default, Field):
            field = default
        if field.default.__class__.__hash__ is None:
            raise ValueError(f"{kind.__name__}.{name}: a default that can change; use a factory")
        if field.kw_only is True:
            raise TypeError(f"{kind.__name__}.{name}: say kw_only of the whole class")
        field.name = name
        field.type = annotation
        field.kw_only = False
        field._field_type = _OWN  # type: ignore[attr-defined]
        found[name] = field
    return found


def _refuse_disorder(kind: type, given: tuple[Field[Any], ...]) -> None:
    """Raise TypeError for a field that must be given after one that need not."""
    optional = ""
    for field in given:
        if field.default is not MISSING or field.default_factory is not MISSING:
            optional = field.name
        elif optional:
            raise TypeError(
                f"{kind.__name__}.{field.name}: no default, and stands after {optional}"
            )


def _slotted(kind: type, own: dict[str, Field[Any]]) -> type:
    """The class made again with slots for its fields, which no class can be given later."""
    if "__slots__" in kind.__dict__:
        raise TypeError(
            f"{kind.__name__} has slots already: it is a dataclass without the decorator"
        )
    space = dict(kind.__dict__)
    taken = {slot for base in kind.__mro__[1:-1] for slot in getattr(base, "__slots__", ())}
    space["__slots__"] = tuple(name for name in own if name not in taken)
    for name in ("__dict__", "__weakref__"):
        space.pop(name, None)
    made = type(kind)(kind.__name__, kind.__bases__, space)
    made.__qualname__ = kind.__qualname__
    return made


def _late(kind: type, name: str, write: Callable[[type], Any]) -> Any:
    """A method that is written when it is called for the first time."""

    def first(self: Any, *args: Any, **kwargs: Any) -> Any:
        real = write(kind)
        real.__name__, real.__qualname__ = name, f"{kind.__qualname__}.{name}"
        setattr(kind, name, real)
        return real(self, *args, **kwargs)

    return first


def _written(head: str, lines: list[str], scope: dict[str, Any]) -> Any:
    body = "\n".join(f" {line}" for line in lines) or " pass"
    exec(f"def written({head}):\n{body}", scope)
    return scope["written"]


def _initial(kind: type) -> Any:
    frozen = kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    # Names that no field bears: a field of that name would hide what stands in the scope.
    scope: dict[str, Any] = {"_light_absent": MISSING, "_light_set": object.__setattr__}
    heads, lines = ["self"], []
    for field in dataclasses.fields(kind):
        name, value = field.name, field.name
        if field.default_factory is not MISSING:
            scope[f"_light_make_{name}"] = field.default_factory
            value = f"_light_make_{name}()"
            if field.init:
                heads.append(f"{name}=_light_absent")
                value = f"{value} if {name} is _light_absent else {name}"
        elif field.default is not MISSING:
            scope[f"_light_default_{name}"] = field.default
            if field.init:
                heads.append(f"{name}=_light_default_{name}")
            else:
                value = f"_light_default_{name}"
        elif field.init:
            heads.append(name)
        else:
            continue
        slot = getattr(kind, name, None)
        if not frozen:
            lines.append(f"self.{name} = {value}")
        elif hasattr(slot, "__set__"):
            scope[f"_light_set_{name}"] = slot.__set__  # type: ignore[union-attr]
            lines.append(f"_light_set_{name}(self, {value})")
        else:
            lines.append(f"_light_set(self, {name!r}, {value})")
    if hasattr(kind, "__post_init__"):
        lines.append("self.__post_init__()")
    return _written(", ".join(heads), lines, scope)


def _equal(kind: type) -> Any:
    names = [field.name for field in dataclasses.fields(kind) if field.compare]
    mine, others = ("".join(f"{one}.{name}," for name in names) for one in ("self", "other"))
    lines = [
        "if other.__class__ is self.__class__:",
        f" return ({mine}) == ({others})",
        "return NotImplemented",
    ]
    return _written("self, other", lines, {})


def _hashed(kind: type) -> Any:
    names = [
        field.name
        for field in dataclasses.fields(kind)
        if (field.compare if field.hash is None else field.hash)
    ]
    return _written("self", [f"return hash(({''.join(f'self.{name},' for name in names)}))"], {})


@recursive_repr()
def _repr(self: Any) -> str:
    shown = (
        f"{field.name}={getattr(self, field.name)!r}"
        for field in dataclasses.fields(self)
        if field.repr
    )
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse_to_set(kind: Any) -> Any:
    def refuse(self: Any, name: str, value: object) -> None:
        if type(self) is kind or name in kind.__dataclass_fields__:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(kind, self).__setattr__(name, value)

    return refuse


def _refuse_to_delete(kind: Any) -> Any:
    def refuse(self: Any, name: str) -> None:
        if type(self) is kind or name in kind.__dataclass_fields__:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(kind, self).__delattr__(name)

    return refuse


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)

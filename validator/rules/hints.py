"""What may have been meant, for an exception while a game's Python is loaded."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from pkgutil import iter_modules
from types import FrameType, ModuleType
from typing import Any

from generator.counting import first_of
from generator.errors import nearest

_NAMED = 12
"""How many accepted names are listed at most."""
_KEYWORD = re.compile(r"([\w.]+)\(\) got an unexpected keyword argument '(\w+)'")
_IMPORTED = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")


def accepts(name: str, accepted: Iterable[str]) -> str:
    """The accepted names in words, with the one nearest to ``name``."""
    known = list(dict.fromkeys(accepted))
    return f"accepted: {first_of(known, _NAMED) or 'nothing'}{nearest(name, known)}"


def unknown(names: Iterable[str], accepted: Collection[str], says: str) -> Iterator[str]:
    """A message for each name that is not accepted: what is wrong, and what is accepted."""
    for name in names:
        if name not in accepted:
            yield f"{says} {name!r}; {accepts(name, accepted)}"


def hint(folder: Path, trouble: Exception) -> str:
    """A clause with the accepted names, or the nearest; empty if none is known."""
    if isinstance(trouble, ModuleNotFoundError) and trouble.name:
        return _of_module(trouble.name)
    if isinstance(trouble, ImportError):
        found = _IMPORTED.search(str(trouble))
        module = sys.modules.get(found[2]) if found else None
        return f"; {accepts(found[1], _public(module))}" if found and module else ""
    if isinstance(trouble, AttributeError) and trouble.name and trouble.obj is not None:
        return near_attribute(trouble.name, trouble.obj)
    own = _own_names(folder, trouble)
    if isinstance(trouble, NameError) and trouble.name:
        return nearest(trouble.name, own)
    found = _KEYWORD.search(str(trouble)) if isinstance(trouble, TypeError) else None
    called = _called(found[1].removesuffix(".__init__"), own) if found else None
    return f"; {accepts(found[2], _parameters(called))}" if found and called else ""


def _of_module(name: str) -> str:
    above, _, last = name.rpartition(".")
    package = sys.modules.get(above)
    known = [one.name for one in iter_modules(getattr(package, "__path__", []))]
    return f"; {accepts(last, known)}" if known else ""


def near_attribute(name: str, of: Any) -> str:
    """A clause for something that has no such attribute."""
    if isinstance(of, ModuleType):
        return f"; {accepts(name, _public(of))}"
    return nearest(name, [one for one in dir(of) if not one.startswith("_")])


def _public(module: ModuleType) -> list[str]:
    """The names that a module defines for others, with those near to each other together."""
    return sorted(
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        if getattr(value, "__module__", module.__name__) == module.__name__
        if not isinstance(value, ModuleType)
    )


def _own_names(folder: Path, trouble: Exception) -> Mapping[str, Any]:
    """The names in the last file of a folder that a traceback goes through."""
    found: FrameType | None = None
    at = trouble.__traceback__
    while at is not None:
        if Path(at.tb_frame.f_code.co_filename).parent == folder:
            found = at.tb_frame
        at = at.tb_next
    return found.f_globals if found is not None else {}


def _called(qualified: str, own: Mapping[str, Any]) -> Any:
    """The function or class that a message names, among a file's names and its modules."""
    first, *rest = qualified.split(".")
    modules = [vars(one) for one in own.values() if isinstance(one, ModuleType)]
    kinds = {type(one).__name__: type(one) for one in own.values()}
    value = next((space[first] for space in (own, *modules, kinds) if first in space), None)
    for part in rest:
        value = getattr(value, part, None)
    return value


def _parameters(called: Any) -> list[str]:
    if is_dataclass(called):
        return [one.name for one in fields(called) if one.init]
    try:
        rows = inspect.signature(called).parameters.values()
    except (TypeError, ValueError):
        return []
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [one.name for one in rows if one.kind in named and one.name != "self"]

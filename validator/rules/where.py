"""Where something of a game's Python stands, for messages: ``mygame/combat.py:41``."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any


def place_of(verb: type[Any]) -> str:
    """File and line of a class, for messages."""
    path = Path(str(getattr(sys.modules.get(verb.__module__), "__file__", "")))
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return verb.__name__
    found = re.search(rf"^\s*class {re.escape(verb.__name__)}\b", text, re.MULTILINE)
    line = text.count("\n", 0, found.end()) + 1 if found else 1
    return f"{near(path)}:{line}"


def place_of_function(function: Callable[..., Any]) -> str:
    """File and line of a function, for messages; empty if it has none."""
    code = _code(function)
    return f"{near(Path(code.co_filename))}:{code.co_firstlineno}" if code is not None else ""


def name_of_function(function: Callable[..., Any]) -> str:
    """The name of a function, for messages: ``a_unit_moves()``."""
    name = getattr(inspect.unwrap(function), "__name__", "")
    return f"{name}()" if name and name != "<lambda>" else "a lambda"


def place_of_trouble(function: Callable[..., Any], trouble: BaseException) -> str:
    """The last line of the files beside a function's own in a traceback, else where the function
    begins."""
    code = _code(function)
    found = within(Path(code.co_filename).parent, trouble) if code is not None else ""
    return found or place_of_function(function)


def within(folder: Path, trouble: BaseException) -> str:
    """The last line of a folder's own files in a traceback: ``mygame/combat.py:41``."""
    found, at = "", trouble.__traceback__
    while at is not None:
        if Path(at.tb_frame.f_code.co_filename).parent == folder:
            found = f"{near(Path(at.tb_frame.f_code.co_filename))}:{at.tb_lineno}"
        at = at.tb_next
    return found


def near(path: Path) -> str:
    """A path relative to the working directory, if it is inside it."""
    here = Path.cwd()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else str(path)


def _code(function: Callable[..., Any]) -> Any:
    return getattr(inspect.unwrap(function), "__code__", None)

"""A game's Python, loaded from its folder only when it is asked for."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from generator.errors import BroadsideError
from generator.places import GAME_PACKAGE, games_folder
from validator.rules.engine import GameModule, GameRules
from validator.rules.sequence import SequenceOfPlay


class RulesError(BroadsideError):
    """A game folder has no rules, or they cannot be loaded."""


def load_rules(game: Any, folder: Path) -> GameRules:
    """The rules in ``folder`` over a game's definition.

    This runs the folder's Python: call it only for a bundled game or a folder that the user
    named. RulesError when there is no ``rules.py`` or it does not load; SequenceError when
    its steps or actions and the definition's do not fit.
    """
    module = load_part(folder, "rules")
    made = getattr(module, "MODULE", None)
    if not isinstance(made, GameModule):
        raise RulesError(f"{folder / 'rules.py'}: MODULE must be a GameModule")
    return GameRules(game, made, folder)


def gather(package: str | None, *parts: str) -> None:
    """Import the parts of a game that fill its book, in the order of its cases."""
    for part in parts:
        importlib.import_module(f".{part}", package)


_SAID_IN: Mapping[str, tuple[str, ...]] = {
    "flow": ("start", "start_unseen", "due"),
    "seen": ("seen_by_all", "consistent", "beliefs", "moment"),
    "domains": ("fuzz_values",),
    "players": ("PLAYERS",),
    "reading": ("READING",),
    "habits": ("HABITS",),
}
"""File of a game to the names in it, in small letters those of the fields of `GameModule`."""


def assembled(package: str | None, *parts: str) -> GameModule:
    """A game out of its files by the names that all games use; ``parts`` fill its book, in the
    order of its cases.

    ``book.py`` has ``book``, ``verbs.py`` ``VERBS``, ``state.py`` ``State``, ``tables.py``
    ``tables_of`` of (definition, sequence of play), ``flow.py`` ``OPEN_WHEN`` and ``ACTIONS``;
    what else a game says of itself stands in `_SAID_IN`.
    """

    def part(name: str) -> Any:
        return importlib.import_module(f".{name}", package)

    verbs, flow, tables = part("verbs").VERBS, part("flow"), part("tables")
    gather(package, *parts)
    said: dict[str, Any] = {}
    for file, names in _SAID_IN.items():
        if importlib.util.find_spec(f".{file}", package) is not None:
            holds = vars(part(file))
            said |= {name.lower(): holds[name] for name in names if name in holds}

    def looked_up(game: Any) -> Any:
        sequence = SequenceOfPlay.of(game, verbs, flow.OPEN_WHEN, flow.ACTIONS)
        return tables.tables_of(game, sequence)

    book, state = part("book").book, part("state").State
    return GameModule(book=book, verbs=verbs, state=state, tables=looked_up, **said)


def load_part(folder: Path, part: str) -> ModuleType:
    """One Python file of a game folder (``rules``), with relative imports working."""
    folder = folder.resolve()
    path = folder / f"{part}.py"
    if not path.is_file():
        raise RulesError(f"{path}: no such file; a game that is played by rules needs it")
    try:
        return importlib.import_module(f"{_package(folder)}.{part}")
    except BroadsideError:
        raise
    except Exception as trouble:
        where = _within(folder, trouble) or str(path)
        raise RulesError(f"{where}: {type(trouble).__name__}: {trouble}") from trouble


def _within(folder: Path, trouble: BaseException) -> str:
    """The last line of the folder's own files that led to it: ``mygame/combat.py:41``."""
    found, at = "", trouble.__traceback__
    while at is not None:
        if Path(at.tb_frame.f_code.co_filename).parent == folder:
            found = f"{at.tb_frame.f_code.co_filename}:{at.tb_lineno}"
        at = at.tb_next
    return found


def _package(folder: Path) -> str:
    """The name under which a game folder is a package; it is made known to Python first."""
    bundled = games_folder().resolve()
    if folder.parent == bundled:
        if "modules" not in sys.modules:
            _announce("modules", bundled)
        elif str(bundled) not in list(sys.modules["modules"].__path__):
            sys.modules["modules"].__path__ = [str(bundled), *sys.modules["modules"].__path__]
        return f"modules.{folder.name}"
    mark = hashlib.sha256(str(folder).encode()).hexdigest()[:12]
    name = f"{GAME_PACKAGE}{mark}"
    if name not in sys.modules:
        _announce(name, folder)
    return name


def _announce(name: str, folder: Path) -> None:
    package = ModuleType(name)
    package.__path__ = [str(folder)]
    sys.modules[name] = package

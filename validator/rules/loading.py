"""Loads a game's Python from its folder."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import wraps
from pathlib import Path
from types import ModuleType
from typing import Any

from generator.errors import BroadsideError, UnknownError
from generator.places import GAME_PACKAGE, games_folder, in_own_words
from validator.rules.engine import GameModule, GameRules
from validator.rules.fitting import lacking, misfits
from validator.rules.hints import hint
from validator.rules.sequence import Due, SequenceOfPlay
from validator.rules.states import Value
from validator.rules.verbs import Verb
from validator.rules.where import near, within


class RulesError(BroadsideError):
    """A game folder has no rules, or they cannot be loaded."""


class LackingError(RulesError):
    """The definition lacks something that the rules need; ``lacking`` names it."""

    def __init__(self, where: str, name: str, lacking: list[str]) -> None:
        self.lacking = lacking
        super().__init__(
            f"{where}: the rules of {name} need what its definition has not: {', '.join(lacking)}"
        )


def load_rules(game: Any, folder: Path) -> GameRules:
    """The rules in ``folder`` over a game's definition.

    This runs the folder's Python: call it only for a bundled game or a folder that the user
    named. Raises RulesError if there is no ``rules.py``, it does not load, or it names something
    that the definition does not have; LackingError if the definition lacks what the rules need;
    SequenceError if the steps or actions of the two do not fit; CaseListError.
    """
    module = load_part(folder, "rules")
    made = getattr(module, "MODULE", None)
    if not isinstance(made, GameModule):
        raise RulesError(f"{folder / 'rules.py'}: MODULE must be a GameModule")
    made = _checked(made, near(folder.resolve() / "rules.py"))
    try:
        lacks = lacking(dict(made.needs), game) if made.needs else []
        if lacks:
            raise LackingError(near(folder.resolve() / "rules.py"), game.name, lacks)
        own = not _is_bundled(folder)  # the tests of a bundled game check what follows
        rules = GameRules(game, made, folder, watched=own)
        wrong = list(dict.fromkeys(misfits(rules))) if own else []
    except BroadsideError:
        raise
    except Exception as trouble:
        raise _load_error(folder, "rules", trouble) from trouble
    if wrong:
        raise RulesError("\n".join(wrong))
    return rules


def _checked(made: GameModule, where: str) -> GameModule:
    """A module with its verbs as a tuple. Raises RulesError if they are none, or its state is no
    class of states."""
    if not isinstance(made.verbs, Iterable):
        name = getattr(made.verbs, "__name__", repr(made.verbs))
        said = f"must be a tuple of classes; ({name}) is none, ({name},) is"
        raise RulesError(f"{where}: MODULE's verbs {said}")
    made = replace(made, verbs=tuple(made.verbs))
    for verb in made.verbs:
        if not (isinstance(verb, type) and issubclass(verb, Verb)):
            name = getattr(verb, "__name__", repr(verb))
            raise RulesError(f"{where}: MODULE's verbs are classes made from Verb; {name} is none")
    if not (isinstance(made.state, type) and issubclass(made.state, Value)):
        name = getattr(made.state, "__name__", repr(made.state))
        raise RulesError(
            f"{where}: MODULE's state is a class made from StateOfPlay; {name} is none"
        )
    return made


def gather(package: str | None, *parts: str) -> None:
    """Import the modules that fill a game's case book, in the order of its cases."""
    for part in parts:
        importlib.import_module(f".{part}", package)


_SAID_IN: Mapping[str, tuple[str, ...]] = {
    "flow": ("start", "start_unseen"),
    "setup": ("start",),
    "seen": ("seen_by_all", "consistent", "beliefs", "moment"),
    "domains": ("fuzz_values",),
    "players": ("PLAYERS",),
    "reading": ("READING",),
    "habits": ("HABITS",),
}
"""Module of a game -> the names in it that become fields of `GameModule` (in small letters)."""


def assembled(package: str | None, *parts: str) -> GameModule:
    """The `GameModule` made from a game's files, which all games name alike; ``parts`` are the
    modules that fill its case book, in the order of its cases.

    ``book.py`` has ``book``, ``verbs.py`` ``VERBS``, ``state.py`` ``State``, ``tables.py``
    ``tables_of`` (definition, sequence of play), ``flow.py`` ``ACTIONS`` and ``due``, which is
    called while the game has no outcome, and ``OPEN_WHEN`` if a step is not always open;
    `_SAID_IN` lists what else is optional.
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
        open_when = getattr(flow, "OPEN_WHEN", {})
        sequence = SequenceOfPlay.of(game, verbs, open_when, flow.ACTIONS)
        return tables.tables_of(game, sequence)

    @wraps(flow.due)
    def due(tables: Any, state: Any) -> tuple[Due, ...]:
        return tuple(flow.due(tables, state)) if state.outcome is None else ()

    book, state = part("book").book, part("state").State
    return GameModule(book=book, verbs=verbs, state=state, tables=looked_up, due=due, **said)


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
        raise _load_error(folder, part, trouble) from trouble


def _load_error(folder: Path, part: str, trouble: Exception) -> RulesError:
    """The error for an exception in a game's Python, with file and line."""
    folder = folder.resolve()
    words = f"{said(trouble)}{hint(folder, trouble)}"
    return RulesError(f"{_place(folder, part, trouble)}: {words}")


def _place(folder: Path, part: str, trouble: Exception) -> str:
    if isinstance(trouble, SyntaxError) and trouble.filename:
        return f"{near(Path(trouble.filename))}:{trouble.lineno}"
    return within(folder, trouble) or near(folder / f"{part}.py")


def said(trouble: BaseException) -> str:
    """An exception in words, with the game's modules named as their author names them."""
    words = trouble.msg if isinstance(trouble, SyntaxError) else str(trouble)
    kind = "" if isinstance(trouble, UnknownError) else f"{type(trouble).__name__}: "
    return in_own_words(f"{kind}{words}")


def _is_bundled(folder: Path) -> bool:
    return folder.resolve().parent == games_folder().resolve()


def _package(folder: Path) -> str:
    """The package name of a game folder; the package is added to ``sys.modules`` if needed."""
    bundled = games_folder().resolve()
    if _is_bundled(folder):
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

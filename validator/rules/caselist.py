"""``cases.yaml``: every case of a game's rule book, and whether the engine enforces it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generator.errors import BroadsideError
from generator.light import dataclass
from generator.plain_yaml import PlainYamlError, line_of, plain_yaml
from validator.rules.engine import GameRules
from validator.rules.hints import accepts

_KEYS = ("id", "section", "says", "why", "seldom", "tests")


class CaseListError(BroadsideError):
    """``cases.yaml`` cannot be read, or lacks something."""


@dataclass(frozen=True, slots=True)
class CaseEntry:
    """One case of the rule book."""

    id: str
    section: str
    says: str
    """The case in our words."""
    why: str = ""
    """For a case that is not enforced: why a log cannot show whether it was kept."""
    tests: tuple[str, ...] = ()
    """Node ids of its tests."""
    seldom: str = ""
    """For a case that hardly ever comes up in play, or that no player can break: why."""


def read_cases(folder: Path) -> tuple[CaseEntry, ...]:
    """The cases of a game folder, in the order of the rule book. Raises CaseListError."""
    path = folder / "cases.yaml"
    try:
        rows = plain_yaml(path)
    except PlainYamlError as trouble:
        raise CaseListError(f"{path}: {trouble}") from trouble
    if not isinstance(rows, list):
        raise CaseListError(f"{path}: a list of cases is expected")
    entries: dict[str, CaseEntry] = {}
    for number, row in enumerate(rows):
        try:
            entry = _entry(row)
            if entry.id in entries:
                raise _WrongError(f"{entry.id} stands here twice")
        except _WrongError as trouble:
            line = line_of(path, number, *trouble.key)
            raise CaseListError(f"{path}:{line}: case {number + 1}: {trouble}") from None
        entries[entry.id] = entry
    return tuple(entries.values())


class _WrongError(Exception):
    """What is wrong with an entry, and the key, if it is one."""

    def __init__(self, words: str, *key: str) -> None:
        super().__init__(words)
        self.key = key


def _entry(row: Any) -> CaseEntry:
    if not isinstance(row, dict):
        raise _WrongError(f"keys {', '.join(_KEYS)} are expected")
    for key in row:
        if key not in _KEYS:
            raise _WrongError(f"unknown key {key!r}; {accepts(str(key), _KEYS)}", str(key))
    for key in ("id", "section", "says"):
        if not isinstance(row.get(key), str):
            raise _WrongError(f"{key!r} must be there and be text", key)
    tests = row.get("tests") or ()
    if not all(isinstance(test, str) for test in tests):
        raise _WrongError("'tests' must be a list of test names", "tests")
    texts = {key: row.get(key) or "" for key in ("why", "seldom")}
    return CaseEntry(row["id"], row["section"], row["says"], tests=tuple(tests), **texts)


def rules_report(rules: GameRules) -> dict[str, list[dict[str, Any]]]:
    """What ``broadside rules GAME --json`` prints.

    ``cases`` holds every case of the rule book: ``enforced`` if a case function judges it
    (``tests`` are the node ids of its tests), else ``stated``, with the reason. ``decisions``
    holds our own rulings on unclear rules in the same form.
    """
    enforced = rules.module.book.ids()
    entries = read_cases(rules.folder)
    rulings = {decision.id: decision for decision in rules.game.decisions}

    def row(entry: CaseEntry) -> dict[str, Any]:
        held = entry.id in enforced
        return {
            "id": entry.id,
            "status": "enforced" if held else "stated",
            "says": entry.says,
            "why": "" if held else entry.why,
            "tests": list(entry.tests),
        }

    rows = [row(entry) for entry in entries]
    return {
        "cases": [one for one in rows if one["id"] not in rulings],
        "decisions": [one for one in rows if one["id"] in rulings],
    }

"""All checks over one save, and their findings in order."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from generator.tabletop_simulator.positions import JsonPath, line_starts, offsets, spelled_path
from generator.workbench.linting.codes import Code, check_chosen, matches, read_codes
from generator.workbench.linting.findings import SHOWN, Finding, Place, Severity
from generator.workbench.linting.running import Report
from generator.workbench.linting.saves import addresses, forms, scripts, things
from generator.workbench.linting.saves.survey import Remark, SaveSurvey

Check = Callable[[SaveSurvey], Iterator[Remark]]
CHECKS: Final[tuple[Check, ...]] = (forms.check, things.check, addresses.check, scripts.check)
"""One family of findings each."""
_LONGEST: Final = 2000
"""Letters of a message or path: names and keys of a save may be of any length."""
_LISTS: Final = ("ObjectStates", "ContainedObjects", "States", "ChildObjects")


@cache
def save_codes() -> Mapping[str, Code]:
    """Every code of a save's findings, in the order of the table."""
    return read_codes(Path(__file__).with_name("codes.table"))


def lint_save(path: Path, *, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> Report:
    """Everything the checks find in a save or saved object.

    ``select`` and ``ignore`` are codes, or first parts of codes (``url``). Raises
    `UnknownCodeError` for a code that there is not, `SpelledError` or `WorkbenchError` for a file
    that is no save.
    """
    check_chosen([*select, *ignore])
    survey = SaveSurvey(path)
    remarks = [
        remark
        for check in CHECKS
        for remark in check(survey)
        if (not select or matches(remark.code, select)) and not matches(remark.code, ignore)
    ]
    places = _Places(survey, [one for remark in remarks for one in remark.paths[:SHOWN]])
    found = [_finding(remark, places) for remark in remarks]
    order = {code: at for at, code in enumerate(save_codes())}
    found.sort(key=lambda one: (one.severity.rank, order[one.code]))
    return Report(_printable(survey.name), str(path), tuple(found), save_codes())


def _finding(remark: Remark, places: _Places) -> Finding:
    severity = save_codes()[remark.code].severity
    if remark.milder:
        severity = Severity.WARNING if severity is Severity.ERROR else Severity.INFO
    return Finding(
        remark.code,
        severity,
        _printable(remark.message),
        remark.fix,
        tuple(places.place(path) for path in remark.paths[:SHOWN]),
        max(remark.count or len(remark.paths), 1),
    )


def _printable(said: str) -> str:
    """A text for a terminal: not endless; signs that steer it and halves of characters spelled."""
    if len(said) > _LONGEST:
        said = f"{said[:_LONGEST]}..."
    if said.isprintable():
        return said
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in said
    )


class _Places:
    """Where in the file the values stand that findings are about."""

    def __init__(self, survey: SaveSurvey, paths: Sequence[JsonPath]) -> None:
        self._file = str(survey.path)
        self._has_lines = not survey.is_folder
        self._offsets = offsets(survey.text, paths)
        self._starts = line_starts(survey.text) if paths else [0]

    def place(self, path: JsonPath) -> Place:
        """A value as it is shown to people: the object it is in, and what of it."""
        at = self._offsets[path]
        line = bisect_right(self._starts, at)
        last = max((i for i, part in enumerate(path) if part in _LISTS), default=-2)
        cut = min(last + 2, len(path))
        return Place(
            self._file,
            line if self._has_lines else 0,
            _printable(spelled_path(path[:cut])),
            field=_printable(spelled_path(path[cut:])),
            is_file=True,
            line_column=at - self._starts[line - 1] + 1 if self._has_lines else 0,
        )

"""Rolls of dice in the commands of a step.

A dice button of VASSAL sets four properties named for it (``NAME_result``, ``_total``, ``_keep``,
``_summary``) and reports in the chat; a special dice button tells the face of each die; before
VASSAL 3.3 the report was all, as it is for modules with dice of their own.
"""

from __future__ import annotations

import re

from generator.light import dataclass
from generator.vassal.commands import ChangeProperty, Chat, Command, ShowResults

_RESULT, _TOTAL = "_result", "_total"
_PARTS = (_RESULT, _TOTAL, "_keep", "_summary")
_LONGEST = 500
"""So much of a report is looked at."""
_FORMS = (
    re.compile(r"\*{2,3} ?(?P<button>.+?) = (?P<result>.+?) ?\*{2,3}(?: |$)"),
    re.compile(r"\*{3} \((?P<button>[^()]+)\) (?P<result>\d+(?:,\d+)*) \*{3}(?: |$)"),
)
"""Reports of rolls: VASSAL's own, and that of modules with dice of their own."""
_MODIFIED = re.compile(
    r"\*{2,3} ?(?P<button>[^=]+?) = (?P<result>-?\d+(?:,-?\d+)*)"
    r"(?P<changes>(?: [+-]\d{1,9} \([^()]*\))+) = (?P<total>-?\d{1,9}) ?\*{2,3}(?: |$)"
)
"""A report that says what was added to the dice, and why: ``** Morale = 5,4 +1 (Low) = 10 **``."""
_CHANGE = re.compile(r" ([+-]\d{1,9}) \(([^()]*)\)")
_ROLLER = re.compile(r"<([^<>]+)>")
_BESIDE = re.compile(r"\s*\*{2,3}\s*[^<*\s][^<]*\*\*\s*<([^<>]+)>")
"""The first name, where it follows upon the dice; those after it may be no players:
``<Alice> <Turret>``."""
_NUMBER = re.compile(r"-?\d{1,9}")


@dataclass(frozen=True, slots=True)
class Modified:
    """A roll whose report says what was added to the dice."""

    button: str
    result: str
    """The dice as they fell."""
    changes: tuple[tuple[int, str], ...]
    """What was added, and what for."""
    total: int
    """What the report makes of it."""


def modified_in(report: str) -> Modified | None:
    """The modifiers in a report of a roll; ``None`` when it tells of none.

    >>> modified_in("** Search = 4 -1 (Aircraft) = 3 ** <Ann>")
    Modified(button='Search', result='4', changes=((-1, 'Aircraft'),), total=3)
    """
    found = _MODIFIED.match(report.lstrip()[:_LONGEST])
    if found is None:
        return None
    changes = tuple((int(change), why) for change, why in _CHANGE.findall(found["changes"]))
    return Modified(found["button"], found["result"], changes, int(found["total"]))


def button_of(name: str) -> str:
    """The button that would set a property of this name; empty when none would."""
    return next((name[: -len(part)] for part in _PARTS if name.endswith(part)), "")


def made_in(given: list[Command]) -> dict[str, tuple[tuple[int, ...], str]]:
    """The buttons rolled in a step, each with its dice (of special dice the faces, counted from
    1) and the result's text: the result is set, with a report or a total beside it."""
    results: dict[str, str] = {}
    shown: dict[str, tuple[str, ...]] = {}
    totals = set()
    told = False
    for command in given:
        if isinstance(command, ShowResults):
            shown[command.button] = command.faces
        elif isinstance(command, Chat):
            told = True
        elif isinstance(command, ChangeProperty):
            if command.name.endswith(_RESULT):
                results[command.name[: -len(_RESULT)]] = command.new
            elif command.name.endswith(_TOTAL):
                totals.add(command.name[: -len(_TOTAL)])
    found = {}
    for button in (*shown, *(name for name in results if told or name in totals)):
        result = results.get(button, "")
        faces = [face for face in shown.get(button, ()) if _NUMBER.fullmatch(face)]
        found[button] = tuple(int(face) + 1 for face in faces) or numbers(result), result
    return found


def told_in(report: str) -> tuple[str, tuple[int, ...], str] | None:
    """Button, dice and result in a report alone: ``*** 2d6 = 3,4 *** <Ann>`` as VASSAL writes it,
    ``*** (Attack) 3,4 *** <Ann>`` as modules do that roll dice of their own."""
    if not report.lstrip().startswith("**"):
        return None
    modified = modified_in(report)
    if modified is not None:
        return modified.button, numbers(modified.result), modified.result
    for form in _FORMS:
        found = form.match(report.lstrip()[:_LONGEST])
        if found is not None:
            return found["button"], numbers(found["result"]), found["result"]
    return None


def roller_in(report: str) -> str:
    """The name that a report gives in angle brackets, right after the dice or as the only one;
    empty when it gives none, or several."""
    report = report[:_LONGEST]
    beside = _BESIDE.match(report)
    if beside is not None:
        return beside[1]
    names = set(_ROLLER.findall(report))
    return names.pop() if len(names) == 1 else ""


def numbers(result: str) -> tuple[int, ...]:
    """The numbers of a result such as ``3,4`` or ``[6]``; none when it is something else."""
    parts = [part.strip(" []") for part in re.split(r"[,+]", result)]
    if all(_NUMBER.fullmatch(part) for part in parts):
        return tuple(int(part) for part in parts)
    return ()

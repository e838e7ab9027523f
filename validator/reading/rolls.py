"""Rolls of dice in the commands of a step.

A dice button of VASSAL sets four properties named after it (``NAME_result``, ``_total``,
``_keep``, ``_summary``) and reports in the chat; a special dice button records the face of each
die. Before VASSAL 3.3, and in modules with their own dice, there is only the report.
"""

from __future__ import annotations

import re

from generator.light import dataclass
from generator.vassal.commands import ChangeProperty, Chat, Command, ShowResults

_RESULT, _TOTAL = "_result", "_total"
_PARTS = (_RESULT, _TOTAL, "_keep", "_summary")
_LONGEST = 500
"""How much of a report is examined at most."""
_FORMS = (
    re.compile(r"\*{2,3} ?(?P<button>.+?) = (?P<result>.+?) ?\*{2,3}(?: |$)"),
    re.compile(r"\*{3} \((?P<button>[^()]+)\) (?P<result>\d+(?:,\d+)*) \*{3}(?: |$)"),
)
"""Reports of rolls: VASSAL's, and those of modules with their own dice."""
_MODIFIED = re.compile(
    r"\*{2,3} ?(?P<button>[^=]+?) = (?P<result>-?\d+(?:,-?\d+)*)"
    r"(?P<changes>(?: [+-]\d{1,9} \([^()]*\))+) = (?P<total>-?\d{1,9}) ?\*{2,3}(?: |$)"
)
"""A report with modifiers and their reasons: ``** Morale = 5,4 +1 (Low) = 10 **``."""
_CHANGE = re.compile(r" ([+-]\d{1,9}) \(([^()]*)\)")
_ROLLER = re.compile(r"<([^<>]+)>")
_BESIDE = re.compile(r"\s*\*{2,3}\s*[^<*\s][^<]*\*\*\s*<([^<>]+)>")
"""The first name if it directly follows the dice; later ones may be no players: ``<Alice>
<Turret>``."""
_NUMBER = re.compile(r"-?\d{1,9}")


@dataclass(frozen=True, slots=True)
class Modified:
    """A roll whose report has modifiers."""

    button: str
    result: str
    """The dice without modifiers."""
    changes: tuple[tuple[int, str], ...]
    """Each modifier and its reason."""
    total: int
    """The total in the report."""


def modified_in(report: str) -> Modified | None:
    """The modifiers in a report of a roll; None if it has none.

    >>> modified_in("** Search = 4 -1 (Aircraft) = 3 ** <Ann>")
    Modified(button='Search', result='4', changes=((-1, 'Aircraft'),), total=3)
    """
    found = _MODIFIED.match(report.lstrip()[:_LONGEST])
    if found is None:
        return None
    changes = tuple((int(change), why) for change, why in _CHANGE.findall(found["changes"]))
    return Modified(found["button"], found["result"], changes, int(found["total"]))


def button_of(name: str) -> str:
    """The dice button that sets a property of this name; empty if none does."""
    return next((name[: -len(part)] for part in _PARTS if name.endswith(part)), "")


def made_in(given: list[Command]) -> dict[str, tuple[tuple[int, ...], str]]:
    """The buttons rolled in a step, each with its dice (for special dice the faces, from 1) and
    the text of the result. A roll sets the result and also has a report or a total."""
    results: dict[str, str] = {}
    shown: dict[str, tuple[str, ...]] = {}
    totals = set()
    has_report = False
    for command in given:
        if isinstance(command, ShowResults):
            shown[command.button] = command.faces
        elif isinstance(command, Chat):
            has_report = True
        elif isinstance(command, ChangeProperty):
            if command.name.endswith(_RESULT):
                results[command.name[: -len(_RESULT)]] = command.new
            elif command.name.endswith(_TOTAL):
                totals.add(command.name[: -len(_TOTAL)])
    found = {}
    for button in (*shown, *(name for name in results if has_report or name in totals)):
        result = results.get(button, "")
        faces = [face for face in shown.get(button, ()) if _NUMBER.fullmatch(face)]
        found[button] = tuple(int(face) + 1 for face in faces) or numbers(result), result
    return found


def reported_in(report: str) -> tuple[str, tuple[int, ...], str] | None:
    """Button, dice and result in a chat report: ``*** 2d6 = 3,4 *** <Ann>`` of VASSAL, or
    ``*** (Attack) 3,4 *** <Ann>`` of modules with their own dice; None for other lines."""
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
    """The name in angle brackets in a report, right after the dice or as the only one; empty if
    there is none, or several."""
    report = report[:_LONGEST]
    beside = _BESIDE.match(report)
    if beside is not None:
        return beside[1]
    names = set(_ROLLER.findall(report))
    return names.pop() if len(names) == 1 else ""


def numbers(result: str) -> tuple[int, ...]:
    """The numbers of a result such as ``3,4`` or ``[6]``; none if it has another form."""
    parts = [part.strip(" []") for part in re.split(r"[,+]", result)]
    if all(_NUMBER.fullmatch(part) for part in parts):
        return tuple(int(part) for part in parts)
    return ()

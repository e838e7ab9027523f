"""Faults of the schema, keys that are nearly known, and keys that occur twice."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from generator.tabletop_simulator import spelled
from generator.tabletop_simulator.coherence import Found
from generator.tabletop_simulator.positions import JsonPath, spelled_path
from generator.tabletop_simulator.schema import faults, misspelt_keys
from generator.tabletop_simulator.spelled import Doubled
from generator.workbench.linting.saves.survey import Remark, SaveSurvey

_MOST: Final = 2000
"""So many faults of one code are reported, the others counted."""


def check(survey: SaveSurvey) -> Iterator[Remark]:
    """Every finding about shapes, keys, and what has to fit together."""
    counts: dict[str, int] = {}
    whose = {found.path: found for found in survey.objects}
    for fault in faults(survey.data):
        counts[fault.code] = counts.get(fault.code, 0) + 1
        if counts[fault.code] > _MOST:
            continue
        owner = _owner(whose, fault.path)
        inside = spelled_path(fault.path[len(owner.path) :] if owner else fault.path)
        who = f"{survey.who(owner)}: " if owner else ""
        yield Remark(
            fault.code,
            f"{who}{inside}: {fault.message}" if inside else f"{who}{fault.message}",
            fault.fix,
            [fault.path],
            milder=fault.is_doubtful,
        )
    for code, count in counts.items():
        if count > _MOST:
            yield Remark(code, f"{count - _MOST:,} more", "look at the first ones", [()])
    yield from _misspelt(survey)
    yield from _doubled(survey)


def _owner(whose: Mapping[JsonPath, Found], path: JsonPath) -> Found | None:
    """The innermost object that a path leads into."""
    return next((whose[path[:at]] for at in range(len(path), 0, -1) if path[:at] in whose), None)


def _misspelt(survey: SaveSurvey) -> Iterator[Remark]:
    """Unknown keys that are nearly known ones which the same object lacks."""
    found: dict[tuple[str, str], list[JsonPath]] = {}
    for path, meant in misspelt_keys(survey.data):
        found.setdefault((str(path[-1]), meant), []).append(path)
    for (key, meant), paths in found.items():
        yield Remark(
            "save.key",
            f"the key {key!r} is unknown; did you mean {meant!r}?",
            f"call it {meant}, or take it out",
            paths,
        )


def _doubled(survey: SaveSurvey) -> Iterator[Remark]:
    if not _has_doubled(survey.text):
        return
    waiting: list[tuple[JsonPath, Any]] = [
        ((), spelled.parse_spelled(survey.text, str(survey.path)))
    ]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, Doubled):
            keys = [key for key, _ in value]
            for key in sorted({key for key in keys if keys.count(key) > 1}):
                yield Remark(
                    "save.doubled",
                    f"the key {key!r} stands {keys.count(key)} times",
                    "take out all but one",
                    [(*path, key)],
                )
            value = dict(value)
        if isinstance(value, dict):
            waiting += [((*path, key), one) for key, one in value.items()]
        elif isinstance(value, list):
            waiting += [((*path, at), one) for at, one in enumerate(value)]


def _has_doubled(text: str) -> bool:
    found = False

    def pairs(members: list[tuple[str, Any]]) -> None:
        nonlocal found
        found = found or len({key for key, _ in members}) != len(members)

    json.loads(text, object_pairs_hook=pairs, strict=False)
    return found

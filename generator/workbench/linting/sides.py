"""Sides that are named and that nobody can take."""

from __future__ import annotations

from collections.abc import Iterator

from generator.workbench.linting.findings import Trouble
from generator.workbench.linting.hints import Hints
from generator.workbench.linting.survey import Survey

_ROSTER = "VASSAL.build.module.PlayerRoster"
_OBSERVER = frozenset(("<observer>", "Observer", "Solo"))


def check(survey: Survey) -> Iterator[Trouble]:
    """Every finding about sides."""
    if not survey.knows_all:
        return
    sides = sides_of(survey)
    hints = Hints(sides)
    for name, uses in survey.by_text("side").items():
        if name in sides or name.strip() in _OBSERVER or "$" in name or name[:1] == "{":
            continue
        yield Trouble(
            "side.unknown",
            f"the side {name!r} is named, and no player can take it{hints.of(name)}",
            "add the side to the definition of player sides, or name another",
            [spot for use in uses for spot in use.spots()],
            sum(use.owner.count for use in uses),
        )


def sides_of(survey: Survey) -> frozenset[str]:
    """The sides players can take."""
    return frozenset(
        entry.text
        for roster in survey.elements(_ROSTER, foreign=True)
        for entry in roster.children
        if entry.text
    )

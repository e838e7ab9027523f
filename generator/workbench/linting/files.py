"""Other members of the archive that components name: sounds, pages, charts, setups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from generator.workbench.linting.findings import Trouble
from generator.workbench.linting.hints import Hints
from generator.workbench.linting.reading import ANY, pattern_of
from generator.workbench.linting.survey import Survey, Use

SOUNDS: Final = "sounds/"
_HELP: Final = "VASSAL.build.module.documentation.HelpFile"
_PAGES: Final = "VASSAL.build.module.documentation.BrowserHelpFile"
_SETUP: Final = "VASSAL.build.module.PredefinedSetup"


def check(survey: Survey) -> Iterator[Trouble]:
    """Every finding about files."""
    if survey.is_bare or not survey.knows_all:
        return
    yield from _sounds(survey)
    found: dict[str, list[Use]] = {}
    for use in survey.uses("file", "page", foreign=False):
        if use.text.strip() and _is_looked_for(use) and not _is_there(survey, use.text):
            found.setdefault(use.text, []).append(use)
    lowered = {member.lower(): member for member in survey.members}
    held = Hints(survey.members)
    for name, uses in found.items():
        twin = lowered.get(name.lower())
        hint = f", but {twin!r} is" if twin else held.of(name)
        yield Trouble(
            "file.missing",
            f"the file {name!r} is not in the archive{hint}",
            "add the file, or name another",
            [spot for use in uses for spot in use.spots()],
        )


def _is_looked_for(use: Use) -> bool:
    """Whether VASSAL opens the file as the component is set."""
    element = use.owner.spots[0].element
    if use.owner.trait is not None:
        return True
    if element.tag == _HELP:
        return element.get("fileType", "archive") == "archive"
    if element.tag == _SETUP:
        return element.get("useFile", "true") == "true" and element.get("isMenu") != "true"
    return element.tag != _PAGES


def _is_there(survey: Survey, name: str) -> bool:
    return name in survey.members or name.startswith(("/", "http:", "https:"))


def _sounds(survey: Survey) -> Iterator[Trouble]:
    held = sorted(name for name in survey.members if name.startswith(SOUNDS))
    short = [name[len(SOUNDS) :] for name in held]
    lowered = {name.lower(): name for name in short}
    found: dict[str, list[Use]] = {}
    for use in survey.uses("sound", "fmt[sound]", foreign=False):
        name = pattern_of(use.part)
        if name.strip() and ANY not in name and SOUNDS + name not in survey.members:
            found.setdefault(name, []).append(use)
    for name, uses in found.items():
        twin = lowered.get(name.lower())
        hint = f", but {twin!r} is" if twin else Hints(short).of(name)
        yield Trouble(
            "sound.missing",
            f"the sound {name!r} is not in the archive{hint}",
            "add the sound to sounds/, or name another",
            [spot for use in uses for spot in use.spots()],
            sum(use.owner.count for use in uses),
        )

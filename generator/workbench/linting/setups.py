"""Predefined setups: players' passwords in them, saves that cannot be read or are out of date."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from generator.errors import BroadsideError
from generator.vassal import saves
from generator.workbench.linting import unused
from generator.workbench.linting.findings import Place, Spot, Trouble
from generator.workbench.linting.progress import Progress, silent
from generator.workbench.linting.saved_text import Reader, Said
from generator.workbench.linting.survey import MARKERS, Survey
from generator.workbench.opened import CARD_SLOT, PIECE_SLOT

_SETUP: Final = "VASSAL.build.module.PredefinedSetup"
_TUTORIAL: Final = "VASSAL.build.module.documentation.Tutorial"
_OBSERVER: Final = "<observer>"


def saved_games(members: Iterable[str]) -> Iterator[str]:
    """The members that are saved games or logs."""
    return (name for name in members if name.lower().endswith(unused.SAVED))


def check(survey: Survey, progress: Progress = silent) -> Iterator[Trouble]:
    """Every finding about setups, and about pictures: a setup is the last place to name one.

    Each saved game is read once, from beginning to end; ``progress`` is told its name before.
    """
    if survey.is_bare:
        return
    named: dict[str, list[Spot]] = {}
    for element in survey.elements(_SETUP, _TUTORIAL):
        key = "file" if element.tag == _SETUP else "logfile"
        if element.get(key):
            named.setdefault(element.get(key), []).append(Spot(element, field=key))
    left = unused.unnamed(survey)
    gpids = _gpids(survey)
    reader = Reader(gpids, left)
    saved = list(saved_games(survey.module.members))
    for number, member in enumerate(saved):
        progress(number, len(saved), member)
        where: list[Spot | Place] = [*named.get(member, [])] or [Place(member)]
        try:
            said = reader.read(saves.streamed(survey.module.members[member], member))
            yield from _of_save(member, said, where)
        except BroadsideError as trouble:
            yield Trouble(
                "setup.unreadable",
                f"{trouble}",
                "save the setup again from VASSAL",
                where,
                1,
                milder=member not in named,
            )
    yield from unused.troubles(survey, left)


def _of_save(member: str, said: Said, where: list[Spot | Place]) -> Iterator[Trouble]:
    if said.players:
        count = len(said.players)
        sides = ", ".join(sorted({player.side or _OBSERVER for player in said.players.values()}))
        yield Trouble(
            "setup.password",
            f"{member!r} holds the passwords of {count} player{'s' * (count > 1)}"
            f" ({sides}): whoever has the module can read them",
            "save it without players (Retire, then save), or let --fix take them out",
            where,
            1,
        )
    if said.strangers:
        yield Trouble(
            "setup.pieces",
            f"{said.strangers} of the {said.pieces} pieces of {member!r} are of no definition of"
            " the module: changes to the module do not reach them",
            "replace them in the setup, then refresh it (Tools, Refresh Predefined Setups)",
            where,
            1,
        )


def _gpids(survey: Survey) -> frozenset[str] | None:
    """The numbers of all definitions; `None` where another module may have more."""
    if not survey.knows_all or survey.module.is_extension:
        return None
    gpids = {element.get("gpid") for element in survey.elements(PIECE_SLOT, CARD_SLOT)}
    for piece in survey.pieces:
        gpids.update(trait.text("gpId") for trait in piece.chain if trait.id in MARKERS)
    return frozenset(gpids)

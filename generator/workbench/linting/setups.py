"""Predefined setups: players' passwords in them, saves that cannot be read or are out of date."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    read: list[tuple[str, Said]] = []
    places: dict[str, list[Spot | Place]] = {
        member: [*named.get(member, [])] or [Place(member)] for member in saved
    }
    for number, member in enumerate(saved):
        progress(number, len(saved), member)
        try:
            said = reader.read(saves.streamed(survey.module.members[member], member))
            read.append((member, said))
        except BroadsideError as trouble:
            yield Trouble(
                "setup.unreadable",
                f"{trouble}",
                "save the setup again from VASSAL",
                places[member],
                1,
                milder=member not in named,
            )
    yield from _passwords([(member, said) for member, said in read if said.players], places)
    yield from _strangers([(member, said) for member, said in read if said.strangers], places)
    yield from unused.troubles(survey, left)


def _passwords(
    read: Sequence[tuple[str, Said]], places: Mapping[str, Sequence[Spot | Place]]
) -> Iterator[Trouble]:
    if not read:
        return
    players = [player for _, said in read for player in said.players.values()]
    sides = ", ".join(sorted({player.side or _OBSERVER for player in players}))
    verb = "hold" if len(read) > 1 else "holds"
    passwords = len({player.id for player in players})
    yield Trouble(
        "setup.password",
        f"{_called([member for member, _ in read])} {verb} the passwords of {passwords}"
        f" player{'s' * (passwords > 1)} ({sides}): whoever has the module can read them",
        "save it without players (Retire, then save), or let --fix take them out",
        [spot for member, _ in read for spot in places[member]],
        len(read),
        details=tuple(f"{member!r}: {len(said.players)}" for member, said in read),
    )


def _strangers(
    read: Sequence[tuple[str, Said]], places: Mapping[str, Sequence[Spot | Place]]
) -> Iterator[Trouble]:
    """Pieces whose definition is no longer in the module: a refresh leaves them as they are."""
    if not read:
        return
    lost, total = sum(said.strangers for _, said in read), sum(said.pieces for _, said in read)
    yield Trouble(
        "setup.pieces",
        f"{lost:,} of the {total:,} pieces of {_called([member for member, _ in read])} are of no"
        " definition of the module: changes to the module do not reach them",
        "replace them in the setup, then refresh it (Tools, Refresh Predefined Setups)",
        [spot for member, _ in read for spot in places[member]],
        len(read),
        details=tuple(f"{member!r}: {said.strangers} of {said.pieces}" for member, said in read),
    )


def _called(members: Sequence[str]) -> str:
    """``'Start.vsav'``, ``'Start.vsav' and 185 more``."""
    more = f" and {len(members) - 1:,} more" if len(members) > 1 else ""
    return f"{members[0]!r}{more}"


def _gpids(survey: Survey) -> frozenset[str] | None:
    """The numbers of all definitions; `None` where another module may have more."""
    if not survey.knows_all or survey.module.is_extension:
        return None
    gpids = {element.get("gpid") for element in survey.elements(PIECE_SLOT, CARD_SLOT)}
    for piece in survey.pieces:
        gpids.update(trait.text("gpId") for trait in piece.chain if trait.id in MARKERS)
    return frozenset(gpids)

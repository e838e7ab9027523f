"""Predefined setups: players' passwords in them, saves that cannot be read or are out of date."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from generator.errors import BroadsideError
from generator.vassal import commands, saves
from generator.vassal.commands import AddPiece, Player
from generator.vassal.saves import Save
from generator.workbench.linting.findings import Place, Spot, Trouble
from generator.workbench.linting.survey import MARKERS, Survey
from generator.workbench.opened import CARD_SLOT, PIECE_SLOT

_SETUP: Final = "VASSAL.build.module.PredefinedSetup"
_TUTORIAL: Final = "VASSAL.build.module.documentation.Tutorial"
_SUFFIXES: Final = (".vsav", ".vlog", ".sav", ".log")
_OBSERVER: Final = "<observer>"


def saved_games(members: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The members that are saved games or logs."""
    for name, data in members.items():
        if name.lower().endswith(_SUFFIXES):
            yield name, data


def players(save: Save) -> list[Player]:
    """Those who stand in the roster with a password, each once."""
    found: dict[str, Player] = {}
    for _, leaf in save.leaves():
        if leaf.startswith("PLAYER\t"):
            command = commands.decode(leaf)
            if isinstance(command, Player) and command.id:
                found.setdefault(command.id, command)
    return list(found.values())


def check(survey: Survey) -> Iterator[Trouble]:
    """Every finding about setups."""
    if survey.is_bare:
        return
    named: dict[str, list[Spot]] = {}
    for element in survey.elements(_SETUP, _TUTORIAL):
        key = "file" if element.tag == _SETUP else "logfile"
        if element.get(key):
            named.setdefault(element.get(key), []).append(Spot(element, field=key))
    gpids = _gpids(survey)
    for member, data in saved_games(survey.module.members):
        where: list[Spot | Place] = [*named.get(member, [])] or [Place(member)]
        try:
            save = saves.from_bytes(data, member)
            yield from _of_save(member, save, where, gpids)
        except BroadsideError as trouble:
            yield Trouble(
                "setup.unreadable",
                f"{trouble}",
                "save the setup again from VASSAL",
                where,
                1,
                milder=member not in named,
            )


def _of_save(
    member: str, save: Save, where: list[Spot | Place], gpids: frozenset[str] | None
) -> Iterator[Trouble]:
    known = players(save)
    if known:
        sides = ", ".join(sorted({player.side or _OBSERVER for player in known}))
        yield Trouble(
            "setup.password",
            f"{member!r} holds the passwords of {len(known)} player{'s' * (len(known) > 1)}"
            f" ({sides}): whoever has the module can read them",
            "save it without players (Retire, then save), or let --fix take them out",
            where,
            1,
        )
    if gpids is not None:
        yield from _strangers(member, save, where, gpids)


def _gpids(survey: Survey) -> frozenset[str] | None:
    """The numbers of all definitions; `None` where another module may have more."""
    if not survey.knows_all or survey.module.is_extension:
        return None
    gpids = {element.get("gpid") for element in survey.elements(PIECE_SLOT, CARD_SLOT)}
    for piece in survey.pieces:
        gpids.update(trait.text("gpId") for trait in piece.chain if trait.id in MARKERS)
    return frozenset(gpids)


def _strangers(
    member: str, save: Save, where: list[Spot | Place], gpids: frozenset[str]
) -> Iterator[Trouble]:
    """Pieces whose definition is no longer in the module: a refresh leaves them as they are."""
    lost = total = 0
    for _, leaf in save.leaves():
        if leaf.startswith("+/"):
            gpid = _gpid(leaf)
            if gpid is not None:
                total += 1
                lost += gpid not in gpids and ":" not in gpid
    if lost:
        yield Trouble(
            "setup.pieces",
            f"{lost} of the {total} pieces of {member!r} are of no definition of the module:"
            " changes to the module do not reach them",
            "replace them in the setup, then refresh it (Tools, Refresh Predefined Setups)",
            where,
            1,
        )


def _gpid(leaf: str) -> str | None:
    """The number of a piece's definition; `None` for a stack or deck."""
    command = commands.decode(leaf)
    if not isinstance(command, AddPiece) or command.type.startswith(("stack", "deck;")):
        return None
    inner = command.state.rpartition("\t")[2].split(";")
    return inner[3] if len(inner) > 3 else ""

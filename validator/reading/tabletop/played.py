"""A game recorded in Tabletop Simulator, presented as a VASSAL log of the game's module.

No VASSAL file is written: `PlayedSave` has the methods of `generator.vassal.saves.Save`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator.errors import nearest
from generator.light import dataclass
from generator.vassal.commands import Command
from generator.vassal.metadata import Metadata
from generator.vassal.saves import Save
from validator.reading.tabletop.recorded import Recorded, TabletopError, read_save
from validator.table import Table

if TYPE_CHECKING:
    from generator.definition.schema import Game, Scenario
    from generator.packaging.scene import Scene
    from validator.reading.tabletop.lowering import Doubt, Lowered

_WORD = re.compile(r"\w+")
_MILLISECONDS = 1000


@dataclass(frozen=True, slots=True)
class PlayedSave(Save):
    """A recorded game with the interface of a VASSAL log; `as_save` adds the steps."""

    recorded: Recorded | None = field(default=None, repr=False)
    laid: tuple[Command, ...] = field(default=(), repr=False)
    """The commands that set up the game, and add the players present from the beginning."""
    made: tuple[list[Command], ...] = field(default=(), repr=False)
    """The commands of each step."""
    entries: tuple[tuple[int, ...], ...] = ()
    """For each step the numbers of the entries it was made from."""
    doubts: tuple[Doubt, ...] = ()
    """Entries that mention something the game does not have."""
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Made-up maps for the hands of sides, and the sides that see each."""

    @property
    def last_entry(self) -> int:
        """The number of the log's last entry; 0 if it has none."""
        entries = self.recorded.log.entries if self.recorded is not None else ()
        return entries[-1].number if entries else 0

    def leaves(self) -> Iterator[tuple[int, str]]:
        """See `Save.leaves`: the lines of the recorder's log, unchanged."""
        if self.recorded is not None:
            for line in self.recorded.text.split("\n"):
                yield 0, line

    def position(self) -> Iterator[Command]:
        """See `Save.position`."""
        return iter(self.laid)

    def first_step(self) -> int | None:
        """See `Save.first_step`; a step is identified by its index."""
        return 0 if self.made else None

    def steps_from(self, start: int | None) -> Iterator[tuple[int, list[Command]]]:
        """See `Save.steps_from`."""
        if start is not None:
            for at in range(start, len(self.made)):
                yield at + 1, self.made[at]


def open_save(path: Path) -> PlayedSave:
    """Open a recorded game without converting its log to steps; raises as `read_save`."""
    return opened(read_save(path))


def opened(recorded: Recorded) -> PlayedSave:
    """Like `open_save`, for a save that was read already."""
    header = recorded.log.header
    stamp = f"game={header.game} definition={header.definition}"
    named = _WORD.fullmatch(header.game) and " " not in header.definition
    saved = recorded.saved
    return PlayedSave(
        b"",
        savedata=Metadata(date_saved=str(saved * _MILLISECONDS) if saved is not None else ""),
        moduledata=Metadata(
            name=header.name, extra1=stamp if named else "", extra2=header.overlays
        ),
        name=recorded.name,
        sha256=recorded.sha256,
        recorded=recorded,
    )


def as_save(save: PlayedSave, game: Game) -> PlayedSave:
    """The save with its log converted to steps of the game's module.

    Raises `TabletopError` if the game has no such set-up, or if the set-up of that name differs
    from the one that the save began with.
    """
    from generator.packaging.scene import scene_of
    from generator.packaging.vassal.setup import position
    from generator.tabletop_simulator.calibration import calibration
    from validator.reading.tabletop.lowering import lowered

    recorded = save.recorded
    assert recorded is not None
    scenario = _scenario(save, game)
    scene = scene_of(game)
    _check(save, scene, scenario)
    setup = position(scene, scenario)
    start = Table().apply_all(setup)
    begins = game.first_turn(scenario)
    found = lowered(recorded.log, scene, start, begins, calibration())
    return _with_steps(save, scene, setup, found)


def _with_steps(save: PlayedSave, scene: Scene, setup: list[Command], found: Lowered) -> PlayedSave:
    data = save.moduledata
    return replace(
        save,
        moduledata=replace(data, extra1=f"{data.extra1} ppi={scene.ppi}" if data.extra1 else ""),
        laid=(*found.players, *setup),
        made=found.steps,
        entries=found.entries,
        doubts=found.doubts,
        hands=found.private_maps,
    )


def _scenario(save: PlayedSave, game: Game) -> Scenario:
    assert save.recorded is not None
    wanted = save.recorded.log.header.setup
    for scenario in game.scenarios:
        if scenario.id == wanted:
            return scenario
    names = [scenario.id for scenario in game.scenarios]
    raise TabletopError(
        f"{save.name}: {game.name!r} has no set-up {wanted!r}{nearest(wanted, names)};"
        f" there are {', '.join(names)}"
    )


def _check(save: PlayedSave, scene: Scene, scenario: Scenario) -> None:
    from generator.packaging.tabletop.start import start_digest

    assert save.recorded is not None
    header = save.recorded.log.header
    same = header.definition == scene.game.definition_hash
    if not same and header.start != start_digest(scene, scenario):
        raise TabletopError(
            f"{save.name}: not played with this edition of {scene.game.name!r}: its set-up"
            f" {scenario.id!r} has other pieces, or in other places"
        )
    if not {board.id for board in header.boards} & {map_.id for map_ in scene.maps}:
        raise TabletopError(f"{save.name}: the log's header has none of the game's boards")

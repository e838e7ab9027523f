"""Write a self-played game as a save of Tabletop Simulator, with the recorder's log in it.

The rules engine plays the game, `validator.playing.performing` turns its verbs into gestures at the
table, and a `TabletopStage` performs them in a strict imitation of Tabletop Simulator, in which the
real recorder script runs. The save holds the final table and the log that the script wrote.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from generator.files import replace_file
from generator.light import dataclass
from generator.packaging.scene import scene_of
from generator.packaging.seats import seats
from generator.packaging.tabletop.save import Setting, save_of
from generator.packaging.tabletop.undrawn import undrawn
from generator.places import games_folder
from generator.tabletop_simulator.calibration import calibration
from generator.tabletop_simulator.objects import GAME_MASTER
from generator.tabletop_simulator.save import to_bytes
from validator.playing.logbook import Played, played_by_engine
from validator.playing.performing import staging_of
from validator.playing.selfplay import Record
from validator.playing.tabletop.ground import Ground
from validator.playing.tabletop.stage import TabletopStage
from validator.playing.tabletop.untidy import Untidy
from validator.playing.tabletop.world import Options, World
from validator.rules.staging import Staging

if TYPE_CHECKING:
    from generator.definition.schema import Game


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game played on a table of Tabletop Simulator."""

    record: Record
    """The game as the engine played it."""
    save: dict[str, Any]
    """The save at the end, with the recorder's log in it."""
    entries: int
    shown: Sequence[tuple[int, int]]
    """(verbs, entries): after that many entries the table shows the effect of that many verbs."""


def play_as_save(
    game: Game,
    out: Path,
    *,
    seed: int = 1,
    players: str | None = None,
    by_hand: bool = False,
    folder: Path | None = None,
    setting: Setting | None = None,
) -> Played:
    """Play a game and write it as a save; the same arguments give the same bytes.

    The arguments are those of `validator.playing.logbook.play_as_log`. ``setting`` is the table of
    a build with the addresses of its pictures; without it the save has no pictures. The file is
    written atomically.

    Raises `BroadsideError` for a game that cannot be played or laid out, or a path that cannot be
    written.
    """
    recorded = recorded_game(
        game, seed=seed, players=players, by_hand=by_hand, folder=folder, setting=setting
    )
    replace_file(out, to_bytes(recorded.save))
    return Played.of(
        out,
        recorded.record,
        by_hand=by_hand,
        steps=recorded.entries,
        measure="entries",
        points=bool(game.scores),
    )


def recorded_game(
    game: Game,
    *,
    seed: int = 1,
    players: str | None = None,
    by_hand: bool = False,
    folder: Path | None = None,
    setting: Setting | None = None,
    staging: Staging | None = None,
) -> Recorded:
    """Play a game through the engine and then at its table, without writing a file.

    ``staging`` performs the verbs instead of the default, which derives gestures from their signs.
    """
    home = folder or games_folder() / game.id
    rules, record = played_by_engine(game, home, seed, players)
    stage, world = set_table(game, rules.tables, seed=seed, by_hand=by_hand, setting=setting)
    perform = staging or staging_of(rules.module)
    shown = [(done, world.entries) for done in perform(stage, record.played)]
    stage.let_go()
    return Recorded(record, world.save(), world.entries, shown)


def set_table(
    game: Game,
    tables: Any,
    *,
    seed: int = 1,
    by_hand: bool = False,
    setting: Setting | None = None,
) -> tuple[TabletopStage, World]:
    """A table with a game's set-up and a player in each seat, and the stage to act on it.

    ``tables`` are the game's lookup tables, ``seed`` determines how the players handle things.
    """
    setting = setting or _without_pictures(game)
    seated, known = setting.seats, setting.known
    world = World(
        save_of(setting, game.scenario()).as_json(),
        {colour: f"{side} Player" for colour, side in seated.items() if colour != GAME_MASTER},
        Options(
            enter_before_drop=known.enter_before_drop,
            deck_top_first=known.deck_top_first,
            randomize_repeats=known.randomize_repeats,
        ),
    )
    stage = TabletopStage(
        Ground(setting.scene, setting.table),
        tables,
        world,
        known,
        {side: colour for colour, side in seated.items()},
        Random(f"{seed}/table"),
        Untidy(Random(f"{seed}/hands")),
        by_hand,
    )
    return stage, world


def _without_pictures(game: Game) -> Setting:
    """A table without pictures: enough for playing and audits."""
    scene, known = scene_of(game), calibration()
    return Setting(scene, seats(game), undrawn(scene, known), lambda file: file, known)


__all__ = ["Recorded", "play_as_save", "recorded_game", "set_table"]

"""A self-played game written as a save of Tabletop Simulator, by the recorder inside it.

The engine plays the game, the signs of its verbs are made at the table
(`validator.playing.performing`), a `TabletopStage` does it with its hands in a strict imitation of
the game, and what is saved is what lies on the table then, with the log that the recorder in the
save has kept.
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
    """A game played out on a table of Tabletop Simulator."""

    record: Record
    """As the engine played it."""
    save: dict[str, Any]
    """The save as it is then, the recorder's log in it."""
    entries: int
    shown: Sequence[tuple[int, int]]
    """(verbs, entries): after so many entries the table shows what so many verbs have done."""


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
    """Play a game and write it as a save of Tabletop Simulator; equal arguments, equal bytes.

    The arguments are those of `validator.playing.logbook.play_as_log`; ``setting`` is the table as
    a build lays it, with the addresses of its pictures: without it the save has none that are
    drawn. The file is written beside its place and moved there whole.

    Raises `BroadsideError` for a game that cannot be played or laid out, or a place that cannot
    be written to.
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
    """Play a game and play it out on its table, nothing written yet.

    ``staging`` plays it out in the stead of its verbs' signs.
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
    """A game's set-up on a table with a player in each seat, and the hands of these players.

    ``tables`` is what the game's staging looks things up in, ``seed`` says how its hands differ
    from others'.
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
    """A table whose pictures nobody has drawn: enough for hands and audits."""
    scene, known = scene_of(game), calibration()
    return Setting(scene, seats(game), undrawn(scene, known), lambda file: file, known)


__all__ = ["Recorded", "play_as_save", "recorded_game", "set_table"]

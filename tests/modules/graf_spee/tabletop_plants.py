"""Planted offences of Graf Spee, done at a table of Tabletop Simulator by the same gestures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.files import replace_file
from generator.places import games_folder
from generator.tabletop_simulator.save import to_bytes
from tests.modules.graf_spee.played_logs import Plant, the_game
from validator.playing.performing import staging_of
from validator.playing.tabletop.savegame import recorded_game
from validator.rules.loading import load_part
from validator.rules.staging import Played, Stage


def played_at_a_table(plant: Plant, path: Path) -> tuple[Path, int]:
    """The game with the offence as a save, cut where its log is cut; and the number of entries
    before the offence."""
    fingers = plant.fingers
    assert fingers is not None  # gestures alone made it
    own = staging_of(load_part(games_folder() / "graf_spee", "rules").MODULE)
    first, last = plant.verbs

    def staging(stage: Stage, played: Sequence[Played]) -> Iterator[int]:
        planted = False
        for done in own(stage, played):
            if done >= first and not planted:
                planted = True
                yield first
                for gesture, arguments in fingers.gestures:
                    getattr(stage, gesture)(*arguments)
            yield done
            if done >= last:
                return

    game = plant.game
    recorded = recorded_game(
        the_game(), seed=game.seed, players=game.style, by_hand=game.by_hand, staging=staging
    )
    replace_file(path, to_bytes(recorded.save))
    return path, dict(reversed(recorded.shown))[first]

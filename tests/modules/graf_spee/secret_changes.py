"""Logs of the Graf Spee in which only secrets differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.vassal import traits
from generator.vassal.commands import AddPiece, ChangePiece, Command
from tests.modules import secret_changes
from tests.modules.graf_spee.played_logs import PlayedGame
from tests.modules.secret_changes import Parts as Parts
from tests.modules.secret_changes import each, piece_of

WINDOW = "voyage_log"
NAVY = (
    "renown",
    "ark_royal",
    "hermes",
    "exeter",
    "cumberland",
    "sussex",
    "shropshire",
    "dummy_1",
    "dummy_2",
)


def never_shown(game: PlayedGame, steps: int) -> list[str]:
    """Royal Navy pieces that nobody but the British has seen up to a step."""
    return secret_changes.never_shown(game, NAVY, steps)


def other_ids(game: PlayedGame, parts: Parts) -> Parts:
    """VASSAL's ids of the pieces in the cups are dealt out anew."""
    return secret_changes.other_ids(game, parts, NAVY)


def written_elsewhere(parts: Parts, units: Sequence[str], game: PlayedGame) -> Parts:
    """Counters on the voyage log lie on other hexes: each hex stands for another."""
    return secret_changes.written_elsewhere(game, parts, units, WINDOW)


def written_nowhere(
    parts: Parts, units: Sequence[str], game: PlayedGame, spot: tuple[int, int]
) -> Parts:
    """Counters on the voyage log lie on one point that is no hex at all."""
    return secret_changes.written_nowhere(game, parts, units, WINDOW, spot)


def other_supplies_used(game: PlayedGame, parts: Parts) -> Parts:
    """What was done to one supply ship was done to another: which one has refuelled."""
    supplies = [piece_of(game.table(0), f"supply_{number}").id for number in (1, 2, 3)]
    other = dict(zip(supplies, [*supplies[1:], supplies[0]], strict=True))

    def change(command: Command) -> Command:
        if isinstance(command, ChangePiece) and command.id in other:
            return replace(command, id=other[command.id])
        return command

    return each(parts, change)


def supplies_used_before(game: PlayedGame, parts: Parts) -> Parts:
    """A supply ship lies on its used side from the beginning."""
    piece = piece_of(game.table(0), "supply_3")
    at = piece.model.layers[0].at

    def change(command: Command) -> Command:
        if isinstance(command, AddPiece) and command.id == piece.id:
            states = list(traits.unnest(command.state))
            states[at] = "2"
            return replace(command, state=traits.nest(states))
        return command

    return each(parts, change)

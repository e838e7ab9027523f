"""The replay of a game with its module's own pictures: what lies where, on which board."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from generator.vassal import modules, saves, trees
from generator.vassal.commands import AddPiece, Command, GameUnderWay
from generator.vassal.traits import Trait, basic_state, piece_state, piece_type, trait
from tests.validator.painting import small_game as small
from validator.reading import reader
from validator.reading.views import View
from validator.reporting.painted import painted
from validator.reporting.replay import Replay, replay_of


def view_of(
    module: Path,
    pieces: Sequence[Command],
    *steps: Sequence[Command],
    restore: Sequence[Command] = (),
) -> View:
    """A log on a small module, as everybody sees it."""
    logged = [trees.step(*one) for one in steps]
    text = saves.compose(list(pieces), [GameUnderWay(), *restore], logged)
    return View(reader.read(saves.Save(text), modules.read(module)), None, reveal=False)


def replayed(module: Path, *views: View) -> Replay:
    """What the page shows of it."""
    return replay_of(views, painted([module]))


def on(ident: str, map_name: str, x: int, y: int, *around: Trait) -> AddPiece:
    """A red piece on any map."""
    basic = trait("piece;", imageName="red.png", commonName="Unit")
    chain = (*around, basic.with_state(basic_state(map_name, x, y)))
    return AddPiece(ident, piece_type(chain), piece_state(chain))


def test_a_sheet_is_its_board_and_what_lies_over_its_edge(tmp_path: Path) -> None:
    module = small.module_file(tmp_path)

    def sheet(x: int, y: int) -> tuple[int, int]:
        view = view_of(module, [small.piece("1", "red.png", x, y)])
        (one,) = replayed(module, view).sheets
        return one.width, one.height

    assert sheet(185, 85) == (200, 100)
    assert sheet(195, 95) == (205, 105)
    assert sheet(2_000_000_000, 50) == (800, 100)

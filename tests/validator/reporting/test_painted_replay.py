"""The replay of a game with its module's own pictures: what lies where, on which board."""

from __future__ import annotations

import base64
import io
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image

from generator.vassal import modules, saves, trees
from generator.vassal.commands import (
    AddPiece,
    Board,
    Chat,
    Command,
    GameUnderWay,
    MovePiece,
    RemovePiece,
    SetBoards,
    SetProperty,
)
from generator.vassal.traits import (
    Trait,
    basic_state,
    deck_state,
    piece_state,
    piece_type,
    trait,
)
from tests.validator.painting import small_game as small
from validator.reading import reader
from validator.reading.views import View
from validator.reporting.opening import opening_picture
from validator.reporting.packing import Packed, packed
from validator.reporting.painted import Painted, painted
from validator.reporting.replay import Replay, replay_of

IN_BOARD = "VASSAL.build.module.map.boardPicker.board."


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


ZONED = (
    f"<{IN_BOARD}ZonedGrid>"
    f'<{IN_BOARD}mapgrid.Zone name="Z" path="0,0;100,0;100,100;0,100" useHighlight="true" '
    'highlightProperty="hi" useParentGrid="true"/>'
    f"<{IN_BOARD}mapgrid.ZonedGridHighlighter>"
    f'<{IN_BOARD}mapgrid.ZoneHighlight name="Glow" color="255,0,0" coverage="Entire Zone" '
    'style="Plain" opacity="100"/>'
    f"</{IN_BOARD}mapgrid.ZonedGridHighlighter></{IN_BOARD}ZonedGrid>"
)
"""A zone that glows where a property says so."""


def zoned(folder: Path) -> Path:
    """A module with that zone."""
    around = '<VASSAL.build.module.properties.GlobalProperty name="hi" initialValue=""/>'
    return small.module_file(folder, in_board=ZONED, around=around)


def glowing(value: str) -> list[Command]:
    """A step that changes the property."""
    return [SetProperty("hi", value, "Module")]


def test_a_zone_glows_from_the_step_that_lights_it_to_the_one_that_ends_it(tmp_path: Path) -> None:
    pieces = [small.piece("1", "red.png", 150, 40)]
    steps = [glowing("Glow"), [Chat("<a> - hi")], glowing("")]
    replay = replayed(module := zoned(tmp_path), view_of(module, pieces, *steps))
    dark, glow = replay.frames[0].grounds[0], replay.frames[1].grounds[0]
    assert [dict(one.grounds) for one in replay.frames] == [{0: dark}, {0: glow}, {}, {0: dark}]
    shown = replay.looks.pictures([replay.pictures[one][0] for one in (dark, glow)])
    colours = [shown[replay.pictures[one][0]].getpixel((20, 20))[:3] for one in (dark, glow)]
    assert colours == [small.SEA, (255, 0, 0)]


def test_a_board_that_is_turned_is_shown_turned(tmp_path: Path) -> None:
    module = small.module_file(tmp_path)
    turned = [SetBoards("Sea", (Board("Sea", 0, 0, True),)), Chat("<a> - hi")]
    replay = replayed(module, view_of(module, [small.piece("1", "red.png", 50, 40)], turned))
    assert [len(one.grounds) for one in replay.frames] == [1, 1]


def test_a_board_that_changes_without_end_is_left_as_it_was(tmp_path: Path) -> None:
    """Each picture of a board is large: a page holds some of them, and tells what is not there."""
    around = '<VASSAL.build.module.properties.GlobalProperty name="hi" initialValue=""/>'
    module = small.module_file(tmp_path, in_board=ZONED, around=around)
    steps = [glowing(str(number)) for number in range(40)]
    replay = replayed(module, view_of(module, [small.piece("1", "red.png", 150, 40)], *steps))
    assert len(replay.grounds) == 13
    assert replay.left_out == ["map 'Sea': its board as it looks after step 13, and later"]


def moved(x: int, y: int, old_x: int, old_y: int) -> MovePiece:
    """Piece 1 goes over the map."""
    return MovePiece("1", "Sea", x, y, "null", "Sea", old_x, old_y, "somebody")


def test_a_step_is_its_own_frame_though_a_file_without_steps_follows(tmp_path: Path) -> None:
    module = small.module_file(tmp_path)
    log = view_of(module, [small.piece("1", "red.png", 50, 40)], [moved(90, 40, 50, 40)])
    saved = view_of(module, [small.piece("1", "red.png", 90, 40)])
    replay = replayed(module, log, saved)
    assert [one.step for one in replay.frames] == [0, 1, 1]
    assert [replay.frame_of(step) for step in (0, 1, 2)] == [0, 1, 2]
    assert replay.frames[replay.frame_of(1)].touched


ORDERED = """
import json, sys
from pathlib import Path
from tests.validator.reporting.test_painted_replay import on, replayed, view_of

module = Path(sys.argv[1])
pieces = [on(name, name, 50, 40) for name in ("Sea", "North", "South", "East", "West")]
print(json.dumps(replayed(module, view_of(module, pieces[:1], pieces[1:])).to_json()))
"""


@pytest.mark.slow
def test_the_same_game_gives_the_same_page_whatever_the_order_of_sets(tmp_path: Path) -> None:
    maps = ("North", "South", "East", "West")
    around = "".join(f'<VASSAL.build.module.Map mapName="{name}"/>' for name in maps)
    module = small.module_file(tmp_path, around=around)
    told = {
        subprocess.run(
            [sys.executable, "-c", ORDERED, str(module)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def test_a_label_that_counts_on_another_map_is_drawn_anew(tmp_path: Path) -> None:
    module = small.module_file(tmp_path, around='<VASSAL.build.module.Map mapName="Other"/>')
    counts = trait("label;", state='{CountMap("Other")}')
    pieces = [on("1", "Sea", 50, 40, counts), on("2", "Other", 5, 5), on("3", "Other", 9, 9)]
    chat, gone = [Chat("<a> - hi")], [RemovePiece("3")]
    replay = replayed(module, view_of(module, pieces, chat, gone))
    sea = next(at for at, one in enumerate(replay.sheets) if one.name == "Sea")
    drawn = [[at for at in one.changes.values() if at.map == sea] for one in replay.frames]
    assert [len(one) for one in drawn] == [1, 0, 1]
    assert drawn[2][0].picture != drawn[0][0].picture


def test_a_piece_too_wide_for_webp_is_made_smaller(tmp_path: Path) -> None:
    wide = {"wide.png": small.picture((1, 2, 3), (20_000, 10))}
    module = small.module_file(tmp_path, wide)
    replay = replayed(module, view_of(module, [small.piece("1", "wide.png", 50, 40)]))
    (piece,) = (at for at in range(len(replay.pictures)) if at not in replay.grounds)
    with Image.open(io.BytesIO(base64.b64decode(packed(replay)[piece].data))) as picture:
        assert picture.size == (5000, 2)


def test_pictures_that_never_fit_are_left_out_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noise = Image.effect_noise((400, 400), 90).convert("RGB")
    out = io.BytesIO()
    noise.save(out, "PNG")
    module = small.module_file(tmp_path, {"noise.png": out.getvalue()})
    pieces = [small.piece("1", "noise.png", 50, 40), small.piece("2", "red.png", 90, 40)]
    replay = replayed(module, view_of(module, pieces))
    full = packed(replay)
    assert all(one.data for one in full) and replay.left_out == []
    monkeypatch.setattr("validator.reporting.packing._BUDGET", 1000)
    kept = packed(replay)
    assert [bool(one.data) for one in kept] == [
        replay.pictures[at][1] < 400 for at in range(len(kept))
    ]
    assert replay.left_out == ["1 picture of 3"]


def test_pictures_of_a_trail_are_kept_small(tmp_path: Path) -> None:
    module = small.module_file(tmp_path, {"large.png": small.picture((1, 2, 3), (2000, 2000))})
    replay = replayed(module, view_of(module, [small.piece("1", "large.png", 50, 40)]))
    assert isinstance(replay.looks, Painted)
    assert sum(len(pickle.dumps(one)) for one in replay.looks._images.values()) < 200_000
    (key,) = replay.looks._images
    assert replay.looks.pictures([key])[key].getpixel((9, 9)) == (1, 2, 3, 255)


def test_a_game_whose_file_names_no_module_bears_the_name_of_the_one_at_hand(
    tmp_path: Path,
) -> None:
    module = small.module_file(tmp_path)
    assert view_of(module, [on("1", "Sea", 50, 50)]).module == "Small"


def test_a_deck_of_many_cards_is_named_once(tmp_path: Path) -> None:
    module = small.module_file(tmp_path)
    deck = trait("deck;", deckName="Draw Pile").type
    cards = [on(str(at), "Sea", 50, 40) for at in range(3)]
    pile = AddPiece("9", deck, deck_state("Sea", 50, 40, True, ["0", "1", "2"]))
    replay = replayed(module, view_of(module, [*cards, pile]))
    assert replay.things.count("Draw Pile (3)") == 1
    assert len(replay.frames[0].changes) == 3


def test_the_picture_that_a_page_opens_with_shows_the_table_after_its_step(tmp_path: Path) -> None:
    module = small.module_file(tmp_path)
    moved = MovePiece("1", "Sea", 150, 50, "null", "Sea", 50, 50, "somebody")
    replay = replayed(module, view_of(module, [on("1", "Sea", 50, 50)], [moved]))
    pictures = packed(replay)

    def red(frame: int, x: int) -> bool:
        shown = opening_picture(replay, pictures, frame)
        with Image.open(io.BytesIO(base64.b64decode(shown))) as picture:
            pixel = picture.convert("RGB").getpixel((x, 50))
        return pixel[0] > 150 and max(pixel[1:]) < 100

    assert red(0, 50)
    assert not red(0, 150)
    assert red(1, 150)
    assert not red(1, 50)
    assert opening_picture(replay, [Packed("image/svg+xml", "")], 1) == ""

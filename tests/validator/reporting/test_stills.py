"""Pictures of a replay whose pieces lie far off, or whose map is huge."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.validator.painting import small_game as small
from tests.validator.reporting.test_painted_replay import moved, on, replayed, view_of
from validator.reporting.posting import Posting, PostingError
from validator.reporting.replay import Replay
from validator.reporting.stills import write_picture


def _written(replay: Replay, folder: Path, wish: Posting) -> Image.Image:
    out = folder / f"out.{wish.form}"
    write_picture(replay, out, wish)
    with Image.open(out) as picture:
        return picture.convert("RGB")


def test_beyond_the_edge_of_a_board_is_the_bare_table(tmp_path: Path) -> None:
    module = small.module_file(tmp_path)
    replay = replayed(module, view_of(module, [small.piece("1", "red.png", 1000, 300)]))
    picture = _written(replay, tmp_path, Posting("png"))
    assert picture.width == 800
    sea, table, beyond = ((100, 50), (400, 50), (100, 200))
    assert [picture.getpixel(one) for one in (sea, table, beyond)] == [
        small.SEA,
        (228, 224, 214),
        (228, 224, 214),
    ]
    far = _written(replay, tmp_path, Posting("png", crop="300,0,500,90"))
    assert far.getpixel((100, 50)) == (228, 224, 214)


def test_a_picture_has_no_more_pixels_than_it_can_bear(tmp_path: Path) -> None:
    module = small.module_file(tmp_path)
    far = [on("1", "Nowhere", 10, 2_000_000_000)]
    replay = replayed(module, view_of(module, far))
    picture = _written(replay, tmp_path, Posting("png"))
    assert picture.height < 8100


def test_what_happens_beyond_the_edge_is_shown_at_the_edge(tmp_path: Path) -> None:
    module = small.module_file(tmp_path)
    pieces = [small.piece("1", "red.png", -5000, 40)]
    replay = replayed(module, view_of(module, pieces, [moved(-4000, 40, -5000, 40)]))
    picture = _written(replay, tmp_path, Posting("png", crop="auto"))
    assert picture.width == 160


def test_too_many_steps_for_a_moving_picture_are_told_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("validator.reporting.stills._MOST_MOVING", 3 * 200 * 100)
    module = small.module_file(tmp_path)
    steps = [[moved(50 + at, 40, 49 + at, 40)] for at in range(1, 5)]
    replay = replayed(module, view_of(module, [small.piece("1", "red.png", 50, 40)], *steps))
    with pytest.raises(PostingError, match=r"5 steps of 200 by 100 pixels .* 3 at most"):
        write_picture(replay, tmp_path / "out.gif", Posting("gif"))
    write_picture(replay, tmp_path / "out.gif", Posting("gif", steps="2-4"))
    with Image.open(tmp_path / "out.gif") as picture:
        assert getattr(picture, "n_frames", 1) == 3

"""What is thought of hidden things holds the truth, wherever a log begins or ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.modules.recorded import RecordedGame, recorded
from validator.audit import audit
from validator.audit.believing import Thought

GAMES = [
    ("graf_spee", 3, "purposeful", False),
    ("graf_spee", 6, "random", True),
    ("under_ten_flags", 3, "purposeful", False),
    ("under_ten_flags", 5, "random", True),
]


def _wrong(files: Sequence[Path], game_id: str) -> Iterator[tuple[str, Thought]]:
    for quarry in audit(list(files), game_id, reveal=True, belief=True).beliefs or ():
        for thought in quarry.thoughts:
            if not thought.holds or thought.doubted:
                yield quarry.what, thought


def _parts(game: RecordedGame, cut: int, folder: Path) -> tuple[Path, Path]:
    first = game.write(folder / "1.vlog", game.steps[:cut])
    return first, game.write(folder / "2.vlog", game.steps[cut:], game.head_at(cut))


@pytest.mark.parametrize("key", GAMES[:1], ids=lambda key: "-".join(map(str, key)))
@pytest.mark.slow
def test_the_truth_is_thought_possible_where_a_log_begins(
    key: tuple[str, int, str, bool], tmp_path: Path
) -> None:
    game = recorded(*key)
    _, second = _parts(game, len(game.steps) - 40, tmp_path)
    assert not list(_wrong([second], key[0]))


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES, ids=lambda key: "-".join(map(str, key)))
def test_the_truth_is_thought_possible_in_both_parts_of_a_log(
    key: tuple[str, int, str, bool], tmp_path: Path
) -> None:
    game = recorded(*key)
    whole = len(game.steps)
    for cut in sorted({9, whole // 3, max(10, whole - 30)}):
        first, second = _parts(game, cut, tmp_path)
        for files in ([first], [second], [first, second]):
            wrong = list(_wrong(files, key[0]))
            assert not wrong, f"cut at {cut}, {[one.name for one in files]}: {wrong[0]}"

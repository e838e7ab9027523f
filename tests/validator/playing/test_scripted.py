"""Scripts: games written line by line, and what is said about a line that cannot be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.validator.card_game import deal, ran


def played(folder: Path, text: str) -> tuple[int, str]:
    script = folder / "game.txt"
    script.write_text(text, "utf-8")
    return ran("play", deal(folder), "--script", script, "-o", folder / "game.vlog")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Red drags evnt_1 to Played", "no counter 'evnt_1'; did you mean 'event_1'?"),
        ("Red drags event_1, evnt_2 to Played", "no counter 'evnt_2'; did you mean 'event_"),
        ("Red drags event_1 to Playd", "no map has a place 'Playd'; did you mean 'Played'?"),
        ("Red presses Draw a crd", "no button 'Draw a crd'; did you mean 'Draw a card'?"),
        ("Rde says hello", "'Rde' plays no side; did you mean 'Red'?"),
        ("Red rools Combat", "'rools' is no act; did you mean 'rolls'?"),
    ],
)
def test_a_misspelt_line_is_told_with_the_nearest_word(
    tmp_path: Path, line: str, told: str
) -> None:
    status, said = played(tmp_path, f"> A note\n{line}\n")
    assert status == 2
    assert "game.txt, line 2: " in said and told in said


def test_a_script_that_is_not_there_is_told_in_words(tmp_path: Path) -> None:
    status, said = ran(
        "play", deal(tmp_path), "--script", tmp_path / "no.txt", "-o", tmp_path / "x.vlog"
    )
    assert status == 2
    assert "no.txt: cannot be read (No such file or directory)" in said
    assert "Errno" not in said

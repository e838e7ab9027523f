"""``broadside log grep``: events and commands found, passwords never."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.vassal import saves, trees
from generator.vassal.commands import AddPiece, Chat, MovePiece, Player
from generator.vassal.saves import Save
from validator.reading import searching
from validator.reading.searching import SearchError, Wanted, compiled


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "game.vlog"
    text = saves.compose(
        [AddPiece("7", "piece;;;a.png;Ship", "Main;0;0;1;0")],
        [Player("hush-hush", "Ann", "Red"), Player("be-quiet", "Bob", "Blue")],
        [
            trees.step(MovePiece("7", "Main", 1, 1, None, "Main", 0, 0, None, "hush-hush")),
            trees.step(Chat("<Bob> - ship ahoy")),
            trees.step(MovePiece("7", "Main", 2, 2, None, "Main", 1, 1, None, "be-quiet")),
        ],
    )
    saves.write(file, Save(text))
    return file


def steps(log: Path, pattern: str, **wanted: str) -> list[int]:
    found = searching.events_of(log, Wanted(compiled(pattern), **wanted))
    return [hit.value["step"] for hit in found]


def test_events_by_pattern_kind_and_player(log: Path) -> None:
    assert steps(log, "Ship moves") == [1, 3]
    assert steps(log, "", kind="say") == [2]
    assert steps(log, "", player="ann") == [1]
    assert steps(log, "Ship", player="Blue") == [3]
    assert steps(log, "submarine") == []


def test_capitals_match_on_request(log: Path) -> None:
    found = searching.events_of(log, Wanted(compiled("SHIP", ignore_case=True)))
    assert [hit.value["step"] for hit in found] == [1, 2, 3]


def test_an_unknown_kind_names_the_nearest(log: Path) -> None:
    with pytest.raises(SearchError, match="did you mean 'move'"):
        steps(log, "", kind="moves")


def test_a_faulty_pattern_is_named_with_its_place() -> None:
    with pytest.raises(SearchError, match=r"'\[a': unterminated character set at character 1"):
        compiled("[a")


def test_commands_are_found_and_show_no_password(log: Path) -> None:
    hits = list(searching.commands_of(log, Wanted(compiled("hush-hush"))))
    assert len(hits) == 2
    assert not any("hush-hush" in hit.line or "hush-hush" in hit.value["text"] for hit in hits)
    assert "\\tAnn\\tRed" in hits[0].line

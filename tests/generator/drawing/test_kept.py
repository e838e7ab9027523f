"""Counters are drawn again only when something they show has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.definition import load_game
from generator.drawing import counters
from generator.drawing.counters import counter_pictures
from generator.drawing.kept import pictures_of_counters
from generator.drawing.themes import load_theme


@pytest.fixture
def drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The counters that are drawn from now on, with a cache of their own."""
    monkeypatch.setenv("BROADSIDE_CACHE", str(tmp_path / "cache"))
    ids: list[str] = []

    def watched(counter, *args, **kwargs):  # type: ignore[no-untyped-def]
        ids.append(counter.id)
        return counter_pictures(counter, *args, **kwargs)

    monkeypatch.setattr(counters, "counter_pictures", watched)
    return ids


def test_only_the_counter_that_changed_is_drawn_again(drawn: list[str]) -> None:
    game = load_game("graf_spee")
    first = list(pictures_of_counters(game))
    assert drawn == [one.id for one in game.counters]
    drawn.clear()
    assert list(pictures_of_counters(game)) == first and drawn == []
    changed = game.counters[0].model_copy(update={"name": "Another"})
    other = game.model_copy(update={"counters": (changed, *game.counters[1:])})
    again = list(pictures_of_counters(other))
    assert drawn == [changed.id]
    theme, sides = load_theme(game.theme), {side.id: side for side in game.sides}
    assert again == [
        picture
        for one in other.counters
        for picture in counter_pictures(one, theme, side=sides.get(one.side or ""))
    ]


def test_what_changes_all_draws_all_again(drawn: list[str]) -> None:
    game = load_game("graf_spee")
    list(pictures_of_counters(game))
    drawn.clear()
    red = [side.model_copy(update={"emblem": "emblem_soviet"}) for side in game.sides]
    list(pictures_of_counters(game.model_copy(update={"sides": tuple(red)})))
    assert drawn

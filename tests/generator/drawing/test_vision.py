"""What colours are to eyes that lack a kind of cone."""

from __future__ import annotations

import pytest

from generator.definition.schema import Counter, Face, Game, Side
from generator.drawing.checks import alike_sides
from generator.drawing.themes import Theme
from generator.drawing.vision import EYES, difference, lab

RED, GREEN = "#c04030", "#6a7a20"
PROTAN, DEUTAN, TRITAN = EYES


def test_black_and_white_are_a_hundred_apart_to_everybody() -> None:
    for eyes in ("", *EYES):
        assert difference("#000000", "#ffffff", eyes) == pytest.approx(100, abs=0.1)


def test_a_known_colour_has_its_known_place() -> None:
    # sRGB red in CIE L*a*b* under D65.
    assert lab("#ff0000") == pytest.approx((53.24, 80.09, 67.20), abs=0.02)


def test_red_and_olive_are_one_colour_without_green_cones() -> None:
    assert difference(RED, GREEN) > 50
    assert difference(RED, GREEN, DEUTAN) < 5
    assert difference(RED, GREEN, TRITAN) > 50


def _game(game: Game, one: str, other: str) -> Game:
    sides = (Side(id="One", colour=one), Side(id="Other", colour=other))
    counters = tuple(
        Counter(id=side.id, name=side.id, side=side.id, faces=(Face(background=side.colour),))
        for side in sides
    )
    return game.model_copy(update={"sides": sides, "counters": counters})


def test_sides_that_some_eyes_confuse_are_told(game: Game, theme: Theme) -> None:
    told = list(alike_sides(_game(game, RED, GREEN), theme))
    assert any(DEUTAN in line for line in told)
    assert not any(TRITAN in line for line in told)
    assert list(alike_sides(_game(game, "#16324f", "#e4d9b8"), theme)) == []


def test_a_colour_both_sides_share_is_told_once(game: Game, theme: Theme) -> None:
    (told,) = alike_sides(_game(game, "neutral", "neutral"), theme)
    assert "stand on one ground, 'neutral'" in told


def test_the_bundled_game_can_be_played_by_everybody(game: Game, theme: Theme) -> None:
    assert list(alike_sides(game, theme)) == []

"""The card game of docs/rules-of-your-own.md: what a draw needs to be played and read again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.validator.card_game import deal, ran

DRAWN = 'sign.drawn("event", deck=sign.one_of("Events"), unit="card")'


SIGNS = f"""sign.all_of(
        {DRAWN},
        sign.optional(sign.declared("draws")),
    )"""


@pytest.mark.parametrize(
    "signs",
    [
        SIGNS,
        f'sign.all_of(sign.declared("draws"), {DRAWN})',
        f'sign.all_of({DRAWN}, sign.declared("draws"))',
    ],
    ids=["may be declared", "is declared", "is declared too"],
)
def test_a_draw_is_played_and_read_again(tmp_path: Path, signs: str) -> None:
    game, log = deal(tmp_path, (SIGNS, signs)), tmp_path / "deal.vlog"
    for seed in (1, 2):
        assert ran("play", game, "--seed", seed, "-o", log)[0] == 0
        said = ran("log", log)[1]
        assert said.count("goes Events -> Played") == 6
        if "optional" not in signs:
            assert said.count("declares DRAWS") == 6
        status, told = ran("audit", log, "--game", game)
        assert (status, told.partition(" ")[0]) == (0, "Clean")


@pytest.mark.parametrize(
    ("signs", "told"),
    [
        (
            'sign.declared("draws")',
            "Draw was played, and none of its signs could be made at the table, so the log would "
            "lack it: the button 'draws' also draws a card, which needs its own sign: "
            "all_of(declared('draws'), drawn(KIND, deck=one_of('Events'), unit=FIELD))",
        ),
        (DRAWN, "a drawn piece needs a place to go, the deck's box or the deck to which"),
        (DRAWN.replace('"Events"', '"Played"'), "everybody sees the cards there"),
        (DRAWN.replace('sign.one_of("Events")', '"Events"'), "no field is written one_of(...)"),
    ],
    ids=["no sign of the card", "no place to go", "out of an open pile", "a deck like a field"],
)
def test_a_draw_that_cannot_be_shown_is_told_with_its_place(
    tmp_path: Path, signs: str, told: str
) -> None:
    game, log = deal(tmp_path, (SIGNS, signs)), tmp_path / "deal.vlog"
    status, said = ran("play", game, "-o", log)
    assert status == 2 and not log.exists()
    assert re.search(r"rules\.py:\d+: Draw ", said) and told in said


def test_the_arrow_of_rounds_is_clicked_once_for_each(tmp_path: Path) -> None:
    """Its turns are called rounds; the tracker's property has another name."""
    game, log = deal(tmp_path), tmp_path / "deal.vlog"
    for seed in (1, 2, 3):
        ran("play", game, "--seed", seed, "-o", log)
        assert "Round 7, 1 Cards" in ran("log", log)[1]
        assert "Round 8, 1 Cards" not in ran("log", log)[1]

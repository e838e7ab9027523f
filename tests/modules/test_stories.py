"""The stories of the bundled games, held to rules of plain English."""

from __future__ import annotations

import re

import pytest

from generator.definition.reader import game_names, load_game
from generator.places import games_folder
from tests.modules.recorded import PLAYED, recorded
from validator.narrating import narrate
from validator.narrating.chronicle import are_many
from validator.narrating.sentences import read_wording
from validator.rules.loading import load_rules

WRONG = {
    "a subject before the subject": r"\b(?:It|She|He|They|The Axis|The Allied command) [A-Z0-9]",
    "an adverb in a strange place": r"\b(?:twice|times) (?:is|are|has|falls?)\b",
    "a word of the program": r"\b(?:None|True|False)\b|\w_\w",
    "several of one": r"\b(?:one|a) (?:hits|points|men|torpedoes|hexes)\b",
    "a number before a number": r"\ban? (?:one|two|three|four|five|six) (?:hits?|points?)\b",
    "a wrong plural": r"\btorpedos\b",
    "an end twice": r"is lost and is lost|is sunk and cannot",
}
"""What no sentence of a story holds."""


def story(game: str, *, by_hand: bool = False, reveal: bool = False) -> str:
    """The text of a game's story."""
    report = narrate([recorded(game, 5, by_hand=by_hand).path], reveal=reveal)
    return " ".join(part for chapter in report.chapters for part in chapter.paragraphs)


@pytest.mark.parametrize("game", PLAYED)
def test_every_sentence_is_plain_english(game: str) -> None:
    for reveal in (False, True):
        told = story(game, reveal=reveal)
        wrong = {what: re.findall(f".{{0,40}}{row}.{{0,40}}", told) for what, row in WRONG.items()}
        assert {what: found for what, found in wrong.items() if found} == {}


def test_a_search_without_dice_is_not_said_to_have_found_anything() -> None:
    told = story("under_ten_flags", by_hand=True)
    assert "Atlantis" in told and "looks for C" in told
    assert not re.search(r"\bfinds C|does not see her|sees her in time", told)


def test_ghosts_are_no_ships() -> None:
    assert "Chasing Ghosts" not in story("under_ten_flags", reveal=True)


@pytest.mark.parametrize("game", game_names())
def test_every_side_has_a_name_that_fits_sentences_about_one(game: str) -> None:
    rules = load_rules(load_game(game), games_folder() / game)
    wording = read_wording(rules.folder, rules.module.verbs)
    assert [row for row in wording.sides.values() if are_many(*row)] == []

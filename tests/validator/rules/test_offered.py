"""Statistics and proof of a game whose rules give no values to a fuzzer."""

from __future__ import annotations

from pathlib import Path

from tests.validator.card_game import deal, ran

VERBS = "    verbs=(Draw, EndRound),"
NEVER = """
class Burn(Verb):
    card: str


book.offer(Burn, card=lambda t, state, burn: t)
book.does(Burn, lambda t, state, burn: state)
"""


def test_statistics_and_proof_try_what_the_game_offers(tmp_path: Path) -> None:
    game = deal(tmp_path)
    status, said = ran("play", game, "--stats", "--games", 10)
    assert status == 0 and "Length in turns" in said
    status, said = ran("rules", game, "--proof", "--only", "offences", "--games", 10)
    assert status == 0 and "errors" in said and "Error:" not in said


def test_a_field_that_never_comes_up_is_told_with_what_helps(tmp_path: Path) -> None:
    game = deal(
        tmp_path,
        ("\n\nbook.offer(", f"\n{NEVER}\n\nbook.offer("),
        (VERBS, VERBS.replace("Draw, ", "Draw, Burn, ")),
    )
    status, said = ran("play", game, "--stats", "--games", 40)
    assert status == 2
    assert "rules.py:" in said and "nothing is known to try for Burn.card" in said
    assert "MODULE needs fuzz_values=lambda t: {'card': (...)}" in said

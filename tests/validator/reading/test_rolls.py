"""Rolls that only a line of the chat tells."""

from __future__ import annotations

import pytest

from validator.reading import rolls

VASL = "*** (TH DR) 1,1 ***   <Alice>      Allied SAN    [1 / 5   avg   6.40 (5.80)]    (01.23)"


@pytest.mark.parametrize(
    ("report", "roller"),
    [
        ("*** (TH DR) 1,1 *** <Alice>", "Alice"),
        (VASL, "Alice"),
        (f"{VASL}<Hull>", "Alice"),
        (f"{VASL} <Turret>", "Alice"),
        ("*** 2d6 = 3,4 *** <Ann>", "Ann"),
        ("** Morale = 5,4 +1 (Low) = 10 ** <Ann> for <Fleet>", "Ann"),
        ("*** <Ann> = 2 *** <Ben>", ""),
        ("*** <Ann> rolls 2d6 = 3,4 ***", "Ann"),
        ("*** 2d6 = 3,4 *** between <Ann> and <Ben>", ""),
        ("*** 2d6 = 3,4 ***", ""),
    ],
)
def test_the_roller_is_named_right_after_the_dice(report: str, roller: str) -> None:
    assert rolls.roller_in(report) == roller


def test_what_stands_behind_the_name_is_no_part_of_the_roll() -> None:
    assert rolls.reported_in(f"{VASL} <Turret>") == ("TH DR", (1, 1), "1,1")

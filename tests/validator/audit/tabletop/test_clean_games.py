"""What must stay silent: games that were played by the rules, and things that happen at tables."""

from __future__ import annotations

from typing import Any

import pytest

from tests.validator.audit.tabletop.sittings import BRITISH, GERMAN, Begin, Desk, Sitting

EYES: tuple[dict[str, Any], ...] = ({}, {"reveal": True}, {"side": "German"}, {"side": "British"})


@pytest.mark.parametrize("eyes", EYES)
def test_a_game_written_by_the_recorder_is_clean(
    eyes: dict[str, Any], played: dict[str, Any], desk: Desk
) -> None:
    result = desk.audit(Sitting(played), **eyes)
    assert not result.has_findings
    assert [one.code for one in result.findings if one.code.startswith("tts")] == ["tts.limits"]
    assert result.recorded is not None
    assert result.recorded.entries == len(Sitting(played).entries)


def test_a_save_that_nobody_has_played_is_clean(fresh: dict[str, Any], desk: Desk) -> None:
    assert list(desk.audit(Sitting(fresh)).findings) == []


def test_a_table_where_people_sat_down_is_clean(sit: Begin, desk: Desk) -> None:
    assert desk.codes(sit(), reveal=True) == []


def test_a_move_out_of_the_cup_and_back_is_clean(sit: Begin, desk: Desk) -> None:
    sitting = sit().draw(BRITISH, "piece/exeter", "deck/Atlantic Cup", -2000, 1000)
    sitting.put_in(BRITISH, "piece/exeter", "deck/Atlantic Cup")
    assert [one for one in desk.codes(sitting, reveal=True) if one.startswith("tts")] == []


def test_a_hand_that_holds_a_piece_as_the_game_saves_is_clean(sit: Begin, desk: Desk) -> None:
    sitting = sit().pick(GERMAN, "piece/supply_1").put("piece/supply_1", 5000, 5000, 2500)
    assert desk.codes(sitting, reveal=True) == []

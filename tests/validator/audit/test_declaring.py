"""A side's declaration that the other side's player clicks is a courtesy, and nothing more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.vassal.commands import Chat
from tests.modules.graf_spee.played_logs import played
from tests.validator.audit.conftest import Desk
from validator.audit import audit
from validator.audit.findings import Severity

Begin = Callable[[], Any]


def _clicked(log: Any, words: str, name: str, side: str) -> Any:
    return log.step(Chat(f"* ! {side} declares {words}, turn 1 [{name}]"))


def test_what_the_other_side_clicked_is_a_quiet_note(ours: Begin, desk: Desk) -> None:
    log = _clicked(ours(), "NO CONTACT", "British Player", "British")
    (found,) = [one for one in desk.general(log) if one.code == "log.courtesy"]
    assert (found.severity, found.step, found.side) == (Severity.NOTE, 1, "British")
    assert found.did == (
        "NO CONTACT is the German side's to declare; British Player P2 of the British side did."
    )


def test_a_side_s_own_declaration_is_none(ours: Begin, desk: Desk) -> None:
    log = _clicked(ours(), "NO CONTACT", "German Player", "German")
    assert "log.courtesy" not in desk.codes(log)


def test_of_who_is_not_known_nothing_is_said(ours: Begin, desk: Desk) -> None:
    log = _clicked(ours(), "NO CONTACT", "Somebody", "British")
    assert "log.courtesy" not in desk.codes(log)


def test_a_played_game_holds_no_courtesy() -> None:
    result = audit([played(1).path], reveal=True)
    assert "log.courtesy" not in {one.code for one in result.findings}

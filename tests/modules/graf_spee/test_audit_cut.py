"""A log may begin or end in the middle of anything, and nobody is accused of it, whoever looks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.vassal import trees
from tests.modules.graf_spee.test_audit_more_habits import GERMAN, findings, gone, met
from tests.modules.graf_spee.turns import LOG, begun, close, course
from tests.modules.recorded import recorded
from validator.audit import audit
from validator.audit.findings import Severity

SCRIPTS: list[Callable[[Any], None]] = []


def script(act: Callable[[Any], None]) -> Callable[[Any], None]:
    SCRIPTS.append(act)
    return act


@script
def begun_between_a_supply_ship_and_the_course(log: Any) -> None:
    begun(log, "B2")
    course(log, 1, "B3")
    close(log, 1)
    log.flip("supply_1", 2).start()
    course(log, 2, "B6")
    close(log, 2)


@script
def begun_between_the_course_and_its_supply_ship(log: Any) -> None:
    """Where the ship went another supply ship waits, and refuels it next."""
    begun(log, "B3")
    log.move("supply_2", "A4", LOG).move("turn", "Turn 2").move("plot", "A4", LOG).start()
    log.flip("supply_1", 2).move("exeter", "A1").move("turn", "Turn 3")
    log.flip("supply_2", 2).move("plot", "A1", LOG).move("exeter", "A2").move("turn", "Turn 4")


@script
def begun_when_the_ship_was_shown_for_a_raid(log: Any) -> None:
    begun(log, "A2")
    log.move("graf_spee", "A2").start()
    log.score_by_hand(2).move("graf_spee", "Holding", LOG).move("turn", "Turn 2")
    log.move("plot", "B2", LOG).move("exeter", "A2").move("turn", "Turn 3")


@script
def begun_when_the_first_dice_had_been_thrown(log: Any) -> None:
    met(log).roll("Graf Spee fires", 1, 1, 5).start()
    log.roll("Cruiser fires", 1, 2, by="secret-two").move("exeter", "Atlantic Cup").score_button(1)
    gone(log)
    course(log, 2, "B2")
    close(log, 2)


@script
def ended_with_a_supply_ship_on_its_way_over(log: Any) -> None:
    begun(log, "B4")
    course(log, 1, "C4")
    close(log, 1)
    log.flip("supply_1", 2)


@pytest.mark.parametrize("act", SCRIPTS, ids=lambda one: one.__name__)
def test_nobody_is_accused_for_where_a_log_is_cut(
    act: Callable[[Any], None], log: Any, tmp_path: Path
) -> None:
    act(log)
    assert not findings(log, tmp_path, Severity.NOTE)


@pytest.mark.parametrize("asked", [True, False])
def test_who_lets_the_navy_move_first_has_written_elsewhere(
    asked: bool, log: Any, tmp_path: Path
) -> None:
    """The ship's move is entered when the pieces lie there; nobody moved before it was written."""
    begun(log, "B4")
    if asked:
        log.say("secret-two", "may I move already?").say(GERMAN, "yes")
    else:
        log.say(GERMAN, "my move is on paper, go ahead")
    log.move("exeter", "A2").move("sussex", "A3").move("plot", "C4", LOG).move("turn", "Turn 2")
    log.move("plot", "C5", LOG).move("exeter", "A3").move("turn", "Turn 3")
    assert not findings(log, tmp_path, Severity.UNVERIFIABLE)


def test_who_said_nothing_wrote_too_late_or_twice(log: Any, tmp_path: Path) -> None:
    begun(log, "B4")
    log.say(GERMAN, "nice weather")
    log.move("exeter", "A2").move("sussex", "A3").move("plot", "C4", LOG).move("turn", "Turn 2")
    log.move("plot", "E4", LOG).move("exeter", "A3").move("cumberland", "A2").move("renown", "A4")
    log.move("turn", "Turn 3")
    found = audit([log.save(tmp_path / "game.vlog")], reveal=True).findings
    assert [one.code for one in found if one.severity is Severity.VIOLATION] == ["GS-4(2)b"]


@pytest.mark.parametrize("kept", [True, False])
def test_a_move_from_where_the_file_has_not_put_the_piece_accuses_nobody(
    kept: bool, log: Any, tmp_path: Path
) -> None:
    """Exeter goes from A2 to C2 and on to D2; somebody cuts the first move out of the file."""
    begun(log, "B3")
    course(log, 1, "D3")
    log.move("exeter", "A2")
    close(log, 1)
    course(log, 2, "C3")
    log.move("exeter", "C2")
    if not kept:
        del log.steps[-1]
    close(log, 2)
    course(log, 3, "B3")
    log.move("exeter", "D2")
    path = close(log, 3).save(tmp_path / "game.vlog")
    for options in ({"reveal": True}, {"side": "british"}):
        found = {one.code: one for one in audit([path], **options).findings}
        assert ("log.before" in found) is not kept
        assert ("GS-5(4)a" in found) is not kept
        if not kept:
            assert found["GS-5(4)a"].severity is Severity.UNVERIFIABLE
            assert "see log.before" in found["GS-5(4)a"].did
            grave = Severity.SUSPICIOUS if "reveal" in options else Severity.NOTE
            assert found["log.before"].severity is grave


def test_which_cup_a_piece_is_drawn_from_is_seen_by_all(log: Any, tmp_path: Path) -> None:
    """Its move into the other cup is cut out of the file."""
    begun(log, "B3")
    course(log, 1, "D3")
    log.move("exeter", "Indian Cup")
    del log.steps[-1]
    path = close(log.move("exeter", "B6"), 1).save(tmp_path / "game.vlog")
    for options in ({"reveal": True}, {}):
        found = {one.code: one for one in audit([path], **options).findings}
        assert "log.before" in found
        assert not any(one.severity is Severity.VIOLATION for one in found.values())


def test_a_mask_that_was_off_is_said_so_in_words(tmp_path: Path) -> None:
    game = recorded("graf_spee", 5)
    at = next(n for n, one in enumerate(game.steps) if " turned to " in trees.encode(one))
    twice = [*game.steps[: at + 1], game.steps[at]]
    path = game.write(tmp_path / "edited.vlog", twice)
    (found,) = [one for one in audit([path]).findings if one.code == "log.before"]
    assert "was off and is said to have been otherwise" in found.did

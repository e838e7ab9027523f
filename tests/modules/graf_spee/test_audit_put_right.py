"""What people put right long after: turns marked two at once, a pursuit called off when the turn is
over, a cruiser put away though it was missed. Nobody is accused of any of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.modules.graf_spee.test_audit_more_habits import (
    ATLANTIC,
    BRITISH,
    EYES,
    GERMAN,
    findings,
    gone,
    met,
)
from tests.modules.graf_spee.turns import LOG, begun, close, course
from tests.sampling import one_in
from validator.audit import audit
from validator.audit.findings import Severity

Script = Callable[[Any], None]
SCRIPTS: list[Script] = []


def honest(script: Script) -> Script:
    """Add a log of which an audit may say nothing grave."""
    SCRIPTS.append(script)
    return script


def _fought(log: Any) -> Any:
    met(log).roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    return log.mask("exeter")


# --- turns -----------------------------------------------------------------------------------


@honest
def turns_marked_two_at_once(log: Any) -> None:
    begun(log, "B4")
    for turn, (plot, to) in enumerate((("C4", "A2"), ("C5", "A3"), ("C4", "A4"), ("C5", "A3")), 1):
        log.move("plot", plot, LOG).move("exeter", to)
        if turn % 2 == 0:
            log.move("turn", f"Turn {turn + 1}")


@honest
def a_turn_ended_without_marking_it(log: Any) -> None:
    begun(log, "B4")
    for turn, (plot, to) in enumerate((("C4", "A2"), ("C5", "A3"), ("C4", "A4"), ("C5", "A3")), 1):
        log.move("plot", plot, LOG).move("exeter", to).say(GERMAN, "nothing here")
        if turn != 2:
            log.move("turn", f"Turn {turn + 1}")


# --- pursuit ---------------------------------------------------------------------------------


@honest
def a_pursuit_called_off_when_the_turn_is_over(log: Any) -> None:
    gone(_fought(log).declare("PURSUIT", "British", "by Exeter", turn=1).move("pursuit", "A2"))
    log.say(BRITISH, "no pursuit after all").move("pursuit", "Markers")
    close(course(log, 2, "B2").move("exeter", "A3"), 2)


@honest
def a_pursuit_called_off_in_words_when_the_turn_is_over(log: Any) -> None:
    gone(_fought(log).declare("PURSUIT", "British", "by Exeter", turn=1))
    log.say(BRITISH, "on second thought no pursuit, plot in secret")
    close(course(log, 2, "B2").move("exeter", "A3"), 2)


@honest
def a_pursuit_marked_and_called_off(log: Any) -> None:
    gone(_fought(log).move("pursuit", "A2"))
    log.say(BRITISH, "no pursuit after all").move("pursuit", "Markers")
    close(course(log, 2, "B2").move("exeter", "A3"), 2)


@honest
def a_pursuit_marked_and_tidied_up_at_once_by_hand(log: Any) -> None:
    begun(log, "B2").move("plot", "A2", LOG).move("exeter", "A2")
    log.move("graf_spee", "A2").show("exeter").move("pursuit", "A2").move("pursuit", "Markers")
    log.mask("exeter").move("graf_spee", "Holding", LOG).move("turn", "Turn 2")
    log.move("plot", "B2", LOG).move("graf_spee", "B2").move("exeter", "A3")
    log.move("graf_spee", "Holding", LOG).move("turn", "Turn 3")
    log.move("plot", "B3", LOG).move("exeter", "A4").move("turn", "Turn 4")


@pytest.mark.slow
def test_a_pursuit_that_is_not_called_off_counts(log: Any, tmp_path: Path) -> None:
    """The British say no when the German has written his course: too late."""
    gone(_fought(log).declare("PURSUIT", "British", "by Exeter", turn=1))
    course(log, 2, "B2").say(BRITISH, "no pursuit after all").move("exeter", "A3")
    close(log, 2)
    found = findings(log, tmp_path, Severity.UNVERIFIABLE)
    assert all("GS-6(6)b" in row for rows in found.values() for row in rows) and found


# --- searches --------------------------------------------------------------------------------


def _searching(log: Any) -> Any:
    begun(log, "B4").move("plot", "C4", LOG).declare("COURSE LOGGED", "German")
    log.move("hermes", "A2").declare("END OF MOVEMENT", "British").declare("NO CONTACT", "German")
    return log.show("hermes")


@honest
def a_search_declared_and_its_marker_laid_too_far(log: Any) -> None:
    _searching(log).declare("AIR SEARCH", "British", "by Hermes").move("search_1", "B6")
    log.say(GERMAN, "no, that is too far").move("search_1", "Markers").move("search_1", "B3")
    log.declare("NOT FOUND", "German").mask("hermes").move("search_1", "Markers")
    log.end_of_turn(1)


@honest
def a_search_whose_marker_was_laid_in_the_wrong_hex(log: Any) -> None:
    _searching(log).declare("AIR SEARCH", "British", "by Hermes").move("search_1", "A3")
    log.move("search_1", "Markers").move("search_1", "B3")
    log.declare("NOT FOUND", "German").mask("hermes").move("search_1", "Markers")
    log.end_of_turn(1)


@pytest.mark.slow
def test_a_search_that_was_answered_is_not_put_right(log: Any, tmp_path: Path) -> None:
    _searching(log).declare("AIR SEARCH", "British", "by Hermes").move("search_1", "A3")
    log.declare("NOT FOUND", "German").move("search_1", "Markers").move("search_1", "B3")
    log.declare("NOT FOUND", "German").mask("hermes").move("search_1", "Markers")
    log.end_of_turn(1)
    found = findings(log, tmp_path, Severity.UNVERIFIABLE)
    assert found and all(any("GS-5(6)c" in row for row in rows) for rows in found.values())


# --- pieces ----------------------------------------------------------------------------------


@honest
def a_missed_cruiser_put_into_the_cup_and_back(log: Any) -> None:
    met(log).roll("Graf Spee fires", 1, 2, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.move("exeter", ATLANTIC).say(GERMAN, "I missed").move("exeter", "A2")
    gone(log)
    close(course(log, 2, "B2").move("exeter", "A3"), 2)


@honest
def a_missed_cruiser_put_away_fires_and_comes_back(log: Any) -> None:
    met(log).roll("Graf Spee fires", 1, 2, 1).move("exeter", ATLANTIC)
    log.roll("Cruiser fires", 1, 2, by=BRITISH).say(GERMAN, "I missed").move("exeter", "A2")
    gone(log)
    close(course(log, 2, "B2").move("exeter", "A3"), 2)


@pytest.mark.parametrize("script", one_in(3, SCRIPTS), ids=lambda one: one.__name__)
def test_nobody_is_accused(script: Script, log: Any, tmp_path: Path) -> None:
    script(log)
    assert not findings(log, tmp_path, Severity.UNVERIFIABLE)


@pytest.mark.parametrize("eyes", one_in(2, EYES))
def test_damage_by_a_die_on_the_desk_is_seen_when_the_ship_is_shown(
    eyes: str, log: Any, tmp_path: Path
) -> None:
    """The cruiser throws beside the computer, the ship is turned in the voyage log, and those who
    do not see that log see it damaged when it raids a turn later."""
    met(log).roll("Graf Spee fires", 1, 1, 1).say(BRITISH, "6 and 2 here, a hit")
    log.move("graf_spee", "Holding", LOG).flip("graf_spee", 2).mask("exeter").end_of_turn(1)
    course(log, 2, "B2").move("exeter", "A3").declare("END OF MOVEMENT", "British", turn=2)
    log.declare("NO CONTACT", "German", turn=2).declare("RAID", "German", turn=2)
    log.move("graf_spee", "B2").score_button(2)
    gone(log, 2)
    found = audit([log.save(tmp_path / "log.vlog")], **EYES[eyes]).findings
    assert "GS-6(2)d" not in [one.code for one in found]

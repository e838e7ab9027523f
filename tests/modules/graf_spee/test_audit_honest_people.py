"""What real people do between the acts: a peep in the middle of a drag, a stack dragged with its
marker, an escape thought better of, turns that nobody ends. Nobody is accused of any of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.modules.graf_spee.test_audit_more_habits import (
    ATLANTIC,
    BRITISH,
    GERMAN,
    OUT,
    findings,
    gone,
    met,
    raiding,
    searching,
)
from tests.modules.graf_spee.turns import LOG, begun, close, course
from tests.sampling import one_in
from validator.audit.findings import Severity

Script = Callable[[Any], None]
SCRIPTS: list[Script] = []


def honest(script: Script) -> Script:
    """Add a log of which an audit may say nothing grave."""
    SCRIPTS.append(script)
    return script


def _two_cruisers_on(log: Any) -> Any:
    begun(log, "B4")
    course(log, 1, "C4")
    log.move("exeter", "A2").move("sussex", "A2")
    return close(log, 1)


@honest
def faces_looked_at_in_the_middle_of_a_drag(log: Any) -> None:
    _two_cruisers_on(log)
    course(log, 2, "C4")
    log.show("sussex").mask("sussex").move("sussex", "A3")
    log.show("exeter").move("exeter", "A3").mask("exeter")
    close(log, 2)


@honest
def a_pursuer_dragged_with_its_marker(log: Any) -> None:
    met(log).roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.mask("exeter").declare("PURSUIT", "British", "by Exeter", turn=1).move("pursuit", "A2")
    gone(log)
    log.move("plot", "B4", LOG).move("graf_spee", "B4").declare("OPEN COURSE", "German", turn=2)
    log.drag(["exeter", "pursuit"], "A3").declare("END OF MOVEMENT", "British", turn=2)
    log.declare("NO CONTACT", "German", turn=2).move("pursuit", "Markers")
    gone(log, 2)


@honest
def an_escape_thought_better_of(log: Any) -> None:
    begun(log, "A2")
    log.move("graf_spee", "Atlantic Ocean").say(GERMAN, "no, wait, too few points")
    log.move("graf_spee", "Holding", LOG)
    course(log, 1, "B2")
    log.move("exeter", "A1")
    close(log, 1)


@honest
def a_trial_die_in_the_middle_of_an_escape(log: Any) -> None:
    """The supply ship is turned before it, the plot moved after it."""
    begun(log, "B2")
    close(course(log, 1, "B3"), 1)
    log.flip("supply_1", 2).roll("Sinking", 6).move("plot", "A2", LOG)
    log.move("graf_spee", "Atlantic Ocean")


@honest
def turns_that_nobody_ends(log: Any) -> None:
    begun(log, "B4")
    for plot, to in (("C4", "A2"), ("C5", "A3"), ("C4", "A4"), ("C5", "A3")):
        course(log, 1, plot)
        log.move("exeter", to).declare("END OF MOVEMENT", "British", turn=1)
        log.declare("NO CONTACT", "German", turn=1)


@honest
def a_turn_marker_moved_by_both_and_set_back(log: Any) -> None:
    begun(log, "B4")
    for turn, to in ((1, "A2"), (2, "A3"), (3, "A4")):
        log.move("plot", "C4" if turn % 2 else "C5", LOG).move("exeter", to)
        log.move("turn", f"Turn {turn + 1}")
        if turn == 1:
            log.move("turn", "Turn 3").say(BRITISH, "oh, we both did").move("turn", "Turn 2")


@honest
def a_log_begun_behind_the_first_course(log: Any) -> None:
    begun(log, "B4")
    course(log, 1, "C4").start()
    log.move("exeter", "A2")
    close(log, 1)
    course(log, 2, "C4")
    close(log, 2)


@honest
def a_piece_turned_down_when_another_had_moved(log: Any) -> None:
    begun(log, "B2").move("plot", "A2", LOG).move("exeter", "A2")
    log.move("graf_spee", "A2").show("exeter").move("turn", "Turn 2")
    log.move("plot", "B2", LOG).move("sussex", "A3").mask("exeter")
    log.move("graf_spee", "Holding", LOG).move("turn", "Turn 3")
    log.move("plot", "B3", LOG).move("turn", "Turn 4")


@honest
def given_up_and_the_plot_laid_away(log: Any) -> None:
    raiding(log, "A3").declare("RAID", "German", turn=1).move("graf_spee", "A3").score_button(2)
    gone(log)
    log.say(BRITISH, "I concede, well played").roll("Graf Spee fires", 6, 6, 6)
    log.roll("Cruiser fires", 6, 6, by=BRITISH).move("plot", "B6", LOG)


@honest
def a_search_marker_put_away_when_the_ship_is_laid_down(log: Any) -> None:
    searching(log).show("ark_royal").declare("AIR SEARCH", "British", "by Ark Royal", turn=1)
    log.move("search_1", "B3").move("graf_spee", "B3").move("search_1", "Markers")
    log.declare("FOUND", "German", turn=1).roll("Air attack", 1, 2, 3, by=BRITISH)
    gone(log.mask("ark_royal"))


@honest
def courses_written_in_time_and_said_late(log: Any) -> None:
    begun(log, "B4").move("plot", "C4", LOG)
    log.move("exeter", "A2").declare("COURSE LOGGED", "German", turn=1).move("sussex", "A2")
    close(log, 1)
    log.move("plot", "C5", LOG).move("exeter", "A3").move("sussex", "A3")
    close(log.declare("COURSE LOGGED", "German", turn=2), 2)
    close(course(log, 3, "C5"), 3)


@honest
def the_next_course_noted_between_two_dice(log: Any) -> None:
    met(log).roll("Graf Spee fires", 1, 1, 1).move("plot", "B2", LOG)
    gone(log.roll("Cruiser fires", 1, 2, by=BRITISH).mask("exeter"))
    log.declare("COURSE LOGGED", "German", turn=2).move("exeter", "A3")
    close(log, 2)


@honest
def a_pursuit_called_off_in_free_words(log: Any) -> None:
    met(log).roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.mask("exeter").declare("PURSUIT", "British", "by Exeter", turn=1)
    gone(log.say(BRITISH, "on second thought no"))
    close(course(log, 2, "B2"), 2)


@honest
def a_sunk_cruiser_put_into_the_cup_and_taken_out_again(log: Any) -> None:
    met(log).roll("Graf Spee fires", 5, 5, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.move("exeter", ATLANTIC).say(GERMAN, "that was two hits").move("exeter", OUT)
    gone(log.score_button(2))
    close(course(log, 2, "B2"), 2)


@honest
def a_damaged_cruiser_put_into_the_wrong_cup_first(log: Any) -> None:
    met(log).roll("Graf Spee fires", 5, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.score_button(1).move("exeter", "Indian Cup").say(GERMAN, "the Atlantic")
    gone(log.move("exeter", ATLANTIC))
    close(course(log, 2, "B2"), 2)


@honest
def a_scuttling_called_off(log: Any) -> None:
    begun(log, "B4")
    course(log, 1, "C4").move("exeter", "A2").declare("END OF MOVEMENT", "British", turn=1)
    log.declare("NO CONTACT", "German", turn=1).declare("SCUTTLE", "German", turn=1)
    log.roll("Scuttling", 4).say(GERMAN, "sorry! wrong button, ignore that").end_of_turn(1)
    close(course(log, 2, "C4"), 2)


@honest
def a_scuttling_whose_die_fell_on_the_desk(log: Any) -> None:
    """The log shows dice else; this one is told in the chat."""
    begun(log, "B2")
    course(log, 1, "C2").move("exeter", "A2").roll("Extra moves", 3, by=BRITISH)
    close(log.score_button(1), 1)
    close(course(log, 2, "D2").move("exeter", "A1"), 2)
    course(log, 3, "E1").move("exeter", "A2").declare("END OF MOVEMENT", "British", turn=3)
    log.declare("NO CONTACT", "German", turn=3).move("graf_spee", "E1").move("graf_spee", OUT)
    log.say(GERMAN, "scuttle: rolled 3").score_button(-1)


@honest
def an_attack_rolled_before_the_search(log: Any) -> None:
    """The wrong dice, with a hit that nobody marks."""
    searching(log).show("hermes").roll("Air attack", 3, 6, 1, by=BRITISH)
    log.declare("AIR SEARCH", "British", "by Hermes", turn=1).move("search_1", "A4")
    log.declare("NOT FOUND", "German", turn=1).mask("hermes").move("search_1", "Markers")
    log.end_of_turn(1)
    close(course(log, 2, "C4"), 2)


@honest
def a_search_marker_put_away_too_early_and_laid_again(log: Any) -> None:
    searching(log, "B2", "B3").show("hermes").show("ark_royal").move("search_1", "B3")
    log.declare("AIR SEARCH", "British", "by Ark Royal", turn=1).move("graf_spee", "B3")
    log.declare("FOUND", "German", turn=1).roll("Air attack", 6, 2, 3, by=BRITISH)
    log.move("search_1", "Markers").flip("graf_spee", 2).mask("ark_royal").move("search_1", "B3")
    gone(log.mask("hermes"))
    close(course(log, 2, "B2"), 2)


def _sunk(log: Any) -> Any:
    """The ship is sunk, and the points are lost one by one: the die is told in the chat."""
    met(log).roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 6, 6, by=BRITISH)
    return log.move("graf_spee", OUT).say(GERMAN, "rolled a 3").score_button(-1)


@honest
def a_sinking_counted_around_dice_of_the_other_side(log: Any) -> None:
    _sunk(log).roll("Battleship fires", 1, 2, 3, 4, 5, 6, 1, 2, 3, by=BRITISH)
    log.score_button(-2).score_button(-3)


@honest
def a_sinking_counted_around_a_wrong_button(log: Any) -> None:
    _sunk(log).declare("NO CONTACT", "German", turn=1).say(GERMAN, "sorry, wrong button")
    log.score_button(-2).score_button(-3)


@honest
def a_search_marker_laid_for_memory_while_pieces_move(log: Any) -> None:
    begun(log, "B4")
    course(log, 1, "C4").move("ark_royal", "A2").move("search_1", "B3")
    close(log.say(BRITISH, "I think you are here"), 1)
    close(course(log, 2, "C4").move("ark_royal", "A3").move("search_1", "Markers"), 2)


@honest
def a_search_marker_laid_for_memory_beside_a_search(log: Any) -> None:
    searching(log, to="C5").move("search_2", "C4").show("ark_royal").move("search_1", "B2")
    log.declare("AIR SEARCH", "British", "by Ark Royal", turn=1)
    log.declare("NOT FOUND", "German", turn=1).mask("ark_royal").move("search_1", "Markers")
    close(course(log.end_of_turn(1), 2, "C5"), 2)


@honest
def points_of_a_raid_booked_by_hand_a_turn_later(log: Any) -> None:
    """No dice are seen; those of the next raid come with them."""
    log.move("plot", "B2", LOG).move("supply_1", "B3", LOG).move("supply_2", "D3", LOG)
    log.move("supply_3", "C5", LOG).start().move("plot", "A2", LOG).move("exeter", "A1")
    log.move("graf_spee", "A2").move("graf_spee", "Holding", LOG).move("turn", "Turn 2")
    log.move("plot", "B2", LOG).move("exeter", "A3").move("graf_spee", "B2").score_by_hand(2)
    log.move("graf_spee", "Holding", LOG).score_by_hand(4).move("turn", "Turn 3")
    log.move("plot", "A2", LOG).move("exeter", "A1").move("turn", "Turn 4")


@honest
def a_fourth_piece_taken_back_when_the_german_protests(log: Any) -> None:
    begun(log, "B5")
    course(log, 1, "C5")
    close(log.move("exeter", "A1").move("sussex", "A2").move("hermes", "A3"), 1)
    course(log, 2, "C5").move("exeter", "B1").move("sussex", "B2").move("hermes", "B3")
    log.move("dummy_1", "A2").declare("END OF MOVEMENT", "British", turn=2)
    log.declare("NO CONTACT", "German", turn=2).say(GERMAN, "you moved four")
    log.move("hermes", "A3").end_of_turn(2)
    close(course(log, 3, "C5"), 3)


@honest
def lost_pieces_laid_beside_the_map(log: Any) -> None:
    log.pixels["South Atlantic", "beside"] = (8, 8)
    met(log, "exeter", "dummy_1").move("dummy_1", "beside")
    log.roll("Graf Spee fires", 5, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    gone(log.move("exeter", "beside").score_button(1))
    log.say(GERMAN, "into the cup, please").move("exeter", ATLANTIC)
    close(course(log, 2, "B2").move("sussex", "A2"), 2)


@honest
def a_cruiser_dropped_beside_the_map_and_dragged_on(log: Any) -> None:
    log.pixels["South Atlantic", "beside"] = (8, 8)
    _two_cruisers_on(log)
    course(log, 2, "C4").move("exeter", "A3").move("sussex", "beside")
    log.declare("COURSE LOGGED", "German", turn=2).move("sussex", "A3")
    close(log, 2)


def _played_again(log: Any, answer: str) -> Any:
    """The German has plotted wrongly: all is put back by hand, and the turn is played anew."""
    close(course(begun(log, "B4"), 1, "C4").move("exeter", "A2"), 1)
    course(log, 2, "C5").move("exeter", "A3").move("sussex", "A2")
    log.say(GERMAN, "wait, I plotted wrongly, can we replay this turn?").say(BRITISH, answer)
    log.move("exeter", "A2").move("sussex", ATLANTIC).move("plot", "B4", LOG)
    log.declare("COURSE LOGGED", "German", turn=2).move("exeter", "B2")
    close(log, 2)
    return close(course(log, 3, "C4"), 3)


@honest
def a_turn_played_again_when_both_agree(log: Any) -> None:
    _played_again(log, "sure")


@pytest.mark.slow
def test_a_turn_is_not_played_again_against_the_others_will(log: Any, tmp_path: Path) -> None:
    _played_again(log, "I would rather not")
    assert findings(log, tmp_path, Severity.UNVERIFIABLE)


@pytest.mark.slow
def test_an_ok_of_a_side_that_has_played_on_is_no_agreement(log: Any, tmp_path: Path) -> None:
    course(begun(log, "B4"), 1, "C4").declare("FOUND", "German", turn=1)
    log.say(GERMAN, "sorry, wrong button").move("exeter", "A2")
    log.declare("END OF MOVEMENT", "British", turn=1).say(BRITISH, "ok").move("sussex", "A2")
    gone(log.declare("NO CONTACT", "German", turn=1))
    close(course(log, 2, "C4"), 2)
    assert findings(log, tmp_path, Severity.UNVERIFIABLE)


@honest
def a_pursuit_told_in_words_by_hand(log: Any) -> None:
    """No dice, no button, no marker: the ship is shown when the turn begins, and then they move."""
    begun(log, "B2").move("plot", "A2", LOG).move("exeter", "A2").move("graf_spee", "A2")
    log.show("exeter").mask("exeter").say(BRITISH, "Exeter pursues")
    log.move("graf_spee", "Holding", LOG).move("turn", "Turn 2")
    log.move("plot", "B3", LOG).move("graf_spee", "B3").say(GERMAN, "open course, B3")
    log.move("exeter", "A3").say(BRITISH, "done").move("graf_spee", "Holding", LOG)
    log.move("turn", "Turn 3").move("plot", "C3", LOG).move("turn", "Turn 4")


@honest
def a_turn_begun_in_one_sitting_and_ended_in_the_next(log: Any) -> None:
    course(begun(log, "B4"), 1, "C4").move("exeter", "A2")
    log.say(BRITISH, "I have to stop here, the rest tomorrow").say(GERMAN, "good night")
    close(log.say(BRITISH, "back").move("sussex", "A2").move("hermes", "A3"), 1)
    close(course(log, 2, "C4"), 2)


@honest
def go_ahead_said_instead_of_every_button(log: Any) -> None:
    begun(log, "B4").say(GERMAN, "plotted, go ahead").move("exeter", "A2").say(BRITISH, "done")
    log.say(GERMAN, "no contact, the next is plotted too").move("exeter", "A3")
    log.say(BRITISH, "done")


@honest
def no_contact_said_by_mistake_and_then_contact(log: Any) -> None:
    course(begun(log, "B2"), 1, "A2").move("exeter", "A2")
    log.declare("END OF MOVEMENT", "British", turn=1).declare("NO CONTACT", "German", turn=1)
    log.say(GERMAN, "wait, I misread").declare("CONTACT", "German", turn=1)
    log.move("graf_spee", "A2").show("exeter").roll("Graf Spee fires", 1, 1, 1)
    gone(log.roll("Cruiser fires", 1, 2, by=BRITISH).mask("exeter"))


@honest
def a_search_put_right_on_protest(log: Any) -> None:
    searching(log, to="C5").show("ark_royal").move("search_1", "A5")
    log.declare("AIR SEARCH", "British", "by Ark Royal", turn=1)
    log.say(GERMAN, "that is not beside her").move("search_1", "B2")
    log.declare("NOT FOUND", "German", turn=1).mask("ark_royal").move("search_1", "Markers")
    close(course(log.end_of_turn(1), 2, "C5"), 2)


def _called_off(words: str) -> Script:
    def script(log: Any) -> None:
        met(log).roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
        log.mask("exeter").declare("PURSUIT", "British", "by Exeter", turn=1)
        gone(log.say(BRITISH, words))
        close(course(log, 2, "B2"), 2)

    script.__name__ = f"called_off_by_{words.split(',')[0]}"
    return script


for said in ("doch nicht", "perdón, me equivoqué", "non, pardon", "scusa, ho sbagliato"):
    honest(_called_off(said))


@pytest.mark.parametrize("script", one_in(20, SCRIPTS), ids=lambda one: one.__name__)
def test_nobody_is_accused(script: Script, log: Any, tmp_path: Path) -> None:
    script(log)
    assert not findings(log, tmp_path, Severity.UNVERIFIABLE)

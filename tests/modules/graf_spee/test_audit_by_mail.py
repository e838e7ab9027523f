"""How people play by e-mail: late clicks, wrong clicks, kind deeds. Nobody is accused of any."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.modules.graf_spee.turns import LOG, begun, close, course
from tests.sampling import one_in
from validator.audit.findings import Severity

Codes = Callable[..., list[str]]
GERMAN, BRITISH = "secret-one", "secret-two"
GRAVE = {severity for severity in Severity if severity.rank < Severity.UNVERIFIABLE.rank}
EYES: dict[str, dict[str, Any]] = {
    "public": {},
    "british": {"side": "british"},
    "german": {"side": "german"},
    "revealed": {"reveal": True},
}


def first_turn(log: Any, *pieces: str) -> Any:
    """A turn in which pieces come on in A2 and nothing else happens."""
    begun(log, "B4")
    course(log, 1, "C4")
    for piece in pieces or ("exeter", "sussex"):
        log.move(piece, "A2")
    return close(log, 1)


def met(log: Any) -> Any:
    """The ship meets Exeter in the first turn, and all is shown."""
    begun(log, "B2")
    course(log, 1, "A2")
    log.move("exeter", "A2").declare("END OF MOVEMENT", "British", turn=1)
    return log.declare("CONTACT", "German", turn=1).move("graf_spee", "A2").show("exeter")


def searching(log: Any, start: str = "B4", to: str = "C4") -> Any:
    """Two carriers are on the map, and movement is over."""
    begun(log, start)
    course(log, 1, to)
    log.move("ark_royal", "A2").move("hermes", "A3")
    log.declare("END OF MOVEMENT", "British", turn=1)
    return log.declare("NO CONTACT", "German", turn=1)


# --- words and buttons -----------------------------------------------------------------------


def answers_in_the_chat(log: Any) -> None:
    first_turn(log)
    course(log, 2, "D4")
    log.move("exeter", "A3").say(BRITISH, "done moving. Anybody there?").say(GERMAN, "no, nobody")
    log.end_of_turn(2)
    course(log, 3, "C4")
    close(log, 3)


def a_search_answered_in_the_chat(log: Any) -> None:
    searching(log)
    log.show("ark_royal").declare("AIR SEARCH", "British", "by Ark Royal", turn=1)
    log.move("search_1", "B2").say(GERMAN, "nothing there").mask("ark_royal")
    log.move("search_1", "Markers").end_of_turn(1)
    course(log, 2, "C4")
    close(log, 2)


def the_end_of_a_turn_clicked_when_the_next_was_plotted(log: Any) -> None:
    begun(log, "B4")
    course(log, 1, "C4")
    log.move("exeter", "A2").declare("END OF MOVEMENT", "British", turn=1)
    log.declare("NO CONTACT", "German", turn=1)
    log.move("plot", "D4", LOG).declare("COURSE LOGGED", "German", turn=1)
    log.say(GERMAN, "oops, forgot END OF TURN").end_of_turn(1)
    log.move("exeter", "A3")
    close(log, 2)


def the_end_of_a_turn_clicked_when_the_navy_had_moved_again(log: Any) -> None:
    begun(log, "B4")
    course(log, 1, "C4")
    log.move("exeter", "A2").declare("END OF MOVEMENT", "British", turn=1)
    log.declare("NO CONTACT", "German", turn=1)
    log.move("plot", "D4", LOG).declare("COURSE LOGGED", "German", turn=1)
    log.move("exeter", "A3")
    log.say(GERMAN, "oops, forgot END OF TURN").end_of_turn(1)
    log.move("sussex", "A2")
    close(log, 2)


def a_wrong_button_called_off(log: Any) -> None:
    begun(log, "B2")
    course(log, 1, "A2")
    log.move("exeter", "A2").declare("END OF MOVEMENT", "British", turn=1)
    log.declare("NO CONTACT", "German", turn=1).say(GERMAN, "sorry, wrong button")
    log.declare("CONTACT", "German", turn=1).move("graf_spee", "A2").show("exeter")
    log.roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.mask("exeter").move("graf_spee", "Holding", LOG).end_of_turn(1)
    course(log, 2, "B2")
    close(log, 2)


def a_wrong_button_before_the_ship_is_dragged(log: Any) -> None:
    begun(log, "B2")
    course(log, 1, "A2")
    log.move("exeter", "A2").declare("END OF MOVEMENT", "British", turn=1)
    log.declare("NO CONTACT", "German", turn=1).say(GERMAN, "sorry, wrong button")
    log.move("graf_spee", "A2").show("exeter")
    log.roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.mask("exeter").move("graf_spee", "Holding", LOG).end_of_turn(1)


def a_stray_button_between_two_drags(log: Any) -> None:
    first_turn(log)
    course(log, 2, "D4")
    log.move("exeter", "A3").declare("PURSUIT", "British", turn=2)
    log.move("exeter", "A4").move("sussex", "A3")
    close(log, 2)


def a_stray_german_button_between_two_drags(log: Any) -> None:
    first_turn(log)
    course(log, 2, "D4")
    log.move("exeter", "A3").declare("RAID", "German", turn=2).say(GERMAN, "sorry, wrong button")
    log.move("exeter", "A4")
    close(log, 2)


def a_stray_die_between_two_drags(log: Any) -> None:
    first_turn(log)
    course(log, 2, "D4")
    log.move("exeter", "A3").roll("Sinking", 3).move("exeter", "A4")
    close(log, 2)


def escape_pressed_by_mistake_in_a_short_log(log: Any) -> None:
    begun(log, "B4")
    course(log, 1, "C4")
    log.move("exeter", "A2").declare("ESCAPE", "German", turn=1)
    log.say(GERMAN, "sorry, wrong button").move("sussex", "A2")
    log.declare("END OF MOVEMENT", "British", turn=1).declare("NO CONTACT", "German", turn=1)


def escape_pressed_by_mistake_in_one_turn(log: Any) -> None:
    begun(log, "B4")
    log.declare("ESCAPE", "German", turn=1).say(GERMAN, "sorry, wrong button")
    course(log, 1, "C4")
    log.move("exeter", "A2")
    close(log, 1)


def the_end_of_movement_taken_back(log: Any) -> None:
    first_turn(log)
    course(log, 2, "D4")
    log.move("exeter", "A3").declare("END OF MOVEMENT", "British", turn=2)
    log.say(BRITISH, "no wait, I forgot Sussex").move("sussex", "A3")
    log.declare("END OF MOVEMENT", "British", turn=2)
    log.declare("NO CONTACT", "German", turn=2).end_of_turn(2)


def the_end_of_movement_undone(log: Any) -> None:
    first_turn(log)
    course(log, 2, "D4")
    log.move("exeter", "A3").declare("END OF MOVEMENT", "British", turn=2)
    log.undo(BRITISH).undo(BRITISH).move("exeter", "A4")
    close(log, 2)


def the_end_of_movement_said_by_the_german(log: Any) -> None:
    first_turn(log)
    course(log, 2, "D4")
    log.move("exeter", "A3").declare("NO CONTACT", "German", turn=2)
    log.declare("END OF MOVEMENT", "British", turn=2).end_of_turn(2)
    course(log, 3, "C4")
    close(log, 3)


def a_tracker_click_too_many_put_right(log: Any) -> None:
    first_turn(log)
    log.tracker(2, 1).tracker(2, 2).tracker(3, 0).tracker(2, 2).tracker(2, 0)
    course(log, 2, "D4")
    log.move("exeter", "A3")
    close(log, 2)


def a_tracker_clicked_into_the_next_turn_while_the_navy_moved(log: Any) -> None:
    first_turn(log)
    course(log, 2, "D4")
    log.move("exeter", "A3").tracker(3, 0).declare("END OF MOVEMENT", "British", turn=3)
    log.declare("NO CONTACT", "German", turn=3).end_of_turn(3)
    for turn, where, piece in ((4, "C4", "A4"), (5, "D4", "A3"), (6, "C4", "A4")):
        course(log, turn, where)
        log.move("exeter", piece)
        close(log, turn)


def a_tracker_clicked_into_the_next_turn_before_a_search(log: Any) -> None:
    searching(log)
    log.tracker(2, 0).show("ark_royal").move("search_1", "B2")
    log.declare("AIR SEARCH", "British", "by Ark Royal", turn=2)
    log.declare("NOT FOUND", "German", turn=2).mask("ark_royal").move("search_1", "Markers")
    log.end_of_turn(2)
    for turn, where in ((3, "D4"), (4, "C4"), (5, "D4")):
        course(log, turn, where)
        log.move("sussex", "A2" if turn % 2 else "A3")
        close(log, turn)


def a_tracker_that_is_one_ahead_from_there_on(log: Any) -> None:
    first_turn(log)
    log.tracker(2, 1).tracker(2, 2).tracker(3, 0)
    for turn, where, piece in ((3, "D4", "A3"), (4, "C4", "A4"), (5, "D4", "A3"), (6, "C4", "A4")):
        course(log, turn, where)
        log.move("exeter", piece)
        close(log, turn)


def many_stray_dice(log: Any) -> None:
    begun(log, "B4")
    for turn in range(1, 13):
        log.roll("Sinking", 2)
        course(log, turn, "CD"[turn % 2] + "4").roll("Scuttling", 3)
        log.roll("Commerce raid", 5).roll("Graf Spee fires", 1, 2, 3).roll("Sinking", 6)
        log.declare("END OF MOVEMENT", "British", turn=turn).roll("Sinking", 6)
        log.declare("NO CONTACT", "German", turn=turn).roll("Scuttling", 1)
        log.end_of_turn(turn)


# --- pieces ----------------------------------------------------------------------------------


def two_markers_laid_before_the_carriers_are_shown(log: Any) -> None:
    searching(log)
    log.move("search_1", "B2").move("search_2", "B3").show("ark_royal").show("hermes")
    log.declare("NOT FOUND", "German", turn=1).declare("NOT FOUND", "German", turn=1)
    log.mask("ark_royal", "hermes").move("search_1", "Markers").move("search_2", "Markers")
    log.end_of_turn(1)


def a_second_marker_laid_before_its_carrier_is_shown(log: Any) -> None:
    searching(log)
    log.show("ark_royal").move("search_1", "B2").move("search_2", "B3").show("hermes")
    log.say(GERMAN, "neither").mask("ark_royal", "hermes")
    log.move("search_1", "Markers").move("search_2", "Markers").end_of_turn(1)
    course(log, 2, "C4")
    close(log, 2)


def searches_declared_before_the_carriers_are_shown(log: Any) -> None:
    searching(log)
    log.move("search_1", "B2").declare("AIR SEARCH", "British", "by Ark Royal", turn=1)
    log.move("search_2", "B3").declare("AIR SEARCH", "British", "by Hermes", turn=1)
    log.show("ark_royal").show("hermes")
    log.declare("NOT FOUND", "German", turn=1)
    log.mask("ark_royal", "hermes").move("search_1", "Markers").move("search_2", "Markers")
    log.end_of_turn(1)


def a_piece_shown_twice(log: Any) -> None:
    met(log).mask("exeter").say(GERMAN, "what was it?").show("exeter")
    log.roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.mask("exeter").move("graf_spee", "Holding", LOG).end_of_turn(1)


def a_piece_turned_down_a_turn_later(log: Any) -> None:
    met(log)
    log.roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.move("graf_spee", "Holding", LOG).end_of_turn(1)
    course(log, 2, "B3")
    log.mask("exeter").move("exeter", "A3")
    close(log, 2)


def pieces_turned_down_by_who_had_no_chance_before(log: Any) -> None:
    """The German ends the turn and moves openly at once, before the British can tidy up."""
    met(log)
    log.roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.declare("PURSUIT", "British", "by Exeter", turn=1).move("pursuit", "A2").end_of_turn(1)
    log.move("plot", "B3", LOG).move("graf_spee", "B3").declare("OPEN COURSE", "German", turn=2)
    log.mask("exeter").move("pursuit", "Markers").move("exeter", "A3")
    close(log, 2)


def a_piece_turned_down_when_it_had_moved_again(log: Any) -> None:
    met(log)
    log.roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.move("graf_spee", "Holding", LOG).end_of_turn(1)
    course(log, 2, "B3")
    log.move("exeter", "A3").mask("exeter").say(BRITISH, "sorry, forgot to turn it down")
    close(log, 2)


def the_ship_taken_off_a_turn_later(log: Any) -> None:
    met(log)
    log.roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.mask("exeter").end_of_turn(1)
    course(log, 2, "B3").move("graf_spee", "Holding", LOG)
    log.move("exeter", "A3")
    close(log, 2)


def a_counter_dragged_hex_by_hex_among_others(log: Any) -> None:
    first_turn(log, "exeter", "sussex", "hermes")
    course(log, 2, "D4")
    log.move("exeter", "A3").move("sussex", "A3").move("hermes", "A3")
    log.move("sussex", "B3").move("exeter", "B3").move("hermes", "A4")
    close(log, 2)


def a_wrong_drag_put_right_with_an_apology(log: Any) -> None:
    first_turn(log)
    course(log, 2, "D4")
    log.move("exeter", "B5").say(BRITISH, "sorry, wrong hex").move("sussex", "A3")
    log.move("exeter", "A3")
    close(log, 2)


def a_wrong_drag_put_right_after_the_end_of_movement(log: Any) -> None:
    first_turn(log)
    course(log, 2, "D4")
    log.move("sussex", "A3").move("exeter", "B5").declare("END OF MOVEMENT", "British", turn=2)
    log.say(BRITISH, "sorry, that must be A4").move("exeter", "A4")
    log.declare("NO CONTACT", "German", turn=2).end_of_turn(2)
    course(log, 3, "C4")
    close(log, 3)


# --- dice and points -------------------------------------------------------------------------


def dice_rolled_for_the_other(log: Any) -> None:
    met(log).roll("Graf Spee fires", 1, 1, 1, by=BRITISH).roll("Cruiser fires", 1, 2)
    log.mask("exeter").move("graf_spee", "Holding", LOG).end_of_turn(1)


def dice_rolled_before_the_piece_is_shown(log: Any) -> None:
    begun(log, "B2")
    course(log, 1, "A2")
    log.move("exeter", "A2").declare("END OF MOVEMENT", "British", turn=1)
    log.declare("CONTACT", "German", turn=1).move("graf_spee", "A2")
    log.roll("Graf Spee fires", 1, 1, 1).show("exeter").roll("Cruiser fires", 1, 2, by=BRITISH)
    log.mask("exeter").move("graf_spee", "Holding", LOG).end_of_turn(1)


def _raid(log: Any, *acts: str) -> None:
    begun(log, "A3")
    course(log, 1)
    log.declare("END OF MOVEMENT", "British", turn=1).declare("NO CONTACT", "German", turn=1)
    for act in acts:
        if act == "raid":
            log.declare("RAID", "German", turn=1)
        elif act == "ship":
            log.move("graf_spee", "A3")
        elif act == "score":
            log.score_button(2)
        elif act == "taken":
            log.move("taken_1", "A3")
        elif act == "end":
            log.move("graf_spee", "Holding", LOG).end_of_turn(1)
        elif act == "course":
            course(log, 2, "B3")
        elif act == "close":
            close(log, 2)


def points_booked_before_the_raid_is_shown(log: Any) -> None:
    _raid(log, "score", "raid", "ship", "taken", "end", "course", "close")


def points_booked_when_the_next_course_was_written(log: Any) -> None:
    _raid(log, "raid", "ship", "end", "course", "score", "close")


def points_booked_a_turn_later(log: Any) -> None:
    _raid(log, "raid", "ship", "end", "course", "close", "score")


def a_hit_ship_turned_late(log: Any) -> None:
    met(log).roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 6, 2, by=BRITISH)
    log.mask("exeter").end_of_turn(1)
    log.flip("graf_spee", 2).move("graf_spee", "Holding", LOG)
    course(log, 2, "B2")
    log.move("exeter", "A3")
    close(log, 2)


def a_hit_cruiser_put_back_late(log: Any) -> None:
    met(log).roll("Graf Spee fires", 5, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.score_button(1).move("graf_spee", "Holding", LOG).end_of_turn(1)
    log.move("exeter", "Atlantic Cup")
    course(log, 2, "B2")
    close(log, 2)


def a_cruiser_put_back_undone_and_put_back(log: Any) -> None:
    met(log).roll("Graf Spee fires", 5, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.move("exeter", "Atlantic Cup").undo(BRITISH).move("exeter", "Atlantic Cup")
    log.score_button(1).move("graf_spee", "Holding", LOG).end_of_turn(1)


def points_for_a_cruiser_booked_after_the_sinking_die(log: Any) -> None:
    met(log).roll("Graf Spee fires", 5, 1, 1).roll("Cruiser fires", 6, 6, by=BRITISH)
    log.move("exeter", "Atlantic Cup").roll("Sinking", 2).score_button(1)
    log.move("graf_spee", "Out of the Game")


# --- a turn ended too early ------------------------------------------------------------------


def a_raid_forgotten_until_the_turn_was_over(log: Any) -> None:
    begun(log, "A4")
    course(log, 1, "C4")
    log.move("exeter", "A2").declare("END OF MOVEMENT", "British", turn=1)
    log.declare("NO CONTACT", "German", turn=1).end_of_turn(1)
    log.say(GERMAN, "wait, I raid first!").declare("RAID", "German", turn=2)
    log.move("graf_spee", "C4").roll("Commerce raid", 4).score_button(2)
    log.move("graf_spee", "Holding", LOG)
    course(log, 2, "D4")
    close(log, 2)


def a_search_forgotten_until_the_turn_was_over(log: Any) -> None:
    searching(log).end_of_turn(1).say(BRITISH, "I forgot to search").show("ark_royal")
    log.move("search_1", "B3").declare("AIR SEARCH", "British", "by Ark Royal", turn=2)
    log.say(GERMAN, "no, not there").mask("ark_royal").move("search_1", "Markers")
    course(log, 2, "D4")
    close(log, 2)


def dice_rolled_twice_and_the_second_called_off(log: Any) -> None:
    met(log).roll("Graf Spee fires", 1, 1, 1).roll("Graf Spee fires", 2, 2, 1)
    log.say(GERMAN, "lag, the first one counts").roll("Cruiser fires", 1, 2, by=BRITISH)
    log.mask("exeter").move("graf_spee", "Holding", LOG).end_of_turn(1)


# --- logs that begin in the middle -----------------------------------------------------------


def a_log_that_begins_with_an_undo(log: Any) -> None:
    first_turn(log)
    log.move("plot", "E3", LOG)
    done = log.done[-1:]
    log.start().done = done
    log.undo()
    course(log, 2, "D4")
    log.move("exeter", "A3")
    close(log, 2)


def a_log_that_begins_with_a_piece_beside_its_cup(log: Any) -> None:
    begun(log, "B4")
    course(log, 1, "C4").move("exeter", "Atlantic Ocean")
    log.start().move("exeter", "A2").move("sussex", "A2")
    close(log, 1)


HABITS = [
    one
    for one in list(globals().values())
    if callable(one)
    and getattr(one, "__module__", "") == __name__
    and one.__annotations__.get("return") == "None"
    and not one.__name__.startswith("_")
]


@pytest.mark.parametrize("habit", one_in(10, HABITS), ids=lambda habit: habit.__name__)
def test_nobody_is_accused(habit: Callable[[Any], None], log: Any, audited: Any) -> None:
    """And the log is understood, whoever looks at it."""
    habit(log)
    found = {
        eyes: [f"{one.severity} {one.code} {one.step}: {one.did}" for one in rows]
        for eyes, options in EYES.items()
        if (rows := audited.findings(log, **options))
        and (
            len(rows) > 2
            or any(one.code == "log.unexplained" or one.severity in GRAVE for one in rows)
        )
    }
    assert not found


def test_a_raid_after_the_turn_with_not_a_word_is_out_of_turn(log: Any, codes: Codes) -> None:
    begun(log, "A4")
    course(log, 1, "C4")
    log.move("exeter", "A2").declare("END OF MOVEMENT", "British", turn=1)
    log.declare("NO CONTACT", "German", turn=1).end_of_turn(1)
    log.declare("RAID", "German", turn=2).move("graf_spee", "C4").roll("Commerce raid", 4)
    log.score_button(2).move("graf_spee", "Holding", LOG)
    course(log, 2, "D4")
    close(log, 2)
    assert "GS-3(3)" in codes(log, reveal=True)


def test_what_was_done_late_is_not_blamed_with_what_was_never_done(log: Any, codes: Codes) -> None:
    """The German never takes the points of a raid; the British only tidy up late."""
    begun(log, "A4")
    course(log, 1, "A3")
    log.move("ark_royal", "A2").declare("END OF MOVEMENT", "British", turn=1)
    log.declare("NO CONTACT", "German", turn=1)
    log.show("ark_royal").move("search_1", "B3")
    log.declare("AIR SEARCH", "British", "by Ark Royal", turn=1)
    log.declare("NOT FOUND", "German", turn=1)
    log.declare("RAID", "German", turn=1).move("graf_spee", "A3")
    log.move("graf_spee", "Holding", LOG).end_of_turn(1)
    course(log, 2, "B3")
    log.mask("ark_royal").move("search_1", "Markers").move("ark_royal", "A3")
    close(log, 2)
    course(log, 3, "B4")
    close(log, 3)
    assert codes(log, reveal=True) == ["GS-7(4)"]

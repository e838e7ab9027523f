"""More of how people play by e-mail: in the middle of combat, of searches, of refuelling, at the
last turn. Nobody is accused of any of it, whoever looks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.modules.graf_spee.turns import LOG, begun, close, course
from tests.sampling import one_in
from validator.audit import audit
from validator.audit.findings import Severity

GERMAN, BRITISH = "secret-one", "secret-two"
ATLANTIC, OUT = "Atlantic Cup", "Out of the Game"
EYES: dict[str, dict[str, Any]] = {
    "public": {},
    "british": {"side": "british"},
    "german": {"side": "german"},
    "revealed": {"reveal": True},
}
HABITS: dict[Callable[[Any], None], Severity] = {}


def habit(gravest: Severity = Severity.UNVERIFIABLE) -> Callable[..., Any]:
    """Add a log, and what an audit may say of it at most."""

    def register(script: Callable[[Any], None]) -> Callable[[Any], None]:
        HABITS[script] = gravest
        return script

    return register


def met(log: Any, *pieces: str, plot: str = "A2") -> Any:
    """The ship meets pieces in A2 in the first turn, and all is shown."""
    begun(log, "B2")
    course(log, 1, plot)
    for piece in pieces or ("exeter",):
        log.move(piece, plot)
    log.declare("END OF MOVEMENT", "British", turn=1).declare("CONTACT", "German", turn=1)
    return log.move("graf_spee", plot).show(*(pieces or ("exeter",)))


def gone(log: Any, turn: int = 1) -> Any:
    """The ship goes off the map and the turn ends."""
    return log.move("graf_spee", "Holding", LOG).end_of_turn(turn)


def raiding(log: Any, where: str = "B2") -> Any:
    """Nobody met the ship in the first turn, which may raid now."""
    begun(log, where)
    course(log, 1)
    log.move("exeter", "A1").declare("END OF MOVEMENT", "British", turn=1)
    return log.declare("NO CONTACT", "German", turn=1)


def searching(log: Any, start: str = "B4", to: str = "B3") -> Any:
    """Two carriers are on the map, and movement is over."""
    begun(log, start)
    course(log, 1, to)
    log.move("ark_royal", "A2").move("hermes", "A3")
    log.declare("END OF MOVEMENT", "British", turn=1)
    return log.declare("NO CONTACT", "German", turn=1)


# --- combat ----------------------------------------------------------------------------------


@habit(Severity.SUSPICIOUS)
def combat_dice_clicked_twice_with_an_apology(log: Any) -> None:
    met(log).roll("Graf Spee fires", 1, 2, 1).roll("Graf Spee fires", 5, 6, 1)
    log.say(GERMAN, "sorry, double click, the first roll counts")
    log.roll("Cruiser fires", 1, 2, by=BRITISH).mask("exeter")
    gone(log)
    course(log, 2, "B2")
    close(log, 2)


@habit(Severity.MISSING)
def all_dice_of_a_combat_told_in_the_chat(log: Any) -> None:
    met(log).say(GERMAN, "I roll 5 1 1 here, one hit").say(BRITISH, "3 and 4, nothing")
    log.move("exeter", ATLANTIC).score_button(1)
    gone(log)
    course(log, 2, "B2")
    close(log, 2)


@habit()
def a_cruiser_put_away_before_it_fired_back(log: Any) -> None:
    met(log).roll("Graf Spee fires", 5, 1, 1).move("exeter", ATLANTIC).score_button(1)
    log.say(BRITISH, "wait, she shoots as well").roll("Cruiser fires", 1, 2, by=BRITISH)
    gone(log)
    course(log, 2, "B2")
    close(log, 2)


@habit()
def the_wrong_piece_shown_first(log: Any) -> None:
    begun(log, "B2")
    course(log, 1, "A2")
    log.move("exeter", "A2").move("sussex", "A3")
    log.declare("END OF MOVEMENT", "British", turn=1).declare("CONTACT", "German", turn=1)
    log.move("graf_spee", "A2").show("sussex").say(BRITISH, "oops, that is the one in A3")
    log.mask("sussex").show("exeter")
    log.roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH).mask("exeter")
    gone(log)


@habit()
def a_piece_shown_before_the_contact(log: Any) -> None:
    begun(log, "B2")
    course(log, 1, "A2")
    log.move("exeter", "A2").show("exeter").say(BRITISH, "damn, wrong key").mask("exeter")
    log.declare("END OF MOVEMENT", "British", turn=1).declare("CONTACT", "German", turn=1)
    log.move("graf_spee", "A2").show("exeter")
    log.roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH).mask("exeter")
    gone(log)


@habit()
def a_carrier_turned_down_too_early_and_up_again(log: Any) -> None:
    searching(log, to="C4").show("ark_royal").move("search_1", "B3")
    log.declare("AIR SEARCH", "British", "by Ark Royal", turn=1).mask("ark_royal").show("ark_royal")
    log.declare("NOT FOUND", "German", turn=1).mask("ark_royal").end_of_turn(1)


@habit()
def a_dummy_taken_off_a_turn_later(log: Any) -> None:
    met(log, "dummy_1").mask("dummy_1")
    gone(log)
    course(log, 2, "B2")
    log.say(GERMAN, "your dummy is still there").move("dummy_1", OUT).move("sussex", "A3")
    close(log, 2)


@habit()
def two_cruisers_and_dice_in_any_order(log: Any) -> None:
    met(log, "exeter", "sussex").roll("Cruiser fires", 1, 2, by=BRITISH)
    log.roll("Graf Spee fires", 6, 5, 1).say(GERMAN, "at Sussex")
    log.roll("Cruiser fires", 1, 6, by=BRITISH).flip("graf_spee", 2)
    log.score_button(2).move("sussex", OUT).mask("exeter")
    gone(log)
    course(log, 2, "B2")
    close(log, 2)


@habit()
def a_layer_turned_too_often(log: Any) -> None:
    met(log).roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 6, 2, by=BRITISH)
    log.flip("graf_spee", 2).flip("graf_spee", 1).flip("graf_spee", 2).mask("exeter")
    gone(log)
    course(log, 2, "B2")
    close(log, 2)


@habit()
def a_carrier_and_a_dummy_met(log: Any) -> None:
    met(log, "hermes", "dummy_1").move("dummy_1", OUT)
    log.roll("Graf Spee fires", 5, 5, 1).score_button(6).move("hermes", OUT)
    gone(log)
    course(log, 2, "B2")
    close(log, 2)


# --- searches --------------------------------------------------------------------------------


@habit(Severity.MISSING)
def a_search_and_its_attack_in_the_chat(log: Any) -> None:
    searching(log).show("ark_royal").move("search_1", "B3").say(BRITISH, "B3?")
    log.say(GERMAN, "yes, found").move("graf_spee", "B3").say(BRITISH, "2 5 6: one hit")
    log.flip("graf_spee", 2).mask("ark_royal").move("search_1", "Markers")
    gone(log)
    course(log, 2, "B2")
    close(log, 2)


@habit()
def a_search_marker_laid_on_the_wrong_hex_first(log: Any) -> None:
    searching(log, to="C4").show("ark_royal").move("search_1", "B1")
    log.say(BRITISH, "sorry, B2 I mean").move("search_1", "B2")
    log.declare("AIR SEARCH", "British", "by Ark Royal", turn=1)
    log.declare("NOT FOUND", "German", turn=1).mask("ark_royal").move("search_1", "Markers")
    log.end_of_turn(1)


@habit(Severity.NOTE)
def a_search_marker_left_and_laid_anew(log: Any) -> None:
    searching(log, to="C4").show("ark_royal").move("search_1", "B3")
    log.declare("NOT FOUND", "German", turn=1).mask("ark_royal").end_of_turn(1)
    course(log, 2, "B3")
    log.declare("END OF MOVEMENT", "British", turn=2).declare("NO CONTACT", "German", turn=2)
    log.show("ark_royal").move("search_1", "Markers").move("search_1", "B3")
    log.declare("FOUND", "German", turn=2).move("graf_spee", "B3")
    log.roll("Air attack", 1, 2, 3, by=BRITISH).mask("ark_royal").move("search_1", "Markers")
    gone(log, 2)


@habit(Severity.NOTE)
def a_search_marker_put_away_too_early_and_back(log: Any) -> None:
    searching(log, to="C4").show("ark_royal").move("search_1", "B3")
    log.move("search_1", "Markers").show("hermes").move("search_1", "B3").mask("hermes")
    log.declare("NOT FOUND", "German", turn=1).mask("ark_royal").move("search_1", "Markers")
    log.end_of_turn(1)
    course(log, 2, "C4")
    close(log, 2)


@habit()
def not_found_clicked_and_then_found(log: Any) -> None:
    searching(log).show("ark_royal").move("search_1", "B3")
    log.declare("AIR SEARCH", "British", "by Ark Royal", turn=1)
    log.declare("NOT FOUND", "German", turn=1).say(GERMAN, "sorry, wrong button")
    log.declare("FOUND", "German", turn=1).move("graf_spee", "B3")
    log.roll("Air attack", 1, 2, 3, by=BRITISH).mask("ark_royal").move("search_1", "Markers")
    gone(log)
    course(log, 2, "B2")
    close(log, 2)


@habit()
def a_carrier_turned_down_before_the_answer(log: Any) -> None:
    searching(log, to="C4").show("hermes").declare("AIR SEARCH", "British", "by Hermes", turn=1)
    log.move("search_2", "B3").mask("hermes").move("search_2", "Markers")
    log.declare("NOT FOUND", "German", turn=1).end_of_turn(1)
    course(log, 2, "C4")
    close(log, 2)


# --- the ship's way, refuelling --------------------------------------------------------------


def _at_a_supply_ship(log: Any) -> Any:
    begun(log, "B3")
    return log


@habit()
def a_supply_ship_turned_after_the_navy_moved(log: Any) -> None:
    _at_a_supply_ship(log).move("plot", "E3", LOG).declare("COURSE LOGGED", "German", turn=1)
    log.declare("REFUEL", "German", turn=1)
    log.move("exeter", "A2").flip("supply_1", 2).declare("END OF MOVEMENT", "British", turn=1)
    log.declare("NO CONTACT", "German", turn=1).end_of_turn(1)
    course(log, 2, "D3")
    close(log, 2)


@habit()
def refuelling_thought_better_of(log: Any) -> None:
    _at_a_supply_ship(log).flip("supply_1", 2).move("plot", "E3", LOG).flip("supply_1", 1)
    course(log, 1, "D3")
    log.move("exeter", "A2")
    close(log, 1)
    course(log, 2, "C3")
    close(log, 2)


@habit()
def the_wrong_supply_ship_turned_and_put_right(log: Any) -> None:
    _at_a_supply_ship(log).flip("supply_2", 2).flip("supply_2", 1).flip("supply_1", 2)
    log.declare("REFUEL", "German", turn=1)
    course(log, 1, "E3")
    log.move("exeter", "A2")
    close(log, 1)
    course(log, 2, "D3")
    close(log, 2)


@habit(Severity.NOTE)
def the_wrong_supply_ship_turned_back_when_it_is_noticed(log: Any) -> None:
    begun(log, "B2").flip("supply_2", 2)
    course(log, 1, "B3")
    log.move("exeter", "A2")
    close(log, 1)
    log.say(GERMAN, "oops, that one was never used").flip("supply_2", 1)
    course(log, 2, "B2")
    close(log, 2)


@habit()
def supply_ships_laid_after_the_first_course(log: Any) -> None:
    log.move("plot", "B2", LOG).start().move("plot", "C3", LOG)
    for number, place in enumerate(("B3", "D3", "C5"), 1):
        log.move(f"supply_{number}", place, LOG)
    log.declare("COURSE LOGGED", "German", turn=1).move("exeter", "A2")
    close(log, 1)


# --- the Royal Navy --------------------------------------------------------------------------


@habit()
def a_piece_laid_at_the_wrong_ocean_first(log: Any) -> None:
    begun(log, "B4", indian=("sussex",))
    course(log, 1, "C4")
    log.move("exeter", "B6").say(BRITISH, "no, that is an Atlantic one").move("exeter", "A2")
    log.move("sussex", "A3").move("sussex", "B6")
    close(log, 1)


@habit()
def extra_moves_clicked_by_mistake(log: Any) -> None:
    begun(log, "B4")
    course(log, 1, "C4")
    log.move("exeter", "A2").extra_moves(4, turn=1, score=1)
    log.say(BRITISH, "wrong button, sorry").score_button(0)
    close(log, 1)
    course(log, 2, "C4")
    close(log, 2)


@habit()
def a_piece_in_the_wrong_hex_put_right_next_turn(log: Any) -> None:
    begun(log, "B5")
    course(log, 1, "C5")
    log.move("exeter", "A2")
    close(log, 1)
    course(log, 2, "C6")
    log.move("exeter", "B3")
    close(log, 2)
    log.say(BRITISH, "I meant A3 last turn, all right?").say(GERMAN, "sure").move("exeter", "A3")
    course(log, 3, "C5")
    log.move("exeter", "A4")
    close(log, 3)


@habit()
def the_opponents_markers_moved_for_him(log: Any) -> None:
    met(log).roll("Graf Spee fires", 5, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.move("exeter", ATLANTIC).move("score", "Score 1", by=BRITISH)
    log.move("graf_spee", "Holding", LOG).move("turn", "Turn 2", by=BRITISH)
    course(log, 2, "B2")
    log.move("sussex", "A3").move("turn", "Turn 3", by=BRITISH)


@habit()
def a_turn_with_no_button_but_the_course(log: Any) -> None:
    begun(log, "B5")
    course(log, 1, "C5")
    log.move("exeter", "A2").move("sussex", "A1").say(GERMAN, "nothing, go on")
    course(log, 2, "C6").move("turn", "Turn 2").move("exeter", "A3").move("sussex", "B1")
    log.say(GERMAN, "nope").move("plot", "C5", LOG).move("turn", "Turn 3")
    log.move("sussex", "B2")


# --- raids and pursuit -----------------------------------------------------------------------


@habit()
def a_raid_rolled_before_the_ship_is_shown(log: Any) -> None:
    raiding(log).roll("Commerce raid", 5).say(GERMAN, "that was my raid")
    log.move("graf_spee", "B2").declare("RAID", "German", turn=1).score_button(2)
    gone(log)
    course(log, 2, "C3")
    close(log, 2)


@habit()
def a_troopship_rolled_for_without_need(log: Any) -> None:
    raiding(log, "A3").declare("RAID", "German", turn=1).move("graf_spee", "A3")
    log.roll("Commerce raid", 2).say(GERMAN, "oh, a troopship, no die needed").score_button(2)
    gone(log)
    course(log, 2, "B3")
    close(log, 2)


@habit()
def a_raider_laid_on_the_wrong_hex_first(log: Any) -> None:
    raiding(log, "A3").declare("RAID", "German", turn=1).move("graf_spee", "B3")
    log.move("graf_spee", "A3").score_button(2)
    gone(log)
    course(log, 2, "B3")
    close(log, 2)


@habit()
def points_of_a_raid_by_buttons_and_hand(log: Any) -> None:
    raiding(log).declare("RAID", "German", turn=1).move("graf_spee", "B2")
    log.roll("Commerce raid", 6).score_button(1).score_button(2).move("score", "Score 3")
    log.move("score", "Score 2")
    gone(log)
    course(log, 2, "C3")
    close(log, 2)


@habit()
def a_pursuit_thought_better_of(log: Any) -> None:
    met(log).roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.declare("PURSUIT", "British", "by Exeter", turn=1).move("pursuit", "A2")
    log.undo(BRITISH).undo(BRITISH).say(BRITISH, "no, let her run").mask("exeter")
    gone(log)
    course(log, 2, "B4")
    log.move("exeter", "A3")
    close(log, 2)


@habit(Severity.MISSING)
def extra_moves_told_in_the_chat_and_a_raid_rolled_twice(log: Any) -> None:
    """The die of the extra moves is told, so the point is booked for them, not for the raid."""
    begun(log, "B4")
    course(log, 1, "C4").move("exeter", "A2")
    close(log, 1)
    course(log, 2, "D4").score_button(1).say(BRITISH, "extra moves: rolled 3")
    log.move("exeter", "A3").declare("END OF MOVEMENT", "British", turn=2)
    log.declare("NO CONTACT", "German", turn=2).declare("RAID", "German", turn=2)
    log.move("graf_spee", "D4").roll("Commerce raid", 3).roll("Commerce raid", 5)
    log.move("graf_spee", "Holding", LOG).end_of_turn(2)
    course(log, 3, "C4").move("exeter", "A2").declare("END OF MOVEMENT", "British", turn=3)
    log.declare("NO CONTACT", "German", turn=3).declare("RAID", "German", turn=3)
    log.move("graf_spee", "C4").end_of_turn(3).score_button(3)
    course(log, 4, "B4").move("graf_spee", "Holding", LOG)
    close(log, 4)


# --- the end ---------------------------------------------------------------------------------


@habit()
def an_escape_and_everything_shown_afterwards(log: Any) -> None:
    begun(log, "A3")
    course(log, 1, "A2")
    log.move("exeter", "A1").move("hermes", "A3")
    close(log, 1)
    log.move("graf_spee", "Atlantic Ocean").declare("ESCAPE", "German", turn=2)
    log.say(GERMAN, "gg").show("exeter").show("hermes").move("graf_spee", "A2")
    log.say(BRITISH, "so that is where you were").move("graf_spee", "Atlantic Ocean")


@habit()
def a_sinking_with_its_die_in_the_chat(log: Any) -> None:
    met(log).roll("Graf Spee fires", 5, 1, 1).roll("Cruiser fires", 6, 6, by=BRITISH)
    log.score_button(1).say(GERMAN, "sunk; I lose a 3").move("exeter", ATLANTIC)
    log.move("graf_spee", OUT).score_button(0)


@habit()
def two_points_booked_for_damage_and_put_right_a_turn_later(log: Any) -> None:
    met(log).roll("Graf Spee fires", 5, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.move("exeter", ATLANTIC).score_button(2)
    gone(log)
    log.say(BRITISH, "only 1 for damage").score_button(1)
    course(log, 2, "B2")
    close(log, 2)


@habit()
def extra_moves_rolled_on_the_desk(log: Any) -> None:
    begun(log, "B4")
    course(log, 1, "C4")
    log.say(BRITISH, "I buy moves: 4 on my desk").move("score", "Score 1", by=BRITISH)
    for piece in ("exeter", "sussex", "hermes", "dummy_1", "renown"):
        log.move(piece, "A2")
    close(log, 1)


@habit()
def a_pursuit_declared_when_the_turn_was_over(log: Any) -> None:
    met(log).roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.mask("exeter").end_of_turn(1).say(BRITISH, "and Exeter pursues")
    log.declare("PURSUIT", "British", "by Exeter", turn=1).move("pursuit", "A2")
    log.move("plot", "B4", LOG).move("graf_spee", "B4").declare("OPEN COURSE", "German", turn=2)
    log.move("pursuit", "Markers").move("exeter", "A3")
    log.declare("END OF MOVEMENT", "British", turn=2).declare("NO CONTACT", "German", turn=2)
    gone(log, 2)


@habit()
def a_pursuit_marked_when_the_turn_was_over(log: Any) -> None:
    met(log).roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.mask("exeter").end_of_turn(1).say(BRITISH, "and Exeter pursues").move("pursuit", "A2")
    log.move("plot", "B4", LOG).move("graf_spee", "B4").declare("OPEN COURSE", "German", turn=2)
    log.move("pursuit", "Markers").move("exeter", "A3")
    log.declare("END OF MOVEMENT", "British", turn=2).declare("NO CONTACT", "German", turn=2)
    gone(log, 2)


@habit()
def given_up_in_the_middle_and_all_shown(log: Any) -> None:
    met(log, "exeter", "dummy_1").say(GERMAN, "I must go, I resign. Show me?")
    log.move("sussex", "A3").show("sussex")
    log.move("hermes", "A1").show("hermes").move("plot", "E1", LOG)


@habit()
def given_up_and_asked_where_the_ship_is(log: Any) -> None:
    begun(log, "B4")
    course(log, 1, "C4")
    log.move("exeter", "A2").move("hermes", "A3")
    close(log, 1)
    log.say(BRITISH, "I give up, where are you?").move("graf_spee", "C4")
    log.show("exeter").show("hermes").move("supply_1", "E1", LOG)


# --- clicks that were none, and logs that begin in the middle ---------------------------------


@habit()
def an_air_attack_clicked_by_mistake(log: Any) -> None:
    searching(log, to="C4").show("ark_royal").move("search_1", "B3")
    log.declare("NOT FOUND", "German", turn=1).roll("Air attack", 5, 2, 3, by=BRITISH)
    log.mask("ark_royal").move("search_1", "Markers").end_of_turn(1)
    course(log, 2, "C4")
    close(log, 2)


@habit()
def raid_clicked_again_before_the_navy_moved(log: Any) -> None:
    raiding(log).declare("RAID", "German", turn=1).move("graf_spee", "B2")
    log.roll("Commerce raid", 1).end_of_turn(1)
    course(log, 2)
    log.declare("RAID", "German", turn=2).say(GERMAN, "sorry, wrong button")
    log.move("exeter", "A3")
    close(log, 2)
    course(log, 3, "B3")
    close(log, 3)


@habit()
def contact_clicked_while_the_navy_moved(log: Any) -> None:
    begun(log, "B2")
    course(log, 1, "B3")
    log.move("exeter", "A2").declare("CONTACT", "German", turn=1)
    log.say(GERMAN, "sorry, wrong button").move("sussex", "A3").tracker(1, 2)
    log.declare("END OF MOVEMENT", "British", turn=1).declare("NO CONTACT", "German", turn=1)
    log.declare("RAID", "German", turn=1).move("graf_spee", "B3")
    log.roll("Commerce raid", 5).score_button(2)
    gone(log)


@habit()
def buttons_clicked_while_the_pieces_were_divided(log: Any) -> None:
    log.start().declare("NO CONTACT", "German", turn=1)
    log.drag(["exeter"], "Indian Cup").declare("FOUND", "German", turn=1)
    log.drag(["sussex", "hermes"], "Indian Cup")
    log.move("plot", "A2", LOG)
    for number, place in enumerate(("B3", "D3", "C5"), 1):
        log.move(f"supply_{number}", place, LOG)
    log.move("graf_spee", "Atlantic Ocean").declare("ESCAPE", "German", turn=1)


@habit()
def an_open_course_plotted_in_two_drags(log: Any) -> None:
    met(log).roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.mask("exeter").declare("PURSUIT", "British", "by Exeter", turn=1).move("pursuit", "A2")
    gone(log)
    log.move("plot", "B2", LOG).move("pursuit", "Markers").move("plot", "B3", LOG)
    log.move("graf_spee", "B3").declare("OPEN COURSE", "German", turn=2)
    close(log, 2)


@habit()
def a_log_begun_when_more_moves_had_been_paid(log: Any) -> None:
    begun(log, "B5", indian=("sussex",))
    course(log, 1, "C5")
    log.extra_moves(4, turn=1, score=1).tracker(1, 1).move("exeter", "A2").start()
    for piece, place in (("hermes", "A1"), ("renown", "A2"), ("dummy_1", "A3"), ("sussex", "B6")):
        log.move(piece, place)
    close(log, 1)


@habit()
def a_log_begun_when_a_troopship_had_been_raided(log: Any) -> None:
    begun(log, "A3").score_button(2).end_of_turn(1).start()
    course(log, 2, "A3")
    log.declare("END OF MOVEMENT", "British", turn=2).declare("NO CONTACT", "German", turn=2)
    log.declare("RAID", "German", turn=2).move("graf_spee", "A3").roll("Commerce raid", 1)
    gone(log, 2)


def findings(log: Any, folder: Path, gravest: Severity) -> dict[str, list[str]]:
    """What is said beyond what may be said, in each view."""
    path = log.save(folder / "game.vlog")
    grave = {}
    for eyes, options in EYES.items():
        found = [f for f in audit([path], **options).findings if f.severity is not Severity.NOTE]
        rows = [
            f"{one.severity} {one.code} {one.step}: {one.did}"
            for one in found
            if len(found) > 2 or one.severity.rank < gravest.rank or one.code == "log.unexplained"
        ]
        if rows:
            grave[eyes] = rows
    return grave


@pytest.mark.parametrize("script", one_in(20, HABITS), ids=lambda one: one.__name__)
def test_nobody_is_accused(script: Callable[[Any], None], log: Any, tmp_path: Path) -> None:
    script(log)
    assert not findings(log, tmp_path, HABITS[script])

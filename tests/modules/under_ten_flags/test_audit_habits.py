"""Honest play by careless hands, as people play by mail: nobody is accused, in any view."""

from __future__ import annotations

import pytest

from tests.modules.under_ten_flags.beginnings import (
    athelking_escapes,
    fires_on_the_automedon,
    first_cards,
    greys,
    into_the_grey,
    searches,
    second_set,
    under_low_morale,
)
from tests.modules.under_ten_flags.careless import Habits, Script, accuses_nobody
from tests.modules.under_ten_flags.table import BRITISH, GERMAN, Voyages
from tests.sampling import one_in
from validator.audit.findings import Severity

habit = Habits()


def _rested(table: Voyages) -> None:
    under_low_morale(table)
    table.press(GERMAN, "rest")


# --- tidied late -------------------------------------------------------------------------------


@habit()
def morale_is_marked_when_the_next_card_is_turned(table: Voyages) -> None:
    _rested(table)
    table.card("hearts_5")
    table.german("fatigue", "Fresh")
    table.sail_all(*table.at_sea())
    table.draw("c4", "od_1", "od_2", "ole_jacob")
    table.card("clubs_7")


@habit()
def morale_is_marked_two_cards_later(table: Voyages) -> None:
    _rested(table)
    table.card("clubs_8")
    table.card("hearts_5")
    table.german("fatigue", "Fresh")
    table.sail_all(*table.at_sea())
    table.draw("c4", "od_1", "od_2", "ole_jacob")
    table.card("clubs_7")


@habit()
def a_ship_is_put_away_after_the_next_plot(table: Voyages) -> None:
    _escaped(table)
    table.card("clubs_2")
    table.plot("1006")
    table.german("atlantis", "Held")
    table.card("hearts_1")


@habit()
def a_ship_is_put_away_after_the_card_behind_the_next_plot(table: Voyages) -> None:
    """Who does not see the plot must not miss it."""
    _escaped(table)
    table.card("clubs_2")
    table.plot("1006")
    table.card("hearts_1")
    table.german("atlantis", "Held")
    table.sail_all("c1")
    second_set(table)


def _escaped(table: Voyages) -> None:
    table.set_up("0907")
    searches(table, 3)
    athelking_escapes(table)


@habit()
def a_box_is_marked_when_the_next_card_is_turned(table: Voyages) -> None:
    table.set_up("0907")
    table.card("clubs_1")
    table.plot("0906")
    table.german("disguise", "Soviet")
    table.german("atlantis", "0906")
    table.roll(GERMAN, "atlantis_search", 4)
    athelking_escapes(table)
    table.german("disguise", "Held")
    table.german("atlantis", "Held")
    table.card("hearts_1")
    table.choose(GERMAN, "mark_soviet", "Flip")
    table.sail_all("c1")
    second_set(table)


@habit()
def points_are_booked_when_the_next_card_is_turned(table: Voyages) -> None:
    _sunk(table)
    table.german("atlantis", "Held")
    table.card("hearts_1")
    table.points(6)
    second_set(table)


def _sunk(table: Voyages) -> None:
    fires_on_the_automedon(table, 3)
    table.choose(BRITISH, "automedon", "Turn over")
    table.british("clubs_jack", "Cruiser Discards")
    table.british("automedon", "Sunk or Prize")
    table.set_aside("c1", "od_3", "od_7")


@habit()
def a_set_is_laid_aside_when_the_next_card_is_turned(table: Voyages) -> None:
    fires_on_the_automedon(table, 3)
    table.choose(BRITISH, "automedon", "Turn over")
    table.british("automedon", "Sunk or Prize")
    table.british("clubs_jack", "Cruiser Discards")
    table.points(6)
    table.german("atlantis", "Held")
    table.card("hearts_1")
    table.set_aside("c1", "od_3", "od_7")
    second_set(table)


@habit()
def a_counter_slips_onto_the_map_and_is_taken_back(table: Voyages) -> None:
    table.set_up("1505")
    table.german("atlantis", "1301")
    table.stage.say(GERMAN, "oops, it slid off my tray; I am not there")
    table.german("atlantis", "Held")
    table.card("clubs_1")
    table.plot("1506")
    table.card("hearts_1")
    table.sail_all("c1")
    second_set(table)


# --- plots -------------------------------------------------------------------------------------


@habit()
def a_plot_is_written_when_the_next_card_is_turned(table: Voyages) -> None:
    table.set_up("1505")
    table.card("clubs_1")
    table.card("hearts_1")
    table.plot("1506")
    table.sail_all("c1")
    second_set(table)
    table.plot("1507")


@habit()
def a_plot_is_thought_better_of(table: Voyages) -> None:
    table.set_up("1505")
    table.card("clubs_1")
    table.german("plot_atlantis", "1506", "german_plot")
    table.german("plot_atlantis", "1504", "german_plot")
    table.press(GERMAN, "plotted")
    table.card("hearts_1")
    table.sail_all("c1")
    second_set(table)
    table.plot("1503")


@habit()
def two_courses_are_written_in_one_go_when_the_second_card_lies(table: Voyages) -> None:
    table.set_up("1505")
    table.card("clubs_1")
    table.card("clubs_2", BRITISH)
    table.german("plot_atlantis", "1506", "german_plot")
    table.plot("1507")
    table.card("hearts_1")
    table.sail_all("c1")


@habit()
def a_button_that_counts_on_is_clicked_twice(table: Voyages) -> None:
    table.set_up("1505")
    for card, plot in (("clubs_1", "1506"), ("clubs_2", "1507")):
        table.card(card)
        table.plot(plot)
        table.press(GERMAN, "plotted")
    table.card("hearts_1")


@habit()
def a_stopped_move_is_taken_back_when_the_next_card_is_turned(table: Voyages) -> None:
    into_the_grey(table)
    table.german("fatigue", "Fatigued")
    table.roll(GERMAN, "morale_check", 6, 6)
    table.card("clubs_6")
    table.german("plot_atlantis", "1509", "german_plot")
    table.plot("1510")
    table.card("clubs_7")


def _escorted(table: Voyages) -> str:
    """The Devonshire sails with C1; where that goes on the card that is turned."""
    table.set_up("1505", devonshire="0906", escort="devonshire")
    table.card("hearts_1")
    return table.next_hex("c1")


@habit()
def the_plot_of_an_escort_goes_before_its_convoy(table: Voyages) -> None:
    table.british("plot_devonshire", _escorted(table), "british_plot")
    table.sail_all("c1")
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("clubs_1")


@habit()
def the_plot_of_an_escort_follows_when_the_next_card_is_turned(table: Voyages) -> None:
    there = _escorted(table)
    table.sail_all("c1")
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("clubs_1")
    table.plot("1506")
    table.british("plot_devonshire", there, "british_plot")
    table.card("clubs_2")


def _cruisers_hunt(table: Voyages) -> None:
    """A ship is lost, a cruiser is active, and a first set sails."""
    table.set_up("0906", ship="automedon")
    table.card("clubs_1")
    table.plot("0906")
    table.sink("c1", "automedon", "od_3", "od_7", 6)
    table.card("hearts_1")
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("hearts_2")
    table.sail_all("c2")


@habit()
def a_cruiser_is_plotted_when_the_ships_have_sailed(table: Voyages) -> None:
    _cruisers_hunt(table)
    table.british("plot_devonshire", "1202", "british_plot")
    table.draw("c3", "od_1", "od_4", "zamzam")
    table.card("clubs_2")


@habit()
def a_cruiser_is_plotted_when_the_next_card_is_turned(table: Voyages) -> None:
    _cruisers_hunt(table)
    table.draw("c3", "od_1", "od_4", "zamzam")
    table.card("clubs_2")
    table.british("plot_devonshire", "1202", "british_plot")
    table.plot("0907")
    table.card("clubs_3")


# --- cards -------------------------------------------------------------------------------------


@habit()
def a_card_is_turned_and_the_turning_undone(table: Voyages) -> None:
    table.set_up("1505")
    table.card("clubs_1")
    table.stage.undo()
    table.card("clubs_1")
    table.plot("1506")
    table.card("hearts_1", BRITISH)
    table.sail_all("c1")
    second_set(table)


@habit()
def the_other_player_turns_the_cards_and_marks_morale(table: Voyages) -> None:
    table.set_up("1505")
    greys(table, "1506", "1507", "1508", "1509")
    table.card("clubs_5", BRITISH)
    table.plot("1510")
    table.roll(BRITISH, "morale_check", 4, 4)
    table.german("fatigue", "Fatigued")
    table.card("hearts_7", BRITISH)


# --- dice --------------------------------------------------------------------------------------


@habit()
def a_die_is_thrown_in_a_quiet_moment(table: Voyages) -> None:
    table.set_up("1505")
    table.roll(BRITISH, "gun_range", 3)
    table.card("clubs_1")
    table.roll(GERMAN, "atlantis_search", 3)
    table.plot("1506")
    table.card("hearts_1")


@habit(Severity.SUSPICIOUS)
def a_search_is_clicked_twice_and_the_first_counts(table: Voyages) -> None:
    table.set_up("0907")
    searches(table, 3)
    table.roll(GERMAN, "atlantis_search", 6)
    athelking_escapes(table)
    table.german("atlantis", "Held")
    table.card("hearts_1")


@habit(Severity.MISSING)
def the_counter_search_is_thrown_on_the_desk(table: Voyages) -> None:
    table.set_up("0907")
    searches(table, 3)
    table.british("athelking", "British Sighting")
    table.british("athelking", "C1 Ship", "od_display")
    table.german("atlantis", "Held")
    table.card("hearts_1")


@habit(Severity.MISSING)
def the_gun_range_is_thrown_on_the_desk(table: Voyages) -> None:
    table.set_up("0907", ship="automedon")
    searches(table, 2)
    table.british("automedon", "British Sighting")
    table.roll(BRITISH, "acv_counter", 4)
    table.british("automedon", "Gun Range")
    table.choose(BRITISH, "automedon", "Turn over")
    table.british("clubs_jack", "Cruiser Discards")
    table.british("automedon", "Sunk or Prize")
    table.set_aside("c1", "od_3", "od_7")
    table.points(6)
    table.german("atlantis", "Held")
    table.card("hearts_1")


@habit()
def a_log_ends_between_the_two_flips_of_a_uboats_box(table: Voyages) -> None:
    into_the_grey(table)
    table.roll(GERMAN, "uboat", 6)
    table.choose(GERMAN, "mark_uboat_2", "Flip")


@habit(Severity.MISSING)
def a_uboats_die_is_thrown_on_the_desk(table: Voyages) -> None:
    into_the_grey(table)
    table.german("fatigue", "Fatigued")
    table.german("fatigue", "Fresh")
    table.choose(GERMAN, "mark_uboat_2", "Flip")
    table.roll(GERMAN, "morale_check", 5, 5)
    table.card("hearts_5")


@habit(Severity.MISSING)
def a_uboats_die_is_told_and_morale_marked_after_the_check(table: Voyages) -> None:
    into_the_grey(table)
    table.german("fatigue", "Fatigued")
    table.roll(GERMAN, "morale_check", 3, 3)
    table.german("fatigue", "Fresh")
    table.card("hearts_5")


# --- looks and words -----------------------------------------------------------------------------


@habit()
def the_british_look_at_their_own_ship(table: Voyages) -> None:
    first_cards(table)
    table.choose(BRITISH, "athelking", "Turn over")
    table.choose(BRITISH, "athelking", "Turn over")
    table.sail_all("c1")
    second_set(table)


@habit()
def a_search_is_said_and_called_off(table: Voyages) -> None:
    table.set_up("0907")
    table.card("clubs_1")
    table.plot("0906")
    table.press(GERMAN, "searches")
    table.stage.say(GERMAN, "sorry, wrong button")
    table.card("hearts_1")


@habit()
def the_joker_is_put_back_by_hand_after_a_word(table: Voyages) -> None:
    table.set_up()
    table.card("joker")
    table.stage.say(BRITISH, "too early, put it back")
    table.german("joker", "Activation Deck")
    table.card("clubs_1")
    table.plot("1506")
    table.card("hearts_1")


@pytest.mark.parametrize("script", one_in(9, habit), ids=lambda one: one.__name__)
def test_a_habit_accuses_nobody(script: Script) -> None:
    accuses_nobody(script, habit[script])

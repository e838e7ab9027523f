"""Mistakes that people put right, and cards turned too early: nobody is accused, in any view."""

from __future__ import annotations

import pytest

from tests.modules.under_ten_flags.beginnings import first_cards, searches, second_set
from tests.modules.under_ten_flags.careless import Habits, Script, accuses_nobody
from tests.modules.under_ten_flags.table import BRITISH, GERMAN, Voyages
from tests.sampling import one_in

habit = Habits()


# --- put right -----------------------------------------------------------------------------------


@habit()
def a_ship_goes_back_from_the_guns_for_its_counter_search(table: Voyages) -> None:
    table.set_up("0907", ship="automedon")
    searches(table, 2)
    table.british("automedon", "Gun Range")
    table.stage.say(BRITISH, "hold on, my counter-search")
    table.british("automedon", "British Sighting")
    table.roll(BRITISH, "acv_counter", 4)
    table.british("automedon", "Gun Range")
    table.roll(GERMAN, "gun_range", 3)
    _sunk_and_on(table)


def _sunk_and_on(table: Voyages) -> None:
    table.choose(BRITISH, "automedon", "Turn over")
    table.british("automedon", "Sunk or Prize")
    table.set_aside("c1", "od_3", "od_7")
    table.british("clubs_jack", "Cruiser Discards")
    table.points(6)
    table.german("atlantis", "Held")
    table.card("hearts_1")


@habit()
def the_turn_marker_goes_on_when_the_next_card_lies(table: Voyages) -> None:
    first_cards(table)
    table.sail_all("c1")
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("joker")
    for card in [one for one in table.stage.tables.cards if table._discarded(one)]:
        table.german(card, "Activation Deck")
    table.card("clubs_2")
    table.plot("1507")
    table.german("game_turn", "Turn 2")
    table.card("hearts_3")


@habit()
def a_plot_is_written_before_its_card(table: Voyages) -> None:
    first_cards(table)
    table.sail_all("c1")
    table.german("plot_atlantis", "1507", "german_plot")
    second_set(table)
    table.press(GERMAN, "plotted")
    table.card("clubs_3")


@habit()
def an_escort_is_laid_with_the_wrong_set_first(table: Voyages) -> None:
    table.set_up("1505", devonshire="0906")
    table.british("devonshire", "C2 Ship", "od_display")
    table.british("devonshire", "C1 Ship", "od_display")
    table.choose(BRITISH, "devonshire", "Flip")
    table.card("clubs_1")
    table.plot("1506")
    table.card("hearts_1")
    table.sail_all("c1")
    table.british("plot_devonshire", table.stage.where("c1"), "british_plot")
    second_set(table)


@habit()
def a_reaction_is_thrown_before_it_is_said(table: Voyages) -> None:
    table.set_up("0907", escort="devonshire", devonshire="0906")
    table.choose(BRITISH, "devonshire", "Flip")
    searches(table, 1)
    table.roll(BRITISH, "reaction", 5)
    table.press(BRITISH, "reacts")
    table.british("devonshire", "0906")
    table.british("devonshire", "C1 Ship", "od_display")
    table.german("atlantis", "Held")
    table.card("hearts_1")
    table.sail_all("c1")
    table.british("plot_devonshire", table.stage.where("c1"), "british_plot")
    second_set(table)


@habit()
def a_search_where_no_ship_is_is_called_off(table: Voyages) -> None:
    table.set_up("1005")
    table.card("clubs_1")
    table.plot("1006")
    table.press(GERMAN, "searches")
    table.german("atlantis", "1006")
    table.stage.say(BRITISH, "C1 is in 0906")
    table.stage.say(GERMAN, "oops, never mind")
    table.german("atlantis", "Held")
    table.card("hearts_1")
    table.sail_all("c1")
    second_set(table)


@habit()
def a_convoy_sails_two_hexes_and_is_put_back(table: Voyages) -> None:
    first_cards(table)
    first = table.next_hex("c1")
    table.british("c1", first)
    table.british("c1", table.next_hex("c1"))
    table.stage.say(GERMAN, "only one hex")
    table.british("c1", first)
    table.choose(BRITISH, "c1", "Flip")
    table.point("c1")
    second_set(table)


@habit()
def a_new_set_is_drawn_before_the_others_sail(table: Voyages) -> None:
    first_cards(table)
    table.draw("c2", "od_9", "od_10", "teddy")
    table.sail_all("c1")
    table.card("clubs_2")
    table.plot("1507")


@habit()
def a_log_ends_while_a_ship_is_dragged(table: Voyages) -> None:
    """It will be dragged on, or put back, in the next file."""
    first_cards(table)
    table.british("c1", "0807")


# --- a card turned too early -------------------------------------------------------------------


@habit()
def a_card_is_turned_before_the_british_have_drawn_a_set(table: Voyages) -> None:
    first_cards(table)
    table.sail_all("c1")
    table.card("clubs_2")
    table.stage.say(BRITISH, "wait, I still draw a set")
    table.draw("c2", "od_9", "od_10", "teddy")
    table.plot("1507")
    table.card("hearts_2")
    table.sail_all("c1", "c2")


@habit()
def a_card_is_turned_before_a_set_has_sailed(table: Voyages) -> None:
    first_cards(table)
    table.sail_all("c1")
    second_set(table)
    table.plot("1507")
    table.card("hearts_2")
    table.sail_all("c1")
    table.draw("c3", "od_1", "od_2", "ole_jacob")
    table.card("clubs_3", BRITISH)
    table.stage.say(BRITISH, "sorry, forgot to sail C2")
    table.sail_all("c2")
    table.plot("1508")
    table.card("hearts_3")


@habit()
def a_card_is_turned_before_the_german_has_plotted(table: Voyages) -> None:
    table.set_up("1505")
    table.card("clubs_1")
    table.card("clubs_2")
    table.stage.say(GERMAN, "oh, I forgot to plot for the first one")
    table.plot("1506")
    table.plot("1507")
    table.card("hearts_1")
    table.sail_all("c1")


@pytest.mark.parametrize("script", one_in(9, habit), ids=lambda one: one.__name__)
def test_a_habit_accuses_nobody(script: Script) -> None:
    accuses_nobody(script, habit[script])

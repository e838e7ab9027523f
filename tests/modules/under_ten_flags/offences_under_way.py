"""Offences of the set-up, of the cards, and of routes, cruisers and Atlantis under way."""

from __future__ import annotations

from tests.modules.under_ten_flags.beginnings import athelking_escapes, searches
from tests.modules.under_ten_flags.offences_planted import Offence, into
from tests.modules.under_ten_flags.table import BRITISH, BRITISH_PLOT, GERMAN, Voyages

OFFENCES: list[Offence] = []
offence = into(OFFENCES)


SETS = (
    ("c2", "od_9", "od_11", "teddy"),
    ("c3", "od_1", "od_4", "zamzam"),
    ("c4", "od_8", "od_12", "ole_jacob"),
)


def british_activation(table: Voyages, number: int) -> None:
    """A whole British activation: all sail, a new set comes."""
    table.card(f"hearts_{number}")
    table.sail_all(*table.at_sea())
    table.draw(*SETS[number - 1])


# --- set-up --------------------------------------------------------------------------------


@offence("UTF-3.3.2f", public=False)
def a_cruiser_starts_far_from_the_entry(table: Voyages) -> int:
    table.german("plot_atlantis", "1505", "german_plot")
    table.draw("c1", "od_3", "od_7", "athelking")
    step = table.british("plot_devonshire", "1404", BRITISH_PLOT)
    table.british("plot_dorsetshire", "1201", BRITISH_PLOT)
    table.card("clubs_1")
    return step


@offence("UTF-3.3.2c")
def the_first_marker_stands_on_no_origin(table: Voyages) -> int:
    table.german("plot_atlantis", "1505", "german_plot")
    table.british("od_3", "C1 Origin", "od_display")
    table.british("od_7", "C1 Destination", "od_display")
    table.british("athelking", "C1 Ship", "od_display")
    step = table.british("c1", "1006")
    table.british("plot_devonshire", "1201", BRITISH_PLOT)
    table.british("plot_dorsetshire", "1201", BRITISH_PLOT)
    table.card("clubs_1")
    return step


@offence("UTF-3.3", public=False)
def the_british_set_up_first(table: Voyages) -> int:
    table.british("od_3", "C1 Origin", "od_display")
    table.british("od_7", "C1 Destination", "od_display")
    step = table.british("athelking", "C1 Ship", "od_display")
    table.british("c1", "0906")
    table.british("plot_devonshire", "1201", BRITISH_PLOT)
    table.british("plot_dorsetshire", "1201", BRITISH_PLOT)
    table.german("plot_atlantis", "1505", "german_plot")
    table.card("clubs_1")
    return step


# --- cards ---------------------------------------------------------------------------------


@offence("UTF-5.1a")
def the_british_act_on_a_third_red_card(table: Voyages) -> int:
    table.set_up()
    british_activation(table, 1)
    british_activation(table, 2)
    table.card("hearts_3")
    step = table.sail("c1", table.next_hex("c1"))
    table.card("clubs_1")
    return step


@offence("UTF-4.0c")
def the_british_move_on_a_black_card(table: Voyages) -> int:
    table.set_up()
    table.card("clubs_1")
    table.plot("1506")
    step = table.sail("c1", table.next_hex("c1"))
    table.card("hearts_9")
    return step


@offence("UTF-5.1b", public=True)
def an_early_joker_is_not_shuffled_back(table: Voyages) -> int:
    table.set_up()
    table.card("clubs_1")
    table.plot("1506")
    table.card("joker")
    return table.card("hearts_1")


@offence("UTF-5.1d", "UTF-3.4a")
def the_turn_goes_on_after_the_joker(table: Voyages) -> int:
    table.set_up()
    table.card("clubs_1")
    table.plot("1506")
    british_activation(table, 1)
    table.card("joker")
    return table.card("hearts_2")


# --- routes --------------------------------------------------------------------------------


@offence("UTF-6.1c")
def a_set_does_not_move(table: Voyages) -> int:
    table.set_up()
    table.card("hearts_1")
    table.draw(*SETS[0])
    return table.card("clubs_1")


@offence("UTF-6.1a")
def a_set_moves_two_hexes(table: Voyages) -> int:
    table.set_up()
    table.card("hearts_1")
    step = table.sail("c1", "1107")
    table.draw(*SETS[0])
    table.card("clubs_1")
    return step


@offence("UTF-4.1.4a", "UTF-6.2b")
def a_set_sails_a_longer_way(table: Voyages) -> int:
    table.set_up()
    british_activation(table, 1)
    table.card("hearts_2")
    here = table.stage.where("c1")
    tables = table.stage.tables
    goal = table.goals["c1"]
    away = max(tables.neighbours[here], key=lambda one: tables.distance[goal].get(one, 0))
    step = table.sail("c1", away)
    table.sail_all("c2")
    table.draw(*SETS[1])
    table.card("clubs_1")
    return step


@offence("UTF-6.3a", "UTF-4.1")
def a_set_is_taken_off_when_it_arrives(table: Voyages) -> int:
    table.set_up(origin="od_5", destination="od_6")
    british_activation(table, 1)
    table.card("clubs_1")
    table.plot("1505")
    british_activation(table, 2)
    table.card("clubs_2")
    table.plot("1505")
    table.card("hearts_3")
    table.sail_all(*table.at_sea())
    step = table.leave("c1", "od_5", "od_6", "athelking")
    table.draw(*SETS[2])
    table.card("clubs_3")
    return step


@offence("UTF-4.1.6")
def no_new_set_is_drawn(table: Voyages) -> int:
    table.set_up()
    table.card("hearts_1")
    table.sail_all("c1")
    return table.card("clubs_1")


@offence("DU-7")
def two_new_sets_are_drawn(table: Voyages) -> int:
    table.set_up()
    british_activation(table, 1)
    table.british("od_1", "C3 Origin", "od_display")
    table.british("od_4", "C3 Destination", "od_display")
    step = table.british("zamzam", "C3 Ship", "od_display")
    table.goals["c3"] = "1004"
    table.british("c3", "0308")
    table.choose(BRITISH, "c3", "Flip")
    table.point("c3")
    table.card("clubs_1")
    return step


@offence("UTF-2.0d", public=True)
def a_marker_is_picked_and_not_drawn(table: Voyages) -> int:
    table.set_up()
    table.card("hearts_1")
    table.sail_all("c1")
    table.british("od_9", "C2 Origin", "od_display")
    table.british("od_9", "O/D Cup")
    step = table.steps + len(("origin", "destination", "ship"))
    table.draw(*SETS[0])
    table.card("clubs_1")
    return step


# --- waiting sets --------------------------------------------------------------------------


def one_waits(table: Voyages) -> None:
    """C1 was sunk by Atlantis, a British activation has passed."""
    table.set_up("1301", origin="od_5", destination="od_6", ship="athelking")
    table.card("clubs_1")
    table.plot("1301")
    table.sink("c1", "athelking", "od_5", "od_6", 3)


@offence("UTF-4.1.1b", by_hand=False)
def a_waiting_set_is_rolled_for_in_the_first_activation(table: Voyages) -> int:
    one_waits(table)
    table.card("hearts_1")
    step = table.roll(BRITISH, "recycle", 6)
    table.british("od_5", "O/D Cup")
    table.british("od_6", "O/D Cup")
    table.british("c1", "Free Markers")
    table.draw(*SETS[0])
    table.card("clubs_2")
    return step


@offence("UTF-5.4b", "UTF-5.4d", by_hand=False)
def a_set_comes_back_on_a_four(table: Voyages) -> int:
    one_waits(table)
    british_activation(table, 1)
    table.card("hearts_2")
    table.roll(BRITISH, "recycle", 4)
    step = table.british("od_5", "O/D Cup")
    table.british("od_6", "O/D Cup")
    table.british("c1", "Free Markers")
    table.sail_all("c2")
    table.draw(*SETS[1])
    table.card("clubs_2")
    return step


# --- cruisers ------------------------------------------------------------------------------


@offence("UTF-3.3.2g", "UTF-5.3a", public=False)
def a_cruiser_moves_before_any_card(table: Voyages) -> int:
    table.set_up()
    table.card("hearts_1")
    step = table.british("plot_devonshire", "1202", BRITISH_PLOT)
    table.sail_all("c1")
    table.draw(*SETS[0])
    table.card("clubs_1")
    return step


@offence("UTF-3.4d")
def a_cruiser_card_is_drawn_without_cause(table: Voyages) -> int:
    table.set_up()
    table.card("clubs_1")
    table.plot("1506")
    step = table.british("hearts_king", "Cruiser Discards")
    table.card("hearts_1")
    return step


@offence("UTF-4.1.5", "UTF-6.1e", "UTF-7.1a")
def an_idle_cruiser_searches(table: Voyages) -> int:
    table.set_up()
    table.card("hearts_1")
    table.sail_all("c1")
    table.british("devonshire", "1201")
    step = table.roll(BRITISH, "cruiser_search", 4)
    table.british("devonshire", "Cruiser Markers")
    if table.by_hand:
        step = step - 1
    table.draw(*SETS[0])
    table.card("clubs_1")
    return step


# --- Atlantis ------------------------------------------------------------------------------


@offence("UTF-6.1b", public=False)
def atlantis_moves_two_hexes(table: Voyages) -> int:
    table.set_up("1505")
    table.card("clubs_1")
    step = table.german("plot_atlantis", "1507", "german_plot")
    table.press(GERMAN, "plotted")
    table.card("hearts_1")
    return step


@offence("UTF-6.1h", public=False)
def atlantis_crosses_the_closed_side(table: Voyages) -> int:
    table.set_up("2405")
    table.card("clubs_1")
    step = table.german("plot_atlantis", "2505", "german_plot")
    table.press(GERMAN, "plotted")
    table.card("hearts_1")
    return step


@offence("UTF-4.2.2")
def atlantis_searches_where_nobody_is(table: Voyages) -> int:
    table.set_up("1505")
    table.card("clubs_1")
    table.plot("1506")
    table.german("atlantis", "1506")
    step = table.roll(GERMAN, "atlantis_search", 4)
    table.german("atlantis", "Held")
    table.card("hearts_1")
    return step


@offence("UTF-7.1a", public=False)
def atlantis_searches_a_hex_that_is_not_its_own(table: Voyages) -> int:
    table.set_up("1007")
    table.card("clubs_1")
    table.plot("1008")
    table.german("atlantis", "0906")
    step = table.roll(GERMAN, "atlantis_search", 4)
    table.german("atlantis", "Held")
    table.card("hearts_1")
    return step


@offence("UTF-7.5a", by_hand=False)
def a_four_finds_a_ship(table: Voyages) -> int:
    table.set_up("0907")
    searches(table, 4)
    step = athelking_escapes(table)
    table.german("atlantis", "Held")
    table.card("hearts_1")
    return step


@offence("UTF-7.5b", "UTF-7.5c", by_hand=False)
def a_ship_that_was_found_is_not_shown(table: Voyages) -> int:
    table.set_up("0907")
    searches(table, 2)
    table.german("atlantis", "Held")
    return table.card("hearts_1")


@offence("UTF-5.3b")
def a_prize_turns_no_cruiser_card(table: Voyages) -> int:
    table.set_up("1301", origin="od_5", destination="od_6", ship="athelking")
    table.card("clubs_1")
    table.plot("1301")
    table.sink("c1", "athelking", "od_5", "od_6", 3, cruiser_card=False)
    return table.card("hearts_1")


@offence("UTF-8.2.5", "UTF-4.2.3b", "UTF-8.2.1", "UTF-8.2.2a")
def a_prize_is_not_booked(table: Voyages) -> int:
    table.set_up("1301", origin="od_5", destination="od_6", ship="athelking")
    table.card("clubs_1")
    table.plot("1301")
    table.sink("c1", "athelking", "od_5", "od_6", 0)
    return table.card("hearts_1")


@offence("UTF-8.2.1", "UTF-8.2.5", "UTF-8.2.2a", "UTF-1.1b", "UTF-4.2.3b")
def a_prize_is_booked_too_high(table: Voyages) -> int:
    table.set_up("1301", origin="od_5", destination="od_6", ship="athelking")
    table.card("clubs_1")
    table.plot("1301")
    table.sink("c1", "athelking", "od_5", "od_6", 5)
    step = table.points_step
    table.card("hearts_1")
    return step


@offence("UTF-1.1b")
def points_come_from_nowhere(table: Voyages) -> int:
    table.set_up()
    table.card("clubs_1")
    table.plot("1506")
    table.points(2)
    step = table.points_step
    table.card("hearts_1")
    return step

"""Offences of morale, disguise, search and fight, and of supply and arrivals."""

from __future__ import annotations

from tests.modules.under_ten_flags.beginnings import (
    athelking_escapes,
    fires_on_the_automedon,
    searches,
)
from tests.modules.under_ten_flags.offences_planted import Offence, into
from tests.modules.under_ten_flags.offences_under_way import SETS, british_activation, one_waits
from tests.modules.under_ten_flags.table import BRITISH, BRITISH_PLOT, GERMAN, Voyages

OFFENCES: list[Offence] = []
offence = into(OFFENCES)


# --- morale --------------------------------------------------------------------------------


def _four_entries(table: Voyages) -> None:
    for number, hex_id in enumerate(("1506", "1507", "1508", "1509"), 1):
        table.card(f"clubs_{number}")
        table.plot(hex_id)
        if number == 2:
            british_activation(table, 1)
    british_activation(table, 2)


@offence("UTF-9.1a", by_hand=False)
def morale_is_not_lowered_in_a_grey_column(table: Voyages) -> int:
    table.set_up("1505")
    _four_entries(table)
    table.card("clubs_5")
    table.plot("1510")
    table.roll(GERMAN, "morale_check", 4, 4)
    return table.card("hearts_3")


@offence("UTF-4.2.1c", public=False, by_hand=False)
def a_grey_column_has_no_check(table: Voyages) -> int:
    table.set_up("1505")
    _four_entries(table)
    table.card("clubs_5")
    table.plot("1510")
    table.german("fatigue", "Fatigued")
    return table.card("hearts_3")


@offence("UTF-9.1e", public=False, by_hand=False)
def a_cancelled_move_is_made(table: Voyages) -> int:
    table.set_up("1505")
    _four_entries(table)
    table.card("clubs_5")
    table.german("plot_atlantis", "1510", "german_plot")
    table.press(GERMAN, "plotted")
    table.german("fatigue", "Fatigued")
    table.roll(GERMAN, "morale_check", 6, 5)
    return table.card("hearts_3")


@offence("UTF-9.2b", public=False, by_hand=False)
def a_uboat_is_used_after_the_check(table: Voyages) -> int:
    table.set_up("1505")
    _four_entries(table)
    table.card("clubs_5")
    table.plot("1510")
    table.german("fatigue", "Fatigued")
    table.roll(GERMAN, "morale_check", 4, 5)
    step = table.roll(GERMAN, "uboat", 1)
    table.german("fatigue", "Fresh")
    table.card("hearts_3")
    return step


@offence("UTF-9.1g", public=False, by_hand=False)
def a_rest_that_moved(table: Voyages) -> int:
    table.set_up("1505")
    _four_entries(table)
    table.card("clubs_5")
    table.plot("1510")
    table.german("fatigue", "Fatigued")
    table.roll(GERMAN, "morale_check", 4, 4)
    table.card("clubs_6")
    table.german("plot_atlantis", "1511", "german_plot")
    step = table.press(GERMAN, "rest")
    table.german("fatigue", "Fresh")
    table.card("hearts_3")
    return step


# --- aeroplanes and disguises --------------------------------------------------------------


@offence("UTF-7.3d", by_hand=False)
def a_lost_aeroplane_flies_again(table: Voyages) -> int:
    table.set_up("0907")
    table.card("clubs_1")
    table.plot("0906")
    table.german("disguise", "Atlantis Aircraft")
    table.german("atlantis", "0906")
    table.roll(GERMAN, "atlantis_search", 6)
    table.german("atlantis", "Held")
    table.german("disguise", "Held")
    table.card("clubs_2")
    table.plot("0906")
    table.german("disguise", "Atlantis Aircraft")
    table.german("atlantis", "0906")
    step = table.roll(GERMAN, "atlantis_search", 5)
    table.german("atlantis", "Held")
    table.german("disguise", "Held")
    table.card("hearts_1")
    return step


@offence("UTF-7.4f", by_hand=False)
def a_disguise_out_of_order(table: Voyages) -> int:
    table.set_up("0907")
    table.card("clubs_1")
    table.plot("0906")
    table.german("disguise", "Dutch")
    table.german("atlantis", "0906")
    step = table.roll(GERMAN, "atlantis_search", 5)
    table.german("atlantis", "Held")
    table.german("disguise", "Held")
    table.card("hearts_1")
    return step


@offence("UTF-7.4d", by_hand=False)
def a_scraped_disguise_is_not_marked(table: Voyages) -> int:
    table.set_up("0907")
    table.card("clubs_1")
    table.plot("0906")
    table.german("disguise", "Soviet")
    table.german("atlantis", "0906")
    table.roll(GERMAN, "atlantis_search", 4)
    athelking_escapes(table)
    table.german("atlantis", "Held")
    table.german("disguise", "Held")
    return table.card("hearts_1")


@offence("UTF-7.2.1d", by_hand=False)
def an_escort_claims_a_two(table: Voyages) -> int:
    table.set_up("0907", escort="devonshire", devonshire="0906")
    table.choose(BRITISH, "devonshire", "Flip")
    searches(table, 5)
    table.british("devonshire", "0906")
    table.roll(BRITISH, "reaction", 2)
    step = table.german("atlantis", "Atlantis Sighting")
    table.roll(GERMAN, "atlantis_counter", 1)
    table.british("devonshire", "C1 Ship", "od_display")
    table.german("atlantis", "Held")
    table.card("hearts_1")
    return step


# --- what follows from a search ------------------------------------------------------------


def _searched(table: Voyages, die: int, *, ship: str = "athelking") -> None:
    """Atlantis searches the first convoy's hex."""
    table.set_up("0907", ship=ship)
    table.card("clubs_1")
    table.plot("0906")
    table.german("atlantis", "0906")
    table.roll(GERMAN, "atlantis_search", die)


@offence("UTF-7.5i", "UTF-7.5h", by_hand=False)
def a_ship_that_escaped_shows_its_name(table: Voyages) -> int:
    _searched(table, 2)
    table.british("athelking", "British Sighting")
    table.roll(BRITISH, "acv_counter", 1)
    step = table.choose(BRITISH, "athelking", "Turn over")
    table.british("athelking", "C1 Ship", "od_display")
    table.german("atlantis", "Held")
    table.card("hearts_1")
    return step


@offence("UTF-7.5j", by_hand=False)
def a_ship_that_failed_is_taken_back(table: Voyages) -> int:
    _searched(table, 2)
    table.british("athelking", "British Sighting")
    table.roll(BRITISH, "acv_counter", 4)
    step = table.british("athelking", "C1 Ship", "od_display")
    table.german("atlantis", "Held")
    table.card("hearts_1")
    return step


@offence("UTF-7.5g", "UTF-7.5i", "UTF-8.1d", by_hand=False)
def a_ship_that_succeeded_is_fired_at(table: Voyages) -> int:
    _searched(table, 2)
    table.british("athelking", "British Sighting")
    table.roll(BRITISH, "acv_counter", 1)
    step = table.british("athelking", "Gun Range")
    table.roll(GERMAN, "gun_range", 6)
    table.choose(BRITISH, "athelking", "Turn over")
    table.british("athelking", "C1 Ship", "od_display")
    table.german("atlantis", "Held")
    table.card("hearts_1")
    return step


@offence("UTF-8.1d", "UTF-8.2.4", "UTF-5.3b", "UTF-1.1b", "UTF-3.4d", "DU-14", by_hand=False)
def a_six_sinks_a_ship(table: Voyages) -> int:
    _searched(table, 2)
    table.british("athelking", "British Sighting")
    table.roll(BRITISH, "acv_counter", 4)
    table.british("athelking", "Gun Range")
    table.roll(GERMAN, "gun_range", 6)
    table.choose(BRITISH, "athelking", "Turn over")
    step = table.british("athelking", "Sunk or Prize")
    table.set_aside("c1", "od_3", "od_7")
    table.points(5)
    table.british("hearts_king", "Cruiser Discards")
    table.german("atlantis", "Held")
    table.card("hearts_1")
    return step


@offence("UTF-7.1d", by_hand=False)
def the_raiders_counter_stays_on_the_map(table: Voyages) -> int:
    _searched(table, 5)
    table.card("clubs_2")
    step = table.press(GERMAN, "plotted")
    table.card("hearts_1")
    return step


# --- cruisers under way --------------------------------------------------------------------


def _one_cruiser_is_active(table: Voyages) -> None:
    """A ship was lost, a red cruiser card drawn; the British turn a red card."""
    one_waits(table)
    table.card("hearts_1")


@offence("UTF-5.3d", public=False)
def an_active_cruiser_moves_two_hexes(table: Voyages) -> int:
    _one_cruiser_is_active(table)
    step = table.british("plot_devonshire", "1203", BRITISH_PLOT)
    table.draw(*SETS[0])
    table.card("clubs_2")
    return step


@offence("UTF-7.5a", by_hand=False)
def a_cruisers_three_finds_atlantis(table: Voyages) -> int:
    _one_cruiser_is_active(table)
    table.british("plot_devonshire", "1301", BRITISH_PLOT)
    table.british("devonshire", "1301")
    table.roll(BRITISH, "cruiser_search", 3)
    step = table.press(GERMAN, "here")
    table.german("atlantis", "Atlantis Sighting")
    table.roll(GERMAN, "atlantis_counter", 1)
    table.german("atlantis", "Held")
    table.british("devonshire", "British Holding", BRITISH_PLOT)
    table.draw(*SETS[0])
    table.card("clubs_2")
    return step


@offence("UTF-7.5b", by_hand=False)
def atlantis_is_there_and_says_no(table: Voyages) -> int:
    _one_cruiser_is_active(table)
    table.british("plot_devonshire", "1301", BRITISH_PLOT)
    table.british("devonshire", "1301")
    table.roll(BRITISH, "cruiser_search", 2)
    step = table.press(GERMAN, "not_here")
    table.british("devonshire", "British Holding", BRITISH_PLOT)
    table.draw(*SETS[0])
    table.card("clubs_2")
    return step


@offence("UTF-6.1d", public=False)
def an_escort_is_left_behind(table: Voyages) -> int:
    table.set_up(escort="devonshire", devonshire="0906")
    table.card("hearts_1")
    table.sail("c1", table.next_hex("c1"))
    table.draw(*SETS[0])
    return table.card("clubs_1")


# --- arrivals ------------------------------------------------------------------------------


def _arrived(table: Voyages) -> None:
    """C1 has come to Takoradi, and the British turn the next red card."""
    table.set_up("1505", origin="od_5", destination="od_6")
    for number in (1, 2, 3):
        british_activation(table, number)
        table.card(f"clubs_{number}")
        table.plot("1505")
    table.card("hearts_4")


@offence("UTF-4.1.2a", "UTF-6.1c")
def a_set_that_arrived_stays(table: Voyages) -> int:
    _arrived(table)
    table.sail_all("c2", "c3", "c4")
    table.draw("c5", "od_2", "od_10", "rabaul")
    return table.card("clubs_4")


@offence("UTF-6.1a", "UTF-4.1", by_hand=False)
def a_set_moves_twice(table: Voyages) -> int:
    table.set_up()
    table.card("hearts_1")
    table.sail("c1", table.next_hex("c1"))
    table.draw(*SETS[0])
    table.press(BRITISH, "done_british")
    step = table.british("c1", table.next_hex("c1"))
    table.point("c1")
    table.card("clubs_1")
    return step


# --- supply --------------------------------------------------------------------------------


@offence("UTF-9.2e", by_hand=False)
def a_uboats_box_is_not_slashed(table: Voyages) -> int:
    table.set_up("1505")
    _four_entries(table)
    table.card("clubs_5")
    table.plot("1510")
    table.german("fatigue", "Fatigued")
    table.roll(GERMAN, "uboat", 4)
    table.german("fatigue", "Fresh")
    table.roll(GERMAN, "morale_check", 4, 4)
    return table.card("hearts_3")


@offence("UTF-8.1d", by_hand=False)
def a_ship_that_escapes_is_never_shown(table: Voyages) -> int:
    fires_on_the_automedon(table, 6)
    table.british("automedon", "C1 Ship", "od_display")
    table.german("atlantis", "Held")
    return table.card("hearts_1")

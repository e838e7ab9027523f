"""Offences on a table: each is found with its case at its step, and nothing else with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.modules.under_ten_flags.table import BRITISH, BRITISH_PLOT, GERMAN, Voyages
from tests.sampling import one_in
from validator.audit.findings import Finding

REVEALED: dict[str, Any] = {"reveal": True}
PUBLIC: dict[str, Any] = {"reveal": False}

Script = Callable[[Voyages], int]


@dataclass(frozen=True)
class Offence:
    """A script that plays an offence and gives the step of it."""

    script: Script
    cites: str
    public: bool
    """Whether everybody can see it."""
    by_hand: bool
    """Whether it shows when counters alone are moved."""
    besides: frozenset[str] = field(default_factory=frozenset)
    """What else may be found."""

    @property
    def name(self) -> str:
        return self.script.__name__


OFFENCES: list[Offence] = []


def offence(
    cites: str, *besides: str, public: bool = True, by_hand: bool = True
) -> Callable[[Script], Script]:
    """Add a script to those that must be found."""

    def add(script: Script) -> Script:
        OFFENCES.append(Offence(script, cites, public, by_hand, frozenset(besides)))
        return script

    return add


def _played(one: Offence, by_hand: bool) -> tuple[Voyages, int]:
    table = Voyages(by_hand=by_hand)
    return table, one.script(table)


def _told(found: list[Finding]) -> list[tuple[str, int, str]]:
    return [(one.code, one.step, one.did) for one in found]


def _is_found(one: Offence, found: list[Finding], step: int) -> None:
    cited = [f for f in found if f.code == one.cites]
    assert cited, _told(found)
    assert any(step in (f.step, *f.related) for f in cited), (step, _told(found))
    others = {f.code for f in found} - {one.cites} - one.besides
    assert not others, _told(found)


@pytest.mark.parametrize("one", one_in(2, OFFENCES), ids=lambda one: one.name)
def test_an_offence_is_found_by_all_who_can_see_it(one: Offence) -> None:
    table, step = _played(one, by_hand=False)
    _is_found(one, table.findings(**REVEALED), step)
    if one.public:
        _is_found(one, table.findings(**PUBLIC), table.counted_by(step))
    else:
        assert not table.findings(**PUBLIC)


SETS = (
    ("c2", "od_9", "od_11", "teddy"),
    ("c3", "od_1", "od_4", "zamzam"),
    ("c4", "od_8", "od_12", "ole_jacob"),
)


def _british(table: Voyages, number: int) -> None:
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
    _british(table, 1)
    _british(table, 2)
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
    _british(table, 1)
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
    _british(table, 1)
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
    _british(table, 1)
    table.card("clubs_1")
    table.plot("1505")
    _british(table, 2)
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
    _british(table, 1)
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


def _one_waits(table: Voyages) -> None:
    """C1 was sunk by Atlantis, a British activation has passed."""
    table.set_up("1301", origin="od_5", destination="od_6", ship="athelking")
    table.card("clubs_1")
    table.plot("1301")
    table.sink("c1", "athelking", "od_5", "od_6", 3)


@offence("UTF-4.1.1b", by_hand=False)
def a_waiting_set_is_rolled_for_in_the_first_activation(table: Voyages) -> int:
    _one_waits(table)
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
    _one_waits(table)
    _british(table, 1)
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
    table.card("clubs_1")
    table.plot("0906")
    table.german("atlantis", "0906")
    table.roll(GERMAN, "atlantis_search", 4)
    step = table.british("athelking", "British Sighting")
    table.roll(BRITISH, "acv_counter", 1)
    table.british("athelking", "C1 Ship", "od_display")
    table.german("atlantis", "Held")
    table.card("hearts_1")
    return step


@offence("UTF-7.5b", "UTF-7.5c", by_hand=False)
def a_ship_that_was_found_is_not_shown(table: Voyages) -> int:
    table.set_up("0907")
    table.card("clubs_1")
    table.plot("0906")
    table.german("atlantis", "0906")
    table.roll(GERMAN, "atlantis_search", 2)
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


# --- morale --------------------------------------------------------------------------------


def _four_entries(table: Voyages) -> None:
    for number, hex_id in enumerate(("1506", "1507", "1508", "1509"), 1):
        table.card(f"clubs_{number}")
        table.plot(hex_id)
        if number == 2:
            _british(table, 1)
    _british(table, 2)


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
    table.british("athelking", "British Sighting")
    table.roll(BRITISH, "acv_counter", 1)
    table.british("athelking", "C1 Ship", "od_display")
    table.german("atlantis", "Held")
    table.german("disguise", "Held")
    return table.card("hearts_1")


@offence("UTF-7.2.1d", by_hand=False)
def an_escort_claims_a_two(table: Voyages) -> int:
    table.set_up("0907", escort="devonshire", devonshire="0906")
    table.choose(BRITISH, "devonshire", "Flip")
    table.card("clubs_1")
    table.plot("0906")
    table.german("atlantis", "0906")
    table.roll(GERMAN, "atlantis_search", 5)
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
    _one_waits(table)
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
        _british(table, number)
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
    table.fire_on_the_automedon(6)
    table.british("automedon", "C1 Ship", "od_display")
    table.german("atlantis", "Held")
    return table.card("hearts_1")


# --- by hand -------------------------------------------------------------------------------


@pytest.mark.parametrize("one", [o for o in OFFENCES if o.by_hand], ids=lambda one: one.name)
def test_an_offence_by_hand_is_found_when_all_is_revealed(one: Offence) -> None:
    """At its step, or at the next, where only that shows what it was."""
    table, step = _played(one, by_hand=True)
    found = table.findings(**REVEALED)
    cited = [f for f in found if f.code == one.cites]
    assert any({step, step + 1} & {f.step, *f.related} for f in cited), _told(found)
    assert {f.code for f in found} <= {one.cites} | one.besides, _told(found)

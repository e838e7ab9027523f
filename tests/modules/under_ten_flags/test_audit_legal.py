"""Legal play that a careless audit would flag: in every view, with buttons and by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.modules.under_ten_flags.beginnings import (
    athelking_escapes,
    fires_on_the_automedon,
    greys,
    into_the_grey,
    searches,
    second_set,
)
from tests.modules.under_ten_flags.table import BRITISH, BRITISH_PLOT, GERMAN, PORTS, Voyages
from tests.sampling import one_in

VIEWS: tuple[dict[str, Any], ...] = (
    {"reveal": True},
    {"reveal": False},
    {"reveal": False, "side": GERMAN},
    {"reveal": False, "side": BRITISH},
)
Script = Callable[[Voyages], None]
SCRIPTS: list[Script] = []


def legal(script: Script) -> Script:
    """Add a script to those that must be clean."""
    SCRIPTS.append(script)
    return script


# --- cards ---------------------------------------------------------------------------------


@legal
def a_third_and_a_fourth_red_card_only_lie_in_the_discards(table: Voyages) -> None:
    table.set_up()
    table.card("clubs_1")
    table.plot("1506")
    table.card("hearts_1")
    table.sail_all("c1")
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("hearts_2")
    table.sail_all("c1", "c2")
    table.draw("c3", "od_5", "od_6", "ghost_1")
    table.card("hearts_3")
    table.card("hearts_4")
    table.card("clubs_3")
    table.plot("1507")
    table.card("clubs_4")


@legal
def a_joker_as_the_very_first_card_is_shuffled_back(table: Voyages) -> None:
    table.set_up()
    table.card("joker")
    table.joker_back()
    table.card("clubs_1")
    table.plot("1506")
    table.card("hearts_1")
    table.sail_all("c1")
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("joker")
    table.end_of_turn(1)
    table.card("hearts_1")
    table.sail_all("c1", "c2")
    table.draw("c3", "od_5", "od_6", "ghost_1")
    table.card("clubs_3")


# --- cruisers ------------------------------------------------------------------------------


@legal
def an_escort_sails_with_its_convoy_without_any_cruiser_card(table: Voyages) -> None:
    table.set_up(escort="devonshire", devonshire="0906")
    table.card("clubs_1")
    table.plot("1506")
    for card, others in (("hearts_1", ()), ("hearts_2", ("c2",))):
        table.card(card)
        table.sail_all("c1", *others)
        table.british("plot_devonshire", table.stage.where("c1"), "british_plot")
        if not others:
            table.draw("c2", "od_9", "od_10", "teddy")
        else:
            table.draw("c3", "od_5", "od_6", "ghost_1")
    table.card("clubs_2")


# --- Atlantis ------------------------------------------------------------------------------


@legal
def a_move_that_a_check_stopped_is_measured_from_the_hex_before(table: Voyages) -> None:
    into_the_grey(table)
    table.german("fatigue", "Fatigued")
    table.roll(GERMAN, "morale_check", 6, 5)
    table.german("plot_atlantis", "1509", "german_plot")
    table.card("hearts_5")
    table.sail_all(*table.at_sea())
    table.draw("c4", "od_1", "od_2", "ole_jacob")
    table.card("clubs_6")
    table.plot("1409")
    table.card("hearts_6")


@legal
def a_check_that_is_passed_lets_the_move_stand(table: Voyages) -> None:
    into_the_grey(table)
    table.german("fatigue", "Fatigued")
    table.roll(GERMAN, "morale_check", 4, 5)
    table.card("hearts_5")
    table.sail_all(*table.at_sea())
    table.draw("c4", "od_1", "od_2", "ole_jacob")
    table.card("clubs_6")
    table.plot("1511")
    table.card("hearts_6")


@legal
def morale_is_put_down_when_the_british_have_turned_a_card(table: Voyages) -> None:
    """It is no U-boat that kept it up meanwhile."""
    into_the_grey(table)
    table.roll(GERMAN, "morale_check", 4, 4)
    table.card("hearts_5")
    table.german("fatigue", "Fatigued")
    table.sail_all(*table.at_sea())
    table.draw("c4", "od_1", "od_2", "ole_jacob")
    table.card("clubs_7")


@legal
def a_uboat_lifts_morale_before_the_check(table: Voyages) -> None:
    into_the_grey(table)
    table.german("fatigue", "Fatigued")
    table.roll(GERMAN, "uboat", 4)
    table.german("fatigue", "Fresh")
    table.choose(GERMAN, "mark_uboat_2", "Flip")
    table.roll(GERMAN, "morale_check", 5, 5)
    table.card("hearts_5")


@legal
def a_rest_lifts_morale(table: Voyages) -> None:
    into_the_grey(table)
    table.german("fatigue", "Fatigued")
    table.roll(GERMAN, "morale_check", 4, 4)
    table.card("clubs_6")
    table.press(GERMAN, "rest")
    table.german("fatigue", "Fresh")
    table.card("hearts_5")


@legal
def a_rest_in_a_grey_column_leaves_morale_as_it_is(table: Voyages) -> None:
    table.set_up("1505")
    greys(table, "1506", "1507", "1508", "1509")
    table.card("clubs_5")
    table.press(GERMAN, "rest")
    table.card("hearts_5")


@legal
def a_rest_and_a_uboat_lift_morale_by_two_levels(table: Voyages) -> None:
    into_the_grey(table)
    table.german("fatigue", "Fatigued")
    table.roll(GERMAN, "morale_check", 4, 5)
    table.card("hearts_5")
    table.sail_all(*table.at_sea())
    table.draw("c4", "od_1", "od_2", "ole_jacob")
    for card, hex_id in (("clubs_6", "1511"), ("clubs_7", "1510")):
        table.card(card)
        table.plot(hex_id)
    table.card("hearts_6")
    table.sail_all(*table.at_sea())
    table.draw("c5", "od_11", "od_12", "zamzam")
    for card, hex_id in (("clubs_8", "1511"), ("clubs_9", "1510")):
        table.card(card)
        table.plot(hex_id)
    table.card("hearts_7")
    table.sail_all(*table.at_sea())
    table.draw("c6", "od_4", "od_8", "scientist")
    table.card("clubs_10")
    table.german("fatigue", "Low")
    table.press(GERMAN, "rest")
    table.german("fatigue", "Fatigued")
    table.roll(GERMAN, "uboat", 4)
    table.choose(GERMAN, "mark_uboat_2", "Flip")
    table.german("fatigue", "Fresh")
    table.card("hearts_8")


# --- searches ------------------------------------------------------------------------------


@legal
def a_ship_is_found_and_sunk(table: Voyages) -> None:
    table.set_up("0907", ship="automedon")
    table.card("clubs_1")
    table.plot("0906")
    table.press(GERMAN, "searches")
    table.sink("c1", "automedon", "od_3", "od_7", 6)
    table.card("hearts_1")
    second_set(table)


@legal
def a_cruiser_card_is_turned_before_the_prize_is_laid_aside(table: Voyages) -> None:
    fires_on_the_automedon(table, 3)
    table.choose(BRITISH, "automedon", "Turn over")
    table.british("clubs_jack", "Cruiser Discards")
    table.set_aside("c1", "od_3", "od_7")
    table.british("automedon", "Sunk or Prize")
    table.points(6)
    table.german("atlantis", "Held")
    table.card("hearts_1")
    second_set(table)


@legal
def an_escaped_ship_sails_on(table: Voyages) -> None:
    fires_on_the_automedon(table, 6)
    table.choose(BRITISH, "automedon", "Turn over")
    table.british("automedon", "C1 Ship", "od_display")
    table.german("atlantis", "Held")
    table.card("hearts_1")
    table.sail_all("c1")
    second_set(table)


@legal
def two_successes_cancel_each_other(table: Voyages) -> None:
    table.set_up("0907")
    searches(table, 3)
    athelking_escapes(table)
    table.german("atlantis", "Held")
    table.card("hearts_1")
    table.sail_all("c1")
    second_set(table)


@legal
def a_disguise_at_its_limit_finds_and_is_slashed(table: Voyages) -> None:
    table.set_up("0907")
    table.card("clubs_1")
    table.plot("0906")
    table.german("disguise", "Soviet")
    table.german("atlantis", "0906")
    table.roll(GERMAN, "atlantis_search", 4)
    table.choose(GERMAN, "mark_soviet", "Flip")
    athelking_escapes(table)
    table.german("disguise", "Held")
    table.german("atlantis", "Held")
    table.card("hearts_1")
    table.sail_all("c1")
    second_set(table)


@legal
def a_ghost_that_is_discovered_leaves_the_game(table: Voyages) -> None:
    table.set_up("0907", ship="ghost_1")
    searches(table, 1)
    table.british("ghost_1", "British Sighting")
    table.roll(BRITISH, "acv_counter", 5)
    table.choose(BRITISH, "ghost_1", "Turn over")
    table.british("ghost_1", "Out of the Game")
    table.set_aside("c1", "od_3", "od_7")
    table.german("atlantis", "Held")
    table.card("hearts_1")
    second_set(table)


@legal
def an_escorts_reaction_saves_the_ship(table: Voyages) -> None:
    table.set_up("0907", escort="devonshire", devonshire="0906")
    table.choose(BRITISH, "devonshire", "Flip")
    searches(table, 1)
    table.press(BRITISH, "reacts")
    table.british("devonshire", "0906")
    table.roll(BRITISH, "reaction", 5)
    table.british("devonshire", "C1 Ship", "od_display")
    table.german("atlantis", "Held")
    table.card("hearts_1")
    table.sail_all("c1")
    table.british("plot_devonshire", table.stage.where("c1"), "british_plot")
    second_set(table)


# --- clicks out of turn --------------------------------------------------------------------


@legal
def a_search_is_thrown_before_its_button_and_its_counter(table: Voyages) -> None:
    table.set_up("0907", ship="automedon")
    table.card("clubs_1")
    table.plot("0906")
    table.roll(GERMAN, "atlantis_search", 6)
    table.press(GERMAN, "searches")
    table.german("atlantis", "0906")
    table.german("atlantis", "Held")
    table.card("hearts_1")
    table.sail_all("c1")
    second_set(table)


# --- routes --------------------------------------------------------------------------------


_SETS = (
    ("c2", "od_9", "od_11", "teddy"),
    ("c3", "od_1", "od_4", "zamzam"),
    ("c4", "od_3", "od_7", "ghost_1"),
    ("c5", "od_8", "od_12", "ole_jacob"),
)


def _to_its_port(table: Voyages, escort: str = "") -> None:
    """C1 sails from Freetown to Takoradi, three activations, and leaves in the fourth."""
    for number in range(1, 4):
        table.card(f"hearts_{number}")
        table.sail_all(*table.at_sea())
        if escort:
            table.british(f"plot_{escort}", table.stage.where("c1"), BRITISH_PLOT)
        table.draw(*_SETS[number - 1])
        table.card(f"clubs_{number}")
        table.plot("1505")
    table.card("hearts_4")


@legal
def a_set_leaves_one_activation_after_it_arrived(table: Voyages) -> None:
    table.set_up("1505", origin="od_5", destination="od_6", ship="athelking")
    _to_its_port(table)
    table.leave("c1", "od_5", "od_6", "athelking")
    table.sail_all(*table.at_sea())
    table.draw(*_SETS[3])
    table.card("clubs_4")


@legal
def a_log_may_end_while_a_set_and_its_escort_leave(table: Voyages) -> None:
    ship = {"origin": "od_5", "destination": "od_6", "ship": "athelking"}
    table.set_up("1505", escort="devonshire", devonshire=PORTS["od_5"], **ship)
    _to_its_port(table, escort="devonshire")
    table.british("devonshire", "British Holding", BRITISH_PLOT)
    table.british("athelking", "Waiting C1")


@legal
def an_arrival_costs_a_point(table: Voyages) -> None:
    table.set_up("1301", origin="od_5", destination="od_6", ship="athelking")
    table.card("clubs_9")
    table.plot("1301")
    table.sink("c1", "athelking", "od_5", "od_6", 3)
    table.card("hearts_9")
    table.draw("c2", "od_4", "od_3", "teddy")
    for number in range(1, 4):
        table.card(f"clubs_{number}")
        table.plot("1301")
        table.card(f"hearts_{number}")
        table.sail_all(*table.at_sea())
        table.draw(
            *(
                ("c3", "od_9", "od_11", "zamzam"),
                ("c4", "od_1", "od_7", "ghost_1"),
                ("c6", "od_8", "od_12", "ole_jacob"),
            )[number - 1]
        )
    table.card("hearts_10")
    table.leave("c2", "od_4", "od_3", "teddy")
    table.points(2)
    table.sail_all(*table.at_sea())
    table.draw("c5", "od_10", "od_2", "rabaul")
    table.card("clubs_10")


@pytest.mark.parametrize("by_hand", [False, True], ids=["buttons", "by-hand"])
@pytest.mark.parametrize("script", one_in(20, SCRIPTS), ids=lambda one: one.__name__)
def test_legal_play_is_clean(script: Script, by_hand: bool) -> None:
    table = Voyages(by_hand=by_hand)
    script(table)
    for view in VIEWS:
        found = table.findings(**view)
        assert not found, (view, [(one.code, one.step, one.did) for one in found])

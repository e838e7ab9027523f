"""Honest play by careless hands, as people play by mail: nobody is accused, in any view."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.modules.recorded import recorded
from tests.modules.under_ten_flags.table import BRITISH, GERMAN, Voyages
from tests.modules.under_ten_flags.test_audit_legal import VIEWS, greys, under_low_morale
from tests.sampling import one_in
from validator.audit import audit
from validator.audit.findings import Severity

Script = Callable[[Voyages], None]
SCRIPTS: dict[Script, Severity] = {}


def habit(gravest: Severity = Severity.UNVERIFIABLE) -> Callable[[Script], Script]:
    """Add a script, and what an audit may say of it at most."""

    def register(script: Script) -> Script:
        SCRIPTS[script] = gravest
        return script

    return register


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("cut_in_the_act", "british"),
        ("die_told_for_a_set", "british"),
        ("morale_marked_late", "british"),
        ("morale_marked_behind_idle_cards", "british"),
        ("morale_marked_behind_the_last_joker", "british"),
        ("morale_of_a_uboat_marked_late", "german"),
        ("morale_of_a_uboat_marked_for_its_owner", "german"),
    ],
)
def test_a_game_of_the_proof_accuses_nobody(name: str, side: str) -> None:
    """One ends while a set goes back into the cups; in one the die of a waiting set is told in the
    chat, those of all others but one are thrown; in one a player marks his morale when the next
    turn has begun; in one he does so behind two cards, of which the first makes nobody active; in
    one when the last joker has ended the game; in two he marks what a U-boat gave him when he has
    been active once more, or in the next British activation, and he himself audits them."""
    log = Path(__file__).parent / "proved" / f"{name}.vlog"
    found = audit([log], "under_ten_flags", side=side).findings
    grave = [one for one in found if one.severity is not Severity.NOTE]
    assert [one.code for one in grave] in ([], ["log.definition"])  # of an earlier definition


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


def _escaped(table: Voyages) -> None:
    table.set_up("0907")
    table.card("clubs_1")
    table.plot("0906")
    table.german("atlantis", "0906")
    table.roll(GERMAN, "atlantis_search", 3)
    table.british("athelking", "British Sighting")
    table.roll(BRITISH, "acv_counter", 1)
    table.british("athelking", "C1 Ship", "od_display")


@habit()
def a_box_is_marked_when_the_next_card_is_turned(table: Voyages) -> None:
    table.set_up("0907")
    table.card("clubs_1")
    table.plot("0906")
    table.german("disguise", "Soviet")
    table.german("atlantis", "0906")
    table.roll(GERMAN, "atlantis_search", 4)
    table.british("athelking", "British Sighting")
    table.roll(BRITISH, "acv_counter", 1)
    table.british("athelking", "C1 Ship", "od_display")
    table.german("disguise", "Held")
    table.german("atlantis", "Held")
    table.card("hearts_1")
    table.choose(GERMAN, "mark_soviet", "Flip")
    table.sail_all("c1")
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("clubs_2")


@habit()
def points_are_booked_when_the_next_card_is_turned(table: Voyages) -> None:
    _sunk(table)
    table.german("atlantis", "Held")
    table.card("hearts_1")
    table.points(6)
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("clubs_2")


def _sunk(table: Voyages) -> None:
    table.fire_on_the_automedon(3)
    table.choose(BRITISH, "automedon", "Turn over")
    table.british("clubs_jack", "Cruiser Discards")
    table.british("automedon", "Sunk or Prize")
    table.set_aside("c1", "od_3", "od_7")


@habit()
def a_set_is_laid_aside_when_the_next_card_is_turned(table: Voyages) -> None:
    table.fire_on_the_automedon(3)
    table.choose(BRITISH, "automedon", "Turn over")
    table.british("automedon", "Sunk or Prize")
    table.british("clubs_jack", "Cruiser Discards")
    table.points(6)
    table.german("atlantis", "Held")
    table.card("hearts_1")
    table.set_aside("c1", "od_3", "od_7")
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("clubs_2")


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
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("clubs_2")


# --- plots -------------------------------------------------------------------------------------


@habit()
def a_plot_is_written_when_the_next_card_is_turned(table: Voyages) -> None:
    table.set_up("1505")
    table.card("clubs_1")
    table.card("hearts_1")
    table.plot("1506")
    table.sail_all("c1")
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("clubs_2")
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
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("clubs_2")
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
    table.set_up("1505")
    greys(table, "1506", "1507", "1508", "1509")
    table.card("clubs_5")
    table.plot("1510")
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
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("clubs_2")


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
    table.card("clubs_1")
    table.plot("0906")
    table.german("atlantis", "0906")
    table.roll(GERMAN, "atlantis_search", 3)
    table.roll(GERMAN, "atlantis_search", 6)
    table.british("athelking", "British Sighting")
    table.roll(BRITISH, "acv_counter", 1)
    table.british("athelking", "C1 Ship", "od_display")
    table.german("atlantis", "Held")
    table.card("hearts_1")


@habit(Severity.MISSING)
def the_counter_search_is_thrown_on_the_desk(table: Voyages) -> None:
    table.set_up("0907")
    table.card("clubs_1")
    table.plot("0906")
    table.german("atlantis", "0906")
    table.roll(GERMAN, "atlantis_search", 3)
    table.british("athelking", "British Sighting")
    table.british("athelking", "C1 Ship", "od_display")
    table.german("atlantis", "Held")
    table.card("hearts_1")


@habit(Severity.MISSING)
def the_gun_range_is_thrown_on_the_desk(table: Voyages) -> None:
    table.set_up("0907", ship="automedon")
    table.card("clubs_1")
    table.plot("0906")
    table.german("atlantis", "0906")
    table.roll(GERMAN, "atlantis_search", 2)
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
    table.set_up("1505")
    greys(table, "1506", "1507", "1508", "1509")
    table.card("clubs_5")
    table.plot("1510")
    table.roll(GERMAN, "uboat", 6)
    table.choose(GERMAN, "mark_uboat_2", "Flip")


@habit(Severity.MISSING)
def a_uboats_die_is_thrown_on_the_desk(table: Voyages) -> None:
    table.set_up("1505")
    greys(table, "1506", "1507", "1508", "1509")
    table.card("clubs_5")
    table.plot("1510")
    table.german("fatigue", "Fatigued")
    table.german("fatigue", "Fresh")
    table.choose(GERMAN, "mark_uboat_2", "Flip")
    table.roll(GERMAN, "morale_check", 5, 5)
    table.card("hearts_5")


@habit(Severity.MISSING)
def a_uboats_die_is_told_and_morale_marked_after_the_check(table: Voyages) -> None:
    table.set_up("1505")
    greys(table, "1506", "1507", "1508", "1509")
    table.card("clubs_5")
    table.plot("1510")
    table.german("fatigue", "Fatigued")
    table.roll(GERMAN, "morale_check", 3, 3)
    table.german("fatigue", "Fresh")
    table.card("hearts_5")


# --- looks and words -----------------------------------------------------------------------------


@habit()
def the_british_look_at_their_own_ship(table: Voyages) -> None:
    table.set_up("1505")
    table.card("clubs_1")
    table.plot("1506")
    table.card("hearts_1")
    table.choose(BRITISH, "athelking", "Turn over")
    table.choose(BRITISH, "athelking", "Turn over")
    table.sail_all("c1")
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("clubs_2")


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


# --- put right -----------------------------------------------------------------------------------


@habit()
def a_ship_goes_back_from_the_guns_for_its_counter_search(table: Voyages) -> None:
    table.set_up("0907", ship="automedon")
    table.card("clubs_1")
    table.plot("0906")
    table.german("atlantis", "0906")
    table.roll(GERMAN, "atlantis_search", 2)
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
    table.set_up("1505")
    table.card("clubs_1")
    table.plot("1506")
    table.card("hearts_1")
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
    table.set_up("1505")
    table.card("clubs_1")
    table.plot("1506")
    table.card("hearts_1")
    table.sail_all("c1")
    table.german("plot_atlantis", "1507", "german_plot")
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("clubs_2")
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
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("clubs_2")


@habit()
def a_reaction_is_thrown_before_it_is_said(table: Voyages) -> None:
    table.set_up("0907", escort="devonshire", devonshire="0906")
    table.choose(BRITISH, "devonshire", "Flip")
    table.card("clubs_1")
    table.plot("0906")
    table.german("atlantis", "0906")
    table.roll(GERMAN, "atlantis_search", 1)
    table.roll(BRITISH, "reaction", 5)
    table.press(BRITISH, "reacts")
    table.british("devonshire", "0906")
    table.british("devonshire", "C1 Ship", "od_display")
    table.german("atlantis", "Held")
    table.card("hearts_1")
    table.sail_all("c1")
    table.british("plot_devonshire", table.stage.where("c1"), "british_plot")
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("clubs_2")


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
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("clubs_2")


@habit()
def a_convoy_sails_two_hexes_and_is_put_back(table: Voyages) -> None:
    table.set_up("1505")
    table.card("clubs_1")
    table.plot("1506")
    table.card("hearts_1")
    first = table.next_hex("c1")
    table.british("c1", first)
    table.british("c1", table.next_hex("c1"))
    table.stage.say(GERMAN, "only one hex")
    table.british("c1", first)
    table.choose(BRITISH, "c1", "Flip")
    table.point("c1")
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("clubs_2")


@habit()
def a_new_set_is_drawn_before_the_others_sail(table: Voyages) -> None:
    table.set_up("1505")
    table.card("clubs_1")
    table.plot("1506")
    table.card("hearts_1")
    table.draw("c2", "od_9", "od_10", "teddy")
    table.sail_all("c1")
    table.card("clubs_2")
    table.plot("1507")


@habit()
def a_log_ends_while_a_ship_is_dragged(table: Voyages) -> None:
    """It will be dragged on, or put back, in the next file."""
    table.set_up("1505")
    table.card("clubs_1")
    table.plot("1506")
    table.card("hearts_1")
    table.british("c1", "0807")


# --- a card turned too early -------------------------------------------------------------------


@habit()
def a_card_is_turned_before_the_british_have_drawn_a_set(table: Voyages) -> None:
    _sailed(table)
    table.card("clubs_2")
    table.stage.say(BRITISH, "wait, I still draw a set")
    table.draw("c2", "od_9", "od_10", "teddy")
    table.plot("1507")
    table.card("hearts_2")
    table.sail_all("c1", "c2")


@habit()
def a_card_is_turned_before_a_set_has_sailed(table: Voyages) -> None:
    _sailed(table)
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("clubs_2")
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


def _sailed(table: Voyages) -> None:
    table.set_up("1505")
    table.card("clubs_1")
    table.plot("1506")
    table.card("hearts_1")
    table.sail_all("c1")


@pytest.mark.parametrize("script", one_in(9, SCRIPTS), ids=lambda one: one.__name__)
def test_a_habit_accuses_nobody(script: Script) -> None:
    table = Voyages()
    script(table)
    for view in VIEWS:
        found = table.findings(**view)
        grave = [one for one in found if one.severity.rank < SCRIPTS[script].rank]
        assert not grave, (view, [(one.code, one.step, one.did) for one in grave])
        assert len(found) <= 1, (view, [(one.code, one.step, one.did) for one in found])


# --- logs cut in two ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cut", "behind"),
    [
        pytest.param(4, True, id="a set is drawn and not yet on the map"),
        pytest.param(276, True, id="the column of the sheet is not known"),
        pytest.param(538, False, id="a marker has sailed and is not yet turned"),
    ],
)
def test_a_log_cut_anywhere_is_judged_for_what_it_shows(
    tmp_path: Path, cut: int, behind: bool
) -> None:
    game = recorded("under_ten_flags", 3, "purposeful", False)
    steps, head = (game.steps[cut:], game.head_at(cut)) if behind else (game.steps[:cut], None)
    file = game.write(tmp_path / "cut.vlog", steps, head)
    grave = [
        one
        for one in audit([file], "under_ten_flags").findings
        if one.severity.rank < Severity.UNVERIFIABLE.rank
    ]
    assert not grave, [(one.code, one.step, one.did) for one in grave]

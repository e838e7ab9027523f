"""Offences that look like another act, and what blames nobody else."""

from __future__ import annotations

import pytest

from tests.modules.under_ten_flags.beginnings import greys, under_low_morale
from tests.modules.under_ten_flags.table import (
    BRITISH,
    BRITISH_PLOT,
    DISPLAY,
    GERMAN,
    GERMAN_PLOT,
    PORTS,
    Voyages,
)
from validator.audit.findings import Finding

pytestmark = pytest.mark.slow  # one of a kind is tried by default elsewhere

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


def _cited(found: list[Finding]) -> list[tuple[str, str | None, int]]:
    return [(one.code, one.side, one.step) for one in found]


def _gone(table: Voyages) -> None:
    """C1 leaves the map in the British activation of hearts 4 and waits."""
    table.set_up("1505", origin="od_5", destination="od_6")
    for number in (1, 2, 3):
        _british(table, number)
        table.card(f"clubs_{number}")
        table.plot("1505")
    table.card("hearts_4")
    table.leave("c1", "od_5", "od_6", "athelking")
    table.sail_all("c2", "c3", "c4")


@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.slow
def test_markers_taken_out_of_a_waiting_box_for_a_new_set_are_found(by_hand: bool) -> None:
    """What waits is drawn by nobody: it comes back by a die, into the cups. One mistake, one
    finding (UTF-5.4a)."""
    table = Voyages(by_hand=by_hand)
    _gone(table)
    step = table.british("od_5", "C5 Origin", DISPLAY)
    table.british("od_6", "C5 Destination", DISPLAY)
    table.british("rabaul", "C5 Ship", DISPLAY)
    table.british("c5", "1301")
    table.card("clubs_4")
    assert _cited(table.findings(reveal=True)) == [("UTF-5.4a", BRITISH, step)]


def test_markers_taken_from_a_set_at_sea_for_a_new_one_are_found() -> None:
    table = Voyages()
    table.set_up("1505")
    table.card("hearts_1")
    table.sail_all("c1")
    step = table.british("od_7", "C2 Origin", DISPLAY)
    table.british("od_9", "C2 Destination", DISPLAY)
    table.british("rabaul", "C2 Ship", DISPLAY)
    table.british("c2", "1908")
    table.card("clubs_1")
    found = table.findings(reveal=True)
    told = [one for one in found if one.code in ("UTF-5.2a", "UTF-2.0d")]
    assert told and {one.side for one in found} == {BRITISH}, _cited(found)
    assert any(one.step >= step for one in told)


def test_a_ship_taken_from_a_set_at_sea_for_a_new_one_is_found() -> None:
    table = Voyages()
    table.set_up("1505")
    table.card("hearts_1")
    table.sail_all("c1")
    step = table.british("od_8", "C2 Origin", DISPLAY)
    table.british("od_9", "C2 Destination", DISPLAY)
    table.british("athelking", "C2 Ship", DISPLAY)
    table.british("c2", "2208")
    table.choose(BRITISH, "c2", "Flip")
    table.card("clubs_1")
    found = [one for one in table.findings(reveal=True) if one.code == "UTF-5.2c"]
    assert len(found) == 1 and found[0].side == BRITISH, _cited(table.findings(reveal=True))
    assert found[0].step >= step


def test_a_plane_put_out_of_the_game_that_never_crashed_is_found() -> None:
    table = Voyages()
    table.set_up("1505")
    _british(table, 1)
    step = table.british("walrus", "Out of the Game")
    table.card("clubs_1")
    table.plot("1506")
    table.card("clubs_2")
    assert ("UTF-7.3b", BRITISH, step) in _cited(table.findings(reveal=True))


def test_a_marker_put_for_a_moment_into_another_row_is_nothing() -> None:
    table = Voyages()
    table.set_up("1505")
    table.card("hearts_1")
    table.british("od_7", "C2 Destination", DISPLAY)
    table.british("od_7", "C1 Destination", DISPLAY)
    table.sail_all("c1")
    table.draw(*SETS[0])
    table.card("clubs_1")
    assert not table.findings(reveal=True)


def test_a_set_that_leaves_on_a_black_card_is_found() -> None:
    table = Voyages()
    table.set_up("1505")
    _british(table, 1)
    table.card("clubs_1")
    step = table.british("c1", "Waiting C1")
    table.plot("1506")
    table.card("clubs_2")
    assert ("UTF-6.3b", BRITISH, step) in _cited(table.findings(reveal=True))


def test_a_disguise_crossed_out_for_nothing_is_found() -> None:
    table = Voyages()
    table.set_up("1505")
    _british(table, 1)
    table.card("clubs_1")
    table.plot("1506")
    step = table.choose(GERMAN, "mark_soviet", "Flip")
    table.card("clubs_2")
    assert [(code, side) for code, side, _ in _cited(table.findings(reveal=True))] == [
        ("UTF-7.4d", GERMAN)
    ], step


def test_the_other_side_s_plane_helps_nobody() -> None:
    table = Voyages()
    table.set_up("0907")
    table.card("clubs_1")
    table.plot("0906")
    table.german("disguise", "British Aircraft")
    table.german("atlantis", "0906")
    table.roll(GERMAN, "atlantis_search", 5)
    table.german("atlantis", "Held")
    table.german("disguise", "Held")
    table.card("hearts_1")
    assert {code for code, _, _ in _cited(table.findings(reveal=True))} & {"UTF-7.3a", "UTF-7.3c"}


@pytest.mark.parametrize("reveal", [False, True])
def test_a_gun_die_that_one_ship_owes_blames_no_other(reveal: bool) -> None:
    """C1 was found and did not escape; C2, which sails on, is nobody's target (UTF-8.1c)."""
    table = Voyages()
    table.set_up("0907")
    _british(table, 1)
    here = table.stage.where("c1")
    table.card("clubs_1")
    table.plot(here)
    table.german("atlantis", here)
    table.roll(GERMAN, "atlantis_search", 2)
    table.british("athelking", "British Sighting")
    table.roll(BRITISH, "acv_counter", 4)
    table.british("athelking", "Gun Range")
    table.german("atlantis", "Held")
    step = table.card("hearts_2")
    table.sail_all(*table.at_sea())
    table.draw(*SETS[1])
    table.card("clubs_2")
    found = [one for one in table.findings(reveal=reveal) if one.code == "UTF-8.1c"]
    assert len(found) == 1, _cited(table.findings(reveal=reveal))
    assert found[0].side == GERMAN
    assert "C2" not in found[0].did
    assert found[0].step <= (step if reveal else table.counted_by(step))


@pytest.mark.parametrize("by_hand", [False, True])
def test_one_marker_drawn_for_a_new_set_is_found(by_hand: bool) -> None:
    """A set has an origin and a destination (UTF-5.2a)."""
    table = Voyages(by_hand=by_hand)
    table.set_up("1505")
    table.card("hearts_1")
    table.sail_all("c1")
    step = table.british("od_9", "C2 Origin", DISPLAY)
    table.british("rabaul", "C2 Ship", DISPLAY)
    table.british("c2", "2303")
    table.choose(BRITISH, "c2", "Flip")
    table.card("clubs_1")
    table.plot("1506")
    found = [one for one in table.findings(reveal=True) if one.code == "UTF-5.2a"]
    assert len(found) == 1 and found[0].side == BRITISH, _cited(table.findings(reveal=True))
    assert found[0].step >= step
    assert "UTF-5.2a" not in table.codes(reveal=False)


def test_a_marker_drawn_when_the_map_marker_stands_is_drawn() -> None:
    """The origin first, then the counter on the map, then the destination."""
    table = Voyages()
    table.set_up("1505")
    table.card("hearts_1")
    table.sail_all("c1")
    table.british("rabaul", "C2 Ship", DISPLAY)
    table.british("od_9", "C2 Origin", DISPLAY)
    table.british("c2", "2303")
    table.choose(BRITISH, "c2", "Flip")
    table.british("od_11", "C2 Destination", DISPLAY)
    table.card("clubs_1")
    table.plot("1506")
    assert not {"UTF-5.2a", "UTF-2.0d"} & set(table.codes())


@pytest.mark.parametrize(("number", "accused"), [(0, False), (1, True)])
def test_a_ship_turned_up_while_it_waits_is_found(number: int, accused: bool) -> None:
    """With its set it may be shown; later only a ghost is (UTF-7.5i)."""
    table = Voyages()
    _gone(table)
    if number:
        table.card("clubs_4")
        table.plot("1505")
        table.card("hearts_5")
    table.choose(BRITISH, "athelking", "Turn over")
    assert ("UTF-7.5i" in table.codes(reveal=False)) == accused


def test_dice_that_were_announced_are_no_slip() -> None:
    """Nobody says for nothing that a cruiser reacts, and throws the die for it (UTF-7.2.2c)."""
    table = Voyages()
    table.set_up("1505")
    _british(table, 1)
    table.press(BRITISH, "reacts")
    step = table.roll(BRITISH, "reaction", 2)
    table.card("clubs_1")
    table.plot("1506")
    assert ("UTF-7.2.2c", BRITISH, step) in _cited(table.findings(reveal=True))


def test_dice_thrown_without_a_word_may_be_a_slip() -> None:
    table = Voyages()
    table.set_up("1505")
    _british(table, 1)
    table.roll(BRITISH, "reaction", 2)
    table.card("clubs_1")
    table.plot("1506")
    assert not table.codes()


def test_each_die_is_announced_by_one_cruiser() -> None:
    """Two cruisers are put on the map and one button is clicked: the first die was told in the
    chat, and its counter was on the map when it came off (UTF-7.1d)."""
    table = Voyages()
    table.set_up("1301", origin="od_5", destination="od_6", ship="athelking")
    table.card("clubs_1")
    table.plot("1301")
    table.sink("c1", "athelking", "od_5", "od_6", 3)
    table.british("diamonds_king", "Cruiser Discards")
    table.card("hearts_1")
    table.british("devonshire", "1201")
    table.british("dorsetshire", "1301")
    table.roll(BRITISH, "cruiser_search", 5)
    table.british("devonshire", "British Holding", BRITISH_PLOT)
    table.british("dorsetshire", "British Holding", BRITISH_PLOT)
    table.draw(*SETS[0])
    table.card("clubs_2")
    table.plot("1302")
    assert "UTF-7.1d" not in table.codes()


def test_a_rest_that_is_said_is_no_slip_because_another_button_follows() -> None:
    """REST counts a column, DONE counts nothing: it puts nothing right."""
    table = Voyages()
    under_low_morale(table)
    table.press(GERMAN, "rest")
    table.press(GERMAN, "done_german")
    step = table.card("hearts_1")
    assert _cited(table.findings(reveal=True)) == [("UTF-9.1g", GERMAN, step)]


def test_a_ship_drawn_for_no_set_is_not_only_handled() -> None:
    """Nobody draws by mistake: what came out of a cup has been seen."""
    table = Voyages()
    table.set_up("1505")
    _british(table, 1)
    step = table.british("zamzam", "C1 Ship", DISPLAY)
    table.card("clubs_1")
    assert ("DU-7", BRITISH, step) in _cited(table.findings(reveal=True))


def test_a_box_crossed_out_and_made_good_again_is_found() -> None:
    """A mark that was due is not taken back: that it lay there for a while is no slip."""
    table = Voyages()
    under_low_morale(table)
    table.plot("1511")
    table.roll(GERMAN, "uboat", 6)
    table.choose(GERMAN, "mark_uboat_1", "Flip")
    table.choose(GERMAN, "mark_uboat_1", "Flip")
    table.german("fatigue", "Fresh")
    table.card("hearts_1")
    step = table.choose(GERMAN, "mark_uboat_1", "Flip")
    table.card("clubs_7")
    found = table.findings(reveal=True)
    assert any(one.code.startswith("UTF-9.2") and one.step == step for one in found)


def test_a_set_without_a_ship_is_found_when_all_is_seen() -> None:
    table = Voyages()
    table.set_up("1505")
    table.card("hearts_1")
    table.sail_all("c1")
    step = table.british("od_9", "C2 Origin", DISPLAY)
    table.british("od_11", "C2 Destination", DISPLAY)
    table.goals["c2"] = PORTS["od_11"]
    table.british("c2", PORTS["od_9"])
    table.choose(BRITISH, "c2", "Flip")
    table.point("c2")
    assert not table.findings(reveal=True), "it may still be drawn"
    table.card("clubs_1")
    assert _cited(table.findings(reveal=True)) == [("UTF-5.2c", BRITISH, step)]
    assert not table.findings()


def test_a_set_drawn_for_a_marker_at_sea_is_one_mistake() -> None:
    table = Voyages()
    table.set_up("1505")
    table.card("hearts_1")
    table.sail_all("c1")
    table.british("od_9", "C1 Origin", DISPLAY)
    table.british("od_11", "C1 Destination", DISPLAY)
    step = table.british("teddy", "C1 Ship", DISPLAY)
    table.card("clubs_1")
    assert ("UTF-2.1d", BRITISH) in {row[:2] for row in _cited(table.findings(reveal=True))}
    assert {row[0] for row in _cited(table.findings(reveal=True))} == {"UTF-2.1d"}
    assert all(row[2] <= step for row in _cited(table.findings(reveal=True)))


def _both_cruisers_are_active(table: Voyages) -> None:
    """A ship was lost and both red cruiser cards are drawn; the British turn a red card."""
    table.set_up("1301", origin="od_5", destination="od_6", ship="athelking")
    table.card("clubs_1")
    table.plot("1301")
    table.sink("c1", "athelking", "od_5", "od_6", 3)
    table.card("hearts_1")


def test_a_plane_laid_on_the_other_sides_disguise_helps_nobody() -> None:
    table = Voyages()
    _both_cruisers_are_active(table)
    table.british("walrus", "Soviet")
    table.british("devonshire", "1201")
    step = table.roll(BRITISH, "cruiser_search", 5)
    table.british("devonshire", "British Holding", BRITISH_PLOT)
    table.british("walrus", "Held")
    table.draw(*SETS[0])
    table.card("clubs_2")
    assert _cited(table.findings(reveal=True)) == [("UTF-7.5d", BRITISH, step)]


def test_a_plot_taken_back_when_it_was_said_to_be_done_is_no_slip() -> None:
    def codes(said: bool) -> list[str]:
        table = Voyages()
        _both_cruisers_are_active(table)
        table.british("plot_devonshire", "1202", BRITISH_PLOT)
        if said:
            table.press(BRITISH, "cruisers_plotted")
        table.draw(*SETS[0])
        table.british("plot_devonshire", "1201", BRITISH_PLOT)
        table.card("clubs_2")
        return table.codes()

    assert "UTF-4.1.3d" in codes(said=True)
    assert not codes(said=False)


def test_a_plot_far_away_is_no_slip_though_a_check_takes_it_back() -> None:
    """It was said to be done, and the dice were thrown for it."""
    table = Voyages()
    table.set_up("1505")
    greys(table, "1506", "1507", "1508", "1509")
    table.card("clubs_5")
    table.plot("3211")
    table.german("fatigue", "Fatigued")
    table.roll(GERMAN, "morale_check", 6, 6)
    table.german("plot_atlantis", "1509", GERMAN_PLOT)
    table.card("clubs_6")
    assert [(one.code, one.side) for one in table.findings(reveal=True)] == [("UTF-6.1b", GERMAN)]


def test_a_disguise_marked_before_the_die_was_not_worn_by_it() -> None:
    table = Voyages()
    table.set_up("1505")
    table.card("clubs_1")
    table.plot("1506")
    table.german("disguise", "Soviet")
    step = table.choose(GERMAN, "mark_soviet", "Flip")
    table.german("atlantis", "1506")
    table.roll(GERMAN, "atlantis_search", 6)
    table.card("clubs_2")
    assert step in [one.step for one in table.findings(reveal=True) if "UTF-7.4" in one.code]


def test_a_set_that_leaves_from_elsewhere_owes_no_points() -> None:
    """Whether its route was paid or not: one mistake."""
    for paid in (False, True):
        table = Voyages()
        table.set_up("1505")
        table.points(5)
        _british(table, 1)
        table.card("hearts_2")
        step = table.leave("c1", "od_3", "od_7", "athelking")
        if paid:
            table.points(4)
        table.sail_all("c2")
        table.draw(*SETS[1])
        table.card("clubs_1")
        found = [row for row in _cited(table.findings(reveal=True)) if row[2] >= step]
        assert found == [("UTF-4.1.2a", BRITISH, step)], paid


def test_nobody_owes_anything_for_a_gun_range_die_thrown_for_nothing() -> None:
    table = Voyages()
    table.set_up("1505")
    table.card("clubs_1")
    step = table.roll(GERMAN, "gun_range", 7)
    table.plot("1506")
    table.card("clubs_2")
    found = _cited(table.findings(reveal=True))
    assert {row[0] for row in found} == {"UTF-2.0e", "UTF-8.1a"}
    assert {row[2] for row in found} == {step}


def test_a_marker_of_another_set_shown_with_a_lost_ship_blames_its_player_alone() -> None:
    """The German counts his points by the markers that he is shown."""
    table = Voyages()
    table.set_up("1007", ship="automedon")
    table.card("hearts_1")
    table.sail_all("c1")
    table.draw("c2", "od_9", "od_10", "teddy")
    table.card("clubs_1")
    table.plot(table.stage.where("c1"))
    table.sink("c1", "automedon", "od_3", "od_10", 7)
    table.card("clubs_2")
    found = _cited(table.findings(reveal=True))
    assert [row[:2] for row in found] == [("UTF-5.2b", BRITISH)]

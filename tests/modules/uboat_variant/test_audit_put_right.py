"""What was forgotten, or done too early or wrongly, is put right with a word: nobody is accused."""

from __future__ import annotations

import pytest

from modules.uboat_variant.state import ALLIED, AXIS
from validator.audit.observing import dictionary_of
from validator.proving.subject import above_note

POLICIES = ["declared", "reconstructed"]


def begins(table):
    """The first turn of a campaign, up to its air movement."""
    table.stage.press(ALLIED, "Random event", {"Random event": (4,)})
    table.stage.press(AXIS, "Barbarigo: turn of entry (1d10)", {"Barbarigo's turn": (5,)})
    table.phases(2)


def patrols(table, plane, zone):
    table.drag(ALLIED, plane, zone)
    table.turn_to(ALLIED, plane, "Patrols here")


def sails(table, boat, area, face):
    table.turn_to(AXIS, boat, face)
    table.drag(AXIS, boat, area)


def first_mover(table, allied, axis):
    table.stage.press(ALLIED, "First mover, Allies (1d10)", {"First mover": (allied,)})
    table.stage.press(AXIS, "First mover, Axis (1d10)", {"First mover": (axis,)})


def deploys(table, side, unit, square, board="osl"):
    table.stage.choose(side, unit, "Deploys (2d10)", {"Location": square})
    join = "," if board == "osl" else "-"
    table.drag(side, unit, join.join(map(str, square)), board)


def meets(table, boat_at=(2, 2), cutter_at=(8, 8)):
    """In 5.4 a boat meets a cutter, and both are put on the grid."""
    table.to_the_ships()
    table.stage.press(ALLIED, "Allies pass")
    sails(table, "U-564", "BA", "Surfaced")
    table.turn_to(ALLIED, "contact", "Contact here")
    table.drag(ALLIED, "contact", "BA")
    deploys(table, AXIS, "U-564", boat_at)
    deploys(table, ALLIED, "US-CUT-1", cutter_at)


def meets_in_a_box(table):
    """The two meet on the grid and go to a box; the cutter moves first there."""
    meets(table, (4, 4), (4, 5))
    first_mover(table, 3, 8)
    table.drag(AXIS, "U-564", "4,5", "osl")
    for side, unit in ((AXIS, "U-564"), (ALLIED, "US-CUT-1")):
        table.drag(side, unit, "TSL Box A", "osl")
    table.stage.press(ALLIED, "OSL closed")
    deploys(table, AXIS, "U-564", (2, 5), "tsl")
    deploys(table, ALLIED, "US-CUT-1", (2, 6), "tsl")
    first_mover(table, 9, 3)


def searches(table, side, unit, target, die):
    table.turn_to(AXIS if side == ALLIED else ALLIED, target, "Is the target")
    table.stage.choose(side, unit, "Looks for it (1d10)", {"Detection": (die,)})


def ends(table):
    table.stage.press(AXIS, "Axis passes")
    table.phases()
    table.next_turn()
    table.phases(2)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_search_of_the_last_round_is_agreed_on_in_the_next(sit, policy):
    """The dice for the next round have fallen already: nobody says that they are missing."""
    table = sit("first_patrol", policy)
    meets(table)
    first_mover(table, 3, 9)
    table.drag(AXIS, "U-564", "5,5", "osl")
    table.drag(ALLIED, "US-CUT-1", "6,6", "osl")
    first_mover(table, 9, 3)
    table.stage.say(AXIS, "sorry, forgot my detection roll of last round, may I?")
    table.stage.say(ALLIED, "ok")
    searches(table, AXIS, "U-564", "US-CUT-1", 2)
    table.drag(ALLIED, "US-CUT-1", "8,8", "osl")
    table.drag(AXIS, "U-564", "5,7", "osl")
    first_mover(table, 9, 3)
    table.drag(ALLIED, "US-CUT-1", "BA")
    table.stage.press(ALLIED, "OSL closed")
    table.drag(AXIS, "U-564", "BA")
    ends(table)
    assert {code for code, _ in table.findings()} <= {"UV-5.5.10"}
    assert all(one.severity == "unverifiable" for one in table.audited().findings if one.side)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_boat_that_is_sunk_is_put_away_when_others_have_moved(sit, policy):
    table = sit("first_patrol", policy)
    meets_in_a_box(table)
    table.drag(ALLIED, "US-CUT-1", "2-5", "tsl")
    searches(table, ALLIED, "US-CUT-1", "U-564", 1)
    table.turn_to(AXIS, "U-564", "Detected, surfaced")
    table.turn_to(AXIS, "U-564", "Is the target")
    table.stage.choose(ALLIED, "US-CUT-1", "ASW attack (1d10)", {"ASW": (9,)})
    table.stage.roll(ALLIED, "ASW second die", (10,))
    table.stage.say(ALLIED, "sunk!")
    table.stage.press(ALLIED, "TSL closed")
    table.drag(ALLIED, "US-CUT-1", "BA")
    sails(table, "MILCH-COW", "CC", "Surfaced")
    table.turn_to(AXIS, "U-564", "Sunk")
    ends(table)
    assert table.findings() == []


@pytest.mark.parametrize("policy", POLICIES)
def test_who_moves_last_in_a_round_may_still_search(sit, policy):
    """Its die falls on the desk, and it attacks whom it found."""
    table = sit("first_patrol", policy)
    meets_in_a_box(table)
    table.drag(ALLIED, "US-CUT-1", "3-6", "tsl")
    table.drag(AXIS, "U-564", "3-6", "tsl")
    table.turn_to(ALLIED, "US-CUT-1", "Is the target")
    table.stage.choose(AXIS, "U-564", "1 torpedo (1d10)", {"Torpedoes": (1,)})
    table.stage.press(ALLIED, "TSL closed")
    for side, unit in ((AXIS, "U-564"), (ALLIED, "US-CUT-1")):
        table.drag(side, unit, "BA")
    ends(table)
    assert [one for one in table.audited().findings if one.severity == "violation"] == []


def test_a_flight_that_was_declared_is_called_off_and_another_flies(sit):
    table = sit("campaign")
    begins(table)
    patrols(table, "PBY-1", "CC")
    table.stage.say(ALLIED, "second thoughts: it stays at home, PBY-2 flies")
    table.drag(ALLIED, "PBY-1", "Quonset Point", "bases")
    patrols(table, "PBY-2", "DN")
    table.stage.press(AXIS, "Axis passes")
    table.stage.press(ALLIED, "Allies pass")
    table.phases()
    table.passes()
    table.phases()
    table.drag(ALLIED, "PBY-2", "Key West NAS", "bases")
    table.stage.press(ALLIED, "Turn ends")
    table.phases(2)
    assert table.findings() == []


def forgotten_event(table, *words):
    """The random event is thrown when the phase is over, and Barbarigo's die has fallen."""
    table.stage.press(AXIS, "Barbarigo: turn of entry (1d10)", {"Barbarigo's turn": (5,)})
    table.phases()
    for side, text in words:
        table.stage.say(side, text)
    table.stage.press(ALLIED, "Random event", {"Random event": (4,)})
    table.phases()
    table.passes()
    table.passes()
    table.phases()


@pytest.mark.parametrize("policy", POLICIES)
def test_the_random_event_that_was_forgotten_is_thrown_with_a_word(sit, policy):
    table = sit("campaign", policy)
    forgotten_event(table, (ALLIED, "oh, we forgot the random event!"))
    table.stage.press(ALLIED, "Turn ends")
    table.phases()
    assert table.findings() == []


@pytest.mark.parametrize("words", [(), ((AXIS, "you forgot the convoy, too"),)])
def test_a_late_random_event_breaks_a_rule_if_its_side_says_nothing(sit, words):
    table = sit("campaign")
    forgotten_event(table, *words)
    table.stage.press(ALLIED, "Turn ends")
    table.phases()
    assert ("UV-5.1.1", ALLIED) in table.findings()


def second_move(table, moves_on=False):
    """A boat moves in its second move before anybody has clicked that the phase is over."""
    begins(table)
    patrols(table, "PBY-1", "DD")
    table.stage.press(AXIS, "Axis passes")
    table.stage.press(ALLIED, "Allies pass")
    table.phases()
    table.stage.press(ALLIED, "Allies pass")
    sails(table, "U-504", "DE", "Surfaced")
    if not moves_on:
        table.stage.press(AXIS, "Axis passes")
        table.stage.say(ALLIED, "phase done I think")
    table.drag(AXIS, "U-504", "DD")
    table.turn_to(ALLIED, "U-504", "Is the target")
    table.stage.roll(ALLIED, "Air search", (2,))
    table.turn_to(AXIS, "U-504", "Detected, surfaced")
    if moves_on:
        sails(table, "U-66", "CB", "Surfaced")
        table.stage.press(AXIS, "Axis passes")
    table.phases(2)
    table.drag(ALLIED, "PBY-1", "Quonset Point", "bases")
    table.stage.press(ALLIED, "Turn ends")
    table.phases()


@pytest.mark.parametrize("policy", POLICIES)
def test_the_end_of_a_phase_is_clicked_when_the_next_has_begun(sit, policy):
    """Both have passed, and both ends are clicked together behind the second move."""
    table = sit("campaign", policy)
    second_move(table)
    assert table.findings() == []


def test_a_second_move_while_others_still_move_breaks_a_rule(sit):
    table = sit("campaign")
    second_move(table, moves_on=True)
    assert AXIS in {side for _, side in table.findings()}


def test_a_line_of_the_chat_tells_the_actions_whose_buttons_it_names(uboat_variant_rules):
    told = dictionary_of(uboat_variant_rules.game).told
    assert told("<Axis Player> - I think axis passes now") == ("passes_axis",)
    assert told("<Axis Player> - the axis passed") == ()


@pytest.mark.parametrize(("words", "accused"), [("axis passes", set()), ("hm", {ALLIED})])
def test_a_side_that_tells_in_the_chat_that_it_passes_has_passed(sit, words, accused):
    """The line of its button comes later, by mistake, with the one that was meant."""
    table = sit()
    table.to_the_ships()
    table.drag(ALLIED, "US-CUT-1", "BB")
    table.stage.say(AXIS, words)
    table.drag(ALLIED, "convoy_1", "CB")
    table.turn_to(ALLIED, "contact", "Contact here")
    table.drag(ALLIED, "contact", "CB")
    for boat, square in (("U-564", (2, 2)), ("MILCH-COW", (3, 2))):
        table.turn_to(AXIS, boat, "Surfaced")
        deploys(table, AXIS, boat, square)
    deploys(table, ALLIED, "convoy_1", (10, 8))
    first_mover(table, 9, 3)
    table.drag(ALLIED, "convoy_1", "CB")
    table.stage.press(AXIS, "Axis passes")
    table.stage.press(AXIS, "OSL closed")
    for boat in ("U-564", "MILCH-COW"):
        table.drag(AXIS, boat, "CB")
    table.stage.press(ALLIED, "Allies pass")
    table.phases()
    table.next_turn()
    table.phases()
    assert {side for _, side in table.findings()} == accused


def test_who_goes_home_without_a_word_has_taken_nothing_back(sit):
    """It patrols, and flies home in the air movement."""
    table = sit("campaign")
    begins(table)
    patrols(table, "PBY-1", "CC")
    table.drag(ALLIED, "PBY-1", "Quonset Point", "bases")
    patrols(table, "PBY-2", "DN")
    table.stage.press(AXIS, "Axis passes")
    table.stage.press(ALLIED, "Allies pass")
    table.phases()
    assert ALLIED in {side for _, side in table.findings()}


def test_a_turn_marker_moved_by_hand_while_the_buttons_name_the_first_turn(sit):
    """Nobody clicks the turn tracker, so every line goes on naming its turn."""
    table = sit("campaign")
    begins(table)
    for turn in (2, 3, 4):
        table.passes()
        table.passes()
        table.phases()
        table.drag(ALLIED, "turn", f"Turn {turn}")
        table.phases(2)
    assert table.findings() == []


@pytest.mark.parametrize("clicks", [0, 1, 2])
def test_a_turn_tracker_that_is_clicked_on_a_whole_turn_late(sit, clicks):
    """Until then every line names the turn before; and it may even be a turn behind afterwards."""
    table = sit("campaign")
    begins(table)
    table.passes()
    table.passes()
    table.phases()
    table.drag(ALLIED, "turn", "Turn 2")
    table.phases(2)
    patrols(table, "PBY-1", "CB")
    table.passes()
    sails(table, "U-66", "DD", "Surfaced")
    table.passes()
    table.phases()
    table.drag(ALLIED, "PBY-1", "Quonset Point", "bases")
    if clicks == 2:
        table.drag(ALLIED, "turn", "Turn 3")
    for _ in range(min(clicks, 1)):
        table.stage.press(ALLIED, "Turn ends")
    table.phases(2)
    patrols(table, "PBY-1", "CB")
    table.passes()
    assert table.findings() == []


def test_a_turn_ended_too_early_is_taken_back_and_ended_again(sit):
    """The tracker stays on, and every line names the turn that is to come."""
    table = sit("campaign")
    begins(table)
    patrols(table, "PBY-1", "CB")
    table.stage.press(AXIS, "Axis passes")
    table.stage.press(ALLIED, "Allies pass")
    table.phases()
    table.stage.press(ALLIED, "Allies pass")
    sails(table, "U-66", "DD", "Surfaced")
    table.stage.press(ALLIED, "Turn ends")
    table.stage.say(AXIS, "hey wait, I still move!")
    table.stage.say(ALLIED, "sorry, took the turn back")
    table.drag(ALLIED, "turn", "Turn 1")
    sails(table, "U-504", "DC", "Submerged")
    table.stage.press(AXIS, "Axis passes")
    table.phases(2)
    table.drag(ALLIED, "PBY-1", "Quonset Point", "bases")
    table.drag(ALLIED, "turn", "Turn 2")
    table.phases(2)
    assert table.findings() == []


def test_a_boat_that_dives_is_turned_in_two_clicks_with_a_wrong_button_between(sit):
    """The face that it shows at last is that of its move."""
    table = sit("first_patrol")
    meets(table, (5, 5), (5, 9))
    first_mover(table, 3, 9)
    table.turn_to(AXIS, "U-564", "Submerged")
    table.drag(AXIS, "U-564", "4,5", "osl")
    table.drag(ALLIED, "US-CUT-1", "6,9", "osl")
    first_mover(table, 3, 9)
    table.drag(AXIS, "U-564", "6,7", "osl")
    table.turn_to(AXIS, "U-564", "Detected, submerged")
    table.stage.press(AXIS, "Barbarigo's role is fixed")
    table.stage.say(AXIS, "sorry, wrong button")
    table.turn_to(AXIS, "U-564", "Surfaced")
    table.drag(ALLIED, "US-CUT-1", "6,10", "osl")
    first_mover(table, 9, 3)
    table.drag(ALLIED, "US-CUT-1", "BA")
    table.stage.press(ALLIED, "OSL closed")
    table.drag(AXIS, "U-564", "BA")
    ends(table)
    assert table.findings() == []


def leaves(table):
    """The cutter leaves the grid, and the boat is put back."""
    table.drag(ALLIED, "US-CUT-1", "BA")
    table.stage.press(ALLIED, "OSL closed")
    table.drag(AXIS, "U-564", "BA")
    ends(table)


def test_of_contact_it_is_only_told_where(sit):
    """Nobody moves the marker: the units are put on the grid."""
    table = sit()
    table.to_the_ships()
    table.stage.press(ALLIED, "Allies pass")
    sails(table, "U-564", "BA", "Surfaced")
    table.stage.say(ALLIED, "contact")
    deploys(table, AXIS, "U-564", (2, 2))
    deploys(table, ALLIED, "US-CUT-1", (8, 8))
    first_mover(table, 9, 3)
    leaves(table)
    assert table.findings() == []


def test_who_moves_first_is_told_in_the_chat_and_leaves_the_grid(sit):
    """To and from the grid with nothing between: the ship has been there."""
    table = sit()
    meets(table)
    table.stage.say(ALLIED, "first mover: me 9")
    table.stage.say(AXIS, "3, go ahead")
    leaves(table)
    assert [(one.severity, one.code) for one in above_note(table.audited())] == [
        ("missing", "UV-5.5.10")
    ]


@pytest.mark.parametrize("policy", POLICIES)
def test_a_move_over_the_grid_is_put_right_when_the_other_has_moved(sit, policy):
    table = sit("first_patrol", policy)
    meets(table)
    first_mover(table, 3, 9)
    table.drag(AXIS, "U-564", "2,7", "osl")
    table.drag(ALLIED, "US-CUT-1", "8,7", "osl")
    table.stage.say(ALLIED, "hey, you moved 5 squares, 3 is the limit")
    table.stage.say(AXIS, "oh sorry, back to 2,5")
    table.drag(AXIS, "U-564", "2,5", "osl")
    first_mover(table, 9, 3)
    table.drag(ALLIED, "US-CUT-1", "10,8", "osl")
    table.drag(AXIS, "U-564", "2,3", "osl")
    first_mover(table, 9, 3)
    leaves(table)
    assert table.findings() == []


def test_a_boat_that_may_enter_is_put_on_the_map_when_its_phase_is_over(sit):
    table = sit()
    table.stage.choose(AXIS, "NA-1", "Tries to enter (1d10)", {"Entry": (1,)})
    table.phases()
    table.drag(AXIS, "NA-1", "BD")
    table.stage.say(AXIS, "forgot to put NA-1 on the map")
    table.phases()
    table.passes()
    table.passes()
    table.next_turn()
    assert table.findings() == []


def test_dice_clicked_twice_count_once(sit):
    table = sit("first_patrol")
    for die in (7, 1):
        table.stage.choose(AXIS, "NA-1", "Tries to enter (1d10)", {"Entry": (die,)})
    table.stage.say(AXIS, "clicked twice, the 7 counts, it stays out")
    table.to_the_ships()
    table.passes()
    assert table.findings() == []


@pytest.mark.parametrize("clicks", [True, False])
def test_a_boat_that_never_enters_is_put_away(sit, clicks):
    """It threw a ten: its counter goes to the losses, or stays where it is."""
    table = sit("first_patrol")
    table.stage.choose(AXIS, "NA-1", "Tries to enter (1d10)", {"Entry": (10,)})
    if clicks:
        table.stage.choose(AXIS, "NA-1", "Out of the game")
    else:
        table.drag(AXIS, "NA-1", "Axis Losses", table.stage.map_of("NA-1"))
    table.to_the_ships()
    table.passes()
    assert table.findings() == []


def test_a_stray_die_parts_the_clicks_by_which_a_boat_comes_to_its_depth(sit):
    """Its counter shows another depth between them, at which it could not have come so far."""
    table = sit()
    meets(table, cutter_at=(3, 8))
    first_mover(table, 3, 9)
    table.turn_to(AXIS, "U-564", "Submerged")
    table.drag(AXIS, "U-564", "2,3", "osl")
    table.drag(ALLIED, "US-CUT-1", "3,7", "osl")
    first_mover(table, 3, 9)
    table.drag(AXIS, "U-564", "2,6", "osl")
    for _ in range(2):
        table.turn_to(AXIS, "U-564", "Flip")
    table.stage.roll(AXIS, "Surface second die", (1,))
    for _ in range(2):
        table.turn_to(AXIS, "U-564", "Flip")
    searches(table, AXIS, "U-564", "US-CUT-1", 10)
    table.drag(ALLIED, "US-CUT-1", "BA")
    table.stage.press(ALLIED, "OSL closed")
    table.drag(AXIS, "U-564", "BA")
    ends(table)
    assert table.findings() == []

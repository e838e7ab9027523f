"""Offences in Battles are found, and accuse who did them."""

from __future__ import annotations

import pytest

from tests.modules.atlantic_chase.battle_table import (
    BN,
    BRITISH,
    CLOSE,
    FAR_GUNS,
    GERMAN,
    GF,
    GN,
    accused,
    cruisers,
)
from validator.audit.findings import Severity


def test_a_ship_fires_twice_in_a_round(sit):
    table = cruisers(sit)
    table.fire(GERMAN, "koln", "manchester", 2, 2, 2)
    table.hit(BRITISH, "sheffield")
    table.next_round()
    table.fire(GERMAN, "koln", "manchester", 2, 2, 2)
    table.next_round()
    table.fire(GERMAN, "koln", "manchester", 2, 2, 2)
    table.end()
    assert accused(table) == {("AC-55.7", GERMAN)}


def test_a_convoy_does_not_fire_far(sit):
    table = sit("battle_convoy")
    table.fire(GERMAN, "scheer", "devonshire", 1, 2, 2)
    table.fire(BRITISH, "convoy_1", "scheer", 1, 2, 2)
    table.next_round()
    table.end()
    assert accused(table) == {("AC-56.4", BRITISH)}


def test_the_wrong_number_of_dice(sit):
    table = cruisers(sit)
    table.hit(BRITISH, "sheffield")
    table.fire(BRITISH, "manchester", "koln", 1, 2)
    table.next_round()
    table.end()
    assert accused(table) == {("AC-57.2", BRITISH)}


def test_no_fourth_round(sit):
    table = cruisers(sit)
    table.hit(BRITISH, "sheffield")
    for _ in range(3):
        table.next_round()
        table.fire(GERMAN, "koln", "manchester", 1, 2, 2)
        table.fire(BRITISH, "sheffield", "koln", 1, 2, 2)
    table.end()
    # It is told, and accuses nobody: the first click may have begun the first round.
    (told,) = table.findings()
    assert (told.code, told.severity) == ("AC-62.1", Severity.UNVERIFIABLE)


def test_a_hit_that_is_not_taken(sit):
    table = cruisers(sit)
    for _ in range(2):
        table.next_round()
        table.fire(GERMAN, "koln", "manchester", 1, 2, 2)
        table.fire(BRITISH, "manchester", "koln", 1, 2, 2)
    table.end()
    assert "AC-57.3" in {code for code, _ in accused(table)}


def test_a_ship_suffers_more_than_was_scored(sit):
    """In the last round; whoever turned it, and whoever took it away: nobody is named."""
    table = cruisers(sit)
    table.hit(BRITISH, "sheffield")
    for _ in range(2):
        table.next_round()
        table.fire(GERMAN, "koln", "manchester", 1, 1, 2)
        table.fire(BRITISH, "sheffield", "koln", 1, 2, 2)
        table.fire(BRITISH, "manchester", "koln", 1, 2, 2)
        table.fire(GERMAN, "battery_german", "manchester", 1, 1)
    table.hit(GERMAN, "sheffield")
    table.stage.drag(BRITISH, ("sheffield",), "british_forces", "British Sunk")
    table.end()
    assert {side for code, side in accused(table) if code in ("AC-57.3", "AC-57.5")} == {None}


def test_two_zones_at_once(sit):
    table = cruisers(sit)
    table.hit(BRITISH, "sheffield")
    table.move(BRITISH, CLOSE, "manchester")
    table.next_round()
    table.end()
    assert accused(table) == {("AC-60.3", BRITISH)}


@pytest.mark.parametrize("said", [True, False])
def test_two_zones_at_once_and_one_in_the_next_round(sit, said):
    """If somebody said something, the second move may put the first one right."""
    table = cruisers(sit)
    table.hit(BRITISH, "sheffield")
    table.move(GERMAN, GN, "koln")
    table.move(BRITISH, CLOSE, "manchester")
    table.next_round()
    if said:
        table.stage.say(GERMAN, "one zone only!")
    table.move(GERMAN, GF, "koln")
    table.move(BRITISH, BN, "manchester")
    table.next_round()
    table.end()
    assert accused(table) == (set() if said else {("AC-60.3", BRITISH)})


def test_torpedoes_from_afar(sit):
    table = sit("battle_destroyers")
    table.fire(GERMAN, "gneisenau", "southampton", 1, 1, 2)
    table.stage.choose(BRITISH, "southampton", "Fires torpedoes")
    table.stage.choose(BRITISH, "gneisenau", "Is fired at")
    table.stage.roll(BRITISH, "Torpedo", (3, 3))
    table.next_round()
    table.end()
    assert {code for code, _ in accused(table)} & {"AC-59.5", "AC-59.6"}


def test_a_shore_battery_is_no_target(sit):
    table = cruisers(sit)
    table.hit(BRITISH, "sheffield")
    table.stage.choose(BRITISH, "manchester", "Fires")
    table.stage.say(BRITISH, "at the battery")
    table.stage.roll(BRITISH, FAR_GUNS, (1, 2, 2))
    table.next_round()
    table.end()
    assert accused(table) == set()  # whom the chat names, no audit reads


def moved_too_late(sit, *ships):
    """Who may not move last moves last, and two more rounds follow."""
    table = sit("battle_shore_battery")
    table.fire(GERMAN, "battery_german", "manchester", 6, 6)
    table.hit(BRITISH, "manchester")
    for ship in ships:
        table.move(*((GERMAN, GN) if ship == "koln" else (BRITISH, BN)), ship)
    table.stage.press(BRITISH, "Break Away")
    table.next_round()
    table.fire(GERMAN, "battery_german", "sheffield", 2, 1)
    table.next_round()
    table.fire(GERMAN, "battery_german", "sheffield", 1, 2)
    table.end()
    return table


def test_a_slow_ship_does_not_move_behind_a_faster_one(sit):
    """A move is not postponed into a later round, where it would be legal."""
    table = moved_too_late(sit, "koln", "sheffield", "manchester")
    assert accused(table) == {("AC-60.1", BRITISH)}


@pytest.mark.parametrize("rounds", [1, 2])
def test_no_round_that_nobody_announced_excuses_who_moved_too_late(sit, rounds):
    """The slowest ship moves last, and the next rounds are announced: none of them began before."""
    table = sit("battle_smoke")
    table.move(GERMAN, GN, "scharnhorst")
    table.move(BRITISH, BN, "aurora")
    table.move(BRITISH, BN, "galatea")
    table.move(BRITISH, BN, "ark_royal")
    table.stage.press(GERMAN, "Break Away")
    table.next_round()
    table.fire(GERMAN, "scharnhorst", "aurora", 1, 2)
    table.move(GERMAN, GF, "scharnhorst")
    for _ in range(rounds - 1):
        table.next_round()
    table.end()
    assert accused(table) == {("AC-60.1", None)}


def test_where_a_side_may_have_passed_or_the_other_did_not_wait_nobody_is_named(sit):
    table = moved_too_late(sit, "manchester", "koln")
    (told,) = table.findings()
    assert (told.code, told.side, told.player) == ("AC-60.1", None, None)


def test_a_battle_that_both_wish_to_leave_is_over(sit):
    table = cruisers(sit)
    table.hit(BRITISH, "sheffield")
    table.stage.press(GERMAN, "Break Away")
    table.stage.press(BRITISH, "Break Away")
    table.stage.press(GERMAN, "Next round")
    table.fire(GERMAN, "battery_german", "manchester", 2, 3)
    table.fire(BRITISH, "manchester", "koln", 1, 2, 2)
    table.move(GERMAN, GN, "koln")
    table.end()
    assert {code for code, _ in accused(table)} == {"AC-61.1"}


def test_dice_for_which_a_side_has_just_asked_are_no_mistake(sit):
    """It broke away, and begins another round all the same."""
    table = sit("battle_destroyers")
    table.fire(GERMAN, "gneisenau", "southampton", 1, 1, 2)
    for ship in ("dd_british_1", "dd_british_2", "southampton"):
        table.move(BRITISH, BN, ship)
    table.stage.press(GERMAN, "Break Away")
    table.stage.roll(GERMAN, "Break Away", (6, 6))
    table.stage.press(GERMAN, "Next round")
    table.fire(GERMAN, "gneisenau", "southampton", 1, 1)
    table.fire(BRITISH, "southampton", "gneisenau", 1, 3)
    for ship in ("dd_british_1", "dd_british_2", "southampton"):
        table.move(BRITISH, CLOSE, ship)
    table.end()
    assert {code for code, _ in accused(table)} == {"AC-61.2"}


def test_who_fights_on_after_the_other_side_broke_away_is_accused_and_not_who_threw(sit):
    """The dice are of the side that throws them, if it alone wishes to leave."""
    table = sit("battle_shore_battery")
    table.fire(GERMAN, "battery_german", "manchester", 6, 5)
    table.fire(GERMAN, "koln", "manchester", 1, 3, 3)
    table.fire(BRITISH, "sheffield", "koln", 6, 1, 3)
    table.fire(BRITISH, "manchester", "koln", 3, 3, 6)
    table.hit(BRITISH, "manchester")
    table.move(GERMAN, GN, "koln")
    table.stage.press(BRITISH, "Break Away")
    table.stage.roll(BRITISH, "Break Away", (3, 3))
    table.next_round()
    table.fire(GERMAN, "battery_german", "manchester", 6, 4)
    table.fire(GERMAN, "koln", "manchester", 4, 3)
    table.fire(BRITISH, "sheffield", "koln", 4, 4)
    table.fire(BRITISH, "manchester", "koln", 6, 5)
    table.stage.drag(BRITISH, ("manchester",), "british_forces", "British Sunk")
    table.hit(GERMAN, "koln")
    table.move(GERMAN, CLOSE, "koln")
    table.stage.press(BRITISH, "Break Away")
    table.stage.roll(BRITISH, "Break Away", (6, 3))
    table.stage.press(GERMAN, "Next round")
    table.fire(GERMAN, "battery_german", "sheffield", 1, 1)
    table.move(GERMAN, GN, "koln")
    table.move(BRITISH, BN, "sheffield")
    table.stage.press(GERMAN, "Break Away")
    table.end()
    assert accused(table) == {("AC-61.2", GERMAN)}


def test_a_ship_does_not_sink_by_a_shot_of_a_round_of_which_nothing_is_seen(sit):
    """In a log with all words of this round. Whether it sank too early, or by nothing, is one."""
    table = sit("battle_shore_battery")
    table.fire(GERMAN, "battery_german", "manchester", 3, 4)
    table.fire(GERMAN, "koln", "sheffield", 4, 5, 5)
    table.fire(BRITISH, "sheffield", "koln", 1, 2, 3)
    table.fire(BRITISH, "manchester", "koln", 1, 4, 3)
    table.hit(GERMAN, "sheffield")
    table.stage.drag(GERMAN, ["sheffield"], "british_forces", "British Sunk")
    table.move(GERMAN, GN, "koln")
    table.move(BRITISH, BN, "manchester")
    table.stage.press(BRITISH, "Break Away")
    table.stage.roll(BRITISH, "Break Away", (4, 1))
    table.stage.press(GERMAN, "Break Away")
    table.end()
    assert {code for code, _ in accused(table)} == {"AC-57.5"}


def test_a_round_that_is_counted_after_a_side_broke_away_was_begun(sit):
    """Nobody lets a count stand that was clicked by mistake."""
    table = sit("battle_convoy")
    table.fire(GERMAN, "scheer", "convoy_1", 1, 2, 3)
    table.fire(BRITISH, "devonshire", "scheer", 1, 4, 2)
    table.move(GERMAN, GN, "scheer")
    table.next_round()
    table.fire(GERMAN, "scheer", "convoy_1", 1, 2)
    table.fire(BRITISH, "devonshire", "scheer", 4, 1)
    table.move(GERMAN, CLOSE, "scheer")
    table.stage.press(BRITISH, "Break Away")
    table.stage.roll(BRITISH, "Break Away", (5, 6))
    table.stage.press(GERMAN, "Next round")
    table.move(BRITISH, BN, "convoy_1")
    table.move(GERMAN, GN, "scheer")
    table.end()
    assert "AC-61.2" in {case for one in table.findings() for case in one.cases}

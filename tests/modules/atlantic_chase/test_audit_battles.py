"""Battles as people play them: honest habits are not accused."""

from __future__ import annotations

import pytest

from modules.atlantic_chase import board
from tests.modules.atlantic_chase.battle_table import (
    BF,
    BN,
    BRITISH,
    CLOSE,
    FAR_GUNS,
    GERMAN,
    GF,
    GN,
    Begin,
    Sitting,
    accused,
    cruisers,
)
from validator.audit.findings import Severity
from validator.explaining.facts import Declared
from validator.rules.scenes import Seen


def a_shot_on_the_desk(sit: Begin) -> Sitting:
    """The battery's shot is announced, and its dice are rolled where no log shows them."""
    table = sit("battle_shore_battery")
    table.stage.choose(GERMAN, "battery_german", "Fires")
    table.stage.choose(GERMAN, "manchester", "Is fired at")
    return table


def test_a_round_by_the_buttons_is_clean(sit):
    table = cruisers(sit)
    table.fire(BRITISH, "sheffield", "koln", 1, 2, 3)
    table.hit(BRITISH, "sheffield")
    table.move(BRITISH, BN, "sheffield")
    table.next_round()
    table.end()
    assert table.findings() == []


@pytest.mark.parametrize("late", [True, False])
def test_a_round_may_be_announced_late_or_not_at_all(sit, late):
    table = cruisers(sit)
    table.hit(BRITISH, "sheffield")
    table.move(BRITISH, BN, "manchester")
    table.next_round()
    table.fire(GERMAN, "koln", "manchester", 1, 2)
    table.fire(BRITISH, "manchester", "koln", 1, 2)
    table.move(BRITISH, CLOSE, "manchester")
    table.fire(GERMAN, "koln", "manchester", 1, 2)
    if late:
        table.next_round()
    table.fire(BRITISH, "manchester", "koln", 2, 2)
    table.move(BRITISH, BN, "manchester")
    table.end()
    assert accused(table) == set()


def test_a_hit_marked_when_it_is_rolled_is_no_offence(sit):
    table = sit("battle_shore_battery")
    table.fire(GERMAN, "battery_german", "sheffield", 5, 5)
    table.hit(BRITISH, "sheffield")
    table.fire(BRITISH, "sheffield", "koln", 1, 2, 3)
    table.fire(GERMAN, "koln", "manchester", 1, 2, 2)
    table.move(BRITISH, BN, "manchester")
    table.next_round()
    table.end()
    assert table.findings() == []


def test_hits_may_be_tidied_at_the_end_of_the_round(sit):
    table = cruisers(sit)
    table.move(GERMAN, GN, "koln")
    table.move(BRITISH, BN, "manchester")
    table.hit(BRITISH, "sheffield")
    table.next_round()
    table.end()
    assert table.findings() == []


def test_every_ship_may_score_in_a_round_of_which_no_dice_are_seen(sit):
    """Gunnery is not over while ships that have not fired reach who shows Hits."""
    table = sit("battle_shore_battery")
    table.move(GERMAN, GN, "koln")
    table.move(BRITISH, BN, "sheffield", "manchester")
    table.move(GERMAN, "Round 2", "round")
    table.hit(GERMAN, "koln")
    table.move(GERMAN, GF, "koln")
    table.move(BRITISH, CLOSE, "sheffield")
    table.move(BRITISH, CLOSE, "manchester")
    table.move(BRITISH, "Round 3", "round")
    table.hit(BRITISH, "manchester")
    table.hit(BRITISH, "sheffield")
    table.stage.drag(GERMAN, ["koln"], "german_forces", "German Sunk")
    assert table.findings() == []


def test_dice_told_in_the_chat_accuse_nobody(sit):
    table = cruisers(sit)
    table.hit(BRITISH, "sheffield")
    table.next_round()
    table.stage.say(GERMAN, "my dice: Battery on the Manchester 6 4, hit")
    table.hit(BRITISH, "manchester")
    table.move(BRITISH, BN, "manchester")
    table.end()
    assert accused(table) == set()


def test_dice_by_mistake_are_of_nobody_where_the_chat_tells_the_right_ones(sit):
    table = sit("battle_convoy")
    table.stage.choose(GERMAN, "convoy_1", "Is fired at")
    table.stage.roll(GERMAN, "Gunnery", (6, 3))
    table.stage.choose(GERMAN, "scheer", "Fires")
    table.stage.say(GERMAN, "rolled 2 and 4 and 6")
    table.fire(BRITISH, "devonshire", "scheer", 5, 2, 4)
    table.move(GERMAN, GN, "scheer")
    table.next_round()
    table.end()
    assert accused(table) == set()


@pytest.mark.parametrize("left_out", ["Fires", "Is fired at"])
def test_who_fires_at_whom_is_not_taken_from_a_shot_of_the_others_on_the_desk(sit, left_out):
    table = a_shot_on_the_desk(sit)
    for ship, said in (("sheffield", "Fires"), ("koln", "Is fired at")):
        if said != left_out:
            table.stage.choose(BRITISH, ship, said)
    table.stage.roll(BRITISH, FAR_GUNS, (6, 1, 1))
    table.fire(GERMAN, "koln", "sheffield", 1, 2, 2)
    table.fire(BRITISH, "manchester", "koln", 1, 2, 2)
    table.move(GERMAN, GN, "koln")
    table.next_round()
    table.end()
    assert {one.severity for one in table.findings()} <= {Severity.MISSING}


def test_who_is_called_off_at_once_fires_at_nobody(sit):
    table = sit("battle_shore_battery")
    table.stage.choose(BRITISH, "koln", "Fires torpedoes")
    table.stage.say(BRITISH, "sorry, wrong one")
    table.stage.choose(BRITISH, "koln", "Is fired at")
    table.stage.roll(BRITISH, FAR_GUNS, (2, 1, 1))
    table.fire(GERMAN, "koln", "sheffield", 1, 2, 2)
    table.move(GERMAN, GN, "koln")
    table.next_round()
    table.end()
    assert table.findings() == []


def test_a_shot_on_the_desk_and_the_next_of_one_hand_are_two(sit):
    table = a_shot_on_the_desk(sit)
    table.fire(GERMAN, "koln", "sheffield", 1, 2, 2)
    table.move(GERMAN, GN, "koln")
    table.next_round()
    table.end()
    assert {one.severity for one in table.findings()} <= {Severity.MISSING}


def test_a_shot_told_in_the_chat_may_be_the_second_at_its_target(sit):
    table = sit("battle_shore_battery")
    table.fire(BRITISH, "sheffield", "koln", 1, 2, 3)
    table.fire(GERMAN, "koln", "manchester", 1, 2, 2)
    table.stage.choose(BRITISH, "manchester", "Fires")
    table.stage.choose(BRITISH, "koln", "Is fired at")
    table.stage.say(BRITISH, "rolled 6, 6 and 2")
    table.hit(GERMAN, "koln")
    table.move(GERMAN, GN, "koln")
    table.next_round()
    table.end()
    assert {one.severity for one in table.findings()} <= {Severity.MISSING}


def test_a_shot_told_before_another_is_announced_may_count_though_dice_are_seen(sit):
    """A roll by mistake, one that is told, and one by its button: the Hit is of the one told."""
    table = cruisers(sit)
    table.stage.roll(BRITISH, FAR_GUNS, (2, 1, 1))
    table.stage.choose(BRITISH, "sheffield", "Fires")
    table.stage.choose(BRITISH, "koln", "Is fired at")
    table.stage.say(BRITISH, "rolled 6 and 6 and 2")
    table.fire(BRITISH, "manchester", "koln", 1, 2, 2)
    table.hit(BRITISH, "sheffield")
    table.hit(GERMAN, "koln")
    table.move(GERMAN, GN, "koln")
    table.next_round()
    table.end()
    assert {one.severity for one in table.findings()} <= {Severity.MISSING, Severity.SUSPICIOUS}


def test_every_ship_that_reaches_it_may_have_scored_the_hit_on_the_desk(sit):
    """Its target was fired at before, and the dice of the next round are none of this one."""
    table = sit("battle_shore_battery")
    table.fire(GERMAN, "koln", "manchester", 1, 2, 2)
    table.fire(BRITISH, "manchester", "koln", 1, 2, 2)
    table.hit(BRITISH, "manchester")
    table.move(GERMAN, GN, "koln")
    table.move(BRITISH, BN, "sheffield")
    table.next_round()
    table.fire(GERMAN, "battery_german", "sheffield", 1, 2)
    table.fire(GERMAN, "koln", "sheffield", 1, 2)
    table.end()
    assert {one.severity for one in table.findings()} <= {Severity.MISSING}


def test_two_shots_on_the_desk_may_score_before_either_hit_is_marked(sit):
    """They are named, and told in the chat at most."""
    table = cruisers(sit)
    table.hit(BRITISH, "sheffield")
    table.move(GERMAN, GN, "koln")
    table.next_round()
    table.fire(GERMAN, "battery_german", "manchester", 2, 2)
    table.stage.choose(GERMAN, "koln", "Fires")
    table.stage.say(GERMAN, "rolled 6 and 4")
    table.stage.choose(BRITISH, "manchester", "Fires")
    table.stage.choose(BRITISH, "koln", "Is fired at")
    table.hit(GERMAN, "manchester")
    table.hit(GERMAN, "koln")
    table.end()
    assert accused(table) == set()


def test_several_shots_of_a_round_may_fall_on_the_desk(sit):
    table = sit("battle_shore_battery")
    table.fire(BRITISH, "manchester", "koln", 1, 2, 2)
    table.hit(BRITISH, "sheffield")
    table.hit(GERMAN, "koln")
    table.move(GERMAN, GN, "koln")
    table.next_round()
    table.fire(GERMAN, "battery_german", "manchester", 1, 2)
    table.fire(BRITISH, "sheffield", "koln", 1, 2)
    table.end()
    assert {one.severity for one in table.findings()} <= {Severity.MISSING}


def test_a_shot_is_still_announced_when_the_log_ends(sit):
    table = sit("battle_shore_battery")
    table.fire(GERMAN, "koln", "sheffield", 1, 2, 2)
    table.stage.choose(BRITISH, "manchester", "Fires")
    table.stage.choose(BRITISH, "koln", "Is fired at")
    assert table.findings() == []


def test_dice_to_break_away_that_fell_early_skip_no_round(sit):
    table = cruisers(sit)
    table.stage.roll(BRITISH, "Break Away", (2, 5))
    table.fire(BRITISH, "sheffield", "koln", 1, 2, 3)
    table.hit(BRITISH, "sheffield")
    table.move(BRITISH, BN, "manchester")
    table.next_round()
    table.fire(GERMAN, "koln", "sheffield", 1, 2, 2)
    table.fire(BRITISH, "manchester", "koln", 1, 2)
    table.end()
    assert accused(table) == set()


def test_dice_to_break_away_before_the_last_shot_are_for_nothing(sit):
    """The gunnery went on, so they did not end it."""
    table = cruisers(sit)
    table.fire(BRITISH, "sheffield", "koln", 6, 6, 6)
    table.hit(BRITISH, "sheffield")
    table.hit(GERMAN, "koln")
    for german, british in ((GN, BN), (CLOSE, CLOSE)):
        table.move(GERMAN, german, "koln")
        table.move(BRITISH, british, "sheffield")
        table.move(BRITISH, british, "manchester")
        table.next_round()
    table.fire(GERMAN, "koln", "sheffield", 4, 6, 4)
    table.stage.choose(BRITISH, "sheffield", "Fires")
    table.stage.roll(GERMAN, "Break Away", (1, 3))
    table.stage.roll(BRITISH, "Gunnery, Extreme", (1, 1, 6))
    table.stage.choose(BRITISH, "koln", "Is fired at")
    table.stage.choose(BRITISH, "manchester", "Fires")
    table.stage.roll(BRITISH, "Gunnery, Extreme", (5, 1, 6))
    table.stage.drag(BRITISH, ["sheffield"], "british_forces", "British Sunk")
    table.stage.press(GERMAN, "End of action")
    table.stage.say(GERMAN, "sorry, wrong button")
    table.stage.drag(GERMAN, ["koln"], "german_forces", "German Sunk")
    table.end()
    assert accused(table) == set()


def test_a_click_that_was_called_off_announces_no_dice(sit):
    """The total of an action is no part of a Battle, nor are its dice, which are clicked later."""
    table = sit("battle_smoke")
    table.stage.press(GERMAN, "Total")
    table.stage.say(GERMAN, "sorry, wrong button")
    table.fire(GERMAN, "scharnhorst", "ark_royal", 1, 2, 3)
    table.fire(BRITISH, "galatea", "scharnhorst", 3, 2, 6)
    table.stage.roll(GERMAN, "Action", (2, 1))
    table.move(GERMAN, GN, "scharnhorst")
    table.move(BRITISH, BN, "galatea")
    table.next_round()
    table.end()
    assert accused(table) == set()


def test_torpedoes_by_mistake_while_ships_move_are_of_no_ship_that_fired_its_guns(sit):
    """The target that was named belongs to the guns."""
    table = sit("battle_smoke")
    table.fire(GERMAN, "scharnhorst", "ark_royal", 1, 2, 3)
    table.fire(BRITISH, "galatea", "scharnhorst", 3, 2, 6)
    table.move(GERMAN, GN, "scharnhorst")
    table.move(BRITISH, BN, "galatea")
    table.move(BRITISH, BN, "smoke_1")
    table.stage.roll(BRITISH, "Torpedo", (4, 5))
    table.stage.choose(BRITISH, "galatea", "Makes Smoke")
    table.stage.choose(BRITISH, "aurora", "Makes Smoke")
    table.move(BRITISH, BF, "smoke_2")
    table.next_round()
    table.end()
    assert table.findings() == []


def test_torpedoes_by_mistake_behind_what_announces_a_shot_are_not_announced(sit):
    """The shot follows; its ship was named as a target by mistake before."""
    table = sit("battle_smoke")
    table.fire(GERMAN, "scharnhorst", "ark_royal", 1, 2, 3)
    table.fire(BRITISH, "galatea", "scharnhorst", 3, 2, 6)
    table.next_round()
    table.stage.choose(GERMAN, "scharnhorst", "Is fired at")
    table.stage.say(GERMAN, "oops")
    table.stage.choose(GERMAN, "scharnhorst", "Fires")
    table.stage.roll(GERMAN, "Torpedo", (2, 5))
    table.stage.choose(GERMAN, "aurora", "Is fired at")
    table.stage.roll(GERMAN, FAR_GUNS, (3, 4, 1))
    table.fire(BRITISH, "galatea", "scharnhorst", 3, 2, 1)
    table.fire(BRITISH, "aurora", "scharnhorst", 2, 2, 1)
    table.end()
    assert accused(table) == set()


def test_torpedoes_by_mistake_are_stray_if_the_other_side_throws_the_guns(sit):
    """Who announced the shot has it thrown by the other player."""
    table = sit("battle_shore_battery")
    table.fire(GERMAN, "battery_german", "manchester", 1, 1)
    table.fire(GERMAN, "koln", "sheffield", 4, 3, 5)
    table.fire(BRITISH, "sheffield", "koln", 1, 5, 5)
    table.stage.roll(BRITISH, FAR_GUNS, (2, 2, 2))
    table.move(GERMAN, GN, "koln")
    table.move(BRITISH, BN, "sheffield", "manchester")
    table.next_round()
    table.stage.choose(GERMAN, "battery_german", "Fires")
    table.stage.roll(GERMAN, "Gunnery", (3, 5))
    table.stage.choose(GERMAN, "koln", "Is fired at")
    table.stage.say(GERMAN, "sorry, wrong one")
    table.stage.choose(GERMAN, "koln", "Fires")
    table.stage.roll(GERMAN, "Torpedo", (2, 2))
    table.stage.choose(GERMAN, "sheffield", "Is fired at")
    table.stage.roll(BRITISH, "Gunnery", (1, 5))
    table.stage.choose(BRITISH, "sheffield", "Fires")
    table.stage.roll(BRITISH, "Gunnery", (3, 3))
    table.stage.choose(BRITISH, "koln", "Is fired at")
    table.stage.roll(BRITISH, "Gunnery", (4, 1))
    table.hit(BRITISH, "sheffield")
    table.move(GERMAN, CLOSE, "koln")
    table.move(BRITISH, BF, "sheffield", "manchester", "smoke_1")
    table.stage.choose(BRITISH, "manchester", "Makes Smoke")
    table.end()
    assert accused(table) == set()


def test_who_has_told_his_dice_in_the_chat_announced_no_torpedoes_thrown_later(sit):
    table = sit("battle_smoke")
    table.move(BRITISH, BN, "ark_royal")
    table.next_round()
    table.fire(GERMAN, "scharnhorst", "ark_royal", 1, 2)
    table.stage.choose(BRITISH, "scharnhorst", "Is fired at")
    table.stage.choose(BRITISH, "aurora", "Fires")
    table.stage.say(BRITISH, "rolled 5 and 5 and 2")
    table.move(GERMAN, GN, "scharnhorst")
    table.move(BRITISH, BN, "aurora", "galatea", "smoke_1")
    table.stage.roll(BRITISH, "Torpedo", (4, 2))
    table.stage.choose(BRITISH, "ark_royal", "Makes Smoke")
    table.stage.press(GERMAN, "Break Away")
    table.stage.press(BRITISH, "Break Away")
    assert accused(table) == set()


def test_who_fires_may_be_named_after_dice_that_were_clicked_twice(sit):
    """The second click throws for the other side, which names its ship only then."""
    table = sit("battle_destroyers")
    table.stage.choose(GERMAN, "dd_british_1", "Is fired at")
    table.stage.choose(GERMAN, "gneisenau", "Fires")
    table.stage.roll(GERMAN, FAR_GUNS, (2, 2, 6))
    table.stage.roll(GERMAN, FAR_GUNS, (1, 2, 2))
    table.stage.choose(BRITISH, "southampton", "Fires")
    table.stage.choose(BRITISH, "gneisenau", "Is fired at")
    table.move(BRITISH, BN, "dd_british_2", "southampton")
    table.end()
    assert accused(table) == set()


def test_a_target_that_was_called_off_is_not_the_next_one(sit):
    """It is named again after the dice."""
    table = sit("battle_destroyers")
    table.stage.roll(BRITISH, "Gunnery, Point Blank", (5, 1, 5))
    table.move(GERMAN, GF, "smoke_1")
    table.stage.choose(GERMAN, "gneisenau", "Makes Smoke")
    table.stage.choose(GERMAN, "gneisenau", "Is fired at")
    table.stage.say(GERMAN, "oops")
    table.fire(GERMAN, "gneisenau", "southampton", 2, 2, 6)
    table.stage.roll(GERMAN, FAR_GUNS, (6, 6, 4))
    table.stage.choose(BRITISH, "southampton", "Fires")
    table.stage.choose(BRITISH, "gneisenau", "Fires torpedoes")
    table.stage.say(BRITISH, "oops, wrong click")
    table.stage.choose(BRITISH, "gneisenau", "Is fired at")
    table.stage.say(BRITISH, "rolled 5 and 1 and 6")
    table.move(BRITISH, BN, "dd_british_1", "dd_british_2", "southampton")
    table.stage.press(GERMAN, "Break Away")
    table.stage.roll(GERMAN, "Break Away", (2, 6))
    table.stage.press(BRITISH, "Battle ends")
    assert accused(table) == set()


def test_dice_by_mistake_do_not_wait_for_the_last_step_of_a_later_round(sit):
    table = cruisers(sit)
    table.hit(BRITISH, "sheffield")
    table.stage.roll(BRITISH, "Break Away", (2, 5))
    table.move(GERMAN, GN, "koln")
    table.move(BRITISH, BN, "sheffield", "manchester")
    table.next_round()
    table.move(GERMAN, CLOSE, "koln")
    table.move(BRITISH, CLOSE, "sheffield", "manchester")
    table.next_round()
    table.stage.choose(BRITISH, "koln", "Is fired at")
    table.stage.choose(BRITISH, "manchester", "Fires torpedoes")
    table.move(BRITISH, CLOSE, "no_torpedo_1")
    table.stage.roll(BRITISH, "Torpedo", (2, 3))
    table.stage.press(BRITISH, "Battle ends")
    assert accused(table) == set()


def test_who_fired_on_the_desk_does_not_fire_the_first_shot_of_the_next_round(sit):
    table = cruisers(sit)
    table.stage.choose(BRITISH, "manchester", "Fires")
    table.stage.say(BRITISH, "rolled 1, 2 and 2: miss")
    table.hit(BRITISH, "sheffield")
    table.move(GERMAN, GN, "koln")
    table.move(BRITISH, BN, "sheffield", "manchester")
    table.next_round()
    table.stage.roll(GERMAN, "Gunnery", (2, 3))
    table.fire(GERMAN, "koln", "sheffield", 1, 2)
    table.fire(BRITISH, "manchester", "koln", 1, 3)
    table.move(GERMAN, CLOSE, "koln")
    table.next_round()
    table.end()
    assert accused(table) == set()


@pytest.mark.parametrize("fired", [1, 2, 3])
def test_a_log_that_begins_among_the_shots_accuses_nobody_of_what_they_scored(sit, fired):
    """The table is as it was set up: whether shots fell before the log began cannot be seen."""
    table = sit("battle_shore_battery")
    begins = 0
    shots = (
        (GERMAN, "battery_german", "sheffield", 5, 5),
        (BRITISH, "sheffield", "koln", 6, 5, 6),
        (BRITISH, "manchester", "koln", 1, 2, 2),
        (GERMAN, "koln", "sheffield", 1, 2, 2),
    )
    for number, shot in enumerate(shots, 1):
        table.fire(*shot)
        begins = table.steps if number == fired else begins
    table.hit(BRITISH, "sheffield")
    table.hit(GERMAN, "koln")
    table.move(GERMAN, GN, "koln")
    table.next_round()
    for _ in range(2):
        table.fire(GERMAN, "battery_german", "sheffield", 1, 1)
        table.fire(BRITISH, "manchester", "koln", 1, 2)
        table.next_round()
    table.end()
    found = table.findings_from(begins)
    assert {one.severity for one in found} <= {Severity.MISSING, Severity.UNVERIFIABLE}
    assert {one.code for one in found if one.severity is Severity.MISSING} <= {"AC-57.2"}


def test_a_log_that_begins_under_smoke_does_not_know_whom_it_covers(sit):
    table = sit("battle_smoke")
    for ship, marker in (("galatea", "smoke_1"), ("aurora", "smoke_2")):
        table.stage.choose(BRITISH, ship, "Makes Smoke")
        table.move(BRITISH, BF, marker)
    begins = table.steps
    table.fire(GERMAN, "scharnhorst", "galatea", 4, 4, 6)
    table.move(GERMAN, GN, "scharnhorst")
    table.next_round()
    table.fire(GERMAN, "scharnhorst", "aurora", 4, 5)
    table.move(GERMAN, CLOSE, "scharnhorst")
    table.next_round()
    table.end()
    assert {one.severity for one in table.findings_from(begins)} <= {Severity.UNVERIFIABLE}


def test_a_ship_that_was_hit_is_turned_over_and_back_later(sit):
    table = cruisers(sit)
    table.hit(BRITISH, "sheffield")
    table.next_round()
    table.hit(GERMAN, "sheffield")
    table.hit(GERMAN, "sheffield")
    table.move(BRITISH, BN, "sheffield")
    table.end()
    assert table.findings() == []


def test_ships_moved_together_are_moved_one_by_one(sit):
    table = cruisers(sit)
    table.hit(BRITISH, "sheffield")
    table.next_round()
    table.move(BRITISH, BN, "sheffield", "manchester")
    table.next_round()
    table.move(BRITISH, CLOSE, "sheffield", "manchester")
    table.end()
    assert accused(table) == set()


def test_a_ship_may_be_taken_back(sit):
    table = cruisers(sit)
    table.hit(BRITISH, "sheffield")
    table.move(BRITISH, CLOSE, "manchester")
    table.stage.undo()
    table.move(BRITISH, CLOSE, "manchester")
    table.move(BRITISH, BN, "manchester")
    table.next_round()
    table.end()
    assert table.findings() == []


def test_smoke_by_its_marker_alone(sit):
    table = sit("battle_smoke")
    table.move(BRITISH, BF, "smoke_1")
    table.fire(GERMAN, "scharnhorst", "ark_royal", 1, 1, 2)
    table.stage.drag(BRITISH, ["galatea", "smoke_1"], "battle", BN)
    table.next_round()
    table.end()
    assert accused(table) == set()


def test_who_is_named_behind_a_marker_of_smoke_need_not_be_whose_it_is(sit):
    """The first marker is of the second squadron, which nobody names."""
    table = sit("battle_destroyers")
    table.move(BRITISH, BF, "smoke_1")
    table.stage.choose(BRITISH, "dd_british_1", "Makes Smoke")
    table.move(BRITISH, BF, "smoke_2")
    table.stage.choose(BRITISH, "southampton", "Makes Smoke")
    table.fire(GERMAN, "gneisenau", "dd_british_1", 4, 3, 3)
    table.move(BRITISH, BN, "dd_british_2")
    table.move(BRITISH, BN, "dd_british_1")
    table.stage.choose(BRITISH, "dd_british_1", "Is covered by it")
    table.move(BRITISH, BN, "southampton")
    table.next_round()
    table.end()
    assert table.findings() == []


def test_torpedoes_for_which_no_target_is_left_are_read(sit):
    table = sit("battle_destroyers")
    table.fire(BRITISH, "southampton", "gneisenau", 1, 1, 2)
    for ship in ("dd_british_1", "dd_british_2", "southampton"):
        table.stage.drag(BRITISH, [ship], "british_forces", "British Sunk")
    table.move(GERMAN, GF, "no_torpedo_1")
    table.end()
    assert "log.unexplained" not in {one.code for one in table.findings()}


def test_a_ship_that_is_named_has_its_smoke_where_it_is_said_to_be(atlantic_chase_rules):
    """A marker in another zone is another ship's."""
    tables, fact = (
        atlantic_chase_rules.tables,
        Declared(Seen(1), "makes_smoke", "Ark Royal in British Near", None),
    )
    state = atlantic_chase_rules.start()
    word = board.said("makes_smoke")
    assert word.binds(tables, state, fact, {"_zone": BN}) == {"ship": "ark_royal", "_zone": BN}
    assert word.binds(tables, state, fact, {"_zone": BF}) is None


def test_a_ship_is_moved_while_the_other_side_ends_the_battle(sit):
    table = sit("battle_destroyers")
    table.move(BRITISH, BN, "dd_british_1", "southampton")
    table.stage.press(GERMAN, "Battle ends")
    table.move(BRITISH, BN, "dd_british_2")
    assert accused(table) == set()

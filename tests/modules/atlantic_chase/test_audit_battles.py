"""Battles as people play them: honest habits are not accused, offences are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.definition.schema import Game
from generator.places import games_folder
from generator.vassal import modules, saves
from generator.vassal.modules import Module
from modules.atlantic_chase import board
from tests.blank_module import write_blank_module
from validator.audit import audit
from validator.audit.findings import Finding, Severity
from validator.explaining.facts import Declared
from validator.playing import logbook
from validator.playing.selfplay import Record
from validator.proving.subject import Log, Subject
from validator.rules.engine import GameRules
from validator.rules.loading import load_rules
from validator.rules.scenes import Seen

GERMAN, BRITISH = "German", "British"
GF, GN, CLOSE, BN, BF = "German Far", "German Near", "Close", "British Near", "British Far"


@pytest.fixture(scope="module")
def module(atlantic_chase_rules: GameRules, tmp_path_factory: pytest.TempPathFactory) -> Module:
    folder = tmp_path_factory.mktemp("module")
    return modules.read(write_blank_module(atlantic_chase_rules.game, folder))


class Sitting:
    """Two players at a Battle of its own."""

    def __init__(self, game: Game, module: Module, scenario: str, log: Path) -> None:
        self.rules = load_rules(game.begun_at(scenario), games_folder() / game.id)
        self.module, self.log = module, log
        self.stage = logbook.laid_out(self.rules, module, seed=1, by_hand=False)
        self.record = Record(game.id, 1, "random", (), self.rules.start(), None)

    def fire(self, side: str, ship: str, target: str, *dice: int) -> None:
        """A shot, announced and thrown by its button."""
        self.stage.choose(side, ship, "Fires")
        self.stage.choose(side, target, "Is fired at")
        self.stage.roll(side, "Gunnery" if len(dice) == 2 else FAR_GUNS, dice)

    def hit(self, side: str, ship: str) -> None:
        self.stage.choose(side, ship, "Flip")

    def move(self, side: str, zone: str, *ships: str) -> None:
        self.stage.drag(side, ships, "battle", zone)

    def next_round(self) -> None:
        self.stage.press(BRITISH, "Next round")

    def end(self) -> None:
        self.stage.press(GERMAN, "Battle ends")

    def findings(self) -> list[Finding]:
        """What an audit says above a note."""
        return _findings(self._written().path)

    def findings_from(self, step: int) -> list[Finding]:
        """What an audit says of a log that begins after a step."""
        subject = Subject(self.rules, self.module, self.log.parent)
        return _findings(subject.cut(self._written(), step)[1])

    @property
    def steps(self) -> int:
        return len(self.stage.hand.steps)

    def _written(self) -> Log:
        logged = logbook.Logged(self.record, self.stage.hand, self.stage.seats, ())
        save = logbook.save_of(self.module, logged)
        saves.write(self.log, save)
        return Log(self.log, (), save, tuple(self.stage.hand.steps))


def _findings(log: Path) -> list[Finding]:
    found = audit([log], game="atlantic_chase", trial=True).findings
    return [one for one in found if one.severity is not Severity.NOTE]


FAR_GUNS = "Gunnery, Extreme"
Begin = Callable[[str], Sitting]


@pytest.fixture
def sit(atlantic_chase_rules: GameRules, module: Module, tmp_path: Path) -> Begin:
    return lambda scenario: Sitting(
        atlantic_chase_rules.game, module, scenario, tmp_path / "battle.vlog"
    )


def cruisers(sit: Begin) -> Sitting:
    """A first round of gunnery: Köln and the Shore Battery fire, one Hit on the Sheffield."""
    table = sit("battle_shore_battery")
    table.fire(GERMAN, "battery_german", "sheffield", 5, 5)
    table.fire(GERMAN, "koln", "manchester", 1, 2, 2)
    return table


def a_shot_on_the_desk(sit: Begin) -> Sitting:
    """The battery's shot is announced, and its dice are rolled where no log shows them."""
    table = sit("battle_shore_battery")
    table.stage.choose(GERMAN, "battery_german", "Fires")
    table.stage.choose(GERMAN, "manchester", "Is fired at")
    return table


def accused(table: Sitting) -> set[tuple[str, str | None]]:
    grave = (Severity.VIOLATION, Severity.MISSING)
    return {(one.code, one.side) for one in table.findings() if one.severity in grave}


# --- Honest people -------------------------------------------------------------------------


def test_a_round_by_the_buttons_is_clean(sit):
    table = cruisers(sit)
    table.fire(BRITISH, "sheffield", "koln", 1, 2, 3)
    table.hit(BRITISH, "sheffield")
    table.move(BRITISH, BN, "sheffield")
    table.next_round()
    table.end()
    assert table.findings() == []


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
    table.move(BRITISH, BN, "manchester")
    table.move(GERMAN, GN, "koln")
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
    table.move(GERMAN, GN, "scharnhorst")
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


# --- Offences ------------------------------------------------------------------------------


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


def test_two_zones_at_once(sit):
    table = cruisers(sit)
    table.hit(BRITISH, "sheffield")
    table.move(BRITISH, CLOSE, "manchester")
    table.next_round()
    table.end()
    assert accused(table) == {("AC-60.3", BRITISH)}


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

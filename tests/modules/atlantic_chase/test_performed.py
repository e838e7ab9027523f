"""What players do at the table to show a verb."""

from __future__ import annotations

from functools import partial
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import pytest

from generator.vassal import modules
from modules.atlantic_chase.state import MANEUVER, SET_UP
from modules.atlantic_chase.verbs import (
    EndStep,
    Fire,
    MakeSmoke,
    Merge,
    Plot,
    Recon,
    Show,
    Split,
    TimeLapse,
)
from tests.blank_module import write_blank_module
from tests.modules.atlantic_chase.battle import fighting
from validator.playing import logbook
from validator.playing.performing import staging_of
from validator.playing.selfplay import Played
from validator.proving.moves import as_one
from validator.proving.planting import Plant
from validator.proving.slips import first_broken
from validator.proving.unsaid import is_legal_unsaid, legal_unsaid, unsaid_elsewhere
from validator.rules.engine import GameRules


def test_a_segment_of_the_set_up_goes_beside_the_map_like_all_others(
    atlantic_chase_rules: GameRules, tmp_path: Path
) -> None:
    """By hand it must not go back to the hex in which the game began."""
    rules = atlantic_chase_rules
    module = modules.read(write_blank_module(rules.game, tmp_path))
    stage = logbook.laid_out(rules, module, seed=1, by_hand=True)
    begun = rules.start()
    more = ["1509", "1508", "1408", "1409", "1310", "1410", "1311", "1411", "1512", "1612", "1713"]
    longest = Plot("B2", (*begun.force("B2").line, *more))
    shorter = TimeLapse("B2", longest.line[1:])
    played = [Played("British", longest, begun)]
    played.append(Played("British", shorter, rules.apply(begun, longest)))
    assert [*staging_of(rules.module)(stage, played)][-1] == 2
    assert stage.where("b2_segment_1") == "B2 Pieces"


@pytest.mark.slow
def test_all_ships_of_who_joins_another_are_moved_and_all_lie_in_a_box(
    atlantic_chase_rules: GameRules, tmp_path: Path
) -> None:
    rules = atlantic_chase_rules
    module = modules.read(write_blank_module(rules.game, tmp_path))
    merge = Merge("B1", "B3")
    split = Split("B3", "B1", ("victorious", "liverpool", "kent"), "Scapa Flow and Methil")
    begun = rules.start()
    merged = rules.apply(begun, merge)
    played = [Played("British", merge, begun), Played("British", split, merged)]
    states = {1: merged, 2: rules.apply(merged, split)}
    for seed in range(8):
        stage = logbook.laid_out(rules, module, seed=seed, by_hand=False)
        for done in staging_of(rules.module)(stage, played):
            for ship in ("southampton", "victorious", "liverpool", "kent"):
                assert stage.where(ship) == states[done].ship(ship).at


def test_a_wrong_tally_is_not_shown_by_the_button_for_the_right_one(
    atlantic_chase_rules: GameRules, tmp_path: Path
) -> None:
    """It counts on by one."""
    rules = atlantic_chase_rules
    module = modules.read(write_blank_module(rules.game, tmp_path))
    begun = rules.start().changed(tally=1)
    for value, shown in (("1", "Tally 1"), ("3", "Tally 0")):
        stage = logbook.laid_out(rules, module, seed=1, by_hand=False)
        [*staging_of(rules.module)(stage, [Played("German", Show("tally", value), begun)])]
        assert stage.where("tally") == shown


def test_all_steps_of_a_round_end_without_saying(bench) -> None:
    """Who fires again may do so in the next round, though nobody said that there is one."""
    state, fire = fighting(bench), Fire("gneisenau", "glasgow", (1, 1, 1))
    plant = SimpleNamespace(rules=bench.rules, one=SimpleNamespace(verb=fire))
    assert is_legal_unsaid(plant, state, [fire, fire])


def _plant(bench, state, verb, *rest, before=()):
    """An offence in a log with buttons that shows no gesture of other verbs."""
    plant = SimpleNamespace(rules=bench.rules, state=state, before=before)
    plant.rest = [SimpleNamespace(verb=one) for one in rest]
    plant.one = SimpleNamespace(verb=verb, how="late", at=len(before))
    plant.changed = SimpleNamespace(by_hand=False, of_verb=lambda at: [])
    plant.is_legal = partial(Plant.is_legal, plant)
    return plant


def test_a_shot_before_the_gunnery_is_judged_as_the_first_of_two_as_well(bench) -> None:
    """Nobody needs to say that the set-up is over: then the second shot is one too many."""
    state, fire = fighting(bench, SET_UP), Fire("gneisenau", "glasgow", (1, 1, 1))
    plant = _plant(bench, state, fire, EndStep(), fire)
    ((unsaid, rest),) = islice(legal_unsaid(plant), 1)
    assert (unsaid, rest) == ((EndStep(),), [fire])
    assert "AC-55.7" in first_broken(plant, *unsaid, fire, behind=rest)


def test_a_step_before_an_offence_may_have_ended_after_it(bench) -> None:
    moving, smoke = fighting(bench, MANEUVER), MakeSmoke("gneisenau")
    moving = moving.changed(battle=moving.battle.changed(round=moving.battle.rounds))
    over = bench.after(moving, EndStep())
    before = (Played(None, EndStep(), moving),)
    assert unsaid_elsewhere(_plant(bench, over, smoke, before=before))
    assert not unsaid_elsewhere(_plant(bench, over, smoke))


def test_of_two_drags_that_may_be_one_move_only_what_is_seen_is_told(bench) -> None:
    first, last = Recon("uboat_1", "2221"), Recon("uboat_1", "1619", "prien")
    before = (SimpleNamespace(verb=first, before=bench.sea()),)
    plant = SimpleNamespace(rules=bench.rules, before=before, one=SimpleNamespace(verb=last))
    assert [*as_one(plant, 0)][:2] == [last, Recon("uboat_1", "1619")]

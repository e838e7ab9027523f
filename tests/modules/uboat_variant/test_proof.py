"""The proof of this game: what it is played on, in which logs, and what is no offence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from broadside import main
from generator.definition.reader import load_game
from generator.places import games_folder
from generator.vassal.modules import Module
from modules.uboat_variant import state as st
from modules.uboat_variant.combat import AirDetect
from modules.uboat_variant.reading import READING
from modules.uboat_variant.state import ALLIED, AXIS
from modules.uboat_variant.verbs import (
    AswAttack,
    CloseOsl,
    EndTurn,
    ExitRepair,
    FixRole,
    Flip,
    GoBack,
    GridMove,
    NavalMove,
    Passes,
    SecondMove,
    SecondRoll,
)
from validator.explaining.prices import LEFT_UP
from validator.proving import slips
from validator.proving.gestures import Gesture
from validator.proving.offences import Candidate, about_the_same, cases_of
from validator.proving.people import People
from validator.proving.planting import Plant, Plot
from validator.proving.subject import Subject
from validator.proving.trying import Effort, Trial
from validator.proving.unseen import _dragged_before_others, why_unseen
from validator.rules.loading import load_rules


@pytest.fixture
def plot(uboat_variant_module: Module, tmp_path: Path) -> Plot:
    """A short game with buttons, in which offences are planted."""
    game = load_game("uboat_variant").begun_at(READING.proved_on)
    rules = load_rules(game, games_folder() / "uboat_variant")
    subject = Subject(rules, uboat_variant_module, tmp_path)
    return Plot(subject, subject.play(2102, "random", by_hand=False))


def planted(plot: Plot, at: int, verb: Any, side: str = AXIS) -> Plant:
    cases = cases_of(plot.subject.rules, plot.game.played[at].before, verb)
    return plot.planted(cases[0], Candidate("any time", verb, side, at, cases))


def test_a_proof_plays_the_short_set_up_if_none_is_named(monkeypatch):
    played = []

    def prove(begun: Any, *rest: Any, **more: Any) -> Any:
        played.append(begun.scenario().id)
        return iter(())

    monkeypatch.setattr("validator.proving.proof.prove", prove)
    monkeypatch.setattr(
        "validator.commands.rules.built_module", lambda *_: SimpleNamespace(module=Path())
    )
    for more in ((), ("--scenario", "campaign")):
        CliRunner().invoke(main, ["rules", "uboat_variant", "--proof", *more])
    assert played == ["first_patrol", "campaign"]


def test_habits_and_offences_are_tried_where_logs_are_held_to_the_rules(plot):
    """A log by hand shows no dice, and nobody would be accused in it: that proves nothing."""
    tried = []
    subject: Any = SimpleNamespace(
        rules=plot.subject.rules, play=lambda seed, style, by_hand: by_hand
    )
    for seed in range(2100, 2104):
        trial: Any = Trial(subject, seed, Effort())
        trial.clean = lambda game, counted: True
        trial.habits = trial.offences = tried.append
        trial.run(("habits", "offences"))
    assert tried and not any(tried)


@pytest.mark.slow
def test_a_role_may_be_fixed_before_its_boat_is_put_on_the_map(plot):
    """It goes without saying that it is when she comes: that it was said before is no offence."""
    at = next(n for n, one in enumerate(plot.game.played) if type(one.verb) is FixRole) - 1
    role = plot.game.played[at + 1].verb
    assert slips.slip(planted(plot, at, role))


def test_any_die_alone_is_a_slip(plot):
    """Its own button throws it, though a boat's does as well."""
    at = len(plot.game.played) // 2
    verb = ExitRepair("CAN-DD-1", 1, 3, True)
    assert "a slip" in slips.slip(planted(plot, at, verb))


def test_dice_that_only_stray_dice_call_for_are_stray_too(plot):
    """No menu is open to a boat that attacks a ship: its die is thrown alone, and the second one
    behind it."""
    at = len(plot.game.played) // 2
    plant = planted(plot, at, AswAttack("U-123", "US-CUT-1", 7, 9), ALLIED)
    assert isinstance(plant.rest[0].verb, SecondRoll)
    assert "a slip" in slips.slip(plant)


@pytest.mark.slow
def test_a_boat_whose_depth_nobody_shows_may_have_told_it(plot):
    """Her counter is turned to the depth as a rule, but need not be."""
    at, move = next(
        (n, one.verb)
        for n, one in enumerate(plot.game.played)
        if isinstance(one.verb, NavalMove) and one.verb.depth
    )
    plant = planted(plot, at, replace(move, depth=""))
    assert "when it is legal" in why_unseen(plant, missed=True)
    elsewhere = planted(plot, at, replace(move, to="CA"))
    assert "when it is legal" not in why_unseen(elsewhere, missed=True)


def test_a_drag_of_a_boat_in_5_6_may_be_its_second_move(bench):
    """Another verb names the boat in another field; the area is the same."""
    state = bench.turn("second_movement", at={"U-66": "CB surfaced f9"})
    drag = Candidate("any time", NavalMove("U-66", "surfaced", "CC", 1, ()), AXIS, 0, ("UV-5.0.1",))
    alike = [*about_the_same(bench.rules, drag, state)]
    assert SecondMove("U-66", "CC", 1) in alike


def test_a_search_for_no_boat_is_compared_with_no_move_of_it(bench):
    """A field that is empty is no thing that other verbs could be about."""
    state = bench.turn("second_movement", at={"U-66": "CB surfaced f9"})
    search = Candidate("any time", AirDetect("PBY-1", "", 3, True), ALLIED, 0, ("UV-5.3.3",))
    assert not [
        one for one in about_the_same(bench.rules, search, state) if type(one) is SecondMove
    ]


def test_who_owes_something_when_phases_end_without_a_word_may_be_named(plot):
    """The Axis player ends the turn in 5.3; then an Allied aircraft has not returned."""
    rules = plot.subject.rules
    at = next(n for n, one in enumerate(plot.game.played) if type(one.verb) is Passes)
    before = plot.game.played[at].before
    away = before.changed(step=st.SECOND).fly("PBY-1", at="CA")
    plant: Any = SimpleNamespace(
        one=Candidate("any time", EndTurn(), AXIS, at, ("UV-5.0.1",)),
        state=away,
        rules=rules,
        late=(),
        own=[SimpleNamespace(side=AXIS)],
        changed=plot.game,
    )
    trial = Trial(plot.subject, 2102, Effort())
    assert ALLIED in trial._sides(plant)
    plant.state = away.fly("PBY-1", at="")
    assert ALLIED not in trial._sides(plant)


@pytest.mark.parametrize(("owed", "excused"), [("U-109", True), ("U-123", False)])
def test_a_boat_may_go_back_to_its_zone_a_moment_after_another_has_moved(bench, owed, excused):
    """One player drags both: what he owes already may as well have been dragged first."""
    state = bench.turn(at={"U-66": "CA surfaced", "U-109": "CA surfaced sq:3,3"})
    state = bench.owing(state, st.GO_BACK, owed, side=AXIS, to="CA")
    move, back = NavalMove("U-66", "surfaced", "CB", 1, ()), GoBack("U-109", "CA")
    plant: Any = SimpleNamespace(
        one=Candidate("left out", move, AXIS, 0, ("UV-5.5.16",)),
        state=state,
        rest=[SimpleNamespace(verb=back, side=AXIS)],
        changed=SimpleNamespace(
            of_verb=lambda at: [Gesture("drag", AXIS, (("U-109",), "atlantic", "CA"))]
        ),
        is_legal=lambda state, verbs: [*verbs] == [back, move],
    )
    assert bool(_dragged_before_others(plant)) is excused


@pytest.mark.parametrize(("price", "excused"), [(None, True), (LEFT_UP, False)])
def test_a_wrong_counter_that_was_turned_is_a_slip_if_nothing_follows(
    plot, monkeypatch, price, excused
):
    """An aircraft that has not flown is turned over; unless the reading calls that unlikely."""
    at = next(n for n, one in enumerate(plot.game.played) if type(one.verb) is EndTurn) - 1
    plant = planted(plot, at, Flip("P40-1"), ALLIED)
    noise = {"plane turned": price} if price else {}
    monkeypatch.setattr(People, "_noise", noise)
    assert bool(slips.turned_for_nothing(plant)) is excused


@pytest.mark.slow
def test_a_grid_may_be_closed_by_a_word_before_its_last_boat_is_dragged_off(plot):
    """With the word the boat would only go back to its zone: by the same drag."""
    played = plot.game.played
    at = next(
        n
        for n, one in enumerate(played)
        if isinstance(one.verb, GridMove)
        and one.verb.exits
        and isinstance(played[n + 1].verb, CloseOsl)
    )
    plant = plot.planted("UV-5.5.11", Candidate("left out", CloseOsl(), AXIS, at, ("UV-5.5.11",)))
    assert "only a word came too early" in why_unseen(plant, missed=True)

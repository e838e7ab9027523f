"""Offences: what the rules refuse is planted, and the audit's answer is counted as what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from modules.under_ten_flags.verbs import PlotAtlantis, RollRecycle
from tests.sampling import one_in
from tests.validator.proving.conftest import the_game
from validator.audit.result import AuditResult
from validator.playing.selfplay import Played
from validator.proving.gestures import REFUSALS, Gesture
from validator.proving.offences import (
    Candidate,
    _Whose,
    cases_of,
    offences,
    planted,
    standing,
    to_the_same_end,
)
from validator.proving.planting import Plot
from validator.proving.subject import Eyes, Game, Kept, Subject
from validator.proving.trying import OFFENCES, REVEALED, Effort, Trial, _is_in_hand, _is_thrown
from validator.rules.cases import NOTE
from validator.rules.cases import Broken as Fault
from validator.rules.verbs import CHANCE, Verb, counting_fields, field_names


@cache
def candidates(subject: Subject, game: Game) -> dict[str, list[Candidate]]:
    return offences(subject.rules, game.record, Random("offences"))


def test_every_candidate_breaks_its_case_where_it_stands(subject: Subject, game: Game) -> None:
    by_case = candidates(subject, game)
    assert len(by_case) > len(subject.rules.exercise) // 2
    for case, found in by_case.items():
        for one in found[:3]:
            before = standing(game.record, one.at).before
            assert case in one.cases
            if one.how not in ("left out", "late"):
                assert cases_of(subject.rules, before, one.verb) == one.cases


def test_an_offence_is_done_by_the_side_whose_counter_it_names(
    subject: Subject, game: Game
) -> None:
    owners = {one.id: one.side for one in subject.game.counters}
    found = 0
    for one in {one for row in candidates(subject, game).values() for one in row[:5]}:
        values = (getattr(one.verb, name) for name in field_names(type(one.verb)))
        owner = next((owners[name] for name in values if owners.get(str(name))), None)
        if owner is not None and not one.verb.by:
            assert one.side == owner, one.in_words()
            found += 1
    assert found


def test_what_is_worth_a_note_alone_is_no_offence() -> None:
    note, grave = SimpleNamespace(id="GS-1"), SimpleNamespace(id="GS-2")
    faults = [(note, Fault("a die too many", severity=NOTE)), (grave, "moved"), (grave, Fault(""))]
    rules = SimpleNamespace(faults=lambda state, verb: faults)
    assert cases_of(rules, None, None) == ("GS-2",)


class March(Verb):
    """A unit goes along a way."""

    way: tuple[str, ...]
    dice: tuple[int, ...] = field(metadata=CHANCE)


class Merge(Verb):
    """A force takes another in."""

    force: str


def test_a_thing_is_its_who_acts_with_it_most() -> None:
    rules = SimpleNamespace(game=SimpleNamespace(counters=()))
    sides = ("German", "German", "British")
    played = [Played(side, Merge("G2"), None) for side in sides]
    played.append(Played("British", Merge("B1"), None))
    whose = _Whose(rules, played)
    assert [whose.of(Merge(one)) for one in ("G2", "B1", "B2")] == ["German", "British", "British"]


def test_ways_that_end_alike_are_looked_for_among_the_legal_ones() -> None:
    """Dice are no way."""
    legal = [March(way, (1, 2)) for way in (("A", "C"), ("A", "D"), ("C",))]
    rules = SimpleNamespace(
        completions=lambda state, kind, fixed: legal if fixed == {"dice": (1, 2)} else []
    )
    one = Candidate("any time", March(("B", "C"), (1, 2)), "German", 0, ("GS-0",))
    assert [*to_the_same_end(rules, one, None)] == [legal[0], legal[2]]


def test_a_counter_is_in_hand_from_when_it_is_turned() -> None:
    turned = Gesture("choose", "German", ("gun", "Turn right"))
    dragged = Gesture("drag", "German", (("gun",), "sea", "A"))
    assert _is_in_hand(turned, dragged)
    assert not _is_in_hand(dragged, dragged)
    assert not _is_in_hand(replace(turned, args=("tank", "Turn right")), dragged)


def test_a_planted_game_is_the_same_up_to_the_offence(subject: Subject, game: Game) -> None:
    by_case = candidates(subject, game)
    for one in (found[0] for found in list(by_case.values())[::6]):
        played = planted(subject.rules, game.record, one).played
        assert played[: one.at] == game.record.played[: one.at]
        assert played[one.at].verb == one.verb
        state = played[one.at].before
        for step in played[one.at :]:
            assert step.before == state
            state = subject.rules.apply(state, step.verb)


@pytest.mark.slow
def test_a_game_that_begins_alike_is_played_on_from_where_the_other_was_kept(
    subject: Subject, game: Game
) -> None:
    """And leaves the same log as from the start."""
    kept: list[Kept] = []
    assert subject.played_out(game.record, game.by_hand, kept).gestures == game.gestures
    assert len(kept) > 5
    for one in (found[0] for found in list(candidates(subject, game).values())[::25]):
        record = replace(game.record, played=planted(subject.rules, game.record, one).played)
        try:
            whole = subject.played_out(record, game.by_hand)
        except REFUSALS:
            continue
        on = subject.played_on(record, game.by_hand, kept, one.at)
        assert on.gestures == whole.gestures
        assert subject.saved(on).steps == subject.written(whole, whole.gestures).steps


def test_play_goes_on_behind_the_end(subject: Subject, game: Game) -> None:
    behind = [
        one
        for found in candidates(subject, game).values()
        for one in found
        if one.at == len(game.played)
    ]
    assert any(one.cases[0].startswith("GS-8(1)") for one in behind)
    played = planted(subject.rules, game.record, behind[0]).played
    assert played[-1].before == game.record.final


class Broken(Subject):
    """A game whose audit breaks down."""

    def audited(self, paths: Sequence[Path], eyes: Eyes, *, belief: bool = False) -> AuditResult:
        raise KeyError("od_13")


@pytest.mark.slow
def test_what_fails_by_a_fault_of_ours_is_told_as_an_error(
    subject: Subject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is neither a case that cannot be seen, nor the end of the whole proof."""
    monkeypatch.setattr("validator.proving.trying.styles_of", lambda rules: ("purposeful",))
    trial = Trial(Broken(subject.rules, subject.module, subject.folder), 5, Effort(cases=2))
    trial.run(("clean", "offences"))
    tally = trial.tally
    assert tally.sum("clean", "errors") == 8
    assert tally.sum(OFFENCES, "errors") == 2
    assert tally.sum(OFFENCES, "unseen") == 0
    assert tally.failed == 10
    assert "KeyError: 'od_13' (test_offences.py" in tally.faults[0].message


def test_equal_seeds_plant_equal_offences(subject: Subject, short: Game) -> None:
    again = offences(subject.rules, short.record, Random("offences"))
    assert again == candidates(subject, short)


def trial_of(subject: Subject, case: str, seed: int = 2, *, again: int = 20) -> Trial:
    """A case alone is broken in a game of that seed."""
    game = the_game(seed)
    trial = Trial(subject, seed, Effort(again=again))
    trial._planted(Plot(subject, game), case, candidates(subject, game)[case][:again])
    return trial


@pytest.mark.parametrize("case", one_in(2, ["GS-4(1)a", "GS-5(4)a"]))
def test_an_offence_is_found_by_its_case(case: str, subject: Subject) -> None:
    tally = trial_of(subject, case).tally
    assert tally.of(OFFENCES, case, "planted") == 1
    assert tally.of(OFFENCES, case, "right") == 1, [fault.line() for fault in tally.faults]


class Blind(Subject):
    """A game whose audit finds nothing."""

    def audited(self, paths: Sequence[Path], eyes: Eyes, *, belief: bool = False) -> AuditResult:
        return replace(super().audited(paths, eyes), findings=())


@pytest.mark.slow
def test_an_audit_that_finds_nothing_misses_what_is_there(subject: Subject) -> None:
    blind = Blind(subject.rules, subject.module, subject.folder)
    tally = trial_of(blind, "GS-4(1)a", again=3).tally
    assert tally.of(OFFENCES, "GS-4(1)a", "missed") == 1
    assert tally.of(OFFENCES, "GS-4(1)a", "right") == 0
    assert "nothing" in tally.faults[0].message


def test_dice_thrown_again_are_found_as_that(subject: Subject, game: Game) -> None:
    """The general audit finds a second throw, whatever case it breaks."""
    at, rolled = next(
        (at, one)
        for at, one in enumerate(game.played)
        if [gesture.name for gesture in game.of_verb(at)] == ["roll"] and at + 1 < len(game.played)
    )
    one = Candidate("twice", rolled.verb, rolled.side, at + 1, ("GS-0",))
    plant = Plot(subject, game).planted("GS-0", one)
    assert _is_thrown(plant)
    log = subject.saved(plant.changed)
    verdict, found = Trial(subject, 2, Effort())._verdict(plant, log, REVEALED, one.cases)
    assert "dice.repeated" in {row.code for row in found}
    assert verdict == "right"


def test_who_left_something_out_is_as_right_as_who_went_on(subject: Subject, game: Game) -> None:
    at = next(
        at
        for at, (one, then) in enumerate(pairwise(game.played))
        if one.side != then.side and then.verb.by
    )
    missed, then = game.played[at : at + 2]
    one = Candidate("left out", then.verb, then.side, at, ("GS-0",))
    plant = SimpleNamespace(
        one=one, state=missed.before, game=game, changed=game, rules=subject.rules, late=()
    )
    trial = Trial(subject, 2, Effort())
    assert {missed.side, then.side} <= trial._sides(plant)
    plant.one = replace(one, how="any time")
    assert missed.side not in trial._sides(plant)


def test_numbers_that_run_on_need_not_be_seen() -> None:
    assert counting_fields(PlotAtlantis) == {"column"}
    assert not counting_fields(RollRecycle)

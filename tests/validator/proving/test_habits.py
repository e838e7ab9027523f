"""What honest people do: where it fits, what becomes of the log, and that nobody is accused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from generator.errors import BroadsideError
from tests.sampling import one_in
from tests.validator.proving.conftest import the_game, the_subject
from validator.audit.codes import found
from validator.audit.findings import Severity
from validator.audit.result import AuditResult
from validator.proving.bending import apart, bends, bent, mixed
from validator.proving.gestures import Gesture
from validator.proving.habits import HABITS, Habit
from validator.proving.sitting import Sitting
from validator.proving.subject import Eyes, Game, Subject
from validator.proving.trying import CLEAN, Effort, Trial
from validator.proving.trying import HABITS as PART

SAMPLE = Effort(logs=1, places=1)


def sitting(game: Game) -> Sitting:
    return Sitting(the_subject(), game, Random("habits"))


OF_MENUS = (
    "wrong_entry",
    "wrong_dice",
    "wrong_face",
    "wrong_counter_first",
    "rotated_and_back",
    "stack_turned",
)
"""What these counters have no menus for (see `test_menus`)."""


@pytest.mark.parametrize(
    "habit",
    one_in(3, [one for one in HABITS.values() if not one.id.startswith(OF_MENUS)]),
    ids=lambda habit: habit.id,
)
def test_each_habit_fits_somewhere_and_is_a_true_log(habit: Habit, subject: Subject) -> None:
    """The table takes it, and it is another log than before."""
    for seed, style in ((2, "random"), (1, "purposeful"), (2, "purposeful")):
        game = the_game(seed, style)
        plain = subject.saved(game)
        for _, change in bends(sitting(game), habit):
            try:
                log = subject.written(game, bent(game.gestures, [change]))
            except BroadsideError:
                continue
            assert log.steps != plain.steps
            return
    raise AssertionError(f"{habit.id} fits nowhere")


def test_an_undo_still_refers_to_what_was_done_before_it() -> None:
    """No habit adds something between a drag and its undo, or takes the drag away."""
    drag, other = Gesture("drag", "Red", (("c1",), "map", "A1")), Gesture("say", "Red", ("hm",))
    gestures = [other, drag, Gesture("undo", ""), drag]
    table: Any = SimpleNamespace(game=SimpleNamespace(gestures=gestures), at=gestures.__getitem__)

    def places(*instead: Gesture) -> list[int]:
        habit = Habit("made", "made", lambda sitting, at: {at: instead or (other, sitting.at(at))})
        return [at for at, _ in bends(table, habit)]

    assert places() == [0, 1, 3]  # before the drag, but not before its undo
    assert places(drag, other) == [0, 3]
    assert places(drag) == [0, 1, 3]
    away = Habit("away", "away", lambda sitting, at: {at: ()})
    assert [at for at, _ in bends(table, away)] == [0, 3]


def test_points_at_the_end_of_their_range_are_not_booked_too_far() -> None:
    """There the button does nothing, and what puts it right would not."""
    minus = SimpleNamespace(name="-1", property="Points", change=-1)
    plus = SimpleNamespace(name="+1", property="Points", change=1)
    counted = SimpleNamespace(name="Points", initial=0, least=0, most=99)
    game = SimpleNamespace(scores=[minus, plus], actions=[], properties=[counted])
    pressed = [Gesture("press", "German", ("Score +1", None, ()))] * 2
    pressed += [Gesture("press", "British", ("Score -1", None, ()))] * 2
    played = SimpleNamespace(gestures=pressed)
    at_table: Any = Sitting(SimpleNamespace(game=game), played, Random(0))  # type: ignore[arg-type]
    assert HABITS["points_corrected"].bend(at_table, 2) is not None
    assert HABITS["points_corrected"].bend(at_table, 3) is None


def test_counters_dragged_together_are_not_nudged_when_one_of_them_has_gone_on() -> None:
    """Smoke that was dragged with a ship still lies where it did: the ship would go back there."""
    both = Gesture("drag", "German", (("ship", "smoke"), "battle", "near"))
    gestures = [both, Gesture("drag", "German", (("ship",), "battle", "close"))]
    subject: Any = SimpleNamespace(game=SimpleNamespace(maps=()))
    played: Any = SimpleNamespace(gestures=gestures)
    at_table = Sitting(subject, played, Random(0))
    assert at_table.own(1) == [both, both]
    assert at_table.own(2) == gestures[1:]


def test_dice_that_a_menu_throws_are_not_taken_back() -> None:
    """Nor are those that a button throws: who undoes them has seen them."""
    counter = SimpleNamespace(mask=None, hide=None)
    game = SimpleNamespace(maps=(), counter=lambda piece: counter)
    gestures = [
        Gesture("choose", "German", ("tank", "Spent")),
        Gesture("choose", "German", ("tank", "Fires", {"Fire": (5, 5)})),
    ]
    played = SimpleNamespace(gestures=gestures)
    at_table: Any = Sitting(SimpleNamespace(game=game), played, Random(0))  # type: ignore[arg-type]
    assert HABITS["undone_and_done_again"].bend(at_table, 0) is not None
    assert HABITS["undone_and_done_again"].bend(at_table, 1) is None


def test_of_bends_that_touch_the_same_gesture_one_is_made(game: Game) -> None:
    one, other, third = (5, {5: ()}), (4, {4: (), 5: ()}), (7, {7: ()})
    assert apart([one, other, third]) == [one, third]
    changes = [change for _, change in apart([one, other, third])]
    assert len(bent(game.gestures, changes)) == len(game.gestures) - 2


def test_buttons_and_hands_end_with_the_same_table(subject: Subject) -> None:
    game, by_hand = the_game(2), the_game(2, by_hand=True)
    changes = [change for _, change in mixed(sitting(game), by_hand)]
    assert len(changes) > 10
    log = subject.written(game, bent(game.gestures, changes))
    assert len(log.steps) < len(game.gestures)


def test_a_clean_game_is_clean_with_all_eyes(
    subject: Subject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("validator.proving.trying.styles_of", lambda rules: ("random",))
    tally = Trial(subject, 42, SAMPLE).run((CLEAN,))
    assert tally.sum(CLEAN, "logs") == 8
    assert not tally.faults, [fault.line() for fault in tally.faults]


@pytest.mark.parametrize("seed", range(4))
def test_each_seed_is_played_in_each_style_with_buttons_and_by_hand(
    seed: int, subject: Subject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Habits and offences are tried once in each style, now and then by hand."""
    seen: dict[str, list[tuple[str, bool]]] = {name: [] for name in ("clean", "bent", "broken")}
    monkeypatch.setattr(Subject, "play", lambda self, seed, style, by_hand: (style, by_hand))
    trial: Any = Trial(subject, seed, SAMPLE)
    trial.clean = lambda game, counted: seen["clean"].append(game) or True
    trial.habits, trial.offences = seen["bent"].append, seen["broken"].append
    trial.run((CLEAN, PART, "offences"))
    styles = ("random", "purposeful")
    assert seen["clean"] == [(style, hand) for style in styles for hand in (False, True)]
    assert [style for style, _ in seen["bent"]] == list(styles)
    assert seen["broken"] == seen["bent"]
    by_hand = {2: ["purposeful"], 3: ["random"]}
    assert [style for style, hand in seen["bent"] if hand] == by_hand.get(seed, [])


@pytest.mark.parametrize("habit", one_in(3, HABITS.values()), ids=lambda habit: habit.id)
def test_a_habit_accuses_nobody(habit: Habit, subject: Subject) -> None:
    """In two places of the first short game in which it fits."""
    for seed in (42, 52, 38):
        game = the_game(seed)
        places = list(bends(sitting(game), habit))[:2]
        trial = Trial(subject, seed, SAMPLE)
        trial._bent(game, habit, places, 0)
        if trial.tally.of(PART, habit.id, "logs"):
            assert not trial.tally.faults, [fault.line() for fault in trial.tally.faults]
            return


def test_what_is_tidied_early_may_be_tidied_first_of_all(game: Game) -> None:
    """It comes before the first gesture too."""
    marker = sorted(sitting(game).chores)[0]
    first, away = Gesture("say", "German", ("hello",)), Gesture("put_away", "German", (marker,))
    begun = replace(game, gestures=(first, away))
    assert HABITS["tidied_early"].bend(sitting(begun), 1) == {0: (away, first), 1: ()}


def test_nothing_is_tidied_before_the_dice_that_decide_it(game: Game) -> None:
    marker = sorted(sitting(game).chores)[0]
    said, away = Gesture("say", "German", ("hello",)), Gesture("put_away", "German", (marker,))
    for die in (
        Gesture("roll", "German", ("Sinking", (4,))),
        Gesture("press", "British", ("Extra moves", {"Extra moves": (1,)}, ())),
    ):
        thrown = sitting(replace(game, gestures=(said, die, away)))
        assert HABITS["tidied_early"].bend(thrown, 2) is None
        later = sitting(replace(game, gestures=(die, said, away)))
        assert HABITS["tidied_early"].bend(later, 2) == {1: (away, said), 2: ()}


def test_a_counter_is_moved_before_the_dice_of_its_own_act_only(game: Game) -> None:
    die = Gesture("roll", "German", ("Sinking", (4,)), verb=1)
    drag = Gesture("drag", "German", (("graf_spee",), "map", "1"), verb=1)
    played = sitting(replace(game, gestures=(die, drag)))
    assert HABITS["before_the_dice"].bend(played, 1) == {0: (drag, die), 1: ()}
    for first in (replace(die, verb=0), Gesture("say", "German", ("hello",), verb=1)):
        other = sitting(replace(game, gestures=(first, drag)))
        assert HABITS["before_the_dice"].bend(other, 1) is None


def test_what_a_player_may_leave_is_put_off_only_while_it_is_legal(game: Game) -> None:
    """What he does when he may not any more is no tidying."""
    kinds = [type(one.verb).__name__ for one in game.played]
    own = kinds.index("MovePiece")
    others = kinds.index("EndTurn", own)
    away = Gesture("put_away", "German", ("graf_spee",), verb=own, until=own + 1)
    over = Gesture("click_turn", "German", verb=others, until=others + 1)
    assert sitting(game).may_follow(away, replace(away, side="British"))
    assert not sitting(game).may_follow(away, over)


class Stern(Subject):
    """A game whose audit finds the same in every log."""

    severity = Severity.VIOLATION

    def audited(self, paths: Sequence[Path], eyes: Eyes, *, belief: bool = False) -> AuditResult:
        result = super().audited(paths, eyes)
        finding = replace(found("dice.undone", 1, "Nothing."), severity=self.severity)
        return replace(result, findings=(finding,))


def stern(subject: Subject) -> Any:
    return Stern(subject.rules, subject.module, subject.folder)


def test_an_audit_that_accuses_everybody_is_told(subject: Subject) -> None:
    trial = Trial(stern(subject), 4, SAMPLE)
    game = the_game(4)
    trial.clean(game)
    assert trial.tally.sum(CLEAN, "accused") == trial.tally.sum(CLEAN, "logs") == 4
    for name in ("remark", "nudged", "retracted_click"):
        places = list(bends(sitting(game), HABITS[name]))[:1]
        trial._bent(game, HABITS[name], places, 0)
        assert trial.tally.of(PART, name, "accused") == 1


@pytest.mark.parametrize("parts", [(CLEAN, PART), (PART,)])
def test_no_habit_is_tried_where_somebody_is_accused_without_it(
    parts: tuple[str, ...], subject: Subject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told once for each pair of eyes, and its logs are counted only if they were asked
    for."""
    game = the_game(4)
    monkeypatch.setattr(Subject, "play", lambda self, seed, style, by_hand: game)
    trial = Trial(stern(subject), 4, SAMPLE)
    monkeypatch.setattr("validator.proving.trying.styles_of", lambda rules: ("random",))
    trial.run(parts)
    assert not trial.tally.rows(PART)
    games = 2 if CLEAN in parts else 1
    assert trial.tally.sum(CLEAN, "accused") == 4 * games
    assert trial.tally.sum(CLEAN, "logs") == (8 if CLEAN in parts else 0)


@pytest.mark.slow
def test_the_place_that_accuses_is_found_among_many(subject: Subject) -> None:
    """Halving ends with places that accuse by themselves."""
    trial = Trial(stern(subject), 3, Effort(logs=1, places=4))
    game = the_game(3)
    places = list(bends(sitting(game), HABITS["remark"]))[:4]
    trial._held(game, HABITS["remark"], places, {})
    assert trial.tally.of(PART, "remark", "accused") == 4

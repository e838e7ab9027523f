"""A game as gestures: made again it is the same log, and whatever is undone leaves no trace."""

from __future__ import annotations

import pytest

from validator.audit.findings import Severity
from validator.playing import logbook
from validator.proving.gestures import Gesture, MisfitError, perform
from validator.proving.subject import Game, Subject, above_note


def table(subject: Subject, game: Game, until: int) -> logbook.TableStage:
    """The table as it lies after so many gestures."""
    stage = logbook.laid_out(
        subject.rules, subject.module, seed=game.record.seed, by_hand=game.by_hand
    )
    for gesture in game.gestures[:until]:
        perform(gesture, stage)
    return stage


def lies(stage: logbook.TableStage) -> dict[str, tuple[object, ...]]:
    """Where each counter lies, how, and under what."""
    return {
        one.id: (one.map, one.x, one.y, tuple(part.state for part in one.chain), one.under)
        for one in stage.hand.counters
    }


def test_gestures_made_again_are_the_same_log(subject: Subject, game: Game) -> None:
    played = logbook.played_out(
        subject.game, subject.module, seed=2, players="random", by_hand=False
    )
    log = subject.written(game, game.gestures)
    assert list(log.steps) == played.hand.steps
    assert log.ends[-1] == len(log.steps)


def test_every_gesture_belongs_to_a_verb(game: Game) -> None:
    ends = [one.until for one in game.gestures]
    assert ends == sorted(ends)
    assert all(one.verb < one.until <= len(game.played) for one in game.gestures[:-2])


@pytest.mark.parametrize("name", ["drag", "press", "choose", "roll"])
def test_what_is_undone_leaves_the_table_as_it_was(name: str, subject: Subject, game: Game) -> None:
    places = [at for at, one in enumerate(game.gestures) if one.name == name]
    tried, done, played = 0, 0, table(subject, game, 0)
    for at in places[:: max(1, len(places) // 4)]:
        for gesture in game.gestures[done:at]:
            perform(gesture, played)
        done, stage = at, played.copy()
        before, steps = lies(stage), len(stage.hand.steps)
        properties = dict(stage.hand.properties)
        perform(Gesture("undone", game.gestures[at].side, inner=(game.gestures[at],)), stage)
        assert lies(stage) == before
        assert stage.hand.properties == properties
        assert len(stage.hand.steps) >= steps + 2
        for gesture in game.gestures[at : at + 40]:
            perform(gesture, stage)
        tried += 1
    assert tried


def test_what_is_played_on_a_copy_leaves_the_table_alone(subject: Subject, short: Game) -> None:
    half = len(short.gestures) // 2
    stage = table(subject, short, half)
    before, steps, properties = lies(stage), len(stage.hand.steps), dict(stage.hand.properties)
    shown = stage.tracked("Turn"), stage.tracked("Step")
    other = stage.copy()
    for gesture in short.gestures[half:]:
        perform(gesture, other)
    assert (lies(stage), len(stage.hand.steps), stage.hand.properties) == (
        before, steps, properties,
    )  # fmt: skip
    assert (stage.tracked("Turn"), stage.tracked("Step")) == shown
    assert other.hand.steps == list(subject.saved(short).steps)


def test_the_turn_tracker_is_undone_too(subject: Subject, short: Game) -> None:
    stage = table(subject, short, 0)
    shown = stage.tracked("Turn"), stage.tracked("Step")
    perform(Gesture("undone", "German", inner=(Gesture("click_turn", "German"),)), stage)
    assert (stage.tracked("Turn"), stage.tracked("Step")) == shown


def test_a_look_is_for_those_whose_counter_it_is(subject: Subject, game: Game) -> None:
    drawn = next(
        at
        for at, one in enumerate(game.gestures)
        if one.name == "drag" and "Cup" in one.start and "Cup" not in one.goal and one.side
    )
    piece = game.gestures[drawn].pieces[0]
    stage = table(subject, game, drawn + 1)
    steps = len(stage.hand.steps)
    perform(Gesture("look", "British", (piece,)), stage)
    assert len(stage.hand.steps) == steps + 2
    assert stage.face_down(piece)
    with pytest.raises(MisfitError):
        perform(Gesture("look", "German", (piece,)), stage)


def test_a_log_cut_in_two_goes_on_where_it_ended(subject: Subject, short: Game) -> None:
    log = subject.written(short, short.gestures)
    first, second = subject.cut(log, len(log.steps) // 2)
    both = subject.audited([first, second], {"reveal": True})
    assert not [one for one in both.findings if one.code.startswith("chain.")]
    assert both.steps == len(log.steps)
    assert all(one.severity is Severity.NOTE for one in both.findings), above_note(both)


def test_dice_fall_with_buttons_and_with_entries_that_throw_some() -> None:
    spent, fires = ("tank", "Spent"), ("tank", "Fires", {"Fire": (5, 5)})
    assert not Gesture("choose", "German", spent).throws
    assert Gesture("choose", "German", fires).throws
    assert Gesture("roll", "German", ("Fire", (5, 5))).throws

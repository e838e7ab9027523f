"""What may have been done unseen, or goes without saying."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from modules.atlantic_chase.verbs import EndStep
from modules.under_ten_flags.verbs import EndActivation, PlotAtlantis, RollRecycle
from tests.validator.proving.conftest import the_game
from tests.validator.proving.plants import dragged, left_out, of_a_set, plant_of, verbs_of
from validator.proving import unsaid
from validator.proving.gestures import Gesture
from validator.proving.offences import cases_of
from validator.proving.people import People
from validator.proving.subject import Game, Subject
from validator.proving.unsaid import (
    _behind,
    _only_said,
    behind_dice,
    broken_unsaid,
    dice_elsewhere,
    done_unseen,
    is_legal_unsaid,
    unsaid_elsewhere,
)


@pytest.mark.slow
def test_what_leaves_its_mark_on_the_table_is_not_left_out_unseen(
    subject: Subject, game: Game
) -> None:
    at, _ = next(verbs_of(game, "Draw"))
    plant = left_out(subject, game, at)
    assert not done_unseen(plant)


def test_a_word_that_may_go_without_saying_may_be_said_later(subject: Subject, game: Game) -> None:
    """The ship raids, and only then it is said that there was no contact; what is dragged later is
    not only said again."""
    at, said = next(
        (n, one)
        for n, one in verbs_of(game, "NoContact")
        if type(game.played[n + 1].verb).__name__ == "Raid" and game.of_verb(n)
    )
    plant = left_out(subject, game, at, "late")
    assert plant.rest[0].verb == said.verb and plant.changed.of_verb(at + 1)
    behind = _behind(plant, [said.verb], True)
    assert len(behind) == len(plant.rest) - 1 and behind[0] != said.verb
    assert "without saying (NoContact())" in done_unseen(plant)
    moved = next(one.verb for one in plant.rest if type(one.verb).__name__ == "LogCourse")
    assert moved in _behind(plant, [moved], True)


def test_a_turn_in_which_nothing_is_seen_may_have_been_played(subject: Subject) -> None:
    """By hand the turn marker goes on by two: the ship stayed, and nobody else moved."""
    game = subject.play(3, "purposeful", by_hand=True)
    whys = []
    for at, ended in verbs_of(game, "EndTurn"):
        whys.append(done_unseen(plant_of(subject, game, "twice", at + 1, ended.verb, "German")))
    assert any("EndMovement(), NoContact())" in why and "LogCourse" in why for why in whys)


@pytest.mark.slow
def test_a_whole_set_up_may_go_unseen_before_another_verb_of_the_kind(subject: Subject) -> None:
    """A course from a supply ship that was never placed: the table shows one without fuel."""
    game = subject.play(2100, "purposeful", by_hand=False)
    verb = next(one.verb for _, one in verbs_of(game, "LogCourse"))
    plant = plant_of(subject, game, "sought", 1, replace(verb, hex="C5", refuel=True), "German")
    why = done_unseen(plant)
    assert "Split(indian=0" in why and "may be done unseen" in why


def test_what_goes_without_saying_may_be_wanting_between_verbs(
    subject: Subject, game: Game
) -> None:
    at, ended = next(verbs_of(game, "EndTurn"))
    at = max(n for n, _ in verbs_of(game, "NoContact") if n < at)
    plant = left_out(subject, game, at)
    assert not plant.is_legal(plant.state, [ended.verb])
    assert is_legal_unsaid(plant, plant.state, [ended.verb])
    at, _ = next(verbs_of(game, "LogCourse"))
    written = left_out(subject, game, at)
    assert not is_legal_unsaid(written, written.state, [ended.verb])


def _ends(game: Game) -> list[int]:
    return [at for at, _ in verbs_of(game, "EndTurn")][:-1]


def test_what_goes_without_saying_may_be_done_at_another_time(subject: Subject, game: Game) -> None:
    """Before the offence, and again among what is seen after it; but with buttons no turn ends."""
    whys = [unsaid_elsewhere(left_out(subject, game, at)) for at, _ in verbs_of(game, "NoContact")]
    assert any("another time" in why for why in whys)
    assert not any(unsaid_elsewhere(left_out(subject, game, at)) for at in _ends(game))


def test_what_goes_without_saying_may_have_been_done_before_an_offence(subject: Subject) -> None:
    """A turn ends by hand with the ship and a piece in one hex: that they are done with moving
    nobody says, and it is the contact that is missing."""
    game = the_game(2, by_hand=True)
    at, one = next(
        (n, one)
        for n, one in verbs_of(game, "EndMovement")
        if one.before.pieces_at(one.before.ship.place or "")
    )
    ends = subject.rules.module.reading.ends_turn
    plant = plant_of(subject, game, "any time", at, ends())
    assert cases_of(subject.rules, one.before, ends()) == ("GS-3(3)",)
    assert "GS-5(5)a" in broken_unsaid(plant)


def test_what_left_nothing_may_be_done_behind_an_offence_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody says that all have fired: a Hit that is marked may be marked too early."""
    monkeypatch.setattr(
        unsaid, "cases_of", lambda rules, state, verb: ("X",) if state == "earlier" else ()
    )
    monkeypatch.setattr(unsaid, "_and_unsaid", lambda plant, verbs: iter(()))
    for shown, broken in ([], ["X"]), (dragged("A", "B"), []):
        plant = SimpleNamespace(
            one=SimpleNamespace(at=1, verb=EndStep()),
            before=[SimpleNamespace(verb=EndStep(), before="earlier")],
            changed=SimpleNamespace(of_verb=lambda at, shown=shown: shown),
            rules=None,
            state="now",
        )
        assert [*broken_unsaid(plant)] == broken


def test_dice_on_the_desk_may_have_come_before_an_act_was_said_to_be_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant = of_a_set(())
    plant.before = (SimpleNamespace(verb=EndActivation(), before="open"),)
    due = SimpleNamespace(mandatory=False, verbs=(RollRecycle,))
    plant.rules.due = lambda state: [due] if state == "open" else []
    plant.rules.legal_actions = lambda state, kinds: [RollRecycle("c2", 6)]
    assert "on the desk" in dice_elsewhere(plant)
    plant.before = (SimpleNamespace(verb=RollRecycle("c1", 3), before="open"),)
    assert "on the desk" in dice_elsewhere(plant)
    plant.before = (SimpleNamespace(verb=RollRecycle("c1", 3), before="shut"),)
    assert not dice_elsewhere(plant)


def test_what_was_done_may_be_said_a_little_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the act is over: what is said in the next one is another."""
    monkeypatch.setattr(People, "says", lambda self, one: one.name == "press", raising=True)
    plant = of_a_set((PlotAtlantis("1505"), EndActivation(), PlotAtlantis("1506")))
    word = [Gesture("press", "German", ("Plotted", None, ()))]
    plant.changed = SimpleNamespace(of_verb=lambda at: word)
    plant.one = SimpleNamespace(verb=RollRecycle("c1", 3), at=0)
    assert _only_said(plant) == [0]
    assert _behind(plant, (PlotAtlantis("1505"),), True) == [EndActivation(), PlotAtlantis("1506")]
    plant.changed = SimpleNamespace(of_verb=lambda at: dragged("A", "B"))
    assert _only_said(plant) == []


def test_dice_that_are_due_fall_beside_the_computer_in_a_log_by_hand() -> None:
    """What they showed nobody sees; with buttons they would be seen."""

    def states(by_hand: bool) -> list[Any]:
        due = SimpleNamespace(mandatory=True, verbs=(RollRecycle,))
        rules = SimpleNamespace(
            due=lambda state: [due] if len(state) < 2 else [],
            legal_actions=lambda state, kinds: iter([RollRecycle(f"c{len(state)}", 6)]),
            apply=lambda state, verb: (*state, verb),
        )
        changed = SimpleNamespace(by_hand=by_hand)
        return list(behind_dice(SimpleNamespace(state=(), rules=rules, changed=changed)))

    first, second = RollRecycle("c0", None), RollRecycle("c1", None)
    assert states(by_hand=True) == [(first,), (first, second)]
    assert not states(by_hand=False)

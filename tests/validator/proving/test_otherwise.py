"""What else the gestures of an offence may break, read otherwise."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from modules.under_ten_flags.verbs import EndActivation, RollRecycle
from tests.validator.proving.plants import dragged, left_out, of_a_set, plant_of, verbs_of
from validator.proving import otherwise, slips
from validator.proving.gestures import Gesture
from validator.proving.offences import cases_of
from validator.proving.people import People
from validator.proving.subject import Game, Subject
from validator.rules.verbs import Verb

READINGS = (
    "broken_without",
    "broken_unsaid",
    "_broken_with_it",
    "_broken_by_the_sum",
    "_broken_before_a_word",
    "_broken_behind_dice",
    "_broken_alike",
    "_broken_first",
)
"""What reads the gestures of an offence otherwise, each by its own."""


@pytest.fixture
def as_it_is(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """An offence that can only be read as what it is, and breaks nothing else."""
    for name in (*READINGS, "legal_unsaid", "ways_to_the_end", "twins"):
        monkeypatch.setattr(otherwise, name, lambda *of: ())
    monkeypatch.setattr(otherwise, "moved_before", lambda plant: None)
    monkeypatch.setattr(otherwise, "cases_of", lambda rules, state, verb: (f"{state}: {verb}",))
    return SimpleNamespace(
        rules=None,
        state="then",
        own=[Gesture("drag", "German", (("raider",), "sea", "B"))],
        one=SimpleNamespace(verb="goes", at=1),
        before=(SimpleNamespace(before="before", verb="went"),),
        changed=SimpleNamespace(by_hand=False),
    )


@pytest.mark.parametrize("reading", READINGS)
def test_what_is_broken_otherwise_is_right_if_it_is_cited(
    as_it_is: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, reading: str
) -> None:
    assert otherwise.also_broken(as_it_is, {"X", "Y"}) == set()

    def broken(plant: Any, cited: tuple[str, ...] = ("X", "Z")) -> list[str]:
        return [case for case in ("X", "Z") if case in cited]

    monkeypatch.setattr(otherwise, reading, broken)
    assert otherwise.also_broken(as_it_is, {"X", "Y"}) == {"X"}


def test_what_is_broken_behind_what_nobody_sees_is_right(
    as_it_is: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The offence is legal after that; what follows breaks something then."""
    monkeypatch.setattr(otherwise, "legal_unsaid", lambda plant: [(("unsaid",), "rest")])

    def broken(plant: Any, *verbs: str, behind: str) -> tuple[str, ...]:
        return ("X",) if (verbs, behind) == (("unsaid", "goes"), "rest") else ()

    monkeypatch.setattr(otherwise, "first_broken", broken)
    assert otherwise.also_broken(as_it_is, {"X"}) == {"X"}


def test_a_drag_may_have_gone_another_way_or_with_the_drag_before(
    as_it_is: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    cited = {"then: around", "before: far", "before: goes"}
    monkeypatch.setattr(otherwise, "ways_to_the_end", lambda plant: ["around"])
    assert otherwise.also_broken(as_it_is, cited) == {"then: around"}
    monkeypatch.setattr(otherwise, "moved_before", lambda plant: 0)
    monkeypatch.setattr(otherwise, "as_one", lambda plant, earlier: ["far"])
    assert otherwise.also_broken(as_it_is, cited) == {"then: around", "before: far"}


def test_a_twin_counts_if_all_its_signs_were_seen(
    as_it_is: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another verb about the same things; by hand it may show less, but never nothing."""
    monkeypatch.setattr(otherwise, "twins", lambda rules, one, state, handled: ["enters"])
    for signs, right in ({"drag"}, True), ({"drag", "press"}, False), (set(), False):

        def shown(
            verb: str, by_hand: bool = False, *, barely: bool = False, signs: set[str] = signs
        ) -> set[str]:
            return {"drag", "draw"} if verb == "goes" else signs if by_hand else {"press"}

        as_it_is.signs = shown
        found = otherwise.also_broken(as_it_is, {"then: enters"})
        assert found == ({"then: enters"} if right else set())


def test_what_an_offence_closes_and_what_comes_too_late_behind_it_are_right_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A turn that is ended, in words or by a click on what begins the next, ends too early, too."""
    monkeypatch.setattr(otherwise, "cases_of", lambda rules, state, verb: (f"{state}: {verb}",))
    closed: list[str] = []
    reading = SimpleNamespace(
        over=lambda state, verb: next(iter(closed), None), ends_turn=lambda: "ends the turn"
    )
    plant: Any = SimpleNamespace(
        rules=SimpleNamespace(module=SimpleNamespace(reading=reading)),
        state="then",
        one=SimpleNamespace(verb="draws"),
        own=[Gesture("press", "German", ("Next",))],
        late=(),
    )
    for begins, broken in (False, []), (True, ["then: ends the turn"]):
        monkeypatch.setattr(People, "begins", lambda self, one, begins=begins: begins)
        assert [*otherwise._broken_with_it(plant)] == broken
    closed.append("is over")
    plant.late = (SimpleNamespace(before="later", verb="fires"),)
    assert [*otherwise._broken_with_it(plant)] == ["then: is over", "later: fires"]


def test_dice_that_were_owed_and_fall_just_behind_an_offence_may_have_come_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only those that were owed by then, and only until something else is done."""
    owed, other, act = RollRecycle("c1", 3), RollRecycle("c2", 4), EndActivation()
    monkeypatch.setattr(otherwise, "cases_of", lambda rules, state, verb: (f"{verb} on {state}",))
    monkeypatch.setattr(otherwise, "is_owed", lambda state, verb: verb == owed)
    plant: Any = SimpleNamespace(
        rules=SimpleNamespace(apply=lambda state, verb: state + 1),
        state=0,
        one=SimpleNamespace(verb="goes"),
    )
    for rest, broken in (
        ([owed, owed, act, owed], ["goes on 1", "goes on 2"]),
        ([other, owed], []),
        ([act, owed], []),
    ):
        plant.rest = [SimpleNamespace(verb=one) for one in rest]
        assert [*otherwise._broken_behind_dice(plant)] == broken


def test_a_search_by_hand_may_be_anybodys(subject: Subject, game: Game) -> None:
    """A marker on a hex: a cruiser's search, or that of a carrier which was not turned up."""
    search = next(one.verb for _, one in verbs_of(game, "AirSearch"))
    at, _ = next(verbs_of(game, "NoContact"))
    plant = plant_of(subject, game, "any time", at + 1, replace(search, cv="cumberland"))
    assert "GS-5(6)b" in otherwise.also_broken(plant, {"GS-5(6)b"})


@pytest.mark.slow
def test_a_piece_that_comes_on_out_of_a_cup_was_drawn(subject: Subject) -> None:
    """What its draw breaks, as the fourth piece, is as right as that it came on undrawn."""
    game = subject.play(613, "purposeful", by_hand=False)
    entered = next(one.verb for _, one in verbs_of(game, "Enter"))
    for at, one in enumerate(game.played):
        state, pieces = one.before, one.before.pieces.values()
        boxed = [piece.id for piece in pieces if piece.at == "Indian Ocean"]
        moved = sum(piece.moved is not None for piece in pieces)
        if (state.step, moved, state.extra) == ("royal_navy", 3, False) and boxed:
            verb = replace(entered, piece=boxed[0], hex="B6")
            plant = plant_of(subject, game, "any time", at, verb)
            assert plant.one.cases == ("GS-5(2)c",)
            assert "GS-5(2)a" in otherwise.also_broken(plant, {"GS-5(2)a"})
            return
    raise AssertionError("no three pieces moved")


def test_what_is_broken_behind_another_verb_of_the_same_gestures_is_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The table shows no difference: what is wrong may be that one, or what follows from it."""

    def broken(rules: Any, state: Any, verb: Verb) -> tuple[str, ...]:
        return ("X",) if state == RollRecycle("c2", 3) else ()

    for module in (otherwise, slips):
        monkeypatch.setattr(module, "cases_of", broken)
    monkeypatch.setattr(People, "remembers", lambda people, one: False)
    plant = of_a_set((EndActivation(),), subject=SimpleNamespace(has_all_of=lambda *of: True))
    plant.game, plant.shown = None, lambda verb: dragged("A", "B")
    plant.signs = lambda verb, barely: set()
    assert {*otherwise._broken_alike(plant, ("X",))} == {"X"}
    plant.shown = lambda verb: dragged("C", "D")
    assert not {*otherwise._broken_alike(plant, ("X",))}
    plant.signs = lambda verb, barely: {one.in_words() for one in dragged("A", "B")}
    assert {*otherwise._broken_alike(plant, ("X",))} == {"X"}  # the rest may be left out


def test_points_booked_one_after_the_other_may_be_one_change(subject: Subject, game: Game) -> None:
    """What is too much after the right points is wrong points, too."""
    at, scored = next(verbs_of(game, "ChangeScore"))
    plant = plant_of(
        subject, game, "another value", at + 1, replace(scored.verb, delta=9), "German"
    )
    together = replace(scored.verb, delta=scored.verb.delta + 9)
    assert otherwise._broken_by_the_sum(plant) == cases_of(subject.rules, scored.before, together)
    assert not otherwise._broken_by_the_sum(left_out(subject, game, at))


def test_what_is_done_after_a_word_may_be_of_the_act_that_the_word_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second move of a ship after *Done* is one move too many, too."""
    monkeypatch.setattr(otherwise, "cases_of", lambda rules, state, verb: (f"{state}: {verb}",))
    monkeypatch.setattr(People, "says", lambda self, one: one.name == "press")

    def plant(gesture: str) -> SimpleNamespace:
        return SimpleNamespace(
            rules=None,
            one=SimpleNamespace(at=1, verb="move"),
            before=(SimpleNamespace(before="moving"),),
            changed=SimpleNamespace(of_verb=lambda at: [Gesture(gesture, "British")]),
        )

    assert otherwise._broken_before_a_word(plant("press")) == ("moving: move",)
    assert otherwise._broken_before_a_word(plant("drag")) == ()

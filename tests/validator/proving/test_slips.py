"""What no log can show of an offence, because a click may have been a slip."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from modules.atlantic_chase.verbs import EndStep
from modules.under_ten_flags.verbs import DrawCard, EndActivation, PlaceACVM, RollRecycle
from tests.validator.proving.conftest import the_game
from tests.validator.proving.plants import of_a_set, plant_of, verbs_of
from validator.playing.selfplay import Played
from validator.proving import otherwise, slips, unseen
from validator.proving.gestures import Gesture
from validator.proving.offences import unguessed
from validator.proving.people import People
from validator.proving.planting import Plant
from validator.proving.subject import Game, Subject
from validator.rules.verbs import Verb


def test_what_is_tidied_just_before_a_slip_is_not_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(People, "slips", lambda self, one: one.name == "press")
    monkeypatch.setattr(People, "remembers", lambda self, one: False)
    drag, press = Gesture("drag", "German", (("a",),)), Gesture("press", "German", ("Done",))
    plant: Any = SimpleNamespace(
        one=SimpleNamespace(at=0, verb="a word"),
        changed=SimpleNamespace(of_verb=lambda at: [drag, press]),
        signs=lambda verb: {press.in_words()},
    )
    assert slips._is_slip(plant, 0)
    plant.signs = lambda verb: {drag.in_words(), press.in_words()}
    assert not slips._is_slip(plant, 0)


def raid_said_twice(subject: Subject, game: Game) -> Plant:
    at = next(
        at
        for at, _ in verbs_of(game, "Raid")
        if [one.name for one in game.of_verb(at)] == ["press"]
    )
    return plant_of(subject, game, "twice", at + 1, game.played[at].verb, "German")


def test_a_click_made_twice_is_a_slip(subject: Subject, game: Game) -> None:
    assert "a button clicked twice" in slips.clicked_twice(raid_said_twice(subject, game))


def test_a_click_on_which_the_rest_stands_is_no_slip(subject: Subject, game: Game) -> None:
    """Two raids are said and the die is thrown for each: without the second it is thrown twice,
    which is as right an answer, in the audit's own words too."""
    plant = raid_said_twice(subject, game)
    assert slips.slip(plant) == ""
    assert slips.broken_without(plant) == ("GS-7(5)", slips.THROWN_AGAIN)
    assert otherwise.also_broken(plant, {"GS-7(5)"}) == {"GS-7(5)"}


@pytest.mark.slow
def test_what_no_gesture_of_its_own_shows_is_found_by_what_it_leads_to(subject: Subject) -> None:
    """The ship is dragged to where it raids once; of two raids the second die alone is seen."""
    game = the_game(718)
    plants = (
        plant_of(subject, game, "twice", at + 1, one.verb, "German")
        for at, one in verbs_of(game, "Raid")
    )
    plant = next(one for one in plants if all(row.verb < one.one.at for row in one.own))
    assert slips.broken_without(plant) == ("GS-7(5)", slips.THROWN_AGAIN)


def test_what_is_neither_seen_nor_legal_need_not_have_followed_a_marker(subject: Subject) -> None:
    """By hand a search that is no search is answered in the engine, and by nobody at the table."""
    game = the_game(2, by_hand=True)
    at, search = next(verbs_of(game, "AirSearch"))
    plant = plant_of(subject, game, "any time", at, replace(search.verb, cv="cumberland"))
    answer, *others = [row.verb for row in plant.rest]
    assert type(answer).__name__ == "Answer"
    assert slips._without_the_unseen(plant) == others


@pytest.mark.slow
def test_a_click_that_sets_the_tracker_is_a_slip_where_nothing_follows(
    subject: Subject, game: Game
) -> None:
    """Clicked when a drawn piece is still to be placed, with which the log ends."""
    at = next(n for n, _ in verbs_of(game, "Enter") if game.of_verb(n) != game.of_verb(n - 1))
    verb = next(one.verb for _, one in verbs_of(game, "EndMovement"))
    plant = plant_of(subject, game, "any time", at, verb)
    assert not plant.rest and "a slip" in unseen.why_unseen(plant, missed=True)
    assert not unseen.why_unseen(plant, missed=False)


def test_what_an_act_lacks_may_follow_where_the_log_ends_within_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slips, "alternatives", lambda *of: [RollRecycle("c2", 3)])
    placed = PlaceACVM("c1", "1505", "E", "red")
    assert "the rest may follow" in slips.not_over(of_a_set((placed,)))
    assert not slips.not_over(of_a_set((placed, EndActivation())))
    assert unguessed(placed) == PlaceACVM("c1", "1505")


def test_what_is_broken_behind_a_second_roll_counts_if_that_was_a_slip(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    roll, rest = RollRecycle("c2", 3), (RollRecycle("c2", 5), EndActivation())
    broken = {rest[0]: ("X",), rest[1]: ("Y",)}
    monkeypatch.setattr(slips, "cases_of", lambda rules, state, verb: broken[verb])
    plant = of_a_set(rest)
    plant.one.verb = roll
    assert slips.first_broken(plant) == ("X", slips.THROWN_AGAIN, "Y")
    plant.rest = plant.rest[1:]
    assert slips.first_broken(plant) == ("Y",)


def test_a_wrong_button_with_which_a_legal_act_was_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ship stays where it was, and its player clicks the button beside the right one."""
    monkeypatch.setattr(slips, "waited_for", lambda plant: iter([(EndStep(),)]))
    monkeypatch.setattr(People, "slips", lambda people, one: one.name == "press")
    meant, clicked = (Gesture("press", "German", (word,)) for word in ("Logged", "Open"))
    moved = Gesture("drag", "German", (("ship",), "sea", "A1"))

    def why(own: list[Gesture], shown: list[Gesture], *, legal: bool = True) -> str:
        plant = SimpleNamespace(
            one=SimpleNamespace(at=3),
            offence=Played("German", EndStep(), None),
            own=own,
            rest=(),
            state=None,
            rules=SimpleNamespace(apply=lambda state, verb: state),
            is_legal=lambda state, verbs: legal,
            with_instead=lambda *rows, through: SimpleNamespace(of_verb=lambda at: shown),
        )
        return slips.wrong_button(plant)

    assert "only the wrong button" in why([clicked, moved], [moved, meant])
    assert not why([clicked, moved], [meant])
    assert not why([clicked], [replace(meant, side="British")])
    assert not why([clicked, moved], [moved, meant], legal=False)


def test_what_a_later_act_of_the_kind_calls_for_is_not_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A word said too early, once more in its time, and then the die that this one calls for: it is
    no die that only the slip calls for. Nor does the slip count if all is legal with what nobody
    sees at another time."""
    word, die, act = EndActivation(), RollRecycle("c1", 6), DrawCard("hearts_4")

    def cases(rules: Any, state: tuple[Verb, ...], verb: Verb) -> tuple[str, ...]:
        return ("UTF-4.1.1a",) if verb == die and word not in state else ()

    monkeypatch.setattr(slips, "cases_of", cases)
    monkeypatch.setattr(slips, "_is_slip", lambda plant, at: at < 3)
    monkeypatch.setattr(slips, "is_legal_unsaid", lambda plant, state, verbs: verbs == [act])
    for name in ("leaves_nothing", "may_be_silent", "is_legal_elsewhere"):
        monkeypatch.setattr(slips, name, lambda *plant: False)
    monkeypatch.setattr(slips, "waited_for", lambda plant: ())
    rules: Any = SimpleNamespace(apply=lambda state, verb: (*state, verb))

    def plant(*behind: Verb) -> Any:
        rest = [SimpleNamespace(verb=one) for one in behind]
        return SimpleNamespace(
            one=SimpleNamespace(verb=word, at=0), rest=rest, state=(), rules=rules
        )

    assert slips._counts_for_nothing(plant(die, act))
    assert not slips._counts_for_nothing(plant(word, die, act))
    monkeypatch.setattr(slips, "is_legal_elsewhere", lambda plant: True)
    assert slips._counts_for_nothing(plant(word, die, act))

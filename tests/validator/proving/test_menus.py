"""Wrong clicks in the menus of counters: where they are likely, and how they are put right."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from generator.places import games_folder
from generator.vassal import modules
from tests.blank_module import write_blank_module
from tests.modules.recorded import defined, read_module
from validator.playing.logbook import IDENTITY
from validator.proving.bending import bends, bent
from validator.proving.gestures import REFUSALS, Gesture
from validator.proving.habits import HABITS, Bend
from validator.proving.sitting import Sitting
from validator.proving.subject import Game, Subject
from validator.rules.loading import load_rules

SIDE = "German"
ENGINEERS, TANK = "GE1", "GT1"


def bend(habit: str, *gestures: Gesture, seed: int = 0, by_hand: bool = False) -> Bend | None:
    """What a habit makes of the last of these gestures."""
    subject: Any = SimpleNamespace(game=defined("red_flags"), sides=("Soviet", "German"))
    game: Any = SimpleNamespace(gestures=gestures, by_hand=by_hand)
    return HABITS[habit].bend(Sitting(subject, game, Random(seed)), len(gestures) - 1)


def made(habit: str, *gestures: Gesture, by_hand: bool = False) -> set[str]:
    """All that a habit makes of the last gesture, without the gesture itself, which ends it."""
    last, found = len(gestures) - 1, set()
    for seed in range(40):
        if row := bend(habit, *gestures, seed=seed, by_hand=by_hand):
            *wrong, right = row[last]
            assert right == gestures[last]
            found.add(", ".join(one.in_words() for one in wrong))
    return found


def chosen(piece: str, words: str, place: str = "") -> Gesture:
    return Gesture("choose", SIDE, (piece, words), start=place, end=place)


def test_the_entries_beside_the_meant_one_are_likely() -> None:
    assert made("wrong_entry_undone", chosen(ENGINEERS, "Clears wire")) == {
        "German misclick GE1 Lays wire, undone",
        "German misclick GE1 Lays mines, undone",
    }


@pytest.mark.slow
def test_who_rotates_a_counter_may_choose_any_entry() -> None:
    said = made("wrong_entry_called_off", chosen(ENGINEERS, "Turn left"))
    assert any(row.startswith("German misclick GE1 Lays wire, German say ") for row in said)
    assert not any("Is the target" in row for row in said)  # its name would stay noted
    assert not any("Broken" in row or "Spent" in row for row in said)  # words turn nothing back


@pytest.mark.slow
def test_dice_are_thrown_by_their_entries_alone() -> None:
    for habit in ("wrong_dice_undone", "wrong_dice_called_off"):
        found = made(habit, chosen(TANK, "Hit, side (2d6)"))
        assert all("(2d6)" in row for row in found)
        assert {row.split("(2d6)")[0].removeprefix("German misclick GT1 ") for row in found} == {
            "Hit, front ",
            "Hit, rear ",
        }
    assert not made("wrong_entry_undone", chosen(TANK, "Hit, side (2d6)"))


@pytest.mark.slow
def test_the_same_entry_of_a_counter_in_the_same_place_is_likely() -> None:
    both = Gesture("drag", SIDE, (("GT1", "GT2"), "battlefield", "C5"))
    apart = Gesture("drag", SIDE, (("GT3",), "battlefield", "C6"))
    named = chosen(TANK, "Is the target", "C5")
    assert made("wrong_counter_first", both, apart, named) == {"German misclick GT2 Is the target"}
    assert made("wrong_counter_first", apart, named) == set()
    assert "German misclick GT2 Is the target, undone" in made("wrong_entry_undone", both, named)


@pytest.mark.slow
def test_a_wrong_face_is_another_face() -> None:
    assert made("wrong_face_first", chosen(TANK, "Rallied")) == {"German misclick GT1 Broken"}
    assert made("wrong_face_first", chosen(TANK, "Fresh")) == {"German misclick GT1 Destroyed"}


@pytest.mark.slow
def test_by_hand_only_counters_are_turned() -> None:
    """Nothing is said there, and no dice are seen."""
    turned = chosen(ENGINEERS, "Spent")
    assert made("wrong_entry_undone", turned, by_hand=True) == {
        "German misclick GE1 Dug in, undone",
        "German misclick GE1 Fresh, undone",
    }
    for habit in ("wrong_entry_called_off", "wrong_dice_undone", "wrong_dice_called_off"):
        assert not made(habit, turned, by_hand=True)


@pytest.fixture(scope="module")
def boats(tmp_path_factory: pytest.TempPathFactory) -> tuple[Subject, Game]:
    """Seed 2730 of a game in which counters are turned, named and rolled for by their menus."""
    rules = load_rules(defined("uboat_variant"), games_folder() / "uboat_variant")
    subject = Subject(rules, read_module("uboat_variant"), tmp_path_factory.mktemp("boats"))
    return subject, subject.play(2730, "random", by_hand=False)


def is_possible(subject: Subject, game: Game, change: Bend) -> bool:
    """Whether the table takes a habit in this place."""
    try:
        return bool(subject.written(game, bent(game.gestures, [change])).steps)
    except REFUSALS:
        return False


def is_written(subject: Subject, game: Game, habit: str) -> bool:
    """Whether the table takes a habit somewhere, and the log is another one than before."""
    steps = subject.saved(game).steps
    for _, change in bends(Sitting(subject, game, Random("menus")), HABITS[habit]):
        try:
            return subject.written(game, bent(game.gestures, [change])).steps != steps
        except REFUSALS:
            continue
    return False


@pytest.mark.slow
@pytest.mark.parametrize(
    "habit",
    [
        one
        for one in HABITS
        if one.startswith(("wrong_entry", "wrong_dice", "wrong_face", "wrong_counter"))
    ],
)
def test_each_fits_somewhere_and_is_a_true_log(habit: str, boats: tuple[Subject, Game]) -> None:
    assert is_written(*boats, habit)


@pytest.mark.slow
def test_counters_are_turned_and_turned_back(tmp_path: Path) -> None:
    """One by itself; and a whole stack by a key, in one step of the log, after which the table is
    as it would be without the slip."""
    game = defined("red_flags").begun_at("first_shots")
    module = modules.read(write_blank_module(game, tmp_path))
    subject = Subject(load_rules(game, games_folder() / "red_flags"), module, tmp_path)
    played = subject.play(1, "random", by_hand=False)
    assert is_written(subject, played, "rotated_and_back")
    assert is_written(subject, played, "stack_turned")
    at, change = next(
        (at, change)
        for at, change in bends(Sitting(subject, played, Random(1)), HABITS["stack_turned"])
        if is_possible(subject, played, change)
    )
    slipped = subject.set_out(played, [*played.gestures[:at], *change[at]])
    right = subject.set_out(played, played.gestures[: at + 1])
    pieces = [str(one.marked(IDENTITY)) for one in right.hand.counters.counters.values()]
    assert all(slipped.counter(one).state == right.counter(one).state for one in pieces if one)
    assert len(slipped.hand.steps) > len(right.hand.steps)

"""States are changed by copying."""

from __future__ import annotations

from dataclasses import dataclass, field

from validator.rules.states import Pending, StateOfPlay, Value, lasting, owed


@dataclass(slots=True)
class Heap(Value):
    matches: int = 3


@dataclass(slots=True)
class Table(Value):
    heaps: dict[str, Heap] = field(default_factory=dict)
    turn: int = 1


def test_a_changed_copy_leaves_the_value_as_it_was():
    table = Table({"left": Heap()})
    later = table.changed(turn=2)
    assert (table.turn, later.turn) == (1, 2)
    assert later.heaps is table.heaps
    assert table.changed() == table


def test_a_value_of_one_field_is_copied_too():
    assert Heap(5).changed() == Heap(5)
    assert Heap(5).changed(matches=1) == Heap(1)


@dataclass(slots=True)
class Duel(StateOfPlay):
    shots: int = lasting("round", 0)
    aim: str = lasting("duel", "")


def test_what_lasts_for_a_round_is_as_at_first_when_one_begins():
    begun = Duel(shots=2, aim="left", turn=1).begun("round", turn=2)
    assert (begun.shots, begun.aim, begun.turn) == (0, "left", 2)


def test_what_is_owed_is_told_by_piece_and_by_where_it_goes():
    home, away = (
        Pending("go", "A", "1", "ship", to="home"),
        Pending("go", "A", "1", "ship", to="sea"),
    )
    duel = Duel().owing(home, away)
    assert owed(duel, "go", "ship") is home
    assert owed(duel, "go", "ship", "sea") is away
    assert duel.done("go", "ship", "sea").pending == (home,)
    assert duel.done("go", "boat").pending == (home, away)

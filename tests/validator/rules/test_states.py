"""States are changed by copying."""

from __future__ import annotations

from dataclasses import dataclass, field

from validator.rules.states import Value


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

"""Earlier states are made again as they were, few or many of them kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from validator.table import past
from validator.table.past import Past


class Tally(list[int]):
    """A state that grows by a number each step."""

    def copy(self) -> Tally:
        return Tally(self)


@settings(max_examples=40)
@given(
    st.lists(st.integers(), max_size=60),
    st.lists(st.integers(0, 60), max_size=30),
    st.sampled_from([1, 30, 10_000]),
)
def test_any_step_can_be_asked_for_in_any_order(
    numbers: list[int], asked: list[int], room: int
) -> None:
    def redo(step: int, state: Tally) -> Iterator[Tally]:
        for number in numbers[step:]:
            state.append(number)
            yield state

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(past, "_ROOM", room)
        patch.setattr(past, "_RECENT", 2)
        kept = Past(Tally(), redo)
        state = Tally()
        for number in numbers:
            state.append(number)
            kept.note(state)
        assert kept.last == len(numbers)
        for step in (min(step, len(numbers)) for step in asked):
            assert kept.after(step) == numbers[:step]
        assert [list(one) for one in kept.replay()] == [
            numbers[: at + 1] for at in range(len(numbers))
        ]

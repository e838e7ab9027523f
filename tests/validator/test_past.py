"""Earlier states made again from the few that were kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from validator.table.past import Past


def redo(step: int, state: dict[int, int]) -> Iterator[dict[int, int]]:
    """Each step writes its number down, but the first writes nothing."""
    while True:
        step += 1
        if step > 1:
            state[step] = step
        yield state


@pytest.mark.parametrize("most", [1, 2, 5, 64])
def test_every_state_can_be_had_in_any_order(most: int) -> None:
    past: Past[dict[int, int]] = Past({}, redo, most=most)
    going = redo(0, {})
    for _ in range(40):
        past.note(next(going))
    for step in [0, 1, 40, 2, 39, *range(40), 17]:
        assert past.after(step) == {at: at for at in range(2, step + 1)}, step


def test_a_state_handed_out_does_not_change_with_a_later_one() -> None:
    past: Past[dict[int, int]] = Past({}, redo)
    going = redo(0, {})
    for _ in range(9):
        past.note(next(going))
    early = past.after(4)
    assert past.after(9) != early == {2: 2, 3: 3, 4: 4}

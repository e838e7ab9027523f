"""A piece that is turned over by hand: its sides, states, and how it lies."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.packaging.scene import FaceDown, Look, Piece, Scene, look_of, shown_by, sides_of

MASK = FaceDown("back", "?", ("German",))


@pytest.fixture(scope="session")
def exeter(scene: Scene) -> Piece:
    return scene.piece("exeter")


def with_looks(piece: Piece, count: int, *, masked: bool) -> Piece:
    looks = tuple(Look(f"l{n}", f"Look {n}", f"front-{n}") for n in range(count))
    return replace(piece, looks=looks, face_down=MASK if masked else None)


def test_a_plain_counter_shows_the_same_on_both_sides(exeter: Piece) -> None:
    assert sides_of(with_looks(exeter, 1, masked=False)) == (("front-0", "front-0"),)


def test_two_looks_are_the_two_sides_of_a_counter(exeter: Piece) -> None:
    piece = with_looks(exeter, 2, masked=False)
    assert sides_of(piece) == (("front-0", "front-1"),)
    assert look_of(piece, 1, False) == (0, False)
    assert look_of(piece, 1, True) == (1, False)


def test_three_looks_are_three_states(exeter: Piece) -> None:
    piece = with_looks(exeter, 3, masked=False)
    assert len(sides_of(piece)) == 3
    assert look_of(piece, 3, True) == (2, False)


def test_behind_each_look_of_a_masked_counter_lies_the_mask(exeter: Piece) -> None:
    piece = with_looks(exeter, 2, masked=True)
    assert sides_of(piece) == (("front-0", "back"), ("front-1", "back"))
    assert look_of(piece, 2, True) == (1, True)
    assert shown_by(piece, 1, masked=True) == (2, True)


@given(count=st.integers(1, 9), masked=st.booleans(), data=st.data())
def test_how_a_look_is_shown_tells_the_look_again(
    exeter: Piece, count: int, masked: bool, data: st.DataObject
) -> None:
    piece = with_looks(exeter, count, masked=masked)
    look = data.draw(st.integers(0, count - 1))
    hidden = masked and data.draw(st.booleans())
    assert look_of(piece, *shown_by(piece, look, hidden)) == (look, hidden)


@given(count=st.integers(1, 9), masked=st.booleans(), state=st.integers(-3, 20))
def test_a_state_that_is_not_there_is_refused(
    exeter: Piece, count: int, masked: bool, state: int
) -> None:
    piece = with_looks(exeter, count, masked=masked)
    if 1 <= state <= len(sides_of(piece)):
        assert 0 <= look_of(piece, state, False)[0] < count
    else:
        with pytest.raises(ValueError, match=f"state {state}"):
            look_of(piece, state, False)
    with pytest.raises(ValueError, match="look"):
        shown_by(piece, count)

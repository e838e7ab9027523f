"""Every numbering VASSAL's hex grid can express, against VASSAL's own way of reckoning.

``vassal_name`` below is written from the description of HexGridNumbering and
RegularGridNumbering (columns and rows counted on the unturned grid, a sideways grid turned): it
reckons from a point, as VASSAL does, and knows nothing of our class.
"""

from __future__ import annotations

from math import floor, sqrt

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.geography.grid import HexGrid, Orientation
from generator.geography.numbering import OffsetNames, lettered, numbered


def vassal_part(number: int, letters: bool, leading: int) -> str:
    text = "-" if number < 0 else ""
    number = abs(number)
    if letters:
        while True:
            text += "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26]
            number -= 26
            if number < 0:
                return text
    places = leading
    while places > 0 and number < 10**places:
        text += "0"
        places -= 1
    return text + str(number)


def vassal_name(
    names: OffsetNames, x: float, y: float, size: float, max_columns: int, max_rows: int
) -> str:
    """The location VASSAL gives a point of a grid whose first hex lies at 0, 0.

    ``max_columns`` and ``max_rows`` are VASSAL's getMaxColumns and getMaxRows, taken here as the
    last index so that descending numbers end at the first number.
    """
    dx, dy = 1.5 * size, sqrt(3) * size
    sideways = names.pointy
    px, py = (y, x) if sideways else (x, y)
    raw_column = floor(px / dx + 0.5)
    raw_row = floor((py - (dy / 2 if raw_column % 2 else 0)) / dy + 0.5)
    column, row = raw_column, raw_row
    if names.vertical_descending and sideways:
        column = max_rows - column
    if names.horizontal_descending and not sideways:
        column = max_columns - column
    if names.vertical_descending and not sideways:
        row = max_rows - row
    if names.horizontal_descending and sideways:
        row = max_columns - row
    if names.stagger and raw_column % 2:
        down = names.horizontal_descending if sideways else names.vertical_descending
        row += -1 if down else 1
    # VASSAL's "horizontal" settings belong to its column, which runs down a sideways board.
    across, down_ = (row, column) if sideways else (column, row)
    h = vassal_part(
        across + names.horizontal_first, names.horizontal_letters, names.horizontal_digits - 1
    )
    v = vassal_part(down_ + names.vertical_first, names.vertical_letters, names.vertical_digits - 1)
    return names.separator.join((v, h) if names.row_first else (h, v))


@settings(max_examples=300)
@given(
    st.builds(
        OffsetNames,
        columns=st.integers(2, 30),
        rows=st.integers(2, 30),
        row_first=st.booleans(),
        separator=st.sampled_from(["", ".", "-", " / "]),
        horizontal_letters=st.booleans(),
        vertical_letters=st.booleans(),
        horizontal_digits=st.integers(1, 4),
        vertical_digits=st.integers(1, 4),
        horizontal_first=st.integers(-5, 60),
        vertical_first=st.integers(-5, 60),
        horizontal_descending=st.booleans(),
        vertical_descending=st.booleans(),
        stagger=st.booleans(),
        pointy=st.booleans(),
    ),
    st.data(),
)
def test_names_are_those_vassal_gives(names: OffsetNames, data: st.DataObject) -> None:
    column = data.draw(st.integers(0, names.columns - 1))
    row = data.draw(st.integers(0, names.rows - 1))
    orientation: Orientation = "pointy" if names.pointy else "flat"
    from generator.geography.grid import offset_to_axial

    grid = HexGrid(orientation, 20.0, (0.0, 0.0), {})
    x, y = grid.point(offset_to_axial(column, row, orientation, "odd"))
    expected = vassal_name(names, x, y, 20.0, names.columns - 1, names.rows - 1)
    assert names.name(column, row) == expected


@given(st.integers(-200, 200))
def test_letters_repeat_after_z(number: int) -> None:
    text = lettered(number)
    assert text.startswith("-") == (number < 0)
    letters = text.lstrip("-")
    assert len(set(letters)) == 1
    assert (len(letters) - 1) * 26 + ord(letters[0]) - 65 == abs(number)


def test_numbers_get_leading_zeros() -> None:
    assert numbered(7, 2) == "07"
    assert numbered(-7, 3) == "-007"
    assert numbered(123, 2) == "123"

"""How the cells of a grid are named.

``OffsetNames`` can say everything VASSAL's HexGridNumbering and SquareGridNumbering can: which
part comes first, separators, letters (A to Z, then AA, BB), leading zeros, first numbers,
descending axes and VASSAL's stagger. ``horizontal`` always counts along x and ``vertical`` along
y. (VASSAL's own "column" of a sideways grid counts along y; a package that writes the XML swaps.)
"""

from __future__ import annotations

from generator.light import dataclass

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def lettered(number: int) -> str:
    """0 -> A, 25 -> Z, 26 -> AA, 27 -> BB (RegularGridNumbering); negative with a minus."""
    sign, number = ("-", -number) if number < 0 else ("", number)
    return sign + ALPHABET[number % 26] * (number // 26 + 1)


def numbered(number: int, digits: int) -> str:
    """With at least so many digits; negative with a minus before the zeros."""
    return ("-" if number < 0 else "") + str(abs(number)).zfill(digits)


@dataclass(frozen=True, slots=True)
class OffsetNames:
    """Names from the column (along x) and the row (along y), both counted from 0 top left."""

    columns: int
    rows: int
    row_first: bool = False
    separator: str = ""
    horizontal_letters: bool = False
    vertical_letters: bool = False
    horizontal_digits: int = 2
    vertical_digits: int = 2
    horizontal_first: int = 1
    vertical_first: int = 1
    horizontal_descending: bool = False
    vertical_descending: bool = False
    stagger: bool = False
    pointy: bool = False
    """Whether stagger shifts along rows (pointy hexes) instead of columns."""

    def numbers(self, column: int, row: int) -> tuple[int, int]:
        """The numbers of the two parts (horizontal, vertical), before they become text."""
        across = self.columns - 1 - column if self.horizontal_descending else column
        down = self.rows - 1 - row if self.vertical_descending else row
        if self.stagger and self.pointy and row % 2:
            across += -1 if self.horizontal_descending else 1
        if self.stagger and not self.pointy and column % 2:
            down += -1 if self.vertical_descending else 1
        return across + self.horizontal_first, down + self.vertical_first

    def horizontal(self, number: int) -> str:
        """The horizontal part as text."""
        if self.horizontal_letters:
            return lettered(number)
        return numbered(number, self.horizontal_digits)

    def vertical(self, number: int) -> str:
        """The vertical part as text."""
        return lettered(number) if self.vertical_letters else numbered(number, self.vertical_digits)

    def name(self, column: int, row: int) -> str:
        """The name of a cell."""
        across, down = self.numbers(column, row)
        parts = (self.horizontal(across), self.vertical(down))
        return self.separator.join(parts[::-1] if self.row_first else parts)

"""Lines of sight and the quarter from which one is seen."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.geography.grid import Axial, HexGrid
from generator.geography.numbering import OffsetNames
from generator.geography.sight import Sight, angle, crossed

NAMES = OffsetNames(columns=9, rows=7, horizontal_digits=2, vertical_digits=2)
GRID = HexGrid.offset("flat", 10.0, (0.0, 0.0), NAMES)
HEXES = sorted(GRID.cells)
EYE, PIECE = 3, 4


def sight(ground: dict[str, int] | None = None, upright: dict[str, int] | None = None) -> Sight:
    return Sight(GRID, ground or {}, upright or {}, EYE, PIECE)


def test_over_open_ground_all_is_seen() -> None:
    assert sight().seen_from("0504") == frozenset(HEXES)


def test_a_wood_between_blocks() -> None:
    wood = sight(upright={"0503": 10})
    assert not wood.clear("0501", "0505")
    assert wood.blocked_by("0501", "0505") == ("0503",)


def test_a_wood_at_either_end_blocks_nothing() -> None:
    wood = sight(upright={"0501": 10, "0503": 10})
    assert wood.clear("0501", "0503")


def test_neighbours_always_see_each_other() -> None:
    hill = sight(ground={"0403": 20}, upright={"0403": 10, "0404": 10})
    assert hill.clear("0403", "0404")


def test_from_a_hill_one_looks_over_a_wood() -> None:
    land = sight(ground={"0501": 20, "0507": 20}, upright={"0504": 10})
    assert land.clear("0501", "0507")


def test_a_hill_hides_what_lies_behind_it() -> None:
    land = sight(ground={"0503": 10})
    assert land.blocked_by("0501", "0505") == ("0503",)


def test_a_piece_in_the_way_blocks_on_level_ground() -> None:
    assert not sight().clear("0501", "0505", {"0503"})
    assert sight().clear("0501", "0505", {"0403"})


def test_pieces_at_both_ends_are_not_in_the_way() -> None:
    assert sight().clear("0501", "0505", {"0501", "0505"})


def test_from_a_hill_one_looks_over_a_piece() -> None:
    assert sight(ground={"0501": 20}).clear("0501", "0505", {"0503"})


def test_a_line_between_two_hexes_is_blocked_only_by_both() -> None:
    """From 0403 two columns on, the line runs along the side between 0503 and 0504."""
    assert len(crossed(GRID.cells["0403"], GRID.cells["0603"], 1, 2)) == 2
    assert sight().clear("0403", "0603", {"0503"})
    assert not sight().clear("0403", "0603", {"0503", "0504"})
    assert sight(upright={"0503": 10}).clear("0403", "0603")
    assert not sight(upright={"0503": 10}).clear("0403", "0603", {"0504"})
    both = sight(upright={"0503": 10, "0504": 10})
    assert sorted(both.blocked_by("0403", "0603")) == ["0503", "0504"]


def test_a_line_along_the_edge_of_the_map_is_clear() -> None:
    """Half of such a line runs over no hex at all, and nothing blocks there."""
    assert len(crossed(GRID.cells["0101"], GRID.cells["0301"], 1, 2)) == 2
    assert sight(upright={"0201": 30}).clear("0101", "0301")


def test_an_unknown_hex_is_refused() -> None:
    with pytest.raises(KeyError):
        sight().clear("0501", "9999")
    with pytest.raises(ValueError, match="'9999' is not a hex"):
        sight(ground={"9999": 10})


# --- Against the definition, in fractions ---------------------------------------------------


def by_definition(
    land: Sight, one: str, other: str, standing: frozenset[str], nudge: Fraction
) -> bool:
    """The same, word by word: points on the way, each nudged to both sides and rounded."""
    (q, r), (oq, orow) = GRID.cells[one], GRID.cells[other]
    start, end = (q, -q - r, r), (oq, -oq - orow, orow)
    far = max(abs(a - b) for a, b in zip(start, end, strict=True))
    here, there = (land.ground.get(name, 0) + EYE for name in (one, other))
    names = {cell: name for name, cell in GRID.cells.items()}
    for step in range(1, far):
        line = Fraction(here * (far - step) + there * step, far)
        cells: set[Axial] = set()
        for way in (1, -1):
            point = [
                a + Fraction(step, far) * (b - a) + way * much * nudge
                for a, b, much in zip(start, end, (1, 2, -3), strict=True)
            ]
            whole = [(2 * part + 1) // 2 for part in point]
            off = [abs(a - b) for a, b in zip(whole, point, strict=True)]
            worst = off.index(max(off))
            whole[worst] = -sum(part for n, part in enumerate(whole) if n != worst)
            cells.add((int(whole[0]), int(whole[2])))

        def blocks(cell: Axial, line: Fraction = line) -> bool:
            name = names.get(cell)
            if name is None:
                return False
            above = max(land.upright.get(name, 0), PIECE if name in standing else 0)
            return land.ground.get(name, 0) + above > line

        if all(blocks(cell) for cell in cells):
            return False
    return True


HEIGHTS = st.dictionaries(st.sampled_from(HEXES), st.sampled_from([10, 20]), max_size=15)
WOODS = st.dictionaries(st.sampled_from(HEXES), st.just(10), max_size=15)
PIECES = st.frozensets(st.sampled_from(HEXES), max_size=15)
SOME = st.sampled_from(HEXES)


@given(HEIGHTS, WOODS, PIECES, SOME, SOME)
def test_it_is_what_the_definition_says(
    ground: dict[str, int], upright: dict[str, int], standing: frozenset[str], one: str, other: str
) -> None:
    land = sight(ground, upright)
    said = by_definition(land, one, other, standing, Fraction(1, 1000))
    assert land.clear(one, other, standing) == said
    assert (land.blocked_by(one, other, standing) == ()) == said


@given(HEIGHTS, WOODS, PIECES)
def test_what_is_seen_one_way_is_seen_the_other_way(
    ground: dict[str, int], upright: dict[str, int], standing: frozenset[str]
) -> None:
    """Both ways are worked out, not remembered."""
    forth, back = sight(ground, upright), sight(ground, upright)
    for one, other in product(HEXES[::5], HEXES[::3]):
        assert forth.clear(one, other, standing) == back.clear(other, one, standing)


def test_a_long_line_crosses_neighbours_only() -> None:
    """The nudge stays smaller than what keeps a line off an edge, however long the line is."""
    start, end, far = (0, 0), (997, -331), 997
    last = [start]
    for step in range(1, far):
        cells = crossed(start, end, step, far)
        assert len(cells) == 1
        (q, r), (lq, lr) = cells[0], last[0]
        assert max(abs(q - lq), abs(r - lr), abs(q + r - lq - lr)) == 1
        last = list(cells)


# --- Angles ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facing", "other", "off"),
    [("N", "0503", 0), ("N", "0403", 60), ("N", "0505", 180), ("S", "0403", 120), ("N", "0504", 0)],
)
def test_how_far_off_the_facing(facing: str, other: str, off: float) -> None:
    assert angle(GRID, "0504", facing, other) == off


def test_a_corner_of_the_hex_lies_at_thirty_degrees() -> None:
    assert angle(GRID, "0504", "N", "0602") == 30
    assert angle(GRID, "0504", "N", "0605") == 150


def test_an_angle_is_the_same_on_pointy_hexes() -> None:
    grid = HexGrid.offset("pointy", 10.0, (0.0, 0.0), NAMES)
    ways = ["NE", "E", "SE", "SW", "W", "NW"]
    for at, facing in enumerate(ways):
        there = grid.neighbour("0504", facing)
        assert there is not None
        offs = [angle(grid, "0504", ways[(at + turn) % 6], there) for turn in range(6)]
        assert offs == [0, 60, 120, 180, 120, 60]

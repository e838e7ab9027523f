"""How fast lines of sight are: asked again, and worked out for the first time.

``python -m benchmarks.sight [--columns 18] [--rows 12]`` lays hills, woods and pieces by seed over
a map of hexes and asks for every pair. It prints pairs a second, and how many times faster a line
that is known is than one that is new.
"""

from __future__ import annotations

import argparse
import random
from itertools import combinations
from time import process_time

from generator.geography.grid import HexGrid
from generator.geography.numbering import OffsetNames
from generator.geography.sight import Sight

EYE, PIECE = 3, 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--columns", type=int, default=18)
    parser.add_argument("--rows", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = random.Random(asked.seed)
    names = OffsetNames(asked.columns, asked.rows, horizontal_digits=2, vertical_digits=2)
    grid = HexGrid.offset("flat", 10.0, (0.0, 0.0), names)
    hexes = list(grid.cells)
    few = len(hexes) // 12
    land = Sight(
        grid,
        {name: chance.choice((10, 20)) for name in chance.sample(hexes, few)},
        dict.fromkeys(chance.sample(hexes, few), 10),
        EYE,
        PIECE,
    )
    standing = frozenset(chance.sample(hexes, few))
    pairs = list(combinations(hexes, 2))
    times = []
    for _ in range(2):
        begun = process_time()
        clear = sum(land.clear(one, other, standing) for one, other in pairs)
        times.append(process_time() - begun)
    new, known = times
    print(f"{len(pairs):,} pairs, {clear / len(pairs):.0%} clear")
    print(f"new    {len(pairs) / new:12,.0f} pairs a second")
    print(f"known  {len(pairs) / known:12,.0f} pairs a second, {new / known:.0f} times as fast")


if __name__ == "__main__":
    main()

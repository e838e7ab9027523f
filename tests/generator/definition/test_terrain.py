"""Errors of terrain, at the line where a builder looks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from generator.definition import DefinitionError

if TYPE_CHECKING:
    from tests.generator.definition.conftest import Folder

TERRAIN = """\
      extent: [4, 3]
    terrain:
      kinds:
        bocage: {look: woods, name: Bocage, values: {move: 3}}
      letters: {b: bocage, h: hill}
      picture: |
        b b . .
        . h h .
        . . . .
      levels: {1: 0202}
      rivers:
        - {kind: river, along: [0101/0102, 0102 NE]}
      ways:
        - {kind: road, through: [0101, 0201, 0302]}
      sides:
        - {kind: escarpment, along: [0202 S]}
"""


@pytest.fixture
def field(tiny: Folder) -> Folder:
    tiny.change("map.yaml", "      extent: [4, 3]\n", TERRAIN)
    return tiny


def test_terrain_comes_through_the_cache_as_it_was_read(field: Folder) -> None:
    first, again = field.load(), field.load()
    assert first.maps == again.maps
    terrain = again.maps[0].terrain
    assert terrain is not None and terrain.kinds["bocage"].values == {"move": 3}


@pytest.mark.parametrize(
    ("old", "new", "place", "words"),
    [
        ("h: hill}", "h: hil}", "map.yaml:17:", "no ground 'hil'; did you mean 'hill'? accepted: "),
        ("h: hill}", "h: hil}", "map.yaml:17:", "did you mean 'hill'?"),
        (". h h .", ". x h .", "map.yaml:20:", "no letter 'x'; letters: b, h"),
        (". h h .", ". h h", "map.yaml:20:", "3 letters in this line; the grid has 4 columns"),
        ("levels: {1: 0202}", "levels: {1: 0909}", "map.yaml:22:", "no hex or place '0909'"),
        ("0101/0102", "0101/0103", "map.yaml:24:", "'0101' and '0103' do not touch"),
        ("kind: road", "kind: raod", "map.yaml:26:", "no way 'raod'"),
        ("kind: road", "kind: raod", "map.yaml:26:", "did you mean 'road'?"),
        ("0201, 0302", "0302", "map.yaml:26:", "'0101' and '0302' do not touch"),
        ("0202 S]", "0202 W]", "map.yaml:28:", "'0202' has no side 'W'"),
        ("look: woods,", "look: wood,", "map.yaml:16:", "did you mean 'woods'"),
        ("look: woods,", "colour: grene,", "map.yaml:16:", "no colour 'grene'"),
        ("look: woods,", "look: river,", "map.yaml:17:", "looks like 'river', which is no ground"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_line(
    field: Folder, old: str, new: str, place: str, words: str
) -> None:
    field.change("map.yaml", old, new)
    with pytest.raises(DefinitionError) as caught:
        field.load()
    assert any(
        line.startswith(place) and words in line for line in str(caught.value).splitlines()
    ), str(caught.value)


def test_a_grid_without_any_place_is_told(tiny: Folder) -> None:
    bare = "      extent: [1, 1]\n      absent: ['0101']\n"
    tiny.change("map.yaml", "      extent: [4, 3]\n", bare)
    with pytest.raises(DefinitionError, match=r"map\.yaml:\d+:\d+: nothing is left of this grid"):
        tiny.load()


def test_a_hex_a_river_cannot_have_is_told_and_not_the_gap_it_leaves(field: Folder) -> None:
    field.change("map.yaml", "[0101/0102, 0102 NE]", "[0101/0102, 9904 NE, 0102 NE]")
    (trouble,) = field.broken()
    assert trouble.startswith("map.yaml:24:") and "9904" in trouble

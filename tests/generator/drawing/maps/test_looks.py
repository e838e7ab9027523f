"""The kinds of terrain on one map tell apart, by colour and by pattern."""

from __future__ import annotations

from typing import Any

import pytest

from generator.definition.schema import Game, Map
from generator.drawing.checks import findings
from generator.drawing.maps import draw_map
from generator.drawing.maps.terrain.looks import COLOURS, LOOKS
from generator.drawing.themes import Theme, load_theme
from generator.drawing.vision import EYES, difference


@pytest.fixture(scope="module")
def plain() -> Theme:
    return load_theme("hex_and_counter")


def _said(game: Game, theme: Theme, **terrain: Any) -> list[str]:
    """What is found on a board of hexes with this terrain."""
    map_ = Map.model_validate(
        {
            "id": "field", "name": "Field", "width": "130mm", "height": "90mm", "style": "plain",
            "background": "paper", "terrain": terrain,
            "grid": {
                "kind": "hex", "zone": "Field", "size": "9mm", "extent": (6, 4),
                "origin": {"x": "20mm", "y": "20mm"}, "numbering": {"kind": "offset"},
            },
        }
    )  # fmt: skip
    return list(findings(draw_map(game, map_, theme)))


@pytest.mark.parametrize("eyes", ["", *EYES])
def test_dunes_are_no_desert_to_any_eye(eyes: str) -> None:
    dunes, desert = COLOURS[LOOKS["dunes"].base], COLOURS[LOOKS["desert"].base]
    assert difference(dunes, desert, eyes) > 10
    assert difference(COLOURS["dunes_shade"], dunes, eyes) > 20


def test_two_kinds_that_look_the_same_are_told(game: Game, plain: Theme) -> None:
    kinds: dict[str, Any] = {"erg": {"look": "dunes", "name": "Sand sea"}}
    hexes = {"dunes": "0101", "erg": "0202"}
    (said,) = _said(game, plain, kinds=kinds, hexes=hexes)
    assert "'Sand sea' and 'Dunes' look the same" in said
    assert "`look` or a `colour`" in said
    assert _said(game, plain, kinds=kinds, hexes={"erg": "0202"}) == []
    kinds["erg"]["colour"] = "#d8b060"
    assert _said(game, plain, kinds=kinds, hexes=hexes) == []


def test_ways_that_look_the_same_are_told(game: Game, plain: Theme) -> None:
    kinds = {"trail": {"look": "track"}}
    ways = [{"kind": "track", "through": "0101-0401"}, {"kind": "trail", "through": "0103-0403"}]
    (said,) = _said(game, plain, kinds=kinds, ways=ways)
    assert "'Track' and 'Trail'" in said


def test_a_lake_and_a_sea_are_one_water(game: Game, plain: Theme) -> None:
    (said,) = _said(game, plain, hexes={"lake": "0101", "sea": "0601"})
    assert "'Lake' and 'Sea'" in said


def test_sands_and_stones_are_five_looks(game: Game, plain: Theme) -> None:
    sand = {look: f"0{at}01" for at, look in enumerate(("desert", "dunes", "beach", "rough"), 1)}
    assert _said(game, plain, ground="steppe", hexes=sand) == []

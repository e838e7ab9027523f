"""Areas of effect and shadings of a map look as VASSAL 3.7.26 paints them.

The pictures in ``shaded`` were painted by it (``Map.paintRegion``) from the modules made here.
"""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from generator.vassal.traits import Trait, trait
from tests.validator.painting import small_game as small

FLOOR = 0.99
"""Least share of the pixels that are alike: lines that slant may lie a pixel apart."""
_IN_MAP = "VASSAL.build.module.map."
_GRIDS = f"{_IN_MAP}boardPicker.board."
_HEXES = (
    f'<{_GRIDS}HexGrid dx="33.3" dy="38.5" x0="20" y0="25" sideways="{{}}" snapTo="false"'
    ' visible="true" color="0,0,0"/>'
)
_SQUARES = (
    f'<{_GRIDS}SquareGrid dx="30.5" dy="27.7" x0="12" y0="11" snapTo="false" visible="true"'
    ' color="0,0,0"/>'
)
_ZONED = (
    f'<{_GRIDS}ZonedGrid><{_GRIDS}mapgrid.Zone name="A" path="0,0;300,0;300,300;0,300"'
    f' useParentGrid="false"/>{_HEXES.format("false")}</{_GRIDS}ZonedGrid>'
)


def _shader(said: str, name: str = "Zone", on: str = 'alwaysOn="true"') -> str:
    return f'<{_IN_MAP}MapShader name="{name}" {on} boards="Yes" boardList="" {said}/>'


_FORE = _shader(
    'type="Foreground" drawOver="true" pattern="50%" color="200,0,200" opacity="80" border="true"'
    ' borderColor="0,0,0" borderWidth="3" borderOpacity="60"'
)
_BACK = _shader('type="Background" pattern="25%" color="0,0,0" opacity="70" border="false"')
_OWN = _shader(
    'type="Background" drawOver="true" pattern="Custom Image" image="tile.png" color="0,0,0"'
    ' opacity="50" border="true" borderColor="255,0,0" borderWidth="1" borderOpacity="100"'
)
_SOLID = _shader('type="Foreground" pattern="100% (Solid)" color="0,120,0" opacity="40"')


def _area(radius: int, shading: str, *, active: bool = True) -> Trait:
    return trait(
        "AreaOfEffect;",
        transparencyColor="0,0,255",
        opacity=30,
        radius=radius,
        alwaysActive=active,
        mapShaderName=shading,
        fixedRadius=True,
    )


def _tile() -> bytes:
    out = io.BytesIO()
    tile = Image.new("RGBA", (7, 5))
    for step in range(5):
        tile.putpixel((step, step), (255, 255, 0, 255))
    tile.save(out, "PNG")
    return out.getvalue()


def _module(folder: Path, shader: str, grid: str) -> Path:
    given = {"sea.png": small.picture(small.SEA, (600, 400)), "tile.png": _tile()}
    return small.module_file(folder, given, shader, grid)


@pytest.mark.parametrize(
    ("name", "shader", "grid"),
    [
        ("hexes_shaded", _FORE, _HEXES.format("false")),
        ("board_shaded_around_hexes", _BACK, _HEXES.format("true")),
        ("own_picture_around_squares", _OWN, _SQUARES),
        ("solid_in_a_zone", _SOLID, _ZONED),
        ("no_grid", _FORE, ""),
        ("hexes", "", _HEXES.format("false")),
        ("sideways_hexes", "", _HEXES.format("true")),
        ("squares", "", _SQUARES),
    ],
)
def test_an_area_looks_as_in_vassal(tmp_path: Path, name: str, shader: str, grid: str) -> None:
    shading = "Zone" if shader else ""
    ours = small.table(
        _module(tmp_path, shader, grid),
        small.piece("1", "red.png", 103, 97, _area(2, shading)),
        small.piece("2", "green.png", 171, 141, _area(1, shading)),
        small.piece("3", "red.png", 400, 222, _area(4, shading)),
        small.piece("4", "green.png", 330, 60, _area(0, shading)),
    ).convert("RGB")
    with Image.open(Path(__file__).parent / "shaded" / f"{name}.png") as opened:
        theirs = opened.convert("RGB")
    assert ours.size == theirs.size
    apart = ImageChops.difference(ours, theirs).convert("L").point(lambda level: level > 16)
    assert 1 - apart.histogram()[1] / (ours.width * ours.height) >= FLOOR


def test_a_shading_that_a_player_switches_on_is_not_painted(tmp_path: Path) -> None:
    path = small.module_file(tmp_path, in_map=_shader('type="Background"', on=""))
    assert small.table(path).getpixel((20, 20)) == (*small.SEA, 255)


def test_a_piece_out_of_sight_clears_nothing(tmp_path: Path) -> None:
    said = 'type="Background" pattern="100% (Solid)" color="0,0,0" opacity="100"'
    path = small.module_file(tmp_path, in_map=_shader(said))
    hidden = trait("hide;", access="side:", state="Red")
    piece = small.piece("1", "red.png", 50, 40, hidden, _area(20, "Zone"))
    for side, level in ((None, 0), ("Red", small.SEA[0])):
        found = small.table(path, piece, side=side).getpixel((50, 22))
        assert isinstance(found, tuple) and found[0] == level


def test_a_shading_follows_its_pieces(tmp_path: Path) -> None:
    path = small.module_file(tmp_path, in_map=_SOLID)
    with small.painter(path) as painter:
        for x in (50, 120):
            scene = small.scene(path, [small.piece("1", "red.png", x, 40, _area(20, "Zone"))])
            image = painter.table(scene, "Sea")
            shaded = [image.getpixel((at, 22)) != (*small.SEA, 255) for at in (50, 120)]
            assert shaded == [x == 50, x == 120]
        assert painter.unpainted == []

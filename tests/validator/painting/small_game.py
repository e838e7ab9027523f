"""A module of a few plain pictures, made anew for each test, and tables on it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from PIL import Image

from generator.vassal import modules, saves
from generator.vassal.commands import AddPiece, Command, GameUnderWay
from generator.vassal.saves import Save
from generator.vassal.traits import Trait, basic_state, piece_state, piece_type, stack_state, trait
from validator.painting import Painter
from validator.reading import reader
from validator.reading.scenes import Scene
from validator.reading.views import View

RED, GREEN, BLUE = (200, 0, 0), (0, 200, 0), (0, 0, 200)
SEA = (180, 210, 230)
PAPER = (1, 2, 3)
_MAP = "VASSAL.build.module.Map"
_IN_MAP = "VASSAL.build.module.map."
_BOARD = _IN_MAP + "boardPicker.Board"


def picture(colour: tuple[int, ...], size: tuple[int, int] = (20, 20), kind: str = "PNG") -> bytes:
    """A picture of one colour."""
    out = io.BytesIO()
    Image.new("RGBA" if len(colour) == 4 else "RGB", size, colour).save(out, kind)
    return out.getvalue()


def module_file(
    folder: Path,
    pictures: Mapping[str, bytes] | None = None,
    in_map: str = "",
    in_board: str = "",
    around: str = "",
) -> Path:
    """A module with one map, ``Sea``, of one board, 200 by 100 pixels."""
    board = f'<{_BOARD} name="Sea" image="sea.png">{in_board}</{_BOARD}>'
    build = (
        '<VASSAL.build.GameModule name="Small" version="1" VassalVersion="3.7.26">'
        f'{around}<{_MAP} mapName="Sea" backgroundcolor="{",".join(map(str, PAPER))}">'
        f"<{_IN_MAP}BoardPicker>{board}<setup>SeaBoardPicker\tSea\t0\t0</setup>"
        f"</{_IN_MAP}BoardPicker>{in_map}</{_MAP}></VASSAL.build.GameModule>"
    )
    given = {
        "sea.png": picture(SEA, (200, 100)),
        "red.png": picture(RED),
        "green.png": picture(GREEN),
        **(pictures or {}),
    }
    path = folder / "small.vmod"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("buildFile.xml", build)
        for name, data in given.items():
            packed.writestr(f"images/{name}", data)
    return path


def piece(ident: str, image: str, x: int, y: int, *around: Trait, name: str = "Unit") -> AddPiece:
    """A piece with traits around its picture, the outermost first."""
    basic = trait("piece;", imageName=image, commonName=name)
    chain = (*around, basic.with_state(basic_state("Sea", x, y)))
    return AddPiece(ident, piece_type(chain), piece_state(chain))


def stack(ident: str, x: int, y: int, *members: str) -> AddPiece:
    """A stack of pieces, from the bottom up."""
    return AddPiece(ident, "stack", stack_state("Sea", x, y, members))


def scene(path: Path, pieces: Sequence[Command], side: str | None = None) -> Scene:
    """A table as somebody sees it."""
    text = saves.compose(list(pieces), [GameUnderWay()], [])
    reading = reader.read(Save(text), modules.read(path))
    return View(reading, side, reveal=False).scene()


def painter(path: Path) -> Painter:
    """A painter of the module."""
    return Painter(modules.read(path))


def table(path: Path, *pieces: Command, side: str | None = None) -> Image.Image:
    """The map with these pieces on it."""
    with painter(path) as opened:
        return opened.table(scene(path, pieces, side), "Sea")

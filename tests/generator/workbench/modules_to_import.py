"""Modules for tests of imports: a board, its pieces, its pictures, put together from few words."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path

from PIL import Image

from generator.definition.reader import load_game
from generator.definition.schema import Game
from generator.files import new_folder
from generator.vassal import documents
from generator.vassal.documents import Element
from generator.vassal.traits import Trait, trait
from generator.workbench.importing import Imported, imported
from generator.workbench.opened import PIECE_SLOT, OpenModule
from tests.generator.workbench.small_modules import (
    PALETTE,
    chain_of,
    holding,
    opened,
    planted,
    text_of,
)

M = "VASSAL.build.module."
W = "VASSAL.build.widget."
PANEL = W + "PanelWidget"
GRIDS = M + "map.boardPicker.board."


def picture(width: int, height: int, shade: int = 90) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), (shade, shade, shade)).save(out, "PNG")
    return out.getvalue()


PICTURES = {
    "board.png": picture(400, 300),
    "front.png": picture(50, 50),
    "back.png": picture(50, 50, 10),
    "star.png": picture(20, 20, 250),
    "chart.png": picture(300, 200),
}


def component(tag: str, /, **attributes: object) -> Element:
    return documents.make(M + tag, {name: str(value) for name, value in attributes.items()})


def with_parts(element: Element, *parts: Element) -> Element:
    for part in parts:
        element.append(part)
    return element


def entry(name: str) -> Element:
    return documents.make("entry", text=name)


def picker(*boards: Element, default: str = "") -> Element:
    made = with_parts(component("map.BoardPicker"), *boards)
    if default:
        made.append(documents.make("setup", text=default))
    return made


def board(name: str, grid: Element | None = None, **attributes: object) -> Element:
    made = component("map.boardPicker.Board", name=name, **attributes)
    return with_parts(made, *([grid] if grid is not None else []))


def stack(x: int, y: int, *slots: Element, **attributes: object) -> Element:
    made = component("map.SetupStack", name="stack", x=x, y=y, **attributes)
    return with_parts(made, *slots)


def piece_slot(name: str, gpid: int, *parts: Trait, image: str = "front.png") -> Element:
    *outer, basic = chain_of(name, *parts, gpid=str(gpid))
    text = text_of((*outer, basic.changed(imageName=image)))
    return documents.make(PIECE_SLOT, {"entryName": name, "gpid": str(gpid)}, text)


def module(*parts: Element, members: Mapping[str, bytes] = {}) -> OpenModule:
    root = planted({"name": "Old Game", "version": "2.1", "description": "A test"}, *parts)
    made = opened(root)
    made.members.update({f"images/{name}": data for name, data in PICTURES.items()})
    made.members.update(members)
    return made


def plain_map(*parts: Element, name: str = "Main", edge: int = 0, **board_parts: object) -> Element:
    made = component("Map", mapName=name, edgeWidth=edge, edgeHeight=edge)
    given = {"image": "board.png", **board_parts}
    return with_parts(made, picker(board("Board", **given)), *parts)  # type: ignore[arg-type]


def layer(*names: str, **fields: object) -> Trait:
    given = {"imageNames": names, "name": "Flip", "alwaysActive": False, "state": "-1"}
    return trait("emb2;", **{**given, **fields})  # type: ignore[arg-type]


def defined(made: Imported, tmp_path: Path) -> Game:
    folder = tmp_path / "game"
    new_folder(folder, made.files)
    return load_game(folder)


def counters(
    tmp_path: Path, *slots: Element, members: Mapping[str, bytes] = {}
) -> tuple[Game, Imported]:
    palette = holding(PALETTE, {"name": "Pieces"})
    panel = holding(W + "PanelWidget", {"entryName": "Units"})
    made = imported(
        module(plain_map(), with_parts(palette, with_parts(panel, *slots)), members=members)
    )
    return defined(made, tmp_path), made

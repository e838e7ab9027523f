"""Counters and cards as the print kit places them on sheets of paper."""

from __future__ import annotations

from typing import Any

from generator.drawing.names import counter_picture
from generator.errors import BroadsideError
from generator.preview.pictures import Gallery

PAPERS = ("a4", "letter", "a3", "tabloid")
BACKS = ("duplex", "fold")


def sheets_told(gallery: Gallery, paper: str, backs: str) -> dict[str, Any]:
    """Every sheet: its size, its marks, and the face at each place (mm, degrees clockwise). A sheet
    that cannot be laid out is reported as ``trouble``."""
    from generator.printing.furniture import Desk
    from generator.printing.options import ordered
    from generator.printing.pieces import card_pieces, counter_pieces
    from generator.printing.sheets import sheets

    game = gallery.game
    try:
        printing = ordered({"paper": paper, "backs": backs}, gallery.folders)
        desk = Desk(game, gallery.theme, gallery.folders, printing)
        components = [
            sheets("counters", "Counters", counter_pieces(game), desk),
            sheets("cards", "Cards", card_pieces(game), desk),
        ]
    except BroadsideError as trouble:
        return {"pages": [], "trouble": str(trouble)}
    faces = _faces(gallery)
    pages = [page for one in components if one is not None for page in one.pages]
    return {
        "trouble": "",
        "pages": [
            {
                "name": page.name,
                "width": page.width,
                "height": page.height,
                "marks": page.furniture.svg if page.furniture is not None else "",
                "placed": [
                    {
                        "counter": faces[one.picture][0],
                        "face": faces[one.picture][1],
                        "x": one.box.x,
                        "y": one.box.y,
                        "width": one.box.width,
                        "height": one.box.height,
                        "turn": one.turn,
                    }
                    for one in page.placed
                    if one.picture in faces
                ],
            }
            for page in pages
        ],
    }


def _faces(gallery: Gallery) -> dict[str, tuple[str, int]]:
    """A picture's name -> the counter and which of its pictures, from 0."""
    found = {}
    for counter in gallery.counters.values():
        names = [face.id for face in counter.faces]
        if counter.back is not None or counter.mask is not None:
            names.append(counter.back.id if counter.back is not None else "back")
        for index, name in enumerate(names):
            found[counter_picture(counter.id, name)] = counter.id, index
    return found

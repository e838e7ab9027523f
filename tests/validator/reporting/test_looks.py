"""Boards as the page shows them."""

from __future__ import annotations

from xml.etree import ElementTree

from generator.definition.reader import load_game
from validator.reporting.looks import Looks


def test_a_board_lies_in_the_margin_of_its_window() -> None:
    game = load_game("graf_spee")
    bare = game.maps[1]
    wide = bare.model_copy(update={"margin": (25.4, 0.0)})
    plain = Looks(game.model_copy(update={"maps": (bare,)})).sheets()[0]
    sheet = Looks(game.model_copy(update={"maps": (wide,)})).sheets()[0]
    assert (sheet.width, sheet.height) == (plain.width + 2 * bare.ppi, plain.height)
    window = ElementTree.fromstring(sheet.svg)
    (board,) = window
    assert (window.get("width"), board.get("x")) == (str(sheet.width), str(bare.ppi))
    assert (board.get("width"), board.get("height")) == (str(plain.width), str(plain.height))
    assert board.get("viewBox") == ElementTree.fromstring(plain.svg).get("viewBox")

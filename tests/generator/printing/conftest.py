"""What the tests of the kit share: the game, its kit on A4, and eyes for a PDF."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy
import pypdfium2
import pytest

from generator.definition.reader import load_game
from generator.definition.schema import Game
from generator.drawing.themes import load_theme
from generator.printing.furniture import Desk
from generator.printing.kit import make_kit
from generator.printing.options import Printing
from generator.printing.paper import Paper, find_paper

Pixels = numpy.ndarray[tuple[int, ...], numpy.dtype[numpy.uint8]]


@pytest.fixture(scope="session")
def game() -> Game:
    return load_game("graf_spee")


@pytest.fixture(scope="session")
def a4() -> Paper:
    return find_paper("a4")


@pytest.fixture(scope="session")
def desk(game: Game) -> Callable[[Printing], Desk]:
    """A desk for whatever was ordered."""
    theme = load_theme(game.theme)
    return lambda printing: Desk(game, theme, (), printing)


@pytest.fixture(scope="session")
def kit(game: Game, a4: Paper) -> Mapping[str, bytes]:
    """Every file of the Graf Spee's kit on A4."""
    return make_kit(game, Printing(a4))


@pytest.fixture(scope="session")
def look() -> Callable[[bytes, float], list[Pixels]]:
    """A PDF's pages as arrays of rows, columns and colours, at so many dots an inch."""

    def seen(pdf: bytes, dpi: float) -> list[Pixels]:
        document = pypdfium2.PdfDocument(pdf)
        return [page.render(scale=dpi / 72, rev_byteorder=True).to_numpy() for page in document]

    return seen

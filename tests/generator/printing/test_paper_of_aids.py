"""Player aids lie on paper that a person has: the kit's own where it will do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from generator.definition.schema import Game
from generator.printing.aids import aid_sheets
from generator.printing.furniture import Desk
from generator.printing.options import Printing
from generator.printing.pages import Page
from generator.printing.paper import find_paper, named


def laid(game: Game, desk: Desk, size: str, fold: str, paper: str) -> Page:
    aid = game.aids[0].model_copy(update={"paper": size, "fold": fold, "landscape": False})
    made, pictures = aid_sheets(
        Desk(
            game.model_copy(update={"aids": (aid,)}),
            desk.theme,
            (),
            Printing(find_paper(paper)),
        )
    )
    assert made is not None
    names = {picture.name for picture in pictures}
    assert {placed.picture for page in made.pages for placed in page.placed} <= names
    return made.pages[0]


@pytest.mark.parametrize(
    ("size", "paper", "sheet", "scale", "marked"),
    [
        ("a4", "a4", (210, 297), 1.0, False),
        ("a4", "letter", (215.9, 279.4), 279.4 / 297, False),
        ("letter", "a4", (210, 297), 210 / 215.9, False),
        ("a4", "148x210mm", (210, 296), 296 / 297, False),
        ("a4", "a3", (297, 420), 1.0, True),
        ("a3", "a5", (297, 420), 1.0, False),
    ],
)
def test_an_aid_lies_on_paper_there_is(
    game: Game,
    desk: Callable[[Printing], Desk],
    size: str,
    paper: str,
    sheet: tuple[float, float],
    scale: float,
    marked: bool,
) -> None:
    page = laid(game, desk(Printing(find_paper(paper))), size, "none", paper)
    assert (page.width, page.height) == pytest.approx(sheet)
    aid = page.placed[-1]
    assert aid.scale == pytest.approx(scale)
    assert aid.box.centre == pytest.approx((page.width / 2, page.height / 2))
    assert (page.furniture is not None) is marked


def test_paper_is_told_by_its_name() -> None:
    a5 = find_paper("a5")
    assert named(420, 297, a5) == "A3 (297 × 420)"
    assert named(148, 210, a5) == "A5 (148 × 210)"
    assert named(210, 296, a5) == "A4 (210 × 296)"
    assert named(300, 500, a5) == "300 × 500"

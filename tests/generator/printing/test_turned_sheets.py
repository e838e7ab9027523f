"""Sheets lie where that saves paper or keeps a chart in its size, and stand where it does not."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest

from generator.definition.schema import Counter, Face, Game
from generator.drawing.counters import counter_pictures
from generator.drawing.picture import Picture
from generator.drawing.themes import load_theme
from generator.printing.aids import chart_sheets
from generator.printing.furniture import Desk
from generator.printing.imposition import Box, Piece, impose
from generator.printing.kit import make_kit
from generator.printing.options import Printing
from generator.printing.paper import find_paper
from generator.printing.sheets import label_room, outline_name, sheets

Desks = Callable[[Printing], Desk]

CARDS = [Piece(f"card {number}", f"back {number}", 63, 88, "card") for number in range(16)]


def chart(name: str, width: float, height: float) -> Picture:
    return Picture(name, "<svg/>", width, height)


@pytest.mark.parametrize(("paper", "each", "lies"), [("letter", 8, True), ("a4", 9, False)])
def test_as_many_cards_to_a_sheet_as_it_takes(
    desk: Desks, paper: str, each: int, lies: bool
) -> None:
    made = sheets("cards", "Cards", CARDS, desk(Printing(find_paper(paper))))
    assert made is not None
    fronts = made.pages[::2]
    outlines = {outline_name(CARDS[0])}
    assert [len(page.placed) for page in fronts] == [each, 16 - each]
    for page in made.pages:
        assert (page.width > page.height) is lies
        (layer,) = page.layers.values()
        assert {placed.picture for placed in layer} == outlines


def test_backs_that_were_nudged_stay_on_paper_as_it_was_tested(desk: Desks) -> None:
    printing = Printing(find_paper("letter"), nudge=(0.5, 0.0))
    made = sheets("cards", "Cards", CARDS, desk(printing))
    assert made is not None
    assert all(page.height > page.width for page in made.pages)


def test_a_wide_chart_lies_and_keeps_its_size(desk: Desks) -> None:
    shown = [chart("a", 100, 80), chart("wide", 250, 120), chart("c", 100, 80)]
    made = chart_sheets(shown, desk(Printing(find_paper("a4"))))
    assert made is not None
    assert [page.width > page.height for page in made.pages] == [False, True, False]
    placed = [one for page in made.pages for one in page.placed]
    assert [one.picture for one in placed] == ["a", "wide", "c"]
    assert {one.scale for one in placed} == {1.0}


def test_a_chart_too_high_for_paper_either_way_stands(desk: Desks) -> None:
    made = chart_sheets([chart("tall", 100, 400)], desk(Printing(find_paper("a4"))))
    assert made is not None
    (page,) = made.pages
    assert page.height > page.width
    assert page.placed[0].scale < 1


def test_a_labels_room_ends_at_the_fold(desk: Desks) -> None:
    order = desk(Printing(find_paper("a4")))
    half = Box(9, 11, 91, 271)
    (plan,) = impose(CARDS[:1], half, 6.6, 11.2)
    (block,) = plan.blocks
    assert label_room(block, order, ("vertical", 105.0)) == pytest.approx(100 - block.box.x)
    assert label_room(block, order, None) == 90


@pytest.mark.slow
def test_a_boards_name_decides_nothing_about_backs(game: Game) -> None:
    board = game.maps[0].model_copy(update={"name": "Piggyback"})
    alone = game.model_copy(update={"maps": (board,), "counters": (), "charts": (), "aids": ()})
    files = make_kit(alone, Printing(find_paper("1000x1000mm")))
    assert "alignment.pdf" not in files


def test_a_deck_has_sheets_of_its_own_that_name_it(desk: Desks) -> None:
    decks = [replace(card, group="Events" if n < 8 else "Actions") for n, card in enumerate(CARDS)]
    made = sheets("cards", "Cards", decks, desk(Printing(find_paper("a4"))))
    assert made is not None
    names = []
    for page in made.pages[::2]:
        assert page.furniture is not None
        (name,) = (
            deck for deck in ("Cards: Events", "Cards: Actions") if deck in page.furniture.svg
        )
        names.append(name)
        boxes = [placed.box for placed in page.placed]
        for one, other in combinations(boxes, 2):
            assert not one.grown(0.37).meets(other.grown(0.37))
    assert names == ["Cards: Events", "Cards: Actions"]


def test_a_card_without_a_footer_has_no_rule_for_it() -> None:
    def drawn(right: str) -> int:
        face = Face(layout="action_card", title="Sledges", right=right)
        told = {"id": "card", "name": "Sledges", "shape": "card", "size": "63mm x 88mm"}
        card = Counter.model_validate(told | {"faces": (face,)})
        (picture,) = counter_pictures(card, load_theme("admiralty"))
        return len(re.findall(r"<(?:line|path)\b", picture.svg))

    assert drawn("Spring") > drawn("")

"""The checks find what they are there for: each fault planted alone is named."""

from __future__ import annotations

import re

import pytest

from generator.definition.layouts import Layout
from generator.definition.pieces import Counter, Face
from generator.definition.schema import Deck, Game, Side
from generator.drawing.checks import alike_sides, findings, of_the_game, overlapping
from generator.drawing.counters import counter_pictures
from generator.drawing.sheet import Sheet
from generator.drawing.themes import Theme

SQUARE = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))


@pytest.fixture
def sheet(theme: Theme) -> Sheet:
    return Sheet(40, 20, theme)


def _only(sheet: Sheet) -> str:
    (finding,) = findings(sheet)
    return finding


def test_sound_writing_has_no_finding(sheet: Sheet) -> None:
    sheet.text(5, 10, "Exeter", "body", 3)
    assert list(findings(sheet)) == []


def test_text_out_of_its_box_is_found(sheet: Sheet) -> None:
    sheet.text(2, 10, "Unabbreviatable", "body", 3, room=4)
    assert "'Unabbreviatable' stands" in _only(sheet)


def test_type_under_five_points_is_found(sheet: Sheet) -> None:
    sheet.text(5, 10, "small", "body", 1.7)
    assert "4.8 pt" in _only(sheet)


def test_faint_text_is_found(sheet: Sheet) -> None:
    sheet.text(5, 10, "faint", "body", 3, colour="hair", on="paper")
    assert "contrast" in _only(sheet)


def test_colliding_labels_are_found(sheet: Sheet) -> None:
    sheet.text(5, 10, "one", "body", 3)
    sheet.text(6, 10.5, "other", "body", 3)
    assert "'one' collides with 'other'" in _only(sheet)


def test_turned_labels_collide_only_where_they_really_cross(sheet: Sheet) -> None:
    sheet.text(2, 2, "a long diagonal", "body", 2, angle=40)
    sheet.text(14, 5, "clear", "body", 2)
    assert list(findings(sheet)) == []
    sheet.text(7, 8, "crossed", "body", 2)
    assert "collides" in _only(sheet)


def test_writing_off_the_sheet_is_found(sheet: Sheet) -> None:
    sheet.text(35, 10, "overboard", "body", 3)
    assert "runs off the edge" in _only(sheet)


def test_outlines_that_only_touch_do_not_overlap() -> None:
    beside = tuple((x + 2.0, y) for x, y in SQUARE)
    assert not overlapping(SQUARE, beside)
    assert overlapping(SQUARE, tuple((x + 1.0, y + 1.0) for x, y in SQUARE))


def test_a_line_through_an_outline_counts_without_the_hair() -> None:
    line = ((-1.0, 1.0), (3.0, 1.0))
    assert overlapping(SQUARE, line, 0.0)
    assert not overlapping(SQUARE, ((-1.0, 3.0), (3.0, 3.0)), 0.0)


@pytest.mark.parametrize(
    ("background", "ink"), [("british", "british"), ("#445566", "#405060"), (None, "#c8c8c8")]
)
def test_a_face_whose_ink_is_its_ground_is_warned_of(
    background: str | None, ink: str, theme: Theme
) -> None:
    face = Face(layout="ship", title="Hood", symbol="cruiser_two_funnels", ink=ink).model_copy(
        update={"background": background}
    )
    counter = Counter(id="hood", name="Hood", faces=(face,))
    (picture,) = counter_pictures(counter, theme)
    assert any(
        re.match(rf"the ink '{ink}' has a contrast of \d\.\d:1 with the ground", warning)
        for warning in picture.warnings
    )


def test_a_symbol_in_the_colour_below_it_is_warned_of(theme: Theme) -> None:
    items = [
        {"draw": "band", "box": [0, 0, 12.7, 12.7], "fill": "ink"},
        {"draw": "symbol", "symbol": "tiger", "box": [2, 2, 10, 10]},
    ]
    layout = Layout.model_validate({"id": "dark", "items": items})
    counter = Counter(id="x", name="X", faces=(Face(layout="dark", background="british"),))
    (picture,) = counter_pictures(counter, theme, layouts=(layout,))
    assert picture.warnings == (
        "the symbol 'tiger' has a contrast of 1.0:1 with what it stands on; the least is 2:1",
    )


def _sides(theme: Theme, *grounds: tuple[str | None, ...]) -> list[str]:
    """What is told of two sides whose counters stand on these grounds."""
    counters = tuple(
        Counter(id=f"{side}{n}", name="X", side=side, faces=(Face(background=ground),))
        for side, worn in zip(("Red", "Blue"), grounds, strict=True)
        for n, ground in enumerate(worn)
    )
    game = Game.model_construct(sides=(Side(id="Red"), Side(id="Blue")), counters=counters)
    return list(alike_sides(game, theme))


def test_two_sides_on_one_ground_are_warned_of(theme: Theme) -> None:
    told = "the counters of 'Red' and 'Blue' stand on one ground, {}: give one side another"
    for grounds, ground in (
        ((("british",), ("british",)), "british"),
        (((None,), (None,)), "neutral"),
        ((("british", "british", "supply"), ("british",)), "british"),
    ):
        assert [one for one in _sides(theme, *grounds) if told.format(repr(ground)) in one]
    shared = _sides(theme, ("british", "british", "supply"), ("german", "german", "supply"))
    assert not [one for one in shared if "one ground" in one]


def test_a_deck_smaller_than_its_cards_is_warned_of(game: Game, theme: Theme) -> None:
    card = Counter.model_validate(
        {"id": "event", "name": "Event", "kind": "event", "shape": "card", "size": "63mm x 88mm",
         "faces": [{}]}
    )  # fmt: skip
    for width, told in (
        ("66mm", []),
        ("40mm", ["map-x: the deck 'Draw' is smaller than its cards of 63 x 88 mm"]),
    ):
        deck = Deck.model_validate(
            {"id": "Draw", "x": "40mm", "y": "60mm", "width": width, "height": "91mm",
             "kinds": ["event"]}
        )  # fmt: skip
        board = game.maps[0].model_copy(update={"id": "x", "decks": (deck,)})
        dealt = game.model_copy(update={"maps": (board,), "counters": (card,)})
        assert list(of_the_game(dealt, theme)) == told

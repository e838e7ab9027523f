from __future__ import annotations

import re

import pytest

from generator.definition.schema import Counter, Face, Game, Mask, Side
from generator.drawing.checks import findings
from generator.drawing.counters import (
    CounterError,
    bundled_layouts,
    counter_pictures,
    draw_face,
    face_picture,
)
from generator.drawing.fitting import FLOOR
from generator.drawing.themes import Theme

HALF = (12.7, 12.7)


def _words(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def _counter(face: Face, size: tuple[float, float] = HALF, shape: str = "square") -> Counter:
    return Counter.model_construct(id="x", name="X", faces=(face,), size=size, shape=shape)


def test_every_counter_of_the_game_is_drawn_without_a_warning(game: Game, theme: Theme) -> None:
    pictures = [one for counter in game.counters for one in counter_pictures(counter, theme)]
    assert len(pictures) >= 35
    assert [(one.name, one.warnings) for one in pictures if one.warnings] == []
    assert len({one.name for one in pictures}) == len(pictures)


def test_a_ship_shows_name_class_and_strength(game: Game, theme: Theme) -> None:
    front = next(counter_pictures(game.counter("exeter"), theme))
    assert front.name == "counter-exeter-front"
    assert sorted(_words(front.svg)) == ["2", "CA", "Exeter"]
    assert (front.width_mm, front.height_mm) == HALF


def test_face_down_pieces_are_equal_to_the_byte(game: Game, theme: Theme) -> None:
    backs = {
        counter.id: [one for one in counter_pictures(counter, theme) if one.name.endswith("-back")]
        for counter in game.counters
        if counter.mask is not None
    }
    assert len(backs) == 9
    assert len({back[0].svg for back in backs.values()}) == 1
    assert _words(backs["renown"][0].svg) == []


def test_the_damaged_raider_differs_in_band_and_diagonal_only(game: Game, theme: Theme) -> None:
    normal, damaged = counter_pictures(game.counter("graf_spee"), theme)
    assert damaged.name == "counter-graf_spee-damaged"
    assert _words(normal.svg) == _words(damaged.svg)
    red = theme.ground("damage").fill
    assert red in damaged.svg and red not in normal.svg
    # The same profile, drawn from the same paths.
    assert set(re.findall(r'd="(M[^"]{200,})"', normal.svg)) <= set(
        re.findall(r'd="(M[^"]{200,})"', damaged.svg)
    )


def test_masked_pieces_without_a_back_get_their_sides_emblem(game: Game, theme: Theme) -> None:
    counter = Counter(
        id="x", name="X", side="Home Fleet", mask=Mask(access=("British",)), faces=(Face(),)
    )
    side = Side(id="Home Fleet", colour="british", emblem="emblem_british")
    pictures = list(counter_pictures(counter, theme, side=side))
    assert [one.name for one in pictures] == ["counter-x-front", "counter-x-back"]
    bundled = list(counter_pictures(game.counter("exeter"), theme))
    assert pictures[1].svg == bundled[1].svg


def test_a_masked_piece_of_nobody_has_a_plain_back(theme: Theme) -> None:
    counter = Counter(id="x", name="X", mask=Mask(access=("British",)), faces=(Face(),))
    assert [one.name for one in counter_pictures(counter, theme)] == [
        "counter-x-front",
        "counter-x-back",
    ]


@pytest.mark.parametrize("layout", bundled_layouts())
@pytest.mark.parametrize(
    ("size", "shape"),
    [(HALF, "square"), ((15.9, 15.9), "round"), ((63.0, 88.0), "card"), ((20.0, 12.7), "square")],
)
def test_every_layout_holds_its_text_at_every_size(
    layout: str, size: tuple[float, float], shape: str, theme: Theme
) -> None:
    face = Face(
        layout=layout,
        title="Renown",
        left="BB",
        right="9",
        symbol="battlecruiser",
        background="british",
    )
    sheet = draw_face(_counter(face, size, shape), face, theme)
    assert list(findings(sheet)) == []
    assert all(label.size >= FLOOR - 1e-9 for label in sheet.labels)


def test_a_card_carries_a_paragraph_inside_its_edges(theme: Theme) -> None:
    text = "Draw a piece from either cup. " * 8
    face = Face(layout="card", title="Signal", text=text, symbol="biplane", background="neutral")
    sheet = draw_face(_counter(face, (63.0, 88.0), "card"), face, theme)
    assert list(findings(sheet)) == []
    assert " ".join(label.text for label in sheet.labels[1:]).split() == text.split()


def test_a_name_too_long_for_its_counter_is_a_warning_not_a_crash(theme: Theme) -> None:
    face = Face(layout="ship", title="Rindfleischetikettierungsgesetz", background="german")
    counter = Counter(id="long", name="long", faces=(face,))
    (warning,) = face_picture(counter, face, theme).warnings
    assert "stands" in warning and "out of its box" in warning


def test_a_symbol_that_is_not_there_names_counter_and_face(theme: Theme) -> None:
    face = Face(id="front", layout="ship", symbol="battlecruser")
    counter = Counter(id="hood", name="Hood", faces=(face,))
    with pytest.raises(CounterError, match=r"counter 'hood', face 'front'.*'battlecruiser'"):
        face_picture(counter, face, theme)


def test_names_with_markup_stay_text(theme: Theme) -> None:
    face = Face(layout="text", title="<b>&", text="<script>", background="german")
    svg = draw_face(_counter(face), face, theme).svg()
    assert "&lt;b&gt;&amp;" in svg and "<script>" not in svg


def test_drawing_twice_gives_the_same_bytes(game: Game, theme: Theme) -> None:
    counter = game.counter("graf_spee")
    assert list(counter_pictures(counter, theme)) == list(counter_pictures(counter, theme))

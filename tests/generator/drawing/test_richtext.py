"""Running text with bold and italic words and small drawings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.drawing.richtext import (
    Cuts,
    cuts_of,
    draw_line,
    has_marks,
    plain_words,
    runs_of,
    set_text,
)
from generator.drawing.sheet import Sheet
from generator.drawing.symbols import SymbolError
from generator.drawing.themes import Theme
from generator.drawing.typefaces import FACES

CUTS = Cuts("sans", "sans bold", "sans italic")
LETTERS = st.text("ab c*{}:i\n.", max_size=60)


def test_bold_italic_and_a_drawing_are_parted() -> None:
    runs = runs_of("Roll **two** dice, *not* {icon:die}.")
    assert [(run.words, run.style, run.icon) for run in runs] == [
        ("Roll ", "plain", ""),
        ("two", "bold", ""),
        (" dice, ", "plain", ""),
        ("not", "italic", ""),
        (" ", "plain", ""),
        ("", "plain", "die"),
        (".", "plain", ""),
    ]


@pytest.mark.parametrize("text", ["2 * 3 * 4", "a ** b", "**", "{icon:}", "5*", "{name}"])
def test_what_opens_nothing_is_written_as_it_stands(text: str) -> None:
    assert plain_words(text) == text
    assert not has_marks(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("on a **6 a unit is lost", ["'on a **6 a unit is lost' has ** without another"]),
        ("on a **6** a unit is lost", []),
        ("see ** below, 2 * 3", []),
    ],
)
def test_stars_that_are_not_closed_are_told(text: str, told: list[str], theme: Theme) -> None:
    sheet = Sheet(10, 10, theme)
    for size in (3.0, 2.0):
        set_text(text, sheet, CUTS, size, 20)
    assert [note.partition(",")[0] for note in sheet.notes] == told


@given(LETTERS)
def test_no_word_is_lost(text: str) -> None:
    said = "".join(run.words for run in runs_of(text))
    for letter in "abc.":
        assert said.count(letter) == text.count(letter)


@given(LETTERS, st.floats(4, 60))
def test_lines_keep_their_width_but_for_a_single_word(text: str, width: float) -> None:
    from generator.drawing.themes import load_theme

    sheet = Sheet(10, 10, load_theme("admiralty"))
    for line in set_text(text, sheet, CUTS, 3.0, width):
        words = " ".join(piece.run.words for piece in line.pieces).split()
        assert line.width <= width + 1e-6 or len(words) <= len(line.pieces)
        for one, other in zip(line.pieces, line.pieces[1:], strict=False):
            assert other.x >= one.x + one.width - 1e-6


@pytest.mark.parametrize("face", FACES)
def test_every_typeface_has_a_bold_and_an_italic(face: str) -> None:
    cuts = cuts_of(face)
    assert cuts.bold in FACES
    assert cuts.italic in FACES
    assert len({cuts.plain, cuts.bold, cuts.italic}) >= 2


def test_a_drawing_in_the_line_is_drawn(theme: Theme) -> None:
    sheet = Sheet(60, 10, theme)
    (line,) = set_text("Roll {icon:die} now", sheet, CUTS, 3.0, 50)
    draw_line(sheet, line, CUTS, 3.0, (2, 6), room=50)
    assert [label.text for label in sheet.labels] == ["Roll", "now"]
    assert "scale(" in sheet.svg()


def test_a_drawing_that_is_not_there_is_named(theme: Theme) -> None:
    with pytest.raises(SymbolError, match="did you mean 'die'"):
        set_text("{icon:dye}", Sheet(9, 9, theme), CUTS, 3.0, 50)


def test_an_apostrophe_is_set_with_a_curve(theme: Theme) -> None:
    sheet = Sheet(60, 10, theme)
    (line,) = set_text("a carrier's 'wing'", sheet, CUTS, 3.0, 50)
    assert line.pieces[0].run.words == "a carrier’s 'wing'"


def test_a_drawing_may_stand_among_bold_words() -> None:
    found = [(run.words or run.icon, run.style) for run in runs_of("**Roll {icon:die} now**")]
    assert found == [("Roll ", "bold"), ("die", "plain"), (" now", "bold")]

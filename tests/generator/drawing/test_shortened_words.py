"""Words cut to initials are told, in one line; customary abbreviations are not."""

from __future__ import annotations

import pytest

from generator.definition.schema import Counter, Face
from generator.drawing.counters import face_picture
from generator.drawing.fitting import is_cut
from generator.drawing.picture import Picture, warnings_of
from generator.drawing.themes import load_theme


def _drawn(title: str) -> Picture:
    face = Face(id="front", layout="marker", title=title, background="neutral")
    counter = Counter(id="c", name="C", faces=(face,))
    return face_picture(counter, face, load_theme("admiralty"))


@pytest.mark.parametrize(
    ("text", "shown", "cut"),
    [
        ("Admiral Graf Spee", "Admiral Graf Spee", False),
        ("Admiral Graf Spee", "Adm. Graf Spee", False),
        ("Admiral Graf Spee", "A. G. Spee", True),
        ("Panzer Division", "P. Div.", True),
    ],
)
def test_only_initials_are_a_cut(text: str, shown: str, cut: bool) -> None:
    assert is_cut(text, shown) is cut


def test_all_words_that_were_cut_stand_in_one_line() -> None:
    titles = ["Donaudampfschifffahrt ohne Nachschub", "Eisenbahnpionierregiment ohne Nachschub"]
    (line,) = warnings_of([_drawn(title) for title in (*titles, titles[0])])
    assert line.startswith("words were shortened to fit their counters: ")
    assert all(line.count(repr(title)) == 1 for title in titles)
    assert "'D. o. Nachschub'" in line


def test_words_that_fit_are_not_told() -> None:
    assert warnings_of([_drawn("Out of supply")]) == []


def test_other_warnings_keep_their_pictures_name() -> None:
    told = [Picture("a", "", 1, 1, ("faint",)), Picture("b", "", 1, 1, ("faint",))]
    assert warnings_of(told) == ["a, b: faint"]

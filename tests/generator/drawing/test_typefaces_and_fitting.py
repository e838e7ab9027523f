from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.drawing import typefaces
from generator.drawing.fitting import FLOOR, NARROWEST, fit, shorter_forms, wrap
from generator.drawing.typefaces import FACES, POINT, TypefaceError, font_folder, measures
from generator.places import cache_folder


def test_every_cut_has_its_file_and_its_measures() -> None:
    for name, cut in FACES.items():
        assert typefaces.font_file(cut).is_file(), name
        assert 0.3 < measures(name).width("n") < 0.9, name


def test_the_folder_for_the_renderer_holds_each_cut_once() -> None:
    files = sorted(path.name for path in font_folder().iterdir())
    assert files == sorted(cut.file for cut in FACES.values())


def test_a_damaged_copy_of_a_font_is_made_again() -> None:
    victim = font_folder() / "SourceSansPro-Bold.ttf"
    whole = victim.read_bytes()
    victim.write_bytes(whole[:1000])
    font_folder()
    assert victim.read_bytes() == whole


def test_measures_agree_with_the_font_file_itself() -> None:
    from fontTools.ttLib import TTFont

    font = TTFont(typefaces.font_file(FACES["serif italic"]))
    em, letters, advance = font["head"].unitsPerEm, font.getBestCmap(), font["hmtx"]
    expected = sum(advance[letters[ord(c)]][0] for c in "Atlantic") / em * 3.0
    assert measures("serif italic").width("Atlantic", 3.0) == pytest.approx(expected)


def test_damaged_measures_in_the_cache_are_read_again_from_the_font(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BROADSIDE_CACHE", str(tmp_path))
    measures.cache_clear()
    before = measures("sans").width("Broadside")
    kept = next((cache_folder() / "measures").iterdir())
    kept.write_text('{"letters": "ab", "widths": [1]}')
    measures.cache_clear()
    assert measures("sans").width("Broadside") == before
    measures.cache_clear()


def test_an_unknown_cut_names_the_nearest() -> None:
    with pytest.raises(TypefaceError, match="did you mean 'serif italic'"):
        typefaces.face("serif itallic")


def test_text_that_fits_is_left_as_it_is() -> None:
    line = fit("Exeter", "sans semibold", 2.0, 11.3)
    assert (line.text, line.size, line.stretch, line.overflow) == ("Exeter", 2.0, 1.0, 0.0)


def test_text_shrinks_first_and_only_then_is_condensed() -> None:
    natural = measures("sans").width("Shropshire")
    shrunk = fit("Shropshire", "sans", 3.0, natural * 2.0)
    assert shrunk.size == pytest.approx(2.0) and shrunk.stretch == 1.0
    condensed = fit("Shropshire", "sans", 3.0, natural * FLOOR * 0.95)
    assert condensed.size == pytest.approx(FLOOR)
    assert condensed.stretch == pytest.approx(0.95)


def test_the_raiders_name_is_abbreviated_on_half_an_inch() -> None:
    line = fit("Admiral Graf Spee", "sans semibold", 2.05, 11.3)
    assert line.text == "Adm. Graf Spee"
    assert line.overflow == 0.0


def test_what_cannot_fit_says_by_how_much() -> None:
    line = fit("Donaudampfschifffahrt", "sans", 3.0, 5.0)
    assert line.overflow == pytest.approx(line.width - 5.0) and line.overflow > 0


@given(st.text(min_size=1, max_size=40), st.floats(1.8, 12.0), st.floats(2.0, 80.0))
def test_a_fitted_line_is_within_its_room_or_says_so(text: str, size: float, room: float) -> None:
    line = fit(text, "serif", size, room)
    assert line.width - line.overflow <= room + 1e-9
    assert line.size >= min(size, FLOOR) - 1e-9
    assert NARROWEST - 1e-9 <= line.stretch <= 1.0
    expected = measures("serif").width(line.text, line.size) * line.stretch
    assert line.width == pytest.approx(expected, abs=1e-6)


def test_a_list_of_names_is_never_cut_to_initials() -> None:
    assert list(shorter_forms("Trevanion, Doric Star, Tairoa")) == []


@given(st.text(alphabet="abc de\n", max_size=80), st.floats(4.0, 60.0))
def test_wrapping_keeps_every_word_and_no_line_is_too_wide(text: str, room: float) -> None:
    lines = wrap(text, "sans", 3.0, room)
    assert " ".join(lines).split() == text.split()
    for line in lines:
        assert " " not in line or measures("sans").width(line, 3.0) <= room


def test_five_points_are_the_floor() -> None:
    assert pytest.approx(5 * 25.4 / 72) == FLOOR
    assert pytest.approx(25.4 / 72) == POINT


def test_abbreviations_only_ever_shorten() -> None:
    for text in ("Admiral Graf Spee", "Prinz Eugen Battalion", "Saint Helena"):
        forms = [text, *shorter_forms(text)]
        assert all(len(b) < len(a) for a, b in pairwise(forms))

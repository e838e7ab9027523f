"""A kit of ours is looked at: what lies over its writing is found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from generator.drawing.sheet import Sheet
from generator.drawing.themes import load_theme
from generator.pictures import vectors
from generator.pictures.vectors import compile_pdfs
from generator.printing.preflight import examine
from generator.printing.preflight.looking import covered_writing

Bound = Callable[..., Path]


@pytest.fixture
def bound(tmp_path: Path) -> Bound:
    """A page with a line of writing in a form, and something drawn after it, made by us."""

    def make(draw: Callable[[Sheet], object], producer: str = "Broadside 0.1") -> Path:
        sheet = Sheet(60, 24, load_theme("admiralty"))
        sheet.text(4, 12, "Kamenka 0100", "port", 3)
        draw(sheet)
        (document,) = compile_pdfs([sheet.picture("page")])
        path = tmp_path / "made.pdf"
        path.write_bytes(document.pdf)
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            page = pdf.pages[0].obj
            form = page.Contents
            form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
            form.BBox, form.Resources = page.MediaBox, page.Resources
            page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(P=form))
            page.Contents = pdf.make_stream(b"q /P Do Q")
            pdf.docinfo[pikepdf.Name.Producer] = producer
            pdf.save(path)
        return path

    return make


def _covered(path: Path) -> list[str]:
    return [one.message for one in examine(path).findings if one.code == "text.covered"]


def test_what_lies_over_writing_is_found_with_its_place(bound: Bound) -> None:
    (told,) = _covered(bound(lambda sheet: sheet.rect(9, 0, 3, 24, fill="paper")))
    assert told.startswith("Something covers writing at ")
    x, y = (int(part) for part in told.split(" at ")[1].split(" mm")[0].split(", "))
    assert 9 <= x <= 12 and 9 <= y <= 12


@pytest.mark.parametrize(
    "draw",
    [
        lambda sheet: sheet.rect(2, 14, 30, 3, fill="signal"),
        lambda sheet: sheet.text(4, 20, "Rio de Janeiro", "port", 2.4, halo=0.5),
        lambda sheet: sheet.text(40, 12, "Light", "port", 3, colour="hair"),
        lambda sheet: sheet.add(sheet._drawing.text("Faint", insert=(4, 20), font_size=4,
                                                    font_family="Source Sans Pro", opacity=0.5)),
    ],
    ids=["below", "halo", "pale", "transparent"],
)  # fmt: skip
def test_whole_writing_is_left_alone(draw: Callable[[Sheet], object], bound: Bound) -> None:
    assert _covered(bound(draw)) == []


def test_halos_over_the_letters_before_them_are_found(
    bound: Bound, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "halos_first", lambda svg: svg)
    halo = bound(lambda sheet: sheet.text(4, 20, "Rio de Janeiro", "port", 2.4, halo=0.5))
    assert len(_covered(halo)) == 1


def test_only_kits_of_ours_are_looked_at(bound: Bound) -> None:
    strange = bound(lambda sheet: sheet.rect(9, 0, 3, 24, fill="paper"), "Another program")
    assert _covered(strange) == []


def test_a_form_that_shows_itself_is_looked_at_once(bound: Bound) -> None:
    with pikepdf.open(bound(lambda sheet: None)) as pdf:
        (form,) = pdf.pages[0].obj.Resources.XObject.values()
        form.Resources.XObject = pikepdf.Dictionary(Own=form)
        form.write(form.read_bytes() + b"\n/Own Do")
        assert covered_writing(pdf) == {}


def test_no_map_of_the_kit_has_covered_writing(kit: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    path.write_bytes(kit["map-voyage_log.pdf"])
    assert _covered(path) == []

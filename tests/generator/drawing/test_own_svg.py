"""Writing in a maker's own SVG is drawn with our typefaces, or its file and line are told."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from generator.drawing.finished import as_drawing
from generator.drawing.own_svg import OwnDrawing, made_drawable
from generator.drawing.picture import Picture
from generator.drawing.sheet import Sheet
from generator.drawing.svg_reading import OwnSvgError
from generator.drawing.themes import load_theme
from generator.pictures.rendering import render
from generator.pictures.vectors import compile_pdfs

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

Shown = Callable[[str], Picture]


@pytest.fixture
def shown(tmp_path: Path) -> Shown:
    """A picture of 40 by 12 mm that shows an SVG of that size."""

    def show(inside: str) -> Picture:
        (tmp_path / "images").mkdir(exist_ok=True)
        svg = f'{HEAD} viewBox="0 0 40 12">{inside}</svg>'
        (tmp_path / "images" / "own.svg").write_text(svg, "utf-8")
        sheet = Sheet(40, 12, load_theme("admiralty"), (tmp_path,))
        sheet.image("own.svg", 0, 0, 40, 12)
        return sheet.picture("own")

    return show


def _inked(png: bytes) -> int:
    """So many pixels are dark."""
    page = Image.open(io.BytesIO(png)).convert("RGBA")
    paper = Image.new("RGBA", page.size, "white")
    paper.alpha_composite(page)
    return sum(paper.convert("L").histogram()[:128])


@pytest.mark.parametrize(
    "inside",
    [
        '<text x="2" y="8" font-size="5">Kiew</text>',
        '<text x="2" y="8" font-size="5" font-family="Arial">Kiew</text>',
        '<text x="2" y="8" style="font-size:5px;font-family:\'Times New Roman\'">Kiew</text>',
        "<style>.a { font-family: Futura !important; font-size: 5px }</style>"
        '<text class="a" x="2" y="8">Kiew</text>',
        "<style>.a { font: bold 5px Verdana, Arial }</style>"
        '<text class="a" x="2" y="8">Kiew</text>',
        '<g font-family="Courier" font-size="5"><text x="2" y="8"><tspan>Ki</tspan>ew</text></g>',
    ],
    ids=["none", "attribute", "style", "class", "short", "inherited"],
)
def test_writing_in_any_typeface_is_drawn_as_png_and_in_pdf(inside: str, shown: Shown) -> None:
    picture = shown(inside)
    assert picture.warnings == ()
    assert _inked(render([picture], 150)["own"]) > 100
    page = pypdfium2.PdfDocument(compile_pdfs([picture])[0].pdf)[0]
    assert page.get_textpage().get_text_bounded().split() == ["Kiew"]


def test_serifs_stay_serifs() -> None:
    for families, ours in (("Georgia", "Serif"), ("sans-serif", "Sans"), ("serif", "Serif")):
        svg = f'{HEAD}><text font-family="{families}">A</text></svg>'
        assert f"{families}, 'Source {ours} Pro'" in made_drawable(svg.encode(), "own.svg").svg


@pytest.mark.parametrize(
    ("inside", "told"),
    [
        ("<text>\u6f22 river</text>", "'\u6f22 river' has letters that our typefaces lack: \u6f22"),
        (
            "<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'>Text</p></foreignObject>",
            "HTML in the drawing (<foreignObject>) is not drawn; write it as <text>",
        ),
        ("<flowRoot/>", "flowed text (<flowRoot>) is not drawn; write it as <text>"),
        ('<image xlink:href="sea.png"/>', "the picture 'sea.png' lies outside the file"),
    ],
)
def test_what_is_not_drawn_is_told_with_file_and_line(inside: str, told: str, shown: Shown) -> None:
    (warning,) = shown(f"\n\n{inside}\n").warnings
    assert warning.startswith(f"art/images/own.svg, line 3: {told}")


def test_a_file_without_writing_is_linked_as_it_is(shown: Shown) -> None:
    svg = f'{HEAD}><path d="M0 0h1" /></svg>'.encode()
    assert made_drawable(svg, "own.svg") == OwnDrawing()
    assert "data:image/svg+xml;base64," in shown('<path d="M0 0h1" />').svg


def test_names_and_rules_of_a_file_are_its_own(shown: Shown) -> None:
    picture = shown(
        "<style>/* all */ @import url(x.css); text, .a > #b { fill: url(#red) } * { opacity: 1 }"
        '</style><defs><linearGradient id="red"/></defs><text id="b" fill="url(#red)">A</text>'
        '<use xlink:href="#b"/><script>alert(1)</script><rect onclick="alert(1)"/>'
    )
    (own,) = set(re.findall(r'<g id="(own-[0-9a-f]{8})"', picture.svg))
    (rules,) = re.findall(r"<style>(.*?)</style>", picture.svg)
    within = f"#{own} text, #{own} .a > #{own}-b"
    assert rules == (
        f"{within}{{ fill: url(#{own}-red) }}#{own} *{{ opacity: 1 }}".replace(">", "&gt;")
    )
    assert f'fill="url(#{own}-red)"' in picture.svg
    assert f'id="{own}-red"' in picture.svg and f'xlink:href="#{own}-b"' in picture.svg
    assert "alert" not in picture.svg and "import" not in picture.svg


def test_what_other_programs_left_in_a_file_goes(shown: Shown) -> None:
    strange = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    picture = shown(
        f'<g {strange} inkscape:label="Layer"><inkscape:grid/><!-- note --><?note?>'
        '<text xml:space="preserve" x="2" y="8" font-size="5">Kiew</text></g>'
    )
    assert "inkscape" not in picture.svg and 'xml:space="preserve"' in picture.svg
    assert _inked(render([picture], 150)["own"]) > 100


def test_a_broken_file_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "own.svg").write_text(f"{HEAD}>\n<text>\n</svg>")
    with pytest.raises(OwnSvgError, match=r"art/images/own\.svg, line 3: .*mismatch"):
        as_drawing("own.svg", (tmp_path,))


def test_entities_that_grow_without_end_are_refused() -> None:
    many = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(9))
    bomb = f'<!DOCTYPE svg [<!ENTITY e0 "ten letters">{many}]>{HEAD}><text>&e9;</text></svg>'
    with pytest.raises(OwnSvgError, match=r"own\.svg, line 1"):
        made_drawable(bomb.encode(), "own.svg")


@pytest.mark.parametrize(
    "looks",
    [
        'stroke="#ffffff" stroke-width="1" paint-order="stroke"',
        'style="stroke:#ffffff;stroke-width:1px;paint-order:stroke"',
    ],
)
def test_halos_of_a_maker_are_whole_in_pdf_too(looks: str, shown: Shown) -> None:
    from tests.generator.pictures.both_ways import differences, unlike

    picture = shown(f'<text x="2" y="8" font-size="2.4" {looks}>Kamenka <tspan>0100</tspan></text>')
    assert unlike(differences([picture])) == []
    page = pypdfium2.PdfDocument(compile_pdfs([picture])[0].pdf)[0]
    assert page.get_textpage().get_text_bounded().split() == ["Kamenka", "0100"]

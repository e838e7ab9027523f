"""Colours in inks, black as black, PDF/A: what the files of a kit are, not what they claim."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pikepdf.pdfa import validate_written

from generator.definition.schema import Game
from generator.drawing.picture import Picture
from generator.printing.binding import Binder
from generator.printing.finishing import Colour, Finisher
from generator.printing.imposition import Box
from generator.printing.inks import aimed_at, for_writing, in_inks, seen
from generator.printing.kit import make_kit
from generator.printing.options import OrderError, Printing, ordered
from generator.printing.pages import Component, Page, Placed
from generator.printing.paper import Paper
from generator.printing.preflight import Report, examine
from generator.printing.preflight.findings import Severity


def examined(files: Mapping[str, bytes], folder: Path) -> dict[str, Report]:
    """The report on each PDF of a kit."""
    reports = {}
    for name, data in files.items():
        if name.endswith(".pdf"):
            (folder / name).write_bytes(data)
            reports[name] = examine(folder / name)
    return reports


@pytest.fixture(scope="module")
def pressed(game: Game, a4: Paper) -> dict[str, bytes]:
    """The kit in inks, with the bleed a print shop asks for."""
    return make_kit(game, Printing(a4, colour="cmyk", bleed=3.0))


@pytest.fixture(
    scope="module",
    params=[False, pytest.param(True, marks=pytest.mark.slow)],
    ids=["each part", "all in one"],
)
def at_home(
    kit: Mapping[str, bytes],
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> dict[str, Report]:
    """The report on each PDF of the kit as it is made for a printer at home; on the file with all
    of them apart."""
    files = {name: data for name, data in kit.items() if (name == "kit.pdf") is request.param}
    return examined(files, tmp_path_factory.mktemp("at-home"))


@pytest.fixture(scope="module")
def at_the_shop(
    pressed: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Report]:
    """The report on each PDF of the kit in inks."""
    return examined(pressed, tmp_path_factory.mktemp("at-the-shop"))


@pytest.fixture(scope="module")
def kept(game: Game, a4: Paper) -> dict[str, bytes]:
    """The kit as PDF/A."""
    return make_kit(game, Printing(a4, pdf_a=True))


@pytest.mark.slow
def test_no_file_of_the_kit_has_an_error(at_home: dict[str, Report]) -> None:
    for name, report in at_home.items():
        assert report.count(Severity.ERROR) == 0, name
        assert not {one.code for one in report.findings} & {
            "file.no-title",
            "file.no-author",
            "page.no-trim",
            "font.whole",
            "text.rgb-black",
            "colour.unmanaged",
        }, name
        fonts = {one.font for sheet in report.document.sheets for one in sheet.written}
        assert fonts and all(font.embedded and font.subset for font in fonts), name


@pytest.mark.slow
def test_the_kit_in_inks_has_no_colour_of_light(at_the_shop: dict[str, Report]) -> None:
    for name, report in at_the_shop.items():
        codes = {one.code for one in report.findings}
        assert not codes & {"colour.rgb", "colour.ink", "text.rich-black", "page.bleed"}, name
        paints = {paint for sheet in report.document.sheets for _, paint in sheet.colours}
        assert any(paint.space.label == "DeviceCMYK" for paint in paints)
        assert all(len(paint.values) == paint.space.components for paint in paints)
        assert report.document.intent


@pytest.mark.slow
def test_nothing_gives_a_print_shop_pause(at_the_shop: dict[str, Report]) -> None:
    for name, report in at_the_shop.items():
        grave = [one for one in report.findings if one.severity is not Severity.NOTE]
        assert not grave, name


@pytest.mark.slow
def test_at_the_bleed_of_a_home_printer_bleed_alone_is_told(at_home: dict[str, Report]) -> None:
    for name, report in at_home.items():
        grave = {one.code for one in report.findings if one.severity is not Severity.NOTE}
        assert grave <= {"page.bleed"}, name


@pytest.mark.slow
def test_the_kit_in_inks_looks_the_same(
    kit: Mapping[str, bytes], pressed: dict[str, bytes]
) -> None:
    """The writing of a page is what it was; its letters are not taken for colours."""
    for name in ("rules.pdf", "charts.pdf"):
        with pikepdf.open(BytesIO(kit[name])) as light, pikepdf.open(BytesIO(pressed[name])) as ink:
            shown = [
                [
                    str(operands[0])
                    for form in one.pages[0].Resources.XObject.values()
                    for operands, operator in pikepdf.parse_content_stream(form)
                    if str(operator) in ("Tj", "TJ")
                ]
                for one in (light, ink)
            ]
            assert shown[0] == shown[1] and shown[0], name


@pytest.mark.slow
def test_pdfa_is_what_it_claims(kept: dict[str, bytes], tmp_path: Path) -> None:
    """The validator has no opinion on layers; where there are none it approves."""
    for name, data in kept.items():
        if not name.endswith(".pdf"):
            continue
        report = validate_written(BytesIO(data), "2b")
        assert not [one for one in report.findings if one.kind == "violation"], name
        with pikepdf.open(BytesIO(data)) as pdf:
            layered = "/OCProperties" in pdf.Root
        assert report.verdict == ("not_checked" if layered else "pass"), name
        assert len(report.findings) == layered
    told = examined(kept, tmp_path)["kit.pdf"]
    assert told.document.pdfa == "PDF/A-2b" and not told.document.untrue


def test_a_kit_says_what_it_is(kit: Mapping[str, bytes], game: Game) -> None:
    for name in ("kit.pdf", "notes.pdf"):
        with pikepdf.open(BytesIO(kit[name])) as pdf:
            told = pdf.docinfo
            assert str(told["/Author"]) == game.credits.edition
            assert game.credits.design in str(told["/Subject"])
            assert game.name in str(told["/Title"])
            assert game.credits.edition in str(told["/Subject"])
            assert "print and play" in str(told["/Keywords"])
            assert str(pdf.Root.Lang) == "en"
            assert "/CreationDate" not in told and "/ModDate" not in told


@pytest.mark.slow
@pytest.mark.parametrize("option", ["colour='cmyk'", "pdf_a=True"])
def test_equal_bytes_in_another_process(
    option: str, kept: dict[str, bytes], game: Game, a4: Paper
) -> None:
    script = (
        "from hashlib import sha256\n"
        "from generator.definition import load_game\n"
        "from generator.printing.kit import make_kit\n"
        "from generator.printing.options import Printing\n"
        "from generator.printing.paper import find_paper\n"
        f"made = make_kit(load_game('graf_spee'), Printing(find_paper('a4'), {option}))\n"
        "print(sha256(b''.join(made.values())).hexdigest())\n"
    )
    there = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    here = kept if "pdf_a" in option else make_kit(game, Printing(a4, colour="cmyk"))
    assert sha256(b"".join(here.values())).hexdigest() == there.stdout.strip()


DRAWN = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20">'
    '<defs><linearGradient id="g"><stop stop-color="#c00"/><stop offset="1" stop-color="#00c"/>'
    '</linearGradient></defs><rect width="20" height="20" fill="{fill}"/>'
    '<text x="2" y="9" font-family="Source Sans Pro" font-size="5" fill="#000">(/c0 cs)</text>'
    '<rect y="12" width="9" height="4" fill="#010203"/></svg>'
)


def bound(game: Game, fill: str, colour: Colour) -> tuple[bytes, Finisher]:
    picture = Picture("one", DRAWN.format(fill=fill), 20, 20)
    box = Box(0, 0, 20, 20)
    page = Page(20, 20, placed=(Placed("one", box, box),))
    component = Component("one", "One", (page,))
    finisher = Finisher(colour)
    return Binder({"one": picture}, [component], {}, finisher).bind(component, game), finisher


def test_black_writing_is_of_black_ink_alone(game: Game, tmp_path: Path) -> None:
    for colour in ("rgb", "cmyk"):
        pdf, finisher = bound(game, "#a3231b", colour)  # type: ignore[arg-type]
        report = examined({"x.pdf": pdf}, tmp_path)["x.pdf"]
        (written,) = report.document.sheets[0].written
        assert written.paint.space.label == "DeviceGray" and written.paint.values == (0.0,)
        assert not list(finisher.warnings())


def test_what_remains_of_light_is_told(game: Game, tmp_path: Path) -> None:
    pdf, finisher = bound(game, "url(#g)", "cmyk")
    assert "shadings" in next(finisher.warnings())
    codes = {one.code for one in examined({"x.pdf": pdf}, tmp_path)["x.pdf"].findings}
    assert "colour.rgb" in codes


def test_pdfa_and_inks_do_not_go_together() -> None:
    assert ordered({"pdf_a": "2b"}).pdf_a
    with pytest.raises(OrderError, match="--pdf-a goes with --colour rgb"):
        ordered({"pdf_a": "2b", "colour": "cmyk"})


PART = st.integers(0, 255).map(lambda value: value / 255)


@settings(max_examples=60, deadline=None)
@given(st.tuples(PART, PART, PART))
@pytest.mark.slow
def test_inks_stay_within_the_limit(rgb: tuple[float, float, float]) -> None:
    inks = in_inks(rgb)
    assert all(0 <= ink <= 1 for ink in inks)
    assert sum(inks) <= 3 and 0 in inks[:3]


@pytest.mark.parametrize("colour", ["#1c2f40", "#f7f2e4", "#c3dcda", "#a3231b", "#1f4168"])
def test_the_colours_of_the_theme_are_within_reach_of_the_press(colour: str) -> None:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    aim, found = aimed_at((red, green, blue)), seen(in_inks((red, green, blue)))
    assert max(abs(a - b) for a, b in zip(aim, found, strict=True)) < 1.5


def test_white_is_paper_and_greys_are_black_ink() -> None:
    assert in_inks((1, 1, 1)) == (0, 0, 0, 0)
    assert in_inks((0, 0, 0)) == (0, 0, 0, 1)
    assert in_inks((0.5, 0.5, 0.5))[:3] == (0, 0, 0)


def test_dark_writing_is_of_black_alone_and_colours_keep_theirs() -> None:
    ink = (0x1C / 255, 0x2F / 255, 0x40 / 255)
    assert for_writing(ink)[:3] == (0, 0, 0) and for_writing(ink)[3] > 0.8
    assert for_writing((0.64, 0.14, 0.1)) == in_inks((0.64, 0.14, 0.1))

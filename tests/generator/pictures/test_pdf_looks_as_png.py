"""What is printed looks as what is seen on a screen: every drawing's PDF against its PNG.

Of the games that are shipped a choice is compared: a cut of each map, a chart and a player aid of
each kind, some pages of a kit. ``--every-picture`` compares all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import cycle
from pathlib import Path

import pytest

from generator.definition.artwork import Artwork
from generator.definition.pieces import Counter, Face
from generator.definition.reader import load_game
from generator.definition.schema import Game
from generator.definition.unit_signs import AFFILIATIONS, BRANCHES, MARKS, PREFIX, SIZES
from generator.drawing.counters import bundled_layouts, face_picture
from generator.drawing.picture import Picture
from generator.drawing.sheet import Sheet
from generator.drawing.themes import Theme, load_theme
from generator.pictures import vectors
from generator.pictures.gallery import game_pictures
from generator.pictures.halos import halos_first
from generator.pictures.symbol_sheets import symbol_sheet
from generator.places import art_folder, games_folder
from generator.starting import STARTERS, begin
from tests.sampling import one_in

from .both_ways import FIGURES, PAGES, SMALL_TYPE, differences, part, unlike
from .kit_pages import kit_of, page_differences

GAMES = ("graf_spee", "atlantic_chase", "under_ten_flags", *STARTERS)

SIGNS = (
    [PREFIX + name for name in BRANCHES],
    [f"{PREFIX}infantry/{word}" for word in (*SIZES, "text:KG", *AFFILIATIONS, *MARKS)],
)

Begun = Callable[[str], tuple[Game, tuple[Path, ...]]]


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Begun:
    """A shipped game and its art folders."""

    @cache
    def load(name: str) -> tuple[Game, tuple[Path, ...]]:
        place, art = name, [games_folder() / name / "art"]
        if name in STARTERS:
            folder = tmp_path_factory.mktemp("begun") / "my_game"
            begin(folder, name)
            place, art = str(folder), [folder / "art"]
        return load_game(place), tuple(one for one in art if one.is_dir())

    return load


@pytest.fixture(scope="module")
def theme() -> Theme:
    return load_theme("admiralty")


@pytest.fixture
def every(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--every-picture"))


def _sheet(names: list[str], theme: Theme, columns: int) -> Picture:
    return symbol_sheet([(name, name) for name in names], theme, columns).picture(names[0])


@pytest.mark.slow
def test_every_symbol(theme: Theme) -> None:
    names = sorted(Artwork(art_folder()).symbols)
    assert len(names) > 300
    assert unlike(differences([_sheet(names, theme, 20)], FIGURES)) == []


def test_every_unit_sign(theme: Theme) -> None:
    sheets = [_sheet(list(names), theme, 14) for names in SIGNS]
    assert unlike(differences(sheets, FIGURES)) == []


@pytest.mark.slow
def test_every_layout(theme: Theme) -> None:
    def drawn(layout: str, size: tuple[float, float], shape: str, ground: str) -> Picture:
        face = Face(
            id=layout, layout=layout, title="Renown", left="BB", right="9", background=ground,
            symbol="battlecruiser", text="Moves first, and reads the enemy's signals.",
        )  # fmt: skip
        counter = Counter.model_construct(id="x", name="X", faces=(face,), size=size, shape=shape)
        return replace(face_picture(counter, face, theme), name=f"{layout}, {shape} on {ground}")

    for size, shape, dpi in (((15.0, 15.0), "square", SMALL_TYPE), ((42.0, 60.0), "card", FIGURES)):
        pictures = [
            drawn(layout, size, shape, ground)
            for layout, ground in zip(bundled_layouts(), cycle(("british", "sea")))
        ]
        assert unlike(differences(pictures, dpi)) == []


@pytest.mark.parametrize("name", one_in(5, GAMES))
def test_the_pictures_of_a_game(name: str, begun: Begun, every: bool) -> None:
    if name == "under_ten_flags" and not every:
        pytest.skip("the largest game, which adds no kind of drawing; --every-picture has it")
    pictures = game_pictures(*begun(name))
    shown = pictures if every else list(_choice(pictures))
    assert unlike(differences(shown)) == []


def _choice(pictures: list[Picture]) -> Iterator[Picture]:
    """A cut of each map, the least chart, and every ninth of the different counters."""
    charts = [one for one in pictures if one.name.startswith("chart-")]
    counters = {one.svg: one for one in pictures if one.name.startswith("counter-")}
    yield min(charts, key=lambda one: one.height_mm)
    yield from list(counters.values())[::9]
    for board in pictures:
        if board.name.startswith("map-"):
            wide, high = board.width_mm, board.height_mm
            yield part(board, wide * 0.35, high * 0.35, min(80.0, wide / 2), min(60.0, high / 2))


@pytest.mark.parametrize("name", one_in(3, GAMES))
def test_the_pages_of_a_kit(name: str, begun: Begun, every: bool) -> None:
    if name != "area" and not every:
        pytest.skip("the kit with counters, cards and areas is enough; --every-picture has all")
    kit = kit_of(*begun(name), FIGURES if every else PAGES)
    for component in kit.components:
        count = len(component.pages)
        only = range(count) if every else range(min(count, 2))[-1:]
        assert unlike(page_differences(kit, component, only)) == []


def _haloed() -> Picture:
    sheet = Sheet(60, 24, load_theme("admiralty"))
    sheet.rect(0, 0, 60, 24, fill="sea")
    sheet.text(30, 8, "Kamenka 0100", "port", 2.4, on="sea", halo=0.5, anchor="middle")
    corner = (0.0, 0.0)
    around = (corner, corner, corner, corner)
    sheet.text_along("sea", "M0 19Q30 10 60 19", "Sea", "sea", 2.4, around, on="sea", halo=0.5)
    return sheet.picture("haloed")


def test_halos_are_drawn_whole_before_letters() -> None:
    assert unlike(differences([_haloed()])) == []


def test_halos_over_letters_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the comparison was made for: the renderer's own order, letter by letter."""
    monkeypatch.setattr(vectors, "halos_first", lambda svg: svg)
    assert len(unlike(differences([_haloed()]))) == 1


def test_an_empty_line_with_a_halo_swallows_none_after_it() -> None:
    look = 'fill="#000" font-size="2" paint-order="stroke" stroke="#fff"'
    parted = halos_first(f"<svg><text {look} /><text {look}>1940</text></svg>")
    assert '<text fill="#000" font-size="2">1940</text>' in parted


def test_writing_with_a_halo_is_found_once(tmp_path: Path) -> None:
    import pypdfium2

    (document,) = vectors.compile_pdfs([_haloed()])
    words = pypdfium2.PdfDocument(document.pdf)[0].get_textpage().get_text_bounded()
    assert words.split() == ["Kamenka", "0100", "Sea"]

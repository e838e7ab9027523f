"""Words of a definition on paper, whatever they are; and which two pictures a piece has."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.definition.pieces import Counter, Face, Mask
from generator.definition.reader import load_game
from generator.definition.schema import Game
from generator.drawing.maps import draw_map
from generator.drawing.themes import load_theme
from generator.packaging.scene import scene_of
from generator.packaging.tabletop.words import tabs
from generator.printing.binding import describe
from generator.printing.furniture import Desk, imprint
from generator.printing.options import Printing
from generator.printing.paper import Paper
from generator.printing.pieces import card_pieces, counter_pieces, group_of, sides
from generator.printing.texts import _checklist, notes, read_me, rules
from generator.printing.typesetting import (
    SMALLER,
    chapter,
    checklist,
    document,
    heading,
    paragraph,
    said,
    ticked,
)

A4 = Paper("A4", 210, 297)

Desks = Callable[[Printing], Desk]


def words(pdf: bytes) -> str:
    pages = pypdfium2.PdfDocument(pdf)
    return " ".join(" ".join(page.get_textpage().get_text_range() for page in pages).split())


@settings(max_examples=25, deadline=None)
@given(st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=60))
def test_any_words_can_be_set(desk: Desks, text: str) -> None:
    with pikepdf.open(BytesIO(document(desk(Printing(A4)), "Any", said(text)))) as made:
        assert len(made.pages) == 1


def test_words_are_never_read_as_the_language_of_the_typesetter(desk: Desks) -> None:
    hostile = '#panic("no") $x^2$ *bold* _it_ `raw` <label> @ref \\ \\u{41} // gone /* gone */ "q"'
    told = words(document(desk(Printing(A4)), "Any", said(hostile)))
    for part in ("#panic(", "$x^2$", "`raw`", "<label>", "@ref", "\\u{41}", "// gone"):
        assert part in told


def test_a_checklist_of_any_length_has_each_line_once(desk: Desks) -> None:
    lines = []
    for group in range(12):
        lines.append(heading(f"Group {group}:"))
        lines += [ticked(f"Piece {group}-{n}.", 1) for n in range(group * 3)]
    told = words(document(desk(Printing(A4)), "Any", checklist(lines, 3)))
    for group in range(12):
        assert told.count(f"Group {group}:") == 1
        for n in range(group * 3):
            assert told.count(f"Piece {group}-{n}.") == 1


@pytest.mark.slow
def test_a_checklist_goes_down_every_column_of_a_page_before_the_next_page(desk: Desks) -> None:
    lines = [heading("Counters:")] + [ticked(f"No{n}.", 1) for n in range(301)]
    body = paragraph(said("Above.")) + checklist(lines, 3)
    pages = pypdfium2.PdfDocument(document(desk(Printing(A4)), "Any", body))
    told: list[int] = []
    for page in pages:
        text = page.get_textpage()
        found = [int(one) for one in re.findall(r"No(\d+)\.", text.get_text_range())]
        assert found and found == list(range(len(told), len(told) + len(found)))
        told += found
    assert len(told) == 301 and len(pages) < 4
    feet: dict[int, float] = {}
    for at in range(text.count_chars()):
        left, bottom, _, _ = text.get_charbox(at)
        column = int((left - 54) // 170)
        if 50 < bottom < page.get_height() - 60:
            feet[column] = min(bottom, feet.get(column, bottom))
    assert len(feet) == 3 and max(feet.values()) - min(feet.values()) < 30


@pytest.mark.slow
def test_a_checklist_parts_no_heading_from_its_lines_at_the_foot_of_a_page(desk: Desks) -> None:
    for count in range(70, 130, 7):
        lines = [heading("Top:")] + [ticked(f"No{n}.", 1) for n in range(count)]
        lines += [heading("Aids:"), ticked("Aid.", 1), ticked("Logs.", 1)]
        body = "#v(80mm)\n" + chapter("List", checklist(lines, 3))
        for page in pypdfium2.PdfDocument(document(desk(Printing(A4)), "Any", body)):
            text = page.get_textpage().get_text_range()
            assert ("Aids:" in text) == ("Aid." in text)
            if "Aids:" in text:
                assert re.search(r"Aids:\s+Aid\.", text)


@pytest.mark.parametrize(
    ("names", "listed"),
    [
        (["Dummy 1", "Dummy 2"], {"Dummy": 2}),
        (["O/D 1", "O/D 2", "O/D 3"], {"O/D": 3}),
        (["Z 51", "Z 52"], {"Z 51": 1, "Z 52": 1}),
        (["U 1", "U 2"], {"U 1": 1, "U 2": 1}),
        (["Convoy 1"], {"Convoy 1": 1}),
        (["Convoy 1", "Convoy 3"], {"Convoy 1": 1, "Convoy 3": 1}),
    ],
)
def test_a_checklist_folds_only_copies(
    game: Game, names: list[str], listed: dict[str, int]
) -> None:
    counters = [Counter(id=f"c{n}", name=name, faces=(Face(),)) for n, name in enumerate(names)]
    made = _checklist(game.model_copy(update={"counters": counters, "maps": []}))
    for name, count in listed.items():
        assert ticked(name, count) in made


def test_the_summary_says_whose_the_rules_are(game: Game, desk: Desks) -> None:
    table = desk(Printing(A4))

    def introduced(**changed: object) -> str:
        whose = game.credits.model_copy(update=changed)
        pdf = rules(replace(table, game=game.model_copy(update={"credits": whose})))
        assert pdf is not None
        return words(pdf)

    belongs = "The rule book itself belongs to"
    assert f"{belongs} Command Magazine Japan." in introduced()
    assert f"{belongs} its publisher." in introduced(publisher="")
    own = introduced(edition="first draft", publisher="")
    assert belongs not in own and "our own words" not in own
    assert "The rules in short, with the numbers of the cases it rests on." in own


def test_the_author_of_a_users_own_game_is_its_designer(game: Game) -> None:
    for edition, author in (("first draft", "A. Maker"), ("unofficial edition",) * 2):
        whose = game.credits.model_copy(update={"design": "A. Maker", "edition": edition})
        with pikepdf.new() as document:
            describe(document, "Counters", game.model_copy(update={"credits": whose}))
            assert str(document.docinfo["/Author"]) == author


def test_a_game_of_few_words_has_no_rules_and_still_a_read_me(game: Game, desk: Desks) -> None:
    table = desk(Printing(A4))
    bare = game.model_copy(update={"summary": (), "scenarios": (), "aids": (), "text": ""})
    silent = Desk(bare, table.theme, (), table.printing)
    assert rules(silent) is None
    assert bare.credits.design in words(read_me(silent, []))


def counter(*faces: str, back: str = "", mask: bool = False, shape: str = "square") -> Counter:
    return Counter(
        id="one",
        name="One",
        shape=shape,  # type: ignore[arg-type]
        faces=tuple(Face(id=face) for face in faces),
        back=Face(id=back) if back else None,
        mask=Mask(access=("British",)) if mask else None,
    )


def test_faces_lie_two_to_a_piece_unless_there_is_a_back() -> None:
    assert sides(counter("front")) == [("front", None)]
    assert sides(counter("fresh", "worn")) == [("fresh", "worn")]
    assert sides(counter("four", "three", "two")) == [("four", "three"), ("two", None)]
    assert sides(counter("front", back="secret")) == [("front", "secret")]
    assert sides(counter("fresh", "worn", back="secret")) == [
        ("fresh", "secret"),
        ("worn", "secret"),
    ]
    assert sides(counter("front", mask=True)) == [("front", "back")]


def test_a_face_that_paper_shows_with_a_marker_is_not_printed() -> None:
    faces = tuple(Face(id=face, on_paper=face != "hit") for face in ("whole", "hit", "damaged"))
    assert sides(counter("any").model_copy(update={"faces": faces})) == [("whole", "damaged")]


def test_cards_have_sheets_of_their_own(game: Game) -> None:
    mixed = game.model_copy(update={"counters": (counter("front"), counter("a", shape="card"))})
    assert [piece.shape for piece in counter_pieces(mixed)] == ["square"]
    (card,) = card_pieces(mixed)
    assert card.gutter is None and card.group == "Cards"
    assert group_of(mixed, mixed.counters[0]) == "Markers"


def typed(lines: int) -> tuple[int, float]:
    """How many pages so many lines take, and how far apart the first two are, in points."""
    made = Desk(load_game("graf_spee"), load_theme("admiralty"), (), Printing(A4))
    body = "".join(paragraph(said(f"Line {number}.")) for number in range(lines))
    pages = pypdfium2.PdfDocument(document(made, "Lines", body))
    text = pages[0].get_textpage()
    first, second = (
        text.get_charbox(text.search(words).get_next()[0])[1] for words in ("Line 1.", "Line 2.")
    )
    return len(pages), first - second


@pytest.mark.parametrize(("lines", "pages", "smaller"), [(52, 1, True), (80, 2, False)])
def test_type_is_a_little_smaller_where_that_saves_a_page(
    lines: int, pages: int, smaller: bool
) -> None:
    count, apart = typed(lines)
    assert count == pages
    natural = typed(30)[1]
    assert (apart < natural - 0.1) is smaller
    assert apart > natural * SMALLER[-1] ** 2 - 0.1


def test_where_no_designer_is_known_nothing_speaks_of_one(desk: Desks, game: Game) -> None:
    whose = game.credits.model_copy(
        update={"design": "", "publisher": "", "year": None, "edition": "imported from a.vmod"}
    )
    unsigned = game.model_copy(update={"credits": whose})
    table = replace(desk(Printing(A4)), game=unsigned)
    told = [words(read_me(table, [])), words(notes(table)), imprint(unsigned)]
    sheet = draw_map(unsigned, unsigned.map("south_atlantic"), table.theme)
    assert not [label.text for label in sheet.labels if "game by" in label.text]
    with pikepdf.new() as made:
        describe(made, "Title", unsigned)
        told.append(str(made.docinfo["/Subject"]))
        assert str(made.docinfo["/Author"]) == "imported from a.vmod"
    assert "\nGame:" not in str(tabs(scene_of(unsigned), unsigned.scenarios[0])[-1].body)
    for text in told:
        assert "mported from a.vmod" in text
        assert "Design" not in text and "designed by" not in text

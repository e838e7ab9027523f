"""The Graf Spee's kit: what is in its files, their boxes, their words, their bytes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from lxml import etree

from generator.definition.schema import Game
from generator.printing.boards import DIAGRAM
from generator.printing.building import build_kit
from generator.printing.furniture import Desk
from generator.printing.options import Printing
from generator.printing.pages import Page
from generator.printing.paper import Paper
from generator.printing.pieces import counter_pieces, sides
from generator.printing.sheets import sheets

Kit = Mapping[str, bytes]
PT = 72 / 25.4


def words(pdf: bytes) -> str:
    return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))


def pdfs(kit: Kit) -> list[str]:
    return [name for name in kit if name.endswith(".pdf")]


@pytest.mark.slow
def test_there_is_a_file_for_each_component_and_one_with_all(kit: Kit) -> None:
    assert pdfs(kit) == [
        "kit.pdf",
        "read-me.pdf",
        "counters.pdf",
        "map-south_atlantic.pdf",
        "map-voyage_log.pdf",
        "aids.pdf",
        "charts.pdf",
        "rules.pdf",
        "notes.pdf",
        "alignment.pdf",
    ]
    counts = {name: len(pypdfium2.PdfDocument(kit[name])) for name in pdfs(kit)}
    assert counts.pop("kit.pdf") == sum(counts.values())


@pytest.mark.slow
def test_every_page_names_the_designer_and_says_unofficial(kit: Kit, game: Game) -> None:
    for page in pypdfium2.PdfDocument(kit["kit.pdf"]):
        told = " ".join(page.get_textpage().get_text_range().split())
        assert game.credits.design in told and "unofficial" in told.lower()


def test_writing_is_writing_and_not_outlines(kit: Kit) -> None:
    told = words(kit["counters.pdf"])
    assert "Exeter" in told and "Supply ship" in told
    assert "Montevideo" in words(kit["map-south_atlantic.pdf"])


def test_every_font_is_embedded_and_subset(kit: Kit) -> None:
    for name in pdfs(kit):
        with pikepdf.open(BytesIO(kit[name])) as document:
            fonts = [
                one
                for one in document.objects
                if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/FontDescriptor"
            ]
            assert fonts
            for font in fonts:
                assert "/FontFile2" in font or "/FontFile3" in font
                assert re.match(r"/[A-Z]{6}\+", str(font.FontName))


def test_the_small_boards_of_the_assembly_alone_are_made_of_pixels(kit: Kit, game: Game) -> None:
    """As lines they would be finer than a press can print; as pixels they are fine enough."""
    with pikepdf.open(BytesIO(kit["kit.pdf"])) as document:
        streams = [one for one in document.objects if isinstance(one, pikepdf.Stream)]
        images = [one for one in streams if one.get("/Subtype") == "/Image"]
    assert len(images) == len(game.maps)
    with pikepdf.open(BytesIO(kit["map-south_atlantic.pdf"])) as document:
        (image,) = (
            one
            for one in document.objects
            if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Image"
        )
        assert int(image.Width) >= DIAGRAM / 25.4 * 300


def test_metadata_name_game_designer_and_producer(kit: Kit, game: Game) -> None:
    with pikepdf.open(BytesIO(kit["counters.pdf"])) as document:
        with document.open_metadata(set_pikepdf_as_editor=False) as told:
            assert told["dc:title"] == f"{game.name}: Counters"
            assert told["dc:creator"] == [game.credits.edition]
            assert f"Design: {game.credits.design}." in told["dc:description"]
            assert "unofficial edition" in told["dc:description"]
        assert str(document.docinfo["/Author"]) == "unofficial edition"
        assert str(document.docinfo["/Producer"]).startswith("Broadside")


def test_boxes_lie_in_one_another_and_round_what_is_cut(
    kit: Kit, desk: Callable[[Printing], Desk], game: Game, a4: Paper
) -> None:
    component = sheets("counters", "Counters", counter_pieces(game), desk(Printing(a4)))
    assert component is not None
    with pikepdf.open(BytesIO(kit["counters.pdf"])) as document:
        for page, planned in zip(document.pages, component.pages, strict=True):
            media, bleed, trim = (
                [float(edge) / PT for edge in box]
                for box in (page.mediabox, page.bleedbox, page.trimbox)
            )
            assert media == pytest.approx([0, 0, 210, 297], abs=1e-3)
            assert all(a - 1e-3 <= b for a, b in zip(media[:2], bleed[:2], strict=True))
            assert all(a <= b + 1e-3 for a, b in zip(bleed[:2], trim[:2], strict=True))
            assert all(a + 1e-3 >= b for a, b in zip(bleed[2:], trim[2:], strict=True))
            boxes = [one.box for one in planned.placed]
            assert min(box.x for box in boxes) >= trim[0] - 1e-3
            assert max(box.right for box in boxes) <= trim[2] + 1e-3
        front = document.pages[0]
        assert float(front.bleedbox[2]) - float(front.trimbox[2]) == pytest.approx(1.5 * PT, 1e-3)


def test_a_board_in_one_piece_has_its_size_and_bleed(game: Game, a4: Paper) -> None:
    from generator.printing.kit import make_kit

    made = make_kit(game, Printing(a4, maps="whole", backs="none"))
    board = game.map("south_atlantic")
    assert "map-south_atlantic.pdf" not in made and "alignment.pdf" not in made
    with pikepdf.open(BytesIO(made["map-south_atlantic-whole.pdf"])) as document:
        trim = [float(edge) / PT for edge in document.pages[0].trimbox]
        bleed = [float(edge) / PT for edge in document.pages[0].bleedbox]
    assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx(
        (board.width, board.height), 1e-5
    )
    assert [a - b for a, b in zip(trim, bleed, strict=True)] == pytest.approx([3, 3, -3, -3], 1e-4)


def test_nothing_lies_where_printers_do_not_reach(
    kit: Kit, a4: Paper, look: Callable[[bytes, float], list[Any]]
) -> None:
    for name in pdfs(kit):
        if name in ("kit.pdf", "aids.pdf"):
            continue  # an aid is a card with a tinted ground; its writing keeps 7 mm off
        for page in look(kit[name], 100):
            border = int(a4.unprintable / 25.4 * 100) - 1
            inner = page[border:-border, border:-border]
            assert (page < 250).sum() == (inner < 250).sum(), name


def test_pieces_are_as_many_as_the_definition_says(
    game: Game, desk: Callable[[Printing], Desk], a4: Paper
) -> None:
    component = sheets("counters", "Counters", counter_pieces(game), desk(Printing(a4)))
    assert component is not None

    def names(pages: tuple[Page, ...]) -> list[str]:
        return sorted(one.picture for page in pages for one in page.placed)

    wanted = []
    for counter in game.counters:
        for pair in sides(counter):
            wanted += [f"counter-{counter.id}-{face}" for face in pair if face]
    assert names(component.pages) == sorted(wanted)
    # The raider and three supply ships have a damaged face behind them, the turn marker its tens.
    assert len(names(component.pages[:1])) == len(game.counters)


def test_outlines_are_a_layer_that_is_switched_off(kit: Kit) -> None:
    with pikepdf.open(BytesIO(kit["counters.pdf"])) as document:
        layers = document.Root.OCProperties
        assert [str(one.Name) for one in layers.OCGs] == ["Die-cut outlines"]
        assert len(layers.D.OFF) == 1
        assert b"/OC /L0 BDC" in document.pages[0].Contents.read_bytes()


def test_a_cutting_machine_gets_every_outline_and_the_marks(kit: Kit, game: Game) -> None:
    root = etree.fromstring(kit["counters-1-cut.svg"])
    assert root.get("width") == "210mm" and root.get("height") == "297mm"
    label = "{http://www.inkscape.org/namespaces/inkscape}label"
    layers = {layer.get(label): layer for layer in root.iter("{*}g")}
    assert set(layers) == {"registration", "cut"}
    labels = [path.get(label) for path in layers["cut"]]
    assert len(labels) == len(game.counters)
    assert "counter-exeter-front" in labels
    assert len(layers["registration"].findall("{*}circle")) == 4


def test_reconstructed_data_and_decisions_are_listed(kit: Kit, game: Game) -> None:
    told = " ".join(words(kit["notes.pdf"]).split())
    assert "reconstructed" in told
    for decision in game.decisions:
        assert decision.id in told
    assert "Checklist of components" in words(kit["read-me.pdf"])


def test_drawing_warns_of_nothing(kit: Kit) -> None:
    assert kit["warnings.txt"].decode().splitlines() == []


@pytest.mark.slow
def test_another_process_makes_the_same_bytes(kit: Kit, tmp_path: Path) -> None:
    code = (
        "from generator.definition.reader import load_game\n"
        "from generator.printing.kit import make_kit\n"
        "from generator.printing.options import Printing\n"
        "from generator.printing.paper import find_paper\n"
        "from hashlib import sha256\n"
        "made = make_kit(load_game('graf_spee'), Printing(find_paper('a4')))\n"
        "for name, data in made.items(): print(name, sha256(data).hexdigest())\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"BROADSIDE_CACHE": str(tmp_path), "PYTHONHASHSEED": "4711"},
        capture_output=True,
        text=True,
        check=True,
    )
    expected = [f"{name} {sha256(data).hexdigest()}" for name, data in kit.items()]
    assert found.stdout.splitlines() == expected


def test_a_kit_that_is_there_is_left_alone_and_a_damaged_file_made_again(
    game: Game, a4: Paper, tmp_path: Path
) -> None:
    first = build_kit(game, tmp_path, Printing(a4, backs="none"))
    assert not first.reused and first.folder.name == "graf_spee-1.0-print"
    assert sorted(path.name for path in first.folder.iterdir()) == sorted(first.files)
    assert not first.left_over
    spoilt = first.folder / "counters.pdf"
    whole = spoilt.read_bytes()
    assert build_kit(game, tmp_path, Printing(a4, backs="none")).reused
    spoilt.write_bytes(whole[:-1])
    assert not build_kit(game, tmp_path, Printing(a4, backs="none")).reused
    assert spoilt.read_bytes() == whole


def test_files_of_an_earlier_build_are_told_and_kept(game: Game, a4: Paper, tmp_path: Path) -> None:
    first = build_kit(game, tmp_path, Printing(a4, backs="none"))
    (first.folder / "my-notes.pdf").write_bytes(b"mine")
    again = build_kit(game, tmp_path, Printing(a4, backs="none", maps="whole"))
    assert again.left_over == ("map-south_atlantic.pdf", "map-voyage_log.pdf", "my-notes.pdf")
    assert any("map-voyage_log.pdf" in line for line in again.lines())
    assert (first.folder / "my-notes.pdf").read_bytes() == b"mine"

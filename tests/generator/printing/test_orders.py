"""Papers, options and mistakes of a hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from broadside import main
from generator.printing.options import OrderError, ordered
from generator.printing.paper import Paper, PaperError, find_paper, read_nudge


def test_papers_are_data_and_a_game_may_bring_its_own(tmp_path: Path) -> None:
    assert find_paper("A4").width == 210
    assert find_paper("a5").width == 148
    assert find_paper("letter").height == pytest.approx(279.4)
    folder = tmp_path / "paper"
    folder.mkdir()
    (folder / "postcard.yaml").write_text(
        "name: Postcard\nsize: 100mm x 148mm\nunprintable: 4mm\nduplex: short\n"
    )
    found = find_paper("postcard", (tmp_path,))
    assert found == Paper("Postcard", 100, 148, 4, "short")
    assert ordered({"paper": "postcard"}, (tmp_path,)).duplex == "short"


@pytest.mark.parametrize("size", ["330x480mm", "330mm x 480mm", "33cm×48cm", " 330 x 480 mm"])
def test_any_size_is_a_paper(size: str) -> None:
    paper = find_paper(size)
    assert (paper.width, paper.height) == (330, 480)


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ("leter", "did you mean 'letter'"),
        ("../a4", "no paper"),
        ("", "no paper"),
        ("330x480", "needs a unit"),
        ("330mm", "width and height"),
        ("3mm x 4mm", "accepted: 100 to 2000 mm"),
        ("330x480furlongs", "unknown unit"),
    ],
)
def test_a_paper_nobody_knows_is_told(wanted: str, says: str) -> None:
    with pytest.raises(PaperError, match=says):
        find_paper(wanted)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[1", "odd.yaml"),
        ("name: Odd", "has a name and a size"),
        ("name: Odd\nsize: 210mm x 297mm\ncolour: red", "unknown key 'colour'"),
        ("name: Odd\nsize: 210mm x 297mm\nduplex: left", "duplex 'left'; accepted: long, short"),
        ("name: Odd\nsize: wide", "odd.yaml: paper 'wide'"),
        ("name: Odd\nsize: 210mm x 297mm\nunprintable: 90mm", "a border of 90 mm"),
    ],
)
def test_a_paper_file_with_a_mistake_is_told(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "paper").mkdir()
    (tmp_path / "paper" / "odd.yaml").write_text(text)
    with pytest.raises(PaperError, match=says):
        find_paper("odd", (tmp_path,))


def test_a_nudge_is_two_lengths() -> None:
    assert read_nudge("0.5mm,-0.3mm") == (0.5, -0.3)
    assert read_nudge("1mm, −2mm") == (1, -2)
    assert read_nudge("0.1in,0") == pytest.approx((2.54, 0.0))
    for wrong in ("0.5", "1,2,3", "x,y", "1furlong,2mm", "", "40mm,0", "0.5,0.3", "1mm,2"):
        with pytest.raises(PaperError, match="--nudge"):
            read_nudge(wrong)


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({"gutter": "3"}, "--gutter '3': a length needs a unit"),
        ({"bleed": "9mm"}, "accepted: 0 to 4 mm"),
        ({"bleed": "3"}, "--bleed .*a length needs a unit"),
        ({"nudge": "1mm,1mm", "backs": "fold"}, "printed on both sides"),
    ],
)
def test_options_that_cannot_be_followed_are_told(chosen: dict[str, str], says: str) -> None:
    with pytest.raises(OrderError, match=says):
        ordered(chosen)


def run(*words: str) -> tuple[int, str]:
    found = CliRunner().invoke(main, ["build", "graf_spee", *words])
    return found.exit_code, found.output


@pytest.mark.slow
def test_the_command_writes_both_targets(tmp_path: Path) -> None:
    status, told = run("-o", str(tmp_path), "--target", "print,vassal", "--backs", "none")
    assert status == 0, told
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "graf_spee-1.0-print",
        "graf_spee-1.0.vmod",
    ]
    assert "counters.pdf" in told


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--target", "prnt"), "did you mean 'print'"),
        (("--paper", "a4"), "--paper goes with --target print"),
        (("--target", "print", "--paper", "a44"), "did you mean 'a4'"),
        (("--target", "print", "--gutter", "x"), "such as 13mm or 0.5in"),
        (("--target", "print", "--dpi", "300"), "--dpi goes with --target vassal or tts"),
    ],
)
def test_the_command_tells_mistakes_and_writes_nothing(
    words: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    status, told = run("-o", str(tmp_path / "out"), *words)
    assert status == 2
    assert says in told
    assert not (tmp_path / "out").exists()

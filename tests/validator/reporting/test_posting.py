"""``broadside replay``: the page and the pictures that are posted."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from broadside import main
from generator.definition import load_game
from generator.vassal import saves
from generator.vassal.metadata import Metadata
from tests.blank_module import write_blank_module


@pytest.fixture
def log(log_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A log alone in the folder where the command is given."""
    shutil.copy(log_file, tmp_path / "game.vlog")
    monkeypatch.chdir(tmp_path)
    return "game.vlog"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["replay", *words], catch_exceptions=False)


def test_a_log_becomes_a_page_beside_it(log: str) -> None:
    told = run(log)
    assert told.exit_code == 0
    assert "game.html" in told.output and "open it in any browser" in told.output
    page = Path("game.html").read_text("utf-8")
    assert "<title>Pursuit of the Graf Spee</title>" in page
    assert 'id="tab-findings"' in page and "The raider sets" in page


def test_the_audit_is_left_out_if_nobody_wants_it(log: str) -> None:
    run(log, "--no-audit")
    page = Path("game.html").read_text("utf-8")
    assert 'id="tab-findings"' not in page and "What the audit found" not in page


@pytest.mark.slow
def test_the_module_beside_the_log_lends_its_pictures(log: str, tmp_path: Path) -> None:
    assert "with the module" not in run(log, "-o", "plain.html").output
    write_blank_module(load_game("graf_spee"), tmp_path)
    told = run(log, "-o", "painted.html")
    assert "with the module graf_spee.vmod, which lies beside the log" in told.output
    assert Path("painted.html").read_bytes() != Path("plain.html").read_bytes()


def test_two_games_are_not_joined_to_one(log: str, tmp_path: Path) -> None:
    pieces = "".join(f"\x1b+/{at}/piece;;;;Tiger {at}/Sea;9;9;1;0\x1b\\" for at in range(1, 9))
    text = f"begin_save\x1b\\{pieces}\x1bend_save\x1bLOG\tCHATb"
    other = saves.Save(text.encode(), moduledata=Metadata(name="Tigers", version="1"))
    saves.write(tmp_path / "other.vlog", other)
    told = run(log, "other.vlog")
    assert told.exit_code == 2 and not Path("game.html").exists()
    assert "(Pursuit of the Graf Spee)" in told.output and "(Tigers)" in told.output


def test_a_picture_shows_one_step(log: str) -> None:
    told = run(log, "--png", "--at", "27", "-o", "step.png", "--width", "500")
    assert "South Atlantic, step 27" in told.output
    picture = Image.open("step.png").convert("RGB")
    assert picture.width == 500
    before = _shown(log, 26)
    assert picture.tobytes() != before.tobytes()
    assert (217, 72, 15) in {colour for _, colour in picture.getcolors(1 << 24) or ()}


def _shown(log: str, step: int) -> Image.Image:
    run(log, "--png", "--at", str(step), "-o", "other.png", "--width", "500")
    return Image.open("other.png").convert("RGB")


@pytest.mark.parametrize("form", ["gif", "webp"])
def test_a_stretch_of_steps_moves(log: str, form: str) -> None:
    name = f"move.{form}"
    told = run(log, f"--{form}", "--steps", "24-28", "--crop", "auto", "--width", "300", "-o", name)
    assert "steps 24 to 28" in told.output
    with Image.open(name) as picture:
        assert (picture.width, picture.n_frames) == (300, 5)


def test_a_part_of_the_map_is_cut_out(log: str) -> None:
    run(log, "--png", "--crop", "100,200,400,300", "-o", "part.png")
    picture = Image.open("part.png")
    assert picture.width == 300 and 100 < picture.height < 150  # the words stand below


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--png", "--at", "4000"], "there is no such step; the last one is"),
        (["--gif", "--steps", "9-3"], "name the first and the last"),
        (["--gif", "--steps", "1-99999"], "there is no step 99999"),
        (["--png", "--map", "Sout Atlantic"], "did you mean 'South Atlantic'?"),
        (["--png", "--crop", "9,9,2,2"], "say auto, or left,top,right,bottom"),
        (["--at", "3"], "--at goes with --png"),
        (["--png", "--steps", "1-2"], "--steps goes with --gif or --webp"),
        (["--png", "--gif"], "do not go together"),
        (["--png", "step.png"], "step.png is no log; where to is told by -o step.png"),
        (["-o", "game.vlog"], "this file is read"),
        (["-o", "game.png"], "the name of another kind of file: add --png, or name .html"),
        (["--png", "-o", "game.gif"], "add --gif, or name .png"),
        (["--gif", "-o", "game.html"], "leave out --gif, or name .gif"),
    ],
)
def test_what_cannot_be_done_is_told_in_words(log: str, words: list[str], said: str) -> None:
    told = run(log, *words)
    assert told.exit_code == 2
    assert said in " ".join(told.output.split())
    assert not list(Path().glob("game.[pgh]*"))


@pytest.mark.slow
def test_a_page_with_secrets_has_another_name_than_the_public_one(log: str) -> None:
    for words in ([], ["--reveal"], ["--as", "british"]):
        assert run(log, *words).exit_code == 0
    pages = {path.name for path in Path().glob("game*.html")}
    assert pages == {"game.html", "game.revealed.html", "game.as-british.html"}


def test_a_frame_is_told_how_to_show_it(log: str) -> None:
    told = run(log, "--embed")
    assert '<iframe src="game.html" title="Pursuit of the Graf Spee"' in told.output
    assert 'data-embed="yes"' in Path("game.html").read_text("utf-8")


def test_an_unknown_module_is_shown_with_plain_counters(tmp_path: Path) -> None:
    text = (
        "begin_save\x1b\\\x1b+/1/piece;;;;Tiger/Sea;9;9;1;0\x1bend_save"
        "\x1bLOG\tM/1/Sea/80/90/null/Sea/9/9/null/pw"
    )
    log = tmp_path / "other.vlog"
    saves.write(log, saves.Save(text.encode(), moduledata=Metadata(name="Sea", version="1")))
    told = run(str(log), "-o", str(tmp_path / "other.html"))
    assert told.exit_code == 0
    assert "name the module 'Sea' with --module" in told.output
    page = (tmp_path / "other.html").read_text("utf-8")
    assert "Tiger" in page and "was not at hand" in page and "data-still" not in page.split(">")[1]
    # A panel without a tab would stand beside the one that is open.
    panels = re.findall(r'aria-labelledby="(of-\w+)"', page)
    assert panels and panels == re.findall(r'id="(of-\w+)" role="tab"', page)


def test_a_save_without_steps_has_no_time_line(tmp_path: Path) -> None:
    save, out = tmp_path / "table.vsav", tmp_path / "table.html"
    text = "begin_save\x1b\\\x1b+/1/piece;;;;Tiger/Sea;9;9;1;0\x1bend_save"
    saves.write(save, saves.Save(text.encode(), moduledata=Metadata(name="Sea", version="1")))
    assert run(str(save), "-o", str(out)).exit_code == 0
    assert '<html lang="en" data-still="yes">' in out.read_text("utf-8")


@pytest.mark.slow
def test_the_page_of_the_demonstration_tells_its_story(tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["demo", "-o", str(tmp_path)], catch_exceptions=False)
    assert told.exit_code == 0
    (page,) = tmp_path.glob("*.html")
    assert 'id="of-story"' in page.read_text("utf-8")

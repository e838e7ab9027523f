"""The command line as a person meets it: help, one-line errors, exit status."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from broadside import COMMANDS, main

ROOT = Path(__file__).resolve().parent.parent


def broadside(*words: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "broadside.py"), *map(str, words)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_shows_an_example(command: str) -> None:
    shown = broadside(command, "--help")
    assert shown.returncode == 0
    assert f"broadside {command}" in shown.stdout.partition("Examples:")[2]


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys, broadside\n"
        "heavy = {'pydantic', 'ruamel', 'lxml', 'typst', 'shapely', 'PIL', 'rich', 'svgwrite'}\n"
        "print(sorted(heavy & {name.split('.')[0] for name in sys.modules}))"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert shown.stdout.strip() == "[]"


def _no_zip(folder: Path) -> Path:
    file = folder / "odd.vlog"
    file.write_bytes(b"\x00\x01\x02 this is no archive")
    return file


def _truncated(folder: Path) -> Path:
    file = folder / "cut.vlog"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("savedGame", "!VCSK00" + "62" * 4000)
    file.write_bytes(file.read_bytes()[:-60])
    return file


def _empty(folder: Path) -> Path:
    file = folder / "empty.vlog"
    file.write_bytes(b"")
    return file


def _wrong_key(folder: Path) -> Path:
    file = folder / "key.vlog"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("savedGame", "!VCSKzz62656769")
    return file


@pytest.mark.parametrize("command", ["log", "audit"])
@pytest.mark.parametrize("make", [_no_zip, _truncated, _empty, _wrong_key])
def test_an_unusable_file_is_one_line_and_exit_status_2(
    command: str, make: object, tmp_path: Path
) -> None:
    assert callable(make)
    file = make(tmp_path)
    shown = broadside(command, file)
    assert shown.returncode == 2, shown.stdout + shown.stderr
    assert shown.stdout == ""
    assert len(shown.stderr.strip().splitlines()) == 1
    assert file.name in shown.stderr
    assert "Traceback" not in shown.stderr


def test_a_file_over_the_limit_is_let_through_on_request(tmp_path: Path) -> None:
    file = tmp_path / "large.vsav"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("savedGame", "begin_save\x1bend_save" + "\x1bCHAThello" * 99)
    assert broadside("--max-size", "1GB", "log", file).returncode == 0
    refused = broadside("--max-size", "100", "log", file)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "--max-size raises it" in refused.stderr
    wrong = broadside("--max-size", "much", "log", file)
    assert wrong.returncode == 2 and "write a number of bytes" in wrong.stderr


@pytest.mark.parametrize("command", ["log", "audit"])
def test_a_file_that_is_not_there(command: str, tmp_path: Path) -> None:
    shown = broadside(command, tmp_path / "nothing.vlog")
    assert shown.returncode == 2
    assert "nothing.vlog" in shown.stderr
    assert "Traceback" not in shown.stderr


@pytest.mark.parametrize("words", [["build"], ["rules"], ["info"], ["play", "-o", "x.vlog"]])
def test_an_unknown_game_names_the_nearest(words: list[str], tmp_path: Path) -> None:
    shown = broadside(*words, "graf_spea", cwd=tmp_path)
    assert shown.returncode == 2
    assert "graf_spee" in shown.stderr
    assert len(shown.stderr.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of a bundled game, as the program writes it."""
    file = tmp_path_factory.mktemp("played") / "game.vlog"
    assert broadside("play", "graf_spee", "--seed", 3, "-o", file).returncode == 0
    return file


@pytest.mark.slow
def test_a_log_is_shown_searched_exported_and_cleaned(played: Path) -> None:
    shown = broadside("log", played)
    assert shown.returncode == 0
    assert shown.stdout == broadside("log", "show", played).stdout
    found = broadside("log", "grep", "END OF MOVEMENT", played)
    assert found.returncode == 0
    assert set(found.stdout.splitlines()) <= set(shown.stdout.splitlines())
    assert broadside("log", "grep", "no such thing", played).returncode == 1
    assert broadside("log", "grep", "--raw", "M/", played).returncode == 2
    story = played.with_suffix(".md")
    assert broadside("log", "export", played, "-o", story).returncode == 0
    assert story.read_text("utf-8").startswith("# ")
    clean = played.with_name("clean.vlog")
    assert broadside("log", "scrub", played, "-o", clean, "--talk").returncode == 0
    assert broadside("audit", clean).returncode == 0


def test_an_audit_of_a_vassal_log_imports_nothing_it_does_not_need(played: Path) -> None:
    assert broadside("audit", played).returncode == 0  # the game is in the cache now
    code = (
        "import contextlib, io, sys, broadside\n"
        "with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):\n"
        "    broadside.main(['audit', sys.argv[1]])\n"
        "others = {'click', 'platformdirs', 'broadside', 'generator', 'validator', 'modules'}\n"
        "known = others | set(sys.stdlib_module_names) | {'__main__'}\n"
        "tops = {name.split('.')[0] for name in sys.modules if not name.startswith('_')}\n"
        "print(sorted(tops - known))\n"
        "print([name for name in sys.modules if 'tabletop.' in name or name.endswith('.checking')])"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code, str(played)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    assert shown.stdout.splitlines() == ["[]", "[]"]


@pytest.mark.parametrize("words", [["grep", "x"], ["export", "-o", "a.csv"], ["scrub", "-o", "b"]])
def test_log_commands_name_a_file_that_is_not_there(words: list[str], tmp_path: Path) -> None:
    shown = broadside("log", *words, "nowhere.vlog", cwd=tmp_path)
    assert shown.returncode == 2
    assert "nowhere.vlog: no such file" in shown.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_output_never_lands_on_what_is_read(played: Path, tmp_path: Path) -> None:
    log = tmp_path / "game.vlog"
    log.write_bytes(played.read_bytes())
    other = tmp_path / "other.vmod"
    other.write_bytes(played.read_bytes())
    for words in (
        ["log", "export", log, "-o", log, "--format", "csv"],
        ["log", "scrub", log, "-o", log],
        ["audit", log, "--html", log],
        ["audit", log, "--html", other],
        ["log", "scrub", log, "-o", other],
    ):
        shown = broadside(*words)
        assert shown.returncode == 2, words
        assert "name another" in shown.stderr
    assert log.read_bytes() == other.read_bytes() == played.read_bytes()


@pytest.mark.parametrize("command", [["audit"], ["log"], ["log", "grep", "x"]])
def test_one_side_and_everything_is_refused(command: list[str]) -> None:
    for order in (["--as", "german", "--reveal"], ["--reveal", "--as", "german"]):
        made = CliRunner().invoke(main, [*command, "game.vlog", *order])
        assert made.exit_code == 2
        assert made.output.splitlines()[-1].endswith(
            "--as and --reveal do not go together; name one."
        )


def test_findings_are_printed_in_one_form() -> None:
    made = CliRunner().invoke(main, ["audit", "game.vlog", "--text", "--json"])
    assert made.exit_code == 2
    assert made.output.splitlines()[-1].endswith("--json and --text do not go together; name one.")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_behind_the_output_is_one_line() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:  # noqa: PTH123 (a device)
        shown = subprocess.run(
            [sys.executable, str(ROOT / "broadside.py"), "schema"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert shown.returncode == 2
    assert shown.stderr == "broadside: a file or the output: No space left on device\n"


TINY = {
    "game.yaml": """\
{id: tiny, name: Tiny, version: "1", theme: atlas, sides: [{id: Red, colour: british}],
 credits: {design: Nobody, edition: test, notice: None}}
""",
    "map.yaml": "maps: [{id: board, name: Board, width: 60mm, height: 60mm}]\n",
    "counters.yaml": """\
counters: [{id: tank, name: Tank, faces: [{layout: marker, title: Unpronounceable Name}]}]
""",
    "scenarios/one.yaml": """\
{id: one, name: One, placements: [{pieces: [tank], map: board, x: 9mm, y: 9mm}]}
""",
}


def test_a_note_for_two_targets_is_printed_once(tmp_path: Path) -> None:
    game = tmp_path / "tiny"
    (game / "scenarios").mkdir(parents=True)
    for name, text in TINY.items():
        (game / name).write_text(text, encoding="utf-8")
    words = ["build", str(game), "--dpi", "50", "--target", "vassal,print", "-o", str(tmp_path)]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert done.output.count("Unpronounceable Name") == 1
    assert "tiny-1.vmod written" in done.output and "kit.pdf" in done.output

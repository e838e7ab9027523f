"""Files are put in their place whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from broadside import main
from generator.definition.yaml_nodes import read_text
from generator.errors import BroadsideError
from generator.files import FileError, a_file, as_utf8, lay_out, replace_file
from generator.plain_yaml import plain_yaml


def test_a_file_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "game.vmod"
    replace_file(target, b"old")
    target.chmod(0o600)
    replace_file(target, iter([b"ne", b"w"]))
    assert target.read_bytes() == b"new"
    assert target.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in target.parent.iterdir()] == ["game.vmod"]


def test_an_interruption_leaves_the_old_file(tmp_path: Path) -> None:
    def broken() -> Iterator[bytes]:
        yield b"half"
        raise KeyboardInterrupt

    target = tmp_path / "game.vmod"
    target.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        replace_file(target, broken())
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["game.vmod"]


def test_a_folder_that_is_half_made_again_is_left_as_it_was(tmp_path: Path) -> None:
    def broken() -> Iterator[tuple[str, bytes]]:
        yield "kit.pdf", b"new"
        yield "svg/counters.svg", b"new"
        raise KeyboardInterrupt

    old = {"kit.pdf": b"old", "counters.pdf": b"old"}
    assert not lay_out(tmp_path, old.items())
    with pytest.raises(KeyboardInterrupt):
        lay_out(tmp_path, broken())
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == old
    assert lay_out(tmp_path, old.items())
    assert not lay_out(tmp_path, {"kit.pdf": b"new", "svg/a.svg": b"new"}.items())
    assert (tmp_path / "kit.pdf").read_bytes() == b"new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["counters.pdf", "kit.pdf", "svg"]


def test_a_finished_folder_is_not_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"boards/map.png": b"map"}
    assert not lay_out(tmp_path, files.items())
    os.utime(tmp_path, (1, 1))

    def read_only(*_: object, **__: object) -> str:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("tempfile.mkdtemp", read_only)
    assert lay_out(tmp_path, files.items())
    assert tmp_path.stat().st_mtime == 1
    with pytest.raises(
        FileError, match=r"boards.map\.png: cannot be written \(Permission denied\)"
    ):
        lay_out(tmp_path, {"boards/map.png": b"new"}.items())


def test_a_full_disk_names_the_file_that_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    place = re.escape(str(tmp_path / "boards" / "map.png"))
    with pytest.raises(FileError, match=rf"^{place}: cannot be written \(No space left"):
        lay_out(tmp_path, {"boards/map.png": b"map"}.items())
    assert not list(tmp_path.iterdir())


def test_what_a_killed_run_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    kept: dict[str, list[str]] = {
        ".part.of_mine": [],  # not as long as ours
        ".part.of_others": ["0"],
        ".part.abcdefg1": ["0", "notes.txt"],
        ".part.abcdefg2": ["0"],  # of a run that may go on
        "part.abcdefg3": ["0"],
    }
    for name, inside in {**kept, ".part.abcdefg4": ["0", "12"], ".part.abcdefg5": []}.items():
        (tmp_path / name).mkdir()
        for file in inside:
            (tmp_path / name / file).write_bytes(b"half")
        if name != ".part.abcdefg2":
            os.utime(tmp_path / name, (1, 1))
    (tmp_path / ".part.abcdefg6").write_bytes(b"a file")
    lay_out(tmp_path, {"kit.pdf": b"new"}.items())
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == sorted([*kept, ".part.abcdefg6", "kit.pdf"])
    assert all(len(list((tmp_path / name).iterdir())) == len(kept[name]) for name in kept)


def test_a_place_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileError, match=r"file.game\.vmod: cannot be written \("):
        replace_file(tmp_path / "file" / "game.vmod", b"x")


def test_the_longest_name_can_be_written(tmp_path: Path) -> None:
    target = tmp_path / ("n" * 250 + ".vmod")
    replace_file(target, b"x")
    assert target.read_bytes() == b"x"


def test_half_a_letter_stands_as_a_question_mark() -> None:
    assert as_utf8("caf\udce9 \ud83d é") == "caf? ? é".encode()


@pytest.mark.skipif(sys.platform == "win32", reason="it has no pipes among its files")
@pytest.mark.parametrize(
    "command",
    [
        *("audit", "log show", "inspect", "unpack -o out", "lint", "seal", "preflight"),
        *("build graf_spee --overlay", "build graf_spee --extension"),
    ],
)
def test_what_may_never_end_is_not_read(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    first, *rest = command.split(" -o")
    words = [*first.split(), "pipe", *(["-o", "out"] if rest else [])]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 2 and not Path("out").exists()
    assert told.output == "broadside: pipe: a pipe or device; save what it gives as a file first\n"
    assert a_file(tmp_path / "nothing") == tmp_path / "nothing" and a_file(tmp_path)


@pytest.mark.parametrize(
    "command",
    [
        *("audit", "log show", "log show --narrative", "replay", "inspect", "lint"),
        *("seal", "preflight", "info", "build graf_spee --overlay", "edit -o out"),
    ],
)
def test_a_link_to_itself_is_one_line_that_names_it(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`Path.resolve` raises a RuntimeError of its own there, before Python 3.13."""
    monkeypatch.chdir(tmp_path)
    for name in ("loop", "out"):
        Path(name).symlink_to(name)
    first, *rest = command.split(" -o")
    told = CliRunner().invoke(main, [*first.split(), "loop", *(["-o", "out"] if rest else [])])
    assert told.exit_code == 2
    assert told.output.startswith("broadside: loop: ") and told.output.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="it has no pipes among its files")
def test_a_list_of_changes_in_a_pipe_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    with pytest.raises(BroadsideError, match="a pipe or device"):
        plain_yaml(Path("pipe"))
    with pytest.raises(BroadsideError, match="a pipe or device"):
        read_text(Path("pipe"), "pipe")


def test_inspect_tells_all_that_it_takes(tmp_path: Path) -> None:
    torn = tmp_path / "torn.vlog"
    torn.write_bytes(b"PK\x03\x04 and no more \xff")
    told = CliRunner().invoke(main, ["inspect", str(torn)]).output
    assert "not a module, extension, log or save of VASSAL (.vmod, .vmdx, .vlog, .vsav)" in told

"""Files are put in their place whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.files import FileError, replace_file


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


def test_a_place_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileError, match=r"file.game\.vmod: cannot be written \("):
        replace_file(tmp_path / "file" / "game.vmod", b"x")


def test_the_longest_name_can_be_written(tmp_path: Path) -> None:
    target = tmp_path / ("n" * 250 + ".vmod")
    replace_file(target, b"x")
    assert target.read_bytes() == b"x"

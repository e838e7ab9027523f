"""Zip files: hostile ones refused by name, our own the same from run to run."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

import pytest

from generator.vassal import archive
from generator.vassal.archive import Archive, ArchiveError, Limits


def zipped(**members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in members.items():
            made.writestr(name, data)
    return buffer.getvalue()


def test_members_are_read() -> None:
    with Archive(zipped(a=b"one", b=b"two")) as opened:
        assert list(opened) == ["a", "b"]
        assert opened.read("b") == b"two"
        with pytest.raises(ArchiveError, match="no member 'c'"):
            opened.read("c")


@pytest.mark.parametrize("data", [b"", b"hello", zipped(a=b"x" * 999)[:-30]])
def test_no_zip_and_a_truncated_zip_are_refused(data: bytes) -> None:
    with pytest.raises(ArchiveError, match="not a zip file, or a truncated one") as caught:
        Archive(data, name="game.vlog")
    assert str(caught.value).startswith("game.vlog: ") and "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"gone\.vmod: no such file"):
        Archive(tmp_path / "gone.vmod")


@pytest.mark.parametrize(
    "name", ["../evil", "a/../../evil", "/etc/evil", "..\\evil", "C:\\evil", "C:evil"]
)
def test_a_name_outside_the_archive_is_refused(name: str) -> None:
    with pytest.raises(ArchiveError, match="outside the archive"):
        Archive(zipped(**{name: b"x"}))


def test_a_symbolic_link_is_refused() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        link = zipfile.ZipInfo("link")
        link.external_attr = 0o120777 << 16
        made.writestr(link, "/etc/passwd")
    with pytest.raises(ArchiveError, match="symbolic link"):
        Archive(buffer.getvalue())


def test_a_bomb_is_refused_before_anything_is_unpacked() -> None:
    bomb = zipped(savedGame=bytes(30_000_000))
    with pytest.raises(ArchiveError, match="times its size"):
        Archive(bomb, Limits(ratio=500))
    with pytest.raises(ArchiveError, match="limit of 1,000,000"):
        Archive(bomb, Limits(unpacked=1_000_000))


def test_too_many_members_are_refused() -> None:
    data = zipped(**{f"m{number}": b"" for number in range(50)})
    with pytest.raises(ArchiveError, match="50 members"):
        Archive(data, Limits(entries=49))


def test_a_damaged_member_is_named() -> None:
    data = bytearray(zipped(savedGame=os.urandom(2000)))
    data[600] ^= 0xFF
    with (
        Archive(bytes(data)) as opened,
        pytest.raises(ArchiveError, match="'savedGame' is damaged"),
    ):
        opened.read("savedGame")


def test_the_same_members_give_the_same_bytes() -> None:
    members = {"buildFile.xml": b"<a/>" * 500, "images/x.png": b"\x89PNG" * 50}
    assert archive.pack(members) == archive.pack(list(members.items()))
    with zipfile.ZipFile(io.BytesIO(archive.pack(members))) as made:
        assert made.namelist() == list(members)
        assert {info.date_time for info in made.infolist()} == {archive.EPOCH}


def test_a_file_that_cannot_be_replaced_stays_whole(tmp_path: Path) -> None:
    target = tmp_path / "game.vmod"
    target.mkdir()
    with pytest.raises(ArchiveError, match="cannot be written"):
        archive.write(target, {"a": b"b"})
    assert target.is_dir() and not list(tmp_path.glob(".*"))


def test_writing_leaves_nothing_beside(tmp_path: Path) -> None:
    archive.write(tmp_path / "game.vmod", {"a": b"b"})
    assert [path.name for path in tmp_path.iterdir()] == ["game.vmod"]

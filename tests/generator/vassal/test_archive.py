"""Zip files: hostile ones refused by name, our own the same from run to run."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

import pytest

from generator.files import FileError
from generator.vassal import archive
from generator.vassal.archive import Archive, ArchiveError, Limits, disk_name


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


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "an empty file, not a zip file"),
        (b"hello", "a text file, not a zip file"),
        ("é".encode() * 400, "a text file, not a zip file"),
        (b"\x89PNG\r\n\x1a\n\0", r"a picture \(PNG\), not a zip file"),
        (b"\n<!DOCTYPE html><title>Sign in", "a web page, not a zip file"),
        (b"\0\1\2\xff", "not a zip file, or a damaged or truncated one"),
        (zipped(a=b"x" * 999)[:-30], "not a zip file, or a damaged or truncated one"),
    ],
    ids=["empty", "text", "cut in a letter", "picture", "web page", "unknown", "truncated"],
)
def test_no_zip_and_a_truncated_zip_are_refused(data: bytes, told: str) -> None:
    with pytest.raises(ArchiveError, match=told) as caught:
        Archive(data, name="game.vlog")
    assert str(caught.value).startswith("game.vlog: ") and "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"gone\.vmod: no such file"):
        Archive(tmp_path / "gone.vmod")


@pytest.mark.parametrize(
    "name", ["../evil", "a/../../evil", "/etc/evil", "..\\evil", "C:\\evil", "C:evil"]
)
def test_a_name_outside_a_folder_is_read_but_never_unpacked(name: str) -> None:
    with Archive(zipped(**{name: b"x"})) as opened:
        assert opened.read(name) == b"x"
    with pytest.raises(ArchiveError, match=r"game\.vmod: .* outside the folder"):
        disk_name("game.vmod", name)


def test_a_symbolic_link_is_read_but_never_unpacked() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        link = zipfile.ZipInfo("link")
        link.external_attr = 0o120777 << 16
        made.writestr(link, "/etc/passwd")
    with Archive(buffer.getvalue()) as opened:
        (entry,) = opened.entries
        assert entry.is_link
        with pytest.raises(ArchiveError, match="symbolic link"):
            disk_name("game.vmod", entry.name, is_link=entry.is_link)


def test_a_plain_name_is_a_place_below_the_folder() -> None:
    assert disk_name("m", "images\\Ä b.png").as_posix() == "images/Ä b.png"


def renamed(data: bytes, before: bytes, after: bytes) -> bytes:
    """An archive whose names are other bytes than the library would write."""
    assert len(before) == len(after)
    return data.replace(before, after)


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("caf\u00e9".encode(), "caf\u00e9"),
        ("caf\u00e9!".encode("cp437"), "caf\u00e9!"),
        (b"\xff\xfe\xfd\xfc\xfb", "\u00a0\u25a0\u00b2\u207f\u221a"),
    ],
)
def test_names_are_utf8_where_they_can_be_else_of_the_old_character_set(
    raw: bytes, name: str
) -> None:
    data = renamed(zipped(**{"x" * len(raw): b"one"}), b"x" * len(raw), raw)
    with Archive(data) as opened:
        assert list(opened) == [name]
        assert opened.read(name) == b"one"
        assert [entry.raw_name for entry in opened.entries] == [raw]


def test_a_member_may_bear_another_name_than_the_directory_says() -> None:
    data = zipped(abc=b"one")
    with Archive(b"PK\x03\x04" + data[4:].replace(b"abc", b"a\\c", 1)) as opened:
        assert opened.read("abc") == b"one"


def test_a_folder_is_no_member_but_an_entry() -> None:
    with Archive(zipped(**{"images/": b"", "images/a.png": b"x"})) as opened:
        assert list(opened) == ["images/a.png"]
        assert [(entry.name, entry.is_folder) for entry in opened.entries] == [
            ("images/", True),
            ("images/a.png", False),
        ]


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


def test_a_content_may_come_in_pieces_and_a_name_twice(tmp_path: Path) -> None:
    whole = [("a.txt", b"one two"), ("a.txt", b"three"), ("b/", b"")]
    pieces = [("a.txt", iter([b"one ", b"two"])), *whole[1:]]
    archive.write(tmp_path / "x.zip", pieces)
    assert (tmp_path / "x.zip").read_bytes() == archive.pack(whole)
    with Archive(tmp_path / "x.zip") as opened:
        assert [entry.name for entry in opened.entries] == ["a.txt", "a.txt", "b/"]
        assert opened.read("a.txt") == b"three"


def test_a_file_that_cannot_be_replaced_stays_whole(tmp_path: Path) -> None:
    target = tmp_path / "game.vmod"
    target.mkdir()
    with pytest.raises(FileError, match="cannot be written"):
        archive.write(target, {"a": b"b"})
    assert target.is_dir() and not list(tmp_path.glob(".*"))


def test_writing_leaves_nothing_beside(tmp_path: Path) -> None:
    archive.write(tmp_path / "game.vmod", {"a": b"b"})
    assert [path.name for path in tmp_path.iterdir()] == ["game.vmod"]


@pytest.mark.parametrize(
    ("said", "size"),
    [("4GB", 4_000_000_000), ("1.5 GiB", 3 << 29), ("500mb", 500_000_000), ("2048", 2048)],
)
def test_the_limit_is_raised_by_a_word(
    monkeypatch: pytest.MonkeyPatch, said: str, size: int
) -> None:
    monkeypatch.setattr(archive.LIMITS, "unpacked", 1)
    with pytest.raises(ArchiveError, match="limit of 1"):
        Archive(zipped(a=b"xx"))
    archive.allow(said)
    assert archive.LIMITS.unpacked == size
    Archive(zipped(a=b"xx")).close()


@pytest.mark.parametrize("said", ["", "GB", "-1", "4 GBB", "1e9", "lots"])
def test_a_size_that_is_none_is_refused(said: str) -> None:
    with pytest.raises(ArchiveError, match="write a number of bytes"):
        archive.allow(said)

"""One member of an archive changed, every other byte of the others as it stood."""

from __future__ import annotations

import io
import os
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.files import replace_file
from generator.vassal.archive import Archive, ArchiveError
from generator.vassal.patching import changed


def odd_archive() -> bytes:
    """What tools of the wild leave behind: names in two character sets, dates, extra fields, a
    folder, a comment, bytes before the archive, a size that follows its member."""
    buffer = io.BytesIO(b"#!/bin/sh\n")
    buffer.seek(0, 2)
    with zipfile.ZipFile(buffer, "a") as made:
        for name, method in (
            ("buildFile", zipfile.ZIP_DEFLATED),
            ("images/", zipfile.ZIP_STORED),
            ("images/caf\u00e9.png", zipfile.ZIP_DEFLATED),
            ("images/b.png", zipfile.ZIP_STORED),
        ):
            info = zipfile.ZipInfo(name, (2009, 3, 14, 15, 9, 26))
            info.compress_type = method
            info.extra = struct.pack("<HHI", 0x5455, 4, 7)
            info.comment = b"note"
            made.writestr(info, b"" if name.endswith("/") else name.encode() * 40)
        with made.open("streamed.txt", "w") as stream:
            stream.write(b"some")
        made.comment = b"made in 2009"
    utf8 = "caf\u00e9".encode()
    raw = buffer.getvalue()
    assert raw.count(utf8) >= 2
    return raw


def records(data: bytes) -> dict[str, tuple[object, ...]]:
    """Of each member all that its line of the directory and its own bytes hold."""
    found = {}
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        assert opened.testzip() is None
        for info in opened.infolist():
            start = info.header_offset
            lengths = struct.unpack("<2H", data[start + 26 : start + 30])
            body = start + 30 + sum(lengths)
            found[info.filename] = (
                info.orig_filename,
                info.date_time,
                info.compress_type,
                info.extra,
                info.comment,
                data[start : start + 14],
                data[start + 30 : body],
                data[body : body + info.compress_size],
            )
    return found


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "odd.vmod"
    path.write_bytes(odd_archive())
    return path


def test_without_a_change_every_byte_is_the_same(source: Path) -> None:
    assert b"".join(changed(source, {})) == source.read_bytes()


def test_a_member_that_says_the_same_stays_as_packed(source: Path) -> None:
    with Archive(source) as archive:
        same = {name: archive.read(name) for name in archive}
    assert b"".join(changed(source, same)) == source.read_bytes()


@pytest.mark.parametrize(
    "name", ["buildFile", "images/caf\u00e9.png", "images/b.png", "streamed.txt"]
)
def test_one_member_changes_and_the_others_keep_every_byte(source: Path, name: str) -> None:
    before = records(source.read_bytes())
    replace_file(source, changed(source, {name: b"new" * 999}))
    after = records(source.read_bytes())
    with Archive(source) as archive:
        assert archive.read(name) == b"new" * 999
    assert list(after) == list(before)
    assert {k: v for k, v in after.items() if k != name} == {
        k: v for k, v in before.items() if k != name
    }
    assert after[name][:5] == before[name][:5]
    with zipfile.ZipFile(source) as opened:
        assert opened.comment == b"made in 2009"


def test_a_member_is_taken_away_and_another_added(source: Path) -> None:
    before = records(source.read_bytes())
    replace_file(source, changed(source, {"buildFile": None, "images/ß.png": b"x", "gone": None}))
    after = records(source.read_bytes())
    assert list(after) == [*list(before)[1:], "images/ß.png"]
    assert all(after[name] == before[name] for name in list(before)[1:])


def test_every_member_of_a_name_is_changed(tmp_path: Path) -> None:
    path = tmp_path / "twice.zip"
    with zipfile.ZipFile(path, "w") as made, pytest.warns(UserWarning, match="Duplicate"):
        for text in ("first", "second"):
            made.writestr("savedGame", text)
    with Archive(path) as archive:
        assert archive.read("savedGame") == b"second"
        assert b"".join(archive.pieces("savedGame", first=True)) == b"first"
    replace_file(path, changed(path, {"savedGame": b"both"}))
    with Archive(path) as archive:
        contents = [b"".join(archive.pieces_of(entry)) for entry in archive.entries]
    assert contents == [b"both", b"both"]


def test_numbers_in_the_form_for_large_archives_are_understood(tmp_path: Path) -> None:
    path = tmp_path / "long.zip"
    with zipfile.ZipFile(path, "w") as made:
        with made.open("a", "w", force_zip64=True) as stream:
            stream.write(b"one")
        made.writestr("b", "two")
    replace_file(path, changed(path, {"a": b"three"}))
    with zipfile.ZipFile(path) as opened:
        assert {name: opened.read(name) for name in opened.namelist()} == {
            "a": b"three",
            "b": b"two",
        }


names = st.text(
    st.characters(blacklist_characters="\0/\\", blacklist_categories=["Cs"]), min_size=1
)


@given(
    st.dictionaries(names, st.binary(max_size=50)), st.dictionaries(names, st.none() | st.binary())
)
def test_an_archive_is_a_dictionary(
    tmp_path_factory: pytest.TempPathFactory,
    members: dict[str, bytes],
    changes: dict[str, bytes | None],
) -> None:
    path = tmp_path_factory.mktemp("any") / "any.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in members.items():
            made.writestr(name, data)
    replace_file(path, changed(path, changes))
    with zipfile.ZipFile(path) as opened:
        after = {name: opened.read(name) for name in opened.namelist()}
    wanted = {**members, **changes}
    assert after == {name: data for name, data in wanted.items() if data is not None}


def test_real_files_with_one_member_changed(shared: Path, tmp_path: Path) -> None:
    for file in sorted((shared / "corpus/vassal").glob("*.v*")):
        before = records(file.read_bytes())
        assert b"".join(changed(file, {})) == file.read_bytes()
        name = next(iter(before))
        out = tmp_path / file.name
        replace_file(out, changed(file, {name: os.urandom(99)}))
        after = records(out.read_bytes())
        assert {k: v for k, v in after.items() if k != name} == {
            k: v for k, v in before.items() if k != name
        }


def test_no_zip_is_named(tmp_path: Path) -> None:
    path = tmp_path / "no.zip"
    path.write_bytes(b"hello")
    with pytest.raises(ArchiveError, match=r"no\.zip: a text file, not a zip file"):
        list(changed(path, {"a": b"b"}))

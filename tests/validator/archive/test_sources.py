"""Logs are found in folders, zips and mails, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.vassal import archive
from tests.validator.archive.conftest import mailed, zipped
from validator.archive.sources import (
    DEEPEST,
    ArchiveFolderError,
    Source,
    Unread,
    content,
    sources,
)

LOG = zipped(savedGame=b"a log")


def found(*places: Path) -> dict[str, bytes]:
    return {
        one.name: content(one) for one in sources([*map(str, places)]) if isinstance(one, Source)
    }


def unread(*places: Path) -> dict[str, str]:
    return {one.name: one.reason for one in sources([*map(str, places)]) if isinstance(one, Unread)}


@pytest.fixture
def box(tmp_path: Path) -> Path:
    folder = tmp_path / "box"
    folder.mkdir()
    return folder


def test_logs_and_saves_are_found_wherever_they_lie(box: Path) -> None:
    (box / "a").mkdir()
    (box / "a" / "turn.VLOG").write_bytes(LOG)
    (box / "start.vsav").write_bytes(b"anything")
    (box / "notes.txt").write_bytes(b"none")
    (box / "save.json").write_bytes(b"{}")
    assert list(found(box)) == ["box/a/turn.VLOG", "box/start.vsav"]


def test_zips_and_mails_are_looked_into(box: Path) -> None:
    (box / "z.zip").write_bytes(zipped(t1__vlog=LOG, inner__zip=zipped(t2__vlog=b"two")))
    (box / "m.eml").write_bytes(mailed("t3.vlog", b"three"))
    mails = b"From ann\n" + mailed("t4.vlog", b"four") + b"\nFrom bob\n" + mailed("x.txt", b"no")
    (box / "all.mbox").write_bytes(mails)
    (box / "cur").mkdir()
    (box / "cur" / "1699.eml:2,S").write_bytes(mailed("t5.vlog", b"five"))
    assert found(box) == {
        "box/all.mbox!/1/t4.vlog": b"four",
        "box/cur/1699.eml:2,S!/t5.vlog": b"five",
        "box/m.eml!/t3.vlog": b"three",
        "box/z.zip!/t1.vlog": LOG,
        "box/z.zip!/inner.zip!/t2.vlog": b"two",
    }


def test_of_a_zip_that_holds_many_one_log_alone_is_unpacked(
    box: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (box / "z.zip").write_bytes(zipped(a__vlog=b"a", b__vlog=b"b", c__vlog=b"c"))
    every = [one for one in sources([str(box)]) if isinstance(one, Source)]
    read: list[str] = []
    unpack = archive.Archive.read
    monkeypatch.setattr(
        archive.Archive, "read", lambda own, name: (read.append(name), unpack(own, name))[1]
    )
    assert [content(one) for one in every] == [b"a", b"b", b"c"]
    assert read == ["a.vlog", "b.vlog", "c.vlog"]


def test_a_log_that_was_named_a_zip_is_a_log(box: Path) -> None:
    (box / "game.zip").write_bytes(LOG)
    assert found(box) == {"box/game.zip": LOG}


def test_archives_lie_in_one_another_only_so_deep(box: Path) -> None:
    data = zipped(t__vlog=LOG)
    for _ in range(DEEPEST):
        data = zipped(in__zip=data)
    (box / "deep.zip").write_bytes(data)
    assert not found(box)
    (told,) = unread(box).values()
    assert "lie in one another" in told


def test_a_bomb_costs_itself_alone(box: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive.LIMITS, "unpacked", 1000)
    (box / "bomb.zip").write_bytes(zipped(t__vlog=b"0" * 2000))
    (box / "good.vlog").write_bytes(LOG)
    assert list(found(box)) == ["box/good.vlog"]
    assert "more than the limit" in unread(box)["box/bomb.zip"]


def test_links_are_not_followed(box: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.vlog").write_bytes(LOG)
    (box / "link.vlog").symlink_to(tmp_path / "secret.vlog")
    assert not found(box)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ArchiveFolderError, match="no such folder"):
        list(sources([str(tmp_path / "clob")]))

"""Logs are found in folders, zips and mails, and nothing else is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

from generator.vassal import archive
from tests.validator.archive.conftest import here, mailed, sources, zipped
from validator.archive.judging import LOOK, Task
from validator.archive.running import run
from validator.archive.sources import (
    DEEPEST,
    ArchiveFolderError,
    Holder,
    Source,
    Unread,
    content,
)
from validator.archive.sources import found as listed
from validator.archive.stores import LocalStore
from validator.archive.working import Limits

LOG = zipped(savedGame=b"a log")


def found(*places: Path) -> dict[str, bytes]:
    return {one.name: content(one) for one in sources(*places) if isinstance(one, Source)}


def unread(*places: Path) -> dict[str, str]:
    return {one.name: one.reason for one in sources(*places) if isinstance(one, Unread)}


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


def test_two_files_of_one_name_in_one_mail_are_two(box: Path) -> None:
    mail = message_from_bytes(mailed("turn.vlog", b"one"), policy=default)
    assert isinstance(mail, EmailMessage)
    mail.add_attachment(b"two", maintype="a", subtype="b", filename="turn.vlog")
    (box / "m.eml").write_bytes(mail.as_bytes())
    assert found(box) == {"box/m.eml!/turn.vlog": b"one", "box/m.eml!/turn (2).vlog": b"two"}


def test_folders_of_mails_and_saves_of_the_other_program_are_found_in_zips(box: Path) -> None:
    from validator.reading.tabletop.log import MARK

    save = json.dumps({"Note": MARK}).encode()
    mails = b"From ann\n" + mailed("t.vlog", b"log")
    (box / "z.zip").write_bytes(zipped(save__json=save, other__json=b"{}", all__mbox=mails))
    assert found(box) == {"box/z.zip!/save.json": save, "box/z.zip!/all.mbox!/1/t.vlog": b"log"}


def test_a_copy_of_a_zip_holds_the_same_and_is_looked_into_once(box: Path, tmp_path: Path) -> None:
    for name in ("a.zip", "b.zip"):
        (box / name).write_bytes(zipped(t__vlog=LOG))
    looked: list[str] = []

    def work(tasks: Sequence[Task], limits: Limits) -> Iterator[tuple[Task, Any]]:
        looked.extend(task.sources[0].name for task in tasks if task.kind == LOOK)
        return here(tasks, limits)

    _, rows = run([str(box)], str(tmp_path / "out"), Limits(), work=work)
    assert looked == ["box/a.zip"]
    assert [row["file"] for row in rows["files"]] == ["box/a.zip!/t.vlog", "box/b.zip!/t.vlog"]
    (box / "a.zip").rename(box / "c.zip")
    _, rows = run([str(box)], str(tmp_path / "out"), Limits(), work=work)
    assert looked == ["box/a.zip"]
    assert [row["file"] for row in rows["files"]] == ["box/b.zip!/t.vlog", "box/c.zip!/t.vlog"]


def test_results_that_lie_among_the_logs_are_no_logs(box: Path) -> None:
    (box / "t.vlog").write_bytes(LOG)
    (box / "results" / "kept").mkdir(parents=True)
    (box / "results" / "kept" / "more.vlog").write_bytes(LOG)
    store = LocalStore(box / "results")
    assert [one.source.name if isinstance(one, Holder) else one.name for one in
            listed([str(box)], store)] == ["box/t.vlog"]  # fmt: skip


def test_of_a_zip_that_holds_many_one_log_alone_is_unpacked(
    box: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (box / "z.zip").write_bytes(zipped(a__vlog=b"a", b__vlog=b"b", c__vlog=b"c"))
    every = [one for one in sources(box) if isinstance(one, Source)]
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
        list(sources(tmp_path / "clob"))

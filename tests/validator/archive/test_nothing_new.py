"""A run that finds nothing new reads no result, hashes no file and writes no table again."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.validator.archive.conftest import here
from validator.archive import sources, sums, tables
from validator.archive.judging import Task
from validator.archive.keeping import Failed
from validator.archive.packs import Packs
from validator.archive.running import Summary, archived, run
from validator.archive.stores import LocalStore
from validator.archive.working import Limits

LIMITS = Limits()


def look(club: Path, out: Path, **more: Any) -> tuple[Summary, Mapping[str, Sequence[Any]]]:
    return archived([str(club)], str(out), more.pop("limits", LIMITS), **{"work": here, **more})


@pytest.fixture(scope="module")
def whole(club: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("again") / "results"
    look(club, out)
    return out


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that were written just now count as written long ago."""
    monkeypatch.setattr(sums, "_STILL", -1000.0)


def bytes_of(out: Path) -> dict[str, bytes]:
    found = [*(out / "tables").rglob("*.parquet"), out / "index.html"]
    return {str(one.relative_to(out)): one.read_bytes() for one in found}


@pytest.mark.slow
def test_nothing_is_written_and_the_rows_are_the_same(club: Path, whole: Path, still: None) -> None:
    look(club, whole)  # the files are older now than just before it
    _, rows = run([str(club)], str(whole.parent / "beside"), LIMITS, work=here)
    times = {path: path.stat().st_mtime_ns for path in whole.rglob("*") if path.is_file()}
    summary, again = look(club, whole)
    assert (summary.new, summary.files, summary.games, summary.made) == (0, 6, 2, None)
    assert [name for name, _ in summary.unread] == ["club/rubbish.vlog", "club/torn.vlog"]
    assert {path: path.stat().st_mtime_ns for path in times} == times
    assert {name: list(held) for name, held in again.items()} == {
        name: list(held) for name, held in rows.items()
    }


@pytest.mark.parametrize("lost", ["index.html", "tables/games/rules=graf_spee/part-0.parquet"])
@pytest.mark.slow
def test_what_is_lost_or_damaged_is_made_again(
    club: Path, whole: Path, tmp_path: Path, lost: str
) -> None:
    before = bytes_of(whole)
    (whole / lost).unlink()
    assert look(club, whole)[0].made is not None
    assert bytes_of(whole) == before
    (whole / lost).write_bytes(b"x")
    look(club, whole)
    assert bytes_of(whole) == before


@pytest.mark.slow
def test_tables_of_another_view_do_not_stand_for_this_one(club: Path, whole: Path) -> None:
    before = bytes_of(whole)
    look(club, whole, names=True)
    assert bytes_of(whole) != before
    summary, _ = look(club, whole)
    assert summary.made is not None and summary.new == 0
    assert bytes_of(whole) == before


@pytest.mark.slow
def test_a_file_that_is_new_changed_or_gone_is_seen(club: Path, tmp_path: Path) -> None:
    place, out = tmp_path / "in", tmp_path / "out"
    place.mkdir()
    log = (club / "ann and bob" / "1.vlog").read_bytes()
    (place / "a.vlog").write_bytes(log)
    assert look(place, out)[0].new == 2
    (place / "b.vlog").write_bytes(b"no log")
    summary, _ = look(place, out)
    assert (summary.new, summary.files) == (1, 2) and summary.made is not None
    (place / "b.vlog").rename(place / "c.vlog")
    summary, rows = look(place, out)
    assert summary.new == 0 and [row["file"] for row in rows["files"]] == ["in/a.vlog", "in/c.vlog"]
    (place / "c.vlog").unlink()
    summary, rows = look(place, out)
    assert summary.files == 1 and summary.made is not None


def test_what_failed_is_tried_again_under_higher_limits_alone(club: Path, tmp_path: Path) -> None:
    def late(tasks: Sequence[Task], limits: Limits) -> Iterator[tuple[Task, Any]]:
        return ((task, Failed("too long", limits.seconds, limits.memory)) for task in tasks)

    place, out = club / "ann and bob", tmp_path / "out"
    assert look(place, out, work=late, limits=Limits(seconds=5))[0].new == 2
    assert look(place, out, limits=Limits(seconds=5))[0].made is None
    assert look(place, out, limits=Limits(seconds=6))[0].new == 3


def test_a_file_that_is_the_same_is_not_read_again(
    club: Path, tmp_path: Path, still: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, out, read = tmp_path / "in", tmp_path / "out", []
    place.mkdir()
    real = sources._sum_of
    monkeypatch.setattr(sources, "_sum_of", lambda *told: (read.append(told[1]), real(*told))[1])
    for name in ("a.vlog", "b.log"):
        (place / name).write_bytes(b"no log")
    look(place, out)
    look(place, out)
    assert read == ["in/a.vlog", "in/b.log"]
    kept = (place / "a.vlog").stat()
    (place / "a.vlog").write_bytes(b"no LOG")
    os.utime(place / "a.vlog", ns=(kept.st_atime_ns, kept.st_mtime_ns))
    assert look(place, out)[0].new == 1, "its time was put back, and it is another file"
    assert read == ["in/a.vlog", "in/b.log", "in/a.vlog"]


def test_a_file_that_was_written_just_now_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    assert not sums.stamp_of((tmp_path / "a").stat())
    os.utime(tmp_path / "a", (1, 1))
    assert not sums.stamp_of((tmp_path / "a").stat()), "its time of change tells"
    assert sums.tag_of({"size": 1, "mtime": 5}) == ""
    assert sums.tag_of({"size": 1, "ETag": "x"}) != sums.tag_of({"size": 1, "ETag": "y"})


def test_sums_that_are_no_sums_are_left(tmp_path: Path) -> None:
    store = LocalStore(tmp_path)
    for data in (b"[1]", b"{", b'{"a": 1}', b'{"a": ["x"]}'):
        store.write("kept/sums.json", data)
        assert sums.Sums(store).known("a", "x") is None


def test_packs_are_few_and_what_is_newer_counts(tmp_path: Path) -> None:
    store = LocalStore(tmp_path)
    for number in range(20):
        Packs(store, "kept/x").add({f"{number}": b"%d" % number, "same": b"%d" % number})
    packs = Packs(store, "kept/x")
    assert packs.read("same") == b"19" and packs.read("3") == b"3" and "20" not in packs
    assert len(store.sizes("kept/x")) < 6


@pytest.mark.slow
def test_a_damaged_pack_costs_what_it_held_and_no_more(club: Path, tmp_path: Path) -> None:
    place, out = club / "ann and bob", tmp_path / "out"
    look(place, out)
    before = bytes_of(out)
    (pack,) = out.rglob("*.zip")
    data = pack.read_bytes()
    pack.write_bytes(b"\0" * 50 + data[50:])  # the first member alone
    (out / "index.html").unlink()
    assert 0 < look(place, out)[0].new < 3
    for pack in out.rglob("*.zip"):
        pack.write_bytes(b"torn")
    (out / "index.html").unlink()
    assert look(place, out)[0].new == 3
    assert bytes_of(out) == before


def test_rows_come_back_in_their_order(whole: Path) -> None:
    rows = tables.Stored(LocalStore(whole))
    assert [row["name"] for row in rows["games"]] == sorted(row["name"] for row in rows["games"])
    assert {row["rules"] for row in rows["games"]} == {"graf_spee"}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
def test_a_folder_that_cannot_be_looked_into_is_told(tmp_path: Path) -> None:
    shut = tmp_path / "shut"
    shut.mkdir(mode=0)
    (told,) = sources.found([str(tmp_path)])
    shut.chmod(0o700)
    assert isinstance(told, sources.Unread) and "Permission denied" in told.reason

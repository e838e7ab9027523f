"""Logs and results at a URL: the same as in a folder, and troubles are told."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import fsspec
import pytest

from tests.validator.archive.conftest import here, zipped
from validator.archive import tables
from validator.archive.cluster import over_cluster
from validator.archive.page import write_page
from validator.archive.running import archived, run
from validator.archive.sources import ArchiveFolderError, Source, Unread, content, found
from validator.archive.stores import StoreError, store_of
from validator.archive.working import Limits, Work

LOG = zipped(savedGame=b"a log")


@pytest.fixture
def memory() -> Iterator[Any]:
    files = fsspec.filesystem("memory")
    yield files
    for path in files.find("/"):
        files.rm_file(path)


def written(out: str) -> Mapping[str, bytes | None]:
    """The tables and the page."""
    store = store_of(out)
    return {name: store.read(name) for name in store.sizes() if not name.startswith("kept/")}


def test_a_url_of_this_machine_is_its_folder(club: Path, tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "a.vlog").write_bytes((club / "torn.vlog").read_bytes())
    outs = (f"file://{tmp_path}/one", str(tmp_path / "two"))
    for place, out in zip((f"file://{tmp_path}/club", str(tmp_path / "club")), outs, strict=True):
        _, rows = run([place], out, Limits(), work=here)
        write_page(store_of(out), rows)
    one, two = map(written, outs)
    assert one == two and "index.html" in one
    assert list(tables.ask(store_of(outs[0]), "select status from files")[1]) == [("unread",)]


def test_results_lie_where_every_process_finds_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "a.vlog").write_bytes(LOG)
    (one,) = found(["club"])
    assert isinstance(one, Source) and one.path == str(tmp_path / "club" / "a.vlog")
    assert store_of("out").place == str(tmp_path / "out")


def test_what_is_not_to_be_read_at_a_url_is_left(memory: Any, monkeypatch: Any) -> None:
    memory.pipe_file("/club/t.vlog", LOG)
    memory.pipe_file("/club/results/kept/more.vlog", LOG)
    memory.pipe_file("/club/x.vlog::file:///etc/hosts.vlog", LOG)
    memory.pipe_file("/club/large.vlog", LOG + bytes(1000))
    monkeypatch.setattr("generator.vassal.archive.LIMITS.unpacked", 1000)
    told = list(found(["memory://club"], store_of("memory://club/results/")))
    (good,) = (one for one in told if isinstance(one, Source))
    assert good.name == "club/t.vlog" and content(good) == LOG
    reasons = {one.name: one.reason for one in told if isinstance(one, Unread)}
    assert len(reasons) == 2 and "--max-size raises it" in reasons["club/large.vlog"]


def test_a_place_out_of_reach_is_told_whatever_its_library_raises(
    memory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    class OutOfReachError(Exception):
        pass

    def refuse(*words: Any, **more: Any) -> Any:
        raise OutOfReachError("no credentials\nfound")

    memory.pipe_file("/club/t.vlog", LOG)
    store = store_of("memory://club")
    for name in ("find", "cat_file", "pipe_file", "open"):
        monkeypatch.setattr(type(memory), name, refuse)
    told = r"cannot be (read|written) \(no credentials found\)"
    for asked in (
        lambda: list(found(["memory://club"])),
        lambda: list(store.sizes()),
        lambda: store.read("t.vlog"),
        lambda: store.write("t.vlog", b""),
        lambda: content(Source("t.vlog", "memory://club/t.vlog")),
    ):
        with pytest.raises(StoreError, match=told):
            asked()


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Any, str]]:
    """A server of S3 on this machine, and a bucket for the club."""
    needed = "needs more: python -m pip install s3fs 'moto[server]'"
    pytest.importorskip("s3fs", reason=needed)
    server = pytest.importorskip("moto.server", reason=needed)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    running = server.ThreadedMotoServer(ip_address="127.0.0.1", port=port, verbose=False)
    for name, value in {
        "AWS_ACCESS_KEY_ID": "club",
        "AWS_SECRET_ACCESS_KEY": "club",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
    }.items():
        monkeypatch.setenv(name, value)
    running.start()
    fsspec.filesystem("s3").clear_instance_cache()
    files = fsspec.filesystem("s3")
    bucket = f"club-{port}"
    files.mkdir(bucket)
    yield files, bucket
    running.stop()


@pytest.mark.slow
@pytest.mark.parametrize("by", ["this process", "a cluster"])
def test_logs_and_results_in_s3_are_the_same_as_in_folders(
    s3: tuple[Any, str], club: Path, tmp_path: Path, request: pytest.FixtureRequest, by: str
) -> None:
    files, bucket = s3
    for path in club.rglob("*"):
        if path.is_file():
            files.pipe_file(
                f"{bucket}/in/club/{path.relative_to(club).as_posix()}", path.read_bytes()
            )
    work: Work = here
    if by == "a cluster":
        work = over_cluster(request.getfixturevalue("cluster").scheduler_address)
    outs = {str(tmp_path / "out"): str(club), f"s3://{bucket}/results/": f"s3://{bucket}/in/club"}
    for out, place in outs.items():
        for new in (7, 0):
            summary, _ = archived(
                [place], out, Limits(seconds=300), names=True, replays=True, work=work
            )
            assert summary.new == new
        assert summary.made is None, "nothing was new"
    one, two = map(written, outs)
    assert one == two and any(name.startswith("replays/") for name in one)
    with pytest.raises(ArchiveFolderError, match="no such folder"):
        list(found(["s3://nobody/logs"]))

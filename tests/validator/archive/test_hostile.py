"""What one hostile or broken file of a club costs: itself, and nothing else."""

from __future__ import annotations

import os
import re
import sys
import warnings
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from broadside import main
from generator.vassal import archive
from tests.modules.graf_spee.played_logs import played
from tests.validator.archive.conftest import here, zipped
from validator.archive import judging, plots, tables
from validator.archive.dice import Thrown
from validator.archive.judging import CARD, Task, hidden
from validator.archive.keeping import Failed, Kept
from validator.archive.page import write_page
from validator.archive.running import run
from validator.archive.sources import Source, Unread, sources
from validator.archive.stores import LocalStore
from validator.archive.working import Limits, over_processes
from validator.reading.events import Said


def unread(place: Path) -> dict[str, str]:
    """Files that cannot be looked into, and why."""
    return {one.name: one.reason for one in sources([str(place)]) if isinstance(one, Unread)}


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names there are always letters")
def test_names_of_files_in_another_encoding_and_dates_of_no_clock(tmp_path: Path) -> None:
    club, out = tmp_path / "club", LocalStore(tmp_path / "out")
    club.mkdir()
    made = Path(os.fsdecode(os.fsencode(club) + b"/caf\xe9.vlog"))
    source = zipfile.ZipFile(played(2).path)
    with zipfile.ZipFile(made, "w") as log:
        for name in source.namelist():
            date = rb"<dateSaved>999999999999999</dateSaved>"
            log.writestr(name, re.sub(rb"<dateSaved>\d*</dateSaved>", date, source.read(name)))
    _, rows = run([str(club)], str(out.folder), Limits(), work=here)
    (game,) = rows["games"]
    assert game["name"] == "club/caf?.vlog" and game["year"] is None and not game["trouble"]
    write_page(out, rows)


@pytest.mark.parametrize(
    "name", ["$\\frac{$", "骰子\N{GAME DIE}", "x" * 5000, "\0\b\x7f", "</text><script>"]
)
def test_a_plot_takes_any_name(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        drawn = plots.dice([Thrown("game", name, name, 100, 3.0, 3.5, 0.1)])
        begun = [{"game": "1", "side": name, "opening": name}] * 2
        drawn += plots.openings([{"game": "1", "rules": "", "winner": "", "ended": True}], begun)
    assert "<script" not in drawn and len(drawn) < 40_000


def test_a_mail_nested_without_end_is_told(tmp_path: Path) -> None:
    part = 'Content-Type: multipart/mixed; boundary="b{0}"\n\n--b{0}\n'
    nested = "".join(part.format(number) for number in range(3000)).encode()
    (tmp_path / "a.eml").write_bytes(b"From: a\n" + nested)
    (tmp_path / "b.mbox").write_bytes(b"From a\nFrom: a\n" + nested)
    told = unread(tmp_path)
    assert told == {
        f"{tmp_path.name}/a.eml": "nested too deeply",
        f"{tmp_path.name}/b.mbox": "mail 1: nested too deeply",
    }


def test_all_that_lies_in_one_file_shares_its_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = {f"{number}__zip": zipped(a__vlog=bytes(3000)) for number in range(9)}
    (tmp_path / "bomb.zip").write_bytes(zipped(**inner))
    assert not unread(tmp_path)
    monkeypatch.setattr(archive.LIMITS, "unpacked", 45_000)
    (tmp_path / "large.eml").write_bytes(bytes(45_001))
    told = unread(tmp_path)
    assert "--max-size raises" in told.pop(f"{tmp_path.name}/large.eml")
    assert told and all(name.startswith(f"{tmp_path.name}/bomb.zip!/") for name in told)
    assert all("--max-size raises" in why for why in told.values())


def test_how_large_files_may_be_is_held_by_the_programs_that_read_them(tmp_path: Path) -> None:
    (tmp_path / "a.vlog").write_bytes(played(2).path.read_bytes())
    (found,) = sources([str(tmp_path)])
    assert isinstance(found, Source)
    low = Limits(unpacked=1000)
    ((_, card),) = over_processes([Task(CARD, "1", (found,))], low)
    assert not isinstance(card, Failed) and "--max-size raises" in card["trouble"]
    # With more room it is looked at anew.
    told: dict[str, bool] = {"reveal": False, "names": False, "replays": False}
    store = LocalStore(tmp_path / "out")
    kept = Kept(store, own=(), unpacked=low.unpacked, **told)
    kept.begin()
    kept.keep(CARD, "1", card)
    assert kept.found(CARD, "1", (1, 1)) is not None
    assert Kept(store, own=(), **told).found(CARD, "1", (1, 1)) is None


def test_a_name_is_hidden_wherever_it_stands_as_a_word() -> None:
    called = {"Bob!": "player-1", "Bob": "player-2", "": "player-3"}
    assert hidden(called, "Bob! moved (Bob), Bobby not") == "player-1 moved (player-2), Bobby not"
    assert hidden({"": "player-3"}, "nobody's name") == "nobody's name"


def test_names_that_only_a_roll_or_the_chat_tells_are_names() -> None:
    line = Said(1, None, text="good luck", speaker="Ann")
    said = SimpleNamespace(scene=lambda step: SimpleNamespace(players=()), events=lambda: [line])
    rolls = [SimpleNamespace(player=name, side="") for name in ("Carl", "Dora P2", "P1")]
    read: Any = SimpleNamespace(views=[said])
    result: Any = SimpleNamespace(rolls=rolls)
    assert [name for name in judging._names(read, result) if name] == ["Ann", "Carl", "Dora"]


def test_two_runs_put_their_tables_into_one_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, real, other = LocalStore(tmp_path), Path.rename, [True]
    store.replace("tables", {"a": b"before"})

    def rename(path: Path, target: Path) -> Path:
        if path.name == "new" and other.pop() if other else False:
            store.replace("tables", {"a": b"of the other run"})
        return real(path, target)

    monkeypatch.setattr(Path, "rename", rename)
    store.replace("tables", {"a": b"of this run"})
    assert store.read("tables/a") == b"of this run"
    assert [one.name for one in tmp_path.iterdir()] == ["tables"]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = LocalStore(tmp_path_factory.mktemp("empty") / "results")
    store.folder.mkdir()
    tables.write(store, {name: [] for name in tables.TABLES})
    return store.folder


def asked(results: Path, *words: str) -> str:
    told = CliRunner().invoke(main, ["archive", "-o", str(results), "--query", *words])
    assert told.exit_code == 2 or not told.output.startswith("broadside")
    return told.output


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("", "there is no question in it"),
        ("select i, case when i = 5000 then ('x' || i)::int end from range(9000) t(i)", "x5000"),
        ("select * from nowhere", "the tables are files, games"),
    ],
)
def test_a_question_that_has_no_answer_is_told_in_one_line(
    results: Path, query: str, says: str
) -> None:
    last = asked(results, query).splitlines()[-1]
    assert last.startswith("broadside: --query: ") and says in last


def test_every_kind_of_value_is_told_as_json(results: Path) -> None:
    query = "select 1.5::decimal(4, 2) d, 'nan'::float n, date '2020-02-01' w, {'a': 'b'::blob} s"
    assert "".join(asked(results, query, "--json").split()) == (
        '[{"d":"1.50","n":"nan","w":"2020-02-01","s":{"a":"b\'b\'"}}]'
    )


def test_tables_of_an_older_edition_or_damaged_ones_are_told(results: Path, tmp_path: Path) -> None:
    store = LocalStore(tmp_path)
    tables.write(store, {name: [] for name in tables.TABLES if name != "openings"})
    assert "the table openings is not there, or damaged; run" in asked(tmp_path, "select 1")

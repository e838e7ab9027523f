"""What one hostile or broken file of a club costs: itself, and nothing else."""

from __future__ import annotations

import csv
import os
import re
import shutil
import sys
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from email import message_from_bytes
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from broadside import main
from generator.places import games_folder
from generator.vassal import archive
from tests.modules.graf_spee.played_logs import played
from tests.validator.archive.conftest import here, mailed, sources, zipped
from validator.archive import judging, plots, tables
from validator.archive.dice import Thrown
from validator.archive.judging import CARD, LOOK, Task, hidden
from validator.archive.keeping import Failed, Kept
from validator.archive.page import write_page
from validator.archive.running import run
from validator.archive.sources import Source, Unread, content
from validator.archive.stores import LocalStore
from validator.archive.working import Limits, over_processes
from validator.audit.auditing import audited
from validator.audit.played import played as played_of
from validator.reading.events import Said
from validator.reporting import write_page as write_replay


def unread(place: Path) -> dict[str, str]:
    """Files that cannot be looked into, and why."""
    return {one.name: one.reason for one in sources(place) if isinstance(one, Unread)}


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


def test_what_only_calls_for_a_look_is_not_called_broken() -> None:
    found = [{"severity": "suspicious", "cases": ["dice.undone"], "game": "1"}]
    assert "calls for a look" in plots.cases(found) and ">broken<" not in plots.cases(found)
    found.append({"severity": "missing", "cases": ["GS-7", "GS-8"], "game": "1"})
    drawn = plots.cases(found)
    assert all(f">{word}<" in drawn for word in ("broken", "GS-7", "GS-8"))
    assert not plots.cases([{"severity": "note", "cases": ["GS-7"], "game": "1"}])


@pytest.mark.slow
def test_a_mail_nested_without_end_is_told(tmp_path: Path) -> None:
    part = 'Content-Type: multipart/mixed; boundary="b{0}"\n\n--b{0}\n'
    nested = "".join(part.format(number) for number in range(3000)).encode()
    (tmp_path / "a.eml").write_bytes(b"From: a\n" + nested)
    (tmp_path / "b.mbox").write_bytes(b"From a\nFrom: a\n" + nested)
    told = unread(tmp_path)
    assert told == {
        f"{tmp_path.name}/a.eml": "nested too deeply",
        f"{tmp_path.name}/b.mbox!/mail 1": "nested too deeply",
    }


def test_one_mail_or_member_that_cannot_be_read_costs_itself_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(raw: bytes, **more: Any) -> Any:
        if b"b.vlog" in raw:
            raise ValueError("odd")
        return message_from_bytes(raw, **more)

    monkeypatch.setattr("validator.archive.sources.message_from_bytes", read)
    mails = [mailed(f"{name}.vlog", name.encode()) for name in "abc"]
    box = b"".join(b"From ann\n" + mail + b"\n" for mail in mails)
    (tmp_path / "all.mbox").write_bytes(box)
    good, torn = b"x" * 200, b"y" * 200
    held = zipped(a__vlog=good, b__vlog=torn).replace(torn, b"z" * 200)
    (tmp_path / "old.zip").write_bytes(held)
    told = {
        one.name.partition("/")[2]: one.reason if isinstance(one, Unread) else content(one)
        for one in sources(tmp_path)
    }
    assert told.pop("old.zip!/b.vlog").startswith("member 'b.vlog' is damaged")
    assert told == {
        "all.mbox!/1/a.vlog": b"a",
        "all.mbox!/mail 2": "no mail that can be read (odd)",
        "all.mbox!/3/c.vlog": b"c",
        "old.zip!/a.vlog": good,
    }


def test_a_file_that_is_endless_to_look_into_costs_its_own_limit(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is done by a program of its own, as reading and auditing are."""
    kinds: list[tuple[str, str]] = []

    def told(tasks: Sequence[Task], limits: Limits) -> Iterator[tuple[Task, Any]]:
        for task, result in here(tasks, limits):
            kinds.append((task.kind, task.sources[0].name))
            yield task, Failed("took too long") if task.kind == LOOK else result

    summary, _ = run([str(club)], str(tmp_path / "out"), Limits(), work=told)
    assert (LOOK, "club/old.zip") in kinds
    assert ("club/old.zip", "took too long") in summary.unread and summary.games == 1


@pytest.mark.slow
def test_a_mail_that_needs_too_much_memory_is_told(tmp_path: Path) -> None:
    with (tmp_path / "huge.eml").open("wb") as mail:
        mail.write(b"From: a\n\n")
        mail.truncate(400 << 20)
    source = Source("huge.eml", str(tmp_path / "huge.eml"))
    ((_, told),) = over_processes([Task(LOOK, "1", (source,))], Limits(memory=1 << 30))
    assert isinstance(told, Failed) and told.reason == "needs more memory than 1,024 MB"


def test_a_pipe_in_a_game_of_ones_own_is_told(tmp_path: Path) -> None:
    mine, log = tmp_path / "mine", tmp_path / "club" / "a.vlog"
    shutil.copytree(games_folder() / "graf_spee", mine)
    log.parent.mkdir()
    log.write_bytes(b"no log")
    words = ["archive", str(log.parent), "-o", str(tmp_path / "out"), "--game", str(mine)]
    for name in ("game.yaml", "scenarios/more.yaml", "more.py"):
        kept = (mine / name).read_bytes() if (mine / name).exists() else b""
        (mine / name).unlink(missing_ok=True)
        os.mkfifo(mine / name)
        told = CliRunner().invoke(main, words)
        assert told.exit_code == 2
        assert f"{mine / name}: a pipe or device" in told.output
        (mine / name).unlink()
        if kept:
            (mine / name).write_bytes(kept)


def test_a_spreadsheet_works_nothing_out_that_a_log_says(tmp_path: Path) -> None:
    names = ["=1+1", "+1", "-1", "@sum(a1)", "\t=1", "plain", "a;=1+1"]
    rows: dict[str, Any] = {table: [] for table in tables.TABLES}
    empty = dict.fromkeys((one.name for one in tables.TABLES["players"]), "")
    rows["players"] = [{**empty, "player": name} for name in names]
    tables.write_csv(tmp_path, rows)
    text = (tmp_path / "players.csv").read_text("utf-8")
    with (tmp_path / "players.csv").open(newline="", encoding="utf-8") as opened:
        told = [row["player"] for row in csv.DictReader(opened)]
    assert told == ["'=1+1", "'+1", "'-1", "'@sum(a1)", "'\t=1", "plain", "a;=1+1"]
    assert '"a;=1+1"' in text


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
    (found,) = sources(tmp_path)
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
    assert kept.has(CARD, "1", (1, 1)) and kept.found(CARD, "1")["trouble"] == card["trouble"]
    assert not Kept(store, own=(), **told).has(CARD, "1", (1, 1))


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


def test_what_lies_there_is_not_lost_and_a_name_commands_no_terminal(tmp_path: Path) -> None:
    log = tmp_path / "club" / "a.vlog"
    log.parent.mkdir()
    log.write_bytes(b"no log")
    with zipfile.ZipFile(log.parent / "b.zip", "w") as made:
        made.writestr("\x1b[31m.vlog", b"no log")
    words = ["archive", str(log.parent), "-o", str(tmp_path / "out"), "--jobs", "1"]
    for option in ("--sqlite", "--csv"):
        told = CliRunner().invoke(main, [*words, option, str(log)])
        assert told.exit_code == 2 and f"{log}: " in told.output and len(told.output) < 300
    assert log.read_bytes() == b"no log" and not (tmp_path / "out").exists()
    told = CliRunner().invoke(main, words)
    assert "b.zip!/\\u001b[31m.vlog" in told.output and "\x1b" not in told.output


@pytest.mark.slow
def test_the_page_of_a_game_takes_half_a_letter(tmp_path: Path) -> None:
    read = played_of([played(2).path])
    result = replace(audited(read), players=("Half a \ud83d, German",))
    write_replay(result, tmp_path / "page.html", read=read)
    assert "Half a ? (German)" in (tmp_path / "page.html").read_text("utf-8")


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
        ("drop table games", "begin with select; tables cannot be changed"),
        ("create table q as select 1", "begin with select; tables cannot be changed"),
        ("select 1; select 2", "one question at a time, these are 2"),
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

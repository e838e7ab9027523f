"""A club's folder is audited once, goes on where it ended, and says the same to the byte."""

from __future__ import annotations

import csv
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from broadside import main
from generator.errors import BroadsideError
from generator.places import games_folder
from generator.vassal import saves
from tests.validator.archive.conftest import here
from validator.archive import tables
from validator.archive.dice import thrown
from validator.archive.judging import Task, pseudonym
from validator.archive.keeping import KeptError
from validator.archive.page import page_of, write_page
from validator.archive.running import run
from validator.archive.stores import LocalStore, store_of
from validator.archive.working import Limits, over_processes

LIMITS = Limits(jobs=1)
PLAYER = "German Player"


def bytes_of(folder: Path) -> dict[str, bytes]:
    """The tables and the page."""
    found = [*(folder / "tables").rglob("*.parquet"), folder / "index.html"]
    return {str(one.relative_to(folder)): one.read_bytes() for one in found}


@pytest.fixture(scope="module")
def results(club: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("results") / "results"
    _, rows = run([str(club)], str(out), LIMITS, work=here)
    write_page(LocalStore(out), rows)
    return out


def asked(results: Path, query: str) -> list[tuple[Any, ...]]:
    return list(tables.ask(LocalStore(results), query)[1])


def test_each_game_is_audited_once(results: Path) -> None:
    games = asked(results, "select name, rules, files, ended, trouble from games order by name")
    assert games == [
        ("club/ann and bob/1.vlog", "graf_spee", 2, True, ""),
        ("club/old.zip!/league.vlog", "graf_spee", 1, True, ""),
    ]


def test_every_file_says_what_became_of_it(results: Path) -> None:
    told = dict(asked(results, "select file, status from files"))
    assert told == {
        "club/ann and bob/1.vlog": "read",
        "club/ann and bob/2.vlog": "read",
        "club/old.zip!/league.vlog": "read",
        "club/rubbish.vlog": "unread",
        "club/sent again.vlog": "copy",
        "club/torn.vlog": "unread",
    }
    reasons = asked(results, "select reason from files where status = 'unread'")
    assert all(reason for (reason,) in reasons)


def test_rolls_turns_and_findings_lead_to_their_steps(results: Path) -> None:
    count = "select count(*), count(distinct file) from"
    ((rolls, files),) = asked(results, f"{count} rolls where len(dice) > 0 and file_step > 0")
    assert rolls > 10 and files == 3
    ((turns, _),) = asked(results, f"{count} turns")
    assert turns > 4
    assert ("note",) in asked(results, "select distinct severity from findings")


def test_names_stand_only_where_they_are_asked_for(results: Path, club: Path) -> None:
    players = {name for (name,) in asked(results, "select player from players")}
    assert pseudonym(PLAYER) in players and PLAYER not in players
    texts = asked(
        results, "select player, did from findings union all select player, '' from rolls"
    )
    assert not any(PLAYER in text for row in texts for text in row)
    assert PLAYER.encode() not in (results / "index.html").read_bytes()
    (packed,) = (results / "kept").rglob("*.zip")
    with zipfile.ZipFile(packed) as held:
        games = [held.read(name) for name in held.namelist() if name.startswith("game/")]
    assert len(games) == 2 and not any(PLAYER.encode() in data for data in games)


def test_with_names_they_are_kept(club: Path, tmp_path: Path) -> None:
    _, rows = run([str(club / "old.zip")], str(tmp_path / "out"), LIMITS, names=True, work=here)
    assert PLAYER in {row["player"] for row in rows["players"]}


def test_a_second_run_has_nothing_to_do_and_says_the_same(results: Path, club: Path) -> None:
    before = bytes_of(results)

    def none(tasks: Sequence[Task], limits: Limits) -> Iterator[tuple[Task, Any]]:
        assert not tasks
        return iter(())

    summary, rows = run([str(club)], str(results), LIMITS, work=none)
    write_page(LocalStore(results), rows)
    assert summary.new == 0 and bytes_of(results) == before


@pytest.mark.slow
def test_a_run_that_was_cut_off_goes_on_and_says_the_same(
    results: Path, club: Path, tmp_path: Path
) -> None:
    out = tmp_path / "results"
    for _ in range(2):

        def torn(tasks: Sequence[Task], limits: Limits) -> Iterator[tuple[Task, Any]]:
            for number, row in enumerate(here(tasks, limits)):
                if number == 2:
                    raise KeyboardInterrupt
                yield row

        with pytest.raises(KeyboardInterrupt):
            run([str(club)], str(out), LIMITS, work=torn)
    summary, rows = run([str(club)], str(out), LIMITS, work=here)
    write_page(LocalStore(out), rows)
    assert 0 < summary.new < 7
    assert bytes_of(out) == bytes_of(results)


@pytest.mark.slow
def test_the_order_of_the_work_changes_nothing(results: Path, club: Path, tmp_path: Path) -> None:
    def backwards(tasks: Sequence[Task], limits: Limits) -> Iterator[tuple[Task, Any]]:
        return here(tasks[::-1], limits)

    _, rows = run([str(club)], str(tmp_path / "results"), LIMITS, work=backwards)
    write_page(LocalStore(tmp_path / "results"), rows)
    assert bytes_of(tmp_path / "results") == bytes_of(results)


@pytest.mark.slow
def test_processes_of_their_own_say_the_same(results: Path, club: Path, tmp_path: Path) -> None:
    _, rows = run([str(club)], str(tmp_path / "results"), Limits(jobs=2), work=over_processes)
    write_page(LocalStore(tmp_path / "results"), rows)
    assert bytes_of(tmp_path / "results") == bytes_of(results)


def test_what_breaks_a_limit_is_told_and_tried_again_under_a_higher_one(
    club: Path, tmp_path: Path
) -> None:
    short = Limits(seconds=0.001, jobs=1)
    alone = [str(club / "ann and bob" / "1.vlog")]
    summary, _ = run(alone, str(tmp_path / "out"), short, work=over_processes)
    ((name, reason),) = summary.unread
    assert name == "1.vlog" and reason == "took more than 0.001 seconds"
    assert run(alone, str(tmp_path / "out"), short, work=here)[0].new == 0
    assert run(alone, str(tmp_path / "out"), LIMITS, work=here)[0].unread == ()


def test_two_files_of_one_name_and_other_content_are_two(club: Path, tmp_path: Path) -> None:
    for folder, source in (("a", "ann and bob/1.vlog"), ("b", "ann and bob/2.vlog")):
        (tmp_path / "in" / folder).mkdir(parents=True)
        (tmp_path / "in" / folder / "turn.vlog").write_bytes((club / source).read_bytes())
    summary, rows = run([str(tmp_path / "in")], str(tmp_path / "out"), LIMITS, work=here)
    assert summary.games == 1
    assert rows["games"][0]["files"] == 2


@pytest.mark.parametrize("held", ['{"format": 99}', "nonsense", None])
def test_a_folder_of_something_else_is_left_alone(held: str | None, tmp_path: Path) -> None:
    if held is None:
        (tmp_path / "thesis.doc").write_text("mine")
    else:
        (tmp_path / "archive.json").write_text(held)
    before = sorted(tmp_path.iterdir())
    with pytest.raises(KeptError, match=r"another folder"):
        run([str(tmp_path)], str(tmp_path), LIMITS, work=here)
    assert sorted(tmp_path.iterdir()) == before


def test_a_folder_without_logs_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "letter.txt").write_text("no log at all")
    words = ["archive", str(tmp_path / "empty"), "-o", str(tmp_path / "out")]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 2
    assert "empty: no log or save in it (.vlog, .vsav" in told.output
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_what_another_edition_found_is_kept_and_named(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, out = [str(club / "old.zip")], tmp_path / "out"
    with monkeypatch.context() as before:
        before.setattr("validator.archive.keeping.edition", lambda: "0.0.1")
        assert run(place, str(out), LIMITS, work=here)[0].others == ()
    summary, _ = run(place, str(out), LIMITS, work=here)
    assert summary.new == 2 and summary.others == ("kept/0.0.1-public-pseudonyms",)
    assert list((out / summary.others[0]).rglob("*.zip"))
    told = CliRunner().invoke(main, ["archive", *place, "-o", str(out), "--jobs", "1"])
    assert f"or of other options: {out}/kept/0.0.1-public-pseudonyms" in told.output


def test_clocks_that_go_backwards_leave_files_in_the_order_of_their_tables(
    club: Path, tmp_path: Path
) -> None:
    (tmp_path / "in").mkdir()
    for name, hour in (("1", 2_000_000_000_000), ("2", 1_000_000_000_000)):
        save = saves.read(club / "ann and bob" / f"{name}.vlog")
        data = replace(save.savedata, date_saved=str(hour))
        saves.write(tmp_path / "in" / f"{name}.vlog", replace(save, savedata=data))
    _, rows = run([str(tmp_path / "in")], str(tmp_path / "out"), LIMITS, work=here)
    (game,) = rows["games"]
    assert (game["files"], game["ended"], game["trouble"]) == (2, True, "")
    assert game["name"] == "in/1.vlog"
    assert [row["file"] for row in rows["turns"]][:1] == ["1.vlog"]


@pytest.mark.slow
def test_a_game_of_ones_own_is_held_to_its_rules(club: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    shutil.copytree(games_folder() / "graf_spee", mine)
    place, out = [str(club / "ann and bob")], str(tmp_path / "out")
    _, rows = run(place, out, LIMITS, own=[str(mine)], work=here)
    assert [(game["rules"], game["by_rules"]) for game in rows["games"]] == [("graf_spee", True)]
    # Without it, and with its rules changed, all is audited anew.
    assert run(place, out, LIMITS, work=here)[0].new == 3
    with (mine / "cases.yaml").open("a") as cases:
        cases.write("# another edition\n")
    assert run(place, out, LIMITS, own=[str(mine)], work=here)[0].new == 3
    with pytest.raises(BroadsideError, match="accepted: "):
        run(place, out, LIMITS, own=["graf_spie"], work=here)


def test_openings_are_what_each_side_chose_first(results: Path) -> None:
    begun = asked(results, "select side, opening, step from openings order by game, step")
    assert len(begun) == 4
    assert {side for side, *_ in begun} == {"German", "British"}
    assert all(opening.startswith("split ") for side, opening, _ in begun if side == "British")


def test_what_fails_is_told_as_it_goes(club: Path, tmp_path: Path) -> None:
    lines: list[str] = []
    run([str(club)], str(tmp_path / "out"), LIMITS, tell=lines.append, work=here)
    assert [line.partition(":")[0] for line in lines] == ["club/rubbish.vlog", "club/torn.vlog"]
    assert all(line.count("torn.vlog") < 2 for line in lines)


def test_a_question_reads_and_cannot_write(results: Path, tmp_path: Path) -> None:
    with pytest.raises(tables.TablesError, match="the tables are files, games"):
        tables.ask(LocalStore(results), "selct 1")
    with pytest.raises(tables.TablesError, match="rolls has game, step, file"):
        tables.ask(LocalStore(results), "select nosuch from Rolls")
    with pytest.raises(tables.TablesError, match="--query"):
        tables.ask(LocalStore(results), f"copy games to '{tmp_path / 'x.csv'}'")
    with pytest.raises(tables.TablesError, match="no results lie there"):
        tables.ask(LocalStore(tmp_path), "select 1")


def test_columns_carry_their_meaning(results: Path) -> None:
    import pyarrow.parquet as pq

    for table in tables.TABLES:
        path = next((results / "tables" / table).rglob("*.parquet"))
        schema = pq.read_schema(path)
        told = {field.name: field.metadata[b"meaning"].decode() for field in schema}
        assert told == {one.name: one.meaning for one in tables.columns(table)}


def test_the_tables_can_be_had_as_csv_and_sqlite(results: Path, club: Path, tmp_path: Path) -> None:
    _, rows = run([str(club)], str(results), LIMITS, work=here)
    tables.write_csv(tmp_path, rows)
    tables.write_sqlite(tmp_path / "all.sqlite", rows)
    with (tmp_path / "games.csv").open(newline="") as opened:
        assert [row["rules"] for row in csv.DictReader(opened)] == ["graf_spee"] * 2
    base = sqlite3.connect(tmp_path / "all.sqlite")
    assert base.execute("select count(*) from rolls").fetchone()[0] == len(rows["rolls"])
    base.close()


def test_the_page_escapes_what_comes_from_files(results: Path, club: Path) -> None:
    _, rows = run([str(club)], str(results), LIMITS, work=here)
    games = [{**rows["games"][0], "name": "<script>alert(1)</script>"}]
    page = page_of({**rows, "games": games + list(rows["games"][1:])})
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page


def test_a_game_of_which_no_rules_are_known_bears_the_name_of_its_module(
    results: Path, club: Path
) -> None:
    _, rows = run([str(club)], str(results), LIMITS, work=here)
    game = {**rows["games"][0], "rules": tables.NO_RULES, "module": "Jutland & more"}
    page = page_of({**rows, "games": [game, *rows["games"][1:]]})
    assert page.count("Jutland &amp; more") >= 3
    assert f">{tables.NO_RULES}<" not in page
    nameless = {**game, "module": ""}
    assert f">{tables.NO_RULES}<" in page_of({**rows, "games": [nameless, *rows["games"][1:]]})


def test_the_page_counts_in_words_and_leaves_out_what_is_not(results: Path, club: Path) -> None:
    _, rows = run([str(club)], str(results), LIMITS, work=here)
    page = page_of(rows)
    assert "6 files (1 of them copies of others, 2 not read); 2 games of 2 players" in page
    assert ">Pursuit of the Graf Spee<" in page and ">graf_spee<" not in page
    one = {**rows, "games": rows["games"][:1], "rolls": [], "openings": []}
    one["files"] = [{**rows["files"][0], "status": "read", "reason": ""}]
    page = page_of(one)
    assert "1 file; 1 game of 2 players; no game has findings" in page
    assert "No player threw 30 dice" in page and '<table id="dice">' not in page


def test_dice_of_two_modules_without_rules_are_never_put_together() -> None:
    """Their buttons may bear one name and throw other dice."""
    games = [
        {"game": module, "rules": tables.NO_RULES, "module": module} for module in ("Sea", "Land")
    ]
    rolls = [
        {"game": module, "button": "Roll", "player": "Ann", "dice": [one % faces + 1]}
        for module, faces in (("Sea", 6), ("Land", 10))
        for one in range(60)
    ]
    found = list(thrown({"games": games, "rolls": rolls}))
    assert [(one.game, one.middle, one.mean) for one in found] == [
        ("Land", 5.5, 5.5),
        ("Sea", 3.5, 3.5),
    ]


@pytest.mark.slow
def test_on_a_telephone_dice_and_findings_are_in_sight(
    results: Path, club: Path, browser: Any, tmp_path: Path
) -> None:
    _, rows = run([str(club)], str(results), LIMITS, work=here)
    game = {**rows["games"][0], "violation": 2}
    rolls = [
        {"game": game["game"], "button": "Roll", "player": "Ann", "dice": [one % 6 + 1]}
        for one in range(60)
    ]
    file = tmp_path / "index.html"
    file.write_text(page_of({**rows, "games": [game, *rows["games"][1:]], "rolls": rolls}))
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(file.as_uri())
    for cell in page.locator("#dice td").all():
        box = cell.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    shown = page.locator("#games tbody tr:first-child td:nth-child(7)")
    assert shown.is_visible() and shown.inner_text() == "2"
    assert page.get_by_role("button", name="Violations").is_visible()
    page.close()


@pytest.mark.parametrize("wide", [390, 1600])
def test_the_page_fits_and_sorts_and_filters(results: Path, browser: Any, wide: int) -> None:
    page = browser.new_page(viewport={"width": wide, "height": 900})
    failed: list[str] = []
    page.on("pageerror", lambda trouble: failed.append(str(trouble)))
    page.goto((results / "index.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == wide
    page.get_by_role("button", name="Steps").click()
    steps = page.eval_on_selector_all(
        "#games tbody tr", "rows => rows.map(row => Number(row.cells[4].textContent))"
    )
    assert steps == sorted(steps) and len(steps) == 2
    page.fill("#words", "league")
    assert page.inner_text("#count") == "1 of 2 games"
    assert not failed
    page.close()


def test_the_command_tells_what_it_did(results: Path, club: Path) -> None:
    told = CliRunner().invoke(main, ["archive", str(club), "-o", str(results), "--jobs", "1"])
    assert told.exit_code == 0, told.output
    assert "6 files, 2 games; nothing had to be read again." in told.output
    assert "Not read: club/rubbish.vlog" in told.output
    query = ["archive", "-o", str(results), "--query", "select count(*) as games from games"]
    assert CliRunner().invoke(main, query).output == "games\n2\n"
    alone = CliRunner().invoke(main, ["archive", "-o", str(results)])
    assert alone.exit_code == 2 and "name a folder of logs" in alone.output


@pytest.mark.slow
def test_a_replay_is_written_for_each_game_where_that_is_asked_for(
    club: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    asked: dict[str, Any] = {"names": True, "replays": True, "work": here}
    summary, rows = run([str(club / "old.zip")], str(out), LIMITS, **asked)
    (game,) = rows["games"]
    write_page(LocalStore(out), rows, summary.replays)
    link = f"{summary.replays}/{game['game']}.html"
    page = (out / link).read_text("utf-8")
    assert 'id="of-story"' in page
    assert link in (out / "index.html").read_text()

    # What one view shows, and whose names, no page of another leads to.
    for view in ({"reveal": True}, {"names": False, "replays": False}):
        told, rows = run([str(club / "old.zip")], str(out), LIMITS, **{**asked, **view})
        write_page(LocalStore(out), rows, told.replays)
        assert link not in (out / "index.html").read_text()
        assert (out / link).read_text("utf-8") == page


def test_the_docs_tell_every_column() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "archive.md").read_text("utf-8")
    for table, known in tables.TABLES.items():
        section = page.split(f"### {table}\n")[1].split("###")[0]
        for one in known:
            assert f"| `{one.name}` | {one.kind} | {one.meaning} |" in section


@pytest.mark.slow
def test_a_place_that_fsspec_knows_is_read_and_written(club: Path, results: Path) -> None:
    import fsspec

    memory = fsspec.filesystem("memory")
    for path in club.rglob("*"):
        if path.is_file():
            memory.pipe_file(f"/in/club/{path.relative_to(club).as_posix()}", path.read_bytes())
    out = "memory://out/results"
    for new in (7, 0):
        summary, rows = run(["memory://in/club"], out, LIMITS, work=here)
        write_page(store_of(out), rows)
        assert summary.new == new
    names = {name for name in store_of(out).sizes() if not name.startswith("kept")}
    assert names == {*bytes_of(results), "archive.json"}
    assert all(store_of(out).read(name) == data for name, data in bytes_of(results).items())
    assert list(tables.ask(store_of(out), "select count(*) from games")[1]) == [(2,)]
    with pytest.raises(BroadsideError, match="no such folder"):
        run(["memory://nowhere"], out, LIMITS, work=here)
    with pytest.raises(BroadsideError, match="sx3"):
        run(["sx3://nowhere"], out, LIMITS, work=here)

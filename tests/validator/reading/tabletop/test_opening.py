"""Recorded games through the commands, and what is said of files that are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from broadside import main
from generator.definition.schema import Game
from generator.errors import BroadsideError
from tests.validator.reading.tabletop.written_logs import TIME, WrittenLog
from validator.audit.logs import AuditError, files_of
from validator.reading.opening import open_file, with_steps


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done.exit_code, done.output


@pytest.fixture
def played(graf_spee: Game) -> WrittenLog:
    log = WrittenLog(graf_spee).add("load", s=1, k="fresh")
    log.names = {"German": "Anna", "British": "Ben"}
    cup = log.point("south_atlantic", "Atlantic Cup")
    log.add("leave", "British", p="piece/exeter", i="deck/Atlantic Cup", o=cup, d=1)
    to = log.point("south_atlantic", "D4")
    log.add("drop", "British", p="piece/exeter", f=cup, o=to, r=180, d=1, s=1)
    return log.drop("German", "graf_spee", log.point("voyage_log", "C4"))


def test_a_log_is_printed_by_entries(played: WrittenLog, tmp_path: Path) -> None:
    status, text = run("log", played.write(tmp_path / "game.json"))
    assert status == 0
    assert " ".join(text.split()) == "3 Royal Navy piece is drawn from Atlantic Cup -> D4 [Ben P1]"
    assert "C4" in run("log", tmp_path / "game.json", "--as", "german")[1]
    assert "Exeter" in run("log", tmp_path / "game.json", "--reveal")[1]
    assert "D4" in run("log", tmp_path / "game.json", "--table")[1]


def test_other_commands_on_logs_read_it_too(played: WrittenLog, tmp_path: Path) -> None:
    file = played.write(tmp_path / "game.json")
    assert "D4" in run("log", "grep", "Atlantic", file)[1]
    assert "MovePiece" not in run("log", "grep", "--raw", "--reveal", "M/", file)[1]
    status, _ = run("log", "export", file, "-o", tmp_path / "game.csv")
    assert status == 0 and "D4" in (tmp_path / "game.csv").read_text("utf-8")


def test_there_are_no_passwords_to_take_out(played: WrittenLog, tmp_path: Path) -> None:
    file = played.write(tmp_path / "game.json")
    status, text = run("log", "scrub", file, "-o", tmp_path / "clean.vlog")
    assert status == 2 and "only VASSAL's hold passwords" in " ".join(text.split())


def test_a_save_knows_its_game_its_edition_and_its_hour(played: WrittenLog, tmp_path: Path) -> None:
    save = open_file(played.write(tmp_path / "game.json"))
    assert save.moduledata.name == "Pursuit of the Graf Spee"
    assert save.savedata.date_saved == f"{TIME}000"
    assert not list(save.steps())
    assert len(list(with_steps(save, played.game).steps())) == 2


def test_a_game_that_is_not_bundled_is_asked_for(
    table_game: Game, table_folder: Path, tmp_path: Path
) -> None:
    log = WrittenLog(table_game).add("load", s=1, k="fresh")
    file = log.drop("Blue", "scout", log.point("field", "B02")).write(tmp_path / "game.json")
    status, text = run("log", file)
    assert status == 2 and "'Table Game', which is no bundled game" in text and "--game" in text
    assert "Scout moves A01 -> B02" in run("log", file, "--game", table_folder)[1]
    assert "Scout" in run("log", "grep", "Scout", file, "--game", table_folder)[1]
    out = tmp_path / "game.csv"
    assert run("log", "export", file, "-o", out, "--game", table_folder)[0] == 0
    assert run("audit", file, "--game", table_folder)[0] in (0, 1)


def test_another_edition_of_the_game_is_refused_where_its_pieces_differ(
    played: WrittenLog, tmp_path: Path
) -> None:
    values = json.loads(played.lines[0]) | {"definition": "0" * 64}
    same = [json.dumps(values), *played.text.split("\n")[1:]]
    file = played.write(tmp_path / "same.json", "\n".join(same))
    assert run("log", file)[0] == 0
    other = [json.dumps(values | {"start": "1" * 64}), *played.text.split("\n")[1:]]
    status, text = run("log", played.write(tmp_path / "other.json", "\n".join(other)))
    assert status == 2 and "not played with this edition" in text


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"setup": "standart"}, "no set-up 'standart'; did you mean 'standard'"),
        ({"boards": []}, "none of the game's boards"),
        ({"game": "chess", "name": "Chess"}, "'Chess', which is no bundled game"),
        ({"broadside": 9}, "recorder of version 9"),
    ],
    ids=["set-up", "boards", "game", "version"],
)
def test_a_header_of_something_else_is_told(
    played: WrittenLog, tmp_path: Path, changes: dict[str, Any], said: str
) -> None:
    lines = [json.dumps(json.loads(played.lines[0]) | changes), *played.text.split("\n")[1:]]
    status, text = run("log", played.write(tmp_path / "game.json", "\n".join(lines)))
    assert status == 2 and said in " ".join(text.split())


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b"{", "game.json:1"),
        (b"[]", "no save of Tabletop Simulator"),
        (b'{"ObjectStates": 3}', "no save of Tabletop Simulator"),
        (b'{"SaveName": "Chess", "ObjectStates": []}', "('Chess') without Broadside's recorder"),
        (b'{"ObjectStates": [], "LuaScriptState": "{\\"broadside\\":1"}', "is not JSON"),
        (b'{"ObjectStates": [], "LuaScriptState": "{\\"other\\":1}"}', "without Broadside's"),
    ],
    ids=range(7),
)
def test_a_file_that_is_no_recorded_game_is_told(tmp_path: Path, data: bytes, said: str) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(data)
    for command in ("log", "audit"):
        status, text = run(command, file)
        assert status == 2 and said in " ".join(text.split()), text


def test_a_save_of_the_wild_tells_what_can_be_done_with_it(shared: Path) -> None:
    for file in sorted((shared / "corpus/tts").glob("*.json")):
        with pytest.raises(BroadsideError, match=r"without Broadside's recorder.*inspect"):
            open_file(file)


def test_of_a_folder_only_saves_with_a_recorder_are_read(
    played: WrittenLog, tmp_path: Path
) -> None:
    (tmp_path / "SaveFileInfos.json").write_text("[]", "utf-8")
    (tmp_path / "wild.json").write_text('{"ObjectStates": []}', "utf-8")
    with pytest.raises(AuditError, match=r"\*\.json"):
        files_of([tmp_path])
    for name in ("TS_Save_10.json", "TS_Save_9.json"):
        played.write(tmp_path / name)
    assert [one.name for one in files_of([tmp_path])] == ["TS_Save_9.json", "TS_Save_10.json"]


def test_the_table_at_a_number_is_that_of_the_entry(played: WrittenLog, tmp_path: Path) -> None:
    """Step 1 is made from entries 2 and 3: after entry 2 the table is still that of the set-up."""
    played.add("head", "German", x="0" * 16)
    file = played.write(tmp_path / "game.json")

    def table(*words: object) -> str:
        status, text = run("log", file, "--reveal", "--table", *words)
        assert status == 0, text
        return text

    before, drawn, logged = table("--at", 2), table("--at", 3), table("--at", 5)
    assert before.startswith("after entry 0\n") and "Exeter" in drawn
    assert drawn.startswith("after entry 3\n") and "D4" in drawn and drawn != before
    assert drawn == table("--at", 4)
    assert logged == table("--at", 6) == table() != drawn
    assert json.loads(table("--at", 3, "--json"))["entry"] == 3
    status, text = run("log", file, "--table", "--at", 7)
    assert status == 2 and "no entry 7; it has 6 entries" in " ".join(text.split())

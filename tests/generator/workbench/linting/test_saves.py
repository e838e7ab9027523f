"""Lint of saves: every code finds its trouble, with its line, and lets pass what looks like it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from broadside import main
from generator.errors import BroadsideError
from generator.workbench.linting import Severity, telling
from generator.workbench.linting.codes import codes
from generator.workbench.linting.sarif import document
from generator.workbench.linting.saves import lint_save
from generator.workbench.linting.saves.running import save_codes
from generator.workbench.tts.addresses import local_path
from tests.generator.workbench.linting.save_cases import (
    CASES,
    HOST,
    LOG,
    broken,
    innocent,
    of,
    sound,
    stated,
    tile,
    written,
)

NEEDS_LUA = {"lua.syntax"}


def test_every_code_has_a_save_that_breaks_it() -> None:
    assert list(CASES) == list(save_codes())


def test_no_code_of_a_save_is_one_of_a_module() -> None:
    assert not save_codes().keys() & codes().keys()


def test_a_sound_save_has_no_findings(tmp_path: Path) -> None:
    assert lint_save(written(tmp_path, lambda data: None)).findings == ()


@pytest.mark.parametrize("code", CASES)
def test_the_trouble_is_found_at_its_line(code: str, tmp_path: Path) -> None:
    if code in NEEDS_LUA:
        pytest.importorskip("lupa")
    path = broken(code, tmp_path)
    found = [one for one in lint_save(path).findings if one.code == code]
    assert len(found) == 1
    assert found[0].message
    assert found[0].fix
    place = found[0].places[0]
    assert place.is_file
    line = path.read_text("utf-8").splitlines()[place.line - 1]
    said = (place.field or place.path).rpartition(".")[2].partition("[")[0]
    assert place.line_column == len(line) - len(line.lstrip()) + 1
    assert said in line or line.strip() == "{" or code == "object.parts"


@pytest.mark.parametrize("code", CASES)
def test_what_only_looks_like_it_passes(code: str, tmp_path: Path) -> None:
    found = [one for one in lint_save(innocent(code, tmp_path)).findings if one.code == code]
    assert found == []


def test_a_lint_names_the_object_and_the_value(tmp_path: Path) -> None:
    path = written(tmp_path, lambda data: stated(data)["States"]["3"].update(Locked="no"))
    (finding,) = lint_save(path).findings
    assert 'Locked: "no"; accepted: true or false' in finding.message
    assert finding.message.startswith("Custom_Tile (")
    assert finding.places[0].path == "ObjectStates[1].States.3"
    assert finding.places[0].field == "Locked"


def test_in_a_game_that_is_played_objects_are_not_called_by_name(tmp_path: Path) -> None:
    def change(data: dict[str, Any]) -> None:
        tile(data).update(Nickname="Bismarck", Locked="no")
        data["LuaScriptState"] = LOG.replace("\n", '\n{"n":1,"t":1,"a":"drop","h":"0"}\n')

    (finding,) = lint_save(written(tmp_path, change)).findings
    assert "Bismarck" not in finding.message

    def far(data: dict[str, Any]) -> None:
        change(data)
        tile(data).update(Locked=False)
        for one in (tile(data), stated(data)):
            one["CustomImage"]["ImageURL"] = f"http://pictures/{one['GUID']}/bismarck.png"

    (finding,) = lint_save(written(tmp_path, far)).findings
    assert (finding.code, finding.count) == ("url.private", 2)
    assert "bismarck" not in finding.message

    def unplayed(data: dict[str, Any]) -> None:
        tile(data).update(Nickname="Bismarck", Locked="no")

    (finding,) = lint_save(written(tmp_path, unplayed)).findings
    assert "Bismarck" in finding.message


def test_what_the_game_may_get_by_with_is_milder(tmp_path: Path) -> None:
    def scale(data: dict[str, Any]) -> None:
        tile(data)["Transform"].update(scaleX=0, scaleY=0, scaleZ=0)

    (finding,) = lint_save(written(tmp_path, scale)).findings
    assert finding.severity is Severity.INFO
    (finding,) = lint_save(written(tmp_path, lambda data: tile(data).update(Locked=1))).findings
    assert finding.severity is Severity.WARNING


def test_codes_are_chosen_by_name_and_by_family(tmp_path: Path) -> None:
    path = broken("url.local", tmp_path)
    assert [one.code for one in lint_save(path, select=["url"]).findings] == ["url.local"]
    assert lint_save(path, ignore=["url.local"]).findings == ()


def test_pictures_of_the_games_cache_need_no_address(tmp_path: Path) -> None:
    address = "https://nowhere.invalid/a-1.png"
    save = tmp_path / "Saves" / "save.json"
    save.parent.mkdir()
    data = sound()
    tile(data)["CustomImage"]["ImageURL"] = address
    save.write_text(json.dumps(data))
    assert [one.code for one in lint_save(save).findings] == ["url.private"]
    cache = tmp_path / "Mods" / "Images"
    cache.mkdir(parents=True)
    size = (5000).to_bytes(4, "big") * 2
    copy = cache / "httpsnowhereinvalida1png.png"
    copy.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + size)
    assert [one.code for one in lint_save(save).findings] == ["picture.large"]


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("file:///C:/My%20Maps/a.png", "C:/My Maps/a.png"),
        ("file:///home/me/a.png", "/home/me/a.png"),
        ("file://C:\\maps\\a.png", "C:/maps/a.png"),
        ("D:\\a.png", "D:\\a.png"),
        ("/home/me/a.png", "/home/me/a.png"),
        ("\\\\server\\a.png", "\\\\server\\a.png"),
        (f"{HOST}/a.png", None),
        ("a.png", None),
    ],
)
def test_paths_on_a_machine_are_known(address: str, path: str | None) -> None:
    assert local_path(address) == path


@pytest.mark.parametrize(
    ("address", "codes_found"),
    [
        ("https://drive.google.com/file/d/abc/view", ["url.page"]),
        ("https://drive.google.com/uc?export=download&id=abc", []),
        ("https://github.com/a/b/blob/main/a.png", ["url.page"]),
        ("https://github.com/a/b/blob/main/a.png?raw=true", []),
        ("https://imgur.com/a/abc", ["url.page"]),
        ("https://imgur.com/abc.png", []),
        ("http://localhost:8000/a.png", ["url.private"]),
        ("http://[::1]/a.png", ["url.private"]),
        ("https://pictures/a.png", ["url.private"]),
        ("http:///a.png", ["url.broken"]),
        ("http://[half/a.png", ["url.broken"]),
        ("ftp://i.imgur.com/a.png", ["url.broken"]),
        ("pictures/a.png", ["url.broken"]),
        ("..\\pictures\\a.png{Unique}", ["url.broken"]),
        ("a.png", []),
        ("i.imgur.com/a.png", []),
        ("HTTPS://I.IMGUR.COM/a.png", []),
        ("https://i.imgur.com/a.png{Unique}", []),
    ],
)
def test_addresses_are_told_apart(address: str, codes_found: list[str], tmp_path: Path) -> None:
    path = written(tmp_path, lambda data: tile(data)["CustomImage"].update(ImageURL=address))
    assert [one.code for one in lint_save(path).findings] == codes_found


@pytest.mark.parametrize(
    ("script", "is_found"),
    [
        ("x = 1", False),
        ("x = = 1", True),
        ("goto done ::done::", False),
        ("x = a != b", False),
        ("x = 'a != b' = 3", True),
        ('x = "unfinished', True),
        ("héros = 1", False),
        ("x = '\\u{2192}'", False),
        ("x = '\\u{2192}' = 3", True),
        ("-- héros\nx = = 1", True),
        ("--[=[ a != b ]] é ]=] x = = 1", True),
        ("y = [[ a != b ]] x = = 1", True),
        ("--[=[" * 20_000, True),
        ("x = '" + "\\'" * 20_000, True),
        ("while true do end", False),
        ("os.execute('x')", False),
        ("local " + ", ".join(f"a{at}" for at in range(250)) + " = 1", False),
    ],
)
def test_scripts_are_read_as_the_game_does(script: str, is_found: bool, tmp_path: Path) -> None:
    pytest.importorskip("lupa")
    path = written(tmp_path, lambda data: tile(data).update(LuaScript=script))
    assert [one.code for one in lint_save(path).findings] == (["lua.syntax"] if is_found else [])


def test_sarif_names_line_and_column(tmp_path: Path) -> None:
    report = lint_save(broken("card.id", tmp_path))
    (run,) = document([report])["runs"]
    (result,) = run["results"]
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "card.id"
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region["startLine"] > 1
    assert region["startColumn"] == 7


def test_json_names_line_and_column(tmp_path: Path) -> None:
    told = telling.to_json(lint_save(broken("card.id", tmp_path)))
    assert told["findings"][0]["places"][0]["lineColumn"] == 7
    assert told["findings"][0]["places"][0]["field"] == "CardID"


def test_the_command_takes_saves_folders_and_modules_codes(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    broken("card.id", tmp_path / "in")
    (tmp_path / "in" / "list.json").write_text('["ObjectStates"]')
    run = CliRunner().invoke(main, ["lint", str(tmp_path)])
    assert run.exit_code == 1
    assert "card.id" in run.output
    run = CliRunner().invoke(main, ["lint", str(tmp_path), "--ignore", "card,image"])
    assert run.exit_code == 0
    assert run.output == "An example: nothing found\n"


def test_a_save_is_not_mended(tmp_path: Path) -> None:
    path = broken("card.id", tmp_path)
    run = CliRunner().invoke(main, ["lint", str(path), "--fix", "-o", str(tmp_path / "b.json")])
    assert run.exit_code == 2
    assert "are for modules of VASSAL" in run.output


def test_an_unpacked_save_is_linted(tmp_path: Path) -> None:
    path = broken("card.id", tmp_path)
    out = tmp_path / "unpacked"
    assert CliRunner().invoke(main, ["unpack", str(path), "-o", str(out)]).exit_code == 0
    run = CliRunner().invoke(main, ["lint", str(out)])
    assert run.exit_code == 1
    assert "card.id" in run.output


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "5", '{"ObjectStates": 5, "x": NaN}'])
def test_what_is_no_save_is_told_in_a_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "save.json"
    path.write_text(text)
    run = CliRunner().invoke(main, ["lint", str(path)])
    assert run.exit_code == 2
    assert run.output.count("\n") == 1
    assert "save.json" in run.output


_KEYS = """
    Name Transform CustomImage States CustomDeck DeckIDs ContainedObjects RotationValues Tags Memo
    GUID LuaScript XmlUI LayoutZone FogColor Position Type ImageURL CardID 0 1 2
""".split()  # noqa: SIM905
_PATHS = st.sampled_from(_KEYS)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_PATHS, inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.slow
@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(objects=st.lists(st.dictionaries(_PATHS, _JSON, max_size=5), max_size=4), root=_JSON)
def test_a_save_of_anything_gets_findings_and_no_trouble(
    tmp_path: Path, objects: list[Any], root: Any
) -> None:
    path = tmp_path / "save.json"
    path.write_text(json.dumps({"ObjectStates": objects, "Turns": root, "TabStates": root}))
    try:
        report = lint_save(path)
    except BroadsideError:
        return
    assert list(telling.lines(report, everything=True))


def test_what_would_steer_a_terminal_is_spelled(tmp_path: Path) -> None:
    path = tmp_path / "save.json"
    strange = "\x1b[31m\ud800\x9b"
    one = {"Name": strange, "Nickname": strange, "Nicknam": 1, "Tags": {strange: 1}}
    data = {"SaveName": strange, "ObjectStates": [one], "TabStates": {strange: {"id": strange}}}
    path.write_text(json.dumps(data))
    for options in ([], ["--json"], ["--sarif", str(tmp_path / "out.sarif")]):
        run = CliRunner().invoke(main, ["lint", str(path), *options])
        assert run.exit_code == 1
        assert "\x1b" not in run.output
        assert "\x9b" not in run.output


def test_names_without_end_are_cut(tmp_path: Path) -> None:
    path = tmp_path / "save.json"
    long = "x" * 100_000
    one = {"Name": long, "CustomDeck": {long: {}}, "CustomImage": {"ImageURL": f"http://{long}"}}
    path.write_text(json.dumps({"SaveName": long, "ObjectStates": [one]}))
    report = lint_save(path)
    assert {"object.name", "save.shape", "url.private"} == {one.code for one in report.findings}
    assert all(len(line) < 5000 for line in telling.lines(report, everything=True))


def _bag(**more: Any) -> dict[str, Any]:
    return {"Name": "Bag", "Transform": {}, **more}


def test_after_two_thousand_of_a_kind_the_others_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "save.json"
    path.write_text(json.dumps({"ObjectStates": [_bag(Locked="no")] * 2500}))
    found = lint_save(path).findings
    assert len(found) == 2001
    assert found[-1].message == "500 more"


def test_bags_in_bags_in_bags_are_walked(tmp_path: Path) -> None:
    inner = _bag(Locked="no")
    for _ in range(90):
        inner = _bag(ContainedObjects=[inner])
    path = tmp_path / "save.json"
    path.write_text(json.dumps({"ObjectStates": [inner]}))
    (finding,) = lint_save(path).findings
    assert finding.places[0].path.count("ContainedObjects") == 90


def test_a_number_beyond_all_is_no_place(tmp_path: Path) -> None:
    path = written(tmp_path, lambda data: tile(data)["Transform"].update(posX=12345.5))
    path.write_text(path.read_text("utf-8").replace("12345.5", "1e999"), encoding="utf-8")
    assert [one.code for one in lint_save(path).findings] == ["object.nowhere"]


def test_real_saves_have_no_errors(shared: Path) -> None:
    for path in sorted((shared / "corpus" / "tts").glob("*.json")):
        assert lint_save(path).count(Severity.ERROR) == 0
        assert lint_save(path).count(Severity.WARNING) == 0


def test_a_deck_in_another_order_is_only_worth_knowing(tmp_path: Path) -> None:
    path = written(tmp_path, lambda data: of(data, "Deck")["DeckIDs"].reverse())
    (finding,) = lint_save(path).findings
    assert (finding.code, finding.severity) == ("deck.cards", Severity.INFO)

"""Whatever is handed over as a save: every command that reads one does so, or says why not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import broadside
from tests.generator.workbench.tts.tables import PLAYED, save, thing, write

READERS = (
    "inspect x.json",
    "diff x.json x.json",
    "diff --text x.json",
    "unpack x.json out",
    "lint x.json",
    "audit x.json",
    "log x.json",
    "log x.json --table",
)
SAVE = json.dumps(save(thing("Ajax"), LuaScriptState=PLAYED))
BAD: dict[str, bytes] = {
    "empty": b"",
    "spaces": b" \n\t ",
    "a list": b"[]",
    "a number": b"12",
    "no JSON": b"SaveName: x",
    "a module": b"PK\3\4 and more",
    "no number": SAVE.replace("1.0", "NaN").encode(),
    "cut": SAVE.encode()[:-40],
    "UTF-16": SAVE.encode("utf-16"),
    "BSON": (len(SAVE) + 4).to_bytes(4, "little") + b"\2" + SAVE.encode()[1:-1] + b"\0",
    "deep": b'{"ObjectStates": ' + b'[{"ContainedObjects": ' * 100_000,
    "other bytes": SAVE.encode().replace(b"Ajax", b"Aj\xff"),
    "no objects": b'{"SaveName": "x"}',
    "objects of another type": b'{"ObjectStates": {"a": 1}}',
    "a long number": b'{"ObjectStates": [' + b"1" * 10_000 + b"]}",
}
_MAY_READ = {"objects of another type": ("unpack", "lint"), "a long number": ("unpack",)}
"""What some can still use: unpacking loses nothing, and a lint tells what is wrong."""


def _run(line: str, folder: Path) -> tuple[int, str]:
    words = [str(folder / word) if word in ("x.json", "out") else word for word in line.split()]
    done = CliRunner().invoke(broadside.main, words)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


@pytest.mark.parametrize("what", BAD)
def test_a_bad_file_is_refused_in_a_line_that_names_it(tmp_path: Path, what: str) -> None:
    (tmp_path / "x.json").write_bytes(BAD[what])
    for line in READERS:
        status, told = _run(line, tmp_path)
        if line.split()[0] in _MAY_READ.get(what, ()):
            assert status < 2 or "x.json" in told
            continue
        assert status == 2, (line, told)
        assert told.startswith("broadside: ") and "x.json" in told and len(told) < 600, (line, told)
        assert "defect" not in told
    assert what in _MAY_READ or not (tmp_path / "out").exists()


def test_a_file_that_claims_a_terabyte_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "x.json").open("wb") as file:
        file.truncate(1 << 40)
    for line in READERS:
        status, told = _run(line, tmp_path)
        assert status == 2 and "x.json" in told, (line, told)


ODD: tuple[Any, ...] = (None, True, 7, 1.5, "text", [], [[]], {}, {"a": [1]}, 10**30)
KEYS = (
    *("GUID", "Name", "Transform", "Nickname", "Memo", "States", "ContainedObjects", "Tags"),
    *("ChildObjects", "LuaScript", "LuaScriptState", "CustomImage", "CustomDeck", "DeckIDs"),
    *("AttachedSnapPoints", "Description", "GMNotes", "FogColor", "Bag", "RotationValues"),
)
ROOT_KEYS = (
    *("SaveName", "Date", "Hands", "Turns", "TabStates", "SnapPoints", "Grid", "LuaScript"),
    *("XmlUI", "Note", "Tags", "CustomUIAssets", "DecalPallet", "CameraStates", "Lighting"),
)


@pytest.mark.parametrize("odd", ODD, ids=str)
def test_any_type_may_stand_anywhere(tmp_path: Path, odd: object) -> None:
    things = [thing(f"t{at}") | {key: odd} for at, key in enumerate(KEYS)]
    things += [{"Transform": {"posX": odd, "rotZ": odd, "scaleX": odd}}, {"States": {"2": odd}}]
    things += [thing("zone", Name="HandTrigger") | {"Transform": odd}]
    inside = thing("bag", Name="Bag", ContainedObjects=things)
    odd_save = save(*things, inside, **dict.fromkeys(ROOT_KEYS, odd))
    for state in (odd, PLAYED):
        write(tmp_path / "x.json", odd_save | {"LuaScriptState": state})
        for line in READERS:
            status, told = _run(line, tmp_path)
            assert status in (0, 1, 2) and "defect" not in told, (line, told)
            assert status < 2 or told.startswith("broadside: ") or line.startswith("lint")
    assert _run("inspect x.json", tmp_path)[0] == 0


def test_a_list_among_the_objects_is_passed_over(tmp_path: Path) -> None:
    write(tmp_path / "x.json", save() | {"ObjectStates": [[], 3, None, "x", thing("Ajax")]})
    assert "1 on the table" in _run("inspect x.json", tmp_path)[1]

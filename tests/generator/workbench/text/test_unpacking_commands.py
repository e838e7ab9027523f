"""``broadside unpack`` and ``pack`` as a person meets them."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from broadside import main
from tests.generator.workbench.text.making import entries, module, zipped

MODULE = module('<VASSAL.build.GameModule name="Small"/>', ("images/a.png", b"a"))
SAVE = zipped(("savedGame", b"begin_save\x1bPLAYER\tsecret\tname\tside"))


def broadside(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_there_and_back(tmp_path: Path) -> None:
    (tmp_path / "x.vmod").write_bytes(MODULE)
    told = broadside("unpack", tmp_path / "x.vmod", tmp_path / "x")
    assert told.exit_code == 0
    assert told.output.endswith("x: module, 3 files written, 0 as they were, 0 removed\n")
    (tmp_path / "x/images/b.png").write_bytes(b"b")
    told = broadside("unpack", tmp_path / "x.vmod", tmp_path / "x", "--json")
    assert json.loads(told.output) == {
        "kind": "module",
        "written": [],
        "same": 3,
        "removed": [],
        "left": ["images/b.png"],
    }
    told = broadside("pack", tmp_path / "x", "-o", tmp_path / "y.vmod")
    assert (told.exit_code, told.output.endswith(" bytes\n")) == (0, True)
    assert entries(tmp_path / "y.vmod")[:-1] == entries(tmp_path / "x.vmod")


def test_secrets_are_shown_only_on_request(tmp_path: Path) -> None:
    (tmp_path / "x.vsav").write_bytes(SAVE)
    told = broadside("unpack", tmp_path / "x.vsav", tmp_path / "x")
    assert told.exit_code == 2
    assert "say --reveal where that is meant" in told.output
    assert "secret\t" not in told.output
    assert broadside("unpack", tmp_path / "x.vsav", tmp_path / "x", "--reveal").exit_code == 0
    told = broadside("pack", tmp_path / "x", "-o", tmp_path / "y.vsav", "--header", "VOBS")
    assert told.exit_code == 0
    assert dict(entries(tmp_path / "y.vsav"))["savedGame"].startswith(b"VOBS")


def test_a_save_is_not_packed_over_a_module(tmp_path: Path) -> None:
    (tmp_path / "x.vmod").write_bytes(MODULE)
    (tmp_path / "x.vsav").write_bytes(SAVE)
    broadside("unpack", tmp_path / "x.vsav", tmp_path / "x", "--reveal")
    told = broadside("pack", tmp_path / "x", "-o", tmp_path / "x.vmod")
    assert told.exit_code == 2
    assert "a module, save or log lies there" in told.output
    assert (tmp_path / "x.vmod").read_bytes() == MODULE


def test_every_mistake_has_a_line(tmp_path: Path) -> None:
    (tmp_path / "x.vmod").write_bytes(MODULE)
    broadside("unpack", tmp_path / "x.vmod", tmp_path / "x")
    (tmp_path / "x/module.yaml").write_text("component: Modul\nhold: []\n")
    told = broadside("pack", tmp_path / "x", "-o", tmp_path / "y.vmod")
    assert told.exit_code == 2
    assert told.output.splitlines()[0].startswith("broadside: module.yaml:1:12: unknown component")
    assert not (tmp_path / "y.vmod").exists()

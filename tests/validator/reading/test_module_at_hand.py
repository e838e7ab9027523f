"""The module that a log was played with: named, or beside it; the same for every command."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from broadside import main
from generator.vassal.archive import pack
from generator.vassal.metadata import Metadata, write
from validator.reading.module_at_hand import OtherModuleError, module_at_hand

_LOG = "22-draw-and-turn-face-up.vlog"
_PLAIN = b'<VASSAL.launch.BasicModule name="x"/>'


@pytest.fixture
def log(shared: Path, tmp_path: Path) -> Path:
    """A log of VASSAL's own, alone in a folder."""
    return Path(shutil.copy(shared / "vassal/reference/logs" / _LOG, tmp_path / "game.vlog"))


@pytest.fixture
def module(shared: Path) -> Path:
    """The module it was played with."""
    return shared / "vassal/reference/reference.vmod"


def made(path: Path, name: str, version: str = "1", pictures: tuple[str, ...] = ()) -> Path:
    """A module without parts."""
    members = {"buildFile.xml": _PLAIN, "moduledata": write(Metadata(name=name, version=version))}
    path.write_bytes(pack(members | {f"images/{one}": b"" for one in pictures}))
    return path


def run(*words: object) -> Result:
    return CliRunner().invoke(main, list(map(str, words)), catch_exceptions=False)


def test_without_a_module_nothing_is_said(log: Path) -> None:
    found = module_at_hand([log])
    assert (found.paths, found.wanted, found.said) == ((), "Hunt at Sea", "")


def test_a_log_that_is_named_like_a_module_is_none(log: Path) -> None:
    wrong = Path(shutil.copy(log, log.with_name("game.vmod")))
    assert module_at_hand([log]).paths == () and module_at_hand([wrong]).paths == ()


@pytest.mark.parametrize("command", ["audit", "log", "inspect"])
def test_a_log_is_read_as_what_it_is_under_any_name(log: Path, command: str) -> None:
    right = run(command, log).output
    for name in ("game.json", "game.vmod", "game.txt"):
        wrong = log.rename(log.with_name(name))
        assert run(command, wrong).output.replace(name, "game.vlog") == right
        wrong.rename(log)


def test_a_module_that_is_named_like_a_save_is_told_from_one(log: Path, module: Path) -> None:
    for name in ("other.json", "other.vlog"):
        wrong = shutil.copy(module, log.with_name(name))
        assert "a module of VASSAL, not a log or save" in run("audit", wrong).output
        assert re.search(r"^kind +VASSAL module$", run("inspect", wrong).output, re.M)


def test_one_beside_the_log_that_bears_its_name_is_taken(log: Path, module: Path) -> None:
    made(log.with_name("a.vmod"), "Another")
    beside = Path(shutil.copy(module, log.with_name("z.vmod")))
    found = module_at_hand([log])
    assert found.paths == (beside,)
    assert found.said == f"with the module {beside}, which lies beside the log"


def test_a_module_in_a_log_s_place_is_not_its_own_module(module: Path) -> None:
    assert not module_at_hand([module]).paths


def test_of_two_the_one_of_the_same_version_is_taken(log: Path, module: Path) -> None:
    made(log.with_name("a.vmod"), "Hunt at Sea", "0.1")
    same = Path(shutil.copy(module, log.with_name("b.vmod")))
    assert module_at_hand([log]).paths == (same,)


def test_another_game_s_module_is_refused_in_words(log: Path, tmp_path: Path) -> None:
    other = made(tmp_path / "other.vmod", "Tigers", pictures=("tiger.png",))
    with pytest.raises(
        OtherModuleError, match="'Tigers', the log was played with 'Hunt at Sea'"
    ) as it:
        module_at_hand([log], [other])
    assert str(it.value).endswith(
        " that the log's pieces have. Name that module, or leave out --module"
    )


def test_a_renamed_module_with_the_same_pictures_is_taken(
    log: Path, module: Path, tmp_path: Path
) -> None:
    from generator.vassal.archive import Archive

    with Archive(module) as archive:
        pictures = tuple(name[7:] for name in archive if name.startswith("images/"))
    renamed = made(tmp_path / "new.vmod", "Hunt at Sea II", pictures=pictures)
    found = module_at_hand([log], [renamed])
    assert found.paths == (renamed,) and "may not fit" in found.said


@pytest.mark.parametrize(
    "words",
    [
        ("audit",),
        ("log",),
        ("log", "--narrative"),
        ("log", "--table"),
        ("log", "grep", ""),
        ("log", "export", "-o", "game.csv"),
        ("replay",),
    ],
    ids=" ".join,
)
def test_no_command_reads_a_log_with_another_game_s_module(
    words: tuple[str, ...], log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    other = made(tmp_path / "other.vmod", "Tigers", pictures=("tiger.png",))
    told = run(*words, log, "--module", other)
    assert told.exit_code == 2
    assert "is the module 'Tigers'" in told.output and "Traceback" not in told.output


def test_the_table_at_a_step_needs_no_other_word(log: Path) -> None:
    assert run("log", log, "--at", "1").stdout == run("log", log, "--table", "--at", "1").stdout


def test_the_page_of_an_audit_tells_what_is_not_shown(log: Path) -> None:
    made(log.with_name("beside.vmod"), "Hunt at Sea")  # without its pictures
    page, replay = log.with_name("a.html"), log.with_name("b.html")
    told = run("audit", log, "--html", page).stderr.splitlines()
    posted = run("replay", log, "-o", replay).stdout.splitlines()
    lacks = [line for line in posted if line.startswith("not shown as in the module")]
    assert lacks and [line for line in told if line.startswith("not shown")] == lacks


def test_every_command_takes_the_module_that_lies_beside_the_log(log: Path, module: Path) -> None:
    alone = run("log", log).stdout
    named = run("log", log, "--module", module).stdout
    findings = json.loads(run("audit", log, "--module", module, "--json").stdout)
    assert alone != named
    shutil.copy(module, log.with_name("beside.vmod"))
    assert run("log", log).stdout == named
    assert json.loads(run("audit", log, "--json").stdout) == findings
    assert "which lies beside the log" in run("audit", log).stderr

"""``broadside diff`` and ``broadside merge`` as a person, or git, calls them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from broadside import main
from generator.vassal import archive, saves
from generator.vassal.commands import AddPiece, GameUnderWay, Player
from generator.workbench.opened import OpenModule
from generator.workbench.sources import open_source
from tests.generator.workbench.small_modules import added, changed, find, put, slot

ROOT = Path(__file__).resolve().parents[3]


def broadside(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """``base.vmod``, and two others changed in different places."""
    write(tmp_path / "base.vmod", changed())
    write(tmp_path / "ours.vmod", changed(put("Main", "icon", "ours.png")))
    write(tmp_path / "theirs.vmod", changed(put("Unit 1", "entryName", "First")))
    return tmp_path


def write(path: Path, module: OpenModule) -> None:
    path.write_bytes(archive.pack(module.members))


def test_equal_modules_end_with_0_and_others_with_1(files: Path) -> None:
    same = broadside("diff", files / "base.vmod", files / "base.vmod")
    other = broadside("diff", files / "base.vmod", files / "ours.vmod")
    assert (same.exit_code, other.exit_code) == (0, 1)
    assert "icon: map.png -> ours.png" in other.output


def test_differences_as_json_and_as_a_page(files: Path) -> None:
    shown = broadside(
        "diff", files / "base.vmod", files / "ours.vmod", "--json", "--html", files / "page.html"
    )
    assert json.loads(shown.output)["components"][0]["name"] == "Main"
    assert "<!doctype html>" in (files / "page.html").read_text("utf-8")


def start(*pieces: AddPiece, password: str = "secret") -> bytes:
    text = saves.compose(pieces, [GameUnderWay(), Player(password, "Ann", "Red")])
    return saves.pack(saves.Save(text))


def test_what_moved_in_a_set_up_is_told_as_everybody_may_know_it(tmp_path: Path) -> None:
    def unit(ident: str, name: str, x: int, mask: str = "") -> AddPiece:
        if not mask:
            return AddPiece(ident, f"piece;;;;{name}", f"Main;{x};20;1;0")
        kind = f"obs;77,130;back.png;Mask;B;;player:;Peek;;true;;\tpiece;;;;{name}"
        return AddPiece(ident, kind, f"{mask};\tMain;{x};20;1;0")

    old = start(unit("1", "Tank", 10), unit("2", "Gun", 30), unit("3", "Spy", 50, "secret"))
    new = start(unit("1", "Tank", 40), unit("4", "Ship", 60), unit("3", "Spy", 70, "secret"))
    for name, data in (("old", old), ("new", new)):
        made = changed()
        made.members["start.vsav"] = data
        write(tmp_path / f"{name}.vmod", made)
    told = broadside("diff", tmp_path / "old.vmod", tmp_path / "new.vmod").output
    assert "piece [Tank]" in told and "10,20" in told and "40,20" in told
    assert "- piece [Gun]" in told and "+ piece [Ship]" in told
    assert "Spy" not in told and "secret" not in told


def test_a_set_up_that_cannot_be_read_is_told_by_its_bytes(tmp_path: Path) -> None:
    for name, data in (("old", b"none"), ("new", start())):
        made = changed()
        made.members["start.vsav"] = data
        write(tmp_path / f"{name}.vmod", made)
    told = broadside("diff", tmp_path / "old.vmod", tmp_path / "new.vmod")
    assert told.exit_code == 1 and "4 bytes" in told.output


@pytest.mark.parametrize("words", [["diff", "a"], ["diff", "a", "b", "c"]])
def test_two_files_are_wanted(words: list[str]) -> None:
    assert broadside(*words).exit_code == 2


def test_a_save_and_a_module_are_not_compared(files: Path) -> None:
    save = files / "game.vsav"
    save.write_bytes(archive.pack({"savedGame": b"begin_save\x1bend_save"}))
    shown = broadside("diff", files / "base.vmod", save)
    assert shown.exit_code == 2
    assert "cannot be compared" in shown.output
    assert broadside("diff", save, save).exit_code == 0


def test_a_merge_is_written(files: Path) -> None:
    names = [files / f"{name}.vmod" for name in ("base", "ours", "theirs")]
    shown = broadside("merge", *names, "-o", files / "out.vmod")
    assert shown.exit_code == 0
    root = open_source(files / "out.vmod").root
    assert find(root, "Main").get("icon") == "ours.png"
    assert find(root, "First").get("gpid") == "1"


def test_conflicts_are_named_and_nothing_is_written(files: Path) -> None:
    write(files / "theirs.vmod", changed(put("Main", "icon", "theirs.png")))
    names = [files / f"{name}.vmod" for name in ("base", "ours", "theirs")]
    before = names[1].read_bytes()
    shown = broadside("merge", *names, "-o", names[1])
    assert shown.exit_code == 1
    assert "conflict: Map Window [Main]: icon" in shown.output
    assert all(value in shown.output for value in ("map.png", "ours.png", "theirs.png"))
    assert names[1].read_bytes() == before
    assert broadside("merge", *names, "-o", files / "out.vmod", "--theirs").exit_code == 0
    assert find(open_source(files / "out.vmod").root, "Main").get("icon") == "theirs.png"


def test_what_one_side_alone_changed_is_that_file_byte_for_byte(files: Path) -> None:
    names = [files / f"{name}.vmod" for name in ("base", "base", "theirs")]
    assert broadside("merge", *names, "-o", files / "out.vmod").exit_code == 0
    assert (files / "out.vmod").read_bytes() == (files / "theirs.vmod").read_bytes()


# --- git --------------------------------------------------------------------------------


def git(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["git", *words], cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False
    )


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the small module in it, and git told of Broadside."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    call = f'"{sys.executable}" "{ROOT / "broadside.py"}"'
    git(tmp_path, "init", "-q", "-b", "main")
    for name, value in (
        ("user.name", "Somebody"),
        ("user.email", "somebody@example.org"),
        ("merge.vassal.driver", f"{call} merge %O %A %B -o %A"),
        ("diff.vassal.command", f"{call} diff --git"),
    ):
        git(tmp_path, "config", name, value)
    (tmp_path / ".gitattributes").write_text("*.vmod merge=vassal diff=vassal\n")
    commit(tmp_path, changed())
    git(tmp_path, "branch", "theirs")
    return tmp_path


def commit(folder: Path, module: OpenModule) -> None:
    write(folder / "game.vmod", module)
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "A change")


def test_git_merges_two_branches_of_a_module(repository: Path) -> None:
    commit(repository, changed(added("Red", slot("Ours", 11))))
    git(repository, "checkout", "-q", "theirs")
    commit(repository, changed(added("Blue", slot("Theirs", 11))))
    git(repository, "checkout", "-q", "main")
    done = git(repository, "merge", "-q", "--no-edit", "theirs")
    assert done.returncode == 0, done.stdout + done.stderr
    root = open_source(repository / "game.vmod").root
    assert {find(root, "Ours").get("gpid"), find(root, "Theirs").get("gpid")} == {"11", "12"}


def test_git_is_told_of_a_conflict_and_ours_stays(repository: Path) -> None:
    commit(repository, changed(put("Main", "icon", "ours.png")))
    ours = (repository / "game.vmod").read_bytes()
    git(repository, "checkout", "-q", "theirs")
    commit(repository, changed(put("Main", "icon", "theirs.png")))
    git(repository, "checkout", "-q", "main")
    done = git(repository, "merge", "--no-edit", "theirs")
    assert done.returncode == 1
    assert git(repository, "diff", "--name-only", "--diff-filter=U").stdout == "game.vmod\n"
    assert (repository / "game.vmod").read_bytes() == ours


def test_git_shows_what_changed_in_the_games_terms(repository: Path) -> None:
    write(repository / "game.vmod", changed(put("Main", "icon", "x.png")))
    shown = git(repository, "diff")
    assert shown.returncode == 0, shown.stderr
    assert "icon: map.png -> x.png" in shown.stdout
    (repository / "new.vmod").write_bytes((repository / "game.vmod").read_bytes())
    git(repository, "add", "new.vmod")
    assert "+ Map Window [Main]" in git(repository, "diff", "--cached", "new.vmod").stdout

"""``broadside lint`` as a person calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from broadside import main
from generator.vassal import archive
from generator.workbench.opened import OpenModule, open_module
from generator.workbench.text.unpacking import unpack
from tests.generator.workbench.linting.cases import CASES, module


def broadside(*words: object) -> Result:
    return CliRunner().invoke(main, ["lint", *map(str, words)])


def written(path: Path, made: OpenModule) -> Path:
    path.write_bytes(archive.pack({**made.members, made.build_file: made.document.to_bytes()}))
    return path


@pytest.fixture
def clean(tmp_path: Path) -> Path:
    return written(tmp_path / "clean.vmod", module())


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    return written(tmp_path / "broken.vmod", CASES["image.case"].broken())


def test_the_exit_status_says_how_it_went(clean: Path, broken: Path, tmp_path: Path) -> None:
    assert broadside(clean).exit_code == 0
    assert broadside(broken).exit_code == 1
    assert broadside(broken, "--ignore", "image").exit_code == 0
    assert broadside(tmp_path / "none.vmod").exit_code == 2
    assert broadside().exit_code == 2


def test_what_is_worth_knowing_is_no_failure(tmp_path: Path) -> None:
    told = broadside(written(tmp_path / "x.vmod", CASES["image.unused"].broken()))
    assert (told.exit_code, "image.unused" in told.output) == (0, True)


def test_a_code_there_is_not_is_refused(clean: Path) -> None:
    told = broadside(clean, "--select", "image.mising")
    assert told.exit_code == 2
    assert "image.missing" in told.stderr


def test_several_files_are_told_one_after_the_other(clean: Path, broken: Path) -> None:
    told = broadside(clean, broken, "--json")
    assert [len(report["findings"]) for report in json.loads(told.stdout)] == [0, 1]


def test_sarif_goes_to_a_file(broken: Path, tmp_path: Path) -> None:
    broadside(broken, "--sarif", tmp_path / "x.sarif")
    log = json.loads((tmp_path / "x.sarif").read_text("utf-8"))
    assert log["runs"][0]["results"][0]["ruleId"] == "image.case"


class TestFixing:
    @pytest.mark.parametrize(
        "options",
        [["--fix"], ["-o", "x.vmod"], ["--in-place"], ["--fix", "--in-place", "-o", "x.vmod"],
         ["--fix", "--in-place", "--game", "graf_spee"]],
    )  # fmt: skip
    def test_where_the_result_goes_must_be_said(self, broken: Path, options: list[str]) -> None:
        before = broken.read_bytes()
        assert broadside(broken, *options).exit_code == 2
        assert broken.read_bytes() == before

    def test_the_result_goes_beside_the_file(self, broken: Path, tmp_path: Path) -> None:
        before = broken.read_bytes()
        told = broadside(broken, "--fix", "-o", tmp_path / "mended.vmod")
        assert (told.exit_code, broken.read_bytes()) == (0, before)
        assert "mended  image 'Tank.PNG' named 'tank.png'" in told.stderr
        assert broadside(tmp_path / "mended.vmod").exit_code == 0

    def test_or_takes_its_place(self, broken: Path) -> None:
        others = {k: v for k, v in open_module(broken).members.items() if k != "buildFile.xml"}
        assert broadside(broken, "--fix", "--in-place").exit_code == 0
        mended = open_module(broken)
        assert {name: mended.members[name] for name in others} == others

    def test_a_bare_build_file_is_mended_too(self, tmp_path: Path) -> None:
        bare = tmp_path / "buildFile.xml"
        bare.write_bytes(CASES["map.parts"].broken().document.to_bytes())
        assert broadside(bare).exit_code == 1
        assert broadside(bare, "--fix", "--in-place").exit_code == 0

    def test_a_folder_is_not(self, broken: Path, tmp_path: Path) -> None:
        unpack(broken, tmp_path / "text")
        assert broadside(tmp_path / "text", "--fix", "--in-place").exit_code == 2


def test_an_unpacked_module_is_told_in_its_files(broken: Path, tmp_path: Path) -> None:
    unpack(broken, tmp_path / "text")
    (finding,) = json.loads(broadside(tmp_path / "text", "--json").stdout)["findings"]
    place = finding["places"][0]
    line = Path(place["file"]).read_text("utf-8").splitlines()[place["line"] - 1]
    assert "Tank.PNG" in line


def test_a_bundled_game_lints_clean(tmp_path: Path) -> None:
    told = broadside("--game", "graf_spee", "--json")
    report = json.loads(told.stdout)
    assert (told.exit_code, report["counts"]["error"], report["counts"]["warning"]) == (0, 0, 0)

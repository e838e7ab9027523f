"""What is assumed of the game: each assumption is told, and a user's own values lie over it."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from generator.tabletop_simulator.calibration import (
    FILE,
    Calibration,
    CalibrationError,
    assumptions,
    calibration,
)


def _own(folder: Path, text: str) -> Path:
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_value_has_its_meaning_evidence_and_check() -> None:
    assert [one.key for one in assumptions()] == [one.name for one in fields(Calibration)]
    assert all(one.meaning and one.evidence and one.check for one in assumptions())


def test_the_file_is_read_as_yaml_would_be() -> None:
    from ruamel.yaml import YAML

    said = YAML(typ="safe").load(FILE.read_text("utf-8"))
    read = {
        one.key: {
            "value": one.value,
            "meaning": one.meaning,
            "evidence": one.evidence,
            "check": one.check,
        }
        for one in assumptions()
    }
    assert read == said
    assert [type(one["value"]) for one in read.values()] == [
        type(one["value"]) for one in said.values()
    ]


def test_ones_own_values_are_laid_over_the_others(tmp_path: Path) -> None:
    mine = calibration(_own(tmp_path, "tile_short_side: 2.4\ntile_stretch: true\n"))
    assert (mine.tile_short_side, mine.tile_stretch) == (2.4, True)
    assert mine.card_width == calibration().card_width
    assert mine.digest() != calibration().digest()


def test_a_file_named_in_the_environment_is_laid_over_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROADSIDE_CALIBRATION", str(_own(tmp_path, "die_side: 3\n")))
    assert calibration().die_side == 3.0
    monkeypatch.delenv("BROADSIDE_CALIBRATION")
    assert calibration().die_side != 3.0


def test_an_empty_file_changes_nothing(tmp_path: Path) -> None:
    assert calibration(_own(tmp_path, "# nothing yet\n")) == calibration()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("tile_short_sid: 2", "unknown key 'tile_short_sid'; .*did you mean 'tile_short_side'"),
        ("tile_short_side: wide", "tile_short_side: 'wide'; accepted: a number"),
        ("tile_short_side: true", "accepted: a number"),
        ("tile_short_side: 0", "accepted: a number above 0"),
        ("tile_short_side: -1", "accepted: a number from 0 up"),
        ("tile_short_side: .nan", "accepted: a number"),
        ("tile_stretch: 1", "tile_stretch: 1; accepted: true or false"),
        ("picture_right: 2", "picture_right: 2; accepted: 1 or -1"),
        ("sheet_columns: 2.5", "accepted: a whole number"),
        ("seat_angles: 180", "accepted: a list of numbers"),
        ("seat_angles: [north]", "accepted: a list of numbers"),
        ("cache_name: '['", "not a regular expression"),
        ("- 1", "lines of `key: value`"),
        ("a: [", "mine.yaml"),
        ("tile_short_side: 2\ntile_short_side: 3", "mine.yaml"),
    ],
)
def test_what_cannot_be_used_is_told_with_what_is_accepted(
    tmp_path: Path, text: str, says: str
) -> None:
    with pytest.raises(CalibrationError, match=says):
        calibration(_own(tmp_path, text))


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match=r"none\.yaml: cannot be read"):
        calibration(tmp_path / "none.yaml")


def test_the_page_tells_every_assumption() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "calibration.md").read_text("utf-8")
    for one in assumptions():
        value = one.value if isinstance(one.value, str) else json.dumps(one.value)
        row = f"| `{one.key}` | `{value}` | {one.meaning} | {one.evidence} | {one.check} |"
        assert row in page
    named = set(re.findall("`([a-z]+_[a-z_]+)`", page))
    assert named == {one.key for one in assumptions() if "_" in one.key}

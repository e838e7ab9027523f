"""What the recorder itself writes at a table where somebody cheats, and where nobody does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.tabletop_simulator.save import to_bytes
from tests.validator.audit.tabletop.sittings import BRITISH, GERMAN, QUIET
from validator.audit import audit
from validator.audit.findings import Finding, Severity
from validator.playing.tabletop.world import World

MARKER, EXETER, CUP = "piece/taken_1", "piece/exeter", "deck/Atlantic Cup"


class Evening:
    """An evening at the table, and the saves that are left of it."""

    def __init__(self, fresh: dict[str, Any], folder: Path) -> None:
        self.world = World(fresh, {GERMAN: "Gerda", BRITISH: "Brian"})
        self.folder = folder
        self.saves: list[Path] = []

    def move(self, colour: str, memo: str, x: float, z: float) -> None:
        """A thing is carried elsewhere."""
        self.world.pick_up(colour, memo)
        self.world.drop(colour, memo, x, z)
        self.world.wait()

    def throw(self, *faces: int) -> None:
        """The first dice are thrown by hand."""
        self.world.cast(faces)
        self.world.roll(GERMAN, [f"die/6/{number}" for number in range(1, len(faces) + 1)])
        self.world.wait()

    def save(self) -> dict[str, Any]:
        """Save the game; the files are audited together."""
        root: dict[str, Any] = self.world.save()
        path = self.folder / f"save-{len(self.saves) + 1}.json"
        path.write_bytes(to_bytes(root))
        self.saves.append(path)
        return root

    def findings(self) -> list[Finding]:
        """What an audit of all saves says that is not said of every game."""
        found = audit(self.saves, reveal=True).findings
        return [one for one in found if "." in one.code and one.code not in QUIET]


@pytest.fixture
def evening(fresh: dict[str, Any], tmp_path: Path) -> Evening:
    return Evening(fresh, tmp_path)


def test_a_throw_that_a_rewind_took_back_is_found_in_the_autosave(evening: Evening) -> None:
    evening.move(GERMAN, MARKER, 1.0, 1.0)
    before = evening.world.save()
    evening.throw(1)
    evening.save()
    evening.world.load(before)
    evening.throw(6)
    evening.save()
    found = {one.code: one for one in evening.findings()}
    assert set(found) == {"tts.fork", "tts.load"}
    assert found["tts.fork"].severity is Severity.SUSPICIOUS
    assert "The dice had shown 1." in found["tts.fork"].did
    assert found["tts.fork"].entry == found["tts.load"].entry


def test_an_evening_that_goes_on_the_next_day_is_clean(evening: Evening) -> None:
    evening.move(GERMAN, MARKER, 1.0, 1.0)
    evening.world.load(evening.save())
    taken = evening.world.take(BRITISH, CUP, EXETER)
    evening.world.drop(BRITISH, taken, -2.0, 1.0)
    evening.world.wait()
    evening.move(BRITISH, EXETER, -4.0, 1.0)
    evening.save()
    assert sorted(one.code for one in evening.findings()) == ["tts.held", "tts.load"]
    assert not audit(evening.saves).has_findings


def test_a_piece_that_a_script_moved_is_found_when_the_game_is_saved(evening: Evening) -> None:
    evening.move(GERMAN, MARKER, 1.0, 1.0)
    evening.world.push(MARKER, 5.0, 1.0)
    evening.save()
    (found,) = evening.findings()
    assert (found.code, found.severity) == ("tts.moved", Severity.SUSPICIOUS)


def test_a_piece_that_was_nudged_is_not_told(evening: Evening) -> None:
    evening.move(GERMAN, MARKER, 1.0, 1.0)
    evening.world.push(MARKER, 1.3, 1.2)
    evening.save()
    assert evening.findings() == []


def test_a_save_changed_between_two_evenings_is_found_in_the_second(evening: Evening) -> None:
    evening.move(GERMAN, MARKER, 1.0, 1.0)
    root = evening.world.save()
    for one in root["ObjectStates"]:
        if one["Memo"] == MARKER:
            one["Transform"]["posX"] += 4.0
    root["LuaScriptState"] = root["LuaScriptState"].replace('"GermanScore":0', '"GermanScore":9')
    evening.world.load(root)
    evening.world.press(GERMAN, next(b for b in evening.world.buttons() if b.startswith("score/")))
    evening.move(GERMAN, MARKER, 2.0, 3.0)
    evening.save()
    codes = [one.code for one in evening.findings()]
    assert codes.count("tts.moved") == 1
    assert codes.count("tts.account") == 1

"""The games of Under Ten Flags that are told in plain words, played by VASSAL itself.

What an audit finds in them stands in the scripts. With ``BROADSIDE_KEEP_LOGS`` set, the logs beside
the scripts are made anew. Needs `conftest.JAR`; skipped without.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from generator.vassal.archive import Archive
from tests.modules.under_ten_flags import scripts
from tests.modules.under_ten_flags.scripts import LOGS, Act
from tests.modules.under_ten_flags.table import BRITISH, GERMAN, the_game
from validator.audit import audit
from validator.audit.findings import Severity

pytestmark = pytest.mark.vassal

KEEP = "BROADSIDE_KEEP_LOGS"
SCRIPTS = sorted(path.stem for path in LOGS.glob("*.txt"))
BEGUN_FROM = {"chain_2": ("chain_1", "chain_middle")}
"""Games that go on from what another saved."""
_SEATS = {
    side: ("as", f"{side} Player", f"made-up-{side.lower()}", side) for side in (GERMAN, BRITISH)
}


@pytest.fixture(scope="module")
def played(
    machine: Any, flags: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Path]:
    """The log that VASSAL writes of a script."""
    folder = tmp_path_factory.mktemp("scripts")

    def run(begin: bytes, lines: Sequence[Sequence[str]], log: Path) -> Path:
        home = tmp_path_factory.mktemp("run")
        (home / "begin.vsav").write_bytes(begin)
        script = home / "script.txt"
        script.write_text("".join("\t".join(line) + "\n" for line in lines), "utf-8")
        out = home / "told.txt"
        done = machine.run(home, "Act.java", out, flags, home / "begin.vsav", script, log)
        assert out.exists(), done.stderr
        assert out.read_text("utf-8").splitlines() == ["done"]
        return log

    def log(name: str) -> Path:
        seated = folder / "seated.vsav"
        if not seated.exists():
            with Archive(flags) as archive:
                setup = archive.read("standard.vsav")
            run(setup, [*_SEATS.values(), ("save", str(seated))], folder / "none.vlog")
        begin = seated
        if name in BEGUN_FROM:
            before, saved = BEGUN_FROM[name]
            log(before)
            begin = folder / f"{saved}.vsav"
        acts = list(_told(scripts.read(name), folder))
        return run(begin.read_bytes(), acts, folder / f"{name}.vlog")

    return log


def _told(acts: Sequence[Act], folder: Path) -> Iterator[tuple[str, ...]]:
    """The acts in the words of `Act.java`."""
    seat = ""
    for act in acts:
        if act.side != seat:
            seat = act.side
            yield _SEATS[seat]
        yield from _one(act, folder)


def _one(act: Act, folder: Path) -> Iterator[tuple[str, ...]]:
    game = the_game()
    match act.verb:
        case "drag" | "draw":
            x, y = map(str, scripts.spots()[act.map, act.place])
            goal = (next(one.name for one in game.maps if one.id == act.map), x, y)
            deck = (act.words,) if act.verb == "draw" else ()
            yield act.verb, *deck, *goal, *act.units
        case "pick":
            yield "menu", act.units[0], act.words
        case "press":
            same = [one for one in game.actions if one.name == act.words]
            button = next(one for one in same if one.side in (None, act.side)) if same else None
            for draw in button.draw if act.units and button is not None else ():
                yield "top", draw.deck, *act.units
            yield "button", act.words, str(same.index(button) + 1 if button is not None else 1)
        case "roll":
            dice = next(one for one in game.dice if one.name == act.words)
            yield "dice", *map(str, act.dice)
            yield "button", f"{dice.name} ({dice.count}d6)"
        case "save":
            yield "save", str(folder / f"{act.words}.vsav")
        case _:
            yield (act.verb, act.words) if act.words else (act.verb,)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_played_in_vassal(played: Callable[[str], Path], name: str) -> None:
    log = played(name)
    findings = audit([log], "under_ten_flags", reveal=True).findings
    found = [(one.step, one.code) for one in findings if one.severity is not Severity.NOTE]
    assert sorted(found) == scripts.expected(scripts.read(name), reveal=True)
    if os.environ.get(KEEP):
        shutil.copy(log, LOGS / log.name)

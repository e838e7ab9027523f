"""Games that our own player did not make: played in VASSAL itself by scripts in plain words, or
written command by command. What an audit finds in them stands beside the acts in the scripts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from broadside import main
from generator.vassal import saves
from tests.modules.under_ten_flags import scripts
from tests.modules.under_ten_flags.scripts import LOGS
from tests.modules.under_ten_flags.table import BRITISH, GERMAN, the_game
from tests.modules.under_ten_flags.written import Written
from tests.sampling import one_in
from validator.audit import audit
from validator.audit.findings import Severity

pytestmark = pytest.mark.slow  # one of a kind is tried by default elsewhere

PLAYED_IN_VASSAL = sorted(path.stem for path in LOGS.glob("*.vlog"))
VIEWS: dict[str, dict[str, Any]] = {
    "public": {},
    "revealed": {"reveal": True},
    "German": {"side": GERMAN},
    "British": {"side": BRITISH},
}
in_all_views = pytest.mark.parametrize("view", one_in(2, VIEWS.values()), ids=VIEWS)
_NOT_OF_PLAY = ("log.definition",)
"""What is said of a log only because the game's definition went on since it was played."""


def _found(*logs: Path, **view: Any) -> list[tuple[int, str]]:
    """What is found, at the step of the files: who does not see all steps counts fewer."""
    result = audit(logs, "under_ten_flags", **view)
    told = (one for one in result.findings if one.severity is not Severity.NOTE)
    step = result.views[0].file_step
    return sorted((step(one.step), one.code) for one in told if one.code not in _NOT_OF_PLAY)


@in_all_views
@pytest.mark.parametrize("name", PLAYED_IN_VASSAL)
def test_a_game_that_vassal_logged(name: str, view: dict[str, Any]) -> None:
    assert _found(LOGS / f"{name}.vlog", **view) == scripts.expected(scripts.read(name), **view)


@pytest.mark.parametrize("name", PLAYED_IN_VASSAL)
def test_each_act_is_one_step(name: str) -> None:
    acts = [act for act in scripts.read(name) if act.verb != "save"]
    assert len(list(saves.read(LOGS / f"{name}.vlog").steps())) == len(acts)


@in_all_views
def test_a_game_in_two_files(view: dict[str, Any]) -> None:
    assert _found(LOGS / "chain_1.vlog", LOGS / "chain_2.vlog", **view) == []


@in_all_views
@pytest.mark.slow
def test_a_game_by_hand_written_command_by_command(tmp_path: Path, view: dict[str, Any]) -> None:
    acts = scripts.read("by_hand")
    log = Written().play(acts).write(tmp_path / "by_hand.vlog")
    assert _found(log, **view) == scripts.expected(acts, **view)


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(2, ["two_hands", "oddities"]))
@pytest.mark.parametrize("view", [(), ("--as", "german")], ids=["public", "German"])
def test_no_ship_that_was_not_shown_stands_in_a_report(
    name: str, view: tuple[str, ...], tmp_path: Path
) -> None:
    acts = scripts.read(name)
    drawn = {act.units[0] for act in acts if act.verb == "draw" and act.words == "Ship Cup"}
    shown = {act.units[0] for act in acts if act.words == "Turn over"}
    log, page = str(LOGS / f"{name}.vlog"), tmp_path / "report.html"
    runs = [["audit", log], ["audit", log, "--json", "--html", str(page)], ["log", log]]
    written = "".join(CliRunner().invoke(main, [*words, *view]).output for words in runs)
    written += page.read_text("utf-8")
    assert drawn - shown
    for ship in drawn - shown:
        assert the_game().counter(ship).name not in written
        assert f'"{ship}"' not in written


_NOT_TURNED_OVER = """\
German drags plot_atlantis to 1005
British draws od_3 from O/D Cup to C1 Origin
British draws od_7 from O/D Cup to C1 Destination
British draws athelking from Ship Cup to C1 Ship
British drags c1 to 0906
British drags plot_dorsetshire to 1301
British drags devonshire to C1 Ship
British draws hearts_1 from Activation Deck to Activation Discards
British drags c1 to 1006
British picks Flip of c1
British draws od_5 from O/D Cup to C2 Origin
British draws od_6 from O/D Cup to C2 Destination
British draws teddy from Ship Cup to C2 Ship
British drags c2 to 1301
British picks Flip of c2
German draws clubs_1 from Activation Deck to Activation Discards
German drags plot_atlantis to 1006
German drags atlantis to 1006
German rolls Atlantis searches: 2
British drags devonshire to 1006
British rolls Reactive search: 4  # finds UTF-7.2.1d
British drags devonshire to C1 Ship
German drags atlantis to Held
British draws hearts_2 from Activation Deck to Activation Discards
"""


@in_all_views
def test_an_escort_on_the_wrong_side_saves_its_ship_all_the_same(
    tmp_path: Path, view: dict[str, Any]
) -> None:
    acts = list(scripts.acts(_NOT_TURNED_OVER))
    log = Written().play(acts).write(tmp_path / "escort.vlog")
    assert _found(log, **view) == scripts.expected(acts, **view)

"""Two files of a module nobody knows: what lies between them, and who sat at the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from generator.vassal.commands import Chat
from tests.validator.audit.conftest import QUIET
from tests.validator.audit.planting import ONE, Planted, moved, rolled
from validator.audit import audit
from validator.audit.dice import Roll, habits
from validator.audit.findings import Finding, Severity

Logs = Callable[[str], Planted]
BOTH = pytest.mark.parametrize("reveal", [False, True], ids=["public", "revealed"])


@pytest.fixture
def log(shared: Path) -> Logs:
    """A log of the reference module, ready for changes."""
    folder = shared / "vassal" / "reference" / "logs"
    return lambda name: Planted(next(iter(folder.glob(f"{name}-*.vlog"))))


def _found(*paths: Path, reveal: bool = False) -> list[Finding]:
    return [one for one in audit(paths, reveal=reveal).findings if one.code not in QUIET]


def _codes(*paths: Path) -> list[str]:
    return [one.code for one in _found(*paths)]


def _said(log: Planted, text: str = "good morning") -> Planted:
    return log.then(Chat(f"<German Player> - {text}"))


def _begun(log: Planted) -> Planted:
    """The log's position, and no step yet."""
    log.steps = []
    return log


# --- dice rolled elsewhere --------------------------------------------------------------


@BOTH
def test_dice_that_showed_something_else_before_were_rolled_elsewhere(
    reveal: bool, log: Logs, tmp_path: Path
) -> None:
    first = log("28").write(tmp_path / "1.vlog")
    second = _begun(log("28")).then(*rolled("Search die", "6", "4")).write(tmp_path / "2.vlog")
    (found,) = _found(first, second, reveal=reveal)
    assert (found.code, found.severity, found.step) == ("dice.elsewhere", Severity.NOTE, 3)
    assert "had shown 6" in found.did and "end with 5" in found.did


@pytest.mark.parametrize("shown", ["5", "1", ""])
def test_dice_that_showed_the_last_roll_or_nothing_were_not(
    shown: str, log: Logs, tmp_path: Path
) -> None:
    first = log("28").write(tmp_path / "1.vlog")
    second = _begun(log("28")).then(*rolled("Search die", shown, "4")).write(tmp_path / "2.vlog")
    assert _codes(first, second) == []


# --- begun anew, gone on with -----------------------------------------------------------


def _with_a_move(log: Planted, result: str) -> Planted:
    log.then(*rolled("Search die", "5", result))
    return log.then(moved(log.piece("U-47"), 483, 296, ONE))


@BOTH
def test_a_log_played_again_with_other_dice_tells_both(
    reveal: bool, log: Logs, tmp_path: Path
) -> None:
    one = _with_a_move(log("28"), "2").write(tmp_path / "1.vlog")
    other = _with_a_move(log("28"), "6").write(tmp_path / "2.vlog")
    (found,) = [one for one in _found(one, other, reveal=reveal) if one.code != "dice.elsewhere"]
    assert (found.code, found.severity) == ("chain.again", Severity.SUSPICIOUS)
    assert "are the same for 2 steps" in found.did
    assert "Search die shows 2" in found.did and "Search die shows 6" in found.did


@BOTH
def test_a_log_that_was_gone_on_with_holds_the_earlier_one(
    reveal: bool, log: Logs, tmp_path: Path
) -> None:
    short = log("28").write(tmp_path / "1.vlog")
    whole = _with_a_move(log("28"), "2").write(tmp_path / "2.vlog")
    (found,) = _found(short, whole, reveal=reveal)
    assert (found.code, found.severity) == ("chain.longer", Severity.NOTE)
    assert audit([short, whole]).steps == 4


def test_two_games_in_one_folder_are_told_apart(log: Logs, tmp_path: Path) -> None:
    one, other = (log(name).write(tmp_path / f"{name}.vlog") for name in ("02", "04"))
    (found,) = _found(one, other)
    assert (found.code, found.severity) == ("chain.other", Severity.NOTE)


@BOTH
def test_a_gap_names_and_counts_every_difference(reveal: bool, log: Logs, tmp_path: Path) -> None:
    one = _said(log("28")).write(tmp_path / "1.vlog")
    later = _said(log("28"))
    for name in ("U-47", "Hood", "Fuel marker"):  # Norfolk lies under the Hood
        ship = later.piece(name)
        spot, other = (f"{ship.map};{x};{ship.y}" for x in (ship.x, ship.x + 111))
        later.begin_with(spot, other)
    later.begin_with("GermanVP;0", "GermanVP;7")
    (found,) = _found(one, later.write(tmp_path / "2.vlog"), reveal=reveal)
    assert (found.code, found.severity) == ("chain.gap", Severity.SUSPICIOUS)
    assert "4 moved, 1 property" in found.did
    assert len(found.details) == 5
    assert "GermanVP was 0 and is 7" in found.details


# --- what stands beside the table -------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({"version": "9.9"}, ["chain.version"]),
        ({"date_saved": "1000000000000"}, ["chain.date"]),
        ({}, []),
    ],
)
def test_versions_and_dates_are_followed(
    changes: dict[str, str], codes: list[str], log: Logs, tmp_path: Path
) -> None:
    one = log("28").write(tmp_path / "1.vlog")
    other = _said(_begun(log("28"))).write(tmp_path / "2.vlog", **changes)
    assert _codes(one, other) == codes
    assert not audit([one, other]).has_findings


@BOTH
def test_a_turn_that_passed_between_two_files_is_a_note(
    reveal: bool, log: Logs, tmp_path: Path
) -> None:
    one = log("34").write(tmp_path / "1.vlog")
    other = _said(_begun(log("34"))).write(tmp_path / "2.vlog")
    (found,) = _found(one, other, reveal=reveal)
    assert (found.code, found.severity) == ("log.turn", Severity.NOTE)
    assert "from 2 to 1" in found.did


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("\tGerman Player\t", "\tKarl\t", "log.name"),
        ("PLAYER\tsecret-one", "PLAYER\tsecret-new", "log.password"),
    ],
)
def test_players_who_change_their_names_and_passwords_are_told_of(
    old: str, new: str, code: str, log: Logs, tmp_path: Path
) -> None:
    one = log("28").write(tmp_path / "1.vlog")
    other = _said(_begun(log("28")).begin_with(old, new)).write(tmp_path / "2.vlog")
    (found,) = _found(one, other)
    assert (found.code, found.severity) == (code, Severity.NOTE)
    assert "secret" not in found.did


# --- habits -----------------------------------------------------------------------------


def _rolls(log: Planted, count: int, said: Callable[[int], bool]) -> Planted:
    shown = "5"
    for number in range(count):
        if said(number):
            _said(log, f"attack {number}")
        result = str(1 + number % 6)
        log.then(*rolled("Search die", shown, result))
        shown = result
    return log


def test_a_roll_without_a_word_is_told_of_where_the_others_have_one(
    log: Logs, tmp_path: Path
) -> None:
    path = _rolls(_begun(log("28")), 30, lambda number: number % 10 > 0).write(tmp_path / "1.vlog")
    found = {one.code: one for one in _found(path)}
    assert {"dice.undeclared", "dice.repeated"} <= set(found)
    assert {one.severity for one in found.values()} == {Severity.NOTE}
    assert "twice in a row 2 times" in found["dice.repeated"].did


@pytest.mark.parametrize("said", [True, False])
def test_where_all_rolls_are_alike_none_is(said: bool, log: Logs, tmp_path: Path) -> None:
    path = _rolls(_begun(log("28")), 29, lambda number: said).write(tmp_path / "1.vlog")
    assert not {"dice.undeclared", "dice.repeated"} & set(_codes(path))


@pytest.mark.parametrize("declared", [True, False])
def test_a_roll_whose_own_click_says_what_it_is_for_repeats_none(declared: bool) -> None:
    rows = [
        Roll(3 * n, "Casualty", (6,), "6", "Karl", "German", "HIT MAN GP1", None, True)
        for n in range(1, 30)
    ]
    again = replace(rows[4], step=rows[4].step + 1, is_declared=declared)
    codes = [one.code for one in habits([*rows[:5], again, *rows[5:]])]
    assert codes == ([] if declared else ["dice.repeated"])

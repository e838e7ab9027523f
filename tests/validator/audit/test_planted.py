"""Offences planted in logs that VASSAL wrote: each is found, by its code, by whom it may be seen;
its innocent twin is not."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from generator.vassal import traits
from generator.vassal.commands import (
    AddPiece,
    ChangePiece,
    Chat,
    Command,
    MovePiece,
    Undo,
)
from tests.validator.audit.conftest import QUIET
from tests.validator.audit.offences_of_any_module import (
    ALL,
    NOTE,
    OFFENCES,
    PUBLIC,
    REVEALED,
    SUSPICIOUS,
    WITH_MODULE,
    Offence,
)
from tests.validator.audit.planting import ONE, Planted, moved, whole
from validator.audit import audit
from validator.audit.findings import Severity


@pytest.fixture
def logs(shared: Path) -> Path:
    """Where the logs of the reference module lie."""
    return shared / "vassal" / "reference" / "logs"


def _found(path: Path, eyes: str) -> Counter[tuple[str, Severity]]:
    module = path.parent / "reference.vmod" if eyes == WITH_MODULE else None
    result = audit([path], reveal=eyes == REVEALED, module=module)
    return Counter((one.code, one.severity) for one in result.findings if one.code not in QUIET)


def _written(log: Planted, folder: Path, shared: Path) -> Path:
    module = folder / "reference.vmod"
    if not module.exists():
        module.write_bytes((shared / "vassal" / "reference" / "reference.vmod").read_bytes())
    return log.write(folder / f"{len(list(folder.iterdir()))}.vlog")


def _name(offence: Offence) -> str:
    return f"{offence.code}-{offence.log[:2]}"


@pytest.mark.parametrize("offence", OFFENCES, ids=_name)
def test_a_planted_offence_is_found_by_its_code(
    offence: Offence, logs: Path, shared: Path, tmp_path: Path
) -> None:
    clean, planted = (Planted(logs / f"{offence.log}.vlog") for _ in range(2))
    offence.plant(planted)
    paths = [_written(log, tmp_path, shared) for log in (clean, planted)]
    for eyes in ALL:
        before, after = (_found(path, eyes) for path in paths)
        seen = {(offence.code, offence.severity)} if eyes in offence.eyes else offence.others
        assert set(after - before) == seen, eyes
        assert not before - after, eyes


@pytest.mark.parametrize("offence", OFFENCES, ids=_name)
def test_its_innocent_twin_is_not(
    offence: Offence, logs: Path, shared: Path, tmp_path: Path
) -> None:
    clean, twin = (Planted(logs / f"{offence.log}.vlog") for _ in range(2))
    offence.twin(twin)
    paths = [_written(log, tmp_path, shared) for log in (clean, twin)]
    for eyes in ALL:
        before, after = (_found(path, eyes) for path in paths)
        assert not after - before, eyes


def test_a_step_is_taken_back_once(logs: Path, shared: Path, tmp_path: Path) -> None:
    log = Planted(logs / "02-move-hex-to-hex.vlog").undo(1).undo(1)
    assert _found(_written(log, tmp_path, shared), PUBLIC)["undo.false", SUSPICIOUS] == 1


def test_online_an_undo_may_take_back_what_was_done_before_the_log(
    logs: Path, shared: Path, tmp_path: Path
) -> None:
    log = Planted(logs / "02-move-hex-to-hex.vlog")
    log.undo(1)
    log.steps = [[Chat("<A> - hello")], [Chat("<B> - hello")], log.steps[-1]]
    found = _found(_written(log, tmp_path, shared), PUBLIC)
    assert (found["undo.false", NOTE], found["undo.false", SUSPICIOUS]) == (1, 0)


def test_who_has_done_something_since_takes_that_back_first(
    logs: Path, shared: Path, tmp_path: Path
) -> None:
    log = Planted(logs / "02-move-hex-to-hex.vlog")
    own: list[Command] = [moved(log.piece("Fog bank"), 100, 100, ONE)]
    log.undo(1)
    log.steps = [[Chat("<A> - hello")], [Chat("<B> - hello")], own, log.steps[-1]]
    assert _found(_written(log, tmp_path, shared), PUBLIC)["undo.false", SUSPICIOUS] == 1


@pytest.mark.parametrize(("x", "severity"), [(317, NOTE), (999, SUSPICIOUS)])
def test_online_a_piece_may_be_taken_from_where_it_was_but_not_from_where_it_never_was(
    logs: Path, shared: Path, tmp_path: Path, x: int, severity: Severity
) -> None:
    log = Planted(logs / "02-move-hex-to-hex.vlog")
    late = replace(moved(log.piece("U-47"), 400, 400, ONE), old_x=x, old_y=392)
    log.then(Chat("<A> - hello")).then(Chat("<B> - hello")).then(late)
    assert _found(_written(log, tmp_path, shared), PUBLIC)["log.before", severity] == 1


def test_nothing_public_depends_on_where_a_piece_lay_out_of_sight(
    logs: Path, shared: Path, tmp_path: Path
) -> None:
    """A late move says the boat lay at (372, 296), where it lay hidden; or it lay elsewhere."""
    found = []
    for secret in ((372, 296), (380, 300)):
        log = Planted(logs / "17-hide-move-show-by-owner.vlog")
        to, away = (log.first(MovePiece, step) for step in (2, 3))
        log.steps[1] = [replace(to, x=secret[0], y=secret[1])]
        log.steps[2] = [replace(away, old_x=secret[0], old_y=secret[1])]
        late = replace(moved(log.piece("U-47", 1), 400, 400, ONE), old_x=372, old_y=296)
        log.then(Chat("<A> - hello")).then(Chat("<B> - hello")).then(late)
        result = audit([_written(log, tmp_path, shared)])
        assert [one.severity for one in result.findings if one.code == "log.before"] == [NOTE]
        assert "372" not in str(result.findings)
        found.append(result.findings)
    assert found[0] == found[1]


def test_nothing_public_depends_on_what_a_piece_was_out_of_sight(
    logs: Path, shared: Path, tmp_path: Path
) -> None:
    """The boat is reduced as it comes into sight; or it was reduced before."""
    found = []
    for before in (False, True):
        log = Planted(logs / "17-hide-move-show-by-owner.vlog")
        reduced, shown = (log.first(ChangePiece, step) for step in (4, 5))
        log.steps[4] = [replace(shown, old=reduced.old)]
        if not before:
            log.without(4)
        path = _written(log, tmp_path, shared)
        assert (_found(path, REVEALED)["log.before", SUSPICIOUS] == 1) is before
        found.append(_found(path, PUBLIC))
    assert found[0] == found[1]


def test_where_a_piece_lay_out_of_sight_is_not_told_when_it_is_put_elsewhere(
    logs: Path, tmp_path: Path
) -> None:
    """The boat is put from the plot, out of sight, onto the map by its state alone."""
    log = Planted(logs / "17-hide-move-show-by-owner.vlog")
    boat = log.first(MovePiece, 2).id or ""
    hidden, shown = (log.table(step).pieces[boat] for step in (2, 5))
    del log.steps[2:]
    log.then(moved(hidden, 372, 296, ONE, "German Plot"))
    there = hidden.moved("German Plot", 372, 296, None)
    log.then(ChangePiece(boat, whole(shown.moved("Main Map", 99, 99, None)), whole(there)))
    path = log.write(tmp_path / "put.vlog")
    told, revealed = (
        next(one.did for one in audit([path], reveal=eyes).findings if one.code == "table.carried")
        for eyes in (False, True)
    )
    assert "from German Plot 372,296 to Main Map 99,99" in revealed
    assert "from out of sight to Main Map 99,99" in told


@pytest.mark.parametrize("undone", [False, True])
def test_what_a_piece_was_out_of_sight_is_not_told_when_its_state_is_no_state(
    logs: Path, tmp_path: Path, undone: bool
) -> None:
    """The boat comes into sight on a side it has not; it was whole before that, or reduced."""
    found = []
    for reduced in (False, True):
        log = Planted(logs / "17-hide-move-show-by-owner.vlog")
        change, shown = (log.first(ChangePiece, step) for step in (4, 5))
        states = list(traits.unnest(shown.state))
        whole_boat = traits.unnest(change.old or "")
        reduction = zip(whole_boat, traits.unnest(change.state), strict=True)
        face = next(at for at, (was, now) in enumerate(reduction) if was != now)
        states[face] = "9"
        wrong = ChangePiece(shown.id, traits.nest(states), change.state if reduced else change.old)
        log.steps[4] = [Undo(True), wrong, Undo(False)] if undone else [wrong]
        if not reduced:
            log.without(4)
        path = log.write(tmp_path / "wrong.vlog")
        code = "undo.false" if undone else "table.trait"
        told = [one.did for one in audit([path], reveal=True).findings if one.code == code]
        assert f"from {'2' if reduced else '1'!r} to '9'" in str(told)
        public = [replace(one, step=0) for one in audit([path]).findings if one.code == code]
        assert "'9'" not in str(public)
        found.append([one.did for one in public])
    assert found[0] == found[1]


def test_online_too_no_stack_takes_a_piece_to_another_map(
    logs: Path, shared: Path, tmp_path: Path
) -> None:
    log = Planted(logs / "02-move-hex-to-hex.vlog")
    ship = log.piece("U-47").id
    carry = AddPiece("1795210409999", "stack", f"Submarine Chart;60;60;{ship};@@-1")
    log.then(Chat("<A> - hello")).then(Chat("<B> - hello")).then(carry)
    assert _found(_written(log, tmp_path, shared), REVEALED)["table.carried", SUSPICIOUS] == 1


def test_a_module_of_another_game_is_told(logs: Path, shared: Path) -> None:
    other = shared / "corpus" / "vassal" / "hex-n-counters-template.vmod"
    own = shared / "vassal" / "reference" / "reference.vmod"
    told = [
        one.severity
        for module in (other, own)
        for one in audit([logs / "28-dice.vlog"], reveal=True, module=module).findings
        if one.code == "log.module"
    ]
    assert told == [Severity.UNVERIFIABLE]

"""The table a game's first log begins on, held against the definition: pieces taken out, put in or
doubled, points and turns set otherwise; and logs that begin anywhere, of which nothing is said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from generator.vassal import saves, traits, trees
from generator.vassal.commands import AddPiece, MovePiece, RemovePiece
from tests.modules.recorded import RecordedGame, defined, position, recorded
from tests.sampling import one_in
from validator.audit import audit
from validator.audit.findings import Finding, Severity
from validator.audit.openings import at_the_start
from validator.reading import reader
from validator.reading.views import view
from validator.table import Piece, Table

GAMES = ("graf_spee", "under_ten_flags")
AT_SETUP = 5
"""Steps that the logs hold: so few that a planted opening is not answered by later play."""
OPENING = frozenset({"log.setup", "table.deleted", "table.twin", "table.created", "chain.gap"})
NEW = "1899999999999"

Plant = Callable[[Table], None]


def _piece(table: Table, unit: str) -> Piece:
    return next(one for one in table.pieces.values() if one.marker("UnitId") == unit)


def _taken(unit: str) -> Plant:
    return lambda table: table.apply(RemovePiece(_piece(table, unit).id))


def _doubled(unit: str, called: str = "") -> Plant:
    """A second one; ``called``: with another id, as none of the definition's has."""

    def plant(table: Table) -> None:
        piece = _piece(table, unit)
        kind, state = (
            text.replace(unit, called or unit) for text in (piece.type, traits.nest(piece.states))
        )
        table.apply(AddPiece(NEW, kind, state))

    return plant


def _laid_aside(unit: str, beside: str) -> Plant:
    def plant(table: Table) -> None:
        piece, other = _piece(table, unit), _piece(table, beside)
        at = (piece.map, piece.x, piece.y)
        move = MovePiece(piece.id, other.map, other.x + 300, other.y + 300, None, *at, None, "")
        table.apply(move)

    return plant


def _points(table: Table) -> None:
    (key,) = [one for one in table.properties if one[1] in ("GermanScore", "Points")]
    table.properties[key] = "7"


def _turn(table: Table) -> None:
    (tracker,) = table.turns
    table.turns[tracker] = table.turns[tracker].replace("|1;", "|4;", 1)


def _begun(game: RecordedGame, plant: Plant, path: Path, step: int = 0) -> Path:
    """A log that begins from a table with something changed."""
    table = game.table(step).copy()
    plant(table)
    head = trees.parse(saves.compose(*position(table))).children
    return game.write(path, game.steps[step : step + AT_SETUP], head)


def _of_opening(found: Sequence[Finding]) -> list[Finding]:
    return [one for one in found if one.code in OPENING]


CUP = {"graf_spee": ("dummy_1", "Dummy 1"), "under_ten_flags": ("ghost_1", "Chasing Ghosts 1")}
MARKER = {"graf_spee": ("taken_1", "Convoy taken 1"), "under_ten_flags": ("c6", "C6")}
SECRET = {
    "graf_spee": ("supply_1", "Supply ship 1"),
    "under_ten_flags": ("column_german", "Column (German)"),
}
POOLS = [(game, *pool[game]) for pool in (CUP, MARKER, SECRET) for game in GAMES]
CARDS = [
    ("under_ten_flags", "joker", "Joker"),
    ("under_ten_flags", "hearts_5", "5 of hearts"),
]


@pytest.mark.parametrize(("game_id", "unit", "name"), one_in(4, [*POOLS, *CARDS], arguments=3))
def test_a_piece_that_is_gone_from_the_opening_is_found(
    game_id: str, unit: str, name: str, tmp_path: Path
) -> None:
    log = _begun(recorded(game_id, 3), _taken(unit), tmp_path / "a.vlog")
    (found,) = _of_opening(audit([log], game_id, reveal=True).findings)
    assert (found.code, found.severity, found.step) == ("table.deleted", Severity.SUSPICIOUS, 0)
    assert found.pieces == (name,)
    assert name in found.legal


@pytest.mark.parametrize(("game_id", "unit", "name"), one_in(2, [*POOLS, *CARDS], arguments=3))
def test_a_piece_that_is_there_twice_is_found(
    game_id: str, unit: str, name: str, tmp_path: Path
) -> None:
    log = _begun(recorded(game_id, 3), _doubled(unit), tmp_path / "a.vlog")
    (found,) = _of_opening(audit([log], game_id, reveal=True).findings)
    assert (found.code, found.step, found.pieces) == ("table.twin", 0, (name,))


@pytest.mark.parametrize(("game_id", "unit", "name"), one_in(2, [*POOLS, *CARDS], arguments=3))
def test_a_piece_that_the_game_has_not_is_found(
    game_id: str, unit: str, name: str, tmp_path: Path
) -> None:
    log = _begun(recorded(game_id, 3), _doubled(unit, "another_one"), tmp_path / "a.vlog")
    (found,) = _of_opening(audit([log], game_id, reveal=True).findings)
    assert (found.code, found.severity, found.step) == ("table.created", Severity.SUSPICIOUS, 0)
    assert "the game has no such piece" in found.did


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("eyes", [{}, {"reveal": True}], ids=["public", "revealed"])
def test_points_before_anybody_has_played_are_found(
    game_id: str, eyes: dict[str, bool], tmp_path: Path
) -> None:
    log = _begun(recorded(game_id, 3), _points, tmp_path / "a.vlog")
    (found,) = _of_opening(audit([log], game_id, reveal="reveal" in eyes).findings)
    assert (found.code, found.severity, found.step) == ("log.setup", Severity.SUSPICIOUS, 0)
    assert "is 7" in found.did and found.legal.startswith("0")


@pytest.mark.parametrize("game_id", GAMES)
def test_another_turn_at_the_set_up_is_told_and_accuses_nobody(
    game_id: str, tmp_path: Path
) -> None:
    log = _begun(recorded(game_id, 3), _turn, tmp_path / "a.vlog")
    (found,) = _of_opening(audit([log], game_id).findings)
    assert (found.code, found.severity) == ("log.setup", Severity.UNVERIFIABLE)
    assert "turn 4" in found.did and "turn 1" in found.legal


@pytest.mark.parametrize("game_id", GAMES)
def test_what_was_taken_out_of_a_cup_before_the_log_is_told_and_accuses_nobody(
    game_id: str, tmp_path: Path
) -> None:
    unit, name = CUP[game_id]
    plant = _laid_aside(unit, MARKER[game_id][0])
    log = _begun(recorded(game_id, 3), plant, tmp_path / "a.vlog")
    (found,) = _of_opening(audit([log], game_id, reveal=True).findings)
    assert (found.code, found.severity) == ("log.setup", Severity.UNVERIFIABLE)
    assert found.pieces == (name,) and "Cup" in found.legal


@pytest.mark.parametrize("game_id", GAMES)
def test_who_may_not_look_into_a_cup_can_count(game_id: str, tmp_path: Path) -> None:
    unit, _ = CUP[game_id]
    game = recorded(game_id, 3)
    fewer = _begun(game, _taken(unit), tmp_path / "a.vlog")
    (found,) = _of_opening(audit([fewer], game_id).findings)
    assert (found.code, found.severity) == ("log.setup", Severity.NOTE)
    assert not found.pieces and "Cup holds" in found.did
    more = _begun(game, _doubled(unit), tmp_path / "b.vlog")
    (found,) = _of_opening(audit([more], game_id).findings)
    assert (found.code, found.severity) == ("log.setup", Severity.SUSPICIOUS)
    assert "1 piece lies face down outside" in found.did


@pytest.mark.parametrize("game_id", GAMES)
def test_a_marker_that_nobody_sees_is_told(game_id: str, tmp_path: Path) -> None:
    unit, name = MARKER[game_id]
    log = _begun(recorded(game_id, 3), _taken(unit), tmp_path / "a.vlog")
    (found,) = _of_opening(audit([log], game_id).findings)
    assert (found.code, found.severity) == ("log.setup", Severity.UNVERIFIABLE)
    assert found.pieces == (name,)


@pytest.mark.parametrize(("game_id", "unit", "name"), one_in(2, [*POOLS, *CARDS], arguments=3))
@pytest.mark.parametrize("plant", [_taken, _doubled], ids=["gone", "twice"])
def test_what_came_or_went_between_two_files_is_found_once(
    game_id: str, unit: str, name: str, plant: Callable[[str], Plant], tmp_path: Path
) -> None:
    game = recorded(game_id, 3)
    cut = len(game.steps) // 3
    first = game.write(tmp_path / "1.vlog", game.steps[:cut])
    second = _begun(game, plant(unit), tmp_path / "2.vlog", cut)
    result = audit([first, second], game_id, reveal=True)
    (found,) = _of_opening(result.findings)
    assert (found.code, found.step) == ("chain.gap", cut)
    assert any(piece.startswith(name) for piece in found.pieces)


@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_gone_all_the_time_is_told_once(game_id: str, tmp_path: Path) -> None:
    game = recorded(game_id, 3)
    gone = _taken(MARKER[game_id][0])
    files = [_begun(game, gone, tmp_path / f"{at}.vlog", at * AT_SETUP) for at in range(2)]
    assert len(_of_opening(audit(files, game_id, reveal=True).findings)) == 1


def test_a_piece_of_another_edition_is_a_note(tmp_path: Path) -> None:
    game = recorded("graf_spee", 3)
    log = _begun(game, _doubled("taken_1", "another_one"), tmp_path / "a.vlog")
    save = saves.read(log)
    stamp = save.moduledata.extra1
    edition = next(word for word in stamp.split() if word.startswith("definition="))
    data = replace(save.moduledata, extra1=stamp.replace(edition, "definition=" + "0" * 64))
    saves.write(log, saves.Save(save.text, save.veil, save.savedata, data))
    (found,) = _of_opening(audit([log], "graf_spee", reveal=True).findings)
    assert (found.code, found.severity) == ("table.created", Severity.NOTE)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("by_hand", one_in(2, [False, True]), ids=["buttons", "by-hand"])
@pytest.mark.parametrize("side", one_in(2, [None, "british"]))
@pytest.mark.slow
def test_of_an_honest_log_that_begins_anywhere_nothing_is_said(
    game_id: str, by_hand: bool, side: str | None, tmp_path: Path
) -> None:
    game = recorded(game_id, 3, "purposeful", by_hand)
    for cut in (0, 1, 2, 3, 4, 6, 9, 14, len(game.steps) // 2):
        steps = game.steps[cut : cut + AT_SETUP]
        log = game.write(tmp_path / f"{cut}.vlog", steps, game.head_at(cut))
        found = audit([log], game_id, side, reveal=side is None).findings
        assert not _of_opening(found), f"from step {cut}: {_of_opening(found)}"


def test_of_several_set_ups_the_one_that_differs_least_is_taken_and_named(tmp_path: Path) -> None:
    """Two that lay the same pieces, one of them with points: a log that begins with those is of
    that one, and what is told of another number names the set-up."""
    game = recorded("graf_spee", 1)
    whole = defined("graf_spee")
    (standard,) = whole.scenarios
    later = standard.model_copy(
        update={"id": "later", "name": "Later", "default": False, "properties": {"GermanScore": 7}}
    )
    both = whole.model_copy(update={"scenarios": (standard, later)})

    def told(plant: Plant) -> list[Finding]:
        reading = reader.read_file(_begun(game, plant, tmp_path / "begun.vlog"))
        return list(at_the_start(both, view(reading, None, reveal=True), 0, same_edition=True))

    assert told(lambda table: None) == []
    assert told(_points) == []

    def nine(table: Table) -> None:
        (key,) = [one for one in table.properties if one[1] == "GermanScore"]
        table.properties[key] = "9"

    (one,) = told(nine)
    assert one.did == "GermanScore is 9 when the log begins."
    assert one.legal.startswith("0, as at the set-up 'Pursuit of the Graf Spee'")
    assert "(the nearest: " in one.legal

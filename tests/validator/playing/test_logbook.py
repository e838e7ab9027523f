"""A self-played game, written as a log and read back by the reader of foreign logs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from generator.definition.schema import Game
from generator.errors import BroadsideError
from generator.vassal import modules, saves
from generator.vassal.commands import (
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    Player,
    SetTurn,
    ShowResults,
)
from validator.playing import play_as_log
from validator.playing.logbook import Logged, played_out
from validator.reading.events import Declared, Rolled
from validator.reading.reader import Reading, read_file
from validator.rules.points import POINTS
from validator.table import Deck, Piece, Table

ROOT = Path(__file__).resolve().parents[3]

FEW = 1
"""Games of so many seeds are tried by the default run."""
GAMES = [
    (style, by_hand, seed)
    for seed in range(1, 11)
    for style in ("purposeful", "random")
    for by_hand in (False, True)
]


def _id(game: tuple[str, bool, int]) -> str:
    style, by_hand, seed = game
    return f"{style}-{seed}-{'by-hand' if by_hand else 'buttons'}"


class OneGame:
    """One game: as the engine played it, and as its log reads."""

    def __init__(self, game: Game, module: Path, folder: Path, key: tuple[str, bool, int]) -> None:
        self.style, self.by_hand, self.seed = key
        self.path = folder / "game.vlog"
        self.played = play_as_log(
            game, module, self.path, seed=self.seed, players=self.style, by_hand=self.by_hand
        )
        self.logged: Logged = played_out(
            game, modules.read(module), seed=self.seed, players=self.style, by_hand=self.by_hand
        )
        self.reading: Reading = read_file(self.path, module)
        self.states = [one.before for one in self.logged.record.played] + [self.logged.record.final]
        self.commands = list(saves.read(self.path).steps())

    def piece(self, table: Table, unit: str) -> Piece:
        return next(one for one in table.pieces.values() if one.marker("UnitId") == unit)

    def place(self, table: Table, unit: str) -> str:
        """Where a counter stands: a deck's name, else the location's."""
        piece = self.piece(table, unit)
        holder = table.container(piece)
        if isinstance(holder, Deck):
            return holder.name
        assert self.reading.locations is not None
        return self.reading.locations.spot(piece.map or "", piece.x, piece.y).location

    def chats(self) -> list[tuple[int, str]]:
        return [
            (number, command.text)
            for number, step in enumerate(self.commands, start=1)
            for command in step
            if isinstance(command, Chat)
        ]


@pytest.fixture(
    scope="module",
    params=[pytest.param(game, marks=pytest.mark.slow if game[2] > FEW else ()) for game in GAMES],
    ids=_id,
)
def one(request, graf_spee: Game, blank_module: Path, tmp_path_factory) -> OneGame:
    return OneGame(graf_spee, blank_module, tmp_path_factory.mktemp("log"), request.param)


CUPS = {"Atlantic Ocean": "Atlantic Cup", "Indian Ocean": "Indian Cup", "drawn": ""}


def test_every_step_is_read_back(one: OneGame) -> None:
    assert len(one.reading.steps) == one.played.steps == len(one.logged.hand.steps)
    assert one.logged.shown[-1] == (len(one.logged.record.played), one.played.steps)


def test_the_table_shows_the_state_whenever_verbs_are_done(one: OneGame) -> None:
    checked = 0
    for verbs, steps in one.logged.shown:
        state, table = one.states[verbs], one.reading.table(steps)
        assert one.states[verbs] is not None
        for piece in state.pieces.values():
            if piece.at != "drawn":
                assert one.place(table, piece.id) == CUPS.get(piece.at, piece.at)
            if piece.at not in CUPS:
                covered = one.piece(table, piece.id).mask is not None
                assert covered is not piece.face_up or piece.at == "Out of the Game"
        for name, supply in state.supplies.items():
            assert one.place(table, name) == supply.hex
            if state.outcome is None:
                assert one.piece(table, name).level("Face") == (2 if supply.used else 1)
        if state.outcome is None:
            if state.ship:
                assert {one.place(table, "plot")} == set(state.ship)
            if not (state.scuttled or state.loss_rolled):
                assert one.place(table, "graf_spee") == (state.shown or "Holding")
            assert one.piece(table, "graf_spee").level("Face") == (2 if state.damaged else 1)
        checked += 1
    assert checked > 3


def test_the_score_is_booked(one: OneGame) -> None:
    for verbs, steps in one.logged.shown:
        state, table = one.states[verbs], one.reading.table(steps)
        if any(pending.what == POINTS for pending in state.pending):
            continue  # with buttons a click may have booked it already
        marker = f"Score {min(30, max(0, state.score))}"
        assert one.place(table, "score") == marker
        if not one.by_hand:
            assert table.properties["Module", "GermanScore"] == str(state.score)


def test_turns_are_counted(one: OneGame) -> None:
    for verbs, steps in one.logged.shown:
        state, table = one.states[verbs], one.reading.table(steps)
        if state.turn:
            assert one.place(table, "turn") == f"Turn {(state.turn - 1) % 20 + 1}"
            assert one.piece(table, "turn").level("Face") == (2 if state.turn > 20 else 1)
            if not one.by_hand:
                assert table.turns["TurnTracker0"].startswith(f"0|{state.turn};")


def test_every_die_is_rolled_once_and_shows_what_the_engine_threw(one: OneGame) -> None:
    thrown = [
        (dice,) if isinstance(dice, int) else tuple(dice)
        for dice in (
            getattr(row.verb, "dice", getattr(row.verb, "die", None))
            for row in one.logged.record.played
        )
        if dice is not None
    ]
    rolled = [
        event.dice
        for step in one.reading.steps
        for event in step.events
        if isinstance(event, Rolled)
    ]
    assert sorted(rolled) == ([] if one.by_hand else sorted(thrown))


def _counts_points(command: Command) -> bool:
    return isinstance(command, ChangeProperty) and command.name == "GermanScore"


def test_by_hand_there_is_nothing_but_counters(one: OneGame) -> None:
    if not one.by_hand:
        assert any(isinstance(e, Declared) for step in one.reading.steps for e in step.events)
        return
    # The module sets the points by the cell that their marker is put on.
    played = [one for step in one.commands for one in step if not _counts_points(one)]
    assert not {type(command) for command in played} & {ChangeProperty, SetTurn, ShowResults}
    assert all(text.removeprefix("* UNDO: ").startswith("* [") for _, text in one.chats())


def test_no_chat_line_tells_a_secret(one: OneGame) -> None:
    """The voyage log says nothing, and no piece is named while it is face down."""
    secrets = [seat.password for seat in one.logged.seats]
    units = {
        command.id: unit
        for unit in ("renown", "ark_royal", "hermes", "exeter", "cumberland", "sussex")
        for command in [one.piece(one.reading.start, unit)]
    }
    for number, text in one.chats():
        assert not any(secret in text for secret in secrets)
        assert "plot" not in text and "upply" not in text
        if "Voyage Log" in text:
            assert "Holding (Voyage Log) -> " in text
        for ident, unit in units.items():
            name = unit.replace("_", " ").title()
            before, after = one.reading.table(number - 1), one.reading.table(number)
            if name in text:
                assert not (before.pieces[ident].mask and after.pieces[ident].mask)


def test_only_a_shown_ship_is_named_on_the_map(one: OneGame) -> None:
    shown = {state.shown for state in one.states} | {"Holding"}
    for _, text in one.chats():
        found = re.search(r"Graf Spee.* moves (\w+)[^>]*-> (\w+)", text)
        if found and found[2] not in ("Atlantic", "Indian", "Out"):
            assert found[2] in shown


def test_both_players_sit_at_the_table_under_passwords_of_nobody(one: OneGame) -> None:
    seated = [c for c in saves.read(one.path).position() if isinstance(c, Player)]
    assert [(c.name, c.side) for c in seated] == [
        ("German Player", "German"),
        ("British Player", "British"),
    ]
    assert all(re.fullmatch(r"made-up-[0-9a-f]{10}", c.id) for c in seated)


def test_every_state_in_the_log_is_complete(one: OneGame) -> None:
    """A ``D/`` names the state before it as the table has it, trait by trait."""
    table = one.reading.start.copy()
    for step in one.commands:
        for command in step:
            if isinstance(command, ChangePiece):
                old = (command.old or "").split("\t")[:-1]
                have = list(table.pieces[command.id].states[:-1])
                assert [part.rstrip("\\") for part in old] == have
            table.apply(command)


def test_a_line_says_how_the_game_went(one: OneGame) -> None:
    end = one.logged.record.outcome
    assert end is not None
    assert one.played.says == (
        f"{one.played.steps} steps, {one.played.turns} turn{'s' * (one.played.turns != 1)}, "
        f"{end.winner} wins ({end.score} point{'s' * (end.score != 1)}, {end.case})"
    )
    assert one.played.to_json()["winner"] == end.winner


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes_whatever_pythons_hash_seed(
    graf_spee: Game, blank_module: Path, tmp_path: Path
) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from generator.definition import load_game\n"
        "from validator.playing import play_as_log\n"
        "play_as_log(load_game('graf_spee'), Path(sys.argv[1]), Path(sys.argv[2]), seed=12)\n"
    )
    made = []
    for hash_seed in ("1", "2"):
        out = tmp_path / f"{hash_seed}.vlog"
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
        subprocess.run(
            [sys.executable, "-c", code, str(blank_module), str(out)], check=True, env=environment
        )
        made.append(out.read_bytes())
    play_as_log(graf_spee, blank_module, tmp_path / "3.vlog", seed=13)
    assert made[0] == made[1]
    assert made[0] != (tmp_path / "3.vlog").read_bytes()


def test_a_module_of_another_game_is_refused(graf_spee: Game, shared: Path, tmp_path: Path) -> None:
    foreign = shared / "vassal" / "reference" / "reference.vmod"
    with pytest.raises(BroadsideError, match="is not of 'Pursuit of the Graf Spee'"):
        play_as_log(graf_spee, foreign, tmp_path / "x.vlog")
    assert list(tmp_path.iterdir()) == []


def test_players_nobody_knows_are_refused(
    graf_spee: Game, blank_module: Path, tmp_path: Path
) -> None:
    with pytest.raises(BroadsideError, match="did you mean 'purposeful'"):
        play_as_log(graf_spee, blank_module, tmp_path / "x.vlog", players="purposefull")
    assert list(tmp_path.iterdir()) == []

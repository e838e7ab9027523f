"""The undo of every kind of command, held against VASSAL's own (``myUndoCommand`` of each class in
VASSAL 3.7.26): a true one is no offence and leaves the table as it was, a false one is found."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from generator.vassal import traits
from generator.vassal.commands import (
    AddPiece,
    AllowUnmask,
    BeginSave,
    Board,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    EndSave,
    Extension,
    Flare,
    LockOptions,
    MovePiece,
    Nothing,
    PlayAudio,
    Player,
    PrivateNote,
    PublicNote,
    RemovePiece,
    RemovePlayer,
    ScenarioNote,
    SecretNote,
    SetBoards,
    SetProperty,
    SetTurn,
    ShowResults,
    SightLine,
    Undo,
)
from generator.vassal.traits import trait
from tests.validator.audit import logs_of_commands
from tests.validator.audit.logs_of_commands import Commands
from validator.audit import audit
from validator.audit.findings import Finding, Severity
from validator.reading import reader
from validator.reading.views import view
from validator.table import Table

CHAIN = (trait("PROP;", key="Fuel", state="9"), trait("piece;", commonName="Exeter"))
PW = "a password"


def state(fuel: str, x: int, y: int) -> str:
    return traits.nest([fuel, traits.basic_state("Sea", x, y, "7")])


def add(ident: str, x: int, y: int, fuel: str = "9") -> AddPiece:
    return AddPiece(ident, traits.piece_type(CHAIN), state(fuel, x, y))


def stack(ident: str, x: int, y: int, *members: str) -> AddPiece:
    return AddPiece(ident, "stack", traits.stack_state("Sea", x, y, members))


def change(ident: str, new: str, old: str) -> ChangePiece:
    return ChangePiece(ident, new, old)


def move(ident: str, x: int, y: int, from_x: int, from_y: int, under: str | None = None) -> Command:
    return MovePiece(ident, "Sea", x, y, under, "Sea", from_x, from_y, None, PW)


def turn(number: int) -> SetTurn:
    return SetTurn("TurnTracker0", f"0|{number};0;false;-1")


POSITION: tuple[Command, ...] = (
    BeginSave(),
    *(add("1", 10, 10), add("2", 10, 10), stack("9", 10, 10, "1", "2"), add("3", 30, 30)),
    Player(PW, "Ann", "Red"),
    SetProperty("Score", "4", "Module"),
    turn(1),
    EndSave(),
)
PAIR = stack("9", 10, 10, "1", "2").state
ALONE = stack("9", 10, 10, "1").state
IN_A_ROW = [move("3", 50, 50, 30, 30), move("3", 70, 70, 50, 50)]


TAKEN_BACK: dict[str, tuple[Commands, Commands, Commands]] = {
    # A step; VASSAL's undo of it; something false in its place.
    "AddPiece": ([add("4", 60, 60)], [RemovePiece("4")], [RemovePiece("3")]),
    "RemovePiece, alone": ([RemovePiece("3")], [add("3", 30, 30)], [RemovePiece("1")]),
    "RemovePiece, of a stack": (
        [RemovePiece("2")],
        [add("2", 10, 10), change("9", PAIR, ALONE)],
        [add("2", 10, 10), change("3", state("1", 30, 30), state("9", 30, 30))],
    ),
    "ChangePiece": (
        [change("1", state("8", 10, 10), state("9", 10, 10))],
        [change("1", state("9", 10, 10), state("8", 10, 10))],
        [change("1", state("7", 10, 10), state("8", 10, 10))],
    ),
    "MovePiece": (IN_A_ROW[:1], [move("3", 30, 30, 50, 50)], [move("3", 90, 90, 50, 50)]),
    "MovePiece, twice": (
        IN_A_ROW,
        [move("3", 50, 50, 70, 70), move("3", 30, 30, 50, 50)],
        [move("3", 30, 30, 70, 70), move("3", 50, 50, 30, 30)],
    ),
    "ChangeProperty": (
        [ChangeProperty("Score", "4", "5", "Module")],
        [ChangeProperty("Score", "5", "4", "Module")],
        [ChangeProperty("Score", "5", "9", "Module")],
    ),
    "SetProperty": (
        [SetProperty("Score", "5", "Module")],
        [SetProperty("Score", "4", "Module")],
        [SetProperty("Score", "9", "Module")],
    ),
    "SetTurn": ([turn(2)], [turn(1)], [turn(3)]),
    "SetTurn, twice": ([turn(2), turn(3)], [turn(2), turn(1)], [turn(1), turn(2)]),
    "SetTurn, twice, by another machine": (
        [turn(2), turn(3)],
        [turn(1), turn(1)],
        [turn(1), turn(3)],
    ),
    "SetTurn, five times": (
        [turn(number) for number in (2, 3, 4, 5, 6)],
        [turn(number) for number in (5, 4, 3, 2, 1)],
        [turn(number) for number in (5, 4, 3, 2, 2)],
    ),
    "Chat": ([Chat("* all is well")], [Chat("* UNDO: * all is well")], [turn(2)]),
    "Chat, in French": (
        [Chat("* tout va bien")],
        [Chat("* Annulation: * tout va bien")],
        [turn(2)],
    ),
    "SightLine": (
        [SightLine("LOS_Thread0", 1, 2, 3, 4, False, True, False)],
        [SightLine("LOS_Thread0", 0, 0, 0, 0, False, False, False)],
        [turn(2)],
    ),
    "LockOptions": (
        [LockOptions("Options", "Ann", "word", "today")],
        [LockOptions("Options")],
        [turn(2)],
    ),
}
"""What has an opposite."""

NOT_TAKEN_BACK: dict[str, tuple[Command, bool]] = {
    # A command, and whether a reader is told where one stands in an undo all the same.
    "ShowResults": (ShowResults("Sea", ("1",)), True),
    "ScenarioNote": (ScenarioNote("words"), True),
    "PublicNote": (PublicNote("words"), True),
    "PrivateNote": (PrivateNote(PW, "words"), True),
    "SecretNote": (SecretNote("Order", PW, True, "words"), True),
    "Player": (Player("other", "Bob", "Blue"), True),
    "RemovePlayer": (RemovePlayer(PW), True),
    "SetBoards": (SetBoards("Sea", (Board("North", 0, 0),)), True),
    "Flare": (Flare("Flare0", 1, 2), False),
    "PlayAudio": (PlayAudio("bang"), False),
    "AllowUnmask": (AllowUnmask((PW,)), False),
    "Extension": (Extension("More", "1"), False),
    "Nothing": (Nothing(), False),
}
"""What VASSAL cannot take back: ``myUndoCommand`` is null."""

NO_STEP = frozenset(
    (
        "BeginSave",
        "Clock",
        "ClockControl",
        "DiceEmail",
        "EarlyClock",
        "EarlyClockControl",
        "EarlyFlare",
        "EarlyResults",
        "EndSave",
        "GameUnderWay",
        "Invite",
        "LoadDeck",
        "Log",
        "PlaySound",
        "Plugin",
        "PrivateChat",
        "RefreshDecks",
        "SetKeptProperty",
        "SetTranslatable",
        "StartupKeyState",
        "StoreEvents",
        "Synchronize",
        "Undo",
        "Unknown",
    )
)
"""What is never a step's own act in VASSAL 3.7: of the set-up, of the line between machines, of
older versions, without a text; and the undo itself."""


def test_every_command_is_in_the_table() -> None:
    told = {name.partition(",")[0] for name in (*TAKEN_BACK, *NOT_TAKEN_BACK)}
    assert told | NO_STEP == {kind.__name__ for kind in Command.__subclasses__()}
    assert not told & NO_STEP


def written(path: Path, *steps: Commands) -> Path:
    return logs_of_commands.written(path, POSITION, *steps)


def bracketed(*commands: Command) -> Commands:
    return [Undo(True), *commands, Undo(False)]


def undo_of(name: str) -> Commands:
    return bracketed(*TAKEN_BACK[name][1])


def false_undos(path: Path) -> list[Finding]:
    return [one for one in audit([path], reveal=True).findings if one.code == "undo.false"]


def facts(table: Table) -> object:
    pieces = {
        ident: (one.map, one.x, one.y, one.states[:-1]) for ident, one in table.pieces.items()
    }
    crowds = Counter(one.members for one in table.containers.values() if len(one.members) > 1)
    return pieces, crowds, dict(table.properties.items()), dict(table.turns.items())


@pytest.mark.parametrize("name", TAKEN_BACK)
def test_a_true_undo_leaves_the_table_as_it_was_and_is_no_offence(
    name: str, tmp_path: Path
) -> None:
    path = written(tmp_path / "a.vlog", [Chat("<Ann> - hi")], TAKEN_BACK[name][0], undo_of(name))
    reading = reader.read_file(path)
    assert reading.undone() == {2: 3}
    assert facts(reading.table()) == facts(reading.start)
    assert not false_undos(path)


@pytest.mark.parametrize("name", TAKEN_BACK)
def test_a_false_one_is_found(name: str, tmp_path: Path) -> None:
    step, _, false = TAKEN_BACK[name]
    found = false_undos(written(tmp_path / "a.vlog", step, bracketed(*false)))
    assert [one.severity for one in found] == [Severity.SUSPICIOUS]


@pytest.mark.parametrize("name", NOT_TAKEN_BACK)
def test_what_has_no_opposite_stands_in_no_undo(name: str, tmp_path: Path) -> None:
    command, told = NOT_TAKEN_BACK[name]
    before: Commands = [move("3", 50, 50, 30, 30)]
    empty = written(tmp_path / "empty.vlog", before, [command], bracketed())
    assert not false_undos(empty) and not reader.read_file(empty).undone()
    held = written(tmp_path / "held.vlog", before, [command], bracketed(command))
    assert bool(false_undos(held)) is told


def test_a_stack_takes_nobody_else_back(tmp_path: Path) -> None:
    more = stack("9", 10, 10, "1", "2", "3").state
    wrong = bracketed(add("2", 10, 10), change("9", more, ALONE))
    assert false_undos(written(tmp_path / "a.vlog", [RemovePiece("2")], wrong))


A_TO_X = [move("3", 50, 50, 30, 30), stack("8", 50, 50, "3")]
BACK = bracketed(RemovePiece("8"), move("3", 30, 30, 50, 50))
AGAIN = bracketed(move("3", 50, 50, 30, 30), stack("8", 50, 50, "3"))


def test_an_undo_may_be_taken_back(tmp_path: Path) -> None:
    path = written(tmp_path / "a.vlog", A_TO_X, BACK, AGAIN)
    reading = reader.read_file(path)
    assert [step.undoes for step in reading.steps] == [None, 1, 2]
    assert reading.undone() == {2: 3}
    assert not false_undos(path)


def test_what_was_done_again_by_taking_back_its_undo_stands(tmp_path: Path) -> None:
    said = "*** 2d6 = 4,3 *** <Ann>"
    roll = [ChangeProperty("2d6_result", "1,1", "4,3", "Module"), Chat(said)]
    back = bracketed(ChangeProperty("2d6_result", "4,3", "1,1", "Module"), Chat(f"* UNDO: {said}"))
    again = bracketed(
        ChangeProperty("2d6_result", "1,1", "4,3", "Module"), Chat(f"* UNDO: * UNDO: {said}")
    )
    for steps, undone, codes in (
        ((roll, back), {1: 2}, ["dice.undone"]),
        ((roll, back, again), {2: 3}, []),
        ((roll, back, again, back), {1: 4, 2: 3}, ["dice.undone"]),
    ):
        path = written(tmp_path / "a.vlog", *steps)
        reading = reader.read_file(path)
        assert view(reading).undone == reading.undone() == undone
        assert [one.code for one in audit([path]).findings if one.code[:4] == "dice"] == codes


def test_an_undo_that_vassal_cut_short_puts_the_piece_back(tmp_path: Path) -> None:
    """The second undo of a step is written with its first command alone; the piece lies where it
    came from, and goes on from there."""
    short = bracketed(RemovePiece("8"))
    path = written(tmp_path / "a.vlog", A_TO_X, BACK, AGAIN, short, [move("3", 70, 70, 30, 30)])
    reading = reader.read_file(path)
    piece = reading.table(4).pieces["3"]
    assert (piece.map, piece.x, piece.y) == ("Sea", 30, 30)
    assert set(reading.undone()) == {1, 3}
    told = {one.code for one in audit([path], reveal=True).findings}
    assert not told & {"undo.false", "log.before", "table.carried"}


def test_an_undo_of_one_command_is_not_made_longer(tmp_path: Path) -> None:
    """Where the earlier undo was not taken back, nothing was cut."""
    path = written(tmp_path / "a.vlog", A_TO_X, BACK, A_TO_X, bracketed(RemovePiece("8")))
    assert reader.read_file(path).table().pieces["3"].map is None

"""What VASSAL changes without a command accuses nobody; what it cannot change does."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from time import perf_counter

import pytest

from generator.vassal import traits
from generator.vassal.commands import (
    AddPiece,
    BeginSave,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    EndSave,
    MovePiece,
    Player,
    RemovePlayer,
    SetTurn,
)
from generator.vassal.traits import trait
from tests.validator.audit.logs_of_commands import Commands, written
from validator.audit import audit
from validator.audit.findings import Finding, Severity
from validator.reading import reader
from validator.reading.changes import changes
from validator.table import Table, unwritten

PW, OTHER = "a password", "another password"
TRAIL = trait("footprint;", initiallyVisible=True, globallyVisible=True)
FOLLOWING = trait(
    "emb2;",
    name="Strength",
    imageNames=("a.png", "b.png", "c.png"),
    levelNames=("", "", ""),
    followProperty=True,
    propertyName="Steps",
)
SHEET = trait("propertysheet;", definition="0Name")
FUEL = trait("PROP;", key="Fuel")
OWN = trait("restrict;", restrictByPlayer=True)
BASIC = trait("piece;", commonName="Exeter")


def findings(path: Path, *codes: str) -> list[Finding]:
    return [one for one in audit([path], reveal=True).findings if one.code in codes]


def piece(chain: list[traits.Trait], *states: str) -> AddPiece:
    return AddPiece("1", traits.piece_type([*chain, BASIC]), whole(*states))


def whole(*states: str) -> str:
    return traits.nest([*states, traits.basic_state("Sea", 10, 10, "7")])


def log(path: Path, chain: list[traits.Trait], start: tuple[str, ...], *steps: Commands) -> Path:
    position = [BeginSave(), piece(chain, *start), Player(PW, "Ann", "Red"), EndSave()]
    return written(path, position, [Chat("<Ann> - hi")], *steps)


HONEST: dict[str, tuple[list[traits.Trait], tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    # Traits; states as the log begins; as the next command says they were; as it makes them.
    "a trail is painted on another map": (
        [TRAIL],
        ("true;Map0;2;30,30;40,40;true",),
        ("true;Map1;1;10,10;true",),
        ("true;Map1;2;10,10;20,20;true",),
    ),
    "a trail is painted for the first time": (
        [TRAIL],
        ("false;;0;false",),
        ("true;Map1;1;10,10;true",),
        ("true;Map1;2;10,10;20,20;true",),
    ),
    "a state ends before its defaults": (
        [TRAIL],
        ("true;Map0;1;118,208",),
        ("true;Map0;1;118,208;false",),
        ("true;Map0;2;118,208;10,10;true",),
    ),
    "a layer follows a property": ([FOLLOWING], ("1",), ("3",), ("-3",)),
    "a piece is owned by who selects it": ([OWN, FUEL], ("", "9"), (PW, "9"), ("", "8")),
    "a label begins and ends with blanks": (
        [trait("label;"), FUEL],
        (" Flag ", "9"),
        ("Flag", "9"),
        ("", "8"),
    ),
    "automatic links are each machine's own": (
        [trait("attach;", attachName="Wing"), FUEL],
        ("0", "9"),
        ("1;1", "9"),
        ("0", "8"),
    ),
    "a mask was only offered by a deck": (
        [trait("obs;", access="player:")],
        ("nobody;",),
        ("null;",),
        (f"{PW};|0",),
    ),
}


@pytest.mark.parametrize("name", HONEST)
def test_what_vassal_changes_itself_is_no_break(name: str, tmp_path: Path) -> None:
    chain, start, said, now = HONEST[name]
    path = log(tmp_path / "a.vlog", chain, start, [ChangePiece("1", whole(*now), whole(*said))])
    assert not findings(path, "log.before")


FORGED: dict[str, tuple[list[traits.Trait], tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "a trail that all see is hidden": (
        [TRAIL],
        ("true;Map0;1;10,10;true",),
        ("false;Map0;1;10,10;true",),
        ("true;Map0;1;10,10;true",),
    ),
    "a layer that follows is on": ([FOLLOWING], ("-1",), ("1",), ("-1",)),
    "the fuel is another": ([OWN, FUEL], ("", "9"), ("", "7"), ("", "6")),
    "a mask had another owner": (
        [trait("obs;", access="side:")],
        ("German;|0",),
        ("British;|0",),
        ("null;",),
    ),
}


@pytest.mark.parametrize("name", FORGED)
def test_what_it_does_not_is_one(name: str, tmp_path: Path) -> None:
    chain, start, said, now = FORGED[name]
    path = log(tmp_path / "a.vlog", chain, start, [ChangePiece("1", whole(*now), whole(*said))])
    assert [one.severity for one in findings(path, "log.before")] == [Severity.SUSPICIOUS]


def step_from(before: int, since: int) -> list[Command]:
    """The trail is painted and the piece moves from 20 to 30: where the change says the piece lay
    before it, and after it."""
    trails = {"true;Map0;1;10,10;true": before, "true;Map0;2;10,10;20,10;true": since}
    old, new = (
        traits.nest([trail, traits.basic_state("Sea", x, 10, "7")]) for trail, x in trails.items()
    )
    move = MovePiece("1", "Sea", 30, 10, None, "Sea", 20, 10, None, PW)
    return [ChangePiece("1", new, old), move]


def test_a_change_that_leaves_the_piece_where_it_lay_has_not_put_it_there(tmp_path: Path) -> None:
    """VASSAL paints the trail in the step of the move; a change that moves it is another thing."""
    start = ("true;Map0;1;10,10;true",)
    path = log(tmp_path / "a.vlog", [TRAIL], start, step_from(10, 20))
    assert not findings(path, "log.before")
    path = log(tmp_path / "b.vlog", [TRAIL], start, step_from(20, 20))
    (one,) = findings(path, "log.before")
    assert one.severity is Severity.SUSPICIOUS
    assert "lay at Sea 10,10 and was taken from Sea 20,10" in one.did


def test_a_window_writes_each_key_from_what_was_there_when_it_was_opened(tmp_path: Path) -> None:
    begun = whole("", "9")
    keys = [[ChangePiece("1", whole(text, "9"), begun)] for text in ("a", "ab", "abc")]
    path = log(tmp_path / "a.vlog", [SHEET, FUEL], ("", "9"), *keys)
    assert not findings(path, "log.before")
    wrong = [ChangePiece("1", whole("abcd", "9"), whole("x", "9"))]
    path = log(tmp_path / "b.vlog", [SHEET, FUEL], ("", "9"), *keys, wrong)
    assert findings(path, "log.before")


def test_the_table_learns_what_was_not_written() -> None:
    chain = [TRAIL, FOLLOWING, FUEL]
    table = Table()
    table.apply(piece(chain, "false;;0;false", "1", "9"))
    painted = "true;Map1;1;10,10;true"
    table.apply(ChangePiece("1", whole(painted, "3", "8"), whole(painted, "3", "9")))
    found = table.pieces["1"]
    assert found.states[:-1] == (painted, "3", "8")


@pytest.mark.parametrize(
    ("chain", "one", "other"),
    [
        (TRAIL, "true;Map0;1;118,208", "true;Map0;1;118,208;false"),
        (TRAIL, "true;Map0;1;118,208;true", "true;Map0;1;118,208;true;1"),
        (trait("label;"), " a ", "a"),
        (trait("mark;", keys=("One", "Two")), "1", "1,"),
        (trait("rotate;", nFacings=1), "0", "0.0"),
        (trait("AreaOfEffect;"), "true", "false"),
    ],
)
def test_two_spellings_of_a_state_are_no_change(chain: traits.Trait, one: str, other: str) -> None:
    table = Table()
    table.apply(piece([chain], one))
    command = ChangePiece("1", whole(other), whole(one))
    assert [at for at, _, _ in changes(table.pieces["1"], command)] == []


def test_a_turn_tracker_sets_properties_of_its_own(tmp_path: Path) -> None:
    path = log(
        tmp_path / "a.vlog",
        [FUEL],
        ("9",),
        [ChangeProperty("Phase", "move", "fight", "Module")],
        [SetTurn("TurnTracker0", "0|2;0;false;-1")],
        [ChangeProperty("Phase", "rest", "move", "Module")],
    )
    assert not findings(path, "log.before")


# --- who did it -------------------------------------------------------------------------------


def moved(x: int, by: str) -> Command:
    return MovePiece("1", "Sea", x, 10, None, "Sea", x - 10, 10, None, by)


def hands(path: Path, side: str, *steps: Commands) -> list[Severity]:
    kept = piece([trait("restrict;", sides=("Red",))], "")
    players = (Player(PW, "Ann", side), Player(OTHER, "Bob", "Blue"))
    position = [BeginSave(), kept, *players, EndSave()]
    return [one.severity for one in findings(written(path, position, *steps), "table.hand")]


@pytest.mark.parametrize(
    "line",
    [
        "* ~Ann switched sides from &lt;observer&gt; to Red.",
        "* ~<b>Ann switched sides from &lt;observer&gt; to Red.</b>",
        "* ~Ann joined the game as Red.",
        "* ~Ann a changé de camp de Blue à Red.",
    ],
)
def test_who_takes_a_side_in_the_chat_alone_has_it(line: str, tmp_path: Path) -> None:
    path = tmp_path / "a.vlog"
    assert hands(path, "<observer>", [Chat(line)], [moved(20, PW)]) == []
    assert reader.read_file(path).roster.who(PW).side == "Red"


def test_who_is_seen_to_play_no_side_is_not_suspicious_by_that(tmp_path: Path) -> None:
    assert hands(tmp_path / "a.vlog", "<observer>", [moved(20, PW)]) == [Severity.NOTE]
    assert hands(tmp_path / "b.vlog", "Red", [moved(20, "nobody's")]) == []


def test_who_plays_the_other_side_is(tmp_path: Path) -> None:
    assert hands(tmp_path / "a.vlog", "Red", [moved(20, OTHER)]) == [Severity.SUSPICIOUS]
    away = [Chat("* ~Ann switched sides from Red to Blue.")]
    assert hands(tmp_path / "b.vlog", "Red", away, [moved(20, PW)]) == [Severity.SUSPICIOUS]


def test_where_vassal_writes_who_sits_where_the_chat_does_not_count(tmp_path: Path) -> None:
    step = [
        Chat("* ~Ann switched sides from Red to Blue."),
        RemovePlayer(PW),
        Player(PW, "Ann", "Red"),
    ]
    assert hands(tmp_path / "a.vlog", "Red", step, [moved(20, PW)]) == []
    typed = [Chat("<Ann> - * ~Ann switched sides from Red to Blue.")]
    assert hands(tmp_path / "b.vlog", "Red", typed, [moved(20, PW)]) == []


def test_a_long_line_about_sides_does_not_hold_up_the_reader(tmp_path: Path) -> None:
    line = "* ~" + "x switched sides from " * 220 + " to " * 1200
    begun = perf_counter()
    assert hands(tmp_path / "a.vlog", "Red", [Chat(line)], [moved(20, PW)]) == []
    assert perf_counter() - begun < 2


def test_a_state_is_like_itself_whatever_it_says() -> None:
    for part, state in product(
        map(trait, traits.forms()),
        ("", "NaN", "Infinity", "true;M;-1;x,y", "--1", "9" * 5000, ";;;", "\\"),
    ):
        assert unwritten.lasting(part, state) == unwritten.lasting(part, state) is not None
        assert unwritten.alike(part, state, state)

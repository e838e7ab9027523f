"""Names in a game's Python that fit nothing are told when its rules are loaded."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from broadside import main
from generator.definition.reader import load_game
from generator.starting import begin
from validator.rules.loading import RulesError, load_rules
from validator.starting import rules_for


@pytest.fixture(scope="module")
def river(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fitting") / "river"
    begin(folder, "hex-and-counter", dressed=rules_for("hex-and-counter"))
    return folder


def with_change(river: Path, to: Path, file: str, was: str, now: str) -> Path:
    folder = to / "mine"
    shutil.copytree(river, folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / file).read_text("utf-8")
    assert was in text
    (folder / file).write_text(text.replace(was, now, 1), "utf-8")
    return folder


MISSPELT = {
    "a field in a sign": (
        ("verbs.py", 'moved("unit", piece="unit"', 'moved("unit", piece="unti"'),
        ("verbs.py:LINE: Move has no field 'unti'", "accepted: unit, to", "did you mean 'unit'?"),
    ),
    "a field that is turned": (
        ("verbs.py", 'sign.field("hex", hex_said)', 'sign.field("hax", hex_said)'),
        ("verbs.py:LINE: Target has no field 'hax'", "did you mean 'hex'?"),
    ),
    "a field that is fixed": (
        ("verbs.py", "sign.fixed(side=FIRST)", "sign.fixed(syde=FIRST)"),
        ("EndPlayerTurn has no field 'syde'", "did you mean 'side'?"),
    ),
    "a role": (
        ("verbs.py", 'moved("unit"', 'moved("unti"'),
        ("verbs.py:LINE: Move is seen by a piece", "'unti'", "did you mean 'unit'?"),
    ),
    "a button": (
        ("verbs.py", 'rolled("combat"', 'rolled("kombat"'),
        ("Roll is rolled by dice that are none: 'kombat'", "did you mean 'combat'?"),
    ),
    "an action": (
        ("verbs.py", 'declared("target"', 'declared("targte"'),
        ("Target is declared by an action that is none: 'targte'", "did you mean 'target'?"),
    ),
    "what a case reads": (
        ("movement.py", 'reads=("unit", "to")', 'reads=("unit", "too")'),
        ("movement.py:", "case 2.1 reads what Move has not: 'too'", "did you mean 'to'?"),
    ),
    "a case": (
        ("movement.py", '"2.3", "2.4", reads', '"2.3", "2.9", reads'),
        ("movement.py:", "cases.yaml does not list case '2.9'", "accepted: 1.1"),
    ),
    "a field that is offered": (
        ("movement.py", "    unit=lambda", "    unti=lambda"),
        ("movement.py:", "Move has no field 'unti'", "did you mean 'unit'?"),
    ),
    "a verb without its offers": (
        ("combat.py", "book.offer(Roll, die=always(1, 2, 3, 4, 5, 6))", ""),
        ("Roll.die can be; it needs book.offer(Roll, die=...)",),
    ),
    "a verb without its effect": (
        ("movement.py", "@book.effect\n", ""),
        ("nothing says what Move does; it needs an effect (@book.effect)",),
    ),
    "a verb that is forgotten": (
        (
            "verbs.py",
            "VERBS = (Move, Target, Attack, Roll, Lose",
            "VERBS = (Move, Target, Attack, Lose",
        ),
        ("case 3.3 judges Roll, which is none of MODULE's verbs",),
    ),
    "a chart": (
        ("tables.py", 'game.table("crt")', 'game.table("ctr")'),
        ("tables.py:", "the definition has no table 'ctr'", "did you mean 'crt'?"),
    ),
    "a map": (
        ("tables.py", 'game.map("map")', 'game.map("mapp")'),
        ("tables.py:", "the definition has no map 'mapp'", "did you mean 'map'?"),
    ),
    "an action nobody mistakes": (
        ("rules.py", '"target", "attack"}', '"target", "atack"}'),
        ("rules.py: deliberate names no action: 'atack'", "did you mean 'attack'?"),
    ),
    "noise": (
        ("rules.py", '"unit turned"', '"unti turned"'),
        ("rules.py: noise names no counter's kind or role: 'unti'", "did you mean 'unit'?"),
    ),
    "a side without a player": (
        ("players.py", ", SECOND: Commander", ""),
        ("rules.py: the 'purposeful' players have nobody for the side 'German'",),
    ),
    "syntax": (
        ("movement.py", "def put(state", "def put(state state"),
        ("movement.py:71: SyntaxError",),
    ),
    "a sign": (
        ("verbs.py", 'sign.moved("unit", piece', 'sign.move("unit", piece'),
        ("verbs.py:", "has no attribute 'move'; accepted: ", "did you mean 'moved'?"),
    ),
    "a part of a sign": (
        ("verbs.py", 'moved("unit", piece=', 'moved("unit", peice='),
        ("verbs.py:", "accepted: role, piece, start, to; did you mean 'piece'?"),
    ),
    "a part that a sign has not": (
        ("verbs.py", 'declared("target", detail=', 'declared("target", piece='),
        ("verbs.py:", "'piece'; accepted: action, detail"),
    ),
    "a setting of the module": (
        ("rules.py", "due=flow.due", "deu=flow.due"),
        ("rules.py:", "argument 'deu'; accepted: book, verbs, state, ", "did you mean 'due'?"),
    ),
    "a setting of a case": (
        ("movement.py", '"2.3", "2.4", reads', '"2.3", "2.4", raeds'),
        ("movement.py:", "'raeds'; accepted: reads, severity, ", "did you mean 'reads'?"),
    ),
    "a module": (
        ("tables.py", "from validator.rules.marching ", "from validator.rules.marchin "),
        ("tables.py:", "'validator.rules.marchin'; accepted: ", "did you mean 'marching'?"),
    ),
    "a module of one's own": (
        ("movement.py", "from .tables import", "from .tabels import"),
        ("movement.py:", "did you mean 'tables'?"),
    ),
    "a name": (
        ("movement.py", "@book.cases(", "@bok.cases("),
        ("movement.py:", "NameError: name 'bok' is not defined; did you mean 'book'?"),
    ),
    "what a verb declares": (
        ("verbs.py", "class Move(Verb)", "class Move(Verb, stepps=())"),
        ("verbs.py:", "called 'stepps'; did you mean 'steps'?"),
    ),
    "an import": (
        ("movement.py", "from .tables import ENTRY,", "from .tables import ENTRI,"),
        ("movement.py:15: ImportError: cannot import name 'ENTRI' from 'tables'", "'ENTRY'?"),
    ),
}


@pytest.mark.parametrize("name", MISSPELT)
def test_a_name_that_fits_nothing_is_told_with_its_place(
    river: Path, tmp_path: Path, name: str
) -> None:
    change, told = MISSPELT[name]
    folder = with_change(river, tmp_path, *change)
    with pytest.raises(RulesError) as trouble:
        load_rules(load_game(folder), folder)
    text = (folder / "verbs.py").read_text("utf-8")
    for part in told:
        verb = part.removeprefix("verbs.py:LINE: ").partition(" ")[0]
        line = text[: text.find(f"class {verb}(")].count("\n") + 1
        assert part.replace("LINE", str(line)) in str(trouble.value)
    assert "broadside_game_" not in str(trouble.value)


def test_rules_as_they_are_written_fit(river: Path) -> None:
    assert load_rules(load_game(river), river).module.verbs


@pytest.mark.parametrize(
    ("needs", "told"),
    [
        ('{"maps": ("main",)}', "need what its definition has not: maps 'main' (accepted: map"),
        ('{"map": ("map",)}', "needs: 'map' is no sort of things; accepted: sides, maps"),
        ('{"maps": "map"}', "needs: 'maps' must be several names: ('map',)"),
    ],
)
def test_what_rules_need_is_asked_before_their_tables_are_made(
    river: Path, tmp_path: Path, needs: str, told: str
) -> None:
    folder = with_change(
        river, tmp_path, "rules.py", "due=flow.due", f"due=flow.due, needs={needs}"
    )
    text = (folder / "tables.py").read_text("utf-8").replace('game.map("map")', 'game.map("main")')
    (folder / "tables.py").write_text(text, "utf-8")
    with pytest.raises(RulesError) as trouble:
        load_rules(load_game(folder), folder)
    assert told in str(trouble.value)


@pytest.mark.slow
def test_what_fails_while_rules_are_at_work_is_told_in_their_own_names(
    river: Path, tmp_path: Path
) -> None:
    folder = with_change(river, tmp_path, "movement.py", "full = len(", "full = Move.lost + len(")
    done = CliRunner().invoke(main, ["play", str(folder), "-o", str(tmp_path / "x.vlog")])
    assert done.exit_code == 2
    assert "movement.py:" in done.output and "type object 'Move' has no attribute" in done.output
    assert "broadside_game_" not in done.output


def test_a_deck_that_is_none_is_told(river: Path, tmp_path: Path) -> None:
    signs = 'sign.drawn("unit", deck=sign.one_of("cupp"), piece="unit", unit="to")'
    was = 'sign.moved("unit", piece="unit", to=sign.field("to", no_loss))'
    folder = with_change(river, tmp_path, "verbs.py", was, signs)
    with pytest.raises(RulesError, match="Move is seen by a deck that is none: 'cupp'; accepted"):
        load_rules(load_game(folder), folder)

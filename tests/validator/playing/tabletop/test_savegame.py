"""A self-played game, written by the recorder of its save and read back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from broadside import main
from generator.definition.schema import Game
from generator.errors import BroadsideError
from generator.tabletop_simulator import schema
from generator.tabletop_simulator.save import to_bytes
from validator.playing.gestures_module import GestureError
from validator.playing.tabletop.savegame import Recorded, play_as_save, recorded_game, set_table
from validator.playing.tabletop.stage import TabletopStage
from validator.playing.tabletop.untidy import OFF
from validator.playing.tabletop.world import World
from validator.reading.tabletop import entries as acts
from validator.reading.tabletop.recorded import recorded_in

ROOT = Path(__file__).resolve().parents[4]
SEED = 3
BUTTONS = (acts.Declare, acts.Roll, acts.SetProperty, acts.Step, acts.Say, acts.Head)


@pytest.fixture(scope="module", params=[False, True], ids=["buttons", "by-hand"])
def by_hand(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture(scope="module")
def one(graf_spee: Game, by_hand: bool) -> Recorded:
    return recorded_game(graf_spee, seed=SEED, by_hand=by_hand)


def _entries(one: Recorded) -> tuple[acts.Entry, ...]:
    return tuple(recorded_in(one.save, "game.json", "").log.entries)


def test_the_recorders_log_is_whole(one: Recorded) -> None:
    log = recorded_in(one.save, "game.json", "").log
    assert log.chain.whole and not log.damages
    assert len(log.entries) == one.entries == one.shown[-1][1]
    assert one.shown[-1][0] == len(one.record.played)


def test_the_save_is_one_that_the_game_could_have_written(one: Recorded) -> None:
    schema.check(json.loads(to_bytes(one.save)))


def test_by_hand_there_is_nothing_but_pieces(one: Recorded, by_hand: bool) -> None:
    found = [entry for entry in _entries(one) if isinstance(entry, BUTTONS)]
    assert bool(found) is not by_hand


def test_dice_show_what_the_engine_threw(one: Recorded, by_hand: bool) -> None:
    thrown = [
        (dice,) if isinstance(dice, int) else tuple(dice)
        for row in one.record.played
        for dice in [getattr(row.verb, "dice", getattr(row.verb, "die", None))]
        if dice is not None
    ]
    rolled = [
        tuple(value for _, value in entry.dice)
        for entry in _entries(one)
        if isinstance(entry, acts.Roll)
    ]
    assert sorted(rolled) == ([] if by_hand else sorted(thrown))


def test_nobody_puts_a_piece_quite_where_it_belongs(one: Recorded) -> None:
    drops = [entry.to for entry in _entries(one) if isinstance(entry, acts.Drop)]
    assert len({(x, z) for x, _, z in drops}) > len(drops) * 3 / 4


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes_whatever_pythons_hash_seed(
    graf_spee: Game, tmp_path: Path
) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from generator.definition import load_game\n"
        "from validator.playing.tabletop.savegame import play_as_save\n"
        "play_as_save(load_game('graf_spee'), Path(sys.argv[1]), seed=3)\n"
    )
    out = tmp_path / "1.json"
    environment = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", code, str(out)], check=True, env=environment)
    played = play_as_save(graf_spee, tmp_path / "2.json", seed=SEED)
    assert out.read_bytes() == (tmp_path / "2.json").read_bytes()
    assert f"{played.steps} entries, " in played.says
    assert played.to_json()["entries"] == played.steps


def test_players_nobody_knows_are_refused(graf_spee: Game, tmp_path: Path) -> None:
    with pytest.raises(BroadsideError, match="did you mean 'purposeful'"):
        play_as_save(graf_spee, tmp_path / "x.json", players="purposefull")
    assert list(tmp_path.iterdir()) == []


def test_the_command_plays_a_game_that_another_audits(tmp_path: Path) -> None:
    out = tmp_path / "game.json"
    done = CliRunner().invoke(
        main, ["play", "graf_spee", "--as-tts", "--seed", str(SEED), "-o", str(out)]
    )
    assert done.exit_code == 0, done.output
    assert "entries" in done.output
    audited = CliRunner().invoke(main, ["audit", str(out)])
    assert audited.exit_code == 0, audited.output
    assert audited.output.startswith("Clean")


def test_one_game_is_played_at_a_table_and_not_thousands() -> None:
    done = CliRunner().invoke(main, ["play", "graf_spee", "--as-tts", "--stats"])
    assert done.exit_code == 2
    assert "--as-tts is for one game's log" in done.output


# --- hands --------------------------------------------------------------------------------


@pytest.fixture
def table(graf_spee: Game) -> tuple[TabletopStage, World]:
    return set_table(graf_spee, tables=None)


Laid = tuple[TabletopStage, World]


def _log(world: World) -> list[dict[str, Any]]:
    return [json.loads(line) for line in world.state().split("\n")[1:-1]]


def test_pieces_of_a_stack_are_carried_together(table: Laid) -> None:
    stage, world = table
    for piece in ("taken_1", "taken_2"):
        stage.drag("German", [piece], "south_atlantic", "B4")
    before = world.entries
    stage.drag("German", ["taken_2", "taken_1"], "south_atlantic", "C4")
    assert {stage.where(piece) for piece in ("taken_1", "taken_2")} == {"C4"}
    moved = [row for row in _log(world)[before:] if row["a"] in ("pick", "drop")]
    assert [row["a"] for row in moved][:3] == ["pick", "pick", "drop"]


def test_pieces_of_a_box_lie_beside_each_other(table: Laid) -> None:
    stage, world = table
    for number in (1, 2, 3):
        stage.drag("British", [f"taken_{number}"], "south_atlantic", "Out of the Game")
    spots = [world.find(f"piece/taken_{number}").spot for number in (1, 2, 3)]  # type: ignore[union-attr]
    for at, (x, z) in enumerate(spots):
        assert all(max(abs(x - a), abs(z - b)) > 2 * OFF for a, b in spots[:at])


def test_a_piece_goes_into_its_cup_face_down(table: Laid) -> None:
    stage, world = table
    stage.drag("British", ["exeter"], "south_atlantic", "A1")
    stage.choose("British", "exeter", "Turn over")
    assert not stage.face_down("exeter")
    stage.choose("British", "exeter", "Back to the Atlantic Cup")
    assert stage.where("exeter") == "Atlantic Cup"
    assert stage.face_down("exeter")
    assert [row["a"] for row in _log(world)][-3:] == ["pick", "flip", "enter"]


def test_what_is_taken_back_is_taken_up_and_put_right(table: Laid) -> None:
    stage, world = table
    stage.drag("German", ["plot"], "voyage_log", "A1")
    stage.drag("German", ["plot"], "voyage_log", "A2")
    before = world.entries
    stage.undo()
    assert stage.where("plot") == "A1"
    stage.drag("German", ["plot"], "voyage_log", "B2")
    assert stage.where("plot") == "B2"
    assert [row["a"] for row in _log(world)[before:]] == ["pick", "drop"]


def test_what_is_taken_back_goes_where_it_was_if_nothing_else_is_done_with_it(
    table: Laid,
) -> None:
    stage, _ = table
    stage.drag("German", ["plot"], "voyage_log", "A1")
    stage.drag("German", ["plot"], "voyage_log", "A2")
    stage.undo()
    stage.say("German", "hm")
    assert stage.where("plot") == "A1"
    with pytest.raises(GestureError, match="just made"):
        stage.undo()


def test_a_faces_turn_is_a_flip_or_a_state(table: Laid) -> None:
    stage, world = table
    stage.choose("German", "graf_spee", "Flip")
    assert stage.face("graf_spee") == 1
    assert _log(world)[-1]["a"] == "flip"
    stage.choose("German", "graf_spee", "Flip")
    assert stage.face("graf_spee") == 0


@pytest.mark.parametrize(
    ("gesture", "arguments", "said"),
    [
        ("drag", ("German", ["plot"], "voyage_log", "Z9"), "has no place 'Z9'"),
        ("drag", ("German", ["plots"], "voyage_log", "A1"), "no counter 'plots'"),
        ("choose", ("German", "plot", "Turn ovr"), "no 'Turn ovr'"),
        ("press", ("German", "Course loged"), "did you mean 'Course logged'"),
        ("roll", ("German", "Sinkin", [1]), "did you mean 'Sinking'"),
        ("choose_of_deck", ("British", "Atlantic Cp", "x"), "no deck 'Atlantic Cp'"),
    ],
)
def test_what_cannot_be_done_is_told(
    table: Laid, gesture: str, arguments: tuple[Any, ...], said: str
) -> None:
    stage, _ = table
    with pytest.raises(BroadsideError, match=said):
        getattr(stage, gesture)(*arguments)


def test_by_hand_no_button_is_touched(graf_spee: Game) -> None:
    stage, _ = set_table(graf_spee, tables=None, by_hand=True)
    for gesture, arguments in (
        ("press", ("German", "Course logged")),
        ("roll", ("German", "Sinking", [1])),
        ("click_turn", ("German",)),
        ("say", ("German", "hello")),
    ):
        with pytest.raises(GestureError, match="by hand"):
            getattr(stage, gesture)(*arguments)


@pytest.mark.parametrize(
    ("name", "how", "told"),
    [
        ("game.json", [], "a log of VASSAL ends in .vlog or .vsav; --as-tts writes a save of"),
        ("game.vmod", [], "a log of VASSAL ends in .vlog or .vsav\n"),
        ("game.vlog", ["--as-tts"], "ends in .json; a log needs no --as-tts"),
        ("game.json", ["--script", "tutorial_1"], "a log of VASSAL ends in .vlog or .vsav"),
    ],
)
def test_a_name_of_another_kind_is_refused_before_the_game_is_played(
    tmp_path: Path, name: str, how: list[str], told: str
) -> None:
    out = tmp_path / name
    done = CliRunner().invoke(main, ["play", "atlantic_chase", "-o", str(out), *how])
    assert done.exit_code == 2 and not out.exists()
    assert f"{out}: " in done.output and told in done.output

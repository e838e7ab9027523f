"""What the recorder of a table is told: the same buttons, names and tracks as the module has."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from generator.definition.reader import load_game
from generator.definition.schema import Game
from generator.packaging.scene import scene_of
from generator.packaging.seats import seats
from generator.packaging.tabletop.pieces import memo_of
from generator.packaging.tabletop.recording import recording_of
from generator.packaging.tabletop.save import save_of
from generator.packaging.tabletop.setting import Setting
from generator.packaging.tabletop.undrawn import undrawn
from generator.places import games_folder
from generator.tabletop_simulator.calibration import calibration
from generator.tabletop_simulator.recorder import Recording

KNOWN = calibration()


def setting_of(game: Game) -> Setting:
    scene = scene_of(game)
    art = (games_folder() / game.id / "art",)
    return Setting(scene, seats(game, art), undrawn(scene, KNOWN), str, KNOWN)


@pytest.fixture(scope="module")
def setting(game: Game) -> Setting:
    return setting_of(game)


@pytest.fixture(scope="module")
def recording(setting: Setting) -> Recording:
    return told(setting)


@pytest.fixture(scope="module")
def flags() -> Setting:
    return setting_of(load_game("under_ten_flags"))


def told(setting: Setting) -> Recording:
    scenario = setting.scene.game.scenario()
    table, seated = setting.table, setting.seats
    return recording_of(setting.scene, scenario, {"broadside": 1}, seated, table, KNOWN)


def test_each_action_is_there_with_what_its_click_does(recording: Recording, game: Game) -> None:
    actions = {action.id: action for action in recording.actions}
    assert actions.keys() == {action.id for action in game.actions}
    assert actions["extra_moves"].score == {"GermanScore": 1}
    assert actions["extra_moves"].dice == "extra_moves"
    assert actions["end_of_turn"].tracker == "next_turn"
    # The voyage log is the first of three tracked steps; what ends it leads to the second.
    assert (actions["course_logged"].tracker, actions["course_logged"].step) == ("next_step", 1)
    assert actions["end_of_movement"].step == 2


def test_an_action_of_pieces_names_them_and_the_face_they_turn_to(recording: Recording) -> None:
    (refuel,) = [action for action in recording.actions if action.id == "refuel"]
    assert refuel.on_piece
    assert refuel.silent
    assert refuel.pieces == ("piece/supply_1", "piece/supply_2", "piece/supply_3")
    # Ready in front, used behind.
    assert refuel.faces == dict.fromkeys(refuel.pieces, (1, 1))


def test_a_piece_is_called_by_the_side_that_is_up(recording: Recording) -> None:
    assert recording.names["piece/exeter"] == (("Exeter", "Royal Navy piece"),)
    assert recording.names["piece/supply_1"] == (("Supply ship 1", "Supply ship 1 (used)"),)
    assert recording.names["piece/plot"][0][0] == recording.names["piece/plot"][0][1]
    assert "piece/exeter" in recording.masked
    assert "piece/supply_1" not in recording.masked


def test_a_marker_is_told_every_place_of_its_track(recording: Recording, setting: Setting) -> None:
    (score,) = [track for track in recording.tracks if track.piece == "piece/score"]
    assert (score.property, score.first, score.wraps, score.each) == ("GermanScore", 0, False, 1)
    assert len(score.places) == 31
    layout = setting.scene.map("South Atlantic").layout
    for number, (x, _, z) in enumerate(score.places):
        where = setting.table.from_world(x, z)
        assert where is not None
        wanted = layout.places[f"Score {number}"]
        assert where[1:] == pytest.approx((wanted.x, wanted.y))
    (turn,) = [track for track in recording.tracks if track.piece == "piece/turn"]
    assert (turn.property, turn.first, turn.wraps, len(turn.places)) == ("Turn", 1, True, 20)
    assert turn.faces == ((1, 0), (1, 1))


def test_decks_lie_where_their_boxes_are(recording: Recording, setting: Setting) -> None:
    piles = {pile.name: pile for pile in recording.decks}
    assert piles.keys() == {"Atlantic Cup", "Indian Cup"}
    where = setting.table.from_world(piles["Indian Cup"].place[0], piles["Indian Cup"].place[2])
    assert where is not None
    assert where[0] == "south_atlantic"
    assert where[1:] == pytest.approx((379, 226))
    assert piles["Indian Cup"].reach == pytest.approx(9 / 25.4)


def test_what_is_counted_and_reshuffled_is_told(flags: Setting) -> None:
    made = told(flags)
    (recycle,) = [roll for roll in made.dice if roll.id == "recycle"]
    assert (recycle.counted_in, recycle.sides) == ("RecycleRolls", 6)
    into = {pile.name: pile.into for pile in made.decks}
    assert into["Activation Discards"] == "Activation Deck"
    assert into["Activation Deck"] == ""
    (next_card,) = [action for action in made.actions if action.id == "next_card"]
    assert next_card.draws == (("Activation Deck", "Activation Discards"),)


def test_numbers_begin_as_the_set_up_says(game: Game, setting: Setting) -> None:
    scenario = game.scenario().model_copy(
        update={"properties": {"GermanScore": 7}, "first_turn": 4, "first_step": "combat"}
    )
    table, seated = setting.table, setting.seats
    made = recording_of(setting.scene, scenario, {}, seated, table, KNOWN)
    assert [one.initial for one in made.properties] == [7]
    assert (made.turns.first, made.turns.step) == (4, 2)
    assert made.turns.steps[0] == "1 Voyage log"


def test_the_panel_has_a_button_for_all_that_the_toolbar_has(setting: Setting, game: Game) -> None:
    save = save_of(setting, game.scenario())
    panel = ElementTree.fromstring(save.ui)
    seen = {one.get("id", ""): one.get("visibility", "") for one in panel.iter("Button")}
    wanted = {f"declare/{one.id}" for one in game.actions if one.on == "toolbar"}
    wanted |= {f"roll/{one.id}" for one in game.dice} | {f"score/{one.id}" for one in game.scores}
    assert wanted <= seen.keys()
    assert seen["declare/raid"] == "White"  # the German's
    assert seen["declare/extra_moves"] == "Blue"
    assert seen["declare/end_of_turn"] == ""
    assert "declare/refuel" not in seen


def test_every_piece_of_the_script_is_on_the_table(setting: Setting, game: Game) -> None:
    save = save_of(setting, game.scenario())
    named = set(re.findall(r'"(piece/[a-z0-9_]+)"', save.script))
    assert named == {memo_of(piece) for piece in setting.scene.pieces}

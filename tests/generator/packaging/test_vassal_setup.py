"""The set-up that travels in the module."""

from __future__ import annotations

from collections.abc import Mapping

from generator.definition.schema import Game
from generator.packaging.scene import Scene, scene_of
from generator.packaging.vassal.module import members
from generator.packaging.vassal.setup import piece_id
from generator.vassal import saves
from generator.vassal.commands import (
    AddPiece,
    Command,
    GameUnderWay,
    Log,
    Player,
    SetBoards,
    SetProperty,
    SetTurn,
)
from generator.vassal.traits import Trait, read_piece


def position(module: Mapping[str, bytes]) -> list[Command]:
    return list(saves.from_bytes(module["standard.vsav"], "standard.vsav").position())


def pieces(module: Mapping[str, bytes]) -> dict[str, tuple[str, tuple[Trait, ...]]]:
    """By UnitId: the piece's id in the save and its traits."""
    found = {}
    for command in position(module):
        if isinstance(command, AddPiece):
            traits = read_piece(command.type, command.state)
            for trait in traits:
                if trait.id == "mark;":
                    found[trait.state_of("values")[0]] = (command.id or "", traits)
    return found


def test_every_counter_is_there_once(module: Mapping[str, bytes], game: Game) -> None:
    identities = [
        trait.state_of("values")[0]
        for command in position(module)
        if isinstance(command, AddPiece)
        for trait in read_piece(command.type, command.state)
        if trait.id == "mark;"
    ]
    assert sorted(identities) == sorted(counter.id for counter in game.counters)


def test_no_player_and_no_log_is_in_it(module: Mapping[str, bytes]) -> None:
    assert not [one for one in position(module) if isinstance(one, (Player, Log))]


def test_vassal_is_told_not_to_place_the_counters_again(module: Mapping[str, bytes]) -> None:
    assert [one for one in position(module) if isinstance(one, GameUnderWay)]


def test_each_map_has_its_board(module: Mapping[str, bytes], scene: Scene) -> None:
    laid = {one.map: one.boards[0].name for one in position(module) if isinstance(one, SetBoards)}
    assert laid == {map_.name: map_.name for map_ in scene.maps}


def test_the_game_begins_in_turn_1_with_the_voyage_log_and_no_points(
    module: Mapping[str, bytes],
) -> None:
    (turn,) = [one for one in position(module) if isinstance(one, SetTurn)]
    assert turn.tracker == "TurnTracker0"
    assert turn.state == "0|1;0;false;-1;0\\;0\\;0\\;true,true,true"
    points = [one for one in position(module) if isinstance(one, SetProperty)]
    assert [one.value for one in points if one.name == "GermanScore"] == ["0"]


def test_the_cup_holds_nine_masked_pieces(module: Mapping[str, bytes], scene: Scene) -> None:
    cups = {}
    for command in position(module):
        if isinstance(command, AddPiece) and command.type.startswith("deck;"):
            (deck,) = read_piece(command.type, command.state)
            cups[deck["deckName"]] = deck.state_of("cards") or ()
    british = {piece_id(scene, piece.id) for piece in scene.pieces if piece.face_down}
    assert set(cups["Atlantic Cup"]) == british
    assert not cups["Indian Cup"]
    for piece in scene.pieces:
        if piece.face_down:
            (mask,) = [one for one in pieces(module)[piece.id][1] if one.id == "obs;"]
            assert mask.state_of("obscuredBy") == "British"


def test_the_secrets_are_hidden_for_the_german(module: Mapping[str, bytes]) -> None:
    for name in ("plot", "supply_1", "supply_2", "supply_3"):
        (hide,) = [one for one in pieces(module)[name][1] if one.id == "hide;"]
        assert hide.state == "German"
        assert hide["access"].sides == ("German", "Referee")


def test_piece_ids_stay_when_the_order_of_the_definition_changes(
    module: Mapping[str, bytes], game: Game
) -> None:
    turned = scene_of(game.model_copy(update={"counters": tuple(reversed(game.counters))}))
    other = pieces(members(turned, {}))
    mine = pieces(module)
    assert {name: found[0] for name, found in other.items()} == {
        name: found[0] for name, found in mine.items()
    }


def test_ids_are_numbers_and_no_two_are_equal(module: Mapping[str, bytes]) -> None:
    ids = [one.id or "" for one in position(module) if isinstance(one, AddPiece)]
    assert all(one.isdecimal() for one in ids)
    assert len(ids) == len(set(ids))


def test_a_piece_is_in_the_set_up_what_its_slot_in_the_module_says(
    module: Mapping[str, bytes], scene: Scene
) -> None:
    """VASSAL's refresher finds the slot of a piece by its gpid."""
    from generator.packaging.vassal.pieces import gpid

    for name, (_, traits) in pieces(module).items():
        assert traits[-1].state_of("gpId") == str(gpid(scene, scene.piece(name), "start"))

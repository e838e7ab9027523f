"""A scenario's set-up as VASSAL would have saved it, without any player in it."""

from __future__ import annotations

from dataclasses import replace

from generator.definition.schema import Game, Scenario
from generator.packaging.scene import Scene
from generator.packaging.vassal.buttons import NOTHING_NOTED
from generator.packaging.vassal.decks import deck_trait
from generator.packaging.vassal.pieces import FIRST_ID, chain, gpid
from generator.packaging.vassal.sight import marks_laid
from generator.vassal import saves
from generator.vassal.commands import (
    AddPiece,
    Board,
    Command,
    Extension,
    GameUnderWay,
    PublicNote,
    ScenarioNote,
    SetBoards,
    SetProperty,
    SetTurn,
)
from generator.vassal.metadata import Metadata
from generator.vassal.obfuscation import Veil
from generator.vassal.sequences import encode
from generator.vassal.traits import basic_state, deck_state, piece_type, stack_state
from generator.vassal.trees import Node, node

TRACKER = "TurnTracker0"
"""What commands call the module's turn tracker."""

_KEY = 0x42
"""The byte the text is veiled with: VASSAL rolls one, we keep one, for equal bytes."""


def setup_file(scene: Scene, scenario: Scenario, module: Metadata) -> bytes:
    """The ``.vsav`` of a set-up: equal bytes for equal scenes.

    ``module`` is the module's own metadata, which a save copies.
    """
    text = saves.compose(_pieces(scene, scenario), _state(scene, scenario))
    save = saves.Save(
        text=text,
        veil=Veil(key=_KEY),
        savedata=replace(module, name="", description=scenario.name),
        moduledata=module,
    )
    return saves.pack(save)


def position(scene: Scene, scenario: Scenario) -> list[Command]:
    """The commands that lay a set-up on the table, one after the other."""
    restored: list[Command] = []
    for one in _state(scene, scenario):
        restored += [row.command for row in one.walk()] if isinstance(one, Node) else [one]
    return [*_pieces(scene, scenario), *restored]


def piece_id(scene: Scene, identity: str) -> str:
    """The id of a piece (or of the stack or deck it starts in) in every set-up of ours.

    VASSAL numbers pieces by the millisecond of their making; ours lie before any real one.
    """
    return str(FIRST_ID + scene.numbers[identity])


def _pieces(scene: Scene, scenario: Scenario) -> list[Command]:
    made: list[Command] = []
    cups: dict[str, list[str]] = {deck.name: [] for deck in scene.decks}
    for piece, start in scene.starting(scenario):
        x, y = scene.map(start.map).standing(start)
        own = piece_id(scene, piece.id)
        state = basic_state(start.map, x, y, gpid(scene, piece, "start"), {"UniqueID": own})
        type_, states = chain(scene, piece, start).texts(state)
        made.append(AddPiece(own, type_, states))
        if start.deck:
            cups[start.place].append(own)
    stacks: list[Command] = []
    for pieces in scene.stacks(scenario):
        piece, start = pieces[0]
        if piece.stacks:
            x, y = scene.map(start.map).standing(start)
            members = [piece_id(scene, one.id) for one, _ in pieces]
            stack = piece_id(scene, f"stack/{piece.id}")
            stacks.append(AddPiece(stack, "stack", stack_state(start.map, x, y, members)))
    for deck in scene.decks:
        x, y = scene.map(deck.map).window_pixels(deck.x, deck.y)
        stacks.append(
            AddPiece(
                piece_id(scene, f"deck/{deck.name}"),
                piece_type([deck_trait(scene, deck)]),
                deck_state(deck.map, x, y, deck.face_down, cups[deck.name]),
            )
        )
    return [*marks_laid(scene, FIRST_ID), *made, *stacks]


def _state(scene: Scene, scenario: Scenario) -> list[Command | Node]:
    game = scene.game
    properties = {
        one.name: NOTHING_NOTED if one.words else str(one.initial) for one in game.properties
    }
    properties |= {name: str(value) for name, value in scenario.properties.items()}
    boards: list[Command | Node] = [
        SetBoards(map_.name, (Board(map_.name, 0, 0),)) for map_ in scene.maps
    ]
    public = [map_ for map_ in scene.maps if not map_.owners]
    added = scene.extension
    return [
        *([Extension(added.name, added.version)] if added is not None else []),
        *[SetProperty(name, value, "Module") for name, value in properties.items()],
        *boards[: len(public)],
        GameUnderWay(),
        *boards[len(public) :],
        SetTurn(TRACKER, turn_state(game, *game.first_turn(scenario))),
        node(ScenarioNote(_briefing(scene, scenario)), PublicNote("")),
    ]


def turn_state(game: Game, turn: int, step: int) -> str:
    """The state of the turn tracker in a turn and a tracked step, counted from 0."""
    steps = len(game.tracked_steps())
    inner = [encode([str(step), "0", "0", ",".join(["true"] * steps)], ";")] if steps else []
    return encode(["0", encode([str(turn), "0", "false", "-1", *inner], ";")], "|")


def _briefing(scene: Scene, scenario: Scenario) -> str:
    """What the scenario note says: what the players do first."""
    lines = [scenario.text, ""]
    for number, step in enumerate(scenario.steps, start=1):
        who = f"{step.side}: " if step.side else ""
        lines.append(f"{number}. {who}{step.text}")
    return "\n".join(lines)

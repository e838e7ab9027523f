"""What our hands write of an act is what VASSAL writes of it, leaf for leaf.

VASSAL plays a script through `Act.java` and logs it; the hand does the same acts, taking from
that log only what chance decided. Needs `conftest.JAR`; skipped without.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from generator.definition.reader import load_game
from generator.geography.layout import layout_of
from generator.vassal import locations, saves
from generator.vassal.archive import Archive
from generator.vassal.commands import Command, Log, MovePiece
from generator.vassal.trees import Node
from validator.playing.gestures import Hand, Seat
from validator.playing.gestures_counters import Counter
from validator.playing.gestures_module import PlayedModule

from .conftest import command_line

pytestmark = pytest.mark.vassal

GERMAN = ("as", "German Player", "word-1", "German")
BRITISH = ("as", "British Player", "word-2", "British")
ACTS: tuple[tuple[str, ...], ...] = (
    GERMAN,
    ("button", "Turn a card"),
    ("button", "Plotted"),
    ("button", "Rest"),
    ("button", "Waiting set (1d6)"),
    ("button", "Waiting set (1d6)"),
    ("button", "Morale check (2d6)"),
    ("to", "fatigue", "Oceans", "Fatigued"),
    ("button", "Morale check (2d6)"),
    ("to", "disguise", "Oceans", "Atlantis Aircraft"),
    ("button", "Atlantis searches (1d6)"),
    ("draw", "Activation Deck", "Oceans", "Activation Discards"),
    ("deck", "Activation Discards", "The top one into the Activation Deck"),
    ("button", "Joker back"),
    ("draw", "Activation Deck", "Oceans", "Activation Discards"),
    ("draw", "Activation Deck", "Oceans", "Activation Discards"),
    ("deck", "Activation Discards", "Shuffle all into the Activation Deck"),
    ("button", "Turn a card"),
    ("draw", "Activation Deck", "Oceans", "Activation Discards"),
    ("button", "Waiting set (1d6)"),
    ("button", "Waiting set (1d6)"),
    ("button", "Score +5"),
    ("to", "vp_units", "Oceans", "VP 7"),
    ("button", "Score +5"),
    ("to", "vp_tens", "Oceans", "VP x10 2"),
    ("button", "Score +5"),
    BRITISH,
    ("to", "devonshire", "Oceans", "1201"),
    ("button", "Reactive search (1d6)"),
    ("menu", "c1", "Turn right"),
    ("menu", "c1", "Turn left"),
    ("menu", "c1", "Turn left"),
    ("menu", "c1", "Flip"),
    ("to", "c1", "Oceans", "1602"),
    ("menu", "c1", "Turn right"),
    ("draw", "O/D Cup", "Origin and Destination", "C1 Origin"),
    ("draw", "O/D Cup", "Origin and Destination", "C1 Destination"),
    ("draw", "Ship Cup", "Origin and Destination", "C1 Ship"),
    ("drawn", "Turn over"),
    ("drawn", "Back to the Ship Cup"),
    ("deck", "Cruiser Deck", "One piece face up onto the Cruiser Discards"),
    GERMAN,
    ("button", "End of turn"),
    ("menu", "mark_soviet", "Flip"),
    ("menu", "mark_soviet", "Flip"),
    ("undo",),
)
CHASE: tuple[tuple[str, ...], ...] = (
    GERMAN,
    ("to", "uboat_1", "Operations Map", "1213"),
    ("to", "launch_german", "Operations Map", "2509"),
    ("menu", "b4_segment_4", "Contact"),
    ("menu", "g2_station", "Naval Search"),
    ("menu", "b4_segment_4", "Is the target"),
    ("menu", "uboat_1", "Coordinates"),
    ("button", "Total"),
    ("to", "launch_german", "Operations Map", "1211"),
    ("menu", "launch_german", "Air Support"),
    ("to", "launch_british", "Operations Map", "1212"),
    ("menu", "launch_british", "Air Support"),
    ("menu", "b4_em", "Spent"),
    ("button", "Total"),
    ("button", "Bad Weather"),
    ("button", "Total"),
    ("menu", "launch_german", "Air Strike"),
    ("menu", "b4_segment_5", "Is the target"),
    ("button", "Total"),
    ("menu", "b4_segment_1", "Contact"),
    ("menu", "b4_segment_1", "Is the target"),
    ("button", "Total"),
    ("menu", "b4_segment_5", "Take off"),
)

AXIS = ("as", "Axis Player", "word-1", "Axis")
ALLIED = ("as", "Allied Player", "word-2", "Allied")
PATROL: tuple[tuple[str, ...], ...] = (
    AXIS,
    ("menu", "NA-1", "Tries to enter (1d10)"),
    ("to", "NA-1", "Naval Grid", "BD"),
    ("menu", "NA-1", "Enters here"),
    ("menu", "U-66", "Surfaced"),
    ("to", "U-66", "Naval Grid", "CA"),
    ("menu", "U-66", "Fuel −1"),
    ALLIED,
    ("to", "contact", "Naval Grid", "CA"),
    ("menu", "contact", "Contact here"),
    ("to", "US-DD-1", "OSL Grid", "5,7"),
    ("menu", "US-DD-1", "Deploys (2d10)"),
    ("menu", "U-66", "Is the target"),
    ("menu", "US-DD-1", "Looks for it (1d10)"),
    ("menu", "U-66", "Detected, surfaced"),
    ("menu", "U-66", "2 points of damage"),
    ("to", "US-DD-1", "TSL Grid", "3-4"),
    ("menu", "norfolk", "Is the target"),
    ("menu", "norfolk", "1 step"),
    ("to", "PBY-1", "Naval Grid", "CB"),
    ("menu", "PBY-1", "Patrols here"),
    ("menu", "PBY-1", "Flown"),
    AXIS,
    ("menu", "convoy_1", "Is the target"),
    ("menu", "U-123", "3 torpedoes (1d10)"),
    ("button", "Score +5,000 t"),
    ("menu", "U-66", "Leaves the map"),
    ALLIED,
    ("menu", "convoy_1", "1 ship lost"),
    ("menu", "convoy_1", "Arrives"),
)


class Player:
    """Does the acts by our hand; chance is what VASSAL's log says it was."""

    def __init__(self, game: str, module: Path, save: bytes, wanted: list[Node]) -> None:
        played = PlayedModule.read(module)
        position = saves.from_bytes(save, "set-up").position()
        self.hand = Hand(played, locations.read(played.module), position)
        self.layouts = {one.name: layout_of(one) for one in load_game(game).maps}
        self.wanted = wanted
        self.seat = Seat("", "", "")
        self.drawn: Counter | None = None

    def counter(self, unit: str) -> Counter:
        return next(one for one in self.hand.counters if one.marked("UnitId") == unit)

    def next_step(self) -> list[Command]:
        step = self.wanted[len(self.hand.steps)]
        return [leaf(node) for node in step.walk()]

    def moved_next(self) -> list[Counter]:
        moves = [command for command in self.next_step() if isinstance(command, MovePiece)]
        return [self.hand.counters.counters[str(move.id)] for move in moves]

    def rolled_next(self) -> dict[str, list[int]]:
        text = "\n".join(node.text for node in self.wanted[len(self.hand.steps)].walk())
        found = re.findall(r"MutableProperty\t([^\t]*)_result\t[^\t]*\t([\d,]*)", text)
        return {name: [int(die) for die in dice.split(",")] for name, dice in found}

    def point(self, map_: str, place: str) -> tuple[int, int]:
        deck = self.hand.counters.deck(place)
        if deck is not None:
            return deck.x, deck.y
        return self.layouts[map_].pixels(place)

    def do(self, act: tuple[str, ...]) -> None:
        getattr(self, f"do_{act[0]}")(*act[1:])

    def do_as(self, name: str, password: str, side: str) -> None:
        self.seat = Seat(side, name, password)

    def do_to(self, unit: str, map_: str, place: str) -> None:
        self.hand.drag(self.seat, [self.counter(unit)], map_, *self.point(map_, place))

    def do_draw(self, deck: str, map_: str, place: str) -> None:
        self.drawn = self.moved_next()[0]
        self.hand.drag(self.seat, [self.drawn], map_, *self.point(map_, place))

    def do_drawn(self, words: str) -> None:
        assert self.drawn is not None
        self.hand.choose(self.seat, self.drawn, words)

    def do_menu(self, unit: str, words: str) -> None:
        rolls = self.rolled_next() if words.endswith("d10)") else None
        self.hand.choose(self.seat, self.counter(unit), words, rolls)

    def do_deck(self, name: str, words: str) -> None:
        deck = self.hand.counters.deck(name)
        assert deck is not None
        cards = [] if words.startswith("Shuffle") else self.moved_next()
        self.hand.choose_of_deck(self.seat, deck, words, cards)

    def do_button(self, text: str) -> None:
        name = next(
            button.name
            for button in self.hand.module.buttons
            if button.has_name and text in (button.get("text"), button.name)
        )
        rolls = self.rolled_next()
        if text.endswith("d6)"):
            ((rolled, dice),) = rolls.items()
            self.hand.roll(self.seat, rolled, dice)
            return
        dealing = {"Turn a card": "Activation Deck", "Joker back": "Activation Discards"}
        cards = self.moved_next()[:1] if text in dealing else []
        self.hand.press(self.seat, name, rolls, cards)

    def do_undo(self) -> None:
        """Not by our hand: only a drag is undone by it."""


def leaf(node: Node) -> Any:
    command = node.command
    while isinstance(command, Log):
        command = command.command
    return command


def lines(step: Node, stacks: dict[str, str]) -> list[str]:
    """Each command on a line, indented by its depth; new stacks numbered in order."""
    found: list[str] = []

    def walk(node: Node, depth: int) -> None:
        added = re.match(r"LOG\t\+/(\d+)/stack", node.text)
        if added:
            stacks[added[1]] = f"stack {len(stacks)}"
        text = node.text
        for own, name in stacks.items():
            text = text.replace(own, name)
        found.append(" " * depth + text)
        for child in node.children:
            walk(child, depth + 1)

    walk(step, 0)
    return found


def scripted(player: Player, acts: Sequence[tuple[str, ...]]) -> list[str]:
    """The acts as `Act.java` reads them, with points of the map for places."""
    found = []
    for act in acts:
        if act[0] == "to":
            x, y = player.point(act[2], act[3])
            found.append(f"drag\t{act[2]}\t{x}\t{y}\t{act[1]}")
        elif act[0] == "draw":
            x, y = player.point(act[2], act[3])
            found.append(f"draw\t{act[1]}\t{act[2]}\t{x}\t{y}")
        else:
            found.append("\t".join(act))
    return found


@pytest.mark.parametrize(
    ("game", "setup", "acts"),
    [
        ("under_ten_flags", "standard", ACTS),
        ("atlantic_chase", "autumn_sortie", CHASE),
        ("uboat_variant", "campaign", PATROL),
    ],
)
def test_our_hands_write_what_vassal_writes(
    acted: Callable[..., list[Node]],
    game: str,
    setup: str,
    acts: Sequence[tuple[str, ...]],
    tmp_path: Path,
) -> None:
    command_line("build", game, "-o", tmp_path)
    (module,) = tmp_path.glob("*.vmod")
    with Archive(module) as archive:
        save = archive.read(f"{setup}.vsav")
    script = scripted(Player(game, module, save, []), acts)
    wanted = acted(module, save, script)
    player = Player(game, module, save, wanted)
    theirs: dict[str, str] = {}
    ours: dict[str, str] = {}
    for act in acts:
        done = len(player.hand.steps)
        player.do(act)
        for number in range(done, len(player.hand.steps)):
            made = lines(player.hand.steps[number], ours)
            assert made == lines(wanted[number], theirs), (number, act)
    undone = sum(act[0] == "undo" for act in acts)
    assert len(player.hand.steps) == len(wanted) - undone

"""The steps our hand writes are those VASSAL 3.7.26 wrote for the same acts, leaf for leaf.

The reference logs were written by VASSAL; their scripts say what was done. Only the ids of new
stacks differ (VASSAL takes them from the clock), and where a hex was hit off its middle the
script's point is replaced by the one the log shows.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.vassal import locations, saves
from generator.vassal.commands import Log, MovePiece
from generator.vassal.trees import Node
from validator.playing.gestures import GestureError, Hand, Seat
from validator.playing.gestures_module import PlayedModule

SIDES = {"German Player": "German", "British Player": "British"}
SNAPPED = {
    (151, 232): (150, 232),
    (262, 296): (261, 296),
    (428, 200): (427, 200),
    (851, 168): (850, 168),
    (640, 645): (638, 640),
}

SAME = [
    "02-move-hex-to-hex",
    "03-move-to-other-map",
    "04-move-onto-stack",
    "05-move-one-out-of-stack",
    "06-move-whole-stack",
    "07-move-two-boards-and-track",
    "10-layer-up-down",
    "13-dynamic-property",
    "14-mask-and-unmask-by-owner",
    "17-hide-move-show-by-owner",
    "18-hide-to-private-map",
    "20-draw-face-down-to-map",
    "21-draw-to-hand",
    "22-draw-and-turn-face-up",
    "24-return-to-deck",
    "25-drag-back-to-deck",
    "27-cup-draw",
    "28-dice",
    "30-declaration-button",
    "32-global-property-button",
    "50-two-players-alternate",
    "41-undo-move",
    "43-undo-draw",
    "57-drag-into-box-and-track",
    "60-move-a-piece-masked-by-the-opponent",
    "64-draw-face-up",
]


class Script:
    """Does what a script says, and keeps what VASSAL logged of it."""

    def __init__(self, reference: Path, name: str) -> None:
        module = PlayedModule.read(reference / "reference.vmod")
        save = saves.read(reference / "logs" / f"{name}.vlog")
        self.hand = Hand(module, locations.read(module.module), save.position())
        self.wanted = [row for row in save.tree().children if row.text.startswith("LOG\t")]
        self.seat = Seat("German", "German Player", "secret-one")
        lines = (reference / "scripts" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        for line in lines[lines.index("start") + 1 :]:
            first, *rest = [part.strip() for part in line.split("|")]
            verb, _, what = first.partition(" ")
            getattr(self, f"do_{verb}")(what, rest)

    def counter(self, name: str):
        return next(one for one in self.hand.counters if one.name == name)

    def moved_next(self):
        """The pieces VASSAL moved in the step that is made next (draws are random)."""
        row = self.wanted[len(self.hand.steps)]
        moves = [leaf(node) for node in row.walk()]
        return [self.hand.counters.counters[m.id] for m in moves if isinstance(m, MovePiece)]

    def rolled_next(self, button: str):
        text = "\n".join(node.text for node in self.wanted[len(self.hand.steps)].walk())
        found = re.search(rf"MutableProperty\t{button}_result\t[^\t]*\t([\d,]*)", text)
        return [int(die) for die in found[1].split(",")]

    def do_as(self, name, rest):
        self.seat = Seat(SIDES[name], name, rest[0])

    def do_drag(self, names, rest):
        pieces = [self.counter(name.strip()) for name in names.split(",")]
        self.drop(pieces, rest[0], rest[1], rest[2])

    def do_dragstack(self, name, rest):
        self.drop(list(self.counter(name).pile.members), *rest)

    def do_dragtop(self, map_, rest):
        point = (map_, int(rest[0]), int(rest[1]))
        piles = self.hand.counters.piles.values()
        pile = next(pile for pile in piles if (pile.map, pile.x, pile.y) == point)
        self.drop([pile.members[-1]], rest[2], rest[3], rest[4])

    def do_dragto(self, name, rest):
        deck = self.hand.counters.deck(rest[0])
        self.drop([self.counter(name)], deck.map, deck.x, deck.y)

    def do_draw(self, deck, rest):
        self.drop(self.moved_next(), rest[0], rest[1], rest[2])

    def drop(self, pieces, map_, x, y):
        point = (int(x), int(y))
        self.hand.drag(self.seat, pieces, map_, *SNAPPED.get(point, point))

    def do_menu(self, name, rest):
        self.hand.choose(self.seat, self.counter(name), rest[0])

    def do_button(self, name, rest):
        rolls = name in self.hand.module.dice
        self.hand.press(self.seat, name, {name: self.rolled_next(name)} if rolls else None)

    def do_turn(self, which, rest):
        if which == "next":
            self.hand.advance_turn(self.seat)

    def do_undo(self, what, rest):
        self.hand.undo()

    def do_chat(self, text, rest):
        self.hand.say(self.seat, text)


def leaf(node: Node):
    command = node.command
    while isinstance(command, Log):
        command = command.command
    return command


def lines(steps: list[Node]) -> list[str]:
    """Each command on a line, indented by its depth; new stacks numbered in order."""
    stacks: dict[str, str] = {}
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

    for number, step in enumerate(steps, start=1):
        found.append(f"step {number}")
        walk(step, 0)
    return found


@pytest.fixture
def reference(shared: Path) -> Path:
    return shared / "vassal" / "reference"


@pytest.mark.parametrize("name", SAME)
def test_a_gesture_leaves_what_vassal_leaves(reference: Path, name: str) -> None:
    script = Script(reference, name)
    assert lines(script.hand.steps) == lines(script.wanted)


def test_the_turn_tracker_goes_on_as_vassals_does(reference: Path) -> None:
    script = Script(reference, "34-turn-advance-and-back")
    states = [leaf(row.children[0]).state for row in script.hand.steps]
    wanted = [leaf(row.children[0]).state for row in script.wanted]
    # VASSAL's third click goes back and its fourth forward again; its last begins turn 2.
    assert states[:5] == wanted[:2] + wanted[4:]


def test_a_declaration_that_rolls_is_one_step_nested_as_in_vassal(reference: Path) -> None:
    module = PlayedModule.read(reference / "reference.vmod")
    save = saves.read(reference / "logs" / "31-declaration-with-roll.vlog")
    hand = Hand(module, locations.read(module.module), save.position())
    seat = Seat("German", "German Player", "secret-one")
    hand.press(seat, "Search die", {"Search die": [5]})  # as before VASSAL began to log
    hand.steps.clear()
    hand.press(seat, "Search and roll", {"Search die": [3]})
    wanted = [row for row in save.tree().children if row.text.startswith("LOG\t")]
    assert lines(hand.steps) == lines(wanted)


def test_what_vassal_refuses_leaves_nothing(reference: Path) -> None:
    module = PlayedModule.read(reference / "reference.vmod")
    save = saves.read(reference / "logs" / "53-move-opponents-ship.vlog")
    hand = Hand(module, locations.read(module.module), save.position())
    british = Seat("British", "British Player", "secret-two")
    bismarck = next(one for one in hand.counters if one.name == "Bismarck")
    with pytest.raises(GestureError, match="British may not move 'Bismarck'"):
        hand.drag(british, [bismarck], "Main Map", 261, 296)
    hand.choose(british, bismarck, "Mask")
    assert hand.steps == []

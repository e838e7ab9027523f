"""Self-played games of the Graf Spee as lists of steps that can be cut, joined and added to.

What is added is made by the same gestures a player would make on the table as it lies at that
step; what is left out or changed is left out or changed command by command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from generator.definition.schema import Game
from generator.geography.layout import Layout, layout_of
from generator.places import games_folder
from generator.vassal import commands, locations, saves, trees
from generator.vassal.commands import Chat, Command
from generator.vassal.trees import Node
from modules.graf_spee.tables import Tables
from tests.modules.recorded import Moment, RecordedGame, defined, module_file, position, read_module
from validator.audit import audit
from validator.audit.findings import Finding, Severity
from validator.audit.result import AuditResult
from validator.playing.gestures import Hand
from validator.playing.gestures_counters import Counter
from validator.playing.gestures_module import PlayedModule
from validator.rules.loading import load_rules

SEA, LOG = "South Atlantic", "Voyage Log"
GERMAN, BRITISH = "German", "British"
STYLES = ("purposeful", "random")


@cache
def the_game() -> Game:
    return defined("graf_spee")


@cache
def the_tables() -> Tables:
    tables = load_rules(the_game(), games_folder() / "graf_spee").tables
    assert isinstance(tables, Tables)
    return tables


def the_module() -> Path:
    return module_file("graf_spee")


@cache
def _opened() -> tuple[PlayedModule, locations.Locations, dict[str, Layout]]:
    module = read_module("graf_spee")
    layouts = {one.name: layout_of(one) for one in the_game().maps}
    return PlayedModule(module), locations.read(module), layouts


class PlayedGame(RecordedGame):
    """One game, with its turns."""

    def __init__(self, seed: int, style: str, by_hand: bool) -> None:
        super().__init__("graf_spee", seed, style, by_hand)

    def verbs_left(self, moment: Moment) -> list[Any]:
        """The verbs of the rest of the turn, its end included."""
        found = []
        for verb in self.verbs[moment.verbs :]:
            found.append(verb)
            if type(verb).__name__ == "EndTurn":
                break
        return found

    def end_of_turn(self, moment: Moment) -> Moment:
        """Where the turn of a moment has been closed, or the end of the game."""
        after = moment.verbs + len(self.verbs_left(moment))
        return next((m for m in self.moments if m.verbs >= after), self.moments[-1])

    def after(self, moment: Moment, verb: str) -> Moment | None:
        """Where the next verb of that name in the same turn has been done."""
        for at, one in enumerate(self.verbs_left(moment)):
            if type(one).__name__ == verb:
                done = moment.verbs + at + 1
                return next((m for m in self.moments if m.verbs == done), None)
        return None

    def steps_of(self, number: int) -> tuple[int, int] | None:
        """The steps of the verb of that number (from 0), where no other verb shares them."""
        if number in self.at and number + 1 in self.at:
            return self.at[number], self.at[number + 1]
        return None

    def fingers(self, step: int) -> Fingers:
        """A hand at the table as it lies after a step."""
        return Fingers(self, step)

    # --- files --------------------------------------------------------------------------

    def head_at(self, step: int) -> tuple[Node, ...]:
        """The save part of a log begun after a step."""
        wrapped = trees.parse(saves.compose(*position(self.table(step))))
        return wrapped.children


@cache
def played(seed: int, style: str = "purposeful", by_hand: bool = False) -> PlayedGame:
    """A game by seed; played once for all tests."""
    return PlayedGame(seed, style, by_hand)


class Fingers:
    """Gestures on the table as it lies after a step of a game; ``steps`` is what they leave."""

    def __init__(self, game: PlayedGame, step: int) -> None:
        module, places, self._layouts = _opened()
        pieces, rest = position(game.table(step))
        self.hand = Hand(module, places, [*pieces, *rest])
        self.hand._last_id += 1_000_000  # what the log's own later steps bring in keeps its ids
        self.seats = game.seats
        self.by_hand = game.by_hand
        self.gestures: list[tuple[str, tuple[Any, ...]]] = []
        """What was done, as `validator.rules.staging.Stage` calls it."""

    @property
    def steps(self) -> list[Node]:
        return self.hand.steps

    def drag(
        self, side: str, units: str | Sequence[str], place: str, map_name: str = SEA
    ) -> Fingers:
        """Drag one counter, or several as a stack."""
        names = [units] if isinstance(units, str) else units
        map_id = next(one.id for one in the_game().maps if one.name == map_name)
        self.gestures.append(("drag", (side, names, map_id, place)))
        counters = [self._counter(name) for name in names]
        x, y = self._layouts[map_name].pixels(place)
        self.hand.drag(self.seats[side], counters, map_name, x, y)
        return self

    def choose(self, side: str, unit: str, words: str) -> Fingers:
        """Choose from a counter's menu."""
        self.gestures.append(("choose", (side, unit, words)))
        self.hand.choose(self.seats[side], self._counter(unit), words)
        return self

    def press(self, side: str, name: str, **dice: Sequence[int]) -> Fingers:
        """Click a declaration; by hand there are none."""
        if not self.by_hand:
            rolls = {one.name: dice[one.id] for one in the_game().dice if one.id in dice}
            self.gestures.append(("press", (side, name, rolls)))
            self.hand.press(self.seats[side], name, rolls)
        return self

    def roll(self, side: str, dice_id: str, *dice: int) -> Fingers:
        """Click a dice button; by hand there are none."""
        if not self.by_hand:
            button = the_game().dice_button(dice_id).name
            self.gestures.append(("roll", (side, button, list(dice))))
            self.hand.roll(self.seats[side], button, list(dice))
        return self

    def score(self, change: int) -> Fingers:
        """Click score buttons, or move the marker by hand, until so many points are booked."""
        if self.by_hand:
            marker = self._counter("score")
            place = self.hand.location(marker.map, marker.x, marker.y)
            goal = max(0, min(30, int(place.removeprefix("Score ")) + change))
            return self.drag(GERMAN, "score", f"Score {goal}")
        for step in (9, 6, 2, 1):
            while change >= step:
                self.press(GERMAN, f"Score +{step}")
                change -= step
        while change < 0:
            self.press(GERMAN, "Score −1")
            change += 1
        return self

    def sail(self, place: str) -> Fingers:
        """The plot goes to a hex, and the course is logged."""
        if self.where("plot") != place:
            self.drag(GERMAN, "plot", place, LOG)
        return self.press(GERMAN, "Course logged")

    def end_turn(self, turn: int) -> Fingers:
        """The turn is closed."""
        if self.by_hand:
            return self.drag(GERMAN, "turn", f"Turn {turn % 20 + 1}")
        return self.press(GERMAN, "End of turn")

    def say(self, side: str, text: str) -> Fingers:
        """Talk."""
        self.gestures.append(("say", (side, text)))
        self.hand.say(self.seats[side], text)
        return self

    def put_away(self, unit: str = "graf_spee") -> Fingers:
        """The ship's counter goes back to the voyage log."""
        return self.drag(GERMAN, unit, "Holding", LOG)

    def _counter(self, unit: str) -> Counter:
        return next(one for one in self.hand.counters if one.marked("UnitId") == unit)

    def where(self, unit: str) -> str:
        """Where a counter lies."""
        counter = self._counter(unit)
        return self.hand.location(counter.map, counter.x, counter.y)

    def face_down(self, unit: str) -> bool:
        return self._counter(unit).masked_by is not None


# --- what an audit says ---------------------------------------------------------------


def grave(result: AuditResult) -> list[Finding]:
    """All findings but notes and what cannot be verified."""
    spared = (Severity.NOTE, Severity.UNVERIFIABLE)
    return [one for one in result.findings if one.severity not in spared]


def told(findings: Sequence[Finding]) -> str:
    """Findings for the message of a test that fails."""
    return "\n".join(f"  {one}" for one in findings)


Eyes = dict[str, Any]
PUBLIC: Eyes = {}
REVEALED: Eyes = {"reveal": True}
AS_GERMAN: Eyes = {"side": "german"}
AS_BRITISH: Eyes = {"side": "british"}
ALL_EYES = (PUBLIC, REVEALED, AS_GERMAN, AS_BRITISH)


def looked_at(path: Path | Sequence[Path], eyes: Eyes) -> AuditResult:
    """The audit with somebody's eyes."""
    return audit([path] if isinstance(path, Path) else list(path), **eyes)


# --- changing steps -------------------------------------------------------------------


def leaves(step: Node) -> Iterator[Command]:
    """The commands of a step, nesting taken off."""
    for node in step.walk():
        command = node.command
        while isinstance(command, commands.Log):
            command = command.command
        yield command


def changed(step: Node, change: Callable[[Command], Command | None]) -> Node | None:
    """A step with its commands changed one by one; those that become ``None`` are left out."""
    kept = []
    for command in leaves(step):
        now = change(command)
        if now is not None:
            kept.append(now)
    return trees.step(*kept) if kept else None


def without_declarations(steps: Sequence[Node]) -> list[Node]:
    """The log without any line that a declaration wrote; what the click moved stays."""
    found = []
    for step in steps:
        left = changed(step, lambda c: None if _declares(c) else c)
        if left is not None and not all(_says_nothing(c) for c in leaves(left)):
            found.append(left)
    return found


def _declares(command: Command) -> bool:
    return isinstance(command, Chat) and command.text.startswith("* !")


def _says_nothing(command: Command) -> bool:
    return isinstance(command, commands.Nothing) or command == commands.Unknown("null")


def with_dice(step: Node, dice: Sequence[int]) -> Node:
    """A roll that shows other faces, in the chat and in its properties."""
    text = ",".join(map(str, dice))

    def change(command: Command) -> Command:
        match command:
            case commands.ChangeProperty(name=name) if name.endswith("_result"):
                return replace(command, new=text)
            case commands.ChangeProperty(name=name) if name.endswith("_total"):
                return replace(command, new=str(sum(dice)))
            case Chat(line) if line.startswith("**"):
                start, _, rest = line.partition(" = ")
                return Chat(f"{start} = {text} {rest[rest.index('**') :]}")
        return command

    made = changed(step, change)
    assert made is not None
    return made


def dice_of(step: Node) -> tuple[int, ...] | None:
    """What a step rolled."""
    for command in leaves(step):
        if isinstance(command, commands.ChangeProperty) and command.name.endswith("_result"):
            return tuple(int(die) for die in command.new.split(","))
    return None


@dataclass
class Plant:
    """An offence put into a game."""

    game: PlayedGame
    steps: list[Node]
    first: int
    """The first step that shows it (from 1)."""
    last: int
    """The last step at which it may be told."""
    pieces: tuple[str, ...] = ()
    eyes: tuple[Eyes, ...] = field(default=(PUBLIC, REVEALED))
    fingers: Fingers | None = None
    """Who put it in, where gestures alone did it; the game went on as it was played."""
    verbs: tuple[int, int] = (0, 0)
    """How many were done when it was put in, and how many when the game was cut."""

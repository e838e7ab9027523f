"""A bench on which positions of the U-boat variant are set up and cases tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.definition.reader import load_game
from generator.definition.schema import Game
from generator.places import games_folder
from generator.vassal import modules, saves
from generator.vassal.modules import Module
from modules.uboat_variant import state as st
from modules.uboat_variant.state import State
from tests.blank_module import write_blank_module
from validator.audit import audit
from validator.audit.result import AuditResult
from validator.playing import logbook
from validator.playing.selfplay import Record
from validator.proving.subject import Log, Subject, above_note
from validator.rules import bench
from validator.rules.engine import GameRules
from validator.rules.loading import load_rules
from validator.rules.policies import with_policies
from validator.rules.states import Pending

PLACES = {"europe": st.EUROPE, "reserve": st.RESERVE, "pool": st.POOL}


class Bench(bench.Bench):
    """The rules, held to all tables of the definition, with a few words to set up positions."""

    def __init__(self, rules: GameRules) -> None:
        game = with_policies(rules.game, ["all=reconstructed"])
        super().__init__(
            GameRules(game, rules.module, rules.folder, off=rules.off, tables=rules.tables)
        )

    def agreed(self, **words: Any) -> None:
        """From here on other things are agreed: ``scenario``, ``variants``, ``last_turn``."""
        rules = self.rules
        tables = replace(rules.tables, **words)
        self.rules = GameRules(rules.game, rules.module, rules.folder, off=rules.off, tables=tables)

    def turn(
        self,
        step: str = st.NAVAL,
        turn: int = 3,
        at: Mapping[str, str] | None = None,
        air: Mapping[str, str] | None = None,
        **fields: Any,
    ) -> State:
        """A moment of a turn. ``at`` says of naval units where they are and after it their depth,
        ``detected``, ``moved``, ``gone``, ``fast``, and numbers behind a letter: ``d3`` damage,
        ``f2`` fuel, ``t4`` torpedoes, ``n10`` ships or fuel to give, ``due9``, ``in2`` entered;
        ``sq:3,3``, ``box:A``, ``with:convoy_1``, ``to:CA``. ``air`` says of aircraft in which zone
        they are, or ``base``, and after it ``flown``, ``cap``, ``did:Bomb``, ``track5``, ``fit0``,
        ``by:U-66``. Who is not named is out of the game."""
        start: State = self.rules.start()
        units = {name: one.changed(gone=True, at="") for name, one in start.units.items()}
        planes = {name: one.changed(gone=True) for name, one in start.planes.items()}
        for name, words in (at or {}).items():
            units[name] = start.units[name].changed(**_unit(words))
        for name, words in (air or {}).items():
            planes[name] = start.planes[name].changed(**_plane(words))
        found = {"event": True, "due_turn": 12, **fields}
        return start.changed(step=step, turn=turn, units=units, planes=planes, **found)

    def grid(self, level: str = st.OSL, stage: str = st.MOVING, **words: Any) -> State:
        """A moment on a grid of the zone CA; what is not a field of the state is one of the
        grid's."""
        own = {
            name: words.pop(name)
            for name in [*words]
            if name in st.Contact.__dataclass_fields__ and name != "step"
        }
        box = {"box": "A", "boxes": ("A",)} if level == st.TSL else {}
        begun = {"first": st.ALLIED, "round": 1} if stage == st.MOVING else {}
        contact = st.Contact("CA", level, stage, **{**box, **begun, **own})
        return self.turn(contact=contact, met=frozenset({"CA"}), **words)

    def owing(self, state: State, what: str, piece: str, **words: Any) -> State:
        """The state with something owed."""
        told = {"side": "", "case": "UV-5.0.1", **words}
        return state.owing(Pending(what, piece=piece, **told))


_NUMBERS = {
    "d": "damage",
    "f": "fuel",
    "t": "torpedoes",
    "n": "cargo",
    "due": "due",
    "in": "entered",
}


def _unit(words: str) -> dict[str, Any]:
    place, *rest = words.split()
    found: dict[str, Any] = {"at": PLACES.get(place, place), "gone": False}
    for word in rest:
        name, colon, value = word.partition(":")
        if word in (st.SURFACED, st.SUBMERGED):
            found["depth"] = word
        elif colon:
            found[{"sq": "square", "with": "stack", "to": "goal"}.get(name, name)] = value
        elif word[-1].isdecimal():
            letters = word.rstrip("0123456789")
            found[_NUMBERS[letters]] = int(word[len(letters) :])
        else:
            found[word] = True
    if found.get("gone"):
        found["at"] = ""
    return found


def _plane(words: str) -> dict[str, Any]:
    place, *rest = words.split()
    found: dict[str, Any] = {"at": "" if place == "base" else place, "gone": False}
    for word in rest:
        name, colon, value = word.partition(":")
        if colon:
            found[{"did": "acted", "by": "support", "from": "base"}[name]] = value.replace("_", " ")
        elif word[-1].isdecimal():
            letters = word.rstrip("0123456789")
            found[letters] = int(word[len(letters) :])
        else:
            found[word] = True
    return found


@pytest.fixture(scope="session")
def uboat_variant_rules() -> GameRules:
    return load_rules(load_game("uboat_variant"), games_folder() / "uboat_variant")


@pytest.fixture(name="bench")
def uboat_variant_bench(uboat_variant_rules: GameRules) -> Bench:
    return Bench(uboat_variant_rules)


# --- Tables on which people play


class Sitting:
    """Two players at a table, and the log of what they do there."""

    def __init__(
        self, game: Game, module: Module, scenario: str, log: Path, policy: str = "reconstructed"
    ) -> None:
        self.policies = [f"all={policy}"]
        game = with_policies(game, self.policies)
        rules = load_rules(game.begun_at(scenario), games_folder() / game.id)
        self.module, self.log, self.begun = module, log, 0
        self.subject = Subject(rules, module, log.parent)
        self.stage = logbook.laid_out(rules, module, seed=1, by_hand=False)
        self.record = Record(game.id, 1, "random", (), rules.start(), None)

    def drag(self, side: str, piece: str, place: str, board: str = "atlantic") -> None:
        self.stage.drag(side, [piece], board, place)

    def turn_to(self, side: str, piece: str, face: str) -> None:
        """Choose an entry of a counter's menu."""
        self.stage.choose(side, piece, face)

    def phases(self, count: int = 1) -> None:
        for _ in range(count):
            self.stage.press(st.ALLIED, "Phase done")

    def passes(self) -> None:
        """Both sides have done with a phase, which is over."""
        self.stage.press(st.ALLIED, "Allies pass")
        self.stage.press(st.AXIS, "Axis passes")
        self.phases()

    def to_the_ships(self) -> None:
        """From the start of a turn to 5.4; nothing flies."""
        self.phases(2)
        self.passes()

    def next_turn(self) -> None:
        """From the end of 5.4 to the next turn."""
        self.phases()
        self.stage.press(st.ALLIED, "Turn ends")

    def contact(
        self,
        allied_die: int | None = 9,
        leaves: tuple[str, str] = (st.ALLIED, "US-CUT-1"),
        told: str = "",
        closes: bool = True,
        rounds: int = 1,
        boat_at: tuple[int, int] = (2, 2),
    ) -> None:
        """Two opponents meet on the grid, and one leaves it; the other still lies there. The square
        of one may be thrown on the desk, and told."""
        self.to_the_ships()
        self.stage.press(st.ALLIED, "Allies pass")
        self.turn_to(st.AXIS, "U-564", "Surfaced")
        self.drag(st.AXIS, "U-564", "BA")
        self.turn_to(st.ALLIED, "contact", "Contact here")
        self.drag(st.ALLIED, "contact", "BA")
        for side, piece, square in ((st.AXIS, "U-564", boat_at), (st.ALLIED, "US-CUT-1", (8, 8))):
            if piece == told:
                self.stage.say(side, f"rolled {square[0]} and {square[1]}")
            else:
                self.stage.choose(side, piece, "Deploys (2d10)", {"Location": square})
            self.drag(side, piece, f"{square[0]},{square[1]}", "osl")
        for number in range(rounds - 1):
            self.stage.press(st.ALLIED, "First mover, Allies (1d10)", {"First mover": (9,)})
            self.stage.press(st.AXIS, "First mover, Axis (1d10)", {"First mover": (3,)})
            self.drag(st.ALLIED, "US-CUT-1", ("8,7", "8,8")[number % 2], "osl")
            self.drag(st.AXIS, "U-564", ("2,3", "2,2")[number % 2], "osl")
        if allied_die is None:
            self.stage.say(st.ALLIED, "first mover: 9")
        else:
            self.stage.press(
                st.ALLIED, "First mover, Allies (1d10)", {"First mover": (allied_die,)}
            )
        self.stage.press(st.AXIS, "First mover, Axis (1d10)", {"First mover": (3,)})
        self.drag(*leaves, "BA")
        if closes:
            self.stage.press(st.ALLIED, "OSL closed")

    def begins_here(self) -> None:
        """What was done so far is in no log: that begins now."""
        self.begun = len(self.stage.hand.steps)

    def findings(self, **eyes: Any) -> list[tuple[str, str | None]]:
        """What an audit says above a note: case and side."""
        return [(one.code, one.side) for one in above_note(self.audited(**eyes))]

    def audited(self, **eyes: Any) -> AuditResult:
        """An audit of the log, with a view."""
        logged = logbook.Logged(self.record, self.stage.hand, self.stage.seats, ())
        save = logbook.save_of(self.module, logged)
        saves.write(self.log, save)
        path = self.log
        if self.begun:
            whole = Log(path, (), save, tuple(self.stage.hand.steps))
            _, path = self.subject.cut(whole, self.begun)
        return audit([path], "uboat_variant", **eyes, policies=self.policies)


Begin = Callable[..., Sitting]


@pytest.fixture(scope="session")
def uboat_variant_module(
    uboat_variant_rules: GameRules, tmp_path_factory: pytest.TempPathFactory
) -> Module:
    folder = tmp_path_factory.mktemp("module")
    return modules.read(write_blank_module(uboat_variant_rules.game, folder))


@pytest.fixture
def sit(uboat_variant_rules: GameRules, uboat_variant_module: Module, tmp_path: Path) -> Begin:
    def begin(scenario: str = "first_patrol", policy: str = "reconstructed") -> Sitting:
        game = uboat_variant_rules.game
        return Sitting(game, uboat_variant_module, scenario, tmp_path / "game.vlog", policy)

    return begin

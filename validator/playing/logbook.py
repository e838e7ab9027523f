"""Write a self-played game as a real log of the generated module.

The rules engine plays the game, `validator.playing.performing` turns its verbs into gestures at the
table, a `Hand` turns these into the commands that VASSAL would log, and the result is saved like
any VASSAL log: the module's set-up with all players seated, then the steps.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.errors import BroadsideError, nearest
from generator.geography.layout import Layout, layout_of
from generator.light import dataclass
from generator.places import games_folder
from generator.vassal import commands, locations, modules, saves, trees
from generator.vassal.archive import Archive
from generator.vassal.modules import Module
from generator.vassal.obfuscation import Veil
from generator.vassal.saves import Save
from generator.vassal.trees import Node
from validator.playing.gestures import Hand, Seat
from validator.playing.gestures_counters import Counter
from validator.playing.gestures_decks import deck_menu
from validator.playing.gestures_keys import menu
from validator.playing.gestures_module import GestureError, PlayedModule
from validator.playing.performing import staging_of
from validator.playing.selfplay import PURPOSEFUL, RANDOM, Record, play_game, styles_of
from validator.rules.engine import GameRules
from validator.rules.loading import load_rules
from validator.rules.staging import Staging

if TYPE_CHECKING:
    from generator.definition.schema import Game

IDENTITY = "UnitId"
"""The marker trait that holds a counter's id in the definition."""


class PlayedOutError(BroadsideError):
    """The game cannot be played on this module."""


@dataclass(frozen=True, slots=True)
class Played:
    """A summary of a game that was played and written."""

    path: Path
    game: str
    seed: int
    players: str
    by_hand: bool
    steps: int
    turns: int
    winner: str | None
    score: int | None
    case: str | None
    """The rule case that ended the game."""
    measure: str = "steps"
    """The unit of ``steps``: ``steps`` of a log, or ``entries`` of the recorder's log."""

    @staticmethod
    def of(
        path: Path,
        record: Record,
        *,
        by_hand: bool,
        steps: int,
        points: bool = True,
        measure: str = "steps",
    ) -> Played:
        """The summary of a game written to a file; ``points``: whether the game counts points."""
        end = record.outcome
        return Played(
            path,
            record.game,
            record.seed,
            record.style,
            by_hand,
            steps,
            int(getattr(record.final, "turn", 0)),
            end.winner if end else None,
            end.score if end and points else None,
            end.case if end else None,
            measure,
        )

    @property
    def says(self) -> str:
        """One line: ``41 steps, 9 turns, German wins (17 points, GS-3(2))``."""
        end = "not decided"
        if self.winner is not None:
            points = "point" if self.score == 1 else "points"
            counted = f"{self.score} {points}, " if self.score is not None else ""
            end = (
                f"{self.winner} wins ({counted}{self.case})"
                if self.winner
                else f"over ({self.case})"
            )
        turns = "turn" if self.turns == 1 else "turns"
        return f"{self.steps} {self.measure}, {self.turns} {turns}, {end}"

    def to_json(self) -> dict[str, Any]:
        """The summary for JSON output."""
        return {
            "log": str(self.path),
            "game": self.game,
            "seed": self.seed,
            "players": self.players,
            "by_hand": self.by_hand,
            self.measure: self.steps,
            "turns": self.turns,
            "winner": self.winner,
            "score": self.score,
            "case": self.case,
        }


@dataclass(frozen=True, slots=True)
class Logged:
    """A game played at a table."""

    record: Record
    """The game as the engine played it."""
    hand: Hand
    seats: Sequence[Seat]
    shown: Sequence[tuple[int, int]]
    """(verbs, steps): after that many steps the table shows the effect of that many verbs."""


def play_as_log(
    game: Game,
    module_path: Path,
    out: Path,
    *,
    seed: int = 1,
    players: str | None = None,
    by_hand: bool = False,
    folder: Path | None = None,
) -> Played:
    """Play a game and write it as a log of its module; the same arguments give the same bytes.

    ``players`` is ``random`` or one of the game's styles (``purposeful``); ``None`` means
    purposeful if the game has such players. ``by_hand`` leaves out buttons, dice, declarations and
    chat. ``folder`` is the folder of a game that is not bundled. The file is written atomically.

    Raises `BroadsideError` for a module of another game, a module that cannot be read, or a path
    that cannot be written.
    """
    module = modules.read(module_path)
    logged = played_out(game, module, seed=seed, players=players, by_hand=by_hand, folder=folder)
    saves.write(out, save_of(module, logged))
    return Played.of(
        out, logged.record, by_hand=by_hand, steps=len(logged.hand.steps), points=bool(game.scores)
    )


def played_out(
    game: Game,
    module: Module,
    *,
    seed: int,
    players: str | None = None,
    by_hand: bool = False,
    folder: Path | None = None,
    staging: Staging | None = None,
) -> Logged:
    """Play a game through the engine and then at its module's table, without writing a file.

    ``staging`` performs the verbs instead of the default, which derives gestures from their signs.
    """
    if module.name != game.name:
        raise PlayedOutError(f"module {module.name!r} is not of {game.name!r}")
    home = folder or games_folder() / game.id
    rules, record = played_by_engine(game, home, seed, players)
    stage = laid_out(rules, module, seed=seed, by_hand=by_hand)
    perform = staging or staging_of(rules.module)
    shown = [(done, len(stage.hand.steps)) for done in perform(stage, record.played)]
    return Logged(record, stage.hand, stage.seats, shown)


def laid_out(rules: GameRules, module: Module, *, seed: int, by_hand: bool) -> TableStage:
    """The table at the beginning of a game."""
    game: Game = rules.game
    played = PlayedModule(module, game.scenario().name)
    seats = [
        Seat(side.id, f"{side.id} Player", _password(game.id, side.id, seed))
        for side in game.sides
        if side.role == "player"
    ]
    hand = Hand(played, locations.read(module), _setup(module, played).position())
    return TableStage(game, rules.tables, hand, seats, random.Random(f"{seed}/table"), by_hand)


def played_by_engine(
    game: Game, folder: Path, seed: int, players: str | None
) -> tuple[GameRules, Record]:
    """Play a game through its rules. Raises `PlayedOutError` for an unknown style of players, and
    `PlayError`."""
    rules = load_rules(game, folder)
    styles = styles_of(rules)
    style = players or (PURPOSEFUL if PURPOSEFUL in styles else RANDOM)
    if style not in styles:
        raise PlayedOutError(
            f"{game.name} has no {style!r} players (players= in its rules.py names them); "
            f"accepted: {', '.join(styles)}{nearest(style, styles)}"
        )
    return rules, play_game(rules, seed, style)


def _setup(module: Module, played: PlayedModule) -> Save:
    assert module.path is not None
    name = played.setup()
    with Archive(module.path) as archive:
        return saves.from_bytes(archive.read(name), f"{module.path}: {name}")


def _password(game: str, side: str, seed: int) -> str:
    # VASSAL identifies players by a password that is in every log. These belong to nobody.
    return "made-up-" + sha256(f"{game}/{side}/{seed}".encode()).hexdigest()[:10]


def save_of(module: Module, logged: Logged) -> Save:
    """The log to write: set-up, players, steps, and the module's metadata."""
    seed = logged.record.seed
    return saved(module, logged.hand, logged.seats, seed, f"A self-played game, seed {seed}")


def saved(module: Module, hand: Hand, seats: Sequence[Seat], seed: int, description: str) -> Save:
    """The log of a hand's steps; the obfuscation key depends on the seed."""
    setup = _setup(module, hand.module)
    root = setup.tree()
    ended = next(at for at, row in enumerate(root.children) if row.text == "end_save")
    roster = trees.node(*[commands.Player(seat.password, seat.name, seat.side) for seat in seats])
    first = next(
        at for at, row in enumerate(root.children) if row.text and not row.text.startswith("+/")
    )
    children = (
        *root.children[:first],
        roster,
        *root.children[first : ended + 1],
        *hand.steps,
    )
    text = trees.encode(Node(root.text, children)).encode("utf-8")
    key = sha256(f"veil/{seed}".encode()).digest()[0]
    data = replace(setup.savedata, description=description)
    return Save(text, Veil(key=key), data, setup.moduledata)


class TableStage:
    """A VASSAL table for a staging (`validator.rules.staging.Stage`)."""

    def __init__(
        self,
        game: Game,
        tables: Any,
        hand: Hand,
        seats: Sequence[Seat],
        rng: random.Random,
        by_hand: bool,
    ) -> None:
        self.game = game
        self.tables = tables
        self.rng = rng
        self.by_hand = by_hand
        self.hand = hand
        self.seats = seats
        self._seats = {seat.side: seat for seat in seats}
        self._layouts: dict[str, Layout] = {}
        self._places: dict[str, Mapping[str, None]] = {}
        self._names = {map_.id: map_.name for map_ in game.maps}
        self._counters = {str(one.marked(IDENTITY)): one for one in hand.counters}
        self._homes = {name: (one.map, one.x, one.y) for name, one in self._counters.items()}

    def copy(self) -> TableStage:
        """An independent copy of the table."""
        other = copy(self)
        other.hand = self.hand.copy()
        other.rng = copy(self.rng)
        here = other.hand.counters.counters
        other._counters = {name: here[one.id] for name, one in self._counters.items()}
        return other

    def drag(self, side: str, pieces: Sequence[str], map_id: str, place: str) -> None:
        """See `validator.rules.staging.Stage`."""
        counters = [self.counter(piece) for piece in pieces]
        counters.sort(key=self._height)
        x, y = self._point(map_id, place)
        self.hand.drag(self._seats[side], counters, self._names[map_id], x, y)

    def undo(self) -> None:
        """See `validator.rules.staging.Stage`."""
        self.hand.undo()

    def put_away(self, side: str, piece: str) -> None:
        """See `validator.rules.staging.Stage`."""
        counter = self.counter(piece)
        map_, x, y = self._homes[piece]
        if (counter.map, counter.x, counter.y) != (map_, x, y):
            self.hand.drag(self._seats[side], [counter], map_, x, y)

    def choose(
        self,
        side: str,
        piece: str,
        words: str,
        dice: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        """See `validator.rules.staging.Stage`."""
        self.hand.choose(self._seats[side], self.counter(piece), words, dice)

    def drag_onto(self, side: str, piece: str, onto: str) -> None:
        """See `validator.rules.staging.Stage`."""
        under = self.counter(onto)
        counters = [self.counter(piece)]
        self.hand.drag(self._seats[side], counters, under.map, under.x, under.y)

    def choose_of_deck(self, side: str, deck: str, words: str, pieces: Sequence[str] = ()) -> None:
        """See `validator.rules.staging.Stage`."""
        pile = self.hand.counters.deck(deck)
        if pile is None:
            raise PlayedOutError(f"the module has no deck {deck!r}")
        cards = [self.counter(piece) for piece in pieces]
        self.hand.choose_of_deck(self._seats[side], pile, words, cards)

    def press(
        self,
        side: str,
        button: str,
        dice: Mapping[str, Sequence[int]] | None = None,
        pieces: Sequence[str] = (),
    ) -> None:
        """See `validator.rules.staging.Stage`."""
        self._only_with_buttons(button)
        cards = [self.counter(piece) for piece in pieces]
        self.hand.press(self._seats[side], button, dice, cards)

    def roll(self, side: str, button: str, dice: Sequence[int]) -> None:
        """See `validator.rules.staging.Stage`."""
        self._only_with_buttons(button)
        self.hand.roll(self._seats[side], button, dice)

    def click_turn(self, side: str) -> None:
        """See `validator.rules.staging.Stage`."""
        self._only_with_buttons("turn tracker")
        self.hand.advance_turn(self._seats[side])

    def say(self, side: str, text: str) -> None:
        """See `validator.rules.staging.Stage`."""
        self._only_with_buttons("chat")
        self.hand.say(self._seats[side], text)

    def places(self, map_id: str) -> Collection[str]:
        """See `validator.rules.staging.Stage`."""
        found = self._places.get(map_id)
        if found is None:
            layout = self._layout(map_id)
            found = self._places[map_id] = dict.fromkeys((*layout.places, *layout.decks))
        return found

    def where(self, piece: str) -> str:
        """See `validator.rules.staging.Stage`."""
        counter = self.counter(piece)
        return self.hand.location(counter.map, counter.x, counter.y)

    def map_of(self, piece: str) -> str:
        """See `validator.rules.staging.Stage`."""
        name = self.counter(piece).map
        return next((map_id for map_id, one in self._names.items() if one == name), "")

    def face_down(self, piece: str) -> bool:
        """See `validator.rules.staging.Stage`."""
        return self.counter(piece).masked_by is not None

    def face(self, piece: str) -> int:
        """See `validator.rules.staging.Stage`."""
        layer = self.counter(piece).trait("emb2;")
        return 0 if layer is None else int(layer.state or 1) - 1

    def facing(self, piece: str) -> int:
        """See `validator.rules.staging.Stage`."""
        rotator = self.counter(piece).trait("rotate;")
        return 0 if rotator is None else int(rotator.state or 0)

    def offers(self, piece: str, words: str) -> bool:
        """See `validator.rules.staging.Stage`."""
        return words in menu(self.counter(piece))

    def makes(self, action: str) -> bool:
        """See `validator.rules.staging.Stage`. A module has all of them."""
        return True

    def deck_offers(self, deck: str, words: str) -> bool:
        """See `validator.rules.staging.Stage`."""
        return words in deck_menu(self.hand, deck)

    def tracked(self, name: str) -> str:
        """See `validator.rules.staging.Stage`."""
        if self.game.turns is not None and name == self.game.turns.name and self.hand.tracker:
            return next(iter(self.hand.tracker.properties().values()), "")  # the outermost level
        seat = next(iter(self._seats.values()))
        return self.hand.module_property(seat, name) or ""

    def _only_with_buttons(self, what: str) -> None:
        if self.by_hand:
            raise GestureError(f"{what!r} has no place in a game played by hand")

    def counter(self, piece: str) -> Counter:
        """A counter by its id. Raises `PlayedOutError` if there is none."""
        found = self._counters.get(piece)
        if found is None:
            known = any(one.id == piece for one in self.game.counters)
            setup = next((one.id for one in self.game.scenarios if one.default), None)
            raise PlayedOutError(
                f"the set-up {setup} does not lay out the counter {piece!r}: play another one "
                "(--scenario), or a script that is written for it (--script)"
                if known and setup is not None
                else f"the module has no counter {piece!r}{nearest(piece, self._counters)}"
            )
        return found

    def _height(self, counter: Counter) -> int:
        return 0 if counter.pile is None else counter.pile.members.index(counter)

    def _layout(self, map_id: str) -> Layout:
        layout = self._layouts.get(map_id)
        if layout is None:
            # A module shows all its maps at the resolution of the main one.
            ppi = self.game.maps[0].ppi
            layout = self._layouts[map_id] = replace(layout_of(self.game.map(map_id)), ppi=ppi)
        return layout

    def _point(self, map_id: str, place: str) -> tuple[int, int]:
        """The pixel on which a counter for a place is dropped: in a box a free one. Raises
        `PlayedOutError` for an unknown place."""
        layout = self._layout(map_id)
        if place not in layout.places and place not in layout.decks:
            raise PlayedOutError(f"map {map_id!r} has no place {place!r}")
        found = layout.places.get(place)
        if found is None or not found.roomy:
            return layout.pixels(place)
        spots = [layout.point_pixels(x, y) for x, y in layout.room(place, _ROOM)]
        taken = [(one.x, one.y) for one in self.hand.counters if one.map == self._names[map_id]]
        for x, y in spots:
            if all(abs(x - a) >= _APART or abs(y - b) >= _APART for a, b in taken):
                return x, y
        return spots[-1]


_ROOM = 12
"""How many counters in a box get a spot of their own; further ones share the last spot."""

_APART = 60
"""Pixels between two counters in a box, so that they do not form a stack."""


__all__ = [
    "Logged",
    "Played",
    "PlayedOutError",
    "TableStage",
    "laid_out",
    "play_as_log",
    "played_by_engine",
    "played_out",
    "save_of",
    "saved",
]

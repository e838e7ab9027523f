"""Logs of the Graf Spee module written command by command, as VASSAL 3.7 writes them.

Nothing here knows a rule or uses our own writer of played games. Each method leaves what the
notes on the reference module say that act leaves in a log: the empty commands before a drag, the
whole state of every trait in a change, the new stack, the report, the four properties of a roll,
the brackets of an undo.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path

from generator.vassal import saves, trees
from generator.vassal.commands import (
    AddPiece,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    GameUnderWay,
    Log,
    MovePiece,
    Nothing,
    Player,
    RemovePiece,
    RemovePlayer,
    SetProperty,
    SetTurn,
    Undo,
    Unknown,
)
from generator.vassal.metadata import Metadata
from generator.vassal.trees import Node

SEA = "South Atlantic"
LOG_MAP = "Voyage Log"
GERMAN, BRITISH = "secret-one", "secret-two"
NAMES = {GERMAN: ("German Player", "German"), BRITISH: ("British Player", "British")}
NULL = Unknown("null")

ROYAL_NAVY = {
    "renown": ("Renown", "BB"),
    "ark_royal": ("Ark Royal", "CV"),
    "hermes": ("Hermes", "CV"),
    "exeter": ("Exeter", "CA"),
    "cumberland": ("Cumberland", "CA"),
    "sussex": ("Sussex", "CA"),
    "shropshire": ("Shropshire", "CA"),
    "dummy_1": ("Dummy 1", "dummy"),
    "dummy_2": ("Dummy 2", "dummy"),
}
MARKERS = {
    "search_1": ("Air search 1", "British"),
    "search_2": ("Air search 2", "British"),
    "pursuit": ("Pursuit", "British"),
    "taken_1": ("Convoy taken 1", ""),
    "taken_2": ("Convoy taken 2", ""),
    "taken_3": ("Convoy taken 3", ""),
    "taken_4": ("Convoy taken 4", ""),
}
CUPS = {"Atlantic Cup": "Atlantic Ocean", "Indian Cup": "Indian Ocean"}


def _nest(parts: Sequence[str]) -> str:
    """Traits or their states, outermost first, each inner one with one backslash more."""
    return parts[0] + "".join("\\" * depth + "\t" + part for depth, part in enumerate(parts[1:]))


@dataclass
class Counter:
    """A piece on the table: its traits and their states, and where it lies."""

    unit: str
    name: str
    kind: str
    type: list[str]
    state: list[str]
    map: str
    x: int
    y: int
    id: str = ""
    gpid: str = ""

    def index(self, trait: str) -> int:
        """The position of a trait in the chain."""
        return next(n for n, text in enumerate(self.type) if text.startswith(trait + ";"))

    @property
    def masked(self) -> bool:
        """Whether it lies face down."""
        return any(
            text.startswith("obs;") and not state.startswith("null")
            for text, state in zip(self.type, self.state, strict=False)
        )

    @property
    def hidden(self) -> bool:
        """Whether others do not see it at all."""
        return any(
            text.startswith("hide;") and state != "null"
            for text, state in zip(self.type, self.state, strict=False)
        )

    @property
    def shown_name(self) -> str:
        """What a report calls it."""
        return "?" if self.hidden else "Royal Navy piece" if self.masked else self.name

    def whole_type(self) -> str:
        """As in ``+/``."""
        return _nest(self.type)

    def whole_state(self) -> str:
        """As in ``+/`` and ``D/``."""
        own = f"{self.map};{self.x};{self.y};{self.gpid};1;UniqueID;{self.id}"
        return _nest([*self.state, own])

    def added(self) -> AddPiece:
        """The command that brings it into the game."""
        return AddPiece(self.id, self.whole_type(), self.whole_state())


@dataclass
class Deck:
    """A cup: a deck that gives a random piece and writes no order."""

    id: str
    name: str
    x: int
    y: int
    holds: list[str] = field(default_factory=list)

    def added(self) -> AddPiece:
        """The command that brings it into the game."""
        kind = (
            "deck;false;0,0,0;40;40;Always;Always;true;false;false;;;;"
            f"{self.name};;;;false;false;;;10;;false;;false;;$BasicName$;;false;;Shuffle;Reverse;;"
            "Draw multiple cards;Draw specific cards;Face up;Face down;;;;;Save Deck;;Deck Saved;"
            "Load Deck;;Deck Loaded;false;"
        )
        held = f";{','.join(self.holds)}" if self.holds else ""
        return AddPiece(self.id, kind, f"{SEA};{self.x};{self.y};true{held}")


Lying = tuple[
    dict[str, Counter],
    dict[str, Deck],
    dict[tuple[str, int, int], tuple[str, list[str]]],
    dict[str, str],
]
"""Counters, decks, stacks and properties."""


class LogBuilder:
    """A table with the module's pieces on it, and the log of what is done to them.

    ``pixels`` maps (map name, place) to a pixel. What is done before ``start()`` belongs to the
    save part.
    """

    def __init__(self, pixels: dict[tuple[str, str], tuple[int, int]], properties: dict[str, str]):
        self.pixels = pixels
        self.places = {(name, spot): place for (name, place), spot in pixels.items()}
        self.properties = dict(properties)
        self.counters: dict[str, Counter] = {}
        self.decks: dict[str, Deck] = {}
        self.stacks: dict[tuple[str, int, int], tuple[str, list[str]]] = {}
        self.roster = [GERMAN, BRITISH]
        self.sides = {key: side for key, (_, side) in NAMES.items()}
        self.turn = (1, 0)
        self.steps: list[Node] = []
        self.done: list[tuple[list[Command], Lying]] = []
        """Each step that may be undone, last at the end: its commands, the table before it."""
        self._next = 1_795_000_000_000
        self._save: bytes | None = None
        self.head: tuple[list[Command], list[Command]] | None = None
        self.version = "1.0"
        self.module = "Pursuit of the Graf Spee"
        self._set_up()
        self._now = self._copy()

    # --- Set-up ------------------------------------------------------------------------

    def _set_up(self) -> None:
        for cup in CUPS:
            x, y = self.pixels[SEA, cup]
            self.decks[cup] = Deck(self._id(), cup, x, y)
        for unit, (name, kind) in ROYAL_NAVY.items():
            counter = self._royal_navy(unit, name, kind)
            self._put(counter, SEA, "Atlantic Cup")
            self.decks["Atlantic Cup"].holds.append(counter.id)
        layers = (
            "emb2;;2;;;2;;;2;;;;;1;false;0;0;{},{};true;Flip;;;"
            "false;;1;1;false;;70,130;;Flip;;0;1.0"
        )
        ship = self._counter(
            "graf_spee",
            "Admiral Graf Spee",
            "GS",
            [
                ("restrict;German;false;true;", ""),
                (layers.format("normal.png", "damaged.png"), "1"),
            ],
        )
        self._lay(ship, LOG_MAP, "Holding")
        hide = ("hide;73,130;Invisible;0,0,0;sides:German:Referee;;", "German")
        plot = self._counter(
            "plot", "Graf Spee's plot", "plot", [("restrict;German;false;true;", ""), hide]
        )
        self._lay(plot, LOG_MAP, "Holding")
        for number in (1, 2, 3):
            supply = self._counter(
                f"supply_{number}",
                f"Supply ship {number}",
                "supply",
                [
                    ("restrict;German;false;true;", ""),
                    hide,
                    (layers.format("ready.png", "used.png"), "1"),
                ],
            )
            self._lay(supply, LOG_MAP, "Holding")
        self._lay(self._counter("score", "German points", "marker", []), SEA, "Score 0")
        turn_layers = layers.format("turn.png", "plus.png")
        self._lay(self._counter("turn", "Turn", "marker", [(turn_layers, "1")]), SEA, "Turn 1")
        for unit, (name, side) in MARKERS.items():
            traits = [(f"restrict;{side};false;true;", "")] if side else []
            self._lay(self._counter(unit, name, "marker", traits), SEA, "Markers")

    def _royal_navy(self, unit: str, name: str, kind: str) -> Counter:
        return self._counter(
            unit,
            name,
            kind,
            [
                ("restrict;British;false;true;", ""),
                ("obs;77,130;back.png;Mask;I;Royal Navy piece;side:;Peek;;true;;", "null;"),
            ],
        )

    def _counter(self, unit: str, name: str, kind: str, traits: list[tuple[str, str]]) -> Counter:
        marks = ("mark;UnitId,Kind", f"{unit},{kind}")
        chain = [*traits, marks]
        counter = Counter(
            unit,
            name,
            kind,
            [*[text for text, _ in chain], f"piece;;;{unit}.png;{name}"],
            [state for _, state in chain],
            "",
            0,
            0,
            self._id(),
            str(len(self.counters) + 1),
        )
        self.counters[unit] = counter
        return counter

    def _id(self) -> str:
        self._next += 7
        return str(self._next)

    def _put(self, counter: Counter, map_name: str, place: str) -> None:
        counter.map = map_name
        counter.x, counter.y = self.pixels[map_name, place]

    def _lay(self, counter: Counter, map_name: str, place: str) -> AddPiece | None:
        """Lay a counter on a place; the command for a stack that is new there."""
        self._put(counter, map_name, place)
        return self._stack(counter)

    def _stack(self, counter: Counter) -> AddPiece | None:
        self._unstack(counter)
        spot = (counter.map, counter.x, counter.y)
        if spot in self.stacks:
            self.stacks[spot][1].append(counter.id)
            return None
        name = self._id()
        self.stacks[spot] = (name, [counter.id])
        return AddPiece(name, "stack", f"{counter.map};{counter.x};{counter.y};{counter.id};@@1")

    # --- The log -----------------------------------------------------------------------

    def start(self) -> LogBuilder:
        """The save part is what lies on the table now; the log begins."""
        pieces: list[Command] = [counter.added() for counter in self.counters.values()]
        for (map_name, x, y), (name, held) in self.stacks.items():
            state = ";".join([map_name, str(x), str(y), *held, "@@1"])
            pieces.append(AddPiece(name, "stack", state))
        pieces += [deck.added() for deck in self.decks.values()]
        restore: list[Command] = [
            Player(key, NAMES[key][0], self.sides[key]) for key in self.roster
        ]
        restore += [SetProperty(n, v, "Module") for n, v in self.properties.items()]
        restore += [GameUnderWay(), SetTurn("TurnTracker0", self._turn_state())]
        self.head = (pieces, restore)
        self.steps, self.done = [], []
        self._now = self._copy()
        return self

    def save(self, path: Path) -> Path:
        """Write the log (or, when nothing was logged, the save)."""
        if self.head is None:
            self.start()
        assert self.head is not None
        text = saves.compose(*self.head, self.steps)
        saves.write(
            path,
            saves.Save(
                text,
                savedata=Metadata(version=self.version, vassal_version="3.7.26"),
                moduledata=Metadata(
                    version=self.version, vassal_version="3.7.26", name=self.module
                ),
            ),
        )
        return path

    def step(self, *parts: Command, undoable: bool = True) -> LogBuilder:
        """One act: the first command, the others below it."""
        self.steps.append(trees.step(*parts))
        if undoable:
            self.done.append((list(parts), self._now))
        self._now = self._copy()
        return self

    def _copy(self) -> Lying:
        return deepcopy((self.counters, self.decks, self.stacks, self.properties))

    # --- Acts on pieces ----------------------------------------------------------------

    def move(
        self, unit: str, place: str, map_name: str = SEA, *, by: str | None = None
    ) -> LogBuilder:
        """Drag one counter."""
        return self.drag([unit], place, map_name, by=by)

    def drag(
        self, units: Sequence[str], place: str, map_name: str = SEA, *, by: str | None = None
    ) -> LogBuilder:
        """Drag several counters of one place as one stack (or one counter)."""
        parts: list[Command] = []
        first = self.counters[units[0]]
        origin = self._place_of(first)
        names = []
        for number, unit in enumerate(units):
            counter = self.counters[unit]
            parts += [NULL] * (5 if number == 0 else 2)
            parts += self._drawn(counter, place)
            old = (counter.map, counter.x, counter.y)
            under = self._under(map_name, place)
            names.append(counter.shown_name)
            for deck in self.decks.values():
                if counter.id in deck.holds:
                    deck.holds.remove(counter.id)
            if place in self.decks and map_name == SEA:
                self._put(counter, map_name, place)
                self._unstack(counter)
                self.decks[place].holds.append(counter.id)
                made = None
            else:
                made = self._lay(counter, map_name, place)
            who = by or (BRITISH if self._belongs(counter) == "British" else GERMAN)
            parts.append(
                MovePiece(counter.id, map_name, counter.x, counter.y, under, *old, None, who)
            )
            if made is not None:
                parts.append(made)
        if map_name == SEA:
            name, side = NAMES[who][0], self.sides[who]
            target = "?" if first.hidden else place
            start = "?" if first.hidden else origin
            parts.append(Chat(f"* [{side} {name}] {', '.join(names)} moves {start} -> {target} *"))
        return self.step(*parts)

    def _drawn(self, counter: Counter, place: str) -> list[Command]:
        """The change a face-down deck makes to a piece drawn from it onto the map."""
        held = any(counter.id in deck.holds for deck in self.decks.values())
        if not held or place in self.decks:
            return []
        return [self._set(counter, "obs", "British;|0")]

    def _set(self, counter: Counter, trait: str, state: str) -> ChangePiece:
        old = counter.whole_state()
        counter.state[counter.index(trait)] = state
        return ChangePiece(counter.id, counter.whole_state(), old)

    def _belongs(self, counter: Counter) -> str:
        for text in counter.type:
            if text.startswith("restrict;"):
                return text.split(";")[1]
        return ""

    def _under(self, map_name: str, place: str) -> str | None:
        spot = (map_name, *self.pixels[map_name, place])
        held = self.stacks.get(spot)
        return held[1][-1] if held else None

    def _unstack(self, counter: Counter) -> None:
        for where, (_, held) in list(self.stacks.items()):
            if counter.id in held:
                held.remove(counter.id)
                if not held:
                    del self.stacks[where]

    def _place_of(self, counter: Counter) -> str:
        return self.places.get((counter.map, (counter.x, counter.y)), "offboard")

    def show(self, *units: str) -> LogBuilder:
        """Turn masked counters face up, one act each."""
        for unit in units:
            self.step(self._set(self.counters[unit], "obs", "null;"))
        return self

    def mask(self, *units: str) -> LogBuilder:
        """Turn counters face down, one act each."""
        for unit in units:
            self.step(self._set(self.counters[unit], "obs", "British;|0"))
        return self

    def flip(self, unit: str, level: int) -> LogBuilder:
        """Show another layer of a counter."""
        return self.step(self._set(self.counters[unit], "emb2", str(level)))

    def delete(self, unit: str) -> LogBuilder:
        """Delete a counter."""
        counter = self.counters.pop(unit)
        self._unstack(counter)
        return self.step(NULL, NULL, RemovePiece(counter.id))

    def create(self, unit: str, name: str, kind: str, place: str) -> LogBuilder:
        """Bring a second counter of some kind in from the palette."""
        key = f"{unit}+{len(self.counters)}"
        made = self._royal_navy(unit, name, kind)
        self.counters[key] = made
        if key != unit:
            self.counters[unit] = made
        stack = self._lay(made, SEA, place)
        parts: list[Command] = [NULL, NULL, made.added()]
        if stack is not None:
            parts.append(stack)
        return self.step(*parts, Chat(f"* {name} created in {place} *"))

    def replace(self, unit: str, key: str, name: str, kind: str) -> LogBuilder:
        """Replace a counter with another: the new one, its stack, the old one gone."""
        old = self.counters[unit]
        place = self._place_of(old)
        made = self._royal_navy(key, name, kind)
        self._unstack(self.counters.pop(unit))
        stack = self._lay(made, old.map, place)
        parts: list[Command] = [made.added()]
        if stack is not None:
            parts.append(stack)
        return self.step(*parts, RemovePiece(old.id))

    # --- Other acts --------------------------------------------------------------------

    def roll(self, button: str, *dice: int, by: str = GERMAN) -> LogBuilder:
        """Click a dice button."""
        return self.step(*self.rolled(button, dice, by))

    def rolled(self, button: str, dice: Sequence[int], by: str) -> list[Command]:
        """What a dice button writes: the report, then its four properties."""
        name, side = NAMES[by][0], self.sides[by]
        told = ",".join(map(str, dice))
        values = {
            "_result": told,
            "_total": str(sum(dice)),
            "_keep": str(len(dice)),
            "_summary": ", ".join(f"{f} x{dice.count(f)}" for f in sorted(set(dice))),
        }
        return [
            Chat(f"** {button} = {told} ** &lt;{name}&gt; [{side}]"),
            *[self._property(button + ending, value) for ending, value in values.items()],
        ]

    def _property(self, name: str, value: str) -> ChangeProperty:
        old = self.properties.get(name, "")
        self.properties[name] = value
        return ChangeProperty(name, old, value, "Module")

    def declare(self, keyword: str, side: str, detail: str = "", turn: int = 1) -> LogBuilder:
        """Click a button that only declares."""
        return self.step(*self.declared(keyword, side, detail, turn))

    def declared(self, keyword: str, side: str, detail: str, turn: int) -> list[Command]:
        """The line a declaration writes, below the empty command of its button."""
        who = GERMAN if side == "German" else BRITISH
        words = f"{keyword} {detail}".strip()
        return [
            Nothing(),
            Chat(f"* ! {side} declares {words}, turn {turn} [{NAMES[who][0]}]"),
        ]

    def extra_moves(self, die: int, turn: int, score: int) -> LogBuilder:
        """The button that declares, pays a point, moves its marker and rolls, in one step."""
        parts = self.declared("EXTRA MOVES", "British", "", turn)
        parts.append(self._property("GermanScore", str(score)))
        parts += self._marker_to("score", f"Score {score}", BRITISH)
        parts += self.rolled("Extra moves", [die], BRITISH)
        return self.step(*parts)

    def score_button(self, score: int) -> LogBuilder:
        """A score button: the property, and its marker sent along the track."""
        old = self.properties.get("GermanScore", "0")
        return self.step(
            self._property("GermanScore", str(score)),
            Chat(f"* ! German points {old} -> {score} [German German Player]"),
            *self._marker_to("score", f"Score {max(0, score)}"),
        )

    def score_by_hand(self, score: int) -> LogBuilder:
        """The points marker is dragged to a cell, and the module sets the points by it."""
        moved = self._marker_to("score", f"Score {score}")
        return self.step(*moved, self._property("GermanScore", str(score)))

    def _marker_to(self, unit: str, place: str, by: str = GERMAN) -> list[Command]:
        marker = self.counters[unit]
        old = (marker.map, marker.x, marker.y)
        under = self._under(SEA, place)
        made = self._lay(marker, SEA, place)
        parts: list[Command] = [
            NULL,
            MovePiece(marker.id, SEA, marker.x, marker.y, under, *old, None, by),
        ]
        return [*parts, made] if made is not None else parts

    def end_of_turn(self, turn: int) -> LogBuilder:
        """The button at the end of a turn: marker and tracker go on to ``turn + 1``."""
        parts = self.declared("END OF TURN", "German", "", turn)
        parts += self._marker_to("turn", f"Turn {turn + 1}")
        self.turn = (turn + 1, 0)
        return self.step(*parts, SetTurn("TurnTracker0", self._turn_state()))

    def tracker(self, turn: int, phase: int) -> LogBuilder:
        """Click the turn tracker; ``phase`` counts from 0."""
        self.turn = (turn, phase)
        return self.step(
            Chat(f"* &lt;German Player&gt; Turn updated to Turn {turn}, step {phase + 1}"),
            SetTurn("TurnTracker0", self._turn_state()),
        )

    def _turn_state(self) -> str:
        turn, phase = self.turn
        return f"0|{turn};0;false;-1;{phase}\\;0\\;0\\;true,true,true"

    def property_by_hand(self, name: str, value: str) -> LogBuilder:
        """Set a global property by a command that belongs to no button."""
        return self.step(self._property(name, value))

    def say(self, who: str, text: str) -> LogBuilder:
        """Chat."""
        return self.step(Chat(f"<{NAMES[who][0]}> - {text}"), undoable=False)

    def side(self, who: str, side: str) -> LogBuilder:
        """A player takes another side."""
        name = NAMES[who][0]
        self.sides[who] = side
        return self.step(
            Chat(f"* ~{name} switched sides to {side}."),
            RemovePlayer(who),
            Player(who, name, side),
            undoable=False,
        )

    def undo(self, by: str = GERMAN) -> LogBuilder:
        """Take back the last act: the inverse commands, last first, in VASSAL's brackets."""
        parts, self._now = self.done.pop()
        self.counters, self.decks, self.stacks, self.properties = deepcopy(self._now)
        inverse: list[Command] = []
        for command in reversed(parts):
            if isinstance(command, Chat):
                inverse.insert(0, Chat(f"* UNDO: {command.text}"))
            elif isinstance(command, MovePiece):
                inverse.append(
                    MovePiece(
                        command.id,
                        command.old_map,
                        command.old_x,
                        command.old_y,
                        None,
                        command.map,
                        command.x,
                        command.y,
                        None,
                        by,
                    )
                )
            elif isinstance(command, ChangePiece):
                inverse.append(ChangePiece(command.id, command.old or "", command.state))
            elif isinstance(command, ChangeProperty):
                inverse.append(
                    ChangeProperty(command.name, command.new, command.old, command.container)
                )
            elif isinstance(command, AddPiece):
                inverse.append(RemovePiece(command.id or ""))
            elif command == NULL:
                inverse.append(NULL)
        first, *others = inverse or [Nothing()]
        self.steps.append(
            trees.node(
                Log(Undo(True)),
                trees.node(Log(first), *[Log(one) for one in others]),
                Log(Undo(False)),
            )
        )
        return self

"""A table of Under Ten Flags on which tests play by hand or with buttons, and its log.

Everything goes through the gestures of our own player of modules: what a drag, a click or a roll
leaves in a log is what VASSAL leaves. No rule is known here.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.definition import load_game
from generator.definition.schema import Game
from generator.places import games_folder
from generator.vassal import locations, modules, saves
from modules.under_ten_flags.tables import Tables
from tests.blank_module import write_blank_module
from validator.audit import audit
from validator.audit.findings import Finding, Severity
from validator.playing import logbook
from validator.playing.gestures import Hand, Seat
from validator.playing.gestures_module import PlayedModule
from validator.playing.selfplay import Record
from validator.reading import reader
from validator.reading.views import view
from validator.rules.loading import load_rules
from validator.rules.staging import Stage

GERMAN, BRITISH = "German", "British"
OCEANS, DISPLAY, GERMAN_PLOT, BRITISH_PLOT = "oceans", "od_display", "german_plot", "british_plot"
_FOLDER = TemporaryDirectory(prefix="under-ten-flags-")
"""Module and logs of this run; gone when it ends."""


@cache
def the_game() -> Game:
    return load_game("under_ten_flags")


@cache
def the_module() -> Path:
    return write_blank_module(the_game(), Path(_FOLDER.name))


@cache
def the_tables() -> Tables:
    tables = load_rules(the_game(), games_folder() / "under_ten_flags").tables
    assert isinstance(tables, Tables)
    return tables


@cache
def _opened() -> tuple[modules.Module, PlayedModule, locations.Locations]:
    module = modules.read(the_module())
    return module, PlayedModule(module), locations.read(module)


class PlayTable:
    """Both players' hands at one table, and the log of what they do."""

    ending = ".vlog"
    """Of the files it writes."""

    def __init__(self, *, by_hand: bool = False, seed: int = 1) -> None:
        self.by_hand = by_hand
        self.seed = seed
        self.stage: Stage = self._stage(the_tables(), random.Random(seed))

    def _stage(self, tables: Tables, rng: random.Random) -> Stage:
        module, played, places = _opened()
        self.seats = [Seat(side, f"{side} Player", f"made-up-{side}") for side in (GERMAN, BRITISH)]
        position = logbook._setup(module, played).position()
        self.hand = Hand(played, places, position)
        return logbook.TableStage(the_game(), tables, self.hand, self.seats, rng, self.by_hand)

    @property
    def steps(self) -> int:
        """Steps logged so far."""
        return len(self.hand.steps)

    # --- gestures ---------------------------------------------------------------------

    def german(self, piece: str, place: str, map_id: str = OCEANS) -> int:
        """The German drags a counter; the number of the step."""
        self.stage.drag(GERMAN, [piece], map_id, place)
        return self.steps

    def british(self, piece: str, place: str, map_id: str = OCEANS) -> int:
        """The British drag a counter; the number of the step."""
        self.stage.drag(BRITISH, [piece], map_id, place)
        return self.steps

    def choose(self, side: str, piece: str, words: str) -> int:
        """An entry of a counter's menu; the number of the step."""
        self.stage.choose(side, piece, words)
        return self.steps

    def press(self, side: str, action: str, dice: Mapping[str, Sequence[int]] | None = None) -> int:
        """The button of an action; nothing by hand."""
        if not self.by_hand:
            self.stage.press(side, the_game().action(action).name, dice)
        return self.steps

    def roll(self, side: str, button: str, *dice: int) -> int:
        """A dice button; nothing by hand."""
        if not self.by_hand:
            self.stage.roll(side, the_game().dice_button(button).name, dice)
        return self.steps

    # --- the log ----------------------------------------------------------------------

    def save(self, path: Path) -> Path:
        """Write the log."""
        module, _, _ = _opened()
        record = Record("under_ten_flags", self.seed, "random", (), None, None)
        logged = logbook.Logged(record, self.hand, self.seats, ())
        saves.write(path, logbook.save_of(module, logged))
        return path

    def counted_by(self, step: int, *, side: str | None = None, reveal: bool = False) -> int:
        """What a side, or everybody, calls a step of the log."""
        path = self.save(Path(_FOLDER.name) / f"counted-{id(self)}{self.ending}")
        seen = view(reader.read_file(path, game="under_ten_flags"), side, reveal=reveal)
        path.unlink()
        return seen.number_of(step)

    def findings(self, *, reveal: bool = False, side: str | None = None) -> list[Finding]:
        """What the audit finds, notes left out."""
        path = self.save(Path(_FOLDER.name) / f"table-{id(self)}{self.ending}")
        found = audit([path], "under_ten_flags", side, reveal=reveal).findings
        path.unlink()
        # The bundled definition may be edited while the tests run: that says nothing of play.
        return [
            one
            for one in found
            if one.severity is not Severity.NOTE and one.code != "log.definition"
        ]


class Voyages(PlayTable):
    """A table with the words of the game: cards turned, ships plotted, sets drawn and sailed."""

    def __init__(self, *, by_hand: bool = False, seed: int = 1) -> None:
        super().__init__(by_hand=by_hand, seed=seed)
        self.goals: dict[str, str] = {}
        """Map markers to the hex they sail to."""
        self.turned: dict[str, int] = {}
        """Map markers to how often their arrows were turned."""
        self.points_step = 0
        """The step in which the points were marked last."""

    def set_up(
        self,
        atlantis: str = "1505",
        *,
        origin: str = "od_3",
        destination: str = "od_7",
        ship: str = "athelking",
        devonshire: str = "1201",
        dorsetshire: str = "1301",
        escort: str = "",
    ) -> Voyages:
        """The German's start, the first set C1, the cruisers' starts."""
        self.german("plot_atlantis", atlantis, GERMAN_PLOT)
        self.draw("c1", origin, destination, ship)
        self.british("plot_devonshire", devonshire, BRITISH_PLOT)
        self.british("plot_dorsetshire", dorsetshire, BRITISH_PLOT)
        if escort:
            self.british(escort, "C1 Ship", DISPLAY)
        return self

    def draw(self, marker: str, origin: str, destination: str, ship: str) -> int:
        """Draw a set and put its marker on the origin's hex; the number of the last step."""
        row = marker.upper()
        self.british(origin, f"{row} Origin", DISPLAY)
        self.british(destination, f"{row} Destination", DISPLAY)
        self.british(ship, f"{row} Ship", DISPLAY)
        self.goals[marker] = PORTS[destination]
        step = self.british(marker, PORTS[origin])
        if any(self.level(one) != self.level(marker) for one in self.at_sea()):
            self.choose(BRITISH, marker, "Flip")
        self.point(marker)
        return step

    def at_sea(self) -> list[str]:
        """Map markers on the map."""
        neighbours = self.stage.tables.neighbours
        return [m for m in self.stage.tables.markers if self.stage.where(m) in neighbours]

    def level(self, piece: str) -> int:
        """The face of a counter that is up."""
        return self.stage.face(piece) + 1

    def point(self, marker: str) -> None:
        """Turn a map marker's arrow to a spine beside its next hex."""
        here = self.stage.where(marker)
        if here == self.goals[marker]:
            return
        spines = self.stage.tables.spine_neighbours[here]
        facings = the_game().counter(marker).facings
        while self.next_hex(marker) not in spines[facings[self.turned.get(marker, 0)]]:
            self.choose(BRITISH, marker, "Turn right")
            self.turned[marker] = (self.turned.get(marker, 0) + 1) % len(facings)

    def card(self, card: str, side: str = GERMAN) -> int:
        """Turn a card of the activation deck."""
        self.stage.drag(side, [card], OCEANS, "Activation Discards")
        return self.steps

    def sail(self, marker: str, hex_id: str) -> int:
        """A map marker sails and is turned over."""
        step = self.british(marker, hex_id)
        self.choose(BRITISH, marker, "Flip")
        self.point(marker)
        return step

    def next_hex(self, marker: str) -> str:
        """The first of the hexes by which a map marker sails as directly as possible."""
        here, goal = self.stage.where(marker), self.goals[marker]
        return str(min(self.stage.tables.steps[goal][here]))

    def sail_all(self, *markers: str) -> None:
        """These map markers sail on by the shortest way."""
        for marker in markers:
            self.sail(marker, self.next_hex(marker))

    def plot(self, hex_id: str) -> int:
        """Atlantis is plotted to another hex."""
        step = self.german("plot_atlantis", hex_id, GERMAN_PLOT)
        self.press(GERMAN, "plotted")
        return step

    def joker_back(self) -> int:
        """The Joker is shuffled back: dragged, or by the button."""
        if self.by_hand:
            return self.german("joker", "Activation Deck")
        self.stage.press(GERMAN, the_game().action("joker_back").name, pieces=["joker"])
        return self.steps

    def end_of_turn(self, turn: int) -> int:
        """The turn marker goes on and all cards are shuffled."""
        if not self.by_hand:
            return self.press(GERMAN, "end_of_turn")
        cards = [card for card in self.stage.tables.cards if self._discarded(card)]
        for card in cards:
            self.german(card, "Activation Deck")
        return self.german("game_turn", f"Turn {turn + 1}")

    def _discarded(self, card: str) -> bool:
        return self.stage.where(card) == "Activation Discards"

    def set_aside(self, marker: str, *ports: str) -> int:
        """O/D markers are shown and wait with their map marker."""
        box = f"Waiting {marker.upper()}"
        for port in ports:
            self.british(port, box)
            self.choose(BRITISH, port, "Turn over")
        return self.british(marker, box)

    def leave(self, marker: str, origin: str, destination: str, ship: str) -> int:
        """A set leaves the map at the end of its route: only the destination is shown."""
        box = f"Waiting {marker.upper()}"
        step = self.british(marker, box)
        for piece in (origin, destination, ship):
            self.british(piece, box)
        self.choose(BRITISH, destination, "Turn over")
        return step

    def points(self, points: int) -> int:
        """The points become so many: by the buttons, or by both markers."""
        if self.by_hand:
            if points >= 10:
                self.german("vp_tens", f"VP x10 {points // 10}")
            self.points_step = self.german("vp_units", f"VP {points % 10}")
            return self.points_step
        now = int(self.stage.tracked("Points"))
        while now != points:
            step = max(one for one in (1, 2, 3, 5) if one <= points - now) if points > now else -1
            name = f"+{step}" if step > 0 else "\N{MINUS SIGN}1"
            self.stage.press(GERMAN if step > 0 else BRITISH, f"Score {name}")
            now += step
        self.points_step = self.steps
        return self.steps

    def sink(
        self,
        marker: str,
        ship: str,
        origin: str,
        destination: str,
        points: int,
        *,
        cruiser_card: bool = True,
    ) -> None:
        """Atlantis finds and sinks the ship of a set in its hex; the points become so many."""
        self.german("atlantis", self.stage.where(marker))
        self.roll(GERMAN, "atlantis_search", 2)
        self.british(ship, "British Sighting")
        self.roll(BRITISH, "acv_counter", 4)
        self.british(ship, "Gun Range")
        self.roll(GERMAN, "gun_range", 3)
        self.choose(BRITISH, ship, "Turn over")
        self.british(ship, "Sunk or Prize")
        self.set_aside(marker, origin, destination)
        self.points(points)
        self.points_step = self.steps
        if cruiser_card:
            deck = [one for one in CRUISER_CARDS if self.stage.where(one) == "Cruiser Deck"]
            self.british(deck[0], "Cruiser Discards")
        self.german("atlantis", "Held")

    def codes(self, *, reveal: bool = True, side: str | None = None) -> list[str]:
        """The codes of the findings."""
        return [one.code for one in self.findings(reveal=reveal, side=side)]


PORTS = {
    f"od_{row.id}": str(the_game().table("od").value(row.id, "hex"))
    for row in the_game().table("od").rows
}
"""O/D marker to its hex."""
CRUISER_CARDS = ("hearts_king", "diamonds_king", "clubs_jack", "clubs_queen", "clubs_king")
"""The cards of the cruiser deck that tests turn, in this order."""

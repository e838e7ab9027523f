"""Logs written as the recorder writes them, entry by entry, for tests of what reads them."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from generator.definition.schema import Game
from generator.packaging.scene import Scene, scene_of
from generator.packaging.seats import seats
from generator.packaging.tabletop.layout import Table, header_boards, lay_out
from generator.packaging.tabletop.start import start_digest
from generator.tabletop_simulator.calibration import calibration
from validator.reading import listing, reader, views
from validator.reading.reader import Reading
from validator.reading.tabletop.played import PlayedSave, as_save, opened
from validator.reading.tabletop.recorded import recorded_in
from validator.reading.views import View

TIME = 1_763_787_000


class WrittenLog:
    """A log that begins with a game's set-up. Points are told by the game's places."""

    def __init__(self, game: Game, scenario: str | None = None) -> None:
        self.game = game
        self.scene: Scene = scene_of(game)
        self.seats = seats(game)
        self.colours = {side: colour for colour, side in self.seats.items()}
        players = [side.id for side in game.sides if side.role == "player"]
        self.table: Table = lay_out(self.scene, players, calibration())
        setup = game.scenario(scenario)
        header = {
            "broadside": 1,
            "game": game.id,
            "name": game.name,
            "definition": game.definition_hash,
            "overlays": " ".join(f"{one.id}={one.sha256}" for one in game.overlays),
            "setup": setup.id,
            "version": "1.0",
            "calibration": calibration().digest(),
            "seats": self.seats,
            "boards": header_boards(self.table),
            "start": start_digest(self.scene, setup),
            "script": "0" * 64,
        }
        self.lines = [json.dumps(header, separators=(",", ":"))]
        self.head = sha256(self.lines[0].encode()).hexdigest()
        self.number = 0
        self.names: dict[str, str] = {}
        """Who plays each side; without a name it is the side's."""

    def add(self, word: str, side: str = "", name: str | None = None, **values: Any) -> WrittenLog:
        """An entry of an act by a side's player, or of somebody else's name."""
        self.number += 1
        colour = self.colours.get(side, side)
        row = {"n": self.number, "t": TIME + self.number, "a": word, "c": colour}
        row["w"] = self.names.get(side, side) if name is None else name
        row |= values
        body = json.dumps(row, separators=(",", ":"))[:-1]
        self.head = sha256(f"{self.head}\n{body}".encode()).hexdigest()
        self.lines.append(f'{body},"h":"{self.head[:16]}"}}')
        return self

    def drop(
        self, side: str, piece: str, to: list[int], down: int = 0, state: int = 1, angle: int = 180
    ) -> WrittenLog:
        """A piece is picked up and put down on a point."""
        memo = f"piece/{piece}"
        self.add("pick", side, p=memo, f=to)
        return self.add("drop", side, p=memo, f=to, o=to, r=angle, d=down, s=state)

    def point(self, map_id: str, place: str) -> list[int]:
        """Where the middle of a place, or of a deck, lies."""
        layout = self.scene.map(self.game.map(map_id).name).layout
        found = layout.decks.get(place) or layout.places[place]
        return self.at(map_id, found.x, found.y)

    def at(self, map_id: str, x: float, y: float) -> list[int]:
        """Where a point of a board lies, mm from its upper left corner."""
        right, away = self.table.to_world(map_id, x, y)
        return [round(right * 1000), 1000, round(away * 1000)]

    @property
    def text(self) -> str:
        """As it stands in the script state."""
        last = json.dumps({"head": self.head, "n": self.number}, separators=(",", ":"))
        return "\n".join([*self.lines, last])

    def root(self, text: str | None = None) -> dict[str, Any]:
        """A save with the log in it."""
        return {
            "SaveName": self.game.name,
            "EpochTime": TIME,
            "LuaScriptState": self.text if text is None else text,
            "ObjectStates": [],
        }

    def played(self, text: str | None = None) -> PlayedSave:
        """The save, read as steps."""
        root = self.root(text)
        return as_save(opened(recorded_in(root, "game.json", "0" * 64)), self.game)

    def reading(self) -> Reading:
        """The game as it is read."""
        save = self.played()
        return reader.read(save, game=self.game, private_maps=save.hands)

    def view(self, side: str | None = None, *, reveal: bool = False) -> View:
        """The game as a side may know it; everybody, when none is told."""
        return views.view(self.reading(), side, reveal=reveal)

    def told(self, side: str | None = None, *, reveal: bool = False) -> list[str]:
        """What `broadside log` prints of it, without the numbers."""
        shown = map(listing.event_line, listing.event_values(self.view(side, reveal=reveal)))
        return [" ".join(line.split()[1:]) for line in shown]

    def write(self, path: Path, text: str | None = None) -> Path:
        """Write the save."""
        path.write_text(json.dumps(self.root(text)), "utf-8")
        return path

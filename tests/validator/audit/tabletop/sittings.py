"""Games at a table of Tabletop Simulator, written entry by entry: what an entry does is done to the
objects of the save too, so that log and table agree until a test parts them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from generator.definition.schema import Game
from generator.packaging.scene import scene_of
from generator.packaging.seats import seats
from generator.packaging.tabletop.save import Setting, save_of
from generator.packaging.tabletop.undrawn import undrawn
from generator.tabletop_simulator.calibration import calibration
from validator.audit import audit
from validator.audit.findings import Finding
from validator.audit.result import AuditResult

GERMAN, BRITISH, REFEREE = "White", "Blue", "Black"
"""Seats of the game of the tests."""
NAMES = {GERMAN: "Gerda", BRITISH: "Brian", REFEREE: "Rita", "": ""}
BEGAN = 1_763_787_000
_HEAD = '{"head":'
QUIET = ("tts.limits", "log.limits", "dice.spread", "dice.undeclared", "table.unexplained")
"""Said of every game, or of what is thrown, or handled, for nothing."""

Entry = dict[str, Any]


def built(game: Game, scenario: str | None = None) -> dict[str, Any]:
    """The save of a set-up, as `broadside build` makes it but for the pictures."""
    scene, known = scene_of(game), calibration()
    setting = Setting(scene, seats(game), undrawn(scene, known), str, known)
    return dict(save_of(setting, game.scenario(scenario)).as_json())


class Sitting:
    """A save and the log in it."""

    def __init__(self, save: dict[str, Any]) -> None:
        self.save = copy.deepcopy(save)
        lines = self.save["LuaScriptState"].split("\n")
        self.header = lines[0]
        self.entries: list[Entry] = [
            json.loads(line) for line in lines[1:] if line and not line.startswith(_HEAD)
        ]
        last = lines[-1] if lines[-1].startswith(_HEAD) else "{}"
        self.last = {key: value for key, value in json.loads(last).items() if key not in _COUNTED}

    # --- what is done at the table -------------------------------------------------------

    def begin(self) -> Sitting:
        """The first load, and who sits down."""
        self.act("load", "", s=1, k="fresh")
        for colour in (GERMAN, BRITISH):
            self.act("seat", colour, s="colour")
        return self

    def act(self, word: str, colour: str = "", *, w: str | None = None, **values: Any) -> Sitting:
        """An entry by who sits at a seat; its hash is that of the chain so far."""
        last = self.entries[-1]["t"] if self.entries else BEGAN
        name = NAMES[colour] if w is None else w
        time = values.pop("t", last + 5)
        row = {"n": len(self.entries) + 1, "t": time, "a": word, "c": colour, "w": name, **values}
        self.entries.append(row | {"h": self._hashes([row])[-1][:16]})
        return self

    def pick(self, colour: str, memo: str) -> Sitting:
        """A thing is taken up where it lies."""
        return self.act("pick", colour, p=memo, f=self.at(memo))

    def drop(self, colour: str, memo: str, x: int, z: int) -> Sitting:
        """A thing that is held is put down: thousandths of a unit."""
        one = self.object(memo)
        from_, to = self.at(memo), [x, 1060, z]
        self.put(memo, x, z)
        turned, down = round(one["Transform"]["rotY"]) % 360, one["Transform"]["rotZ"] == 180
        return self.act("drop", colour, p=memo, f=from_, o=to, r=turned, d=int(down), s=_state(one))

    def move(self, colour: str, memo: str, x: int, z: int) -> Sitting:
        """A thing is taken up and put down."""
        return self.pick(colour, memo).drop(colour, memo, x, z)

    def flip(self, colour: str, memo: str, down: int) -> Sitting:
        """A thing is turned over."""
        self.object(memo)["Transform"]["rotZ"] = 180.0 * down
        return self.act("flip", colour, p=memo, d=down)

    def draw(self, colour: str, memo: str, cup: str, x: int, z: int) -> Sitting:
        """A thing is taken out of a cup and put down."""
        bag = self.object(cup)
        one = next(each for each in bag["ContainedObjects"] if each["Memo"] == memo)
        bag["ContainedObjects"].remove(one)
        self.save["ObjectStates"].append(one)
        one["Transform"] |= {axis: bag["Transform"][axis] for axis in ("posX", "posY", "posZ")}
        down = int(one["Transform"]["rotZ"] == 180)
        self.act("leave", "", p=memo, i=cup, o=self.at(cup), d=down)
        return self.move(colour, memo, x, z)

    def put_in(self, colour: str, memo: str, cup: str) -> Sitting:
        """A thing is taken up and put into a cup."""
        self.pick(colour, memo).act("enter", colour, p=memo, i=cup, o=self.at(cup))
        one = self.object(memo)
        self.save["ObjectStates"].remove(one)
        self.object(cup).setdefault("ContainedObjects", []).append(one)
        return self

    def roll(self, colour: str, *faces: int, button: str = "") -> Sitting:
        """Dice are thrown: the first of the table, as many as there are faces."""
        dice = [[f"die/6/{number}", face] for number, face in enumerate(faces, 1)]
        for die, face in dice:
            self.lie(str(die), int(face))
        return self.act("roll", colour, k=button, d=dice)

    def lie(self, die: str, face: int) -> Sitting:
        """A die lies with a face up, whatever the log says."""
        one = self.object(die)
        row = next(row for row in one["RotationValues"] if row["Value"] == face)
        names = {"x": "rotX", "y": "rotY", "z": "rotZ"}
        one["Transform"] |= {names[axis]: value for axis, value in row["Rotation"].items()}
        return self

    def load(self) -> Sitting:
        """The save is loaded again."""
        session = max(one["s"] for one in self.entries if one["a"] == "load") + 1
        return self.act("load", "", s=session, k="load", t=self.entries[-1]["t"] + 600)

    def head(self, colour: str = GERMAN) -> Sitting:
        """The head is told in the chat."""
        return self.act("head", colour, x=self.entries[-1]["h"])

    # --- what a cheat does to the file ---------------------------------------------------

    def put(self, memo: str, x: int, z: int, y: int = 1060) -> Sitting:
        """Move an object of the save, the log untouched."""
        self.object(memo)["Transform"] |= {"posX": x / 1000, "posY": y / 1000, "posZ": z / 1000}
        return self

    def edit(self, number: int, **changes: Any) -> Sitting:
        """Change what an entry says; its hash and all others stay."""
        self.entries[number - 1] |= changes
        return self

    def without(self, number: int) -> Sitting:
        """Cut an entry out."""
        del self.entries[number - 1]
        return self

    def forged(self) -> Sitting:
        """Number the entries and work out all their hashes anew."""
        rows = [{key: value for key, value in one.items() if key != "h"} for one in self.entries]
        rows = [{**row, "n": number} for number, row in enumerate(rows, 1)]
        self.entries = []
        hashes = self._hashes(rows)
        self.entries = [row | {"h": one[:16]} for row, one in zip(rows, hashes, strict=True)]
        return self

    # --- the file ------------------------------------------------------------------------

    def copy(self) -> Sitting:
        """The same sitting, to be gone on with in another way."""
        other = Sitting({**self.save, "LuaScriptState": self.header})
        other.entries, other.last = copy.deepcopy(self.entries), dict(self.last)
        return other

    def objects(self) -> Iterator[dict[str, Any]]:
        """Every object, those in bags too."""
        waiting = list(self.save["ObjectStates"])
        while waiting:
            one = waiting.pop(0)
            yield one
            waiting += one.get("ContainedObjects", [])

    def object(self, memo: str) -> dict[str, Any]:
        """The object of a Memo."""
        return next(one for one in self.objects() if one["Memo"] == memo)

    def at(self, memo: str) -> list[int]:
        """Where an object is: thousandths of a unit."""
        where = self.object(memo)["Transform"]
        return [round(where[axis] * 1000) for axis in ("posX", "posY", "posZ")]

    @property
    def text(self) -> str:
        """The log, as it stands in the script state."""
        head = self._hashes([])[-1] if self.entries else sha256(self.header.encode()).hexdigest()
        last = {"head": head, "n": len(self.entries), **self.last}
        return "\n".join([self.header, *map(_line, self.entries), _line(last)])

    def write(self, path: Path) -> Path:
        """Write the save."""
        time = self.entries[-1]["t"] if self.entries else BEGAN
        save = {**self.save, "EpochTime": time, "LuaScriptState": self.text}
        path.write_text(json.dumps(save), "utf-8")
        return path

    def _hashes(self, more: list[Entry]) -> list[str]:
        """The hashes of all entries and of more behind them."""
        head = sha256(self.header.encode()).hexdigest()
        found = []
        for one in [*self.entries, *more]:
            body = _line({key: value for key, value in one.items() if key != "h"})[:-1]
            head = sha256(f"{head}\n{body}".encode()).hexdigest()
            found.append(head)
        return found


_COUNTED = ("head", "n")


def _line(row: Entry) -> str:
    return json.dumps(row, separators=(",", ":"))


def _state(one: dict[str, Any]) -> int:
    states = {int(key) for key in one.get("States", {})}
    return next(number for number in range(1, len(states) + 2) if number not in states)


class Desk:
    """Where saves are written and audited."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def audit(self, *sittings: Sitting, **eyes: Any) -> AuditResult:
        """The audit of saves as one game."""
        paths = [one.write(self.folder / f"{n}.json") for n, one in enumerate(sittings, 1)]
        return audit(paths, **eyes)

    def findings(self, *sittings: Sitting, **eyes: Any) -> list[Finding]:
        """What the audits of entries and of the table say; the game's own cases left out."""
        found = self.audit(*sittings, **eyes).findings
        return [one for one in found if "." in one.code and one.code not in QUIET]

    def codes(self, *sittings: Sitting, **eyes: Any) -> list[str]:
        """The codes of these."""
        return [one.code for one in self.findings(*sittings, **eyes)]

    def one(self, *sittings: Sitting, **eyes: Any) -> Finding:
        """The only one of these."""
        (found,) = self.findings(*sittings, **eyes)
        return found


Begin = Callable[[], Sitting]

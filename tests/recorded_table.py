"""A small game on a table of Tabletop Simulator, with the recorder in its save: for tests."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from generator.tabletop_simulator import objects, zones
from generator.tabletop_simulator.calibration import calibration
from generator.tabletop_simulator.guids import Guids
from generator.tabletop_simulator.objects import Json, Place, Thing
from generator.tabletop_simulator.recorder import (
    Declaration,
    Pile,
    Property,
    Recording,
    Roll,
    Score,
    Track,
    Turns,
    code_digest,
    header_line,
    interface,
    script,
)
from generator.tabletop_simulator.save import Save
from validator.playing.tabletop.world import Options, World

GUIDS = Guids("small")
SHEET = objects.Sheet(1, "faces.png", "backs.png", 5, 3)
HEADER: Json = {
    "broadside": 1,
    "game": "small",
    "name": "Small",
    "definition": "0" * 16,
    "overlays": "",
    "setup": "standard",
    "version": "1",
    "calibration": "0" * 16,
    "seats": {"Red": "German", "Blue": "British"},
    "boards": [{"id": "sea", "x": 0, "z": 0, "w": 20000, "h": 20000}],
    "start": "0" * 64,
    "script": code_digest(),
}

RECORDING = Recording(
    header=HEADER,
    seats={"Red": "German", "Blue": "British"},
    sides={"German": "German", "British": "British"},
    actions=(
        Declaration(
            "search",
            "SEARCH",
            "Search",
            side="British",
            on_piece=True,
            pieces=("piece/ajax", "piece/spy"),
            says="by {name} at {place}, {Points} points",
            dice="hunt",
            score={"Points": 1},
            reminders=(("Points", 2, "take a card"),),
        ),
        Declaration(
            "end", "SEARCH ENDS", "Search ends", side="British", tracker="next_step", step=1
        ),
        Declaration(
            "used",
            "USED",
            "Used",
            side="German",
            on_piece=True,
            pieces=("piece/supply",),
            silent=True,
            faces={"piece/supply": (2, 0)},
        ),
        Declaration(
            "home",
            "HOME",
            "Home",
            on_piece=True,
            pieces=("piece/ajax",),
            says="{force} from {place}",
            values={"piece/ajax": {"force": "B1"}},
            places={"piece/ajax": (6.0, 1.3, 6.0)},
            notes=(("Gone", "{name} of {force}"),),
        ),
        Declaration("tells", "TELLS", "Tell", says="of {Gone}"),
        Declaration("card", "CARD", "Card", draws=(("cards", "discards"),)),
        Declaration("again", "AGAIN", "Again", reshuffles=("discards",)),
        Declaration("refill", "REFILL", "Refill", reshuffles=("played",)),
        Declaration("counter", "COUNTER", "Counter", draws=(("cup", "played"),)),
        Declaration("reset", "RESET", "Reset", sets={"Points": 7}, tracker="next_turn"),
    ),
    names={
        "piece/ajax": (("Ajax", "Ajax (hit)"),),
        "piece/spy": (("Spy", "?"),),
        "piece/supply": (("Supply", "crate"), ("Supply, used", "crate")),
        "piece/dummy": (("Dummy", "crate"),),
    },
    masked={
        "piece/spy": frozenset({"British"}),
        "piece/supply": frozenset({"German"}),
        "piece/dummy": frozenset({"German"}),
    },
    dice=(
        Roll("hunt", "Hunt", 2, 6),
        Roll("fate", "Fate", 1, 1000),
        Roll("counted", "Counted", 1, 6, counted_in="Rolls", counted_until="discards"),
    ),
    scores=(Score("up", "Score +1", "Points", 1), Score("down", "Score -1", "Points", -1)),
    properties=(Property("Points", "Points", 0, 0, 9), Property("Rolls")),
    words=("Gone",),
    turns=Turns(steps=("1 Move", "2 Fight")),
    decks=(
        Pile("cup", (-8.0, 1.3, 0.0), 1.0),
        Pile("played", (-8.0, 1.3, 6.0), 1.0, face_down=False, into="cup"),
        Pile("cards", (-5.0, 1.3, -5.0), 1.0),
        Pile("discards", (-5.0, 1.3, -9.0), 1.0, face_down=False, into="cards"),
    ),
    tracks=(
        Track("piece/points", "Points", tuple((float(at), 1.3, 12.0) for at in range(10))),
        Track(
            "piece/turn",
            "Turn",
            tuple((float(at), 1.3, 14.0) for at in range(3)),
            first=1,
            wraps=True,
            faces=((1, 0), (1, 1)),
        ),
    ),
)


def thing(memo: str, x: float = 0.0, z: float = 0.0, **more: Any) -> Thing:
    """Something at a point, upright, called as its memo ends."""
    place = more.pop("place", Place(x=x, y=1.06, z=z, rot_y=180.0))
    return Thing(GUIDS.of(memo), place, memo=memo, nickname=memo.split("/")[-1], **more)


def tile(memo: str, x: float = 0.0, z: float = 0.0) -> Json:
    """A counter."""
    return objects.custom_tile(thing(memo, x, z), "front.png", "back.png")


def masked_tile(memo: str, x: float, z: float, state: int | None = None) -> Json:
    """A counter that lies face down, or one of its states."""
    place = Place(x=x, y=1.06, z=z, rot_y=180.0, rot_z=180.0)
    made = objects.custom_tile(thing(memo, place=place), "front.png", "back.png")
    return made | {"GUID": GUIDS.of(memo, state=state)}


def card(number: int, x: float = -5.0, z: float = -5.0) -> Json:
    """A card, face down."""
    place = Place(x=x, y=1.06, z=z, rot_y=180.0, rot_z=180.0)
    return objects.card(thing(f"piece/card{number}", place=place), SHEET, number)


def zone(memo: str, x: float, z: float, size: float) -> Thing:
    """The place of a zone, as high as a hand reaches."""
    place = Place(x=x, y=1.5, z=z, scale_x=size, scale_y=6.0, scale_z=size)
    return Thing(GUIDS.of(memo), place, memo=memo, locked=True)


def small_objects() -> list[Json]:
    """What lies on the table."""
    supply = [masked_tile("piece/supply", 4, 4), masked_tile("piece/supply", 4, 4, state=2)]
    face_down = Place(x=-5.0, y=1.06, z=-5.0, rot_y=180.0, rot_z=180.0)
    return [
        tile("piece/ajax", 0, 0),
        tile("piece/exeter", 2, 0),
        masked_tile("piece/spy", 6, 0),
        objects.with_states(supply, 1),
        masked_tile("piece/dummy", 6, 6),
        tile("piece/points", 0, 12),
        tile("piece/turn", 0, 14),
        objects.bag(
            thing("deck/cup", -8, 0),
            [tile(f"piece/counter{number}", -8, 0) for number in (1, 2, 3)],
        ),
        objects.deck(thing("deck/cards", place=face_down), [card(number) for number in range(5)]),
        *(card(number, -6.0 - 2 * number, -14) for number in (5, 6, 7)),
        objects.die(thing("die/6/1", 20, 0), 6),
        objects.die(thing("die/6/2", 22, 0), 6),
        zones.scripting_zone(zone("zone/sea/port", 15, -15, 4)),
        zones.hidden_zone(zone("hidden/log", -15, 15, 6), "Red"),
        zones.hand_zone(zone("hand/German", 0, -25, 8), "Red"),
    ]


def small_save(recording: Recording = RECORDING, objects_: list[Json] | None = None) -> Json:
    """The save nobody has played yet."""
    return Save(
        "Small",
        small_objects() if objects_ is None else objects_,
        version=calibration().game_version,
        script=script(recording),
        script_state=header_line(recording.header),
        ui=interface(recording),
        turn_order=("Red", "Blue"),
    ).as_json()


def small_world(
    options: Options | None = None, recording: Recording = RECORDING, **players: str
) -> World:
    """The table with Anna and Bert at it, loaded long enough to be quiet."""
    world = World(
        small_save(recording), players or {"Red": "Anna", "Blue": "Bert"}, options or Options()
    )
    world.wait(3)
    return world


def lines_of(state: str) -> list[str]:
    """The entries' lines of a script state."""
    return state.split("\n")[1:-1]


def told(world: World, *acts: str) -> list[Json]:
    """The entries so far; of these acts only, where some are named."""
    entries = [json.loads(line) for line in lines_of(world.state())]
    return [entry for entry in entries if not acts or entry["a"] in acts]


def chain_holds(state: str) -> bool:
    """Whether every line carries the hash of all before it, as Python's hashlib counts."""
    lines = state.split("\n")
    head = hashlib.sha256(lines[0].encode()).hexdigest()
    for number, line in enumerate(lines[1:-1], 1):
        body, _, rest = line.rpartition(',"h":')
        head = hashlib.sha256(f"{head}\n{body}".encode()).hexdigest()
        if rest != f'"{head[:16]}"}}' or not body.startswith(f'{{"n":{number},'):
            return False
    last = json.loads(lines[-1])
    return bool(last["head"] == head and last["n"] == len(lines) - 2)

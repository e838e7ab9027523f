"""A game told line by line in plain words, played at the table and written as a log.

A line is one act, by the ids of counters and places and the words on buttons and in menus; ``>``
begins what the log says to its reader, ``#`` a remark that stays in the script::

    > The German leaves Kiel.
    German picks Take off of g1_station
    German drags g1_segment_1 to 2712
    German picks Trajectory of g1_station
    British presses Weather Check: 3
    British rolls Action: 4 5
    Soviet presses Next card: card_S1, clubs_3
    Soviet picks Tank gun (4d6) of ST1: 5 3 6 1
    British says good luck
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

from generator.definition.schema import Game
from generator.definition.troubles import choice
from generator.errors import BroadsideError
from generator.vassal import modules, saves
from validator.playing.gestures import Seat
from validator.playing.logbook import TableStage, laid_out, saved
from validator.rules.loading import load_rules

TEACHER = Seat("", "Tutorial", "")
"""Who says what begins with ``>``: nobody at the table."""

_DICE = r"(?:: (?P<dice>\d+(?:[ ,]+\d+)*))?"
_ACTS = {
    "drags": r"(?P<pieces>\w+(?:, \w+)*) to (?P<place>.+)",
    "picks": r"(?P<words>.+) of (?P<piece>\w+)" + _DICE,
    "presses": r"(?P<words>[^:]+)(?:: (?P<pieces>(?!\d+\b)\w+(?:, \w+)*))?" + _DICE,
    "rolls": r"(?P<words>[^:]+)" + _DICE,
    "says": r"(?P<words>.+)",
}


class ScriptError(BroadsideError):
    """A line of a script that says nothing, or that the table does not allow."""


def play_script(game: Game, folder: Path, module: Path, script: Path, out: Path) -> int:
    """Play a script from the game's default set-up and write the log; how many steps it has.

    Raises `ScriptError` with the file and the line where one cannot be played.
    """
    try:
        told = script.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as trouble:
        raise ScriptError(f"{script}: cannot be read ({trouble})") from trouble
    read = modules.read(module)
    seed = int.from_bytes(sha256(told.encode()).digest()[:4], "big")
    stage = laid_out(load_rules(game, folder), read, seed=seed, by_hand=False)
    for number, line in enumerate(told.splitlines(), 1):
        act = line.strip()
        try:
            if act and not act.startswith("#"):
                _played(stage, act)
        except (BroadsideError, KeyError, ValueError) as trouble:
            raise ScriptError(f"{script}, line {number}: {trouble}") from trouble
    saves.write(out, saved(read, stage.hand, stage.seats, seed, f"Played from {script.name}"))
    return len(stage.hand.steps)


def _played(stage: TableStage, told: str) -> None:
    if told.startswith(">"):
        stage.hand.say(TEACHER, told.removeprefix(">").strip())
        return
    side, _, rest = told.partition(" ")
    verb, _, rest = rest.partition(" ")
    sides = [seat.side for seat in stage.seats]
    if side not in sides:
        raise ScriptError(f"{side!r} plays no side{choice(side, sides)}")
    if verb not in _ACTS:
        raise ScriptError(f"{verb!r} is no act{choice(verb, _ACTS)}")
    found = re.fullmatch(_ACTS[verb], rest)
    if found is None:
        raise ScriptError(f"{told!r} does not say what or where")
    parts = found.groupdict()
    dice = [int(die) for die in re.findall(r"\d+", parts.get("dice") or "")]
    words = parts.get("words") or ""
    pieces = parts["pieces"].split(", ") if parts.get("pieces") else []
    if any(not 1 <= die <= 6 for die in dice):
        raise ScriptError("a die shows 1 to 6")
    acts: dict[str, Callable[[], None]] = {
        "drags": lambda: _dragged(stage, side, pieces, parts["place"]),
        "picks": lambda: stage.choose(side, parts["piece"], words, _rolls(stage, words, dice)),
        "presses": lambda: stage.press(side, words, _rolls(stage, words, dice), pieces),
        "rolls": lambda: stage.roll(side, words, dice),
        "says": lambda: stage.say(side, words),
    }
    acts[verb]()


def _rolls(stage: TableStage, button: str, dice: Sequence[int]) -> dict[str, Sequence[int]]:
    """What falls when a button is pressed, or an entry picked, that rolls as well."""
    action = next((one for one in stage.game.actions if one.name == button), None)
    rolled = next(
        (one.name for one in stage.game.dice if action is not None and one.id == action.dice), ""
    )
    if bool(rolled) != bool(dice):
        raise ScriptError(f"{button!r} " + ("rolls: say what falls" if rolled else "rolls no dice"))
    return {rolled: dice} if rolled else {}


def _dragged(stage: TableStage, side: str, pieces: Sequence[str], place: str) -> None:
    own = stage.map_of(pieces[0])
    held = [one.id for one in stage.game.maps if place in stage.places(one.id)]
    if not held:
        raise ScriptError(f"no map has a place {place!r}")
    stage.drag(side, pieces, own if own in held else held[0], place)


__all__ = ["TEACHER", "ScriptError", "play_script"]

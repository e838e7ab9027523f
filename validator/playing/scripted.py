"""Play a script, written line by line in plain words, at the table and write it as a log.

A line is one act; it names counters and places by their ids, buttons and menu entries by their
texts. ``>`` begins a note to the log's reader, ``#`` a comment::

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
from generator.errors import BroadsideError, nearest
from generator.vassal import modules, saves
from validator.playing.gestures import Seat
from validator.playing.logbook import TableStage, laid_out, saved
from validator.rules.loading import load_rules

TEACHER = Seat("", "Tutorial", "")
"""Speaks the lines that begin with ``>``; not a player."""

_DICE = r"(?:: (?P<dice>\d+(?:[ ,]+\d+)*))?"
_ACTS = {
    "drags": r"(?P<pieces>\w+(?:, \w+)*) to (?P<place>.+)",
    "picks": r"(?P<words>.+) of (?P<piece>\w+)" + _DICE,
    "presses": r"(?P<words>[^:]+)(?:: (?P<pieces>(?!\d+\b)\w+(?:, \w+)*))?" + _DICE,
    "rolls": r"(?P<words>[^:]+)" + _DICE,
    "says": r"(?P<words>.+)",
}


class ScriptError(BroadsideError):
    """A line of a script is not understood, or the table does not allow it."""


def play_script(game: Game, folder: Path, module: Path, script: Path, out: Path) -> int:
    """Play a script from the game's default set-up and write the log. Returns the number of steps.

    Raises `ScriptError` with the file and the line that cannot be played.
    """
    try:
        text = script.read_text("utf-8")
    except OSError as trouble:
        raise ScriptError(f"{script}: cannot be read ({trouble.strerror})") from trouble
    except UnicodeDecodeError as trouble:
        raise ScriptError(f"{script}: is no text in UTF-8") from trouble
    read = modules.read(module)
    seed = int.from_bytes(sha256(text.encode()).digest()[:4], "big")
    stage = laid_out(load_rules(game, folder), read, seed=seed, by_hand=False)
    for number, line in enumerate(text.splitlines(), 1):
        act = line.strip()
        try:
            if act and not act.startswith("#"):
                _played(stage, act)
        except (BroadsideError, KeyError, ValueError) as trouble:
            raise ScriptError(f"{script}, line {number}: {trouble}") from trouble
    saves.write(out, saved(read, stage.hand, stage.seats, seed, f"Played from {script.name}"))
    return len(stage.hand.steps)


def _played(stage: TableStage, act: str) -> None:
    if act.startswith(">"):
        stage.hand.say(TEACHER, act.removeprefix(">").strip())
        return
    side, _, rest = act.partition(" ")
    verb, _, rest = rest.partition(" ")
    sides = [seat.side for seat in stage.seats]
    if side not in sides:
        raise ScriptError(f"{side!r} plays no side{choice(side, sides)}")
    if verb not in _ACTS:
        raise ScriptError(f"{verb!r} is no act{choice(verb, _ACTS)}")
    found = re.fullmatch(_ACTS[verb], rest)
    if found is None:
        raise ScriptError(f"{act!r} does not say what or where")
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
    """The results by dice button for an action, which must be given exactly if it rolls."""
    action = next((one for one in stage.game.actions if one.name == button), None)
    rolled = next(
        (one.name for one in stage.game.dice if action is not None and one.id == action.dice), ""
    )
    if bool(rolled) != bool(dice):
        raise ScriptError(f"{button!r} " + ("rolls: say what falls" if rolled else "rolls no dice"))
    return {rolled: dice} if rolled else {}


def _dragged(stage: TableStage, side: str, pieces: Sequence[str], place: str) -> None:
    for piece in pieces:
        stage.counter(piece)  # it raises an error for an unknown one
    own = stage.map_of(pieces[0])
    held = [one.id for one in stage.game.maps if place in stage.places(one.id)]
    if not held:
        known = [name for one in stage.game.maps for name in stage.places(one.id)]
        raise ScriptError(f"no map has a place {place!r}{nearest(place, known)}")
    stage.drag(side, pieces, own if own in held else held[0], place)


__all__ = ["TEACHER", "ScriptError", "play_script"]

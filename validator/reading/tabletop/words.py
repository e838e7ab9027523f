"""The lines that the game's module would have written into the chat.

Sources: `generator.packaging.vassal.buttons` (declarations, the turn tracker),
`generator.packaging.vassal.dice` (rolls), `generator.packaging.vassal.pieces` (reports of pieces
that are turned).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from generator.definition.schema import Action, Game
from generator.vassal.commands import ChangeProperty, Chat, Player
from validator.reading.events import OBSERVER

_DIE = re.compile(r"(?:die|random)/(\d{1,4})/")
_UNPRINTED: Final = str.maketrans({"\t": " ", "\n": " ", "\r": " ", "\x1b": " "})
_UNKNOWN: Final = "?"


def line(text: str) -> str:
    """A text as one line of the chat."""
    return text.translate(_UNPRINTED)


def said(player: Player | None, text: str) -> Chat:
    """A line that a player typed."""
    return Chat(f"<{player.name if player is not None else ''}> - {line(text)}")


def declared(player: Player | None, action: Action, words: str, turn: int) -> Chat:
    """A declaration: ``* ! German declares CONTACT, turn 4 [Ann]``."""
    side, name = _side(player), player.name if player is not None else ""
    detail = f" {line(words)}" if words else ""
    return Chat(f"* ! {side} declares {action.keyword}{detail}, turn {turn} [{name}]")


def tracked(player: Player | None, game: Game, old: tuple[int, int], new: tuple[int, int]) -> Chat:
    """The turn tracker was set: ``* [German Ann] Turn 1, 1 Sail -> Turn 1, 2 Search``."""
    return Chat(f"* {_who(player)} {_turn(game, *old)} -> {_turn(game, *new)}")


def _turn(game: Game, turn: int, step: int) -> str:
    steps = game.tracked_steps()
    inside = f", {steps[step].number} {steps[step].name}" if 0 <= step < len(steps) else ""
    return f"{game.turns.name} {turn}{inside}"


def turned(player: Player | None, old: str, new: str, place: str) -> Chat:
    """A piece was turned over, or shows another face."""
    return Chat(f"* {_who(player)} {old} turned to {new} in {place} *")


def shuffled(player: Player | None, deck: str) -> Chat:
    """A deck was shuffled."""
    return Chat(f"* {_who(player)} shuffles the {deck}")


def pointed(player: Player | None, name: str, place: str, facing: str) -> Chat:
    """A piece was turned to another direction."""
    return Chat(f"* {_who(player)} {name} in {place} turned to {facing} *")


def changed(player: Player | None, text: str, old: str, new: str) -> Chat:
    """A property of the game was changed: ``* [German Ann] Points 3 -> 4``."""
    return Chat(f"* {_who(player)} {text} {old} -> {new}")


def rolled(
    player: Player | None, button: str, dice: Sequence[int], added: Iterable[tuple[int, str]]
) -> Chat:
    """The report of a roll, with what was added and why."""
    terms = list(added)
    result = ",".join(map(str, dice))
    why = "".join(f" {change:+d} ({text})" for change, text in terms)
    total = f" = {sum(dice) + sum(change for change, _ in terms)}" if terms else ""
    by = f"<{player.name}> [{player.side}]" if player is not None else ""
    return Chat(f"*** {button} = {result}{why}{total} ** {by}".rstrip())


def dice_set(button: str, dice: Sequence[int], kept: dict[str, str]) -> list[ChangeProperty]:
    """The property changes of a dice button's roll; ``kept`` holds the values and is updated."""
    counts = Counter(dice)
    values = {
        "result": ",".join(map(str, dice)),
        "total": str(sum(dice)),
        "keep": str(len(dice)),
        "summary": ", ".join(f"{face} x{counts[face]}" for face in sorted(counts)),
    }
    made = []
    for part, value in values.items():
        name = f"{button}_{part}"
        made.append(ChangeProperty(name, kept.get(name, ""), value, "Module"))
        kept[name] = value
    return made


def by_hand(dice: Iterable[tuple[str, int]]) -> str:
    """The name of a roll by hand: ``2d6 by hand``."""
    sides = Counter(sides_of(die) or _UNKNOWN for die, _ in dice)
    return " + ".join(f"{count}d{kind}" for kind, count in sides.items()) + " by hand"


def sides_of(die: str) -> int:
    """The number of sides of one of our dice; 0 for any other object."""
    found = _DIE.match(die)
    return int(found.group(1)) if found is not None else 0


def _side(player: Player | None) -> str:
    return player.side if player is not None else OBSERVER


def _who(player: Player | None) -> str:
    return f"[{player.side} {player.name}]" if player is not None else "[]"

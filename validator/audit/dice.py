"""Dice: impossible results, rolls taken back, numbers set by hand, and how even they fell.

What chance alone can do is never held against anybody: the spread of the faces is told in plain
words, as a note.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from validator.audit.findings import Finding, Severity
from validator.reading import events as ev
from validator.reading.views import View, ViewStep
from validator.table import MODULE

if TYPE_CHECKING:
    from generator.definition.schema import DiceButton, Game
    from validator.audit.logs import GameLog

FEWEST_DICE = 30
"""Below this a spread says nothing."""
UNUSUAL = 0.01
"""Chance below which a spread is called unusual."""

_TOLD = re.compile(r"= ?(\d+(?:,\d+)*)(?=$|[^\d,])")
_RESULT = "_result"


def findings(game: Game | None, view: View, first_step: int) -> Iterator[Finding]:
    """What one file shows of dice that no fair roll leaves behind."""
    buttons = {button.name: button for button in game.dice} if game is not None else {}
    rolled: dict[int, list[ev.Rolled]] = {}
    for step in view.steps:
        for event in step.events:
            match event:
                case ev.Rolled():
                    rolled.setdefault(step.number, []).append(event)
                    yield from _possible(event, buttons.get(event.button), first_step)
                    yield from _as_told(event, first_step)
                case ev.PropertyChanged(name=name) if name.endswith(_RESULT):
                    if not buttons or name.removesuffix(_RESULT) in buttons:
                        yield _set_by_hand(event, first_step)
        if step.undoes is not None and step.undoes in rolled:
            yield _taken_back(step, rolled[step.undoes], view, first_step)


def only_told(game: Game, log: GameLog, first_step: int) -> Iterator[Finding]:
    """Rolls that stand in the chat and that no button made: a button records its result."""
    buttons = {button.name for button in game.dice}
    for event in log.view.events():
        if not isinstance(event, ev.Rolled) or event.button not in buttons:
            continue
        table = log.reading.table(event.step)
        if table.properties.get((MODULE, event.button + _RESULT)) != event.result:
            did = f"The chat tells of a roll of {event.button} ({event.result}) that was not made."
            says = "What the chat reports of a roll is what was rolled."
            yield _about(event, first_step, "dice.altered", says, did)


def _possible(event: ev.Rolled, button: DiceButton | None, first_step: int) -> Iterator[Finding]:
    """Faces that the dice have not, or more or fewer dice than the button throws."""
    if button is None:
        return
    wrong = [die for die in event.dice if not 1 <= die <= button.sides]
    did = ""
    if wrong:
        did = f"{button.name} shows {', '.join(map(str, event.dice))} on {button.sides} sides."
    elif len(event.dice) != button.count:
        did = f"{button.name} shows {len(event.dice)} dice and throws {button.count}."
    if did:
        legal = f"{button.count} dice from 1 to {button.sides}"
        yield _about(
            event, first_step, "dice.impossible", "A die shows one of its faces.", did, legal
        )


def _as_told(event: ev.Rolled, first_step: int) -> Iterator[Finding]:
    """The chat and the recorded result must say the same."""
    said = _TOLD.search(event.text)
    if said is None or ("," not in event.result and len(event.dice) != 1):
        return
    if said[1] not in (event.result, str(sum(event.dice))):
        did = f"{event.button}: the chat says {said[1]}, the recorded result is {event.result}."
        says = "What the chat reports of a roll is what was rolled."
        yield _about(event, first_step, "dice.altered", says, did)


def _set_by_hand(event: ev.PropertyChanged, first_step: int) -> Finding:
    did = (
        f"{event.name.removesuffix(_RESULT)} was set from {event.old} to {event.new} with no roll."
    )
    says = "The result of dice changes only when they are rolled."
    return _about(event, first_step, "dice.altered", says, did)


def _taken_back(step: ViewStep, rolls: Sequence[ev.Rolled], view: View, first_step: int) -> Finding:
    """A roll was undone: its result is known all the same."""
    told = " and ".join(f"{one.button} ({one.result})" for one in rolls)
    again = next(
        (
            (later.number, event)
            for later in view.steps[step.number :]
            for event in later.events
            if isinstance(event, ev.Rolled) and event.button == rolls[0].button
        ),
        None,
    )
    did = f"The roll of {told} was taken back"
    related = [first_step + rolls[0].step]
    if again is not None:
        did += f" and rolled again ({again[1].result})"
        related.append(first_step + again[0])
    who = next((event.player for event in step.events if event.player is not None), None)
    return Finding(
        Severity.SUSPICIOUS,
        "dice.undone",
        first_step + step.number,
        "What dice have shown stands.",
        did + ".",
        player=str(who) if who is not None else None,
        side=who.side or None if who is not None else None,
        related=tuple(related),
    )


def _about(
    event: ev.Event, first_step: int, code: str, says: str, did: str, legal: str = ""
) -> Finding:
    who = event.player
    return Finding(
        Severity.SUSPICIOUS,
        code,
        first_step + event.step,
        says,
        did,
        legal,
        str(who) if who is not None else None,
        who.side or None if who is not None else None,
    )


# --- How even they fell ---------------------------------------------------------------


def statistics(game: Game | None, views: Sequence[View]) -> Iterator[Finding]:
    """How often each face came up, in plain words: a note, never more."""
    by_sides: dict[int, list[int]] = {}
    sides = {button.name: button.sides for button in game.dice} if game is not None else {}
    for view in views:
        for event in view.events():
            if isinstance(event, ev.Rolled) and event.dice:
                of = sides.get(event.button, _likely_sides(event.dice))
                if of and all(1 <= die <= of for die in event.dice):
                    by_sides.setdefault(of, []).extend(event.dice)
    for of, dice in sorted(by_sides.items()):
        if len(dice) < FEWEST_DICE:
            continue
        mean = sum(dice) / len(dice)
        yield Finding(
            Severity.NOTE,
            "dice.spread",
            0,
            "How evenly the dice fell; chance alone explains more than one thinks.",
            f"{len(dice)} dice of {of} sides, {mean:.2f} on average ({faces_told(dice, of)}): "
            f"{in_words(spread(dice, of))}.",
        )


def _likely_sides(dice: Iterable[int]) -> int:
    """Six, where the module is not known and nothing speaks against it."""
    return 6 if all(1 <= die <= 6 for die in dice) else 0


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance that a chi-square variable exceeds ``statistic``; exact for whole ``freedom``.

    >>> round(chi_square_tail(11.07, 5), 3)
    0.05
    """
    half = statistic / 2
    if half <= 0:
        return 1.0
    if freedom % 2 == 0:
        terms = sum(math.exp(k * math.log(half) - math.lgamma(k + 1)) for k in range(freedom // 2))
        return min(1.0, math.exp(-half) * terms)
    terms = sum(
        math.exp((k + 0.5) * math.log(half) - math.lgamma(k + 1.5)) for k in range(freedom // 2)
    )
    return min(1.0, math.erfc(math.sqrt(half)) + math.exp(-half) * terms)


def spread(dice: Sequence[int], sides: int) -> float:
    """The chance that fair dice fall at least as unevenly over their faces as these."""
    expected = len(dice) / sides
    counted = Counter(dice)
    statistic = sum((counted[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    return chi_square_tail(statistic, sides - 1)


def in_words(chance: float) -> str:
    """A chance as people say it."""
    if chance >= UNUSUAL:
        return "nothing unusual"
    return f"so uneven a spread comes up about once in {round(1 / max(chance, 1e-9)):,} games"


def faces_told(dice: Iterable[int], sides: int) -> str:
    """``1: 4, 2: 6``: how often each face came up."""
    counted = Counter(dice)
    return ", ".join(f"{face}: {counted[face]}" for face in range(1, sides + 1))

"""How even the dice were, over all dice of a kind, by button and by player.

Three statistical tests are made: whether the faces come up equally often (chi-square), whether high
and low alternate as chance would have it (runs; Wald and Wolfowitz), and whether a die equals the
one before it as often as it should (pairs). Since many tests give some rare results by chance, the
probabilities are corrected for their number (Holm). Chance is never held against anybody: the
result is at most a note.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from generator.light import dataclass
from validator.audit.codes import found
from validator.audit.dice import Roll
from validator.audit.findings import Finding
from validator.audit.inventory import Button

FEWEST_DICE = 30
"""With fewer dice nothing is tested."""
PER_FACE = 5
"""Nor with fewer dice than this per face, which the chi-square test needs."""
UNUSUAL = 0.01
"""Corrected probability below which a result is called unusual."""
_CERTAIN = 1e-6
"""Probability below which a die is taken to have no higher faces than it has shown."""
_SHOWS_SORTING = 5
_USUAL_SIDES = (4, 6, 8, 10, 12, 20, 100)
_SIDES_IN_NAME = re.compile(r"(?<![A-Za-z0-9])\d{0,2}[dDwW](\d{1,3})(?![A-Za-z0-9])")


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of one test."""

    question: str
    """``faces``, ``runs`` or ``pairs``."""
    of: str
    """``all``, ``button NAME`` or ``player NAME``."""
    sides: int
    dice: int
    chance: float
    """The probability that fair dice give such a result, or a rarer one."""
    corrected: float = 1.0
    """The same, corrected for the number of tests."""

    def to_json(self) -> dict[str, object]:
        """The result as plain values for JSON."""
        return {
            "question": self.question,
            "of": self.of,
            "sides": self.sides,
            "dice": self.dice,
            "chance": round(self.chance, 6),
            "corrected": round(self.corrected, 6),
            "says": in_words(self.corrected, self.question),
        }


@dataclass(frozen=True, slots=True)
class Fairness:
    """The tests of a game's dice."""

    answers: tuple[Answer, ...]
    faces: Mapping[int, tuple[int, ...]]
    """By number of sides: every die of that kind, in order."""
    unjudged: tuple[str, ...]
    """Buttons whose dice have an unknown number of sides, or do not show each die."""

    def to_json(self) -> dict[str, object]:
        """The tests as plain values for JSON."""
        return {
            "answers": [answer.to_json() for answer in self.answers],
            "faces": {
                str(sides): [Counter(dice)[face] for face in range(1, sides + 1)]
                for sides, dice in self.faces.items()
            },
            "not_judged": list(self.unjudged),
        }

    def findings(self) -> Iterator[Finding]:
        """A note for every unusual result."""
        for answer in self.answers:
            if answer.corrected >= UNUSUAL:
                continue
            dice = self.faces[answer.sides]
            if (answer.question, answer.of) == ("faces", "all"):
                did = (
                    f"{len(dice)} dice of {answer.sides} sides, {sum(dice) / len(dice):.2f} on "
                    f"average ({faces_in_words(dice, answer.sides)}): "
                    f"{in_words(answer.corrected, answer.question)}."
                )
                yield found("dice.spread", 0, did)
            else:
                of = "All dice" if answer.of == "all" else f"The dice of {answer.of}"
                did = (
                    f"{of} ({answer.dice} of {answer.sides} sides): "
                    f"{in_words(answer.corrected, answer.question)}."
                )
                yield found("dice.spread", 0, did)


@dataclass(frozen=True, slots=True)
class _Throw:
    """The dice of one roll, as faces from 1."""

    button: str
    player: str
    sides: int
    faces: tuple[int, ...]
    in_order: bool
    """Whether the dice are in the order of their fall; the tests of sequence need that."""


def judge(
    rows: Sequence[Roll],
    buttons: Mapping[str, Button],
    changed_results: Collection[str] = (),
) -> Fairness:
    """Make the three tests for all dice of a kind, and for each button and player.

    ``changed_results`` are buttons whose results are not the dice themselves.
    """
    throws, unjudged = _throws(rows, buttons, changed_results)
    answers: list[Answer] = []
    faces: dict[int, tuple[int, ...]] = {}
    for sides in sorted({one.sides for one in throws}):
        mine = [one for one in throws if one.sides == sides]
        dice = _dice(mine)
        if not enough(len(dice), sides):
            continue
        faces[sides] = dice
        answers += _ask("all", sides, mine)
        for word, names in (
            ("button", dict.fromkeys(one.button for one in mine)),
            ("player", dict.fromkeys(one.player for one in mine)),
        ):
            if len(names) < 2:
                continue
            for name in names:
                own = [one for one in mine if getattr(one, word) == name]
                if name and enough(len(_dice(own)), sides):
                    answers += _ask(f"{word} {name}", sides, own)
    return Fairness(tuple(corrected(answers)), faces, tuple(unjudged))


def enough(dice: int, sides: int) -> bool:
    """Whether there are enough dice of a kind for the tests."""
    return dice >= max(FEWEST_DICE, PER_FACE * sides)


def _dice(throws: Iterable[_Throw]) -> tuple[int, ...]:
    return tuple(face for one in throws for face in one.faces)


def _ask(of: str, sides: int, throws: Sequence[_Throw]) -> Iterator[Answer]:
    dice = _dice(throws)
    yield Answer("faces", of, sides, len(dice), spread(dice, sides))
    if all(one.in_order for one in throws):
        yield Answer("runs", of, sides, len(dice), runs(dice, sides))
        yield Answer("pairs", of, sides, len(dice), pairs(dice, sides))


def corrected(answers: Sequence[Answer]) -> Iterator[Answer]:
    """The results with their probabilities corrected for the number of tests (Holm)."""
    order = sorted(range(len(answers)), key=lambda at: answers[at].chance)
    chances: dict[int, float] = {}
    most = 0.0
    for rank, at in enumerate(order):
        most = max(most, min(1.0, (len(answers) - rank) * answers[at].chance))
        chances[at] = most
    for at, answer in enumerate(answers):
        yield replace(answer, corrected=chances[at])


# --- sides ------------------------------------------------------------------------------


def _throws(
    rows: Sequence[Roll], buttons: Mapping[str, Button], changed_results: Collection[str]
) -> tuple[list[_Throw], dict[str, None]]:
    by_name: dict[str, list[Roll]] = {}
    for row in rows:
        by_name.setdefault(row.button, []).append(row)
    faces = {name: _faces(buttons.get(name), name, some) for name, some in by_name.items()}
    sorts = {
        name
        for name, some in by_name.items()
        if (not buttons[name].in_order if name in buttons else _always_sorted(some))
    }
    throws: list[_Throw] = []
    unjudged: dict[str, None] = {}
    for row in rows:
        order = faces[row.button] if row.button not in changed_results else ()
        shown = _shown(row, buttons.get(row.button))
        if order and shown and all(one in order for one in shown):
            faces_shown = tuple(order.index(one) + 1 for one in shown)
            as_fell = row.button not in sorts
            throws.append(_Throw(row.button, row.player, len(order), faces_shown, as_fell))
        else:
            unjudged[row.button] = None
    return throws, unjudged


def _faces(button: Button | None, name: str, rows: Sequence[Roll]) -> tuple[str, ...]:
    """The faces of a button's dice in order; none if they are not known for sure."""
    if button is not None:
        return button.faces if button.each else ()
    dice = [die for row in rows for die in row.dice]
    sides = _sides_in(name) or likely_sides(dice)
    if sides and dice and all(0 <= die <= sides for die in dice):
        first = 0 if 0 in dice and sides not in dice else 1
        faces = tuple(str(face) for face in range(first, first + sides))
        return faces if all(str(die) in faces for die in dice) else ()
    return ()


def _shown(row: Roll, button: Button | None) -> tuple[str, ...]:
    if row.dice:
        return tuple(map(str, row.dice))
    # Random texts are given as they are, several separated by commas.
    if button is not None and not button.symbols and button.faces:
        return tuple(row.result.split(","))
    return ()


def _always_sorted(rows: Sequence[Roll]) -> bool:
    """Whether a button seems to sort its dice, judged by enough rolls of several dice."""
    several = [row.dice for row in rows if len(set(row.dice)) > 1]
    return len(several) >= _SHOWS_SORTING and all(list(d) == sorted(d) for d in several)


def _sides_in(name: str) -> int:
    """The number of sides in a button's name, such as ``2d6`` or ``W10``; else 0."""
    numbers = set(_SIDES_IN_NAME.findall(name))
    return int(numbers.pop()) if len(numbers) == 1 else 0


def likely_sides(dice: Sequence[int]) -> int:
    """The number of sides that dice must have to give these results; 0 if that is not certain, or
    if they may be totals or have something added (then none of many shows a 1)."""
    if not dice or min(dice) < 1 or max(dice) not in _USUAL_SIDES[:-1]:
        return 0
    sides = max(dice)
    least = min(dice)
    of_others = sides - least + 1 in _USUAL_SIDES or sides / least in _USUAL_SIDES
    if least > 1 and of_others and (1 - 1 / sides) ** len(dice) < _CERTAIN:
        return 0
    more = _USUAL_SIDES[_USUAL_SIDES.index(sides) + 1]
    return sides if (sides / more) ** len(dice) < _CERTAIN else 0


# --- chances ----------------------------------------------------------------------------


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The probability that a chi-square variable with ``freedom`` degrees exceeds ``statistic``.

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
    """The probability that fair dice spread at least as unevenly over their faces as these."""
    expected = len(dice) / sides
    counted = Counter(dice)
    statistic = sum((counted[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    return chi_square_tail(statistic, sides - 1)


def runs(dice: Sequence[int], sides: int) -> float:
    """The probability that fair dice alternate between high and low as rarely or often as these.

    It is conditional on the numbers of high and low dice; the middle face of an odd number of sides
    is neither.
    """
    ups = [2 * die > sides + 1 for die in dice if 2 * die != sides + 1]
    high = sum(ups)
    low = len(ups) - high
    if not high or not low:
        return 1.0
    turns = 1 + sum(one != other for one, other in pairwise(ups))
    both = 2 * high * low
    expected = both / (high + low) + 1
    variance = both * (both - high - low) / ((high + low) ** 2 * (high + low - 1))
    return _two_sided(turns - expected, variance)


def pairs(dice: Sequence[int], sides: int) -> float:
    """The probability that fair dice equal the die before as rarely or as often as these."""
    tries = len(dice) - 1
    same = sum(one == other for one, other in pairwise(dice))
    return _two_sided(same - tries / sides, tries * (sides - 1) / sides**2)


def _two_sided(off: float, variance: float) -> float:
    """The two-sided normal probability of a deviation, with continuity correction."""
    if variance <= 0:
        return 1.0
    return min(1.0, math.erfc(max(0.0, abs(off) - 0.5) / math.sqrt(2 * variance)))


# --- words ------------------------------------------------------------------------------

_ANSWERS = {
    "faces": "so uneven a spread",
    "runs": "such a turn from high to low",
    "pairs": "such a likeness of one die to the next",
}


def in_words(chance: float, question: str = "faces") -> str:
    """A probability in words."""
    if chance >= UNUSUAL:
        return "nothing unusual"
    games = round(1 / max(chance, 1e-9))
    return f"{_ANSWERS[question]} comes up about once in {games:,} games"


def faces_in_words(dice: Iterable[int], sides: int) -> str:
    """``1: 4, 2: 6``: how often each face came up."""
    counted = Counter(dice)
    return ", ".join(f"{face}: {counted[face]}" for face in range(1, sides + 1))

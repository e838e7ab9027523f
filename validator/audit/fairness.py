"""How even the dice fell: by all dice of a kind, by button and by player, in plain words.

Three questions are asked, each with a chance for its answer: do the faces come up equally often
(chi-square), do high and low take turns as chance lets them (runs; Wald and Wolfowitz), and is a
die the same as the one before it as often as it should be (pairs). Who asks many questions gets a
rare answer to some of them: the chances are corrected for how many were asked (Holm). Chance is
never held against anybody: all this is a note, never more.
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
"""Below this nothing is asked."""
PER_FACE = 5
"""Nor with fewer dice than so many a face: the chi-square test wants them."""
UNUSUAL = 0.01
"""Corrected chance below which an answer is called unusual."""
_CERTAIN = 1e-6
"""Chance below which a die has no higher faces than it has shown."""
_SHOWS_SORTING = 5
_USUAL_SIDES = (4, 6, 8, 10, 12, 20, 100)
_SIDES_IN_NAME = re.compile(r"(?<![A-Za-z0-9])\d{0,2}[dDwW](\d{1,3})(?![A-Za-z0-9])")


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question."""

    question: str
    """``faces``, ``runs`` or ``pairs``."""
    of: str
    """``all``, ``button NAME`` or ``player NAME``."""
    sides: int
    dice: int
    chance: float
    """How often fair dice give such an answer, or a rarer one."""
    corrected: float = 1.0
    """The same, for so many questions as were asked."""

    def to_json(self) -> dict[str, object]:
        """The answer as the command line prints it."""
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
    """What the dice of a game say."""

    answers: tuple[Answer, ...]
    faces: Mapping[int, tuple[int, ...]]
    """By number of sides: every die of that kind, in order."""
    unjudged: tuple[str, ...]
    """Buttons whose dice have an unknown number of sides, or do not tell each die."""

    def to_json(self) -> dict[str, object]:
        """As the command line prints it."""
        return {
            "answers": [answer.to_json() for answer in self.answers],
            "faces": {
                str(sides): [Counter(dice)[face] for face in range(1, sides + 1)]
                for sides, dice in self.faces.items()
            },
            "not_judged": list(self.unjudged),
        }

    def findings(self) -> Iterator[Finding]:
        """A note for every answer that is unusual; how all dice fell stands in the figures."""
        for answer in self.answers:
            if answer.corrected >= UNUSUAL:
                continue
            dice = self.faces[answer.sides]
            if (answer.question, answer.of) == ("faces", "all"):
                did = (
                    f"{len(dice)} dice of {answer.sides} sides, {sum(dice) / len(dice):.2f} on "
                    f"average ({faces_told(dice, answer.sides)}): "
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
    """Whether it is reported as it fell; sorted dice say nothing about one die after the other."""


def judge(
    rows: Sequence[Roll],
    buttons: Mapping[str, Button],
    told_otherwise: Collection[str] = (),
) -> Fairness:
    """Ask the three questions of all dice of a kind, and of each button's and player's.

    ``told_otherwise``: buttons whose results are not their dice, as the files themselves say.
    """
    throws, unjudged = _throws(rows, buttons, told_otherwise)
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
    """Whether so many dice of a kind say anything."""
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
    """The answers with their chances corrected for their number, step by step (Holm)."""
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
    rows: Sequence[Roll], buttons: Mapping[str, Button], told_otherwise: Collection[str]
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
        order = faces[row.button] if row.button not in told_otherwise else ()
        shown = _shown(row, buttons.get(row.button))
        if order and shown and all(one in order for one in shown):
            told = tuple(order.index(one) + 1 for one in shown)
            as_fell = row.button not in sorts
            throws.append(_Throw(row.button, row.player, len(order), told, as_fell))
        else:
            unjudged[row.button] = None
    return throws, unjudged


def _faces(button: Button | None, name: str, rows: Sequence[Roll]) -> tuple[str, ...]:
    """The faces of a button's dice in order; none where they are not known for sure."""
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
    # A text drawn at random is reported as it stands; several by commas.
    if button is not None and not button.symbols and button.faces:
        return tuple(row.result.split(","))
    return ()


def _always_sorted(rows: Sequence[Roll]) -> bool:
    """Whether a button tells its dice sorted, as far as enough rolls of several dice show."""
    several = [row.dice for row in rows if len(set(row.dice)) > 1]
    return len(several) >= _SHOWS_SORTING and all(list(d) == sorted(d) for d in several)


def _sides_in(name: str) -> int:
    """The sides that a button's name tells, as ``2d6`` and ``W10`` do; else 0."""
    told = set(_SIDES_IN_NAME.findall(name))
    return int(told.pop()) if len(told) == 1 else 0


def likely_sides(dice: Sequence[int]) -> int:
    """The number of sides that dice must have to fall so; 0 where more are possible, or where
    they may be other dice with something added, or totals: so many would have shown a 1."""
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


def runs(dice: Sequence[int], sides: int) -> float:
    """The chance that fair dice take turns between high and low as seldom or as often as these.

    Given how many are high and how many low; the middle face of an odd number of sides is neither.
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
    """The chance that fair dice are the same as the one before as seldom or as often as these."""
    tries = len(dice) - 1
    same = sum(one == other for one, other in pairwise(dice))
    return _two_sided(same - tries / sides, tries * (sides - 1) / sides**2)


def _two_sided(off: float, variance: float) -> float:
    """The chance of being so far off, by the normal distribution, half a step allowed for."""
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
    """A chance as people say it."""
    if chance >= UNUSUAL:
        return "nothing unusual"
    games = round(1 / max(chance, 1e-9))
    return f"{_ANSWERS[question]} comes up about once in {games:,} games"


def faces_told(dice: Iterable[int], sides: int) -> str:
    """``1: 4, 2: 6``: how often each face came up."""
    counted = Counter(dice)
    return ", ".join(f"{face}: {counted[face]}" for face in range(1, sides + 1))

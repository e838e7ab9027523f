"""Text that fits its box: shrink, then condense, then abbreviate by rule, then warn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from generator.drawing.typefaces import POINT, measures
from generator.light import dataclass

FLOOR = 5 * POINT
"""The smallest type in print, in millimetres."""

NARROWEST = 0.88
"""The most a line may be condensed; beyond this letters of 5 pt run together on a screen."""

ABBREVIATIONS: tuple[tuple[str, str], ...] = (
    ("Admiral", "Adm."),
    ("Vizeadmiral", "VAdm."),
    ("General", "Gen."),
    ("Division", "Div."),
    ("Regiment", "Rgt."),
    ("Brigade", "Bde."),
    ("Battalion", "Bn."),
    ("Squadron", "Sqn."),
    ("Flotilla", "Flot."),
    ("Destroyer", "Dest."),
    ("Cruiser", "Cr."),
    ("Atlantic", "Atl."),
    ("Saint", "St."),
    ("Fort", "Ft."),
    ("Port", "Pt."),
    ("Kapitän", "Kpt."),
    ("Prinz", "Pr."),
)
"""Whole words that have a customary short form, tried one after another."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A line ready to set: sizes and widths in millimetres, ``stretch`` 1 for unchanged letters.

    ``overflow`` is how much of the line still stands out of its box, 0 when it fits.
    """

    text: str
    size: float
    stretch: float
    width: float
    overflow: float = 0.0


def shorter_forms(text: str, rules: tuple[tuple[str, str], ...] = ABBREVIATIONS) -> Iterator[str]:
    """``text`` made shorter step by step: customary abbreviations, then forenames as initials.

    >>> list(shorter_forms("Admiral Graf Spee"))
    ['Adm. Graf Spee', 'A. Graf Spee', 'A. G. Spee']
    """
    words = text.split(" ")
    short = dict(rules)
    for index, word in enumerate(words):
        if word in short:
            words[index] = short[word]
            yield " ".join(words)
    if "," in text:
        return  # a list of names: their initials would say nothing
    for index, word in enumerate(words[:-1]):
        if len(word) > 2 and word.rstrip(".").isalpha():
            words[index] = f"{word[0]}."
            yield " ".join(words)


def is_cut(text: str, shown: str) -> bool:
    """Whether ``shown`` is ``text`` with initials, and not only with customary abbreviations.

    >>> is_cut("Admiral Graf Spee", "Adm. Graf Spee"), is_cut("Admiral Graf Spee", "A. Graf Spee")
    (False, True)
    """
    if text == shown:
        return False
    short = dict(ABBREVIATIONS)
    pairs = zip(text.split(" "), shown.split(" "), strict=False)
    return any(one not in (word, short.get(word)) for word, one in pairs)


@lru_cache(maxsize=4096)
def fit(
    text: str,
    face: str,
    size: float,
    width: float,
    *,
    floor: float = FLOOR,
    narrowest: float = NARROWEST,
    tracking: float = 0.0,
) -> Fitted:
    """``text`` set to stand within ``width`` millimetres.

    ``size`` is the wanted type size and ``floor`` the least allowed, both in millimetres;
    ``tracking`` is extra space between letters in parts of the size. What cannot be made to fit
    is cut to the shortest form and carries the rest as ``overflow``.
    """
    table = measures(face)

    def natural(words: str) -> float:
        return table.width(words) + tracking * max(0, len(words) - 1)

    least = min(floor, size)
    best: Fitted | None = None
    for form in chain((text,), shorter_forms(text)):
        per_size = natural(form)
        if per_size * size <= width:
            return Fitted(form, size, 1.0, per_size * size)
        if per_size * least <= width:
            return Fitted(form, width / per_size, 1.0, width)
        if per_size * least * narrowest <= width:
            return Fitted(form, least, width / (per_size * least), width)
        set_width = per_size * least * narrowest
        candidate = Fitted(form, least, narrowest, set_width, set_width - width)
        if best is None or candidate.overflow < best.overflow:
            best = candidate
    assert best is not None
    return best


def wrap(text: str, face: str, size: float, width: float) -> list[str]:
    """``text`` broken into lines no wider than ``width`` millimetres at type ``size``.

    Line breaks of the text are kept; a single word wider than the line stands alone.
    """
    table = measures(face)
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if line and table.width(longer, size) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines

"""Games told in plain words, line by line, for VASSAL itself to play or for the writer of tests.

A line is one act, and one step of the log; ``#`` begins a remark, and there stands what an audit
must find at that step. Counters, decks and places go by their ids::

    German drags plot_atlantis to 1505
    British draws od_3 from O/D Cup to C1 Origin
    British picks Turn right of c1
    German presses Turn a card: hearts_1
    German rolls Morale check: 5 6
    British says good luck
    German undoes
    German saves middle
    British rolls Waiting set: 1  # finds UTF-4.1.1b
    British drags plot_devonshire to 1202  # finds UTF-3.3.2g to British, UTF-5.3a to British
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from generator.geography.layout import layout_of
from tests.modules.under_ten_flags.table import the_game

LOGS = Path(__file__).parent / "logs"
_LINE = re.compile(
    r"(?P<side>German|British) (?:"
    r"(?P<drag>drags) (?P<units>[\w, ]+?) to (?P<place>.+?)"
    r"|(?P<draw>draws) (?P<unit>\w+) from (?P<deck>.+?) to (?P<onto>.+?)"
    r"|(?P<pick>picks) (?P<words>.+) of (?P<of>.+?)"
    r"|(?P<press>presses) (?P<button>[^:]+?)(?:: (?P<card>\w+))?"
    r"|(?P<roll>rolls) (?P<dice>[^:]+): (?P<faces>[\d ]+)"
    r"|(?P<say>says) (?P<text>.+)"
    r"|(?P<undo>undoes)"
    r"|(?P<save>saves) (?P<name>\w+)"
    r")"
)
_OWN_SHEET = {"German": "german_plot", "British": "british_plot"}
_ON_A_SHEET = ("plot_", "column_")


@dataclass(frozen=True, slots=True)
class Act:
    """One line."""

    side: str
    verb: str
    """drag, draw, pick, press, roll, say, undo or save."""
    units: tuple[str, ...] = ()
    words: str = ""
    """The entry of a menu, the button, the text, the file; of a draw the deck."""
    map: str = ""
    place: str = ""
    dice: tuple[int, ...] = ()
    finds: tuple[tuple[str, str], ...] = ()
    """The codes of what an audit finds here, and who alone may know it ("" for everybody)."""


def read(name: str) -> list[Act]:
    """The acts of a script beside the logs. Raises `ValueError` for a line that says nothing."""
    text = (LOGS / f"{name}.txt").read_text("utf-8")
    return list(acts(text))


def acts(text: str) -> Iterator[Act]:
    """The acts that a text tells. Raises `ValueError` for a line that says nothing."""
    for line in text.splitlines():
        said, _, remark = line.partition("#")
        if said.strip():
            found = _LINE.fullmatch(said.strip())
            if found is None:
                raise ValueError(f"not an act: {line!r}")
            yield replace(_act(found.groupdict()), finds=_finds(remark.strip()))


def _finds(remark: str) -> tuple[tuple[str, str], ...]:
    if not remark.startswith("finds "):
        return ()
    rows = (one.partition(" to ") for one in remark.removeprefix("finds ").split(", "))
    return tuple((code, side) for code, _, side in rows)


def expected(
    script: Iterable[Act], *, reveal: bool = False, side: str = ""
) -> list[tuple[int, str]]:
    """Step and code of everything that an audit finds in the log of a script."""
    logged = (act for act in script if act.verb != "save")
    return sorted(
        (step, code)
        for step, act in enumerate(logged, 1)
        for code, whose in act.finds
        if reveal or whose in ("", side)
    )


def _act(row: Mapping[str, str | None]) -> Act:
    side = row["side"] or ""
    match row:
        case {"drag": str(), "units": str(units), "place": str(place)}:
            pieces = tuple(units.split(", "))
            return Act(side, "drag", pieces, map=_map(side, pieces, place), place=place)
        case {"draw": str(), "unit": str(unit), "deck": str(deck), "onto": str(place)}:
            return Act(side, "draw", (unit,), deck, _map(side, (unit,), place), place)
        case {"pick": str(), "words": str(words), "of": str(unit)}:
            return Act(side, "pick", (unit,), words)
        case {"press": str(), "button": str(button), "card": card}:
            return Act(side, "press", (card,) if card else (), button)
        case {"roll": str(), "dice": str(button), "faces": str(faces)}:
            return Act(side, "roll", (), button, dice=tuple(map(int, faces.split())))
        case {"say": str(), "text": str(text)}:
            return Act(side, "say", (), text)
        case {"undo": str()}:
            return Act(side, "undo")
    return Act(side, "save", (), row["name"] or "")


def _map(side: str, pieces: tuple[str, ...], place: str) -> str:
    """The map a counter is put on: a plot goes to its owner's sheet, another where the place is."""
    if pieces[0].startswith(_ON_A_SHEET):
        return _OWN_SHEET[side]
    return next(one.id for one in the_game().maps if (one.id, place) in spots())


@cache
def spots() -> Mapping[tuple[str, str], tuple[int, int]]:
    """Map and place to where VASSAL puts a counter there."""
    found = {}
    for one in the_game().maps:
        layout = layout_of(one)
        for place in (*layout.places, *layout.decks):
            found[one.id, place] = layout.pixels(place)
    return found

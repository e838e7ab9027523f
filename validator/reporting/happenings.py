"""What the page shows of one step: lines of text, arrows, and words beside pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from generator.light import dataclass
from validator.reading import events as ev
from validator.reading import listing
from validator.reading.events import Event, Place
from validator.reading.views import View

_SPOKEN = re.compile(r"<([^<>]+)> - (.+)", re.DOTALL)
_BY = re.compile(r"\[([^\[\]]*)\] ")
"""The side and player that a module writes before a turn; the page names the player itself."""
_MARK = re.compile(r" \(?P\d+\)?$")
_OFF_THE_GRID = re.compile(
    r"(?: in| →)? offboard(?: -?\d+,-?\d+)?(?: → offboard(?: -?\d+,-?\d+)?)?$"
    r"| offboard(?: -?\d+,-?\d+)?(?= → )"
)
"""The place of a piece off the grid in a line's text: the arrow shows it instead."""
_LONGEST = 28
"""The greatest length of a word beside a piece."""
_MOST_ARROWS = 60


@dataclass(frozen=True, slots=True)
class Line:
    """One line of what happened."""

    kind: str
    """The kind of the event."""
    player: str
    """Name and mark of the player; empty if the file does not name one."""
    text: str
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrow:
    """A piece's move on a map, in pixels of it."""

    map: str
    start: tuple[int, int] | None
    """None if it came from elsewhere."""
    end: tuple[int, int] | None
    """None if it left the map."""
    word: str = ""
    """Where it came from or went, if not on this map."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A word beside a piece that changed without moving."""

    piece: str
    word: str


@dataclass(frozen=True, slots=True)
class Happening:
    """All that happened in one step."""

    lines: tuple[Line, ...]
    arrows: tuple[Arrow, ...]
    marks: tuple[Mark, ...]
    pieces: tuple[str, ...]
    """The pieces concerned."""
    undone: bool
    """Whether the step was undone later."""


def happenings(view: View) -> Iterator[Happening]:
    """What happened in each step of a view."""
    values: dict[int, list[dict[str, Any]]] = {}
    for value in listing.event_values(view):
        if listing.worth_a_line(value):
            values.setdefault(value["step"], []).append(value)
    for step in view.steps:
        rows = values.get(step.number, ())
        pieces = (one.piece for one in step.events if isinstance(one, ev.PieceEvent))
        yield Happening(
            tuple(_line(value) for value in rows if not _reported(value, rows)),
            tuple(dict.fromkeys(_arrows(step.events)))[:_MOST_ARROWS],
            tuple(_marks(step.events)),
            tuple(dict.fromkeys(pieces)),
            step.number in view.undone,
        )


def _line(value: dict[str, Any]) -> Line:
    kind, text = value["kind"], listing.line_of(value).replace(" -> ", " → ")
    text = _OFF_THE_GRID.sub("", text).removeprefix("* ")
    if kind in ("property", "change") and value.get("what") != "rotation":
        text = _put_plainly(value)
    dice = tuple(value["dice"]) if kind == "roll" else ()
    player = value["player"] or ""
    if kind == "say":
        spoken = _SPOKEN.fullmatch(text)
        if spoken is not None:
            player, text = player or spoken[1], spoken[2]
    if kind == "turn" and player:
        by = _BY.match(text)
        if by is not None and _MARK.sub("", player) in by[1]:
            text = text[by.end() :]
    return Line(kind, player, text, dice)


def _reported(value: dict[str, Any], step: Sequence[dict[str, Any]]) -> bool:
    """Whether the module's own report of the step gives this number too."""
    if value["kind"] != "property":
        return False
    change = f"{value['old']} -> {value['new']}"
    return any(change in other.get("text", "") for other in step if other is not value)


def _put_plainly(value: dict[str, Any]) -> str:
    """``U-47: Fuel 9 → 8``, as a player would say it."""
    what = value.get("property") or value.get("what", "")
    words = [f"“{text}”" if " " in text else text or "–" for text in (value["old"], value["new"])]
    name = value["name"] or listing.NAMELESS
    title = f"{name}: {what}" if what else name
    return f"{title} {' → '.join(words)}"


def _arrows(events: Sequence[Event]) -> Iterator[Arrow]:
    for event in events:
        match event:
            case (
                ev.Moved(from_=from_, to=to)
                | ev.Drawn(from_=from_, to=to)
                | ev.Returned(from_=from_, to=to)
            ):
                start, end = _point(from_), _point(to)
                if from_.map == to.map:
                    if start != end:
                        yield Arrow(to.map, start, end)
                    continue
                if start is not None:
                    yield Arrow(from_.map, start, None, f"to {to.map}" if to.map else "off")
                if end is not None:
                    yield Arrow(to.map, None, end, f"from {from_.map}" if from_.map else "new")
            case ev.Placed(to=to) if to.map and to.seen:
                yield Arrow(to.map, None, (to.x, to.y), "new")
            case ev.Removed(from_=from_) if from_.map and from_.seen:
                yield Arrow(from_.map, (from_.x, from_.y), None, "gone")


def _point(place: Place) -> tuple[int, int] | None:
    return (place.x, place.y) if place.map and place.seen else None


def _marks(events: Sequence[Event]) -> Iterator[Mark]:
    for event in events:
        match event:
            case ev.Flipped(piece=piece, old=old, new=new):
                yield Mark(piece, _levels(old, new))
            case ev.Changed(piece=piece, what=what, title=title, old=old, new=new):
                word = _changed(what, title, old, new)
                if word:
                    yield Mark(piece, word)
            case ev.Masked(piece=piece):
                yield Mark(piece, "face down")
            case ev.Unmasked(piece=piece):
                yield Mark(piece, "face up")
            case ev.Shown(piece=piece):
                yield Mark(piece, "shown")


def _levels(old: int, new: int) -> str:
    if old < 0 or new < 0:
        return "off" if new < 0 else "on"
    return "flipped" if {old, new} == {1, 2} else f"{old} → {new}"


def _changed(what: str, title: str, old: str, new: str) -> str:
    match what:
        case "rotation":
            return "turned"
        case "property":
            word = f"{title}: {old or '–'} → {new or '–'}"
            return word if len(word) <= _LONGEST else f"{title} changed"[:_LONGEST]
        case "label":
            return f"“{new}”" if 0 < len(new) <= _LONGEST else "label"
    return ""

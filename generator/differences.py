"""The result of a comparison, in the form that every comparison uses.

Comparisons of modules, saves and logs all return these values, which become lines for a terminal
(`lines`), plain values for JSON (`Comparison.to_json`) or a page.
"""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from generator.light import dataclass

ADDED, REMOVED, CHANGED, MOVED, RENAMED = "added", "removed", "changed", "moved", "renamed"

_SIGNS = {ADDED: "+", REMOVED: "-", CHANGED: "~", MOVED: ">", RENAMED: "~"}
_SHORT = 60
"""Old and new values up to this many letters are shown on one line."""
_AROUND = 24
"""In a long line, this many letters are shown around each difference."""
_LONGEST = 160
"""At most this many letters of an added or removed trait are shown."""
_FEW = 4
"""At most this many things that changed in the same way are named."""
_MOST_LINES = 2000
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}


@dataclass(frozen=True, slots=True)
class Detail:
    """One difference of a thing."""

    how: str
    """``added``, ``removed``, ``changed`` or ``moved``."""
    part: str
    """The part of the thing, such as ``Layer [Steps]``; empty for the thing itself."""
    name: str
    """The field or attribute; empty for the whole part."""
    kind: str = ""
    """The kind of the value, as in the tables (`generator.vassal.encodings`)."""
    old: str | None = None
    """The old value for people; ``None`` if there was none."""
    new: str | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """A thing that differs."""

    how: tuple[str, ...]
    """One or more of ``added``, ``removed``, ``renamed``, ``moved``, ``changed``."""
    what: str
    """The kind of thing: ``Game Piece``, ``image``, ``deck``."""
    name: str
    """Its name now; for a removed thing, its old name."""
    where: str
    """Its place now; for a removed thing, its old place."""
    was: str = ""
    """Its earlier name, if it was renamed."""
    came: str = ""
    """Its earlier place, if it was moved."""
    holds: str = ""
    """More about it: what was added or removed with it, its size."""
    details: tuple[Detail, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Differences of one sort."""

    title: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of two things."""

    old: str
    """The name of the first."""
    new: str
    groups: tuple[Group, ...]
    notes: tuple[str, ...] = ()
    """Notes for the reader that are no differences."""

    @property
    def differs(self) -> bool:
        """Whether anything differs."""
        return any(group.differences for group in self.groups)

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "old": self.old,
            "new": self.new,
            "differs": self.differs,
            "notes": list(self.notes),
            **{group.title: [asdict(row) for row in group.differences] for group in self.groups},
        }

    def headline(self) -> str:
        """The number of differences, in one line."""
        told = [
            f"{group.title}: {_counted(group.differences)}"
            for group in self.groups
            if group.differences
        ]
        return "; ".join(told) or "no difference"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text and its style."""

    text: str
    tone: str = ""
    """``heading``, ``where``, the kind of difference, or empty."""


def lines(comparison: Comparison) -> Iterator[Line]:
    """The comparison as text; things that changed in the same way are reported once."""
    yield Line(f"--- {visible(comparison.old)}", "heading")
    yield Line(f"+++ {visible(comparison.new)}", "heading")
    for group in comparison.groups:
        if group.differences:
            yield Line(group.title, "heading")
        where = ""
        for alike in alike_ones(group.differences):
            places = list(dict.fromkeys(row.where for row in alike))
            if len(places) > 1 or places[0] != where:
                where = _listed(places)
                if where:
                    yield Line(f"in {visible(where)}", "where")
            yield from _indented(_told(alike), 1 if where else 0)
    for note in comparison.notes:
        yield Line(f"note: {visible(note)}")
    yield Line(comparison.headline())


def _listed(places: Sequence[str]) -> str:
    """``A``; ``A; B``; ``A; B; C and 4 more places``."""
    named = [place or "the file itself" for place in places] if len(places) > 1 else places
    left = len(named) - _FEW
    if left <= 0:
        return "; ".join(named)
    return f"{'; '.join(named[:_FEW])} and {left} more place{'s' * (left > 1)}"


def alike_ones(given: Iterable[Difference]) -> list[list[Difference]]:
    """The differences in groups that read the same except for the thing's name: changed in the same
    way, or moved from one place to another."""
    found: dict[object, list[Difference]] = {}
    for row in given:
        key: object = id(row)
        if row.how == (CHANGED,):
            key = (row.what, tuple(_details(row.details)))
        elif row.how == (MOVED,) and row.came and not row.details:
            key = (row.what, row.came, row.where, row.holds)
        found.setdefault(key, []).append(row)
    return list(found.values())


def heading_of(alike: Sequence[Difference]) -> str:
    """One line for things that differ in the same way."""
    first = alike[0]
    shown = [_titled(row.what, row.name) for row in alike[:_FEW]]
    if len(alike) > _FEW:
        shown = [f"{len(alike)} times {first.what}:", *(f"[{row.name}]" for row in alike[:_FEW])]
        shown.append("...")
        told = " ".join(shown)
    else:
        told = ", ".join(shown)
    if first.was:
        told = f"{_titled(first.what, first.was)} -> [{first.name}]"
    if first.came:
        told += f"  (was in {first.came})"
    if first.holds:
        told += f"  ({first.holds})"
    return told


def visible(text: str) -> str:
    """A text with its control characters made visible."""
    return _UNSEEN.sub(lambda found: _ESCAPES.get(found[0], f"\\u{ord(found[0]):04x}"), text)


def value_lines(detail: Detail) -> Iterator[Line]:
    """A detail's values: on one line if they are short, otherwise line by line what differs."""
    name = detail.name or detail.how
    old, new = detail.old, detail.new
    if old is None or new is None:
        rows = (new if old is None else old) or ""
        tone, sign = (ADDED, "+") if old is None else (REMOVED, "-")
        first, *rest = rows.split("\n")
        yield Line(f"{sign} {visible(name)}: {visible(first)}", tone)
        for row in rest:
            yield Line(f"{sign}     {visible(row)}", tone)
        return
    if "\n" not in old + new and len(old) <= _SHORT and len(new) <= _SHORT:
        yield Line(f"{visible(name)}: {_quoted(old)} -> {_quoted(new)}", CHANGED)
        return
    yield Line(f"{visible(name)}:", CHANGED)
    if "\n" not in old + new:
        before, after = _where_they_differ(old, new)
        yield Line(f"  - {visible(before)}", REMOVED)
        yield Line(f"  + {visible(after)}", ADDED)
        return
    for sign, row in changed_lines(old, new):
        yield Line(f"  {sign} {visible(row)}".rstrip(), {"+": ADDED, "-": REMOVED}.get(sign, ""))


def changed_lines(old: str, new: str) -> Iterator[tuple[str, str]]:
    """(sign, line) of each line that was added (``+``) or removed (``-``), with one line around it
    (`` ``)."""
    before, after = (text.split("\n") if text else [] for text in (old, new))
    if len(before) + len(after) > _MOST_LINES:
        yield "-", f"({len(before)} lines)"
        yield "+", f"({len(after)} lines)"
        return
    for at, row in enumerate(difflib.unified_diff(before, after, n=1, lineterm="")):
        if at > 1 and not row.startswith(("@@ -1 ", "@@ -1,", "@@ -0")):  # after the headings
            yield ("@", "...") if row.startswith("@@") else (row[0], row[1:])


def keeping_order(places: Sequence[int]) -> set[int]:
    """The longest increasing subsequence of some places: what did not move. Returns positions in
    the sequence."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for at, place in enumerate(places):
        length = bisect_left(tails, place)
        before.append(ends[length - 1] if length else -1)
        if length == len(tails):
            tails.append(place)
            ends.append(at)
        else:
            tails[length], ends[length] = place, at
    found: set[int] = set()
    at = ends[-1] if ends else -1
    while at >= 0:
        found.add(at)
        at = before[at]
    return found


def _told(alike: Sequence[Difference]) -> Iterator[Line]:
    first = alike[0]
    yield Line(f"{_SIGNS[first.how[0]]} {visible(heading_of(alike))}", first.how[0])
    yield from _details(first.details)


def _details(given: Iterable[Detail]) -> Iterator[Line]:
    part = ""
    for detail in given:
        if not detail.part:
            yield from _indented(value_lines(detail), 1)
            continue
        if not detail.name:
            sign = _SIGNS[detail.how]
            told = f"    {sign} {visible(detail.part)}"
            value = visible(detail.new or detail.old or "")
            if len(value) > _LONGEST:
                value = f"{value[:_LONGEST]}..."
            yield Line(f"{told}: {value}" if value else told, detail.how)
            part = ""
            continue
        if detail.part != part:
            part = detail.part
            yield Line(f"    {visible(part)}")
        yield from _indented(value_lines(detail), 2)


def _indented(given: Iterable[Line], level: int) -> Iterator[Line]:
    for line in given:
        yield Line("    " * level + line.text, line.tone)


def _titled(what: str, name: str) -> str:
    return f"{what} [{name}]" if name else what


def _quoted(text: str) -> str:
    bare = visible(text)
    return bare if bare and bare == bare.strip() and "->" not in bare else f'"{bare}"'


def _where_they_differ(old: str, new: str) -> tuple[str, str]:
    """Both texts from a little before the first letter that differs to a little after the last."""
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    begin = max(0, head - _AROUND)

    def cut(text: str) -> str:
        end = min(len(text), len(text) - tail + _AROUND)
        return ("..." if begin else "") + text[begin:end] + ("..." if end < len(text) else "")

    return cut(old), cut(new)


def _counted(given: Sequence[Difference]) -> str:
    counts: dict[str, int] = {}
    for row in given:
        for how in row.how:
            counts[how] = counts.get(how, 0) + 1
    order = (ADDED, REMOVED, RENAMED, MOVED, CHANGED)
    return ", ".join(f"{counts[how]} {how}" for how in order if how in counts)

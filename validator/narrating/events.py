"""A story of what happened to the pieces, for any module without rules.

A paragraph holds what one player did in a row; undone steps are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from generator.light import dataclass
from validator.narrating.clauses import Clause, Said, add, sentences
from validator.narrating.words import listed
from validator.reading import events as ev
from validator.reading.events import Event
from validator.reading.listing import NAMELESS, event_value, line_of, turn_in, worth_a_line
from validator.reading.views import View

_LEFT_OUT = ("report", "turn", "undo", "point", "property", "shuffle", "reorder")
"""Kinds of events that the story leaves out if a step shows anything else."""
_SAID = ("say", "say-declare", "report")
_DOES = {
    "move": ("moves", "moves", "move"),
    "draw": ("draws", "is drawn", "are drawn"),
    "move-return": ("puts", "goes", "go"),
    "place": ("places", "appears", "appear"),
}
"""By kind of event: the words with a player as subject; with one piece; with several pieces."""
_SPOKEN = re.compile(r"<([^<>]+)> - (.+)")
_OFF = "offboard"
_OFF_IN_A_REPORT = re.compile(rf" {_OFF} -> {_OFF}\b")
_UNSEEN = "?"
_TELLS_NOTHING = re.compile(r"^\* \? \w+ \? -> \?")
"""A report of a hidden piece, by those who see nothing of it."""
_FROM = {_OFF: "off the board", _UNSEEN: "where nobody saw it"}
_MANY = 25
"""How many sentences a paragraph has at most."""


@dataclass(frozen=True, slots=True)
class _Act:
    """One event, in the parts by which a sentence joins it with its like."""

    player: str
    kind: str
    name: str
    piece: str = ""
    start: str = ""
    to: str = ""
    words: str = ""
    """The whole text of an event that is not joined with others."""
    step: int = 0
    """Counted through all files."""


def chapters(views: Sequence[View], first_step: int = 0) -> Iterator[tuple[str, list[list[Said]]]]:
    """The heading and the paragraphs of each turn, as sentences; steps are counted from
    ``first_step``. The chapter before the first turn has an empty heading."""
    done = first_step
    heading, stretches = "", list[list[_Act]]()
    for view in views:
        stretches.append([])
        for step in view.steps:
            turn = next((e for e in step.events if isinstance(e, ev.TurnAdvanced)), None)
            if turn is not None:
                named = turn_in(turn.text)
                if named and any(stretches):
                    yield heading, _paragraphs(stretches)
                    stretches = []
                heading = named or heading
                stretches.append([])
            if step.undoes is None and step.number not in view.undone:
                for act in _acts(step.events, done + step.number):
                    if stretches[-1] and act.player not in ("", _player(stretches[-1])):
                        stretches.append([])
                    stretches[-1].append(act)
        done += len(view.steps)
    if any(stretches):
        yield heading, _paragraphs(stretches)


def _player(acts: Sequence[_Act]) -> str:
    """The player of a stretch; empty if no event names one."""
    return next((act.player for act in reversed(acts) if act.player), "")


def _acts(events: Sequence[Event], step: int) -> Iterator[_Act]:
    seen = [(event.player, event_value(event)) for event in events]
    worth = [one for one in seen if one[1]["kind"] not in _LEFT_OUT and worth_a_line(one[1])]
    if not worth and not any(one["kind"] == "turn" for _, one in seen):
        reports = [one for one in seen if one[1]["kind"] == "report"]
        worth = [one for one in reports if not _TELLS_NOTHING.search(str(one[1]["text"]))]
    for who, value in worth:
        player, kind = (who.name or who.side) if who is not None else "", value["kind"]
        if kind == "roll":
            shown = line_of(value).removeprefix(f"{value['name']} rolls ")
            yield _Act(player or value["player"] or "", kind, value["name"], words=shown, step=step)
        elif kind in _DOES:
            start, to = str(value.get("from", "")), str(value["to"])
            if "from_map" in value and value["map"]:
                to = f"{to} ({value['map']})"
            yield _Act(player, kind, value["name"], value["piece"], start, to, step=step)
        else:
            text = _reported(str(value["text"])) if kind in _SAID else _changed(value)
            text = text.strip("* ").replace("\n", " / ")
            spoken = _SPOKEN.fullmatch(text) if kind == "say" else None
            text = f"{spoken[1]} says: \u201c{spoken[2]}\u201d" if spoken else text
            yield _Act(player, kind, "", words=text, step=step)


def _reported(text: str) -> str:
    """A line of the chat; of a report of a move without the places off the board."""
    if text.startswith("<"):
        return text
    return _OFF_IN_A_REPORT.sub("", text).replace(" -> ", " to ")


def _changed(value: Mapping[str, Any]) -> str:
    """What happened to a piece or a property, in words."""
    match value["kind"], value.get("name") or NAMELESS:
        case "note", _:
            note = f"the {value['what']} note {value['name']}".rstrip()
            return f"{note} reads: “{value['text']}”" if value["text"] else f"{note} is written"
        case "flip", name:
            level = f"the {value['layer']} of {name}" if value["layer"] else name
            return f"{level} goes from {value['old']} to {value['new']}"
        case "change", name if value["what"] == "label" and not value["old"]:
            return f"{name} is labelled “{value['new']}”"
        case "change", name if value["what"] == "label" and not value["new"]:
            return f"the label of {name} is taken off"
        case "change", name if value["what"] != "rotation":
            return f"the {value['what']} of {name} goes from “{value['old']}” to “{value['new']}”"
    return line_of(dict(value)).replace(f" in {_OFF}", "").replace(" -> ", " to ")


def _paragraphs(stretches: Sequence[Sequence[_Act]]) -> list[list[Said]]:
    """A paragraph for each stretch."""
    found = []
    for acts in stretches:
        rows: list[Clause] = []
        for clause in _clauses(_netted(acts)):
            add(rows, clause)
        found += [sentences(rows[at : at + _MANY]) for at in range(0, len(rows), _MANY)]
    return found


def _netted(acts: Sequence[_Act]) -> list[_Act]:
    """The acts with a piece's successive moves joined into one."""
    found: list[_Act] = []
    places: dict[str, int] = {}
    for act in acts:
        at = places.get(act.piece) if act.kind == "move" else None
        if at is not None and found[at].to == act.start and found[at].player == act.player:
            found[at] = replace(found[at], to=act.to)
            continue
        if act.kind in ("move", "draw"):
            places[act.piece] = len(found)
        found.append(act)
    return [act for act in found if act.kind != "move" or act.start != act.to]


def _clauses(acts: Sequence[_Act]) -> Iterator[Clause]:
    """Acts as clauses; pieces that moved alike share one."""
    for _, run in groupby(acts, lambda act: (act.player, act.kind, act.words, act.start, act.to)):
        rows = list(run)
        yield replace(_clause(rows), step=rows[0].step)


def _clause(rows: Sequence[_Act]) -> Clause:
    act, names = rows[0], listed(row.name for row in rows)
    does = _DOES.get(act.kind)
    if act.kind == "roll":
        who, shows = act.player or act.name, f"shows {act.words}"
        items = (f"{act.name} ({act.words})",) if act.player else ()
        return Clause(who, who, act.kind, "rolls " if items else shows, items)
    if does is None:
        return Clause("", "", act.words, act.words)
    way = _way(act)
    if act.player:
        return Clause(act.player, act.player, act.kind, f"{does[0]} ", (f"{names}{way}",))
    return Clause(names, names, act.kind, f"{does[1 if len(rows) == 1 else 2]}{way}")


def _way(act: _Act) -> str:
    """``from B3 to B4``."""
    start = f" from {_FROM.get(act.start, act.start)}" if act.start else ""
    if act.to.startswith(_OFF):
        return start + ("" if act.kind == "place" else act.to.replace(_OFF, " off the board", 1))
    if act.to.startswith(_UNSEEN):
        return start + act.to.replace(_UNSEEN, " to where nobody sees it", 1)
    return f"{start} {'in' if act.kind == 'place' else 'to'} {act.to}"

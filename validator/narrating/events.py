"""A game told by what happened to the pieces: of any module, without rules.

A paragraph is what one player did; what was taken back is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from generator.counting import sentence
from generator.light import dataclass
from validator.narrating.words import listed
from validator.reading import events as ev
from validator.reading.listing import event_value, told, turn_in, worth_a_line
from validator.reading.views import View

_LEFT_OUT = ("report", "turn", "undo", "point", "property")
"""Kinds of events that are no part of a story."""
_SAID = ("say", "say-declare")
_MANY = 40
"""So many sentences make a paragraph at most."""


@dataclass(frozen=True, slots=True)
class _Act:
    """Something that happened, as a sentence joins it to others of its kind."""

    player: str
    kind: str
    name: str
    start: str = ""
    to: str = ""
    words: str = ""
    """What is told where nothing can be joined."""


def chapters(views: Sequence[View]) -> Iterator[tuple[str, list[str]]]:
    """A heading for each turn that the turn tracker shows (none before the first), and the
    paragraphs of that turn."""
    heading, acts = "", list[_Act]()
    for view in views:
        for step in view.steps:
            turn = next((e for e in step.events if isinstance(e, ev.TurnAdvanced)), None)
            if turn is not None:
                if acts:
                    yield heading, list(_paragraphs(acts))
                heading, acts = turn_in(turn.text) or "The turn goes on", []
            if step.undoes is None and step.number not in view.undone:
                acts += _acts([event_value(one) for one in step.events])
    if acts:
        yield heading, list(_paragraphs(acts))


def _acts(values: Sequence[dict[str, Any]]) -> Iterator[_Act]:
    worth = [one for one in values if one["kind"] not in _LEFT_OUT and worth_a_line(one)]
    if not worth:  # nothing else was seen: the module's own report is all there is
        worth = [one for one in values if one["kind"] == "report"]
    player = next((one["player"] for one in worth if one["player"]), "")
    for value in worth:
        who, kind = value["player"] or player, value["kind"]
        if kind in ("move", "draw", "move-return", "place"):
            before, after = str(value.get("from", "")), str(value["to"])
            if "from_map" in value and value["map"]:
                after = f"{after} ({value['map']})"
            yield _Act(who, kind, value["name"], before, after)
        elif kind in (*_SAID, "report"):
            yield _Act(who, kind, "", words=str(value["text"]).strip("* ").replace("\n", " / "))
        else:
            yield _Act(who, kind, "", words=told(value).replace(" -> ", " to "))


def _paragraphs(acts: Sequence[_Act]) -> Iterator[str]:
    for player, run in groupby(acts, lambda act: act.player):
        sentences = [sentence(one) for one in _sentences(_netted(list(run)))]
        for at in range(0, len(sentences), _MANY):
            part = " ".join(sentences[at : at + _MANY])
            yield f"{player}: {part}" if player else part


def _netted(acts: Sequence[_Act]) -> list[_Act]:
    """A piece that goes on from where it was put goes there at once."""
    found: list[_Act] = []
    for act in acts:
        at = next((n for n in range(len(found) - 1, -1, -1) if found[n].name == act.name), None)
        last = found[at] if at is not None and act.kind == "move" and act.name else None
        if at is not None and last is not None and last.to == act.start and last.kind != "place":
            found[at] = replace(last, to=act.to)
        else:
            found.append(act)
    return [act for act in found if act.kind != "move" or act.start != act.to]


def _sentences(acts: Sequence[_Act]) -> Iterator[str]:
    for (kind, to), run in groupby(acts, lambda act: (act.kind, act.to)):
        rows = list(run)
        if kind not in ("move", "draw", "move-return", "place"):
            yield from (row.words for row in rows)
            continue
        for start, same in groupby(rows, lambda act: act.start):
            names = [act.name for act in same]
            yield _moved(kind, names, start, to)


def _moved(kind: str, names: Sequence[str], start: str, to: str) -> str:
    many = len(names) > 1
    who = listed(names)
    if kind == "draw":
        return f"{who} {'are' if many else 'is'} drawn from {start} and put in {to}"
    if kind == "place":
        return f"{who} {'appear' if many else 'appears'} in {to}"
    goes = ("go" if many else "goes") if kind == "move-return" else ("move" if many else "moves")
    return f"{who} {goes} from {start} to {to}"

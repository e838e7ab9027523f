"""A game told in sentences, turn by turn, as far as its reader may know it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from validator.reading import events as ev
from validator.reading.listing import event_value, told, turn_in, worth_a_line
from validator.reading.views import View, ViewStep

_PASSED_OVER = ("report",)


def paragraphs(views: Sequence[View]) -> Iterator[str]:
    """The story as lines of Markdown: a heading a turn, a line a step.

    Several files are told as one game. What was taken back is told, and so is that it was.
    """
    yield f"# {views[0].module or views[0].name}"
    yield ""
    present = [f"{who.name} ({who.side})" for who in views[0].scene(0).players]
    if present:
        yield f"At the table: {', '.join(present)}."
        yield ""
    first = 0
    for view in views:
        if len(views) > 1:
            yield f"## File {view.name.replace(chr(92), '/').rpartition('/')[2]}"
            yield ""
        for step in view.steps:
            turn = next((e for e in step.events if isinstance(e, ev.TurnAdvanced)), None)
            if turn is not None:
                yield ""
                yield f"## {_heading(turn)}"
                yield ""
            sentences = list(_sentences(step))
            if sentences:
                yield f"{first + step.number}. {' '.join(sentences)}"
        first += len(view.steps)


def _heading(turn: ev.TurnAdvanced) -> str:
    """``Turn 2, German move`` out of ``... from Turn 1, Weather to Turn 2, German move``."""
    return turn_in(turn.text) or "The turn goes on"


def _sentences(step: ViewStep) -> Iterator[str]:
    values = [event_value(event) for event in step.events]
    events = [
        value
        for value in values
        if value["kind"] not in (*_PASSED_OVER, "turn") and worth_a_line(value)
    ]
    if not events:
        # Nothing else was seen: the module's own report is all there is.
        for value in values:
            if value["kind"] == "report":
                yield _sentence(value["text"].strip("* "))
        return
    for player, by_one in groupby(events, lambda value: value["player"]):
        said = [_sentence(_of_run(list(run))) for _, run in groupby(by_one, _together)]
        if player is not None and events[0]["kind"] not in ("say", "say-declare"):
            said[0] = f"{_marks_taken(player)}: {said[0]}"
        yield from said


def _together(value: dict[str, Any]) -> tuple[object, ...]:
    """Pieces that went the same way at once are told in one sentence."""
    if value["kind"] in ("move", "draw", "move-return"):
        return (value["kind"], value["from"], value["to"])
    return (value["kind"], id(value))


def _of_run(run: list[dict[str, Any]]) -> str:
    value = run[0]
    if len(run) > 1:
        names = [one["name"] for one in run]
        value = {**value, "name": f"{', '.join(names[:-1])} and {names[-1]}"}
    said = told(value).replace(" -> ", " to ").replace("\n", " / ")
    if len(run) > 1:
        said = said.replace(" moves ", " move ", 1).replace(" is ", " are ", 1)
        said = said.replace(" goes ", " go ", 1)
    if value["kind"] in ("say", "say-declare"):
        return said.strip("* ")
    return said


def _sentence(text: str) -> str:
    """A text as a sentence."""
    text = _marks_taken(text)
    return text if text.endswith((".", "!", "?")) else text + "."


def _marks_taken(text: str) -> str:
    """A text for Markdown: nothing a log holds is taken for a mark of it."""
    for mark in ("\\", "`", "*", "_", "<", "[", "]", "#"):
        text = text.replace(mark, "\\" + mark)
    return text

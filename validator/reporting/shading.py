"""Where hidden things could be: a table for the terminal, and shaded hexes for the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from validator.audit.result import UNEXPLAINED, AuditResult

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from validator.audit.believing import Quarry, Thought

_NAMED = 10
"""The table names the places only if they are at most this many; the JSON has all of them."""


def knower(result: AuditResult) -> str:
    """Whose knowledge is shown, in words."""
    if result.side is not None:
        return f"the {result.side} side"
    return "everybody"


# --- text ---------------------------------------------------------------------------------


def belief_lines(result: AuditResult) -> Iterator[str]:
    """A table for each hidden thing: how many places it could be in, step by step."""
    if result.beliefs is None:
        return
    if not result.beliefs and any(one.code == UNEXPLAINED for one in result.findings):
        yield ""
        yield "The log fits no game by these rules, so nobody can say where hidden things could be."
    elif not result.beliefs and not result.by_rules:
        yield ""
        yield "The log is not held to the rules, so nobody can say where hidden things could be."
    elif not result.beliefs:
        yield ""
        yield f"Nothing of the others is hidden from {knower(result)} by its place."
    for quarry in result.beliefs:
        yield ""
        yield f"Where {quarry.what} could be, as {knower(result)} could know it then"
        yield from _table(quarry, result)


def _table(quarry: Quarry, result: AuditResult) -> Iterator[str]:
    """Rows by step, or by entry for a recorded game."""
    recorded = result.views[0] if result.recorded is not None else None
    rows = [
        (
            str(one.step if recorded is None else recorded.entry(one.step) or 0),
            one.moment,
            one.why,
            str(len(one.places)),
            _named(one),
        )
        for one in quarry.thoughts
    ]
    heads = ("step" if recorded is None else "entry", "time", "after", "places", "")
    a, b, c, d = (max(len(row[column]) for row in (heads, *rows)) for column in range(4))
    for step, moment, why, size, places in (heads, *rows):
        yield f"  {step:>{a}}  {moment:<{b}}  {why:<{c}}  {size:>{d}}  {places}".rstrip()


def _says(thought: Thought) -> str:
    """A remark beside the number of places; the reason if no place is left."""
    if thought.doubted:
        return f"{thought.says}: {', or '.join(map(str, thought.doubted))}"
    return thought.says or ("" if thought.places else "some statement was false")


def _named(thought: Thought) -> str:
    words, said = [], _says(thought)
    if 0 < len(thought.places) <= _NAMED:
        words.append(" ".join(thought.places))
    if said:
        words.append(f"({said})" if words else said)
    if thought.truth is not None:
        words.append(f"(it was {thought.truth}{'' if thought.holds else ', NOT AMONG THEM'})")
    return " ".join(words)


# --- the page -----------------------------------------------------------------------------


def shaded(quarries: Sequence[Quarry], game: Game, sheets: Sequence[str]) -> list[dict[str, Any]]:
    """The data for ``page.js``: the outlines of the places in pixels of their sheet, and which are
    possible from each step on. ``sheets`` are the names of the page's maps.
    """
    return [_shade(quarry, game, sheets) for quarry in quarries]


def _shade(quarry: Quarry, game: Game, sheets: Sequence[str]) -> dict[str, Any]:
    from generator.geography.layout import layout_of

    board = game.map(quarry.map)
    layout = layout_of(board)
    known = [place for one in quarry.thoughts for place in one.places]
    known += [one.truth for one in quarry.thoughts if one.truth is not None]
    places = [place for place in dict.fromkeys(known) if place in layout.places]
    index = {place: number for number, place in enumerate(places)}
    return {
        "what": quarry.what,
        "sheet": list(sheets).index(board.name),
        "places": [
            [place, [layout.point_pixels(x, y) for x, y in layout.places[place].outline]]
            for place in places
        ],
        "thoughts": [
            {
                "step": one.step,
                "moment": one.moment,
                "says": _says(one),
                "size": len(one.places),
                "at": [index[place] for place in one.places if place in index],
                "truth": index.get(one.truth or "", -1),
            }
            for one in quarry.thoughts
        ],
    }


def panel(quarries: Sequence[Quarry], knower: str) -> str:
    """The HTML element for them, which ``page.js`` fills."""
    if not quarries:
        return ""
    return (
        '<section id="beliefs" aria-label="Where hidden things could be">'
        f"<h2>Where they could be, as {knower} could know it then</h2></section>"
    )

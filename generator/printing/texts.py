"""The words of a kit: how to print it, what is in it, the rules in our words, what is ours."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from generator.drawing.charts.drawn import SEQUENCE
from generator.printing.aids import on_aids
from generator.printing.furniture import Desk
from generator.printing.pages import Component
from generator.printing.paper import Paper, named
from generator.printing.pieces import group_of, sides
from generator.printing.typesetting import (
    chapter,
    checklist,
    document,
    heading,
    listed_pairs,
    numbered,
    paragraph,
    running,
    said,
    styled,
    table,
    ticked,
    together,
)

if TYPE_CHECKING:
    from generator.definition.schema import Game, Scenario


WIDE = 140.0
"""Paper wider than this has two columns of rules, mm."""

_NUMBERED = re.compile(r"(.*\S{3})\s+([1-9]\d{0,5})")
"""A word and its running number. Shorter words are part of a name: U 1, Z 2."""

LONG_SECTION = 1500
"""A section of so many letters may be parted."""


def read_me(desk: Desk, contents: Sequence[Component]) -> bytes:
    """Cover, how to print and assemble, and the checklist of components."""
    game, printing = desk.game, desk.printing
    whose = game.credits
    years = f", {whose.year}" if whose.year else ""
    body = "#v(2mm)\n#set par(justify: false)\n"
    body += paragraph(styled(game.name, "cover"))
    if whose.design:
        body += paragraph(styled(f"A game designed by {whose.design}{years}", "under"))
    body += paragraph(styled(f"Print and play: {whose.edition}, version {game.version}", "under"))
    body += "#set par(justify: true)\n#v(4mm)\n"
    if game.text:
        body += paragraph(running(game.text))
    body += chapter("How to print", numbered(_printing_steps(desk, contents)))
    body += chapter("How to assemble", numbered(_assembly_steps(desk, contents)))
    rows = [
        [
            *map(
                said,
                (f"{one.name}.pdf", one.title, _sizes(one, printing.paper), str(len(one.pages))),
            )
        ]
        for one in contents
    ]
    body += chapter(
        "The files",
        table("(auto, 1fr, auto, auto)", ("File", "What it holds", "Paper (mm)", "Pages"), rows)
        + paragraph(
            styled(
                f"kit.pdf holds all of them in this order. Made for {printing.paper.name}.",
                "quiet",
            )
        ),
    )
    body += chapter("Notice", paragraph(said(whose.notice)))
    columns = max(1, min(4, int(printing.paper.width / 65)))
    body += chapter("Checklist of components", checklist(_checklist(game), columns))
    return document(desk, "Read me first", body)


def _sizes(component: Component, paper: Paper) -> str:
    """The papers a component is printed on, each once."""
    return ", ".join(
        dict.fromkeys(named(page.width, page.height, paper) for page in component.pages)
    )


def _printing_steps(desk: Desk, contents: Sequence[Component]) -> Iterator[str]:
    printing = desk.printing
    yield said("Print every file at 100 % (“actual size”), never “fit to page”.")
    ordered = named(printing.paper.width, printing.paper.height, printing.paper)
    others = [one for one in contents if _sizes(one, printing.paper) != ordered]
    if others:
        told = "; ".join(f"{one.name}.pdf on {_sizes(one, printing.paper)}" for one in others)
        yield said(f"Most files are for {ordered}. Not so: {told}.")
    names = {one.name for one in contents}
    double = "alignment" in names
    if double:
        yield (
            said(
                "Counters and cards have backs. Print their sheets on both sides, turned over the "
                f"{printing.duplex} edge. Print alignment.pdf first: it shows how far the back of "
                "your printer is off, and build again with "
            )
            + " "
            + styled("--nudge", "code")
            + said(" if it is more than half a millimetre.")
        )
    elif printing.backs == "fold":
        yield said(
            "Sheets of counters are printed on one side: fronts and backs lie on either side of "
            "the broken line."
        )
    yield said(
        "Counters want thin card or label paper, 160 to 200 g/m²; boards and charts 100 to "
        "160 g/m². Plain paper does for the text."
    )


def _assembly_steps(desk: Desk, contents: Sequence[Component]) -> Iterator[str]:
    printing = desk.printing
    names = {one.name for one in contents}
    if {"counters", "cards"} & names:
        if printing.backs == "fold":
            yield said(
                "Fold each sheet of counters at the broken line, printed sides out, over a sheet "
                "of card if you like; glue it, and let it dry under a weight."
            )
        else:
            yield said(
                "For stout counters glue the printed sheet on card of 1 to 2 mm and let it dry "
                "under a weight; for thin ones cut as printed."
            )
        yield said(
            "Cut with a knife and a steel rule along the crop marks: first all cuts one way, then "
            "the others. Between two counters there are two cuts; the strip between is waste."
        )
    if any(aid.fold == "half" for aid in desk.game.aids):
        yield said("Player aids are printed on both sides and folded where short lines mark it.")
    if any(name.startswith("map-") for name in names):
        yield said("A board of several sheets begins with a page that shows how they are joined.")
    if any(name.startswith(("counters", "cards")) for name in names):
        yield said(
            "The files in SVG are outlines for a cutting machine; their registration marks are "
            "those in the corners of the printed sheets. In the PDF the same outlines are a layer "
            "that is switched off."
        )


def _checklist(game: Game) -> list[str]:
    """Lines with boxes to tick: boards, pieces by group, charts."""
    found: dict[str, Tally[str]] = {}
    for board in game.maps:
        found.setdefault("Boards", Tally())[board.name or board.id] += 1
    for group, names in _pieces(game).items():
        found.setdefault(group, Tally()).update(_folded(names))
    for aid in game.aids:
        found.setdefault("Player aids", Tally())[aid.name] += 1
    shown = on_aids(game)
    for chart in game.charts:
        if chart.id not in shown:
            found.setdefault("Charts", Tally())[chart.name] += 1
    if game.sequence and SEQUENCE not in shown:
        found.setdefault("Charts", Tally())["Sequence of play"] += 1
    lines = []
    for group, names in found.items():
        lines.append(heading(f"{group}: {names.total()}"))
        lines += [ticked(name, count) for name, count in names.items()]
    return lines


def _pieces(game: Game) -> dict[str, Tally[str]]:
    """How many pieces of each name every group of counters has."""
    found: dict[str, Tally[str]] = {}
    for counter in game.counters:
        names = found.setdefault(group_of(game, counter), Tally())
        names[counter.name or counter.id] += len(sides(counter))
    return found


def _folded(names: Tally[str]) -> Tally[str]:
    """Copies told apart by a running number from 1 (Dummy 1, Dummy 2) are one name (Dummy).

    Any other number belongs to its name: the ships Z 51 and Z 52.
    """
    numbers: dict[str, set[int]] = {}
    words = {name: _NUMBERED.fullmatch(name) for name in names}
    for found in filter(None, words.values()):
        numbers.setdefault(found[1], set()).add(int(found[2]))
    copies = {word for word, told in numbers.items() if len(told) > 1 and max(told) == len(told)}
    folded: Tally[str] = Tally()
    for name, parts in words.items():
        folded[parts[1] if parts and parts[1] in copies else name] += names[name]
    return folded


def rules(desk: Desk) -> bytes | None:
    """The rules in our words and the set-ups; None when the game has neither."""
    game = desk.game
    setups = [one for one in game.scenarios if one.steps or one.text]
    if not game.summary and not setups:
        return None
    body = ""
    for section in game.summary:
        cases = paragraph(styled(", ".join(section.cases), "quiet")) if section.cases else ""
        section_body = chapter(section.title, paragraph(running(section.text)) + cases)
        body += together(section_body) if len(section.text) < LONG_SECTION else section_body
    for scenario in setups:
        body += chapter(f"Set-up: {scenario.name}", _set_up(game, scenario))
    introduction = paragraph(styled(_introduction(game), "note"))
    columns = 2 if desk.printing.paper.width > WIDE else 1
    return document(desk, "Rules summary", introduction + body, columns)


def _introduction(game: Game) -> str:
    """What the rules summary is, and whose the rules are."""
    cases = any(section.cases for section in game.summary)
    numbers = ", with the numbers of the cases it rests on" if cases else ""
    if not game.credits.is_unofficial:
        return f"The rules in short{numbers}."
    return (
        f"A summary in our own words{numbers}. The rule book itself belongs to "
        f"{game.credits.publisher or 'its publisher'}."
    )


def _set_up(game: Game, scenario: Scenario) -> str:
    body = paragraph(running(scenario.text)) if scenario.text else ""
    steps = []
    for step in scenario.steps:
        who = game.side(step.side) if step.side else None
        named = styled(f"{who.name or who.id}:", "bold") + " " if who else ""
        steps.append(named + running(step.text))
    return body + (numbered(steps) if steps else "")


def notes(desk: Desk) -> bytes:
    """Credits, sources, and every datum and decision that is not the rule book's."""
    from generator.definition.information import our_data

    game = desk.game
    whose = game.credits
    facts = [("Design", whose.design), ("Publisher", whose.publisher)]
    facts += [("Year", str(whose.year or "")), ("This edition", whose.edition)]
    facts += [("Version", f"{game.version}, definition {game.definition_hash[:12]}")]
    facts += [("Overlay", f"{mark.name or mark.id} {mark.version}") for mark in game.overlays]
    pairs = [(styled(name, "bold"), said(value)) for name, value in facts if value]
    body = chapter("Credits", listed_pairs(pairs) + paragraph(said(whose.notice)))
    if whose.sources:
        body += chapter("Sources", "".join(f"- {said(one)}\n" for one in whose.sources))
    ours = list(our_data(game))
    if ours:
        told = paragraph(
            said(
                "What the rules do not print is inferred from them or reconstructed by us. Owners "
                "of the game can replace any of it with an overlay of theirs."
            )
        )
        listed = [
            [
                styled(one.status, "quiet"),
                said(one.what),
                said("; ".join(part for part in (one.decision, one.why) if part)),
            ]
            for one in ours
        ]
        heads = ("Status", "Datum", "Reason")
        body += chapter(
            "Not printed in the rules", told + table("(auto, 1fr, 1.2fr)", heads, listed)
        )
    if game.decisions:
        listed = [
            [
                styled(one.id, "bold"),
                said(one.gap),
                said(one.ruling) + (f" {styled(one.why, 'quiet')}" if one.why else ""),
            ]
            for one in game.decisions
        ]
        heads = ("", "Where the rules are silent", "What this edition does")
        body += chapter("Decisions", table("(auto, 1fr, 1.8fr)", heads, listed))
    return document(desk, "Credits and notes", body)

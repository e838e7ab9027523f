"""Decks and at-start stacks: on boards there are none of, off the board, cards that do not fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from generator.vassal.documents import Element
from generator.workbench.linting.findings import Spot, Trouble
from generator.workbench.linting.hints import Hints
from generator.workbench.linting.images import found_as
from generator.workbench.linting.places import DECK, STACK, Atlas, Map
from generator.workbench.linting.survey import Survey, is_a, trait_parts
from generator.workbench.opened import DEFINITIONS, Definition, name_of

_ANY: Final = ("", "<any>", "null")
_ODD: Final = 1.5
"""A card so many times as long as the others of its deck is another kind of card."""


def check(survey: Survey) -> Iterator[Trouble]:
    """Every finding about decks and at-start stacks."""
    atlas = Atlas(survey)
    for element in survey.elements(STACK):
        if not survey.knows_all:
            break
        home = atlas.map_of(element)
        if home is not None:
            yield from _place(element, home)
    for element in survey.elements(DECK):
        if survey.knows_all:
            yield from _targets(element, atlas)
        yield from _cards(survey, element)
    yield from _sends(survey, atlas)


def _place(element: Element, home: Map) -> Iterator[Trouble]:
    what = "deck" if is_a(element, DECK) else "stack"
    board_name = element.get("owningBoard")
    names = [board.name for board in home.boards]
    if board_name not in _ANY and board_name not in names:
        yield Trouble(
            f"{what}.board",
            f"the {what} {name_of(element)!r} belongs on the board {board_name!r}, which its map"
            f" has not: it never appears{Hints(names).of(board_name)}",
            "name a board of the map",
            [Spot(element, field="owningBoard")],
        )
        return
    if element.get("useGridLocation") == "true":
        return
    board = home.board(board_name) if board_name not in _ANY else None
    sizes = [one.size for one in ((board,) if board is not None else home.boards)]
    if not sizes or None in sizes:
        return
    try:
        x, y = int(element.get("x", "0")), int(element.get("y", "0"))
    except ValueError:
        return
    known = [size for size in sizes if size is not None]
    # Boards can be laid out side by side: only what lies off all of them together is reported.
    width, height = sum(size[0] for size in known), sum(size[1] for size in known)
    if board is None:
        width, height = width + 2 * home.edge[0], height + 2 * home.edge[1]
    if (x < 0 or y < 0 or x > width or y > height) and width and height:
        yield Trouble(
            f"{what}.outside",
            f"the {what} {name_of(element)!r} stands at {x},{y}, off the board"
            f" ({width:,} by {height:,} pixels)",
            "move it onto the board",
            [Spot(element, field="x")],
        )


def _targets(deck: Element, atlas: Atlas) -> Iterator[Trouble]:
    target = deck.get("reshuffleTarget")
    if deck.get("reshufflable") != "true" or target in ("", "<none>"):
        return
    if target not in atlas.decks:
        yield Trouble(
            "deck.unknown",
            f"the deck {name_of(deck)!r} is sent to the deck {target!r}, which there is not"
            + Hints(atlas.decks).of(target),
            "name a deck of the module",
            [Spot(deck, field="reshuffleTarget")],
        )


def _sends(survey: Survey, atlas: Atlas) -> Iterator[Trouble]:
    if not survey.knows_all:
        return
    for element in survey.elements("VASSAL.build.module.map.deck.DeckSendKeyCommand"):
        target = element.get("targetDeck")
        if element.get("variableDeck") == "true" or target in ("", "<none>"):
            continue
        if target not in atlas.decks:
            yield Trouble(
                "deck.unknown",
                f"cards are sent to the deck {target!r}, which there is not"
                + Hints(atlas.decks).of(target),
                "name a deck of the module",
                [Spot(element, field="targetDeck")],
            )


def _cards(survey: Survey, deck: Element) -> Iterator[Trouble]:
    """Cards of another size than most of their deck's."""
    sizes: dict[Element, tuple[int, int]] = {}
    for card in deck.iter(*DEFINITIONS):
        size = _size(survey, card)
        if size is not None:
            sizes[card] = size
    if len(sizes) < 4:
        return
    usual, often = Counter(sizes.values()).most_common(1)[0]
    if often * 2 <= len(sizes):
        return
    odd = [card for card, size in sizes.items() if _differs(size, usual)]
    if odd:
        width, height = usual
        yield Trouble(
            "deck.sizes",
            f"{len(odd)} of {len(sizes)} cards of the deck {name_of(deck)!r} are of another size"
            f" than the others ({width} by {height} pixels): {name_of(odd[0])!r}"
            f" is {sizes[odd[0]][0]} by {sizes[odd[0]][1]}",
            "draw them in one size, or tell them apart no more than you want players to",
            [Spot(card) for card in odd],
        )


def _differs(size: tuple[int, int], usual: tuple[int, int]) -> bool:
    return any(
        max(one, other) > _ODD * min(one, other) for one, other in zip(size, usual, strict=True)
    )


def _size(survey: Survey, card: Element) -> tuple[int, int] | None:
    """The size of a card's largest picture."""
    sizes = []
    for trait in Definition(card).chain:
        for part in trait_parts(trait):
            member = found_as(survey, part.text) if part.kind == "image" else None
            size = survey.picture_size(member or "")
            if size is not None:
                sizes.append(size)
    return max(sizes, key=lambda size: size[0] * size[1], default=None)

"""Names and numbers that should be given once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

from generator.vassal import traits
from generator.vassal.documents import Element
from generator.workbench.linting.findings import Spot, Trouble
from generator.workbench.linting.places import BOARD, DECK, PICKER, REGION, REGIONS, ZONE, ZONED
from generator.workbench.linting.survey import MAP, MARKERS, MODULE, Survey, is_a, nested
from generator.workbench.opened import CARD_SLOT, PIECE_SLOT, Definition

_PROPERTY: Final = MODULE + "properties.GlobalProperty"
_HOLDERS: Final = (MODULE + "properties.GlobalProperties", ZONE)


def check(survey: Survey) -> Iterator[Trouble]:
    """Every finding about names given twice."""
    yield from _twice(
        "duplicate.map", "map", survey.elements(MAP, foreign=True), "mapName", survey,
        "VASSAL finds only the first by its name",
    )  # fmt: skip
    yield from _twice(
        "duplicate.deck", "deck", survey.elements(DECK, foreign=True), "name", survey,
        "cards are returned to the first",
    )  # fmt: skip
    for picker in survey.elements(PICKER):
        boards = [board for board in picker.children if is_a(board, BOARD)]
        yield from _twice(
            "duplicate.board", "board", boards, "name", survey, "VASSAL finds only the first"
        )
    for grid in survey.elements(ZONED):
        zones = [zone for zone in grid.children if is_a(zone, ZONE)]
        yield from _twice(
            "duplicate.zone", "zone", zones, "name", survey, "by its name VASSAL finds the first"
        )
    for grid in survey.elements(REGIONS):
        regions = [region for region in grid.children if is_a(region, REGION)]
        yield from _twice(
            "duplicate.region", "region", regions, "name", survey, "by its name VASSAL finds either"
        )
    yield from _properties(survey)
    yield from _prototypes(survey)
    yield from _gpids(survey)


def _twice(
    code: str, what: str, elements: Iterable[Element], key: str, survey: Survey, effect: str
) -> Iterator[Trouble]:
    found: dict[str, list[Element]] = {}
    for element in elements:
        if element.get(key):
            found.setdefault(element.get(key), []).append(element)
    for name, same in found.items():
        if len(same) > 1 and any(map(survey.is_own, same)):
            yield Trouble(
                code,
                f"{len(same)} {what}s have the name {name!r}: {effect}",
                "give each a name of its own",
                [Spot(element, field=key) for element in same],
            )


def _properties(survey: Survey) -> Iterator[Trouble]:
    """Global properties of one level; of two levels the inner hides the outer, as may be meant."""
    levels: dict[Element | None, list[Element]] = {}
    for element in survey.elements(_PROPERTY):
        above = element.parent
        while above is not None and not is_a(above, *_HOLDERS):
            above = above.parent
        levels.setdefault(above, []).append(element)
    for elements in levels.values():
        yield from _twice(
            "duplicate.property", "global propertie", elements, "name", survey,
            "the last one counts",
        )  # fmt: skip


def _prototypes(survey: Survey) -> Iterator[Trouble]:
    for name, pieces in survey.prototypes.items():
        if len(pieces) > 1 and any(not piece.is_foreign for piece in pieces):
            yield Trouble(
                "duplicate.prototype",
                f"{len(pieces)} prototypes have the name {name!r}: VASSAL takes the last",
                "give each a name of its own",
                [piece.spot() for piece in pieces],
            )


def _gpids(survey: Survey) -> Iterator[Trouble]:
    """Numbers of pieces: VASSAL finds a piece's definition by it when a game is refreshed."""
    found: dict[str, list[tuple[Callable[[], str], Spot]]] = {}
    for element in survey.elements(PIECE_SLOT, CARD_SLOT, foreign=True):
        if element.get("gpid"):
            row = (partial(_type_of, element), Spot(element, field="gpid"))
            found.setdefault(element.get("gpid"), []).append(row)
    for piece in survey.pieces:
        for at, trait in enumerate(piece.chain):
            inner = nested(trait) if trait.id in MARKERS else ()
            if inner and trait.text("gpId"):
                said = partial(traits.piece_type, inner)
                found.setdefault(trait.text("gpId"), []).append((said, piece.spot(at, "gpId")))
    for gpid, rows in found.items():
        # One definition in two places, such as a palette and an at-start stack, is the same piece.
        if len(rows) < 2 or not any(survey.is_own(spot.element) for _, spot in rows):
            continue
        if len({said() for said, _ in rows}) > 1:
            yield Trouble(
                "duplicate.gpid",
                f"{len(rows)} definitions have the gpid {gpid}: when a game is brought up to date,"
                " VASSAL takes one for another",
                "open and save the module in VASSAL's editor, which gives them new ones",
                [spot for _, spot in rows],
            )


def _type_of(slot: Element) -> str:
    command = Definition(slot).command
    return command.type if command is not None else ""

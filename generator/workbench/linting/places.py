"""The maps of a module with their boards, zones, regions and decks, by name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import cached_property
from typing import Final

from generator.light import dataclass
from generator.vassal.documents import Element
from generator.workbench.linting.images import found_as
from generator.workbench.linting.survey import MAP, MODULE, Survey, is_a

BOARD: Final = MODULE + "map.boardPicker.Board"
PICKER: Final = MODULE + "map.BoardPicker"
GRID: Final = MODULE + "map.boardPicker.board."
ZONED: Final = GRID + "ZonedGrid"
ZONE: Final = GRID + "mapgrid.Zone"
REGIONS: Final = GRID + "RegionGrid"
REGION: Final = GRID + "Region"
DECK: Final = MODULE + "map.DrawPile"
STACK: Final = MODULE + "map.SetupStack"


@dataclass(frozen=True, slots=True)
class Board:
    """One board."""

    element: Element
    name: str
    size: tuple[int, int] | None
    """Pixels; `None` where the picture is missing."""

    @property
    def zones(self) -> list[Element]:
        """Its zones, in the order VASSAL looks through them."""
        return list(self.element.iter(ZONE))

    @property
    def regions(self) -> list[Element]:
        """Its regions, those of zones too."""
        return list(self.element.iter(REGION))


@dataclass(frozen=True, slots=True)
class Map:
    """A map window, private window or player hand."""

    element: Element
    name: str
    boards: tuple[Board, ...]
    edge: tuple[int, int]
    """Pixels around the boards."""

    def board(self, name: str) -> Board | None:
        """The first board of that name."""
        return next((board for board in self.boards if board.name == name), None)

    @property
    def zone_names(self) -> frozenset[str]:
        """The names of all zones of all boards."""
        return frozenset(zone.get("name") for board in self.boards for zone in board.zones)

    @property
    def region_names(self) -> frozenset[str]:
        """The names of all regions of all boards."""
        return frozenset(region.get("name") for board in self.boards for region in board.regions)


@dataclass
class Atlas:
    """Every map of a module and, for an extension, of the module it adds to."""

    survey: Survey
    maps: tuple[Map, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.maps = tuple(self._maps())

    def _maps(self) -> Iterator[Map]:
        lenders: dict[str, Element] = {}
        for element in self.survey.elements(MAP, foreign=True):
            if element.get("mapName"):
                lenders.setdefault(element.get("mapName"), element)
        for element in self.survey.elements(MAP, foreign=True):
            lender = lenders.get(element.get("useBoards"), element)
            boards = [
                Board(board, board.get("name"), self._size(board))
                for picker in lender.children
                if is_a(picker, PICKER)
                for board in picker.children
                if is_a(board, BOARD)
            ]
            edge = (_int(element.get("edgeWidth")), _int(element.get("edgeHeight")))
            yield Map(element, element.get("mapName"), tuple(boards), edge)

    def _size(self, board: Element) -> tuple[int, int] | None:
        name = board.get("image")
        if not name:
            return _int(board.get("width")), _int(board.get("height"))
        return self.survey.picture_size(found_as(self.survey, name) or "")

    @cached_property
    def by_name(self) -> dict[str, Map]:
        """The maps by name; VASSAL takes the first of several."""
        found: dict[str, Map] = {}
        for one in self.maps:
            found.setdefault(one.name, one)
        return found

    @cached_property
    def decks(self) -> frozenset[str]:
        """The names of all decks."""
        return frozenset(
            element.get("name") for element in self.survey.elements(DECK, foreign=True)
        )

    def map_of(self, element: Element) -> Map | None:
        """The map a component stands in."""
        above = element.parent
        while above is not None:
            for one in self.maps:
                if one.element is above:
                    return one
            above = above.parent
        return None


def _int(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        return 0

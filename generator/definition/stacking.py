"""Stacking limits: a set-up that stacks too much into a place is reported when it is read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.definition.measures import Id, Sourced
from generator.definition.model import Field
from generator.definition.play import NumberFrom
from generator.definition.troubles import Trouble
from generator.definition.yaml_nodes import Node, matching

if TYPE_CHECKING:
    from generator.definition.pieces import Counter
    from generator.definition.schema import Game


class Stacking(Sourced):
    """The stacking limit of a map's cells."""

    map: Id
    most: int | NumberFrom
    takes: tuple[Id, ...] = Field(min_length=1)
    """Values of a counter that are multiplied: the space of one, and the number that it stands for.
    A counter without the first takes no space."""
    carried: tuple[Id, ...] = ()
    """Faces of counters that others carry: they take no space."""


def stacking_troubles(game: Game, root: Node) -> Iterator[Trouble]:
    """Troubles for placements that stack more into a cell than it holds."""
    from generator.geography import layout

    said = game.stacking
    if said is None:
        return
    grid = layout.grid_of(game.map(said.map))
    cells = frozenset(layout.grid_names(grid)) if grid is not None else frozenset()
    most = game.number(said.most)
    for scenario, said_of in zip(game.scenarios, matching(root, ("scenarios", "*")), strict=True):
        taken: dict[str, list[str]] = {}
        room: dict[str, int] = {}
        nodes = matching(said_of, ("placements", "*"))
        for one, node in zip(scenario.placements, nodes, strict=True):
            if one.map != said.map or one.at not in cells or one.face in said.carried:
                continue
            before = room.get(one.at, 0)
            for counter in map(game.counter, one.pieces):
                more = _room_of(counter, said)
                room[one.at] = room.get(one.at, 0) + more
                taken.setdefault(one.at, []).extend([f"{counter.name} ({more})"] * bool(more))
            if before <= most < room.get(one.at, 0):
                yield node.trouble(
                    f"{one.at} takes up {room[one.at]} points of room with "
                    f"{', '.join(taken[one.at])}; accepted: at most {most}"
                )


def _room_of(counter: Counter, said: Stacking) -> int:
    found = 1 if counter.values.get(said.takes[0]) not in ("", None) else 0
    for name in said.takes:
        value = counter.values.get(name)
        found *= int(str(value)) if value not in ("", None) else 1
    return found

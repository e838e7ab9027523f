"""The long way from files to a Game: parse, lay over, validate, work out, check."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from generator.definition import schema
from generator.definition.artwork import Artwork
from generator.definition.assembly import (
    UnknownNameError,
    UnresolvedError,
    counter_names,
    made_from,
    resolved,
)
from generator.definition.chart_places import with_chart_places
from generator.definition.decks import dealt_troubles, deck_troubles
from generator.definition.explaining import troubles_of
from generator.definition.faults import Failure, fault_troubles
from generator.definition.insets import with_insets
from generator.definition.keeping import parsed, validated
from generator.definition.landscape import terrain_troubles
from generator.definition.layout_files import (
    layout_of,
    named,
    unknown_colours,
    unknown_fields,
    unknown_roles,
)
from generator.definition.layouts import Layout
from generator.definition.memory import Memory
from generator.definition.menus import with_having
from generator.definition.overlaying import laid_over, with_copies
from generator.definition.reader import FILES, seal
from generator.definition.references import (
    Names,
    add_artwork,
    add_counters,
    backgrounds,
    doubles,
    names_in,
    places_of,
    unknown_figures,
    unknown_references,
    unknown_signs,
)
from generator.definition.row_files import RowFiles
from generator.definition.soundness import (
    action_troubles,
    contradictions,
    formula_troubles,
    number_troubles,
    sight_troubles,
    table_troubles,
    unknown_rows,
)
from generator.definition.stacking import stacking_troubles
from generator.definition.troubles import DefinitionError, Trouble
from generator.definition.workbooks import Workbook
from generator.definition.yaml_nodes import (
    MappingNode,
    Node,
    NotYaml,
    SequenceNode,
    matching,
    parse,
    read_text,
)
from generator.light import dataclass

M = TypeVar("M", bound=schema.Model)

_PLACED = (
    ("template", "counters.templates.*"),
    ("map", "map.maps.*"),
    ("chart", "charts.charts.*"),
)

MOST_PIECES = 50_000
"""Most counters of a game; a slip in a few counts would make millions."""

NEEDED = ("game", "map", "counters")
"""The files no game can do without."""


def build_game(folder: Path, files: Iterable[Path], overlays: Sequence[Path]) -> schema.Game:
    """The Game, sealed, read from its files; DefinitionError with every trouble found."""
    game = read_again(folder, files, overlays, Memory()).game
    content = game.model_dump(mode="json", exclude_unset=True)
    return game.model_copy(update={"definition_hash": seal(content)})


Place = tuple[str, int, int]
"""File, line and column, both from 1."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A game as it was read, unsealed, and where its parts stand.

    ``places`` go by kind (``counter``, ``template``, ``map``, ``chart``) and id; ``starts_from``
    is the template that a template starts from.
    """

    game: schema.Game
    places: Mapping[tuple[str, str], Place]
    starts_from: Mapping[str, str]


def read_again(
    folder: Path, files: Iterable[Path], overlays: Sequence[Path], memory: Memory
) -> Reading:
    """The game of these files; only what changed since ``memory`` last saw them is worked out.

    Raises DefinitionError with every trouble found.
    """
    memory.begin()
    work = _Building(folder, memory)
    for path in files:
        work.read(path)
    marks = [work.lay_over(path) for path in overlays]
    return Reading(work.finish(marks), work.places(), work.starts_from())


@dataclass(slots=True)
class _Parts:
    """The files of a definition as they were read; ``None`` if a file is missing or unsound."""

    game: schema.GameFile | None
    map: schema.MapFile | None
    counters: schema.CountersFile | None
    charts: schema.ChartsFile | None
    actions: schema.ActionsFile | None


class _Building:
    def __init__(self, folder: Path, memory: Memory) -> None:
        self.folder = folder
        self.memory = memory
        # Who edits has all in memory after the first reading; the disk is for the next program.
        self._parse = parsed if memory.first else parse
        self.troubles: list[Trouble] = []
        self.parts: dict[str, Node] = {}
        self.scenarios: dict[str, Node] = {}
        self.layouts: dict[str, Node] = {}
        """Layouts of ``art/layouts`` by name."""
        self.row_files = RowFiles(folder, memory)
        self.cases: set[str] | None = None
        self.unread: set[str] = set()
        """Parts that could not be read: what names things in them is not checked."""
        self.broken: set[str] = set()
        """Those of them that are no YAML at all, which has been reported."""
        self.pieces_missing = False
        """Whether some counters could not be read, so that what names counters is not checked."""
        self.unresolved: list[str] = []
        """Ids of counters that do not work out."""
        self.pieces: list[schema.Counter] = []
        self.origins: list[Node] = []
        """The entry each single piece comes from."""

    # -- reading

    def read(self, path: Path) -> None:
        shown = path.relative_to(self.folder).as_posix()
        if path.suffix == ".xlsx":
            self.row_files.workbooks[shown] = Workbook(path, shown)
            return
        node: Node = MappingNode(shown, 1, 1)
        try:
            text = read_text(path, shown)
            if path.suffix == ".csv":
                self.row_files.texts[shown] = text
                return
            node, troubles = self.memory.once(
                ("parsed", shown), (text,), partial(self._parse, text, shown)
            )
            self.troubles += troubles
        except NotYaml as trouble:
            self.troubles.append(trouble.trouble)
            if path.suffix == ".csv":
                self.row_files.unread.add(shown)
                return
            if path.parent.name == "layouts":
                return
            self.unread.add(path.stem)
            self.broken.add(path.stem)
        if shown == "cases.yaml":
            self.cases = {str(found.plain()) for found in matching(node, ("*", "id"))}
        elif path.parent.name == "scenarios":
            self.scenarios[path.stem] = node
        elif path.parent.name == "layouts":
            self.layouts[path.stem] = node
        else:
            self.parts[path.stem] = node

    def lay_over(self, path: Path) -> schema.OverlayMark:
        """Lay an overlay over the nodes; its mark carries the hash of the file."""
        shown = path.name
        try:
            node, troubles = parse(read_text(path, shown), shown)
        except NotYaml as trouble:
            raise DefinitionError([trouble.trouble]) from None
        self.troubles += troubles
        overlay = self._validated(node, schema.Overlay)
        if overlay is None or not isinstance(node, MappingNode):
            return schema.OverlayMark(id="-")
        for part in FILES:
            if part in node.values:
                self.parts[part] = laid_over(self.parts.get(part), node.values[part])
        scenarios = node.values.get("scenarios")
        if isinstance(scenarios, MappingNode):
            for name, value in scenarios.values.items():
                self.scenarios[name] = laid_over(self.scenarios.get(name), value)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        return overlay.overlay.model_copy(update={"sha256": digest})

    # -- finishing

    def finish(self, marks: Sequence[schema.OverlayMark]) -> schema.Game:
        """The game, checked. Raises DefinitionError."""
        self._note_what_is_missing()
        self._work_out()
        root = self._root()
        read = self._read_parts()
        scenarios = [self._validated(node, schema.Scenario) for node in self.scenarios.values()]
        names = names_in(root, self.unread)
        names.known["case"] = self.cases
        theme = read.game.theme if read.game is not None else ""
        art = Artwork(self.folder / "art", self.memory)
        add_artwork(names, art, theme)
        self.troubles += art.faults(theme)
        self._check_maps(read, root, names, art, theme)
        self.troubles += doubles(root)
        self.troubles += contradictions(root)
        counters = self._counters(read)
        layouts = self._layouts(read.counters, art, theme)
        self._check_counters(counters, root, names, art, layouts)
        self._check_charts(read, root, counters)
        self._check_actions(read, root, counters)
        self.troubles += unknown_references(root, names)
        self.troubles += unknown_signs(root, art.symbols)
        if self.troubles:
            raise DefinitionError(self.troubles)
        game = _assembled(read, counters or (), filter(None, scenarios), marks)
        troubles = [*number_troubles(game, root), *sight_troubles(game, root)]
        troubles += [*stacking_troubles(game, root), *dealt_troubles(game, root)]
        if troubles:
            raise DefinitionError(troubles)
        # A game without layouts of its own is the same as before there were any.
        return game.model_copy(update={"layouts": tuple(layouts)}) if layouts else game

    def _note_what_is_missing(self) -> None:
        """Note the files that are missing or say nothing. What such a file should have named is not
        missed in all the others, too; but counters that say nothing are sound: their absence is
        reported where they are placed."""
        for part in NEEDED:
            if part not in self.parts:
                self.troubles.append(Trouble(f"{part}.yaml", 0, 0, "this file is missing"))
                self.unread.add(part)
        for part, node in self.parts.items():
            if not isinstance(node, MappingNode) or (
                part in NEEDED and part != "counters" and not node.values
            ):
                self.unread.add(part)
        if not self.scenarios:
            words = "at least one set-up is needed, such as scenarios/first.yaml"
            self.troubles.append(Trouble("scenarios", 0, 0, words))

    def _work_out(self) -> None:
        """Put in what the map and the counters take from elsewhere. A copied grid takes the
        features along, so the places on charts come first."""
        if "map" in self.parts:
            placed = with_chart_places(self.parts["map"], self.parts.get("charts"), self.troubles)
            self.parts["map"] = with_copies(placed, self.troubles)
        if "counters" in self.parts:
            self.parts["counters"] = self._with_rows(self.parts["counters"])

    def _read_parts(self) -> _Parts:
        return _Parts(
            self._part("game", schema.GameFile),
            self._part("map", schema.MapFile),
            self._part("counters", schema.CountersFile),
            self._part("charts", schema.ChartsFile),
            self._part("actions", schema.ActionsFile),
        )

    def _part(self, part: str, model: type[M]) -> M | None:
        if part not in self.parts or part in self.broken:
            return None
        return self._validated(self._with_entries(part, self.parts[part]), model)

    def _check_maps(
        self, read: _Parts, root: MappingNode, names: Names, art: Artwork, theme: str
    ) -> None:
        """Check the maps, with their insets, and note the names of their places."""
        if read.map is None:
            return
        for used in dict.fromkeys(board.theme for board in read.map.maps if board.theme != theme):
            self.troubles += art.faults(used)
        read.map, troubles = with_insets(read.map, root)
        self.troubles += troubles
        maps = read.map.maps
        names.places, troubles = places_of(maps, root)
        self.troubles += troubles
        self.troubles += deck_troubles(maps, root, names.places)
        self.troubles += backgrounds(maps, root, art, theme)
        self.troubles += terrain_troubles(maps, root)

    def _check_counters(
        self,
        counters: Sequence[schema.Counter] | None,
        root: MappingNode,
        names: Names,
        art: Artwork,
        layouts: Sequence[Layout],
    ) -> None:
        """Check what the counters show, and note their names, if all of them could be read."""
        if counters is None or self.pieces_missing:
            return
        add_counters(names, counters, self.unresolved)
        if not self.unresolved:
            pieces = list(zip(counters, self.origins, strict=True))
            self.troubles += unknown_figures(pieces, root, art.symbols)
            self.troubles += unknown_fields(pieces, layouts)

    def _check_charts(
        self, read: _Parts, root: MappingNode, counters: Sequence[schema.Counter] | None
    ) -> None:
        if read.charts is not None:
            self.troubles += table_troubles(read.charts.charts, root)
            pieces = zip(counters or (), self.origins, strict=False)
            self.troubles += unknown_rows(read.charts.charts, pieces)

    def _check_actions(
        self, read: _Parts, root: MappingNode, counters: Sequence[schema.Counter] | None
    ) -> None:
        """Check the actions, with the counters that have them."""
        if read.actions is None:
            return
        if counters and not self.unresolved:
            read.actions, troubles = with_having(read.actions, counters, root)
            self.troubles += troubles
        if read.game is not None:
            boards = read.map.maps if read.map is not None else ()
            kept, sequence = read.game.properties, read.game.sequence
            self.troubles += action_troubles(
                read.actions.actions, sequence, counters or (), boards, kept, root
            )
            self.troubles += formula_troubles(kept, boards, root)

    def places(self) -> dict[tuple[str, str], Place]:
        """Where counters, their templates, maps and charts stand."""
        found = {}
        for kind, pattern in _PLACED:
            for node in matching(self._root(), pattern.split(".")):
                if isinstance(node, MappingNode):
                    found[kind, node.text("id")] = (node.file, node.line, node.column)
        for counter, node in zip(self.pieces, self.origins, strict=True):
            found["counter", counter.id] = (node.file, node.line, node.column)
        return found

    def starts_from(self) -> dict[str, str]:
        """Template -> the one it starts from."""
        return {
            node.text("id"): node.text("template")
            for node in matching(self._root(), ("counters", "templates", "*"))
            if isinstance(node, MappingNode) and node.text("template")
        }

    def _root(self) -> MappingNode:
        values: dict[str, Node] = dict(self.parts)
        values["scenarios"] = SequenceNode("scenarios", 0, 0, list(self.scenarios.values()))
        values["layouts"] = MappingNode("art/layouts", 0, 0, values=dict(self.layouts))
        return MappingNode(str(self.folder), 0, 0, values=values)

    def _with_entries(self, part: str, node: Node) -> Node:
        """The counters file with the entries that are sound as Counters: each is judged once."""
        listed = node.values.get("counters") if isinstance(node, MappingNode) else None
        if part != "counters" or not isinstance(listed, SequenceNode):
            return node
        try:
            entries = [
                self.memory.once(
                    ("entry", one.file, one.line, one.column), (one,), partial(_entry, one)
                )
                for one in listed.items
            ]
        except ValidationError:
            # Judged with the whole file, which tells every fault of it.
            return node
        assert isinstance(node, MappingNode)
        return replace(node, values={**node.values, "counters": replace(listed, items=entries)})

    def _validated(self, node: Node, model: type[M]) -> M | None:
        # Counters are judged one by one, so that one that changed makes no work for the others.
        on_disk = self.memory.first and model is not schema.CountersFile
        judge = validated if on_disk else _validated
        try:
            return self.memory.once(
                ("validated", model.__name__, node.file), (node,), partial(judge, node, model)
            )
        except ValidationError as error:
            self.troubles += troubles_of(error, node, model)
            return None

    def _layouts(
        self, counters: schema.CountersFile | None, art: Artwork, theme: str
    ) -> list[Layout]:
        """The game's own layouts, those of counters.yaml first."""
        inline = list(counters.layouts) if counters is not None else []
        nodes = [*matching(self.parts.get("counters", MappingNode("", 0, 0)), ("layouts", "*"))]
        found = inline
        for name, node in self.layouts.items():
            layout, troubles = layout_of(node)
            self.troubles += troubles
            nodes.append(node)
            if layout is not None and name not in {one.id for one in inline}:
                found.append(named(name, layout))
        if nodes:
            colours, writing = art.colours(theme), art.writing(theme)
            for node in nodes:
                self.troubles += unknown_colours(node, colours)
                self.troubles += unknown_roles(node, writing)
        return found

    def _with_rows(self, node: Node) -> Node:
        """The counters file with the rows of its tables behind its own counters."""
        if not isinstance(node, MappingNode):
            return node
        rows: list[Node] = []
        for said in (*matching(node, ("csv", "*")), *matching(node, ("rows", "*"))):
            found, troubles = self.row_files.rows_of(said)
            rows += found
            self.troubles += troubles
        self.pieces_missing |= self.row_files.incomplete
        if not rows:
            return node
        own = node.values.get("counters")
        listed = own.items if isinstance(own, SequenceNode) else []
        return self.memory.once("joined", (node, rows), partial(_joined, node, [*listed, *rows]))

    def _counters(self, read: _Parts) -> list[schema.Counter] | None:
        """The single pieces; None when the counters or charts could not be read."""
        counters, charts = read.counters, read.charts
        if counters is None:
            return None
        if (charts is None and "charts" in self.parts) or self.unread & {"charts", "counters"}:
            return None
        nodes = list(matching(self.parts["counters"], ("counters", "*")))
        total = 0
        for counter, node in zip(counters.counters, nodes, strict=True):
            total += counter.count
            if total > MOST_PIECES:
                self.troubles.append(node.trouble(f"more than {MOST_PIECES} counters in all"))
                return None
        memory = self.memory
        templates = {one.id: memory.same(("template", one.id), one) for one in counters.templates}
        tables = {
            chart.id: chart.model_copy(
                update={
                    "rows": tuple(
                        memory.same(("line", chart.id, index), row)
                        for index, row in enumerate(chart.rows)
                    )
                }
            )
            for chart in (charts.charts if charts is not None else ())
            if isinstance(chart, schema.Table)
        }
        seen: dict[str, tuple[str, Node]] = {}
        failures: list[Failure] = []
        for counter, node in zip(counters.counters, nodes, strict=True):
            try:
                made = memory.once(
                    ("counter", counter.id),
                    made_from(counter, templates, tables),
                    partial(resolved, counter, templates, tables),
                )
            except UnresolvedError as trouble:
                self.unresolved += counter_names(counter.id, counter.count)
                if not isinstance(trouble, UnknownNameError):
                    failures.append((counter, node, trouble))
                continue
            for piece in made:
                written, first = seen.setdefault(piece.id, (counter.id, node))
                if first is not node:
                    # The counter that should have had the id is not missed besides.
                    self.pieces_missing = True
                # Two entries with the same words for an id are reported as such.
                if first is not node and written != counter.id:
                    self.troubles.append(
                        node.trouble(
                            f"the counter {piece.id!r} occurs twice "
                            f"(also {first.file} line {first.line})"
                        )
                    )
            self.pieces += made
            self.origins += [node] * len(made)
        known = {
            node.text("id"): node
            for node in matching(self.parts["counters"], ("templates", "*"))
            if isinstance(node, MappingNode)
        }
        self.troubles += fault_troubles(failures, counters.counters, known, tables)
        return self.pieces


def _assembled(
    read: _Parts,
    counters: Sequence[schema.Counter],
    scenarios: Iterable[schema.Scenario],
    marks: Sequence[schema.OverlayMark],
) -> schema.Game:
    charts = read.charts or schema.ChartsFile()
    actions = read.actions or schema.ActionsFile()
    assert read.game is not None and read.map is not None
    return schema.Game.model_construct(
        **{name: getattr(read.game, name) for name in schema.GameFile.model_fields},
        maps=tuple(one for one in read.map.maps if one.window),
        counters=tuple(counters),
        charts=charts.charts,
        aids=charts.aids,
        actions=actions.actions,
        dice=actions.dice,
        scores=actions.scores,
        scenarios=tuple(scenarios),
        overlays=tuple(marks),
        schema_version=schema.SCHEMA_VERSION,
    )


def _joined(file: MappingNode, counters: list[Node]) -> MappingNode:
    """A counters file with these counters."""
    listed = SequenceNode(file.file, file.line, file.column, counters)
    keys = {"counters": file, **file.keys}
    return replace(file, values={**file.values, "counters": listed}, keys=keys)


def _validated(node: Node, model: type[M]) -> M:
    return model.model_validate(node.plain())


def _entry(node: Node) -> Node:
    """An entry of the counters as a node whose value is a Counter. Raises ValidationError."""
    return _Judged(node.file, node.line, node.column, schema.Counter.model_validate(node.plain()))


@dataclass(slots=True)
class _Judged(Node):
    counter: schema.Counter

    def plain(self) -> schema.Counter:
        return self.counter

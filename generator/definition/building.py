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
from generator.definition.bulk import counter_rows, table_rows
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
from generator.errors import nearest
from generator.light import dataclass

M = TypeVar("M", bound=schema.Model)

MODELS: Mapping[str, type[schema.Model]] = {
    "game": schema.GameFile,
    "map": schema.MapFile,
    "counters": schema.CountersFile,
    "charts": schema.ChartsFile,
    "actions": schema.ActionsFile,
}


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
        self.tables: dict[str, str] = {}
        """CSV file name -> its text."""
        self.workbooks: dict[str, Workbook] = {}
        """XLSX files by name."""
        self.cases: set[str] | None = None
        self.unread: set[str] = set()
        """Parts that could not be read: what names things in them is not checked."""
        self.broken: set[str] = set()
        """Those of them that are no YAML at all, which has been reported."""
        self.unread_tables: set[str] = set()
        """CSV files that could not be read, which has been reported."""
        self.rows_missing = False
        """Whether rows could not be read whole, so that what names counters is not checked."""
        self.unresolved: list[str] = []
        """Ids of counters that do not work out."""
        self.pieces: list[schema.Counter] = []
        self.origins: list[Node] = []
        """The entry each single piece comes from."""

    # -- reading

    def read(self, path: Path) -> None:
        shown = path.relative_to(self.folder).as_posix()
        if path.suffix == ".xlsx":
            self.workbooks[shown] = Workbook(path, shown)
            return
        node: Node = MappingNode(shown, 1, 1)
        try:
            text = read_text(path, shown)
            if path.suffix == ".csv":
                self.tables[shown] = text
                return
            node, troubles = self.memory.once(
                ("parsed", shown), (text,), partial(self._parse, text, shown)
            )
            self.troubles += troubles
        except NotYaml as trouble:
            self.troubles.append(trouble.trouble)
            if path.suffix == ".csv":
                self.unread_tables.add(shown)
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
        for part in NEEDED:
            if part not in self.parts:
                self.troubles.append(Trouble(f"{part}.yaml", 0, 0, "this file is missing"))
                self.unread.add(part)
        for part, node in self.parts.items():
            # What such a file should have named is not missed in all the others, too. Counters
            # that say nothing are sound: their absence is reported where they are placed.
            if not isinstance(node, MappingNode) or (
                part in NEEDED and part != "counters" and not node.values
            ):
                self.unread.add(part)
        if not self.scenarios:
            self.troubles.append(
                Trouble(
                    "scenarios", 0, 0, "at least one set-up is needed, such as scenarios/first.yaml"
                )
            )
        if "map" in self.parts:
            # A copied grid takes the features along, so these are worked out first.
            placed = with_chart_places(self.parts["map"], self.parts.get("charts"), self.troubles)
            self.parts["map"] = with_copies(placed, self.troubles)
        if "counters" in self.parts:
            self.parts["counters"] = self._with_rows(self.parts["counters"])
        root = self._root()
        read = {
            part: self._validated(self._with_entries(part, node), MODELS[part])
            for part, node in self.parts.items()
            if part in MODELS and part not in self.broken
        }
        scenarios = [self._validated(node, schema.Scenario) for node in self.scenarios.values()]
        names = names_in(root, self.unread)
        names.known["case"] = self.cases
        maps, game_part = read.get("map"), read.get("game")
        art = Artwork(self.folder / "art", self.memory)
        theme = game_part.theme if isinstance(game_part, schema.GameFile) else ""
        add_artwork(names, art, theme)
        self.troubles += art.faults(theme)
        if isinstance(maps, schema.MapFile):
            for used in dict.fromkeys(board.theme for board in maps.maps if board.theme != theme):
                self.troubles += art.faults(used)
            maps, troubles = with_insets(maps, root)
            read["map"] = maps
            self.troubles += troubles
            names.places, troubles = places_of(maps.maps, root)
            self.troubles += troubles
            self.troubles += deck_troubles(maps.maps, root, names.places)
            self.troubles += backgrounds(maps.maps, root, art, theme)
            self.troubles += terrain_troubles(maps.maps, root)
        self.troubles += doubles(root)
        self.troubles += contradictions(root)
        counters = self._counters(read.get("counters"), read.get("charts"))
        layouts = self._layouts(read.get("counters"), art, theme)
        if counters is not None and not self.rows_missing:
            add_counters(names, counters, self.unresolved)
            if not self.unresolved:
                nodes = zip(counters, self.origins, strict=True)
                self.troubles += unknown_figures(nodes, root, art.symbols)
                pieces = zip(counters, self.origins, strict=True)
                self.troubles += unknown_fields(pieces, layouts)
        chart_part, action_part = read.get("charts"), read.get("actions")
        if isinstance(chart_part, schema.ChartsFile):
            self.troubles += table_troubles(chart_part.charts, root)
            pieces = zip(counters or (), self.origins, strict=False)
            self.troubles += unknown_rows(chart_part.charts, pieces)
        if isinstance(action_part, schema.ActionsFile) and counters and not self.unresolved:
            action_part, troubles = with_having(action_part, counters, root)
            read["actions"] = action_part
            self.troubles += troubles
        if isinstance(action_part, schema.ActionsFile) and isinstance(game_part, schema.GameFile):
            sequence = game_part.sequence
            boards = maps.maps if isinstance(maps, schema.MapFile) else ()
            kept = game_part.properties
            self.troubles += action_troubles(
                action_part.actions, sequence, counters or (), boards, kept, root
            )
            self.troubles += formula_troubles(kept, boards, root)
        self.troubles += unknown_references(root, names)
        self.troubles += unknown_signs(root, art.symbols)
        if self.troubles:
            raise DefinitionError(self.troubles)
        game_file, map_file = read["game"], read["map"]
        charts = read.get("charts") or schema.ChartsFile()
        actions = read.get("actions") or schema.ActionsFile()
        assert isinstance(game_file, schema.GameFile) and isinstance(map_file, schema.MapFile)
        assert isinstance(charts, schema.ChartsFile) and isinstance(actions, schema.ActionsFile)
        fields = {name: getattr(game_file, name) for name in schema.GameFile.model_fields}
        game = schema.Game.model_construct(
            **fields,
            maps=tuple(one for one in map_file.maps if one.window),
            counters=tuple(counters or ()),
            charts=charts.charts,
            aids=charts.aids,
            actions=actions.actions,
            dice=actions.dice,
            scores=actions.scores,
            scenarios=tuple(one for one in scenarios if one is not None),
            overlays=tuple(marks),
            schema_version=schema.SCHEMA_VERSION,
        )
        troubles = [*number_troubles(game, root), *sight_troubles(game, root)]
        troubles += [*stacking_troubles(game, root), *dealt_troubles(game, root)]
        if troubles:
            raise DefinitionError(troubles)
        # A game without layouts of its own is the same as before there were any.
        return game.model_copy(update={"layouts": tuple(layouts)}) if layouts else game

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

    def _layouts(self, counters: schema.Model | None, art: Artwork, theme: str) -> list[Layout]:
        """The game's own layouts, those of counters.yaml first."""
        inline = list(counters.layouts) if isinstance(counters, schema.CountersFile) else []
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
            troubles: list[Trouble] = []
            rows += self._rows_of(said, troubles)
            self.rows_missing |= bool(troubles)
            self.troubles += troubles
        if not rows:
            return node
        own = node.values.get("counters")
        listed = own.items if isinstance(own, SequenceNode) else []
        return self.memory.once("joined", (node, rows), partial(_joined, node, [*listed, *rows]))

    def _rows_of(self, said: Node, troubles: list[Trouble]) -> list[Node]:
        """The rows of one table; ``said`` is the file's name, or names file and sheet."""
        sheet = None
        place = said
        if isinstance(said, MappingNode):
            place = said.values.get("file", said)
            sheet = said.text("sheet") or None
        name = str(place.plain())
        if name in self.unread_tables:
            self.rows_missing = True
            return []
        if name in self.tables:
            if sheet is not None:
                troubles.append(said.trouble(f"{name!r} has no sheets; leave sheet: out"))
            text = self.tables[name]
            found: list[Trouble] = []
            rows, found = self.memory.once(
                ("rows", name),
                (text,),
                lambda: (counter_rows(text, name, found, self.memory), found),
            )
            troubles += found or _without_rows(rows, name)
            return rows
        if name in self.workbooks:
            book = self.workbooks[name]
            shown, lines, unread = self.memory.once(
                ("sheet", name, sheet), (book.content(), said), partial(book.lines, sheet, said)
            )
            before = len(troubles)
            troubles += unread
            rows = table_rows(lines, shown, troubles, self.memory)
            if len(troubles) == before:
                troubles += _without_rows(rows, shown)
            return rows
        troubles.append(place.trouble(self._no_table(name)))
        return []

    def _no_table(self, name: str) -> str:
        """Why there is no table of this name, and which there are."""
        if Path(name).name == name and (self.folder / name).is_file():
            words = f"{name!r} is neither a CSV nor an XLSX file; save it as .xlsx or .csv"
        else:
            words = f"no file {name!r} beside it"
        tables = [*self.tables, *sorted(self.unread_tables)]
        kinds = [("CSV", tables), ("XLSX", list(self.workbooks))]
        if name.lower().endswith((".xlsx", ".xls")):
            kinds.reverse()
        listed = [f"{kind} files here: {', '.join(names)}" for kind, names in kinds if names]
        listed = listed or ["there is no CSV and no XLSX file here"]
        known = [*tables, *self.workbooks]
        return f"{words}; {'; '.join(listed)}{nearest(name, known)}"

    def _counters(
        self, counters: schema.Model | None, charts: schema.Model | None
    ) -> list[schema.Counter] | None:
        """The single pieces; None when the counters or charts could not be read."""
        if not isinstance(counters, schema.CountersFile):
            return None
        if charts is not None and not isinstance(charts, schema.ChartsFile):
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
                    self.rows_missing = True
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


def _without_rows(rows: Sequence[Node], shown: str) -> list[Trouble]:
    if rows:
        return []
    words = "no rows: a heading in the first line and a row for each counter are expected"
    return [Trouble(shown, 1, 1, words)]


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

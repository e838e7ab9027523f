"""The schema of a game: one frozen tree, read from a folder of YAML files.

``game.yaml`` holds a GameFile, ``map.yaml`` a MapFile, ``counters.yaml`` a CountersFile,
``charts.yaml`` a ChartsFile, ``actions.yaml`` an ActionsFile, every ``scenarios/*.yaml`` a
Scenario. ``reader.load_game`` joins them into a Game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Protocol, TypeVar

from generator.definition.boards import (
    Area,
    AreaGrid,
    AxialNumbering,
    Box,
    Control,
    Deck,
    Feature,
    Furniture,
    Geography,
    Grid,
    GridCopy,
    HexGrid,
    HexNote,
    Inset,
    Label,
    LaidPicture,
    Map,
    Numbering,
    OffsetNumbering,
    Passage,
    PlacesFrom,
    Point,
    Port,
    Rect,
    SquareGrid,
    Track,
    Zone,
)
from generator.definition.charts import (
    Aid,
    AidChart,
    AnyChart,
    BoxColumn,
    CallOut,
    Cell,
    CellBody,
    CellValue,
    Chart,
    Column,
    Entry,
    Form,
    FormColumn,
    KeyPiece,
    Notes,
    Result,
    Roster,
    Row,
    Scan,
    ShownValue,
    Table,
    TerrainChart,
    TrackChart,
    UnitKey,
    Values,
)
from generator.definition.chartwork import Compass, MapLine, Town, Waypoint
from generator.definition.layouts import Layout
from generator.definition.measures import (
    CaseId,
    Colour,
    FileId,
    Id,
    ImageFile,
    Length,
    Line,
    Provenance,
    Scalar,
    Size,
    Sourced,
    Status,
)
from generator.definition.model import BeforeValidator, Field, Model, WithJsonSchema
from generator.definition.pieces import (
    Counter,
    CounterFields,
    CounterTemplate,
    Face,
    FaceWords,
    Hide,
    Mask,
    ValuesFrom,
)
from generator.definition.play import (
    Action,
    Counting,
    Credits,
    Decision,
    DiceButton,
    Draw,
    GameProperty,
    Modifier,
    NumberFrom,
    Placement,
    Reminder,
    RulesSection,
    Scenario,
    ScoreButton,
    SequenceStep,
    SetupStep,
    Side,
    Turns,
)
from generator.definition.sighting import Sighting
from generator.definition.stacking import Stacking
from generator.errors import UnknownError

SCHEMA_VERSION = 1


class _Named(Protocol):
    @property
    def id(self) -> str: ...


N = TypeVar("N", bound=_Named)
C = TypeVar("C", bound=Chart)


def _by_id(things: Collection[N], wanted: str, sort: str) -> N:
    for thing in things:
        if thing.id == wanted:
            return thing
    raise UnknownError(wanted, sort, (thing.id for thing in things))


class GameFile(Model):
    """``game.yaml``."""

    id: FileId
    name: Line = Field(min_length=1)
    version: FileId
    """Of this definition; goes into the module's name and every save."""
    text: str = ""
    theme: str
    credits: Credits
    sides: tuple[Side, ...] = Field(min_length=1)
    turns: Turns = Turns()
    properties: tuple[GameProperty, ...] = ()
    sequence: tuple[SequenceStep, ...] = ()
    decisions: tuple[Decision, ...] = ()
    summary: tuple[RulesSection, ...] = ()
    sight: Sighting | None = None
    stacking: Stacking | None = None


class MapFile(Model):
    """``map.yaml``."""

    maps: tuple[Map, ...] = Field(min_length=1)


class RowsFile(Model):
    """The rows of a file beside ``counters.yaml``: a CSV file, or a sheet of an XLSX workbook."""

    file: Line = Field(min_length=1)
    sheet: Line | None = None
    """The sheet's name; not needed if there is only one."""


def _rows_file(value: object) -> object:
    return {"file": value} if isinstance(value, str) else value


BareRowsFile = Annotated[
    RowsFile,
    BeforeValidator(_rows_file),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "properties": {"file": {"type": "string"}, "sheet": {"type": "string"}},
                    "required": ["file"],
                    "additionalProperties": False,
                },
            ]
        },
        mode="validation",
    ),
]


class CountersFile(Model):
    """``counters.yaml``; ``rows`` name files beside it with one row for each counter."""

    layouts: tuple[Layout, ...] = ()
    """Layouts of the game; longer ones may be files in art/layouts."""
    templates: tuple[CounterTemplate, ...] = ()
    counters: tuple[Counter, ...] = ()
    rows: tuple[BareRowsFile, ...] = ()
    """``[navy.csv, {file: units.xlsx, sheet: Soviet}]``."""
    csv: tuple[str, ...] = ()
    """CSV files: short for ``rows``."""


class ChartsFile(Model):
    """``charts.yaml``."""

    charts: tuple[AnyChart, ...] = ()
    aids: tuple[Aid, ...] = ()


class ActionsFile(Model):
    """``actions.yaml``."""

    actions: tuple[Action, ...] = ()
    dice: tuple[DiceButton, ...] = ()
    scores: tuple[ScoreButton, ...] = ()


class OverlayMark(Model):
    """An overlay that was applied to the definition, and the hash of its file."""

    id: Id
    name: str = ""
    version: FileId = "1.0"
    """The version of an extension built from it."""
    text: str = ""
    sha256: str = ""


class Game(Model):
    """A complete game: templates applied to counters, overlays applied, references checked."""

    schema_version: int = SCHEMA_VERSION
    id: FileId
    name: str
    version: FileId
    text: str = ""
    theme: str
    credits: Credits
    sides: tuple[Side, ...]
    turns: Turns
    properties: tuple[GameProperty, ...]
    sequence: tuple[SequenceStep, ...]
    decisions: tuple[Decision, ...]
    summary: tuple[RulesSection, ...]
    sight: Sighting | None = None
    stacking: Stacking | None = None
    maps: tuple[Map, ...]
    counters: tuple[Counter, ...]
    layouts: tuple[Layout, ...] = ()
    """The game's own layouts, including those of ``art/layouts``."""
    charts: tuple[AnyChart, ...]
    aids: tuple[Aid, ...] = ()
    actions: tuple[Action, ...]
    dice: tuple[DiceButton, ...]
    scores: tuple[ScoreButton, ...]
    scenarios: tuple[Scenario, ...]
    overlays: tuple[OverlayMark, ...] = ()
    policies: Mapping[str, str] = Field(default_factory=dict)
    """The policies that were asked for, by chart; they override all others."""
    definition_hash: str = ""
    """SHA-256 (hex) over the data files and overlays; the same for the same content."""

    def map(self, map_id: str) -> Map:
        """The map with this id or name. Raises KeyError if there is none."""
        for one in self.maps:
            if map_id in (one.id, one.name):
                return one
        raise UnknownError(map_id, "map", (one.id for one in self.maps))

    def counter(self, counter_id: str) -> Counter:
        return _by_id(self.counters, counter_id, "counter")

    def chart(self, chart_id: str) -> Chart:
        return _by_id(self.charts, chart_id, "chart")

    def table(self, chart_id: str) -> Table:
        """A chart with rows and columns. Raises KeyError if there is none."""
        return self._chart_of(Table, chart_id, "table")

    def values(self, chart_id: str) -> Values:
        """A chart of named values. Raises KeyError if there is none."""
        return self._chart_of(Values, chart_id, "chart of values")

    def _chart_of(self, kind: type[C], chart_id: str, sort: str) -> C:
        for chart in self.charts:
            if chart.id == chart_id and isinstance(chart, kind):
                return chart
        known = (one.id for one in self.charts if isinstance(one, kind))
        raise UnknownError(chart_id, sort, known)

    def number(self, source: int | NumberFrom) -> int:
        """A number, or the one in a chart. Raises KeyError if there is none, and TypeError if it is
        no whole number."""
        if isinstance(source, int):
            return source
        if source.column is None:
            value = self.values(source.chart).value(source.row)
        else:
            value = self.table(source.chart).value(source.row, source.column)
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(value)
        return value

    def action(self, action_id: str) -> Action:
        return _by_id(self.actions, action_id, "action")

    def dice_button(self, dice_id: str) -> DiceButton:
        return _by_id(self.dice, dice_id, "dice button")

    def side(self, side_id: str) -> Side:
        return _by_id(self.sides, side_id, "side")

    def scenario(self, scenario_id: str | None = None) -> Scenario:
        """The set-up with this id, or the default one."""
        if scenario_id is not None:
            return _by_id(self.scenarios, scenario_id, "scenario")
        for scenario in self.scenarios:
            if scenario.default:
                return scenario
        return self.scenarios[0]

    def begun_at(self, scenario_id: str) -> Game:
        """The same game with another set-up. Raises KeyError if there is none."""
        wanted = self.scenario(scenario_id)
        rows = (one.model_copy(update={"default": one is wanted}) for one in self.scenarios)
        return self.model_copy(update={"scenarios": tuple(rows)})

    def tracked_steps(self) -> tuple[SequenceStep, ...]:
        """The steps at which the turn tracker stops, in order."""
        return tuple(step for step in self.sequence if step.tracked)

    def first_turn(self, scenario: Scenario) -> tuple[int, int]:
        """The turn in which a set-up begins, and its tracked step, counted from 0."""
        steps = [step.id for step in self.tracked_steps()]
        return scenario.first_turn, steps.index(scenario.first_step) if scenario.first_step else 0


class Overlay(Model):
    """``--overlay my.yaml``: parts of the files that are applied to them.

    Mappings are merged key by key; lists of things with an id are merged by id (a new id is added,
    ``remove: true`` removes one); anything else is replaced.
    """

    overlay: OverlayMark
    game: Mapping[str, object] = Field(default_factory=dict)
    map: Mapping[str, object] = Field(default_factory=dict)
    counters: Mapping[str, object] = Field(default_factory=dict)
    charts: Mapping[str, object] = Field(default_factory=dict)
    actions: Mapping[str, object] = Field(default_factory=dict)
    scenarios: Mapping[str, Mapping[str, object]] = Field(default_factory=dict)


__all__ = [
    "SCHEMA_VERSION",
    "Action",
    "ActionsFile",
    "Aid",
    "AidChart",
    "AnyChart",
    "Area",
    "AreaGrid",
    "AxialNumbering",
    "Box",
    "BoxColumn",
    "CallOut",
    "CaseId",
    "Cell",
    "CellBody",
    "CellValue",
    "Chart",
    "ChartsFile",
    "Colour",
    "Column",
    "Compass",
    "Control",
    "Counter",
    "CounterFields",
    "CounterTemplate",
    "CountersFile",
    "Counting",
    "Credits",
    "Decision",
    "Deck",
    "DiceButton",
    "Draw",
    "Entry",
    "Face",
    "FaceWords",
    "Feature",
    "FileId",
    "Form",
    "FormColumn",
    "Furniture",
    "Game",
    "GameFile",
    "GameProperty",
    "Geography",
    "Grid",
    "GridCopy",
    "HexGrid",
    "HexNote",
    "Hide",
    "Id",
    "ImageFile",
    "Inset",
    "KeyPiece",
    "Label",
    "LaidPicture",
    "Layout",
    "Length",
    "Line",
    "Map",
    "MapFile",
    "MapLine",
    "Mask",
    "Model",
    "Modifier",
    "Notes",
    "NumberFrom",
    "Numbering",
    "OffsetNumbering",
    "Overlay",
    "OverlayMark",
    "Passage",
    "Placement",
    "PlacesFrom",
    "Point",
    "Port",
    "Provenance",
    "Rect",
    "Reminder",
    "Result",
    "Roster",
    "Row",
    "RulesSection",
    "Scalar",
    "Scan",
    "Scenario",
    "ScoreButton",
    "SequenceStep",
    "SetupStep",
    "ShownValue",
    "Side",
    "Sighting",
    "Size",
    "Sourced",
    "SquareGrid",
    "Status",
    "Table",
    "TerrainChart",
    "Town",
    "Track",
    "TrackChart",
    "Turns",
    "UnitKey",
    "Values",
    "ValuesFrom",
    "Waypoint",
    "Zone",
]

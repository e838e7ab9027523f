"""A small game with a chart of every kind, cards and player aids."""

# ruff: noqa: E501 (the definition below has long lines)

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.definition.reader import load_game
from generator.definition.schema import Game

FILES = {
    "game.yaml": """\
id: bridge
name: The Bridge
version: "1"
theme: admiralty
credits: {design: A. Designer, edition: unofficial edition, notice: An example.}
sides:
  - {id: Blue, name: Blue Army, colour: british, emblem: emblem_british}
  - {id: Grey, name: Grey Army, colour: german, emblem: emblem_german}
sequence:
  - {id: move, number: "1", name: Movement, side: Blue, tracked: true, text: Move **any** units., steps: [{id: rail, number: 1a, name: Rail movement, mandatory: false, text: Two units.}]}
  - {id: fight, number: "2", name: Combat, text: Both sides fight.}
summary:
  - {title: Combat, text: "Add up strengths, **round down**, roll {icon:die}."}
  - {title: Supply, text: Trace a line of six hexes to a road.}
""",
    "map.yaml": """\
maps:
  - id: field
    name: Field
    width: 240mm
    height: 180mm
    background: land
    grid: {kind: hex, zone: Field, size: 12mm, origin: {x: 20mm, y: 22mm}, numbering: {kind: offset}, extent: [6, 5]}
    terrain: {kinds: {woods: {values: {foot: 2}, text: Attacks shift **one column** left.}, town: {values: {foot: 1}, status: inferred, why: x}}, ground: clear, hexes: {woods: 0203-0204, town: "0402"}}
    decks: [{id: Orders, x: 215mm, y: 120mm, width: 30mm, height: 42mm, kinds: [order], shuffle: on_command}]
    tracks: [{id: Days, prefix: Day, x: 10mm, y: 150mm, width: 190mm, height: 15mm, first: 1, last: 12, cells: {4: Rain}}]
""",
    "counters.yaml": """\
templates:
  - {id: ship, faces: [{layout: ship, title: "{name}", symbol: "{profile}", left: "{kind}", right: "{guns}", background: british}]}
  - {id: order, kind: order, size: 63mm x 88mm, shape: card, mask: {access: [Blue, Grey]}, back: {id: back, layout: card_back, symbol: emblem_german, background: german}}
counters:
  - {id: exeter, template: ship, kind: CA, name: Exeter, values: {profile: cruiser_two_funnels, guns: 2, hits: 5, class: York}}
  - {id: ajax, template: ship, kind: CL, name: Ajax, values: {profile: cruiser_two_funnels, guns: 1, hits: 14}}
  - {id: "order_{n}", count: 3, template: order, name: "Order {n}", values: {cost: 2, who: Grey player}, faces: [{layout: action_card, title: Forced march, symbol: truck, background: german, text: "**Play** before a move.\\nRoll {icon:die}: on 1 lose a step."}]}
""",
    "charts.yaml": """\
charts:
  - id: crt
    kind: table
    name: Combat Results
    case: "8.1"
    dice: 1d6
    across: Odds, attacker to defender
    columns: [{id: "1:2", odds: [1, 2]}, {id: "1:1", odds: [1, 1]}, {id: "3:1", odds: [3, 1]}]
    rows:
      - {rolls: [1, 2], cells: {"1:2": AE, "1:1": AR 2, "3:1": EX}}
      - {rolls: [3, 4], cells: {"1:2": AR 2, "1:1": NE, "3:1": DR 1}}
      - {rolls: [5, 6], cells: {"1:2": NE, "1:1": EX, "3:1": {value: DE, status: inferred, why: x}}}
    results: [{result: AE, says: attacker eliminated, colour: signal}, {result: AR, says: attacker retreats, colour: gold}, {result: DE, colour: sea_name}, {result: NE, says: no effect}]
    beside: [modifiers]
    text: Odds are rounded **down**.
  - id: modifiers
    kind: modifiers
    name: Modifiers
    entries: [{id: river, name: Across a river, value: -1, shift: true, case: "8.4"}, {id: town, name: Defender in a town, value: -2}, {id: air, name: Air support, value: 1, status: reconstructed, why: x}]
  - id: search
    kind: table
    name: Search
    dice: 2d6
    columns: [{id: a, name: "0-4", band: [null, 4]}, {id: b, name: "5-9", band: [5, 9]}, {id: c, name: "10+", band: [10, null]}]
    rows: [{rolls: [2, 7], cells: {a: found, b: lost, c: lost}}, {rolls: [8, 12], cells: {a: found, b: found, c: "a shadow only, which is lost when the next turn begins without contact"}}]
  - {id: terrain, kind: terrain, name: Terrain, show: [{value: foot, group: Movement}]}
  - {id: key, kind: key, name: How counters are read, pieces: [{counter: exeter, calls: [{part: title, says: Name}, {part: left, says: Class}, {part: right, says: "**Guns**"}, {part: symbol, says: Profile}, {at: [0.9, 0.1], says: A corner}]}, {counter: order_1, face: back}]}
  - {id: days, kind: track, name: Days, of: Days}
  - {id: plot, kind: form, name: Plot, lines: [Player, Ship, Date], map: field, rows: 4, numbered: cells, columns: [{name: A}, {}, {shaded: true}, {width: 2}]}
  - {id: points, kind: form, name: Points, rows: 3, numbered: rows, row_name: Turn, first: 8, columns: [{name: Blue}, {name: Grey}]}
  - {id: logs, kind: roster, name: Ship logs, counters: [CA, ajax], show: [guns], boxes: [{name: Hits, value: hits, every: 5}, {name: Fuel, count: 30}], write: [Notes]}
  - {id: steps, kind: notes, name: Steps, numbered: true, lines: [Name the hex., "Roll {icon:die}."]}
aids:
  - {id: card, name: Player aid, paper: a5, landscape: true, fold: half, columns: 1, side: Blue, pages: [[crt], [sequence, days], [terrain, search], [summary, steps]]}
  - {id: sheet, name: Everything, paper: letter, columns: 2, charts: [{chart: crt, span: 2}, modifiers, search, terrain, key, steps, sequence]}
""",
    "scenarios/start.yaml": """\
id: start
name: Start
placements: [{pieces: [order_1, order_2, order_3], map: field, at: Orders}, {pieces: [exeter], map: field, at: "0101"}]
""",
}


@pytest.fixture(scope="session")
def files() -> dict[str, str]:
    """The game's files, to be changed for another."""
    return FILES


@pytest.fixture(scope="session")
def make(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Game]:
    """Loads the game with some files exchanged: ``make(charts="...")``."""

    def made(**changed: str) -> Game:
        folder: Path = tmp_path_factory.mktemp("bridge")
        (folder / "scenarios").mkdir()
        for name, text in FILES.items():
            (folder / name).write_text(changed.get(name.split(".")[0], text), "utf-8")
        return load_game(folder)

    return made


@pytest.fixture(scope="session")
def bridge(make: Callable[..., Game]) -> Game:
    return make()

"""A small game with all that a click can set off: dice with modifiers, decks, arrows, marks."""

# ruff: noqa: E501 (the definition below has long lines)

from __future__ import annotations

from pathlib import Path

FILES = {
    "game.yaml": """\
id: small
name: Small
version: "1"
theme: admiralty
credits: {design: Nobody, edition: test, notice: None}
sides: [{id: Red}, {id: Blue}]
turns: {name: Turn, first: 1, last: 3}
properties:
  - {name: Points, initial: 8, least: 0, most: 99}
  - {name: Tries, initial: 0, least: 0, most: 9}
  - {name: Spotted, words: true}
sequence: [{id: all, number: "1", name: Everything, tracked: true, actions: [card, close]}]
""",
    "map.yaml": """\
maps:
  - id: table
    name: Table
    width: 300mm
    height: 200mm
    style: plain
    background: land
    boxes:
      - {id: Hangar, x: 10mm, y: 150mm, width: 40mm, height: 20mm}
      - {id: Aloft, x: 60mm, y: 150mm, width: 40mm, height: 20mm}
    tracks:
      - {id: Units, prefix: U, first: 0, last: 9, x: 10mm, y: 175mm, width: 130mm, height: 10mm, marker: units, property: Points, wraps: true}
      - {id: Tens, prefix: T, first: 0, last: 9, x: 150mm, y: 175mm, width: 130mm, height: 10mm, marker: tens, property: Points, each: 10}
    decks:
      - {id: Orders, x: 50mm, y: 60mm, width: 66mm, height: 91mm, kinds: [order]}
      - {id: Used orders, x: 130mm, y: 60mm, width: 66mm, height: 91mm, kinds: [order], face_down: false, shuffle: never, reshuffles_into: Orders}
      - {id: Spare, x: 220mm, y: 60mm, width: 66mm, height: 91mm, kinds: [order]}
""",
    "counters.yaml": """\
templates:
  - {id: order, kind: order, shape: card, size: 63mm x 88mm, mask: {access: [Red, Blue], name: Order}, back: {id: back, layout: card_back}, faces: [{id: front, layout: action_card, title: "{name}"}]}
counters:
  - {id: march, template: order, name: March}
  - {id: halt, template: order, name: Halt}
  - {id: stand, template: order, name: Stand}
  - {id: scout, name: Scout, side: Red, values: {base: Hangar}, faces: [{id: day, layout: plain, centre: S}, {id: night, layout: plain, centre: N}]}
  - {id: arrow, name: Arrow, facings: [N, E, S, W], faces: [{id: front, layout: plain, centre: A}]}
  - {id: vane, name: Vane, facings: [N, E, S, W], faces: [{id: front, layout: plain, centre: V}]}
  - {id: box, name: Box, roles: [clickable], faces: [{id: clear, layout: plain, centre: "-"}, {id: crossed, layout: plain, centre: X}]}
  - {id: units, name: Units, faces: [{id: front, layout: plain, centre: U}]}
  - {id: tens, name: Tens, faces: [{id: front, layout: plain, centre: T}]}
""",
    "charts.yaml": """\
charts:
  - id: help
    kind: table
    name: Help
    columns: [{id: value, name: Value}]
    rows: [{id: scout, name: Scout, cells: {value: -1}}]
  - id: sky
    kind: table
    name: Sky
    dice: 1d6
    columns: [{id: day, name: by day}, {id: night, name: by night}]
    rows:
      - {rolls: [1, 3], cells: {day: cloud, night: {value: 0, text: stars}}}
      - {rolls: [4, 6], cells: {day: sun, night: moon}}
""",
    "actions.yaml": """\
actions:
  - {id: card, keyword: CARD, name: Card, draw: {deck: Orders, onto: Used orders}, sets: {Tries: 0}}
  - {id: close, keyword: CLOSED, name: Close, tracker: next_turn, reshuffles: [Used orders]}
  - {id: gain, keyword: GAINED, name: Gain, score: {Points: 4}, says: "now {Points}", reminders: [{property: Points, every: 6, text: take a rest}]}
  - {id: by_day, keyword: BY DAY, name: By day, on: piece, pieces: [scout], menu: Turn, flips_to: day, says: "{name} of the {base}"}
  - {id: by_night, keyword: BY NIGHT, name: By night, on: piece, pieces: [scout], menu: Turn, flips_to: night, silent: true}
  - {id: spots, keyword: SPOTS, name: Spot, on: piece, pieces: [scout, arrow], having: base = Hangar, dice: sky, says: "{name}", notes: {Spotted: "the {name}"}}
  - {id: points, keyword: POINTS, name: Point, on: piece, pieces: [arrow], says: "{name} to {Spotted}", score: {Points: 7}}
  - {id: deal, keyword: DEALT, name: Deal, draw: [{deck: Orders, onto: Used orders}, {deck: Spare, onto: Used orders}]}
  - {id: lands, keyword: LANDS, name: Land, on: piece, pieces: [scout], says: "{name} in the {base} from {place}", sends_to: "{base}", flips_to: day}
dice:
  - id: spy
    name: Spy
    count: 2
    counted_in: Tries
    counted_until: Used orders
    modifiers:
      - {text: Scout, change: {chart: help, row: scout, column: value}, map: table, at: [Aloft], pieces: [scout], face: night}
      - {text: earlier tries, property: Tries}
  - id: all
    name: All together
    count: 1
    together: true
    modifiers:
      - {text: Scout, change: -1, map: table, at: [Aloft], pieces: [scout]}
      - {text: earlier tries, property: Tries, change: 2}
  - {id: sky, name: Sky, count: 1, chart: sky, tells: true}
scores: [{id: plus, property: Points, change: 7, name: "+7"}]
""",
    "scenarios/start.yaml": """\
id: start
name: Start
placements:
  - {pieces: [march, halt], map: table, at: Orders}
  - {pieces: [scout, arrow, box], map: table, at: Hangar}
  - {pieces: [vane], map: table, at: Hangar, facing: S}
  - {pieces: [stand], map: table, at: Spare}
  - {pieces: [units], map: table, at: U 8}
  - {pieces: [tens], map: table, at: T 0}
""",
}


def write_small_game(folder: Path) -> Path:
    """The files of the game."""
    (folder / "scenarios").mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    return folder

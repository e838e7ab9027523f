"""A small game with everything that lies on a table: masks, faces, directions, a private board, a
cup, piles, a track that is walked by a marker, spare counters."""

# ruff: noqa: E501 (the definition below has long lines)

from __future__ import annotations

from pathlib import Path

FILES = {
    "game.yaml": """\
id: table_game
name: Table Game
version: "1"
theme: admiralty
credits: {design: Nobody, edition: test, notice: None}
sides: [{id: Red}, {id: Blue}, {id: Judge, role: referee}]
turns: {name: Turn, first: 1, last: 5, track: Turns, marker: turn}
properties:
  - {name: Points, text: Points of Red, initial: 2, least: 0, most: 9}
sequence:
  - {id: move, number: "1", name: Movement, tracked: true, actions: [fire, gain, moved, show]}
  - {id: fight, number: "2", name: Combat, tracked: true, actions: [card, close]}
""",
    "map.yaml": """\
maps:
  - id: field
    name: Field
    width: 300mm
    height: 200mm
    style: plain
    background: land
    grid: {kind: square, zone: Squares, cell: [20mm, 20mm], origin: {x: 20mm, y: 20mm}, extent: [6, 4], numbering: {kind: offset, separator: "", horizontal: letter, vertical: number}}
    boxes:
      - {id: Camp, x: 10mm, y: 150mm, width: 60mm, height: 25mm}
      - {id: Depot, x: 80mm, y: 150mm, width: 60mm, height: 25mm, slots: {North: {x: 95mm, y: 162mm}, South: {x: 125mm, y: 162mm}}}
      - {id: Cups, x: 200mm, y: 10mm, width: 90mm, height: 130mm}
    tracks:
      - {id: Score, prefix: P, first: 0, last: 9, x: 10mm, y: 180mm, width: 130mm, height: 15mm, marker: score, property: Points}
      - {id: Turns, prefix: Turn, first: 1, last: 5, x: 150mm, y: 180mm, width: 130mm, height: 15mm, marker: turn}
    decks:
      - {id: Cup, x: 225mm, y: 40mm, width: 25mm, height: 25mm, kinds: [tank]}
      - {id: Cards, x: 225mm, y: 100mm, width: 25mm, height: 35mm, kinds: [card], shuffle: on_command}
      - {id: Played, x: 265mm, y: 100mm, width: 25mm, height: 35mm, kinds: [card], face_down: false, shuffle: never, reshuffles_into: Cards}
  - id: plans
    name: Plans
    width: 120mm
    height: 80mm
    style: plain
    background: land
    private_to: Red
    may_look: [Judge]
    boxes:
      - {id: Orders, x: 10mm, y: 10mm, width: 100mm, height: 60mm}
""",
    "counters.yaml": """\
templates:
  - {id: tank, kind: tank, side: Red, mask: {access: [Red], name: Red tank}, back: {id: back, layout: plain, centre: "?"}, faces: [{id: front, layout: plain, centre: "{name}"}, {id: hit, layout: plain, centre: "{name}"}]}
  - {id: card, kind: card, shape: card, size: 20mm x 30mm, faces: [{id: front, layout: action_card, title: "{name}"}]}
counters:
  - {id: tiger, template: tank, name: Tiger}
  - {id: panther, template: tank, name: Panther}
  - {id: march, template: card, name: March}
  - {id: halt, template: card, name: Halt}
  - {id: rest, template: card, name: Rest}
  - {id: scout, name: Scout, side: Blue, faces: [{id: day, layout: plain, centre: S}, {id: night, name: Night scout, layout: plain, centre: N}]}
  - {id: crew, name: Crew, side: Blue, faces: [{id: four, layout: plain, centre: "4"}, {id: three, layout: plain, centre: "3"}, {id: two, layout: plain, centre: "2"}]}
  - {id: arrow, name: Arrow, side: Red, facings: [N, E, S, W], faces: [{id: front, layout: plain, centre: A}]}
  - {id: order, name: Order, side: Red, faces: [{id: front, layout: plain, centre: O}]}
  - {id: score, name: Score, faces: [{id: front, layout: plain, centre: P}]}
  - {id: turn, name: Turn marker, faces: [{id: front, layout: plain, centre: T}]}
  - {id: smoke, name: Smoke, faces: [{id: front, layout: plain, centre: "*"}]}
""",
    "actions.yaml": """\
actions:
  - {id: fire, keyword: FIRE, name: Fire, dice: guns}
  - {id: gain, keyword: GAINED, name: Gain, score: {Points: 1}, says: "now {Points}"}
  - {id: moved, keyword: MOVED, name: Moved, tracker: next_step}
  - {id: show, keyword: SHOWN, name: Show, on: piece, pieces: [tank], says: "as {name}", flips_to: hit}
  - {id: card, keyword: CARD, name: Card, draw: {deck: Cards, onto: Played}}
  - {id: close, keyword: CLOSED, name: Close, tracker: next_turn, reshuffles: [Played]}
dice:
  - {id: guns, name: Guns, count: 2}
  - {id: luck, name: Luck, count: 1, modifiers: [{text: Night, change: -1, map: field, at: [Camp], pieces: [scout], face: night}, {text: lead, property: Points}]}
""",
    "charts.yaml": """\
charts:
  - {id: help, kind: table, name: Help, columns: [{id: value, name: Value}], rows: [{id: one, name: One, cells: {value: 1}}]}
""",
    "scenarios/start.yaml": """\
id: start
name: Start
placements:
  - {pieces: [tiger, panther], map: field, at: Cup, masked: true}
  - {pieces: [march, halt, rest], map: field, at: Cards}
  - {pieces: [scout, crew, arrow], map: field, at: A01}
  - {pieces: [order], map: plans, at: Orders}
  - {pieces: [score], map: field, at: P 2}
  - {pieces: [turn], map: field, at: Turn 1}
""",
}


def write_table_game(folder: Path) -> Path:
    """The files of the game."""
    (folder / "scenarios").mkdir(parents=True)
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    return folder

"""A small game of what is rare: no public board, cards of many looks, odd dice, any script."""

# ruff: noqa: E501 (the files below have long lines)

FILES = {
    "game.yaml": r"""
id: nasty
name: "Würfel & «Kräfte» / Ω"
version: "0.1"
theme: admiralty
credits: {design: Nobody, edition: test, notice: "None [b]x[/b] \\ \" '"}
sides:
  - {id: "Blau, Armee", colour: "#2244aa"}
  - {id: "赤", colour: "#aa3322"}
  - {id: "Drei", colour: "#2244aa"}
  - {id: "Schiri", role: referee}
turns: {name: Tag, first: 3, track: Days, marker: day}
properties: [{name: Pts, initial: 2, least: 0, most: 9}]
sequence:
  - {id: s1, number: "1", name: "Erster", tracked: true, text: "**fett** *x*"}
""",
    "map.yaml": r"""
maps:
  - id: plan
    name: "Plan {x}"
    width: 300mm
    height: 60mm
    margin: 20mm
    private_to: "Blau, Armee"
    may_look: ["Drei", "Schiri"]
    style: plain
    boxes: [{id: "Box, A;B", x: 5mm, y: 5mm, width: 60mm, height: 40mm}]
    tracks: [{id: Days, prefix: D, first: 3, last: 9, x: 100mm, y: 5mm, width: 150mm, height: 20mm, marker: day}]
    decks:
      - {id: "Stapel/1", x: 80mm, y: 30mm, shuffle: never}
      - {id: "Einer", x: 270mm, y: 30mm, shuffle: on_command}
      - {id: "Sack", x: 290mm, y: 30mm, shuffle: always}
""",
    "counters.yaml": r"""
counters:
  - {id: many, name: "Viele 多", faces: [{id: a},{id: b},{id: c},{id: d},{id: e},{id: f},{id: g},{id: h},{id: i},{id: j},{id: k},{id: l}]}
  - {id: two, name: Two, side: "赤", faces: [{id: a},{id: b}]}
  - {id: day, name: Day, faces: [{id: a},{id: b}]}
  - {id: c1, name: C1, shape: card, faces: [{id: a},{id: b}]}
  - {id: c2, name: C2, shape: card, faces: [{id: a},{id: b},{id: c}], mask: {access: ["赤"]}}
  - {id: c3, name: C3, shape: card, faces: [{id: a}]}
  - {id: c4, name: C4, shape: card, faces: [{id: a},{id: b},{id: c}]}
  - {id: "x_{n}", name: "X {n}", count: 3, shape: hex_pointy, mask: {access: [Drei]}, faces: [{id: a}]}
  - {id: long1, name: Long, shape: long, size: 0.5in x 1in, faces: [{id: a}]}
""",
    "actions.yaml": r"""
actions:
  - {id: win, keyword: WIN, name: "Win <&> \"q\"", says: "at {Pts}", score: {Pts: 1}}
dice:
  - {id: d2, name: coin, count: 1, sides: 2}
  - {id: d100, name: pct, count: 2, sides: 100}
  - {id: d20, name: twenty, count: 30, sides: 20}
""",
    "scenarios/one.yaml": r"""
id: one
name: "One: / \\ ?*"
first_turn: 4
placements:
  - {pieces: [day], map: plan, at: D 4, face: b}
  - {pieces: [x_1, x_2, x_3], map: plan, at: "Stapel/1"}
  - {pieces: [c1], map: plan, at: Einer}
  - {pieces: [c2, c3], map: plan, at: Sack, masked: true}
  - {pieces: [many], map: plan, at: 'Box, A;B', face: k}
steps:
  - {text: "So **geht** {icon:anchor} es"}
""",
    "scenarios/two.yaml": r"""
id: two
name: "ONE: / \\ ?*"
placements: [{pieces: [two, day], map: plan, x: -10mm, y: -10mm, hidden: false}]
""",
}

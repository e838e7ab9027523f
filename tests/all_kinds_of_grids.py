"""Maps with every kind of grid that VASSAL can number, and one that it cannot."""

MAPS = """
  - id: rows
    name: Rows
    width: 260mm
    height: 180mm
    margin: 7mm x 4mm
    grid:
      kind: hex
      zone: Rows
      orientation: pointy
      size: 9.3mm
      origin: {x: 30.3mm, y: 25.1mm}
      shifted: even
      extent: [11, 9]
      numbering: {kind: offset, order: row_first, separator: ".", vertical: letter,
                  horizontal_descending: true, vertical_descending: true}
    boxes:
      - {id: Reserve, x: 215mm, y: 10mm, width: 40mm, height: 30mm,
         slots: {First: {x: 225mm, y: 25mm}, Second: {x: 245mm, y: 25mm}}}
    tracks:
      - {id: Losses, prefix: Loss, first: 1, last: 6, x: 215mm, y: 60mm, width: 36mm, height: 24mm,
         per_row: 3}
  - id: scan
    name: Scan
    width: 200mm
    height: 150mm
    grid:
      kind: hex
      zone: Scan
      size: 8.1mm
      stretch: 1.07
      origin: {x: 20.2mm, y: 25.7mm}
      extent: [12, 8]
      absent: ["0900", "1301", "2001"]
      numbering: {kind: offset, stagger: true, vertical_first: -1, horizontal_first: 9}
    zones:
      - {id: Hills, shares_grid: true, outline: [{x: 5mm, y: 5mm}, {x: 70mm, y: 5mm},
         {x: 70mm, y: 70mm}, {x: 5mm, y: 70mm}]}
  - id: squares
    name: Squares
    width: 200mm
    height: 150mm
    grid:
      kind: square
      zone: Squares
      cell: [11.3mm, 9.7mm]
      origin: {x: 15.1mm, y: 15.2mm}
      extent: [14, 12]
      numbering: {kind: offset, horizontal: letter, horizontal_descending: true}
  - id: slant
    name: Slant
    width: 150mm
    height: 150mm
    grid:
      kind: hex
      zone: Slant
      size: 9mm
      origin: {x: 90mm, y: 30mm}
      numbering: {kind: axial, letter_towards: SW, digit_towards: SE}
      rows: {A: [[1, 3]], B: [[1, 3]]}
"""
"""For the end of the maps of a game."""

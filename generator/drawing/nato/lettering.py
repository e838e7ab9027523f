"""Letters for unit signs, as strokes: heavy and square, to be read a millimetre and a half high.

A letter is polylines on a field 6 wide and 10 high, the origin at its upper left.
"""

from __future__ import annotations

from generator.drawing.nato.pen import Pen

_WIDE, _HIGH = 6.0, 10.0
_BETWEEN = 3.0

# Points are two figures, x 0-6 and y 0-9 and A for 10; strokes are parted by spaces.
_STROKES = {
    "A": "0A 03 20 40 63 6A;06 66",
    "B": "00 0A 4A 68 66 45 05;00 40 51 54 45",
    "C": "61 50 10 01 09 1A 5A 69",
    "D": "00 0A 4A 68 62 40 00",
    "E": "60 00 0A 6A;05 55",
    "F": "60 00 0A;05 55",
    "G": "61 50 10 01 09 1A 5A 69 65 35",
    "H": "00 0A;60 6A;05 65",
    "I": "30 3A",
    "J": "60 69 5A 1A 08",
    "K": "00 0A;60 15 6A",
    "L": "00 0A 6A",
    "M": "0A 00 36 60 6A",
    "N": "0A 00 6A 60",
    "O": "10 50 61 69 5A 1A 09 01 10",
    "P": "0A 00 50 61 65 56 06",
    "Q": "10 50 61 69 5A 1A 09 01 10;47 6A",
    "R": "0A 00 50 61 64 55 05;35 6A",
    "S": "61 50 10 01 04 15 55 66 69 5A 1A 09",
    "T": "00 60;30 3A",
    "U": "00 09 1A 5A 69 60",
    "V": "00 3A 60",
    "W": "00 1A 34 5A 60",
    "X": "00 6A;60 0A",
    "Y": "00 35 60;35 3A",
    "Z": "00 60 0A 6A",
    "0": "10 50 61 69 5A 1A 09 01 10",
    "1": "12 30 3A",
    "2": "01 10 50 61 64 0A 6A",
    "3": "01 10 50 61 64 55 25;55 66 69 5A 1A 09",
    "4": "4A 40 07 67",
    "5": "60 00 04 54 65 69 5A 0A",
    "6": "60 20 02 09 1A 5A 69 65 54 04",
    "7": "00 60 2A",
    "8": "10 50 61 64 55 15 04 01 10;15 06 09 1A 5A 69 66 55",
    "9": "0A 4A 68 61 50 10 01 05 16 66",
    "-": "15 55",
    "+": "15 55;33 37",
    ".": "38 3A",
    "/": "0A 60",
    " ": "",
}


def text_width(words: str, height: float) -> float:
    """How wide the words are when their strokes' middles are ``height`` apart."""
    return ((_WIDE + _BETWEEN) * len(words) - _BETWEEN) * height / _HIGH


def write(pen: Pen, words: str, x: float, y: float, height: float, width: float) -> None:
    """Words with their middle at (x, y), ``height`` high, in strokes ``width`` wide."""
    pen.letters.append((words, height + width))
    scale = height / _HIGH
    left = x - text_width(words, height) / 2
    for letter in words:
        for stroke in _STROKES[letter].split(";"):
            points = [
                (left + int(p[0]) * scale, y + (int(p[1], 16) - _HIGH / 2) * scale)
                for p in stroke.split()
            ]
            if points and points[0] == points[-1]:
                pen.line(points[:-1], width, closed=True)
            elif points:
                pen.line(points, width)
        left += (_WIDE + _BETWEEN) * scale

"""What a game in Tabletop Simulator began with, as one number: two editions of a game whose
pieces or set-ups differ have another."""

from __future__ import annotations

from hashlib import sha256

from generator.definition.schema import Scenario
from generator.packaging.scene import Scene

_PARTS = 1000
"""Positions are given in thousandths of a millimetre."""


def start_digest(scene: Scene, scenario: Scenario) -> str:
    """SHA-256, in hexadecimal, of where each piece of a set-up stands, and how.

    One line a piece, in the order of their ids: id, map, deck (empty outside decks), x and y in
    thousandths of a millimetre, face, masked, hidden; the facing where it is not the first.
    """
    lines = []
    for piece, start in scene.starting(scenario):
        where = (start.map, start.place if start.deck else "")
        spot = (round(start.x * _PARTS), round(start.y * _PARTS))
        how: tuple[int, ...] = (start.look, int(start.masked), int(start.hidden))
        how += (start.facing,) if start.facing else ()
        lines.append("\t".join(map(str, (piece.id, *where, *spot, *how))))
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()

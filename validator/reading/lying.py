"""Sorts pieces by where they lie: a public order, by which they may be numbered."""

from __future__ import annotations

from collections.abc import Collection

from validator.table import Piece, Table

_FEW = 8
"""With fewer pieces than this their heights are looked up singly; with more they are listed
once."""


def as_they_lie(table: Table, pieces: Collection[Piece]) -> list[Piece]:
    """Pieces sorted by map, place and height in the stack; not by id, which would reveal
    secrets."""
    heights: dict[str, dict[str, int]] = {}

    def height(crowd: Collection[str], name: str, ident: str) -> int:
        if len(pieces) < _FEW:
            return list(crowd).index(ident)
        if name not in heights:
            heights[name] = {other: level for level, other in enumerate(crowd)}
        return heights[name][ident]

    def key(piece: Piece) -> tuple[str, int, int, int, int]:
        holder = table.container(piece)
        spot = f"{piece.map}\t{piece.x}\t{piece.y}"
        outer = piece.id if holder is None else holder.id
        crowd = table.outermost(piece.map, piece.x, piece.y)
        level = height(crowd, spot, outer) if outer in crowd else -1
        inner = -1 if holder is None else height(holder.members, holder.id, piece.id)
        return piece.map or "", piece.x, piece.y, level, inner

    return sorted(pieces, key=key)

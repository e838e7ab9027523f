"""What a trait lies inside of decides who sees it."""

from __future__ import annotations

from generator.definition import load_game
from generator.packaging.scene import scene_of
from generator.packaging.vassal.pieces import chain


def test_nothing_drawn_lies_outside_the_veil_of_a_hidden_piece() -> None:
    game = load_game("graf_spee")
    scene = scene_of(game, 150)
    hidden = [piece for piece in scene.pieces if piece.seen_by]
    assert {piece.id for piece in hidden} >= {"plot", "supply_1", "supply_2", "supply_3"}
    for piece in hidden:
        ids = [one.id for one in chain(scene, piece).traits]
        veil = ids.index("hide;")
        for drawn in ("markmoved;", "footprint;", "emb2;"):
            assert drawn not in ids or ids.index(drawn) > veil, (piece.id, drawn)

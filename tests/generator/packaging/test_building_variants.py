"""A variant stands beside the game it varies."""

from __future__ import annotations

from pathlib import Path

from generator.definition import load_game
from generator.packaging import build


def test_an_overlay_is_named_in_the_file(tmp_path: Path) -> None:
    plain = build(load_game("graf_spee"), tmp_path)
    spread = build(load_game("graf_spee", ("spread",)), tmp_path)
    assert plain.module.name == "graf_spee-1.0.vmod"
    assert spread.module.name == "graf_spee-1.0+spread.vmod"
    assert plain.module.read_bytes() != spread.module.read_bytes()

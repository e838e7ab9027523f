"""The lines of a step, as the page tells them."""

from __future__ import annotations

from pathlib import Path

import pytest

from validator.reading.listing import view_of
from validator.reporting.happenings import happenings


@pytest.mark.parametrize(
    ("name", "with_module", "told"),
    [
        ("32-global-property-button", True, ["German VP 0 → 1 (German)"]),
        ("13-dynamic-property", True, ["U-47: Fuel 9 → 8"]),
        ("33-set-global-by-piece", True, ["GermanVP 0 → 1"]),
        ("20-draw-face-down-to-map", True, ["Event card is drawn from Event Deck → E5"]),
        ("20-draw-face-down-to-map", False, ["Event card is drawn from Event Deck → 261,296"]),
    ],
)
def test_the_first_step_is_told_in_plain_words(
    name: str, with_module: bool, told: list[str], shared: Path
) -> None:
    folder = shared / "vassal/reference"
    module = folder / "reference.vmod" if with_module else None
    view = view_of(folder / "logs" / f"{name}.vlog", module=module)
    assert [line.text for line in next(happenings(view)).lines] == told


def test_where_no_grid_names_a_place_none_is_told(shared: Path) -> None:
    folder = shared / "vassal/reference/visual"
    view = view_of(folder / "visual-log.vlog", module=folder / "visual.vmod")
    lines = [line.text for one in happenings(view) for line in one.lines]
    assert {"One moves", "Four is hidden", "Card goes → Play deck"} <= set(lines)
    assert not [line for line in lines if "offboard" in line]


def test_a_turn_names_its_player_once(log_file: Path) -> None:
    lines = [
        line for one in happenings(view_of(log_file)) for line in one.lines if line.kind == "turn"
    ]
    assert lines[0].player and lines[0].text == "Turn 1, 1 Voyage log → Turn 1, 2 Royal Navy"
    assert not [line.text for line in lines if line.text.startswith("[")]

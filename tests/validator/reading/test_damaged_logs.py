"""Logs that somebody, or a bad line, has changed: read or refused, never a crash."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from generator.errors import BroadsideError
from generator.vassal import modules, saves
from validator.reading import listing, reader, views
from validator.table import Table

PARTS = [
    *("\x1b", "\\", "\t", "/", ";", "'", "|", ",", "$", "null", "LOG\t", "D/", "M/", "+/", "-/"),
    *("0", "-1", "99999999999999999999", "stack", "deck;", "UNDO\ttrue", "PLAYER\t", "Ä", "\x00"),
    *("obs;", "hide;", "emb2;", "label;", "mark;", "rotate;1", "CHAT", "MutableProperty\t"),
]


def damaged(text: str, dice: random.Random) -> str:
    for _ in range(dice.choice((1, 2, 5, 20))):
        at = dice.randrange(11, len(text))
        act = dice.random()
        if act < 0.3:
            text = text[:at] + dice.choice(PARTS) + text[at + 1 :]
        elif act < 0.6:
            text = text[:at] + dice.choice(PARTS) + text[at:]
        elif act < 0.8:
            text = text[:at] + text[at + dice.choice((1, 5, 50, 500)) :]
        else:
            start = dice.randrange(11, len(text))
            text = text[:at] + text[start : start + dice.choice((1, 10, 100, 1000))] + text[at:]
    return text


def sound(table: Table) -> bool:
    """Whether stacks and pieces agree about who is in what."""
    for holder in table.containers.values():
        if any(table.pieces[ident].parent != holder.id for ident in holder.members):
            return False
    holders = ((piece.id, table.container(piece)) for piece in table.pieces.values())
    return all(holder is None or ident in holder.members for ident, holder in holders)


@pytest.mark.parametrize("seed", range(120))
def test_a_damaged_log_is_read_or_refused(shared: Path, seed: int) -> None:
    dice = random.Random(seed)
    reference = shared / "vassal/reference"
    logs = sorted((reference / "logs").glob("*.vlog"))
    text = damaged(saves.read(dice.choice(logs)).text.decode(), dice)
    try:
        save = saves.from_bytes(text.encode(), "damaged.vlog")
        module = modules.read(reference / "reference.vmod") if seed % 4 == 0 else None
        reading = reader.read(save, module)
        for view in (views.view(reading), views.view(reading, reveal=True)):
            for value in listing.event_values(view):
                assert listing.event_line(value)
            assert list(listing.table_lines(view.scene()))
        assert all(sound(step.table) for step in reading.steps)
    except BroadsideError as refused:
        assert "\n" not in str(refused)

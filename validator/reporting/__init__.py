"""What an audit found, as text and as a page with a replay."""

from __future__ import annotations

from pathlib import Path

from generator.files import replace_file
from validator.audit.result import AuditResult

from .text import explained_lines, text_lines

__all__ = ["explained_lines", "text_lines", "write_page"]


def write_page(result: AuditResult, out: Path) -> None:
    """Write the audit's page, complete or not at all: beside its place, then moved there.

    The page shows what the audit's own view shows and holds nothing else. Raises `FileError` when
    the place cannot be written to.
    """
    from .page import page_of
    from .replay import replay_of
    from .shading import shaded

    own = result.folder / "art" if result.folder is not None else None
    art = (own,) if own is not None and own.is_dir() else ()
    thought, game = result.beliefs or (), result.game
    keep = [game.map(one.map).name for one in thought] if game is not None else []
    replay = replay_of(result.views, game, art, keep)
    if game is not None:
        replay.shades = shaded(thought, game, [sheet.name for sheet in replay.sheets])
    text = page_of(result, replay)
    replace_file(out, text.encode("utf-8"))

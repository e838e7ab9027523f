"""What an audit found, as text and as a page with a replay."""

from __future__ import annotations

import os
from pathlib import Path

from validator.audit.result import AuditResult

from .text import text_lines

__all__ = ["text_lines", "write_page"]


def write_page(result: AuditResult, out: Path) -> None:
    """Write the audit's page, complete or not at all: beside its place, then moved there.

    The page shows what the audit's own view shows and holds nothing else. Raises `OSError` when
    the place cannot be written to.
    """
    from .page import page_of
    from .replay import replay_of

    own = result.folder / "art" if result.folder is not None else None
    art = (own,) if own is not None and own.is_dir() else ()
    text = page_of(result, replay_of(result.views, result.game, art))
    beside = out.with_name(f".{out.name}.{os.getpid()}")
    out.parent.mkdir(parents=True, exist_ok=True)
    try:
        beside.write_text(text, "utf-8", newline="\n")
        beside.replace(out)
    finally:
        beside.unlink(missing_ok=True)

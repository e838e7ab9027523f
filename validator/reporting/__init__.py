"""Reports of an audit: as text, and as a page with the replay of the game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator.files import as_utf8, replace_file
from validator.audit.result import AuditResult

from .text import explained_lines, text_lines

if TYPE_CHECKING:
    from validator.audit.played import PlayedGame

    from .looks import Looks
    from .replay import Replay, Tell

__all__ = ["explained_lines", "not_shown", "replay_for", "text_lines", "write_page"]


def write_page(
    result: AuditResult,
    out: Path,
    *,
    read: PlayedGame | None = None,
    modules: tuple[Path, ...] = (),
    findings_open: bool = True,
    findings: bool = True,
    embed: bool = False,
    tell: Tell | None = None,
) -> Replay:
    """Write the page of a game, whole or not at all.

    The page contains only what the audit's own view shows. ``read`` is the game that was audited:
    with it the page has the story, the score and the result. ``modules`` are the modules whose
    pictures it shows; see `validator.reporting.page.Form` for the other options. ``tell`` is
    called with the progress. Raises `FileError` if the file cannot be written.
    """
    from .course import course_of
    from .packing import packed
    from .page import Form, page_of
    from .shading import shaded

    replay = replay_for(result, modules, tell)
    steps = len(replay.frames)
    if tell is not None:
        tell(steps, steps, "packing the pictures")
    with closing(replay.looks):
        pictures = packed(replay)
    thought, game = result.beliefs or (), result.game
    shades = shaded(thought, game, [one.name for one in replay.sheets]) if game is not None else []
    course = course_of(result, read)
    if not findings:
        result = replace(result, findings=(), unjudged=())
    form = Form(findings_open=findings_open, findings=findings, embed=embed)
    text = page_of(result, replay, course, pictures, shades, form)
    replace_file(out, as_utf8(text))
    return replay


def not_shown(replay: Replay) -> Iterator[str]:
    """Lines about what a page leaves out, or shows differently from the module."""
    for part in replay.left_out[:3]:
        yield f"too much for one page, left out: {part}"
    if replay.looks.unpainted:
        yield f"not shown as in the module: {'; '.join(replay.looks.unpainted[:3])}"


def replay_for(
    result: AuditResult, modules: tuple[Path, ...] = (), tell: Tell | None = None
) -> Replay:
    """The frames of a game, with the maps on which its beliefs are shown. The caller must close
    ``looks``."""
    from .replay import replay_of, untold

    game = result.game
    keep = [game.map(one.map).name for one in result.beliefs or ()] if game is not None else []
    looks = _looks(result, modules)
    try:
        return replay_of(result.views, looks, keep, tell or untold)
    except BaseException:
        looks.close()
        raise


def _looks(result: AuditResult, modules: tuple[Path, ...]) -> Looks:
    """A module's own pictures if it is at hand, else the definition's drawings."""
    if modules:
        from .painted import painted

        return painted(modules)
    from .looks import Drawn

    own = result.folder / "art" if result.folder is not None else None
    return Drawn(result.game, (own,) if own is not None and own.is_dir() else ())

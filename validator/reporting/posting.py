"""A played game made ready to be posted: a page, a picture, or a moving picture."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from html import escape
from pathlib import Path

from generator.errors import BroadsideError
from generator.light import dataclass
from generator.vassal import metadata
from generator.vassal.archive import Archive
from validator.audit.auditing import audited
from validator.audit.logs import files_of
from validator.audit.played import PlayedGame, played

from . import replay_for, write_page


class PostingError(BroadsideError):
    """Something was asked for that the game has not."""


@dataclass(frozen=True, slots=True)
class Posting:
    """What is wanted."""

    form: str
    """``html``, ``png``, ``gif`` or ``webp``."""
    embed: bool = False
    """A page for a frame."""
    findings: bool = True
    """Whether the page tells what an audit finds."""
    at: int | None = None
    """Of a picture: after which step; None: the last."""
    steps: str | None = None
    """Of a moving picture: ``30-48``; None: all."""
    map: str | None = None
    crop: str | None = None
    """``left,top,right,bottom`` in pixels of the map, or ``auto``."""
    width: int | None = None


def post(
    paths: Sequence[Path],
    out: Path,
    wish: Posting,
    *,
    modules: tuple[Path, ...] = (),
    game: str | None = None,
    side: str | None = None,
    reveal: bool = False,
) -> Iterator[str]:
    """Write it, complete or not at all, and tell what was done, line by line.

    Raises subclasses of `BroadsideError`: files that cannot be read, a step, map or part that the
    game has not, a place that cannot be written to.
    """
    found = modules or beside(paths)
    fits = not found or _fits(found[0], paths)
    read = played(paths, game, side, reveal=reveal, module=found if found and fits else None)
    result = audited(read)
    yield from _module_told(read, modules, found)
    if wish.form != "html":
        from .stills import write_picture

        replay = replay_for(result, found)
        with closing(replay.looks):
            yield write_picture(replay, out, wish)
        return
    replay = write_page(
        result,
        out,
        read=read,
        modules=found,
        findings_open=False,
        findings=wish.findings,
        embed=wish.embed,
    )
    size = out.stat().st_size / 1e6
    yield f"{out}: {result.steps} steps, {size:.1f} MB; open it in any browser"
    for told in replay.left_out[:3]:
        yield f"too much for one page, left out: {told}"
    if replay.looks.unpainted:
        yield f"not shown as in the module: {'; '.join(replay.looks.unpainted[:3])}"
    if wish.embed:
        yield (
            f'<iframe src="{escape(out.name)}" title="{escape(result.game_name)}" '
            'width="100%" height="640" loading="lazy"></iframe>'
        )


def _module_told(
    read: PlayedGame, given: tuple[Path, ...], found: tuple[Path, ...]
) -> Iterator[str]:
    """What the reader should know of the module whose pictures are shown."""
    named = next((one.module for one in read.views if one.module), "")
    if found and not given:
        yield f"with the pictures of {found[0]}, which lies beside the log"
    elif found:
        called = _module_in(found[0])
        if named and called and called != named:
            yield (
                f"{found[0]} is the module {called!r}; the log was played with {named!r}: "
                "pictures and places may not fit"
            )
    elif read.game is None and named:
        yield f"plain counters: name the module {named!r} with --module to see its pictures"


def _fits(module: Path, paths: Sequence[Path]) -> bool:
    """Whether a module bears the name that the logs give theirs: what another one holds says
    nothing of what was played."""
    wanted, name = _module_in(files_of(paths)[0]), _module_in(module)
    return not wanted or not name or wanted == name


def beside(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The module that lies beside the logs and bears the name that they give theirs; none if there
    is none."""
    logs = files_of(paths)
    folders = dict.fromkeys(one.parent for one in logs)
    candidates = [one for folder in folders for one in sorted(folder.glob("*.vmod"))]
    wanted = _module_in(logs[0]) if candidates else ""
    fitting = [one for one in candidates if wanted and _module_in(one) == wanted]
    return tuple(fitting[:1])


def _module_in(file: Path) -> str:
    """The name of the module, as a module, save or log says it; empty where it says none."""
    try:
        with Archive(file) as archive:
            if "moduledata" not in archive:
                return ""
            return metadata.read(archive.read("moduledata"), str(file)).name
    except (BroadsideError, OSError, zipfile.BadZipFile):
        return ""

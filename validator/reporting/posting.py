"""A played game made ready to be posted: as a page, a picture, or a moving picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from html import escape
from itertools import pairwise
from pathlib import Path

from generator.counting import bytes_in_words, counted
from generator.errors import BroadsideError
from generator.light import dataclass
from validator.audit.auditing import audited
from validator.audit.logs import files_of
from validator.audit.played import PlayedGame, played
from validator.reading.comparing import of_one_game
from validator.reading.module_at_hand import module_at_hand

from . import not_shown, replay_for, write_page
from .replay import Tell, untold


class PostingError(BroadsideError):
    """A wish that the game cannot fulfil, such as a step or a map that it does not have."""


@dataclass(frozen=True, slots=True)
class Posting:
    """What to write."""

    form: str
    """``html``, ``png``, ``gif`` or ``webp``."""
    embed: bool = False
    """Whether the page is for a frame in another page."""
    findings: bool = True
    """Whether the page shows the findings of an audit."""
    at: int | None = None
    """For a picture: the step after which the table is shown; None for the last."""
    steps: str | None = None
    """For a moving picture: ``30-48``; None for all steps."""
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
    tell: Tell = untold,
) -> Iterator[str]:
    """Write it, whole or not at all. Yields lines about what was written; ``tell`` is called with
    the progress.

    Raises subclasses of `BroadsideError`: files that cannot be read or written, a step, map or
    part that the game does not have.
    """
    at_hand = module_at_hand(files_of(paths), modules)
    found = at_hand.paths
    tell(0, 1, "reading the files")
    read = played(paths, game, side, reveal=reveal, module=found or None)
    if at_hand.said:
        yield at_hand.said
    _refuse_two_games(read)
    if not found and read.game is None and at_hand.wanted:
        wanted = f"name the module {at_hand.wanted!r} with --module to see its pictures"
        yield f"plain counters: {wanted}"
    tell(0, 1, "looking for its rules' breaches" if wish.findings else "reading the game")
    result = audited(read)
    if wish.form != "html":
        from .stills import write_picture

        replay = replay_for(result, found, tell)
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
        tell=tell,
    )
    size = bytes_in_words(out.stat().st_size)
    yield f"{out}: {counted(result.steps, 'step')}, {size}; open it in any browser"
    yield from not_shown(replay)
    if wish.embed:
        yield (
            f'<iframe src="{escape(out.name)}" title="{escape(result.game_name)}" '
            'width="100%" height="640" loading="lazy"></iframe>'
        )


def _refuse_two_games(read: PlayedGame) -> None:
    """Raise `PostingError` for files of two games: they have few pieces in common."""
    for before, after in pairwise(read.views):
        if not of_one_game(before.scene(), after.scene(0)):
            names = " and ".join(
                f"{Path(one.name).name} ({one.module or 'no module'})" for one in (before, after)
            )
            raise PostingError(
                f"{names} are of different games: they have few pieces in common. Name the files "
                "of one game"
            )

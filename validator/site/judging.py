"""What the worker of a site calls: an audit as the command makes it, and its page.

Runs in the browser's Python, without the packages that draw and without those that read
definitions; the games are there as already read, with their pictures. So nothing here may import
these packages; a test checks that.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.errors import BroadsideError

if TYPE_CHECKING:
    from generator.vassal.archive import Archive

PAGE = Path("/tmp/report.html")
"""Where the page of an audit is written; the worker takes it from there."""


PLAIN = (
    "Pieces are shown as plain boxes with their names: drop the module (.vmod) too, to see its "
    "pictures. Its rules are not known, so the page cannot show where hidden pieces could be."
)
"""What the page says of a game without drawings in the site, if its module was not given."""


OVERLAID = "Boards and counters are drawn without the changes of the overlay."
"""What the page says of a game with an overlay: the site has drawings of the game alone."""


def games_of(paths: Sequence[str]) -> list[str]:
    """The bundled games that files may have been played with: what must be fetched first.

    A file that cannot be read names none; the audit says why.
    """
    from validator.audit.logs import open_files
    from validator.reading.defined import bundled_games

    try:
        opened = open_files([Path(path) for path in paths])
    except (BroadsideError, RecursionError, MemoryError):
        return []
    return sorted({name for save in opened for name in bundled_games(save)})


def examined(
    paths: Sequence[str],
    side: str | None = None,
    modules: Sequence[str] = (),
    overlays: Sequence[str] = (),
    *,
    reveal: bool = False,
    belief: bool = False,
    tell: Callable[[str], None] = lambda words: None,
) -> dict[str, Any]:
    """Audit some files; return plain data, and write the page to `PAGE`.

    ``overlays`` are applied to the game in their order; the packages that read them must be
    installed. ``tell`` is called with what is done next. After an error the result has only
    ``trouble``, what to tell the user.
    """
    from validator.reading.module_at_hand import OtherModuleError

    try:
        return _examined(paths, side, modules, overlays, reveal, belief, tell)
    except OtherModuleError as other:
        return {"trouble": f"{other.args[0]}. Drop that module, or none"}
    except BroadsideError as trouble:
        return {"trouble": str(trouble)}
    except (RecursionError, MemoryError) as trouble:
        kind = type(trouble).__name__
        return {"trouble": f"this file is nested too deeply or too large to read ({kind})"}
    except ModuleNotFoundError as missing:
        said = f"this needs {missing.name}, which is not in the browser's Python"
        return {"trouble": f"{said}; use the command line: broadside audit"}
    except Exception as defect:
        said = f"{type(defect).__name__}: {defect}"
        return {"trouble": f"an error in Broadside, not in your file: {said}"}


def picture(path: str, member: str) -> bytes:
    """The bytes of a picture in a module that was given, for the worker to open.

    Raises `ArchiveError`.
    """
    return _archive(path).read(member)


@lru_cache(maxsize=4)
def _archive(path: str) -> Archive:
    from generator.vassal.archive import Archive

    return Archive(Path(path))


def _examined(
    paths: Sequence[str],
    side: str | None,
    modules: Sequence[str],
    overlays: Sequence[str],
    reveal: bool,
    belief: bool,
    tell: Callable[[str], None],
) -> dict[str, Any]:
    from validator.audit.auditing import audited
    from validator.audit.played import played
    from validator.reading.module_at_hand import module_at_hand
    from validator.reporting import not_shown, text_lines, write_page
    from validator.reporting.packing import painting_plan

    _archive.cache_clear()  # another file may bear the same name
    changed = _changed(paths, tell) if overlays else None
    tell("Reading the game and holding it to the rules")
    at_hand = module_at_hand([Path(one) for one in paths], [Path(one) for one in modules])
    read = played(
        paths,
        side=side,
        game=changed,
        overlays=overlays,
        module=at_hand.paths or None,
        reveal=reveal,
    )
    result = audited(read, belief=belief and read.game is not None)
    tell("Drawing the replay")
    replay = write_page(result, PAGE, read=read, modules=at_hand.paths)
    game = result.game
    shown = game is not None or at_hand.paths
    overlaid = (OVERLAID,) if game is not None and game.overlays and not at_hand.paths else ()
    return {
        "game": result.game_name,
        "headline": result.headline(),
        "view": result.view_says() if shown else f"{result.view_says()} {PLAIN}",
        "shown": [*not_shown(replay), *overlaid],
        "paint": json.dumps(painting_plan(replay)) if replay.recipes else "",
        "counted": [[severity, words] for severity, words in result.counted()],
        "text": "\n".join(text_lines(result)),
        "sides": [[one.id, one.name] for one in game.sides] if game is not None else [],
    }


def _changed(paths: Sequence[str], tell: Callable[[str], None]) -> str:
    """The game of these files, for an overlay to change.

    Raises `AuditError` if they are of no bundled game, and the errors of files that cannot be read.
    """
    from validator.audit.logs import AuditError, open_files

    games = games_of(paths)
    if len(games) == 1:
        tell("Reading the definition with the overlay")
        return games[0]
    open_files([Path(path) for path in paths])
    raise AuditError(
        "an overlay needs a game whose rules are on this site; these files are of none"
    )

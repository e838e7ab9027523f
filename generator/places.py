"""The folders that come with Broadside (art, bundled games), and the cache."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

GAME_PACKAGE = "broadside_game_"
"""The prefix of packages under which the Python of games of your own is loaded."""
_PACKAGE = Path(__file__).resolve().parent


def in_own_words(text: str) -> str:
    """A message without the names of these packages: ``tables``."""
    return re.sub(rf"{GAME_PACKAGE}[0-9a-f]+(\.?)", _folder_of, text)


def _folder_of(found: re.Match[str]) -> str:
    if found[1]:
        return ""  # one of its files is named
    package = sys.modules.get(found[0])
    return next((Path(path).name for path in getattr(package, "__path__", ())), "the game")


def _travelling(name: str) -> Path:
    """A folder beside the packages in a checkout, or inside the installed wheel."""
    bundled = _PACKAGE / "bundled" / name
    return bundled if bundled.is_dir() else _PACKAGE.parent / name


def art_folder() -> Path:
    """``art/``: symbols, themes, coastlines, sheet layouts."""
    return _travelling("art")


def games_folder() -> Path:
    """``modules/``: one folder for each bundled game."""
    return _travelling("modules")


def cache_folder() -> Path:
    """The user's cache folder (``BROADSIDE_CACHE`` overrides it); it may not exist yet."""
    chosen = os.environ.get("BROADSIDE_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("broadside", appauthor=False)


def own_calibration() -> Path | None:
    """The file of the user's own values about Tabletop Simulator (``BROADSIDE_CALIBRATION`` names
    it)."""
    chosen = os.environ.get("BROADSIDE_CALIBRATION")
    return Path(chosen) if chosen else None

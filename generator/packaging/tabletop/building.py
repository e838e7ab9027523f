"""From a game to its folder for Tabletop Simulator, with nothing done twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.counting import and_more
from generator.light import dataclass
from generator.packaging.building import Progress, inputs_of, laid
from generator.packaging.shelf import Shelf
from generator.packaging.tabletop.delivery import Delivery, from_cache, hosted
from generator.places import cache_folder
from generator.tabletop_simulator.calibration import calibration

if TYPE_CHECKING:
    from generator.definition.schema import Game

README = "README.txt"


@dataclass(frozen=True, slots=True)
class TableBuilt:
    """What a build for Tabletop Simulator left behind."""

    folder: Path
    saves: tuple[str, ...]
    """Names of the saves in the folder, the default set-up first."""
    reused: bool
    """True when every file was there already."""
    files: int
    size: int
    """Bytes of all of them."""
    warnings: tuple[str, ...] = ()
    left_over: tuple[str, ...] = ()
    """Files of the folder that are not of this build: of an earlier one, perhaps."""

    def lines(self) -> Iterator[str]:
        """Lines for a terminal."""
        done = "is up to date" if self.reused else "written"
        yield f"{self.folder} {done} ({self.files} files, {self.size / 1e6:.1f} MB)"
        for name in self.saves:
            yield f"  {name}"
        for warning in self.warnings:
            yield f"note: {warning}"
        if self.left_over:
            yield f"note: not of this build, but in its folder: {and_more(self.left_over, 3)}"

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "folder": str(self.folder),
            "saves": list(self.saves),
            "reused": self.reused,
            "files": self.files,
            "size": self.size,
            "warnings": list(self.warnings),
            "left_over": list(self.left_over),
        }


def build_table(
    game: Game,
    out_folder: Path,
    *,
    dpi: int | None = None,
    base_url: str | None = None,
    art: Sequence[Path] = (),
    progress: Progress | None = None,
) -> TableBuilt:
    """Write ``GAME-VERSION-tts`` into a folder: a save for each set-up with its thumbnail, and the
    pictures; equal bytes for equal definitions and options.

    With ``base_url`` the pictures are to be had there; else they are copies for the game's cache.
    A file that is what would be written is left alone.

    Raises `BroadsideError`: what cannot be drawn, a folder that cannot be written to.
    """
    known = calibration()
    delivery = hosted(base_url) if base_url is not None else from_cache(game.id, known.cache_name)
    name = "+".join((f"{game.id}-{game.version}", *(mark.id for mark in game.overlays)))
    folder = out_folder / f"{name}-tts"
    shelf = Shelf(cache_folder() / "tables")
    key = _key(game, dpi, delivery, known.digest(), art)
    files = shelf.pairs(key)
    if files is None:
        from generator.packaging.tabletop.folder import table_files

        made = table_files(game, dpi, delivery, known, tuple(art), progress)
        files = shelf.keeping(key, made)
    done = laid(folder, files)
    saves = tuple(name for name in done.sizes if name.endswith(".json"))
    lying = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    left_over = tuple(sorted(lying - done.sizes.keys()))
    return TableBuilt(
        folder, saves, done.reused, len(done.sizes), done.size, done.warnings, left_over
    )


def _key(
    game: Game, dpi: int | None, delivery: Delivery, calibrated: str, art: Sequence[Path]
) -> str:
    wanted = f"{inputs_of(game, dpi, art)}|{delivery!r}|{calibrated}"
    return sha256(wanted.encode()).hexdigest()


def file_name(title: str) -> str:
    """A title as the name of a file on any system, without an ending."""
    plain = re.sub(r'[<>:"/\\|?*\x00-\x1f]+', " ", title)
    return " ".join(plain.split()).strip(". ")[:80] or "Game"

"""From a game to the files of its print kit, with nothing done twice and nothing left half done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.light import dataclass
from generator.packaging.building import Progress, inputs_of, laid
from generator.packaging.shelf import Shelf
from generator.places import cache_folder
from generator.printing.options import Printing

if TYPE_CHECKING:
    from generator.definition.schema import Game


@dataclass(frozen=True, slots=True)
class Printed:
    """What a build of the kit left behind."""

    folder: Path
    files: tuple[str, ...]
    """Names in the folder, the whole kit first."""
    reused: bool
    """True when every file was there already."""
    size: int
    """Bytes of all of them."""
    warnings: tuple[str, ...] = ()
    left_over: tuple[str, ...] = ()
    """Files of the folder that are not of this kit: of one with other options, perhaps."""

    def lines(self) -> Iterator[str]:
        """Lines for a terminal."""
        done = "is up to date" if self.reused else "written"
        yield f"{self.folder} {done} ({len(self.files)} files, {self.size / 1e6:.1f} MB)"
        for name in self.files:
            yield f"  {name}"
        for warning in self.warnings:
            yield f"note: {warning}"
        if self.left_over:
            yield f"note: not of this kit, but in its folder: {', '.join(self.left_over)}"

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "folder": str(self.folder),
            "files": list(self.files),
            "reused": self.reused,
            "size": self.size,
            "warnings": list(self.warnings),
            "left_over": list(self.left_over),
        }


def build_kit(
    game: Game,
    out_folder: Path,
    printing: Printing,
    *,
    art: Sequence[Path] = (),
    progress: Progress | None = None,
) -> Printed:
    """Write ``GAME-VERSION-print`` into a folder; equal bytes for equal definitions and options.

    ``art`` are folders of the game's own, looked into before ours. A file there that is what
    would be written is left alone; an interrupted build leaves the old files whole.

    Raises `BroadsideError`: what cannot be drawn or does not fit the paper, a folder that cannot
    be written to.
    """
    name = "+".join((f"{game.id}-{game.version}", *(mark.id for mark in game.overlays)))
    folder = out_folder / f"{name}-print"
    shelf = Shelf(cache_folder() / "kits")
    key = _key(game, printing, art)
    files = shelf.pairs(key)
    if files is None:
        from generator.printing.kit import kit_files

        files = shelf.keeping(key, kit_files(game, printing, tuple(art), progress))
    done = laid(folder, files)
    left_over = {path.name for path in folder.iterdir() if path.is_file()} - done.sizes.keys()
    return Printed(
        folder, tuple(done.sizes), done.reused, done.size, done.warnings, tuple(sorted(left_over))
    )


def _key(game: Game, printing: Printing, art: Sequence[Path]) -> str:
    from importlib.metadata import version

    wanted = f"{inputs_of(game, None, art)}|{printing!r}|pikepdf={version('pikepdf')}"
    return sha256(wanted.encode()).hexdigest()

"""Builds the module of a game; nothing is done twice, and an interruption leaves nothing half
done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.files import FileError, holds, lay_out, replace_file
from generator.light import dataclass
from generator.packaging.shelf import Shelf
from generator.places import art_folder, cache_folder
from generator.vassal.archive import Archive, disk_name

if TYPE_CHECKING:
    from generator.definition.carried import Carried
    from generator.definition.schema import Game

MODULE, PICTURES, WARNINGS = "module.zip", "pictures.zip", "warnings.txt"
"""The parts of a finished build."""

Progress = Callable[[int, int, str], None]
"""Called with (done, total, what is being done)."""


@dataclass(frozen=True, slots=True)
class Built:
    """The result of a build."""

    module: Path
    pictures: Path | None
    """The folder with SVG and PNG pictures, if asked for."""
    reused: bool
    """Whether the module was already there and did not have to be written."""
    size: int
    """Bytes of the module."""
    sha256: str
    """Of the module."""
    warnings: tuple[str, ...] = ()
    """Warnings about the drawings, one line each."""

    def lines(self) -> Iterator[str]:
        """Lines for a terminal."""
        done = "is up to date" if self.reused else "written"
        yield f"{self.module} {done} ({self.size / 1e6:.1f} MB)"
        if self.pictures:
            yield f"{self.pictures} holds every picture as SVG and PNG"
        for warning in self.warnings:
            yield f"note: {warning}"

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "module": str(self.module),
            "pictures": str(self.pictures) if self.pictures else None,
            "reused": self.reused,
            "size": self.size,
            "sha256": self.sha256,
            "warnings": list(self.warnings),
        }


def build(
    game: Game,
    out_folder: Path,
    *,
    dpi: int | None = None,
    keep_pictures: bool = False,
    art: Sequence[Path] = (),
    carried: Carried | None = None,
    progress: Progress | None = None,
) -> Built:
    """Write ``GAME-VERSION.vmod`` into a folder; equal bytes for equal definitions. With overlays
    their ids follow the version (``graf_spee-1.0+spread.vmod``): a variant replaces nothing.

    ``dpi`` is the resolution of the boards on the screen (the map's own by default).
    ``keep_pictures`` lays every picture as SVG and PNG into ``GAME-VERSION-pictures`` too.
    ``art`` are folders of the game's own (``symbols``, ``themes``), looked into before ours.
    ``carried`` is the module that an imported game brings: it is built, with what the game says
    otherwise, and has its own resolution. When the module there is what would be written it is
    left alone. An interrupted build leaves the old files whole.

    Raises `BroadsideError`: a definition that cannot be drawn or built, a folder that cannot be
    written to.
    """
    name = "+".join((f"{game.id}-{game.version}", *(mark.id for mark in game.overlays)))
    module = out_folder / f"{name}.vmod"
    shelf = Shelf(cache_folder() / "modules")
    inputs = inputs_of(game, dpi, art, carried) + ("-pictures" if keep_pictures else "")
    made = shelf.get(inputs)
    if made is None:
        from generator.packaging.assembling import assemble

        made = assemble(
            game,
            dpi,
            keep_pictures=keep_pictures,
            art=tuple(art),
            carried=carried,
            progress=progress,
        )
        shelf.put(inputs, made)
    _make_folder(out_folder)
    packed = made[MODULE]
    reused = holds(module, packed)
    if not reused:
        replace_file(module, packed)
    pictures = None
    if keep_pictures:
        pictures = out_folder / f"{name}-pictures"
        _lay_out(pictures, made[PICTURES])
    return Built(
        module=module,
        pictures=pictures,
        reused=reused,
        size=len(packed),
        sha256=sha256(packed).hexdigest(),
        warnings=tuple(made[WARNINGS].decode().splitlines()),
    )


def inputs_of(
    game: Game, dpi: int | None, art: Sequence[Path] = (), carried: Carried | None = None
) -> str:
    """A digest of everything that affects the result: definition, overlays, art, code, packages,
    the module of an imported game."""
    digest = sha256(f"{game.id}|{game.version}|{game.definition_hash}|{dpi}|".encode())
    for mark in game.overlays:
        digest.update(f"{mark.id}|{mark.sha256}|".encode())
    digest.update(makers(tuple(art)).encode())
    if carried is not None:
        digest.update(carried.digest.encode())
    return digest.hexdigest()


@cache
def makers(art: tuple[Path, ...] = ()) -> str:
    """A digest of the code that draws and packs: our own files, the art, the packages."""
    from importlib.metadata import version

    from generator.drawing.kept import DRAWN_WITH

    fonts = ("font-source-sans-pro", "font-source-serif-pro")
    digest = sha256()
    for package in (*DRAWN_WITH, *fonts, "typst", "uharfbuzz", "pillow"):
        digest.update(f"{package}={version(package)}|".encode())
    code = Path(__file__).resolve().parent.parent
    for folder, suffixes in ((code, _CODE), (art_folder(), None), *[(one, None) for one in art]):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and (suffixes is None or path.suffix in suffixes):
                digest.update(f"{path.relative_to(folder).as_posix()}|".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


_CODE = {".py", ".table", ".lua"}


@dataclass(frozen=True, slots=True)
class Laid:
    """The files of a folder, as `laid` left them."""

    sizes: Mapping[str, int]
    """Bytes of each, by its name."""
    reused: bool
    """Whether every file was there already."""
    warnings: tuple[str, ...]

    @property
    def size(self) -> int:
        """Bytes of all of them."""
        return sum(self.sizes.values())


def laid(folder: Path, files: Iterable[tuple[str, bytes]]) -> Laid:
    """Write the files of a folder that are not there yet, as `lay_out`; the one of warnings is
    none of them. Raises `FileError`."""
    sizes, warnings = {}, ""

    def to_write() -> Iterator[tuple[str, bytes]]:
        nonlocal warnings
        for name, data in files:
            if name == WARNINGS:
                warnings = data.decode()
            else:
                sizes[name] = len(data)
                yield name, data
            del data  # which may be large, before the next is made

    reused = lay_out(folder, to_write())
    return Laid(sizes, reused, tuple(warnings.splitlines()))


def _lay_out(folder: Path, packed: bytes) -> None:
    _make_folder(folder)
    with Archive(packed, name="pictures") as archive:
        for name in archive:
            data = archive.read(name)
            place = folder / disk_name(archive.name, name)
            if not holds(place, data):
                replace_file(place, data)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise FileError(f"{folder}: cannot be made ({trouble.strerror})") from None

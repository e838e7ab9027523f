"""The archives that a site's worker unpacks: our sources, and each game as already read, with its
drawings.

They are zip files; the same sources always give the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from generator import plain_yaml
from generator.definition import load_game
from generator.definition.artwork import IMAGES
from generator.definition.reader import as_kept, game_folder
from generator.places import art_folder, games_folder
from generator.store import Store
from generator.tabletop_simulator import calibration
from validator.narrating.sentences import FILE
from validator.reporting.drawn import DRAWN, drawn_book

_PACKAGES = ("generator", "validator")
LEFT_OUT = (
    "generator/bundled",
    "generator/commands",
    "generator/drawing/charts",
    "generator/drawing/counters",
    "generator/drawing/maps",
    "generator/drawing/nato",
    "generator/pictures",
    "generator/preview",
    "generator/printing",
    "generator/starting",
    "generator/workbench",
    "validator/archive",
    "validator/commands",
    "validator/playing",
    "validator/proving",
    "validator/site/pages",
    "validator/starting",
)
"""Packages that an audit never imports: they draw, print, play and prove. (The code that builds
saves of Tabletop Simulator stays: the audit compares tables with what it builds.)"""
_KINDS = (".py", ".css", ".js", ".lua", ".table", ".yaml", ".csv", ".xlsx", ".md")
_EPOCH = (1980, 1, 1, 0, 0, 0)


def sources() -> bytes:
    """Our own Python without the folders of `LEFT_OUT`, and the files that name each game."""
    root = Path(__file__).resolve().parent.parent.parent
    members: dict[str, bytes] = {}
    for package in _PACKAGES:
        for path in _files(root / package):
            name = path.relative_to(root).as_posix()
            if not name.startswith(tuple(f"{room}/" for room in LEFT_OUT)):
                members[name] = path.read_bytes()
    for path in sorted(games_folder().glob("*/game.yaml")):
        members[f"modules/{path.parent.name}/game.yaml"] = path.read_bytes()
    members |= _kept(plain_yaml.ROOM, *plain_yaml.as_kept(calibration.FILE))
    members |= _named(art_folder(), "art")
    for path in sorted((art_folder() / "themes").glob("*.yaml")):
        members[f"art/themes/{path.name}"] = path.read_bytes()
    return _zipped(members)


def game_pack(name: str, own: Mapping[str, bytes] | None = None) -> bytes:
    """A bundled game: its folder, its definition (with each of its overlays, too), cases,
    sentences and theme as already read, its drawings.

    ``own`` are further overlays, by their ids. Raises `DefinitionError`.
    """
    if not own:
        return _packed(name, game_folder(name))
    with TemporaryDirectory() as temporary:
        folder = copytree(game_folder(name), Path(temporary) / name)
        for ident, data in own.items():
            (folder / "overlays").mkdir(exist_ok=True)
            (folder / "overlays" / f"{ident}.yaml").write_bytes(data)
        return _packed(name, folder)


def _packed(name: str, folder: Path) -> bytes:
    game = load_game(folder)
    art = folder / "art"
    members = _named(art, f"modules/{name}/art")
    members |= {
        f"modules/{name}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in _files(folder)
    }
    members[f"modules/{name}/{DRAWN}"] = drawn_book(game, (art,) if art.is_dir() else ()).encode()
    overlays = sorted(path.stem for path in (folder / "overlays").glob("*.yaml"))
    for over in ((), *((overlay,) for overlay in overlays)):
        members |= _kept("definitions", *as_kept(folder, over))
    theme = art_folder() / "themes" / f"{game.theme}.yaml"
    for path in (folder / "cases.yaml", folder / FILE, theme):
        if path.is_file():
            members |= _kept(plain_yaml.ROOM, *plain_yaml.as_kept(path))
    return _zipped(members)


def _named(art: Path, place: str) -> dict[str, bytes]:
    """The symbols, layouts and pictures of an art folder as empty files: reading a definition again
    with an overlay only needs their names."""
    return {
        f"{place}/{path.relative_to(art).as_posix()}": b""
        for kind in ("symbols", "layouts", IMAGES)
        for path in sorted((art / kind).glob("*"))
        if path.is_file() and path.suffix != ".md"
    }


def _kept(room: str, key: str, content: bytes) -> dict[str, bytes]:
    """Something as one folder of the cache holds it."""
    with TemporaryDirectory() as temporary:
        store = Store(Path(temporary))
        store.put(key, content)
        entry = store.path(key)
        return {f"cache/{room}/{entry.relative_to(temporary).as_posix()}": entry.read_bytes()}


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in _KINDS and "__pycache__" not in path.parts:
            yield path


def _zipped(members: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(members):
            info = ZipInfo(name, _EPOCH)
            info.compress_type = ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, members[name])
    return out.getvalue()

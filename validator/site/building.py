"""Writes the site: a few static files for any web server."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path

from generator import __version__
from generator.definition import load_game
from generator.definition.reader import game_folder, game_names
from generator.definition.troubles import DefinitionError
from generator.errors import BroadsideError, nearest
from generator.files import replace_file
from generator.light import dataclass
from validator.reporting.page import script_digests
from validator.site import packs, runtime

TITLE = "Broadside: was the game fair?"
_ABOUT = "site.json"
"""What a site says of itself."""
_ASSETS = ("index.html", "site.css", "site.js", "worker.js", "painter.js")
_OFFLINE = "offline.js"


class SiteError(BroadsideError):
    """A site that cannot be written as asked."""


@dataclass(frozen=True, slots=True)
class Site:
    """What was written."""

    folder: Path
    games: tuple[str, ...]
    sizes: Mapping[str, int]
    """Bytes of each file, by its path in the site."""
    own_runtime: bool
    """Whether the site has its own copy of Pyodide."""
    takes_overlays: bool
    """Whether players can drop overlays on the page."""


def build_site(
    folder: Path,
    games: Sequence[str] = (),
    own: Path | None = None,
    title: str = TITLE,
    overlays: Sequence[Path] = (),
) -> Site:
    """Write a site into ``folder``; the same sources give the same bytes.

    ``games`` are the bundled games it knows, all if none is named; ``own`` is a folder with Pyodide
    that the site carries, else browsers fetch it from `runtime.NETWORK`; ``overlays`` are a club's
    own, each for those of the games that it fits. Raises `SiteError` (also for a folder with
    other files), `DefinitionError`, `FileError`, `runtime.RuntimeFilesError`.
    """
    _see_that_it_is_free(folder)
    chosen = _chosen(games)
    python = runtime.carried(own) if own is not None else {}
    made: dict[str, bytes] = {"code.zip": packs.sources()}
    own_overlays = _fitting(chosen, overlays)
    made.update({f"games/{name}.zip": packs.game_pack(name, own_overlays[name]) for name in chosen})
    base, wheels = runtime.NETWORK, _wheels(python if own is not None else None)
    if own is not None:
        base = runtime.FOLDER
        made.update({base + name: data for name, data in python.items()})
    named = {name: load_game(name).name for name in chosen}
    made[_ABOUT] = _json(
        {
            "version": __version__,
            "games": {name: {"name": full} for name, full in named.items()},
            "runtime": {"base": base, "files": dict(runtime.FILES), "wheels": wheels},
        }
    )
    for name in _ASSETS:
        made[name] = files(__package__).joinpath("pages", name).read_bytes()
    made["index.html"] = _front(made["index.html"].decode(), title, named, (base, *wheels)).encode()
    made[_OFFLINE] = _offline(made, base, wheels).encode()
    for name in dict.fromkeys((_ABOUT, *made)):  # first what tells the folder to be a site's
        replace_file(folder / name, made[name])
    sizes = {name: len(data) for name, data in made.items()}
    return Site(folder, tuple(chosen), sizes, own is not None, bool(wheels))


def _see_that_it_is_free(folder: Path) -> None:
    """Raises `SiteError` if a folder holds anything but a site that was written there before."""
    try:
        held = sorted(path.name for path in folder.iterdir())
    except FileNotFoundError:
        return
    except OSError as trouble:
        raise SiteError(f"{folder}: not a folder for a site ({trouble.strerror})") from None
    try:
        about = json.loads((folder / _ABOUT).read_bytes())
        ours = isinstance(about, dict) and "runtime" in about
    except (OSError, ValueError):
        ours = False
    if held and not ours:
        some = f"{', '.join(held[:3])}{', …' if held[3:] else ''}"
        raise SiteError(
            f"{folder}: holds other files ({some}); name a new or empty folder, or one with an "
            "earlier site"
        )


def _wheels(carried: Mapping[str, bytes] | None) -> dict[str, str]:
    """By address: the digests of the wheels that read overlays; empty if a site with its own
    Pyodide has none."""
    if carried is None:
        return {runtime.PACKAGES + address: digest for address, digest in runtime.WHEELS.items()}
    named = runtime.wheels_by_name().items()
    return {runtime.FOLDER + name: digest for name, digest in named if name in carried}


def _chosen(games: Sequence[str]) -> list[str]:
    known = game_names()
    for name in games:
        if name not in known:
            raise SiteError(
                f"{name}: not a bundled game; accepted: {', '.join(known)}{nearest(name, known)}"
            )
    return [name for name in known if name in games or not games]


def _fitting(games: Sequence[str], overlays: Sequence[Path]) -> dict[str, dict[str, bytes]]:
    """The overlays that fit each game, by their ids."""
    found: dict[str, dict[str, bytes]] = {name: {} for name in games}
    for path in overlays:
        fits, trouble = False, None
        for name in games:
            try:
                mark = load_game(name, (path,)).overlays[-1]
            except DefinitionError as unfit:
                trouble = trouble or unfit
                continue
            if (game_folder(name) / "overlays" / f"{mark.id}.yaml").is_file():
                raise SiteError(f"{path}: {name} has an overlay {mark.id!r} of its own")
            found[name][mark.id] = path.read_bytes()
            fits = True
        if not fits and trouble is not None:
            raise trouble
    return found


def _front(text: str, title: str, named: Mapping[str, str], fetched: Sequence[str]) -> str:
    rows = "".join(f"<li>{escape(full)}</li>" for full in named.values())
    elsewhere = "".join(f" {one}" for one in fetched if one.startswith("https:"))
    policy = "; ".join(
        (
            "default-src 'none'",
            # It also applies to the page of an audit, which is shown in a frame, and to the worker.
            # The worker's code and Pyodide's are blobs, whose digests were checked before.
            f"script-src 'self' blob: 'wasm-unsafe-eval' {' '.join(script_digests())}",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            f"connect-src 'self'{elsewhere}",
            "worker-src 'self' blob:",
            "frame-src blob:",
            "form-action 'none'",
            "base-uri 'none'",
        )
    )
    words = {
        "policy": policy,
        "title": escape(title),
        "games": rows,
        "version": escape(__version__),
    }
    for name, value in words.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _offline(made: Mapping[str, bytes], base: str, wheels: Mapping[str, str]) -> str:
    text = files(__package__).joinpath("pages", _OFFLINE).read_text("utf-8")
    kept: list[tuple[str, str]] = [
        ("./", ""),
        *((name, "") for name in sorted(made) if name not in wheels),
    ]
    if base == runtime.NETWORK:
        kept += [(base + name, digest) for name, digest in runtime.FILES.items()]
    digest = hashlib.sha256()
    for name in sorted(made):
        digest.update(name.encode() + made[name])
    text = text.replace("{edition}", digest.hexdigest()[:16])
    text = text.replace("{files}", json.dumps(kept))
    return text.replace("{later}", json.dumps(list(wheels)))


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()

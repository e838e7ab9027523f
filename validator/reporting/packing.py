"""Packs pictures into a page: as WebP, each once, scaled so that all fit."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.counting import counted
from generator.places import cache_folder
from generator.store import Store
from validator.painting.pixels import PAINTS

if TYPE_CHECKING:
    from PIL.Image import Image

    from .replay import Replay

UNPAINTED = "recipe"
"""The kind of a picture that the browser must paint; its data is a name."""
_BUDGET = 5_200_000
"""How many bytes all pictures together have at most; base64 makes them a third longer."""
_LONGEST, _LARGEST = 5000, 14_000_000
"""The greatest side and number of pixels of a picture. WebP allows sides up to 16383."""
_SHARPER = 2
"""How many pixels of a piece's picture are kept for one pixel of the map, at most."""
_LEVELS = ((1.0, 80), (0.8, 74), (0.62, 70), (0.48, 66), (0.36, 60), (0.25, 55))
"""Scales and WebP qualities that are tried until all pictures fit."""
_AT_ONCE = 16_000_000
"""How many pixels of pictures are made together."""
_ROWS = 256
_KEPT = 500_000
"""Pictures of at least this many pixels are kept in the cache when packed."""


class Packed(NamedTuple):
    """A picture as text in the page."""

    kind: str
    """``image/webp``; ``image/svg+xml`` or `UNPAINTED` where nothing can be painted."""
    data: str
    """In base64; empty for a picture that cannot be made."""


def packed(replay: Replay) -> list[Packed]:
    """The pictures in the replay's order."""
    if not PAINTS:
        return list(_unpainted(replay))
    return [Packed("image/webp", _text(data)) for data in _painted(replay)]


def _unpainted(replay: Replay) -> Iterator[Packed]:
    """Drawings as SVG; recipes for a browser are kept in the replay under a name, which takes the
    picture's place."""
    keys = [key for key, _, _ in replay.pictures]
    vectors, recipes = replay.looks.vectors(keys), replay.looks.recipes(keys)
    for at, (key, width, height) in enumerate(replay.pictures):
        if key not in recipes:
            yield Packed("image/svg+xml", _text(vectors.get(key, "").encode()))
            continue
        about = {"width": width, "height": height, "ground": at in replay.grounds}
        name = sha256(f"{key} {about}".encode()).hexdigest()
        replay.recipes[name] = {**about, "rows": recipes[key]}
        yield Packed(UNPAINTED, name)


def painting_plan(replay: Replay) -> dict[str, Any]:
    """The recipes that a browser must paint, and the limits of size, for ``painter.js``."""
    return {
        "pictures": replay.recipes,
        "levels": _LEVELS,
        "budget": _BUDGET,
        "longest": _LONGEST,
        "largest": _LARGEST,
        "sharper": _SHARPER,
    }


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _painted(replay: Replay) -> list[bytes]:
    """The pictures, scaled down until they fit."""
    level = 0
    while True:
        found = list(_at(replay, level))
        size = sum(map(len, set(found)))  # equal ones travel once
        if size <= _BUDGET:
            return found
        if level == len(_LEVELS) - 1:
            return _fewer(replay, found, size)
        first = _LEVELS[level][0]
        level = next(
            (
                at
                for at, (scale, _) in enumerate(_LEVELS)
                if at > level and size * (scale / first) ** 1.6 <= _BUDGET
            ),
            len(_LEVELS) - 1,
        )


def _fewer(replay: Replay, found: list[bytes], size: int) -> list[bytes]:
    """The pictures without the largest ones (boards last), so that the rest fits; a piece without
    its picture is a box with its name."""
    gone, numbers = 0, dict[bytes, list[int]]()
    for at, data in enumerate(found):
        numbers.setdefault(data, []).append(at)
    for data in sorted(
        numbers, key=lambda one: (not replay.grounds.isdisjoint(numbers[one]), -len(one))
    ):
        if size <= _BUDGET:
            break
        size -= len(data)
        gone += len(numbers[data])
        for at in numbers[data]:
            found[at] = b""
    replay.left_out.append(f"{counted(gone, 'picture')} of {len(found)}")
    return found


def _at(replay: Replay, level: int) -> Iterator[bytes]:
    """The pictures at one of `_LEVELS`, in batches, since they may be many and large."""
    for batch in _batches(replay):
        found = replay.looks.pictures([replay.pictures[at][0] for at in batch])
        for at in batch:
            key, width, height = replay.pictures[at]
            picture = found.get(key)
            yield _webp(picture, width, height, level, at in replay.grounds) if picture else b""


def _batches(replay: Replay) -> Iterator[list[int]]:
    """The numbers of the pictures in order, in batches that fit into memory."""
    batch, room = list[int](), _AT_ONCE
    for at, (_, width, height) in enumerate(replay.pictures):
        room -= width * height
        if batch and room < 0:
            yield batch
            batch, room = [], _AT_ONCE - width * height
        batch.append(at)
    if batch:
        yield batch


def _webp(picture: Image, width: int, height: int, level: int, ground: bool) -> bytes:
    scale, quality = _LEVELS[level]
    sharp = 1.0 if ground else min(_SHARPER, picture.width / max(1, width))
    most = min(sharp, _LONGEST / max(width, height), (_LARGEST / (width * height)) ** 0.5)
    size = (max(1, round(width * most * scale)), max(1, round(height * most * scale)))
    return encoded(picture, size, quality)


def encoded(picture: Image, size: tuple[int, int], quality: int) -> bytes:
    """A picture scaled to a size, as WebP; for large ones the cache is tried first."""
    from PIL import Image

    store, key = Store(cache_folder() / "replays"), ""
    if picture.width * picture.height >= _KEPT:
        digest = sha256()
        for top in range(0, picture.height, _ROWS):  # in strips, to save memory
            rows = (0, top, picture.width, min(top + _ROWS, picture.height))
            digest.update(picture.crop(rows).tobytes())
        digest.update(f"|{picture.mode}|{picture.size}|{size}|{quality}".encode())
        key = digest.hexdigest()
        kept = store.get(key)
        if kept is not None:
            return kept
    if picture.size != size:
        picture = picture.resize(size, Image.Resampling.LANCZOS)
    out = io.BytesIO()
    picture.save(out, "WEBP", quality=quality, method=4 if picture.width < 400 else 2)
    if key:
        store.put(key, out.getvalue())
    return out.getvalue()

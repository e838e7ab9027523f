"""Pictures made small enough to travel in a page: WebP, each once, scaled to what is shown."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from hashlib import sha256
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from generator.places import cache_folder
from generator.store import Store

if TYPE_CHECKING:
    from PIL.Image import Image

    from .replay import Replay

_BUDGET = 5_200_000
"""All pictures together have no more bytes; in base64 a third more."""
_LONGEST, _LARGEST = 5000, 14_000_000
"""Most pixels of a picture: along a side, and in all. WebP has no side of more than 16383."""
_SHARPER = 2
"""A piece is kept at no more than so many pixels for one of its map."""
_LEVELS = ((1.0, 80), (0.8, 74), (0.62, 70), (0.48, 66), (0.36, 60), (0.25, 55))
"""How much smaller pictures are made, and the quality of WebP, until all of them fit."""
_KEPT = 500_000
"""Pictures of so many pixels are kept in the cache once they are packed."""


class Packed(NamedTuple):
    """A picture as it travels."""

    kind: str
    """``image/webp``, or ``image/svg+xml`` where nothing can be painted."""
    data: str
    """In base64; empty for one that cannot be made."""


def packed(replay: Replay) -> list[Packed]:
    """Each picture by its number."""
    if find_spec("PIL") is None:
        vectors = replay.looks.vectors([key for key, _, _ in replay.pictures])
        drawn = (vectors.get(key, "").encode() for key, _, _ in replay.pictures)
        return [Packed("image/svg+xml", _text(data)) for data in drawn]
    return [Packed("image/webp", _text(data)) for data in _painted(replay)]


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _painted(replay: Replay) -> list[bytes]:
    """The pictures as small as they must be to fit."""
    level = 0
    while True:
        found = list(_at(replay, level))
        size = sum(map(len, found))
        if size <= _BUDGET or level == len(_LEVELS) - 1:
            return found
        first = _LEVELS[level][0]
        level = next(
            (
                at
                for at, (scale, _) in enumerate(_LEVELS)
                if at > level and size * (scale / first) ** 1.6 <= _BUDGET
            ),
            len(_LEVELS) - 1,
        )


def _at(replay: Replay, level: int) -> Iterator[bytes]:
    """The pictures at a level: boards one at a time, for they are large; pieces at once."""
    small = [key for at, (key, _, _) in enumerate(replay.pictures) if at not in replay.grounds]
    pieces = replay.looks.pictures(small)
    for at, (key, width, height) in enumerate(replay.pictures):
        picture = pieces.get(key)
        if picture is None and at in replay.grounds:
            picture = replay.looks.pictures([key]).get(key)
        yield _webp(picture, width, height, level, at in replay.grounds) if picture else b""


def _webp(picture: Image, width: int, height: int, level: int, ground: bool) -> bytes:
    scale, quality = _LEVELS[level]
    sharp = 1.0 if ground else min(_SHARPER, picture.width / max(1, width))
    most = min(sharp, _LONGEST / max(width, height), (_LARGEST / (width * height)) ** 0.5)
    size = (max(1, round(width * most * scale)), max(1, round(height * most * scale)))
    return encoded(picture, size, quality)


def encoded(picture: Image, size: tuple[int, int], quality: int) -> bytes:
    """A picture in this size, as WebP; a large one is looked for in the cache first."""
    from PIL import Image

    store, key = Store(cache_folder() / "replays"), ""
    if picture.width * picture.height >= _KEPT:
        digest = sha256(picture.tobytes())
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

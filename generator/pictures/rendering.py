"""PNG for every picture: from the cache where nothing changed, else drawn in one batch."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256

from generator.drawing.picture import Picture
from generator.drawing.typefaces import fingerprint
from generator.errors import BroadsideError
from generator.places import cache_folder
from generator.store import Store

RENDERER = "4"
"""Raised whenever the same SVG would come out of our batch differently."""

RESOLUTIONS = (20, 1200)
"""Least and most dots an inch."""

MOST_PIXELS = 1_000_000_000
"""Most pixels in one picture; large ones are rendered in bands, so memory is not the limit."""

Progress = Callable[[int, int], None]
"""Called with the number of pictures finished and the number in all."""


class RenderingError(BroadsideError):
    """A picture the renderer refuses, or a resolution out of range."""


@cache
def _makers() -> bytes:
    """What besides the SVG decides a PNG's bytes: our renderer, typst, HarfBuzz, the fonts."""
    from importlib.metadata import version

    packages = f"{version('typst')}|{version('uharfbuzz')}"
    return f"{RENDERER}|{packages}|{fingerprint()}".encode()


def key(picture: Picture, dpi: float) -> str:
    """The cache key of a picture at a resolution."""
    digest = sha256(_makers())
    digest.update(f"|{picture.pixels(dpi)}|{dpi:g}|".encode())
    digest.update(picture.svg.encode())
    return digest.hexdigest()


def _check_size(pictures: list[Picture], dpi: float) -> None:
    least, most = RESOLUTIONS
    if not least <= dpi <= most:
        raise RenderingError(f"{dpi:g} dpi is not a resolution; accepted: {least} to {most}")
    for one in pictures:
        width, height = one.pixels(dpi)
        if width * height > MOST_PIXELS:
            fits = int(dpi * (MOST_PIXELS / (width * height)) ** 0.5)
            raise RenderingError(
                f"picture {one.name!r} would have {width} x {height} pixels at {dpi:g} dpi; "
                f"accepted: up to {fits} dpi"
            )


def render(
    pictures: Iterable[Picture],
    dpi: float = 150,
    progress: Progress | None = None,
    store: Store | None = None,
) -> dict[str, bytes]:
    """PNG bytes by picture name, in the order given.

    Equal SVGs of equal size are drawn once. ``progress`` is called as pictures are finished.
    Raises RenderingError for an SVG that cannot be rendered, for a ``dpi`` out of RESOLUTIONS, and
    for a picture that would have more than MOST_PIXELS.
    """
    kept = store or Store(cache_folder() / "pictures")
    wanted = list(pictures)
    _check_size(wanted, dpi)
    keys = [key(one, dpi) for one in wanted]
    finished: dict[str, bytes] = {}
    missing: dict[str, Picture] = {}
    for one, its_key in zip(wanted, keys, strict=True):
        if its_key in finished or its_key in missing:
            continue
        found = kept.get(its_key)
        if found is None:
            missing[its_key] = one
        else:
            finished[its_key] = found
    total = len(finished) + len(missing)
    if progress:
        progress(len(finished), total)
    if missing:
        from generator.pictures.batch import compile_pngs

        key_of = {id(one): its_key for its_key, one in missing.items()}

        def done(one: Picture, png: bytes) -> None:
            kept.put(key_of[id(one)], png)
            finished[key_of[id(one)]] = png
            if progress:
                progress(len(finished), total)

        compile_pngs(list(missing.values()), dpi, done)
    return {one.name: finished[its_key] for one, its_key in zip(wanted, keys, strict=True)}

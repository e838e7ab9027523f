"""One typst document with a page for each picture: many SVGs become PNGs in one compile.

typst lays an SVG out by the same rules every time and brings no system fonts in; its compiler
lets go of the interpreter lock, so batches run side by side in threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from typing import TYPE_CHECKING

from generator.drawing.picture import Picture
from generator.pictures.bands import BAND_PIXELS, Window, joined, window
from generator.pictures.forgetting import forget_drawn
from generator.pictures.outlines import outlined
from generator.pictures.rendering import RenderingError

if TYPE_CHECKING:
    import typst

BATCH = 250
"""Most pictures in one document: memory grows with it (about 0.3 MB a counter at 300 dpi)."""

BATCH_PIXELS = 20_000_000
"""Most pixels in one document."""

THREADS = 2


def batches(pictures: Sequence[Picture], dpi: float) -> list[list[Picture]]:
    """The pictures parted into documents of bounded size, the largest pictures first.

    A board then starts at once in one thread while another takes the counters.
    """
    weigh = {id(one): one.pixels(dpi)[0] * one.pixels(dpi)[1] for one in pictures}
    parts: list[list[Picture]] = []
    room = 0
    for one in sorted(pictures, key=lambda one: -weigh[id(one)]):
        weight = weigh[id(one)]
        if not parts or len(parts[-1]) >= BATCH or weight > room:
            parts.append([])
            room = BATCH_PIXELS
        parts[-1].append(one)
        room -= weight
    if len(parts) == 1 and len(pictures) > 1:
        return _halves(parts[0], weigh)
    return parts


def _pixels(picture: Picture, dpi: float) -> int:
    wide, high = picture.pixels(dpi)
    return wide * high


def _halves(pictures: list[Picture], weigh: dict[int, int]) -> list[list[Picture]]:
    """One document's pictures as two of about equal work (each picture costs some of itself)."""
    halves: tuple[list[Picture], list[Picture]] = ([], [])
    loads = [0, 0]
    for one in pictures:
        lighter = loads[1] < loads[0]
        halves[lighter].append(one)
        loads[lighter] += weigh[id(one)] + 40_000
    return [half for half in halves if half]


def _source(windows: Sequence[Window], dpi: float) -> bytes:
    """A page for each window; its SVG is the input ``p0``, ``p1`` ..., which typst need not read
    as part of the source."""
    pages = []
    for number, one in enumerate(windows):
        # A page of whole pixels, so that rounding never adds a row of background.
        width, height, across, down = (side / dpi * 72 for side in (*one.size, *one.box))
        pages.append(
            f"#page(width: {width:.6f}pt, height: {height:.6f}pt, margin: 0pt, fill: none,"
            f' place(image(bytes(sys.inputs.p{number}), format: "svg", width: {across:.6f}pt,'
            f' height: {down:.6f}pt, fit: "stretch")))\n'
        )
    return "".join(pages).encode()


def _pngs(windows: Sequence[Window], dpi: float, fonts: typst.Fonts) -> list[bytes]:
    import typst

    inputs = {f"p{number}": one.svg for number, one in enumerate(windows)}
    compiler = typst.Compiler(font_paths=fonts, ignore_system_fonts=True, sys_inputs=inputs)
    pages = compiler.compile(_source(windows, dpi), format="png", ppi=dpi)
    forget_drawn()
    if isinstance(pages, bytes):
        pages = [pages]
    if pages is None or len(pages) != len(windows):
        raise RenderingError(f"the renderer gave {len(pages or [])} of {len(windows)} pictures")
    return pages


def _lettered(picture: Picture) -> Picture:
    """The picture with its writing drawn as outlines, before it is seen in bands."""
    return replace(picture, svg=outlined(picture.svg))


def _compile(pictures: Sequence[Picture], dpi: float, fonts: typst.Fonts) -> list[bytes]:
    import typst

    try:
        return _pngs([window(_lettered(one), dpi) for one in pictures], dpi, fonts)
    except typst.TypstError as trouble:
        if len(pictures) == 1:
            raise _refused(pictures[0], trouble) from None
        # Only a picture alone can be named; the good ones cost little to do again.
        return [_compile([one], dpi, fonts)[0] for one in pictures]


def _compile_large(picture: Picture, dpi: float, fonts: typst.Fonts) -> bytes:
    import typst

    try:
        return joined(_lettered(picture), dpi, lambda seen: _pngs([seen], dpi, fonts)[0])
    except typst.TypstError as trouble:
        raise _refused(picture, trouble) from None


def _refused(picture: Picture, trouble: typst.TypstError) -> RenderingError:
    return RenderingError(f"picture {picture.name!r} cannot be rendered: {trouble.message}")


def compile_pngs(
    pictures: Sequence[Picture], dpi: float, done: Callable[[Picture, bytes], None]
) -> None:
    """Renders every picture at ``dpi`` and hands each to ``done`` (in the calling thread).

    Very large ones come first, each in bands.

    Raises RenderingError naming the picture that the renderer refuses.
    """
    import typst

    from generator.drawing.typefaces import font_folder

    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(font_folder())]
    )
    # Two bands lie in memory at a time; a picture no larger than both is quicker in one piece.
    large = {id(one) for one in pictures if _pixels(one, dpi) > 2 * BAND_PIXELS}
    for one in pictures:
        if id(one) in large:
            done(one, _compile_large(one, dpi, fonts))
    parts = batches([one for one in pictures if id(one) not in large], dpi)
    if not parts:
        return
    with ThreadPoolExecutor(min(THREADS, len(parts))) as pool:
        working = {pool.submit(_compile, part, dpi, fonts): part for part in parts}
        try:
            for future in as_completed(working):
                for one, png in zip(working[future], future.result(), strict=True):
                    done(one, png)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise

"""Opens pictures that others made: PNG, GIF, JPEG and whatever else Pillow reads, and SVG."""

from __future__ import annotations

import io
import re
import struct
import warnings
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from generator.drawing.svg_reading import OwnSvgError, svg_text
from generator.errors import BroadsideError
from generator.pictures.forgetting import forget_drawn
from generator.vassal import images

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 80_000_000
"""A picture of more pixels is not opened."""
_POINT = 72
_LARGE = 1_000_000
"""The renderer keeps the last ten pictures; those of more pixels it is made to forget."""


class UnreadableError(BroadsideError):
    """A picture that is damaged, too large, or of no known format."""


def opened_picture(data: bytes) -> Image:
    """A picture's first frame, read whole, as RGB or RGBA. Raises UnreadableError."""
    from PIL import Image, UnidentifiedImageError

    if images.is_svg(data):
        size = images.size(data)
        if size is None:
            raise UnreadableError("an SVG that does not say how large it is")
        if size[0] * size[1] > MOST_PIXELS:
            raise UnreadableError("too large")
        return drawn_svg(data, size)
    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            with Image.open(io.BytesIO(data)) as opened:
                if opened.mode != "RGB":
                    return opened.convert("RGBA")
                opened.load()
                return opened
        except UnidentifiedImageError:
            known = images.media_type(data)
            raise UnreadableError(
                "damaged" if known else "none of PNG, GIF, JPEG and SVG"
            ) from None
        except (Image.DecompressionBombError, Image.DecompressionBombWarning, MemoryError):
            raise UnreadableError("too large") from None
        except (OSError, ValueError, SyntaxError, ArithmeticError, EOFError, struct.error):
            raise UnreadableError("damaged") from None


def drawn_svg(svg: bytes, size: tuple[int, int]) -> Image:
    """An SVG as pixels, of this width and height. Raises UnreadableError."""
    import typst
    from PIL import Image

    width, height = size
    page = (
        f"#page(width: {width}pt, height: {height}pt, margin: 0pt, fill: none,"
        f' image(bytes(sys.inputs.p), format: "svg", width: {width}pt, height: {height}pt,'
        ' fit: "stretch"))'
    )
    try:
        text = svg_text(svg, width * height)
        with TemporaryDirectory() as nothing:  # so that linked pictures are not found
            compiler = typst.Compiler(root=nothing, sys_inputs={"p": text})
            made = compiler.compile(page.encode(), format="png", ppi=_POINT)
        if width * height > _LARGE:
            forget_drawn()
    except OwnSvgError as trouble:
        raise UnreadableError(str(trouble)) from None
    except typst.TypstError as trouble:
        said = getattr(trouble, "message", str(trouble))
        raise UnreadableError(re.sub(r", searched at [^)]*", "", said)) from None
    pages = made if isinstance(made, list) else [made]
    if not pages or pages[0] is None:
        raise UnreadableError("the renderer gave no picture")
    with Image.open(io.BytesIO(pages[0])) as opened:
        return opened.convert("RGBA")

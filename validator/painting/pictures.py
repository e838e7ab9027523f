"""The pictures of a module, opened as they are asked for.

A module may hold PNG, GIF, JPEG and SVG; a name may lack its ending or stand in other letters than
the file's. What cannot be opened is noted and None is given: who paints draws a marked box then.
"""

from __future__ import annotations

import io
import warnings
from collections import OrderedDict
from collections.abc import Mapping
from math import ceil
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from generator.vassal import images
from generator.vassal.archive import Archive, ArchiveError

MOST_PIXELS = 100_000_000
"""A picture of more pixels is not opened."""
_KEPT_PIXELS = 60_000_000
"""So many pixels of opened pictures are kept at a time."""
_FOLDER = "images/"
_ENDINGS = ("", ".gif", ".png", ".svg", ".jpg", ".jpeg")
_POINT = 72

Size = tuple[int, int]


class Pictures:
    """The pictures of one module file."""

    def __init__(
        self, path: Path | None, stand_ins: Mapping[str, Image.Image] | None = None
    ) -> None:
        self._archive = Archive(path) if path is not None else None
        self._members = {name.casefold(): name for name in self._archive or ()}
        self._stand_ins = dict(stand_ins or {})
        self._open: OrderedDict[tuple[str, float], Image.Image] = OrderedDict()
        self._held = 0
        self._sizes: dict[str, Size | None] = {}
        self._troubles: dict[str, str] = {}

    def trouble(self, name: str) -> str:
        """Why a picture cannot be shown."""
        return self._troubles.get(name, "it cannot be opened")

    def close(self) -> None:
        """Let go of the file."""
        if self._archive is not None:
            self._archive.close()

    def size(self, name: str) -> Size | None:
        """Width and height of a picture; None where there is none that can be opened."""
        if name not in self._sizes:
            self._sizes[name] = self._measure(name)
        return self._sizes[name]

    def _measure(self, name: str) -> Size | None:
        if name in self._stand_ins:
            return self._stand_ins[name].size
        member = self._member(name)
        if member is None:
            own = name.startswith("/")
            self._troubles[name] = "VASSAL's own" if own else "not in the module"
            return None
        try:
            found = images.size(self._read(member))
        except ArchiveError as trouble:
            self._troubles[name] = str(trouble)
            return None
        if found is None or min(found) < 1:
            self._troubles[name] = "of no kind that is known"
            return None
        if found[0] * found[1] > MOST_PIXELS:
            self._troubles[name] = f"too large: {found[0]:,} by {found[1]:,} pixels"
            return None
        return found

    def get(self, name: str, zoom: float = 1.0) -> Image.Image | None:
        """A picture as RGBA in its size times ``zoom``; None where it cannot be opened."""
        kept = self._open.get((name, zoom))
        if kept is not None:
            self._open.move_to_end((name, zoom))
            return kept
        try:
            found = self._opened(name, zoom)
        except (ArchiveError, UnidentifiedImageError, OSError, ValueError, SyntaxError) as trouble:
            found = None
            self._troubles[name] = str(trouble)
        if found is not None:
            self._keep((name, zoom), found)
        return found

    def _opened(self, name: str, zoom: float) -> Image.Image | None:
        stand_in = self._stand_ins.get(name)
        if stand_in is not None:
            return scaled(stand_in.convert("RGBA"), zoom)
        member, size = self._member(name), self.size(name)
        if member is None or size is None:
            return None
        data = self._read(member)
        if b"<svg" in data[:4096] and not data.startswith((b"\x89PNG", b"GIF8", b"\xff\xd8")):
            return drawn(data, size, zoom)
        if zoom != 1.0:
            whole = self.get(name)
            return scaled(whole, zoom) if whole is not None else None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data)) as opened:
                return opened.convert("RGBA")

    def _member(self, name: str) -> str | None:
        stem = name.removeprefix("/").removeprefix(_FOLDER) if name.startswith("/") else name
        for ending in _ENDINGS:
            member = self._members.get(f"{_FOLDER}{stem}{ending}".casefold())
            if member is not None:
                return member
        return None

    def _read(self, member: str) -> bytes:
        assert self._archive is not None
        return self._archive.read(member)

    def _keep(self, key: tuple[str, float], image: Image.Image) -> None:
        self._open[key] = image
        self._held += image.width * image.height
        while self._held > _KEPT_PIXELS and len(self._open) > 1:
            _, dropped = self._open.popitem(last=False)
            self._held -= dropped.width * dropped.height


def scaled(image: Image.Image, zoom: float) -> Image.Image:
    """A picture made larger or smaller by the filters VASSAL uses; sides are rounded up."""
    if zoom == 1.0:
        return image
    size = (max(1, ceil(image.width * zoom - 1e-9)), max(1, ceil(image.height * zoom - 1e-9)))
    kind = Image.Resampling.LANCZOS if zoom < 1 else Image.Resampling.BICUBIC
    return image.resize(size, kind)


def drawn(svg: bytes, size: Size, zoom: float = 1.0) -> Image.Image:
    """An SVG as pixels. Raises ValueError for one that cannot be drawn."""
    import typst

    width, height = (max(1, ceil(side * zoom - 1e-9)) for side in size)
    page = (
        f"#page(width: {width}pt, height: {height}pt, margin: 0pt, fill: none,"
        f' image(bytes(sys.inputs.p), format: "svg", width: {width}pt, height: {height}pt,'
        ' fit: "stretch"))'
    )
    try:
        text = svg.decode("utf-8")
        compiler = typst.Compiler(sys_inputs={"p": text})
        made = compiler.compile(page.encode(), format="png", ppi=_POINT)
    except (typst.TypstError, UnicodeDecodeError) as trouble:
        raise ValueError(getattr(trouble, "message", str(trouble))) from None
    pages = made if isinstance(made, list) else [made]
    if not pages or pages[0] is None:
        raise ValueError("the renderer gave no picture")
    with Image.open(io.BytesIO(pages[0])) as opened:
        return opened.convert("RGBA")

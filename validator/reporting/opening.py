"""The small picture with which a page opens: it shows the table while the rest is still loading."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .packing import Packed

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

    from .replay import Replay

_LONGEST = 800
"""Pixels of its longer side; it is seen for a second."""
_QUALITY = 60


def opening_picture(
    replay: Replay, pictures: Sequence[Packed], frame: int, elsewhere: int = 0
) -> str:
    """The table after a frame, on the map where that frame happened, as WebP in base64.

    ``pictures`` are in the replay's order; ``elsewhere`` is the map for a frame that happened on
    none. Empty if the pictures are not pixels.
    """
    if not pictures or any(one.kind != "image/webp" for one in pictures):
        return ""
    from PIL import Image

    number = replay.frames[frame].map
    number = elsewhere if number < 0 else number
    sheet = replay.sheets[number]
    scale = min(1.0, _LONGEST / max(sheet.width, sheet.height))
    things, grounds = replay.standing(frame)
    board = grounds.get(number, -1)
    lying = [(board, 0, 0)] if board >= 0 else []
    lying += [
        (one.picture, one.left, one.top)
        for one in sorted(things.values(), key=lambda one: one.rank)
        if one.map == number
    ]
    table = Image.new("RGBA", (round(sheet.width * scale) or 1, round(sheet.height * scale) or 1))
    known: dict[int, Picture] = {}
    for at, left, top in lying:
        if at not in known and pictures[at].data:
            known[at] = _small(pictures[at], replay.pictures[at][1:], scale)
        if at in known:
            table.paste(known[at], (round(left * scale), round(top * scale)), known[at])
    out = io.BytesIO()
    table.save(out, "WEBP", quality=_QUALITY)
    return base64.b64encode(out.getvalue()).decode("ascii")


def _small(packed: Packed, size: tuple[int, int], scale: float) -> Picture:
    from PIL import Image

    with Image.open(io.BytesIO(base64.b64decode(packed.data))) as opened:
        small = (round(size[0] * scale) or 1, round(size[1] * scale) or 1)
        return opened.convert("RGBA").resize(small, Image.Resampling.BOX)

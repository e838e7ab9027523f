"""Text labels on pieces: where VASSAL puts them (``Labeler``), and their colours."""

from __future__ import annotations

from generator.light import dataclass
from generator.vassal.encodings import is_whole, whole
from generator.vassal.traits import Trait

LABEL = "label;"

_FARTHEST = 999_999
"""Pixels; an offset beyond is no offset."""

Colour = tuple[int, int, int, int]
"""Red, green, blue, opacity, each 0 to 255."""


def colour(text: str) -> Colour | None:
    """A colour as VASSAL writes it: ``255,0,0``, or with a fourth number for its opacity."""
    parts = text.split(",")
    if len(parts) not in (3, 4) or not all(is_whole(part.strip()) for part in parts):
        return None
    numbers = [min(max(int(part), 0), 255) for part in parts]
    return numbers[0], numbers[1], numbers[2], numbers[3] if len(numbers) == 4 else 255


@dataclass(frozen=True, slots=True)
class LabelPlace:
    """Where a label stands on a piece; the letters are those of the trait's type."""

    vertical: str
    """The piece's edge: ``t``, ``c`` or ``b``."""
    down: int
    """Pixels from there."""
    horizontal: str
    """The piece's side: ``l``, ``c`` or ``r``."""
    across: int
    upright: str
    """The label's edge that is placed there: ``t``, ``c`` or ``b``."""
    sideways: str
    """The label's side that is placed there: ``l``, ``c`` or ``r``."""

    @classmethod
    def of(cls, label: Trait) -> LabelPlace:
        """The place that a trait tells."""
        return cls(
            label.text("verticalPos")[:1] or "t",
            _offset(label.text("verticalOffset")),
            label.text("horizontalPos")[:1] or "c",
            _offset(label.text("horizontalOffset")),
            label.text("verticalJust")[:1] or "b",
            label.text("horizontalJust")[:1] or "c",
        )

    def corner(self, box: tuple[int, int, int, int], size: tuple[int, int]) -> tuple[int, int]:
        """The left upper corner of a label of a size (pixels). ``box`` is the piece's left, top,
        right and bottom, from its centre."""
        left, top, right, bottom = box
        width, height = size
        x = self.across + {"l": left, "r": right}.get(self.horizontal, 0)
        y = self.down + {"t": top, "b": bottom}.get(self.vertical, 0)
        x -= {"c": width // 2, "r": width}.get(self.sideways, 0)
        y -= {"c": height // 2, "b": height}.get(self.upright, 0)
        return x, y


def _offset(text: str) -> int:
    return whole(text, most=_FARTHEST)

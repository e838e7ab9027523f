"""What a person may choose about a print kit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from generator.errors import BroadsideError
from generator.light import dataclass
from generator.printing.finishing import Colour
from generator.printing.imposition import Box
from generator.printing.marks import Crop
from generator.printing.paper import Edge, Paper, find_paper, length_of, read_nudge

Backs = Literal["duplex", "fold", "none"]
"""Backs on the other side of the sheet, beside the fronts with a fold between, or none."""

Maps = Literal["tiled", "whole", "both"]
"""Boards over several sheets, in one piece for a print shop, or both."""

HEAD = 6.0
"""Height of the line at the head of a sheet, and of that at its foot, mm."""

MARKS = 4.0
"""The border of crop marks round what is cut out, mm."""


@dataclass(frozen=True, slots=True)
class Printing:
    """A kit as it was ordered; lengths in mm.

    ``gutter`` is the waste between counters (None: 3 mm, and for cards as much as the paper
    gives), ``nudge`` how far backs are moved to the right and down.
    """

    paper: Paper
    backs: Backs = "duplex"
    duplex: Edge = "long"
    crop: Crop = "corners"
    bleed: float = 1.5
    gutter: float | None = None
    nudge: tuple[float, float] = (0.0, 0.0)
    maps: Maps = "tiled"
    colour: Colour = "rgb"
    pdf_a: bool = False

    @property
    def page(self) -> Box:
        """The whole sheet."""
        return Box(0.0, 0.0, self.paper.width, self.paper.height)

    @property
    def safe(self) -> Box:
        """What every printer reaches."""
        return self.page.grown(-self.paper.unprintable)

    @property
    def area(self) -> Box:
        """Where pieces may lie: the safe box without head, foot and crop marks."""
        safe = self.safe
        return Box(
            safe.x + MARKS,
            safe.y + HEAD,
            safe.width - 2 * MARKS,
            safe.height - 2 * HEAD - MARKS,
        )


class OrderError(BroadsideError):
    """Options that cannot be followed, or not together."""


def ordered(chosen: Mapping[str, str | None], folders: Sequence[Path] = ()) -> Printing:
    """A kit as ordered in words (``{"paper": "a4", "gutter": "2mm"}``); None and what is missing
    are left to us. Raises PaperError or OrderError."""
    given = {name: value for name, value in chosen.items() if value is not None}
    paper = find_paper(given.pop("paper", "a4"), folders)
    made: dict[str, Any] = {"paper": paper, "duplex": paper.duplex}
    if "nudge" in given:
        if given.get("backs", "duplex") != "duplex":
            raise OrderError("--nudge moves the backs of sheets that are printed on both sides")
        made["nudge"] = read_nudge(given.pop("nudge"))
    for name, most in (("bleed", MARKS), ("gutter", MOST_GUTTER)):
        if name in given:
            made[name] = _length(name, given.pop(name), most)
    made["pdf_a"] = given.pop("pdf_a", None) is not None
    if made["pdf_a"] and given.get("colour") == "cmyk":
        raise OrderError(
            "--pdf-a goes with --colour rgb: inks in PDF/A need the measured profile of a press"
        )
    return Printing(**(made | given))


MOST_GUTTER = 40.0


def _length(option: str, text: str, most: float) -> float:
    try:
        found = length_of(text)
    except ValueError as trouble:
        raise OrderError(f"--{option} {text!r}: {trouble}") from None
    if not 0 <= found <= most:
        raise OrderError(f"--{option} {text!r}: accepted: 0 to {most:g} mm")
    return found

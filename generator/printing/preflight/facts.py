"""What stands in a PDF, as plain data; judged by `generator.printing.preflight.checks`."""

from __future__ import annotations

from typing import Literal

from generator.light import dataclass
from generator.printing.preflight.findings import Finding, Severity

Use = Literal["text", "fill", "stroke", "image", "shading"]
"""What a colour is used for."""

Family = Literal["gray", "rgb", "cmyk", "lab", "spot", "pattern", "other"]
"""What kind of inks a colour space comes down to."""


@dataclass(frozen=True, slots=True)
class Space:
    """A colour space: as a person would call it, and what it comes down to.

    ``managed``: whether it says what its colours look like (a profile, CalRGB, Lab).
    """

    label: str
    family: Family
    components: int
    managed: bool = False


@dataclass(frozen=True, slots=True)
class Paint:
    """A colour: its space and its values from 0 to 1 (none: unknown, or a pattern)."""

    space: Space
    values: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Font:
    """A font that something is written in."""

    name: str
    kind: str
    """``TrueType``, ``Type 1``, ``Type 3``, ``CID TrueType`` ..."""
    embedded: bool
    subset: bool


@dataclass(frozen=True, slots=True)
class Image:
    """A picture of pixels; ``number`` is that of its object (0: it stands in the content)."""

    number: int
    width: int
    height: int
    space: Space
    bits: int
    packing: str
    mask: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture as large as it is shown, with its lesser resolution of the two directions."""

    image: Image
    width_mm: float
    height_mm: float
    dpi: float


@dataclass(frozen=True, slots=True)
class Written:
    """Writing of one font and colour on a page: its least size, points."""

    font: Font
    paint: Paint
    size: float
    visible: bool


Sides = tuple[float, float, float, float]
"""Left, bottom, right and top of a box, mm."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page: its boxes in mm as they stand in the file (None: not there), and what is on it."""

    number: int
    media: Sides
    crop: Sides | None
    bleed: Sides | None
    trim: Sides | None
    turned: int
    """Degrees clockwise."""
    written: tuple[Written, ...] = ()
    shown: tuple[Shown, ...] = ()
    colours: frozenset[tuple[Use, Paint]] = frozenset()
    strokes: tuple[float, ...] = ()
    """The widths of lines, points, thinnest first."""
    effects: frozenset[str] = frozenset()
    """Transparency and overprint: ``opacity``, ``soft mask``, ``blend Multiply`` ..."""
    notes: tuple[str, ...] = ()
    """Kinds of annotations, one each: ``Link``, ``Widget`` ..."""
    troubles: tuple[str, ...] = ()
    """What could not be read of it."""
    covered: tuple[float, float] | None = None
    """Where something lies over writing, mm from the upper left; only kits of ours are looked at
    for that."""

    @property
    def cut(self) -> Sides:
        """What is left of the page when it has been cut."""
        return self.trim or self.crop or self.media

    @property
    def bleeds(self) -> float | None:
        """The least of the four margins between trim and bleed, mm; None without both boxes."""
        if self.trim is None or self.bleed is None:
            return None
        left, bottom, right, top = self.trim
        return min(
            left - self.bleed[0], bottom - self.bleed[1], self.bleed[2] - right, self.bleed[3] - top
        )

    @property
    def is_empty(self) -> bool:
        """Whether nothing is printed on it."""
        return not (self.written or self.shown or self.colours or self.notes or self.troubles)


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer that a reader can switch on and off, and whether it is on at first and in print."""

    name: str
    on: bool
    printed: bool


@dataclass(frozen=True, slots=True)
class Document:
    """A whole PDF."""

    path: str
    size: int
    version: str
    pages: int
    sheets: tuple[Sheet, ...]
    """Those that were read."""
    title: str = ""
    author: str = ""
    subject: str = ""
    producer: str = ""
    pdfa: str = ""
    """The conformance it claims: ``PDF/A-2b``."""
    pdfx: str = ""
    intent: str = ""
    """The printing condition it was made for, as its output intent names it."""
    encrypted: bool = False
    may_print: bool = True
    layers: tuple[Layer, ...] = ()
    scripts: int = 0
    attached: tuple[str, ...] = ()
    troubles: tuple[str, ...] = ()
    """What was mended when it was opened."""
    limits: tuple[str, ...] = ()
    """What was left unread because it was too much."""
    untrue: tuple[str, ...] = ()
    """Why the claim to be PDF/A is wrong."""


@dataclass(frozen=True, slots=True)
class Report:
    """A PDF and what a print shop would say of it, gravest first."""

    document: Document
    findings: tuple[Finding, ...] = ()

    def count(self, severity: Severity) -> int:
        """So many findings of a severity."""
        return sum(one.severity is severity for one in self.findings)

    def calls_for_attention(self, strict: bool = False) -> bool:
        """Whether the shop would send it back; when strict, whether it would ask."""
        grave = (Severity.ERROR, Severity.WARNING) if strict else (Severity.ERROR,)
        return any(one.severity in grave for one in self.findings)

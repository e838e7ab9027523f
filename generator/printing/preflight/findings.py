"""What may be found, each with why a print shop cares and what to do: one table.

Sources: ISO 15930 (PDF/X), ISO 19005 (PDF/A), ISO 32000-1; the usual terms of print shops.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from generator.light import dataclass


class Severity(StrEnum):
    """How much a finding matters, gravest first."""

    ERROR = "error"
    """A print shop sends the file back, or the print is wrong."""
    WARNING = "warning"
    """The print may not be what was meant."""
    NOTE = "note"
    """Worth knowing, or to be agreed on with the shop."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of finding: its code (stable from release to release), and what it means."""

    code: str
    severity: Severity
    why: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found, with the pages it is on (from 1; none: the whole file)."""

    code: str
    message: str
    pages: tuple[int, ...] = ()

    @property
    def rule(self) -> Rule:
        """What kind of finding it is."""
        return rules()[self.code]

    @property
    def severity(self) -> Severity:
        """How much it matters."""
        return self.rule.severity


_E, _W, _N = Severity

RULES = (
    # The file
    Rule(
        "file.encrypted",
        _W,
        "A shop's programs cannot take the pages apart.",
        "Save it without a password.",
    ),
    Rule(
        "file.no-printing",
        _E,
        "The file forbids printing in full quality.",
        "Save it without that restriction.",
    ),
    Rule(
        "file.damaged",
        _W,
        "What one program mends, another refuses or reads differently.",
        "Write the file again from its source.",
    ),
    Rule(
        "file.limit",
        _W,
        "What was not read was not checked.",
        "Split the file, and check its parts.",
    ),
    Rule(
        "file.version",
        _N,
        "Older raster processors know PDF up to 1.7.",
        "Ask the shop, or save as PDF 1.7.",
    ),
    Rule(
        "file.script",
        _W,
        "Scripts have no place in print, and PDF/X and PDF/A forbid them.",
        "Remove the scripts.",
    ),
    Rule(
        "file.attached",
        _N,
        "Files inside a file are not printed; PDF/X forbids them.",
        "Remove them, or send them beside it.",
    ),
    Rule(
        "file.pdfa-untrue",
        _W,
        "The file says that it is PDF/A and is not.",
        "Save it as PDF/A again, or without the claim.",
    ),
    Rule(
        "file.no-title",
        _N,
        "The shop's list of jobs shows the title.",
        "Set the title in the document's properties.",
    ),
    Rule(
        "file.no-author",
        _N,
        "An author in the file says whom to ask.",
        "Set the author in the document's properties.",
    ),
    # Pages
    Rule(
        "page.damaged",
        _E,
        "What cannot be read here may be missing in print.",
        "Write the file again from its source.",
    ),
    Rule(
        "page.box-order",
        _E,
        "Trim must lie in bleed, and bleed in the sheet: else it is cut wrongly.",
        "Set the boxes again.",
    ),
    Rule(
        "page.no-trim",
        _W,
        "Without a TrimBox the shop guesses where to cut.",
        "Export with trim (and bleed) marks, or set the TrimBox.",
    ),
    Rule(
        "page.bleed",
        _W,
        "Cutters are out by up to a millimetre: white edges show. Shops ask for 3 mm.",
        "Give it 3 mm of bleed (our kits: --bleed 3mm).",
    ),
    Rule(
        "page.no-bleed",
        _N,
        "Right when nothing is printed up to the edge; else white edges show.",
        "Give it 3 mm of bleed if colour runs to the edge.",
    ),
    Rule(
        "page.sizes",
        _N,
        "Sheets of several sizes go through the press one size at a time.",
        "Send a file for each size if the shop asks.",
    ),
    Rule("page.turned", _N, "A turned page may be imposed unturned.", "Save the page upright."),
    Rule(
        "page.empty",
        _N,
        "An empty page costs as much as a full one.",
        "Remove it unless it is meant (a blank back).",
    ),
    # Writing
    Rule(
        "font.missing",
        _E,
        "The shop's computer takes another font: other shapes, other widths.",
        "Embed all fonts when exporting.",
    ),
    Rule(
        "font.whole",
        _N,
        "A whole font makes the file larger, and some licences forbid it.",
        "Embed subsets.",
    ),
    Rule(
        "font.type3",
        _N,
        "Type 3 writing is drawing: it has no hints, and some raster processors do it badly.",
        "Use outline fonts, or turn it into curves.",
    ),
    Rule("text.small", _W, "Under 5 points writing fills in and cannot be read.", "Set it larger."),
    Rule(
        "text.covered",
        _W,
        "Something is painted over writing: it cannot be read, or its letters are cut.",
        "Look at the page closely; if it was built by us, please report it.",
    ),
    Rule(
        "text.rgb-black",
        _W,
        "Black in RGB is printed of four inks: edges are coloured when they are out by a hair.",
        "Use pure black: grey 0, or K 100.",
    ),
    Rule(
        "text.rich-black",
        _W,
        "Writing in several inks has coloured edges when they are out by a hair.",
        "Use K 100 alone for writing.",
    ),
    Rule(
        "text.many-inks",
        _N,
        "Small writing in three or four inks is seldom sharp.",
        "Use one or two inks for writing under 8 points.",
    ),
    # Pictures
    Rule(
        "image.coarse",
        _E,
        "Under 150 dpi pixels are seen.",
        "Put in a picture with more pixels, or show it smaller.",
    ),
    Rule(
        "image.soft",
        _W,
        "Shops ask for 300 dpi; under that a picture is soft.",
        "Put in a picture with more pixels, or show it smaller.",
    ),
    Rule(
        "image.line-art",
        _W,
        "Pictures of black and white alone show steps under 600 dpi.",
        "Scan it at 600 to 1200 dpi, or draw it in vectors.",
    ),
    # Colours and lines
    Rule(
        "colour.rgb",
        _N,
        "Presses print CMYK: the shop converts RGB, and bright colours dull.",
        "Agree on it with the shop, or build with --colour cmyk.",
    ),
    Rule(
        "colour.unmanaged",
        _N,
        "RGB without a profile is anybody's guess.",
        "Tag it with a profile such as sRGB.",
    ),
    Rule(
        "colour.spot",
        _N,
        "Each spot colour is an ink of its own, or a line to cut: it costs extra.",
        "Keep it if it is meant, and tell the shop.",
    ),
    Rule(
        "colour.ink",
        _W,
        "More than 300 % of ink does not dry and sets off on the next sheet.",
        "Lower the colours, or convert with an ink limit of 300 %.",
    ),
    Rule(
        "line.hairline",
        _W,
        "Lines under 0.25 points break up or vanish.",
        "Draw them at 0.25 points or more.",
    ),
    Rule(
        "paint.transparency",
        _N,
        "Old raster processors flatten transparency, sometimes with white seams.",
        "Ask for PDF/X-4 if the shop takes it; else flatten.",
    ),
    Rule(
        "paint.overprint",
        _N,
        "Inks on top of each other: meant for black, seldom for else.",
        "Look at a preview with overprint.",
    ),
    Rule(
        "paint.white-overprint",
        _E,
        "White that overprints is not there in print.",
        "Switch overprint off for white.",
    ),
    # What is not printed
    Rule(
        "layer.some",
        _N,
        "Layers are switched on or off by whoever prints.",
        "Tell the shop which are to be printed, and which to be cut.",
    ),
    Rule(
        "note.printed",
        _W,
        "Notes, forms and stamps may or may not be printed.",
        "Flatten or remove them.",
    ),
    Rule("note.link", _N, "Links are not printed.", "Nothing to do."),
)
"""Every kind of finding, in the order they are reported within a severity."""


@cache
def rules() -> dict[str, Rule]:
    """The rules by their codes."""
    return {rule.code: rule for rule in RULES}

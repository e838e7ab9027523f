"""What a print shop wants of a PDF that is otherwise done: its colours, and what it says of itself.

The colours are changed in the pictures, before they are bound: once for all files of a kit.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal

from generator.pictures.vectors import typeset
from generator.printing.inks import CONDITION, for_writing, in_inks
from generator.printing.preflight.operators import STRING

if TYPE_CHECKING:
    import pikepdf

Colour = Literal["rgb", "cmyk"]
"""Colours as drawn (sRGB, black and grey of black ink), or in the four inks of a press."""

PDF_A = ("2", "B")
"""Part and conformance of what ``--pdf-a`` makes: transparency and layers need the second part."""

_PAINT = re.compile(
    STRING
    + rb"|<[0-9A-Fa-f\s]*+>|/(?P<space>\w++)\s++(?P<set>cs|CS)"
    + rb"\s++(?P<values>[-.\d]++\s++[-.\d]++\s++[-.\d]++)"
    + rb"\s++(?P<paint>scn|SCN)\b(?P<writing>\s++BT\b)?",
    re.DOTALL,
)
"""A colour and its space, as our renderer writes them; text is passed over."""


class Finisher:
    """Colours a kit's pictures and says in its files what they are."""

    def __init__(self, colour: Colour = "rgb", pdf_a: bool = False) -> None:
        self.colour = colour
        self.pdf_a = pdf_a
        self.remains: set[str] = set()
        """What was left in RGB when inks were asked for: ``pictures``, ``shadings``."""

    def recolour(self, document: pikepdf.Pdf) -> None:
        """Turn grey into DeviceGray, which is black ink alone, and for a press RGB into inks.

        Black and white are grey for our renderer, so writing in black becomes pure black.
        """
        if self.pdf_a:
            _without_sets(document)
        lights = _grey_into_black(document)
        if self.colour == "rgb" or not lights:
            return
        found = list(_in_light(document))
        for _, stream, names in found:
            _to_inks(stream, {name[1:].encode() for name in names})
        for spaces, _, names in found:
            for name in names:
                spaces[name] = _name("DeviceCMYK")
        self._note_remains(document)

    def _note_remains(self, document: pikepdf.Pdf) -> None:
        import pikepdf

        masks = _masks(document)
        for thing in document.objects:
            if not isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
                continue
            group = thing.get("/Group")
            if group is not None and "/CS" in group and thing.objgen not in masks:
                group.CS = pikepdf.Name.DeviceCMYK
            space = thing.get("/ColorSpace")
            if _components(space) == 3 or space == "/DeviceRGB":
                self.remains.add("shadings" if "/ShadingType" in thing else "pictures")

    def warnings(self) -> Iterator[str]:
        """What a person must know who asked for inks."""
        for kind in sorted(self.remains):
            yield f"{kind} of the game's own art remain RGB: the print shop converts them"

    def palette(self, document: pikepdf.Pdf, colours: bytes) -> pikepdf.Array:
        """The space of a picture whose pixels are numbers of colours (bytes of R, G, B)."""
        import pikepdf

        count = len(colours) // 3
        if self.colour == "rgb":
            profile = document.make_stream(_srgb())
            profile.N = 3
            base: pikepdf.Object = pikepdf.Array([_name("ICCBased"), profile])
        else:
            base = _name("DeviceCMYK")
            triples = (colours[place : place + 3] for place in range(0, count * 3, 3))
            inks = (in_inks((red / 255, green / 255, blue / 255)) for red, green, blue in triples)
            colours = bytes(round(value * 255) for one in inks for value in one)
        return pikepdf.Array([_name("Indexed"), base, count - 1, pikepdf.String(colours)])

    def declare(self, document: pikepdf.Pdf) -> None:
        """Say for what the file is made, once it is bound; PDF/A says so in its metadata."""
        import pikepdf

        document.Root.Lang = pikepdf.String("en")
        if self.colour == "cmyk":
            # Registered with the ICC, so no profile need be in the file.
            document.Root.OutputIntents = _intent(
                "GTS_PDFX",
                CONDITION,
                RegistryName="http://www.color.org",
                Info="Offset on coated paper after ISO 12647-2",
            )
        if not self.pdf_a:
            return
        profile = document.make_stream(_srgb())
        profile.N = 3
        document.Root.OutputIntents = _intent(
            "GTS_PDFA1", "sRGB", Info="sRGB IEC 61966-2-1", DestOutputProfile=profile
        )
        with document.open_metadata(set_pikepdf_as_editor=False) as told:
            told["pdfaid:part"], told["pdfaid:conformance"] = PDF_A


def _intent(kind: str, condition: str, **more: Any) -> pikepdf.Array:
    import pikepdf

    return pikepdf.Array(
        [
            pikepdf.Dictionary(
                Type=_name("OutputIntent"),
                S=_name(kind),
                OutputConditionIdentifier=condition,
                **more,
            )
        ]
    )


def _name(word: str) -> pikepdf.Name:
    import pikepdf

    return pikepdf.Name(f"/{word}")


@cache
def _srgb() -> bytes:
    """The profile of sRGB that our renderer writes colours with."""
    import pikepdf

    page = typeset('#set page(width: 9pt, height: 9pt, fill: rgb("#a3231b"))\n#h(1pt)')
    with pikepdf.open(BytesIO(page)) as document:
        return next(one[1].read_bytes() for one in document.objects if _components(one) == 3)


def _grey_into_black(document: pikepdf.Pdf) -> bool:
    """Make grey with a profile the grey of the device; whether there are colours besides."""
    import pikepdf

    lights = False
    for thing in document.objects:
        spaces = thing.get("/ColorSpace") if isinstance(thing, pikepdf.Dictionary) else None
        if isinstance(spaces, pikepdf.Dictionary):
            for name, space in spaces.items():
                count = _components(space)
                lights |= count == 3
                if count == 1:
                    spaces[name] = pikepdf.Name.DeviceGray
    return lights


def _without_sets(document: pikepdf.Pdf) -> None:
    """Leave out which glyphs a font's subset has: PDF/A-2 does without."""
    import pikepdf

    for thing in document.objects:
        if isinstance(thing, pikepdf.Dictionary) and "/CIDSet" in thing:
            del thing["/CIDSet"]


def _in_light(
    document: pikepdf.Pdf,
) -> Iterator[tuple[pikepdf.Object, pikepdf.Object, set[str]]]:
    """The colour spaces of pages and forms, the stream they are for, and which of them are RGB.

    What masks are made of is left as it is: light, not ink.
    """
    import pikepdf

    masks = _masks(document)
    pages = [(page.obj.get("/Contents"), page.obj.get("/Resources")) for page in document.pages]
    forms = [
        (thing, thing.get("/Resources"))
        for thing in document.objects
        if isinstance(thing, pikepdf.Stream) and thing.objgen not in masks
    ]
    for stream, held in [*pages, *forms]:
        spaces = held.get("/ColorSpace") if held is not None else None
        if spaces is None or not isinstance(stream, pikepdf.Stream):
            continue
        names = {name for name, space in spaces.items() if _components(space) == 3}
        if names:
            yield spaces, stream, names


def _masks(document: pikepdf.Pdf) -> set[tuple[int, int]]:
    """The numbers of the forms that masks are made of."""
    import pikepdf

    settings = (one for one in document.objects if isinstance(one, pikepdf.Dictionary))
    masks = (one.get("/SMask") for one in settings)
    return {one.G.objgen for one in masks if isinstance(one, pikepdf.Dictionary) and "/G" in one}


def _components(space: pikepdf.Object | None) -> int:
    """How many components a space with a profile has; 0 for any other."""
    import pikepdf

    if isinstance(space, pikepdf.Array) and len(space) == 2 and space[0] == "/ICCBased":
        return int(space[1].N)
    return 0


def _to_inks(stream: pikepdf.Object, spaces: set[bytes]) -> None:
    """Write a stream again with its colours in inks."""
    import pikepdf

    def painted(match: re.Match[bytes]) -> bytes:
        if match["space"] not in spaces:
            return match[0]
        red, green, blue = map(float, match["values"].split())
        writing = match["writing"] or b""
        inks = (for_writing if writing else in_inks)((red, green, blue))
        told = b" ".join(f"{value:g}".encode() for value in inks)
        return b"/%b %b %b %b" % (match["space"], match["set"], told, match["paint"]) + writing

    changed = _PAINT.sub(painted, stream.read_bytes())
    stream.write(zlib.compress(changed), filter=pikepdf.Name.FlateDecode)

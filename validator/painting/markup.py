"""Labels in HTML, as far as VASSAL's labels support it, drawn as pictures.

Supported are bold, italic, colour, size, typeface, line breaks and centred lines; pictures and
tables are skipped.
"""

from __future__ import annotations

import re
from contextlib import suppress
from html.parser import HTMLParser

from generator.light import dataclass
from generator.vassal.labels import Colour
from validator.painting.lettering import Typeface
from validator.painting.pixels import Image, ImageColor, ImageDraw

_BREAKING = {"br", "p", "div", "tr", "h1", "h2", "h3", "li"}
_SIZES = {1: 0.8, 2: 1.0, 3: 1.2, 4: 1.4, 5: 1.8, 6: 2.4, 7: 3.6}
_MOST_RUNS = 500
_LONGEST = 5_000
_LARGEST = 1200
"""The greatest width and height of a label, in pixels."""
_SILENT = {"style", "script", "head", "title"}


@dataclass(frozen=True, slots=True)
class _Run:
    text: str
    face: Typeface
    colour: Colour
    underlined: bool


def is_html(text: str) -> bool:
    """Whether VASSAL takes a label's text for HTML."""
    return text[:6].casefold() == "<html>"


def laid_out(text: str, face: Typeface, colour: Colour, back: Colour | None) -> Image.Image | None:
    """The label as a picture; None for one that shows nothing."""
    reader = _Reader(face, colour)
    with suppress(AssertionError):  # Python's parser gives up on some declarations
        reader.feed(text[:_LONGEST])
        reader.close()
    lines = [line for line in reader.lines if line]
    if not lines:
        return None
    widths = [sum(run.face.width(run.text) for run in line) for line in lines]
    heights = [max(run.face.height for run in line) for line in lines]
    if max(widths) < 1:
        return None
    size = (min(max(widths), _LARGEST), min(sum(heights), _LARGEST))
    image = Image.new("RGBA", size, back or (*colour[:3], 0))
    drawing = ImageDraw.Draw(image)
    top = 0
    for line, width, height in zip(lines, widths, heights, strict=True):
        left = (image.width - width) // 2 if reader.middle else 0
        base = top + max(run.face.ascent for run in line)
        for run in line:
            run.face.write(drawing, left, base - run.face.ascent, run.text, run.colour)
            end = left + run.face.width(run.text)
            if run.underlined:
                drawing.line((left, base + 1, end, base + 1), fill=run.colour)
            left = end
        top += height
    return image


class _Reader(HTMLParser):
    def __init__(self, face: Typeface, colour: Colour) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[list[_Run]] = [[]]
        self.middle = False
        self._now: list[tuple[str, Typeface, Colour, bool]] = [("", face, colour, False)]
        self._runs = 0
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in _SILENT:
            self._silent += 1
        if tag in _BREAKING:
            self._break()
        if tag == "center" or "center" in (given.get("align", ""), _styled(given, "text-align")):
            self.middle = True
        _, face, colour, underlined = self._now[-1]
        style, size, family = face.style, face.size, face.family
        if tag in ("b", "strong") or _styled(given, "font-weight") == "bold":
            style |= 1
        if tag in ("i", "em") or _styled(given, "font-style") == "italic":
            style |= 2
        if tag == "font":
            family = given.get("face") or family
            size = _size(given.get("size", ""), size)
        colour = _colour(given.get("color") or _styled(given, "color"), colour)
        pixels = re.fullmatch(r"(\d{1,3})(?:px|pt)?", _styled(given, "font-size"))
        size = int(pixels[1]) if pixels else size
        underlined = underlined or tag == "u"
        if tag not in ("br", "img", "hr", "meta", "link"):
            self._now.append((tag, Typeface(family, style, size), colour, underlined))

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        if tag in _BREAKING:
            self._break()
        for at in range(len(self._now) - 1, 0, -1):
            if self._now[at][0] == tag:
                del self._now[at:]
                break

    def handle_data(self, data: str) -> None:
        text = re.sub(r"[ \t\r\n]+", " ", data)
        if not self.lines[-1]:
            text = text.lstrip(" ")
        if text and not self._silent and self._runs < _MOST_RUNS:
            _, face, colour, underlined = self._now[-1]
            self.lines[-1].append(_Run(text, face, colour, underlined))
            self._runs += 1

    def _break(self) -> None:
        if self.lines[-1]:
            self.lines.append([])


def _styled(given: dict[str, str], name: str) -> str:
    found = re.search(rf"(?:^|;)\s*{name}\s*:\s*([^;]+)", given.get("style", ""))
    return found[1].strip() if found else ""


def _colour(text: str, default: Colour) -> Colour:
    try:
        red, green, blue = ImageColor.getrgb(text)[:3]
    except ValueError:
        return default
    return red, green, blue, 255


def _size(text: str, now: int) -> int:
    found = re.fullmatch(r"([+-]?)(\d)", text.strip())
    if not found:
        return now
    number = int(found[2])
    steps = {"+": 3 + number, "-": 3 - number}.get(found[1], number)
    return (
        round(now * _SIZES[min(max(steps, 1), 7)] / 1.2)
        if found[1]
        else round(now * _SIZES[min(max(number, 1), 7)])
    )

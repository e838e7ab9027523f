"""Running text with bold and italic words and small drawings in the line.

``**bold**``, ``*italic*`` and ``{icon:anchor}`` are all the marks there are; a star that opens
nothing is a star. Charts, cards and player aids share it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from generator.definition.artwork import DRAWING_IN_TEXT
from generator.drawing.symbols import load_symbol
from generator.drawing.themes import Ground
from generator.drawing.typefaces import FACES, measures
from generator.light import dataclass

if TYPE_CHECKING:
    from generator.drawing.sheet import Anchor, Sheet

Style = Literal["plain", "bold", "italic"]

_ICON = re.compile(DRAWING_IN_TEXT)
_MARKS = re.compile(
    DRAWING_IN_TEXT + r"|\*\*(?P<bold>(?=\S)[^*]+?(?<=\S))\*\*"
    r"|\*(?P<italic>(?=\S)[^*]+?(?<=\S))\*"
)

_ALONE = re.compile(r"\*\*(?=\w)|(?<=\w)\*\*")
"""Two stars at a word that no others answer: a slip of the pen."""

_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")
"""As it is typed; it is set with a curve."""

ICON_HEIGHT = 1.15
"""How tall a drawing in the line is, in parts of the type size."""

_ICON_GAP = 0.05
"""Room on either side of a drawing, in parts of the type size."""

_WIDEST_ICON = 3.0
"""The widest a drawing in the line may be, in parts of the type size."""


@dataclass(frozen=True, slots=True)
class Run:
    """Words in one cut, or a drawing (``icon``, the words are then empty)."""

    words: str
    style: Style = "plain"
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run set in a line: ``x`` from the line's left end and ``width``, mm."""

    run: Run
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class RichLine:
    """One line, ready to be drawn."""

    pieces: tuple[Piece, ...]
    width: float


@dataclass(frozen=True, slots=True)
class Cuts:
    """The typefaces of the three styles, as `generator.drawing.typefaces.FACES` names them."""

    plain: str
    bold: str
    italic: str

    def of(self, style: Style) -> str:
        """The cut of a style."""
        return {"plain": self.plain, "bold": self.bold, "italic": self.italic}[style]


def cuts_of(face: str) -> Cuts:
    """The bold and the italic that go with a cut; an italic's own italic is upright.

    >>> cuts_of("serif italic")
    Cuts(plain='serif italic', bold='serif semibold italic', italic='serif')
    """
    family, *words = face.split(" ")
    slanted = "italic" in words
    heavy = [word for word in words if word != "italic"]
    weight = f" {heavy[0]}" if heavy else ""
    stronger = {"": " bold", " semibold": " bold", " bold": " black", " black": " black"}[weight]
    if slanted:
        bold = f"{family} semibold italic"
        return Cuts(face, bold if face != bold else f"{family} bold", f"{family}{weight}")
    italic = f"{family}{weight} italic"
    if italic not in FACES:
        italic = f"{family} semibold italic"
    return Cuts(face, f"{family}{stronger}", italic)


def runs_of(text: str) -> list[Run]:
    """A paragraph parted at its marks.

    >>> [(run.words or run.icon, run.style) for run in runs_of("Lose **one** {icon:anchor}")]
    [('Lose ', 'plain'), ('one', 'bold'), (' ', 'plain'), ('anchor', 'plain')]
    """
    runs = []
    end = 0
    for mark in _MARKS.finditer(text):
        if mark.start() > end:
            runs.append(Run(text[end : mark.start()]))
        if mark["icon"]:
            runs.append(Run("", icon=mark["icon"]))
        elif mark["bold"]:
            runs += _in_style(mark["bold"], "bold")
        else:
            runs += _in_style(mark["italic"], "italic")
        end = mark.end()
    if end < len(text):
        runs.append(Run(text[end:]))
    return runs


def _in_style(text: str, style: Style) -> Iterator[Run]:
    """Words in one style with the drawings among them."""
    for at, part in enumerate(_ICON.split(text)):
        if at % 2:
            yield Run("", icon=part)
        elif part:
            yield Run(part, style)


def has_marks(text: str) -> bool:
    """Whether a text asks for anything but plain words."""
    return _MARKS.search(text) is not None


def plain_words(text: str) -> str:
    """The text without its marks; a drawing is replaced by its name."""
    return "".join(run.words or run.icon.replace("_", " ") for run in runs_of(text))


def set_text(text: str, sheet: Sheet, cuts: Cuts, size: float, width: float) -> list[RichLine]:
    """The text broken into lines no wider than ``width`` mm at type ``size`` (mm).

    Line breaks of the text are kept; a word wider than the line stands alone. Raises SymbolError
    for a drawing that no art folder has.
    """
    lines: list[RichLine] = []
    for paragraph in _APOSTROPHE.sub("\u2019", text).split("\n"):
        runs = runs_of(paragraph)
        for run in runs:
            note = f"{run.words.strip()!r} has ** without another, which is printed"
            if _ALONE.search(run.words) and note not in sheet.notes:
                sheet.notes.append(note)
        lines += _broken(list(_words(runs)), sheet, cuts, size, width)
    return lines


def _words(runs: Sequence[Run]) -> Iterator[list[Run]]:
    """Runs parted at their spaces: what stands between two spaces is never broken."""
    word: list[Run] = []
    for run in runs:
        if run.icon:
            word.append(run)
            continue
        parts = re.split(r"\s+", run.words)
        for index, part in enumerate(parts):
            if index and word:
                yield word
                word = []
            if part:
                word.append(Run(part, run.style))
    if word:
        yield word


def _broken(
    words: list[list[Run]], sheet: Sheet, cuts: Cuts, size: float, width: float
) -> list[RichLine]:
    lines: list[RichLine] = []
    pieces: list[Piece] = []
    x = 0.0
    space = measures(cuts.plain).width(" ", size)
    for word in words:
        wide = [_width(run, sheet, cuts, size) for run in word]
        if pieces and x + space + sum(wide) > width:
            lines.append(_line(pieces, x))
            pieces, x = [], 0.0
        if pieces:
            x += space
        for index, (run, its_width) in enumerate(zip(word, wide, strict=True)):
            last = pieces[-1] if pieces else None
            # Words of one cut are one run: the renderer kerns and spaces them as text.
            if index == 0 and last and not run.icon and _joins(last.run, run):
                joined = Run(f"{last.run.words} {run.words}", run.style)
                pieces[-1] = Piece(joined, last.x, x + its_width - last.x)
            else:
                pieces.append(Piece(run, x, its_width))
            x += its_width
    lines.append(_line(pieces, x))
    return lines


def _joins(before: Run, after: Run) -> bool:
    return not before.icon and before.style == after.style


def _line(pieces: list[Piece], width: float) -> RichLine:
    return RichLine(tuple(pieces), width)


def _width(run: Run, sheet: Sheet, cuts: Cuts, size: float) -> float:
    if run.icon:
        return _icon_width(run.icon, sheet, size) + 2 * _ICON_GAP * size
    return measures(cuts.of(run.style)).width(run.words, size)


def _icon_width(icon: str, sheet: Sheet, size: float) -> float:
    found = load_symbol(icon, sheet.folders)
    return size * min(_WIDEST_ICON, ICON_HEIGHT * found.width / found.height)


def draw_line(
    sheet: Sheet,
    line: RichLine,
    cuts: Cuts,
    size: float,
    at: tuple[float, float],
    *,
    colour: str = "ink",
    on: str = "paper",
    anchor: Anchor = "start",
    room: float,
    halo: float = 0.0,
) -> None:
    """Draws one line with its baseline at ``at``; ``room`` is what it was set for, ``halo`` as of
    `Sheet.text`, mm."""
    x = at[0] - {"start": 0.0, "middle": line.width / 2, "end": line.width}[anchor]
    ground = sheet.theme.colour(on)
    ink = sheet.theme.colour(colour)
    for piece in line.pieces:
        left = x + piece.x
        if piece.run.icon:
            gap = _ICON_GAP * size
            high = ICON_HEIGHT * size
            tones = Ground(ground, ink, sheet.theme.colour("quiet"), ink, ground)
            sheet.symbol(
                piece.run.icon,
                left + gap,
                at[1] - 0.82 * high,
                piece.width - 2 * gap,
                high,
                tones,
            )
        else:
            sheet.text(
                left,
                at[1],
                piece.run.words,
                cuts.of(piece.run.style),
                size,
                colour=colour,
                on=on,
                room=room if len(line.pieces) == 1 else piece.width,
                halo=halo,
            )

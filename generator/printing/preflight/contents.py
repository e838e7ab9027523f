"""What content streams put on a page: writing, pictures, lines, colours; each stream read once.

A form that is shown a hundred times, or forms in forms in forms, cost no more than one: what a
stream shows is summed up in its own units and then enlarged as often as it is shown. A form is
read as if it began with black and lines of one point; whatever its page may leave to it is rare.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from math import hypot
from typing import TYPE_CHECKING, Any

from generator.light import dataclass
from generator.printing.preflight.colours import (
    BLACK,
    GRAY,
    PATTERN,
    UNKNOWN,
    read_space,
    shaded,
)
from generator.printing.preflight.facts import Font, Image, Paint, Space, Use
from generator.printing.preflight.fonts import NAMELESS, read_font
from generator.printing.preflight.images import read_image, read_inline
from generator.printing.preflight.marks import MOST_KINDS, Marks
from generator.printing.preflight.objects import (
    IDENTITY,
    LARGEST,
    Matrix,
    entries,
    entry,
    items,
    key,
    matrix,
    multiplied,
    name,
    number,
    scale,
)
from generator.printing.preflight.operators import (
    INLINE_IMAGE,
    operators,
    read_names,
    read_numbers,
)

if TYPE_CHECKING:
    import pikepdf

MOST_OPERATORS = 3_000_000
"""So many operators of a file are read; a book of maps has a tenth."""

INLINE_COST = 20
"""A picture that stands in the content is read as slowly as so many operators."""

MOST_BYTES = 400_000_000
"""So much of its content is unpacked."""

MOST_KEPT = 10_000
"""So many states are kept within each other; sound files have a dozen."""

MOST_LZW = 200_000
"""A stream packed by LZW may unpack to two thousand times its size; so large a one is read."""

DEEPEST = 30
"""So deep forms may stand in each other."""

MOST_GLYPHS = 200
"""So many glyphs of a Type 3 font are read."""


@dataclass(slots=True)
class State:
    """What ``q`` keeps and ``Q`` brings back."""

    placed: Matrix = IDENTITY
    filled: Paint = BLACK
    stroked: Paint = BLACK
    fill_space: Space = GRAY
    stroke_space: Space = GRAY
    width: float = 1.0
    font: Font = NAMELESS
    size: float = 0.0
    mode: int = 0
    overprint: bool = False


class Reader:
    """Reads the streams of one document; what it has read it knows."""

    def __init__(self, hidden: frozenset[tuple[int, int]] = frozenset()) -> None:
        """``hidden`` are the numbers of layers that are switched off."""
        self.hidden = hidden
        self.left = MOST_OPERATORS
        self.room = MOST_BYTES
        self._marks: dict[tuple[int, int], Marks] = {}
        self._open: set[tuple[int, int]] = set()
        self._fonts: dict[tuple[int, int], tuple[Font, Marks | None]] = {}

    @property
    def is_spent(self) -> bool:
        """Whether something was left unread because there was too much."""
        return self.left <= 0 or self.room <= 0

    def page(self, page: pikepdf.Object) -> Marks:
        """What a page shows, in its own units."""
        content = entry(page, "/Contents")
        parts = items(content) or ([] if content is None else [content])
        marks = Marks()
        data = b"\n".join(self.unpacked(part, marks) for part in parts)
        _Stream(self, entry(page, "/Resources"), marks).read(data)
        return marks

    def unpacked(self, stream: Any, marks: Marks) -> bytes:
        """The bytes of a stream, nothing when they cannot be had."""
        import pikepdf

        if not isinstance(stream, pikepdf.Stream) or self.room <= 0:
            return b""
        filters = {name(one) for one in items(entry(stream, "/Filter"))} | {
            name(entry(stream, "/Filter"))
        }
        if filters & {"LZWDecode", "LZW"} and number(entry(stream, "/Length")) > MOST_LZW:
            marks.troubles.add("a stream packed by LZW that is too large to be unpacked")
            return b""
        try:
            data = stream.read_bytes()
        except (pikepdf.PdfError, RuntimeError, ValueError, MemoryError) as trouble:
            marks.troubles.add(f"content that cannot be unpacked ({_short(trouble)})")
            return b""
        self.room -= len(data)
        return data

    def form(self, form: pikepdf.Object, resources: Any, depth: int) -> Marks:
        """What a form or a pattern shows, in its own units."""
        known = key(form)
        if known in self._marks:
            return self._marks[known]
        marks = Marks()
        if known in self._open:
            marks.troubles.add("a form that shows itself")
            return marks
        if depth > DEEPEST:
            marks.troubles.add(f"forms in forms, more than {DEEPEST} deep")
            return marks
        self._open.add(known)
        own = entry(form, "/Resources")
        data = self.unpacked(form, marks)
        _Stream(self, resources if own is None else own, marks, depth).read(data)
        if name(entry(entry(form, "/Group"), "/S")) == "Transparency":
            marks.effects.add("group")
        self._open.discard(known)
        if known != (0, 0):
            self._marks[known] = marks
        return marks

    def font(self, thing: Any, depth: int) -> tuple[Font, Marks | None]:
        """A font, and what its glyphs show when the file draws them itself."""
        known = key(thing)
        if known in self._fonts:
            return self._fonts[known]
        font = read_font(thing)
        drawn = None
        if font.kind == "Type 3":
            drawn = Marks()
            for _, glyph in entries(entry(thing, "/CharProcs"))[:MOST_GLYPHS]:
                drawn.take(self.form(glyph, entry(thing, "/Resources"), depth + 1), IDENTITY)
            drawn.strokes.clear()  # in units of the glyph, not of the page
            drawn.writing.clear()
            drawn.pictures.clear()
        if known != (0, 0):
            self._fonts[known] = (font, drawn)
        return font, drawn

    def hides(self, layer: Any) -> bool:
        """Whether a layer, or all layers of a group of them, are switched off."""
        members = entry(layer, "/OCGs")
        if members is None:
            return layer is not None and key(layer) in self.hidden
        found = items(members) or [members]
        return all(key(one) in self.hidden for one in found)


def _short(trouble: Exception) -> str:
    return " ".join(str(trouble).split())[-120:]


class _Stream:
    """One content stream, operator by operator."""

    def __init__(self, reader: Reader, resources: Any, marks: Marks, depth: int = 0) -> None:
        self.reader = reader
        self.resources = resources
        self.marks = marks
        self.depth = depth
        self.state = State()
        self.kept: list[State] = []
        self.line: tuple[float, float] = (0.0, 1.0)
        """Which way up a letter stands, from Tm."""
        self.layers: list[bool] = []
        self.off = 0
        self._spaces: dict[str, Space] = {}
        self._paints: dict[tuple[Space, bytes], Paint] = {}
        self._known_fonts: dict[str, tuple[Font, Marks | None]] = {}
        self._drawn: Marks | None = None

    def read(self, data: bytes) -> None:
        """Read it all, or as much as the reader has left."""
        reader = self.reader
        count = 0
        for operator, operands in operators(data):
            handler = _HANDLERS.get(operator)
            count += 1
            if handler is not None:
                handler(self, operands)
            if count >= 1000:
                reader.left -= count
                count = 0
                if reader.left <= 0:
                    break
        reader.left -= count

    def held(self, kind: str, called: str) -> Any:
        """A resource by its kind and name."""
        return entry(entry(self.resources, kind), f"/{called}")

    # Graphics state

    def keep(self, operands: bytes) -> None:
        if len(self.kept) < MOST_KEPT:
            self.kept.append(copy(self.state))

    def bring_back(self, operands: bytes) -> None:
        if self.kept:
            self.state = self.kept.pop()

    def place(self, operands: bytes) -> None:
        values = read_numbers(operands)
        if len(values) == 6:
            moved = multiplied(tuple(values), self.state.placed)  # type: ignore[arg-type]
            if all(-LARGEST < value < LARGEST for value in moved):
                self.state.placed = moved

    def line_width(self, operands: bytes) -> None:
        self.state.width = abs(_last(operands, self.state.width))

    def set_state(self, operands: bytes) -> None:
        called = _name(operands)
        settings = self.held("/ExtGState", called)
        if self.off:
            return
        state, effects = self.state, self.marks.effects
        for setting, value in entries(settings):
            match setting:
                case "/LW":
                    state.width = abs(number(value, 1.0))
                case "/ca" | "/CA" if number(value, 1.0) < 1:
                    effects.add("opacity")
                case "/SMask" if name(value) != "None":
                    effects.add("soft mask")
                case "/BM":
                    blend = name(value) or name(next(iter(items(value)), None))
                    if blend not in ("", "Normal", "Compatible"):
                        effects.add(f"blend {blend}")
                case "/Font":
                    parts = items(value)
                    if len(parts) == 2:
                        state.font, self._drawn = self.reader.font(parts[0], self.depth)
                        state.size = number(parts[1])
        if entry(settings, "/op") is True or entry(settings, "/OP") is True:
            effects.add("overprint")
        fills = entry(settings, "/op")
        fills = entry(settings, "/OP") if fills is None else fills
        if fills is not None:
            state.overprint = fills is True and number(entry(settings, "/OPM")) == 1

    # Colours

    def fill_space(self, operands: bytes) -> None:
        space = self.space(operands)
        self.state.fill_space, self.state.filled = space, _first_of(space)

    def stroke_space(self, operands: bytes) -> None:
        space = self.space(operands)
        self.state.stroke_space, self.state.stroked = space, _first_of(space)

    def space(self, operands: bytes) -> Space:
        called = _name(operands)
        if called not in self._spaces:
            import pikepdf

            self._spaces[called] = (
                read_space(pikepdf.Name(f"/{called}"), self.resources) if called else UNKNOWN
            )
        return self._spaces[called]

    def device(self, called: bytes) -> Space:
        return self.space(b"/" + called)

    def fill(self, operands: bytes) -> None:
        self.state.filled = self.paint(self.state.fill_space, operands)

    def stroke(self, operands: bytes) -> None:
        self.state.stroked = self.paint(self.state.stroke_space, operands)

    def paint(self, space: Space, operands: bytes) -> Paint:
        if space.family == "pattern":
            return self.pattern(operands)
        known = self._paints.get((space, operands))
        if known is None:
            values = tuple(read_numbers(operands))
            known = Paint(space, values if len(values) == space.components else ())
            self._paints[space, operands] = known
        return known

    def pattern(self, operands: bytes) -> Paint:
        found = self.held("/Pattern", _name(operands))
        if not self.off:
            if entry(found, "/Shading") is not None:
                for paint in shaded(entry(found, "/Shading"), self.resources):
                    self.colour("shading", paint)
            elif entry(found, "/PatternType") == 1:
                inner = self.reader.form(found, self.resources, self.depth + 1)
                self.marks.take(inner, matrix(entry(found, "/Matrix")))
        return Paint(PATTERN)

    def shade(self, operands: bytes) -> None:
        if not self.off:
            for paint in shaded(self.held("/Shading", _name(operands)), self.resources):
                self.colour("shading", paint)

    def colour(self, use: Use, paint: Paint) -> None:
        colours = self.marks.colours
        if len(colours) < MOST_KINDS:
            colours.add((use, paint))

    # Painting

    def paint_fill(self, operands: bytes) -> None:
        if self.off:
            return
        state = self.state
        self.colour("fill", state.filled)
        if state.overprint and state.filled.space.family in ("cmyk", "spot"):
            values = state.filled.values
            if values and not any(values):
                self.marks.effects.add("white overprint")

    def paint_stroke(self, operands: bytes) -> None:
        if self.off:
            return
        self.colour("stroke", self.state.stroked)
        self.marks.stroke(self.state.width * scale(self.state.placed))

    def paint_both(self, operands: bytes) -> None:
        self.paint_fill(operands)
        self.paint_stroke(operands)

    # Writing

    def begin_text(self, operands: bytes) -> None:
        self.line = (0.0, 1.0)

    def choose_font(self, operands: bytes) -> None:
        called = _name(operands)
        if called not in self._known_fonts:
            found = self.held("/Font", called)
            self._known_fonts[called] = (
                (NAMELESS, None) if found is None else self.reader.font(found, self.depth)
            )
        self.state.font, self._drawn = self._known_fonts[called]
        self.state.size = _last(operands, 0.0)

    def text_matrix(self, operands: bytes) -> None:
        values = read_numbers(operands)
        if len(values) == 6:
            self.line = (values[2], values[3])

    def text_mode(self, operands: bytes) -> None:
        self.state.mode = int(_last(operands, 0.0))

    def write(self, operands: bytes) -> None:
        if self.off:
            return
        state, (x, y) = self.state, self.line
        a, b, c, d, _, _ = state.placed
        size = abs(state.size) * hypot(x * a + y * c, x * b + y * d)
        visible = state.mode != 3 and state.mode != 7
        if visible and state.mode % 4 != 1:
            self.colour("text", state.filled)
        if visible and state.mode % 4 in (1, 2):
            self.colour("text", state.stroked)
        shown = state.stroked if state.mode % 4 == 1 else state.filled
        self.marks.write((state.font, shown, visible), size)
        if self._drawn is not None:
            self.marks.take(self._drawn, IDENTITY)

    # Forms, pictures, layers

    def show(self, operands: bytes) -> None:
        found = self.held("/XObject", _name(operands))
        if self.off or self.reader.hides(entry(found, "/OC")):
            return
        kind = name(entry(found, "/Subtype"))
        if kind == "Form":
            inner = self.reader.form(found, self.resources, self.depth + 1)
            own = matrix(entry(found, "/Matrix"))
            self.marks.take(inner, multiplied(own, self.state.placed))
        elif kind == "Image":
            self.picture(read_image(found, self.resources))
            if entry(found, "/SMask") is not None:
                self.marks.effects.add("soft mask")

    def inline_image(self, operands: bytes) -> None:
        self.reader.left -= INLINE_COST
        if not self.off:
            self.picture(read_inline(operands, self.resources))

    def picture(self, image: Image) -> None:
        if image.mask:
            self.colour("image", self.state.filled)
        else:
            self.colour("image", Paint(image.space))
        self.marks.show(image, self.state.placed)

    def begin_marked(self, operands: bytes) -> None:
        names = read_names(operands)
        hidden = (
            len(names) == 2
            and names[0] == "OC"
            and self.reader.hides(self.held("/Properties", names[1]))
        )
        self.layers.append(hidden)
        self.off += hidden

    def end_marked(self, operands: bytes) -> None:
        if self.layers:
            self.off -= self.layers.pop()


def _first_of(space: Space) -> Paint:
    """The colour that a space begins with: black, or the whole of a spot colour."""
    if space.family == "cmyk" and space.components == 4:
        return Paint(space, (0.0, 0.0, 0.0, 1.0))
    if space.family == "spot":
        return Paint(space, (1.0,) * space.components)
    return Paint(space, (0.0,) * space.components)


def _name(operands: bytes) -> str:
    names = read_names(operands)
    return names[-1] if names else ""


def _last(operands: bytes, default: float) -> float:
    values = read_numbers(operands)
    found = values[-1] if values else default
    return found if abs(found) < LARGEST else default


def _device(called: bytes, *, stroking: bool) -> Callable[[_Stream, bytes], None]:
    """The handler of an operator that sets a device colour and its space."""

    def handle(stream: _Stream, operands: bytes) -> None:
        meant = stream.device(called)
        paint = stream.paint(meant, operands)
        if stroking:
            stream.state.stroke_space, stream.state.stroked = meant, paint
        else:
            stream.state.fill_space, stream.state.filled = meant, paint

    return handle


_HANDLERS: dict[bytes, Callable[[_Stream, bytes], None]] = {
    b"q": _Stream.keep,
    b"Q": _Stream.bring_back,
    b"cm": _Stream.place,
    b"w": _Stream.line_width,
    b"gs": _Stream.set_state,
    b"cs": _Stream.fill_space,
    b"CS": _Stream.stroke_space,
    b"sc": _Stream.fill,
    b"scn": _Stream.fill,
    b"SC": _Stream.stroke,
    b"SCN": _Stream.stroke,
    b"g": _device(b"DeviceGray", stroking=False),
    b"G": _device(b"DeviceGray", stroking=True),
    b"rg": _device(b"DeviceRGB", stroking=False),
    b"RG": _device(b"DeviceRGB", stroking=True),
    b"k": _device(b"DeviceCMYK", stroking=False),
    b"K": _device(b"DeviceCMYK", stroking=True),
    b"sh": _Stream.shade,
    b"f": _Stream.paint_fill,
    b"F": _Stream.paint_fill,
    b"f*": _Stream.paint_fill,
    b"S": _Stream.paint_stroke,
    b"s": _Stream.paint_stroke,
    b"B": _Stream.paint_both,
    b"B*": _Stream.paint_both,
    b"b": _Stream.paint_both,
    b"b*": _Stream.paint_both,
    b"BT": _Stream.begin_text,
    b"Tf": _Stream.choose_font,
    b"Tm": _Stream.text_matrix,
    b"Tr": _Stream.text_mode,
    b"Tj": _Stream.write,
    b"TJ": _Stream.write,
    b"'": _Stream.write,
    b'"': _Stream.write,
    b"Do": _Stream.show,
    INLINE_IMAGE: _Stream.inline_image,
    b"BDC": _Stream.begin_marked,
    b"BMC": _Stream.begin_marked,
    b"EMC": _Stream.end_marked,
}
"""What concerns a print shop; paths, clips and the like do not."""

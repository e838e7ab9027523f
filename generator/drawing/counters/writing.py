"""Items that are writing: lines, paragraphs, joined factors."""

from __future__ import annotations

from generator.definition.layouts import FactorsItem, TextItem, Writing
from generator.drawing.counters.placing import EDGE, Box
from generator.drawing.counters.running import draw_running
from generator.drawing.counters.work import Work
from generator.drawing.fitting import FLOOR, NARROWEST, fit, is_cut, shorter_forms, wrap
from generator.drawing.picture import SHORTENED
from generator.drawing.richtext import has_marks
from generator.drawing.sheet import Anchor
from generator.drawing.symbols import load_symbol
from generator.drawing.themes import Ground
from generator.drawing.typefaces import Measures, measures

_NAME = 4
"""Most words that are a name, which may be abbreviated; more are a sentence."""

_LEADING = 1.2
"""From line to line, in parts of the type size."""


def draw_text(item: TextItem, work: Work) -> None:
    """Words in their box."""
    words = work.said(item.text)
    if not words.strip():
        return
    if item.capitals:
        words = words.upper()
    ground = work.ground_of(item.ground)
    if item.wrap and (has_marks(words) or "\n" in words):
        draw_running(item, words, work, ground)
    elif item.wrap:
        _paragraph(item, words, work, ground)
    elif item.turned in (90, 270):
        _upright(item, words, work, ground)
    else:
        _line(item, words, work, ground)


def set_line(
    work: Work,
    item: Writing,
    words: str,
    box: Box,
    ground: Ground,
    *,
    narrowest: float | None = None,
    tracking: float = 0.0,
    angle: float = 0.0,
) -> None:
    """Writes one line into a box of the counter, as large as it fits."""
    cut = measures(work.theme.face(item.role))
    left, top, right, foot = box
    size = max(FLOOR, min(item.size * work.place.scale, _highest(cut, foot - top)))
    left, right, base = _room(work, item, cut, size, box)
    anchor: Anchor = item.align
    x = left if anchor == "start" else right if anchor == "end" else (left + right) / 2
    ink = work.colour(item.colour, ground)
    inked = (left, base - cut.cap_height * size, right, base)
    if not work.place.outline.is_box or len(work.painted) > 1:
        width = fit(words, work.theme.face(item.role), size, right - left).width
        inked = _inked(x, base, width, cut.cap_height * size, anchor)
    colour, on, halo = work.legible(ink, ground, inked)
    work.sheet.text(
        x,
        base,
        words,
        item.role,
        size,
        colour=colour,
        on=on,
        anchor=anchor,
        room=max(0.1, right - left),
        angle=angle,
        tracking=tracking,
        halo=0.22 * work.place.scale if halo else 0.0,
        **({} if narrowest is None else {"narrowest": narrowest}),
    )


def _highest(cut: Measures, height: float) -> float:
    """The largest type whose capitals are no higher."""
    return (height + 0.02) / cut.cap_height


def _room(
    work: Work, item: Writing, cut: Measures, size: float, box: Box
) -> tuple[float, float, float]:
    """Left, right and baseline of a line in a box, kept off the counter's edge."""
    left, top, right, foot = box
    high = cut.cap_height * size
    base = {"foot": foot, "top": top + high, "middle": (top + foot + high) / 2}[item.stand]
    low, far = work.place.outline.chord(base - high, base, EDGE * min(1.0, work.place.scale))
    return max(left, low), max(max(left, low) + 0.1, min(right, far)), base


def _inked(x: float, base: float, width: float, high: float, anchor: Anchor) -> Box:
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    return left, base - high, left + width, base


def _line(item: TextItem, words: str, work: Work, ground: Ground) -> None:
    box = work.place.box(item.box)
    if not item.turned:
        set_line(
            work,
            item,
            words,
            box,
            ground,
            narrowest=item.narrowest,
            tracking=item.tracking,
        )
        return
    # Upside down: what is the head of the box for the reader is its foot.
    cut = measures(work.theme.face(item.role))
    size = max(FLOOR, min(item.size * work.place.scale, _highest(cut, box[3] - box[1])))
    high = cut.cap_height * size
    left, top, right, foot = box
    base = {"foot": top, "top": foot - high, "middle": (top + foot - high) / 2}[item.stand]
    low, far = work.place.outline.chord(base, base + high, EDGE * min(1.0, work.place.scale))
    left, right = max(left, low), min(right, far)
    x = {"start": right, "middle": (left + right) / 2, "end": left}[item.align]
    _turned(item, words, work, ground, (x, base), right - left, size, 180)


def _upright(item: TextItem, words: str, work: Work, ground: Ground) -> None:
    """A line that reads downwards (90) or upwards (270)."""
    cut = measures(work.theme.face(item.role))
    left, top, right, foot = work.place.box(item.box)
    size = max(FLOOR, min(item.size * work.place.scale, _highest(cut, right - left)))
    high = cut.cap_height * size
    down = item.turned == 90
    # The baseline stands upright: the letters' heads point right when it reads downwards.
    feet, heads = (left, right - high) if down else (right, left + high)
    base = {"foot": feet, "top": heads, "middle": (feet + heads) / 2}[item.stand]
    near = base if down else base - high
    if not work.place.outline.is_box:
        # Shorter until it stands on the counter from end to end, then pushed inwards.
        middle, room = (top + foot) / 2, foot - top
        least = min(room, cut.width(words) * FLOOR * item.narrowest + 0.01)
        while room > least:
            low, far = work.place.outline.chord(middle - room / 2, middle + room / 2, EDGE)
            if low <= near and near + high <= far:
                break
            room = max(room * 0.95, least)
        top, foot = middle - room / 2, middle + room / 2
        base += work.place.pushed((near, top, near + high, foot))[0] - near
    begin, end = (top, foot) if down else (foot, top)
    y = {"start": begin, "middle": (begin + end) / 2, "end": end}[item.align]
    _turned(item, words, work, ground, (base, y), foot - top, size, item.turned)


def _turned(
    item: TextItem,
    words: str,
    work: Work,
    ground: Ground,
    at: tuple[float, float],
    room: float,
    size: float,
    angle: float,
) -> None:
    colour, on, halo = work.legible(
        work.colour(item.colour, ground), ground, work.place.box(item.box)
    )
    work.sheet.text(
        *at,
        words,
        item.role,
        size,
        colour=colour,
        on=on,
        anchor=item.align,
        room=max(0.1, room),
        angle=angle,
        tracking=item.tracking,
        narrowest=item.narrowest,
        halo=0.22 * work.place.scale if halo else 0.0,
    )


def _paragraph(item: TextItem, words: str, work: Work, ground: Ground) -> None:
    """Words broken into lines, as large as they fit; what still does not is reported."""
    name = work.theme.face(item.role)
    cut = measures(name)
    place = work.place
    left, top, right, foot = place.box(item.box)
    low, far = place.outline.chord(top, foot, EDGE * min(1.0, place.scale))
    left, right = max(left, low), min(right, far)
    room, deep = max(0.1, right - left), foot - top
    size = max(FLOOR, item.size * place.scale)
    lines = wrap(words, name, size, room)
    if not _held(lines, cut, size, room, deep):
        # The largest that fits, halved towards: long texts would take many small steps.
        low, high = FLOOR, size
        while high - low > 0.02:
            middle = (low + high) / 2
            if _held(wrap(words, name, middle, room), cut, middle, room, deep):
                low = middle
            else:
                high = middle
        size = low
        lines = wrap(words, name, size, room)
    if not _held(lines, cut, size, room, deep) and len(words.split()) <= _NAME:
        for shorter in shorter_forms(words):
            lines = wrap(shorter, name, size, room)
            if _held(lines, cut, size, room, deep):
                break
        shown = " ".join(lines)
        if is_cut(words, shown):
            work.sheet.notes.append(f"{SHORTENED}{words!r} to {shown!r}")
    over = _height(lines, cut, size) - deep
    if over > 0.02:
        shown = words if len(words) <= 60 else f"{words[:57]}..."
        work.sheet.notes.append(f"{shown!r} stands {over:.1f} mm out of its box")
    spare = max(0.0, -over)
    first = top + cut.cap_height * size
    first += {"top": 0.0, "middle": spare / 2, "foot": spare}[item.stand]
    x = {"start": left, "middle": (left + right) / 2, "end": right}[item.align]
    colour, on, halo = work.legible(
        work.colour(item.colour, ground), ground, (left, top, right, foot)
    )
    for index, line in enumerate(lines):
        if line:
            work.sheet.text(
                x,
                first + index * size * _LEADING,
                line,
                item.role,
                size,
                colour=colour,
                on=on,
                anchor=item.align,
                room=room,
                narrowest=item.narrowest,
                halo=0.22 * place.scale if halo else 0.0,
            )


def _height(lines: list[str], cut: Measures, size: float) -> float:
    """From the head of the first line to the tails of the last, mm."""
    tails = cut.descent * 0.8 if any(letter in "gjpqy,;()Q" for letter in lines[-1]) else 0.0
    return size * (cut.cap_height + tails + _LEADING * (len(lines) - 1))


def _held(lines: list[str], cut: Measures, size: float, room: float, deep: float) -> bool:
    return _height(lines, cut, size) <= deep and all(
        cut.width(line, size) <= room + 0.01 for line in lines
    )


def draw_factors(item: FactorsItem, work: Work) -> None:
    """Factors in a row: joined by a sign, or each behind its icon."""
    said = [
        (value, one)
        for value, one in ((work.said(one.value), one) for one in item.factors)
        if value.strip()
    ]
    if not said:
        return
    ground = work.ground_of(item.ground)
    box = work.place.box(item.box)
    if not any(one.icon or one.role for _, one in said):
        set_line(work, item, item.join.join(value for value, _ in said), box, ground)
        return
    _with_icons(item, [(value, one.icon, one.role) for value, one in said], work, ground, box)


_GAP = 0.42
"""Between a factor and the next one's icon, in parts of the type size."""

_LEAST_GAP = 0.2

_BESIDE = 0.1
"""Between an icon and its number."""


def _with_icons(
    item: FactorsItem,
    said: list[tuple[str, str, str]],
    work: Work,
    ground: Ground,
    box: Box,
) -> None:
    names = [work.theme.face(role or item.role) for _, _, role in said]
    cuts = [measures(name) for name in names]
    place = work.place
    size = max(FLOOR, min(item.size * place.scale, _highest(cuts[0], box[3] - box[1])))
    left, right, base = _room(work, item, cuts[0], size, box)
    high = cuts[0].cap_height
    icons = [_icon_width(icon, high, work) + _BESIDE if icon else 0.0 for _, icon, _ in said]
    numbers = sum(cut.width(value) for cut, (value, _, _) in zip(cuts, said, strict=True))
    room, gaps, gap, stretch = right - left, len(said) - 1, _GAP, 1.0
    if room < FLOOR * (sum(icons) + _GAP * gaps + numbers):
        # First the gaps give way, then the numbers are condensed.
        gap = _LEAST_GAP
        left_over = room / FLOOR - sum(icons) - gap * gaps
        stretch = min(1.0, max(NARROWEST, left_over / numbers))
    natural = sum(icons) + gap * gaps + numbers * stretch
    fitted = max(FLOOR, min(size, room / natural))
    if item.stand == "middle":
        base -= high * (size - fitted) / 2
    elif item.stand == "top":
        base -= high * (size - fitted)
    spare = room - natural * fitted
    x = left + {"start": 0.0, "middle": spare / 2, "end": spare}[item.align]
    if spare < -0.02:
        work.sheet.notes.append(
            f"{item.join.join(value for value, _, _ in said)!r} stands {-spare:.1f} mm out of "
            "its box"
        )
    for (value, icon, role), cut, wide in zip(said, cuts, icons, strict=True):
        colour, on, halo = work.legible(
            work.colour(item.colour, ground),
            ground,
            (x, base - high * fitted, x + (wide + cut.width(value) * stretch) * fitted, base),
        )
        if icon:
            tones = Ground(on, colour, colour, ground.accent, ground.band)
            tall = high * fitted
            work.sheet.symbol(
                work.words.fill(icon),
                x,
                base - tall * 0.98,
                (wide - _BESIDE) * fitted,
                tall * 0.96,
                tones,
            )
        x += wide * fitted
        work.sheet.text(
            x,
            base,
            value,
            role or item.role,
            fitted,
            colour=colour,
            on=on,
            stretch=stretch,
            halo=0.22 * place.scale if halo else 0.0,
        )
        x += (cut.width(value) * stretch + gap) * fitted


def _icon_width(icon: str, high: float, work: Work) -> float:
    """An icon as high as the numbers, in parts of the type size; long ones are drawn lower."""
    symbol = load_symbol(work.words.fill(icon), work.sheet.folders)
    return min(1.7 * high, high * symbol.width / symbol.height)

"""A counter's faces as pictures: the layout's items painted one after another."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from generator.definition.layouts import (
    FACE_FIELDS,
    BandItem,
    BoxItem,
    CornerItem,
    FactorsItem,
    LayoutFile,
    OutlineItem,
    PictureItem,
    PipsItem,
    RuleItem,
    StripesItem,
    SymbolItem,
    TextItem,
    TextureItem,
    fields_named,
)
from generator.drawing.checks import overlapping
from generator.drawing.colours import contrast, mix
from generator.drawing.counters.book import bundled_layout, bundled_layouts, layout_called
from generator.drawing.counters.fields import Words
from generator.drawing.counters.figures import (
    draw_corner,
    draw_picture,
    draw_pips,
    draw_symbol,
)
from generator.drawing.counters.placing import placing_of
from generator.drawing.counters.shapes import outline_of
from generator.drawing.counters.surfaces import (
    draw_band,
    draw_box,
    draw_outline,
    draw_rule,
    draw_stripes,
)
from generator.drawing.counters.textures import draw_texture
from generator.drawing.counters.work import Work
from generator.drawing.counters.writing import draw_factors, draw_text
from generator.drawing.fitting import is_cut
from generator.drawing.markup import Plain
from generator.drawing.names import counter_picture
from generator.drawing.picture import SHORTENED, Picture
from generator.drawing.sheet import Sheet, number
from generator.drawing.themes import NEUTRAL, READABLE, Theme
from generator.errors import BroadsideError

if TYPE_CHECKING:
    from generator.definition.schema import Counter, Face, Side


class CounterError(BroadsideError):
    """A counter that cannot be drawn as it is described."""


_PAINTERS: dict[type, Callable[[Any, Work], None]] = {
    BoxItem: draw_box,
    BandItem: draw_band,
    OutlineItem: draw_outline,
    TextItem: draw_text,
    SymbolItem: draw_symbol,
    PictureItem: draw_picture,
    RuleItem: draw_rule,
    FactorsItem: draw_factors,
    CornerItem: draw_corner,
    StripesItem: draw_stripes,
    TextureItem: draw_texture,
    PipsItem: draw_pips,
}


def counter_pictures(
    counter: Counter,
    theme: Theme,
    folders: tuple[Path, ...] = (),
    side: Side | None = None,
    without: Container[str] = (),
    *,
    layouts: Iterable[LayoutFile] = (),
    bleed: float = 0.0,
) -> Iterator[Picture]:
    """Every face of a counter, then its back where it has one.

    ``side`` is the counter's own: the back of a masked piece that describes none bears its emblem
    and colour. Finished pictures that are named in ``without`` are left out. ``layouts`` are the
    game's own. ``bleed`` (mm) lets what touches an edge run out over it: the pictures grow by twice
    as much, and what else stands on them keeps its place.
    Raises CounterError, ThemeError or SymbolError naming the counter.
    """
    back = counter.back
    if back is None and counter.mask is not None:
        back = _own_back(side)
    for face in (*counter.faces, *([back] if back is not None else ())):
        if not (face.image and counter_picture(counter.id, face.id) in without):
            yield face_picture(counter, face, theme, folders, layouts=layouts, bleed=bleed)


def _own_back(side: Side | None) -> Face:
    from generator.definition.schema import Face

    if side is None:
        return Face(id="back", layout="emblem")
    return Face(id="back", layout="emblem", symbol=side.emblem, background=side.colour)


def face_picture(
    counter: Counter,
    face: Face,
    theme: Theme,
    folders: tuple[Path, ...] = (),
    *,
    layouts: Iterable[LayoutFile] = (),
    bleed: float = 0.0,
) -> Picture:
    """One face as a picture. Nothing in it tells faces of equal looks apart: the backs of face-down
    pieces are equal to the byte."""
    try:
        sheet = draw_face(counter, face, theme, folders, layouts=layouts, bleed=bleed)
    except BroadsideError as trouble:
        raise CounterError(f"counter {counter.id!r}, face {face.id!r}: {trouble}") from None
    sheet.notes += [
        f"{SHORTENED}{label.wanted!r} to {label.text!r}"
        for label in sheet.labels
        if is_cut(label.wanted, label.text)
    ]
    if not face.image:
        sheet.notes += _unshown(face, layout_called(face.layout, layouts))
    return sheet.picture(counter_picture(counter.id, face.id))


def draw_face(
    counter: Counter,
    face: Face,
    theme: Theme,
    folders: tuple[Path, ...] = (),
    *,
    layouts: Iterable[LayoutFile] = (),
    bleed: float = 0.0,
) -> Sheet:
    """Draws a face, as large and of the shape its counter is, on a sheet of its own."""
    width, height = counter.size
    sheet = Sheet(width, height, theme, folders, bleed)
    if face.image:
        _finished(sheet, face.image)
        return sheet
    layout = layout_called(face.layout, layouts)
    outline = outline_of(counter.size, counter.shape, counter.corner)
    if not outline.is_box:
        sheet.outline = outline.points(0.0)
    place = placing_of(layout.nominal, outline, bleed)
    ground = theme.ground(face.background, face.ink)
    ratio = contrast(ground.ink, ground.fill)
    if ratio < READABLE:
        sheet.notes.append(
            f"the ink {face.ink or ground.ink!r} has a contrast of {ratio:.1f}:1 with the ground "
            f"{face.background or NEUTRAL!r}; the least is {READABLE}:1"
        )
    work = Work(sheet, place, Words(counter, face), ground, face.layout)
    paper = work.colour(layout.paper, ground) or ground.fill
    sheet.path(outline.path(-bleed), fill=paper)
    work.paint((-bleed, -bleed, width + bleed, height + bleed), paper)
    for item in layout.items:
        if work.words.hold(item.when):
            _PAINTERS[type(item)](item, work)
    sheet.notes += dict.fromkeys(_run_into(work))
    if layout.rim:
        _rim(work, paper)
    return sheet


def _finished(sheet: Sheet, image: str) -> None:
    """A finished picture in its true size. It has no more to show than itself, so its edges are
    mirrored over the bleed: nothing of it is cut off, and an inexact cut shows their colours."""
    width, height = sheet.width, sheet.height
    if not sheet.bleed:
        sheet.image(image, 0, 0, width, height)
        return
    # The id depends on the size, too: in one page, none borrows the picture of another.
    name = f"finished-{crc32(f'{image} {width:g} {height:g}'.encode()):08x}"
    with sheet.group(id=name):
        sheet.image(image, 0, 0, width, height)
    across, down = (((-1, 0.0), (1, 0.0), (-1, 2 * length)) for length in (width, height))
    for (x, left), (y, top) in product(across, down):
        if (x, y) != (1, 1):
            turned = f"matrix({x} 0 0 {y} {number(left)} {number(top)})"
            sheet.add(Plain("use", {"xlink:href": f"#{name}", "transform": turned}))


def _unshown(face: Face, layout: LayoutFile) -> Iterator[str]:
    """The words and symbols of a face that none of the layout's items shows; its title may be there
    only to name it."""
    for field in FACE_FIELDS:
        said = field != "title" and getattr(face, field)
        if said and field not in fields_named(layout):
            ours = [(name, bundled_layout(name)) for name in bundled_layouts()]
            fitting = (name for name, one in ours if field in fields_named(one))
            yield (
                f"the layout {face.layout!r} does not show {field}; of ours, these do: "
                f"{', '.join(fitting)}"
            )


def _run_into(work: Work) -> Iterator[str]:
    """Where writing touches a unit sign: its frame would strike the letters through."""
    for name, (left, top, right, foot) in work.signs:
        corners = ((left, top), (right, top), (right, foot), (left, foot))
        for label in work.sheet.labels:
            if any(overlapping(corners, outline, 0.0) for outline in label.outlines):
                yield f"{label.text!r} runs into the sign {name!r}"


def _rim(work: Work, paper: str) -> None:
    """A hair of highlight inside the edge, and a darker hair at it; a knife makes its own."""
    outline = work.place.outline
    if not work.place.bleed:
        dark = mix(paper, "#000000", 0.35)
        work.sheet.path(outline.path(0.08), stroke=dark, stroke_width=0.16)
    work.sheet.path(outline.path(0.3), stroke=mix(paper, "#ffffff", 0.4), stroke_width=0.16)

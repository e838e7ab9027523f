"""From what stands in a PDF to what a print shop would say of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from generator.counting import and_more
from generator.printing.preflight import boxes
from generator.printing.preflight.colours import ink, inks, is_black
from generator.printing.preflight.facts import Document, Sheet, Space, Written
from generator.printing.preflight.findings import RULES, Finding, Severity

BLEED = 3.0
"""What shops ask for, mm."""

SMALL = 5.0
"""Writing under this cannot be read, points."""

FINE = 8.0
"""Writing under this wants one or two inks, points."""

HAIRLINE = 0.25
"""Points."""

COARSE, SOFT, LINE_ART = 150, 300, 600
"""Dots per inch: under the first pixels are seen; the second is asked for; the last for 1 bit."""

MOST_INK = 3.0
"""Sum of the four inks."""

_FEW = 5
"""How many things are named at most."""
_SLACK = 0.01
"""What rounding may take from a length."""


def check(document: Document) -> tuple[Finding, ...]:
    """Every finding, gravest first, then in the order of the rules."""
    found = [*_file(document), *_not_printed(document)]
    for judge in (_pages, _fonts, _writing, _pictures, _colours, _paint):
        found += judge(document)
    order = {rule.code: at for at, rule in enumerate(RULES)}
    grave = list(Severity)
    return tuple(sorted(found, key=lambda one: (grave.index(one.severity), order[one.code])))


def _file(document: Document) -> Iterator[Finding]:
    if not document.may_print:
        yield Finding("file.no-printing", "Printing in full quality is forbidden")
    if document.encrypted:
        yield Finding("file.encrypted", "Encrypted (it opens without a password)")
    for trouble in document.troubles[:1]:
        yield Finding("file.damaged", f"Was mended on opening: {trouble}")
    for limit in document.limits:
        yield Finding("file.limit", f"Not read: {limit}")
    if document.version > "1.7":
        yield Finding("file.version", f"PDF {document.version}")
    if document.scripts:
        yield Finding("file.script", f"{document.scripts} scripts or actions run by themselves")
    if document.attached:
        yield Finding("file.attached", f"Attached: {and_more(document.attached, _FEW)}")
    if document.untrue:
        yield Finding("file.pdfa-untrue", f"Not {document.pdfa}: {and_more(document.untrue, 2)}")
    if not document.title:
        yield Finding("file.no-title", "No title")
    if not document.author:
        yield Finding("file.no-author", "No author")


def _not_printed(document: Document) -> Iterator[Finding]:
    if document.layers:
        told = [f"{one.name} ({_state(one.on, one.printed)})" for one in document.layers]
        yield Finding("layer.some", f"Layers: {and_more(told, _FEW)}")
    links, others = [], defaultdict(list)
    for sheet in document.sheets:
        for note in dict.fromkeys(sheet.notes):
            if note == "Link":
                links.append(sheet.number)
            else:
                others[note].append(sheet.number)
    if links:
        yield Finding("note.link", "Links", tuple(links))
    for note, pages in sorted(others.items()):
        yield Finding("note.printed", f"Annotations: {note}", tuple(pages))


def _state(on: bool, printed: bool) -> str:
    return ("on" if on else "off") + ("" if printed else ", not printed")


def _pages(document: Document) -> Iterator[Finding]:
    sheets = document.sheets
    troubles: dict[str, list[int]] = defaultdict(list)
    for sheet in sheets:
        for trouble in sheet.troubles:
            troubles[trouble].append(sheet.number)
    for trouble, pages in troubles.items():
        yield Finding("page.damaged", f"Cannot be read: {trouble}", tuple(pages))
    yield from _where(sheets, _disordered, "page.box-order", "Boxes do not lie in each other")
    yield from _where(sheets, lambda one: one.trim is None, "page.no-trim", "No TrimBox")
    narrow: dict[str, list[int]] = defaultdict(list)
    for sheet in sheets:
        if sheet.bleeds is not None and 0.05 < sheet.bleeds < BLEED - 0.05:
            narrow[f"{sheet.bleeds:.1f} mm"].append(sheet.number)
    for least, pages in narrow.items():
        yield Finding("page.bleed", f"{least} of bleed", tuple(pages))
    yield from _where(sheets, _without_bleed, "page.no-bleed", "No bleed")
    sizes = Counter(tuple(round(side) for side in boxes.size(one.media)) for one in sheets)
    if len(sizes) > 1:
        told = [f"{wide} × {high} mm ({count})" for (wide, high), count in sizes.most_common()]
        yield Finding("page.sizes", f"Pages of several sizes: {and_more(told, _FEW)}")
    yield from _where(sheets, lambda one: bool(one.turned), "page.turned", "Turned by /Rotate")
    yield from _where(sheets, lambda one: one.is_empty, "page.empty", "Nothing on the page")


def _where(
    sheets: Iterable[Sheet], wrong: Callable[[Sheet], bool], code: str, message: str
) -> Iterator[Finding]:
    pages = tuple(one.number for one in sheets if wrong(one))
    if pages:
        yield Finding(code, message, pages)


def _disordered(sheet: Sheet) -> bool:
    outer = [sheet.media, *(box for box in (sheet.bleed, sheet.trim) if box)]
    return any(not boxes.within(inner, box) for box, inner in pairwise(outer))


def _without_bleed(sheet: Sheet) -> bool:
    if sheet.bleeds is not None:
        return sheet.bleeds <= 0.05
    return sheet.bleed is None


def _fonts(document: Document) -> Iterator[Finding]:
    uses: dict[tuple[str, str], set[int]] = defaultdict(set)
    for sheet in document.sheets:
        for one in sheet.written:
            font, told = one.font, f"{one.font.name} ({one.font.kind})"
            if not font.embedded:
                uses["font.missing", f"Not embedded: {told}"].add(sheet.number)
            elif font.kind == "Type 3":
                uses["font.type3", f"Type 3: {font.name}"].add(sheet.number)
            elif not font.subset:
                uses["font.whole", f"Embedded whole: {told}"].add(sheet.number)
    yield from _gathered(uses)


def _gathered(uses: dict[tuple[str, str], set[int]]) -> Iterator[Finding]:
    for (code, message), pages in sorted(uses.items()):
        yield Finding(code, message, tuple(sorted(pages)))


def _writing(document: Document) -> Iterator[Finding]:
    for sheet in document.sheets:
        if sheet.covered is not None:
            x, y = sheet.covered
            told = f"Something covers writing at {x:.0f}, {y:.0f} mm from the upper left corner"
            yield Finding("text.covered", told, (sheet.number,))
    small: dict[int, Written] = {}
    black: dict[str, set[int]] = defaultdict(set)
    for sheet in document.sheets:
        for one in sheet.written:
            if not one.visible or not one.size:
                continue
            if one.size < SMALL - _SLACK and (
                sheet.number not in small or one.size < small[sheet.number].size
            ):
                small[sheet.number] = one
            code = _wrong_black(one)
            if code:
                black[code].add(sheet.number)
    if small:
        least = min(small.values(), key=lambda one: one.size)
        told = f"Writing of {least.size:.1f} pt and more under {SMALL:g} pt ({least.font.name})"
        yield Finding("text.small", told, tuple(small))
    says = {
        "text.rgb-black": "Writing in RGB black (0 0 0), not in pure black",
        "text.rich-black": "Black writing that has other inks under the black",
        "text.many-inks": f"Coloured writing under {FINE:g} pt of three or four inks",
    }
    for code, message in says.items():
        if code in black:
            yield Finding(code, message, tuple(sorted(black[code])))


def _wrong_black(one: Written) -> str:
    if is_black(one.paint):
        return "text.rgb-black"
    count = inks(one.paint)
    if count > 1 and one.paint.values[3] > 0.9:
        return "text.rich-black"
    return "text.many-inks" if count > 2 and one.size < FINE else ""


def _pictures(document: Document) -> Iterator[Finding]:
    uses: dict[tuple[str, str], set[int]] = defaultdict(set)
    for sheet in document.sheets:
        for one in sheet.shown:
            image = one.image
            if not one.dpi:
                continue
            if image.bits == 1:
                code = "image.line-art" if one.dpi < LINE_ART - 1 else ""
            elif one.dpi < COARSE - 1:
                code = "image.coarse"
            else:
                code = "image.soft" if one.dpi < SOFT - 1 else ""
            if code:
                told = (
                    f"{one.dpi:.0f} dpi: {image.width} × {image.height} px"
                    f" on {one.width_mm:.0f} × {one.height_mm:.0f} mm"
                )
                uses[code, told].add(sheet.number)
    yield from _gathered(uses)


def _colours(document: Document) -> Iterator[Finding]:
    lights: dict[str, set[int]] = defaultdict(set)
    loose: set[int] = set()
    spots: dict[str, set[int]] = defaultdict(set)
    heavy: dict[int, float] = {}
    for sheet in document.sheets:
        for use, paint in sheet.colours:
            space = paint.space
            if space.family in ("rgb", "lab"):
                lights[use].add(sheet.number)
                if not space.managed and not document.intent:
                    loose.add(sheet.number)
            elif space.family == "spot":
                spots[space.label.removeprefix("spot ")].add(sheet.number)
            if ink(paint) > MOST_INK + _SLACK:
                heavy[sheet.number] = max(ink(paint), heavy.get(sheet.number, 0.0))
    if lights:
        pages = sorted(set().union(*lights.values()))
        told = ", ".join(_USES[use] for use in _USES if use in lights)
        yield Finding("colour.rgb", f"RGB: {told}", tuple(pages))
    if loose:
        yield Finding("colour.unmanaged", "DeviceRGB without a profile", tuple(sorted(loose)))
    for ink_name, where in sorted(spots.items()):
        yield Finding("colour.spot", f"Spot colour {ink_name}", tuple(sorted(where)))
    if heavy:
        most = max(heavy.values())
        yield Finding("colour.ink", f"Up to {most:.0%} of ink", tuple(sorted(heavy)))


_USES = {
    "text": "writing",
    "fill": "areas",
    "stroke": "lines",
    "shading": "shadings",
    "image": "pictures",
}


def _paint(document: Document) -> Iterator[Finding]:
    thin = {
        one.number: one.strokes[0]
        for one in document.sheets
        if one.strokes and one.strokes[0] < HAIRLINE - _SLACK
    }
    if thin:
        told = f"Lines of {min(thin.values()):.2f} pt"
        yield Finding("line.hairline", told, tuple(thin))
    see_through: dict[int, set[str]] = {}
    for sheet in document.sheets:
        effects = {one for one in sheet.effects if "overprint" not in one}
        if effects:
            see_through[sheet.number] = effects
    if see_through:
        kinds = sorted(set().union(*see_through.values()))
        yield Finding("paint.transparency", f"Transparency: {', '.join(kinds)}", tuple(see_through))
    sheets = document.sheets
    yield from _where(
        sheets, lambda one: "overprint" in one.effects, "paint.overprint", "Overprint"
    )
    yield from _where(
        sheets,
        lambda one: "white overprint" in one.effects,
        "paint.white-overprint",
        "White that overprints",
    )


def spaces(document: Document) -> dict[Space, list[str]]:
    """The colour spaces of a file and what each is used for, the most used first."""
    found: dict[Space, set[str]] = defaultdict(set)
    for sheet in document.sheets:
        for use, paint in sheet.colours:
            if paint.space.family != "pattern":
                found[paint.space].add(use)
    return {
        space: [_USES[use] for use in _USES if use in uses]
        for space, uses in sorted(found.items(), key=lambda one: (-len(one[1]), one[0].label))
    }

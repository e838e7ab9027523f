"""A kit of ours looked at as a reader of PDF shows it: whether anything lies over its writing.

Each page is drawn twice: as it is, and with all its writing once more on top. Where writing is
whole that changes next to nothing; where something covers it, the two differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any

from generator.printing.preflight.objects import entries, entry, items, key, name, number
from generator.printing.preflight.operators import INLINE_IMAGE, operators, read_names

if TYPE_CHECKING:
    import pikepdf

DPI = 150
"""So fine pages are looked at."""

MOST_PIXELS = 20_000_000
"""In one page; larger ones are looked at less closely."""

MOST_PAGES = 300
"""So many pages of a file are looked at."""

SEEN = 110
"""So much of 255 the grey of a pixel differs where writing is covered. Letters drawn twice have
firmer edges, which makes a quarter of 255 at most."""

MOST_SPECKS = 4
"""So many pixels of a page may differ that much by chance."""

_DEEPEST = 12
_PATH = frozenset((b"m", b"l", b"c", b"v", b"y", b"h", b"re"))
_PAINT = frozenset((b"f", b"F", b"f*", b"S", b"s", b"B", b"B*", b"b", b"b*", b"n"))
_CLIP = frozenset((b"W", b"W*"))
_SHOW = frozenset((b"Tj", b"TJ", b"'", b'"'))
_LEFT_OUT = frozenset((b"sh", b"BI", INLINE_IMAGE))

Place = tuple[float, float]
"""Millimetres from the upper left corner of a page."""


def covered_writing(pdf: pikepdf.Pdf) -> dict[int, Place]:
    """The pages (from 1) on which something lies over writing, each with the first place.

    Transparent writing is not judged. The document is changed: open it for this alone.
    """
    import pypdfium2

    plain = _bytes(pdf)
    again = _Again(pdf)
    pages = list(pdf.pages)[:MOST_PAGES]
    written = [number for number, page in enumerate(pages) if again.write(page.obj)]
    found: dict[int, Place] = {}
    before, after = pypdfium2.PdfDocument(plain), pypdfium2.PdfDocument(_bytes(pdf))
    try:
        for at in written:
            place = _first_difference(before[at], after[at])
            if place is not None:
                found[at + 1] = place
    finally:
        before.close()
        after.close()
    return found


def _bytes(pdf: pikepdf.Pdf) -> bytes:
    out = BytesIO()
    pdf.save(out)
    return out.getvalue()


def _first_difference(before: Any, after: Any) -> Place | None:
    """The uppermost place where two pages differ enough to be seen, if there is one."""
    from PIL import ImageChops

    wide, high = before.get_size()
    scale = min(DPI / 72, (MOST_PIXELS / max(1.0, wide * high)) ** 0.5)
    one, other = (page.render(scale=scale, grayscale=True).to_pil() for page in (before, after))
    seen = ImageChops.difference(one, other).point([0] * (SEEN + 1) + [255] * (255 - SEEN))
    box = seen.getbbox()
    if box is None or seen.histogram()[255] <= MOST_SPECKS:
        return None
    top = seen.crop((0, box[1], seen.width, box[1] + 1)).getbbox() or box
    mm = 25.4 / 72 / scale
    return top[0] * mm, box[1] * mm


class _Again:
    """Adds the writing of pages once more on top of them."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self._pdf = pdf
        self._forms: dict[tuple[int, int], pikepdf.Object | None] = {}

    def write(self, page: pikepdf.Object) -> bool:
        """Adds a page's writing to its content; whether there is any."""
        import pikepdf

        content = page.get("/Contents")
        parts = items(content) or ([] if content is None else [content])
        data = b"\n".join(part.read_bytes() for part in parts if isinstance(part, pikepdf.Stream))
        resources = pikepdf.Dictionary(dict(entries(page.get("/Resources"))))
        writing = self._writing(data, resources, 0)
        if writing is None:
            return False
        page.Resources = resources
        page.Contents = self._pdf.make_stream(b"q\n" + data + b"\nQ\nq\n" + writing + b"\nQ")
        return True

    def _writing(self, data: bytes, resources: Any, depth: int) -> bytes | None:
        """A stream with nothing but its writing and what places it; None when it has none.

        The forms it shows are added to its resources.
        """
        import pikepdf

        out: list[bytes] = []
        path: list[bytes] = []
        clips, clear, kept, any_writing = False, False, [False], False
        shown = pikepdf.Dictionary(dict(entries(entry(resources, "/XObject"))))
        for operator, operands in operators(data):
            whole = operands + b" " + operator
            if operator in _PATH:
                path.append(whole)
                continue
            if operator in _CLIP:
                path.append(whole)
                clips = True
                continue
            if operator in _PAINT:
                if clips:
                    out += [*path, b"n"]
                path, clips = [], False
                continue
            if operator in _LEFT_OUT:
                continue
            if operator == b"q":
                kept.append(clear)
            elif operator == b"Q" and len(kept) > 1:
                clear = kept.pop()
            elif operator == b"gs":
                clear = _lets_through(resources, operands, clear)
            elif operator in _SHOW:
                if clear:
                    continue
                any_writing = True
            elif operator == b"Do":
                called = (read_names(operands) or [""])[-1]
                form = None if clear else self._form(shown.get(f"/{called}"), depth)
                if form is None:
                    continue
                shown[f"/{called}-again"] = form
                whole = f"/{called}-again Do".encode()
                any_writing = True
            out.append(whole)
        if not any_writing:
            return None
        resources.XObject = shown
        return b"\n".join(out)

    def _form(self, form: Any, depth: int) -> pikepdf.Object | None:
        """A form with nothing but its writing."""
        import pikepdf

        if name(entry(form, "/Subtype")) != "Form" or depth > _DEEPEST:
            return None
        known = key(form)
        if known not in self._forms:
            self._forms[known] = None  # a form that shows itself shows nothing
            resources = pikepdf.Dictionary(dict(entries(entry(form, "/Resources"))))
            data = self._writing(form.read_bytes(), resources, depth + 1)
            if data is not None:
                made = self._pdf.make_stream(data)
                made.Type, made.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
                for field in ("/BBox", "/Matrix", "/OC"):
                    if field in form:
                        made[field] = form[field]
                made.Resources = resources
                self._forms[known] = made
        return self._forms[known]


def _lets_through(resources: Any, operands: bytes, before: bool) -> bool:
    """Whether what is painted with a graphics state lets through what lies below it."""
    called = (read_names(operands) or [""])[-1]
    settings = entry(entry(resources, "/ExtGState"), f"/{called}")
    told = list(_transparency(settings))
    return any(told) if told else before


def _transparency(settings: Any) -> Iterator[bool]:
    """For each setting of transparency, whether it is one."""
    for field, value in entries(settings):
        if field in ("/ca", "/CA"):
            yield number(value, 1.0) < 1
        elif field == "/SMask":
            yield name(value) != "None"
        elif field == "/BM":
            yield name(value) not in ("Normal", "Compatible")

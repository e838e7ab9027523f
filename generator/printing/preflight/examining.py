"""A PDF read for what a print shop asks; hostile and damaged ones too, and never without end."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import hypot
from pathlib import Path
from typing import Any, cast

from generator.errors import BroadsideError
from generator.files import a_file
from generator.printing.preflight.boxes import MM, read_box
from generator.printing.preflight.checks import check
from generator.printing.preflight.contents import Reader
from generator.printing.preflight.facts import Document, Layer, Report, Sheet, Shown, Written
from generator.printing.preflight.looking import covered_writing
from generator.printing.preflight.marks import Marks
from generator.printing.preflight.objects import entries, entry, items, key, name, number, words

MOST_PAGES = 2_000
"""So many pages of a file are read."""

MOST_ENTRIES = 1_000
"""So many layers, notes of a page or attached files are reported."""

MOST_STREAM = 100_000_000
"""A single stream that unpacks to more is no page."""

A4 = (0.0, 0.0, 210.0, 297.0)
"""What a page without a sound MediaBox is taken for."""


OURS = "Broadside "
"""What the producer of a kit of ours begins with."""


class PreflightError(BroadsideError):
    """A file that cannot be examined at all."""


def examine(path: Path) -> Report:
    """What stands in a PDF and what a print shop would say of it.

    Raises `PreflightError`: no PDF, damaged beyond reading, locked with a password.
    """
    import pikepdf

    try:
        length = path.stat().st_size
    except (OSError, ValueError) as trouble:
        reason = getattr(trouble, "strerror", None) or trouble
        raise PreflightError(f"{path}: cannot be read ({reason})") from None
    if path.is_dir():
        raise PreflightError(f"{path}: is a folder; name a PDF")
    _look(path)
    try:
        with _quiet(), _bounded(), pikepdf.open(path, suppress_warnings=True) as pdf:
            document = _document(path, length, pdf)
        if document.producer.startswith(OURS) and not document.limits:
            document = _looked_at(path, document)
    except pikepdf.PasswordError:
        raise PreflightError(
            f"{path}: is locked with a password; save it without one for the print shop"
        ) from None
    except (pikepdf.PdfError, RuntimeError, ValueError, OSError) as trouble:
        raise PreflightError(f"{path}: is damaged beyond reading ({_short(trouble)})") from None
    return Report(document, check(document))


def _look(path: Path) -> None:
    """Raises `PreflightError` for what is not a PDF."""
    try:
        with a_file(path).open("rb") as opened:
            head = opened.read(1024)
    except OSError as trouble:
        raise PreflightError(f"{path}: cannot be read ({trouble.strerror})") from None
    if not head:
        raise PreflightError(f"{path}: is empty")
    if b"%PDF-" not in head:
        known = {b"\x89PNG": "a PNG picture", b"PK\x03\x04": "a ZIP archive", b"%!PS": "PostScript"}
        what = next((told for mark, told in known.items() if head.startswith(mark)), "something")
        raise PreflightError(f"{path}: is not a PDF but {what}{' else' * (what == 'something')}")


@contextmanager
def _bounded() -> Iterator[None]:
    """No stream unpacks to more than is sensible while this is open."""
    from pikepdf import settings

    before = settings.set_qpdf_limits(
        flate_max_memory=MOST_STREAM,
        run_length_max_memory=MOST_STREAM,
        png_max_memory=MOST_STREAM,
        tiff_max_memory=MOST_STREAM,
        dct_max_memory=MOST_STREAM,
        parser_max_container_size=2_000_000,
        max_stream_filters=6,
        doc_max_warnings=200,
    )
    try:
        yield
    finally:
        settings.set_qpdf_limits(**cast("dict[str, Any]", before))


@contextmanager
def _quiet() -> Iterator[None]:
    """Libraries keep to themselves what they think of a damaged file: we tell it."""
    silence = logging.NullHandler()
    spoke = {one: one.propagate for one in map(logging.getLogger, ("pikepdf", "fontTools"))}
    for library in spoke:
        library.propagate = False
        library.addHandler(silence)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        for library, before in spoke.items():
            library.propagate = before
            library.removeHandler(silence)


def _short(trouble: object) -> str:
    return " ".join(str(trouble).split())[-160:]


def _document(path: Path, length: int, pdf: Any) -> Document:
    root = pdf.Root
    layers, hidden = _layers(root)
    reader = Reader(hidden)
    pages, limits = _pages(pdf)
    sheets = []
    for at, page in enumerate(pages[:MOST_PAGES], 1):
        if reader.is_spent:
            limits.append(f"pages from {at} on")
            break
        sheets.append(_sheet(at, page, reader))
        if reader.is_spent:
            limits.append(f"part of page {at}: more content than is read")
    if len(pages) > MOST_PAGES:
        limits.append(f"pages after {MOST_PAGES:,}")
    told = _metadata(pdf)
    claim = told.pop("pdfa")
    return Document(
        str(path),
        length,
        str(pdf.pdf_version),
        len(pages),
        tuple(sheets),
        **told,
        pdfa=claim,
        intent=_intent(root),
        encrypted=bool(pdf.is_encrypted),
        may_print=not pdf.is_encrypted or bool(pdf.allow.print_highres),
        layers=layers,
        scripts=_scripts(root),
        attached=_attached(pdf),
        troubles=tuple(_short(one) for one in pdf.get_warnings()[:5]),
        limits=tuple(limits),
        untrue=_untrue(path, claim) if claim else (),
    )


def _looked_at(path: Path, document: Document) -> Document:
    """A kit of ours with what is seen of it."""
    import pikepdf

    try:
        with _quiet(), _bounded(), pikepdf.open(path, suppress_warnings=True) as pdf:
            covered = covered_writing(pdf)
    except (pikepdf.PdfError, RuntimeError, ValueError, OSError) as trouble:
        told = f"how the pages look ({_short(trouble)})"
        return replace(document, limits=(*document.limits, told))
    sheets = (replace(sheet, covered=covered.get(sheet.number)) for sheet in document.sheets)
    return replace(document, sheets=tuple(sheets))


def _pages(pdf: Any) -> tuple[list[Any], list[str]]:
    """The pages' dictionaries, and what is to be said when their tree is broken."""
    import pikepdf

    try:
        return [page.obj for page in pdf.pages], []
    except (pikepdf.PdfError, RuntimeError, ValueError) as trouble:
        return [], [f"all pages: their tree is broken ({_short(trouble)})"]


def _sheet(at: int, page: Any, reader: Reader) -> Sheet:
    """A page with all that is shown on it."""
    unit = max(number(entry(page, "/UserUnit"), 1.0), 1e-6)
    marks = reader.page(page)
    troubles = sorted(marks.troubles)
    media = read_box(page, "/MediaBox")
    if media is None:
        troubles.append("no size (its MediaBox is missing or empty)")
    annotations = items(entry(page, "/Annots"))[:MOST_ENTRIES]
    notes = [name(entry(note, "/Subtype")) or "unknown" for note in annotations]
    return Sheet(
        at,
        media or A4,
        read_box(page, "/CropBox"),
        read_box(page, "/BleedBox"),
        read_box(page, "/TrimBox"),
        int(number(entry(page, "/Rotate"))) % 360,
        written=_written(marks, unit),
        shown=_shown(marks, unit),
        colours=frozenset(marks.colours),
        strokes=tuple(sorted(width * unit for width in marks.strokes)),
        effects=frozenset(marks.effects),
        notes=tuple(notes),
        troubles=tuple(troubles),
    )


def _written(marks: Marks, unit: float) -> tuple[Written, ...]:
    found = [
        Written(font, paint, round(size * unit, 2), visible)
        for (font, paint, visible), size in marks.writing.items()
    ]
    return tuple(sorted(found, key=lambda one: (one.font.name, one.size, repr(one.paint))))


def _shown(marks: Marks, unit: float) -> tuple[Shown, ...]:
    found = []
    for image, (a, b, c, d) in marks.pictures:
        wide, high = hypot(a, b) * unit, hypot(c, d) * unit
        dpi = (
            min(
                (pixels * 72 / length)
                for pixels, length in ((image.width, wide), (image.height, high))
                if length > 0
            )
            if wide or high
            else 0.0
        )
        found.append(Shown(image, round(wide * MM, 2), round(high * MM, 2), round(dpi, 1)))
    return tuple(sorted(found, key=lambda one: (one.dpi, repr(one))))


def _layers(root: Any) -> tuple[tuple[Layer, ...], frozenset[tuple[int, int]]]:
    """The layers in the order of the file, and the numbers of those that are off."""
    held = entry(root, "/OCProperties")
    setting = entry(held, "/D")
    groups = items(entry(held, "/OCGs"))
    base = name(entry(setting, "/BaseState")) == "OFF"
    off = {key(one) for one in items(entry(setting, "/OFF"))}
    if base:
        off |= {key(one) for one in groups} - {key(one) for one in items(entry(setting, "/ON"))}
    found = []
    for group in groups[:MOST_ENTRIES]:
        printing = entry(entry(entry(group, "/Usage"), "/Print"), "/PrintState")
        on = key(group) not in off
        found.append(
            Layer(words(entry(group, "/Name")) or "nameless", on, on and name(printing) != "OFF")
        )
    return tuple(found), frozenset(off)


def _metadata(pdf: Any) -> dict[str, str]:
    """Title, author and what is claimed, from both places a PDF has for them."""
    import pikepdf

    info = entry(pdf.trailer, "/Info")
    told = {
        field: words(entry(info, f"/{field.capitalize()}"))
        for field in ("title", "author", "subject", "producer")
    }
    told |= {"pdfa": "", "pdfx": words(entry(info, "/GTS_PDFXVersion"))}
    try:
        with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as packet:
            told["title"] = told["title"] or _told(packet, "dc:title")
            told["author"] = told["author"] or _told(packet, "dc:creator")
            part = _told(packet, "pdfaid:part")
            if part:
                told["pdfa"] = f"PDF/A-{part}{_told(packet, 'pdfaid:conformance').lower()}"
            told["pdfx"] = told["pdfx"] or _told(packet, "pdfxid:GTS_PDFXVersion")
    except (pikepdf.PdfError, ValueError, KeyError, TypeError, RuntimeError, SyntaxError):
        return told  # a packet that nobody can read claims nothing
    return told


def _told(packet: Any, field: str) -> str:
    found = packet.get(field)
    return ", ".join(map(str, found)) if isinstance(found, list | set) else words(found)


def _intent(root: Any) -> str:
    for intent in items(entry(root, "/OutputIntents")):
        told = words(entry(intent, "/OutputConditionIdentifier"))
        return words(entry(intent, "/Info")) or told or "without a name"
    return ""


def _scripts(root: Any) -> int:
    """So many scripts run by themselves: at opening, at events, or by name."""
    names = items(entry(entry(entry(root, "/Names"), "/JavaScript"), "/Names"))
    opening = name(entry(entry(root, "/OpenAction"), "/S")) in ("JavaScript", "Launch")
    return len(names) // 2 + opening + len(entries(entry(root, "/AA")))


def _attached(pdf: Any) -> tuple[str, ...]:
    import pikepdf

    try:
        return tuple(
            words(one) for one, _ in zip(pdf.attachments, range(MOST_ENTRIES), strict=False)
        )
    except (pikepdf.PdfError, RuntimeError, ValueError, TypeError):
        return ()


def _untrue(path: Path, claim: str) -> tuple[str, ...]:
    """Why a file is not the PDF/A it says it is: what pikepdf's validator is sure of."""
    from pikepdf.pdfa import Flavour, validate_written

    flavour = claim.removeprefix("PDF/A-")
    if flavour not in {one.value for one in Flavour}:
        return ()
    report = validate_written(path, flavour)
    return tuple(dict.fromkeys(one.message for one in report.findings if one.kind == "violation"))[
        :10
    ]

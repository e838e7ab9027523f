"""The report as text for a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from generator.counting import and_more, counted
from generator.printing.preflight import boxes
from generator.printing.preflight.checks import spaces
from generator.printing.preflight.facts import Document, Font, Report, Sheet, Shown, Sides
from generator.printing.preflight.findings import Finding, Severity

_FEW = 12
"""So many lines of one kind are reported; JSON lists all."""


def lines(report: Report) -> Iterator[str]:
    """The report for a reader: what the file is, what was found, the last line with the counts."""
    document = report.document
    yield from _about(document)
    for finding in report.findings:
        yield ""
        yield from _finding_lines(finding)
    yield ""
    yield summary(report)


def _about(document: Document) -> Iterator[str]:
    size = f"{document.size / 1e6:.1f} MB" if document.size >= 1e5 else f"{document.size:,} bytes"
    yield f"{document.path}: PDF {document.version}, {counted(document.pages, 'page')}, {size}"
    yield from _row("title", [document.title or "none"])
    yield from _row("author", [document.author or "none"])
    claims = [claim for claim in (document.pdfa, document.pdfx) if claim]
    if claims and document.pdfa and not document.untrue:
        claims[0] += " (no fault found)"
    yield from _row("claims", [", ".join(claims) or "neither PDF/A nor PDF/X"])
    yield from _row("made for", [document.intent] if document.intent else [])
    yield from _row("pages", _sizes(document.sheets))
    yield from _row("fonts", [_font_line(one) for one in fonts(document)] or ["none"])
    yield from _row("images", [_image_line(at, one) for at, one in shown(document)] or ["none"])
    told = [f"{space.label}: {', '.join(uses)}" for space, uses in spaces(document).items()]
    yield from _row("colours", told or ["none"])


def _row(title: str, values: Sequence[str]) -> Iterator[str]:
    for at, value in enumerate(values[:_FEW]):
        yield f"  {title if not at else '':<10}{value}"
    if len(values) > _FEW:
        yield f"  {'':<10}... and {len(values) - _FEW:,} more"


def _sizes(sheets: Sequence[Sheet]) -> list[str]:
    """A line for pages of the same boxes that follow each other."""
    told = []
    for same, group in groupby(sheets, key=lambda one: (one.media, one.crop, one.bleed, one.trim)):
        numbers = [sheet.number for sheet in group]
        media, crop, bleed, trim = same
        parts = [f"{pages(numbers)}: sheet {_size(media)}"]
        if crop is not None and crop != media:
            parts.append(f"crop {_size(crop)}")
        parts.append("no trim" if trim is None else _inside("trim", trim, media))
        parts.append("no bleed" if bleed is None else _inside("bleed", bleed, trim or media))
        told.append(", ".join(parts))
    return told


def _inside(what: str, box: Sides, same: Sides) -> str:
    return f"{what} the same" if box == same else f"{what} {_size(box)}"


def _size(box: Sides) -> str:
    wide, high = boxes.size(box)
    named = boxes.named(box)
    return f"{wide:.1f} × {high:.1f} mm{f' ({named})' if named else ''}"


def pages(numbers: Sequence[int]) -> str:
    """``page 3``, ``pages 1-4, 7``."""
    runs: list[list[int]] = []
    for one in numbers:
        if runs and one == runs[-1][1] + 1:
            runs[-1][1] = one
        else:
            runs.append([one, one])
    told = [f"{first}-{last}" if last > first else str(first) for first, last in runs]
    return f"page{'s' if len(numbers) > 1 else ''} {and_more(told, 8)}"


def fonts(document: Document) -> dict[Font, float]:
    """Every font and its least size, points."""
    least: dict[Font, float] = {}
    for sheet in document.sheets:
        for one in sheet.written:
            least[one.font] = min(one.size, least.get(one.font, one.size))
    return dict(sorted(least.items(), key=lambda one: (one[0].name, one[0].kind)))


def _font_line(font: Font) -> str:
    state = "not embedded" if not font.embedded else "a subset" if font.subset else "whole"
    return f"{font.name} ({font.kind}, {state})"


def shown(document: Document) -> list[tuple[int, Shown]]:
    """Every picture of pixels with its page."""
    return [(sheet.number, one) for sheet in document.sheets for one in sheet.shown]


def _image_line(page: int, one: Shown) -> str:
    image = one.image
    return (
        f"page {page}: {image.width} × {image.height} px on {one.width_mm:.1f} × "
        f"{one.height_mm:.1f} mm, {one.dpi:.0f} dpi, {image.space.label} {image.bits} bit"
        f"{', ' + image.packing if image.packing else ''}"
    )


def _finding_lines(finding: Finding) -> Iterator[str]:
    where = f" ({pages(finding.pages)})" if finding.pages else ""
    yield f"{finding.severity:<8}{finding.code:<22}{finding.message}{where}"
    yield f"        why:    {finding.rule.why}"
    yield f"        remedy: {finding.rule.remedy}"


def summary(report: Report) -> str:
    """One line: how many findings of each severity."""
    parts = [
        counted(count, str(severity)) for severity in Severity if (count := report.count(severity))
    ]
    return f"{report.document.path}: {', '.join(parts) if parts else 'nothing found'}"


def to_json(report: Report) -> dict[str, Any]:
    """The report for programs."""
    document = report.document
    return {
        "file": document.path,
        "size": document.size,
        "version": document.version,
        "pageCount": document.pages,
        "title": document.title,
        "author": document.author,
        "subject": document.subject,
        "producer": document.producer,
        "pdfa": document.pdfa,
        "pdfx": document.pdfx,
        "outputIntent": document.intent,
        "encrypted": document.encrypted,
        "layers": [
            {"name": one.name, "on": one.on, "printed": one.printed} for one in document.layers
        ],
        "attached": list(document.attached),
        "pages": [_sheet(one) for one in document.sheets],
        "fonts": [_font(one, least) for one, least in fonts(document).items()],
        "images": [_image(at, one) for at, one in shown(document)],
        "colours": [
            {"space": space.label, "family": space.family, "usedFor": uses}
            for space, uses in spaces(document).items()
        ],
        "counts": {str(severity): report.count(severity) for severity in Severity},
        "findings": [_finding(one) for one in report.findings],
    }


def _sheet(sheet: Sheet) -> dict[str, Any]:
    return {
        "page": sheet.number,
        "format": boxes.named(sheet.cut),
        "media": _box(sheet.media),
        "crop": _box(sheet.crop),
        "bleed": _box(sheet.bleed),
        "trim": _box(sheet.trim),
        "bleedMargin": None if sheet.bleeds is None else round(sheet.bleeds, 2),
        "rotate": sheet.turned,
        "effects": sorted(sheet.effects),
        "thinnestLine": sheet.strokes[0] if sheet.strokes else None,
        "annotations": list(sheet.notes),
    }


def _box(box: Sides | None) -> list[float] | None:
    return None if box is None else [round(side, 2) for side in box]


def _font(font: Font, least: float) -> dict[str, Any]:
    return {
        "name": font.name,
        "type": font.kind,
        "embedded": font.embedded,
        "subset": font.subset,
        "leastSize": least,
    }


def _image(page: int, one: Shown) -> dict[str, Any]:
    image = one.image
    return {
        "page": page,
        "object": image.number,
        "pixels": [image.width, image.height],
        "mm": [one.width_mm, one.height_mm],
        "dpi": one.dpi,
        "space": image.space.label,
        "bits": image.bits,
        "packing": image.packing,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": str(finding.severity),
        "message": finding.message,
        "pages": list(finding.pages),
        "why": finding.rule.why,
        "remedy": finding.rule.remedy,
    }

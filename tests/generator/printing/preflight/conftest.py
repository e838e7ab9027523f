"""Sound PDFs made by hand, to which tests do one wrong each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf

from generator.printing.preflight import Report, examine

PT = 72 / 25.4

Make = Callable[..., Path]


@pytest.fixture
def sound(tmp_path: Path) -> Callable[..., tuple[Pdf, Any]]:
    """A page of A5 with trim, 3 mm of bleed, an embedded font, and metadata: nothing is wrong."""

    def make(content: bytes = b"") -> tuple[Pdf, Any]:
        pdf = pikepdf.new()
        wide, high, border = 148 * PT, 210 * PT, 10 * PT
        program = pdf.make_stream(b"no real program")
        descriptor = Dictionary(
            Type=Name.FontDescriptor, FontName=Name("/ABCDEF+Sound"), FontFile2=program
        )
        font = Dictionary(
            Type=Name.Font,
            Subtype=Name.TrueType,
            BaseFont=Name("/ABCDEF+Sound"),
            FontDescriptor=descriptor,
        )
        page = Dictionary(
            Type=Name.Page,
            MediaBox=Array([0, 0, wide + 2 * border, high + 2 * border]),
            TrimBox=Array([border, border, border + wide, border + high]),
            BleedBox=Array(
                [
                    border - 3 * PT,
                    border - 3 * PT,
                    border + wide + 3 * PT,
                    border + high + 3 * PT,
                ]
            ),
            Resources=Dictionary(Font=Dictionary(F1=pdf.make_indirect(font))),
            Contents=pdf.make_stream(
                b"0 g BT /F1 10 Tf 1 0 0 1 90 90 Tm (text) Tj ET 0 0 0 1 K 1 w 90 80 m 190 80 l S "
                + content
            ),
        )
        pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
        pdf.docinfo[Name.Title] = "A title"
        pdf.docinfo[Name.Author] = "An author"
        return pdf, pdf.pages[0].obj

    return make


@pytest.fixture
def examined(tmp_path: Path) -> Callable[..., Report]:
    """The report on a PDF in memory."""

    def look(pdf: Pdf, **options: Any) -> Report:
        place = tmp_path / "made.pdf"
        pdf.save(place, **options)
        return examine(place)

    return look

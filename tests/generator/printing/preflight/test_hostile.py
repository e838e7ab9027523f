"""Damaged and hostile files: a report or one plain sentence, soon."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name, Pdf

from generator.printing.preflight import PreflightError, Report, contents, examine, examining
from generator.printing.preflight.operators import operators, read_names, read_numbers
from generator.printing.preflight.telling import lines, to_json

Sound = Callable[..., tuple[Pdf, Any]]
Examined = Callable[..., Report]

KEPT = pikepdf.StreamDecodeLevel.none


def told(path: Path) -> str:
    """What is said of a file, whatever it is."""
    try:
        report = examine(path)
    except PreflightError as trouble:
        return str(trouble)
    assert to_json(report)
    return "\n".join(lines(report))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b"hello", "is not a PDF"),
        (b"PK\x03\x04....", "a ZIP archive"),
        (b"%PDF-1.7\n", "damaged beyond reading"),
        (b"%PDF-1.7\n" + b"1 0 obj <<" * 2000, "damaged beyond reading"),
        (b"%PDF-1.7\ntrailer << /Root 1 0 R >>\n1 0 obj << /Pages 1 0 R >> endobj", ""),
    ],
)
def test_what_is_no_pdf_is_told_in_a_sentence(data: bytes, says: str, tmp_path: Path) -> None:
    place = tmp_path / "x.pdf"
    place.write_bytes(data)
    assert says in told(place)


def test_a_folder_and_a_missing_file(tmp_path: Path) -> None:
    assert "folder" in told(tmp_path)
    assert "No such file" in told(tmp_path / "none.pdf")


def test_a_file_without_pages(tmp_path: Path) -> None:
    pikepdf.new().save(tmp_path / "x.pdf")
    assert "no pages" in told(tmp_path / "x.pdf")


def test_a_password(sound: Sound, tmp_path: Path) -> None:
    place = tmp_path / "x.pdf"
    sound()[0].save(place, encryption=pikepdf.Encryption(owner="o", user="u"))
    assert "password" in told(place)


@pytest.mark.slow
@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_bytes_changed_anywhere(data: st.DataObject, sound: Sound, tmp_path: Path) -> None:
    place = tmp_path / "x.pdf"
    if not (tmp_path / "sound.pdf").exists():
        packed = pikepdf.ObjectStreamMode.disable
        sound(b"q 9 0 0 9 0 0 cm BI /W 1 /H 1 ID x EI Q")[0].save(
            tmp_path / "sound.pdf", object_stream_mode=packed, compress_streams=False
        )
    changed = bytearray((tmp_path / "sound.pdf").read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(changed) - 1))
        part = data.draw(
            st.binary(max_size=4)
            | st.sampled_from(
                [b"/", b"<<", b"[", b"(", b" 1 0 R ", b" 999999999999 ", b"-", b"null"]
            )
        )
        changed[at : at + data.draw(st.integers(0, 8))] = part
    place.write_bytes(changed)
    assert told(place)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_as_operators(data: bytes) -> None:
    for _, operands in operators(data):
        read_numbers(operands)
        read_names(operands)


def test_operators_are_read_as_they_stand() -> None:
    data = b"q/F1 9 Tf[(a\\)b)-3(c(d)e)]TJ BI/W 2/H 1 ID \x00Q EI Q <</A<41>>>BDC 1 .5-2 +3.re%\nf*"
    assert [operator for operator, _ in operators(data)] == [
        b"q",
        b"Tf",
        b"TJ",
        b"BI",
        b"EI",
        b"Q",
        b"BDC",
        b"re",
        b"f*",
    ]
    assert read_numbers(b"1 .5-2 +3.") == [1, 0.5, -2, 3]


def test_text_deep_in_parentheses_ends_where_they_close() -> None:
    data = b"((((0 g))\\)(Tj))) Tj 1 w"
    assert [operator for operator, _ in operators(data)] == [b"Tj", b"w"]


ENDLESS = [
    b"(",
    b"(((",
    b"1 ",
    b"<",
    b"< ",
    b"(\\",
    b"\xff",
    b")>",
    b"{}",
    b"%",
    b"[(",
    b"/",
    b"\\",
]


@pytest.mark.parametrize("part", ENDLESS)
def test_no_bytes_make_the_reader_slow(part: bytes) -> None:
    """Were it not linear, these would take hours."""
    assert list(operators(part * 400_000)) == []


def test_of_endless_operands_the_last_are_read() -> None:
    ((operator, operands),) = operators(b"1 " * 400_000 + b"7 w")
    assert operator == b"w" and len(operands) <= 4096 and read_numbers(operands)[-1] == 7


def test_a_stream_that_unpacks_without_end_is_left(
    sound: Sound, examined: Examined, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examining, "MOST_STREAM", 1_000_000)
    pdf, page = sound()
    bomb = zlib.compress(b"q " * 2_000_000)
    page.Contents = pikepdf.Stream(pdf, bomb, Filter=Name.FlateDecode)
    found = examined(
        pdf, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.none
    )
    assert "page.damaged" in {finding.code for finding in found.findings}


def test_forms_that_show_each_other_twice_each_cost_one(sound: Sound, examined: Examined) -> None:
    """Twenty-five of them would be shown 33 million times."""
    pdf, page = sound(b"/X Do")
    inner = pdf.make_stream(b"BT /F1 8 Tf (x) Tj ET")
    inner.Subtype, inner.BBox = Name.Form, Array([0, 0, 9, 9])
    inner.Resources = Dictionary(Font=page.Resources.Font)
    for _ in range(25):
        outer = pdf.make_stream(b"/X Do 1.01 0 0 1.01 0 0 cm /X Do")
        outer.Subtype, outer.BBox = Name.Form, Array([0, 0, 9, 9])
        outer.Resources = Dictionary(XObject=Dictionary(X=inner))
        inner = pdf.make_indirect(outer)
    page.Resources.XObject = Dictionary(X=inner)
    assert examined(pdf).document.sheets[0].written


def test_a_form_that_shows_itself(sound: Sound, examined: Examined) -> None:
    pdf, page = sound(b"/X Do")
    form = pdf.make_stream(b"/X Do")
    form.Subtype, form.BBox = Name.Form, Array([0, 0, 9, 9])
    form.Resources = Dictionary(XObject=Dictionary(X=form))
    page.Resources.XObject = Dictionary(X=form)
    assert "page.damaged" in {finding.code for finding in examined(pdf).findings}


def test_too_much_content_is_left_unread(
    sound: Sound, examined: Examined, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contents, "MOST_OPERATORS", 5_000)
    pdf, _ = sound(b"q Q " * 5_000)
    pdf.add_blank_page()
    assert "file.limit" in {finding.code for finding in examined(pdf).findings}


def test_only_we_speak_of_a_damaged_file(
    sound: Sound, examined: Examined, caplog: pytest.LogCaptureFixture
) -> None:
    pdf, _ = sound()
    pdf.Root.Metadata = pdf.make_stream(b"<x:xmpmeta>broken", Type=Name.Metadata, Subtype=Name.XML)
    examined(pdf, fix_metadata_version=False)
    assert not caplog.records


def test_a_file_that_had_to_be_mended(sound: Sound, tmp_path: Path) -> None:
    place = tmp_path / "x.pdf"
    sound()[0].save(place)
    place.write_bytes(place.read_bytes()[:-40])
    assert "file.damaged" in told(place)

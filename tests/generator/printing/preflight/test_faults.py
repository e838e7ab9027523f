"""Each fault is found where it was made, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, String

from generator.printing.preflight import Report
from generator.printing.preflight.findings import RULES, Severity
from generator.printing.preflight.telling import lines, to_json

Sound = Callable[..., tuple[Pdf, Any]]
Examined = Callable[..., Report]


def codes(report: Report) -> set[str]:
    return {finding.code for finding in report.findings}


def test_nothing_is_found_in_a_sound_page(sound: Sound, examined: Examined) -> None:
    report = examined(sound()[0])
    assert report.findings == ()
    assert not report.calls_for_attention(strict=True)
    assert "nothing found" in list(lines(report))[-1]


def image(pdf: Pdf, pixels: int = 100, **more: Any) -> Any:
    made = pdf.make_stream(b"\0" * pixels * pixels)
    made.Type, made.Subtype = Name.XObject, Name.Image
    made.Width = made.Height = pixels
    made.ColorSpace, made.BitsPerComponent = Name.DeviceGray, 8
    for key, value in more.items():
        made[f"/{key}"] = value
    return made


def add(page: Any, kind: str, **held: Any) -> None:
    page.Resources[f"/{kind}"] = Dictionary({f"/{name}": one for name, one in held.items()})


def coarse(pdf: Pdf, page: Any) -> None:
    add(page, "XObject", I=image(pdf))


def separation(pdf: Pdf, page: Any) -> None:
    function = Dictionary(
        FunctionType=2, Domain=[0, 1], C0=Array([0, 0, 0, 0]), C1=Array([0, 1, 0, 0]), N=1
    )
    space = Array([Name.Separation, Name.CutContour, Name.DeviceCMYK, function])
    add(page, "ColorSpace", S=space)


def unembedded(pdf: Pdf, page: Any) -> None:
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    page.Resources.Font.F2 = font


def whole_font(pdf: Pdf, page: Any) -> None:
    page.Resources.Font.F1.BaseFont = Name.Sound


def type3(pdf: Pdf, page: Any) -> None:
    glyph = pdf.make_stream(b"500 0 d0 1 0 0 rg 0 0 400 400 re f")
    page.Resources.Font.F2 = Dictionary(
        Type=Name.Font, Subtype=Name.Type3, CharProcs=Dictionary(a=glyph), Name=Name.Drawn
    )


def state(**settings: Any) -> Callable[[Pdf, Any], None]:
    return lambda pdf, page: add(
        page, "ExtGState", G=Dictionary({f"/{key}": value for key, value in settings.items()})
    )


def boxless(*keys: str) -> Callable[[Pdf, Any], None]:
    def remove(pdf: Pdf, page: Any) -> None:
        for key in keys:
            del page[key]

    return remove


def narrow(pdf: Pdf, page: Any) -> None:
    page.BleedBox = Array([float(a) + b for a, b in zip(page.TrimBox, (-4, -4, 4, 4), strict=True)])


def outside(pdf: Pdf, page: Any) -> None:
    page.TrimBox = Array([-50, -50, 5000, 5000])


def bleedless(pdf: Pdf, page: Any) -> None:
    page.BleedBox = Array([float(side) for side in page.TrimBox])


def set_entry(key: str, value: Any) -> Callable[[Pdf, Any], None]:
    def put(pdf: Pdf, page: Any) -> None:
        page[key] = value

    return put


def note(kind: str) -> Callable[[Pdf, Any], None]:
    return set_entry("/Annots", Array([Dictionary(Subtype=Name(f"/{kind}"), Rect=[0, 0, 9, 9])]))


def script(pdf: Pdf, page: Any) -> None:
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))


def layer(pdf: Pdf, page: Any) -> None:
    group = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("Cuts")))
    pdf.Root.OCProperties = Dictionary(
        OCGs=Array([group]), D=Dictionary(OFF=Array([group]), Order=Array([group]))
    )
    add(page, "Properties", L=group)


def attached(pdf: Pdf, page: Any) -> None:
    pdf.attachments["counters.csv"] = b"id,name\n"


def nameless(key: Name) -> Callable[[Pdf, Any], None]:
    def remove(pdf: Pdf, page: Any) -> None:
        del pdf.docinfo[key]

    return remove


def second_page(pdf: Pdf, page: Any) -> None:
    pdf.add_blank_page(page_size=(300, 300))


def damage(pdf: Pdf, page: Any) -> None:
    page.Contents = pikepdf.Stream(pdf, b"this is not packed", Filter=Name.FlateDecode)


def nothing(pdf: Pdf, page: Any) -> None:
    pass


def two_forms(pdf: Pdf, page: Any) -> None:
    """Writing two forms down, halved on the way: 8 points become 4."""
    inner = pdf.make_stream(b"0 g BT /F1 8 Tf (deep) Tj ET")
    inner.Subtype, inner.BBox = Name.Form, Array([0, 0, 99, 99])
    inner.Resources = Dictionary(Font=page.Resources.Font)
    outer = pdf.make_stream(b"q 0.5 0 0 0.5 0 0 cm /X Do Q")
    outer.Subtype, outer.BBox = Name.Form, Array([0, 0, 99, 99])
    outer.Resources = Dictionary(XObject=Dictionary(X=inner))
    add(page, "XObject", O=outer)


def axial(pdf: Pdf, page: Any) -> None:
    function = Dictionary(FunctionType=2, Domain=[0, 1], C0=[1, 1, 1, 0.4], C1=[0, 0, 0, 0], N=1)
    shading = Dictionary(
        ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=[0, 0, 9, 9], Function=function
    )
    add(page, "Shading", S=shading)


FAULTS: list[tuple[str, Callable[[Pdf, Any], None], bytes]] = [
    ("file.script", script, b""),
    ("file.attached", attached, b""),
    ("file.no-title", nameless(Name.Title), b""),
    ("file.no-author", nameless(Name.Author), b""),
    ("page.damaged", damage, b""),
    ("page.box-order", outside, b""),
    ("page.no-trim", boxless("/TrimBox"), b""),
    ("page.bleed", narrow, b""),
    ("page.no-bleed", bleedless, b""),
    ("page.no-bleed", boxless("/BleedBox"), b""),
    ("page.sizes", second_page, b""),
    ("page.empty", second_page, b""),
    ("page.turned", set_entry("/Rotate", 90), b""),
    ("font.missing", unembedded, b"BT /F2 10 Tf (x) Tj ET"),
    ("font.whole", whole_font, b""),
    ("font.type3", type3, b"BT /F2 10 Tf (a) Tj ET"),
    ("text.small", nothing, b"BT /F1 4.5 Tf (x) Tj ET"),
    ("text.small", nothing, b"q .4 0 0 .4 0 0 cm BT /F1 10 Tf (x) Tj ET Q"),
    ("text.small", nothing, b"BT /F1 10 Tf .3 0 0 .3 0 0 Tm [(x) 20 (y)] TJ ET"),
    ("text.small", two_forms, b"/O Do"),
    ("text.rgb-black", nothing, b"0 0 0 rg BT /F1 10 Tf (x) Tj ET"),
    ("text.rgb-black", nothing, b"/DeviceRGB cs 0 0 0 scn BT /F1 10 Tf (x) ' ET"),
    ("text.rgb-black", nothing, b"0 0 0 RG BT 1 Tr /F1 10 Tf (x) Tj ET"),
    ("text.rich-black", nothing, b".6 .4 .4 1 k BT /F1 10 Tf (x) Tj ET"),
    ("text.many-inks", nothing, b".6 .4 .4 0 k BT /F1 7 Tf (x) Tj ET"),
    ("image.coarse", coarse, b"q 100 0 0 100 0 0 cm /I Do Q"),
    ("image.soft", coarse, b"q 30 0 0 30 0 0 cm /I Do Q"),
    ("image.coarse", coarse, b"q 0 100 -20 0 0 0 cm /I Do Q"),
    ("image.line-art", nothing, b"q 72 0 0 72 0 0 cm BI /IM true /W 300 /H 300 ID x EI Q"),
    ("colour.rgb", nothing, b"1 0 0 rg 0 0 9 9 re f"),
    ("colour.rgb", type3, b"BT /F2 10 Tf (a) Tj ET"),
    ("colour.unmanaged", nothing, b"1 0 0 rg 0 0 9 9 re f"),
    ("colour.spot", separation, b"/S CS 1 SCN 9 9 m 20 20 l S"),
    ("colour.ink", nothing, b"1 1 1 .2 k 0 0 9 9 re f"),
    ("colour.ink", axial, b"/S sh"),
    ("line.hairline", nothing, b"0 w 9 9 m 20 20 l S"),
    ("line.hairline", nothing, b"q .1 0 0 .1 0 0 cm 2 w 9 9 m 20 20 l S Q"),
    ("paint.transparency", state(ca=0.5), b"/G gs 0 0 9 9 re f"),
    ("paint.transparency", state(BM=Name.Multiply), b"/G gs 0 0 9 9 re f"),
    ("paint.overprint", state(op=True), b"/G gs 0 0 9 9 re f"),
    (
        "paint.white-overprint",
        state(op=True, OPM=1),
        b"/G gs 0 0 0 0 k 0 0 9 9 re f",
    ),
    ("layer.some", layer, b""),
    ("note.printed", note("Stamp"), b""),
    ("note.link", note("Link"), b""),
]


@pytest.mark.parametrize(
    ("code", "wrong", "content"), FAULTS, ids=[f"{at}-{one[0]}" for at, one in enumerate(FAULTS)]
)
def test_a_fault_is_found(
    code: str,
    wrong: Callable[[Pdf, Any], None],
    content: bytes,
    sound: Sound,
    examined: Examined,
) -> None:
    pdf, page = sound(content)
    wrong(pdf, page)
    report = examined(pdf)
    assert code in codes(report)
    found = next(one for one in report.findings if one.code == code)
    told = "\n".join(lines(report))
    assert found.message in told and found.rule.why in told and found.rule.remedy in told
    assert {"code", "severity", "message", "pages", "why", "remedy"} <= to_json(report)["findings"][
        0
    ].keys()


def test_every_rule_has_a_test() -> None:
    elsewhere = {
        "file.encrypted",
        "file.no-printing",
        "file.damaged",
        "file.limit",
        "file.version",
        "file.pdfa-untrue",
        "text.covered",
    }
    assert {rule.code for rule in RULES} == {code for code, _, _ in FAULTS} | elsewhere


def test_the_page_about_preflight_lists_every_rule() -> None:
    page = Path(__file__).resolve().parents[4] / "docs" / "preflight.md"
    rows = re.findall(
        r"^\| `([\w.-]+)` \| (\w+) \| (.+) \|$", page.read_text("utf-8"), re.MULTILINE
    )
    assert rows == [(rule.code, str(rule.severity), rule.why) for rule in RULES]


HARMLESS = [
    b"BT /F1 5 Tf (x) Tj ET",
    b"0 0 0 rg 0 0 9 9 re n",
    b"0 0 0 1 k BT /F1 6 Tf (x) Tj ET",
    b"(/F1 2 Tf 0 0 0 rg (nested) x) pop",
    b"% 0 0 0 rg BT /F1 1 Tf (x) Tj ET\n",
    b"q .1 0 0 .1 0 0 cm Q 1 w 9 9 m 20 20 l S",
    b"BT /F1 1 Tf 10 0 0 10 0 0 Tm (x) Tj ET",
    b"1 1 1 0 k 0 0 9 9 re f",
    b"/G gs Q Q Q EMC ET ] >> ) foo",
]


@pytest.mark.parametrize("content", HARMLESS)
def test_what_is_right_is_let_be(content: bytes, sound: Sound, examined: Examined) -> None:
    assert examined(sound(content)[0]).findings == ()


def test_what_a_switched_off_layer_holds_is_not_printed(sound: Sound, examined: Examined) -> None:
    pdf, page = sound(b"/OC /L BDC 0 w 1 0 0 RG 0 0 m 9 9 l S EMC")
    layer(pdf, page)
    assert codes(examined(pdf)) == {"layer.some"}


def test_the_boxes_are_told_in_millimetres(sound: Sound, examined: Examined) -> None:
    report = examined(sound()[0])
    sheet = report.document.sheets[0]
    assert sheet.trim == pytest.approx((10, 10, 158, 220))
    assert sheet.bleeds == pytest.approx(3)
    assert to_json(report)["pages"][0]["format"] == "A5 portrait"


def test_larger_units_make_larger_pages(sound: Sound, examined: Examined) -> None:
    pdf, page = sound(b"BT /F1 3 Tf (x) Tj ET")
    page.UserUnit = 2
    report = examined(pdf)
    assert report.document.sheets[0].trim == pytest.approx((20, 20, 316, 440))
    assert "text.small" not in codes(report)


def test_a_locked_file_and_a_forbidding_one(sound: Sound, examined: Examined) -> None:
    shut = pikepdf.Encryption(owner="o", user="", allow=pikepdf.Permissions(print_highres=False))
    report = examined(sound()[0], encryption=shut)
    assert {"file.encrypted", "file.no-printing"} <= codes(report)


def test_a_newer_version_is_noted(sound: Sound, examined: Examined) -> None:
    assert codes(examined(sound()[0], min_version="2.0")) == {"file.version"}


def test_a_false_claim_to_be_pdfa(sound: Sound, examined: Examined) -> None:
    pdf, _ = sound()
    with pdf.open_metadata() as packet:
        packet["pdfaid:part"], packet["pdfaid:conformance"] = "2", "B"
    report = examined(pdf)
    assert report.document.pdfa == "PDF/A-2b"
    assert "file.pdfa-untrue" in codes(report)


def test_errors_call_for_attention_and_warnings_when_strict(
    sound: Sound, examined: Examined
) -> None:
    report = examined(sound(b"BT /F1 4 Tf (x) Tj ET")[0])
    assert report.count(Severity.WARNING) == 1
    assert not report.calls_for_attention() and report.calls_for_attention(strict=True)

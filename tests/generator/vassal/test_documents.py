"""A buildFile read, changed and written: what is not named stays as it stood, to the byte."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from generator.vassal.documents import Document, DocumentError, Element, make, parse

ODD = (
    b'\xef\xbb\xbf<?xml version="1.0"?>\r\n<!-- a > b -->\r\n<!DOCTYPE a>\r\n'
    b'<a  x = \'it&apos;s "so"\'\r\n   y="&#49;&lt;&#x26;amp;">\r\n'
    b"\t<b.C/><b.C ></b.C >text &amp; <![CDATA[<no>]]><?pi <?>\r\n <!-- <b.C/> --></a>"
    b"\r\n<!-- end -->"
)


def test_an_odd_file_is_written_as_it_stood() -> None:
    document = parse(ODD, "odd")
    assert document.to_bytes() == ODD
    assert dict(document.root.attributes) == {"x": 'it\'s "so"', "y": "1<&amp;"}
    assert [child.tag for child in document.root.children] == ["b.C", "b.C"]
    assert document.root.text == "text &"
    assert [child.line for child in document.root.children] == [6, 6]


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        (lambda root: root.set("x", "2 < 3"), b"x='1'", b'x="2 &lt; 3"'),
        (lambda root: root.set("m", "\n"), b"<a x='1'", b'<a m="&#10;" x=\'1\''),
        (lambda root: root.set("z", ""), b"x='1' >", b"x='1' z=\"\" >"),
        (lambda root: root.unset("x"), b" x='1'", b""),
        (lambda root: root.set_text("n & m"), b"t &amp; u", b"n &amp; m"),
        (lambda root: root.children[0].set_text("new"), b"<b  />", b"<b>new</b>"),
        (lambda root: root.children[0].set("k", "v"), b"<b  />", b'<b k="v"  />'),
        (lambda root: root.remove(root.children[0]), b"\n  <b  />", b""),
        (lambda root: root.append(make("e")), b"\n</a>", b"\n    <e/>\n</a>"),
        (lambda root: root.insert(0, make("e", {"b": "1", "a": "2"})), b"<b  />",
         b'<e a="2" b="1"/>\n    <b  />'),
    ],
)  # fmt: skip
def test_an_edit_changes_what_it_names_and_nothing_else(
    change: object, before: bytes, after: bytes
) -> None:
    text = b"<?xml version='1.0'?>\n<a x='1' >\n  t &amp; u\n  <b  />\n  <c/>\n</a>\n"
    document = parse(text, "file")
    assert callable(change)
    change(document.root)
    assert document.to_bytes() == text.replace(before, after, 1)


def test_the_last_child_taken_out_closes_the_tag_up() -> None:
    document = parse(b"<a>\n    <b/>\n</a>", "file")
    document.root.remove(document.root.children[0])
    assert document.to_bytes() in (b"<a></a>", b"<a>\n</a>")
    assert document.root.children == []


def test_a_copy_is_its_own() -> None:
    document = parse(b"<a><b x='1'><c/></b></a>", "file")
    copied = document.root.children[0].copy()
    copied.set("x", "2")
    copied.children[0].set("y", "3")
    document.root.append(copied)
    assert b"<b x='1'><c/></b>" in document.to_bytes()
    assert b'<b x="2"><c y="3"/></b>' in document.to_bytes()
    assert copied.depth == 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "line 1, column 1: no element found"),
        (b"<a>\n<b></a>", "line 2, column 6: mismatched tag"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "line 1: XML entities are refused"),
        (b'<?xml version="1.0" encoding="UTF-9"?><a/>', "line 1: unknown encoding: UTF-9"),
        (b'<?xml version="1.0" encoding="utf-7"?><a/>', "line 1: multi-byte encodings"),
        (b"<a>" * 600 + b"</a>" * 600, "nested more than 500 deep"),
        (b"<a x='1' x='2'/>", "duplicate attribute"),
        (b"<a>\xff</a>", "not well-formed"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(data: bytes, message: str) -> None:
    with pytest.raises(DocumentError, match=f"^file: .*{message}"):
        parse(data, "file")


def test_a_letter_of_a_supplementary_plane_is_written_by_number_as_java_does() -> None:
    piece = make("slot", {"entryName": "\U0001f40e"}, "+/null/mark;\U0001f411/")
    assert piece.raw() == '<slot entryName="&#128014;">+/null/mark;&#128017;/</slot>'
    assert piece.text == "+/null/mark;\U0001f411/"


def test_a_character_xml_cannot_hold_is_refused() -> None:
    with pytest.raises(DocumentError, match=r"U\+001B"):
        make("a", {"x": "a\x1bb"})


_NAMES = st.sampled_from(["a", "VASSAL.build.module.Map", "custom-Klass", "entry"])
_TEXT = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff"), max_size=8
)
_VALUE = st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters="\ufffe\uffff").filter(
        lambda letter: letter >= " " or letter in "\t\n\r"
    ),
    max_size=8,
)


@st.composite
def _trees(draw: st.DrawFn, depth: int = 3) -> Element:
    attributes = draw(st.dictionaries(st.sampled_from("abcd"), _VALUE, max_size=3))
    element = make(draw(_NAMES), attributes, draw(_TEXT))
    for child in draw(st.lists(_trees(depth - 1), max_size=3)) if depth else []:
        element.insert(draw(st.integers(0, len(element.children))), child)
    return element


def _same(one: Element, other: etree._Element) -> bool:
    text = "".join([other.text or "", *(child.tail or "" for child in other)]).strip()
    return (
        one.tag == other.tag
        and dict(one.attributes) == dict(other.attrib)
        and one.text == text
        and len(one.children) == len(other)
        and all(map(_same, one.children, other))
    )


@given(_trees())
def test_what_is_made_reads_as_it_was_meant(root: Element) -> None:
    data = Document(root).to_bytes()
    assert _same(root, etree.fromstring(data))
    read = parse(data, "made")
    assert read.to_bytes() == data
    assert _same(read.root, etree.fromstring(data))


@given(_trees(), st.data())
@pytest.mark.slow
def test_values_set_are_values_got(root: Element, data: st.DataObject) -> None:
    element = data.draw(st.sampled_from(list(root.iter())))
    name, value = data.draw(st.sampled_from("abcde")), data.draw(_VALUE)
    others = {key: held for key, held in element.attributes.items() if key != name}
    element.set(name, value)
    assert dict(element.attributes) == {**others, name: value}
    assert element.get(name) == value
    element.unset(name)
    assert dict(element.attributes) == others


@given(st.binary(max_size=60) | st.text("<>/a='\"!-[]?& \n", max_size=60).map(str.encode))
def test_no_bytes_end_in_anything_but_a_document_or_a_trouble(data: bytes) -> None:
    try:
        document = parse(data, "any")
    except DocumentError:
        return
    assert document.to_bytes() == data


def test_real_files(shared: Path) -> None:
    files = [*shared.glob("corpus/vassal/*.xml"), *shared.rglob("*.vmod")]
    assert len(files) >= 3
    for file in files:
        document = parse(_build_file(file), "real")
        assert document.to_bytes() == _build_file(file)
        assert _same(document.root, etree.fromstring(_build_file(file)))


def test_what_is_made_is_written_as_vassal_writes(shared: Path) -> None:
    for file in (shared / "corpus/vassal").glob("*[ke]*.[xv]m*"):
        for element in parse(_build_file(file), "real").root.iter():
            made = make(element.tag, dict(element.attributes), element.text)
            assert made.raw().split(">")[0].rstrip("/") == element.raw().split(">")[0].rstrip("/")


def _build_file(file: Path) -> bytes:
    if file.suffix == ".xml":
        return file.read_bytes()
    with zipfile.ZipFile(file) as archive:
        return archive.read("buildFile.xml")

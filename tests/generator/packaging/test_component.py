"""The text of a build file."""

from __future__ import annotations

from xml.etree import ElementTree

from generator.packaging.component import build_file, component


def test_a_tab_in_an_attribute_survives_an_xml_parser() -> None:
    text = build_file(component("A", name="one\ttwo\nthree"))
    assert ElementTree.fromstring(text).get("name") == "one\ttwo\nthree"


def test_marks_of_xml_survive_in_attributes_and_in_text() -> None:
    odd = "<a & \"b\" 'c'>"
    root = ElementTree.fromstring(
        build_file(component("A").add(component("B", odd, reportFormat=odd)))
    )
    assert root[0].text == odd
    assert root[0].get("reportFormat") == odd


def test_python_words_can_be_attributes() -> None:
    assert component("A", global_="Always").attributes == {"global": "Always"}


def test_truth_is_written_as_java_writes_it() -> None:
    assert component("A", snapTo=True, visible=False).attributes == {
        "snapTo": "true",
        "visible": "false",
    }


def test_attributes_stand_in_alphabetical_order() -> None:
    text = build_file(component("A", b=1, a=2))
    assert '<A a="2" b="1"/>' in text


def test_walking_meets_every_component_in_the_order_of_the_file() -> None:
    tree = component("A").add(component("B").add(component("C")), component("D"))
    assert [one.tag for one in tree.walk()] == ["A", "B", "C", "D"]

"""The table of components against the facts, and real modules against the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.vassal import components, kinds, modules
from generator.vassal.encodings import Part, parts

NOT_FIXED = {"buttonToolTip", "welcomeMessage", "tab"}
"""Attributes whose default is a text of the program, or of the module asked for the facts."""
SHOWN = {"first", "hType", "vType", "minDisplayPieces"}
"""Choices that the facts give in the words of the editor."""
OF_A_MODULE = {"side", "owningBoard", "targetDeck", "reshuffleTarget"}
"""Choices among what one module has."""
LATER = {
    "VASSAL.build.module.ModuleExtension",  # the root of an extension
    "VASSAL.build.module.map.boardPicker.board.mapgrid.ObliqueHexGridNumbering",  # VASSAL 3.8
}


def facts_of(shared: Path) -> list[dict[str, Any]]:
    return json.loads((shared / "vassal/components.json").read_text())  # type: ignore[no-any-return]


def test_every_class_and_attribute_is_declared(shared: Path) -> None:
    facts = facts_of(shared)
    table = components.table()
    assert set(table) == {fact["class"] for fact in facts} | LATER
    for fact in facts:
        declared = table[fact["class"]]
        if "*" in declared.attributes:  # the program's own texts in another language
            assert fact["class"] == "VASSAL.i18n.VassalTranslation"
            continue
        written = [name for name, one in declared.attributes.items() if one.written]
        told = [row["name"] for row in fact.get("attributes") or []]
        assert written == told or fact["class"].endswith("ExtensionElement")
        for row in fact.get("attributes") or []:
            attribute = declared.attributes[row["name"]]
            default = "" if row["default"] is None else str(row["default"])
            assert attribute.default == default or row["name"] in NOT_FIXED
            offered = row.get("valid_values") or []
            if row["name"] not in SHOWN | OF_A_MODULE:
                assert set(offered) <= set(attribute.choices)
        assert set(fact.get("allowed_children") or []) <= declared.children
        assert set(fact.get("extra_child_elements") or {}) == set(declared.words)
        assert bool(fact.get("text_content")) == (declared.text is not None)


def test_a_kind_agrees_with_what_vassal_makes_of_the_attribute(shared: Path) -> None:
    kinds_of = {
        "java.lang.Boolean": {"bool"},
        "java.lang.Integer": {"int"},
        "java.lang.Double": {"float"},
        "java.awt.Color": {"color"},
        "java.awt.Image": {"image"},
        "VASSAL.tools.NamedKeyStroke": {"key"},
        "VASSAL.counters.GlobalCommandTarget": {"target"},
        "VASSAL.configure.PropertyExpression": {"match"},
    }
    for fact in facts_of(shared):
        for row in fact.get("attributes") or []:
            expected = kinds_of.get(row.get("type") or "")
            attribute = components.table()[fact["class"]].attribute(row["name"])
            assert attribute is not None
            assert expected is None or attribute.kind in expected, (fact["class"], row["name"])


@pytest.mark.parametrize("cls", sorted(components.table()))
def test_every_attribute_has_a_kind_a_meaning_and_a_default_that_fits(cls: str) -> None:
    known = components.table()[cls]
    texts = [known.text] if known.text is not None else []
    for one in [*known.attributes.values(), *known.words.values(), *known.options.values(), *texts]:
        assert one.meaning
        kinds.codec(one.kind)
        assert not one.default or all(part.fits for part in parts(one.kind, one.default))
        assert not one.choices or one.kind in ("choice", "prefix")
        assert one.kind != "choice" or one.default in (*one.choices, "") or not one.choices


def test_an_attribute_has_a_value_of_its_kind() -> None:
    zone = components.table()["VASSAL.build.module.map.boardPicker.board.mapgrid.Zone"]
    assert zone.attributes["path"].value("0,0;9,0;9,9") == ((0, 0), (9, 0), (9, 9))
    command = components.table()["VASSAL.build.module.GlobalKeyCommand"]
    assert command.attributes["target"].value(command.attributes["target"].default).kind == "MODULE"


SLOT = "VASSAL.build.widget.PieceSlot"
PIECE = "+/null/prototype;Ship\tpiece;;;cv.png;Ark Royal/\tnull;0;0;7;0"


def test_the_parts_of_an_element_go_down_into_its_piece() -> None:
    found = list(components.parts(SLOT, {"entryName": "Ark Royal", "gpid": "7"}, PIECE))
    assert Part(("gpid",), "def[gpid]", "7") in found
    assert Part(("text", "0", "prototypeName"), "prototype", "Ship") in found
    assert Part(("text", "1", "imageName"), "image", "cv.png") in found
    assert list(components.parts("my.Own", {"image": "a.png"}, PIECE)) == []


def test_a_part_is_changed_in_attributes_and_in_the_piece() -> None:
    def renamed(part: Part) -> str:
        return "Vessel" if part.thing == "prototype" and part.text == "Ship" else part.text

    attributes, text = components.rewritten(SLOT, {"entryName": "Ship", "odd": "x"}, PIECE, renamed)
    assert attributes == {"entryName": "Ship", "odd": "x"}
    assert text == PIECE.replace("prototype;Ship", "prototype;Vessel")
    definition = "VASSAL.build.module.PrototypeDefinition"
    assert components.rewritten(definition, {"name": "Ship"}, "", renamed) == (
        {"name": "Vessel"},
        "",
    )


def test_an_option_is_known_by_its_name() -> None:
    known = components.table()["VASSAL.build.module.GlobalOptions"]
    assert set(known.words) == {"option"}
    assert known.options["undoIcon"].kind == "image"
    assert known.options["stepHotKey"].kind == "key"


def test_a_module_that_vassal_accepts_has_no_problems(shared: Path) -> None:
    module = modules.read(shared / "vassal/reference/reference.vmod")
    assert list(components.problems(module.root)) == []


def test_an_attribute_of_an_older_vassal_is_found(shared: Path) -> None:
    module = modules.read(shared / "corpus/vassal/hex-n-counters-template.vmod")
    found = [str(problem) for problem in components.problems(module.root)]
    assert found == [
        "/GameModule[Hex'n'Counters template]/GlobalOptions: "
        "Global Options has no attribute 'centerOnMove' any more"
    ]


def test_an_attribute_that_vassal_still_reads_is_no_problem() -> None:
    module = modules.parse(
        b"""<VASSAL.build.GameModule name="G"><VASSAL.build.module.Map mapName="A">
          <VASSAL.build.module.map.Zoomer factor="1.5" max="5"/>
        </VASSAL.build.module.Map></VASSAL.build.GameModule>""",
        "x",
    )
    assert list(components.problems(module)) == []


def test_no_attribute_of_the_real_files_is_left_a_text_that_its_kind_does_not_fit(
    shared: Path,
) -> None:
    roots = [
        modules.read(shared / "vassal/reference/reference.vmod").root,
        modules.read(shared / "corpus/vassal/hex-n-counters-template.vmod").root,
        modules.parse((shared / "corpus/vassal/ragnarok-buildFile.xml").read_bytes(), "ragnarok"),
    ]
    told = 0
    for element in (element for root in roots for element in root.iter()):
        attributes = {str(name): str(text) for name, text in element.attrib.items()}
        said = (element.text or "").strip()
        assert [
            part for part in components.parts(element.tag, attributes, said) if not part.fits
        ] == []
        same = components.rewritten(element.tag, attributes, said, lambda part: part.text)
        assert same == (attributes, said)
        told += len(attributes)
    assert told > 3000


def test_unknown_classes_attributes_and_children_are_named_with_the_nearest() -> None:
    root = modules.parse(
        b"""<VASSAL.build.GameModule name="G" nam="x">
          <VASSAL.build.module.Mapp mapName="A"/>
          <VASSAL.build.module.DiceButton name="D"><VASSAL.build.module.Map/>
          </VASSAL.build.module.DiceButton>
          <VASSAL.build.module.PlayerRoster><entri>Red</entri></VASSAL.build.module.PlayerRoster>
          <!-- a comment -->
        </VASSAL.build.GameModule>""",
        "x",
    )
    found = [str(problem) for problem in components.problems(root)]
    assert found == [
        "/GameModule[G]: Module has no attribute 'nam'; did you mean 'name'?",
        "/GameModule[G]/Mapp[A]: unknown class 'VASSAL.build.module.Mapp'; "
        "did you mean 'VASSAL.build.module.Map'?",
        "/GameModule[G]/DiceButton[D]/Map: a Map Window does not stand in a Dice Button",
        "/GameModule[G]/PlayerRoster/entri: Definition of Player Sides holds no element 'entri'; "
        "did you mean 'entry'?",
    ]

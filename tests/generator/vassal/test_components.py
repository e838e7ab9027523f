"""The table of components against the facts, and real modules against the table."""

from __future__ import annotations

import json
from pathlib import Path

from generator.vassal import components, modules


def test_every_class_and_attribute_is_declared(shared: Path) -> None:
    facts = json.loads((shared / "vassal/components.json").read_text())
    table = components.table()
    assert set(table) == {fact["class"] for fact in facts}
    for fact in facts:
        declared = table[fact["class"]]
        if "*" in declared.attributes:  # the program's own texts in another language
            assert fact["class"] == "VASSAL.i18n.VassalTranslation"
            continue
        assert list(declared.attributes) == [row["name"] for row in fact.get("attributes") or []]
        for row in fact.get("attributes") or []:
            attribute = declared.attributes[row["name"]]
            told = "" if row["default"] is None else str(row["default"])
            assert attribute.default == told or row["name"] in ("buttonToolTip", "welcomeMessage")
            assert list(attribute.choices) == (row.get("valid_values") or [])
        assert set(fact.get("allowed_children") or []) <= declared.children
        assert set(fact.get("extra_child_elements") or {}) == declared.words


def test_a_module_that_vassal_accepts_has_no_problems(shared: Path) -> None:
    module = modules.read(shared / "vassal/reference/reference.vmod")
    assert list(components.problems(module.root)) == []


def test_an_attribute_of_an_older_vassal_is_found(shared: Path) -> None:
    module = modules.read(shared / "corpus/vassal/hex-n-counters-template.vmod")
    found = [str(problem) for problem in components.problems(module.root)]
    assert found == [
        "/GameModule[Hex'n'Counters template]/GlobalOptions: "
        "Global Options has no attribute 'centerOnMove'"
    ]


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

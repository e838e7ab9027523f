"""Findings for a reader, for programs, and for code hosts."""

from __future__ import annotations

import json
from dataclasses import replace

from generator.workbench.linting import Report, lint, telling
from generator.workbench.linting.codes import codes
from generator.workbench.linting.findings import Place, Severity
from generator.workbench.linting.sarif import document
from generator.workbench.opened import OpenModule
from tests.generator.workbench.linting.cases import (
    CASES,
    calculated,
    module,
    one,
    part,
    piece,
    png,
)


def broken() -> OpenModule:
    """A module with an error, a warning and something worth knowing, nine places of one."""
    units = tuple(piece(f"Unit {at}", image="lost.png", gpid=str(at)) for at in range(9))
    return module(part("ToolbarMenu", menuItems="roll"), part("DiceButton", text="Roll"),
                  pieces=units, spare=png())  # fmt: skip


def report() -> Report:
    return lint(broken(), ignore=["report"])


def test_the_gravest_stand_first_with_their_places_and_the_counts_last() -> None:
    lines = list(telling.lines(report()))
    assert [line.split()[:2] for line in lines if not line.startswith(" ")] == [
        ["error", "image.missing"],
        ["warning", "menu.item"],
        ["info", "image.unused"],
        ["Small:", "1"],
    ]
    assert lines[1] == "    the image 'lost.png' is not in the archive (9 places)"
    assert "Single piece [Unit 0]" in lines[2]
    assert lines[-1] == "Small: 1 error, 1 warning, 1 info"


def test_few_are_shown_unless_all_are_asked_for() -> None:
    lost = module(pieces=tuple(piece(f"U{at}", image=f"{at}.png") for at in range(20)))
    found = lint(lost, select=["image.missing"])
    assert "    ... and 15 more" in list(telling.lines(found))
    assert sum("is not in" in line for line in telling.lines(found, everything=True)) == 21


def test_bytes_to_win_are_summed_up() -> None:
    unused = lint(module(a=b"1" * 1000, b=b"2" * 500), select=["image.unused"])
    assert "    1,500 bytes to win in all" in list(telling.lines(unused))


def test_nothing_found_is_said() -> None:
    assert list(telling.lines(lint(module()))) == ["Small: nothing found"]


def test_json_holds_everything() -> None:
    told = telling.to_json(report())
    assert json.loads(json.dumps(told)) == told
    assert told["counts"] == {"error": 1, "warning": 1, "info": 1}
    lost = told["findings"][0]
    assert lost["code"] == "image.missing"
    assert lost["count"] == 9
    place = lost["places"][0]
    where = place["file"], place["traitNumber"], place["field"]
    assert where == ("buildFile.xml", 0, "imageName")
    assert place["component"].endswith("Single piece [Unit 0]")
    assert told["findings"][2]["bytes"] == len(png())


def test_a_place_is_the_line_of_the_component_and_the_column_of_the_mistake() -> None:
    made = one(calculated("{Moved == }"))
    (finding,) = lint(made, select=["expression.syntax"]).findings
    text = made.document.to_bytes().decode().splitlines()
    (place,) = finding.places
    assert "Unit" in text[place.line - 1]
    assert (place.field, place.column) == ("expression", len("{Moved == "))


class TestSarif:
    def test_it_has_what_the_standard_asks_for(self) -> None:
        log = document([report()])
        assert log["version"] == "2.1.0"
        (run,) = log["runs"]
        rules = run["tool"]["driver"]["rules"]
        assert [rule["id"] for rule in rules] == list(codes())
        assert [result["level"] for result in run["results"]] == ["error", "warning", "note"]
        for result in run["results"]:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
            assert result["message"]["text"]
            assert len(result["locations"]) == 1
            assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert len(run["results"][0]["relatedLocations"]) == 7

    def test_a_member_of_an_archive_is_told_beside_the_archive(self) -> None:
        place = document([report()])["runs"][0]["results"][0]["locations"][0]
        assert place["physicalLocation"] == {"artifactLocation": {"uri": "small.vmod"}}
        assert "buildFile.xml:" in place["logicalLocations"][0]["fullyQualifiedName"]

    def test_a_text_file_is_told_with_its_line(self) -> None:
        found = report()
        placed = Place("text/pieces a.yaml", 7, "Pieces", is_file=True)
        finding = replace(found.findings[0], places=(placed,))
        log = document([replace(found, findings=(finding,))])
        assert log["runs"][0]["results"][0]["locations"][0]["physicalLocation"] == {
            "artifactLocation": {"uri": "text/pieces%20a.yaml"},
            "region": {"startLine": 7},
        }

    def test_every_code_makes_a_result(self) -> None:
        for case in CASES.values():
            assert json.dumps(document([lint(case.broken())]))


def test_severities_go_from_grave_to_mild() -> None:
    assert [one.value for one in Severity] == ["error", "warning", "info"]


def test_what_mends_it_is_said_once_for_all_of_a_code() -> None:
    told = [line for line in telling.lines(report()) if line.startswith("    mend: ")]
    assert told[0] == "    mend: add the picture to images/, or name another"
    assert len(told) == len(set(told))

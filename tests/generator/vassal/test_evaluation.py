"""Expressions come to what they come to in VASSAL."""

from __future__ import annotations

import pytest

from generator.vassal.evaluation import EvaluationError, evaluate, formatted, spoken

PROPERTIES = {"Strength": "7", "Name": "Exeter", "Moved": "true", "Rate": "2.5", "Empty": ""}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{Strength * 2}", "14"),
        ("{Strength / 2}", "3"),
        ("{-Strength / 2}", "-3"),
        ("{Strength % 4 + 1}", "4"),
        ("{Strength / 2.0}", "3.5"),
        ("{Rate * 2}", "5.0"),
        ('{Name + "!"}', "Exeter!"),
        ('{Strength + "" + 1}', "71"),
        ('{Moved == "true"}', "true"),
        ("{!Moved}", "false"),
        ('{Name == "Exeter" && Strength >= 7 ? "yes" : "no"}', "yes"),
        ('{If(Strength > 7, "more", "less")}', "less"),
        ('{Missing == ""}', "true"),
        ("{Empty + 1}", "1"),
        ("{Name.substring(0, 2).toUpperCase()}", "EX"),
        ("{Name.length()}", "6"),
        ('{Name =~ "E.*"}', "true"),
        ("{Math.max(Strength, 9)}", "9"),
        ('{GetProperty("Str" + "ength")}', "7"),
        ("{(int) Rate}", "2"),
        ("{0x10 + 010}", "24"),
        ("{2147483647 + 1}", "-2147483648"),
    ],
)
def test_an_expression_is_reckoned(text: str, value: str) -> None:
    assert spoken(evaluate(text, PROPERTIES.get)) == value


@pytest.mark.parametrize(
    "text",
    [
        "{1 / 0}",
        "{Name - 1}",
        '{SumStack("x")}',
        "{Strength +}",
        '{Name =~ "("}',
        "{new X()}",
        '{Name =~ "(a+)+b"}',
        pytest.param('{"' + 400 * "a" + '" =~ "a*a*a*a*b"}', id="long matching"),
        "{Math.abs()}",
        "{Integer.parseInt()}",
    ],
)
def test_what_cannot_be_reckoned_is_refused(text: str) -> None:
    with pytest.raises(EvaluationError):
        evaluate(text, PROPERTIES.get)


def test_names_between_dollars_are_filled_in() -> None:
    assert formatted("$Name$ ($Strength$) $What$", PROPERTIES.get) == "Exeter (7) "
    assert formatted("costs 5$", PROPERTIES.get) == "costs 5"
    assert formatted("costs 5 $$ or so", PROPERTIES.get) == "costs 5  or so"


def test_a_function_is_asked_of_who_knows_the_table() -> None:
    asked = evaluate('{SumStack("Strength") + 1}', PROPERTIES.get, lambda name, given: 20)
    assert asked == 21

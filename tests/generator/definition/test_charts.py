"""Charts as the engine asks them: columns by odds and bands, shifts, results."""

# ruff: noqa: E501 (charts of one line)

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.definition.charts import PAPERS, Aid, Entry, Table, paper_size
from generator.definition.play import NumberFrom
from generator.definition.reader import load_game
from generator.definition.troubles import DefinitionError
from generator.errors import UnknownError

CRT = Table.model_validate(
    {
        "id": "crt",
        "name": "CRT",
        "columns": [
            {"id": "1:2", "odds": [1, 2]},
            {"id": "1:1", "odds": [1, 1]},
            {"id": "3:2", "odds": [3, 2]},
            {"id": "3:1", "odds": [3, 1]},
        ],
        "rows": [],
        "results": [{"result": "D"}, {"result": "DR", "colour": "gold"}, {"result": "DE"}],
    }
)
SEARCH = Table.model_validate(
    {
        "id": "s",
        "name": "S",
        "columns": [
            {"id": "low", "band": [None, 4]},
            {"id": "mid", "band": [5, 9]},
            {"id": "high", "band": [10, None]},
        ],
        "rows": [],
    }
)


@pytest.mark.parametrize(
    ("attacker", "defender", "shift", "column"),
    [
        (4, 8, 0, "1:2"),
        (1, 9, 0, "1:2"),  # worse than the worst uses it
        (7, 8, 0, "1:2"),  # odds are rounded for the defender
        (8, 8, 0, "1:1"),
        (11, 8, 0, "1:1"),
        (12, 8, 0, "3:2"),
        (80, 8, 0, "3:1"),
        (8, 8, 1, "3:2"),
        (8, 8, -5, "1:2"),  # shifts stop at the table's ends
        (8, 8, 9, "3:1"),
        (8, 0, 0, "3:1"),
    ],
)
def test_odds_find_their_column(attacker: int, defender: int, shift: int, column: str) -> None:
    assert CRT.column_at_odds(attacker, defender, shift) == column


@given(st.integers(-99, 99), st.integers(-4, 4))
def test_bands_find_their_column(number: int, shift: int) -> None:
    ids = ["low", "mid", "high"]
    at = 0 if number <= 4 else 1 if number <= 9 else 2
    assert SEARCH.column_at(number) == ids[at]
    assert SEARCH.column_at(number, shift) == ids[min(max(at + shift, 0), 2)]


def test_a_table_without_odds_or_bands_has_no_such_column() -> None:
    with pytest.raises(KeyError):
        SEARCH.column_at_odds(1, 1)
    with pytest.raises(KeyError):
        CRT.column_at(3)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("DR", "DR"),
        ("DR 2", "DR"),
        ("DR2", "DR"),
        ("DE", "DE"),
        ("D", "D"),
        ("Draw", None),
        ("", None),
    ],
)
def test_a_result_is_found_at_the_head_of_a_cell(text: str, found: str | None) -> None:
    result = CRT.result(text)
    assert (result.result if result else None) == found


def test_a_shift_is_a_whole_number_of_columns() -> None:
    assert Entry(id="a", value=-2, shift=True).shift
    with pytest.raises(ValueError, match="whole number of columns"):
        Entry(id="a", value="two", shift=True)


def test_paper_has_a_name_or_a_size() -> None:
    assert paper_size("letter") == PAPERS["letter"]
    assert paper_size("100mm x 8in") == (100.0, 203.2)


@pytest.mark.parametrize(
    ("fields", "sides"),
    [
        ({"charts": [{"chart": "a"}]}, 1),
        ({"charts": [{"chart": "a"}, {"chart": "b"}, {"chart": "c"}]}, 2),
        ({"pages": [[{"chart": "a"}]]}, 1),
        ({"pages": [[{"chart": "a"}], [{"chart": "b"}]]}, 2),
        ({"pages": [[{"chart": "a"}]], "fold": "half"}, 2),
    ],
)
def test_an_aid_knows_its_sides(fields: dict[str, Any], sides: int) -> None:
    assert Aid.model_validate({"id": "a", "name": "A", **fields}).sides == sides


GAME = """\
id: g
name: G
version: "1"
theme: admiralty
credits: {design: x, edition: y, notice: z}
sides: [{id: A}]
"""


@pytest.fixture
def broken(tmp_path: Path) -> Callable[[str], str]:
    """The troubles of a small game with these charts."""

    def read(charts: str) -> str:
        (tmp_path / "scenarios").mkdir()
        files = {
            "game.yaml": GAME,
            "map.yaml": "maps: [{id: m, name: M, width: 90mm, height: 90mm}]\n",
            "counters.yaml": "counters: [{id: c, name: C, faces: [{id: front}]}]\n",
            "scenarios/s.yaml": "id: s\nname: S\nplacements: []\n",
            "charts.yaml": charts,
        }
        for name, text in files.items():
            (tmp_path / name).write_text(text, "utf-8")
        with pytest.raises(DefinitionError) as caught:
            load_game(tmp_path)
        return str(caught.value)

    return read


@pytest.mark.parametrize(
    ("chart", "said"),
    [
        ("kind: notes, lines: ['{icon:dye}']", "charts.yaml:1:48: no symbol 'dye'"),
        ("kind: key, pieces: [{counter: cc}]", "no counter 'cc'"),
        ("kind: key, pieces: [{counter: c, calls: [{says: x}]}]", "points either to a part: or"),
        ("kind: track, of: Turns", "no track 'Turns'"),
        ("kind: track, first: 9, last: 3", "a track runs upwards"),
        ("kind: form, rows: 2, columns: [{}], map: mm", "no map 'mm'"),
        ("kind: roster, counters: [cc]", "no counter or kind 'cc'"),
        ("kind: roster, counters: [c], boxes: [{name: x}]", "counted either by count: or"),
        ("kind: terrain, map: mm", "no map 'mm'"),
        ("kind: table, rows: [], columns: [], beside: [nn]", "no chart 'nn'"),
        ("kind: table, rows: [], columns: [{id: a, odds: [2, 1]}, {id: b, odds: [4, 2]}]", "odds rise"),
        ("kind: table, rows: [], columns: [{id: a, band: [1, 5]}, {id: b, band: [5, 9]}]", "this band holds"),
        ("kind: table, rows: [], columns: [{id: a, band: [5, 1]}]", "from its lowest to its highest"),
        ("kind: table, columns: [{id: a}], rows: [{cells: {a: 1}, swatch: bleu}]", "no colour 'bleu'"),
    ],
)  # fmt: skip
def test_a_wrong_chart_is_told(broken: Callable[[str], str], chart: str, said: str) -> None:
    assert said in broken(f"charts: [{{id: x, name: X, {chart}}}]\n")


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("[{id: BBB, cells: {strength: 8}}]", r"mine\.yaml:5:.*no counter takes.*'BBB'.*'BB'"),
        ("[{id: BB, cells: {strenght: 8}}]", "no column 'strenght'; did you mean 'strength'"),
    ],
)
def test_an_overlay_for_no_counter_is_told(rows: str, told: str, tmp_path: Path) -> None:
    overlay = tmp_path / "mine.yaml"
    chart = f"  charts:\n    - id: ships\n      rows: {rows}\n"
    overlay.write_text(f"overlay: {{id: mine}}\ncharts:\n{chart}", "utf-8")
    with pytest.raises(DefinitionError, match=told):
        load_game("graf_spee", [overlay])


def test_a_hole_in_a_table_of_dice_is_told(tmp_path: Path) -> None:
    overlay = tmp_path / "mine.yaml"
    chart = "  charts:\n    - id: loss\n      columns: [{id: lost}]\n"
    overlay.write_text(f"overlay: {{id: mine}}\ncharts:\n{chart}", "utf-8")
    with pytest.raises(DefinitionError, match="the row of 1 to 1 has no cell in the column 'lost'"):
        load_game("graf_spee", [overlay])


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (lambda g: g.table("movement"), "the definition has no table 'movement'; accepted: ships, "),
        (lambda g: g.values("ships"), "the definition has no chart of values 'ships'; accepted: "),
        (lambda g: g.number(NumberFrom(chart="ships", row="CV")), "the definition has no chart of values 'ships'; accepted: raiding, movement, "),
        (lambda g: g.values("movement").value("piece"), "the chart 'movement' has no entry 'piece'; accepted: refuel_bonus, supply_ships, supply_uses, pieces"),
        (lambda g: g.table("ships").value("CX", "move"), "the chart 'ships' has no row 'CX'; accepted: "),
        (lambda g: g.table("hits").value("1", "reslt"), "the chart 'hits' has no column 'reslt'; accepted: result; did you mean 'result'?"),
        (lambda g: g.table("ships").column_at_odds(1, 1), "the chart 'ships' has no column with 'odds'"),
        (lambda g: g.counter("exeter").face("frnt"), "the counter 'exeter' has no face 'frnt'"),
        (lambda g: g.table("raid").lookup(9), "the chart 'raid' has no roll '9'; accepted: 1-3, 4-6"),
    ],
)  # fmt: skip
def test_an_unknown_name_is_told_with_the_accepted_ones(
    asked: Callable[[Any], object], told: str
) -> None:
    with pytest.raises(UnknownError) as trouble:
        asked(load_game("graf_spee"))
    assert told in str(trouble.value)

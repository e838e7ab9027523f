from __future__ import annotations

import re

import pytest

from generator.definition.schema import (
    Column,
    Game,
    Notes,
    Row,
    Table,
    Values,
)
from generator.drawing.charts import WIDTH, chart_pictures, draw_chart, draw_page
from generator.drawing.checks import findings
from generator.drawing.icons import IconError, icon_pictures
from generator.drawing.sheet import Sheet
from generator.drawing.themes import Theme


def _words(sheet: Sheet) -> list[str]:
    return [label.wanted for label in sheet.labels]


def test_every_chart_is_drawn_without_a_warning(game: Game, theme: Theme) -> None:
    pictures = list(chart_pictures(game, theme))
    assert [one.name for one in pictures] == [
        *(f"chart-{chart.id}" for chart in game.charts),
        "chart-sequence",
        "chart-summary",
    ]
    assert [(one.name, one.warnings) for one in pictures if one.warnings] == []
    assert {one.width_mm for one in pictures} == {WIDTH}


def test_a_table_shows_every_cell_the_engine_looks_up(game: Game, theme: Theme) -> None:
    table = game.table("ships")
    words = _words(draw_chart(table, theme))
    for row in table.rows:
        assert row.name in words
        for cell in row.cells.values():
            shown = {True: "yes", False: "no"}.get(cell.value, str(cell.value))  # type: ignore[call-overload]
            assert shown in words


def test_a_die_table_shows_the_faces_of_the_die(game: Game, theme: Theme) -> None:
    svg = draw_chart(game.table("raid"), theme).svg()
    # 1 to 6 have 21 pips between them.
    assert len(re.findall(r'<circle[^>]*r="0.439"', svg)) == 21


def _marks(sheet: Sheet) -> list[str]:
    return [w for w in _words(sheet) if w.startswith(("inferred", "our decision"))]


def test_what_is_not_printed_is_marked_and_explained(game: Game, theme: Theme) -> None:
    assert _marks(draw_chart(game.table("ships"), theme)) == ["inferred from the rules"]
    assert _marks(draw_chart(game.values("combat"), theme)) == [
        "our decision where the rules are silent"
    ]
    assert _marks(draw_chart(game.table("raid"), theme)) == []


def test_a_wholly_reconstructed_chart_marks_every_value(theme: Theme) -> None:
    chart = Values.model_validate(
        {
            "id": "v",
            "name": "V",
            "status": "reconstructed",
            "why": "ours",
            "entries": [{"id": "a", "value": 1}, {"id": "b", "value": 2}],
        }
    )
    sheet = draw_chart(chart, theme)
    lozenges = sheet.svg().count(f'fill="{theme.colour("signal")}"')
    assert lozenges == 3  # two values, one legend


def test_modifiers_carry_their_sign(theme: Theme) -> None:
    chart = Values.model_validate(
        {
            "id": "m",
            "name": "M",
            "kind": "modifiers",
            "entries": [{"id": "a", "value": 2}, {"id": "b", "value": -1}],
        }
    )
    assert {"+2", "−1"} <= set(_words(draw_chart(chart, theme)))


def test_notes_are_wrapped_within_the_chart(theme: Theme) -> None:
    chart = Notes(id="n", name="Notes", lines=("word " * 60, "end"))
    sheet = draw_chart(chart, theme)
    assert list(findings(sheet)) == []
    assert _words(sheet).count("end") == 1


def test_a_wide_table_with_long_heads_still_fits(theme: Theme) -> None:
    columns = tuple(Column(id=str(n), name=f"Against column {n}") for n in range(9))
    rows = tuple(
        Row.model_validate(
            {"rolls": (n, n), "cells": {column.id: {"value": n} for column in columns}}
        )
        for n in range(2, 13)
    )
    sheet = draw_chart(Table(id="t", name="Fire", dice="2d6", columns=columns, rows=rows), theme)
    assert list(findings(sheet)) == []
    assert {"2", "12"} <= set(_words(sheet))


def test_the_sequence_shows_every_step_in_order(game: Game, theme: Theme) -> None:
    words = _words(draw_page("sequence", game, theme))
    names = [
        name for step in game.sequence for name in (step.name, *(one.name for one in step.steps))
    ]
    places = [words.index(name) for name in names]
    assert places == sorted(places)


def test_every_button_has_its_icon_once(game: Game, theme: Theme) -> None:
    pictures = [one.name for one in icon_pictures(game, theme)]
    named = {one.icon for one in (*game.actions, *game.dice, *game.scores) if one.icon}  # type: ignore[attr-defined]
    assert sorted(pictures) == sorted(f"icon-{name}" for name in named)
    assert len(pictures) > 15


def test_an_icon_that_is_not_there_is_named(game: Game, theme: Theme) -> None:
    broken = game.actions[0].model_copy(update={"icon": "course_loged"})
    with pytest.raises(IconError, match="did you mean 'course_logged'"):
        list(icon_pictures(game.model_copy(update={"actions": (broken,)}), theme))

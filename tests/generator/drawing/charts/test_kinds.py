"""Every kind of chart: it is drawn without a warning, and shows what it is there to show."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.definition.schema import AnyChart, Column, Entry, Game, Row, Table, Values
from generator.drawing.charts import ChartError, chart_pictures, draw_chart
from generator.drawing.charts.drawn import set_chart
from generator.drawing.charts.panel import Panel, Pen, Setting
from generator.drawing.charts.words import status_of
from generator.drawing.checks import findings
from generator.drawing.sheet import Label, Sheet
from generator.drawing.themes import Theme


def _sheet(game: Game, theme: Theme, chart_id: str) -> Sheet:
    chart = game.chart(chart_id)
    return draw_chart(chart, theme, (), game)  # type: ignore[arg-type]


def _words(sheet: Sheet) -> list[str]:
    return [label.wanted for label in sheet.labels]


def _label(sheet: Sheet, words: str) -> Label:
    return next(label for label in sheet.labels if label.wanted == words)


def test_every_kind_is_drawn_without_a_warning(bridge: Game, theme: Theme) -> None:
    pictures = list(chart_pictures(bridge, theme))
    assert [picture.name for picture in pictures if picture.warnings] == []
    assert len(pictures) == len(bridge.charts) + 2
    assert {chart.kind for chart in bridge.charts} == {
        "table", "modifiers", "terrain", "key", "track", "form", "roster", "notes",
    }  # fmt: skip


def test_the_same_chart_has_the_same_bytes(bridge: Game, theme: Theme) -> None:
    for chart in ("crt", "terrain", "key"):
        assert _sheet(bridge, theme, chart).svg() == _sheet(bridge, theme, chart).svg()


def test_results_stand_on_the_shade_of_their_kind(bridge: Game, theme: Theme) -> None:
    sheet = _sheet(bridge, theme, "crt")
    grounds = {label.wanted: label.ground for label in sheet.labels}
    retreats = {label.ground for label in sheet.labels if label.wanted == "AR 2"}
    assert len(retreats) == 1
    assert retreats == {grounds["AR"]}  # the legend's chip
    assert grounds["AE"] not in {grounds["AR 2"], grounds["NE"]}
    assert "attacker eliminated" in grounds


def test_rows_that_hold_all_beyond_them_say_so(bridge: Game, theme: Theme) -> None:
    rows = [
        {"rolls": [low, high], "cells": {"a": "hit"}} for low, high in ((2, 6), (7, 7), (8, 20))
    ]
    whole = {"id": "t", "kind": "table", "name": "T", "dice": "2d6", "columns": [{"id": "a"}]}
    ends = {"below": "first", "above": "last"}
    for more, heads in (({}, ["2–6", "7", "8–20"]), (ends, ["≤ 6", "7", "≥ 8"])):
        sheet = draw_chart(Table.model_validate({**whole, **more, "rows": rows}), theme, (), bridge)
        assert [words for words in _words(sheet) if words in heads] == heads


def test_a_printed_cell_of_a_reconstructed_table_has_no_mark() -> None:
    whole = {"id": "t", "name": "T", "columns": [{"id": "a"}], "status": "reconstructed"}
    cells = [{"value": 1, "status": "printed"}, {"value": 2}]
    rows = [{"id": str(number), "cells": {"a": cell}} for number, cell in enumerate(cells)]
    table = Table.model_validate({**whole, "why": "lost", "rows": rows})
    assert [status_of(table, row.cells["a"]) for row in table.rows] == ["", "reconstructed"]


def test_modifiers_stand_right_beside_their_table(bridge: Game, theme: Theme) -> None:
    sheet = _sheet(bridge, theme, "crt")
    right_of_table = max(x for x, _ in _label(sheet, "3:1").corners)
    modifier = _label(sheet, "Across a river")
    assert min(x for x, _ in modifier.corners) > right_of_table
    assert "−1" in _words(sheet)


def test_what_stands_beside_a_table_counts_for_its_legend(bridge: Game, theme: Theme) -> None:
    assert "our decision where the rules are silent" in _words(_sheet(bridge, theme, "crt"))


def test_a_wide_table_has_its_neighbours_below(bridge: Game, theme: Theme) -> None:
    crt = bridge.table("crt")
    columns = tuple(Column(id=str(n), name="Against armour") for n in range(8))
    rows = tuple(
        row.model_copy(update={"cells": {str(n): row.cells["1:1"] for n in range(8)}})
        for row in crt.rows
    )
    wide = crt.model_copy(update={"columns": columns, "rows": rows})
    sheet = draw_chart(wide, theme, (), bridge)
    table = max(y for _, y in _label(sheet, "AR 2").corners)
    assert min(y for _, y in _label(sheet, "Across a river").corners) > table
    assert list(findings(sheet)) == []


def test_columns_shift_by_an_arrow_and_the_die_by_none(bridge: Game, theme: Theme) -> None:
    words = _words(_sheet(bridge, theme, "modifiers"))
    assert any("arrow" in line for line in words)
    plain = bridge.values("modifiers").model_copy(
        update={"entries": tuple(bridge.values("modifiers").entries[1:])}
    )
    assert not any("arrow" in line for line in _words(draw_chart(plain, theme)))


def test_long_cells_are_set_as_running_text(bridge: Game, theme: Theme) -> None:
    words = _words(_sheet(bridge, theme, "search"))
    said = " ".join(words)
    assert "a shadow only, which is lost" in said
    assert _label(_sheet(bridge, theme, "terrain"), "one column").face == "sans bold"


def test_a_terrain_chart_has_a_row_for_each_kind_on_the_map(bridge: Game, theme: Theme) -> None:
    words = _words(_sheet(bridge, theme, "terrain"))
    assert {"Clear", "Woods", "Town", "Movement", "Foot", "2"} <= set(words)
    assert "inferred from the rules" in words


def test_call_outs_are_left_and_right_of_the_counter(bridge: Game, theme: Theme) -> None:
    sheet = _sheet(bridge, theme, "key")
    assert max(x for x, _ in _label(sheet, "Class").corners) < min(
        x for x, _ in _label(sheet, "Guns").corners
    )
    assert "Exeter" in _words(sheet)


@pytest.mark.parametrize(
    ("calls", "said"),
    [
        ("{part: rigth, says: x}", "did you mean 'right'"),
        ("{part: text, says: x}", "accepted: symbol, guns, title, left, right"),
    ],
)
def test_a_call_out_to_nothing_says_what_there_is(
    make: Callable[..., Game], theme: Theme, calls: str, said: str
) -> None:
    game = make(
        charts="charts: [{id: key, kind: key, name: K, pieces: "
        f"[{{counter: exeter, calls: [{calls}]}}]}}]"
    )
    with pytest.raises(ChartError, match=f"chart 'key': .*{said}"):
        list(chart_pictures(game, theme))


def test_a_face_that_is_not_there_is_named(make: Callable[..., Game], theme: Theme) -> None:
    game = make(
        charts="charts: [{id: key, kind: key, name: K, pieces: [{counter: exeter, face: frnt}]}]"
    )
    with pytest.raises(ChartError, match="no face 'frnt'; accepted: front"):
        list(chart_pictures(game, theme))


def test_a_track_repeats_the_maps(bridge: Game, theme: Theme) -> None:
    words = _words(_sheet(bridge, theme, "days"))
    assert [word for word in words if word.isdigit()] == [str(n) for n in range(1, 13)]
    assert "Rain" in words


def test_a_plot_numbers_its_cells_and_shows_the_grid(bridge: Game, theme: Theme) -> None:
    words = _words(_sheet(bridge, theme, "plot"))
    assert {str(n) for n in range(1, 17)} <= set(words)
    assert {"0101", "0605", "Player", "Ship", "Date"} <= set(words)


def test_a_record_numbers_its_rows_from_where_it_begins(bridge: Game, theme: Theme) -> None:
    words = _words(_sheet(bridge, theme, "points"))
    assert [word for word in words if word.isdigit()] == ["8", "9", "10"]


def test_a_roster_has_a_box_for_each_hit(bridge: Game, theme: Theme) -> None:
    sheet = _sheet(bridge, theme, "logs")
    boxes = sheet.svg().count('height="3"')
    assert boxes == (5 + 30) + (14 + 30)
    assert {"Exeter", "Ajax", "Guns", "Notes"} <= set(_words(sheet))


@pytest.mark.parametrize("width", [50.0, 70.0, 138.0])
def test_large_counters_leave_room_for_their_words(
    bridge: Game, theme: Theme, width: float
) -> None:
    key = bridge.chart("key").model_copy(update={"width": 80.0})
    panel = Panel(width, Setting(theme, game=bridge))
    set_chart(key, panel)  # type: ignore[arg-type]
    sheet = Sheet(width, panel.height, theme)
    panel.draw(Pen(sheet, 0, 0))
    assert list(findings(sheet)) == []


TEXT = st.text("abcde fghij", min_size=0, max_size=24).map(str.strip)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    count = draw(st.integers(1, 7))
    columns = tuple(
        Column(id=f"c{n}", name=draw(TEXT), group=draw(st.sampled_from(["", "G", "Groups"])))
        for n in range(count)
    )
    rows = tuple(
        Row.model_validate(
            {
                "id": f"r{n}",
                "name": draw(TEXT),
                "cells": {column.id: {"value": draw(TEXT)} for column in columns},
                "symbol": draw(st.sampled_from(["", "tanker"])),
                "swatch": draw(st.sampled_from([None, "sea"])),
            }
        )
        for n in range(draw(st.integers(0, 6)))
    )
    return Table(id="t", name=draw(TEXT), columns=columns, rows=rows, across=draw(TEXT))


@given(tables(), st.sampled_from([1.0, 0.8]))
@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
def test_a_table_of_any_words_stays_in_its_column(theme: Theme, table: Table, scale: float) -> None:
    _held(table, theme, 138.0, scale)


@given(
    st.lists(st.tuples(TEXT, st.integers(-9, 9), st.booleans()), max_size=9),
    st.sampled_from(["values", "modifiers"]),
    st.sampled_from([60.0, 138.0]),
)
@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
def test_a_list_of_any_words_stays_in_its_column(
    theme: Theme, entries: list[tuple[str, int, bool]], kind: str, width: float
) -> None:
    listed = tuple(
        Entry(id=f"e{n}", name=name, value=value, shift=shift)
        for n, (name, value, shift) in enumerate(entries)
    )
    _held(Values(id="v", name="V", kind=kind, entries=listed), theme, width, 1.0)  # type: ignore[arg-type]


def _held(chart: AnyChart, theme: Theme, width: float, scale: float) -> None:
    panel = Panel(width, Setting(theme, scale=scale))
    set_chart(chart, panel)
    sheet = Sheet(width, panel.height, theme)
    panel.draw(Pen(sheet, 0, 0))
    assert list(findings(sheet)) == []
    units = panel.height / panel.setting.unit
    assert abs(units * 2 - round(units * 2)) < 1e-6  # on the baseline grid, in half lines


def test_a_chart_too_high_for_paper_is_told(theme: Theme) -> None:
    entries = tuple(Entry(id=f"e{n}", name="A long name " * 8, value=n) for n in range(80))
    sheet = draw_chart(Values(id="v", name="V", entries=entries), theme)
    assert any("more than a sheet of paper holds" in line for line in findings(sheet))

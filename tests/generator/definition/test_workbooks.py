"""Counters from XLSX workbooks, sound and hostile."""
# ruff: noqa: E501 (the tables below read better with a case a line)

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import Workbook  # type: ignore[import-untyped]

from generator.definition import workbooks
from generator.definition.memory import Memory
from generator.definition.reader import read_again

from .conftest import Folder

HEAD = ("id", "name", "template", "values.strength")


def _workbook(*lines: Sequence[object], sheet: str = "Reds", second: str = "") -> bytes:
    book = Workbook()
    book.active.title = sheet
    for line in lines:
        book.active.append(line)
    if second:
        book.create_sheet(second).append(["id"])
    data = BytesIO()
    book.save(data)
    return data.getvalue()


def _with(tiny: Folder, data: bytes, rows: str = "units.xlsx") -> None:
    tiny.write("units.xlsx", data)
    tiny.change("counters.yaml", "templates:", f"rows: [{rows}]\ntemplates:")


def test_a_row_of_a_sheet_is_a_counter(tiny: Folder) -> None:
    _with(tiny, _workbook(HEAD, ("t8", "Tiger", "tank", 9), (), ("t9", 88.0, "tank", 2.5)))
    game = tiny.load()
    assert (game.counter("t8").name, game.counter("t8").values["strength"]) == ("Tiger", 9)
    assert (game.counter("t9").name, game.counter("t9").values["strength"]) == ("88", 2.5)


def test_a_sheet_is_chosen_by_its_name(tiny: Folder) -> None:
    data = _workbook(HEAD, ("t8", "Tiger", "tank", 9), second="Blues")
    _with(tiny, data, "{file: units.xlsx, sheet: Reds}")
    assert tiny.load().counter("t8").name == "Tiger"


def test_rows_may_be_of_csv_files_too(tiny: Folder) -> None:
    tiny.write("more.csv", "id,name,template\nt9,Ace,tank\n")
    tiny.change("counters.yaml", "templates:", "rows: [more.csv]\ntemplates:")
    assert tiny.load().counter("t9").name == "Ace"


def test_a_workbook_that_stays_the_same_is_read_once(
    tiny: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = _workbook(HEAD, ("t8", "Tiger", "tank", 9))
    _with(tiny, data)
    opened: list[bytes] = []
    really = workbooks.Workbook._opened

    def counted(book: workbooks.Workbook, data: bytes, values: bool = True) -> object:
        opened.append(data)
        return really(book, data, values)

    monkeypatch.setattr(workbooks.Workbook, "_opened", counted)
    memory = Memory()
    for _ in range(2):
        reading = read_again(tiny.path, (), memory)
        assert reading.game.counters[-1].name == "Tiger"
        assert opened == [data]
    tiny.write("units.xlsx", _workbook(HEAD, ("t8", "Panther", "tank", 9)))
    assert read_again(tiny.path, (), memory).game.counters[-1].name == "Panther"


def test_a_folder_that_is_named_as_a_file_is_no_file(tiny: Folder) -> None:
    for name in ("old.xlsx", "old.csv", "scenarios/old.yaml", "art/layouts/old.yaml"):
        (tiny.path / name).mkdir(parents=True)
    assert tiny.load().layouts == ()


def test_a_change_in_a_workbook_is_seen(tiny: Folder) -> None:
    _with(tiny, _workbook(HEAD, ("t8", "Tiger", "tank", 9)))
    assert tiny.load().counter("t8").name == "Tiger"
    tiny.write("units.xlsx", _workbook(HEAD, ("t8", "Panther", "tank", 9)))
    assert tiny.load().counter("t8").name == "Panther"


def test_words_and_dates_and_truth_are_what_they_look_like(tiny: Folder) -> None:
    head = ("id", "name", "template", "values.won", "values.day", "values.hex")
    _with(tiny, _workbook(head, ("t8", "Tiger", "tank", True, date(1943, 7, 5), "0304")))
    values = tiny.load().counter("t8").values
    assert (values["won"], values["day"], values["hex"]) == (True, "1943-07-05", "0304")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([("id", "nmae"), ("t9", "Ace")], "units.xlsx[Reds]:1:2: unknown key 'nmae'"),
        ([HEAD, ("t9", "Ace", "tnak")], "units.xlsx[Reds]:2:3: no template 'tnak'"),
        ([("id", "name", "id")], "units.xlsx[Reds]:1:3: the heading 'id' occurs twice"),
        ([("id", "name"), ("t9", "Ace", "extra")], "units.xlsx[Reds]:2:3: 3 cells under 2 headings"),
        ([HEAD, ("t9", "Ace", "tank", "=1+2")], "units.xlsx[Reds]:2:4: a formula without a result"),
        ([HEAD, ("t9", "Ace", "tank", "#REF!")], "units.xlsx[Reds]:2:4: the formula gives #REF!"),
        ([HEAD, ("t9", "x" * 3000, "tank")], "units.xlsx[Reds]:2:2: more than 2000 letters"),
        ([HEAD, ("t1", "Ace", "tank")], "units.xlsx[Reds]:2:1: the counter 't1' occurs twice"),
        ([range(300)], "units.xlsx[Reds]:1:201: more than 200 cells in a line"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_sheet_row_and_column(
    tiny: Folder, lines: Sequence[Sequence[object]], told: str
) -> None:
    _with(tiny, _workbook(*(list(line) for line in lines)))
    assert tiny.broken()[0].startswith(told)


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("{file: units.xlsx, sheet: Res}", "no sheet 'Res'; did you mean 'Reds'? accepted: Reds, Blues"),
        ("units.xlsx", "it has several sheets; add sheet: with one of Reds, Blues"),
        ("unit.xlsx", "no file 'unit.xlsx' beside it; XLSX files here: units.xlsx"),
        ("{file: units.xlsx, seet: Reds}", "unknown key 'seet'; did you mean 'sheet'? accepted: file, sheet"),
        ("../units.xlsx", "no file '../units.xlsx' beside it"),
    ],
)  # fmt: skip
def test_a_sheet_that_is_not_there_is_told_where_it_is_named(
    tiny: Folder, rows: str, told: str
) -> None:
    _with(tiny, _workbook(HEAD, second="Blues"), rows)
    troubles = tiny.broken()
    assert any(line.startswith("counters.yaml:1:") and told in line for line in troubles)


def test_sheets_are_not_for_csv_files(tiny: Folder) -> None:
    tiny.write("more.csv", "id,name,template\nt9,Ace,tank\n")
    tiny.change("counters.yaml", "templates:", "rows: [{file: more.csv, sheet: Reds}]\ntemplates:")
    assert "'more.csv' has no sheets" in tiny.broken()[0]


def _repacked(data: bytes, part: str, text: bytes) -> bytes:
    """A workbook with one part of its own replaced."""
    packed = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(packed, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, text if name == part else old.read(name))
    return packed.getvalue()


SHEET = "xl/worksheets/sheet1.xml"
LAUGHS = (
    b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
    b"<worksheet>&b;</worksheet>"
)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"id,name\n", "no XLSX file"),
        (b"", "no XLSX file"),
        (_repacked(_workbook(HEAD), SHEET, LAUGHS), "has a document type"),
        (_repacked(_workbook(HEAD), SHEET, b"<worksheet><sheetData><row"), "no valid XLSX"),
        (_repacked(_workbook(HEAD), "xl/workbook.xml", b"<a/>"), "it has no sheets"),
        (_repacked(_workbook(HEAD), SHEET, b" " * (40 << 20)), "32 MiB unpacked"),
    ],
)
def test_a_hostile_workbook_is_a_trouble_and_no_more(tiny: Folder, data: bytes, told: str) -> None:
    _with(tiny, data)
    (trouble,) = tiny.broken()
    assert trouble.startswith("counters.yaml:1:8: units.xlsx: ") and told in trouble


def test_a_cell_far_down_does_not_make_a_million_rows(tiny: Folder) -> None:
    book = Workbook()
    book.active.title = "Reds"
    book.active.append(HEAD)
    book.active["A1048576"] = "t9"
    data = BytesIO()
    book.save(data)
    _with(tiny, data.getvalue())
    assert tiny.broken()[0].startswith(f"units.xlsx[Reds]:{workbooks.MAX_LINES + 1}:1: more than")


def test_what_an_open_spreadsheet_leaves_behind_is_passed_over(tiny: Folder) -> None:
    tiny.write("~$units.xlsx", b"locked")
    tiny.load()


@pytest.mark.parametrize("lines", [[], [HEAD]])
def test_a_sheet_without_rows_is_the_only_trouble(
    tiny: Folder, lines: Sequence[Sequence[object]]
) -> None:
    _with(tiny, _workbook(*lines))
    tiny.change("scenarios/one.yaml", "pieces: [flag]", "pieces: [flag, ace]")
    (trouble,) = tiny.broken()
    assert trouble.startswith("units.xlsx[Reds]:1:1: no rows")


def test_an_old_workbook_is_to_be_saved_anew(tiny: Folder) -> None:
    tiny.write("u.xls", b"\xd0\xcf\x11\xe0")
    _with(tiny, _workbook(HEAD, ("t9", "Ace", "tank", 1)), "units.xlsx, u.xls")
    (trouble,) = tiny.broken()
    assert trouble.startswith("counters.yaml:1:20: 'u.xls' is neither a CSV nor an XLSX file")
    assert "save it as .xlsx" in trouble

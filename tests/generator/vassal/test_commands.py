"""Commands as typed values: every form, and every command of the real files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.vassal import commands, encodings, saves
from generator.vassal.command_forms import FORMS, Form
from generator.vassal.commands import (
    AddPiece,
    Board,
    Chat,
    ClockControl,
    EarlyClock,
    EarlyResults,
    Event,
    Extension,
    Invite,
    Log,
    MovePiece,
    Nothing,
    PrivateNote,
    ScenarioNote,
    SecretNote,
    SetBoards,
    SetTurn,
    ShowResults,
    StoreEvents,
    Synchronize,
    Unknown,
)
from generator.vassal.records import CounterLevel, ListLevel, TurnState

# A field that ends in a backslash swallows the delimiter after it, in VASSAL as here.
words = st.text(alphabet="ab/\\\t;'|$Ä ", max_size=8).filter(lambda text: text[-1:] != "\\")
lines = st.lists(words, min_size=1, max_size=3).map("\n".join).filter(lambda t: t[-1:] != "\\")
KINDS: dict[str, st.SearchStrategy[Any]] = {
    "text": words,
    "secret": words,
    "name": words.filter(lambda text: text != "null") | st.none(),
    "int": st.integers(-(10**9), 10**9),
    "flag": st.booleans(),
    "lines": lines,
    "note": lines,
    "type": words,
    "state": words,
    "many": st.lists(words, min_size=1, max_size=3).map(tuple),
    "rest": st.text(alphabet="ab/\\\t;'", max_size=8),
}


def values_of(form: Form) -> st.SearchStrategy[Any]:
    return st.tuples(*[KINDS[field.kind] for field in form.fields]).map(
        lambda values: form.type(*values)
    )


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.type.__name__)
@given(data=st.data())
def test_every_form_gives_its_value_back(form: Form, data: st.DataObject) -> None:
    command = data.draw(values_of(form))
    assert commands.decode(commands.encode(command)) == command
    assert commands.decode(commands.encode(Log(Log(command)))) == Log(Log(command))


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.type.__name__)
def test_every_field_says_what_it_means(form: Form) -> None:
    assert form.fields
    assert all(field.meaning and field.kind in KINDS for field in form.fields)


typed = {"int", "flag", "name"}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.type.__name__)
@settings(max_examples=40)
@given(body=st.text(alphabet="a7-/:\\\t;|'x", max_size=30) | st.just("1/2/null\t3:true\tfalse"))
def test_any_text_of_any_form_is_given_back(form: Form, body: str) -> None:
    command = commands.decode(form.prefix + body)
    again = commands.encode(command)
    if "'" not in body or typed.isdisjoint(field.kind for field in form.fields):
        assert again == form.prefix + body
    # A number in needless quotes is read as VASSAL reads it, and written without them.
    assert commands.decode(again) == command


@given(st.text(alphabet="CHATUNDOLOGTURNEventsBoardPickerSYNC0123/:;\t|,\\'", max_size=30))
def test_any_text_at_all_is_given_back(text: str) -> None:
    for prefix in ("", "Events", "SpecialDiceButton0\t", "A\\tBoardPicker\t", "TURNx\t"):
        assert commands.encode(commands.decode(prefix + text)) == prefix + text


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("", Nothing()),
        ("LOG\tnull", Log(Unknown("null"))),
        ("LOG\t", Log(Nothing())),
        ("+/null/stack/A;1;2", AddPiece(None, "stack", "A;1;2")),
        ("+/'null'/stack/A;1;2", AddPiece("null", "stack", "A;1;2")),
        ("+/'7'/stack/A;1;2", AddPiece("7", "stack", "A;1;2")),
        (
            "M/7/A/1/-2/null/null/0/0/",
            MovePiece("7", "A", 1, -2, None, None, 0, 0, ""),
        ),
        (
            "Main MapBoardPicker\tNorth\\/Sea/rev\t0\t0\tB\t1\t0",
            None,
        ),
        ("TURNTurnTracker0\t0|1;0", SetTurn("TurnTracker0", "0|1;0")),
        ("CHAT<A> - x\ty", Chat("<A> - x\ty")),
        ("SpecialDiceButton1\t0\t3", EarlyResults("SpecialDiceButton1", ("0", "3"))),
        ("SHOW_RESULTS\tChits\t0\t3", ShowResults("Chits", ("0", "3"))),
        ("Eventsnull", StoreEvents(())),
        (
            "Events5,ann,moved|6,bob,a\\,b",
            StoreEvents((Event(5, "ann", "moved"), Event(6, "bob", "a,b"))),
        ),
        ("CLOCK:Red:Ann:0:9:false:true", EarlyClock("Red", "Ann", 0, 9, False, True)),
        ("CLOCKCONTROL\ttrue\tfalse", ClockControl(True, False)),
        ("SYNCann", Synchronize("ann")),
        ("INVITE\tAnn\tpw\tRoom 1", Invite("Ann", "pw", "Room 1")),
        ("NOTES\tone\ttab|two", ScenarioNote("one\ttab\ntwo")),
        ("NOTES\t'odd'|two", ScenarioNote("odd\ntwo")),
        ("PNOTE\tpw\t'odd'", PrivateNote("pw", "odd")),
        ("SNOTE\tOrder\tpw\ttrue\tat dawn", SecretNote("Order", "pw", True, "at dawn")),
        ("EXT\tMore ships", Extension("More ships")),
        ("HAKA:custom", Unknown("HAKA:custom")),
        ("M/7/A/one/2/null/null/0/0/null/p", Unknown("M/7/A/one/2/null/null/0/0/null/p")),
        ("M/7/A", Unknown("M/7/A")),
        ("PLAYER\ta\tb\tc\td", Unknown("PLAYER\ta\tb\tc\td")),
    ],
)
def test_texts_and_their_values(text: str, command: commands.Command | None) -> None:
    found = commands.decode(text)
    if command is None:
        command = SetBoards(
            "Main Map", (Board("North/Sea", 0, 0, turned=True), Board("B", 1, 0, turned=False))
        )
        assert commands.decode(commands.encode(command)) == command
        return
    assert found == command
    assert commands.encode(found) == text


def test_line_ends_of_notes_are_bars() -> None:
    note = SecretNote("Order", "pw", True, "one\ntwo | three", "1/2/2026", "German")
    assert "one|two \\| three" in commands.encode(note)
    assert commands.decode(commands.encode(note)) == note


def test_the_state_of_a_turn_counter_is_told_by_field() -> None:
    command = SetTurn("TurnTracker0", "0|3;0;true;12;1\\;0\\;0\\;true")
    below = ListLevel(1, 0, 0, (True,))
    assert command.turn == TurnState(0, (CounterLevel(3, 0, True, 12, (below,)),))
    assert SetTurn("TurnTracker0", "odd").turn == TurnState("odd", ())  # type: ignore[arg-type]


def test_every_prefix_of_the_facts_is_declared(shared: Path) -> None:
    text = (shared / "vassal/FORMAT.md").read_text("utf-8")
    table = text[text.index("| leaf | fields") : text.index("Custom modules add")]
    leaves = re.findall(r"`([^`]+)`", " ".join(row.split("|")[1] for row in table.splitlines()[2:]))
    known = {form.prefix for form in FORMS} | {"Events", "begin_save", "end_save", "LOG\t", "TURN"}
    for leaf in leaves:
        leaf = leaf.replace("\\t", "\t").replace("<map>", "").replace("<trackerId>", "")
        if leaf != "BoardPicker":
            assert any(prefix.startswith(leaf) for prefix in known), leaf


def real_files(shared: Path) -> list[Path]:
    return [
        *sorted((shared / "corpus/vassal").glob("*.v[ls]*")),
        *sorted((shared / "vassal/reference/logs").glob("*.vlog")),
        shared / "vassal/reference/reference-setup.vsav",
    ]


def test_every_command_of_the_real_files_survives_with_its_text_thrown_away(shared: Path) -> None:
    told = 0
    for file in real_files(shared):
        for _, text in saves.read(file).leaves():
            command = commands.decode(text)
            assert commands.encode(command) == text
            while isinstance(command, Log):
                command = command.command
            assert not isinstance(command, Unknown) or command.text == "null", (file.name, text)
            if isinstance(command, SetTurn):
                assert all(part.fits for part in encodings.parts("turn", command.state))
            told += 1
    assert told > 5000

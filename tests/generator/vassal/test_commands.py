"""Commands as typed values: every form, and every command of the real files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.vassal import commands, saves
from generator.vassal.command_forms import FORMS, Form
from generator.vassal.commands import (
    AddPiece,
    Board,
    Chat,
    Log,
    MovePiece,
    Nothing,
    SecretNote,
    SetBoards,
    SetTurn,
    Unknown,
)

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
    "many": st.lists(words, min_size=1, max_size=3).map(tuple),
    "rest": st.text(alphabet="ab/\\\t;'", max_size=8),
}


def values_of(form: Form) -> st.SearchStrategy[Any]:
    return st.tuples(*[KINDS[field.kind] for field in form.fields]).map(
        lambda values: form.type(*values)  # type: ignore[call-arg]
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


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("", Nothing()),
        ("LOG\tnull", Log(Unknown("null"))),
        ("LOG\t", Log(Nothing())),
        ("+/null/stack/A;1;2", AddPiece(None, "stack", "A;1;2")),
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
            told += 1
    assert told > 5000

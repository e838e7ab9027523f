"""Logs made to keep a reader busy: each would take minutes were anything in them done by twos."""

from __future__ import annotations

import pytest

from generator.errors import BroadsideError
from generator.vassal import saves
from tests.sampling import one_in
from validator.reading import listing, reader, views

SIZE = 300_000
ESC = "\x1b"
BEGIN = "begin_save\x1b\\\x1b+/1/piece;;;;A/Sea;1;1;1;0\x1bPLAYER\tpw\tAnn\tRed\x1bend_save"
CROWD = SIZE // 30


def crowd() -> str:
    """Pieces on one point."""
    return "begin_save" + "".join(
        f"\x1b+/{number}/piece;;;;A/Sea;1;1;1;0" for number in range(CROWD)
    )


def moves(*, ident: str = "{}", to: str = "{}") -> str:
    return "".join(
        f"\x1bLOG\tM/{ident.format(number)}/Sea/{to.format(number)}/1/null/Sea/1/1/null/pw"
        for number in range(CROWD // 2)
    )


def deep(levels: int, mark: str) -> str:
    return "".join("\\" * level + mark + "x" for level in range(levels))


TEXTS = {
    "backslashes": BEGIN + ESC + "LOG\tCHAT" + "\\" * SIZE + ESC + "LOG\tCHATnext",
    "separators": "begin_save" + ESC * SIZE,
    "separators and backslashes": "begin_save" + (ESC + "\\") * SIZE,
    "quotes": "begin_save" + (ESC + "'") * SIZE,
    "quoted commands": "begin_save" + (ESC + "'a\\\x1b'") * (SIZE // 6),
    "deep": "begin_save" + deep(900, ESC),
    "steps in steps": BEGIN + ESC + "LOG\t" * SIZE,
    "a roll without end": BEGIN + "\x1bLOG\tCHAT*** a" + " = 1" * SIZE,
    "names without end": BEGIN + "\x1bLOG\tCHATAnn " + "<[(Ann " * SIZE,
    "blanks": BEGIN + "\x1bLOG\tCHAT* <Ann" + " " * SIZE,
    "traits without end": BEGIN + "\x1bLOG\tD/1/" + "\t" * SIZE,
    "traits in traits": BEGIN + "\x1bLOG\tD/1/" + deep(900, "\t"),
    "a stack taken apart": crowd()
    + "\x1b+/s/stack/Sea;1;1;"
    + ";".join(map(str, range(CROWD)))
    + moves(),
    "everything on one point": crowd() + moves(to="1"),
    "a heap that is moved": crowd()
    + "\x1b+/s/stack/Sea;1;1;"
    + ";".join(map(str, range(CROWD)))
    + "\x1b+/z/piece;;;;A/Sea;9;1;1;0"
    + "\x1bLOG\tM/s/Sea/9/1/z/Sea/1/1/null/pw" * 5,
    "a step that makes everything anew": BEGIN
    + "\x1bLOG\tCHATx"
    + "".join(f"\\\x1bLOG\t+/n{number}/piece;;;;A/Sea;1;1;1;0" for number in range(CROWD))
    + "".join(f"\\\x1bLOG\t-/x{number}" for number in range(CROWD)),
    "a step with every button": BEGIN
    + "\x1bLOG\tCHATx"
    + "".join(
        f"\\\x1bLOG\tMutableProperty\tb{number}_result\t1\t2\tModule" for number in range(CROWD)
    ),
    "undone without end": BEGIN + "\x1bLOG\tUNDO\ttrue\\\x1bLOG\tCHAT* UNDO: a" * (SIZE // 40),
    "many players": "begin_save"
    + "".join(f"\x1bPLAYER\tp{number}\tn{number}\tRed" for number in range(2000))
    + "".join(f"\x1bLOG\tCHAT* n{number} moves" for number in range(2000)),
    "a label in a label": "begin_save\x1b+/1/"
    + "".join(
        "\\" * max(0, at - 1)
        + ("\t" if at else "")
        + "label;76,130;t;10;;;t;0;c;0;b;c;$pieceName$$pieceName$;;;;;"
        for at in range(60)
    )
    + "\\" * 59
    + "\tpiece;;;;AB/"
    + "".join("\\" * max(0, at - 1) + ("\t" if at else "") + "x" for at in range(60))
    + "\\" * 59
    + "\tSea;1;1;1;0",
}


@pytest.mark.parametrize("text", one_in(4, TEXTS.values()), ids=TEXTS)
@pytest.mark.slow
def test_no_log_keeps_the_reader_busy(text: str) -> None:
    try:
        view = views.view(reader.read(saves.from_bytes(text.encode(), "hostile")))
        for value in listing.event_values(view):
            assert listing.event_line(value)
        assert list(listing.table_lines(view.scene()))
    except BroadsideError as refused:
        assert "\n" not in str(refused)

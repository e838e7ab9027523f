"""Saves and logs in a folder of text: everything in words, the same bytes when packed again."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.errors import BroadsideError
from generator.vassal import commands, obfuscation, saves, trees
from generator.vassal.commands import AddPiece, ChangePiece, Chat, Command, MovePiece
from generator.vassal.obfuscation import Veil
from generator.vassal.traits import (
    basic_state,
    deck_state,
    piece_state,
    piece_type,
    stack_state,
    trait,
)
from generator.vassal.trees import ESC, Node
from generator.workbench.opened import WorkbenchError
from generator.workbench.text import save_writing, table_writing
from generator.workbench.text.archive_text import PackError
from generator.workbench.text.packing import pack
from generator.workbench.text.unpacking import unpack
from tests.generator.workbench.text.making import FIELD, entries, texts, there_and_back, zipped


def ship(ident: str, x: int, *, damage: str = "1") -> AddPiece:
    """A piece on the sea."""
    chain = (
        trait("emb2;", name="Damage", imageNames=("a.png", "b.png"), state=damage),
        trait("piece;", commonName=f"Ship {ident}"),
    )
    chain = (chain[0], chain[1].with_state(basic_state("Sea", x, 5, "7")))
    return AddPiece(ident, piece_type(chain), piece_state(chain))


def stack(ident: str, x: int, *members: str) -> AddPiece:
    return AddPiece(ident, "stack", stack_state("Sea", x, 5, members))


def game(
    pieces: Iterable[Command],
    steps: Iterable[Node] = (),
    restore: Iterable[Command | Node] = (),
    veil: Veil | None = None,
) -> bytes:
    """A save or log as a file."""
    text = saves.compose(pieces, restore, steps)
    return zipped(("savedGame", obfuscation.veil(text, veil or Veil())))


def put(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


@pytest.mark.shared
@pytest.mark.slow
def test_real_saves_and_logs_come_back(shared: Path, tmp_path: Path) -> None:
    files = [
        *sorted((shared / "corpus/vassal").glob("*.v[ls]*")),
        *sorted((shared / "vassal/reference/logs").glob("*.vlog"))[::6],
        shared / "vassal/reference/reference-setup.vsav",
    ]
    for at, path in enumerate(files):
        back = there_and_back(path, tmp_path / str(at), reveal=True)
        assert back == entries(path), path.name


def test_a_save_asks_to_be_revealed(tmp_path: Path) -> None:
    path = put(tmp_path / "x.vsav", game([ship("1", 9)]))
    with pytest.raises(WorkbenchError, match=r"every secret in it.*; say --reveal"):
        unpack(path, tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_the_table_reads_map_by_map_and_stack_by_stack(tmp_path: Path) -> None:
    pieces = [
        *(ship("12", 40), ship("11", 40), ship("13", 9)),
        *(stack("20", 40, "11", "12"), stack("21", 9), stack("22", 9, "13")),
        AddPiece("30", "deck;false;0,0,0;40;40", deck_state("Deck", 1, 2, True, ["31"])),
        AddPiece("31", "piece;;;;Card", basic_state("Deck", 1, 2, "8")),
    ]
    path = put(tmp_path / "x.vsav", game(pieces))
    assert there_and_back(path, tmp_path / "x", reveal=True) == entries(path)
    found = texts(tmp_path / "x")
    assert set(found) == {
        *("archive.yaml", "game.yaml", "order.yaml", "table/Sea.yaml", "table/Deck.yaml")
    }
    sea = found["table/Sea.yaml"].splitlines()
    assert sea[:8] == [
        *("map: Sea", "pieces:", "- stack: 20", "  state: {x: 40, y: 5}", "  pieces:"),
        *("  - piece: 11", "    traits:", "    - trait: Basic Piece"),
    ]
    assert [line for line in sea if "piece:" in line or "stack:" in line] == [
        *("- stack: 20", "  - piece: 11", "  - piece: 12", "- stack: 21", "- stack: 22"),
        "  - piece: 13",
    ]
    (tmp_path / "x/order.yaml").unlink()
    pack(tmp_path / "x", tmp_path / "y.vsav")
    assert sorted(map(str, saves.read(tmp_path / "y.vsav").position())) == sorted(
        map(str, saves.read(path).position())
    )


@pytest.mark.parametrize(
    "odd",
    [
        "+/11/mark;a\tpiece;;;;/only one state",
        "+/11",
        "+//piece;;;;A/null;0;0;;0",
        "+/20/piece;;;;A/null;0;0;;0",
        "+/1\\/1/piece;;;;A/null;0;0;;0",
        "+/11/'piece;;;;A'/null;0;0;;0",
        "+/" + "1" * 300 + "/piece;;;;A/null;0;0;;0",
    ],
)
def test_a_damaged_piece_among_others_stays_as_it_is(odd: str, tmp_path: Path) -> None:
    pieces = [odd, *map(commands.encode, (ship("12", 40), stack("20", 40, "11", "12")))]
    for order in (pieces, pieces[::-1], [*pieces[1:], odd]):
        table = Node("", tuple(map(Node, order)))
        text = trees.encode(Node("begin_save", (Node(""), table, Node("end_save"))))
        path = put(tmp_path / "x.vsav", zipped(("savedGame", text.encode())))
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        assert there_and_back(path, folder, reveal=True) == entries(path)


def test_a_step_reads_as_what_it_changed(tmp_path: Path) -> None:
    before, after = ship("1", 9), ship("1", 9, damage="2")
    told = trees.step(
        ChangePiece("1", after.state, before.state),
        MovePiece("1", "Sea", 30, 5, None, "Sea", 9, 5, None, "secret"),
        Chat("* Ship 1 is hit"),
    )
    path = put(tmp_path / "x.vlog", game([before, stack("2", 9, "1")], [told, told]))
    assert there_and_back(path, tmp_path / "x", reveal=True) == entries(path)
    lines = texts(tmp_path / "x")["steps/00001.yaml"].splitlines()
    assert lines[:10] == [
        "steps:",
        "# step 1",
        "- ChangePiece: 1",
        "  changes:",
        "  - trait: 2 Layer",
        "    state: {value: 2}",
        "  then:",
        "  - MovePiece: {id: 1, map: Sea, x: 30, y: 5, under: 'null', old_map: Sea, old_x: 9, "
        "old_y: 5, old_under: 'null', player: secret}",
        "  - Chat: '* Ship 1 is hit'",
        "# step 2",
    ]
    # The second time the piece was damaged already: what it says it was before is told.
    assert lines[10:16] == [
        *("- ChangePiece: 1", "  before:", "  - trait: 2 Layer", "    state: {}", "  changes:"),
        "  - trait: 2 Layer",
    ]


COMMANDS = st.one_of(
    st.sampled_from(
        [
            *(
                "",
                "null",
                "LOG\tnull",
                "begin_save",
                "CHAT<A> - a\\b",
                "PLAYER\tp\tn\ts",
                "NOTES\ta|b",
            ),
            *(
                "SeaBoardPicker\tA/rev\t0\t-1\tB\t1\t0",
                "SeaBoardPicker\tA\tx\t0",
                "TURNT\t0|1",
                "-/1",
            ),
            *("M/1/Sea/1/2/null/Sea/1/x/null", "M/1/a\\/b/1/2/null/Sea/1/2/null/p", "UNMASK\tnull"),
            *(
                "SNOTE\tn\to\ttrue\tt|u\td\th",
                "D/1/\t0/\t1",
                "D/9/a",
                "D/1//",
                "+/1/stack/Sea;1;2;@@1",
            ),
            *(
                "+/2/piece;;;;x/null;0;0;;0",
                "+/3/a\tb/c",
                "+/4",
                "MutableProperty\ta\tb\tc\tModule",
            ),
            *(
                "D/'1'/a/b",
                "D/1/'0'/1",
                "SeaBoardPicker\t'A'\t0\t0",
                "PNOTES\t\t",
                "PNOTE\ta\t'b|c'",
            ),
            *("SNOTE\tn\to\ttrue\t'a|b'\td", "NOTES\t'a'|b", "TURN'T'\t'0|1'", "+/'1'/stack/a;1;2"),
            *("'quoted'", "LOS\ta\t1\t2\t3\t4\ttrue", "CLOCK\ta\tb", "GlobalProperty\t;a;b;c;d"),
        ]
    ),
    FIELD,
)


@st.composite
def nodes(draw: st.DrawFn, depth: int = 3) -> Node:
    """Commands of any kind in each other."""
    text = draw(st.sampled_from(["", "LOG\t", "LOG\tLOG\t"])) + draw(COMMANDS).replace(ESC, "")
    below = draw(st.lists(nodes(depth - 1), max_size=3)) if depth else []
    return Node(text.rstrip("\\"), tuple(below))


@given(st.lists(nodes(), max_size=5), st.integers(0, 255), st.sampled_from(["!VCSK", "VOBS", ""]))
@settings(
    deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_any_commands_come_back(tmp_path: Path, made: list[Node], key: int, header: str) -> None:
    text = trees.encode(Node("begin_save", tuple(made))).encode()
    veil = Veil(header.encode(), key if header else 0, upper=key % 2 == 0 and header == "!VCSK")
    path = put(tmp_path / "x.vsav", zipped(("savedGame", obfuscation.veil(text, veil))))
    back = there_and_back(path, tmp_path / str(len(list(tmp_path.iterdir()))), reveal=True)
    assert back == entries(path)


@given(st.binary(max_size=60))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_come_back(tmp_path: Path, tail: bytes) -> None:
    path = put(tmp_path / "x.vsav", zipped(("savedGame", b"begin_save\x1b" + tail)))
    back = there_and_back(path, tmp_path / str(len(list(tmp_path.iterdir()))), reveal=True)
    assert back == entries(path)


@pytest.mark.parametrize(
    "data",
    [
        obfuscation.veil(b"begin_save\x1bend_save", Veil(key=7, upper=True, tail=b"\r\n")),
        b"!VCSKaB" + obfuscation.veil(b"begin_save", Veil(key=0xAB))[7:],
        b"!VCSK00626567696e5f736176651B656e645f73617665",
        obfuscation.veil(b"begin_save\x1bend_save", Veil(b"!VCSZ", 9)),
        obfuscation.veil(b"begin_save\x1bend_save", Veil(b"\xfd7zXZ\x00", 0)),
        obfuscation.veil(b"begin_save\x1bCHAT\xff\xfe", Veil(b"!VOBS", 9)),
        b"LOG\tCHATa\x1bLOG\tnull",
        b"begin_save\x1bCHATa\\",
    ],
)
def test_however_it_is_hidden_it_comes_back(data: bytes, tmp_path: Path) -> None:
    more = [("savedata", b"<x/>"), ("savedGame", b"begin_save"), ("extra", b"e")]
    path = put(tmp_path / "x.vsav", zipped(("savedGame", data), *more))
    assert there_and_back(path, tmp_path / "x", reveal=True) == entries(path)


def test_a_saved_game_in_no_zip_comes_back(tmp_path: Path) -> None:
    data = obfuscation.veil(b"begin_save\x1bend_save", Veil(key=9))
    unpack(put(tmp_path / "x.vsav", data), tmp_path / "x", reveal=True)
    pack(tmp_path / "x", tmp_path / "y.vsav")
    assert (tmp_path / "y.vsav").read_bytes() == data


def test_another_header_is_written_on_request(tmp_path: Path) -> None:
    path = put(tmp_path / "x.vsav", game([ship("1", 9)], veil=Veil(key=0x9B)))
    unpack(path, tmp_path / "x", reveal=True)
    for header in ("VOBS", "plain", "!VCSK"):
        pack(tmp_path / "x", tmp_path / "y.vsav", header=header)
        made = dict(entries(tmp_path / "y.vsav"))["savedGame"]
        assert made.startswith(b"begin_save" if header == "plain" else header.encode())
        assert saves.read(tmp_path / "y.vsav").text == saves.read(path).text
    with pytest.raises(BroadsideError, match="unknown header 'VOBZ'; did you mean 'VOBS'"):
        pack(tmp_path / "x", tmp_path / "y.vsav", header="VOBZ")


def folder_of(tmp_path: Path) -> Path:
    told = trees.step(ChangePiece("1", ship("1", 9, damage="2").state, ship("1", 9).state))
    data = game([ship("1", 9), stack("2", 9, "1")], [told], [commands.Player("p", "n", "s")])
    unpack(put(tmp_path / "x.vlog", data), tmp_path / "x", reveal=True)
    return tmp_path / "x"


GAME, SEA, STEPS = "game.yaml", "table/Sea.yaml", "steps/00001.yaml"
MISTAKES = [
    (GAME, "- Player:", "- Plyer:", "unknown command 'Plyer'; did you mean 'Player'?"),
    (GAME, "{id: p, ", "{", "Player lacks 'id': the player's password"),
    (GAME, "side: s", "sides: s", "unknown field 'sides'; did you mean 'side'?"),
    (GAME, "- in: table/Sea.yaml", "- in: table/Soa.yaml", "did you mean 'table/Sea.yaml'?"),
    (GAME, "- in: steps/00001.yaml", "- in: ../x.vlog", "is not a path inside the folder"),
    (GAME, "- EndSave", "- Chat: a\\", "a command that ends in a backslash would swallow"),
    (SEA, "- stack: 2", "- stock: 2", "It should begin with piece, stack, deck"),
    (SEA, "trait: Layer", "trait: Lair", "unknown trait 'Lair'; did you mean 'Layer'?"),
    (SEA, "  state: {x", "  state: {ex", "unknown field 'ex'"),
    (STEPS, "ChangePiece: 1", "ChangePiece: 7", "no piece '7' is in play"),
    (STEPS, "2 Layer", "3 Layer", "'3 Layer': the piece has traits 1 to 2"),
    (STEPS, "2 Layer", "2 Mask", "'2 Mask': trait 2 of the piece is 'Layer'"),
    (STEPS, "value: 2", "vaule: 2", "unknown field 'vaule'; did you mean 'value'?"),
    ("archive.yaml", "key: 42", "key: 420", "'420': the key is a number from 0 to 255"),
    ("archive.yaml", "'!VCSK'", "VCSK", "unknown header 'VCSK'"),
]


@pytest.mark.parametrize(("name", "old", "new", "told"), MISTAKES)
def test_a_mistake_is_told_and_nothing_is_written(
    name: str, old: str, new: str, told: str, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    text = (folder / name).read_text()
    assert old in text, text
    (folder / name).write_text(text.replace(old, new, 1))
    with pytest.raises(PackError) as raised:
        pack(folder, tmp_path / "y.vlog")
    assert any(told in line and line.startswith(name) for line in str(raised.value).splitlines())
    assert sorted(one.name for one in tmp_path.iterdir()) == ["x", "x.vlog"]


def test_hands_may_move_a_piece_and_add_a_step(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    for name, old, new in (
        ("table/Sea.yaml", "state: {x: 9, y: 5}", "state: {x: 90, y: 5}"),
        ("steps/00001.yaml", "steps:\n", "steps:\n- Chat: <n> - hello\n  then:\n  - nulls: 2\n"),
    ):
        text = (folder / name).read_text()
        (folder / name).write_text(text.replace(old, new, 1))
    pack(folder, tmp_path / "y.vlog")
    made = saves.read(tmp_path / "y.vlog")
    added = [one for one in made.position() if isinstance(one, AddPiece)]
    assert [one.state.rpartition("\t")[2] for one in added] == ["Sea;90;5;7;0", "Sea;90;5;1;@@-1"]
    assert next(iter(made.steps()))[0] == Chat("<n> - hello")


def test_a_save_does_not_go_into_the_folder_of_a_module(tmp_path: Path) -> None:
    element = b'<VASSAL.build.GameModule name="x"/>'
    unpack(put(tmp_path / "x.vmod", zipped(("buildFile.xml", element))), tmp_path / "x")
    path = put(tmp_path / "x.vsav", game([ship("1", 9)]))
    with pytest.raises(WorkbenchError, match="holds a module, and this is a save or log"):
        unpack(path, tmp_path / "x", reveal=True)


def test_large_saves_go_through_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file is so large that it could not be read at once."""
    monkeypatch.setattr(table_writing, "LARGE", 2_000)
    monkeypatch.setattr(save_writing, "LARGE", 2_000)
    pieces = [ship(str(at), at) for at in range(60)]
    steps = [trees.step(Chat("x" * 500)) for _ in range(30)]
    path = put(tmp_path / "x.vlog", game(pieces, steps))
    assert there_and_back(path, tmp_path / "x", reveal=True) == entries(path)
    found = texts(tmp_path / "x")
    assert {"table/Sea.yaml", "table/Sea (2).yaml", "steps/00001.yaml"} < found.keys()
    assert max(map(len, found.values())) < 4_000

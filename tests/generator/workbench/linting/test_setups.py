"""Many saved games in a module: each read once and as a stream, all told in a line."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.vassal import archive, commands, saves
from generator.vassal.commands import AddPiece, Player
from generator.vassal.obfuscation import Veil
from generator.workbench.linting import Report, lint, telling
from generator.workbench.linting.findings import Severity
from generator.workbench.opened import OpenModule
from generator.workbench.sources import looked_into
from tests.generator.workbench.linting.cases import (
    layer,
    module,
    one,
    part,
    piece,
    png,
    saved,
    turned,
    with_members,
)
from tests.generator.workbench.small_modules import chain_of, marker, prototype, text_of


def setups(count: int, data: bytes, **images: bytes) -> OpenModule:
    """A module with so many set-ups of the same contents."""
    named = [
        part("PredefinedSetup", name=f"{at}", file=f"{at}.vsav", useFile="true")
        for at in range(count)
    ]
    made = module(*named, pieces=(piece("Unit"),), **images)
    return with_members(made, {f"{at}.vsav": data for at in range(count)})


def findings(made: OpenModule, code: str) -> list[tuple[str, int]]:
    return [(one.message, one.count) for one in lint(made, select=[code]).findings]


def written(made: OpenModule, path: Path) -> Path:
    archive.write(path, made.to_members())
    return path


def large_save() -> bytes:
    """Much text, the pieces all different."""
    draw = random.Random(1)
    pieces = [
        AddPiece(str(100 + at), f"mark;A\tpiece;;;{draw.random()}.png;U", f"{at}\tMain;1;2;1;0")
        for at in range(2_000)
    ]
    return saves.pack(saves.Save(saves.compose(pieces, [Player("word", "Ann", "Red")])))


def most_held(path: Path) -> int:
    """Bytes that a lint holds at the most."""
    tracemalloc.start()
    try:
        with looked_into(path) as made:
            lint(made, select=["setup", "image"])
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_no_more_than_a_piece_of_a_save_is_held(tmp_path: Path) -> None:
    data = large_save()
    few = most_held(written(setups(2, data, spare=png()), tmp_path / "few.vmod"))
    many = most_held(written(setups(12, data, spare=png()), tmp_path / "many.vmod"))
    assert many - few < len(saves.from_bytes(data, "x").text)


def test_each_saved_game_is_unpacked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    before = saves.streamed

    def streamed(data: bytes, name: str) -> Iterator[bytes]:
        read.append(name)
        return before(data, name)

    monkeypatch.setattr(saves, "streamed", streamed)
    with looked_into(written(setups(3, saved(), spare=png()), tmp_path / "x.vmod")) as made:
        lint(made)
    assert read == ["0.vsav", "1.vsav", "2.vsav"]


def test_whoever_waits_is_told_of_each_saved_game() -> None:
    told: list[tuple[int, int, str]] = []
    lint(setups(3, saved()), progress=lambda done, total, doing: told.append((done, total, doing)))
    assert told[-3:] == [(0, 3, "0.vsav"), (1, 3, "1.vsav"), (2, 3, "2.vsav")]
    assert told[0][0] == 0 and len(told) > 10


@pytest.mark.parametrize(
    "where",
    [
        AddPiece("7", "emb2;;;;;;;;;;;;;false;0;0;spare.png;\tpiece;;;;U", "1\tMain;1;2;1;0"),
        AddPiece("7", "mark;Picture\tpiece;;;;U", "spare.png\tMain;1;2;1;0"),
        AddPiece("7", "piece;;;spare.png;U", "Main;1;2;1;0"),
        commands.Chat("the picture spare.png"),
        commands.SetProperty("Picture", "spare", "Main"),
    ],
)
def test_a_picture_that_only_a_saved_game_names_is_used(where: commands.Command) -> None:
    before = AddPiece("6", "mark;Picture\tpiece;;;;U", "other.png\tMain;1;2;1;0")
    text = saves.compose([before, where] if isinstance(where, AddPiece) else [before], [where])
    data = saves.pack(saves.Save(text))
    made = setups(2, data, spare=png(), lost=png())
    assert findings(made, "image.unused") == [
        (f"nothing names the image 'lost.png' ({len(png())} bytes)", 1)
    ]


@pytest.mark.parametrize("veil", [Veil(), Veil(b"VOBS", 7), Veil(b"", 0)])
def test_pieces_of_no_definition_are_counted_however_they_are_written(veil: Veil) -> None:
    pieces = [
        AddPiece("1", "piece;;;;Plain", "Main;1;2;99;0"),
        AddPiece("2", "piece;;;;Own", "Main;1;2;1;0"),
        AddPiece("3", "mark;A\tpiece;;;;Far", "x\tMain;1;2;98;1;OldZone;a/b"),
        AddPiece("4", "mark;A\tpiece;;;;Old", "x\tMain;1;2;97"),
        AddPiece("5", "mark;A\tpiece;;;;Of an extension", "x\tMain;1;2;e:97;0"),
        AddPiece("6", "mark;A\tmark;B\tpiece;;;;Deep", "x\ty\\\tMain;1;2;1;0"),
        AddPiece("7", "stack", "Main;1;2;1;2;@@-1"),
    ]
    data = saves.pack(saves.Save(saves.compose(pieces), veil))
    message = (
        "3 of the 6 pieces of '0.vsav' are of no definition of the module: changes to the module"
        " do not reach them"
    )
    assert findings(setups(1, data), "setup.pieces") == [(message, 1)]


def told(report: Report, everything: bool = False) -> str:
    return "\n".join(telling.lines(report, everything=everything))


def test_passwords_in_many_setups_are_one_line_with_the_count() -> None:
    report = lint(setups(12, saved(Player("word", "Ann", "Red"))), select=["setup"])
    assert [(one.code, one.count) for one in report.findings] == [("setup.password", 12)]
    assert "'0.vsav' and 11 more hold the passwords of 1 player (Red)" in told(report)
    assert "'7.vsav': 1" in told(report, everything=True)
    assert "'7.vsav': 1" not in told(report)


def test_silent_changes_of_many_pieces_are_one_line() -> None:
    keys = [chr(ord("a") + at) for at in range(9)]
    pieces = tuple(
        piece(f"Unit {key}", layer(name=key, increaseKeyStroke=f"{ord(key.upper())},130"))
        for key in keys
    )
    report = lint(module(pieces=pieces), select=["report.silent"])
    assert len(report.findings) == 1 and report.findings[0].count == 9
    assert "; and 6 more" in told(report)
    assert "'Unit i': Layer [i] (Ctrl+I)" in told(report, everything=True)
    assert lint(turned(marker("A", "b")), select=["report.silent"]).count(Severity.INFO) == 1


class TestBlankNames:
    def test_a_level_without_a_picture_is_none_that_is_missing(self) -> None:
        made = one(layer(imageNames=("a.png", " ", ""), increaseKeyStroke="70,130"), a=png())
        assert findings(made, "image.missing") == []

    def test_an_icon_of_blanks_is_looked_for(self) -> None:
        made = module(part("DiceButton", name="D", icon=" "), a=png())
        assert len(findings(made, "image.missing")) == 1


class TestOwnEncoder:
    """Pieces that VASSAL's own encoder cannot read may be read by the module's."""

    def broken(self, **members: bytes) -> OpenModule:
        made = module(prototypes=(prototype("Ship"),))
        slot = text_of(chain_of("Unit", marker("A", "b"))).replace("\t", " ")
        made.root.children[-1].insert(0, piece("Unit"))
        next(made.root.iter("VASSAL.build.widget.PieceSlot")).set_text(slot)
        names = {name.replace("_", "."): data for name, data in members.items()}
        return with_members(made, names)

    def test_it_is_no_trouble_then(self) -> None:
        assert len(findings(self.broken(), "piece.broken")) == 1
        other = self.broken(Own_class=b"\xca\xfe\xba\xbe java/lang/Object")
        assert len(findings(other, "piece.broken")) == 1
        own = self.broken(Own_class=b"\xca\xfe\xba\xbe VASSAL/command/CommandEncoder")
        assert findings(own, "piece.broken") == []

    def test_a_bare_build_file_that_names_an_own_class_may_have_one(self) -> None:
        made = self.broken()
        bare = OpenModule(made.path, made.document, made.build_file, {made.build_file: b""})
        assert len(findings(bare, "piece.broken")) == 1
        made.root.insert(0, part("OwnEncoder"))
        assert findings(bare, "piece.broken") == []

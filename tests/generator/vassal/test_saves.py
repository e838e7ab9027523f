"""Saves and logs: nothing lost in reading and writing, nothing believed without reason."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from generator.errors import BroadsideError
from generator.vassal import commands, saves, traits, trees
from generator.vassal.commands import AddPiece, Chat, GameUnderWay, MovePiece, Player
from generator.vassal.metadata import Metadata
from generator.vassal.obfuscation import Veil, veil
from generator.vassal.saves import Save, SaveError

LOG = b"begin_save\x1bend_save\x1bLOG\tCHATone\x1bLOG\tCHATtwo\\\x1bLOG\tUNDO\ttrue"


def zipped(**members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in members.items():
            made.writestr(name, data)
    return buffer.getvalue()


def real_files(shared: Path) -> list[Path]:
    return [
        *sorted((shared / "corpus/vassal").glob("*.v[ls]*")),
        *sorted((shared / "vassal/reference/logs").glob("*.vlog")),
    ]


def test_every_member_of_every_real_file_comes_back_byte_for_byte(shared: Path) -> None:
    for file in real_files(shared):
        save = saves.read(file)
        with zipfile.ZipFile(file) as opened:
            members = {name: opened.read(name) for name in opened.namelist()}
        with zipfile.ZipFile(io.BytesIO(saves.pack(save))) as written:
            assert {name: written.read(name) for name in written.namelist()} == members
        again = trees.encode(save.tree()).encode()
        assert again == save.text, file.name
        fresh = Save(again, save.veil, save.savedata, save.moduledata)
        with zipfile.ZipFile(io.BytesIO(saves.pack(fresh))) as written:
            assert written.read("savedGame") == members["savedGame"]


def test_a_log_is_a_position_and_steps() -> None:
    save = saves.from_bytes(zipped(savedGame=veil(LOG)), "x.vlog")
    assert list(save.position()) == [commands.BeginSave(), commands.EndSave()]
    assert list(save.steps()) == [[Chat("one")], [Chat("two"), commands.Undo(True)]]


def test_every_log_has_as_many_steps_as_vassal_counted(shared: Path) -> None:
    import json

    reference = shared / "vassal/reference"
    for told in sorted((reference / "tables").glob("*.json")):
        save = saves.read(reference / "logs" / f"{told.stem}.vlog")
        assert len(list(save.steps())) == json.loads(told.read_text())["steps"], told.name


@pytest.mark.parametrize("how", [Veil(key=3), Veil(b"VOBS", 200), Veil(b"", 0), Veil(upper=True)])
def test_any_header_is_read_in_a_zip_or_bare(how: Veil) -> None:
    payload = veil(LOG, how)
    for data in (payload, zipped(savedGame=payload)):
        save = saves.from_bytes(data, "x.vlog")
        assert save.text == LOG
        assert saves.from_bytes(saves.pack(save), "again").text == LOG


def test_digits_in_both_cases_come_back_as_they_were() -> None:
    odd = b"!VCSK2a" + b"".join(
        b"%02x" % byte if at % 2 else b"%02X" % byte
        for at, byte in enumerate(byte ^ 0x2A for byte in LOG)
    )
    save = saves.from_bytes(zipped(savedGame=odd), "x.vlog")
    with zipfile.ZipFile(io.BytesIO(saves.pack(save))) as written:
        assert written.read("savedGame") == odd


def test_a_log_of_ours_has_what_vassal_needs() -> None:
    piece = AddPiece("1", "piece;;;a.png;A", traits.basic_state("Sea", 5, 5, "1"))
    stack = AddPiece("2", "stack", traits.stack_state("Sea", 5, 5, ["1"]))
    text = saves.compose(
        [piece, stack],
        [trees.node(Player("pw", "Ann", "Red"), Player("pw2", "Bob", "Blue")), GameUnderWay()],
        [trees.step(MovePiece("1", "Sea", 9, 9, None, "Sea", 5, 5, None, "pw"))],
    )
    save = Save(text, savedata=Metadata(version="1"), moduledata=Metadata("Game", "1", "3.7.26"))
    written = saves.from_bytes(saves.pack(save), "ours.vlog")
    assert [type(command).__name__ for command in written.position()] == [
        *("BeginSave", "Nothing", "Nothing", "AddPiece", "AddPiece"),
        *("Player", "Player", "GameUnderWay", "EndSave"),
    ]
    assert len(list(written.steps())) == 1
    assert written.moduledata == Metadata("Game", "1", "3.7.26")
    assert saves.pack(save) == saves.pack(save)


def test_an_unchanged_metadata_member_keeps_its_bytes(shared: Path) -> None:
    save = saves.read(shared / "corpus/vassal/hex-n-counters-engine.vlog")
    with zipfile.ZipFile(io.BytesIO(saves.pack(save))) as written:
        assert written.read("savedata") == save.members["savedata"]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "an empty file, not a log or save"),
        (b"PK\x03\x04 hello", "damaged or truncated"),
        (zipped(other=b"x"), "another kind of zip file, not a log or save"),
        (zipped(savedGame=b""), "empty"),
        (zipped(savedGame=b"hello"), "begin_save"),
        (zipped(savedGame=b"!VCSK2b" + veil(LOG, Veil(key=0x2A))[7:]), "begin_save"),
        (zipped(savedGame=veil(LOG)[:-1]), "truncated"),
        (zipped(savedGame=bytes(9_000_000)), "neither 'begin_save' nor a known header"),
    ],
)
def test_bad_files_are_refused_in_one_line_that_names_them(data: bytes, told: str) -> None:
    with pytest.raises(BroadsideError, match=told) as caught:
        saves.from_bytes(data, "bad.vlog")
    assert str(caught.value).startswith("bad.vlog: ") and "\n" not in str(caught.value)


def read_back(save: Save) -> bytes:
    return saves.from_bytes(saves.pack(save), "again").text


def test_bytes_that_are_no_utf8_stay_as_they_are_and_read_as_in_vassal() -> None:
    text = LOG + b"\x1bLOG\tCHATcaf\xe9"
    save = saves.from_bytes(zipped(savedGame=veil(text)), "old.vlog")
    assert save.text == text
    assert list(save.steps())[-1] == [Chat("caf\ufffd")]
    assert list(save.leaves())[-1] == (1, "LOG\tCHATcaf\ufffd")
    assert trees.encode(save.tree()).encode("utf-8", "surrogateescape") == text
    assert read_back(save) == text


@pytest.mark.parametrize(
    "metadata",
    [b"<data><version>", b'<!DOCTYPE d [<!ENTITY a "b">]><data><name>&a;</name></data>', b""],
)
def test_metadata_that_cannot_be_read_is_kept_and_counts_as_none(metadata: bytes) -> None:
    data = zipped(savedGame=veil(LOG), savedata=metadata, moduledata=metadata)
    save = saves.from_bytes(data, "x.vlog")
    assert save.moduledata == save.savedata == Metadata()
    with zipfile.ZipFile(io.BytesIO(saves.pack(save))) as written:
        assert written.read("savedata") == written.read("moduledata") == metadata


@pytest.mark.parametrize(
    "text",
    [
        b"LOG\tCHATone\x1bLOG\tCHATtwo",
        b"\r\nbegin_save\x1bend_save\x1bLOG\tCHATone\x1bLOG\tCHATtwo",
        b"\xef\xbb\xbfbegin_save\x1bPLAYER\ta\tAnn\tRed\x1bLOG\tCHATone\x1bLOG\tCHATtwo",
    ],
)
def test_a_save_that_does_not_begin_as_it_should_is_executed_all_the_same(text: bytes) -> None:
    save = saves.from_bytes(zipped(savedGame=veil(text)), "x.vlog")
    assert [step[0] for step in save.steps()] == [Chat("one"), Chat("two")]
    assert read_back(save) == text


def test_what_stands_between_the_steps_is_no_step() -> None:
    text = LOG + b"\x1bCHATbetween\x1bLOG\tCHATlast\x1bend_save"
    save = saves.from_bytes(zipped(savedGame=text), "x.vlog")
    assert [step[0] for step in save.steps()] == [Chat("one"), Chat("two"), Chat("last")]


def test_steps_can_be_read_from_any_of_them() -> None:
    save = saves.from_bytes(zipped(savedGame=LOG + b"\x1b'LOG\tCHAT\\x'"), "x.vlog")
    whole = list(save.steps_from(LOG.index(b"LOG")))
    assert len(whole) == 3
    for at, (following, _) in enumerate(whole):
        assert [given for _, given in save.steps_from(following)] == [
            given for _, given in whole[at + 1 :]
        ] or at == len(whole) - 1


def test_of_two_saved_games_in_a_zip_vassal_reads_the_first() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made, pytest.warns(UserWarning, match="Duplicate"):
        made.writestr("savedGame", LOG)
        made.writestr("savedGame", LOG + b"\x1bCHATother")
    assert saves.from_bytes(buffer.getvalue(), "x.vlog").text == LOG


@pytest.mark.parametrize("header", ["!VCSK", "VOBS", "plain"])
def test_a_save_can_be_written_under_another_header(header: str) -> None:
    for how in (Veil(key=3), Veil(b"VOBS", 200), Veil(b"", 0), Veil(key=7, upper=True)):
        save = saves.from_bytes(zipped(savedGame=veil(LOG, how)), "x.vlog")
        other = saves.from_bytes(saves.pack(saves.reveiled(save, header)), "y.vlog")
        assert other.text == LOG
        assert (other.veil.header.decode() or "plain") == header
        if how.header and other.veil.header:
            assert other.veil.key == how.key
    with pytest.raises(SaveError, match=r"'VOB'; did you mean 'VOBS'\?; accepted: !VCSK, VOBS"):
        saves.reveiled(save, "VOB")


@pytest.mark.parametrize("how", [Veil(key=3), Veil(b"VOBS", 200), Veil(b"", 0)])
def test_a_file_that_is_no_zip_stays_none_and_a_zip_stays_one(how: Veil) -> None:
    payload = veil(LOG, how)
    assert saves.pack(saves.from_bytes(payload, "bare")) == payload
    with zipfile.ZipFile(
        io.BytesIO(saves.pack(saves.from_bytes(zipped(savedGame=payload), "zip")))
    ) as written:
        assert written.read("savedGame") == payload


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"gone\.vlog: no such file"):
        saves.read(tmp_path / "gone.vlog")


def test_a_write_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "x.vlog"
    saves.write(target, Save(LOG))
    assert saves.read(target).text == LOG
    assert [path.name for path in tmp_path.iterdir()] == ["x.vlog"]

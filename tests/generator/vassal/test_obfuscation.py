"""Every header in the field, both ways, and data that is damaged."""

from __future__ import annotations

import lzma
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.vassal.obfuscation import ObfuscationError, Veil, unveil, veil, veiled

TEXT = "begin_save\x1bCHAT<Ä> - 🚢".encode()


def test_hex_in_either_case_gives_the_same_text_and_the_same_bytes_back() -> None:
    lower = veil(TEXT, Veil(key=0xA7))
    upper = lower[:5] + lower[5:].upper()
    assert unveil(lower)[0] == unveil(upper)[0] == TEXT
    for data in (lower, upper):
        text, how = unveil(data)
        assert veil(text, how) == data


def test_the_key_may_be_in_another_case_than_the_digits() -> None:
    data = b"!VCSKa7" + bytes(byte ^ 0xA7 for byte in TEXT).hex().upper().encode()
    text, how = unveil(data)
    assert text == TEXT and veil(text, how) == data


def test_what_cannot_be_written_again_alike_is_told() -> None:
    assert unveil(veil(TEXT))[1].exact
    assert unveil(veil(TEXT, Veil(key=1, upper=True)))[1].exact
    assert not unveil(lzma.compress(TEXT))[1].exact
    assert not unveil(b"!VCSK2a" + b"aB" * 8)[1].exact


def test_a_line_end_after_the_digits_is_kept() -> None:
    data = veil(TEXT) + b"\r\n"
    text, how = unveil(data)
    assert text == TEXT and veil(text, how) == data


@pytest.mark.parametrize("header", [b"VOBS", b"!VOBS"])
def test_raw_bytes_after_a_raw_key(header: bytes) -> None:
    data = header + b"\x5c" + bytes(byte ^ 0x5C for byte in TEXT)
    text, how = unveil(data)
    assert (text, how) == (TEXT, Veil(header, 0x5C))
    assert veil(text, how) == data


@pytest.mark.parametrize("header", [b"!VCSZ", b"!VOXZ"])
@pytest.mark.parametrize("pack", [lzma.compress, zlib.compress])
@pytest.mark.parametrize("key", [b"", b"\x5c"])
def test_compressed_text_under_a_key_or_none(header: bytes, pack, key: bytes) -> None:  # type: ignore[no-untyped-def]
    packed = pack(TEXT)
    if key:
        packed = key + bytes(byte ^ key[0] for byte in packed)
    text, how = unveil(header + packed)
    assert text == TEXT
    again = veil(TEXT, how)
    assert unveil(again) == (TEXT, how) and again.startswith(header + key)


def test_compressed_text_goes_back_as_it_was_hidden() -> None:
    packed = bytes(byte ^ 0x5C for byte in zlib.compress(TEXT))
    for hidden in (b"5c" + packed, b"5c" + packed.hex().encode(), b"\x5c" + packed):
        text, how = unveil(b"!VCSZ" + hidden)
        assert text == TEXT
        assert veil(TEXT, how) == b"!VCSZ" + hidden


def test_bare_xz_and_plain_text() -> None:
    assert unveil(lzma.compress(TEXT))[0] == TEXT
    assert unveil(TEXT) == (TEXT, Veil(b"", 0))


@given(st.binary(max_size=200), st.integers(0, 255), st.sampled_from([b"!VCSK", b"VOBS"]))
def test_any_bytes_survive_under_any_key(data: bytes, key: int, header: bytes) -> None:
    hidden = veil(data, Veil(header, key))
    assert unveil(hidden)[0] == data


@given(
    st.binary(max_size=60),
    st.sampled_from([Veil(key=9, tail=b" \r\n"), Veil(key=0xAB, upper=True), Veil(b"VOBS", 3)]),
    st.lists(st.integers(1, 20), max_size=30),
)
def test_a_file_that_comes_in_pieces_gives_the_same(
    data: bytes, how: Veil, sizes: list[int]
) -> None:
    hidden = veil(data, how)
    pieces, at = [], 0
    for size in [*sizes, len(hidden)]:
        pieces.append(hidden[at : at + size])
        at += size
    assert unveil(iter(pieces)) == unveil(hidden)
    assert veil(*unveil(iter(pieces))) == hidden or not data


@given(st.lists(st.binary(max_size=9), max_size=5), st.sampled_from([b"!VCSK", b"VOBS", b""]))
def test_a_text_that_comes_in_pieces_is_veiled_alike(pieces: list[bytes], header: bytes) -> None:
    how = Veil(header, 0x5A, upper=True, tail=b"\n" if header == b"!VCSK" else b"")
    assert b"".join(veiled(pieces, how)) == veil(b"".join(pieces), how)


@pytest.mark.parametrize("header", [b"!VCSZ", b"\xfd7zXZ\x00"])
def test_a_text_that_comes_in_pieces_is_packed_to_one(header: bytes) -> None:
    made = b"".join(veiled([b"begin_", b"save"], Veil(header, 7)))
    assert unveil(made)[0] == b"begin_save"


def test_blanks_without_end_are_no_line_end() -> None:
    with pytest.raises(ObfuscationError, match="not a hex digit"):
        unveil(veil(TEXT) + b" " * 5_000_000)


def test_a_large_text_is_decoded_in_pieces_to_the_same() -> None:
    data = bytes(range(256)) * 40_000
    assert unveil(veil(data, Veil(key=9)))[0] == data


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"!VCSKzz00", "two hex digits"),
        (b"!VCSK", "two hex digits"),
        (b"!VCSK2a001", "truncated"),
        (b"!VCSK2a00x1", "byte 9"),
        (b"!VCSK2a00 1 1", "byte 9"),
        (b"VOBS", "nothing follows"),
        (b"!VOXZ", "no compressed data"),
        (b"!VOXZ hello", "no compressed data"),
        (lzma.compress(TEXT)[:-8], "truncated XZ"),
    ],
)
def test_damage_is_named(data: bytes, told: str) -> None:
    with pytest.raises(ObfuscationError, match=told) as caught:
        unveil(data)
    assert "\n" not in str(caught.value)


def test_a_small_file_cannot_unpack_without_end() -> None:
    bomb = lzma.compress(bytes(50_000_000))
    with pytest.raises(ObfuscationError, match="limit"):
        unveil(bomb, limit=1_000_000)


def test_an_unknown_header_is_refused_by_name() -> None:
    with pytest.raises(ObfuscationError, match="VOBS"):
        veil(TEXT, Veil(b"!ABCD", 1))

"""Seals: a hash promises a text, a salt hides it, and each seal holds the one before it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from broadside import main
from validator.hidden.plots import Entry, SealBook, entry_of, read_book, read_plots, write_book
from validator.hidden.seals import (
    Label,
    Reveal,
    Seal,
    SealError,
    Unreadable,
    digest_of,
    label_of,
    plain_text,
    read_line,
)

PLOT = "start: A3\n\n1: B3   # the coast\n2: C4 refuel\n"
WHOSE = ("--game", "graf_spee", "--side", "german")


def sealed(*args: str) -> list[str]:
    made = CliRunner().invoke(main, ["seal", *args])
    assert made.exit_code == 0, made.output
    return made.stdout.splitlines()


def refused(*args: str) -> str:
    made = CliRunner().invoke(main, ["seal", *args])
    assert made.exit_code == 2, made.output
    assert made.stderr.count("\n") == 1
    return made.stderr


@pytest.fixture
def plot(tmp_path: Path) -> Path:
    path = tmp_path / "plot.txt"
    path.write_text(PLOT, "utf-8")
    return path


def test_the_hash_can_be_made_by_hand() -> None:
    lines = b"graf_spee\ngerman\nplot.7\n\nB3\n" + b"0" * 32
    made = digest_of("graf_spee", "German", Label("plot", 7), "", "B3", "0" * 32)
    assert made == hashlib.sha256(lines).hexdigest()


def test_a_plot_is_sealed_turn_by_turn(plot: Path) -> None:
    first = sealed(str(plot), *WHOSE)
    assert [line.split()[1] for line in first] == ["start", "plot.1", "plot.2"]
    assert [line.split()[3:] for line in first] == [[], ["after", "start"], ["after", "plot.1"]]
    with plot.open("a", encoding="utf-8") as more:
        more.write("3: D4\n")
    assert [line.split()[1] for line in sealed(str(plot))] == ["plot.3"]
    assert sealed(str(plot)) == []
    texts = [read_line(line).text for line in sealed("--reveal", str(plot))]  # type: ignore[union-attr]
    assert texts == ["A3", "B3", "C4 refuel", "D4"]


def test_what_is_posted_tells_nothing_of_the_text(plot: Path) -> None:
    once = sealed(str(plot), *WHOSE)
    again = sealed(str(plot), *WHOSE, "--keep", str(plot.with_name("other.seals")))
    assert len({line.split()[2] for line in once + again}) == 6
    assert not any("B3" in line for line in once)


def test_every_salt_has_128_bits(plot: Path) -> None:
    sealed(str(plot), *WHOSE)
    salts = [line.split()[-1] for line in sealed("--reveal", str(plot))]
    assert len(set(salts)) == 3
    assert all(len(bytes.fromhex(salt)) == 16 for salt in salts)


def test_a_sealed_line_cannot_be_changed(plot: Path) -> None:
    sealed(str(plot), *WHOSE)
    kept = plot.with_suffix(".seals").read_bytes()
    plot.write_text(PLOT.replace("B3", "D4"), "utf-8")
    assert "line 3: plot.1 was sealed as 'B3'" in refused(str(plot))
    assert "sealed as 'B3'" in refused("--text", "1: D4", "--keep", str(plot.with_suffix(".seals")))
    assert plot.with_suffix(".seals").read_bytes() == kept


def test_one_line_is_sealed_by_itself(tmp_path: Path) -> None:
    keep = str(tmp_path / "atlantis.seals")
    (line,) = sealed("--text", "7: 1507", "--keep", keep, *WHOSE)
    assert line.startswith("SEAL atlantis.7 ")
    (line,) = sealed("--text", "Devonshire 3: 1202", "--keep", keep)
    assert line.split()[1] == "devonshire.3"
    (line,) = sealed("--reveal", keep, "--only", "7")
    assert line.startswith("REVEAL atlantis.7 1507 ")


def test_only_its_owner_reads_the_file(plot: Path) -> None:
    sealed(str(plot), *WHOSE)
    keep = plot.with_suffix(".seals")
    assert keep.stat().st_mode & 0o077 == 0 or keep.drive


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("B3", "line 1: 'B3': a label, a colon"),
        ("7:", "line 1: nothing stands behind the label"),
        ("1: A1\n\n1: A2", "line 3: plot.1 stands in line 1 already"),
        ("a b c: A2", "line 1: 'a b c' is no label"),
        ("# nothing", "no entry"),
        ("7: " + "x" * 501, "at most 500 letters"),
    ],
)
def test_a_bad_plot_is_told_with_its_line(plot: Path, line: str, told: str) -> None:
    plot.write_text(line + "\n", "utf-8")
    assert told in refused(str(plot), *WHOSE)
    assert not plot.with_suffix(".seals").exists()


def test_what_is_missing_or_wrong_is_named(plot: Path) -> None:
    assert "needs --game and --side" in refused(str(plot))
    assert "did you mean 'german'" in refused(str(plot), "--game", "graf_spee", "--side", "germn")
    assert "did you mean 'graf_spee'" in refused(
        str(plot), "--game", "graf_spe", "--side", "german"
    )
    assert "nothing to seal" in refused()
    assert "nothing was sealed yet" in refused("--reveal", str(plot))
    assert "needs --reveal" in refused(str(plot), "--only", "7")
    assert "cannot be read" in refused(str(plot.with_name("none.txt")), *WHOSE)
    sealed(str(plot), *WHOSE)
    assert "nothing is sealed as plot.7" in refused("--reveal", str(plot), "--only", "7")
    assert "holds seals of German" in refused(str(plot), "--side", "british")


@pytest.mark.parametrize("damage", ["{", "[]", '{"form": "x"}', '{"form": "broadside seals 1"}'])
def test_a_damaged_file_of_seals_is_refused(plot: Path, damage: str) -> None:
    plot.with_suffix(".seals").write_text(damage, "utf-8")
    assert "plot.seals" in refused(str(plot))
    assert plot.with_suffix(".seals").read_text("utf-8") == damage


def test_a_text_changed_in_the_file_of_seals_is_seen(plot: Path) -> None:
    sealed(str(plot), *WHOSE)
    keep = plot.with_suffix(".seals")
    held = json.loads(keep.read_text("utf-8"))
    held["seals"][1]["text"] = "D4"
    keep.write_text(json.dumps(held), "utf-8")
    assert "the text of plot.1 is not what was sealed" in refused("--reveal", str(plot))


# --- lines of the chat ----------------------------------------------------------------------

LABELS = st.builds(
    Label, st.from_regex(r"[a-z][a-z0-9_-]{0,9}", fullmatch=True), st.none() | st.integers(0, 9999)
)
TEXTS = st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=60)


@given(LABELS, TEXTS)
def test_lines_are_read_as_they_were_written(label: Label, text: str) -> None:
    if not text.split():
        return
    book = SealBook("g", "s").with_sealed(
        [Entry(Label("first"), "x"), Entry(label, plain_text(text))]
    )
    for one in book.kept:
        assert read_line(str(one.seal())) == one.seal()
        assert read_line(str(one.reveal())) == one.reveal()


@given(st.text(max_size=80))
def test_no_line_is_too_odd_to_be_read(line: str) -> None:
    for words in (line, f"SEAL {line}", f"REVEAL plot.7 {line}"):
        assert isinstance(read_line(words), Seal | Reveal | Unreadable | None)


def test_a_word_in_capitals_is_no_seal() -> None:
    assert read_line("SEAL TEAM SIX GOES IN") is None
    assert read_line("REVEAL your piece, please") is None
    assert read_line("seal plot.7") is None
    assert isinstance(read_line("SEAL plot.7 12ab"), Unreadable)
    assert isinstance(read_line("REVEAL plot.7 B3"), Unreadable)


def test_labels_are_read_as_people_write_them() -> None:
    assert label_of("7") == label_of("Plot.7") == label_of("plot 7") == Label("plot", 7)
    assert str(label_of("START")) == "start"
    for words in ("", "7.7", "plot.", "plot 7 8", "a|b"):
        with pytest.raises(SealError):
            label_of(words)


def test_a_book_is_read_as_it_was_written(tmp_path: Path) -> None:
    book = SealBook("graf_spee", "German").with_sealed([entry_of("7: B3 é", "plot")])
    write_book(tmp_path / "x.seals", book)
    assert read_book(tmp_path / "x.seals") == book
    (tmp_path / "p.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(SealError, match="UTF-8"):
        read_plots(tmp_path / "p.txt", "plot")

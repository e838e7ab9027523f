"""``told.yaml``: read, held against the verbs, and what it says of them."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path

import pytest

from generator.definition import load_game
from generator.places import games_folder
from validator.narrating.sentences import FILE, Group, Named, TellingError, parts_of, read_wording
from validator.rules.loading import load_rules
from validator.rules.verbs import CHANCE, Verb


class Sail(Verb):
    ship: str
    to: str | None


class Throw(Verb):
    dice: tuple[int, ...] = field(metadata=CHANCE)


def trouble(folder: Path, text: str) -> str:
    (folder / FILE).write_text(text, "utf-8")
    with pytest.raises(TellingError) as raised:
        read_wording(folder, (Sail, Throw))
    return str(raised.value)


def test_a_sentence_as_its_parts() -> None:
    assert parts_of("moves [{ship}< to {to:first}>] on") == (
        "moves ",
        Group("[", (Named(("ship",)), Group("<", (" to ", Named(("to",), "first"))))),
        " on",
    )


def test_without_the_file_nothing_is_said(tmp_path: Path) -> None:
    assert not read_wording(tmp_path, (Sail,)).verbs


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "verbs: {Sial: sails}",
            "'Sial' is not known; accepted: Sail, Throw; did you mean 'Sail'?",
        ),
        ("verbs: {Sail: 'sails to {too}'}", "Sail: 'too' is not known"),
        ("verbs: {Sail: {when: {shp: x}, says: sails}}", "did you mean 'ship'?"),
        ("verbs: {Sail: '{ship:nmber}'}", "did you mean 'number'?"),
        ("verbs: {Sail: 'sails <to {to}'}", "'>' is missing"),
        ("verbs: {Sail: 'sails to {to}]'}", "']' closes nothing"),
        ("verbs: {Sail: [[sails]]}", "names and what is said of them are expected"),
        ("verbs: {Sail: {says: sails, many: '{ships} | sail'}}", "did you mean 'ship'?"),
        ("verbs: {Sail: '{count} sail'}", "'count' is not known"),
        ("paragraphs: [Fly]", "'Fly' is not known"),
        ("vebrs: {}", "did you mean 'verbs'?"),
        ("sides: {German: [a, b, c]}", "a name is expected"),
        ("places: {chart: od}", "chart, hex, name are expected"),
        ("end: '{loser} wins'", "'loser' is not known; accepted: winner, score"),
        ("verbs: {Sail: [", "cannot be read"),
    ],
)
def test_a_mistake_is_told_with_what_is_accepted(tmp_path: Path, text: str, told: str) -> None:
    said = trouble(tmp_path, text)
    assert told in said
    assert FILE in said


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("verbs:\n  Throw: throws\n  Sial: sails", 3),
        ("verbs:\n  Throw: throws\n  Sail: 'sails to {too}'", 3),
        ("verbs:\n  Sail:\n  - says: sails\n    wehn: {}", 4),
        ("verbs: {}\nparagraphs:\n- Sail\n- Fly", 4),
        ("# Mine\nvebrs: {}", 2),
        ("verbs: {}\nsides:\n  German: [a, b, c]", 3),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    assert f"{FILE}:{line}: " in trouble(tmp_path, text)


@pytest.mark.parametrize(
    ("name", "whole"),
    [
        ("graf_spee", True),
        ("under_ten_flags", True),
        ("atlantic_chase", False),
        ("uboat_variant", False),
    ],
)
def test_the_sentences_of_a_bundled_game_fit_its_verbs(name: str, whole: bool) -> None:
    """Of a game that is still being written a new verb may be told by its name for a while."""
    folder = games_folder() / name
    rules = load_rules(load_game(name), folder)
    told = read_wording(folder, rules.module.verbs)
    silent = [kind.__name__ for kind in rules.module.verbs if kind.__name__ not in told.verbs]
    assert told.verbs
    assert not (whole and silent)

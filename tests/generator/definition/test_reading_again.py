"""A game read again gives what a first reading gives, for less work."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.definition import DefinitionError, building
from generator.definition.building import build_game
from generator.definition.memory import READINGS, Memory
from generator.definition.patterns import Patterns
from generator.definition.reader import _files, game_folder, read_again
from generator.definition.yaml_nodes import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    matching,
)

WORDS = st.sampled_from("abcd")
NODES: st.SearchStrategy[Node] = st.recursive(
    st.builds(ScalarNode, st.just("f"), st.integers(1, 99), st.integers(1, 9), WORDS),
    lambda inner: st.one_of(
        st.builds(SequenceNode, st.just("f"), st.just(1), st.just(1), st.lists(inner, max_size=4)),
        st.dictionaries(WORDS, inner, max_size=4).map(
            lambda values: MappingNode(
                "f", 1, 1, values, {name: ScalarNode("f", 2, 2, name) for name in values}
            )
        ),
    ),
    max_leaves=12,
)
PATTERNS = st.lists(
    st.tuples(
        st.lists(st.sampled_from(["a", "b", "c", "*", "**"]), max_size=4),
        st.sampled_from(["", "@", "a"]),
    ).map(lambda parts: (*parts[0], *([parts[1]] if parts[1] else []))),
    max_size=5,
)


@given(NODES, PATTERNS)
def test_one_walk_finds_what_each_pattern_finds_alone(
    root: Node, patterns: list[tuple[str]]
) -> None:
    found = [(index, id(node), str(node)) for index, node in Patterns(patterns).found(root)]
    for index, pattern in enumerate(patterns):
        alone = {str(node) for node in matching(root, pattern)}
        assert {words for at, _, words in found if at == index} == alone


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "game"
    shutil.copytree(game_folder("graf_spee"), place, ignore=shutil.ignore_patterns("__pycache__"))
    return place


EDITS = (
    ("royal_navy.csv", "exeter,Exeter,", "exeter,Ajax,"),
    ("royal_navy.csv", "hermes,Hermes,", "more,More,cruiser,cruiser_two_funnels\nhermes,Hermes,"),
    ("charts.yaml", "strength: 2,", "strength: 8,"),
    ("counters.yaml", 'title: "{name}", symbol', 'title: "HMS {name}", symbol'),
    ("counters.yaml", "template: royal_navy", "template: royal_nawy"),
    ("counters.yaml", "templates:", "templates: ["),
    ("map.yaml", "name: South Atlantic", "name: The South Atlantic"),
    ("game.yaml", "theme: admiralty", "theme: admirality"),
    ("scenarios/standard.yaml", "placements:", "placement:"),
)


@pytest.mark.slow
def test_after_every_edit_it_is_what_a_first_reading_says(folder: Path) -> None:
    memory = Memory()

    def again() -> object:
        try:
            return read_again(folder, (), memory).game
        except DefinitionError as trouble:
            return trouble.troubles

    def anew() -> object:
        try:
            return read_again(folder, (), Memory()).game
        except DefinitionError as trouble:
            return trouble.troubles

    assert again() == anew()
    for file, before, after in EDITS:
        path = folder / file
        text = path.read_text("utf-8")
        assert before in text, file
        path.write_text(text.replace(before, after), "utf-8")
        assert again() == anew(), (file, after)
        path.write_text(text, "utf-8")
        assert again() == anew(), file


def test_what_is_built_is_sealed_as_before(folder: Path) -> None:
    from generator.definition import load_game

    built = build_game(folder, _files(folder), ())
    assert built.definition_hash
    assert built == load_game(folder)


def test_unchanged_counters_are_the_very_same_after_an_edit(folder: Path) -> None:
    memory = Memory()
    before = {one.id: one for one in read_again(folder, (), memory).game.counters}
    path = folder / "royal_navy.csv"
    path.write_text(path.read_text("utf-8").replace("exeter,Exeter,", "exeter,Ajax,"), "utf-8")
    after = {one.id: one for one in read_again(folder, (), memory).game.counters}
    assert [name for name, one in after.items() if before[name] is not one] == ["exeter"]


def test_a_file_that_did_not_change_is_not_parsed_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = Memory()
    read_again(folder, (), memory)
    parsed = []
    real = building.parse
    monkeypatch.setattr(
        building, "parse", lambda text, shown: (parsed.append(shown), real(text, shown))[1]
    )
    path = folder / "charts.yaml"
    path.write_text(path.read_text("utf-8").replace("strength: 2,", "strength: 8,"), "utf-8")
    read_again(folder, (), memory)
    assert parsed == ["charts.yaml"]


def test_what_nobody_asks_for_is_forgotten_in_the_end() -> None:
    memory = Memory()
    memory.begin()
    assert memory.once("a", (1,), lambda: "first") == "first"
    assert memory.once("a", (1,), lambda: "second") == "first"
    assert memory.once("a", (2,), lambda: "third") == "third"
    for _ in range(2 * READINGS):
        memory.begin()
    assert memory.once("a", (2,), lambda: "fourth") == "fourth"


def test_work_that_failed_is_not_remembered() -> None:
    memory = Memory()

    def fails() -> str:
        raise ValueError

    for _ in range(2):
        with pytest.raises(ValueError):
            memory.once("a", (1,), fails)
    assert memory.once("a", (1,), lambda: "done") == "done"

"""YAML read quickly says what YAML read fully says."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator.definition import yaml_nodes
from generator.definition.yaml_nodes import MappingNode, Node, NotYaml, SequenceNode, parse
from generator.places import games_folder

FILES = sorted(games_folder().rglob("*.yaml"))
SIGNS = " \t\n:-,[]{}#&*!|>'\"%@`?\\ab01é\u2028\x85\ufeff~.="


def seen(node: Node) -> Any:
    """What a node says, and where; an empty value may stand anywhere before the next line."""
    if isinstance(node, MappingNode):
        keys = [(name, key.line, key.column) for name, key in node.keys.items()]
        return node.line, node.column, keys, [seen(one) for one in node.values.values()]
    if isinstance(node, SequenceNode):
        return node.line, node.column, [seen(one) for one in node.items]
    value = node.plain()
    return value if value is None else (value, node.line, node.column)


def read(text: str) -> Any:
    try:
        node, troubles = parse(text, "a file")
    except NotYaml as refused:
        return str(refused)
    return seen(node), [str(one) for one in troubles]


def read_fully(text: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    with monkeypatch.context() as without:
        without.setattr(yaml_nodes, "_read_quickly", lambda text, shown: None)
        return read(text)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_files_of_the_games_say_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = path.read_text("utf-8")
    assert yaml_nodes._read_quickly(text, "a file") is not None
    assert read(text) == read_fully(text, monkeypatch)


@pytest.mark.parametrize(
    "text",
    [
        "&map:\n  at: 1",
        "{at: 1, &map: 2}",
        "{side: !German, map: 1}",
        "- *map: 1",
        "a\tb: 1",
        "about:\t>-\n  text",
        "a\u2028: 1\n b: 2",
        "may_loo\ufeffk: [1]",
        "a: [1,\x85 2]",
        "a: 1\na: 2",
        "a: [1, 2",
        "a: 'x\nb: 2",
        "0304: yes",
        "a: &x {b: 1}\nc: {<<: *x, d: 0o7}",
        "%YAML 1.1\n---\na: 1",
        "a: 1\n---\nb: 2",
        "",
        "# nothing\n",
        "x: \u2028`|",
        "a: &m {b: 1}\nc: [*m, *m]\nd: {e: *m}\nf: *m\n",
        "a: \0",
        "- " * 60 + "x",
    ],
)
def test_whatever_is_written_says_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(text) == read_fully(text, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_what_is_misspelt_says_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(seed)
    for _ in range(100):
        lines = rng.choice(FILES).read_text("utf-8").split("\n")
        first = rng.randrange(len(lines))
        text = "\n".join(lines[first : first + rng.randint(1, 9)])
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(text) + 1)
            if rng.random() < 0.6:
                text = text[:at] + rng.choice(SIGNS) + text[at:]
            else:
                text = text[:at] + text[at + rng.randint(1, 3) :]
        assert read(text) == read_fully(text, monkeypatch), repr(text)

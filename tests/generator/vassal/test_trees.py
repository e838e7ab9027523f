"""Nesting of commands, against a decoder written as VASSAL's own is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.vassal import commands, sequences, trees
from generator.vassal.trees import ESC, NestingError, Node


def as_vassal_decodes(text: str, depth: int = 0) -> Iterator[tuple[int, str]]:
    """``GameModule.decode``: token by token, the first decoded again while anything comes off."""
    first, *rest = sequences.decode(text, ESC)
    if first == text:
        yield depth, first
    else:
        yield from as_vassal_decodes(first, depth)
    for token in rest:
        yield from as_vassal_decodes(token, depth + 1)


def rows(node: Node, depth: int = 0) -> Iterator[tuple[int, str]]:
    yield depth, node.text
    for child in node.children:
        yield from rows(child, depth + 1)


@given(st.text(alphabet=["\x1b", "\\", "'", "a", "b"], max_size=24))
@example("a\x1b'b\x1b\\c'\x1bd")
@example("\x1b\\\x1ba")
@example("''a''")
def test_any_text_is_nested_as_vassal_nests_it_and_comes_back(text: str) -> None:
    expected = [leaf for _, leaf in as_vassal_decodes(text)]
    assert [leaf.decode() for _, leaf in trees.leaves(text.encode())] == expected
    tree = trees.parse(text)
    assert [node.text for node in tree.walk()] == expected
    assert trees.encode(tree) == text


# A command alone in quotes loses them in VASSAL; one that ends in a backslash swallows the next.
leaf_texts = st.text(alphabet="ab'\\/\t ", max_size=6).filter(
    lambda text: text[-1:] != "\\" and not (text[:1] == text[-1:] == "'")
)
nodes = st.recursive(
    leaf_texts.map(Node),
    lambda below: st.builds(
        lambda text, children: Node(text, tuple(children)),
        leaf_texts,
        st.lists(below, max_size=4),
    ),
    max_leaves=20,
)


@given(nodes)
def test_a_tree_of_ours_is_read_by_vassal_with_the_same_commands(tree: Node) -> None:
    text = trees.encode(tree)
    assert list(as_vassal_decodes(text)) == list(rows(tree))
    assert list(rows(trees.parse(text))) == list(rows(tree))


def test_a_chat_line_that_ends_in_a_backslash_swallows_the_next_step() -> None:
    text = "begin_save\x1bend_save\x1bLOG\tCHATa\\\x1bLOG\tCHATb\x1bLOG\tCHATc"
    tree = trees.parse(text)
    steps = [child for child in tree.children if child.text.startswith("LOG")]
    assert [[node.text for node in step.walk()] for step in steps] == [
        ["LOG\tCHATa", "LOG\tCHATb"],
        ["LOG\tCHATc"],
    ]
    assert trees.encode(tree) == text


def test_such_a_line_is_never_written() -> None:
    tree = trees.node(commands.BeginSave(), commands.Chat("a\\"), commands.EndSave())
    with pytest.raises(NestingError, match="swallow"):
        trees.encode(tree)


def test_a_step_is_its_first_command_with_the_others_below() -> None:
    step = trees.step(commands.Chat("a"), commands.Undo(True), commands.RemovePiece("7"))
    assert trees.encode(step) == "LOG\tCHATa\x1bLOG\tUNDO\ttrue\x1bLOG\t-/7"


def test_nesting_beyond_the_limit_is_refused() -> None:
    deep = "a" + "".join("\\" * level + ESC + "b" for level in range(6000))
    with pytest.raises(NestingError, match="5,000"):
        trees.parse(deep)
    assert sum(1 for _ in trees.leaves(deep.encode(), max_depth=7000)) == 6001


def test_quotes_nested_without_end_are_refused() -> None:
    text = "a"
    for _ in range(300):
        text = sequences.encode(["'x", text + "'"], ESC)
    with pytest.raises(NestingError):
        list(trees.leaves(text.encode()))


@pytest.mark.slow
def test_a_hundred_thousand_siblings_are_read_in_one_pass() -> None:
    text = "begin_save" + "\x1bCHATx" * 100_000
    assert len(trees.parse(text).children) == 100_000


def test_a_long_line_of_backslashes_is_no_depth() -> None:
    text = "begin_save\x1bLOG\tCHAT" + "\\" * 9000 + "\x1bLOG\tCHATb"
    assert [depth for depth, _ in trees.leaves(text.encode())] == [0, 1, 2]
    assert trees.encode(trees.parse(text)) == text


@given(st.text(alphabet=["\x1b", "\\", "'", "a", "b"], max_size=40), st.integers(1, 9))
def test_a_text_cut_in_pieces_has_the_same_leaves(text: str, size: int) -> None:
    whole = list(trees.leaves(text.encode()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trees, "_CHUNK", size)
        assert list(trees.leaves(text.encode())) == whole


@given(st.text(alphabet=["\x1b", "\\", "'", "a", "b"], max_size=24))
@example("a\x1b'b\x1b\\c'\x1bd")
def test_children_within_their_bounds_have_the_leaves_of_the_whole(text: str) -> None:
    raw = text.encode()
    (_, end), *below = trees.bounds(raw)
    found = list(trees.leaves(raw, end=end))
    for begin, stop in below:
        found += trees.child(raw[begin:stop])
    assert found == list(trees.leaves(raw))
    assert [list(trees.bounds(raw, begin)) for begin, _ in below] == [
        below[at:] for at in range(len(below))
    ]

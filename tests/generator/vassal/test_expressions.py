"""VASSAL's BeanShell expressions: what is read, what is refused and where, and written back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.vassal import expressions as exp
from generator.vassal.expression_trees import (
    PRECEDENCE,
    Assignment,
    Binary,
    Call,
    Cast,
    Conditional,
    Index,
    Literal,
    Member,
    Name,
    Node,
    Postfix,
    Unary,
    walk,
    write,
)
from generator.vassal.expressions import ExpressionError

names = st.sampled_from(["Moved", "_x", "$Side$", "Größe", "Type2"])
literals = st.sampled_from(
    ['"a b"', '"\\"q\\""', "'x'", "42", "0x1F", "07", "1.5f", "3L", "true", "null"]
).map(Literal)


def _branches(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    targets = inner.filter(lambda node: isinstance(node, Name | Call | Index | Member))
    return st.one_of(
        st.builds(Call, st.sampled_from(["SumStack", "Name.contains"]), _arguments(inner)),
        st.builds(Unary, st.sampled_from("-+!~"), inner),
        st.builds(Unary, st.just("--"), targets),
        st.builds(Postfix, st.just("++"), targets),
        st.builds(Binary, st.sampled_from(sorted(set(PRECEDENCE) - {"instanceof"})), inner, inner),
        st.builds(Binary, st.just("instanceof"), inner, st.just(Name("String"))),
        st.builds(Conditional, inner, inner, inner),
        st.builds(Assignment, st.sampled_from(["=", "+="]), targets, inner),
        st.builds(Cast, st.just("int"), inner),
        st.builds(Index, inner, inner),
        st.builds(
            Member,
            inner.filter(lambda node: not isinstance(node, Name)),
            st.just("length"),
            _arguments(inner),
        ),
    )


def _arguments(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[tuple[Node, ...]]:
    return st.lists(inner, max_size=3).map(tuple)


trees = st.recursive(st.one_of(names.map(Name), literals), _branches, max_leaves=12)


@given(trees)
def test_what_is_written_is_read_as_the_same_tree(tree: Node) -> None:
    assert exp.parse(write(tree)) == tree


def test_a_not_before_a_complement_is_no_comparison() -> None:
    assert exp.parse("{!~Moved}") == Unary("!", Unary("~", Name("Moved")))
    assert exp.parse("{a !~ b}") == Binary("!~", Name("a"), Name("b"))


@pytest.mark.parametrize(
    "text", ["1;é1", "a ==é1", '" é" +é1', "a instanceof/**/é1", "b ?é1 : 'ü'", '""" "é """ +é1']
)
def test_a_name_that_begins_with_an_accent_is_not_lost_behind_a_blank(text: str) -> None:
    assert exp.parse(write(exp.parse(text))) == exp.parse(text)


@pytest.mark.parametrize(
    ("text", "read"),
    [("{Übermacht + 1}", "Übermacht"), ("1+Übermacht", "Übermacht"), ("1 + Übermacht", "bermacht")],
)
def test_of_a_name_behind_a_blank_an_accented_letter_is_lost(text: str, read: str) -> None:
    """As VASSAL 3.7.26 asks for the property."""
    assert [one.text for one in walk(exp.parse(text)) if isinstance(one, Name)] == [read]
    lost = [] if read[0] == "Ü" else [(4, "Übermacht")]
    assert list(exp.lost_letters(text)) == lost


@given(st.text(alphabet="ab1.\"'{}()[]+-=!<>&|?:,; é\\", max_size=20))
def test_any_text_is_read_or_refused_at_a_place_in_it(text: str) -> None:
    try:
        tree = exp.parse(text)
    except ExpressionError as trouble:
        assert 0 <= trouble.at <= len(text)
    else:
        assert exp.parse(write(tree)) == tree


def test_operators_bind_as_in_java() -> None:
    assert write(exp.parse("{a||b&&c==d+e*-f}")) == "a || b && c == d + e * -f"
    assert exp.parse("a - b - c") == exp.parse("(a - b) - c")
    assert exp.parse("a ? b : c ? d : e") == exp.parse("a ? b : (c ? d : e)")


def test_a_match_is_one_operator() -> None:
    assert exp.parse("a =~ b") == Binary("=~", Name("a"), Name("b"))


def test_places_count_from_the_first_character_of_the_field() -> None:
    tree = exp.parse("  {a == Moved}")
    assert isinstance(tree, Binary)
    assert tree.right.at == 8


def test_a_text_is_what_its_escapes_stand_for() -> None:
    tree = exp.parse('{"a\\"b\\\\"}')
    assert isinstance(tree, Literal)
    assert tree.string == 'a"b\\'


@pytest.mark.parametrize(
    ("text", "at", "says"),
    [
        ('{a == "b}', 6, "no closing"),
        ("{a == 'bc'}", 6, "single character"),
        ("{a == “b”}", 6, "typographic quote"),
        ('{a == "\\d"}', 6, "backslash"),
        ("{Main Map}", 6, "operator"),
        ("{a == }", 5, "ends where a value"),
        ("{f(a, b}", 2, ") is missing"),
        ("{a)}", 2, "stands where an operator"),
        ("{if (a) b}", 1, "word of Java"),
        ("{08}", 2, "operator"),
        ("{a ? b}", 6, "ends where : "),
        ("{9999999999999}", 1, "too large"),
        ("{a // b}", 3, "comment"),
        ("{}", 0, "nothing stands here"),
    ],
)
def test_what_beanshell_cannot_read_is_refused_at_its_place(text: str, at: int, says: str) -> None:
    with pytest.raises(ExpressionError, match=says.replace(")", r"\)")) as caught:
        exp.parse(text)
    assert caught.value.at == at


def test_a_letter_of_latin_1_after_a_blank_is_taken_for_a_blank() -> None:
    assert exp.parse("x ==été") == Binary("==", Name("x"), Name("été"))
    assert exp.parse("x == été") == Binary("==", Name("x"), Name("té"))


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(ExpressionError, match="nested"):
        exp.parse("(" * 5000 + "a" + ")" * 5000)
    with pytest.raises(ExpressionError, match="nested"):
        exp.parse("!" * 5000 + "a")
    with pytest.raises(ExpressionError, match="nested"):
        exp.parse("a ? b : " * 5000 + "c")


def test_a_long_sum_is_not_deep() -> None:
    assert exp.parse(" + ".join(["a"] * 3000)) is not None


def test_walking_meets_every_node_from_left_to_right() -> None:
    found = [node.text for node in walk(exp.parse("f(a) + b[c]")) if isinstance(node, Name)]
    assert found == ["a", "b", "c"]

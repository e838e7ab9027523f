"""VASSAL's SequenceEncoder, rule by rule."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from generator.vassal import sequences

texts = st.text(alphabet="ab,;'\\\t ", max_size=12)


def test_only_the_delimiter_is_escaped() -> None:
    assert sequences.encode(["a,b", "c\\d"], ",") == "a\\,b,c\\d"


def test_a_token_that_begins_with_a_backslash_is_quoted() -> None:
    assert sequences.encode(["\\a", "b"], ",") == "'\\a',b"


def test_a_token_within_single_quotes_is_quoted_again() -> None:
    assert sequences.encode(["'a'"], ",") == "''a''"
    assert sequences.encode(["'"], ",") == "'''"


def test_a_text_that_ends_in_a_delimiter_has_an_empty_last_token() -> None:
    assert sequences.decode("a,", ",") == ["a", ""]
    assert sequences.decode("", ",") == [""]


def test_a_quoted_token_written_by_hand_loses_its_quotes() -> None:
    assert sequences.decode("'a','", ",") == ["a", "'"]


def test_a_backslash_at_the_end_of_a_token_eats_the_delimiter() -> None:
    assert sequences.decode(sequences.encode(["a\\", "b"], ","), ",") == ["a,b"]


@given(st.lists(texts, min_size=1, max_size=6), st.sampled_from(",;\t|/~"))
@example(["'", "'"], ",")
@example(["\\", ""], ",")
def test_tokens_survive_unless_one_before_the_last_ends_in_a_backslash(
    tokens: list[str], delimiter: str
) -> None:
    encoded = sequences.encode(tokens, delimiter)
    swallowed = any(token.endswith("\\") and token[0] != "\\" for token in tokens[:-1])
    if not swallowed:
        assert sequences.decode(encoded, delimiter) == tokens


@given(st.text(alphabet="ab,'\\", max_size=14))
@example("'a',b")
@example("\\a,''")
@example("\\,a\\")
def test_tokens_go_back_to_the_very_text_they_came_from(text: str) -> None:
    tokens = sequences.tokens(text, ",")
    assert tokens == sequences.decode(text, ",")
    assert sequences.encode(tokens, ",") == text


def test_a_token_written_otherwise_is_still_that_token() -> None:
    odd, plain = sequences.tokens("'a',b", ",")
    assert (odd, plain) == ("a", "b")
    assert type(odd) is sequences.Written and odd.as_written == "'a'"
    assert sequences.encode([odd, "c"], ",") == "'a',c"


@given(st.text(alphabet="a,'\\", max_size=14))
def test_the_head_is_the_first_token_and_the_rest_is_left_encoded(text: str) -> None:
    first, rest = sequences.head(text, ",")
    tokens = sequences.decode(text, ",")
    assert first == tokens[0]
    assert (rest is None) == (len(tokens) == 1)
    if rest is not None and rest[:1] != ",":
        assert sequences.decode(rest, ",") == tokens[1:]

"""Formulas are worked out alike by Python and in VASSAL's language; nothing else gets through."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.definition.formulas import LONGEST, checked, in_vassal, names_in
from validator.playing.gestures_text import evaluate

NAMES = ("Own", "Target", "Less")
TERMS = st.recursive(
    st.sampled_from([*NAMES, "0", "1", "7", "15"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        st.tuples(st.sampled_from(["max", "min"]), inner, inner).map(
            lambda t: f"{t[0]}({t[1]}, {t[2]})"
        ),
        st.tuples(inner, inner, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), inner).map(
            lambda t: f"({t[0]} if {t[1]} {t[2]} 3 else {t[3]})"
        ),
        inner.map(lambda term: f"(-{term})"),
    ),
    max_leaves=6,
).filter(lambda term: len(term) < LONGEST)


@given(TERMS, st.tuples(*[st.integers(0, 20)] * 3))
def test_a_formula_is_worth_the_same_in_vassal(formula: str, numbers: tuple[int, ...]) -> None:
    worth = dict(zip(NAMES, numbers, strict=True))
    known = {"max": max, "min": min, "__builtins__": {}}
    expected = eval(formula, known, worth)
    written = {name: str(number) for name, number in worth.items()}
    assert evaluate(in_vassal(formula), written.get) == expected


def test_the_names_in_a_formula_are_found_once_each() -> None:
    assert names_in("max(0, Own + Target - Own)") == ["Own", "Target"]


@pytest.mark.parametrize(
    "formula",
    ["Own.__class__", "open(1, 2)", "Own[0]", "1.5", "'a'", "True", "max(Own)", "Own if Own else 1",
     "1 < 2 < 3", "Own // 2", "Own ** 2", "(", "", "lambda: 1", "+" * 700, "(" * 300],
)  # fmt: skip
def test_what_is_no_formula_is_told(formula: str) -> None:
    with pytest.raises(ValueError, match="formula"):
        in_vassal(formula)


def test_no_formula_is_none() -> None:
    assert checked("") == ""

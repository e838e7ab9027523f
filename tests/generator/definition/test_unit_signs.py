"""Names of unit signs: what they say, in any spelling, and what is wrong with the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.definition.unit_signs import (
    AFFILIATIONS,
    BRANCHES,
    LONGEST_TEXT,
    MARKS,
    MOST_BRANCHES,
    SIZES,
    UnitSign,
    UnitSignError,
    is_unit_sign,
    read_unit_sign,
)

if TYPE_CHECKING:
    from tests.generator.definition.conftest import Folder

Said = Callable[[str, str, str], str]

signs = st.builds(
    UnitSign,
    st.lists(st.sampled_from(list(BRANCHES)), min_size=1, max_size=MOST_BRANCHES, unique=True).map(
        tuple
    ),
    st.sampled_from(["", *SIZES]),
    st.sampled_from(list(AFFILIATIONS)),
    st.sets(st.sampled_from(list(MARKS))).map(
        lambda marks: tuple(mark for mark in MARKS if mark in marks)
    ),
)


def written(sign: UnitSign) -> str:
    """The name of a sign, as a definition has it."""
    return "/".join(
        ["nato:" + "+".join(sign.branches), sign.affiliation, *sign.marks]
        + ([sign.size] if sign.size else [])
        + ([f"text:{sign.text}"] if sign.text else [])
    )


@given(signs)
def test_every_sign_is_read_as_it_was_written(sign: UnitSign) -> None:
    assert read_unit_sign(written(sign)) == sign


def test_words_after_the_branches_need_no_order() -> None:
    one = read_unit_sign("nato:armour+motorised/battalion/hostile/reinforced/staff")
    assert one == read_unit_sign("nato:armour+motorised/staff/reinforced/hostile/battalion")
    assert one == UnitSign(
        ("armour", "motorised"), "battalion", "hostile", ("staff", "reinforced"), ""
    )


def test_common_spellings_and_capitals_are_understood() -> None:
    assert read_unit_sign("nato:Armor + Recon / Battalion / Enemy / Guards") == UnitSign(
        ("armour", "reconnaissance"), "battalion", "hostile", ("reversed",)
    )
    assert read_unit_sign("nato:self-propelled artillery").branches == ("self_propelled_artillery",)


def test_a_text_stands_in_the_place_of_the_size() -> None:
    assert read_unit_sign("nato:infantry/text:kg 7") == UnitSign(("infantry",), text="KG 7")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nato:infantri", "no branch 'infantri'; did you mean 'infantry'.*accepted: infantry, "),
        ("nato:", "no branch ''; accepted: infantry"),
        ("nato:infantry+", "no branch ''"),
        ("nato:recconaissance/company", "did you mean 'reconnaissance'"),
        ("nato:infantry/batalion", "no size, frame or mark 'batalion'; .*mean 'battalion'"),
        ("nato:infantry/armour", "'armour' is a branch: put it before the first '/'"),
        ("nato:infantry/company/platoon", "two words for one thing: 'company' and 'platoon'"),
        ("nato:infantry/company/text:KG", "two words for one thing: 'company' and 'KG'"),
        ("nato:infantry/friend/hostile", "two words for one thing"),
        ("nato:infantry/text:", "must have 1 to 5 letters"),
        ("nato:infantry/text:ABCDEF", "must have 1 to 5 letters"),
        ("nato:infantry/text:Ä", "must have 1 to 5 letters"),
        ("nato:infantry+armour+engineer+mortar+signals", "at most 4"),
    ],
)
def test_a_sign_that_cannot_be_read_says_what_is_accepted(name: str, says: str) -> None:
    with pytest.raises(UnitSignError, match=says):
        read_unit_sign(name)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        sign = read_unit_sign(f"nato:{text}")
    except UnitSignError as trouble:
        assert "\n" not in str(trouble)
    else:
        assert set(sign.branches) <= BRANCHES.keys() and len(sign.text) <= LONGEST_TEXT


def test_other_symbols_are_no_unit_signs() -> None:
    assert is_unit_sign("nato:infantry") and is_unit_sign("NATO:infantry")
    assert not is_unit_sign("infantry_squad")


def test_a_definition_tells_where_a_sign_is_wrong(tiny: Folder, said: Said) -> None:
    right = "{id: front, symbol: nato:armour/company}"
    tiny.change("counters.yaml", "{id: front}", right)
    assert tiny.load().counters[-1].faces[0].symbol == "nato:armour/company"
    told = said("counters.yaml", "nato:armour/company", "nato:armur/company")
    assert told.startswith("counters.yaml:7:34: ")
    assert "no branch 'armur'" in told and "did you mean 'armour'" in told


def test_a_sign_without_its_prefix_is_told_how_it_is_written(tiny: Folder, said: Said) -> None:
    told = said("counters.yaml", "{id: front}", "{id: front, symbol: armour/company}")
    assert "; a unit sign is written 'nato:armour/company'; accepted: " in told


def test_a_sign_put_together_from_values_is_judged_too(tiny: Folder, said: Said) -> None:
    told = said("counters.yaml", "{id: front}", '{id: front, symbol: "nato:infantry/{kind}"}')
    assert told.startswith("counters.yaml:6:5: ")
    assert "no size, frame or mark 'flag'" in told

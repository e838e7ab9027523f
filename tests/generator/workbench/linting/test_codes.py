"""Every code finds its trouble, and lets pass what only looks like it."""

from __future__ import annotations

import pytest

from generator.workbench.linting import lint
from generator.workbench.linting.codes import UnknownCodeError, codes
from tests.generator.workbench.linting.cases import CASES


def test_every_code_has_a_module_that_breaks_it() -> None:
    assert list(CASES) == list(codes())


@pytest.mark.parametrize("code", CASES)
def test_the_trouble_is_found(code: str) -> None:
    found = [one for one in lint(CASES[code].broken()).findings if one.code == code]
    assert len(found) == 1
    assert found[0].message
    assert found[0].fix
    assert found[0].places


@pytest.mark.parametrize("code", CASES)
def test_what_only_looks_like_it_passes(code: str) -> None:
    found = [one for one in lint(CASES[code].innocent()).findings if one.code == code]
    assert found == []


def test_codes_are_chosen_by_name_and_by_family() -> None:
    broken = CASES["image.missing"].broken()
    assert {one.code for one in lint(broken, select=["image"]).findings} == {"image.missing"}
    assert "image.missing" not in {one.code for one in lint(broken, ignore=["image"]).findings}


def test_a_code_there_is_not_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownCodeError, match=r"image\.missing"):
        lint(CASES["image.missing"].broken(), select=["image.mising"])

"""Modules bent anywhere lint to the end, or are refused in a line; and the unpacked ones alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.errors import BroadsideError
from generator.vassal import archive, documents
from generator.workbench.linting import lint
from generator.workbench.linting.fixing import mend
from generator.workbench.linting.unpacked import Unpacked
from generator.workbench.opened import DEFINITIONS, OpenModule
from generator.workbench.text.unpacking import unpack
from tests.generator.workbench.linting.cases import CASES

MODULES = [made for case in CASES.values() for made in (case.broken, case.innocent)]
PIECES = st.one_of(
    st.text(max_size=4),
    st.sampled_from(
        ["\\", "\t", ";", ",", "/", "|", "$", "$$", "{", "}", '{"', "-1", "1e9", "57344,0", "null"]
    ),
)


def bent(made: OpenModule, data: st.DataObject) -> OpenModule:
    """The module with a few attributes and definitions changed somewhere."""
    elements = list(made.root.iter())
    for _ in range(data.draw(st.integers(1, 4))):
        element = data.draw(st.sampled_from(elements))
        names = list(element.attributes)
        piece = data.draw(PIECES)
        if element.tag in DEFINITIONS and element.text:
            at = data.draw(st.integers(0, len(element.text)))
            cut = data.draw(st.integers(0, 3))
            element.set_text(element.text[:at] + piece + element.text[at + cut :])
        elif names:
            name = data.draw(st.sampled_from(names))
            element.set(name, piece)
    text = documents.Document(made.root).to_bytes()
    members = {**made.members, made.build_file: text}
    return OpenModule(made.path, documents.parse(text, "bent"), made.build_file, members)


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_what_is_bent_is_linted_and_mended_all_the_same(data: st.DataObject) -> None:
    try:
        made = bent(data.draw(st.sampled_from(MODULES))(), data)
    except BroadsideError:
        return  # a text that XML cannot hold
    before = lint(made)
    assert before.findings == lint(made).findings
    mend(made)
    lint(made)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(MODULES), st.binary(max_size=40), st.integers(0, 4000))
def test_members_may_be_anything(make: object, junk: bytes, at: int) -> None:
    assert callable(make)
    made = make()
    for name, content in list(made.members.items()):
        if name != made.build_file:
            cut = at % (len(content) + 1)
            made.members[name] = content[:cut] + junk
    made.members["start2.vsav"] = junk
    lint(made)
    mend(made)


@pytest.mark.parametrize("code", CASES)
def test_an_unpacked_module_has_the_same_findings(code: str, tmp_path: Path) -> None:
    made = CASES[code].broken()
    path = tmp_path / "x.vmod"
    text = made.document.to_bytes()
    path.write_bytes(archive.pack({**made.members, made.build_file: text}))
    try:
        unpack(path, tmp_path / "text")
    except BroadsideError:
        pytest.skip("cannot be unpacked")
    unpacked = Unpacked(tmp_path / "text")
    there = lint(unpacked.module, tell=unpacked.tell).findings
    here = lint(made).findings
    assert [(one.code, one.message) for one in there] == [(one.code, one.message) for one in here]
    assert all(place.is_file for one in there for place in one.places)

"""The explanation of a step, in words that a player knows."""

from __future__ import annotations

import re

import pytest

from tests.modules.recorded import PLAYED, recorded
from validator.audit import audit
from validator.reporting import text_lines

SLOW = pytest.mark.slow


@pytest.mark.parametrize("step", [pytest.param(25, marks=SLOW), 60, pytest.param(100, marks=SLOW)])
@pytest.mark.parametrize("game", PLAYED)
def test_counters_have_their_names_and_nothing_is_an_id(game: str, step: int) -> None:
    explained = audit([recorded(game, 5).path], explain=step).explained
    assert explained is not None
    text = "\n".join(explained.lines())
    assert not re.search(r"\w_\w|\b(?:acvm|card|along) (?:c\d|none)\b|\bstep 0\b", text), text


def test_a_card_is_called_as_on_its_face() -> None:
    explained = audit([recorded("under_ten_flags", 5).path], explain=25).explained
    assert explained is not None
    read = [row.read for row in explained.rivals[0].rows]
    assert any(re.search(r"draw card: card (?:\w+ of \w+|Joker)", one) for one in read)


def test_a_remark_on_where_something_could_be_stands_in_brackets_behind_the_places() -> None:
    log = recorded("uboat_variant@first_patrol", 5)
    lines = list(text_lines(audit([log.path], side="allied", belief=True)))
    at = next(n for n, line in enumerate(lines) if line.startswith("Where U-564 could be"))
    told = [line for line in lines[at : at + 6] if "surfaced" in line]
    assert told and all(re.search(r" \d+  \S+ \(surfaced(?:, detected)?\)$", one) for one in told)

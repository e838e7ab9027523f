"""Numbers of the charts stand where the tables declare them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from generator.definition.reader import load_game
from validator.rules.charts import by_die, charted, column_of, numbers_of


@dataclass(frozen=True)
class Numbers:
    exit_cost: int = charted("movement")
    pieces_a_turn: int = charted("movement", "pieces")
    raid: Mapping[int, int] = by_die("raid", "points")


@dataclass(frozen=True)
class Lacking:
    wings: int = charted("movement")


def test_a_field_is_a_number_of_its_chart_by_its_own_name_or_another():
    read = Numbers(**numbers_of(Numbers, load_game("graf_spee")))
    assert (read.exit_cost, read.pieces_a_turn) == (1, 3)
    assert list(read.raid) == [1, 2, 3, 4, 5, 6]


def test_a_number_that_the_definition_lacks_is_an_error():
    with pytest.raises(KeyError):
        numbers_of(Lacking, load_game("graf_spee"))


def test_a_column_is_read_by_its_rows():
    assert column_of(load_game("graf_spee"), "ships", "move")["BB"] == 1

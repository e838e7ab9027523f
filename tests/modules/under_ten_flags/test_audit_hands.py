"""Counters of one side that the other drags: VASSAL refuses it, a file made elsewhere holds it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.modules.under_ten_flags.scripts import spots
from tests.modules.under_ten_flags.table import BRITISH, GERMAN, OCEANS, the_game
from tests.modules.under_ten_flags.written import Written
from tests.validator.audit.planting import in_state
from validator.audit import audit
from validator.table import Deck

OTHER = {GERMAN: BRITISH, BRITISH: GERMAN}


def in_the_open(log: Written) -> dict[str, str]:
    """The counters that everybody sees when the game begins, and the only side that moves each."""
    found = {}
    for counter in the_game().counters:
        piece = log._piece(counter.id)
        seen = piece.mask is None and piece.hidden is None
        if seen and counter.restricted_to and not isinstance(log.table.container(piece), Deck):
            (found[counter.id],) = counter.restricted_to
    return found


@pytest.mark.parametrize("reveal", [False, True])
@pytest.mark.slow
def test_whatever_one_side_alone_moves_is_told_of_when_the_other_drags_it(
    tmp_path: Path, reveal: bool
) -> None:
    """On each of its faces, which bear names of their own."""
    log, moved = Written(), []
    there = (
        next(one.name for one in the_game().maps if one.id == OCEANS),
        *spots()[OCEANS, "1505"],
    )
    for unit, side in in_the_open(log).items():
        faces = next(len(one.faces) for one in the_game().counters if one.id == unit)
        for face in range(2, faces + 2):
            if face > 2:
                log._log(in_state(log._piece(unit), "emb2;", str(face - 1)))
            log.put(OTHER[side], unit, *there)
            moved.append(unit)
    assert len({*moved}) > 15 and len(moved) > 25
    result = audit([log.write(tmp_path / "dragged.vlog")], "under_ten_flags", reveal=reveal)
    found = [one for one in result.findings if one.code == "table.hand"]
    assert len(found) == len(moved)
    assert {one.side for one in found} == {GERMAN, BRITISH}

"""Saves no game wrote: whatever stands in them, there is an audit or an error that says why."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator.errors import BroadsideError
from tests.sampling import one_in
from tests.validator.audit.tabletop.sittings import BRITISH, GERMAN, Begin, Desk, Sitting
from validator.audit import audit
from validator.reporting import text_lines

WILD: tuple[Any, ...] = (
    None, True, 0, -1, 1e308, 10**30, "", "x" * 300, [], {}, [1, 2, 3], {"a": 1}, "\ud83d", "~",
    "piece/", "deck/", "piece/exeter", "<script>", [[]], -(2**53), "hand/British",
)  # fmt: skip
Path_ = tuple[Any, ...]


def _paths(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    if path:
        yield path
    rows: Any = ()
    if isinstance(value, dict | list):
        rows = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in rows:
        yield from _paths(inner, (*path, key))


def _spoil(value: Any, rng: Random) -> None:
    """Put something else in some places of a JSON value."""
    for path in rng.sample(list(_paths(value)), 4):
        inner = value
        try:
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = rng.choice(WILD)
        except (KeyError, IndexError, TypeError):
            continue  # its surroundings were spoilt before


def _outlived(path: Path, *, reveal: bool) -> None:
    try:
        result = audit([path], reveal=reveal)
    except BroadsideError as trouble:
        assert path.name in str(trouble)
        return
    assert list(text_lines(result))
    assert json.dumps(result.to_json())


@pytest.mark.parametrize("seed", range(6))
def test_objects_of_any_kind_are_outlived(seed: int, sit: Begin, tmp_path: Path) -> None:
    rng = Random(f"objects/{seed}")
    sitting = sit().draw(BRITISH, "piece/exeter", "deck/Atlantic Cup", 1000, 1000)
    _spoil(sitting.save["ObjectStates"], rng)
    _outlived(sitting.write(tmp_path / "spoilt.json"), reveal=seed % 2 == 0)


@pytest.mark.parametrize("seed", one_in(3, range(6)))
def test_entries_of_any_kind_are_outlived(seed: int, played: Any, tmp_path: Path) -> None:
    rng = Random(f"entries/{seed}")
    sitting = Sitting(played)
    for entry in rng.sample(sitting.entries, 3):
        _spoil(entry, rng)
    at, to = rng.randrange(len(sitting.entries)), rng.randrange(len(sitting.entries))
    sitting.entries.insert(to, sitting.entries.pop(at))
    _outlived(sitting.write(tmp_path / "spoilt.json"), reveal=seed % 2 == 0)


def test_bags_in_bags_without_end_are_outlived(sit: Begin, desk: Desk) -> None:
    sitting = sit()
    inner: dict[str, Any] = {"Memo": "piece/exeter", "GUID": "000000", "Name": "Bag"}
    for _ in range(60):
        inner = {"Memo": "", "GUID": "000000", "Name": "Bag", "ContainedObjects": [inner]}
    sitting.save["ObjectStates"].append(inner)
    assert "tts.state" in desk.codes(sitting, reveal=True)


def test_a_number_of_states_without_end_is_outlived(sit: Begin, desk: Desk) -> None:
    sitting = sit().move(GERMAN, "piece/supply_1", 1000, -10000)
    sitting.object("piece/supply_1")["States"] = {str(n): {} for n in range(1, 3000)}
    assert "tts.state" in desk.codes(sitting, reveal=True)


def test_a_log_of_a_game_nobody_knows_is_told(sit: Begin, tmp_path: Path) -> None:
    sitting = sit()
    sitting.header = sitting.header.replace('"game":"graf_spee"', '"game":"chess"')
    sitting.header = sitting.header.replace('"name":"Pursuit', '"name":"Chess')
    with pytest.raises(BroadsideError, match="no bundled game: name its folder with --game"):
        audit([sitting.forged().write(tmp_path / "chess.json")])

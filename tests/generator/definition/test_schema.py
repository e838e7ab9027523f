"""The JSON Schema that an editor completes and checks a game's files by."""

from __future__ import annotations

from generator.definition.information import json_schema


def test_keys_are_explained_by_the_docstrings_of_their_fields() -> None:
    kinds = json_schema()["$defs"]
    assert "middle" in kinds["Deck"]["properties"]["x"]["description"]
    assert "printed" in kinds["Deck"]["properties"]["status"]["description"]  # of a base
    assert "`Turn 1`" in kinds["Placement"]["properties"]["at"]["description"]
    keys = [key for kind in kinds.values() for key in kind.get("properties", {}).values()]
    assert sum("description" in key for key in keys) > len(keys) / 2

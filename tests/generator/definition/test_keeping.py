"""A game out of the cache: light, the same to the last field, and nothing else ever runs."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from generator.definition import keeping, load_game
from generator.definition.checking import checked
from generator.definition.keeping import keep_game, kept_game
from generator.definition.schema import Counter, Face, Game, Provenance, Turns
from generator.places import cache_folder
from generator.store import Store

if TYPE_CHECKING:
    from tests.generator.definition.conftest import Folder


def test_a_kept_game_says_the_same_and_what_was_left_unsaid(tiny: Folder) -> None:
    game = tiny.load()
    keep_game("0" * 64, game)
    again = kept_game("0" * 64)
    assert again is not None
    assert again == game
    assert again.counters[0].model_fields_set == game.counters[0].model_fields_set
    assert again.model_dump_json() == game.model_dump_json()


class _Runs:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("echo a stranger's words > ran.txt",)


@pytest.mark.parametrize(
    "data", [pickle.dumps(_Runs()), pickle.dumps(Face(id="front")), pickle.dumps(7), b"no pickle"]
)
def test_an_entry_of_anothers_making_is_no_game_and_runs_nothing(
    data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Store(cache_folder() / "definitions").put("1" * 64, data)
    assert kept_game("1" * 64) is None
    assert not (tmp_path / "ran.txt").exists()


def test_a_game_from_the_cache_needs_no_checks() -> None:
    load_game("graf_spee")
    code = (
        "import sys; from generator.definition import load_game; load_game('graf_spee');"
        "print({'pydantic', 'ruamel', 'yaml', 'lxml'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_plain_data_are_those_pydantic_would_write() -> None:
    game = load_game("graf_spee")
    model = checked(Game)
    model.model_rebuild()
    for unset in (False, True):
        said = json.loads(game.model_dump_json(exclude_unset=unset))
        theirs = model.__pydantic_serializer__.to_json(game, exclude_unset=unset)
        assert said == json.loads(theirs) == game.model_dump(mode="json", exclude_unset=unset)
        assert game.model_dump(exclude_unset=unset) == (
            model.__pydantic_serializer__.to_python(game, exclude_unset=unset)
        )


def test_only_the_file_that_changed_is_read_again(
    tiny: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tiny.load()
    read = []
    real = keeping.parse

    def watched(text: str, shown: str) -> object:
        read.append(shown)
        return real(text, shown)

    monkeypatch.setattr(keeping, "parse", watched)
    tiny.change("game.yaml", "Tiny", "Tiny and changed")
    after = tiny.load()
    assert read == ["game.yaml"]
    assert after.maps == before.maps and after.name == "Tiny and changed"
    assert after.definition_hash != before.definition_hash


def test_the_schema_is_what_pydantic_makes_of_it() -> None:
    model = checked(Counter)
    assert list(model.model_fields) == list(Counter.model_fields)
    counter = Counter(id="a", kind="ship", faces=(Face(id="front"),))
    assert type(counter) is Counter and type(counter.faces[0]) is Face
    assert counter.model_fields_set == {"id", "kind", "faces"}
    assert counter.model_copy(update={"name": "Exeter"}).model_fields_set >= {"name"}
    assert Turns() == Turns.model_validate({})
    assert Game.model_construct(id="x").id == "x"


def test_checks_run_and_nothing_can_be_changed() -> None:
    with pytest.raises(ValueError, match="reason"):
        Provenance(status="inferred")
    with pytest.raises(ValueError, match="provanance"):
        Counter.model_validate({"id": "a", "kind": "b", "provanance": {}})
    counter = Counter(id="a", kind="ship")
    with pytest.raises(ValueError, match="frozen"):
        counter.id = "b"  # type: ignore[misc]
    with pytest.raises(ValueError, match="frozen"):
        del counter.id

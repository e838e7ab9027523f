"""Which overlays a log is held to: those it was played with."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.definition import load_game
from generator.packaging import build
from validator.audit import audit
from validator.audit.logs import AuditError
from validator.playing import play_as_log


def logged(folder: Path, overlay: str | Path) -> Path:
    game = load_game("graf_spee", [overlay])
    log = folder / "game.vlog"
    play_as_log(game, build(game, folder).module, log, seed=4)
    return log


@pytest.fixture(scope="module")
def spread(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return logged(tmp_path_factory.mktemp("spread"), "spread")


@pytest.mark.slow
def test_the_games_own_overlays_need_not_be_named(spread: Path) -> None:
    found = audit([spread])
    assert found.game is not None
    assert [mark.id for mark in found.game.overlays] == ["spread"]
    assert not found.has_findings
    named = audit([spread], overlays=["spread"])
    assert [one.code for one in named.findings] == [one.code for one in found.findings]


def test_an_overlay_of_ones_own_must_be_named(
    spread: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The log says that it was played with an overlay of another content.
    from validator.reading import defined

    monkeypatch.setattr(defined, "_played_with", lambda name, save: [])
    with pytest.raises(AuditError, match=r"played with the overlays .* name the same"):
        audit([spread])


@pytest.mark.parametrize(
    "said", ["spread=0000", "nothing=0000", "../overlays/spread=0000", "a\0b=1", "=", "x" * 5000]
)
def test_what_a_log_says_of_overlays_opens_no_other_file(spread: Path, said: str) -> None:
    from dataclasses import replace

    from validator.reading import defined, opening

    save = opening.open_file(spread)
    changed = replace(save, moduledata=replace(save.moduledata, extra2=said))
    assert defined._played_with("graf_spee", changed) == []

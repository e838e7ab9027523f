"""The page as a file: whole, self-contained, safe, and silent about secrets."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from generator.definition import load_game
from generator.files import FileError
from validator.audit import audit
from validator.audit.result import AuditResult
from validator.reading.views import View
from validator.reporting import text_lines, write_page
from validator.reporting.replay import replay_of


def _replay(page: str) -> dict[str, list[dict[str, object]]]:
    found = re.search(
        r'<script type="application/json" id="replay">(.*?)</script>', page, re.DOTALL
    )
    assert found
    data: dict[str, list[dict[str, object]]] = json.loads(found[1])
    return data


def test_the_page_needs_nothing_else(page_file: Path) -> None:
    page = page_file.read_text("utf-8")
    assert not re.findall(r'(?:src|href)="(?!data:|#)', page)
    assert "default-src 'none'" in page


def test_what_a_log_says_is_escaped(page_file: Path) -> None:
    page = page_file.read_text("utf-8")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_the_same_audit_writes_the_same_bytes(result: AuditResult, tmp_path: Path) -> None:
    first, second = tmp_path / "one.html", tmp_path / "two.html"
    write_page(result, first)
    write_page(result, second)
    assert first.read_bytes() == second.read_bytes()


def test_the_frames_add_up_to_the_table(result: AuditResult) -> None:
    """Applying every change in order gives what the view shows after the last step."""
    replay = replay_of(result.views, result.game)
    standing: dict[int, tuple[int, ...]] = {}
    for frame in replay.frames:
        for piece, place in frame.changes.items():
            if place[0] < 0:
                del standing[piece]
            else:
                standing[piece] = place
    (view,) = result.views
    shown = sorted(
        (replay.sheets[place[0]].name, place[1], place[2], replay.pieces[piece])
        for piece, place in standing.items()
    )
    seen = sorted(
        (one.place.map, one.place.x, one.place.y, one.name)
        for one in view.scene().pieces
        if one.place.map and not one.place.deck
    )
    assert shown == seen
    assert len(replay.frames) == result.steps + 1


def test_the_public_page_has_no_private_map(page_file: Path) -> None:
    game = load_game("graf_spee")
    names = {sheet["name"] for sheet in _replay(page_file.read_text("utf-8"))["sheets"]}
    assert names == {"South Atlantic"}
    assert any(one.private_to for one in game.maps)


def test_a_face_down_counter_has_no_name_before_it_is_shown(result: AuditResult) -> None:
    (view,) = result.views
    replay = replay_of(result.views, result.game)
    first_known = _first_step_named(view)
    for frame in replay.frames:
        for piece in frame.changes:
            name = replay.pieces[piece]
            if name in first_known:
                assert frame.step >= first_known[name]


def _first_step_named(view: View) -> dict[str, int]:
    found: dict[str, int] = {}
    for step in range(len(view.steps) + 1):
        for one in view.scene(step).pieces:
            found.setdefault(one.name, step)
    return found


def test_no_password_reaches_a_report(log_file: Path, tmp_path: Path) -> None:
    from generator.vassal import commands, saves

    position = saves.read(log_file).position()
    passwords = {one.id for one in position if isinstance(one, commands.Player)}
    assert passwords
    shown = audit([log_file], reveal=True)
    page = tmp_path / "all.html"
    write_page(shown, page)
    everything = page.read_text("utf-8") + "\n".join(text_lines(shown))
    everything += json.dumps(shown.to_json())
    assert [one for one in passwords if one in everything] == []


def test_an_interrupted_page_leaves_the_old_one(
    result: AuditResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "report.html"
    file.write_text("the old report")

    def full(*args: object, **kwargs: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(FileError, match="No space"):
        write_page(result, file)
    monkeypatch.undo()
    assert file.read_text() == "the old report"
    assert [one.name for one in tmp_path.iterdir()] == ["report.html"]

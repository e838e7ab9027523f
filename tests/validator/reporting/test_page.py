"""The page as a file: whole, self-contained, safe, and silent about secrets."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from generator.definition import load_game
from generator.files import FileError
from tests.validator.reporting.conftest import INVENTED
from validator.audit import audit
from validator.audit.result import AuditResult
from validator.audit.unjudged import Unjudged
from validator.reading.views import View
from validator.reporting import replay_for, text_lines, write_page
from validator.reporting.replay import ranked


def _replay(page: str) -> dict[str, Any]:
    found = re.search(
        r'<script type="application/json" id="replay">(.*?)</script>', page, re.DOTALL
    )
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_the_page_needs_nothing_else(page_file: Path) -> None:
    page = page_file.read_text("utf-8")
    assert not re.findall(r'(?:src|href)="(?!data:|#)', page)
    assert "default-src 'none'" in page


def test_only_our_own_script_and_style_run(page_file: Path) -> None:
    """The policy names them by their hashes: nothing that a log brings is ever run."""
    page = page_file.read_text("utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy
    assert "unsafe" not in policy[1]
    parts = re.findall(r"<(script|style)>(.*?)</\1>", page, re.DOTALL)
    assert sorted(kind for kind, _ in parts) == ["script", "script", "style"]
    for kind, text in parts:
        digest = base64.b64encode(sha256(text.encode()).digest()).decode()
        named = policy[1].partition(f"{kind}-src ")[2].partition(";")[0]
        assert f"'sha256-{digest}'" in named.split()


def test_what_a_log_says_is_escaped(page_file: Path) -> None:
    page = page_file.read_text("utf-8")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_the_same_audit_writes_the_same_bytes(result: AuditResult, tmp_path: Path) -> None:
    first, second = tmp_path / "one.html", tmp_path / "two.html"
    write_page(result, first)
    write_page(result, second)
    assert first.read_bytes() == second.read_bytes()


def test_each_picture_stands_in_the_page_once(page_file: Path) -> None:
    page = page_file.read_text("utf-8")
    packed = re.findall(
        r'<script type="text/plain" id="p(\d+)" data-kind="image/webp">([^<]+)<', page
    )
    data = _replay(page)
    assert len(packed) == sum(len(one) == 2 for one in data["pictures"])
    assert len({text for _, text in packed}) == len(packed)
    for _, text in packed:
        head = base64.b64decode(text)[:12]
        assert (head[:4], head[8:]) == (b"RIFF", b"WEBP")


def test_the_frames_add_up_to_the_table(result: AuditResult) -> None:
    """Applying every change in order gives what the view shows after the last step."""
    replay = replay_for(result)
    standing, _ = replay.standing(len(replay.frames) - 1)
    (view,) = result.views
    scene = view.scene()
    shown = sorted(
        (replay.sheets[at.map].name, replay.things[thing]) for thing, at in standing.items()
    )
    seen = [
        (one.place.map, one.name) for one in scene.pieces if one.place.map and not one.place.deck
    ]
    cups = [(one.place.map, f"{one.name} ({one.count})") for one in scene.decks if one.count]
    assert shown == sorted([*seen, *cups])
    assert len(replay.frames) == result.steps + 1


def test_what_lies_higher_is_painted_later(result: AuditResult) -> None:
    replay = replay_for(result)
    game = result.game
    assert game is not None
    for number in (0, len(replay.frames) // 2, len(replay.frames) - 1):
        standing, _ = replay.standing(number)
        here = [one for one in standing.items() if one[1].map == 0]
        painted = [thing for thing, _ in sorted(here, key=lambda one: one[1].rank)]
        scene = result.views[0].scene(replay.frames[number].step)
        heaps = replay.looks.sprites(scene, game.maps[0].name)
        sprites = [one for heap in heaps for one in heap]
        assert [replay.things[one] for one in painted] == [one.name for one in sprites]


@pytest.mark.parametrize(
    ("order", "before"),
    [
        ([1, 2, 3], {}),
        ([3, 1, 2], {1: 4096, 2: 8192, 3: 12288}),
        ([1, 9, 2, 8, 7], {1: 1, 2: 2, 3: 3}),
        ([5, 4, 3, 2, 1], {1: 10, 2: 20, 3: 30, 4: 40, 5: 50}),
        ([], {1: 5}),
    ],
)
def test_ranks_rise_in_the_order_of_painting(order: list[int], before: dict[int, int]) -> None:
    ranks = ranked(order, before)
    assert [one for one, _ in sorted(ranks.items(), key=lambda pair: pair[1])] == order
    assert len(set(ranks.values())) == len(order)


def test_most_keep_their_rank_where_one_is_lifted() -> None:
    before = {thing: 4096 * (thing + 1) for thing in range(50)}
    order = [*range(10), *range(11, 50), 10]
    ranks = ranked(order, before)
    assert [thing for thing in range(50) if ranks[thing] != before[thing]] == [10]


def test_the_public_page_has_no_private_map(page_file: Path) -> None:
    game = load_game("graf_spee")
    names = {name for name, *_ in _replay(page_file.read_text("utf-8"))["sheets"]}
    assert names == {"South Atlantic"}
    assert any(one.private_to for one in game.maps)


def test_a_face_down_counter_has_no_name_before_it_is_shown(result: AuditResult) -> None:
    (view,) = result.views
    replay = replay_for(result)
    first_known = _first_step_named(view)
    for frame in replay.frames:
        for thing in frame.changes:
            name = replay.things[thing]
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


def test_a_clean_audit_with_notes_tells_of_them(result: AuditResult, tmp_path: Path) -> None:
    file = tmp_path / "clean.html"
    notes = tuple(one for one in result.findings if one != INVENTED)
    write_page(replace(result, findings=notes), file)
    told = f"this view shows is legal. Also told: {len(notes)} notes.</p>"
    assert len(notes) > 1 and told in file.read_text("utf-8")
    write_page(replace(result, findings=()), file)
    assert "this view shows is legal.</p>" in file.read_text("utf-8")
    unknown = Unjudged("UVX-8.1", "Naval detection", "this table is not known", (3,))
    write_page(replace(result, findings=(), unjudged=(unknown,)), file)
    assert "this view shows could be legal.</p>" in file.read_text("utf-8")

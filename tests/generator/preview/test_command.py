"""``broadside preview`` as it is started and ended."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from broadside import main
from generator.commands import previewing
from generator.commands.previewing import EDITORS, PreviewError, bound, editor_link
from generator.preview.desk import Desk

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def taken() -> int:
    """A port somebody else listens on."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_free_port_is_taken_when_ours_is_in_use(
    folder: Path, taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(previewing, "PORT", taken)
    server = bound(Desk(folder), None, "")
    assert server.port != taken
    server.server_close()


def test_a_port_that_was_asked_for_and_is_in_use_is_named(folder: Path, taken: int) -> None:
    with pytest.raises(PreviewError, match=f"port {taken} cannot be used"):
        bound(Desk(folder), taken, "")


@pytest.mark.parametrize("editor", ["vscod", "javascript:alert('{path}')", "{path}", "http://x"])
def test_what_no_editor_opens_is_refused_with_what_is_accepted(editor: str) -> None:
    with pytest.raises(PreviewError, match="accepted: vscode"):
        editor_link(editor)


def test_editors_go_by_name_or_by_a_link_of_ones_own() -> None:
    assert editor_link("idea") == EDITORS["idea"]
    assert editor_link("mine://{path}#{line}") == "mine://{path}#{line}"
    assert editor_link("none") == ""


def test_a_game_that_does_not_exist_is_told_in_a_line() -> None:
    ended = CliRunner().invoke(main, ["preview", "graf_spe", "--no-open"])
    assert ended.exit_code == 2
    assert "did you mean 'graf_spee'" in ended.output


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is no signal there")
def test_ctrl_c_ends_it_at_once_and_in_peace_though_a_page_listens(folder: Path) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "broadside", "preview", str(folder), "--no-open"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Begun in the background, a run of the tests ignores Ctrl-C, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert running.stdout is not None
    url = running.stdout.readline().split()[0]
    with urllib.request.urlopen(f"{url}events", timeout=20) as listening:
        assert listening.readline() == b"event: hello\n"
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=20)
    assert running.returncode == 0
    assert told == ""

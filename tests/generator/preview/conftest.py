"""A small game in a folder of its own, and a preview of it that runs."""

from __future__ import annotations

import http.client
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from generator.definition.reader import game_folder
from generator.preview.desk import Desk
from generator.preview.serving import Server


@dataclass
class Preview:
    """A running preview and the folder it shows."""

    folder: Path
    desk: Desk
    server: Server
    threads: list[Thread] = field(default_factory=list)

    @property
    def url(self) -> str:
        return self.server.url

    def ask(
        self, path: str, method: str = "GET", body: str | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """An answer: status, headers (lower case), content."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body=body, headers=sent)
        answer = connection.getresponse()
        told = {name.lower(): value for name, value in answer.getheaders()}
        data = answer.read()
        connection.close()
        return answer.status, told, data

    def json(self, path: str) -> Any:
        status, _, data = self.ask(path)
        assert status == 200, data
        return json.loads(data)

    @contextmanager
    def events(self) -> Iterator[Iterator[tuple[str, Any]]]:
        """What a page that listens is told: (event, value), one after the other."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        connection.request("GET", "/events")
        answer = connection.getresponse()

        def told() -> Iterator[tuple[str, Any]]:
            name = ""
            while line := answer.readline().decode():
                if line.startswith("event: "):
                    name = line[7:].rstrip()
                elif line.startswith("data: "):
                    yield name, json.loads(line[6:])

        try:
            yield told()
        finally:
            connection.close()

    def change(self, file: str, before: str, after: str) -> None:
        """Save a file in which one word became another."""
        path = self.folder / file
        text = path.read_text("utf-8")
        assert before in text
        path.write_text(text.replace(before, after), "utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The Graf Spee, free to be edited."""
    return _copied(tmp_path)


@pytest.fixture
def preview(folder: Path) -> Iterator[Preview]:
    """A preview of the game in ``folder`` on a free port, watching it."""
    with _running(folder) as running:
        yield running


@pytest.fixture(scope="session")
def steady(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Preview]:
    """A preview of a game that nobody edits, for all tests that only ask."""
    with _running(_copied(tmp_path_factory.mktemp("steady"))) as running:
        yield running


def _copied(place: Path) -> Path:
    game = place / "game"
    shutil.copytree(game_folder("graf_spee"), game, ignore=shutil.ignore_patterns("__pycache__"))
    return game


@contextmanager
def _running(folder: Path) -> Iterator[Preview]:
    desk = Desk(folder)
    desk.read()
    server = Server(desk, 0, "vscode://file/{path}:{line}:{column}")
    running = Preview(folder, desk, server)
    for work in (desk.watch, desk.proof_all, lambda: server.serve_forever(poll_interval=0.05)):
        thread = Thread(target=work, daemon=True)
        thread.start()
        running.threads.append(thread)
    try:
        yield running
    finally:
        desk.close()
        server.shutdown()
        server.server_close()
    for thread in running.threads:
        thread.join(20)
        assert not thread.is_alive()

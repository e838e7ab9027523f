"""The page's server: this machine only, reading only, and for no other page's eyes.

The standard library's server is enough: one person, one page, four kinds of answers. What keeps
others out stands here in one place. The socket is bound to the loopback address. A request must
name us as its host, so that no foreign name that resolves to this machine can read along (DNS
rebinding); one that another page sent is refused; nothing is ever changed by one; and no path of
a request is ever looked up on disk: what is served is listed.
"""

from __future__ import annotations

import json
import os
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Semaphore
from typing import Any
from urllib.parse import parse_qs, urlsplit

from generator.drawing.typefaces import FACES, font_file
from generator.preview.desk import Desk
from generator.preview.sheets import BACKS, PAPERS, sheets_told
from generator.preview.telling import (
    definition_told,
    edition_told,
    pictures_told,
    proof_told,
)

LOOPBACK = "127.0.0.1"
MOST_SUBJECTS = 200
"""Subjects in one request for pictures."""

MOST_LISTENERS = 32
"""The maximum number of pages that listen at the same time."""

ALIVE = 15.0
"""Seconds between signs of life to a listening page."""

PAGE = Path(__file__).resolve().parent / "page"
PAGE_FILES = {
    "index.html": "text/html; charset=utf-8",
    "preview.css": "text/css; charset=utf-8",
    **{
        f"{name}.js": "text/javascript; charset=utf-8"
        for name in ("preview", "pictures", "counters", "viewer", "sheets", "problems")
    },
}
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Server(ThreadingHTTPServer):
    """Serves a desk on the loopback address; port 0 is any free one."""

    daemon_threads = True
    # On Windows the option lets two programs share one port.
    allow_reuse_address = os.name != "nt"

    def __init__(self, desk: Desk, port: int, editor: str = "") -> None:
        super().__init__((LOOPBACK, port), _Handler)
        self.desk = desk
        self.editor = editor
        self.listeners = Semaphore(MOST_LISTENERS)
        self.hosts = {f"{name}:{self.port}" for name in ("localhost", LOOPBACK)}

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self.server_address[1])

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://localhost:{self.port}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore errors of a browser that went away."""


class _RefusedError(Exception):
    def __init__(self, status: HTTPStatus, words: str) -> None:
        super().__init__(words)
        self.status = status


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"
    server_version = "broadside-preview"
    sys_version = ""
    timeout = 60

    def do_GET(self) -> None:
        """Answer a request."""
        try:
            self._check()
            self._answer()
        except _RefusedError as refused:
            self._send(refused.status, "text/plain; charset=utf-8", f"{refused}\n".encode())
        except (ConnectionError, TimeoutError):
            self.close_connection = True

    def do_HEAD(self) -> None:
        """Answer with the headers only."""
        self.do_GET()

    def _check(self) -> None:
        """Raises _RefusedError for a request that our own page would not send."""
        headers = self.headers
        if headers.get_all("Host", []) not in [[host] for host in self.server.hosts]:
            raise _RefusedError(
                HTTPStatus.MISDIRECTED_REQUEST, "this is not an address of the preview"
            )
        origin = headers.get("Origin")
        if origin is not None and origin not in {f"http://{host}" for host in self.server.hosts}:
            raise _RefusedError(HTTPStatus.FORBIDDEN, "another page may not read the preview")
        if headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin") and not (
            headers.get("Sec-Fetch-Mode") == "navigate" and urlsplit(self.path).path == "/"
        ):
            raise _RefusedError(HTTPStatus.FORBIDDEN, "another page may not read the preview")
        if "Transfer-Encoding" in headers or headers.get("Content-Length", "0") != "0":
            self.close_connection = True
            raise _RefusedError(HTTPStatus.BAD_REQUEST, "the preview takes nothing in")

    def _answer(self) -> None:
        asked = urlsplit(self.path)
        name = asked.path.removeprefix("/") or "index.html"
        try:
            words = parse_qs(asked.query, max_num_fields=MOST_SUBJECTS + 2)
        except ValueError:
            raise _RefusedError(HTTPStatus.BAD_REQUEST, "too much is asked at once") from None
        if name in PAGE_FILES:
            self._send(HTTPStatus.OK, PAGE_FILES[name], (PAGE / name).read_bytes())
        elif name.startswith("fonts/") and name[6:] in _fonts():
            data = _fonts()[name[6:]].read_bytes()
            self._send(HTTPStatus.OK, "font/ttf", data, kept=True)
        elif name == "events":
            self._listen()
        elif name == "pictures":
            self._pictures(words)
        elif name == "sheets":
            self._sheets(words)
        elif name == "definition":
            kind, called = words.get("kind", [""])[0], words.get("name", [""])[0]
            self._json(definition_told(self.server.desk, kind, called))
        else:
            raise _RefusedError(HTTPStatus.NOT_FOUND, "there is nothing here")

    def _pictures(self, words: dict[str, list[str]]) -> None:
        first = words.get("first", [""])[0]
        number = int(first) if first.isascii() and first.isdigit() and len(first) < 4 else None
        desk = self.server.desk
        edition = desk.edition
        if edition.gallery is None:
            self._json({"number": edition.number, "subjects": []})
            return
        with desk.urgent():
            told = [pictures_told(edition.gallery, one, number) for one in words.get("of", ())]
        found = [one for one in told if one is not None]
        self._json({"number": edition.number, "subjects": found})

    def _sheets(self, words: dict[str, list[str]]) -> None:
        paper, backs = words.get("paper", [""])[0], words.get("backs", [""])[0]
        gallery = self.server.desk.edition.gallery
        if gallery is None or paper not in PAPERS or backs not in BACKS:
            self._json(None)
            return
        with self.server.desk.urgent():
            self._json(sheets_told(gallery, paper, backs))

    def _listen(self) -> None:
        """Send news as server-sent events until the page goes away."""
        if not self.server.listeners.acquire(blocking=False):
            raise _RefusedError(HTTPStatus.SERVICE_UNAVAILABLE, "too many pages are open")
        desk, edition, proof = self.server.desk, None, None
        try:
            self.close_connection = True
            self._begin(HTTPStatus.OK, "text/event-stream; charset=utf-8", {"Connection": "close"})
            if self.command == "HEAD":
                return
            hello = {"editor": self.server.editor, "folder": str(desk.folder.resolve())}
            self._event("hello", hello)
            while not desk.closed:
                now, proofed = desk.edition, desk.proof
                if now is not edition:
                    with desk.urgent():
                        told = edition_told(edition, now)
                    # A page that does not listen holds up itself alone.
                    self._event("edition", told)
                    edition = now
                if proofed is not proof:
                    self._event("proof", proof_told(proofed))
                    proof = proofed
                if not desk.news(edition, proof, ALIVE):
                    self.wfile.write(b": here\n\n")
        finally:
            self.server.listeners.release()

    def _event(self, name: str, value: object) -> None:
        self.wfile.write(f"event: {name}\ndata: {_dumped(value)}\n\n".encode())

    def _json(self, value: object) -> None:
        if value is None:
            raise _RefusedError(HTTPStatus.NOT_FOUND, "the game has nothing of this name")
        self._send(HTTPStatus.OK, "application/json; charset=utf-8", _dumped(value).encode())

    def _send(self, status: HTTPStatus, kind: str, data: bytes, kept: bool = False) -> None:
        more = {"Content-Length": str(len(data))}
        self._begin(status, kind, more, kept)
        if self.command != "HEAD":
            self.wfile.write(data)

    def _begin(
        self, status: HTTPStatus, kind: str, more: dict[str, str], kept: bool = False
    ) -> None:
        self.send_response(status)
        cache_for = "private, max-age=86400" if kept else "no-store"
        for name, value in {
            "Content-Type": kind,
            "Cache-Control": cache_for,
            **_HEADERS,
            **more,
        }.items():
            self.send_header(name, value)
        self.end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer an invalid request in one line, never with its own text in HTML."""
        status = HTTPStatus(code)
        self.close_connection = True
        try:
            data = f"{status.phrase}\n".encode()
            more = {"Content-Length": str(len(data)), "Connection": "close"}
            self._begin(status, "text/plain; charset=utf-8", more)
            self.wfile.write(data)
        except ConnectionError:
            pass

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Log nothing: requests would fill the terminal."""


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@cache
def _fonts() -> dict[str, Path]:
    """The files of our typefaces, by name."""
    return {cut.file: font_file(cut) for cut in FACES.values()}

"""The preview's server: what it tells, and what it refuses."""

from __future__ import annotations

import socket
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from generator.preview.serving import MOST_LISTENERS

if TYPE_CHECKING:
    from tests.generator.preview.conftest import Preview


def _raw(preview: Preview, request: bytes) -> bytes:
    """What comes back for bytes that need be no request at all."""
    with socket.create_connection(("127.0.0.1", preview.server.port), timeout=10) as line:
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        found = b""
        while part := line.recv(65536):
            found += part
    return found


def _until(events: Any, wanted: str, number: int = 0) -> Any:
    """The next event of a name, an edition of at least that number."""
    for name, value in events:
        if name == wanted and value.get("number", number) >= number:
            return value
    raise AssertionError(f"no {wanted}")


def test_it_listens_on_the_loopback_address_alone(steady: Preview) -> None:
    assert steady.server.socket.getsockname()[0] == "127.0.0.1"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:4680", "127.0.0.1", "localhost"])
def test_a_name_that_is_not_ours_is_refused(steady: Preview, host: str) -> None:
    status, _, data = steady.ask("/", Host=host)
    assert status == 421
    assert b"<" not in data


def test_a_request_without_a_host_is_refused(steady: Preview) -> None:
    assert b" 421 " in _raw(steady, b"GET / HTTP/1.0\r\n\r\n").splitlines()[0]


def test_a_request_with_two_hosts_is_refused(steady: Preview) -> None:
    own = f"localhost:{steady.server.port}"
    request = f"GET / HTTP/1.1\r\nHost: {own}\r\nHost: evil.example\r\n\r\n"
    assert b" 421 " in _raw(steady, request.encode()).splitlines()[0]


@pytest.mark.parametrize("path", ["/", "/events", "/pictures?of=charts", "/definition"])
@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:1"])
def test_another_origin_is_refused(steady: Preview, path: str, origin: str) -> None:
    assert steady.ask(path, Origin=origin)[0] == 403


def test_what_another_site_embeds_is_refused_and_its_link_is_not(steady: Preview) -> None:
    embeds = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors"}
    follows = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}
    assert steady.ask("/preview.js", **embeds)[0] == 403
    assert steady.ask("/pictures?of=charts", **follows)[0] == 403
    assert steady.ask("/", **follows)[0] == 200


def test_the_page_itself_is_served(steady: Preview) -> None:
    own = f"http://localhost:{steady.server.port}"
    for path in ("/", "/preview.css", "/preview.js", "/counters.js", "/fonts/SourceSansPro-It.ttf"):
        status, told, data = steady.ask(path, Origin=own, Sec_Fetch_Site="same-origin")
        assert (status, int(told["content-length"])) == (200, len(data))


def test_every_answer_forbids_what_the_page_does_not_need(steady: Preview) -> None:
    for path in ("/", "/pictures?of=charts", "/nothing"):
        told = steady.ask(path)[1]
        assert "default-src 'none'" in told["content-security-policy"]
        assert "frame-ancestors 'none'" in told["content-security-policy"]
        assert told["x-content-type-options"] == "nosniff"
        assert told["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in told


@pytest.mark.parametrize(
    "path",
    [
        "/game.yaml",
        "/../game.yaml",
        "/../../../../etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/desk.py",
        "/page/index.html",
        "/fonts/../preview.css",
        "/fonts//etc/passwd",
        "//evil.example/",
        "/preview.js/",
        "/definition?kind=counter&name=../../etc/passwd",
        "/definition?kind=/etc&name=passwd",
    ],
)
def test_no_path_leads_to_a_file_that_is_not_the_pages(steady: Preview, path: str) -> None:
    status, _, data = steady.ask(path)
    assert status == 404
    assert len(data) < 100


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_it_reads_only(steady: Preview, method: str) -> None:
    assert steady.ask("/", method)[0] == 501


def test_a_request_that_brings_something_is_refused(steady: Preview) -> None:
    assert steady.ask("/", "GET", body="x=1")[0] == 400


@pytest.mark.parametrize(
    "request_",
    [
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"\x00\xff\xfe\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /<script>alert(1)</script> HTTP/x\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 500 + b"\r\n",
        b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n",
    ],
)
def test_what_is_no_request_is_refused_and_the_next_is_answered(
    steady: Preview, request_: bytes
) -> None:
    answer = _raw(steady, request_)
    assert b" 200 " not in answer.split(b"\r\n")[0]
    assert b"<script>" not in answer
    assert steady.ask("/")[0] == 200


def test_too_many_fields_are_refused(steady: Preview) -> None:
    many = "&".join(f"of=counter/{number}" for number in range(2000))
    assert steady.ask(f"/pictures?{many}")[0] == 400


def test_head_answers_without_content(steady: Preview) -> None:
    assert steady.ask("/", "HEAD")[::2] == (200, b"")
    assert steady.ask("/events", "HEAD")[::2] == (200, b"")


def test_many_pages_ask_at_once(steady: Preview) -> None:
    paths = ["/pictures?of=counter/renown&of=charts", "/definition?kind=counter&name=renown"] * 12
    with ThreadPoolExecutor(12) as crowd:
        found = list(crowd.map(steady.json, paths))
    assert all(one == found[0] for one in found[::2])
    assert all(one == found[1] for one in found[1::2])


def test_more_pages_than_it_takes_are_told_so(steady: Preview) -> None:
    taken = 0
    while steady.server.listeners.acquire(blocking=False):
        taken += 1
    try:
        assert steady.ask("/events")[0] == 503
    finally:
        steady.server.listeners.release(taken)
    assert 0 < taken <= MOST_LISTENERS


def test_a_page_is_told_the_whole_game_first(steady: Preview) -> None:
    with steady.events() as events:
        hello, edition = _until(events, "hello"), _until(events, "edition")
    assert hello["editor"].startswith("vscode:")
    assert edition["game"]["name"] == "Pursuit of the Graf Spee"
    assert "renown" in [one["id"] for one in edition["counters"]]
    assert edition["errors"] == []


def test_a_save_tells_only_what_changed(preview: Preview) -> None:
    with preview.events() as events:
        first = _until(events, "edition")["number"]
        preview.change("royal_navy.csv", "exeter,Exeter,", "exeter,Ajax,")
        then = _until(events, "edition", first + 1)
    assert "counters" not in then
    assert [one["name"] for one in then["changed"]] == ["Ajax"]
    assert then["redraw"] == ["exeter"]
    (subject,) = preview.json("/pictures?of=counter/exeter&first=1")["subjects"]
    assert ">Ajax<" in subject["pictures"][0]["svg"]


def test_a_colour_of_the_games_own_theme_redraws_all(preview: Preview) -> None:
    from generator.places import art_folder

    theme = (art_folder() / "themes" / "admiralty.yaml").read_text("utf-8")
    own = preview.folder / "art" / "themes" / "admiralty.yaml"
    with preview.events() as events:
        first = _until(events, "edition")["number"]
        own.parent.mkdir(parents=True)
        own.write_text(theme, "utf-8")
        then = _until(events, "edition", first + 1)
        own.write_text(theme.replace("#1f4168", "#5f1f3a"), "utf-8")
        last = _until(events, "edition", then["number"] + 1)
    assert last["redraw"] == "all"
    (subject,) = preview.json("/pictures?of=counter/renown")["subjects"]
    assert "#5f1f3a" in subject["pictures"][0]["svg"]


def test_a_mistake_keeps_the_last_good_game_and_its_mending_clears_it(preview: Preview) -> None:
    with preview.events() as events:
        first = _until(events, "edition")["number"]
        preview.change("counters.yaml", "template: royal_navy", "template: royal_nawy")
        broken = _until(events, "edition", first + 1)
        kept = preview.json("/pictures?of=counter/renown")["subjects"]
        preview.change("counters.yaml", "template: royal_nawy", "template: royal_navy")
        mended = _until(events, "edition", broken["number"] + 1)
    error = broken["errors"][0]
    assert error["file"] == "counters.yaml"
    assert "did you mean 'royal_navy'" in error["message"]
    quoted = dict(error["quoted"])
    assert "royal_nawy" in quoted[error["line"]]
    assert kept[0]["pictures"]
    assert mended["errors"] == []


@pytest.mark.parametrize(
    "text", ["counters: [", "a: &a [*a]", "\x00", "!!python/object/apply:os.system [x]"]
)
def test_whatever_a_file_holds_the_page_is_told(preview: Preview, text: str) -> None:
    with preview.events() as events:
        first = _until(events, "edition")["number"]
        (preview.folder / "counters.yaml").write_text(text, "utf-8")
        broken = _until(events, "edition", first + 1)
    assert broken["errors"]
    assert all("defect" not in one["message"] for one in broken["errors"])


def test_a_file_that_goes_away_is_told(preview: Preview) -> None:
    with preview.events() as events:
        first = _until(events, "edition")["number"]
        (preview.folder / "map.yaml").unlink()
        broken = _until(events, "edition", first + 1)
    assert any("missing" in one["message"] for one in broken["errors"])


def test_a_counter_is_defined_where_its_row_stands(steady: Preview) -> None:
    row, template = steady.json("/definition?kind=counter&name=exeter")["places"][:2]
    assert row["file"] == "royal_navy.csv"
    assert dict(row["quoted"])[row["line"]].startswith("exeter,")
    assert (template["kind"], template["file"]) == ("template", "counters.yaml")
    assert "cruiser" in dict(template["quoted"])[template["line"]]


def test_maps_and_charts_are_defined_in_their_files(steady: Preview) -> None:
    (chart,) = steady.json("/definition?kind=chart&name=raid")["places"]
    assert chart["file"] == "charts.yaml"
    assert "id: raid" in dict(chart["quoted"])[chart["line"]]
    map_id = steady.desk.edition.gallery.game.maps[0].id  # type: ignore[union-attr]
    assert steady.json(f"/definition?kind=map&name={map_id}")["places"][0]["file"] == "map.yaml"


def test_python_in_the_games_folder_is_never_run(preview: Preview) -> None:
    trap = preview.folder / "ran"
    with preview.events() as events:
        first = _until(events, "edition")["number"]
        for name in ("__init__.py", "bridge.py", "counters.py"):
            (preview.folder / name).write_text(f"open({str(trap)!r}, 'w').close()\n", "utf-8")
        preview.change("royal_navy.csv", "exeter,Exeter,", "exeter,Ajax,")
        number = first
        while True:
            edition = _until(events, "edition", number + 1)
            number = edition["number"]
            if edition.get("changed"):
                break
        preview.json("/pictures?of=counter/exeter&of=charts&of=buttons")
    assert not trap.exists()


def test_names_that_look_like_markup_stay_words(preview: Preview) -> None:
    hostile = "<script>alert(1)</script>"
    with preview.events() as events:
        first = _until(events, "edition")["number"]
        preview.change("royal_navy.csv", "exeter,Exeter,", f"exeter,{hostile},")
        then = _until(events, "edition", first + 1)
    assert then["changed"][0]["name"] == hostile
    (subject,) = preview.json("/pictures?of=counter/exeter")["subjects"]
    assert all("<script" not in one["svg"] for one in subject["pictures"])


def test_sheets_are_those_of_the_print_kit(steady: Preview) -> None:
    front, back = steady.json("/sheets?paper=a4&backs=duplex")["pages"][:2]
    placed = {(one["counter"], one["face"]): one for one in front["placed"]}
    behind = {(one["counter"], one["face"]): one for one in back["placed"]}
    face, its_back = placed["renown", 0], behind["renown", 1]
    assert its_back["x"] == pytest.approx(front["width"] - face["x"] - face["width"])
    assert its_back["y"] == pytest.approx(face["y"])
    assert front["marks"].startswith("<svg")


@pytest.mark.parametrize("order", ["paper=../a4&backs=duplex", "paper=a4&backs=x", ""])
def test_sheets_that_nobody_offers_are_not_laid_out(steady: Preview, order: str) -> None:
    assert steady.ask(f"/sheets?{order}")[0] == 404

"""The site as somebody meets it: a real Chromium, a real Pyodide, a log dropped on the page.

Pyodide is what ``npm pack pyodide@RELEASE`` brings; its folder is named by ``BROADSIDE_PYODIDE``.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from generator.definition import load_game
from generator.definition.reader import game_folder
from generator.definition.troubles import DefinitionError
from generator.packaging import build
from generator.vassal import archive, metadata, saves
from generator.vassal.commands import GameUnderWay
from tests.validator.painting import small_game as small
from validator.playing import play_as_log
from validator.playing.tabletop.savegame import play_as_save
from validator.site import judging, runtime
from validator.site.building import build_site

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = pytest.mark.slow

LONG = 240_000
sync_api.expect.set_options(timeout=LONG)
ELSEWHERE = "http://127.0.0.1:9/"
"""What no page of ours may ask."""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    pyodide = os.environ.get("BROADSIDE_PYODIDE")
    if not pyodide:
        pytest.skip("BROADSIDE_PYODIDE names no folder with Pyodide")
    folder = tmp_path_factory.mktemp("site")
    build_site(folder, ["graf_spee"], Path(pyodide))
    with served(folder) as found:
        yield found


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A folder on a port of this machine: its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    game = load_game("graf_spee")
    play_as_log(game, build(game, folder).module, folder / "game.vlog", seed=5)
    return folder / "game.vlog"


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(LONG)
    troubles: list[str] = []
    asked: list[tuple[str, str]] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda line: troubles.append(line.text) if line.type == "error" else None)
    context.on("request", lambda request: asked.append((request.method, request.url)))
    page.goto(address)
    page.wait_for_selector("html[data-python=ready]")
    yield page
    assert [one for one in troubles if ELSEWHERE not in one and "ERR_" not in one] == []
    # Nothing leaves the machine: files of the site are fetched, and nothing is sent anywhere.
    assert {method for method, _ in asked} == {"GET"}
    foreign = [url for _, url in asked if not url.startswith((address, "blob:", "data:"))]
    assert foreign == []
    context.close()


def audited(page: Any, *files: Path | dict[str, Any], times: int = 1) -> None:
    page.set_input_files("#files", list(files) if len(files) > 1 else files[0])
    page.click("#start")
    page.wait_for_selector(f"html[data-done='{times}'], #trouble:not([hidden])")


def test_a_log_is_audited_and_its_replay_runs(page: Any, log: Path) -> None:
    audited(page, log)
    assert page.inner_text("#headline").startswith("Pursuit of the Graf Spee: Clean")
    replay = page.frame_locator("#report")
    replay.locator("html[data-ready=yes]").wait_for()
    assert "Royal Navy" in page.inner_text("#side")


def test_secrets_are_shown_only_after_a_question(page: Any, log: Path) -> None:
    audited(page, log)
    page.select_option("#side", "*")
    page.click("#ask button[value=no]")
    sync_api.expect(page.locator("#side")).to_have_value("")
    page.select_option("#side", "*")
    page.click("#ask button[value=yes]")
    page.wait_for_selector("html[data-done='2']")
    assert "Everything the files hold" in page.inner_text("#view")


def test_a_save_of_tabletop_simulator_is_audited(page: Any, tmp_path: Path) -> None:
    play_as_save(load_game("graf_spee"), tmp_path / "game.json", seed=6)
    audited(page, tmp_path / "game.json")
    assert "Clean" in page.inner_text("#headline")
    shown = page.frame_locator("#report")
    assert shown.locator("#of-story").count() == 1


def test_a_module_s_own_pictures_are_painted_by_the_browser(page: Any, tmp_path: Path) -> None:
    svg = (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><path d="M0 0h9v9"/></svg>'
    )
    module = small.module_file(tmp_path, {"a.svg": svg})
    pieces = [
        small.piece(str(at), name, 20 + 30 * at, 40)
        for at, name in enumerate(("red.png", "green.png", "a.svg", "not-there.png"))
    ]
    log = tmp_path / "game.vlog"
    saves.write(log, saves.Save(saves.compose(pieces, [GameUnderWay()], [])))
    audited(page, log, module)
    assert page.inner_text("#trouble") == ""
    assert "not-there.png" in page.inner_text("#view")
    shown = page.frame_locator("#report")
    shown.locator("html[data-ready=yes]").wait_for()
    sync_api.expect(shown.locator("#pieces")).to_have_attribute("data-painted", str(len(pieces)))
    sync_api.expect(shown.locator("#ground img")).to_have_count(1)
    kinds = "all => all.map(one => one.dataset.kind)"
    assert set(shown.locator("script[data-kind]").evaluate_all(kinds)) == {"image/webp"}
    # A second audit with another module of the same name shows that one's.
    page.click("#given button >> nth=1")
    other = tmp_path / "other"
    other.mkdir()
    wider = small.module_file(other, {"red.png": small.picture(small.BLUE, (33, 20))})
    audited(page, wider, times=2)
    for _ in range(100):  # until the frame shows the page of the second
        if shown.locator("#replay").evaluate("one => one.textContent.includes('[33,20')"):
            return
        page.wait_for_timeout(50)
    raise AssertionError("the wider picture never came")


def test_files_that_are_none_are_told_in_words(page: Any) -> None:
    audited(page, {"name": "<b>x</b>.vlog", "mimeType": "text/plain", "buffer": b"junk"})
    assert page.inner_text("#trouble").startswith("<b>x<_b>.vlog: a text file, not a log or save")
    page.set_input_files("#files", {"name": "a.exe", "mimeType": "text/plain", "buffer": b"x"})
    refused = "a.exe: this is not a log, save, module or overlay"
    sync_api.expect(page.locator("#trouble")).to_contain_text(refused)


@pytest.fixture
def ours(tmp_path: Path) -> tuple[Path, Path]:
    """An overlay that no site knows, and the log of a game that was changed by it."""
    own, log = tmp_path / "our-rules.yaml", tmp_path / "game.vlog"
    spread = (game_folder("graf_spee") / "overlays" / "spread.yaml").read_text("utf-8")
    own.write_text(spread.replace("id: spread", "id: ours"), "utf-8")
    game = load_game("graf_spee", [own])
    play_as_log(game, build(game, tmp_path).module, log, seed=2)
    return own, log


def test_an_overlay_is_laid_over_the_game(page: Any, ours: tuple[Path, Path]) -> None:
    """Also without a network, once it was read; its mistakes are told as on the command line."""
    overlay, log = ours
    if not page.evaluate("fetch('site.json').then((a) => a.json()).then((a) => a.runtime.wheels)"):
        pytest.skip(f"no wheels beside Pyodide: {runtime.BRING_WHEELS}")
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    audited(page, log)
    assert "played with the overlays [ours=" in page.inner_text("#trouble")
    assert not [url for url in asked if url.endswith(".whl")]
    audited(page, overlay)
    assert page.inner_text("#trouble") == ""
    assert page.inner_text("#headline").startswith("Pursuit of the Graf Spee: Clean")
    assert judging.OVERLAID in page.inner_text("#view")
    assert len({url for url in asked if url.endswith(".whl")}) == len(runtime.WHEELS)
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("html[data-python=ready]")
    wrong = overlay.with_name("wrong.yaml")
    wrong.write_text(overlay.read_text("utf-8").replace("hexes:", "hexs:"), "utf-8")
    audited(page, log, wrong)
    with pytest.raises(DefinitionError) as told:
        load_game("graf_spee", [wrong])
    shown = page.inner_text("#trouble")
    assert shown == str(told.value).replace(f"{wrong.parent}/", "")
    assert "hexs" in shown and "wrong.yaml:" in shown
    audited(page, overlay)
    assert "wrong.yaml" in page.inner_text("#trouble")
    page.click("#given button >> nth=1")
    page.click("#start")
    page.wait_for_selector("html[data-done='1']")
    page.context.set_offline(False)


def test_an_overlay_without_a_log_of_its_game_is_told_in_words(page: Any, tmp_path: Path) -> None:
    log, overlay = tmp_path / "game.vlog", tmp_path / "x.yaml"
    saves.write(log, saves.Save(saves.compose([], [GameUnderWay()], [])))
    overlay.write_text("overlay: {id: x}\n", "utf-8")
    audited(page, log, overlay)
    assert "these files are of none" in page.inner_text("#trouble")


def test_a_game_that_the_site_does_not_carry_is_told_in_words(page: Any, tmp_path: Path) -> None:
    game, art = load_game("under_ten_flags"), game_folder("under_ten_flags") / "art"
    module = build(game, tmp_path, art=[art]).module
    play_as_log(game, module, tmp_path / "game.vlog", seed=1)
    audited(page, tmp_path / "game.vlog")
    told = "a game whose rules are not on this site; it has: Pursuit of the Graf Spee."
    assert told in page.inner_text("#trouble")
    assert page.get_attribute("html", "data-python") == "ready"


def test_after_the_first_visit_it_works_offline(page: Any, log: Path) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_timeout(500)
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("html[data-python=ready]")
    audited(page, log)
    assert "Clean" in page.inner_text("#headline")
    page.context.set_offline(False)


def test_it_fits_a_phone(page: Any, log: Path) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    audited(page, log)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_what_reads_the_logs_can_talk_to_nobody(page: Any) -> None:
    fetched = "(url) => fetch(url).then((one) => one.ok, (error) => String(error))"
    (worker,) = page.workers
    assert worker.evaluate(fetched, f"{page.url}site.json") is True
    assert "Failed to fetch" in str(worker.evaluate(fetched, f"{ELSEWHERE}x"))


def test_two_files_of_one_name_are_two(page: Any, log: Path) -> None:
    same = {"name": "game.vlog", "mimeType": "application/zip"}
    audited(page, {**same, "buffer": log.read_bytes()}, {**same, "buffer": b"junk"})
    assert "game.vlog: a text file, not a log or save" in page.inner_text("#trouble")


def test_everything_is_shown_of_the_files_that_were_agreed_to(page: Any, log: Path) -> None:
    audited(page, log)
    page.select_option("#side", "*")
    page.click("#ask button[value=yes]")
    page.wait_for_selector("html[data-done='2']")
    page.set_input_files("#files", {"name": "b.vlog", "mimeType": "x/y", "buffer": b"x"})
    assert page.input_value("#side") == ""


def test_an_audit_can_be_cancelled(page: Any, log: Path) -> None:
    page.set_input_files("#files", log)
    page.click("#start")
    page.click("#cancel")
    sync_api.expect(page.locator("#status")).to_have_text("Cancelled.")
    audited(page, log)
    assert "Clean" in page.inner_text("#headline")


def test_a_module_alone_is_no_game(page: Any, log: Path) -> None:
    assert page.locator("#sides-later").is_visible()
    page.set_input_files("#files", {"name": "a.vmod", "mimeType": "x/y", "buffer": b"x"})
    assert "drop the log or save of a game too" in page.inner_text("#status")
    page.set_input_files("#files", log)
    assert page.inner_text("#status") == ""


def test_another_game_s_module_is_told_without_words_of_the_command_line(
    page: Any, log: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.vmod"
    plain = b'<VASSAL.launch.BasicModule name="x"/>'
    about = metadata.write(metadata.Metadata(name="Tigers", version="1"))
    other.write_bytes(archive.pack({"buildFile.xml": plain, "moduledata": about}))
    audited(page, log, other)
    assert page.inner_text("#trouble").endswith("Drop that module, or none")


def test_escape_leaves_the_full_window_from_page_and_frame(page: Any, log: Path) -> None:
    audited(page, log)
    assert not page.locator("#sides-later").is_visible()
    page.click("#wide")
    page.keyboard.press("Escape")
    sync_api.expect(page.locator("#wide")).to_have_text("Full window")
    page.click("#wide")
    page.frame_locator("#report").locator("#board").press("Escape")
    sync_api.expect(page.locator("#wide")).to_have_text("Full window")

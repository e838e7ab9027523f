"""The page as a reader meets it: in a real Chromium, wide and on a phone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from validator.audit import audit
from validator.reporting import write_page

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    found = next(
        (
            path
            for name in ("chromium", "chromium-browser", "google-chrome")
            if (path := shutil.which(name))
        ),
        None,
    )
    with sync_api.sync_playwright() as play:
        try:
            opened = play.chromium.launch(executable_path=found, args=FLAGS)
        except sync_api.Error as trouble:
            pytest.skip(f"no Chromium to look at the page with: {str(trouble).splitlines()[0]}")
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Any, page_file: Path) -> Iterator[Any]:
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    troubles: list[str] = []
    opened.on("pageerror", lambda error: troubles.append(str(error)))
    opened.on("console", lambda line: troubles.append(line.text) if line.type == "error" else None)
    requests: list[str] = []
    opened.on("request", lambda request: requests.append(request.url))
    opened.goto(page_file.as_uri())
    opened.wait_for_selector("html[data-ready=yes]")
    yield opened
    assert troubles == []
    assert [url for url in requests if not url.startswith(("file:", "data:"))] == []
    opened.close()


def _counters(page: Any) -> list[str]:
    return page.eval_on_selector_all(
        "#board svg:not([style*='none']) > g > g",
        "all => all.map(g => g.getAttribute('transform') + g.textContent)",
    )


def test_the_slider_walks_through_the_game(page: Any) -> None:
    seen = []
    last = int(page.get_attribute("#slider", "max"))
    for at in (0, last // 2, last):
        page.fill("#slider", str(at))
        seen.append(page.inner_text("#where"))
    assert seen[0] == "Before the first step"
    assert seen[-1] == f"Step {last} of {last}"
    assert len(set(seen)) == 3


def test_one_step_on_and_one_back_is_where_one_was(page: Any) -> None:
    page.fill("#slider", "10")
    before = _counters(page)
    for _ in range(5):
        page.click("#next")
    for _ in range(5):
        page.click("#back")
    assert _counters(page) == before
    assert before


def test_a_finding_jumps_to_its_step(page: Any) -> None:
    button = page.locator("#findings [data-step]").last
    step = button.get_attribute("data-step")
    button.click()
    assert page.inner_text("#where").startswith(f"Step {step} ")
    assert page.locator("#findings li.chosen").count() == 1


def test_the_page_fits_a_phone(browser: Any, page_file: Path) -> None:
    opened = browser.new_page(viewport=PHONE)
    opened.goto(page_file.as_uri())
    opened.wait_for_selector("html[data-ready=yes]")
    assert opened.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for selector in ("#next", "#back", "#slider"):
        box = opened.locator(selector).bounding_box()
        assert box["height"] >= 30
        assert box["x"] + box["width"] <= PHONE["width"]
    assert float(opened.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")) >= 14
    opened.close()


# --- where hidden things could be -------------------------------------------------------------


@pytest.fixture(scope="module")
def thought(log_file: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    result = audit([log_file], belief=True)
    file = tmp_path_factory.mktemp("belief") / "report.html"
    write_page(result, file)
    assert result.beliefs is not None
    return file, result.beliefs[0]


def _shaded(page: Any) -> list[str]:
    titles = "all => all.map(one => one.textContent.split(' ').pop()).sort()"
    found: list[str] = page.eval_on_selector_all("polygon.may > title", titles)
    return found


def test_the_hexes_where_the_raider_could_be_are_shaded(browser: Any, thought: Any) -> None:
    file, quarry = thought
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    opened.goto(file.as_uri())
    opened.wait_for_selector("html[data-ready=yes]")
    depth = {}
    for one in quarry.thoughts:
        opened.fill("#slider", str(one.step))
        assert _shaded(opened) == list(one.places)
        if one.places:
            opacity = opened.get_attribute("polygon.may >> nth=0", "fill-opacity")
            depth[len(one.places)] = float(opacity)
    assert len(depth) > 3
    assert [depth[size] for size in sorted(depth)] == sorted(depth.values(), reverse=True)
    one = max(quarry.thoughts, key=lambda thought: len(thought.places))
    opened.fill("#slider", str(one.step))
    assert f"{len(one.places)} places" in opened.inner_text("#beliefs .told")
    opened.uncheck("#beliefs input")
    assert _shaded(opened) == []
    opened.close()


def test_the_page_with_shaded_hexes_fits_a_phone(browser: Any, thought: Any) -> None:
    opened = browser.new_page(viewport=PHONE)
    opened.goto(thought[0].as_uri())
    opened.wait_for_selector("html[data-ready=yes]")
    assert opened.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    opened.close()

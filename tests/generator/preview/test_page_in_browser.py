"""The page as a builder has it open all day: in a real Chromium, wide and on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.generator.preview.conftest import Preview


PHONE = {"width": 390, "height": 844}
LONG = 30_000
"""Milliseconds that a loaded machine may take."""


@pytest.fixture
def page(browser: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """The page with all counters in sight painted; it asks nobody else and logs no error."""
    edited = "preview" in request.fixturenames
    preview = request.getfixturevalue("preview" if edited else "steady")
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme="light")
    opened = context.new_page()
    opened.set_default_timeout(LONG)
    troubles: list[str] = []
    opened.on("pageerror", lambda error: troubles.append(str(error)))
    opened.on("console", lambda line: troubles.append(line.text) if line.type == "error" else None)
    requests: list[str] = []
    opened.on("request", lambda request: requests.append(request.url))
    opened.goto(preview.url)
    opened.wait_for_selector("#table[data-painted=yes] .piece")
    yield opened
    assert [one for one in requests if not one.startswith((preview.url, "data:"))] == []
    assert troubles == []
    context.close()


def _face(page: Any, counter: str) -> Any:
    return page.locator(f"[data-id='{counter}'] .face svg")


def test_every_counter_shows_its_front(page: Any, steady: Preview) -> None:
    assert page.locator(".piece").count() == len(steady.desk.edition.gallery.counters)  # type: ignore[union-attr]
    assert page.locator(".piece .face svg").count() == page.locator(".piece").count()
    assert "Renown" in _face(page, "renown").text_content()
    assert page.inner_text("#tally") == f"{page.locator('.piece').count()} counters"


def test_a_saved_row_is_painted_without_a_reload(page: Any, preview: Preview) -> None:
    page.evaluate("window.stayed = true")
    preview.change("royal_navy.csv", "exeter,Exeter,", "exeter,Ajax,")
    _face(page, "exeter").get_by_text("Ajax").wait_for()
    assert page.inner_text("[data-id=exeter] .name") == "Ajax"
    assert page.evaluate("window.stayed")


def test_a_saved_template_is_painted_on_all_that_start_from_it(page: Any, preview: Preview) -> None:
    preview.change("counters.yaml", 'title: "{name}", symbol', 'title: "HMS {name}", symbol')
    for one in ("renown", "exeter", "hermes"):
        _face(page, one).get_by_text("HMS").wait_for()


@pytest.mark.slow
def test_an_error_stands_with_its_file_line_and_words_until_it_is_mended(
    page: Any, preview: Preview
) -> None:
    text = (preview.folder / "counters.yaml").read_text("utf-8")
    line = text[: text.index("template: royal_navy")].count("\n") + 1
    preview.change("counters.yaml", "template: royal_navy", "template: royal_nawy")
    page.wait_for_selector("#banner:not([hidden])")
    first = page.locator("#banner .problem").first
    assert first.locator("code").first.inner_text().startswith(f"counters.yaml:{line}:")
    assert "did you mean 'royal_navy'" in first.inner_text()
    assert "template: royal_nawy" in first.locator(".quoted .here").inner_text()
    assert page.locator(".piece .face svg").count() == page.locator(".piece").count()
    assert page.locator("#tab-problems.bad").count() == 1
    preview.change("counters.yaml", "template: royal_nawy", "template: royal_navy")
    page.wait_for_selector("#banner", state="hidden")
    page.wait_for_selector("#tab-problems:not(.bad)")


@pytest.mark.slow
def test_a_game_that_was_never_good_shows_why_and_then_itself(
    browser: Any, preview: Preview
) -> None:
    preview.desk.edition = type(preview.desk.edition)(preview.desk.edition.number, None)
    preview.change("game.yaml", "theme: admiralty", "theme: admirality")
    opened = browser.new_page()
    opened.goto(preview.url)
    opened.wait_for_selector("#banner .problem", timeout=LONG)
    assert "admiralty" in opened.inner_text("#banner")
    preview.change("game.yaml", "theme: admirality", "theme: admiralty")
    opened.wait_for_selector(".piece .face svg", timeout=LONG)
    opened.close()


@pytest.mark.slow
def test_a_click_on_a_counter_shows_where_it_is_defined(page: Any, steady: Preview) -> None:
    page.click("[data-id=exeter]")
    page.wait_for_selector("#inspector .open a")
    rows = (steady.folder / "royal_navy.csv").read_text("utf-8").splitlines()
    line = next(number for number, row in enumerate(rows, 1) if row.startswith("exeter,"))
    place = page.locator("#inspector .place code").first.inner_text()
    assert place == f"royal_navy.csv:{line}:1"
    link = page.locator("#inspector .open a").first.get_attribute("href")
    assert link == f"vscode://file/{(steady.folder / 'royal_navy.csv').as_posix()}:{line}:1"
    page.wait_for_selector("#inspector .faces svg")
    assert page.locator("[data-id=exeter].chosen").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("#inspector").is_hidden()


@pytest.mark.slow
def test_counters_are_found_by_name_and_by_side(page: Any) -> None:
    page.keyboard.press("/")
    page.keyboard.type("supply")
    assert {one.inner_text() for one in page.locator(".piece .name").all()} == {
        "Supply ship 1",
        "Supply ship 2",
        "Supply ship 3",
    }
    page.fill("#find", "no such ship")
    assert page.inner_text("#spread .none") == "No counter is called so."
    page.fill("#find", "")
    page.select_option("#side", "British")
    assert page.locator("#spread h2").count() == 1


@pytest.mark.slow
def test_backs_and_all_faces_are_shown(page: Any) -> None:
    fronts = page.locator(".piece").count()
    page.select_option("#faces", "all")
    page.wait_for_selector("#table[data-painted=yes]")
    assert page.locator(".piece").count() > fronts
    page.select_option("#faces", "backs")
    page.wait_for_selector("#table[data-painted=yes] .piece .face svg")
    assert 0 < page.locator(".piece").count() < fronts


@pytest.mark.slow
def test_the_keyboard_walks_over_the_counters_and_opens_one(page: Any) -> None:
    page.locator(".piece").first.focus()
    page.keyboard.press("ArrowRight")
    second = page.evaluate("document.activeElement.dataset.id")
    page.keyboard.press("ArrowDown")
    below = page.evaluate("document.activeElement.dataset.id")
    page.keyboard.press("Home")
    assert len({second, below, page.evaluate("document.activeElement.dataset.id")}) == 3
    page.keyboard.press("Enter")
    page.wait_for_selector("#inspector h2")


@pytest.mark.slow
def test_a_map_is_zoomed_by_wheel_and_keys_and_dragged(page: Any) -> None:
    page.keyboard.press("2")
    page.wait_for_selector("#stage .sheet svg")

    def box() -> dict[str, float]:
        page.wait_for_selector("#stage:not(.moving)")
        found: dict[str, float] = page.locator("#stage .sheet").bounding_box()
        return found

    fitted = box()
    page.mouse.move(640, 500)
    page.mouse.wheel(0, -400)
    nearer = box()
    assert nearer["width"] > 1.5 * fitted["width"]
    # What lay under the pointer still lies there.
    share = (640 - fitted["x"]) / fitted["width"]
    assert abs(nearer["x"] + share * nearer["width"] - 640) < 2
    page.mouse.down()
    page.mouse.move(700, 540, steps=4)
    page.mouse.up()
    dragged = box()
    assert (round(dragged["x"] - nearer["x"]), round(dragged["y"] - nearer["y"])) == (60, 40)
    page.locator("#stage").focus()
    page.keyboard.press("0")
    assert box() == fitted
    page.keyboard.press("+")
    assert box()["width"] > fitted["width"]


@pytest.mark.slow
def test_a_saved_map_keeps_the_place_one_looks_at(page: Any, preview: Preview) -> None:
    page.keyboard.press("2")
    page.wait_for_selector("#stage .sheet svg")
    page.click("#nearer")
    page.wait_for_selector("#stage:not(.moving)")
    before = page.locator("#stage .sheet").bounding_box()
    preview.change("game.yaml", "name: Pursuit of the Graf Spee", "name: Pursuit of the Raider")
    page.locator("#stage svg").get_by_text("Raider").first.wait_for()
    assert page.locator("#stage .sheet").bounding_box() == before


@pytest.mark.slow
def test_charts_and_sheets_are_shown(page: Any) -> None:
    page.click("#tab-charts")
    page.wait_for_selector("figure[data-name=chart-ships] svg")
    page.locator("figure[data-name=chart-ships] .link").click()
    page.wait_for_selector("#inspector .place code")
    assert page.inner_text("#inspector .place code").startswith("charts.yaml:")
    page.click("#tab-sheets")
    page.wait_for_selector(".paper .face svg")
    fronts, backs = page.locator(".paper").nth(0), page.locator(".paper").nth(1)
    assert fronts.get_attribute("data-title").endswith("front")
    assert backs.get_attribute("data-title").endswith("back")
    page.select_option("#backs", "fold")
    page.wait_for_selector(".paper:not([data-title$=front]) .face svg")


@pytest.mark.slow
def test_light_and_dark_follow_the_system_and_the_button(browser: Any, steady: Preview) -> None:
    context = browser.new_context(color_scheme="dark")
    opened = context.new_page()
    opened.goto(steady.url)

    def brightness() -> int:
        ground = opened.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(int(one) for one in ground[4:-1].split(","))

    assert brightness() < 150
    opened.click("#light")
    assert brightness() > 600
    opened.reload()
    assert brightness() > 600
    context.close()


@pytest.mark.slow
def test_names_that_look_like_markup_do_nothing(page: Any, preview: Preview) -> None:
    hostile = "<img src=x onerror=window.hit=1>"
    preview.change("royal_navy.csv", "exeter,Exeter,", f"exeter,{hostile},")
    page.wait_for_function(
        "name => document.querySelector('[data-id=exeter] .name').textContent === name", arg=hostile
    )
    page.click("[data-id=exeter]")
    page.wait_for_selector("#inspector .quoted")
    assert page.inner_text("#inspector h2") == hostile
    assert page.evaluate("window.hit") is None


@pytest.mark.slow
def test_the_page_fits_a_phone(browser: Any, steady: Preview) -> None:
    opened = browser.new_page(viewport=PHONE)
    opened.goto(steady.url)
    opened.wait_for_selector("#table[data-painted=yes]", timeout=LONG)
    for panel in ("counters", "maps", "charts", "sheets", "problems"):
        opened.click(f"#tab-{panel}")
        assert opened.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    opened.click("#tab-counters")
    opened.locator(".piece").first.click()
    opened.wait_for_selector("#inspector .open a")
    box = opened.locator("#inspector").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
    opened.close()

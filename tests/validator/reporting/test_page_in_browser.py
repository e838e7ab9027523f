"""The page as a reader meets it: in a real Chromium, wide and on a phone, by mouse, finger, key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.vassal import saves, trees
from generator.vassal.commands import GameUnderWay, MovePiece
from tests.validator.painting import small_game as small
from tests.validator.reporting.conftest import INVENTED
from validator.audit import audit
from validator.audit.auditing import audited
from validator.audit.findings import Severity
from validator.audit.played import played
from validator.audit.result import AuditResult
from validator.reporting import write_page

WIDE = {"width": 1600, "height": 900}
PHONE = {"width": 390, "height": 844}
NASTY = '<img src=x onerror="document.title=1"></script><script>document.title=2</script>'
"""What a player might call himself, or say in the chat."""


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page; whatever goes wrong in it, or leaves it, fails the test."""
    troubles: list[str] = []
    requests: list[str] = []
    contexts = []

    def open_page(file: Path, link: str = "", wait: bool = True, **options: Any) -> Any:
        context = browser.new_context(**{"viewport": WIDE, **options})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on(
            "console", lambda line: troubles.append(line.text) if line.type == "error" else None
        )
        page.on("request", lambda request: requests.append(request.url))
        page.goto(file.as_uri() + link)
        if wait:
            page.wait_for_selector("html[data-ready=yes]")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []
    assert [url for url in requests if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.fixture(scope="module")
def replay_file(log_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of ``broadside replay``: all is told, nothing is accused."""
    file = tmp_path_factory.mktemp("replay") / "game.html"
    read = played([log_file], reveal=True)
    write_page(audited(read), file, read=read, findings_open=False)
    return file


def _counters(page: Any) -> str:
    """The whole map's pieces as they are painted in the end."""
    page.keyboard.press("0")
    page.wait_for_timeout(500)  # it glides there
    _until(page, lambda: _painted(page, "waits") == 0 == _painted(page, "rough"))
    return str(page.eval_on_selector("#pieces", "canvas => canvas.toDataURL()"))


def _painted(page: Any, what: str = "painted") -> int:
    """How many pieces are painted; how many wait for a picture, or for a better one."""
    return int(page.get_attribute("#pieces", f"data-{what}") or -1)


def _boxes(page: Any) -> list[tuple[float, float, float, float]]:
    """Where pieces lie on the screen, as the page's data say: left, top, width, height."""
    found: list[tuple[float, float, float, float]] = page.evaluate(
        """() => {
          const data = JSON.parse(document.getElementById("replay").textContent), all = new Map();
          const last = Number(document.getElementById("slider").value), lying = [];
          for (const frame of data.frames.slice(0, last + 1)) {
            for (const thing of frame.g || []) all.delete(thing);
            for (const row of frame.c || []) all.set(row[0], row);
          }
          const chosen = [...document.getElementById("windows").children]
            .findIndex((one) => one.ariaPressed === "true");
          const { x, y } = document.getElementById("board").getBoundingClientRect();
          const seen = new DOMMatrix(document.getElementById("world").style.transform);
          for (const [, sheet, left, top, picture] of all.values()) {
            if (sheet !== Math.max(0, chosen)) continue;
            const [width, height] = data.pictures[picture];
            lying.push([x + seen.e + left * seen.a, y + seen.f + top * seen.d,
              width * seen.a, height * seen.d]);
          }
          return lying;
        }"""
    )
    return found


def _until(page: Any, holds: Callable[[], bool]) -> None:
    """Wait; the page's policy lets nobody, tests included, ask it to wait by a text of script."""
    for _ in range(200):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never came")


def _where(page: Any) -> str:
    return str(page.inner_text("#where"))


def _scale(page: Any) -> float:
    found = re.search(r"scale\((.+)\)", page.get_attribute("#world", "style"))
    assert found is not None
    return float(found[1])


def test_the_slider_walks_through_the_game(opened: Any, page_file: Path) -> None:
    page = opened(page_file)
    seen = []
    last = int(page.get_attribute("#slider", "max"))
    for at in (0, last // 2, last):
        page.fill("#slider", str(at))
        seen.append(_where(page))
    assert seen[0].startswith("Before the first step")
    assert seen[-1].startswith(f"Step {last} of {last}")
    assert len(set(seen)) == 3


@pytest.mark.slow
def test_one_step_on_and_one_back_is_where_one_was(opened: Any, page_file: Path) -> None:
    page = opened(page_file)
    page.fill("#slider", "10")
    before = _counters(page)
    for _ in range(5):
        page.click("#next")
    for _ in range(5):
        page.click("#back")
    assert _counters(page) == before
    assert before


@pytest.mark.slow
def test_a_jump_shows_what_the_way_there_shows(opened: Any, replay_file: Path) -> None:
    """What is kept of the tables on the way changes nothing."""
    page = opened(replay_file)
    last = int(page.get_attribute("#slider", "max"))
    page.keyboard.press("Home")
    for _ in range(last):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("1")  # the same window
    walked = _counters(page)
    page.fill("#slider", "3")
    page.fill("#slider", str(last))
    page.keyboard.press("1")
    assert _counters(page) == walked


def test_a_finding_jumps_to_its_step(opened: Any, page_file: Path) -> None:
    page = opened(page_file)
    button = page.locator("#findings [data-step]").last
    step = button.get_attribute("data-step")
    button.click()
    assert _where(page).startswith(f"Step {step} ")
    assert page.locator("#findings li.chosen").count() == 1


@pytest.mark.slow
def test_an_audit_opens_with_its_gravest_words_a_replay_with_a_summary(
    opened: Any, page_file: Path, replay_file: Path
) -> None:
    audited_page, shown = opened(page_file), opened(replay_file)
    assert audited_page.get_attribute("#of-findings", "aria-selected") == "true"
    assert _where(audited_page).startswith("Step 20 ")
    assert shown.get_attribute("#of-summary", "aria-selected") == "true"
    last = shown.get_attribute("#slider", "max")
    assert _where(shown).startswith(f"Step {last} of {last}")
    assert "wins" in shown.inner_text("#tab-summary")


@pytest.mark.slow
def test_a_link_leads_to_its_step(opened: Any, replay_file: Path) -> None:
    page = opened(replay_file, "#step=20")
    assert _where(page).startswith("Step 20 ")
    page.click("#next")
    assert page.evaluate("location.hash") == "#step=21"
    page.evaluate("location.hash = '#step=5'")
    _until(page, lambda: page.input_value("#slider") == "5")


def test_all_is_done_by_keys(opened: Any, replay_file: Path) -> None:
    page = opened(replay_file)
    press, last = page.keyboard.press, page.get_attribute("#slider", "max")
    press("Home")
    assert _where(page).startswith("Before the first step")
    press("ArrowRight")
    press("ArrowRight")
    assert _where(page).startswith("Step 2 ")
    press("Shift+ArrowRight")
    assert "Royal Navy" in _where(page)
    press("End")
    assert page.input_value("#slider") == last
    wide = _scale(page)
    press("+")
    assert _scale(page) > wide
    place = page.get_attribute("#world", "style")
    press("d")
    _until(page, lambda: page.get_attribute("#world", "style") != place)
    press("2")
    assert page.locator("#windows [aria-pressed=true]").inner_text() == "Voyage Log"
    press("/")
    page.keyboard.type("unmasked")
    assert page.locator("#log > li:visible").count() == int(page.inner_text("#found").split()[0])
    press("Enter")
    assert "unmasked" in page.inner_text("#says")
    press("Escape")
    press("?")
    assert page.locator("#keys").is_visible()


@pytest.mark.slow
def test_keys_go_to_every_mark_notes_too(opened: Any, result: AuditResult, tmp_path: Path) -> None:
    note = replace(INVENTED, severity=Severity.NOTE, step=5)
    file = tmp_path / "noted.html"
    write_page(replace(result, findings=(note, INVENTED)), file)
    page = opened(file)
    page.keyboard.press("Home")
    for step in ("5", "20"):
        page.keyboard.press("]")
        assert page.input_value("#slider") == step
    page.keyboard.press("[")
    assert page.input_value("#slider") == "5"
    page.keyboard.press("[")
    assert page.input_value("#slider") == "5"
    assert "no finding before this" in _where(page)


@pytest.mark.slow
def test_it_plays_by_itself_and_stops(opened: Any, replay_file: Path) -> None:
    page = opened(replay_file)
    page.keyboard.press("Home")
    page.select_option("#speed", "10")
    page.click("#play")
    _until(page, lambda: int(page.input_value("#slider")) >= 3)
    page.click("#play")
    assert page.get_attribute("#play", "aria-label") == "Play"


@pytest.mark.slow
def test_story_and_log_go_with_the_step(opened: Any, replay_file: Path) -> None:
    page = opened(replay_file, "#step=27")
    for tab in ("story", "log"):
        page.click(f"#of-{tab}")
        assert page.locator(f"#tab-{tab} .now").count() == 1
    for tab, end in (("log", "End"), ("story", "End"), ("log", "Home")):
        page.click(f"#of-{tab}")
        page.keyboard.press(end)
        page.keyboard.press("ArrowRight")
        _until(page, lambda tab=tab: _in_sight(page, f"#tab-{tab}"))
    page.click("#of-story")
    page.locator("#tab-story a.told").nth(2).click()
    step = page.locator("#tab-story a.told").nth(2).get_attribute("href").rpartition("=")[2]
    assert _where(page).startswith(f"Step {step} ")


def _in_sight(page: Any, panel: str) -> bool:
    """Whether what is marked in a panel stands within it."""
    box, room = page.locator(f"{panel} .now").bounding_box(), page.locator(panel).bounding_box()
    return bool(box["y"] >= room["y"] and box["y"] + box["height"] <= room["y"] + room["height"])


@pytest.mark.slow
def test_a_move_is_an_arrow_and_dice_lie_on_the_table(opened: Any, replay_file: Path) -> None:
    page = opened(replay_file, "#step=27")  # drawn from the cup
    assert page.locator("#over .arrow.tip").count() == 1
    assert page.locator("#over .ring").count() >= 1
    rolled = page.evaluate(
        "JSON.parse(document.getElementById('replay').textContent).frames"
        ".find(one => (one.l || []).some(line => line[0] === 'roll')).s"
    )
    page.fill("#slider", str(rolled))
    assert page.locator("#tray .die").count() >= 1
    page.keyboard.press("ArrowLeft")
    assert not page.locator("#tray").is_visible()


@pytest.mark.slow
def test_the_board_is_moved_and_enlarged(opened: Any, replay_file: Path) -> None:
    page = opened(replay_file)
    box = page.locator("#board").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before, place = _scale(page), page.get_attribute("#world", "style")
    page.mouse.move(*middle)
    page.mouse.wheel(0, -400)
    _until(page, lambda: _scale(page) > before)
    page.mouse.down()
    page.mouse.move(middle[0] + 80, middle[1] + 40)
    page.mouse.up()
    assert page.get_attribute("#world", "style") != place
    page.click("#whole")
    _until(page, lambda: _scale(page) == pytest.approx(before))


@pytest.mark.slow
def test_two_fingers_enlarge_it(opened: Any, replay_file: Path) -> None:
    page = opened(replay_file, viewport=PHONE, has_touch=True, is_mobile=True)
    before = _scale(page)
    page.evaluate(
        """() => {
          const board = document.getElementById("board"), box = board.getBoundingClientRect();
          board.setPointerCapture = () => {};
          const finger = (kind, id, x) => board.dispatchEvent(new PointerEvent(kind, {
            bubbles: true, pointerId: id, pointerType: "touch",
            clientX: box.x + x, clientY: box.y + 80 }));
          finger("pointerdown", 1, 150); finger("pointerdown", 2, 200);
          finger("pointermove", 2, 300); finger("pointerup", 2, 300); finger("pointerup", 1, 150);
        }"""
    )
    assert _scale(page) == pytest.approx(before * 3, rel=0.01)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.slow
def test_the_table_is_seen_before_any_script_runs(opened: Any, replay_file: Path) -> None:
    page = opened(replay_file, java_script_enabled=False, wait=False)
    assert page.eval_on_selector("#glimpse", "one => one.naturalWidth") > 100
    assert page.get_attribute("#pieces", "data-painted") is None


@pytest.mark.slow
def test_the_picture_seen_first_gives_way_to_the_pieces(opened: Any, replay_file: Path) -> None:
    page = opened(replay_file)
    _until(page, lambda: page.locator("#glimpse").count() == 0)
    assert _painted(page) > 0
    linked = opened(replay_file, "#step=3")
    assert linked.locator("#glimpse").count() == 0


@pytest.mark.slow
def test_many_pieces_come_a_few_at_a_time_and_all_of_them(opened: Any, tmp_path: Path) -> None:
    module, log, file = small.module_file(tmp_path), tmp_path / "many.vlog", tmp_path / "many.html"
    pieces = [small.piece(str(at), "red.png", at % 20 * 10, at // 20 * 9) for at in range(200)]
    saves.write(log, saves.Save(saves.compose(pieces, [GameUnderWay()], [])))
    write_page(audited(played([log])), file, modules=(module,), findings_open=False)
    page = opened(file)
    _until(page, lambda: page.locator("#glimpse").count() == 0)
    assert _painted(page) == 200
    hurried = opened(file)
    hurried.keyboard.press("+")
    hurried.keyboard.press("0")
    _until(hurried, lambda: _painted(hurried) == 200)


@pytest.mark.slow
def test_what_comes_into_sight_is_drawn(opened: Any, replay_file: Path) -> None:
    every = opened(replay_file, viewport=PHONE)
    linked = opened(replay_file, "#step=20", viewport=PHONE)
    page = opened(replay_file, viewport=PHONE)
    _until(linked, lambda: _painted(linked, "waits") == 0)
    _until(every, lambda: _painted(every, "waits") == 0)
    assert 0 < _painted(linked) < _painted(every)
    linked.keyboard.press("End")
    page.keyboard.press("End")
    assert _counters(linked) == _counters(page)


@pytest.mark.slow
def test_small_copies_of_pictures_are_made_once(opened: Any, replay_file: Path) -> None:
    page = opened(replay_file, viewport=PHONE)
    far = _counters(page)
    page.keyboard.press("+")
    page.keyboard.press("+")
    _until(page, lambda: _painted(page, "waits") == 0 == _painted(page, "rough"))
    page.evaluate(
        """() => {
          const canvas = document.getElementById("pieces");
          window.roughest = 0;
          new MutationObserver(() => {
            window.roughest = Math.max(window.roughest, Number(canvas.dataset.rough));
          }).observe(canvas, { attributeFilter: ["data-rough"] });
        }"""
    )
    assert _counters(page) == far
    assert page.evaluate("window.roughest") == 0


@pytest.mark.slow
def test_after_a_far_jump_the_last_moved_lies_uppermost(opened: Any, tmp_path: Path) -> None:
    module, log, file = small.module_file(tmp_path), tmp_path / "many.vlog", tmp_path / "many.html"
    spots = [(at % 20 * 10, at // 20 * 9) for at in range(200)]
    pieces = [small.piece(str(at), "red.png", *spot) for at, spot in enumerate(spots)]
    moves = [
        MovePiece(str(at), "Sea", *spots[-1 - at], None, "Sea", *spots[at], None, "")
        for at in reversed(range(200))
    ]
    step = trees.step(*moves)
    saves.write(log, saves.Save(saves.compose(pieces, [GameUnderWay()], [step])))
    write_page(audited(played([log])), file, modules=(module,), findings_open=False)
    page, jumped = opened(file), opened(file, "#step=0")
    jumped.keyboard.press("End")
    assert _counters(page) == _counters(jumped)


@pytest.mark.slow
def test_a_click_tells_what_lies_there(opened: Any, replay_file: Path) -> None:
    page = opened(replay_file)
    left, top, width, height = _boxes(page)[0]
    page.mouse.click(left + width / 2, top + height / 2)
    assert page.locator("#here li").count() >= 1
    assert page.inner_text("#here strong")
    page.keyboard.press("Escape")
    assert not page.locator("#here").is_visible()


def test_who_cannot_see_the_board_reads_it(
    opened: Any, replay_file: Path, result: AuditResult
) -> None:
    page = opened(replay_file)
    page.click("#of-table")
    told = page.inner_text("#tab-table")
    scene = result.views[0].scene()
    on_board = [one for one in scene.pieces if one.place.map == "South Atlantic"]
    assert all(one.name in told for one in on_board if not one.masked and not one.place.deck)
    assert "South Atlantic" in page.get_attribute("#board", "aria-label")
    assert page.get_attribute("#says", "aria-live") == "polite"
    # What is a picture to a screen reader has nothing in it: no button, no list.
    pictures = page.locator("[role=img]:has(button, a, li, input)")
    assert pictures.count() == 0
    unnamed = page.eval_on_selector_all(
        "button, input, select",
        "all => all.filter(one => !one.textContent.trim() && !one.ariaLabel).map(one => one.id)",
    )
    assert [one for one in unnamed if one != "search"] == []


@pytest.mark.parametrize("viewport", [PHONE, {"width": 320, "height": 568}])
def test_the_page_fits_a_phone(opened: Any, page_file: Path, viewport: dict[str, int]) -> None:
    page = opened(page_file, viewport=viewport)
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    for selector in ("#next", "#back", "#slider", "#play"):
        box = page.locator(selector).bounding_box()
        assert box["height"] >= (20 if selector == "#slider" else 30)
        assert box["x"] + box["width"] <= viewport["width"]
        assert box["y"] + box["height"] <= viewport["height"]
    assert float(page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")) >= 14


@pytest.mark.slow
@pytest.mark.parametrize(
    "viewport", [(1088, 800), (358, 675), (390, 844), (320, 568), (844, 390), (932, 430)]
)
def test_every_tab_and_what_the_step_says_are_in_sight(
    opened: Any, thought: Any, viewport: tuple[int, int]
) -> None:
    width, height = viewport
    page = opened(thought[0], "#step=20", viewport={"width": width, "height": height})
    assert page.locator("#tabs [role=tab]").count() >= 5
    for tab in page.locator("#tabs [role=tab]").all():
        box = tab.bounding_box()
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
        tab.click(trial=True)  # nothing lies over it
    told, says = (page.locator(one).bounding_box() for one in ("#told", "#says li >> nth=0"))
    line = 18  # the first of them; the rest is scrolled
    assert says["y"] + line <= told["y"] + told["height"] - 13  # where it begins to fade
    assert told["y"] + told["height"] <= page.locator("#line").bounding_box()["y"] + 1
    assert page.locator("#share").is_visible()


@pytest.mark.slow
def test_a_page_without_an_address_says_so_instead_of_copying_a_link(
    opened: Any, replay_file: Path, tmp_path: Path
) -> None:
    around = tmp_path / "around.html"
    around.write_text('<iframe sandbox="allow-scripts" width="1000" height="700"></iframe>')
    page = opened(around, wait=False)
    page.evaluate(
        """text => { document.querySelector("iframe").src =
          URL.createObjectURL(new Blob([text], { type: "text/html" })); }""",
        replay_file.read_text("utf-8"),
    )
    shown = page.frame_locator("iframe")
    shown.locator("html[data-ready=yes]").wait_for()
    shown.locator("#first").click()
    shown.locator("#next").click()
    shown.locator("#share").click()
    assert shown.locator("#address").input_value() == "#step=1"
    assert "no address of its own" in shown.locator("#link").inner_text()
    assert shown.locator("#share").inner_text() == "Link"


@pytest.mark.slow
def test_a_link_that_cannot_be_copied_is_shown(opened: Any, replay_file: Path) -> None:
    page = opened(replay_file, "#step=12")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(Error('no')); }")
    page.click("#share")
    page.wait_for_selector("#link[open]")
    assert page.input_value("#address") == replay_file.as_uri() + "#step=12"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_writing_stands_out_by_day_and_by_night(opened: Any, page_file: Path, scheme: str) -> None:
    page = opened(page_file, color_scheme=scheme)
    for selector in ("#where", ".code", "#findings dd", ".severity", "#findings dt", "h1"):
        contrast = page.eval_on_selector(
            selector,
            """one => {
              const canvas = document.createElement("canvas").getContext("2d");
              const rgb = (text) => { canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1);
                return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3); };
              const light = (text) => rgb(text).map((v) => v / 255)
                .map((v) => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
                .reduce((sum, v, n) => sum + v * [.2126, .7152, .0722][n], 0);
              let ground = one;
              while (getComputedStyle(ground).backgroundColor === "rgba(0, 0, 0, 0)")
                ground = ground.parentElement;
              const [a, b] = [light(getComputedStyle(one).color),
                light(getComputedStyle(ground).backgroundColor)].sort((x, y) => y - x);
              return (a + .05) / (b + .05);
            }""",
        )
        assert contrast >= 4.5, selector


@pytest.mark.slow
def test_a_board_without_any_room_is_painted_when_it_gets_some(
    opened: Callable[..., Any], replay_file: Path
) -> None:
    page = opened(replay_file, wait=False, viewport={"width": 900, "height": 1})
    page.wait_for_timeout(1500)
    page.set_viewport_size(WIDE)
    _until(page, lambda: _painted(page) > 0)


@pytest.mark.slow
def test_a_page_for_a_frame_is_board_and_time_line(
    opened: Any, log_file: Path, tmp_path: Path
) -> None:
    file = tmp_path / "frame.html"
    write_page(audit([log_file]), file, findings_open=False, embed=True)
    page = opened(file, "#step=12", viewport={"width": 700, "height": 480})
    assert not page.locator("#panel").is_visible()
    assert page.locator("#board").is_visible()
    box = page.locator("#play").bounding_box()
    assert box["y"] + box["height"] <= 480


def test_markup_in_names_and_chat_is_text(opened: Any, tmp_path: Path) -> None:
    log = tmp_path / "nasty.vlog"
    name = NASTY.replace("/", "\\/")
    text = (
        f"begin_save\x1b\\\x1b+/1/piece;;;;{NASTY.replace(';', ',').replace('/', '-')}/Sea;9;9;1;0"
        f"\x1bPLAYER\tpw\t{name}\tRed\x1bend_save"
        f"\x1bLOG\tCHAT<{NASTY}> - {NASTY}\x1bLOG\tM/1/Sea/80/90/null/Sea/9/9/null/pw"
    )
    saves.write(log, saves.Save(text.encode()))
    file = tmp_path / "nasty.html"
    read = played([log])
    write_page(audited(read), file, read=read)
    page = opened(file)
    for tab in ("summary", "story", "log", "findings", "table"):
        page.click(f"#of-{tab}")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert NASTY in page.inner_text("#says")
    assert page.locator("#says img, #log img, #story img, #panel script").count() == 0
    assert page.title() not in ("1", "2")


@pytest.mark.slow
def test_a_piece_over_the_edge_leaves_the_board_as_large_as_it_is(
    opened: Any, tmp_path: Path
) -> None:
    """200 by 100 pixels of the map; the piece, 20 wide, has its middle at 195, 50."""
    module, log, file = small.module_file(tmp_path), tmp_path / "edge.vlog", tmp_path / "edge.html"
    pieces = [small.piece("1", "red.png", 195, 50), small.piece("2", "green.png", 10, 10)]
    saves.write(log, saves.Save(saves.compose(pieces, [GameUnderWay()], [])))
    write_page(audited(played([log])), file, modules=(module,))
    page = opened(file)
    board = page.locator("#ground img").bounding_box()
    scale = board["width"] / 200
    assert board["height"] == pytest.approx(100 * scale, abs=0.1)
    places = [
        ((left - board["x"]) / scale, (top - board["y"]) / scale)
        for left, top, _, _ in sorted(_boxes(page))
    ]
    assert places == [pytest.approx((0, 0), abs=0.1), pytest.approx((185, 40), abs=0.1)]


@pytest.mark.slow
def test_a_step_is_linked_though_a_file_without_steps_follows(opened: Any, tmp_path: Path) -> None:
    paths = tmp_path / "1.vlog", tmp_path / "2.vsav"
    log = saves.compose(
        [small.piece("1", "red.png", 50, 40)],
        [GameUnderWay()],
        [trees.step(MovePiece("1", "Sea", 90, 40, "null", "Sea", 50, 40, "somebody"))],
    )
    saves.write(paths[0], saves.Save(log))
    after = saves.compose([small.piece("1", "red.png", 90, 40)], [GameUnderWay()], [])
    saves.write(paths[1], saves.Save(after))
    write_page(audited(played(list(paths))), tmp_path / "two.html")
    page = opened(tmp_path / "two.html", "#step=1")
    assert (page.input_value("#slider"), page.get_attribute("#slider", "max")) == ("1", "2")


@pytest.mark.slow
def test_only_the_first_button_moves_the_board(opened: Any, replay_file: Path) -> None:
    page = opened(replay_file)
    box = page.locator("#board").bounding_box()
    middle, place = (box["x"] + 200, box["y"] + 100), page.get_attribute("#world", "style")
    for button in ("right", "middle"):
        page.mouse.move(*middle)
        page.mouse.down(button=button)
        page.mouse.move(middle[0] + 60, middle[1] + 30)
        page.mouse.up(button=button)
    # Let go of where nobody tells the page: what comes then is no drag.
    page.evaluate(
        """() => {
          const board = document.getElementById("board");
          board.setPointerCapture = () => {};
          for (const [kind, x, buttons] of [["pointerdown", 200, 1], ["pointermove", 300, 0]])
            board.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerId: 1, buttons,
              pointerType: "mouse", clientX: x, clientY: 200 }));
        }"""
    )
    assert page.get_attribute("#world", "style") == place
    assert page.locator("#here:visible").count() == 0


# --- where hidden things could be -------------------------------------------------------------


@pytest.fixture(scope="module")
def thought(log_file: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    result = audit([log_file], belief=True)
    file = tmp_path_factory.mktemp("belief") / "report.html"
    write_page(result, file, findings_open=False)
    assert result.beliefs is not None
    return file, result.beliefs[0]


def _shaded(page: Any) -> list[str]:
    titles = "all => all.map(one => one.textContent.split(' ').pop()).sort()"
    found: list[str] = page.eval_on_selector_all("polygon.may > title", titles)
    return found


@pytest.mark.slow
def test_the_hexes_where_the_raider_could_be_are_shaded(opened: Any, thought: Any) -> None:
    file, quarry = thought
    page = opened(file)
    depth = {}
    for one in quarry.thoughts:
        page.fill("#slider", str(one.step))
        assert _shaded(page) == list(one.places)
        if one.places:
            opacity = page.get_attribute("polygon.may >> nth=0", "fill-opacity")
            depth[len(one.places)] = float(opacity)
    assert len(depth) > 3
    assert [depth[size] for size in sorted(depth)] == sorted(depth.values(), reverse=True)
    one = max(quarry.thoughts, key=lambda thought: len(thought.places))
    page.fill("#slider", str(one.step))
    assert f"{len(one.places)} places" in page.inner_text("#beliefs .told")
    page.uncheck("#beliefs input")
    assert _shaded(page) == []


@pytest.mark.slow
def test_the_page_with_shaded_hexes_fits_a_phone(opened: Any, thought: Any) -> None:
    page = opened(thought[0], viewport=PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

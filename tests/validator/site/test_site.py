"""The site as it is written, and our Python as it runs there: alone, without any other package."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from generator.definition import load_game
from generator.definition.reader import game_folder
from generator.errors import BroadsideError
from generator.packaging import build
from generator.vassal import saves
from generator.vassal.commands import GameUnderWay
from tests.sampling import one_in
from tests.validator.painting import small_game as small
from validator.audit.played import played
from validator.narrating import narrated
from validator.playing import play_as_log
from validator.playing.tabletop.savegame import play_as_save
from validator.site import judging, packs, runtime
from validator.site.building import build_site

GAMES = ("graf_spee", "under_ten_flags")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    build_site(folder, GAMES)
    return folder


@pytest.fixture(scope="module")
def browser_like(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the worker of a browser has before it: our packs unpacked, and no other package."""
    folder = tmp_path_factory.mktemp("app")
    for pack in (site / "code.zip", *(site / "games").iterdir()):
        with zipfile.ZipFile(pack) as opened:
            opened.extractall(folder)
    return folder


def alone(app: Path, code: str, *words: str) -> str:
    """What a program prints that has Python's own library and what the site carries."""
    program = f"import sys; sys.path.insert(0, {str(app)!r})\n{code}"
    told = subprocess.run(
        [sys.executable, "-S", "-E", "-c", program, *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        env={"BROADSIDE_CACHE": str(app / "cache")},
    )
    assert told.returncode == 0, told.stderr
    return told.stdout


JUDGE = """
import json, os
os.environ["BROADSIDE_CACHE"] = sys.path[0] + "/cache"
from validator.site import judging
games = judging.games_of(sys.argv[1:])
told = judging.examined(sys.argv[1:], belief=True)
page = judging.PAGE.read_text("utf-8") if "trouble" not in told else ""
story = page.partition('"story":')[2].partition('"curves":')[0]
print(json.dumps([games, told, len(page), page.count("image/svg+xml"), story]))
"""


@pytest.mark.parametrize("game", one_in(2, GAMES))
def test_a_log_is_audited_and_drawn_without_any_other_package(
    browser_like: Path, tmp_path: Path, game: str
) -> None:
    log = tmp_path / "game.vlog"
    definition, art = load_game(game), [game_folder(game) / "art"]
    (tmp_path / "elsewhere").mkdir()  # beside the log it would lend its own pictures
    module = build(definition, tmp_path / "elsewhere", art=art).module
    play_as_log(definition, module, log, seed=2)
    games, told, size, pictures, story = json.loads(alone(browser_like, JUDGE, str(log)))
    assert games == [game]
    assert told.get("trouble") is None and told["headline"].startswith("Clean")
    assert size > 100_000 and pictures > 10
    chapters = narrated(played([log])).chapters
    assert len(chapters) > 2
    assert all(said.text in story for one in chapters for row in one.sentences for said in row[:1])
    assert [one for one, _ in told["sides"]]


@pytest.mark.slow
def test_a_save_of_tabletop_simulator_is_audited_there_too(
    browser_like: Path, tmp_path: Path
) -> None:
    save = tmp_path / "game.json"
    play_as_save(load_game("graf_spee"), save, seed=6)
    games, told, size, pictures, story = json.loads(alone(browser_like, JUDGE, str(save)))
    assert games == ["graf_spee"]
    assert told.get("trouble") is None and told["headline"].startswith("Clean")
    assert size > 100_000 and pictures > 5 and len(story) > 100


@pytest.mark.slow
def test_a_club_s_own_overlay_is_known_there(tmp_path: Path) -> None:
    """The log says what it was played with; the site of the club has read it before."""
    own = tmp_path / "our-rules.yaml"
    spread = (game_folder("graf_spee") / "overlays" / "spread.yaml").read_text("utf-8")
    own.write_text(spread.replace("id: spread", "id: ours"), "utf-8")
    site, app, log = tmp_path / "site", tmp_path / "app", tmp_path / "game.vlog"
    build_site(site, ["graf_spee", "under_ten_flags"], overlays=[own])
    for pack in (site / "code.zip", *(site / "games").iterdir()):
        with zipfile.ZipFile(pack) as opened:
            opened.extractall(app)
    game = load_game("graf_spee", [own])
    play_as_log(game, build(game, tmp_path).module, log, seed=2)
    (_, told, *_), read = json.loads(alone(app, JUDGE, str(log))), alone(app, PLAYED_BY, str(log))
    assert told.get("trouble") is None and told["headline"].startswith("Clean")
    assert read.split() == ["ours"]
    with pytest.raises(BroadsideError, match="has an overlay 'spread' of its own"):
        build_site(
            site, ["graf_spee"], overlays=[game_folder("graf_spee") / "overlays/spread.yaml"]
        )


@pytest.mark.parametrize("pieces", [0, 1])
def test_a_log_of_a_module_of_others_is_shown_with_plain_boxes_and_says_so(
    browser_like: Path, tmp_path: Path, pieces: int
) -> None:
    log = tmp_path / "game.vlog"
    lying = [small.piece(str(at), "red.png", 50, 40) for at in range(pieces)]
    saves.write(log, saves.Save(saves.compose(lying, [GameUnderWay()], [])))
    games, told, size, *_ = json.loads(alone(browser_like, JUDGE, str(log)))
    assert games == [] and told.get("trouble") is None and size > 10_000
    assert told["view"].endswith(judging.PLAIN)


PLAYED_BY = """
import os
os.environ["BROADSIDE_CACHE"] = sys.path[0] + "/cache"
from pathlib import Path
from validator.audit.played import played
print(*(one.id for one in played([Path(sys.argv[1])]).game.overlays))
"""
WITH_OVERLAY = """
import json, os
os.environ["BROADSIDE_CACHE"] = sys.path[0] + "/cache"
sys.path.append(sys.argv[1])
from validator.site import judging
told = judging.examined(sys.argv[2:3], overlays=sys.argv[3:])
told["text"] = ""
print(json.dumps(told))
"""
WITH_MODULE = """
import json
from validator.site import judging
told = judging.examined(sys.argv[1:2], modules=sys.argv[2:])
page = judging.PAGE.read_text("utf-8")
plan = json.loads(told["paint"])
waiting = page.count('data-kind="recipe">')
told["paint"] = ""
size = len(judging.picture(sys.argv[2], "images/red.png"))
names = sorted(plan["pictures"])
print(json.dumps([told, names, [one in page for one in names], waiting, size]))
"""


def test_with_its_module_a_game_has_the_module_s_own_pictures(
    browser_like: Path, tmp_path: Path
) -> None:
    """The browser paints them: the page waits for each, and is told how it is made."""
    module, log = small.module_file(tmp_path), tmp_path / "game.vlog"
    lying = [small.piece(str(at), "red.png", 50 + at, 40) for at in range(3)]
    lost = small.piece("lost", "not-there.png", 90, 40)
    saves.write(log, saves.Save(saves.compose([*lying, lost], [GameUnderWay()], [])))
    told, names, there, waiting, size = json.loads(
        alone(browser_like, WITH_MODULE, str(log), str(module))
    )
    assert told.get("trouble") is None and judging.PLAIN not in told["view"]
    assert "not-there.png" in " ".join(told["shown"])
    assert len(names) == waiting == 3 and all(there)  # the board, the red ones, the lost one's box
    assert size == len(small.picture(small.RED))


def test_trouble_is_told_in_words(browser_like: Path, tmp_path: Path) -> None:
    broken = tmp_path / "game.vlog"
    broken.write_bytes(b"no zip at all")
    games, told, *_ = json.loads(alone(browser_like, JUDGE, str(broken)))
    assert games == [] and list(told) == ["trouble"]
    assert "game.vlog: a text file, not a log or save" in told["trouble"]


def test_the_same_sources_give_the_same_bytes(site: Path, tmp_path: Path) -> None:
    build_site(tmp_path / "again", GAMES)
    for path in sorted(site.rglob("*")):
        if path.is_file():
            assert (tmp_path / "again" / path.relative_to(site)).read_bytes() == path.read_bytes()


def test_the_first_visit_is_small(site: Path) -> None:
    core = sum((site / name).stat().st_size for name in ("code.zip", "games/graf_spee.zip"))
    assert core < 1_500_000  # Pyodide itself takes 13.5 MB


def test_the_page_asks_nothing_of_others_but_python_and_what_reads_an_overlay(site: Path) -> None:
    policy = (site / "index.html").read_text("utf-8").partition('Policy" content="')[2]
    policy = policy.partition('"')[0]
    assert policy.startswith("default-src 'none'")
    assert "'unsafe-eval'" not in policy and "script-src 'self' 'unsafe-inline'" not in policy
    named = [word.rstrip(";") for word in policy.split() if word.startswith("http")]
    assert named == [runtime.NETWORK, *(runtime.PACKAGES + one for one in runtime.WHEELS)]
    offline = (site / "offline.js").read_text("utf-8")
    kept, _, later = offline.partition("const LATER")
    assert ".whl" not in kept and later.count(".whl") == len(runtime.WHEELS)


@pytest.mark.slow
def test_a_site_with_its_own_python_has_all_that_reads_an_overlay_or_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, site = tmp_path / "pyodide", tmp_path / "site"
    own.mkdir()
    wheels = [address.rpartition("/")[2] for address in runtime.WHEELS]
    digests = {name: runtime.integrity(name.encode(), "sha384") for name in runtime.FILES}
    monkeypatch.setattr(runtime, "FILES", digests)
    for name in digests:
        (own / name).write_text(name)
    assert not build_site(site, ["graf_spee"], own).takes_overlays
    page = (site / "index.html").read_text("utf-8")
    assert "https:" not in page.partition('Policy" content="')[2].partition('"')[0]
    (own / wheels[0]).write_text("x")
    with pytest.raises(BroadsideError, match="this is not the file of that name"):
        build_site(site, ["graf_spee"], own)
    addresses = {f"ab/{name}": runtime.integrity(name.encode(), "sha384") for name in wheels}
    monkeypatch.setattr(runtime, "WHEELS", addresses)
    (own / wheels[0]).write_text(wheels[0])
    with pytest.raises(BroadsideError, match=r"no file .*pip download"):
        build_site(site, ["graf_spee"], own)
    for name in wheels:
        (own / name).write_text(name)
    made = build_site(site, ["graf_spee"], own)
    assert made.takes_overlays and all(runtime.FOLDER + name in made.sizes for name in wheels)
    found = json.loads((site / "site.json").read_text("utf-8"))["runtime"]["wheels"]
    assert set(found) == {runtime.FOLDER + name for name in wheels}


@pytest.mark.slow
def test_what_reads_an_overlay_is_what_a_browser_fetches(
    browser_like: Path, tmp_path: Path
) -> None:
    """Nothing but the packages of `WHEELS`: their names, and what they bring."""
    packages = tmp_path / "packages"
    packages.mkdir()
    for name in ("pydantic", "pydantic_core", "ruamel", "typing_inspection", "annotated_types"):
        found = importlib.util.find_spec(name)
        assert found is not None and found.submodule_search_locations
        (packages / name).symlink_to(next(iter(found.submodule_search_locations)))
    import typing_extensions

    (packages / "typing_extensions.py").symlink_to(typing_extensions.__file__)
    own = tmp_path / "our-rules.yaml"
    spread = (game_folder("graf_spee") / "overlays" / "spread.yaml").read_text("utf-8")
    own.write_text(spread.replace("id: spread", "id: ours"), "utf-8")
    log, game = tmp_path / "game.vlog", load_game("graf_spee", [own])
    (tmp_path / "elsewhere").mkdir()
    play_as_log(game, build(game, tmp_path / "elsewhere").module, log, seed=2)
    words = (str(packages), str(log), str(own))
    told = json.loads(alone(browser_like, WITH_OVERLAY, *words))
    assert told.get("trouble") is None and told["headline"].startswith("Clean")
    assert judging.OVERLAID in told["shown"]


def test_python_is_held_against_its_digests(tmp_path: Path) -> None:
    with pytest.raises(BroadsideError, match=r"no file pyodide\.mjs"):
        build_site(tmp_path / "site", GAMES, tmp_path)
    for name in runtime.FILES:
        (tmp_path / name).write_bytes(b"something else")
    with pytest.raises(BroadsideError, match="this is not the file of Pyodide"):
        build_site(tmp_path / "site", GAMES, tmp_path)
    assert not (tmp_path / "site").exists()


def test_an_unknown_game_is_told_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(BroadsideError, match="graf_spee"):
        build_site(tmp_path / "site", ["graf_spe"])


def test_nobodys_own_page_is_written_over(tmp_path: Path) -> None:
    own = tmp_path / "index.html"
    own.write_text("mine", "utf-8")
    with pytest.raises(BroadsideError, match=r"holds other files \(index\.html\)"):
        build_site(tmp_path, ["graf_spee"])
    assert own.read_text("utf-8") == "mine" and [*tmp_path.iterdir()] == [own]


def test_a_title_is_a_title_and_no_markup(tmp_path: Path) -> None:
    build_site(tmp_path, ["graf_spee"], title="<script>alert(1)</script>")
    assert "<script>alert" not in (tmp_path / "index.html").read_text("utf-8")


def test_rooms_that_are_left_out_exist() -> None:
    root = Path(packs.__file__).resolve().parents[2]
    missing = [room for room in packs.LEFT_OUT if not (root / room).is_dir()]
    assert missing in ([], ["generator/bundled"])  # that one only in a wheel

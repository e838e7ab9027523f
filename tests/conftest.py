"""Fixtures every test may use."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# How long an example takes says more of the machine than of us.
settings.register_profile("many", deadline=None)
settings.register_profile("few", deadline=None, max_examples=25)

ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept-pictures",
        action="store_true",
        help="Keep what is drawn now as what the pictures ought to look like.",
    )
    parser.addoption(
        "--every-picture",
        action="store_true",
        help="Compare PDF and PNG of every picture and page that is shipped, not of a choice.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """The default run tries a few examples of each property, every other run as many as usual."""
    settings.load_profile("few" if config.option.markexpr == "not slow" else "many")


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads or fills the cache of the person who runs it.

    The processes of one run share theirs, so that what one of them built is there for the others.
    """
    place = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        place = place.parent
    os.environ["BROADSIDE_CACHE"] = str(place / "cache")
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        # The many programs that tests start are compiled once, and not beside their source.
        os.environ["PYTHONPYCACHEPREFIX"] = str(place / "bytecode")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference files kept outside the project: formats, real files, rule digests."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the reference files are not beside this checkout")
    return folder


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A real Chromium, driven by Playwright; without one the test is skipped."""
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next((path for name in names if (path := shutil.which(name))), None)
    quiet = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
    with driver.sync_playwright() as play:
        try:
            opened = play.chromium.launch(executable_path=found, args=[*quiet])
        except driver.Error as trouble:
            pytest.skip(f"no Chromium to look at the page with: {str(trouble).splitlines()[0]}")
        yield opened
        opened.close()


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A scheduler and two workers, each in a process of its own; without Dask skipped."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as made:
        yield made


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """What one file of tests leaves behind is not looked through again by the garbage collector:
    played games are kept for other tests, and it would walk all of them each time."""
    if nextitem is not None and nextitem.path != item.path:
        gc.collect()
        gc.freeze()

"""Fixtures every test may use."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes says more of the machine than of us.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")

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


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads or fills the cache of the person who runs it."""
    import os

    os.environ["BROADSIDE_CACHE"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference files kept outside the project: formats, real files, rule digests."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the reference files are not beside this checkout")
    return folder

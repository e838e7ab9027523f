"""The search for secrets finds what is folded into a report."""

from __future__ import annotations

import base64
import gzip
import zlib

import pytest

from tests.modules.reports import found_in

SECRET = "Zanzibar by the sea, 7717"


@pytest.mark.parametrize(
    "data",
    [
        SECRET.encode(),
        b"<img src='data:image/svg+xml;base64," + base64.b64encode(b"<svg>" + SECRET.encode()),
        b"".join(b"&#%d;" % byte for byte in SECRET.encode()),
        SECRET.replace("Z", "\\u005a").encode(),
        SECRET.replace(" ", "%20").encode(),
        SECRET.encode().hex().encode(),
        gzip.compress(SECRET.encode()),
        base64.b64encode(zlib.compress(SECRET.encode())),
        base64.b64encode(base64.b64encode(SECRET.encode())),
    ],
    ids=["plain", "base64", "entities", "json", "percent", "hex", "gzip", "zlib", "twice"],
)
def test_a_secret_is_found_however_it_is_folded(data: bytes) -> None:
    assert found_in(data, [SECRET, "Mombasa"]) == [SECRET]


def test_what_is_not_there_is_not_found() -> None:
    assert found_in(base64.b64encode(b"the sea is wide and empty"), [SECRET]) == []

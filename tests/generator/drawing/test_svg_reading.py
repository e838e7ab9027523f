"""An SVG of others is read before the renderer draws it: some would crash it, or never end."""

from __future__ import annotations

import gzip
from base64 import b64encode
from urllib.parse import quote

import pytest

from generator.drawing.svg_reading import MOST_DEEP, OwnSvgError, in_utf8, svg_text

ROOT = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">'
SLOW = '<filter id="f"><feTurbulence numOctaves="1000000000"/></filter><g filter="url(#f)"/>'


def shown(data: bytes, kind: str = "image/svg+xml") -> str:
    link = f"data:{kind};base64,{b64encode(data).decode()}"
    return f'{ROOT}<image href="{link}"/></svg>'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1", "windows-1252"])
def test_any_encoding_that_is_declared_is_read(encoding: str) -> None:
    declared = "utf-8" if encoding == "utf-8-sig" else encoding
    text = f'<?xml version="1.0" encoding="{declared}"?>{ROOT}<!-- café --></svg>'
    assert svg_text(text.encode(encoding), 200) == f"{ROOT}<!-- café --></svg>"
    assert "café".encode() in in_utf8(text.encode(encoding))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (f"{ROOT}\n<g>\n</svg>".encode(), "line 3: mismatched tag"),
        (f"{ROOT}{'<g>' * MOST_DEEP}{'</g>' * MOST_DEEP}</svg>".encode(), "line 1: nested more"),
        (f"{ROOT}{SLOW}</svg>".encode(), "filters take too long"),
        (shown(f"{ROOT}{SLOW}</svg>".encode()).encode(), "filters take too long"),
        (shown(f"{ROOT}{SLOW}</svg>".encode(), "text/plain").encode(), "filters take too long"),
        (shown(gzip.compress(b"<svg/>")).encode(), "compressed"),
        (shown(shown(shown(shown(b"<svg/>").encode()).encode()).encode()).encode(), "3 SVGs each"),
    ],
)
def test_what_would_harm_the_renderer_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(OwnSvgError, match=why):
        svg_text(data, 200)


def _repeated(times: int, levels: int, link: str = "href") -> bytes:
    """A square, shown so many times by a group, which is shown so many times by the next."""
    groups = "".join(
        f'<g id="g{n + 1}">{f"""<use {link}="#g{n}"/>""" * times}</g>' for n in range(levels)
    )
    square = '<rect id="g0" width="1" height="1"/>'
    return f'{ROOT}<defs>{square}{groups}</defs><use {link}="#g{levels}"/></svg>'.encode()


@pytest.mark.parametrize("link", ["href", "xlink:href"])
def test_what_repeats_itself_without_end_is_refused(link: str) -> None:
    with pytest.raises(OwnSvgError, match="repeat more than 1,000,000 others"):
        svg_text(_repeated(10, 10, link), 200)
    with pytest.raises(OwnSvgError, match=f"more than {MOST_DEEP} deep"):
        svg_text(_repeated(1, MOST_DEEP + 1, link), 200)
    assert svg_text(_repeated(10, 4, link), 200)


_EMPTY = "".join(f'<g id="g{n}"/>' for n in range(9))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('<use href="#g8"/></svg>', '<use href="#g1" xlink:href="#g8"/></svg>'),
        ('<use href="#g8"/></svg>', '<use xlink:href="#g8" href="#g1"/></svg>'),
        ("<defs>", f"{_EMPTY}<defs>"),
        ("</svg>", f"{_EMPTY}</svg>"),
        (' id="g', ' xml:id="g'),
        ('="#g8"', '="&#10; #g8 "'),
        ('g5"', 'g5\u00a0"'),
        ('g5"', 'g5&#10;"'),
    ],
)
def test_what_repeats_itself_without_end_is_not_hidden(old: str, new: str) -> None:
    bomb = _repeated(10, 8).decode()
    assert old in bomb
    with pytest.raises(OwnSvgError, match="repeat more than 1,000,000 others"):
        svg_text(bomb.replace(old, new).encode(), 200)


def test_an_element_counts_as_itself_where_it_stands() -> None:
    empty = "<g id='a'/>" * 1000
    large = f'<g id="a">{"<g/>" * 2000}</g>{empty}'
    assert svg_text(f"{ROOT}{large}</svg>".encode(), 200)
    both = _repeated(2, 12).decode().replace('href="#g', 'xlink:href="#g0" href="#g')
    assert svg_text(both.encode(), 200)


def test_what_shows_itself_or_nothing_is_read() -> None:
    inside = '<g id="a"><use href="#a"/><use href="#b"/><use/></g><use href="#a"/>'
    assert svg_text(f"{ROOT}{inside}</svg>".encode(), 200)


def test_a_stray_letter_of_another_encoding_spoils_no_picture() -> None:
    data = f"{ROOT}<!-- caf\xe9 --></svg>".encode("latin-1")
    assert svg_text(data, 200) == in_utf8(data).decode() == f"{ROOT}<!-- caf\ufffd --></svg>"


@pytest.mark.parametrize(
    "head",
    [
        "data:image/svg+xml;base64,",
        "DATA:;base64,",
        "data:foo;base64,",
        "da&#10;ta:image/svg&#9;+xml;base&#13;64,",
        "data:image/svg+xml;charset=utf-8; BASE64 ,",
    ],
)
@pytest.mark.parametrize("ends", ["", "#a"])
def test_a_link_is_read_as_the_renderer_does(head: str, ends: str) -> None:
    slow = b64encode(f"{ROOT}{SLOW}</svg> ".encode()).decode()
    assert slow.endswith("=")
    with pytest.raises(OwnSvgError, match="filters"):
        svg_text(f'{ROOT}<image href="{head}{slow.rstrip("=")}{ends}"/></svg>'.encode(), 200)


def test_a_link_without_base64_is_read_as_it_is() -> None:
    slow = quote(f"{ROOT}{SLOW}</svg>")
    with pytest.raises(OwnSvgError, match="filters"):
        svg_text(f'{ROOT}<image href="data:;x=base64,{slow}"/></svg>'.encode(), 200)


def test_common_filters_on_a_large_board_are_spared() -> None:
    blur = '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter>'
    blurred = '<g filter="url(#f)"/>' * 20
    svg = f"{ROOT}{blur}{blurred}</svg>".encode()
    with pytest.raises(OwnSvgError, match="filters"):
        svg_text(svg, 12_000_000)
    assert svg_text(svg, 12_000_000, spared=8)


@pytest.mark.parametrize("kind", ["image/png", "image/x-png", "img/jpeg", "text/plain", ""])
@pytest.mark.parametrize("begins", [b"\x89PNG\r\n\x1a\n", b"GIF89a", b"\xff\xd8\xff\xe0"])
def test_pictures_of_pixels_inside_are_not_read(kind: str, begins: bytes) -> None:
    assert svg_text(shown(begins + b"\xe9<svg", kind).encode(), 200)


def test_links_that_hold_no_picture_are_not_read() -> None:
    assert svg_text(
        f'{ROOT}<image href="data:;base64,%"/><image href="a.png"/></svg>'.encode(), 200
    )
    assert svg_text(f'{ROOT}<image href="data:{"a" * 500_000}"/></svg>'.encode(), 200)

"""The page of a comparison."""

from __future__ import annotations

import base64
import io
import re
from html.parser import HTMLParser

from generator.differences import Comparison, Detail, Difference, Group
from validator.reporting.differences import page_of
from validator.reporting.pictures import as_data, difference

_EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)>\x1b"


def picture(
    color: tuple[int, int, int], size: tuple[int, int] = (8, 8), dot: bool = False
) -> bytes:
    """A PNG of one colour, with one other pixel if asked for."""
    from PIL import Image

    made = Image.new("RGB", size, color)
    if dot:
        made.putpixel((3, 3), (255, 255, 255))
    out = io.BytesIO()
    made.save(out, "PNG")
    return out.getvalue()


def compared(*rows: Difference, title: str = "components") -> Comparison:
    return Comparison("old", "new", (Group(title, rows),))


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def tags(page: str) -> list[tuple[str, dict[str, str | None]]]:
    parser = _Tags()
    parser.feed(page)
    return parser.found


def test_everything_from_the_files_is_escaped() -> None:
    details = (
        Detail("changed", _EVIL, _EVIL, "str", _EVIL, f"{_EVIL}\nmore"),
        Detail("added", "", _EVIL, "image", None, _EVIL),
        Detail("changed", "", "icon", "image", _EVIL, "b"),
    )
    row = Difference(("changed",), _EVIL, _EVIL, _EVIL, _EVIL, _EVIL, _EVIL, details)
    found = Comparison(_EVIL, _EVIL, (Group(_EVIL, (row,)),), (_EVIL,))
    names = {tag for tag, _ in tags(page_of(found))}
    assert "script" not in names
    assert "img" not in names
    assert "\x1b" not in page_of(found)


def test_the_page_asks_for_nothing_outside_itself() -> None:
    old, new = {"images/a.png": picture((9, 9, 9))}, {"images/a.png": picture((99, 9, 9))}
    row = Difference(("changed",), "image", "images/a.png", "")
    page = page_of(compared(row, title="images"), old, new)
    assert "default-src 'none'" in page
    for _, attributes in tags(page):
        for name in ("src", "href"):
            value = attributes.get(name) or ""
            assert value.startswith(("data:", "#")) or not value


def test_a_changed_picture_stands_before_after_and_with_what_differs() -> None:
    old, new = {"images/a.png": picture((9, 9, 9))}, {"images/a.png": picture((99, 9, 9))}
    row = Difference(("changed",), "image", "images/a.png", "")
    page = page_of(compared(row, title="images"), old, new)
    assert page.count("<img") == 3
    assert "what differs" in page


def test_a_damaged_picture_is_left_out() -> None:
    for broken in (b"", b"no picture", picture((1, 2, 3))[:40] + b"\0" * 500_000):
        assert as_data(broken, small=True) is None or broken.startswith(b"\x89PNG")
        assert difference(broken, broken) is None
    row = Difference(("added",), "image", "images/a.png", "")
    page = page_of(compared(row, title="images"), {}, {"images/a.png": b"no picture"})
    assert "<img" not in page


def test_what_differs_between_two_pictures_is_red() -> None:
    from PIL import Image

    address = difference(picture((0, 0, 0)), picture((0, 0, 0), dot=True))
    assert address is not None
    data = base64.b64decode(address.partition(",")[2])
    with Image.open(io.BytesIO(data)) as opened:
        shown = opened.convert("RGB")
        assert shown.getpixel((3, 3)) == (190, 20, 20)
        assert shown.getpixel((0, 0)) != (190, 20, 20)
    assert difference(picture((0, 0, 0)), picture((0, 0, 0), (9, 8))) is None


def test_large_pictures_are_drawn_smaller() -> None:
    from PIL import Image

    noise = Image.effect_noise((1600, 1200), 90)
    out = io.BytesIO()
    noise.save(out, "PNG")
    address = as_data(out.getvalue())
    assert address is not None
    with Image.open(io.BytesIO(base64.b64decode(address.partition(",")[2]))) as opened:
        assert max(opened.size) == 900


def test_names_of_pictures_in_details_show_them() -> None:
    detail = Detail("changed", "Basic Piece", "imageName", "image", "a.png", "b.png")
    row = Difference(("changed",), "piece", "Unit", "", details=(detail,))
    old, new = {"images/a.png": picture((1, 1, 1))}, {"images/b.png": picture((2, 2, 2))}
    assert page_of(compared(row), old, new).count('class="small"') == 2


def test_no_difference_is_said() -> None:
    page = page_of(Comparison("a", "b", ()))
    assert "Nothing differs" in page
    assert re.search(r"<h2", page) is None

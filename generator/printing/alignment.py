"""The page that says how far a printer's back is off: crosses in front, rulers behind."""

from __future__ import annotations

from dataclasses import replace

from generator.drawing.fitting import wrap
from generator.drawing.sheet import Anchor, Sheet, number
from generator.printing.furniture import WHITE, Desk, head_and_foot, registration
from generator.printing.imposition import Box, Piece, Slot, duplex_axis, turned_over
from generator.printing.pages import Component, Page

REACH = 5.0
"""How far the rulers go, mm."""

AWAY = 5.0
"""From a place to its rulers, mm."""

LARGE = 140.0
"""Paper with rulers in its corners has at least such sides, mm."""

TITLE = "Alignment test"


def alignment(desk: Desk) -> Component | None:
    """Front and back of the test; None when nothing is printed on both sides."""
    printing = desk.printing
    if printing.backs != "duplex":
        return None
    page = printing.page
    axis = duplex_axis(page.width, page.height, printing.duplex)
    at = page.centre[0] if axis == "vertical" else page.centre[1]
    front, back = desk.sheet(), desk.sheet()
    hint = f"Print at 100 %, on both sides, turned over the {printing.duplex} edge"
    for sheet, which in ((front, "front"), (back, "back")):
        head_and_foot(sheet, desk, TITLE, which, hint)
        registration(sheet, page, printing.paper.unprintable)
    dx, dy = printing.nudge
    for x, y in _places(page):
        _cross(front, x, y)
        mark = Slot(Piece("", None, 0, 0), Box(x, y, 0, 0))
        box = turned_over(mark, axis, at).box
        _ruler(back, box.x + dx, box.y + dy)
    _told(back, desk)
    blank = Page(page.width, page.height, name=TITLE)
    return Component(
        "alignment",
        TITLE,
        (
            replace(blank, furniture=front.picture(f"{TITLE} front")),
            replace(blank, furniture=back.picture(f"{TITLE} back"), name=""),
        ),
    )


def _places(page: Box) -> list[tuple[float, float]]:
    """The middle, and four corners where the paper is large enough to have them apart from it."""
    if min(page.width, page.height) < LARGE:
        return [page.centre]
    inset_x, inset_y = page.width / 5, page.height / 5
    corners = [
        (x, y)
        for y in (page.y + inset_y, page.bottom - inset_y)
        for x in (page.x + inset_x, page.right - inset_x)
    ]
    return [page.centre, *corners]


def _cross(sheet: Sheet, x: float, y: float) -> None:
    arm = REACH + AWAY + 4
    sheet.path(
        f"M{number(x - arm)} {number(y)}h{number(2 * arm)}M{number(x)} {number(y - arm)}"
        f"v{number(2 * arm)}",
        stroke="#000000",
        stroke_width=0.2,
    )


def _ruler(sheet: Sheet, x: float, y: float) -> None:
    """A scale above a place and one to its right, nought at the place: right and down is more.

    The arms of the front's cross run through both.
    """
    data = []
    for half in range(int(-2 * REACH), int(2 * REACH) + 1):
        off = half / 2
        long = 4.0 if half == 0 else 2.6 if half % 2 == 0 else 1.5
        data.append(f"M{number(x + off)} {number(y - AWAY)}v{number(-long)}")
        data.append(f"M{number(x + AWAY)} {number(y + off)}h{number(long)}")
    data.append(f"M{number(x - REACH)} {number(y - AWAY)}h{number(2 * REACH)}")
    data.append(f"M{number(x + AWAY)} {number(y - REACH)}v{number(2 * REACH)}")
    sheet.path("".join(data), stroke="signal", stroke_width=0.14)
    sheet.circle(x, y, 1.6, stroke="signal", stroke_width=0.14)
    far = AWAY + 4.6
    for off in (-int(REACH), 0, int(REACH)):
        words = f"{off:+d}".replace("-", "−") if off else "0"
        _value(sheet, x + off, y - far, words, "middle")
        _value(sheet, x + far + 0.2, y + off + 0.6, words, "start")


def _value(sheet: Sheet, x: float, y: float, words: str, anchor: Anchor) -> None:
    sheet.text(x, y, words, "label", 1.8, colour="signal", on=WHITE, anchor=anchor)


def _told(sheet: Sheet, desk: Desk) -> None:
    """How to read the rulers, under the middle one."""
    x, y = desk.printing.page.centre
    dx, dy = desk.printing.nudge
    words = (
        "The black crosses of the front should lie on the noughts of the red rulers. If they do "
        "not, read in millimetres where they lie on the scales: first across (right is more), "
        "then down (down is more). Build again with"
    )
    parts = [
        ("title", 4.6, "Hold this side up to the light"),
        ("body", 3.2, words),
        ("strong", 3.2, "--target print --nudge ACROSSmm,DOWNmm"),
    ]
    if (dx, dy) != (0.0, 0.0):
        moved = f"{dx:+g} mm, {dy:+g} mm".replace("-", "−")
        said = f"These rulers are already moved by {moved}: add what you read."
        parts.append(("note", 3.2, said))
    top = y + AWAY + 6
    room = min(desk.printing.area.width, 110.0)
    for role, size, text in parts:
        for line in wrap(text, sheet.theme.face(role), size, room):
            sheet.text(x, top, line, role, size, on=WHITE, anchor="middle", room=room)
            top += size * 1.4
        top += 1.0

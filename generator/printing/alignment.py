"""The page that tells how far a printer's back is off: crosses in front, rulers behind."""

from __future__ import annotations

from dataclasses import replace

from generator.drawing.sheet import Sheet, number
from generator.printing.furniture import SMALL, WHITE, Desk, head_and_foot, registration
from generator.printing.imposition import Box, Piece, Slot, duplex_axis, turned_over
from generator.printing.pages import Component, Page

REACH = 5.0
"""How far the rulers go, mm."""

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
    """Four corners and the middle."""
    inset_x, inset_y = page.width / 5, page.height / 5
    around = page.grown(0)
    corners = [
        (x, y)
        for y in (around.y + inset_y, around.bottom - inset_y)
        for x in (around.x + inset_x, around.right - inset_x)
    ]
    return [page.centre, *corners]


def _cross(sheet: Sheet, x: float, y: float) -> None:
    arm = REACH + 6
    sheet.path(
        f"M{number(x - arm)} {number(y)}h{number(2 * arm)}M{number(x)} {number(y - arm)}"
        f"v{number(2 * arm)}",
        stroke="#000000",
        stroke_width=0.2,
    )


def _ruler(sheet: Sheet, x: float, y: float) -> None:
    """Two scales that cross at their noughts: to the right and down is more."""
    data = [f"M{number(x - REACH)} {number(y)}h{number(2 * REACH)}"]
    data.append(f"M{number(x)} {number(y - REACH)}v{number(2 * REACH)}")
    for half in range(int(-2 * REACH), int(2 * REACH) + 1):
        off = half / 2
        long = 1.3 if half % 2 == 0 else 0.7
        data.append(f"M{number(x + off)} {number(y - long)}v{number(2 * long)}")
        data.append(f"M{number(x - long)} {number(y + off)}h{number(2 * long)}")
    sheet.path("".join(data), stroke="signal", stroke_width=0.14)
    for off in (-5, -3, -1, 1, 3, 5):
        words = f"{off:+d}".replace("-", "−")
        style = {"colour": "signal", "on": WHITE}
        sheet.text(x + off, y - 1.9, words, "label", 1.8, anchor="middle", **style)  # type: ignore[arg-type]
        if abs(off) > 1:
            sheet.text(x + 1.9, y + off + 0.6, words, "label", 1.8, **style)  # type: ignore[arg-type]


def _told(sheet: Sheet, desk: Desk) -> None:
    """How to read the rulers, above the middle one."""
    x, y = desk.printing.page.centre
    dx, dy = desk.printing.nudge
    lines = [
        ("title", 4.6, "Hold this side up to the light"),
        (
            "body",
            3.2,
            "The black crosses of the front should lie on the noughts of the red rulers.",
        ),
        ("body", 3.2, "If they do not, read in millimetres where they lie on the scales:"),
        ("body", 3.2, "first across (right is more), then down (down is more). Build again with"),
        ("strong", 3.2, "broadside build … --target print --nudge ACROSSmm,DOWNmm"),
    ]
    if (dx, dy) != (0.0, 0.0):
        moved = f"{dx:+g} mm, {dy:+g} mm".replace("-", "−")
        lines.append(
            ("note", 3.2, f"These rulers are already moved by {moved}: add what you read.")
        )
    top = y + 22
    room = desk.printing.area.width
    for role, size, words in lines:
        sheet.text(x, top, words, role, max(size, SMALL), on=WHITE, anchor="middle", room=room)
        top += size * 1.5

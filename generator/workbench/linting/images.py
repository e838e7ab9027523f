"""Images: missing, named with other capitals, too large, unreadable."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

from generator.vassal.components import table
from generator.workbench.linting.findings import Place, Spot, Trouble
from generator.workbench.linting.hints import Hints
from generator.workbench.linting.survey import Survey, Use

FOLDER: Final = "images/"
_VASSALS_OWN: Final = frozenset(
    """
    DoorClose.au DoorOpen.au Edit16.gif Help16.gif Save16.gif SaveAs16.gif Splash.gif Splash.png
    StepForward16.gif Undo16.gif VASSAL-256x256.png black.jpg camera.gif chart.gif chess_clock.png
    connect.gif counter.gif die.gif disconnect.gif getMessages.gif globe_selected.gif
    globe_unselected.gif inventory.gif keyCommand.gif lockedRoom.gif map.gif mm-extension-active.png
    mm-extension-inactive.png mm-file.png mm-gamefolder-closed.png mm-gamefolder-open.png
    mm-module.png moved.gif notes.gif overview.gif phone1.wav playerAway.gif playerLooking.gif
    postMessage.gif recenter.gif status.gif thread.gif unmoved.gif zoom.png zoomIn.gif zoomIn.png
    zoomOut.gif zoomOut.png
    """.split()  # noqa: SIM905
)
"""Pictures that come with VASSAL: found where the module has none of the name."""
_BOARD: Final = "VASSAL.build.module.map.boardPicker.Board"
_LARGE: Final = 24_000_000
"""Pixels of a picture that is kept in memory as a whole: four bytes each, about 100 MB."""
_LARGE_BOARD: Final = 150_000_000
"""Pixels of a board: VASSAL cuts boards into tiles, but reads the whole picture once."""
_READ_BY_JAVA: Final = (b"BM", b"II*\0", b"MM\0*", b"\0\0")
SOURCE: Final = re.compile(
    rb"""<img\b[^>]*?\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""", re.IGNORECASE
)
"""A picture in a page; see `sources`."""
_OUTLINE: Final = "shapeSpec"
_TEXTS: Final = ("fmt", "text", "expr")


def check(survey: Survey) -> Iterator[Trouble]:
    """Every finding about images."""
    if survey.is_bare:
        return
    named = _named(survey)
    made = {use.text for use in survey.uses("def[image]")}
    yield from _missing(survey, named, made)
    yield from _pages(survey)
    if survey.knows_all:
        yield from _shown_in_texts(survey)
    yield from _faulty(survey, named)


def _named(survey: Survey) -> dict[str, list[Use]]:
    """The pictures that are drawn, by name. Of an outline's only the path is, traced long ago."""
    found: dict[str, list[Use]] = {}
    for name, uses in survey.by_text("image", blank=True).items():
        drawn = [use for use in uses if use.field != _OUTLINE and not _is_none(use)]
        if drawn:
            found[name] = drawn
    return found


def _is_none(use: Use) -> bool:
    """Whether VASSAL takes the name for no picture at all.

    Blanks are none wherever a picture is painted (``ScaledImagePainter.setImageName``); for an
    icon it looks for a file of that name (``IconConfigurer.setValue``). Before 2.9 it wrote a word
    for an icon that ``PlayerRoster.build`` passes over.
    """
    if not use.text.strip():
        return "icon" not in use.field.lower()
    return use.field == "buttonIcon" and use.text == "Retire"


def found_as(survey: Survey, name: str) -> str | None:
    """The member VASSAL draws for an image's name; `None` for one it does not find.

    Source: ``VASSAL.tools.DataArchive.getInputStream``. Pictures of VASSAL's own are an empty text.
    """
    members = survey.members
    if name.startswith("/"):
        own = name.startswith("/images/") and name[len("/images/") :] not in _VASSALS_OWN
        return None if own else ""
    path = FOLDER + name
    for candidate in (path, unicodedata.normalize("NFD", path), f"{path}.gif"):
        if candidate in members:
            return candidate
    return "" if name in _VASSALS_OWN or f"{name}.gif" in _VASSALS_OWN else None


def _missing(survey: Survey, named: Mapping[str, list[Use]], made: set[str]) -> Iterator[Trouble]:
    twins = wrong_capitals(survey)
    held = Hints(member[len(FOLDER) :] for member in survey.members if member.startswith(FOLDER))
    for name, uses in named.items():
        if name in made or found_as(survey, name) is not None or not survey.knows_all:
            continue
        spots = [spot for use in uses for spot in use.spots()]
        count = sum(use.owner.count for use in uses)
        other = twins.get(name)
        if other is not None:
            yield Trouble(
                "image.case",
                f"the image {name!r} is not in the archive, but {other!r} is",
                f"name it {other!r}: capital and small letters count",
                spots,
                count,
            )
            continue
        yield Trouble(
            "image.missing",
            f"the image {name!r} is not in the archive{held.of(name)}",
            "add the picture to images/, or name another",
            spots,
            count,
        )


def wrong_capitals(survey: Survey) -> dict[str, str]:
    """Names of images that there are only with other capitals, and what they should be."""
    lowered: dict[str, str] = {}
    for member in sorted(survey.members):
        if member.startswith(FOLDER):
            lowered.setdefault(member.lower(), member[len(FOLDER) :])
    made = {use.text for use in survey.uses("def[image]")}
    found = {}
    for name in _named(survey):
        if name not in made and found_as(survey, name) is None:
            path = (FOLDER + name).lower()
            other = lowered.get(path) or lowered.get(f"{path}.gif")
            if other is not None:
                found[name] = other
    return found


def _pages(survey: Survey) -> Iterator[Trouble]:
    """Pictures that HTML charts show: names without a folder are those of images/."""
    for use in survey.uses("page", foreign=False):
        data = survey.module.members.get(use.text)
        if data is None or not use.text.lower().endswith((".htm", ".html")):
            continue
        for name in sorted({name for name in sources(data) if "/" not in name}):
            if found_as(survey, name) is None and survey.knows_all:
                yield Trouble(
                    "page.image",
                    f"the page {use.text!r} shows the image {name!r}, which is not in the archive",
                    "add the picture to images/, or correct the page",
                    use.spots(),
                )


def _shown_in_texts(survey: Survey) -> Iterator[Trouble]:
    """Pictures that labels and other texts in HTML show."""
    found: dict[str, list[Use]] = {}
    for use in survey.all_uses():
        if use.owner.is_foreign or use.part.kind not in _TEXTS or "<img" not in use.text.lower():
            continue
        for name in sources(use.text.replace('\\"', '"').encode()):
            if "/" not in name and "+" not in name and found_as(survey, name) is None:
                found.setdefault(name, []).append(use)
    for name, uses in found.items():
        yield Trouble(
            "page.image",
            f"a text shows the image {name!r}, which is not in the archive",
            "add the picture to images/, or correct the text",
            [spot for use in uses for spot in use.spots()],
            sum(use.owner.count for use in uses),
        )


def sources(page: bytes) -> Iterator[str]:
    """The pictures an HTML page shows."""
    for found in SOURCE.finditer(page):
        raw = found[1] or found[2] or found[3] or b""
        name = raw.decode("utf-8", "replace").strip()
        if name and "$" not in name:
            yield name


def _faulty(survey: Survey, named: Mapping[str, list[Use]]) -> Iterator[Trouble]:
    boards = _used_by_boards(survey)
    for member in survey.module.members:
        name = member[len(FOLDER) :]
        if not member.startswith(FOLDER) or not name or member.endswith("/"):
            continue
        uses = named.get(name, [])
        spots: list[Spot | Place] = [spot for use in uses for spot in use.spots()]
        spots = spots or [Place(member)]
        size = survey.picture_size(member)
        is_drawing = name.lower().endswith(".svg")
        if size is None and not is_drawing:
            if uses and not survey.module.members[member].startswith(_READ_BY_JAVA):
                yield Trouble(
                    "image.unreadable",
                    f"{member!r} is no PNG, GIF, JPEG or SVG picture",
                    "save the picture again in one of these forms",
                    spots,
                )
            continue
        pixels = size[0] * size[1] if size is not None and not is_drawing else 0
        limit = _LARGE_BOARD if name in boards else _LARGE
        if pixels > limit and size is not None:
            yield Trouble(
                "image.large",
                f"{member!r} has {size[0]:,} by {size[1]:,} pixels: {pixels >> 18:,} MB in memory",
                f"make it smaller: {limit // 1_000_000} million pixels at most",
                spots,
                len(spots),
            )


def _used_by_boards(survey: Survey) -> frozenset[str]:
    known = table().get(_BOARD)
    assert known is not None
    return frozenset(element.get("image") for element in survey.elements(_BOARD))

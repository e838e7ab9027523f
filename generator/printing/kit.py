"""The whole kit: drawn, laid out, bound; `generator.printing.building` writes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator.drawing.picture import Picture, warnings_of
from generator.packaging.building import WARNINGS, Progress
from generator.printing.aids import CHARTS, aid_sheets, chart_sheets
from generator.printing.alignment import alignment
from generator.printing.binding import Binder, joined, leaf_pages
from generator.printing.boards import boards, large_pieces
from generator.printing.finishing import Finisher
from generator.printing.furniture import Desk
from generator.printing.options import Printing
from generator.printing.pages import Component
from generator.printing.pieces import card_pieces, counter_pieces
from generator.printing.sheets import outline_pictures, parted, sheets
from generator.printing.texts import notes, read_me, rules

if TYPE_CHECKING:
    from generator.definition.schema import Game


def make_kit(
    game: Game, printing: Printing, art: tuple[Path, ...] = (), progress: Progress | None = None
) -> dict[str, bytes]:
    """Every file of the kit by its name, as `kit_files`."""
    return dict(kit_files(game, printing, art, progress))


def kit_files(
    game: Game, printing: Printing, art: tuple[Path, ...] = (), progress: Progress | None = None
) -> Iterator[tuple[str, bytes]]:
    """Every file of the kit with its name, the warnings last: of a game with a thousand pictures
    the files are too large to be held together.

    Raises `BroadsideError` for what cannot be drawn, before the first.
    """
    from generator.drawing.checks import of_the_game
    from generator.drawing.themes import load_theme

    if progress:
        progress(0, 1, "drawing")
    desk = Desk(game, load_theme(game.theme, art), art, printing)
    pictures = draw_all(desk)
    if progress:
        progress(1, 3, "laying out")
    components, leaves = lay_out_all(desk, pictures)
    whole = Component("kit", "print and play", tuple(joined(components)))
    finisher = Finisher(printing.colour, printing.pdf_a)
    binder = Binder(pictures, [whole], leaves, finisher)
    pictures.clear()  # the drawings, which are large, stand in the binder's documents now
    if progress:
        progress(2, 3, "binding")
    for one in (whole, *components):
        yield f"{one.name}.pdf", binder.bind(one, game)
    for one in components:
        yield from one.cuts.items()
    warnings = list(of_the_game(game, desk.theme))
    warnings += warnings_of(binder.pictures())
    warnings += [
        f"{placed.picture}: printed at {placed.scale:.0%}, or it would not fit the paper"
        for one in components
        if one.name == CHARTS
        for page in one.pages
        for placed in page.placed
        if placed.scale < 1
    ]
    warnings += finisher.warnings()
    yield WARNINGS, "\n".join(warnings).encode()


def lay_out_all(
    desk: Desk, pictures: dict[str, Picture]
) -> tuple[list[Component], dict[str, bytes]]:
    """Every component in the order of the kit, and the documents of running text among them.

    What is drawn for the pages alone (outlines, player aids) is added to the pictures.
    """
    game, gutter = desk.game, desk.printing.gutter
    counters, cards = counter_pieces(game, gutter), card_pieces(game, gutter)
    counters, larger = parted(counters, desk)
    cards, larger_cards = parted(cards, desk)
    outlines = outline_pictures([*counters, *cards], desk)
    pictures |= {picture.name: picture for picture in outlines}
    charts = [one for name, one in pictures.items() if name.startswith("chart-")]
    aids, drawn = aid_sheets(desk)
    pictures |= {picture.name: picture for picture in drawn}
    found = [
        sheets("counters", "Counters", counters, desk),
        sheets("cards", "Cards", cards, desk),
        large_pieces([*larger, *larger_cards], desk, pictures),
        *boards(desk, pictures),
        aids,
        chart_sheets(charts, desk),
    ]
    leaves: dict[str, bytes] = {}
    components = [one for one in found if one is not None]
    double = desk.printing.backs == "duplex" and any(one.back for one in (*counters, *cards))
    texts = [("rules", "Rules summary", rules(desk)), ("notes", "Credits and notes", notes(desk))]
    for name, title, pdf in texts:
        if pdf is not None:
            leaves[name] = pdf
            components.append(Component(name, title, leaf_pages(name, title, pdf)))
    test = alignment(desk) if double else None
    if test is not None:
        components.append(test)
    name, title = "read-me", "Read me first"
    leaves[name] = read_me(desk, components)
    components.insert(0, Component(name, title, leaf_pages(name, title, leaves[name])))
    return components, leaves


def draw_all(desk: Desk) -> dict[str, Picture]:
    """Every picture of the game that may be placed, by its name."""
    alike: dict[str, str] = {}
    return {
        picture.name: replace(picture, svg=alike.setdefault(picture.svg, picture.svg))
        for picture in _drawn(desk)
    }


def _drawn(desk: Desk) -> Iterator[Picture]:
    from generator.drawing.charts import chart_pictures
    from generator.drawing.counters import counter_pictures
    from generator.drawing.kept import board_picture

    game, art = desk.game, desk.folders
    members = {side.id: side for side in game.sides}
    for counter in game.counters:
        side = members.get(counter.side or "")
        yield from counter_pictures(
            counter, desk.theme, art, side, layouts=game.layouts, bleed=desk.printing.bleed
        )
    for board in game.maps:
        yield board_picture(game, board, art)
    yield from chart_pictures(game, desk.theme, art)

"""What lies beside the boards of a table: charts, dice, cards with words, spare counters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.geography.layout import MM_PER_INCH
from generator.packaging.tabletop.boards import lying
from generator.packaging.tabletop.layout import Area, beside_the_boards, in_rows
from generator.packaging.tabletop.pieces import piece_object
from generator.packaging.tabletop.setting import TRAY, Setting, dice_of, trays_of
from generator.packaging.tabletop.words import cards
from generator.tabletop_simulator.objects import (
    BagOrder,
    Json,
    Place,
    Thing,
    bag,
    custom_tile,
    die,
    notecard,
)

if TYPE_CHECKING:
    from generator.definition.schema import Scenario
    from generator.tabletop_simulator.guids import Guids


def charts(setting: Setting, guids: Guids) -> Iterator[Json]:
    """Charts and player aids, sheets first, beside the boards."""
    unit = setting.known.units_per_inch / MM_PER_INCH
    charts = list(enumerate(setting.album.charts, start=1))
    charts.sort(key=lambda one: -one[1].width)
    sizes = [(chart.width * unit, chart.height * unit) for _, chart in charts]
    areas = beside_the_boards(sizes, setting.table.middle)
    for (number, chart), area in zip(charts, areas, strict=True):
        memo = f"chart/{number}"
        thing = Thing(
            guids.of(memo),
            lying(area, setting.known),
            memo=memo,
            nickname=chart.name,
            locked=True,
            grid=False,
            snap=False,
        )
        yield custom_tile(
            thing,
            setting.url(chart.file),
            thickness=setting.known.tile_thickness,
            stretch=setting.known.tile_stretch,
        )


def beside(setting: Setting, scenario: Scenario, guids: Guids) -> Iterator[Json]:
    """Dice at the right of the boards, at their left words to read and cups of spare counters."""
    left, right = setting.table.beside
    yield from _dice(setting, right, guids)
    yield from _words_and_trays(setting, scenario, left, guids)


def _dice(setting: Setting, room: Area, guids: Guids) -> Iterator[Json]:
    known = setting.known
    dice = dice_of(setting.scene)
    areas = in_rows([(known.die_side, known.die_side)] * len(dice), room)
    for (sides, number), area in zip(dice, areas, strict=True):
        memo = f"die/{sides}/{number}"
        place = Place(area.x, known.table_height + known.die_side, area.z)
        yield die(Thing(guids.of(memo), place, memo=memo, nickname=f"d{sides}"), sides)


def _words_and_trays(
    setting: Setting, scenario: Scenario, room: Area, guids: Guids
) -> Iterator[Json]:
    """Cards with words; under them bags of the counters that the set-up does not use."""
    known = setting.known
    words, trays = (
        cards(setting.scene.game, scenario, known.notecard_letters),
        trays_of(setting.scene, scenario),
    )
    sizes = [(known.notecard_width, known.notecard_height)] * len(words)
    areas = in_rows([*sizes, *[(TRAY, TRAY)] * len(trays)], room)
    for (card, title, text), area in zip(words, areas, strict=False):
        memo = f"note/{card}"
        place = Place(area.x, known.drop_height, area.z, rot_y=known.notecard_rotation)
        yield notecard(Thing(guids.of(memo), place, memo=memo), title, text)
    scale = TRAY / known.bag_side
    for number, (name, pieces) in enumerate(trays.items(), start=1):
        area = areas[len(words) + number - 1]
        memo = f"tray/{number}"
        at = (area.x, known.drop_height, area.z)
        place = Place(*at, scale_x=scale, scale_y=scale, scale_z=scale)
        yield bag(
            Thing(guids.of(memo), place, memo=memo, nickname=f"Spare: {name}"),
            [piece_object(one, None, at, setting.shown, guids, known) for one in pieces],
            BagOrder.LAST_IN_FIRST_OUT,
        )

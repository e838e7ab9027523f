"""The window of charts of a VASSAL module: few tabs, and in each a list of what it holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from generator.drawing.names import aid_picture, chart_picture
from generator.packaging.component import MODULE, WIDGET, Component, component
from generator.packaging.scene import Scene

RULES, TABLES, SHEETS, AIDS = "Rules", "Tables", "Sheets", "Player aids"
"""The tabs, in their order."""
_TAB_OF: Final = {
    **dict.fromkeys(("notes", "key", "image"), RULES),
    **dict.fromkeys(("table", "values", "modifiers", "terrain", "track"), TABLES),
    **dict.fromkeys(("form", "roster"), SHEETS),
}
_LIST: Final = 250
"""Width of the names beside the charts, pixels."""
_CHART: Final = (900, 620)
"""Room for a chart, pixels: its usual width, and a height that fits small screens. What is larger
scrolls, and the window can be drawn larger."""


def chart_window(scene: Scene) -> Component:
    """The window, with every chart of the game once."""
    tab_of = _tabs(scene)
    held: dict[str, list[tuple[str, str]]] = {name: [] for name in (RULES, TABLES, SHEETS, AIDS)}
    for name, picture in scene.charts:
        held[tab_of.get(picture, RULES)].append((name, picture))
    tabs = component(WIDGET + "TabWidget", entryName="Charts", description="")
    tabs.add(*[_tab(scene, title, charts) for title, charts in held.items() if charts])
    return component(
        MODULE + "ChartWindow",
        name="Charts",
        description="",
        text="Charts",
        tooltip="Open or close the charts",
        icon="",
        hotkey="",
    ).add(tabs)


def _tabs(scene: Scene) -> Mapping[str, str]:
    """The tab of each picture."""
    tabs = {chart_picture(chart.id): _TAB_OF[chart.kind] for chart in scene.game.charts}
    for aid in scene.game.aids:
        tabs |= {aid_picture(aid.id, side): AIDS for side in range(1, aid.sides + 1)}
    return tabs


def _tab(scene: Scene, title: str, charts: list[tuple[str, str]]) -> Component:
    if len(charts) == 1:
        return _chart(scene, *charts[0])
    return component(
        WIDGET + "ListWidget",
        entryName=title,
        description="",
        width=_CHART[0] + _LIST,
        height=_CHART[1],
        scale="1.0",
        divider=_CHART[0],
    ).add(*[_chart(scene, *chart) for chart in charts])


def _chart(scene: Scene, name: str, picture: str) -> Component:
    return component(
        WIDGET + "Chart", chartName=name, description="", fileName=scene.image(picture)
    )

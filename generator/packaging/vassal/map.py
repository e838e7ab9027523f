"""Maps of a VASSAL module: board, tools of the map window."""

from __future__ import annotations

from collections.abc import Iterable

from generator.packaging.component import MAP, MODULE, PROPERTIES, Component, component
from generator.packaging.keys import named
from generator.packaging.scene import Map, Scene
from generator.packaging.vassal.buttons import PLACED, track_place
from generator.packaging.vassal.expressions import quoted
from generator.packaging.vassal.sight import KIND
from generator.packaging.vassal.zones import zoned_grid
from generator.vassal import sequences

USUAL_PPI = 150
"""The resolution that sizes on the screen below are meant for; they follow the board's."""

ZOOM_LEVELS = (0.25, 0.35, 0.5, 0.7, 0.85, 1.0, 1.25, 1.6, 2.0)

CLEAR_MOVED = named("ClearMoved")
"""What every piece understands as "you have not moved"."""

CLEAR_TRAILS = named("ClearTrail")

_WHO = "[$PlayerSide$ $PlayerName$]"


def map_component(scene: Scene, map_: Map, contents: Iterable[Component]) -> Component:
    """A map window with its board, its tools and ``contents`` (decks, stacks, buttons).

    A map with owners becomes a ``PrivateMap``, which writes nothing into the chat: a move
    on it is nobody else's business.
    """
    private = bool(map_.owners)
    larger = scene.ppi / USUAL_PPI
    edge = map_.layout.edge()
    formats = _SILENT if private else _TELLING
    attributes: dict[str, str | int | bool] = dict(formats)
    if private:
        attributes |= {
            "side": sequences.encode(list(map_.owners), ","),
            "visible": False,
            "useBoards": "",
        }
    window = component(
        MODULE + ("PrivateMap" if private else "Map"),
        mapName=map_.name,
        description="",
        markMoved="Always",
        markUnmovedText="",
        markUnmovedIcon="",
        markUnmovedTooltip="",
        markUnmovedHotkey="",
        markUnmovedReport="",
        edgeWidth=edge[0],
        edgeHeight=edge[1],
        backgroundcolor="238,234,222",
        allowMultiple=False,
        color="200,40,30",
        thickness=3,
        launch=private or map_.on_demand,
        buttonName=map_.name if private or map_.on_demand else "",
        tooltip=f"Open or close the {map_.name}" if private or map_.on_demand else "",
        icon="",
        hotkey="",
        onlyReportChangedLocation=not private,
        moveKey=PLACED if _is_scored(scene, map_) else "",
        **attributes,
    )
    window.add(_boards(scene, map_))
    window.add(
        component(
            MAP + "StackMetrics",
            disabled=False,
            exSepX=round(8 * larger),
            exSepY=round(20 * larger),
            unexSepX=round(4 * larger),
            unexSepY=round(5 * larger),
            top="38,0",
            bottom="40,0",
            up="39,0",
            down="37,0",
            color="",
        ),
        *[component(MAP + name) for name in _HANDS],
        component(PROPERTIES + "GlobalProperties"),
        component(MAP + "SelectionHighlighters"),
        component(MAP + "HighlightLastMoved", enabled=True, color="200,40,30", thickness=2),
        _viewer(larger, f"{{Kind != {quoted(KIND)}}}" if scene.game.sight is not None else ""),
        _zoomer(larger, true_size=private),
        component(
            MAP + "Flare",
            flareName=f"{map_.name} flare",
            flareKey="keyAlt",
            circleSize=100,
            circleColor="200,40,30",
            circleScale=True,
            flarePulses=6,
            flarePulsesPerSec=3,
            reportFormat="",
        ),
        component(
            MAP + "HidePiecesButton",
            buttonText="",
            showingIcon="/images/globe_unselected.gif",
            hiddenIcon="/images/globe_selected.gif",
            tooltip="Hide or show the pieces on this map",
            hotkey="",
        ),
        component(
            MAP + "ImageSaver",
            buttonText="",
            icon="/images/camera.gif",
            tooltip="Save this map as a picture",
            hotkey="",
        ),
    )
    if not private:
        window.add(*_open_tools(map_, larger))
    return window.add(*contents)


# KeyBufferer and PieceMover and their like are not added by VASSAL when the file is silent
# about them, and without them no piece can be picked up.
_HANDS = (
    "ForwardToKeyBuffer",
    "Scroller",
    "ForwardToChatter",
    "MenuDisplayer",
    "MapCenterer",
    "StackExpander",
    "PieceMover",
    "KeyBufferer",
)

_TELLING: dict[str, str | int | bool] = {
    "moveWithinFormat": f"{_WHO} $pieceName$ moves $previousLocation$ -> $location$ *",
    "moveToFormat": f"{_WHO} $pieceName$ moves $previousLocation$ ($previousMap$) -> "
    "$location$ ($mapName$) *",
    "createFormat": f"{_WHO} $pieceName$ created in $location$ *",
    "changeFormat": "$message$",
}

_SILENT: dict[str, str | int | bool] = dict.fromkeys(_TELLING, "")


def _is_scored(scene: Scene, map_: Map) -> bool:
    """Whether a marker of points walks a track of the map."""
    places = (track_place(scene, piece.id) for piece in scene.pieces)
    return any(place.map == map_.name and place.value for place in places if place)


def _boards(scene: Scene, map_: Map) -> Component:
    board = component(
        MAP + "boardPicker.Board",
        name=map_.name,
        image=scene.image(map_.picture),
        reversible=False,
    )
    return component(
        MAP + "BoardPicker",
        title="Choose Boards",
        addRowText="Add row",
        addColumnText="Add column",
        boardPrompt="Select board",
        slotHeight=125,
        slotWidth=350,
        slotScale="0.2",
        maxColumns=1,
    ).add(board.add(zoned_grid(map_)), component("setup", board_choice(map_)))


def board_choice(map_: Map) -> str:
    """The command that lays out a map's one board, as the set-up and the module state it."""
    return f"{map_.name}BoardPicker\t{map_.name}\t0\t0"


def _viewer(larger: float, shown: str) -> Component:
    """The viewer of what lies under the mouse; ``shown``: of which pieces, empty: of all."""
    return component(
        MAP + "CounterDetailViewer",
        version=4,
        description="Mouse-over viewer",
        delay=400,
        hotkey="32,130",
        bgColor="250,247,238",
        fgColor="30,40,60",
        borderColor="30,40,60",
        borderThickness=1,
        borderInnerThickness=2,
        borderWidth=4,
        minDisplayPieces=1,
        zoomlevel="2.0",
        graphicsZoom=str(round(1.5 / larger, 2)),
        centerAll=False,
        centerText=True,
        centerPiecesVertically=True,
        combineCounterSummary=False,
        onlyShowFirstSummary=False,
        enableHTML=False,
        extraTextPadding=0,
        stretchWidthPieces=False,
        stretchWidthSummary=False,
        showgraph=True,
        showgraphsingle=True,
        showtext=True,
        showtextsingle=True,
        fontSize=12,
        verticalOffset=2,
        verticalTopText=2,
        verticalBottomText=4,
        summaryReportFormat="$LocationName$",
        counterReportFormat="$PieceName$ $About$",
        emptyHexReportForma="$LocationName$",
        display="from all layers",
        layerList="",
        propertyFilter=shown,
        showTerrainBeneath="never",
        showTerrainSnappy=True,
        showTerrainWidth=150,
        showTerrainHeight=150,
        showTerrainZoom="1.0",
        showTerrainText="$LocationName$",
        showOnlyTopOfStack=False,
        showNoStack=True,
        showMoveSelectde=False,
        showNonMovable=True,
        unrotatePieces=False,
        showDeck=False,
        showDeckMasked=False,
        showDeckDepth=1,
        showOverlap=False,
        stopAfterShowing=False,
    )


def _zoomer(larger: float, *, true_size: bool) -> Component:
    """The zoom; a private map begins at true size: at any other VASSAL draws a hidden piece
    blocky (``Hideable`` scales a picture it keeps without smoothing), and such lie there."""
    wanted = 1.0 if true_size else 0.7 / larger
    start = min(ZOOM_LEVELS, key=lambda level: abs(level - wanted))
    return component(
        MAP + "Zoomer",
        zoomStart=len(ZOOM_LEVELS) - ZOOM_LEVELS.index(start),  # counted from the largest
        zoomLevels=",".join(str(level) for level in ZOOM_LEVELS),
        inTooltip="Zoom in",
        inButtonText="",
        inIconName="/images/zoomIn.gif",
        zoomInKey="61,130",
        outTooltip="Zoom out",
        outButtonText="",
        outIconName="/images/zoomOut.gif",
        zoomOutKey="45,130",
        pickTooltip="Choose a zoom",
        pickButtonText="",
        pickIconName="/images/zoom.png",
        zoomPickKey="",
    )


def _open_tools(map_: Map, larger: float) -> list[Component]:
    """What only a map that everybody sees may have: all of these can tell where a piece is."""
    tools = [
        component(
            MAP + "GlobalMap",
            tooltip="Open or close the overview",
            buttonText="",
            icon="",
            hotkey="79,195",
            scale=f"{0.19 / larger:.3g}",
            color="200,40,30",
        )
    ]
    if map_.spacing:  # VASSAL counts a range in parts of it
        tools.append(_range_thread(map_))
    return tools


def _range_thread(map_: Map) -> Component:
    """A thread that counts hexes where VASSAL numbers them; elsewhere it counts their lengths."""
    # VASSAL would count hexes wrongly round a margin: it forgets to take it off.
    counts = map_.layout.numbered and map_.layout.edge() == (0, 0)
    return component(
        MAP + "LOS_Thread",
        threadName="Range",
        label="",
        tooltip="Measure a range",
        iconName="/images/thread.gif",
        hotkey="",
        report="",
        persistence="Ctrl-Click & Drag",
        persistentIconName="",
        global_="Always",
        snapStart=True,
        snapEnd=True,
        drawRange=True,
        scale=0 if counts else max(1, map_.pixels(map_.spacing, 0)[0]),
        round="Nearest whole number",
        hideCounters=False,
        hideOpacity=0,
        losThickness=2,
        threadColor="200,40,30",
        rangeFg="255,255,255",
        rangeBg="30,40,60",
    )
